"""Pai gow, Subchapter 10: 32 tiles, a high and a low hand of two, and a bank that a player may have."""
