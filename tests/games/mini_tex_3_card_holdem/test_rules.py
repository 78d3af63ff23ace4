"""The rules of Subchapter 37, each test named by its section."""

from datetime import date

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.table import Refused
from pitboss.traceability.trace import trace
from tests.shared import poker_rules

from .table import DAY, GAME, STRAIGHT, Table, play_round

KINGS = "Ks 4d"
MAIN = ("ante", "flop", "river", "play")


def test_the_game_is_in_the_chapter_since_march_2012() -> None:
    with pytest.raises(ValueError, match="mini-tex-3-card-holdem since 2012-03-19"):
        Layout.of(GAME, date(2012, 3, 18))


def test_37_1_sizes_of_the_wagers_follow_the_ante() -> None:
    table = Table().say("ante 25").deal(STRAIGHT.singly).decide("flop").deal("3d 7d 2c").decide("river").deal("3h Kh")
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {
        "ante": 25_00,
        "flop": 25_00,
        "river": 25_00,
    }
    assert table.decide("play").nets()[1, "play"] == 50_00


def test_37_1_sizes_pocket_poker_has_its_own_amount_and_needs_an_ante() -> None:
    with pytest.raises(Refused, match="needs Ante wager first"):
        Table(offer_pocket_poker=True).say("pocket poker 5")
    assert not Table(offer_pocket_poker=True).say("ante 10", "pocket poker 5", "remove ante").state.wagers


@pytest.mark.parametrize(
    ("own", "board", "dealer", "net"),
    [
        ("Ah 2d", "8s 8d 8c", "Kh Qc", 50),
        ("3s 2d", "Kc Qh Js", "Ad 4h", -50),
        ("3s 2d", "Kc Qh Js", "Jd 4h", -50),
        ("5s 4d", "5c 5h Js", "Ad 4h", 50),
    ],
)
def test_37_1_hand_has_at_least_one_of_the_players_own_cards(own: str, board: str, dealer: str, net: int) -> None:
    assert play_round(own, board, dealer).up() == net * 100


def test_37_2_deck_of_52_cards() -> None:
    poker_rules.one_deck(STRAIGHT, 52)


def test_37_2_second_deck_alternates_with_a_shuffler() -> None:
    poker_rules.second_deck_alternates(STRAIGHT)


def test_37_4_shuffle_before_every_round() -> None:
    poker_rules.shuffled_before_every_round(STRAIGHT)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Ks Kd", "As 7s"),
        ("As 7s", "Ts 8d"),
        ("Ts 8d", "9c 9h"),
        ("9c 9h", "Ts 8s"),
        ("Kd 5c", "Ah 5h"),
    ],
)
def test_37_5_rankings_of_three_card_hands(lower: str, higher: str) -> None:
    """On a board of 9-5-4 with two spades: pair, flush, straight, three of a kind, straight flush."""
    board = "9s 5s 4h"
    assert play_round(higher, board, lower).up() >= 30_00
    assert play_round(lower, board, higher).up() in (-50_00, 30_00)


def test_37_5_rankings_are_cited_by_their_section() -> None:
    ranking = Layout.of(GAME, DAY).rules.facts["ranking"]
    assert (ranking.section, ranking.value) == ("37.5", "three-card")


def test_37_6_form_allows_only_listed_wagers_and_a_coupon_on_the_ante() -> None:
    poker_rules.only_listed(STRAIGHT, "37.6")
    with pytest.raises(Refused, match=r"not offered.*37\.6\)"):
        Table().say("ante 10", "pocket poker 5")
    with pytest.raises(Refused, match=r"needs Ante wager first.*37\.6\)"):
        Table(offer_pocket_poker=True).say("pocket poker 5")
    with pytest.raises(Refused, match=r"coupon.*Ante wager"):
        Table(offer_pocket_poker=True).say("ante 10", "pocket poker 5 coupon 5")
    assert play_round("9s 8s", "7d 2c Kh", KINGS, limits=Limits(maximum=10_00)).up() == 50_00
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=Limits(maximum=10_00)).say("ante 15")


def test_37_6_form_up_to_seven_positions() -> None:
    poker_rules.no_more_positions_than(STRAIGHT, 6)
    assert Table(7, positions=7).state.seat(7)
    with pytest.raises(ValueError, match="positions"):
        Layout.of(GAME, DAY, {"positions": 8})


def test_37_6_closed_after_the_call() -> None:
    poker_rules.closed_after_the_call(STRAIGHT, "37.6")
    poker_rules.taken_down_before_the_call(STRAIGHT)


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_37_7_manual_shoe_and_37_8_hand_deal_one_card_at_a_time(method: str) -> None:
    table = Table(2, 5, dealing_method=method).all_say().deal("9s As Ks 8s Ad 4d")
    assert table.order() == ["position 2", "position 5", "dealer"] * 2
    assert [str(held.card) for held in table.state.dealer_down] == ["Ks", "4d"]


def test_37_7_stub_is_counted_every_fifth_round() -> None:
    assert poker_rules.stub_counted(STRAIGHT, "manual_shoe", "37.7") == 2


def test_37_8_hand_and_its_stub() -> None:
    assert poker_rules.stub_counted(STRAIGHT, "hand", "37.8") == 2


def test_37_9_automated_shoe_deals_stacks_and_its_shuffler_may_count() -> None:
    table = Table(2, 5, dealing_method="automated_shoe").all_say().deal("9s 8s As Ad Ks 4d")
    assert table.order() == [*["position 2"] * 2, *["position 5"] * 2, *["dealer"] * 2]
    assert poker_rules.stub_counted(STRAIGHT, "automated_shoe", "37.9") == 2
    assert poker_rules.stub_counted(STRAIGHT, "automated_shoe", "37.9", shuffler_counts=True) == 0
    with pytest.raises(ValueError, match="counted only by an automated shuffling device"):
        Layout.of(GAME, DAY, {"shuffler_counts": True, "shuffler": False})


def test_37_10_flop_river_and_play_are_decided_in_turn_with_a_burn_before_each_card() -> None:
    table = STRAIGHT.dealt()
    assert poker_rules.question(table).choices == ("flop", "fold")
    table.decide("flop").deal("3d 7d 2c")
    assert [str(card) for card in table.state.community] == ["7d", "2c"]
    assert poker_rules.question(table).choices == ("river", "fold")
    table.decide("river").deal("3h Kh")
    assert [str(card) for card in table.state.community] == ["7d", "2c", "Kh"]
    ask = poker_rules.question(table)
    assert (ask.choices, ask.section) == (("play", "fold"), "37.10")
    assert table.game.choices.consequences(table.state, ask) == {"play": "$20 more", "fold": "lose $30"}
    assert table.order()[4:] == [
        "discard rack",
        "community cards",
        "community cards",
        "discard rack",
        "community cards",
    ]


def test_37_10_play_requires_the_chips_and_refuses_other_amounts() -> None:
    table = Table(bankroll=45_00).say("ante 10").deal(STRAIGHT.singly).decide("flop").deal("3d 7d 2c").decide("river")
    table.deal("3h Kh")
    assert poker_rules.question(table).choices == ("fold",)
    with pytest.raises(Refused, match=r"Play wager of \$20 is more than the \$15 available"):
        table.decide("play")
    with pytest.raises(Refused, match=r"'check' is not a choice.*37\.10"):
        STRAIGHT.dealt().decide("check")
    with pytest.raises(Refused, match=r"'check' is not a choice.*37\.10"):
        STRAIGHT.dealt().say("check")
    with pytest.raises(Refused, match=r"when its position decides.*37\.10"):
        Table().say("ante 10", "flop 10")


def test_37_10_river_of_a_round_in_which_all_have_folded_is_not_dealt() -> None:
    table = STRAIGHT.dealt().decide("flop").deal("3d 7d 2c").decide("fold")
    assert table.nets() == {(1, "ante"): -10_00, (1, "flop"): -10_00}
    assert table.order().count("community cards") == 2
    assert not table.said("37.10")[-2].startswith("The dealer has")


def test_37_10_qualify_with_a_pair_or_else_the_play_wager_is_returned_whatever_the_player_holds() -> None:
    """Against ace high, which does not qualify, seven high wins; against a pair it loses."""
    low = play_round("7d 5c", "Kc 9h 2d", "Ad 4h")
    assert low.nets() == {(1, "ante"): 10_00, (1, "flop"): 10_00, (1, "river"): 10_00, (1, "play"): 0}
    assert any("does not qualify" in text for text in low.said("37.10"))
    assert play_round("7d 5c", "Kc 9h 2d", "2s 4h").up() == -50_00


def test_37_10_compare_higher_wins_lower_loses_equal_pushes_from_the_dealers_right() -> None:
    assert play_round("Ah 7h", "Kd Qc 7s", "As 7c").up() == 0
    table = Table(1, 3).all_say().deal("9s As Ks 5h Ad 4d").decide("flop", "flop").deal("3d 7d 2c")
    table.decide("river", "river").deal("3h Kh").decide("play", "play")
    order = [(position, result) for position, _, result, _ in table.settled()]
    assert order == [(3, "wins")] * 4 + [(1, "loses")] * 4, "hand by hand, not the losers first"
    assert poker_rules.last_said(table) == "The cards go to the discard rack in order."


POCKETS = {
    "pair_of_aces": ("Ah Ac", 30),
    "ace_king_suited": ("Ah Kh", 25),
    "ace_queen_or_jack_suited": ("Jh Ah", 20),
    "ace_king_offsuit": ("Kh Ac", 15),
    "pair_of_jacks_or_better": ("Jh Jc", 10),
    "ace_queen_or_jack_offsuit": ("Ah Qc", 5),
    "pair": ("Th Tc", 3),
    "": ("Ah Th", -1),
}


@pytest.mark.parametrize("row", POCKETS)
def test_37_11_pocket_poker_every_row(row: str) -> None:
    own, units = POCKETS[row]
    found = play_round(own, "9d 6s 5c", "4s 2d", "pocket poker 5", offer_pocket_poker=True).nets()
    assert found[1, "pocket_poker"] == units * 5_00


def test_37_10_pocket_poker_settles_after_a_fold_or_is_forfeited_by_it() -> None:
    for on_fold, net in (("settles", 15_00), ("forfeited", -5_00)):
        table = Table(offer_pocket_poker=True, pocket_poker_on_fold=on_fold).say("ante 10", "pocket poker 5")
        assert table.deal("4h Ks 4c 9d").decide("fold").nets()[1, "pocket_poker"] == net


def test_37_11_even_money_is_exact_and_stated_with_to() -> None:
    found = play_round("9s 8s", "7d 2c Kh", KINGS).nets()
    assert [found[1, kind] for kind in MAIN] == [10_00, 10_00, 10_00, 20_00]
    poker_rules.odds_with_to(STRAIGHT, "pocket_poker.pair", "4 to 1", "2 to 1", "37.11", offer_pocket_poker=True)


def test_37_12_exposed_card_of_the_board_or_the_dealer_voids_all_hands() -> None:
    poker_rules.all_is_void(STRAIGHT, "community_card_exposed")
    poker_rules.all_is_void(STRAIGHT, "dealer_card_exposed")
    last = Table().say("ante 10").deal("9s Ks 8s 4d").decide("flop").deal("3d 7d 2c").decide("river").deal("3h Kh")
    with pytest.raises(Refused, match="all community cards are already face up"):
        last.throw("community_card_exposed")
    last.throw("dealer_card_exposed")
    assert not last.state.wagers


def test_37_12_face_up_card_is_discarded_and_a_second_one_voids() -> None:
    poker_rules.one_face_up_is_discarded(STRAIGHT)
    poker_rules.several_face_up_void_all(STRAIGHT)


def test_37_12_drawn_in_error() -> None:
    poker_rules.drawn_in_error_is_the_next_card(STRAIGHT)


def test_37_12_wrong_number_to_a_player_voids_that_hand_and_to_the_dealer_all_hands() -> None:
    poker_rules.hand_is_void(STRAIGHT)
    poker_rules.all_is_void(STRAIGHT, "dealer_wrong_number")


def test_37_12_devices() -> None:
    poker_rules.devices(STRAIGHT)


def test_37_12_information_exchanged_forfeits() -> None:
    poker_rules.information_forfeits(STRAIGHT)


def test_37_13_one_position() -> None:
    poker_rules.one_position(STRAIGHT, "37.13")


def test_trace_has_no_gaps_and_every_paragraph_is_tested() -> None:
    traced = trace(GAME)
    assert (traced.gaps, traced.dangling) == ((), ())
    assert [one.id for one in traced.paragraphs if not one.tests and not one.nothing] == []
