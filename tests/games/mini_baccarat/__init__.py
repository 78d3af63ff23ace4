"""Mini-baccarat: worked examples, rules by section, prices."""
