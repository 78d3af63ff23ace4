"""The rules of Subchapter 18, each test named by its section."""

import json
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import rules_of
from pitboss.equipment import SeededSource
from pitboss.hands import FIVE_CARD, THREE_CARD_ROYAL, Hand
from pitboss.table import (
    AskDecision,
    AskShuffle,
    AskWagers,
    Dealer,
    Refused,
    Said,
    Settled,
    game_on,
    view,
)
from pitboss.table.bots import RandomBot
from pitboss.table.script import BadScript, play_script
from pitboss.table.steps import Action
from pitboss.traceability.trace import trace
from tests.shared.poker_rules import replays_alike

from .table import DAY, GAME, Table

EARLY, BONUS_DAY = date(1996, 6, 1), date(1999, 6, 1)
METHODS = ("manual_shoe", "hand", "automated_shoe")
TENS = "Tc Td 4s 9s 7h 2c"
"""A pair of tens; the fourth card is the automated shoe's spare, and the community cards follow."""
RIDE = ("let_ride", "let_ride")


def deal_table(cards: str, *more: str, **options: Any) -> Table:
    """Return a table with three wagers of $10, the wagers in `more`, and these cards from an automated shoe."""
    return Table(**options).say("wager1 10", *more).deal(cards)


# ---- 18.1: definitions


def test_18_1_community_card_is_face_down_before_all_have_decided() -> None:
    table = deal_table(TENS)
    assert [held.known_to for held in table.state.community_down] == [(), ()]
    for position in (0, 1):
        seen = json.dumps(view(table.state, position))
        assert "7h" not in seen
        assert "2c" not in seen
    table.decide("let_ride")
    assert [str(card) for card in table.state.community] == ["7h"]


def test_18_1_hand_is_the_three_own_cards_and_both_community_cards() -> None:
    assert deal_table("2h 3h 4h Kd 5h 6h").decide(*RIDE).up() == 3 * 2_000_00


def test_18_1_let_it_ride_is_the_default() -> None:
    table = deal_table(TENS)
    table.dealer.finish()
    assert table.up() == 30_00


def test_18_1_round_of_play_ends_with_the_last_settlement() -> None:
    table = deal_table(TENS).decide(*RIDE)
    state = table.state
    assert table.dealer.state.rounds == 1
    for left in (state.wagers, state.hands, state.taken_back, state.community, state.community_down):
        assert left == ()


# ---- 18.2, 18.5: cards


def test_18_2_a_one_deck_of_52_cards() -> None:
    table = Table().all_say().until_card()
    assert table.state.shoe is not None
    assert (table.state.shoe.size, table.state.shoe.counts[52]) == (52, 0)


def test_18_2_b_and_b_4_two_decks_are_used_in_turn() -> None:
    table = Table(second_deck=True)
    decks = []
    for _ in range(4):
        table.all_say().deal(TENS).decide(*RIDE)
        decks.append(table.state.deck)
    assert decks == [1, 0, 1, 0]
    assert table.said("18.2(b)4") == ["The decks change places."] * 4
    assert not Table().all_say().deal(TENS).decide(*RIDE).said("18.2(b)4")


def test_18_5_shuffle_before_every_round() -> None:
    table = deal_table(TENS).decide(*RIDE)
    table.all_say().deal(TENS)
    assert sum(isinstance(step, AskShuffle) for step in table.steps) == 2


# ---- 18.3: rankings


def test_18_3_b_1_to_9_the_hands_from_the_highest_down() -> None:
    facts = rules_of(GAME)
    listed = facts.fact("categories") + facts.fact("lower_categories")
    assert [str(category) for category in FIVE_CARD.categories] == [*listed, "high card"]


def test_18_3_three_card_hands_from_the_highest_down() -> None:
    listed = rules_of(GAME).fact("three_card_categories")
    assert [str(category) for category in THREE_CARD_ROYAL.categories] == [*listed, "high card"]


@pytest.mark.parametrize(
    ("cards", "units"),
    [
        ("As 2d 3c Kd 4h 5s", 5),
        ("As Kd Qc 2d Jh Ts", 5),
        ("Qc Kd As 9d 2h 3c", -1),
        ("Ah 2h 3h Kd 4h 5h", 200),
        ("Ah Kh Qh 2d Jh Th", 1000),
    ],
)
def test_18_3_a_the_ace_is_high_or_low_but_not_around_the_corner(cards: str, units: int) -> None:
    assert deal_table(cards, payout_limit="none").decide(*RIDE).up() == units * 30_00


# ---- 18.6 to 18.6B: wagers


def test_18_6_three_wagers_are_equal_and_change_together() -> None:
    table = Table().say("wager1 10")
    assert {wager.kind: wager.amount for wager in table.state.wagers} == dict.fromkeys(
        ("wager1", "wager2", "wager3"), 10_00
    )
    table.say("increase wager1 5")
    assert {wager.amount for wager in table.state.wagers} == {15_00}
    table.say("reduce wager1 10")
    assert {wager.amount for wager in table.state.wagers} == {5_00}
    assert table.state.rack(1) == 985_00
    assert not table.say("remove wager1").state.wagers


def test_18_6_three_wagers_need_three_times_the_chips() -> None:
    with pytest.raises(
        Refused, match=r"\$10 with \$20 for Second wager and Third wager is more than the \$29 available"
    ):
        Table(bankroll=29_00).say("wager1 10")
    assert len(Table(bankroll=30_00).say("wager1 10").state.wagers) == 3


def test_18_6_no_more_bets_closes_the_wagers() -> None:
    table = Table().all_say().until_card()
    for line in ("wager1 10", "bonus 1", "remove wager1"):
        with pytest.raises(Refused, match=r"No more bets.*18\.6"):
            table.say(line)
    assert table.said("18.6") == ["No more bets."]


def test_18_6_positions_are_seven() -> None:
    with pytest.raises(Refused, match="positions 1 to 7"):
        Table(8)


def test_18_6_a_bonus_wager_is_one_dollar_and_goes_with_the_three_wagers() -> None:
    with pytest.raises(Refused, match=r"needs First wager first.*18\.6A"):
        Table().say("bonus 1")
    for amount in ("0.50", "2"):
        with pytest.raises(Refused, match=r"must be exactly \$1"):
            Table().say("wager1 10", f"bonus {amount}")
    table = Table().say("wager1 10", "bonus 1", "remove wager1")
    assert not table.state.wagers
    # The rule fixes its amount, so posted limits do not apply.
    assert Table(limits=Limits(minimum=10_00)).say("wager1 10", "bonus 1").state.find(1, "bonus")


@pytest.mark.parametrize("choices", [("take_back", "take_back"), RIDE])
def test_18_6_a_bonus_wager_is_settled_even_if_other_wagers_were_taken_back(choices: tuple[str, str]) -> None:
    table = deal_table("5c 5d Js 2d 5h Qs", "bonus 1", on=BONUS_DAY).decide(*choices)
    assert table.nets()[1, "bonus"] == 4_00
    table = deal_table(TENS, "bonus 1", on=BONUS_DAY).decide(*choices)
    assert table.nets()[1, "bonus"] == -1_00


def test_18_6_a_bonus_wager_since_november_1998() -> None:
    assert "bonus" not in Layout.of(GAME, date(1998, 11, 15)).wagers
    assert "bonus" in Layout.of(GAME, date(1998, 11, 16)).wagers
    with pytest.raises(Refused, match=r"permitted only since 1998-11-16"):
        Table(on=EARLY).say("wager1 10", "bonus 1")
    with pytest.raises(Refused, match=r"not offered at this table \(it needs offer_bonus = true\)"):
        Table(on=BONUS_DAY, offer_bonus=False).say("wager1 10", "bonus 1")


THREE = {
    "mini_royal": ("Ah Kh Qh", 50, 50, 40),
    "straight_flush": ("2h 3h Ah", 40, 40, 40),
    "three_of_a_kind": ("8h 8c 8d", 30, 30, 30),
    "straight": ("3h 2c Ad", 6, 6, 5),
    "flush": ("3h 9h Jh", 3, 4, 4),
    "pair": ("3h 3c Jd", 1, 1, 1),
    "": ("Kh Ac 2d", -1, -1, -1),
}


@pytest.mark.parametrize("row", THREE)
@pytest.mark.parametrize("table", ["TCB-A", "TCB-B", "TCB-C"])
@pytest.mark.parametrize("choices", [("take_back", "take_back"), RIDE])
def test_18_6_b_three_card_bonus_wager_on_the_players_own_cards(row: str, table: str, choices: tuple[str, ...]) -> None:
    own, *pays = THREE[row]
    units = pays[["TCB-A", "TCB-B", "TCB-C"].index(table)]
    played = deal_table(f"{own} 9d Tc 5s", "three card bonus 5", three_card_bonus_table=table).decide(*choices)
    assert played.nets()[1, "three_card_bonus"] == units * 5_00


def test_18_6_b_three_card_bonus_wager_since_march_2012() -> None:
    assert "three_card_bonus" not in Layout.of(GAME, date(2012, 3, 18)).wagers
    assert "three_card_bonus" in Layout.of(GAME, date(2012, 3, 19)).wagers
    with pytest.raises(Refused, match="needs First wager first"):
        Table().say("three card bonus 5")
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=Limits(minimum=10_00)).say("wager1 10", "three card bonus 5")
    assert Table().say("wager1 10", "three card bonus 50").state.find(1, "three_card_bonus")


# ---- 18.7 to 18.9: dealing


@pytest.mark.parametrize(("section", "method"), [("18.7", "manual_shoe"), ("18.8", "hand")])
def test_18_7_manual_shoe_and_hand_one_card_at_a_time_in_rotation(section: str, method: str) -> None:
    table = Table(2, 5, dealing_method=method).all_say().deal("Tc 2c 7h Td 3c 2s 4s 9c")
    around = ["position 2", "position 5", "community cards"]
    assert table.order() == [*around, *around, "position 2", "position 5"]
    assert [str(card) for card in table.state.hand(2).all] == ["Tc", "Td", "4s"]
    assert [str(held.card) for held in table.state.community_down] == ["7h", "2s"]
    assert table.said(section) == ["The stub goes to the discard rack, unseen."]
    table.decide(*["let_ride"] * 4)
    assert (table.up(2), table.up(5)) == (30_00, -30_00)


def test_18_8_hand_settles_to_the_same_cents_as_the_shoe() -> None:
    ups = set()
    for method in ("manual_shoe", "hand"):
        ups.add(Table(dealing_method=method).all_say().deal("Tc 7h Td 2s 4s").decide(*RIDE).up())
    assert ups == {30_00}


def test_18_9_automated_shoe_stacks_of_three_and_one_card_of_the_community_stack_is_discarded() -> None:
    table = Table(2, 5).all_say().deal("Tc Td 4s 2c 3c 9c As 7h 2s")
    assert table.order() == [*["position 2"] * 3, *["position 5"] * 3, *["community cards"] * 3]
    assert [str(held.card) for held in table.state.community_down] == ["7h", "2s"]
    assert table.state.shoe is not None
    assert (table.state.shoe.discards, table.state.shoe.on_table) == (1, 8)
    assert "As" not in json.dumps(view(table.state, 2))
    assert table.said("18.9")[0] == "The bottom card of the community stack goes to the discard rack, unseen."


def test_18_9_players_see_only_their_own_cards() -> None:
    table = Table(1, 2).all_say().deal("Tc Td 4s 2c 3c 9c As 7h 2s")
    mine, theirs, public = (json.dumps(view(table.state, position)) for position in (1, 2, 0))
    assert "Td" in mine
    assert "3c" not in mine
    assert "3c" in theirs
    assert not any(card in public for card in ("Td", "3c", "7h"))


def stub_counted_by_round(section: str, method: str, cards: str) -> list[bool]:
    """Return whether the stub was counted, for each of ten rounds."""
    table = Table(dealing_method=method)
    for _ in range(10):
        table.all_say().deal(cards).decide(*RIDE)
    return ["counted" in text for text in table.said(section) if "stub" in text]


EVERY_FIFTH = [False, False, False, False, True] * 2


def test_18_7_stub_is_counted_every_fifth_round() -> None:
    assert stub_counted_by_round("18.7", "manual_shoe", "Tc 7h Td 2s 4s") == EVERY_FIFTH


def test_18_8_stub_is_counted_every_fifth_round() -> None:
    assert stub_counted_by_round("18.8", "hand", "Tc 7h Td 2s 4s") == EVERY_FIFTH


def test_18_9_stub_is_counted_every_fifth_round() -> None:
    assert stub_counted_by_round("18.9", "automated_shoe", TENS) == EVERY_FIFTH


# ---- 18.10: completion of the round


def test_18_10_first_decision_and_second_decision_go_around_from_the_dealers_left() -> None:
    table = Table(1, 3).all_say().deal("Tc Td 4s 2c 3c 9c As 7h 2s")
    asked = []
    while isinstance(table.dealer.ask, AskDecision):
        ask = table.dealer.ask
        assert (ask.section, ask.choices) == ("18.10", ("let_ride", "take_back"))
        asked.append((ask.position, len(table.state.community)))
        table.decide("take_back")
    assert asked == [(1, 0), (3, 0), (1, 1), (3, 1)]
    assert table.nets()[1, "wager3"] == 10_00


@pytest.mark.parametrize(
    ("choices", "riding"),
    [
        (("let_ride", "let_ride"), 3),
        (("take_back", "let_ride"), 2),
        (("let_ride", "take_back"), 2),
        (("take_back", "take_back"), 1),
    ],
)
def test_18_10_second_decision_does_not_depend_on_the_first(choices: tuple[str, str], riding: int) -> None:
    assert deal_table(TENS).decide(*choices).up() == riding * 10_00
    assert deal_table("9c 9d 5s Kd 2h 6c").decide(*choices).up() == -riding * 10_00


def test_18_10_a_wager_taken_back_goes_to_the_rack_at_once_and_stays_there() -> None:
    table = deal_table(TENS).decide("take_back")
    assert table.state.rack(1) == 980_00
    with pytest.raises(Refused, match="No more bets"):
        table.say("wager1 10")


def test_18_10_collection_of_losing_hands_first_then_payment() -> None:
    table = Table(1, 2, 3).all_say().deal("Tc Td 4s 2c 3c 9c Jc Jd 5s As 7h 2s").decide(*["let_ride"] * 6)
    order = list(dict.fromkeys((position, result) for position, _, result, _ in table.settled()))
    assert order == [(2, "loses"), (3, "wins"), (1, "wins")]
    assert table.said("18.10")[-3:] == [
        "Position 3 has J♣ J♦ 5♠: pair of jacks, seven-five-two.",
        "Position 2 has 2♣ 3♣ 9♣: pair of twos, nine-seven-three.",
        "Position 1 has T♣ T♦ 4♠: pair of tens, seven-four-two.",
    ]


def test_18_10_looking_exchanged_information_forfeits_all_wagers() -> None:
    table = Table(1, 2).all_say().say("bonus 1").deal("Tc Td 4s Jc Jd 5s As 7h 2s").throw("information_exchanged")
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.position == 2
    assert table.up(1) == -31_00
    table.decide(*RIDE)
    assert (table.up(1), table.up(2)) == (-31_00, 30_00)


def test_18_10_community_cards_one_after_each_decision() -> None:
    assert [text for text in deal_table(TENS).decide(*RIDE).said("18.10") if "turns" in text] == [
        "The dealer turns 7♥.",
        "The dealer turns 2♣.",
    ]


def test_18_10_i_winning_bonus_wagers_are_paid_with_the_winning_wagers() -> None:
    table = deal_table("5c 5d Js 2d 5h Qs", "bonus 1", on=BONUS_DAY).decide(*RIDE)
    assert [kind for _, kind, _, _ in table.settled()] == ["wager1", "wager2", "wager3", "bonus"]
    sections = {step.wager.kind: step.section for step in table.steps if isinstance(step, Settled)}
    assert (sections["bonus"], sections["wager1"]) == ("18.10(i)", "18.10(i)1")
    # A side wager that wins with a losing hand is paid with the winners, after all losing wagers are collected.
    table = Table(1, 2).all_say().say("three card bonus 5", by=2)
    table.deal("2c 3d 4s 8c 8d 5s As Kh Qs").decide(*["let_ride"] * 4)
    assert [position for position, *_ in table.settled()] == [2, 2, 2, 1, 1, 1, 2]


def test_18_10_i_1_payment_from_the_dealers_right() -> None:
    table = Table(1, 4, 7).all_say().deal("Tc Td 4s Qc Qd 5c Jc Jd 5s As 7h 2s").decide(*["let_ride"] * 6)
    assert [position for position, *_ in table.settled()] == [7, 7, 7, 4, 4, 4, 1, 1, 1]
    assert {step.section for step in table.steps if isinstance(step, Settled)} == {"18.10(i)1"}


def test_18_10_i_2_cards_are_collected_when_all_are_paid() -> None:
    table = deal_table(TENS).decide(*RIDE)
    said = [step for step in table.steps if isinstance(step, (Said, Settled))]
    assert said[-1].section == "18.10(i)2"
    assert table.state.shoe is not None
    assert table.state.shoe.on_table == 0


# ---- 18.11: odds and limit

FIVE = {
    "royal_flush": ("Ah Kh Qh 2d Jh Th", 1000, 25_000),
    "straight_flush": ("9h Kh Qh 2d Jh Th", 200, 2_500),
    "four_of_a_kind": ("9h 9c 9d 2d 9s Th", 50, 400),
    "full_house": ("9h 9c 9d 2d Ts Th", 11, 200),
    "flush": ("9h 2h 4h 2d Th Kh", 8, 50),
    "straight": ("9h Tc Jd 2d Qs Kh", 5, 25),
    "three_of_a_kind": ("2h 2c 2s 3d Ts Kh", 3, 5),
    "two_pair": ("2h 2c 3d 9d 3s Kh", 2, 0),
    "pair_of_tens_or_better": ("Th Tc 3d 9d 4s Kh", 1, 0),
    "": ("9h 9c 3d 2d 4s Kh", -1, 0),
}


@pytest.mark.parametrize("row", FIVE)
def test_18_11_b_and_d_every_row_on_each_wager_and_on_the_bonus(row: str) -> None:
    cards, units, sum_of_money = FIVE[row]
    table = deal_table(cards, "bonus 1", on=BONUS_DAY).decide(*RIDE)
    assert {table.nets()[1, kind] for kind in ("wager1", "wager2", "wager3")} == {units * 10_00}
    assert table.nets()[1, "bonus"] == sum_of_money * 100 - 1_00


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_18_11_b_a_single_pair_wins_from_tens_up(rank: str) -> None:
    rest = [other for other in "A864" if other != rank][:3]
    table = deal_table(f"{rank}h {rank}s {rest[0]}d 5d {rest[1]}c {rest[2]}s").decide(*RIDE)
    assert table.up() == (30_00 if rank in "TJQKA" else -30_00)


def test_18_11_a_odds_are_stated_with_the_word_to() -> None:
    assert not findings(rules_of(GAME), DAY, {}, {"wager1.flush": "9 win 1"}, None)
    found = findings(rules_of(GAME), DAY, {}, {"wager1.flush": "9 for 1"}, None)
    assert [one.section for one in found] == ["18.11(a)"]


def test_18_11_b_a_row_may_be_raised_but_not_lowered() -> None:
    assert Table(odds={"wager1.flush": "9 to 1"}).game.odds["wager1"]["flush"].win == 9
    with pytest.raises(ValueError, match=r"18\.11\(b\).*7 to 1 is too low; permitted: 8 to 1 or more"):
        Table(odds={"wager1.flush": "7 to 1"})
    with pytest.raises(ValueError, match=r"18\.11\(d\).*permitted: 4 to 1 or more"):
        Table(odds={"bonus.three_of_a_kind": "3 to 1"})


@pytest.mark.parametrize(
    ("limit", "wagered", "choices", "won"),
    [
        ("50000", 25, RIDE, 50_000),
        ("50000", 25, ("take_back", "let_ride"), 50_000),
        ("50000", 25, ("take_back", "take_back"), 25_000),
        ("75000", 25, RIDE, 75_000),
        ("120000", 60, RIDE, 120_000),
        ("none", 60, RIDE, 180_000),
    ],
)
def test_18_11_c_the_limit_holds_for_the_three_wagers_together(
    limit: str, wagered: int, choices: tuple[str, str], won: int
) -> None:
    table = Table(payout_limit=limit, on=BONUS_DAY).say(f"wager1 {wagered}").deal(FIVE["royal_flush"][0])
    assert table.decide(*choices).up() == won * 100
    assert not table.state.wagers


def test_18_11_c_the_bonus_wagers_are_outside_the_limit() -> None:
    table = Table().say("wager1 25", "bonus 1", "three card bonus 100").deal(FIVE["royal_flush"][0]).decide(*RIDE)
    assert table.nets()[1, "bonus"] == 24_999_00
    assert table.nets()[1, "three_card_bonus"] == 5_000_00
    assert table.up() == 50_000_00 + 24_999_00 + 5_000_00


def test_18_11_c_the_cut_is_taken_from_the_last_wager_first_and_each_hand_has_its_own_limit() -> None:
    table = Table(1, 2).all_say("wager1 25").deal("Ah Kh Qh 9h 8h 7c 2d Jh Th").decide(*["let_ride"] * 4)
    assert [table.nets()[1, f"wager{n}"] for n in (1, 2, 3)] == [25_000_00, 25_000_00, 0]
    assert table.said("18.11(c)") == ["The payout limit of $50,000 a hand: $0 instead of $25,000."]
    assert table.up(2) == 3 * 5 * 25_00


@pytest.mark.parametrize("limit", ["49999", "40000", "0", "-1", "fifty"])
def test_18_11_c_a_limit_is_none_or_at_least_50_000(limit: str) -> None:
    with pytest.raises(ValueError, match=r"18\.11\(c\).*permitted: none, 50000, any greater approved amount"):
        Layout.of(GAME, DAY, {"payout_limit": limit})


def test_18_11_three_card_bonus_tables_are_marked_as_published_only() -> None:
    for table in rules_of(GAME).pay_tables["three_card_bonus_table"].values():
        assert (table.provenance, table.in_editions) == ("published", False)


# ---- 18.12: irregularities


def test_18_12_a_one_card_face_up_is_not_used_two_void_all_hands() -> None:
    table = Table().all_say().until_card().throw("card_face_up").deal(f"As {TENS}").decide(*RIDE)
    assert table.up() == 30_00
    table = Table().all_say().until_card().throw("card_face_up").deal("As Tc").throw("card_face_up")
    assert (table.up(), table.dealer.state.rounds) == (0, 1)
    # Cards found face up are counted per deal, so the next round starts at zero.
    table.all_say().until_card().throw("card_face_up").deal(f"As {TENS}").decide(*RIDE)
    assert table.up() == 30_00


def test_18_12_b_a_card_drawn_in_error_is_the_next_card() -> None:
    table = Table().all_say().until_card().throw("drawn_in_error").deal(TENS).decide(*RIDE)
    assert table.up() == 30_00
    assert table.said("18.12(b)")


@pytest.mark.parametrize("cards", ["", "Tc", "Tc Td 4s 2c", "Tc Td 4s 2c 3c 9c As 7h"])
@pytest.mark.parametrize("method", METHODS)
def test_18_12_c_a_wrong_number_of_cards_voids_all_hands(cards: str, method: str) -> None:
    table = Table(1, 2, dealing_method=method).all_say().say("bonus 1").say("three card bonus 5", by=2).until_card()
    if method != "automated_shoe":
        cards = " ".join(cards.split()[:7])
    table.deal(cards).throw("wrong_number_of_cards")
    assert (table.up(1), table.up(2), table.dealer.state.rounds) == (0, 0, 1)
    assert {one[2] for one in table.settled()} == {"void"}
    assert len(table.settled()) == 8


def test_18_12_c_a_wager_taken_back_stays_with_the_player() -> None:
    table = Table(1, 2).all_say().deal("Tc Td 4s 2c 3c 9c As 7h 2s").decide("take_back").throw("wrong_number_of_cards")
    assert [(kind, result) for position, kind, result, _ in table.settled() if position == 1] == [
        ("wager1", "returned"),
        ("wager2", "void"),
        ("wager3", "void"),
    ]
    assert (table.up(1), table.up(2)) == (0, 0)


def test_18_12_d_a_shuffler_that_jams_shuffles_again() -> None:
    table = Table().all_say()
    table.dealer.close()
    table.throw("shuffler_jams")
    assert isinstance(table.dealer.ask, AskShuffle)
    assert table.deal(TENS).decide(*RIDE).up() == 30_00


def test_18_12_e_an_automated_shoe_that_jams_voids_the_round() -> None:
    table = Table(1, 2).all_say().until_card().deal("Tc Td 4s 2c").throw("shoe_jams")
    assert (table.up(1), table.up(2), table.dealer.state.rounds) == (0, 0, 1)
    assert table.state.shoe is not None
    assert table.state.shoe.on_table == 0


def test_18_12_f_a_device_is_removed_before_another_method_is_used() -> None:
    table = Table().throw("device_change")
    assert isinstance(table.dealer.ask, AskWagers)
    assert "removed from the table" in table.said("18.12(f)")[0]


def test_18_12_community_card_exposed_early_voids_all_hands() -> None:
    for choices in ((), ("let_ride",)):
        table = deal_table(TENS, "bonus 1").decide(*choices).throw("community_card_exposed")
        assert (table.up(), table.dealer.state.rounds) == (0, 1)


# ---- Everything together


def test_random_rounds_settle_by_the_hand_and_the_pay_tables() -> None:
    """Recompute each wager's winnings from the cards and the odds."""
    game = game_on(Layout.of(GAME, DAY, {"payout_limit": "none"}))
    hands: dict[int, tuple[Hand, Hand]] = {}
    nets: list[tuple[int, str, int, int]] = []

    def see(step: object) -> None:
        if isinstance(step, Settled) and step.result in ("wins", "loses"):
            nets.append((step.wager.position, step.wager.kind, step.wager.amount, step.net))
        state = getattr(step, "state", None)
        if state is not None and len(state.community) == 2:
            for hand in state.hands:
                if hand.all:
                    hands[hand.box] = Hand((*hand.all, *state.community)), Hand(hand.all, THREE_CARD_ROYAL)

    dealer = Dealer(game, SeededSource(18), watch=see)
    for position in (1, 2, 5):
        dealer.act(position, Action("sit", amount=1_000_000_00))
    bot = RandomBot(18, eager=0.8)
    kinds = set()
    for _ in range(150):
        hands.clear()
        nets.clear()
        dealer.finish(bot)
        for position, kind, amount, net in nets:
            kinds.add(kind)
            hand = hands[position][kind == "three_card_bonus"]
            row = str(hand.category).replace(" ", "_").replace("-", "_")
            if kind.startswith("wager") and row == "pair":
                row = "pair_of_tens_or_better" if hand.grade.ranks[0] >= 10 else ""
            odds = game.layout.odds_table(kind)
            assert net == (odds[row].win if row in odds else -1) * amount, (kind, hand)
    assert kinds == set(game.layout.wagers)


@pytest.mark.parametrize("method", METHODS)
def test_tape_of_random_rounds_replays_to_the_same_table(method: str) -> None:
    replays_alike(GAME, DAY, {"dealing_method": method, "second_deck": True})


def test_trace_has_no_gaps_and_every_example_and_test_cites_a_paragraph() -> None:
    traced = trace(GAME)
    assert traced.gaps == ()
    assert traced.dangling == ()
    # The paragraph is only a heading; the hands below it are tested one by one.
    assert [one.id for one in traced.paragraphs if not one.tests and not one.nothing] == ["18.3(b)"]


def test_the_game_is_in_the_chapter_since_october_1995() -> None:
    with pytest.raises(ValueError, match="let-it-ride since 1995-10-02"):
        Layout.of(GAME, date(1995, 10, 1))
    assert Layout.of(GAME, date(1995, 10, 2)).cite("18.11(c)") == "N.J.A.C. 19:47-18.11(c)"
    assert list(Layout.of(GAME, EARLY).wagers) == ["wager1", "wager2", "wager3"]
    assert list(Layout.of(GAME, BONUS_DAY).wagers) == ["wager1", "wager2", "wager3", "bonus"]
    assert Layout.of(GAME, DAY).cite("18.6B") == "N.J.A.C. 13:69F-18.6B"


def test_18_8_hand_dealing_requires_the_shuffler_which_cannot_be_removed() -> None:
    by_hand = {"dealing_method": "hand", "shuffler": False}
    assert [one.section for one in findings(rules_of("let-it-ride"), date(1999, 6, 1), by_hand, {}, None)] == ["18.8"]
    table = "game let-it-ride\non 1999-06-01\nset dealing_method=hand\n1: sit Ann 100\n"
    with pytest.raises(BadScript, match="only with dealing_method manual_shoe or automated_shoe"):
        play_script(f"{table}interrupt device_change\n")
