"""A house poker game's prices: which wagers are won and lost together, and the notes next to each price.

A game's `price.py` is a subclass of one of the `kinds`, whose solver counts its deals. It names its main wagers, its
notes and the simple strategies. Everything else follows from the terms in its rules.toml: how the main wagers are
settled, which ends the decisions lead to, which cards a side wager looks at, what the meter pays.
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
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.pricing.report import PricedWager, PriceReport, price_report

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import SimpleStrategy, Strategy
    from pitboss.pricing.progress import Progress

NO_INPUT = PriceInputs()
"""No input besides the layout."""


@dataclass(frozen=True, eq=False)
class Figures:
    """The inputs to the prices of all wagers on a layout."""

    terms: Terms
    wagering: Wagering
    solution: Solution
    given: PriceInputs

    @property
    def layout(self) -> Layout:
        return self.terms.layout

    @property
    def tally(self) -> Tally:
        return self.solution.tally

    def folds(self, wager: str) -> list[str]:
        """The ends in which a fold also loses this wager."""
        lost = self.terms.lost_on_fold(wager)
        return [name for name, end in self.wagering.ends.items() if end.folded and lost]


Note = str | Callable[[Figures], str]
"""A note next to a price; `{how}` is replaced by the strategy's name."""


class PokerPricing(Pricing):
    """A house poker game's prices."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"stake", "strategy"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth"})

    theory: ClassVar[tuple[str, ...]] = (
        "pitboss.families.house_poker.price.tally",
        "pitboss.families.house_poker.showdown",
        "pitboss.pricing.deals",
    )
    game: ClassVar[str]
    main: ClassVar[tuple[str, ...]]
    """The wagers that are won and lost together; all figures are per unit of the first."""
    combined_name: ClassVar[str]
    """The name for the main wagers combined."""
    per: ClassVar[str] = "ante"
    separate_prices: ClassVar[bool] = False
    """Whether the first main wager also has a price of its own instead of standing for all of them."""
    facts: ClassVar[tuple[str, ...]] = ()
    """The facts on which the main wagers' price is based."""
    side_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    notes: ClassVar[Mapping[str, Note]] = {}
    """The note next to each wager's price."""
    specials: ClassVar[Mapping[str, Mapping[str, int]]] = {}
    """For side wagers with rows that do not depend on rank alone: the number of card combinations in each."""
    deciding_share: ClassVar[float] = 1.0
    """The fraction of a price's computing time spent on the decisions."""
    hand_sees: ClassVar[frozenset[str]] = frozenset({"own", "community"})
    """The cards that make up the hand in play."""

    # ---- Defined by each kind of game

    @abstractmethod
    def solver_game(self, terms: Terms, wagering: Wagering) -> Any:
        """Build the game that the solver counts."""

    @abstractmethod
    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        """Everything that the counts depend on, as JSON-compatible data."""

    def solver(self) -> tuple[Any, type[Strategy]]:
        """Import the module with `solve` and `play`, and the class of strategies; both need NumPy."""
        raise NotImplementedError

    def decided_by(self, terms: Terms, wagering: Wagering) -> Any:
        """Everything that the decisions depend on, as JSON-compatible data."""
        return self.configuration(terms, wagering)

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> Strategy:
        """The best strategy for these wagers and ends."""
        game, (solver, strategy) = self.solver_game(terms, wagering), self.solver()
        key = self.decided_by(terms, wagering)
        stored = solutions.load_or_decide(self.game, key, lambda: strategy.pack(solver.solve(game, progress)))
        decisions = strategy.unpack(stored)
        return strategy(game, decisions, lambda: solver.play(game, decisions), self.simpler(terms, wagering))

    def ends(self, terms: Terms, wagering: Wagering) -> Tally:
        """The tally under the best strategy, without its wording."""
        return self.strategy_of(terms, wagering).tally

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        """Strategies that a person can remember."""
        return ()

    # ---- The price

    def price(self, layout: Layout, given: PriceInputs = NO_INPUT) -> PriceReport:
        """Price every wager. `stake` is for the first wager; a large stake can reach a payout limit."""
        return self._report(self.figures(layout, given))

    def bare_price(self, layout: Layout) -> PriceReport:
        terms, wagering = Terms.on(layout), self.wagering_on(layout)
        tally = solutions.load_or_tally(
            self.game, self.configuration(terms, wagering), lambda: self.ends(terms, wagering)
        )
        return self._report(Figures(terms, wagering, Solution(tally, {}), NO_INPUT))

    def _report(self, figures: Figures) -> PriceReport:
        layout = figures.layout
        quoted = [self.quote(figures, wager) for wager in layout.permissible]
        whole = quotes.quote_combined(
            figures, self.main, self.per, self.combined_name, self.rests_on(layout, *self.facts)
        )
        return price_report(layout, quoted, [whole], figures.solution.strategy)

    def figures(self, layout: Layout, given: PriceInputs = NO_INPUT) -> Figures:
        """Compute or load a layout's figures."""
        terms, wagering = Terms.on(layout), self.wagering_on(layout, given.stake)
        solution = solutions.load_or_solve(
            self.game,
            self.configuration(terms, wagering),
            lambda: self.strategy_of(terms, wagering, given.progress),
            given.strategy,
        )
        return Figures(terms, wagering, solution, given)

    def wagering_on(self, layout: Layout, stake: int | None = None) -> Wagering:
        """The main wagers of a layout; rows of side wagers on the same hand stay separate too."""
        terms = Terms.on(layout)
        beside = [wager for wager in layout.permissible if wager not in self.main and self.on_hand(terms, wager)]
        rows = tuple(row for wager in beside for row in prizes(terms, wager).rows)
        return wagering_on(terms, self.main, rows, stake_for(layout, self.main[0], stake))

    def on_hand(self, terms: Terms, wager: str) -> bool:
        """Whether a side wager is on the same hand as the main wagers."""
        own = terms.wagers[wager]
        return own.side and not own.community and self.hand_sees == frozenset(own.sees) & {"dealer", *self.hand_sees}

    def quote(self, figures: Figures, wager: str) -> PricedWager:
        """The price of one wager."""
        note = self.note(figures, wager)
        if wager not in self.main:
            return side_wagers.quote(self, figures, wager, note)
        facts = self.rests_on(figures.layout, *self.facts)
        if wager == self.main[0] and not self.separate_prices:
            return quotes.quote_first(figures, wager, note, facts)
        return quotes.quote_alone(figures, wager, note, facts, "initial wager" if self.separate_prices else "")

    def note(self, figures: Figures, wager: str) -> str:
        said = self.notes.get(wager, "")
        return said.format(how=figures.solution.how) if isinstance(said, str) else said(figures)

    def rests_on(self, layout: Layout, *facts: str) -> quotes.Facts:
        """The facts on which a price is based, and the tables of bonuses on the main wagers."""
        options = [str(layout.rules.wagers[wager].terms.get("bonus", "")) for wager in self.main]
        tables = [layout.rules.pay_tables[one][value_text(layout.options[one])] for one in options if one]
        return (*quotes.rests_on(layout, *facts), *tables)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Any]:
        """The probability that each row is folded, for a side wager on cards other than the hand."""
        raise ValueError(f"{self.game}: folds of {wager} are not counted by row")

    def progressive(self, layout: Layout, given: PriceInputs = NO_INPUT) -> Progressive:
        """This layout's progressive wager, with its `value`, `break_even` and `share`."""
        figures = self.figures(layout, given)
        (wager,) = (wager for wager in layout.permissible if figures.terms.wagers[wager].meter)
        return side_wagers.progressive(figures, wager)

    # ---- Strategies and advice

    def strategy(self, layout: Layout, given: PriceInputs = NO_INPUT) -> Strategy:
        """The best strategy, with `decide`, `summary` and `cost`."""
        return self.strategy_of(Terms.on(layout), self.wagering_on(layout, given.stake), given.progress)

    def advice(self, layout: Layout) -> Advice:
        best = self.strategy(layout)

        def choose(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], before: str = "") -> str | None:
            return str(best.decide(own, shown, before)) if own else None

        return choose

    def worth(self, layout: Layout) -> ChoiceValues:
        best = self.strategy(layout)

        def found(
            own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], before: str = ""
        ) -> dict[str, float]:
            values = best.choice_values(own, shown, before) if own else {}
            return {choice: value for choice, value in values.items() if choice in choices}

        return found
