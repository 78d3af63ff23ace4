"""The best way to play cards that come one by one."""

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
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import (
    Given,
    Simple,
    Strategy,
    described,
    indices,
    read,
    rule_of,
)
from pitboss.hands import SHOWING
from pitboss.pricing.deals import DECK, Cards, classes


@dataclass(frozen=True)
class AfterChoices:
    """A rule that looks at what was chosen before as well: by rows of known cards the number of the choice to take."""

    taken: Callable[[Cards, str], NDArray[Any]]


class LadderStrategy(Strategy):
    game: solver.LadderGame
    decisions: solver.Decisions

    @staticmethod
    def packed(decisions: solver.Decisions) -> dict[str, Any]:
        return {f"{known} {state}": choices for (known, state), choices in decisions.items()}

    @staticmethod
    def unpacked(stored: dict[str, Any]) -> solver.Decisions:
        split = ((key.split(" ", 1), choices) for key, choices in stored.items())
        return {(int(known), state): choices for (known, state), choices in split}

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        streets = {street.known: street for street in self.game.streets}
        seen = cards(shown) if isinstance(shown, str) else tuple(shown)
        mine = cards(own) if isinstance(own, str) else tuple(own)
        held = read((*mine, *seen), tuple(streets), "a decision")
        street = streets[len(held)]
        at = self.state(street, before)
        return list(street.choices[at])[int(self.decisions[len(held), at][classes(len(held)).find(held)])]

    def state(self, street: solver.Street, before: str) -> str:
        """The state at a street after what was chosen before; the first that there is, if nothing is said."""
        at = before or next(iter(street.choices))
        if at not in street.choices:
            raise ValueError(f"no state {at!r} with {street.known} cards known; there are: {'; '.join(street.choices)}")
        return at

    @cached_property
    def values(self) -> solver.Values:
        """What every choice is worth, if all that follows is decided best."""
        return solver.values(self.game)

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """What each choice brings on average."""
        known = np.array(sorted([*indices(own), *indices(shown)]), np.uint8)
        street = next((one for one in self.game.streets if one.known == len(known)), None)
        if street is None:
            return {}
        state = self.state(street, before)
        found = self.values[len(known), state][:, classes(len(known)).find(known)]
        ways = prod(range(DECK - self.game.size + 1, DECK - len(known) + 1)) * solver.units(self.game)
        return {choice: int(value) / ways for choice, value in zip(street.choices[state], found, strict=True)}

    def played(self, other: str | Simple) -> LadderStrategy:
        """Another strategy, for every class of known cards."""
        found: solver.Decisions = {}
        for street in self.game.streets:
            for state, choices in street.choices.items():
                taken = self._taken(other, street.known, state)
                # A rule that says yes or no takes the last of the choices or the first.
                last = len(choices) - 1 if taken.dtype == np.bool_ else 1
                found[street.known, state] = (last * taken).astype(np.uint8)
        return LadderStrategy(self.game, found, lambda: solver.play(self.game, found), self.simpler)

    def _taken(self, other: str | Simple, known: int, state: str) -> NDArray[Any]:
        """With which cards another strategy takes the last of the choices, or the number of the choice that it takes.

        The rule of a `Simple` may be one for each number of known cards, and look at what was chosen before.
        """
        order = SHOWING[known - 1]
        if isinstance(other, str) and wording.is_file(other):
            last = {street.known: list(next(iter(street.choices.values())))[-1] for street in self.game.streets}
            return wording.read(other, last).stays(known, order)[:, 0]
        rule = rule_of(self, other, order)
        found = rule[known] if isinstance(rule, Mapping) else rule
        hands = classes(known).representatives
        return np.asarray(found.taken(hands, state) if isinstance(found, AfterChoices) else found(hands))

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
                said = described(street.known, self.decisions[street.known, state], list(choices))
                found.setdefault(said, []).append(state)
            for said, states in found.items():
                before = f", after {' or '.join(states).replace('_', ' ')}" if len(found) > 1 else ""
                lines += [f"with {street.known} cards known{before}: {line}" for line in said]
        return tuple(lines)
