"""Tournaments: filed and started by a floorperson, entered by players, stopped by the regulator (8.6)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.table_file import LARGEST
from pitboss.floor.api.auth import CurrentPerson, Key, OptionalPerson, floor_of, limits_of
from pitboss.floor.tournaments import TournamentView

router = APIRouter(prefix="/tournaments", tags=["tournaments"])
TournamentId = Annotated[int, Path(ge=1, le=2**31 - 1)]


class _RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TournamentFile(_RequestBody):
    """A tournament file to submit."""

    file: Annotated[str, Field(min_length=1, max_length=LARGEST)] = Field(
        description="TOML: a table file with a section [tournament]"
    )


class StopRequest(_RequestBody):
    """The reason for stopping a tournament."""

    why: Annotated[str, Field(min_length=1, max_length=400)]


@router.get("")
async def tournaments(request: Request, person: OptionalPerson) -> list[TournamentView]:
    """List this floor's tournaments, newest first."""
    return await floor_of(request).tournaments.all(person)


@router.post("", status_code=201)
async def file(request: Request, wanted: TournamentFile, person: CurrentPerson, key: Key = None) -> TournamentView:
    """File a tournament. If 8.6 does not permit it, the refusal lists the findings. Floorpersons only."""
    limits_of(request).spend("heavy", person.id)
    held = floor_of(request).tournaments
    return await held.view(await held.file(person, wanted.file, key), person)


@router.get("/{tournament}")
async def tournament(request: Request, tournament: TournamentId, person: OptionalPerson) -> TournamentView:
    """Show a tournament: stages, tables, standings and prizes."""
    return await floor_of(request).tournaments.view(tournament, person)


@router.post("/{tournament}/entries", status_code=201)
async def enter(request: Request, tournament: TournamentId, person: CurrentPerson, key: Key = None) -> TournamentView:
    """Pay the fee and enter, or enter again after losing all chips."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.enter(tournament, person, key)
    return await held.view(tournament, person)


@router.post("/{tournament}/bots", status_code=201)
async def add_bot(request: Request, tournament: TournamentId, person: CurrentPerson) -> TournamentView:
    """Let a bot enter; the house pays its fee. Floorpersons only."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.add_bot(tournament, person)
    return await held.view(tournament, person)


@router.post("/{tournament}/start")
async def start(request: Request, tournament: TournamentId, person: CurrentPerson) -> TournamentView:
    """Start the first stage, no earlier than announced. Floorpersons only."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.start(tournament, person)
    return await held.view(tournament, person)


@router.post("/{tournament}/stop")
async def stop(request: Request, tournament: TournamentId, asked: StopRequest, person: CurrentPerson) -> TournamentView:
    """Stop a tournament: rounds in progress are finished, and fees are returned. Regulator only."""
    limits_of(request).spend("commands", person.id)
    held = floor_of(request).tournaments
    await held.stop(tournament, person, asked.why)
    return await held.view(tournament, person)
