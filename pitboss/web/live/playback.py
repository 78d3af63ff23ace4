"""Playback of events: each moment on the felt, in the log and in words, then the current state.

After a round, its cards remain until someone does something, so that players who looked away can see the result.
Bots, which wager at once, do not count. Dice and ball stay where they are anyway. Results of dice and ball are shown
only once they have come to rest, in the log, in words and in chips.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from nicegui import ui
from nicegui.element import Element

from pitboss.chapter.odds import dollars
from pitboss.floor.sight import STEPS_PER_ROUND, MomentView, VisibleTable
from pitboss.web.felt import FeltElement
from pitboss.web.live import pace
from pitboss.web.live.call import Call
from pitboss.web.live.log import Log, net, tone, whose
from pitboss.web.live.rebet import CHANCE, Laying


class Showing:
    """Shows a table to one person. `began` is called when playback starts that can be skipped."""

    def __init__(
        self, felt: FeltElement, floats: Element, call: Call, log: Log, laying: Laying, began: Callable[[], None]
    ) -> None:
        self.felt, self.floats, self.call, self.log, self.laying = felt, floats, call, log, laying
        self.share = pace.PACES["calm"]
        self._began = began
        self._skip = asyncio.Event()
        self._lingers: Mapping[str, Any] | None = None
        self._tally = Tally()
        self._clock = 0.0
        """The seconds allowed for decisions here, if known."""

    def skip(self) -> None:
        """End the playback."""
        self._skip.set()
        self.felt.rest()

    def catch_up(self, seen: VisibleTable) -> None:
        """Add events from before the page was opened to the log, without playback."""
        for moment in seen.moments:
            self._note(moment, seen.you)
        self.call.announce(seen.moments, seen.you)
        self._linger(seen)

    async def play(self, seen: VisibleTable, me: int) -> None:
        """Play back new moments; `me` is the viewer's position, 0 for a bystander.

        At tables with a clock, playback ends early for players so that their time does not run out.
        """
        self._skip.clear()
        self._linger(seen)
        if not any(moment.step["step"] in (*CHANCE, "Settled") for moment in seen.moments):
            for moment in seen.moments:
                self._note(moment, seen.you)
            self.call.announce(seen.moments, seen.you)
            return
        ui.run_javascript("pitbossLive.look()")
        self._clock = max(self._clock, (seen.deadline or 0) if deciding(seen) else 0)
        if self._clock and deciding(seen):
            left = self._clock if seen.deadline is None else seen.deadline
            enough = asyncio.get_running_loop().call_later(pace.at_most(left), self.skip)
            try:
                await self._play(seen, me)
            finally:
                enough.cancel()
        else:
            await self._play(seen, me)

    async def _play(self, seen: VisibleTable, me: int) -> None:
        hurry = pace.hurried(len(seen.moments))
        shares = pace.shared_out([moment.step for moment in seen.moments])
        lying = False
        for moment, after, share in zip_longest(seen.moments, seen.moments[1:], shares):
            # A lingering state is shown from its own moment on, so that nothing is removed only to be put back.
            lying = lying or (self._lingers is not None and moment.state is self._lingers)
            came = self.felt.show((self._lingers if lying else moment.state) or {}, me, [])
            if self._skip.is_set():
                self.felt.rest()
            event = pace.arrives(came)
            await self._come_to_rest(event * hurry)
            self._note(moment, seen.you)
            self._float(moment, me)
            self.call.announce([moment], seen.you)
            if after is not None:
                ends = after.seq // STEPS_PER_ROUND != moment.seq // STEPS_PER_ROUND
                lasts = pace.lasts(moment.step, came) * (share if not event else 1)
                await self._wait((lasts - event + pace.END * ends) * hurry)
        self._sum_up(seen, me)

    def _linger(self, seen: VisibleTable) -> None:
        if self.felt.felt.shoe is not None:
            self._lingers = lingering(seen, self._lingers)

    def stand(self, seen: VisibleTable, me: int) -> None:
        """Show the current state."""
        self.felt.show(self._lingers or seen.state, me, seen.offers or [])

    def _note(self, moment: MomentView, you: int) -> None:
        self.laying.remember(moment, you)
        self._tally.note(moment, you)
        self.log.tell(moment, you)

    async def _wait(self, seconds: float) -> None:
        """Show the table for a while, unless playback was skipped."""
        seconds *= self.share
        if seconds and not self._skip.is_set():
            self._began()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._skip.wait(), seconds)

    async def _come_to_rest(self, seconds: float) -> None:
        """Wait until dice or ball have come to rest in the browser, but not forever if the browser does not answer."""
        seconds *= self.share
        if seconds and not self._skip.is_set():
            self._began()
            done = [asyncio.ensure_future(one) for one in (self._skip.wait(), self.felt.at_rest(2 * seconds + 1))]
            _, waiting = await asyncio.wait(done, return_when=asyncio.FIRST_COMPLETED)
            for one in waiting:
                one.cancel()

    def _float(self, moment: MomentView, me: int) -> None:
        """Show the result of one of the viewer's wagers over its place on the felt.

        Wagers on a slip have no place; their total is shown at the end.
        """
        step = moment.step
        if self.felt.felt.slip() is not None or not me or step["step"] != "Settled" or whose(step) != me:
            return
        amount = net(step)
        text = f"+{dollars(amount)}" if amount > 0 else f"−{dollars(-amount)}" if amount < 0 else "returned"
        x, y = self._place_of(step["wager"], me)
        given = json.dumps([self.floats.html_id, text, tone(step, me) or "even", round(x, 3), round(y, 3)])
        ui.run_javascript(f"pitbossLive.float(...{given})")

    def _place_of(self, wager: Mapping[str, Any], me: int) -> tuple[float, float]:
        """Return a wager's position as fractions of the felt's size; the centre if it has no place of its own."""
        felt = self.felt.shown
        for area in felt.areas(me):
            if (area.wager, area.spot) == (wager["kind"], wager.get("spot", "")) and area.position in (0, me):
                return area.x / felt.width, area.y / felt.height
        return 0.5, 0.5

    def _sum_up(self, seen: VisibleTable, me: int) -> None:
        """Announce the viewer's total result of the finished round."""
        mine = self._tally.over(seen)
        if not me or not mine:
            return
        if len(mine) == 1 and self.felt.felt.slip() is None:
            self.call.announce(mine, me)
            return
        amount = sum(net(moment.step) for moment in mine)
        if amount:
            result = f"win {dollars(amount)}" if amount > 0 else f"lose {dollars(-amount)}"
            self.call.say(f"You {result} in this round.", mood="won" if amount > 0 else "lost")
        else:
            self.call.say("You are even in this round.")


def deciding(seen: VisibleTable) -> bool:
    """Whether the viewer is in a round with a pending decision; their turn may come during playback."""
    return bool(seen.you) and (seen.ask or {}).get("kind") == "decision"


class Tally:
    """The viewer's settled wagers by round. Side wagers are often settled long before the round ends."""

    def __init__(self) -> None:
        self._settled: dict[int, MomentView] = {}

    def note(self, moment: MomentView, you: int) -> None:
        """Record a moment; repeated calls have no effect."""
        if moment.step["step"] == "Settled" and whose(moment.step) == you:
            self._settled[moment.seq] = moment

    def over(self, seen: VisibleTable) -> list[MomentView]:
        """Return the wagers settled in rounds that are now over; each is returned once."""
        ended = {moment.seq // STEPS_PER_ROUND for moment in seen.moments if moment.seq // STEPS_PER_ROUND < seen.round}
        settled = [moment for seq, moment in self._settled.items() if seq // STEPS_PER_ROUND in ended]
        self._settled = {seq: moment for seq, moment in self._settled.items() if seq // STEPS_PER_ROUND >= seen.round}
        return settled


def lingering(seen: VisibleTable, before: Mapping[str, Any] | None = None) -> Mapping[str, Any] | None:
    """Return the last round's final state, before the cards were collected, if no one has done anything since.

    A new round may start with a question, such as who takes the bank, or with an announcement, such as who has the
    shoe: neither alone removes the cards, but a question after an announcement refers to the current state. `before`
    is the state that lingered previously.
    """
    bots = {seat.position for seat in seen.seats if seat.bot}
    ended = [moment for moment in seen.moments if moment.seq // STEPS_PER_ROUND < seen.round]
    since = [moment.step for moment in seen.moments if moment.seq // STEPS_PER_ROUND == seen.round]
    words = any(step["step"] == "Said" for step in since)
    if words and any(step["step"] == "AskDecision" and not step.get("formality") for step in since):
        return None
    idle = ("AskWagers", "AskDecision", "Said")
    if any(step["step"] not in idle and not (step["step"] == "Acted" and whose(step) in bots) for step in since):
        return None
    settled = [moment for moment in ended if moment.step["step"] == "Settled"]
    return (settled or ended)[-1].state if ended else before
