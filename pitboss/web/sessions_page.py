"""Sessions and security: where an account is signed in, and the second factor for staff.

Plain forms, as on the other account pages. A secret and its recovery codes are shown once, in the answer to a form.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fastapi import Request, Response
from nicegui import Client, app, ui

from pitboss.floor.api.problems import ProblemError, problem_of
from pitboss.floor.commands import WrongRole
from pitboss.floor.people import Person
from pitboss.floor.second_factor import enrolment_url, qr_svg
from pitboss.floor.security import Session, WrongCode
from pitboss.floor.store import CommitFailed
from pitboss.table import Refused as RefusedByHouse
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.forms import input_field, post_form, read_form, redirect
from pitboss.web.greeting import greet
from pitboss.web.markup import Markup, el, table
from pitboss.web.visitor import Visitor, visitor

PATH = "/sessions"
Trouble = (ProblemError, WrongRole, WrongCode, CommitFailed, RefusedByHouse)


async def sessions_page(query: Query) -> None:
    """Show the visitor's sessions, as a player and as staff."""
    await _show()


async def _show(trouble: str = "", secret: str = "", codes: Sequence[str] = ()) -> None:
    who = await visitor()
    with theme.frame("Sessions"):
        theme.linked("live.css")
        theme.heading("Sessions and security")
        if trouble:
            theme.written(el("p", trouble, class_="form-trouble", role="alert"))
        if codes:
            theme.written(recovery_markup(codes))
        for person, name in ((who.staff, "staff"), (who.player, "player")):
            if person is not None:
                await _account(who, person, name, secret)
        if who.player is None and who.staff is None:
            ui.label("You are not signed in here.").classes("lead")


async def _account(who: Visitor, person: Person, kind: str, secret: str) -> None:
    theme.heading(f"{person.name}, {person.role.value}", 2)
    found = await who.floor.sessions(person, who.tokens[kind])
    theme.written(sessions_markup(found, kind))
    if kind == "staff":
        if await who.floor.has_second_factor(person):
            said = "A second factor is set up: signing in with a token needs a code. An administrator can remove it."
            theme.written(el("p", said, class_="quiet"))
        else:
            theme.written(enrolment_markup(secret, person.name) if secret else offer_markup())


def sessions_markup(found: Sequence[Session], kind: str) -> Markup:
    """Render a table of sessions, each with a button that ends it."""
    rows = [
        el(
            "tr",
            el("th", one.client or one.label, el("b", " this one") if one.here else None, scope="row"),
            el("td", f"{datetime.fromtimestamp(one.at):%Y-%m-%d %H:%M}", data_label="Since"),
            el("td", f"{datetime.fromtimestamp(one.expires):%Y-%m-%d %H:%M}", data_label="Until"),
            el("td", one.label, data_label="Signed in as"),
            el("td", None if one.here else _revoke("Sign out", kind, one.id)),
        )
        for one in found
    ]
    listed = table(["Where", "Since", "Until", "How", ""], rows, "Sessions", "sessions")
    return el("div", listed, _revoke("Sign out everywhere else", kind, "") if len(found) > 1 else None)


def _revoke(name: str, kind: str, id: str) -> Markup:
    hidden = [el("input", type="hidden", name_=key, value=value) for key, value in (("kind", kind), ("id", id))]
    return post_form(f"{PATH}/revoke", name, hidden, "press")


def offer_markup() -> Markup:
    """Render the offer to set up a second factor."""
    says = "A second factor protects this account even if its token is stolen: a code that an app on your phone shows."
    return el("section", el("h3", "Second factor"), el("p", says), post_form(f"{PATH}/second-factor", "Set it up", ()))


def enrolment_markup(secret: str, name: str) -> Markup:
    """Render a new secret as a QR code and in letters, with the form for its first code."""
    url = enrolment_url(secret, name)
    code = input_field(
        "Code that the app shows",
        "code",
        autocomplete="one-time-code",
        inputmode="numeric",
        maxlength="10",
        required=True,
    )
    letters = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    inside = (
        el("p", "Scan this with an authenticator app, or type the letters into it. Both are shown only now."),
        el("div", Markup(qr_svg(url)), class_="qr", role="img", aria_label="QR code of the secret"),
        el("p", el("code", letters)),
        post_form(f"{PATH}/second-factor/confirm", "Confirm", (code,)),
    )
    return el("section", el("h3", "Second factor"), inside, class_="door")


def recovery_markup(codes: Sequence[str]) -> Markup:
    """Render new recovery codes."""
    says = "The second factor is in force. Keep these codes: each replaces the app once, and they are shown only now."
    return el(
        "section",
        el("p", says, role="status"),
        el("ol", [el("li", el("code", one)) for one in codes], class_="recovery"),
        class_="form-done",
    )


async def _again(
    request: Request, status: int, trouble: str = "", secret: str = "", codes: Sequence[str] = ()
) -> Response:
    """Show the page in response to a form. It is not stored anywhere, because it may contain a secret."""
    with Client(ui.page(""), request=request) as client:
        await _show(trouble, secret, codes)
        await greet(request)
    answer = client.build_response(request, status)
    answer.headers["cache-control"] = "no-store"
    return answer


async def _refused(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    return await _again(request, problem.status, f"{problem.detail[:1].upper()}{problem.detail[1:].rstrip('.')}.")


async def revoke(request: Request) -> Response:
    """End one of the visitor's sessions, or all others."""
    given = await read_form(request)
    who = await visitor(request)
    kind = "staff" if given.get("kind") == "staff" else "player"
    person, id = who.staff if kind == "staff" else who.player, given.get("id", "")
    try:
        if person is not None:
            who.limits.spend("heavy", person.id)
            if len(id) == 16 and id.isalnum():
                await who.floor.revoke_session(person, id)
            elif not id:
                await who.floor.revoke_other_sessions(person, who.tokens[kind])
    except Trouble as error:
        return await _refused(request, error)
    return redirect(PATH)


async def begin_second_factor(request: Request) -> Response:
    """Show a new secret for the staff member."""
    who = await visitor(request)
    try:
        if who.staff is None:
            raise WrongRole("a second factor is for staff; sign in with a token first")
        who.limits.spend("codes", who.staff.id)
        return await _again(request, 200, secret=await who.floor.begin_second_factor(who.staff))
    except Trouble as error:
        return await _refused(request, error)


async def confirm_second_factor(request: Request) -> Response:
    """Activate the second factor, and show the recovery codes."""
    code = (await read_form(request)).get("code", "")[:20]
    who = await visitor(request)
    try:
        if who.staff is None:
            raise WrongRole("a second factor is for staff; sign in with a token first")
        who.limits.spend("codes", who.staff.id)
        codes = await who.floor.confirm_second_factor(who.staff, code, who.tokens["staff"])
    except Trouble as error:
        return await _refused(request, error)
    return await _again(request, 200, codes=codes)


def serve() -> None:
    """Add the forms to the application."""
    for path, answer in (
        ("/revoke", revoke),
        ("/second-factor", begin_second_factor),
        ("/second-factor/confirm", confirm_second_factor),
    ):
        app.add_api_route(PATH + path, answer, methods=["POST"], include_in_schema=False)
