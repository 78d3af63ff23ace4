"""A round as a tree of cards: which cards lead to which outcome. The price and the loop both use it.

The key idea: a game declares in one function what follows each card: more cards, or an outcome. Counting all orders of
a shoe with that function gives the exact price, whatever the outcomes are worth; written out as a table, the function
is the loop. A card burned unseen changes no probability, so the loop burns it and the count ignores it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, JOKER, Card, composition
from pitboss.equipment.decks import check_composition, spread
from pitboss.simulation.shoes import BURN_BITS


@dataclass(frozen=True, slots=True)
class More:
    """The round goes on with another card after `burn` cards are burned; `state` is all that it needs to remember."""

    state: Hashable
    burn: int = 0


Outcome = Hashable
"""The end of a round: anything from which the game can tell the net of each wager."""
After = Callable[[Any, int], "More | Outcome"]
"""(state, kind of card) → what follows. The state before the first card is None."""


@dataclass(frozen=True)
class Tree:
    """A game's rounds; `kinds` is how many kinds of cards it distinguishes.

    >>> def higher(first: int | None, kind: int) -> More | str:
    ...     return More(kind) if first is None else "same" if kind == first else "higher" if kind > first else "lower"
    >>> tree = Tree(3, higher)
    >>> tree.outcomes, tree.cards
    (('same', 'higher', 'lower'), 2)
    >>> tree.count([2, 2, 2])
    {'same': 6, 'higher': 12, 'lower': 12}
    """

    kinds: int
    after: After = field(repr=False)

    @cached_property
    def _table(self) -> tuple[list[int], tuple[Outcome, ...]]:
        """What follows each card in each state, and the outcomes by number."""
        states: dict[Hashable, int] = {None: 0}
        outcomes: dict[Outcome, int] = {}
        follows: list[int] = []
        pending: list[Hashable] = [None]
        for state in pending:
            for kind in range(self.kinds):
                step = self.after(state, kind)
                if not isinstance(step, More):
                    follows.append(-1 - outcomes.setdefault(step, len(outcomes)))
                    continue
                if not 0 <= step.burn < 1 << BURN_BITS:
                    raise ValueError(f"{step.burn} cards cannot be burned at once; at most {(1 << BURN_BITS) - 1} can")
                if step.state not in states:
                    states[step.state] = len(states)
                    pending.append(step.state)
                follows.append(states[step.state] << BURN_BITS | step.burn)
        return follows, tuple(outcomes)

    @cached_property
    def _longest(self) -> tuple[int, int]:
        """The maximum number of cards in a round: those dealt, and those taken out of the shoe."""
        known: dict[int, tuple[int, int]] = {}

        def from_state(state: int) -> tuple[int, int]:
            if state not in known:
                row = self._table[0][state * self.kinds : (state + 1) * self.kinds]
                ways = [(from_state(step >> BURN_BITS), step & (1 << BURN_BITS) - 1) for step in row if step >= 0]
                turned = max([seen for (seen, _), _ in ways], default=0)
                known[state] = 1 + turned, 1 + max([taken + burn for (_, taken), burn in ways], default=0)
            return known[state]

        return from_state(0)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All outcomes of a round; their indices are the cells of the loop."""
        return self._table[1]

    @property
    def follows(self) -> NDArray[np.int32]:
        """The table that the loop follows."""
        return np.array(self._table[0], np.int32)

    @property
    def cards(self) -> int:
        """The number of cards dealt in the longest round."""
        return self._longest[0]

    @property
    def most(self) -> int:
        """The number of cards that the longest round takes out of the shoe, burned cards included."""
        return self._longest[1]

    def count_knowing(self, left: Sequence[int], place: int, kind: int) -> dict[Outcome, int]:
        """The number of orders for each outcome in which the card at a place (from 0) is of a kind.

        >>> higher = Tree(3, lambda first, kind: More(kind) if first is None else kind > first)
        >>> sorted(higher.count_knowing([2, 2, 2], 1, 2).items())
        [(False, 2), (True, 8)]
        """
        found: dict[Outcome, int] = dict.fromkeys(self.outcomes, 0)
        rest = list(left)
        orders = rest[kind]
        rest[kind] -= 1

        def follow(state: Any, depth: int, orders: int) -> None:
            unknown = self.cards - depth - (depth <= place)
            size = sum(rest)
            for one in (kind,) if depth == place else range(self.kinds):
                ways = 1 if depth == place else rest[one]
                if not ways:
                    continue
                step = self.after(state, one)
                if not isinstance(step, More):
                    drawn = depth != place
                    found[step] += orders * ways * perm(size - drawn, unknown - drawn)
                    continue
                rest[one] -= depth != place
                follow(step.state, depth + 1, orders * ways)
                rest[one] += depth != place

        follow(None, 0, orders)
        return {outcome: orders for outcome, orders in found.items() if orders}

    def count(self, left: Sequence[int], dealt: Sequence[int] = ()) -> dict[Outcome, int]:
        """The number of orders of the cards for each outcome, out of perm(cards, `self.cards`) in all.

        `left` has the number of cards of each kind in the shoe. With `dealt`, these kinds have been dealt already (and
        are not in `left`), and the orders are those of the cards still to come: perm(cards, `self.cards` - dealt).
        """
        state: Any = None
        for kind in dealt:
            step = self.after(state, kind)
            if not isinstance(step, More):
                raise ValueError(f"the round is over before all of {list(dealt)} are dealt")
            state = step.state
        if sum(left) < self.cards - len(dealt):
            raise ValueError(f"a round may need {self.cards - len(dealt)} cards; this shoe has {sum(left)}")
        found: dict[Outcome, int] = dict.fromkeys(self.outcomes, 0)
        self._follow(state, list(left), sum(left), self.cards - len(dealt), 1, found)
        return {outcome: orders for outcome, orders in found.items() if orders}

    def _follow(
        self, state: Any, left: list[int], size: int, more: int, orders: int, found: dict[Outcome, int]
    ) -> None:
        for kind in range(self.kinds):
            if not left[kind]:
                continue
            step = self.after(state, kind)
            now = orders * left[kind]
            if not isinstance(step, More):
                found[step] += now * perm(size - 1, more - 1)
                continue
            left[kind] -= 1
            self._follow(step.state, left, size - 1, more - 1, now, found)
            left[kind] += 1


def kinds_of(cards: Mapping[str, int]) -> tuple[int, ...]:
    """The kind of each card, by card index, given each rank's value by its letter; equal values are one kind.

    >>> kinds_of({letter: number for number, letter in enumerate("23456789TJQKA")})[:5]
    (0, 0, 0, 0, 1)
    """
    values = sorted(set(cards.values()))
    return tuple(values.index(cards[card.rank.letter]) for card in CARDS if not card.is_joker)


def in_shoe(layout: Layout, kinds: Sequence[int], need: int, shoe: Sequence[int] | None) -> list[int]:
    """The number of cards of each kind, in a shoe given by card index or in all the layout's decks."""
    cards: Sequence[int] = composition(int(layout.options["decks"]))
    if shoe is not None:
        check_composition(shoe)
        if shoe[JOKER.index]:
            raise ValueError(f"{layout.rules.game.name} is played without jokers; this shoe has {shoe[JOKER.index]}")
        if sum(shoe) < need:
            raise ValueError(f"a round may need {need} cards; this shoe has {sum(shoe)}")
        cards = shoe
    left = [0] * (max(kinds) + 1)
    for kind, count in zip(kinds, cards, strict=False):
        left[kind] += count
    return left


def shoe_of(decks: int, kinds: Sequence[int]) -> NDArray[np.uint8]:
    """The cards in these decks, by kind, in their order before a shuffle."""
    cards: Sequence[Card] = spread(composition(decks))
    return np.array([kinds[card.index] for card in cards], np.uint8)
