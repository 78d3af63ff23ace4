"""Prices of games with two cards each and two rows that cross."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.price import solutions
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import rows_of_any
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wagering import Wagering, end_name, without_and_with
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.cache import Entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pitboss.families.house_poker.kinds.cross.solver import CrossGame
    from pitboss.families.house_poker.kinds.cross.strategy import CrossStrategy
    from pitboss.pricing.progress import Progress


class CrossPricing(PokerPricing):
    """Two cards each and two rows of three that share a card; the player raises, folds or checks before each arm."""

    theory: ClassVar[tuple[str, ...]] = ("pitboss.families.house_poker.kinds.cross.solver", *PokerPricing.theory)

    deciding_share: ClassVar[float] = 0.35
    playing_share: ClassVar[float] = 0.3
    """The fractions of the time spent solving and playing out the decisions; simpler strategies take the rest."""

    def solver_game(self, terms: Terms, wagering: Wagering) -> CrossGame:
        """Build the solver's game from the four decisions in the file, each of which offers one wager or none."""
        from pitboss.families.house_poker.kinds.cross.solver import STAGES, CrossGame

        offered = [list(terms.offered_choices(decision).items()) for decision in terms.decisions.values()]
        ((without, with_),) = {without_and_with(choices) for choices in offered}
        folds = dict(offered[0])[without].folds
        if folds:
            ways = [(*[with_] * stage, without) for stage in range(STAGES)] + [(with_,) * STAGES]
        else:
            each = range(STAGES)
            ways = [tuple(with_ if way >> stage & 1 else without for stage in each) for way in range(1 << STAGES)]
        rows = rows_of_any(terms, self.main, wagering)
        return CrossGame(rows, tuple(end_name(way) for way in ways), wagering.net, (without, with_), folds)

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.to_data()

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> CrossStrategy:
        from pitboss.families.house_poker.kinds.cross import solver
        from pitboss.families.house_poker.kinds.cross.strategy import CrossStrategy
        from pitboss.pricing.progress import part_of_progress

        game = self.solver_game(terms, wagering)

        def solve() -> dict[str, NDArray[Any]]:
            return solver.pack(solver.solve(game, part_of_progress(progress, 0, self.deciding_share)))

        key = self.configuration(terms, wagering)
        decisions = solver.unpack(solutions.load_or_decide(self.game, key, solve))
        played = self.deciding_share + self.playing_share
        simpler, left = self.simpler(terms, wagering), part_of_progress(progress, played, 1)

        def ends() -> Tally:
            return solver.play(game, decisions, part_of_progress(progress, self.deciding_share, played))

        return CrossStrategy(game, decisions, ends, simpler, left)

    def ends(self, terms: Terms, wagering: Wagering) -> Tally:
        """The tally under the best strategy.

        If the player may check, tables that differ only in the hand the ante needs have the same best play and share a
        tally.
        """
        from pitboss.families.house_poker.kinds.cross import solver

        game = self.solver_game(terms, wagering)
        if (each := game.each_raise()) is None:
            return super().ends(terms, wagering)

        def make() -> Any:
            return solver.play(game, solver.solve(game)).to_data()

        key = ["played", list(game.rows.names), list(game.ends), each.tolist()]
        return Tally.from_data(Entry(self.game, solutions.ALGORITHM, key).get(make))
