"""The price of high card: each card's value decides when to surrender, and the best play sets the price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from high_card.round import JACKPOT, row_of
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.equipment import Card, composition
from pitboss.equipment.cards import cards as read_cards
from pitboss.equipment.decks import spread
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PriceReport, price_report, wager_price

LOWEST, HIGHEST = 2, 14


@dataclass(frozen=True)
class Way:
    """A way to play: surrender with every rank below this one."""

    name: str
    says: str
    below: int


ALWAYS_STAY = Way("always stay", "stay with every card", LOWEST)
ALWAYS_GIVE_UP = Way("always give up", "give up half of every wager", HIGHEST + 1)
SIMPLER = (ALWAYS_STAY, ALWAYS_GIVE_UP)


def stay(layout: Layout, card: Card) -> Fraction:
    """The expected net of a wager that stays in, per unit wagered."""
    others = [other for other in spread(composition(layout.fact("decks"))) if other is not card]
    won = layout.odds("high").ratio * sum(other.rank < card.rank for other in others)
    return (won - sum(other.rank > card.rank for other in others)) / len(others)


def given_up(layout: Layout) -> Fraction:
    return -Fraction(str(layout.fact("given_up")))


def best_way(layout: Layout) -> Way:
    """The best way to play: surrender where staying in loses more."""
    if not layout.option("surrender"):
        return ALWAYS_STAY
    ranks = {card.rank: stay(layout, card) for card in spread(composition(layout.fact("decks")))}
    least = min(rank for rank, worth in ranks.items() if worth >= given_up(layout))
    return Way("best", f"stay with a {least.name.lower()} or better, give up half with less", least)


def way_named(layout: Layout, name: str | None) -> Way:
    """Return the best way to play, or the one with this name."""
    found = best_way(layout) if name in (None, "best") else next((one for one in SIMPLER if one.name == name), None)
    if found is None:
        raise ValueError(f"no strategy {name!r}: name one of best, {', '.join(one.name for one in SIMPLER)}")
    return found


def high(layout: Layout, way: Way) -> Distribution:
    """The distribution of the high card wager over all pairs of cards."""
    cards = spread(composition(layout.fact("decks")))
    win = layout.odds("high").ratio
    below = way.below if layout.option("surrender") else LOWEST
    nets: Counter[Fraction] = Counter()
    for i, mine in enumerate(cards):
        for j, theirs in enumerate(cards):
            if i != j:
                compared = win if mine.rank > theirs.rank else Fraction(-(mine.rank < theirs.rank))
                nets[given_up(layout) if mine.rank < below else compared] += 1
    return Distribution.from_counts(nets)


def spade(layout: Layout, meter: int | None) -> Distribution:
    """The distribution of the spade wager at a meter figure."""
    shown = layout.cents("progressive_meter") if meter is None else meter
    pays = {JACKPOT: Fraction(shown, cents(layout.rules.wagers["spade"].terms["fixed"]))}
    pays |= {row: odds.ratio for row, odds in layout.odds_table("spade").items()}
    cards = spread(composition(layout.fact("decks")))
    return Distribution.from_counts(Counter(pays.get(row_of(layout, card), Fraction(-1)) for card in cards))


class HighCardStrategy:
    """The best way to play, in words."""

    simpler: Sequence[Way] = SIMPLER

    def __init__(self, layout: Layout, way: Way) -> None:
        self.layout = layout
        self.way = way

    @property
    def house_edge(self) -> Fraction:
        return high(self.layout, self.way).house_edge

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        (card,) = read_cards(own) if isinstance(own, str) else own
        return "give_up" if card.rank < self.way.below else "stay"

    def summary(self) -> tuple[str, ...]:
        return (self.way.says,)

    def named(self, name: str) -> Way | None:
        return next((one for one in SIMPLER if one.name == name), None)

    def cost(self, other: Way | str) -> Fraction:
        way = other if isinstance(other, Way) else way_named(self.layout, other)
        return high(self.layout, way).house_edge - self.house_edge

    def plain(self) -> dict[str, Any]:
        """Return the strategy as plain data for a report."""
        simpler = [
            {
                "name": one.name,
                "says": one.says,
                "house_edge": float(self.house_edge + self.cost(one)),
                "cost": float(self.cost(one)),
                "cost_exact": str(self.cost(one)),
            }
            for one in (SIMPLER if self.way.name == "best" else ())
        ]
        return {"summary": list(self.summary()), "simpler": simpler}


class HighCardPricing(Pricing):
    depends_on: ClassVar[frozenset[Input]] = frozenset({"strategy", "meter"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth"})

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        way = way_named(layout, given.strategy)
        wagers = [wager_price(layout, "high", high(layout, way), note=f"By the strategy {way.name!r}: {way.says}.")]
        if "spade" in layout.permissible:
            wagers.append(wager_price(layout, "spade", spade(layout, given.meter)))
        return price_report(layout, wagers, strategy=HighCardStrategy(layout, way).plain())

    def strategy(self, layout: Layout, given: PriceInputs = PriceInputs()) -> HighCardStrategy:  # noqa: B008 (frozen)
        return HighCardStrategy(layout, way_named(layout, given.strategy))

    def advice(self, layout: Layout) -> Advice:
        best = self.strategy(layout)
        return lambda own, shown, choices: best.decide(own) if "give_up" in choices else None

    def worth(self, layout: Layout) -> ChoiceValues:
        def brings(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> dict[str, float]:
            (card,) = own
            each = {"stay": stay(layout, card), "give_up": given_up(layout)}
            return {choice: float(each[choice]) for choice in choices}

        return brings


PRICING = HighCardPricing()
