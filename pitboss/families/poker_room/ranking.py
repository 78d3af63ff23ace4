"""The strength of hands at the showdown, in the orders of 14.3, and of boards at stud.

A strength is a rung on the order's ladder (`hands/orders.py`); greater is better, even in low poker, and 0 means no
hand (no low). It is looked up in the tables of `hands/tables.py`, so a poker table deals thousands of hands a second.

>>> from pitboss.equipment import cards
>>> best = best_hand(MadeOf("five-card", 2), cards("Ah Kd 9c 9d"), cards("9h 9s As Ad 2c"))
>>> order_of("five-card").describe(best.strength), best.cards == cards("9c 9d 9h 9s As")
('four of a kind, nines', True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from pitboss.equipment import Card
from pitboss.hands.orders import BADUGI, SHOWING, Order, order_of

_LEAST_FIVE, _REACHED, _SUIT = 0x3333, 0x8888, 0xFFFF


@dataclass(frozen=True, slots=True)
class MadeOf:
    """How a hand is made: its order, and the number of own cards it uses (0 for any)."""

    order: str
    own: int = 0


@dataclass(frozen=True, slots=True)
class Best:
    """A player's best hand and its cards."""

    strength: int
    cards: tuple[Card, ...]


def strength(made: MadeOf, own: Sequence[Card], board: Sequence[Card] = ()) -> int:
    """The strength of the best hand from own cards and board."""
    order = order_of(made.order)
    if made.own:
        score = scorer(made.order, order.size)
        wanted = order.size - made.own
        boards = list(combinations(board, wanted))
        return max((score((*some, *rest)) for some in combinations(own, made.own) for rest in boards), default=0)
    held = (*own, *board)
    return scorer(made.order, len(held))(held) if len(held) >= order.size else 0


def strengths(made: MadeOf, hands: Sequence[Sequence[Card]], board: Sequence[Card]) -> list[int]:
    """The strengths of several hands with the same board, whose cards are read only once."""
    sizes = {len(own) for own in hands}
    number, order = len(board) + max(sizes), order_of(made.order)
    if made.own or not board or order is BADUGI or len(sizes) > 1 or number < order.size:
        return [strength(made, own, board) for own in hands]
    return by_board(made.order, number)(hands, board)


def best_hand(made: MadeOf, own: Sequence[Card], board: Sequence[Card] = ()) -> Best:
    """The best hand and its cards; if several sets make it, the first own cards are used."""
    size = order_of(made.order).size
    best = strength(made, own, board)
    score = scorer(made.order, size)
    some: Iterable[tuple[Card, ...]] = combinations((*own, *board), size)
    if made.own:
        some = ((*a, *b) for a in combinations(own, made.own) for b in combinations(board, size - made.own))
    return Best(best, next((chosen for chosen in some if best and score(chosen) == best), ()))


@cache
def scorer(order: str, number: int) -> Callable[[Sequence[Card]], int]:
    """A function that returns the strength of an order's best hand in this many cards."""
    found = order_of(order)
    if found is BADUGI:
        return _badugi
    return _by_tables(found, number)


def _badugi(cards: Sequence[Card]) -> int:
    return BADUGI.strength(BADUGI.play(cards).grade)


@cache
def by_board(order: str, number: int) -> Callable[[Sequence[Sequence[Card]], Sequence[Card]], list[int]]:
    """A function that returns the strengths of hands that share a board, each with this many cards in total."""
    score, keys, masks = _scoring(order_of(order), number)

    def each(hands: Sequence[Sequence[Card]], board: Sequence[Card]) -> list[int]:
        shared_key = shared_mask = 0
        for card in board:
            shared_key += keys[card.index]
            shared_mask |= masks[card.index]
        found = []
        for own in hands:
            key, mask = shared_key, shared_mask
            for card in own:
                key += keys[card.index]
                mask |= masks[card.index]
            found.append(score(key, mask))
        return found

    return each


def _by_tables(order: Order, number: int) -> Callable[[Sequence[Card]], int]:
    score, keys, masks = _scoring(order, number)

    def of_cards(cards: Sequence[Card]) -> int:
        key = mask = 0
        for card in cards:
            key += keys[card.index]
            mask |= masks[card.index]
        return score(key, mask)

    return of_cards


def _scoring(order: Order, number: int) -> tuple[Callable[[int, int], int], list[int], list[int]]:
    """A function that returns the strength for a sum of cards' keys and a union of their masks; also each card's key
    and mask.
    """
    from pitboss.hands.tables import BUCKET_AT, KEYS, MASKS, SUITS_AT, displacements, tables

    made = tables(order, number)
    # Memory views of the tables return Python integers, and do so quickly.
    ranks, flush, moved = made.ranks.data, made.flush.data, displacements(number).data
    place, bucket = len(ranks) - 1, len(moved) - 1
    keys, masks = [int(key) for key in KEYS[:52]], [int(mask) for mask in MASKS[:52]]
    # A suit's count is a nibble: after adding this constant, enough cards for a flush set its high bit.
    to_flush, reached, low = 0x1111 * (8 - order.size) << SUITS_AT, _REACHED << SUITS_AT, order.low

    def score(key: int, mask: int) -> int:
        value: int = ranks[(key + moved[(key >> BUCKET_AT) & bucket]) & place]
        if not (key + to_flush) & reached:
            return value
        suited: int = max([flush[(mask >> shift) & _SUIT] for shift in (0, 16, 32, 48)])
        return suited if low and suited else max(value, suited)

    return score, keys, masks


# ---- Stud boards


def high_board(up: Sequence[Card]) -> int:
    """The rank of the exposed cards as a high board: pairs and better, then high cards; no straights or flushes."""
    shown = up[:4]
    order = SHOWING[len(shown) - 1]
    return order.strength(order.play(shown).grade) if shown else 0


def low_board(up: Sequence[Card]) -> tuple[int, ...]:
    """The rank of the exposed cards as a low board; greater is lower. Aces are low, and a pair is worse than none."""
    shown = [1 if card.rank == 14 else int(card.rank) for card in up[:4]]
    groups = sorted(((shown.count(rank), rank) for rank in set(shown)), reverse=True)
    counts, ranks = zip(*groups, strict=True) if groups else ((), ())
    return (*(-count for count in counts), *(-rank for rank in ranks))


def by_suit(card: Card, suits: Sequence[str], ace_low: bool = False) -> tuple[int, int]:
    """A card's rank and suit as a sort key; `suits` is in ascending order. For forced bets and odd chips only.

    >>> from pitboss.equipment import cards
    >>> [by_suit(card, "cdhs") for card in cards("2d 2c")]
    [(2, 1), (2, 0)]
    """
    rank = int(card.rank)
    return (1 if ace_low and rank == 14 else rank, suits.index(card.suit.value))
