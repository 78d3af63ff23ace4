"""The house policy: the bounds that a floor sets beside those of the chapter.

1. The chapter often states a least figure only: odds may be any that are better, a shoe may have any number of decks, a
   meter may show anything. That is for a licensee to choose, and at this floor any guest may open a table. So the
   house bounds what players choose, in `policy.toml`; an operator replaces single figures by a file of his own.
2. Tables that players open have one set of terms (`player_tables`), tables of the house another (`house_tables`).
3. A table is held to its terms when it opens, and again with every wager: tables that opened before there was a policy,
   or under another one, follow the policy of today.
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
from pitboss.chapter.rules import Option, Rules, Value, same_value, value_text
from pitboss.floor.commands import MOST, Settings
from pitboss.table import Answer, Refused
from pitboss.table.game import Game

FILE = "policy.toml"
VARIABLE = "PITBOSS_POLICY"
Dollars = Annotated[int, Field(ge=0, le=MOST // 100, strict=True)]
Count = Annotated[int, Field(ge=0, le=1000, strict=True)]
Figures = dict[str, Annotated[int, Field(ge=0, strict=True)]]


class BadPolicy(ValueError):
    """A policy file that cannot be used."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TableTerms(_Part):
    """The bounds of the house for a table. Amounts are dollars."""

    wager: Dollars
    payout: Dollars
    loss: Dollars
    raised_odds: bool
    house_money: bool
    seats: Annotated[int, Field(ge=1, le=64, strict=True)]
    closed_options: tuple[str, ...]
    highest: Figures

    def check_layout(self, layout: Layout) -> None:
        """`Refused` for a table beyond these bounds; the reason names the bound."""
        for reason in self.objections(layout):
            raise _no(reason)

    def check_settings(self, settings: Settings) -> None:
        """`Refused` for more seats than the house has at such a table."""
        if settings.seats is not None and settings.seats > self.seats:
            raise _no(f"{settings.seats} seats are more than the {self.seats} of a table here")

    def leaves(self, option: Option) -> bool:
        """Whether an option is left to the person who opens a table."""
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
            why = "puts money of the house on the table" if option.house_money else "is not a choice here"
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
        """The greatest amount of one wager in cents, by its amount and by the most that it can win."""
        most, payout = 100 * self.wager, 100 * self.payout
        limit, odds = game.amounts.payout_limit(kind), game.amounts.best_odds(kind)
        if odds and (limit is None or limit > payout):
            most = min(most, int(payout / odds))
        return most

    def objection_to_wager(self, game: Game[Any], kind: str, amount: int) -> str:
        """Why the house does not accept a wager; empty if it does."""
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
    """How many bots a player may bring to a table, and with how much money. Amounts are dollars."""

    at_own_table: Count
    elsewhere: Count
    bankroll: Dollars
    highest_bankroll: Dollars
    ahead: Dollars


class RequestTerms(_Part):
    """The budget for computations on request."""

    seconds: Annotated[float, Field(gt=0, le=600)]
    waiting: Annotated[int, Field(ge=1, le=1000, strict=True)]
    highest: Figures

    def check(self, layout: Layout) -> None:
        """`Refused` for a layout with a figure that takes too long to compute with."""
        for name, value in layout.options.items():
            if reason := above(self.highest, layout.rules.options[name], value):
                raise _no(reason)


class Policy(_Part):
    """The house policy of a floor. Amounts are dollars."""

    cage: Dollars
    tables_each: Count
    player_tables: TableTerms
    house_tables: TableTerms
    bots: BotTerms
    requests: RequestTerms

    def terms(self, opened_by_player: bool) -> TableTerms:
        """The terms of a table, by who opened it."""
        return self.player_tables if opened_by_player else self.house_tables


@cache
def default_policy() -> Policy:
    """The policy of a floor whose operator has not written another."""
    return Policy.model_validate(_defaults())


def read_policy(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Policy:
    """The policy of a file (or of the one that PITBOSS_POLICY names) over the defaults; `BadPolicy` if it is wrong."""
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
    """The base with what is given in its place, table by table."""
    made = dict(base)
    for name, value in given.items():
        held = made.get(name)
        made[name] = _merged(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return made


# ---- options and odds


def above(highest: Mapping[str, int], option: Option, value: Value) -> str:
    """Why an option is above the house's highest figure for it; empty if it is not."""
    most = highest.get(option.id)
    figure = _figure(value)
    if most is None or figure is None or figure <= most:
        return ""
    least = f"{option.range.least} to " if option.range is not None and option.range.least is not None else "at most "
    return f"{option.id} is {value_text(value)[:40]}; this house has {least}{most}"


def _figure(value: Value) -> Decimal | None:
    """An option's value as a number; None if it is none."""
    if isinstance(value, bool):
        return None
    try:
        number = Decimal(value)
    except ArithmeticError:
        return None
    return number if number.is_finite() else None


def _default(layout: Layout, option: Option) -> Value:
    """The value of an option at a table that says nothing of it, beside the other choices."""
    others = {name: value for name, value in layout.options.items() if name != option.id}
    return resolve_options(layout.rules, layout.on, others, {}).get(option.id, option.default)


def _raised(layout: Layout) -> Iterator[str]:
    """Odds above every figure that the rules of the game list for them."""
    listed = _listed(layout.rules)
    for kind in layout.wagers:
        for outcome, odds in layout.odds_table(kind).items():
            most = listed.get((kind, outcome))
            if most is None or odds > most:
                key = f"{kind}.{outcome}" if outcome else kind
                limit = f"at most {most}" if most is not None else "nothing"
                yield f"{key} pays {odds}; at a table that a player opens it pays {limit}"


def _listed(rules: Rules) -> dict[tuple[str, str], Odds]:
    """The greatest odds that the rules list for each outcome: as required, or as a value of an option."""
    found: dict[tuple[str, str], Odds] = {}
    for wager in rules.wagers.values():
        for pays in wager.pays:
            for table in rules.pay_tables.get(pays.table, {}).values() if pays.table else (pays,):
                for outcome, odds in table.rows(pays.row).items():
                    at = wager.id, outcome
                    found[at] = max(odds, found.get(at, odds))
    for option in rules.options.values():
        if option.sets_odds:
            at = rules.odds_keys()[option.sets_odds]
            stated = [Odds.parse(str(choice.value)) for choice in option.values if choice.permitted]
            found[at] = max([*stated, *([found[at]] if at in found else [])])
    return found


def _no(reason: str) -> Refused:
    """A refusal of the house, which has no section of the chapter."""
    return Refused(Answer(False, reason))


__all__ = ["BadPolicy", "BotTerms", "Policy", "TableTerms", "above", "default_policy", "read_policy"]
