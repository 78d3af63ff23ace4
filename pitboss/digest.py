"""Identifies the chapter's data and the program, for `pitboss --version`, reports and bug reports."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pitboss.version import COMMIT


def chapter_digest() -> str:
    """Return the SHA-256 of Pitboss's dated data: subchapter 8, the contents, and the rules of every game we ship.

    It changes when, and only when, a file of the chapter changes; installing a third-party game leaves it alone.
    """
    found = sha256()
    for name, file in sorted(_data()):
        text = file.read_bytes()
        found.update(f"{name}\n{len(text)}\n".encode() + text)
    return found.hexdigest()


def _data() -> Iterator[tuple[str, Traversable]]:
    for one in (files("pitboss") / "chapter").iterdir():
        if one.name.endswith(".toml"):
            yield f"chapter/{one.name}", one
    for game in (files("pitboss") / "games").iterdir():
        if (rules := game / "rules.toml").is_file():
            yield f"games/{game.name}/rules.toml", rules


def commit() -> str:
    """Return the commit a package was built from, or that of the checkout Pitboss runs in; "" if unknown."""
    if COMMIT:
        return COMMIT
    root = Path(str(files("pitboss"))).parent
    if not (root / ".git").exists():
        return ""
    try:
        ran = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return ran.stdout.strip()
