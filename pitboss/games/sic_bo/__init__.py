"""Sic bo, Subchapter 9."""
