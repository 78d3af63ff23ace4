"""The queue of those who log in: a flood from some addresses keeps no one else waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from pitboss.floor.fair_queue import EACH, Busy, FairQueue
from tests.shared.waiting import loop_turn

pytestmark = pytest.mark.anyio


class Queue:
    """A queue on a clock of its own, at which each piece takes a second."""

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


async def test_somebody_who_comes_into_a_flood_is_next() -> None:
    """As in the review: 160 log-ins at once from 20 addresses."""
    held = Queue()
    flood = held.ask(f"10.0.0.{number % 20}" for number in range(160))
    while len(held.served) < 3:
        await loop_turn()
    (mine,) = held.ask(["203.0.113.9"])
    await mine
    assert held.served.index("203.0.113.9") <= 4, "the piece that is being done, and no one else"
    answers = await settled(flood)
    assert sum(isinstance(one, Busy) for one in answers) == 160 - 20 * EACH - 1
    assert all(one.retry_after >= 1 for one in answers if isinstance(one, Busy))


async def test_who_was_served_least_is_next() -> None:
    held = Queue()
    await settled(held.ask(["a", "a", "a", "b"]))
    held.served.clear()
    await settled([*held.ask(["z"]), *held.ask(["a", "a", "b", "b", "c"])])
    assert held.served == ["z", "c", "b", "b", "a", "a"]


async def test_what_was_served_long_ago_counts_no_more() -> None:
    held = Queue()
    await settled(held.ask(["a"] * 4))
    held.now += 3600
    held.served.clear()
    await settled([*held.ask(["z", "a"]), *held.ask(["b"])])
    assert held.served == ["z", "b", "a"]
    held.served.clear()
    await settled(held.ask(["z", "a", "b"]))
    assert held.served[1:] == ["b", "a"], "of those who were served alike, the last who came"


async def test_who_is_known_is_ahead_of_strangers() -> None:
    held = Queue()
    await settled(held.ask(["mine", "mine"]))
    held.served.clear()
    await settled([*held.ask(["z"]), *held.ask(["mine"], known=True), *held.ask(["a", "b"])])
    assert held.served == ["z", "mine", "b", "a"]


async def test_an_address_that_floods_is_refused_at_once() -> None:
    held = Queue()
    answers = await settled(held.ask(["a"] * 10))
    assert [type(one) for one in answers] == [type(None)] * (EACH + 1) + [Busy] * (9 - EACH)


async def test_where_too_many_wait_the_last_in_line_is_refused() -> None:
    held = Queue(most=3)
    flood = held.ask(["a", "b", "c", "d"])
    (mine,) = held.ask(["e"])
    await mine
    answers = await settled(flood)
    assert [isinstance(one, Busy) for one in answers] == [False, True, False, False]


async def test_who_goes_away_keeps_nobody_waiting() -> None:
    held = Queue()
    first, second, third = held.ask(["a", "b", "c"])
    await loop_turn()
    second.cancel()
    await settled([first, second, third])
    assert held.served == ["a", "c"]
    first, second = held.ask(["a", "b"])
    while len(held.served) < 3:
        await loop_turn()
    second.cancel()  # just as it has its turn
    await settled([first, second])
    await asyncio.wait_for(held.piece("d"), 60)
    assert held.served[-1] == "d"
