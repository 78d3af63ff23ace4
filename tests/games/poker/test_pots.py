"""Pots, rake, payouts and bets at their exact limits, each under its section."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import ScriptedSource, cards
from pitboss.families.poker_room.betting import Betting, Options, Players, Stakes, after_act, open_round, options
from pitboss.families.poker_room.pots import Pot, halves, percent_rake, scheduled_rake, split
from pitboss.families.poker_room.round import PokerRoom
from pitboss.families.poker_room.state import PokerState
from pitboss.table import Action, AskDecision, Dealer, Settled, game_on

CHIP = 1_00
FIXED = Stakes("fixed_limit", 3_00, 6_00, 3_00, 3, CHIP)
NO_LIMIT = Stakes("no_limit", 3_00, 6_00, 3_00, 3, CHIP)


def room(**chosen: Any) -> PokerRoom:
    no_rake = {} if "rake_method" in chosen else {"rake_percent": 0}
    made = game_on(Layout.of("poker", None, no_rake | chosen))
    assert isinstance(made, PokerRoom)
    return made


def table(made: PokerRoom, dealt: str, *chips: int) -> Dealer:
    """Return a closed table whose players have these dollars, with given cards."""
    dealer = Dealer(made, ScriptedSource(cards=cards(dealt)))
    for position, amount in enumerate(chips, 1):
        dealer.act(position, Action("sit", amount=amount * 100))
    dealer.close()
    return dealer


def played(dealer: Dealer, *choices: str) -> PokerState:
    """Return the state after these decisions and all chance events that follow."""
    left = list(choices)
    while dealer.ask is not None and (dealer.ask.chance or left):
        if isinstance(dealer.ask, AskDecision):
            dealer.decide(left.pop(0))
        else:
            dealer.next()
    assert dealer.ask is not None
    assert isinstance(dealer.ask.state, PokerState)
    return dealer.ask.state


# ---- 14.12


@pytest.mark.parametrize(
    ("hand", "opens"),
    [("Jh Jd 2c 3s 4d", True), ("Jh Jd Qc Ks Ad", True), ("Th Td Qc Ks Ad", False), ("2h 2d 3c 3s 4d", True)],
)
def test_14_12_openers_are_any_pair_of_jacks_or_better(hand: str, opens: bool) -> None:
    openers = room(variant="draw5_high", draw_openers="jacks_or_better")
    assert openers.room.opens_with(cards(hand)) is opens


# ---- 14.14


@pytest.mark.parametrize(
    ("total", "chip", "taken"),
    [
        (9_99, CHIP, 0),
        (10_00, CHIP, 1_00),
        (19_99, CHIP, 1_00),
        (40_00, CHIP, 4_00),
        (99_00, CHIP, 4_00),
        (9_99, 1, 99),
    ],
)
def test_14_14_rake_of_ten_percent_is_rounded_down_to_whole_chips(total: int, chip: int, taken: int) -> None:
    assert percent_rake(total, 10, 4_00, chip) == taken


@pytest.mark.parametrize(
    ("total", "steps", "chip", "taken"),
    [
        (10_00, {10_00: 1_00}, CHIP, 1_00),
        (9_99, {10_00: 1_00}, CHIP, 0),
        (39_00, {20_00: 2_00}, CHIP, 2_00),
        (27_00, {20_00: 3_00}, CHIP, 2_00),
        (9_99, {5_00: 1_00}, 1, 99),
    ],
)
def test_14_14_rake_by_steps_is_never_over_ten_percent_in_whole_chips(
    total: int, steps: Mapping[int, int], chip: int, taken: int
) -> None:
    assert scheduled_rake(total, steps, 10, chip) == taken


def test_14_14_scheduled_rake_is_taken_by_its_steps_and_not_by_percent() -> None:
    by_steps = room(rake_method="scheduled_rake", rake_schedule="10:1,50:2")
    assert [by_steps.room.rake(pot, streets=4) for pot in (9_00, 10_00, 40_00, 50_00)] == [0, 1_00, 1_00, 2_00]


# ---- 14.15


def test_14_15_odd_chips_and_fractions_of_a_chip_go_to_the_first() -> None:
    assert split(101_50, (5, 8, 2), CHIP) == {5: 34_50, 8: 34_00, 2: 33_00}
    assert split(100_50, (5, 8), CHIP) == {5: 50_50, 8: 50_00}


def test_14_15_odd_chips_of_a_split_pot_go_to_the_high_half() -> None:
    assert halves(75_00, CHIP) == (38_00, 37_00)
    assert halves(75_50, CHIP) == (38_50, 37_00)


@pytest.mark.parametrize(
    ("high", "low", "unseen"),
    [
        ({1: 9, 2: 5, 3: 8}, None, True),
        ({1: 9, 2: 5, 3: 9}, None, False),
        ({1: 9, 2: 5, 3: 8}, {1: 0, 2: 4, 3: 3}, True),
        ({1: 9, 2: 5, 3: 8}, {1: 0, 2: 4, 3: 4}, False),
        ({1: 9, 2: 5, 3: 8}, {1: 0, 2: 4, 3: 5}, False),
        ({1: 9, 2: 5, 3: 8}, {1: 0, 2: 0, 3: 0}, True),
    ],
)
def test_14_15_showdown_a_hand_is_discarded_unseen_only_if_it_neither_wins_nor_ties(
    high: Mapping[int, int], low: Mapping[int, int] | None, unseen: bool
) -> None:
    """Positions 1 and 2 have shown; position 3 is next."""
    assert room().beaten(3, (1, 2), (Pot(100, (1, 2, 3)),), high, low) is unseen


def test_14_15_showdown_players_in_a_side_pot_show_before_one_who_is_all_in() -> None:
    dealt = "Ah Kh Qh Ad Kd Qd " + "2c 3s 5d 7c 2d 9s 2h Js"
    dealer = table(room(min_buy_in=1, show_all_called=True), dealt, 12, 100, 100)
    said: list[str] = []
    dealer.watch = lambda step: said.append(getattr(step, "text", ""))
    played(dealer, "raise", "raise", "raise", "call", "call", "bet", "call", *["check"] * 4)
    shown = [text.split()[1] for text in said if text.startswith("Position") and " shows " in text]
    assert shown == ["2", "3", "1"]


def test_14_15_a_tied_hand_that_gets_back_exactly_what_it_put_in_has_won_its_part_and_lost_nothing() -> None:
    dealer = table(room(), "Ah Ad Kh Kd " + "2c 3s 5d 7c 2d 9s 2h Js", 100, 100)
    settled: list[Settled] = []
    dealer.watch = lambda step: settled.append(step) if isinstance(step, Settled) else None
    played(dealer, "call", "check", *["check"] * 6)
    assert [(one.wager.position, one.result, one.net) for one in settled] == [(1, "wins", 0), (2, "wins", 0)]


# ---- 14.7, 14.9


def test_14_7_kill_in_split_games_is_due_from_exactly_five_upper_limits() -> None:
    made = room(variant="omaha_hilo8", kill="half", lower_limit=3, upper_limit=3)
    dealer = table(made, "", 100, 100)
    assert dealer.ask is not None
    state = dealer.ask.state
    assert isinstance(state, PokerState)
    assert [made.next_kill(state, {1: total}, total, {1: total}).kill.due for total in (14_99, 15_00)] == [0, 1]


@pytest.mark.parametrize(("all_in", "may"), [(9_00, True), (8_00, False)])
def test_14_7_all_in_for_half_a_bet_more_lets_the_bettor_raise_again(all_in: int, may: bool) -> None:
    betting = open_round(FIXED, Players((1, 2, 3), (100_00, all_in, 100_00)), size=6_00)
    betting = after_act(FIXED, betting, "bet", 6_00)
    betting = after_act(FIXED, betting, "raise", all_in)
    betting = after_act(FIXED, betting, "call")
    assert betting.turn == 1
    assert bool(options(FIXED, betting).most) is may


def test_14_7_all_in_of_all_others_ends_the_betting_for_a_player_who_has_matched_it() -> None:
    blinds = open_round(NO_LIMIT, Players((1, 2), (2_00, 97_00), staked=(1_00, 3_00)), posted=3_00)
    assert after_act(NO_LIMIT, blinds, "call").due == ()


def pair() -> Betting:
    """Fourth street is the second betting round in seven-card stud; with an open pair $3 or $6 may be bet."""
    return open_round(FIXED, Players((1, 2), (100_00, 100_00)), wide=True)


def test_14_9_streets_with_an_open_pair_take_either_limit_and_nothing_between() -> None:
    may = options(FIXED, pair())
    assert [may.takes(to, CHIP) for to in (3_00, 4_00, 6_00)] == [True, False, True]
    assert may == Options(True, 0, 3_00, 6_00, (3_00, 6_00))


def test_14_9_streets_with_an_open_pair_take_the_upper_limit_from_a_player_with_exactly_that() -> None:
    assert options(FIXED, open_round(FIXED, Players((1, 2), (6_00, 100_00)), wide=True)).sizes == (3_00, 6_00)


def test_14_9_streets_with_an_open_pair_continue_with_the_limit_that_was_bet() -> None:
    lower, upper = after_act(FIXED, pair(), "bet", 3_00), after_act(FIXED, pair(), "bet", 6_00)
    assert (lower.size, lower.wide) == (3_00, True)
    assert (upper.size, upper.wide) == (6_00, False)


# ---- 14.19


def test_14_19_a_bad_beat_leaves_odd_cents_with_the_beaten_hand() -> None:
    """A quarter of $1,000.06 is $250.01; the other quarter is shared by two players, who get $125.00 each."""
    dealt = "As Ks 2d 3d Ah Kh 2h 3h " + "7s Ad Kd Kc 7c Ts 7h 9s"
    dealer = table(room(payout_program="bad_beat", payout_fund=Decimal("1000.06")), dealt, 100, 100, 100, 100)
    before = played(dealer, "fold", "fold", "call")
    after = played(dealer, "check", *["check"] * 6)
    assert before.meter == 1000_06
    assert after.meter == 0
    assert sorted(seat.rack % 100 for seat in after.positions) == [0, 0, 1, 5]


def test_14_19_a_bad_beat_rounds_the_share_of_each_of_two_tied_winners_down() -> None:
    """A quarter of $1,000.04 is $250.01: $125.00 for each winner, and the odd cent goes to the beaten hand."""
    hands = ("5h 6h 7h 8h 9h", "2s 2h 2d 2c Ks", "5s 6s 7s 8s 9s", "3c 4d 8c Jd Qc")
    in_turn = " ".join(card for each in zip(*map(str.split, hands), strict=True) for card in each)
    made = room(variant="draw5_high", payout_program="bad_beat", payout_fund=Decimal("1000.04"))
    dealer = table(made, f"{in_turn} 7d Tc Js", 200, 200, 200, 200)
    state = played(dealer, *["call"] * 3, "check", *["none"] * 4, *["check"] * 4)
    assert [seat.rack - 197_00 for seat in state.positions] == [6_00 + 125_00, 500_03, 6_00 + 125_00, 250_01]


def test_14_19_a_high_hand_of_exactly_the_lowest_straight_flush_wins_the_fund() -> None:
    dealt = "5h Ks 2d 3d 4h Kc 2c 3c " + "7s 3h 2h Ah 7c Ts 7d 9s"
    dealer = table(room(payout_program="high_hand", payout_fund=1000), dealt, 100, 100, 100, 100)
    state = played(dealer, "fold", "fold", "call", "check", *["check"] * 6)
    assert [seat.rack // 100 for seat in state.positions] == [1103, 97, 100, 100]


def test_14_19_a_high_hand_not_shown_down_wins_no_payout() -> None:
    dealt = "5h Ks 2d 3d 4h Kc 2c 3c " + "7s 3h 2h Ah"
    dealer = table(room(payout_program="high_hand", payout_fund=1000), dealt, 100, 100, 100, 100)
    assert played(dealer, "fold", "fold", "call", "check", "bet", "fold").meter == 1000_00


def test_14_19_a_bad_beat_is_paid_to_the_best_of_the_beaten_hands() -> None:
    """A straight flush beats four kings and four queens: the kings get half of the fund."""
    hands = ("5h 6h 7h 8h 9h", "Qs Qh Qd Qc 2s", "Ks Kh Kd Kc 2h", "3c 4d 8c Jd Tc")
    in_turn = " ".join(card for each in zip(*map(str.split, hands), strict=True) for card in each)
    made = room(variant="draw5_high", payout_program="bad_beat", payout_fund=1000)
    state = played(
        table(made, f"{in_turn} 7d Tc Js", 200, 200, 200, 200), *["call"] * 3, "check", *["none"] * 4, *["check"] * 4
    )
    assert [seat.rack // 100 - 197 for seat in state.positions] == [12 + 250, 125, 500, 125]
