"""Connections: how many there may be, and how long each may take.

The gate sees a request once its head is whole. What comes before and after is here: whoever sends a head without end,
or a byte a minute, or asks for much and reads nothing, is cut off, so that nobody uses up what everybody needs.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol
from websockets.protocol import State

from pitboss.floor.api.frames import POLICY, FrameMeter, close_frame
from pitboss.floor.api.limits import Rate, Rates

LARGEST_HEAD = 32 * 1024
"""A request has at most so many bytes before its body."""
SLOWEST_HEAD = 10.0
"""Seconds in which they must have come."""
PATIENCE = 20.0
"""Seconds in which whoever was sent much must have read some of it."""
LEAST_READ = 16 * 1024
"""So many bytes, or all that there are."""
MOST = 65_536
SPARE = 100
"""Files that stay free for the database and for everything else."""


class Doors:
    """Who is connected: so many at most in all, and half as many from one address."""

    def __init__(self, most: int, by_address: bool = True) -> None:
        self.most = most
        self.most_from_one = most // 2 if by_address else most
        self._from: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether one more may come in."""
        if self._from.total() >= self.most or self._from[address] >= self.most_from_one:
            return False
        self._from[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One has gone."""
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]


def doors(by_address: bool = True) -> Doors:
    """As many as the system lets this process have files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return Doors(max(most - SPARE, SPARE), by_address)


class Patience:
    """Cuts off who does not read what he was sent: it stays in memory until then."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._looking: asyncio.TimerHandle | None = None

    @property
    def begun(self) -> bool:
        """Whether there is something to be read first."""
        return self._looking is not None

    def begin(self) -> None:
        """Something waits to be read."""
        if self._looking is None:
            left = self._transport.get_write_buffer_size()
            self._looking = self._loop.call_later(PATIENCE, self._look, left)

    def end(self) -> None:
        """It was read, or the connection is no more."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _look(self, before: int) -> None:
        self._looking = None
        left = self._transport.get_write_buffer_size()
        if left > max(0, before - LEAST_READ):
            self._transport.abort()
        elif left:
            self.begin()


def careful(doors: Doors, frames: Rate | None = None) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of a server behind these doors, HTTP and WebSocket; `frames` is the rate of one WebSocket."""
    rate = frames or Rates.of_environment().frames

    class Requests(AutoHTTPProtocol):  # type: ignore[valid-type, misc]
        """A connection that has so long for the head of a request, and so many bytes."""

        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            self._inside = ""
            self._head = 0
            self._late: asyncio.TimerHandle | None = None
            self._answering: Any = None

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._patience = Patience(self.loop, transport)
            address = _address(self)
            if doors.enter(address):
                self._inside = address
                self._wait_for_head()
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._head_is_whole()
            self._patience.end()
            if self._inside:
                doors.leave(self._inside)
            self._nobody_waits()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            before = self.cycle
            between = before is None or before.response_complete
            super().data_received(data)
            if self.cycle is not before:
                self._head_is_whole()
            elif between and self._inside and not self.transport.is_closing():
                self._wait_for_head()
                self._head += len(data)
                if self._head > LARGEST_HEAD:
                    self.transport.abort()

        def handle_websocket_upgrade(self, *given: Any) -> None:
            self._head_is_whole()
            self._inside = ""  # the other protocol leaves when it ends
            super().handle_websocket_upgrade(*given)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._patience.begin()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._patience.end()

        def timeout_keep_alive_handler(self) -> None:
            super().timeout_keep_alive_handler()
            self._patience.begin()  # closed is a connection only when all was read

        def _start_asgi_task(self, cycle: Any, app: Any) -> None:
            self._answering = cycle
            super()._start_asgi_task(cycle, app)

        def _nobody_waits(self) -> None:
            """The last request is told by uvicorn; here the one that is being answered, and those in between."""
            if self._answering is not None:
                self._answering.disconnected = True
            if getattr(self, "pipeline", None):
                self.pipeline.clear()

        def _wait_for_head(self) -> None:
            if self._late is None:
                self._late = self.loop.call_later(SLOWEST_HEAD, self.transport.abort)

        def _head_is_whole(self) -> None:
            self._head = 0
            if self._late is not None:
                self._late.cancel()
                self._late = None

    class Sockets(AutoWebSocketsProtocol):  # type: ignore[valid-type, misc]
        """A WebSocket whose other side must read if it wants to be read: even the answer to a ping takes memory."""

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._patience = Patience(self.loop, transport)
            self._meter = FrameMeter(rate)

        def connection_lost(self, exc: Exception | None) -> None:
            self._patience.end()
            doors.leave(_address(self))
            super().connection_lost(exc)

        async def send(self, message: Any) -> None:
            """What is sent is mostly one text on an open socket: that is one frame, without the library's way to it."""
            text = message.get("text") if message["type"] == "websocket.send" else None
            if text is not None and _is_open(self):
                self.transport.write(_frame(text.encode()))
            else:
                await super().send(message)

        def data_received(self, data: bytes) -> None:
            if not self._meter.allows(data):
                _disconnect(self.transport)
                return
            super().data_received(data)
            if self._patience.begun and not self.transport.is_closing():
                self.transport.pause_reading()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._patience.begin()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._patience.end()
            if not getattr(self, "read_paused", False) and not self.transport.is_closing():
                self.transport.resume_reading()

    return Requests, Sockets


def _disconnect(transport: asyncio.Transport) -> None:
    """Close a WebSocket that sends too many frames: with its reason if nothing waits to be sent, else at once."""
    if transport.get_write_buffer_size():
        transport.abort()
    else:
        transport.write(close_frame(POLICY, "too many frames"))
        transport.close()


def _is_open(socket: Any) -> bool:
    """Whether a text can go out as it is: both sides have agreed to speak, neither has closed, and buffers are free."""
    wire = getattr(socket, "conn", None)
    return (
        wire is not None
        and wire.state is State.OPEN
        and not wire.extensions
        and socket.handshake_complete
        and not socket.disconnected
        and not socket.close_sent
        and socket.initial_response is None
        and socket.writable.is_set()
    )


def _frame(content: bytes) -> bytes:
    """A text of a server, whole and not masked (RFC 6455, 5.2).

    >>> _frame(b"hi"), _frame(bytes(126))[:4], _frame(bytes(65_536))[:10]
    (b'\\x81\\x02hi', b'\\x81~\\x00~', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00')
    """
    size = len(content)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + content
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + content
    return b"\x81\x7f" + size.to_bytes(8, "big") + content


def _address(protocol: Any) -> str:
    return protocol.client[0] if protocol.client is not None else "here"
