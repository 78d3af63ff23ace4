"""The clock of a live table: until when it waits for people, and what is done when their time is up.

It runs in the process that owns the table. Until when it runs is on the tape, as is what it causes (no more wagers, a
decision by default): who takes the table over goes on with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from pitboss.floor.procedure import DealtTable
from pitboss.table import Dealer
from pitboss.table.steps import Ask, AskDecision, AskWagers, Step

BETWEEN_HANDS = 8.0
"""Seconds after which the next hand is dealt where players play one another: time to see what the last one was."""


class TimedTable(DealtTable):
    """A table that does not wait for ever."""

    _clock: tuple[int, int] | None = None
    _kept: tuple[tuple[int, int], float] | None = None
    _timer: asyncio.TimerHandle | None = None

    def take_up(
        self, dealer: Dealer, inventory: int, ready: frozenset[int] = frozenset(), until: float | None = None
    ) -> None:
        super().take_up(dealer, inventory, ready, until)
        self._kept = None if until is None else (self._asked_now(), until)

    def let_go(self) -> None:
        super().let_go()
        if self._timer is not None:
            self._timer.cancel()

    def before_commit(self) -> None:
        self._fill_up()
        self._set_clock()

    def _set_clock(self) -> None:
        """The clock of what is asked now; it runs on while the same is asked."""
        seconds = self._seconds(self.dealer.ask)
        clock = self._asked_now() if seconds else None
        if clock is not None and clock == self._clock:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._clock = clock
        kept, self._kept = self._kept, None
        if clock is None:
            self.deadline = None
            return
        now = time.time()
        until = round(now + seconds, 3)  # as the tape has it
        if (
            kept is not None and kept[0] == clock
        ):  # it ran when the table was made again, and runs on; no longer, though
            until = min(until, kept[1])
        self.deadline = until
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, until - now), lambda: self.by_itself(lambda: self._time_is_up(clock)))

    def _asked_now(self) -> tuple[int, int]:
        """Identify the current question by its round and its place in it; betting is one question all along.

        A question that several positions decide at once keeps the place where it was first asked, so that an answer or
        a surrender of one position gives the others no more time.
        """
        steps, ask = self.dealer.steps, self.dealer.ask
        place = 0 if isinstance(ask, AskWagers) else len(steps)
        if isinstance(ask, AskDecision):
            place = _first_asked(steps, ask)
        return self.dealer.state.rounds, place

    def _seconds(self, ask: Ask | None) -> float:
        people = self._people()
        follows = self.game.posts_when_due and isinstance(ask, AskWagers)
        alone = self.settings.clock == "company" and len(people) < 2 and not follows
        if self.settings.clock == "never" or alone:
            return 0.0
        if follows and all(self.game.sits_out(self.state, number) for number in people):
            return 0.0  # bots do not play among themselves
        if isinstance(ask, AskDecision):
            return self.settings.decision_seconds if any(one.position in people for one in ask.open) else 0.0
        if (
            isinstance(ask, AskWagers)
            and self.settings.dealer == "automatic"
            and people
            and not self.over
            and (self.dealer.state.rounds or len(self.seats) >= self.settings.drawn)
            and (self.game.may_begin(self.state) or self._passed)
        ):
            return min(self.settings.betting_seconds, BETWEEN_HANDS if follows else self.settings.betting_seconds)
        return 0.0

    def _time_is_up(self, clock: tuple[int, int] | None) -> None:
        """No more wagers, or what is done by default; unless something else is asked by now."""
        ask = self.dealer.ask
        if clock != self._clock:
            return
        self._clock = None
        if isinstance(ask, AskDecision):
            for one in ask.open:
                self.dealer.decide(self.game.default(one.state, one), one.position)
                self.book("decision by default")
        elif isinstance(ask, AskWagers) and self._passed:
            assert self.settings.hands is not None
            self._so_many_hands(self.settings.hands - 1)  # else one whom all have left would never end
        elif isinstance(ask, AskWagers) and self.game.may_begin(self.state):
            self._no_more_wagers()

    @property
    def _passed(self) -> bool:
        """Whether nobody at a tournament's table has wagered anything: when time is up the hand is over for all."""
        return self.info.tournament is not None and not self.state.wagers and not self.game.may_begin(self.state)


def _first_asked(steps: Sequence[Step], ask: AskDecision) -> int:
    """The place of the step at which the last of `steps` was first asked, if it is one of several open questions."""
    place = len(steps)
    for at in range(place - 1, 0, -1):
        earlier = steps[at - 1]
        if isinstance(earlier, Ask):
            if not _was_open(earlier, ask):
                break
            place = at
    return place


def _was_open(step: Step, ask: AskDecision) -> bool:
    """Whether this was one of several questions that were open at an earlier step."""
    if not isinstance(step, AskDecision) or not step.others:
        return False
    return any((one.position, one.question) == (ask.position, ask.question) for one in step.open)
