"""Who looks, told in the header of every page: name and play money, and the way to be known again."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from pitboss.web import theme
from pitboss.web.visitor import visitor


async def greet(request: Request) -> None:
    """Tell in the header of the page that was just made who asked for it.

    Pages of reading may be shown where there is no floor; nobody is known there.
    """
    room = theme.room_here()
    if room is None or not hasattr(request.state, "floor"):
        return
    who = await visitor(request)
    if who.staff is not None:
        name, role = who.staff.name, who.staff.role.value
        room.greet(name if name.casefold() == role else f"{name}, {role}")
        way, path = "Staff", "/staff"
    else:
        if who.player is not None:
            room.greet(who.player.name, await who.floor.bankroll(who.player))
        known = who.player is not None and who.player.kind == "member"
        way, path = "Account" if known else "Log in", "/people"
    with room.person:
        ui.link(way, path).classes("person-way")
