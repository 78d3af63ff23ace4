"""Limits on connections: their number, and the time each may take.

The application only sees a request once its head is complete. Everything before and after that is limited here, so that
a client that never completes a head, or requests a lot and reads nothing, cannot exhaust the server.

1. `GuardedConnection` is the protocol of the socket. It passes all bytes to uvicorn's protocol, which writes to a
   `GuardedTransport` instead of the socket's own transport. When uvicorn upgrades a connection to a WebSocket, it sets
   another protocol on the transport, and so the guard finds out. No private part of uvicorn is used.
2. Only uvicorn knows where a head ends. So the application is wrapped too: it is called when the head is complete, and
   finds the guard in a context variable, because uvicorn calls it in the context in which the bytes were received.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from websockets.frames import Close, CloseCode, Frame, Opcode

from pitboss.floor.api.frames import FrameMeter
from pitboss.floor.api.limits import Rate, Rates

LARGEST_HEAD = 32 * 1024
"""The maximum number of bytes in a request's head."""
SLOWEST_HEAD = 10.0
"""Seconds within which a head must be complete."""
READ_TIMEOUT = 20.0
"""Seconds within which a client must read some of the data waiting for it."""
LEAST_READ = 16 * 1024
"""The number of bytes that a client must read in that time, unless fewer are waiting."""
MOST = 65_536
SPARE = 100
"""File descriptors reserved for the database and everything else."""


class ConnectionLimit:
    """Counts connections: at most `most` in total, and half of that from one address."""

    def __init__(self, most: int, by_address: bool = True) -> None:
        self.most = most
        self.most_from_one = most // 2 if by_address else most
        self._from: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more connection; returns whether it is allowed."""
        if self._from.total() >= self.most or self._from[address] >= self.most_from_one:
            return False
        self._from[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one connection fewer."""
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]


def connection_limit(by_address: bool = True) -> ConnectionLimit:
    """A limit derived from the number of files that this process may open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return ConnectionLimit(max(most - SPARE, SPARE), by_address)


class _ReadTimeout:
    """Aborts a connection whose client does not read, because unread data stays in memory."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Whether data waits for the client to read it."""
        return self._timer is not None

    def start(self) -> None:
        """Start the timer: data is waiting to be read."""
        if self._timer is None:
            left = self._transport.get_write_buffer_size()
            self._timer = self._loop.call_later(READ_TIMEOUT, self._check, left)

    def stop(self) -> None:
        """Stop the timer: the data was read, or the connection was lost."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check(self, before: int) -> None:
        self._timer = None
        left = self._transport.get_write_buffer_size()
        if left > max(0, before - LEAST_READ):
            self._transport.abort()
        elif left:
            self.start()


class GuardedTransport(asyncio.Transport):
    """The transport that uvicorn writes to; it passes data on until the connection is lost."""

    def __init__(self, guard: GuardedConnection, transport: asyncio.Transport) -> None:
        super().__init__()
        self._guard = guard
        self._transport = transport
        self._read_pauses: set[str] = set()
        """Whether reading was paused by the protocol, the guard, or both."""
        self.lost = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, asyncio.Protocol)
        self._guard.upgrade(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._transport.get_protocol()

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        # A response may still be written after its client has disconnected, or when requests were pipelined: uvicorn
        # notifies only the last of them.
        if not self.lost:
            self._transport.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview[Any]]) -> None:
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        return self._transport.can_write_eof()

    def write_eof(self) -> None:
        self._transport.write_eof()

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size()

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self._transport.get_write_buffer_limits()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._transport.set_write_buffer_limits(high, low)

    def is_reading(self) -> bool:
        return self._transport.is_reading()

    def pause_reading(self, whose: str = "protocol") -> None:
        self._read_pauses.add(whose)
        if not self.lost:
            self._transport.pause_reading()

    def resume_reading(self, whose: str = "protocol") -> None:
        self._read_pauses.discard(whose)
        if not self._read_pauses and not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self) -> None:
        if not self.lost:
            self._transport.close()
            self._guard.closing()

    def abort(self) -> None:
        if not self.lost:
            self._transport.abort()


class GuardedConnection(asyncio.Protocol):
    """A connection with limits on the time and size of each head, and on the time that its client takes to read."""

    limit: ConnectionLimit
    frames: Rate
    socket_bytes: Rate

    def __init__(self, **given: Any) -> None:
        self._inner: asyncio.Protocol = AutoHTTPProtocol(**given)
        self._loop = asyncio.get_running_loop()
        self._address = ""
        """The client's address, once it is counted."""
        self._meter: FrameMeter | None = None
        """Counts the frames of a WebSocket; None for plain HTTP."""
        self._requests = 0
        """The number of requests with a complete head."""
        self._answering = 0
        self._head = 0
        """Bytes received of an incomplete head."""
        self._head_timer: asyncio.TimerHandle | None = None

    # ---- called by the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast(asyncio.Transport, transport)  # uvloop's transport is one in all but name
        self._transport = GuardedTransport(self, stream)
        self._reading = _ReadTimeout(self._loop, stream)
        self._inner.connection_made(self._transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "here"
        if self.limit.enter(address):
            self._address = address
            self._start_head_timer()
        else:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport.lost = True
        self._head_is_complete()
        self._reading.stop()
        if self._address:
            self.limit.leave(self._address)
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._meter is not None and not self._meter.allows(data):
            self._refuse_frames()
            return
        before = self._requests if self._meter is None and not self._answering else None
        token = _CONNECTION.set(self)
        try:
            self._inner.data_received(data)
        finally:
            _CONNECTION.reset(token)
        if before is not None:
            # If the head is complete, the application has been called by now, in a task that uvicorn just created.
            self._loop.call_soon(self._count_head, before, len(data))
        elif self._meter is not None and self._reading.running and not self._transport.is_closing():
            self._transport.pause_reading("guard")  # even the answer to a ping takes memory

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()
        self._reading.start()

    def resume_writing(self) -> None:
        self._inner.resume_writing()
        self._reading.stop()
        self._transport.resume_reading("guard")

    # ---- called by uvicorn

    def upgrade(self, protocol: asyncio.Protocol) -> None:
        """Continue as a WebSocket."""
        self._head_is_complete()
        self._inner = protocol
        self._meter = FrameMeter(self.frames, self.socket_bytes)

    def closing(self) -> None:
        """Start the read timer of a connection that closes once all data is read."""
        if self._transport.get_write_buffer_size():
            self._reading.start()

    # ---- called by the application

    def begin_request(self) -> None:
        """Note that a request's head is complete."""
        self._requests += 1
        self._answering += 1
        self._head_is_complete()

    def end_request(self) -> None:
        """Note that a request is answered."""
        self._answering -= 1

    def _count_head(self, before: int, size: int) -> None:
        """Limit a head that is still incomplete after `size` more bytes."""
        if self._requests != before or self._meter is not None or self._transport.is_closing():
            return
        self._start_head_timer()
        self._head += size
        if self._head > LARGEST_HEAD:
            self._transport.abort()

    def _start_head_timer(self) -> None:
        if self._head_timer is None:
            self._head_timer = self._loop.call_later(SLOWEST_HEAD, self._transport.abort)

    def _head_is_complete(self) -> None:
        self._head = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse_frames(self) -> None:
        """Close a WebSocket whose client sends too much, with the reason unless unsent data is waiting."""
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        elif not self._transport.is_closing():
            reason = Close(CloseCode.POLICY_VIOLATION, "too many frames or bytes").serialize()
            self._transport.write(Frame(Opcode.CLOSE, reason).serialize(mask=False))
            self._transport.close()


_CONNECTION: ContextVar[GuardedConnection] = ContextVar("connection")


class _GuardedApp:
    """The application, wrapped to notify the connection when a request begins and when it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if (connection := _CONNECTION.get(None)) is None:
            raise RuntimeError(
                "this version of uvicorn does not call the application in the context of its connection; "
                "install one that pyproject.toml allows"
            )
        answering = True
        connection.begin_request()

        def end() -> None:
            nonlocal answering
            if answering:
                answering = False
                connection.end_request()

        async def send_and_tell(message: Message) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body"):
                end()
            await send(message)

        try:
            await self._app(scope, receive, send_and_tell)
        finally:
            end()


def guard_app(
    app: ASGIApp, connections: ConnectionLimit, frame_rate: Rate | None = None, byte_rate: Rate | None = None
) -> tuple[ASGIApp, type[asyncio.Protocol]]:
    """The application and the HTTP protocol to pass to uvicorn; the rates limit a single WebSocket."""

    class Guarded(GuardedConnection):
        limit = connections
        frames = frame_rate or Rates.of_environment().frames
        socket_bytes = byte_rate or Rates.of_environment().socket_bytes

    return _GuardedApp(app), Guarded
