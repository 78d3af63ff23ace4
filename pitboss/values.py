"""Frozen values that are made by the thousand: steps and states of a table, chips, cards.

A frozen dataclass guards every field when it is set, in its own `__init__` too, and that is most of what it costs. The
one idea: a value comes into being in an *open* class, with the same slots and no guard, is filled by plain stores, and
only then becomes one of its own class. Nobody holds it before.

- `quick`: a frozen slotted dataclass that is made so.
- `making`: what makes such values, where one is made at every turn.
- `replace`: a copy with some fields changed, as `dataclasses.replace`; nothing is checked again.
- `changing`, `changing_any`: the same for fields that are known beforehand, where copies are most of what is done.
- `lasting`: a property that is worked out once, where even that is done by the thousand.

>>> from dataclasses import dataclass
>>> @quick
... @dataclass(frozen=True, slots=True)
... class Chips:
...     colour: str
...     number: int = 1
>>> Chips("red"), replace(Chips("red"), number=5), changing(Chips, "number")(Chips("red"), 20)
(Chips(colour='red', number=1), Chips(colour='red', number=5), Chips(colour='red', number=20))
>>> Chips("red").number = 2
Traceback (most recent call last):
dataclasses.FrozenInstanceError: cannot assign to field 'number'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_BECOMES = object.__dict__["__class__"].__set__


def quick(kind: type[T]) -> type[T]:
    """A frozen slotted dataclass whose values are filled by plain stores; what it checks when made is still checked."""
    arguments, scope = _arguments(kind)
    stores = [f"self.{field.name} = {field.name}" for field in fields(kind)]  # type: ignore[arg-type]
    checks = ["self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    body = ["_becomes(self, _open)", *stores, "self.__class__ = _class", *checks]
    before: Any = kind.__init__
    made = _written("__init__", ["self", *arguments], body, scope | {"_becomes": _BECOMES})
    made.__annotations__, made.__qualname__ = before.__annotations__, before.__qualname__
    kind.__init__ = made  # type: ignore[method-assign]
    return kind


def making(kind: Callable[P, T]) -> Callable[P, T]:
    """A function that makes values of a quick class, without the way over the class: for what is made at every turn."""
    assert isinstance(kind, type)
    arguments, scope = _arguments(kind)
    stores = [f"_new.{field.name} = {field.name}" for field in fields(kind)]
    made: Callable[P, T] = _written("_made", arguments, _in_new(stores), scope | {"_make": object.__new__})
    return made


def replace(value: T, **changes: Any) -> T:
    """A copy with some fields changed, of a frozen slotted value that checks nothing when made."""
    made: T = (_COPIES.get(value.__class__) or _copy_of(value.__class__))(value, **changes)
    return made


_COPIES: dict[type, Callable[..., Any]] = {}


def _copy_of(kind: type) -> Callable[..., Any]:
    names = [field.name for field in fields(kind)]
    scope: dict[str, Any] = {"_same": object(), "_make": object.__new__, "_open": _opened(kind), "_class": kind}
    stores = [f"_new.{name} = _value.{name} if {name} is _same else {name}" for name in names]
    arguments = ["_value", "*", *(f"{name}=_same" for name in names)]
    _COPIES[kind] = _written("_copy", arguments, _in_new(stores), scope)
    return _COPIES[kind]


def changing(kind: type[T], *changed: str) -> Callable[..., T]:
    """A function of a value, and of what these fields are to be: a copy. The value is one of just this class."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    if unknown := [name for name in changed if name not in names]:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]!r}; it has: {', '.join(names)}")
    scope: dict[str, Any] = {"_make": object.__new__, "_open": _opened(kind), "_class": kind}
    stores = [f"_new.{name} = {name if name in changed else f'_value.{name}'}" for name in names]
    made: Callable[..., T] = _written("_changed", ["_value", *changed], _in_new(stores), scope)
    return made


def changing_any(*changed: str) -> Callable[..., Any]:
    """The same for values of whatever class that has these fields: the states of all games."""
    known: dict[type, Callable[..., Any]] = {}

    def make(kind: type) -> Callable[..., Any]:
        known[kind] = changing(kind, *changed)
        return known[kind]

    body = [f"return (_known(_value.__class__) or _make(_value.__class__))(_value, {', '.join(changed)})"]
    found: Callable[..., Any] = _written("_changed", ["_value", *changed], body, {"_known": known.get, "_make": make})
    return found


def _arguments(kind: type) -> tuple[list[str], dict[str, Any]]:
    """How the fields of a class are given, and what is known where they are: their defaults, and both classes."""
    arguments, scope = [], {"_open": _opened(kind), "_class": kind}
    for field in fields(kind):
        if field.default_factory is not MISSING or not field.init:
            raise TypeError(f"{kind.__name__}.{field.name}: a quick value has plain defaults only")
        if field.default is not MISSING:
            scope[f"_default_{field.name}"] = field.default
        arguments.append(field.name if field.default is MISSING else f"{field.name}=_default_{field.name}")
    return arguments, scope


def _in_new(stores: list[str]) -> list[str]:
    return ["_new = _make(_open)", *stores, "_new.__class__ = _class", "return _new"]


def _opened(kind: type) -> type:
    """A class with the slots of this one, in which fields can be set."""
    if kind in _OPEN:
        return _OPEN[kind]
    own = {name: kind.__dict__[name] for name in ("__slots__", "__module__") if name in kind.__dict__}
    free = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    _OPEN[kind] = type(f"_Open{kind.__name__}", kind.__bases__, own | free)
    return _OPEN[kind]


_OPEN: dict[type, type] = {}


def _written(name: str, arguments: list[str], body: list[str], scope: dict[str, Any]) -> Any:
    """A function written out for a class, as dataclasses write theirs."""
    lines = "".join(f"    {line}\n" for line in body)
    exec(f"def {name}({', '.join(arguments)}):\n{lines}", scope)
    return scope[name]


class lasting(Generic[T]):  # noqa: N801 a decorator, written as `property` is
    """`functools.cached_property` without the lock that it takes in Python 3.11, and which is most of its cost.

    Who asks from two threads at once may have it worked out twice.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name = make, make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, value: Any, kind: type | None = None) -> T:
        made = value.__dict__[self._name] = self._make(value)
        return made


__all__ = ["changing", "changing_any", "lasting", "making", "quick", "replace"]
