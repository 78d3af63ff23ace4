"""Every request is answered, whatever goes wrong: every kind of exception, raised everywhere."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from starlette.requests import Request

from pitboss.floor.api.chapter import compute
from pitboss.floor.commands import Act, BuyIn, Sit
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.procedure import Procedure
from pitboss.floor.store import Store
from pitboss.floor.table_chance import TableChance
from pitboss.floor.threads import ThreadFault, storable_error
from pitboss.table import Refused

from .house import STAKE, books_are_right, everything, opened

pytestmark = pytest.mark.anyio
SOON = 120.0
"""Seconds within which any request is answered. This only detects hangs; it measures nothing."""


def kinds() -> Iterator[BaseException]:
    """One exception of every kind in Python and asyncio."""
    for kind in (*vars(builtins).values(), asyncio.CancelledError, asyncio.InvalidStateError):
        if isinstance(kind, type) and issubclass(kind, BaseException):
            if issubclass(kind, UnicodeDecodeError):
                yield kind("utf-8", b"x", 0, 1, "no")
            elif issubclass(kind, UnicodeEncodeError):
                yield kind("utf-8", "x", 0, 1, "no")
            elif issubclass(kind, UnicodeTranslateError):
                yield kind("x", 0, 1, "no")
            elif issubclass(kind, BaseExceptionGroup):
                yield kind("several", [ValueError("one")])
            else:
                yield kind()


def raiser(problem: BaseException) -> Callable[..., Any]:
    def raised(*given: Any, **more: Any) -> Any:
        raise problem

    return raised


PLACES: list[tuple[type, str]] = [
    (LiveTable, "carry_out"),
    (Procedure, "go_on"),
    (LiveTable, "before_commit"),
    (TableChance, "store_shuffles"),
    (Store, "commit"),
    (Store, "_put"),
    (Store, "_fence"),
]


@pytest.mark.parametrize(("owner", "name"), PLACES, ids=[name for _, name in PLACES])
async def test_after_any_exception_every_request_is_answered_and_nothing_is_done(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    floor = sqlite_floor
    people = [(await floor.guest())[0] for _ in range(2)]
    table = (await opened(floor, "craps")).id
    for person in people:
        await floor.command(table, person, Sit(amount=STAKE))
    before = await everything(floor)
    for problem in kinds():
        with monkeypatch.context() as broken:
            broken.setattr(owner, name, raiser(problem))
            broken.setattr("pitboss.floor.floor.CHANGING_HANDS", -1.0)
            async with asyncio.timeout(SOON):
                asked = (
                    floor.command(table, person, BuyIn(amount=1_00), key=type(problem).__name__) for person in people
                )
                answers = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(answer, Exception) for answer in answers), problem
    assert await everything(floor) == before
    async with asyncio.timeout(SOON):
        await floor.command(table, people[0], BuyIn(amount=1_00))
    await books_are_right(floor, people)


async def test_an_impossible_reduction_of_a_wager_is_refused(sqlite_floor: Floor) -> None:
    """The ante alone could be paid to the cent, but the wager equal to it could not."""
    (ann, _), (bob, _) = await sqlite_floor.guest(), await sqlite_floor.guest()
    table = (await opened(sqlite_floor, "ultimate-texas-holdem")).id
    for person in (ann, bob):
        await sqlite_floor.command(table, person, Sit(amount=STAKE))
    await sqlite_floor.command(table, ann, Act(verb="make", wager="ante", amount=10_00))
    async with asyncio.timeout(SOON):
        less = sqlite_floor.command(table, ann, Act(verb="reduce", wager="ante", amount=1))
        answers: list[Any] = await asyncio.gather(
            less, sqlite_floor.command(table, bob, BuyIn(amount=1_00)), return_exceptions=True
        )
    refused, done = answers
    assert isinstance(refused, Refused)
    assert "multiple of" in refused.answer.reason
    assert isinstance(done, dict)


async def test_any_exception_of_a_thread_reaches_its_waiter(sqlite_floor: Floor) -> None:
    """A future cannot hold a `StopIteration`, which left database queries and table checks waiting forever."""
    request = Request({"type": "http", "state": {"floor": sqlite_floor}})
    for problem in kinds():
        work_out = partial(compute, request)
        for asked in (sqlite_floor.store.read, sqlite_floor.store.change, sqlite_floor._hash, work_out):
            with pytest.raises(Exception):  # noqa: B017, PT011 of whatever kind: an answer
                async with asyncio.timeout(SOON):
                    await asked(raiser(problem))
            storable = storable_error(problem)
            assert storable is problem or (isinstance(storable, ThreadFault) and storable.__cause__ is problem)
    assert await sqlite_floor.store.read(sqlite_floor.store.skew_now) == pytest.approx(0, abs=60)
