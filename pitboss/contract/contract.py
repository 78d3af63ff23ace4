"""A registered game with all that it gives, and what it lacks."""

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
    """What a game gives: each part as its file declares it, None where there is no such file."""

    rules: Rules
    game: type[Game[Any]]
    pricing: Pricing | None

    @property
    def is_simulated(self) -> bool:
        """Whether the game has a kernel, which is not imported for it: Numba takes a second."""
        return has_game_module(self.rules.game.id, "kernel")

    @cached_property
    def simulation(self) -> Simulation | None:
        """What the game's kernel.py declares; None where there is none."""
        from pitboss.simulation.kernel import declared_simulation

        return declared_simulation(self.rules.game.id)

    @property
    def can(self) -> tuple[str, ...]:
        """What can be done with the game."""
        verbs = {"dealt": True, "priced": self.pricing is not None, "simulated": self.is_simulated, "checked": True}
        return tuple(verb for verb, possible in verbs.items() if possible)

    @property
    def gives(self) -> tuple[str, ...]:
        """What the game gives beside its price."""
        return tuple(sorted(self.pricing.gives)) if self.pricing is not None else ()

    @property
    def lacks(self) -> dict[str, str]:
        """What the game could give and does not, and why."""
        found = dict(self.pricing.lacks) if self.pricing is not None else {"price": "it has no price.py"}
        if not self.is_simulated:
            found["simulation"] = "it has no kernel.py"
        if self.game.decisions and "advice" not in self.gives:
            found.setdefault("advice", "nobody has computed how to decide")
        return found


@cache
def contract_of(game: str) -> Contract:
    """What a registered game gives.

    >>> contract_of("three-card-poker").gives
    ('advice', 'strategy', 'worth')
    >>> contract_of("craps").lacks
    {}
    """
    if game not in registered_games():
        raise ValueError(unknown_game_message(game))
    return Contract(rules_of(game), game_class(game), declared_pricing(game))
