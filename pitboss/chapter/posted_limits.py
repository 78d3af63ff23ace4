"""Checks posted limits against the chapter: 8.2, and a game's own sections about amounts.

Limits apply to the wager that opens a position. A wager whose amount is fixed, or equal to another wager, cannot have
different limits. A wager tied to another follows its game's ratio, so a separate limit has no effect; it is a breach if
it denies a player a right (1.6: odds). No limit is ignored silently.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pitboss.chapter.finding import Finding, choices_offering, finding, no_wager_message, suggest_wager, when_in_force
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import Condition, Provision, Range, WagerRule, all_games, amount_of, meets, value_text


def limit_findings(layout: Layout, given: Collection[str]) -> Iterator[Finding]:
    """Yield the findings about a table's limits; `given` are the options stated in its file."""
    table = _PostedLimits.of(layout)
    yield from _table_limits(table, given)
    for name in layout.limits.by_wager:
        yield from _wager_limits(table, name)
    yield from _conflicting_minimums(table, given)


class _PostedLimits(NamedTuple):
    """A table's limits with its wager increments: the posted one and the one that the game requires."""

    layout: Layout
    increment: int
    multiple: int
    asked: Condition | None
    """The condition that requires multiples of `multiple`."""

    @property
    def day(self) -> date:
        return self.layout.on

    @classmethod
    def of(cls, layout: Layout) -> _PostedLimits:
        lawful = all_games().options["wager_increment"].in_force(layout.on)
        increment = layout.limits.increment if lawful and layout.limits.increment > 0 else 1
        for condition in layout.rules.conditions:
            asked = [one for name, one in condition.then.items() if layout.rules.options[name].posts_steps]
            multiples = [one.multiple_of for one in asked if isinstance(one, Range) and one.multiple_of]
            if multiples and condition.in_force(layout.on) and _applies(condition, layout):
                return cls(layout, increment, lcm(*map(amount_of, multiples)), condition)
        return cls(layout, increment, 1, None)

    @property
    def steps(self) -> int:
        posting = (name for name in self.layout.options if self.layout.rules.options[name].posts_steps)
        return lcm(self.increment, *(self.layout.cents(name) or 1 for name in posting))

    def off_steps(self, where: str, amount: int | None) -> Iterator[Finding]:
        """Yield a finding for a posted amount that cannot be wagered: a breach if a game's rule forbids it, else a
        warning.
        """
        if not amount or amount < 0:
            return
        if self.asked is not None and amount % self.multiple:
            wrong = f"{dollars(amount)} is not a multiple of {dollars(self.multiple)}"
            yield finding(self.day, self.asked, "not permitted", where, wrong, self.asked.says)
        elif amount % self.steps:
            wrong = f"{dollars(amount)} cannot be wagered in steps of {dollars(self.steps)}"
            permitted = f"a multiple of {dollars(self.steps)}"
            rule = all_games().options["wager_increment"]
            yield finding(self.day, rule, "contradiction", where, wrong, permitted, mild=True)


def _applies(condition: Condition, layout: Layout) -> bool:
    chosen = layout.options
    return all(name in chosen and meets(asked, chosen[name], chosen) for name, asked in condition.when.items())


# ---- The table's limits


def _table_limits(table: _PostedLimits, given: Collection[str]) -> Iterator[Finding]:
    limits, day = table.layout.limits, table.day
    pair = list(_check_pair(day, "limits", limits.minimum, limits.maximum))
    yield from pair
    yield from _check_increment(table, given)
    individual = all_games().options["individual_limits"]
    if limits.individual and not individual.in_force(day):
        wrong = f"limits granted to single patrons, but there is no such option on {day}"
        yield finding(day, individual, "not in force", "limits.individual", wrong, f"since {individual.since}")
    if not pair:
        yield from table.off_steps("limits.minimum", limits.minimum)
        unmet = list(_below_least(table))
        yield from unmet or table.off_steps("limits.maximum", limits.maximum)


def _check_increment(table: _PostedLimits, given: Collection[str]) -> Iterator[Finding]:
    """Yield findings about the increment: permitted since 2008, and consistent with the game's multiple and options."""
    day, where, increment = table.day, "limits.increment", table.layout.limits.increment
    steps = all_games().options["wager_increment"]
    if increment < 1:
        yield _not_amount(day, where, increment)
    elif increment > 1 and not steps.in_force(day):
        wrong = f"steps of {dollars(increment)}, but there is no such option on {day}"
        permitted = f"any amount within the limits; steps since {steps.since}"
        yield finding(day, steps, "not in force", where, wrong, permitted)
    elif table.asked is not None and increment > 1 and increment % table.multiple:
        wrong = f"steps of {dollars(increment)} are not a multiple of {dollars(table.multiple)}"
        yield finding(day, table.asked, "not permitted", where, wrong, table.asked.says)
    elif increment > 1 and increment != table.steps:
        for name in given:
            other = table.layout.cents(name) if table.layout.rules.options[name].posts_steps else increment
            if increment % other and other % increment:
                wrong = f"steps of {dollars(increment)}, but options.{name} says {dollars(other)}"
                yield finding(day, steps, "contradiction", where, wrong, "the same steps in both places", mild=True)


def _below_least(table: _PostedLimits) -> Iterator[Finding]:
    """Yield a finding if the table's maximum is below the minimum of an offered wager without its own maximum."""
    layout = table.layout
    most = layout.limits.maximum
    for name, wager in layout.wagers.items():
        if most is None or layout.limits.by_wager.get(name, (None, None))[1] is not None or _exempt(wager):
            continue
        least = _minimum_of(layout, wager)
        if most < least.amount and (least.always or not layout.limits.of(name)[0]):
            wrong = f"{dollars(most)} is below the minimum of {name}, {dollars(least.amount)} ({least.why})"
            permitted = f"a maximum of {dollars(least.amount)} or more, or a separate one for {name}"
            yield finding(layout.on, least.rests_on, "contradiction", "limits.maximum", wrong, permitted)
            return


def _exempt(wager: WagerRule) -> bool:
    """Whether the table's limits do not apply to a wager, because its amount follows another wager or a rule."""
    amount = wager.amount
    return bool(wager.tied or amount.fixed or amount.amount or amount.follows)


class _Minimum(NamedTuple):
    """A wager's minimum and the reason for it; `always`, otherwise only if [limits] posts no minimum."""

    amount: int
    rests_on: Provision
    why: str = ""
    always: bool = False


def _minimum_of(layout: Layout, wager: WagerRule) -> _Minimum:
    """Return a wager's minimum from its pay table, or from the option that posts it."""
    option = layout.paid(wager.id).table
    if option and (least := wager.amount.least.get(value_text(layout.options[option]))):
        value = value_text(layout.options[option])
        return _Minimum(cents(least), layout.rules.pay_tables[option][value], f"{option} = {value}", always=True)
    for name in layout.options:
        if layout.rules.options[name].posts_minimum == wager.id:
            return _Minimum(
                layout.cents(name), layout.rules.options[name], f"{name} = {value_text(layout.options[name])}"
            )
    return _Minimum(0, wager)


def _conflicting_minimums(table: _PostedLimits, given: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each minimum stated differently by an option and by [limits]."""
    layout = table.layout
    for name in given:
        wager = layout.rules.options[name].posts_minimum
        posted = layout.limits.of(wager)[0] if wager else 0
        if posted > 0 and posted != layout.cents(name):
            wrong = f"{dollars(layout.cents(name))}, but [limits] posts a minimum of {dollars(posted)} for {wager}"
            rule = all_games().options["table_min"]
            yield finding(layout.on, rule, "contradiction", f"options.{name}", wrong, "the same minimum in both places")


# ---- The limits of one wager


def _wager_limits(table: _PostedLimits, name: str) -> Iterator[Finding]:
    layout, day, where = table.layout, table.day, f"limits.{name}"
    rules = layout.rules
    wager = rules.wagers.get(name)
    own = _OwnLimits(where, *layout.limits.by_wager[name])
    if wager is None:
        wrong = f"{rules.game.id} has no wager {name}"
        known = suggest_wager(rules, day, name, layout.permissible)
        yield finding(day, rules.game, "unknown", where, wrong, known)
    elif not wager.in_force(day):
        permitted = when_in_force(rules, wager, day)
        yield finding(day, wager, "not in force", where, no_wager_message(wager, day), permitted)
    elif name not in layout.wagers:
        wrong = f"{name} is not offered at this table"
        yield finding(day, wager, "without effect", where, wrong, choices_offering(wager), mild=True)
    elif wager.amount.fixed or wager.amount.amount:
        yield from _fixed_wager(layout, wager, own)
    elif wager.amount.follows:
        yield from _equal_wager(layout, wager, own)
    elif wager.tied:
        yield from _tied_wager(layout, wager, own)
    else:
        yield from _free_wager(table, wager, own)


class _OwnLimits(NamedTuple):
    """A wager's own limits."""

    where: str
    least: int | None
    most: int | None

    def each(self) -> Iterator[tuple[str, int]]:
        """Yield each posted limit with its location."""
        for name, amount in (("minimum", self.least), ("maximum", self.most)):
            if amount is not None:
                yield f"{self.where}.{name}", amount


def _fixed_wager(layout: Layout, wager: WagerRule, own: _OwnLimits) -> Iterator[Finding]:
    """Yield findings for a wager whose amount is fixed by the rule or by an option."""
    option = wager.amount.amount
    fixed = layout.cents(option) if option else cents(wager.amount.fixed)
    by = f" by options.{option}" if option else ""
    for where, amount in own.each():
        if amount != fixed:
            wrong = f"{dollars(amount)}, but {wager.id} is always {dollars(fixed)}{by}"
            yield finding(layout.on, wager, "contradiction", where, wrong, f"{dollars(fixed)}, or no separate limit")


def _equal_wager(layout: Layout, wager: WagerRule, own: _OwnLimits) -> Iterator[Finding]:
    """Yield findings for a wager whose amount is a multiple of another wager."""
    base, times = wager.amount.follows, wager.amount.times
    for (where, amount), limit in zip(own.each(), _base_limits(layout, base, own), strict=True):
        expected = None if limit is None else times * limit
        if amount != expected:
            ratio = "equal to" if times == 1 else f"{times} times"
            wrong = f"{dollars(amount)}, but {wager.id} is {ratio} {base}"
            permitted = "no separate limit" + (f", or {dollars(expected)}" if expected else "")
            yield finding(layout.on, wager, "contradiction", where, wrong, permitted)


def _base_limits(layout: Layout, base: str, own: _OwnLimits) -> list[int | None]:
    """Return the base wager's limits that correspond to the wager's own limits."""
    least, most = layout.minimum(base) or None, layout.limits.of(base)[1]
    return [limit for limit, mine in ((least, own.least), (most, own.most)) if mine is not None]


def _tied_wager(layout: Layout, wager: WagerRule, own: _OwnLimits) -> Iterator[Finding]:
    """Yield findings for a wager tied to another: its limits have no effect, or deny a right."""
    pair = list(
        _check_pair(layout.on, own.where, own.least or 0, own.most, own.least is not None, own.most is not None)
    )
    yield from pair
    if pair:
        return
    base = wager.tied
    for where, amount in own.each():
        if where.endswith("maximum") and wager.right is not None:
            owed = _entitlement(layout, wager)
            if owed is None or amount < owed:
                posted = layout.limits.of(base)[1]
                above = f"{base} may be {dollars(posted)}" if posted is not None else f"{base} has no maximum"
                wrong = f"{dollars(amount)} denies the right to {wager.id}: {above}"
                enough = f"{dollars(owed)} or more, or " if owed is not None else ""
                yield finding(layout.on, wager, "not permitted", where, wrong, f"{enough}no separate limit")
                continue
        wrong = f"{wager.id} depends on {base}: a separate limit has no effect"
        permitted = f"limits of {base}; {wager.id} follows {layout.cite(wager.section.split(', ')[0])}"
        yield finding(layout.on, wager, "without effect", where, wrong, permitted, mild=True)


def _entitlement(layout: Layout, wager: WagerRule) -> int | None:
    """Return the most a player is entitled to bet on a tied wager, or None if the base wager has no maximum."""
    most = layout.limits.of(wager.tied)[1]
    if most is None or wager.right is None:
        return None
    times = Fraction(wager.right.times)
    if wager.right.by_winnings:
        times /= min(odds.ratio for odds in layout.odds_table(wager.id).values())
    return int(times * most)


def _free_wager(table: _PostedLimits, wager: WagerRule, own: _OwnLimits) -> Iterator[Finding]:
    """Yield findings for a wager that opens a position, or is made independently."""
    posted, most = table.layout.limits.of(wager.id)
    pair = list(_check_pair(table.day, own.where, posted, most, own.least is not None, own.most is not None))
    yield from pair
    if pair:
        return
    least = _minimum_of(table.layout, wager)
    for where, amount in own.each():
        if amount < least.amount and (least.always or not posted):
            wrong = f"{dollars(amount)} is below the minimum of {wager.id}, {dollars(least.amount)} ({least.why})"
            yield finding(table.day, least.rests_on, "contradiction", where, wrong, f"{dollars(least.amount)} or more")
        else:
            yield from table.off_steps(where, amount)


# ---- Faults in amounts


def _check_pair(
    day: date, where: str, least: int, most: int | None, own_least: bool = True, own_most: bool = True
) -> Iterator[Finding]:
    """Yield faults in a minimum and maximum; only limits that the wager itself has are reported."""
    if own_least and least < 0:
        yield _not_amount(day, f"{where}.minimum", least)
    elif own_most and most is not None and most < 1:
        yield _not_amount(day, f"{where}.maximum", most)
    elif most is not None and most < least and (own_least or own_most):
        rule = all_games().options["table_max"]
        wrong = f"the minimum, {dollars(least)}, is above the maximum, {dollars(most)}"
        place = f"{where}.minimum" if own_least else f"{where}.maximum"
        permitted = f"a minimum of {dollars(most)} or less" if own_least else f"a maximum of {dollars(least)} or more"
        yield finding(day, rule, "contradiction", place, wrong, permitted)


def _not_amount(day: date, where: str, amount: int) -> Finding:
    wrong = f"{dollars(amount)} is not a positive amount"
    return finding(day, all_games().options["table_min"], "unreadable", where, wrong, "a positive amount")
