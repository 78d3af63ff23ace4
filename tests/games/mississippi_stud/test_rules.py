"""The rules of Subchapter 35, each test named by its section."""

from datetime import date
from typing import Any

import pytest

from pitboss import check
from pitboss.chapter.layout import Layout, Limits
from pitboss.table import Refused, Settled
from pitboss.traceability.trace import trace
from tests.shared import poker_rules

from .table import DAY, GAME, JACKS, Table, deal_table

BETS = ("bet_1x", "bet_1x", "bet_1x")


def test_the_game_is_in_the_chapter_since_march_2012() -> None:
    with pytest.raises(ValueError, match="mississippi-stud since 2012-03-19"):
        Layout.of(GAME, date(2012, 3, 18))


def test_35_1_bet_wager_is_one_two_or_three_times_the_ante() -> None:
    table = Table().say("ante 25").deal(JACKS.singly).decide("bet_1x", "bet_2x")
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {
        "ante": 25_00,
        "street3": 25_00,
        "street4": 50_00,
    }
    assert table.decide("bet_3x").up() == (25 + 25 + 50 + 75) * 100


def test_35_2_deck_of_52_cards() -> None:
    poker_rules.one_deck(JACKS, 52)


def test_35_2_second_deck_alternates_with_a_shuffler() -> None:
    poker_rules.second_deck_alternates(JACKS)


def test_35_4_shuffle_before_every_round() -> None:
    poker_rules.shuffled_before_every_round(JACKS)


@pytest.mark.parametrize(
    ("own", "shared", "units"),
    [("As 2d", "3c 4h 5s", 4), ("As Kd", "Qc Jh Ts", 4), ("As 2d", "3c 4h Ks", -1), ("2h 3h", "4h 5h Ah", 100)],
)
def test_35_5_rankings_have_the_ace_high_and_low_but_not_around_the_corner(own: str, shared: str, units: int) -> None:
    assert deal_table(own, shared).decide(*BETS).up() == 4 * units * 10_00


def test_35_5_rankings_are_those_of_five_cards() -> None:
    ranking = Layout.of(GAME, DAY).rules.facts["ranking"]
    assert (ranking.section, ranking.value) == ("35.5", "five-card")


def test_35_6_ante_is_within_the_minimum_and_the_posted_limits() -> None:
    with pytest.raises(Refused, match=r"at least \$10 at this table"):
        Table(min_wager=10).say("ante 5")
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=Limits(maximum=50_00)).say("ante 55")
    assert deal_table("Js 4d", "Jh 8c 2s", limits=Limits(maximum=10_00)).decide("bet_3x").state.find(1, "street3")


def test_35_6_form_allows_only_listed_wagers_and_a_coupon_on_the_ante() -> None:
    poker_rules.only_listed(JACKS, "35.6")
    table = Table().say("ante 10 coupon 5").deal(JACKS.singly)
    assert table.decide(*BETS).up() == 45_00
    with pytest.raises(Refused, match="when its position decides"):
        Table().say("ante 10", "street3 10 coupon 5")


def test_35_6_closed_after_the_call() -> None:
    poker_rules.closed_after_the_call(JACKS, "35.6")
    poker_rules.taken_down_before_the_call(JACKS)


def test_35_6_positions_are_six() -> None:
    poker_rules.no_more_positions_than(JACKS, 6)
    with pytest.raises(ValueError, match="permitted: 6"):
        Layout.of(GAME, DAY, {"positions": 7})


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_35_7_manual_shoe_and_35_8_hand_deal_one_card_at_a_time(method: str) -> None:
    table = Table(2, 5, dealing_method=method).all_say().deal("Js Kd Jh 4d Qh 8c 2s")
    assert table.order() == [*["position 2", "position 5", "community cards"] * 2, "community cards"]
    assert [str(card) for card in table.state.hand(5).all] == ["Kd", "Qh"]
    assert [str(held.card) for held in table.state.community_down] == ["Jh", "8c", "2s"]


def test_35_7_stub_is_counted_every_fifth_round() -> None:
    assert poker_rules.stub_counted(JACKS, "manual_shoe", "35.7") == 2


def test_35_8_hand_and_its_stub() -> None:
    assert poker_rules.stub_counted(JACKS, "hand", "35.8") == 2


def test_35_9_automated_shoe_deals_stacks_and_its_shuffler_may_count() -> None:
    table = Table(2, 5, dealing_method="automated_shoe").all_say().deal("Js 4d Kd Qh Jh 8c 2s")
    assert table.order() == [*["position 2"] * 2, *["position 5"] * 2, *["community cards"] * 3]
    assert poker_rules.stub_counted(JACKS, "automated_shoe", "35.9") == 2
    assert poker_rules.stub_counted(JACKS, "automated_shoe", "35.9", shuffler_counts=True) == 0
    with pytest.raises(ValueError, match="counted only by an automated shuffling device"):
        Layout.of(GAME, DAY, {"shuffler_counts": True, "shuffler": False})


def test_35_10_third_street_is_decided_before_any_community_card() -> None:
    table = deal_table("Js 4d", "Jh 8c 2s")
    ask = poker_rules.question(table)
    assert (ask.section, ask.choices) == ("35.10", ("fold", "bet_1x", "bet_2x", "bet_3x"))
    assert not table.state.community
    assert table.game.choices.consequences(table.state, ask) == {
        "fold": "lose $10",
        "bet_1x": "$10 more",
        "bet_2x": "$20 more",
        "bet_3x": "$30 more",
    }


def test_35_10_fourth_street_and_fifth_street_each_follow_a_card_and_do_not_depend_on_earlier_wagers() -> None:
    table = deal_table("Js 4d", "Jh 8c 2s").decide("bet_3x")
    assert [str(card) for card in table.state.community] == ["Jh"]
    assert poker_rules.question(table).choices == ("fold", "bet_1x", "bet_2x", "bet_3x")
    table.decide("bet_1x")
    assert [str(card) for card in table.state.community] == ["Jh", "8c"]
    assert poker_rules.question(table).choices == ("fold", "bet_1x", "bet_2x", "bet_3x")
    assert table.game.choices.consequences(table.state, poker_rules.question(table)) == {
        "fold": "lose $50",
        "bet_1x": "$10 more",
        "bet_2x": "$20 more",
        "bet_3x": "$30 more",
    }


def test_35_10_fourth_street_each_player_in_turn_from_the_dealers_left() -> None:
    table = Table(1, 4).all_say().deal("Js Kd Jh 4d Qh 8c 2s")
    asked = []
    for choice in ("bet_1x", "bet_3x", "bet_2x", "fold", "bet_1x"):
        asked.append(poker_rules.question(table).position)
        table.decide(choice)
    assert asked == [1, 4, 1, 4, 1]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_35_10_push_lose_and_win_by_the_pair(rank: str) -> None:
    rest = [other for other in "A8643" if other != rank][:3]
    table = deal_table(f"{rank}h {rank}s", f"{rest[0]}d {rest[1]}c {rest[2]}s").decide(*BETS)
    assert table.up() == {True: 40_00, False: 0}[rank in "JQKA"] if rank in "6789TJQKA" else table.up() == -40_00
    if rank in "6789T":
        returned = [(step.section, step.result) for step in table.steps if isinstance(step, Settled)]
        assert returned == [("35.10", "returned")] * 4


def test_35_10_win_is_settled_from_the_dealers_right_hand_by_hand() -> None:
    """The player on the right wins and is paid before the other loses."""
    table = Table(1, 4).all_say().deal("2s Kd Jh 4d Qh 8c Ks").decide("bet_1x", "bet_1x", *BETS[1:], *BETS[1:])
    order = [(position, kind) for position, kind, _, _ in table.settled()]
    assert order == [(box, kind) for box in (4, 1) for kind in ("ante", "street3", "street4", "street5")]
    assert [net > 0 for _, _, _, net in table.settled()] == [True] * 4 + [False] * 4
    assert "pair of kings" in next(text for text in table.said("35.10") if "Position 4 has" in text)


def test_35_10_fold_loses_everything_wagered_and_no_more_cards_are_turned_if_all_fold() -> None:
    table = deal_table("Js 4d", "Kh 8c 2s").decide("bet_2x", "fold")
    assert table.nets() == {(1, "ante"): -10_00, (1, "street3"): -20_00}
    assert sum("turns" in text for text in table.said("35.10")) == 1


def test_35_10_fold_is_the_only_choice_without_chips() -> None:
    table = deal_table("Js 4d", "Jh 8c 2s", bankroll=35_00)
    assert poker_rules.question(table).choices == ("fold", "bet_1x", "bet_2x")
    with pytest.raises(Refused, match=r"of \$30 is more than the \$25 available"):
        table.decide("bet_3x")


def test_35_10_collect_the_cards_in_order() -> None:
    table = deal_table("Js 4d", "Jh 8c 2s").decide(*BETS)
    assert poker_rules.last_said(table) == "The cards go to the discard rack in order."
    assert table.state.shoe is not None
    assert table.state.shoe.on_table == 0


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("check", r"'check' is not a choice; .*fold or bet_1x or bet_2x or bet_3x"),
        ("bet_4x", r"fold or bet_1x or bet_2x or bet_3x"),
    ],
)
def test_35_10_third_street_refuses_a_check_and_other_amounts(said: str, words: str) -> None:
    with pytest.raises(Refused, match=rf"{words}.*35\.10"):
        deal_table("Js 4d", "Jh 8c 2s").decide(said)


def test_35_10_fourth_street_wager_out_of_order_or_turn_is_refused() -> None:
    table = Table(1, 4).all_say().deal("Js Kd Jh 4d Qh 8c 2s")
    with pytest.raises(
        Refused, match=r"4th street wager cannot be made at this decision; choose fold or bet_1x.*35\.10"
    ):
        table.say("street4 10")
    with pytest.raises(Refused, match=r"say bet_1x for \$10 or bet_2x for \$20 or bet_3x for \$30.*35\.10"):
        table.say("street3 25")
    with pytest.raises(Refused, match=r"made when its position decides on it: the round waits for a decision.*35\.10"):
        table.say("street3 10", by=4)
    with pytest.raises(Refused, match="3rd street wager is made when its position decides"):
        Table().say("ante 10", "street3 10")


ROWS = {
    "royal_flush": ("Ah Kh", "Qh Jh Th", 500),
    "straight_flush": ("9h Kh", "Qh Jh Th", 100),
    "four_of_a_kind": ("9h 9c", "9d 9s Th", 40),
    "full_house": ("9h 9c", "9d Ts Th", 10),
    "flush": ("9h 2h", "4h Th Kh", 6),
    "straight": ("9h Tc", "Jd Qs Kh", 4),
    "three_of_a_kind": ("2h 2c", "2s Ts Kh", 3),
    "two_pair": ("2h 2c", "3d 3s Kh", 2),
    "pair_of_jacks_or_better": ("Jh Jc", "3d 4s Kh", 1),
    "pair_of_sixes_to_tens": ("Th 4c", "3d Ts Kh", 0),
    "": ("5h 5c", "3d 4s Kh", -1),
}


@pytest.mark.parametrize("row", ROWS)
def test_35_11_table_pays_ante_and_street_wagers_alike(row: str) -> None:
    own, shared, units = ROWS[row]
    found = deal_table(own, shared).decide(*BETS).nets()
    assert found == {(1, kind): units * 10_00 for kind in ("ante", "street3", "street4", "street5")}


def test_35_11_limit_is_the_greater_of_the_figure_and_what_the_minimum_could_win() -> None:
    royal = ("Ah Kh", "Qh Jh Th")
    bets = ("bet_3x", "bet_3x", "bet_3x")

    def won(ante: int, **options: Any) -> int:
        table = Table(bankroll=10_000_00, **options).say(f"ante {ante}")
        table.deal("Ah Qh Kh Jh Th").decide(*bets)
        return table.up()

    assert deal_table(*royal).decide(*bets).up() == 50_000_00
    assert won(25) == 50_000_00
    assert won(25, payout_limit=60_000) == 60_000_00
    assert won(25, min_wager=20) == 100_000_00
    assert won(20, min_wager=20) == 100_000_00
    with pytest.raises(ValueError, match="payout_limit"):
        Layout.of(GAME, DAY, {"payout_limit": 40_000})


def test_35_11_to_is_the_word_of_odds_which_may_be_raised_but_not_lowered() -> None:
    poker_rules.odds_with_to(JACKS, "ante.flush", "7 to 1", "5 to 1", "35.11")


def test_35_12_exposed_community_card_voids_all_hands() -> None:
    poker_rules.all_is_void(JACKS, "community_card_exposed")
    folded = Table(1, 4).all_say().deal("Js Kd Jh 4d Qh 8c 2s").decide("fold", "bet_3x")
    folded.throw("community_card_exposed")
    assert (folded.up(1), folded.up(4)) == (0, 0)


def test_35_12_face_up_card_is_discarded_and_a_second_one_voids() -> None:
    poker_rules.one_face_up_is_discarded(JACKS)
    poker_rules.several_face_up_void_all(JACKS)


def test_35_12_drawn_in_error() -> None:
    poker_rules.drawn_in_error_is_the_next_card(JACKS)


def test_35_12_wrong_number_to_a_player_voids_that_hand_and_of_community_cards_all_hands() -> None:
    poker_rules.hand_is_void(JACKS)
    poker_rules.all_is_void(JACKS, "community_wrong_number")
    poker_rules.all_is_void(JACKS, "community_wrong_number", at_decision=False)


def test_35_12_devices() -> None:
    poker_rules.devices(JACKS)


def test_35_12_information_exchanged_forfeits() -> None:
    poker_rules.information_forfeits(JACKS)


def test_35_13_one_position() -> None:
    poker_rules.one_position(JACKS, "35.13")


def test_trace_has_no_gaps_and_every_paragraph_is_tested() -> None:
    traced = trace(GAME)
    assert (traced.gaps, traced.dangling) == ((), ())
    assert [one.id for one in traced.paragraphs if not one.tests and not one.nothing] == []


@pytest.mark.parametrize("figure", ["", "payout_limit = 50000", "payout_limit = 60000"])
def test_35_11_figure_of_the_limit_may_be_below_what_the_minimum_could_win(figure: str) -> None:
    # The limit is the greater of the two: an ante of $25 and three antes on each street win $125,000 at 500 to 1.
    text = f'game = "{GAME}"\non = 2013-06-01\n[options]\nmin_wager = 25\n{figure}\n'
    assert check(text).findings == ()


def test_35_11_figure_of_the_limit_is_never_below_50000() -> None:
    found = check(f'game = "{GAME}"\non = 2013-06-01\n[options]\npayout_limit = 49999\n').findings
    assert [(one.section, one.permitted) for one in found] == [("35.11", "a whole number, 50000 or more")]
