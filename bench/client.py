"""A WebSocket client for the benchmarks, built on the sans-I/O part of `websockets`.

Clients share the machine with the floor they measure, so streams get by without tasks or queues.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri


class Stream(asyncio.Protocol):
    """One stream: `read` is called with each message; `opened` is done once the `first` message has been answered."""

    def __init__(self, url: str, first: bytes, read: Callable[[bytes], object]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._protocol = ClientProtocol(parse_uri(url))
        self._first = first
        self._read = read

    def send(self, text: bytes) -> None:
        self._protocol.send_text(text)
        self._flush()

    def close(self) -> None:
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._protocol.send_text(self._first)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._read(bytes(event.data))
                if not self.opened.done():
                    self.opened.set_result(None)
        self._flush()

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(problem or self._protocol.handshake_exc or ConnectionError("closed"))

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self.transport.close()


def stream_url(url: str, table: int | str) -> str:
    """Return the address of a table's stream on the floor at `url`."""
    return f"ws{url.removeprefix('http')}/api/v1/tables/{table}/stream"


async def opened(stream: Stream, url: str, receive_buffer: int = 0) -> None:
    """Connect a stream to the floor at `url` and wait for its first reply."""
    loop, to = asyncio.get_running_loop(), parse_uri(stream_url(url, 0))
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.setblocking(False)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    await loop.sock_connect(connection, (to.host, to.port))
    await loop.create_connection(lambda: stream, sock=connection)
    await stream.opened
