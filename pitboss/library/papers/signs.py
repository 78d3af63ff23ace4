"""Signs of a table (8.2, 8.3): its limits and the choices in force, and a change that is to come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, dollars
from pitboss.chapter.rules import Value, shown
from pitboss.chapter.table_file import Change
from pitboss.documents import Block, Columns, Document, Grid, Heading, Listed, Pairs, Text
from pitboss.library.papers.table import PaperTable
from pitboss.library.papers.words import at_table, chosen, cite, limits_told, payout_limits, plain, steps_minutes, told

INCREMENT = "wager_increment"


def sign(table: PaperTable) -> Document:
    """The sign of a table: minimum and maximum of every wager offered, every choice in force."""
    return Document(
        title=table.game,
        overline=table.casino,
        subtitle=table.held.name,
        form="sign",
        stamp=(("8.2, 8.3", f"{table.edition}; {table.regulator}"), ("table file", table.digest[:16])),
        digest=table.digest,
        foot=table.foot("Sign of the table, 8.3"),
        blocks=(*_limits(table.layout), *_choices(table.layout)),
    )


def _limits(layout: Layout) -> Iterator[Block]:
    """The limits: large where they are the table's, then wager by wager."""
    limits = layout.limits
    large = []
    if limits.minimum:
        large.append(("minimum", dollars(limits.minimum)))
    if limits.maximum is not None:
        large.append(("maximum", dollars(limits.maximum)))
    if layout.steps > 1:
        large.append(("in steps of", dollars(layout.steps)))
    if large:
        yield Columns(tuple(large))
    alike: dict[str, list[str]] = {}
    for wager in at_table(layout).values():
        alike.setdefault(limits_told(layout, wager), []).append(wager.name)
    yield Grid(
        ("minimum and maximum", "wagers"), tuple((told, ", ".join(names)) for told, names in alike.items()), wide=(1,)
    )


def _choices(layout: Layout) -> Iterator[Block]:
    rows = tuple((one.name, one.value, one.citation) for one in chosen(layout))
    said = {one.option.sets_odds for one in chosen(layout)}
    raised = tuple(
        (
            f"{layout.rules.wagers[wager].name}{f', {plain(outcome)}' if outcome else ''} pays",
            str(odds),
            cite(layout, layout.paid(wager).section),
        )
        for (wager, outcome), odds in layout.raised.items()
        if wager in layout.wagers and (f"{wager}.{outcome}" if outcome else wager) not in said
    )
    if rows or raised:
        yield Heading("Rules in force at this table")
        yield Grid(("rule", "here", "section"), (*rows, *raised), wide=(0,))
    for words, section in payout_limits(layout):
        yield Text(f"{words} ({section})")


def change_sign(table: PaperTable, number: int = 1) -> Document:
    """The sign of a change that is to come, by its number in the table file."""
    if not 1 <= number <= len(table.held.changes):
        there = f"{len(table.held.changes)} of them" if table.held.changes else "none"
        raise ValueError(f"--change {number}: the table file announces {there} under [[changes]]")
    change = table.held.changes[number - 1]
    if change.effective_at is None:
        raise ValueError(f"--change {number}: say when it takes effect: effective_at = 2008-06-01T14:00:00 (8.3)")
    what, old, new = _changed(table.layout, change)
    return Document(
        title="Change of the limits" if change.of_limits else "Change of a rule",
        overline=table.casino,
        subtitle=f"{table.game}, {table.held.name}",
        form="sign",
        stamp=(("8.3", f"{table.edition}; {table.regulator}"), ("table file", table.digest[:16])),
        digest=table.digest,
        foot=table.foot("Sign of a coming change, 8.3"),
        blocks=(
            Columns((("until then", old), ("from then on", new))),
            Heading(what),
            Text(f"Takes effect on {_when(change.effective_at)}.", "lead"),
            *_steps(table, change),
        ),
    )


def _changed(layout: Layout, change: Change) -> tuple[str, str, str]:
    """What changes, from what, to what, in words."""
    if change.of_limits or change.option is None:
        return "Minimum and maximum wagers", _any(change.was), _any(change.to)
    option = layout.rules.options.get(change.option)
    if option is not None:
        was = layout.options.get(change.option) if change.was is None else change.was
        return option.name, _told(layout, change.option, was), _told(layout, change.option, change.to)
    keys = layout.rules.odds_keys()
    if change.option in keys:
        wager, outcome = keys[change.option]
        name = layout.rules.wagers[wager].name + (f", {plain(outcome)}" if outcome else "")
        stated = (
            layout.odds_table(wager).get(outcome, Odds(0, 1)) if change.was is None else Odds.parse(str(change.was))
        )
        return f"{name}: odds", str(stated), str(Odds.parse(str(change.to)))
    return plain(change.option).capitalize(), _any(change.was), _any(change.to)


def _told(layout: Layout, name: str, value: Value | None) -> str:
    option = layout.rules.options[name]
    if value is None:
        return "as posted"
    if option.unit == "dollars" and not isinstance(value, (bool, str)):
        return f"${shown(value)}"
    return told(layout, option, value)


def _any(value: Value | None) -> str:
    return "as posted" if value is None else f"${shown(value)}" if isinstance(value, int) else plain(shown(value))


def _when(at: datetime) -> str:
    return f"{at:%A, %B} {at.day}, {at.year}, at {at:%H:%M}"


def _steps(table: PaperTable, change: Change) -> Iterator[Block]:
    """The steps that make it lawful, each with its time; at a table with nobody it takes effect at once."""
    if not change.players_present:
        yield Text("Nobody is playing at the table: it takes effect at once, shown before the first wager.")
        return
    steps = [("sign posted", change.sign_posted_at), ("announced to the patrons", change.announced_at)]
    if not change.of_limits:
        steps.append((f"{table.regulator} told", change.regulator_notified_at))
    yield Pairs(tuple((name, f"{at:%Y-%m-%d %H:%M}") for name, at in steps if at is not None))
    minutes = f"Each at least {steps_minutes()} minutes before. " if not change.of_limits else ""
    yield Listed(
        (
            f"{minutes}A round already begun is finished under the old rule; a wager that stands keeps its odds until "
            "it is decided.",
        )
    )
