"""The integer tallies of a simulation by count, and the figures that a bettor derives from them.

The one idea: with the wager decided by the count before the deal, the results of any wagers are sums over the counts.
So one run answers for every ramp, penetration and rule for joining and leaving, by arithmetic. Each figure's error
comes from leaving out one batch of shoes after another (the jackknife), because the rounds of a shoe are not
independent, while shoes are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from pitboss.pricing.counting.risk import bankroll_for, goal_first, ruin_at_end, ruin_ever, ruin_within
from pitboss.pricing.removal import Floats

Integers = NDArray[np.int64]
ROUNDS, NETS, SQUARES = range(3)
WIDTH = 1.959964
"""The half width of a 95 percent interval, in standard errors."""
MOST_BET = 1000
_STEP = re.compile(r"([+-]?\d+(?:\.5)?):(\d+(?:\.\d+)?)")
_SPREAD = re.compile(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class CountTallies:
    """The integer tallies of a run, in several batches: [batch, depth, count, (rounds, nets, squares)], in cents."""

    batches: Integers
    counts: tuple[float, ...]
    """The player's count of each column; the first and the last include all counts beyond them."""
    depth: int
    """The number of cards in one step of depth."""
    size: int
    """The number of cards in the shoe."""
    stake: int
    """The wager of every round, in cents."""
    stop: int
    """The number of cards dealt after which no round begins."""

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return int(self.batches[..., ROUNDS].sum())

    @property
    def deepest(self) -> float:
        """The greatest share of the shoe for which there are tallies."""
        return self.stop // self.depth * self.depth / self.size

    def until(self, penetration: float) -> Floats:
        """[batch, count, what]: rounds, nets and squares per unit of the wager, for rounds before a cutting card.

        The cutting card is moved to the nearest step of depth.
        """
        steps = max(1, round(penetration * self.size / self.depth))
        found: Floats = self.batches[:, :steps].sum(axis=1).astype(np.float64)
        found[..., NETS] /= self.stake
        found[..., SQUARES] /= self.stake**2
        return found


@dataclass(frozen=True)
class Ramp:
    """The wager from each count on, in units; 0 where the player sits out."""

    steps: tuple[tuple[float, float], ...]
    """Pairs of a count and the wager from that count up, in rising order; the first also applies below its count."""

    @classmethod
    def parse(cls, text: str) -> Ramp | Spread:
        """Parse a ramp such as "0:1,1:2,2:4,3:8", or a spread such as "1-8", whose best ramp is computed.

        >>> Ramp.parse("1-8"), Ramp.parse("-1:0,0:1,2:4").steps
        (Spread(least=1.0, most=8.0), ((-1.0, 0.0), (0.0, 1.0), (2.0, 4.0)))
        """
        plain = text.replace(" ", "")
        if spread := _SPREAD.fullmatch(plain):
            least, most = float(spread[1]), float(spread[2])
            if not 0 < least <= most <= MOST_BET:
                raise ValueError(f"a spread of {text}: wagers go up from more than 0 to at most {MOST_BET} units")
            return Spread(least, most)
        parts = [_STEP.fullmatch(part) for part in plain.split(",")]
        if not all(parts):
            raise ValueError(
                f'{text!r} is not a ramp; write a spread such as 1-8, or counts and wagers: "0:1,1:2,2:4,3:8"'
            )
        steps = tuple((float(part[1]), float(part[2])) for part in parts if part)
        if list(steps) != sorted(steps) or len({count for count, _ in steps}) != len(steps):
            raise ValueError(f"{text!r} is not a ramp: its counts must rise")
        if max(bet for _, bet in steps) > MOST_BET or not any(bet for _, bet in steps):
            raise ValueError(f"{text!r} is not a ramp: some wager is above 0, and none above {MOST_BET} units")
        return cls(steps)

    def bets(self, counts: Floats) -> Floats:
        """The wager at each count."""
        at = np.searchsorted([count for count, _ in self.steps], counts, side="right") - 1
        return np.array([bet for _, bet in self.steps])[np.maximum(at, 0)]


class Spread(NamedTuple):
    """The least and the greatest wager of a ramp that is still to compute."""

    least: float
    most: float


def expected_ramp(spread: Spread, edges: Mapping[float, float]) -> Ramp:
    """A ramp that rises with the expected edge, and reaches the top of the spread at a fifth of the greatest edge."""
    most = max(max(edges.values()) / 5, 1e-9)
    steps = [(count, min(max(edge / most * spread.most, spread.least), spread.most)) for count, edge in edges.items()]
    return Ramp(tuple(sorted(steps)))


class Interval(BaseModel):
    """A simulated figure with its 95 percent confidence interval."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    value: float
    low: float
    high: float


class RampFigures(BaseModel):
    """The figures of a ramp. Money is in minimum wagers; rounds are those dealt while the player watches."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ramp: dict[str, float] = Field(description="The wager from each count on")
    penetration: float
    rounds: int = Field(description="The rounds of the run that the figures rest on")
    played: float = Field(description="The share of rounds in which the player wagers")
    average_bet: Interval = Field(description="Per round watched")
    per_100: Interval = Field(description="The expectation of 100 rounds")
    deviation_per_100: Interval = Field(description="The standard deviation of 100 rounds")
    score: Interval = Field(description="(1000 expectation / deviation)² of a round, for the best ramp of this spread")
    c_score: Interval = Field(description="The same for this ramp")
    n0: Interval | None = Field(description="The rounds after which expectation equals deviation; null for a loser")
    bankroll: float
    certainty_equivalent_per_100: Interval = Field(
        description="expectation - variance / (2 bankroll), per 100 rounds: the sure win worth as much to Kelly bettors"
    )
    risk_of_ruin: Interval = Field(description="The risk of ever losing the bankroll")
    trip: int = Field(description="The rounds of a trip")
    trip_risk: Interval = Field(description="The risk of losing the bankroll at some time during the trip")
    trip_end_risk: Interval = Field(description="The risk of having lost more than the bankroll at the end of the trip")
    goal: float = Field(description="The win at which a trip ends")
    goal_first: Interval = Field(description="The probability of winning the goal before losing the bankroll")
    risk: float
    bankroll_for_risk: Interval | None = Field(description="The bankroll with this risk of ruin; null for a loser")


class Gambler(NamedTuple):
    """A bettor's bankroll and plans, in units of the minimum wager."""

    bankroll: float = 1000
    risk: float = 0.05
    trip: int = 1000
    goal: float = 500


class Betting:
    """The arithmetic of wagers on the tallies of one run, up to one cutting card."""

    def __init__(self, tallies: CountTallies, penetration: float) -> None:
        if not 0.1 <= penetration <= tallies.deepest + 1e-9:
            raise ValueError(
                f"a penetration of {penetration}: from 0.1 to {tallies.deepest:.2f} can be read off this run"
            )
        self.tallies, self.penetration = tallies, penetration
        self.counts = np.array(tallies.counts)
        self.moments = tallies.until(penetration)
        self.whole = self.moments.sum(axis=0)

    # ---- By count

    @cached_property
    def often(self) -> Floats:
        """The share of rounds at each count."""
        found: Floats = self.whole[:, ROUNDS] / self.whole[:, ROUNDS].sum()
        return found

    @cached_property
    def edges(self) -> Floats:
        """The expectation of a unit at each count; 0 where there are no rounds."""
        return _ratio(self.whole[:, NETS], self.whole[:, ROUNDS])

    @cached_property
    def edge_errors(self) -> Floats:
        """The standard error of each expectation."""
        squares = _ratio(self.whole[:, SQUARES], self.whole[:, ROUNDS])
        return np.sqrt(_ratio(np.maximum(squares - self.edges**2, 0), self.whole[:, ROUNDS]))

    @cached_property
    def kelly(self) -> Floats:
        """The share of the bankroll that is best wagered at each count, made to rise with the count."""
        return _rising(_ratio(self.whole[:, NETS], self.whole[:, SQUARES]), self.whole[:, SQUARES])

    # ---- Ramps

    def best_ramp(self, spread: Spread, whole_units: bool = False, least_round: bool = True) -> Ramp:
        """The ramp of a spread with the greatest SCORE; with `least_round` false the player may sit out."""
        scales = spread.most / max(float(self.kelly.max()), 1e-12) * np.geomspace(1, 60, 120)
        low = spread.least if least_round else 0.0
        bets = np.clip(scales[:, None] * self.kelly[None, :], low, spread.most)
        if not least_round:
            bets = np.where(bets < spread.least / 2, 0.0, np.maximum(bets, spread.least))
        if whole_units:
            bets = np.maximum(np.round(bets), np.ceil(low))
        means, squares = self._sums(bets)
        best = int(np.argmax(np.where(means > 0, means / np.sqrt(squares), -inf)))
        return _as_ramp(self.counts, bets[best], self.often)

    def ramp_for(self, bankroll: float, risk: float, spread: Spread) -> Ramp:
        """The ramp for a bankroll and a lifelong risk of ruin: the Kelly wagers of that risk, within a spread.

        Wagering the share f of the Kelly amounts has a risk of ruin of exp(-2 / f).
        """
        share = 2 / -np.log(risk)
        bets = np.clip(share * bankroll * self.kelly, spread.least, spread.most)
        return _as_ramp(self.counts, bets, self.often)

    def _sums(self, bets: Floats) -> tuple[Floats, Floats]:
        """The mean and the mean square of a round for rows of bets."""
        rounds = self.whole[:, ROUNDS].sum()
        return bets @ self.whole[:, NETS] / rounds, bets**2 @ self.whole[:, SQUARES] / rounds

    def figures(self, ramp: Ramp | Spread, gambler: Gambler | None = None) -> RampFigures:
        """The figures of a ramp, with intervals."""
        chosen = self.best_ramp(ramp) if isinstance(ramp, Spread) else ramp
        bets = chosen.bets(self.counts)
        played = bets > 0
        least = float(bets[played].min())
        best = self.best_ramp(Spread(least, float(bets.max())), least_round=bool(played.all())).bets(self.counts)
        mean, variance, average = self._moments_of(bets)
        best_mean, best_variance, _ = self._moments_of(best)
        bank, risk, trip, goal = gambler or Gambler()

        def of(value: Callable[..., float], *parts: Floats) -> Interval:
            return _jackknife(np.array([value(*row) for row in zip(*parts, strict=True)]))

        wins = bool((mean > 0).all())
        return RampFigures(
            ramp={f"{count:g}": bet for count, bet in chosen.steps},
            penetration=self.penetration,
            rounds=int(self.whole[:, ROUNDS].sum()),
            played=float(self.often[played].sum()),
            average_bet=_jackknife(average),
            per_100=_jackknife(100 * mean),
            deviation_per_100=_jackknife(10 * np.sqrt(variance)),
            score=_jackknife(_score(best_mean, best_variance)),
            c_score=_jackknife(_score(mean, variance)),
            n0=_jackknife(variance / mean**2) if wins else None,
            bankroll=bank,
            certainty_equivalent_per_100=_jackknife(100 * (mean - variance / (2 * bank))),
            risk_of_ruin=of(lambda m, v: ruin_ever(m, v, bank), mean, variance),
            trip=trip,
            trip_risk=of(lambda m, v: ruin_within(m, v, bank, trip), mean, variance),
            trip_end_risk=of(lambda m, v: ruin_at_end(m, v, bank, trip), mean, variance),
            goal=goal,
            goal_first=of(lambda m, v: goal_first(m, v, bank, goal), mean, variance),
            risk=risk,
            bankroll_for_risk=of(lambda m, v: bankroll_for(m, v, risk), mean, variance) if wins else None,
        )

    def _moments_of(self, bets: Floats) -> tuple[Floats, Floats, Floats]:
        """Mean, variance and average bet of a round: of all batches first, then of all but each one in turn."""
        sums = np.stack(
            [
                self.moments[..., NETS] @ bets,
                self.moments[..., SQUARES] @ bets**2,
                self.moments[..., ROUNDS] @ bets,
                self.moments[..., ROUNDS].sum(axis=1),
            ]
        )
        whole = sums.sum(axis=1, keepdims=True)
        net, square, bet, rounds = np.concatenate([whole, whole - sums], axis=1)
        mean = net / rounds
        return mean, square / rounds - mean**2, bet / rounds


def _score(mean: Floats, variance: Floats) -> Floats:
    """SCORE: (1000 mean / deviation)², which is 0 for a loser."""
    return 1e6 * np.maximum(mean, 0) ** 2 / variance


def _jackknife(values: Floats) -> Interval:
    """The first value, with an interval from the values without each batch."""
    value, without = float(values[0]), values[1:]
    number = len(without)
    error = sqrt((number - 1) / number * float(((without - without.mean()) ** 2).sum()))
    return Interval(value=value, low=value - WIDTH * error, high=value + WIDTH * error)


def _ratio(one: Floats, other: Floats) -> Floats:
    found: Floats = np.divide(one, other, out=np.zeros_like(one), where=other > 0)
    return found


def _rising(values: Floats, weights: Floats) -> Floats:
    """The nearest values that never fall, by pooling neighbours that do."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (a, v, n), (b, w, m) = pools[-2:]
            total = v + w
            pools[-2:] = [((a * v + b * w) / total if total else 0.0, total, n + m)]
    return np.concatenate([np.full(number, value) for value, _, number in pools])


def _as_ramp(counts: Floats, bets: Floats, often: Floats) -> Ramp:
    """A ramp with a step wherever the wager changes, at counts that occur."""
    steps: list[tuple[float, float]] = []
    for count, bet, share in zip(counts.tolist(), bets.tolist(), often.tolist(), strict=True):
        wager = round(bet, 2)
        if (share > 0 or not steps) and (not steps or steps[-1][1] != wager):
            steps.append((count, wager))
    return Ramp(tuple(steps))


__all__ = ["Betting", "CountTallies", "Gambler", "Interval", "Ramp", "RampFigures", "Spread", "expected_ramp"]
