"""Paragraphs of Subchapter 36 one by one. Its section numbers are unknown."""

import re
from typing import Any

import pytest

from pitboss.table import AskCard, AskDecision, AskShuffle
from pitboss.table.script import BadScript
from tests.shared.played_script import PlayedScript

SIT = ("1: sit Ann 6000", "2: sit Bob 6000")
ONE = (SIT[0], "1: first attack 10", "cards 2c")


class Played(PlayedScript):
    game = "triple-attack-blackjack"
    day = "2014-06-01"


def dealt(first: str, up: str, second: str, hole: str, *lines: str, **options: Any) -> Played:
    """One player with $10 who makes no further attack and takes no insurance."""
    declined = ["1: decline"] if up.startswith("A") else []
    cards = (f"cards {first}", "1: pass", f"cards {up}", "1: pass", f"cards {second} {hole}")
    return Played(*ONE, *cards, *declined, *lines, **options)


def test_36_blackjack_is_an_ace_and_a_card_worth_ten_as_dealt_and_not_after_a_split() -> None:
    for ten in ("Kh", "Qh", "Jh"):
        played = dealt("Ah", "9d", ten, "8d")
        assert (played.net(), len(played.settled)) == (10_00, 1)
    against = dealt("Ah", "Ad", "Kh", "Kd")
    assert against.net() == 10_00, "a blackjack wins against the dealer's"
    drawn = dealt("5h", "Ad", "Kh", "Kd")
    assert drawn.net() == -10_00, "which a hand of 15 does not"
    split = dealt("Ah", "7d", "Ad", "8d", "1: split", "cards Kh", "cards Kd", "cards 6d")
    assert split.net() == 0, "two times 21 against 21"


def test_36_cards_are_six_or_eight_decks_without_the_tens() -> None:
    for decks, cards in ((6, 288), (8, 384)):
        assert Played(*ONE, decks=decks).state.shoe.size == cards
    assert Played(*ONE).state.shoe.size == 384
    with pytest.raises(BadScript, match="Th cannot be the next card"):
        Played(*ONE, "cards Th")


def test_36_values_are_those_of_the_face_ten_for_a_picture_and_eleven_or_one_for_an_ace() -> None:
    assert dealt("9h", "7d", "Jh", "Kd", "1: stand").net() == 10_00, "19 against 17"
    assert dealt("9h", "7d", "7h", "Qd", "1: stand").net() == -10_00, "16 against 17"
    assert dealt("Ah", "8d", "7h", "Jd", "1: stand").net() == 0, "18 with an ace that counts eleven"
    assert dealt("Ah", "8d", "5h", "Jd", "1: draw", "cards Kd", "1: stand").net() == -10_00, "16: it counts one"


def test_36_shuffle_is_before_play_and_not_again_before_the_cutting_card() -> None:
    for method in ("manual", "automated"):
        played = dealt("Kh", "9d", "Qh", "8d", "1: stand", "1: first attack 10", "cards 7h", shuffle_method=method)
        assert len([step for step in played.steps if isinstance(step, AskShuffle)]) == 1
        assert ("36", "The cards are shuffled: 8 decks.") in played.said
    assert not Played(SIT[0], "1: first attack 10").said


def test_36_wagers_are_made_before_any_card_and_none_after_it_but_those_asked_for() -> None:
    placed = Played(*SIT, "1: first attack 10", "refused by 36 2: second_attack 5", "refused by 36 2: third_attack 5")
    assert len(placed.refusals) == 2
    after = Played(*ONE, "cards Kh", "refused by 36 1: first attack 10", "refused by 36 1: remove first_attack")
    assert len(after.refusals) == 2
    assert after.state.chips == after.state.bought_in
    other = Played(SIT[0], "1: first attack 10", "refused 1: field 10")
    assert "no wager 'field'" in other.refusals[0]


def test_36_dealing_attacks_come_between_the_cards_and_the_dealers_second_is_face_down() -> None:
    two = Played(*SIT, "1: first attack 10", "2: first attack 10", "cards 2c", "cards 7s Kd", "1: pass", "2: pass")
    assert [step.to for step in two.steps if isinstance(step, AskCard)][-1] == "dealer"
    played = dealt("7s", "7h", "9s", "Js", "1: stand")
    assert [text for _, text in played.said if re.search("burned|to box|a card|second card", text)] == [
        "One card is burned.",
        "7♠ to box 1.",
        "9♠ to box 1 (16).",
        "The dealer has a card face down.",
        "The dealer's second card is J♠: 17.",
    ]


def test_36_aces_that_are_split_have_one_card_each_and_may_then_stand_or_double() -> None:
    split = dealt("Ah", "6d", "Ad", "Kd", "1: split", "cards 5h")
    ask = split.dealer.ask
    assert isinstance(ask, AskDecision)
    assert {"stand", "double"} <= set(ask.choices)
    assert "draw" not in ask.choices
    assert split.refuses("draw")


def test_36_dealer_hits_soft_17_and_draws_only_where_a_hand_is_undecided() -> None:
    soft = dealt("Kh", "Ad", "8h", "6d", "1: stand", "cards 4d")
    assert soft.net() == -10_00, "a soft 17 draws: 21"
    hard = dealt("Kh", "Kd", "8h", "7d", "1: stand")
    assert hard.net() == 10_00, "a hard 17 stands"
    decided = dealt("Kh", "6d", "6h", "9d", "1: draw", "cards 9c")
    assert decided.net() == -10_00
    assert decided.dealer.ask is not None
    assert not isinstance(decided.dealer.ask, AskCard)
