"""`pitboss serve` as users run it: a real process, from its first output to its last."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss.chapter.rules import registered_games
from pitboss.cli import main, server
from tests.shared.needs import free_port, leashed
from tests.shared.served import PITBOSS
from tests.shared.waiting import wait_until

ADDRESS = re.compile(r"Pitboss is open at (http://127\.0\.0\.1:\d+)\n")
PATIENCE = 120


@contextmanager
def started(*words: str, **environment: Any) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and its output until it is ready."""
    process = subprocess.Popen(
        leashed([*PITBOSS, "serve", *words], "KILL"),
        env=os.environ | {"PYTHONUNBUFFERED": "1"} | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        yield process, said
    finally:
        process.kill()
        process.wait()


Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Refused:
    """The one-line error from a server that cannot be started; this needs no separate process."""

    def said(*words: str, **environment: Any) -> str:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        # In another thread: while the browser of these tests is open, its event loop runs in this one.
        with ThreadPoolExecutor(1) as elsewhere:
            code = elsewhere.submit(main, ["serve", "--no-browser", *words]).result()
        output = capsys.readouterr()
        assert (code, output.out) == (2, "")
        assert output.err.startswith("pitboss: ")
        assert output.err.count("\n") == 1, output.err
        return output.err

    return said


def tokens(folder: Path) -> dict[str, str]:
    kept: dict[str, str] = json.loads((folder / "staff.json").read_text("utf-8"))
    return kept


def me(url: str, token: str) -> dict[str, Any]:
    answer = httpx.get(f"{url}/api/v1/people/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_floor_from_its_first_start_to_its_second(
    tmp_path: Path, refused: Refused, page: Page, complaints: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Starting a server is slow, so a single test covers everything that one server can show."""
    folder = tmp_path / "floor"
    words = ("--port", "0", "--folder", str(folder))
    with started(*words, BROWSER=f"{_browser(tmp_path)} %s") as (process, said):
        url = ADDRESS.search(said)[1]  # type: ignore[index]
        _opens_the_browser(process, tmp_path, url)
        kept = _says_a_way_in_once(folder, url, said)
        assert str(folder / "floor.db") in said
        tables = httpx.get(f"{url}/api/v1/tables").json()
        assert {one["game"] for one in tables} >= set(registered_games()) - {"high-card"}
        assert all(one["minimum"] == 5_00 and one["maximum"] == 5_000_00 for one in tables)
        assert httpx.get(url).status_code == 200
        assert "in use" in refused("--port", "0", "--folder", str(folder)), "no other process has the floor"
        _pages_load_from_nowhere_else(url, page, complaints)
        _from_the_table_to_the_proof(folder, url, capsys)
        tables = httpx.get(f"{url}/api/v1/tables").json()
        _ends_with_streams_open(process, url, signal.SIGINT)
    with started("--no-browser", *words) as (process, said):
        url = ADDRESS.search(said)[1]  # type: ignore[index]
        assert "#" not in said, "a token is printed once"
        assert not any(token in said for token in kept.values())
        assert tokens(folder) == kept
        assert me(url, kept["admin"])["role"] == "admin"
        assert httpx.get(f"{url}/api/v1/tables").json() == tables
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, rest.strip()) == (0, "")


def _browser(folder: Path) -> Path:
    """A fake browser that writes down the address it is given."""
    browser = folder / "browser"
    browser.write_text(f"#!{sys.executable}\nimport sys\nopen({str(folder / 'opened')!r}, 'w').write(sys.argv[1])\n")
    browser.chmod(0o700)
    return browser


def _opens_the_browser(process: subprocess.Popen[str], folder: Path, url: str) -> None:
    opened = folder / "opened"
    wait_until(lambda: process.poll() is not None or (opened.exists() and opened.read_text()))
    assert process.poll() is None
    assert opened.read_text() == url


def _says_a_way_in_once(folder: Path, url: str, said: str) -> dict[str, str]:
    """The staff's tokens, which only their owner can read."""
    shown = re.search(rf"{re.escape(url)}/staff#(\S+)", said)
    assert shown is not None
    kept = tokens(folder)
    assert shown[1] not in kept.values(), "a link for an hour, not the stored token"
    assert me(url, shown[1])["role"] == "floorperson"
    assert {role: me(url, token)["role"] for role, token in kept.items()} == {role: role for role in kept}
    assert set(kept) == {"dealer", "floorperson", "surveillance", "regulator", "admin"}
    for file in (folder / "staff.json", folder / "key"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    return kept


def _pages_load_from_nowhere_else(url: str, page: Page, complaints: list[str]) -> None:
    answer = page.goto(f"{url}/rules/craps")
    assert answer is not None
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    page.wait_for_function("window.socket && window.socket.connected")
    assert complaints == [], "our own scripts, styles and sockets are accepted"
    page.evaluate("fetch('http://203.0.113.7/').catch(() => 0)")
    assert any("Content Security Policy" in one for one in complaints)
    complaints.clear()
    page.goto("about:blank")


def _from_the_table_to_the_proof(folder: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Play a round, export the table as surveillance, and verify the export."""
    with httpx.Client(base_url=f"{url}/api/v1") as api:
        bearer = {"Authorization": f"Bearer {api.post('/people/guest').json()['token']}"}
        table = next(one["id"] for one in api.get("/tables").json() if one["game"] == "three-card-poker")
        for command in (
            {"do": "sit", "amount": 100_00},
            {"do": "act", "verb": "make", "wager": "ante", "amount": 10_00},
            {"do": "ready"},
            {"do": "decide", "choice": "fold"},
        ):
            assert api.post(f"/tables/{table}/commands", json=command, headers=bearer).status_code == 200
        watcher = {"Authorization": f"Bearer {tokens(folder)['surveillance']}"}
        export = folder.parent / "export.json"
        export.write_bytes(api.get(f"/tables/{table}/export", headers=watcher).content)
        key = api.get("/key").json()["key"]
    capsys.readouterr()
    assert main(["verify", str(export), "--json", "--key", key]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["faults"] == []
    assert found["rounds"] >= 1


def _ends_with_streams_open(process: subprocess.Popen[str], url: str, how: signal.Signals) -> None:
    """Streams are closed with a message, and nothing is printed."""
    token = httpx.post(f"{url}/api/v1/people/guest").json()["token"]
    address = f"{url.replace('http', 'ws')}/api/v1/tables/1/stream"
    with connect(address) as one, connect(address) as other:
        one.send(json.dumps({"token": token}))
        assert "seen" in json.loads(one.recv())
        process.send_signal(how)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, rest.strip()) == (0, "")
        for stream in (one, other):
            with suppress(ConnectionClosed):
                for _ in stream:
                    pass
            assert stream.close_code == 1012


def test_an_occupied_port(tmp_path: Path, refused: Refused) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = refused("--port", port, "--folder", str(tmp_path))
        assert f"port {port}" in said
        assert "--port 0 picks a free one" in said
    assert not (tmp_path / "floor.db").exists(), "nothing was touched"


def test_the_next_port_is_used_if_none_was_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        usual = taken.getsockname()[1]
        monkeypatch.setattr(server, "PORT", usual)
        with server.listen("127.0.0.1", None) as next_one:
            assert usual < next_one.getsockname()[1] < usual + server.TRIED


def test_the_usual_port_if_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(100):  # another program may take a port that was free
        monkeypatch.setattr(server, "PORT", free_port())
        with server.listen("127.0.0.1", None) as listening:
            if listening.getsockname()[1] == server.PORT:
                return
    pytest.fail("another port was taken every time")


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        (["--database", "mysql://x/y"], {}, "SQLite or PostgreSQL"),
        (["--database", "nonsense"], {}, "is not a database URL"),
        (["--database", "postgresql://no one@127.0.0.1:1/none"], {}, "cannot be opened"),
        (["--port", "70000"], {}, "65535"),
        (["--host", "203.0.113.7"], {}, "203.0.113.7"),
        (["--host", "no such host"], {}, "no such host"),
        ([], {"PITBOSS_LIMITS": "nonsense"}, "PITBOSS_LIMITS"),
        ([], {"PITBOSS_KEY": "nonsense"}, "PITBOSS_KEY"),
    ],
)
def test_errors_at_the_start_are_one_line(
    tmp_path: Path, words: list[str], environment: dict[str, str], said: str, refused: Refused
) -> None:
    given = words if "--port" in words else [*words, "--port", "0"]
    assert said in refused(*given, "--folder", str(tmp_path), **environment)


def test_a_folder_that_is_a_file(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "file").write_text("x")
    assert str(tmp_path / "file") in refused("--port", "0", "--folder", str(tmp_path / "file"))


def test_help_names_the_options(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["serve", "--help"]) == 0
    output = capsys.readouterr().out
    for option in ("--port", "--host", "--allow", "--no-browser", "--database", "--folder", "--address"):
        assert option in output
