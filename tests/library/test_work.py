"""Bounded work: clients take turns, and a computation that exceeds its budget fails without affecting others."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import TooLarge
from pitboss.library import work
from pitboss.library.prices import Busy, Desk
from pitboss.library.work import IDLE, Budget, OverBudget, Overloaded, WorkQueue
from pitboss.library.work.processes import WorkerProcesses
from pitboss.pricing.entry import price
from tests.shared.waiting import wait_until

MEGABYTE = 2**20


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """An event that ends all work waiting for it."""
    event = threading.Event()
    yield event
    event.set()


class Served:
    """Work that records which client it was for."""

    def __init__(self) -> None:
        self.order: list[str] = []

    def of(self, client: str) -> Future[None]:
        return self.queue.submit(client, lambda: self.order.append(client), 100)

    queue: WorkQueue


def test_a_client_with_many_requests_delays_itself_and_not_the_others(held: threading.Event) -> None:
    served, served.queue = Served(), WorkQueue(1, "test")
    served.queue.submit("first", held.wait, 100)
    waiting = [served.of(client) for client in ("flood", "flood", "flood", "flood", "ann", "ben")]
    waiting.append(served.of(IDLE))
    waiting.append(served.of("cat"))
    held.set()
    for one in waiting:
        one.result(10)
    assert served.order == ["flood", "ann", "ben", "cat", "flood", "flood", "flood", IDLE]


def test_one_client_may_have_a_few_requests_waiting(held: threading.Event) -> None:
    queue = WorkQueue(1, "test", each=2)
    queue.submit("other", held.wait, 100)
    wait_until(lambda: queue.doing == 1)
    for _ in range(2):
        queue.submit("flood", held.wait, 100)
    with pytest.raises(Overloaded, match="2 computations for you are waiting; try again in a few seconds"):
        queue.submit("flood", held.wait, 100)


def test_a_newcomer_displaces_the_newest_request_of_the_greediest_client(held: threading.Event) -> None:
    queue = WorkQueue(1, "test")
    begun = threading.Event()
    queue.submit("flood", lambda: (begun.set(), held.wait()), 4)
    assert begun.wait(10)
    flood = [queue.submit("flood", held.wait, 4) for _ in range(3)]
    ann = queue.submit("ann", held.wait, 4)
    with pytest.raises(Overloaded, match="others are waiting too"):
        flood[2].result(0)
    with pytest.raises(Overloaded, match="4 computations are running or waiting"):
        queue.submit("flood", held.wait, 4)
    held.set()
    assert ann.result(10)
    assert flood[0].result(10)


@pytest.fixture(scope="module")
def processes() -> Iterator[WorkerProcesses]:
    made = WorkerProcesses(Budget(seconds=1, memory=300 * MEGABYTE))
    yield made
    made.close()


def test_a_result_and_an_error_come_back_from_a_process(processes: WorkerProcesses) -> None:
    assert processes.run(os.getpid) in processes.pids
    report = processes.run(price, Layout.of("big-six"))
    assert report.model_copy(update={"seconds": 0}) == price(Layout.of("big-six")).model_copy(update={"seconds": 0})
    with pytest.raises(TooLarge, match="decks is 999; a table can be dealt or priced with at most 100"):
        processes.run(Layout.of, "blackjack", None, {"decks": 999})
    with pytest.raises(Unlawful) as refused:
        processes.run(Layout.of, "craps", None, {"dice": 3})
    assert refused.value.findings[0].wrong == "craps has no option dice"


@pytest.mark.parametrize("greedy", ["sum(range(10**10))", "bytearray(10**9)", "[0] * 10**9"])
def test_a_computation_over_its_budget_dies_alone_and_is_refused_at_once_afterwards(
    processes: WorkerProcesses, greedy: str
) -> None:
    before = processes.killed
    with pytest.raises(OverBudget, match="it takes more than 1 second of processor time or 300 MB of memory here"):
        processes.run(eval, greedy)
    with pytest.raises(OverBudget):
        processes.run(eval, greedy)
    assert processes.killed == before + 1
    assert processes.run(eval, "6 * 7") == 42


def test_a_computation_that_nobody_waits_for_is_killed(processes: WorkerProcesses) -> None:
    with pytest.raises(Overloaded, match="no client is waiting"):
        processes.run(signal.pause, abandoned=lambda: True)
    assert processes.run(eval, "6 * 7") == 42


def test_workers_that_were_killed_are_replaced(processes: WorkerProcesses) -> None:
    processes.run(os.getpid)
    for pid in processes.pids:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: all(not _alive(pid) for pid in processes.pids))
    assert processes.run(eval, "6 * 7") == 42
    assert processes._parent is not None
    processes._parent.kill()
    processes._parent.wait()
    for pid in processes.pids:
        wait_until(lambda pid=pid: not _alive(pid))
    assert processes.run(eval, "6 * 7") == 42


def test_workers_end_with_the_server() -> None:
    made = WorkerProcesses(Budget(1, 300 * MEGABYTE))
    pid = made.run(os.getpid)
    made.close()
    wait_until(lambda: not _alive(pid))
    with pytest.raises(Overloaded, match="the server is stopping"):
        made.run(os.getpid)


def test_a_price_over_budget_is_refused_and_the_next_one_is_computed() -> None:
    desk = Desk()
    work.use_processes(Budget(seconds=60, memory=64 * MEGABYTE))
    try:
        report = desk.job(Layout.of("big-six")).future.result(60)
        assert [one.id for one in report.wagers] == [one.id for one in price(Layout.of("big-six")).wagers]
        with pytest.raises(Busy, match="64 MB"):
            desk.job(Layout.of("blackjack", options={"decks": 100})).future.result(60)
    finally:
        work.end_processes()


def _alive(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False
