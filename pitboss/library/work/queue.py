"""A queue that serves clients in turn, with a few threads."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from pitboss.library.work.faults import storable_error

T = TypeVar("T")
EACH = 6
"""The maximum number of computations that one client may have waiting."""
IDLE = "idle"
"""The client for work that no one waits for yet: it is served when no other client waits."""
MOST_IDLE = 64
"""The maximum number of idle computations waiting."""


class Overloaded(RuntimeError):
    """Too much is being computed, or one computation took too long; the request may be repeated later."""


class WorkQueue:
    """Runs work in a few threads. Clients are served in turn, and within a client first come, first served."""

    def __init__(self, threads: int, name: str, each: int = EACH) -> None:
        self._threads, self._name, self._each = threads, name, each
        self._waiting: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()
        self._changed = threading.Condition()
        self._started = 0
        self._idle_threads = 0
        self._running = 0
        self._idle_running = 0
        self._closed = False

    @property
    def doing(self) -> int:
        """The number of computations that run or wait, without idle ones."""
        with self._changed:
            return self._running + self._count()

    def submit(self, client: str, work: Callable[[], T], most: int) -> Future[T]:
        """Queue work for a client; `Overloaded` if `most` computations run or wait, or the client has too many.

        In a full queue, a client with nothing waiting displaces the newest request of the client with the most.
        """
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise Overloaded("the server is stopping")
            mine = self._waiting.get(client)
            own = len(mine) if mine is not None else 0
            if client == IDLE:
                if own >= MOST_IDLE:
                    raise Overloaded(f"{MOST_IDLE} computations already wait for idle time")
            elif own >= self._each:
                raise Overloaded(f"{own} computations for you are waiting; try again in a few seconds")
            elif self._running + self._count() >= most and not self._displace(own):
                doing = self._running + self._count()
                raise Overloaded(f"{doing} computations are running or waiting; try again in a few seconds")
            self._waiting.setdefault(client, deque()).append((future, work))
            self._start_thread()
            self._changed.notify()
        return future

    def close(self) -> None:
        """Stop accepting work, and cancel requests that have not begun."""
        with self._changed:
            self._closed = True
            for pieces in self._waiting.values():
                for future, _ in pieces:
                    future.cancel()
            self._waiting.clear()
            self._changed.notify_all()

    def _count(self) -> int:
        """The number of computations that wait, without idle and abandoned ones."""
        return sum(
            not future.cancelled() for client, pieces in self._waiting.items() if client != IDLE for future, _ in pieces
        )

    def _displace(self, own: int) -> bool:
        """Refuse the newest request of the client with the most, if it has at least two more than the newcomer."""
        others = {client: pieces for client, pieces in self._waiting.items() if client != IDLE}
        greediest = max(others.values(), key=len, default=None)
        if greediest is None or len(greediest) < own + 2:
            return False
        future, _ = greediest.pop()
        if future.set_running_or_notify_cancel():
            future.set_exception(Overloaded("others are waiting too; try again in a few seconds"))
        return True

    def _start_thread(self) -> None:
        if not self._idle_threads and self._started < self._threads:
            self._started += 1
            threading.Thread(target=self._work_on, name=f"{self._name}-{self._started}", daemon=True).start()

    def _take(self) -> tuple[bool, Future[Any], Callable[[], Any]] | None:
        """Remove and return the next piece of work; None if there is none now."""
        for client in list(self._waiting):
            if client == IDLE:
                continue
            future, work = self._waiting[client].popleft()
            left = self._waiting.pop(client)
            if left:
                self._waiting[client] = left  # at the end: the others come first
            return False, future, work
        # One thread stays free of idle work, so that a person need not wait for it.
        if IDLE in self._waiting and self._idle_running < max(1, self._threads - 1):
            future, work = self._waiting[IDLE].popleft()
            if not self._waiting[IDLE]:
                del self._waiting[IDLE]
            return True, future, work
        return None

    def _work_on(self) -> None:
        while True:
            with self._changed:
                self._idle_threads += 1
                while (taken := self._take()) is None:
                    if self._closed:
                        return
                    self._changed.wait()
                self._idle_threads -= 1
                idle, future, work = taken
                self._note(idle, 1)
            try:
                if future.set_running_or_notify_cancel():
                    _settle(future, work)
            finally:
                del future, work, taken
                with self._changed:
                    self._note(idle, -1)
                    self._changed.notify()

    def _note(self, idle: bool, count: int) -> None:
        if idle:
            self._idle_running += count
        else:
            self._running += count


def _settle(future: Future[T], work: Callable[[], T]) -> None:
    try:
        result = work()
    except BaseException as problem:
        storable = storable_error(problem)
        if storable is not problem:
            storable.__cause__ = problem
        future.set_exception(storable)
    else:
        future.set_result(result)
