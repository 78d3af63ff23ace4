"""The exact price of a game from a shoe in which a first wager may be followed by a second: a war, a raise.

The one idea: whether the second wager is made changes no card, so all orders of the shoe are counted once, by how they
end (`Ended`): where the choice came up, and what came of it. A strategy says at which of those places the second wager
is made; the best one compares, at each place, what the two choices bring. Everything is an exact fraction, for a shoe
of any composition.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.equipment import Card, cards, composition
from pitboss.families.shoe.tree import Tree, in_shoe, kinds_of
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, PriceReport, price_report, wager_price

At = Hashable
"""Where the choice comes up, as far as it matters to the choice."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a round ended: what came of its cards, and where the choice came up before; None where there was none."""

    how: str
    at: At = None


@dataclass(frozen=True, slots=True)
class Simple:
    """A strategy that a person can keep in mind: at which places the second wager is made."""

    name: str
    says: str
    adds: Callable[[At], bool]


class Followed:
    """A game's rounds on a layout: its tree, and what the two wagers come to together, for each unit of the first."""

    def __init__(self, layout: Layout, tree: Tree, ranks: Mapping[str, int], net: Callable[[Ended, bool], Fraction]):
        self.layout, self.tree, self.net = layout, tree, net
        self.kinds = kinds_of(ranks)

    def kind(self, card: Card) -> int:
        return self.kinds[card.index]

    def count(self, shoe: Sequence[int] | None = None, dealt: Sequence[Card] = ()) -> dict[Ended, int]:
        """How many orders of a shoe end in each way; with `dealt`, of what is then left of it."""
        left = in_shoe(self.layout, self.kinds, self.tree.cards, shoe)
        for card in dealt:
            left[self.kind(card)] -= 1
        counted = self.tree.count(left, [self.kind(card) for card in dealt])
        return {ended: orders for ended, orders in counted.items() if isinstance(ended, Ended)}

    def brings(self, counted: Mapping[Ended, int], adds: bool) -> Fraction:
        """What a choice brings on average over these ends."""
        total = sum(counted.values())
        return sum((self.net(ended, adds) * orders for ended, orders in counted.items()), Fraction()) / total


class BestPlay:
    """The best way to play, from what is in the shoe: it decides, says itself in words, and prices others."""

    def __init__(self, game: Followed, pricing: FollowedPricing, shoe: Sequence[int] | None = None) -> None:
        self.game, self.pricing = game, pricing
        self.counted = game.count(shoe)
        self.simpler: Sequence[Simple] = pricing.simpler(game.layout)

    @cached_property
    def added_at(self) -> frozenset[At]:
        """The places at which the second wager brings more than none."""
        places: dict[At, dict[Ended, int]] = {}
        for ended, orders in self.counted.items():
            if ended.at is not None:
                places.setdefault(ended.at, {})[ended] = orders
        brings = self.game.brings
        return frozenset(at for at, held in places.items() if brings(held, True) > brings(held, False))

    @cached_property
    def best(self) -> Simple:
        return Simple("best", "; ".join(self.summary()), self.added_at.__contains__)

    @property
    def house_edge(self) -> Fraction:
        return self.edge(self.best)

    def edge(self, play: Simple) -> Fraction:
        """What each unit of the first wager loses under a strategy."""
        return self.distribution(play).house_edge

    def distribution(self, play: Simple) -> Distribution:
        """What the two wagers come to together."""
        nets: dict[Fraction, int] = {}
        for ended, orders in self.counted.items():
            net = self.game.net(ended, adds(play, ended))
            nets[net] = nets.get(net, 0) + orders
        return Distribution.from_counts(nets)

    def action(self, play: Simple) -> Fraction:
        """All that is put at risk, for each unit of the first wager."""
        added = sum(orders for ended, orders in self.counted.items() if adds(play, ended))
        return 1 + Fraction(added, sum(self.counted.values()))

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        """The best choice with these cards, from a full shoe less these."""
        found = self.pricing.advice(self.game.layout)(_read(own), _read(shown), self.pricing.choices)
        if found is None:
            raise ValueError("there is nothing to decide with these cards")
        return found

    def summary(self) -> tuple[str, ...]:
        return self.pricing.in_words(self.game.layout, self.added_at)

    def named(self, name: str) -> Simple | None:
        """The strategy that is named, or told in words."""
        wanted = " ".join(name.lower().replace("_", " ").split())
        known = {simple.name: simple for simple in self.simpler}
        return known.get(wanted) or self.pricing.told(wanted)

    def cost(self, other: Any) -> Fraction:
        """How much more another strategy loses."""
        return self.edge(self.find(other)) - self.house_edge

    def find(self, other: Any) -> Simple:
        found = other if isinstance(other, Simple) else self.named(str(other))
        if found is None:
            there = ", ".join(simple.name for simple in self.simpler)
            raise ValueError(f"no strategy {other!r}; there are: {there}{self.pricing.also_told}")
        return found

    def plain(self) -> dict[str, Any]:
        """As plain data, for a report."""
        costs = [(simple, self.cost(simple)) for simple in self.simpler]
        simpler = [
            {
                "name": simple.name,
                "says": simple.says,
                "house_edge": float(self.house_edge + cost),
                "cost": float(cost),
                "cost_exact": str(cost),
            }
            for simple, cost in costs
        ]
        return {"summary": list(self.summary()), "simpler": simpler}


def adds(play: Simple, ended: Ended) -> bool:
    """Whether a strategy made the second wager in a round that ended so."""
    return ended.at is not None and play.adds(ended.at)


class FollowedPricing(Pricing):
    """The prices of such a game. The first wager's is that of both, for each unit of the first."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"shoe", "strategy"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth"})
    choices: ClassVar[tuple[str, str]]
    "The choice that makes the second wager, and the one that does not."
    same_as: ClassVar[Mapping[str, str]] = {}
    "Other choices that come to one of these two."
    first: ClassVar[str]
    second: ClassVar[str]
    facts: ClassVar[tuple[str, ...]] = ()
    "The facts that a price rests on."
    also_told: ClassVar[str] = ""
    "How else a strategy may be told, for an error."

    # ---- what a game says

    @abstractmethod
    def rounds(self, layout: Layout) -> Followed:
        """The game's rounds."""

    @abstractmethod
    def simpler(self, layout: Layout) -> tuple[Simple, ...]:
        """Strategies that a person can keep in mind."""

    @abstractmethod
    def in_words(self, layout: Layout, added_at: frozenset[At]) -> tuple[str, ...]:
        """A strategy in words."""

    @abstractmethod
    def other_prices(self, layout: Layout, best: BestPlay, play: Simple) -> Iterable[PricedWager]:
        """The prices of all wagers but the first, in the order of the layout."""

    def told(self, words: str) -> Simple | None:
        """A strategy told in words."""
        return None

    def asked_at(self, game: Followed, own: Sequence[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that were dealt when the choice came up, in order; none if these are not such cards."""
        return (*own, *shown)

    # ---- what follows from it

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        best = self.strategy(layout, given)
        play = best.best if given.strategy is None else best.find(given.strategy)
        note = f"With the {layout.rules.wagers[self.second].name.lower()} that may follow: {play.says}."
        rests_on = self.rests_on(layout)
        found, action = best.distribution(play), best.action(play)
        main = wager_price(layout, self.first, found, action=action, rests_on=rests_on, note=note)
        told = best.plain() if play is best.best else {"summary": [play.says], "simpler": []}
        return price_report(layout, [main, *self.other_prices(layout, best, play)], strategy=told)

    def rests_on(self, layout: Layout) -> list[Provision]:
        return [layout.rules.facts[name] for name in self.facts]

    def strategy(self, layout: Layout, given: PriceInputs) -> BestPlay:
        return BestPlay(self.rounds(layout), self, given.shoe)

    def worth(self, layout: Layout) -> ChoiceValues:
        game, yes_and_no = self.rounds(layout), self.choices
        full = composition(int(layout.options["decks"]))

        def brings(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> dict[str, float]:
            dealt = self.asked_at(game, own, shown)
            if not dealt or any(full[card.index] == 0 for card in dealt):
                return {}
            counted = game.count(dealt=dealt)
            told = {choice: game.brings(counted, choice == yes_and_no[0]) for choice in yes_and_no}
            meant = {choice: self.same_as.get(choice, choice) for choice in choices}
            return {choice: float(told[one]) for choice, one in meant.items() if one in told}

        return brings

    def advice(self, layout: Layout) -> Advice:
        worth = self.worth(layout)

        def best(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> str | None:
            told = worth(own, shown, choices)
            return max(told, key=lambda choice: told[choice]) if told else None

        return best


def _read(given: str | Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards(given)) if isinstance(given, str) else tuple(given)


__all__ = ["At", "BestPlay", "Ended", "Followed", "FollowedPricing", "Simple", "adds"]
