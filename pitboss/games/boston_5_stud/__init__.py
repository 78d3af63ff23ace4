"""Boston 5 stud poker, Subchapter 24."""
