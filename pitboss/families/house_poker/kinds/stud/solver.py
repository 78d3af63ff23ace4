"""Own cards against the dealer's own cards, with one decision: Caribbean stud, three card poker and their kind.

The player hands are taken up to suits, the dealer's hands are counted by a census (`pricing/census`), and the decision
is made for each player hand and each card that the dealer may show. A value sums counts times whole units: at most
163,185 dealer hands times the amounts, far inside 64 bits; so are all 2e13 deals times the amounts, if these are
below 4e5 units, and amounts are refused above that.
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
from pitboss.pricing.census import Against, Dealer, against, against_each
from pitboss.pricing.compiled import compiled
from pitboss.pricing.deals import DECK, Cards, Classes, Counts, as_cards, classes, every_set
from pitboss.pricing.progress import Progress

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
    jokers: int = 0
    """So many are in the deck beside the 52 cards; then player and dealer have as many cards, and none is shown."""

    @property
    def key(self) -> tuple[str, int, int, int, int, int]:
        return self.order.id, self.cards, self.dealer_cards, self.shown, self.qualifying, self.jokers

    @property
    def known(self) -> Classes:
        """The player's hands, up to suits; with jokers every single one."""
        return every_set(self.cards, self.jokers) if self.jokers else classes(self.cards)

    def ranked(self, hands: Cards) -> NDArray[np.int16]:
        """What hands are worth."""
        return evaluate_batch(np.ascontiguousarray(as_cards(hands)), self.order)


class Deals(NamedTuple):
    """The player hands up to suits, and how the dealer's compare with each."""

    hands: Cards
    strengths: NDArray[np.int16]
    weights: Counts
    counts: Against


_counted: dict[tuple[str, int, int, int, int, int], Deals] = {}


def deals(game: StudGame, progress: Progress | None = None) -> Deals:
    """All deals of a game, counted. The last few are kept: pay tables do not change them."""
    if game.key not in _counted:
        held = game.known
        strengths = game.ranked(held.representatives)
        if game.jokers:
            counts = against_each(held.representatives, strengths, game.qualifying)
        else:
            dealt = classes(game.dealer_cards)
            dealer = Dealer(dealt, evaluate_batch(dealt.representatives, game.order))
            counts = against(held.representatives, strengths, dealer, game.qualifying, game.shown, progress)
        while len(_counted) >= 2:
            del _counted[next(iter(_counted))]
        _counted[game.key] = Deals(held.representatives, strengths, held.weights, counts)
    return _counted[game.key]


@compiled
def _results(dealt: Deals, qualifying: int, row: int, column: int, found: Counts) -> None:
    """How often each result comes for a player hand against a card that is shown."""
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
def _decide(dealt: Deals, qualifying: int, grade_of: Bytes, pays: NDArray[np.int64], decisions: Bytes) -> None:
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
def _tally(dealt: Deals, qualifying: int, grade_of: Bytes, decisions: Bytes, tally: Counts) -> None:
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
    """The best end, by its number, for each class of player hands (a row) and each card that the dealer may show."""
    pays, _ = unit_amounts(game, RESULTS, MOST_AMOUNT)
    dealt = deals(game, progress)
    decisions = np.zeros(dealt.counts.below.shape, np.uint8)
    _decide(dealt, game.qualifying, row_numbers(game.rows), pays, decisions)
    return decisions


def play(game: StudGame, decisions: Bytes, progress: Progress | None = None) -> Tally:
    """How all deals end when played so."""
    dealt = deals(game, progress)
    found = np.zeros((len(game.ends), len(game.rows.names) + 1, len(RESULTS)), np.int64)
    _tally(dealt, game.qualifying, row_numbers(game.rows), decisions, found)
    shown = DECK - game.cards if game.shown else 1
    return tally_of(game, RESULTS, found, comb(DECK + game.jokers, game.cards) * shown * dealt.counts.each)
