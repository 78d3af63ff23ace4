"""Input for `count.cu`: the strengths of all hands of five and two cards, lawful settings, and where categories begin.

    python scripts/pai_gow_poker/tables.py FOLDER

It needs only the standard library, so it runs wherever there is a graphics processor.
"""

from __future__ import annotations

import sys
from array import array
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pitboss.hands import PAI_GOW_HIGH, TWO_CARD, Category, Grade, Order  # noqa: E402
from pitboss.hands.orders import Pattern  # noqa: E402

CARDS, JOKER = 53, 52
FLOORS = (Category.STRAIGHT, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH, Category.FIVE_OF_A_KIND)


def strengths(order: Order) -> array[int]:
    """Return the strength of every set of cards in this ranking, indexed by the set as a binary number."""
    known: dict[tuple[tuple[int, ...], bool, bool], int] = {}
    found = array("i")
    for some in _in_order(order.size, CARDS):
        joker = some[0] == JOKER
        plain = some[1:] if joker else some
        ranks = tuple(card // 4 + 2 for card in plain)
        suited = len(plain) > 1 and len({card % 4 for card in plain}) == 1
        if (ranks, suited, joker) not in known:
            known[ranks, suited, joker] = order.strength(order.grade(Pattern(ranks, suited, int(joker))))
        found.append(known[ranks, suited, joker])
    return found


def _in_order(size: int, below: int) -> list[tuple[int, ...]]:
    """Return all sets of this many cards, each in descending order, sorted by highest card."""
    return sorted(tuple(reversed(some)) for some in combinations(range(below), size))


def most_low(grade: Grade) -> int:
    """Return the highest low hand allowed with a high hand."""
    shown = {Category.HIGH_CARD: 2, Category.PAIR: 1}.get(grade.category)
    return len(TWO_CARD.ladder) if shown is None else TWO_CARD.strength(Grade(grade.category, grade.ranks[:shown]))


if __name__ == "__main__":
    made = array("i")
    for each in (PAI_GOW_HIGH, TWO_CARD):
        made.extend(strengths(each))
    made.extend([0, *map(most_low, PAI_GOW_HIGH.ladder)])
    made.extend([PAI_GOW_HIGH.floor(category) for category in FLOORS])
    (Path(sys.argv[1]) / "pai_gow_poker.bin").write_bytes(made.tobytes())
