"""Gives a built package its version and commit; pyproject.toml tells hatchling to call this.

1. A tag such as v0.1.0 is the version of its commit. Later commits lead up to the next version: the third commit after
   v0.1.0 is 0.1.1.dev3+g116c45f9. Without any tag, as in a shallow clone, commits are counted from the first.
2. A wheel and an sdist contain a `pitboss/version.py` with the exact version and commit. The one in the repository
   names only the release in progress, so an editable install does not claim an outdated commit.
3. Without Git, an sdist keeps the values in its own `version.py`.
"""

from __future__ import annotations

import re
import runpy
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
STAMPED = "pitboss/version.py"
_DESCRIBED = re.compile(r"v(?P<tag>\d+(?:\.\d+)*)-(?P<after>\d+)-g[0-9a-f]+")


class Stamp(NamedTuple):
    """What a built package records about itself."""

    version: str
    commit: str


def version() -> str:
    """Return the version of this tree; hatchling asks for it by this name."""
    return stamp().version


def stamp(root: Path = ROOT) -> Stamp:
    """Return the version and the commit of a tree."""
    held = runpy.run_path(str(root / STAMPED))
    commit = _git(root, "rev-parse", "HEAD")
    if held["COMMIT"] or not commit or Path(_git(root, "rev-parse", "--show-toplevel")).resolve() != root.resolve():
        return Stamp(held["__version__"], held["COMMIT"])
    described = _git(root, "describe", "--tags", "--long", "--match", "v[0-9]*")
    changed = bool(_git(root, "status", "--porcelain", "--untracked-files=no"))
    counted = _git(root, "rev-list", "--count", "HEAD")
    return Stamp(version_after(described, held["RELEASE"], counted, commit, changed), commit)


def version_after(described: str, release: str, counted: str, commit: str, changed: bool) -> str:
    """Return the version for the output of `git describe --long`, which is "" without a tag.

    `release` is the release in progress, and `counted` the number of commits since the first.

    >>> version_after("v0.1.0-0-g116c45f9", "0.1.0", "2500", "116c45f9aa", changed=False)
    '0.1.0'
    >>> version_after("v0.1.0-3-g116c45f9", "0.1.0", "2503", "116c45f9aa", changed=False)
    '0.1.1.dev3+g116c45f9'
    >>> version_after("", "0.1.0", "2500", "116c45f9aa", changed=True)
    '0.1.0.dev2500+g116c45f9.changed'
    """
    found = _DESCRIBED.fullmatch(described)
    if found and found["after"] == "0" and not changed:
        if found["tag"] != release:
            raise ValueError(f"the tag is v{found['tag']}, but RELEASE in pitboss/version.py is {release}")
        return release
    if found and found["tag"] == release:
        *first, last = release.split(".")
        release = ".".join([*first, str(int(last) + 1)])
    after = found["after"] if found else counted
    return f"{release}.dev{after}+g{commit[:8]}{'.changed' if changed else ''}"


def _git(root: Path, *words: str) -> str:
    """Return the output of Git, or "" if it is not installed or refuses."""
    try:
        return subprocess.run(
            ["git", "-C", str(root), *words], capture_output=True, text=True, check=True, timeout=60
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


class StampedBuild(BuildHookInterface[Any]):
    """Puts the exact version into a wheel or an sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        found = stamp(Path(self.root))
        plain = (Path(self.root) / STAMPED).read_text("utf-8")
        text = re.sub("^__version__ = .*$", f'__version__ = "{found.version}"', plain, flags=re.MULTILINE)
        text = re.sub("^COMMIT = .*$", f'COMMIT = "{found.commit}"', text, flags=re.MULTILINE)
        self._folder = tempfile.TemporaryDirectory()
        written = Path(self._folder.name) / "version.py"
        written.write_text(text, "utf-8")
        build_data["force_include"][str(written)] = STAMPED

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()
