"""A player's own limits: losses, time, reality checks and exclusion, beside their play today."""

from __future__ import annotations

from datetime import datetime

from fastapi import Request, Response
from nicegui import Client, app, ui

from pitboss.chapter.odds import dollars
from pitboss.floor.api.problems import ProblemError, problem_of
from pitboss.floor.commands import WrongRole
from pitboss.floor.protection import LONGEST_EXCLUSION, Exclusion, LimitKind, Play, PlayerLimit
from pitboss.floor.store import CommitFailed
from pitboss.table import Refused as RefusedByHouse
from pitboss.web import theme
from pitboss.web.addresses import Query, Refused
from pitboss.web.forms import door, input_field, post_form, read_form, redirect
from pitboss.web.greeting import greet
from pitboss.web.markup import Markup, el
from pitboss.web.price_address import amount_of
from pitboss.web.visitor import visitor

PATH = "/limits"
NAMES: dict[LimitKind, tuple[str, str]] = {
    "loss_day": ("Most that I lose in a day", "dollars"),
    "loss_week": ("Most that I lose in seven days", "dollars"),
    "time_day": ("Most time at tables in a day", "minutes"),
    "reality_check": ("Remind me of time and result every", "minutes"),
}
Trouble = (ProblemError, WrongRole, CommitFailed, RefusedByHouse)


async def limits_page(query: Query) -> None:
    """Show the visitor's limits."""
    await _show()


async def _show(trouble: str = "") -> None:
    who = await visitor()
    if who.player is None:
        raise Refused(403, "For players", "Limits are for players; take a seat first.", {"The tables": "/"})
    play = await who.floor.protection.play_of(who.player)
    with theme.frame("My limits"):
        theme.linked("live.css")
        theme.heading("My limits")
        ui.label(
            "A lower limit counts at once; a higher one, or none, after 24 hours. You can always leave and cash out."
        ).classes("lead")
        if trouble:
            theme.written(el("p", trouble, class_="form-trouble", role="alert"))
        if play.exclusion is not None:
            theme.written(exclusion_markup(play.exclusion))
        theme.written(today_markup(play))
        limits = {limit.kind: limit for limit in play.limits}
        theme.written(el("div", [_limit(kind, limits.get(kind)) for kind in NAMES], class_="doors"))
        theme.written(_exclude())
        if who.player.kind == "guest":
            ui.label(
                "You play as a guest. Limits and exclusions are those of this guest; register with a name to keep them."
            ).classes("quiet")


def exclusion_markup(exclusion: Exclusion) -> Markup:
    """Render an exclusion that is in force."""
    until = f"{datetime.fromtimestamp(exclusion.until):%Y-%m-%d %H:%M}"
    whose = "You excluded yourself" if exclusion.by == "the player" else f"{exclusion.by} excluded you"
    return el("p", f"{whose} from play until {until}. No one can shorten this.", class_="form-trouble", role="status")


def today_markup(play: Play) -> Markup:
    """Render a person's play today."""
    shown = {
        "Rounds today": f"{play.rounds:,}",
        "Wagered today": dollars(play.wagered),
        "Result today": dollars(play.net),
        "Result of seven days": dollars(play.net_week),
        "On layouts now": dollars(play.on_layouts),
    }
    if any(limit.kind in ("time_day", "reality_check") for limit in play.limits):
        shown["Time at tables today"] = f"{play.minutes} min"
    return el("dl", [el("div", el("dt", name), el("dd", value)) for name, value in shown.items()], class_="totals")


def _limit(kind: LimitKind, limit: PlayerLimit | None) -> Markup:
    name, unit = NAMES[kind]
    value = None if limit is None else limit.value
    said = "No limit now." if value is None else f"Now {_amount(kind, value)}."
    if limit is not None and limit.from_ is not None:
        coming = "no limit" if limit.coming is None else _amount(kind, limit.coming)
        said += f" From {datetime.fromtimestamp(limit.from_):%Y-%m-%d %H:%M}: {coming}."
    fields = (
        el("p", said, class_="quiet"),
        el("input", name_="kind", type="hidden", value=kind),
        input_field(
            f"{unit.capitalize()}; empty for no limit", "value", inputmode="decimal", maxlength="12", autocomplete="off"
        ),
    )
    return el("section", el("h2", name), post_form(PATH, "Set", fields), class_="door")


def _amount(kind: LimitKind, value: int) -> str:
    return dollars(value) if kind in ("loss_day", "loss_week") else f"{value} minutes"


def _exclude() -> Markup:
    fields = (
        el("p", "You will get no seat, make no wager and take no money from the cage. It cannot be undone by anyone."),
        input_field(
            f"Days, 1 to {LONGEST_EXCLUSION:,}",
            "days",
            inputmode="numeric",
            maxlength="5",
            required=True,
            autocomplete="off",
        ),
        el("label", el("input", type="checkbox", name_="sure", value="yes", required=True), " I am sure"),
    )
    return door("Exclude me from play", f"{PATH}/exclude", "", fields)


async def _refused(request: Request, problem: str, status: int = 422) -> Response:
    with Client(ui.page(""), request=request) as client:
        await _show(f"{problem[:1].upper()}{problem[1:].rstrip('.')}.")
        await greet(request)
    return client.build_response(request, status)


async def set_limit(request: Request) -> Response:
    """Set a limit from its form."""
    given = await read_form(request)
    kind = next((one for one in NAMES if one == given.get("kind")), None)
    text = given.get("value", "").strip()
    if kind is None:
        return await _refused(request, "that is not a limit")
    value = _value(kind, text)
    if text and value is None:
        return await _refused(request, f"{text[:20]!r} is not a number of {NAMES[kind][1]}")
    who = await visitor(request)
    try:
        if who.player is not None:
            who.limits.spend("heavy", who.player.id)
            await who.floor.protection.set_limit(who.player, kind, value)
    except Trouble as error:
        problem = problem_of(error)
        return await _refused(request, problem.detail, problem.status)
    return redirect(PATH)


def _value(kind: LimitKind, text: str) -> int | None:
    if kind in ("loss_day", "loss_week"):
        return 0 if text in ("0", "$0") else amount_of(text)
    return int(text) if text.isdecimal() and len(text) < 8 else None


async def exclude(request: Request) -> Response:
    """Exclude the visitor."""
    given = await read_form(request)
    days = given.get("days", "")
    if given.get("sure") != "yes" or not days.isdecimal() or len(days) > 5:
        return await _refused(request, f"enter a number of days from 1 to {LONGEST_EXCLUSION:,}, and that you are sure")
    who = await visitor(request)
    try:
        if who.player is not None:
            who.limits.spend("heavy", who.player.id)
            await who.floor.protection.exclude(who.player, int(days))
    except Trouble as error:
        problem = problem_of(error)
        return await _refused(request, problem.detail, problem.status)
    return redirect(PATH)


def serve() -> None:
    """Add the forms to the application."""
    app.add_api_route(PATH, set_limit, methods=["POST"], include_in_schema=False)
    app.add_api_route(f"{PATH}/exclude", exclude, methods=["POST"], include_in_schema=False)
