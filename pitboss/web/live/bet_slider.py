"""A bet of any amount: a slider, a field, and buttons for common amounts.

The button of the choice itself makes the bet and shows its amount, so one click is enough. The amount stays on this
page until the bet is made; the table checks it then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from nicegui import ui
from nicegui.element import Element

from pitboss.chapter.odds import cents, dollars
from pitboss.web.live.buttons import button

CENTS = 100


@dataclass(frozen=True, slots=True)
class Stakes:
    """The range and step of a bet, and named amounts; all in cents."""

    least: int
    most: int
    step: int
    named: Mapping[str, int] = field(default_factory=dict)

    def fitting(self, amount: int) -> int:
        """Return the nearest permitted amount: a multiple of the step, or the maximum.

        >>> Stakes(4_00, 97_50, 1_00).fitting(12_30), Stakes(4_00, 97_50, 1_00).fitting(500_00)
        (1200, 9750)
        """
        if amount >= self.most:
            return self.most
        return max(self.least, amount // self.step * self.step)


class BetSlider:
    """Sets a bet's amount; `shown` is the choice's button, which displays it."""

    def __init__(self, wager: str, name: str, stakes: Stakes, shown: Element) -> None:
        self.wager, self.stakes = wager, stakes
        self.amount = stakes.least
        with ui.element("div").classes("bet-slider").props(f'role="group" aria-label="{name}: how much"'):
            self._field = ui.number(
                value=_plain(self.amount), min=stakes.least / CENTS, max=stakes.most / CENTS, step=stakes.step / CENTS
            ).props(f'outlined dense prefix="$" inputmode=decimal data-amount="{wager}" aria-label="{name} to"')
            self._slider = ui.slider(
                min=stakes.least / CENTS, max=stakes.most / CENTS, step=stakes.step / CENTS, value=_plain(self.amount)
            ).props(f'data-slider="{wager}" aria-label="{name} to"')
            with ui.element("div").classes("bet-words"):
                for word, amount in stakes.named.items():
                    preset = button(word, partial(self.set, amount), classes="small")
                    preset.props["data-bets"] = str(amount)
                    preset.props["title"] = dollars(amount)
        self._slider.on_value_change(lambda event: self._entered(event.value, self._slider))
        self._field.on_value_change(lambda event: self._entered(event.value, self._field))
        with shown:
            self._label = ui.label(f"to {dollars(self.amount)}").classes("press-means")

    def set(self, amount: int) -> None:
        """Set the amount that the button will bet."""
        self.amount = self.stakes.fitting(amount)
        self._slider.value = self._field.value = _plain(self.amount)
        self._update_label()

    def _entered(self, value: object, by: Element) -> None:
        """Handle typing or dragging. If the amount is out of range, the field is left alone and the nearest permitted
        amount is used."""
        try:
            amount = cents(str(value if value is not None else 0))
        except ValueError:
            return
        if amount == self.amount:
            return
        self.amount = self.stakes.fitting(amount)
        if by is self._slider:
            self._field.value = _plain(self.amount)
        elif self.stakes.least <= amount <= self.stakes.most:
            self._slider.value = _plain(self.amount)
        self._update_label()

    def _update_label(self) -> None:
        self._label.set_text(f"to {dollars(self.amount)}")


def _plain(amount: int) -> float | int:
    """Convert cents to dollars for a field."""
    return amount // CENTS if amount % CENTS == 0 else amount / CENTS
