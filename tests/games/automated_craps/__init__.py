"""Automated craps: worked examples, what is its own against craps, and the same price and loop as craps."""
