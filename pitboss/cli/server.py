"""The server of the floor, from its socket to its end.

The port is taken and the floor opened before the server starts, so that whatever stands in the way is said in one line.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
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
from sqlalchemy.exc import SQLAlchemyError

from pitboss.floor.api.app import PREFIX, create_app
from pitboss.floor.api.connections import careful, doors
from pitboss.floor.api.gate import host_of
from pitboss.floor.audit import audit_quickly
from pitboss.floor.floor import Floor
from pitboss.floor.house import AT_THE_START, STAFF, open_house_tables, staff_tokens
from pitboss.floor.people import Role
from pitboss.floor.policy import Policy
from pitboss.hands import make_ladders

PORT = 8080
TRIED = 20
"""So many ports from the usual one on are tried, if none was asked for."""
EVERYWHERE = ("0.0.0.0", "::")
LARGEST_MESSAGE = 256 * 1024
"""Bytes of a message on any socket; the stream of a table takes fewer."""
FAREWELL = 1
"""Seconds that whoever is connected has to finish."""
SWITCH = 0.0005
"""Seconds after which a thread that waits for the interpreter is given it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody typed."""

    port: int | None
    host: str
    allow: tuple[str, ...]
    browser: bool
    database: str | None
    folder: Path | None
    address: str
    policy: Policy | None = None


def database_given(given: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """The address of the database: as it is typed, in a file, or in the environment, where no other user reads it."""
    given = given or environment.get("PITBOSS_DATABASE", "")
    if not given.startswith("@"):
        return given or None
    try:
        return Path(given[1:]).read_text("utf-8").strip() or None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{given[1:]}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def serve(wanted: Wanted) -> None:
    """Open the floor and serve it until somebody ends it."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with (
        listen(wanted.host, wanted.port) as listening,
        suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=loop()) as runner,
    ):
        runner.run(_serve(wanted, listening))


def loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster loop, where there is one."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at the port that was asked for, or near the usual one."""
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
    hint = "; --port 0 takes one that is free" if "in use" in str(problem) else ""
    raise ValueError(f"cannot listen on {host}, {which}: {problem.strerror or problem}{hint}")


def where(host: str, port: int) -> str:
    """The address to open in a browser of this machine.

    >>> where("0.0.0.0", 8080), where("::1", 80)
    ('http://127.0.0.1:8080', 'http://[::1]:80')
    """
    host = "127.0.0.1" if host in EVERYWHERE else host.strip("[]")
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def _serve(wanted: Wanted, listening: socket.socket) -> None:
    here = where(wanted.host, listening.getsockname()[1])
    address = wanted.address or here
    floor = await _open(wanted, address)
    served = False

    async def open_floor() -> Floor:
        nonlocal served
        served = True
        return floor

    try:
        hosts = [wanted.host, host_of(address.partition("://")[2].partition("/")[0]), *wanted.allow]
        app = create_app(open_floor, hosts=hosts, any_address=wanted.host in EVERYWHERE)
        mount_pages(app)
        greeting = await _greeting(floor, here)
        _settle()
        # Who asks, and whether by https, is a proxy's to say only where somebody trusts one.
        proxied = "FORWARDED_ALLOW_IPS" in os.environ
        requests, sockets = careful(doors(by_address=not proxied))
        server = _Server(
            uvicorn.Config(
                app,
                http=requests,
                ws=sockets,
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
        greeted = asyncio.create_task(_greet(server, greeting, here if wanted.browser else ""))
        await server.serve(sockets=[listening])
        greeted.cancel()
    finally:
        if not served:
            await floor.close()
    if server.started:
        _leave()


async def _open(wanted: Wanted, address: str) -> Floor:
    try:
        return await Floor.open(wanted.database, wanted.folder, address, wanted.policy)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        raise ValueError(f"the database cannot be opened: {reason}") from None


class _Server(uvicorn.Server):
    """Ends quietly when it is told to, by a key or by a signal."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def mount_pages(app: FastAPI) -> None:
    """Put the pages on the application: the one place where the floor's server meets the web."""
    from nicegui import ui

    from pitboss.web import pages, theme

    pages.register()
    ui.run_with(app, show_welcome_message=False, **theme.LOOK)


def _settle() -> None:
    """Keep the garbage collector from looking again and again through all that is in memory by now, for good.

    There are 260,000 objects: each look made everybody at the tables wait for a quarter of a second. What pages leave
    behind when they are closed, 5,000 objects each, is looked through once there are a million.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 20, 25)
    # The thread that writes needs the interpreter for a moment between any two statements; who waits for an
    # acknowledgement would wait for each of these moments.
    sys.setswitchinterval(SWITCH)


async def _greeting(floor: Floor, here: str) -> str:
    """What there is to say to whoever started it; before that, what a floor has from its first day."""
    await open_house_tables(floor)
    tokens, new = await staff_tokens(floor)
    tables = len(await floor.tables())
    for fault in await asyncio.to_thread(audit_quickly, floor.store, floor.folder):
        logging.getLogger("pitboss.floor").error("%s: %s; `pitboss audit` tells more", fault.where, fault.what)
    url = floor.store.url
    kept = url.database if floor.store.sqlite else url.render_as_string(hide_password=True)
    lines = [
        f"Pitboss is open at {here}",
        "",
        f"{tables} tables; everything is kept in {kept}",
        f"for programs: {here}{PREFIX}/docs",
    ]
    if new:
        person = await floor.person(tokens[Role.FLOORPERSON])
        assert person is not None
        lines.append(f"for the floorperson, within the hour: {here}/staff#{await floor.session(person, AT_THE_START)}")
        lines.append(f"the tokens of the staff are in {floor.folder / STAFF}")
    else:
        lines.append(f"the tokens of the staff are in {floor.folder / STAFF}")
    return "\n".join(f"  {line}".rstrip() for line in ("", *lines, "", "Ctrl-C ends it.", ""))


async def _greet(server: uvicorn.Server, greeting: str, browse: str) -> None:
    """Say where it is once it is there, and open it."""
    while not server.started:
        await asyncio.sleep(0.02)
    print(greeting, flush=True)
    if browse:
        await asyncio.to_thread(webbrowser.open, browse)
    await asyncio.to_thread(make_ladders)  # else whoever has the first hand of an order has all tables wait for it


def _leave() -> NoReturn:
    """End now: all is committed, and nobody waits for a price that a thread is still working out."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
