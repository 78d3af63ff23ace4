"""The table of all games, which can be searched, filtered by family and sorted; used by the lobby and the price page.

The search is a `Wanted`, stored in the page's address. Rows are created once and then only shown, hidden and
reordered, so a button never changes under the user's finger. Prices are filled in as they become known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from nicegui import background_tasks, ui
from nicegui.element import Element

from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.layout import Layout
from pitboss.chapter.numbers import order
from pitboss.chapter.rules import Rules, registered_games, rules_of
from pitboss.families import Family, by_family
from pitboss.library.prices import desk
from pitboss.pricing.report import PriceReport
from pitboss.web.addresses import Query, address
from pitboss.web.citations import stands
from pitboss.web.house_choices import best_wager, edge_markup
from pitboss.web.markup import Markup, el
from pitboss.web.theme import written

FAVOURITES, RECENT = "favourites", "recent"
COLUMNS = {
    "game": "Game",
    "section": "Section",
    "wager": "Best wager",
    "edge": "House edge",
    "volatility": "Volatility",
    "tables": "Open tables",
}
"""Sort keys with the titles of their columns."""
LARGEST_FIRST = ("tables",)
LONGEST = 60
"""The maximum length of a search text."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search: words, a family (or favourites, or recent games), and a sort order."""

    find: str = ""
    among: str = ""
    sort: str = ""

    @classmethod
    def asked(cls, query: Query) -> Wanted:
        sort = query.get("sort", "")
        return cls(
            query.get("find", "")[:LONGEST],
            query.get("among", "")[:LONGEST],
            sort if sort.removeprefix("-") in COLUMNS else "",
        )

    def address(self, path: str) -> str:
        return address(path, {"find": self.find.strip(), "among": self.among, "sort": self.sort})

    def sorted_by(self, column: str) -> Wanted:
        """Return the search after a click on a heading: ascending, descending, then by family again.

        >>> [Wanted(sort=now).sorted_by("edge").sort for now in ("", "edge", "-edge")]
        ['edge', '-edge', '']
        """
        first, second = (f"-{column}", column) if column in LARGEST_FIRST else (column, f"-{column}")
        return replace(self, sort={first: second, second: ""}.get(self.sort, first))


def finds(rules: Rules, words: str) -> bool:
    """Whether a game has all these words in its name, family, section, summary or wager names.

    >>> finds(rules_of("craps"), "hardway dice"), finds(rules_of("craps"), "roulette"), finds(rules_of("keno"), "")
    (True, False, True)
    """
    game = rules.game
    wagers = [name for wager in rules.wagers.values() for name in (wager.name, *wager.aka)]
    text = " ".join([game.id, game.name, game.family, game.summary, stands(game, date.today()), *wagers]).casefold()
    return all(word in text for word in words.casefold().split())


def names(rules: Rules, words: str) -> bool:
    """Whether the game's own name contains all these words.

    >>> names(rules_of("pai-gow"), "pai"), names(rules_of("sic-bo"), "pai")
    (True, False)
    """
    name = f"{rules.game.id} {rules.game.name}".casefold()
    return all(word in name for word in words.casefold().split())


def in_force() -> dict[Family, list[Rules]]:
    """Return the games in the regulation today, by family."""
    return by_family(rules for rules in map(rules_of, registered_games()) if game_in_force(rules, date.today()))


@dataclass(slots=True)
class Row:
    """A game in the table."""

    rules: Rules
    line: Element
    under: Element
    listed: Element
    cells: dict[str, ui.html]
    star: Element
    report: PriceReport | None = None
    tables: int = 0
    lines: int = 0

    def figure(self, column: str) -> tuple[int, Any]:
        """Return the sort key for a column; unknown figures come last."""
        if column == "game":
            return 0, self.rules.game.name.casefold()
        if column == "section":
            return 0, order(self.rules.game.home)
        if column == "tables":
            return 0, self.tables
        if self.report is None:
            return 1, 0
        best = best_wager(self.report)
        return 0, {"wager": best.name.casefold(), "edge": best.house_edge, "volatility": best.std_dev}[column]


class GamesTable:
    """The table in one browser. `does` fills the last cell of each row; with `tables`, open tables are counted."""

    def __init__(
        self,
        path: str,
        wanted: Wanted,
        does: Callable[[Rules], None],
        games: dict[Family, list[Rules]],
        *,
        tables: bool,
    ) -> None:
        self.path, self.wanted = path, wanted
        self.client = ui.context.client
        self.rows: dict[str, Row] = {}
        self.favourites: list[str] = []
        self.recent: list[str] = []
        self._columns = [name for name in COLUMNS if tables or name != "tables"]
        self._does, self._families = does, games
        self._groups: dict[str, Element] = {}
        self._chips: dict[str, Element] = {}
        self._heads: dict[str, Element] = {}
        self._narrowing()
        with ui.element("table").classes("games-table" + ("" if tables else " without-tables")):
            written(el("span", "Games; click a heading to sort"), "caption").classes("unseen")
            self._head()
            with ui.element("tbody") as self._body:
                for family, of_family in games.items():
                    self._group(family)
                    for rules in of_family:
                        self._row(rules)
        self._none = ui.label("No game matches all of these words.").classes("quiet none-found").props('role="status"')
        self._order = {id(element): place for place, element in enumerate(self._body.default_slot.children)}
        self.show()
        self.client.on_connect(self._connected)

    # ---- created once

    def _narrowing(self) -> None:
        with ui.element("div").classes("narrowing").props('role="search"'):
            box = ui.input(value=self.wanted.find, placeholder="Game, wager or section")
            box.props('outlined dense clearable debounce=150 aria-label="Find a game" maxlength=60 type=search')
            box.classes("find-game")
            box.on_value_change(lambda event: self.want(replace(self.wanted, find=event.value or "")))
            with ui.element("div").classes("chips").props('role="group" aria-label="Families"'):
                names = {"": "All", FAVOURITES: "★ Favourites", RECENT: "Recent"}
                for among, name in (names | {family.id: family.name for family in self._families}).items():
                    self._chip(among, name)

    def _chip(self, among: str, name: str) -> None:
        chip = self._chips[among] = ui.element("button").classes("chip").props(f'type=button data-among="{among}"')
        chip.on("click", lambda: self.want(replace(self.wanted, among=among)))
        with chip:
            ui.label(name)

    def _head(self) -> None:
        with ui.element("thead"), ui.element("tr"):
            written(el("span", "Favourite", class_="unseen"), "th").props("scope=col").classes("star")
            for column in self._columns:
                with ui.element("th").props("scope=col").classes(f"at-{column}") as head:
                    made = ui.element("button").props(f'type=button data-sort="{column}"')
                    made.on("click", _bound(lambda name: self.want(self.wanted.sorted_by(name)), column))
                    with made:
                        ui.label(COLUMNS[column])
                self._heads[column] = head
            written(el("span", "Actions", class_="unseen"), "th").props("scope=col").classes("at-does")

    def _group(self, family: Family) -> None:
        with ui.element("tr").classes("group family") as group:
            written(el("span", family.name), "th").props(f"scope=rowgroup colspan={len(self._columns) + 2}")
        self._groups[family.id] = group

    def _row(self, rules: Rules) -> None:
        game = rules.game
        with ui.element("tr").classes("game-row").props(f"data-game={game.id}") as line:
            with ui.element("td").classes("star"):
                star = ui.element("button").classes("star-button").props("type=button")
                star.props["aria-label"] = f"{game.name} as a favourite"
                star.on("click", _bound(self._star, game.id))
                with star:
                    ui.label("★").props('aria-hidden="true"')
            name = el("span", game.name, class_="game-name")
            summary = el("span", game.summary, class_="game-summary", title=game.summary)
            written(Markup(name + summary), "th").props("scope=row").classes("at-game")
            cells = {column: written(Markup(), "td").classes(f"at-{column}") for column in self._columns[1:]}
            where = stands(game, date.today()).removeprefix("N.J.A.C. ")
            cells["section"].set_content(el("a", where, href=f"/rules/{game.id}", class_="cite"))
            with ui.element("td").classes("at-does"):
                self._does(rules)
        under = ui.element("tr").classes("game-tables").props(f"data-tables-of={game.id}")
        with under, ui.element("td").props(f"colspan={len(self._columns) + 2}"):
            listed = ui.element("ul").classes("open-tables")
        self.rows[game.id] = Row(rules, line, under, listed, cells, star)
        if (report := desk.known(_usual(rules))) is not None:
            self.price(game.id, report)

    # ---- changing parts

    def want(self, wanted: Wanted) -> None:
        """Apply another search."""
        self.wanted = wanted
        ui.navigate.history.replace(wanted.address(self.path))
        self.show()

    def show(self) -> None:
        """Show the matching rows in the current order."""
        shown = [row for row in self.rows.values() if self._is_wanted(row)]
        ids = {row.rules.game.id for row in shown}
        for id, row in self.rows.items():
            _visible(row.line, id in ids)
            _visible(row.under, id in ids and row.lines > 0)
        families = {row.rules.game.family for row in shown} if not self._ordered else set()
        for family, group in self._groups.items():
            _visible(group, family in families)
        self._none.set_visibility(not shown)
        self._put_in_order()
        self._mark()

    @property
    def _ordered(self) -> bool:
        """Whether rows are sorted individually rather than by family."""
        return bool(self.wanted.sort or self.wanted.find.strip()) or self.wanted.among == RECENT

    def _is_wanted(self, row: Row) -> bool:
        id, among = row.rules.game.id, self.wanted.among
        mine = {FAVOURITES: self.favourites, RECENT: self.recent}.get(among)
        there = id in mine if mine is not None else among in ("", row.rules.game.family)
        return there and finds(row.rules, self.wanted.find)

    def _put_in_order(self) -> None:
        """Reorder the rows together with their lists of tables; the browser only moves existing elements."""
        children = self._body.default_slot.children
        if not self._ordered:
            wanted = sorted(children, key=lambda element: self._order[id(element)])
        else:
            wanted = [*self._groups.values(), *(one for row in self._sorted() for one in (row.line, row.under))]
        if children != wanted:
            children[:] = wanted
            self._body.update()

    def _sorted(self) -> list[Row]:
        """Return the rows sorted by the selected column, otherwise recent games first or matches by name first.

        A search for "pai" means pai gow rather than the pairs of sic bo.
        """
        column = self.wanted.sort.removeprefix("-")
        if not column and self.wanted.among != RECENT:
            return sorted(self.rows.values(), key=lambda row: not names(row.rules, self.wanted.find))
        if not column:
            place = {game: number for number, game in enumerate(self.recent)}
            return sorted(self.rows.values(), key=lambda row: place.get(row.rules.game.id, len(place)))
        known = [row for row in self.rows.values() if not row.figure(column)[0]]
        known.sort(key=lambda row: row.figure(column)[1], reverse=self.wanted.sort.startswith("-"))
        return known + [row for row in self.rows.values() if row.figure(column)[0]]

    def _mark(self) -> None:
        for among, chip in self._chips.items():
            chip.props["aria-pressed"] = str(among == self.wanted.among).lower()
            mine = {FAVOURITES: self.favourites, RECENT: self.recent}.get(among)
            _visible(chip, mine is None or bool(mine) or among == self.wanted.among)
        for column, head in self._heads.items():
            way = {column: "ascending", f"-{column}": "descending"}.get(self.wanted.sort, "none")
            head.props["aria-sort"] = way
        for id, row in self.rows.items():
            row.star.props["aria-pressed"] = str(id in self.favourites).lower()

    def _star(self, game: str) -> None:
        self.favourites = [one for one in self.favourites if one != game] + [game] * (game not in self.favourites)
        ui.run_javascript(f"pitboss.keep({FAVOURITES!r}, {self.favourites!r})")
        self.show()

    async def _connected(self) -> None:
        """Load favourites and recent games from the browser, and start loading prices."""
        background_tasks.create(self._own(), name="favourites and recent games")
        background_tasks.create(self._price_all(), name="prices of all games")

    async def _own(self) -> None:
        with self.client.content, suppress(TimeoutError):
            stored = await ui.run_javascript("pitboss.stored()", timeout=10.0)
            if isinstance(stored, dict):
                # Keep what was marked while the stored list was loading.
                marked = dict.fromkeys([*stored.get(FAVOURITES, []), *self.favourites])
                self.favourites = [one for one in marked if one in self.rows]
                self.recent = [one for one in stored.get(RECENT, []) if one in self.rows]
                self.show()

    # ---- prices and tables

    async def _price_all(self) -> None:
        """Request missing prices, matching games first, while the page is open."""
        left = {game for game, row in self.rows.items() if row.report is None}
        while left and not self.client.is_deleted and self.client.has_socket_connection:
            game = next((one for one in self.rows if one in left and self._is_wanted(self.rows[one])), min(left))
            left.discard(game)
            try:
                report = await desk.job(_usual(self.rows[game].rules), idle=True).report()
            except ValueError:
                continue
            if self.client.is_deleted:
                return
            with self.client.content:
                self.price(game, report)

    def price(self, game: str, report: PriceReport) -> None:
        """Show a game's price."""
        row = self.rows[game]
        row.report = report
        best = best_wager(report)
        row.cells["wager"].set_content(el("span", "Rake of the pot" if best.is_rake else best.name))
        row.cells["edge"].set_content(edge_markup(best))
        row.cells["volatility"].set_content(el("span", f"{best.std_dev:.2f}"))

    def open_tables(self, game: str, tables: int, lines: Sequence[Markup]) -> None:
        """Show the number of open tables for a game, and a line for each one of interest."""
        row = self.rows[game]
        row.tables, row.lines = tables, len(lines)
        row.cells["tables"].set_content(el("span", str(tables)) if tables else Markup())
        row.listed.clear()
        with row.listed:
            for line in lines:
                written(line, "li")


def _usual(rules: Rules) -> Layout:
    """Return the default layout of a game: today, or on its last day in the regulation."""
    today, until = date.today(), rules.game.until
    return Layout.of(rules, today if until is None or until > today else until - timedelta(days=1))


def _visible(element: Element, whether: bool) -> None:
    if element.visible is not whether:
        element.set_visibility(whether)


def _bound(do: Callable[[str], None], value: str) -> Callable[[], None]:
    return lambda: do(value)
