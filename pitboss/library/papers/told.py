"""What a patron is told of a game in words of its own: its `guide.toml`, where the paragraphs of `trace` do not do.

A paragraph's gist says what a rule is about; a guide (8.5) says how a wager is made, and what wins, loses and pushes.
A game without the file is told by its paragraphs alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, registered, rules_of, same
from pitboss.library.papers.words import told

NAME = "guide.toml"
_PLACE = re.compile(r"\{(\w+)\}")


class Variant(BaseModel):
    """The words for a paragraph at tables with these choices."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: dict[str, list[bool | int | str]] = {}
    says: str


class Told(BaseModel):
    """A game's `guide.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wagers: dict[str, str] = {}
    "By wager, or by a pattern of several: how and when it is made, what wins, loses and pushes."
    steps: dict[str, str | list[Variant]] = {}
    """By paragraph, instead of its gist; empty if patrons need not know it. Where it depends on the licensee's choices,
    the first variant that applies; none if no variant does. `{option}` stands for the choice at the table."""
    when: dict[str, dict[str, list[bool | int | str]]] = {}
    "By paragraph: the licensee's choices under which it is told."

    def wager(self, name: str) -> str:
        """What is said of a wager; empty where nothing is."""
        return next((text for pattern, text in self.wagers.items() if fnmatchcase(name, pattern)), "")

    def step(self, paragraph: str, layout: Layout) -> str | None:
        """The words for a paragraph at this table; None where the file has none and its gist is used."""
        found = self.steps.get(paragraph)
        if isinstance(found, list):
            found = next((one.says for one in found if _are_chosen(one.when, layout)), "")
        return found if found is None else _PLACE.sub(lambda place: _value(place[1], layout), found)

    def holds(self, paragraph: str, layout: Layout) -> bool:
        """Whether what a paragraph is told under is chosen at a table."""
        return _are_chosen(self.when.get(paragraph, {}), layout)

    def options(self) -> Iterator[tuple[str, str]]:
        """Every paragraph with an option that its words depend on."""
        for paragraph, under in self.when.items():
            yield from ((paragraph, option) for option in under)
        for paragraph, step in self.steps.items():
            for one in [Variant(says=step)] if isinstance(step, str) else step:
                yield from ((paragraph, option) for option in (*one.when, *_PLACE.findall(one.says)))


def _are_chosen(under: Mapping[str, list[bool | int | str]], layout: Layout) -> bool:
    return all(_is_one_of(layout.options.get(option), values) for option, values in under.items())


def _is_one_of(chosen: Value | None, values: list[bool | int | str]) -> bool:
    return chosen is not None and any(same(chosen, value) for value in values)


def _value(name: str, layout: Layout) -> str:
    """A choice in words; where the day does not know the option, its default."""
    option = layout.rules.options[name]
    return told(layout, option, layout.options.get(name, option.default))


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
    for paragraph, option in found.options():
        if option not in rules.options:
            raise ValueError(f"{game}/{NAME}: {paragraph}: no option {option!r}")


def paragraphs_told(found: Told) -> Mapping[str, object]:
    """The paragraphs that the file speaks of."""
    return {**found.steps, **found.when}
