"""What a patron is told of a game in words of its own: its `guide.toml`, where the paragraphs of `trace` do not do.

A paragraph's gist says what a rule is about; a guide (8.5) says how a wager is made, and what wins, loses and pushes.
A game without the file is told by its paragraphs alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, registered, rules_of, same

NAME = "guide.toml"


class Told(BaseModel):
    """A game's `guide.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wagers: dict[str, str] = {}
    "By wager, or by a pattern of several: how and when it is made, what wins, loses and pushes."
    steps: dict[str, str] = {}
    "By paragraph, in the place of its gist; empty: nothing for a patron."
    when: dict[str, dict[str, list[bool | int | str]]] = {}
    "By paragraph: the licensee's choices under which it is told."

    def wager(self, name: str) -> str:
        """What is said of a wager; empty where nothing is."""
        return next((text for pattern, text in self.wagers.items() if fnmatchcase(name, pattern)), "")

    def holds(self, paragraph: str, layout: Layout) -> bool:
        """Whether what a paragraph is told under is chosen at a table."""
        return all(_is_one_of(layout.options.get(option), values) for option, values in self._under(paragraph))

    def _under(self, paragraph: str) -> Iterator[tuple[str, list[bool | int | str]]]:
        yield from self.when.get(paragraph, {}).items()


def _is_one_of(chosen: Value | None, values: list[bool | int | str]) -> bool:
    return chosen is not None and any(same(chosen, value) for value in values)


@cache
def told_of(game: str) -> Told:
    """What is told of a game beside its paragraphs."""
    held = files(registered()[game]) / NAME
    if not held.is_file():
        return Told()
    found = Told.model_validate(tomllib.loads(held.read_text("utf-8")))
    _known(game, found)
    return found


def _known(game: str, found: Told) -> None:
    """Names that the game does not have are an error, as everywhere."""
    rules = rules_of(game)
    for pattern in found.wagers:
        if not any(fnmatchcase(name, pattern) for name in rules.wagers):
            raise ValueError(f"{game}/{NAME}: no wager is called {pattern}")
    for paragraph, under in found.when.items():
        for option in under:
            if option not in rules.options:
                raise ValueError(f"{game}/{NAME}: when.{paragraph}: no option {option!r}")


def paragraphs_told(found: Told) -> Mapping[str, object]:
    """The paragraphs that the file speaks of."""
    return {**found.steps, **found.when}
