from pitboss.families.one_draw.kernel import simulation

SIMULATION = simulation("roll")
