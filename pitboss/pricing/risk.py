"""The risk of a wager over many rounds: volatility, the interval of the hold, losing runs, ruin, and bet sizes.

Theory of operation
1. Everything follows from the results of one wager and their probabilities, with independent rounds of equal bets.
2. The volatility index is that of slot machine PAR sheets: 1.65 standard deviations of one result, per unit of the
   wager's base. It is half the width of the interval that would hold 90 percent of single results, if they were normal.
3. The hold is the house's win. Per unit of the wager's own base it is the house edge; per unit put at risk, later
   wagers included, it is the element of risk. The two are never mixed: each has its own interval.
4. Over N rounds the average win has standard deviation sigma / sqrt(N). The normal interval is marked doubtful below
   25 times the squared skewness (Cochran).
5. Losing runs ignore pushes, like the streaks of simulated sessions. The expected longest run of losses among n decided
   rounds is the sum over k of the probability of a run of k, by the recurrence of Feller (volume 1, XIII.7), or for
   many rounds by his asymptotic formula, whose error is far below the digits shown.
6. Ruin and bet sizes are about whoever has the advantage. With R the positive root of E[exp(-R X)] = 1, where X is the
   result of that side, the risk of ruin of a bankroll B is at most exp(-R B), and equal to it if every loss is one unit
   and B is a whole number of them (Lundberg). Without overshoot and for small edges, R is 2 mu / sigma^2.
7. N0 is sigma^2 / mu^2: the number of rounds after which the expected result equals one standard deviation.
8. The Kelly bet is the share f of the bankroll that maximizes E[log(1 + f X)], found from its first derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import exp, expm1, inf, isfinite, log1p, sqrt
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

VOLATILITY = 1.65
"""The standard deviations in a volatility index: 90 percent of a normal distribution."""
CONFIDENCE, WIDTH = 0.95, 1.959963984540054
NORMAL = 25
"""An average is close enough to normal once there are this many times the squared skewness of rounds."""
FEW_ROUNDS = 5_000
"""Up to this many rounds, losing runs are computed by recurrence instead of the asymptotic formula."""
MOST_RUN = 100_000
"""The longest losing run that is considered."""
MOST_ROUNDS = 10**9
ROUNDS = 10_000
SMALL = 1e-12
LARGEST = 600.0
"""The largest exponent of exp that is used."""
Results = list[tuple[float, float]]
"""Results per unit with their probabilities."""


class PricedResults(Protocol):
    """The figures of a priced wager that its risk depends on."""

    @property
    def house_edge(self) -> float: ...
    @property
    def element_of_risk(self) -> float: ...
    @property
    def std_dev(self) -> float: ...
    @property
    def action(self) -> float: ...
    @property
    def hit_rate(self) -> float: ...
    @property
    def push_rate(self) -> float: ...
    @property
    def per(self) -> str: ...


class Hold(BaseModel):
    """The house's win after a number of rounds, per unit of one base."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per: str = Field(description="The base: the wager's own, or everything wagered on it")
    mean: float
    low: float = Field(description="In 95 percent of runs the hold is between this and `high` (normal approximation)")
    high: float


class WagerRisk(BaseModel):
    """The risk of a wager over many rounds of equal bets."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    volatility_index: float = Field(description="1.65 standard deviations of one result, per unit of `per`")
    hit_frequency: float = Field(description="The probability of a net win")
    skewness: float
    rounds: int = Field(description="The number of decided wagers that the interval and the losing run are about")
    hold: Hold = Field(description="Per unit of whatever `per` of the wager names")
    hold_wagered: Hold = Field(description="Per unit put at risk, including later wagers; the average action divides")
    doubtful: bool = Field(description="Too few rounds for a wager this skewed: the intervals are rough")
    longest_losing_run: float = Field(description="The expected longest run of losses; pushes do not end a run")
    n0: float | None = Field(description="Rounds until the expected result equals one standard deviation; null: never")
    favours: str = Field(description="The side with the advantage: house, player or neither")
    ruin_exponent: float | None = Field(
        description="R in exp(-R B), the favoured side's risk of ruin with B units; null if neither, or no risk"
    )
    kelly: float | None = Field(description="The share of a bankroll that the player should bet; null without an edge")
    bet: float | None = Field(default=None, description="The bet in dollars, if it was given")
    bankroll: float | None = Field(default=None, description="The bankroll in dollars, if it was given")
    risk_of_ruin: float | None = Field(
        default=None, description="The player's risk of ever losing the bankroll with this bet; 1 without an edge"
    )
    kelly_bet: float | None = Field(default=None, description="The Kelly bet for this bankroll, in dollars")


def wager_risk(
    one: PricedResults,
    nets: Iterable[tuple[Fraction, float]],
    rounds: int = ROUNDS,
    bet: float | None = None,
    bankroll: float | None = None,
) -> WagerRisk:
    """Compute the risk figures of a wager from its results, over a number of decided wagers.

    `bet` and `bankroll` are in dollars, or in any other unit, and `bet` is per unit of the wager's base.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"{rounds} rounds: from 1 to {MOST_ROUNDS:,}")
    for name, amount in (("bet", bet), ("bankroll", bankroll)):
        if amount is not None and not 0 < amount < inf:
            raise ValueError(f"a {name} of {amount}: it must be above 0")
    results = [(float(net), chance) for net, chance in nets]
    edge = -one.house_edge
    skew = skewness(results)
    advantage = edge > SMALL
    exponent = ruin_exponent(results if advantage else [(-net, chance) for net, chance in results])
    kelly = kelly_share(results) if advantage else None
    share = one.action or 1.0
    return WagerRisk(
        volatility_index=volatility_index(one.std_dev),
        hit_frequency=one.hit_rate,
        skewness=skew,
        rounds=rounds,
        hold=hold_interval(one.per, one.house_edge, one.std_dev, rounds),
        hold_wagered=hold_interval("unit wagered", one.element_of_risk, one.std_dev / share, rounds),
        doubtful=rounds < NORMAL * skew**2,
        longest_losing_run=longest_losing_run(1 - one.hit_rate - one.push_rate, one.hit_rate, rounds),
        n0=(one.std_dev / edge) ** 2 if abs(edge) > SMALL else None,
        favours="player" if advantage else "house" if edge < -SMALL else "neither",
        ruin_exponent=exponent if exponent is not None and isfinite(exponent) else None,
        kelly=kelly,
        bet=bet,
        bankroll=bankroll,
        risk_of_ruin=_ruin(exponent, advantage, bet, bankroll),
        kelly_bet=kelly * bankroll if kelly is not None and bankroll is not None else None,
    )


def _ruin(exponent: float | None, advantage: bool, bet: float | None, bankroll: float | None) -> float | None:
    if bet is None or bankroll is None:
        return None
    return risk_of_ruin(exponent or 0.0, bankroll / bet) if advantage else 1.0


def volatility_index(std_dev: float) -> float:
    """Return the volatility index of a wager with this standard deviation per unit.

    >>> round(volatility_index(5.7626), 2)  # straight up at a double zero wheel
    9.51
    """
    return VOLATILITY * std_dev


def hold_interval(per: str, mean: float, std_dev: float, rounds: int) -> Hold:
    """Return the 95 percent interval of the average win over a number of rounds.

    >>> even = hold_interval("unit", 0.0, 1.0, 10_000)
    >>> round(even.low, 4), round(even.high, 4)
    (-0.0196, 0.0196)
    """
    width = WIDTH * std_dev / sqrt(rounds)
    return Hold(per=per, mean=mean, low=mean - width, high=mean + width)


def skewness(results: Results) -> float:
    """Return the skewness of the results; 0 if there is only one.

    >>> skewness([(1.0, 0.5), (-1.0, 0.5)])
    0.0
    """
    mean = sum(net * chance for net, chance in results)
    second = sum((net - mean) ** 2 * chance for net, chance in results)
    third = sum((net - mean) ** 3 * chance for net, chance in results)
    return third / second**1.5 if second > SMALL else 0.0


# ---- Losing runs


def longest_losing_run(loses: float, wins: float, rounds: int) -> float:
    """Return the expected longest run of losses in a number of rounds, in which pushes do not count.

    >>> round(longest_losing_run(0.5, 0.5, 3), 4)  # of HHH, …, TTT: (3 + 2 + 2 + 4 * 1 + 0) / 8
    1.375
    """
    decided = loses + wins
    if decided < SMALL or loses < SMALL:
        return 0.0
    lost, number = loses / decided, max(1, round(rounds * decided))
    if lost > 1 - SMALL:
        return float(number)
    no_run = _no_run_by_recurrence if number <= FEW_ROUNDS else _no_run_by_feller
    sure = _sure_run(lambda run: no_run(lost, run, number), number)
    expected, run = float(sure), sure + 1
    while run <= min(number, MOST_RUN):
        chance = 1 - no_run(lost, run, number)
        expected += chance
        if chance < SMALL:
            break
        run += 1
    return expected


def _sure_run(no_run: Callable[[int], float], number: int) -> int:
    """Return the longest run that is certain but for a negligible probability."""
    low, high = 0, min(number, MOST_RUN) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if no_run(middle) < SMALL else (low, middle)
    return low


def _no_run_by_recurrence(lost: float, run: int, number: int) -> float:
    """The probability of no run of `run` losses in a number of rounds."""
    if run > number:
        return 1.0
    ends = (1 - lost) * lost**run
    without = [1.0] * run + [1 - lost**run]
    for at in range(run + 1, number + 1):
        without.append(without[at - 1] - ends * without[at - run - 1])
    return max(without[number], 0.0)


def _no_run_by_feller(lost: float, run: int, number: int) -> float:
    """The probability of no losing run, by Feller: (1 - p x) / ((r + 1 - r x) q) x^-(n + 1), with x the root near 1."""
    won = 1 - lost
    root = 1.0
    for _ in range(200):
        following = 1 + won * lost**run * root ** (run + 1)
        if following > 1 / lost - SMALL:
            return _no_run_by_recurrence(lost, run, number) if number <= 10 * FEW_ROUNDS else 0.0
        if abs(following - root) < 1e-15:
            break
        root = following
    power = -(number + 1) * log1p(root - 1)
    below = (run + 1 - run * root) * won
    return min(1.0, (1 - lost * root) / below * exp(power)) if below > 0 else 0.0


# ---- Advantage


def ruin_exponent(results: Results) -> float | None:
    """Return R > 0 with E[exp(-R X)] = 1 for a side with an advantage; None without one, infinity without losses.

    >>> from math import log
    >>> abs(ruin_exponent([(1.0, 0.55), (-1.0, 0.45)]) - log(0.55 / 0.45)) < 1e-12
    True
    """
    mean = sum(net * chance for net, chance in results)
    if mean <= SMALL:
        return None
    if all(net >= 0 for net, chance in results if chance > 0):
        return inf

    def excess(at: float) -> float:
        return sum(chance * expm1(-at * net) for net, chance in results)

    worst = -min(net for net, chance in results if chance > 0)
    high = min(1.0, LARGEST / worst)
    while excess(high) < 0 and high * worst <= LARGEST / 2:
        high *= 2
    return _root(excess, _below(excess, high), high)


def _below(excess: Callable[[float], float], high: float) -> float:
    """Return a point where the excess is negative, below a point where it is not."""
    low = high
    while excess(low) >= 0 and low > SMALL**2:
        low /= 2
    return low


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where an increasing function crosses zero, by bisection."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2


def risk_of_ruin(exponent: float, units: float) -> float:
    """Return the probability of ever losing a bankroll of this many bets, at most.

    >>> round(risk_of_ruin(ruin_exponent([(1.0, 0.55), (-1.0, 0.45)]), 10), 6)
    0.134431
    """
    return exp(-exponent * units)


def kelly_share(results: Results) -> float | None:
    """Return the share of a bankroll that grows fastest; None without an advantage.

    >>> round(kelly_share([(2.0, 0.4), (-1.0, 0.6)]), 6)  # (b p - q) / b
    0.1
    """
    mean = sum(net * chance for net, chance in results)
    if mean <= SMALL:
        return None
    worst = -min(net for net, chance in results)
    if worst <= 0:
        return None
    most = (1 - 1e-12) / worst

    def slope(share: float) -> float:
        return -sum(chance * net / (1 + share * net) for net, chance in results)

    return most if slope(most) < 0 else _root(slope, 0.0, most)
