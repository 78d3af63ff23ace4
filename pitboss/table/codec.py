"""States as plain data and back, for the tape and for views.

1. A state is made of `FrozenStruct`s, tuples, strings, integers, booleans, None and equipment: cards, dice, face-down
   cards and shoes. msgspec reads and writes all but the equipment, which needs a hook.
2. A field with its default value is omitted, and gets the default when it is read.
3. `to_plain` writes everything unless it is given another hook; the hook for a view leaves out secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar, dataclass_transform

import msgspec
from msgspec.structs import fields, replace

from pitboss.equipment import Card, Dice, Hidden, Shoe

T = TypeVar("T")
Hook = Callable[[Any], Any]


@dataclass_transform(frozen_default=True)
class FrozenStruct(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base class of everything on a table: immutable, compared by value, and written without defaults."""


class _HiddenRecord(FrozenStruct):
    """A face-down card as it is written on the tape."""

    card: Card
    known_to: tuple[int, ...] = ()


class _ShoeRecord(FrozenStruct):
    """A shoe as it is written on the tape."""

    decks: int
    full: tuple[int, ...]
    counts: tuple[int, ...]
    dealt: int = 0
    burned: int = 0
    discards: int = 0
    cut_card: int | None = None
    shuffles: int = 0


def write_in_full(value: Any) -> Any:
    """The hook that writes equipment in full, including secrets."""
    if isinstance(value, (Card, Dice)):
        return str(value)
    if isinstance(value, Hidden):
        return _HiddenRecord(value.card, value.known_to)
    if isinstance(value, Shoe):
        return _ShoeRecord(*value.values())
    raise TypeError(f"a state cannot hold a {type(value).__name__}")


def to_plain(value: Any, hook: Hook = write_in_full) -> Any:
    """Convert a value to dicts, lists, strings and numbers; `hook` writes the equipment."""
    if isinstance(value, FrozenStruct):
        value = with_shared_defaults(value)
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=hook))


def from_plain(kind: type[T], data: Any) -> T:
    """Read a value of type `kind` that `to_plain` wrote; raise ValueError if the data has another shape."""
    try:
        return msgspec.convert(data, kind, dec_hook=_read)
    except msgspec.ValidationError as error:
        raise ValueError(f"this is not a {kind.__name__}: {error}") from None


def _read(kind: type, data: Any) -> Any:
    if kind is Hidden:
        hidden = msgspec.convert(data, _HiddenRecord, dec_hook=_read)
        return Hidden(hidden.card, hidden.known_to)
    if kind is Shoe:
        return Shoe(*msgspec.structs.astuple(msgspec.convert(data, _ShoeRecord)))
    if issubclass(kind, (Card, Dice)) and isinstance(data, str):
        return kind(data)
    raise ValueError(f"{data!r} is not a {kind.__name__}")


def non_default_fields(value: FrozenStruct) -> Iterator[tuple[str, Any]]:
    """Yield the fields that differ from their default, by name."""
    for name, default in _defaults(value.__class__):
        item = getattr(value, name)
        if item is not default and item != default:
            yield name, item


def with_shared_defaults(value: FrozenStruct) -> FrozenStruct:
    """Return the value with each part that equals its default replaced by the default object.

    msgspec omits a field only if it *is* the default object. That is enough for numbers, short strings and empty
    tuples, which Python shares, but not for structs.
    """
    parts = _struct_defaults(value.__class__)
    if not parts:
        return value
    equal = {name: part for name, part in parts if getattr(value, name) == part}
    return replace(value, **equal) if equal else value


@cache
def _defaults(kind: type[FrozenStruct]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


@cache
def _struct_defaults(kind: type[FrozenStruct]) -> tuple[tuple[str, FrozenStruct], ...]:
    return tuple((name, default) for name, default in _defaults(kind) if isinstance(default, FrozenStruct))
