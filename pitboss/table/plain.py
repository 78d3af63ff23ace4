"""States as plain data and back, for the tape and for views.

A state is made of frozen dataclasses, tuples, texts, whole numbers, truths, None, and equipment with a written
form (cards, dice). Nothing else is needed, so nothing else is understood.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from pitboss.equipment import Card, Dice

T = TypeVar("T")
_PLAIN = frozenset({int, str, bool, type(None)})


class Redaction(Protocol):
    """Replaces what is secret, and has a type of its own; values of the types in `open` are never replaced."""

    open: ClassVar[set[type]]

    def __call__(self, value: Any) -> Any: ...


def plain(value: Any, redact: Redaction | None = None) -> Any:
    """Plain data of a state; a field that holds its default is left out.

    `redact` may first replace whatever is not plain already: what is secret has a type of its own.
    """
    kind = value.__class__
    if kind in _PLAIN:
        return value
    if redact is not None and kind not in redact.open:
        value = redact(value)
        kind = value.__class__
    return (_WRITERS.get(kind) or _writer_of(kind))(value, redact)


Writer = Callable[[Any, Redaction | None], Any]
_WRITERS: dict[type, Writer] = {}
"""How values of a class are written, by the classes that were met."""


def _writer_of(kind: type) -> Writer:
    writer: Writer
    if issubclass(kind, (int, str, type(None))):
        writer = _as_it_is
    elif issubclass(kind, (tuple, list)):
        writer = _listed
    elif issubclass(kind, dict):
        writer = _by_name
    elif issubclass(kind, (Card, Dice)):
        writer = _as_text
    elif is_dataclass(kind):
        writer = _field_by_field(kind)
    else:
        raise TypeError(f"a state cannot hold a {kind.__name__}")
    _WRITERS[kind] = writer
    return writer


def _as_it_is(value: Any, redact: Redaction | None) -> Any:
    return value


def _as_text(value: Any, redact: Redaction | None) -> str:
    return str(value)


def _listed(value: Any, redact: Redaction | None) -> list[Any]:
    return [item if item.__class__ in _PLAIN else plain(item, redact) for item in value]


def _by_name(value: Any, redact: Redaction | None) -> dict[str, Any]:
    return {str(key): plain(item, redact) for key, item in value.items()}


def _field_by_field(kind: type) -> Writer:
    """The fields that do not hold their default; written out for the class, for tables are mostly shown and sealed."""
    scope: dict[str, Any] = {"_plain": plain, "_PLAIN": _PLAIN}
    lines = ["def _write(value, redact):", "    made = {}"]
    for number, (name, default) in enumerate(_defaults(kind)):
        scope[f"_default{number}"] = default
        lines += [
            f"    item = value.{name}",
            f"    if item is not _default{number} and item != _default{number}:",
            f"        made[{name!r}] = item if item.__class__ in _PLAIN else _plain(item, redact)",
        ]
    exec("\n".join([*lines, "    return made"]), scope)
    writer: Writer = scope["_write"]
    return writer


def told(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a dataclass that `plain` writes: those that do not hold their default."""
    for name, default in _defaults(value.__class__):
        item = getattr(value, name)
        if item is not default and item != default:
            yield name, item


def from_plain(kind: type[T], data: Any) -> T:
    """The value of type `kind` that `plain` wrote; data of another shape is a ValueError."""
    try:
        value = _read(kind, data)
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is not a {kind.__name__}: {error}") from None
    return typing.cast(T, value)


@cache
def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, None if field.default is MISSING else field.default) for field in fields(kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _read(kind: Any, data: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        if data is None:
            return None
        return _read(next(part for part in typing.get_args(kind) if part is not type(None)), data)
    if origin is tuple:
        parts = typing.get_args(kind)
        if len(parts) == 2 and parts[1] is Ellipsis:
            return tuple(_read(parts[0], item) for item in data)
        return tuple(_read(part, item) for part, item in zip(parts, data, strict=True))
    if is_dataclass(kind):
        hints = _hints(typing.cast(type, kind))
        unknown = set(data) - {field.name for field in fields(kind)}
        if unknown:
            raise ValueError(f"{getattr(kind, '__name__', kind)} has no {', '.join(sorted(unknown))}")
        given = {name: _read(hints[name], item) for name, item in data.items()}
        required = {
            field.name: None for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
        }
        return typing.cast(type, kind)(**(required | given))
    if kind in (Card, Dice):
        return kind(data)
    if kind is Any:
        return data
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise ValueError(f"{data!r} is not a {kind.__name__}")
    return data
