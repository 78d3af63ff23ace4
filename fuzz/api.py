"""Sequences of requests to a floor's API by an anonymous user, a player and the floorperson."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any
from urllib.parse import quote

import httpx

from fuzz.target import Broken
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.floor.api.app import PREFIX, api, create_app
from pitboss.floor.api.limits import NO_LIMITS
from pitboss.floor.api.problems import MEDIA
from pitboss.floor.commands import Settings
from pitboss.floor.floor import Floor
from pitboss.floor.people import Role
from tests.shared.known_chance import known_chance

GAMES = ("craps", "three-card-poker", "roulette", "blackjack", "mini-baccarat")
"""The floor's tables, numbered from 1: one game for each kind of procedure, all quick to price."""
ROLES = ("nobody", "player", "player", "player", "floorperson")
STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2**31, 2**63, 2**64, 10**30, 0.5, 1e308, "", "0", "1", "banana", "\0", "é" * 300, "🂡"),
    *([], [1], {}, {"a": 1}, "2008-06-01", "9999-12-31", "1e400", "../../etc/passwd", "' or 1=1 --", "x" * 5000),
)
TEXTS = ("pass", "ante", "straight", "17", "1", "play", "fold", "stand", "hit", "best", "automatic", "2x", "Ann")
BODIES = ("", "{", "null", "[]", '"x"', "[" * 3000, '{"do":"sit","amount":NaN}', '{"do":' * 500, "\ud800", "{}" * 10)
"""Invalid request bodies."""
VERBS = ("make", "increase", "reduce", "remove", "odds", "pass_dice", "set")


class Api:
    """Each line of an input is a request as JSON: the user, the method, the address and the body.

    Every input gets a fresh floor whose randomness is derived from the input.
    """

    name = "api"

    def make(self, rng: Random) -> bytes:
        lines = [json.dumps(self._request(rng)) for _ in range(rng.choice((5, 20, 40)))]
        return ("\n".join(lines) + "\n").encode("ascii")

    def run(self, data: bytes) -> None:
        requests = [json.loads(line) for line in data.splitlines() if line.strip()]
        folder = Path(mkdtemp(prefix="pitboss-fuzz-"))
        try:
            with known_chance(str(data)):
                asyncio.run(_asked(folder, requests))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @cached_property
    def operations(self) -> list[tuple[str, str]]:
        """Return the method and address of every API operation."""
        paths: dict[str, dict[str, Any]] = api().openapi()["paths"]
        return [(method.upper(), path) for path, methods in sorted(paths.items()) for method in sorted(methods)]

    @cached_property
    def schemas(self) -> dict[str, Any]:
        """Return the request schemas by name."""
        found: dict[str, Any] = api().openapi()["components"]["schemas"]
        return found

    def _request(self, rng: Random) -> dict[str, Any]:
        who = rng.choice(ROLES)
        if rng.random() < 0.5:
            table = rng.randrange(len(GAMES)) + 1
            return {
                "who": who,
                "method": "POST",
                "path": f"/tables/{table}/commands",
                "body": json.dumps(self._command(GAMES[table - 1], rng)),
            }
        method, path = rng.choice(self.operations)
        parts = (self._part(part, rng) if part.startswith("{") else part for part in path.split("/"))
        query = "&".join(
            f"{rng.choice(('on', 'game', 'after', 'most', 'round', 'q'))}={quote(str(rng.choice(STRANGE)))}"
            for _ in range(rng.choice((0, 0, 1, 2)))
        )
        body = rng.choice(BODIES) if rng.random() < 0.3 else json.dumps(self._object(rng))
        return {
            "who": who,
            "method": method if rng.random() < 0.95 else rng.choice(("PUT", "DELETE", "PATCH", "OPTIONS")),
            "path": "/".join(parts) + (f"?{query}" if query else ""),
            "body": body if method != "GET" or rng.random() < 0.1 else "",
        }

    def _part(self, part: str, rng: Random) -> str:
        if rng.random() < 0.7:
            return rng.choice(GAMES) if "game" in part else str(rng.randrange(len(GAMES) + 2))
        return quote(str(rng.choice(STRANGE)), safe="") or "-"

    def _command(self, game: str, rng: Random) -> dict[str, Any]:
        """Return a command for a table of this game, occasionally with an unusual value."""
        wagers = [*rules_of(game).wagers]
        cents = rng.choice((5_00, 10_00, 25_00, 500_00, 1, 0, -5_00))
        made = rng.choice(
            (
                {"do": "sit", "amount": 500_00},
                {"do": "act", "verb": "make", "wager": rng.choice(wagers), "amount": cents, "spot": rng.choice(TEXTS)},
                {"do": "act", "verb": "make", "wager": rng.choice(wagers), "amount": cents},
                {"do": "act", "verb": rng.choice(VERBS), "wager": rng.choice(wagers), "amount": cents},
                {"do": "ready"},
                {"do": "decide", "choice": rng.choice(TEXTS)},
                self._described(rng),
            )
        )
        for key in made:
            if rng.random() < 0.05:
                made[key] = rng.choice(STRANGE)
        if rng.random() < 0.02:
            made[rng.choice(TEXTS)] = rng.choice(STRANGE)
        return made

    def _described(self, rng: Random) -> dict[str, Any]:
        """Return a body of one of the schemas with random values."""
        schema = self.schemas[rng.choice([name for name, one in self.schemas.items() if "properties" in one])]
        found: dict[str, Any] = {}
        for name, one in schema["properties"].items():
            if name in schema.get("required", ()) or rng.random() < 0.5:
                found[name] = one["const"] if "const" in one else self._value(one, rng)
        return found

    def _value(self, schema: dict[str, Any], rng: Random) -> Any:
        if rng.random() < 0.2:
            return rng.choice(STRANGE)
        if "default" in schema and rng.random() < 0.5:
            return schema["default"]
        match schema.get("type"):
            case "integer":
                return rng.choice((1, 2, 5_00, 100_00))
            case "boolean":
                return rng.random() < 0.5
            case "string":
                return rng.choice((*schema.get("enum", TEXTS), *GAMES))
            case "array":
                return [self._value(schema.get("items", {}), rng) for _ in range(rng.randrange(3))]
            case _:
                return rng.choice(STRANGE)

    def _object(self, rng: Random) -> dict[str, Any]:
        return self._described(rng) if rng.random() < 0.8 else {rng.choice(TEXTS): rng.choice(STRANGE)}


async def _asked(folder: Path, requests: Sequence[dict[str, Any]]) -> None:
    """Send the requests to a new floor and check every response against the API's guarantees."""

    async def opened() -> Floor:
        floor = await Floor.open(None, folder)
        for game in GAMES:
            await floor.open_table(Layout.of(game), settings=Settings(clock="never"))
        return floor

    app = create_app(opened, rates=NO_LIMITS)
    async with app.router.lifespan_context(app) as state:
        assert state is not None, "which the application's lifespan gives"
        floor: Floor = state["floor"]
        _, player = await floor.guest()
        tokens = {"player": player, "floorperson": await floor.staff_token(Role.FLOORPERSON, "Pat")}

        async def asked(scope: Any, receive: Any, send: Any) -> None:
            await app(scope | {"state": {**state}}, receive, send)

        transport = httpx.ASGITransport(asked)  # exceptions not caught by the server are raised here
        async with httpx.AsyncClient(transport=transport, base_url=f"http://localhost{PREFIX}") as client:
            for one in requests:
                token = tokens.get(one["who"])
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                answer = await client.request(
                    one["method"],
                    one["path"],
                    content=one["body"].encode("utf-8", "surrogatepass"),
                    headers=headers | {"Content-Type": "application/json"},
                )
                _promised(answer)


def _promised(answer: httpx.Response) -> None:
    if answer.status_code >= 500:
        raise Broken(f"{answer.request.url}: status {answer.status_code}: {answer.text}")
    if answer.status_code >= 400 and answer.headers.get("content-type") != MEDIA:
        raise Broken(f"{answer.request.url}: status {answer.status_code} is no problem document: {answer.text}")
