"""The rules of Subchapter 32, each test named by its section."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.rules import rules_of
from pitboss.table import AskCard, AskDecision, Settled, view
from tests.shared.played_script import PlayedScript, held


class Played(PlayedScript):
    game = "ultimate-texas-holdem"
    day = "2010-06-01"


SIT = ("1: sit Ann 10000", "2: sit Bob 10000", "3: sit Cleo 10000")
DEAL = "cards As Qc Ks Jd"
FLOP, LAST = "cards 3c Kd 7c 4h", "cards 3d 9s 2d"


def hand(hole: str, dealer: str, board: str, *wagers: str, play: str = "play_4x", **options: Any) -> Played:
    """Play one player's hand, dealt singly from a manual shoe; the twos of clubs and diamonds are burned."""
    mine, theirs, cards = hole.split(), dealer.split(), board.split()
    stages = {"play_4x": 0, "play_3x": 0, "play_2x": 1, "play_1x": 2, "fold": 2}
    say = [["1: check"] * (stage < stages[play]) + [f"1: {play}"] * (stage == stages[play]) for stage in range(3)]
    return Played(
        SIT[0],
        *(f"1: {wager}" for wager in wagers or ("ante 10",)),
        f"cards {mine[0]} {theirs[0]} {mine[1]} {theirs[1]}",
        *say[0],
        f"cards 2c {' '.join(cards[:3])}",
        *say[1],
        f"cards 2d {' '.join(cards[3:])}",
        *say[2],
        **options,
    )


# ---- 32.6, 32.13: wagers


def test_32_6_ante_and_blind_are_one_and_change_together() -> None:
    played = Played(SIT[0], "1: ante 10", "refused by 32.6 1: blind 10", "1: press ante 5")
    assert {wager.kind: wager.amount for wager in played.state.wagers} == {"ante": 15_00, "blind": 15_00}
    assert played.state.rack(1) == 9970_00
    played = Played(SIT[0], "1: ante 10", "1: reduce ante by 4", "refused by 32.6 1: remove blind")
    assert {wager.kind: wager.amount for wager in played.state.wagers} == {"ante": 6_00, "blind": 6_00}
    played = Played(SIT[0], "1: ante 10", "1: remove ante")
    assert not played.state.wagers


def test_32_6_ante_and_blind_need_the_chips_for_both() -> None:
    played = Played("1: sit Ann 15", "refused by 32.6 1: ante 10", "1: ante 5")
    assert "$10 with $10 for Blind wager is more than the $15 available" in played.refusals[0]


def test_32_6_ante_and_blind_must_be_payable_at_3_to_2() -> None:
    played = Played(SIT[0], "refused 1: ante 5.01", "1: ante 5.02")
    assert "Blind wager cannot be paid exactly at 3 to 2" in played.refusals[0]


def test_32_6_trips_need_an_ante_and_are_returned_with_it() -> None:
    played = Played(SIT[0], "refused by 32.6 1: trips 5", "1: ante 10", "1: trips 5", "1: remove ante")
    assert not played.state.wagers
    assert "not offered" in Played(SIT[0], "refused by 32.6 1: trips 5", offer_trips=False).refusals[0]


def test_32_6_progressive_only_where_offered_and_one_dollar() -> None:
    assert "not offered" in Played(SIT[0], "1: ante 10", "refused by 32.6 1: progressive 1").refusals[0]
    Played(SIT[0], "1: ante 10", "refused by 32.6 1: progressive 5", "1: progressive 1", offer_progressive=True)


def test_32_6_play_is_offered_only_with_the_chips_for_it() -> None:
    played = Played("1: sit Ann 55", "1: ante 10", DEAL)
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == ("check", "play_3x")
    assert "Play wager of $40 is more than the $35 available" in played.refuses("play_4x")
    assert "is not a choice" in played.refuses("fold")
    assert "is not a choice" in played.refuses("play_2x")


@pytest.mark.parametrize(
    ("multiples", "choices", "times"),
    [
        ("3x_or_4x", ("check", "play_3x", "play_4x"), "three or four"),
        ("3x_only", ("check", "play_3x"), "three"),
        ("4x_only", ("check", "play_4x"), "four"),
    ],
)
def test_32_6_play_before_the_flop_by_the_tables_choice(multiples: str, choices: tuple[str, ...], times: str) -> None:
    played = Played(SIT[0], "1: ante 10", DEAL, preflop_multiples=multiples)
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.choices == choices
    assert played.dealer.ask.question.endswith(f"check, or play {times} times your ante?")
    assert set(played.dealer.game.choices.consequences(played.state, played.dealer.ask)) == set(choices) - {"check"}
    if multiples == "3x_only":
        assert "not offered at this table" in played.refuses("4x")


def test_32_6_coupons_are_accepted_on_the_ante_only() -> None:
    played = Played(SIT[0], "1: ante 10 coupon 10", "refused by 32.6 1: trips 5 coupon 5")
    assert played.state.find(1, "blind").coupon == 0


def test_32_13_one_position_only() -> None:
    assert Played(SIT[0], "refused by 32.13 1: ante 2 10").refusals


# ---- 32.7 to 32.9: dealing


def requested_cards(played: Played) -> list[tuple[str, str]]:
    return [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]


@pytest.mark.parametrize(("method", "section"), [("manual_shoe", "32.7"), ("hand", "32.8")])
def test_32_7_and_32_8_one_card_at_a_time_and_the_board_after_burns(method: str, section: str) -> None:
    played = Played(
        *SIT[:2],
        "1: ante 10",
        "2: ante 10",
        "cards As 8c Qc Ks 8d Jd",
        FLOP,
        LAST,
        dealing_method=method,
    )
    around = [(section, "position 1"), (section, "position 2"), (section, "dealer")]
    board = [("32.10", "discard rack"), *[("32.10", "community cards")] * 3]
    assert requested_cards(played) == [*around * 2, *board, *board[:3]]
    assert played.state.community == held("Kd 7c 4h 9s 2d")


def test_32_9_automated_shoe_deals_stacks_the_board_face_down() -> None:
    played = Played(SIT[0], "1: ante 10", "cards As Ks Qc Jd Kd 7c 4h 9s 2d", dealing_method="automated_shoe")
    assert [to for _, to in requested_cards(played)] == ["position 1"] * 2 + ["dealer"] * 2 + ["community cards"] * 5
    assert view(played.state, 1)["community_down"] == ["??"] * 5
    played.dealer.decide("check")
    assert played.state.community == held("Kd 7c 4h")
    assert len(played.state.community_down) == 2
    played.dealer.decide("check")
    assert played.state.community == held("Kd 7c 4h 9s 2d")


def test_32_7_stub_is_counted_every_five_rounds() -> None:
    one = ("1: ante 10", DEAL, FLOP, LAST, "1: fold")
    played = Played(SIT[0], *(one * 5))
    stubs = [(section, text) for section, text in played.said if "stub" in text]
    assert [section for section, _ in stubs] == ["32.7"] * 5
    assert [number for number, (_, text) in enumerate(stubs, 1) if "41 cards with 11 dealt make 52" in text] == [5]


# ---- 32.10: decisions and settlement


def test_32_10_decisions_go_to_players_who_have_not_played() -> None:
    played = Played(
        *SIT,
        "1: ante 10",
        "2: ante 10",
        "3: ante 10",
        "cards As 8c 5h Qc Ks 8d 4c Jd",
        "1: play_4x",
        "2: check",
        "3: check",
        FLOP.replace("4h", "6h"),
        "2: play_2x",
        "3: check",
        LAST,
        "3: fold",
    )
    assert [step.position for step in played.steps if isinstance(step, AskDecision)] == [1, 2, 3, 2, 3, 3]


def test_32_10_decisions_only_the_player_sees_the_hole_cards() -> None:
    state = Played(*SIT[:2], "1: ante 10", "2: ante 10", "cards As 8c Qc Ks 8d Jd").state
    assert [one["down"] for one in view(state, 1)["hands"]] == [["As", "Ks"], ["??", "??"]]
    assert view(state, 1)["dealer_down"] == ["??", "??"]


def test_32_10_order_is_from_the_dealers_right_and_as_the_wagers_are_listed() -> None:
    played = Played(
        *SIT[:2],
        "1: ante 10",
        "1: trips 5",
        "2: ante 10",
        "2: progressive 1",
        "cards As 8c Qc Ks 8d Jd",
        "1: play_4x",
        "2: play_4x",
        FLOP,
        LAST,
        offer_progressive=True,
    )
    order = [(2, "ante"), (2, "blind"), (2, "play"), (2, "progressive")]
    order += [(1, "ante"), (1, "blind"), (1, "play"), (1, "trips")]
    assert [(position, kind) for _, position, kind, _ in played.settled] == order


@pytest.mark.parametrize(
    ("dealer", "counts"), [("Qc Jd", False), ("Qc 9d", True)], ids=["king high", "a pair on the board counts"]
)
def test_32_10_qualifying_is_a_pair_or_better(dealer: str, counts: bool) -> None:
    played = hand("As Ad", dealer, "Kd 7c 4h 9s 3d")
    assert {kind: result for _, _, kind, result in played.settled}["ante"] == ("wins" if counts else "returned")


def test_32_10_information_exchanged_forfeits_all_wagers() -> None:
    played = Played(
        *SIT[:2],
        "1: ante 10",
        "1: trips 5",
        "2: ante 10",
        "cards As 8c Qc Ks 8d Jd",
        "interrupt information_exchanged",
        "2: play_3x",
        FLOP,
        LAST,
    )
    assert played.net(1) == -25_00
    assert [step.position for step in played.steps if isinstance(step, AskDecision)] == [1, 2]


# ---- 32.11: payout odds

BLIND = {
    "As Ks|Qs Js Ts 4c 4d": (500, 500),
    "9s 8s|7s 6s 5s 4c 4d": (50, 50),
    "9s 9c|9d 9h 5s 4c 4d": (10, 10),
    "9s 9c|9d 5h 5s 4c Kd": (3, 3),
    "9s 7s|5s 3s Ks 4c 4d": (1.5, 1.5),
    "9s 8s|7d 6c 5s 3c Kd": (1, 0),
    "9s 9c|9d 6c 5s 3c Kd": (0, 0),
}


@pytest.mark.parametrize("cards", BLIND)
def test_32_11_blind_by_both_tables(cards: str) -> None:
    hole, _, board = cards.partition("|")
    for table, odds in zip("AB", BLIND[cards], strict=True):
        played = hand(hole, "Qh Jd", board, blind_paytable=table)
        blind = [step.net for step in played.steps if isinstance(step, Settled) and step.wager.kind == "blind"]
        assert blind == [odds * 10_00]


TRIPS = {
    "A": (50, 40, 30, 9, 7, 4, 3, -1),
    "B": (50, 40, 30, 8, 6, 5, 3, -1),
    "C": (50, 40, 30, 8, 7, 4, 3, -1),
    "D": (50, 40, 20, 7, 6, 5, 3, -1),
}


@pytest.mark.parametrize("table", TRIPS)
def test_32_11_trips_by_each_table(table: str) -> None:
    for cards, odds in zip([*BLIND, "9s 8c|9d 8h 5s 3c Kd"], TRIPS[table], strict=True):
        hole, _, board = cards.partition("|")
        played = hand(hole, "Qh Jd", board, "ante 10", "trips 5", trips_paytable=table)
        trips = [step.net for step in played.steps if isinstance(step, Settled) and step.wager.kind == "trips"]
        assert trips == [odds * 5_00]


PROGRESSIVE = {
    "9s 9c|9d 9h 5s 4c 4d": 299,
    "9s 9c|9d 5h 5s 4c Kd": 49,
    "9s 7s|5s 3s Ks 4c 4d": 39,
    "9s 8s|7d 6c 5s 3c Kd": 29,
    "9s 9c|9d 6c 5s 3c Kd": 8,
    "9s 9c|Ad 9h 5s 9d Kd": 8,
    "9s 9c|Ad 6h 5s 9d 9h": -1,
}


@pytest.mark.parametrize("cards", PROGRESSIVE)
def test_32_11_progressive_on_two_cards_and_the_first_three_of_the_board(cards: str) -> None:
    hole, _, board = cards.partition("|")
    played = hand(hole, "Qh Jd", board, "ante 10", "progressive 1", offer_progressive=True)
    assert [step.net for step in played.steps if isinstance(step, Settled)][-1] == PROGRESSIVE[cards] * 100


@pytest.mark.parametrize("play", ["play_1x", "fold"])
def test_32_11_progressive_royal_flush_takes_the_meter_even_after_a_fold(play: str) -> None:
    wagers = ("ante 10", "progressive 1")
    played = hand("As Ks", "Qh Jd", "Qs Js Ts 4c 4d", *wagers, play=play, offer_progressive=True)
    assert [step.net for step in played.steps if isinstance(step, Settled)][-1] == 10000_70 - 1_00
    assert played.state.meter == 1000000
    played = hand("As Ks", "Qh Jd", "Qs Js Ts 4c 4d", *wagers, play=play, offer_progressive=True, trips_on_fold="loses")
    lost = play == "fold"
    assert played.state.meter == (1000070 if lost else 1000000)


def test_32_11_progressive_straight_flush_takes_a_tenth() -> None:
    played = hand("9s 8s", "Qh Jd", "7s 6s 5s 4c 4d", "ante 10", "progressive 1", offer_progressive=True)
    assert played.state.meter == 1000070 - 100007


def test_32_11_envy_to_every_other_player_with_a_progressive_wager() -> None:
    played = Played(
        *SIT,
        "1: ante 10",
        "1: progressive 1",
        "2: ante 10",
        "2: progressive 1",
        "3: ante 10",
        "cards As 9h 8c Qh Ks 3h 8d Jd",
        "2: check",
        "cards 2c Qs Js Ts",
        "cards 2d 4c 4d",
        "2: fold",
        "3: fold",
        offer_progressive=True,
    )
    envy = [step for step in played.steps if isinstance(step, Settled) and "envy" in step.text]
    assert [(step.section, step.wager.position, step.net) for step in envy] == [("32.11", 2, 1000_00)]
    assert played.net(2) == 1000_00 - 21_00


def test_32_11_envy_is_not_for_a_wager_lost_by_a_fold() -> None:
    played = Played(
        *SIT[:2],
        "1: ante 10",
        "1: progressive 1",
        "2: ante 10",
        "2: progressive 1",
        "cards 9s 9h Qh 8s 3h Jd",
        "1: play_4x",
        "cards 2c 7s 6s 5s",
        "cards 2d 4c 4d",
        "2: fold",
        offer_progressive=True,
        trips_on_fold="loses",
    )
    assert played.net(2) == -21_00
    assert not [step for step in played.steps if isinstance(step, Settled) and "envy" in step.text]


@pytest.mark.parametrize("figure", [40000, Decimal("50000.50")])
def test_32_11_limit_is_never_below_its_floor_and_in_whole_dollars(figure: int | Decimal) -> None:
    found = findings(rules_of("ultimate-texas-holdem"), date(2010, 6, 1), {"payout_limit": figure}, {}, None)
    assert [(one.section, one.permitted) for one in found] == [("32.11", "a whole number, 50000 or more")]


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ({}, 50_000),
        ({"min_wager": 99}, 50_000),
        ({"min_wager": 100}, 50_500),
        ({"min_wager": 100, "preflop_multiples": "3x_only"}, 50_400),
        ({"payout_limit": 75_000, "min_wager": 100}, 75_000),
    ],
)
def test_32_11_limit_is_the_greater_of_a_sum_and_what_the_minimum_could_win(
    options: dict[str, Any], limit: int
) -> None:
    assert Played(SIT[0], **options).dealer.game.limit == limit * 100


def test_32_11_limit_the_posted_minimum_applies_to_the_ante() -> None:
    played = Played(SIT[0], "refused by 8.2 1: ante 4", "1: ante 5", "refused by 8.2 1: reduce ante by 1")
    assert "at least $5" in played.refusals[0]


# ---- 32.12: irregularities


def test_32_12_face_up_during_the_board_too() -> None:
    wagers = (SIT[0], "1: ante 10", DEAL, "1: play_4x", "cards 3c Kd")
    played = Played(*wagers, "throw card_face_up", "cards Ah", "cards 7c 4h", LAST)
    assert played.net() == 40_00
    played = Played(*wagers, "throw card_face_up", "cards Ah", "throw card_face_up")
    assert (played.dealer.state.rounds, played.net()) == (1, 0)


@pytest.mark.parametrize("event", ["card_exposed", "dealer_wrong_number"])
def test_32_12_exposed_or_wrong_number_voids_all_hands(event: str) -> None:
    played = Played(
        *SIT[:2],
        "1: ante 10",
        "1: trips 5",
        "2: ante 10",
        "2: progressive 1",
        "cards As 8c Qc Ks 8d Jd",
        "1: play_4x",
        f"interrupt {event}",
        offer_progressive=True,
    )
    assert [seat.rack for seat in played.state.positions] == [10000_00] * 2
    assert played.state.meter == 1000000
    assert {result for _, _, _, result in played.settled} == {"void"}
    assert played.dealer.state.rounds == 1


def test_32_12_wrong_number_of_a_player_voids_that_hand() -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", "cards As 8c Qc Ks 8d Jd", "interrupt player_wrong_number")
    assert played.settled == [("32.12", 1, "ante", "void"), ("32.12", 1, "blind", "void")]
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.position == 2


def test_32_10_only_the_players_who_exchange_information_forfeit() -> None:
    three = (*SIT, "1: ante 10", "2: ante 10", "3: ante 10")
    after = (FLOP, "1: check", LAST, "1: fold")
    cards = "cards 2c 5h 8c 9h  2h 5s 8d Tc"
    played = Played(*three, cards, "1: check", "interrupt information_exchanged 2 3", *after)
    assert [played.net(box) for box in (1, 2, 3)] == [-20_00, -20_00, -20_00]
    assert played.dealer.state.rounds == 1


def test_32_12_devices_jam_and_are_changed() -> None:
    played = Played(SIT[0], "1: ante 10", "close", "interrupt shuffler_jams", DEAL)
    assert (
        "32.12",
        "The shuffler jams or stops. The cards are shuffled again by the approved procedure.",
    ) in played.said
    played = Played(SIT[0], "1: ante 10", "cards As", "throw shoe_jams", dealing_method="automated_shoe")
    assert played.state.rack(1) == 10000_00


def test_32_12_drawn_in_error_a_card_is_the_next_one() -> None:
    played = Played(SIT[0], "1: ante 10", "cards As", "throw drawn_in_error", "cards Qc Ks Jd")
    assert played.state.hand(1).all == held("As Ks")
