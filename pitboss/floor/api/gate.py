"""The gate: checks on every request, socket and response, for both the pages and the API.

1. The requested host must be ours. A foreign name that resolves to this server points to a page that is trying to reach
   into this machine (DNS rebinding).
2. Sockets, and requests of pages that change something, must come from one of our pages.
3. A body is read completely before it is processed, up to a maximum size and time, chunked or not.
4. Clients that request too many pages are refused, and told when to retry. The API has its own limits, by person.
5. A request waits until the event loop has time for it; the tables come first (`admission`).
6. Every response tells the browser to trust nothing but this server, and to run no script without the request's nonce.
   An unhandled error is answered here.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.api.admission import Admission
from pitboss.floor.api.limits import Limits, network_of
from pitboss.floor.api.problems import Problem, ProblemError, problem

LARGEST_BODY = 64 * 1024
SLOWEST_BODY = 20.0
API = "/api/"
SOCKETS = "/_nicegui_ws/"
"""The path of the pages' sockets, which may begin as plain requests."""
FILES = ("/_nicegui", "/_pitboss/", "/processes/")
"""Paths that are not pages: scripts, images, and messages between processes."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OURS = ("localhost", "127.0.0.1", "::1")
_SPOOFED = frozenset({b"x-forwarded-prefix"})
"""Headers that the pages would trust but no client needs to send."""

NONCE = "pitboss.nonce"
"""The key in a request's scope for the nonce that its page's scripts carry."""
# The pages are Vue templates compiled in the browser, with their initial content in an inline script that has the
# request's nonce; everything comes from this server. `web.csp` says what needs 'unsafe-eval'.
_PAGES = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_DATA = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
}


_ON_HTTPS = ("strict-transport-security", "max-age=31536000")
"""Sent over https only: over http, browsers ignore it, and on a machine's own address it would be wrong."""


NOBODY_WAITS = "No response returned."
"""Starlette's error message when the client disconnected before it was answered, which is no one's fault."""


class _DisconnectWatch:
    """Wraps `receive` and notes whether the client has disconnected."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.gone = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self.gone = self.gone or message["type"] == "http.disconnect"
        return message


class Gate:
    """ASGI middleware around everything. `hosts` are the server's names; with `any_address`, any numeric address is
    too.
    """

    def __init__(
        self, app: ASGIApp, hosts: Iterable[str] = (), any_address: bool = False, limits: Limits | None = None
    ) -> None:
        self.app = app
        self.limits = limits or Limits()
        self.admission = Admission()
        self.hosts = frozenset(name.lower().strip("[]") for name in (*_OURS, *hosts))
        self.any_address = any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if scope["type"] == "websocket":
            if refused is not None:
                await send({"type": "websocket.close", "code": 1008, "reason": refused.title})
            else:
                await self.app(_plain(scope), receive, send)
            return
        scope = {**scope, NONCE: secrets.token_urlsafe(16)}
        careful = _SecuredResponse(scope, send)
        if refused is None:
            refused = await self._admitted(scope)
        if refused is None:
            taken = await _body(headers, receive)
            if isinstance(taken, Problem):
                refused = taken
            else:
                receive = taken
        if refused is not None:
            await refused.answer()(scope, receive, careful)
            return
        hears = _DisconnectWatch(receive)
        try:
            await self.app(_plain(scope), hears, careful)
        except Exception as fault:
            if hears.gone and str(fault) == NOBODY_WAITS:
                return
            if not careful.begun:
                await problem("fault").answer()(scope, receive, careful)
            raise

    async def _admitted(self, scope: Scope) -> Problem | None:
        """Wait until the event loop has time for a request; returns a problem if too many are waiting."""
        try:
            await self.admission.enter(scope["path"], _client_of(scope))
        except ProblemError as trouble:
            return trouble.problem
        return None

    def _refused(self, scope: Scope, headers: Headers) -> Problem | None:
        if not self._goes_by(host_of(headers.get("host", ""))):
            return problem("wrong-host", "this is not a name of the server; start it with --allow NAME if it should be")
        if _needs_origin(scope) and not _same_origin(headers):
            return problem("wrong-origin")
        return self._too_often(scope)

    def _too_often(self, scope: Scope) -> Problem | None:
        pages_socket = scope["path"].startswith(SOCKETS)
        if not pages_socket and (scope["type"] == "websocket" or scope["path"].startswith((API, *FILES))):
            return None
        rate = "requests" if pages_socket else "pages"
        try:
            self.limits.spend(rate, _client_of(scope))
        except ProblemError as trouble:
            return trouble.problem
        return None

    def _goes_by(self, host: str) -> bool:
        if host in self.hosts:
            return True
        if not self.any_address:
            return False
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return False
        return True  # a client that followed a foreign name sends that name in the header, not the address


def _client_of(scope: Scope) -> str:
    """The network address under which a client is counted."""
    return network_of(scope["client"][0]) if scope.get("client") else "here"


def host_of(given: str) -> str:
    """The name in a Host header, without the port.

    >>> host_of("Example.org:8080"), host_of("[::1]:8080"), host_of("")
    ('example.org', '::1', '')
    """
    try:
        return (urlsplit(f"//{given}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _needs_origin(scope: Scope) -> bool:
    """Whether a request's origin matters. It does not for the API, which ignores cookies."""
    path: str = scope["path"]
    if scope["type"] == "websocket" or path.startswith(SOCKETS):
        return True
    return scope["method"] not in _SAFE and not path.startswith(API)


def _same_origin(headers: Headers) -> bool:
    """Whether the request comes from one of our pages; programs send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") not in ("cross-site", "same-site")
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def _plain(scope: Scope) -> Scope:
    headers = [(name, value) for name, value in scope["headers"] if name not in _SPOOFED]
    return {**scope, "headers": headers}


async def _body(headers: Headers, receive: Receive) -> Receive | Problem:
    """Read the whole body; returns the problem if it is too large or too slow."""
    length = headers.get("content-length", "")
    if not length and "transfer-encoding" not in headers:
        return receive
    if length.isdecimal() and int(length[:12]) > LARGEST_BODY:
        return problem("too-large", f"a body may have at most {LARGEST_BODY} bytes")
    held: list[Message] = []
    size = 0
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            while not held or held[-1].get("more_body"):
                message = await receive()
                held.append(message)
                size += len(message.get("body", b""))
                if size > LARGEST_BODY:
                    return problem("too-large", f"a body may have at most {LARGEST_BODY} bytes")
    except TimeoutError:
        return problem("too-slow")
    held.reverse()

    async def replayed() -> Message:
        return held.pop() if held else await receive()

    return replayed


class _SecuredResponse:
    """Sends responses with the security headers that each of them must have."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.begun = False
        self._send = send
        self._data = scope["path"].startswith((API, "/processes/"))
        self._policy = _DATA if self._data else _PAGES.format(nonce=scope[NONCE])
        self._https = scope.get("scheme") == "https"

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", self._policy)
            if self._https:
                headers.setdefault(*_ON_HTTPS)
            if self._data:
                headers.setdefault("cache-control", "no-store")
        await self._send(message)
