"""High die: the smallest game that a package can provide."""
