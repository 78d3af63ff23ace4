"""A table's random outcomes by round, with everything needed to compute them again.

Anyone may see them, except for the seeds of shuffles: these reveal every card, including those discarded unseen, so
only surveillance and the regulator see them. Shown cards are verified by their shuffle instead (`shuffles`).
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
from pitboss.floor.commitments import SEED_KINDS, SHUFFLES, seed_kind_of
from pitboss.floor.floor import Floor
from pitboss.floor.records import NoSuchTable, game_of, layout_at, opening_entry, sealed_entries
from pitboss.table import Dealer
from pitboss.table.codec import from_plain
from pitboss.table.steps import Ask, AskDice, AskDraw, AskNumber, AskShuffle

AT_ONCE = 20


class CommitmentView(BaseModel):
    """A commitment on the tape, with its seed if it is opened."""

    of: Literal["rolls", "shuffles"]
    commitment: str
    entry: int
    seed: str | None = None


class DrawView(BaseModel):
    """A random outcome; the fields that describe the ask depend on its kind."""

    entry: int
    kind: Literal["dice", "number", "draw", "shuffle"]
    commitment: str = Field("", description="The commitment to its seed; null at a table of an earlier version")
    head: str = Field(description="The hash of the previous entry")
    result: Any
    number: int = Field(0, description="The number of dice")
    below: int = Field(0, description="The number of possible results, counted from 0")
    shows: list[str] = Field([], description="The meaning of each number: the compartments of a wheel")
    of: int = Field(0, description="The highest number")
    take: int = Field(0, description="How many numbers are drawn")
    out: list[int] = Field([], description="The numbers already drawn")
    cards: str = Field("", description="The cards of the shoe before the shuffle; included when the seed is opened")


class RoundDraws(BaseModel):
    """The random outcomes in a round, and their seeds."""

    round: int
    commitments: list[CommitmentView]
    draws: list[DrawView]


async def drawn_rounds(
    floor: Floor, table: int, before: int | None = None, most: int = AT_ONCE, whole: bool = False
) -> list[RoundDraws]:
    """Return a limited number of rounds with random outcomes, newest first, optionally only those `before` a round.

    With `whole`, the opened seeds of shuffles are included.
    """
    read = floor.store.read_now
    return await floor.computed(lambda: read(lambda connection: list(_rounds(connection, table, before, most, whole))))


def _rounds(connection: Connection, table: int, before: int | None, most: int, whole: bool) -> Iterator[RoundDraws]:
    entry = schema.entry
    mine = entry.c.table == table
    newest = connection.execute(select(func.max(entry.c.round)).where(mine)).scalar()
    if newest is None:
        raise NoSuchTable(f"there is no table {table}")
    last = newest if before is None else min(newest, before - 1)
    by_round: dict[int, list[DrawView]] = {}
    for round, draw in _drawn(connection, table, last - most + 1, last):
        by_round.setdefault(round, []).append(draw)
    known = _Commitments(connection, table)
    for round in sorted(by_round, reverse=True):
        seeds: dict[str, CommitmentView] = {}
        visible = []
        for draw in by_round[round]:
            seed = known.at(draw.entry, SEED_KINDS[draw.kind])
            if seed is not None and seed.of == SHUFFLES and not whole:
                seed = seed.model_copy(update={"seed": None})
            hidden = {} if seed is not None and seed.seed is not None else {"cards": ""}
            if seed is not None:
                seeds[seed.commitment] = seed
                hidden["commitment"] = seed.commitment
            visible.append(draw.model_copy(update=hidden))
        yield RoundDraws(round=round, commitments=list(seeds.values()), draws=visible)


def _drawn(connection: Connection, table: int, first: int, last: int) -> Iterator[tuple[int, DrawView]]:
    """The random outcomes in some rounds, each with its round, found by replaying the rounds."""
    entry = schema.entry
    mine = entry.c.table == table
    start = opening_entry(connection, table, first) or 1
    rows = select(entry.c.number, entry.c.line, entry.c.round).where(mine, entry.c.number >= start)
    lines = connection.execute(rows.where(entry.c.round <= last).order_by(entry.c.number)).all()
    if not lines:
        return
    game = game_of(layout_at(connection, table, start))
    opening = json.loads(lines[0].line)
    entries, _ = sealed_entries([(row.number, row.line) for row in lines], opening["prev"])
    dealer = Dealer.resume(game, LiveSource(), from_plain(game.state_type, opening["state"]), ())
    for row, one in zip(lines[1:], entries[1:], strict=True):
        if seed_kind_of(one) and row.round >= first and dealer.ask is not None:
            head = json.loads(row.line)["prev"]
            yield row.round, _seen(one.number, dealer.ask, head, one.data["reply"])
        dealer.apply_entry(one)


def _seen(entry: int, ask: Ask, head: str, result: Any) -> DrawView:
    asked: dict[str, Any] = {}
    if isinstance(ask, AskDice):
        asked = {"number": ask.number}
    elif isinstance(ask, AskNumber):
        asked = {"below": ask.below, "shows": list(map(str, ask.shows))}
    elif isinstance(ask, AskDraw):
        asked = {"of": ask.of, "take": ask.take, "out": list(ask.out)}
    elif isinstance(ask, AskShuffle):
        asked = {"cards": " ".join(map(str, spread(ask.composition)))}
    return DrawView.model_validate({"entry": entry, "kind": ask.kind, "head": head, "result": result} | asked)


class _Commitments:
    """A table's commitments, looked up on demand."""

    def __init__(self, connection: Connection, table: int) -> None:
        self._connection = connection
        entry = schema.entry
        self._mine = (entry.c.table == table) & (entry.c.kind == "chance")
        self._known: dict[tuple[str, int], CommitmentView] = {}

    def at(self, number: int, of: str) -> CommitmentView | None:
        """The commitment in force at an entry."""
        entry = schema.entry
        made = self._mine & (entry.c.number < number) & entry.c.line.like(f'%"{of}":"%')
        rows = select(entry.c.number, entry.c.line).where(made).order_by(entry.c.number.desc()).limit(1)
        row = self._connection.execute(rows).first()
        if row is None:
            return None
        if (kept := self._known.get((of, row.number))) is None:
            commitment = json.loads(row.line)["commits"][of]
            seed = self._opened(row.number, commitment)
            kept = CommitmentView.model_validate(
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
