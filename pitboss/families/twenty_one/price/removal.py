"""Every twenty-one wager's expectation for any cards left in the shoe, as needed for the effects of removal.

Doubles, splits and raises have no effects of their own: they are part of the main wager, which is named `blackjack` in
every game of the family. A held strategy is the full shoe's chart; if a raise or an exchange is decided before the hand
is played, that decision is held too. Nothing here is stored on disk.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from threading import Lock

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.families.twenty_one.price import pricing
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.pricing.removal import VALUES, ShoeValues, value_letter
from pitboss.pricing.twenty_one.analysis import Analysis, Evaluation
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.pricing.twenty_one.exchange import PAIRS, HandValues, Plan, TwoHands
from pitboss.pricing.twenty_one.hands import Floats, hands
from pitboss.pricing.twenty_one.terms import RANKS, Terms

MAIN = "blackjack"
"""The name of the main wager in every game of the family."""
PART_OF_MAIN = ("main", "raise", "double", "split")
BY_PLAY = ("streak", "sevens", "progressive")
"""The other wagers that the play of the hand can affect."""
BY_RANK = ("same_suit", "match_dealer", "three_card", "in_between", "four_ranks")
"""The side wagers for which pictures and tens are different cards."""


class TwentyOneValues(ShoeValues):
    """A twenty-one table's expectations."""

    main = MAIN

    def __init__(self, layout: Layout) -> None:
        self.full = PricedTable.of(layout, None)
        if self.full.game.house.endless:
            raise ValueError("infinitely many decks have no effects of removal; use 1 or more decks")
        self.layout, self.shoe = layout, self.full.cards
        self.kinds = {wager: pricing._kind(self.full, wager) for wager in layout.permissible}
        self.wagers = (MAIN, *(wager for wager, kind in self.kinds.items() if kind not in PART_OF_MAIN))
        self._tables: dict[tuple[int, ...], PricedTable] = {}
        self._held: dict[tuple[int, ...], PricedTable] = {}
        self._lock = Lock()

    def expectation(self, wager: str, shoe: Sequence[int], held: bool) -> float:
        left = tuple(shoe)
        if wager == MAIN:
            return self._spot(left, held) if self.full.terms.hands > 1 else self._hand.expectation(left, held)
        if self.kinds[wager] == "circle":
            # By symmetry the circles have the same price.
            return self._circle.expectation(left, held)
        return -pricing._PRICES[self.kinds[wager]](self.table(wager, left, held), wager).house_edge

    def kind(self, wager: str, card: Card) -> Hashable:
        how = self.kinds.get(wager, "")
        if how in BY_RANK:
            return card.rank
        if how == "twenty_point":
            return card.rank, card.suit is Card(self.full.game.terms[wager].queen).suit
        value = value_letter(card)
        if value in self._bonus_values and (wager == MAIN or how in ("circle", "streak")):
            return value, card.suit.name.lower() in {bonus.suit for bonus in self.full.terms.bonuses}
        return value

    @cached_property
    def _bonus_values(self) -> frozenset[str]:
        """The values of cards whose suits matter to a bonus."""
        bonuses = (bonus for bonus in self.full.terms.bonuses if bonus.suit)
        return frozenset(VALUES[rank - 1] for bonus in bonuses for rank in bonus.ranks)

    def unit(self, wager: str) -> str:
        return "insurance wager" if self.kinds.get(wager) == "insurance" else "initial wager"

    @cached_property
    def chart(self) -> Chart:
        """The full shoe's basic strategy."""
        return self.full.chart

    def own_table(self, shoe: tuple[int, ...]) -> PricedTable:
        """The table with these cards left, played by its own basic strategy."""
        with self._lock:
            return self._tables.setdefault(shoe, self.full if shoe == self.shoe else PricedTable.of(self.layout, shoe))

    def table(self, wager: str, shoe: tuple[int, ...], held: bool) -> PricedTable:
        """The table for a wager; a held strategy only makes a difference if the play does."""
        own = self.own_table(shoe)
        if not held or self.kinds[wager] not in BY_PLAY or own.chart.cells == self.chart.cells:
            return own
        with self._lock:
            if shoe not in self._held:
                self._held[shoe] = replace(own, given=self.chart)
                # The analysis of the cards is the same for every chart.
                self._held[shoe].__dict__["best"] = own.best
            return self._held[shoe]

    @cached_property
    def _hand(self) -> HandValue:
        return HandValue(self, self.full.terms)

    @cached_property
    def _circle(self) -> HandValue:
        return HandValue(self, self.full._multiple)

    # ---- Two hands

    def _spot(self, shoe: tuple[int, ...], held: bool) -> float:
        two = SharedTwoHands(self.full.terms, tuple(sum(row) for row in self.own_table(shoe).suits), self._known_hands)
        chart = self.chart if held else self.own_table(shoe).chart
        values = two.values(chart)
        plan = self._plan if held else two.best(values)
        return -two.edge(values, plan)

    @cached_property
    def _plan(self) -> Plan:
        return self.full.spot.plan

    @cached_property
    def _known_hands(self) -> KnownHands:
        return {}


class HandValue:
    """The expectation of one hand against one dealer's hand, for any cards left."""

    def __init__(self, values: TwentyOneValues, terms: Terms) -> None:
        self.values, self.terms = values, terms
        self._known: dict[tuple[int, ...], tuple[float, float]] = {}

    def expectation(self, shoe: tuple[int, ...], held: bool) -> float:
        if shoe not in self._known:
            self._known[shoe] = self._computed(shoe)
        return self._known[shoe][held]

    @cached_property
    def full(self) -> Evaluation:
        """The full shoe's basic strategy, evaluated."""
        return self._analysis(self.values.shoe).basic

    def _computed(self, shoe: tuple[int, ...]) -> tuple[float, float]:
        if shoe == self.values.shoe:
            return -self.full.house_edge, -self.full.house_edge
        analysis, chart = self._analysis(shoe), self.full.analysis.basic_chart
        best = analysis.basic
        same = analysis.basic_chart.cells == chart.cells
        played = best if same else analysis.evaluate(chart)
        # A held strategy makes the full shoe's raises.
        held = (
            float((analysis.met_first * self.full.units * played.by_first).sum()) if self.terms.raises else played.value
        )
        return -best.house_edge, held

    def _analysis(self, shoe: tuple[int, ...]) -> Analysis:
        table = self.values.own_table(shoe)
        return table.analysis if self.terms == table.terms else Analysis(self.terms, table.analysis.shoe, table.suits)


HandsOfShoe = tuple[Floats, Floats, float]
"""The values of all two-card hands, the probabilities of a dealer's blackjack, and a bound on the error."""
KnownHands = dict[tuple[tuple[int, ...], str], HandsOfShoe]
"""The same, cached by the cards left and the chart."""


class SharedTwoHands(TwoHands):
    """A spot's two hands, for many similar shoes.

    Removing one card and then a pair leaves the same shoe as removing another of these cards and then the other two, so
    most analyses serve several removals.
    """

    def __init__(self, terms: Terms, shoe: Sequence[int], known: KnownHands) -> None:
        super().__init__(terms, shoe)
        self._shared = known

    def values(self, chart: Chart | None) -> HandValues:
        assert chart is not None
        value = np.zeros((len(PAIRS), len(PAIRS), RANKS))
        natural, errors = np.zeros_like(value), [0.0]
        for number, pair in enumerate(PAIRS):
            analysis = self.without(pair)
            if analysis is not None:
                value[:, number], natural[:, number], error = self._of(analysis, chart)
                errors.append(error)
        return HandValues(value, natural, max(errors))

    def _of(self, analysis: Analysis, chart: Chart) -> HandsOfShoe:
        key = analysis.shoe, chart.to_toml()
        if key not in self._shared:
            table = hands()
            two = [int(table.to[table.to[0, a], b]) for a, b in PAIRS]
            evaluation = analysis.evaluate(chart)
            self._shared[key] = evaluation.hand_values[two], analysis.natural[two], evaluation.error
        return self._shared[key]
