"""Caribbean stud poker, Subchapter 16."""
