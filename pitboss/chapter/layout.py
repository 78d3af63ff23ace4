"""A table's layout: which wagers are offered on it, at which odds, under which options and limits, on which date.

It is the chapter as one licensee applies it at one table. The rest of the house asks the layout, never the
rules: what is not on the layout cannot be wagered on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from math import lcm
from typing import Any

from pitboss.chapter.contents import cite, contents, section_of
from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import (
    LARGEST,
    Irregularity,
    Pays,
    PayTable,
    Rules,
    Terms,
    TooLarge,
    Value,
    WagerRule,
    amount_of,
    meets,
    rules_of,
    same,
    shown,
)
from pitboss.exhibit import Exhibit


@dataclass(frozen=True, slots=True)
class Limits:
    """Posted limits in cents (8.2): for the table, and for single wagers where they differ.

    With `individual` the licensee may let a particular patron wager less or more.
    """

    minimum: int = 0
    maximum: int | None = None
    increment: int = 1
    by_wager: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    individual: bool = False

    def of(self, wager: str) -> tuple[int, int | None]:
        """Least and most that may be wagered on `wager`."""
        least, most = self.by_wager.get(wager, (None, None))
        return (self.minimum if least is None else least, self.maximum if most is None else most)


@dataclass(frozen=True)
class Layout(Exhibit):
    """The chapter as applied at one table.

    >>> layout = Layout.of("craps", on=date(2008, 6, 1), options={"offer_678": True})
    >>> layout.odds("field", "12"), layout.cite("1.4(b)")
    (Odds('2 to 1'), 'N.J.A.C. 19:47-1.4(b)')
    """

    rules: Rules
    on: date
    options: Mapping[str, Value]
    raised: Mapping[tuple[str, str], Odds]
    limits: Limits

    def __post_init__(self) -> None:
        # Whatever is cited or asked for at this table is so under the numbers, and with the facts, of its day.
        object.__setattr__(self, "rules", self.rules.on(self.on))

    @classmethod
    def of(
        cls,
        game: str | Rules,
        on: date | None = None,
        options: Mapping[str, Value] | None = None,
        odds: Mapping[str, str | Odds] | None = None,
        limits: Limits | None = None,
        unlawful: bool = False,
    ) -> Layout:
        """The layout of a table with these choices; `Unlawful` if the chapter does not permit them on that date.

        With `unlawful` they may be such as it does not permit, but every name and figure must have a meaning, and the
        game must be in force: on other days nobody knows its rules. `TooLarge` for figures that no equipment has.
        """
        made = cls._of(game, on, options, odds, limits, unlawful)
        for name, value in made.options.items():
            if reason := made.rules.options[name].too_large(value):
                raise TooLarge(reason)
        return made

    @classmethod
    def _of(
        cls,
        game: str | Rules,
        on: date | None,
        options: Mapping[str, Value] | None,
        odds: Mapping[str, str | Odds] | None,
        limits: Limits | None,
        unlawful: bool,
    ) -> Layout:
        """The layout, whether or not anybody can deal it."""
        from pitboss.chapter.check import Unlawful, chosen_on, findings
        from pitboss.chapter.in_force import game_in_force

        rules = rules_of(game) if isinstance(game, str) else game
        day = on or date.today()
        given = {name: _exact(value) for name, value in (options or {}).items()}
        stated = {key: str(value) for key, value in (odds or {}).items()}
        found = findings(rules, day, given, stated, limits)
        if not game_in_force(rules, day) or any(one.stops(unlawful) for one in found):
            raise Unlawful(found)
        keys = rules.odds_keys()
        now = {name for name, wager in rules.wagers.items() if wager.in_force(day)}
        raised = {keys[key]: Odds.parse(value) for key, value in stated.items() if key in keys and keys[key][0] in now}
        chosen = chosen_on(rules, day, given, stated)
        # In the chapter's order, whatever the order of the file; a choice set by stated odds is theirs.
        in_order = chosen | _needed_beside(rules, day, given) | given | chosen
        return cls(rules, day, in_order, raised, limits or Limits())

    def __repr__(self) -> str:
        default = {name: option.default for name, option in self.rules.options.items()}
        chosen = [f"{name}={value}" for name, value in self.options.items() if value != default[name]]
        return f"Layout({', '.join([repr(self.rules.game.id), str(self.on), *chosen])})"

    def title(self) -> str:
        return f"{self.rules.game.name} on {self.on}: {len(self.wagers)} wagers"

    def rows(self) -> list[dict[str, Any]]:
        """The licensee's choices, each with the section that leaves it to him."""
        return [
            {
                "option": name,
                "value": shown(value),
                "name": self.rules.options[name].name,
                "under": ", ".join(map(self.cite, self.rules.options[name].section.split(", "))),
            }
            for name, value in self.options.items()
        ]

    def to_json(self) -> str:
        return json.dumps(self.plain(), indent=2)

    @cached_property
    def wagers(self) -> Mapping[str, WagerRule]:
        """The wagers that are offered here."""
        return {name: wager for name, wager in self.permissible.items() if self.offers(wager)}

    @cached_property
    def permissible(self) -> Mapping[str, WagerRule]:
        """The wagers that the chapter permits on this date, elected here or not."""
        return {
            name: wager for name, wager in self.rules.wagers.items() if wager.in_force(self.on) and not wager.retired
        }

    def terms(self, model: type[Terms]) -> dict[str, Terms]:
        """What each of them says that only its game understands."""
        return {wager: self.rules.terms_of(wager, model) for wager in self.permissible}

    def offers(self, wager: WagerRule) -> bool:
        """Whether the licensee's choices put a permitted wager on this layout.

        Where the chapter does not know an option on this date, things are as by its default. What the pay table that
        was chosen has no row for is not offered.
        """
        pays = next((pays for pays in wager.pays if pays.in_force(self.on)), None)
        if pays is not None and pays.row and not self.odds_table(wager.id):
            return False
        return all(
            any(same(value, self.options.get(name, self.rules.options[name].default)) for value in values)
            for name, values in wager.offered.items()
        )

    def paid(self, wager: str) -> Pays:
        """The provision that says how a wager is paid."""
        return self.rules.wagers[wager].paid(self.on, self.options)

    def odds_table(self, wager: str) -> dict[str, Odds]:
        """What each outcome of a wager pays here; empty for one that is paid as other wagers are."""
        pays = self.paid(wager)
        chosen: PayTable = self.rules.pay_tables[pays.table][shown(self.options[pays.table])] if pays.table else pays
        table = chosen.rows(pays.row)
        further = {one: self.raised[wager, one] for one in chosen.further if (wager, one) in self.raised}
        return {outcome: self._raised(wager, outcome, odds) for outcome, odds in table.items()} | further

    def odds(self, wager: str, outcome: str = "") -> Odds:
        """What an outcome of a wager pays here."""
        return self.odds_table(wager)[outcome]

    def _raised(self, wager: str, outcome: str, least: Odds) -> Odds:
        if (wager, outcome) in self.raised:
            return self.raised[wager, outcome]
        key = f"{wager}.{outcome}" if outcome else wager
        for name, option in self.rules.options.items():
            if option.sets_odds == key and name in self.options:
                return Odds.parse(str(self.options[name]))
        return least

    def option(self, name: str) -> Value | None:
        """The licensee's choice, or None where the chapter does not know the option on this date."""
        return self.options.get(name)

    def minimum(self, wager: str) -> int:
        """The posted minimum of a wager, in cents: by [limits]; where they post none, by the option that does.

        >>> Layout.of("flop-poker", limits=Limits(minimum=5000)).minimum("ante")
        5000
        >>> Layout.of("flop-poker", options={"min_wager": 10}).minimum("ante")
        1000
        """
        posting = (name for name in self.options if self.rules.options[name].posts_minimum == wager)
        return self.limits.of(wager)[0] or sum(self.cents(name) for name in posting)

    @cached_property
    def steps(self) -> int:
        """The posted steps of wagers, in cents: those of [limits], and of an option that posts some."""
        posting = (name for name in self.options if self.rules.options[name].posts_steps)
        return lcm(self.limits.increment, *(self.cents(name) for name in posting))

    def cents(self, name: str) -> int:
        """An option in dollars, in cents."""
        return amount_of(self.options[name])

    def fact(self, name: str) -> Any:
        """A figure of the equipment or the procedure, as it is on this date.

        Of what is not in force then, and only an unlawful table can ask for, the figure of the nearest time.
        """
        return self.rules.fact(name)

    @cached_property
    def irregularities(self) -> Mapping[str, Irregularity]:
        """The irregularities that the rules of this date know."""
        return {name: event for name, event in self.rules.irregularities.items() if event.in_force(self.on)}

    def cite(self, section: str) -> str:
        """A section, under its number of this date, as it is cited on this date; one to come as on its first day."""
        return cite(section, max(self.on, contents().section(section_of(section)).since))

    def plain(self) -> dict[str, Any]:
        """The table's choices as plain data, as a tape records them; `from_plain` reads it."""
        return {
            "game": self.rules.game.id,
            "on": self.on.isoformat(),
            "options": {
                name: value if isinstance(value, (bool, str)) else str(value) for name, value in self.options.items()
            },
            "odds": {
                f"{wager}.{outcome}" if outcome else wager: str(odds) for (wager, outcome), odds in self.raised.items()
            },
            "limits": {
                "minimum": self.limits.minimum,
                "maximum": self.limits.maximum,
                "increment": self.limits.increment,
                "by_wager": {wager: list(pair) for wager, pair in self.limits.by_wager.items()},
                **({"individual": True} if self.limits.individual else {}),
            },
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Layout:
        """The layout that `plain` describes. It was checked when the table opened, and is not checked again."""
        rules = rules_of(plain["game"])
        options = {
            name: rules.options[name].parse(value) if isinstance(value, str) and name in rules.options else value
            for name, value in plain["options"].items()
        }
        limits = plain["limits"]
        pairs = {wager: (low, high) for wager, (low, high) in limits["by_wager"].items()}
        return cls._of(
            rules,
            date.fromisoformat(plain["on"]),
            options,
            plain["odds"],
            Limits(limits["minimum"], limits["maximum"], limits["increment"], pairs, bool(limits.get("individual"))),
            unlawful=True,
        )


def _needed_beside(rules: Rules, day: date, given: Mapping[str, Value]) -> dict[str, Value]:
    """The defaults of options not in force that apply beside a given option that is not in force either.

    Only an unlawful table has such: a progressive before its time needs a meter to be dealt.
    """
    early = {name for name in given if name in rules.options and not rules.options[name].in_force(day)}
    return {
        option.id: option.default
        for option in rules.options.values()
        if not option.in_force(day)
        if any(name in early and meets(asked, given[name], given) for name, asked in option.applies.items())
    }


def _exact(value: Any) -> Value:
    """A choice as the figure that was written: a float or a number of numpy's as a plain one, 6.0 as 6."""
    numpy = sys.modules.get("numpy")
    given: Value = value.item() if numpy is not None and isinstance(value, numpy.generic) else value
    exact = Decimal(str(given)) if isinstance(given, float) else given
    if isinstance(exact, Decimal) and exact.is_finite() and exact.adjusted() <= LARGEST:
        return int(exact) if exact == exact.to_integral_value() else exact
    return exact
