"""Poker, Subchapter 14: the family's procedure, with variants and streets declared as facts.

Read `families/poker_room/round.py` for the hand, and rules.toml for the cards of each variant.
"""

from __future__ import annotations

from pitboss.families.poker_room.round import PokerRoom


class Poker(PokerRoom):
    """The procedure of Subchapter 14 on one layout."""


GAME = Poker
