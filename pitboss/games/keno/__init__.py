"""Keno, Subchapter 15: tickets on numbers of which twenty of eighty are drawn."""
