"""A bank against several players: its vigorish falls on the net of a round, which no count of two hands knows.

The one idea: what a bank wins and loses before the vigorish is known exactly, and the same against each of the
players. Only how much of its net is above nothing is found by dealing rounds, always the same ones; so little hangs on
it that some hundred thousand are enough.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager

ROUNDS = 1 << 18
SEED = 10_011
SIGMAS = 3
"""The error that is told, in standard deviations."""

Ints = NDArray[np.int64]


class Against(NamedTuple):
    """What a bank's vigorish comes to against so many players: by rounds that were dealt.

    `nets` is what each unit that the bank covers comes to in these rounds; `above` how much of its net is above nothing
    on average, and `error` how much that may be off.
    """

    players: int
    nets: Distribution
    above: float
    error: float


def dealt(pieces: int, each: int, hands: int) -> Ints:
    """Rounds of so many hands, by the numbers of their pieces: the bank's hand first."""
    every = np.tile(np.arange(pieces, dtype=np.int64), (ROUNDS, 1))
    order = np.random.default_rng(SEED).permuted(every, axis=1)
    return order[:, : each * hands].reshape(ROUNDS, hands, each)


def against(low: Ints, high: Ints, vigorish: Fraction) -> Against:
    """The bank's hand is the first of each row, with all copies; every player wagers as much as the others."""
    above = (high[:, 1:] > high[:, :1]).astype(np.int64) + (low[:, 1:] > low[:, :1])
    net, players = (1 - above).sum(axis=1), above.shape[1]
    won = np.maximum(net, 0) / players
    counts: Counter[Fraction] = Counter()
    for value, number in zip(*np.unique(net, return_counts=True), strict=True):
        unit = Fraction(int(value), players)
        counts[unit * (1 - vigorish) if unit > 0 else unit] += int(number)
    error = SIGMAS * float(won.std()) / sqrt(len(won))
    return Against(players, Distribution.from_counts(counts), float(won.mean()), error)


def bank_row(row: PricedWager, found: Against, advantage: Fraction, vigorish: Fraction) -> PricedWager:
    """The price of a bank, of which `row` was made by `found.nets`: its `advantage` is exact, the vigorish is not."""
    edge = float(vigorish) * found.above - float(advantage)
    told = f"Against {found.players} players who wager alike; what the house takes of the net is simulated."
    update = {"house_edge": edge, "element_of_risk": edge, "exact": None, "method": "simulation", "note": told}
    return row.model_copy(update=update | {"error": float(vigorish) * found.error})


__all__ = ["Against", "against", "bank_row", "dealt"]
