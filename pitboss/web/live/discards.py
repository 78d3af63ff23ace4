"""Cards to be discarded: each is tapped, or pressed by the key of its number; the button says how many are drawn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui
from nicegui.element import Element

from pitboss.equipment import Card
from pitboss.felts.cards import HEIGHT, WIDTH, card_svg
from pitboss.table.decisions import NONE
from pitboss.web.live.buttons import button

DRAW_KEY = "enter"
_BOX = f"{-WIDTH / 2 - 1:g} {-HEIGHT / 2 - 1:g} {WIDTH + 3} {HEIGHT + 4}"


class DiscardBoard:
    """The cards of one person, some of which go. What is chosen is on this page only, until it is said."""

    def __init__(self, cards: Sequence[Card], decide: Callable[[str, bool], Awaitable[None]]) -> None:
        self._cards, self._decide = tuple(cards), decide
        self._going: set[int] = set()
        self._made: dict[int, Element] = {}
        group = ui.element("div").classes("set-hand discards").props('role="group" aria-label="Tap what you discard"')
        with group, ui.element("div").classes("set-cards").style(f"--cards: {len(cards)}"):
            for place in range(1, len(self._cards) + 1):
                self._made[place] = self._card(place)
        self._button = button("Stand pat", self._pressed, classes="choice brass", key=DRAW_KEY)
        self._tell()

    def mark(self, choice: str) -> None:
        """What a hint names is chosen."""
        self._going = set() if choice == NONE else set(map(int, choice.split("-")))
        self._tell()

    @property
    def choice(self) -> str:
        """What goes, by the places of the cards."""
        return "-".join(map(str, sorted(self._going))) or NONE

    def _card(self, place: int) -> Element:
        card = self._cards[place - 1]
        made = ui.element("button").classes("set-card").props("type=button")
        made.props["data-key"] = made.props["data-place"] = str(place)
        with made:
            ui.html(f'<svg viewBox="{_BOX}" aria-hidden="true">{card_svg(str(card))}</svg>', sanitize=False)
            ui.label(str(place)).classes("set-key").props('aria-hidden="true"')
        made.on("click", lambda: self._tap(place))
        return made

    def _tap(self, place: int) -> None:
        self._going ^= {place}
        self._tell()

    def _tell(self) -> None:
        for place, made in self._made.items():
            goes = place in self._going
            made.classes(add="goes") if goes else made.classes(remove="goes")
            made.props["aria-pressed"] = "true" if goes else "false"
            made.props["aria-label"] = f"{self._cards[place - 1].name}{', goes' if goes else ''}"
        label = next(iter(self._button.default_slot.children))
        assert isinstance(label, ui.label)
        label.set_text(f"Draw {len(self._going)}" if self._going else "Stand pat")
        self._button.props["data-choice"] = self.choice

    async def _pressed(self) -> None:
        await self._decide(self.choice, False)


__all__ = ["DiscardBoard"]
