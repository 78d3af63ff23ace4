"""Several tables of one licensee: odds that must be the same at all of them.

A game says in the fact `uniform_odds` under which sections (1.4(b), 13.6(b)) a licensee may pay more than is listed
only if it does so everywhere. Two tables are compared where both offer a wager; each of the two has the finding.
A change is compared with the other tables as they are when it takes effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pitboss.chapter.changes import Moment, moments
from pitboss.chapter.check import file_findings, only_new, table_findings
from pitboss.chapter.finding import Finding, Unlawful, finding, in_order
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Fact, TooLarge
from pitboss.chapter.table_file import TableFile


def not_uniform(layout: Layout, others: Mapping[str, Layout]) -> tuple[Finding, ...]:
    """Odds of a table that differ from those of the licensee's other tables of its game, by their names.

    >>> raised = Layout.of("craps", odds={"field.12": "3 to 1"})
    >>> [one.wrong for one in not_uniform(raised, {"Table 7": Layout.of("craps")})]
    ['3 to 1, but 2 to 1 at Table 7']
    """
    rule = _rule(layout)
    if rule is None:
        return ()
    found: dict[str, Finding] = {}
    for name, other in others.items():
        for key, here, there in _different(layout, other, rule.value):
            wrong = f"{here}, but {there} at {name}"
            permitted = "the same odds at every table of the licensee"
            found.setdefault(key, finding(layout.on, rule, "contradiction", f"odds.{key}", wrong, permitted))
    return tuple(found.values())


def _rule(layout: Layout) -> Fact | None:
    """What must be uniform in this game, where its rules say so on that day."""
    rule = layout.rules.facts.get("uniform_odds")
    return rule if rule is not None and rule.in_force(layout.on) else None


def _different(layout: Layout, other: Layout, sections: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The odds by these sections that two tables do not pay alike: where, here, there."""
    if other.rules.game.id != layout.rules.game.id:
        return
    for wager in layout.wagers:
        if wager in other.wagers and set(layout.paid(wager).section.split(", ")) & set(sections):
            there = other.odds_table(wager)
            for outcome, odds in layout.odds_table(wager).items():
                if outcome in there and odds != there[outcome]:
                    yield f"{wager}.{outcome}" if outcome else wager, str(odds), str(there[outcome])


def findings_together(tables: Sequence[TableFile]) -> list[tuple[Finding, ...]]:
    """Returns what is wrong with each of a licensee's tables, alone and beside those of the same game and day."""
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
        more = _not_uniform(stages[number], beside)
        found.append(in_order([*own, *(one for one in more if one.where not in places)]))
    return found


class _Stage(NamedTuple):
    """A table from some moment on; the first stage of each table has none."""

    layout: Layout | None
    moment: Moment | None = None
    at: datetime | None = None


def _stages(table: TableFile) -> list[_Stage]:
    """A table as its file has it, and as each of its changes makes it."""
    made = [_Stage(_in_order_of(table))]
    for moment in moments(table):
        at = table.changes[moment.numbers[0]].effective_at
        made.append(_Stage(_in_order_of(moment.after), moment, at))
    return made


def _not_uniform(stages: Sequence[_Stage], beside: Mapping[str, Sequence[_Stage]]) -> Iterator[Finding]:
    """Yields the odds of each stage of a table that differ from those of other tables at that moment."""
    known: tuple[Finding, ...] = ()
    for stage in stages:
        others = {name: laid for name, other in beside.items() if (laid := _layout_at(other, stage.at)) is not None}
        found = () if stage.layout is None else not_uniform(stage.layout, others)
        new = only_new(known, found)
        yield from new if stage.moment is None else map(stage.moment.placed, new)
        known = found


def _layout_at(stages: Sequence[_Stage], at: datetime | None) -> Layout | None:
    """The layout of a table at a moment: its changes until then have taken effect."""
    layout = stages[0].layout
    for stage in stages:
        if at is not None and stage.at is not None and stage.at <= at:
            layout = stage.layout
    return layout


def _in_order_of(table: TableFile) -> Layout | None:
    """The table as far as it is in order, to be compared with others; None if no table can be made of it."""
    faulty = {one.where for one in table_findings(table) if one.severity == "breach"}
    options = {name: value for name, value in table.options.items() if f"options.{name}" not in faulty}
    odds = {key: text for key, text in table.odds.items() if f"odds.{key}" not in faulty}
    try:
        return Layout.of(table.game, table.on, options, odds, unlawful=True)
    except (Unlawful, TooLarge):
        return None
