"""A table's layout: the wagers offered at one table on one date, with their odds, options and limits.

It is the chapter as one licensee applies it. The rest of the code uses the layout and never the rules, so a wager that
is not on the layout cannot be made.
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
    same_value,
    value_text,
)
from pitboss.exhibit import Exhibit


@dataclass(frozen=True, slots=True)
class Limits:
    """Posted limits in cents (8.2), for the table and for single wagers that differ.

    With `individual` the licensee may grant a particular patron lower or higher limits.
    """

    minimum: int = 0
    maximum: int | None = None
    increment: int = 1
    by_wager: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    individual: bool = False

    def of(self, wager: str) -> tuple[int, int | None]:
        """Return the minimum and maximum for a wager."""
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
        # All lookups use the section numbers and facts of the layout's date.
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
        """Build a layout from a licensee's choices; raise `Unlawful` if the chapter does not permit them on that date.

        With `unlawful`, forbidden choices are accepted, but every name and value must be valid and the game must be in
        force, because its rules on other days are unknown. Raise `TooLarge` for values that no real equipment has.
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
        """Build the layout without checking whether its values are too large to deal."""
        from pitboss.chapter.check import Unlawful, findings, resolve_options
        from pitboss.chapter.in_force import game_in_force

        rules = rules_of(game) if isinstance(game, str) else game
        day = on or date.today()
        given = {name: _exact_value(value) for name, value in (options or {}).items()}
        stated = {key: str(value) for key, value in (odds or {}).items()}
        found = findings(rules, day, given, stated, limits)
        if not game_in_force(rules, day) or any(one.stops(unlawful) for one in found):
            raise Unlawful(found)
        keys = rules.odds_keys()
        now = {name for name, wager in rules.wagers.items() if wager.in_force(day)}
        raised = {keys[key]: Odds.parse(value) for key, value in stated.items() if key in keys and keys[key][0] in now}
        chosen = resolve_options(rules, day, given, stated)
        # Options keep the chapter's order rather than the file's; an option set by stated odds gets its value from
        # them.
        in_order = chosen | _defaults_needed(rules, day, given) | given | chosen
        return cls(rules, day, in_order, raised, limits or Limits())

    def __repr__(self) -> str:
        default = {name: option.default for name, option in self.rules.options.items()}
        chosen = [f"{name}={value}" for name, value in self.options.items() if value != default[name]]
        return f"Layout({', '.join([repr(self.rules.game.id), str(self.on), *chosen])})"

    def title(self) -> str:
        return f"{self.rules.game.name} on {self.on}: {len(self.wagers)} wagers"

    def rows(self) -> list[dict[str, Any]]:
        """Return the licensee's choices, each with the section that permits it."""
        return [
            {
                "option": name,
                "value": value_text(value),
                "name": self.rules.options[name].name,
                "under": ", ".join(map(self.cite, self.rules.options[name].section.split(", "))),
            }
            for name, value in self.options.items()
        ]

    def to_json(self) -> str:
        return json.dumps(self.plain(), indent=2)

    @cached_property
    def wagers(self) -> Mapping[str, WagerRule]:
        """The wagers offered at this table."""
        return {name: wager for name, wager in self.permissible.items() if self.offers(wager)}

    @cached_property
    def permissible(self) -> Mapping[str, WagerRule]:
        """The wagers that the chapter permits on this date, whether or not the licensee offers them."""
        return {
            name: wager for name, wager in self.rules.wagers.items() if wager.in_force(self.on) and not wager.retired
        }

    def terms(self, model: type[Terms]) -> dict[str, Terms]:
        """Return the game-specific terms of each permissible wager."""
        return {wager: self.rules.terms_of(wager, model) for wager in self.permissible}

    def offers(self, wager: WagerRule) -> bool:
        """Whether the licensee's choices put a permitted wager on this layout.

        An option that the chapter does not have on this date counts as its default. A wager without a row in the chosen
        pay table is not offered.
        """
        pays = next((pays for pays in wager.pays if pays.in_force(self.on)), None)
        if pays is not None and pays.row and not self.odds_table(wager.id):
            return False
        return all(
            any(same_value(value, self.options.get(name, self.rules.options[name].default)) for value in values)
            for name, values in wager.offered.items()
        )

    def paid(self, wager: str) -> Pays:
        """Return the provision that says how a wager is paid."""
        return self.rules.wagers[wager].paid(self.on, self.options)

    def odds_table(self, wager: str) -> dict[str, Odds]:
        """Return the odds of each outcome of a wager; empty for a wager that is paid like others."""
        pays = self.paid(wager)
        chosen: PayTable = (
            self.rules.pay_tables[pays.table][value_text(self.options[pays.table])] if pays.table else pays
        )
        table = chosen.rows(pays.row)
        further = {one: self.raised[wager, one] for one in chosen.further if (wager, one) in self.raised}
        return {outcome: self._raised(wager, outcome, odds) for outcome, odds in table.items()} | further

    def odds(self, wager: str, outcome: str = "") -> Odds:
        """Return the odds of one outcome of a wager."""
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
        """Return the licensee's choice, or None if the chapter does not have the option on this date."""
        return self.options.get(name)

    def minimum(self, wager: str) -> int:
        """Return a wager's posted minimum in cents, from [limits] or else from the option that posts it.

        >>> Layout.of("flop-poker", limits=Limits(minimum=5000)).minimum("ante")
        5000
        >>> Layout.of("flop-poker", options={"min_wager": 10}).minimum("ante")
        1000
        """
        posting = (name for name in self.options if self.rules.options[name].posts_minimum == wager)
        return self.limits.of(wager)[0] or sum(self.cents(name) for name in posting)

    @cached_property
    def steps(self) -> int:
        """The posted wager increment in cents, combining [limits] with any option that posts one."""
        posting = (name for name in self.options if self.rules.options[name].posts_steps)
        return lcm(self.limits.increment, *(self.cents(name) for name in posting))

    def cents(self, name: str) -> int:
        """Return the value of a dollar option in cents."""
        return amount_of(self.options[name])

    def fact(self, name: str) -> Any:
        """Return the value of a fact about the equipment or procedure on this date.

        For a fact not in force on this date, which only an unlawful table needs, the value nearest in time is used.
        """
        return self.rules.fact(name)

    @cached_property
    def irregularities(self) -> Mapping[str, Irregularity]:
        """The irregularities that the rules know on this date."""
        return {name: event for name, event in self.rules.irregularities.items() if event.in_force(self.on)}

    def cite(self, section: str) -> str:
        """Return a section's citation on this date; a section that comes later is cited as on its first day."""
        return cite(section, max(self.on, contents().section(section_of(section)).since))

    def plain(self) -> dict[str, Any]:
        """Return the table's choices as plain data, as recorded on a tape; `from_plain` reads it back."""
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
        """Rebuild a layout from `plain` data, which was checked when the table opened and is not checked again."""
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


def _defaults_needed(rules: Rules, day: date, given: Mapping[str, Value]) -> dict[str, Value]:
    """Return the defaults of options not yet in force on which a prematurely given option depends.

    Only unlawful tables need this: a progressive given before its time still needs a meter to be dealt.
    """
    early = {name for name in given if name in rules.options and not rules.options[name].in_force(day)}
    return {
        option.id: option.default
        for option in rules.options.values()
        if not option.in_force(day)
        if any(name in early and meets(asked, given[name], given) for name, asked in option.applies.items())
    }


def _exact_value(value: Any) -> Value:
    """Convert a value to the exact number that was written: floats and NumPy numbers to plain ones, 6.0 to 6."""
    numpy = sys.modules.get("numpy")
    given: Value = value.item() if numpy is not None and isinstance(value, numpy.generic) else value
    exact = Decimal(str(given)) if isinstance(given, float) else given
    if isinstance(exact, Decimal) and exact.is_finite() and exact.adjusted() <= LARGEST:
        return int(exact) if exact == exact.to_integral_value() else exact
    return exact
