"""Double cross poker, Subchapter 25."""
