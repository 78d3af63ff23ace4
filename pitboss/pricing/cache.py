"""An on-disk cache for results that take long to compute.

An entry is identified by the game, the release of Pitboss, the version of the algorithm and the exact configuration
that determines the result. The configuration is plain data, and its hash is the file name. An entry that cannot be
read, or holds a different configuration, is computed again. Failing to write an entry is harmless.

The folder is `PITBOSS_CACHE`, or the user's cache folder; `PITBOSS_CACHE=off` disables the cache.

A game whose first count would take long ships precomputed entries for its default table in its `counts/` folder,
created by `make counts`. They are identified by the same hash, so entries from another release or for other rules are
ignored, and `PITBOSS_CACHE=off` disables them too. Each also records the program that made it (`made_by`).

`from_scratch` is for verification: within it no existing entry is read, cached or shipped.
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
from pitboss.version import RELEASE

ENVIRONMENT = "PITBOSS_CACHE"
OFF = ("off", "0", "no", "none")
SHIPPED_FOLDER = "counts"
"""The folder with a game's shipped entries."""
_FORM = 1
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, lzma.LZMAError)
_read_shipped_entries = True


def cache_folder() -> Path | None:
    """Return this machine's cache folder, or None if caching is disabled."""
    asked = os.environ.get(ENVIRONMENT, "").strip()
    if asked.lower() in OFF:
        return None
    if asked:
        return Path(asked).expanduser()
    return user_cache_path("pitboss", appauthor=False, opinion=False)


@dataclass(frozen=True)
class Entry:
    """A cache entry: plain data stored under one configuration."""

    game: str
    algorithm: int
    configuration: Any

    @property
    def identity(self) -> dict[str, Any]:
        plain = {
            "form": _FORM,
            "game": self.game,
            "pitboss": RELEASE,
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
        base = cache_folder()
        return None if base is None else base / f"{self.name}.json"

    def load(self) -> Any | None:
        """Return the cached or shipped value, or None if there is no valid one."""
        if cache_folder() is None:
            return None
        for read in (self._read_cached, self._read_shipped):
            with suppress(*_UNREADABLE):
                held = json.loads(read())
                if held["identity"] == self.identity and held["digest"] == _digest(held["value"]):
                    return held["value"]
        return None

    def _read_cached(self) -> str:
        path = self.path()
        return path.read_text("utf-8") if path is not None else ""

    def _read_shipped(self) -> bytes:
        if not _read_shipped_entries:
            raise FileNotFoundError(self.name)
        found = files(registered_games()[self.game]) / SHIPPED_FOLDER / f"{self.name}.json.xz"
        return lzma.decompress(found.read_bytes())

    def save(self, value: Any) -> None:
        """Store plain data under this configuration; errors are ignored."""
        path = self.path()
        if path is None:
            return
        text = self.serialize(value)
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

    def serialize(self, value: Any, made_by: str = "") -> str:
        """Serialize an entry: its identity, its value, a digest of the value, and what made it."""
        held = {"identity": self.identity, "digest": _digest(value), "value": value}
        return json.dumps({"made_by": made_by, **held} if made_by else held)

    def get(self, make: Callable[[], Any]) -> Any:
        """Return the cached value, or compute it with `make` and store it."""
        found = self.load()
        if found is None:
            found = json.loads(json.dumps(make()))
            self.save(found)
        return found


@contextmanager
def from_scratch() -> Iterator[Path]:
    """Use an empty temporary cache, ignoring the user's cache and shipped counts."""
    global _read_shipped_entries
    before, shipped = os.environ.get(ENVIRONMENT), _read_shipped_entries
    with tempfile.TemporaryDirectory() as empty:
        os.environ[ENVIRONMENT], _read_shipped_entries = empty, False
        try:
            yield Path(empty)
        finally:
            _read_shipped_entries = shipped
            if before is None:
                del os.environ[ENVIRONMENT]
            else:
                os.environ[ENVIRONMENT] = before


def shipped_entries(game: str) -> dict[str, dict[str, Any]]:
    """Return a game's shipped entries by name."""
    folder_ = files(registered_games()[game]) / SHIPPED_FOLDER
    if not folder_.is_dir():
        return {}
    return {path.name.partition(".")[0]: json.loads(lzma.decompress(path.read_bytes())) for path in folder_.iterdir()}


def cached_entry(name: str) -> dict[str, Any] | None:
    """Return the entry with this name from this machine's cache, or None if it cannot be read."""
    base = cache_folder()
    with suppress(*_UNREADABLE):
        found: dict[str, Any] = json.loads((base / f"{name}.json").read_text("utf-8")) if base is not None else {}
        return found or None
    return None


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def clear(game: str = "") -> int:
    """Delete the entries of one game or of all games; return how many were deleted."""
    base = cache_folder()
    if base is None or not base.is_dir():
        return 0
    gone = 0
    for path in base.glob(f"{game or '*'}-*.json"):
        with suppress(OSError):
            path.unlink()
            gone += 1
    return gone
