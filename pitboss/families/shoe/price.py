"""The exact price of a game from a shoe in which a second wager may follow the first: a war, a raise.

The key idea: the second wager does not affect the cards, so all orders of the shoe are counted once by how they end
(`RoundEnd`), which is the place where the choice came up and the outcome. A strategy lists the places at which the
second wager is made, and the best strategy compares the expectations of both choices at each place. Everything is an
exact fraction, for a shoe of any composition.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.equipment import CARDS, Card, cards, composition
from pitboss.families.shoe.tree import Tree, in_shoe, kinds_of
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.exposures import Exposure, Signal, Worth, after_betting, before_betting, sorted_edges
from pitboss.pricing.removal import PricedShoeValues, ShoeValues
from pitboss.pricing.report import PricedWager, PriceReport, price_report, wager_price

At = Hashable
"""The situation in which the choice comes up, reduced to what affects it."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The outcome of a round, and the place where the choice came up, or None if there was no choice."""

    how: str
    at: At = None


@dataclass(frozen=True, slots=True)
class SimpleStrategy:
    """A strategy that a player can remember: the places at which the second wager is made."""

    name: str
    says: str
    adds: Callable[[At], bool]


class FollowUpGame:
    """A game's rounds on a layout: its tree, and both wagers' net per unit of the first."""

    def __init__(self, layout: Layout, tree: Tree, ranks: Mapping[str, int], net: Callable[[RoundEnd, bool], Fraction]):
        self.layout, self.tree, self.net = layout, tree, net
        self.kinds = kinds_of(ranks)

    def kind(self, card: Card) -> int:
        return self.kinds[card.index]

    def count(self, shoe: Sequence[int] | None = None, dealt: Sequence[Card] = ()) -> dict[RoundEnd, int]:
        """The number of orders of a shoe for each end or, with `dealt`, of the cards left after these."""
        left = in_shoe(self.layout, self.kinds, self.tree.cards, shoe)
        for card in dealt:
            left[self.kind(card)] -= 1
        counted = self.tree.count(left, [self.kind(card) for card in dealt])
        return {ended: orders for ended, orders in counted.items() if isinstance(ended, RoundEnd)}

    def expectation(self, counted: Mapping[RoundEnd, int], adds: bool) -> Fraction:
        """The expected net of a choice over these ends."""
        total = sum(counted.values())
        return sum((self.net(ended, adds) * orders for ended, orders in counted.items()), Fraction()) / total


class BestPlay:
    """The best play for the cards in a shoe: it decides, describes itself in words, and prices other strategies."""

    def __init__(
        self,
        game: FollowUpGame,
        pricing: FollowUpPricing,
        shoe: Sequence[int] | None = None,
        counted: dict[RoundEnd, int] | None = None,
    ) -> None:
        """`counted` are the orders by their ends, if not all those of the shoe."""
        self.game, self.pricing = game, pricing
        self.counted = game.count(shoe) if counted is None else counted
        self.simpler: Sequence[SimpleStrategy] = pricing.simpler(game.layout)

    @cached_property
    def added_at(self) -> frozenset[At]:
        """The places at which making the second wager is better than not making it."""
        places: dict[At, dict[RoundEnd, int]] = {}
        for ended, orders in self.counted.items():
            if ended.at is not None:
                places.setdefault(ended.at, {})[ended] = orders
        expectation = self.game.expectation
        return frozenset(at for at, ends in places.items() if expectation(ends, True) > expectation(ends, False))

    @cached_property
    def best(self) -> SimpleStrategy:
        return SimpleStrategy("best", "; ".join(self.summary()), self.added_at.__contains__)

    @property
    def house_edge(self) -> Fraction:
        return self.edge(self.best)

    def edge(self, play: SimpleStrategy) -> Fraction:
        """The house edge under a strategy, per unit of the first wager."""
        return self.distribution(play).house_edge

    def place_costs(self) -> list[tuple[At, tuple[str, str], float, float]]:
        """Each place where the choice comes up, the best choice and the other, how often it comes up, and the other's
        loss.
        """
        places: dict[At, dict[RoundEnd, int]] = {}
        for ended, orders in self.counted.items():
            if ended.at is not None:
                places.setdefault(ended.at, {})[ended] = orders
        total, (yes, no) = sum(self.counted.values()), self.pricing.choices
        found = []
        for at, ends in places.items():
            gain = float(self.game.expectation(ends, True) - self.game.expectation(ends, False))
            choice = (yes, no) if gain > 0 else (no, yes)
            found.append((at, choice, sum(ends.values()) / total, abs(gain)))
        return sorted(found, key=lambda one: -one[2] * one[3])

    def distribution(self, play: SimpleStrategy) -> Distribution:
        """The distribution of the net of both wagers."""
        events: dict[tuple[str, Fraction], int] = {}
        for ended, orders in self.counted.items():
            added = adds(play, ended)
            at = self.pricing.event(self.game.layout, ended, added), self.game.net(ended, added)
            events[at] = events.get(at, 0) + orders
        return Distribution.from_events(events)

    def action(self, play: SimpleStrategy) -> Fraction:
        """The average amount put at risk, per unit of the first wager."""
        added = sum(orders for ended, orders in self.counted.items() if adds(play, ended))
        return 1 + Fraction(added, sum(self.counted.values()))

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        """The best choice with these cards, from a full shoe without them."""
        found = self.pricing.advice(self.game.layout)(_read(own), _read(shown), self.pricing.choices)
        if found is None:
            raise ValueError("there is no decision to make with these cards")
        return found

    def summary(self) -> tuple[str, ...]:
        return self.pricing.in_words(self.game.layout, self.added_at)

    def named(self, name: str) -> SimpleStrategy | None:
        """The strategy with this name or description, or None."""
        wanted = " ".join(name.lower().replace("_", " ").split())
        known = {simple.name: simple for simple in self.simpler}
        return known.get(wanted) or self.pricing.parse_strategy(wanted)

    def cost(self, other: Any) -> Fraction:
        """How much more another strategy loses."""
        return self.edge(self.find(other)) - self.house_edge

    def find(self, other: Any) -> SimpleStrategy:
        found = other if isinstance(other, SimpleStrategy) else self.named(str(other))
        if found is None:
            there = ", ".join(simple.name for simple in self.simpler)
            raise ValueError(f"unknown strategy {other!r}; use {there}{self.pricing.other_formats}")
        return found

    def plain(self) -> dict[str, Any]:
        """The strategies as plain data, for a report."""
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


def adds(play: SimpleStrategy, ended: RoundEnd) -> bool:
    """Whether a strategy made the second wager in a round with this end."""
    return ended.at is not None and play.adds(ended.at)


class FollowUpPricing(Pricing):
    """The prices of a game with a second wager; that of the first wager covers both, per unit of the first."""

    theory: ClassVar[tuple[str, ...]] = ("pitboss.families.shoe.tree",)

    depends_on: ClassVar[frozenset[Input]] = frozenset({"shoe", "strategy"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth", "removal"})
    choices: ClassVar[tuple[str, str]]
    """The choice that makes the second wager, and the one that does not."""
    same_as: ClassVar[Mapping[str, str]] = {}
    """Other choices with the same effect as one of these two."""
    first: ClassVar[str]
    second: ClassVar[str]
    facts: ClassVar[tuple[str, ...]] = ()
    """The facts that a price depends on."""
    beside: ClassVar[tuple[str, ...]] = ()
    """Other wagers that are made before the cards."""
    choice_after: ClassVar[int] = 2
    """The number of cards dealt before the choice."""
    cards_exposed: ClassVar[Mapping[str, tuple[int, str]]] = {}
    """The cards that a player could know, by the id of the exposure: the place in the deal, and a description."""
    other_formats: ClassVar[str] = ""
    """Other ways to name a strategy, for the error message."""

    # ---- Defined by a game

    @abstractmethod
    def rounds(self, layout: Layout) -> FollowUpGame:
        """The game's rounds."""

    @abstractmethod
    def simpler(self, layout: Layout) -> tuple[SimpleStrategy, ...]:
        """Strategies that a player can remember."""

    @abstractmethod
    def in_words(self, layout: Layout, added_at: frozenset[At]) -> tuple[str, ...]:
        """A strategy in words."""

    @abstractmethod
    def other_prices(self, layout: Layout, best: BestPlay, play: SimpleStrategy) -> Iterable[PricedWager]:
        """The prices of all wagers but the first, in layout order."""

    def event_place(self, layout: Layout, at: At) -> str:
        """Name a place at which the choice comes up."""
        return str(at)

    def event(self, layout: Layout, ended: RoundEnd, added: bool) -> str:
        """Name a round's end, given whether the second wager was made."""
        if ended.at is None:
            return ended.how
        return f"{self.choices[0] if added else self.choices[1]}, {ended.how}"

    def parse_strategy(self, words: str) -> SimpleStrategy | None:
        """Parse a strategy described in words, or return None."""
        return None

    def cards_at_choice(self, game: FollowUpGame, own: Sequence[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
        """The cards dealt when the choice came up, in order, or () if these cards offer no choice."""
        return (*own, *shown)

    # ---- Derived from these

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        best = self.strategy(layout, given)
        play = best.best if given.strategy is None else best.find(given.strategy)
        note = f"With the {layout.rules.wagers[self.second].name.lower()} that may follow: {play.says}."
        rests_on = self.rests_on(layout)
        found, action = best.distribution(play), best.action(play)
        main = wager_price(layout, self.first, found, action=action, rests_on=rests_on, note=note)
        shown = best.plain() if play is best.best else {"summary": [play.says], "simpler": []}
        return price_report(layout, [main, *self.other_prices(layout, best, play)], strategy=shown)

    def rests_on(self, layout: Layout) -> list[Provision]:
        return [layout.rules.facts[name] for name in self.facts]

    def strategy(self, layout: Layout, given: PriceInputs) -> BestPlay:
        return BestPlay(self.rounds(layout), self, given.shoe)

    def removal(self, layout: Layout) -> ShoeValues:
        return PricedShoeValues(layout, self, held=self.strategy(layout, PriceInputs()).best)

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        best = self.strategy(layout, PriceInputs())
        usual = max(self._values(layout, best).values())
        shown = ("fact.no_more_wagers", "fact.original_deal", "fact.deal")
        face_up = ("card_face_up", "card_exposed", "third_card_early")
        closed = "wagers closed before a card leaves the shoe; a shoe that shows no part of the next card"
        for id, (place, description) in self.cards_exposed.items():
            if place < self.choice_after:
                measure = partial(self._known_before, layout, place, usual)
            else:
                measure = partial(self._known_at_choice, layout, place, usual)
            yield Exposure(id, description, measure, shown, face_up, closed)
        yield Exposure(
            "edge_sorted",
            "The backs tell one run of ranks from the others: of the first card of the round",
            lambda: sorted_edges(self._signals(layout, 0), usual),
            ("fact.shuffle", "fact.no_more_wagers"),
            (),
            "backs without an orientation, half of the cards turned in every shuffle",
        )
        yield Exposure(
            "burned_card",
            "One burned card is known",
            lambda: before_betting(self._burned(layout), usual),
            ("fact.burn", "fact.war_burn"),
            ("wrong_burn",),
            "the cards are burned face down",
        )

    def _known_before(self, layout: Layout, place: int, usual: Fraction) -> Worth:
        return before_betting(self._signals(layout, place), usual)

    def _known_at_choice(self, layout: Layout, place: int, usual: Fraction) -> Worth:
        signals = [
            Signal(one.label, one.weight, {self.first: one.values[self.first]}) for one in self._signals(layout, place)
        ]
        return after_betting(signals, usual)

    def _signals(self, layout: Layout, place: int) -> list[Signal]:
        """What the card at a place tells, by kind."""
        game = self.rounds(layout)
        left = in_shoe(layout, game.kinds, game.tree.cards, None)
        found = []
        for kind in range(game.tree.kinds):
            counted = game.tree.count_knowing(left, place, kind)
            ends = {ended: orders for ended, orders in counted.items() if isinstance(ended, RoundEnd)}
            values = self._values(layout, BestPlay(game, self, counted=ends))
            found.append(Signal(self._kind_name(layout, game, kind), Fraction(left[kind]), values))
        return found

    def _burned(self, layout: Layout) -> Iterator[Signal]:
        game, full = self.rounds(layout), list(composition(int(layout.options["decks"])))
        left = in_shoe(layout, game.kinds, game.tree.cards, None)
        for kind, count in enumerate(left):
            index = game.kinds.index(kind)
            shoe = [held - (one == index) for one, held in enumerate(full)]
            values = self._values(layout, BestPlay(game, self, shoe))
            yield Signal(self._kind_name(layout, game, kind), Fraction(count), values)

    def _kind_name(self, layout: Layout, game: FollowUpGame, kind: int) -> str:
        return CARDS[game.kinds.index(kind)].rank.letter

    def _values(self, layout: Layout, best: BestPlay) -> dict[str, Fraction]:
        """The expectation of every wager that is made before the cards, under the best play."""
        values = {self.first: best.distribution(best.best).mean}
        for wager in self.other_prices(layout, best, best.best):
            rule = layout.rules.wagers[wager.id]
            if not rule.tied and wager.id in self.beside and layout.offers(rule):
                values[wager.id] = -Fraction(wager.exact or 0)
        return values

    def worth(self, layout: Layout) -> ChoiceValues:
        game, yes_and_no = self.rounds(layout), self.choices
        full = composition(int(layout.options["decks"]))

        def values_of(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> dict[str, float]:
            dealt = self.cards_at_choice(game, own, shown)
            if not dealt or any(full[card.index] == 0 for card in dealt):
                return {}
            counted = game.count(dealt=dealt)
            values = {choice: game.expectation(counted, choice == yes_and_no[0]) for choice in yes_and_no}
            same = {choice: self.same_as.get(choice, choice) for choice in choices}
            return {choice: float(values[one]) for choice, one in same.items() if one in values}

        return values_of

    def advice(self, layout: Layout) -> Advice:
        worth = self.worth(layout)

        def best(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> str | None:
            values = worth(own, shown, choices)
            return max(values, key=lambda choice: values[choice]) if values else None

        return best


def _read(given: str | Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards(given)) if isinstance(given, str) else tuple(given)


__all__ = ["At", "BestPlay", "FollowUpGame", "FollowUpPricing", "RoundEnd", "SimpleStrategy", "adds"]
