"""The lobby: every game in one table with its open tables and price, and one button to play.

"Play" seats the player with chips at a table of the game: their own if they have one, otherwise an empty one,
otherwise a new one. Prices appear once they are computed; the page does not wait for them. A table with non-default
rules says so and shows its own price.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from nicegui import ui

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Rules
from pitboss.floor.api.problems import problem_of
from pitboss.floor.commands import Act, Leave, Sit, TableSettings
from pitboss.floor.floor import GRANT, Floor
from pitboss.floor.house import COMPANY, house_layout, needs_company
from pitboss.floor.people import Person
from pitboss.floor.sight import TableInfo
from pitboss.library.prices import Busy, desk
from pitboss.table import Action, Refused
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.games_table import GamesTable, Wanted, in_force
from pitboss.web.house_choices import differences, in_short, layout_of_table, table_price_markup
from pitboss.web.live.buttons import button
from pitboss.web.live.buy_in import format_limits, free_seat
from pitboss.web.live.notices import Notices
from pitboss.web.live.question import USUAL_BUY_IN
from pitboss.web.live.rebet import wagers_of
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import TROUBLES
from pitboss.web.visitor import Visitor, visitor

LISTED = 6
"""The maximum number of tables of a game to list."""
EVERY = 4.0
"""Seconds between updates of the open tables."""
MOST_SEATS = 20
"""The maximum number of the player's seats for which chips are counted at each update."""
AT_LEAST = 500_00
"""Players with a smaller bankroll are offered more at the cage."""


async def lobby_page(query: Query) -> None:
    """Show every game with its tables."""
    who = await visitor()
    with theme.frame(""):
        theme.linked("live.css", "live.js")
        lobby = Lobby(who, Wanted.asked(query))
        await lobby.build()


@dataclass(frozen=True, slots=True)
class Open:
    """The open tables of the floor, and their occupied seats."""

    tables: tuple[TableInfo, ...]
    taken: dict[int, int]
    mine: dict[int, int]
    coupons: dict[int, int] = field(default_factory=dict)
    "The number of the visitor's match play coupons, by value."

    @classmethod
    async def on(cls, floor: Floor, person: Person | None) -> Open:
        listed, taken = await asyncio.gather(floor.tables(), floor.taken_seats())
        tables = [one for one in listed if one.tournament is None]  # the house assigns tournament seats
        if person is None:
            return cls(tuple(tables), taken, {})
        return cls(tuple(tables), taken, await floor.seats_of(person), await floor.coupons(person))

    def of(self, game: str) -> list[TableInfo]:
        """Return a game's tables that are worth listing: those with players, and those with a name of their own."""
        found = [
            one
            for one in self.tables
            if one.game == game and (self.taken.get(one.id) or one.id in self.mine or one.name != one.title)
        ]
        return sorted(found, key=lambda one: (one.id not in self.mine, self.taken.get(one.id, 0) >= one.seats))


class Lobby:
    """One browser's lobby."""

    def __init__(self, who: Visitor, wanted: Wanted) -> None:
        self.who, self.floor, self.wanted = who, who.floor, wanted
        self.client = ui.context.client
        self._listed: dict[str, Any] = {}
        self._seated: Any = None

    async def build(self) -> None:
        open_ = await Open.on(self.floor, self.who.player)
        with ui.element("div").classes("lobby-head"):
            theme.heading("Take a seat")
            lead = "Every game under the rules of New Jersey's casinos, dealt step by step. Play money only."
            ui.label(lead).classes("lead")
        self.notices = Notices(date.today())
        if self.who.player is not None and await self.floor.bankroll(self.who.player) < AT_LEAST and not open_.mine:
            self._cage()
        self._coupons = ui.label().classes("my-coupons").props('role="status"')
        self._seats = ui.element("section").classes("my-seats").props('aria-label="Your seats"')
        self.games = GamesTable("/", self.wanted, self._does, in_force(), tables=True)
        await self._show(open_)
        self.games.show()
        ui.timer(EVERY, self._look)

    def _cage(self) -> None:
        with ui.element("div").classes("cage"):
            ui.label("You are nearly out of play money.")

            async def more() -> None:
                try:
                    await self.floor.exchange_at_cage(await self.who.asks(), GRANT)
                except (Refused, *TROUBLES) as problem:
                    self.notices.say(problem_of(problem).detail)
                    return
                ui.navigate.reload()

            button(f"Another {dollars(GRANT)} from the cage", more, classes="brass")

    def _does(self, rules: Rules) -> None:
        game = rules.game.id
        if self.who.staff is None:
            play = button("Play", _bound(self.play, game), classes="brass small play")
            play.props["aria-label"] = f"Play {rules.game.name}"
        ui.link("Open a table", f"/open/{game}")
        ui.link("Price", f"/price/{game}")

    # ---- tables and seats

    async def _look(self) -> None:
        if not self.floor.closed and await self._show(await Open.on(self.floor, self.who.player)):
            self.games.show()

    async def _show(self, open_: Open) -> bool:
        """Update the tables and the visitor's seats; returns whether anything changed."""
        before = (dict(self._listed), self._seated)
        for game in self.games.rows:
            self._list(game, open_)
        self._coupons.set_text(describe_coupons(open_.coupons))
        self._coupons.set_visibility(bool(open_.coupons))
        await self._sit(open_)
        return before != (self._listed, self._seated)

    def _list(self, game: str, open_: Open) -> None:
        there = sum(one.game == game for one in open_.tables)
        found = open_.of(game)
        lines = [open_table_markup(one, open_, self._cost(one)) for one in found[:LISTED]]
        if len(found) > LISTED:
            lines.append(el("span", f"and {len(found) - LISTED} more", class_="quiet open-more"))
        if self._listed.get(game) != (there, lines):
            self._listed[game] = (there, lines)
            self.games.open_tables(game, there, lines)

    def _cost(self, info: TableInfo) -> Markup | None:
        """Return the price of a table with non-default rules, once known; only a few are requested at a time."""
        layout = layout_of_table(info)
        if not differences(layout):
            return None
        report, usual = desk.known(layout), desk.known(Layout.of(layout.rules, layout.on))
        if report is None:
            with suppress(Busy):  # requested again at the next update
                desk.job(layout, idle=True)
            return None
        return table_price_markup(report, usual)

    async def _sit(self, open_: Open) -> None:
        """Show the visitor's seats with their racks, and the button to cash in everywhere."""
        mine = [one for one in open_.tables if one.id in open_.mine]
        racks = {one.id: (await self.floor.table(one.id)).view(self.who.player).rack for one in mine[:MOST_SEATS]}
        key = [(one.id, racks.get(one.id)) for one in mine]
        if key == self._seated:
            return
        self._seated = key
        self._seats.set_visibility(bool(mine))
        self._seats.clear()
        with self._seats:
            theme.heading("Your seats", 2)
            theme.written(el("ul", [seat_markup(one, racks.get(one.id)) for one in mine]))
            if mine and self.who.staff is None:
                button("Cash in all", _bound(self._cash_in, [one.id for one in mine]), classes="small")

    async def _cash_in(self, tables: list[int]) -> None:
        """Leave every table with the chips, and report tables where that is not possible."""
        problems = []
        for id in tables:
            try:
                await leave(self.floor, id, await self.who.asks())
            except (Refused, *TROUBLES) as problem:
                problems.append(f"Table {id}: {problem_of(problem).detail}")
        if self.who.player is not None:
            bankroll = dollars(await self.floor.bankroll(self.who.player))
            ui.run_javascript(f"pitbossLive.bankroll({json.dumps(bankroll)})")
        if problems:
            self.notices.say(" ".join(problems))
        await self._look()

    async def play(self, game: str) -> None:
        """Sit down at a table of a game."""
        try:
            table = await a_table(self.floor, await self.who.asks("heavy"), game)
        except (Refused, *TROUBLES) as problem:
            self.notices.say(problem_of(problem).detail)
            return
        ui.navigate.to(f"/table/{table}")


async def a_table(floor: Floor, person: Person, game: str) -> int:
    """Seat a player with chips: at their table of the game, at an empty one, or at a new one.

    For games between players, tables with players are preferred.
    """
    open_ = await Open.on(floor, person)
    layout = house_layout(game)
    here = [one for one in open_.tables if one.game == game]
    if mine := next((one.id for one in here if one.id in open_.mine), None):
        return mine
    plain = {name: str(value) for name, value in layout.options.items()}
    usual = [one for one in here if one.dealer == "automatic" and one.options == plain]
    empty = [one for one in usual if not open_.taken.get(one.id)]
    together = needs_company(layout)
    playing = [one for one in usual if together and 0 < open_.taken.get(one.id, 0) < one.seats]
    for info in (playing + empty)[:1]:
        with suppress(Refused):  # another player was faster
            return await sit_down(floor, person, info)
    settings = TableSettings(company=COMPANY) if together else None
    return await sit_down(floor, person, await floor.open_table(layout, settings=settings, by=person))


async def sit_down(floor: Floor, person: Person, info: TableInfo) -> int:
    """Take a seat near the middle of the table with a reasonable buy-in."""
    amount = min(max(USUAL_BUY_IN, 20 * info.minimum), await floor.bankroll(person))
    taken = {seat.position for seat in (await floor.view(info.id, person)).seats}
    await floor.command(info.id, person, Sit(amount=max(amount, 1), position=free_seat(info.seats, taken)))
    return info.id


async def leave(floor: Floor, id: int, person: Person) -> None:
    """Take down the player's wagers and leave with the chips; raises `Refused` if a wager has to stay."""
    table = await floor.table(id)
    seen = table.view(person)
    for laid in reversed(wagers_of(seen.you, seen.state)):
        action = Action("remove", laid.wager, spot=laid.spot)
        if table.game.allowed(table.snapshot.state, seen.you, action):
            await floor.command(id, person, Act(verb="remove", wager=laid.wager, spot=laid.spot))
            table = await floor.table(id)
    await floor.command(id, person, Leave())


def open_table_markup(info: TableInfo, open_: Open, cost: Markup | None) -> Markup:
    """Render a table as one line: seats, limits, differing rules, and its price."""
    name = "Your seat" if info.id in open_.mine else f"Table {info.id}" if info.name == info.title else info.name
    limits = format_limits(info.minimum, info.maximum) if info.minimum or info.maximum is not None else ""
    dealer = "a person deals" if info.dealer == "person" else ""
    details = filter(None, [f"{open_.taken.get(info.id, 0)} of {info.seats} seats", limits, dealer])
    differs = in_short(differences(layout_of_table(info)))
    return el(
        "a",
        el("span", name, class_="open-name"),
        el("span", " · ".join(details), class_="quiet"),
        el("span", differs, class_="open-differs") if differs else None,
        cost,
        href=f"/table/{info.id}",
        class_="open-table",
    )


def describe_coupons(coupons: Mapping[int, int]) -> str:
    """List a player's match play coupons in one line.

    >>> describe_coupons({10_00: 2, 25_00: 1})
    'You hold match play coupons: 2 of $10, 1 of $25. At a table they are next to your chips.'
    """
    held = ", ".join(f"{number} of {dollars(value)}" for value, number in coupons.items())
    return f"You hold match play coupons: {held}. At a table they are next to your chips." if held else ""


def seat_markup(info: TableInfo, rack: int | None) -> Markup:
    """Render the visitor's seat as a link to its table."""
    name = info.title if info.name == info.title else f"{info.title}, {info.name}"
    held = el("span", dollars(rack), class_="seat-rack") if rack is not None else None
    return el("li", el("a", el("b", name), " ", held, href=f"/table/{info.id}", class_="my-seat"))


def _bound(do: Callable[[Any], Awaitable[None]], value: object) -> Callable[[], Awaitable[None]]:
    return lambda: do(value)
