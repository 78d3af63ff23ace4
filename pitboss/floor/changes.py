"""Changes at an open table (8.2, 8.3): noticed, waited for, in force; or cancelled.

    posted → noticed (sign on the page, announced, the regulator told) → posted anew
                    ↘ cancelled → posted as before

1. What may change is what the chapter leaves to the licensee: options, odds, limits, steps. The table as it would be is
   judged as `pitboss check` judges a table file; an unlawful one is refused before the change is announced.
2. Options, odds and steps wait half an hour, from the moment at which sign, announcement and notice are given, which at
   this floor is one moment. Limits, and a payout limit that is raised, need the sign only. With nobody at the table
   everything is in force at once.
3. A change comes into force between two rounds, or while no wager lies and nothing was dealt. Wagers that stand keep
   their odds: from the hour on none is added whose odds or rules change, and the change comes when those that lie are
   decided (Pitboss's reading).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import structs
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.changes import drop_duplicates
from pitboss.chapter.check import Unlawful, minimal_options, raises_payout_limit
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import all_games, same_value
from pitboss.floor.commands import NoticeChange
from pitboss.library.papers.words import plain
from pitboss.library.papers.words import told as value_told
from pitboss.table import Refused
from pitboss.table.game import Answer
from pitboss.table.state import State

LIMITS = ("minimum", "maximum")


class Coming(BaseModel):
    """A change that was noticed and is not in force yet."""

    model_config = ConfigDict(frozen=True)

    what: list[str] = Field(description="What changes, each with its old and its new value")
    effective: float = Field(description="When it comes into force: seconds since 1970")
    noticed: float = Field(description="When the sign was put up, the change announced, and the regulator told")
    by: str
    layout: dict[str, Any] = Field(description="The table as it will be")


def changed(layout: Layout, wanted: NoticeChange) -> Layout:
    """Returns the table as it would be; `Refused` or `Unlawful` where that is not the licensee's to choose.

    Options that only follow from others follow from the new ones, as at a table whose file does not state them.
    """
    rules, changing = layout.rules, {*wanted.options, *wanted.odds}
    options, odds = drop_duplicates(rules, minimal_options(layout), layout.plain()["odds"], changing)
    for name, value in wanted.options.items():
        if name not in rules.options:
            raise no(f"{rules.game.id} leaves no choice of {name}", "8.3")
        option = rules.options[name]
        if option.opening:
            what = f"{name} is a figure with which a table opens; here it goes by what is wagered and won"
            raise no(what, option.section.split(", ")[0])
        try:
            options[name] = option.parse(value) if isinstance(value, str) else value
        except ValueError as wrong:
            raise no(f"{name}: {wrong}", option.section.split(", ")[0]) from None
    odds |= wanted.odds
    held = layout.limits
    if wanted.increment is not None:
        held = replace(held, increment=wanted.increment)
    if wanted.wager:
        least, most = held.by_wager.get(wanted.wager, (None, None))
        own = (least if wanted.minimum is None else wanted.minimum, most if wanted.maximum is None else wanted.maximum)
        held = replace(held, by_wager={**held.by_wager, wanted.wager: own})
    else:
        least, most = wanted.minimum, wanted.maximum
        held = replace(
            held,
            minimum=held.minimum if least is None else least,
            maximum=held.maximum if most is None else most,
        )
    after = Layout.of(layout.rules.game.id, layout.on, options, odds, held)
    if not told(layout, after):
        raise no("nothing would change: the table has that already", "8.3")
    return after


def told(before: Layout, after: Layout) -> list[str]:
    """What differs between two layouts of a table, each with its old and its new value, as a sign says it."""
    return [words for _, words in _differences(before, after)]


def _differences(before: Layout, after: Layout) -> Iterator[tuple[str, str]]:
    """What differs, by the option, the odds or the limit that it is, and in words."""
    was, now = before.plain()["odds"], after.plain()["odds"]
    for name, value in after.options.items():
        option = after.rules.options[name]
        by_odds = was.get(option.sets_odds) != now.get(option.sets_odds)
        if not by_odds and (name not in before.options or not same_value(value, before.options[name])):
            old = value_told(before, option, before.options[name]) if name in before.options else "-"
            yield name, f"{option.name}: {old} becomes {value_told(after, option, value)}"
    for key, (wager, outcome) in after.rules.odds_keys().items():
        if was.get(key) != now.get(key):
            name = after.rules.wagers[wager].name + (f", {plain(outcome)}" if outcome else "")
            yield key, f"{name} pays {_paid(after, wager, outcome)}, and paid {_paid(before, wager, outcome)}"
    yield from _limits(before, after)


def _paid(layout: Layout, wager: str, outcome: str) -> str:
    return str(layout.odds_table(wager).get(outcome, "nothing")) if wager in layout.wagers else "nothing"


def _limits(before: Layout, after: Layout) -> Iterator[tuple[str, str]]:
    """The posted limits that differ: of the table, and of single wagers."""
    was, now = before.limits, after.limits
    for limit, old, new in (("minimum", was.minimum, now.minimum), ("maximum", was.maximum, now.maximum)):
        if old != new:
            yield limit, f"{limit}: {_amount(old)} becomes {_amount(new)}"
    for wager in sorted(was.by_wager.keys() | now.by_wager.keys()):
        for limit, old, new in zip(LIMITS, was.of(wager), now.of(wager), strict=True):
            if was.by_wager.get(wager) != now.by_wager.get(wager) and old != new:
                yield limit, f"{limit} of {after.rules.wagers[wager].name}: {_amount(old)} becomes {_amount(new)}"
    if was.increment != now.increment:
        yield "steps", f"steps: {_amount(was.increment)} becomes {_amount(now.increment)}"


def _amount(amount: int | None) -> str:
    return dollars(amount) if amount else "none"


def least_minutes(before: Layout, after: Layout) -> int:
    """How long a change must be noticed before it is in force, with players at the table.

    A limit of wagers needs none; and of a payout limit only the decrease is a change that is noticed (18.11(c)).
    """
    for what, _ in _differences(before, after):
        raised = raises_payout_limit(before.rules, what, before.options.get(what), after.options.get(what))
        if what not in LIMITS and not raised:
            return int(all_games().on(before.on).fact("change_notice_minutes"))
    return 0


def concerned(before: Layout, after: Layout) -> frozenset[str]:
    """The wagers that stand under other rules after a change: paid otherwise, not offered any more, or under a section
    whose choice is another, themselves or by a wager that hangs on them (the odds on a pass bet)."""
    moved: set[str] = set()
    for name in before.options.keys() | after.options.keys():
        option, was, now = before.rules.options[name], before.options.get(name), after.options.get(name)
        if not option.sets_odds and (was is None or now is None or not same_value(was, now)):
            moved.update(option.section.split(", "))
    found = set()
    for kind, wager in before.wagers.items():
        paid = before.paid(kind).section
        other = kind not in after.wagers or before.odds_table(kind) != after.odds_table(kind)
        if other or moved & {*wager.section.split(", "), *paid.split(", ")}:
            found |= {kind, wager.tied} - {""}
    return frozenset(found)


def carried(state: State, before: State, after: State) -> State | None:
    """A state to go on from on a changed table; None while wagers stand that would be lost.

    `before` and `after` are how a table opens by the old rules and by the new. Where these are alike, nothing of the
    equipment changes and the round goes on; else people keep their places and chips, and all else begins anew. A meter
    stays as it is, unless the table had none before or has none any more.
    """
    if before == after:
        return state
    if state.wagers:
        return None
    stays = {"positions", "inventory", "bought_in", "rounds"}
    if bool(before.meter) == bool(after.meter):
        stays.add("meter")
    stays &= {*after.__struct_fields__}
    return structs.replace(after, **{name: getattr(state, name) for name in stays})


def no(reason: str, section: str) -> Refused:
    """A refusal under a section of subchapter 8, or of the game."""
    return Refused(Answer(False, reason, section))


def unlawful(problem: Unlawful) -> Refused:
    """The first breach, as a refusal at the table."""
    one = next((found for found in problem.findings if found.severity == "breach"), problem.findings[0])
    return Refused(Answer(False, f"{one.wrong}; permitted: {one.permitted}", one.section), one.citation)
