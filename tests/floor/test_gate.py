"""The headers of the gate that depend on how a request came."""

from __future__ import annotations

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from pitboss.floor.api.gate import Gate

pytestmark = pytest.mark.anyio


async def headers(url: str) -> httpx.Headers:
    app = Gate(Starlette(routes=[Route("/", lambda request: PlainTextResponse("ok"))]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
        return (await client.get(url)).headers


async def test_a_browser_is_kept_on_https_only_if_it_came_by_https() -> None:
    assert (await headers("https://localhost/"))["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in await headers("http://localhost/")


async def test_each_response_has_its_own_nonce_and_no_inline_script_without_one() -> None:
    first, second = [(await headers("http://localhost/"))["content-security-policy"] for _ in range(2)]
    assert first != second
    (scripts,) = [part for part in first.split("; ") if part.startswith("script-src")]
    assert "'unsafe-inline'" not in scripts
