"""The floor behind a real server on a real port in this process, so that API responses can be compared with the
database.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from starlette.types import ASGIApp
from websockets.asyncio.client import ClientConnection, connect

from pitboss.floor.api.app import PREFIX, create_app
from pitboss.floor.api.connections import ConnectionLimit, guard_app
from pitboss.floor.api.limits import NO_LIMITS, Rate, Rates
from pitboss.floor.api.problems import AT, MEDIA
from pitboss.floor.floor import Floor
from pitboss.floor.people import Role
from tests.shared.waiting import until

from .house import House, opened

PATIENCE = 120.0


@dataclass(frozen=True)
class Caller:
    """An API client with a token."""

    id: int
    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Stream:
    """The client side of a stream."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0

    async def say(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            heard: dict[str, Any] = json.loads(await self.socket.recv())
            return heard

    async def view(self) -> dict[str, Any]:
        """The next view of the table, skipping answers in between."""
        while "seen" not in (heard := await self.hear()):
            pass
        seen: dict[str, Any] = heard["seen"]
        return seen

    async def answer(self, number: int | None) -> dict[str, Any]:
        """The answer to a command, skipping views in between."""
        while "id" not in (heard := await self.hear()):
            pass
        assert heard["id"] == number
        return heard

    async def command(self, key: str | None = None, **command: Any) -> dict[str, Any]:
        self.number += 1
        message = {"id": self.number, "command": command} | ({"key": key} if key else {})
        await self.say(message)
        return await self.answer(self.number)

    async def closed(self) -> int:
        """The close code, skipping any messages before it."""
        async with asyncio.timeout(PATIENCE):
            await self.socket.wait_closed()
        assert self.socket.close_code is not None
        return self.socket.close_code


class Counter:
    """The API of the floor under test."""

    def __init__(self, floor: Floor, url: str, client: httpx.AsyncClient) -> None:
        self.floor = floor
        self.url = url
        self.client = client

    async def guest(self) -> Caller:
        person, token = await self.floor.guest()
        return Caller(person.id, person.name, token)

    async def staff(self, role: Role, name: str = "") -> Caller:
        token = await self.floor.staff_token(role, name or role.value.title())
        person = await self.floor.person(token)
        assert person is not None
        return Caller(person.id, person.name, token)

    async def table(self, game: str = "craps", **settings: Any) -> int:
        return (await opened(self.floor, game, **settings)).id

    async def get(self, path: str, who: Caller | None = None, **more: Any) -> httpx.Response:
        return await self.client.get(path, headers=who.headers if who else {}, **more)

    async def post(self, path: str, who: Caller | None = None, **more: Any) -> httpx.Response:
        headers = (who.headers if who else {}) | more.pop("headers", {})
        return await self.client.post(path, headers=headers, **more)

    async def command(self, table: int, who: Caller, key: str | None = None, **command: Any) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        return await self.post(f"/tables/{table}/commands", who, json=command, headers=headers)

    async def done(self, table: int, who: Caller, key: str | None = None, **command: Any) -> dict[str, Any]:
        answer = await self.command(table, who, key, **command)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @asynccontextmanager
    async def bare_stream(self, table: object, query: str = "", **more: Any) -> AsyncIterator[Stream]:
        address = f"{self.url.replace('http', 'ws')}{PREFIX}/tables/{table}/stream{query}"
        async with connect(address, **more) as socket:
            yield Stream(socket)

    @asynccontextmanager
    async def stream(self, table: int, who: Caller, **hello: Any) -> AsyncIterator[Stream]:
        async with self.bare_stream(table) as stream:
            await stream.say({"token": who.token} | hello)
            yield stream


class _Server(uvicorn.Server):
    """A server that stops immediately, not at its next tick."""

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            await asyncio.sleep(0.01)  # noqa: TID251 (how often the server looks whether it is to end)


@asynccontextmanager
async def counter(
    house: House,
    rates: Rates = NO_LIMITS,
    connections: ConnectionLimit | None = None,
    frames: Rate | None = None,
    **more: Any,
) -> AsyncIterator[Counter]:
    """Serve a house's floor; with a limit, its connections are guarded."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        floor = await house.open(url)

        async def open_floor() -> Floor:
            return floor

        app: ASGIApp = create_app(open_floor, rates=rates, **more)
        http: Any = "auto"
        if connections is not None:
            app, http = guard_app(app, connections, frames)
        config = uvicorn.Config(
            app, lifespan="on", log_config=None, access_log=False, timeout_graceful_shutdown=1, http=http
        )
        server = _Server(config)
        serving = asyncio.create_task(server._serve([listening]))
        await until(lambda: server.started or serving.done())
        assert not serving.done(), serving
        try:
            async with httpx.AsyncClient(base_url=url + PREFIX, timeout=PATIENCE) as client:
                yield Counter(floor, url, client)
        finally:
            server.should_exit = True
            await serving


def problem(answer: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """Check that a response is a complete problem document with this status and kind; returns it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == MEDIA
    content: dict[str, Any] = answer.json()
    assert content["status"] == status
    assert content["type"] == AT + kind
    assert content["title"]
    assert content["detail"]
    return content
