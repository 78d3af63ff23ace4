"""The call: the latest announcement at the table, with its section, also for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from nicegui import ui

from pitboss.floor.sight import MomentView
from pitboss.web.citations import citation
from pitboss.web.live.log import said, tone, whose
from pitboss.web.theme import written


class Call:
    """The line with the latest announcement."""

    def __init__(self, day: date, by_name: bool = False) -> None:
        """With `by_name`, for games between players, other players' wagers are announced too, by name."""
        self.day, self._by_name = day, by_name
        self._line = ui.element("div").classes("call").props('role="status" aria-live="polite"')
        with self._line:
            self._text = ui.label().classes("call-text")
            self._cite = ui.element("span").classes("call-cite")

    def say(self, text: str, section: str = "", mood: str = "") -> None:
        """Show an announcement; `mood` is "won" or "lost" if it concerns the viewer's chips."""
        self._text.set_text(text)
        self._line.classes(remove="won lost", add=mood)
        self._cite.clear()
        if section:
            with self._cite:
                written(citation(section, self.day, self.day), "span")

    def announce(self, moments: Sequence[MomentView], you: int) -> None:
        """Show the last of these moments that has an announcement. Other players' wagers appear only in the log."""
        for moment in reversed(moments):
            if moment.step["step"] == "Acted" and whose(moment.step) != you and not self._by_name:
                continue
            if text := said(moment.step, moment.state or {}, you, self._by_name):
                self.say(text, str(moment.step.get("section", "")), tone(moment.step, you))
                return
