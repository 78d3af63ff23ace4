"""Mini-baccarat as a compiled loop: that of punto banco, which also knows the continuous shuffler."""

from pitboss.games.baccarat_punto_banco.kernel import kernel

__all__ = ["kernel"]
