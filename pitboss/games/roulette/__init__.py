"""Roulette, Subchapter 5, sections 5.1 to 5.4."""
