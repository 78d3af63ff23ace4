"""Money that staff give to players: grants and batches of coupons, approved by a second person above a threshold."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.api.auth import CurrentPerson, Key, floor_of, limits_of, require_role
from pitboss.floor.commands import MOST
from pitboss.floor.people import Role
from pitboss.floor.treasury import ApprovalView

router = APIRouter(prefix="/treasury", tags=["treasury"])
ApprovalId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of a grant or a batch")]
Why = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Amount = Annotated[int, Field(ge=1, le=MOST, strict=True)]


class _RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GrantRequest(_RequestBody):
    """Play money for a player."""

    name: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
    amount: Amount = Field(description="Cents")
    why: Why


class BatchRequest(_RequestBody):
    """A batch of match play coupons."""

    total: Amount = Field(description="The total value of the coupons in cents")
    why: Why


@router.get("")
async def approvals(request: Request, person: CurrentPerson) -> list[ApprovalView]:
    """List the latest grants and batches, newest first. Staff only."""
    require_role(person, Role.FLOORPERSON, Role.ADMIN, Role.SURVEILLANCE, Role.REGULATOR)
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).treasury.all()


@router.post("/grants", status_code=201)
async def grant(request: Request, wanted: GrantRequest, person: CurrentPerson, key: Key = None) -> ApprovalView:
    """Give play money to a player; a large amount waits for a second person. Floorpersons and admins only."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).treasury.grant(person, wanted.name, wanted.amount, wanted.why, key)


@router.post("/coupon-batches", status_code=201)
async def coupon_batch(request: Request, wanted: BatchRequest, person: CurrentPerson, key: Key = None) -> ApprovalView:
    """Prepare a batch of match play coupons; a large one waits for a second person. Floorpersons and admins only."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).treasury.prepare_coupons(person, wanted.total, wanted.why, key)


@router.post("/{approval}/approve")
async def approve(request: Request, approval: ApprovalId, person: CurrentPerson) -> ApprovalView:
    """Approve another person's grant or batch. Floorpersons and admins only."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).treasury.approve(person, approval)


@router.post("/{approval}/withdraw")
async def withdraw(request: Request, approval: ApprovalId, person: CurrentPerson) -> ApprovalView:
    """Withdraw a grant or batch that is waiting for approval. Floorpersons and admins only."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).treasury.withdraw(person, approval)
