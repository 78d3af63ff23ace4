"""Arranges the tiles so that each place is dealt the hand that a test needs."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.equipment import PAI_GOW, spread, tiles

PLACES = 8
DEALER, DEAD = 0, 7


def woodpile(hands: Mapping[int, str], total: int = 9, bank: int = DEALER) -> str:
    """Return the 32 tiles in order. Place 0 is the dealer, 7 the dead hand or seventh position; `total` is the dice
    total.

    >>> woodpile({0: "6-6 6-6 1-1 1-1"}).split()[:5]
    ['6-6', '6-6', '1-1', '1-1', '4-4']
    """
    left = spread(PAI_GOW.counts)
    for hand in hands.values():
        for tile in tiles(hand):
            left.remove(tile)
    held = {place: list(tiles(hand)) for place, hand in hands.items()}
    for place in range(PLACES):
        while len(held.setdefault(place, [])) < 4:
            held[place].append(left.pop(0))
    starts = bank + total - 1
    return " ".join(str(tile) for at in range(PLACES) for tile in held[(starts + at) % PLACES])
