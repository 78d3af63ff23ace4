"""A roll of one, two or three dice: `Dice("3-4")`.

The dice are distinguishable: 3-4 and 4-3 are two of 36 outcomes. All 258 rolls are created once, so rolling allocates
nothing.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product

from pitboss.equipment.notation import Written

_PIPS = "⚀⚁⚂⚃⚄⚅"


class Dice(Written):
    """The faces shown by one to three dice.

    >>> roll = Dice("⚂ ⚃")
    >>> roll, roll.faces, roll.total, roll.is_hard, roll.pretty
    (Dice('3-4'), (3, 4), 7, False, '⚂ ⚃')
    >>> Dice("34") is Dice("3 4") is Dice((3, 4)) is roll
    True
    >>> first, second = Dice("6-6")
    >>> Dice("3-7")
    Traceback (most recent call last):
    ValueError: '3-7' is not a roll: '7' is not a face from 1 to 6; write one to three faces, such as 3-4, 34 or ⚂⚃
    """

    __slots__ = ("faces", "is_hard", "pretty", "total")
    faces: tuple[int, ...]
    total: int
    is_hard: bool
    """Whether two dice show a pair."""
    pretty: str

    def __new__(cls, roll: str | Iterable[int]) -> "Dice":
        faces = _read(roll) if isinstance(roll, str) else tuple(roll)
        dice = _ROLLS.get(faces)
        if dice is None:
            wrong = next((f"{face!r} is not a face from 1 to 6" for face in faces if face not in _FACES.values()), "")
            wrong = wrong or f"there are {len(faces)} faces"
            raise ValueError(f"{roll!r} is not a roll: {wrong}; write one to three faces, such as 3-4, 34 or ⚂⚃")
        return dice

    @classmethod
    def parse(cls, text: str) -> "Dice":
        """Return the roll with this notation, like `Dice(text)`."""
        return cls(text)

    def __hash__(self) -> int:
        return hash(self.faces)

    def __iter__(self) -> Iterator[int]:
        return iter(self.faces)

    def __len__(self) -> int:
        return len(self.faces)


def outcomes(number: int = 2) -> tuple[Dice, ...]:
    """List all ordered outcomes of `number` dice, with the last die varying fastest.

    >>> len(outcomes(2)), sum(roll.total == 7 for roll in outcomes(2))
    (36, 6)
    """
    if number not in OUTCOMES:
        raise ValueError(f"{number} dice cannot be rolled: one to three can")
    return OUTCOMES[number]


_FACES: dict[str, int] = {str(face): face for face in range(1, 7)} | {pips: 1 + i for i, pips in enumerate(_PIPS)}


def _read(text: str) -> tuple[int | str, ...]:
    """Split the text into faces; whatever is not a face stays in the list for the error message."""
    parts = re.split(r"[\s,-]+", text.strip())
    return tuple(_FACES.get(part, part) for part in (parts if len(parts) > 1 else parts[0]))


def _make(faces: tuple[int, ...]) -> Dice:
    dice = object.__new__(Dice)
    dice._write(
        _text="-".join(map(str, faces)),
        faces=faces,
        total=sum(faces),
        is_hard=len(faces) == 2 and faces[0] == faces[1],
        pretty=" ".join(_PIPS[face - 1] for face in faces),
    )
    return dice


OUTCOMES: dict[int, tuple[Dice, ...]] = {
    number: tuple(map(_make, product(range(1, 7), repeat=number))) for number in (1, 2, 3)
}
_ROLLS: dict[tuple[int | str, ...], Dice] = {dice.faces: dice for rolls in OUTCOMES.values() for dice in rolls}
