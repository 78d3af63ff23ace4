"""The rules of Subchapter 27, each test named by its section."""

from datetime import date
from itertools import product

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.table import Action, AskCard, AskDecision, AskShuffle, Settled
from pitboss.table.script import BadScript
from tests.shared.played_script import PlayedScript, held


class Played(PlayedScript):
    game = "four-card-poker"
    day = "2008-06-01"


SIT = ("1: sit Ann 1000", "2: sit Bob 1000", "3: sit Cleo 1000")
OWN, DEALERS = "As Ad 9c 7h 3d", "Ks Kd 8c 7c 4h 2d"
TWO = f"cards {OWN}  8s 8d 3c 5h 2h  {DEALERS}"


# ---- 27.2, 27.3, 27.5


def test_27_2_deck_is_one_of_52_cards() -> None:
    played = Played(SIT[0], "1: ante 10", f"cards {OWN} {DEALERS}")
    assert (played.state.shoe.size, played.state.shoe.dealt) == (52, 11)


def test_27_2_second_deck_alternates_and_needs_a_shuffler() -> None:
    one = ("1: ante 10", f"cards {OWN} {DEALERS}", "1: fold")
    played = Played(SIT[0], *one, *one, *one, second_deck="true")
    assert [step.state.deck for step in played.steps if isinstance(step, AskDecision)] == [1, 0, 1]
    assert ("27.2", "The decks change places.") in played.said
    with pytest.raises(Unlawful, match=r"27\.2.*automated shuffling device"):
        Layout.of("four-card-poker", options={"second_deck": True, "shuffler": False})


def test_27_5_shuffle_comes_before_every_round() -> None:
    one = ("1: ante 10", f"cards {OWN} {DEALERS}", "1: fold")
    played = Played(SIT[0], *one, *one)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["27.5"] * 2


def wins(own: str, dealers: str) -> bool:
    played = Played(SIT[0], "1: ante 10", f"cards {own} {dealers}", "1: play_1x")
    results = {result for _, _, kind, result in played.settled if kind in ("ante", "play")}
    assert len(results) == 1
    return results == {"wins"}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 2h 2d 2c 3s", "As Ks Qs Js"),
        ("5h 4h 3h 2h 9s", "As Ah Ad Kc"),
        ("2s 2h 2d 3c 4s", "Ac Kc 9c 7c"),
        ("2d 4d 5d 7d 9s", "Ac Kh Qs Jc"),
        ("5h 4d 3c 2s 9s", "As Ah Kc Kd"),
        ("3h 3d 2c 2s 9s", "As Ah Kc Qd"),
        ("2h 2d 3c 4s 6s", "Ac Kh Qs Tc"),
    ],
)
def test_27_3_b_1_to_7_each_kind_of_hand_beats_the_next(higher: str, lower: str) -> None:
    """The seven kinds from four of a kind down to a pair, and high card below them."""
    fill = {"Ac Kh Qs Tc": "8d 9h"}.get(lower, "8d 6c")
    assert wins(higher, f"{lower} {fill}")
    assert not wins(f"{lower} 8d", f"{higher} Jd")


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ah Kd Qc Js 2s", "Kh Qd Jc Ts 2d 3d"),
        ("5h 4d 3c 2s 9s", "Ah 2d 3h 4c 9d 9c"),
        ("Kh Ad 2c 3s 3h", "Kd Ac 2s 3d 9h 8h"),
    ],
)
def test_27_3_a_the_ace_is_high_and_low_only_in_4_3_2_a(higher: str, lower: str) -> None:
    assert wins(higher, lower)


@pytest.mark.parametrize(
    ("own", "dealers", "won"),
    [
        ("9c 9d Jh 7s 4c", "9s 9h Jd 8c 3s 2h", False),
        ("9c 9d Jh 8s 4c", "9s 9h Jd 8c 3s 2h", True),
        ("Ah 9h 6h 2h Kc", "Ad 9d 6d 3d Kh Ks", False),
    ],
)
def test_27_3_c_equal_kinds_are_compared_card_by_card_and_by_four_cards_only(own: str, dealers: str, won: bool) -> None:
    assert wins(own, dealers) is won


# ---- 27.6: wagers


def test_27_6_a_only_the_three_wagers_are_taken() -> None:
    played = Played(SIT[0])
    answer = played.dealer.allowed(1, Action("make", "pair_plus", 500))
    assert (answer.ok, answer.section) == (False, "27.6(a)")


def test_27_6_a_1_play_is_from_one_to_three_antes() -> None:
    played = Played(
        SIT[0],
        "refused by 27.6(a)1 1: make play 10",
        "1: ante 10",
        f"cards {OWN} {DEALERS}",
        "refused by 27.6(a)1 1: play 9",
        "refused by 27.6(a)1 1: play 31",
        "1: play 17",
    )
    assert "after the deal" in played.refusals[0]
    assert all("Play wager must be between $10 and $30 here" in why for why in played.refusals[1:])
    assert played.net() == 27_00


@pytest.mark.parametrize(("choice", "net"), [("play_1x", 20_00), ("play_2x", 30_00), ("play_3x", 40_00)])
def test_27_6_a_1_one_two_or_three_antes(choice: str, net: int) -> None:
    assert Played(SIT[0], "1: ante 10", f"cards {OWN} {DEALERS}", f"1: {choice}").net() == net


def test_27_6_a_1_wagers_beyond_the_rack_are_not_offered() -> None:
    played = Played("1: sit Ann 35", "1: ante 10", f"cards {OWN} {DEALERS}")
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("fold", "play_1x", "play_2x")
    assert "Play wager of $30 is more than the $25 available" in played.refuses("play_3x")


def test_27_6_a_2_aces_up_alone_has_no_decision() -> None:
    played = Played(SIT[0], "1: aces up 5", f"cards {OWN} {DEALERS}")
    assert not any(isinstance(step, AskDecision) for step in played.steps)
    assert played.settled == [("27.10", 1, "aces_up", "wins")]


def test_27_6_a_3_aces_up_with_an_ante_has_its_own_amount() -> None:
    played = Played(SIT[0], "1: ante 10", "1: aces up 25", f"cards {OWN} {DEALERS}", "1: play_1x")
    assert played.net() == 10_00 + 10_00 + 25_00


def test_27_6_a_3_both_together_are_a_choice_of_their_own() -> None:
    both = rules_of("four-card-poker").facts["both"]
    assert (both.section, both.value) == ("27.6(a)3", "ante and aces up, each for its own amount")


def test_27_6_b_a_coupon_is_accepted_on_the_ante_and_no_cash_is_wagered() -> None:
    played = Played(
        SIT[0],
        "refused by 27.6(b) 1: aces up 5 coupon 5",
        "1: ante 10 coupon 10",
        f"cards {OWN} {DEALERS}",
        "1: play_1x",
    )
    assert played.net() == 30_00


def test_27_6_c_only_seated_players_may_wager() -> None:
    answer = Played(SIT[0]).dealer.allowed(2, Action("make", "ante", 500))
    assert (answer.ok, answer.section) == (False, "27.6(c)")
    assert answer.reason == "no one is at position 2; sit down first"


def test_27_6_d_after_no_more_bets_nothing_is_made_or_withdrawn() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO)
    # The refusal is the same for the player whose turn it is and for the others.
    late = (Action("make", "ante", 500), Action("remove", "ante"), Action("make", "aces_up", 500))
    for position, action in product((1, 2), late):
        answer = played.dealer.allowed(position, action)
        assert (answer.ok, answer.section) == (False, "27.6(d)")
        assert "No more bets" in answer.reason
    assert ("27.6(d)", "No more bets.") in played.said


def test_27_6_c_a_player_with_a_wager_stays_seated_until_the_round_is_over() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO)
    for position in (1, 2):
        answer = played.dealer.allowed(position, Action("leave"))
        assert (answer.ok, answer.section) == (False, "27.6(c)")
        assert "leave between rounds" in answer.reason


def test_27_6_d_before_the_call_a_wager_may_be_removed() -> None:
    assert Played(SIT[0], "1: ante 10", "1: remove ante").state.rack(1) == 1000_00


def test_27_6_e_two_adjacent_positions_are_decided_and_settled_separately() -> None:
    played = Played(
        "2: sit Bob 1000",
        "2: ante 10",
        "2: ante 3 20",
        "refused by 27.6(e) 2: ante 5 10",
        TWO,
        "2: play_3x",
        "2: fold",
        two_positions="true",
    )
    assert played.net(2) == 40_00 - 20_00
    alone = Played("2: sit Bob 1000", "refused by 27.6(e) 2: ante 3 20")
    assert "on your own position" in alone.refusals[0]


def test_27_6_positions_are_seven_at_most() -> None:
    for number, fine in ((7, True), (8, False)):
        found = findings(rules_of("four-card-poker"), date(2008, 6, 1), {"positions": number}, {}, None)
        assert (not found) is fine


# ---- 27.7 to 27.9: dealing


def assert_dealt_singly(method: str, section: str) -> None:
    deal = "cards As 8s Ks Ad 8d Kd 9c 3c 8c 7h 5h 7c 3d 2h 4h 2d"
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", deal, dealing_method=method)
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [(section, to) for to in ("position 1", "position 2", "dealer")] * 5 + [(section, "dealer")]
    assert played.state.hand(1).all == held(OWN)
    assert played.state.dealer == held("2d")
    one = ("1: ante 10", "cards As Ks Ad Kd 9c 8c 7h 7c 3d 4h 2d", "1: fold")
    stubs = [text for at, text in Played(SIT[0], *(one * 5), dealing_method=method).said if at == section]
    counted = ["is counted" in text for text in stubs if "stub" in text]
    assert counted == [False] * 4 + [True]


def test_27_7_manual_shoe_deals_singly_and_the_dealers_sixth_card_face_up() -> None:
    assert_dealt_singly("manual_shoe", "27.7")


def test_27_7_stub_is_counted_once_in_five_rounds() -> None:
    assert_dealt_singly("manual_shoe", "27.7")


def test_27_8_hand_deals_the_same() -> None:
    assert_dealt_singly("hand", "27.8")


def test_27_9_automated_shoe_deals_stacks_and_counts_automatically() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO, shuffler_counts="true")
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [("27.9", to) for to in ["position 1"] * 5 + ["position 2"] * 5 + ["dealer"] * 6]
    assert played.state.dealer == held("2d")
    one = ("1: ante 10", f"cards {OWN} {DEALERS}", "1: fold")
    for counts, found in (("true", 0), ("false", 1)):
        said = Played(SIT[0], *(one * 5), shuffler_counts=counts).said
        assert sum("is counted" in text for section, text in said if section == "27.9") == found
    with pytest.raises(Unlawful, match=r"27\.9.*counted"):
        Layout.of("four-card-poker", options={"shuffler_counts": True, "shuffler": False})


# ---- 27.10: the rest of the round


def test_27_10_b_hands_decide_from_the_dealers_left() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO, "1: fold", "2: play_3x")
    asked = [(step.position, step.section) for step in played.steps if isinstance(step, AskDecision)]
    assert asked == [(1, "27.10(b)"), (2, "27.10(b)")]
    with pytest.raises(BadScript):
        Played(SIT[0], "1: ante 10", f"cards {OWN} {DEALERS}", "1: fold", "1: play_1x")


def test_27_10_reveal_comes_when_every_player_has_decided() -> None:
    played = Played(SIT[0], "1: ante 10", f"cards {OWN} {DEALERS}", "1: play_1x")
    seen = [len(step.state.dealer) for step in played.steps if isinstance(step, AskDecision)]
    assert seen == [1]
    said = [text for section, text in played.said if section == "27.10" and "The dealer has" in text]
    assert said == ["The dealer has 2♦ K♠ K♦ 8♣ 7♣ 4♥: pair of kings, eight-seven."]


def test_27_10_order_is_from_the_dealers_right_ante_and_play_bonus_aces_up() -> None:
    """The player on the right wins and is paid before the other loses."""
    played = Played(
        *SIT[:2],
        "1: aces up 5",
        "1: ante 10",
        "2: ante 10",
        "cards 5s 5d 5c Kh 2d Ts Td Tc 5h 2h 9s 9d 9c Ah 4d 3s",
        "1: play_3x",
        "2: play_1x",
    )
    assert [(position, kind) for _, position, kind, _ in played.settled] == [
        (2, "ante"),
        (2, "play"),
        (2, "ante bonus"),
        (1, "ante"),
        (1, "play"),
        (1, "ante bonus"),
        (1, "aces_up"),
    ]


def test_27_10_compare_lower_loses_and_higher_wins() -> None:
    assert wins(OWN, DEALERS)
    assert not wins("Ks Kd 8c 7c 4h", "As Ad 9c 7h 3d 2d")


def test_27_10_information_exchanged_forfeits_the_wagers_of_those_players() -> None:
    played = Played(
        *SIT,
        "1: ante 10",
        "2: ante 10",
        "2: aces up 5",
        "3: ante 10",
        f"cards {OWN} 8s 8d 3c 5h 2h Qs Qd 6c 6h Th {DEALERS}",
        "interrupt information_exchanged 1 2",
        "3: play_1x",
    )
    assert (played.net(1), played.net(2), played.net(3)) == (-10_00, -15_00, 20_00)


# ---- 27.11: odds


def test_27_11_even_money_for_ante_and_play() -> None:
    played = Played(SIT[0], "1: ante 10", f"cards {OWN} {DEALERS}", "1: play_2x")
    assert {s.wager.kind: s.net for s in played.steps if isinstance(s, Settled)} == {"ante": 10_00, "play": 20_00}


def test_27_11_to_is_the_word_of_odds() -> None:
    rules = rules_of("four-card-poker")
    assert not findings(rules, date(2008, 6, 1), {}, {"aces_up.flush": "6 win 1"}, None)
    found = findings(rules, date(2008, 6, 1), {}, {"aces_up.flush": "6 for 1"}, None)
    assert [one.section for one in found] == ["27.11"]


def test_27_11_a_bonus_is_not_paid_after_a_fold_nor_for_less_than_three_of_a_kind() -> None:
    played = Played(SIT[0], "1: ante 10", f"cards 5s 5d 5c Kh 2h {DEALERS}", "1: fold")
    assert played.net() == -10_00
    played = Played(SIT[0], "1: ante 10", f"cards Ah 9h 6h 3h 2c {DEALERS}", "1: play_1x")
    assert [kind for _, _, kind, _ in played.settled] == ["ante", "play"]


ROWS = {
    "2s 2d 2c 2h 3d": (50, 50, 50, 50, 50),
    "5s 4s 3s 2s 9d": (40, 40, 30, 40, 30),
    "2s 2d 2c 9h 3d": (8, 9, 9, 7, 7),
    "Ts 8s 3s 2s 9d": (5, 6, 6, 6, 6),
    "5s 4h 3d 2s 9d": (4, 4, 4, 5, 5),
    "5s 5h 3d 3s 9d": (3, 2, 2, 2, 2),
    "As Ah 3d 2s 9d": (1, 1, 1, 1, 1),
    "Ks Kh 3d 2s 9d": (-1, -1, -1, -1, -1),
}


@pytest.mark.parametrize("cards", ROWS)
def test_27_11_aces_up_by_each_of_the_tables(cards: str) -> None:
    for number, odds in enumerate(ROWS[cards], 1):
        played = Played(SIT[0], "1: aces up 1", f"cards {cards} Jc Jd 8h 7c Qh 6d", aces_up_table=f"AU-{number}")
        assert played.net() == odds * 100


# ---- 27.12: irregularities


def test_27_12_face_up_one_card_is_discarded_and_a_second_voids_all_hands() -> None:
    cards = ["As", "Ad", "9c", "7h", "3d", "Ks", "Kd", "8c", "7c", "4h", "2d"]
    one = Played(
        SIT[0], "1: ante 10", f"cards {cards[0]}", "throw card_face_up", "cards 2h", f"cards {' '.join(cards[1:])}"
    )
    assert one.state.hand(1).all == held(OWN)
    two = Played(SIT[0], "1: ante 10", f"cards {cards[0]}", "throw card_face_up", "cards 2h", "throw card_face_up")
    assert two.settled == [("27.12", 1, "ante", "void")]


def test_27_12_drawn_in_error_is_the_next_card() -> None:
    played = Played(SIT[0], "1: ante 10", "cards As", "throw drawn_in_error", f"cards {OWN[3:]} {DEALERS}")
    assert played.state.hand(1).all == held(OWN)


def test_27_12_wrong_number_voids_that_hand_or_all_hands() -> None:
    lines = (*SIT[:2], "1: ante 10", "1: aces up 5", "2: ante 10", TWO)
    hand = Played(*lines, "interrupt player_wrong_number 1", "2: fold")
    assert [(s, p, r) for s, p, _, r in hand.settled] == [("27.12", 1, "void")] * 2 + [("27.10(b)", 2, "loses")]
    table = Played(*lines, "1: fold", "interrupt dealer_wrong_number")
    assert {(position, result) for _, position, _, result in table.settled[2:]} == {(1, "restored"), (2, "void")}
    assert (table.state.rack(1), table.state.rack(2)) == (1000_00, 1000_00)


def test_27_12_one_short_the_dealer_deals_himself_one_more_face_up() -> None:
    played = Played(
        *SIT[:1], "1: ante 10", f"cards {OWN} Ks Kd 8c", "throw dealer_one_short", "cards 7c 4h 2d", "1: play_1x"
    )
    assert any("one more" in text for section, text in played.said if section == "27.12")
    assert played.settled[0][3] == "wins"
    later = Played(SIT[0], "1: ante 10", f"cards {OWN} {DEALERS}", "interrupt dealer_one_short", "1: play_1x")
    assert [text for section, text in later.said if section == "27.12"][-2:] == [
        "The dealer has 5 cards.",
        "He deals himself one more.",
    ]


def test_27_12_exposed_card_of_the_dealer_voids_all_hands_until_every_player_has_decided() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO, "interrupt dealer_card_exposed")
    assert [(section, result) for section, _, _, result in played.settled] == [("27.12", "void")] * 2
    with pytest.raises(BadScript):
        Played(SIT[0], "1: ante 10", "interrupt dealer_card_exposed")


def test_27_12_devices_that_jam_or_are_changed() -> None:
    jam = Played(SIT[0], "1: ante 10", "throw shuffler_jams", f"cards {OWN} {DEALERS}")
    assert any(section == "27.12" and "shuffled again" in text for section, text in jam.said)
    shoe = Played(SIT[0], "1: ante 10", "cards As", "throw shoe_jams")
    assert shoe.settled == [("27.12", 1, "ante", "void")]
    changed = Played(SIT[0], "interrupt change_of_device")
    assert changed.state.by_hand
    with pytest.raises(BadScript):
        Played(SIT[0], "1: ante 10", "cards As", "throw shoe_jams", dealing_method="hand")


def test_27_10_order_settles_hand_by_hand_from_the_dealers_right() -> None:
    wagers = [f"{box}: {wager}" for box in (1, 2) for wager in ("ante 10", "aces up 5")]
    played = Played(*SIT[:2], *wagers, TWO, "1: play_1x", "2: play_1x")
    kinds = ["ante", "play", "aces_up"]
    assert [(position, kind) for _, position, kind, _ in played.settled] == [
        (position, kind) for position in (2, 1) for kind in kinds
    ]


def test_27_10_compare_and_settle_the_ante_and_the_play_wager_under_the_same_section() -> None:
    won = Played(SIT[0], "1: ante 10", f"cards {OWN} {DEALERS}", "1: play_1x")
    assert [one for one in won.settled if one[2] in ("ante", "play")] == [
        ("27.10", 1, "ante", "wins"),
        ("27.10", 1, "play", "wins"),
    ]
    lost = Played(SIT[0], "1: ante 10", "cards Ks Kd 8c 7c 4h As Ad 9c 7h 3d 2d", "1: play_1x")
    assert [one for one in lost.settled if one[2] in ("ante", "play")] == [
        ("27.10", 1, "ante", "loses"),
        ("27.10", 1, "play", "loses"),
    ]


def test_27_10_tie_is_won_by_the_player() -> None:
    played = Played(SIT[0], "1: ante 10", "cards As Ad 9c 8h 2d Ah Ac 9d 8s 3c 2c", "1: play_1x")
    assert [one for one in played.settled if one[2] in ("ante", "play")] == [
        ("27.10", 1, "ante", "wins"),
        ("27.10", 1, "play", "wins"),
    ]
    assert played.net() == 20_00
