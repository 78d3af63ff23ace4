"""Reality checks: at intervals that a player asked for, the page says how long they have played and with what
result."""

from __future__ import annotations

import time

from nicegui import ui

from pitboss.chapter.odds import dollars
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person
from pitboss.floor.protection import Play
from pitboss.web.live.buttons import button

EVERY = 20.0
"""Seconds between checks whether a reality check is due."""


class RealityCheck:
    """Covers the page with a reality check when one is due, until the player answers it."""

    def __init__(self, floor: Floor, person: Person) -> None:
        self._floor, self._person = floor, person
        self._since = time.monotonic()
        with ui.dialog().props("persistent") as self._dialog, ui.element("div").classes("panel reality"):
            self._text = ui.label().classes("notice-text").props('role="alert"')
            with ui.element("div").classes("steering"):
                button("Go on playing", self._dialog.close, classes="brass")
                ui.link("My limits", "/limits")
        ui.timer(EVERY, self.look)

    async def look(self) -> None:
        """Show a reality check if one is due."""
        every = self._floor.protection.reality_check(self._person.id)
        if every is None or time.monotonic() < self._since + 60 * every:
            return
        self._since = time.monotonic()
        self._text.set_text(describe(await self._floor.protection.play_of(self._person)))
        self._dialog.open()


def describe(play: Play) -> str:
    """Return the wording of a reality check."""
    result = f"won {dollars(play.net)}" if play.net > 0 else f"lost {dollars(-play.net)}" if play.net else "broken even"
    return (
        f"Today you have been at tables for {play.minutes} minutes, wagered {dollars(play.wagered)} in "
        f"{play.rounds} rounds, and {result}."
    )
