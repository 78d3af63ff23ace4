"""Games in which one dealt card is discarded and the rest is played with community cards against a pay table.

For every set of dealt cards, up to suit symmetry, and each possible discard, all community cards are dealt to count the
rows of the hand. As long as every end pays by the same tables, the wager does not affect the best discard. The best
combination of end and discard is chosen; ties go to the cheapest end. Sums are of at most 18,424 hands times the
amounts, far within 64 bits. Dealt cards that are paid immediately have their own end and no decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.arrays import Bytes, UnitAmounts, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import ALONE
from pitboss.hands import Order
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength5
from pitboss.pricing.compiled import compiled
from pitboss.pricing.deals import DECK, Cards, Counts, classes
from pitboss.pricing.progress import Progress, run_in_parts, split_rows

OWN, COMMUNITY = 3, 3
DEALT = comb(DECK - OWN, COMMUNITY)
"""The number of ways to deal the community cards."""
FIRST_OF: NDArray[np.int64] = np.array([0, 0, 1, 0, 2, 0, 1, 0])
"""The position of the lowest bit set among three."""


@dataclass(frozen=True)
class DiscardGame:
    """A game of three cards, one of which is discarded, and three shared cards.

    `choices` are available to every hand, cheapest first. A hand with at least the strength `least` in the order
    `at_once` always has the end `paid`, if there is one.
    """

    rows: Rows
    choices: tuple[str, ...]
    net: Net
    at_once: Order | None = None
    least: int = 0
    paid: str = ""
    aside_first: bool = False
    """Whether the player discards before deciding on the wager."""

    @property
    def ends(self) -> tuple[str, ...]:
        return (*self.choices, self.paid) if self.paid else self.choices

    def winners(self, hands: Cards) -> NDArray[np.bool_]:
        """Which dealt cards are paid immediately."""
        if self.at_once is None:
            return np.zeros(len(hands), np.bool_)
        return np.asarray(evaluate_batch(np.ascontiguousarray(hands), self.at_once) >= self.least)


class Decisions(NamedTuple):
    """The best discards of each class of dealt cards, as bits from the lowest card up, and the end for each discard."""

    aside: Bytes
    ends: Bytes


@compiled
def _count(hands: Cards, first: int, last: int, grade_of: Bytes, found: Counts) -> None:
    """Count the rows that each of these hands can end in, by discarded card."""
    left = np.empty(DECK - OWN, np.uint8)
    for row in range(first, last):
        live = 0
        for card in range(DECK):
            if card != hands[row, 0] and card != hands[row, 1] and card != hands[row, 2]:
                left[live] = card
                live += 1
        for out in range(OWN):
            key, mask = np.uint64(0), np.uint64(0)
            for at in range(OWN):
                if at != out:
                    key += KEYS[hands[row, at]]
                    mask |= MASKS[hands[row, at]]
            counts = found[row, out]
            for c in range(2, live):
                key3, mask3 = key + KEYS[left[c]], mask | MASKS[left[c]]
                for b in range(1, c):
                    key4, mask4 = key3 + KEYS[left[b]], mask3 | MASKS[left[b]]
                    for a in range(b):
                        strength = strength5(key4 + KEYS[left[a]], mask4 | MASKS[left[a]])
                        counts[grade_of[np.uint64(strength)]] += 1


@cache
def _count_by_discard(rows: Rows) -> Counts:
    """Count the rows by class of dealt cards and by discarded card."""
    hands = classes(OWN).representatives
    found = np.zeros((len(hands), OWN, len(rows.names) + 1), np.int64)
    grade_of = row_numbers(rows)
    run_in_parts(lambda first, last: _count(hands, first, last, grade_of, found), split_rows(len(hands), 64))
    return found


def values(game: DiscardGame) -> UnitAmounts:
    """The value in units of every class, discard and choice, summed over all community cards."""
    pays, units = unit_amounts(game, ALONE)
    return UnitAmounts(np.einsum("hdr,er->hde", _count_by_discard(game.rows), pays[: len(game.choices), :, 0]), units)


def solve(game: DiscardGame, progress: Progress | None = None) -> Decisions:
    """Return the best discards and ends."""
    found, _ = values(game)
    best = found.max(axis=(1, 2))
    good = (found.max(axis=2) == best[:, None]).astype(np.uint8)
    aside = good[:, 0] | good[:, 1] << 1 | good[:, 2] << 2
    return Decisions(aside, found.argmax(axis=2).astype(np.uint8))


def play(game: DiscardGame, decisions: Decisions) -> Tally:
    """Return the tally of all deals under these decisions; among equally good discards the lowest card is discarded."""
    known, counts = classes(OWN), _count_by_discard(game.rows)
    out = FIRST_OF[decisions.aside]
    lines = np.arange(len(known))
    rows, ends = counts[lines, out], decisions.ends[lines, out]
    winners = game.winners(known.representatives)
    found = np.zeros((len(game.ends), rows.shape[1]), np.int64)
    for number in range(len(game.choices)):
        some = (ends == number) & ~winners
        found[number] = (rows[some] * known.weights[some, None]).sum(axis=0)
    if game.paid:
        found[-1, -1] = known.weights[winners].sum() * DEALT
    return tally_of(game, ALONE, found, comb(DECK, OWN) * DEALT)
