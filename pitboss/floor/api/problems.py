"""Problem documents (RFC 9457): the body of every error response of the API.

`problem_of` maps each known exception to a problem that is safe to show to strangers. An unknown exception is a bug:
the client learns nothing about it, and the log has the traceback.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from pitboss.chapter.check import Finding, Unlawful
from pitboss.chapter.rules import TooLarge
from pitboss.chapter.table_file import BadTable
from pitboss.floor.commands import WrongRole
from pitboss.floor.condition import KNOWN_REASONS, database_reason
from pitboss.floor.fair_queue import Busy
from pitboss.floor.floor import KeyReused, NoSuchRound, NoSuchTable, OwnerUnavailable
from pitboss.floor.people import BadPerson
from pitboss.floor.security import WrongCode
from pitboss.floor.store import CommitFailed, OutcomeUnknown
from pitboss.floor.tournaments import NoSuchTournament
from pitboss.floor.treasury import NoSuchApproval
from pitboss.library.work import Overloaded
from pitboss.table import Refused

MEDIA = "application/problem+json"
AT = "/api/v1/problems/"
"""The path under which kinds of problems are explained; a problem's type is its address there."""

KINDS: dict[str, tuple[int, str, str]] = {
    "refused": (409, "Not allowed now", "The rules or the state of the table do not allow it. Nothing has changed."),
    "wrong-role": (403, "Wrong role", "The request needs a token with another role."),
    "no-token": (401, "No token", "A token is required: Authorization: Bearer …"),
    "bad-token": (401, "Invalid token", "The token is unknown, has expired, or was revoked."),
    "second-factor": (401, "Code required", "The holder of this token must sign in with a code of the second factor."),
    "bad-log-in": (401, "Wrong name or password", "No person has this name and password."),
    "no-such-table": (404, "No such table", "There is no table with this number."),
    "no-such-tournament": (404, "No such tournament", "There is no tournament with this number."),
    "no-such-approval": (404, "No such approval", "There is no grant or batch of coupons with this number."),
    "no-such-round": (404, "No such round", "The round was not played at this table, or is not over yet."),
    "not-found": (404, "Not found", "There is nothing at this address."),
    "method": (405, "Method not allowed", "The address does not support this method."),
    "unlawful": (422, "Not a lawful table", "The chapter does not permit the table; the findings say why."),
    "bad-table": (422, "Invalid table file", "The table file cannot be parsed."),
    "bad-person": (422, "Invalid name or password", "The name or the password is not acceptable."),
    "bad-input": (422, "Invalid request", "The request does not match the documented format."),
    "not-json": (400, "Not JSON", "The body of the request is not JSON."),
    "key-used": (422, "Key already used", "The idempotency key was used for another request."),
    "too-large": (413, "Too large", "The request or the message is too large."),
    "too-slow": (408, "Too slow", "The body of the request did not arrive in time."),
    "too-often": (429, "Too many requests", "Retry after the given number of seconds."),
    "wrong-host": (421, "Wrong host", "The requested host is not a name of this server."),
    "wrong-origin": (403, "Wrong origin", "The request comes from a page of another site."),
    "try-again": (503, "Try again", "The table is changing owners, or the database did not answer. Try again."),
    "unknown": (
        503,
        "Outcome unknown",
        "It is not known yet whether the request was carried out. Retry with the same Idempotency-Key.",
    ),
    "fault": (500, "Internal error", "Something went wrong on the server. It has been logged."),
}


class Problem(BaseModel):
    """The reason for an error response."""

    model_config = ConfigDict(frozen=True)

    type: str = Field(description="The kind of problem, as the address of its explanation")
    title: str
    status: int
    detail: str = Field("", description="The problem in this case, and what is allowed")
    section: str | None = Field(None, description="The section of the chapter that forbids it")
    citation: str | None = Field(None, description="The citation of the section on the table's date")
    findings: list[Finding] | None = Field(None, description="The findings against a table")
    errors: list[dict[str, Any]] | None = Field(None, description="The invalid parts of the request")
    retry_after: float | None = Field(None, description="Seconds after which to retry")

    def plain(self) -> dict[str, Any]:
        """The document without its empty fields."""
        return self.model_dump(mode="json", exclude_none=True)

    def answer(self, **headers: str) -> Response:
        """The document as a response."""
        if self.retry_after is not None:
            headers["retry-after"] = str(max(1, round(self.retry_after + 0.5)))
        if self.status == 401:
            headers["www-authenticate"] = "Bearer"
        content = self.model_dump_json(exclude_none=True)
        return Response(content, self.status, headers=headers, media_type=MEDIA)


class ProblemError(Exception):
    """Raise this to answer a request with a problem."""

    def __init__(self, kind: str, detail: str = "", retry_after: float | None = None) -> None:
        self.problem = problem(kind, detail, retry_after=retry_after)
        super().__init__(detail)


def problem(kind: str, detail: str = "", **more: Any) -> Problem:
    """A problem of a known kind."""
    status, title, usual = KINDS[kind]
    return Problem(type=AT + kind, title=title, status=status, detail=_sound(detail) or usual, **more)


def _sound(text: str) -> str:
    """The text with anything that cannot be encoded replaced."""
    return text.encode("utf-8", "replace").decode()


def problem_of(error: BaseException) -> Problem:
    """The problem to show to a client for an exception."""
    match error:
        case ProblemError():
            return error.problem
        case Refused():
            section, citation = error.answer.section or None, error.citation or None
            return problem("refused", error.answer.reason, section=section, citation=citation)
        case WrongRole():
            return problem("wrong-role", str(error))
        case NoSuchTable():
            return problem("no-such-table", str(error))
        case NoSuchApproval():
            return problem("no-such-approval", str(error))
        case NoSuchTournament():
            return problem("no-such-tournament", str(error))
        case NoSuchRound():
            return problem("no-such-round", str(error))
        case WrongCode():
            return problem("second-factor", str(error))
        case KeyReused():
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
        case OutcomeUnknown():
            return problem("unknown", str(error), retry_after=1.0)
        case Busy():
            return problem("too-often", str(error), retry_after=error.retry_after)
        case Overloaded():
            return problem("try-again", str(error), retry_after=5.0)
        case OwnerUnavailable() | CommitFailed():
            return problem("try-again", str(error), retry_after=1.0)
        case OperationalError() | InterfaceError() | PoolTimeout():
            return problem("try-again", _database(error), retry_after=1.0)
        case DatabaseError() if database_reason(error) in KNOWN_REASONS:
            return problem("try-again", _database(error), retry_after=5.0)
        case HTTPException():
            return _http(error)
        case _:
            return problem("fault")


def _database(error: Exception) -> str:
    """The reason why the database fails, if it is a known one that reveals nothing about anyone."""
    reason = database_reason(error)
    return reason if reason in KNOWN_REASONS else "the database does not answer"


def _misread(error: RequestValidationError | ValidationError) -> Problem:
    found = error.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return problem("not-json")
    # The input is not repeated: it may be anything, of any size.
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
    """Answer every exception of an application with a problem document."""

    async def respond(request: Request, error: Exception) -> Response:
        headers, found = dict(getattr(error, "headers", None) or {}), problem_of(error)
        if found.status == 500 and isinstance(error, DatabaseError):
            raise error  # a bug, which is answered by the gate and logged
        return found.answer(**headers)

    for known in (
        ProblemError,
        Refused,
        WrongRole,
        WrongCode,
        NoSuchTable,
        NoSuchRound,
        NoSuchTournament,
        NoSuchApproval,
        KeyReused,
        BadPerson,
        Unlawful,
        BadTable,
        TooLarge,
        Overloaded,
        Busy,
        OwnerUnavailable,
        CommitFailed,
        DatabaseError,
        InterfaceError,
        PoolTimeout,
        RequestValidationError,
        ValidationError,
        HTTPException,
        Exception,
    ):
        app.add_exception_handler(known, respond)
