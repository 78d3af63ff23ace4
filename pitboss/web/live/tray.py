"""The chip tray: which chip the next click lays, and what the person has."""

from __future__ import annotations

from nicegui import ui
from nicegui.element import Element

from pitboss.chapter.odds import dollars
from pitboss.felts.chips import CHIPS, Chip, face
from pitboss.floor.sight import Seen

SHOWN: tuple[Chip, ...] = tuple(chip for chip in reversed(CHIPS) if chip.value % 1_00 == 0)
"""The chips in the tray, the smallest first; keys 1 to 7 choose them."""
USUAL = 5_00
RADIUS = 20


class Tray:
    """Chips to choose from; `chosen` is the value in cents of the one that is laid next."""

    def __init__(self, least: int, chips: bool = True) -> None:
        fit = [chip.value for chip in SHOWN if chip.value >= max(least, USUAL)]
        self.chosen = fit[0] if fit else SHOWN[-1].value
        self.picked = False
        "Whether the person chose this chip: one that only lies ready gives way to what a place can take."
        self._buttons: dict[int, Element] = {}
        with ui.element("div").classes("tray"):
            # Where a slip is marked, its rate is what it costs, and no chip is laid.
            shown = ui.element("div").classes("tray-chips").props('role="radiogroup" aria-label="Chip to lay"')
            shown.set_visibility(chips)
            with shown:
                for key, chip in enumerate(SHOWN, 1):
                    self._buttons[chip.value] = self._chip(key, chip)
            with ui.element("p").classes("tray-told"):
                self._rack = ui.label().classes("rack")
                self._laid = ui.label().classes("laid")
        self.choose(self.chosen)

    def _chip(self, key: int, chip: Chip) -> Element:
        name = dollars(chip.value)
        made = ui.element("button").classes("tray-chip").props('type=button role="radio"')
        made.props["aria-label"] = f"{name} chip"
        made.props["title"] = f"{name} (key {key})"
        made.props["data-key"] = str(key)
        size = RADIUS + 2
        drawn = f'<svg viewBox="{-size} {-size} {2 * size} {2 * size}" aria-hidden="true">{face(chip, RADIUS)}</svg>'
        with made:
            ui.html(drawn, sanitize=False)
        made.on("click", lambda: self._pick(chip.value))
        return made

    def _pick(self, value: int) -> None:
        self.picked = True
        self.choose(value)

    def choose(self, value: int) -> None:
        """This chip is laid next."""
        self.chosen = value
        for other, made in self._buttons.items():
            made.props["aria-checked"] = "true" if other == value else "false"

    def show(self, seen: Seen) -> None:
        """What is in the rack, and what lies on the layout."""
        laid = sum(wager["amount"] for wager in seen.state.get("wagers", ()) if wager["position"] == seen.you)
        self._rack.set_text(dollars(seen.rack) if seen.you else "")
        self._laid.set_text(f"{dollars(laid)} laid" if seen.you and laid else "")
        for value, made in self._buttons.items():
            if seen.you and value > seen.rack:
                made.classes(add="beyond")
            else:
                made.classes(remove="beyond")
