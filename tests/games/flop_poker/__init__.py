"""Tests of flop-poker."""
