"""Rules of Subchapter 19 by section, and the refusals under each."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource, cards
from pitboss.families.twenty_one.kernel.table import SimulatedTable
from pitboss.families.twenty_one.price.strategies import chart_of
from pitboss.games.spanish_21.round import Spanish21
from pitboss.table import Action, AskDecision, AskShuffle, Dealer, Refused, Said, Settled, Step, game_on
from pitboss.table.script import play_script
from pitboss.table.state import replace

HEAD = "game spanish-21\non 2008-06-01\n"
SEATED = "1: sit Ann 1000\n2: sit Bob 1000\n"
DEALT = SEATED + "1: spanish21 10\ncards 2c\ncards "


def play(body: str, *choices: str) -> None:
    play_script(HEAD + "".join(f"set {choice}\n" for choice in choices) + body, "test")


@pytest.mark.parametrize(
    ("section", "body"),
    [
        ("19.6", SEATED + "refused by 19.6 1: match dealer 5\n"),
        ("19.9", DEALT + "6h 5d 7h Kd\nrefused by 19.9 1: rescue\n"),
        ("19.9", DEALT + "6h 5d 5h Kd\nrefused by 19.9 1: double 11\n"),
        ("19.12", DEALT + "6h 5d 5h Kd\n1: double\ncards 2d\nrefused by 19.12 1: draw\n"),
        ("19.9", DEALT + "6h 5d 5h Kd\n1: double\ncards 2d\nrefused by 19.9 1: double\n"),
        ("19.8", DEALT + "6h 5d 5h Kd\n1: draw\ncards 2d\nrefused by 19.8 1: surrender\n"),
        ("19.8", DEALT + "8h 5d 8d Kd\n1: split\ncards 2d\nrefused by 19.8 1: surrender\n"),
        ("19.10", DEALT + "8h 5d 7d Kd\nrefused by 19.10 1: split\n"),
        ("19.14", SEATED + "1: spanish21 10\nrefused by 19.14 1: spanish21 3 10\n"),
    ],
)
def test_19_5_to_19_14_refusals_cite_their_sections(section: str, body: str) -> None:
    play(body)


def test_19_4_b_1_a_stack_from_the_shuffler_is_not_cut() -> None:
    play(DEALT + "Kh 9d Qh Kd\n1: stand\n= 1: +10\n", "shuffle_method=automated")


def test_19_10_fifth_hand_is_refused_and_four_are_not() -> None:
    play(
        DEALT
        + "8h 6d 8d Kd\n1: split\ncards 8s\n1: split\ncards 8c\n1: split\ncards 8h\n"
        + "refused by 19.10 1: split\n1: stand\n"
        + "cards Kh\n1: stand\ncards Kc\n1: stand\ncards Ks\n1: stand\ncards Qd\n= 1: +40\n"
    )


def test_19_9_each_person_on_a_box_rescues_for_himself() -> None:
    people = "1: sit Ann 1000\n7: sit Cy 1000\n1: spanish21 10\n7: spanish21 1 20\n1: consent\n"
    body = (
        people
        + "cards 2c\ncards 6h Kd 5h Qd\n1: double\n7: double\ncards 2h\n1: rescue\n7: stand\n= 1: -10\n= 7: -40\n"
    )
    play(body, "players_per_box=2")


def test_19_5_g_no_envy_where_the_licensee_has_none() -> None:
    body = SEATED + "1: spanish21 5\n2: spanish21 5\ncards 2c\ncards 7h Kh 7d 7h Qh Js\n1: draw\ncards 7h\n2: stand\n"
    play(body + "= 1: +1010\n= 2: +5\n", "envy=off")
    play(body + "= 1: +1010\n= 2: +55\n")


def test_19_5_g_without_the_super_bonus_for_comparison_three_sevens_have_their_odds_and_no_more() -> None:
    without = Layout.of("spanish-21", options={"super_bonus": "off"}, unlawful=True)
    body = SEATED + "1: spanish21 5\n2: spanish21 5\ncards 2c\ncards 7h Kh 7d 7h Qh Js\n1: draw\ncards 7h\n2: stand\n"
    play_script(HEAD + body + "= 1: +10\n= 2: +5\n", "test", layout=without)


def test_19_10_split_aces_get_one_card_if_the_licensee_so_chooses() -> None:
    body = DEALT + "Ah 6d Ad Kd\n1: split\ncards 5h\ncards 9d\ncards 2d\n= 1: 0\n"
    play(body, "split_aces=one_card")


def test_19_9_redoubles_are_for_analysis_only() -> None:
    with pytest.raises((Refused, ValueError), match=r"redouble|permitted"):
        play(SEATED + "1: spanish21 10\n", "redouble=2")


def test_19_5_g_the_automaton_of_the_kernel_pays_the_super_bonus_to_three_sevens_only() -> None:
    """Suited 6-7-8 pays like suited 7-7-7, but gets no super bonus against a seven."""
    table = SimulatedTable(Layout.of("spanish-21"), {"spanish21": ""}, chart_of(Layout.of("spanish-21"), "basic"))
    assert table.rules.unsplit.used
    most = max(end.main for end in table.ends)
    assert most < table.rules.main.award


def test_19_12_text_of_the_layout_rule_counts_as_text_though_no_edition_held_has_it() -> None:
    rules = Layout.of("spanish-21").rules
    printed = [rules.facts["dealer_stands"], rules.facts["bonus_not_doubled"], rules.wagers["insurance"]]
    assert {(one.provenance, one.in_editions) for one in printed} == {("text", False)}


# ---- Cards, cut, coupons, boxes


def steps(body: str, *choices: str) -> list[Step]:
    found: list[Step] = []
    play_script(HEAD + "".join(f"set {choice}\n" for choice in choices) + body, "test", watch=found.append)
    return found


def test_19_2_a_six_or_eight_decks_of_48_cards() -> None:
    for decks, many in ((6, 288), (8, 384)):
        found = steps(DEALT + "Kh 9d Qh Kd\n", f"decks={decks}")
        shuffled = next(one for one in found if isinstance(one, AskShuffle))
        assert sum(shuffled.composition) == many
    layout = Layout.of("spanish-21")
    assert layout.options["decks"] == 6
    assert [one.section for one in findings(layout.rules, layout.on, {"decks": 4}, {}, layout.limits)] == ["19.2(a)"]


def test_19_2_b_1_to_3_values_of_cards() -> None:
    game = game_on(Layout.of("spanish-21"))
    assert isinstance(game, Spanish21)
    hands = {"9h 2d": 11, "Kh Qd": 20, "Jc 9d": 19, "Ad 6c": 17, "Ad 6c Kd": 17, "Ad Ac": 12}
    assert {hand: game.score(cards(hand)).total for hand in hands} == hands
    play(DEALT + "Kh 9d 2h Kd\n1: draw\ncards Qd\n= 1: -10\n")  # 22 busts


def test_19_4_b_1_a_stack_from_the_shuffler_is_announced_as_uncut() -> None:
    hand, device = (steps(DEALT + "Kh 9d Qh Kd\n", f"shuffle_method={how}") for how in ("manual", "automated"))
    assert [one.section for one in device if isinstance(one, Said) and "without a cut" in one.text] == ["19.4(b)1"]
    assert not any(isinstance(one, Said) and "without a cut" in one.text for one in hand)


def test_19_4_c_and_d_1_the_cut_is_offered_in_order_and_finally_the_dealer_cuts() -> None:
    dealer = Dealer(game_on(Layout.of("spanish-21")), SeededSource(11))
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=100_00))
        dealer.act(position, Action("make", "spanish21", 10_00))
    dealer.close()
    dealer.draw()
    asked, offered = [], set()
    while isinstance(dealer.ask, AskDecision):
        asked.append(dealer.ask.position)
        offered.add(dealer.ask.section)
        dealer.decide("pass")
    assert asked == [1, 3, 2], "at a new game the first player; then on, counter-clockwise"
    assert offered == {"19.4(c)"}
    assert [one.section for one in dealer.steps if isinstance(one, Said) and "the dealer does" in one.text] == [
        "19.4(c)"
    ]


def test_19_5_coupons_count_in_the_winnings_and_are_accepted_on_the_main_wager_only() -> None:
    play(SEATED + "1: spanish21 10 coupon 10\ncards 2c\ncards Ah 9d Kh Kd\n= 1: +30\n")
    play(SEATED + "1: spanish21 10\nrefused by 19.5 1: match_dealer 5 coupon 5\n")


def test_19_10_splitting_takes_two_cards_of_one_value_and_an_equal_wager() -> None:
    play(DEALT + "Kh 6d Jd Kd\n1: split\ncards 5c\n1: stand\ncards 6c\n1: stand\ncards 9d\n= 1: +20\n")
    play(DEALT + "8h 6d 7d Kd\nrefused by 19.10 1: split\n")


def test_19_10_returned_after_a_blackjack_discovered_late_is_all_but_the_original_wager() -> None:
    body = DEALT + "8h Kd 8d\n1: split\ncards Kc\n1: stand\ncards Ks\n1: stand\ncards Ad\n= 1: -10\n"
    back = [one for one in steps(body, "hole_card=none") if isinstance(one, Settled) and one.wager.kind == "split"]
    assert [(one.section, one.result) for one in back] == [("19.10", "returned")]


def test_19_13_sharing_is_for_three_at_most_and_asks_the_first_for_consent() -> None:
    people = "1: sit Ann 1000\n2: sit Bob 1000\n3: sit Cy 1000\n4: sit Di 1000\n1: spanish21 10\n"
    play(people + "refused by 19.13 2: spanish21 1 10\n")
    joined = people + "2: spanish21 1 10\n1: consent\n3: spanish21 1 10\n1: consent\n"
    play(joined + "refused by 19.13 4: spanish21 1 10\n", "players_per_box=3")


def test_19_13_caller_is_the_seated_player_and_others_may_join_a_double() -> None:
    body = SEATED + "1: spanish21 10\n2: spanish21 1 50\n1: consent\ncards 2c\ncards 6h 6d 5h Kd\n"
    found = steps(body + "1: double\n2: leave\ncards 9c\n1: stand\ncards 9d\n= 1: +20\n= 2: +50\n", "players_per_box=2")
    assert [one.section for one in found if isinstance(one, AskDecision) and "leave" in one.choices] == ["19.13"]


def test_19_14_boxes_one_to_a_player_unless_the_licensee_permits_more() -> None:
    play(SEATED + "1: spanish21 10\nrefused by 19.14 1: spanish21 3 10\n")
    play(SEATED + "1: spanish21 10\n1: spanish21 3 10\nrefused by 19.14 1: spanish21 4 10\n", "boxes_per_player=2")


@pytest.mark.parametrize(("envy", "lawful"), [(50, True), ("50.00", True), ("off", True), (49, False), (True, False)])
def test_19_5_g_the_envy_bonus_is_an_amount_however_it_is_written(envy: Any, lawful: bool) -> None:
    rules = Layout.of("spanish-21").rules
    assert rules.options["envy"].parse("50") == "50.00"
    found = findings(rules, Layout.of("spanish-21").on, {"envy": envy}, {}, None)
    assert not found if lawful else found[0].section == "19.5(g)"


def test_19_4_d_1_the_first_player_is_the_first_to_come_to_the_table_in_any_seat() -> None:
    dealer = Dealer(game_on(Layout.of("spanish-21")), SeededSource(11))
    for position in (3, 1, 2):
        dealer.act(position, Action("sit", amount=100_00))
        dealer.act(position, Action("make", "spanish21", 10_00))
    dealer.close()
    dealer.draw()
    asked = []
    while isinstance(dealer.ask, AskDecision):
        asked.append(dealer.ask.position)
        dealer.decide("pass")
    assert asked == [3, 2, 1]


def test_19_4_d_2_later_the_cut_is_that_of_the_far_right_and_moves_counter_clockwise_with_every_shuffle() -> None:
    table = game_on(Layout.of("spanish-21"))
    assert isinstance(table, Spanish21)
    dealer = Dealer(table, SeededSource(11))
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=100_00))
        dealer.act(position, Action("make", "spanish21", 10_00))
    dealer.close()
    dealer.draw()
    now: Any = dealer.ask
    shoe, cutters = now.state.shoe, []
    for _ in range(4):
        shoe = shoe.shuffled()
        ask: Any = next(table.cut(replace(now.state, shoe=shoe)))
        cutters.append(ask.position)
    assert cutters == [3, 2, 1, 3]


def test_19_6_match_the_dealer_is_settled_before_a_blackjack_is_paid() -> None:
    settled = []
    body = "1: sit Ann 1000\n1: spanish21 10\n1: match_dealer 5\ncards 2c\ncards As Kd Kh 9d\n"
    play_script(HEAD + body, "test", watch=lambda step: settled.append(step) if isinstance(step, Settled) else None)
    assert [step.wager.kind for step in settled] == ["match_dealer", "spanish21"]
