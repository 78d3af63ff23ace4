"""Notices about refused actions: the reason, the section, and what to do instead."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date

from nicegui import ui

from pitboss.web.citations import citation
from pitboss.web.live.buttons import button
from pitboss.web.theme import written

Instead = tuple[str, Callable[[], Awaitable[object]]]
"""An alternative action: its label and its handler."""


class Notices:
    """Shows one notice at a time, until the next one or until it is closed."""

    def __init__(self, day: date, link_day: date | None = None) -> None:
        self.day, self.link_day = day, link_day
        self._place = ui.element("div").classes("notices").props('role="alert"')

    def say(self, text: str, section: str = "", instead: Instead | None = None, kind: str = "refused") -> None:
        """Show a notice."""
        self._place.clear()
        with self._place, ui.element("div").classes(f"notice notice-{kind}"):
            with ui.element("p"):
                ui.label(_sentence(text)).classes("notice-text")
                if section:
                    written(citation(section, self.day, self.link_day), "span").classes("notice-cite")
            if instead is not None:
                name, do = instead

                async def done() -> None:
                    self.hush()
                    await do()

                button(name, done, classes="small brass", key="enter")
            button("Close", self.hush, classes="small quiet", key="escape")

    def hush(self) -> None:
        """Close the notice."""
        self._place.clear()


def _sentence(text: str) -> str:
    """
    >>> _sentence("position 2 is taken"), _sentence("$5 cannot be paid; wager $6")
    ('Position 2 is taken.', '$5 cannot be paid; wager $6.')
    """
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."
