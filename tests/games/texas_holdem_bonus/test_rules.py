"""The rules of Subchapter 28, each test named by its section."""

from datetime import date

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.table import Action, AskCard, AskDecision, AskShuffle, Settled
from pitboss.table.script import BadScript
from tests.shared.played_script import PlayedScript, held


class Played(PlayedScript):
    game = "texas-holdem-bonus"
    day = "2008-06-01"


SIT = ("1: sit Ann 1000", "2: sit Bob 1000", "3: sit Cleo 1000")
HOLE = "cards Ah As Kh Qd"
"""The player has A-K of hearts and the dealer A-Q."""
FLOP, TURN, RIVER = "cards 5c Ac 9h 4h", "cards 5d 2h", "cards 5s 9c"
ALL = (HOLE, "1: flop", FLOP, "1: turn", TURN, "1: river", RIVER)


# ---- 28.2 to 28.5


def test_28_2_deck_is_one_of_52_cards() -> None:
    played = Played(SIT[0], "1: ante 10", HOLE)
    assert (played.state.shoe.size, played.state.shoe.dealt) == (52, 4)


def test_28_2_second_deck_alternates_and_needs_a_shuffler() -> None:
    one = ("1: ante 10", HOLE, "1: fold")
    played = Played(SIT[0], *one, *one, *one, second_deck="true")
    assert [step.state.deck for step in played.steps if isinstance(step, AskDecision)] == [1, 0, 1]
    assert ("28.2", "The decks change places.") in played.said
    with pytest.raises(Unlawful, match=r"28\.2.*automated shuffling device"):
        Layout.of("texas-holdem-bonus", options={"second_deck": True, "shuffler": False})


def test_28_4_shuffle_comes_before_every_round() -> None:
    one = ("1: ante 10", HOLE, "1: fold")
    played = Played(SIT[0], *one, *one)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["28.4"] * 2


@pytest.mark.parametrize(
    ("hole", "board", "result"),
    [
        ("As Kd 2h Kc", "9c Ah Kh Qh 8c 7c", "loses"),
        ("As 9d 2s 9c", "Kc Qs Js 8s 8h 7h", "wins"),
        ("2s 6d 3s 7c", "9c As Ks Qs Js Ts", "returned"),
        ("5s 6d 4s Kc", "9c As 2d 3d Jh Th", "wins"),
    ],
)
def test_28_5_rankings_the_best_five_of_seven(hole: str, board: str, result: str) -> None:
    burn, *five = board.split()
    streets = (f"cards {burn} {' '.join(five[:3])}", f"cards 8d {five[3]}", f"cards 7d {five[4]}")
    lines = ("1: flop", streets[0], "1: check", streets[1], "1: check", streets[2])
    played = Played(SIT[0], "1: ante 10", f"cards {hole}", *lines)
    assert ("28.10", 1, "flop", result) in played.settled


def test_28_5_rankings_have_five_high_as_the_lowest_straight() -> None:
    ranking = rules_of("texas-holdem-bonus").facts["ranking"]
    assert (ranking.section, ranking.value) == ("28.5", "five-card")
    lines = ("cards 9d 3s 4h 5d", "1: check", "cards 8d Ks", "1: check", "cards 7d Qh")
    played = Played(SIT[0], "1: ante 10", "cards Ac 7h 2c 6s", "1: flop", *lines)
    assert ("28.10", 1, "flop", "loses") in played.settled


# ---- 28.6, 28.13: wagers


def test_28_6_ante_comes_before_any_other_wager() -> None:
    played = Played(SIT[0], "refused by 28.6 1: bonus 5", "1: ante 10", "1: bonus 5", "1: remove ante")
    assert "needs Ante wager" in played.refusals[0]
    assert not played.state.wagers
    assert played.state.rack(1) == 1000_00


def test_28_6_bonus_is_accepted_if_it_is_offered() -> None:
    played = Played(SIT[0], "1: ante 10", "refused by 28.6 1: bonus 5", offer_bonus="false")
    assert "not offered" in played.refusals[0]
    assert Played(SIT[0], "1: ante 10", "1: bonus 5", *ALL).net() == 50_00 + 125_00


def test_28_6_form_of_wagers_is_as_listed_with_a_coupon_on_the_ante() -> None:
    played = Played(
        SIT[0],
        "1: ante 10 coupon 10",
        "refused by 28.6 1: bonus 5 coupon 5",
        *ALL,
    )
    assert played.net() == 60_00
    answer = Played(SIT[0]).dealer.allowed(1, Action("make", "trips", 500))
    assert (answer.ok, answer.section) == (False, "28.6")


def test_28_6_closed_after_no_more_bets_nothing_is_made_or_withdrawn() -> None:
    played = Played(SIT[0], "1: ante 10", HOLE)
    for action in (Action("make", "ante", 500), Action("remove", "ante"), Action("make", "bonus", 500)):
        answer = played.dealer.allowed(1, action)
        assert (answer.ok, answer.section) == (False, "28.6")
        assert "No more bets" in answer.reason
    assert Played(SIT[0], "1: ante 10", "1: remove ante").state.rack(1) == 1000_00


def test_28_6_positions_are_seven_at_most() -> None:
    for number, fine in ((7, True), (8, False)):
        found = findings(rules_of("texas-holdem-bonus"), date(2008, 6, 1), {"positions": number}, {}, None)
        assert (not found) is fine


def test_28_13_one_position_for_a_player() -> None:
    played = Played(SIT[0], "refused by 28.13 1: ante 2 10")
    assert "on your own position" in played.refusals[0]


# ---- 28.7 to 28.9: dealing


def assert_dealt_singly(method: str, section: str) -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", "cards Ah 8s As Kh 8d Qd")
    played = Played(*lines, dealing_method=method)
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [(section, to) for to in ("position 1", "position 2", "dealer")] * 2
    assert played.state.hand(1).all == held("Ah Kh")
    one = ("1: ante 10", HOLE, "1: fold")
    said = Played(SIT[0], *(one * 5), dealing_method=method).said
    assert ["is counted" in text for at, text in said if at == section and "stub" in text] == [False] * 4 + [True]


def test_28_7_manual_shoe_deals_one_card_at_a_time() -> None:
    assert_dealt_singly("manual_shoe", "28.7")


def test_28_7_stub_is_counted_once_in_five_rounds() -> None:
    assert_dealt_singly("manual_shoe", "28.7")


def test_28_8_hand_deals_the_same() -> None:
    assert_dealt_singly("hand", "28.8")


def test_28_9_automated_shoe_deals_stacks_of_two_and_may_count_automatically() -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", "cards Ah Kh 8s 8d As Qd")
    played = Played(*lines, dealing_method="automated_shoe")
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [("28.9", to) for to in ("position 1", "position 2", "dealer") for _ in range(2)]
    one = ("1: ante 10", "cards Ah Kh As Qd", "1: fold")
    for counts, found in (("true", 0), ("false", 1)):
        said = Played(SIT[0], *(one * 5), dealing_method="automated_shoe", shuffler_counts=counts).said
        assert sum("is counted" in text for section, text in said if section == "28.9") == found
    with pytest.raises(Unlawful, match=r"28\.9.*counted"):
        Layout.of("texas-holdem-bonus", options={"shuffler_counts": True, "shuffler": False})


# ---- 28.10: the round


def test_28_10_flop_is_twice_the_ante_or_a_fold_and_three_cards_follow_a_burn() -> None:
    played = Played(SIT[0], "1: ante 15", "refused by 28.10 1: make flop 30", HOLE)
    assert "after the deal" in played.refusals[0]
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("flop", "fold")
    played = Played(SIT[0], "1: ante 15", HOLE, "1: flop", FLOP)
    assert {wager.kind: wager.amount for wager in played.state.wagers} == {"ante": 15_00, "flop": 30_00}
    assert played.state.community == held("Ac 9h 4h")
    assert ("28.10", "The dealer burns a card and turns A♣ 9♥ 4♥.") in played.said


def test_28_10_turn_equals_the_ante_and_no_one_may_fold() -> None:
    played = Played(SIT[0], "1: ante 15", HOLE, "1: flop", FLOP)
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("turn", "check")
    assert "turn or check" in played.refuses("fold")
    played = Played(SIT[0], "1: ante 15", HOLE, "1: flop", FLOP, "1: turn", TURN)
    assert {wager.kind: wager.amount for wager in played.state.wagers}["turn"] == 15_00
    assert played.state.community == held("Ac 9h 4h 2h")


def test_28_10_river_equals_the_ante_with_or_without_a_turn_wager() -> None:
    played = Played(SIT[0], "1: ante 15", HOLE, "1: flop", FLOP, "1: check", TURN)
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("river", "check")
    played = Played(SIT[0], "1: ante 15", HOLE, "1: flop", FLOP, "1: check", TURN, "1: river", RIVER)
    assert {s.wager.kind: s.net for s in played.steps if isinstance(s, Settled)} == {
        "ante": 15_00,
        "flop": 30_00,
        "river": 15_00,
    }
    assert ("28.10", "The dealer burns a card and turns 9♣.") in played.said


def test_28_10_reveal_comes_last_and_not_at_all_if_every_player_folds() -> None:
    played = Played(SIT[0], "1: ante 10", *ALL)
    assert all(not step.state.dealer for step in played.steps if isinstance(step, AskDecision))
    assert ("28.10", "The dealer has A♠ Q♦: two pair, aces and nines, queen.") in played.said
    folded = Played(SIT[0], "1: ante 10", HOLE, "1: fold")
    assert not any("The dealer" in text for _, text in folded.said)


def test_28_10_compare_hands_decide_in_turn_and_each_is_settled() -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", "cards Ah 8s As Kh 3d Qd", "1: flop", "2: flop", FLOP)
    played = Played(*lines, "1: check", "2: check", TURN, "1: check", "2: check", RIVER)
    assert [step.position for step in played.steps if isinstance(step, AskDecision)] == [1, 2] * 3
    assert (played.net(1), played.net(2)) == (30_00, -30_00)


@pytest.mark.parametrize(("on", "net"), [("flush", 0), ("straight", 10_00)])
def test_28_10_ante_pays_with_the_hand_that_the_licensee_chose_or_better(on: str, net: int) -> None:
    streets = ("1: flop", "cards 3c 6s 5h 4c", "1: check", "cards 3d Kd", "1: check", "cards 3h 2s")
    played = Played(SIT[0], "1: ante 10", "cards 8c Ks 7d Qs", *streets, ante_pays_on=on)
    assert played.net() == 20_00 + net


@pytest.mark.parametrize(("own", "turned"), [("7s 2d", False), ("Ac Ad", True)])
def test_28_10_bonus_if_all_fold_the_dealer_turns_his_cards_only_for_two_aces(own: str, turned: bool) -> None:
    first, second = own.split()
    dealt = f"cards {first} As {second} Ah"
    played = Played(SIT[0], "1: ante 10", "1: bonus 5", dealt, "1: fold", bonus_on_fold="settles")
    assert any("The dealer has" in text for _, text in played.said) is turned
    assert played.net(1) == (5_000_00 - 10_00 if turned else -15_00)


@pytest.mark.parametrize(("rule", "net"), [("forfeited", -15_00), ("settles", 140_00)])
def test_28_10_bonus_after_a_fold(rule: str, net: int) -> None:
    """Folded aces against another hand win 30 to 1 if the bonus is settled after a fold."""
    played = Played(SIT[0], "1: ante 10", "1: bonus 5", "cards Ah Ks Ad Qs", "1: fold", bonus_on_fold=rule)
    assert played.net() == net
    assert len([step for step in played.steps if isinstance(step, AskCard)]) == 4


def test_28_10_collect_is_from_the_dealers_right_the_bonus_last() -> None:
    """The player on the right wins and is paid before the other loses."""
    lines = (*SIT[:2], "1: ante 10", "1: bonus 5", "2: ante 10", "cards 8s Ah As 3d Kh Qd", "1: flop", "2: flop", FLOP)
    played = Played(*lines, "1: turn", "2: check", TURN, "1: river", "2: check", RIVER)
    assert (played.net(1), played.net(2)) == (-55_00, 30_00)
    assert [(position, kind) for _, position, kind, _ in played.settled] == [
        (2, "ante"),
        (2, "flop"),
        (1, "ante"),
        (1, "flop"),
        (1, "turn"),
        (1, "river"),
        (1, "bonus"),
    ]


def test_28_10_information_exchanged_forfeits_the_wagers_of_those_players() -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", "2: bonus 5", "cards Ah 8s As Kh 3d Qd")
    played = Played(*lines, "interrupt information_exchanged 2", "1: flop", FLOP, "1: check", TURN, "1: check", RIVER)
    assert (played.net(1), played.net(2)) == (30_00, -15_00)


# ---- 28.11: odds


def test_28_11_to_is_the_word_of_odds() -> None:
    rules = rules_of("texas-holdem-bonus")
    assert not findings(rules, date(2008, 6, 1), {}, {"bonus.pair_of_aces": "31 win 1"}, None)
    found = findings(rules, date(2008, 6, 1), {}, {"bonus.pair_of_aces": "31 for 1"}, None)
    assert [one.section for one in found] == ["28.11"]


def test_28_11_even_money_for_flop_turn_and_river() -> None:
    played = Played(SIT[0], "1: ante 10", *ALL)
    won = {step.wager.kind: step.net for step in played.steps if isinstance(step, Settled)}
    assert won == {"ante": 10_00, "flop": 20_00, "turn": 10_00, "river": 10_00}


@pytest.mark.parametrize(
    ("hole", "dealers", "odds"),
    [
        ("Ah Ad", "As Ac", 1000),
        ("Ah Ad", "As Kc", 30),
        ("Ah Kh", "As Ac", 25),
        ("Qh Ah", "As Ac", 20),
        ("Ah Jh", "As Ac", 20),
        ("Ah Kd", "As Ac", 15),
        ("Kh Kd", "As Ac", 10),
        ("Jh Jd", "As Ac", 10),
        ("Qd Ah", "As Ac", 5),
        ("Ah Jd", "Ks Kc", 5),
        ("Th Td", "Ks Kc", 3),
        ("2h 2d", "Ks Kc", 3),
        ("Ah Th", "Ks Kc", -1),
        ("Kh Qh", "Ks Kc", -1),
    ],
)
def test_28_11_bonus_table_by_the_two_cards(hole: str, dealers: str, odds: int) -> None:
    (one, two), (first, second) = hole.split(), dealers.split()
    lines = (f"cards {one} {first} {two} {second}", "1: fold")
    played = Played(SIT[0], "1: ante 10", "1: bonus 1", *lines, bonus_on_fold="settles")
    assert played.net() == odds * 100 - 10_00


# ---- 28.12: irregularities


def test_28_12_face_up_one_card_is_discarded_and_a_second_voids_all_hands() -> None:
    one = Played(SIT[0], "1: ante 10", "cards Ah", "throw card_face_up", "cards 2c", "cards As Kh Qd")
    assert one.state.hand(1).all == held("Ah Kh")
    two = Played(SIT[0], "1: ante 10", "cards Ah", "throw card_face_up", "cards 2c", "throw card_face_up")
    assert two.settled == [("28.12", 1, "ante", "void")]


def test_28_12_drawn_in_error_is_the_next_card() -> None:
    played = Played(SIT[0], "1: ante 10", "cards Ah", "throw drawn_in_error", "cards As Kh Qd")
    assert played.state.hand(1).all == held("Ah Kh")


def test_28_12_wrong_number_voids_that_hand_or_all_hands() -> None:
    lines = (*SIT[:2], "1: ante 10", "1: bonus 5", "2: ante 10", "cards Ah 8s As Kh 3d Qd")
    hand = Played(*lines, "interrupt player_wrong_number 1", "2: fold")
    assert [(s, p, r) for s, p, _, r in hand.settled] == [("28.12", 1, "void")] * 2 + [("28.10", 2, "loses")]
    table = Played(*lines, "1: flop", "2: flop", FLOP, "interrupt dealer_wrong_number")
    assert {(section, result) for section, _, _, result in table.settled} == {("28.12", "void")}
    assert (table.state.rack(1), table.state.rack(2)) == (1000_00, 1000_00)


@pytest.mark.parametrize("event", ["community_card_exposed", "dealer_card_exposed"])
def test_28_12_exposed_cards_void_all_hands_until_every_player_has_decided(event: str) -> None:
    played = Played(SIT[0], "1: ante 10", HOLE, "1: flop", FLOP, f"interrupt {event}")
    assert {(section, result) for section, _, _, result in played.settled} == {("28.12", "void")}
    with pytest.raises(BadScript):
        Played(SIT[0], "1: ante 10", f"interrupt {event}")
    decided = (SIT[0], "1: ante 10", HOLE, "1: flop", FLOP, "1: check", "cards 3s 2h", "1: check")
    assert Played(*decided, f"refused by 28.12 throw {event}").state.wagers, (
        "the last card comes after the last decision"
    )


def test_28_12_devices_that_jam_or_are_changed() -> None:
    jam = Played(SIT[0], "1: ante 10", "throw shuffler_jams", HOLE)
    assert any(section == "28.12" and "shuffled again" in text for section, text in jam.said)
    shoe = Played(SIT[0], "1: ante 10", "cards Ah", "throw shoe_jams", dealing_method="automated_shoe")
    assert shoe.settled == [("28.12", 1, "ante", "void")]
    assert Played(SIT[0], "interrupt change_of_device").state.by_hand
    with pytest.raises(BadScript):
        Played(SIT[0], "1: ante 10", "cards Ah", "throw shoe_jams")
