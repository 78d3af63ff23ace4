"""Prices of three own cards and the best two of a flop, against a pay table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.families.house_poker.price import solutions
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import rows_of
from pitboss.families.house_poker.price.wagering import Wagering, cheapest_first
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import THREE_CARD

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.flop.solver import FlopGame
    from pitboss.families.house_poker.kinds.flop.strategy import FlopStrategy
    from pitboss.pricing.progress import Progress


class FlopPricing(PokerPricing):
    """Three own cards and the best two of a flop, against a pay table."""

    def machine(self, terms: Terms, wagering: Wagering) -> FlopGame:
        from pitboss.families.house_poker.kinds.flop.solver import FlopGame

        return FlopGame(rows_of(wagering), cheapest_first(wagering, wagering.ends), wagering.net)

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.plain()

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> FlopStrategy:
        from pitboss.families.house_poker.kinds.flop import solver
        from pitboss.families.house_poker.kinds.flop.strategy import FlopStrategy

        game = self.machine(terms, wagering)
        decisions = solutions.decided(self.game, wagering.plain(), lambda: {"": solver.solve(game, progress)})[""]
        simpler = self.simpler(terms, wagering)
        return FlopStrategy(game, decisions, lambda: solver.play(game, decisions), THREE_CARD, simpler)
