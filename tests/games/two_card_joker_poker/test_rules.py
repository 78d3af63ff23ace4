"""The rules of Subchapter 30, each test named by its section."""

from datetime import date

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.hands import ORDERS, Hand
from pitboss.table import Refused
from pitboss.traceability.trace import trace
from tests.shared import poker_rules

from .table import DAY, GAME, PAIR, Table, play_call


def test_the_game_is_in_the_chapter_since_september_2006() -> None:
    with pytest.raises(ValueError, match="two-card-joker-poker since 2006-09-18"):
        Layout.of(GAME, date(2006, 9, 17))


def test_30_2_deck_of_52_cards_and_two_jokers() -> None:
    poker_rules.one_deck(PAIR, 54, 2)


def test_30_2_second_deck_alternates_with_a_shuffler() -> None:
    poker_rules.second_deck_alternates(PAIR)


def test_30_4_shuffle_before_every_round() -> None:
    poker_rules.shuffled_before_every_round(PAIR)


LADDER = [
    "Jk Jk",
    "Ah Kh",
    "Kh Qh",
    "3h 2h",
    "Ah 2h",
    "As Kd",
    "As 2d",
    "Jk Ac",
    "2s 2d",
    "Ah Qh",
    "4h 2h",
    "As Qd",
    "4s 2d",
]
"""Hands from the highest down, in the default order."""
OTHER_SUITS = str.maketrans("hcsd", "chds")


@pytest.mark.parametrize("at", range(len(LADDER) - 1))
def test_30_5_joker_and_the_order_of_hands(at: int) -> None:
    higher, lower = LADDER[at], LADDER[at + 1]
    order = ORDERS["two-card-joker"]
    assert Hand(higher, order) > Hand(lower, order)
    assert play_call(lower, higher.translate(OTHER_SUITS)).up() <= 10_00


@pytest.mark.parametrize(
    ("rank_order", "highest"),
    [
        ("straight_pair_flush", ["8c 7d", "Jk 9h", "Ah 9h"]),
        ("straight_flush_pair", ["8c 7d", "Ah 9h", "Jk 9h"]),
        ("pair_straight_flush", ["Jk 9h", "8c 7d", "Ah 9h"]),
        ("pair_flush_straight", ["Jk 9h", "Ah 9h", "8c 7d"]),
        ("flush_straight_pair", ["Ah 9h", "8c 7d", "Jk 9h"]),
        ("flush_pair_straight", ["Ah 9h", "Jk 9h", "8c 7d"]),
    ],
)
def test_30_5_joker_the_licensee_chooses_the_order_of_the_middle_hands(rank_order: str, highest: list[str]) -> None:
    for at in range(2):
        higher, lower = highest[at], highest[at + 1]
        if not set(higher.split()) & set(lower.split()):
            assert play_call(higher, lower, rank_order=rank_order).up() == 20_00
            assert play_call(lower, higher, rank_order=rank_order).up() == -20_00


def test_30_6_ante_or_pair_up_or_both() -> None:
    table = Table().say("pair up 5").deal(PAIR.singly)
    assert table.nets() == {(1, "pair_up"): 5_00}
    assert play_call("Jk 7c", "Qd 4s", "pair up 5").up() == 25_00
    with pytest.raises(Refused, match="not offered"):
        Table(offer_pair_up=False).say("pair up 5")
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=Limits(maximum=50_00)).say("ante 55")


def test_30_6_form_allows_only_listed_wagers_and_a_coupon_on_the_ante() -> None:
    poker_rules.only_listed(PAIR, "30.6")
    with pytest.raises(Refused, match=r"coupon.*Ante wager"):
        Table().say("pair up 5 coupon 5")
    poker_rules.no_more_positions_than(PAIR, 7)
    with pytest.raises(ValueError, match="positions"):
        Layout.of(GAME, DAY, {"positions": 8})


def test_30_6_closed_after_the_call() -> None:
    poker_rules.closed_after_the_call(PAIR, "30.6")
    poker_rules.taken_down_before_the_call(PAIR)


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_30_7_manual_shoe_and_30_8_hand_deal_one_card_at_a_time(method: str) -> None:
    table = Table(2, 5, dealing_method=method).all_say().deal("Jk As Qd 7c Ad 4s")
    assert table.order() == ["position 2", "position 5", "dealer"] * 2
    assert [str(held.card) for held in table.state.dealer_down] == ["Qd", "4s"]


def test_30_7_stub_is_counted_every_fifth_round_and_makes_54() -> None:
    assert poker_rules.stub_counted(PAIR, "manual_shoe", "30.7") == 2
    table = Table()
    for _ in range(5):
        table.all_say().deal(PAIR.singly).decide("call")
    assert any("make 54" in text for text in table.said("30.7"))


def test_30_8_hand_and_its_stub() -> None:
    assert poker_rules.stub_counted(PAIR, "hand", "30.8") == 2


def test_30_9_automated_shoe_deals_stacks_and_its_shuffler_may_count() -> None:
    table = Table(2, 5, dealing_method="automated_shoe").all_say().deal("Jk 7c As Ad Qd 4s")
    assert table.order() == [*["position 2"] * 2, *["position 5"] * 2, *["dealer"] * 2]
    assert poker_rules.stub_counted(PAIR, "automated_shoe", "30.9") == 2
    assert poker_rules.stub_counted(PAIR, "automated_shoe", "30.9", shuffler_counts=True) == 0
    with pytest.raises(ValueError, match="counted only by an automated shuffling device"):
        Layout.of(GAME, DAY, {"shuffler_counts": True, "shuffler": False})


def test_30_10_call_or_fold_for_exactly_the_ante() -> None:
    table = PAIR.dealt()
    ask = poker_rules.question(table)
    assert (ask.choices, ask.section) == (("call", "fold"), "30.10")
    assert table.game.choices.consequences(table.state, ask) == {"call": "$10 more", "fold": "lose $10"}
    with pytest.raises(Refused, match=r"'check' is not a choice.*30\.10"):
        table.decide("check")
    poor = Table(bankroll=15_00).say("ante 10").deal(PAIR.singly)
    assert poker_rules.question(poor).choices == ("fold",)
    assert poor.decide("fold").nets() == {(1, "ante"): -10_00}


@pytest.mark.parametrize(("dealer", "net"), [("Jh 9c", 10), ("Qh 2c", 20), ("Th 3h", -20), ("3h 2c", -20)])
def test_30_10_qualify_with_a_queen_or_anything_above_a_high_card(dealer: str, net: int) -> None:
    assert play_call("Kc 4d", dealer).up() == net * 100


def test_30_10_compare_higher_wins_lower_loses_equal_pushes_from_the_dealers_right() -> None:
    assert play_call("9c 9s", "Jk 9d").up() == 0
    assert play_call("Ks 4d", "Kh 5c").up() == -20_00
    table = Table(1, 3).all_say().deal("9s As Qd 7c Ad 4s").decide("call", "call")
    order = [(position, result) for position, _, result, _ in table.settled()]
    assert order == [(3, "wins")] * 2 + [(1, "loses")] * 2, "hand by hand, not the losers first"
    assert poker_rules.last_said(table) == "The cards go to the discard rack in order."


def test_30_10_pair_up_settles_after_a_fold_or_is_forfeited_by_it() -> None:
    for on_fold, net in (("settles", 5_00), ("forfeited", -5_00)):
        table = Table(pair_up_on_fold=on_fold).say("ante 10", "pair up 5").deal(PAIR.singly).decide("fold")
        assert table.nets()[1, "pair_up"] == net


ROWS = {
    "Jk Jk": (8, 50),
    "As Ks": (5, 25),
    "As 2s": (3, 5),
    "As 2d": (1, 2),
    "Jk 5d": (1, 1),
    "As 5s": (1, -1),
    "As 5d": (1, -1),
}


@pytest.mark.parametrize("own", ROWS)
def test_30_11_call_and_30_11_pair_up_every_row(own: str) -> None:
    call, pair_up = ROWS[own]
    found = play_call(own, "Qh 4c", "pair up 5").nets()
    assert (found[1, "ante"], found[1, "call"], found[1, "pair_up"]) == (10_00, call * 10_00, pair_up * 5_00)


def test_30_11_to_is_the_word_of_odds_which_may_be_raised_but_not_lowered() -> None:
    poker_rules.odds_with_to(PAIR, "pair_up.pair", "2 to 1", "1 to 2", "30.11")


def test_30_12_exposed_card_of_the_dealer_voids_all_hands() -> None:
    poker_rules.all_is_void(PAIR, "dealer_card_exposed")


def test_30_12_face_up_card_is_discarded_and_a_second_one_voids() -> None:
    poker_rules.one_face_up_is_discarded(PAIR)
    poker_rules.several_face_up_void_all(PAIR)


def test_30_12_drawn_in_error() -> None:
    poker_rules.drawn_in_error_is_the_next_card(PAIR)


def test_30_12_wrong_number_to_a_player_voids_that_hand_and_to_the_dealer_all_hands() -> None:
    poker_rules.hand_is_void(PAIR)
    poker_rules.all_is_void(PAIR, "dealer_wrong_number")


def test_30_12_devices() -> None:
    poker_rules.devices(PAIR)


def test_30_12_information_exchanged_forfeits() -> None:
    poker_rules.information_forfeits(PAIR)


def test_30_13_one_position() -> None:
    poker_rules.one_position(PAIR, "30.13")


def test_trace_has_no_gaps_and_every_paragraph_is_tested() -> None:
    traced = trace(GAME)
    assert (traced.gaps, traced.dangling) == ((), ())
    assert [one.id for one in traced.paragraphs if not one.tests and not one.nothing] == []
