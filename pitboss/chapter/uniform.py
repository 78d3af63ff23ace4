"""Several tables of one licensee: odds that must be the same at all of them.

A game says in the fact `uniform_odds` under which sections (1.4(b), 13.6(b)) a licensee may pay more than is listed
only if it does so everywhere. Two tables are compared where both offer a wager; each of the two has the finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.chapter.check import check
from pitboss.chapter.finding import Finding, Unlawful, finding, in_order
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Fact
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


def check_together(tables: Sequence[TableFile]) -> list[tuple[Finding, ...]]:
    """What is wrong with each of a licensee's tables, by itself and beside those of the same game on the same day."""
    alone = [check(table) for table in tables]
    layouts = [_in_order_of(table, own) for table, own in zip(tables, alone, strict=True)]
    found = []
    for number, (table, own) in enumerate(zip(tables, alone, strict=True)):
        beside = {
            f"{other.name} ({other.path})": layout
            for place, (other, layout) in enumerate(zip(tables, layouts, strict=True))
            if place != number and layout is not None and (other.game, other.on) == (table.game, table.on)
        }
        layout = layouts[number]
        more = not_uniform(layout, beside) if layout is not None else ()
        places = {one.where for one in own}
        found.append(in_order([*own, *(one for one in more if one.where not in places)]))
    return found


def _in_order_of(table: TableFile, own: Sequence[Finding]) -> Layout | None:
    """The table as far as it is in order, to be compared with others; None if its game is not in force."""
    faulty = {one.where for one in own if one.severity == "breach"}
    options = {name: value for name, value in table.options.items() if f"options.{name}" not in faulty}
    odds = {key: text for key, text in table.odds.items() if f"odds.{key}" not in faulty}
    try:
        return Layout.of(table.game, table.on, options, odds, unlawful=True)
    except Unlawful:
        return None
