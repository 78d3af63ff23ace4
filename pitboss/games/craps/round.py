"""Craps and mini-craps, Subchapter 1: the family's table, with dice in the air and vigorish on buy and lay bets.

It adds late wagers confirmed aloud (1.3(a)), the seats of mini-craps (1.3(f)), and the vigorish (1.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.dice.round import CrapsTable, CrapsTableAmounts
from pitboss.families.dice.terms import capped_vigorish
from pitboss.table.game import YES, Answer
from pitboss.table.state import Wager
from pitboss.table.steps import Action


class CrapsAmounts(CrapsTableAmounts):
    """Place, buy and lay bets with the vigorish of craps."""

    game: Craps

    def vigorish_when_made(self, kind: str, amount: int) -> int:
        return (
            self.game.vigorish(kind, amount) if self.game.vig_timing == "when_made" and kind in self.game.charged else 0
        )

    def vigorish_on_win(self, wager: Wager) -> int:
        return self.game.vigorish(wager.kind, wager.amount) if self.game.vig_timing == "on_win" else 0


class Craps(CrapsTable):
    """The procedure of Subchapter 1 on one layout."""

    amounts_type = CrapsAmounts

    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **CrapsTable.fact_kinds,
        "dice_set": int,
        "late_wager_confirmed_by": dict[str, list[str]],
        "mini_craps_seats": int,
        "percentage_by": list[str],
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.mini = layout.option("variant") == "mini_craps"
        if self.mini:
            self.seats = layout.fact("mini_craps_seats")
            self.seated = self.sections["mini_craps_seats"]
        self.confirmers = tuple(layout.fact("late_wager_confirmed_by")[str(layout.option("variant"))])
        charged = [kind for kind, rule in layout.permissible.items() if rule.section in layout.fact("percentage_by")]
        self.charged = {kind for kind in charged if self.terms[kind].percentage}
        self.vig_timing = layout.option("vig_timing")

    # ---- 1.11(d): the set of dice

    def taken(self) -> str:
        """The rest of the set goes back to the cup of the stickperson or dealer."""
        stick = not self.mini or self.layout.option("mini_craps_stickperson")
        rest = self.layout.fact("dice_set") - self.layout.fact("dice")
        cup = f"{rest} go back to the {'stickperson' if stick else 'dealer'}'s cup"
        return f"{super().taken().removesuffix('.')}; {cup}."

    # ---- 1.3(a): late wagers

    def may_in_the_air(self, action: Action) -> Answer:
        """Whether an act is allowed with the dice in the air: a wager only if it is confirmed aloud."""
        section = self.sections["late_wager_confirmed_by"].split(", ")[1 if self.mini else 0]
        if action.verb not in ("make", "increase"):
            return self.no("the dice are in the air; wait for the roll", section)
        missing = [person for person in self.confirmers if person not in action.confirmed]
        if missing:
            needed = " and the ".join(self.confirmers)
            return self.no(f"the dice are in the air; the wager counts only if the {needed} confirm it aloud", section)
        return YES

    # ---- 1.5: the vigorish on buy and lay bets

    def vigorish(self, kind: str, amount: int) -> int:
        """The vigorish on an amount, if the wager is charged."""
        return capped_vigorish(self.layout, kind, amount) if kind in self.charged else 0


GAME = Craps
