"""Paragraphs of Subchapter 26 one by one, each with its section."""

from typing import Any

import pytest

from pitboss.table import AskCard, AskShuffle
from tests.shared.played_script import PlayedScript

SIT = ("1: sit Ann 6000", "2: sit Bob 6000")
ONE = (SIT[0], "1: bet 10", "cards 2c")


class Played(PlayedScript):
    game = "double-attack-blackjack"
    day = "2008-06-01"


def dealt(up: str, hand: str, hole: str, *lines: str, **options: Any) -> Played:
    """One player with $10 who does not attack and takes no insurance."""
    declined = ["1: decline"] if up.startswith("A") else []
    return Played(*ONE, f"cards {up}", "1: pass", f"cards {hand} {hole}", *declined, *lines, **options)


def test_26_4_shuffle_is_before_play_and_not_again_before_the_cutting_card() -> None:
    for method in ("manual", "automated"):
        played = dealt("9d", "Kh Qh", "8d", "1: stand", "1: bet 10", "cards 7h", shuffle_method=method)
        assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["26.4"]
        assert ("26.4", "The cards are shuffled: 8 decks.") in played.said


def test_26_5_wagers_are_made_before_any_card_and_none_after_it_but_those_asked_for() -> None:
    placed = Played(*SIT, "1: bet 10", "refused by 26.5 2: double_attack 5")
    assert [wager.amount for wager in placed.state.wagers] == [10_00]
    after = Played(*ONE, "cards 9d", "refused by 26.5 1: bet 10", "refused by 26.5 1: remove bet")
    assert len(after.refusals) == 2
    assert "no wager 'field'" in Played(SIT[0], "1: bet 10", "refused 1: field 10").refusals[0]


def test_26_6_wager_on_the_dealers_third_card_needs_a_wager_and_comes_before_any_card() -> None:
    alone = Played(SIT[0], "refused by 26.6 1: bust it 5")
    assert len(alone.refusals) == 1
    late = Played(*ONE, "cards 9d", "refused by 26.6 1: bust it 5")
    assert len(late.refusals) == 1
    played = Played(SIT[0], "1: bet 10", "1: bust it 5", "cards 2c")
    assert [wager.kind for wager in played.state.wagers] == ["bet", "bust_it"]
    assert len(Played(SIT[0], "1: bet 10", "refused 1: bust it 5", bust_it="off").refusals) == 1


def test_26_7_dealing_begins_with_the_dealers_card_and_his_second_is_face_down() -> None:
    lines = (
        "1: bet 10",
        "2: bet 10",
        "cards 2c 7h",
        "1: pass",
        "2: pass",
        "cards 7s Kd 9s Qd Js",
        "1: stand",
        "2: stand",
    )
    played = Played(*SIT, *lines)
    assert [text for section, text in played.said if section == "26.7" and "reader" not in text] == [
        "One card is burned.",
        "The dealer shows 7♥.",
        "7♠ to box 1.",
        "K♦ to box 2.",
        "9♠ to box 1 (16).",
        "Q♦ to box 2 (20).",
        "The dealer has a card face down.",
        "The dealer's second card is J♠: 17.",
    ]
    assert {step.section for step in played.steps if isinstance(step, AskCard)} == {"26.7"}


@pytest.mark.parametrize(("up", "read"), [("Ad", True), ("Kd", True), ("9d", False)])
def test_26_7_card_reader_reports_a_blackjack_under_an_ace_or_a_ten(up: str, read: bool) -> None:
    played = dealt(up, "Kh 9h", "6d")
    assert any("reader" in text for section, text in played.said if section == "26.7") == read


def test_26_12_dealer_draws_to_16_and_stands_on_every_17() -> None:
    drawn = dealt("6d", "Kh 8h", "Kd", "1: stand", "cards 2d")
    assert drawn.net() == 0
    assert dealt("Ad", "Kh 8h", "6d", "1: stand").net() == 10_00, "a soft 17 is a 17"
    decided = dealt("6d", "Kh 6h", "Kd", "1: draw", "cards 9c")
    assert decided.net() == -10_00, "no card is drawn where it cannot matter"
    assert not isinstance(decided.dealer.ask, AskCard)
