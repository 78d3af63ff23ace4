"""High card: a small new game, as a third party's package would provide it, to prove that registration works."""
