"""Plays an Asia poker script and records every step."""

from typing import Any

from pitboss.equipment import CARDS
from tests.shared.played_script import PlayedScript, held

__all__ = ["AsiaPokerScript", "deal", "held", "stacks"]

CLOCKWISE = (0, 6, 5, 4, 3, 2, 1)
"""The places in dealing order, starting with the dealer."""


class AsiaPokerScript(PlayedScript):
    game = "asia-poker"
    day = "2010-06-01"


def stacks(**hands: Any) -> dict[int, list[str]]:
    """Return seven cards for every place: the dealer's given as `dealer`, a position's as `p1`; other places get any
    cards.
    """
    named = {0 if place == "dealer" else int(place[1:]): cards.split() for place, cards in hands.items()}
    left = iter([str(card) for card in CARDS if all(str(card) not in some for some in named.values())])
    return {place: named.get(place) or [next(left) for _ in range(7)] for place in range(7)}


def deal(start: int = 0, stacked: bool = False, **hands: Any) -> str:
    """Return the script line that deals these hands from a starting place: one card at a time, or in stacks."""
    some, begins = stacks(**hands), CLOCKWISE.index(start)
    order = CLOCKWISE[begins:] + CLOCKWISE[:begins]
    if stacked:
        return "cards " + " ".join(card for place in order for card in some[place])
    return "cards " + " ".join(some[place][number] for number in range(7) for place in order)
