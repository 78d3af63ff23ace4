"""Compares the tables of one licensee for odds that must be the same at all of them.

The fact `uniform_odds` of a game lists the sections (1.4(b), 13.6(b)) under which a licensee may pay more only if it
does so at every table. Two tables are compared on the wagers that both offer, and each of them gets the finding.
A change is compared with the other tables as they are when it takes effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pitboss.chapter.changes import Moment, moments
from pitboss.chapter.check import file_findings, only_new, table_findings
from pitboss.chapter.finding import Finding, Unlawful, finding, sort_findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Fact, TooLarge
from pitboss.chapter.table_file import TableFile


def uniformity_findings(layout: Layout, others: Mapping[str, Layout]) -> tuple[Finding, ...]:
    """Return findings for odds that differ from those of the licensee's other tables of the same game.

    >>> raised = Layout.of("craps", odds={"field.12": "3 to 1"})
    >>> [one.wrong for one in uniformity_findings(raised, {"Table 7": Layout.of("craps")})]
    ['3 to 1, but 2 to 1 at Table 7']
    """
    rule = _rule(layout)
    if rule is None:
        return ()
    found: dict[str, Finding] = {}
    for name, other in others.items():
        for key, here, there in _differences(layout, other, rule.value):
            wrong = f"{here}, but {there} at {name}"
            permitted = "the same odds at every table of the licensee"
            found.setdefault(key, finding(layout.on, rule, "contradiction", f"odds.{key}", wrong, permitted))
    return tuple(found.values())


def _rule(layout: Layout) -> Fact | None:
    """Return the game's uniform-odds rule if it is in force."""
    rule = layout.rules.facts.get("uniform_odds")
    return rule if rule is not None and rule.in_force(layout.on) else None


def _differences(layout: Layout, other: Layout, sections: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the odds under these sections that differ between two tables: the key, and the odds at each."""
    if other.rules.game.id != layout.rules.game.id:
        return
    for wager in layout.wagers:
        if wager in other.wagers and set(layout.paid(wager).section.split(", ")) & set(sections):
            there = other.odds_table(wager)
            for outcome, odds in layout.odds_table(wager).items():
                if outcome in there and odds != there[outcome]:
                    yield f"{wager}.{outcome}" if outcome else wager, str(odds), str(there[outcome])


def findings_together(tables: Sequence[TableFile]) -> list[tuple[Finding, ...]]:
    """Return the findings for each of a licensee's tables, alone and compared with tables of the same game and day."""
    stages = [_stages(table) for table in tables]
    found = []
    for number, table in enumerate(tables):
        own = file_findings(table)
        beside = {
            f"{other.name} ({other.path})": stages[place]
            for place, other in enumerate(tables)
            if place != number and (other.game, other.on) == (table.game, table.on)
        }
        places = {one.where for one in own}
        more = _stage_findings(stages[number], beside)
        found.append(sort_findings([*own, *(one for one in more if one.where not in places)]))
    return found


class _Stage(NamedTuple):
    """A table from a given moment on; its first stage has no starting moment."""

    layout: Layout | None
    moment: Moment | None = None
    at: datetime | None = None


def _stages(table: TableFile) -> list[_Stage]:
    """Return a table as its file states it, then as it is after each change."""
    made = [_Stage(_valid_layout(table))]
    for moment in moments(table):
        at = table.changes[moment.numbers[0]].effective_at
        made.append(_Stage(_valid_layout(moment.after), moment, at))
    return made


def _stage_findings(stages: Sequence[_Stage], beside: Mapping[str, Sequence[_Stage]]) -> Iterator[Finding]:
    """Yield findings for each stage of a table whose odds differ from other tables at that moment."""
    known: tuple[Finding, ...] = ()
    for stage in stages:
        others = {name: laid for name, other in beside.items() if (laid := _layout_at(other, stage.at)) is not None}
        found = () if stage.layout is None else uniformity_findings(stage.layout, others)
        new = only_new(known, found)
        yield from new if stage.moment is None else map(stage.moment.placed, new)
        known = found


def _layout_at(stages: Sequence[_Stage], at: datetime | None) -> Layout | None:
    """Return a table's layout at a moment, after all changes up to then."""
    layout = stages[0].layout
    for stage in stages:
        if at is not None and stage.at is not None and stage.at <= at:
            layout = stage.layout
    return layout


def _valid_layout(table: TableFile) -> Layout | None:
    """Return a layout of a table's valid parts, for comparison; None if it has none."""
    faulty = {one.where for one in table_findings(table) if one.severity == "breach"}
    options = {name: value for name, value in table.options.items() if f"options.{name}" not in faulty}
    odds = {key: text for key, text in table.odds.items() if f"odds.{key}" not in faulty}
    try:
        return Layout.of(table.game, table.on, options, odds, unlawful=True)
    except (Unlawful, TooLarge):
        return None
