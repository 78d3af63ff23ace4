"""A pai gow poker table for tests: hands by place, and the deck in dealing order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS
from pitboss.games.pai_gow_poker.round import PaiGowPoker
from pitboss.table import game_on
from tests.shared.played_script import PlayedScript

PLACES = 7
STRONG, WEAK, LOWEST = "As Ad Kh Qc 9h 8s 5c", "Tc 8h 7d 6c 4h 3d 2d", "9c 8d 7h 6s 4d 3c 2c"
"""A pair of aces with K-Q; ten high; nine high."""
KINGS = "Ks Kd Qh Jc 5d 4s 2h"


class PaiGowPokerScript(PlayedScript):
    """A pai gow poker script."""

    game = "pai-gow-poker"
    day = "2012-06-01"


def played(*lines: str, on: str = "", **options: Any) -> PaiGowPokerScript:
    chosen = {name: str(value).lower() if isinstance(value, bool) else value for name, value in options.items()}
    return PaiGowPokerScript(*lines, on=on, **{"vigorish_round": "none", **chosen})


def game(**options: Any) -> PaiGowPoker:
    made = game_on(Layout.of("pai-gow-poker", options=options))
    assert isinstance(made, PaiGowPoker)
    return made


def deck(hands: Mapping[int, str], start: int = 0, stacks: bool = True, portions: Sequence[int] = (7,)) -> str:
    """Return the cards in dealing order, clockwise from the starting place; other hands get any cards."""
    used = [card for hand in hands.values() for card in hand.split()]
    rest = iter([str(card) for card in CARDS if str(card) not in used])
    full = {
        place: hands[place].split() if place in hands else [next(rest) for _ in range(7)] for place in range(PLACES)
    }
    order, found, at = [(start - step) % PLACES for step in range(PLACES)], [], 0
    for number in portions:
        if stacks:
            found += [card for place in order for card in full[place][at : at + number]]
        else:
            found += [full[place][at + card] for card in range(number) for place in order]
        at += number
    return "cards " + " ".join(found)


def said(table: PaiGowPokerScript, section: str) -> list[str]:
    """Return the announcements made under a section."""
    return [text for cited, text in table.said if cited == section]
