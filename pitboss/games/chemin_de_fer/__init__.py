"""Baccarat-chemin de fer, Subchapter 4: participants play one another, and one of them has the bank."""
