"""The chip tray: which chip the next click places, with which coupon, and the player's rack."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui
from nicegui.element import Element

from pitboss.chapter.odds import dollars
from pitboss.felts.chips import CHIPS, Chip, face
from pitboss.floor.sight import VisibleTable

SHOWN: tuple[Chip, ...] = tuple(chip for chip in reversed(CHIPS) if chip.value % 1_00 == 0)
"""The chips in the tray, smallest first; keys 1 to 7 select them."""
USUAL = 5_00
RADIUS = 20


class Tray:
    """The chips to choose from; `chosen` is the value in cents of the next one to be placed.

    Beside them are the player's match play coupons; `coupon` is the value of the one to go under the next chips, 0
    for none.
    """

    def __init__(self, least: int, chips: bool = True) -> None:
        fit = [chip.value for chip in SHOWN if chip.value >= max(least, USUAL)]
        self.chosen = fit[0] if fit else SHOWN[-1].value
        self.picked = False
        "Whether the player picked this chip; a default one gives way to the nearest amount a spot accepts."
        self.coupon = 0
        self._buttons: dict[int, Element] = {}
        self._held: dict[int, int] = {}
        self._coupons: dict[int, Element] = {}
        with ui.element("div").classes("tray"):
            # On a slip that is marked, the rate sets the price and no chips are placed.
            shown = ui.element("div").classes("tray-chips").props('role="radiogroup" aria-label="Chip to place"')
            shown.set_visibility(chips)
            with shown:
                for key, chip in enumerate(SHOWN, 1):
                    self._buttons[chip.value] = self._chip(key, chip)
            self._beside = ui.element("div").classes("tray-coupons")
            self._beside.props('role="group" aria-label="Match play coupons"')
            self._beside.set_visibility(False)
            with ui.element("p").classes("tray-summary"):
                self._rack = ui.label().classes("rack")
                self._laid = ui.label().classes("laid")
        self.choose(self.chosen)

    def _chip(self, key: int, chip: Chip) -> Element:
        name = dollars(chip.value)
        element = ui.element("button").classes("tray-chip").props('type=button role="radio"')
        element.props["aria-label"] = f"{name} chip"
        element.props["title"] = f"{name} (key {key})"
        element.props["data-key"] = str(key)
        size = RADIUS + 2
        drawn = f'<svg viewBox="{-size} {-size} {2 * size} {2 * size}" aria-hidden="true">{face(chip, RADIUS)}</svg>'
        with element:
            ui.html(drawn, sanitize=False)
        element.on("click", lambda: self._pick(chip.value))
        return element

    def _pick(self, value: int) -> None:
        self.picked = True
        self.choose(value)

    def choose(self, value: int) -> None:
        """Select the chip to place next."""
        self.chosen = value
        for other, element in self._buttons.items():
            element.props["aria-checked"] = "true" if other == value else "false"

    def hold(self, coupons: Mapping[int, int]) -> None:
        """Show the player's coupons, given as a count for each value."""
        if dict(coupons) == self._held:
            return
        self._held = dict(coupons)
        self._coupons.clear()
        self._beside.clear()
        self._beside.set_visibility(bool(coupons))
        with self._beside:
            for value, number in coupons.items():
                self._coupons[value] = self._coupon(value, number)
        self.choose_coupon(self.coupon if self.coupon in self._held else 0)

    def _coupon(self, value: int, number: int) -> Element:
        name = dollars(value)
        element = ui.element("button").classes("tray-coupon").props("type=button")
        element.props["aria-label"] = f"{name} match play coupon, {number} held"
        element.props["title"] = f"Match play coupon of {name}: select it, then a betting spot"
        with element:
            ui.label(name).classes("coupon-value")
            ui.label(f"match play × {number}" if number > 1 else "match play").classes("coupon-kind")
        element.on("click", lambda: self.choose_coupon(0 if self.coupon == value else value))
        return element

    def choose_coupon(self, value: int) -> None:
        """Select the coupon to go under the next chips; 0 for none."""
        self.coupon = value
        for other, element in self._coupons.items():
            element.props["aria-pressed"] = "true" if other == value else "false"

    def show(self, seen: VisibleTable) -> None:
        """Show the player's rack and the total wagers on the layout."""
        mine = [wager for wager in seen.state.get("wagers", ()) if wager["position"] == seen.you]
        laid, coupons = (sum(wager.get(what, 0) for wager in mine) for what in ("amount", "coupon"))
        total = f"{dollars(laid)}+{dollars(coupons)} bet" if coupons else f"{dollars(laid)} bet"
        self._rack.set_text(dollars(seen.rack) if seen.you else "")
        self._laid.set_text(total if seen.you and laid else "")
        for value, element in self._buttons.items():
            if seen.you and value > seen.rack:
                element.classes(add="beyond")
            else:
                element.classes(remove="beyond")
