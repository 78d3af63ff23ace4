"""The pricing desk: prices for pages and for whoever wants the JSON, computed by worker threads and kept for a while.

Whoever asks for a price that is being computed waits for that one; nobody computes it twice. A few are computed at
once, the others wait their turn: the event loop, and the tables on it, never do.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from pitboss.chapter.layout import Layout
from pitboss.pricing.entry import price
from pitboss.pricing.report import PriceReport

KEPT = 64
AT_ONCE = 2


class Job:
    """A price in the making, or made. `share` is how much of it is done."""

    def __init__(self, workers: ThreadPoolExecutor, layout: Layout, stake: int | None, meter: int | None) -> None:
        self.share = 0.0
        count = partial(price, layout, stake, meter=meter, progress=self._advance)
        self.done = asyncio.ensure_future(asyncio.get_running_loop().run_in_executor(workers, count))

    async def report(self) -> PriceReport:
        """The price, when it is there; a `ValueError` if there is none."""
        return await asyncio.shield(self.done)

    def _advance(self, share: float) -> None:
        self.share = share


class Desk:
    """Jobs by what was asked; the ones asked for least lately are forgotten."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._workers = ThreadPoolExecutor(AT_ONCE, "price")

    def job(self, layout: Layout, stake: int | None = None, meter: int | None = None) -> Job:
        """The job for a price, begun if nobody has asked for it before."""
        key = _key(layout, stake, meter)
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = Job(self._workers, layout, stake, meter)
            job.done.add_done_callback(partial(self._finished, key))
        self._jobs.move_to_end(key)
        while len(self._jobs) > KEPT:
            self._jobs.popitem(last=False)
        return job

    def known(self, layout: Layout) -> PriceReport | None:
        """A price that is there already."""
        job = self._jobs.get(_key(layout, None, None))
        return job.done.result() if job is not None and job.done.done() and job.done.exception() is None else None

    def _finished(self, key: str, done: asyncio.Future[PriceReport]) -> None:
        """Whoever waits is told of a failure; the next one who asks tries again."""
        if done.cancelled() or done.exception() is not None:
            self._jobs.pop(key, None)


def _key(layout: Layout, stake: int | None, meter: int | None) -> str:
    plain = layout.plain()
    return json.dumps([plain["game"], plain["on"], plain["options"], plain["odds"], stake, meter], sort_keys=True)


desk = Desk()
