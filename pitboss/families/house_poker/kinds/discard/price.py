"""Prices of games in which one of the dealt cards is discarded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import rows_of
from pitboss.families.house_poker.price.wagering import AT_ONCE, Wagering, cheapest_first
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import order_of

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.discard.solver import DiscardGame
    from pitboss.families.house_poker.price.strategy import Strategy


class DiscardPricing(PokerPricing):
    """Three cards, one of which is discarded, and three shared cards, against a pay table."""

    theory: ClassVar[tuple[str, ...]] = ("pitboss.families.house_poker.kinds.discard.solver", *PokerPricing.theory)

    def solver_game(self, terms: Terms, wagering: Wagering) -> DiscardGame:
        from pitboss.families.house_poker.kinds.discard.solver import DiscardGame

        choices = cheapest_first(wagering, [end for end in wagering.ends if end != AT_ONCE])
        first = next(iter(terms.decisions.values()))
        aside_first = any(choice.discards for choice in first.choices.values())
        game = DiscardGame(rows_of(wagering), choices, wagering.net, aside_first=aside_first)
        if terms.at_once is None:
            return game
        return replace(game, at_once=order_of(terms.at_once.order), least=terms.least_immediate_winner, paid=AT_ONCE)

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        at_once = [] if terms.at_once is None else [terms.at_once.order, terms.least_immediate_winner]
        # The stored entry includes the strategy in words; 2 is the version of that wording.
        return [wagering.to_data(), at_once, [*terms.decisions], 2]

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.discard import solver, strategy

        return solver, strategy.DiscardStrategy
