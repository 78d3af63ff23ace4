"""Forwarding commands to the process that owns a table.

A message has a seal that only a process with the floor's key can make, a time, and an idempotency key, so that a
replayed message is carried out only once.
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
from pitboss.floor.store import LEASE, KeyReused, OutcomeUnknown, Store
from pitboss.table import Refused
from pitboss.table.game import Answer

log = logging.getLogger("pitboss.floor")
SECONDS = 2.5
"""Seconds within which a table's owner must answer; the command is then repeated under the same key."""
LEAST = 0.3
"""Minimum seconds to wait, even after the owner's lease: the table cannot be taken over sooner."""
STALE = 10.0
"""Maximum age of a message in seconds by the database's clock. An owner that was suspended ignores older ones when it
wakes.
"""


class OwnerUnavailable(Exception):
    """The owner of a table does not respond."""


class OwnerUnanswered(OwnerUnavailable):
    """The owner of a table received the command and may have carried it out."""


class BadSeal(Exception):
    """A message that did not come from a process of this floor, or that is too old."""


class ForwardedCommand(NamedTuple):
    """A command for a table that another process owns."""

    table: int
    person: Person
    command: Command
    key: str | None


class TableClient:
    """Forwards commands to the owners of tables, and reads the commands that other processes forward."""

    def __init__(self, store: Store, sealer: Sealer) -> None:
        self._store = store
        self._secret = sealer.secret
        self._client: httpx.AsyncClient | None = None

    async def send(self, asked: ForwardedCommand) -> dict[str, Any]:
        """Let the table's owner carry out a command; returns its answer."""
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
            what = f"the owner of table {asked.table} does not answer: {type(problem).__name__}"
            raise (OwnerUnavailable if isinstance(problem, httpx.ConnectError) else OwnerUnanswered)(what) from None
        return _result(status, answer)

    async def _post(self, address: str, content: str, patience: float) -> tuple[int, dict[str, Any]]:
        """Send a message to another process; returns the status and the answer."""
        if self._client is None:
            self._client = httpx.AsyncClient(trust_env=False)
        headers, to = {"x-pitboss-seal": self.seal(content)}, f"{address}/processes/command"
        said = await self._client.post(to, content=content, headers=headers, timeout=patience)
        answer: dict[str, Any] = said.json()
        return said.status_code, answer

    def read(self, content: bytes, seal: str) -> ForwardedCommand:
        """The command in a message; `BadSeal` if no process of this floor sent it, or it is too old."""
        if not hmac.compare_digest(self.seal(content.decode("utf-8", "replace")), seal):
            raise BadSeal("the message was not sent by a process of this floor")
        said = json.loads(content)
        late = time.time() + self._store.skew - said["at"]
        if abs(late) > STALE:
            log.warning("a message of another process is %.0f s old and is ignored: is a clock wrong?", late)
            raise BadSeal("the message is too old")
        id, name, kind, role = said["person"]
        command = COMMANDS.validate_python(said["command"])
        return ForwardedCommand(said["table"], Person(id, name, kind, Role(role)), command, said["key"])

    def seal(self, content: str) -> str:
        return hmac.new(self._secret, content.encode(), hashlib.sha256).hexdigest()

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def _owner_of(self, id: int) -> tuple[str, float]:
        """The address of a table's owner, and the seconds to wait for its answer.

        Waiting longer than the lease is useless: a retry can then take over the table.
        """
        table, process = schema.gaming_table, schema.process
        owner = select(process.c.url, process.c.beat).join(table, table.c.owner == process.c.id).where(table.c.id == id)

        def asked(connection: Connection) -> tuple[str, float]:
            row = connection.execute(owner).first()
            if row is None or not row.url:
                raise OwnerUnavailable(f"the owner of table {id} is unknown")
            left = SECONDS if row.beat is None else LEASE - (self._store.now(connection) - row.beat)
            return str(row.url), min(SECONDS, max(LEAST, left + LEAST))

        return await self._store.read(asked)


def error_answer(problem: Exception) -> tuple[int, dict[str, Any]]:
    """The status and answer to send to another process whose command failed."""
    match problem:
        case BadSeal():
            return 403, {"kind": "seal", "reason": str(problem)}
        case Refused():
            answer = problem.answer
            said = {"kind": "refused", "reason": answer.reason, "section": answer.section}
            return 409, said | {"citation": problem.citation}
        case WrongRole():
            return 403, {"kind": "role", "reason": str(problem)}
        case KeyReused():
            return 409, {"kind": "key", "reason": str(problem)}
        case OutcomeUnknown():
            return 503, {"kind": "unknown", "reason": str(problem)}
        case _:
            return 503, {"kind": "elsewhere", "reason": str(problem)}


def _result(status: int, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer of another process; raises its error."""
    if status == 200:
        return answer
    match answer.get("kind"):
        case "refused":
            raise Refused(Answer(False, answer["reason"], answer.get("section", "")), answer.get("citation", ""))
        case "role":
            raise WrongRole(answer["reason"])
        case "key":
            raise KeyReused(answer["reason"])
        case "unknown":
            raise OutcomeUnknown(answer["reason"])
        case _:
            raise OwnerUnavailable(answer.get("reason", "the owner of the table could not carry out the command"))
