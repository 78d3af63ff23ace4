"""Betting figures from simulated tallies by count, compared with their definitions and an independent simulation."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest

from pitboss.pricing.counting.moments import Betting, CountTallies, Gambler, Ramp, Spread, expected_ramp
from pitboss.pricing.counting.risk import bankroll_for, goal_first, ruin_at_end, ruin_ever, ruin_within

COUNTS = (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0)


def tallies(batches: int = 16) -> CountTallies:
    """An even-money game whose chance of winning rises with the count, dealt to two depths."""
    random = np.random.default_rng(7)
    often = np.array([4000, 9000, 16000, 9000, 4000, 1500])
    found = np.zeros((batches, 2, len(COUNTS), 3), np.int64)
    for batch in range(batches):
        for depth in range(2):
            rounds = random.poisson(often)
            wins = random.binomial(rounds, 0.498 + 0.006 * np.array(COUNTS))
            found[batch, depth] = np.stack([rounds, 2000 * (2 * wins - rounds), rounds * 2000**2], axis=1)
    return CountTallies(found, COUNTS, 20, 50, 2000, 40)


def test_the_figures_of_a_ramp_by_their_definitions() -> None:
    betting = Betting(tallies(), 0.8)
    ramp = Ramp.parse("-1:0,0:1,1:2,2:6")
    assert isinstance(ramp, Ramp)
    bets = np.array([0, 0, 1, 2, 6, 6])
    rounds, nets, squares = tallies().batches.sum(axis=(0, 1)).T.astype(float)
    mean = (bets * nets).sum() / rounds.sum() / 2000
    variance = (bets**2 * squares).sum() / rounds.sum() / 2000**2 - mean**2
    found = betting.figures(ramp, Gambler(bankroll=300, risk=0.1, trip=500, goal=100))
    assert found.per_100.value == pytest.approx(100 * mean)
    assert found.deviation_per_100.value == pytest.approx(10 * sqrt(variance))
    assert found.c_score.value == pytest.approx(1e6 * mean**2 / variance)
    assert found.n0 is not None
    assert found.n0.value == pytest.approx(variance / mean**2)
    assert found.certainty_equivalent_per_100.value == pytest.approx(100 * (mean - variance / 600))
    assert found.risk_of_ruin.value == pytest.approx(exp(-600 * mean / variance))
    assert found.bankroll_for_risk is not None
    assert found.bankroll_for_risk.value == pytest.approx(-log(0.1) * variance / (2 * mean))
    assert found.played == pytest.approx(rounds[2:].sum() / rounds.sum())


def test_a_shallower_penetration_leaves_the_deeper_rounds_out() -> None:
    whole, half = (Betting(tallies(), share).whole[:, 0].sum() for share in (0.8, 0.4))
    assert half == tallies().batches[:, :1, :, 0].sum()
    assert half < whole


def test_the_best_ramp_of_a_spread_beats_others_of_that_spread() -> None:
    betting = Betting(tallies(), 0.8)
    best = betting.figures(Spread(1, 6))
    for other in ("0:1,1:2,2:4,3:6", "0:1,2:6", "0:1,1:6"):
        ramp = Ramp.parse(other)
        assert isinstance(ramp, Ramp)
        assert best.c_score.value >= betting.figures(ramp).c_score.value
    assert best.score.value == pytest.approx(best.c_score.value, rel=1e-3)
    bets = list(best.ramp.values())
    assert bets == sorted(bets)
    assert min(bets) >= 1
    assert max(bets) <= 6


def test_a_ramp_for_a_bankroll_and_a_risk_keeps_the_risk() -> None:
    """No wager limits; the bankroll is large, so that rounding of wagers does not matter."""
    betting = Betting(tallies(), 0.8)
    for risk in (0.135, 0.01):
        ramp = betting.ramp_for(1e5, risk, Spread(1e-9, 1e9))
        found = betting.figures(ramp, Gambler(bankroll=1e5))
        assert found.risk_of_ruin.value == pytest.approx(risk, rel=0.05)


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    """The mean of a unit at each count, over many short runs."""
    random, hits = np.random.default_rng(3), 0
    for _ in range(200):
        batches = np.zeros((16, 1, 1, 3), np.int64)
        wins = random.binomial(100, 0.5, 16)
        batches[:, 0, 0] = np.stack([np.full(16, 100), 2000 * (2 * wins - 100), np.full(16, 100 * 2000**2)], axis=1)
        one = Betting(CountTallies(batches, (0.0,), 50, 50, 2000, 50), 0.9).figures(Ramp(((0.0, 1.0),))).per_100
        hits += one.low <= 0 <= one.high
    assert 178 <= hits <= 199


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("8-1", "wagers go up from more than 0"),
        ("0-8", "wagers go up from more than 0"),
        ("1:2,0:1", "its counts must rise"),
        ("0:0", "some wager is above 0"),
        ("0:5000", "none above 1000 units"),
        ("steep", "'steep' is not a ramp; write a spread such as 1-8"),
    ],
)
def test_a_ramp_that_cannot_be_read_says_what_can(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Ramp.parse(text)


def test_an_expected_ramp_rises_with_the_edge() -> None:
    ramp = expected_ramp(Spread(1, 8), {-1.0: -0.01, 0.0: -0.005, 1.0: 0.001, 2.0: 0.005, 5.0: 0.02})
    assert ramp.bets(np.array([-3.0, 0.0, 1.0, 5.0])).tolist() == [1, 1, 2, 8]


# ---- Ruin


def test_ruin_against_a_simulated_walk() -> None:
    """Many players who bet one unit, with a deviation of 1.1 per round and a bankroll of 30."""
    random = np.random.default_rng(11)
    mean, deviation, bankroll, rounds, bettors = 0.02, 1.1, 30.0, 1500, 4000
    steps = random.normal(mean, deviation, (bettors, rounds)).astype(np.float32).cumsum(axis=1)
    within, at_end = float((steps.min(axis=1) <= -bankroll).mean()), float((steps[:, -1] <= -bankroll).mean())
    variance = deviation**2
    assert within == pytest.approx(ruin_within(mean, variance, bankroll, rounds), abs=0.03)
    assert at_end == pytest.approx(ruin_at_end(mean, variance, bankroll, rounds), abs=0.02)
    assert ruin_at_end(mean, variance, bankroll, rounds) < ruin_within(mean, variance, bankroll, rounds)
    up, down = (steps >= 20), (steps <= -bankroll)
    first_up = np.where(up.any(axis=1), up.argmax(axis=1), rounds)
    first_down = np.where(down.any(axis=1), down.argmax(axis=1), rounds)
    decided = first_up != first_down
    share = float((first_up < first_down)[decided].mean())
    assert share == pytest.approx(goal_first(mean, variance, bankroll, 20), abs=0.03)


def test_bankroll_and_risk_are_inverse() -> None:
    for risk in (0.01, 0.05, 0.5):
        assert ruin_ever(0.01, 1.3, bankroll_for(0.01, 1.3, risk)) == pytest.approx(risk)


def test_a_player_who_loses_on_average_is_ruined() -> None:
    assert ruin_ever(-0.005, 1.3, 10**6) == 1
    assert ruin_within(-0.5, 1.3, 1000, 10**6) == pytest.approx(1)
    assert goal_first(-0.5, 1.3, 10**5, 10**5) < 1e-9
