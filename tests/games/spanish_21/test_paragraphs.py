"""Paragraphs of Subchapter 19 one by one, each with its section."""

from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.table import AskCard, AskDecision, AskShuffle
from pitboss.table.script import BadScript
from tests.shared.played_script import PlayedScript

SIT = ("1: sit Ann 6000", "2: sit Bob 6000")
ONE = (SIT[0], "1: spanish21 10", "cards 2c")


class Played(PlayedScript):
    game = "spanish-21"
    day = "2008-06-01"


def dealt(*lines: str, **options: Any) -> Played:
    """One player with $10, dealt after the burn card."""
    return Played(*ONE, *lines, **options)


def choices(played: Played) -> tuple[str, ...]:
    assert isinstance(played.dealer.ask, AskDecision)
    return played.dealer.ask.choices


def test_19_1_blackjack_is_an_ace_and_a_card_worth_ten_as_dealt_and_not_after_a_split() -> None:
    for ten in ("Kd", "Qd", "Jd"):
        assert dealt(f"cards Ad 9c {ten} 8d").net() == 15_00
    assert dealt("cards 5d 9c Kd 8d", "1: draw", "cards 6d").net() == 10_00, "three cards make a 21"
    split = dealt("cards Ad 9c Ah 8d", "1: split", "cards Kd", "cards Qs")
    assert split.net() == 20_00


def test_19_4_a_cards_are_shuffled_before_play_by_hand_or_by_a_device() -> None:
    for method in ("manual", "automated"):
        played = dealt("cards Kh 9d Qh Kd", "1: stand", "1: spanish21 10", shuffle_method=method)
        assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["19.4(a)"]
    with pytest.raises((BadScript, ValueError), match="shuffle_method"):
        Layout.of("spanish-21", options={"shuffle_method": "washed"})


def test_19_4_b_2_a_stack_shuffled_by_hand_is_cut_and_one_from_the_device_is_not() -> None:
    cut = ("19.4(b)2", "Position 1 cuts the cards.")
    assert cut in dealt().said
    assert "19.4(b)2" not in dict(dealt(shuffle_method="automated").said)


def test_19_5_wagers_are_made_before_the_first_card_and_none_after_it() -> None:
    before = Played(SIT[0], "1: spanish21 10")
    assert [wager.amount for wager in before.state.wagers] == [10_00]
    for late in ("spanish21 10", "match dealer 5", "remove spanish21"):
        refused = dealt("cards Kh 9d 6h Kd", f"refused by 19.5 1: {late}")
        assert len(refused.refusals) == 1
    refused = Played(SIT[0], "1: spanish21 10", "refused 1: field 10")
    assert "no wager 'field'" in refused.refusals[0]


def test_19_5_winning_is_the_hand_nearer_to_21_or_the_one_not_over_it() -> None:
    def main(*lines: str) -> tuple[str, int]:
        played = dealt(*lines)
        (section,) = {section for section, _, wager, _ in played.settled if wager == "spanish21 1"}
        return section, played.net()

    assert main("cards Kh 9d 9h Kd", "1: stand")[1] == 0
    assert main("cards Kh 9d Qh Kd", "1: stand") == ("19.5", 10_00)
    assert main("cards Kh 9d 8h Kd", "1: stand") == ("19.5", -10_00)
    assert main("cards 7h 6d 8h Kd", "1: stand", "cards Kc") == ("19.5", 10_00), "a dealer over 21 loses"


def test_19_6_match_the_dealer_needs_a_spanish_21_wager_on_the_same_box() -> None:
    refused = Played(SIT[0], "refused by 19.6 1: match dealer 5")
    assert len(refused.refusals) == 1
    played = Played(*ONE[:2], "1: match dealer 5", "cards 2c", "cards 9h 9d Kh Kd")
    assert ("19.6", 1, "match_dealer 1") in {one[:3] for one in played.settled}
    assert played.net() == 4 * 5_00, "a nine of another suit: 4 to 1 with six decks"
    off = Played(*ONE[:2], "refused 1: match dealer 5", match_dealer="off")
    assert len(off.refusals) == 1


def test_19_7_dealing_goes_around_twice_and_the_dealers_second_card_is_face_down() -> None:
    played = Played(*SIT, "1: spanish21 10", "2: spanish21 10", "cards 2c 7s Kd 7h 9s Qd Js", "1: stand", "2: stand")
    said = [text for section, text in played.said if section == "19.7"]
    assert said == [
        "One card is burned.",
        "7♠ to box 1.",
        "K♦ to box 2.",
        "The dealer shows 7♥.",
        "9♠ to box 1 (16).",
        "Q♦ to box 2 (20).",
        "The dealer has a card face down.",
        "The dealer's second card is J♠: 17.",
    ]
    assert {step.section for step in played.steps if isinstance(step, AskCard)} == {"19.7"}
    late = dealt("cards 7s 7h 9s", "1: stand", "cards Js", hole_card="none")
    assert "The dealer has a card face down." not in dict(late.said).values()


@pytest.mark.parametrize(("up", "read"), [("Ad", True), ("Kd", True), ("9d", False)])
def test_19_7_card_reader_reports_a_blackjack_under_an_ace_or_a_ten(up: str, read: bool) -> None:
    played = dealt(f"cards Kh {up} 9h 6d", *(["1: decline"] if up == "Ad" else []))
    assert any("reader" in text for section, text in played.said if section == "19.7") == read


def test_19_9_rescue_takes_back_the_double_and_forfeits_the_rest() -> None:
    doubled = ("cards 9d Kd 2d Qs", "1: double", "cards 3d")
    played = dealt(*doubled, "1: rescue")
    assert [one[:3] for one in played.settled] == [("19.9", 1, "spanish21 1"), ("19.9", 1, "double 1")]
    assert (played.net(), played.state.positions[0].rack) == (-10_00, 5990_00)
    assert dealt(*doubled, "1: stand").net() == -20_00
    made_21 = dealt("cards 9d Kd 2d Qs", "1: double", "cards Jd")
    assert made_21.net() == 20_00, "a 21 is not asked about"


def test_19_12_drawing_is_for_hands_below_21_and_one_over_it_loses_at_once() -> None:
    played = dealt("cards 6h 9d 5h Kd")
    assert "draw" in choices(played)
    over = dealt("cards Kh 9d 6h Kd", "1: draw", "cards 7d")
    assert [one[:3] for one in over.settled] == [("19.12", 1, "spanish21 1")]
    assert over.net() == -10_00
    assert "The dealer's second card is K♦: 19." not in dict(over.said).values()


def test_19_12_21_takes_no_card_and_is_paid_at_once_where_the_dealer_has_no_blackjack() -> None:
    played = Played(*SIT, "1: spanish21 10", "2: spanish21 10", "cards 2c 5h Kd Kd 6h 9d 9c", "1: draw", "cards Jh")
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.position == 2
    assert played.net() == 10_00


def test_19_12_dealer_draws_to_16_and_stands_on_every_17() -> None:
    drawn = dealt("cards Kh 6d 8h Kd", "1: stand", "cards 2d")
    assert ("19.12", "2♦ to the dealer (18).") in drawn.said or "The dealer draws 2♦: 18." in dict(drawn.said).values()
    assert drawn.net() == 0
    soft = dealt("cards Kh 6d 8h Ad", "1: stand")
    assert soft.net() == 10_00, "a soft 17 is a 17"
    needless = dealt("cards Kh 6d 6h Kd", "1: draw", "cards 9d")
    assert needless.net() == -10_00, "no card is drawn where it cannot matter"
