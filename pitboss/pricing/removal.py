"""Effects of removal: how the player's expectation changes when one card is missing from the shoe.

Theory of operation
1. A game supplies `ShoeValues`: the expectation of each wager for any cards left, played in the best way for them or
   held to the full shoe's strategy. An effect is the difference from the full shoe.
2. Cards of one `kind` have the same effect, so only one of them is removed. A game of values distinguishes ten kinds; a
   wager on suits distinguishes up to 52.
3. With a held strategy, the effects of all cards of the shoe add up to zero, because removing an unseen card changes
   nothing. The tests use this.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.layout import Layout
from pitboss.cores import cores
from pitboss.equipment import CARDS, JOKER, Card, composition
from pitboss.pricing.contract import PriceInputs, Pricing
from pitboss.pricing.report import PriceReport

DECK: tuple[Card, ...] = CARDS[: JOKER.index]
"""The 52 cards by index."""
VALUES = tuple("A23456789T")
RANKS = (*VALUES, "J", "Q", "K")
Floats = NDArray[np.float64]


def value_letter(card: Card) -> str:
    """The letter of a card's value at twenty-one and baccarat: A, 2 to 9, or T for tens and pictures.

    >>> [value_letter(Card(name)) for name in ("Ah", "7c", "Ks")]
    ['A', '7', 'T']
    """
    letter = card.rank.letter
    return "T" if letter in "TJQK" else letter


class ShoeValues(ABC):
    """The player's expectation of every wager of a table, for any cards left in its shoe."""

    shoe: tuple[int, ...]
    """The full shoe: the number of each card by card index."""
    wagers: tuple[str, ...]
    main: str
    """The wager that is played; the first of `wagers`."""
    ranks: tuple[str, ...] = VALUES
    """The ranks whose effects are reported."""

    @abstractmethod
    def expectation(self, wager: str, shoe: Sequence[int], held: bool) -> float:
        """The player's expectation from these cards, with the best play for them or `held` to the full shoe's."""

    def kind(self, wager: str, card: Card) -> Hashable:
        """What cards with the same effect on a wager have in common; by default the value."""
        return value_letter(card)

    def unit(self, wager: str) -> str:
        """The amount that the expectation is a fraction of."""
        return "initial wager"

    def rank_letter(self, card: Card) -> str:
        return card.rank.letter if "K" in self.ranks else value_letter(card)


class PricedShoeValues(ShoeValues):
    """The expectations of a game whose price is fast enough to be computed for every removal."""

    def __init__(self, layout: Layout, pricing: Pricing, held: Any = None, ranks: tuple[str, ...] = RANKS) -> None:
        """`held` is the full shoe's strategy, as the price takes it; None for a game without decisions."""
        self.layout, self.pricing, self.held, self.ranks = layout, pricing, held, ranks
        self.shoe = composition(int(layout.options["decks"]))
        self.wagers = tuple(layout.permissible)
        self.main = self.wagers[0]
        self._reports: dict[tuple[tuple[int, ...], bool], PriceReport] = {}
        self._lock = Lock()

    def expectation(self, wager: str, shoe: Sequence[int], held: bool) -> float:
        return -self._report(tuple(shoe), held)[wager].house_edge

    def kind(self, wager: str, card: Card) -> Hashable:
        return self.rank_letter(card)

    def unit(self, wager: str) -> str:
        return str(self._report(self.shoe, True)[wager].per)

    def _report(self, shoe: tuple[int, ...], held: bool) -> PriceReport:
        key = shoe, held and self.held is not None
        with self._lock:
            if key not in self._reports:
                inputs = PriceInputs(shoe=shoe, strategy=self.held if key[1] else None)
                self._reports[key] = self.pricing.price(self.layout, inputs)
            return self._reports[key]


class WagerEffects(BaseModel):
    """A wager's expectation from a full shoe, and how the removal of one card changes it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    per: str = Field(
        default="initial wager", description="The amount that the expectation and the effects are fractions of"
    )
    full_shoe: float = Field(description="The player's expectation from the full shoe")
    optimal: dict[str, float] = Field(description="The change by removed card, with the best play for the cards left")
    fixed: dict[str, float] = Field(description="The change by removed card, with the full shoe's strategy held")
    optimal_by_card: dict[str, float] = Field(
        default={}, description="`optimal` for single cards, where cards of one rank differ"
    )
    fixed_by_card: dict[str, float] = Field(
        default={}, description="`fixed` for single cards, where cards of one rank differ"
    )

    def by_index(self, held: bool = True) -> Floats:
        """The effect of each of the 52 cards by card index; 0 for a card that the shoe does not have."""
        by_card, by_rank = (self.fixed_by_card, self.fixed) if held else (self.optimal_by_card, self.optimal)
        found = [
            by_card.get(str(card), by_rank.get(card.rank.letter, by_rank.get(value_letter(card)))) for card in DECK
        ]
        return np.array([0.0 if effect is None else effect for effect in found])


class RemovalTable:
    """The effects of removal for the wagers of a table, computed when asked for."""

    def __init__(self, values: ShoeValues) -> None:
        self.values = values
        self._known: dict[str, WagerEffects] = {}

    @cached_property
    def weights(self) -> Floats:
        """The number of each card in the full shoe, by card index."""
        return np.array(self.values.shoe[: len(DECK)], dtype=np.float64)

    def effects(self, wager: str) -> WagerEffects:
        """The effects of one wager."""
        if wager not in self._known:
            self._known[wager] = self._computed(wager)
        return self._known[wager]

    def all_effects(
        self, progress: Callable[[float], None] = lambda share: None, wagers: Sequence[str] = ()
    ) -> dict[str, WagerEffects]:
        """The effects of these wagers, by default of every one, in the order of the layout."""
        found = {}
        asked = [wager for wager in self.values.wagers if not wagers or wager in wagers]
        for number, wager in enumerate(asked):
            found[wager] = self.effects(wager)
            progress((number + 1) / len(asked))
        return found

    def _computed(self, wager: str) -> WagerEffects:
        values, shoe = self.values, self.values.shoe
        full = values.expectation(wager, shoe, held=True)
        first: dict[Hashable, Card] = {}
        for card in DECK:
            if shoe[card.index]:
                first.setdefault(values.kind(wager, card), card)
        kinds = list(first)

        def effect(kind: Hashable) -> tuple[float, float]:
            left = list(shoe)
            left[first[kind].index] -= 1
            best, held = (values.expectation(wager, left, held) for held in (False, True))
            return best - full, held - full

        with ThreadPoolExecutor(min(len(kinds), cores(), 4)) as pool:
            by_kind = dict(zip(kinds, pool.map(effect, kinds), strict=True))
        best, held = (
            {card: by_kind[values.kind(wager, card)][which] for card in DECK if shoe[card.index]} for which in (0, 1)
        )
        return WagerEffects(
            per=values.unit(wager),
            full_shoe=full,
            optimal=self._by_rank(best),
            fixed=self._by_rank(held),
            optimal_by_card=self._by_card(best),
            fixed_by_card=self._by_card(held),
        )

    def _by_rank(self, effects: Mapping[Card, float]) -> dict[str, float]:
        """The average effect of the cards of each rank."""
        found = {}
        for rank in self.values.ranks:
            cards = [card for card in effects if self.values.rank_letter(card) == rank]
            if cards:
                counts = [self.values.shoe[card.index] for card in cards]
                sum_ = sum(count * effects[card] for count, card in zip(counts, cards, strict=True))
                found[rank] = sum_ / sum(counts)
        return found

    def _by_card(self, effects: Mapping[Card, float]) -> dict[str, float]:
        """The effect of each card, or nothing if all cards of a rank have the same."""
        by_rank: dict[str, set[float]] = {}
        for card, effect in effects.items():
            by_rank.setdefault(self.values.rank_letter(card), set()).add(effect)
        alike = all(len(different) == 1 for different in by_rank.values())
        return {} if alike else {str(card): effect for card, effect in effects.items()}
