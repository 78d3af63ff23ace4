"""The rules of Subchapter 11 at the table, by section."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import SeededSource, cards
from pitboss.games.pai_gow_poker.sevens import lines
from pitboss.hands import Hand
from pitboss.library.checks import check
from pitboss.table import PUBLIC, Action, AskDecision, Dealer, Refused, Settled, game_on, view
from pitboss.table.bank import bank_of
from tests.games.pai_gow_poker.table import KINGS, LOWEST, STRONG, WEAK, PaiGowPokerScript, deck, game, played, said

ANN = ("1: sit Ann 1000", "1: main 10")
THREE = tuple(f"{position}: sit P{position} 1000" for position in (1, 2, 3))
WAGERS = ("1: main 10", "2: main 10", "3: main 20")
FOUR = {1: LOWEST, 2: STRONG, 3: KINGS, 0: WEAK}
FIRST = (*THREE, *WAGERS, "number 1", deck(FOUR), "1: house_way", "2: house_way", "3: house_way")
"""A first round banked by the dealer; after it, every player may bank."""


def winnings(table: PaiGowPokerScript, wager: str) -> list[int]:
    """Return the winnings of all wagers of one kind."""
    return [step.net for step in table.steps if isinstance(step, Settled) and step.wager.kind == wager]


def low_and_high(held: str, **options: Any) -> tuple[str, str]:
    """Return the ranks of seven cards as set by the house."""
    table, own = game(**options), cards(held)
    parts = table.setting.parts(table.house_way(own), own)
    low, high = (sorted("2" if card.is_joker else card.rank.letter for card in part) for part in parts)
    assert not table.foul(parts)
    return "".join(low), "".join(high)


# ---- 11.2 to 11.8C: cards, ranks, start and deal


def test_11_2_deck_has_a_joker_and_every_place_is_dealt_to() -> None:
    table = played(*ANN, "number 1", deck({1: STRONG, 0: WEAK}))
    assert (table.state.shoe.size, table.state.shoe.left) == (53, 4)
    assert [hand.box for hand in table.state.hands] == [0, 1]
    assert "there is no position 7" in game().allowed(game().opening(), 7, Action("sit", amount=100_00)).reason


def test_11_3_ranks_have_five_aces_on_top_and_pairs_above_single_cards() -> None:
    five, royal = Hand("As Ad Ah Ac Joker", "pai-gow-high"), Hand("Ks Qs Js Ts As", "pai-gow-high")
    assert five > royal
    assert Hand("2s 2d", "two-card") > Hand("As Kd", "two-card")
    low, high = game().ranks((cards("As Ad"), cards("Ks Qs Js Ts 9s")))
    assert (low, high) == (Hand("As Ad", "two-card").strength, Hand("Ks Qs Js Ts 9s", "pai-gow-high").strength)


def test_11_3_joker_is_not_fully_wild_and_counts_as_an_ace_in_two_cards() -> None:
    low, high = game().hand_names((cards("Joker Ad"), cards("Ks Kd Kh Qc 2s")))
    assert (low, high) == ("pair of aces", "three of a kind, kings, queen-two")


def test_11_3_legal_settings_have_a_high_hand_at_least_as_high_as_the_low_one() -> None:
    table = game()
    assert table.foul((cards("9s 9d"), cards("8h 8c Kd Qs 2h")))
    assert not table.foul((cards("9s 9d"), cards("9h 9c Kd Qs 2h")))
    assert table.foul((cards("As Kd"), cards("Ah Qc Td 8s 2h")))
    assert not table.foul((cards("Ks Qd"), cards("Ah Qc Td 8s 2h")))


@pytest.mark.parametrize(("day", "method"), [("2001-03-09", "button"), ("1996-03-11", "dice"), ("1996-03-11", "rng")])
def test_11_4_equipment_has_a_button_since_2001(day: str, method: str) -> None:
    table = game_on(Layout.of("pai-gow-poker", day_of(day), {"start_method": method}))
    assert table.start_method(table.opening()) == method
    with pytest.raises(Unlawful):
        Layout.of("pai-gow-poker", day_of("1999-01-01"), {"start_method": "button"})


def day_of(text: str) -> Any:
    from datetime import date

    return date.fromisoformat(text)


def test_11_6_shuffle_comes_before_every_round() -> None:
    table = played(*FIRST, "1: pass", "2: pass", "3: pass", *WAGERS, "number 1", deck(FOUR))
    assert said(table, "11.6") == ["The cards are shuffled: 1 deck."] * 2


def test_11_7_wager_is_a_listed_one_of_a_seated_player_with_a_coupon_on_the_main_one_only() -> None:
    table = played("1: sit Ann 1000", "refused by 11.7 1: lucky 5", "refused 2: main 5", "1: main 10")
    table.dealer.act(1, Action("increase", "pai_gow_poker", 10_00, coupon=5_00))
    assert table.state.find(1, "pai_gow_poker").coupon == 5_00
    with pytest.raises(Refused, match=r"11\.7"):
        table.dealer.act(1, Action("make", "bonus_wager", 5_00, coupon=5_00))


def test_11_7_closed_wagers_are_not_made_or_withdrawn() -> None:
    table = played(
        *ANN, "1: main 5", "no more wagers", "refused by 11.7 1: main 5", "number 1", deck({1: STRONG, 0: WEAK})
    )
    assert "No more bets." in said(table, "11.7")
    assert table.dealer.game.allowed(table.state, 1, Action("remove", "pai_gow_poker")).section == "11.7"


def test_11_7_closed_wagers_could_be_withdrawn_before_with_their_side_wagers() -> None:
    table = played("1: sit Ann 1000", "1: main 10", "1: bonus 5")
    table.dealer.act(1, Action("remove", "pai_gow_poker"))
    assert table.state.wagers == ()
    assert table.state.rack(1) == 1000_00


def test_11_7_side_wagers_need_the_main_wager() -> None:
    table = played("1: sit Ann 1000", "refused by 11.7 1: bonus 5", "1: main 5", "1: bonus 5")
    assert len(table.state.wagers) == 2


@pytest.mark.parametrize(
    ("method", "section"), [("manual_shoe", "11.8"), ("hand", "11.8A"), ("automated_shoe", "11.8B")]
)
def test_11_8_manual_shoe_deals_to_every_place_clockwise(method: str, section: str) -> None:
    deal_by(method, section)


def test_11_8a_hand_deals_the_same_way() -> None:
    deal_by("hand", "11.8A")


def test_11_8b_automated_shoe_deals_stacks_of_seven_and_leaves_four() -> None:
    table = deal_by("automated_shoe", "11.8B")
    assert table.state.hand(1).all == cards(STRONG)


def deal_by(method: str, section: str) -> PaiGowPokerScript:
    stacks = method == "automated_shoe"
    table = played(*ANN, "number 3", deck({1: STRONG, 0: WEAK}, start=2, stacks=stacks), deal_method=method)
    assert set(table.state.hand(1).all) == set(cards(STRONG))
    assert said(table, section)[-2:] == [
        "4 cards are left and go to the discard rack unseen.",
        "Hands without a wager are collected unseen.",
    ]
    assert [hand.box for hand in table.state.hands] == [0, 1]
    return table


@pytest.mark.parametrize(("roll", "place"), [("1-1-1", 2), ("2-3-3", 0), ("6-5-3", 6), ("6-6-6", 3)])
def test_11_8c_dice_are_counted_with_the_dealer_as_one(roll: str, place: int) -> None:
    table = played(*ANN, f"roll {roll}", start_method="dice")
    assert table.state.starts == place


def test_11_8c_generator_number_is_counted_the_same_way() -> None:
    assert [played(*ANN, f"number {shown}").state.starts for shown in (1, 2, 7)] == [0, 1, 6]
    assert said(played(*ANN, "number 2"), "11.8C") == [
        "Number 2, counting the dealer as 1: position 1 gets the first stack."
    ]


def test_11_8c_button_moves_one_place_clockwise_each_round() -> None:
    lines = (*ANN, deck({1: STRONG, 0: WEAK}, start=1), "1: house_way")
    table = played(
        *lines, "1: pass", "1: main 10", deck({1: STRONG, 0: WEAK}, start=0), "1: house_way", start_method="button"
    )
    assert said(table, "11.8C") == ["The button is at position 1.", "The button is at the dealer."]
    assert table.state.hands == ()


def test_11_21_dragons_eye_sum_pays_by_its_table_after_the_roll() -> None:
    for roll, table, net in (
        ("6-6-5", "A", 125_00),
        ("2-3-3", "A", 15_00),
        ("1-1-1", "B", 125_00),
        ("2-3-3", "B", 20_00),
    ):
        played_out = played(*ANN, "1: dragons eye 5", f"roll {roll}", dragons_eye=table)
        assert played_out.net() == net
        assert played_out.state.hands == () or not played_out.state.hands[0].all
    assert played(*ANN, "1: dragons eye 5", "roll 3-3-3", dragons_eye="A").net() == -5_00


def test_11_8d_dragons_eye_is_rolled_first_and_settled_before_a_card_is_dealt() -> None:
    table = played(*ANN, "1: dragons eye 5", "roll 6-6-5", dragons_eye="A")
    assert table.settled == [("11.21", 1, "dragons_eye_sum", "wins")]
    assert table.dealer.ask is not None
    assert table.dealer.ask.kind == "card"
    assert [wager.kind for wager in table.state.wagers] == ["pai_gow_poker"]


# ---- 11.9: setting, the house way, settlement


@pytest.mark.parametrize(
    ("held", "low"),
    [
        ("As Ah Ad Ac Joker Ks Qd", "AA"),  # 1
        ("As Ah Ad Ac Joker Ks Kd", "KK"),
        ("9s 9h 9d 9c 5s 5d 2h", "55"),  # 2
        ("Qs Qh Qd Qc As 5d 2h", "QQ"),  # 3
        ("9s 9h 9d 9c As 5d 2h", "5A"),  # 4
        ("9s 9h 9d 9c Qs 5d 2h", "99"),
        ("4s 4h 4d 4c Qs 5d 2h", "5Q"),  # 5
        ("9s 9h 9d 4c 4s 4d 2h", "99"),  # 6
        ("9s 9h 9d 4c 4s Jd Jh", "JJ"),  # 7
        ("9s 9h 5d 5c Js Jd Ah", "JJ"),  # 8
        ("Qs Qh 5d 5c As Kd 3h", "55"),  # 9
        ("8s 8d 5h 5c As Qd 3c", "AQ"),  # 10
        ("8s 8d 5h 5c Ks Qd 3c", "55"),
        ("6s 6d 5h 5c Ks Qd 3c", "KQ"),  # 11
        ("6s 6d 5h 5c Js Qd 3c", "55"),
        ("9s 9h 9d 8c 7s 6d 5h", "99"),  # 12
        ("As Ah Ad 8c 7s 4d 2h", "8A"),  # 13
        ("Ks Kh Kd 8c 7s 4d 2h", "78"),  # 14
        ("As Qs Qd Jc Th 9c 8s", "AQ"),  # 15
        ("Ac Kd Qs Qd Jh Tc 4s", "AK"),
        ("Ks Kd 9h 7c 5d 4s 2h", "79"),  # 16
        ("Kd Qs 9h 8c 7d 6s 5h", "KQ"),  # 17
        ("As Qd Jc 8h 6s 4d 3c", "JQ"),  # 18
    ],
)
def test_11_9_house_way_gives_one_setting_by_its_lines(held: str, low: str) -> None:
    assert low_and_high(held)[0] == "".join(sorted(low))


@pytest.mark.parametrize(
    ("held", "low"),
    [
        ("As Ad 5h 5c Ks Qd 3c", "55"),
        ("Ks Kd 8h 8c As Qd 3c", "88"),
        ("Ks Kd 5h 5c As Qd 3c", "AQ"),
        ("Ks Kd 5h 5c Js Qd 3c", "55"),
        ("9s 9d 8h 8c As Qd 3c", "AQ"),
        ("9s 9d 5h 5c Ks Qd 3c", "55"),
        ("6s 6d 5h 5c Ks Qd 3c", "KQ"),
    ],
)
def test_11_9_house_way_tiered_sets_two_pairs_by_classes(held: str, low: str) -> None:
    assert low_and_high(held, house_way="tiered")[0] == "".join(sorted(low))


def test_11_9_house_way_is_used_by_the_dealer_and_on_request() -> None:
    table = played(*ANN, "number 1", deck({1: KINGS, 0: STRONG}), "1: house_way")
    (announced,) = [text for text in said(table, "11.9") if text.startswith("The dealer sets by the house way")]
    assert announced.startswith("The dealer sets by the house way: low K♥ Q♣, king high, queen; high A♠ A♦ 9♥ 8♠ 5♣, ")
    assert table.net() == -10_00


def test_11_9_set_is_known_to_its_position_alone_until_hands_are_turned() -> None:
    lines = (*THREE[:2], "1: main 10", "2: main 10", "number 1", deck({1: STRONG, 2: KINGS, 0: WEAK}))
    seen = [played(*lines, f"1: set {low}") for low in ("Kh Qc", "9h 8s")]
    for table in seen:
        assert isinstance(table.dealer.ask, AskDecision)
        assert table.dealer.ask.position == 2
    for who in (PUBLIC, 2, 3):
        assert view(seen[0].state, who) == view(seen[1].state, who)
    announced = [[text for _, text in table.said] for table in seen]
    assert announced[0] == announced[1]
    done = [played(*lines, f"1: set {low}", "2: house_way") for low in ("Kh Qc", "9h 8s")]
    assert done[0].said != done[1].said


@pytest.mark.parametrize("setting", ["set Kh", "set Kh Qc 9h", "set 2c 3c", "set Kh Kh"])
def test_11_9_set_of_anything_but_two_of_ones_own_cards_is_refused(setting: str) -> None:
    table = played(*ANN, "number 1", deck({1: STRONG, 0: WEAK}), f"refused 1: {setting}", "1: set Kh Qc")
    assert table.net() == 9_50


def test_11_9_set_is_final() -> None:
    played(
        *THREE[:2], "1: main 10", "2: main 10", "number 1", deck(FOUR), "1: house_way", "refused by 11.9 1: set 9c 8d"
    )


def test_11_9_foul_is_warned_of_before_it_is_final_and_loses() -> None:
    table = played(*ANN, "number 1", deck({1: STRONG, 0: WEAK}))
    ask = table.dealer.ask
    assert isinstance(ask, AskDecision)
    answer = table.dealer.game.choices.warning(ask, "1-2")
    assert not answer
    assert answer.section == "11.9"
    assert "a foul, which loses: the low hand, pair of aces" in answer.reason
    table.dealer.decide("1-2")
    assert table.net() == -10_00


def test_11_9_compare_goes_counterclockwise_from_the_dealers_right() -> None:
    table = played(*FIRST)
    assert [position for _, position, _, _ in table.settled] == [1, 2, 3]
    assert [table.net(position) for position in (1, 2, 3)] == [-10_00, 9_50, 19_00]


# ---- 11.10: a player as bank


def test_11_10_bank_is_offered_from_the_right_after_the_dealers_round_and_not_twice_in_a_row() -> None:
    table = played(*FIRST)
    assert isinstance(table.dealer.ask, AskDecision)
    assert (table.dealer.ask.position, table.dealer.ask.choices) == (1, ("bank", "pass"))
    again = played(
        *FIRST, "2: bank", "2: none", "1: main 10", "number 1", deck(FOUR, start=2), "1: house_way", "2: house_way"
    )
    assert (again.state.banked, again.dealer.ask.position) == (2, 1)
    assert not again.dealer.game.may_bank(again.state, 2)
    assert played(*THREE, *FIRST[3:], player_bank=False).dealer.ask.kind == "wagers"


def test_11_10_bank_is_offered_before_wagers_are_taken() -> None:
    again = played(
        *FIRST, "2: bank", "2: none", "1: main 10", "number 1", deck(FOUR, start=2), "1: house_way", "2: house_way"
    )
    tried = [
        again.dealer.allowed(position, Action("make", wager, 10_00))
        for position, wager in ((2, "bank"), (3, "bank"), (3, "pai_gow_poker"))
    ]
    assert [(bool(answer), answer.section) for answer in tried] == [(False, "11.10")] * 3
    assert "had the bank in the last round" in tried[0].reason
    assert "it is offered before the wagers" in tried[1].reason
    assert "position 1 is asked" in tried[2].reason
    bank = played(*FIRST, "1: bank", "1: none")
    refusals = [bank.dealer.game.hosting.is_ready(bank.state, position).reason for position in (1, 2)]
    assert refusals[0] == "there are no wagers against your bank yet"
    assert "make Pai gow poker first" in refusals[1]


def test_11_10_right_to_bank_belongs_to_players_who_wagered_against_the_dealer() -> None:
    table = played(*THREE, "1: main 10", "number 1", deck(FOUR), "1: house_way")
    answers = [table.dealer.game.may_bank(table.state, position) for position in (1, 2)]
    assert [bool(answer) for answer in answers] == [True, False]
    assert answers[1].section == "11.10"
    played(*FIRST, "1: pass", "2: pass", "3: pass", "refused by 11.10 1: bank 100")


def test_11_10_chips_must_cover_all_wagers_and_the_rest_is_returned() -> None:
    head = (*FIRST, "3: bank 100", "3: none")
    played(*head, "1: main 70", "refused by 11.10 2: main 40", "2: main 30")
    table = played(*head, "1: main 70", "no more wagers")
    assert [(wager.kind, wager.amount) for wager in table.state.wagers] == [("bank", 70_00), ("pai_gow_poker", 70_00)]
    poor = played("1: sit Ann 10", "1: main 10", "number 1", deck({1: LOWEST, 0: STRONG}), "1: house_way")
    assert not poor.dealer.game.may_bank(poor.state, 1)


def test_11_10_dealer_wager_that_wins_pays_no_vigorish() -> None:
    lines = (*FIRST, "3: bank", "3: same", "1: main 10", "number 1")
    hands = deck({1: LOWEST, 2: KINGS, 3: WEAK, 0: STRONG}, start=3)
    table = played(*lines, hands, "1: house_way", "3: house_way")
    [won] = [step for step in table.steps if isinstance(step, Settled) and step.wager.kind == "dealer_wager"]
    assert (won.result, won.vig, won.net) == ("wins", 0, 20_00)


def test_11_10_dealer_wager_is_settled_first_and_each_hand_is_shown_before_its_wager() -> None:
    lines = (*FIRST, "3: bank", "3: same", "1: main 10", "2: main 10", "number 1")
    hands = deck({1: LOWEST, 2: KINGS, 3: WEAK, 0: STRONG}, start=3)
    table = played(*lines, hands, "1: house_way", "2: house_way", "3: house_way")
    after_the_first_round = table.settled[4:]  # three wagers, and the uncovered part of the bank
    assert [position for _, position, _, _ in after_the_first_round][:3] == [0, 1, 2]
    words = [getattr(step, "text", "") for step in table.steps]
    for position in (1, 2):
        shown, compared = (
            max(n for n, text in enumerate(words) if text.startswith(f"Position {position} {verb}"))
            for verb in ("has", "beats the bank")
        )
        assert shown < compared


def test_11_10_bank_is_offered_only_to_those_who_may_have_it() -> None:
    once = (*THREE, "2: main 10", "number 1", deck(FOUR), "2: house_way")
    offered = played(*once)
    assert isinstance(offered.dealer.ask, AskDecision)
    assert (offered.dealer.ask.position, offered.state.turn, offered.dealer.state.turn) == (2, 2, 2)
    assert not isinstance(played(*once, "2: pass").dealer.ask, AskDecision)


def test_11_10_bank_without_wagers_against_it_is_returned() -> None:
    table = played(*FIRST, "3: bank 100", "3: none", "no more wagers")
    assert (table.state.rack(3), bank_of(table.state)) == (1000_00 + 19_00, None)


def test_11_10_bank_that_is_covered_exactly_is_not_cut() -> None:
    table = played(*FIRST, "3: bank 100", "3: none", "1: main 70", "2: main 30", "number 1")
    assert "bank uncovered" not in [wager for _, _, wager, _ in table.settled]


def test_11_10_half_of_an_odd_minimum_is_rounded_up_for_a_shared_bank() -> None:
    made = game_on(Layout.of("pai-gow-poker", options={"co_bank": True}, limits=Limits(minimum=5_01)))
    assert [made.least_bank(made.opening(), co) for co in (False, True)] == [5_01, 2_51]


def test_11_10_dealer_wager_is_at_most_the_bankers_last_wager() -> None:
    head = (*FIRST, "3: bank")
    amounts = {"3: same": 20_00, "3: none": 0, "3: dealer_wager 5": 5_00}
    for said_so, amount in amounts.items():
        state = played(*head, said_so, "1: main 10").state
        assert sum(wager.amount for wager in state.wagers if wager.kind == "dealer_wager") == amount
    played(*head, "refused by 11.10 3: dealer_wager 25", "3: same")


def test_11_10_bank_set_happens_after_the_others_and_a_foul_is_set_again() -> None:
    head = (*FIRST, "3: bank", "3: none", "1: main 10", "number 1", deck(FOUR, start=3))
    before = played(*head)
    assert not any(held.known_to for held in before.state.hand(3).down)
    table = played(*head, "1: house_way", "3: set Ks Kd")
    assert any(text.startswith("A foul, set again by the house way") for text in said(table, "11.11"))
    assert table.net(3) == 9_50 + 19_00
    (shown,) = said(played(*head, "1: house_way"), "11.10")[-1:]
    assert shown.startswith("Position 3 has "), "the bank's cards are turned up when the others have set"


def test_11_11_bank_foul_is_set_again_by_the_house_way_without_loss() -> None:
    head = (*FIRST, "3: bank", "3: none", "1: main 10", "number 1", deck(FOUR, start=3), "1: house_way")
    foul, by_house = played(*head, "3: set Ks Kd"), played(*head, "3: house_way")
    assert said(foul, "11.11")[0].startswith("A foul, set again by the house way: the low hand, pair of kings")
    assert foul.settled == by_house.settled
    assert foul.net(3) == by_house.net(3)
    assert game().layout.irregularities["bank_foul"].section == "11.11"


def test_11_10_bank_start_is_counted_from_the_bank() -> None:
    table = played(*FIRST, "3: bank", "3: none", "1: main 10", "number 2")
    assert table.state.starts == 4


# ---- 11.11, 11.12: irregularities, two areas


def test_11_11_no_roll_is_shaken_again() -> None:
    table = played(*ANN, "throw no_roll", "roll 1-1-1", start_method="dice")
    assert table.state.starts == 2
    played(*ANN, "no more wagers", "refused by 11.11 throw no_roll")


@pytest.mark.parametrize("event", ["wrong_start", "card_face_up", "stack_incomplete"])
def test_11_11_wrong_start_and_void_return_every_wager(event: str) -> None:
    table = played(*ANN, "1: bonus 5", "number 1", f"throw {event}")
    assert table.state.wagers == ()
    assert table.state.rack(1) == 1000_00


def test_11_11_void_returns_every_wager_not_settled_before() -> None:
    ann = ("1: sit Ann 1000", "1: main 10", "1: bonus 5", "1: three_card_bonus 5")
    first = deck({1: "As Ah 7d 2h 3h 5d 9s", 0: LOWEST}, portions=(3, 4))
    table = played(*ann, "number 1", first, "interrupt wrong_count", three_seven_bonus="both")
    assert table.state.rack(1) == 1005_00
    assert ("11.17", 1, "three_card_bonus", "wins") in table.settled
    assert ("11.11", 1, "bonus_wager", "void") in table.settled


@pytest.mark.parametrize("event", ["wrong_count", "stub_wrong"])
def test_11_11_void_may_be_discovered_while_hands_are_set(event: str) -> None:
    table = played(*ANN, "number 1", deck({1: STRONG, 0: WEAK}), f"interrupt {event}")
    assert table.net() == 0


@pytest.mark.parametrize(("choice", "left"), [("play", 1), ("void", 0)])
def test_11_11_player_exposed_plays_on_or_voids_the_hand(choice: str, left: int) -> None:
    dealt = deck({1: STRONG, 0: WEAK}, start=1).split()
    table = played(*ANN, "number 2", " ".join(dealt[:4]), "throw player_card_exposed 1", f"1: {choice}")
    assert len(table.state.wagers) == left
    assert "K♥ of position 1 was exposed." in said(table, "11.11")


def test_11_11_dealer_exposed_applies_only_while_the_cards_are_down() -> None:
    table = played(*ANN, "number 1", deck({1: STRONG, 0: WEAK}), "interrupt dealer_card_exposed")
    assert table.state.wagers == ()


def test_11_11_drawn_in_error_is_the_next_card() -> None:
    table = played(*ANN, "number 1", "throw drawn_in_error", deck({1: STRONG, 0: WEAK}), "1: house_way")
    assert table.net() == 9_50


def test_11_11_dealer_missets_and_sets_again() -> None:
    table = played(*ANN, "number 1", deck({1: STRONG, 0: WEAK}), "1: house_way", "throw dealer_missets")
    assert sum("by the house way" in text for _, text in table.said) == 2


def test_11_11_dealer_missets_the_hand_of_a_bank_that_the_house_shares() -> None:
    """The dealer sets that hand by the house way, and so may set it wrong."""
    lines = (*FIRST, "3: co_bank", "1: main 10", "number 1", deck(FOUR), "1: house_way", "throw dealer_missets")
    table = played(*lines, co_bank=True)
    assert sum("Position 3 is set by the house way" in text for _, text in table.said) == 2


def test_11_11_no_roll_when_dice_replace_a_generator() -> None:
    table = played(*ANN, "throw generator_failure", "throw no_roll", "roll 1-1-1")
    assert table.state.starts == 2


def test_11_11_late_claim_is_not_paid() -> None:
    lines = (*ANN, "number 1", deck({1: STRONG, 0: WEAK}, portions=(3, 4)))
    table = played(*lines, "interrupt late_claim 1", "1: house_way", three_seven_bonus="three")
    assert table.net() == 9_50


def test_11_11_late_claim_comes_after_the_fourth_card_only() -> None:
    dealt = deck({1: STRONG, 0: WEAK}, portions=(3, 4)).split()
    shown = (*ANN, "number 1", " ".join(dealt[:22]), "throw player_card_exposed 1")
    played(*shown, "refused by 11.11 interrupt late_claim 1", "1: play", three_seven_bonus="three")


def test_11_11_devices_that_fail() -> None:
    table = played(*ANN, "throw shoe_jam", "throw generator_failure", "roll 1-1-1")
    assert table.state.starts == 2
    lost = played("1: sit Ann 1000", "1: main 5", "1: progressive 1", "interrupt acceptor_failure 1", progressive="on")
    assert [wager.kind for wager in lost.state.wagers] == ["pai_gow_poker"]


def test_11_12_two_areas_are_adjacent_and_the_right_one_is_set_first() -> None:
    head = ("2: sit Ann 1000", "2: main 10", "2: main 3 20")
    table = played(*head, "refused by 11.12 2: main 1 5", "number 1", deck(FOUR), two_positions=True)
    assert isinstance(table.dealer.ask, AskDecision)
    assert (table.state.turn, table.dealer.ask.position) == (2, 2)
    played("2: sit Ann 1000", "2: main 10", "refused by 11.12 2: main 3 20")


# ---- 11.13 to 11.23: side wagers


def test_11_13_additional_is_a_dollar_settled_as_the_seven_card_bonus() -> None:
    head = ("1: sit Ann 1000", "1: main 10", "refused by 11.13 1: additional 2", "1: additional 1")
    full = "9s 9d 9h 8c 8d Qs 2h"
    table = played(*head, "number 1", deck({1: full, 0: "Tc 8s 7d 6c 4h 3d 2d"}), "1: house_way", additional_11_13=True)
    assert ("11.17", 1, "additional_11_13", "wins") in table.settled


def test_11_14_progressive_is_a_dollar_and_the_meter_takes_and_splits_its_share() -> None:
    all_of_it = {1: "2s 3s 4s 5s 6s 7s 8s", 2: "2d 3d 4d 5d 6d 7d 8d", 0: "Ts 8c 7h 6h 4c 3h 2h"}
    head = ("1: sit Ann 1000", "2: sit Bob 1000", "1: main 5", "2: main 5", "refused by 11.14 1: progressive 2")
    table = played(
        *head,
        "1: progressive 1",
        "2: progressive 1",
        "number 1",
        deck(all_of_it),
        "1: house_way",
        "2: house_way",
        progressive="on",
        progressive_meter=20000,
    )
    prizes = [
        step.winnings
        for step in table.steps
        if getattr(step, "wager", None) and step.wager.kind == "progressive" and getattr(step, "result", "") == "wins"
    ]
    assert prizes == [10000_70, 10000_70]
    assert table.state.meter == 10000_00


@pytest.mark.parametrize("held", ["Ks Kd 9h 8c 5d 4s 2h", "Kh Jh 9h 6h 3h Qd 2c"])
def test_11_14_progressive_dollar_is_lost_with_less_than_a_full_house(held: str) -> None:
    head = ("1: sit Ann 1000", "1: main 5", "1: progressive 1", "number 1", deck({1: held}), "1: house_way")
    assert winnings(played(*head, progressive="on"), "progressive") == [-1_00]


def test_11_14_progressive_parts_of_the_meter_are_rounded_up_to_the_cent() -> None:
    """Two players share a meter of $20,002.25; another wins ten percent of $20,000.75."""
    head = [line for n in (1, 2, 3) for line in (f"{n}: sit P{n} 1000", f"{n}: main 5", f"{n}: progressive 1")]
    rest = ("1: house_way", "2: house_way", "3: house_way")
    meter = {"progressive": "on", "progressive_meter": 20000, "progressive_rate": "0.75"}
    both = {1: "2s 3s 4s 5s 6s 7s 8s", 2: "2d 3d 4d 5d 6d 7d 8d", 3: "Ks Kd 9h 8c 5h 4c 2h"}
    table = played(*head, "number 1", deck(both), *rest, **meter)
    assert winnings(table, "progressive") == [10000_13, 10000_12, -1_00]
    aces = {1: "As Ah Ad Ac Joker Ks Qd"}
    assert winnings(played(*head[:3], "number 1", deck(aces), "1: house_way", **meter), "progressive") == [1999_08]


def test_11_14_meter_opens_at_its_reading_grows_with_the_call_and_is_reset() -> None:
    wagered = ("1: sit Ann 1000", "1: main 5", "1: progressive 1")
    closed = played(*wagered, "no more wagers", progressive="on")
    assert game(progressive="on").opening().meter == 10000_00
    assert closed.state.meter == 10000_70
    assert said(closed, "11.14") == ["The acceptors are closed. The meter is at $10,000.70."]
    assert played(*wagered, "no more wagers", progressive="on", progressive_rate="0.5").state.meter == 10000_50
    hands = {1: "2s 3s 4s 5s 6s 7s 8s", 0: "Ts 8c 7h 6h 4c 3h 2h"}
    dealt = ("number 1", deck(hands), "1: house_way")
    won = played(*wagered, *dealt, progressive="on", progressive_meter=20000, progressive_reset=15000)
    assert won.state.meter == 15000_00
    assert ("11.14", 1, "progressive", "wins") in won.settled


def test_11_15_bonus_is_settled_on_seven_cards_by_the_house_whoever_banks() -> None:
    flush = {1: "Kh Jh 9h 6h 3h Qd 2c", 3: "As Ad Kd Qs 9c 8s 5c"}
    head = (*FIRST, "3: bank", "3: none", "1: main 10", "1: bonus 5", "number 1", deck(flush, start=3))
    table = played(*head, "1: house_way", "3: house_way")
    assert ("11.15", 1, "bonus_wager", "wins") in table.settled
    assert table.state.inventory == 10_00 - 9_50 - 19_00 - 20_00


@pytest.mark.parametrize(("table", "odds"), [("fb1", 20), ("fb2", 25), ("fb3", 25), ("fb4", 25), ("fb6", 25)])
def test_11_16_bonus_odds_of_the_five_tables(table: str, odds: int) -> None:
    quads = {1: "7s 7d 7h 7c Kd Qs 2h", 0: "As Ad Ah Qd Qc Jh Td"}
    shown = played(*ANN, "1: bonus 5", "number 1", deck(quads), "1: house_way", bonus_table=table)
    assert shown.net() in (odds * 5_00, odds * 5_00 - 10_00)
    with_pairs = {1: "9s 9d 7h 7s 5c 5d 2h", 0: "As Ad Kd Qs 9c 8s Jc"}
    assert played(*ANN, "1: bonus 5", "number 1", deck(with_pairs), "1: house_way", bonus_table=table).settled[-1][
        3
    ] == ("returned" if table == "fb1" else "loses")


def test_11_16_insurance_odds_are_by_the_highest_card() -> None:
    rows = Layout.of("pai-gow-poker").odds_table("insurance")
    assert {row: str(odds) for row, odds in rows.items()} == {
        "nine_high": "100 to 1",
        "ten_high": "25 to 1",
        "jack_high": "15 to 1",
        "queen_high": "7 to 1",
        "king_high": "5 to 1",
        "ace_high": "3 to 1",
    }
    assert Layout.of("pai-gow-poker").odds_table("protection") == rows


def test_11_23_odds_of_protection_equal_insurance_and_those_of_dynasty_equal_the_bonus() -> None:
    layout = Layout.of("pai-gow-poker", options={"variation": "ez", "protection": True, "bonus_table": "fb1"})
    assert str(layout.odds_table("protection")["king_high"]) == "5 to 1"
    assert str(layout.odds_table("dynasty")["four_of_a_kind"]) == "20 to 1"
    assert layout.odds_table("dynasty") == layout.odds_table("bonus_wager")


@pytest.mark.parametrize(("first", "net"), [("Ah Kd 7c", -5_00), ("7s 7h 2d", 5_00)])
def test_11_17_three_card_bonus_is_settled_before_the_fourth_card(first: str, net: int) -> None:
    dealt = deck({1: f"{first} Qc 9h 8s 5c", 0: WEAK}, portions=(3, 4)).split()
    head = (*ANN, "1: three_card_bonus 5", "number 1")
    table = played(*head, " ".join(dealt[:22]), three_seven_bonus="three")
    assert winnings(table, "three_card_bonus") == [net]
    assert len(table.state.hand(1).all) == 3


@pytest.mark.parametrize(
    ("held", "reached"),
    [
        ("2s 3s 4s 5s 6s 7s 8s", "seven_card_straight_flush"),
        ("2s 3s 4s 5s Joker 7s 8s", "seven_card_straight_flush_with_joker"),
        ("2s 3s 4s 5s 6s 7s 9s", "straight_flush"),
        ("As Ks Qs Js Joker Kd Qd", "royal_match"),
        ("As Ks Qs Js Ts Kd Qh", "royal_flush"),
        ("As 2s 3s 4s 5s Kd Qh", "straight_flush"),
    ],
)
def test_11_18_seven_card_odds_use_the_lines_the_cards_reach(held: str, reached: str) -> None:
    assert lines(cards(held))[0] == reached


@pytest.mark.parametrize(
    ("held", "odds"),
    [
        ("As Ah Ad Ac Joker Ks Qd", 500),
        ("As Ks Qs Js Ts 4d 2h", 250),
        ("9s 8s 7s 6s 5s Kd 2h", 50),
        ("7s 7d 7h 7c Kd Qs 2h", 25),
        ("Ks Kd Kh 5c 5d 9s 2h", 5),
        ("Kh Jh 9h 6h 3h Qd 2c", 4),
        ("Ks Kd Kh 9c 5d 4s 2h", 3),
        ("9s 8d 7h 6c 5d Ks 2h", 2),
        ("9s 8d 7h 6c 5d 5s 5h", 3),  # a straight with three of a kind is paid as three of a kind
        ("Ks Kd 9h 8c 5d 4s 2h", -1),
    ],
)
def test_11_18_seven_card_odds_are_those_of_the_highest_line(held: str, odds: int) -> None:
    head = (*ANN, "1: seven_card_bonus 5", "number 1", deck({1: held}), "1: house_way")
    table = played(*head, three_seven_bonus="seven")
    assert winnings(table, "seven_card_bonus") == [odds * 5_00]


def test_11_20_d_limit_caps_both_lines_together_and_is_at_least_40000() -> None:
    royal = {1: "As Ks Qs Js Ts 3d 2h", 0: "9c 8d 7h 6h 4c 3c 2d"}
    head = ("1: sit Ann 1000", "1: main 10", "1: imperial 500", "number 1", deck(royal), "1: house_way")
    assert played(*head, imperial=True, imperial_limit="50000").net() >= 50000_00
    limited = played(*head, imperial=True, imperial_limit="50000")
    assert said(limited, "11.20(d)") == ["$150,000 exceeds the limit of $50,000."]
    with pytest.raises(Unlawful, match=r"11\.20\(d\)"):
        Layout.of("pai-gow-poker", options={"imperial": True, "imperial_limit": "39999"})


def test_11_20_d_limit_reached_exactly_does_not_cap() -> None:
    royal = {1: "As Ks Qs Js Ts 3d 2h", 0: "9c 8d 7h 6h 4c 3c 2d"}
    head = ("1: sit Ann 1000", "1: main 10", "1: imperial 500", "number 1", deck(royal), "1: house_way")
    exact = played(*head, imperial=True, imperial_limit="150000")
    assert (winnings(exact, "imperial"), said(exact, "11.20(d)")) == ([150000_00], [])


def test_11_20_d_limit_is_at_least_the_most_the_least_wager_can_win() -> None:
    # $100 could win 1,000 to 1 for five aces, and 100 to 1 if the dealer has nine high.
    def found(limit: str) -> list[str]:
        text = f'game = "pai-gow-poker"\non = 2012-06-01\n[options]\nimperial = true\nimperial_limit = "{limit}"\n'
        found = check(text + "[limits]\nminimum = 100\nmaximum = 5000").findings
        return [str(one) for one in found if one.severity == "breach"]

    assert found("110000") == found("none") == []
    (breach,) = found("40000")
    assert breach.startswith("breach: N.J.A.C. 13:69F-11.20(d): options.imperial_limit: $40,000 is less than")
    assert breach.endswith("permitted: $110,000 or more at this table's minimum")


def test_11_22_dynasty_has_envy_and_protection_pays_a_pai_gow() -> None:
    hands = {1: "7s 7d 7h 7c Kd Qs 2h", 2: "Ks Td 9h 8c 5d 4s 3h", 0: "As Ad Ah Qd Qc Jh Tc"}
    head = (
        "1: sit Ann 1000",
        "2: sit Bob 1000",
        "1: ez 5",
        "2: ez 5",
        "1: dynasty 5",
        "2: dynasty 5",
        "2: protection 5",
    )
    table = played(*head, "number 1", deck(hands), "1: house_way", "2: house_way", variation="ez", protection=True)
    assert ("11.22", 2, "dynasty envy of 1", "wins") in table.settled
    assert ("11.22", 2, "protection", "wins") in table.settled


@pytest.mark.parametrize(("held", "net"), [("Ks Td 9h 8c 5d 4s 3h", 25_00), ("Ks Kd 9h 8c 5d 4s 3h", -5_00)])
def test_11_22_protection_pays_a_pai_gow_by_its_highest_card_and_otherwise_loses(held: str, net: int) -> None:
    head = (
        "1: sit Ann 1000",
        "1: ez 5",
        "1: protection 5",
        "number 1",
        deck({1: held, 0: "As Ad Ah Qd Qc Jh Tc"}),
        "1: house_way",
    )
    table = played(*head, variation="ez", protection=True)
    assert winnings(table, "protection") == [net]


@pytest.mark.parametrize(("colour", "net"), [("red", 5_00), ("black", -5_00)])
def test_11_22_red_black_takes_four_cards_of_the_dealer(colour: str, net: int) -> None:
    hands = {1: STRONG, 0: "Tc 8h 7d 6h 4h Joker 2s"}
    lines_ = ("1: sit Ann 1000", "1: ez 5", f"1: red_black {colour} 5", "number 1", deck(hands), "1: house_way")
    table = played(*lines_, variation="ez", red_black=True)
    assert table.settled[-1][2:] == (f"red_black {colour}", "wins" if net > 0 else "loses")
    assert table.net() == net


def test_11_22_ez_has_no_player_bank_and_no_vigorish() -> None:
    layout = Layout.of("pai-gow-poker", options={"variation": "ez"})
    assert not layout.options["player_bank"]
    assert game(variation="ez").vigorish(100_00) == 0
    with pytest.raises(Unlawful):
        Layout.of("pai-gow-poker", options={"variation": "ez", "player_bank": True})


def test_11_22_ez_has_protection_instead_of_insurance_and_check_says_so(tmp_path: Path) -> None:
    table = tmp_path / "ez.toml"
    table.write_text('game = "pai-gow-poker"\non = 2013-01-01\n[options]\nvariation = "ez"\ninsurance = true\n')
    found = [(one.where, one.wrong) for one in check(table).findings]
    assert found == [("options.insurance", "insurance = true has no effect here")]


def test_banker_pays_and_collects_by_position_and_chips_are_conserved() -> None:
    dealer = Dealer(game(co_bank=True), SeededSource(5))
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=1000_00))
    from pitboss.table.bots import RandomBot

    for seed in range(12):
        dealer.finish(RandomBot(seed))
    assert dealer.state.chips == dealer.state.bought_in
