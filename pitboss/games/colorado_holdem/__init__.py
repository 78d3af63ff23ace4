"""Colorado hold 'em poker, Subchapter 23."""
