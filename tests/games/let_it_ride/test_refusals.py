"""Bad input is refused with one clear line that names what is allowed, and changes neither table nor tape."""

from collections.abc import Callable

import pytest

from pitboss.table import Action, Refused
from pitboss.table.script import BadScript, play_script
from tests.shared.poker_rules import refused_alike

from .table import GAME, Table


def empty_table() -> Table:
    return Table(1, 2)


def betting_table() -> Table:
    return Table(1, 2).say("wager1 10")


def dealing_table() -> Table:
    return betting_table().until_card()


def deciding_table() -> Table:
    return Table(1, 2).all_say().deal("Tc Td 4s 2c 3c 9c As 7h 2s")


def table_without_bonus() -> Table:
    return Table(offer_bonus=False, offer_three_card_bonus=False).say("wager1 10")


BAD: list[tuple[str, Callable[[], Table], int, str | Action, str, list[str]]] = [
    ("the second wager alone", empty_table, 1, "wager2 10", "18.6", ["made with First wager"]),
    ("the third wager for another amount", betting_table, 1, "wager3 5", "18.6", ["changes with it"]),
    ("removal of the third wager", betting_table, 1, "remove wager3", "18.6", ["made with First wager"]),
    ("a bonus of $2", betting_table, 1, "bonus 2", "18.6A", ["must be exactly $1"]),
    ("a second bonus", lambda: betting_table().say("bonus 1"), 1, "bonus 1", "18.6A", ["must be exactly"]),
    ("a reduced bonus", lambda: betting_table().say("bonus 1"), 1, "reduce bonus 0.50", "18.6A", ["at least $1"]),
    ("a bonus without the wagers", empty_table, 1, "bonus 1", "18.6A", ["needs First wager first"]),
    ("a bonus that is not offered", table_without_bonus, 1, "bonus 1", "18.6A", ["offer_bonus = true"]),
    ("a three-card bonus that is not offered", table_without_bonus, 1, "three card bonus 5", "18.6B", ["not offered"]),
    ("a three-card bonus without the wagers", empty_table, 1, "three card bonus 5", "18.6B", ["needs First wager"]),
    ("a wager while the cards are dealt", dealing_table, 2, "wager1 10", "18.6", ["No more bets"]),
    ("a wager while deciding", deciding_table, 1, "wager1 10", "18.6", ["No more bets", "decision"]),
    ("removal while deciding", deciding_table, 1, "remove wager1", "18.6", ["No more bets"]),
    ("an unknown wager", empty_table, 1, Action("make", "wager4", 500), "18.6", ["'wager4'", "did you mean wager"]),
    ("a negative amount", empty_table, 1, Action("make", "wager1", -500), "", ["-500", "whole number of cents from 0"]),
    ("more than the bankroll", empty_table, 1, "wager1 400", "18.6", ["$400 with $800", "$1,000 available"]),
    ("an On button", betting_table, 1, "off wager1", "18.6", ["stays until it is settled"]),
    (
        "a coupon on a wager that may be taken back",
        empty_table,
        1,
        "wager1 10 coupon 5",
        "18.6",
        ["accepted only on"],
    ),
    ("a wager on another's position", empty_table, 1, Action("make", "wager1", 1000, "2"), "18.6", ["own position"]),
    ("a seat that is not there", empty_table, 8, "sit Cal 100", "18.6", ["positions 1 to 7"]),
]


@pytest.mark.parametrize(("what", "made", "by", "said", "section", "words"), BAD, ids=[one[0] for one in BAD])
def test_bad_input_is_refused_and_changes_nothing(
    what: str, made: Callable[[], Table], by: int, said: str | Action, section: str, words: list[str]
) -> None:
    refused_alike(made(), by, said, section, words)


def test_a_decision_that_is_not_offered_is_refused() -> None:
    with pytest.raises(Refused, match=r"let_ride or take_back.*18\.10"):
        deciding_table().decide("fold")
    with pytest.raises(Refused, match=r"no decision now: the round waits for a wager.*18\.10"):
        betting_table().decide("take_back")


def test_there_is_no_decision_on_the_third_wager() -> None:
    table = Table().all_say().deal("Tc Td 4s As 7h 2s").decide("take_back", "take_back")
    assert table.dealer.state.rounds == 1
    assert table.up() == 10_00


def test_an_irregularity_at_the_wrong_step_is_refused() -> None:
    with pytest.raises(Refused, match="no card of the dealer or the board is face down"):
        dealing_table().throw("community_card_exposed")
    with pytest.raises(Refused, match="happens automatically"):
        dealing_table().throw("cards_face_up")
    with pytest.raises(Refused, match="there is no irregularity 'hole_card_exposed'"):
        deciding_table().throw("hole_card_exposed")


def test_a_script_with_the_same_card_twice_names_the_line() -> None:
    with pytest.raises(BadScript, match=r":4: .*Tc cannot be the next card"):
        play_script(f"game {GAME}\n1: sit Ann 100\n1: wager1 10\ncards Tc Tc", "twice")
