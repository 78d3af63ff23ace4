"""Games of twenty-one: their procedure, their prices, their loops."""
