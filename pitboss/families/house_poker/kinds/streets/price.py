"""Prices of hold 'em: two cards each, and a board that comes in streets."""

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
from pitboss.families.house_poker.price.wagering import Wagering, cheapest_first, named, without_and_with
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.cache import Entry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.families.house_poker.kinds.streets.stay_or_fold import StayOrFoldGame
    from pitboss.families.house_poker.kinds.streets.stay_or_fold_strategy import StayOrFoldStrategy
    from pitboss.families.house_poker.kinds.streets.stopping import BoardGame, Decisions, Later, On
    from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardStrategy
    from pitboss.families.house_poker.kinds.streets.street_wagers import StreetGame
    from pitboss.families.house_poker.kinds.streets.street_wagers_strategy import StreetStrategy
    from pitboss.families.house_poker.price.wording import LastRule
    from pitboss.pricing.progress import Progress


class BoardPricing(PokerPricing):
    """Two cards each and a board of five: a wager that is made before the flop, at the flop or at the end."""

    deciding: ClassVar[float] = 0.35
    playing: ClassVar[float] = 0.30
    "So much into playing them out; the rest into simpler strategies."

    def choices(self, terms: Terms) -> list[list[str]]:
        """What may be chosen at each decision."""
        return [list(terms.offered(decision)) for decision in terms.decisions.values()]

    def flop_rows(self, terms: Terms) -> tuple[str, ...]:
        """The rows of wagers that are settled by the cards at the flop."""
        at_flop = [wager for wager in terms.wagers if terms.wagers[wager].side and not self.on_hand(terms, wager)]
        return tuple(row for wager in at_flop for row in prizes(terms, wager).rows)

    def machine(self, terms: Terms, wagering: Wagering) -> BoardGame:
        from pitboss.families.house_poker.kinds.streets.stopping import BoardGame

        rows = rows_of(wagering)
        before, at_flop, last = (cheapest_first(wagering, names) for names in self.choices(terms))
        flop_rows = Rows.of(rows.order, self.flop_rows(terms))
        return BoardGame(rows, least_qualifying(terms), before, at_flop, last, wagering.net, flop_rows)

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [self.choices(terms), terms.qualifying, sorted(self.flop_rows(terms)), wagering.plain()]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> BoardStrategy:
        from pitboss.families.house_poker.kinds.streets import stopping
        from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardStrategy
        from pitboss.pricing.progress import share

        game = self.machine(terms, wagering)
        played = self.deciding + self.playing

        def decided() -> Decisions:
            later = self._later(game, wagering, share(progress, 0, self.deciding))
            return stopping.Decisions(stopping.solve_early(game, later)[0], later.flop)

        def ends() -> Tally:
            return stopping.play(game, best.decisions, progress=share(progress, self.deciding, played))[0]

        def early() -> NDArray[np.int64]:
            return stopping.solve_early(game, self._later(game, wagering))[1]

        names = {"": "check", **{end: end for end in game.ends}}
        simpler = self.simpler(terms, wagering)
        best = BoardStrategy(game, decided, ends, names, simpler, share(progress, played, 1), early=early)
        return best

    def _later(self, game: BoardGame, wagering: Wagering, progress: Progress | None = None) -> Later:
        from pitboss.families.house_poker.kinds.streets import stopping

        after = replace(game, preflop=())
        key = self._follow_from(after, wagering)
        return stopping.Later(
            **solutions.decided(self.game, key, lambda: stopping.solve_later(after, progress)[0]._asdict())
        )

    def _on(self, game: BoardGame, wagering: Wagering, later: Later) -> On:
        from pitboss.families.house_poker.kinds.streets import stopping

        after = replace(game, preflop=())
        key = ["on", list(game.flop_rows.names), self._follow_from(after, wagering)]
        return stopping.On(**solutions.decided(self.game, key, lambda: stopping.play_on(after, later.flop)._asdict()))

    def _best_ends(self, terms: Terms, wagering: Wagering) -> tuple[Tally, Tally]:
        """How all deals end, and by the rows at the flop; tables that differ in what may be chosen before the flop
        share what is counted."""
        from pitboss.families.house_poker.kinds.streets import stopping

        game = self.machine(terms, wagering)
        later = self._later(game, wagering)
        return stopping.assemble_tallies(
            game, stopping.solve_early(game, later)[0], later.results, self._on(game, wagering, later)
        )

    def ends(self, terms: Terms, wagering: Wagering) -> Tally:
        return self._best_ends(terms, wagering)[0]

    def last_decisions(self, game: BoardGame, wagering: Wagering, rule: LastRule) -> NDArray[np.uint8]:
        """Every last decision that a rule comes to, or the best, as `rivers` numbers them."""
        from pitboss.families.house_poker.kinds.streets import rivers

        last = replace(game, preflop=(), flop=())
        key = [list(rule), self._follow_from(last, wagering)]
        found: NDArray[np.uint8] = solutions.decided(self.game, key, lambda: {"": rivers.table(last, rule)})[""]
        return found

    def _follow_from(self, game: BoardGame, wagering: Wagering) -> list[Any]:
        """All that the decisions between a game's ends follow from."""
        ends = {end: wagering.ends[end] for end in game.ends}
        return [replace(wagering, ends=ends).plain(), game.qualifying, list(game.flop), list(game.river)]

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        found: dict[str, Fraction] = {}
        folds, deals = figures.folds(wager), self.machine(figures.terms, figures.wagering).deals
        for (end, row, _), count in self._rows_at_flop(figures).counts.items():
            if end in folds:
                found[row] = found.get(row, Fraction()) + Fraction(count, deals)
        return found

    def _rows_at_flop(self, figures: Figures) -> Tally:
        """How what comes to the last decision ends, by the row that it had at the flop."""
        from pitboss.families.house_poker.price.wording import in_full

        terms, wagering, other = figures.terms, figures.wagering, figures.given.strategy

        def make() -> Tally:
            from pitboss.families.house_poker.kinds.streets import stopping

            if other is None:
                return self._best_ends(terms, wagering)[1]
            played = self.strategy_of(terms, wagering).played(other)
            return stopping.play(played.game, played.decisions, played.last, with_flop=True)[1]

        told = [] if other is None else [in_full(other)]
        key = ["at the flop", self.configuration(terms, wagering), *told]
        return Tally.from_plain(Entry(self.game, solutions.ALGORITHM, key).get(lambda: make().plain()))


class StayOrFoldPricing(PokerPricing):
    """Two cards each and a board of three: three decisions, each to go on for a fixed wager or to fold."""

    def machine(self, terms: Terms, wagering: Wagering) -> StayOrFoldGame:
        from pitboss.families.house_poker.kinds.streets.stay_or_fold import BOARD, STREETS, StayOrFoldGame, made

        offered = [terms.offered(decision) for decision in terms.decisions.values()]
        (fold,) = {name for choices in offered for name, choice in choices.items() if choice.folds}
        first, second, last = (next(name for name, choice in choices.items() if choice.lays) for choices in offered)
        return StayOrFoldGame(
            rows=rows_of(wagering),
            qualifying=least_qualifying(terms),
            preflop=(fold,),
            flop=(named((first, fold)),),
            river=(named((first, second, fold)), named((first, second, last))),
            net=wagering.net,
            flop_rows=Rows(ranking(terms), ()),
            streets=STREETS,
            made=made(BOARD, ranking(terms), terms.least_own),
            ends_on_ties=True,
            least_own=terms.least_own,
            fold=fold,
            stays=(first, second, last),
        )

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [terms.least_own, terms.qualifying, wagering.plain()]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> StayOrFoldStrategy:
        from pitboss.families.house_poker.kinds.streets import stay_or_fold, stopping
        from pitboss.families.house_poker.kinds.streets.stay_or_fold_strategy import StayOrFoldStrategy

        game = self.machine(terms, wagering)
        key = ["ends", *self.configuration(terms, wagering)]
        stored = solutions.decided(self.game, key, lambda: stay_or_fold.solve(game, progress))
        last = stored.pop("last")
        decisions = stopping.Decisions(**stored)

        def ends() -> Tally:
            return stopping.play(game, decisions, last)[0]

        def early() -> NDArray[np.int64]:
            return stopping.solve_early(game, stopping.solve_later(game)[0])[1]

        return StayOrFoldStrategy(game, decisions, ends, {}, self.simpler(terms, wagering), last=last, early=early)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        from pitboss.families.house_poker.kinds.streets.stay_or_fold import folded
        from pitboss.pricing.deals import classes

        best = self.strategy_of(figures.terms, figures.wagering)
        played = best if figures.given.strategy is None else best.played(figures.given.strategy)
        won, special = prizes(figures.terms, wager), figures.terms.wagers[wager].special
        found: dict[str, Fraction] = {}
        gone = folded(played.game, played.decisions, played.last)
        for two, count in zip(classes(2).representatives, gone, strict=True):
            row = holding_row(won, special, [CARDS[card] for card in two])
            found[row] = found.get(row, Fraction()) + Fraction(int(count), played.game.deals)
        return found


class StreetPricing(PokerPricing):
    """Two cards each and a board of five: a wager to stay in, then one more or none before the last two cards."""

    deciding: ClassVar[float] = 0.4
    playing: ClassVar[float] = 0.2
    "So much into playing them out; the rest into simpler strategies."

    def machine(self, terms: Terms, wagering: Wagering) -> StreetGame:
        """The three decisions are those of the file; each has one choice that lays a wager, and one that does not."""
        from pitboss.families.house_poker.kinds.streets.street_wagers import StreetGame

        names = tuple(without_and_with(list(terms.offered(one).items())) for one in terms.decisions.values())
        (fold, stay), (no, first), (not_either, second) = names
        ends = (
            fold,
            named((stay, no, not_either)),
            named((stay, first, not_either)),
            named((stay, no, second)),
            named((stay, first, second)),
        )
        return StreetGame(rows_of_any(terms, self.main, wagering), ends, wagering.net, names)  # type: ignore[arg-type]

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.plain()

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> StreetStrategy:
        from pitboss.families.house_poker.kinds.streets import street_wagers
        from pitboss.families.house_poker.kinds.streets.street_wagers_strategy import StreetStrategy
        from pitboss.pricing.progress import share

        game = self.machine(terms, wagering)

        def solve() -> dict[str, NDArray[Any]]:
            later = street_wagers.solve_later(game, share(progress, 0, self.deciding))
            counts = street_wagers.counts(game, later, share(progress, self.deciding, self.deciding + self.playing))
            return {**later._asdict(), "counts": counts}

        key = [list(game.rows.names), game.more().tolist()]
        stored = solutions.decided(self.game, key, solve)
        counts = stored.pop("counts")
        stays, early = street_wagers.solve_early(game, counts)
        decisions = street_wagers.Decisions(stays, street_wagers.Later(**stored))
        simpler, left = self.simpler(terms, wagering), share(progress, self.deciding + self.playing, 1)
        return StreetStrategy(game, decisions, lambda: street_wagers.tally(game, stays, counts), simpler, early, left)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        """How likely each row of two cards is to be folded before the flop."""
        terms, wagering, other = figures.terms, figures.wagering, figures.given.strategy

        def make() -> dict[str, str]:
            from pitboss.pricing.deals import all_sets

            best = self.strategy_of(terms, wagering)
            stays = (best if other is None else best.played(other)).decisions.stays
            folded = [tuple(CARDS[card] for card in two) for two in all_sets(2)[stays == 0]]
            found = terms.holdings[wager].counts(folded)
            return {row: str(Fraction(count, DEALT_TWICE)) for row, count in found.items()}

        from pitboss.families.house_poker.price.wording import in_full

        key = ["folded", wager, terms.wagers[wager].holdings, self.configuration(terms, wagering), in_full(other)]
        plain = Entry(self.game, solutions.ALGORITHM, key).get(make)
        return {row: Fraction(chance) for row, chance in plain.items()}
