"""Bankroll sessions, compared with the same rounds followed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import Kernel, kernel_of
from pitboss.simulation.runners import Threads
from pitboss.simulation.sessions import PERCENTILES, POINTS, SessionWork, sessions
from pitboss.simulation.statistics import proportion


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return kernel_of(
        Layout.of("roulette", options={"wheel": "single_zero", "zero_rule": "en_prison"}), ["red", "straight 17"]
    )


def followed(kernel: Kernel, seed: int, session: int, length: int, bankroll: int) -> dict[str, int]:
    """Follow a session by hand."""
    nets = np.zeros(length, np.int64)
    kernel.play(seed, session * length, nets)
    path, ruined = [bankroll], 0
    streaks = {1: 0, -1: 0}
    longest = {1: 0, -1: 0}
    for number, net in enumerate(nets.tolist(), 1):
        path.append(path[-1] + net)
        if net:
            sign = 1 if net > 0 else -1
            streaks[sign], streaks[-sign] = streaks[sign] + 1, 0
            longest[sign] = max(longest[sign], streaks[sign])
        if path[-1] < kernel.at_risk:
            ruined = number
            break
    drawdown = max(max(path[: at + 1]) - path[at] for at in range(len(path)))
    return {"ruined": ruined, "final": path[-1], "fall": drawdown, "won": longest[1], "lost": longest[-1]}


def test_every_session_is_as_followed_by_hand(kernel: Kernel) -> None:
    length, bankroll = 240, 400_00
    recorded = SessionWork(kernel, 7, bankroll, length)(3, 40)
    by_hand = [list(followed(kernel, 7, number, length, bankroll).values()) for number in range(3, 43)]
    assert recorded[:, :5].tolist() == by_hand
    assert {bool(one[0]) for one in by_hand} == {True, False}
    assert (recorded[:, -1] == recorded[:, 1]).all()


def test_sessions_in_figures(kernel: Kernel) -> None:
    found = sessions(kernel, 500, 240, 400_00, 7)
    assert found == sessions(kernel, 500, 240, 400_00, 7, Threads(3))
    by_hand = [followed(kernel, 7, number, 240, 400_00) for number in range(500)]
    ruins = sorted(one["ruined"] for one in by_hand if one["ruined"])
    assert found.ruined == len(ruins)
    assert found.rounds_to_ruin is not None
    assert found.rounds_to_ruin.mean == pytest.approx(sum(ruins) / len(ruins))
    finals = sorted(one["final"] for one in by_hand)
    assert found.final.percentiles[50] == finals[249]
    assert found.final.percentiles[5] == finals[24]
    assert (found.final.least, found.final.most) == (finals[0], finals[-1])
    assert found.longest_losing_streak.most == max(one["lost"] for one in by_hand)
    assert len(found.path_rounds) == POINTS
    assert found.path_rounds[-1] == 240
    assert found.paths[50][-1] == finals[249]


def test_red_ruins_as_often_as_the_chain_says() -> None:
    """Compute the probability of every bankroll round by round; zero and double zero take half of the wager."""
    length, units = 300, 20
    chain = np.zeros(2 * (units + length) + 1)
    chain[2 * units] = 1.0
    for _ in range(length):
        playing = np.where(np.arange(len(chain)) >= 2, chain, 0.0)
        chain = np.where(np.arange(len(chain)) < 2, chain, 0.0)
        for halves, probability in ((2, 18 / 38), (-1, 2 / 38), (-2, 18 / 38)):
            chain += probability * np.roll(playing, halves)
    kernel = kernel_of(Layout.of("roulette"), ["red"])
    found = sessions(kernel, 20_000, length, units * kernel.at_risk, 7)
    low, high = found.risk_of_ruin_interval
    expected = chain[:2].sum()
    assert low - 0.003 < expected < high + 0.003
    assert 0.1 < expected < 0.4
    mean = (chain * np.arange(len(chain))).sum() * kernel.at_risk / 2
    assert found.final.error is not None
    assert abs(found.final.mean - mean) < 2 * found.final.error


def test_the_gamblers_ruin() -> None:
    """A player with n units at even money, who loses r times as often as he wins, is ruined before reaching m units
    with probability (r^n - r^m) / (1 - r^m). The Pass Bet loses 251 times and wins 244.
    """
    kernel = kernel_of(Layout.of("craps"), ["pass"])
    have, want, number = 10, 20, 4000
    ratio = 251 / 244
    ruined = 0
    for session in range(number):
        nets = np.zeros(3000, np.int64)
        kernel.play(11, session * 3000, nets)
        path = have + np.cumsum(nets) // kernel.at_risk
        ends = np.flatnonzero((path <= 0) | (path >= want))
        assert len(ends), "3,000 rolls were not enough"
        ruined += bool(path[ends[0]] <= 0)
    exactly = (ratio**have - ratio**want) / (1 - ratio**want)
    low, high = proportion(ruined, number)
    assert low - 0.01 < exactly < high + 0.01


def test_the_longest_streak_is_as_long_as_the_chain_says() -> None:
    length, lost = 200, 20 / 38
    at_most = []
    for longest in range(80):
        runs = np.zeros(longest + 1)
        runs[0] = 1.0
        for _ in range(length):
            runs = np.concatenate(([runs.sum() * (1 - lost)], runs[:-1] * lost))
        at_most.append(runs.sum())
    kernel = kernel_of(Layout.of("roulette"), ["red"])
    found = sessions(kernel, 20_000, length, 10**9, 7).longest_losing_streak
    assert found.error is not None
    assert abs(found.mean - sum(1 - share for share in at_most)) < 2 * found.error
    assert found.percentiles == {percent: int(np.searchsorted(at_most, percent / 100)) for percent in PERCENTILES}


def test_sessions_without_ruin_are_not_reported_as_safe() -> None:
    kernel = kernel_of(Layout.of("roulette"), ["red"])
    found = sessions(kernel, 100, 10, 10**8, 7)
    assert found.ruined == 0
    assert found.risk_of_ruin_interval == pytest.approx((0, 0.0370), abs=1e-4)


def test_short_sessions_have_a_point_for_every_sixtieth(kernel: Kernel) -> None:
    found = sessions(kernel, 3, 7, 400_00, 7)
    assert found.path_rounds[0] == 1
    assert found.path_rounds[-1] == 7


@pytest.mark.parametrize(
    ("number", "length", "bankroll", "says"),
    [
        (0, 10, 10**6, "0 sessions"),
        (10, 0, 10**6, "sessions of 0 rounds"),
        (10, 10, 100, r"a bankroll of \$1: these wagers together can lose \$40 at once"),
        (10, 10, 10**30, r"up to \$10,000,000,000 can be played"),
    ],
)
def test_absurd_sessions_are_refused(kernel: Kernel, number: int, length: int, bankroll: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        sessions(kernel, number, length, bankroll, 7)
