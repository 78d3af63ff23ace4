"""WebSocket frames that never become a message are counted; a flooding client is cut off, and others are served."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.frames import Frame, Opcode

from pitboss.floor.api.connections import ConnectionLimit
from pitboss.floor.api.frames import FrameMeter
from pitboss.floor.api.gate import Gate
from pitboss.floor.api.limits import NO_LIMITS, Limits, Rate
from tests.shared.waiting import until

from .counter import Counter, counter
from .house import House

HEAD = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
FEW = Rate(1, 50)
EMPTY = b"\x80" + bytes(4)
"""The second byte and the mask of an empty masked frame."""
FLOODS = {
    "continuations": b"\x01" + EMPTY + (b"\x00" + EMPTY) * 20_000,
    "pings": (b"\x89" + EMPTY) * 20_000,
    "pongs": (b"\x8a" + EMPTY) * 20_000,
    "messages": (b"\x81\x81" + bytes(4) + b"x") * 20_000,
}


def metered(rate: Rate = FEW, size: Rate = NO_LIMITS.socket_bytes) -> tuple[FrameMeter, list[float]]:
    """A frame meter and its clock."""
    clock = [0.0]
    meter = FrameMeter(rate, size, lambda: clock[0])
    return meter, clock


def frames_of(random: random.Random, count: int) -> bytes:
    lengths = (0, 1, 125, 126, 300, 65_535, 65_536)
    sent = [Frame(Opcode.BINARY, random.randbytes(random.choice(lengths))) for _ in range(count)]
    return b"".join(frame.serialize(mask=True) for frame in sent)


@pytest.mark.parametrize("seed", range(5))
def test_frames_are_counted_however_their_bytes_are_split(seed: int) -> None:
    chance = random.Random(seed)
    data = frames_of(chance, 50) + b"\x89"  # 50 frames, and the first byte of one more
    meter, _ = metered()
    while data:
        size = chance.choice((1, 2, 7, 1000, 100_000))
        assert meter.allows(data[:size])
        data = data[size:]
    assert not meter.allows(EMPTY)


def test_time_allows_more_frames() -> None:
    meter, clock = metered()
    assert meter.allows((b"\x89" + EMPTY) * 50)
    clock[0] = 10.0
    assert meter.allows((b"\x89" + EMPTY) * 10)
    assert not meter.allows(b"\x89" + EMPTY)


def test_bytes_are_counted_too() -> None:
    """A hundred frames of 256 KB a second would be 25 MB."""
    meter, clock = metered(Rate(100, 100), Rate(1_000, 50_000))
    large = Frame(Opcode.BINARY, bytes(49_000)).serialize(mask=True)
    assert meter.allows(large)
    clock[0] = 10.0
    assert meter.allows(large[:10_000])
    assert not meter.allows(large[10_000:])


@pytest.fixture
async def here(sqlite_house: House) -> AsyncIterator[tuple[Counter, ConnectionLimit]]:
    limit = ConnectionLimit(100)
    async with counter(sqlite_house, NO_LIMITS, limit, FEW) as made:
        yield made, limit


async def flooded(here: tuple[Counter, ConnectionLimit], what: bytes, header: str = "") -> bytes:
    """Everything that a stream sends to a flooding client until the server closes the connection."""
    counter, limit = here
    table = await counter.table()
    reader, writer = await asyncio.open_connection("127.0.0.1", int(counter.url.rsplit(":")[-1]))
    head = HEAD.format(path=f"/api/v1/tables/{table}/stream")
    writer.write(head.replace("\r\n\r\n", f"\r\n{header}\r\n\r\n" if header else "\r\n\r\n").encode())
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    received = b""
    async with asyncio.timeout(120):
        with suppress(ConnectionError):
            writer.write(what)
            while data := await reader.read(2**16):
                received += data
    writer.transport.abort()
    await until(lambda: limit._from["127.0.0.1"] <= 1)  # the test client's own connection
    assert (await counter.get("/games")).status_code == 200
    return received


@pytest.mark.anyio
@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_frames_before_the_hello_is_cut_off(here: tuple[Counter, ConnectionLimit], flood: str) -> None:
    """The stream itself would close only after ten seconds, with a problem, and would parse every frame until then."""
    received = await flooded(here, FLOODS[flood])
    assert received.count(b"\x8a\x00") <= FEW.at_once  # pongs
    if flood != "messages":  # the stream refuses the first one, because it is not a hello
        assert b"problem" not in received


@pytest.mark.anyio
@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_frames_after_the_hello_is_cut_off(here: tuple[Counter, ConnectionLimit], flood: str) -> None:
    ann = await here[0].guest()
    received = await flooded(here, FLOODS[flood], f"Authorization: Bearer {ann.token}")
    assert received.count(b"\x8a\x00") <= FEW.at_once
    assert received.count(b'"problem"') <= FEW.at_once


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_connections_of_the_pages_sockets_are_counted(kind: str) -> None:
    answers: list[Message] = []

    async def pages(scope: Scope, receive: Receive, send: Send) -> None:
        answers.append({"type": "pages"})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        answers.append(message)

    gate = Gate(pages, limits=Limits(replace(NO_LIMITS, requests=Rate(0.01, 2))))
    host = (b"host", b"localhost")
    scope = {
        "type": kind,
        "method": "GET",
        "path": "/_nicegui_ws/socket.io/",
        "headers": [host],
        "client": ("1.2.3.4", 1),
    }
    for _ in range(3):
        await gate(scope, receive, send)
    assert [answer["type"] for answer in answers[:2]] == ["pages", "pages"]
    assert answers[2].get("status") == 429 or answers[2]["type"] == "websocket.close"
