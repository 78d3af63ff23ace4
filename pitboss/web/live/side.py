"""The side of a table page: parts behind tabs; on a narrow screen a sheet that comes up from below."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui
from nicegui.element import Element

from pitboss.web.live.buttons import button


def side(names: Sequence[str], label: str) -> dict[str, Element]:
    """A side with these parts, the first of them open; each is filled by whoever asked for it."""
    with ui.element("aside").classes("side").props(f'id=side aria-label="{label}"'):
        with ui.element("div").classes("tabs").props('role="tablist"'):
            for name in names:
                tab = ui.element("button").classes("tab").props('type=button role="tab"')
                tab.props["data-tab"] = name.lower()
                tab.props["aria-selected"] = "true" if name == names[0] else "false"
                tab.props["aria-controls"] = f"part-{name.lower()}"
                with tab:
                    ui.label(name)
            button("Close", classes="small quiet sheet-closes").props["data-closes"] = "side"
        parts = {}
        for name in names:
            parts[name] = ui.element("div").classes("side-part").props(f'role="tabpanel" id=part-{name.lower()}')
            if name != names[0]:
                parts[name].props["hidden"] = True
    return parts


def opens_side(name: str, title: str) -> None:
    """The button that brings the side up, where the screen is narrow."""
    made = button(name, classes="small sheet-opens", title=title)
    made.props["data-opens"] = "side"
    made.props["aria-expanded"] = "false"
