"""Two card joker poker: exact prices, compared with published figures, and hands counted one by one."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, JOKER, cards
from pitboss.games.two_card_joker_poker.price import PRICING
from pitboss.hands import TWO_CARD_JOKER, Hand
from pitboss.hands.fast import count
from pitboss.pricing import price

from .table import DAY, GAME

LAYOUT = Layout.of(GAME, DAY)
ORDERS = list(LAYOUT.rules.options["rank_order"].values)


def test_hand_counts_agree_with_the_fact_sheet() -> None:
    """Of 1,431 hands, 156 are straights, 182 pairs, 260 flushes, four royal flushes and 48 other straight flushes."""
    found = {str(category): number for category, number in count(2, TWO_CARD_JOKER, jokers=2).items()}
    assert sum(found.values()) == 1431
    assert (found["pair of jokers"], found["royal flush"], found["straight flush"]) == (1, 4, 48)
    assert (found["straight"], found["pair"], found["flush"]) == (156, 182, 260)


@pytest.mark.parametrize("rank_order", [str(value.value) for value in ORDERS])
def test_the_published_price_in_every_order_of_straight_pair_and_flush(rank_order: str) -> None:
    row = price(Layout.of(GAME, DAY, {"rank_order": rank_order}))["ante+call"]
    assert Fraction(row.exact or "") == Fraction(563, 17_901)
    assert f"{row.house_edge * 100:.2f}" == "3.15"
    assert f"{row.action:.6f}" == "1.672956"
    assert f"{row.element_of_risk * 100:.2f}" == "1.88"


def test_q_5_is_the_lowest_hand_to_call() -> None:
    best = PRICING.strategy(LAYOUT)
    assert best.summary() == ("call with Q-5 or better, fold with less",)
    assert best.cost("Q-5") == 0
    assert best.cost("call everything") > best.cost("mimic the dealer") > 0
    assert [best.decide(two) for two in ("Qs 5d", "Qs 4d", "Jk 2c", "Jk Jk")] == ["call", "fold", "call", "call"]
    with pytest.raises(ValueError, match="2 cards of the 54, 2 of them jokers"):
        best.decide("Jk Jk Jk")


def test_the_value_of_a_call_is_the_mean_over_all_hands_of_the_dealer() -> None:
    own = cards("Jk 3c")
    left = [*(card for card in CARDS[:52] if card not in own), JOKER]
    mine = Hand(own, TWO_CARD_JOKER)
    queen = Hand("Qs 2d", TWO_CARD_JOKER)
    total = 0
    for two in combinations(left, 2):
        theirs = Hand(two, TWO_CARD_JOKER)
        total += 1 if theirs < queen else 2 if mine > theirs else 0 if mine == theirs else -2
    values = PRICING.worth(LAYOUT)(own, (), ("call", "fold"))
    assert values == {"call": pytest.approx(total / 1326), "fold": -1}


def test_30_11_pair_up_by_counting_all_hands_in_every_order() -> None:
    wins = 50 + 4 * 25 + 48 * 5 + 156 * 2 + 182
    won = 1 + 4 + 48 + 156 + 182
    for rank_order in ("straight_pair_flush", "flush_pair_straight"):
        shown = price(Layout.of(GAME, DAY, {"rank_order": rank_order}))["pair_up"]
        assert Fraction(shown.exact or "") == Fraction(1431 - won - wins, 1431)


def test_30_10_pair_up_forfeited_by_a_fold_costs_more_only_if_pairs_are_folded() -> None:
    """The best strategy never folds a hand that wins the pair up wager."""
    shown = price(Layout.of(GAME, DAY, {"pair_up_on_fold": "forfeited"}))["pair_up"]
    assert shown.exact == price(LAYOUT)["pair_up"].exact
    never = price(Layout.of(GAME, DAY, {"pair_up_on_fold": "forfeited"}), strategy="never")["pair_up"]
    assert Fraction(never.exact or "") == 1
