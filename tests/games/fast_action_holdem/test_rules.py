"""The rules of Subchapter 21, each test named by its section."""

from typing import Any

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import Card
from pitboss.table import PUBLIC, AskCard, AskDecision, AskShuffle, Said, game_on, view
from pitboss.table.setting import HOUSE_WAY
from pitboss.traceability.trace import trace
from tests.shared.played_script import PlayedScript


class Played(PlayedScript):
    game = "fast-action-holdem"
    day = "2008-06-01"


GAME = "fast-action-holdem"
SIT = ("1: sit Ann 1000", "2: sit Bob 1000", "3: sit Cleo 1000")
WAGER = (SIT[0], "1: wager 10")
DEAL = "cards Ac Qc Ah Jd Kd 9h Kc 6s 8d 8c 5s 3h 2d"
"""Aces and kings against Q-6 and J-9, with eights on the board."""
TWO = "cards Ac 7s Qc Ah 7d Jd Kd 4h 9h Kc 4s 6s 8d 8c 5s 3h 2d"
"""As above, with sevens and fours for a second player."""


def test_trace_has_no_gaps() -> None:
    found = trace(GAME)
    assert found.gaps == ()
    assert found.dangling == ()


# ---- 21.2 to 21.5, 21.11: the cards


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_21_2_decks_are_one_two_four_six_or_eight(decks: int) -> None:
    assert Played(*WAGER, DEAL, decks=decks).state.shoe.size == 52 * decks
    with pytest.raises(Unlawful, match=r"21\.2"):
        Layout.of(GAME, options={"decks": decks + 1 if decks > 1 else 3})


def test_21_2_shoe_is_dealt_on_round_after_round() -> None:
    played = Played(*WAGER, DEAL, "1: house_way", "1: wager 10", DEAL)
    assert len([step for step in played.steps if isinstance(step, AskShuffle)]) == 1
    assert played.state.shoe.dealt == 26


def test_21_3_rankings_have_five_of_a_kind_above_a_royal_flush() -> None:
    board = "8s 8d 8c Kh 3d"
    played = Played(*WAGER, f"cards 8h As 8h Ks 5c Qs 2d Js {board}", "1: set 8h 8h")
    assert "five eights" in str(played.said)
    order = played.dealer.game.order
    assert rules_of(GAME).facts["ranking"].section == "21.3"
    assert str(order.categories[0]) == "five of a kind"
    assert str(order.categories[1]) == "royal flush"


def test_21_3_rankings_let_a_flush_hold_equal_ranks() -> None:
    played = Played(*WAGER, "cards Kh As Kh Qs 5c Jc 2d 9d Ah 9h 4h 3c 7s", "1: set Kh Kh")
    assert "ace-high flush, king-king-nine-four" in str(played.said)


def test_21_5_shuffle_comes_when_the_cutting_card_is_out() -> None:
    """With one deck 37 cards are behind the cutting card, so it comes out in the second 13-card round."""
    one, two = "cards Ac Qc Ah Jd Kd 9h Kc 6s 8d 8c 5s 3h 2d", "cards 2c 3c 4c 5c 6c 7c 9c Tc Jc 3s 4s 6d 7d"
    lines = [*WAGER, one, "1: house_way", "1: wager 10", two, "1: house_way", "1: wager 10", one]
    played = Played(*lines, decks=1)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["21.5"] * 2
    assert ("21.5", "The cutting card goes in with 37 cards behind it.") in played.said
    assert ("21.5", "The cutting card has come out: the shoe is finished.") in played.said


def test_21_5_shuffle_leaves_a_full_round_behind_the_cutting_card() -> None:
    said = [text for section, text in Played(*WAGER, "cards Ac", positions=3).said if section == "21.5"]
    assert said == [
        "The cards are shuffled: 6 decks.",
        "The cards are cut.",
        "The cutting card goes in with 21 cards behind it.",
    ]


def test_21_11_continuous_shuffling_deals_every_round_from_all_the_cards() -> None:
    played = Played(*WAGER, DEAL, "1: house_way", "1: wager 10", DEAL, continuous_shuffler="true")
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["21.11"] * 2
    assert played.state.shoe.dealt == 13
    assert "cutting card" not in str(played.said)


# ---- 21.6, 21.10: the wager


def test_21_6_wager_is_the_only_one_within_the_posted_limits_with_a_coupon() -> None:
    played = Played(SIT[0], "refused by 21.6 1: ante 10", "1: wager 10 coupon 10", DEAL, "1: set Ac Ah")
    assert "the wagers are: wager" in played.refusals[0]
    assert played.net() == 20_00
    refused = Played(SIT[0], *(f"refused 1: wager {amount}" for amount in ("0", "-5", "0.005")))
    assert len(refused.refusals) == 3


def test_21_6_wager_is_made_at_up_to_seven_positions() -> None:
    assert game_on(Layout.of(GAME)).seats == 7
    with pytest.raises(Unlawful, match=r"21\.6"):
        Layout.of(GAME, options={"positions": 8})


def test_21_6_closed_means_that_nothing_is_made_raised_or_withdrawn() -> None:
    lines = [f"refused by 21.6 1: {what}" for what in ("wager 10", "increase wager 5", "remove wager")]
    played = Played(*WAGER, "cards Ac Qc", *lines)
    assert len(played.refusals) == 3
    assert "No more bets" in played.refusals[0]


def test_21_6_closed_but_removable_before_the_call() -> None:
    assert Played(*WAGER, "1: remove wager").state.rack(1) == 1000_00


def test_21_10_one_area_for_each_player() -> None:
    played = Played(*WAGER, "refused by 21.10 1: wager 2 10")
    assert "your own position" in played.refusals[0]


# ---- 21.7: the deal


def test_21_7_deal_is_four_cards_each_clockwise_one_at_a_time_then_five_face_up() -> None:
    played = Played(*SIT[:2], "1: wager 10", "2: wager 10", TWO)
    places = [step.to for step in played.steps if isinstance(step, AskCard)]
    assert places == ["position 1", "position 2", "dealer"] * 4 + ["community cards"] * 5
    assert {step.section for step in played.steps if isinstance(step, AskCard)} == {"21.7"}
    seen = view(played.state, PUBLIC)
    assert "Ac" not in str(seen["hands"])
    assert seen["community"] == ["8d", "8c", "5s", "3h", "2d"]


# ---- 21.8: the round


def test_21_8_set_makes_each_two_cards_the_best_five_with_the_board() -> None:
    said = str(Played(*WAGER, DEAL, "1: set Ac Ah").said)
    assert "high A♣ A♥, two pair, aces and eights, five; low K♦ K♣, two pair, kings and eights, five" in said


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("set Ac Qh", "'qh' is not in this hand; it is: Ac Ah Kd Kc"),
        ("set Ac Ac", "'ac' is named too often"),
        ("set Ac Ah Kd", "name 2 for the high hand"),
        ("set Ac", "name 2 for the high hand"),
        ("fold", "not a choice"),
    ],
)
def test_21_8_set_with_other_than_two_held_cards_is_refused(setting: str, why: str) -> None:
    refusal = Played(*WAGER, DEAL).refuses(setting)
    assert why in refusal
    assert "19:47-21.8" in refusal


def test_21_8_set_is_known_to_its_position_alone_until_hands_are_turned() -> None:
    """Until the showdown the others see the same cards, wording and choices whatever the first player sets."""

    def seen(choice: str, eyes: int) -> list[Any]:
        played = Played(*SIT[:2], "1: wager 10", "2: wager 10", TWO, f"1: {choice}")
        said = [step.text for step in played.steps if isinstance(step, Said)]
        return [view(played.state, eyes), said, isinstance(played.dealer.ask, AskDecision)]

    for eyes in (PUBLIC, 2):
        shown = [seen(choice, eyes) for choice in ("1-2", "3-4", "2-4", HOUSE_WAY)]
        assert all(one == shown[0] for one in shown)
    assert seen("1-2", 1) != seen("3-4", 1)


def test_21_8_foul_loses_even_against_a_lower_hand_and_is_cautioned_first() -> None:
    played = Played(*WAGER, DEAL)
    ask = played.dealer.ask
    assert isinstance(ask, AskDecision)
    caution = played.dealer.game.choices.warning(ask, "3-4")
    assert not caution
    assert caution.section == "21.8"
    assert "two pair, kings and eights, five, is lower than the low hand, two pair, aces" in caution.reason
    assert played.dealer.game.choices.warning(ask, "1-2")
    assert played.dealer.game.choices.warning(ask, HOUSE_WAY)
    assert Played(*WAGER, DEAL, "1: set Kd Kc").net() == -10_00


def test_21_8_foul_does_not_apply_to_equal_hands() -> None:
    played = Played(*WAGER, "cards Ac Qc Ad Jd Kd 9h Kc 6s 8d 8c 5s 3h 2d", "1: set Ad Kc")
    assert played.settled[-1][3] == "wins"


@pytest.mark.parametrize(
    ("own", "board", "high"),
    [
        ("Qs Qd 7h 3c", "Ks 9d 7c 4h 2s", "1-2"),
        ("Qc Jd 9h 6s", "8d 8c 5s 3h 2d", "1-4"),
        ("As Kd Qc 9h", "As Jh 8c 5d 2s", "1-4"),
        ("7d 6c 9h 2s", "5h 4c 3d Kc Jd", "2-4"),
        ("Kd Ks Td 9d", "Kh 9h 2h Tc 4s", "1-3"),
        ("2c 3c 4d 5d", "Ts Js Qs Ks As", "1-2"),
        ("Th 2c 3d Ts", "Ks Kd Kh Ac Qc", "1-4"),
        ("3s Qd Jc Ah", "8c 7d 6h Ks 2c", "1-4"),
    ],
)
def test_21_8_house_way_makes_the_low_hand_highest_then_the_high_hand_then_the_first(
    own: str, board: str, high: str
) -> None:
    game: Any = game_on(Layout.of(GAME))
    cards, shared = (tuple(map(Card, some.split())) for some in (own, board))
    assert game.house_way(cards, shared) == high


def test_21_8_house_way_is_used_for_players_who_request_it_or_do_nothing() -> None:
    played = Played(*WAGER, DEAL)
    ask = played.dealer.ask
    assert isinstance(ask, AskDecision)
    assert played.dealer.game.choices.default(ask.state, ask) == HOUSE_WAY
    played.dealer.decide("house way")
    assert "high A♣ A♥" in str(Played(*WAGER, DEAL, "1: house_way").said)


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("Ac Qc Ah Jd Kd 9h Kc 6s", "wins"),
        ("Ac Qc Ah Jd 4c 9h 7c 6s", "returned"),
        ("Tc Ac 9d Ah 7h Kd 6c Kh", "loses"),
    ],
)
def test_21_8_compare_high_with_high_and_low_with_low(cards: str, result: str) -> None:
    played = Played(*WAGER, f"cards {cards} 8d 8c 5s 3h 2d", "1: 1-2")
    assert played.settled == [("21.8", 1, "wager", result)]


def test_21_8_compare_from_the_dealers_right_hand_by_hand() -> None:
    """Player 2, on the dealer's right, wins and is paid before player 1 loses."""
    deal = "cards Qc 8h Ac Jd 8s Ah 9h 7d Kd 6s 7s Kc 8d 8c 5s 3h 2d"
    played = Played(*SIT[:2], "1: wager 10", "2: wager 10", deal, "1: house_way", "2: house_way")
    assert [(position, result) for _, position, _, result in played.settled] == [(2, "wins"), (1, "loses")]


def test_21_8_copy_of_either_hand_is_the_dealers() -> None:
    """Equal high hands with a higher low hand are a push, not a win."""
    played = Played(*WAGER, "cards Ac Ad Ah As 7c 6d 7d 6h 8d 8c 3s Th Qd", "1: set Ac Ah")
    assert played.settled == [("21.8", 1, "wager", "returned")]
    both = Played(*WAGER, "cards 2d 9c 3d 9h 4c 5d 7h 6d Ts Js Qs Ks As", "1: house_way")
    assert both.settled == [("21.8", 1, "wager", "loses")]


def test_21_8_even_money_without_vigorish() -> None:
    assert Played(SIT[0], "1: wager 25", DEAL, "1: house_way").net() == 25_00
    layout = Layout.of(GAME)
    assert str(layout.odds("wager")) == "1 to 1"
    found = findings(rules_of(GAME), layout.on, {}, {"wager": "2 to 1"}, None)
    assert [one.section for one in found] == ["21.8"]


# ---- 21.9: irregularities


def test_21_9_face_up_card_is_discarded_and_two_void_all_hands() -> None:
    one = Played(*WAGER, "cards Ac", "throw card_face_up", "cards 2c", f"cards {DEAL[9:]}")
    assert ("21.9", "2♣ goes to the discard rack.") in one.said
    two = Played(*WAGER, "cards Ac", "throw card_face_up", "cards 2c", "throw card_face_up")
    assert two.settled == [("21.9", 1, "wager", "void")]
    several = Played(*WAGER, "cards Ac", "throw cards_face_up")
    assert several.settled == [("21.9", 1, "wager", "void")]


def test_21_9_drawn_in_error_is_the_next_card() -> None:
    played = Played(*WAGER, "cards Ac", "throw drawn_in_error", f"cards {DEAL[9:]}", "1: house_way")
    assert played.net() == 10_00


def test_21_9_wrong_number_voids_that_hand_or_all_hands() -> None:
    start = (*SIT[:2], "1: wager 10", "2: wager 10", TWO)
    own = Played(*start, "interrupt player_wrong_number 1", "2: house_way")
    assert own.settled[0] == ("21.9", 1, "wager", "void")
    assert own.settled[1][:2] == ("21.8", 2)
    after = Played(*start, "1: house_way", "interrupt player_wrong_number 1", "2: house_way")
    assert after.settled[0] == ("21.9", 1, "wager", "void")
    assert after.settled[1][1] == 2
    house = Played(*start, "interrupt dealer_wrong_number")
    assert [result for _, _, _, result in house.settled] == ["void"] * 2


def test_21_9_exposed_card_of_the_dealer_voids_all_hands() -> None:
    played = Played(*WAGER, DEAL, "interrupt dealer_card_exposed")
    assert played.settled == [("21.9", 1, "wager", "void")]
    assert played.state.rack(1) == 1000_00


def test_21_9_set_wrong_by_the_dealer_is_set_again_before_anything_is_settled() -> None:
    played = Played(
        *WAGER, DEAL, "refused by 21.9 interrupt dealer_set_wrong", "1: house_way", "throw dealer_set_wrong"
    )
    again = "The dealer sets by the house way: high Q♣ 6♠, pair of eights, queen-six-five; low J♦ 9♥"
    assert [section for section, text in played.said if text.startswith(again)] == ["21.8", "21.9"]
    assert played.net() == 10_00


def test_21_9_foul_is_detected_automatically_and_cannot_be_called() -> None:
    foul = rules_of(GAME).irregularities["foul"]
    assert (foul.at, foul.effect, foul.section) == ((), "stands", "21.9")
    assert Played(*WAGER, DEAL, "1: set Kd Kc").settled == [("21.8", 1, "wager", "loses")]


def test_21_9_device_that_jams_shuffles_again_and_only_a_device_in_use_can_jam() -> None:
    played = Played(*WAGER, "throw shuffler_jams", DEAL, continuous_shuffler="true")
    assert len([step for step in played.steps if isinstance(step, AskShuffle)]) == 2
    Played(*WAGER, "refused by 21.9 throw shuffler_jams", DEAL)
