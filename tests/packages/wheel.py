"""The wheel and the sdist: reproducible, containing only what runs, and working where installed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from pitboss.digest import chapter_digest
from tests.packages.conftest import ROOT, plain_environment
from tests.shared.served import served

Run = Callable[..., str]


@pytest.fixture
def run(programs: Path, tmp_path: Path) -> Run:
    """Runs the installed program in an empty folder and returns its output."""

    def output(*words: str, typed: str = "") -> str:
        ran = subprocess.run(
            [programs / "pitboss", *words],
            cwd=tmp_path,
            env=plain_environment(PITBOSS_CACHE=str(tmp_path / "cache")),
            input=typed,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return output


def _tracked(folder: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(listed.stdout.splitlines())


def test_the_wheel_has_the_package_its_licence_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as held:
        names = set(held.namelist())
    info = {name for name in names if ".dist-info/" in name}
    assert names - info == _tracked("pitboss")
    assert {name.partition("/")[2] for name in info} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }


def test_the_sdist_has_what_a_build_needs_and_nothing_else(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
    around = {"CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml", "scripts/hatch_build.py"}
    assert names - {".gitignore"} == _tracked("pitboss") | around


def test_the_same_tree_elsewhere_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    """The sdist, unpacked in another folder and without Git, builds the same wheel and the same sdist."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as held:
        held.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    epoch = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist", "--outdir", tmp_path / "again", source],
        env=plain_environment(SOURCE_DATE_EPOCH=epoch.stdout.strip()),
        check=True,
        capture_output=True,
    )
    again = {one.name: sha256(one.read_bytes()).hexdigest() for one in (tmp_path / "again").iterdir()}
    sums = dict(reversed(line.split("  ")) for line in (built / "SHA256SUMS").read_text("utf-8").splitlines())
    assert again == {name: digest for name, digest in sums.items() if not name.endswith(".json")}


def test_nothing_in_the_wheel_names_this_machine(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as held:
        naming = [name for name in held.namelist() if str(ROOT).encode() in held.read(name)]
    assert naming == []


def test_the_sbom_lists_everything_that_is_installed(built: Path, programs: Path) -> None:
    (bill,) = built.glob("*.cdx.json")
    held = json.loads(bill.read_text("utf-8"))
    listed = {one["name"]: one["version"] for one in held["components"]}
    frozen = subprocess.run([programs / "python", "-m", "pip", "freeze"], capture_output=True, text=True, check=True)
    there = dict(line.split("==") for line in frozen.stdout.splitlines() if "==" in line)
    simple = {re.sub("[-_.]+", "-", name).lower(): version for name, version in there.items()}
    assert listed == simple


def test_version_names_the_commit_and_the_chapter(run: Run, built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout[:12]
    version = wheel.name.split("-")[1]
    assert run("--version") == f"pitboss {version} (commit {commit}, chapter sha256:{chapter_digest()[:16]})\n"


def test_it_prices(run: Run) -> None:
    found = json.loads(run("price", "craps", "--on", "2008-06-01", "--json"))
    assert {one["id"]: one["exact"] for one in found["wagers"]}["pass"] == "7/495"


def test_it_finds_the_shipped_counts(run: Run) -> None:
    """Counts shipped in the wheel are not made again; that would take minutes."""
    assert json.loads(run("price", "caribbean-stud", "--json"))["wagers"]


def test_it_deals(run: Run) -> None:
    dealt = json.loads(run("deal", "craps", "--bots", "2", "--rounds", "3", "--seed", "7", "--json"))
    assert dealt


def test_it_serves_and_ends_when_asked(programs: Path) -> None:
    with served(program=[str(programs / "pitboss")], environment={"PYTHONPATH": ""}) as server:
        assert httpx.get(f"{server.url}/api/v1/health").json()["status"] == "well"
        page = httpx.get(server.url)
        assert page.status_code == 200
        assert "Pitboss" in page.text
        assert len(httpx.get(f"{server.url}/api/v1/tables").json()) >= 37
        assert server.stop() == 0
        server.start()
