"""The lowest hand that qualifies for a row of a pay table, from the row's name.

Names are written as in the fact sheets: `flush`, `pair_of_jacks_or_better`, `tens_or_better`, `ace_king_high`,
`pair_of_sixes_to_tens`, `pair_or_less`. Spaces and hyphens work like underscores, and ranks may be letters:
"A-K-J-8-3". Qualifying hands are named in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pitboss.equipment import Card, Rank
from pitboss.hands.orders import Category, Order
from pitboss.hands.words import plural, word

_CATEGORIES = {str(category).replace("-", " "): category for category in Category}
_PLURAL = {plural(rank): int(rank) for rank in Rank}
_SINGLE = {word(rank): int(rank) for rank in Rank} | {rank.letter.lower(): int(rank) for rank in Rank} | {"10": 10}
_PAIR = re.compile(r"(?:(?:a )?pair of )?([a-z]+)(?: or better| to [a-z]+)?")


@lru_cache(4096)
def floor_of(row: str, order: Order) -> int | None:
    """Return the lowest strength that qualifies for a row, or None if its name is not a rank of this order.

    >>> from pitboss.hands import FIVE_CARD, THREE_CARD
    >>> rows = ("flush", "pair_of_jacks_or_better", "tens_or_better", "pair_of_sixes_to_tens", "pair_or_less")
    >>> [FIVE_CARD.describe(floor_of(row, FIVE_CARD)) for row in rows]
    ['seven-high flush', 'pair of jacks', 'pair of tens', 'pair of sixes', 'seven high']
    >>> FIVE_CARD.describe(floor_of("ace_king_high", FIVE_CARD), full=True)
    'ace high, king-four-three-two'
    >>> THREE_CARD.describe(floor_of("Q-6-4", THREE_CARD), full=True)
    'queen high, six-four'
    >>> floor_of("six_card_royal", FIVE_CARD)
    """
    name = re.sub(r"[\s_-]+", " ", row).strip().lower()
    if name.endswith(" or less"):
        return 1
    category = _CATEGORIES.get(name.removeprefix("a ").removesuffix(" or better"))
    if category is not None:
        return _least(order, category)
    if (pair := _PAIR.fullmatch(name)) and pair[1] in _PLURAL:
        return _least(order, Category.PAIR, (_PLURAL[pair[1]],))
    ranks = tuple(_SINGLE.get(rank, 0) for rank in name.removesuffix(" or better").removesuffix(" high").split())
    different = len(set(ranks)) == len(ranks)
    return _least(order, Category.HIGH_CARD, ranks) if " " in name and all(ranks) and different else None


_HOLDING = re.compile(r"(?P<high>\w+) (?P<low>\w+(?: or \w+)*) (?P<suits>suited|offsuit)")


def is_holding(row: str, cards: Sequence[Card]) -> bool:
    """Whether two cards match a row that names ranks and suits: `ace_king_suited`, `ace_queen_or_jack_offsuit`.

    >>> from pitboss.equipment import cards
    >>> [is_holding("ace_queen_or_jack_suited", cards(two)) for two in ("As Js", "Qd Ad", "As Jd", "As Ks")]
    [True, True, False, False]
    """
    match = _HOLDING.fullmatch(re.sub(r"[\s_-]+", " ", row).strip().lower())
    if match is None or len(cards) != 2 or any(card.is_joker for card in cards):
        return False
    low, high = sorted(int(card.rank) for card in cards)
    suited = cards[0].suit == cards[1].suit
    lows = [_SINGLE.get(rank) for rank in match["low"].split(" or ")]
    return high == _SINGLE.get(match["high"]) and low in lows and suited == (match["suits"] == "suited")


def _least(order: Order, category: Category, ranks: tuple[int, ...] = ()) -> int | None:
    """Return the lowest strength in a category with at least these ranks, or exactly these if the low hand wins."""
    for strength, grade in enumerate(order.ladder, 1):
        reached = grade.ranks[: len(ranks)] == ranks if order.low else grade.ranks >= ranks
        if grade.category is category and reached and len(ranks) <= order.size:
            return strength
    return None
