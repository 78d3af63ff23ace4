"""The rules of Subchapter 25, each test named by its section."""

from datetime import date

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import cards
from pitboss.library.listing import catalogue
from pitboss.table import Refused
from pitboss.table.steps import Action
from pitboss.traceability.trace import trace
from tests.shared import poker_rules

from .table import DAY, GAME, QUEENS, Table, deal_table, play_round

RAISES = ("raise_left", "raise_right", "raise_top", "raise_bottom")


def test_the_game_is_in_the_chapter_since_august_2004() -> None:
    with pytest.raises(ValueError, match="double-cross-poker since 2004-08-16"):
        Layout.of(GAME, date(2004, 8, 15))


def test_the_game_is_marked_as_reconstructed_like_others_without_a_text() -> None:
    reconstructed = {one.id for one in catalogue().games if one.provenance == "reconstructed"}
    assert {GAME, "fast-action-holdem", "colorado-holdem"} <= reconstructed
    assert not reconstructed & {"four-card-poker", "texas-holdem-bonus", "boston-5-stud", "mississippi-stud"}


@pytest.mark.parametrize("line", ["raise_left 10", "raise left 10", "left raise 10", "raise bottom 10", "raise_top 10"])
def test_25_10_left_to_bottom_a_raise_out_of_place_is_refused_by_the_section_of_raises(line: str) -> None:
    before, there = Table().say("ante 10"), deal_table("Ks Qd", "Js Jd Qc 8d 3h", "6s 2c").decide("raise")
    for table in (before, there):
        with pytest.raises(Refused, match=r"raise wager (is|cannot be) .*25\.10"):
            table.say(line)
        assert sum(one.amount for one in table.state.wagers_of(1)) == (10_00 if table is before else 20_00)


def test_25_10_left_to_bottom_an_arm_is_raised_by_its_name_in_its_turn_and_in_no_other() -> None:
    table = deal_table("Ks Qd", "Js Jd Qc 8d 3h", "6s 2c")
    for arm in ("raise_top", "raise right"):
        with pytest.raises(
            Refused, match=r"raise wager cannot be made at this decision; choose fold or raise .*25\.10"
        ):
            table.decide(arm)
    assert {one.kind for one in table.decide("raise_left").state.wagers_of(1)} == {"ante", "raise_left"}


def test_25_2_deck_of_52_cards() -> None:
    poker_rules.one_deck(QUEENS, 52)


def test_25_2_second_deck_alternates_with_a_shuffler() -> None:
    poker_rules.second_deck_alternates(QUEENS)


def test_25_4_shuffle_before_every_round() -> None:
    poker_rules.shuffled_before_every_round(QUEENS)


CROSS = "9h 5c 4d Kc 2s"
"""All cards of this cross differ; the rows are 9-5-4 and 9-K-2."""
HANDS = {
    1: ("As Ts", "Js Ks Qs 4d 5c", "Qh Qd"),
    2: ("8h 7h", "9h Jh Th 4d 5c", "Qs Kd"),
    3: ("9s 9d", "9h 9c 4d Kc 2s", "5h 5s"),
    4: ("9s 9d", "9h 4c 4d Kc 2s", "Ah As"),
    5: ("Ah 2h", "9h 5h 4h Kc 7s", "8c Qd"),
    6: ("8c 7d", "9h 6c 5d Kc 2s", "Kd Ks"),
    7: ("9s 9d", CROSS, "As Ad"),
    8: ("5s 4s", CROSS, "Ks As"),
    9: ("5s 7s", CROSS, "As Qd"),
    10: ("As Qc", CROSS, "Ad Jd"),
    11: ("7c 6d", "4h 5c 3d Kc 9s", "Ac 2d"),
}
"""Each hand paired with one that ranks lower. The last pair are straights; the five-high straight is the lowest."""


@pytest.mark.parametrize(
    ("higher", "cross", "lower"),
    [("2h 3s", "As 4c 5d 9h 7s", "Ac 8s"), ("Ac 3h", "9s 8c 4d Jh 6s", "Kd Qd"), ("7c 6d", "4h 5c 3d Kc 9s", "Ac 2d")],
    ids=["low in a straight", "high", "lowest in the lowest straight"],
)
def test_25_5_a_ace_is_high_and_low_in_a_straight_only(higher: str, cross: str, lower: str) -> None:
    assert play_round(higher, cross, lower).nets()[1, "raise_left"] == 10_00


@pytest.mark.parametrize("number", HANDS)
def test_25_5_b_1_to_10_each_hand_beats_one_that_ranks_lower(number: int) -> None:
    own, cross, dealer = HANDS[number]
    assert play_round(own, cross, dealer).nets()[1, "raise_left"] == 10_00
    assert play_round(dealer, cross, own).nets()[1, "raise_left"] == -10_00


@pytest.mark.parametrize("number", range(1, 10))
def test_25_5_b_1_to_10_the_dealer_calls_the_hand(number: int) -> None:
    names = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"]
    names += ["three of a kind", "two pair", "pair"]
    own, cross, dealer = HANDS[number]
    said = [text for text in play_round(dealer, cross, own).said("25.10") if text.startswith("The dealer has")]
    assert names[number - 1] in said[0]


def test_25_5_c_1_ace_king_queen_suited_is_a_straight_flush_like_any_other() -> None:
    for own, centre in (("As Ks", "Qs"), ("3s 2s", "4s")):
        found = deal_table(own, f"{centre} 5c 6d 9c 9d", "7h 7c", "three card 5").decide("fold")
        assert found.nets()[1, "three_card"] == 200_00
    layout = Layout.of(GAME, DAY)
    assert next(iter(layout.odds_table("three_card"))) == layout.fact("three_card_first").replace(" ", "_")


def test_25_5_c_rest_of_the_three_card_hands_in_their_order() -> None:
    table = Layout.of(GAME, DAY).odds_table("three_card")
    assert list(table) == ["straight_flush", *Layout.of(GAME, DAY).fact("three_card_rest")]


def test_25_6_ante_within_limits_with_a_coupon_on_it_alone() -> None:
    limits = Limits(minimum=10_00, maximum=100_00)
    for amount in ("5", "105"):
        with pytest.raises(Refused, match="outside the posted limits"):
            Table(limits=limits).say(f"ante {amount}")
    won = deal_table("9s 9d", CROSS, "As Ad")
    assert won.decide(*["raise"] * 4).up() == 50_00
    table = Table().say("ante 10 coupon 10").deal("9s As 9d Ad 9h 5c 4d Kc 2s").decide(*["raise"] * 4)
    assert table.nets()[1, "ante"] == 20_00
    with pytest.raises(Refused, match=r"coupon.*25\.6"):
        Table().say("ante 10", "three card 5 coupon 5")


def test_25_6_three_card_is_optional_and_needs_the_ante() -> None:
    with pytest.raises(Refused, match=r"needs Ante wager first.*25\.6"):
        Table().say("three card 5")
    with pytest.raises(Refused, match="not offered"):
        Table(offer_three_card=False).say("ante 10", "three card 5")
    assert not Table().say("ante 10", "three card 5", "remove ante").state.wagers


def test_25_6_form_allows_only_listed_wagers() -> None:
    poker_rules.only_listed(QUEENS, "25.6")
    poker_rules.no_more_positions_than(QUEENS, 7)
    with pytest.raises(ValueError, match="positions"):
        Layout.of(GAME, DAY, {"positions": 8})


def test_25_6_closed_after_the_call() -> None:
    poker_rules.closed_after_the_call(QUEENS, "25.6")
    poker_rules.taken_down_before_the_call(QUEENS)


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_25_7_manual_shoe_and_25_8_hand_deal_one_at_a_time_and_the_cross_last(method: str) -> None:
    table = Table(2, 5, dealing_method=method).all_say().deal("7c 2h As 7d 3h Qd 9h 5c 4d Kc 2s")
    assert table.order() == ["position 2", "position 5", "dealer"] * 2 + ["community cards"] * 5
    assert (table.state.community, len(table.state.community_down)) == (cards("9h"), 4)
    assert table.state.dealer == ()


def test_25_7_stub_is_counted_every_fifth_round() -> None:
    assert poker_rules.stub_counted(QUEENS, "manual_shoe", "25.7") == 2


def test_25_8_hand_and_its_stub() -> None:
    assert poker_rules.stub_counted(QUEENS, "hand", "25.8") == 2


def test_25_9_automated_shoe_deals_stacks_and_its_shuffler_may_count() -> None:
    table = Table(2, 5, dealing_method="automated_shoe").all_say().deal("7c 7d 2h 3h As Qd 9h 5c 4d Kc 2s")
    assert table.order() == [*["position 2"] * 2, *["position 5"] * 2, *["dealer"] * 2, *["community cards"] * 5]
    assert poker_rules.stub_counted(QUEENS, "automated_shoe", "25.9") == 2
    assert poker_rules.stub_counted(QUEENS, "automated_shoe", "25.9", shuffler_counts=True) == 0
    with pytest.raises(ValueError, match="counted only by an automated shuffling device"):
        Layout.of(GAME, DAY, {"shuffler_counts": True, "shuffler": False})


def test_25_10_centre_card_is_turned_before_any_raise() -> None:
    table = QUEENS.dealt()
    assert table.state.community == cards("Qc")
    assert table.said("25.10") == ["The dealer turns Q♣."]


@pytest.mark.parametrize("at", range(4))
def test_25_10_left_right_top_and_bottom_a_raise_before_each_arm(at: int) -> None:
    arm = ("left", "right", "top", "bottom")[at]
    table = QUEENS.dealt().decide(*["raise"] * at)
    ask = poker_rules.question(table)
    assert ask.question == f"Position 1: {arm} card: raise by the amount of your ante, or fold?"
    assert table.state.community == cards("Qc 8d 3h 6s 2c")[: at + 1]
    assert table.game.choices.consequences(table.state, ask) == {"raise": "$10 more", "fold": f"lose ${10 * (at + 1)}"}
    table.decide("raise")
    assert (1, f"raise_{arm}") in table.nets() or any(w.kind == f"raise_{arm}" for w in table.state.wagers)


def test_25_10_left() -> None:
    assert QUEENS.dealt().decide("fold").nets() == {(1, "ante"): -10_00}


def test_25_10_right() -> None:
    assert QUEENS.dealt().decide("raise", "fold").up() == -20_00


def test_25_10_top() -> None:
    assert QUEENS.dealt().decide("raise", "raise", "fold").up() == -30_00


def test_25_10_bottom() -> None:
    table = QUEENS.dealt().decide("raise", "raise", "raise", "fold")
    assert table.up() == -40_00
    assert cards("2c")[0].pretty not in "".join(table.said("25.10"))


def test_25_10_raise_equal_to_the_ante_in_turn_and_in_order() -> None:
    table = Table(1, 2).all_say().deal("Ks 2h Js Qd 3s Jd Qc 8d 3h 6s 2c")
    for position, wager, amount, says in (
        (1, "raise_left", 20_00, r"say raise for \$10"),
        (1, "raise_right", 10_00, "cannot be made at this decision; choose fold or raise"),
        (2, "raise_left", 10_00, "made when its position decides on it"),
    ):
        with pytest.raises(Refused, match=rf"{says}.*25\.10"):
            table.dealer.act(position, Action("make", wager, amount))
    with pytest.raises(Refused, match=r"check is not offered at this table; choose fold or raise.*25\.10"):
        table.decide("check")
    table.decide("fold")
    with pytest.raises(Refused):
        table.dealer.act(1, Action("make", "raise_left", 10_00))
    poor = Table(bankroll=15_00).say("ante 10").deal(QUEENS.singly)
    assert poker_rules.question(poor).choices == ("fold",)


def test_25_10_raise_or_check_lets_no_one_fold() -> None:
    table = QUEENS.dealt(raise_mode="raise_or_check")
    ask = poker_rules.question(table)
    assert (ask.choices, ask.default) == (("check", "raise"), "check")
    with pytest.raises(Refused, match=r"fold is not offered at this table; choose check or raise.*25\.10"):
        table.decide("fold")
    table.decide("check", "raise", "check", "raise")
    assert table.nets() == {(1, "ante"): 0, (1, "raise_right"): 10_00, (1, "raise_bottom"): 10_00}


def test_25_10_all_folded_and_the_rest_is_not_played() -> None:
    table = Table(1, 2).all_say().say("three card 5", by=2).deal("Ks 2h Js Qd 3s Jd 4c 8d 3h 6s 2c")
    table.decide("fold", "fold")
    assert table.nets() == {(1, "ante"): -10_00, (2, "ante"): -10_00, (2, "three_card"): 30_00}
    said = table.said("25.10")
    assert "All players have folded: the rest of the cross is not played." in said
    assert not any(text.startswith("The dealer has") or "8♦" in text for text in said)


def test_25_10_compare_takes_the_better_of_two_rows_for_both() -> None:
    own, dealer = "9s 5d", "Kd Ks"
    assert play_round(own, CROSS, "Qd Qs").up() == 40_00
    assert play_round(own, CROSS, dealer).up() == -50_00
    # Fives full of twos would use cards from both rows, so the comparison is three twos against three nines.
    assert play_round("5h 2d", "9h 5c 5d 2c 2s", "9c 9d").up() == -50_00
    assert play_round("As 3s", CROSS, "Ad 3d").up() == 0
    table = Table(1, 3).all_say().deal("8s 9s As 6d Qs Qd 9h 5c 4d Kc 2s").decide(*["raise"] * 8)
    assert [position for position, _, _, _ in table.settled()] == [3] * 5 + [1] * 5
    assert [net for _, _, _, net in table.settled()] == [0, *[10_00] * 4] + [-10_00] * 5


@pytest.mark.parametrize(
    ("least", "paid"),
    [("any", 10), ("pair", 9), ("two_pair", 8), ("three_of_a_kind", 7), ("straight", 6), ("flush", 5)],
)
def test_25_10_ante_is_paid_with_the_chosen_hand_or_better(least: str, paid: int) -> None:
    """The ante is paid for this hand and for all better ones among the ten."""
    won = {
        number: play_round(*hand, ante_pays_on=least).nets()[1, "ante"]
        for number, hand in HANDS.items()
        if paid - 1 <= number <= 10
    }
    assert won == {number: 10_00 if number <= paid else 0 for number in won}


def test_25_10_three_card_is_settled_last_whatever_happens_to_the_hand() -> None:
    lost = play_round("Jd Js", "5c 9h 4s Ts 8d", "5h 5d", "three card 5")
    assert lost.settled()[-1] == (1, "three_card", "wins", 5_00)
    won = play_round("Ks Qd", "8c Qh 3h 6s 2c", "Js Jd", "three card 5")
    assert won.settled()[-1] == (1, "three_card", "loses", -5_00)


def test_25_10_collect_the_cards_in_order() -> None:
    assert poker_rules.last_said(play_round("9s 9d", CROSS, "As Ad")) == ("The cards go to the discard rack in order.")


def test_25_11_to_is_the_word_of_odds_which_may_be_raised_but_not_lowered() -> None:
    layout = Layout.of(GAME, DAY)

    def found(odds: str) -> list[tuple[str, str]]:
        problems = findings(layout.rules, layout.on, {}, {"three_card.pair": odds}, None)
        return [(one.section, one.kind) for one in problems]

    assert found("2 to 1") == found("2 win 1") == []
    assert found("2 for 1") == [("25.11", "not permitted")]
    assert found("1 to 2") == [("25.11(c)", "not permitted")]


def test_25_11_even_money_on_every_raise() -> None:
    found = play_round("9s 9d", CROSS, "As Ad").nets()
    assert [found[1, wager] for wager in RAISES] == [10_00] * 4


def test_25_11_limit_cuts_what_ante_and_raises_win_but_not_the_three_card_wager() -> None:
    def rich(minimum: int) -> Table:
        table = Table(bankroll=200_000_00, limits=Limits(minimum=minimum)).say("ante 20000", "three card 20000")
        return table.deal("9s As 9d Ad 9h 5c 4d Kc 2s").decide(*["raise"] * 4)

    found = rich(10_00).nets()
    assert sum(found[1, wager] for wager in ("ante", *RAISES)) == 50_000_00
    assert found[1, "three_card"] == 600_000_00
    assert sum(rich(15_000_00).nets()[1, wager] for wager in ("ante", *RAISES)) == 75_000_00
    with pytest.raises(ValueError, match="payout_limit"):
        Layout.of(GAME, DAY, {"payout_limit": 49_999})


THREE = {
    "straight_flush": ("2c 3c", "4c", 40, 40),
    "three_of_a_kind": ("6s 6d", "6c", 30, 30),
    "straight": ("As 2d", "3c", 6, 6),
    "flush": ("As Js", "8s", 3, 4),
    "pair": ("7c Ks", "7d", 1, 1),
    "": ("As Kd", "Jc", -1, -1),
}


@pytest.mark.parametrize("row", THREE)
@pytest.mark.parametrize("table", ["DX-1", "DX-2"])
def test_25_11_c_three_card_every_row(row: str, table: str) -> None:
    own, centre, first, second = THREE[row]
    found = deal_table(own, f"{centre} 9h 8h 5d 5h", "Td Qh", "three card 5", three_card_table=table).decide("fold")
    assert found.nets()[1, "three_card"] == (first if table == "DX-1" else second) * 5_00


@pytest.mark.parametrize("event", ["community_card_exposed", "dealer_card_exposed"])
def test_25_12_exposed_card_voids_all_hands(event: str) -> None:
    poker_rules.all_is_void(QUEENS, event)
    table = deal_table("Ks Qd", "Qc 8d 3h 6s 2c", "Js Jd", "three card 5").decide("raise", "raise").throw(event)
    assert table.up() == 0
    with pytest.raises(Refused):
        QUEENS.asked().throw(event)


def test_25_12_exposed_card_returns_folded_wagers() -> None:
    table = Table(1, 2).all_say().deal("Ks 2h Js Qd 3s Jd Qc 8d 3h 6s 2c").decide("fold").throw("dealer_card_exposed")
    assert (table.up(1), table.up(2)) == (0, 0)


def test_25_12_face_up_card_is_discarded_and_a_second_one_voids() -> None:
    poker_rules.one_face_up_is_discarded(QUEENS)
    poker_rules.several_face_up_void_all(QUEENS)


def test_25_12_drawn_in_error() -> None:
    poker_rules.drawn_in_error_is_the_next_card(QUEENS)


def test_25_12_wrong_number_of_a_player_and_of_the_dealer_or_the_cross() -> None:
    poker_rules.hand_is_void(QUEENS)
    poker_rules.all_is_void(QUEENS, "dealer_wrong_number")
    poker_rules.all_is_void(QUEENS, "dealer_wrong_number", at_decision=False)


def test_25_12_devices() -> None:
    poker_rules.devices(QUEENS)


def test_25_12_information_exchanged_forfeits() -> None:
    poker_rules.information_forfeits(QUEENS)


def test_trace_has_no_gaps_and_every_paragraph_is_tested() -> None:
    traced = trace(GAME)
    assert (traced.gaps, traced.dangling) == ((), ())
    assert [one.id for one in traced.paragraphs if not one.tests and not one.nothing] == []
