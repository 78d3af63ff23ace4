"""Sessions: the course of a bankroll over many rounds with the same wagers.

A session is a function of (seed, session number): session n begins with unit n times its rounds, and since every unit
has at least one round, sessions share no units. The bankroll includes wagers on the layout. A session ends in ruin when
the bankroll no longer covers what the wagers can lose at once.
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
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.kernel import BANKROLL, Counts, Kernel, remake_kernel
from pitboss.simulation.runners import Piece, Runner, SingleThread
from pitboss.simulation.statistics import WIDTH, proportion

POINTS = 60
"""The number of points stored for each path."""
PERCENTILES = (5, 25, 50, 75, 95)
MOST_SESSIONS = 10**6
MOST_LENGTH = 10**7
TOGETHER, ROUNDS_TOGETHER = 100, 1 << 22
"""The number of sessions and rounds in a piece of work, which should take about a second at most."""

RUINED, FINAL, DRAWDOWN, WINNING, LOSING, PATH = range(6)
"""The values recorded for a session: the round in which it was ruined (0: none), the final bankroll, the maximum
drawdown, the longest winning and losing streaks (pushes do not end a streak), and the path.
"""


@compiled
def _play_session(nets: IntArray, bankroll: Integer, at_risk: Integer, recorded: IntArray) -> None:
    """Play one session and record its values."""
    points = recorded.shape[0] - PATH
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
            recorded[PATH + point] = bankroll
            point += 1
    recorded[RUINED] = ruined
    recorded[FINAL] = bankroll
    recorded[DRAWDOWN] = drawdown
    recorded[WINNING] = longest_winning
    recorded[LOSING] = longest_losing


@dataclass(frozen=True)
class SessionWork:
    """The work of playing sessions, for a runner."""

    kernel: Kernel
    seed: int
    bankroll: int
    length: int

    def __call__(self, first: int, count: int) -> Counts:
        recorded = np.zeros((count, PATH + POINTS), np.int64)
        nets = np.empty(self.length, np.int64)
        for number in range(count):
            self.kernel.play(self.seed, (first + number) * self.length, nets)
            _play_session(nets, self.bankroll, self.kernel.at_risk, recorded[number])
        return recorded

    def __reduce__(self) -> Any:
        return _following_again, (self.kernel.spec, self.seed, self.bankroll, self.length)


def _following_again(spec: dict[str, Any], *rest: int) -> SessionWork:
    return SessionWork(remake_kernel(spec), *rest)


class ValueSpread(BaseModel):
    """The distribution of a value over the sessions."""

    model_config = ConfigDict(frozen=True)
    mean: float
    error: float | None = Field(description="Half the width of the mean's confidence interval; null for one session")
    percentiles: dict[int, int] = Field(description="Values by percentile of the sessions")
    least: int
    most: int

    @classmethod
    def of(cls, figures: Counts) -> ValueSpread:
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
    """The results of many sessions, in cents and rounds."""

    model_config = ConfigDict(frozen=True)
    sessions: int
    rounds: int = Field(description="The length of a session that is not ruined, in rounds")
    bankroll: int
    at_risk: int = Field(description="The most the wagers can lose at once; a bankroll below it is ruined")
    ruined: int
    risk_of_ruin: float
    risk_of_ruin_interval: tuple[float, float] = Field(
        description="The 95 percent confidence interval of the risk of ruin"
    )
    rounds_to_ruin: ValueSpread | None = Field(description="The round of ruin, over the ruined sessions")
    final: ValueSpread
    drawdown: ValueSpread = Field(description="The maximum drawdown of the bankroll")
    longest_winning_streak: ValueSpread = Field(description="In rounds; pushes do not end a streak")
    longest_losing_streak: ValueSpread
    path_rounds: tuple[int, ...] = Field(description="The rounds at which the paths are recorded")
    paths: dict[int, tuple[int, ...]] = Field(description="Percentiles of the bankroll at these rounds")


def sessions(
    kernel: Kernel,
    number: int,
    length: int,
    bankroll: int,
    seed: int,
    runner: Runner | None = None,
    progress: Callable[[int], object] = lambda sessions: None,
) -> Sessions:
    """Play sessions of limited length, each with the same bankroll in cents."""
    check_sessions(kernel, number, length, bankroll)
    together = max(1, min(TOGETHER, ROUNDS_TOGETHER // length))
    pieces: list[Piece] = [(first, min(together, number - first)) for first in range(0, number, together)]
    recorded = np.empty((number, PATH + POINTS), np.int64)
    results = (runner or SingleThread()).each(SessionWork(kernel, seed, bankroll, length), pieces)
    for (first, count), part in zip(pieces, results, strict=True):
        recorded[first : first + count] = part
        progress(first + count)
    return summarize(kernel, recorded, length, bankroll)


def check_sessions(kernel: Kernel, number: int, length: int, bankroll: int) -> None:
    """Raise ValueError if the parameters of sessions are out of range."""
    if not 1 <= number <= MOST_SESSIONS:
        raise ValueError(f"{number} sessions: from 1 to {MOST_SESSIONS:,} can be played")
    if not 1 <= length <= MOST_LENGTH:
        raise ValueError(f"sessions of {length} rounds: from 1 to {MOST_LENGTH:,} can be played")
    if bankroll < kernel.at_risk:
        risk = f"these wagers together can lose {dollars(kernel.at_risk)} at once"
        raise ValueError(f"a bankroll of {dollars(bankroll)}: {risk}; increase it, or drop some wagers")
    if bankroll > BANKROLL:
        raise ValueError(f"a bankroll of {dollars(bankroll)}: up to {dollars(BANKROLL)} can be played")


def summarize(kernel: Kernel, recorded: NDArray[np.int64], length: int, bankroll: int) -> Sessions:
    """Summarize the recorded values of sessions."""
    number = len(recorded)
    ruins = recorded[recorded[:, RUINED] > 0, RUINED]
    after = [-(-(point + 1) * length // POINTS) for point in range(POINTS)]
    ordered = [np.sort(recorded[:, PATH + point]) for point in range(POINTS)]
    return Sessions(
        sessions=number,
        rounds=length,
        bankroll=bankroll,
        at_risk=kernel.at_risk,
        ruined=len(ruins),
        risk_of_ruin=len(ruins) / number,
        risk_of_ruin_interval=proportion(len(ruins), number),
        rounds_to_ruin=ValueSpread.of(ruins) if len(ruins) else None,
        final=ValueSpread.of(recorded[:, FINAL]),
        drawdown=ValueSpread.of(recorded[:, DRAWDOWN]),
        longest_winning_streak=ValueSpread.of(recorded[:, WINNING]),
        longest_losing_streak=ValueSpread.of(recorded[:, LOSING]),
        path_rounds=tuple(after),
        paths={percent: tuple(int(one[_rank(percent, number)]) for one in ordered) for percent in PERCENTILES},
    )


def _rank(percent: int, number: int) -> int:
    return max(-(-percent * number // 100) - 1, 0)
