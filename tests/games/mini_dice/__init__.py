"""Mini-dice: worked examples, the rules by section, refusals, every shake walked against the price."""
