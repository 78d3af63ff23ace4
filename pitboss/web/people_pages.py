"""Log-in, registration, and the staff entrance, as plain forms: passwords and tokens are only sent in a POST body.

A staff token has its own cookie: someone who leaves the staff area is the same player as before. Inside, a floorperson
can issue match play coupons; submitting a form twice issues only one.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from fastapi import Request, Response
from nicegui import Client, app, ui

from pitboss.chapter.odds import dollars
from pitboss.floor.api.auth import COOKIE, address_of, client_of, delete_cookie, floor_of, limits_of, set_cookie
from pitboss.floor.api.operation import OPERATORS
from pitboss.floor.api.people import MOST_COUPON
from pitboss.floor.api.problems import ProblemError, problem_of
from pitboss.floor.commands import WrongRole
from pitboss.floor.fair_queue import Busy
from pitboss.floor.floor import KeyReused
from pitboss.floor.people import DAY, BadPerson, Role
from pitboss.floor.security import WrongCode
from pitboss.floor.sight import TableInfo
from pitboss.floor.store import CommitFailed
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.forms import door, input_field, post_form, read_form, redirect
from pitboss.web.greeting import greet
from pitboss.web.markup import Markup, el
from pitboss.web.price_address import amount_of
from pitboss.web.visitor import STAFF_COOKIE, visitor

ROLES = {
    Role.DEALER: "close betting and deal, at tables dealt by a person",
    Role.FLOORPERSON: "call irregularities, take over dealing, close tables, issue match play coupons",
    Role.SURVEILLANCE: "see every card of every round, without acting",
    Role.REGULATOR: "see announced changes, and stop tournaments",
    Role.ADMIN: "administer the floor",
}

ISSUERS = (Role.FLOORPERSON, Role.ADMIN)
LONGEST_KEY = 80
DEVICE_COOKIE = f"{COOKIE}_device"
"""Marks browsers in which somebody has logged in before; their log-ins are served first when many are waiting."""


@dataclass(frozen=True, slots=True)
class CouponForm:
    """A submitted coupon form and its result; each `key` issues one coupon."""

    key: str = ""
    name: str = ""
    value: str = ""
    trouble: str = ""
    done: str = ""


# ---- the pages


async def people_page(query: Query) -> None:
    """Show the forms to log in and register, or the current account."""
    await _people()


async def staff_page(query: Query) -> None:
    """Show the staff entrance."""
    await _staff()


async def _people(trouble: Mapping[str, str] | None = None, name: str = "") -> None:
    who = await visitor()
    troubles = trouble or {}
    with theme.frame("Account"):
        theme.linked("live.css")
        if who.player is not None and who.player.kind == "member":
            theme.heading(who.player.name)
            theme.written(post_form("/people/log-out", "Log out", ()))
            _ways({"Sessions and security": "/sessions", "My limits": "/limits"})
        else:
            theme.heading("Log in or register")
            guest = who.player.name if who.player is not None else "a guest"
            ui.label(
                f"You are playing as {guest}. With a name and a password you can return to your play money."
            ).classes("lead")
            with ui.element("div").classes("doors"):
                theme.written(
                    door(
                        "Log in",
                        "/people/log-in",
                        troubles.get("log-in", ""),
                        (_name(name), _password("current-password")),
                    )
                )
                theme.written(
                    door(
                        "Register",
                        "/people/register",
                        troubles.get("register", ""),
                        (_name(name), _password("new-password")),
                    )
                )
            _ways({"My limits": "/limits"})
        with ui.element("p").classes("quiet staff-way"):
            ui.link("Staff entrance", "/staff")


def _ways(ways: Mapping[str, str]) -> None:
    with ui.element("ul").classes("ways"):
        for name, path in ways.items():
            with ui.element("li"):
                ui.link(name, path)


async def _staff(trouble: str = "", coupon: CouponForm | None = None) -> None:
    who = await visitor()
    with theme.frame("Staff"):
        theme.linked("live.css", "live.js")
        theme.heading("Staff entrance")
        if who.staff is not None:
            role = who.staff.role
            ui.label(f"You are signed in as {who.staff.name}, {role.value}. You can {ROLES[role]}.").classes("lead")
            ways = {"The tables": "/", "Tournaments": "/tournaments"}
            if role is Role.SURVEILLANCE:
                ways = {"Surveillance": "/surveillance"}
            if role in OPERATORS:
                ways["Figures"] = "/figures"
            _ways({**ways, "Sessions and security": "/sessions"})
            if role is Role.REGULATOR:
                theme.written(_changes(await who.floor.tables()))
            if role in ISSUERS:
                theme.written(_coupon(coupon or CouponForm()))
            theme.written(post_form("/staff/leave", "Go back to playing", ()))
        else:
            ui.label(
                "Enter a token. The operator of the server finds the tokens in the file named at start-up."
            ).classes("lead")
            field = input_field("Token", "token", type="password", autocomplete="off", maxlength="100", required=True)
            code = input_field(
                "Code of the second factor, if you have one", "code", autocomplete="one-time-code", maxlength="20"
            )
            theme.written(door("Sign in", "/staff", trouble, (field, code)))
            ui.run_javascript("pitbossLive.carried()")
        theme.written(
            el(
                "dl",
                [el("div", el("dt", role.value), el("dd", does)) for role, does in ROLES.items()],
                class_="sources",
            )
        )


def _changes(tables: list[TableInfo]) -> Markup:
    """Render the announced changes that are not yet in force (8.3), for the regulator."""
    coming = [(one, one.coming) for one in tables if one.coming is not None]
    changes = [
        el(
            "li",
            el("a", f"{one.name}, table {one.id}", href=f"/table/{one.id}"),
            f": {'; '.join(change.what)}, from {datetime.fromtimestamp(change.effective):%Y-%m-%d %H:%M}, noticed "
            f"{datetime.fromtimestamp(change.noticed):%H:%M} by {change.by}",
        )
        for one, change in coming
    ]
    return el(
        "section",
        el("h2", "Upcoming changes (8.3)"),
        el("ul", changes) if changes else el("p", "No changes announced.", class_="quiet"),
        class_="coming-changes",
    )


# ---- the forms


def _coupon(form: CouponForm) -> Markup:
    """Render the form to issue a match play coupon to a player."""
    most = dollars(MOST_COUPON)
    fields = (
        el("input", name_="key", type="hidden", value=form.key or secrets.token_urlsafe(16)),
        input_field("Player's name", "name", autocomplete="off", maxlength="40", required=True, value=form.name),
        input_field(
            f"Value in dollars, at most {most}",
            "value",
            autocomplete="off",
            inputmode="decimal",
            maxlength="12",
            required=True,
            value=form.value,
        ),
    )
    said = el("p", form.done, class_="form-done", role="status") if form.done else None
    return el("div", door("Issue a match play coupon", "/staff/coupons", form.trouble, fields), said)


def _name(name: str) -> Markup:
    return input_field("Name", "name", autocomplete="username", maxlength="40", required=True, value=name)


def _password(complete: str) -> Markup:
    return input_field("Password", "password", type="password", autocomplete=complete, maxlength="200", required=True)


async def _again(request: Request, status: int, which: str, says: str, name: str = "") -> Response:
    """Show the page again with an error."""
    with Client(ui.page(""), request=request) as client:
        if which == "staff":
            await _staff(says)
        else:
            await _people({which: says}, name)
        await greet(request)
    return client.build_response(request, status)


def _status(problem: Busy | CommitFailed) -> int:
    return 429 if isinstance(problem, Busy) else 503


async def log_in(request: Request) -> Response:
    """Log in with a name and a password."""
    sent = await read_form(request)
    name = sent.get("name", "")[:100]
    floor, limits, address = floor_of(request), limits_of(request), address_of(request)
    try:
        limits.try_log_in(address, name)
        mark = request.cookies.get(DEVICE_COOKIE, "")
        before = limits.is_known(address, name) or floor.is_known_device(name, mark)
        password, client = sent.get("password", "")[:500], client_of(request)
        token = await floor.log_in(name, password, address, before, client)
    except ProblemError as trouble:
        return await _again(request, 429, "log-in", trouble.problem.detail, name)
    except (Busy, CommitFailed) as busy:
        return await _again(request, _status(busy), "log-in", f"{busy}; try again in a moment", name)
    if token is None:
        return await _again(request, 401, "log-in", "Wrong name or password.", name)
    limits.logged_in(address, name)
    answer = redirect("/")
    set_cookie(answer, token, request)
    set_cookie(answer, floor.device_mark(name), request, 400 * DAY, DEVICE_COOKIE)
    return answer


async def register(request: Request) -> Response:
    """Create an account with a name and a password."""
    sent = await read_form(request)
    name = sent.get("name", "")[:100]
    try:
        limits_of(request).spend("registrations", address_of(request))
        password, address = sent.get("password", "")[:500], address_of(request)
        client = client_of(request)
        _, token = await floor_of(request).register(name, password, address=address, client=client)
    except ProblemError as trouble:
        return await _again(request, 429, "register", trouble.problem.detail, name)
    except (Busy, CommitFailed) as busy:
        return await _again(request, _status(busy), "register", f"{busy}; try again in a moment", name)
    except BadPerson as bad:
        return await _again(request, 422, "register", f"{str(bad)[:1].upper()}{str(bad)[1:]}.", name)
    answer = redirect("/")
    set_cookie(answer, token, request)
    return answer


async def log_out(request: Request) -> Response:
    """Log out."""
    await floor_of(request).log_out(request.cookies.get(COOKIE, ""))
    answer = redirect("/")
    delete_cookie(answer)
    return answer


async def come_in(request: Request) -> Response:
    """Sign in as staff with a token."""
    given = await read_form(request)
    token, code = given.get("token", "").strip(), given.get("code", "")[:20]
    floor, limits = floor_of(request), limits_of(request)
    try:
        limits.spend("log_ins", address_of(request))
        if code and (holder := await floor.holder(token)) is not None:
            limits.spend("codes", holder.person.id)
        # The browser gets its own token, which ends when it signs out.
        person, inside = await floor.sign_in_staff(token, code, DAY, client_of(request))
    except ProblemError as trouble:
        return await _again(request, 429, "staff", trouble.problem.detail)
    except CommitFailed as busy:
        return await _again(request, 503, "staff", f"{busy}; try again in a moment")
    except (BadPerson, WrongCode) as bad:
        return await _again(request, 401, "staff", f"{str(bad)[:1].upper()}{str(bad)[1:]}.")
    answer = redirect("/surveillance" if person.role is Role.SURVEILLANCE else "/")
    set_cookie(answer, inside, request, DAY, STAFF_COOKIE)
    return answer


async def go_back(request: Request) -> Response:
    """Sign out as staff: delete the cookie and revoke its token."""
    await floor_of(request).log_out(request.cookies.get(STAFF_COOKIE, ""))
    answer = redirect("/")
    delete_cookie(answer, STAFF_COOKIE)
    return answer


async def issue_coupon(request: Request) -> Response:
    """Issue a match play coupon to a player, from a floorperson's form."""
    sent = {field: "".join(filter(str.isprintable, text)) for field, text in (await read_form(request)).items()}
    form = CouponForm(sent.get("key", "")[:LONGEST_KEY], sent.get("name", "")[:100], sent.get("value", "")[:40])
    amount = amount_of(form.value)
    if amount is None or amount > MOST_COUPON:
        given = f"A coupon's value must be from $0.01 to {dollars(MOST_COUPON)}, not {form.value!r}."
        return await _coupon_again(request, 422, replace(form, trouble=given))
    try:
        who = await visitor(request)
        issued = await who.floor.issue_coupon(await who.asks("heavy"), form.name, amount, form.key or None)
    except KeyReused:
        said = "This form has already issued another coupon. Submit it again to issue this one too."
        return await _coupon_again(request, 422, replace(form, key="", trouble=said))
    except (ProblemError, WrongRole, BadPerson, CommitFailed) as error:
        problem = problem_of(error)
        said = f"{problem.detail[:1].upper()}{problem.detail[1:].rstrip('.')}."
        # Keep the key, so that submitting the form again cannot issue a second coupon.
        return await _coupon_again(request, problem.status, replace(form, trouble=said))
    what = f"a match play coupon of {dollars(issued['value'])}"
    done = f"{issued['name']} now holds {what}."
    if issued.get("repeated"):
        done = f"{issued['name']} already received {what} from this form; it was not issued again."
    return await _coupon_again(request, 200, CouponForm(done=done))


async def _coupon_again(request: Request, status: int, form: CouponForm) -> Response:
    """Show the staff page with the result of issuing a coupon."""
    with Client(ui.page(""), request=request) as client:
        await _staff(form.trouble, form)
        await greet(request)
    return client.build_response(request, status)


def serve() -> None:
    """Add the forms to the application."""
    for path, answer in (
        ("/people/log-in", log_in),
        ("/people/register", register),
        ("/people/log-out", log_out),
        ("/staff", come_in),
        ("/staff/coupons", issue_coupon),
        ("/staff/leave", go_back),
    ):
        app.add_api_route(path, answer, methods=["POST"], include_in_schema=False)
