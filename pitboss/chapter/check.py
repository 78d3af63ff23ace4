"""A table against the chapter in force on its date: every breach, with its section.

1. One place in a table file gives at most one finding; all places are looked at in one pass.
2. A finding says what is wrong, what is permitted, and under which section, cited as on the table's date.
3. What is permitted stands in the rules only. What follows from a fault is not reported again: a condition between
   options is tested only where each of them is in order.
4. A breach is what the chapter does not permit, and any name it does not know, for nobody can say that such a table
   is lawful. A warning is what does no harm, but does nothing either, contradicts itself, or stands in no edition held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from difflib import get_close_matches
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.contents import cite, contents, prefix, section_of
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.odds import Odds, dollars
from pitboss.chapter.reference import order
from pitboss.chapter.rules import (
    Condition,
    Dated,
    Fact,
    Option,
    PayTable,
    Provenance,
    Provision,
    Range,
    Rules,
    Value,
    WagerRule,
    all_games,
    meets,
    rules_of,
    same,
    shown,
)
from pitboss.chapter.table_file import NAMES, Change, TableFile

Severity = Literal["breach", "warning"]
Kind = Literal[
    "unknown", "unreadable", "not in force", "not permitted", "contradiction", "without effect", "notice", "not shown"
]

LISTED = 20
"""So many names are listed, at most, where one is not known."""


class Finding(BaseModel):
    """Something at a table that the chapter does not permit, or does not know."""

    model_config = ConfigDict(frozen=True)

    severity: Severity
    kind: Kind
    section: str
    citation: str
    where: str
    wrong: str
    permitted: str
    provenance: Provenance

    def stops(self, unlawful: bool = False) -> bool:
        """Whether a table with it cannot be laid out; one that may be `unlawful` must at least have a meaning."""
        return self.severity == "breach" and (not unlawful or self.kind in ("unknown", "unreadable"))

    def __str__(self) -> str:
        mark = "" if self.provenance == "text" else f" [{self.provenance}]"
        return f"{self.severity}: {self.citation}{mark}: {self.where}: {self.wrong}; permitted: {self.permitted}"


class Unlawful(ValueError):
    """A table that the chapter does not permit; the message has one line a finding."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(self.findings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))


def check(table: TableFile) -> tuple[Finding, ...]:
    """All that is wrong with a table, in the order of the chapter."""
    rules = rules_of(table.game)
    found = list(_unknown_names(rules, table))
    limits, unread = table.amounts()
    found += findings(rules, table.on, table.options, table.odds, limits)
    if game_in_force(rules, table.on):
        least = all_games().options["table_min"]
        for one in unread:
            kind: Kind = "unreadable" if one.known else "unknown"
            found.append(_finding(table.on, least, kind, one.where, one.wrong, one.permitted))
        found += _notices(rules, table, {one.where for one in found})
        for number, change in enumerate(table.changes):
            found += _change(rules, table, f"changes.{number}", change)
    return _in_order(found)


def findings(
    rules: Rules, day: date, options: Mapping[str, Value], odds: Mapping[str, str], limits: Limits | None
) -> tuple[Finding, ...]:
    """All that the chapter does not permit, on a day, of a table with these choices.

    >>> for one in findings(rules_of("craps"), date(2004, 6, 1), {}, {"field.12": "1 to 1"}, None):
    ...     print(one)
    breach: N.J.A.C. 19:47-1.4(b): odds.field.12: 1 to 1 is too little; permitted: 2 to 1 or more
    """
    if not game_in_force(rules, day):
        return (_game_not_in_force(rules, day),)
    of_options = {name: fault for name in options if (fault := _option(rules, day, name, options[name]))}
    # What the editions do not show is chosen all the same: the rest is tested with it.
    faulty = {name for name, fault in of_options.items() if fault.kind != "not shown"}
    sound = {name: value for name, value in options.items() if name not in faulty}
    chosen = chosen_on(rules, day, sound, odds)
    bad_odds = {key: fault for key in odds if (fault := _stated(rules, day, chosen, key, odds[key]))}
    found = [*of_options.values(), *bad_odds.values()]
    found += _disagreements(rules, day, sound, {key: text for key, text in odds.items() if key not in bad_odds})
    found += _conditions(rules, day, chosen, options, faulty)
    if limits is not None:
        found += _limits(rules, day, Layout(rules, day, chosen, {}, limits))
    return _in_order(found)


# ---- How a finding is written


def _finding(
    day: date, rests_on: Provision | str, kind: Kind, where: str, wrong: str, permitted: str, mild: bool = False
) -> Finding:
    """A finding that rests on a provision, or on nothing but a subchapter."""
    section = rests_on if isinstance(rests_on, str) else rests_on.section.split(", ")[0]
    if "." in section:
        # A section that the chapter did not have yet is cited as on its first day: there is no 19:47-1.12.
        citation = cite(section, max(day, contents().section(section_of(section)).since))
    else:
        citation = f"N.J.A.C. {prefix(day)}-{section}"
    return Finding(
        severity="warning" if mild else "breach",
        kind=kind,
        section=section,
        citation=citation,
        where=where,
        wrong=wrong,
        permitted=permitted,
        provenance="text" if isinstance(rests_on, str) else rests_on.provenance,
    )


def _in_order(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda finding: order(finding.section)))


def _one_of(name: str, known: Iterable[str], also: Iterable[str] = ()) -> str:
    """The names near an unknown one (`also` counts those that would be wrong for another reason), and what there is."""
    names = list(dict.fromkeys(known))
    near = get_close_matches(name, list(dict.fromkeys([*names, *also])), 3)
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return (f"{' or '.join(near)}? " if near else "") + f"one of: {', '.join(names[:LISTED])}{more}"


def _times(rules: Rules, dated: Dated, day: date) -> str:
    """When something is in force, for a day on which it is not."""
    effective = {amendment.rule: amendment.effective for amendment in rules.amendments}
    bound, word = (dated.since, "since") if dated.since and day < dated.since else (dated.until, "until")
    by = f" by {dated.by}" if dated.by and effective.get(dated.by) == bound else ""
    return f"{word} {bound}{by}"


def _game_not_in_force(rules: Rules, day: date) -> Finding:
    game = rules.game
    when = f"since {game.since}" if day < game.since else f"until {game.until}"
    wrong = f"{game.name} is not a game of the chapter on {day}"
    return _finding(day, game.subchapter, "not in force", "on", wrong, f"{game.id} {when}")


def _unknown_names(rules: Rules, table: TableFile) -> Iterator[Finding]:
    for name in table.unknown:
        wrong = f"a table file has no {name}"
        yield _finding(table.on, rules.game.subchapter, "unknown", name, wrong, _one_of(name, NAMES))


# ---- Options


def _option(rules: Rules, day: date, name: str, value: Value) -> Finding | None:
    where = f"options.{name}"
    option = rules.options.get(name)
    if option is None:
        now = [known.id for known in rules.options.values() if known.in_force(day)]
        wrong = f"{rules.game.id} has no option {name}"
        return _finding(day, rules.game.subchapter, "unknown", where, wrong, _one_of(name, now, rules.options))
    if not option.in_force(day):
        wrong = f"{name} = {shown(value)}, but there is no such choice on {day}"
        return _finding(day, option, "not in force", where, wrong, _times(rules, option, day), mild=value is False)
    if option.sets_odds and isinstance(value, str):
        wager, outcome = rules.odds_keys()[option.sets_odds]
        return _odds_fault(rules, day, chosen_on(rules, day, {}, {}), rules.wagers[wager], outcome, value, where)
    if permits(rules, option, value, day):
        return _not_shown(day, option, value)
    chosen = option.choice(value) if isinstance(value, (bool, int, Decimal, str)) else None
    permitted = ", ".join(_permitted(rules, option, day))
    if chosen is not None and not chosen.in_force(day):
        permitted += f"; {shown(value)} {_times(rules, chosen, day)}"
    rests_on = option if chosen is None or not chosen.section else option.model_copy(update={"section": chosen.section})
    kind: Kind = "not permitted" if _readable(option, value) else "unreadable"
    return _finding(day, rests_on, kind, where, f"{name} is {shown(value)}", permitted)


def _not_shown(day: date, option: Option, value: Value) -> Finding | None:
    """A choice that the editions held do not show on a day: not a breach, for they do not hold everything."""
    choice = option.choice(value)
    if value is False or same(value, option.default) or (option.shown_on(day) and (not choice or choice.shown_on(day))):
        return None
    wrong = f"{option.id} = {shown(value)} is not shown by the editions held"
    return _finding(day, option, "not shown", f"options.{option.id}", wrong, shown(option.default), mild=True)


def permits(rules: Rules, option: Option, value: object, day: date) -> bool:
    """Whether an option may have a value on a day: the value, and the pay table that it names, are in force."""
    if not isinstance(value, (bool, int, Decimal, str)) or (isinstance(value, Decimal) and not value.is_finite()):
        return False
    table = rules.pay_tables.get(option.id, {}).get(shown(value))
    return option.permits(value, day) and (table is None or table.in_force(day))


def _permitted(rules: Rules, option: Option, day: date) -> list[str]:
    """What an option may be on a day, in words."""
    if option.range is not None or option.id not in rules.pay_tables:
        return [option.permitted(day)]
    return [shown(choice.value) for choice in option.values if permits(rules, option, choice.value, day)]


def _readable(option: Option, value: object) -> bool:
    """Whether a value is at least of a type that the option has, so that a table with it could be dealt."""
    if option.range is not None and isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return Decimal(value).is_finite()
    return option.choice(value) is not None if isinstance(value, (bool, int, Decimal, str)) else False


def chosen_on(rules: Rules, day: date, options: Mapping[str, Value], odds: Mapping[str, str]) -> dict[str, Value]:
    """The value of every option on a day: as given, by the odds stated, as the other choices imply, or the default."""
    chosen = {name: _default(rules, option, day) for name, option in rules.options.items() if option.in_force(day)}
    by_odds = {name: odds[rules.options[name].sets_odds] for name in chosen if rules.options[name].sets_odds in odds}
    given = by_odds | {name: value for name, value in options.items() if name in chosen}
    return _implied(rules, day, chosen | given, given)


def _default(rules: Rules, option: Option, day: date) -> Value:
    """What a table has that says nothing; before its time, the first value that is in force."""
    if permits(rules, option, option.default, day):
        return option.default
    values = (choice.value for choice in option.values)
    return next((value for value in values if permits(rules, option, value, day)), option.default)


def _implied(rules: Rules, day: date, chosen: dict[str, Value], given: Mapping[str, Value]) -> dict[str, Value]:
    """The choices with those that they imply where a table is silent: the first value that a condition asks for."""
    for _ in rules.conditions:
        before = dict(chosen)
        for condition in rules.conditions:
            if condition.implied and condition.in_force(day) and not _met(condition, chosen):
                for name, asked in condition.then.items():
                    values = (asked.first(),) if isinstance(asked, Range) else asked
                    lawful = [value for value in values if permits(rules, rules.options[name], value, day)]
                    if name not in given and lawful and not meets(asked, chosen[name], chosen):
                        chosen[name] = lawful[0]
        if chosen == before:
            break
    return chosen


# ---- Odds


def _stated(rules: Rules, day: date, chosen: Mapping[str, Value], key: str, text: str) -> Finding | None:
    where = f"odds.{key}"
    keys = rules.odds_keys()
    wager = rules.wagers.get(keys[key][0] if key in keys else key.partition(".")[0])
    if wager is None:
        wrong = f"{rules.game.id} has no wager {key.partition('.')[0]}"
        return _finding(day, rules.game.subchapter, "unknown", where, wrong, _named(rules, day, key, keys))
    if not wager.in_force(day):
        return _finding(day, wager, "not in force", where, _no_wager(wager, day), _times(rules, wager, day))
    pays = next((pays for pays in wager.pays if pays.in_force(day)), None)
    if pays is None:
        return _finding(day, wager, "unreadable", where, f"no odds of {wager.id} are known on {day}", "no odds of it")
    if pays.like:
        wrong = f"{wager.id} has no odds of its own"
        raised = ", ".join(known for known, (other, _) in keys.items() if other in pays.like) or ", ".join(pays.like)
        return _finding(day, pays, "unreadable", where, wrong, f"it is paid as others are: state the odds of {raised}")
    if key not in keys:
        wrong = f"{wager.id} is not paid by {key.partition('.')[2]}" if "." in key else f"{key} has more than one odds"
        own = [known for known, (other, _) in keys.items() if other == wager.id]
        return _finding(day, pays, "unknown", where, wrong, _one_of(key, own))
    fault = _odds_fault(rules, day, chosen, wager, keys[key][1], text, where)
    if fault is None and not Layout(rules, day, chosen, {}, Limits()).offers(wager):
        wrong = f"{wager.id} is not offered at this table"
        return _finding(day, wager, "without effect", where, wrong, _offered_by(wager), mild=True)
    return fault


def _odds_fault(
    rules: Rules, day: date, chosen: Mapping[str, Value], wager: WagerRule, outcome: str, text: str, where: str
) -> Finding | None:
    """What is wrong with odds that a table states for an outcome of a wager."""
    pays: PayTable = wager.paid(day)
    table, among = wager.paid(day).table, ""
    if table is not None:
        pays = rules.pay_tables[table][shown(chosen[table])]
        among = (
            f" ({table} is {shown(chosen[table])}; it may be {', '.join(_permitted(rules, rules.options[table], day))})"
        )
    row = pays.rows(wager.paid(day).row)
    if outcome not in row:
        has = ", ".join(row)
        return _finding(day, pays, "unreadable", where, f"nothing is paid for {outcome}", f"{has}{among}")
    owed = row[outcome]
    if table is not None and (floor := wager.paid(day).floor):
        pays, among = rules.pay_tables[table][floor], f", as by {floor}"
        owed = pays.rows(wager.paid(day).row).get(outcome, owed)
    permitted = (f"{owed} or more" if pays.least is not None else f"exactly {owed}") + among
    try:
        odds = Odds.parse(text)
    except ValueError as error:
        word = rules.facts.get("odds_word")
        with_for = "for" in text.lower().split()
        rests_on = word if with_for and word is not None and word.in_force(day) else pays
        return _finding(day, rests_on, "unreadable", where, str(error), permitted)
    if odds < owed:
        return _finding(day, pays, "not permitted", where, f"{odds} is too little", permitted)
    if odds > owed and pays.least is None:
        return _finding(day, pays, "not permitted", where, f"{odds} is too much", permitted)
    return None


def _disagreements(rules: Rules, day: date, options: Mapping[str, Value], odds: Mapping[str, str]) -> Iterator[Finding]:
    """Odds that are stated twice, by an option and under [odds], and not alike."""
    for name, value in options.items():
        key = rules.options[name].sets_odds
        if key in odds and Odds.parse(str(value)) != Odds.parse(odds[key]):
            wrong = f"{odds[key]}, but options.{name} says {value}"
            yield _finding(
                day, rules.options[name], "contradiction", f"odds.{key}", wrong, "the same odds in both places"
            )


def _named(rules: Rules, day: date, name: str, known: Iterable[str]) -> str:
    """What a wager that is not known may be: by another name that dealers use, or one spelt alike."""
    wager, dot, outcome = name.partition(".")
    for rule in rules.wagers.values():
        if wager.replace("_", " ").lower() in (rule.name.lower(), *rule.aka) and rule.in_force(day):
            return f"{rule.id}{dot}{outcome}?"
    return _one_of(name, known)


def _no_wager(wager: WagerRule, day: date) -> str:
    return f"there is no {wager.name} on {day}"


def _offered_by(wager: WagerRule) -> str:
    """The choices that put a wager on a layout."""
    if not wager.offered:
        return "nothing: it is no longer offered"
    return "with " + ", ".join(
        f"{name} = {' or '.join(shown(value) for value in values)}" for name, values in wager.offered.items()
    )


# ---- Options that hang together


def _conditions(
    rules: Rules, day: date, chosen: Mapping[str, Value], given: Iterable[str], faulty: Iterable[str]
) -> Iterator[Finding]:
    seen: set[str] = set()
    for condition in rules.conditions:
        names = [*condition.when, *condition.then]
        if not condition.in_force(day) or set(names) & set(faulty) or _met(condition, chosen):
            continue
        place = next((name for name in names if name in given), names[0])
        if place not in seen:
            seen.add(place)
            values = " and ".join(f"{name} = {shown(chosen[name])}" for name in names if name in chosen)
            wrong = f"{values} do not go together"
            yield _finding(day, condition, "not permitted", f"options.{place}", wrong, condition.says)


def _met(condition: Condition, chosen: Mapping[str, Value]) -> bool:
    if not all(name in chosen and meets(asked, chosen[name], chosen) for name, asked in condition.when.items()):
        return True
    return all(name not in chosen or meets(asked, chosen[name], chosen) for name, asked in condition.then.items())


# ---- Limits: 8.2


def _limits(rules: Rules, day: date, layout: Layout) -> Iterator[Finding]:
    limits = layout.limits
    pair = list(_pair(day, "limits", limits.minimum, limits.maximum))
    yield from pair
    steps = all_games().options["wager_increment"]
    where, increment = "limits.increment", limits.increment
    if increment < 1:
        yield _not_amount(day, where, increment)
    elif increment > 1 and not steps.in_force(day):
        wrong = f"steps of {dollars(increment)}, but there is no such choice on {day}"
        yield _finding(
            day, steps, "not in force", where, wrong, f"any amount within the limits; steps since {steps.since}"
        )
        increment = 1
    if increment > 1 and limits.minimum % increment and not pair:
        yield _off_steps(day, "limits.minimum", limits.minimum, increment)
    for name, (least, most) in limits.by_wager.items():
        yield from _wager_limits(rules, day, layout, name, least, most, increment)


def _wager_limits(
    rules: Rules, day: date, layout: Layout, name: str, least: int | None, most: int | None, increment: int
) -> Iterator[Finding]:
    where = f"limits.{name}"
    wager = rules.wagers.get(name)
    if wager is None:
        wrong = f"{rules.game.id} has no wager {name}"
        known = _named(rules, day, name, layout.permissible)
        yield _finding(day, rules.game.subchapter, "unknown", where, wrong, known)
    elif not wager.in_force(day):
        yield _finding(day, wager, "not in force", where, _no_wager(wager, day), _times(rules, wager, day))
    elif name not in layout.wagers:
        wrong = f"{name} is not offered at this table"
        yield _finding(day, wager, "without effect", where, wrong, _offered_by(wager), mild=True)
    else:
        own, other = layout.limits.of(name)
        found = list(_pair(day, where, own, other, least is not None, most is not None))
        yield from found
        if least and increment > 1 and least % increment and not found:
            yield _off_steps(day, f"{where}.minimum", least, increment)


def _pair(
    day: date, where: str, least: int, most: int | None, own_least: bool = True, own_most: bool = True
) -> Iterator[Finding]:
    """Faults of a minimum and its maximum. A limit that a wager does not have of its own is not reported with it."""
    if own_least and least < 0:
        yield _not_amount(day, f"{where}.minimum", least)
    elif own_most and most is not None and most < 1:
        yield _not_amount(day, f"{where}.maximum", most)
    elif most is not None and most < least and (own_least or own_most):
        rule = all_games().options["table_max"]
        wrong = f"the minimum, {dollars(least)}, is above the maximum, {dollars(most)}"
        place = f"{where}.minimum" if own_least else f"{where}.maximum"
        permitted = f"a minimum of {dollars(most)} or less" if own_least else f"a maximum of {dollars(least)} or more"
        yield _finding(day, rule, "contradiction", place, wrong, permitted)


def _not_amount(day: date, where: str, amount: int) -> Finding:
    wrong = f"{dollars(amount)} is not an amount above nothing"
    return _finding(day, all_games().options["table_min"], "unreadable", where, wrong, "an amount above nothing")


def _off_steps(day: date, where: str, amount: int, increment: int) -> Finding:
    wrong = f"{dollars(amount)} cannot be wagered in steps of {dollars(increment)}"
    permitted = f"a multiple of {dollars(increment)}"
    return _finding(day, all_games().options["wager_increment"], "contradiction", where, wrong, permitted, mild=True)


# ---- Signs and changes: 8.2, 8.3


def _notices(rules: Rules, table: TableFile, faulty: set[str]) -> Iterator[Finding]:
    signs = table.notices
    if signs is None:
        return
    day, facts = table.on, all_games().facts
    for key in signs.unknown:
        yield _finding(
            day,
            facts["rules_sign"],
            "unknown",
            f"notices.{key}",
            f"a sign has no {key}",
            _one_of(key, ["limits", "options"]),
        )
    if not facts["rules_sign"].in_force(day):
        yield _not_yet(day, "notices", facts["rules_sign"])
        return
    if not signs.limits:
        wrong = "missing notice: the limits are not on a sign"
        yield _finding(day, facts["limit_sign"], "notice", "notices.limits", wrong, "a sign with minimum and maximum")
    known = [*rules.options, *rules.odds_keys()]
    for name in dict.fromkeys(signs.options):
        if name not in known:
            where, wrong = f"notices.options.{name}", f"{rules.game.id} has no option or odds {name}"
            yield _finding(day, facts["rules_sign"], "unknown", where, wrong, _one_of(name, known))
    for name in _choices(rules, table, faulty):
        if not {name, *_other_names(rules, name)} & set(signs.options):
            wrong = f"missing notice: the choice of {name} is not on a sign"
            permitted = "a sign that shows every choice made"
            yield _finding(day, facts["rules_sign"], "notice", f"notices.options.{name}", wrong, permitted)


def _choices(rules: Rules, table: TableFile, faulty: set[str]) -> Iterator[str]:
    """The choices that a sign must show: options that were set, and odds that were raised, where they are in order."""
    set_here = [name for name in table.options if f"options.{name}" not in faulty]
    yield from set_here
    for key, text in table.odds.items():
        if f"odds.{key}" not in faulty and not set(_other_names(rules, key)) & set(set_here):
            wager, outcome = rules.odds_keys()[key]
            if Odds.parse(text) > rules.wagers[wager].paid(table.on).odds.get(outcome, Odds.parse(text)):
                yield key


def _other_names(rules: Rules, name: str) -> list[str]:
    """The option that sets these odds, or the odds that this option sets."""
    sets = rules.options[name].sets_odds if name in rules.options else ""
    return [sets] if sets else [option.id for option in rules.options.values() if option.sets_odds == name]


def _change(rules: Rules, table: TableFile, where: str, change: Change) -> Iterator[Finding]:
    """A change at an open table: each step taken, and in time. With nobody playing it takes effect at once."""
    facts = all_games().facts
    day = change.effective_at.date() if change.effective_at else table.on
    steps = facts["limit_change_steps"] if change.of_limits else facts["change_steps"]
    minutes = 0 if change.of_limits else int(facts["change_notice_minutes"].value)
    for key in change.unknown:
        known = ["option", "limits", "from", "to", "effective_at", "players_present", *facts["change_steps"].value]
        yield _finding(day, steps, "unknown", f"{where}.{key}", f"a change has no {key}", _one_of(key, known))
    if not steps.in_force(day):
        yield _not_yet(day, where, steps)
        return
    if change.option is not None:
        yield from _changed_to(rules, day, table, where, change.option, change.to)
    if change.effective_at is None:
        wrong = "missing notice: when the change takes effect is not stated"
        yield _finding(day, steps, "notice", f"{where}.effective_at", wrong, "a date and time")
    if not change.players_present:
        return
    asked = f"at least {minutes} minutes before the change" if minutes else "not after the change"
    for step in steps.value:
        at = getattr(change, step)
        if at is None:
            wrong = f"missing notice: {_step(step, day)} has no time"
        elif change.effective_at is not None and change.effective_at - at < timedelta(minutes=minutes):
            wrong = f"{_step(step, day)} came {_before(change.effective_at - at)} the change"
        else:
            continue
        yield _finding(day, steps, "notice", f"{where}.{step}", wrong, asked)


def _changed_to(
    rules: Rules, day: date, table: TableFile, where: str, name: str, to: Value | None
) -> Iterator[Finding]:
    """Whether what is changed is the licensee's to choose, and may be changed to that."""
    found: Finding | None = None
    if name in rules.options:
        found = _option(rules, day, name, rules.options[name].default if to is None else to)
    elif name in rules.odds_keys():
        sound = {other: value for other, value in table.options.items() if not _option(rules, day, other, value)}
        found = _stated(rules, day, chosen_on(rules, day, sound, {}), name, shown(to)) if to is not None else None
    elif name == "wager_increment":
        steps = all_games().options[name]
        if not steps.in_force(day):
            found = _finding(day, steps, "not in force", where, f"there is no {name} on {day}", f"since {steps.since}")
    else:
        wrong = f"{rules.game.id} leaves no choice of {name}"
        known = [*rules.options, *rules.odds_keys(), "wager_increment"]
        found = _finding(day, rules.game.subchapter, "unknown", where, wrong, _one_of(name, known))
    if found is not None:
        place = "option" if to is None or found.kind in ("unknown", "not in force") else "to"
        yield found.model_copy(update={"where": f"{where}.{place}"})


def _not_yet(day: date, where: str, fact: Fact) -> Finding:
    wrong = f"not checked: that the rule stood on {day} is not known"
    return _finding(day, fact, "not in force", where, wrong, f"notice under this section since {fact.since}", mild=True)


def _step(step: str, day: date) -> str:
    """A step of a change as people say it."""
    facts = all_games().facts
    told = next(fact.value for fact in (facts["division"], facts["commission"]) if fact.in_force(day))
    return {
        "sign_posted_at": "the sign at the table",
        "announced_at": "the announcement to the patrons",
        "regulator_notified_at": f"the notice to the {told}",
    }[step]


def _before(span: timedelta) -> str:
    minutes, seconds = divmod(int(abs(span).total_seconds()), 60)
    words = f"{minutes} minute{'' if minutes == 1 else 's'}" + (f" {seconds} s" if seconds else "")
    return f"{words} {'before' if span > timedelta() else 'after'}" if span else "at the moment of"
