"""A script of this game that was played, with every step it took."""

from played_script import PlayedScript, held

__all__ = ["Played", "held"]


class Played(PlayedScript):
    game = "three-card-poker"
    day = "2008-06-01"
