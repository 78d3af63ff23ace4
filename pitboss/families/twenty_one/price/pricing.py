"""The price of every wager on a table of twenty-one: each asks the mathematics for its part.

The one idea: nothing is computed here. The main wager is priced for basic strategy, the chart that the report shows;
what perfect play by the cards would be worth stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.families.twenty_one.price import side_wagers, wagers
from pitboss.families.twenty_one.price.advice import advice, worth
from pitboss.families.twenty_one.price.strategies import chart_from
from pitboss.families.twenty_one.price.table import Table, main_edge
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.pricing.report import PricedWager, PriceReport, price_report
from pitboss.pricing.twenty_one.chart import Chart


def price(
    layout: Layout,
    stake: int | None = None,
    shoe: Sequence[int] | None = None,
    strategy: Chart | None = None,
    meter: int | None = None,
) -> PriceReport:
    """The price of every wager that the chapter permits on the layout's date, from the first round of a shoe.

    `shoe` is what is left in it, by card index; by default all the cards of the layout's decks. `strategy` is how the
    hand is played; by default the computed basic strategy. `meter` (cents) is what the progressive meter shows; by
    default what it is reset to. `stake` moves no price here.
    """
    table = Table.of(layout, shoe, strategy, meter)
    kinds = {wager: _kind(table, wager) for wager in layout.permissible}
    # The price of a wager on cards is a count of them, and infinitely many have none.
    told = {wager: kind for wager, kind in kinds.items() if not table.game.house.endless or kind in _BY_PLAY}
    found = [_PRICES[kind](table, wager) for wager, kind in told.items()]
    told_strategy = table.strategy()
    if shoe is None and strategy is None:
        table.keep()
    return price_report(layout, found, strategy=told_strategy)


def single(layout: Layout, wager: str) -> PricedWager:
    """The price of one wager alone. One that hangs on how the hand is played is priced once for the same terms."""
    table = Table.of(layout, None)
    kind = _kind(table, wager)
    if kind not in _BY_PLAY:
        return _PRICES[kind](table, wager)
    # The wagers of several circles have one price.
    known = kind if kind == "circle" else wager, table.terms, table.suits, repr(layout.odds_table(wager))
    if known not in _SINGLE:
        _SINGLE[known] = _PRICES[kind](table, wager)
    rule = layout.rules.wagers[wager]
    return _SINGLE[known].model_copy(update={"id": wager, "name": rule.name, "section": rule.section})


_SINGLE: dict[tuple[Any, ...], PricedWager] = {}


def _kind(table: Table, wager: str) -> str:
    terms = table.game.terms[wager]
    return "circle" if terms.role == "main" and terms.circle else terms.settles if terms.role == "side" else terms.role


_BY_PLAY = ("main", "circle", "raise", "double", "split", "insurance", "streak")
"The wagers that hang on how the hand is played."
_PRICES: dict[str, Callable[[Table, str], PricedWager]] = {
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
    """What the price of a game of twenty-one hangs on, and what it gives."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"shoe", "strategy", "meter"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"chart", "advice", "worth", "main_edge", "single"})
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
        """Of the hand itself and of its circles alone: what lies beside it is not what it is played for."""
        return self.rights if _kind(Table.of(layout, None), wager) in ("main", "circle") else {}

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        return price(layout, given.stake, given.shoe, given.strategy, given.meter)

    def chart(self, layout: Layout) -> Chart:
        return Table.of(layout, None).chart

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
        table = Table.of(layout, None)
        kind = _kind(table, wager)
        if kind == "circle":
            return table.circle_edge()
        # By symmetry each of two hands has the same.
        return main_edge(layout) if kind == "main" else None

    def single(self, layout: Layout, wager: str) -> PricedWager:
        return single(layout, wager)
