"""The pricing desk, which computes and caches prices for the Python API, the HTTP API and the pages.

A price that is already being computed is not computed twice: later requests wait for the first. For pages and the
HTTP API, prices are computed within a budget while further requests queue (`work`), so that the event loop with its
tables never blocks. Python callers compute in their own thread and use the same cache.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from threading import Lock
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.chapter.table_file import TableFile
from pitboss.equipment import Shoe, cards
from pitboss.library import work
from pitboss.library.layouts import layout as layout_named
from pitboss.pricing import entry
from pitboss.pricing.choices import record_options
from pitboss.pricing.contract import Pricing, Progress
from pitboss.pricing.report import PriceReport

KEPT = 128
METER = "progressive_meter"
AT_ONCE = 2
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
    """Compute the exact price of every wager of a game on a date, under a licensee's choices.

    `stake` and `meter` are in dollars; `dealt` lists cards that have left the shoe; `strategy` is a file, or a
    strategy that the game knows by name or in words; `ticket` is in the game's own notation.

    >>> price("craps", on="2008-06-01", max_odds_pass="3-4-5x")["pass"].exact
    '7/495'
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, unlawful=unlawful, **choices)
    stakes = None if stake is None else cents(stake)
    shown = None if meter is None else cents(meter)
    if shown is not None and METER in layout.options and "meter" not in entry.pricing_of(layout).depends_on:
        # In these games the meter is one of the licensee's choices.
        layout, shown = replace(layout, options={**layout.options, METER: Decimal(shown) / 100}), None
    if not dealt and strategy is None and players is None and ticket is None:
        return desk.price(layout, stakes, shown, progress)
    shoe = left_in_shoe(layout, dealt) if dealt else None
    played = parse_strategy(entry.pricing_of(layout), strategy)
    return entry.price(layout, stakes, shoe, played, shown, players, ticket, progress)


def parse_strategy(pricing: Pricing, strategy: Any) -> Any:
    """Prepare a strategy for a game's price function: for games played by a chart, read the chart from the path."""
    is_path = isinstance(strategy, (str, Path))
    if is_path and "chart" in pricing.gives:
        return pricing.read_chart(Path(strategy))
    return str(strategy) if is_path else strategy


def left_in_shoe(layout: Layout, dealt: str) -> Sequence[int]:
    """Return the composition of a full shoe of this layout without the cards dealt."""
    if "decks" not in layout.options:
        raise ValueError(f"{layout.rules.game.id} is not dealt from a shoe: no cards can have left it")
    shoe = Shoe.new(int(layout.options["decks"])).shuffled()
    for card in cards(dealt):
        shoe = shoe.draw(card)
    return shoe.counts


class Busy(ValueError):
    """Too many prices are being computed to accept another."""


class Job:
    """A price that is being computed or is ready. `share` is the completed fraction.

    `asked` holds the licensee's choices that were read during the computation; no others can affect the price. It is
    complete once the job is finished.
    """

    def __init__(self) -> None:
        self.share = 0.0
        self.asked: frozenset[str] = frozenset()
        self.future: Future[PriceReport] = Future()
        self.waits = False
        """Whether it waits for idle time because no one needs its result yet."""
        self._begun = Lock()

    @property
    def finished(self) -> bool:
        """Whether the price is ready or has failed."""
        return self.future.done()

    def begin(self) -> bool:
        """Claim the job; returns True to the first caller only, which must then compute it."""
        return self._begun.acquire(blocking=False)

    async def report(self) -> PriceReport:
        """Wait for the price; raises ValueError if there is none."""
        return await asyncio.shield(asyncio.wrap_future(self.future))

    async def wait(self, seconds: float | None = None) -> None:
        """Wait until the job is finished, or for that many seconds."""
        await asyncio.wait({asyncio.shield(asyncio.wrap_future(self.future))}, timeout=seconds)

    def compute(self, layout: Layout, stake: int | None, meter: int | None, progress: Progress | None = None) -> None:
        """Compute the price now."""

        def advance(share: float) -> None:
            self.share = share
            if progress is not None:
                progress(share)

        self._settle(lambda: _priced(layout, stake, meter, advance))

    def compute_in_process(self, layout: Layout, stake: int | None, meter: int | None) -> None:
        """Compute the price in a worker process, within its budget."""

        def advance(share: float) -> None:
            self.share = share

        self._settle(lambda: work.in_process(_priced, layout, stake, meter, progress=advance))

    def fail(self, problem: BaseException) -> None:
        """Give up a job that was never begun."""
        if self.begin():
            self.future.set_exception(problem)

    def _settle(self, price: Callable[[], tuple[PriceReport, frozenset[str]]]) -> None:
        try:
            report, asked = price()
        except work.Overloaded as busy:
            self.future.set_exception(Busy(str(busy)))
        except BaseException as error:
            self.future.set_exception(error)
        else:
            self.asked = asked
            self.future.set_result(report)


def _priced(
    layout: Layout, stake: int | None, meter: int | None, progress: Progress
) -> tuple[PriceReport, frozenset[str]]:
    """Compute a price; also returns the options that were read for it."""
    recorded, options = record_options(layout)
    report = entry.price(recorded, stake, meter=meter, progress=progress)
    return report, frozenset(options.read)


class Desk:
    """Jobs by request; the least recently requested ones are dropped."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = Lock()

    def price(
        self, layout: Layout, stake: int | None = None, meter: int | None = None, progress: Progress | None = None
    ) -> PriceReport:
        """Return the price, from the cache or computed now. Amounts are cents."""
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
        client: str = "",
    ) -> Job:
        """Return the job for a price, started if this is the first request.

        Raises `Busy` if `most` computations are already queued, or too many of the client. With `idle`, for prices that
        may be needed later (those of a whole lobby, say), the job runs when there is nothing else to do, and moves
        ahead as soon as someone needs it. `Busy` is also raised when the idle queue is full.
        """
        job, new = self._job(_key(layout, stake, meter), idle)
        if not new and (idle or not job.waits):
            return job
        try:
            queued = work.queue.submit(
                work.IDLE if idle else client,
                lambda: job.compute_in_process(layout, stake, meter) if job.begin() else None,
                sys.maxsize if most is None else most,
            )
        except work.Overloaded as busy:
            if not new:
                return job  # it still waits for idle time
            job.fail(Busy(str(busy)))
            raise Busy(str(busy)) from None
        job.waits = idle
        queued.add_done_callback(lambda done: _give_up(job, done))
        return job

    def asked(self, layout: Layout) -> frozenset[str]:
        """Return the licensee's choices that affect a game's price, given the date and the other choices."""
        self.price(layout)
        job, _ = self._job(_key(layout, None, None))
        return job.asked

    def known(self, layout: Layout) -> PriceReport | None:
        """Return a price from the cache, or None."""
        job = self._jobs.get(_key(layout, None, None))
        return job.future.result() if job is not None and job.finished and job.future.exception() is None else None

    def _job(self, key: str, idle: bool = False) -> tuple[Job, bool]:
        with self._lock:
            job = self._jobs.get(key)
            new = job is None
            if job is None:
                job = self._jobs[key] = Job()
                job.waits = idle
                job.future.add_done_callback(lambda done: self._finished(key, done))
            self._jobs.move_to_end(key)
            self._drop_old()
            return job, new

    def _drop_old(self) -> None:
        done = [key for key, one in self._jobs.items() if one.finished]
        for old in done[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[old]

    def _finished(self, key: str, done: Future[PriceReport]) -> None:
        """Drop a failed job, so that the next request tries again; those waiting get its exception."""
        with self._lock:
            if done.cancelled() or done.exception() is not None:
                self._jobs.pop(key, None)
            self._drop_old()


def _give_up(job: Job, queued: Future[None]) -> None:
    """Let the waiters of a job know that the queue refused it."""
    if not queued.cancelled() and (problem := queued.exception()) is not None:
        job.fail(Busy(str(problem)))


def _key(layout: Layout, stake: int | None, meter: int | None) -> str:
    return json.dumps([layout.plain(), stake, meter], sort_keys=True)


desk = Desk()
