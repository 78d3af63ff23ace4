"""Mini-dice, Subchapter 13."""
