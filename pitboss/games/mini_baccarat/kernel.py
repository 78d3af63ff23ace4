"""Mini-baccarat as a compiled loop: that of punto banco, which also knows the continuous shuffler."""

from pitboss.games.baccarat_punto_banco.kernel import SIMULATION, kernel

__all__ = ["SIMULATION", "kernel"]
