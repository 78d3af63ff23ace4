"""The exact price of Asia poker, by the house way on both sides; and the best setting against it.

All deals are counted, 154,143,080 hands of the player with 53,524,680 of the dealer each, by inclusion and exclusion
over the cards that both would have (`counting`); what came out is kept in `counts.toml`, by where A-2-3-4 stands, with
the programs that count it. Where both set by the house way each wins as often as the other but for copies, which are
the dealer's: so the edge is how often a copy decides. The best setting of every hand was counted against the same
dealer; for any cards it is found at once (`showdown`).

Published is an edge of 4.82 percent (Atlantic City, for a house way that nobody published): by the house way of the
fact sheet it is 5.31, and with the best setting of every hand 4.59. "About 3 percent", which is also printed, no
setting of the cards comes to.
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
from pitboss.pricing.contract import Advice, Gift, Given, Input, Pricing, ShippedCount, Worth
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import Frequency, PriceReport, frequency, priced, report
from pitboss.pricing.set_hands import BEST_NAME, HOUSE_WAY_NAME, BestSetting, played, told
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
def kept() -> dict[str, dict[str, int]]:
    """All deals, and of them wins and copies, by where A-2-3-4 stands."""
    tables = {wheel: row for wheel, row in _file().items() if wheel != MADE_BY}
    return {wheel: {name: int(figure) for name, figure in row.items()} for wheel, row in tables.items()}


def made_by() -> dict[str, str]:
    """The programs that made the counts."""
    return _file()[MADE_BY]


def _file() -> dict[str, dict[str, str]]:
    return tomllib.loads(files(__package__).joinpath("counts.toml").read_text("utf-8"))


def counted(layout: Layout) -> dict[str, int]:
    """The counts for a layout."""
    return kept()[str(layout.options["wheel_rank"])]


@dataclass(frozen=True, eq=False)
class AsiaSetting(BestSetting):
    """The best setting of seven cards in three hands."""

    def edge(self, way: str) -> Fraction:
        return distribution(self.layout, way).house_edge

    def worth(self, own: Sequence[Card], shown: Sequence[Card] = ()) -> dict[str, Fraction]:
        from pitboss.games.asia_poker.showdown import worth_of

        return worth_of(own, order_on(self.layout), worths_on(self.layout))

    def summary(self) -> tuple[str, ...]:
        counts = counted(self.layout)
        better = counts["set_better"] / counts["hands"]
        cost = float(self.cost(HOUSE_WAY_NAME))
        return (
            "two of the three hands must be higher than the dealer's, and copies are his: give up the hand that can "
            "hardly win, and make the other two as strong as they can be",
            f"the house way does that, and is the best setting of all but {better:.1%} of "
            f"hands; it costs {cost:.2%} of the wager",
            "`hint` and `decide` know the best setting of any cards; to surrender is never better than to set them",
        )


def distribution(layout: Layout, way: str) -> Distribution:
    """What the wager comes to, for each unit of it."""
    counts = counted(layout)
    wins = counts["best_wins" if way == BEST_NAME else "wins"]
    return Distribution.from_counts({layout.odds("wager").ratio: wins, Fraction(-1): counts["deals"] - wins})


def frequencies(layout: Layout) -> Iterator[Frequency]:
    """How often hands are copies, both sides by the house way, and how often one decides the round."""
    counts = counted(layout)
    section = layout.rules.facts["copy"].section
    times = {f"{hand}_copies": (f"Copies of the {hand} hand", counts[f"{hand}_copies"]) for hand in _HANDS}
    times["decided_by_a_copy"] = ("Wagers that a copy loses", counts["deals"] - 2 * counts["wins"])
    for id, (name, number) in times.items():
        chance = Fraction(number, counts["deals"])
        yield frequency(layout, id, name, section, {0: 1 - chance, 1: chance}, wager="wager")


class AsiaPricing(Pricing):
    """One wager, by the house way or by the best setting."""

    hangs_on: ClassVar[frozenset[Input]] = frozenset({"strategy"})
    gives: ClassVar[frozenset[Gift]] = frozenset({"strategy", "advice", "worth", "main_edge"})

    def price(self, layout: Layout, given: Given) -> PriceReport:
        way = played(given.strategy)
        best = float(AsiaSetting(layout).house_edge)
        note = (
            f"Set by the house way on both sides; with the best setting of every hand it is {best:.4%}."
            if way == HOUSE_WAY_NAME
            else "With the best setting of every hand against the house way."
        )
        if layout.options["house_way"] == "custom":
            note += " No house way of the licensee's own is filed: `score` is used."
        facts = [layout.rules.facts[name] for name in _RESTS_ON]
        row = priced(layout, "wager", distribution(layout, way), rests_on=facts, note=note)
        return report(layout, [row], strategy=told(way), frequencies=frequencies(layout))

    def strategy(self, layout: Layout, given: Given) -> AsiaSetting:
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

    def worth(self, layout: Layout) -> Worth:
        best, order, worths = AsiaSetting(layout), order_on(layout), worths_on(layout)

        def worth(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *before: str) -> dict[str, float]:
            if len(own) != _OWN or HOUSE_WAY not in choices:
                return {}
            found = best.worth(own)
            found[HOUSE_WAY], found[SURRENDER] = found[house_way(own, order, worths)], Fraction(-1)
            return {choice: float(found[choice]) for choice in choices if choice in found}

        return worth


PRICING = AsiaPricing()
