"""The player's cards against the dealer's, with one decision: Caribbean stud, three card poker and similar games.

The player's hands are enumerated up to suit symmetry, the dealer's hands are counted by a census (`pricing/census`),
and the decision is made for each player hand and each card that the dealer may expose. A value is a sum of at most
163,185 dealer hands times the amounts, far within 64 bits. The sum over all 2e13 deals fits for amounts below 4e5
units; larger ones are rejected.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.arrays import Bytes, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.census import DealerCounts, DealerHands, count_dealer_hands, count_each_dealer_hand
from pitboss.pricing.compiled import compiled
from pitboss.pricing.deals import DECK, Cards, Classes, Counts, all_sets_with_jokers, card_indices, classes
from pitboss.pricing.progress import Progress

MOST_AMOUNT = 400_000


@dataclass(frozen=True)
class StudGame:
    """A game with one decision, which chooses among `ends` by the player's own cards; `ends` are cheapest first."""

    order: Order
    cards: int
    dealer_cards: int
    shown: int
    qualifying: int
    rows: Rows
    ends: tuple[str, ...]
    net: Net
    jokers: int = 0
    """The number of jokers in the deck. With jokers, both hands have the same size and no card is exposed."""

    @property
    def key(self) -> tuple[str, int, int, int, int, int]:
        return self.order.id, self.cards, self.dealer_cards, self.shown, self.qualifying, self.jokers

    @property
    def player_hands(self) -> Classes:
        """The player's hands up to suit symmetry; with jokers, every hand separately."""
        return all_sets_with_jokers(self.cards, self.jokers) if self.jokers else classes(self.cards)

    def strengths_of(self, hands: Cards) -> NDArray[np.int16]:
        """The strengths of the given hands."""
        return evaluate_batch(np.ascontiguousarray(card_indices(hands)), self.order)


class CountedDeals(NamedTuple):
    """The player's hands up to suit symmetry, and how the dealer's compare with each."""

    hands: Cards
    strengths: NDArray[np.int16]
    weights: Counts
    counts: DealerCounts


_counts_cache: dict[tuple[str, int, int, int, int, int], CountedDeals] = {}


def count_deals(game: StudGame, progress: Progress | None = None) -> CountedDeals:
    """Count all of a game's deals, caching the last two counts, which do not depend on pay tables."""
    if game.key not in _counts_cache:
        held = game.player_hands
        strengths = game.strengths_of(held.representatives)
        if game.jokers:
            counts = count_each_dealer_hand(held.representatives, strengths, game.qualifying)
        else:
            dealt = classes(game.dealer_cards)
            dealer = DealerHands(dealt, evaluate_batch(dealt.representatives, game.order))
            counts = count_dealer_hands(held.representatives, strengths, dealer, game.qualifying, game.shown, progress)
        while len(_counts_cache) >= 2:
            del _counts_cache[next(iter(_counts_cache))]
        _counts_cache[game.key] = CountedDeals(held.representatives, strengths, held.weights, counts)
    return _counts_cache[game.key]


@compiled
def _results(dealt: CountedDeals, qualifying: int, row: int, column: int, found: Counts) -> None:
    """Count each result for a player hand against an exposed card."""
    counts = dealt.counts
    below_bar, below = counts.below_qualifying[row, column], counts.below[row, column]
    not_above = counts.not_above[row, column]
    found[:] = 0
    if dealt.strengths[row] >= qualifying:
        found[0] = below - below_bar
        found[1] = not_above - below
        found[2] = counts.each - not_above
        found[3] = below_bar
    else:
        found[2] = counts.each - below_bar
        found[3] = below
        found[4] = not_above - below
        found[5] = below_bar - not_above


@compiled
def _decide(dealt: CountedDeals, qualifying: int, grade_of: Bytes, pays: NDArray[np.int64], decisions: Bytes) -> None:
    results = np.empty(pays.shape[2], np.int64)
    for row in range(len(dealt.strengths)):
        grade = grade_of[dealt.strengths[row]]
        for column in range(decisions.shape[1]):
            _results(dealt, qualifying, row, column, results)
            best = -(1 << 62)
            for end in range(len(pays)):
                value = 0
                for result in range(len(results)):
                    value += pays[end, grade, result] * results[result]
                if value > best:
                    best = value
                    decisions[row, column] = end


@compiled
def _tally(dealt: CountedDeals, qualifying: int, grade_of: Bytes, decisions: Bytes, tally: Counts) -> None:
    results = np.empty(tally.shape[2], np.int64)
    hands, columns = dealt.hands, decisions.shape[1]
    for row in range(len(dealt.strengths)):
        grade = grade_of[dealt.strengths[row]]
        mine = 0
        for column in range(columns):
            if columns > 1 and mine < hands.shape[1] and hands[row, mine] == column:
                mine += 1
                continue
            _results(dealt, qualifying, row, column, results)
            for result in range(len(results)):
                tally[decisions[row, column], grade, result] += dealt.weights[row] * results[result]


def solve(game: StudGame, progress: Progress | None = None) -> Bytes:
    """Return the number of the best end for each class of player hands (a row) and each exposed card."""
    pays, _ = unit_amounts(game, RESULTS, MOST_AMOUNT)
    dealt = count_deals(game, progress)
    decisions = np.zeros(dealt.counts.below.shape, np.uint8)
    _decide(dealt, game.qualifying, row_numbers(game.rows), pays, decisions)
    return decisions


def play(game: StudGame, decisions: Bytes, progress: Progress | None = None) -> Tally:
    """Return the tally of all deals under these decisions."""
    dealt = count_deals(game, progress)
    found = np.zeros((len(game.ends), len(game.rows.names) + 1, len(RESULTS)), np.int64)
    _tally(dealt, game.qualifying, row_numbers(game.rows), decisions, found)
    shown = DECK - game.cards if game.shown else 1
    return tally_of(game, RESULTS, found, comb(DECK + game.jokers, game.cards) * shown * dealt.counts.each)
