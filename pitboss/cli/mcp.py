"""`pitboss mcp`: the library for AI assistants, over the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.common import examples

NAME = "mcp"
EXAMPLES = examples("pitboss mcp", "pitboss mcp --http --port 8090", "pitboss mcp --seconds 300")


def command(
    http: Annotated[
        bool,
        typer.Option("--http", metavar="", help="Serve streamable HTTP at /mcp instead of standard input and output."),
    ] = False,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="With --http: the address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="With --http: the port to listen on.")
    ] = 8090,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=1, max=3600, help="How long one request may compute.")
    ] = 60,
) -> None:
    """Serve prices, checks and citations to an AI assistant (MCP).

    An assistant starts this command itself: register `pitboss mcp` as a server in its settings. Tools: games, price,
    strategy, check, cite, diff, range, simulate, trace and count. There is no tool for a table in play, which section
    8.1 forbids. Requires `pip install 'pitboss[mcp]'`.
    """
    try:
        import anyio

        from pitboss.mcp.server import http_app, make_server, run_stdio
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("mcp"):
            raise
        raise ValueError("the MCP server is not installed: pip install 'pitboss[mcp]'") from None
    server = make_server(seconds)
    if not http:
        anyio.run(run_stdio, server)
        return
    import uvicorn

    uvicorn.run(http_app(server, host), host=host, port=port, log_level="warning")


__all__ = ["EXAMPLES", "NAME", "command"]
