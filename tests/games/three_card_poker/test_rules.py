"""The rules of Subchapter 20, each test named by its section."""

from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.table import Action, AskCard, AskDecision, view
from pitboss.table.script import BadScript, play_script
from tests.shared.played_script import PlayedScript, held


class Played(PlayedScript):
    game = "three-card-poker"
    day = "2008-06-01"


SIT = ("1: sit Ann 1000", "2: sit Bob 1000", "3: sit Cleo 1000")
DEAL_TWO = "cards Qs 6d 4c  8s 8d 3c  Jh Tc 8c"


# ---- 20.2, 20.3


def test_20_2_second_deck_alternates_from_round_to_round() -> None:
    one = ("1: ante 10", "cards Qs 6d 4c Jh Tc 8d", "1: fold")
    played = Played(SIT[0], *one, *one, *one, second_deck="true")
    assert [step.state.deck for step in played.steps if isinstance(step, AskDecision)] == [1, 0, 1]
    assert ("20.2", "The decks change places.") in played.said


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 3s 4s", "Ah Ad Ac"),
        ("2h 2d 2c", "Ah Kd Qc"),
        ("2h 3d 4c", "Ah Kh 9h"),
        ("4h 5d 6c", "Ah 2d 3c"),
        ("2h 5h 9h", "Ad Ac Kc"),
        ("2d 2c 3h", "Ad Kc Jh"),
        ("Kd Kc 4h", "Kh Ks 3d"),
        ("Qd 9c 4h", "Qh 9s 3d"),
    ],
)
def test_20_3_rankings_of_three_cards(higher: str, lower: str) -> None:
    played = Played(SIT[0], "1: ante 10", f"cards {higher} {lower}", "1: play")
    assert played.settled[:2] == [("20.10", 1, "ante", "wins"), ("20.10", 1, "play", "wins")]
    played = Played(SIT[0], "1: ante 10", f"cards {lower} {higher}", "1: play")
    assert played.settled[:2] == [("20.10", 1, "ante", "loses"), ("20.10", 1, "play", "loses")]


# ---- 20.6: wagers


def test_20_6_play_is_made_only_when_deciding_and_for_the_ante() -> None:
    played = Played(
        SIT[0], "1: ante 15", "refused by 20.6 1: make play 15", "cards Qs 6d 4c", "cards Jh Tc 8d", "1: play"
    )
    assert "after the deal" in played.refusals[0]
    assert played.settled == [("20.10", 1, "ante", "wins"), ("20.10", 1, "play", "returned")]


def test_20_6_play_is_not_offered_to_a_player_with_too_few_chips() -> None:
    played = Played("1: sit Ann 15", "1: ante 10", "cards Qs 6d 4c Jh Tc 8d")
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("fold",)
    assert "Play wager of $10 is more than the $5 available" in played.refuses("play")


def test_20_6_play_may_take_the_last_chips() -> None:
    played = Played("1: sit Ann 20", "1: ante 10", "cards Qs 6d 4c Jh Tc 8d")
    assert isinstance(played.dealer.ask, AskDecision)
    assert set(played.dealer.ask.choices) == {"play", "fold"}


def test_20_6_closing_after_no_more_bets_nothing_is_made_or_withdrawn() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", DEAL_TWO)
    for action in (Action("make", "ante", 500), Action("remove", "ante"), Action("make", "pair_plus", 500)):
        answer = played.dealer.allowed(2, action)
        assert (answer.ok, answer.section) == (False, "20.6")
        assert "No more bets" in answer.reason


def test_20_6_pair_plus_needs_an_ante_if_it_may_not_be_made_alone() -> None:
    played = Played(
        SIT[0],
        "refused by 20.6 1: pair plus 5",
        "1: ante 10",
        "1: pair plus 5",
        "1: remove ante",
        pair_plus_alone=False,
    )
    assert "needs Ante wager" in played.refusals[0]
    assert not played.state.wagers, "it goes back with the ante that it needs"
    assert played.state.rack(1) == 1000_00


def test_20_6_six_card_bonus_is_offered_only_from_2012_and_with_another_wager() -> None:
    with pytest.raises(Unlawful, match="since 2012-03-19"):
        Layout.of("three-card-poker", date(2008, 6, 1), {"offer_six_card_bonus": True})
    played = Played(SIT[0], "1: ante 10", "refused by 20.6 1: six card bonus 5", on="2013-06-01")
    assert "not offered at this table" in played.refusals[0]
    played = Played(
        SIT[0],
        "refused by 20.6 1: six card bonus 5",
        "1: pair plus 5",
        "1: six card bonus 5",
        on="2013-06-01",
        offer_six_card_bonus=True,
    )
    assert "needs Ante wager or Pair plus wager" in played.refusals[0]


def test_20_6_six_card_bonus_is_at_least_5_dollars_by_the_table_with_dollar_prizes() -> None:
    played = Played(
        SIT[0],
        "1: ante 10",
        "refused by 20.6 1: six card bonus 4",
        "1: six card bonus 5",
        "refused by 20.6 1: reduce six card bonus by 1",
        on="2013-06-01",
        offer_six_card_bonus=True,
        six_card_bonus_table="SCB-5",
    )
    assert "at least $5" in played.refusals[0]


def test_20_6_coupons_are_accepted_on_the_ante_and_counted_in_its_winnings() -> None:
    played = Played(
        SIT[0], "1: ante 10 coupon 10", "refused by 20.6 1: pair plus 5 coupon 5", "cards 8s 8d 3c Kc 7d 2s", "1: play"
    )
    assert played.net() == 30_00


def test_20_6_positions_two_adjacent_ones_are_decided_and_settled_separately() -> None:
    played = Played(
        "2: sit Bob 1000",
        "2: ante 10",
        "2: ante 3 20",
        "refused by 20.6 2: ante 1 10",
        "refused 3: sit Cleo 100",
        "cards Qs 6d 4c  8s 8d 3c  Kc 7d 2s",
        "2: fold",
        "2: play",
        two_positions=True,
    )
    assert [step.question[:10] for step in played.steps if isinstance(step, AskDecision)] == [
        "Position 2",
        "Position 3",
    ]
    assert played.net(2) == -10_00 + 40_00


def test_20_6_positions_one_only_unless_two_are_permitted() -> None:
    played = Played("2: sit Bob 1000", "refused by 20.6 2: ante 3 10")
    assert "your own position" in played.refusals[0]


def test_20_6_positions_match_the_table() -> None:
    Played("refused 4: sit Ann 100", "3: sit Bob 100", positions=3)


# ---- 20.7 to 20.9: dealing


def requested_cards(played: Played) -> list[tuple[str, str]]:
    return [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]


@pytest.mark.parametrize(("method", "section"), [("manual_shoe", "20.7"), ("hand", "20.8")])
def test_20_7_and_20_8_cards_go_around_one_at_a_time(method: str, section: str) -> None:
    played = Played(
        *SIT[::2], "1: ante 10", "3: pair plus 5", "cards Qs 8s Jh 6d 8d Tc 4c 3c 8c", dealing_method=method
    )
    around = [(section, "position 1"), (section, "position 3"), (section, "dealer")]
    assert requested_cards(played) == around * 3
    assert played.state.hand(1).all == held("Qs 6d 4c")


def test_20_9_automated_shoe_deals_stacks_of_three() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", DEAL_TWO)
    assert [to for _, to in requested_cards(played)] == ["position 1"] * 3 + ["position 2"] * 3 + ["dealer"] * 3
    assert {section for section, _ in requested_cards(played)} == {"20.9"}


def stub_counts(rounds: int, **options: Any) -> list[int]:
    one = ("1: ante 10", "cards Qs 6d 4c Jh Tc 8d", "1: fold")
    played = Played(SIT[0], *(one * rounds), **options)
    stubs = [text for _, text in played.said if "stub" in text]
    assert len(stubs) == rounds
    return [number for number, text in enumerate(stubs, 1) if "46 cards with 6 dealt make 52" in text]


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_20_7_stub_is_counted_every_five_rounds(method: str) -> None:
    assert stub_counts(11, dealing_method=method) == [5, 10]


def test_20_9_stub_is_not_counted_if_the_shuffler_counts() -> None:
    assert stub_counts(6, shuffler_counts=True) == []
    assert stub_counts(6, shuffler_counts=True, dealing_method="hand") == [5]


# ---- 20.10: the rest of the round


def test_20_10_play_or_fold_from_the_dealers_left_and_only_with_an_ante() -> None:
    played = Played(
        *SIT,
        "3: ante 10",
        "2: pair plus 5",
        "1: ante 10",
        "cards Qs 6d 4c  8s 8d 3c  As 2d 9c  Jh Tc 8c",
        "1: play",
        "3: fold",
    )
    assert [step.position for step in played.steps if isinstance(step, AskDecision)] == [1, 3]
    assert (played.net(1), played.net(2), played.net(3)) == (10_00, 5_00, -10_00)


def test_20_10_play_or_fold_a_hand_is_known_to_its_own_position_only() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", DEAL_TWO)
    state = played.state
    mine = [hand["down"] for hand in view(state, 2)["hands"]]
    assert mine == [["??"] * 3, ["8s", "8d", "3c"]]
    assert view(state, 1)["dealer_down"] == ["??"] * 3
    assert [hand["down"] for hand in view(state)["hands"]] == [["??"] * 3] * 2


def test_20_10_fold_the_cards_are_collected_at_once() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", DEAL_TWO, "1: fold")
    assert played.state.hand(1).all == ()
    assert played.state.shoe.discards == 3
    assert played.state.find(1, "ante") is None


def test_20_10_order_settles_hand_by_hand_from_the_dealers_right() -> None:
    played = Played(
        *SIT[:2],
        "1: ante 10",
        "1: pair plus 5",
        "2: ante 10",
        "2: pair plus 5",
        "cards 4c 5d 6h  7h 8h 9h  Tc Jd Qs",
        "1: play",
        "2: play",
    )
    assert [result for *_, kind, result in played.settled if kind == "play"] == ["wins", "loses"]
    inside = ["ante", "play", "ante bonus", "pair_plus"]
    assert [(position, kind) for _, position, kind, _ in played.settled] == [
        (position, kind) for position in (2, 1) for kind in inside
    ]


def test_20_10_round_ends_when_all_have_folded() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", DEAL_TWO, "1: fold", "2: fold")
    assert played.dealer.state.rounds == 1
    assert not any("The dealer has" in text for _, text in played.said)


def test_20_10_information_exchanged_forfeits_all_wagers() -> None:
    played = Played(
        *SIT[:2],
        "1: ante 10",
        "1: pair plus 5",
        "2: ante 10",
        "cards 8s 8d 3c  Qs 6d 4c  Jh Tc 8c",
        "interrupt information_exchanged",
        "2: play",
    )
    assert played.net(1) == -15_00
    assert played.net(2) == 10_00


# ---- 20.11: payout odds


@pytest.mark.parametrize(
    ("table", "straight_flush", "three", "straight"),
    [("AB-1", 5, 4, 1), ("AB-2", 4, 3, 1), ("AB-3", 3, 2, 1), ("AB-4", 5, 3, 1)],
)
def test_20_11_ante_bonus_by_each_table(table: str, straight_flush: int, three: int, straight: int) -> None:
    for cards, odds in (("4h 5h 6h", straight_flush), ("4h 4d 4c", three), ("4h 5d 6c", straight)):
        played = Played(SIT[0], "1: ante 10", f"cards {cards} 9s 7d 3h", "1: play", ante_bonus_table=table)
        assert played.settled[2] == ("20.11", 1, "ante bonus", "wins")
        assert played.net() == 10_00 + odds * 10_00


def test_20_11_ante_bonus_is_not_paid_for_a_flush_nor_after_a_fold() -> None:
    assert Played(SIT[0], "1: ante 10", "cards 4h 9h 6h 9s 7d 3h", "1: play").net() == 10_00
    assert Played(SIT[0], "1: ante 10", "cards 4h 5h 6h 9s 7d 3h", "1: fold").net() == -10_00


PAIR_PLUS = {
    "PP-1": (40, 40, 30, 6, 4, 1),
    "PP-2": (40, 40, 30, 6, 3, 1),
    "PP-3": (40, 40, 25, 6, 4, 1),
    "PP-4": (35, 35, 25, 6, 4, 1),
    "PP-5": (35, 35, 33, 6, 4, 1),
    "PP-6": (50, 50, 30, 6, 3, 1),
    "PP-7": (50, 40, 30, 6, 3, 1),
    "PP-8": (40, 40, 30, 5, 4, 1),
}
PAIR_PLUS_HANDS = ("Ah Kh Qh", "4h 5h 6h", "4h 4d 4c", "4h 5d 6c", "4h 9h 6h", "4h 4d 6c", "Ah Kd 4c")


@pytest.mark.parametrize("table", PAIR_PLUS)
def test_20_11_pair_plus_by_each_table(table: str) -> None:
    for cards, odds in zip(PAIR_PLUS_HANDS, (*PAIR_PLUS[table], -1), strict=True):
        assert Played(SIT[0], "1: pair plus 5", f"cards {cards} 9s 7s 3s", pair_plus_table=table).net() == odds * 5_00


SIX_CARDS = {
    "SCB-1": (1000, 200, 50, 25, 15, 10, 5),
    "SCB-2": (1000, 200, 50, 25, 20, 10, 5),
    "SCB-3": (1000, 200, 100, 20, 15, 10, 7),
    "SCB-4": (1000, 200, 50, 20, 15, 10, 5),
    "SCB-5": (1000, 200, 50, 20, 15, 10, 5),
}
SIX_CARD_HANDS = (
    "Ah Kh Qh Jh Th 2c",
    "9h Kh Qh Jh Th 2c",
    "9h 9c 9d Jh 9s 2c",
    "9h 9c 9d Jh Js 2c",
    "2h 4h 6h 8h Th Tc",
    "2h 3c 4h 5h 6s Tc",
    "9h 9c 9d Jh 2s 3c",
    "9h 9c Jd Jh 2s 3c",
)


@pytest.mark.parametrize("table", SIX_CARDS)
def test_20_11_six_card_bonus_by_each_table(table: str) -> None:
    options = {"offer_six_card_bonus": True, "six_card_bonus_table": table}
    for cards, odds in zip(SIX_CARD_HANDS, (*SIX_CARDS[table], -1), strict=True):
        lines = (SIT[0], "1: pair plus 5", "1: six card bonus 5", f"cards {cards}")
        played = Played(*lines, on="2013-06-01", **options)
        assert (
            sum(step.net for step in played.steps if getattr(step, "name", "") == "Six-card bonus wager") == odds * 5_00
        )


@pytest.mark.parametrize(
    ("table", "suit", "wins"),
    [("SCB-5", "d", 1_000_000), ("SCB-5", "s", 100_000), ("SCB-1", "d", 5_000), ("SCB-1", "s", 5_000)],
)
def test_20_11_six_card_bonus_for_the_six_card_royal(table: str, suit: str, wins: int) -> None:
    cards = " ".join(f"{rank}{suit}" for rank in "AKQJT9")
    lines = (SIT[0], "1: pair plus 5", "1: six card bonus 5", f"cards {cards}")
    played = Played(*lines, on="2013-06-01", offer_six_card_bonus=True, six_card_bonus_table=table)
    assert played.net() == 200_00 + wins * 100


def test_20_10_pair_plus_wins_whatever_the_dealer_has() -> None:
    played = Played(*SIT[:1], "1: ante 10", "1: pair plus 5", "cards 8s 8d 3c  Ah Ad Ac", "1: play")
    assert ("20.10", 1, "pair_plus", "wins") in played.settled
    assert ("20.10", 1, "ante", "loses") in played.settled


def test_20_11_odds_word_and_tables_are_checked() -> None:
    rules = rules_of("three-card-poker")
    assert not findings(rules, date(2008, 6, 1), {}, {"pair_plus.flush": "5 win 1"}, None)
    assert not findings(rules, date(2008, 6, 1), {}, {"pair_plus.flush": "3 to 1"}, None), "another permitted table"
    found = findings(rules, date(2008, 6, 1), {}, {"pair_plus.flush": "2 to 1"}, None)
    assert [one.section for one in found] == ["20.11"]
    assert "3 to 1 or more" in found[0].permitted
    found = findings(rules, date(2008, 6, 1), {}, {"pair_plus.flush": "5 for 1"}, None)
    assert [one.section for one in found] == ["20.11"]
    assert 'never "for"' in found[0].wrong


# ---- 20.12: irregularities


def test_20_12_face_up_a_card_is_discarded_and_a_second_voids_all_hands() -> None:
    wagers = (*SIT[:2], "1: ante 10", "2: ante 10", "cards Qs 6d")
    played = Played(*wagers, "throw card_face_up", "cards Ah", "cards 4c  8s 8d 3c  Jh Tc 8c", "1: play", "2: play")
    assert ("20.12", "A♥ goes to the discard rack.") in played.said
    assert played.net(1) == played.net(2) == 10_00
    played = Played(*wagers, "throw card_face_up", "cards Ah", "throw card_face_up")
    assert played.dealer.state.rounds == 1
    assert {(section, result) for section, _, _, result in played.settled} == {("20.12", "void")}
    assert [seat.rack for seat in played.state.positions] == [1000_00, 1000_00]


def test_20_12_drawn_in_error_a_card_is_the_next_one() -> None:
    played = Played(SIT[0], "1: ante 10", "cards Qs 6d", "throw drawn_in_error", "cards 4c Jh Tc 8d", "1: play")
    assert played.net() == 10_00


@pytest.mark.parametrize("when", ["card", "decision"])
def test_20_12_wrong_number_of_a_player_voids_that_hand_and_the_others_continue(when: str) -> None:
    wagers = (*SIT[:2], "1: ante 10", "1: pair plus 5", "2: ante 10")
    if when == "card":
        lines = ("cards Qs 6d", "throw player_wrong_number", "cards 8s 8d 3c  Jh Tc 8c")
    else:
        lines = ("cards Qs 6d 4c  8s 8d 3c  Jh Tc 8c", "interrupt player_wrong_number")
    played = Played(*wagers, *lines, "2: play")
    assert played.settled[:2] == [("20.12", 1, "ante", "void"), ("20.12", 1, "pair_plus", "void")]
    assert (played.net(1), played.net(2)) == (0, 10_00)


@pytest.mark.parametrize("event", ["dealer_wrong_number", "dealer_card_exposed"])
def test_20_12_exposed_or_wrong_number_of_the_dealer_voids_all_hands_and_returns_folded_wagers(event: str) -> None:
    played = Played(
        *SIT, "1: ante 10", "2: ante 10", "3: ante 10",
        "cards Qs 6d 4c  8s 8d 3c  As 2d 9c  Jh Tc 8c", "1: fold", "2: play", f"interrupt {event}",
    )  # fmt: skip
    assert played.dealer.state.rounds == 1
    assert [seat.rack for seat in played.state.positions] == [1000_00] * 3
    assert played.state.inventory == 0


def test_20_12_devices_jam_and_are_changed() -> None:
    played = Played(SIT[0], "1: ante 10", "close", "interrupt shuffler_jams", DEAL_TWO[:14])
    assert ("20.12", "The shuffler jams. The cards are shuffled again.") in played.said
    played = Played(SIT[0], "1: ante 10", "cards Qs", "throw shoe_jams")
    assert played.dealer.state.rounds == 1
    assert played.state.rack(1) == 1000_00


def test_a_card_cannot_be_dealt_twice() -> None:
    with pytest.raises(BadScript, match="cannot be the next card"):
        Played(SIT[0], "1: ante 10", "cards Qs 6d Qs")


def test_20_8_hand_dealing_requires_the_shuffler_which_cannot_be_removed() -> None:
    by_hand = {"dealing_method": "hand", "shuffler": False}
    assert [one.section for one in findings(rules_of("three-card-poker"), date(2008, 6, 1), by_hand, {}, None)] == [
        "20.8"
    ]
    table = "game three-card-poker\non 2008-06-01\nset dealing_method=hand\n1: sit Ann 100\n"
    with pytest.raises(BadScript, match="only with dealing_method manual_shoe or automated_shoe"):
        play_script(f"{table}interrupt change_of_device\n")
