"""Stud in two steps: the decision is made on the first cards, before the others of both hands are dealt.

The whole hands are compared with the dealer's by `stud`, up to suits. What a set of first cards is worth is the sum
over the cards that may follow (`one_more`), as on a ladder. The greatest sum, 1,533,939 dealer hands times 2,352 ways
to go on, is below 4e9: amounts below 1e9 units fit into 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.arrays import Bytes, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.kinds.stud.solver import StudGame, deals
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import Given, Simple, Strategy, described, read, rule_of
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands import SHOWING
from pitboss.pricing.deals import DECK, Counts, classes, one_more
from pitboss.pricing.progress import Progress


@dataclass(frozen=True)
class EarlyStudGame:
    """A game of stud whose decision is made with the first cards only."""

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
        """How many ways there are to go on from the first cards, in order, each with all hands of the dealer."""
        size = self.whole.cards
        return prod(range(DECK - size + 1, DECK - self.first + 1)) * comb(DECK - size, self.whole.dealer_cards)


def _results(game: EarlyStudGame, progress: Progress | None = None) -> Counts:
    """How often each result comes, a row for each; a column for each class of whole hands."""
    counts = deals(game.whole, progress).counts
    barred, below, upto = (
        some[:, 0].astype(np.int64) for some in (counts.below_qualifying, counts.below, counts.not_above)
    )
    nothing = np.zeros_like(below)
    plays = np.stack([below - barred, upto - below, counts.each - upto, barred, nothing, nothing])
    beaten = np.stack([nothing, nothing, counts.each - barred, below, upto - below, barred - upto])
    return np.where(_strengths(game) >= game.whole.qualifying, plays, beaten)


def _strengths(game: EarlyStudGame) -> NDArray[np.int16]:
    return deals(game.whole).strengths


def _graded(game: EarlyStudGame) -> Bytes:
    return row_numbers(game.rows)[_strengths(game)]


def values(game: EarlyStudGame, progress: Progress | None = None) -> Counts:
    """What each end (a row) comes to with each class of first cards, in units, over all that may follow."""
    pays, _ = unit_amounts(game, RESULTS)
    results, graded = _results(game, progress), _graded(game)
    found: Counts = (pays[:, graded, :] * results.T[None]).sum(axis=2)
    for known in range(game.whole.cards - 1, game.first - 1, -1):
        found = np.stack([row[one_more(known)].sum(axis=1) for row in found])
    return found


def solve(game: EarlyStudGame, progress: Progress | None = None) -> Bytes:
    """The best end, by its number, for each class of first cards; of equals the first."""
    return np.asarray(values(game, progress).argmax(axis=0), np.uint8)


def play(game: EarlyStudGame, decided: Bytes) -> Tally:
    """How all deals end when played so."""
    results, graded = _results(game), _graded(game)
    counts = np.zeros((len(game.ends), len(game.rows.names) + 1, len(RESULTS)), np.int64)
    for number in range(len(game.ends)):
        weights = np.where(decided == number, classes(game.first).weights, 0)
        for known in range(game.first, game.whole.cards):
            into = one_more(known)
            grown = np.zeros(len(classes(known + 1)), np.int64)
            np.add.at(grown, into.ravel(), np.repeat(weights, into.shape[1]))
            weights = grown
        for row in range(counts.shape[1]):
            counts[number, row] = (results * np.where(graded == row, weights, 0)).sum(axis=1)
    return tally_of(game, RESULTS, counts, comb(DECK, game.first) * game.ways)


class EarlyStudStrategy(Strategy):
    game: EarlyStudGame
    decisions: Bytes

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        held = read(own, self.game.first, "the player's first cards")
        return self.game.ends[int(self.decisions[classes(self.game.first).find(held)])]

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """What each choice brings on average."""
        held = read(own, self.game.first, "the player's first cards")
        found = values(self.game)[:, classes(self.game.first).find(held)]
        units = unit_amounts(self.game, RESULTS).units
        return {end: int(value) / (self.game.ways * units) for end, value in zip(self.game.ends, found, strict=True)}

    def played(self, other: str | Simple) -> EarlyStudStrategy:
        first, last = self.game.first, len(self.game.ends) - 1
        order = SHOWING[first - 1]
        if isinstance(other, str) and wording.is_file(other):
            stays = wording.read(other, {first: self.game.ends[-1]}).stays(first, order)[:, 0]
        else:
            stays = rule_of(self, other, order)(classes(first).representatives)
        decisions = (last * stays).astype(np.uint8)
        return EarlyStudStrategy(self.game, decisions, lambda: play(self.game, decisions), self.simpler)

    def summary(self) -> tuple[str, ...]:
        taken = set(np.unique(self.decisions))
        if len(taken) == 1:
            return (f"{self.game.ends[taken.pop()].replace('_', ' ')} with every hand",)
        return described(self.game.first, self.decisions, self.game.ends)
