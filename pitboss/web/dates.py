"""Date inputs for pages, with the editions as shortcuts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from pitboss.chapter.contents import contents
from pitboss.chapter.days import BadDate
from pitboss.chapter.days import parse_date as day_of


def edition_days() -> dict[str, date]:
    """Map each edition to the last day it covers, on which its text was in force."""
    return {edition.id: edition.shows for edition in contents().editions}


def day_input(label: str, day: date, leads_to: Callable[[date], str]) -> ui.input:
    """Create a date input. Choosing another date opens another page; dates before the regulation show an error."""

    def problem(text: str | None) -> str | None:
        picked = _read(text)
        if picked is None:
            return "year, month and day"
        first = contents().first_day
        return f"the regulation begins on {first}" if picked < first else None

    def changed(event: ValueChangeEventArguments[str | None]) -> None:
        picked = _read(event.value)
        if picked is not None and picked != day and problem(event.value) is None:
            ui.navigate.to(leads_to(picked))

    box = ui.input(label, value=day.isoformat(), validation=problem, on_change=changed)
    # The browser's own date picker supports keyboards, languages and small screens.
    return box.props(f"type=date min={contents().first_day} outlined dense stack-label debounce=500").classes("day")


def _read(text: str | None) -> date | None:
    """Parse the browser's date; a date before the regulation becomes `date.min`, so that an error is shown."""
    try:
        return day_of(text)
    except BadDate as no:
        return date.min if no.early else None
