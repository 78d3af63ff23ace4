"""What the processes of one floor say to each other: a command, handed on to the process that owns the table.

Each says it under a seal that only who has the key of the floor can make, with the time and a key of its own: what is
said again, by whomever, is done once.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import time
from typing import Any, NamedTuple

import httpx
from sqlalchemy import Connection, select

from pitboss.floor import schema
from pitboss.floor.chance import Sealer
from pitboss.floor.commands import COMMANDS, Command, WrongRole
from pitboss.floor.people import Person, Role
from pitboss.floor.store import LEASE, KeyUsed, Store, Unknown
from pitboss.table import Refused
from pitboss.table.game import Answer

log = logging.getLogger("pitboss.floor")
SECONDS = 2.5
"""For so long the owner of a table may take to answer; who asks again, asks under the same key."""
LEAST = 0.3
"""For so long it may always take, and so much longer than its lease: who asks again at once would be too early."""
STALE = 10.0
"""Seconds by which a message may be late, by the database's clock: what an owner that was stopped finds when it wakes
is not done any more."""


class Elsewhere(Exception):
    """The process that owns a table does not answer."""


class Unanswered(Elsewhere):
    """The process that owns a table was asked, and may have done it."""


class BadSeal(Exception):
    """What was not said by a process of this floor, or not lately."""


class Handed(NamedTuple):
    """What another process asks for."""

    table: int
    person: Person
    command: Command
    key: str | None


class Hands:
    """The way to the other processes of a floor."""

    def __init__(self, store: Store, sealer: Sealer) -> None:
        self._store = store
        self._secret = sealer.secret
        self._client: httpx.AsyncClient | None = None

    async def ask(self, asked: Handed) -> dict[str, Any]:
        """Ask the process that owns a table."""
        address, patience = await self._owner_of(asked.table)
        person = asked.person
        content = json.dumps(
            {
                "table": asked.table,
                "person": [person.id, person.name, person.kind, person.role.value],
                "command": asked.command.model_dump(mode="json"),
                "key": asked.key,
                "at": time.time() + self._store.skew,
            }
        )
        try:
            status, answer = await self._post(address, content, patience)
        except (httpx.HTTPError, ValueError) as problem:
            what = f"the process that owns table {asked.table} does not answer: {type(problem).__name__}"
            raise (Elsewhere if isinstance(problem, httpx.ConnectError) else Unanswered)(what) from None
        return _understood(status, answer)

    async def _post(self, address: str, content: str, patience: float) -> tuple[int, dict[str, Any]]:
        """Say something to another process: its status and answer."""
        if self._client is None:
            self._client = httpx.AsyncClient(trust_env=False)
        headers, to = {"x-pitboss-seal": self.seal(content)}, f"{address}/processes/command"
        said = await self._client.post(to, content=content, headers=headers, timeout=patience)
        answer: dict[str, Any] = said.json()
        return said.status_code, answer

    def heard(self, content: bytes, seal: str) -> Handed:
        """What another process says; `BadSeal` if it was somebody else."""
        if not hmac.compare_digest(self.seal(content.decode("utf-8", "replace")), seal):
            raise BadSeal("this was not said by a process of this floor")
        said = json.loads(content)
        late = time.time() + self._store.skew - said["at"]
        if abs(late) > STALE:
            log.warning("what another process says is %.0f s late, and is not done: is a clock wrong?", late)
            raise BadSeal("this was said too long ago")
        id, name, kind, role = said["person"]
        command = COMMANDS.validate_python(said["command"])
        return Handed(said["table"], Person(id, name, kind, Role(role)), command, said["key"])

    def seal(self, content: str) -> str:
        return hmac.new(self._secret, content.encode(), hashlib.sha256).hexdigest()

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def _owner_of(self, id: int) -> tuple[str, float]:
        """Where the owner of a table is, and for how many seconds an answer is worth waiting for.

        No longer than until its lease is over: who asks again then has the table himself.
        """
        table, process = schema.gaming_table, schema.process
        owner = select(process.c.url, process.c.beat).join(table, table.c.owner == process.c.id).where(table.c.id == id)

        def asked(connection: Connection) -> tuple[str, float]:
            row = connection.execute(owner).first()
            if row is None or not row.url:
                raise Elsewhere(f"the process that owns table {id} is not known")
            left = SECONDS if row.beat is None else LEASE - (self._store.now(connection) - row.beat)
            return str(row.url), min(SECONDS, max(LEAST, left + LEAST))

        return await self._store.read(asked)


def told(problem: Exception) -> tuple[int, dict[str, Any]]:
    """What is answered to another process if it was not done: status and answer."""
    match problem:
        case BadSeal():
            return 403, {"kind": "seal", "reason": str(problem)}
        case Refused():
            answer = problem.answer
            said = {"kind": "refused", "reason": answer.reason, "section": answer.section}
            return 409, said | {"citation": problem.citation}
        case WrongRole():
            return 403, {"kind": "role", "reason": str(problem)}
        case KeyUsed():
            return 409, {"kind": "key", "reason": str(problem)}
        case Unknown():
            return 503, {"kind": "unknown", "reason": str(problem)}
        case _:
            return 503, {"kind": "elsewhere", "reason": str(problem)}


def _understood(status: int, answer: dict[str, Any]) -> dict[str, Any]:
    """An answer of another process, or what it tells raised here."""
    if status == 200:
        return answer
    match answer.get("kind"):
        case "refused":
            raise Refused(Answer(False, answer["reason"], answer.get("section", "")), answer.get("citation", ""))
        case "role":
            raise WrongRole(answer["reason"])
        case "key":
            raise KeyUsed(answer["reason"])
        case "unknown":
            raise Unknown(answer["reason"])
        case _:
            raise Elsewhere(answer.get("reason", "the process that owns the table could not do it"))
