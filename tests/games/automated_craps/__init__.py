"""Automated craps: worked examples, its own rules, and a price and loop shared with craps."""
