"""The side panel of a table page, with tabs; on narrow screens it is a sheet at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui
from nicegui.element import Element

from pitboss.web.live.buttons import button


def side(names: Sequence[str], label: str) -> dict[str, Element]:
    """Create a panel with these tabs, the first one selected; the caller fills each."""
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
    """Add the button that opens the panel on narrow screens."""
    element = button(name, classes="small sheet-opens", title=title)
    element.props["data-opens"] = "side"
    element.props["aria-expanded"] = "false"
