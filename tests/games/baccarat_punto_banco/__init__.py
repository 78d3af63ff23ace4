"""Baccarat-punto banco: worked examples, rules by section, prices."""
