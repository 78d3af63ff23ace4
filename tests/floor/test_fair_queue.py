"""The log-in queue: a flood from some addresses delays no one else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from pitboss.floor.fair_queue import EACH, Busy, FairQueue
from tests.shared.waiting import loop_turn

pytestmark = pytest.mark.anyio


class Queue:
    """A queue with its own clock, where each job takes a second."""

    def __init__(self, **limits: int) -> None:
        self.now = 0.0
        self.queue = FairQueue(now=lambda: self.now, **limits)
        self.served: list[str] = []

    async def piece(self, whose: str, known: bool = False) -> None:
        async with self.queue.turn(whose, known):
            await loop_turn()
            self.now += 1
            self.served.append(whose)

    def ask(self, askers: Iterable[str], known: bool = False) -> list[asyncio.Future[None]]:
        return [asyncio.ensure_future(self.piece(whose, known)) for whose in askers]


async def settled(asked: Iterable[asyncio.Future[None]]) -> list[BaseException | None]:
    return await asyncio.gather(*asked, return_exceptions=True)


async def test_a_newcomer_during_a_flood_is_next() -> None:
    """160 simultaneous log-ins from 20 addresses."""
    held = Queue()
    flood = held.ask(f"10.0.0.{number % 20}" for number in range(160))
    while len(held.served) < 3:
        await loop_turn()
    (mine,) = held.ask(["203.0.113.9"])
    await mine
    assert held.served.index("203.0.113.9") <= 4, "only the job in progress"
    answers = await settled(flood)
    assert sum(isinstance(one, Busy) for one in answers) == 160 - 20 * EACH - 1
    assert all(one.retry_after >= 1 for one in answers if isinstance(one, Busy))


async def test_the_least_served_client_is_next() -> None:
    held = Queue()
    await settled(held.ask(["a", "a", "a", "b"]))
    held.served.clear()
    await settled([*held.ask(["z"]), *held.ask(["a", "a", "b", "b", "c"])])
    assert held.served == ["z", "c", "b", "b", "a", "a"]


async def test_several_jobs_run_at_a_time_and_the_order_is_as_fair() -> None:
    queue, running, most = FairQueue(slots=2), 0, 0

    async def job(whose: str) -> None:
        nonlocal running, most
        async with queue.turn(whose):
            running += 1
            most = max(most, running)
            await loop_turn()
            running -= 1

    jobs = [asyncio.ensure_future(job(f"10.0.0.{number}")) for number in range(7)]
    jobs[3].cancel()
    await settled(jobs)
    assert (most, running, queue.length) == (2, 0, 0)


async def test_service_long_ago_does_not_count() -> None:
    held = Queue()
    await settled(held.ask(["a"] * 4))
    held.now += 3600
    held.served.clear()
    await settled([*held.ask(["z", "a"]), *held.ask(["b"])])
    assert held.served == ["z", "b", "a"]
    held.served.clear()
    await settled(held.ask(["z", "a", "b"]))
    assert held.served[1:] == ["b", "a"], "among equals, the last one"


async def test_a_known_client_is_ahead_of_strangers() -> None:
    held = Queue()
    await settled(held.ask(["mine", "mine"]))
    held.served.clear()
    await settled([*held.ask(["z"]), *held.ask(["mine"], known=True), *held.ask(["a", "b"])])
    assert held.served == ["z", "mine", "b", "a"]


async def test_a_flooding_address_is_refused_at_once() -> None:
    held = Queue()
    answers = await settled(held.ask(["a"] * 10))
    assert [type(one) for one in answers] == [type(None)] * (EACH + 1) + [Busy] * (9 - EACH)


async def test_when_too_many_wait_the_last_in_the_queue_is_refused() -> None:
    held = Queue(most=3)
    flood = held.ask(["a", "b", "c", "d"])
    (mine,) = held.ask(["e"])
    await mine
    answers = await settled(flood)
    assert [isinstance(one, Busy) for one in answers] == [False, True, False, False]


async def test_a_waiter_that_leaves_delays_no_one() -> None:
    held = Queue()
    first, second, third = held.ask(["a", "b", "c"])
    await loop_turn()
    second.cancel()
    await settled([first, second, third])
    assert held.served == ["a", "c"]
    first, second = held.ask(["a", "b"])
    while len(held.served) < 3:
        await loop_turn()
    second.cancel()  # just as its turn comes
    await settled([first, second])
    await asyncio.wait_for(held.piece("d"), 60)
    assert held.served[-1] == "d"
