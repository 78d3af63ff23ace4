"""The look of every page, and the frame around it.

A page is `with frame("Craps") as page:` followed by its content, which goes between header and footer. The header
links to the other pages, and has room on its right for the visitor's name and bankroll (`greeting`). Colours and shapes
are in `static/pitboss.css`; plots, which cannot use CSS, take their colours from `COLOURS`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from nicegui import Client, app, ui
from nicegui.element import Element

from pitboss.chapter.odds import dollars
from pitboss.web.addresses import Refused
from pitboss.web.markup import Markup, escape

STATIC = Path(__file__).parent / "static"
SERVED = "/_pitboss"

COLOURS = {
    "room": "#131110",
    "panel": "#1c1917",
    "line": "#3d352c",
    "ivory": "#f4ecdc",
    "muted": "#bdb09b",
    "brass": "#d9b46c",
    "felt": "#0f5a41",
    "good": "#7fcfa6",
    "fair": "#e8bd62",
    "dear": "#f1907f",
}

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32"><circle r="15" fill="#0f5a41"/>'
    '<circle r="12.5" fill="none" stroke="#f4ecdc" stroke-width="5" stroke-dasharray="6.54 6.54"/>'
    '<circle r="9" fill="#d9b46c"/><circle r="6.5" fill="#131110"/></svg>'
)

LOOK: dict[str, Any] = {"title": "Pitboss", "dark": True, "language": "en-US", "favicon": ICON, "tailwind": False}
"""Arguments for starting NiceGUI with these pages: `ui.run_with(app, **LOOK)`."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page that the header links to."""

    path: str
    name: str

    def holds(self, path: str) -> bool:
        """Whether a path belongs to this page."""
        return path == self.path or (self.path != "/" and path.startswith(f"{self.path}/"))


NAV: list[Place] = [
    Place("/", "Tables"),
    Place("/tournaments", "Tournaments"),
    Place("/rules", "Rules"),
    Place("/price", "Prices"),
    Place("/check", "Check"),
    Place("/editions", "Editions"),
]
"""The links in the header, in order. Other pages can be added before the first page is shown."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A framed page. `person` is the right end of the header, `main` holds the page's content."""

    person: Element
    main: Element

    def greet(self, name: str, bankroll: int | None = None) -> None:
        """Show the visitor's name and bankroll (in cents)."""
        self.person.clear()
        with self.person:
            ui.label(name).classes("person-name")
            if bankroll is not None:
                ui.label(dollars(bankroll)).classes("person-bankroll")


_frames: WeakKeyDictionary[Client, PageFrame] = WeakKeyDictionary()


def current_frame() -> PageFrame | None:
    """Return the framed page being built, or None before it is framed."""
    return _frames.get(ui.context.client)


@contextmanager
def frame(title: str, *, wide: bool = False) -> Iterator[PageFrame]:
    """Add header and footer around the content. `wide` uses the full width."""
    ui.page_title(f"{title} · Pitboss" if title else "Pitboss")
    ui.colors(primary=COLOURS["brass"], secondary=COLOURS["felt"], accent=COLOURS["brass"], dark=COLOURS["panel"])
    ui.add_head_html(_HEAD)
    client = ui.context.client
    # NiceGUI's page is the document's `main`; header and footer go beside it.
    with client.layout:
        header = ui.element("header").classes("header")
        header.move(target_index=0)
    with header, ui.element("div").classes("header-in"):
        person = _header(client.request.url.path)
    inside = ui.element("div").classes("room room-wide" if wide else "room")
    ui.skip_link("Skip to content", target=inside)
    page = _frames[client] = PageFrame(person, inside)
    with inside:
        yield page
    with client.layout, ui.element("footer").classes("footer"):
        ui.label("Rules of the Games, N.J.A.C. 19:47 and 13:69F, as running software.")
        ui.label("For training, licensing and audit: section 8.1 forbids such aids at a live table.")


def _header(path: str) -> Element:
    """Build the header and return the element for the visitor's name."""
    with ui.link(target="/").classes("wordmark").props('aria-label="Pitboss, to the tables"'):
        ui.html(ICON, sanitize=False).classes("wordmark-chip").props('aria-hidden="true"')
        ui.label("Pitboss")
    with ui.element("nav").classes("nav").props('aria-label="Pages"'):
        for place in NAV:
            link = ui.link(place.name, place.path)
            if place.holds(path):
                link.props('aria-current="page"')
    return ui.element("div").classes("person")


def trouble(refused: Refused) -> None:
    """Show an error page with an explanation, links, and its status."""
    ui.context.client.status_code = refused.status
    with frame(refused.title), ui.element("section").classes("trouble"):
        ui.label(str(refused.status)).classes("trouble-status").props('aria-hidden="true"')
        heading(refused.title)
        ui.label(refused.says).classes("trouble-says")
        with ui.element("ul").classes("ways"):
            for name, path in (refused.ways or {place.name: place.path for place in NAV}).items():
                with ui.element("li"):
                    ui.link(name, path)


def heading(text: str, level: int = 1) -> Element:
    """Add a heading for the page or a part of it."""
    return ui.html(escape(text), sanitize=False, tag=f"h{level}")


def written(markup: Markup, tag: str = "div") -> ui.html:
    """Add markup to the page. It was escaped when it was built (`markup.el`)."""
    return ui.html(markup, sanitize=False, tag=tag)


def serve() -> None:
    """Serve the static files of all pages."""
    app.add_static_files(SERVED, STATIC)


def linked(*files: str) -> None:
    """Add some of our own style sheets and scripts to the page."""
    for file in files:
        at = _at(file)
        tag = f'<link rel="stylesheet" href="{at}">' if file.endswith(".css") else f'<script defer src="{at}"></script>'
        ui.add_head_html(tag)


def _at(file: str) -> str:
    """Return a static file's address, which changes with the file's content so that caches are never stale."""
    seal = hashlib.sha256((STATIC / file).read_bytes()).hexdigest()[:12]
    return f"{SERVED}/{file}?v={seal}"


_HEAD = (
    f'<link rel="stylesheet" href="{_at("pitboss.css")}"><script defer src="{_at("pitboss.js")}"></script>'
    f'<meta name="theme-color" content="{COLOURS["room"]}">'
)
