"""A simpler strategy never loses less than the best one, in any game and with any choice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.contract import PriceInputs, contract_of
from pitboss.pricing import price
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.report import price_report
from tests.shared.every_game import every_game

ROUNDING = 1e-12


def one_choice_apart(game: str) -> Iterator[Layout]:
    """Yield the default table, and every lawful one that differs from it by one choice."""
    yield Layout.of(game)
    for id, option in rules_of(game).options.items():
        for one in option.values:
            if one.value != option.default:
                try:
                    yield Layout.of(game, options={id: one.value})
                except Unlawful:
                    continue


def decides(game: str) -> bool:
    return not {"strategy", "chart"}.isdisjoint(contract_of(game).gives)


def house_way_costs(layout: Layout) -> dict[str, Fraction]:
    """Return the cost of each simpler way in a game that is priced with the house way instead of the best setting."""
    if "strategy" not in contract_of(layout.rules.game.id).gives:
        return {}
    best = pricing_of(layout).strategy(layout, PriceInputs())
    return {way.name: best.cost(way.name) for way in best.simpler}


def none_is_better(layout: Layout) -> int:
    """Compare simpler strategies with the best one; return how many there were."""
    advice = price(layout).strategy or {}
    costs = {one["name"]: one["cost"] for one in advice.get("simpler", ())} or house_way_costs(layout)
    assert all(cost >= -ROUNDING for cost in costs.values()), (layout.options, costs)
    prices = advice.get("prices", {})
    if prices:
        best = prices["composition_dependent"]
        for name, one in prices.items():
            assert one["house_edge"] >= best["house_edge"] - one["error"] - best["error"], (layout.options, name)
    return len(costs) + len(prices)


@every_game(having=decides)
def test_every_game_has_a_simpler_strategy_and_none_beats_the_best(game: str) -> None:
    assert none_is_better(Layout.of(game)) > 0


@pytest.mark.slow
@every_game(having=decides)
def test_no_simpler_strategy_beats_the_best_at_any_table(game: str) -> None:
    for layout in one_choice_apart(game):
        none_is_better(layout)


def test_a_report_refuses_a_simpler_strategy_that_beats_the_best() -> None:
    better = {"simpler": [{"name": "always raise", "cost": -0.001}]}
    with pytest.raises(AssertionError, match="always raise costs"):
        price_report(Layout.of("casino-war"), (), strategy=better)
