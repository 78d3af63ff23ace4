"""Buttons of the table pages, with keyboard shortcuts that work anywhere on the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.element import Element

Pressed = Callable[[], Awaitable[object] | object]


def button(text: str, pressed: Pressed | None = None, *, classes: str = "", key: str = "", title: str = "") -> Element:
    """Create a button. `key` is its keyboard shortcut, `title` its tooltip."""
    element = ui.element("button").classes(f"press {classes}".strip()).props("type=button")
    with element:
        ui.label(text).classes("press-text")
        if len(key) == 1:
            ui.label(key.upper()).classes("press-key").props('aria-hidden="true"')
    if key:
        element.props["data-key"] = key.lower()
        element.props["aria-keyshortcuts"] = key.upper() if len(key) == 1 else key.title()
    if title:
        element.props["title"] = title
    if pressed is not None:
        element.on("click", lambda: pressed())
    return element


def rekey(element: Element, key: str) -> None:
    """Change the keyboard shortcut of a button, and the label that shows it."""
    element.props["data-key"] = key
    element.props["aria-keyshortcuts"] = key.upper()
    for child in element.default_slot.children:
        if isinstance(child, ui.label) and "press-key" in child.classes:
            child.set_text(key.upper())


def may_press(element: Element, may: bool) -> None:
    """Enable or disable a button that, unlike one disabled in HTML, keeps the focus."""
    if may:
        element.props(remove="aria-disabled")
    else:
        element.props["aria-disabled"] = "true"
