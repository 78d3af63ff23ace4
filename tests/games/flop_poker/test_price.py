"""Flop poker: exact prices against published figures, and the pot."""

from datetime import date
from fractions import Fraction
from importlib.resources import files

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, read_rules
from pitboss.games.flop_poker import price as flop_poker
from pitboss.pricing import price


def layout(**options: Value) -> Layout:
    rules = read_rules((files(flop_poker.__package__) / "rules.toml").read_text("utf-8"), "rules.toml")
    return Layout.of(rules, date(2015, 1, 1), options)


@pytest.mark.parametrize(("table", "edge"), [("FP-1", "6.4851"), ("FP-2", "5.4237")])
def test_ante_and_flop(table: str, edge: str) -> None:
    report = price(layout(flop_pay_table=table, positions=1))
    assert f"{report['ante'].house_edge * 100:.4f}" == edge
    assert report["ante+flop"].exact == report["ante"].exact
    assert report["ante"].space == 22_100 * 18_424


def test_29_11_three_card_bonus() -> None:
    row = price(layout(positions=1))["three_card_bonus"]
    wins = 4 * 100 + 44 * 50 + 52 * 25 + 720 * 6 + 1_096 * 3 + 3_744 * 1
    assert Fraction(row.exact or "") == -Fraction(wins - (22_100 - 5_660), 22_100)


@pytest.mark.parametrize("players", range(1, 9))
def test_29_10_d_the_pot_costs_nothing(players: int) -> None:
    distribution, exact = flop_poker.pot(players)
    assert distribution.mean == 0
    assert exact == (players <= 2)
    assert max(distribution.probabilities) == players - 1


def test_a_sample_of_the_pot_for_two_is_near_the_exact_one() -> None:
    distribution, _ = flop_poker.pot(2)
    rounds = flop_poker.stored_splits()[2]
    tied = float(distribution.push_rate)
    error = (tied * (1 - tied) / sum(rounds)) ** 0.5
    assert rounds[2] / sum(rounds) == pytest.approx(tied, abs=4 * error)


def test_the_pot_in_the_report() -> None:
    two = price(layout(positions=2))["pot"]
    seven = price(layout())["pot"]
    assert (two.exact, two.method) == ("0", "exact")
    assert (seven.exact, seven.method) == ("0", "simulation")
    assert "random deals" in seven.note


def test_29_11_d_the_limit_is_on_ante_and_flop() -> None:
    on = layout(positions=1)
    free, cut = (price(on, stake)["ante"] for stake in (49_00, 100_00))
    assert cut.house_edge > free.house_edge
    assert max(float(Fraction(outcome.net)) for outcome in cut.outcomes) == 500
    at_fifty = price(layout(positions=1, min_wager=50), 50_00)["ante"]
    assert at_fifty.exact == free.exact


def test_strategy() -> None:
    best = flop_poker.PRICING.strategy(layout())
    assert best.decide("Ks Kd 4c") == "flop"
    assert best.decide("7h 5d 2s") == "surrender"
    assert best.cost("always") > 0
    assert best.cost("make a flop wager with jack high or better") == best.cost("jack high")
