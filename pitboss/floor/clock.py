"""The clock of a live table: until when it waits for people.

1. Every question to a player has a deadline, so that someone who has gone cannot hold up the table. A player who is
   alone has minutes for it, unless others want to sit down. At a table without clocks idle players are passed over
   (`SeatedTable.leave_idle`).
2. The clock runs in the process that owns the table. The deadline is on the tape, as are its consequences (betting
   closes, a decision by default): the process that takes the table over goes on with it.
3. While the table waits for the same thing, its deadline may come nearer and never moves away.

The clock reads the table and changes nothing but itself; what is done when time is up is the table's
(`DealtTable.time_is_up`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.table.steps import Ask, AskDecision, AskWagers, Step

if TYPE_CHECKING:
    from pitboss.floor.procedure import DealtTable

BETWEEN_HANDS = 8.0
"""Seconds after which the next hand is dealt where players play one another: time to see what the last one was."""
ALONE = 180.0
"""Seconds that a player who is alone has for each question, and to close the betting."""


class Clock:
    """How long a table waits for an answer to its current question."""

    def __init__(self, table: DealtTable) -> None:
        self._table = table
        self.deadline: float | None = None
        self.question: tuple[int, int] | None = None
        "The question that it runs for."
        self._seconds_given = 0.0
        "How long it ran when it began; fewer, once others came."
        self._newcomer = False
        "Whether someone wanted to sit down since the round began, and could not."
        self._resumed: tuple[tuple[int, int], float] | None = None
        "The question and deadline on the tape when the table was loaded."
        self._timer: asyncio.TimerHandle | None = None

    def resume(self, until: float | None) -> None:
        """Go on from the deadline that is on the tape."""
        self.deadline = until
        self._resumed = None if until is None else (self._current_question(), until)

    def stop(self) -> None:
        """The table is not in memory any more."""
        if self._timer is not None:
            self._timer.cancel()

    def newcomer_waits(self) -> None:
        """Someone wants to sit down, and must wait for a decision: shorten its time."""
        if not self._newcomer and isinstance(self._table.dealer.ask, AskDecision):
            self._newcomer = True
            self._table.by_itself(lambda: None)

    def update(self) -> None:
        """Set the deadline of what is asked now; it stays, or comes nearer, while the same is asked."""
        ask = self._table.dealer.ask
        self._newcomer = self._newcomer and not isinstance(ask, AskWagers)
        seconds = self._seconds(ask)
        question = self._current_question() if seconds else None
        before = self.deadline if question is not None and question == self.question else None
        if before is not None and seconds >= self._seconds_given:
            return
        self.stop()
        self._timer = None
        self.question, self._seconds_given = question, seconds
        resumed, self._resumed = self._resumed, None
        if question is None:
            self.deadline = None
            return
        now = time.time()
        until = round(now + seconds, 3)  # as the tape has it
        if resumed is not None and resumed[0] == question:
            until = min(until, resumed[1])  # it ran when the table was loaded, and runs on; no longer, though
        if before is not None:
            until = min(until, before)
        self.deadline = until
        expire = lambda: self._table.by_itself(lambda: self.expire(question))  # noqa: E731
        self._timer = asyncio.get_running_loop().call_later(max(0.0, until - now), expire)

    def expire(self, question: tuple[int, int] | None) -> None:
        """The time for a question is up; nothing happens if something else is asked by now."""
        if question == self.question:
            self.question = None
            self._table.time_is_up()

    def _current_question(self) -> tuple[int, int]:
        """Identify the current question by its round and its place in it; betting is one question all along.

        A question that several positions decide at once keeps the place where it was first asked, so that an answer or
        a surrender of one position gives the others no more time.
        """
        steps, ask = self._table.dealer.steps, self._table.dealer.ask
        place = 0 if isinstance(ask, AskWagers) else len(steps)
        if isinstance(ask, AskDecision):
            place = _first_asked(steps, ask)
        return self._table.dealer.state.rounds, place

    def _seconds(self, ask: Ask | None) -> float:
        """How many seconds the table waits for an answer; 0 for no limit."""
        table = self._table
        settings = table.settings
        if isinstance(ask, AskDecision):
            # A bot that still learns the game is waited for too.
            asked = any(one.position in table.seats for one in ask.open)
            return self._patience(settings.decision_seconds) if asked else 0.0
        if not isinstance(ask, AskWagers) or not table.closes_by_itself():
            return 0.0
        if table.game.hosting.posts_when_due:  # the next hand follows by itself, but bots do not play among themselves
            plays = not all(table.game.hosting.sits_out(table.state, number) for number in table.people())
            return min(settings.betting_seconds, BETWEEN_HANDS) if plays and settings.clock != "never" else 0.0
        patience = self._patience(settings.betting_seconds)
        # A player who is alone and has no wager keeps no one waiting: newcomers can wager.
        return patience if patience == settings.betting_seconds or table.state.wagers else 0.0

    def _patience(self, seconds: float) -> float:
        """The given seconds in company; more for a player who keeps no one waiting; 0 at a table without clocks."""
        clock = self._table.settings.clock
        if clock == "never":
            return 0.0
        alone = clock == "company" and len(self._table.people()) < 2 and not self._newcomer
        return max(seconds, ALONE) if alone else seconds


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
