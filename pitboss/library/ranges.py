"""The lawful range: for each wager, the best and the worst table for a player that the regulation permits on a date.

Theory of operation
1. A table is a set of choices. Only choices that a price *reads* are tried; one that is never read cannot affect the
   price. Reads are recorded while the price is computed (`pricing.choices`), per wager where a game can price wagers
   separately.
2. Each choice read is first varied alone, starting from the default table. Those that change a wager's price are its
   movers.
3. The movers of a wager are searched exhaustively, over every lawful combination of their listed values, with two
   exceptions:
   - rights (`Pricing.rights`): values ordered so that each gives the player one more choice or pays more. A player
     with the best strategy cannot lose by it, so the last lawful value is best and the first worst (dominance);
   - numeric ranges: only their ends are tried, because the price is monotonic in between.
   If there are too many combinations, the search climbs from the default table, setting one choice at a time to its
   best value until nothing improves; the report says so.
4. From each table found, every other choice read is varied again. Those that have an effect there but not at the
   default table become movers and the search is repeated, until no single change improves the result. Tables that do
   not offer the wager do not count.
5. Odds that a licensee may raise (`least`) are left at the regulation's: raising them is always better for the
   player, without limit.
6. Choices and odds given to the search are held fixed. If they are unlawful, every other choice still has to be
   lawful: a table may breach the chapter only where the table searched from does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from math import prod
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.check import permits
from pitboss.chapter.contents import contents
from pitboss.chapter.days import parse_date as day_named
from pitboss.chapter.diff import change_dates
from pitboss.chapter.finding import Unlawful
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Option, Value, registered_games, rules_of, same_value, value_text
from pitboss.exhibit import Catalogue
from pitboss.library.layouts import layout as layout_named
from pitboss.library.layouts import rules_named
from pitboss.library.prices import AT_ONCE
from pitboss.plots import Swing, tornado_chart
from pitboss.pricing.cache import Entry
from pitboss.pricing.choices import RecordingOptions, record_options
from pitboss.pricing.contract import Pricing, Progress
from pitboss.pricing.entry import pricing_of

ALGORITHM = 4
MOST = 3_000
"""The maximum number of combinations of a wager's movers to search; reports say when there are more."""
MOST_BESIDE = 450
"""The same for a side wager that can be priced quickly on its own in a game whose main hand is slow."""
ROUNDS = 3
WHOLE = ""
"""Stands for a wager id when the report of all wagers reads a choice."""
Choices = Mapping[str, Value]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class Bound(_Model):
    """One end of a wager's range, with a table that attains it."""

    house_edge: float
    exact: str | None = None
    options: dict[str, bool | int | float | str] = Field(description="Choices made by the table; the rest are defaults")
    table: str = Field(description="The table file")


class Moved(_Model):
    """How far one choice alone moves a wager's price away from the default table's."""

    option: str
    name: str
    least: float
    least_by: str
    most: float
    most_by: str

    @property
    def span(self) -> float:
        return self.most - self.least


class WagerRange(_Model):
    """The lawful range of a wager."""

    id: str
    name: str
    usual: float
    best: Bound
    worst: Bound
    tables: int = Field(description="Number of lawful combinations compared")
    exhaustively: tuple[str, ...] = Field(description="Choices searched in every lawful combination")
    by_dominance: tuple[str, ...] = Field(
        default=(), description="Rights: each can only help a player with the best strategy"
    )
    by_ends: tuple[str, ...] = Field(default=(), description="Numeric ranges, of which only the ends were compared")
    partly: bool = Field(default=False, description="Too many combinations: compared one choice at a time")
    reconstructed: tuple[str, ...] = Field(
        default=(), description="Choices at either end that are reconstructed: no text was found"
    )
    may_pay_more: bool = Field(default=False, description="Odds may be raised above the chapter's without limit")
    moved: tuple[Moved, ...] = Field(default=(), description="The effect of each choice alone, largest first")


class LawfulRange(Catalogue, _Model):
    """The best and worst lawful tables of a game on a date."""

    game: str
    name: str
    on: date
    whole: str = Field(description="The row for the whole hand: the first wager, or a combination")
    wagers: tuple[WagerRange, ...]
    read: tuple[str, ...] = Field(description="Choices that affect a price and were varied")
    not_read: tuple[str, ...] = Field(description="Choices that no price reads, so they cannot affect one")
    open_ended: tuple[str, ...] = Field(description="Choices without an upper limit: only listed values were tried")
    fixed: dict[str, str] = Field(default={}, description="Choices and odds that every table searched has")
    unlawful: tuple[str, ...] = Field(default=(), description="The breaches of the chapter that these would be")

    def members(self) -> tuple[WagerRange, ...]:
        return self.wagers

    def __iter__(self) -> Iterator[WagerRange]:  # type: ignore[override]  # pydantic iterates over fields
        return iter(self.members())

    def __getitem__(self, id: str) -> WagerRange:
        found: WagerRange = self.get(id)
        return found

    def title(self) -> str:
        whole = self[self.whole]
        return f"{self.name} on {self.on}: {whole.best.house_edge:.4%} to {whole.worst.house_edge:.4%} ({whole.name})"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json", exclude={"moved"}) for one in self.wagers]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "wager": one.id,
                "best": f"{one.best.house_edge:.4%}",
                "usual": f"{one.usual:.4%}",
                "worst": f"{one.worst.house_edge:.4%}",
                "tables": one.tables,
            }
            for one in self.wagers
        ]

    def to_svg(self) -> str:
        return self.tornado(self.whole)

    def tornado(self, wager: str) -> str:
        """Draw how far each choice alone moves a wager, as SVG."""
        one = self[wager]
        swings = [Swing(move.name, move.least, move.least_by, move.most, move.most_by) for move in one.moved]
        return tornado_chart(swings, one.usual, f"{self.name} on {self.on}: what affects the {one.name}")

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def lawful_range(
    game: str,
    on: str | date | None = None,
    progress: Progress | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    unlawful: bool = False,
) -> LawfulRange:
    """Find the best and worst lawful table of a game on a date, for every wager and for the whole hand.

    `options` and `odds` are held fixed, also unlawful ones if `unlawful`. Results are cached on disk for all dates on
    which the game is the same.

    >>> found = lawful_range("roulette", "2008-06-01")
    >>> found["red"].best.exact, found["red"].worst.exact
    ('1/74', '10/361')
    """
    rules, day = rules_named(game), day_named(on) or date.today()
    if not game_in_force(rules, day):
        ended = f" until {rules.game.until}" if rules.game.until else ""
        raise ValueError(f"{game} is not in the chapter on {day}: since {rules.game.since}{ended}")
    held = layout_named(game, day, options=options, odds=odds, unlawful=unlawful)
    pricing_of(held)
    fixed = {name: held.options[name] for name in options or {} if name in held.options}
    key: list[Any] = ["range", unchanged_since(game, day).isoformat(), _code(game)]
    key += [{name: value_text(value) for name, value in fixed.items()}, held.stated_odds] if options or odds else []
    entry = Entry(game, ALGORITHM, key)
    kept = entry.load()
    if kept is None:
        kept = json.loads(_Search(held, fixed, progress).run().model_dump_json())
        entry.save(kept)
    return _dated(LawfulRange.model_validate(kept), day)


def unchanged_since(game: str, day: date) -> date:
    """Return the first day since which the game has been the same; a search on any day since then holds for all."""
    began = max(rules_of(game).game.since, contents().first_day)
    return max([began, *(one for one in change_dates(game, day) if one <= day)])


def _dated(found: LawfulRange, day: date) -> LawfulRange:
    """Return the range for another date on which the game is the same; its table files get the new date."""
    if found.on == day:
        return found

    def bound(end: Bound) -> Bound:
        return end.model_copy(update={"table": end.table.replace(f"on = {found.on}", f"on = {day}", 1)})

    wagers = (one.model_copy(update={"best": bound(one.best), "worst": bound(one.worst)}) for one in found.wagers)
    return found.model_copy(update={"on": day, "wagers": tuple(wagers)})


def _code(game: str) -> str:
    """Return a hash of all code that determines the figures: the game, its families and the pricing machinery."""
    digest = hashlib.sha256()
    for package in (registered_games()[game], "pitboss.families", "pitboss.pricing", "pitboss.library"):
        for text in sorted(_texts(files(package))):
            digest.update(text.encode())
    return digest.hexdigest()


def _texts(folder: Traversable) -> Iterator[str]:
    for one in folder.iterdir():
        if one.is_dir() and one.name != "__pycache__":
            yield from _texts(one)
        elif one.name.endswith((".py", ".toml")):
            yield one.name + one.read_text("utf-8")


# ---- The search


class Figure(NamedTuple):
    """The house edge of a row at a table: exact, or only a float."""

    edge: float
    exact: str | None

    @property
    def value(self) -> Fraction | float:
        return Fraction(self.exact) if self.exact else self.edge


class Found(NamedTuple):
    """A figure and the choices that produce it."""

    figure: Figure
    chosen: dict[str, Value]


class _Search:
    """One search over the tables of a game on a date; every table is priced only once."""

    def __init__(self, usual: Layout, fixed: Choices, progress: Progress | None) -> None:
        self.rules = usual.rules
        self.day = usual.on
        self.progress = progress
        self.usual = usual
        self.fixed = dict(fixed)
        self._breached = {(one.where, one.wrong) for one in usual.breaches}
        self.pricing: Pricing = pricing_of(self.usual)
        self.read: dict[str, None] = {}
        self._read_by: dict[str, set[str]] = {}
        """The choices read by each wager priced alone; the full report's reads are under `WHOLE`."""
        self._layouts: dict[str, Layout | None] = {}
        self._prices: dict[str, dict[str, Figure]] = {}
        self._edges: dict[tuple[str, str], Figure] = {}
        self.names: dict[str, str] = {}
        self.parts: dict[str, tuple[str, ...]] = {}
        self.options = {
            name: self._values(option)
            for name, option in self.rules.options.items()
            if name in self.usual.options and name not in self.fixed
        }

    # ---- Prices of tables

    def layout(self, chosen: Choices) -> Layout | None:
        """Return the table with these choices; all others are defaults or implied. None if it is not permitted."""
        key = json.dumps({name: value_text(value) for name, value in chosen.items()}, sort_keys=True)
        if key not in self._layouts:
            self._layouts[key] = self._build(chosen)
        return self._layouts[key]

    def _build(self, chosen: Choices) -> Layout | None:
        options, odds = {**chosen, **self.fixed}, self.usual.stated_odds
        try:
            found = Layout.of(self.rules, self.day, options, odds, unlawful=bool(self._breached))
        except Unlawful:
            return None
        return found if {(one.where, one.wrong) for one in found.breaches} <= self._breached else None

    def figures(self, layout: Layout) -> dict[str, Figure]:
        """Return the house edge of every row at a table, and record the choices that were read."""
        key = _key(layout)
        if key not in self._prices:
            recorded, options = record_options(layout)
            report = self.pricing.bare_price(recorded)
            self._note(options, WHOLE)
            rows = (*report.wagers, *report.combinations)
            self._prices[key] = {one.id: Figure(one.house_edge, one.exact) for one in rows}
            self.names |= {one.id: one.name for one in rows}
            self.parts |= {one.id: one.parts or (one.id,) for one in rows}
        return self._prices[key]

    def figure(self, layout: Layout, wager: str) -> Figure | None:
        """Return the house edge of one row at a table, by the game's faster method if it has one."""
        key = _key(layout)
        if (key, wager) in self._edges:
            return self._edges[key, wager]
        if not self._alone(wager):
            return self.figures(layout).get(wager)
        if wager not in layout.permissible:
            return None
        recorded, options = record_options(layout)
        edge = self.pricing.edge(recorded, wager)
        if edge is not None:
            found = Figure(edge, None)
        else:
            one = self.pricing.single(recorded, wager)
            found = Figure(one.house_edge, one.exact)
        self._note(options, wager)
        self._edges[key, wager] = found
        return found

    def _alone(self, wager: str) -> bool:
        """Whether the game can price this row alone: a wager, not a combination."""
        return "single" in self.pricing.gives and wager in self.rules.wagers

    def _note(self, options: RecordingOptions, wager: str) -> None:
        """Record the choices that were read, and by which wager's price."""
        asked = [name for name in options if name in options.read and name in self.options]
        self._read_by.setdefault(wager, set()).update(asked)
        self.read |= dict.fromkeys(asked)

    def read_by(self, wager: str) -> set[str]:
        """Return the choices that a row's price has read so far."""
        return self._read_by.get(wager if self._alone(wager) else WHOLE, set())

    def _values(self, option: Option) -> tuple[Value, ...]:
        """Return the values to try: those listed and in force, or the ends of a range."""
        listed = [one.value for one in option.values if permits(self.rules, option, one.value, self.day)]
        if listed or option.range is None:
            return tuple(listed)
        ends = [end for end in (option.range.least, option.range.most) if end is not None]
        return tuple(dict.fromkeys([*ends, option.default])) if option.range.most is not None else ()

    # ---- Movers

    def screened(
        self,
        base: Choices,
        wagers: Iterable[str],
        moved: dict[str, dict[str, None]],
        known: Iterable[str] = (),
    ) -> None:
        """Vary every choice read, one at a time from a base table, and record which wagers move; skip `known` ones."""
        at = self.layout(base)
        if at is None:
            return
        for wager in wagers:
            self.figure(at, wager)  # records the choices read here
            tried = set(known)
            while left := [name for name in self.options if name in self.read_by(wager) and name not in tried]:
                tried.update(left)
                self._ahead([one for name in left for one in self._changed(base, at, name)], wager)
                for name in left:
                    for layout in self._changed(base, at, name):
                        before = self.figure(self._without(at, layout, name), wager)
                        after = self.figure(layout, wager)
                        if before is not None and after is not None and before.value != after.value:
                            moved[wager][name] = None

    def _ahead(self, layouts: list[Layout], wager: str) -> None:
        """Price the tables needed next, two at a time, where a game can price a row alone."""
        if self._alone(wager):
            self._each(layouts, wager)

    def _changed(self, base: Choices, at: Layout, name: str) -> Iterator[Layout]:
        for value in self.options[name]:
            if not same_value(value, at.options[name]):
                layout = self.layout({**base, name: value}) or self.layout({name: value})
                if layout is not None:
                    yield layout

    def _without(self, at: Layout, layout: Layout, name: str) -> Layout:
        """Return the table to compare a changed one with: it has everything the change implied, but not the change
        itself.

        If that table is not permitted, the change cannot be separated from its implications and counts as a whole.
        """
        implied = {
            other: value
            for other, value in layout.options.items()
            if other != name and not same_value(value, at.options[other])
        }
        if not implied:
            return at
        beside = self.layout({**implied, name: at.options[name]})
        return beside if beside is not None else at

    # ---- The ends of a wager

    def forced(self, wager: str) -> dict[str, Value]:
        """Return the choices needed to offer a wager and those it belongs with."""
        return {
            name: values[0]
            for part in self._wagers_of(wager)
            for name, values in self.rules.wagers[part].offered.items()
            if name in self.usual.options and not any(same_value(self.usual.options[name], value) for value in values)
        }

    def _settled_by(self, wager: str, name: str) -> bool:
        """Whether a choice already follows from offering the wager."""
        if name not in self.forced(wager):
            return False
        asks = [self.rules.wagers[part].offered.get(name, ()) for part in self._wagers_of(wager)]
        return max(map(len, asks)) == 1

    def offers(self, layout: Layout, wager: str) -> bool:
        """Whether a row can be wagered at a table; tables where it cannot do not count as ends of its range."""
        return all(layout.offers(self.rules.wagers[part]) for part in self._wagers_of(wager))

    def _may_offer(self, row: str, chosen: Choices) -> bool:
        """Whether a table with these choices can offer a row; some bonuses, for example, require four decks."""
        layout = self.layout({**self.forced(row), **chosen})
        return layout is not None and self.offers(layout, row)

    def _wagers_of(self, row: str) -> list[str]:
        return [part for part in self.parts.get(row, (row,)) if part in self.rules.wagers]

    def ends(self, wager: str, movers: Iterable[str]) -> tuple[Found, Found, int, bool]:
        """Return a wager's best and worst table over its movers, the number compared, and whether some were skipped."""
        forced = self.forced(wager)
        names = [name for name in movers if len(self.options[name]) > 1 and not self._settled_by(wager, name)]
        rights = {name: self._ordered(name) for name in names if name in self.rights_of(wager)}
        others = [name for name in names if name not in rights]
        if prod(len(self.options[name]) for name in others) > self._most(wager):
            return self._step_by_step(wager, forced, names)
        found: dict[bool, Found] = {}
        tables = []
        for combination in product(*(self.options[name] for name in others)):
            fixed = {**forced, **dict(zip(others, combination, strict=True))}
            for best in (True, False):
                chosen, layout = self._with_rights(fixed, rights, best)
                if layout is not None and self.offers(layout, wager):
                    tables.append((best, chosen, layout))
        compared = {_key(layout) for _, _, layout in tables}
        each = self._each([layout for _, _, layout in tables], wager)
        for (best, chosen, _), figure in zip(tables, each, strict=True):
            if figure is not None and (best not in found or _beats(figure, found[best].figure, best)):
                found[best] = Found(figure, chosen)
        usual = self._as_usual(wager, forced)
        return found.get(True, usual), found.get(False, usual), len(compared) or 1, False

    def rights_of(self, wager: str) -> Mapping[str, tuple[Value, ...]]:
        """Return the rights that apply to this wager: choices whose better values never hurt a player with the best
        strategy.
        """
        return self.pricing.rights_of(self.usual, wager) if len(self.parts[wager]) == 1 else self.pricing.rights

    def _most(self, wager: str) -> int:
        beside = self._alone(wager) and wager != next(iter(self.usual.permissible))
        return MOST_BESIDE if beside else MOST

    def _each(self, layouts: list[Layout], wager: str) -> list[Figure | None]:
        """Price one row at many tables, two at a time where a game's compiled loops price a row alone."""
        if not self._alone(wager):
            return [self.figure(layout, wager) for layout in layouts]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(lambda layout: self.figure(layout, wager), layouts))

    def _as_usual(self, wager: str, forced: dict[str, Value]) -> Found:
        layout = self.layout(forced) or self.usual
        return Found(self.figure(layout, wager) or self.figures(self.usual)[wager], forced)

    def _ordered(self, name: str) -> list[Value]:
        """Return the values of a right that exist on this date, the worst first."""
        return [
            value for value in self.pricing.rights[name] if any(same_value(value, one) for one in self.options[name])
        ]

    def _with_rights(
        self, fixed: dict[str, Value], rights: Mapping[str, list[Value]], best: bool
    ) -> tuple[dict[str, Value], Layout | None]:
        """Return the table with every right as good, or as bad, as the other choices lawfully allow."""
        chosen, layout = dict(fixed), self.layout(fixed)
        if rights:
            ends = {name: (values[-1] if best else values[0]) for name, values in rights.items()}
            all_at_once = self.layout({**fixed, **ends})
            if all_at_once is not None:
                return {**fixed, **ends}, all_at_once
        for name, values in rights.items():
            for value in reversed(values) if best else values:
                tried = self.layout({**chosen, name: value})
                if tried is not None:
                    chosen, layout = {**chosen, name: value}, tried
                    break
        return chosen, layout

    def _step_by_step(self, wager: str, forced: dict[str, Value], names: list[str]) -> tuple[Found, Found, int, bool]:
        """Climb one choice at a time while the result improves, for when there are too many combinations."""
        compared: set[str] = set()

        def climb(best: bool) -> Found:
            now = self._as_usual(wager, forced)
            before = None
            while before is not now.chosen:
                before = now.chosen
                for name in names:
                    near = [{**now.chosen, name: value} for value in self.options[name]]
                    layouts = [
                        (chosen, layout)
                        for chosen in near
                        if (layout := self.layout(chosen)) is not None and self.offers(layout, wager)
                    ]
                    compared.update(_key(layout) for _, layout in layouts)
                    figures = self._each([layout for _, layout in layouts], wager)
                    tried = [Found(one, chosen) for (chosen, _), one in zip(layouts, figures, strict=True) if one]
                    better = [one for one in tried if _beats(one.figure, now.figure, best)]
                    if better:
                        now = (min if best else max)(better, key=_value)
            return now

        return climb(True), climb(False), len(compared), True

    # ---- Putting it together

    def run(self) -> LawfulRange:
        rows = list(self.figures(self.usual))
        wagers = [row for row in rows if self._has_own_range(row)]
        moved: dict[str, dict[str, None]] = {row: {} for row in wagers}
        self.screened({}, wagers, moved)
        swings = {row: self._swings(row) for row in wagers}
        ends = {}
        for number, row in enumerate(wagers):
            ends[row] = self._settled(row, moved)
            if self.progress is not None:
                self.progress((number + 1) / len(wagers))
        whole = next((row for row in wagers if "+" in row and self._is_hand(row)), wagers[0])
        return LawfulRange(
            game=self.rules.game.id,
            name=self.rules.game.name,
            on=self.day,
            whole=whole,
            wagers=tuple(self._wager(row, moved[row], ends[row], swings[row]) for row in wagers),
            read=tuple(self.read),
            not_read=tuple(name for name in self.options if name not in self.read),
            open_ended=tuple(name for name in self.read if self._is_open(name)),
            fixed={name: value_text(value) for name, value in self.fixed.items()} | self.usual.stated_odds,
            unlawful=tuple(str(one) for one in self.usual.breaches),
        )

    def _has_own_range(self, row: str) -> bool:
        """Whether a row has its own range; a wager tied to another is part of the whole hand instead."""
        if len(self.parts[row]) > 1:
            return True
        wager = self.rules.wagers.get(row)
        return wager is None or not wager.tied or bool(wager.offered) or bool(wager.amount.fixed)

    def _is_hand(self, row: str) -> bool:
        """Whether a combination is the whole hand: it includes the first wager and follows the strategy."""
        return next(iter(self.usual.permissible)) in self.parts[row] and self.rules.game.family != "dice"

    def _settled(self, row: str, moved: dict[str, dict[str, None]]) -> tuple[Found, Found, int, bool]:
        """Return the ends of a wager's range, which no change of a single choice exceeds."""
        for _ in range(ROUNDS + 1):
            # By dominance a right always takes its extreme value, whether or not that moves the wager.
            moved[row] |= dict.fromkeys(self._rights_read(row))
            before = dict(moved[row])
            ends = self.ends(row, moved[row])
            for end in ends[:2]:
                self.screened(end.chosen, [row], moved, self.rights_of(row))
            if moved[row] == before:
                break
        return ends

    def _rights_read(self, row: str) -> list[str]:
        """Return the rights that a row's price reads and that offer more than one value."""
        rights, read = self.rights_of(row), self.read_by(row)
        return [name for name, values in self.options.items() if name in rights and name in read and len(values) > 1]

    def _swings(self, row: str) -> tuple[Moved, ...]:
        """Return the effect of each choice alone from the default table, net of what it implies."""
        usual = self.figure(self.usual, row) or self.figures(self.usual)[row]
        elected = not self.offers(self.usual, row)
        names = [name for name in self.options if name in self.read_by(row)]
        self._ahead([one for name in names for one in self._changed({}, self.usual, name)], row)
        found = []
        for name in names:
            results = [(usual.edge, value_text(self.usual.options[name]))]
            for layout in self._changed({}, self.usual, name):
                figure, without = self.figure(layout, row), self.figure(self._without(self.usual, layout, name), row)
                there = self._may_offer(row, {name: layout.options[name]}) if elected else self.offers(layout, row)
                if there and figure is not None and (without is None or without.value != figure.value):
                    results.append((figure.edge, value_text(layout.options[name])))
            (least, least_by), (most, most_by) = min(results), max(results)
            if least != most:
                title = self.rules.options[name].name
                found.append(Moved(option=name, name=title, least=least, least_by=least_by, most=most, most_by=most_by))
        return tuple(sorted(found, key=lambda one: -one.span))

    def _wager(
        self, row: str, moved: Mapping[str, None], ends: tuple[Found, Found, int, bool], swings: tuple[Moved, ...]
    ) -> WagerRange:
        best, worst, tables, partly = ends
        rights = [name for name in moved if name in self.rights_of(row)] if not partly else []
        by_ends = [name for name in moved if not self.rules.options[name].values]
        parts = self.parts[row]
        return WagerRange(
            id=row,
            name=self.names[row],
            usual=self.figures(self.usual)[row].edge,
            best=self._bound(row, best),
            worst=self._bound(row, worst),
            tables=tables,
            exhaustively=tuple(name for name in moved if name not in (*rights, *by_ends)),
            by_dominance=tuple(rights),
            by_ends=tuple(by_ends),
            partly=partly,
            reconstructed=tuple(
                name
                for name in self.options
                if name in {**best.chosen, **worst.chosen} and self._is_reading(name, best.chosen, worst.chosen)
            ),
            may_pay_more=any(self._may_pay_more(part) for part in parts),
            moved=swings,
        )

    def _is_reading(self, name: str, *ends: Choices) -> bool:
        """Whether one end makes a non-default choice that is a reconstruction."""
        usual = self.usual.options[name]
        other = any(name in end and not same_value(end[name], usual) for end in ends)
        return other and self.rules.options[name].provenance == "reconstructed"

    def _may_pay_more(self, wager: str) -> bool:
        """Whether a licensee may pay more for a wager than the regulation lists."""
        if wager not in self.usual.permissible:
            return False
        pays = self.usual.paid(wager)
        named = self.rules.pay_tables.get(pays.table or "", {})
        table = named.get(value_text(self.usual.options[pays.table])) if pays.table else None
        return pays.least is not None or (table is not None and table.least is not None)

    def _bound(self, row: str, end: Found) -> Bound:
        figure = self._exactly(row, end)
        return Bound(
            house_edge=figure.edge,
            exact=figure.exact,
            options={name: _plain(value) for name, value in end.chosen.items()},
            table=table_text(self.rules.game.id, self.day, {**end.chosen, **self.fixed}, self.usual.stated_odds),
        )

    def _exactly(self, row: str, end: Found) -> Figure:
        """Return the exact figure of an end; the faster method of a search gives no fraction."""
        layout = self.layout(end.chosen)
        if end.figure.exact is not None or layout is None or not self._alone(row):
            return end.figure
        one = self.pricing.single(layout, row)
        return Figure(one.house_edge, one.exact)

    def _is_open(self, name: str) -> bool:
        limits = self.rules.options[name].range
        return limits is not None and limits.most is None


def _value(one: Found) -> Fraction | float:
    return one.figure.value


def _beats(one: Figure, other: Figure, best: bool) -> bool:
    return one.value < other.value if best else one.value > other.value


def _key(layout: Layout) -> str:
    return json.dumps({name: value_text(value) for name, value in layout.options.items()}, sort_keys=True)


def _plain(value: Value) -> bool | int | float | str:
    return float(value) if isinstance(value, Decimal) else value


def table_text(game: str, day: date, chosen: Choices, odds: Mapping[str, str] = {}) -> str:
    """Write a table file with these choices and odds."""
    lines = [f'game = "{game}"', f"on = {day}", *(["[options]"] if chosen else [])]
    lines += [f"{name} = {_written(value)}" for name, value in chosen.items()]
    lines += ["[odds]", *(f"{json.dumps(key)} = {json.dumps(text)}" for key, text in odds.items())] if odds else []
    return "\n".join(lines) + "\n"


def _written(value: Value) -> str:
    return json.dumps(value) if isinstance(value, str) else value_text(value)


__all__ = ["LawfulRange", "WagerRange", "lawful_range", "table_text"]
