"""The exact price of fast action hold 'em by the house way on both sides, and of the best setting against it.

All deals of four cards each and a board are counted (`counting`): 3.0 x 10^27 from six decks. That takes more than half
an hour on one core, so `counts.toml` stores the result for each number of decks. The tests count single boards in other
ways, and `make slow` counts everything again. If both sides set by the house way, they win equally often except for
copies: the edge is half the sum of the probabilities that the high hands are equal and that the low hands are equal.

The rules are reconstructed from titles, and no figure was ever published, so this is not New Jersey's price.

The best setting plays against the unseen hand of a dealer who must use the house way. It is found immediately for any
cards, by comparing each setting with every hand that the dealer can have. The price is for a shoe's first round, and
for any round before which no cards have been seen.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing, ShippedCount
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PriceReport, price_report, wager_price
from pitboss.pricing.set_hands import BEST_NAME, HOUSE_WAY_NAME, BestSetting, Way, parse_way, strategy_summary
from pitboss.table.setting import HOUSE_WAY

_RESTS_ON = ("ranking", "dealing_shoe", "community_cards", "set", "house_way", "compare", "copy")

MADE_BY = "made_by"
"""The table of `counts.toml` that names the programs."""


@cache
def counts_by_decks() -> dict[int, dict[str, int]]:
    """Return the number of deals, wins and losses from `counts.toml`, by number of decks."""
    tables = {decks: row for decks, row in _file().items() if decks != MADE_BY}
    return {int(decks): {name: int(figure) for name, figure in row.items()} for decks, row in tables.items()}


def made_by() -> str:
    """Return the programs that made the counts."""
    return _file()[MADE_BY]["all"]


def _file() -> dict[str, dict[str, str]]:
    return tomllib.loads(files(__package__).joinpath("counts.toml").read_text("utf-8"))


HOUSE = Way(HOUSE_WAY_NAME, "ask for the house way: the low hand as high as possible, then the high hand")


@dataclass(frozen=True, eq=False)
class FastActionSetting(BestSetting):
    """The best setting of four cards with a board."""

    simpler: Sequence[Way] = (HOUSE,)

    @property
    def decks(self) -> int:
        return int(self.layout.options["decks"])

    def edge(self, way: str) -> Fraction:
        return distribution(self.layout, way).house_edge

    def worth(self, own: Sequence[Card], shown: Sequence[Card] = ()) -> dict[str, Fraction]:
        """Return the expected gain of each setting, for each unit wagered."""
        from pitboss.games.fast_action_holdem.counting import worth_of

        return worth_of(own, shown, self.decks)

    def summary(self) -> tuple[str, ...]:
        gain = float(self.cost(HOUSE_WAY_NAME))
        return (
            "set the cards so that both hands are as likely as possible to beat the dealer's, who always makes his low "
            "hand as high as possible",
            "compared with the house way, this usually means a stronger high hand and a slightly weaker low hand; "
            "`hint` and `decide` find it for any cards",
            f"asking for the house way is simpler, and costs {gain:.2%} of the wager",
        )


def distribution(layout: Layout, way: str) -> Distribution:
    """Return the distribution of the wager's net result, for each unit wagered."""
    counted = counts_by_decks()[int(layout.options["decks"])]
    begins = "best_" if way == BEST_NAME else ""
    wins, loses = counted[f"{begins}wins"], counted[f"{begins}loses"]
    return Distribution.from_events(
        {
            ("both hands win", layout.odds("wager").ratio): wins,
            ("push", Fraction(0)): counted["deals"] - wins - loses,
            ("both hands lose", Fraction(-1)): loses,
        }
    )


class FastActionPricing(Pricing):
    """Price the one wager, by the house way or by the best setting."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"strategy"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth", "main_edge"})
    lacks: ClassVar[dict[str, str]] = {
        "shoe": "once cards of the shoe are known its suits differ, and all deals would have to be counted again"
    }

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        way = parse_way(given.strategy)
        best = float(FastActionSetting(layout).house_edge)
        note = (
            f"Both sides set by the house way. With the best setting of every hand the house edge is {best:.4%}."
            if way == HOUSE_WAY_NAME
            else "With the best setting of every hand against the house way."
        )
        facts = [layout.rules.facts[name] for name in _RESTS_ON]
        row = wager_price(layout, "wager", distribution(layout, way), rests_on=facts, note=note)
        return price_report(layout, [row], strategy=strategy_summary(way))

    def strategy(self, layout: Layout, given: PriceInputs) -> FastActionSetting:
        return FastActionSetting(layout)

    def shipped_counts(self, layout: Layout) -> Sequence[ShippedCount]:
        from pitboss.games.fast_action_holdem.recount import shipped_counts

        return tuple(shipped_counts(layout))

    def main_edge(self, layout: Layout) -> float:
        return float(distribution(layout, HOUSE_WAY_NAME).house_edge)

    def advice(self, layout: Layout) -> Advice:
        best = FastActionSetting(layout)

        def advised(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *before: str) -> str | None:
            return best.decide(own, shown) if len(own) == _OWN and len(shown) == _BOARD else None

        return advised

    def worth(self, layout: Layout) -> ChoiceValues:
        from pitboss.games.fast_action_holdem.round import FastActionHoldem

        best, game = FastActionSetting(layout), FastActionHoldem(layout)

        def worth(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *before: str) -> dict[str, float]:
            found = best.worth(own, shown)
            found[HOUSE_WAY] = found[game.house_way(own, shown)]
            return {choice: float(found[choice]) for choice in choices if choice in found}

        return worth


_OWN, _BOARD = 4, 5

PRICING = FastActionPricing()
