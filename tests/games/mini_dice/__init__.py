"""Mini-dice: worked examples, rules by section, refusals, and a walk over every shake, compared with the price."""
