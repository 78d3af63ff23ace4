"""The felt of mini-baccarat: that of punto banco, with its seats the other way round."""

from pitboss.games.baccarat_punto_banco.felt import FELT

__all__ = ["FELT"]
