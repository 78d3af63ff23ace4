"""Checks a table against the chapter in force on its date.

1. Each location in a table file gets at most one finding, and all locations are checked in one pass.
2. A finding says what is wrong, what is permitted, and under which section, cited as on the table's date.
3. The rules alone define what is permitted. Consequences of a fault are not reported again: a condition between options
   is tested only if each of them is valid.
4. A breach is anything the chapter does not permit, and any unknown name, since such a table cannot be shown to be
   lawful. A warning is harmless: it has no effect, contradicts another entry, or appears in no edition held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from pitboss.chapter.changes import (
    INCREMENT,
    LIMITS_READ,
    Moment,
    changes_steps,
    format_change_value,
    limits_in_change,
    moments,
    posted_limits,
    read_limits,
)
from pitboss.chapter.finding import (
    REPEALED,
    Finding,
    Kind,
    Unlawful,
    choices_offering,
    finding,
    is_future,
    no_wager_message,
    sort_findings,
    suggest_names,
    suggest_wager,
    when_in_force,
)
from pitboss.chapter.in_force import age_note, game_in_force
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.odds import LOSES, Odds, dollars
from pitboss.chapter.pay_tables import matching_odds
from pitboss.chapter.posted_limits import limit_findings
from pitboss.chapter.rules import (
    BONUS,
    Condition,
    Fact,
    Option,
    Pays,
    PayTable,
    Range,
    Rules,
    Value,
    WagerRule,
    all_games,
    describe_requirement,
    is_odds,
    is_value,
    meets,
    rules_of,
    same_value,
    value_text,
)
from pitboss.chapter.table_file import NAMES, NOTICE_OPTIONS, TableChange, TableFile
from pitboss.chapter.tournament import Tournament, tournament_day, tournament_findings

NOTHING: tuple[Value, ...] = (False, "off", "none")
"""Values that decline an option; harmless even when the chapter does not know the option."""


def file_findings(table: TableFile) -> tuple[Finding, ...]:
    """Return the findings that need only the chapter; `pitboss.check` also prices and opens the table."""
    rules = rules_of(table.game).on(table.on)
    found = [*_unknown_names(rules, table), *table_findings(table)]
    if game_in_force(rules, table.on):
        found += _notices(rules, table, {one.where for one in found})
        found += _changes(table)
    if table.tournament is not None:
        found += tournament_findings(table.on, table.tournament)
        found += _tournament_tables(table, table.tournament)
    return sort_findings(_one_per_place(found))


def table_findings(table: TableFile) -> tuple[Finding, ...]:
    """Return the findings about a table's options, odds and limits, leaving out notices."""
    rules = rules_of(table.game).on(table.on)
    limits, unread = table.amounts()
    found = list(findings(rules, table.on, table.options, table.odds, limits))
    if not game_in_force(rules, table.on):
        return tuple(found)
    least = all_games().options["table_min"]
    for one in unread:
        kind: Kind = "unreadable" if one.known else "unknown"
        found.append(finding(table.on, least, kind, one.where, one.wrong, one.permitted))
    for name, own in table.limits.items():
        if isinstance(own, Mapping) and not own:
            wrong = f"no limit is posted for {name}"
            permitted = "a minimum or a maximum; or leave the section out"
            found.append(finding(table.on, least, "without effect", f"limits.{name}", wrong, permitted, mild=True))
    return sort_findings(_one_per_place(found))


def findings(
    rules: Rules, day: date, options: Mapping[str, Value], odds: Mapping[str, str], limits: Limits | None
) -> tuple[Finding, ...]:
    """Return everything about these choices that the chapter does not permit on a day.

    >>> for one in findings(rules_of("craps"), date(2004, 6, 1), {}, {"field.12": "1 to 1"}, None):
    ...     print(one)
    breach: N.J.A.C. 19:47-1.4(b): odds.field.12: 1 to 1 is too low; permitted: 2 to 1 or more
    """
    rules = rules.on(day)
    if not game_in_force(rules, day):
        return (_game_not_in_force(rules, day),)
    of_options = {name: fault for name in options if (fault := option_fault(rules, day, name, options[name], options))}
    # Options that the editions do not show still count as chosen, so that they take part in all other checks.
    faulty = {name for name, fault in of_options.items() if fault.kind != "not shown"}
    sound = {name: value for name, value in options.items() if name not in faulty}
    chosen = resolve_options(rules, day, sound, odds)
    bad_odds = {key: fault for key in odds if (fault := _check_odds(rules, day, chosen, key, odds))}
    found = [*of_options.values(), *bad_odds.values()]
    found += _disagreements(rules, day, chosen, sound, {key: odds[key] for key in odds if key not in bad_odds})
    found += _conditions(rules, day, sound, odds, faulty)
    found += _without_effect(rules, day, sound, odds, {one.where for one in found if one.kind != "not shown"})
    if limits is not None:
        found += limit_findings(Layout(rules, day, chosen, {}, limits), sound)
    return sort_findings(_one_per_place(found))


def _one_per_place(found: Iterable[Finding]) -> Iterable[Finding]:
    """Keep one finding per location: breaches before warnings, "without effect" before "not shown", else the first."""
    places: dict[str, Finding] = {}
    for one in found:
        held = places.get(one.where)
        if held is None or _rank(one) < _rank(held):
            places[one.where] = one
    return places.values()


def _rank(one: Finding) -> tuple[bool, bool]:
    return one.severity == "warning", one.kind == "not shown"


def _game_not_in_force(rules: Rules, day: date) -> Finding:
    game = rules.game
    permitted = f"{game.id} since {game.since}{age_note(game, day)}" if day < game.since else f"{REPEALED} {game.until}"
    wrong = f"{game.name} is not a game of the chapter on {day}"
    return finding(day, game, "not in force", "on", wrong, permitted)


def _unknown_names(rules: Rules, table: TableFile) -> Iterator[Finding]:
    for name in table.unknown:
        wrong = f"a table file has no {name}"
        yield finding(table.on, rules.game, "unknown", name, wrong, suggest_names(name, NAMES))


# ---- Options


def option_fault(rules: Rules, day: date, name: str, value: Value, chosen_too: Mapping[str, Value]) -> Finding | None:
    where = f"options.{name}"
    option = rules.options.get(name)
    if option is None:
        now = [known.id for known in rules.options.values() if known.in_force(day)]
        wrong = f"{rules.game.id} has no option {name}"
        coming = [known.id for known in rules.options.values() if is_future(known, day)]
        return finding(day, rules.game, "unknown", where, wrong, suggest_names(name, now, coming))
    option = option.beside(chosen_too)
    if not is_value(value):
        permitted = option.permitted(day) if option.in_force(day) else when_in_force(rules, option, day)
        return finding(day, option, "unreadable", where, f"{name} is {value_text(value)}", permitted)
    if not option.in_force(day) and isinstance(option.in_editions, date) and day < option.in_editions:
        wrong = f"{name} = {value_text(value)} appears in no edition held before {option.in_editions}: not offered here"
        return None if value is False else finding(day, option, "not shown", where, wrong, "nothing", mild=True)
    if not option.in_force(day):
        wrong = f"{name} = {value_text(value)}, but there is no such option on {day}"
        mild = isinstance(value, (bool, str)) and value in NOTHING
        return finding(day, option, "not in force", where, wrong, when_in_force(rules, option, day), mild=mild)
    if option.sets_odds and isinstance(value, str):
        wager, outcome = rules.odds_keys()[option.sets_odds]
        return _odds_fault(
            rules, day, resolve_options(rules, day, {}, {}), rules.wagers[wager], outcome, _StatedOdds(where, value)
        )
    if permits(rules, option, value, day):
        return _not_shown(day, option, value)
    chosen = option.choice(value)
    permitted = ", ".join(_permitted(rules, option, day))
    if chosen is not None and is_future(chosen, day):
        permitted += f"; {value_text(value)} {when_in_force(rules, chosen, day)}"
    rests_on = option.under(chosen)
    kind: Kind = "not permitted" if option.computes(value) else "unreadable"
    return finding(day, rests_on, kind, where, f"{name} is {value_text(value)}", permitted)


def _not_shown(day: date, option: Option, value: Value) -> Finding | None:
    """Return a warning about a choice that the editions held do not show on a day.

    It is not a breach, because the editions are incomplete. Dollar amounts, such as a blind, would never be listed.
    """
    choice = option.choice(value)
    offers = option.unit != "dollars" and not (isinstance(value, (bool, str)) and value in NOTHING)
    if (
        not offers
        or same_value(value, option.default)
        or (option.shown_on(day) and (not choice or choice.shown_on(day)))
    ):
        return None
    wrong = f"{option.id} = {value_text(value)} appears in no edition held"
    return finding(day, option, "not shown", f"options.{option.id}", wrong, option.permitted(day), mild=True)


def permits(rules: Rules, option: Option, value: object, day: date) -> bool:
    """Whether an option may have a value on a day; a pay table named by the value must be in force too."""
    if not is_value(value):
        return False
    table = rules.pay_tables.get(option.id, {}).get(value_text(value))
    return option.permits(value, day) and (table is None or table.in_force(day))


def _permitted(rules: Rules, option: Option, day: date) -> list[str]:
    """Return the values permitted for an option on a day, in words."""
    if option.range is not None or option.id not in rules.pay_tables:
        return [option.permitted(day)]
    return [value_text(choice.value) for choice in option.values if permits(rules, option, choice.value, day)]


def resolve_options(rules: Rules, day: date, options: Mapping[str, Value], odds: Mapping[str, str]) -> dict[str, Value]:
    """Return the value of every option on a day: as given, set by odds, implied by other choices, or the default."""
    return _resolve(rules, day, options, odds).values


def minimal_options(layout: Layout) -> dict[str, Value]:
    """Return the smallest set of options that a table file must state to get this layout."""
    odds = layout.plain()["odds"]
    given = dict(layout.options)
    for name in layout.options:
        silent = {other: one for other, one in given.items() if other != name}
        implied = resolve_options(layout.rules, layout.on, silent, odds)
        if name in implied and all(same_value(implied[other], layout.options[other]) for other in implied):
            given = silent
    return given


class _ResolvedOptions(NamedTuple):
    """The value of every option, and the stated choices that imply it, if it is implied."""

    values: dict[str, Value]
    implied_by: dict[str, tuple[str, ...]]


def _resolve(rules: Rules, day: date, options: Mapping[str, Value], odds: Mapping[str, str]) -> _ResolvedOptions:
    chosen = {name: _default(rules, option, day) for name, option in rules.options.items() if option.in_force(day)}
    by_odds = {name: odds[rules.options[name].sets_odds] for name in chosen if rules.options[name].sets_odds in odds}
    given = {name: value for name, value in options.items() if name in chosen} | by_odds
    return _with_implied_values(rules, day, _with_conditional_defaults(rules, chosen | given, given), given)


def _with_conditional_defaults(rules: Rules, chosen: dict[str, Value], given: Mapping[str, Value]) -> dict[str, Value]:
    """Fill in conditional defaults for options that are not given; multiples of other options are computed last."""
    for multiples in (False, True):
        usual = {
            name: one.beside(chosen)
            for name in chosen
            if name not in given
            for one in rules.options[name].usual
            if bool(one.times) is multiples
            if all(option in chosen and meets(values, chosen[option], chosen) for option, values in one.when.items())
        }
        chosen = chosen | usual
    return chosen


def _default(rules: Rules, option: Option, day: date) -> Value:
    """Return an option's default, or the first value in force if the default is not yet permitted."""
    if permits(rules, option, option.default, day):
        return option.default
    values = (choice.value for choice in option.values)
    return next((value for value in values if permits(rules, option, value, day)), option.default)


def _with_implied_values(
    rules: Rules, day: date, chosen: dict[str, Value], given: Mapping[str, Value]
) -> _ResolvedOptions:
    """Add the values that conditions imply for options that are not given: the first value each condition accepts."""
    because: dict[str, tuple[str, ...]] = {}
    for _ in rules.conditions:
        before = dict(chosen)
        for condition in rules.conditions:
            if condition.implied and condition.in_force(day) and not _is_met(condition, chosen):
                for name, asked in condition.then.items():
                    values = (asked.first(),) if isinstance(asked, Range) else asked
                    lawful = [value for value in values if permits(rules, rules.options[name], value, day)]
                    if name not in given and lawful and not meets(asked, chosen[name], chosen):
                        chosen[name] = lawful[0]
                        because[name] = tuple(_stated_causes(condition.when, given, because))
        if chosen == before:
            break
    return _ResolvedOptions(chosen, because)


def _stated_causes(
    names: Iterable[str], given: Iterable[str], because: Mapping[str, tuple[str, ...]]
) -> dict[str, None]:
    """Trace names back to the choices in the file that imply them, without duplicates."""
    found: dict[str, None] = {}
    for name in names:
        found |= dict.fromkeys((name,) if name in given else because.get(name, ()))
    return found


# ---- Odds


def _check_odds(
    rules: Rules, day: date, chosen: Mapping[str, Value], key: str, odds: Mapping[str, str]
) -> Finding | None:
    where = f"odds.{key}"
    keys = rules.odds_keys()
    wager = rules.wagers.get(keys[key][0] if key in keys else key.partition(".")[0])
    if wager is None:
        wrong = f"{rules.game.id} has no wager {key.partition('.')[0]}"
        return finding(
            day, rules.game, "unknown", where, wrong, suggest_wager(rules, day, key, odds_keys_on(rules, day))
        )
    if not wager.in_force(day):
        return finding(
            day, wager, "not in force", where, no_wager_message(wager, day), when_in_force(rules, wager, day)
        )
    pays = next((pays for pays in wager.pays if pays.in_force(day)), None)
    if pays is None:
        return finding(day, wager, "unreadable", where, f"no odds for {wager.id} are known on {day}", "no odds for it")
    if pays.like:
        wrong = f"{wager.id} has no odds of its own"
        raised = ", ".join(known for known, (other, _) in keys.items() if other in pays.like) or ", ".join(pays.like)
        return finding(
            day, pays, "unreadable", where, wrong, f"it is paid like other wagers: state the odds of {raised}"
        )
    if key not in keys:
        row = key.partition(".")[2]
        bonus = row.startswith(BONUS)
        own = [known for known, (of, paid) in keys.items() if of == wager.id and paid.startswith(BONUS) == bonus]
        if not own and not bonus:
            wrong = f"{wager.id} is not paid at odds"
            return finding(day, pays, "unknown", where, wrong, f"no odds for {wager.id}")
        wrong = f"{wager.id} is not paid by {row}" if row else f"{key} has odds for each outcome"
        kind: Kind = _kind_of_own(odds[key]) if _is_own_row(rules, wager, row) else "unknown"
        return finding(day, pays, kind, where, wrong, suggest_names(key, own))
    said = _StatedOdds(where, odds[key], _other_figures(rules, day, chosen, keys[key], odds))
    fault = _odds_fault(rules, day, chosen, wager, keys[key][1], said)
    if fault is None and not Layout(rules, day, chosen, {}, Limits()).offers(wager):
        wrong = f"{wager.id} is not offered at this table"
        return finding(day, wager, "without effect", where, wrong, choices_offering(wager), mild=True)
    return fault


class _StatedOdds(NamedTuple):
    """Odds stated in a file, with the odds for the same outcome in other permitted pay tables."""

    where: str
    text: str
    figures: tuple[Odds, ...] = ()


def _other_figures(
    rules: Rules, day: date, chosen: Mapping[str, Value], at: tuple[str, str], odds: Mapping[str, str]
) -> tuple[Odds, ...]:
    """Return the odds for an outcome that would make the table satisfy another permitted pay table."""
    option = rules.wagers[at[0]].paid(day, chosen).table
    if option is None or at[1].startswith(BONUS):
        return ()
    related = [one for one in rules.conditions if one.in_force(day) and option in {*one.when, *one.then}]
    lawful = [
        value
        for value in _permitted(rules, rules.options[option], day)
        if all(_is_met(one, {**chosen, option: value}) for one in related)
    ]
    return tuple(matching_odds(rules, day, chosen, odds, at, lawful))


def _odds_fault(
    rules: Rules, day: date, chosen: Mapping[str, Value], wager: WagerRule, outcome: str, said: _StatedOdds
) -> Finding | None:
    """Return a finding about the odds stated for an outcome, or None if they are fine."""
    where, text = said.where, said.text
    pays: PayTable = wager.paid(day, chosen)
    table, among = wager.paid(day, chosen).table, ""
    if outcome.startswith(BONUS):
        table = rules.bonus_tables[wager.id]
    if table is not None:
        pays = rules.pay_tables[table][value_text(chosen[table])]
        lawful = ", ".join(_permitted(rules, rules.options[table], day))
        among = f" ({table} is {value_text(chosen[table])}; it may be {lawful})"
    row = pays.rows(wager.paid(day, chosen).row)
    if outcome.startswith(BONUS):
        row = {BONUS + name: odds for name, odds in pays.odds.items()}
    if outcome in pays.further:
        row = {outcome: Odds(0, 1), **row}
    # A row from another pay table can be added to this one, but single odds cannot be mixed with odds by outcome.
    added: Kind = "unreadable" if not outcome or "" in row else _kind_of_own(text)
    if not row:
        wrong = (
            f"{wager.id} is not paid by {table} = {value_text(chosen[table])}" if table else f"{wager.id} has no odds"
        )
        paying = _pay_tables_with_row(rules, day, wager.paid(day, chosen)) if table else []
        permitted = f"no odds for {wager.id}" + (f", or {table} = {' or '.join(paying)}" if paying else "")
        return finding(day, pays, added, where, wrong, permitted)
    if outcome not in row:
        has = ", ".join(filter(None, (*row, *pays.further))) or f"{wager.id} without an outcome"
        wrong = f"nothing is paid for {outcome}" if outcome else f"{wager.id} has odds for single outcomes only"
        permitted = f"{has}{among}"
        return finding(day, pays, added, where, wrong, permitted)
    owed = min((row[outcome], *said.figures)) if pays.least is not None else row[outcome]
    exactly = " or ".join(dict.fromkeys(map(str, (owed, *said.figures))))
    permitted = (f"{owed} or more" if pays.least is not None else f"exactly {exactly}") + among
    if pays.posted is not None:
        permitted = f"any odds, such as {owed}{among}"
    word = rules.facts.get("odds_word")
    word = word if word is not None and word.in_force(day) else None
    try:
        odds = Odds.parse(text)
    except ValueError as error:
        rests_on = word if word is not None and "for" in text.lower().split() else pays
        kind: Kind = _kind_of_own(text) if outcome or text != LOSES else "unreadable"
        wrong = f"nothing is paid for {outcome}" if text == LOSES and outcome else str(error)
        return finding(day, rests_on, kind, where, wrong, permitted)
    words = [word.value if word else "to"] if word is None or isinstance(word.value, str) else word.value
    if not set(words) & set(text.lower().split()):
        asked = " or ".join(f'"{one}"' for one in words)
        wrong = f"{text}: odds must be stated with the word {asked} here"
        return finding(day, word or pays, "not permitted", where, wrong, permitted)
    if pays.posted is not None:
        return None
    if pays.least is None and odds in said.figures:
        return None
    if odds < owed:
        return finding(day, pays, "not permitted", where, f"{odds} is too low", permitted)
    if odds > owed and pays.least is None:
        return finding(day, pays, "not permitted", where, f"{odds} is too high", permitted)
    return None


def _is_own_row(rules: Rules, wager: WagerRule, row: str) -> bool:
    """Whether a row that no pay table has can be added to a wager, or to its bonus, on an unlawful table."""
    if row.startswith(BONUS):
        return row != BONUS and wager.id in rules.bonus_tables
    return bool(row) and (wager.own_rows == "hands" or (wager.own_rows == "numbers" and row.isdecimal()))


def _kind_of_own(text: str) -> Kind:
    """Return the kind of a finding about odds or about a row of the licensee's own, which an unlawful table can have if
    it is read."""
    return "not permitted" if text == LOSES or is_odds(text) else "unreadable"


def _pay_tables_with_row(rules: Rules, day: date, pays: Pays) -> list[str]:
    """Return the permitted pay tables that have a row for the wager."""
    assert pays.table is not None
    tables = rules.pay_tables[pays.table]
    return [value for value in _permitted(rules, rules.options[pays.table], day) if tables[value].rows(pays.row)]


def _disagreements(
    rules: Rules, day: date, chosen: Mapping[str, Value], given: Mapping[str, Value], odds: Mapping[str, str]
) -> Iterator[Finding]:
    """Yield odds stated differently under [odds] and by an option; the table pays those under [odds]."""
    for key, text in odds.items():
        for name in given:
            here = _odds_from_option(rules, day, {**chosen, name: given[name]}, name, key)
            if here is not None and (Odds.parse(text) < here[0] or (here[1] and Odds.parse(text) != here[0])):
                wrong = f"{text} is paid, but options.{name} = {value_text(given[name])} says {here[0]}"
                where, permitted = f"odds.{key}", "the same odds in both places"
                yield finding(day, rules.options[name], "contradiction", where, wrong, permitted, mild=True)


def _odds_from_option(
    rules: Rules, day: date, chosen: Mapping[str, Value], name: str, key: str
) -> tuple[Odds, bool] | None:
    """Return the odds that an option sets for a key of [odds] and whether they are exact; None if it sets none.

    A pay table with minimum odds may be raised for single outcomes, so the two need not be equal.
    """
    if rules.options[name].sets_odds == key:
        return Odds.parse(str(chosen[name])), True
    wager, outcome = rules.odds_keys()[key]
    pays = rules.wagers[wager].paid(day, chosen)
    if pays.table != name or outcome.startswith(BONUS):
        return None
    table = rules.pay_tables[name][value_text(chosen[name])]
    found = table.rows(pays.row).get(outcome)
    return None if found is None or table.posted is not None else (found, table.least is None)


def odds_keys_on(rules: Rules, day: date) -> list[str]:
    """Return the keys of odds that a table may state on a day."""
    return [key for key, (wager, _) in rules.odds_keys().items() if rules.wagers[wager].in_force(day)]


# ---- Options that depend on one another


def _conditions(
    rules: Rules, day: date, given: Mapping[str, Value], odds: Mapping[str, str], faulty: Iterable[str]
) -> Iterator[Finding]:
    """Yield combinations of choices that are not permitted, reported at a choice that is in the file."""
    chosen, because = _resolve(rules, day, given, odds)
    seen: set[str] = set()
    for condition in rules.conditions:
        names = list(dict.fromkeys([*condition.when, *condition.then, *_bounds(condition)]))
        if not condition.in_force(day) or set(names) & set(faulty) or _is_met(condition, chosen):
            continue
        own = [name for name in names if name in given]
        place = next(iter(own or _stated_causes(names, given, because)), names[0])
        if place not in seen:
            seen.add(place)
            values = [_describe_choice(name, chosen, given, because) for name in names if name in chosen]
            yield finding(
                day,
                condition,
                "not permitted",
                f"options.{place}",
                f"{' and '.join(values)} cannot be combined",
                condition.says,
            )


def _without_effect(
    rules: Rules, day: date, given: Mapping[str, Value], odds: Mapping[str, str], faulty: set[str]
) -> Iterator[Finding]:
    """Yield choices that have no effect at this table and differ from the value it would otherwise have.

    Electing something that the table cannot have is always reported; declining it never is.
    """
    chosen = resolve_options(rules, day, given, odds)
    laid = Layout(rules, day, chosen, {}, Limits())
    for name, value in given.items():
        option, where = rules.options[name], f"options.{name}"
        idle = {
            other: asked
            for other, asked in option.applies.items()
            if other in chosen and not meets(asked, chosen[other], chosen)
        }
        declined = isinstance(value, (bool, str)) and value in NOTHING
        elected = not declined and any(
            one.value in NOTHING for one in option.values if isinstance(one.value, (bool, str))
        )
        if where in faulty or (
            same_value(value, _value_if_unstated(rules, day, given, odds, name)) and not (idle and elected)
        ):
            continue
        if idle and not declined:
            wrong = f"{name} = {value_text(value)} has no effect here"
            permitted = "with " + " and ".join(
                f"{other} = {describe_requirement(asked)}" for other, asked in idle.items()
            )
            yield finding(day, option, "without effect", where, wrong, permitted, mild=True)
        elif not idle and (paid := _wagers_of_pay_table(laid, name)):
            wrong = f"{name} = {value_text(value)} has no effect here: {' and '.join(paid)} not offered"
            permitted = "; ".join(dict.fromkeys(choices_offering(wager) for wager in paid.values()))
            yield finding(day, option, "without effect", where, wrong, permitted, mild=True)


def _value_if_unstated(
    rules: Rules, day: date, given: Mapping[str, Value], odds: Mapping[str, str], name: str
) -> Value:
    """Return the value that an option would have if the table did not state it."""
    others = {other: value for other, value in given.items() if other != name}
    return resolve_options(rules, day, others, odds).get(name, rules.options[name].default)


def _wagers_of_pay_table(laid: Layout, table: str) -> dict[str, WagerRule]:
    """Return the wagers that a pay table applies to, or an empty dict if any of them is offered."""
    wagers = {
        wager.id: wager
        for wager in laid.rules.wagers.values()
        if wager.in_force(laid.on) and any(pays.table == table and pays.in_force(laid.on) for pays in wager.pays)
    }
    return {} if any(map(laid.offers, wagers.values())) else wagers


def _bounds(condition: Condition) -> Iterator[str]:
    """Yield the options that a condition uses as bounds for other options."""
    for asked in (*condition.when.values(), *condition.then.values()):
        if isinstance(asked, Range):
            yield from (*asked.below, *asked.up_to, *([asked.steps_of] if asked.steps_of else []))


def _describe_choice(
    name: str, chosen: Mapping[str, Value], given: Mapping[str, Value], because: Mapping[str, tuple[str, ...]]
) -> str:
    """Format a choice, with its origin if the file does not state it."""
    choice = f"{name} = {value_text(chosen[name])}"
    if name in given:
        return choice
    causes = [f"{cause} = {value_text(chosen[cause])}" for cause in because.get(name, ())]
    return f"{choice} ({'by ' + ' and '.join(causes) if causes else 'the default'})"


def _is_met(condition: Condition, chosen: Mapping[str, Value]) -> bool:
    if not all(name in chosen and meets(asked, chosen[name], chosen) for name, asked in condition.when.items()):
        return True
    return all(name not in chosen or meets(asked, chosen[name], chosen) for name, asked in condition.then.items())


# ---- The tables of a tournament: 8.6


def _tournament_tables(table: TableFile, tournament: Tournament) -> Iterator[Finding]:
    """Yield findings about a tournament's tables as of its first day, if that is not the file's date."""
    day = tournament_day(table.on, tournament)
    if day != table.on:
        for one in only_new(table_findings(table), table_findings(replace(table, on=day))):
            place = "tournament.notice.starts_at" if one.where == "on" else f"tournament.{one.where}"
            yield one.model_copy(update={"where": place})
    for number, stage in enumerate(tournament.stages):
        rules = rules_of(stage.game).on(day)
        if stage.game != table.game and not game_in_force(rules, day):
            one = _game_not_in_force(rules, day)
            yield one.model_copy(update={"where": f"tournament.stages.{number}.game"})


# ---- Signs and changes: 8.2, 8.3


def _notices(rules: Rules, table: TableFile, faulty: set[str]) -> Iterator[Finding]:
    signs = table.notices
    if signs is None:
        return
    day, facts = table.on, all_games().facts
    for key in signs.unknown:
        yield finding(
            day,
            facts["rules_sign"],
            "unknown",
            f"notices.{key}",
            f"a sign has no {key}",
            suggest_names(key, ["limits", "options", *NOTICE_OPTIONS]),
        )
    if not facts["rules_sign"].in_force(day):
        yield _not_checked(day, "notices", facts["rules_sign"])
        return
    if not signs.limits:
        wrong = "missing notice: the limits are not on a sign"
        yield finding(day, facts["limit_sign"], "notice", "notices.limits", wrong, "a sign with minimum and maximum")
    for name, value in signs.chosen.items():
        option = all_games().options[name]
        if not permits(all_games(), option, value, day):
            wrong = f"{value_text(value)} is not permitted"
            yield finding(day, option, "not permitted", f"notices.{name}", wrong, option.permitted(day))
    known = [*(name for name, option in rules.options.items() if option.in_force(day)), *odds_keys_on(rules, day)]
    for name in dict.fromkeys(signs.options):
        if name not in rules.options and name not in rules.odds_keys():
            where, wrong = f"notices.options.{name}", f"{rules.game.id} has no option or odds {name}"
            yield finding(day, facts["rules_sign"], "unknown", where, wrong, suggest_names(name, known))
    for name in _choices(rules, table, faulty):
        if not {name, *_other_names(rules, name)} & set(signs.options):
            wrong = f"missing notice: the choice of {name} is not on a sign"
            permitted = "a sign that shows every choice made"
            yield finding(day, facts["rules_sign"], "notice", f"notices.options.{name}", wrong, permitted)


def _choices(rules: Rules, table: TableFile, faulty: set[str]) -> Iterator[str]:
    """Yield the choices that a sign must show: options that were set and odds that were raised, if they are valid."""
    set_here = [name for name in table.options if f"options.{name}" not in faulty]
    yield from set_here
    for key, text in table.odds.items():
        if f"odds.{key}" not in faulty and not set(_other_names(rules, key)) & set(set_here):
            wager, outcome = rules.odds_keys()[key]
            is_bonus = outcome.startswith(BONUS)
            if is_bonus or Odds.parse(text) > rules.wagers[wager].paid(table.on).odds.get(outcome, Odds.parse(text)):
                yield key


def _other_names(rules: Rules, name: str) -> list[str]:
    """Return the option that sets these odds, or the odds that this option sets."""
    sets = rules.options[name].sets_odds if name in rules.options else ""
    return [sets] if sets else [option.id for option in rules.options.values() if option.sets_odds == name]


def _changes(table: TableFile) -> Iterator[Finding]:
    """Yield findings about the table after each change, and about the notice given of it."""
    known = table_findings(table)
    for moment in moments(table):
        found = table_findings(moment.after)
        yield from map(moment.placed, only_new(known, found))
        for number in moment.numbers:
            yield from _change(table, moment, number)
        known = found


def only_new(known: Iterable[Finding], found: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are new after a change, so that each fault is reported once."""
    before = {(one.where, one.wrong) for one in known}
    return [one for one in found if (one.where, one.wrong) not in before]


def _change(table: TableFile, moment: Moment, number: int) -> Iterator[Finding]:
    """Yield the faults in one change: in its values, and in each missing or late step of its notice.

    At a table without players a change takes effect at once.
    """
    change, where = table.changes[number], f"changes.{number}"
    day = moment.after.on
    rules, facts = rules_of(table.game).on(day), all_games().facts
    at_once = change.of_limits and not changes_steps(change)
    steps = facts["limit_change_steps" if at_once else "change_steps"]
    minutes = 0 if at_once else _minutes(table)
    for key in change.unknown:
        known = ["option", "limits", "from", "to", "effective_at", "players_present", *facts["change_steps"].value]
        yield finding(day, steps, "unknown", f"{where}.{key}", f"a change has no {key}", suggest_names(key, known))
    yield from _check_values(rules, moment, change, where, steps)
    if not steps.in_force(day):
        yield _not_checked(day, where, steps)
        return
    if change.effective_at is None:
        wrong = "missing notice: the change does not state when it takes effect"
        yield finding(day, steps, "notice", f"{where}.effective_at", wrong, "a date and time")
    if not change.players_present or _raises_limit(rules, moment, change):
        return
    asked = f"at least {minutes} minutes before the change" if minutes else "not after the change"
    for step in steps.value:
        at = getattr(change, step)
        if at is None:
            wrong = f"missing notice: {_step_name(step, day)} has no time"
        elif change.effective_at is not None and (change.effective_at - at) // timedelta(minutes=1) < minutes:
            wrong = f"{_step_name(step, day)} came {_before(change.effective_at - at)} the change"
        else:
            continue
        yield finding(day, steps, "notice", f"{where}.{step}", wrong, asked)


def _check_values(rules: Rules, moment: Moment, change: TableChange, where: str, steps: Fact) -> Iterator[Finding]:
    """Yield the faults in a change's values: the old value must match the table, and the new one must differ from
    it."""
    day, before = moment.after.on, moment.before
    subject = "the limits" if change.of_limits else str(change.option)
    written = f"{subject}: {LIMITS_READ}" if change.of_limits else f"the value of {subject}"
    if not change.of_limits and not {change.option} & {*rules.options, *rules.odds_keys(), INCREMENT}:
        now = [known for known, option in rules.options.items() if option.in_force(day)]
        known = suggest_names(subject, [*now, *odds_keys_on(rules, day), INCREMENT])
        yield finding(
            day, rules.game, "unknown", f"{where}.option", f"{rules.game.id} has no option or odds {subject}", known
        )
        return
    option = rules.options.get(subject)
    if change.to is None and option is not None and not option.in_force(day):
        missing = option_fault(rules, day, subject, option.default, before.options)
        yield from (one.model_copy(update={"where": f"{where}.option"}) for one in filter(None, [missing]))
    elif change.to is None or change.to == {}:
        wrong = f"missing notice: the new value of {subject} is not stated"
        yield finding(day, steps, "notice", f"{where}.to", wrong, written)
    elif change.of_limits and read_limits(change.to) is None:
        yield finding(day, steps, "unreadable", f"{where}.to", f"{value_text(change.to)} is not a limit", written)
    elif _already_has(before, change, change.to):
        wrong = f"the table already has {_describe_current(before, change, change.to)}"
        yield finding(day, steps, "without effect", f"{where}.to", wrong, "a different value", mild=True)
    if change.was is None:
        return
    if change.of_limits and limits_in_change(before, change.was) is None:
        yield finding(
            day, steps, "unreadable", f"{where}.from", f"{format_change_value(change.was)} is not a limit", written
        )
    elif not _already_has(before, change, change.was, if_silent=True):
        current = _describe_current(before, change, change.was)
        wrong = f"{format_change_value(change.was)}, but before the change the table has {current}"
        yield finding(
            day, steps, "contradiction", f"{where}.from", wrong, "the value that the table has, or leave out from"
        )


def _already_has(table: TableFile, change: TableChange, value: Any, if_silent: bool = False) -> bool:
    """Whether a table already has a change's new value; `if_silent` is the answer for limits that are not posted."""
    if change.of_limits or change.option == INCREMENT:
        said = limits_in_change(table, value if change.of_limits else {"increment": value})
        held = posted_limits(table, said or ())
        return said is not None and all(
            held[key] == one or (held[key] is None and if_silent) for key, one in said.items()
        )
    rules, held_value = rules_of(table.game).on(table.on), current_value(table, str(change.option))
    if held_value is None or not isinstance(value, (bool, int, Decimal, str)):
        return False
    if (option := rules.options.get(str(change.option))) is not None and not option.sets_odds:
        return option.alike(held_value, value) or option.alike(value, held_value)
    try:
        return Odds.parse(value_text(held_value)) == Odds.parse(value_text(value))
    except ValueError:
        return same_value(held_value, value)


def _describe_current(table: TableFile, change: TableChange, value: Any) -> str:
    """Describe the current value at a table of whatever a change concerns."""
    if change.of_limits or change.option == INCREMENT:
        said = limits_in_change(table, value if change.of_limits else {"increment": value})
        held = posted_limits(table, said or ())
        return ", ".join(
            f"{key} {value_text(one) if isinstance(one, bool) else dollars(one or 0)}" for key, one in held.items()
        )
    held_value = current_value(table, str(change.option))
    return f"no {change.option}" if held_value is None else value_text(held_value)


def current_value(table: TableFile, name: str) -> Value | None:
    """Return a table's value for an option or odds key, or None if it does not exist on the table's date."""
    if name in table.options or name in table.odds:
        return table.options.get(name, table.odds.get(name))
    rules = rules_of(table.game).on(table.on)
    made = table.options
    sound = {other: value for other, value in made.items() if not option_fault(rules, table.on, other, value, made)}
    chosen = resolve_options(rules, table.on, sound, table.odds)
    if name in rules.options:
        return chosen.get(name)
    wager, outcome = rules.odds_keys()[name]
    if not rules.wagers[wager].in_force(table.on):
        return None
    paid = Layout(rules, table.on, chosen, {}, Limits()).paid_for(wager, outcome)
    return None if paid is None else str(paid)


def _minutes(table: TableFile) -> int:
    """Return the minutes of notice before a change: the minimum of 8.3, or the licensee's own longer period."""
    least = int(all_games().facts["change_notice_minutes"].value)
    chosen = table.notices.chosen.get("notice_minutes", least) if table.notices else least
    return max(least, chosen) if isinstance(chosen, int) else least


def _raises_limit(rules: Rules, moment: Moment, change: TableChange) -> bool:
    """Whether a change raises a payout limit."""
    name = str(change.option)
    if name not in rules.options:
        return False
    return raises_payout_limit(rules, name, current_value(moment.before, name), change.to)


def raises_payout_limit(rules: Rules, option: str, was: Value | None, to: Value | None) -> bool:
    """Whether a change raises a payout limit; 18.11(c) and 11.20(d) require notice of a decrease only."""
    if option not in _payout_limits(rules):
        return False
    before, after = _amount(was), _amount(to)
    return before is not None and after is not None and before < after


def _payout_limits(rules: Rules) -> Iterator[str]:
    """Yield the options that set a payout limit, found through the facts that describe one."""
    for id, fact in rules.facts.items():
        if id.endswith("limit") and isinstance(fact.value, Mapping) and "wagers" in fact.value:
            yield fact.value.get("option", id)


def _amount(value: Value | None) -> Decimal | None:
    """Return a limit as a number; no limit is infinite."""
    if value in ("none", False):
        return Decimal("Infinity")
    try:
        return Decimal(str(value))
    except ArithmeticError:
        return None


def _not_checked(day: date, where: str, fact: Fact) -> Finding:
    wrong = f"not checked: it is not known whether the rule was in force on {day}"
    return finding(day, fact, "not in force", where, wrong, f"notice under this section since {fact.since}", mild=True)


def _step_name(step: str, day: date) -> str:
    """Return the name of a step in a change's notice."""
    regulator = all_games().on(day).fact("regulator")
    return {
        "sign_posted_at": "the sign at the table",
        "announced_at": "the announcement to the patrons",
        "regulator_notified_at": f"the notice to the {regulator}",
    }[step]


def _before(span: timedelta) -> str:
    minutes, seconds = divmod(int(abs(span).total_seconds()), 60)
    words = f"{minutes} minute{'' if minutes == 1 else 's'}" + (f" {seconds} s" if seconds else "")
    return f"{words} {'before' if span > timedelta() else 'after'}" if span else "at the moment of"


__all__ = [
    "Finding",
    "Unlawful",
    "file_findings",
    "findings",
    "minimal_options",
    "only_new",
    "permits",
    "raises_payout_limit",
    "resolve_options",
    "table_findings",
]
