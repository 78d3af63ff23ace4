"""Red dog, Subchapter 6: two cards for the whole table, and a third that wins between them."""
