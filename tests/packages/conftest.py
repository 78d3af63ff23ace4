"""The built packages, and empty environments with the wheel installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def outside() -> Iterator[Path]:
    """A folder that any user may enter, far from this checkout."""
    with tempfile.TemporaryDirectory(prefix="pitboss-packages-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest.fixture(scope="session")
def built(outside: Path) -> Path:
    """The folder that `make dist` fills."""
    folder = outside / "dist"
    subprocess.run([sys.executable, ROOT / "scripts" / "dist.py", folder], check=True)
    return folder


def plain_environment(**more: str) -> dict[str, str]:
    """The environment of a user without this checkout; how pip reaches its registry stays."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
    return {name: value for name, value in os.environ.items() if name in kept or name.startswith("PIP_")} | more


def installed(python: str, wheel: Path, folder: Path) -> Path:
    """Install a wheel and its dependencies into a new environment, without a compiler; return the folder of its
    programs.
    """
    subprocess.run([python, "-m", "venv", folder], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    pinned = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*pip, *pinned, str(wheel)], check=True, env=plain_environment(), cwd=folder)
    return folder / "bin"


def other_pythons() -> list[str]:
    return os.environ.get("PITBOSS_PYTHONS", "").split()


@pytest.fixture(scope="session", params=[sys.executable, *other_pythons()], ids=lambda path: Path(path).name)
def programs(request: pytest.FixtureRequest, outside: Path) -> Path:
    """The programs of an environment that contains only the wheel, or those in PITBOSS_PROGRAMS."""
    if there := os.environ.get("PITBOSS_PROGRAMS"):
        return Path(there)
    (wheel,) = request.getfixturevalue("built").glob("*.whl")
    return installed(request.param, wheel, outside / f"env-{Path(request.param).name}")
