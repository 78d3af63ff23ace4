"""Caribbean stud: exact prices against published figures, to the last of 19,933,230,517,200 deals."""

from datetime import date
from fractions import Fraction
from importlib.resources import files
from math import comb

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import Value, read_rules
from pitboss.families.house_poker.kinds.stud.strategy import StudStrategy
from pitboss.families.house_poker.price.progressive import others_with_royals
from pitboss.games.caribbean_stud import price as caribbean_stud
from pitboss.pricing import price


def layout(**options: Value) -> Layout:
    rules = read_rules((files(caribbean_stud.__package__) / "rules.toml").read_text("utf-8"), "rules.toml")
    return Layout.of(rules, date(2015, 1, 1), options)


DEALS = 19_933_230_517_200
PUBLISHED = {
    "three rules": 1_041_417_758_724,
    "A-K-J-8-3": 1_059_715_400_580,
    "matching rank": 1_063_176_931_284,
    "pair or better": 1_090_272_101_460,
    "ace-king or better": 1_132_600_203_540,
    "raise everything": 3_310_360_338_060,
}


@pytest.fixture(scope="module")
def best() -> StudStrategy:
    found = caribbean_stud.PRICING.strategy(layout())
    assert isinstance(found, StudStrategy)
    return found


def test_ante_and_bet_to_the_last_deal() -> None:
    row = price(layout())["ante"]
    assert row.space == DEALS == comb(52, 5) * 47 * comb(46, 4)
    assert Fraction(row.exact or "") == Fraction(1_041_372_912_372, DEALS)
    assert f"{row.house_edge * 100:.3f} {row.element_of_risk * 100:.3f}" == "5.224 2.555"
    assert f"{row.std_dev:.2f}" == "2.24"


def test_simpler_strategies_have_the_published_cost(best: StudStrategy) -> None:
    lost = {simple.name: (best.house_edge + best.cost(simple)) * DEALS for simple in best.simpler}
    assert lost == PUBLISHED


def test_a_custom_strategy(best: StudStrategy) -> None:
    assert best.cost("raise with A-K-J-8-3 or better") == best.cost("A-K-J-8-3")
    assert best.cost("raise with a pair of threes or better") > best.cost("raise with a pair or better")
    with pytest.raises(ValueError, match="no strategy 'raise when it rains': name one of"):
        best.cost("raise when it rains")


def test_decisions(best: StudStrategy) -> None:
    assert best.decide("9c 9d 4s 3h 2d", "As") == "bet"
    assert best.decide("Qc Jd 4s 3h 2d", "2s") == "fold"
    assert best.decide("Ah Kd Qs 5c 4h", "4d") == "bet"
    assert best.decide("Ah Kd 7s 5c 4h", "Qd") == "fold"
    assert best.decide("Ad Kh 7c 5s 4d", "Qh") == "fold"


@pytest.mark.parametrize(
    ("own", "shown"),
    [("9c 9c 4s 3h 2d", "As"), ("9c 9d 4s 3h", "As"), ("9c 9d 4s 3h 2d", "9c"), ("9c 9d 4s 3h 2d", "")],
)
def test_an_impossible_deal_is_refused(best: StudStrategy, own: str, shown: str) -> None:
    with pytest.raises(ValueError, match=r"more than once|cards of the 52"):
        best.decide(own, shown)


def test_summary(best: StudStrategy) -> None:
    assert best.summary()[:2] == (
        "bet with A-K-Q-J-2 or better, whatever the dealer shows",
        "fold with less than A-K-4-3-2",
    )


def test_16_12_d_the_bet_limit() -> None:
    free, at = (price(layout(), stake)["ante"] for stake in (None, 25_00))
    assert free.exact == at.exact
    above = price(layout(), 30_00)["ante"]
    assert above.house_edge > free.house_edge
    assert max(Fraction(outcome.net) for outcome in above.outcomes) == 1 + Fraction(5000, 30)
    rules = layout().rules
    posted = Layout.of(rules, date(2015, 1, 1), limits=Limits(30_00))
    assert price(posted)["ante"].exact == above.exact


def test_16_12_e_the_progressive_wager() -> None:
    row = price(layout())["progressive"]
    wins = 4 * 10_000 + 36 * 1_000 + 624 * 500 + 3_744 * 100 + 5_108 * 50
    assert Fraction(row.exact or "") == 1 - Fraction(wins, 2_598_960)


def test_the_meter_breaks_even_at_the_published_reading() -> None:
    found = caribbean_stud.PRICING.progressive(layout())
    even = found.break_even()
    assert even is not None
    assert round(even / 100) == 218_047
    assert found.value(even) >= 0 > found.value(even - 1)
    lost = price(layout())["ante"]
    with_ante = found.break_even(Fraction(lost.exact or "") * 5_00)
    assert with_ante is not None
    assert with_ante > even


def test_a_fixed_prize_for_a_straight_flush() -> None:
    found = caribbean_stud.PRICING.progressive(layout(straight_flush_progressive="fixed_5000"))
    fixed = Fraction(36 * 5_000 + 624 * 500 + 3_744 * 100 + 5_108 * 50, 2_598_960)
    even = found.break_even()
    assert even is not None
    assert even == -(-(1 - fixed) * 100 * 2_598_960 // 4)


def test_16_12_g_several_royal_flushes_share_the_meter() -> None:
    found = caribbean_stud.PRICING.progressive(layout())
    assert found.share(1) == 1
    one = Fraction(3, comb(47, 5))
    assert found.share(2) == 1 - one / 2
    assert found.share(7) < found.share(3) < found.share(2) < 1
    assert sum(others_with_royals(47, 5, 3, 6)) == 1
