"""The worker processes themselves. `python -m pitboss.library.work.worker SOCKET` is the parent of all workers.

It imports what computations need and then forks one worker for each socket that it receives; so a worker starts within
milliseconds, and workers share the memory of what was imported. Workers die with it, and it ends with the server.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import resource
import signal
import socket
import sys
import time
from contextlib import suppress
from math import ceil
from multiprocessing.connection import Connection
from typing import Any

NICENESS = 5
"""Workers yield to the tables."""
EVERY = 0.1
"""Seconds between two reports of progress."""
TIRED = 0.5
"""The share of its memory after which a worker ends once it has answered."""
_PR_SET_PDEATHSIG = 1


def main(descriptor: int) -> None:
    """Fork workers until the server closes its socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombies
    _die_with_parent()
    os.nice(NICENESS)
    control = socket.socket(fileno=descriptor)
    _import_everything()
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not message:
            return
        if os.fork() == 0:
            control.close()
            with suppress(EOFError, BrokenPipeError, ConnectionResetError):
                serve(Connection(descriptors[0]), int(message))
            os._exit(0)
        os.close(descriptors[0])


def serve(channel: Connection, memory: int) -> None:
    """Compute what is sent until the channel is closed or this worker has become too large."""
    _die_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    before = data_in_use()
    resource.setrlimit(resource.RLIMIT_DATA, (before + memory, before + memory))
    channel.send_bytes(str(os.getpid()).encode())
    while True:
        seconds, work, given, with_progress = pickle.loads(channel.recv_bytes())
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(time.process_time()) + seconds, hard))
        more = {"progress": _Progress(channel)} if with_progress else {}
        try:
            answer: tuple[str, Any] = ("done", work(*given, **more))
        except MemoryError:
            os._exit(1)
        except BaseException as error:
            answer = ("failed", error)
        tired = data_in_use() > before + TIRED * memory
        channel.send_bytes(_pickled(answer, tired))
        if tired:
            return


def _pickled(answer: tuple[str, Any], tired: bool) -> bytes:
    try:
        return pickle.dumps((*answer, tired))
    except MemoryError:
        os._exit(1)
    except Exception as error:  # the result or the error cannot be pickled
        kind, what = answer
        says = f"{type(what).__name__}: {what}" if kind == "failed" else f"the result: {error}"
        return pickle.dumps(("failed", RuntimeError(says), tired))


class _Progress:
    """Reports the completed share, now and then."""

    def __init__(self, channel: Connection) -> None:
        self._channel = channel
        self._next = 0.0

    def __call__(self, share: float) -> None:
        if (now := time.monotonic()) >= self._next:
            self._next = now + EVERY
            self._channel.send_bytes(pickle.dumps(("progress", share, False)))


def data_in_use() -> int:
    """The number of bytes of data that this process uses, as its memory limit counts them."""
    with open("/proc/self/status", encoding="utf-8") as status:
        (line,) = (one for one in status if one.startswith("VmData:"))
    return int(line.split()[1]) * 1024


def _die_with_parent() -> None:
    """Have the kernel kill this process when its parent dies."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _import_everything() -> None:
    import numba  # noqa: F401

    import pitboss.library.checks
    import pitboss.library.hands
    import pitboss.library.papers.guides
    import pitboss.library.prices
    import pitboss.pricing.entry  # noqa: F401


if __name__ == "__main__":
    main(int(sys.argv[1]))
