"""Changes at an open table (8.2, 8.3): noticed, waited for, in force; or cancelled.

    posted → noticed (sign on the page, announced, the regulator told) → posted anew
                    ↘ cancelled → posted as before

1. What may change is what the chapter leaves to the licensee: options, odds, limits, steps. The table as it would be is
   checked whole; what is not lawful is refused before anybody is told of it.
2. Options, odds and steps wait half an hour, from the moment at which sign, announcement and notice are given, which at
   this floor is one moment. Limits, and a payout limit that is raised, need the sign only. With nobody at the table
   everything is in force at once.
3. A change comes into force between two rounds, or while nobody is there. Wagers that stand keep their odds: from the
   hour on none is added whose odds change, and the change comes when those that lie are decided (Pitboss's reading).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter import Layout, Limits
from pitboss.chapter.check import Unlawful
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Value, all_games, same, shown
from pitboss.floor.commands import NoticeChange
from pitboss.table import Refused
from pitboss.table.game import Answer
from pitboss.table.state import State


class Coming(BaseModel):
    """A change that was noticed and is not in force yet."""

    model_config = ConfigDict(frozen=True)

    what: list[str] = Field(description="What changes, each with its old and its new value")
    effective: float = Field(description="When it comes into force: seconds since 1970")
    noticed: float = Field(description="When the sign was put up, the change announced, and the regulator told")
    by: str
    layout: dict[str, Any] = Field(description="The table as it will be")


def changed(layout: Layout, wanted: NoticeChange) -> Layout:
    """A table as it would be; `Refused` or `Unlawful` where that is not the licensee's to choose."""
    options: dict[str, Value] = dict(layout.options)
    for name, value in wanted.options.items():
        if name not in layout.rules.options:
            raise no(f"{layout.rules.game.id} leaves no choice of {name}", "8.3")
        option = layout.rules.options[name]
        try:
            options[name] = option.parse(value) if isinstance(value, str) else value
        except ValueError as wrong:
            raise no(f"{name}: {wrong}", option.section.split(", ")[0]) from None
    odds = layout.plain()["odds"] | wanted.odds
    for name, option in layout.rules.options.items():  # odds that an option sets are said in one place
        if option.sets_odds in wanted.odds and name not in wanted.options:
            options.pop(name, None)
        elif name in wanted.options:
            odds.pop(option.sets_odds, None)
    held = layout.limits
    limits = Limits(
        held.minimum if wanted.minimum is None else wanted.minimum,
        held.maximum if wanted.maximum is None else wanted.maximum,
        held.increment if wanted.increment is None else wanted.increment,
        held.by_wager,
        held.individual,
    )
    after = Layout.of(layout.rules.game.id, layout.on, options, odds, limits)
    if not list(told(layout, after)):
        raise no("nothing would change: the table has that already", "8.3")
    return after


def told(before: Layout, after: Layout) -> Iterator[str]:
    """What differs between two layouts of a table, as a sign says it."""
    was, now = before.plain()["odds"], after.plain()["odds"]
    for name, value in after.options.items():
        by_odds = was.get(after.rules.options[name].sets_odds) != now.get(after.rules.options[name].sets_odds)
        if not by_odds and (name not in before.options or not same(value, before.options[name])):
            yield f"{name}: {shown(before.options.get(name, '-'))} becomes {shown(value)}"
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            yield f"{key} pays {now.get(key, 'as usual')}, and paid {was.get(key, 'as usual')}"
    for name, old, new in (
        ("minimum", before.limits.minimum, after.limits.minimum),
        ("maximum", before.limits.maximum, after.limits.maximum),
        ("steps", before.limits.increment, after.limits.increment),
    ):
        if old != new:
            yield f"{name}: {_amount(old)} becomes {_amount(new)}"


def _amount(amount: int | None) -> str:
    return dollars(amount) if amount else "none"


def least_minutes(before: Layout, after: Layout) -> int:
    """How long a change must be noticed before it is in force, with players at the table."""
    of_rules = [one for one in told(before, after) if not one.startswith(("minimum:", "maximum:"))]
    if len(of_rules) == 1 and _raises_limit(before, after):
        of_rules = []
    return int(all_games().on(before.on).fact("change_notice_minutes")) if of_rules else 0


def _raises_limit(before: Layout, after: Layout) -> bool:
    """Whether a payout limit goes up: only its decrease is a change that is noticed (18.11(c))."""
    fact = before.rules.facts.get("payout_limit")
    option = fact.value.get("option") if fact is not None and isinstance(fact.value, dict) else None
    if option is None or option not in after.options:
        return False
    try:
        return float(str(after.options[option])) > float(str(before.options[option]))
    except ValueError:
        return after.options[option] in ("none", False)


def odds_differ(before: Layout, after: Layout) -> frozenset[str]:
    """The wagers that are paid otherwise after a change, or are not offered any more."""
    return frozenset(
        kind for kind in before.wagers if kind not in after.wagers or before.odds_table(kind) != after.odds_table(kind)
    )


def carried(state: State, before: State, after: State) -> State | None:
    """A state to go on from on a changed table; None while wagers stand that would be lost.

    `before` and `after` are how a table opens by the old rules and by the new. Where these are alike, nothing of the
    equipment changes and the round goes on; else people keep their places and chips, and all else begins anew.
    """
    if before == after:
        return state
    if state.wagers:
        return None
    names = ("positions", "inventory", "bought_in", "rounds", "meter")
    return replace(after, **{name: getattr(state, name) for name in names if hasattr(state, name)})


def no(reason: str, section: str) -> Refused:
    """A refusal under a section of subchapter 8, or of the game."""
    return Refused(Answer(False, reason, section))


def unlawful(problem: Unlawful) -> Refused:
    """The first breach, as a refusal at the table."""
    one = next((found for found in problem.findings if found.severity == "breach"), problem.findings[0])
    return Refused(Answer(False, f"{one.wrong}; permitted: {one.permitted}", one.section), one.citation)
