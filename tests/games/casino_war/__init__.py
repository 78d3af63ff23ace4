"""Casino war: worked examples, rules by section, prices."""
