"""The application: the gate, the API under /api/v1, and a mount point for the pages.

`create_app` takes a function that opens the floor. The floor is opened when the server starts and closed when it stops;
handlers find it as `request.state.floor`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from pitboss.floor.api import (
    chapter,
    health,
    operation,
    people,
    problems,
    processes,
    protection,
    stream,
    tables,
    tournaments,
    treasury,
)
from pitboss.floor.api.docs import page
from pitboss.floor.api.gate import Gate
from pitboss.floor.api.limits import Limits, Rates
from pitboss.floor.api.problems import KINDS, MEDIA, Problem
from pitboss.floor.floor import Floor
from pitboss.version import __version__

PREFIX = "/api/v1"
ABOUT = f"""
Live tables of the games of N.J.A.C. 19:47 and 13:69F. Amounts are whole cents. Every address begins with `{PREFIX}`.

Send a token in the header `Authorization: Bearer …`. `POST /people/guest` gives one to anyone.
Commands may have an `Idempotency-Key`: a repeated key returns the first answer and changes nothing.

To follow a table, open the WebSocket at `{PREFIX}/tables/{{table}}/stream`. Send `{{"token": "…"}}` first; then
`{{"id": 1, "command": {{"do": "sit", "amount": 50000}}, "key": "…"}}` for each command, answered by
`{{"id": 1, "done": …}}` or `{{"id": 1, "problem": …}}`. `{{"seen": …}}` is sent whenever the table changes.
"""


def create_app(
    open_floor: Callable[[], Awaitable[Floor]],
    *,
    rates: Rates | None = None,
    hosts: Iterable[str] = (),
    any_address: bool = False,
    open_metrics: bool = False,
) -> FastAPI:
    """The application that serves a floor.

    `hosts` are names of the server other than those of this machine. With `any_address`, any numeric address is
    accepted as well. With `open_metrics`, `/metrics` needs no token.
    """
    limits = Limits(rates)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        floor = await open_floor()
        app.state.floor = floor
        app.state.open_metrics = open_metrics
        try:
            yield {"floor": floor, "limits": limits}
        finally:
            await floor.close()

    app = FastAPI(lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.add_middleware(Gate, hosts=tuple(hosts), any_address=any_address, limits=limits)
    app.include_router(processes.router)
    app.include_router(operation.metrics_router)
    app.mount(PREFIX, api())
    for path in ("/api", "/api/{rest:path}"):
        app.add_api_route(path, _nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
    problems.register(app)
    return app


def api() -> FastAPI:
    """The API under /api/v1, without the pages."""
    made = FastAPI(
        title="Pitboss",
        version=__version__,
        description=ABOUT,
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    for part in (people, protection, tables, tournaments, treasury, chapter, operation, health, stream):
        made.include_router(part.router)
    made.add_api_route("/problems/{kind}", _kind, tags=["problems"], name="problem")
    made.add_api_route("/docs", lambda: Response(page(made.openapi()), media_type="text/html"), include_in_schema=False)
    problems.register(made)
    made.openapi = lambda: _openapi(made)  # type: ignore[method-assign]
    return made


async def _nothing() -> Response:
    return problems.problem("not-found").answer()


async def _kind(kind: str) -> Problem:
    """Explain a kind of problem."""
    if kind not in KINDS:
        raise problems.ProblemError("not-found", f"known kinds: {', '.join(KINDS)}")
    return problems.problem(kind)


def _openapi(made: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with problem documents as the error responses."""
    if made.openapi_schema is None:
        described = get_openapi(
            title=made.title,
            version=made.version,
            description=made.description,
            routes=made.routes,
            servers=[{"url": PREFIX}],
        )
        schemas = described["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
        schemas |= schema.pop("$defs", {})
        schemas["Problem"] = schema
        refused = {
            "description": "An error; the document says why",
            "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for path in described["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
                operation["responses"]["4XX"] = operation["responses"]["5XX"] = refused
        made.openapi_schema = described
    return made.openapi_schema


__all__ = ["PREFIX", "create_app"]
