"""Who asks. Programs show a token in a header; pages have it in a cookie that scripts cannot read.

The two never mix: the API takes no cookie, so that a page of another site, whose requests carry the cookie, can do
nothing with it; and the pages' own requests that change something must come from the pages' own origin (`gate`).
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from pitboss.floor.api.limits import Limits, network_of
from pitboss.floor.api.problems import Trouble
from pitboss.floor.commands import WrongRole
from pitboss.floor.floor import Floor
from pitboss.floor.people import LIFETIME, Person, Role

COOKIE = "pitboss"
_bearer = HTTPBearer(auto_error=False, description="A token: a player's, or one of the staff's.")


def floor_of(connection: HTTPConnection) -> Floor:
    """The floor, for whatever came in."""
    floor: Floor = connection.state.floor
    return floor


def limits_of(connection: HTTPConnection) -> Limits:
    """The rates that hold here."""
    limits: Limits = connection.state.limits
    return limits


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from, as it is counted."""
    return network_of(connection.client.host) if connection.client is not None else "here"


# ---- programs


async def token_of(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> str | None:
    """The token that a request shows, if any. Counts the request."""
    limits_of(request).spend("requests", address_of(request))
    return None if given is None else given.credentials


async def anyone(request: Request, token: Annotated[str | None, Depends(token_of)]) -> Person | None:
    """Who asks, or nobody in particular; a token that is shown must be good."""
    if token is None:
        return None
    return await bearer(floor_of(request), token)


async def somebody(person: Annotated[Person | None, Depends(anyone)]) -> Person:
    """Who asks."""
    if person is None:
        raise Trouble("no-token")
    return person


async def bearer(floor: Floor, token: str) -> Person:
    """Who bears a token that must be good."""
    person = await floor.person(token)
    if person is None:
        raise Trouble("bad-token")
    return person


SecretKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=22,
        max_length=80,
        pattern=r"^[!-~]+$",
        description="The same key lets the same person in, once, and tells the same token: keep it as secret as that",
    ),
]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=80,
        pattern=r"^[!-~]+$",
        description="The same key asks for the same again, of a table or of the house, and changes nothing twice",
    ),
]
Token = Annotated[str | None, Depends(token_of)]
Anyone = Annotated[Person | None, Depends(anyone)]
Somebody = Annotated[Person, Depends(somebody)]


def must_be(person: Person, *roles: Role) -> None:
    """Refuse what is another role's."""
    if person.role not in roles:
        whose = " or ".join(role.value for role in roles)
        raise WrongRole(f"this is for {whose}; the token is a {person.role.value}'s")


# ---- pages


def token_of_cookie(connection: HTTPConnection) -> str | None:
    """The token in the pages' cookie, if there is one."""
    return connection.cookies.get(COOKIE)


async def person_of_cookie(connection: HTTPConnection) -> Person | None:
    """Who looks at a page; None for somebody who has not come in, or whose token is no good any more."""
    token = token_of_cookie(connection)
    return None if token is None else await floor_of(connection).person(token)


def give_cookie(
    answer: Response, token: str, connection: HTTPConnection, lifetime: float = LIFETIME, name: str = COOKIE
) -> None:
    """Have a browser keep a token for the pages, out of reach of scripts."""
    secure = connection.url.scheme in ("https", "wss")
    answer.set_cookie(name, token, max_age=int(lifetime), httponly=True, samesite="lax", secure=secure, path="/")


def take_cookie(answer: Response, name: str = COOKIE) -> None:
    """Have a browser forget the token."""
    answer.delete_cookie(name, path="/", httponly=True, samesite="lax")
