"""`pitboss serve` as somebody types it: a process of its own, from its first word to its last."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from needs import free_port, leashed
from pitboss.chapter import registered
from pitboss.cli import main
from served import PITBOSS, served

ADDRESS = re.compile(r"Pitboss is open at (http://127\.0\.0\.1:\d+)\n")
PATIENCE = 120


@contextmanager
def started(*words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and what it says until it is ready."""
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
    """What is said, on one line, where the server cannot be started; it gets no further, and needs no process."""

    def said(*words: str, **environment: str) -> str:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        code = main(["serve", "--no-browser", *words])
        told = capsys.readouterr()
        assert (code, told.out) == (2, "")
        assert told.err.startswith("pitboss: ")
        assert told.err.count("\n") == 1, told.err
        return told.err

    return said


def tokens(folder: Path) -> dict[str, str]:
    kept: dict[str, str] = json.loads((folder / "staff.json").read_text("utf-8"))
    return kept


def me(url: str, token: str) -> dict[str, object]:
    answer = httpx.get(f"{url}/api/v1/people/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def test_the_first_start_and_the_second(tmp_path: Path) -> None:
    words = ("--no-browser", "--port", "0", "--folder", str(tmp_path / "floor"))
    with started(*words) as (process, said):
        url = ADDRESS.search(said)[1]  # type: ignore[index]
        assert str(tmp_path / "floor" / "floor.db") in said
        shown = re.search(rf"{re.escape(url)}/staff#(\S+)", said)
        assert shown is not None
        kept = tokens(tmp_path / "floor")
        assert shown[1] not in kept.values(), "a way in for an hour, not the token that is kept"
        assert me(url, shown[1])["role"] == "floorperson"
        assert {role: me(url, token)["role"] for role, token in kept.items()} == {role: role for role in kept}
        assert set(kept) == {"dealer", "floorperson", "surveillance", "regulator", "admin"}
        for file in (tmp_path / "floor" / "staff.json", tmp_path / "floor" / "key"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "floor").stat().st_mode) == 0o700
        tables = httpx.get(f"{url}/api/v1/tables").json()
        assert {one["game"] for one in tables} >= set(registered()) - {"high-card"}
        assert all(one["minimum"] == 5_00 and one["maximum"] == 5_000_00 for one in tables)
        assert httpx.get(url).status_code == 200
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, rest.strip()) == (0, "")
    with started(*words) as (process, said):
        url = ADDRESS.search(said)[1]  # type: ignore[index]
        assert "#" not in said, "a token is said once"
        assert not any(token in said for token in kept.values())
        assert tokens(tmp_path / "floor") == kept
        assert me(url, kept["admin"])["role"] == "admin"
        assert httpx.get(f"{url}/api/v1/tables").json() == tables
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, rest.strip()) == (0, "")


def test_it_ends_with_streams_open_says_nothing_and_mends_its_staff_file(tmp_path: Path) -> None:
    with served(folder=tmp_path) as server:
        old = tokens(tmp_path / "floor")
        token = httpx.post(f"{server.url}/api/v1/people/guest").json()["token"]
        address = f"{server.url.replace('http', 'ws')}/api/v1/tables/1/stream"
        with connect(address) as one, connect(address) as other:
            one.send(json.dumps({"token": token}))
            assert "seen" in json.loads(one.recv())
            before = server.log
            assert server.stop() == 0
            assert server.log == before
            for stream in (one, other):
                with suppress(ConnectionClosed):
                    for _ in stream:
                        pass
                assert stream.close_code == 1012
        (tmp_path / "floor" / "staff.json").write_text('{"admin": 7, "dealer": "' + old["dealer"] + '"}', "utf-8")
        server.start()
        new = tokens(tmp_path / "floor")
        assert new["dealer"] == old["dealer"]
        assert new["admin"] != old["admin"]
        assert me(server.url, new["admin"])["role"] == "admin"


def test_a_port_that_is_taken(tmp_path: Path, refused: Refused) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = refused("--port", port, "--folder", str(tmp_path))
        assert f"port {port}" in said
        assert "--port 0 takes one that is free" in said
    assert not (tmp_path / "floor.db").exists(), "nothing was touched"


def test_the_next_port_if_none_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:

    from pitboss.cli import server

    usual = free_port()
    monkeypatch.setattr(server, "PORT", usual)
    with server.listen("127.0.0.1", None) as first, server.listen("127.0.0.1", None) as second:
        assert first.getsockname()[1] == usual
        assert usual < second.getsockname()[1] < usual + server.TRIED


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        (["--database", "mysql://x/y"], {}, "SQLite or PostgreSQL"),
        (["--database", "nonsense"], {}, "not the address of a database"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], {}, "cannot be opened"),
        (["--port", "70000"], {}, "65535"),
        (["--host", "203.0.113.7"], {}, "203.0.113.7"),
        (["--host", "no such host"], {}, "no such host"),
        ([], {"PITBOSS_LIMITS": "nonsense"}, "PITBOSS_LIMITS"),
        ([], {"PITBOSS_KEY": "nonsense"}, "PITBOSS_KEY"),
    ],
)
def test_what_stands_in_the_way_is_said_in_one_line(
    tmp_path: Path, words: list[str], environment: dict[str, str], said: str, refused: Refused
) -> None:
    given = words if "--port" in words else [*words, "--port", "0"]
    assert said in refused(*given, "--folder", str(tmp_path), **environment)


def test_a_folder_that_is_a_file(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "file").write_text("x")
    assert str(tmp_path / "file") in refused("--port", "0", "--folder", str(tmp_path / "file"))


def test_the_browser_is_opened_at_the_right_place(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f"#!{sys.executable}\nimport sys\nopen({str(tmp_path / 'opened')!r}, 'w').write(sys.argv[1])\n")
    browser.chmod(0o700)
    words = ("--port", "0", "--folder", str(tmp_path / "floor"))
    with started(*words, BROWSER=f"{browser} %s") as (process, said):
        url = ADDRESS.search(said)[1]  # type: ignore[index]
        while not (tmp_path / "opened").exists() or not (tmp_path / "opened").read_text():
            assert process.poll() is None
            time.sleep(0.02)
        assert (tmp_path / "opened").read_text() == url


def test_two_servers_of_one_floor(postgres_url: str, tmp_path: Path) -> None:
    """Each opens the house's tables if nobody has; what one owns the other hands on."""
    with served(postgres_url, folder=tmp_path) as one, served(postgres_url, folder=_second(tmp_path)) as other:
        tables = [httpx.get(f"{server.url}/api/v1/tables").json() for server in (one, other)]
        assert [table["id"] for table in tables[0]] == [table["id"] for table in tables[1]]
        assert len({table["game"] for table in tables[0]}) == len(tables[0])
        craps = next(table["id"] for table in tables[0] if table["game"] == "craps")
        token = httpx.post(f"{one.url}/api/v1/people/guest").json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        path = f"/api/v1/tables/{craps}/commands"
        assert httpx.post(one.url + path, json={"do": "sit", "amount": 100_00}, headers=bearer).status_code == 200
        wager = {"do": "act", "verb": "make", "wager": "pass", "amount": 10_00}
        assert httpx.post(other.url + path, json=wager, headers=bearer).status_code == 200
        seen = httpx.get(f"{one.url}/api/v1/tables/{craps}", headers=bearer).json()
        assert seen["rack"] == 90_00


def _second(folder: Path) -> Path:
    """A folder for a second server, with the same key."""
    other = folder / "other"
    (other / "floor").mkdir(parents=True)
    (other / "floor" / "key").write_bytes((folder / "floor" / "key").read_bytes())
    return other


def test_the_whole_way_from_the_table_to_the_proof(tmp_path: Path) -> None:
    """A round is played, the table exported by surveillance, and the export verified; nobody else has the floor."""
    with served(folder=tmp_path) as server:
        assert "in use" in _refused_process("--port", "0", "--folder", str(tmp_path / "floor"))
        api = httpx.Client(base_url=f"{server.url}/api/v1")
        bearer = {"Authorization": f"Bearer {api.post('/people/guest').json()['token']}"}
        table = next(one["id"] for one in api.get("/tables").json() if one["game"] == "three-card-poker")
        for command in (
            {"do": "sit", "amount": 100_00},
            {"do": "act", "verb": "make", "wager": "ante", "amount": 10_00},
            {"do": "ready"},
            {"do": "decide", "choice": "fold"},
        ):
            assert api.post(f"/tables/{table}/commands", json=command, headers=bearer).status_code == 200
        watcher = {"Authorization": f"Bearer {tokens(tmp_path / 'floor')['surveillance']}"}
        export = tmp_path / "export.json"
        export.write_bytes(api.get(f"/tables/{table}/export", headers=watcher).content)
        key = api.get("/key").json()["key"]
    told = subprocess.run([*PITBOSS, "verify", str(export), "--json", "--key", key], capture_output=True, text=True)
    found = json.loads(told.stdout)
    assert (told.returncode, found["faults"]) == (0, [])
    assert found["rounds"] >= 1


def _refused_process(*words: str) -> str:
    """A process of its own: what is said there, and that it ends."""
    ended = subprocess.run(
        [*PITBOSS, "serve", "--no-browser", *words], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("pitboss: ")
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


def test_pages_run_under_their_headers_and_load_from_nowhere_else(
    tmp_path: Path, page: Page, complaints: list[str]
) -> None:
    with served(folder=tmp_path) as server:
        answer = page.goto(f"{server.url}/rules/craps")
        assert answer is not None
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        page.wait_for_function("window.socket && window.socket.connected")
        assert complaints == [], "scripts, styles and sockets of our own are let in"
        page.evaluate("fetch('http://203.0.113.7/').catch(() => 0)")
        assert any("Content Security Policy" in one for one in complaints)
        complaints.clear()


def test_help_names_the_options() -> None:
    told = subprocess.run(
        [*PITBOSS, "serve", "--help"], capture_output=True, text=True, env=os.environ | {"COLUMNS": "120"}
    )
    assert told.returncode == 0
    for option in ("--port", "--host", "--allow", "--no-browser", "--database", "--folder", "--address"):
        assert option in told.stdout
