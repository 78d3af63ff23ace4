"""What every game of house poker gives with its price: its strategy, and from that advice and the worth of a choice.

A game's `price.py` ends with a class on `PokerPricing` that hands on what was asked to its own functions.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.pricing.contract import Advice, Gift, Given, Input, Pricing, Worth

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Strategy


class PokerPricing(Pricing):
    """The prices of a game of house poker."""

    hangs_on: ClassVar[frozenset[Input]] = frozenset({"stake", "strategy"})
    gives: ClassVar[frozenset[Gift]] = frozenset({"strategy", "advice", "worth"})

    @abstractmethod
    def strategy(self, layout: Layout, given: Given) -> Strategy:
        """The best way to play."""

    def advice(self, layout: Layout) -> Advice:
        best = self.strategy(layout, Given())

        def choose(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> str | None:
            return str(best.decide(own, shown)) if own else None

        return choose

    def worth(self, layout: Layout) -> Worth:
        from pitboss.families.house_poker.price.worth import worth as worth_of

        best = self.strategy(layout, Given())

        def found(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> dict[str, float]:
            values = worth_of(best, own, shown) if own else {}
            return {choice: value for choice, value in values.items() if choice in choices}

        return found
