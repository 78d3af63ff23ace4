"""The rules of Subchapter 29, each test named by its section."""

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import rules_of
from pitboss.equipment import SeededSource
from pitboss.hands import THREE_CARD_ROYAL, Hand
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

FIRST = date(2006, 8, 1)
METHODS = ("manual_shoe", "hand", "automated_shoe")
KINGS = "Ks Kd 4c"
FLUSH = "7h 6h 2h"
LOW = "9c 5d 3s"
FLOP = "Kh 8h 4h"
"""With this flop KINGS is a full house, FLUSH a flush and LOW king high."""


def deal_table(cards: str, *more: str, **options: Any) -> Table:
    """Return a table with an ante of $10, the wagers in `more`, and these cards from an automated shoe."""
    return Table(**options).say("ante 10", *more).deal(cards)


# ---- 29.2 to 29.6


def test_29_2_deck_of_52_cards_and_a_second_one_that_alternates() -> None:
    table = Table().all_say().until_card()
    assert table.state.shoe is not None
    assert (table.state.shoe.size, table.state.shoe.counts[52]) == (52, 0)
    table = Table(second_deck=True)
    decks = []
    for _ in range(3):
        table.all_say().deal(f"{KINGS} {FLOP}").decide("flop")
        decks.append(table.state.deck)
    assert decks == [1, 0, 1]


def test_29_4_shuffle_before_every_round() -> None:
    table = deal_table(f"{KINGS} {FLOP}").decide("flop")
    table.all_say().deal(f"{KINGS} {FLOP}")
    assert sum(isinstance(step, AskShuffle) for step in table.steps) == 2


@pytest.mark.parametrize(
    ("cards", "units"),
    [
        ("5s 4d 3c Ah 2s Kd", 10),
        ("5s 4d 3c Ah Ks Qd", -1),
        ("As Kd Qc Jh Ts 2d", 10),
        ("5h 4h 3h Ah 2h Kd", 500),
    ],
)
def test_29_5_ranking_has_the_ace_high_and_low_but_not_around_the_corner(cards: str, units: int) -> None:
    assert deal_table(cards).decide("flop").nets()[1, "flop"] == units * 10_00


def test_29_5_three_card_hands_from_the_highest_down() -> None:
    listed = rules_of(GAME).fact("three_card_categories")
    assert [str(category) for category in THREE_CARD_ROYAL.categories] == [*listed, "high card"]


def test_29_6_ante_and_pot_go_together() -> None:
    table = Table().say("ante 10")
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {"ante": 10_00, "pot": 5_00}
    table.say("increase ante 15")
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {"ante": 25_00, "pot": 5_00}
    assert not table.say("remove ante").state.wagers
    assert Table(pot_amount=25).say("ante 10").state.find(1, "pot").amount == 25_00


def test_29_6_ante_and_pot_within_the_minimum_and_the_posted_limits() -> None:
    with pytest.raises(Refused, match=r"at least \$10 at this table.*8\.2"):
        Table(min_wager=10).say("ante 5")
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=Limits(maximum=50_00)).say("ante 55")
    # The pot wager is the same for all players, so posted limits do not apply to it.
    assert Table(limits=Limits(minimum=10_00)).say("ante 10").state.find(1, "pot")


def test_29_6_no_removal_after_the_call() -> None:
    table = Table().all_say().until_card()
    for line in ("ante 10", "remove ante", "three card bonus 5"):
        with pytest.raises(Refused, match="No more bets"):
            table.say(line)


THREE = {
    "mini_royal": ("Ah Kh Qh", 100),
    "straight_flush": ("2h 3h Ah", 50),
    "three_of_a_kind": ("8h 8c 8d", 25),
    "straight": ("3h 2c Ad", 6),
    "flush": ("3h 9h Jh", 3),
    "pair": ("3h 3c Jd", 1),
    "": ("Kh Ac 2d", -1),
}


@pytest.mark.parametrize("row", THREE)
@pytest.mark.parametrize("choice", ["flop", "surrender"])
def test_29_11_three_card_bonus_pays_every_row_on_the_players_own_cards_after_any_decision(
    row: str, choice: str
) -> None:
    own, units = THREE[row]
    table = deal_table(f"{own} 9d Tc 5s", "three card bonus 5").decide(choice)
    assert table.nets()[1, "three_card_bonus"] == units * 5_00


def test_29_6_three_card_bonus_since_march_2012() -> None:
    assert list(Layout.of(GAME, FIRST).wagers) == ["ante", "pot", "flop"]
    assert "three_card_bonus" in Layout.of(GAME, date(2012, 3, 19)).wagers
    with pytest.raises(Refused, match="permitted only since 2012-03-19"):
        Table(on=FIRST).say("ante 10", "three card bonus 5")
    with pytest.raises(Refused, match="needs Ante wager first"):
        Table().say("three card bonus 5")
    assert not Table().say("ante 10", "three card bonus 5", "remove ante").state.wagers


# ---- 29.7 to 29.9: dealing


def rotation(method: str) -> Table:
    table = Table(2, 5, dealing_method=method).all_say().deal("Ks 7h Kh Kd 6h 8h 4c 2h 4h")
    assert table.order() == ["position 2", "position 5", "community cards"] * 3
    assert [str(card) for card in table.state.hand(2).all] == KINGS.split()
    assert [str(held.card) for held in table.state.community_down] == FLOP.split()
    table.decide("flop", "flop")
    assert (table.up(2), table.up(5)) == (315_00, 205_00)
    return table


def test_29_7_manual_shoe_one_card_at_a_time_in_rotation() -> None:
    assert rotation("manual_shoe").said("29.7")[0] == "No more bets."


def test_29_8_hand_one_card_at_a_time_in_rotation() -> None:
    assert rotation("hand").said("29.8")[0] == "No more bets."


def test_29_9_a_automated_shoe_is_a_choice_of_the_licensee() -> None:
    assert Layout.of(GAME, DAY).option("dealing_method") == "automated_shoe"
    with pytest.raises(ValueError, match="permitted: manual_shoe, hand, automated_shoe"):
        Layout.of(GAME, DAY, {"dealing_method": "shoe"})


def test_29_9_b_2_no_more_bets_is_called_before_the_first_stack() -> None:
    table = Table().all_say().until_card()
    assert table.said("29.9(b)2") == ["No more bets."]
    assert table.order() == ["position 1"]


def test_29_9_c_stacks_of_three_from_the_dealers_left_then_the_community_area() -> None:
    table = Table(2, 5).all_say().deal(f"{KINGS} {FLUSH} {FLOP}")
    assert table.order() == [*["position 2"] * 3, *["position 5"] * 3, *["community cards"] * 3]
    mine, theirs, public = (json.dumps(view(table.state, position)) for position in (2, 5, 0))
    assert "Kd" in mine
    assert "6h" not in mine
    assert "6h" in theirs
    assert not any(card in public + mine for card in ("8h", "4h"))


def stub_counted_by_round(method: str, cards: str, section: str, **options: Any) -> list[bool]:
    """Return whether the stub was counted, for each of ten rounds."""
    table = Table(dealing_method=method, **options)
    for _ in range(10):
        table.all_say().deal(cards).decide("flop")
    said = [text for text in table.said(section) + table.said("29.9(d)") if "stub" in text.lower()]
    assert len(said) == 10
    return ["counted" in text for text in said]


def test_29_7_stub_is_counted_every_fifth_round() -> None:
    assert sum(stub_counted_by_round("manual_shoe", "Ks Kh Kd 8h 4c 4h", "29.7")) == 2


def test_29_8_stub_is_counted_every_fifth_round() -> None:
    assert sum(stub_counted_by_round("hand", "Ks Kh Kd 8h 4c 4h", "29.8")) == 2


def test_29_9_d_and_e_the_stub_is_discarded_unseen_and_counted_every_fifth_round() -> None:
    assert sum(stub_counted_by_round("automated_shoe", f"{KINGS} {FLOP}", "29.9(e)")) == 2
    table = deal_table(f"{KINGS} {FLOP}")
    assert table.said("29.9(d)") == ["The stub goes to the discard rack, unseen."]
    assert table.said("29.9(e)") == []


def test_29_9_f_the_stub_is_not_counted_if_the_shuffler_counts() -> None:
    assert sum(stub_counted_by_round("automated_shoe", f"{KINGS} {FLOP}", "29.9(e)", shuffler_counts=True)) == 0
    # The exemption applies only to the automated shoe.
    assert sum(stub_counted_by_round("hand", "Ks Kh Kd 8h 4c 4h", "29.8", shuffler_counts=True)) == 2
    table = Table(shuffler_counts=True).all_say()
    table.dealer.close()
    table.throw("deck_count_wrong")
    assert isinstance(table.dealer.ask, AskShuffle)
    assert "removed from the table" in table.said("29.9(f)")[0]


# ---- 29.10: completion of the round


def test_29_10_a_each_player_makes_a_flop_wager_or_surrenders_from_the_dealers_left() -> None:
    table = Table(1, 4).all_say().deal(f"{KINGS} {FLUSH} {FLOP}")
    ask = table.dealer.ask
    assert isinstance(ask, AskDecision)
    assert (ask.section, ask.position, ask.choices) == ("29.10(a)", 1, ("flop", "surrender"))
    table.decide("flop")
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.position == 4
    assert not table.state.community


def test_29_10_a_1_a_flop_wager_equals_the_ante() -> None:
    table = Table().say("ante 35").deal(f"{KINGS} {FLOP}").decide("flop")
    assert table.nets() == {(1, "ante"): 35_00, (1, "flop"): 35_00 * 30, (1, "pot"): 0}


def test_29_10_a_2_a_surrender_loses_the_ante_only_and_the_cards_stay() -> None:
    table = Table(1, 2).all_say().deal(f"{KINGS} {LOW} {FLOP}").decide("surrender")
    assert table.nets() == {(1, "ante"): -10_00}
    assert [str(card) for card in table.state.hand(1).all] == KINGS.split()
    table.decide("flop")
    assert (table.up(1), table.up(2)) == (-5_00, -25_00)


def test_29_10_a_2_a_player_without_chips_for_a_flop_wager_surrenders() -> None:
    table = Table(bankroll=19_00).all_say().deal(f"{KINGS} {FLOP}")
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.choices == ("surrender",)


def test_29_10_b_the_flop_is_turned_when_all_have_decided() -> None:
    table = Table(1, 2).all_say().deal(f"{KINGS} {FLUSH} {FLOP}").decide("flop")
    assert not table.said("29.10(b)")
    assert table.decide("surrender").said("29.10(b)") == ["The dealer turns K♥ 8♥ 4♥."]


def test_29_10_c_hands_are_settled_one_by_one_from_the_dealers_right() -> None:
    table = Table(1, 3, 6).all_say().deal(f"{KINGS} {LOW} {FLUSH} {FLOP}").decide("flop", "flop", "flop")
    order = [(position, kind) for position, kind, _, _ in table.settled() if kind != "pot"]
    assert order == [(box, kind) for box in (6, 3, 1) for kind in ("ante", "flop")]
    assert table.said("29.10(c)") == [
        "Position 6 has 7♥ 6♥ 2♥: king-high flush, eight-seven-six-two.",
        "Position 3 has 9♣ 5♦ 3♠: king high, nine-eight-five-three.",
        "Position 1 has K♠ K♦ 4♣: full house, kings over fours.",
    ]


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("2s 2d 9c Qh Qc Qd", "two pair, queens and twos"),
        ("9s 5c 3d Ah Ad 2s", "pair of aces"),
        ("Jc 7d 2s Jh 7s 7c", "three of a kind, sevens"),
        ("Ah Kh 2c Qh Jh Th", "ace high"),
    ],
)
def test_29_10_c_all_three_own_cards_and_the_best_two_of_the_flop(cards: str, hand: str) -> None:
    table = deal_table(cards).decide("surrender")
    assert hand in table.said("29.10(c)")[0]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_29_10_c_1_and_2_a_single_pair_wins_from_jacks_up(rank: str) -> None:
    rest = [other for other in "A864" if other != rank][:3]
    table = deal_table(f"{rank}h {rank}s {rest[0]}d {rest[1]}c {rest[2]}s {3 if rank == '2' else 2}d").decide("flop")
    wins = rank in "JQKA"
    assert table.up() == (20_00 if wins else -20_00)
    settled = {step.section for step in table.steps if isinstance(step, Settled) and step.wager.kind != "pot"}
    assert settled == {"29.10(c)2" if wins else "29.10(c)1"}


def test_29_10_d_the_pot_is_awarded_after_all_antes_and_flop_wagers() -> None:
    table = Table(1, 2, 3).all_say().deal(f"{KINGS} {FLUSH} {LOW} {FLOP}").decide("flop", "flop", "surrender")
    kinds = [kind for _, kind, _, _ in table.settled()]
    assert kinds[-3:] == ["pot"] * 3
    assert "pot" not in kinds[:-3]
    pot = {position: net for position, kind, _, net in table.settled() if kind == "pot"}
    assert pot == {1: 10_00, 2: -5_00, 3: -5_00}
    assert table.said("29.10(d)") == ["The pot of $15 goes to position 1 with full house, kings over fours."]


def test_29_10_d_the_house_takes_no_part_in_the_pot() -> None:
    table = Table(1, 2, 3, pot_amount=100).all_say().deal(f"{KINGS} {FLUSH} {LOW} {FLOP}").decide(*["surrender"] * 3)
    assert table.dealer.state.inventory == 30_00
    assert [table.up(box) for box in (1, 2, 3)] == [190_00, -110_00, -110_00]


def test_29_10_d_kickers_count_for_the_pot() -> None:
    table = Table(1, 2).all_say().deal("As Ad 9c Ah Ac 8c Ks 5h 2d").decide("surrender", "surrender")
    assert (table.up(1), table.up(2)) == (-5_00, -15_00)


@pytest.mark.parametrize(
    ("players", "pot", "chip", "shares"),
    [
        (2, 5, "0.50", [5_00, 5_00, 0, 0]),
        (3, 5, "0.50", [5_00, 5_00, 5_00, 0]),
        (4, 5, "0.50", [6_50, 6_50, 7_00, 0]),
        (4, 5, "0.25", [6_50, 6_75, 6_75, 0]),
        (4, 5, "1", [6_00, 7_00, 7_00, 0]),
        (4, 10, "1", [13_00, 13_00, 14_00, 0]),
    ],
)
def test_29_10_d_tie_hands_share_equally_and_odd_chips_go_from_the_dealers_right(
    players: int, pot: int, chip: str, shares: list[int]
) -> None:
    hands = ["As 9d 4c", "Ah 9c 4d", "Ad 9s 4h", "8c 6d 2s"][:players]
    table = Table(*range(1, players + 1), pot_amount=pot, smallest_chip=Decimal(chip)).all_say()
    table.deal(f"{' '.join(hands)} Ks Qh 7d").decide(*["surrender"] * players)
    assert [table.up(box) + 10_00 + pot * 100 for box in range(1, players + 1)] == shares[:players]
    assert table.dealer.state.inventory == players * 10_00
    announcements = [step.text for step in table.steps if isinstance(step, Said) and "over: one each" in step.text]
    assert bool(announcements) == (len(set(shares[: min(players, 3)])) > 1)


def test_29_10_e_cards_are_collected_last() -> None:
    table = deal_table(f"{KINGS} {FLOP}").decide("flop")
    said = [step for step in table.steps if isinstance(step, (Said, Settled))]
    assert said[-1].section == "29.10(e)"
    assert table.state.shoe is not None
    assert table.state.shoe.on_table == 0
    assert not table.state.hands


# ---- 29.11: odds and limit

FIVE = {
    "royal_flush": ("Ah Kh Qh Jh Th 2d", 1000, 1000),
    "straight_flush": ("9h Kh Qh Jh Th 2d", 500, 500),
    "four_of_a_kind": ("9h 9c 9d 9s Th 2d", 100, 100),
    "full_house": ("9h 9c 9d Ts Th 2d", 30, 30),
    "flush": ("9h 2h 4h Th Kh 2d", 20, 20),
    "straight": ("9h Tc Jd Qs Kh 2d", 10, 11),
    "three_of_a_kind": ("2h 2c 2s Ts Kh 4d", 4, 4),
    "two_pair": ("2h 2c 3d 3s Kh 5d", 2, 2),
    "pair_of_jacks_or_better": ("Jh Jc 3d 4s Kh 6d", 1, 1),
    "": ("Th Tc 3d 4s Kh 6d", -1, -1),
}


@pytest.mark.parametrize("row", FIVE)
@pytest.mark.parametrize("table", ["FP-1", "FP-2"])
def test_29_11_b_and_c_the_ante_pays_1_to_1_and_the_flop_wager_by_its_table(row: str, table: str) -> None:
    cards, first, second = FIVE[row]
    units = first if table == "FP-1" else second
    played = deal_table(cards, flop_pay_table=table).decide("flop")
    assert played.nets()[1, "flop"] == units * 10_00
    assert played.nets()[1, "ante"] == (10_00 if row else -10_00)


def test_29_11_a_odds_are_stated_with_the_word_to() -> None:
    assert not findings(rules_of(GAME), DAY, {}, {"flop.flush": "21 win 1"}, None)
    found = findings(rules_of(GAME), DAY, {}, {"flop.flush": "21 for 1"}, None)
    assert [one.section for one in found] == ["29.11(a)"]


def test_29_11_b_the_ante_pays_exactly_and_29_11_c_a_row_may_be_raised() -> None:
    key = "ante.pair_of_jacks_or_better"
    with pytest.raises(ValueError, match=r"29\.11\(b\).*permitted: exactly 1 to 1"):
        Table(odds={key: "2 to 1"})
    assert Table(odds={"flop.flush": "25 to 1"}).game.odds["flop"]["flush"].win == 25
    with pytest.raises(ValueError, match=r"29\.11\(c\).*19 to 1 is too low; permitted: 20 to 1 or more"):
        Table(odds={"flop.flush": "19 to 1"})


@pytest.mark.parametrize(
    ("minimum", "ante", "won"),
    [
        (5, 49, 49_049),
        (5, 50, 50_000),
        (5, 100, 50_000),
        (49, 100, 50_000),
        (50, 100, 50_050),
        (500, 500, 500_500),
        (500, 600, 500_500),
    ],
)
def test_29_11_d_the_limit_is_50_000_or_what_the_minimum_could_win(minimum: int, ante: int, won: int) -> None:
    table = Table(min_wager=minimum, bankroll=10_000_00).say(f"ante {ante}").deal(FIVE["royal_flush"][0])
    assert table.decide("flop").up() == won * 100
    assert not table.state.wagers


def test_29_11_d_pot_and_bonus_are_outside_the_limit() -> None:
    table = Table(1, 2).all_say("ante 100").say("three card bonus 100")
    table.deal("Ah Kh Qh 9c 5d 3s Jh Th 2d").decide("flop", "surrender")
    assert table.nets()[1, "ante"] + table.nets()[1, "flop"] == 50_000_00
    assert table.nets()[1, "three_card_bonus"] == 10_000_00
    assert table.nets()[1, "pot"] == 5_00
    assert table.said("29.11(e)") == ["The payout limit of $50,000 a hand: $49,900 instead of $100,000."]


def test_29_11_d_three_card_bonus_is_not_below_its_table() -> None:
    with pytest.raises(ValueError, match=r"29\.11.*permitted: 100 to 1 or more"):
        Table(odds={"three_card_bonus.mini_royal": "50 to 1"})


# ---- 29.12: irregularities


@pytest.mark.parametrize("event", ["community_card_exposed", "cards_face_up_after_deal"])
def test_29_12_a_all_hands_are_void_but_the_pot_is_awarded(event: str) -> None:
    table = Table(1, 2, 3).all_say().say("three card bonus 5", by=2)
    table.deal(f"{LOW} {KINGS} {FLUSH} {FLOP}").decide("surrender", "flop").throw(event)
    assert [table.up(box) for box in (1, 2, 3)] == [-5_00, 10_00, -5_00]
    void = [(position, kind) for position, kind, result, _ in table.settled() if result == "void"]
    assert sorted(void) == [(2, "ante"), (2, "flop"), (2, "three_card_bonus"), (3, "ante")]
    assert table.dealer.state.inventory == 0
    assert table.dealer.state.rounds == 1


def test_29_12_a_a_surrendered_hand_may_win_that_pot() -> None:
    table = Table(1, 2).all_say().deal(f"{KINGS} {LOW} {FLOP}").decide("surrender").throw("community_card_exposed")
    assert (table.up(1), table.up(2)) == (5_00, -5_00)


def test_29_12_b_one_card_face_up_is_not_used_two_return_the_pot_too() -> None:
    table = Table().all_say().until_card().throw("card_face_up").deal(f"As {KINGS} {FLOP}").decide("flop")
    assert table.up() == 310_00
    table = Table(1, 2).all_say().until_card().throw("card_face_up").deal("As Ks").throw("card_face_up")
    assert (table.up(1), table.up(2), table.dealer.state.rounds) == (0, 0, 1)
    assert sorted(kind for _, kind, result, _ in table.settled() if result == "void") == ["ante", "ante", "pot", "pot"]


def test_29_12_b_one_card_found_after_the_deal_voids_nothing() -> None:
    table = deal_table(f"{KINGS} {FLOP}").throw("card_face_up_after_deal").decide("flop")
    assert table.up() == 310_00
    (said,) = table.said("29.12(b)")
    assert said.startswith("One card found face up after all cards have been dealt. Play continues")


def test_29_12_b_a_second_card_found_after_the_deal_voids_all_hands_but_not_the_pot() -> None:
    table = Table(1, 2).all_say().deal(f"{KINGS} {LOW} {FLOP}").throw("card_face_up_after_deal").decide("flop")
    table.throw("card_face_up_after_deal")
    assert table.nets() == {(1, "ante"): 0, (1, "flop"): 0, (2, "ante"): 0, (1, "pot"): 5_00, (2, "pot"): -5_00}
    assert (table.up(1), table.up(2), table.dealer.state.rounds) == (5_00, -5_00, 1)


def test_29_12_a_a_community_card_exposed_during_the_deal_voids_all_hands_but_not_the_pot() -> None:
    """The deal is finished so that the pot can be awarded, but no one makes a decision."""
    table = Table(1, 2, dealing_method="hand").all_say().until_card().deal("Ks 9c 2d Kd")
    table.throw("community_card_exposed").deal("5d 3h 4c 3s Qs")
    assert table.dealer.state.rounds == 1
    assert table.nets() == {(1, "ante"): 0, (2, "ante"): 0, (1, "pot"): 5_00, (2, "pot"): -5_00}
    assert (table.up(1), table.up(2)) == (5_00, -5_00)


def test_29_12_a_only_a_dealt_card_can_be_exposed() -> None:
    table = Table(1, 2, dealing_method="hand").all_say().until_card().deal("Ks")
    with pytest.raises(Refused, match="is face down"):
        table.throw("community_card_exposed")


def test_29_12_a_the_record_of_a_returned_surrendered_ante_adds_up_to_the_chips() -> None:
    table = Table(1, 2).all_say().deal(f"{KINGS} {LOW} {FLOP}").decide("surrender").throw("community_card_exposed")
    assert table.nets() == {(1, "ante"): 0, (2, "ante"): 0, (1, "pot"): 5_00, (2, "pot"): -5_00}
    assert (table.up(1), table.up(2)) == (5_00, -5_00)


def test_29_12_d_that_players_hand_is_void_until_the_settlement() -> None:
    table = Table(1, 2).all_say().deal(f"{KINGS} {LOW} {FLOP}")
    table.dealer.halts = True
    table.decide("flop", "flop").throw("wrong_number_of_cards", "1").dealer.next()
    assert (table.up(1), table.up(2)) == (0, -20_00)


def test_29_12_c_a_card_drawn_in_error_is_the_next_card() -> None:
    table = Table().all_say().until_card().throw("drawn_in_error").deal(f"{KINGS} {FLOP}").decide("flop")
    assert table.up() == 310_00
    assert table.said("29.12(c)")


@pytest.mark.parametrize("method", METHODS)
def test_29_12_d_a_wrong_number_of_cards_voids_that_hand_and_the_others_continue(method: str) -> None:
    table = Table(1, 2, 3, dealing_method=method).all_say().say("three card bonus 5").until_card()
    table.throw("wrong_number_of_cards")
    rest = f"{FLUSH} {LOW} {FLOP}" if method == "automated_shoe" else "7h 9c Kh 6h 5d 8h 2h 3s 4h"
    table.deal(rest).decide("flop", "flop")
    assert [table.up(box) for box in (1, 2, 3)] == [0, 10_00 + 200_00 + 5_00, -25_00]
    void = [(position, kind) for position, kind, result, _ in table.settled() if result == "void"]
    assert void == [(1, "ante"), (1, "pot"), (1, "three_card_bonus")]


def test_29_12_d_even_if_it_is_noticed_at_the_decision() -> None:
    table = Table(1, 2).all_say().deal(f"{LOW} {KINGS} {FLOP}").decide("flop").throw("wrong_number_of_cards")
    assert (table.up(1), table.up(2)) == (-20_00, 0)


def test_29_12_e_a_shuffler_that_jams_shuffles_again() -> None:
    table = Table().all_say()
    table.dealer.close()
    table.throw("shuffler_jams")
    assert isinstance(table.dealer.ask, AskShuffle)
    assert table.deal(f"{KINGS} {FLOP}").decide("flop").up() == 310_00


def test_29_12_f_an_automated_shoe_that_jams_voids_the_round_and_the_pot() -> None:
    table = Table(1, 2).all_say().until_card().deal("Ks Kd 4c 7h").throw("shoe_jams")
    assert (table.up(1), table.up(2), table.dealer.state.rounds) == (0, 0, 1)
    assert table.state.shoe is not None
    assert table.state.shoe.on_table == 0


def test_29_12_g_a_device_is_removed_before_another_method_is_used() -> None:
    table = Table().throw("device_change")
    assert isinstance(table.dealer.ask, AskWagers)
    assert "removed from the table" in table.said("29.12(g)")[0]


def test_29_13_one_position_for_each_player() -> None:
    with pytest.raises(Refused, match=r"your own position.*29\.13"):
        Table().dealer.act(1, Action("make", "ante", 10_00, "2"))


def test_29_9_c_positions_match_the_layout() -> None:
    assert Table(8, positions=8).game.seats == 8
    with pytest.raises(Refused, match="positions 1 to 7"):
        Table(8)
    with pytest.raises(ValueError, match="positions is 9; permitted: a whole number, 1 to 8"):
        Layout.of(GAME, DAY, {"positions": 9})


# ---- Everything together


def test_random_rounds_settle_by_the_hands_and_the_pay_tables() -> None:
    """The winnings of each wager are computed again from the cards and the odds, and check that the whole pot is paid
    out.
    """
    game = game_on(Layout.of(GAME, DAY))
    hands: dict[int, tuple[Hand, Hand]] = {}
    nets: list[tuple[int, str, str, int, int]] = []

    def see(step: object) -> None:
        if isinstance(step, Settled):
            nets.append((step.wager.position, step.wager.kind, step.section, step.wager.amount, step.net))
        state = getattr(step, "state", None)
        if state is not None and len(state.community) == 3:
            for hand in state.hands:
                if hand.all:
                    both = Hand.made_with(hand.all, state.community, 3), Hand(hand.all, THREE_CARD_ROYAL)
                    hands[hand.box] = both

    dealer = Dealer(game, SeededSource(29), watch=see)
    for position in (1, 2, 3, 5):
        dealer.act(position, Action("sit", amount=1_000_000_00))
    bot = RandomBot(29, eager=0.85)
    surrendered = 0
    for _ in range(150):
        hands.clear()
        nets.clear()
        dealer.finish(bot)
        pots = {position: net for position, kind, _, _, net in nets if kind == "pot"}
        assert sum(pots.values()) == 0
        best = max((hands[position][0] for position in pots), default=None)
        for position, net in pots.items():
            assert (net >= 0) == (hands[position][0] == best)
        for position, kind, section, amount, net in nets:
            if kind == "pot":
                continue
            if section == "29.10(a)2":
                surrendered += 1
                assert net == -amount
                continue
            hand = hands[position][kind == "three_card_bonus"]
            row = str(hand.category).replace(" ", "_").replace("-", "_")
            if kind != "three_card_bonus" and row == "pair":
                row = "pair_of_jacks_or_better" if hand.grade.ranks[0] >= 11 else "high_card"
            if kind == "ante":
                assert net == (-amount if row == "high_card" else amount)
            else:
                odds = game.layout.odds_table(kind)
                assert net == (odds[row].win if row in odds else -1) * amount, (kind, hand)
    assert surrendered


@pytest.mark.parametrize("method", METHODS)
def test_tape_of_random_rounds_replays_to_the_same_table(method: str) -> None:
    replays_alike(GAME, DAY, {"dealing_method": method})


def test_trace_has_no_gaps_and_every_example_and_test_cites_a_paragraph() -> None:
    traced = trace(GAME)
    assert traced.gaps == ()
    assert traced.dangling == ()
    # The paragraph is only a heading for those below it.
    assert [one.id for one in traced.paragraphs if not one.tests and not one.nothing] == ["29.9(b)"]


def test_the_game_is_in_the_chapter_since_july_2006() -> None:
    with pytest.raises(ValueError, match="flop-poker since 2006-07-17"):
        Layout.of(GAME, date(2006, 7, 16))
    assert Layout.of(GAME, date(2006, 7, 17)).cite("29.11(d)") == "N.J.A.C. 19:47-29.11(d)"


def test_29_8_hand_dealing_requires_the_shuffler_which_cannot_be_removed() -> None:
    by_hand = {"dealing_method": "hand", "shuffler": False}
    assert [one.section for one in findings(rules_of("flop-poker"), date(2007, 6, 1), by_hand, {}, None)] == ["29.8"]
    table = "game flop-poker\non 2007-06-01\nset dealing_method=hand\n1: sit Ann 100\n"
    with pytest.raises(BadScript, match="only with dealing_method manual_shoe or automated_shoe"):
        play_script(f"{table}interrupt device_change\n")
