"""A row of a pay table is a floor: the least hand that reaches it, by the name that the row has.

Names are written as the sheets say them: `flush`, `pair_of_jacks_or_better`, `tens_or_better`, `ace_king_high`,
`pair_of_sixes_to_tens`, `pair_or_less`. Spaces and hyphens do as well as lines, and ranks may be letters:
"A-K-J-8-3". A qualifying hand is named in the same way.
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
    """The least strength that reaches a row; None for a row that no rank of this order makes.

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
    said = re.sub(r"[\s_-]+", " ", row).strip().lower()
    if said.endswith(" or less"):
        return 1
    category = _CATEGORIES.get(said.removeprefix("a ").removesuffix(" or better"))
    if category is not None:
        return _least(order, category)
    if (pair := _PAIR.fullmatch(said)) and pair[1] in _PLURAL:
        return _least(order, Category.PAIR, (_PLURAL[pair[1]],))
    ranks = tuple(_SINGLE.get(rank, 0) for rank in said.removesuffix(" or better").removesuffix(" high").split())
    different = len(set(ranks)) == len(ranks)
    return _least(order, Category.HIGH_CARD, ranks) if " " in said and all(ranks) and different else None


_HOLDING = re.compile(r"(?P<high>\w+) (?P<low>\w+(?: or \w+)*) (?P<suits>suited|offsuit)")


def is_holding(row: str, cards: Sequence[Card]) -> bool:
    """Whether two cards are what a row names by rank and suits: `ace_king_suited`, `ace_queen_or_jack_offsuit`.

    >>> from pitboss.equipment import cards
    >>> [is_holding("ace_queen_or_jack_suited", cards(two)) for two in ("As Js", "Qd Ad", "As Jd", "As Ks")]
    [True, True, False, False]
    """
    named = _HOLDING.fullmatch(re.sub(r"[\s_-]+", " ", row).strip().lower())
    if named is None or len(cards) != 2 or any(card.is_joker for card in cards):
        return False
    low, high = sorted(int(card.rank) for card in cards)
    suited = cards[0].suit == cards[1].suit
    lows = [_SINGLE.get(rank) for rank in named["low"].split(" or ")]
    return high == _SINGLE.get(named["high"]) and low in lows and suited == (named["suits"] == "suited")


def _least(order: Order, category: Category, ranks: tuple[int, ...] = ()) -> int | None:
    """The least strength in a category whose ranks begin with these, or where no four cards are K-9-2, with higher."""
    for strength, grade in enumerate(order.ladder, 1):
        reached = grade.ranks[: len(ranks)] == ranks if order.low else grade.ranks >= ranks
        if grade.category is category and reached and len(ranks) <= order.size:
            return strength
    return None
