"""High card: a small new game, as a stranger's package would bring one. It stands here to prove the mechanism."""
