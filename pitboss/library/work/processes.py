"""Worker processes with a budget of processor time and memory."""

from __future__ import annotations

import hashlib
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from signal import SIGKILL
from typing import Any, TypeVar

from pitboss.exhibit import count_text
from pitboss.library.work.queue import Overloaded

T = TypeVar("T")
LOOK = 0.25
"""Seconds between checks whether a computation is overdue or abandoned."""
PATIENCE = 4
"""The waiting time of a computation in proportion to its processor time; it may have to share the processors."""
STARTING = 60.0
"""Seconds within which a worker must start."""
REMEMBERED, REMEMBERED_FOR = 256, 60.0
"""The number of requests over budget that are remembered, and the seconds for which they are refused at once."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one computation: seconds of processor time, and bytes of memory on top of the worker's own."""

    seconds: int
    memory: int


class OverBudget(Overloaded):
    """A computation needed more processor time or memory than its budget."""


class WorkerProcesses:
    """Workers, each with one computation at a time. `run` is called by at most one thread per worker."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._lock = threading.Lock()
        self._parent: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._idle: list[tuple[int, Connection]] = []
        self._busy: set[int] = set()
        self._over: OrderedDict[bytes, float] = OrderedDict()
        self._closed = False
        self.killed = 0
        """The number of workers that died in the middle of a computation."""

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        with self._lock:
            return [*self._busy, *(pid for pid, _ in self._idle)]

    def run(
        self,
        work: Callable[..., T],
        *given: Any,
        progress: Callable[[float], None] | None = None,
        abandoned: Callable[[], bool] = lambda: False,
    ) -> T:
        """Call a function in a worker and return its result, or raise what it raised.

        `OverBudget` if it used up its budget, or if it already has within the last minute. It is killed once it is
        `abandoned`.
        """
        request = pickle.dumps((self.budget.seconds, work, given, progress is not None))
        digest = hashlib.sha256(request).digest()
        if self._over.get(digest, 0.0) > time.monotonic():
            raise OverBudget(self._says())
        pid, channel = self._worker()
        try:
            tired, kind, result = self._ask(channel, request, progress, abandoned)
        except BaseException as problem:
            self._kill(pid, channel)
            if isinstance(problem, (EOFError, OSError)):
                self._remember(digest)
                raise OverBudget(self._says()) from None
            raise
        with self._lock:
            self._busy.discard(pid)
            if tired or self._closed:
                channel.close()
            else:
                self._idle.append((pid, channel))
        if kind == "failed":
            raise result
        found: T = result
        return found

    def _ask(
        self,
        channel: Connection,
        request: bytes,
        progress: Callable[[float], None] | None,
        abandoned: Callable[[], bool],
    ) -> tuple[bool, str, Any]:
        channel.send_bytes(request)
        end = time.monotonic() + PATIENCE * self.budget.seconds
        while True:
            if channel.poll(LOOK):
                kind, result, tired = _unpickled(channel.recv_bytes())
                if kind != "progress":
                    return tired, kind, result
                if progress is not None:
                    progress(result)
            if abandoned():
                raise Overloaded("no client is waiting for the result any more")
            if time.monotonic() > end:
                raise EOFError

    def _says(self) -> str:
        return (
            f"it takes more than {count_text(self.budget.seconds, 'second')} of processor time or "
            f"{self.budget.memory // 2**20} MB of memory here; ask for something simpler, "
            "or compute it with the command line"
        )

    def _remember(self, digest: bytes) -> None:
        with self._lock:
            self.killed += 1
            self._over[digest] = time.monotonic() + REMEMBERED_FOR
            while len(self._over) > REMEMBERED:
                self._over.popitem(last=False)

    def _worker(self) -> tuple[int, Connection]:
        """An idle worker, or a new one."""
        with self._lock:
            if self._closed:
                raise Overloaded("the server is stopping")
            while self._idle:
                pid, channel = self._idle.pop()
                if not channel.poll():  # one that died while it was idle has closed its channel
                    self._busy.add(pid)
                    return pid, channel
                channel.close()
            mine, its = socket.socketpair()
            with mine, its:
                self._send_to_parent(its)
                channel = Connection(mine.detach())
        if not channel.poll(STARTING):
            raise Overloaded("no worker process could be started; try again later")
        try:
            pid = int(channel.recv_bytes())
        except EOFError:
            raise Overloaded("no worker process could be started; try again later") from None
        with self._lock:
            self._busy.add(pid)
        return pid, channel

    def _send_to_parent(self, its: socket.socket) -> None:
        """Have the parent of all workers fork one with this socket; start the parent if it does not run."""
        for _ in range(2):
            if self._parent is None or self._parent.poll() is not None:
                self._start_parent()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [str(self.budget.memory).encode()], [its.fileno()])
                return
            except OSError:
                self._end_parent()
        raise Overloaded("no worker process could be started; try again later")

    def _start_parent(self) -> None:
        self._end_parent()
        mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            words = [sys.executable, "-m", "pitboss.library.work.worker", str(its.fileno())]
            # Several threads of a numerical library would count several times against the budget.
            environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
            self._parent = subprocess.Popen(words, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL, env=environment)
        self._control = mine

    def _end_parent(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._parent is not None:
            self._parent.kill()
            self._parent.wait()
            self._parent = None

    def _kill(self, pid: int, channel: Connection) -> None:
        with suppress(OSError):
            os.kill(pid, SIGKILL)
        channel.close()
        with self._lock:
            self._busy.discard(pid)

    def close(self) -> None:
        """Kill all workers."""
        with self._lock:
            self._closed = True
            for _, channel in self._idle:
                channel.close()
            self._idle.clear()
            self._end_parent()


def _unpickled(answer: bytes) -> tuple[str, Any, bool]:
    try:
        found: tuple[str, Any, bool] = pickle.loads(answer)
    except Exception as error:  # an exception that cannot be made again
        raise RuntimeError(f"the answer of a worker cannot be read: {error}") from error
    return found
