"""Changes at an open table (8.2, 8.3): announced, then put in force or cancelled.

    posted → announced (sign on the page, announcement, notice to the regulator) → posted with the change
                    ↘ cancelled → posted as before

1. The licensee may change whatever the chapter leaves to them: options, odds, limits, steps. The table with the change
   is checked as `pitboss check` checks a table file, and an unlawful change is refused before it is announced.
2. Options, odds and steps change half an hour after sign, announcement and notice, which happen at the same moment on
   this floor. Limits, and a raised payout limit, only need the sign. At an empty table every change is immediate.
3. A change comes into force between two rounds, or before anything is wagered or dealt. Existing wagers keep their
   odds: once a change is due, no wager that it affects can be added, and it comes into force when the existing ones are
   decided (Pitboss's reading).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import structs
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.changes import drop_duplicates
from pitboss.chapter.check import minimal_options, raises_payout_limit
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import all_games, same_value
from pitboss.floor.commands import NoticeChange
from pitboss.floor.refusals import refusal
from pitboss.library.papers.words import option_value_text, plain
from pitboss.table.state import State

LIMITS = ("minimum", "maximum")


class PendingChange(BaseModel):
    """A change that was announced but is not in force yet."""

    model_config = ConfigDict(frozen=True)

    what: list[str] = Field(description="The changes, each with its old and new value")
    effective: float = Field(description="When it comes into force: seconds since 1970")
    noticed: float = Field(description="When the sign was put up, the change announced, and the regulator notified")
    by: str
    layout: dict[str, Any] = Field(description="The layout after the change")


def layout_after_change(layout: Layout, wanted: NoticeChange) -> Layout:
    """The layout after a change; `Refused` or `Unlawful` if the licensee may not make it.

    Options that are not stated follow from the new ones, as in a table file that does not state them.
    """
    rules, changing = layout.rules, {*wanted.options, *wanted.odds}
    options, odds = drop_duplicates(rules, minimal_options(layout), layout.plain()["odds"], changing)
    for name, value in wanted.options.items():
        if name not in rules.options:
            raise refusal(f"{rules.game.id} has no option {name}", "8.3")
        option = rules.options[name]
        if option.opening:
            what = f"{name} applies when a table opens; at an open table it follows from the wagers"
            raise refusal(what, option.section.split(", ")[0])
        try:
            options[name] = option.parse(value) if isinstance(value, str) else value
        except ValueError as wrong:
            raise refusal(f"{name}: {wrong}", option.section.split(", ")[0]) from None
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
    if not describe_changes(layout, after):
        raise refusal("nothing would change: the table already has these values", "8.3")
    return after


def describe_changes(before: Layout, after: Layout) -> list[str]:
    """The differences between two layouts of a table, worded as on a sign, each with its old and new value."""
    return [words for _, words in _differences(before, after)]


def _differences(before: Layout, after: Layout) -> Iterator[tuple[str, str]]:
    """The differences, each as the changed option, odds or limit, and in words."""
    was, now = before.plain()["odds"], after.plain()["odds"]
    for name, value in after.options.items():
        option = after.rules.options[name]
        by_odds = was.get(option.sets_odds) != now.get(option.sets_odds)
        if not by_odds and (name not in before.options or not same_value(value, before.options[name])):
            old = option_value_text(before, option, before.options[name]) if name in before.options else "-"
            yield name, f"{option.name}: {old} becomes {option_value_text(after, option, value)}"
    for key, (wager, outcome) in after.rules.odds_keys().items():
        if was.get(key) != now.get(key):
            name = after.rules.wagers[wager].name + (f", {plain(outcome)}" if outcome else "")
            yield key, f"{name} pays {_paid(after, wager, outcome)} instead of {_paid(before, wager, outcome)}"
    yield from _limits(before, after)


def _paid(layout: Layout, wager: str, outcome: str) -> str:
    return str(layout.paid_for(wager, outcome) or "nothing") if wager in layout.wagers else "nothing"


def _limits(before: Layout, after: Layout) -> Iterator[tuple[str, str]]:
    """The changed limits, for the table and for individual wagers."""
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
    """The minutes of notice that a change needs with players at the table.

    Wager limits need none; for a payout limit, only a decrease must be announced (18.11(c)).
    """
    for what, _ in _differences(before, after):
        raised = raises_payout_limit(before.rules, what, before.options.get(what), after.options.get(what))
        if what not in LIMITS and not raised:
            return int(all_games().on(before.on).fact("change_notice_minutes"))
    return 0


def affected_wagers(before: Layout, after: Layout) -> frozenset[str]:
    """The wagers that a change affects: their odds change, they are no longer offered, or an option of their section
    changes. Wagers tied to an affected one, such as the odds on a pass bet, are included.
    """
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


def state_after_change(state: State, before: State, after: State) -> State | None:
    """The state to continue from after a change; None while there are wagers that would be lost.

    `before` and `after` are the opening states under the old and the new rules. If they are equal, no equipment changes
    and the round goes on; otherwise players keep their seats and chips, and everything else starts over. The meter
    stays as it is, unless the table had none before or has none afterwards.
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
