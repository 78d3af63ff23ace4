"""The health of the floor, for operators and process supervisors."""

from __future__ import annotations

import asyncio
import time
from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.exc import SQLAlchemyError

from pitboss.floor.api.auth import OptionalPerson, floor_of
from pitboss.floor.cluster.membership import SKEW
from pitboss.floor.condition import FaultKind, database_reason
from pitboss.version import __version__

router = APIRouter(tags=["health"])
PATIENCE = 3.0
"""Seconds within which the database must answer."""


class FaultView(BaseModel):
    """Something that is wrong now."""

    kind: FaultKind
    reason: str
    since: float = Field(description="When it was noticed, in seconds since 1970")


class Health(BaseModel):
    """The health of this floor process. It says nothing about the tables."""

    status: Literal["well", "degraded", "down"] = Field(
        description="degraded: play goes on, but someone should look; down: no command can be carried out (503)"
    )
    faults: list[FaultView] = Field(description="Current faults; those that stop play come first")
    skew: float = Field(description="Seconds by which the clock of this process is behind the database's")
    version: str


@router.get("/health", responses={503: {"model": Health, "description": "No command can be carried out"}})
async def health(request: Request, response: Response, person: OptionalPerson) -> Health:
    """Check the database, the disk and the clocks; every fault has its reason."""
    store = floor_of(request).store
    skew, found = store.skew, store.condition.faults
    try:
        async with asyncio.timeout(PATIENCE):
            skew = await store.read(store.skew_now)
    except TimeoutError:
        store.condition.begins("database", f"the database has not answered for {PATIENCE:g} s")
        found = store.condition.faults
    except SQLAlchemyError as problem:
        store.condition.begins("database", f"the database cannot be read: {database_reason(problem)}")
        found = store.condition.faults
    faults = [FaultView(kind=one.kind, reason=one.reason, since=round(one.since, 3)) for one in found]
    if abs(skew) > SKEW and not store.condition.has("clock"):
        faults.append(_skewed(skew))
    stops = any(one.stops for one in found)
    if stops:
        response.status_code = 503
    status: Literal["well", "degraded", "down"] = "down" if stops else "degraded" if faults else "well"
    return Health(status=status, faults=faults, skew=round(skew, 3), version=__version__)


def _skewed(skew: float) -> FaultView:
    """The fault when this machine's clock disagrees with the database's."""
    what = f"the clock of this process is {abs(skew):.0f} s {'behind' if skew > 0 else 'ahead of'} the database's"
    return FaultView(kind="clock", reason=what, since=round(time.time(), 3))
