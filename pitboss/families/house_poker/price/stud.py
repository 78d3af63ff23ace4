"""Own cards against the dealer's own cards, with one decision: Caribbean stud, three card poker and their kind.

The player hands are taken up to suits, the dealer's hands are counted by `census`, and the decision is made for each
player hand and each card that the dealer may show. What is worth what is a sum of counts times whole units: at most
163,185 dealer hands times the amounts, far inside 64 bits; so are all 2e13 deals times the amounts, if these are
below 4e5 units, and amounts are refused above that.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.price.census import Against, Dealer, against
from pitboss.families.house_poker.price.compiled import compiled
from pitboss.families.house_poker.price.deals import DECK, Cards, Counts, all_sets, classes
from pitboss.families.house_poker.price.progress import Progress
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import RESULTS, Net, Tally, amounts
from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch

Bytes = NDArray[np.uint8]
MOST_AMOUNT = 400_000


@dataclass(frozen=True)
class StudGame:
    """A game of own cards with one decision between `ends`, the cheapest first; of equals the first is taken."""

    order: Order
    cards: int
    dealer_cards: int
    shown: int
    qualifying: int
    rows: Rows
    ends: tuple[str, ...]
    net: Net

    @property
    def key(self) -> tuple[str, int, int, int, int]:
        return self.order.id, self.cards, self.dealer_cards, self.shown, self.qualifying


class Deals(NamedTuple):
    """The player hands up to suits, and how the dealer's compare with each."""

    hands: Cards
    strengths: NDArray[np.int16]
    weights: Counts
    counts: Against


_kept: dict[tuple[str, int, int, int, int], Deals] = {}


def deals(game: StudGame, progress: Progress | None = None) -> Deals:
    """All deals of a game, counted. The last few are kept: pay tables do not change them."""
    if game.key not in _kept:
        held = classes(game.cards)
        strengths = evaluate_batch(held.representatives, game.order)
        hands = all_sets(game.dealer_cards)
        dealer = Dealer(hands, evaluate_batch(hands, game.order))
        counts = against(held.representatives, strengths, dealer, game.qualifying, game.shown, progress)
        while len(_kept) >= 2:
            del _kept[next(iter(_kept))]
        _kept[game.key] = Deals(held.representatives, strengths, held.weights, counts)
    return _kept[game.key]


@compiled
def _results(above_bar: bool, each: int, below_bar: int, below: int, not_above: int, found: Counts) -> None:
    found[:] = 0
    if above_bar:
        found[0] = below - below_bar
        found[1] = not_above - below
        found[2] = each - not_above
        found[3] = below_bar
    else:
        found[2] = each - below_bar
        found[3] = below
        found[4] = not_above - below
        found[5] = below_bar - not_above


@compiled
def _decide(
    strengths: NDArray[np.int16],
    qualifying: int,
    each: int,
    below_bar: NDArray[np.int32],
    below: NDArray[np.int32],
    not_above: NDArray[np.int32],
    grade_of: Bytes,
    pays: NDArray[np.int64],
    decisions: Bytes,
) -> None:
    results = np.empty(pays.shape[2], np.int64)
    for row in range(len(strengths)):
        grade = grade_of[strengths[row]]
        for column in range(below.shape[1]):
            _results(
                strengths[row] >= qualifying,
                each,
                below_bar[row, column],
                below[row, column],
                not_above[row, column],
                results,
            )
            best = -(1 << 62)
            for end in range(len(pays)):
                value = 0
                for result in range(len(results)):
                    value += pays[end, grade, result] * results[result]
                if value > best:
                    best = value
                    decisions[row, column] = end


@compiled
def _tally(
    hands: Cards,
    strengths: NDArray[np.int16],
    weights: Counts,
    qualifying: int,
    each: int,
    below_bar: NDArray[np.int32],
    below: NDArray[np.int32],
    not_above: NDArray[np.int32],
    grade_of: Bytes,
    decisions: Bytes,
    tally: Counts,
) -> None:
    results = np.empty(tally.shape[2], np.int64)
    columns = below.shape[1]
    for row in range(len(strengths)):
        grade = grade_of[strengths[row]]
        mine = 0
        for column in range(columns):
            if columns > 1 and mine < hands.shape[1] and hands[row, mine] == column:
                mine += 1
                continue
            _results(
                strengths[row] >= qualifying,
                each,
                below_bar[row, column],
                below[row, column],
                not_above[row, column],
                results,
            )
            for result in range(len(results)):
                tally[decisions[row, column], grade, result] += weights[row] * results[result]


def solve(game: StudGame, progress: Progress | None = None) -> Bytes:
    """The best end, by its number, for each class of player hands (a row) and each card that the dealer may show."""
    table, _ = amounts(game.ends, (*game.rows.names, ""), RESULTS, game.net)
    pays = np.array(table, np.int64)
    if abs(pays).max() >= MOST_AMOUNT:
        raise ValueError(f"amounts up to {abs(pays).max()} units: below {MOST_AMOUNT} they are sure to fit")
    dealt = deals(game, progress)
    counts = dealt.counts
    decisions = np.zeros(counts.below.shape, np.uint8)
    _decide(
        dealt.strengths,
        game.qualifying,
        counts.each,
        counts.below_qualifying,
        counts.below,
        counts.not_above,
        np.array(game.rows.by_strength(), np.uint8),
        pays,
        decisions,
    )
    return decisions


def play(game: StudGame, decisions: Bytes, progress: Progress | None = None) -> Tally:
    """How all deals end when played so."""
    dealt = deals(game, progress)
    counts = dealt.counts
    found = np.zeros((len(game.ends), len(game.rows.names) + 1, len(RESULTS)), np.int64)
    _tally(
        dealt.hands,
        dealt.strengths,
        dealt.weights,
        game.qualifying,
        counts.each,
        counts.below_qualifying,
        counts.below,
        counts.not_above,
        np.array(game.rows.by_strength(), np.uint8),
        decisions,
        found,
    )
    tally = Tally(
        {
            (end, row, result): int(found[e, r, s])
            for e, end in enumerate(game.ends)
            for r, row in enumerate((*game.rows.names, ""))
            for s, result in enumerate(RESULTS)
        }
    )
    shown = DECK - game.cards if game.shown else 1
    if tally.total != comb(DECK, game.cards) * shown * counts.each:
        raise AssertionError(f"{tally.total} deals")
    return tally
