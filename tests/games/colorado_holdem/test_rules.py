"""The rules of Subchapter 23, each test named by its section."""

from datetime import date

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import Card
from pitboss.table import Action, AskCard, AskDecision, AskShuffle, Settled, view
from pitboss.table.script import BadScript
from tests.shared.played_script import PlayedScript, held


class Played(PlayedScript):
    game = "colorado-holdem"
    day = "2008-06-01"


SIT = ("1: sit Ann 1000", "2: sit Bob 1000", "3: sit Cleo 1000")
DEAL = "cards Jh Jd Jc 9s 4s 2c"
"""The player has J-J-4 and the community cards are J-9-2."""
TWO = "cards Jh Kd Jd Jc 9d 9s 4s 3h 2c"
"""As above, with K-9-3 for a second player."""
SEVENS = "cards 7s Qc 7d 8d 7c 4h"
PERMITTED = {"version": "permissible_bet"}


# ---- 23.2 to 23.5


def test_23_2_a_one_deck_of_52_cards() -> None:
    played = Played(SIT[0], "1: ante 10", DEAL)
    assert (played.state.shoe.size, played.state.shoe.dealt) == (52, 6)


def test_23_2_b_a_second_deck_alternates_and_needs_a_shuffler() -> None:
    one = ("1: ante 10", DEAL, "1: fold")
    played = Played(SIT[0], *one, *one, *one, second_deck="true")
    assert [step.state.deck for step in played.steps if isinstance(step, AskDecision)] == [1, 0, 1]
    assert ("23.2(b)", "The decks change places.") in played.said
    with pytest.raises(Unlawful, match=r"23\.2\(b\).*automated shuffling device"):
        Layout.of("colorado-holdem", options={"second_deck": True, "shuffler": False})


def test_23_3_hands_are_the_two_kept_and_the_three_in_common() -> None:
    """The discarded four would have made two pair."""
    cards = "cards Jh 4d Jc 9s 4s 2c"
    for discard, net in (("discard_3", 20_00), ("discard_1", -20_00)):
        assert Played(SIT[0], "1: ante 10", cards, "1: bet", f"1: {discard}").net() == net
    assert "pair of fours" in str(Played(SIT[0], "1: ante 10", cards, "1: bet", "1: discard_1").said)


def test_23_3_hands_are_ranked_as_five_cards_are() -> None:
    ranking = rules_of("colorado-holdem").facts["ranking"]
    assert (ranking.section, ranking.value) == ("23.3", "five-card")


@pytest.mark.parametrize(
    ("cards", "paid"),
    [("2s 2d 2c", True), ("As 2s 3s", True), ("As Ks Qs", True), ("As Kd Qs", False), ("As 9s 3s", False)],
)
def test_23_3_c_an_immediate_winner_is_three_of_a_kind_or_a_straight_flush(cards: str, paid: bool) -> None:
    one, two, three = cards.split()
    played = Played(SIT[0], "1: ante 10", f"cards {one} Jc {two} 8d {three} 5h")
    assert (played.settled == [("23.10", 1, "ante", "wins")]) is paid
    assert isinstance(played.dealer.ask, AskDecision) is not paid


def test_23_5_shuffle_comes_before_every_round() -> None:
    one = ("1: ante 10", DEAL, "1: fold")
    played = Played(SIT[0], *one, *one)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["23.5"] * 2


# ---- 23.6, 23.6A: wagers


def test_23_6_ante_comes_before_any_other_wager() -> None:
    played = Played(
        SIT[0], "refused by 23.6A 1: bonus 5", "1: ante 10", "1: bonus 5", "1: remove ante", offer_bonus="true"
    )
    assert "needs Ante wager" in played.refusals[0]
    assert played.state.rack(1) == 1000_00


def test_23_6_bet_equals_the_ante_when_its_position_decides() -> None:
    played = Played(SIT[0], "1: ante 15", "refused by 23.6 1: make bet 15", DEAL, "1: bet")
    assert "after the deal" in played.refusals[0]
    assert {wager.kind: wager.amount for wager in played.state.wagers} == {"ante": 15_00, "bet": 15_00}


def test_23_6_form_of_wagers_is_as_listed_with_a_coupon_on_the_ante() -> None:
    played = Played(
        SIT[0],
        "1: ante 10 coupon 10",
        "refused by 23.6 1: bonus 5 coupon 5",
        DEAL,
        "1: bet",
        "1: discard_3",
        offer_bonus="true",
    )
    assert played.net() == 120_00
    answer = Played(SIT[0]).dealer.allowed(1, Action("make", "trips", 500))
    assert (answer.ok, answer.section) == (False, "23.6")


def test_23_6_closed_after_no_more_bets_nothing_is_made_or_withdrawn() -> None:
    played = Played(SIT[0], "1: ante 10", DEAL)
    for action in (Action("make", "ante", 500), Action("remove", "ante")):
        answer = played.dealer.allowed(1, action)
        assert (answer.ok, answer.section) == (False, "23.6")
        assert "No more bets" in answer.reason
    assert Played(SIT[0], "1: ante 10", "1: remove ante").state.rack(1) == 1000_00


def test_23_6_positions_are_six_or_seven() -> None:
    for number, fine in ((5, False), (6, True), (7, True), (8, False)):
        found = findings(rules_of("colorado-holdem"), date(2008, 6, 1), {"positions": number}, {}, None)
        assert (not any(one.severity == "breach" for one in found)) is fine


def test_23_6a_bonus_is_offered_from_2004_at_the_licensees_choice() -> None:
    with pytest.raises(Unlawful, match="since 2004-12-20"):
        Layout.of("colorado-holdem", date(2003, 1, 1), {"offer_bonus": True})
    played = Played(SIT[0], "1: ante 10", "refused by 23.6A 1: bonus 5")
    assert "not offered" in played.refusals[0]


BONUS = {"As Ks Qs": 100, "2s 3s 4s": 50, "2s 2d 2c": 25, "As Kd Qs": 6, "As 9s 3s": 3, "3s 3d 9c": 1, "As 9d 3s": -1}


@pytest.mark.parametrize("cards", BONUS)
def test_23_6a_bonus_is_settled_on_the_three_cards_dealt(cards: str) -> None:
    one, two, three = cards.split()
    lines = () if BONUS[cards] >= 25 else ("1: fold",)
    played = Played(
        SIT[0], "1: ante 10", "1: bonus 1", f"cards {one} Jc {two} 8d {three} 5h", *lines, offer_bonus="true"
    )
    assert played.net() == BONUS[cards] * 100 + (100_00 if BONUS[cards] >= 25 else -10_00)


# ---- 23.7 to 23.9: dealing


def assert_dealt_singly(method: str, section: str) -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO, dealing_method=method)
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [(section, to) for to in ("position 1", "position 2", "community cards")] * 3
    assert played.state.hand(1).all == held("Jh Jc 4s")
    one = ("1: ante 10", DEAL, "1: fold")
    said = Played(SIT[0], *(one * 5), dealing_method=method).said
    assert ["is counted" in text for at, text in said if at == section and "stub" in text] == [False] * 4 + [True]


def test_23_7_manual_shoe_deals_one_card_at_a_time() -> None:
    assert_dealt_singly("manual_shoe", "23.7")


def test_23_7_stub_is_counted_once_in_five_rounds() -> None:
    assert_dealt_singly("manual_shoe", "23.7")


def test_23_8_hand_deals_the_same() -> None:
    assert_dealt_singly("hand", "23.8")


def test_23_9_automated_shoe_deals_stacks_of_three_and_may_count_automatically() -> None:
    one = ("1: ante 10", "cards Jh Jc 4s Jd 9s 2c", "1: fold")
    played = Played(SIT[0], *one[:2], dealing_method="automated_shoe")
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [("23.9", to) for to in ("position 1", "community cards") for _ in range(3)]
    for counts, found in (("true", 0), ("false", 1)):
        said = Played(SIT[0], *(one * 5), dealing_method="automated_shoe", shuffler_counts=counts).said
        assert sum("is counted" in text for section, text in said if section == "23.9") == found
    with pytest.raises(Unlawful, match=r"23\.9.*counted"):
        Layout.of("colorado-holdem", options={"shuffler_counts": True, "shuffler": False})


# ---- 23.10: the version with a required bet


def test_23_10_immediate_winner_is_paid_and_the_others_continue() -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", "cards 7s Kd Qc 7d 9d 8d 7c 3h 4h")
    played = Played(*lines, "2: fold")
    assert played.settled == [("23.10", 1, "ante", "wins"), ("23.10", 2, "ante", "loses")]
    assert played.net(1) == 100_00
    assert [step.position for step in played.steps if isinstance(step, AskDecision)] == [2]


def test_23_10_bet_or_fold_comes_before_the_discard() -> None:
    played = Played(SIT[0], "1: ante 10", DEAL)
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("bet", "fold")
    assert "bet or fold" in played.refuses("discard_1")
    lines = (SIT[0], "1: ante 10", DEAL, "refused by 23.10(c) 1: discard_1", "1: bet")
    Played(*lines, "refused by 23.10(c) 1: discard_4", "refused by 23.10 1: fold")
    folded = Played(SIT[0], "1: ante 10", DEAL, "1: fold")
    assert folded.net() == -10_00
    assert not any("turns" in text for _, text in folded.said)


def test_23_10_c_one_card_is_discarded_unseen_by_the_others() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO, "1: bet", "2: bet")
    assert isinstance(played.dealer.ask, AskDecision)
    assert (played.dealer.ask.choices, played.dealer.ask.section) == (
        ("discard_1", "discard_2", "discard_3"),
        "23.10(c)",
    )
    assert "discard_1 or discard_2 or discard_3" in played.refuses("discard_4")
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", TWO, "1: bet", "2: bet", "1: discard_3")
    assert played.state.hand(1).all == held("Jh Jc")
    assert [one.card for one in played.state.hand(1).aside_down] == [Card("4s")]
    assert "4s" not in str(view(played.state, 2))
    assert "4s" in str(view(played.state, 1))


def test_23_10_settle_the_community_cards_are_turned_and_hands_settled_from_the_dealers_right() -> None:
    """The player on the right wins and is paid before the other loses."""
    deal = "cards Kd Jh Jd 9d Jc 9s 3h 4s 2c"
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", deal, "1: bet", "2: bet", "1: discard_3", "2: discard_3")
    played = Played(*lines)
    assert ("23.10", "The dealer turns J♦ 9♠ 2♣.") in played.said
    assert [(position, kind) for _, position, kind, _ in played.settled] == [
        (2, "ante"),
        (2, "bet"),
        (1, "ante"),
        (1, "bet"),
    ]
    assert (played.net(1), played.net(2)) == (-20_00, 80_00)


def test_23_14_information_exchanged_forfeits_the_wagers_of_those_players() -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", TWO, "interrupt information_exchanged 2")
    played = Played(*lines, "1: bet", "1: discard_3")
    assert (played.net(1), played.net(2)) == (80_00, -10_00)


# ---- 23.11: the version with a permissible bet


def test_23_11_immediate_winner_is_paid_in_this_version_too() -> None:
    assert Played(SIT[0], "1: ante 10", SEVENS, **PERMITTED).settled == [("23.11", 1, "ante", "wins")]


def test_23_11_b_the_discard_comes_before_the_bet() -> None:
    played = Played(SIT[0], "1: ante 10", DEAL, **PERMITTED)
    assert isinstance(played.dealer.ask, AskDecision)
    assert (played.dealer.ask.choices, played.dealer.ask.section) == (
        ("discard_1", "discard_2", "discard_3"),
        "23.11(b)",
    )


def test_23_11_b_each_choice_discards_its_own_card() -> None:
    """Discarding the four keeps the jacks; discarding either jack leaves a pair of fours."""
    lines = (SIT[0], "1: ante 10", "cards Jh 4d Jc 9s 4s 2c")
    first, second, third = (Played(*lines, f"1: discard_{n}", "1: bet", **PERMITTED).net() for n in (1, 2, 3))
    assert first == second < third


def test_23_11_b_a_second_discard_or_one_of_a_card_not_held_is_refused() -> None:
    lines = (SIT[0], "1: ante 10", DEAL, "refused by 23.11(b) 1: discard_4", "refused by 23.11(b) 1: bet")
    Played(*lines, "1: discard_3", "refused by 23.11(b) 1: discard_1", **PERMITTED)


def test_23_11_bet_or_none_and_no_one_folds() -> None:
    lines = (SIT[0], "1: ante 10", DEAL, "1: discard_3")
    played = Played(*lines, **PERMITTED)
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("bet", "no_bet")
    assert "no one may fold in this version; continue without a bet" in played.refuses("fold")
    Played(*lines[:3], "refused by 23.11 1: fold", **PERMITTED)
    Played(*lines, "refused by 23.11 1: fold", **PERMITTED)
    assert Played(*lines, "1: bet", **PERMITTED).net() == 80_00
    assert Played(*lines, "1: no_bet", **PERMITTED).net() == 40_00


def test_23_11_settle_cites_its_own_section() -> None:
    played = Played(SIT[0], "1: ante 10", DEAL, "1: discard_3", "1: no_bet", **PERMITTED)
    assert ("23.11", "The dealer turns J♦ 9♠ 2♣.") in played.said
    assert played.settled == [("23.11", 1, "ante", "wins")]


# ---- 23.12, 23.13: odds

ODDS = {
    "Ah Kh 2c Qh Jh Th": (1000, 500),
    "9h 8h 2c 7h 6h 5h": (500, 100),
    "9h 9d 2c 9c 9s 5h": (100, 40),
    "9h 9d 2c 9c 5s 5h": (30, 10),
    "9h 8h 2c Kh 6h 5h": (20, 7),
    "9h 8d 2c 7h 6h 5h": (10, 5),
    "9h 9d 2c 9c Ks 5h": (4, 4),
    "9h 9d 2c 5c Ks 5h": (2, 2),
    "Jh Jd 2c 5c Ks 4h": (1, 1),
    "Th Td 2c 5c Ks 4h": (-1, -1),
}


def odds(cards: str, version: str) -> int:
    own, common = cards.split()[:3], cards.split()[3:]
    deal = " ".join(card for pair in zip(own, common, strict=True) for card in pair)
    then = ("1: bet", "1: discard_3") if version == "required_bet" else ("1: discard_3", "1: no_bet")
    played = Played(SIT[0], "1: ante 1", f"cards {deal}", *then, version=version)
    return next(step.net for step in played.steps if isinstance(step, Settled)) // 100


@pytest.mark.parametrize("cards", ODDS)
def test_23_12_table_if_a_bet_is_required(cards: str) -> None:
    assert odds(cards, "required_bet") == ODDS[cards][0]


@pytest.mark.parametrize("cards", ODDS)
def test_23_13_table_if_a_bet_is_permitted(cards: str) -> None:
    assert odds(cards, "permissible_bet") == ODDS[cards][1]


def test_23_12_immediate_winner_is_paid_10_to_1_on_the_ante() -> None:
    assert Played(SIT[0], "1: ante 15", SEVENS).net() == 150_00


def test_23_12_to_is_the_word_of_odds_and_each_version_has_its_minimums() -> None:
    rules = rules_of("colorado-holdem")
    assert not findings(rules, date(2008, 6, 1), {}, {"ante.flush": "21 win 1"}, None)
    found = findings(rules, date(2008, 6, 1), {}, {"ante.flush": "21 for 1"}, None)
    assert [one.section for one in found] == ["23.12"]
    assert findings(rules, date(2008, 6, 1), {}, {"ante.flush": "8 to 1"}, None)
    chosen = {"version": "permissible_bet"}
    assert not findings(
        rules, date(2008, 6, 1), Layout.of("colorado-holdem", options=chosen).options, {"ante.flush": "8 to 1"}, None
    )


# ---- 23.14: irregularities


def test_23_14_face_up_one_card_is_discarded_and_a_second_voids_all_hands() -> None:
    one = Played(SIT[0], "1: ante 10", "cards Jh", "throw card_face_up", "cards 2d", "cards Jd Jc 9s 4s 2c")
    assert one.state.hand(1).all == held("Jh Jc 4s")
    two = Played(SIT[0], "1: ante 10", "cards Jh", "throw card_face_up", "cards 2d", "throw card_face_up")
    assert two.settled == [("23.14", 1, "ante", "void")]


def test_23_14_drawn_in_error_is_the_next_card() -> None:
    played = Played(SIT[0], "1: ante 10", "cards Jh", "throw drawn_in_error", "cards Jd Jc 9s 4s 2c")
    assert played.state.hand(1).all == held("Jh Jc 4s")


def test_23_14_wrong_number_voids_that_hand_or_all_hands() -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", TWO)
    hand = Played(*lines, "interrupt player_wrong_number 1", "2: fold")
    assert [(s, p, r) for s, p, _, r in hand.settled] == [("23.14", 1, "void"), ("23.10", 2, "loses")]
    table = Played(*lines, "1: bet", "interrupt community_wrong_number")
    assert {(section, result) for section, _, _, result in table.settled} == {("23.14", "void")}
    assert (table.state.rack(1), table.state.rack(2)) == (1000_00, 1000_00)


def test_23_14_exposed_community_card_voids_all_hands_but_winners_paid_stand() -> None:
    lines = (*SIT[:2], "1: ante 10", "2: ante 10", "cards 7s Kd Qc 7d 9d 8d 7c 3h 4h")
    played = Played(*lines, "interrupt community_card_exposed")
    assert (played.net(1), played.net(2)) == (100_00, 0)
    assert played.settled[-1] == ("23.14", 2, "ante", "void")


def test_23_14_devices_that_jam_or_are_changed() -> None:
    jam = Played(SIT[0], "1: ante 10", "throw shuffler_jams", DEAL)
    assert any(section == "23.14" and "shuffled again" in text for section, text in jam.said)
    shoe = Played(SIT[0], "1: ante 10", "cards Jh", "throw shoe_jams", dealing_method="automated_shoe")
    assert shoe.settled == [("23.14", 1, "ante", "void")]
    assert Played(SIT[0], "interrupt change_of_device").state.by_hand
    with pytest.raises(BadScript):
        Played(SIT[0], "1: ante 10", "cards Jh", "throw shoe_jams")


@pytest.mark.parametrize(("version", "section"), [("required_bet", "23.12"), ("permissible_bet", "23.13")])
def test_23_12_and_23_13_odds_of_an_immediate_winner_are_those_of_the_version(version: str, section: str) -> None:
    layout = Layout.of("colorado-holdem")
    (found,) = findings(layout.rules, layout.on, {"version": version, "immediate_winner_odds": "IW-9"}, {}, None)
    assert found.section == section
