"""The test environment: the installer, a real database, a real browser, and a server that can be killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from tests.shared.needs import Missing, needed
from tests.shared.served import served
from tests.shared.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.shared.postgres import Server

ROOT = Path(__file__).parent.parent


# ---- the installer

TOOLS = ("bash", "chmod", "env", "id", "mktemp", "rm", "tail", "touch")
RECORD = '#!/usr/bin/env bash\necho "${0##*/} $*" >>"$CALLS"\n'

Installed = tuple[int, str, list[str]]
"""The exit code, the output, and the fake programs called."""


@dataclass(frozen=True)
class Machine:
    """A machine without a browser, with only a few programs and those that a test provides."""

    programs: Path
    calls: Path

    def install(self, **written: Any) -> Installed:
        """Run the installer with programs given as shell scripts, such as apt_get="exit 100"."""
        for name, body in written.items():
            path = self.programs / name.replace("_", "-")
            path.unlink(missing_ok=True)
            path.write_text(RECORD + body, "utf-8")
            path.chmod(0o755)
        ran = subprocess.run(
            [ROOT / "scripts" / "install-system"],
            env={"PATH": str(self.programs), "BIN": str(self.programs), "CALLS": str(self.calls)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        called = self.calls.read_text("utf-8").splitlines() if self.calls.exists() else []
        return ran.returncode, ran.stderr, called


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine on which only the browser is missing."""
    machine = Machine(tmp_path / "bin", tmp_path / "calls")
    machine.programs.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (machine.programs / tool).symlink_to(found)
    with needed():
        code, said, _ = machine.install(chromium="")
        if code:
            raise Missing(said.strip())
    (machine.programs / "chromium").unlink()
    return machine


ROOT_USER = "echo 0"
A_USER = "echo 1000"
INSTALLS = 'case "$*" in *" install "*chromium*) touch "$BIN/chromium"; chmod +x "$BIN/chromium";; esac'


def test_missing_programs_are_installed_without_asking(machine: Machine) -> None:
    code, _, calls = machine.install(id=ROOT_USER, apt_cache="exit 0", apt_get=INSTALLS)
    assert code == 0
    (install,) = [call for call in calls if call.startswith("apt-get")]
    assert "--yes" in install
    assert "install --no-install-recommends chromium" in install


def test_a_fresh_machine_has_no_package_lists(machine: Machine) -> None:
    code, _, calls = machine.install(id=ROOT_USER, apt_cache="exit 100", apt_get=INSTALLS)
    assert code == 0
    first, second = [call for call in calls if call.startswith("apt-get")]
    assert first.endswith("update")
    assert "install" in second


def test_lists_that_are_too_old_are_renewed(machine: Machine) -> None:
    """The first installation fails, and the one after an update succeeds."""
    stale = 'case "$*" in *update) touch "$BIN/new";; *) [[ -e "$BIN/new" ]] || exit 100;; esac; '
    code, said, calls = machine.install(id=ROOT_USER, apt_cache="exit 0", apt_get=stale + INSTALLS)
    assert code == 0
    assert "attempt 1 of 3 failed" in said
    assert [call.split()[-1] for call in calls if call.startswith("apt-get")] == ["chromium", "update", "chromium"]


def test_a_developer_installs_by_sudo(machine: Machine) -> None:
    sudo = 'while [[ "$1" == -* ]]; do shift; done; [[ "$1" == true ]] || "$@"'
    code, _, calls = machine.install(id=A_USER, sudo=sudo, apt_cache="exit 0", apt_get=INSTALLS)
    assert code == 0
    assert calls[1] == "sudo -n true"
    assert any(call.startswith("apt-get") for call in calls)


@pytest.mark.parametrize("sudo", [{}, {"sudo": "exit 1"}], ids=["no sudo", "sudo wants a password"])
def test_a_user_without_permission_learns_how_to_install(machine: Machine, sudo: dict[str, str]) -> None:
    code, said, calls = machine.install(id=A_USER, apt_cache="exit 0", apt_get=INSTALLS, **sudo)
    assert code == 1
    assert said == "install-system: missing: chromium; as root: apt-get install --no-install-recommends chromium\n"
    assert not any(call.startswith("apt-get") for call in calls)


def test_an_unsupported_system_gets_a_clear_message(machine: Machine) -> None:
    code, said, _ = machine.install(id=ROOT_USER)
    assert code == 1
    assert "there is no apt-get here" in said


def test_nothing_is_installed_if_nothing_is_missing(machine: Machine) -> None:
    assert machine.install(id=ROOT_USER, chromium="", apt_get="exit 1") == (0, "", [])


# ---- the database


def test_postgres_answers_and_is_crash_safe_unless_speed_is_asked_for(postgres_url: str) -> None:
    from tests.shared.postgres import postgres

    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("select 6 * 7").fetchone() == (42,)
        assert connection.execute("show fsync").fetchone() == ("off",)
    with postgres() as server, psycopg.connect(server.url("postgres")) as connection:
        for setting in (b"fsync", b"synchronous_commit", b"full_page_writes"):
            assert connection.execute(b"show " + setting).fetchone() == ("on",)


def test_every_test_has_a_database_of_its_own(postgres_server: Server) -> None:
    with postgres_server.fresh_database() as one, postgres_server.fresh_database() as other:
        with psycopg.connect(one) as connection:
            connection.execute("create table chips (cents bigint)")
        with psycopg.connect(other) as connection, pytest.raises(psycopg.errors.UndefinedTable):
            connection.execute("select * from chips")
        still_connected = psycopg.connect(one)
    with pytest.raises(psycopg.OperationalError):
        still_connected.execute("select 1")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(one)


def test_postgres_asks_for_its_password(postgres_server: Server) -> None:
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(postgres_server.url("postgres").replace(postgres_server.password, "guess"))


def test_nothing_is_left_of_a_killed_run(postgres_server: Server) -> None:
    """A killed process leaves no server behind, and the next one removes its folder."""
    script = (
        "import time; from tests.shared.postgres import postgres\n"
        "with postgres(fsync=False) as server: print(server.url('postgres'), flush=True); time.sleep(600)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    url = run.stdout.readline().strip()
    with run, psycopg.connect(url, autocommit=True) as connection:
        assert connection.execute("show fsync").fetchone() == ("off",)
        run.kill()
    left = list(Path(tempfile.gettempdir()).glob(f"pitboss-postgres-{run.pid}-*"))
    assert len(left) == 1
    wait_until(lambda: not _answers(url))
    again = "from tests.shared.postgres import postgres\nwith postgres(): pass"
    subprocess.run([sys.executable, "-c", again], env=environment, check=True)
    assert not left[0].exists()


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


# ---- the browser


def test_a_page_is_seen_and_clicked(page: Page) -> None:
    page.goto("data:text/html,<title>Lobby</title><button onclick=\"this.textContent='seated'\">sit</button>")
    page.get_by_role("button", name="sit").click()
    assert page.get_by_role("button").text_content() == "seated"
    assert page.evaluate("[innerWidth, innerHeight, navigator.maxTouchPoints]") == [1280, 800, 0]


def test_suits_are_drawn(page: Page) -> None:
    """Without a font every suit would be drawn as the same empty box."""
    page.goto("about:blank")
    drawn = page.evaluate("""[..."♠♥♦♣\\u{10fffd}"].map(suit => {
        const paper = Object.assign(document.createElement("canvas"), {width: 40, height: 40}).getContext("2d");
        paper.font = "30px sans-serif"; paper.fillText(suit, 4, 32);
        return paper.canvas.toDataURL();
    })""")
    assert len(set(drawn)) == 5


def test_a_phone_is_narrow_and_touched(phone: Page) -> None:
    phone.goto("data:text/html,<meta name=viewport content='width=device-width'><p ontouchend='this.id=\"hit\"'>chip")
    phone.get_by_text("chip").tap()
    phone.locator("#hit").wait_for()
    assert phone.evaluate("[innerWidth, innerHeight]") == [390, 844]


COMPLAINING = """
def test_console(page):
    page.goto("data:text/html,<script>console.error('no felt')</script>")

def test_uncaught(page):
    page.goto("data:text/html,<script>throw new Error('no dice')</script>")

def test_outside(page):
    page.goto("data:text/html,<img src='http://pitboss.invalid/font.woff'>")

def test_expected(page, complaints):
    page.goto("data:text/html,<script>console.error('as expected')</script>")
    assert complaints.pop() == "console: as expected"

def test_failing(page):
    page.goto("data:text/html,<h1>look at me")
    assert page.title() == "another"

def test_two(new_page):
    one, other = new_page(), new_page()
    one.goto("data:text/html,quiet")
    other.goto("data:text/html,<script>console.error('other')</script>")
"""

LATER = """
import asyncio

def test_a_loop_of_its_own():
    asyncio.run(asyncio.sleep(0))
"""


@pytest.mark.usefixtures("browser")
def test_a_page_that_complains_fails_its_test(tmp_path: Path) -> None:
    (tmp_path / "test_later.py").write_text(LATER, "utf-8")
    ran = _pytest(tmp_path, COMPLAINING, PITBOSS_ARTEFACTS=str(tmp_path / "kept"))
    assert "1 failed, 6 passed, 4 errors" in ran
    for complaint in ("console: no felt", "uncaught: no dice", "leaves this machine: http://pitboss.invalid/font.woff"):
        assert complaint in ran
    kept = sorted(path.name.split("-test_")[1] for path in (tmp_path / "kept" / "failed").iterdir())
    assert kept == ["console-1.png", "failing-1.png", "outside-1.png", "two-1.png", "two-2.png", "uncaught-1.png"]


NEEDING = "def test_page(page):\n    page.goto('about:blank')\n"


@pytest.mark.parametrize(("ci", "result"), [("", "1 skipped"), ("true", "1 error")])
def test_without_a_browser_ci_fails_and_a_developer_machine_skips(tmp_path: Path, ci: str, result: str) -> None:
    ran = _pytest(tmp_path, NEEDING, CI=ci, PITBOSS_CHROMIUM="no-such-browser")
    assert result in ran
    assert "no browser 'no-such-browser': run scripts/install-system, or name one in PITBOSS_CHROMIUM" in ran


def _pytest(folder: Path, tests: str, **environment: Any) -> str:
    """Return pytest's output for tests run separately with the same browser."""
    (folder / "test_apart.py").write_text(tests, "utf-8")
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.shared.browser",
        "-p",
        "no:cacheprovider",
        "-rA",
        "-c",
        os.devnull,
        ".",
    ]
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", **environment}
    return subprocess.run(words, cwd=folder, env=variables, capture_output=True, text=True).stdout


# ---- the server

SERVER = """
import http.server, pathlib, signal, sys
words = dict(zip(sys.argv[3::2], sys.argv[4::2]))
assert sys.argv[1:3] == ["serve", "--no-browser"], sys.argv
folder = pathlib.Path(words["--folder"])
folder.mkdir(exist_ok=True)
with (folder / "starts").open("a") as starts:
    print(words.get("--database"), file=starts)
print("ready", flush=True)

class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        assert self.path != "/fault"
        self.send_response(200)
        self.end_headers()
        self.wfile.write((folder / "starts").read_bytes())

signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
http.server.ThreadingHTTPServer(("127.0.0.1", int(words["--port"])), Answer).serve_forever()
"""


@pytest.fixture
def program(tmp_path: Path) -> tuple[str, ...]:
    """A small server with `pitboss serve`'s command line, for testing how servers are handled."""
    path = tmp_path / "server.py"
    path.write_text(SERVER, "utf-8")
    return sys.executable, str(path)


def _get(url: str) -> str:
    import httpx

    return httpx.get(url).text


def test_a_server_is_killed_and_started_again(program: tuple[str, ...]) -> None:
    with served("sqlite://", program=program) as server:
        assert _get(server.url) == "sqlite://\n"
        first = server.pid
        server.restart()
        assert server.pid != first
        assert _get(server.url) == "sqlite://\n" * 2
        assert server.stop() == 7
        assert server.log.count("ready") == 2
        server.start()
        assert _get(server.url) == "sqlite://\n" * 3


def test_the_default_database_needs_no_argument(program: tuple[str, ...]) -> None:
    with served(program=program) as server:
        assert _get(server.url) == "None\n"


def test_a_server_that_does_not_start_says_why() -> None:
    with (
        pytest.raises(RuntimeError, match="ended with 1 before it answered") as caught,
        served(program=(sys.executable, "-c", "raise SystemExit('no chips')")),
    ):
        pass
    assert any("no chips" in note for note in caught.value.__notes__)


def test_an_error_that_was_only_logged_is_found(program: tuple[str, ...]) -> None:
    import httpx

    with (
        pytest.raises(AssertionError, match="the server logged an error"),
        served(program=program) as server,
        pytest.raises(httpx.RemoteProtocolError),
    ):
        _get(server.url + "/fault")
    with served(program=program, tracebacks=True) as server, pytest.raises(httpx.RemoteProtocolError):
        _get(server.url + "/fault")
