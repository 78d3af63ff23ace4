"""Paragraphs of Subchapter 2A one by one, each with its section."""

from pitboss.table import AskCard, AskDecision, AskShuffle
from tests.shared.played_script import PlayedScript

SIT = "1: sit Ann 6000"
BOTH = ("1: hand_1 10", "1: hand_2 10")
ONE = (SIT, *BOTH, "cards 2c")
TWENTIES = "cards Ts Th 9d Kc Kh 9c"


class Played(PlayedScript):
    game = "blackjack-switch"
    day = "2013-06-01"


def test_2a_4_shuffle_is_before_play_and_not_again_before_the_cutting_card() -> None:
    for method in ("manual", "automated"):
        stood = (TWENTIES, "1: keep", "1: stand", "1: stand")
        played = Played(*ONE, *stood, *BOTH, "cards 7h", shuffle_method=method)
        assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["2A.4"]
        assert [text for section, text in played.said if section == "2A.4" and "shuffled" in text]


def test_2a_7_dealing_gives_two_cards_to_each_hand_and_the_dealers_second_face_down() -> None:
    played = Played(*ONE, "cards 7s 6d 7h 9s 5d Js", "1: keep", "1: stand", "1: stand")
    dealt = [text for section, text in played.said if section == "2A.7" and ("spot" in text or "dealer" in text)]
    assert dealt == [
        "7♠ to spot 1, hand 1.",
        "6♦ to spot 1, hand 2.",
        "The dealer shows 7♥.",
        "9♠ to spot 1, hand 1 (16).",
        "5♦ to spot 1, hand 2 (11).",
        "The dealer has a card face down.",
        "The dealer's second card is J♠: 17.",
    ]
    assert {step.section for step in played.steps if isinstance(step, AskCard)} == {"2A.7"}


def test_2a_12_a_player_may_draw_below_21() -> None:
    played = Played(*ONE, "cards 5s 6h 9d 5c Td 9c", "1: keep", "1: draw")
    assert [step.section for step in played.steps if isinstance(step, AskCard)][-1] == "2A.12(a)"
    over = Played(*ONE, "cards 5s 6h 9d 5c Td 9c", "1: keep", "1: draw", "cards 3d", "1: draw", "cards Kd")
    assert isinstance(over.dealer.ask, AskDecision)
    assert [wager for _, _, wager, _ in over.settled] == ["hand_1 1"]
    assert over.net() == -10_00


def test_2a_12_b_dealer_draws_to_a_hard_17_and_on_a_soft_one() -> None:
    def dealer(*drawn: str) -> list[str]:
        played = Played(*ONE, *drawn)
        return [text for section, text in played.said if section == "2A.12(b)" and "to the dealer" in text]

    hard = dealer("cards Ts Th 9d Kc Kh 8c", "1: keep", "1: stand", "1: stand")
    assert hard == []
    sixteen = dealer("cards Ts Th 9d Kc Kh 7c", "1: keep", "1: stand", "1: stand", "cards 2d")
    assert sixteen == ["2♦ to the dealer (18)."]
    soft = dealer("cards Ts Th Ad Kc Kh 6c", "1: decline", "1: decline", "1: keep", "1: stand", "1: stand", "cards 2d")
    assert soft == ["2♦ to the dealer (soft 19)."]
