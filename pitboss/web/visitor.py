"""Who looks at a page: known by a cookie; who comes to the tables without one is a guest with play money at once.

1. A token is in a cookie that no script can read, and nowhere else: no page and no message carries it.
2. There are two cookies: a player's, and beside it that of a role in the house. While the second is good its bearer is
   shown the tables in that role; when it goes, the player is still there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fastapi import Request, Response
from nicegui import ui
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.api.auth import COOKIE, address_of, floor_of, give_cookie, limits_of
from pitboss.floor.api.limits import Limits
from pitboss.floor.api.problems import Trouble
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role

STAFF_COOKIE = f"{COOKIE}_staff"
_NEW = "pitboss.token"
"The key of a request's scope under which a guest's new token travels from the middleware to the page."


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who looks at a page. `player` is who plays, `staff` the same somebody in a role of the house."""

    floor: Floor
    limits: Limits
    player: Person | None = None
    staff: Person | None = None
    token: str = field(default="", repr=False)

    @property
    def person(self) -> Person | None:
        """In whose name tables are looked at."""
        return self.staff or self.player

    @property
    def role(self) -> Role | None:
        return self.person.role if self.person is not None else None

    async def asks(self, rate: str = "commands") -> Person:
        """Who asks for something, once more: `Trouble` if the token is no good any more, or that was too often."""
        person = await self.floor.person(self.token)
        if person is None:
            raise Trouble("bad-token", "You are not known here any more; load the page again.")
        self.limits.spend(rate, person.id)
        return person


async def visitor(request: Request | None = None) -> Visitor:
    """Who asks for this page."""
    request = request or ui.context.client.request
    floor = floor_of(request)
    token = request.scope.get(_NEW) or request.cookies.get(COOKIE, "")
    staff_token = request.cookies.get(STAFF_COOKIE, "")
    player, staff = await floor.person(token), await floor.person(staff_token)
    if player is not None and player.role is not Role.PLAYER:
        player = None
    if staff is not None and staff.role is Role.PLAYER:
        staff = None
    return Visitor(floor, limits_of(request), player, staff, staff_token if staff is not None else token)


class Guests:
    """Makes a guest of whoever comes to the tables without a cookie that is good, and gives one."""

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
        except Trouble as trouble:
            return await trouble.problem.answer()(scope, receive, send)
        _, token = await floor.guest()
        scope[_NEW] = token

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                made = Response()
                give_cookie(made, token, request)
                MutableHeaders(scope=message).append("set-cookie", made.headers["set-cookie"])
            await send(message)

        return await self.app(scope, receive, told)


def _at_the_tables(path: str) -> bool:
    return path == "/" or path.startswith(("/table/", "/open/", "/tournaments"))
