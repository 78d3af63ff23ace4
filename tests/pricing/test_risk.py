"""Risk figures, compared with closed forms."""

from __future__ import annotations

from itertools import groupby, product
from math import exp, log, sqrt

import pytest

from pitboss.chapter.layout import Layout
from pitboss.library.prices import desk, price
from pitboss.pricing.risk import (
    Results,
    _no_run_by_feller,
    _no_run_by_recurrence,
    hold_interval,
    kelly_share,
    longest_losing_run,
    risk_of_ruin,
    ruin_exponent,
    volatility_index,
)


def coin(wins: float, pays: float = 1.0) -> Results:
    return [(pays, wins), (-1.0, 1 - wins)]


def test_the_volatility_index_of_roulette_is_1_65_standard_deviations() -> None:
    straight = desk.price(Layout.of("roulette"))["straight"]
    assert straight.std_dev == pytest.approx(36 * sqrt(37) / 38)
    assert straight.risk_over().volatility_index == volatility_index(straight.std_dev) == 1.65 * straight.std_dev


def test_the_interval_of_the_hold_shrinks_with_the_root_of_the_rounds() -> None:
    few, many = hold_interval("unit", 0.02, 1.0, 100), hold_interval("unit", 0.02, 1.0, 10_000)
    assert few.high - few.mean == pytest.approx(10 * (many.high - many.mean)) == pytest.approx(0.196, abs=1e-4)


def test_hold_per_ante_and_per_unit_wagered_are_not_mixed() -> None:
    ante = desk.price(Layout.of("three-card-poker"))["ante"]
    risk = ante.risk_over(1000)
    assert risk.hold.per == ante.per == "ante wager"
    assert (risk.hold.mean, risk.hold_wagered.mean) == (ante.house_edge, ante.element_of_risk)
    assert (risk.hold.low + risk.hold.high) / 2 == pytest.approx(ante.house_edge)
    assert (risk.hold_wagered.low + risk.hold_wagered.high) / 2 == pytest.approx(ante.element_of_risk)


@pytest.mark.parametrize(("loses", "number"), [(0.5, 8), (0.7, 6), (0.3, 10)])
def test_the_longest_losing_run_is_that_of_all_sequences(loses: float, number: int) -> None:
    expected = 0.0
    for rounds in product((True, False), repeat=number):
        longest = max((len(list(run)) for lost, run in groupby(rounds) if lost), default=0)
        expected += longest * loses ** sum(rounds) * (1 - loses) ** (number - sum(rounds))
    assert longest_losing_run(loses, 1 - loses, number) == pytest.approx(expected, abs=1e-9)


def test_pushes_neither_make_nor_end_a_losing_run() -> None:
    assert longest_losing_run(0.25, 0.25, 200) == pytest.approx(longest_losing_run(0.5, 0.5, 100))


@pytest.mark.parametrize(("loses", "run"), [(0.5, 12), (0.75, 30), (0.95, 150)])
def test_fellers_formula_agrees_with_the_recurrence(loses: float, run: int) -> None:
    exact = _no_run_by_recurrence(loses, run, 5_000)
    assert _no_run_by_feller(loses, run, 5_000) == pytest.approx(exact, abs=1e-6)


def test_ruin_of_a_coin_is_the_gamblers_ruin() -> None:
    exponent = ruin_exponent(coin(0.55))
    assert exponent == pytest.approx(log(0.55 / 0.45))
    assert risk_of_ruin(exponent, 20) == pytest.approx((0.45 / 0.55) ** 20)
    assert ruin_exponent(coin(0.45)) is None


def test_for_a_small_edge_ruin_is_that_of_brownian_motion() -> None:
    wins = 0.501
    mean, variance = 2 * wins - 1, 1 - (2 * wins - 1) ** 2
    exponent = ruin_exponent(coin(wins))
    assert exponent is not None
    assert exp(-exponent * 500) == pytest.approx(exp(-2 * mean * 500 / variance), rel=1e-3)


def test_kelly_is_edge_over_odds_for_a_single_payoff() -> None:
    for wins, pays in ((0.55, 1.0), (0.4, 2.0), (0.03, 40.0)):
        assert kelly_share(coin(wins, pays)) == pytest.approx((pays * wins - (1 - wins)) / pays, abs=1e-9)
    assert kelly_share(coin(0.5)) is None


def test_a_jackpot_above_its_break_even_has_a_kelly_bet_and_a_risk_of_ruin() -> None:
    below, above = (
        price("caribbean-stud", options={"progressive_meter": meter})["progressive"].risk_over(bet=1, bankroll=100_000)
        for meter in (200_000, 600_000)
    )
    assert (below.favours, below.kelly, below.risk_of_ruin) == ("house", None, 1.0)
    assert above.favours == "player"
    assert 0 < (above.kelly or 0) < 1e-4
    assert 0 < (above.risk_of_ruin or 0) < 1
    assert above.kelly_bet == pytest.approx((above.kelly or 0) * 100_000)


def test_n0_is_variance_over_squared_edge() -> None:
    red = desk.price(Layout.of("roulette"))["red"]
    n0 = red.risk_over().n0
    assert n0 == pytest.approx((red.std_dev / red.house_edge) ** 2)


@pytest.mark.parametrize(("rounds", "bet"), [(0, 1.0), (10**12, 1.0), (100, 0.0)])
def test_bounds(rounds: int, bet: float) -> None:
    with pytest.raises(ValueError, match=r"rounds|bet"):
        desk.price(Layout.of("roulette"))["red"].risk_over(rounds, bet=bet, bankroll=100)
