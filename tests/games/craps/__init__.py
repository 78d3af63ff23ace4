"""Craps: worked examples and their tapes, the rules by section, refusals, every branch walked, prices."""
