"""Every wager with every pay table that can apply to it, on layouts that offer it: the rows to reach.

An `Offer` is a wager, or the bonus on one, paid in one way: by one pay table, or at its own odds. Its rows are that
table's outcomes. Offers that can be on the same layout are grouped there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import product

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Pays, Rules, Value, WagerRule, rules_of

TODAY = date(2026, 1, 1)
LOSES = "(loses)"
"""The row of a wager that loses."""


@dataclass(frozen=True)
class Offer:
    """A wager paid in one way. With `bonus` it is the bonus on the wager, which has its own pay table."""

    game: str
    wager: str
    rows: tuple[str, ...]
    table: str = ""
    value: str = ""
    bonus: bool = False

    @property
    def paid_by(self) -> str:
        return f"{self.table} {self.value}".strip() or "its own odds"


@dataclass
class Group:
    """A layout and the offers on it."""

    layout: Layout
    asked: dict[str, Value]
    offers: list[Offer] = field(default_factory=list)


def days(rules: Rules) -> list[date]:
    """A day from each period between changes of a game's provisions, the latest first."""
    dated = [rules.game, *rules.wagers.values(), *rules.options.values()]
    dated += [pays for wager in rules.wagers.values() for pays in wager.pays]
    dated += [choice for option in rules.options.values() for choice in option.values]
    dated += [table for tables in rules.pay_tables.values() for table in tables.values()]
    found = {TODAY}
    for one in dated:
        found |= {one.since} if one.since else set()
        found |= {one.until - timedelta(1)} if one.until else set()
    return sorted((day for day in found if day <= TODAY), reverse=True)


def offers(rules: Rules) -> Iterator[tuple[Offer, WagerRule, Pays, dict[str, Value]]]:
    """Every way in which a wager is paid, with the options that it requires."""
    game = rules.game.id
    for wager in rules.wagers.values():
        if wager.retired:
            continue
        for pays in wager.pays:
            if not pays.table:
                yield Offer(game, wager.id, tuple(pays.rows(pays.row))), wager, pays, {}
                continue
            for choice in rules.options[pays.table].values:
                rows = tuple(rules.pay_tables[pays.table][str(choice.value)].rows(pays.row))
                if choice.permitted and rows:
                    found = Offer(game, wager.id, rows, pays.table, str(choice.value))
                    yield found, wager, pays, {pays.table: choice.value}
        at_once = rules.facts.get("immediate_winner")
        beside = [wager.terms.get("bonus")] + (
            [at_once.value["table"]] if at_once and at_once.value["wager"] == wager.id else []
        )
        for table in filter(None, beside):
            for choice in rules.options[table].values:
                if choice.permitted:
                    rows = tuple(rules.pay_tables[table][str(choice.value)].odds)
                    found = Offer(game, wager.id, rows, table, str(choice.value), bonus=True)
                    yield found, wager, wager.pays[0], {table: choice.value}


def _chosen(wager: WagerRule, pays: Pays, asked: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """The sets of options under which a wager is offered and paid in this way."""
    conditions = {**wager.offered, **pays.when}
    for values in product(*conditions.values()):
        found = {**dict(zip(conditions, values, strict=True)), **asked}
        if all(found[name] in allowed for name, allowed in conditions.items()):
            yield found


def _laid_out(game: str, day: date, options: Mapping[str, Value]) -> Layout | None:
    with suppress(Unlawful):
        return Layout.of(game, day, options)
    return None


def _makes(layout: Layout | None, offer: Offer, wager: WagerRule, pays: Pays) -> bool:
    """Whether an offer is on a layout."""
    if layout is None or wager.id not in layout.wagers:
        return False
    chosen = not offer.table or str(layout.options.get(offer.table)) == offer.value
    return chosen and wager.paid(layout.on, layout.options) == pays


def groups(game: str) -> list[Group]:
    """The fewest layouts that together have all offers of a game."""
    rules = rules_of(game)
    found: list[Group] = []
    made: list[tuple[Group, tuple[Offer, WagerRule, Pays]]] = []
    for offer, wager, pays, asked in offers(rules):
        if not any(True for _ in _chosen(wager, pays, asked)):
            continue  # a value like "off", with which the wager is not offered
        group = _joined(rules, found, made, (offer, wager, pays), asked)
        if group is None:
            group = _begun(rules, (offer, wager, pays), asked)
            found.append(group)
        group.offers.append(offer)
        made.append((group, (offer, wager, pays)))
    return found


def _joined(
    rules: Rules,
    found: Sequence[Group],
    made: Sequence[tuple[Group, tuple[Offer, WagerRule, Pays]]],
    new: tuple[Offer, WagerRule, Pays],
    asked: Mapping[str, Value],
) -> Group | None:
    """The group that could take one more offer, with that offer's options added."""
    for group in found:
        there = [new, *(one for other, one in made if other is group)]
        for chosen in _chosen(new[1], new[2], asked):
            if any(name in group.asked and group.asked[name] != value for name, value in chosen.items()):
                continue
            layout = _laid_out(rules.game.id, group.layout.on, {**group.asked, **chosen})
            if layout is not None and all(_makes(layout, *one) for one in there):
                group.layout = layout
                group.asked |= chosen
                return group
    return None


def _begun(rules: Rules, new: tuple[Offer, WagerRule, Pays], asked: Mapping[str, Value]) -> Group:
    """A new group for an offer, on the latest possible day."""
    for day in days(rules):
        for chosen in _chosen(new[1], new[2], asked):
            layout = _laid_out(rules.game.id, day, chosen)
            if layout is not None and _makes(layout, *new):
                return Group(layout, chosen)
    raise ValueError(f"no layout offers {new[0]}")
