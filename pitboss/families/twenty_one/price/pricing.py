"""The price of every wager at a twenty-one table.

The key idea: nothing is computed here. The main wager is priced for basic strategy, whose chart the report shows; the
value of perfect play by the cards is given next to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.families.twenty_one.price import side_wagers, wagers
from pitboss.families.twenty_one.price.advice import advice, worth
from pitboss.families.twenty_one.price.strategies import chart_from
from pitboss.families.twenty_one.price.table import PricedTable, main_edge
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.pricing.counting.departures import CountedDecisions, Departure
from pitboss.pricing.counting.distribution import CountedShoe
from pitboss.pricing.counting.systems import CountingSystem
from pitboss.pricing.exposures import Exposure
from pitboss.pricing.removal import ShoeValues
from pitboss.pricing.report import PricedWager, PriceReport, price_report
from pitboss.pricing.twenty_one.chart import Chart


def price(
    layout: Layout,
    stake: int | None = None,
    shoe: Sequence[int] | None = None,
    strategy: Chart | None = None,
    meter: int | None = None,
) -> PriceReport:
    """Price every wager that the chapter permits on the layout's date, in the first round of a shoe.

    `shoe` is what is left in it, by card index; by default all the cards of the layout's decks. `strategy` is how the
    hand is played; by default the computed basic strategy. `meter` (in cents) is the progressive meter; by default it
    has just been reset. `stake` affects no price here.
    """
    table = PricedTable.of(layout, shoe, strategy, meter)
    kinds = {wager: _kind(table, wager) for wager in layout.permissible}
    # Wagers on cards are priced by counting cards, which is impossible with infinitely many decks.
    priceable = {wager: kind for wager, kind in kinds.items() if not table.game.house.endless or kind in _BY_PLAY}
    found = [_PRICES[kind](table, wager) for wager, kind in priceable.items()]
    shown_strategy = table.strategy()
    if shoe is None and strategy is None:
        table.keep()
    return price_report(layout, found, strategy=shown_strategy)


def single(layout: Layout, wager: str) -> PricedWager:
    """Price one wager; wagers that depend on the play of the hand are priced once for the same terms."""
    table = PricedTable.of(layout, None)
    kind = _kind(table, wager)
    if kind not in _BY_PLAY:
        return _PRICES[kind](table, wager)
    # The wagers on the different circles all have the same price.
    known = kind if kind == "circle" else wager, table.terms, table.suits, repr(layout.odds_table(wager))
    if known not in _SINGLE:
        _SINGLE[known] = _PRICES[kind](table, wager)
    rule = layout.rules.wagers[wager]
    return _SINGLE[known].model_copy(update={"id": wager, "name": rule.name, "section": rule.section})


_SINGLE: dict[tuple[Any, ...], PricedWager] = {}


def _kind(table: PricedTable, wager: str) -> str:
    terms = table.game.terms[wager]
    return "circle" if terms.role == "main" and terms.circle else terms.settles if terms.role == "side" else terms.role


_BY_PLAY = ("main", "circle", "raise", "double", "split", "insurance", "streak")
"""The wagers that depend on how the hand is played."""
_PRICES: dict[str, Callable[[PricedTable, str], PricedWager]] = {
    "main": wagers.main,
    "circle": wagers.circle,
    "raise": wagers.raised,
    "double": wagers.double,
    "split": wagers.split,
    "insurance": wagers.insurance,
    "streak": wagers.streak,
    "over": side_wagers.over_under(0),
    "under": side_wagers.over_under(1),
    "same_suit": side_wagers.same_suit,
    "sevens": side_wagers.sevens,
    "progressive": side_wagers.progressive,
    "player_blackjack": side_wagers.blackjack_bonus,
    "dealer_blackjack": side_wagers.blackjack_bonus,
    "match_dealer": side_wagers.match_dealer,
    "twenty_point": side_wagers.twenty_point,
    "three_card": side_wagers.three_card,
    "in_between": side_wagers.in_between,
    "dealer_third": side_wagers.dealer_third,
    "four_ranks": side_wagers.four_ranks,
}


class TwentyOnePricing(Pricing):
    """A twenty-one game's prices."""

    theory: ClassVar[tuple[str, ...]] = (
        "pitboss.pricing.twenty_one",
        "pitboss.pricing.twenty_one.analysis",
        "pitboss.pricing.twenty_one.basic",
        "pitboss.pricing.twenty_one.spread",
        "pitboss.pricing.twenty_one.counts",
    )
    depends_on: ClassVar[frozenset[Input]] = frozenset({"shoe", "strategy", "meter"})
    gives: ClassVar[frozenset[Feature]] = frozenset(
        {"chart", "advice", "worth", "main_edge", "single", "removal", "departures"}
    )
    rights: ClassVar[Mapping[str, tuple[Value, ...]]] = {
        "surrender": ("none", "first_two", "late", "drawn", "any_time", "early"),
        "max_split_hands": (2, 3, 4),
        "resplit_aces": (False, True),
        "split_aces": ("one_card", "free"),
        "double_split_aces": (False, True),
        "blackjack_pays": ("1 to 1", "6 to 5", "3 to 2"),
        "pay_678_suited": ("off", "2 to 1"),
        "pay_777": ("off", "3 to 2"),
        "five_card_21": ("off", "3 to 2", "2 to 1"),
        "even_money": (False, True),
        "split_21_reading": ("ordinary", "two_card_wins"),
    }

    def rights_of(self, layout: Layout, wager: str) -> Mapping[str, tuple[Value, ...]]:
        """The player's options that affect a wager on the hand itself; side wagers have none."""
        return self.rights if _kind(PricedTable.of(layout, None), wager) in ("main", "circle") else {}

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        return price(layout, given.stake, given.shoe, given.strategy, given.meter)

    def chart(self, layout: Layout) -> Chart:
        return PricedTable.of(layout, None).chart

    def read_chart(self, path: Path) -> Chart:
        try:
            return chart_from(path)
        except OSError as error:
            raise ValueError(f"{path}: cannot be read: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise ValueError(f"{path}: cannot be read: a strategy is text in UTF-8") from None

    def advice(self, layout: Layout) -> Advice:
        return advice(layout)

    def worth(self, layout: Layout) -> ChoiceValues:
        return worth(layout)

    def main_edge(self, layout: Layout) -> float:
        return main_edge(layout)

    def edge(self, layout: Layout, wager: str) -> float | None:
        table = PricedTable.of(layout, None)
        kind = _kind(table, wager)
        if kind == "circle":
            return table.circle_edge()
        # By symmetry the two hands have the same edge.
        return main_edge(layout) if kind == "main" else None

    def single(self, layout: Layout, wager: str) -> PricedWager:
        return single(layout, wager)

    def removal(self, layout: Layout) -> ShoeValues:
        from pitboss.families.twenty_one.price.removal import TwentyOneValues

        return TwentyOneValues(layout)

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        from pitboss.families.twenty_one.price.exposures import Exposures

        return Exposures(layout).all()

    def departures(self, layout: Layout, shoe: CountedShoe) -> CountedDecisions | None:
        from pitboss.families.twenty_one.price.departures import Departures

        table = PricedTable.of(layout, None)
        return Departures(table, shoe) if table.terms.hands == 1 else None

    def counted_strategy(self, layout: Layout, system: CountingSystem, departures: Sequence[Departure]) -> str:
        from pitboss.families.twenty_one.price.counted_chart import counted_chart

        return counted_chart(self.chart(layout), system, departures).to_toml()
