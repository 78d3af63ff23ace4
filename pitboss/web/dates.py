"""Days on a page: a box to pick one, and the editions as shortcuts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from pitboss.chapter.contents import contents
from pitboss.chapter.days import NoDay
from pitboss.chapter.days import day as day_of


def edition_days() -> dict[str, date]:
    """The editions held, each with the last day that it shows: the day on which its text is the chapter."""
    return {edition.id: edition.shows for edition in contents().editions}


def day_input(label: str, day: date, leads_to: Callable[[date], str]) -> ui.input:
    """A box with a day. Another day leads to another page; one before the chapter is told beside the box."""

    def problem(text: str | None) -> str | None:
        picked = _read(text)
        if picked is None:
            return "year, month and day"
        first = contents().first_day
        return f"the chapter begins {first}" if picked < first else None

    def changed(event: ValueChangeEventArguments[str | None]) -> None:
        picked = _read(event.value)
        if picked is not None and picked != day and problem(event.value) is None:
            ui.navigate.to(leads_to(picked))

    box = ui.input(label, value=day.isoformat(), validation=problem, on_change=changed)
    # The browser's own calendar: it knows the keyboard, the reader's tongue and small screens.
    return box.props(f"type=date min={contents().first_day} outlined dense stack-label debounce=500").classes("day")


def _read(text: str | None) -> date | None:
    """A day as the browser writes it; one before the chapter too, which is told beside the box."""
    try:
        return day_of(text)
    except NoDay as no:
        return date.min if no.early else None
