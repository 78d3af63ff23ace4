"""Values that a serialiser cannot look into, so that the caller decides how much to show.

msgspec serialises structs, dataclasses and tuples automatically. A face-down card and a shoe are none of these, so
serialising one requires a hook. The hook writes everything to a tape, but sends players only what they may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

from pitboss.equipment.cards import Card


class Opaque:
    """An immutable value with named slots, equal to another of its class with the same contents."""

    __slots__: tuple[str, ...] = ()
    _setters: ClassVar[tuple[Callable[[Any, Any], None], ...]]

    def __init_subclass__(cls) -> None:
        cls._setters = tuple([cls.__dict__[name].__set__ for name in cls.__slots__])

    def _fill(self, *values: object) -> None:
        """Set the slots, once, when the value is created."""
        for set_slot, value in zip(self._setters, values):  # noqa: B905 the check would cost as much as the rest
            set_slot(self, value)

    def values(self) -> tuple[Any, ...]:
        """The contents, in the order of the slots."""
        return tuple([getattr(self, name) for name in self.__slots__])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.values() == other.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), self.values()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self!r} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self!r} cannot be changed")


class Hidden(Opaque):
    """A face-down card. `known_to` lists the positions that may look at it.

    >>> Hidden(Card("Ah"), known_to=(3,))
    Hidden()
    """

    __slots__ = ("card", "known_to")
    card: Card
    known_to: tuple[int, ...]

    def __init__(self, card: Card, known_to: tuple[int, ...] = ()) -> None:
        self._fill(card, known_to)

    def __repr__(self) -> str:
        return "Hidden()"
