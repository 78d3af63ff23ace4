"""Check a licensee's table against the regulation on its date, and list what changed between two dates."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.changes import moments
from pitboss.chapter.check import Finding, Unlawful, only_new, table_findings
from pitboss.chapter.days import future_note, parse_date
from pitboss.chapter.diff import Diff
from pitboss.chapter.diff import diff as changes
from pitboss.chapter.finding import finding
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import Option, TooLarge, all_games, value_text
from pitboss.chapter.table_file import BadTable, TableFile, read_table
from pitboss.chapter.uniform import findings_together
from pitboss.exhibit import Exhibit, count_text
from pitboss.library.layouts import rules_named
from pitboss.library.prices import price
from pitboss.pricing.report import PricedWager
from pitboss.table import Game, game_on
from pitboss.table.allowed import least_payable


class CheckedTable(Exhibit, BaseModel):
    """The findings of one table."""

    model_config = ConfigDict(frozen=True)

    file: str
    name: str
    game: str
    on: date
    lawful: bool = Field(description="Whether the chapter permits the table on its date")
    breaches: int
    findings: tuple[Finding, ...] = Field(description="Breaches and warnings, in the order of the chapter")
    note: str = Field(default="", description="The assumption made if the table's date is in the future")

    def title(self) -> str:
        says = "the chapter permits it" if self.lawful else count_text(self.breaches, "breach", "breaches")
        return f"{self.name or self.game} on {self.on}: {says}"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json") for one in self.findings]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {"": one.severity, "under": one.citation, "wrong": one.wrong, "permitted": one.permitted}
            for one in self.findings
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


class UnreadFile(BaseModel):
    """A table file that could not be read, so nothing in it was checked."""

    model_config = ConfigDict(frozen=True)

    file: str
    problem: str = Field(description="File, line, the problem and what is allowed, in one line")


class CheckedTables(Exhibit, BaseModel):
    """The findings of several tables of one licensee."""

    model_config = ConfigDict(frozen=True)

    breaches: int
    tables: tuple[CheckedTable, ...]
    unread: tuple[UnreadFile, ...] = Field(default=(), description="Files that could not be read")

    def title(self) -> str:
        unread = f", {count_text(len(self.unread), 'file')} not readable" if self.unread else ""
        return f"{count_text(len(self.tables), 'table')}: {count_text(self.breaches, 'breach', 'breaches')}{unread}"

    def rows(self) -> list[dict[str, Any]]:
        """List every finding with its table."""
        return [{"table": one.name or one.game, **row} for one in self.tables for row in one.rows()]

    def display_rows(self) -> list[dict[str, Any]]:
        return [{"table": one.name or one.game, **row} for one in self.tables for row in one.display_rows()]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def check(table: str | Path | TableFile) -> CheckedTable:
    """Check a table, given as a file, its text or a `TableFile`, against the regulation on its date.

    >>> check('game = "craps"\\non = 2004-06-01\\n[odds]\\n"field.12" = "1 to 1"').breaches
    1
    """
    return _together([_read(table)])[0]


def check_together(tables: Sequence[str | Path | TableFile]) -> CheckedTables:
    """Check one licensee's tables against the regulation on their dates, and tables of the same game against each
    other.

    A file that cannot be read is reported and does not affect the others.
    """
    named, unread = [], []
    for table in tables:
        try:
            named.append(_read(table))
        except BadTable as problem:
            unread.append(UnreadFile(file=_name_of(table), problem=str(problem)))
    checked = _together(named)
    return CheckedTables(breaches=sum(one.breaches for one in checked), tables=checked, unread=tuple(unread))


def _read(table: str | Path | TableFile) -> tuple[str, TableFile]:
    """Return the name of the table's file ("" if it has none) and the table."""
    held = table if isinstance(table, TableFile) else read_table(table)
    try:
        Layout.of(held.game, held.on, held.options, held.odds, unlawful=True)
    except TooLarge as error:
        raise BadTable(f"{held.path or held.name}: {error}") from None
    except ValueError:
        pass  # The findings say what is wrong.
    return _name_of(table), held


def _name_of(table: str | Path | TableFile) -> str:
    return "" if isinstance(table, TableFile) or "\n" in str(table) else str(table)


def _together(named: Sequence[tuple[str, TableFile]]) -> tuple[CheckedTable, ...]:
    """Check each table against the regulation and against the other tables."""
    held = [table for _, table in named]
    return tuple(
        _checked(file, table, (*found, *_computed(table, found)))
        for (file, table), found in zip(named, findings_together(held), strict=True)
    )


def _computed(table: TableFile, found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings that need a price or an open table, including those after each change in the table file."""
    known = _of_open_table(table, found)
    yield from known
    for moment in moments(table):
        there = _of_open_table(moment.after, table_findings(moment.after))
        yield from map(moment.placed, only_new(known, there))
        known = there


def _of_open_table(table: TableFile, found: Sequence[Finding]) -> list[Finding]:
    """Return the findings that need a price or an open table; none if the table makes no sense."""
    computed = list(low_returns(table))
    if (game := _opened(table)) is not None:
        computed += low_limits(game)
        computed += unpayable_limits(game, {fault.where for fault in found})
    return computed


def lawful_layout(table: TableFile) -> Layout:
    """Return the layout of a table in which `check` finds no breach; raise `Unlawful` otherwise."""
    found = check(table).findings
    if any(one.stops() for one in found):
        raise Unlawful(found)
    return table.layout()


def computed_breaches(layout: Layout) -> tuple[Finding, ...]:
    """Return the breaches that need a price or an open table; `Layout.of` has already refused all others."""
    return (*_low_returns(layout), *low_limits(game_on(layout)))


def _opened(table: TableFile) -> Game[Any] | None:
    """Open the game at this table, lawful or not; None if that fails, for a reason reported elsewhere."""
    limits, _ = table.amounts()
    there = limits or Limits()  # the minimum may also come from an option
    try:
        game = game_on(Layout.of(rules_named(table.game), table.on, table.options, table.odds, there, unlawful=True))
        game.opening()
    except ValueError:
        return None
    return game


def low_returns(table: TableFile) -> tuple[Finding, ...]:
    """Find wagers whose average return is below the floor set by an option; this prices the table."""
    try:
        laid = Layout.of(rules_named(table.game), table.on, table.options, table.odds, unlawful=True)
    except ValueError:
        return ()  # unreadable choices are reported elsewhere
    return _low_returns(laid)


def _low_returns(layout: Layout) -> tuple[Finding, ...]:
    floors = [layout.rules.options[name] for name in layout.options if layout.rules.options[name].least_return]
    floors = [option for option in floors if Decimal(str(layout.options[option.id]))]
    prices = price(layout).wagers if floors else ()
    return tuple(_too_low(layout, one, option) for option in floors for one in prices if _below(layout, one, option))


def _below(layout: Layout, one: PricedWager, option: Option) -> bool:
    return one.offered and one.exact is not None and 1 - Fraction(one.exact) < Fraction(str(layout.options[option.id]))


def _too_low(layout: Layout, one: PricedWager, option: Option) -> Finding:
    wrong = f"{one.name} returns {1 - one.house_edge:.4%} on average"
    permitted = f"{Fraction(str(layout.options[option.id])) * 100}% or more"
    return finding(layout.on, option, "not permitted", f"odds.{one.id}", wrong, permitted)


def low_limits(game: Game[Any]) -> tuple[Finding, ...]:
    """Find limits on winnings that are lower than what the table's own minimum could win."""
    return tuple(
        _too_little(game, game.layout.rules.options[name], least)
        for name, least in game.amounts.least_payout_limits().items()
        if (posted := _posted(game.layout, name)) is not None and posted < least
    )


def _posted(layout: Layout, option: str) -> int | None:
    """Return the amount that an option sets, in cents; None if it sets none."""
    try:
        return cents(value_text(layout.options[option]))
    except ValueError:
        return None


def _too_little(game: Game[Any], option: Option, least: int) -> Finding:
    wrong = f"{dollars(_posted(game.layout, option.id) or 0)} is less than the minimum wager could win"
    permitted = f"{dollars(least)} or more at this table's minimum"
    return finding(game.layout.on, option, "not permitted", f"options.{option.id}", wrong, permitted)


def unpayable_limits(game: Game[Any], faulty: Collection[str] = ()) -> tuple[Finding, ...]:
    """Find wager limits that cannot be wagered because they could not be paid exactly at the wager's odds."""
    limits = game.layout.limits
    return tuple(
        _unpayable(game, wager, where, amount)
        for wager in limits.by_wager
        if wager in game.layout.wagers and not game.layout.wagers[wager].tied
        for name, amount in zip(("minimum", "maximum"), limits.by_wager[wager], strict=True)
        if amount and amount > 0 and (where := f"limits.{wager}.{name}") not in faulty
        if not any(amount % step == 0 for step in _steps(game, wager))
    )


def _steps(game: Game[Any], wager: str) -> list[int]:
    """Return the step of a wager's amounts at each spot where it can be placed."""
    opened = game.opening()
    if game.amounts.spot_format(wager):
        return [least_payable(game, wager, None)]
    return [game.amounts.step(opened, wager, spot) for spot in game.amounts.spots(opened, 1, wager) or ("",)]


def _unpayable(game: Game[Any], wager: str, where: str, amount: int) -> Finding:
    steps = " or ".join(dict.fromkeys(dollars(step) for step in _steps(game, wager)))
    wrong = f"{dollars(amount)} on {wager} cannot be paid exactly at its odds with {dollars(game.chip)} chips"
    rests_on = game.layout.rules.facts.get("payable") or game.layout.wagers[wager]
    return finding(game.layout.on, rests_on, "contradiction", where, wrong, f"a multiple of {steps}", mild=True)


def _checked(file: str, held: TableFile, findings: tuple[Finding, ...]) -> CheckedTable:
    breaches = sum(one.severity == "breach" for one in findings)
    return CheckedTable(
        file=file,
        name=held.name,
        game=held.game,
        on=held.on,
        lawful=not breaches,
        breaches=breaches,
        findings=findings,
        note=future_note(held.on),
    )


def diff(first: str | date, second: str | date, games: str | Sequence[str] | None = None) -> Diff:
    """List what changed in the regulation between two dates, in all games or in those named.

    >>> [one.path for one in diff("2005-01-01", "2006-01-01", "craps").games[0].changes if one.what == "wager"]
    ['wager.six_seven_eight']
    """
    one, other = parse_date(first, "the first date"), parse_date(second, "the second date")
    if one is None or other is None:
        raise ValueError("two dates are needed, such as 2001-03-09 2012-03-19")
    named = [games] if isinstance(games, str) else games or []
    ids = [name if name == all_games().game.id else rules_named(name).game.id for name in named]
    return changes(one, other, ids or None)
