"""Prices of games with three own cards and the best two of a flop, against a pay table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import rows_of
from pitboss.families.house_poker.price.wagering import Wagering, cheapest_first
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.flop.solver import FlopGame
    from pitboss.families.house_poker.price.strategy import Strategy


class FlopPricing(PokerPricing):
    """Three own cards and the best two of a flop, against a pay table."""

    theory: ClassVar[tuple[str, ...]] = ("pitboss.families.house_poker.kinds.flop.solver", *PokerPricing.theory)

    def solver_game(self, terms: Terms, wagering: Wagering) -> FlopGame:
        from pitboss.families.house_poker.kinds.flop.solver import FlopGame

        return FlopGame(rows_of(wagering), cheapest_first(wagering, wagering.ends), wagering.net)

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.to_data()

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.flop import solver, strategy

        return solver, strategy.FlopStrategy
