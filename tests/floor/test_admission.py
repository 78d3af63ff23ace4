"""Requests share the event loop with the tables, and the tables come first."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.floor.api import admission
from pitboss.floor.api.admission import BUDGET, PAGE, Admission
from pitboss.floor.api.problems import ProblemError
from tests.shared.waiting import loop_turn, until

pytestmark = pytest.mark.anyio
COMMAND, PRICE, LOBBY = "/api/v1/tables/7/commands", "/api/v1/games/craps/price", "/"


@pytest.fixture(autouse=True)
def _slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ticks that come only when the test asks for them, however busy the machine is."""
    monkeypatch.setattr(admission, "TICK", 1e6)
    monkeypatch.setattr(admission, "LONGEST", 1e6)


async def entering(gate: Admission, path: str, client: str, entered: list[str]) -> None:
    await gate.enter(path, client)
    entered.append(client)


async def test_a_tick_admits_a_few_pages_and_the_tables_never_wait() -> None:
    gate, entered = Admission(), list[str]()
    flood = [asyncio.ensure_future(entering(gate, LOBBY, "flood", entered)) for _ in range(5)]
    await until(lambda: len(entered) == BUDGET // PAGE)
    for _ in range(100):
        await gate.enter(COMMAND, "ann")
    await gate.enter("/api/v1/health", "ben")
    quiet = asyncio.ensure_future(entering(gate, PRICE, "quiet", entered))
    for _ in range(5):
        await loop_turn()
    first = BUDGET // PAGE
    assert entered == ["flood"] * first
    gate._tick()
    await until(lambda: len(entered) >= first + 2)
    # The one whose turn it was goes on; then the client served least comes before the flooders.
    assert entered[first : first + 2] == ["flood", "quiet"]
    for _ in range(6):
        gate._tick()
        for _ in range(5):
            await loop_turn()
    await asyncio.gather(quiet, *flood)


async def test_a_full_queue_is_503_with_the_time_to_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Admission()
    gate._queue._each = 2
    waiting = [asyncio.ensure_future(gate.enter(LOBBY, "flood")) for _ in range(5)]
    await until(lambda: len(gate._queue._waiting) == 2)
    with pytest.raises(ProblemError) as refused:
        await gate.enter(LOBBY, "flood")
    assert refused.value.problem.status == 503
    assert int(refused.value.problem.answer().headers["retry-after"]) >= 1
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_on_a_machine_that_is_busy_with_something_else_requests_are_still_admitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "LONGEST", 0.0)
    gate = Admission()
    for _ in range(10):
        await gate.enter(LOBBY, "ann")


async def test_ticks_end_when_nothing_is_asked_for() -> None:
    gate = Admission()
    await gate.enter(LOBBY, "ann")
    gate._tick()
    assert gate._ticking
    gate._tick()
    assert not gate._ticking
    await gate.enter(LOBBY, "ann")
    assert gate._ticking
