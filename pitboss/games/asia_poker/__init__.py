"""Asia poker, Subchapter 31."""
