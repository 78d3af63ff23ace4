"""Choices that note who looks at them: what a price never reads cannot move it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value


class Noted(Mapping[str, Value]):
    """The choices of a layout, with a note of those that were read. Whoever walks over all of them has read all.

    Which options there are on a day is no choice: asking whether one is there is not noted.
    """

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.plain = dict(options)
        self.read: dict[str, None] = {}

    def __getitem__(self, name: str) -> Value:
        if name in self.plain:
            self.read[name] = None
        return self.plain[name]

    def __contains__(self, name: object) -> bool:
        return name in self.plain

    def __iter__(self) -> Iterator[str]:
        self.read |= dict.fromkeys(self.plain)
        return iter(self.plain)

    def __len__(self) -> int:
        return len(self.plain)

    def layout(self, layout: Layout) -> Layout:
        """The same layout, whose choices are these."""
        return replace(layout, options=self)


def unnoted(options: Mapping[str, Value]) -> Mapping[str, Value]:
    """The choices themselves, for who only tells them on."""
    return options.plain if isinstance(options, Noted) else options
