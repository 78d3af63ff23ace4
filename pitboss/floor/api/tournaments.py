"""Tournaments: filed and started by the floor, entered by players, stopped by the regulator (8.6)."""

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
    """A tournament by its file."""

    file: Annotated[str, Field(min_length=1, max_length=LARGEST)] = Field(
        description="TOML: a table file with a section [tournament]"
    )


class Stopped(_Asked):
    """Why a tournament is stopped."""

    why: Annotated[str, Field(min_length=1, max_length=400)]


@router.get("")
async def tournaments(request: Request, person: Anyone) -> list[TournamentSeen]:
    """The tournaments of this floor, the newest first."""
    return await floor_of(request).tournaments.all(person)


@router.post("", status_code=201)
async def file(request: Request, wanted: Filed, person: Somebody, key: Key = None) -> TournamentSeen:
    """File a tournament. What 8.6 does not permit of it is refused with its findings. For a floorperson."""
    limits_of(request).spend("heavy", person.id)
    held = floor_of(request).tournaments
    return await held.seen(await held.file(person, wanted.file, key), person)


@router.get("/{tournament}")
async def tournament(request: Request, tournament: TournamentId, person: Anyone) -> TournamentSeen:
    """A tournament as it stands: stages, tables, standings, prizes."""
    return await floor_of(request).tournaments.seen(tournament, person)


@router.post("/{tournament}/entries", status_code=201)
async def enter(request: Request, tournament: TournamentId, person: Somebody, key: Key = None) -> TournamentSeen:
    """Enter, or having lost all, enter again: the fee is paid, and tournament chips are given for it."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.enter(tournament, person, key)
    return await held.seen(tournament, person)


@router.post("/{tournament}/bots", status_code=201)
async def add_bot(request: Request, tournament: TournamentId, person: Somebody) -> TournamentSeen:
    """A bot enters; the house pays its fee. For a floorperson."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.add_bot(tournament, person)
    return await held.seen(tournament, person)


@router.post("/{tournament}/start")
async def start(request: Request, tournament: TournamentId, person: Somebody) -> TournamentSeen:
    """The first stage begins, not before the time of its notice. For a floorperson."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.start(tournament, person)
    return await held.seen(tournament, person)


@router.post("/{tournament}/stop")
async def stop(request: Request, tournament: TournamentId, asked: Stopped, person: Somebody) -> TournamentSeen:
    """Rounds begun are finished, and fees are returned. For the regulator."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.stop(tournament, person, asked.why)
    return await held.seen(tournament, person)
