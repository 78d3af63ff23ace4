"""The price of one table since the regulation began, and the amendment behind each move.

The table file stays the same while the regulation changes. The only dates on which a price can move are those of
`diff`, when something in the game was added, removed or changed. If the table reads the same before and after such a
date (the same choices, facts, wagers and odds; only paragraph numbers moved), it is not priced again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.contents import contents, section_of
from pitboss.chapter.days import parse_date as day_named
from pitboss.chapter.diff import Diff, GameDiff, ProvisionChange, diff
from pitboss.chapter.finding import Unlawful
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.layout import Layout
from pitboss.chapter.numbers import map_citations
from pitboss.chapter.rules import Provenance, Rules, all_games, rules_of
from pitboss.chapter.table_file import TableFile, read_table
from pitboss.exhibit import Exhibit
from pitboss.library.layouts import layout as layout_named
from pitboss.library.layouts import rules_named
from pitboss.library.prices import desk
from pitboss.library.ranges import WagerRange, lawful_range
from pitboss.plots import Line, steps_chart
from pitboss.pricing.contract import Progress
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.report import PricedWager, PriceReport

LINES = 8
"""The maximum number of wagers in one chart: the first, and those that moved most."""
BASIS_POINT = 10_000
_DAY = timedelta(days=1)
Day = date


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class Rule(_Model):
    """A change in the regulation that may have moved a price."""

    citation: str
    what: str = Field(description="The provision, before and after")
    rule: str | None = Field(description="The amendment, if the editions name it")
    provenance: Provenance


class HistoricWager(_Model):
    """The price of a wager during one span."""

    id: str
    name: str
    house_edge: float
    exact: str | None
    provenance: Provenance
    offered: bool


class Span(_Model):
    """A period during which the table has one price. If it has no wagers, the table was unlawful; `why` says so."""

    since: date
    until: date | None = Field(description="The first day after the span; none: still in force")
    wagers: tuple[HistoricWager, ...] = ()
    why: str = ""


class Move(_Model):
    """A wager whose price moved. A basis point is a hundredth of a percent of house edge."""

    date: date
    wager: str
    name: str
    was: float | None = Field(description="The house edge until then; none: the wager is new")
    now: float | None = Field(description="The house edge from then on; none: the wager was removed")
    was_exact: str | None = None
    now_exact: str | None = None
    basis_points: float | None
    rules: tuple[Rule, ...]

    def summary(self) -> str:
        """Summarize the move in a few words."""
        if self.now is None:
            return "removed" if self.was is not None else "not permitted"
        if self.was is None:
            return f"{self.now:.4%}, new"
        return f"{self.was:.4%} → {self.now:.4%}"


class History(Exhibit, _Model):
    """The prices of a table over the years."""

    game: str
    name: str
    first: date
    last: date
    options: dict[str, bool | int | float | str] = Field(
        description="Choices made by the table file; the rest are defaults"
    )
    odds: dict[str, str]
    spans: tuple[Span, ...]
    moves: tuple[Move, ...]

    def title(self) -> str:
        return f"{self.name} from {self.first} to {self.last}: {len(self.moves)} price changes"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json") for one in self.moves]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "date": one.date,
                "wager": one.wager,
                "edge": one.summary(),
                "by": "; ".join(dict.fromkeys(rule.rule or rule.citation for rule in one.rules)),
            }
            for one in self.moves
        ]

    def lines(self, wagers: Sequence[str] = ()) -> list[Line]:
        """Return house edges as step lines: for the named wagers, or for the first and those that moved most."""
        names = {one.id: one.name for span in self.spans for one in span.wagers}
        selected = list(wagers) or self._notable_outcomes(list(names))
        return [Line(names[id], tuple(self._points(id))) for id in selected if id in names]

    def _notable_outcomes(self, every: list[str]) -> list[str]:
        moved: dict[str, float] = {}
        for one in self.moves:
            moved[one.wager] = moved.get(one.wager, 0) + abs(one.basis_points or 0)
        changed = sorted(moved, key=lambda id: -moved[id])
        return list(dict.fromkeys([*every[:1], *changed]))[:LINES]

    def _points(self, wager: str) -> Iterator[tuple[date, float | None]]:
        for span in self.spans:
            yield span.since, next((one.house_edge for one in span.wagers if one.id == wager), None)

    def to_svg(self) -> str:
        return steps_chart(self.lines(), self.last, f"{self.name}: house edge since {self.first}")

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def history(
    game: str,
    *,
    first: str | date | None = None,
    last: str | date | None = None,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    progress: Progress | None = None,
    **choices: Any,
) -> History:
    """Price an unchanging table under every edition of the regulation since 1978, with the amendment behind each
    move.

    >>> found = history("roulette")
    >>> found.first, found.spans[-1].wagers[0].exact
    (datetime.date(1978, 6, 2), '1/19')
    """
    rules, held = rules_named(game), read_table(table) if isinstance(table, (str, Path)) else table
    begins, ends = day_named(first) or contents().first_day, day_named(last) or date.today()
    chosen = {**(options or {}), **choices}
    if begins > ends:
        raise ValueError(f"the first day, {begins}, is after the last, {ends}")
    if not (rules.game.since <= ends and (rules.game.until is None or begins < rules.game.until)):
        ended = f" until {rules.game.until}" if rules.game.until else ""
        raise ValueError(f"{game} is in the chapter from {rules.game.since}{ended}, not from {begins} to {ends}")
    found = diff(contents().first_day, ends, [game])

    def layout_on(day: date) -> Layout:
        return layout_named(game, day, options=chosen, odds=odds, table=held)

    spans = list(_spans(layout_on, _days(found, max(begins, rules.game.since), ends), progress))
    if not any(span.wagers for span in spans):
        raise ValueError(f"no day from {begins} to {ends} permits this table: {spans[-1].why}")
    stated = dict(held.options) if held is not None else {}
    return History(
        game=game,
        name=rules.game.name,
        first=spans[0].since,
        last=ends,
        options={name: _plain(value) for name, value in {**stated, **chosen}.items()},
        odds={**(dict(held.odds) if held is not None else {}), **(odds or {})},
        spans=tuple(spans),
        moves=tuple(_moves(spans, found)),
    )


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int, str)) else float(value)


def _days(found: Diff, first: date, last: date) -> list[date]:
    """Return the first day and each day on which something in the game changed."""
    changed = {change.date for one in found.games for change in one.changes if change.what != "irregularity"}
    return sorted({first} | {day for day in changed if first < day <= last})


class _DatedTable(NamedTuple):
    """Everything about a table on one day that can affect its price, and the price or the reason why there is none."""

    reads: object
    report: PriceReport | None
    why: str


def _spans(layout_on: Callable[[date], Layout], days: Sequence[date], progress: Progress | None) -> Iterator[Span]:
    """Yield one span per price; consecutive dates with the same table share a span."""
    before: _DatedTable | None = None
    open_span: Span | None = None
    for number, day in enumerate(days):
        now = _table_on(layout_on, day, before)
        if progress is not None:
            progress((number + 1) / len(days))
        if open_span is not None and before is not None and now.report is before.report and now.why == before.why:
            continue
        if open_span is not None:
            yield open_span.model_copy(update={"until": day})
        open_span, before = Span(since=day, until=None, wagers=_historic(now.report), why=now.why), now
    if open_span is not None:
        yield open_span


def _table_on(layout_on: Callable[[date], Layout], day: date, before: _DatedTable | None) -> _DatedTable:
    try:
        layout = layout_on(day)
    except Unlawful as error:
        return _DatedTable(None, None, "; ".join(one.wrong for one in error.findings if one.severity == "breach"))
    pricing_of(layout)  # a game without a price raises here, before anything is compared
    reads = price_inputs(layout)
    if before is not None and before.report is not None and before.reads == reads:
        return before
    return _DatedTable(reads, desk.price(layout), "")


def price_inputs(layout: Layout) -> object:
    """Return everything in a layout that can affect a price: not paragraph numbers and not the date."""
    return (
        dict(layout.options),
        {name: fact.value for name, fact in layout.rules.facts.items() if fact.in_force(layout.on)},
        {
            name: (
                map_citations(wager.terms, lambda section: ""),
                wager.offered,
                wager.tied,
                layout.paid(name).like,
                {outcome: str(odds) for outcome, odds in layout.odds_table(name).items()},
                layout.paid(name).provenance,
            )
            for name, wager in layout.permissible.items()
        },
    )


def _historic(report: PriceReport | None) -> tuple[HistoricWager, ...]:
    return tuple(
        HistoricWager(
            id=one.id,
            name=one.name,
            house_edge=one.house_edge,
            exact=one.exact,
            provenance=one.provenance,
            offered=one.offered,
        )
        for one in _every(report)
    )


def _every(report: PriceReport | None) -> tuple[PricedWager, ...]:
    return () if report is None else (*report.wagers, *report.combinations)


def _moves(spans: Sequence[Span], found: Diff) -> Iterator[Move]:
    """Yield what changed from each span to the next, wager by wager."""
    for before, after in pairwise(spans):
        was = {one.id: one for one in before.wagers}
        now = {one.id: one for one in after.wagers}
        changes = [
            _named_rule(change, game) for game in found.games for change in game.changes if change.date == after.since
        ]
        for id in dict.fromkeys([*was, *now]):
            old, new = was.get(id), now.get(id)
            if old is not None and new is not None and old.house_edge == new.house_edge:
                continue
            yield Move(
                date=after.since,
                wager=id,
                name=(new or old or after.wagers[0]).name,
                was=old.house_edge if old else None,
                now=new.house_edge if new else None,
                was_exact=old.exact if old else None,
                now_exact=new.exact if new else None,
                basis_points=basis_points(old, new),
                rules=tuple(_rules(changes, id)),
            )


def _named_rule(change: ProvisionChange, game: GameDiff) -> ProvisionChange:
    """Return the change with its amendment: its own, or the one of that date for its section."""
    if change.rule is not None or "." not in change.section:
        return change  # the addition or removal of a game is cited with its whole subchapter
    section = section_of(change.section)
    for one in game.amendments:
        if one.effective == change.date and one.after is None and section in map(section_of, one.sections):
            return change.model_copy(update={"rule": one.rule})
    return change


def basis_points(old: HistoricWager | None, new: HistoricWager | None) -> float | None:
    """Return the move of a house edge in hundredths of a percent; None if the wager is new or was removed."""
    if old is None or new is None:
        return None
    if old.exact and new.exact:
        return float((Fraction(new.exact) - Fraction(old.exact)) * BASIS_POINT)
    return (new.house_edge - old.house_edge) * BASIS_POINT


def _rules(changes: Iterable[ProvisionChange], wager: str) -> Iterator[Rule]:
    """Yield the changes on a day that may have moved a wager: its own if there are any, otherwise the shared ones."""
    every = list(changes)
    parts = wager.split("+")
    own = [one for one in every if any(_is_of(one.path, part) for part in parts)]
    shared = [one for one in every if not one.path.startswith(("wager.", "irregularity."))]
    for one in own or shared:
        provides = " → ".join(part for part in (one.was, one.now) if part)
        what = f"{one.what} {one.kind}: {one.name}" + (f": {provides}" if provides else "")
        yield Rule(citation=one.citation, what=what, rule=one.rule, provenance=one.provenance)


def _is_of(path: str, wager: str) -> bool:
    return path == f"wager.{wager}" or path.startswith(f"wager.{wager}.")


# ---- Priced differences between two dates


class RangeMove(_Model):
    """The lawful range of a wager before and after a change: the house edge of the best and the worst table."""

    date: Day = Field(description="The date of the move; for the total, the second date")
    wager: str
    name: str
    was: tuple[float, float] | None = Field(description="Best and worst before; none: did not exist")
    now: tuple[float, float] | None = Field(description="Best and worst after; none: removed")
    basis_points: tuple[float, float] | None = Field(description="The moves of best and worst")
    rules: tuple[Rule, ...] = Field(description="The changes that can have moved it")
    steps: tuple[RangeMove, ...] = Field(default=(), description="The separate moves, if there were several")


class PricedGame(_Model):
    """The effect of the changes between two dates on a game's default table and its lawful ranges."""

    game: str
    name: str
    moves: tuple[Move, ...] = Field(description="Each move in between, with the amendment behind it")
    total: tuple[Move, ...] = Field(description="The total move of each wager that moved")
    ranges: tuple[RangeMove, ...] = Field(default=(), description="The lawful range of every wager that moved")
    why: str = Field(default="", description="Why there are no figures, if so")


class PricedDiff(Diff):
    """The changes between two dates and their effect on the price of each game's default table."""

    priced: tuple[PricedGame, ...]


def priced_diff(found: Diff, progress: Progress | None = None) -> PricedDiff:
    """Add to a diff the prices of every game's default table before, between and after the changes."""
    games = [one.game for one in found.games if one.game != all_games().game.id]
    priced = []
    for number, game in enumerate(games):

        def share(of_game: float, number: int = number) -> None:
            if progress is not None:
                progress((number + of_game) / len(games))

        priced.append(_priced(game, found.first, found.second, share))
        share(1.0)
    return PricedDiff(**{name: getattr(found, name) for name in Diff.model_fields}, priced=tuple(priced))


def _ranges(game: str, found: Diff, progress: Progress | None) -> tuple[RangeMove, ...]:
    """Return the lawful ranges that differ between the two dates, and when each moved."""
    rules = rules_of(game)
    changes = [_named_rule(change, one) for one in found.games for change in one.changes]
    days = sorted({change.date for change in changes if change.what != "irregularity"} | {found.second})
    searched: dict[date, Mapping[str, WagerRange]] = {}

    def on(day: date) -> Mapping[str, WagerRange]:
        if day not in searched:
            there = lawful_range(game, day, progress).wagers if game_in_force(rules, day) else ()
            searched[day] = {one.id: one for one in there}
        return searched[day]

    moves = []
    for id in dict.fromkeys([*on(found.first), *on(found.second)]):
        ends = [one for one in (on(found.first).get(id), on(found.second).get(id)) if one is not None]
        if len({_ends(one) for one in ends}) == 1 and len(ends) > 1:
            continue
        read = {name for one in ends for name in _searched(one)}
        if len(ends) > 1:
            moving = {one.date for one in changes if _can_move(rules, one, id, read)}
            turns = [day for day in days if day in moving] or [found.second]
        else:
            turns = [next((one.date for one in changes if _is_of(one.path, id.split("+")[0])), found.second)]
        steps = []
        before = on(found.first).get(id)
        for day in turns:
            after = on(found.second if day == turns[-1] else day).get(id)
            if _ends(before) != _ends(after):
                steps.append(_moved(id, day, before, after, [one for one in changes if one.date == day]))
            before = after
        whole = _moved(id, found.second, on(found.first).get(id), on(found.second).get(id), [])
        by = dict.fromkeys(rule for step in steps for rule in step.rules)
        several = tuple(steps) if len(steps) > 1 else ()
        moves.append(whole.model_copy(update={"rules": tuple(by), "steps": several, "date": steps[-1].date}))
    return tuple(moves)


def _moved(
    id: str, day: date, old: WagerRange | None, new: WagerRange | None, changes: list[ProvisionChange]
) -> RangeMove:
    before, after = _ends(old), _ends(new)
    points = [(b - a) * BASIS_POINT for a, b in zip(before, after, strict=True)] if before and after else None
    return RangeMove(
        date=day,
        wager=id,
        name=next(one.name for one in (new, old) if one is not None),
        was=before,
        now=after,
        basis_points=(points[0], points[1]) if points else None,
        rules=tuple(_rules(changes, id)),
    )


def _searched(one: WagerRange) -> Iterator[str]:
    """Yield the choices that were varied to find a range."""
    yield from (*one.exhaustively, *one.by_dominance, *one.by_ends, *(moved.option for moved in one.moved))
    yield from (*one.best.options, *one.worst.options)


def _can_move(rules: Rules, change: ProvisionChange, wager: str, read: Set[str]) -> bool:
    """Whether a change can affect the range of a wager that depends on these choices."""
    kind, _, rest = change.path.partition(".")
    if kind == "option":
        return rest.split(".")[0] in read
    if kind == "condition":
        return set(rules.conditions[int(rest)].when) <= read
    if kind == "pay_table":
        return rest.split(".")[0] in read
    if kind == "fact":
        return change.kind != "added"
    return kind == "game" or any(_is_of(change.path, part) for part in wager.split("+"))


def _ends(one: WagerRange | None) -> tuple[float, float] | None:
    return None if one is None else (one.best.house_edge, one.worst.house_edge)


def _priced(game: str, first: date, second: date, progress: Progress | None = None) -> PricedGame:
    name = rules_of(game).game.name
    try:
        found = history(game, first=first, last=second)
    except ValueError as error:
        return PricedGame(game=game, name=name, moves=(), total=(), why=str(error))
    began = rules_of(game).game.since
    before = [] if began <= first else [Span(since=first, until=began)]
    spans = [*before, *found.spans]
    whole = [spans[0], spans[-1]] if len(spans) > 1 else []
    since = diff(first, second, [game])
    return PricedGame(
        game=game,
        name=name,
        moves=tuple(_moves(spans, since)),
        total=tuple(one.model_copy(update={"rules": (), "date": second}) for one in _moves(whole, since)),
        ranges=_ranges(game, since, progress),
    )
