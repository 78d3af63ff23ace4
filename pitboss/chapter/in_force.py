"""The chapter on one day: its number, its subchapters and sections, and each game's parts in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar

from pitboss.chapter.contents import Section, Subchapter, cite, contents
from pitboss.chapter.rules import (
    Condition,
    Fact,
    Header,
    Irregularity,
    Option,
    PayTable,
    Provision,
    Rules,
    Value,
    WagerRule,
    registered_games,
    rules_of,
)

Part = TypeVar("Part", bound=Provision)


@dataclass(frozen=True)
class Chapter:
    """The chapter on one day.

    >>> chapter = chapter_on(date(2004, 6, 1))
    >>> chapter.prefix, chapter.section("1.4").title, chapter.cite("1.4(b)")
    ('19:47', 'Payout odds', 'N.J.A.C. 19:47-1.4(b)')
    >>> "whirl" in chapter.game("craps").wagers, "six_seven_eight" in chapter.game("craps").wagers
    (True, False)
    """

    day: date
    prefix: str
    subchapters: tuple[Subchapter, ...]

    def __repr__(self) -> str:
        return f"Chapter({self.prefix} on {self.day}, {len(self.subchapters)} subchapters)"

    @property
    def sections(self) -> tuple[Section, ...]:
        """All sections in force in chapter order, with their titles on that day."""
        return tuple(section for subchapter in self.subchapters for section in subchapter.sections)

    def section(self, id: str) -> Section:
        """Return a section with its title on that day."""
        section = contents().section(id)
        if (found := section.on(self.day)) is None:
            ended = f", until {section.until}" if section.until else ""
            raise ValueError(f"section {id} is not in force on {self.day}: since {section.since}{ended}")
        return found

    def cite(self, section: str) -> str:
        """Return a section's citation on that day."""
        return cite(section, self.day)

    @property
    def games(self) -> tuple[str, ...]:
        """The installed games that are in force on the day."""
        return tuple(game for game in registered_games() if game_in_force(rules_of(game), self.day))

    def game(self, game: str) -> GameInForce:
        """Return a game's parts in force on the day."""
        rules = rules_of(game)
        if not game_in_force(rules, self.day):
            ended = f", until {rules.game.until}" if rules.game.until else ""
            raise ValueError(f"{game} is not in force on {self.day}: since {rules.game.since}{ended}")
        return GameInForce(rules, self.day)


@dataclass(frozen=True)
class GameInForce:
    """A game's parts in force on one day, with the section numbers of that day."""

    rules: Rules
    day: date

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules.on(self.day))

    def __repr__(self) -> str:
        return (
            f"GameInForce({self.rules.game.id!r} on {self.day}, {len(self.wagers)} wagers, {len(self.options)} options)"
        )

    @cached_property
    def wagers(self) -> Mapping[str, WagerRule]:
        """The permissible wagers, including those that a licensee must elect."""
        return self._now(self.rules.wagers)

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The options a licensee may choose."""
        return self._now(self.rules.options)

    def values(self, option: str) -> tuple[Value, ...]:
        """Return an option's listed values; a range or pattern permits more (see `Option.permitted`)."""
        return tuple(choice.value for choice in self.options[option].values if choice.in_force(self.day))

    @cached_property
    def pay_tables(self) -> Mapping[str, Mapping[str, PayTable]]:
        """The pay tables by option, leaving out those for wagers that the option does not offer."""
        payable = self.rules.pays_an_offered_wager
        tables = {
            option: {name: table for name, table in self._now(tables).items() if payable(option, name)}
            for option, tables in self.rules.pay_tables.items()
        }
        return {option: now for option, now in tables.items() if now and option in self.options}

    @cached_property
    def irregularities(self) -> Mapping[str, Irregularity]:
        return self._now(self.rules.irregularities)

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        return self._now(self.rules.facts)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(condition for condition in self.rules.conditions if condition.in_force(self.day))

    def _now(self, parts: Mapping[str, Part]) -> dict[str, Part]:
        return {name: part for name, part in parts.items() if part.in_force(self.day)}


def game_in_force(rules: Rules, day: date) -> bool:
    """Whether a game is in force on a day."""
    return rules.game.since <= day and (rules.game.until is None or day < rules.game.until)


def age_note(game: Header, day: date) -> str:
    """Return a note if a game's first day is known only from the first edition that shows its subchapter."""
    known = {subchapter.id: subchapter.adopted for subchapter in contents().subchapters}
    adopted = known.get(game.subchapter)
    if adopted is None or adopted.proved_by is None or adopted.dating.after is None or day <= adopted.dating.after:
        return ""
    edition, after = adopted.proved_by, adopted.dating.after
    return f", when the {edition} edition first shows it; it may be older, but is later than {after}"


def chapter_on(day: date) -> Chapter:
    """Return the chapter on a day; a day before it began raises an error."""
    return Chapter(day, contents().prefix(day), contents().on(day))
