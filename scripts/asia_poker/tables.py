"""Input for `count.cu`: the strengths of all hands of four, two and one cards, the house's probabilities, and lawful
settings.

    python scripts/asia_poker/tables.py FOLDER

writes a file for each possible rank of A-2-3-4, from the hand rankings and the game's rules.toml. It needs only the
standard library, so it runs wherever there is a graphics processor.
"""

from __future__ import annotations

import sys
import tomllib
from array import array
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pitboss.hands import ASIA_HIGH, ASIA_HIGH_WHEEL_LOWEST, ONE_CARD, TWO_CARD, Category, Grade, Order  # noqa: E402
from pitboss.hands.orders import Pattern  # noqa: E402

RULES = ROOT / "pitboss" / "games" / "asia_poker" / "rules.toml"
CARDS, JOKER = 53, 52


def strengths(order: Order) -> list[int]:
    """Return the strength of every set of cards in this ranking, indexed by the set as a binary number."""
    known: dict[tuple[tuple[int, ...], bool], int] = {}
    found = []
    for some in sorted(combinations(range(CARDS), order.size), key=lambda some: some[::-1]):
        plain = [card for card in some if card != JOKER]
        ranks = tuple(sorted((card // 4 + 2 for card in plain), reverse=True))
        suited = len(plain) > 1 and len({card % 4 for card in plain}) == 1
        if (ranks, suited) not in known:
            known[ranks, suited] = order.strength(order.grade(Pattern(ranks, suited, len(some) - len(plain))))
        found.append(known[ranks, suited])
    return found


def chance(order: Order, grade: Grade, chances: dict[str, object], prefix: str = "") -> int:
    """Return the probability of a hand by its strength."""
    if not prefix and grade.category is Category.STRAIGHT and order.is_wheel(grade):
        return int(chances["wheel"][order.wheel.value])  # type: ignore[index]
    found = chances[prefix + grade.category.value.replace(" ", "_")]
    return int(found) if isinstance(found, int) else int(found[grade.ranks[0] - 2])  # type: ignore[index]


def most_medium(grade: Grade) -> int:
    """Return the highest medium hand allowed with a high hand."""
    shown = {Category.HIGH_CARD: 2, Category.PAIR: 1}.get(grade.category)
    return len(TWO_CARD.ladder) if shown is None else TWO_CARD.strength(Grade(grade.category, grade.ranks[:shown]))


def most_low(grade: Grade) -> int:
    """Return the highest low card allowed with a medium hand."""
    high_card = grade.category is Category.HIGH_CARD
    return ONE_CARD.strength(Grade(grade.category, grade.ranks[:1])) if high_card else len(ONE_CARD.ladder)


def table(order: Order, chances: dict[str, object]) -> array[int]:
    """Return all data in sequence, indexed by strength; strength 0 is unused."""
    made = array("i")
    for each in (order, TWO_CARD, ONE_CARD):
        made.extend(strengths(each))
    made.extend([0, *(chance(order, grade, chances) for grade in order.ladder)])
    made.extend([0, *(chance(TWO_CARD, grade, chances, "medium_") for grade in TWO_CARD.ladder)])
    made.extend([0, *chances["low"]])  # type: ignore[misc]
    made.extend([0, *map(most_medium, order.ladder)])
    made.extend([0, *map(most_low, TWO_CARD.ladder)])
    return made


if __name__ == "__main__":
    chances = tomllib.loads(RULES.read_text("utf-8"))["fact"]["house_way_chances"]["value"]
    for order in (ASIA_HIGH, ASIA_HIGH_WHEEL_LOWEST):
        (Path(sys.argv[1]) / f"{order.wheel.value}.bin").write_bytes(table(order, chances).tobytes())
