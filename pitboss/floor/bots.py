"""Bots at live tables: company that plays the best strategy, at random, or with care."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.table import Action, AskWagers, Dealer
from pitboss.table.bots import RandomBot
from pitboss.table.steps import AskDecision

Advice = Callable[[Any, Any, Any], str | None]
WAGERS = {"best": 1, "cautious": 1, "random": 4}
"""How many things a bot does before a round, by its strategy."""


class Bot:
    """A bot in a seat.

    `best` makes the game's first wager and plays it as `price` computes; `cautious` does what is done by default;
    `random` wagers and decides as it likes. `advice` is what `best` plays by, where the game has decisions.
    """

    def __init__(self, seed: str, position: int, strategy: str, advice: Advice | None = None) -> None:
        self.position = position
        self.strategy = strategy
        self._bot = RandomBot(seed, position, restless=0.15 if strategy == "random" else 0.0, advice=advice)

    def wagers(self, dealer: Dealer) -> Iterator[Action]:
        """What it does with its chips before a round, one thing after the other."""
        seat = dealer.state.seat(self.position) if dealer.ask is None else dealer.ask.state.seat(self.position)
        if seat is None:
            return
        for _ in range(WAGERS[self.strategy]):
            ask = dealer.ask
            if not isinstance(ask, AskWagers):
                return
            if self.strategy != "random" and ask.state.of(self.position):
                return
            reply = self._bot(dealer, ask)
            if reply is None:
                return
            yield reply[1]

    def decide(self, dealer: Dealer, ask: AskDecision) -> str:
        """Its decision."""
        if self.strategy not in ("best", "random"):
            return dealer.game.default(ask.state, ask)
        return self._bot.decide(dealer, ask)
