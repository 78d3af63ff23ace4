"""Signed tape heads in a file outside the database, so that a forger would have to write to both.

A head is the hash of a tape's last entry, and stands for the whole tape. A line is appended whenever a round ends and
is never changed: `{"table", "entry", "head", "time", "before", "signature"}`. `before` is the hash of the previous
line, so that none can be removed; the signature is made with the floor's key, which is not in the database. A tape that
was rewound, or rewritten and sealed again, does not match its heads. The length of the file is in turn recorded in the
database (`Mark`), so that truncation is detected.

Processes of one floor that share a folder append to one file, under the file's lock. Processes with separate folders
each have a file with its own chain, identified by its first line; the database has a mark for each.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from pitboss.floor.chance import Sealer, is_valid_signature
from pitboss.table.tape import START, canonical

HEADS_FILE = "heads.jsonl"
MARKS, OLD_MARK = "heads:", "heads"
"""The names of marks in the database: one for each chain, and one from before chains were distinguished."""
LONGEST = 1024
"""The maximum length of a line in bytes."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a tape at some moment."""

    table: int
    entry: int
    head: str


def signed_content(table: int, entry: int, head: str) -> bytes:
    """The signed content of a head, here and in receipts."""
    return f"table {table} entry {entry} {head}".encode()


def place_of(path: Path) -> str:
    """The machine and path of a file of heads, for its mark."""
    return f"{socket.gethostname()}:{path.resolve()}"


@dataclass(frozen=True, slots=True)
class Mark:
    """The recorded end of a file of heads: its size, the hash of its last line, and its location."""

    size: int
    last: str
    place: str = ""

    def __str__(self) -> str:
        return f"{self.size} {self.last} {self.place}".rstrip()

    @classmethod
    def read(cls, text: str) -> Mark:
        size, last, place = f"{text}  ".split(" ", 2)
        return cls(int(size), last, place.strip())

    def missed(self, path: Path) -> str:
        """The problem with a file that should be at least this long; "" if there is none."""
        try:
            with open(path, "rb") as file:
                file.seek(max(0, self.size - LONGEST))
                tail = file.read(min(self.size, LONGEST))
        except FileNotFoundError:
            return f"the file is missing; it had {self.size} bytes"
        if (there := path.stat().st_size) < self.size:
            return f"the file was truncated from {self.size} to {there} bytes"
        lines = tail.split(b"\n")
        if lines[-1] or len(lines) < 2 or sha256(lines[-2]).hexdigest() != self.last:
            return f"the content before byte {self.size} was changed"
        return ""


class Heads:
    """A floor's file of heads."""

    def __init__(self, path: Path, sealer: Sealer) -> None:
        self.path = path
        self._sealer = sealer
        self._lock = threading.Lock()
        self._before: str | None = None
        self._end = -1

    @property
    def mark(self) -> Mark | None:
        """The end of the file when this process last wrote to it; None if it has not yet."""
        return None if self._before is None else Mark(self._end, self._before, place_of(self.path))

    def add(self, head: Head) -> None:
        """Append a head. Lines that other processes have appended are read first."""
        with self._lock, open(self.path, "a+b", opener=_private) as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # until it is closed
            if self._before is None or file.seek(0, os.SEEK_END) != self._end:
                self._before = _last(file)
            line = {"table": head.table, "entry": head.entry, "head": head.head, "time": int(time.time() * 1000)}
            content = canonical(line | {"before": self._before})
            signature = self._sealer.sign(content.encode())
            text = canonical(json.loads(content) | {"signature": signature})
            file.write(text.encode() + b"\n")
            self._before, self._end = sha256(text.encode()).hexdigest(), file.tell()


def chain_of(path: Path) -> str:
    """The chain that a file of heads belongs to, identified by its first line; "" if the file is empty."""
    try:
        with open(path, "rb") as file:
            first = file.readline(LONGEST)
    except FileNotFoundError:
        return ""
    return sha256(first).hexdigest()[:32] if first.endswith(b"\n") else ""


def read_heads(path: Path, public: str) -> Iterator[Head | str]:
    """The heads in a file, and its faults as text."""
    before = START
    try:
        with open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)  # so that no line is half written
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return
    for number, text in enumerate(lines[:-1], 1):
        try:
            data = json.loads(text)
            signature = data.pop("signature")
            head = Head(data["table"], data["entry"], data["head"])
            follows = data["before"] == before
        except (ValueError, KeyError, TypeError, AttributeError):
            yield f"line {number} cannot be read"
            continue
        if not is_valid_signature(public, signature, canonical(data).encode()):
            yield f"line {number} does not match its signature"
        elif not follows:
            yield f"line {number} does not follow the previous line"
        else:
            yield head
        before = sha256(text).hexdigest()
    if lines[-1]:
        yield f"line {len(lines)} is incomplete"


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _last(file: BinaryIO) -> str:
    """The hash of the last line. A partial line, left by a process that died, is removed."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - LONGEST))
    tail = file.read()
    whole = tail.rfind(b"\n") + 1
    if whole < len(tail):
        file.truncate(size - (len(tail) - whole))
    lines = tail[:whole].split(b"\n")[:-1]
    file.seek(0, os.SEEK_END)
    return sha256(lines[-1]).hexdigest() if lines else START
