"""The house policy: limits that a floor sets in addition to those of the chapter.

1. The chapter often states only a minimum: odds may be better, a shoe may have more decks, a meter may start anywhere.
   That is the licensee's choice, and on this floor any guest may open a table. So the house limits what players may
   choose, in `policy.toml`; an operator can override individual figures in a separate file.
2. There is one set of terms for tables that players open (`player_tables`), and one for the house's (`house_tables`).
3. Terms are checked when a table opens and again for every wager, so tables that opened before there was a policy, or
   under another one, follow the current policy.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.chapter.check import resolve_options
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, dollars
from pitboss.chapter.rules import BONUS, Option, Rules, Value, same_value, value_text
from pitboss.floor.commands import MOST, Settings
from pitboss.library.work import Budget
from pitboss.table import Answer, Refused
from pitboss.table.game import Game

FILE = "policy.toml"
VARIABLE = "PITBOSS_POLICY"
Dollars = Annotated[int, Field(ge=0, le=MOST // 100, strict=True)]
Count = Annotated[int, Field(ge=0, le=1000, strict=True)]
Figures = dict[str, Annotated[int, Field(ge=0, strict=True)]]


class BadPolicy(ValueError):
    """An invalid policy file."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TableTerms(_Part):
    """The house's limits for a table. Amounts are in dollars."""

    wager: Dollars
    payout: Dollars
    loss: Dollars
    raised_odds: bool
    house_money: bool
    seats: Annotated[int, Field(ge=1, le=64, strict=True)]
    closed_options: tuple[str, ...]
    highest: Figures

    def check_layout(self, layout: Layout) -> None:
        """`Refused` for a table beyond these limits; the reason names the limit."""
        for reason in self.objections(layout):
            raise _no(reason)

    def check_settings(self, settings: Settings) -> None:
        """`Refused` for more seats than the house allows."""
        if settings.seats is not None and settings.seats > self.seats:
            raise _no(f"a table may have at most {self.seats} seats, not {settings.seats}")

    def leaves(self, option: Option) -> bool:
        """Whether the person who opens a table may choose an option."""
        return option.id not in self.closed_options and (self.house_money or not option.house_money)

    def objections(self, layout: Layout) -> Iterator[str]:
        """The reasons why the house does not accept a table."""
        for name, value in layout.options.items():
            if reason := self._option(layout, layout.rules.options[name], value):
                yield reason
        if not self.raised_odds:
            yield from _raised(layout)
        yield from self._limits(layout)

    def _option(self, layout: Layout, option: Option, value: Value) -> str:
        if not self.leaves(option) and not same_value(value, usual := _default(layout, option)):
            why = "puts house money on the table" if option.house_money else "cannot be chosen here"
            return f"{option.id} is {value_text(value)}, but it {why}: at a table like this it is {value_text(usual)}"
        if reason := above(self.highest, option, value):
            return reason
        in_dollars = option.unit == "dollars" and not isinstance(value, bool)
        if in_dollars and (figure := _figure(value)) is not None and figure > self.payout:
            return f"{option.id} is {value_text(value)}; at this table it is at most {dollars(100 * self.payout)}"
        return ""

    def _limits(self, layout: Layout) -> Iterator[str]:
        limits = layout.limits
        by_wager = [one for pair in limits.by_wager.values() for one in pair]
        if max(one or 0 for one in (limits.minimum, limits.maximum, limits.increment, *by_wager)) > 100 * self.wager:
            yield f"posted limits are at most {dollars(100 * self.wager)} at this table"

    # ---- wagers

    def most_of(self, game: Game[Any], kind: str) -> int:
        """The house's maximum for a wager in cents, given its limits on amounts and on winnings."""
        most, payout = 100 * self.wager, 100 * self.payout
        limit, odds = game.amounts.payout_limit(kind), game.amounts.best_odds(kind)
        if odds and (limit is None or limit > payout):
            most = min(most, int(payout / odds))
        return most

    def objection_to_wager(self, game: Game[Any], kind: str, amount: int) -> str:
        """Why the house does not accept a wager; "" if it does."""
        most = self.most_of(game, kind)
        if amount <= most:
            return ""
        can_win = ""
        if most < 100 * self.wager:
            odds = game.amounts.best_odds(kind)
            ratio = f"{odds.numerator} to {odds.denominator}"
            can_win = f", which can win {ratio} here: no wager wins more than {dollars(100 * self.payout)}"
        return f"{dollars(amount)} is more than the house accepts on {game.name(kind)}, {dollars(most)}{can_win}"


class BotTerms(_Part):
    """The number of bots a player may bring to a table, and their chips. Amounts are in dollars."""

    at_own_table: Count
    elsewhere: Count
    bankroll: Dollars
    highest_bankroll: Dollars
    ahead: Dollars


class RequestTerms(_Part):
    """The budget for computations on request, such as prices."""

    seconds: Annotated[float, Field(gt=0, le=600)]
    waiting: Annotated[int, Field(ge=1, le=1000, strict=True)]
    processor_seconds: Annotated[int, Field(ge=1, le=3600, strict=True)]
    memory: Annotated[int, Field(ge=64, le=65_536, strict=True)]
    highest: Figures

    @property
    def budget(self) -> Budget:
        """The budget for one computation in a worker process."""
        return Budget(self.processor_seconds, self.memory * 2**20)

    def check(self, layout: Layout) -> None:
        """`Refused` for a layout whose computations take too long."""
        for name, value in layout.options.items():
            if reason := above(self.highest, layout.rules.options[name], value):
                raise _no(reason)


class GrantTerms(_Part):
    """The play money that staff may grant to players. Amounts are in dollars."""

    alone: Dollars
    highest: Dollars


class CouponTerms(_Part):
    """The match play coupons that staff may issue, by value. Amounts are in dollars."""

    a_day: Dollars
    batch_alone: Dollars
    highest_batch: Dollars


class Policy(_Part):
    """A floor's house policy. Amounts are in dollars."""

    cage: Dollars
    tables_each: Count
    player_tables: TableTerms
    house_tables: TableTerms
    bots: BotTerms
    grants: GrantTerms
    coupons: CouponTerms
    requests: RequestTerms

    def terms(self, opened_by_player: bool) -> TableTerms:
        """The terms for a table, depending on who opened it."""
        return self.player_tables if opened_by_player else self.house_tables


@cache
def default_policy() -> Policy:
    """The policy that ships with the package."""
    return Policy.model_validate(_defaults())


def read_policy(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Policy:
    """Read a policy file (or the one named in PITBOSS_POLICY) over the defaults; `BadPolicy` if it is invalid."""
    if path is None:
        if not (named := environment.get(VARIABLE, "")):
            return default_policy()
        path = Path(named)
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadPolicy(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return Policy.model_validate(_merged(_defaults(), given))
    except ValidationError as error:
        first = error.errors()[0]
        raise BadPolicy(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _defaults() -> dict[str, Any]:
    return tomllib.loads((files("pitboss.floor") / FILE).read_text("utf-8"))


def _merged(base: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of `base` with the given values, merged table by table."""
    made = dict(base)
    for name, value in given.items():
        held = made.get(name)
        made[name] = _merged(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return made


# ---- options and odds


def above(highest: Mapping[str, int], option: Option, value: Value) -> str:
    """The reason why an option exceeds the house's highest figure for it; "" if it does not."""
    most = highest.get(option.id)
    figure = _figure(value)
    if most is None or figure is None or figure <= most:
        return ""
    least = f"{option.range.least} to " if option.range is not None and option.range.least is not None else "at most "
    return f"{option.id} is {value_text(value)[:40]}; this house has {least}{most}"


def _figure(value: Value) -> Decimal | None:
    """An option's value as a number; None if it is not one."""
    if isinstance(value, bool):
        return None
    try:
        number = Decimal(value)
    except ArithmeticError:
        return None
    return number if number.is_finite() else None


def _default(layout: Layout, option: Option) -> Value:
    """The default value of an option, given the other choices."""
    others = {name: value for name, value in layout.options.items() if name != option.id}
    return resolve_options(layout.rules, layout.on, others, {}).get(option.id, option.default)


def _raised(layout: Layout) -> Iterator[str]:
    """Odds higher than any that the rules list for their outcomes."""
    listed = _listed(layout.rules)
    for kind in layout.wagers:
        bonus = {BONUS + row: odds for row, odds in layout.bonus_table(kind).items()}
        for outcome, odds in (layout.odds_table(kind) | bonus).items():
            most = listed.get((kind, outcome))
            if most is None or odds > most:
                key = f"{kind}.{outcome}" if outcome else kind
                limit = f"at most {most}" if most is not None else "nothing"
                yield f"{key} pays {odds}; at a table that a player opens it pays {limit}"


def _listed(rules: Rules) -> dict[tuple[str, str], Odds]:
    """The highest odds that the rules list for each outcome: as required, or as a value of an option."""
    found: dict[tuple[str, str], Odds] = {}
    for wager in rules.wagers.values():
        for pays in wager.pays:
            for table in rules.pay_tables.get(pays.table, {}).values() if pays.table else (pays,):
                for outcome, odds in table.rows(pays.row).items():
                    at = wager.id, outcome
                    found[at] = max(odds, found.get(at, odds))
    for name, tables in rules.bonus_tables.items():
        for table in rules.pay_tables[tables].values():
            for row, odds in table.odds.items():
                at = name, BONUS + row
                found[at] = max(odds, found.get(at, odds))
    for option in rules.options.values():
        if option.sets_odds:
            at = rules.odds_keys()[option.sets_odds]
            stated = [Odds.parse(str(choice.value)) for choice in option.values if choice.permitted]
            found[at] = max([*stated, *([found[at]] if at in found else [])])
    return found


def _no(reason: str) -> Refused:
    """A refusal by the house, which cites no section of the chapter."""
    return Refused(Answer(False, reason))


__all__ = ["BadPolicy", "BotTerms", "Policy", "TableTerms", "above", "default_policy", "read_policy"]
