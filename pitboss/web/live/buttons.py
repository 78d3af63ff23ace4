"""Buttons as they are on these pages: plain ones, with a key that presses them from anywhere on the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.element import Element

Pressed = Callable[[], Awaitable[object] | object]


def button(text: str, pressed: Pressed | None = None, *, classes: str = "", key: str = "", title: str = "") -> Element:
    """A button. `key` presses it, wherever the focus is; `title` says more to who points at it."""
    made = ui.element("button").classes(f"press {classes}".strip()).props("type=button")
    with made:
        ui.label(text).classes("press-text")
        if len(key) == 1:
            ui.label(key.upper()).classes("press-key").props('aria-hidden="true"')
    if key:
        made.props["data-key"] = key.lower()
        made.props["aria-keyshortcuts"] = key.upper() if len(key) == 1 else key.title()
    if title:
        made.props["title"] = title
    if pressed is not None:
        made.on("click", lambda: pressed())
    return made


def rekey(made: Element, key: str) -> None:
    """Another key presses a button that has become another: the label of its key says so too."""
    made.props["data-key"] = key
    made.props["aria-keyshortcuts"] = key.upper()
    for child in made.default_slot.children:
        if isinstance(child, ui.label) and "press-key" in child.classes:
            child.set_text(key.upper())


def may_press(made: Element, may: bool) -> None:
    """Whether a button may be pressed. It keeps the focus either way, as a disabled one would not."""
    if may:
        made.props(remove="aria-disabled")
    else:
        made.props["aria-disabled"] = "true"
