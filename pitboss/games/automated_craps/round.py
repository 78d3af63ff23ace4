"""Automated craps, Subchapter 1A: the family's table, with the dice in an automated covered shaker.

The shooter starts it with a button or, at the licensee's choice, it starts automatically after "no more bets". Other
differences from craps: the shaker is filled and run when the table opens, the dealer calls before every shake, no wager
is made after that (1A.4), and a shaker that cannot be repaired ends the game (1A.8). No wager costs vigorish.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.dice.round import CrapsState, CrapsTable, CrapsTableAmounts, CrapsTableIrregularities, Words
from pitboss.table.state import replace
from pitboss.table.steps import Round, Said


class AutomatedCrapsAmounts(CrapsTableAmounts):
    """Automated craps charges no vigorish."""

    game: AutomatedCraps

    def vigorish_when_made(self, kind: str, amount: int) -> int:
        return amount * int(self.game.layout.fact("vigorish")) // 100


class AutomatedCrapsIrregularities(CrapsTableIrregularities):
    """Irregularities of the shaker."""

    game: AutomatedCraps
    effects = CrapsTableIrregularities.effects | {"control_passed"}
    conditions: ClassVar = {"shooter": "no player has control of the shaker"}

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
        offered="do you take control of the shaker?",
        taken="takes control of the shaker and is the shooter.",
        untaken="No one takes control: no shake.",
        given_up="No pass or don't pass wager: the shooter gives up control.",
        passed="passes control",
        only_shooter="only the shooter can pass control",
        loser_seven="Loser seven: control passes to the next player.",
        roll="shake",
    )

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.seats = int(layout.options["positions"])
        self.seated = self.sections["seated"]
        self.starts_automatically = layout.option("shaker_start") == "itself"

    # ---- 1A.3, 1A.5: opening, and the call before every shake

    def round(self, state: CrapsState) -> Round[CrapsState]:
        """Play one shake."""
        if not state.rounds:
            text = "The shaker and dice are inspected; the floorperson puts in two dice, and the dealer runs it once."
            yield Said(state, self.sections["opening"], text)
        return (yield from super().round(state))

    def before_the_throw(self, state: CrapsState) -> Round[CrapsState]:
        state = yield from super().before_the_throw(state)
        if state.shooter:
            call = str(self.layout.fact("no_more_wagers")).capitalize()
            start = (
                "The shaker starts automatically"
                if self.starts_automatically
                else f"Position {state.shooter} presses the button"
            )
            yield Said(state, self.sections["throw"], f"{call}. {start}.", state.shooter)
        return state

    # ---- 1A.6: vigorish is prohibited

    # ---- 1A.8: irregularities

    def clear_layout(self, state: CrapsState) -> CrapsState:
        """End the game when the shaker fails; the next one begins with a come-out shake."""
        return replace(state, point=0, came_out=False, in_air=False)


GAME = AutomatedCraps
