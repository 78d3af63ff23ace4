"""Tests of double-down-stud."""
