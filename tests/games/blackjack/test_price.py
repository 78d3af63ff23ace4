"""The price of blackjack, compared with published figures, and with itself under every choice that the chapter permits.

Seen in print: super sevens (8 decks 9.01, 6 decks 11.40, 5 decks 13.25, 4 decks 15.92 percent; webdelautomovil.com),
over and under 13 (6.6 and 10 percent) and 21+3 (3.2 percent; both Tamburin). The further digits of these, and royal
match 6.67, match-the-dealer 4.06 and 3.67, lucky ladies 24.71 and 17.64, are those in common use (wizardofodds.com),
quoted from memory and not looked up again; so are the effects of individual rules.
"""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from importlib.resources import files
from itertools import product
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, read_rules
from pitboss.equipment import Card, composition
from pitboss.families.twenty_one.price.pricing import price
from pitboss.families.twenty_one.price.table import analysis_of, main_edge
from pitboss.pricing import PriceReport
from pitboss.pricing.twenty_one.chart import Chart, StrategyError

DAY = date(2012, 6, 1)


def rules() -> Rules:
    return read_rules((files("pitboss.games.blackjack") / "rules.toml").read_text("utf-8"), "blackjack/rules.toml")


def layout(on: date = DAY, **options: Any) -> Layout:
    return Layout.of(rules(), on=on, options=options, unlawful=True)


@pytest.fixture(scope="module")
def six() -> PriceReport:
    return price(layout(decks=6, max_split_hands=4))


def test_every_permissible_wager_has_a_price_that_adds_up(six: PriceReport) -> None:
    assert [one.id for one in six.wagers] == list(layout(decks=6).permissible)
    for one in six.wagers:
        assert (one.exact is None) == (one.error > 0), one.id
        assert sum(outcome.probability for outcome in one.outcomes) == pytest.approx(1, abs=1e-12)
        mean = sum(float(Fraction(outcome.net)) * outcome.probability for outcome in one.outcomes)
        assert mean == pytest.approx(-one.house_edge, abs=1e-6), one.id


def test_2_3_the_main_wager(six: PriceReport) -> None:
    """Six decks, dealer stands on soft 17, up to four hands: 0.40 percent with composition-dependent play, a little
    more with the chart.
    """
    row = six["blackjack"]
    assert row.house_edge == pytest.approx(0.00405922, abs=1e-8)
    assert row.error <= 1e-11
    assert row.element_of_risk == pytest.approx(row.house_edge / row.action)
    prices = six.strategy["prices"]
    assert prices["composition_dependent"]["house_edge"] == pytest.approx(0.00402870, abs=1e-7)
    assert prices["composition_dependent_as_unsplit"]["house_edge"] == pytest.approx(0.00402870236, abs=1e-11)
    assert row.house_edge == prices["basic strategy"]["house_edge"]
    assert row.std_dev == pytest.approx(1.155, abs=0.002)
    assert {outcome.net for outcome in row.outcomes} >= {"8", "3/2", "-8", "0"}


def test_the_strategy_is_described(six: PriceReport) -> None:
    advice = six.strategy
    assert advice["chart"]["hard 16"] == ["S"] * 5 + ["H"] * 5
    assert advice["exceptions"][0]["worth"] > 0
    assert advice["exceptions_worth"] < 1e-3
    assert six.model_dump_json()


@pytest.mark.parametrize(
    ("wager", "options", "percent"),
    [
        ("over_13", {}, 6.55),
        ("under_13", {}, 10.07),
        ("same_suit", {}, 6.67),
        ("sevens", {"decks": 8}, 9.01),
        ("sevens", {}, 11.40),
        ("sevens", {"decks": 5}, 13.25),
        ("sevens", {"decks": 4}, 15.92),
        ("match_dealer", {}, 4.06),
        ("match_dealer", {"decks": 8}, 3.67),
        ("twenty_point", {"twenty_point": "A"}, 24.71),
        ("twenty_point", {"twenty_point": "B"}, 17.64),
        ("optional_bonus", {}, 3.24),
    ],
)
def test_side_wagers_as_published(wager: str, options: dict[str, Any], percent: float) -> None:
    row = price(layout(**{"decks": 6, **options}))[wager]
    assert row.exact is not None
    assert 100 * row.house_edge == pytest.approx(percent, abs=0.005)


def test_2_9_insurance_is_exact() -> None:
    row = price(layout(decks=6))["insurance"]
    assert row.exact == "23/311"
    assert price(layout(decks=1))["insurance"].exact == "1/17"


def test_2_19_the_meter_at_which_the_progressive_wager_is_fair() -> None:
    table = layout(decks=6)
    [fair] = re.findall(r"break-even at \$([\d,.]+)\.", price(table)["progressive"].note)
    cents = round(100 * float(fair.replace(",", "")))
    assert -1e-6 < price(table, meter=cents)["progressive"].house_edge <= 0  # rounded up to a cent
    drawn = price(layout(decks=6, progressive_count="as_drawn"))["progressive"]
    assert drawn.house_edge > price(table)["progressive"].house_edge
    # If the dealer does not check, every pair of aces is played out and no count is cut short.
    open_ = price(layout(decks=6, progressive_count="as_drawn", hole_card="none"))["progressive"]
    assert open_.exact == price(table)["progressive"].exact


def test_2_17_sevens_without_a_guaranteed_third_card_pay_less() -> None:
    guaranteed = price(layout(decks=6))["sevens"].house_edge
    drawn = price(layout(decks=6, third_card_guarantee=False))["sevens"].house_edge
    assert guaranteed < drawn < guaranteed + 0.03
    anywhere = layout(decks=6, sevens_reading="any_position")
    assert price(anywhere)["sevens"].house_edge < 0


def test_2_18_multiple_action_wagers_have_one_price() -> None:
    report = price(layout(decks=6, multiple_action="on", hole_card="none"))
    assert report["ma_1"].outcomes == report["ma_2"].outcomes == report["ma_3"].outcomes
    assert report["ma_1"].house_edge == report["blackjack"].house_edge


def test_2_22_streaks_follow_from_rounds_won_and_lost() -> None:
    report = price(layout(decks=6))
    main = report["blackjack"]
    won = main.hit_rate
    lost = 1 - main.hit_rate - main.push_rate
    again = won / (won + lost)
    assert report["streak_3"].hit_rate == pytest.approx(again**3, abs=1e-9)
    assert report["streak_2"].rounds == pytest.approx((1 + again) / (won + lost), abs=1e-6)


def test_a_depleted_shoe_changes_every_price() -> None:
    cards = list(composition(6))
    for suit in "cdhs":
        cards[Card(f"5{suit}").index] -= 3
        cards[Card(f"6{suit}").index] -= 3
    better = price(layout(decks=6), shoe=cards)
    fresh = price(layout(decks=6))
    assert better["blackjack"].house_edge < fresh["blackjack"].house_edge
    assert better["insurance"].house_edge < fresh["insurance"].house_edge
    with pytest.raises(ValueError, match="a round may need"):
        price(layout(decks=6), shoe=[0] * 48 + [2, 2, 2, 2, 0])


def test_a_given_strategy_is_priced_and_an_incomplete_one_refused() -> None:
    table = layout(decks=6)
    chart = analysis_of(table).basic_chart
    worse = Chart({**chart.cells, ("hard", 16, 10): "S", ("hard", 12, 6): "H"}, name="mine")
    report = price(table, strategy=worse)
    assert report["blackjack"].house_edge > price(table)["blackjack"].house_edge
    assert report.strategy["name"] == "mine"
    cells = dict(chart.cells)
    del cells["soft", 18, 9]
    with pytest.raises(StrategyError, match="soft 18 against 9"):
        Chart(cells)


def test_each_rule_changes_the_price_as_players_expect() -> None:
    """In percent, with six decks: standard figures found in every book, accurate to about a hundredth."""
    base = main_edge(layout(decks=6))
    effects: list[tuple[dict[str, Any], float]] = [
        ({"soft17": "hit"}, 0.20),
        ({"surrender": "late"}, -0.07),
        ({"surrender": "early"}, -0.62),
        ({"doubling": "hard_9_11"}, 0.09),
        ({"doubling": "hard_10_11"}, 0.18),
        ({"double_after_split": False}, 0.13),
        ({"max_split_hands": 4}, -0.05),
        ({"max_split_hands": 4, "resplit_aces": True}, -0.12),
        ({"hit_split_aces": True}, -0.18),
        ({"splitting": False}, 0.50),
        ({"five_card_21": "2 to 1"}, -0.20),
        ({"pay_777": "3 to 2"}, -0.01),
        ({"pay_678_suited": "2 to 1"}, -0.01),
        ({"split_21_reading": "two_card_wins"}, -0.01),
        ({"hole_card": "none"}, 0.001),
    ]
    for options, percent in effects:
        moved = 100 * (main_edge(layout(decks=6, **options)) - base)
        assert moved == pytest.approx(percent, abs=max(0.03, abs(percent) / 10)), options


def test_2_6_an_unchecked_second_card_costs_the_same_as_none() -> None:
    assert main_edge(layout(decks=2, hole_card="unpeeked")) == main_edge(layout(decks=2, hole_card="none"))


def test_terms_on_dates_before_an_option() -> None:
    early = analysis_of(layout(date(1980, 1, 1), hole_card="none")).terms
    assert (early.max_split_hands, early.resplit_aces, early.bonuses) == (2, False, ())


@pytest.mark.slow
def test_every_permitted_main_game_has_a_price() -> None:
    chosen = product((1, 2, 6, 8), ("stand", "hit"), ("none", "late"), (2, 3, 4), ("none", "reader"))
    for decks, soft17, surrender, hands, hole in chosen:
        table = layout(decks=decks, soft17=soft17, surrender=surrender, max_split_hands=hands, hole_card=hole)
        row = price(table)["blackjack"]
        assert -0.003 < row.house_edge < 0.008
        assert row.error < 1e-6
