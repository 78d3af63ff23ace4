"""Connections that take what is everybody's: without end, without hurry, without reading; on real sockets."""

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
    """A floor that takes eight connections, six of them from one address, and has short timeouts."""
    monkeypatch.setattr(connections, "SLOWEST_HEAD", 0.5)
    monkeypatch.setattr(connections, "READ_TIMEOUT", 0.5)
    limit = ConnectionLimit(8)
    limit.most_from_one = 6
    async with counter(sqlite_house, connections=limit) as made:
        yield made, limit


class Wire:
    """A bare connection."""

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
        """Send on until nobody takes it."""
        while True:
            await self.say(what)

    async def ended(self) -> int:
        """Read on until the other side has had enough; returns how many bytes came."""
        came = 0
        async with asyncio.timeout(120):
            with suppress(ConnectionError):
                while data := await self.reader.read(2**16):
                    came += len(data)
        return came

    async def answer(self) -> bytes:
        """The status line of an answer; nothing if it was cut off."""
        async with asyncio.timeout(120):
            try:
                return await self.reader.readline()
            except ConnectionError:
                return b""


async def test_who_says_nothing_is_cut_off(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        assert await wire.answer() == b""


async def test_a_head_that_does_not_end_is_cut_off(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        await wire.say(HELLO)
        assert await wire.answer() == b""


async def test_so_is_that_of_a_second_request(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        await wire.say(HELLO + "\r\n")
        assert b"200" in await wire.answer()
        await wire.say(HELLO)
        await wire.ended()


async def test_a_head_that_is_too_large_is_cut_off_before_it_is_whole(
    here: tuple[Counter, ConnectionLimit], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SLOWEST_HEAD", 600.0)
    async with Wire(here[0]) as wire:
        await wire.say(HELLO + f"X-Long: {'a' * (LARGEST_HEAD - 100)}")
        await wire.say("a" * 200)
        assert await wire.answer() == b""


async def test_a_head_that_comes_in_pieces_is_taken(here: tuple[Counter, ConnectionLimit]) -> None:
    async with Wire(here[0]) as wire:
        for piece in (HELLO[:10], HELLO[10:30], HELLO[30:], "\r\n"):
            await wire.say(piece)
            await loop_turn()
        assert b"200" in await wire.answer()


async def test_one_address_has_so_many_connections_and_no_more(here: tuple[Counter, ConnectionLimit]) -> None:
    counter, limit = here
    async with Wire(counter) as a, Wire(counter) as b, Wire(counter) as c:
        for wire in (a, b, c):
            await wire.say(HELLO)
        await until(lambda: limit._from["127.0.0.1"] == 3)
        assert [limit.enter("127.0.0.1") for _ in range(4)] == [True, True, True, False]
        async with Wire(counter) as late:
            assert await late.answer() == b""
        assert [limit.enter("10.0.0.1") for _ in range(3)] == [True, True, False]  # eight in all
        for address in ("127.0.0.1",) * 3 + ("10.0.0.1",) * 2:
            limit.leave(address)
    await until(lambda: not limit._from)  # whoever goes makes room, however they go
    assert (await counter.get("/games")).status_code == 200


async def test_a_stream_leaves_by_the_same_door(here: tuple[Counter, ConnectionLimit]) -> None:
    counter, limit = here
    ann, table = await counter.guest(), await counter.table()
    await counter.client.aclose()
    for _ in range(3 * limit.most):
        async with counter.stream(table, ann) as stream:
            await stream.seen()
        await until(lambda: not limit._from)


async def _came_and_went(limit: ConnectionLimit) -> None:
    for connected in (1, 0):
        await until(lambda connected=connected: limit._from["127.0.0.1"] == connected)


@pytest.mark.parametrize("reads", [False, True])
async def test_who_reads_slowly_is_let_be_and_who_reads_nothing_is_cut_off(
    here: tuple[Counter, ConnectionLimit], monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    """An answer of many megabytes, whatever it is: its end comes long after it was written."""
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


def test_who_asks_for_much_at_once_and_goes_leaves_no_trace(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Requests that follow each other without waiting, and nobody reads the answers; on the loop that a server has."""
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


async def test_who_sends_pings_and_reads_nothing_is_not_read_and_then_let_go(
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
        await until(lambda: limit._from["127.0.0.1"] <= 1)  # the client's own
    assert json.loads((await counter.get(f"/tables/{table}")).text)["table"]["id"] == table


async def test_who_has_gone_before_there_was_an_answer_is_no_fault() -> None:
    told: list[str] = []

    async def gives_up(scope: Scope, receive: Receive, send: Send) -> None:
        told.append((await receive())["type"])
        raise RuntimeError(NOBODY_WAITS)

    async def asked(last: str) -> None:
        async def receive() -> Message:
            return {"type": last, "body": b""}

        async def send(message: Message) -> None:
            told.append(message["type"])

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")], "client": None}
        await Gate(gives_up)(scope, receive, send)

    await asked("http.disconnect")
    assert told == ["http.disconnect"]
    with pytest.raises(RuntimeError, match="No response"):  # who still waits is told that it is a fault of ours
        await asked("http.request")
    assert "http.response.start" in told
