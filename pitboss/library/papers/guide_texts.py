"""A game's own text for patrons, `guide.toml`, for what its paragraphs in `trace` do not explain well.

A paragraph's gist says what a rule is about; a guide (8.5) explains how a wager is made, and what wins, loses and
pushes. Games without the file use only their paragraphs.
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
from pitboss.chapter.rules import Value, registered_games, rules_of, same_value
from pitboss.library.papers.words import option_value_text

NAME = "guide.toml"
_PLACE = re.compile(r"\{(\w+)\}")


class Variant(BaseModel):
    """The text for a paragraph at tables with these choices."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: dict[str, list[bool | int | str]] = {}
    says: str


class GuideTexts(BaseModel):
    """The contents of a `guide.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wagers: dict[str, str] = {}
    """Sentences by wager id or pattern: how and when the wager is made, what wins, loses and pushes."""
    steps: dict[str, str | list[Variant]] = {}
    """Sentences by paragraph that replace its gist; empty if patrons need not know it.

    A list gives variants that depend on the licensee's choices: the first that applies is used, and nothing if none
    does. `{option}` stands for the choice at the table.
    """
    when: dict[str, dict[str, list[bool | int | str]]] = {}
    """The licensee's choices under which a paragraph is included, by paragraph."""

    def wager(self, name: str) -> str:
        """Return the text about a wager, or ""."""
        return next((text for pattern, text in self.wagers.items() if fnmatchcase(name, pattern)), "")

    def step(self, paragraph: str, layout: Layout) -> str | None:
        """Return the text for a paragraph at this table, or None to use its gist."""
        found = self.steps.get(paragraph)
        if isinstance(found, list):
            found = next((one.says for one in found if _are_chosen(one.when, layout)), "")
        return found if found is None else _PLACE.sub(lambda place: _value(place[1], layout), found)

    def holds(self, paragraph: str, layout: Layout) -> bool:
        """Whether the choices that a paragraph requires are made at this table."""
        return _are_chosen(self.when.get(paragraph, {}), layout)

    def options(self) -> Iterator[tuple[str, str]]:
        """Yield every paragraph with each option that its text depends on."""
        for paragraph, under in self.when.items():
            yield from ((paragraph, option) for option in under)
        for paragraph, step in self.steps.items():
            for one in [Variant(says=step)] if isinstance(step, str) else step:
                yield from ((paragraph, option) for option in (*one.when, *_PLACE.findall(one.says)))


def _are_chosen(under: Mapping[str, list[bool | int | str]], layout: Layout) -> bool:
    return all(_is_one_of(layout.options.get(option), values) for option, values in under.items())


def _is_one_of(chosen: Value | None, values: list[bool | int | str]) -> bool:
    return chosen is not None and any(same_value(chosen, value) for value in values)


def _value(name: str, layout: Layout) -> str:
    """Describe a choice in words; if the option does not exist on the layout's date, describe its default."""
    option = layout.rules.options[name]
    return option_value_text(layout, option, layout.options.get(name, option.default))


@cache
def guide_texts(game: str) -> GuideTexts:
    """Return a game's own text for patrons, empty if it has none."""
    held = files(registered_games()[game]) / NAME
    if not held.is_file():
        return GuideTexts()
    found = GuideTexts.model_validate(tomllib.loads(held.read_text("utf-8")))
    _known(game, found)
    return found


def _known(game: str, found: GuideTexts) -> None:
    """Raise ValueError if the file names wagers or options that the game does not have."""
    rules = rules_of(game)
    for pattern in found.wagers:
        if not any(fnmatchcase(name, pattern) for name in rules.wagers):
            raise ValueError(f"{game}/{NAME}: no wager is called {pattern}")
    for paragraph, option in found.options():
        if option not in rules.options:
            raise ValueError(f"{game}/{NAME}: {paragraph}: no option {option!r}")
