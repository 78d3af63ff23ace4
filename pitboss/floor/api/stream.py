"""A table's stream: a WebSocket that receives commands and sends what the client may see.

In: first `{"token": …}`, optionally with `since` (the last step seen), `offers` (include the possible wagers) and
`states` (include the state of the table at each step). The token may be in the Authorization header instead, and the
rest in the query. Then `{"id": 1, "command": {"do": "act", …}, "key": "…"}` for each command.
Out: `{"seen": …}` immediately and on every change, `{"id": 1, "done": …}` or `{"id": 1, "problem": …}` for each
command.

The commands of one stream are carried out in order. An acknowledgement waits only for the message that is being sent. A
client that reads slowly skips intermediate views and gets the newest; one that does not read at all is disconnected.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import aclosing, suppress
from typing import Annotated, Any

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json
from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected, WebSocketState

from pitboss.floor.api.auth import address_of, authenticate, floor_of, limits_of
from pitboss.floor.api.problems import Problem, ProblemError, problem_of
from pitboss.floor.api.tables import Since, TableId
from pitboss.floor.commands import Command
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person

log = logging.getLogger("pitboss.floor")
router = APIRouter()
LARGEST = 16 * 1024
"""The maximum size of a message in bytes."""
GATHER = 0.025
"""Seconds for which changes are collected before being sent."""
FIRST_WORD = 10.0
"""Seconds within which the first message must arrive."""
PATIENCE = 20.0
"""Seconds after which a client that does not read is disconnected."""
LOOK_AGAIN = 1.0
"""Seconds between checks of the token."""
CLOSED = {401: 4401, 403: 4403, 404: 4404, 413: 1009, 429: 4429, 500: 1011, 503: 1013}
"""The close code of a stream for each HTTP status of a problem."""


class Hello(BaseModel):
    """The first message of a client."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    token: Annotated[str, Field(max_length=200)]
    since: Annotated[int, Field(ge=0, le=2**53, strict=True)] | None = None
    offers: bool = False
    states: bool = True


class CommandMessage(BaseModel):
    """A command, with a number that identifies its answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[int, Field(ge=0, le=2**53, strict=True)]
    command: Command
    key: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[!-~]+$")] | None = None


@router.websocket("/tables/{table}/stream")
async def stream(
    socket: WebSocket, table: TableId, since: Since = None, offers: bool = False, states: bool = True
) -> None:
    await socket.accept()
    try:
        limits_of(socket).spend("requests", address_of(socket))
        hello = await _hello(socket, {"since": since, "offers": offers, "states": states})
        person = await authenticate(floor_of(socket), hello.token)
        floor_of(socket).flags.seen_at(person.id, address_of(socket))
        limits_of(socket).open_stream(person.id, address_of(socket))
        try:
            await _Stream(socket, table, person, hello).run()
        finally:
            limits_of(socket).close_stream(person.id, address_of(socket))
    except (WebSocketDisconnect, WebSocketDisconnected):
        pass  # disconnected, while we were receiving or sending
    except Exception as error:
        found = problem_of(error)
        if found.status == 500:
            log.exception("a stream of table %s failed", table)
        await _say_goodbye(socket, found)


async def _hello(socket: WebSocket, asked: dict[str, Any]) -> Hello:
    """The first message: from the header and the query if they hold a token, otherwise from the socket."""
    scheme, _, shown = socket.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return Hello.model_validate(asked | {"token": shown.strip()[:200]})
    try:
        async with asyncio.timeout(FIRST_WORD):
            return Hello.model_validate(asked | _known(_object(await _message(socket))))
    except TimeoutError:
        raise ProblemError("no-token", "the first message, which must have a token, did not arrive in time") from None


class _Stream:
    """One stream, with a task that receives and a task that sends."""

    def __init__(self, socket: WebSocket, table: int, person: Person, hello: Hello) -> None:
        self.socket = socket
        self.table = table
        self.person = person
        self.hello = hello
        self.floor: Floor = floor_of(socket)
        self._wire = asyncio.Lock()
        self._sending: float | None = None
        """The time at which sending of the current message began, if there is one."""

    async def run(self) -> None:
        """Run until either side ends the stream."""
        await self.floor.table(self.table)
        tasks = [asyncio.create_task(work) for work in (self._listen(), self._tell(), self._mind())]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self) -> None:
        """Send the table now and whenever it changes."""
        hello = self.hello
        events = self.floor.watch_json(self.table, self.person, hello.since, hello.offers, hello.states, pause=GATHER)
        async with aclosing(events) as texts:
            async for text in texts:
                await self._send(f'{{"seen":{text}}}')

    async def _mind(self) -> None:
        """Disconnect clients whose token is no longer valid or who stopped reading."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            self.person = await authenticate(self.floor, self.hello.token)
            if self._sending is not None and time.monotonic() > self._sending + PATIENCE:
                raise ProblemError("too-slow", "the client did not read in time")

    async def _listen(self) -> None:
        while True:
            text = await _message(self.socket)
            answer = await self._answer(text)
            # A problem may repeat the client's input, which need not be valid UTF-8.
            await self._send(to_json(answer).decode() if "done" in answer else json.dumps(answer))
            await asyncio.sleep(0)  # while messages are queued, nothing above yields to the event loop

    async def _answer(self, text: str) -> dict[str, Any]:
        """The answer to a message."""
        said = _object(text)
        try:
            limits_of(self.socket).spend("commands", self.person.id)
            asked = CommandMessage.model_validate(_known(said))
            person = await authenticate(self.floor, self.hello.token)
            return {"id": asked.id, "done": await self.floor.command(self.table, person, asked.command, asked.key)}
        except Exception as error:
            found = problem_of(error)
            if found.status == 500:
                log.exception("a command to table %s failed", self.table)
            number = said.get("id") if said is not None else None
            return {"id": number if type(number) is int else None, "problem": found.plain()}

    async def _send(self, text: str) -> None:
        async with self._wire:
            self._sending = time.monotonic()
            await self.socket.send_text(text)
            self._sending = None


async def _message(socket: WebSocket) -> str:
    """The next message; one that is too large ends the stream."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    if text is None:
        text = message["bytes"].decode("utf-8", "replace")
    if len(text) > LARGEST or len(text.encode()) > LARGEST:
        raise ProblemError("too-large", f"a message may have at most {LARGEST} bytes")
    return text


def _object(text: str) -> dict[str, Any] | None:
    """The JSON object in a message; None if there is none."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _known(said: dict[str, Any] | None) -> dict[str, Any]:
    if said is None:
        raise ProblemError("not-json", "a message must be a JSON object")
    return said


async def _say_goodbye(socket: WebSocket, found: Problem) -> None:
    """Send the problem, then close."""
    with suppress(Exception):
        async with asyncio.timeout(1.0):
            await socket.send_text(json.dumps({"problem": found.plain()}))
    await _let_go(socket, CLOSED.get(found.status, 1008), found.title)


async def _let_go(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(Exception):
        async with asyncio.timeout(1.0):
            if socket.application_state is not WebSocketState.DISCONNECTED:
                await socket.close(code, reason)
