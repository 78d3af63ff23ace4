"""Automated craps: worked examples, its own rules, and the same price and loop as craps."""
