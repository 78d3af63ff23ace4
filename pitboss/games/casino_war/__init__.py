"""Casino war, Subchapter 22: one card each; on equal cards, give up half the wager or go to war."""
