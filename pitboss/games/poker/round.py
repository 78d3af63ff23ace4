"""Poker, Subchapter 14. A declaration: the procedure is the family's, the variants and their streets are facts.

Read `families/poker_room/round.py` for the hand, and rules.toml for what each variant deals.
"""

from __future__ import annotations

from pitboss.families.poker_room.round import PokerRoom


class Poker(PokerRoom):
    """The procedure of Subchapter 14 on one layout."""


GAME = Poker

__all__ = ["GAME", "Poker"]
