"""The clock of a live table, which limits how long it waits for people.

1. Every question to a player has a deadline, so that a player who has left cannot hold up the table. A player who is
   alone has minutes to answer, unless others want to sit down. At a table without clocks, idle players are passed over
   (`Seats.vacate_idle`).
2. The clock runs in the process that owns the table. The deadline is on the tape, as are its consequences (betting
   closes, a default decision), so a process that takes over the table continues with the same deadline.
3. While the table waits for the same answer, its deadline can only move closer.
4. Seconds are counted by the monotonic clock, so setting the machine's clock gives no one more or less time. The time
   of day is only recorded on the tape, and used as the starting point by a process that takes over.

The clock only reads the table; `Procedure.act_on_timeout` acts when time is up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.table.steps import Ask, AskDecision, AskWagers, Step

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable

BETWEEN_HANDS = 8.0
"""Seconds until the next hand in games between players, so that they can see the result of the last one."""
ALONE = 180.0
"""Seconds that a player alone at a table has for each question, and to close the betting."""


class Clock:
    """The deadline for the current question of a table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.deadline: float | None = None
        """The deadline as a time of day, as recorded on the tape."""
        self.ends: float | None = None
        """The deadline by the monotonic clock of this process."""
        self.question: tuple[int, int] | None = None
        """The question that the deadline is for."""
        self._seconds_given = 0.0
        """The seconds from the start of the question to the deadline; fewer once others have joined."""
        self._newcomer = False
        """Whether anyone has tried in vain to sit down since the round began."""
        self._resumed: tuple[tuple[int, int], float] | None = None
        "The question and deadline on the tape when the table was loaded."
        self._timer: asyncio.TimerHandle | None = None

    def resume(self, until: float | None) -> None:
        """Continue with the deadline that is on the tape."""
        self.deadline, self.ends = until, monotonic_deadline(until)
        self._resumed = None if self.ends is None else (self._current_question(), self.ends)

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def newcomer_waits(self) -> None:
        """Shorten the time for a decision, because someone wants to sit down and must wait for it."""
        if not self._newcomer and isinstance(self._table.dealer.ask, AskDecision):
            self._newcomer = True
            self._table.enqueue(lambda: None)

    def update(self) -> None:
        """Set the deadline of the current question; for the same question it only moves closer."""
        ask = self._table.dealer.ask
        self._newcomer = self._newcomer and not isinstance(ask, AskWagers)
        seconds = self._seconds(ask)
        question = self._current_question() if seconds else None
        before = self.ends if question is not None and question == self.question else None
        if before is not None and seconds >= self._seconds_given:
            return
        self.stop()
        self._timer = None
        self.question, self._seconds_given = question, seconds
        resumed, self._resumed = self._resumed, None
        if question is None:
            self.deadline = self.ends = None
            return
        now = time.monotonic()
        ends = now + seconds
        if resumed is not None and resumed[0] == question:
            before = resumed[1]  # the clock was already running when the table was loaded
        if before is None or ends < before:
            self.deadline = round(time.time() + seconds, 3)  # the precision of the tape
        else:
            ends = before
        self.ends = ends
        expire = lambda: self._table.enqueue(lambda: self.expire(question))  # noqa: E731
        self._timer = asyncio.get_running_loop().call_later(max(0.0, ends - now), expire)

    def expire(self, question: tuple[int, int] | None) -> None:
        """Act on a question's timeout, unless another question is open by now."""
        if question == self.question:
            self.question = None
            self._table.procedure.act_on_timeout()

    def _current_question(self) -> tuple[int, int]:
        """Identify the current question by its round and its place in the round; the whole betting period is one
        question.

        A question that several positions decide at once keeps the place where it was first asked, so that an answer or
        a surrender of one position gives the others no more time.
        """
        steps, ask = self._table.dealer.steps, self._table.dealer.ask
        place = 0 if isinstance(ask, AskWagers) else len(steps)
        if isinstance(ask, AskDecision):
            place = _first_asked(steps, ask)
        return self._table.dealer.state.rounds, place

    def _seconds(self, ask: Ask | None) -> float:
        """The number of seconds for which the table waits for an answer; 0 for no limit."""
        table = self._table
        settings = table.settings
        if isinstance(ask, AskDecision):
            # A bot whose strategy is still being computed has a deadline too.
            asked = any(one.position in table.seats.taken for one in ask.open_questions)
            return self._patience(settings.decision_seconds) if asked else 0.0
        if not isinstance(ask, AskWagers) or not table.procedure.closes_betting():
            return 0.0
        if table.game.hosting.posts_when_due:  # the next hand follows automatically, unless only bots would play
            plays = not all(table.game.hosting.sits_out(table.state, number) for number in table.seats.people())
            return min(settings.betting_seconds, BETWEEN_HANDS) if plays and settings.clock != "never" else 0.0
        patience = self._patience(settings.betting_seconds)
        # A player who is alone and has no wager keeps no one waiting: newcomers can wager.
        return patience if patience == settings.betting_seconds or table.state.wagers else 0.0

    def _patience(self, seconds: float) -> float:
        """The given time, or longer for a player who keeps no one waiting; 0 at a table without clocks."""
        clock = self._table.settings.clock
        if clock == "never":
            return 0.0
        alone = clock == "company" and len(self._table.seats.people()) < 2 and not self._newcomer
        return max(seconds, ALONE) if alone else seconds


def monotonic_deadline(until: float | None) -> float | None:
    """A deadline given as a time of day, converted to this process's monotonic clock."""
    return None if until is None else time.monotonic() + until - time.time()


def _first_asked(steps: Sequence[Step], ask: AskDecision) -> int:
    """The step at which the question in `steps[-1]` was first asked, if it was one of several open questions."""
    place = len(steps)
    for at in range(place - 1, 0, -1):
        earlier = steps[at - 1]
        if isinstance(earlier, Ask):
            if not _was_open(earlier, ask):
                break
            place = at
    return place


def _was_open(step: Step, ask: AskDecision) -> bool:
    """Whether this question was one of several open questions at an earlier step."""
    if not isinstance(step, AskDecision) or not step.others:
        return False
    return any((one.position, one.question) == (ask.position, ask.question) for one in step.open_questions)
