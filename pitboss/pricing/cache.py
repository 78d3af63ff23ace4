"""Figures that took long to compute, kept on disk.

An entry is known by the game, the version of Pitboss, the version of the algorithm and the exact configuration that
the figures follow from, nothing else: whatever else a table chooses does not make it count again. The configuration
is plain data, and its hash is the name of the file. An entry that cannot be read, or does not say the same
configuration, is as good as none and is made again; so is one that cannot be written: the cache saves time, and is
never needed.

The folder is `PITBOSS_CACHE`, or the user's own cache folder; `PITBOSS_CACHE=off` keeps nothing.

A game whose first count would take long brings it along: entries for the table that everybody opens first lie in
`counts/` of its folder, made by `make counts`. They are entries like any other, known by the same hash, so that one
made by another version or for other rules is not found; with `PITBOSS_CACHE=off` they are not looked for either. Each
says beside its identity which program made it (`made_by`).

`from_scratch` is for proofs: inside it nothing is read that was there before, neither kept nor shipped.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from pitboss.chapter.rules import registered_games
from pitboss.version import __version__

ENVIRONMENT = "PITBOSS_CACHE"
OFF = ("off", "0", "no", "none")
BROUGHT = "counts"
"""The folder of a game with what it brings along."""
_FORM = 1
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, lzma.LZMAError)
_shipped_are_read = True


def folder() -> Path | None:
    """Where entries are kept on this machine; None if nothing is to be kept."""
    asked = os.environ.get(ENVIRONMENT, "").strip()
    if asked.lower() in OFF:
        return None
    if asked:
        return Path(asked).expanduser()
    return user_cache_path("pitboss", appauthor=False, opinion=False)


@dataclass(frozen=True)
class Entry:
    """What is kept under one configuration: plain data, and bytes by name beside it."""

    game: str
    algorithm: int
    configuration: Any

    @property
    def identity(self) -> dict[str, Any]:
        plain = {
            "form": _FORM,
            "game": self.game,
            "pitboss": __version__,
            "algorithm": self.algorithm,
            "configuration": self.configuration,
        }
        read: dict[str, Any] = json.loads(json.dumps(plain, sort_keys=True))
        return read

    @property
    def name(self) -> str:
        text = json.dumps(self.identity, sort_keys=True, separators=(",", ":"))
        return f"{self.game}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"

    def path(self) -> Path | None:
        base = folder()
        return None if base is None else base / f"{self.name}.json"

    def load(self) -> Any | None:
        """What was kept, or comes with the game; None if there is nothing that can be trusted."""
        if folder() is None:
            return None
        for read in (self._kept, self._brought):
            with suppress(*_UNREADABLE):
                held = json.loads(read())
                if held["identity"] == self.identity and held["digest"] == _digest(held["value"]):
                    return held["value"]
        return None

    def _kept(self) -> str:
        path = self.path()
        return path.read_text("utf-8") if path is not None else ""

    def _brought(self) -> bytes:
        if not _shipped_are_read:
            raise FileNotFoundError(self.name)
        found = files(registered_games()[self.game]) / BROUGHT / f"{self.name}.json.xz"
        return lzma.decompress(found.read_bytes())

    def save(self, value: Any) -> None:
        """Keep plain data under this configuration, if it can be kept."""
        path = self.path()
        if path is None:
            return
        text = self.told(value)
        temporary = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(temporary, path)
        except OSError:
            if temporary is not None:
                with suppress(OSError):
                    os.unlink(temporary)

    def told(self, value: Any, made_by: str = "") -> str:
        """The text of an entry: what it holds, under which configuration, a digest of it, and what made it."""
        held = {"identity": self.identity, "digest": _digest(value), "value": value}
        return json.dumps({"made_by": made_by, **held} if made_by else held)

    def get(self, make: Callable[[], Any]) -> Any:
        """What was kept, or what `make` makes now, and keeps."""
        found = self.load()
        if found is None:
            found = json.loads(json.dumps(make()))
            self.save(found)
        return found


@contextmanager
def from_scratch() -> Iterator[Path]:
    """An empty cache folder for what is counted inside; neither the user's cache nor shipped counts are read."""
    global _shipped_are_read
    before, shipped = os.environ.get(ENVIRONMENT), _shipped_are_read
    with tempfile.TemporaryDirectory() as empty:
        os.environ[ENVIRONMENT], _shipped_are_read = empty, False
        try:
            yield Path(empty)
        finally:
            _shipped_are_read = shipped
            if before is None:
                del os.environ[ENVIRONMENT]
            else:
                os.environ[ENVIRONMENT] = before


def shipped(game: str) -> dict[str, dict[str, Any]]:
    """The entries that a game ships, by name."""
    folder_ = files(registered_games()[game]) / BROUGHT
    if not folder_.is_dir():
        return {}
    return {path.name.partition(".")[0]: json.loads(lzma.decompress(path.read_bytes())) for path in folder_.iterdir()}


def kept(name: str) -> dict[str, Any] | None:
    """The entry of this name that the cache of this machine holds, if it can be read."""
    base = folder()
    with suppress(*_UNREADABLE):
        found: dict[str, Any] = json.loads((base / f"{name}.json").read_text("utf-8")) if base is not None else {}
        return found or None
    return None


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def clear(game: str = "") -> int:
    """Forget what is kept, of one game or of all; how many entries that was."""
    base = folder()
    if base is None or not base.is_dir():
        return 0
    gone = 0
    for path in base.glob(f"{game or '*'}-*.json"):
        with suppress(OSError):
            path.unlink()
            gone += 1
    return gone
