"""Two card joker poker, Subchapter 30."""
