"""Finds a key's line in a TOML file, so that errors can name file and line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

_HEADER = re.compile(r"^(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")

Path = tuple[str | int, ...]


def line_of(text: str, path: Sequence[str | int]) -> int:
    r"""Return the line of `path` in a TOML text, or of its nearest enclosing table.

    >>> line_of('a = 1\n[b.c]\nd = {e = 2}', ("b", "c", "d", "e"))
    3
    """
    lines = _lines(text)
    for length in range(len(path), 0, -1):
        if (line := lines.get(tuple(path[:length]))) is not None:
            return line
    return 1


@lru_cache(maxsize=4)
def _lines(text: str) -> Mapping[Path, int]:
    """Map every key to its line. Errors come in groups, so the last few files are cached."""
    found: dict[Path, int] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            found.setdefault(table, number)
            for length in range(1, len(table)):
                found.setdefault(table[:length], number)
        elif key := _KEY.match(line):
            found.setdefault((*table, *_parts(key[1])), number)
    return found


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
