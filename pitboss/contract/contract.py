"""A registered game's parts, and the features it lacks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from pitboss.chapter.game_modules import has_game_module
from pitboss.chapter.rules import Rules, registered_games, rules_of, unknown_game_message
from pitboss.pricing.contract import Pricing
from pitboss.pricing.entry import declared_pricing
from pitboss.simulation.contract import Simulation
from pitboss.table.game import Game, game_class


@dataclass(frozen=True)
class Contract:
    """A game's parts as declared in its files; None for a missing file."""

    rules: Rules
    game: type[Game[Any]]
    pricing: Pricing | None

    @property
    def is_simulated(self) -> bool:
        """Whether the game has a kernel, without importing it (importing Numba takes a second)."""
        return has_game_module(self.rules.game.id, "kernel")

    @cached_property
    def simulation(self) -> Simulation | None:
        """The `SIMULATION` of the game's kernel.py, or None."""
        from pitboss.simulation.kernel import declared_simulation

        return declared_simulation(self.rules.game.id)

    @property
    def can(self) -> tuple[str, ...]:
        """The operations that the game supports."""
        verbs = {"dealt": True, "priced": self.pricing is not None, "simulated": self.is_simulated, "checked": True}
        return tuple(verb for verb, possible in verbs.items() if possible)

    @property
    def gives(self) -> tuple[str, ...]:
        """The features the game provides in addition to its price."""
        return tuple(sorted(self.pricing.gives)) if self.pricing is not None else ()

    @property
    def lacks(self) -> dict[str, str]:
        """The features the game does not provide, with the reasons."""
        found = dict(self.pricing.lacks) if self.pricing is not None else {"price": "it has no price.py"}
        if not self.is_simulated:
            found["simulation"] = "it has no kernel.py"
        if self.game.decisions and "advice" not in self.gives:
            found.setdefault("advice", "no strategy has been computed")
        return found


@cache
def contract_of(game: str) -> Contract:
    """Return the contract of a registered game.

    >>> contract_of("three-card-poker").gives
    ('advice', 'strategy', 'worth')
    >>> contract_of("craps").lacks
    {}
    """
    if game not in registered_games():
        raise ValueError(unknown_game_message(game))
    return Contract(rules_of(game), game_class(game), declared_pricing(game))
