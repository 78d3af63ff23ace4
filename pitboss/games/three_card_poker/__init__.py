"""Three card poker, Subchapter 20."""
