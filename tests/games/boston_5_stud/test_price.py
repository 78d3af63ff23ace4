"""Boston 5 stud: exact prices, the published strategy, and the value of every five-card hand."""

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import cards
from pitboss.games.boston_5_stud.price import PRICING
from pitboss.pricing import price

from .table import DAY, GAME

LAYOUT = Layout.of(GAME, DAY)
BEST = PRICING.strategy(LAYOUT)
HANDS = 2_598_960
EARNED = {1000: 4, 200: 36, 50: 624, 20: 3_744, 15: 5_108, 10: 10_200, 5: 54_912}
TWO_PAIR = 123_552


@pytest.mark.parametrize(("table", "two_pair"), [("ABX-1", 3), ("ABX-2", 2)])
def test_with_every_hand_played_first_and_second_are_even_and_the_ante_is_lost_half_the_time(
    table: str, two_pair: int
) -> None:
    """Player and dealer have equal chances, so the price is the ante's losses less the bonus winnings."""
    report = price(Layout.of(GAME, DAY, {"ante_bonus_table": table}))
    earns = Fraction(sum(odds * hands for odds, hands in EARNED.items()) + two_pair * TWO_PAIR, HANDS)
    loses = BEST.tally.share(lambda end, row, result: result.startswith("lose"))
    assert Fraction(report["ante+first+second"].exact or "") == loses - earns
    assert Fraction(report["first"].exact or "") == Fraction(report["second"].exact or "") == 0


def test_the_best_strategy_is_the_published_one_to_make_the_second_wager_with_every_hand() -> None:
    assert BEST.summary() == ("second with every hand",)
    assert BEST.cost("second with everything") == 0
    assert BEST.cost("pair or better") > 0
    assert {BEST.decide(three) for three in ("2c 3d 5h", "2c 7d 4h", "As Ad Ac")} == {"second"}


def test_the_value_of_the_worst_three_cards() -> None:
    values = PRICING.worth(LAYOUT)(cards("2c 3d 7h"), (), ("second", "fold"))
    assert values["fold"] == -3
    assert -3 < values["second"] < -1


def test_a_hand_of_three_is_worth_the_mean_of_its_hands_of_five() -> None:
    """The values of all first cards, summed over the cards that may follow, add up to the value of the whole game."""
    from pitboss.families.house_poker.kinds.stud import early
    from pitboss.pricing.deals import classes

    second = early.values(BEST.game)[BEST.game.ends.index("second")]
    total = int((second * classes(3).weights).sum())
    assert Fraction(total, 22_100 * BEST.game.ways) == -BEST.house_edge


@pytest.mark.parametrize(("table", "edge"), [("TB-1", "2.32"), ("TB-2", "7.28")])
def test_24_11_three_card_bonus_wager_costs_what_the_same_tables_cost_elsewhere(table: str, edge: str) -> None:
    row = price(Layout.of(GAME, DAY, {"three_card_bonus_table": table}))["three_card_bonus"]
    assert f"{row.house_edge * 100:.2f}" == edge
