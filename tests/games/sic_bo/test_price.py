"""Prices of sic bo: published figures to the last digit, and exact agreement with a walk of the round."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import ScriptedSource
from pitboss.pricing import price
from pitboss.table import Action, Dealer, Settled, game_on, walk

TABLES = ("minimum", "atlantic_city", "generous")
PUBLISHED = {
    # wizardofodds.com, sic bo: Macau, Atlantic City, Australia
    "small": ("2.78", "2.78", "2.78"),
    "big": ("2.78", "2.78", "2.78"),
    "total_4": ("29.17", "15.28", "12.50"),
    "total_5": ("47.22", "13.89", "11.11"),
    "total_6": ("30.56", None, None),
    # onlinesicbo.org, odds: 150 and 180 to 1; 8, 10 and 11 to 1; 1, 2 and 3 to 1, or 12 to 1 for three
    "three_of_a_kind_1": ("30.09", "16.20", "16.20"),
    "two_of_a_kind_1": ("33.33", "18.52", "11.11"),
    "one_of_a_kind_1": ("7.87", "7.87", "3.70"),
    # high-rollercasinos.com, sic bo: 5 to 1
    "two_dice_combination_12": ("16.67", "16.67", None),
    # duckyluck-casino.net, sic bo calculator: 30 to 1
    "any_three_of_a_kind": (None, "13.89", None),
}
COUNTED = {
    # We found no page with these figures: this many of 216 rolls win, at the three tables' odds.
    "total_6": (10, (14, 17, 18)),
    "total_7": (15, (12, 12, 12)),
    "total_8": (21, (8, 8, 8)),
    "total_9": (25, (6, 6, 7)),
    "total_10": (27, (6, 6, 6)),
    "two_dice_combination_12": (30, (5, 5, 6)),
    "any_three_of_a_kind": (6, (24, 30, 31)),
}


@pytest.mark.parametrize("at", range(3), ids=TABLES)
def test_9_4_odds_give_the_published_edges(at: int) -> None:
    found = price(Layout.of("sic-bo", options={"pay_table": TABLES[at]}))
    seen = {kind: edges[at] for kind, edges in PUBLISHED.items() if edges[at]}
    assert {kind: f"{float(100 * Fraction(found[kind].exact)):.2f}" for kind in seen} == seen


@pytest.mark.parametrize("at", range(3), ids=TABLES)
def test_9_4_odds_give_the_counted_edges_that_were_not_published(at: int) -> None:
    found = price(Layout.of("sic-bo", options={"pay_table": TABLES[at]}))
    for kind, (ways, odds) in COUNTED.items():
        assert Fraction(found[kind].exact) == 1 - Fraction(ways * (odds[at] + 1), 216), kind


@pytest.mark.parametrize("table", TABLES)
def test_9_4_walk_of_the_round_gives_the_price_of_every_area(table: str) -> None:
    layout = Layout.of("sic-bo", options={"pay_table": table})
    game = game_on(layout)
    dealer = Dealer(game, ScriptedSource())
    dealer.act(1, Action("sit", amount=1000_00))
    for kind in layout.wagers:
        dealer.act(1, Action("make", kind, 1_00))
    assert dealer.ask is not None
    nets: dict[str, Fraction] = defaultdict(Fraction)
    chances = Fraction(0)
    for chance, _, steps in walk(game, dealer.ask.state):
        chances += chance
        for step in steps:
            if isinstance(step, Settled):
                nets[step.wager.kind] += chance * Fraction(step.net, 1_00)
    assert chances == 1
    found = price(layout)
    assert {kind: str(-net) for kind, net in nets.items()} == {kind: found[kind].exact for kind in layout.wagers}


@pytest.mark.parametrize("timing", ["after_bets", "before_bets"])
@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_9_5_only_the_pay_table_changes_a_price(timing: str, shaker: str) -> None:
    found = price(Layout.of("sic-bo", options={"shake_timing": timing, "shaker": shaker, "positions": 12}))
    plain = price(Layout.of("sic-bo"))
    assert all(found[kind].exact == plain[kind].exact for kind in PUBLISHED)


def test_9_4_raised_odds_are_priced() -> None:
    raised = {"total_6": "18 to 1", "total_15": "18 to 1", "total_9": "7 to 1", "one_of_a_kind_1.3": "12 to 1"}
    found = price(Layout.of("sic-bo", odds=raised))
    assert [found[kind].exact for kind in ("total_6", "total_9", "one_of_a_kind_1", "one_of_a_kind_2")] == [
        "13/108",
        "2/27",
        "1/27",
        "17/216",
    ]


@pytest.mark.parametrize(
    ("table", "key", "odds", "permitted"),
    [
        ("atlantic_city", "total_4", "50 to 1", True),
        ("atlantic_city", "total_4", "49 to 1", False),
        ("generous", "one_of_a_kind_2.3", "3 to 1", True),
        ("generous", "one_of_a_kind_2.3", "2 to 1", False),
        ("minimum", "two_of_a_kind_5", "12 to 1", True),
        ("minimum", "small", "4 to 5", False),
    ],
)
def test_9_4_odds_below_the_minimum_table_are_a_finding(table: str, key: str, odds: str, permitted: bool) -> None:
    rules = rules_of("sic-bo")
    found = [one for one in findings(rules, rules.game.since, {"pay_table": table}, {key: odds}, None) if one.stops()]
    assert (not found) == permitted
    assert all("9.4" in str(one.section) for one in found)


def test_9_4_to_is_required_and_never_for() -> None:
    rules = rules_of("sic-bo")
    found = list(findings(rules, rules.game.since, {}, {"total_4": "61 for 1"}, None))
    assert [one.section for one in found] == ["9.4"]
