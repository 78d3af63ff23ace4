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
    return Table(1, 2).say("original 10")


def dealing_table() -> Table:
    return betting_table().until_card()


def deciding_table() -> Table:
    return Table(1, 2).all_say().deal("Jh 5h 2s Jd 9s 5c")


BAD: list[tuple[str, Callable[[], Table], int, str | Action, str, list[str]]] = [
    (
        "a double down wager before the deal",
        betting_table,
        1,
        "double down 10",
        "17.8(c)",
        ["when its position decides"],
    ),
    ("more than the original", deciding_table, 1, "double down 11", "17.8(c)", ["at most $10"]),
    ("another's turn", deciding_table, 2, "double down 5", "17.8(c)", ["when its position decides", "decision"]),
    ("an original wager while deciding", deciding_table, 1, "original 5", "17.8(a)1", ["No more bets"]),
    ("a wager while the cards are dealt", dealing_table, 2, "original 10", "17.8(a)1", ["No more bets"]),
    ("removal while the cards are dealt", dealing_table, 1, "remove original", "17.8(a)1", ["No more bets"]),
    (
        "an unknown wager",
        empty_table,
        1,
        Action("make", "orignal", 500),
        "17.6",
        ["'orignal'", "did you mean original"],
    ),
    ("an unknown verb", empty_table, 1, Action("split"), "", ["'split'", "make"]),
    (
        "a negative amount",
        empty_table,
        1,
        Action("make", "original", -500),
        "",
        ["-500", "whole number of cents from 0"],
    ),
    ("no amount", empty_table, 1, Action("make", "original"), "", ["how much?"]),
    ("more than the bankroll", empty_table, 1, "original 1001", "", ["$1,001", "$1,000 available"]),
    ("a wager on another's position", empty_table, 1, "original 2 10", "17.6", ["your own position"]),
    ("an On button", betting_table, 1, "off original", "17.6", ["stays until it is settled"]),
    ("a coupon above the chips", empty_table, 1, "original 10 coupon 15", "17.6", ["chips of at least its value"]),
    ("a seat that is taken", empty_table, 2, "sit Cal 100", "17.6", ["position 2 is taken"]),
    ("a seat that is not there", empty_table, 8, "sit Cal 100", "17.6", ["positions 1 to 7"]),
    ("no one there", empty_table, 5, "original 10", "", ["no one is at position 5"]),
]


@pytest.mark.parametrize(("what", "made", "by", "said", "section", "words"), BAD, ids=[one[0] for one in BAD])
def test_bad_input_is_refused_and_changes_nothing(
    what: str, made: Callable[[], Table], by: int, said: str | Action, section: str, words: list[str]
) -> None:
    refused_alike(made(), by, said, section, words)


def test_a_decision_that_is_not_offered_is_refused() -> None:
    with pytest.raises(Refused, match=r"stand or double.*17\.8\(c\)"):
        deciding_table().decide("surrender")
    with pytest.raises(Refused, match=r"no decision now: the round waits for a wager.*17\.8\(c\)"):
        betting_table().decide("double")


def test_an_irregularity_at_the_wrong_step_is_refused() -> None:
    with pytest.raises(Refused, match=r"can happen at card or decision, not at wager"):
        betting_table().throw("hole_card_exposed")
    with pytest.raises(Refused, match="happens automatically"):
        dealing_table().throw("cards_face_up")
    with pytest.raises(Refused, match="there is no irregularity 'shoe_jams'"):
        dealing_table().throw("shoe_jams")


def test_a_script_with_the_same_card_twice_names_the_line() -> None:
    with pytest.raises(BadScript, match=r":4: .*Jh cannot be the next card"):
        play_script(f"game {GAME}\n1: sit Ann 100\n1: original 10\ncards Jh Jh", "twice")
