"""Blackjack, Subchapter 2."""
