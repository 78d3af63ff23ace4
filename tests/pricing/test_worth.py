"""What a choice is worth with the cards at hand: the best of them is the one that the strategy takes."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.chapter import Layout
from pitboss.equipment import CARDS, Card, cards
from pitboss.pricing.entry import pricing_of, worth
from pitboss.pricing.showdown.worth import worth as worth_of

DEALT = {
    "three-card-poker": (3, 0),
    "caribbean-stud": (5, 1),
    "let-it-ride": (3, 1),
    "double-down-stud": (1, 3),
    "flop-poker": (3, 0),
}
"""How many cards of one's own, and how many that all see, a decision is made with."""


@pytest.mark.parametrize("game", DEALT)
def test_the_best_choice_is_the_one_that_the_strategy_takes(game: str) -> None:
    best = pricing_of(Layout.of(game)).strategy(Layout.of(game))
    random = Random(game)
    own, shown = DEALT[game]
    for _ in range(12):
        dealt: list[Card] = random.sample(CARDS[:52], own + shown)
        found = worth_of(best, dealt[:own], dealt[own:])
        decided = best.decide(dealt[:own], dealt[own:])
        assert found[decided] == pytest.approx(max(found.values())), dealt
        assert len(found) == 2


def test_a_fold_costs_the_ante_and_the_line_is_where_the_play_costs_the_same() -> None:
    worths = worth(Layout.of("three-card-poker"))
    least = worths(cards("Qs 6d 4c"), (), ("play", "fold"))
    less = worths(cards("Qs 6d 3c"), (), ("play", "fold"))
    assert least["fold"] == less["fold"] == -1
    assert less["play"] < -1 < least["play"]


def test_three_to_a_royal_flush_ride_and_what_taking_back_costs_is_said() -> None:
    worths = worth(Layout.of("let-it-ride"))
    found = worths(cards("Th Jh Qh"), (), ("let_ride", "take_back"))
    assert found["let_ride"] > found["take_back"]
    nothing = worths(cards("2h 7d 9c"), (), ("let_ride", "take_back"))
    assert nothing["take_back"] > nothing["let_ride"]


def test_a_game_of_dice_has_nothing_to_say() -> None:
    assert worth(Layout.of("craps"))((), (), ()) == {}


def test_the_choices_of_blackjack_are_those_of_the_analysis() -> None:
    found = worth(Layout.of("blackjack"))(cards("Th 6d"), cards("Tc"), ("stand", "draw", "double"))
    assert set(found) == {"stand", "draw", "double"}
    assert found["draw"] > found["stand"] > found["double"]


@pytest.mark.slow
def test_hold_em_is_told_when_its_board_is_whole() -> None:
    layout = Layout.of("ultimate-texas-holdem")
    worths = worth(layout)
    assert worths(cards("As Kd"), (), ("check", "play_4x")) == {}
    found = worths(cards("2s 7d"), cards("Ah Kh Qh Jh 3c"), ("play_1x", "fold"))
    assert found["fold"] == -2
    assert found["play_1x"] < found["fold"]
