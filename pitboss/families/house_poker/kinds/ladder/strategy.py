"""Strategies for games in which cards are dealt one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import cards
from pitboss.families.house_poker.kinds.ladder import solver
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    CardInput,
    SimpleStrategy,
    Strategy,
    card_indices_of,
    describe_sets,
    parse_rule,
    read_cards,
)
from pitboss.hands import SHOWING
from pitboss.pricing.deals import DECK, Cards, classes


@dataclass(frozen=True)
class StateRule:
    """A rule that also looks at earlier choices: in each state, it gives the number of the choice for each row of
    cards.
    """

    taken: Callable[[Cards, str], NDArray[Any]]


class LadderStrategy(Strategy):
    game: solver.LadderGame
    decisions: solver.Decisions

    @staticmethod
    def pack(decisions: solver.Decisions) -> dict[str, Any]:
        return {f"{known} {state}": choices for (known, state), choices in decisions.items()}

    @staticmethod
    def unpack(stored: dict[str, Any]) -> solver.Decisions:
        split = ((key.split(" ", 1), choices) for key, choices in stored.items())
        return {(int(known), state): choices for (known, state), choices in split}

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        streets = {street.known: street for street in self.game.streets}
        seen = cards(shown) if isinstance(shown, str) else tuple(shown)
        mine = cards(own) if isinstance(own, str) else tuple(own)
        held = read_cards((*mine, *seen), tuple(streets), "a decision")
        street = streets[len(held)]
        at = self.state(street, before)
        return list(street.choices[at])[int(self.decisions[len(held), at][classes(len(held)).find(held)])]

    def state(self, street: solver.Street, before: str) -> str:
        """The state of a street after these earlier choices; its first state if none are given."""
        at = before or next(iter(street.choices))
        if at not in street.choices:
            raise ValueError(f"no state {at!r} with {street.known} cards known; use: {'; '.join(street.choices)}")
        return at

    @cached_property
    def values(self) -> solver.Values:
        """The value of every choice, given the best later choices."""
        return solver.values(self.game)

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The average net of each choice."""
        known = np.array(sorted([*card_indices_of(own), *card_indices_of(shown)]), np.uint8)
        street = next((one for one in self.game.streets if one.known == len(known)), None)
        if street is None:
            return {}
        state = self.state(street, before)
        found = self.values[len(known), state][:, classes(len(known)).find(known)]
        ways = prod(range(DECK - self.game.size + 1, DECK - len(known) + 1)) * solver.units(self.game)
        return {choice: int(value) / ways for choice, value in zip(street.choices[state], found, strict=True)}

    def strategy_for(self, other: str | SimpleStrategy) -> LadderStrategy:
        """Return the decisions of another strategy for every class of known cards."""
        found: solver.Decisions = {}
        for street in self.game.streets:
            for state, choices in street.choices.items():
                taken = self._rule_choices(other, street.known, state)
                # A boolean rule makes the last choice if True, else the first.
                last = len(choices) - 1 if taken.dtype == np.bool_ else 1
                found[street.known, state] = (last * taken).astype(np.uint8)
        return LadderStrategy(self.game, found, lambda: solver.play(self.game, found), self.simpler)

    def _rule_choices(self, other: str | SimpleStrategy, known: int, state: str) -> NDArray[Any]:
        """The choices of another strategy: booleans for making the last choice, or choice numbers.

        The rule of a `SimpleStrategy` may differ by the number of known cards and look at earlier choices.
        """
        order = SHOWING[known - 1]
        if isinstance(other, str) and strategy_text.is_file(other):
            last = {street.known: list(next(iter(street.choices.values())))[-1] for street in self.game.streets}
            return strategy_text.read_file(other, last).stays(known, order)[:, 0]
        rule = parse_rule(self, other, order)
        found = rule[known] if isinstance(rule, Mapping) else rule
        hands = classes(known).representatives
        return np.asarray(found.taken(hands, state) if isinstance(found, StateRule) else found(hands))

    def summary(self) -> tuple[str, ...]:
        lines: list[str] = []
        reached = set(self.game.streets[0].choices)
        for street in self.game.streets:
            found: dict[tuple[str, ...], list[str]] = {}
            for state, choices in street.choices.items():
                if state not in reached:
                    continue
                to = list(choices.values())
                reached |= {to[number] for number in np.unique(self.decisions[street.known, state])}
                said = describe_sets(street.known, self.decisions[street.known, state], list(choices))
                found.setdefault(said, []).append(state)
            for said, states in found.items():
                before = f", after {' or '.join(states).replace('_', ' ')}" if len(found) > 1 else ""
                lines += [f"with {street.known} cards known{before}: {line}" for line in said]
        return tuple(lines)
