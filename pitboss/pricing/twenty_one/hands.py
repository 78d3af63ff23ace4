"""Every hand of twenty-one as a set of cards, and every way in which a dealer's hand can end.

The key idea: a hand is a multiset of card values, so there are only 3,082 of them up to a hard 21, and drawing a card
leads from one number to a greater one. The probability of a dealer's final hand is the number of orders in which it can
be drawn times a product of falling factorials. The products of different final hands share their first factors, so they
are stored as one tree for each up card, which is walked once for any shoe.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from pitboss.pricing.twenty_one.compiled import compiled
from pitboss.pricing.twenty_one.terms import RANKS

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Acts = NDArray[np.int8]
"""Actions by hand, as small integers because evaluating many ways to play mostly moves these arrays."""

LIMIT = 21
STANDS = 17
CLASSES = 6
"""The dealer's final totals that are distinguished: 17, 18, 19, 20, 21 and, where it matters, 22."""
BLOCK = 256
"""The number of shoes processed at once: enough to fill vector registers, few enough to stay in the first-level cache.
"""
DEEPEST = 24
"""A bound on the number of cards that a dealer can draw."""


@dataclass(frozen=True, eq=False)
class HandGraph:
    """All hands up to a hard total, sorted by that total, with the transitions between them."""

    cards: Integers
    hard: Integers
    total: Integers
    soft: Integers
    size: Integers
    to: Integers
    """[hand, value]: the hand after one more card, or -1 if that is over the limit."""
    back: Integers
    """[hand, value]: the hand with one card less, or -1."""

    def __len__(self) -> int:
        return len(self.hard)

    def index(self, *ranks: int) -> int:
        """The number of the hand with these card values."""
        hand = 0
        for rank in ranks:
            hand = int(self.to[hand, rank - 1])
            if hand < 0:
                raise ValueError(f"{', '.join(map(str, ranks))} is over {LIMIT}")
        return hand


@dataclass(frozen=True, eq=False)
class DealerTrees:
    """The dealer's draws by up card: nodes in depth-first order, `first[u]` to `first[u + 1]` for up card u."""

    first: Integers
    depth: Integers
    rank: Integers
    before: Integers
    """The number of cards of the same value drawn before this node."""
    end: Integers
    """The final total, or -1 if the dealer draws on."""
    orders: Floats
    """The number of orders in which this hand can be drawn."""


@lru_cache
def hands(limit: int = LIMIT) -> HandGraph:
    """The graph of hands up to a hard `limit`."""
    made: list[tuple[int, ...]] = []

    def draw(counts: list[int], least: int, hard: int) -> None:
        made.append(tuple(counts))
        for rank in range(least, RANKS + 1):
            if hard + rank > limit:
                break
            counts[rank - 1] += 1
            draw(counts, rank, hard + rank)
            counts[rank - 1] -= 1

    draw([0] * RANKS, 1, 0)
    made.sort(key=lambda counts: (sum((i + 1) * n for i, n in enumerate(counts)), tuple(-n for n in counts)))
    number = {counts: at for at, counts in enumerate(made)}
    cards = np.array(made, dtype=np.int64)
    hard = cards @ np.arange(1, RANKS + 1)
    soft = (cards[:, 0] > 0) & (hard + 10 <= LIMIT)
    to = np.full((len(made), RANKS), -1, dtype=np.int64)
    back = np.full((len(made), RANKS), -1, dtype=np.int64)
    for at, counts in enumerate(made):
        for r in range(RANKS):
            more = number.get((*counts[:r], counts[r] + 1, *counts[r + 1 :]))
            if more is not None:
                to[at, r] = more
                back[more, r] = at
    total = hard + 10 * soft
    return HandGraph(cards, hard, total, soft.astype(np.int64), cards.sum(axis=1), to, back)


@lru_cache
def dealer_trees(hit_soft_17: bool, to_22: bool = False) -> DealerTrees:
    """The dealer's draws under one rule for soft 17, with 22 as a separate total where the game needs it."""
    table = hands(LIMIT + 1 if to_22 else LIMIT)
    found = [_tree(up, hit_soft_17, table) for up in range(RANKS)]
    first = np.cumsum([0, *map(len, found)]).astype(np.int64)
    depth, rank, before, end, orders = zip(*chain.from_iterable(found), strict=True)
    depths, ranks, held, ends = (np.array(column, np.int64) for column in (depth, rank, before, end))
    return DealerTrees(first, depths, ranks, held, ends, np.array(orders, np.float64))


def _tree(up: int, hit_soft_17: bool, table: HandGraph) -> list[tuple[int, int, int, int, float]]:
    """The nodes of an up card: depth, rank, cards of that rank before, end, orders. It runs once, so it is not
    compiled.
    """
    cards, to = table.cards.tolist(), table.to.tolist()
    orders, final = _dealt_orders(up, hit_soft_17, table)
    found: list[tuple[int, int, int, int, float]] = []

    def walk(hand: int, least: int, depth: int) -> None:
        """Extend a hand by cards in non-decreasing order, and keep the nodes that lead to a final hand."""
        for r in range(least, RANKS):
            after = to[hand][r]
            if after < 0:
                break
            before = cards[after][r] - 1 - (r == up)
            if final[after]:
                found.append((depth, r, before, min(int(table.total[after]), LIMIT + 1) - STANDS, orders[after]))
                walk(after, r, depth + 1)
                continue
            here = len(found)
            found.append((depth, r, before, -1, 0.0))
            walk(after, r, depth + 1)
            if len(found) == here + 1:
                del found[here]

    walk(to[0][up], 0, 1)
    return found


def _dealt_orders(up: int, hit_soft_17: bool, table: HandGraph) -> tuple[list[float], list[bool]]:
    """The number of orders in which a dealer draws each hand, and which hands are final; blackjacks are left out."""
    total, soft, size, to = (column.tolist() for column in (table.total, table.soft, table.size, table.to))
    orders = [0.0] * len(total)
    final = [False] * len(total)
    orders[to[0][up]] = 1.0
    for hand, ways in enumerate(orders):
        if ways == 0.0:
            continue
        if total[hand] < STANDS or (hit_soft_17 and total[hand] == STANDS and soft[hand] == 1):
            for after in to[hand]:
                if after >= 0:
                    orders[after] += ways
        else:
            final[hand] = size[hand] != 2 or total[hand] != LIMIT
    return orders, final


@compiled
def dealer_ends(
    left: Floats, first: Integers, depth: Integers, rank: Integers, before: Integers, end: Integers, orders: Floats
) -> Floats:
    """The probabilities of the dealer's final totals for many shoes; `left[s, r]` counts the cards, up card included.

    Returns probabilities by [shoe, up card, total]. A blackjack is in none of the totals, and what is then missing to 1
    is a hand over 21. The results are meaningless for a shoe without the up card or with a negative count.
    """
    shoes = len(left)
    found = np.zeros((shoes, 10, CLASSES))
    of = np.zeros((10, BLOCK))
    product = np.zeros((DEEPEST, BLOCK))
    share = np.zeros((DEEPEST, BLOCK))
    sums = np.zeros((CLASSES, BLOCK))
    for start in range(0, shoes, BLOCK):
        width = min(BLOCK, shoes - start)
        for b in range(BLOCK):
            size = 0.0
            for r in range(10):
                of[r, b] = left[start + min(b, width - 1), r]
                size += of[r, b]
            for d in range(1, DEEPEST):
                size -= 1.0
                share[d, b] = 1.0 / size if size > 0.0 else 0.0
        for up in range(10):
            for b in range(BLOCK):
                of[up, b] -= 1.0
                product[0, b] = 1.0
            for e in range(CLASSES):
                for b in range(BLOCK):
                    sums[e, b] = 0.0
            for node in range(first[up], first[up + 1]):
                d, r, e = depth[node], rank[node], end[node]
                less = float(before[node])
                # Loops over the length of an array are vectorised; loops over a constant are not.
                if e >= 0:
                    times = orders[node]
                    for b in range(product.shape[1]):
                        chance = product[d - 1, b] * (of[r, b] - less) * share[d, b]
                        product[d, b] = chance
                        sums[e, b] += times * chance
                else:
                    for b in range(product.shape[1]):
                        product[d, b] = product[d - 1, b] * (of[r, b] - less) * share[d, b]
            for e in range(CLASSES):
                for b in range(width):
                    found[start + b, up, e] = sums[e, b]
            for b in range(BLOCK):
                of[up, b] += 1.0
    return found
