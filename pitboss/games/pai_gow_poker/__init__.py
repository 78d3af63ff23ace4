"""Pai gow poker, Subchapter 11."""
