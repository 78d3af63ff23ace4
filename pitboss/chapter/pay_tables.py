"""Odds stated in addition to a pay table: the resulting odds, and the permitted pay tables that they satisfy.

1. A licensee chooses one of several pay tables by an option. Odds stated for an outcome under [odds] replace the row
   of the chosen pay table.
2. A table is judged by the odds it pays, not by the name of its pay table. Taken together, its odds must be at least
   those of one permitted pay table, or exactly those of one if the rule gives exact odds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date

from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import PayTable, Rules, Value, value_text

Outcome = tuple[str, str]
"""A wager's id and one of its outcomes."""


def odds_paid(
    rules: Rules, day: date, chosen: Mapping[str, Value], option: str, odds: Mapping[str, str]
) -> dict[Outcome, Odds]:
    """Return the odds of each outcome paid by an option's pay tables; unreadable odds are ignored."""
    stated = {at: parsed for key, at in rules.odds_keys().items() if (parsed := _parsed(odds.get(key))) is not None}
    table = rules.pay_tables[option][value_text(chosen[option])]
    return {
        (wager, outcome): stated.get((wager, outcome), least)
        for wager, row in _rows(rules, day, chosen, option).items()
        for outcome, least in table.rows(row).items()
    }


def matching_odds(
    rules: Rules,
    day: date,
    chosen: Mapping[str, Value],
    odds: Mapping[str, str],
    at: Outcome,
    permitted: Collection[str],
) -> Iterator[Odds]:
    """Yield an outcome's odds in each permitted pay table that the table's other odds satisfy."""
    wager, outcome = at
    option = rules.wagers[wager].paid(day, chosen).table
    rows = _rows(rules, day, chosen, option) if option is not None else {}
    if option is None or wager not in rows:
        return
    others = {where: paid for where, paid in odds_paid(rules, day, chosen, option, odds).items() if where != at}
    for value in permitted:
        table = rules.pay_tables[option][value]
        figure = table.rows(rows[wager]).get(outcome)
        if figure is not None and all(_satisfies(table, row, kind, others, at) for kind, row in rows.items()):
            yield figure


def _rows(rules: Rules, day: date, chosen: Mapping[str, Value], option: str) -> dict[str, str]:
    """Map each wager that an option's chosen pay table pays to its row there."""
    table = rules.pay_tables[option][value_text(chosen[option])]
    found = {}
    for wager in rules.wagers.values():
        if wager.in_force(day) and any(pays.in_force(day) for pays in wager.pays):
            pays = wager.paid(day, chosen)
            if pays.table == option and table.rows(pays.row):
                found[wager.id] = pays.row
    return found


def _satisfies(table: PayTable, row: str, wager: str, paid: Mapping[Outcome, Odds], but: Outcome) -> bool:
    """Whether the odds paid for a wager satisfy a pay table, ignoring one outcome."""
    owed = table.rows(row)
    here = {outcome: odds for (kind, outcome), odds in paid.items() if kind == wager}
    if table.least is None:
        return {outcome: odds for outcome, odds in owed.items() if (wager, outcome) != but} == here
    return bool(owed) and all(
        outcome in here and here[outcome] >= odds for outcome, odds in owed.items() if (wager, outcome) != but
    )


def _parsed(text: str | None) -> Odds | None:
    try:
        return None if text is None else Odds.parse(text)
    except ValueError:
        return None
