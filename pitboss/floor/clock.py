"""The clock of a live table: until when it waits for people, and what is done when their time is up.

1. Every question to a player has a deadline, so that someone who has gone cannot hold up the table. A player who is
   alone has minutes for it, unless others want to sit down. At a table without clocks idle players are passed over
   (`SeatedTable.leave_idle`).
2. The clock runs in the process that owns the table. The deadline is on the tape, as are its consequences (betting
   closes, a decision by default): the process that takes the table over goes on with it.
3. While the table waits for the same thing, its deadline may come nearer and never moves away.
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


ALONE = 180.0
"""Seconds that a player who is alone has for each question, and to close the betting."""


class TimedTable(DealtTable):
    """A table that does not wait for ever."""

    _clock: tuple[int, int] | None = None
    _seconds_given = 0.0
    "How long the clock ran when it began; fewer, once others came."
    _wanted = False
    "Whether someone wanted to sit down since the round began, and could not."
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
        self._wanted = self._wanted and not isinstance(self.dealer.ask, AskWagers)
        seconds = self._seconds(self.dealer.ask)
        clock = self._asked_now() if seconds else None
        before = self.deadline if clock is not None and clock == self._clock else None
        if before is not None and seconds >= self._seconds_given:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._clock, self._seconds_given = clock, seconds
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
        if before is not None:
            until = min(until, before)
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
        """How many seconds the table waits for an answer; 0 for no limit."""
        if isinstance(ask, AskDecision):
            # A bot that still learns the game is waited for too.
            asked = any(one.position in self.seats for one in ask.open)
            return self._patience(self.settings.decision_seconds) if asked else 0.0
        if not isinstance(ask, AskWagers) or not self._closes_by_itself():
            return 0.0
        if self.game.hosting.posts_when_due:  # the next hand follows by itself, but bots do not play among themselves
            plays = not all(self.game.hosting.sits_out(self.state, number) for number in self._people())
            return (
                min(self.settings.betting_seconds, BETWEEN_HANDS) if plays and self.settings.clock != "never" else 0.0
            )
        patience = self._patience(self.settings.betting_seconds)
        # A player who is alone and has no wager keeps no one waiting: newcomers can wager.
        return patience if patience == self.settings.betting_seconds or self.state.wagers else 0.0

    def _closes_by_itself(self) -> bool:
        """Whether the round may begin with the wagers that lie, without a dealer who says so."""
        return bool(
            self.settings.dealer == "automatic"
            and self._people()
            and not self.over
            and (self.dealer.state.rounds or len(self.seats) >= self.settings.drawn)
            and (self.game.hosting.may_begin(self.state) or self._passed)
        )

    def _patience(self, seconds: float) -> float:
        """The given seconds in company; more for a player who keeps no one waiting; 0 at a table without clocks."""
        if self.settings.clock == "never":
            return 0.0
        alone = self.settings.clock == "company" and len(self._people()) < 2 and not self._wanted
        return max(seconds, ALONE) if alone else seconds

    def _is_wanted(self) -> None:
        """Someone wants to sit down, and must wait for a decision: shorten its clock."""
        if not self._wanted and isinstance(self.dealer.ask, AskDecision):
            self._wanted = True
            self.by_itself(lambda: None)

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
        elif isinstance(ask, AskWagers) and self.game.hosting.may_begin(self.state):
            self._no_more_wagers()

    @property
    def _passed(self) -> bool:
        """Whether nobody at a tournament's table has wagered anything: when time is up the hand is over for all."""
        begins = self.state.wagers or self.game.hosting.may_begin(self.state)
        return self.info.tournament is not None and not begins


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
