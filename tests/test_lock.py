"""requirements.lock: what a floor in production is installed from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
ENTRY = re.compile(r"([a-z0-9-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")


def locked() -> dict[str, str]:
    """The versions in the lock file; every line must belong to an entry with hashes."""
    text = (ROOT / "requirements.lock").read_text("utf-8")
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    assert ENTRY.sub("", body) == ""
    return {found[1]: found[2] for found in ENTRY.finditer(body)}


def test_the_lock_has_everything_that_the_floor_needs_at_the_versions_that_are_tested() -> None:
    """If this fails after a change of dependencies: .venv/bin/python scripts/lock-requirements."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    found = locked()
    assert {canonicalize_name(Requirement(line).name) for line in needed} <= found.keys()
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = (line.partition("==") for line in lines)
    tested: dict[str, str] = {canonicalize_name(name): version for name, _, version in pairs}
    assert {name: tested.get(name) for name in found} == found


def test_the_lock_names_no_address() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text("utf-8")
