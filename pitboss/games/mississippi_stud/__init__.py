"""Mississippi stud, Subchapter 35."""
