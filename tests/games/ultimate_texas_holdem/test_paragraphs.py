"""One test per paragraph of Subchapter 32 that other tests cover only in combination.

`make mutation GAME=ultimate-texas-holdem` breaks each paragraph, and a test here must then fail.
"""

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.table import AskCard, AskShuffle, Settled
from tests.shared.played_script import held

from .test_rules import DEAL, FLOP, LAST, SIT, Played, hand

ONE = ("1: ante 10", DEAL, "1: check", FLOP, "1: check", LAST, "1: fold")


def requested_cards(played: Played) -> list[tuple[str, str]]:
    return [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]


def test_32_2_deck_is_one_of_52_cards() -> None:
    played = Played(SIT[0], *ONE[:2])
    assert (played.state.shoe.size, played.state.shoe.dealt) == (52, 4)


def test_32_2_second_deck_alternates_with_a_shuffler() -> None:
    played = Played(SIT[0], *ONE, *ONE, second_deck="true")
    assert [section for section, text in played.said if text == "The decks change places."] == ["32.2"] * 2
    with pytest.raises(ValueError, match="shuffling device"):
        Layout.of("ultimate-texas-holdem", options={"second_deck": True, "shuffler": False})


def test_32_4_shuffle_comes_before_every_round() -> None:
    played = Played(SIT[0], *ONE, *ONE)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["32.4"] * 2


@pytest.mark.parametrize(
    ("hole", "dealer", "board", "result"),
    [
        ("As Ad", "Ks Kd", "9c 8h 7s 4d 3h", "wins"),
        ("Ks Kd", "As Ad", "9c 8h 7s 4d 3h", "loses"),
        ("5s 2h", "5d 2s", "Ac Kc Qc Jc Tc", "returned"),
        ("Ah 5h", "As Ad", "9h 8h 7h 4d 3c", "wins"),
    ],
)
def test_32_5_rankings_of_the_best_five_of_seven_where_the_board_may_be_played(
    hole: str, dealer: str, board: str, result: str
) -> None:
    settled = {kind: result for _, _, kind, result in hand(hole, dealer, board).settled}
    assert settled["play"] == result


def test_32_6_closing_leaves_only_the_play_wager_to_be_made() -> None:
    played = Played(SIT[0], "refused by 32.6 1: perfect 5", "1: ante 10", DEAL, "refused by 32.6 1: trips 5")
    assert ("32.6", "No more bets.") in played.said
    played = Played(SIT[0], "1: ante 10", DEAL, "1: play_4x")
    assert {wager.kind for wager in played.state.wagers} == {"ante", "blind", "play"}


def test_32_7_manual_shoe_deals_one_card_at_a_time() -> None:
    played = Played(SIT[0], *ONE[:2], dealing_method="manual_shoe")
    assert requested_cards(played) == [("32.7", to) for to in ("position 1", "dealer")] * 2
    assert played.state.hand(1).all == held("As Ks")


def test_32_8_hand_deals_the_same_with_a_shuffler_and_counts_its_stub() -> None:
    played = Played(SIT[0], *(ONE * 5), dealing_method="hand")
    assert requested_cards(played)[:4] == [("32.8", to) for to in ("position 1", "dealer")] * 2
    stubs = [(section, "is counted" in text) for section, text in played.said if "stub" in text]
    assert stubs == [("32.8", False)] * 4 + [("32.8", True)]
    with pytest.raises(ValueError, match="shuffling device"):
        Layout.of("ultimate-texas-holdem", options={"dealing_method": "hand", "shuffler": False})


def test_32_10_community_cards_are_three_and_two_each_after_a_burned_one() -> None:
    played = Played(SIT[0], *ONE[:4])
    assert played.state.community == held("Kd 7c 4h")
    played = Played(SIT[0], *ONE[:6])
    assert played.state.community == held("Kd 7c 4h 9s 2d")


def test_32_11_even_money_for_ante_and_play() -> None:
    played = hand("As Ad", "Ks Kd", "9c 8h 7s 4d 3h")
    won = {step.wager.kind: step.net for step in played.steps if isinstance(step, Settled)}
    assert (won["ante"], won["play"]) == (10_00, 40_00)


def test_32_11_odds_word_is_to_or_win_never_for() -> None:
    rules = rules_of("ultimate-texas-holdem")
    day = Layout.of("ultimate-texas-holdem").on
    for word in ("to", "win"):
        assert not findings(rules, day, {}, {"ante": f"1 {word} 1"}, None)
    found = findings(rules, day, {}, {"ante": "1 for 1"}, None)
    assert [(one.section, one.kind) for one in found] == [("32.11", "not permitted")]


def test_32_12_exposed_card_voids_all_hands() -> None:
    played = Played(SIT[0], "1: ante 10", DEAL, "interrupt card_exposed")
    assert {(section, result) for section, _, _, result in played.settled} == {("32.12", "void")}


def test_32_6_positions_match_the_licensees_choice() -> None:
    for most in (1, 6, 7):
        Played(f"{most}: sit Ann 100", f"refused {most + 1}: sit Bob 100", positions=most)
    with pytest.raises(ValueError, match="positions is 8"):
        Layout.of("ultimate-texas-holdem", options={"positions": 8})
    assert Layout.of("ultimate-texas-holdem").option("positions") == 6
