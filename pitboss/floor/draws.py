"""What chance answered at a table, round by round, with all that is needed to work it out again.

Anybody may see it, but for the seeds of shuffles: these tell every card, those too that were given up unseen, and only
surveillance and the regulator see them. What was shown of a shuffle is verified otherwise (`shuffles`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, Field
from sqlalchemy import Connection, func, select

from pitboss.equipment.decks import spread
from pitboss.floor import schema
from pitboss.floor.chance import LiveSource
from pitboss.floor.commitments import OF, SHUFFLES, drew
from pitboss.floor.floor import Floor
from pitboss.floor.records import NoSuchTable, begun, game_of, laid_at, sealed_entries
from pitboss.table import Dealer
from pitboss.table.codec import from_plain
from pitboss.table.steps import Ask, AskDice, AskDraw, AskNumber, AskShuffle

AT_ONCE = 20


class CommitmentSeen(BaseModel):
    """A seed that was committed to at an entry of the tape, and what it was if it is opened."""

    of: Literal["rolls", "shuffles"]
    commitment: str
    entry: int
    seed: str | None = None


class DrawSeen(BaseModel):
    """Something that chance answered; which fields say what was asked depends on its kind."""

    entry: int
    kind: Literal["dice", "number", "draw", "shuffle"]
    commitment: str = Field("", description="To the seed it was made of; none at a table of an earlier version")
    head: str = Field(description="The hash of the entry before it")
    result: Any
    number: int = Field(0, description="So many dice")
    below: int = Field(0, description="A number from 0 to one less")
    shows: list[str] = Field([], description="What each number shows: the compartments of a wheel")
    of: int = Field(0, description="Numbers from 1 to this")
    take: int = Field(0, description="So many of them")
    out: list[int] = Field([], description="Those that had come already")
    cards: str = Field("", description="The cards of the shoe before they were shuffled; told when the seed is opened")


class RoundDrawn(BaseModel):
    """What chance answered in a round, and the seeds."""

    round: int
    commitments: list[CommitmentSeen]
    draws: list[DrawSeen]


async def drawn_rounds(
    floor: Floor, table: int, before: int | None = None, most: int = AT_ONCE, whole: bool = False
) -> list[RoundDrawn]:
    """The rounds of a table in which chance has answered, the newest first; those `before` a round, so many at most.

    `whole`: with the opened seeds of shuffles.
    """
    read = floor.store.read_now
    return await floor.computed(lambda: read(lambda connection: list(_rounds(connection, table, before, most, whole))))


def _rounds(connection: Connection, table: int, before: int | None, most: int, whole: bool) -> Iterator[RoundDrawn]:
    entry = schema.entry
    mine = entry.c.table == table
    newest = connection.execute(select(func.max(entry.c.round)).where(mine)).scalar()
    if newest is None:
        raise NoSuchTable(f"there is no table {table}")
    last = newest if before is None else min(newest, before - 1)
    by_round: dict[int, list[DrawSeen]] = {}
    for round, draw in _drawn(connection, table, last - most + 1, last):
        by_round.setdefault(round, []).append(draw)
    known = _Commitments(connection, table)
    for round in sorted(by_round, reverse=True):
        seeds: dict[str, CommitmentSeen] = {}
        told = []
        for draw in by_round[round]:
            seed = known.at(draw.entry, OF[draw.kind])
            if seed is not None and seed.of == SHUFFLES and not whole:
                seed = seed.model_copy(update={"seed": None})
            hidden = {} if seed is not None and seed.seed is not None else {"cards": ""}
            if seed is not None:
                seeds[seed.commitment] = seed
                hidden["commitment"] = seed.commitment
            told.append(draw.model_copy(update=hidden))
        yield RoundDrawn(round=round, commitments=list(seeds.values()), draws=told)


def _drawn(connection: Connection, table: int, first: int, last: int) -> Iterator[tuple[int, DrawSeen]]:
    """What chance answered in these rounds, each with its round: the rounds are played again to know what was asked."""
    entry = schema.entry
    mine = entry.c.table == table
    start = begun(connection, table, first) or 1
    rows = select(entry.c.number, entry.c.line, entry.c.round).where(mine, entry.c.number >= start)
    lines = connection.execute(rows.where(entry.c.round <= last).order_by(entry.c.number)).all()
    if not lines:
        return
    game = game_of(laid_at(connection, table, start))
    opening = json.loads(lines[0].line)
    entries, _ = sealed_entries([(row.number, row.line) for row in lines], opening["prev"])
    dealer = Dealer.resume(game, LiveSource(), from_plain(game.state_type, opening["state"]), ())
    for row, one in zip(lines[1:], entries[1:], strict=True):
        if drew(one) and row.round >= first and dealer.ask is not None:
            head = json.loads(row.line)["prev"]
            yield row.round, _seen(one.number, dealer.ask, head, one.data["reply"])
        dealer.follow(one)


def _seen(entry: int, ask: Ask, head: str, result: Any) -> DrawSeen:
    asked: dict[str, Any] = {}
    if isinstance(ask, AskDice):
        asked = {"number": ask.number}
    elif isinstance(ask, AskNumber):
        asked = {"below": ask.below, "shows": list(map(str, ask.shows))}
    elif isinstance(ask, AskDraw):
        asked = {"of": ask.of, "take": ask.take, "out": list(ask.out)}
    elif isinstance(ask, AskShuffle):
        asked = {"cards": " ".join(map(str, spread(ask.composition)))}
    return DrawSeen.model_validate({"entry": entry, "kind": ask.kind, "head": head, "result": result} | asked)


class _Commitments:
    """The commitments of a table, looked up where they are wanted."""

    def __init__(self, connection: Connection, table: int) -> None:
        self._connection = connection
        entry = schema.entry
        self._mine = (entry.c.table == table) & (entry.c.kind == "chance")
        self._known: dict[tuple[str, int], CommitmentSeen] = {}

    def at(self, number: int, of: str) -> CommitmentSeen | None:
        """The commitment that is in force at an entry."""
        entry = schema.entry
        made = self._mine & (entry.c.number < number) & entry.c.line.like(f'%"{of}":"%')
        rows = select(entry.c.number, entry.c.line).where(made).order_by(entry.c.number.desc()).limit(1)
        row = self._connection.execute(rows).first()
        if row is None:
            return None
        if (kept := self._known.get((of, row.number))) is None:
            commitment = json.loads(row.line)["commits"][of]
            seed = self._opened(row.number, commitment)
            kept = CommitmentSeen.model_validate(
                {"of": of, "commitment": commitment, "entry": row.number, "seed": seed}
            )
            self._known[of, row.number] = kept
        return kept

    def _opened(self, number: int, commitment: str) -> str | None:
        entry = schema.entry
        later = self._mine & (entry.c.number > number) & entry.c.line.like(f"%{commitment}%")
        line = self._connection.execute(select(entry.c.line).where(later).order_by(entry.c.number).limit(1)).scalar()
        seed: str | None = None if line is None else json.loads(line)["opens"].get(commitment)
        return seed
