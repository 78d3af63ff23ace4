"""Problem documents (RFC 9457): every refusal of the API is one, whatever went wrong and wherever.

`problem_of` knows how each exception of the house is told to a stranger. What it does not know is a fault of ours, and
nothing is told of it: the log has it.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from pitboss.chapter.check import Finding, Unlawful
from pitboss.chapter.rules import TooLarge
from pitboss.chapter.table_file import BadTable
from pitboss.floor.commands import WrongRole
from pitboss.floor.fair_queue import Busy
from pitboss.floor.floor import Elsewhere, KeyUsed, NoSuchRound, NoSuchTable
from pitboss.floor.people import BadPerson
from pitboss.floor.store import Lost, Unknown
from pitboss.floor.threads import Overloaded
from pitboss.floor.tournaments import NoSuchTournament
from pitboss.table import Refused

MEDIA = "application/problem+json"
AT = "/api/v1/problems/"
"""Where the kinds of problems are explained; a problem's type is its address there."""

KINDS: dict[str, tuple[int, str, str]] = {
    "refused": (409, "Not allowed now", "The rules, or how the table stands, do not allow it. Nothing has changed."),
    "wrong-role": (403, "Another role's", "What was asked for belongs to another role than the token's."),
    "no-token": (401, "No token", "A token is wanted: Authorization: Bearer …"),
    "bad-token": (401, "Token not good", "The token is not known, has expired, or was taken back."),
    "bad-log-in": (401, "Wrong name or password", "Nobody has that name and that password."),
    "no-such-table": (404, "No such table", "There is no table of that number."),
    "no-such-tournament": (404, "No such tournament", "There is no tournament of that number."),
    "no-such-round": (404, "No such round", "That round was not played here, or is not over yet."),
    "not-found": (404, "Nothing there", "There is nothing at this address."),
    "method": (405, "Not that way", "The address is right, the method is not."),
    "unlawful": (422, "Not a lawful table", "The chapter does not permit the table; the findings say why."),
    "bad-table": (422, "Table not understood", "The table file cannot be understood."),
    "bad-person": (422, "Name or password", "The name or the password cannot be taken."),
    "bad-input": (422, "Not understood", "The request does not have the form that is documented."),
    "not-json": (400, "Not JSON", "The body of the request is not JSON."),
    "key-used": (422, "Key used before", "The idempotency key was used for another request."),
    "too-large": (413, "Too large", "The request, or the message, is larger than is taken."),
    "too-slow": (408, "Too slow", "The body of the request did not come in time."),
    "too-often": (429, "Too often", "Come again after the seconds that are named."),
    "wrong-host": (421, "Another host's", "The server does not go by the name that was asked for."),
    "wrong-origin": (403, "From another site", "The request comes from a page of another site."),
    "try-again": (503, "Try again", "The table is changing hands, or the database did not answer. Try again."),
    "unknown": (503, "Not known", "Whether it was done is not known yet. Ask again with the same Idempotency-Key."),
    "fault": (500, "A fault of ours", "Something went wrong here. It has been written down."),
}


class Problem(BaseModel):
    """Why something was refused."""

    model_config = ConfigDict(frozen=True)

    type: str = Field(description="The kind of problem: an address where it is explained")
    title: str
    status: int
    detail: str = Field("", description="What is wrong this time, and what is allowed")
    section: str | None = Field(None, description="The section of the chapter under which it was refused")
    citation: str | None = Field(None, description="That section as it is cited on the table's day")
    findings: list[Finding] | None = Field(None, description="What the chapter does not permit of a table")
    errors: list[dict[str, Any]] | None = Field(None, description="Which parts of the request are not as they must be")
    retry_after: float | None = Field(None, description="Seconds until it may be tried again")

    def plain(self) -> dict[str, Any]:
        """The document, without what it does not say."""
        return self.model_dump(mode="json", exclude_none=True)

    def answer(self, **headers: str) -> Response:
        """The document as an answer."""
        if self.retry_after is not None:
            headers["retry-after"] = str(max(1, round(self.retry_after + 0.5)))
        if self.status == 401:
            headers["www-authenticate"] = "Bearer"
        content = self.model_dump_json(exclude_none=True)
        return Response(content, self.status, headers=headers, media_type=MEDIA)


class Trouble(Exception):
    """A problem on its way to whoever asked."""

    def __init__(self, kind: str, detail: str = "", retry_after: float | None = None) -> None:
        self.problem = problem(kind, detail, retry_after=retry_after)
        super().__init__(detail)


def problem(kind: str, detail: str = "", **more: Any) -> Problem:
    """A problem of a known kind."""
    status, title, usual = KINDS[kind]
    return Problem(type=AT + kind, title=title, status=status, detail=_sound(detail) or usual, **more)


def _sound(text: str) -> str:
    """A text that can be sent, whatever somebody put into it."""
    return text.encode("utf-8", "replace").decode()


def problem_of(error: BaseException) -> Problem:
    """What a stranger is told of an exception."""
    match error:
        case Trouble():
            return error.problem
        case Refused():
            section, citation = error.answer.section or None, error.citation or None
            return problem("refused", error.answer.reason, section=section, citation=citation)
        case WrongRole():
            return problem("wrong-role", str(error))
        case NoSuchTable():
            return problem("no-such-table", str(error))
        case NoSuchTournament():
            return problem("no-such-tournament", str(error))
        case NoSuchRound():
            return problem("no-such-round", str(error))
        case KeyUsed():
            return problem("key-used", str(error))
        case BadPerson():
            return problem("bad-person", str(error))
        case Unlawful():
            breaches = [one for one in error.findings if one.severity == "breach"]
            detail = "; ".join(f"{one.where}: {one.wrong}" for one in breaches)
            first = breaches[0] if breaches else None
            return problem(
                "unlawful",
                detail[:1000],
                findings=list(error.findings),
                section=first.section if first else None,
                citation=first.citation if first else None,
            )
        case BadTable():
            return problem("bad-table", str(error)[:1000])
        case TooLarge():
            return problem("bad-input", str(error))
        case RequestValidationError() | ValidationError():
            return _misread(error)
        case Unknown():
            return problem("unknown", str(error), retry_after=1.0)
        case Busy():
            return problem("too-often", str(error), retry_after=error.retry_after)
        case Overloaded():
            return problem("try-again", str(error), retry_after=5.0)
        case Elsewhere() | Lost():
            return problem("try-again", str(error), retry_after=1.0)
        case OperationalError() | InterfaceError() | PoolTimeout():
            return problem("try-again", "the database does not answer", retry_after=1.0)
        case HTTPException():
            return _http(error)
        case _:
            return problem("fault")


def _misread(error: RequestValidationError | ValidationError) -> Problem:
    found = error.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return problem("not-json")
    # What was sent is not sent back: it may be anything, of any size.
    errors = [
        {"where": _sound(".".join(map(str, one["loc"])))[:200], "what": _sound(one["msg"])[:200]} for one in found[:20]
    ]
    said = "; ".join(f"{one['where']}: {one['what']}" for one in errors[:3])
    return problem("bad-input", said[:500], errors=errors)


def _http(error: HTTPException) -> Problem:
    kinds = {400: "not-json", 404: "not-found", 405: "method", 413: "too-large"}
    kind = kinds.get(error.status_code)
    if kind is not None:
        return problem(kind)
    return Problem(type="about:blank", title=str(error.detail), status=error.status_code)


def register(app: FastAPI) -> None:
    """Have an application answer every exception by a problem document."""

    async def told(request: Request, error: Exception) -> Response:
        headers = dict(getattr(error, "headers", None) or {})
        return problem_of(error).answer(**headers)

    for known in (
        Trouble,
        Refused,
        WrongRole,
        NoSuchTable,
        NoSuchRound,
        NoSuchTournament,
        KeyUsed,
        BadPerson,
        Unlawful,
        BadTable,
        TooLarge,
        Overloaded,
        Busy,
        Elsewhere,
        Lost,
        OperationalError,
        InterfaceError,
        PoolTimeout,
        RequestValidationError,
        ValidationError,
        HTTPException,
        Exception,
    ):
        app.add_exception_handler(known, told)
