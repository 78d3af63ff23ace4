"""The rules of Subchapter 17, each test named by its section."""

import json
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import rules_of
from pitboss.equipment import SeededSource
from pitboss.hands import Hand
from pitboss.table import AskDecision, AskShuffle, AskWagers, Dealer, Refused, Said, Settled, game_on, replay, view
from pitboss.table.bots import RandomBot
from pitboss.table.steps import Action, AskCard
from pitboss.traceability.trace import trace

from .table import DAY, GAME, Table

SHARED = "2s Jd 9s 5c"
"""The shared hole card and three cards face up: with them a jack wins, a nine pushes and a five loses."""


def deal_table(own: str, shared: str = SHARED, **options: Any) -> Table:
    """Return a table with $10 wagered, this card dealt to the player, and the shared cards dealt."""
    return Table(**options).all_say().deal(f"{own} {shared}")


# ---- 17.1 to 17.6


def test_17_1_double_down_wager_is_any_amount_up_to_the_original() -> None:
    for amount in ("0.01", "3", "10"):
        assert deal_table("Jh").say(f"double down {amount}").dealer.state.rounds == 1
    with pytest.raises(Refused, match=r"at most \$10"):
        deal_table("Jh").say("double down 10.01")


def test_17_1_hand_is_the_players_card_and_the_four_shared() -> None:
    table = deal_table("Th", "Jh Qh Kh Ah").decide("stand")
    assert table.nets() == {(1, "original"): 10_000_00}
    # Three queens are among the four shared cards, which the player must use.
    assert deal_table("2c", "Qh Qc Qs 5d").decide("stand").up() == 30_00


def test_17_1_hole_card_is_face_down_and_hidden_from_everyone() -> None:
    state = deal_table("Jh").state
    assert len(state.community) == 3
    assert [held.known_to for held in state.community_down] == [()]
    for position in (0, 1):
        assert "2s" not in json.dumps(view(state, position))


def test_17_1_push_returns_the_wager() -> None:
    assert deal_table("9c").decide("stand").settled() == [(1, "original", "returned", 0)]


def test_17_1_round_of_play_ends_with_the_last_settlement() -> None:
    table = deal_table("Jh").decide("stand")
    assert table.dealer.state.rounds == 1
    assert not table.state.wagers
    assert not table.state.hands
    assert not table.state.community


def test_17_2_deck_is_one_of_52_cards() -> None:
    table = Table().all_say().until_card()
    assert table.state.shoe is not None
    assert table.state.shoe.size == 52
    assert not table.state.shoe.counts[52]


def test_17_4_shuffle_before_every_round() -> None:
    table = deal_table("Jh").decide("stand")
    table.all_say().deal(f"Jh {SHARED}")
    assert sum(isinstance(step, AskShuffle) for step in table.steps) == 2


@pytest.mark.parametrize(
    ("own", "shared", "units"),
    [
        ("Ac", "5c 2d 3s 4h", 5),
        ("Ac", "Kc Qd Js Th", 5),
        ("Kc", "Ac 2d 3s 4h", -1),
        ("Ah", "Kh Qh Jh Th", 1000),
        ("Ah", "5h 2h 3h 4h", 100),
        ("2h", "5h 9h 3h 4h", 8),
    ],
)
def test_17_5_ranking_has_the_ace_high_and_low_but_not_around_the_corner(own: str, shared: str, units: int) -> None:
    assert deal_table(own, shared).decide("stand").up() == units * 10_00


def test_17_6_positions_match_the_layout() -> None:
    assert Table(positions=3).game.seats == 3
    with pytest.raises(Refused, match="positions 1 to 3"):
        Table(4, positions=3)
    with pytest.raises(ValueError, match="positions is 8; permitted: a whole number, 1 to 7"):
        Layout.of(GAME, DAY, {"positions": 8})


def test_17_6_original_wager_within_the_posted_limits() -> None:
    limits = Limits(minimum=10_00, maximum=100_00)
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=limits).say("original 5")
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=limits).say("original 105")
    assert Table(limits=limits).say("original 10").state.wagers


def test_17_6_no_removal_after_the_call() -> None:
    table = Table().say("original 10", "increase original 5", "reduce original 5", "remove original", "original 10")
    table.until_card()
    for line in ("original 5", "remove original", "reduce original 5"):
        with pytest.raises(Refused, match="No more bets"):
            table.say(line)


# ---- 17.8: dealing


@pytest.mark.parametrize("method", ["shoe", "hand"])
def test_17_8_a_1_and_2_shoe_and_hand_deal_alike(method: str) -> None:
    table = Table(1, 2, dealing_method=method).all_say().deal(f"Jh 5h {SHARED}").decide("stand", "stand")
    assert (table.up(1), table.up(2)) == (10_00, -10_00)


@pytest.mark.parametrize(("method", "section"), [("shoe", "17.8(a)1"), ("hand", "17.8(a)2iii")])
def test_17_8_a_1_and_2_iv_no_more_bets_is_called_before_the_first_card(method: str, section: str) -> None:
    # This is a 1996 table; what has been item 2iv since 1997 was then 2iii.
    table = Table(1, dealing_method=method).all_say().deal(f"Jh {SHARED}").decide("stand")
    call = next(n for n, step in enumerate(table.steps) if isinstance(step, Said) and step.section == section)
    first = next(n for n, step in enumerate(table.steps) if isinstance(step, AskCard))
    assert call < first
    assert table.said(section) == ["No more bets."]


def test_17_8_b_one_card_each_from_the_dealers_left_then_four_community_cards() -> None:
    table = Table(2, 3, 6).all_say().deal(f"Jh 5h 6h {SHARED}")
    assert table.order() == ["position 2", "position 3", "position 6", *["community cards"] * 4]
    assert [str(hand.cards[0]) for hand in table.state.hands] == ["Jh", "5h", "6h"]
    assert [str(card) for card in table.state.community] == ["Jd", "9s", "5c"]
    assert [str(held.card) for held in table.state.community_down] == ["2s"]
    assert table.said("17.8(b)") == [
        "Position 2 J♥, Position 3 5♥, Position 6 6♥; community cards J♦ 9♠ 5♣ and the hole card."
    ]


def test_17_8_b_only_players_with_a_wager_get_cards() -> None:
    table = Table(1, 2).say("original 10", by=2).deal(f"Jh {SHARED}").decide("stand")
    assert (table.up(1), table.up(2)) == (0, 10_00)


def test_17_8_c_each_player_may_double_once_from_the_dealers_left() -> None:
    table = Table(1, 4).all_say().deal(f"Jh 5h {SHARED}")
    ask = table.dealer.ask
    assert isinstance(ask, AskDecision)
    assert (ask.position, ask.choices, ask.default, ask.wagers) == (1, ("stand", "double"), "stand", ("double_down",))
    table.decide("double")
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.position == 4
    with pytest.raises(Refused):
        table.say("double down 5", by=1)
    table.say("double down 5", by=4)
    assert table.nets() == {
        (1, "original"): 10_00,
        (1, "double_down"): 10_00,
        (4, "original"): -10_00,
        (4, "double_down"): -5_00,
    }


def test_17_8_c_a_double_down_wager_may_be_below_the_minimum_and_follows_the_increment() -> None:
    limits = Limits(minimum=10_00, maximum=100_00, increment=5_00)
    table = Table(limits=limits, on=date(2008, 6, 1)).say("original 20").deal(f"Jh {SHARED}")
    with pytest.raises(Refused, match=r"steps of \$5"):
        table.say("double down 7")
    assert table.say("double down 5").up() == 25_00


def test_17_8_c_a_player_with_fewer_chips_than_the_original_may_double_for_less() -> None:
    table = Table(bankroll=14_00).all_say().deal(f"Jh {SHARED}").decide("double")
    assert table.nets() == {(1, "original"): 10_00, (1, "double_down"): 4_00}
    last = Table(bankroll=10_01).all_say().deal(f"Jh {SHARED}").decide("double")
    assert last.nets() == {(1, "original"): 10_00, (1, "double_down"): 1}
    broke = Table(bankroll=10_00).all_say().deal(f"Jh {SHARED}")
    assert isinstance(broke.dealer.ask, AskDecision)
    assert broke.dealer.ask.choices == ("stand",)
    with pytest.raises(Refused, match=r"17\.8\(c\)"):
        broke.decide("double")


def test_17_8_d_no_more_bets_again_and_the_hole_card_is_turned() -> None:
    table = deal_table("Jh").decide("stand")
    assert table.said("17.8(d)")[:2] == ["No more bets.", "The dealer turns 2♠."]


# ---- 17.9: settlement

RANKS = "23456789TJQKA"


@pytest.mark.parametrize("rank", RANKS)
def test_17_9_a_to_c_a_single_pair_loses_pushes_or_wins_by_its_rank(rank: str) -> None:
    rest = [other for other in "A974" if other != rank][:3]
    table = deal_table(f"{rank}h", f"{rank}s {rest[0]}d {rest[1]}c {rest[2]}s").decide("double")
    result = "loses" if rank in "2345" else "returned" if rank in "6789T" else "wins"
    assert {one[2] for one in table.settled()} == {result}
    assert table.up() == {"loses": -20_00, "returned": 0, "wins": 20_00}[result]
    sections = {"loses": "17.9(a)", "returned": "17.9(b)", "wins": "17.9(c)"}
    assert {step.section for step in table.steps if isinstance(step, Settled)} == {sections[result]}


def test_17_9_a_a_hand_without_a_pair_loses() -> None:
    assert deal_table("Ah").decide("stand").settled() == [(1, "original", "loses", -10_00)]


def test_17_9_c_three_passes_each_from_the_dealers_right() -> None:
    table = Table(1, 2, 3, 4, 5, 6).all_say().deal("Kh 5h 6h Jh 5d 6d Js Kc 6c 5s")
    table.decide(*["stand"] * 6)
    order = [(position, result) for position, _, result, _ in table.settled()]
    assert [result for _, result in order] == sorted(
        (result for _, result in order), key=["loses", "returned", "wins"].index
    )
    for result in ("loses", "returned", "wins"):
        boxes = [position for position, how in order if how == result]
        assert boxes == sorted(boxes, reverse=True)


# ---- 17.10: odds and limit

ROWS = {
    "royal_flush": ("Ah", "Kh Qh Jh Th", 1000, 1000),
    "straight_flush": ("9h", "Kh Qh Jh Th", 100, 200),
    "four_of_a_kind": ("9h", "9c 9d 9s Th", 25, 50),
    "full_house": ("9h", "9c 9d Ts Th", 10, 11),
    "flush": ("9h", "2h 4h Th Kh", 8, 8),
    "straight": ("9h", "Tc Jd Qs Kh", 5, 5),
    "three_of_a_kind": ("2h", "2c 2d Ts Kh", 3, 3),
    "two_pair": ("2h", "2c 3d 3s Kh", 2, 2),
    "pair_of_jacks_or_better": ("Jh", "Jc 3d 4s Kh", 1, 1),
    "pair_of_sixes_or_better": ("Th", "Tc 3d 4s Kh", 0, 0),
}


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("table", ["DDS-1", "DDS-2"])
def test_17_10_b_every_row_of_every_table_on_both_wagers(row: str, table: str) -> None:
    own, shared, first, second = ROWS[row]
    pays = first if table == "DDS-1" else second
    assert Layout.of(GAME, DAY, {"pay_table": table}).odds("original", row).win == pays
    played = deal_table(own, shared, pay_table=table).decide("double")
    assert played.nets() == {(1, "original"): pays * 10_00, (1, "double_down"): pays * 10_00}


def test_17_10_a_odds_are_stated_with_the_word_to() -> None:
    assert not findings(rules_of(GAME), DAY, {}, {"original.flush": "9 win 1"}, None)
    found = findings(rules_of(GAME), DAY, {}, {"original.flush": "9 for 1"}, None)
    assert [one.section for one in found] == ["17.10(a)"]


def test_17_10_b_a_row_may_be_raised_but_not_lowered() -> None:
    assert Table(odds={"original.flush": "9 to 1"}).game.odds["original"]["flush"].win == 9
    with pytest.raises(ValueError, match=r"17\.10\(b\).*7 to 1 is too low; permitted: 8 to 1 or more"):
        Table(odds={"original.flush": "7 to 1"})


@pytest.mark.parametrize(("original", "double", "won"), [(100, 100, 100_000), (60, 40, 100_000), (60, 39, 99_000)])
def test_17_10_c_a_hand_wins_at_most_the_limit_and_stakes_come_back(original: int, double: int, won: int) -> None:
    table = Table().say(f"original {original}").deal("Ah Kh Qh Jh Th").say(f"double down {double}")
    assert table.up() == won * 100
    assert not table.state.wagers


def test_17_10_c_two_players_have_two_hands_and_two_limits() -> None:
    table = Table(1, 2).all_say("original 100").deal("Ah 9h Kh Qh Jh Th").decide("double", "double")
    assert (table.up(1), table.up(2)) == (100_000_00, 20_000_00)
    table = Table(1, 2).all_say("original 800").deal("Ah 9h Kh Qh Jh Th").decide("stand", "stand")
    assert (table.up(1), table.up(2)) == (100_000_00, 80_000_00)
    assert len(table.said("17.10(c)")) == 1


# ---- 17.11: irregularities


def test_17_11_a_a_hole_card_exposed_early_voids_all_hands() -> None:
    table = Table(1, 2).all_say().deal(f"Jh 5h {SHARED}").decide("double").throw("hole_card_exposed")
    assert (table.up(1), table.up(2), table.dealer.state.rounds) == (0, 0, 1)
    assert {one[2] for one in table.settled()} == {"void"}
    assert not table.state.wagers


def test_17_11_b_one_card_face_up_is_not_used_two_void_all_hands() -> None:
    table = Table().all_say().until_card().throw("card_face_up").deal(f"As Jh {SHARED}").decide("stand")
    assert table.up() == 10_00
    table = Table().all_say().until_card().throw("card_face_up").deal("As").throw("card_face_up")
    assert (table.up(), table.dealer.state.rounds) == (0, 1)
    assert {one[2] for one in table.settled()} == {"void"}


def test_17_11_b_also_in_the_stub_before_the_hole_card_is_turned() -> None:
    table = deal_table("Jh").throw("card_face_up").deal("As").decide("double")
    assert table.up() == 20_00
    table = deal_table("Jh").throw("card_face_up").deal("As").throw("card_face_up")
    assert (table.up(), table.dealer.state.rounds) == (0, 1)


def test_17_11_c_a_card_drawn_in_error_is_the_next_card() -> None:
    table = Table().all_say().until_card().throw("drawn_in_error").deal(f"Jh {SHARED}").decide("stand")
    assert table.up() == 10_00
    assert table.said("17.11(c)")


@pytest.mark.parametrize("cards", ["", "Jh", "Jh 2s", f"Jh {SHARED}"])
def test_17_11_d_a_wrong_number_of_cards_voids_all_hands(cards: str) -> None:
    table = Table(1, 2).all_say().until_card()
    table.deal(cards and cards.replace("Jh", "Jh 5h", 1)).throw("wrong_number_of_cards")
    assert (table.up(1), table.up(2), table.dealer.state.rounds) == (0, 0, 1)


def test_17_11_e_a_shuffler_that_jams_shuffles_again() -> None:
    table = Table().all_say()
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskShuffle)
    table.throw("shuffler_jams")
    assert isinstance(table.dealer.ask, AskShuffle)
    assert table.deal(f"Jh {SHARED}").decide("stand").up() == 10_00


def test_17_11_f_a_device_is_removed_before_another_method_is_used() -> None:
    table = Table().throw("device_change")
    assert isinstance(table.dealer.ask, AskWagers)
    assert "removed from the table" in table.said("17.11(f)")[0]


# ---- Everything together


def test_random_rounds_settle_by_the_hand_and_the_pay_table() -> None:
    """Recompute each wager's winnings from the five cards and the odds."""
    game = game_on(Layout.of(GAME, DAY))
    odds = game.layout.odds_table("original")
    hands: dict[int, Hand] = {}
    nets: dict[tuple[int, str], tuple[int, int]] = {}

    def see(step: object) -> None:
        if isinstance(step, Settled):
            nets[step.wager.position, step.wager.kind] = (step.wager.amount, step.net)
        state = getattr(step, "state", None)
        if state is not None and len(state.community) == 4:
            hands.update({hand.box: Hand((*hand.all, *state.community)) for hand in state.hands if hand.all})

    dealer = Dealer(game, SeededSource(17), watch=see)
    for position in (1, 2, 5):
        dealer.act(position, Action("sit", amount=100_000_00))
    bot = RandomBot(17)
    for _ in range(150):
        hands.clear()
        nets.clear()
        dealer.finish(bot)
        for (position, _), (amount, net) in nets.items():
            hand = hands[position]
            row = str(hand.category).replace(" ", "_")
            if row == "pair":
                worth = 1 if hand.grade.ranks[0] >= 11 else 0 if hand.grade.ranks[0] >= 6 else -1
            else:
                worth = odds[row].win if row in odds else -1
            assert net == worth * amount


def test_tape_of_a_round_replays_to_the_same_table() -> None:
    table = Table(1, 2).all_say().deal(f"Jh 5h {SHARED}").say("double down 3").decide("stand")
    assert replay(table.tape).states[-1] == table.dealer.state


def test_trace_has_no_gaps_and_every_example_and_test_cites_a_paragraph() -> None:
    traced = trace(GAME)
    assert traced.gaps == ()
    assert traced.dangling == ()
    untested = [one.id for one in traced.paragraphs if not one.tests and not one.nothing]
    assert untested == []


def test_the_game_is_in_the_chapter_since_december_1994() -> None:
    with pytest.raises(ValueError, match="double-down-stud since 1994-12-05"):
        Layout.of(GAME, date(1994, 12, 4))
    assert Layout.of(GAME, date(1994, 12, 5)).cite("17.10(c)") == "N.J.A.C. 19:47-17.10(c)"
    assert Layout.of(GAME, date(2013, 1, 1)).cite("17.10(c)") == "N.J.A.C. 13:69F-17.10(c)"


def test_17_8_a_2_i_dealing_from_the_hand_needs_the_shuffler() -> None:
    rules, day = rules_of("double-down-stud"), date(1999, 6, 1)
    assert [one.section for one in findings(rules, day, {"dealing_method": "hand", "shuffler": False}, {}, None)] == [
        "17.8(a)2i"
    ]
    assert not findings(rules, day, {"dealing_method": "hand"}, {}, None)
