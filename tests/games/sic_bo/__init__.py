"""Tests of sic bo."""
