"""Records which options a price depends on.

A price is a function of its layout. Recording the options that are read while it is computed shows which ones it can
depend on, without trying their values. Options that are read but make no difference are included. Iterating over the
names of the options is not recorded; reading their values is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value


class RecordingOptions(dict[str, Value]):
    """The options of a layout, recording which ones are read."""

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)

    def items(self) -> Any:
        self.read.update(self)
        return super().items()

    def values(self) -> Any:
        self.read.update(self)
        return super().values()


def plain_options(options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return the options unrecorded, for code that only passes them on."""
    return (
        {name: dict.__getitem__(options, name) for name in options}
        if isinstance(options, RecordingOptions)
        else options
    )


def record_options(layout: Layout) -> tuple[Layout, RecordingOptions]:
    """Return a layout whose options record what is read, and those options.

    >>> recorded, options = record_options(Layout.of("roulette"))
    >>> recorded.odds("straight") == Layout.of("roulette").odds("straight"), sorted(options.read)
    (True, [])
    """
    options = RecordingOptions(layout.options)
    return replace(layout, options=options), options
