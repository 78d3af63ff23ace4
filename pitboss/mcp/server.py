"""The server: tools, resources and prompts."""

from __future__ import annotations

import json
import os
from datetime import date
from typing import Any, NamedTuple

import anyio
import anyio.to_process
import mcp_types as types
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from pydantic import ValidationError
from starlette.applications import Starlette

from pitboss.chapter.reference import reference
from pitboss.library.errors import one_line
from pitboss.library.requests import VERBS, Verb, answer
from pitboss.version import __version__

SECONDS = 60.0
"""The usual limit of one request."""
MEMORY = 4 << 30
"""The address space of a process that answers a request, in bytes."""
HEARTBEAT = 2.0
"""Seconds between reports of progress."""
SCHEME = "pitboss://"
CHAPTER = f"{SCHEME}chapter/"
GAMES = f"{SCHEME}games"
INSTRUCTIONS = """\
Pitboss is New Jersey's casino regulation Rules of the Games (N.J.A.C. 19:47, since 2012 13:69F) as software. \
Prices are exact: quote fractions and citations as they are given. Every rule depends on the date: pass `on`. \
A finding or price marked "reconstructed" has no text as its source; say so. \
Section 8.1 of the chapter forbids help at a live table: use these tools for training, licensing and audit only."""

Context = ServerRequestContext[Any, Any]


def make_server(seconds: float = SECONDS) -> Server[Any]:
    """Create a server whose requests may take this long."""

    async def call_tool(context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        verb = VERBS.get(asked.name)
        if verb is None:
            raise MCPError(types.INVALID_PARAMS, f"no tool {asked.name!r}: there are {', '.join(VERBS)}")
        arguments = asked.arguments or {}
        try:
            verb.request.model_validate(arguments)
        except ValidationError as error:
            return _failed(_message(error))
        found = await _answer(context, verb, arguments, seconds, limiter)
        if found.refused:
            return _failed(found.text)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=found.text)], structured_content=json.loads(found.text)
        )

    limiter = anyio.CapacityLimiter(os.cpu_count() or 1)
    return Server(
        "pitboss",
        version=__version__,
        title="Pitboss",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=call_tool,
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_templates,
        on_read_resource=_read_resource,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
    )


# ---- tools


async def _list_tools(context: Context, page: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_tool(verb) for verb in VERBS.values()])


def _tool(verb: Verb) -> types.Tool:
    return types.Tool(
        name=verb.name,
        description=verb.summary,
        input_schema=verb.request.model_json_schema(),
        output_schema=verb.answer.model_json_schema(mode="serialization"),
        annotations=types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


class Answer(NamedTuple):
    """An answer as JSON, or the reason why there is none."""

    text: str
    refused: bool = False


async def _answer(
    context: Context, verb: Verb, arguments: dict[str, Any], seconds: float, limiter: anyio.CapacityLimiter
) -> Answer:
    """Answer a request in a process of its own, which is killed if the client cancels or the time is up."""
    found = Answer(f"{verb.name} took longer than {seconds:g} s: ask for less, or raise --seconds", refused=True)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_report_time, context, seconds)
        with anyio.move_on_after(seconds):
            try:
                found = await anyio.to_process.run_sync(
                    bounded_answer, verb.name, arguments, cancellable=True, limiter=limiter
                )
            except anyio.BrokenWorkerProcess:
                found = Answer(f"{verb.name} was stopped: it needs too much memory", refused=True)
        tasks.cancel_scope.cancel()
    return found


def bounded_answer(verb: str, arguments: dict[str, Any]) -> Answer:
    """Answer a request within the limit on memory."""
    _limit_memory()
    try:
        return Answer(answer(verb, arguments))
    except MemoryError:
        return Answer(f"{verb} needs more than {MEMORY >> 30} GiB of memory: ask for less", refused=True)
    except ValidationError as error:
        return Answer(_message(error), refused=True)
    except ValueError as error:
        return Answer(one_line(error), refused=True)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


async def _report_time(context: Context, seconds: float) -> None:
    """Report the time used, so that a client that waits knows that its request is alive."""
    begun = anyio.current_time()
    while True:
        await anyio.sleep(HEARTBEAT)
        used = anyio.current_time() - begun
        await context.session.report_progress(used, seconds, f"computing for {used:.0f} s")


def _failed(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=message)], is_error=True)


def _message(error: ValidationError) -> str:
    """Describe what is wrong with the arguments in one line."""
    return "; ".join(
        f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg'][0].lower()}{one['msg'][1:]}"
        for one in error.errors()
    )


# ---- resources


async def _list_resources(context: Context, page: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    games = types.Resource(uri=GAMES, name="games", description="All games", mime_type="application/json")
    return types.ListResourcesResult(resources=[games])


async def _list_templates(
    context: Context, page: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    section = types.ResourceTemplate(
        uri_template=f"{CHAPTER}{{date}}/{{section}}",
        name="section",
        description=f"A section as in force on a date, such as {CHAPTER}2008-06-01/1.4(e)",
        mime_type="application/json",
    )
    return types.ListResourceTemplatesResult(resource_templates=[section])


async def _read_resource(context: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    uri = str(asked.uri)
    try:
        text = await anyio.to_thread.run_sync(resource_text, uri)
    except (ValueError, LookupError) as error:
        raise MCPError(types.INVALID_PARAMS, f"{uri[:200]}: {error}") from None
    return types.ReadResourceResult(
        contents=[types.TextResourceContents(uri=uri, mime_type="application/json", text=text)]
    )


def resource_text(uri: str) -> str:
    """Return the JSON of a resource.

    >>> '"title":"Payout odds"' in resource_text("pitboss://chapter/2008-06-01/1.4(e)")
    True
    """
    if uri == GAMES:
        return answer("games", {})
    day, slash, section = uri.removeprefix(CHAPTER).partition("/")
    if not uri.startswith(CHAPTER) or not slash or len(section) > 60:
        raise ValueError(f"no such resource: there are {GAMES} and {CHAPTER}DATE/SECTION")
    return reference(section, date.fromisoformat(day)).model_dump_json()


# ---- prompts

PROMPTS = {
    "is-this-table-lawful": types.Prompt(
        name="is-this-table-lawful",
        description="Check a table file against the regulation on a date, and price it.",
        arguments=[
            types.PromptArgument(name="table", description="The table file as TOML text", required=True),
            types.PromptArgument(name="on", description="The date (YYYY-MM-DD), if not the file's"),
        ],
    ),
    "explain-this-payout": types.Prompt(
        name="explain-this-payout",
        description="Explain how a wager is paid, by which rule, and what it costs the player.",
        arguments=[
            types.PromptArgument(name="game", description="The game's id", required=True),
            types.PromptArgument(name="wager", description="The wager's id or name", required=True),
            types.PromptArgument(name="on", description="The date (YYYY-MM-DD); today if omitted"),
        ],
    ),
}


async def _list_prompts(context: Context, page: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=list(PROMPTS.values()))


async def _get_prompt(context: Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
    prompt = PROMPTS.get(asked.name)
    if prompt is None:
        raise MCPError(types.INVALID_PARAMS, f"no prompt {asked.name!r}: there are {', '.join(PROMPTS)}")
    given = asked.arguments or {}
    missing = [one.name for one in prompt.arguments or () if one.required and not given.get(one.name)]
    if missing:
        raise MCPError(types.INVALID_PARAMS, f"{asked.name} needs {', '.join(missing)}")
    message = types.PromptMessage(
        role="user", content=types.TextContent(type="text", text=prompt_text(asked.name, given))
    )
    return types.GetPromptResult(description=prompt.description, messages=[message])


def prompt_text(name: str, given: dict[str, str]) -> str:
    """Return the text of a prompt with its arguments filled in."""
    on = given.get("on", "")
    if name == "is-this-table-lawful":
        day = f" as of {on} (set `on = {on}` in the file first)" if on else ""
        return (
            f"Is this table lawful{day}? Call `check` with the file, then `cite` for the section of each finding and "
            "`price` with the same table for the house edge. Answer with each breach, its section, what is permitted "
            "instead, and the house edge of the main wagers as a fraction and in percent.\n\n"
            f"```toml\n{given['table']}\n```"
        )
    day = f" on {on}" if on else ""
    return (
        f"Explain how the wager {given['wager']!r} of {given['game']} is paid{day}. Call `price` for its outcomes and "
        "house edge, and `cite` for the section that sets its odds. Give the odds, the section in force on that day "
        "with its provenance, the probability of each outcome, and what the wager costs the player on average."
    )


def http_app(server: Server[Any], host: str) -> Starlette:
    """The server as an ASGI application for streamable HTTP, at /mcp."""
    return server.streamable_http_app(host=host, max_request_body_size=1 << 20, max_sessions=100)


async def run_stdio(server: Server[Any]) -> None:
    """Serve one client on standard input and output."""
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


__all__ = [
    "PROMPTS",
    "Answer",
    "bounded_answer",
    "http_app",
    "make_server",
    "prompt_text",
    "resource_text",
    "run_stdio",
]
