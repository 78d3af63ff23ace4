"""The lobby: every game by its family, its open tables, what it costs at a glance, and one button to play.

Whoever presses "Play" sits down with chips at a table of the game: one's own if there is one, an empty one, or a new
one. Prices come from the pricing desk when they are known; nobody waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from nicegui import background_tasks, ui
from nicegui.element import Element

from pitboss.chapter import Layout, registered
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Rules, rules_of
from pitboss.families import Family, by_family
from pitboss.floor.api.problems import problem_of
from pitboss.floor.commands import Sit
from pitboss.floor.floor import GRANT, Floor
from pitboss.floor.house import house_layout
from pitboss.floor.people import Person
from pitboss.floor.sight import TableInfo
from pitboss.library.prices import desk
from pitboss.pricing.report import PriceReport
from pitboss.table import Refused
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.figures import heat, percent
from pitboss.web.live.buttons import button
from pitboss.web.live.buy_in import free_seat, limits_told
from pitboss.web.live.notices import Notices
from pitboss.web.live.question import USUAL_BUY_IN
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import TROUBLES
from pitboss.web.visitor import Visitor, visitor

LISTED = 6
"""So many tables of a game are listed, at most."""
EVERY = 4.0
"""Seconds between looks at who sits where."""
AT_LEAST = 500_00
"""A bankroll below this is offered more at the cage."""


async def lobby_page(query: Query) -> None:
    """Every game, and the way to its tables."""
    who = await visitor()
    with theme.frame(""):
        theme.linked("live.css", "live.js")
        lobby = Lobby(who)
        await lobby.build()


@dataclass(frozen=True, slots=True)
class Open:
    """The open tables of the floor, and who sits where."""

    tables: tuple[TableInfo, ...]
    taken: dict[int, int]
    mine: dict[int, int]

    @classmethod
    async def on(cls, floor: Floor, person: Person | None) -> Open:
        tables, taken = await asyncio.gather(floor.tables(), floor.taken_seats())
        return cls(tuple(tables), taken, await floor.seats_of(person) if person is not None else {})

    def of(self, game: str) -> list[TableInfo]:
        """The tables of a game that are worth a line: where one sits oneself, or anybody, or with a name of its own."""
        found = [
            one
            for one in self.tables
            if one.game == game and (self.taken.get(one.id) or one.id in self.mine or one.name != one.title)
        ]
        return sorted(found, key=lambda one: (one.id not in self.mine, self.taken.get(one.id, 0) >= one.seats))[:LISTED]


class Lobby:
    """One browser's view of the lobby."""

    def __init__(self, who: Visitor) -> None:
        self.who, self.floor = who, who.floor
        self.client = ui.context.client
        self._tables: dict[str, Element] = {}
        self._edges: dict[str, Element] = {}
        self._shown: dict[str, Any] = {}

    async def build(self) -> None:
        open_ = await Open.on(self.floor, self.who.player)
        with ui.element("div").classes("lobby-head"):
            theme.heading("Take a seat")
            lead = "Every game by the rules of New Jersey's casinos, dealt step by step. Play money only."
            ui.label(lead).classes("lead")
        self.notices = Notices(date.today())
        if self.who.player is not None and await self.floor.bankroll(self.who.player) < AT_LEAST and not open_.mine:
            self._cage()
        with ui.element("div").classes("lobby"):
            for family, games in in_force().items():
                with ui.element("section").classes("family").style(f"--games: {len(games)}"):
                    theme.heading(family.name, 2)
                    with ui.element("ul").classes("game-cards"):
                        for rules in games:
                            with ui.element("li").classes("game-card").props(f"data-game={rules.game.id}"):
                                self._game(rules, open_)
        ui.timer(EVERY, self._look)
        self.client.on_connect(self._price)

    def _cage(self) -> None:
        with ui.element("div").classes("cage"):
            ui.label("You are nearly out of play money.")

            async def more() -> None:
                try:
                    await self.floor.at_the_cage(await self.who.asks(), GRANT)
                except (Refused, *TROUBLES) as problem:
                    self.notices.say(problem_of(problem).detail)
                    return
                ui.navigate.reload()

            button(f"Another {dollars(GRANT)} from the cage", more, classes="brass")

    def _game(self, rules: Rules, open_: Open) -> None:
        game = rules.game.id
        with ui.element("div").classes("game-head"):
            ui.label(rules.game.name).classes("game-name")
            self._edges[game] = ui.element("span").classes("game-edge")
            if (report := desk.known(Layout.of(game))) is not None:
                self._edge(game, report)
        ui.label(rules.game.summary).classes("game-summary")
        self._tables[game] = ui.element("ul").classes("open-tables")
        self._list(game, open_)
        with ui.element("div").classes("game-foot"):
            if self.who.staff is None:
                play = button("Play", _bound(self.play, game), classes="brass play")
                play.props["aria-label"] = f"Play {rules.game.name}"
            ui.link("Open a table", f"/open/{game}")
            ui.link("Rules", f"/rules/{game}")
            ui.link("Price", f"/price/{game}")

    def _list(self, game: str, open_: Open) -> None:
        rows = [
            (
                one.id,
                f"Table {one.id}" if one.name == one.title else one.name,
                open_.taken.get(one.id, 0),
                one.seats,
                one.minimum,
                one.maximum,
                one.dealer,
                one.id in open_.mine,
            )
            for one in open_.of(game)
        ]
        if self._shown.get(game) == rows:
            return
        self._shown[game] = rows
        place = self._tables[game]
        place.clear()
        with place:
            for id, name, taken, seats, least, most, dealer, mine in rows:
                with ui.element("li"), ui.link(target=f"/table/{id}").classes("open-table"):
                    ui.label("Your seat" if mine else name).classes("open-name")
                    dealt = "a person deals" if dealer == "person" else ""
                    limits = limits_told(least, most) if least or most is not None else ""
                    told = [f"{taken} of {seats} seats", limits, dealt]
                    ui.label(" · ".join(filter(None, told))).classes("quiet")

    async def _look(self) -> None:
        open_ = await Open.on(self.floor, self.who.player)
        for game in self._tables:
            self._list(game, open_)

    async def _price(self) -> None:
        """The price of each game, as it comes to be known."""
        for game in [game for game, place in self._edges.items() if not place.default_slot.children]:
            background_tasks.create(self._priced(game), name=f"price of {game}")

    async def _priced(self, game: str) -> None:
        try:
            report = await desk.job(Layout.of(game)).report()
        except ValueError:
            return
        if not self.client.is_deleted:
            with self.client.content:
                self._edge(game, report)

    def _edge(self, game: str, report: PriceReport) -> None:
        place = self._edges[game]
        place.clear()
        with place:
            theme.written(edge_markup(report), "span")

    # ---- to a table

    async def play(self, game: str) -> None:
        """Sit down at a table of a game."""
        try:
            table = await a_table(self.floor, await self.who.asks("heavy"), game)
        except (Refused, *TROUBLES) as problem:
            self.notices.say(problem_of(problem).detail)
            return
        ui.navigate.to(f"/table/{table}")


async def a_table(floor: Floor, person: Person, game: str) -> int:
    """A table of a game at which somebody sits, with chips: where he sits already, an empty one, or a new one."""
    open_ = await Open.on(floor, person)
    layout = house_layout(game)
    here = [one for one in open_.tables if one.game == game]
    if mine := next((one.id for one in here if one.id in open_.mine), None):
        return mine
    plain = {name: str(value) for name, value in layout.options.items()}
    empty = [one for one in here if not open_.taken.get(one.id) and one.dealer == "automatic" and one.options == plain]
    for info in empty[:1]:
        with suppress(Refused):  # somebody else was quicker
            return await sit_down(floor, person, info)
    return await sit_down(floor, person, await floor.open_table(layout, by=person))


async def sit_down(floor: Floor, person: Person, info: TableInfo) -> int:
    """Sit down in the middle of an empty table, with chips for a while."""
    amount = min(max(USUAL_BUY_IN, 20 * info.minimum), await floor.bankroll(person))
    await floor.command(info.id, person, Sit(amount=max(amount, 1), position=free_seat(info.seats, set())))
    return info.id


def in_force() -> dict[Family, list[Rules]]:
    """The games that the chapter has today, by their families."""
    return by_family(rules for rules in map(rules_of, registered()) if game_in_force(rules, date.today()))


def edge_markup(report: PriceReport) -> Markup:
    """The house edge of what the game is mostly about."""
    main = report.wagers[0]
    if report.combinations and report.combinations[0].house_edge != main.house_edge:
        main = report.combinations[0]
    figure = el("b", percent(main.house_edge, 2), class_=heat(main.house_edge))
    return el("span", figure, " ", el("span", f"house edge, {main.name}", class_="quiet"))


def _bound(do: Callable[[str], Awaitable[None]], value: str) -> Callable[[], Awaitable[None]]:
    return lambda: do(value)
