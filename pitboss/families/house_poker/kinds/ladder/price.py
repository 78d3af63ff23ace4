"""Prices of games in which cards are dealt one by one against a pay table."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import rows_of
from pitboss.families.house_poker.price.wagering import Wagering, end_name
from pitboss.families.house_poker.terms import Choice, Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.ladder.solver import LadderGame, Street
    from pitboss.families.house_poker.price.strategy import Strategy


class LadderPricing(PokerPricing):
    """Cards dealt one by one, against a pay table."""

    theory: ClassVar[tuple[str, ...]] = ("pitboss.families.house_poker.kinds.ladder.solver", *PokerPricing.theory)

    @abstractmethod
    def known(self, terms: Terms) -> tuple[int, ...]:
        """The number of cards known at each decision."""

    def solver_game(self, terms: Terms, wagering: Wagering) -> LadderGame:
        from pitboss.families.house_poker.kinds.ladder.solver import LadderGame

        return LadderGame(rows_of(wagering), self._streets(terms), wagering.net)

    def _streets(self, terms: Terms) -> tuple[Street, ...]:
        """Each decision's choices given the earlier choices, with the state that each leads to, cheapest first."""
        from pitboss.families.house_poker.kinds.ladder.solver import Street

        found: list[Street] = []
        ways: list[tuple[str, ...]] = [()]
        for known, decision in zip(self.known(terms), terms.decisions.values(), strict=True):
            choices = dict(sorted(terms.offered_choices(decision).items(), key=lambda one: _cost(one[1])))
            led = {way: {name: (*way, name) for name in choices} for way in ways}
            found.append(
                Street(
                    known,
                    {end_name(way) or "dealt": {name: end_name(to) for name, to in led[way].items()} for way in ways},
                )
            )
            ways = [to for way in ways for name, to in led[way].items() if not choices[name].folds]
        return tuple(found)

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [list(self.known(terms)), wagering.to_data()]

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.ladder import solver, strategy

        return solver, strategy.LadderStrategy


def _cost(choice: Choice) -> tuple[bool, int]:
    """A sort key: folds first, then by the amount that a choice puts at risk."""
    return not choice.folds, choice.times if choice.lays else -1 if choice.takes_back else 0
