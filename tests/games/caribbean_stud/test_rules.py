"""The rules of Subchapter 16, each test named by its section."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.rules import rules_of
from pitboss.table import Action, AskCard, AskDecision, Said, Settled, view
from tests.shared.played_script import PlayedScript, held


class Played(PlayedScript):
    game = "caribbean-stud"
    day = "2005-06-01"


SIT = ("1: sit Ann 10000", "2: sit Bob 10000", "3: sit Cleo 10000")
LOW, PAIR, FLUSH = "Th 8d 6c 4h 2c", "9c 9d 4s 3d 2d", "Qh Jh 7h 5h 3h"
ROYAL, STRAIGHT_FLUSH, FOUR = "As Ks Qs Js Ts", "9d 8d 7d 6d 5d", "4c 4d 4h 4s 9h"
DEALER, NO_HAND = "Ac Kd 7c 5s 3s", "Qc Jd 8c 5s 3c"


def antes(*boxes: int, amount: int = 10, progressive: bool = False) -> list[str]:
    return [f"{box}: {wager}" for box in boxes for wager in (f"ante {amount}", *(["progressive 1"] * progressive))]


# ---- 16.6: wagers


def test_16_6_progressive_is_one_dollar_beside_an_ante() -> None:
    played = Played(
        SIT[0],
        "refused by 16.6 1: progressive 1",
        "1: ante 10",
        "refused by 16.6 1: progressive 2",
        "1: progressive 1",
        "refused by 16.6 1: progressive 1",
        "1: remove ante",
    )
    assert "needs Ante wager" in played.refusals[0]
    assert "must be exactly $1" in played.refusals[1]
    assert not played.state.wagers


def test_16_6_positions_are_six_or_seven() -> None:
    Played("refused 7: sit Ann 100", "6: sit Bob 100", positions=6)
    found = findings(rules_of("caribbean-stud"), date(2005, 6, 1), {"positions": 5}, {}, None)
    assert [one.permitted for one in found] == ["6, 7"]


def test_16_6_ante_takes_a_coupon_up_to_its_chips() -> None:
    said = Played(SIT[0], "refused by 16.6 1: ante 10 coupon 15").refusals[0]
    assert "needs chips of at least its value, not $10" in said


# ---- 16.7 to 16.9: dealing


def requested_cards(played: Played) -> list[tuple[str, str]]:
    return [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]


def test_16_8_b_3_no_more_bets_and_the_lock_out_button_before_any_card() -> None:
    played = Played(SIT[0], *antes(1, progressive=True), "cards Th", dealing_method="hand")
    at = next(number for number, step in enumerate(played.steps) if isinstance(step, AskCard))
    before = [step for step in played.steps[:at] if isinstance(step, Said)]
    assert [(step.section, step.text) for step in before[-3:]] == [
        ("16.8(b)3", "No more bets."),
        ("16.8(b)3", "The lock-out button is pressed."),
        ("16.8(b)3", "The meter stands at $10,000.70."),
    ]


@pytest.mark.parametrize(("method", "section"), [("hand", "16.8(b)3"), ("automated_shoe", "16.9(b)2")])
def test_16_8_b_3_and_16_9_b_2_the_button_is_pressed_even_without_progressive_wagers(method: str, section: str) -> None:
    played = Played(SIT[0], *antes(1), "cards Th", dealing_method=method)
    assert played.said.count((section, "The lock-out button is pressed.")) == 1
    assert not any("The meter stands" in text for _, text in played.said)


@pytest.mark.parametrize(("method", "section"), [("hand", "16.8(c)"), ("manual_shoe", "16.7")])
def test_16_8_c_one_card_at_a_time_the_dealers_first_face_up(method: str, section: str) -> None:
    played = Played(
        *SIT[:2], *antes(1, 2), "cards Th 9c Ac  8d 9d Kd  6c 4s 7c  4h 3d 5s  2c 2d 3s", dealing_method=method
    )
    assert requested_cards(played) == [(section, "position 1"), (section, "position 2"), (section, "dealer")] * 5
    assert played.state.hand(1).all == held(LOW)
    assert played.state.dealer == held("Ac")
    assert view(played.state, 1)["dealer_down"] == ["??"] * 4


@pytest.mark.parametrize("method", ["hand", "automated_shoe"])
def test_16_8_before_1999_the_dealers_last_card_was_face_up(method: str) -> None:
    around = "Th Ac 8d Kd 6c 7c 4h 5s 2c 3s" if method == "hand" else f"{LOW} {DEALER}"
    played = Played(SIT[0], *antes(1), f"cards {around}", on="1998-06-01", dealing_method=method)
    assert played.state.dealer == held("3s")


def test_16_9_c_stacks_of_five_the_dealers_last() -> None:
    played = Played(*SIT[::2], *antes(3, 1), f"cards {LOW} {PAIR} {DEALER}")
    assert requested_cards(played) == [
        ("16.9(c)", to) for to in ("position 1", "position 3", "dealer") for _ in range(5)
    ]


def test_16_9_g_the_bottom_card_of_the_dealers_stack_is_shown() -> None:
    played = Played(SIT[0], *antes(1), f"cards {LOW} {DEALER}")
    assert played.state.dealer == held("Ac")
    assert ("16.9(g)", "The dealer shows A♣.") in played.said


@pytest.mark.parametrize(
    ("method", "away", "counted"), [("hand", "16.8(d)", "16.8(e)"), ("automated_shoe", "16.9(d)", "16.9(e)")]
)
def test_16_8_d_and_16_9_d_stub_unseen_to_the_rack_and_counted_every_five_rounds(
    method: str, away: str, counted: str
) -> None:
    one = [*antes(1), "cards Th 8d 6c 4h 2c Ac Kd 7c 5s 3s", "1: fold"]
    played = Played(SIT[0], *(one * 5), dealing_method=method)
    stubs = [(section, text) for section, text in played.said if "stub" in text]
    assert [section for section, _ in stubs] == [away] * 4 + [counted]
    assert "42 cards with 10 dealt make 52" in stubs[-1][1]


def test_16_9_f_stub_is_not_counted_if_the_shuffler_counts() -> None:
    one = [*antes(1), f"cards {LOW} {DEALER}", "1: fold"]
    played = Played(SIT[0], *(one * 6), shuffler_counts=True)
    assert not any("counted" in text for _, text in played.said)


def test_16_9_f_a_wrong_count_removes_the_deck() -> None:
    close = (SIT[0], *antes(1), "close")
    played = Played(*close, "interrupt shuffler_counts_wrong", f"cards {LOW}", shuffler_counts=True)
    assert any(section == "16.9(f)" and "removed" in text for section, text in played.said)


def test_16_9_f_after_a_wrong_count_another_deck_is_shuffled() -> None:
    """A new deck is shuffled once."""
    one = (*antes(1), f"cards {LOW} {DEALER}", "1: fold")
    same = Played(SIT[0], *one, *antes(1), f"cards {LOW}", shuffler_counts=True)
    other = Played(
        SIT[0], *one, *antes(1), "close", "interrupt shuffler_counts_wrong", f"cards {LOW}", shuffler_counts=True
    )
    assert [played.state.shoe.shuffles for played in (same, other)] == [2, 1]


# ---- 16.10: bet or fold, and settlement


def test_16_10_a_bet_is_exactly_twice_the_ante_and_a_fold_takes_ante_and_cards_at_once() -> None:
    played = Played(*SIT[:2], *antes(1, 2, amount=15), f"cards {LOW} {PAIR} {DEALER}", "1: fold")
    assert played.settled == [("16.10(a)", 1, "ante", "loses")]
    assert played.state.hand(1).all == ()
    assert played.state.shoe.discards == 5
    played.dealer.decide("raise")
    assert any(isinstance(step, Settled) and step.wager.amount == 30_00 for step in played.steps)


def test_16_10_a_bet_is_made_only_when_deciding_and_only_with_the_chips_for_it() -> None:
    played = Played("1: sit Ann 25", "1: ante 10", "refused by 16.10(a) 1: make bet 20", f"cards {LOW} {DEALER}")
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("fold",)
    assert "Bet wager of $20 is more than the $15 available (N.J.A.C. 19:47-16.10(a))" in played.refuses("bet")


def test_16_10_c_information_exchanged_forfeits_all_wagers_of_the_round() -> None:
    played = Played(
        *SIT[:2],
        *antes(1, 2, progressive=True),
        f"cards {ROYAL} {PAIR} {DEALER}",
        "interrupt information_exchanged",
        "2: bet",
    )
    assert played.settled[:2] == [("16.10(c)", 1, "ante", "loses"), ("16.10(c)", 1, "progressive", "loses")]
    assert (played.net(1), played.net(2)) == (-11_00, 29_00)
    assert played.state.meter == 1000140, "what it gave to the meter stays"


def test_16_10_e_1_to_3_losers_first_then_ties_then_winners_each_from_the_right() -> None:
    played = Played(
        "1: sit A 1000", "2: sit B 1000", "3: sit C 1000", "4: sit D 1000", "5: sit E 1000",
        *antes(1, 2, 3, 4, 5),
        "cards 9c 9d 4s 3c 2d  Th 8d 6c 4h 2c  Ad Ks 7d 5h 3h  Tc Td 4d 3d 2h  Qh 8s 6s 4c 2s  Ac Kd 7c 5s 3s",
        "1: bet", "2: bet", "3: bet", "4: bet", "5: bet",
    )  # fmt: skip
    assert [(section, position, result) for section, position, kind, result in played.settled if kind == "bet"] == [
        ("16.10(e)1", 5, "loses"),
        ("16.10(e)1", 2, "loses"),
        ("16.10(e)2", 3, "returned"),
        ("16.10(e)3", 4, "wins"),
        ("16.10(e)3", 1, "wins"),
    ]


@pytest.mark.parametrize("show", [False, True])
def test_16_10_f_1_hands_are_turned_by_choice_but_always_with_a_progressive_wager(show: bool) -> None:
    played = Played(
        *SIT[:2],
        *antes(1),
        *antes(2, progressive=True),
        f"cards {LOW} {PAIR} {NO_HAND}",
        "1: bet",
        "2: bet",
        show_hands_when_no_qualify=show,
    )
    turned = [text[:10] for _, text in played.said if text.startswith("Position")]
    assert turned == (["Position 2", "Position 1"] if show else ["Position 2"])


def test_16_10_f_2_and_16_10_f_3_no_hand_antes_paid_from_the_right_and_bets_void() -> None:
    played = Played(*SIT[:2], *antes(1, 2), f"cards {LOW} {PAIR} {NO_HAND}", "1: bet", "2: bet")
    steps = [step for step in played.steps if isinstance(step, (Said, Settled))]
    first = next(at for at, step in enumerate(steps) if isinstance(step, Settled))
    assert [step.text for step in steps[first - 1 : first] if isinstance(step, Said)] == ["No hand."]
    assert steps[first - 1].section == "16.10(f)"
    assert played.settled == [
        ("16.10(f)2", 2, "ante", "wins"),
        ("16.10(f)3", 2, "bet", "void"),
        ("16.10(f)2", 1, "ante", "wins"),
        ("16.10(f)3", 1, "bet", "void"),
    ]


@pytest.mark.parametrize(
    ("dealer", "counts"), [("As Kc 4d 3h 2s", True), ("As Qc Jd Th 9s", False), ("2s 2c 5d 4h 3s", True)]
)
def test_16_1_qualifying_hand_is_ace_king_or_better(dealer: str, counts: bool) -> None:
    played = Played(SIT[0], *antes(1), f"cards 8c 8d 7s 6h Td {dealer}", "1: bet")
    assert ("16.10(f)", "No hand.") not in played.said if counts else ("16.10(f)", "No hand.") in played.said


# ---- 16.11, 16.12: the progressive wager, odds and limits


def test_16_11_b_the_award_is_verified_before_it_is_paid() -> None:
    played = Played(SIT[0], *antes(1, progressive=True), f"cards {FLUSH} {DEALER}", "1: bet")
    sections = [step.section for step in played.steps if isinstance(step, (Said, Settled))]
    assert sections[-4:] == ["16.11(b)", "16.11(a)", "16.11(a)", "16.10(e)3"]


def test_16_11_c_a_losing_hand_is_also_paid() -> None:
    played = Played(SIT[0], *antes(1, progressive=True), f"cards {FLUSH} Kc Kd Kh 2s 2d", "1: bet")
    assert [(section, kind, result) for section, _, kind, result in played.settled] == [
        ("16.10(e)1", "ante", "loses"),
        ("16.10(e)1", "bet", "loses"),
        ("16.11(a)", "progressive", "wins"),
    ]
    assert played.net() == -30_00 + 49_00


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("As Ks Qs Js Ts", 100),
        (STRAIGHT_FLUSH, 50),
        ("9c 9d 9h 9s 4h", 20),
        ("9c 9d 9h 4s 4h", 7),
        (FLUSH, 5),
        ("9c 8d 7h 6s 5c", 4),
        ("9c 9d 9h 4s 2h", 3),
        ("9c 9d 4s 4h 2h", 2),
        (PAIR, 1),
        ("Ah Kh Qd 8c 2s", 1),
    ],
)
def test_16_12_c_what_a_winning_bet_pays(cards: str, odds: int) -> None:
    played = Played(SIT[0], *antes(1), f"cards {cards} Ac Kd 7c 5s 3s", "1: bet")
    assert played.net() == 10_00 + odds * 20_00


def test_16_12_c_rows_may_be_raised_but_not_lowered() -> None:
    rules = rules_of("caribbean-stud")
    assert not findings(rules, date(2005, 6, 1), {}, {"bet.flush": "6 to 1"}, None)
    found = findings(rules, date(2005, 6, 1), {}, {"bet.flush": "4 to 1"}, None)
    assert [(one.section, one.permitted.split(" (")[0]) for one in found] == [("16.12(c)", "5 to 1 or more")]


def test_16_12_d_the_limit_is_announced_and_applies_to_the_bet_only() -> None:
    played = Played(SIT[0], *antes(1, amount=100, progressive=True), f"cards {STRAIGHT_FLUSH} {DEALER}", "1: bet")
    assert ("16.12(d)", "The payout limit of $5,000 a hand: $5,000 instead of $10,000.") in played.said
    assert played.net() == 100_00 + 5000_00 + 1000_07 - 1_00


def meter(cards: str, *, play: str = "bet", **options: Any) -> Played:
    return Played(SIT[0], *antes(1, progressive=True), f"cards {cards} {DEALER}", f"1: {play}", **options)


def test_16_12_e_a_straight_flush_takes_a_tenth_rounded_up_or_5000_dollars() -> None:
    played = meter(STRAIGHT_FLUSH, progressive_meter="12345.01")
    assert played.net() == 10_00 + 1000_00 + 1234_58 - 1_00
    assert played.state.meter == 1234571 - 123458
    played = meter(STRAIGHT_FLUSH, straight_flush_progressive="fixed_5000", progressive_meter="12345.01")
    assert played.net() == 10_00 + 1000_00 + 4999_00
    assert played.state.meter == 1234571 - 500000


@pytest.mark.parametrize(("rate", "added"), [("0.70", 70), ("0.755", 76), ("1", 100)])
def test_16_12_f_the_meter_takes_no_less_than_its_rate(rate: str, added: int) -> None:
    assert meter(LOW, play="fold", progressive_rate=rate).state.meter == 1000000 + added


def test_16_12_f_the_rate_is_at_least_70_percent() -> None:
    rules, day = rules_of("caribbean-stud"), date(2005, 6, 1)
    for rate, sections in (("0.69", ["16.12(f)"]), ("0.70", []), ("1", []), ("1.01", ["16.12(f)"])):
        found = findings(rules, day, {"progressive_rate": Decimal(rate)}, {}, None)
        assert [one.section for one in found] == sections, rate


def test_16_12_f_a_royal_flush_resets_the_meter() -> None:
    played = meter(ROYAL, progressive_meter=50000, progressive_reset=20000)
    assert played.state.meter == 2000000


def test_16_12_g_shares_of_an_odd_meter_are_rounded_up() -> None:
    played = Played(
        *SIT,
        *antes(1, 2, 3, progressive=True),
        f"cards As Ks Qs Js Ts  Ah Kh Qh Jh Th  Ad Kd Qd Jd Td  {NO_HAND.replace('Qc Jd', '9c 7d')}",
        "1: bet",
        "2: bet",
        "3: bet",
        progressive_meter="9997.91",
    )
    assert {played.net(number) for number in (1, 2, 3)} == {10_00 + 3333_34 - 1_00}
    assert played.state.meter == 1000000


def test_16_12_g_only_hands_with_a_progressive_wager_share() -> None:
    played = Played(
        *SIT[:2],
        *antes(1, progressive=True),
        *antes(2),
        f"cards As Ks Qs Js Ts  Ah Kh Qh Jh Th  {NO_HAND}",
        "1: bet",
        "2: bet",
        progressive_meter="9999.30",
    )
    assert (played.net(1), played.net(2)) == (10_00 + 9999_00, 10_00)


def test_16_12_g_fixed_awards_may_be_paid_in_addition_to_the_meter() -> None:
    assert meter(FOUR, fixed_prizes_from_meter=False).state.meter == 1000070
    assert meter(FOUR).state.meter == 1000070 - 50000


def test_16_12_g_the_meter_does_not_fall_below_zero() -> None:
    assert meter(FOUR, progressive_meter=100).state.meter == 0


# ---- 16.10(e): the order of settlement


def test_16_10_e_hands_are_turned_from_the_right_and_losing_wagers_collected_at_once() -> None:
    played = Played(
        *SIT, *antes(1, 2, 3, progressive=True), f"cards {LOW} {PAIR} {FLUSH} {DEALER}", "1: bet", "2: bet", "3: bet"
    )
    has = [
        step.text.split(" has ")[0]
        if isinstance(step, Said)
        else f"{step.wager.position} {step.wager.kind} {step.result}"
        for step in played.steps
        if isinstance(step, Settled) or (isinstance(step, Said) and " has " in step.text and step.position)
    ]
    assert has == [
        "Position 3", "Position 2", "2 progressive loses", "Position 1", "1 ante loses", "1 bet loses",
        "1 progressive loses", "3 ante wins", "3 bet wins", "3 progressive wins", "2 ante wins", "2 bet wins",
    ]  # fmt: skip


def test_16_10_e_3_a_losing_hands_progressive_is_paid_with_the_winners_and_its_cards_wait() -> None:
    full = "Qh Qd Qc 2h 2s"
    played = Played(*SIT[:2], *antes(1, 2, progressive=True), f"cards {PAIR} {full} Ks Kh Kc 7c 7d", "1: bet", "2: bet")
    results = [(box, kind, result) for _, box, kind, result in played.settled]
    assert results == [
        (2, "ante", "loses"), (2, "bet", "loses"), (1, "ante", "loses"), (1, "bet", "loses"),
        (1, "progressive", "loses"), (2, "progressive", "wins"),
    ]  # fmt: skip
    paid = next(step for step in played.steps if isinstance(step, Settled) and step.result == "wins")
    assert paid.state.hand(2).all != ()
    assert paid.state.hand(1).all == ()


def test_16_10_e_3_winning_hands_lie_face_up_until_all_are_paid() -> None:
    played = Played(*SIT[:2], *antes(1, 2), f"cards {PAIR} {FLUSH} {DEALER}", "1: bet", "2: bet")
    paid = [step for step in played.steps if isinstance(step, Settled) and step.result == "wins"]
    assert [step.wager.position for step in paid] == [2, 2, 1, 1]
    for step in paid:
        assert [len(step.state.hand(box).cards) for box in (1, 2)] == [5, 5]


@pytest.mark.parametrize(("by", "waits"), [("cage", True), ("table_inventory", False)])
def test_16_10_e_3_cards_of_a_jackpot_paid_from_elsewhere_stay_until_it_is_documented(by: str, waits: bool) -> None:
    dealt = (*SIT[:2], *antes(1, 2, progressive=True), f"cards Ah Kh Qh Jh Th {PAIR} {DEALER}")
    played = Played(*dealt, "1: bet", "2: bet", jackpot_paid_by=by)
    stay = [step for step in played.steps if isinstance(step, Said) and "stay on the table" in step.text]
    assert len(stay) == waits
    if waits:
        assert stay[0].section == "16.10(e)3"
        assert [len(stay[0].state.hand(box).all) for box in (1, 2)] == [5, 0]


# ---- 16.13: irregularities


@pytest.mark.parametrize("event", ["hole_card_exposed", "dealer_misdeal", "stub_counts_wrong"])
def test_16_13_a_and_16_13_d_all_hands_are_void_and_the_meter_is_restored(event: str) -> None:
    played = Played(
        *SIT, *antes(1, 2, 3, progressive=True),
        f"cards {LOW} {PAIR} {FLUSH} {DEALER}", "1: fold", "2: bet", f"interrupt {event}",
    )  # fmt: skip
    assert played.dealer.state.rounds == 1
    assert [seat.rack for seat in played.state.positions] == [10000_00] * 3
    assert played.state.meter == 1000000
    returned = [(box, kind) for _, box, kind, result in played.settled if result in ("void", "restored")]
    assert sorted(returned) == [
        (1, "ante"), (1, "progressive"), (2, "ante"), (2, "bet"), (2, "progressive"), (3, "ante"), (3, "progressive"),
    ]  # fmt: skip
    assert [played.net(box) for box in (1, 2, 3)] == [0, 0, 0], "the records sum to the chips"


def test_16_13_b_one_card_face_up_is_not_used_more_void_the_round() -> None:
    lines = (SIT[0], *antes(1), "cards Th 8d", "throw card_face_up", "cards Ks")
    played = Played(*lines, "cards 6c 4h 2c", f"cards {DEALER}", "1: bet")
    assert played.net() == -30_00
    assert ("16.13(b)", "K♠ goes to the discard rack.") in played.said
    played = Played(*lines, "throw card_face_up")
    assert (played.dealer.state.rounds, played.net()) == (1, 0)


def test_16_13_c_a_card_drawn_in_error_unseen_is_the_next_card() -> None:
    played = Played(SIT[0], *antes(1), "cards Th", "throw drawn_in_error", "cards 8d 6c 4h 2c", f"cards {DEALER}")
    assert played.state.hand(1).all == held(LOW)


def test_16_13_d_a_players_wrong_number_voids_that_hand_and_its_share_of_the_meter() -> None:
    played = Played(
        *SIT[:2],
        *antes(1, 2, progressive=True),
        "cards Th 8d",
        "throw player_wrong_number",
        f"cards {PAIR} {DEALER}",
        "2: bet",
    )
    assert (played.net(1), played.net(2)) == (0, 29_00)
    assert played.state.meter == 1000070
    assert [to for _, to in requested_cards(played)].count("position 1") == 3, (
        "asked for a third card, which was not dealt"
    )


@pytest.mark.parametrize("method", ["hand", "automated_shoe"])
def test_16_13_d_a_dealer_with_four_cards_deals_one_more(method: str) -> None:
    around = ["Th Ac 8d Kd 6c 7c", "4h 5s 2c 3s"] if method == "hand" else [LOW, DEALER]
    played = Played(
        SIT[0],
        *antes(1),
        f"cards {around[0]}",
        "throw dealer_four_cards",
        f"cards {around[1]}",
        "1: bet",
        dealing_method=method,
    )
    assert ("16.13(d)", "The dealer has one card too few, and deals himself one more.") in played.said
    assert played.net() == -30_00


@pytest.mark.parametrize("where", ["card", "decision", "settlement"])
def test_16_13_d_that_players_hand_is_void_whatever_the_round_waits_for(where: str) -> None:
    """The named hand is void whether the round waits for the dealer's card, another player's decision or the
    settlement.
    """
    bet = ("1: bet", "2: bet", "3: bet")
    wrong = "interrupt player_wrong_number 1"
    cards = f"cards {LOW} {PAIR} {FLUSH}"
    lines = {
        "card": (cards, wrong, f"cards {DEALER}", *bet[1:]),
        "decision": (cards, f"cards {DEALER}", *bet[:2], wrong, bet[2]),
        "settlement": (cards, f"cards {DEALER}", *bet, wrong),
    }[where]
    played = Played(*SIT, *antes(1, 2, 3), *lines)
    assert [played.net(box) for box in (1, 2, 3)] == [0, 30_00, 110_00]
    assert played.dealer.state.rounds == 1


def test_16_13_d_a_position_must_be_named_at_the_dealers_card() -> None:
    lines = (*SIT[:2], *antes(1, 2), f"cards {LOW} {PAIR}")
    played = Played(*lines, "refused by 16.13(d) interrupt player_wrong_number")
    assert "say which hand it concerns: 1, 2" in played.refusals[0]


def test_16_13_d_a_folded_hand_that_was_dealt_wrongly_gets_its_ante_back() -> None:
    played = Played(
        *SIT[:2], *antes(1, 2, progressive=True), f"cards {LOW} {PAIR} {DEALER}", "1: fold",
        "interrupt player_wrong_number 1", "2: bet",
    )  # fmt: skip
    assert [played.net(box) for box in (1, 2)] == [0, 29_00]
    assert played.state.rack(1) == 10000_00
    assert played.state.meter == 1000070


def test_16_13_d_a_fourth_card_missed_after_the_deal_is_dealt() -> None:
    lines = (SIT[0], *antes(1), f"cards {LOW} {DEALER}")
    played = Played(*lines, "interrupt dealer_four_cards", "1: bet")
    assert ("16.13(d)", "The dealer has 4 cards.") in played.said
    assert ("16.13(d)", "He deals himself one more.") in played.said
    assert played.net() == -30_00
    assert Played(*lines, "1: bet", "refused by 16.13(d) interrupt dealer_four_cards").refusals


def test_16_10_c_the_players_communicating_forfeit_and_the_others_continue() -> None:
    dealt = (*SIT, *antes(1, 2, 3, progressive=True), f"cards {PAIR} {FLUSH} {LOW} {DEALER}")
    for lines in (
        ("interrupt information_exchanged 2 3", "1: bet"),
        ("1: bet", "2: bet", "interrupt information_exchanged 2 3"),
        ("1: bet", "2: bet", "3: fold", "interrupt information_exchanged 2, 3"),
    ):
        played = Played(*dealt, *lines)
        lost = 31_00 if lines[-1].startswith("interrupt") else 11_00
        assert [played.net(1), played.net(2), played.net(3)] == [29_00, -lost, -11_00]
        assert [seat.rack - 10000_00 for seat in played.state.positions] == [29_00, -lost, -11_00]


def test_16_10_c_positions_must_be_named_before_the_settlement() -> None:
    lines = (*SIT[:2], *antes(1, 2), f"cards {LOW} {PAIR} {DEALER}", "1: bet", "2: bet")
    played = Played(*lines, "refused by 16.10(c) interrupt information_exchanged")
    assert "say which position it concerns: 1, 2" in played.refusals[0]


def test_16_10_c_forfeited_wagers_stay_forfeited_if_the_round_is_void_later() -> None:
    played = Played(
        *SIT[:2], *antes(1, 2, progressive=True), f"cards {PAIR} {LOW} {DEALER}",
        "interrupt information_exchanged 1", "interrupt hole_card_exposed",
    )  # fmt: skip
    assert [played.net(box) for box in (1, 2)] == [-11_00, 0]
    assert [seat.rack - 10000_00 for seat in played.state.positions] == [-11_00, 0]
    assert played.state.meter == 1000070, "the share of the forfeited dollar stays on the meter"


def test_16_13_g_a_removed_shuffling_device_cannot_fail() -> None:
    lines = (SIT[0], "interrupt change_of_device", *antes(1), "close")
    played = Played(*lines, "refused by 16.13(e) interrupt shuffler_jams", f"cards {LOW}")
    assert any(section == "16.13(g)" for section, _ in played.said)
    assert "taken off the table" in played.refusals[0]
    assert "the shuffler is off the table" in played.dealer.game.status(played.state)


@pytest.mark.parametrize(
    ("event", "at", "options", "section"),
    [
        ("shoe_jams", "cards Th", {"dealing_method": "hand"}, "16.13(f)"),
        ("shoe_jams", "cards Th", {"dealing_method": "manual_shoe"}, "16.13(f)"),
        ("shuffler_jams", "close", {"shuffler": "false"}, "16.13(e)"),
        ("shuffler_counts_wrong", "close", {}, "16.9(f)"),
        ("shuffler_counts_wrong", "close", {"shuffler": "false", "shuffler_counts": "false"}, "16.9(f)"),
    ],
)
def test_16_13_e_and_16_13_f_only_a_device_in_use_can_fail(
    event: str, at: str, options: dict[str, str], section: str
) -> None:
    played = Played(SIT[0], *antes(1), at, f"refused by {section} interrupt {event}", **options)
    assert "at this table it is" in played.refusals[0]


def test_16_8_b_1_dealing_from_the_hand_needs_the_shuffler() -> None:
    rules = rules_of("caribbean-stud")
    day = date(2005, 6, 1)
    found = findings(rules, day, {"dealing_method": "hand", "shuffler": False}, {}, None)
    assert [finding.section for finding in found if finding.stops()] == ["16.8(b)1"]
    assert not [one for one in findings(rules, day, {"dealing_method": "hand"}, {}, None) if one.stops()]


def test_16_13_e_to_g_devices() -> None:
    played = Played(SIT[0], *antes(1), "close", "interrupt shuffler_jams", f"cards {LOW}")
    assert "16.13(e)" in {section for section, _ in played.said}
    played = Played(SIT[0], *antes(1), "cards Th 8d", "throw shoe_jams")
    assert (played.dealer.state.rounds, played.state.rack(1)) == (1, 10000_00)


def test_8_2_posted_limits_apply_to_the_ante_but_not_to_the_bet_or_the_dollar() -> None:
    played = Played(SIT[0], *antes(1, progressive=True), f"cards {LOW} {DEALER}")
    offers = played.dealer.game.offers(played.dealer.state, 1)
    assert not played.dealer.allowed(1, Action("make", "ante", 500))
    assert list(offers) == []


def test_16_13_a_dealer_short_of_a_card_twice_still_completes_his_hand() -> None:
    """The mistake is repeated while it is being corrected."""
    played = Played(
        "1: sit Ann 1000", "1: ante 10", "card 2c", "throw dealer_four_cards", "cards 3d 4h 5s 7c Ah Kh Qd Js",
        "throw dealer_four_cards", "card 9c", "1: fold",
    )  # fmt: skip
    assert played.dealer.state.rounds == 1
    assert played.dealer.state.chips == played.dealer.state.bought_in
