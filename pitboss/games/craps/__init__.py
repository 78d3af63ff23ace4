"""Craps and mini-craps, Subchapter 1."""
