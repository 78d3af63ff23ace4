"""Double down stud: exact prices against published figures."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from importlib.resources import files

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, read_rules
from pitboss.families.house_poker.price.rows import floor, table
from pitboss.families.house_poker.price.strategy import SimpleStrategy, Strategy
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.games.double_down_stud import price as double_down_stud
from pitboss.hands import FIVE_CARD
from pitboss.pricing import price


def layout(**options: Value) -> Layout:
    rules = read_rules((files(double_down_stud.__package__) / "rules.toml").read_text("utf-8"), "rules.toml")
    return Layout.of(rules, date(2015, 1, 1), options)


def tally_with(**pays: int) -> tuple[Wagering, Strategy]:
    """Return DDS-2's wagering and strategy with other odds for the highest hands."""
    on = layout(pay_table="DDS-2")
    house = double_down_stud.PRICING.wagering_on(on)
    first = house.wagers["original"]
    other = replace(
        first, pays=table(first.pays.order, {**first.pays.pays, **{row: Fraction(n) for row, n in pays.items()}})
    )
    changed = replace(house, wagers=dict.fromkeys(house.wagers, other))
    return changed, double_down_stud.PRICING.strategy_of(Terms.on(on), changed)


@pytest.mark.parametrize(("table", "edge"), [("DDS-1", "4.741"), ("DDS-2", "2.976")])
def test_both_wagers(table: str, edge: str) -> None:
    report = price(layout(pay_table=table))
    assert f"{report['original'].house_edge * 100:.3f}" == edge
    assert report["original+double_down"].exact == report["original"].exact
    assert report["double_down"].house_edge < 0


def test_price_is_as_published_with_two_thousand_to_one_for_a_royal_flush() -> None:
    _, best = tally_with(royal_flush=2000)
    assert f"{float(best.house_edge) * 100:.2f}" == "2.67"


def test_counts_agree_with_the_published_machine_line_by_line() -> None:
    """The Wizard of Odds prints the combinations, out of 12,994,800, for a machine that pays 3,999, 199 and 49 to 1.

    That table doubles 5-4-3-2 and A-K-Q-J, which are worth exactly nothing, so the price is the same either way.
    """
    house, best = tally_with(royal_flush=3999, straight_flush=199, four_of_a_kind=49)
    assert f"{float(best.house_edge):.6f}" == "0.021033"
    thumb = best.named("rule of thumb")
    assert thumb is not None
    either_way = SimpleStrategy(
        "", "", {4: lambda hands: thumb.rule[4](hands) | (hands >> 2 == [9, 10, 11, 12]).all(axis=1)}
    )
    tally = best.tally_for(either_way)
    assert -tally.mean(house.net) == best.house_edge
    printed = {
        ("stand", "straight"): 31_248,
        ("stand", "three_of_a_kind"): 50_688,
        ("stand", "two_pair"): 152_064,
        ("stand", "pair_of_jacks_or_better"): 657_720,
        ("stand", "pair_of_sixes_to_tens"): 816_480,
        ("stand", ""): 8_035_992,
        ("double", "royal_flush"): 20,
        ("double", "straight_flush"): 180,
        ("double", "four_of_a_kind"): 3_120,
        ("double", "full_house"): 18_720,
        ("double", "flush"): 25_540,
        ("double", "straight"): 19_752,
        ("double", "three_of_a_kind"): 223_872,
        ("double", "two_pair"): 465_696,
        ("double", "pair_of_jacks_or_better"): 1_031_880,
        ("double", "pair_of_sixes_to_tens"): 1_295_520,
        ("double", ""): 166_308,
    }
    assert tally.total == 12_994_800
    found = {(end, row and floor(FIVE_CARD, row)): count for (end, row, _), count in tally.counts.items()}
    assert found == {(end, row and floor(FIVE_CARD, row)): count for (end, row), count in printed.items()}


def test_17_10_c_the_limit_cuts_a_large_wager() -> None:
    free, at, above = (price(layout(), stake)["original"] for stake in (None, 50_00, 100_00))
    assert free.exact == at.exact
    assert above.house_edge > free.house_edge
    assert max(float(Fraction(outcome.net)) for outcome in above.outcomes) == 1000


def test_strategy() -> None:
    best = double_down_stud.PRICING.strategy(layout())
    assert best.decide("Js", "Jd 7c 4h") == "double"
    assert best.decide("5h", "5s Kc Td") == "stand"
    assert best.decide("9h", "8s 7c 6d") == "double"
    assert best.decide("5h", "4s 3c 2d") == "stand"
    assert best.cost("rule of thumb") == 0
    assert best.cost("double with a pair of sixes or better") == best.cost("sixes or better") > 0
    assert best.cost("double with a pair of fives or better") > best.cost("sixes or better")
    assert "pair of sixes or better" in best.summary()[0]
