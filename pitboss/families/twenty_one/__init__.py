"""Twenty-one games: their procedure, prices and loops."""
