"""Signs of a table (8.2, 8.3): its limits and the choices in force, and announcements of changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from pitboss.chapter.changes import INCREMENT, Moment, changes_steps, merge_limits, moments, read_limits
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import all_games
from pitboss.chapter.table_file import TableChange, TableFile
from pitboss.documents.document import Block, Columns, Document, Grid, Heading, Listed, Pairs, Text
from pitboss.library.papers import words
from pitboss.library.papers.table import PaperTable
from pitboss.library.papers.words import (
    at_table,
    chosen,
    cite,
    format_limits,
    payout_limits,
    plain,
    steps_minutes,
    unposted,
)

THEN = ("until then", "from then on")
UNCHANGED = "the table already has that value: nothing changes, so no announcement is due (8.3)"


def sign(table: PaperTable) -> Document:
    """Return the sign of a table: minimum and maximum of every wager offered, and every choice in force.

    Raises `ValueError` if a wager has no posted minimum or maximum.
    """
    if missing := unposted(table.layout):
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise ValueError(
            "a sign shows the minimum and the maximum of every wager (8.2, 8.3); state both under [limits] for: "
            f"{', '.join(missing[:3])}{more}"
        )
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
    """The limits: the table's in large type, then each wager's."""
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
        alike.setdefault(format_limits(layout, wager), []).append(wager.name)
    yield Grid(
        ("minimum and maximum", "wagers"), tuple((limit, ", ".join(names)) for limit, names in alike.items()), wide=(1,)
    )
    if limits.individual:
        individual = all_games().on(layout.on).options["individual_limits"]
        yield Text(f"{individual.name} ({cite(layout, individual.section)}).")


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
    for said_limit, section in payout_limits(layout):
        yield Text(f"{said_limit} ({section})")


def change_sign(table: PaperTable, number: int = 1) -> Document:
    """Return the sign that announces a change, by its number in the table file."""
    if not 1 <= number <= len(table.held.changes):
        there = f"{len(table.held.changes)} of them" if table.held.changes else "none"
        raise ValueError(f"--change {number}: the table file announces {there} under [[changes]]")
    change = table.held.changes[number - 1]
    if change.effective_at is None:
        raise ValueError(f"--change {number}: say when it takes effect: effective_at = 2008-06-01T14:00:00 (8.3)")
    return Document(
        title="Change of the limits" if change.of_limits else "Change of a rule",
        overline=table.casino,
        subtitle=f"{table.game}, {table.held.name}",
        form="sign",
        stamp=(("8.3", f"{table.edition}; {table.regulator}"), ("table file", table.digest[:16])),
        digest=table.digest,
        foot=table.foot("Sign of a coming change, 8.3"),
        blocks=(
            *_changed(table, change, number - 1),
            Text(f"Takes effect on {_when(change.effective_at)}.", "lead"),
            *_steps(table, change),
        ),
    )


def _changed(table: PaperTable, change: TableChange, number: int) -> Iterator[Block]:
    """What changes, with its value before and after the change."""
    moment = next(one for one in moments(table.held) if number in one.numbers)
    if change.of_limits:
        yield from _changed_limits(moment, change)
        return
    before, after = _laid(moment.before), _laid(moment.after)
    option = after.rules.options.get(str(change.option))
    if option is not None:
        name, values = (
            option.name,
            [words.option_value_text(one, option, one.options[option.id]) for one in (before, after)],
        )
    elif change.option == INCREMENT:
        name, values = all_games().options[INCREMENT].name, [dollars(one.steps) for one in (before, after)]
    else:
        wager, outcome = after.rules.odds_keys()[str(change.option)]
        name = f"{after.rules.wagers[wager].name}{f', {plain(outcome)}' if outcome else ''}: odds"
        values = [str(one.paid_for(wager, outcome) or "none") for one in (before, after)]
    if values[0] == values[1]:
        raise ValueError(UNCHANGED)
    yield _old_and_new(*values)
    yield Heading(name)


def _changed_limits(moment: Moment, change: TableChange) -> Iterator[Block]:
    """The changed limits, the table's before those of single wagers, with the first in large type."""
    # A file may omit the old limits; then the change gives them in `from`.
    held = replace(moment.before, limits=merge_limits(read_limits(change.was) or {}, moment.before.limits))
    changed = replace(moment.after, limits=merge_limits(held.limits, read_limits(change.to) or {}))
    rows = [row for row in _limit_rows(_laid(held), _laid(changed)) if row[1] != row[2]]
    if not all(old for _, old, _ in rows):
        raise ValueError("the sign of a change shows the old limits too: state them under [limits], or as from (8.3)")
    if not rows:
        raise ValueError(UNCHANGED)
    (name, old, new), *more = rows
    yield _old_and_new(old, new)
    yield Heading(name)
    if more:
        yield Grid(("", *THEN), tuple(more))


def _limit_rows(before: Layout, after: Layout) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each limit with its old and new value, changed or not; empty for none."""
    general = all_games().options
    yield "Minimum and maximum wagers", _of_table(before.limits), _of_table(after.limits)
    yield general[INCREMENT].name, _steps_of(before.limits), _steps_of(after.limits)
    for name in sorted({*before.limits.by_wager, *after.limits.by_wager} & {*at_table(before)} & {*at_table(after)}):
        wager = after.wagers[name]
        yield wager.name, format_limits(before, before.wagers[name]), format_limits(after, wager)
    yield general["individual_limits"].name, _yes(before.limits.individual), _yes(after.limits.individual)


def _steps_of(limits: Limits) -> str:
    return dollars(limits.increment) if limits.increment > 1 else "any amount"


def _yes(chosen: bool) -> str:
    return "yes" if chosen else "no"


def _old_and_new(old: str, new: str) -> Columns:
    return Columns(tuple(zip(THEN, (old, new), strict=True)))


def _laid(table: TableFile) -> Layout:
    """Return the layout of a table before or after a change; the file was already checked with its changes."""
    return Layout.of(table.game, table.on, table.options, table.odds, table.amounts()[0], unlawful=True)


def _of_table(limits: Limits) -> str:
    """Describe the table's minimum and maximum; empty if neither is posted."""
    least, most = limits.minimum and dollars(limits.minimum), limits.maximum is not None and dollars(limits.maximum)
    return (
        f"{least} to {most}" if least and most else f"minimum {least}" if least else f"maximum {most}" if most else ""
    )


def _when(at: datetime) -> str:
    return f"{at:%A, %B} {at.day}, {at.year}, at {at:%H:%M}"


def _steps(table: PaperTable, change: TableChange) -> Iterator[Block]:
    """The steps required before the change, with their times; with no players at the table it takes effect at once."""
    if not change.players_present:
        yield Text(
            "No one is playing at the table: the change takes effect at once and is posted before the first wager."
        )
        return
    at_once = change.of_limits and not changes_steps(change)
    steps = [("sign posted", change.sign_posted_at), ("announced to patrons", change.announced_at)]
    if not at_once:
        steps.append((f"{table.regulator} notified", change.regulator_notified_at))
    listed = tuple((name, f"{at:%Y-%m-%d %H:%M}") for name, at in steps if at is not None)
    if listed:
        yield Pairs(listed)
    minutes = f"Each at least {steps_minutes()} minutes in advance. " if listed and not at_once else ""
    yield Listed(
        (
            f"{minutes}A round already under way is finished under the old rule; an existing wager keeps its odds "
            "until "
            "it is decided.",
        )
    )
