"""How the house sets seven cards at Asia poker: one rule, shared by table, bots, price and loop.

Of all legal settings, the one with the highest score is chosen. Each hand has a chance, in thousandths, of being
higher than the dealer's (`Worths`, from rules.toml); the score is the chance that at least two of the three are. Ties
are broken by the higher medium hand, then the higher low card, then the higher high hand. Hands are represented by
their strengths, so the rule works on integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.hands import ASIA_HIGH, ASIA_HIGH_WHEEL_LOWEST, ONE_CARD, TWO_CARD, Category, Grade, Order
from pitboss.table.setting import Setting

SETTING = Setting((("high", 4), ("medium", 2), ("low", 1)))
HIGH_BITS, MEDIUM_BITS, LOW_BITS = 12, 7, 4
"""The number of bits of each hand's strength."""
LOW_AT, MEDIUM_AT, SCORE_AT = HIGH_BITS, HIGH_BITS + LOW_BITS, HIGH_BITS + LOW_BITS + MEDIUM_BITS
"""The bit offsets within a rating: the score on top, then medium, low and high."""
WHOLE = 1000
"""Chances are in thousandths."""
_TWO = 2

ORDERS: Mapping[str, Order] = {"second_highest": ASIA_HIGH, "lowest": ASIA_HIGH_WHEEL_LOWEST}
"""The order of the high hand, by the rank of A-2-3-4."""


class Worths(NamedTuple):
    """The house's chances for each hand by its strength, in thousandths, and the limits of a lawful setting.

    `most_medium` is the highest medium hand allowed with a high hand, `most_low` the highest low card allowed with a
    medium hand.
    """

    high: tuple[int, ...]
    medium: tuple[int, ...]
    low: tuple[int, ...]
    most_medium: tuple[int, ...]
    most_low: tuple[int, ...]


def score(high: int, medium: int, low: int) -> int:
    """The chance, in billionths, that at least two of three hands win, given the chance of each.

    >>> score(1000, 1000, 0), score(500, 500, 500)
    (1000000000, 500000000)
    """
    return WHOLE * (high * medium + high * low + medium * low) - 2 * high * medium * low


def rating(high: int, medium: int, low: int, scored: int) -> int:
    """The house's rating of a setting with these strengths and this score; higher is better.

    >>> rating(9, 5, 5, 71) > rating(90, 6, 5, 70), rating(1, 6, 5, 70) > rating(9, 5, 9, 70)
    (True, True)
    >>> rating(1, 5, 6, 70) > rating(9, 5, 5, 70), rating(9, 5, 5, 70) > rating(8, 5, 5, 70)
    (True, True)
    """
    return (scored << SCORE_AT) + (medium << MEDIUM_AT) + (low << LOW_AT) + high


def strength(some: Sequence[Card], order: Order) -> int:
    """The strength of some cards under an order."""
    return order.strength(order.play(some).grade)


def strengths(parts: Sequence[Sequence[Card]], high: Order) -> tuple[int, int, int]:
    """The strengths of the three hands."""
    four, two, one = parts
    return strength(four, high), strength(two, TWO_CARD), strength(one, ONE_CARD)


def lawful(high: int, medium: int, low: int, by: Worths) -> bool:
    """Whether the high hand is at least as high as the medium hand, and that at least as high as the low hand."""
    return medium <= by.most_medium[high] and low <= by.most_low[medium]


def house_way(own: Sequence[Card], order: Order, by: Worths) -> str:
    """The setting of seven cards, as the positions of its high and medium hands; the first of equal settings."""
    best, found = -1, ""
    highs, mediums = _worth(own, 4, order), _worth(own, 2, TWO_CARD)
    lows = [strength([card], ONE_CARD) for card in own]
    for choice, four, two, one in _WAYS:  # each hand is part of several settings
        high, medium, low = highs[four], mediums[two], lows[one]
        if lawful(high, medium, low, by):
            rated = rating(high, medium, low, score(by.high[high], by.medium[medium], by.low[low]))
            if rated > best:
                best, found = rated, choice
    return found


def _worth(own: Sequence[Card], size: int, order: Order) -> dict[tuple[int, ...], int]:
    """The strength of every combination of `size` cards, by index."""
    return {some: strength([own[place] for place in some], order) for some in combinations(range(len(own)), size)}


def _ways() -> Iterator[tuple[str, tuple[int, ...], tuple[int, ...], int]]:
    """Every setting with the indices of its hands."""
    for choice in SETTING.choices:
        four, two, (one,) = SETTING.parts(choice, range(sum(SETTING.sizes)))
        yield choice, four, two, one


_WAYS = tuple(_ways())


# ---- The table of chances by strength


def order_on(layout: Layout) -> Order:
    """The order of the high hand on a layout."""
    return ORDERS[str(layout.options["wheel_rank"])]


def worths_on(layout: Layout) -> Worths:
    """The table of chances in a layout's rules."""
    return _worths(order_on(layout), _frozen(layout.fact("house_way_chances")))


@cache
def _worths(high: Order, table: tuple[tuple[str, Any], ...]) -> Worths:
    chances = dict(table)
    return Worths(
        high=(0, *(_chance(high, grade, chances) for grade in high.ladder)),
        medium=(0, *(_by_rank(chances[f"medium_{_id(grade)}"], grade) for grade in TWO_CARD.ladder)),
        low=(0, *(_by_rank(chances["low"], grade) for grade in ONE_CARD.ladder)),
        most_medium=(0, *(_most_medium(grade) for grade in high.ladder)),
        most_low=(0, *(_most_low(grade) for grade in TWO_CARD.ladder)),
    )


def _chance(order: Order, grade: Grade, chances: Mapping[str, Any]) -> int:
    """The chance of a high hand."""
    if grade.category is Category.STRAIGHT and order.is_wheel(grade):
        return int(dict(chances["wheel"])[order.wheel.value])
    found = chances[_id(grade)]
    return int(found) if isinstance(found, int) else _by_rank(found, grade)


def _by_rank(chances: Sequence[int], grade: Grade) -> int:
    """The chance of a hand by its first rank, from a list that starts at two."""
    return int(chances[grade.ranks[0] - _TWO])


def _id(grade: Grade) -> str:
    return grade.category.value.replace(" ", "_")


def _most_medium(grade: Grade) -> int:
    """The highest medium hand allowed: with a pair, up to that pair; with high cards only, up to the
    two highest; with a better hand, any.
    """
    if grade.category is Category.HIGH_CARD:
        return TWO_CARD.strength(Grade(Category.HIGH_CARD, grade.ranks[:2]))
    if grade.category is Category.PAIR:
        return TWO_CARD.strength(Grade(Category.PAIR, grade.ranks[:1]))
    return len(TWO_CARD.ladder)


def _most_low(grade: Grade) -> int:
    """The highest low card allowed: with a pair, any; with two single cards, none above the first."""
    if grade.category is Category.PAIR:
        return len(ONE_CARD.ladder)
    return ONE_CARD.strength(Grade(Category.HIGH_CARD, grade.ranks[:1]))


def _frozen(value: Any) -> Any:
    """A hashable copy, to serve as a cache key."""
    if isinstance(value, Mapping):
        return tuple((key, _frozen(one)) for key, one in value.items())
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value
