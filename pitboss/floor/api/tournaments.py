"""Tournaments: filed and started by a floorperson, entered by players, stopped by the regulator (8.6)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.table_file import LARGEST
from pitboss.floor.api.auth import Anyone, Key, Somebody, floor_of, limits_of
from pitboss.floor.tournaments import TournamentSeen

router = APIRouter(prefix="/tournaments", tags=["tournaments"])
TournamentId = Annotated[int, Path(ge=1, le=2**31 - 1)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Filed(_Asked):
    """A tournament file to submit."""

    file: Annotated[str, Field(min_length=1, max_length=LARGEST)] = Field(
        description="TOML: a table file with a section [tournament]"
    )


class Stopped(_Asked):
    """The reason for stopping a tournament."""

    why: Annotated[str, Field(min_length=1, max_length=400)]


@router.get("")
async def tournaments(request: Request, person: Anyone) -> list[TournamentSeen]:
    """List the tournaments of this floor, the newest first."""
    return await floor_of(request).tournaments.all(person)


@router.post("", status_code=201)
async def file(request: Request, wanted: Filed, person: Somebody, key: Key = None) -> TournamentSeen:
    """File a tournament. If 8.6 does not permit it, the refusal lists the findings. Floorpersons only."""
    limits_of(request).spend("heavy", person.id)
    held = floor_of(request).tournaments
    return await held.seen(await held.file(person, wanted.file, key), person)


@router.get("/{tournament}")
async def tournament(request: Request, tournament: TournamentId, person: Anyone) -> TournamentSeen:
    """Show a tournament: stages, tables, standings and prizes."""
    return await floor_of(request).tournaments.seen(tournament, person)


@router.post("/{tournament}/entries", status_code=201)
async def enter(request: Request, tournament: TournamentId, person: Somebody, key: Key = None) -> TournamentSeen:
    """Pay the fee and enter, or enter again after losing all chips."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.enter(tournament, person, key)
    return await held.seen(tournament, person)


@router.post("/{tournament}/bots", status_code=201)
async def add_bot(request: Request, tournament: TournamentId, person: Somebody) -> TournamentSeen:
    """Let a bot enter; the house pays its fee. Floorpersons only."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.add_bot(tournament, person)
    return await held.seen(tournament, person)


@router.post("/{tournament}/start")
async def start(request: Request, tournament: TournamentId, person: Somebody) -> TournamentSeen:
    """Start the first stage, no earlier than announced. Floorpersons only."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.start(tournament, person)
    return await held.seen(tournament, person)


@router.post("/{tournament}/stop")
async def stop(request: Request, tournament: TournamentId, asked: Stopped, person: Somebody) -> TournamentSeen:
    """Stop a tournament: rounds in progress are finished, and fees are returned. Regulator only."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.stop(tournament, person, asked.why)
    return await held.seen(tournament, person)
