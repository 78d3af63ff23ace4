"""Keno, Subchapter 15: tickets on numbers from one to eighty, twenty of which are drawn."""
