"""Casino war, Subchapter 22: one card each, and on equal cards half the wager or a war."""
