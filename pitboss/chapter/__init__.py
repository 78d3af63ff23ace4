"""The regulation as dated data: what is in force on a date, how it is cited, what changed, what a table may do.

How this room works:

1. Facts stand in TOML: the tables of contents (`contents.toml`), subchapter 8 (`all_games.toml`), and each game's
   subchapter in its own folder (`rules.toml`). No odds, limit or date stands in Python.
2. Everything in a `rules.toml` is a provision: its section, since when and until when it is in force, the rule that
   brought it, and its provenance. Files are read once, strictly, and never change after (`Rules`).
3. A question about the chapter is a question about a day: `on(day)` gives what was in force, `cite` prints a section
   as on that day, `diff` sets two days against each other.
4. A `Layout` is the chapter as one licensee applies it at one table on one day. The rest of the house asks it, and
   never asks the rules.
5. Before a layout is made, the table is checked: `check` gives every `Finding` at once, each with its section.
6. Odds are exact ratios, amounts are whole cents (`Odds`, `cents`, `dollars`).

The names below are loaded when they are first used, so that importing the room costs nothing.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.chapter.check import Finding, Unlawful, check
    from pitboss.chapter.diff import diff
    from pitboss.chapter.in_force import Chapter, on
    from pitboss.chapter.layout import Layout, Limits
    from pitboss.chapter.odds import Odds, cents, dollars
    from pitboss.chapter.rules import Rules, registered, rules_of
    from pitboss.chapter.table_file import BadTable, TableFile, read_table

__all__ = [
    "BadTable",
    "Chapter",
    "Finding",
    "Layout",
    "Limits",
    "Odds",
    "Rules",
    "TableFile",
    "Unlawful",
    "cents",
    "check",
    "diff",
    "dollars",
    "on",
    "read_table",
    "registered",
    "rules_of",
]

__getattr__, __dir__ = exports(__name__, __file__)


class _Room(ModuleType):
    """`check` and `diff` are functions here, though modules of that name hold them.

    Python would put a module into its package under its name as soon as anything imports it; so that the names mean
    the same before and after, that is passed over.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Room
