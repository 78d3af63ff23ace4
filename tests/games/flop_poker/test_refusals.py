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
    return Table(1, 2).say("ante 10")


def dealing_table() -> Table:
    return betting_table().until_card()


def deciding_table() -> Table:
    return Table(1, 2).all_say().deal("Ks Kd 4c 7h 6h 2h Kh 8h 4h")


def poor_table() -> Table:
    return Table(1, 2, bankroll=19_00).all_say().deal("Ks Kd 4c 7h 6h 2h Kh 8h 4h")


def table_without_bonus() -> Table:
    return Table(offer_three_card_bonus=False).say("ante 10")


BAD: list[tuple[str, Callable[[], Table], int, str | Action, str, list[str]]] = [
    ("a pot wager alone", empty_table, 1, "pot 5", "29.6", ["made with Ante wager"]),
    ("a pot wager of another amount", betting_table, 1, "pot 10", "29.6", ["changes with it"]),
    ("removal of the pot wager", betting_table, 1, "remove pot", "29.6", ["made with Ante wager"]),
    ("an ante below the minimum", empty_table, 1, "ante 4.50", "8.2", ["at least $5"]),
    ("an ante reduced below the minimum", betting_table, 1, "reduce ante 6", "8.2", ["at least $5"]),
    ("a flop wager before the deal", betting_table, 1, "flop 10", "29.10(a)1", ["when its position decides"]),
    (
        "a flop wager of another amount",
        deciding_table,
        1,
        "flop 20",
        "29.10(a)",
        ["must be exactly $10 here", "say flop"],
    ),
    ("a bonus that is not offered", table_without_bonus, 1, "three card bonus 5", "29.6", ["not offered"]),
    ("a bonus without an ante", empty_table, 1, "three card bonus 5", "29.6", ["needs Ante wager first"]),
    ("a second position", empty_table, 1, Action("make", "ante", 1000, "3"), "29.13", ["your own position"]),
    ("a wager while the cards are dealt", dealing_table, 2, "ante 10", "29.9(b)2", ["No more bets"]),
    ("removal while deciding", deciding_table, 1, "remove ante", "29.9(b)2", ["No more bets"]),
    ("quarters where half-dollars are the smallest chip", empty_table, 1, "ante 10.25", "", ["$0.50 chips"]),
    ("an unknown wager", empty_table, 1, Action("make", "flip", 500), "29.6", ["'flip'", "did you mean flop"]),
    ("a negative amount", empty_table, 1, Action("make", "ante", -500), "", ["-500", "whole number of cents from 0"]),
    ("no chips for the pot", empty_table, 1, "ante 996", "29.6", ["$996 with $5 for Pot wager", "$1,000 available"]),
    ("an On button", betting_table, 1, "off ante", "29.6", ["stays until it is settled"]),
    (
        "a coupon beside the main wager",
        betting_table,
        1,
        "three card bonus 10 coupon 5",
        "29.6",
        ["accepted only on: Ante"],
    ),
    ("a seat that is not there", empty_table, 8, "sit Cal 100", "29.9(c)", ["positions 1 to 7"]),
]


@pytest.mark.parametrize(("what", "made", "by", "said", "section", "words"), BAD, ids=[one[0] for one in BAD])
def test_bad_input_is_refused_and_changes_nothing(
    what: str, made: Callable[[], Table], by: int, said: str | Action, section: str, words: list[str]
) -> None:
    refused_alike(made(), by, said, section, words)


def test_a_decision_that_is_not_offered_is_refused() -> None:
    with pytest.raises(Refused, match=r"flop or surrender.*29\.10\(a\)"):
        deciding_table().decide("call")
    with pytest.raises(Refused, match=r"no decision now: the round waits for a wager.*29\.10\(a\)"):
        betting_table().decide("flop")


def test_a_flop_wager_without_enough_chips_is_refused() -> None:
    with pytest.raises(Refused, match=r"Flop wager of \$10 is more than the \$4 available"):
        poor_table().decide("flop")


def test_an_irregularity_at_the_wrong_step_is_refused() -> None:
    with pytest.raises(Refused, match="no card of the dealer or the board is face down"):
        dealing_table().throw("community_card_exposed")
    with pytest.raises(Refused, match="can happen at card, not at decision"):
        deciding_table().throw("card_face_up")
    with pytest.raises(Refused, match="happens automatically"):
        dealing_table().throw("cards_face_up")


def test_a_script_with_the_same_card_twice_names_the_line() -> None:
    with pytest.raises(BadScript, match=r":4: .*Tc cannot be the next card"):
        play_script(f"game {GAME}\n1: sit Ann 100\n1: ante 10\ncards Tc Tc", "twice")
