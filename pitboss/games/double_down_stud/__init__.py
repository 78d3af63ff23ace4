"""Double down stud, Subchapter 17."""
