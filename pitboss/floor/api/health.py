"""The health of the floor, for operators and process supervisors."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.floor.api.auth import OptionalPerson, floor_of
from pitboss.floor.cluster.membership import SKEW
from pitboss.version import __version__

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """Whether the floor is healthy. It says nothing about the tables."""

    status: Literal["well", "clock"] = Field(description="clock: the clock of this process is not the database's")
    skew: float = Field(description="Seconds by which the clock of this process is behind the database's")
    version: str


@router.get("/health")
async def health(request: Request, person: OptionalPerson) -> Health:
    """Check that the database answers and the clocks agree."""
    store = floor_of(request).store
    skew = await store.read(store.skew_now)
    return Health(status="well" if abs(skew) <= SKEW else "clock", skew=round(skew, 3), version=__version__)
