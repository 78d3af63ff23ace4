"""Four card poker, Subchapter 27."""
