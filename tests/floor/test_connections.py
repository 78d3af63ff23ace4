"""Connections that would exhaust the server, on real sockets: endless, slow, or never reading."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from starlette.types import Message, Receive, Scope, Send

from pitboss.floor.api import app, connections
from pitboss.floor.api.connections import LARGEST_HEAD, ConnectionLimit
from pitboss.floor.api.gate import NOBODY_WAITS, Gate
from tests.shared.waiting import loop_turn, until

from .counter import Counter, counter
from .house import House

pytestmark = pytest.mark.anyio
HELLO = "GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
async def here(sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Counter, ConnectionLimit]]:
    """A floor that accepts eight connections, six of them from one address, with short timeouts."""
    monkeypatch.setattr(connections, "SLOWEST_HEAD", 0.5)
    monkeypatch.setattr(connections, "READ_TIMEOUT", 0.5)
    limit = ConnectionLimit(8)
    limit.most_from_one = 6
    async with counter(sqlite_house, connections=limit) as made:
        yield made, limit


class Wire:
    """A raw connection."""

    def __init__(self, here: Counter, reading: int | None = None) -> None:
        self.port = urlsplit(here.url).port or 0
        self.reading = reading

    async def __aenter__(self) -> Wire:
        made = socket.socket()
        if self.reading is not None:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.reading)
        made.setblocking(False)
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", self.port))
        self.reader, self.writer = await asyncio.open_connection(sock=made, limit=2**16)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()

    async def say(self, text: str | bytes) -> None:
        self.writer.write(text.encode() if isinstance(text, str) else text)
        await self.writer.drain()

    async def flood(self, what: bytes) -> None:
        """Send until the other side stops reading."""
        while True:
            await self.say(what)

    async def ended(self) -> int:
        """Read until the other side closes; returns the number of bytes."""
        came = 0
        async with asyncio.timeout(120):
            with suppress(ConnectionError):
                while data := await self.reader.read(2**16):
                    came += len(data)
        return came

    async def answer(self) -> bytes:
        """The status line of the response; empty if the connection was dropped."""
        async with asyncio.timeout(120):
            try:
                return await self.reader.readline()
            except ConnectionError:
                return b""


async def test_a_silent_connection_is_cut_off(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        assert await wire.answer() == b""


async def test_an_endless_head_is_cut_off(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        await wire.say(HELLO)
        assert await wire.answer() == b""


async def test_an_endless_head_of_a_second_request_is_cut_off(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        await wire.say(HELLO + "\r\n")
        assert b"200" in await wire.answer()
        await wire.say(HELLO)
        await wire.ended()


async def test_a_head_that_is_too_large_is_cut_off_before_it_is_complete(
    here: tuple[Counter, ConnectionLimit], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SLOWEST_HEAD", 600.0)
    async with Wire(here[0]) as wire:
        await wire.say(HELLO + f"X-Long: {'a' * (LARGEST_HEAD - 100)}")
        await wire.say("a" * 200)
        assert await wire.answer() == b""


async def test_a_head_that_arrives_in_pieces_is_accepted(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        for piece in (HELLO[:10], HELLO[10:30], HELLO[30:], "\r\n"):
            await wire.say(piece)
            await loop_turn()
        assert b"200" in await wire.answer()


async def test_one_address_has_a_limited_number_of_connections(here: tuple[Counter, ConnectionLimit]) -> None:
    counter, limit = here
    async with Wire(counter) as a, Wire(counter) as b, Wire(counter) as c:
        for wire in (a, b, c):
            await wire.say(HELLO)
        await until(lambda: limit._from["127.0.0.1"] == 3)
        assert [limit.enter("127.0.0.1") for _ in range(4)] == [True, True, True, False]
        async with Wire(counter) as late:
            assert await late.answer() == b""
        assert [limit.enter("10.0.0.1") for _ in range(3)] == [True, True, False]  # eight in total
        for address in ("127.0.0.1",) * 3 + ("10.0.0.1",) * 2:
            limit.leave(address)
    await until(lambda: not limit._from)  # closed connections make room, however they were closed
    assert (await counter.get("/games")).status_code == 200


async def test_a_stream_closed_by_the_client_is_forgotten(here: tuple[Counter, ConnectionLimit]) -> None:
    counter, limit = here
    ann, table = await counter.guest(), await counter.table()
    await counter.client.aclose()
    for _ in range(3 * limit.most):
        async with counter.stream(table, ann) as stream:
            await stream.view()
        await until(lambda: not limit._from)


async def _came_and_went(limit: ConnectionLimit) -> None:
    for connected in (1, 0):
        await until(lambda connected=connected: limit._from["127.0.0.1"] == connected)


@pytest.mark.parametrize("reads", [False, True])
async def test_a_slow_reader_is_tolerated_and_one_that_reads_nothing_is_cut_off(
    here: tuple[Counter, ConnectionLimit], monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    """A response of many megabytes whose end is read long after it was written."""
    counter, limit = here
    whole = 12_000_000
    monkeypatch.setattr(app, "page", lambda described: "x" * whole)
    async with Wire(counter, reading=2048) as wire:
        await wire.say("GET /api/v1/docs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        wire.writer.transport.pause_reading()
        if not reads:
            await _came_and_went(limit)
        wire.writer.transport.resume_reading()
        assert (await wire.ended() >= whole) == reads


def test_a_client_that_pipelines_requests_and_disconnects_leaves_no_trace(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Pipelined requests whose responses no one reads, on the server's event loop."""
    uvloop = pytest.importorskip("uvloop")
    monkeypatch.setattr(connections, "READ_TIMEOUT", 0.5)
    monkeypatch.setattr(app, "page", lambda described: "x" * 12_000_000)
    limit = ConnectionLimit(8)

    async def asked() -> None:
        async with counter(sqlite_house, connections=limit) as made, Wire(made, reading=2048) as wire:
            wire.writer.transport.pause_reading()
            await wire.say("GET /api/v1/docs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20)
            await _came_and_went(limit)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asked())
    assert "Traceback" not in caplog.text
    assert "ASGI" not in caplog.text


async def test_a_client_that_sends_pings_and_reads_nothing_is_paused_and_cut_off(
    here: tuple[Counter, ConnectionLimit],
) -> None:
    counter, limit = here
    ann, table = await counter.guest(), await counter.table()
    ping = b"\x89" + bytes([0x80 | 125]) + struct.pack(">I", 0) + b"p" * 125
    async with Wire(counter, reading=2048) as wire:
        await wire.say(
            f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {ann.token}\r\n\r\n"
        )
        assert b"101" in await wire.answer()
        wire.writer.transport.pause_reading()
        async with asyncio.timeout(120):
            with pytest.raises(ConnectionError):
                await wire.flood(ping * 500)
        await until(lambda: limit._from["127.0.0.1"] <= 1)  # the client's own connection
    assert json.loads((await counter.get(f"/tables/{table}")).text)["table"]["id"] == table


async def test_a_client_that_disconnects_early_is_not_an_error() -> None:
    messages: list[str] = []

    async def gives_up(scope: Scope, receive: Receive, send: Send) -> None:
        messages.append((await receive())["type"])
        raise RuntimeError(NOBODY_WAITS)

    async def asked(last: str) -> None:
        async def receive() -> Message:
            return {"type": last, "body": b""}

        async def send(message: Message) -> None:
            messages.append(message["type"])

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")], "client": None}
        await Gate(gives_up)(scope, receive, send)

    await asked("http.disconnect")
    assert messages == ["http.disconnect"]
    with pytest.raises(RuntimeError, match="No response"):  # for a client that is still waiting
        await asked("http.request")
    assert "http.response.start" in messages
