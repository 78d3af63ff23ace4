"""Stud in two steps: the decision is made on the first cards, before the rest of both hands is dealt.

Whole hands are compared with the dealer's by `solver`, up to suit symmetry. The value of a set of first cards is the
sum over the cards that may follow (`classes_with_one_more`), as in a ladder. The largest sum has 1,533,939 dealer hands
times 2,352 ways to go on, which is below 4e9, so amounts below 1e9 units fit into 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.arrays import Bytes, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.kinds.stud.solver import StudGame, count_deals
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    CardInput,
    SimpleStrategy,
    Strategy,
    describe_sets,
    parse_rule,
    read_cards,
)
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands import SHOWING
from pitboss.pricing.deals import DECK, Counts, classes, classes_with_one_more
from pitboss.pricing.progress import Progress


@dataclass(frozen=True)
class EarlyStudGame:
    """A stud game with a single decision, made on the first cards."""

    whole: StudGame
    first: int

    @property
    def key(self) -> tuple[Any, ...]:
        return *self.whole.key, self.first

    @property
    def net(self) -> Net:
        return self.whole.net

    @property
    def ends(self) -> tuple[str, ...]:
        return self.whole.ends

    @property
    def rows(self) -> Any:
        return self.whole.rows

    @property
    def ways(self) -> int:
        """The number of ways to continue from the first cards, in order, times all dealer hands."""
        size = self.whole.cards
        return prod(range(DECK - size + 1, DECK - self.first + 1)) * comb(DECK - size, self.whole.dealer_cards)


def _results(game: EarlyStudGame, progress: Progress | None = None) -> Counts:
    """How often each result occurs, with one row per result and one column per class of whole hands."""
    counts = count_deals(game.whole, progress).counts
    barred, below, upto = (
        some[:, 0].astype(np.int64) for some in (counts.below_qualifying, counts.below, counts.not_above)
    )
    nothing = np.zeros_like(below)
    plays = np.stack([below - barred, upto - below, counts.each - upto, barred, nothing, nothing])
    beaten = np.stack([nothing, nothing, counts.each - barred, below, upto - below, barred - upto])
    return np.where(_strengths(game) >= game.whole.qualifying, plays, beaten)


def _strengths(game: EarlyStudGame) -> NDArray[np.int16]:
    return count_deals(game.whole).strengths


def _row_numbers(game: EarlyStudGame) -> Bytes:
    return row_numbers(game.rows)[_strengths(game)]


def values(game: EarlyStudGame, progress: Progress | None = None) -> Counts:
    """The value of each end (a row) with each class of first cards in units, summed over all continuations."""
    pays, _ = unit_amounts(game, RESULTS)
    results, graded = _results(game, progress), _row_numbers(game)
    found: Counts = (pays[:, graded, :] * results.T[None]).sum(axis=2)
    for known in range(game.whole.cards - 1, game.first - 1, -1):
        found = np.stack([row[classes_with_one_more(known)].sum(axis=1) for row in found])
    return found


def solve(game: EarlyStudGame, progress: Progress | None = None) -> Bytes:
    """Return the number of the best end for each class of first cards; ties go to the first."""
    return np.asarray(values(game, progress).argmax(axis=0), np.uint8)


def play(game: EarlyStudGame, decided: Bytes) -> Tally:
    """Return the tally of all deals under these decisions."""
    results, graded = _results(game), _row_numbers(game)
    counts = np.zeros((len(game.ends), len(game.rows.names) + 1, len(RESULTS)), np.int64)
    for number in range(len(game.ends)):
        weights = np.where(decided == number, classes(game.first).weights, 0)
        for known in range(game.first, game.whole.cards):
            into = classes_with_one_more(known)
            grown = np.zeros(len(classes(known + 1)), np.int64)
            np.add.at(grown, into.ravel(), np.repeat(weights, into.shape[1]))
            weights = grown
        for row in range(counts.shape[1]):
            counts[number, row] = (results * np.where(graded == row, weights, 0)).sum(axis=1)
    return tally_of(game, RESULTS, counts, comb(DECK, game.first) * game.ways)


class EarlyStudStrategy(Strategy):
    game: EarlyStudGame
    decisions: Bytes

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        held = read_cards(own, self.game.first, "the player's first cards")
        return self.game.ends[int(self.decisions[classes(self.game.first).find(held)])]

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The average net of each choice."""
        held = read_cards(own, self.game.first, "the player's first cards")
        found = values(self.game)[:, classes(self.game.first).find(held)]
        units = unit_amounts(self.game, RESULTS).units
        return {end: int(value) / (self.game.ways * units) for end, value in zip(self.game.ends, found, strict=True)}

    def strategy_for(self, other: str | SimpleStrategy) -> EarlyStudStrategy:
        first, last = self.game.first, len(self.game.ends) - 1
        order = SHOWING[first - 1]
        if isinstance(other, str) and strategy_text.is_file(other):
            stays = strategy_text.read_file(other, {first: self.game.ends[-1]}).stays(first, order)[:, 0]
        else:
            stays = parse_rule(self, other, order)(classes(first).representatives)
        decisions = (last * stays).astype(np.uint8)
        return EarlyStudStrategy(self.game, decisions, lambda: play(self.game, decisions), self.simpler)

    def summary(self) -> tuple[str, ...]:
        taken = set(np.unique(self.decisions))
        if len(taken) == 1:
            return (f"{self.game.ends[taken.pop()].replace('_', ' ')} with every hand",)
        return describe_sets(self.game.first, self.decisions, self.game.ends)
