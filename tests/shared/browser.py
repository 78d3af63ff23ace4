"""A real browser for tests: Chromium, driven by Playwright. A page with complaints fails the test.

A complaint is a console error, an uncaught exception, or a request that leaves this machine, since the product works
offline. A test that expects one removes it from `complaints`. While the browser is open, Playwright's event loop runs
in this thread and `asyncio.run` is refused; tests that use both must make blocking calls to the server (httpx,
websockets.sync). So a browser lives for only one module.
"""

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response, ViewportSize, expect, sync_playwright

from tests.shared.needs import chromium, needed

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
PATIENCE = 60_000
"""The timeout of a page in milliseconds."""
ARTEFACTS = Path(os.environ.get("PITBOSS_ARTEFACTS") or Path(__file__).parents[2] / "artifacts")

NewPage = Callable[..., Page]
_FAILED = pytest.StashKey[bool]()


def shot(page: Page, name: str, *, whole: bool = False) -> Path:
    """Save a screenshot of the whole page or of the window as artifacts/NAME.png."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    path = ARTEFACTS / f"{name}.png"
    page.screenshot(path=path, full_page=whole, animations="disabled")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with needed():
        program = chromium()
    # A slow machine is no reason to fail; what never appears still fails.
    expect.set_options(timeout=PATIENCE / 2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS), timeout=2 * PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """The complaints of this test's pages."""
    return []


class Contexts:
    """Browser contexts that are reused within a module, so that each test need not load everything again.

    Every visitor gets a clean context: no cookies, no storage, an empty page.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[Page]] = {}
        self._kind: dict[Page, str] = {}
        self.complaints: list[str] = []

    def page(self, **options: Any) -> Page:
        kind = repr(sorted(options.items()))
        if idle := self._idle.get(kind):
            return idle.pop()
        page = self._browser.new_context(**options).new_page()
        page.set_default_timeout(PATIENCE)
        _goes_where_it_is_sent(page)
        self._kind[page] = kind
        _watch(page, lambda said: self.complaints.append(said))
        return page

    def leave(self, page: Page, viewport: ViewportSize | None) -> None:
        """Clear a context after a visitor, ready for the next."""
        context = page.context
        if page.is_closed():
            context.close()
            return
        for other in context.pages:
            if other is not page:
                other.close()
        if (there := urlsplit(page.url)).netloc:
            page.goto("about:blank")
            # Not by a script in the page, because the page may be navigating away.
            stored = context.new_cdp_session(page)
            origin = f"{there.scheme}://{there.netloc}"
            stored.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
            stored.detach()
        context.clear_cookies()
        if viewport is not None and page.viewport_size != viewport:
            page.set_viewport_size(viewport)
        self._idle.setdefault(self._kind[page], []).append(page)


def _goes_where_it_is_sent(page: Page) -> None:
    """Make page.goto succeed even if the page is navigating elsewhere at the same time."""
    straight = page.goto

    def goto(url: str, **options: Any) -> Response | None:
        for _ in range(5):
            try:
                return straight(url, **options)
            except Error as error:
                if "interrupted" not in str(error) and "ERR_ABORTED" not in str(error):
                    raise
                page.wait_for_load_state()
        return straight(url, **options)

    page.goto = goto


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def new_page(contexts: Contexts, complaints: list[str], request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Make pages, each for a separate visitor: `new_page()`, `new_page(**PHONE)`, `new_page(base_url=server.url)`."""
    pages: list[tuple[Page, ViewportSize | None]] = []
    contexts.complaints = complaints

    def make(**options: Any) -> Page:
        page = contexts.page(**DESKTOP | {"locale": "en-US", "timezone_id": "America/New_York"} | options)
        pages.append((page, page.viewport_size))
        return page

    yield make
    contexts.complaints = []
    failed = bool(complaints) or request.node.stash.get(_FAILED, False)
    for number, (page, viewport) in enumerate(pages, 1):
        if failed:
            _last_shot(page, f"failed/{_file_name(request.node.nodeid)}-{number}")
            page.context.close()
        else:
            contexts.leave(page, viewport)
    assert not complaints, "\n".join(["the page complains:", *complaints])


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page on a desktop."""
    return new_page()


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    """A page on a phone."""
    return new_page(**PHONE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record a test's result, since a fixture cannot see whether its test failed."""
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


def _watch(page: Page, complain: Callable[[str], None]) -> None:
    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            complain(f"console: {message.text}")

    def asked(url: str) -> None:
        if (host := urlsplit(url).hostname) and host not in ("127.0.0.1", "localhost", "::1"):
            complain(f"leaves this machine: {url}")

    page.on("console", said)
    page.on("pageerror", lambda error: complain(f"uncaught: {error}"))
    page.on("request", lambda request: asked(request.url))
    page.on("websocket", lambda socket: asked(socket.url))


def _last_shot(page: Page, name: str) -> None:
    """Save a screenshot for debugging, unless the page has crashed."""
    (ARTEFACTS / name).parent.mkdir(parents=True, exist_ok=True)
    try:
        shot(page, name, whole=True)
    except Error as error:
        (ARTEFACTS / f"{name}.txt").write_text(str(error), "utf-8")


def _file_name(nodeid: str) -> str:
    return re.sub(r"[^\w.-]+", "-", nodeid.removeprefix("tests/")).strip("-")[-150:]
