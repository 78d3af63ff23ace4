"""The strategy takes the choice with the highest value."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pitboss.chapter.layout import Layout
from pitboss.contract import PriceInputs
from pitboss.equipment import CARDS, Card, cards
from pitboss.pricing.entry import advice, choice_values, price, pricing_of

DEALT = {
    "three-card-poker": (3, 0),
    "caribbean-stud": (5, 1),
    "let-it-ride": (3, 1),
    "double-down-stud": (1, 3),
    "flop-poker": (3, 0),
}
"""The numbers of own cards and of face-up cards at a decision."""


@pytest.mark.parametrize("game", DEALT)
def test_the_best_choice_is_the_one_that_the_strategy_takes(game: str) -> None:
    best = pricing_of(Layout.of(game)).strategy(Layout.of(game), PriceInputs())
    random = Random(game)
    own, shown = DEALT[game]
    for _ in range(12):
        dealt: list[Card] = random.sample(CARDS[:52], own + shown)
        found = best.choice_values(dealt[:own], dealt[own:])
        decided = best.decide(dealt[:own], dealt[own:])
        assert found[decided] == pytest.approx(max(found.values())), dealt
        assert len(found) == 2


def test_a_fold_costs_the_ante_and_the_line_is_where_the_play_costs_the_same() -> None:
    worths = choice_values(Layout.of("three-card-poker"))
    least = worths(cards("Qs 6d 4c"), (), ("play", "fold"))
    less = worths(cards("Qs 6d 3c"), (), ("play", "fold"))
    assert least["fold"] == less["fold"] == -1
    assert less["play"] < -1 < least["play"]


def test_three_to_a_royal_flush_ride_and_the_cost_of_taking_back_is_given() -> None:
    worths = choice_values(Layout.of("let-it-ride"))
    found = worths(cards("Th Jh Qh"), (), ("let_ride", "take_back"))
    assert found["let_ride"] > found["take_back"]
    nothing = worths(cards("2h 7d 9c"), (), ("let_ride", "take_back"))
    assert nothing["take_back"] > nothing["let_ride"]


def test_a_dice_game_has_no_decisions_to_analyse() -> None:
    assert choice_values(Layout.of("craps"))((), (), ()) == {}


def test_the_choices_of_blackjack_are_those_of_the_analysis() -> None:
    found = choice_values(Layout.of("blackjack"))(cards("Th 6d"), cards("Tc"), ("stand", "draw", "double"))
    assert set(found) == {"stand", "draw", "double"}
    assert found["draw"] > found["stand"] > found["double"]


INSURANCE = ("insure", "even_money", "decline")


def test_insurance_is_valued_from_the_unseen_cards() -> None:
    worths = choice_values(Layout.of("blackjack", options={"decks": 8}))
    found = worths(cards("Th 6d"), cards("Ac"), ("insure", "decline"))
    # Half the wager at 2 to 1, with 127 tens among 413 cards.
    assert found == {"insure": pytest.approx((2 * 127 - 286) / 413 / 2), "decline": 0}
    assert advice(Layout.of("blackjack"))(cards("Th 6d"), cards("Ac"), ("insure", "decline")) == "decline"


def test_even_money_is_one_and_so_is_a_blackjack_that_is_insured() -> None:
    found = choice_values(Layout.of("blackjack", options={"decks": 8}))(cards("Th Ad"), cards("Ac"), INSURANCE)
    assert found == {
        "insure": pytest.approx(1),
        "even_money": 1,
        "decline": pytest.approx(Fraction(3, 2) * (1 - Fraction(127, 413))),
    }


def test_hold_em_strategy_is_described_for_a_complete_board() -> None:
    worths = choice_values(Layout.of("ultimate-texas-holdem"))
    found = worths(cards("2s 7d"), cards("Ah Kh Qh Jh 3c"), ("play_1x", "fold"))
    assert found["fold"] == -2
    assert found["play_1x"] < found["fold"]


def test_a_royal_flush_at_the_flop_wins_the_second_unit_as_surely_as_the_first() -> None:
    found = choice_values(Layout.of("ultimate-texas-holdem"))(cards("Ah Kh"), cards("Qh Jh Th"), ("check", "play_2x"))
    assert found["play_2x"] - found["check"] == pytest.approx(1)
    # The blind wins 500, plus the play wager, plus the ante if the dealer qualifies.
    assert 501 < found["check"] < 502


@pytest.mark.slow
@pytest.mark.parametrize("shown", [0, 3])
def test_hold_em_strategy_is_described_before_and_at_the_flop(shown: int) -> None:
    best = pricing_of(Layout.of("ultimate-texas-holdem")).strategy(Layout.of("ultimate-texas-holdem"), PriceInputs())
    random = Random(shown)
    for _ in range(12):
        dealt: list[Card] = random.sample(CARDS[:52], 2 + shown)
        found = best.choice_values(dealt[:2], dealt[2:])
        assert max(found, key=lambda choice: found[choice]) == best.decide(dealt[:2], dealt[2:]), dealt
        assert len(found) == (2 if shown else 3)


@pytest.mark.slow
def test_the_values_of_all_holdings_before_the_flop_add_up_to_the_price() -> None:
    layout = Layout.of("ultimate-texas-holdem")
    best = pricing_of(layout).strategy(layout, PriceInputs())
    holdings = list(combinations(CARDS[:52], 2))
    found = sum(max(best.choice_values(own).values()) for own in holdings) / len(holdings)
    assert found == pytest.approx(-price(layout)["ante"].house_edge, abs=1e-12)
