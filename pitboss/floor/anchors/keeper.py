"""The keeper of a process's anchors, which writes checkpoints and copies them to every anchor.

1. Tables note the heads of their tapes in memory. Once a second at most, the keeper writes them into a checkpoint in
   the database. Only the newest head of a table is remembered, so the queue is never longer than the number of tables.
2. Each anchor has its own task and thread. Its missing checkpoints are read from the database, so nothing is
   queued for an anchor that is down, and nothing is lost if the process dies.
3. An anchor that holds something other than the chain shows that another floor writes to it, or that this one was
   rewound while it ran. That is an alarm.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, insert, select, update

from pitboss.floor import schema
from pitboss.floor.anchors.checkpoints import (
    BadCheckpoint,
    Checkpoint,
    Head,
    after,
    append,
    in_force,
    newest,
    position,
    restores,
)
from pitboss.floor.anchors.comparison import RewoundFloor, accept, agrees, check_reason, compare, tips_of
from pitboss.floor.anchors.places import (
    HEADS_FILE,
    Anchor,
    AnchorDown,
    AnchorMoved,
    CannotBeRead,
    FileAnchor,
    TimeStamps,
    Webhook,
)
from pitboss.floor.threads import in_thread

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
EVERY = 1.0
"""The minimum seconds between two checkpoints."""
LEDGER_EVERY = 10.0
"""Seconds between checks for money that moved outside a round."""
AT_ONCE = 100
"""The maximum number of checkpoints given to an anchor at once."""
FIRST_RETRY, LAST_RETRY = 1.0, 60.0
"""Seconds before a failed anchor is tried again, doubled with every failure."""
RECORDED_EVERY = 5.0
"""The minimum seconds between two database records of what an anchor holds."""
STAMP_EVERY = 60.0
"""The minimum seconds between two time stamps."""
FAREWELL = 3.0
"""Seconds that anchors have to take the last checkpoints when the floor closes."""


@dataclass(frozen=True, slots=True)
class AnchorSettings:
    """The anchors besides the file in the floor's folder."""

    files: tuple[Path, ...] = ()
    webhooks: tuple[str, ...] = ()
    token: str = field(default="", repr=False)
    """The bearer token for the webhooks."""
    time_stamps: str = ""
    """The URL of a time-stamping authority."""
    certificate: Path | None = None
    """The root certificate of the authority."""

    def anchors(self, folder: Path) -> list[Anchor]:
        """The anchors, first the file in the folder."""
        made: list[Anchor] = [FileAnchor(folder / HEADS_FILE), *(FileAnchor(path) for path in self.files)]
        made += [Webhook(url, self.token) for url in self.webhooks]
        for place, one in enumerate(made):
            same = sum(other.name == one.name for other in made[:place])
            if same and isinstance(one, FileAnchor):
                raise ValueError(f"the anchor {one.path} is named twice, or is the file in the folder of the floor")
            one.name += f" ({same + 1})" if same else ""
        return made


def read_settings(
    anchors: Sequence[str] = (),
    time_stamps: str = "",
    certificate: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> AnchorSettings:
    """The settings as given, or else from the environment; `ValueError` if they are invalid."""
    given = list(anchors) or environment.get("PITBOSS_ANCHORS", "").split()
    time_stamps = time_stamps or environment.get("PITBOSS_TIME_STAMPS", "")
    named = environment.get("PITBOSS_TIME_STAMPS_CERTIFICATE", "")
    certificate = certificate or (Path(named) if named else None)
    for url in (*(one for one in given if "://" in one), *([time_stamps] if time_stamps else [])):
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"{url.partition('://')[0]}://…: an anchor is a path or an http or https URL")
    if certificate is not None and not certificate.is_file():
        raise ValueError(f"{certificate}: there is no such file with the certificate of a time-stamping authority")
    for path in (one for one in given if "://" not in one):
        if Path(path).is_dir():
            raise ValueError(f"{path}: is a folder; name a file in it, such as {Path(path) / HEADS_FILE}")
    return AnchorSettings(
        files=tuple(Path(one) for one in given if "://" not in one),
        webhooks=tuple(one for one in given if "://" in one),
        token=environment.get("PITBOSS_ANCHOR_TOKEN", ""),
        time_stamps=time_stamps,
        certificate=certificate,
    )


class AnchorState(BaseModel):
    """The state of an anchor, as this process knows it."""

    model_config = ConfigDict(frozen=True)

    name: str
    checkpoint: int = Field(description="The number of the last checkpoint that it is known to hold")
    behind: int = Field(description="How many numbers the chain of the floor is ahead of it")
    problem: str = Field("", description="Why no checkpoint can be added; empty if one can")
    alarm: bool = Field(False, description="Whether it does not match the chain: the floor was rewound")


@dataclass(slots=True)
class _Copy:
    """An anchor, and its known contents."""

    anchor: Anchor
    thread: Executor
    reached: int | None = None
    """The number after which the chain is copied; None if the anchor must be asked first."""
    recorded: int = 0
    recorded_at: float = float("-inf")
    problem: str = ""
    alarm: bool = False
    readable: bool = True
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Keeper:
    """Writes a process's checkpoints, and keeps its anchors up to date."""

    def __init__(self, floor: Floor, settings: AnchorSettings) -> None:
        self._floor = floor
        self._store = floor.store
        self._public = floor.sealer.public
        self.copies = [
            _Copy(one, ThreadPoolExecutor(1, f"pitboss-anchor-{place}"))
            for place, one in enumerate(settings.anchors(floor.folder))
        ]
        self._stamps = TimeStamps(settings.time_stamps, settings.certificate) if settings.time_stamps else None
        self._stamping = ThreadPoolExecutor(1, "pitboss-stamps")
        self._stamped: Checkpoint | None = None
        self.stamp_problem = ""
        self._noted: dict[int, Head] = {}
        self._wake = asyncio.Event()
        self._journal: tuple[int, str] | None = None
        """The newest journal of this process that is in a checkpoint."""
        self._last = 0
        """The number of the last checkpoint known here."""

    # ---- at the start

    async def compare(self, accept_restore: str = "") -> None:
        """Compare the floor with its anchors; `RewoundFloor` if it was rewound and no one has accepted that."""
        reason = check_reason(accept_restore) if accept_restore else ""
        tips = await tips_of([(one.anchor, one.thread) for one in self.copies], self._public)
        if reason:
            sealer = self._floor.sealer
            made = await self._store.change(lambda connection: accept(connection, self._store, sealer, tips, reason))
            log.warning("a restore was accepted as checkpoint %s: %s", made.number, reason)
            return
        found = await self._store.read(lambda connection: compare(connection, self._public, tips))
        for warning in found.warnings:
            log.warning("%s", warning)
        if found.rewound:
            raise RewoundFloor(
                f"this floor was rewound: {found.rewound[0]}; put the newer database back, or accept the loss with "
                "--accept-restore REASON"
            )

    # ---- while the floor is open

    def note(self, head: Head) -> None:
        """Note a tape's head for the next checkpoint."""
        self._noted[head.table] = head
        self._wake.set()

    def work(self) -> list[Coroutine[Any, Any, None]]:
        """The coroutines that must run as long as the floor is open."""
        stamping = [self._keep_stamping()] if self._stamps is not None else []
        return [self._keep_writing(), *(self._keep_copying(one) for one in self.copies), *stamping]

    async def flush(self) -> None:
        """Write a checkpoint now, and copy the chain to every anchor that is up."""
        with suppress(Exception):
            await self._write()
        for one in self.copies:
            one.recorded_at = float("-inf")
        await asyncio.gather(*(self._copy_all(one) for one in self.copies))

    async def close(self) -> None:
        """Finish the work, as far as the anchors answer in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.flush()
        for one in self.copies:
            one.thread.shutdown(wait=False, cancel_futures=True)
        self._stamping.shutdown(wait=False, cancel_futures=True)

    def states(self) -> list[AnchorState]:
        """The state of every anchor."""
        found = [
            AnchorState(
                name=one.anchor.name,
                checkpoint=max(one.recorded, one.reached or 0),
                behind=max(0, self._last - max(one.recorded, one.reached or 0)),
                problem=one.problem,
                alarm=one.alarm,
            )
            for one in self.copies
        ]
        if self._stamps is not None:
            number = 0 if self._stamped is None else self._stamped.number
            behind = max(0, self._last - number)
            found.append(
                AnchorState(name=self._stamps.name, checkpoint=number, behind=behind, problem=self.stamp_problem)
            )
        return found

    async def _keep_writing(self) -> None:
        """Write checkpoints when heads were noted, or when money moved outside a round."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LEDGER_EVERY):
                    await self._wake.wait()
            with suppress(Exception):
                await self._write()
            await asyncio.sleep(EVERY)

    async def _write(self) -> None:
        self._wake.clear()
        process = self._store.process
        last, journal = await self._store.read(lambda connection: position(connection, process))
        if self._noted or journal != self._journal:
            await self._append()
            self._journal = journal
        elif last > self._last:  # written by another process
            self._copy(last)

    async def _append(self) -> None:
        noted, self._noted = self._noted, {}
        try:
            heads = list(noted.values())
            made = await self._store.change(
                lambda connection: append(connection, self._store, self._floor.sealer, heads)
            )
        except BaseException as problem:
            self._noted = noted | self._noted
            self._wake.set()
            if isinstance(problem, Exception):
                log.warning("a checkpoint could not be written: %s", problem)
            raise
        if made:
            self._copy(made[-1].number)

    def _copy(self, last: int) -> None:
        """Request that the chain be copied to all anchors up to a number."""
        self._last = max(self._last, last)
        for one in self.copies:
            one.wake.set()

    # ---- copying

    async def _keep_copying(self, copy: _Copy) -> None:
        wait = FIRST_RETRY
        while True:
            if await self._copy_all(copy):
                wait = FIRST_RETRY
                await copy.wake.wait()
            else:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LAST_RETRY)

    async def _copy_all(self, copy: _Copy) -> bool:
        """Give an anchor whatever it is missing; returns whether it is complete."""
        async with copy.lock:
            return await self._copy_in_turn(copy)

    async def _copy_in_turn(self, copy: _Copy) -> bool:
        copy.wake.clear()
        try:
            if copy.reached is None:
                await self._ask(copy)
            while missing := await self._missing(copy.reached or 0):
                await in_thread(copy.thread, copy.anchor.add, missing)
                copy.reached = missing[-1].number
                self._last = max(self._last, copy.reached)
            await self._record(copy)
        except AnchorMoved as problem:
            copy.reached, copy.alarm = None, copy.alarm or not copy.readable
            self._trouble(copy, str(problem))
        except (AnchorDown, BadCheckpoint) as problem:
            self._trouble(copy, str(problem))
        except Exception as problem:  # the database does not answer, or something in the anchor's path fails
            self._trouble(copy, f"{type(problem).__name__}: {problem}"[:200])
        else:
            self._trouble(copy, "")
            return True
        return False

    async def _missing(self, number: int) -> list[Checkpoint]:
        """The next checkpoints after a number."""
        return await self._store.read(lambda connection: after(connection, number, self._public, AT_ONCE))

    async def _ask(self, copy: _Copy) -> None:
        """Find an anchor's last checkpoint, and find the number after which the chain must be copied to it."""
        try:
            held = await in_thread(copy.thread, copy.anchor.latest, self._public)
        except CannotBeRead:
            copy.readable = False
            copy.reached = await self._store.read(lambda connection: self._recorded(connection, copy.anchor.name))
            return
        reached = await self._store.read(lambda connection: _continue_after(connection, held, self._public))
        if reached is None:
            copy.alarm = True
            raise AnchorMoved(
                f"it holds {held}, which is not this floor's: it was rewound, or another one writes there"
            )
        copy.reached, copy.alarm = reached, False

    def _recorded(self, connection: Connection, name: str) -> int:
        """The number after which an unreadable anchor continues; a new one begins with the newest checkpoint."""
        row = schema.anchor.c
        known = connection.execute(select(row.number).where(row.name == name)).scalar()
        if known is not None:
            return int(known)
        last = newest(connection, self._public)
        return 0 if last is None else last.number - 1

    async def _record(self, copy: _Copy) -> None:
        """Record in the database what an anchor holds, so that a loss is noticed."""
        reached = copy.reached or 0
        if reached == copy.recorded or time.monotonic() < copy.recorded_at + RECORDED_EVERY:
            return
        await self._store.change(lambda connection: _note(connection, copy.anchor.name, reached))
        copy.recorded, copy.recorded_at = reached, time.monotonic()

    def _trouble(self, copy: _Copy, problem: str) -> None:
        if problem and problem != copy.problem:
            say = log.error if copy.alarm else log.warning
            say("the anchor %s: %s", copy.anchor.name, problem)
        elif copy.problem and not problem:
            log.warning("the anchor %s works again", copy.anchor.name)
        copy.problem = problem
        self._report()

    def _report(self) -> None:
        """Report incomplete anchors, without naming them, because anyone may see the condition."""
        condition = self._store.condition
        troubled = [one for one in self.copies if one.problem]
        if any(one.alarm for one in troubled):
            condition.begins("anchors", "an anchor holds checkpoints that this floor does not have: it was rewound")
        elif troubled:
            condition.begins("anchors", f"{len(troubled)} of {len(self.copies)} anchors cannot be written")
        else:
            condition.ends("anchors", "all anchors can be written again")

    # ---- time stamps

    async def _keep_stamping(self) -> None:
        while True:
            with suppress(Exception):
                await self.stamp()
            await asyncio.sleep(STAMP_EVERY)

    async def stamp(self) -> None:
        """Request a time stamp of the newest checkpoint, unless it has one, and write it to all files."""
        assert self._stamps is not None
        stamps = self._stamps
        last = await self._store.read(lambda connection: newest(connection, self._public))
        if last is None or (self._stamped is not None and self._stamped.number >= last.number):
            return
        try:
            made = await in_thread(self._stamping, stamps.stamp, last)
        except AnchorDown as problem:
            if str(problem) != self.stamp_problem:
                log.warning("the %s: %s", stamps.name, problem)
            self.stamp_problem = str(problem)
            return
        for copy in self.copies:
            if isinstance(copy.anchor, FileAnchor):
                with suppress(AnchorDown):
                    await in_thread(copy.thread, copy.anchor.add_stamp, made)
        self._stamped, self.stamp_problem = last, ""
        await self._store.change(lambda connection: _note(connection, stamps.name, last.number))


def _continue_after(connection: Connection, held: Checkpoint | None, public: str) -> int | None:
    """The number after which the chain continues an anchor's contents; None if it does not continue them."""
    if held is None:
        return 0
    accepted = restores(connection, public)
    if not agrees(connection, held, accepted):
        return None
    if in_force([held], accepted):
        return held.number
    return max(one.number for one in accepted if not in_force([held], [one])) - 1


def _note(connection: Connection, name: str, number: int) -> None:
    row = schema.anchor
    known = connection.execute(select(row.c.number).where(row.c.name == name).with_for_update()).scalar()
    values = {"number": number, "at": time.time()}
    if known is None:
        connection.execute(insert(row).values(name=name, **values))
    elif int(known) < number:
        connection.execute(update(row).where(row.c.name == name).values(**values))
