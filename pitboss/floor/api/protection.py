"""Responsible play: limits, exclusion, and flags for surveillance."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.api.auth import CurrentPerson, floor_of, limits_of, require_role
from pitboss.floor.api.people import Text
from pitboss.floor.flags import Flag
from pitboss.floor.people import Role
from pitboss.floor.protection import LONGEST_EXCLUSION, Exclusion, LimitKind, Play

router = APIRouter(tags=["protection"])
Days = Annotated[int, Field(ge=1, le=LONGEST_EXCLUSION, strict=True)]


class _RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LimitRequest(_RequestBody):
    """A player's own limit. Lowering it counts at once; raising or removing it counts after 24 hours."""

    kind: LimitKind
    value: Annotated[int, Field(ge=0, le=10**12, strict=True)] | None = Field(
        description="Cents for a loss, minutes for time and reality checks; none for no limit"
    )


class OwnExclusion(_RequestBody):
    """A player's self-exclusion. It cannot be shortened."""

    days: Days


class StaffExclusion(_RequestBody):
    """A player's exclusion by staff. It cannot be shortened."""

    name: Text
    days: Days


@router.get("/people/me/play")
async def play(request: Request, person: CurrentPerson) -> Play:
    """Report your play today, with your limits."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).protection.play_of(person)


@router.post("/people/me/limits")
async def set_limit(request: Request, wanted: LimitRequest, person: CurrentPerson) -> Play:
    """Set a limit of your own on losses in a day or in seven days, on time, or for reality checks."""
    limits_of(request).spend("heavy", person.id)
    protection = floor_of(request).protection
    await protection.set_limit(person, wanted.kind, wanted.value)
    return await protection.play_of(person)


@router.post("/people/me/exclusion", status_code=201)
async def exclude_oneself(request: Request, wanted: OwnExclusion, person: CurrentPerson) -> Exclusion:
    """Exclude yourself from play. Nobody can end the exclusion early."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).protection.exclude(person, wanted.days)


@router.post("/people/exclusions", status_code=201)
async def exclude(request: Request, wanted: StaffExclusion, person: CurrentPerson) -> Exclusion:
    """Exclude a player. Floorpersons and admins only."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).protection.exclude(person, wanted.days, wanted.name)


@router.get("/flags")
async def flags(request: Request, person: CurrentPerson) -> list[Flag]:
    """List what surveillance should look at, newest first. Surveillance, the regulator and admins only."""
    require_role(person, Role.SURVEILLANCE, Role.REGULATOR, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).flags.newest()
