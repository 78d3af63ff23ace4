"""The review of all checkpoints, in the database and in every anchor that can be read from here, for an audit."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, select

from pitboss.floor import schema
from pitboss.floor.anchors.checkpoints import (
    BadCheckpoint,
    Checkpoint,
    Head,
    faults_of,
    in_force,
    read_checkpoint,
)
from pitboss.floor.anchors.places import (
    Anchor,
    AnchorDown,
    CannotBeRead,
    FileAnchor,
    Stamp,
    fault_of_stamp,
    time_of_stamp,
)
from pitboss.floor.chance import Sealer

LATE_STAMP = 3600.0
"""The delay in seconds between a checkpoint and its time stamp that is worth reporting."""
EARLY_STAMP = 60.0
"""Seconds by which the floor's clock and an authority's may differ."""


class ComparedAnchor(BaseModel):
    """An anchor with which the floor was compared."""

    model_config = ConfigDict(frozen=True)

    name: str
    checkpoints: int = Field(description="The number of checkpoints that were read from it")
    last: str = Field("", description="The last of them, and its time")
    stamps: int = Field(0, description="The number of its time stamps")
    stamped: str = Field("", description="The last checkpoint with a time stamp, and the time that was confirmed")


@dataclass(slots=True)
class HeldByAnchor:
    """Everything that an anchor holds; for a webhook, the last checkpoint."""

    anchor: Anchor
    checkpoints: list[Checkpoint] = field(default_factory=list)
    stamps: list[Stamp] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    problem: str = ""
    """The reason it could not be read."""


@dataclass(slots=True)
class Review:
    """The result of a review, with the location of each fault and notice."""

    anchors: list[ComparedAnchor] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)
    notices: list[tuple[str, str]] = field(default_factory=list)
    heads: dict[int, list[Head]] = field(default_factory=dict)
    """The heads that the tapes must contain, by table."""


def held_by(anchor: Anchor, public: str) -> HeldByAnchor:
    """Read an anchor."""
    held = HeldByAnchor(anchor)
    try:
        if isinstance(anchor, FileAnchor):
            for one in anchor.lines(public):
                if isinstance(one, Checkpoint):
                    held.checkpoints.append(one)
                elif isinstance(one, Stamp):
                    held.stamps.append(one)
                else:
                    held.faults.append(one)
            held.faults += faults_of(held.checkpoints)
        elif (last := anchor.latest(public)) is not None:
            held.checkpoints.append(last)
    except CannotBeRead:
        held.problem = "it does not return its checkpoints"
    except AnchorDown as problem:
        held.problem = str(problem)
    except BadCheckpoint as problem:
        held.faults.append(f"its last checkpoint {problem}")
    return held


def compare_anchors(
    connection: Connection,
    sealer: Sealer,
    held: Sequence[HeldByAnchor],
    reached: Mapping[str, tuple[int, float]],
    certificate: Path | None = None,
) -> Review:
    """Compare the chain in the database with the anchors. `reached` is what each is known to have held."""
    review = Review()
    chain = _chain(connection, sealer, review)
    known = {one.hash for one in chain}
    accepted = [one for one in chain if one.restore is not None]
    heads: defaultdict[int, dict[int, Head]] = defaultdict(dict)
    true = {one.hash: one for one in in_force(chain)}
    for one in held:
        _compare(one, chain, known, accepted, reached, review)
        _check_stamps(one, certificate, review)
        true |= {each.hash: each for each in in_force(one.checkpoints, accepted)}
    for checkpoint in true.values():
        for head in checkpoint.heads:
            heads[head.table].setdefault(head.entry, head)
    review.heads = {table: [entries[number] for number in sorted(entries)] for table, entries in heads.items()}
    review.faults += _journals(connection, true.values())
    for restore in accepted:
        assert restore.restore is not None
        first, last = restore.restore.base + 1, restore.number - 1
        what = f"a restore was accepted on {restore.when}, and checkpoints {max(1, first)} to {last} abandoned: "
        review.notices.append(("checkpoints", what + restore.restore.reason))
    here = {one.anchor.name for one in held}
    for name, (number, at) in sorted(reached.items()):
        if name not in here and not name.startswith("time stamps of "):
            when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at))
            what = f"was not compared; it had checkpoint {number} on {when}"
            review.notices.append((f"the anchor {name}", what))
    return review


def _chain(connection: Connection, sealer: Sealer, review: Review) -> list[Checkpoint]:
    """The checkpoints in the database."""
    chain: list[Checkpoint] = []
    row = schema.checkpoint.c
    for number, text in connection.execute(select(row.number, row.line).order_by(row.number)):
        try:
            one = read_checkpoint(text, sealer.public)
        except BadCheckpoint as problem:
            review.faults.append(("checkpoints", f"checkpoint {number} in the database {problem}"))
            continue
        if one.number != number:
            review.faults.append(("checkpoints", f"checkpoint {number} in the database is {one}"))
        chain.append(one)
    review.faults += [("checkpoints", f"in the database, {fault}") for fault in faults_of(chain)]
    return chain


def _compare(
    held: HeldByAnchor,
    chain: Sequence[Checkpoint],
    known: set[str],
    accepted: Sequence[Checkpoint],
    reached: Mapping[str, tuple[int, float]],
    review: Review,
) -> None:
    """Compare an anchor with the chain in the database."""
    where = f"the anchor {held.anchor.name}"
    if held.problem:
        review.notices.append((where, f"was not compared: {held.problem}"))
        return
    review.faults += [(where, fault) for fault in held.faults]
    last = held.checkpoints[-1] if held.checkpoints else None
    had = reached.get(held.anchor.name, (0, 0.0))[0]
    if had > (last.number if last is not None else 0):
        left = "nothing" if last is None else f"only {last}"
        review.faults.append((where, f"lost checkpoints: it held {had}, and has {left}"))
    strange = [one for one in in_force(held.checkpoints, accepted) if one.number and one.hash not in known]
    if strange:
        ends = f"ends with {chain[-1]}" if chain else "has none"
        what = f"holds {strange[0]}, which the database does not have; it {ends}: the floor was rewound"
        review.faults.append((where, what))
    if held.checkpoints:
        stamped = held.stamps[-1] if held.stamps else None
        review.anchors.append(
            ComparedAnchor(
                name=held.anchor.name,
                checkpoints=len(held.checkpoints),
                last=str(last),
                stamps=len(held.stamps),
                stamped="" if stamped is None else _stamped(stamped),
            )
        )


def _stamped(stamp: Stamp) -> str:
    try:
        when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(time_of_stamp(stamp)))
    except ValueError:
        return ""
    return f"checkpoint {stamp.number}, {when}"


def _check_stamps(held: HeldByAnchor, certificate: Path | None, review: Review) -> None:
    """Check the time stamps in an anchor."""
    where = f"the anchor {held.anchor.name}"
    by_hash = {one.hash: one for one in held.checkpoints}
    for stamp in held.stamps:
        of = by_hash.get(stamp.checkpoint)
        if of is None or of.number != stamp.number:
            review.faults.append((where, f"has a time stamp of a checkpoint {stamp.number} that it does not hold"))
        elif fault := fault_of_stamp(stamp, certificate):
            review.faults.append((where, f"the time stamp of {of}: {fault}"))
        elif (off := time_of_stamp(stamp) - of.time / 1000) < -EARLY_STAMP:
            review.faults.append((where, f"the time stamp of {of} is {-off:.0f} s older than the checkpoint"))
        elif off > LATE_STAMP:
            review.notices.append((where, f"the time stamp of {of} is {off / 3600:.1f} hours younger"))
    if held.stamps and certificate is None:
        review.notices.append((where, "the signatures of its time stamps were not checked: no certificate was given"))


def _journals(connection: Connection, checkpoints: Iterable[Checkpoint]) -> Iterator[tuple[str, str]]:
    """Find journals that checkpoints name but the ledger does not have."""
    row = schema.journal.c
    for one in checkpoints:
        if one.journal is not None:
            id, seal = one.journal
            if connection.execute(select(row.seal).where(row.id == id)).scalar() != seal:
                yield f"journal {id}", f"is missing, or not the one that {one} names: the ledger was rewound"
