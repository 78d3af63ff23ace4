"""The seats: names, racks and turns. An empty seat has a menu to sit down or add a bot, and the viewer's own to buy in
or leave.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element

from pitboss.chapter.odds import dollars
from pitboss.floor.commands import AddBot, BuyIn, Command, RemoveBot, Sit
from pitboss.floor.sight import SeatView, VisibleTable
from pitboss.web.live.question import USUAL_BUY_IN

BOTS = {
    "best": "plays the best strategy",
    "random": "wagers and decides at random",
    "cautious": "always takes the default choice",
}
BUY_IN = (100_00, 500_00, 1_000_00)

Do = Callable[[Command], Awaitable[bool]]


class Seats:
    """The seats of a table."""

    def __init__(self, do: Do, leave: Callable[[], Awaitable[None]]) -> None:
        self._do, self._leave = do, leave
        self._key: Any = None
        self._own: Sequence[tuple[str, Command]] = ()
        self._row = ui.element("ul").classes("seats").props('aria-label="Seats"')

    def show(
        self, seen: VisibleTable, plays: bool, hosts: bool, own: Sequence[tuple[str, Command]], drawn: bool = False
    ) -> None:
        """Show the current seats. With `plays` the viewer may sit down, and with `hosts` seat bots; `own` are the
        game's own actions.

        If seats are `drawn`, as in tournaments, they cannot be chosen.
        """
        racks = {seat["number"]: seat["rack"] for seat in seen.state.get("positions", ())}
        ask = seen.ask or {}
        turns = ask.get("positions", [ask.get("position")]) if ask.get("kind") == "decision" else []
        holds = {seen.state.get("shooter"): "dice", seen.state.get("curator"): "shoe"}
        occupied = {seat.position: seat for seat in seen.seats}
        self._own = own
        key = (
            own,
            seen.you,
            plays,
            hosts,
            turns,
            list(holds.items()),
            sorted(racks.items()),
            seen.ready,
            list(occupied.items()),
        )
        if key == self._key:
            return
        self._key = key
        self._row.clear()
        with self._row:
            for position in range(1, seen.table.seats + 1):
                with ui.element("li"):
                    if position in occupied:
                        seat = self._taken(occupied[position], racks.get(position, 0), seen, plays, hosts, drawn)
                        if position in turns:
                            seat.classes("turn")
                        if position in holds:
                            with seat:
                                ui.label(holds[position]).classes("seat-holds")
                    elif seen.table.closed or drawn:
                        ui.label(str(position)).classes("seat empty")
                    else:
                        self._empty(position, bool(seen.you), plays, hosts)

    def _taken(self, seat: SeatView, rack: int, seen: VisibleTable, plays: bool, hosts: bool, drawn: bool) -> Element:
        you = seat.position == seen.you and plays
        does = bool(self._own) if you and drawn else you or (bool(seat.bot) and hosts)
        element = ui.element("button" if does else "div").classes("seat taken")
        name = "You" if you else seat.name
        with element:
            ui.label(str(seat.position)).classes("seat-number")
            ui.label(name).classes("seat-name")
            ui.label(dollars(rack)).classes("seat-rack")
            if seat.position in seen.ready:
                ui.label("ready").classes("seat-ready")
            if you:
                element.classes("you")
            if you and does:
                element.props('type=button aria-haspopup="menu"')
                with ui.menu().classes("seat-menu"):
                    for amount in () if drawn else BUY_IN:
                        _item(f"Buy in for {dollars(amount)}", self._doing(BuyIn(amount=amount)))
                    for name, command in self._own:
                        _item(name, self._doing(command))
                    if not drawn:
                        _item("Leave the table", self._leave)
            if seat.bot:
                element.classes("bot")
                element.props["title"] = f"{seat.name} {BOTS.get(seat.bot, '')}"
                if hosts:
                    element.props('type=button aria-haspopup="menu"')
                    with ui.menu().classes("seat-menu"):
                        _item(f"Remove {seat.name}", self._doing(RemoveBot(position=seat.position)))
        return element

    def _empty(self, position: int, seated: bool, plays: bool, hosts: bool) -> None:
        if not (hosts or (plays and not seated)):
            ui.label(str(position)).classes("seat empty")
            return
        element = ui.element("button").classes("seat empty").props('type=button aria-haspopup="menu"')
        element.props["aria-label"] = f"Seat {position}, empty"
        element.props["data-seat"] = str(position)
        with element:
            ui.label(str(position)).classes("seat-number")
            ui.label("+").classes("seat-plus").props('aria-hidden="true"')
            with ui.menu().classes("seat-menu"):
                if plays and not seated:
                    _item(
                        f"Sit here with {dollars(USUAL_BUY_IN)}",
                        self._doing(Sit(amount=USUAL_BUY_IN, position=position)),
                    )
                if hosts:
                    for strategy, does in BOTS.items():
                        command = AddBot(position=position, strategy=strategy)
                        _item(f"Add a bot: {strategy}", self._doing(command), does)

    def _doing(self, command: Command) -> Callable[[], Awaitable[bool]]:
        return lambda: self._do(command)


def _item(name: str, do: Callable[[], Awaitable[object]], more: str = "") -> None:
    with ui.menu_item(on_click=do), ui.element("div"):
        ui.label(name)
        if more:
            ui.label(more).classes("quiet")
