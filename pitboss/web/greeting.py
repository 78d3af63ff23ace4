"""The visitor's name and play money in the header, and the link to log in."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from pitboss.web import theme
from pitboss.web.visitor import visitor


async def greet(request: Request) -> None:
    """Show who is logged in, in the header of the current page.

    Reading pages may be served without a floor; then no one is.
    """
    page = theme.current_frame()
    if page is None or not hasattr(request.state, "floor"):
        return
    who = await visitor(request)
    if who.staff is not None:
        name, role = who.staff.name, who.staff.role.value
        page.greet(name if name.casefold() == role else f"{name}, {role}")
        way, path = "Staff", "/staff"
    else:
        if who.player is not None:
            page.greet(who.player.name, await who.floor.bankroll(who.player))
        known = who.player is not None and who.player.kind == "member"
        way, path = "Account" if known else "Log in", "/people"
    with page.person:
        ui.link(way, path).classes("person-way")
