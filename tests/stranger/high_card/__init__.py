"""High card: a small new game, as a third party would package it, to prove that registration works."""
