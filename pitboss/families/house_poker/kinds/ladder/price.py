"""Prices of cards that come one by one, against a pay table."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import rows_of
from pitboss.families.house_poker.price.wagering import Wagering, named
from pitboss.families.house_poker.terms import Choice, Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.ladder.solver import LadderGame, Street
    from pitboss.families.house_poker.price.strategy import Strategy


class LadderPricing(PokerPricing):
    """Cards that come one by one, against a pay table."""

    @abstractmethod
    def known(self, terms: Terms) -> tuple[int, ...]:
        """How many cards are known at each decision."""

    def machine(self, terms: Terms, wagering: Wagering) -> LadderGame:
        from pitboss.families.house_poker.kinds.ladder.solver import LadderGame

        return LadderGame(rows_of(wagering), self._streets(terms), wagering.net)

    def _streets(self, terms: Terms) -> tuple[Street, ...]:
        """At every decision, in each way that was gone so far, the choices and where they lead; the cheapest first."""
        from pitboss.families.house_poker.kinds.ladder.solver import Street

        found: list[Street] = []
        ways: list[tuple[str, ...]] = [()]
        for known, decision in zip(self.known(terms), terms.decisions.values(), strict=True):
            choices = dict(sorted(terms.offered(decision).items(), key=lambda one: _cost(one[1])))
            led = {way: {name: (*way, name) for name in choices} for way in ways}
            found.append(
                Street(
                    known, {named(way) or "dealt": {name: named(to) for name, to in led[way].items()} for way in ways}
                )
            )
            ways = [to for way in ways for name, to in led[way].items() if not choices[name].folds]
        return tuple(found)

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [list(self.known(terms)), wagering.plain()]

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.ladder import solver, strategy

        return solver, strategy.LadderStrategy


def _cost(choice: Choice) -> tuple[bool, int]:
    """To fold, then by what a choice puts at risk."""
    return not choice.folds, choice.times if choice.lays else -1 if choice.takes_back else 0
