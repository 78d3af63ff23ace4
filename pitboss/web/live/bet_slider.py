"""A bet of one's own amount: a slider, a field to type it, and the amounts that people have a word for.

The button of the choice itself bets or raises what is set here, and says so: nobody presses twice for one bet. What is
set stays on this page; the table hears of it when it is bet, and judges it then.
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
    """Between what a bet may be, in which steps, and the amounts that have a name; all in cents."""

    least: int
    most: int
    step: int
    named: Mapping[str, int] = field(default_factory=dict)

    def fitting(self, amount: int) -> int:
        """The amount that may be bet and is nearest: in steps, or all there is.

        >>> Stakes(4_00, 97_50, 1_00).fitting(12_30), Stakes(4_00, 97_50, 1_00).fitting(500_00)
        (1200, 9750)
        """
        if amount >= self.most:
            return self.most
        return max(self.least, amount // self.step * self.step)


class BetSlider:
    """Sets how much a choice bets; `shown` is the button of that choice, which says it."""

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
                    made = button(word, partial(self.set, amount), classes="small")
                    made.props["data-bets"] = str(amount)
                    made.props["title"] = dollars(amount)
        self._slider.on_value_change(lambda event: self._said(event.value, self._slider))
        self._field.on_value_change(lambda event: self._said(event.value, self._field))
        with shown:
            self._told = ui.label(f"to {dollars(self.amount)}").classes("press-means")

    def set(self, amount: int) -> None:
        """So much is bet, if the button is pressed."""
        self.amount = self.stakes.fitting(amount)
        self._slider.value = self._field.value = _plain(self.amount)
        self._tell()

    def _said(self, value: object, by: Element) -> None:
        """What was typed or dragged; what is out of the range is left to be typed on, and bet as near as may be."""
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
        self._tell()

    def _tell(self) -> None:
        self._told.set_text(f"to {dollars(self.amount)}")


def _plain(amount: int) -> float | int:
    """Dollars as a field shows them."""
    return amount // CENTS if amount % CENTS == 0 else amount / CENTS


__all__ = ["BetSlider", "Stakes"]
