"""Automated craps, Subchapter 1A."""
