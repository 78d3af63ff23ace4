"""Sic bo: one shake of three dice under a cover decides every wager on the layout.

The round comes from `families/one_draw`: wagers, the call, the draw, collecting, paying. Sic bo adds the time of the
shake, the dice each of the 50 areas needs, and the layout that lights the winning areas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.equipment.dice import Dice, outcomes
from pitboss.families.one_draw.round import DrawState, Lands, OneDraw, OneDrawIrregularities
from pitboss.table.state import replace
from pitboss.table.steps import Ask, AskDice, Irregularity, Round, Said


class Terms(BaseModel):
    """The dice that an area needs: numbers, a total, a triple, or a number to count.

    `shows` lists numbers, each on a different die: [2, 2] is two of a kind, [1, 2] a combination.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    shows: tuple[int, ...] = ()
    totals: tuple[int, int] | None = None
    triple: bool = False
    unless_triple: bool = False
    counts: int = 0

    def won(self, dice: Dice) -> str | None:
        """The outcome in its odds by which an area wins; None if it loses.

        >>> Terms(shows=(1, 2)).won(Dice("2-1-2")), Terms(counts=2).won(Dice("2-1-2"))
        ('', '2')
        >>> Terms(totals=(11, 17), unless_triple=True).won(Dice("5-5-5")) is None
        True
        """
        shown = Counter(dice.faces)
        alike = len(shown) == 1
        if self.counts:
            return str(shown[self.counts]) if shown[self.counts] else None
        if (self.triple and not alike) or (self.unless_triple and alike):
            return None
        if self.totals is not None and not self.totals[0] <= dice.total <= self.totals[1]:
            return None
        return "" if Counter(self.shows) <= shown else None


class SicBoState(DrawState):
    """The state of a sic bo table. `lit` lists the areas lit for the last roll."""

    lit: tuple[str, ...] = ()
    dark: bool = False
    """The layout does not light in this round."""
    shaken: bool = False
    """The dice have been shaken under the cover, before the wagers."""


class SicBoIrregularities(OneDrawIrregularities):
    """Irregularities involving the shaker and the dice."""

    effects = OneDrawIrregularities.effects | {"by_hand"}


class SicBo(OneDraw[SicBoState]):
    """The procedure of Subchapter 9 on one layout."""

    state_type = SicBoState
    irregularities_type = SicBoIrregularities
    terms_type = None
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **OneDraw.fact_kinds,
        "device": str,
        "dice": int,
        "opening": list[str],
        "shakes": int,
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.terms = layout.terms(Terms)
        self.dice: int = layout.fact("dice")
        self.seats = int(str(layout.option("positions")))
        self.shaken_first = layout.option("shake_timing") == "before_bets"

    # ---- 9.5: opening and dealing

    def round(self, state: SicBoState) -> Round[SicBoState]:
        """Play one roll: the dice are shaken after the wagers or, at the licensee's choice, before them."""
        state = replace(state, dark=False)
        if not state.rounds:
            text = f"Floorperson and dealer inspect {' and '.join(self.layout.fact('opening'))}. {self.shaking()}"
            yield Said(state, self.sections["opening"], text)
            state = replace(state, shaken=self.shaken_first)
        if self.shaken_first and not state.shaken:
            state = yield from self.shake(state)
        return (yield from super().round(state))

    def shake(self, state: SicBoState) -> Round[SicBoState]:
        """Shake the dice under the cover and leave them there."""
        yield Said(state, self.sections["shakes"], self.shaking())
        return replace(state, shaken=True)

    def clear_layout(self, state: SicBoState) -> SicBoState:
        """Shake the dice again after a void round."""
        return replace(super().clear_layout(state), shaken=False)

    def shaking(self) -> str:
        """The announcement of a shake, manual or automated."""
        automated = self.layout.option("shaker") == "automated"
        done = "The covered shaker shakes" if automated else "The dealer shakes the covered shaker"
        return f"{done} {self.layout.fact('shakes')} times."

    def drawing(self) -> str:
        called = super().drawing()
        return f"{called} The cover is taken off." if self.shaken_first else f"{called} {self.shaking()}"

    @property
    def outcomes(self) -> Sequence[Dice]:
        return outcomes(self.dice)

    def ask(self, state: SicBoState) -> Ask:
        return AskDice(state, self.sections["shakes"], self.dice, closed=True)

    def call(self, drawn: Dice) -> str:
        """The numbers, the lowest first, and their total."""
        return f"{', '.join(map(str, sorted(drawn.faces)))}. Total {drawn.total}."

    def shown(self, state: SicBoState, drawn: Dice) -> SicBoState:
        return replace(super().shown(state, drawn), lit=(), shaken=False)

    def entered(self, state: SicBoState, drawn: Dice) -> Round[SicBoState]:
        """Enter the numbers; the winning areas light up, unless the device fails."""
        if state.dark:
            return state
        won = tuple(kind for kind in self.layout.wagers if self.terms[kind].won(drawn) is not None)
        state = replace(state, lit=won)
        text = f"The numbers are entered; the {len(won)} winning areas are {self.layout.fact('device')}."
        yield Said(state, self.sections["device"], text)
        return state

    # ---- 9.2: the effect of the dice on each wager

    def lands(self, kind: str, spot: str, drawn: Dice) -> Lands:
        return self.terms[kind].won(drawn)

    # ---- 9.6: irregularities

    def handle_irregularity(self, state: SicBoState, event: Irregularity) -> Round[SicBoState]:
        state = yield from super().handle_irregularity(state, event)
        effect = self.layout.irregularities[event.id].effect
        if effect == "by_hand":
            return replace(state, lit=(), dark=True)
        if effect == "no_roll" and self.shaken_first:
            return (yield from self.shake(state))
        return state


GAME = SicBo
