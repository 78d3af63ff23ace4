"""Authentication. Programs send a token in a header; pages have it in a cookie that scripts cannot read.

The two never mix. The API ignores cookies, so another site's page, whose requests carry the cookie, can do nothing with
it. Page requests that change something must come from the pages' own origin (`gate`).
"""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from pitboss.floor.api.limits import Limits, network_of
from pitboss.floor.api.problems import ProblemError
from pitboss.floor.commands import WrongRole
from pitboss.floor.floor import Floor
from pitboss.floor.people import LIFETIME, Person, Role

COOKIE = "pitboss"
_bearer = HTTPBearer(auto_error=False, description="The token of a player or a staff member.")


def floor_of(connection: HTTPConnection) -> Floor:
    """The floor of the application."""
    floor: Floor = connection.state.floor
    return floor


def limits_of(connection: HTTPConnection) -> Limits:
    """The rate limits of the application."""
    limits: Limits = connection.state.limits
    return limits


def address_of(connection: HTTPConnection) -> str:
    """The network address under which a client is counted."""
    return network_of(connection.client.host) if connection.client is not None else "here"


def client_of(connection: HTTPConnection) -> str:
    """A client's browser or program and its network, so that people recognise their sessions.

    >>> _program("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), _program("curl/8.5.0")
    ('Firefox on Linux', 'curl')
    """
    return f"{_program(connection.headers.get('user-agent', ''))}, {address_of(connection)}"


def _program(agent: str) -> str:
    browsers = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac"}
    browser = next((name for mark, name in browsers.items() if mark in agent), "")
    if not browser:
        return re.sub(r"[^\w .-]", "", agent.partition("/")[0])[:30] or "a program"
    system = next((name for mark, name in systems.items() if mark in agent), "Linux" if "Linux" in agent else "")
    return f"{browser} on {system}" if system else browser


# ---- programs


async def token_of(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> str | None:
    """The token in the request's header, if any. Counts the request."""
    limits_of(request).spend("requests", address_of(request))
    return None if given is None else given.credentials


async def optional_person(request: Request, token: Annotated[str | None, Depends(token_of)]) -> Person | None:
    """The authenticated person; None without a token. A token that is sent must be valid."""
    if token is None:
        return None
    person = await authenticate(floor_of(request), token)
    floor_of(request).flags.seen_at(person.id, address_of(request))
    return person


async def current_person(person: Annotated[Person | None, Depends(optional_person)]) -> Person:
    """The authenticated person; a token is required."""
    if person is None:
        raise ProblemError("no-token")
    return person


async def authenticate(floor: Floor, token: str) -> Person:
    """The person to whom a token belongs; it must be valid."""
    person = await floor.person(token)
    if person is None:
        holder = await floor.holder(token) if 20 <= len(token) <= 100 else None
        raise ProblemError("bad-token" if holder is None else "second-factor")
    return person


SecretKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=22,
        max_length=80,
        pattern=r"^[!-~]+$",
        description="The same key returns the same person and token: keep it as secret as the token",
    ),
]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=80,
        pattern=r"^[!-~]+$",
        description="A repeated key returns the first answer and changes nothing",
    ),
]
Token = Annotated[str | None, Depends(token_of)]
OptionalPerson = Annotated[Person | None, Depends(optional_person)]
CurrentPerson = Annotated[Person, Depends(current_person)]


def require_role(person: Person, *roles: Role) -> None:
    """Raise `ProblemError` unless the person has one of the roles."""
    if person.role not in roles:
        whose = " or ".join(role.value for role in roles)
        raise WrongRole(f"this is for {whose}; your token is a {person.role.value}'s")


# ---- pages


def set_cookie(
    answer: Response, token: str, connection: HTTPConnection, lifetime: float = LIFETIME, name: str = COOKIE
) -> None:
    """Set the cookie with a token; scripts cannot read it."""
    secure = connection.url.scheme in ("https", "wss")
    answer.set_cookie(name, token, max_age=int(lifetime), httponly=True, samesite="lax", secure=secure, path="/")


def delete_cookie(answer: Response, name: str = COOKIE) -> None:
    """Delete the cookie with the token."""
    answer.delete_cookie(name, path="/", httponly=True, samesite="lax")
