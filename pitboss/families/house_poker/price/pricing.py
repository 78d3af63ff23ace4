"""A game of house poker as its price declares it: which wagers stand and fall together, and what is said beside each.

A game's `price.py` is a class on one of the `kinds`, whose solver counts its deals; it names its main wagers, its notes
and the simple strategies. Everything else follows from the terms in its rules.toml: how the main
wagers are settled, which ends the decisions lead to, which cards a side wager sees, what the meter pays.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import value_text
from pitboss.equipment import Card
from pitboss.families.house_poker.price import quotes, side_wagers, solutions
from pitboss.families.house_poker.price.payoffs import prizes, stake_for
from pitboss.families.house_poker.price.progressive import Progressive
from pitboss.families.house_poker.price.solutions import Solution
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wagering import Wagering, wagering_on
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.contract import Advice, Gift, Given, Input, Pricing, Worth
from pitboss.pricing.report import PricedWager, PriceReport, report

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Simple, Strategy
    from pitboss.pricing.progress import Progress

NOTHING = Given()
"""Nothing is said beside the layout."""


@dataclass(frozen=True, eq=False)
class Figures:
    """What the price of every wager on a layout is made from."""

    terms: Terms
    wagering: Wagering
    solution: Solution
    given: Given

    @property
    def layout(self) -> Layout:
        return self.terms.layout

    @property
    def tally(self) -> Tally:
        return self.solution.tally

    def folds(self, wager: str) -> list[str]:
        """The ends at which a fold takes a wager too."""
        lost = self.terms.lost_on_fold(wager)
        return [name for name, end in self.wagering.ends.items() if end.folded and lost]


Note = str | Callable[[Figures], str]
"""What is said beside a price; `{how}` is by which strategy."""


class PokerPricing(Pricing):
    """The prices of a game of house poker."""

    hangs_on: ClassVar[frozenset[Input]] = frozenset({"stake", "strategy"})
    gives: ClassVar[frozenset[Gift]] = frozenset({"strategy", "advice", "worth"})

    game: ClassVar[str]
    main: ClassVar[tuple[str, ...]]
    "The wagers that stand and fall together; all is measured by the first."
    together: ClassVar[str]
    "What they are called as one."
    per: ClassVar[str] = "ante"
    apart: ClassVar[bool] = False
    "Whether the first of them too is priced by itself: where it is no more than its part of the whole."
    facts: ClassVar[tuple[str, ...]] = ()
    "The facts that their price rests on."
    side_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    notes: ClassVar[Mapping[str, Note]] = {}
    "What is said beside the price of a wager."
    specials: ClassVar[Mapping[str, Mapping[str, int]]] = {}
    "Of side wagers with rows that no rank makes: how many sets of cards have each."
    deciding: ClassVar[float] = 1.0
    "So much of the time that a price takes goes into the decisions."
    hand_sees: ClassVar[frozenset[str]] = frozenset({"own", "community"})
    "The cards of which the hand is made that the game is played for."

    # ---- What a kind of game knows how to do

    @abstractmethod
    def machine(self, terms: Terms, wagering: Wagering) -> Any:
        """What counts the deals of the game."""

    @abstractmethod
    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        """All that the counts follow from, as plain data."""

    def solver(self) -> tuple[Any, type[Strategy]]:
        """The module with `solve` and `play`, and the class of strategies; they need NumPy, so are imported here."""
        raise NotImplementedError

    def decided_by(self, terms: Terms, wagering: Wagering) -> Any:
        """All that the decisions follow from, as plain data."""
        return self.configuration(terms, wagering)

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> Strategy:
        """The best strategy for some wagers and ends."""
        game, (solver, strategy) = self.machine(terms, wagering), self.solver()
        key = self.decided_by(terms, wagering)
        stored = solutions.decided(self.game, key, lambda: strategy.packed(solver.solve(game, progress)))
        decisions = strategy.unpacked(stored)
        return strategy(game, decisions, lambda: solver.play(game, decisions), self.simpler(terms, wagering))

    def ends(self, terms: Terms, wagering: Wagering) -> Tally:
        """How all deals end under the best strategy, and nothing of what is said of it."""
        return self.strategy_of(terms, wagering).tally

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[Simple, ...]:
        """Strategies that a person can keep in mind."""
        return ()

    # ---- The price

    def price(self, layout: Layout, given: Given = NOTHING) -> PriceReport:
        """The price of every wager. The stake is that of the first wager: with a large one a payout limit cuts."""
        return self._report(self.figures(layout, given))

    def bare_price(self, layout: Layout) -> PriceReport:
        terms, wagering = Terms.on(layout), self.wagering_on(layout)
        tally = solutions.ends(self.game, self.configuration(terms, wagering), lambda: self.ends(terms, wagering))
        return self._report(Figures(terms, wagering, Solution(tally, {}), NOTHING))

    def _report(self, figures: Figures) -> PriceReport:
        layout = figures.layout
        quoted = [self.quote(figures, wager) for wager in layout.permissible]
        whole = quotes.together(figures, self.main, self.per, self.together, self.rests_on(layout, *self.facts))
        return report(layout, quoted, [whole], figures.solution.strategy)

    def figures(self, layout: Layout, given: Given = NOTHING) -> Figures:
        """What is counted, or was before, for a layout."""
        terms, wagering = Terms.on(layout), self.wagering_on(layout, given.stake)
        solution = solutions.solved(
            self.game,
            self.configuration(terms, wagering),
            lambda: self.strategy_of(terms, wagering, given.progress),
            given.strategy,
        )
        return Figures(terms, wagering, solution, given)

    def wagering_on(self, layout: Layout, stake: int | None = None) -> Wagering:
        """The main wagers; the rows of side wagers that the same hand wins are told apart too."""
        terms = Terms.on(layout)
        beside = [wager for wager in layout.permissible if wager not in self.main and self.on_hand(terms, wager)]
        rows = tuple(row for wager in beside for row in prizes(terms, wager).rows)
        return wagering_on(terms, self.main, rows, stake_for(layout, self.main[0], stake))

    def on_hand(self, terms: Terms, wager: str) -> bool:
        """Whether a side wager is on the very hand that the game is played for."""
        own = terms.wagers[wager]
        return own.side and not own.community and self.hand_sees == frozenset(own.sees) & {"dealer", *self.hand_sees}

    def quote(self, figures: Figures, wager: str) -> PricedWager:
        """The price of one wager."""
        note = self.note(figures, wager)
        if wager not in self.main:
            return side_wagers.quote(self, figures, wager, note)
        facts = self.rests_on(figures.layout, *self.facts)
        if wager == self.main[0] and not self.apart:
            return quotes.whole(figures, wager, note, facts)
        return quotes.alone(figures, wager, note, facts, "initial wager" if self.apart else "")

    def note(self, figures: Figures, wager: str) -> str:
        said = self.notes.get(wager, "")
        return said.format(how=figures.solution.how) if isinstance(said, str) else said(figures)

    def rests_on(self, layout: Layout, *facts: str) -> quotes.Rests:
        """The facts that a price stands on, and the tables by which bonuses are paid beside the main wagers."""
        options = [str(layout.rules.wagers[wager].terms.get("bonus", "")) for wager in self.main]
        tables = [layout.rules.pay_tables[one][value_text(layout.options[one])] for one in options if one]
        return (*quotes.rests_on(layout, *facts), *tables)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Any]:
        """Of a side wager on other cards than the hand: how likely each row is to be folded with the hand."""
        raise ValueError(f"{self.game}: how often {wager} is folded with each of its rows is not counted")

    def progressive(self, layout: Layout, given: Given = NOTHING) -> Progressive:
        """The wager of this layout that has a part in the meter: `value`, `break_even`, `share`."""
        figures = self.figures(layout, given)
        (wager,) = (wager for wager in layout.permissible if figures.terms.wagers[wager].meter)
        return side_wagers.progressive(figures, wager)

    # ---- What else is given

    def strategy(self, layout: Layout, given: Given = NOTHING) -> Strategy:
        """The best way to play: `decide`, `summary`, `cost`."""
        return self.strategy_of(Terms.on(layout), self.wagering_on(layout, given.stake), given.progress)

    def advice(self, layout: Layout) -> Advice:
        best = self.strategy(layout)

        def choose(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], before: str = "") -> str | None:
            return str(best.decide(own, shown, before)) if own else None

        return choose

    def worth(self, layout: Layout) -> Worth:
        best = self.strategy(layout)

        def found(
            own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], before: str = ""
        ) -> dict[str, float]:
            values = best.worth(own, shown, before) if own else {}
            return {choice: value for choice, value in values.items() if choice in choices}

        return found
