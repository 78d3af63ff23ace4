"""The MCP server, asked by the SDK's own client: in process, over standard input and output, and over HTTP."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
import uvicorn
from jsonschema_rs import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters

import pitboss
from pitboss.library.requests import VERBS
from pitboss.mcp.server import http_app, make_server

SHORT_FIELD = 'game = "craps"\non = 1990-01-01\n[odds]\n"field.12" = "1 to 1"\n'
ENDLESS = {"game": "keno", "rounds": 10**9}
"""A request that takes minutes."""


def run_async(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test to its end."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        anyio.run(lambda: test(*arguments, **named))

    return run


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """Return the structured answer of a tool, which must match the tool's schema."""
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content
    Draft202012Validator(VERBS[tool].answer.model_json_schema(mode="serialization")).validate(found.structured_content)
    return found.structured_content


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """Return the message with which a tool refuses."""
    found = await client.call_tool(tool, arguments)
    assert found.is_error
    assert found.structured_content is None
    (content,) = found.content
    assert isinstance(content, types.TextContent)
    return content.text


@run_async
async def test_a_session_finds_the_house_edge_of_a_table_and_whether_it_is_lawful() -> None:
    """The question: what is the house edge of this table, and is it lawful on 1990-01-01?"""
    async with Client(make_server()) as client:
        assert "8.1" in (client.instructions or "")
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"price", "check", "cite", "diff", "range", "strategy", "simulate", "trace", "count"} <= tools
        checked = await call(client, "check", table=SHORT_FIELD)
        assert not checked["lawful"]
        (finding,) = (one for one in checked["findings"] if one["severity"] == "breach")
        assert (finding["where"], finding["permitted"]) == ("odds.field.12", "2 to 1 or more")
        cited = await call(client, "cite", section=finding["section"], on="1990-01-01")
        assert cited["citation"] == finding["citation"]
        priced = await call(client, "price", game="craps", on="1990-01-01", odds={"field.12": "2 to 1"})
        field = next(one for one in priced["wagers"] if one["id"] == "field")
        assert field["exact"] == "1/18"
        assert "too low" in await refusal(client, "price", game="craps", on="1990-01-01", odds={"field.12": "1 to 1"})


@run_async
async def test_answers_are_those_of_the_library() -> None:
    async with Client(make_server()) as client:
        priced = await call(client, "price", game="craps", on="2008-06-01", options={"max_odds_pass": "3-4-5x"})
        assert {one["id"]: one["exact"] for one in priced["wagers"]}["pass"] == "7/495"
        simulated = await call(client, "simulate", game="roulette", rounds=100_000, seed=7, wagers=["red"])
        assert simulated["rounds"] == 100_000
        changed = await call(client, "diff", first="2005-01-01", second="2006-01-01", games=["craps"])
        assert [one["game"] for one in changed["games"]] == ["craps"]
        best = await call(client, "strategy", game="three-card-poker")
        assert best["summary"] == ["play with Q-6-4 or better, fold with less"]
        counted = await call(client, "count", game="casino-war", options={"decks": 6}, wagers=["tie"])
        assert counted["wagers"]["tie"]["full_shoe"] == pytest.approx(-0.18649517684887463)


@run_async
async def test_sections_and_games_are_resources() -> None:
    async with Client(make_server()) as client:
        (listed,) = (await client.list_resources()).resources
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "pitboss://chapter/{date}/{section}"
        games = json.loads((await client.read_resource(listed.uri)).contents[0].text)
        assert len(games["games"]) == len(pitboss.catalogue().games)
        section = (await client.read_resource("pitboss://chapter/2008-06-01/1.4(e)")).contents[0]
        assert json.loads(section.text)["citation"] == "N.J.A.C. 19:47-1.4(e)"
        for uri in ("pitboss://chapter/2008-06-01/99.9", "pitboss://chapter/soon/1.4", "pitboss://tables/1"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)


@run_async
async def test_prompts_carry_their_arguments() -> None:
    async with Client(make_server()) as client:
        assert {one.name for one in (await client.list_prompts()).prompts} == {
            "is-this-table-lawful",
            "explain-this-payout",
        }
        found = await client.get_prompt("is-this-table-lawful", {"table": SHORT_FIELD, "on": "1990-01-01"})
        text = found.messages[0].content.text
        assert SHORT_FIELD in text
        assert "1990-01-01" in text
        with pytest.raises(MCPError, match="needs wager"):
            await client.get_prompt("explain-this-payout", {"game": "craps"})


@run_async
async def test_bad_input_is_refused_in_one_clear_line(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('game = "craps"\non = 2008-06-01\n', "utf-8")
    async with Client(make_server()) as client:
        assert "did you mean craps" in await refusal(client, "price", game="crap")
        assert await refusal(client, "price", game="craps", colour=1) == "colour: extra inputs are not permitted"
        assert "less than or equal to" in await refusal(client, "simulate", game="craps", rounds=10**12)
        assert "not its path" in await refusal(client, "check", table=str(secret))
        assert "should match pattern" in await refusal(client, "count", game="blackjack", system="/etc/passwd")
        assert "at most 100" in await refusal(client, "price", game="blackjack", options={"decks": 3000})
        with pytest.raises(MCPError, match="no tool 'deal'"):
            await client.call_tool("deal", {})


@run_async
async def test_a_request_over_its_time_is_killed_and_the_server_goes_on() -> None:
    async with Client(make_server(seconds=2)) as client:
        assert "longer than 2 s" in await refusal(client, "simulate", **ENDLESS)
        assert working() == 0
        section = (await client.read_resource("pitboss://chapter/2008-06-01/5.1")).contents[0]
        assert json.loads(section.text)["section"] == "5.1"


@run_async
async def test_a_cancelled_request_ends_its_process() -> None:
    progress = []

    async def heard(used: float, total: float | None, message: str | None) -> None:
        progress.append((used, total, message))

    async with Client(make_server(seconds=60)) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: client.call_tool("simulate", ENDLESS, progress_callback=heard))
        with anyio.fail_after(30):
            while not progress:
                await anyio.lowlevel.checkpoint()
        assert progress[0][1:] == (60, "computing for 2 s")
        tasks.cancel_scope.cancel()
    assert working() == 0


@run_async
async def test_the_program_serves_standard_input_and_output() -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "pitboss", "mcp"], env=dict(os.environ))
    async with Client(server) as client:
        cited = await call(client, "cite", section="1.4(e)", on="2008-06-01")
        assert cited["citation"] == "N.J.A.C. 19:47-1.4(e)"


@asynccontextmanager
async def serving() -> AsyncIterator[str]:
    """Serve streamable HTTP on a free port."""
    server = uvicorn.Server(uvicorn.Config(http_app(make_server(), "127.0.0.1"), port=0, log_level="warning"))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.serve)
        with anyio.fail_after(30):
            while not server.started:
                await anyio.lowlevel.checkpoint()
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/mcp"
        server.should_exit = True


@run_async
async def test_the_program_serves_streamable_http() -> None:
    async with serving() as address, Client(address) as client:
        cited = await call(client, "cite", section="1.4(e)", on="2012-03-19")
        assert cited["citation"] == "N.J.A.C. 13:69F-1.4(e)"


def working() -> int:
    """The number of processes that this process has started and that are running."""
    children = [one for path in Path("/proc/self/task").glob("*/children") for one in path.read_text("utf-8").split()]
    states = [Path(f"/proc/{one}/stat").read_text("utf-8").rpartition(")")[2].split()[0] for one in children]
    return sum(state == "R" for state in states)
