"""Pokette, Subchapter 12: a reconstruction around the one section whose text was found, 12.6."""
