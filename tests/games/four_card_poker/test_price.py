"""Four card poker: exact prices against published figures, and against deals counted one by one."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import CARDS, cards
from pitboss.games.four_card_poker.price import PRICING
from pitboss.hands import FOUR_CARD, Hand
from pitboss.hands.fast import count, evaluate_batch
from pitboss.pricing import price
from pitboss.pricing.deals import all_sets


def layout(**options: Value) -> Layout:
    return Layout.of("four-card-poker", options=options)


@pytest.mark.parametrize(
    ("number", "counts"),
    [
        (5, (624, 2_072, 58_656, 114_616, 101_808, 123_552, 1_047_552, 1_150_080)),
        (6, (14_664, 47_752, 897_616, 2_245_352, 1_744_080, 2_342_736, 8_194_320, 4_872_000)),
    ],
)
def test_27_3_b_the_best_four_of_all_hands_of_five_and_of_six(number: int, counts: tuple[int, ...]) -> None:
    """Counts from four of a kind down: for five cards as published, and for the dealer's six."""
    found = count(number, "four-card")
    assert tuple(found[category] for category in FOUR_CARD.categories) == counts
    assert sum(counts) == comb(52, number)


def test_ante_and_play_to_the_last_deal() -> None:
    row = price(layout())["ante"]
    assert Fraction(row.exact or "") == Fraction(8_840_827_253, 317_119_576_410)
    assert f"{row.house_edge:.2%} {row.element_of_risk:.2%}" == "2.79% 1.30%"


@pytest.mark.parametrize(
    ("table", "edge"), [("AU-1", "3.89"), ("AU-2", "1.98"), ("AU-3", "2.78"), ("AU-4", "2.58"), ("AU-5", "3.37")]
)
def test_aces_up(table: str, edge: str) -> None:
    """Wikipedia lists AU-2 as the lowest of all pay tables, 1.98 %; AU-5 is listed with a return of 96.63 %."""
    assert f"{price(layout(aces_up_table=table))['aces_up'].house_edge * 100:.2f}" == edge


def test_aces_up_is_never_folded_if_it_wins() -> None:
    kept, lost = (price(layout(aces_up_forfeited_on_fold=forfeited))["aces_up"] for forfeited in (False, True))
    assert kept.exact == lost.exact


def test_strategy_and_the_cost_of_the_simple_rule() -> None:
    best = PRICING.strategy(layout())
    assert best.summary()[0] == "play 3x with pair of kings, ace-two or better, whatever the dealer shows"
    assert f"{float(best.house_edge + best.cost('tens and threes')):.3%}" == "3.397%"
    assert best.decide("Ks Kd Ah 2c 3d", "9s") == "play_3x"
    assert best.decide("5s 5d Kh 2c 3d", "9s") == "play_1x"
    assert best.decide("As Kd 5h 2c 3d", "Qs") == "fold"
    assert best.cost("always") > best.cost("tens and threes") > 0


@pytest.mark.parametrize(
    ("hand", "shown"), [("Ts Td 7h 5c 2d", "9s"), ("As Kd Qh 9c 2d", "2s"), ("7s 7d 4h 3c 2d", "7h")]
)
def test_a_decision_against_every_hand_of_the_dealer(hand: str, shown: str) -> None:
    """Compare folding, one ante and three antes by their sums over all 1,370,754 ways to complete the dealer's six
    cards.
    """
    own, up = [card.index for card in cards(hand)], cards(shown)[0].index
    rest = all_sets(5)
    rest = rest[~np.isin(rest, [*own, up]).any(axis=1)]
    dealers = np.concatenate([rest, np.full((len(rest), 1), up, np.uint8)], axis=1)
    theirs = evaluate_batch(np.ascontiguousarray(dealers), FOUR_CARD)
    assert len(theirs) == comb(46, 5)
    wins = int((theirs <= Hand.best([CARDS[card] for card in own], FOUR_CARD).strength).sum())
    margin = 2 * wins - len(theirs)
    worth = {"fold": -len(theirs), "play_1x": 2 * margin, "play_3x": 4 * margin}
    best = PRICING.strategy(layout())
    assert best.decide(hand, shown) == max(worth, key=lambda choice: worth[choice])
    values = PRICING.worth(layout())(cards(hand), cards(shown), tuple(worth))
    assert values["play_3x"] == pytest.approx(worth["play_3x"] / len(theirs))
    assert values["fold"] == -1


def test_a_custom_strategy_can_be_read_from_a_file() -> None:
    best = PRICING.strategy(layout())
    strategy = 'name = "mine"\nplay_3x = ["pair of tens or better"]\nplay_1x = ["pair of threes or better"]\n'
    assert best.cost(strategy) == best.cost("tens and threes")
