"""The chip tray: which chip the next click lays, with which coupon, and what the person has."""

from __future__ import annotations

from collections.abc import Mapping

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
    """Chips to choose from; `chosen` is the value in cents of the one that is laid next.

    Beside them lie the match play coupons that the person holds; `coupon` is the value of the one that goes under the
    next chips, 0 for none.
    """

    def __init__(self, least: int, chips: bool = True) -> None:
        fit = [chip.value for chip in SHOWN if chip.value >= max(least, USUAL)]
        self.chosen = fit[0] if fit else SHOWN[-1].value
        self.picked = False
        "Whether the person chose this chip: one that only lies ready gives way to what a place can take."
        self.coupon = 0
        self._buttons: dict[int, Element] = {}
        self._held: dict[int, int] = {}
        self._coupons: dict[int, Element] = {}
        with ui.element("div").classes("tray"):
            # Where a slip is marked, its rate is what it costs, and no chip is laid.
            shown = ui.element("div").classes("tray-chips").props('role="radiogroup" aria-label="Chip to lay"')
            shown.set_visibility(chips)
            with shown:
                for key, chip in enumerate(SHOWN, 1):
                    self._buttons[chip.value] = self._chip(key, chip)
            self._beside = ui.element("div").classes("tray-coupons")
            self._beside.props('role="group" aria-label="Match play coupons"')
            self._beside.set_visibility(False)
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

    def hold(self, coupons: Mapping[int, int]) -> None:
        """The coupons that the person holds: how many of each value."""
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
        made = ui.element("button").classes("tray-coupon").props("type=button")
        made.props["aria-label"] = f"{name} match play coupon, {number} held"
        made.props["title"] = f"Match play coupon of {name}: choose it, then the place of a wager"
        with made:
            ui.label(name).classes("coupon-value")
            ui.label(f"match play × {number}" if number > 1 else "match play").classes("coupon-kind")
        made.on("click", lambda: self.choose_coupon(0 if self.coupon == value else value))
        return made

    def choose_coupon(self, value: int) -> None:
        """This coupon goes under the next chips; 0 for none."""
        self.coupon = value
        for other, made in self._coupons.items():
            made.props["aria-pressed"] = "true" if other == value else "false"

    def show(self, seen: Seen) -> None:
        """What is in the rack, and what lies on the layout."""
        mine = [wager for wager in seen.state.get("wagers", ()) if wager["position"] == seen.you]
        laid, coupons = (sum(wager.get(what, 0) for wager in mine) for what in ("amount", "coupon"))
        told = f"{dollars(laid)}+{dollars(coupons)} laid" if coupons else f"{dollars(laid)} laid"
        self._rack.set_text(dollars(seen.rack) if seen.you else "")
        self._laid.set_text(told if seen.you and laid else "")
        for value, made in self._buttons.items():
            if seen.you and value > seen.rack:
                made.classes(add="beyond")
            else:
                made.classes(remove="beyond")
