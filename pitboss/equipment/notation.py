"""Values that are what is written on them.

A card or a roll of the dice has one short text ("Ah", "3-4"), and one object in the process: the same text always
gives the same object, so comparing is a comparison of addresses and nothing is allocated while dealing.
The text is the JSON form too: `json.dumps(hand, default=str)` writes it, `Card(text)` and `Dice(text)` read it.
"""

from typing import NoReturn


class Written:
    """An unchangeable value with one text; equal only to itself, and a pickle or a copy of it is itself."""

    __slots__ = ("_text",)
    _text: str

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text!r})"

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self._text,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self!r} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self!r} cannot be changed")

    def _write(self, **values: object) -> None:
        """Set the slots once, when the object is made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
