"""Comparison of a floor with its anchors when it starts, and acceptance of a restored database.

A floor was rewound if an anchor holds a checkpoint that the database does not have, or if a tape or a journal in the
database is not the one that a recent checkpoint names. An anchor that is down or lost its checkpoints
proves nothing: it is reported, and the floor starts.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, select

from pitboss.floor import schema
from pitboss.floor.anchors.checkpoints import (
    HEADS_EACH,
    LONGEST_REASON,
    BadCheckpoint,
    Checkpoint,
    Head,
    Restore,
    after,
    has,
    in_force,
    newest,
    newest_journal,
    restores,
    sign_checkpoint,
    write,
)
from pitboss.floor.anchors.places import Anchor, AnchorDown, CannotBeRead, FileAnchor
from pitboss.floor.chance import Sealer
from pitboss.floor.store import Store
from pitboss.floor.threads import in_thread
from pitboss.table.tape import START

RECENT = 200
"""The number of checkpoints whose heads are compared with the tapes at every start."""
PATIENCE = 15.0
"""Seconds within which an anchor must say what it holds."""


class RewoundFloor(ValueError):
    """An anchor proves that the database was rewound."""


class NothingToAccept(ValueError):
    """A restore was accepted, but the floor agrees with its anchors."""


@dataclass(frozen=True, slots=True)
class Tip:
    """An anchor's last checkpoint, or the reason it is not known."""

    anchor: Anchor
    checkpoint: Checkpoint | None = None
    problem: str = ""


@dataclass(slots=True)
class Comparison:
    """The result of comparing a floor with its anchors."""

    rewound: list[str] = field(default_factory=list)
    """The evidence in the anchors that the floor was rewound."""
    warnings: list[str] = field(default_factory=list)
    agreeing: list[str] = field(default_factory=list)
    """The names of the anchors with which the floor agrees."""
    base: Checkpoint | None = None
    """The last checkpoint that is certainly true."""
    ends: list[Checkpoint] = field(default_factory=list)
    """The last checkpoints of the anchors that disagree with the database, and its own."""


async def tips_of(anchors: Sequence[tuple[Anchor, Executor]], public: str) -> list[Tip]:
    """The last checkpoints of all anchors."""

    async def tip(anchor: Anchor, thread: Executor) -> Tip:
        try:
            async with asyncio.timeout(PATIENCE):
                return Tip(anchor, await in_thread(thread, anchor.latest, public))
        except CannotBeRead:
            return Tip(anchor)
        except TimeoutError:
            return Tip(anchor, problem="it does not answer")
        except (AnchorDown, BadCheckpoint) as problem:
            return Tip(
                anchor, problem=f"its last line {problem}" if isinstance(problem, BadCheckpoint) else str(problem)
            )

    return list(await asyncio.gather(*(tip(anchor, thread) for anchor, thread in anchors)))


def compare(connection: Connection, public: str, tips: Sequence[Tip]) -> Comparison:
    """Compare a floor with its anchors' last checkpoints, which were read before."""
    found = Comparison()
    last = newest(connection, public)
    accepted = restores(connection, public)
    reached = dict(connection.execute(select(schema.anchor.c.name, schema.anchor.c.number)).all())
    found.base = last
    for tip in tips:
        name, one = tip.anchor.name, tip.checkpoint
        if tip.problem:
            found.warnings.append(f"the anchor {name} was not compared: {tip.problem}")
        elif (held := reached.get(name, 0)) > (0 if one is None else one.number):
            left = "nothing" if one is None else f"only {one}"
            found.warnings.append(f"the anchor {name} lost checkpoints: it held {held}, and has {left}")
        if one is None:
            continue
        if agrees(connection, one, accepted):
            found.agreeing.append(name)
        else:
            found.ends.append(one)
            found.rewound.append(_beyond(name, one, last))
    if (recent := _untrue(connection, public)) is not None:
        base, fault = recent
        found.rewound.append(fault)
        found.base = base
        assert last is not None
        found.ends.append(last)
    return found


def agrees(connection: Connection, one: Checkpoint, accepted: Sequence[Checkpoint]) -> bool:
    """Whether the database has a checkpoint of an anchor, or has accepted its loss."""
    if one.number == 0:  # from an earlier version, whose heads were not in the database
        return not _mismatches(connection, one) or not in_force([one], accepted)
    return has(connection, one.hash) or not in_force([one], accepted)


def _beyond(name: str, one: Checkpoint, last: Checkpoint | None) -> str:
    if last is not None and 0 < one.number <= last.number:
        return f"{name} holds another {one} than the database, which went on to {last.number}"
    ends = f"the database ends with {last}" if last is not None else "the database has none"
    return f"{name} holds {one}, and {ends}"


def _untrue(connection: Connection, public: str) -> tuple[Checkpoint | None, str] | None:
    """The last recent checkpoint before the first one that the tapes or the ledger contradict, and how they contradict
    it."""
    last = newest(connection, public)
    if last is None:
        return None
    recent = in_force(after(connection, last.number - RECENT, public, RECENT))
    for place, one in enumerate(recent):
        if wrong := _mismatches(connection, one):
            return recent[place - 1] if place else None, f"the database contradicts its {one}: {wrong}"
    return None


def _mismatches(connection: Connection, one: Checkpoint) -> str:
    """How the tapes or the ledger contradict a checkpoint; "" if they do not."""
    entry, journal = schema.entry.c, schema.journal.c
    for head in one.heads:
        line = connection.execute(
            select(entry.line).where(entry.table == head.table, entry.number == head.entry)
        ).scalar()
        if line is None:
            return f"the tape of table {head.table} ends before entry {head.entry}"
        if f'"hash":"{head.head}"' not in line:
            return f"entry {head.entry} of table {head.table} is another one"
    if one.journal is not None:
        id, seal = one.journal
        if connection.execute(select(journal.seal).where(journal.id == id)).scalar() != seal:
            return f"journal {id} is missing, or another one"
    return ""


# ---- accepting a restore


def accept(connection: Connection, store: Store, sealer: Sealer, tips: Sequence[Tip], reason: str) -> Checkpoint:
    """Accept that the database was rewound, and record it; `NothingToAccept` if it was not."""
    store.serialize(connection, "checkpoints")
    found = compare(connection, sealer.public, tips)
    if not found.rewound:
        raise NothingToAccept("there is no restore to accept: the floor agrees with its anchors; omit the option")
    last = newest(connection, sealer.public)
    bases = [found.base, *(_common(connection, tip, sealer.public) for tip in tips if tip.checkpoint in found.ends)]
    base = min(bases, key=lambda one: -1 if one is None else one.number)
    number = 1 + max([one.number for one in found.ends] + ([last.number] if last is not None else []))
    ends = {one.hash for one in found.ends}
    if last is not None and last != base:
        ends.add(last.hash)
    accepted = Restore(reason, -1 if base is None else base.number, tuple(sorted(ends)))
    made = sign_checkpoint(
        sealer,
        number,
        START if base is None else base.hash,
        _heads_now(connection),
        newest_journal(connection, store.process),
        accepted,
    )
    write(connection, made)
    return made


def check_reason(reason: str) -> str:
    """The reason for a restore, without surrounding spaces; `ValueError` if it is empty or too long."""
    reason = " ".join(reason.split())
    if not 3 <= len(reason) <= LONGEST_REASON:
        raise ValueError(f"the reason for accepting a restore must have 3 to {LONGEST_REASON} characters")
    return reason


def _common(connection: Connection, tip: Tip, public: str) -> Checkpoint | None:
    """The last checkpoint that an anchor and the database share, as far as that is known."""
    assert tip.checkpoint is not None
    if isinstance(tip.anchor, FileAnchor):
        held = [one for one in tip.anchor.lines(public) if isinstance(one, Checkpoint) and one.number]
        return next((one for one in reversed(held) if has(connection, one.hash)), None)
    line = schema.checkpoint.c
    before = select(func.max(line.number)).where(line.number < tip.checkpoint.number)
    number = connection.execute(before).scalar()
    return None if number is None else after(connection, int(number) - 1, public, 1)[0]


def _heads_now(connection: Connection) -> list[Head]:
    """The heads of the open tables, up to the limit of a checkpoint; the others follow when their tables are loaded."""
    table, entry = schema.gaming_table.c, schema.entry.c
    found = []
    for id in connection.execute(select(table.id).where(table.closed.is_(None)).order_by(table.id).limit(HEADS_EACH)):
        last = select(entry.number, entry.line).where(entry.table == id.id).order_by(entry.number.desc()).limit(1)
        row = connection.execute(last).one()
        found.append(Head(int(id.id), int(row.number), str(json.loads(row.line)["hash"])))
    return found


__all__ = [
    "Comparison",
    "NothingToAccept",
    "RewoundFloor",
    "Tip",
    "accept",
    "agrees",
    "check_reason",
    "compare",
    "tips_of",
]
