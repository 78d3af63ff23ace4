"""The pricing desk: the one place where prices are computed for people, programs and pages, and kept for a while.

Whoever asks for a price that is being computed waits for that one; nobody computes it twice. For pages and the API a
few are computed at once by worker threads and the others wait their turn: the event loop, and the tables on it, never
do. Who asks from Python computes in the own thread, and finds what is kept.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path
from threading import Lock
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.chapter.table_file import TableFile
from pitboss.library.layouts import layout as layout_named
from pitboss.pricing import entry
from pitboss.pricing.choices import listening
from pitboss.pricing.contract import Pricing, Progress
from pitboss.pricing.report import PriceReport

KEPT = 128
AT_ONCE = 2
MOST_IDLE = 64
"""The most prices that wait to be computed when there is nothing else to do."""
Dollars = str | int | Decimal


def price(
    game: str | Layout,
    on: str | date | None = None,
    *,
    stake: Dollars | None = None,
    meter: Dollars | None = None,
    dealt: str = "",
    strategy: Any = None,
    players: int | None = None,
    ticket: str | None = None,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    unlawful: bool = False,
    progress: Progress | None = None,
    **choices: Any,
) -> PriceReport:
    """The exact price of every wager of a game on a day, under a licensee's choices.

    `stake` and `meter` are dollars; `dealt` are the cards that have left the shoe; a `strategy` is a file, or what the
    game knows by name or in words; a `ticket` is one in the game's own notation.

    >>> price("craps", on="2008-06-01", max_odds_pass="3-4-5x")["pass"].exact
    '7/495'
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, unlawful=unlawful, **choices)
    stakes = None if stake is None else cents(stake)
    shown = None if meter is None else cents(meter)
    if not dealt and strategy is None and players is None and ticket is None:
        return desk.price(layout, stakes, shown, progress)
    shoe = left_in_shoe(layout, dealt) if dealt else None
    played = strategy_told(entry.pricing_of(layout), strategy)
    return entry.price(layout, stakes, shoe, played, shown, players, ticket, progress)


def strategy_told(pricing: Pricing, strategy: Any) -> Any:
    """A strategy as a game's price takes it: of a game that is played by a chart, a path is the chart's file."""
    is_path = isinstance(strategy, (str, Path))
    if is_path and "chart" in pricing.gives:
        return pricing.read_chart(Path(strategy))
    return str(strategy) if is_path else strategy


def left_in_shoe(layout: Layout, dealt: str) -> Sequence[int]:
    """What is left in a full shoe of this layout without the cards dealt, by card index."""
    from pitboss.equipment import Shoe, cards

    if "decks" not in layout.options:
        raise ValueError(f"{layout.rules.game.id} is not dealt from a shoe: no cards can have left it")
    shoe = Shoe.new(int(layout.options["decks"])).shuffled()
    for card in cards(dealt):
        shoe = shoe.draw(card)
    return shoe.counts


class Busy(ValueError):
    """So many prices are being computed that no more are taken on."""


class Job:
    """A price in the making, or made. `share` is how much of it is done.

    `asked` are the choices of the licensee that it asked for: no other can move it. It is whole when the price is made.
    """

    def __init__(self) -> None:
        self.share = 0.0
        self.asked: frozenset[str] = frozenset()
        self.future: Future[PriceReport] = Future()
        self.waits = False
        "Whether nobody waits for it: it is done when there is nothing else to do."
        self._begun = Lock()

    @property
    def finished(self) -> bool:
        """Whether the price is there, or cannot be."""
        return self.future.done()

    def begin(self) -> bool:
        """Whether who asks is to do it: the first to ask, and nobody after."""
        return self._begun.acquire(blocking=False)

    async def report(self) -> PriceReport:
        """The price, when it is there; a `ValueError` if there is none."""
        return await asyncio.shield(asyncio.wrap_future(self.future))

    async def wait(self, seconds: float | None = None) -> None:
        """Until the price is there or cannot be, or so many seconds have passed."""
        await asyncio.wait({asyncio.shield(asyncio.wrap_future(self.future))}, timeout=seconds)

    def compute(self, layout: Layout, stake: int | None, meter: int | None, progress: Progress | None = None) -> None:
        """Do it here and now."""

        def advance(share: float) -> None:
            self.share = share
            if progress is not None:
                progress(share)

        heard, options = listening(layout)
        try:
            found = entry.price(heard, stake, meter=meter, progress=advance)
        except BaseException as error:
            self.future.set_exception(error)
        else:
            self.asked = frozenset(options.asked)
            self.future.set_result(found)


class Desk:
    """Jobs by what was asked; the ones asked for least lately are forgotten."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = Lock()
        self._workers = ThreadPoolExecutor(AT_ONCE, "price")
        self._idle = ThreadPoolExecutor(1, "price for nobody yet")

    def price(
        self, layout: Layout, stake: int | None = None, meter: int | None = None, progress: Progress | None = None
    ) -> PriceReport:
        """The price, kept or computed now. Amounts are cents."""
        job, _ = self._job(_key(layout, stake, meter))
        if job.begin():
            job.compute(layout, stake, meter, progress)
        return job.future.result()

    def job(
        self,
        layout: Layout,
        stake: int | None = None,
        meter: int | None = None,
        most: int | None = None,
        idle: bool = False,
    ) -> Job:
        """The job for a price, begun if nobody has asked for it before; with `most` not if so many are being done.

        What is asked for `idle`, such as the prices of a whole lobby, keeps nobody waiting: who wants one of them now
        has it before the others. `Busy` for more of them than can wait.
        """
        job, new = self._job(_key(layout, stake, meter), most, idle)
        if new or (job.waits and not idle):
            job.waits = idle
            (self._idle if idle else self._workers).submit(self._do, job, layout, stake, meter)
        return job

    def _do(self, job: Job, layout: Layout, stake: int | None, meter: int | None) -> None:
        if job.begin():
            job.compute(layout, stake, meter)

    def asked(self, layout: Layout) -> frozenset[str]:
        """The choices of a licensee on which a price of the game hangs, on the day and beside the choices made."""
        self.price(layout)
        job, _ = self._job(_key(layout, None, None))
        return job.asked

    def known(self, layout: Layout) -> PriceReport | None:
        """A price that is there already."""
        job = self._jobs.get(_key(layout, None, None))
        return job.future.result() if job is not None and job.finished and job.future.exception() is None else None

    def _job(self, key: str, most: int | None = None, idle: bool = False) -> tuple[Job, bool]:
        with self._lock:
            job = self._jobs.get(key)
            new = job is None
            if job is None:
                doing = sum(not one.finished and not one.waits for one in self._jobs.values())
                if most is not None and doing >= most:
                    raise Busy(f"{most} prices are being computed; try again in a few seconds")
                if idle and sum(one.waits for one in self._jobs.values() if not one.finished) >= MOST_IDLE:
                    raise Busy(f"{MOST_IDLE} prices wait already")
                job = self._jobs[key] = Job()
                job.waits = idle
                job.future.add_done_callback(lambda done: self._finished(key, done))
            self._jobs.move_to_end(key)
            done = [key for key, one in self._jobs.items() if one.finished]
            for old in done[: max(0, len(self._jobs) - KEPT)]:
                del self._jobs[old]
            return job, new

    def _finished(self, key: str, done: Future[PriceReport]) -> None:
        """Whoever waits is told of a failure; the next one who asks tries again."""
        if done.cancelled() or done.exception() is not None:
            with self._lock:
                self._jobs.pop(key, None)


def _key(layout: Layout, stake: int | None, meter: int | None) -> str:
    return json.dumps([layout.plain(), stake, meter], sort_keys=True)


desk = Desk()
