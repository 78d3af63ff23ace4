"""Mississippi stud: exact prices, compared with published figures, and decisions that depend on earlier wagers."""

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import cards
from pitboss.families.house_poker.kinds.ladder import solver as ladder
from pitboss.games.mississippi_stud.price import PRICING
from pitboss.pricing import price

from .table import DAY, GAME

LAYOUT = Layout.of(GAME, DAY)
BEST = PRICING.strategy(LAYOUT)
TOGETHER = "ante+street3+street4+street5"


def test_the_published_house_edge_and_our_element_of_risk() -> None:
    """4.91 % of the ante, as published. Ties go to the cheapest choice, so less is wagered than the published figure
    says.
    """
    row = price(LAYOUT)[TOGETHER]
    assert Fraction(row.exact or "") == Fraction(53_223, 1_082_900)
    assert f"{row.house_edge * 100:.2f}" == "4.91"
    assert f"{row.action:.4f}" == "3.4836"
    assert f"{row.element_of_risk * 100:.3f}" == "1.411"


def test_the_most_costly_of_equal_choices_give_the_published_average_wager() -> None:
    """If ties go to the most costly choice, 3.59 antes are at risk and the edge is 1.37 % of them, as published."""
    dear = {at: (len(worth) - 1 - worth[::-1].argmax(axis=0)).astype("uint8") for at, worth in BEST.values.items()}
    tally = ladder.play(BEST.game, dear)
    wagering = PRICING.wagering_on(LAYOUT)
    assert -tally.mean(wagering.net) == BEST.house_edge
    assert f"{float(tally.mean(wagering.at_risk)):.2f}" == "3.59"
    assert f"{float(BEST.house_edge / tally.mean(wagering.at_risk)) * 100:.2f}" == "1.37"


def test_the_separate_wagers_add_up_to_the_whole() -> None:
    report, tally = price(LAYOUT), PRICING.figures(LAYOUT).tally
    wagering = PRICING.wagering_on(LAYOUT)
    parts = [tally.mean(lambda *at, w=wager: wagering.nets(*at).get(w, Fraction())) for wager in PRICING.main]
    assert -sum(parts) == Fraction(report[TOGETHER].exact or "")


def test_the_rule_of_thumb_costs_nothing_and_points_alone_cost_three_percent() -> None:
    assert BEST.cost("rule of thumb") == 0
    assert f"{float(BEST.cost('points')) * 100:.3f}" == "3.192"


@pytest.mark.parametrize(
    ("own", "shown", "before", "choice"),
    [
        ("2c 2d", "", "", "bet_3x"),
        ("6h 5h", "", "", "bet_1x"),
        ("6h 5d", "", "", "fold"),
        ("Th 6d", "", "", "bet_1x"),
        ("Th 5d", "", "", "fold"),
        ("7h 6h", "5h", "bet_1x", "bet_3x"),
        ("6h 5h", "4h", "bet_1x", "bet_1x"),
        ("Th 9d", "5c", "bet_1x", "fold"),
        ("9h 8d", "6c Ts", "bet_1x, bet_1x", "bet_1x"),
        ("9h 8d", "6c 2s", "bet_1x, bet_1x", "fold"),
        ("9h 8d", "6c 2s", "bet_1x, bet_3x", "bet_1x"),
        ("8h 7d", "6c 5s", "bet_1x, bet_1x", "bet_3x"),
    ],
)
def test_the_best_choice_depends_on_earlier_wagers(own: str, shown: str, before: str, choice: str) -> None:
    assert BEST.decide(own, shown, before) == choice
    values = PRICING.worth(LAYOUT)(cards(own), cards(shown), ("fold", "bet_1x", "bet_2x", "bet_3x"), before)
    assert values[choice] == max(values.values())


def test_a_fold_costs_everything_wagered() -> None:
    values = PRICING.worth(LAYOUT)(cards("Kh 5d"), cards("9c 2s"), ("fold", "bet_1x"), "bet_1x, bet_3x")
    assert values["fold"] == -5
    with pytest.raises(ValueError, match="use: bet_1x; bet_2x; bet_3x"):
        BEST.decide("Kh 5d", "9c", "bet_4x")


def test_the_summary_omits_situations_that_best_play_never_reaches() -> None:
    said = BEST.summary()
    assert not any("bet 2x" in line for line in said)
    assert "with 2 cards known: bet 3x always with: pair of twos or better" in said


def test_35_11_limit_within_reach_costs_the_player() -> None:
    """With an ante of $100, ten antes at 500 to 1 would win $500,000."""
    cut = price(LAYOUT, 100_00)[TOGETHER]
    assert Fraction(cut.exact or "") > Fraction(53_223, 1_082_900)
    assert max(float(Fraction(outcome.net)) for outcome in cut.outcomes) == 500
    assert price(LAYOUT, 10_00)[TOGETHER].exact == "53223/1082900"
