"""The endpoint between a floor's processes, for commands to tables that this process owns.

It is not part of the API: clients must know the floor's key.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from pitboss.floor.api.auth import floor_of
from pitboss.floor.floor import NoSuchTable

router = APIRouter()


@router.post("/processes/command", include_in_schema=False)
async def command(request: Request) -> JSONResponse:
    content = await request.body()
    seal = request.headers.get("x-pitboss-seal", "")
    try:
        status, answer = await floor_of(request).carry_out_forwarded(content, seal if seal.isascii() else "")
    except NoSuchTable as refused:
        status, answer = 409, {"kind": "elsewhere", "reason": str(refused)}
    return JSONResponse(answer, status)
