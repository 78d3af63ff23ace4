"""The API follows its own description: valid and invalid requests get documented responses, and none makes the server
fail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.shared.served import Served, served

CHECKS = [
    checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
GAMES = ("craps", "roulette", "mini-baccarat")
"""Games that can be priced instantly."""


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_LIMITS", "off")
        with served() as running:
            yield running


@pytest.fixture(scope="module")
def described(server: Served) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json")


@pytest.fixture(scope="module")
def tokens(server: Served) -> dict[str, str]:
    """The tokens of a player seated at every table, and of the house."""
    api = httpx.Client(base_url=f"{server.url}/api/v1")
    player = api.post("/people/guest").json()["token"]
    for table in api.get("/tables").json():
        sat = api.post(
            f"/tables/{table['id']}/commands",
            json={"do": "sit", "amount": 200_00},
            headers={"Authorization": f"Bearer {player}"},
        )
        assert sat.status_code == 200, sat.text
    staff: dict[str, str] = json.loads((server.folder / "floor" / "staff.json").read_text())
    return staff | {"player": player}


def test_the_api_matches_its_description(
    described: schemathesis.BaseSchema, tokens: dict[str, str], server: Served
) -> None:
    """Each generated request is sent by every role, because generating it takes longer than answering it."""
    asked = 0

    def ask(case: schemathesis.Case[Any]) -> None:
        nonlocal asked
        asked += 1
        _name_something(case)
        # Logging in needs no token, and checking a password is slow on purpose.
        for role in ("nobody",) if case.path == "/people/log-in" else ("player", "admin", "nobody"):
            token = tokens.get(role)
            if case.path == "/people/log-out" and token is not None:
                token = httpx.post(f"{server.url}/api/v1/people/guest").json()["token"]
            response = case.call(headers={"Authorization": f"Bearer {token}"} if token else None)
            case.validate_response(response, checks=CHECKS)
            if not 200 <= response.status_code < 300:
                assert response.headers["content-type"] == ["application/problem+json"], role

    operations = [found.ok() for found in described.get_all_operations()]
    names = {operation.label for operation in operations}
    assert {"POST /tables/{table}/commands", "GET /tables/{table}", "POST /check", "GET /people/me"} <= names
    assert len(names) > 20
    for operation in operations:
        few(given(operation.as_strategy(generation_mode=GenerationMode.POSITIVE))(ask))()
        if operation.body or operation.path_parameters or operation.query:
            # For some operations no invalid request can be generated.
            with suppress(Unsatisfiable):
                few(given(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))(ask))()
    assert asked > 3 * len(operations)


few = settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def _name_something(case: schemathesis.Case[Any]) -> None:
    """Use some existing names, because most generated requests refer to nothing."""
    for name, there in (("table", [str(number) for number in range(1, 13)]), ("game", GAMES)):
        text = str((case.path_parameters or {}).get(name, ""))
        if len(text) % 2:
            case.path_parameters[name] = there[sum(text.encode()) % len(there)]
