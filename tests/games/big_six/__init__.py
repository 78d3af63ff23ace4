"""Tests of the big six wheel."""
