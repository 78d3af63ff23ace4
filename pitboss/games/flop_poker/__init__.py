"""Flop poker, Subchapter 29."""
