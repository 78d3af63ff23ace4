"""Rules of Subchapter 19, by section; and what is refused under each."""

from __future__ import annotations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.kernel.table import Table
from pitboss.families.twenty_one.price.strategies import chart_of
from pitboss.table import Refused
from pitboss.table.script import play_script

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
def test_19_5_to_19_14_what_is_refused_has_its_section(section: str, body: str) -> None:
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


def test_19_10_split_aces_with_one_card_where_the_licensee_gives_no_more() -> None:
    body = DEALT + "Ah 6d Ad Kd\n1: split\ncards 5h\ncards 9d\ncards 2d\n= 1: 0\n"
    play(body, "split_aces=one_card")


def test_19_9_redoubles_are_for_analysis_only() -> None:
    with pytest.raises((Refused, ValueError), match=r"redouble|permitted"):
        play(SEATED + "1: spanish21 10\n", "redouble=2")


def test_19_5_g_the_automaton_of_the_kernel_pays_the_super_bonus_to_three_sevens_only() -> None:
    """6-7-8 of one suit is paid as 7-7-7 of one suit is, and has no super bonus against a seven."""
    table = Table(Layout.of("spanish-21"), {"spanish21": ""}, chart_of(Layout.of("spanish-21"), "basic"))
    assert table.told.unsplit.used
    most = max(end.main for end in table.ends)
    assert most < table.told.main.award


def test_19_12_what_the_layout_rule_of_new_jersey_prints_is_text_though_no_edition_held_has_it() -> None:
    rules = Layout.of("spanish-21").rules
    printed = [rules.facts["dealer_stands"], rules.facts["bonus_not_doubled"], rules.wagers["insurance"]]
    assert {(one.provenance, one.in_editions) for one in printed} == {("text", False)}
