"""The floor's server, from opening its socket to shutting down.

The port is bound and the floor opened before the server starts, so that any problem is reported in one line.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.cli.logs import configure
from pitboss.floor.anchors.keeper import AnchorSettings
from pitboss.floor.api.app import PREFIX, create_app
from pitboss.floor.api.connections import connection_limit, guard_app
from pitboss.floor.api.gate import host_of
from pitboss.floor.audit import audit_quickly
from pitboss.floor.condition import UNREACHABLE, database_reason
from pitboss.floor.floor import Floor
from pitboss.floor.house import AT_THE_START, STAFF, open_house_tables, staff_tokens
from pitboss.floor.people import Role
from pitboss.floor.policy import Policy
from pitboss.floor.store import CommitFailed
from pitboss.hands import make_ladders
from pitboss.library import work

PORT = 8080
TRIED = 20
"""How many ports are tried, starting with the default, if none was given."""
EVERYWHERE = ("0.0.0.0", "::")
LARGEST_MESSAGE = 256 * 1024
"""The maximum size of a message on any socket, in bytes; table streams need less."""
FAREWELL = 1
"""Seconds that connected clients have to finish."""
SWITCH = 0.0005
"""The interpreter's thread switch interval in seconds."""


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The command-line arguments."""

    port: int | None
    host: str
    allow: tuple[str, ...]
    browser: bool
    database: str | None
    folder: Path | None
    address: str
    policy: Policy | None = None
    anchors: AnchorSettings | None = None
    accept_restore: str = ""
    open_metrics: bool = False
    log_format: str = "text"


def database_given(given: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the database URL: as typed, from a file, or from the environment, where other users cannot read it."""
    given = given or environment.get("PITBOSS_DATABASE", "")
    if not given.startswith("@"):
        return given or None
    try:
        return Path(given[1:]).read_text("utf-8").strip() or None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{given[1:]}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def serve(wanted: ServerOptions) -> None:
    """Open the floor and serve it until interrupted."""
    configure(wanted.log_format)
    with (
        listen(wanted.host, wanted.port) as listening,
        suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=loop()) as runner,
    ):
        runner.run(_serve(wanted, listening))


def loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's faster event loop if it is installed."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop


def listen(host: str, port: int | None) -> socket.socket:
    """Bind a socket to the given port, or to the first free one near the default."""
    tried = [port] if port is not None else list(range(PORT, PORT + TRIED))
    for number in tried:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host.strip("[]"), number))
            listening.listen(1024)
        except OSError as error:
            listening.close()
            problem = error
        else:
            return listening
    which = f"port {port}" if port is not None else f"ports {tried[0]} to {tried[-1]}"
    hint = "; --port 0 picks a free one" if "in use" in str(problem) else ""
    raise ValueError(f"cannot listen on {host}, {which}: {problem.strerror or problem}{hint}")


def where(host: str, port: int) -> str:
    """Return the address to open in a browser on this machine.

    >>> where("0.0.0.0", 8080), where("::1", 80)
    ('http://127.0.0.1:8080', 'http://[::1]:80')
    """
    host = "127.0.0.1" if host in EVERYWHERE else host.strip("[]")
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def _serve(wanted: ServerOptions, listening: socket.socket) -> None:
    here = where(wanted.host, listening.getsockname()[1])
    address = wanted.address or here
    floor = await _open(wanted, address)
    work.use_processes(floor.policy.requests.budget)
    served = False

    async def open_floor() -> Floor:
        nonlocal served
        served = True
        return floor

    try:
        hosts = [wanted.host, host_of(address.partition("://")[2].partition("/")[0]), *wanted.allow]
        anywhere = wanted.host in EVERYWHERE
        app = create_app(open_floor, hosts=hosts, any_address=anywhere, open_metrics=wanted.open_metrics)
        mount_pages(app)
        with database_errors("the floor cannot be opened"):
            greeting = await _greeting(floor, here)
        _settle()
        # Trust a proxy about client addresses and https only if it was configured.
        proxied = "FORWARDED_ALLOW_IPS" in os.environ
        guarded_app, protocol = guard_app(app, connection_limit(by_address=not proxied))
        server = _Server(
            uvicorn.Config(
                guarded_app,
                http=protocol,
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                proxy_headers=proxied,
                timeout_graceful_shutdown=FAREWELL,
                ws_max_size=LARGEST_MESSAGE,
                ws_per_message_deflate=False,
            )
        )
        greeted = asyncio.create_task(_announce(server, greeting, here if wanted.browser else ""))
        await server.serve(sockets=[listening])
        greeted.cancel()
    finally:
        if not served:
            await floor.close()
        work.end_processes()
    if server.started:
        _leave()


async def _open(wanted: ServerOptions, address: str) -> Floor:
    with database_errors("the database cannot be opened"):
        return await Floor.open(
            wanted.database, wanted.folder, address, wanted.policy, wanted.anchors, wanted.accept_restore
        )


@contextmanager
def database_errors(what: str) -> Iterator[None]:
    """Turn errors of the database into one line: what failed, and why."""
    try:
        yield
    except SQLAlchemyError as error:
        raise ValueError(f"{what}: {database_reason(error)}{_server_hint(error)}") from None
    except CommitFailed as error:
        raise ValueError(f"{what}: {error}") from None


def _server_hint(error: SQLAlchemyError) -> str:
    """The driver's own words, where ours are too general to find the mistake in a URL."""
    said = str(error.orig).strip().partition("\n")[0] if isinstance(error, DBAPIError) else ""
    return f" ({said})" if database_reason(error) == UNREACHABLE and said else ""


class _Server(uvicorn.Server):
    """Shuts down quietly on a signal or Ctrl-C: the signal is not raised again afterwards."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        handlers = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in handlers.items():
                signal.signal(one, handler)


def mount_pages(app: FastAPI) -> None:
    """Mount the pages on the application; the only place where the server depends on the web package."""
    from nicegui import ui

    from pitboss.web import pages, theme

    pages.register()
    ui.run_with(app, show_welcome_message=False, **theme.LOOK)


def _settle() -> None:
    """Keep the garbage collector from repeatedly scanning everything that stays in memory for good.

    These are 260,000 objects, and each scan would make every table wait for a quarter of a second. What closed pages
    leave behind, 5,000 objects each, is collected once there are a million.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 20, 25)
    # The writer thread needs the interpreter briefly between statements; with the default interval, every
    # acknowledgement would wait for each of these moments.
    sys.setswitchinterval(SWITCH)


async def _greeting(floor: Floor, here: str) -> str:
    """Return the start-up message; opens the house's tables first."""
    await open_house_tables(floor)
    tokens, new = await staff_tokens(floor)
    tables = len(await floor.tables())
    for fault in await asyncio.to_thread(audit_quickly, floor.store):
        logging.getLogger("pitboss.floor").error("%s: %s; run `pitboss audit` for details", fault.where, fault.what)
    url = floor.store.url
    database = url.database if floor.store.sqlite else url.render_as_string(hide_password=True)
    lines = [
        f"Pitboss is open at {here}",
        "",
        f"{tables} tables; data is saved in {database}",
        f"API documentation: {here}{PREFIX}/docs",
    ]
    if new:
        person = await floor.person(tokens[Role.FLOORPERSON])
        if person is not None:  # not with a second factor
            session = await floor.session(person, AT_THE_START, second=False)
            lines.append(f"sign in as floorperson within the hour: {here}/staff#{session}")
        lines.append(f"staff tokens are in {floor.folder / STAFF}")
    else:
        lines.append(f"staff tokens are in {floor.folder / STAFF}")
    return "\n".join(f"  {line}".rstrip() for line in ("", *lines, "", "Press Ctrl-C to stop.", ""))


async def _announce(server: uvicorn.Server, greeting: str, browse: str) -> None:
    """Print the address once the server has started, and open it in a browser."""
    while not server.started:
        await asyncio.sleep(0.02)
    print(greeting, flush=True)
    if browse:
        await asyncio.to_thread(webbrowser.open, browse)
    await asyncio.to_thread(make_ladders)  # otherwise the first hand of each order would block all tables


def _leave() -> NoReturn:
    """Exit at once: everything is committed, and unfinished prices need not be waited for."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
