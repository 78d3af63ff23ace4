"""The terms of a craps wager in rules.toml, beyond those that every game has; round and price read them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.chapter.numbers import Cites
from pitboss.equipment.dice import Dice


class Landing(BaseModel):
    """Totals that decide a line wager on its first roll, with the paragraph that says so."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    totals: tuple[int, ...]
    section: Cites


NEVER = Landing(totals=(), section="")


class Terms(BaseModel):
    """The terms of a craps wager in rules.toml, beyond those that every game has."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["line", "come", "odds", "number", "hardway", "one_roll", "parts", "fire"]
    side: Literal["right", "wrong"] = "right"
    number: int = 0
    wins: Landing = NEVER
    loses: Landing = NEVER
    void: Landing = NEVER
    made: Cites = ""
    missed: Cites = ""
    cap: str = ""
    off_on_come_out: bool = False
    percentage: bool = False
    on: dict[str, tuple[int | str, ...]] = {}
    parts: dict[str, int] = {}
    booked_as: dict[str, int] = {}
    booked_when: dict[str, str] = {}


def landing(terms: Terms, dice: Dice) -> str | None:
    """The outcome of a one-roll wager on a roll; None if it loses. The first matching outcome counts."""
    read = (dice.total, str(dice), str(dice)[::-1])
    for outcome, landings in terms.on.items():
        if any(reading in landings for reading in read):
            return outcome
    return None


def charged_share(layout: Layout, wager: str) -> Fraction:
    """The amount on which a buy or lay bet's vigorish is charged, per unit wagered: the whole wager, or what it can
    win.

    One percent of a lay bet's win is less than one percent of the amount laid, so both choices stay below 1.5's
    ceiling.
    """
    odds = layout.odds(wager).ratio
    return odds if odds < 1 and layout.options.get("vig_basis") == "lay_win" else Fraction(1)


def vigorish_rate(layout: Layout, wager: str) -> Fraction:
    """The vigorish on a buy or lay bet per unit wagered, before rounding."""
    return Fraction(Decimal(str(layout.options["vig_rate"]))) * charged_share(layout, wager)


def capped_vigorish(layout: Layout, wager: str, amount: int) -> int:
    """The vigorish on a buy or lay bet. 1.5 caps it, so it is rounded down: to the cent, or to the smallest chip."""
    unit = layout.cents("smallest_chip") if layout.option("vig_rounding") == "down_to_chip" else 1
    return int(amount * vigorish_rate(layout, wager)) // unit * unit
