"""A WebSocket of a client, as cheap as it can be: clients share the machine with what they measure.

Texts go out masked, as they must be, with noughts; what comes in is handed on whole, as bytes. Pings are answered.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import socket
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
_ENDED = b"\r\n\r\n"


def frame(content: bytes, kind: int = TEXT) -> bytes:
    """A message of a client.

    >>> frame(b"hi")
    b'\\x81\\x82\\x00\\x00\\x00\\x00hi'
    """
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + bytes(4) + content


class Wire(asyncio.Protocol):
    """One stream: `heard` is given each text. `there` is done when the first has come."""

    def __init__(self, host: str, path: str, first: bytes, heard: Callable[[bytes], object]) -> None:
        self.there: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._first = first
        self._heard = heard
        self._held = b""
        self._open = False
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def send(self, content: bytes) -> None:
        """A text goes out."""
        self._transport.write(frame(content))

    def close(self) -> None:
        """The stream is left."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        held = self._held + data if self._held else data
        if not self._open:
            head, ended, held = held.partition(_ENDED)
            if not ended:
                self._held = head
                return
            self._open = True
            self.send(self._first)
        at = 0
        while len(held) - at >= 2:
            size, begins = held[at + 1], at + 2
            if size > 125:
                begins += 2 if size == 126 else 8
                size = int.from_bytes(held[at + 2 : begins], "big")
            if len(held) < begins + size:
                break
            self._take(held[at] & 0xF, held[begins : begins + size])
            at = begins + size
        self._held = held[at:]

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.there.done():
            self.there.set_exception(problem or ConnectionError("let go"))

    def _take(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self._heard(content)
            if not self.there.done():
                self.there.set_result(None)
        elif kind == PING:
            self._transport.write(frame(content, PONG))
        elif kind == CLOSE:
            self._transport.close()


async def wired(url: str, table: int | str, first: bytes, heard: Callable[[bytes], object]) -> Wire:
    """A stream of a table; returns when the first message has come."""
    loop, parts = asyncio.get_running_loop(), urlsplit(url)
    wire = Wire(parts.netloc, f"/api/v1/tables/{table}/stream", first, heard)
    connected = socket.socket()
    connected.setblocking(False)
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    await loop.sock_connect(connected, (parts.hostname, parts.port))
    await loop.create_connection(lambda: wire, sock=connected)
    await wire.there
    return wire
