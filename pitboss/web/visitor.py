"""The visitor of a page, identified by a cookie; visitors to the tables without one become guests with play money.

1. Tokens exist only in cookies that scripts cannot read; no page or message contains one.
2. There are two cookies: one for the player, and one for a staff role. While the second is valid, its owner sees the
   tables in that role; when it ends, the player is still logged in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import Request, Response
from nicegui import ui
from sqlalchemy.exc import OperationalError
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.api.auth import COOKIE, address_of, client_of, floor_of, limits_of, set_cookie
from pitboss.floor.api.limits import Limits
from pitboss.floor.api.problems import ProblemError, problem_of
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role
from pitboss.floor.store import CommitFailed

STAFF_COOKIE = f"{COOKIE}_staff"
_NEW = "pitboss.token"
"The key in the request's scope under which the middleware passes a guest's new token to the page."
TROUBLE = "pitboss.trouble"
"The key under which it passes the reason why no guest could be created."


@dataclass(frozen=True, slots=True)
class Visitor:
    """The visitor of a page. `player` is their account as a player, `staff` their account in a staff role."""

    floor: Floor
    limits: Limits
    player: Person | None = None
    staff: Person | None = None
    token: str = field(default="", repr=False)
    tokens: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The tokens of both cookies: those of the `player` and of `staff`."""

    @property
    def person(self) -> Person | None:
        """The account in whose name tables are viewed."""
        return self.staff or self.player

    @property
    def role(self) -> Role | None:
        return self.person.role if self.person is not None else None

    async def asks(self, rate: str = "commands") -> Person:
        """Return the visitor's account again; raises `ProblemError` if the token has expired or the rate limit is
        reached.
        """
        person = await self.floor.person(self.token)
        if person is None:
            raise ProblemError("bad-token", "Your session has ended; reload the page.")
        self.limits.spend(rate, person.id)
        return person


async def visitor(request: Request | None = None) -> Visitor:
    """Return the visitor who requested this page."""
    request = request or ui.context.client.request
    floor = floor_of(request)
    token = request.scope.get(_NEW) or request.cookies.get(COOKIE, "")
    staff_token = request.cookies.get(STAFF_COOKIE, "")
    player, staff = await floor.person(token), await floor.person(staff_token)
    if player is not None:
        floor.flags.seen_at(player.id, address_of(request))
    if player is not None and player.role is not Role.PLAYER:
        player = None
    if staff is not None and staff.role is Role.PLAYER:
        staff = None
    tokens = {"player": token, "staff": staff_token}
    return Visitor(floor, limits_of(request), player, staff, staff_token if staff is not None else token, tokens)


class Guests:
    """Middleware that turns visitors to the tables without a valid cookie into guests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not _at_the_tables(scope["path"]):
            return await self.app(scope, receive, send)
        request = Request(scope)
        floor = floor_of(request)
        if await floor.person(request.cookies.get(COOKIE, "")) is not None:
            return await self.app(scope, receive, send)
        try:
            limits_of(request).spend("guests", address_of(request))
        except ProblemError as trouble:
            return await trouble.problem.answer()(scope, receive, send)
        try:
            _, token = await floor.guest(client=client_of(request))
        except (CommitFailed, OperationalError) as problem:
            scope[TROUBLE] = problem_of(problem).detail
            return await self.app(scope, receive, send)
        scope[_NEW] = token

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                response = Response()
                set_cookie(response, token, request)
                MutableHeaders(scope=message).append("set-cookie", response.headers["set-cookie"])
            await send(message)

        return await self.app(scope, receive, send_with_cookie)


def _at_the_tables(path: str) -> bool:
    return path == "/" or path.startswith(("/table/", "/open/", "/tournaments", "/limits"))
