"""Sessions: what a bankroll goes through, against the same rounds followed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.chapter import Layout
from pitboss.simulation import Kernel, Threads, kernel_of, sessions
from pitboss.simulation.sessions import POINTS, Following


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return kernel_of(
        Layout.of("roulette", options={"wheel": "single_zero", "zero_rule": "en_prison"}), ["red", "straight 17"]
    )


def followed(kernel: Kernel, seed: int, session: int, length: int, bankroll: int) -> dict[str, int]:
    """A session by hand."""
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
    noted = Following(kernel, 7, bankroll, length)(3, 40)
    by_hand = [list(followed(kernel, 7, number, length, bankroll).values()) for number in range(3, 43)]
    assert noted[:, :5].tolist() == by_hand
    assert {bool(one[0]) for one in by_hand} == {True, False}
    assert (noted[:, -1] == noted[:, 1]).all()


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


def test_a_fair_enough_game_ruins_about_as_often_as_theory_says() -> None:
    """Even chances without a zero rule, bankroll of ten units, to the end: the gambler is ruined nearly always."""
    kernel = kernel_of(Layout.of("roulette"), ["red"])
    found = sessions(kernel, 300, 20_000, 10 * kernel.at_risk, 7)
    assert found.risk_of_ruin > 0.97


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
    ],
)
def test_absurd_sessions_are_refused(kernel: Kernel, number: int, length: int, bankroll: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        sessions(kernel, number, length, bankroll, 7)
