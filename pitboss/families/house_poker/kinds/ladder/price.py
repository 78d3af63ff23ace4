"""Prices of games in which cards are dealt one by one against a pay table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import rows_of
from pitboss.families.house_poker.price.wagering import Wagering, end_name
from pitboss.families.house_poker.terms import Choice, Terms
from pitboss.pricing.exposures import Exposure, Worth

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

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        terms, wagering = Terms.on(layout), self.wagering_on(layout)
        # What the player knows at the first decision is dealt before any card is hidden.
        hidden = self.solver_game(terms, wagering).size - self.known(terms)[0]
        for number in range(1, hidden + 1):
            which = "The hidden card" if hidden == 1 else f"Hidden card {number} of {hidden}"
            yield Exposure(
                "community_card" if hidden == 1 else f"community_card_{number}",
                f"{which} is known before the first decision",
                partial(self._community_card, terms, wagering, number),
                ("irregularity.community_card_exposed", "irregularity.hole_card_exposed"),
                ("community_card_exposed", "hole_card_exposed"),
                "community cards delivered together, face down and flat on the layout",
            )

    def _community_card(self, terms: Terms, wagering: Wagering, number: int) -> Worth:
        """The worth of a community card: one more known card at every decision before it is turned.

        Which of the hidden cards it is makes no difference to the chances; only how long it stays an advantage does.
        """
        game, (solver, strategy) = self.solver_game(terms, wagering), self.solver()
        first = game.streets[0].known
        streets = tuple(replace(one, known=one.known + (one.known < first + number)) for one in game.streets)
        informed = replace(game, streets=streets)
        decisions = solver.solve(informed)
        edge = -strategy(informed, decisions, lambda: solver.play(informed, decisions), ()).house_edge
        usual = -self.strategy_of(terms, wagering).house_edge
        return Worth(float(edge), use="the best choice with the known card", without=float(usual))


def _cost(choice: Choice) -> tuple[bool, int]:
    """A sort key: folds first, then by the amount that a choice puts at risk."""
    return not choice.folds, choice.times if choice.lays else -1 if choice.takes_back else 0
