"""Which of a licensee's choices a price asks for: those can move it, and no other can.

A price is a function of its layout. Whoever listens to what it asks of the layout's options while it is computed knows
on which of them it hangs, without trying their values. What is asked for and makes no difference is among them still.
"""

from __future__ import annotations

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


def listening(layout: Layout) -> tuple[Layout, Listening]:
    """The same layout, and its options as they listen.

    >>> heard, options = listening(Layout.of("roulette"))
    >>> heard.odds("straight") == Layout.of("roulette").odds("straight"), sorted(options.asked)
    (True, [])
    """
    options = Listening(layout.options)
    return replace(layout, options=options), options
