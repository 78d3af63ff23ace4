"""A table's layout: the wagers offered at one table on one date, with their odds, options and limits.

It is the chapter as one licensee applies it. The rest of the code uses the layout and never the rules, so a wager that
is not on the layout cannot be made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from pitboss.chapter.contents import cite, contents, section_of
from pitboss.chapter.odds import LOSES, Odds
from pitboss.chapter.rules import (
    BONUS,
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
    is_odds,
    meets,
    rules_of,
    same_value,
    value_text,
)
from pitboss.exhibit import Exhibit

if TYPE_CHECKING:
    from pitboss.chapter.finding import Finding


@dataclass(frozen=True, slots=True)
class Limits:
    """Posted limits in cents (8.2), for the table and for individual wagers that differ.

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
    removed: frozenset[tuple[str, str]] = frozenset()
    """The rows of pay tables that an unlawful table does not pay."""
    breaches: tuple[Finding, ...] = field(default=(), compare=False)
    """An unlawful table's breaches of the chapter."""

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

        With `unlawful`, forbidden choices are accepted: odds of any kind, rows of the licensee's own, and every value
        with which the game can be computed (`breaches` lists them). The game must be in force, because its rules on
        other days are unknown. Raise `TooLarge` for values that no real equipment has.

        >>> table = Layout.of("blackjack", options={"blackjack_pays": "7 to 5"}, unlawful=True)
        >>> table.odds("blackjack", "blackjack"), [str(one.citation) for one in table.breaches]
        (Odds('7 to 5'), ['N.J.A.C. 13:69F-2.3(e)'])
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
            raise Unlawful(_with_bounds(rules, found) if unlawful else found)
        named = _odds_named_by_options(rules, day, given)
        given = {name: _odds_text(rules, name, value) for name, value in given.items() if name not in named}
        stated = {key: odds for own in named.values() for key, odds in own.items()} | stated
        stated = {key: value for key, value in stated.items() if rules.wagers[_odds_key(rules, key)[0]].in_force(day)}
        rows = {_odds_key(rules, key): value for key, value in stated.items()}
        raised = {key: Odds.parse(value, free=True) for key, value in rows.items() if value != LOSES}
        readable = {key: str(Odds.parse(value, free=True)) for key, value in stated.items() if value != LOSES}
        chosen = resolve_options(rules, day, given, readable)
        # Options keep the chapter's order rather than the file's; an option set by stated odds gets its value from
        # them.
        in_order = chosen | _defaults_needed(rules, day, given) | given | chosen
        breaches = tuple(one for one in found if one.severity == "breach")
        return cls(rules, day, in_order, raised, limits or Limits(), frozenset(rows) - frozenset(raised), breaches)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the choices; the reader uses its own installed rules."""
        return Layout.from_plain, (self.plain(),)

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
        """Return the odds of each of a wager's outcomes; empty for a wager that is paid like other wagers."""
        pays = self.paid(wager)
        chosen: PayTable = (
            self.rules.pay_tables[pays.table][value_text(self.options[pays.table])] if pays.table else pays
        )
        table = chosen.rows(pays.row)
        own = {row for of, row in self.raised if of == wager and row not in table and not row.startswith(BONUS)}
        in_order = [*(row for row in chosen.further if row in own), *sorted(own.difference(chosen.further))]
        further = {row: self.raised[wager, row] for row in in_order}
        paid = {outcome: self._raised(wager, outcome, odds) for outcome, odds in table.items()} | further
        return {row: odds for row, odds in paid.items() if (wager, row) not in self.removed} if self.removed else paid

    def odds(self, wager: str, outcome: str = "") -> Odds:
        """Return the odds of one outcome of a wager."""
        return self.odds_table(wager)[outcome]

    def bonus_table(self, wager: str) -> dict[str, Odds]:
        """Return the odds of a bonus on a wager's amount by row; empty if it has none.

        >>> Layout.of("three-card-poker", odds={"ante.bonus.straight": "2 to 1"}).bonus_table("ante")["straight"]
        Odds('2 to 1')
        """
        option = self.rules.bonus_tables.get(wager)
        if option is None or option not in self.options:
            return {}
        table = self.rules.pay_tables[option][value_text(self.options[option])].odds
        own = {row: odds for (of, row), odds in self.raised.items() if of == wager and row.startswith(BONUS)}
        paid = table | {row.removeprefix(BONUS): odds for row, odds in own.items()}
        return {row: odds for row, odds in paid.items() if (wager, BONUS + row) not in self.removed}

    def paid_for(self, wager: str, outcome: str) -> Odds | None:
        """Return the odds of an outcome, or of a row of the wager's bonus; None if nothing is paid for it."""
        is_bonus = outcome.startswith(BONUS) and wager in self.rules.bonus_tables
        held = self.bonus_table(wager) if is_bonus else self.odds_table(wager)
        return held.get(outcome.removeprefix(BONUS) if is_bonus else outcome)

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
        """Return a dollar option's value in cents."""
        return amount_of(self.options[name])

    def fact(self, name: str) -> Any:
        """Return the value of a fact about the equipment or procedure on this date.

        If the fact is not in force on this date, as can happen at unlawful tables, the value nearest in time is used.
        """
        return self.rules.fact(name)

    @cached_property
    def irregularities(self) -> Mapping[str, Irregularity]:
        """The irregularities that the rules know on this date."""
        return {name: event for name, event in self.rules.irregularities.items() if event.in_force(self.on)}

    def cite(self, section: str) -> str:
        """Return a section's citation on this date; a section added later is cited as on its first day."""
        return cite(section, max(self.on, contents().section(section_of(section)).since))

    def plain(self) -> dict[str, Any]:
        """Return the table's choices as plain data, as recorded on a tape; `from_plain` reads it back."""
        return {
            "game": self.rules.game.id,
            "on": self.on.isoformat(),
            "options": {
                name: value if isinstance(value, (bool, str)) else str(value) for name, value in self.options.items()
            },
            "odds": self.stated_odds,
            "limits": {
                "minimum": self.limits.minimum,
                "maximum": self.limits.maximum,
                "increment": self.limits.increment,
                "by_wager": {wager: list(pair) for wager, pair in self.limits.by_wager.items()},
                **({"individual": True} if self.limits.individual else {}),
            },
        }

    @property
    def stated_odds(self) -> dict[str, str]:
        """The odds that differ from the chosen pay tables, as written under [odds] in a table file."""
        odds = {key: str(odds) for key, odds in self.raised.items()} | dict.fromkeys(sorted(self.removed), LOSES)
        return {f"{wager}.{row}" if row else wager: text for (wager, row), text in odds.items()}

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


def _with_bounds(rules: Rules, found: Iterable[Finding]) -> Iterator[Finding]:
    """Extend findings about values that cannot be computed with those that can."""
    for one in found:
        option = rules.options.get(one.where.removeprefix("options."))
        bound = f"an unlawful table can have {option.computable_text}" if option is not None else ""
        said = f"{one.permitted} ({bound})" if bound and one.kind == "unreadable" else one.permitted
        yield one.model_copy(update={"permitted": said})


def _odds_key(rules: Rules, key: str) -> tuple[str, str]:
    """Split a key of [odds] into a wager and an outcome, which may be a row of the licensee's own."""
    wager, _, row = key.partition(".")
    return rules.odds_keys().get(key, (wager, row))


def _odds_text(rules: Rules, name: str, value: Value) -> Value:
    """Return an option's value, with odds that are in no table of the chapter rewritten with "to"."""
    option = rules.options[name]
    free = option.named_by_odds and option.choice(value) is None and is_odds(value)
    return str(Odds.parse(str(value), free=True)) if free else value


def _odds_named_by_options(rules: Rules, day: date, given: Mapping[str, Value]) -> dict[str, dict[str, str]]:
    """Return the odds stated by options that name a pay table by its odds ("7 to 5" in place of "3 to 2").

    The default pay table then applies, with these odds in the rows that pay the odds it is named after.
    """
    found: dict[str, dict[str, str]] = {}
    for name, value in given.items():
        option = rules.options[name]
        if name not in rules.pay_tables or option.choice(value) is not None or not is_odds(value):
            continue
        base = value_text(option.default)
        table = rules.pay_tables[name][base]
        keys = [
            f"{wager.id}.{outcome}" if outcome else wager.id
            for wager in rules.wagers.values()
            if wager.in_force(day)
            for pays in wager.pays
            if pays.table == name and pays.in_force(day)
            for outcome, odds in table.rows(pays.row).items()
            if is_odds(base) and odds == Odds.parse(base)
        ]
        found[name] = dict.fromkeys(keys, str(value))
    return found


def _defaults_needed(rules: Rules, day: date, given: Mapping[str, Value]) -> dict[str, Value]:
    """Return the defaults of options not yet in force on which a prematurely given option depends.

    Only unlawful tables need this: a progressive offered before its time still needs a meter to be dealt.
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
