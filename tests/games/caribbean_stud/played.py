"""A script of this game that was played, with every step it took."""

from played_script import PlayedScript, held

__all__ = ["Played", "held"]


class Played(PlayedScript):
    game = "caribbean-stud"
    day = "2005-06-01"
