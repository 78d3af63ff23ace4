"""Small pages with a felt and a real table behind it, for `test_component`: `python felt_page.py PORT`.

`/craps/NAME` and `/roulette/NAME` are tables that survive a reload. One person sits at position 1. A click makes the
minimum wager, Next finishes the round with scripted results. The events sent to the page are listed under the felt.
"""

import sys
from typing import Any

from nicegui import ui

from pitboss.chapter.layout import Layout
from pitboss.equipment import ScriptedSource
from pitboss.felts import Area
from pitboss.library.felts import felt_of
from pitboss.table import Action, Dealer, Refused, State, game_on, view
from pitboss.web.felt import FeltElement

CHANCE: dict[str, dict[str, Any]] = {
    "craps": {"dice": ["4-2", "5-3", "2-2", "3-4", "5-6"]},
    "roulette": {"numbers": [9, 12, 0, 20]},
}
_dealers: dict[str, Dealer] = {}


def dealer_of(game: str, name: str) -> Dealer:
    key = f"{game}/{name}"
    if key not in _dealers:
        _dealers[key] = Dealer(game_on(Layout.of(game)), ScriptedSource(**CHANCE[game]))
        _dealers[key].act(1, Action("sit", amount=1000_00, name="Ann"))
        _decide(_dealers[key])
    return _dealers[key]


def _decide(dealer: Dealer) -> None:
    while dealer.ask is not None and dealer.ask.kind == "decision":
        dealer.next()


class Table:
    """A table on a page."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.felt = FeltElement(felt_of(dealer.game.layout, 8), me=1, on_lay=self.lay, on_take=self.take)
        self.felt.price({"pass": "house edge 1.414 %"})
        with ui.row():
            ui.button("Next", on_click=self.next)
            ui.button("Leave", on_click=self.leave)
            self.last_event = ui.label("nothing yet").props("data-event")
        self.show()

    @property
    def state(self) -> State:
        return self.dealer.ask.state if self.dealer.ask is not None else self.dealer.state

    def show(self) -> None:
        self.felt.show(view(self.state, 1), offers=list(self.dealer.game.offers(self.state, 1)))

    async def lay(self, area: Area) -> None:
        offers = self.dealer.game.offers(self.state, 1)
        least = next((one.least for one in offers if (one.wager, one.spot) == (area.wager, area.spot)), 100)
        self.act(f"lay {area.id}", Action("make", area.wager, least, area.spot))

    def take(self, area: Area) -> None:
        self.act(f"take {area.id}", Action("remove", area.wager, spot=area.spot))

    def act(self, what: str, action: Action) -> None:
        try:
            self.dealer.act(1, action)
        except Refused as refused:
            what = f"{what}: {refused}"
        self.show()
        self.last_event.set_text(what)

    def next(self) -> None:
        self.dealer.finish()
        _decide(self.dealer)
        self.show()
        self.last_event.set_text(f"round {self.dealer.state.rounds}")

    def leave(self) -> None:
        """Show the same table to a spectator."""
        self.felt.show(view(self.state), me=0, offers=[])
        self.last_event.set_text("left")


def serve(port: int) -> None:
    """Importing this module serves nothing, because pytest imports it and other tests have their own pages."""

    @ui.page("/")
    def index() -> None:
        ui.label("felts")

    @ui.page("/{game}/{name}")
    def table(game: str, name: str) -> None:
        ui.query("body").style("background: #131110; margin: 0")
        ui.query(".nicegui-content").style("padding: 0; width: 100%")
        Table(dealer_of(game, name))

    ui.run(host="127.0.0.1", port=port, reload=False, show=False, dark=True, tailwind=False)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
