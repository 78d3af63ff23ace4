"""The fields of the price report are stable, and a price names what it is based on."""

import json
from datetime import date
from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.pricing import Distribution, PricedWager, PriceReport, price, wager_price

CONTRACT = {"game", "on", "options", "wagers", "strategy", "seconds"}
CONTRACT_OF_A_WAGER = {
    "id", "name", "section", "house_edge", "exact", "element_of_risk", "std_dev", "hit_rate", "push_rate", "per",
    "method", "error", "outcomes",
}  # fmt: skip


@pytest.fixture(scope="module")
def layout() -> Layout:
    return Layout.of("craps", on=date(2012, 6, 1))


@pytest.mark.parametrize("game", list(registered_games()))
def test_every_game_prints_the_contract(game: str) -> None:
    printed = json.loads(price(Layout.of(game)).model_dump_json())
    assert printed.keys() >= CONTRACT
    assert printed["game"] == game
    assert printed["seconds"] > 0
    for wager in printed["wagers"]:
        assert wager.keys() >= CONTRACT_OF_A_WAGER
        if wager["exact"] is None:
            assert 0 < wager["error"] < 1e-6
            assert sum(outcome["probability"] for outcome in wager["outcomes"]) == pytest.approx(1, abs=1e-6)
            mean = sum(outcome["probability"] * float(Fraction(outcome["net"])) for outcome in wager["outcomes"])
            assert mean == pytest.approx(-wager["house_edge"], abs=1e-6)
        else:
            assert float(Fraction(wager["exact"])) == wager["house_edge"]
            assert sum(Fraction(outcome["exact"]) for outcome in wager["outcomes"]) == 1
            mean = sum(Fraction(outcome["exact"]) * Fraction(outcome["net"]) for outcome in wager["outcomes"])
            assert mean == -Fraction(wager["exact"])
            assert wager["error"] == 0


def test_report_can_be_read_again(layout: Layout) -> None:
    report = price(layout)
    assert PriceReport.model_validate_json(report.model_dump_json()) == report


def test_options_are_written_as_in_a_table_file() -> None:
    options = price(Layout.of("craps", on=date(2008, 6, 1))).options
    assert options["vig_rate"] == 0.05
    assert options["smallest_chip"] == 1
    assert options["offer_678"] is False
    assert options["max_odds_pass"] == "1x"


def test_priced_fills_in_details_from_the_layout(layout: Layout) -> None:
    wager = wager_price(layout, "any_seven", Distribution.from_counts({4: 6, -1: 30}), rounds=Fraction(1))
    assert (wager.name, wager.section, wager.citation) == ("Any Seven", "1.2(a)12", "N.J.A.C. 13:69F-1.2(a)12")
    assert (wager.exact, wager.element_of_risk, wager.odds) == ("1/6", 1 / 6, {"": "4 to 1"})
    assert (wager.outcomes[0].net, wager.outcomes[0].combinations, wager.space) == ("4", 6, 36)
    assert repr(wager) == "PricedWager('any_seven', house edge 1/6 = 16.6667% per initial wager)"


def test_a_price_shows_its_weakest_source(layout: Layout) -> None:
    even = Distribution.from_counts({1: 1, -1: 1})
    assert wager_price(layout, "pass", even).provenance == "text"
    assert wager_price(layout, "fire_bet", even).provenance == "published"
    rounding = layout.rules.options["vig_rounding"]
    assert wager_price(layout, "pass", even, rests_on=[rounding]).provenance == "reconstructed"


def test_wagers_together_are_one_row(layout: Layout) -> None:
    row: PricedWager = price(layout)["pass+pass_odds"]
    assert row.parts == ("pass", "pass_odds")
    assert row.house_edge == pytest.approx(row.element_of_risk * row.action, rel=1e-15)


def test_an_unknown_wager_is_named(layout: Layout) -> None:
    with pytest.raises(KeyError, match="no wager 'big_6'"):
        price(layout)["big_6"]
