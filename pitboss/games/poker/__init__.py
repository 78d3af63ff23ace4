"""Poker, Subchapter 14: the card room, player against player."""
