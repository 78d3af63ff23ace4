"""Automated craps, Subchapter 1A: the family's table, with the dice in a covered shaker that needs no hand.

The shooter starts it by a button or, where the licensee so chose, it starts by itself once no more bets is called. What
else is its own: the shaker is filled and run as the table opens, the dealer calls before every shake, nothing is
wagered after that (1A.4), and a shaker that cannot be put right ends the game (1A.8). No wager costs a percentage.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.dice.round import CrapsState, CrapsTable, CrapsTableAmounts, CrapsTableIrregularities, Words
from pitboss.table.state import replace
from pitboss.table.steps import Round, Said


class AutomatedCrapsAmounts(CrapsTableAmounts):
    """Automated craps charges its vigorish when a wager is made."""

    game: AutomatedCraps

    def vigorish_when_made(self, kind: str, amount: int) -> int:
        return amount * int(self.game.layout.fact("vigorish")) // 100


class AutomatedCrapsIrregularities(CrapsTableIrregularities):
    """Irregularities of the machine that throws the dice."""

    game: AutomatedCraps
    effects = CrapsTableIrregularities.effects | {"control_passed"}
    conditions: ClassVar = {"shooter": "nobody has the control of the shaker"}

    def holds(self, state: CrapsState, condition: str, about: tuple[str, ...]) -> bool:
        return bool(state.shooter)


class AutomatedCraps(CrapsTable):
    """The procedure of Subchapter 1A on one layout."""

    amounts_type = AutomatedCrapsAmounts
    irregularities_type = AutomatedCrapsIrregularities

    verbs = ("pass_control",)
    covered = True
    passing = "control_passed"
    fact_kinds: ClassVar[Mapping[str, Any]] = {**CrapsTable.fact_kinds, "vigorish": int}
    words = Words(
        offered="the shaker is yours to start:",
        taken="takes the control of the shaker and is the shooter.",
        untaken="Nobody takes the control: no shake.",
        given_up="No pass or don't pass wager: the shooter gives up the control.",
        passed="passes the control",
        only_shooter="only the shooter can pass the control",
        loser_seven="Loser seven: the control passes to the next player.",
        roll="shake",
    )

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.seats = int(layout.options["positions"])
        self.seated = self.sections["seated"]
        self.by_itself = layout.option("shaker_start") == "itself"
        if self.by_itself:
            self.words = dataclasses.replace(self.words, offered="the control of the shaker is yours to take:")

    # ---- 1A.3, 1A.5: opening, and the call before every shake

    def round(self, state: CrapsState) -> Round[CrapsState]:
        """One shake."""
        if not state.rounds:
            text = (
                "Shaker and dice are inspected; the floorperson puts two dice in before the dealer, who runs it once."
            )
            yield Said(state, self.sections["opening"], text)
        return (yield from super().round(state))

    def before_the_throw(self, state: CrapsState) -> Round[CrapsState]:
        state = yield from super().before_the_throw(state)
        if state.shooter:
            call = str(self.layout.fact("no_more_wagers")).capitalize()
            start = "The shaker starts by itself" if self.by_itself else f"Position {state.shooter} presses the button"
            yield Said(state, self.sections["throw"], f"{call}. {start}.", state.shooter)
        return state

    # ---- 1A.6: vigorish is prohibited

    # ---- 1A.8: irregularities

    def clear_layout(self, state: CrapsState) -> CrapsState:
        """With the shaker out of order the game ends: the next begins with a come-out shake."""
        return replace(state, point=0, came_out=False, in_air=False)


GAME = AutomatedCraps

__all__ = ["GAME", "AutomatedCraps"]
