"""Let it ride poker, Subchapter 18."""
