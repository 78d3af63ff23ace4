"""A script of this game that was played, with every step it took."""

from played_script import PlayedScript, held

__all__ = ["Played", "held"]


class Played(PlayedScript):
    game = "ultimate-texas-holdem"
    day = "2010-06-01"
