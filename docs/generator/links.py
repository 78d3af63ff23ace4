"""Checks a built site: every link must lead to an existing page and anchor, and nothing may be loaded from
elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """Collects a page's anchors, its links, and whatever the browser loads with it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and not {"canonical", "next", "prev", "alternate"} & set(given.get("rel", "").split()):
            self.loaded.append(given.get("href", ""))
        elif tag in ("script", "img", "iframe", "source", "image", "video", "embed"):
            self.loaded += [given[name] for name in ("src", "href", "xlink:href") if given.get(name)]


def faults(site: Path) -> list[str]:
    """Return one line for each broken link, missing anchor and external resource of a site."""
    pages = {path.resolve(): _Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    return [
        f"{path.relative_to(site.resolve())}: {fault}"
        for path, page in pages.items()
        for fault in _of(path, page, pages)
    ]


def _of(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    if path.name == "404.html":  # its links start at the root of the host
        return
    for link in page.loaded:
        if urlsplit(link).netloc:
            yield f"loads {link}"
        elif not link.startswith("data:") and not _target(path, link).exists():
            yield f"loads {link}, which does not exist"
    for link in dict.fromkeys(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = _target(path, link)
        if not target.exists():
            yield f"links to {link}, which does not exist"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors | {"__top"}:
            yield f"links to {link}, but the page has no such anchor"


def _target(path: Path, link: str) -> Path:
    where = unquote(urlsplit(link).path)
    target = (path.parent / where).resolve() if where else path
    return target / "index.html" if target.is_dir() else target
