"""A cached property without a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class lasting(Generic[T]):  # noqa: N801 a decorator, written as `property` is
    """`functools.cached_property` without the lock that it takes in Python 3.11, and which is most of its cost.

    Two threads that ask at once may each compute it.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name = make, make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, value: Any, kind: type | None = None) -> T:
        made = value.__dict__[self._name] = self._make(value)
        return made


__all__ = ["lasting"]
