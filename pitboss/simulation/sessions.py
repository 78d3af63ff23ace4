"""Sessions: what happens to a bankroll, round after round, with the wagers standing.

A session is a function of (seed, session number): session n begins with unit n times its rounds, and since every unit
has at least one round, no two sessions share a unit. A bankroll is what a position has, wagers on the layout included;
it is ruined when it no longer covers what the wagers can lose at once, and the session ends there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.odds import dollars
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.kernel import BANKROLL, Counts, Kernel, kernel_again
from pitboss.simulation.runners import OneThread, Piece, Runner
from pitboss.simulation.statistics import WIDTH, proportion

POINTS = 60
"""So many points of every path are kept."""
PERCENTILES = (5, 25, 50, 75, 95)
MOST_SESSIONS = 10**6
MOST_LENGTH = 10**7
TOGETHER, ROUNDS_TOGETHER = 100, 1 << 22
"""Sessions to a piece of work, and rounds: a piece takes no more than about a second."""

RUINED, FINAL, DRAWDOWN, WINNING, LOSING, PATH = range(6)
"""What is noted of a session: the round in which it was ruined (0: not), the bankroll at its end, the deepest fall from
a height, the longest streaks of rounds won and lost (those that neither win nor lose do not end one), and the path."""


@compiled
def _follow(nets: Cells, bankroll: Whole, at_risk: Whole, noted: Cells) -> None:
    """One session, noted."""
    points = noted.shape[0] - PATH
    length = nets.shape[0]
    highest = bankroll
    drawdown = 0
    winning = longest_winning = losing = longest_losing = 0
    ruined = 0
    point = 0
    for number in range(length):
        if not ruined:
            net = nets[number]
            bankroll += net
            highest = max(highest, bankroll)
            drawdown = max(drawdown, highest - bankroll)
            if net > 0:
                winning, losing = winning + 1, 0
                longest_winning = max(longest_winning, winning)
            elif net < 0:
                winning, losing = 0, losing + 1
                longest_losing = max(longest_losing, losing)
            if bankroll < at_risk:
                ruined = number + 1
        while point < points and (point + 1) * length <= (number + 1) * points:
            noted[PATH + point] = bankroll
            point += 1
    noted[RUINED] = ruined
    noted[FINAL] = bankroll
    noted[DRAWDOWN] = drawdown
    noted[WINNING] = longest_winning
    noted[LOSING] = longest_losing


@dataclass(frozen=True)
class Following:
    """The work of following sessions, as a runner does it: from which session, and how many."""

    kernel: Kernel
    seed: int
    bankroll: int
    length: int

    def __call__(self, first: int, count: int) -> Counts:
        noted = np.zeros((count, PATH + POINTS), np.int64)
        nets = np.empty(self.length, np.int64)
        for number in range(count):
            self.kernel.play(self.seed, (first + number) * self.length, nets)
            _follow(nets, self.bankroll, self.kernel.at_risk, noted[number])
        return noted

    def __reduce__(self) -> Any:
        return _following_again, (self.kernel.spec, self.seed, self.bankroll, self.length)


def _following_again(spec: dict[str, Any], *rest: int) -> Following:
    return Following(kernel_again(spec), *rest)


class Spread(BaseModel):
    """How a figure is spread over the sessions."""

    model_config = ConfigDict(frozen=True)
    mean: float
    error: float | None = Field(description="Half the width of the mean's confidence interval; none of one session")
    percentiles: dict[int, int] = Field(description="The least figure that so many percent of sessions do not exceed")
    least: int
    most: int

    @classmethod
    def of(cls, figures: Counts) -> Spread:
        ordered = np.sort(figures)
        number = len(ordered)
        return cls(
            mean=int(ordered.sum()) / number,
            error=WIDTH * float(ordered.std(ddof=1)) / sqrt(number) if number > 1 else None,
            percentiles={percent: int(ordered[_rank(percent, len(ordered))]) for percent in PERCENTILES},
            least=int(ordered[0]),
            most=int(ordered[-1]),
        )


class Sessions(BaseModel):
    """Many sessions, in cents and rounds."""

    model_config = ConfigDict(frozen=True)
    sessions: int
    rounds: int = Field(description="Rounds of a session that is not ruined")
    bankroll: int
    at_risk: int = Field(description="What the wagers together can lose at once; a bankroll below it is ruined")
    ruined: int
    risk_of_ruin: float
    risk_of_ruin_interval: tuple[float, float] = Field(description="Its 95 percent confidence interval")
    rounds_to_ruin: Spread | None = Field(description="Of the sessions that were ruined")
    final: Spread
    drawdown: Spread = Field(description="The deepest fall of the bankroll from a height before it")
    longest_winning_streak: Spread = Field(description="In rounds; those that neither win nor lose do not end a streak")
    longest_losing_streak: Spread
    path_rounds: tuple[int, ...] = Field(description="After which rounds the paths are noted")
    paths: dict[int, tuple[int, ...]] = Field(description="Percentiles of the bankroll after these rounds")


def sessions(
    kernel: Kernel,
    number: int,
    length: int,
    bankroll: int,
    seed: int,
    runner: Runner | None = None,
    progress: Callable[[int], object] = lambda sessions: None,
) -> Sessions:
    """So many sessions of at most so many rounds, each with the same bankroll in cents."""
    check(kernel, number, length, bankroll)
    together = max(1, min(TOGETHER, ROUNDS_TOGETHER // length))
    pieces: list[Piece] = [(first, min(together, number - first)) for first in range(0, number, together)]
    noted = np.empty((number, PATH + POINTS), np.int64)
    results = (runner or OneThread()).each(Following(kernel, seed, bankroll, length), pieces)
    for (first, count), part in zip(pieces, results, strict=True):
        noted[first : first + count] = part
        progress(first + count)
    return summed_up(kernel, noted, length, bankroll)


def check(kernel: Kernel, number: int, length: int, bankroll: int) -> None:
    """Whether sessions can be asked for; `ValueError` says what can."""
    if not 1 <= number <= MOST_SESSIONS:
        raise ValueError(f"{number} sessions: from 1 to {MOST_SESSIONS:,} can be followed")
    if not 1 <= length <= MOST_LENGTH:
        raise ValueError(f"sessions of {length} rounds: from 1 to {MOST_LENGTH:,} can be followed")
    if bankroll < kernel.at_risk:
        risk = f"these wagers together can lose {dollars(kernel.at_risk)} at once"
        raise ValueError(f"a bankroll of {dollars(bankroll)}: {risk}; bring more, or fewer wagers")
    if bankroll > BANKROLL:
        raise ValueError(f"a bankroll of {dollars(bankroll)}: up to {dollars(BANKROLL)} can be followed")


def summed_up(kernel: Kernel, noted: NDArray[np.int64], length: int, bankroll: int) -> Sessions:
    """What was noted of sessions, as figures."""
    number = len(noted)
    ruins = noted[noted[:, RUINED] > 0, RUINED]
    after = [-(-(point + 1) * length // POINTS) for point in range(POINTS)]
    ordered = [np.sort(noted[:, PATH + point]) for point in range(POINTS)]
    return Sessions(
        sessions=number,
        rounds=length,
        bankroll=bankroll,
        at_risk=kernel.at_risk,
        ruined=len(ruins),
        risk_of_ruin=len(ruins) / number,
        risk_of_ruin_interval=proportion(len(ruins), number),
        rounds_to_ruin=Spread.of(ruins) if len(ruins) else None,
        final=Spread.of(noted[:, FINAL]),
        drawdown=Spread.of(noted[:, DRAWDOWN]),
        longest_winning_streak=Spread.of(noted[:, WINNING]),
        longest_losing_streak=Spread.of(noted[:, LOSING]),
        path_rounds=tuple(after),
        paths={percent: tuple(int(one[_rank(percent, number)]) for one in ordered) for percent in PERCENTILES},
    )


def _rank(percent: int, number: int) -> int:
    return max(-(-percent * number // 100) - 1, 0)
