"""Texas hold 'em bonus poker, Subchapter 28."""
