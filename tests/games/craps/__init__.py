"""Craps: worked examples and their tapes, rules by section, refusals, a walk of every branch, prices."""
