"""Red dog: worked examples, rules by section, prices."""
