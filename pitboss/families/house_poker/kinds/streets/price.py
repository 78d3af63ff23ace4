"""Prices of hold 'em games: two cards each, and a board dealt over several streets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.equipment import CARDS
from pitboss.families.house_poker.holdings import DEALT_TWICE
from pitboss.families.house_poker.price import solutions
from pitboss.families.house_poker.price.payoffs import least_qualifying, prizes, ranking
from pitboss.families.house_poker.price.pricing import Figures, PokerPricing
from pitboss.families.house_poker.price.rows import Rows, rows_of, rows_of_any
from pitboss.families.house_poker.price.side_wagers import holding_row
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wagering import Wagering, cheapest_first, end_name, without_and_with
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.cache import Entry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.families.house_poker.kinds.streets.stay_or_fold import StayOrFoldGame
    from pitboss.families.house_poker.kinds.streets.stay_or_fold_strategy import StayOrFoldStrategy
    from pitboss.families.house_poker.kinds.streets.stopping import BoardGame, Decisions, LaterDecisions, PathCounts
    from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardStrategy
    from pitboss.families.house_poker.kinds.streets.street_wagers import StreetGame
    from pitboss.families.house_poker.kinds.streets.street_wagers_strategy import StreetStrategy
    from pitboss.families.house_poker.price.strategy_text import RiverRule
    from pitboss.pricing.progress import Progress


class BoardPricing(PokerPricing):
    """Two cards each and a board of five, with a wager made before the flop, at the flop or at the river."""

    theory: ClassVar[tuple[str, ...]] = (
        "pitboss.families.house_poker.kinds.streets.stopping",
        "pitboss.pricing.boards",
        *PokerPricing.theory,
    )

    deciding_share: ClassVar[float] = 0.35
    playing_share: ClassVar[float] = 0.30
    """The fractions of the time spent solving and playing out the decisions; simpler strategies take the rest."""

    def choices(self, terms: Terms) -> list[list[str]]:
        """Each decision's choices."""
        return [list(terms.offered_choices(decision)) for decision in terms.decisions.values()]

    def flop_rows(self, terms: Terms) -> tuple[str, ...]:
        """The pay table rows of wagers that the cards at the flop settle."""
        at_flop = [wager for wager in terms.wagers if terms.wagers[wager].side and not self.on_hand(terms, wager)]
        return tuple(row for wager in at_flop for row in prizes(terms, wager).rows)

    def solver_game(self, terms: Terms, wagering: Wagering) -> BoardGame:
        from pitboss.families.house_poker.kinds.streets.stopping import BoardGame

        rows = rows_of(wagering)
        before, at_flop, last = (cheapest_first(wagering, names) for names in self.choices(terms))
        flop_rows = Rows.of(rows.order, self.flop_rows(terms))
        return BoardGame(rows, least_qualifying(terms), before, at_flop, last, wagering.net, flop_rows)

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [self.choices(terms), terms.qualifying, sorted(self.flop_rows(terms)), wagering.to_data()]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> BoardStrategy:
        from pitboss.families.house_poker.kinds.streets import stopping
        from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardStrategy
        from pitboss.pricing.progress import part_of_progress

        game = self.solver_game(terms, wagering)
        played = self.deciding_share + self.playing_share

        def decide() -> Decisions:
            later = self._later_decisions(game, wagering, part_of_progress(progress, 0, self.deciding_share))
            return stopping.Decisions(stopping.solve_early(game, later)[0], later.flop)

        def ends() -> Tally:
            return stopping.play(
                game, best.decisions, progress=part_of_progress(progress, self.deciding_share, played)
            )[0]

        def early() -> NDArray[np.int64]:
            return stopping.solve_early(game, self._later_decisions(game, wagering))[1]

        names = {"": "check", **{end: end for end in game.ends}}
        simpler = self.simpler(terms, wagering)
        best = BoardStrategy(game, decide, ends, names, simpler, part_of_progress(progress, played, 1), early=early)
        return best

    def _later_decisions(self, game: BoardGame, wagering: Wagering, progress: Progress | None = None) -> LaterDecisions:
        from pitboss.families.house_poker.kinds.streets import stopping

        after = replace(game, preflop=())
        key = self._follow_from(after, wagering)
        return stopping.LaterDecisions(
            **solutions.load_or_decide(self.game, key, lambda: stopping.solve_later(after, progress)[0]._asdict())
        )

    def _counts_from_flop(self, game: BoardGame, wagering: Wagering, later: LaterDecisions) -> PathCounts:
        from pitboss.families.house_poker.kinds.streets import stopping

        after = replace(game, preflop=())
        key = ["on", list(game.flop_rows.names), self._follow_from(after, wagering)]
        return stopping.PathCounts(
            **solutions.load_or_decide(self.game, key, lambda: stopping.count_from_flop(after, later.flop)._asdict())
        )

    def _best_ends(self, terms: Terms, wagering: Wagering) -> tuple[Tally, Tally]:
        """The tally under the best strategy, and the tally by rows at the flop.

        Tables that differ only in the choices before the flop share their counts.
        """
        from pitboss.families.house_poker.kinds.streets import stopping

        game = self.solver_game(terms, wagering)
        later = self._later_decisions(game, wagering)
        return stopping.assemble_tallies(
            game, stopping.solve_early(game, later)[0], later.results, self._counts_from_flop(game, wagering, later)
        )

    def ends(self, terms: Terms, wagering: Wagering) -> Tally:
        return self._best_ends(terms, wagering)[0]

    def river_decisions(self, game: BoardGame, wagering: Wagering, rule: RiverRule) -> NDArray[np.uint8]:
        """Every river decision under a rule, or the best ones, numbered as in `rivers`."""
        from pitboss.families.house_poker.kinds.streets import rivers

        last = replace(game, preflop=(), flop=())
        key = [list(rule), self._follow_from(last, wagering)]
        found: NDArray[np.uint8] = solutions.load_or_decide(self.game, key, lambda: {"": rivers.table(last, rule)})[""]
        return found

    def _follow_from(self, game: BoardGame, wagering: Wagering) -> list[Any]:
        """The configuration that all decisions after the first depend on."""
        ends = {end: wagering.ends[end] for end in game.ends}
        return [replace(wagering, ends=ends).to_data(), game.qualifying, list(game.flop), list(game.river)]

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        found: dict[str, Fraction] = {}
        folds, deals = figures.folds(wager), self.solver_game(figures.terms, figures.wagering).deals
        for (end, row, _), count in self._rows_at_flop(figures).counts.items():
            if end in folds:
                found[row] = found.get(row, Fraction()) + Fraction(count, deals)
        return found

    def _rows_at_flop(self, figures: Figures) -> Tally:
        """The tally of the hands that reach the river, by the row that they had at the flop."""
        from pitboss.families.house_poker.price.strategy_text import full_text

        terms, wagering, other = figures.terms, figures.wagering, figures.given.strategy

        def make() -> Tally:
            from pitboss.families.house_poker.kinds.streets import stopping

            if other is None:
                return self._best_ends(terms, wagering)[1]
            played = self.strategy_of(terms, wagering).strategy_for(other)
            return stopping.play(played.game, played.decisions, played.last, with_flop=True)[1]

        extra_key = [] if other is None else [full_text(other)]
        key = ["at the flop", self.configuration(terms, wagering), *extra_key]
        return Tally.from_data(Entry(self.game, solutions.ALGORITHM, key).get(lambda: make().to_data()))


class StayOrFoldPricing(PokerPricing):
    """Two cards each and a board of three, with three decisions: fold, or stay in for a fixed wager."""

    def solver_game(self, terms: Terms, wagering: Wagering) -> StayOrFoldGame:
        from pitboss.families.house_poker.kinds.streets.stay_or_fold import (
            BOARD,
            STREETS,
            StayOrFoldGame,
            strength_table,
        )

        offered = [terms.offered_choices(decision) for decision in terms.decisions.values()]
        (fold,) = {name for choices in offered for name, choice in choices.items() if choice.folds}
        first, second, last = (next(name for name, choice in choices.items() if choice.lays) for choices in offered)
        return StayOrFoldGame(
            rows=rows_of(wagering),
            qualifying=least_qualifying(terms),
            preflop=(fold,),
            flop=(end_name((first, fold)),),
            river=(end_name((first, second, fold)), end_name((first, second, last))),
            net=wagering.net,
            flop_rows=Rows(ranking(terms), ()),
            streets=STREETS,
            strength_table=strength_table(BOARD, ranking(terms), terms.least_own),
            ends_on_ties=True,
            least_own=terms.least_own,
            fold=fold,
            stays=(first, second, last),
        )

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [terms.least_own, terms.qualifying, wagering.to_data()]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> StayOrFoldStrategy:
        from pitboss.families.house_poker.kinds.streets import stay_or_fold, stopping
        from pitboss.families.house_poker.kinds.streets.stay_or_fold_strategy import StayOrFoldStrategy

        game = self.solver_game(terms, wagering)
        key = ["ends", *self.configuration(terms, wagering)]
        stored = solutions.load_or_decide(self.game, key, lambda: stay_or_fold.solve(game, progress))
        last = stored.pop("last")
        decisions = stopping.Decisions(**stored)

        def ends() -> Tally:
            return stopping.play(game, decisions, last)[0]

        def early() -> NDArray[np.int64]:
            return stopping.solve_early(game, stopping.solve_later(game)[0])[1]

        return StayOrFoldStrategy(game, decisions, ends, {}, self.simpler(terms, wagering), last=last, early=early)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        from pitboss.families.house_poker.kinds.streets.stay_or_fold import count_folded_deals
        from pitboss.pricing.deals import classes

        best = self.strategy_of(figures.terms, figures.wagering)
        played = best if figures.given.strategy is None else best.strategy_for(figures.given.strategy)
        won, special = prizes(figures.terms, wager), figures.terms.wagers[wager].special
        found: dict[str, Fraction] = {}
        gone = count_folded_deals(played.game, played.decisions, played.last)
        for two, count in zip(classes(2).representatives, gone, strict=True):
            row = holding_row(won, special, [CARDS[card] for card in two])
            found[row] = found.get(row, Fraction()) + Fraction(int(count), played.game.deals)
        return found


class StreetPricing(PokerPricing):
    """Two cards each and a board of five, with a wager to stay in and an optional one before each of the last two
    cards.
    """

    theory: ClassVar[tuple[str, ...]] = (
        "pitboss.families.house_poker.kinds.streets.street_wagers",
        "pitboss.pricing.boards",
        *PokerPricing.theory,
    )

    deciding_share: ClassVar[float] = 0.4
    playing_share: ClassVar[float] = 0.2
    """The fractions of the time spent solving and playing out the decisions; simpler strategies take the rest."""

    def solver_game(self, terms: Terms, wagering: Wagering) -> StreetGame:
        """Build the solver's game from the three decisions in the file, each of which offers one wager or none."""
        from pitboss.families.house_poker.kinds.streets.street_wagers import StreetGame

        names = tuple(without_and_with(list(terms.offered_choices(one).items())) for one in terms.decisions.values())
        (fold, stay), (no, first), (not_either, second) = names
        ends = (
            fold,
            end_name((stay, no, not_either)),
            end_name((stay, first, not_either)),
            end_name((stay, no, second)),
            end_name((stay, first, second)),
        )
        return StreetGame(rows_of_any(terms, self.main, wagering), ends, wagering.net, names)  # type: ignore[arg-type]

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.to_data()

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> StreetStrategy:
        from pitboss.families.house_poker.kinds.streets import street_wagers
        from pitboss.families.house_poker.kinds.streets.street_wagers_strategy import StreetStrategy
        from pitboss.pricing.progress import part_of_progress

        game = self.solver_game(terms, wagering)

        def solve() -> dict[str, NDArray[Any]]:
            later = street_wagers.solve_later(game, part_of_progress(progress, 0, self.deciding_share))
            counts = street_wagers.counts(
                game, later, part_of_progress(progress, self.deciding_share, self.deciding_share + self.playing_share)
            )
            return {**later._asdict(), "counts": counts}

        key = [list(game.rows.names), game.more().tolist()]
        stored = solutions.load_or_decide(self.game, key, solve)
        counts = stored.pop("counts")
        stays, early = street_wagers.solve_early(game, counts)
        decisions = street_wagers.Decisions(stays, street_wagers.LaterDecisions(**stored))
        simpler, left = (
            self.simpler(terms, wagering),
            part_of_progress(progress, self.deciding_share + self.playing_share, 1),
        )
        return StreetStrategy(game, decisions, lambda: street_wagers.tally(game, stays, counts), simpler, early, left)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        """The probability that two cards in each row are folded before the flop."""
        terms, wagering, other = figures.terms, figures.wagering, figures.given.strategy

        def make() -> dict[str, str]:
            from pitboss.pricing.deals import all_sets

            best = self.strategy_of(terms, wagering)
            stays = (best if other is None else best.strategy_for(other)).decisions.stays
            folded = [tuple(CARDS[card] for card in two) for two in all_sets(2)[stays == 0]]
            found = terms.holdings[wager].counts(folded)
            return {row: str(Fraction(count, DEALT_TWICE)) for row, count in found.items()}

        from pitboss.families.house_poker.price.strategy_text import full_text

        key = ["folded", wager, terms.wagers[wager].holdings, self.configuration(terms, wagering), full_text(other)]
        plain = Entry(self.game, solutions.ALGORITHM, key).get(make)
        return {row: Fraction(chance) for row, chance in plain.items()}
