"""Which of a licensee's choices a price asks for: those can move it, and no other can.

A price is a function of its layout. Whoever listens to what it asks of the layout's options while it is computed knows
on which of them it hangs, without trying their values. What is asked for and makes no difference is among them still.
Which options there are on a day is no choice: their names may be walked over unheard, their values may not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value


class Listening(dict[str, Value]):
    """Options of a layout that keep in mind for which of them was asked."""

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)

    def items(self) -> Any:
        self.asked.update(self)
        return super().items()

    def values(self) -> Any:
        self.asked.update(self)
        return super().values()


def unheard(options: Mapping[str, Value]) -> Mapping[str, Value]:
    """The same choices for whoever only tells them on, and computes nothing by them."""
    return {name: dict.__getitem__(options, name) for name in options} if isinstance(options, Listening) else options


def listening(layout: Layout) -> tuple[Layout, Listening]:
    """The same layout, and its options as they listen.

    >>> heard, options = listening(Layout.of("roulette"))
    >>> heard.odds("straight") == Layout.of("roulette").odds("straight"), sorted(options.asked)
    (True, [])
    """
    options = Listening(layout.options)
    return replace(layout, options=options), options
