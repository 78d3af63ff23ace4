"""A bank against several players. Its vigorish is charged on a round's net, which cannot be found by counting pairs of
hands.

A bank's wins and losses before the vigorish are known exactly, and are the same against each player. Only the mean of
its positive nets is simulated, always with the same rounds. The vigorish is a small share of that, so a few hundred
thousand rounds are enough.
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
"""The reported error, in standard deviations."""

Ints = NDArray[np.int64]


class BankSimulation(NamedTuple):
    """A simulated bank against several players.

    `nets` is the distribution of the bank's net after vigorish, per unit covered; `above` is the mean of its
    positive nets, and `error` the error of that mean.
    """

    players: int
    nets: Distribution
    above: float
    error: float


def deal_hands(pieces: int, each: int, hands: int) -> Ints:
    """Deal `ROUNDS` rounds of this number of hands, as piece numbers; the bank's hand is first."""
    every = np.tile(np.arange(pieces, dtype=np.int64), (ROUNDS, 1))
    order = np.random.default_rng(SEED).permuted(every, axis=1)
    return order[:, : each * hands].reshape(ROUNDS, hands, each)


def simulate_bank(low: Ints, high: Ints, vigorish: Fraction) -> BankSimulation:
    """Simulate a bank whose hand is first in each row. The bank wins copies, and all players wager the same amount."""
    above = (high[:, 1:] > high[:, :1]).astype(np.int64) + (low[:, 1:] > low[:, :1])
    net, players = (1 - above).sum(axis=1), above.shape[1]
    won = np.maximum(net, 0) / players
    counts: Counter[tuple[str, Fraction]] = Counter()
    for value, number in zip(*np.unique(net, return_counts=True), strict=True):
        unit = Fraction(int(value), players)
        event = f"{abs(int(value))} more {'won than lost' if value > 0 else 'lost than won'}" if value else "even"
        counts[event, unit * (1 - vigorish) if unit > 0 else unit] += int(number)
    error = SIGMAS * float(won.std()) / sqrt(len(won))
    return BankSimulation(players, Distribution.from_events(counts), float(won.mean()), error)


def bank_row(row: PricedWager, found: BankSimulation, advantage: Fraction, vigorish: Fraction) -> PricedWager:
    """A bank's price as a report row: the `advantage` before vigorish is exact, while the vigorish is simulated."""
    edge = float(vigorish) * found.above - float(advantage)
    note = f"Against {found.players} players with equal wagers; the vigorish on the net is simulated."
    update = {"house_edge": edge, "element_of_risk": edge, "exact": None, "method": "simulation", "note": note}
    return row.model_copy(update=update | {"error": float(vigorish) * found.error})


__all__ = ["BankSimulation", "bank_row", "deal_hands", "simulate_bank"]
