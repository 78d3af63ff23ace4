"""Fast action hold 'em, Subchapter 21."""
