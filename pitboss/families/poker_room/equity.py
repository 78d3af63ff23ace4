"""Equity: the average share of the pot that each hand wins, over all deals of the cards to come.

If only the board is to come, deals are grouped by ranks (`boards`). Otherwise every deal of the cards to come is a row;
the strengths of all rows are computed at once, by the compiled evaluator if loading it pays off. A deal is divided like
a pot (high, low, or both halves), in integer parts of a unit that every number of winners divides, so an equity is a
ratio of integers. If there are too many deals to count, some are sampled, and the error is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS
from pitboss.families.poker_room.boards import deals_by_ranks, strengths_of
from pitboss.families.poker_room.ranking import MadeOf, strength
from pitboss.hands.orders import BADUGI, FIVE_CARD, order_of

MOST_DEALS = 3_000_000
"""The largest number of deals that are counted one by one."""
MOST_APART = 60_000
"""The same limit when players' own cards are still to come, so that each deal is built separately."""
FEW = 400_000
"""The number of hands that can be evaluated in the time it takes to load the evaluator's compiler."""
ROWS = 1 << 16
SAMPLES = 200_000
DECK = 52

Rows = NDArray[np.uint8]
Strengths = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class HandCounts:
    """A hand's results: deals won alone, deals tied, its parts of all pots, and how often it made each category."""

    wins: int
    ties: int
    parts: int
    kinds: tuple[dict[str, int], ...]
    """By category, for each way in which hands are ranked."""


@dataclass(frozen=True, slots=True)
class Tally:
    """All hands' results, and the number of deals counted or sampled; `unit` is the number of parts in one pot."""

    hands: tuple[HandCounts, ...]
    deals: int
    unit: int
    exact: bool

    def share(self, hand: int) -> Fraction:
        """A hand's average share of the pot."""
        return Fraction(self.hands[hand].parts, self.deals * self.unit)

    def error(self, hand: int) -> float:
        """The 95 percent error of a share; 0 if all deals were counted."""
        if self.exact:
            return 0.0
        share = float(self.share(hand))
        # By the rule of three, an event that was never (or always) drawn has a probability below 3 / n (above 1 - 3 /
        # n).
        return max(1.96 * sqrt(share * (1 - share) / self.deals), min(3 / self.deals, 1.0))


@dataclass(frozen=True, slots=True)
class Showdown:
    """The situation: each hand's own cards by index, the board, cards out of the deck, and how many are to come."""

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    own: int
    community: int
    ways: tuple[MadeOf, ...]

    @property
    def deck(self) -> Rows:
        out = {*self.board, *self.dead, *(card for hand in self.hands for card in hand)}
        return np.array([card for card in range(DECK) if card not in out], np.uint8)

    @property
    def missing(self) -> tuple[int, ...]:
        """The number of cards still to come for each player."""
        return tuple(self.own - len(hand) for hand in self.hands)

    @property
    def deals(self) -> int:
        """The number of ways to deal the cards to come."""
        left, ways = len(self.deck), 1
        for number in (self.community - len(self.board), *self.missing):
            ways *= comb(left, number)
            left -= number
        return ways


def tally(showdown: Showdown, samples: int | None = None, seed: int = 0) -> Tally:
    """Count all deals, or sample if there are too many or `samples` is given."""
    if samples is None and _is_by_ranks(showdown):
        return _by_ranks(showdown)
    return _row_by_row(showdown, samples, seed)


def _is_by_ranks(showdown: Showdown) -> bool:
    """Whether only community cards are to come and any five cards make the hand, as in hold 'em before the river."""
    high = len(showdown.ways) == 1 and order_of(showdown.ways[0].order) is FIVE_CARD and not showdown.ways[0].own
    cards = showdown.community + len(showdown.hands[0])
    return high and cards <= 7 and not any(showdown.missing) and len(showdown.board) < showdown.community


def _by_ranks(showdown: Showdown) -> Tally:
    counts = _Counts.of(showdown)
    to_come = showdown.community - len(showdown.board)
    deck = [int(card) for card in showdown.deck]
    for strengths, often in deals_by_ranks(showdown.hands, showdown.board, deck, to_come):
        counts.count([strengths], often)
    return Tally(counts.counted(), counts.deals, counts.unit, True)


def _row_by_row(showdown: Showdown, samples: int | None, seed: int) -> Tally:
    """Evaluate every deal as a row."""
    apart = any(showdown.missing)
    deals = showdown.deals
    exact = deals == 1 or (samples is None and deals <= (MOST_APART if apart else MOST_DEALS))
    counted = _apart if apart else _boards
    rows = counted(showdown) if exact else _drawn(showdown, samples or SAMPLES, seed)
    counts = _Counts.of(showdown)
    for board, own in rows:
        each = [
            np.stack([_strengths(showdown, way, hand, board, own[at]) for at, hand in enumerate(showdown.hands)])
            for way in showdown.ways
        ]
        counts.count(each, np.ones(len(board), np.int64))
    return Tally(counts.counted(), counts.deals, counts.unit, exact)


# ---- The deals: boards, one per row, and the cards each player gets


def _boards(showdown: Showdown) -> Iterator[tuple[Rows, list[Rows]]]:
    for some in _subsets(showdown.deck, showdown.community - len(showdown.board)):
        for first in range(0, len(some), ROWS):
            part = some[first : first + ROWS]
            yield part, [np.empty((len(part), 0), np.uint8) for _ in showdown.hands]


def _subsets(deck: Rows, number: int) -> Iterator[Rows]:
    """Every choice of `number` cards, one per row."""
    if (ways := comb(len(deck), number)) <= ROWS:
        return iter([np.array(list(combinations(deck, number)), np.uint8).reshape(ways, number)])
    from pitboss.hands.fast import subsets

    return subsets(deck, number)


def _apart(showdown: Showdown) -> Iterator[tuple[Rows, list[Rows]]]:
    """Every deal, built separately: community cards, then each player's own."""
    sizes = (showdown.community - len(showdown.board), *showdown.missing)

    def dealt(left: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if not sizes:
            yield ()
            return
        for some in combinations(left, sizes[0]):
            rest = tuple(card for card in left if card not in some)
            yield from ((*some, *more) for more in dealt(rest, sizes[1:]))

    rows = np.array(list(dealt(tuple(map(int, showdown.deck)), sizes)), np.uint8)
    yield from _cut(rows.reshape(len(rows), sum(sizes)), sizes)


def _drawn(showdown: Showdown, samples: int, seed: int) -> Iterator[tuple[Rows, list[Rows]]]:
    sizes = (showdown.community - len(showdown.board), *showdown.missing)
    deck, random, number = showdown.deck, np.random.default_rng(seed), sum(sizes)
    for first in range(0, samples, ROWS):
        rows = min(ROWS, samples - first)
        places = random.random((rows, len(deck))).argpartition(number - 1 if number else 0, axis=1)[:, :number]
        # The first cards are a random set; another permutation decides which of them goes to whom.
        yield from _cut(deck[random.permuted(places, axis=1)], sizes)


def _cut(rows: Rows, sizes: Sequence[int]) -> Iterator[tuple[Rows, list[Rows]]]:
    ends = np.cumsum(sizes)
    parts = np.split(rows, ends[:-1], axis=1)
    yield parts[0], parts[1:]


# ---- The results


class _Counts:
    """Counts deals in batches."""

    def __init__(self, players: int, unit: int, ways: Sequence[MadeOf]) -> None:
        self.unit, self.ways, self.deals = unit, ways, 0
        self.wins, self.ties, self.parts = [0] * players, [0] * players, [0] * players
        self.kinds = [[np.zeros(len(order_of(way.order).categories) + 1, np.int64) for way in ways] for _ in self.wins]

    @classmethod
    def of(cls, showdown: Showdown) -> _Counts:
        players = len(showdown.hands)
        return cls(players, 2 * lcm(*range(1, players + 1)), showdown.ways)

    def count(self, strengths: Sequence[NDArray[Any]], often: NDArray[np.int64]) -> None:
        """Add weighted deals, given the strengths of all hands in each way of ranking."""
        self.deals += int(often.sum())
        for place, way in enumerate(self.ways):
            kinds = _categories(way.order)
            for at, found in enumerate(strengths[place]):
                number = len(self.kinds[at][place])
                # Sums of integers far below 2**53 are exact.
                self.kinds[at][place] += np.bincount(kinds[found], often, number).astype(np.int64)
        parts = self._shared(strengths)
        for at in range(len(self.wins)):
            self.parts[at] += int((parts[at] * often).sum())
            self.wins[at] += int(often[parts[at] == self.unit].sum())
            self.ties[at] += int(often[(parts[at] > 0) & (parts[at] < self.unit)].sum())

    def _shared(self, strengths: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
        """Each hand's parts of each pot: of the whole or of two halves; without a low, the high hand gets both."""
        found = []
        for each in strengths:
            best = each.max(axis=0)
            winners = (each == best) & (best > 0)
            found.append((winners, np.maximum(winners.sum(axis=0), 1), best > 0))
        if len(found) == 1:
            winners, among, _ = found[0]
            return np.where(winners, self.unit // among, 0)
        (high, of_high, _), (low, of_low, is_low) = found
        half = self.unit // 2
        upper = np.where(is_low, half, self.unit)
        return np.where(high, upper // of_high, 0) + np.where(low & is_low, half // of_low, 0)

    def counted(self) -> tuple[HandCounts, ...]:
        return tuple(
            HandCounts(self.wins[at], self.ties[at], self.parts[at], tuple(map(_named, self.ways, self.kinds[at])))
            for at in range(len(self.wins))
        )


@cache
def _categories(order: str) -> NDArray[np.uint8]:
    """The category index of each strength in an order."""
    found = order_of(order)
    places = {category: place for place, category in enumerate(found.categories)}
    return np.array([len(places), *(places[grade.category] for grade in found.ladder)], np.uint8)


def _named(way: MadeOf, counts: NDArray[np.int64]) -> dict[str, int]:
    names = [*map(str, order_of(way.order).categories), "no low"]
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


def _strengths(showdown: Showdown, way: MadeOf, hand: tuple[int, ...], board: Rows, own: Rows) -> Strengths:
    """The strength of a player's best hand on each row."""
    rows = len(board)
    table = np.hstack([np.broadcast_to(np.array(showdown.board, np.uint8), (rows, len(showdown.board))), board])
    mine = np.hstack([np.broadcast_to(np.array(hand, np.uint8), (rows, len(hand))), own])
    cards = np.hstack([mine, table])
    places, order = range(cards.shape[1]), order_of(way.order)
    made = list(combinations(places, order.size))
    if way.own:
        made = [some for some in made if sum(place < mine.shape[1] for place in some) == way.own]
    if order is BADUGI:  # a draw game, in which hands are complete: a row or two
        return np.array([strength(way, [CARDS[card] for card in row]) for row in cards], np.int16)
    best = np.zeros(rows, np.int16)
    if rows * len(made) <= FEW:
        for some in made:
            np.maximum(best, strengths_of(cards[:, some].astype(np.int64), order), out=best, casting="unsafe")
        return best
    from pitboss.hands.fast import evaluate_batch

    if not way.own:
        return evaluate_batch(np.ascontiguousarray(cards), way.order)
    for some in made:
        np.maximum(best, evaluate_batch(np.ascontiguousarray(cards[:, some]), way.order), out=best)
    return best
