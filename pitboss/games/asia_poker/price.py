"""The exact price of Asia poker with the house way on both sides, and with the best setting against it.

All deals, 154,143,080 player hands against 53,524,680 dealer hands each, are counted by inclusion and exclusion
over shared cards (`counting`). The results are stored in `counts.toml` by the rank of A-2-3-4, with the programs that
counted them. When both sides set by the house way, each wins equally often except for copies, which the dealer wins; so
the edge is the probability that a copy decides. The best setting of every hand was counted against the same dealer; for
given cards it is computed instantly (`showdown`).

The published edge is 4.82 percent (Atlantic City, for an unpublished house way). With the house way of the fact sheet
it is 5.31, with the best setting of every hand 4.59. No setting reaches the "about 3 percent" that is also printed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.games.asia_poker.house_way import house_way, order_on, worths_on
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing, ShippedCount
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import Frequency, PriceReport, make_frequency, price_report, wager_price
from pitboss.pricing.set_hands import BEST_NAME, HOUSE_WAY_NAME, BestSetting, parse_way, strategy_summary
from pitboss.table.setting import HOUSE_WAY

SURRENDER, MADE_BY = "surrender", "made_by"
_RESTS_ON = (
    "ranking_high",
    "ranking_wheel",
    "ranking_medium",
    "ranking_low",
    "joker",
    "set",
    "house_way",
    "compare",
    "copy",
)
_HANDS = ("high", "medium", "low")
_OWN = 7


@cache
def stored_counts() -> dict[str, dict[str, int]]:
    """The stored counts by the rank of A-2-3-4."""
    tables = {wheel: row for wheel, row in _file().items() if wheel != MADE_BY}
    return {wheel: {name: int(figure) for name, figure in row.items()} for wheel, row in tables.items()}


def made_by() -> dict[str, str]:
    """The programs that made the counts."""
    return _file()[MADE_BY]


def _file() -> dict[str, dict[str, str]]:
    return tomllib.loads(files(__package__).joinpath("counts.toml").read_text("utf-8"))


def counts_of(layout: Layout) -> dict[str, int]:
    """The counts for a layout."""
    return stored_counts()[str(layout.options["wheel_rank"])]


@dataclass(frozen=True, eq=False)
class AsiaSetting(BestSetting):
    """The best setting of seven cards into three hands."""

    def edge(self, way: str) -> Fraction:
        return distribution(self.layout, way).house_edge

    def worth(self, own: Sequence[Card], shown: Sequence[Card] = ()) -> dict[str, Fraction]:
        from pitboss.games.asia_poker.showdown import worth_of

        return worth_of(own, order_on(self.layout), worths_on(self.layout))

    def summary(self) -> tuple[str, ...]:
        counts = counts_of(self.layout)
        better = counts["set_better"] / counts["hands"]
        cost = float(self.cost(HOUSE_WAY_NAME))
        return (
            "two of the three hands must be higher than the dealer's, which wins copies: give up the hand that can "
            "hardly win, and make the other two as strong as possible",
            f"the house way does that, and is the best setting for all but {better:.1%} of "
            f"hands; it costs {cost:.2%} of the wager",
            "`hint` and `decide` give the best setting of any cards; surrendering is never better than setting them",
        )


def distribution(layout: Layout, way: str) -> Distribution:
    """The net per unit wagered."""
    counts = counts_of(layout)
    wins = counts["best_wins" if way == BEST_NAME else "wins"]
    return Distribution.from_events(
        {
            ("two or three hands win", layout.odds("wager").ratio): wins,
            ("two or three hands lose", Fraction(-1)): counts["deals"] - wins,
        }
    )


def frequencies(layout: Layout) -> Iterator[Frequency]:
    """The frequency of copies of each hand, and of rounds decided by a copy, with the house way on both sides."""
    counts = counts_of(layout)
    section = layout.rules.facts["copy"].section
    times = {f"{hand}_copies": (f"Copies of the {hand} hand", counts[f"{hand}_copies"]) for hand in _HANDS}
    times["decided_by_a_copy"] = ("Wagers lost by a copy", counts["deals"] - 2 * counts["wins"])
    for id, (name, number) in times.items():
        chance = Fraction(number, counts["deals"])
        yield make_frequency(layout, id, name, section, {0: 1 - chance, 1: chance}, wager="wager")


class AsiaPricing(Pricing):
    """The price of the wager, by the house way or by the best setting."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"strategy"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth", "main_edge"})

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        way = parse_way(given.strategy)
        best = float(AsiaSetting(layout).house_edge)
        note = (
            f"Set by the house way on both sides; with the best setting of every hand the edge is {best:.4%}."
            if way == HOUSE_WAY_NAME
            else "With the best setting of every hand against the house way."
        )
        if layout.options["house_way"] == "custom":
            note += " The licensee's own house way is not defined here, so `score` is used."
        facts = [layout.rules.facts[name] for name in _RESTS_ON]
        row = wager_price(layout, "wager", distribution(layout, way), rests_on=facts, note=note)
        return price_report(layout, [row], strategy=strategy_summary(way), frequencies=frequencies(layout))

    def strategy(self, layout: Layout, given: PriceInputs) -> AsiaSetting:
        return AsiaSetting(layout)

    def shipped_counts(self, layout: Layout) -> Sequence[ShippedCount]:
        from pitboss.games.asia_poker.recount import shipped_counts

        return tuple(shipped_counts(layout))

    def main_edge(self, layout: Layout) -> float:
        return float(distribution(layout, HOUSE_WAY_NAME).house_edge)

    def advice(self, layout: Layout) -> Advice:
        best = AsiaSetting(layout)

        def advised(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *before: str) -> str | None:
            return best.decide(own) if len(own) == _OWN and HOUSE_WAY in choices else None

        return advised

    def worth(self, layout: Layout) -> ChoiceValues:
        best, order, worths = AsiaSetting(layout), order_on(layout), worths_on(layout)

        def worth(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *before: str) -> dict[str, float]:
            if len(own) != _OWN or HOUSE_WAY not in choices:
                return {}
            found = best.worth(own)
            found[HOUSE_WAY], found[SURRENDER] = found[house_way(own, order, worths)], Fraction(-1)
            return {choice: float(found[choice]) for choice in choices if choice in found}

        return worth


PRICING = AsiaPricing()
