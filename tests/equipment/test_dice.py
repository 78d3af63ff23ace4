import copy
import json
import pickle
from collections import Counter

import pytest

from pitboss.equipment import Dice, outcomes

EVERY_ROLL = [roll for number in (1, 2, 3) for roll in outcomes(number)]


@pytest.mark.parametrize("roll", EVERY_ROLL, ids=str)
def test_every_notation_gives_the_one_roll(roll: Dice) -> None:
    digits = [str(face) for face in roll.faces]
    pips = ["⚀⚁⚂⚃⚄⚅"[face - 1] for face in roll.faces]
    for parts in (digits, pips):
        for between in ("-", " ", ", ", ""):
            assert Dice(between.join(parts)) is roll
    assert str(roll) == "-".join(digits)
    assert roll.pretty == " ".join(pips)
    assert Dice(list(roll)) is Dice.parse(str(roll)) is eval(repr(roll)) is roll
    assert pickle.loads(pickle.dumps(roll)) is copy.deepcopy(roll) is roll
    assert Dice(json.loads(json.dumps(roll, default=str))) is roll
    assert roll.total == sum(map(int, digits))


def test_outcomes_are_all_the_ordered_rolls() -> None:
    assert [len(set(outcomes(number))) for number in (1, 2, 3)] == [6, 36, 216]
    assert Counter(roll.total for roll in outcomes(2)) == {total: 6 - abs(7 - total) for total in range(2, 13)}
    assert Dice("3-4") != Dice("4-3")
    with pytest.raises(ValueError, match="4 dice cannot be rolled"):
        outcomes(4)


def test_hard_means_a_pair_of_two_dice() -> None:
    assert [str(roll) for roll in EVERY_ROLL if roll.is_hard] == ["1-1", "2-2", "3-3", "4-4", "5-5", "6-6"]


@pytest.mark.parametrize(
    ("roll", "wrong"),
    [
        ("3-7", "'7' is not a face"),
        ("0 1", "'0' is not a face"),
        ("12-3", "'12' is not a face"),
        ("3x", "'x' is not a face"),
        ((3, 9), "9 is not a face"),
        ("1-2-3-4", "there are 4 faces"),
        ("", "there are 0 faces"),
        ((), "there are 0 faces"),
    ],
)
def test_an_invalid_roll_is_refused_by_name(roll: str | tuple[int, ...], wrong: str) -> None:
    with pytest.raises(ValueError, match=f"is not a roll: {wrong}.*such as 3-4"):
        Dice(roll)


def test_a_roll_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Dice("3-4").total = 8
