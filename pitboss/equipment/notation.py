"""Values identified by their text.

A card or a roll of the dice has one short notation ("Ah", "3-4") and one object per process: the same notation always
gives the same object, so comparison is by identity and dealing allocates nothing. The notation is also the JSON form:
`json.dumps(hand, default=str)` writes it, and `Card(text)` and `Dice(text)` read it.
"""

from typing import NoReturn


class Written:
    """An immutable value identified by its text. It equals only itself, and pickling or copying returns the same
    object.
    """

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
        """Set the slots when the object is created."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
