"""Choosing discards: tap a card or press its number; the button shows how many cards will be drawn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui
from nicegui.element import Element

from pitboss.equipment import Card
from pitboss.felts.cards import HEIGHT, WIDTH, card_svg
from pitboss.table.decisions import NO_CARDS
from pitboss.web.live.buttons import button

DRAW_KEY = "enter"
_BOX = f"{-WIDTH / 2 - 1:g} {-HEIGHT / 2 - 1:g} {WIDTH + 3} {HEIGHT + 4}"


class DiscardBoard:
    """A player's cards, some of which will be discarded. The choice stays on this page until it is confirmed."""

    def __init__(self, cards: Sequence[Card], decide: Callable[[str, bool], Awaitable[None]]) -> None:
        self._cards, self._decide = tuple(cards), decide
        self._selected: set[int] = set()
        self._made: dict[int, Element] = {}
        group = ui.element("div").classes("set-hand discards").props('role="group" aria-label="Tap what you discard"')
        with group, ui.element("div").classes("set-cards").style(f"--cards: {len(cards)}"):
            for place in range(1, len(self._cards) + 1):
                self._made[place] = self._card(place)
        self._button = button("Stand pat", self._pressed, classes="choice brass", key=DRAW_KEY)
        self._update()

    def mark(self, choice: str) -> None:
        """Select the cards named by a hint."""
        self._selected = set() if choice == NO_CARDS else set(map(int, choice.split("-")))
        self._update()

    @property
    def choice(self) -> str:
        """The selected discards, by the places of the cards."""
        return "-".join(map(str, sorted(self._selected))) or NO_CARDS

    def _card(self, place: int) -> Element:
        card = self._cards[place - 1]
        element = ui.element("button").classes("set-card").props("type=button")
        element.props["data-key"] = element.props["data-place"] = str(place)
        with element:
            ui.html(f'<svg viewBox="{_BOX}" aria-hidden="true">{card_svg(str(card))}</svg>', sanitize=False)
            ui.label(str(place)).classes("set-key").props('aria-hidden="true"')
        element.on("click", lambda: self._tap(place))
        return element

    def _tap(self, place: int) -> None:
        self._selected ^= {place}
        self._update()

    def _update(self) -> None:
        for place, element in self._made.items():
            selected = place in self._selected
            element.classes(add="goes") if selected else element.classes(remove="goes")
            element.props["aria-pressed"] = "true" if selected else "false"
            element.props["aria-label"] = f"{self._cards[place - 1].name}{', discarded' if selected else ''}"
        label = next(iter(self._button.default_slot.children))
        assert isinstance(label, ui.label)
        label.set_text(f"Draw {len(self._selected)}" if self._selected else "Stand pat")
        self._button.props["data-choice"] = self.choice

    async def _pressed(self) -> None:
        await self._decide(self.choice, False)


__all__ = ["DiscardBoard"]
