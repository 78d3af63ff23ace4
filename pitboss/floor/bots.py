"""Bots at live tables, which play the best strategy, at random, or cautiously."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.floor.threads import in_thread
from pitboss.pricing.entry import advice as best_advice
from pitboss.table import Action, AskWagers, Dealer
from pitboss.table.bots import RandomBot
from pitboss.table.steps import AskDecision
from pitboss.table.tape import canonical

log = logging.getLogger("pitboss.floor")

Advice = Callable[[Any, Any, Any], str | None]
WAGERS = {"best": 1, "cautious": 1, "random": 4}
"""The number of wagers that a bot makes before a round, by strategy."""


MOST_LEARNING, MOST_LEARNED = 32, 128
"""The maximum number of strategies to compute at once, and to cache."""
STANDS_UP = "stands up"
"""The strategy of a position whose player left in the middle of a hand; it is freed when the hand is over."""
GIVES_UP = "fold"


class Bot:
    """A bot in a seat.

    `best` makes the game's first wager and plays it by the strategy of `price`, given as `advice` if the game has
    decisions. `cautious` takes the default decisions; `random` wagers and decides at random.
    """

    def __init__(self, seed: str, position: int, strategy: str, advice: Advice | None = None) -> None:
        self.position = position
        self.strategy = strategy
        self._bot = RandomBot(seed, position, restless=0, advice=advice, wanders=False)

    def wagers(self, dealer: Dealer) -> Iterator[Action]:
        """The bot's actions with its chips before a round, in order."""
        seat = dealer.state.seat(self.position) if dealer.ask is None else dealer.ask.state.seat(self.position)
        if seat is None or dealer.game.hosting.posts_when_due:
            return
        for _ in range(WAGERS[self.strategy]):
            ask = dealer.ask
            if not isinstance(ask, AskWagers):
                return
            if self.strategy != "random" and ask.state.wagers_of(self.position):
                return
            reply = self._bot(dealer, ask)
            if reply is None:
                return
            yield reply[1]

    def decide(self, dealer: Dealer, ask: AskDecision) -> str:
        """The bot's decision. A player who stands up simply folds."""
        if self.strategy == STANDS_UP and GIVES_UP in ask.choices:
            return GIVES_UP
        if self.strategy not in ("best", "random"):
            return dealer.game.choices.default(ask.state, ask)
        return self._bot.decide(dealer, ask)

    def answer(self, dealer: Dealer, ask: AskDecision) -> None:
        """Answer a decision, with an optional wager where one is allowed."""
        choice = self.decide(dealer, ask)
        bet = self._bot.bet(dealer, ask, choice) if self.strategy == "best" else None
        if bet is None:
            dealer.decide(choice, ask.position)
        else:
            dealer.act(ask.position, bet)


@dataclass(frozen=True, slots=True)
class ComputedStrategy:
    """A bot's computed strategy; None if the game has none."""

    advice: Any


class StrategyCache:
    """Computes strategies for bots, one at a time in a thread, so that the tables do not wait."""

    def __init__(self) -> None:
        self._learned: dict[str, ComputedStrategy] = {}
        self._learning: dict[str, list[Callable[[], None]]] = {}
        self._thinking = ThreadPoolExecutor(1, "pitboss-think")

    def advice(self, layout: Layout, then: Callable[[], None]) -> ComputedStrategy | None:
        """The best strategy of a layout, computed once; None while it is being computed, and `then` is called
        afterwards.
        """
        key = canonical(layout.plain())
        if key in self._learned:
            return self._learned[key]
        if key not in self._learning and len(self._learning) >= MOST_LEARNING:
            return ComputedStrategy(None)  # Too many are being computed, so the bot takes the default decisions.
        waiting = self._learning.setdefault(key, [])
        waiting.append(then)
        if len(waiting) == 1:
            learning = asyncio.ensure_future(in_thread(self._thinking, _learn, layout))
            learning.add_done_callback(lambda done: self._done(key, done))
        return None

    def close(self) -> None:
        """Stop computing."""
        self._thinking.shutdown(wait=False, cancel_futures=True)

    def _done(self, key: str, learning: asyncio.Future[ComputedStrategy]) -> None:
        if not learning.cancelled():
            failed = learning.exception()
            if failed is not None:
                log.error("a strategy could not be computed: %s", failed)
            self._learned[key] = ComputedStrategy(None) if failed is not None else learning.result()
            while len(self._learned) > MOST_LEARNED:
                del self._learned[next(iter(self._learned))]
        for one in self._learning.pop(key, ()):
            one()


def _learn(layout: Layout) -> ComputedStrategy:
    try:
        return ComputedStrategy(best_advice(layout))
    except ValueError:
        return ComputedStrategy(None)
