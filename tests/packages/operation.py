"""The container and the service as they run, without an engine: no rights, read-only code, health, SIGTERM, restart.

`test_deployment.py` compares the files in deploy/ with this sequence.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.packages.conftest import plain_environment
from tests.shared.served import Served, served
from tests.shared.waiting import wait_until

NOBODY = 65534
USERS = (
    ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs", "--bounding-set=-all"],
    ["setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"],
)
"""How root becomes an unprivileged user; the second works where `nobody` cannot read this Python's folder."""


@pytest.fixture(scope="module")
def without_rights(programs: Path) -> list[str]:
    """A command prefix that runs a command as a user who cannot write to the program's folder."""
    if os.geteuid() != 0:
        subprocess.run(["chmod", "--recursive", "a-w", programs.parent], check=True)
        return []
    again = "import subprocess, sys; subprocess.run([sys.executable, '-c', ''], check=True)"  # as the server's workers
    for words in USERS:
        if subprocess.run([*words, programs / "python", "-c", again], capture_output=True, cwd="/").returncode == 0:
            return words
    pytest.fail("no user without rights can run the installed program")


@pytest.fixture
def places(outside: Path, without_rights: list[str]) -> Iterator[dict[str, Path]]:
    """The only folders that the floor may write to: its data, its cache, and temporary files."""
    made = {name: outside / name for name in ("data", "cache", "tmp")}
    for folder in made.values():
        folder.mkdir(mode=0o700)
        if without_rights == USERS[0]:
            os.chown(folder, NOBODY, NOBODY)
    yield made
    for folder in made.values():
        shutil.rmtree(folder)


@pytest.fixture
def floor(programs: Path, without_rights: list[str], places: dict[str, Path]) -> Iterator[Served]:
    environment = {
        "PYTHONPATH": "",
        "PYTHONDONTWRITEBYTECODE": "",
        "HOME": "/nonexistent",
        "TMPDIR": str(places["tmp"]),
        "NUMBA_CACHE_DIR": str(places["cache"] / "numba"),
        "PITBOSS_CACHE": str(places["cache"] / "counts"),
    }
    program = [*without_rights, str(programs / "pitboss")]
    with served(None, program=program, folder=places["data"], environment=environment) as running:
        yield running


class Player:
    """A guest at one of the floor's tables, over HTTP."""

    def __init__(self, url: str) -> None:
        self.api = httpx.Client(base_url=f"{url}/api/v1", timeout=60)
        self.api.headers["Authorization"] = f"Bearer {self.api.post('/people/guest').json()['token']}"
        self.table = next(one["id"] for one in self.api.get("/tables").json() if one["game"] == "three-card-poker")

    def does(self, **command: Any) -> dict[str, Any]:
        answer = self.api.post(f"/tables/{self.table}/commands", json=command)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def sees(self) -> dict[str, Any]:
        found: dict[str, Any] = self.api.get(f"/tables/{self.table}").json()
        return found


def healthy(url: str) -> bool:
    """Whether the container's health check succeeds."""
    return httpx.get(f"{url}/api/v1/health", timeout=4).status_code == 200


def test_a_round_outlives_sigterm_and_ends_after_the_restart(
    floor: Served, places: dict[str, Path], programs: Path, without_rights: list[str]
) -> None:
    assert healthy(floor.url)
    before = written(programs.parent)
    player = Player(floor.url)
    player.does(do="sit", amount=100_00)
    player.does(do="act", verb="make", wager="ante", amount=10_00)
    player.does(do="ready")
    under_way = player.sees()
    assert under_way["ask"], "the round waits for a decision"
    assert floor.stop() == 0, "SIGTERM in the middle of a round is an orderly end"

    floor.start()
    assert healthy(floor.url)
    assert player.sees()["ask"] == under_way["ask"], "the same question, about the same cards"
    player.does(do="decide", choice="fold")
    wait_until(lambda: player.sees()["ask"] != under_way["ask"])
    assert player.sees()["rack"] == 90_00, "the ante is lost, and nothing else"
    assert floor.stop() == 0

    assert written(programs.parent) == before, "the folder of the code is as it was installed"
    assert stat.S_IMODE((places["data"] / "floor" / "key").stat().st_mode) == 0o600
    audited = subprocess.run(
        [*without_rights, programs / "pitboss", "audit", "--folder", places["data"] / "floor"],
        capture_output=True,
        text=True,
        cwd="/",
        env=plain_environment(PITBOSS_CACHE="off"),
    )
    assert audited.returncode == 0, audited.stdout + audited.stderr
    floor.start()


def written(folder: Path) -> dict[Path, int]:
    """Return when each file in a folder was last written."""
    return {one: one.stat().st_mtime_ns for one in folder.rglob("*") if one.is_file()}
