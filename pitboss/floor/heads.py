"""Signed heads of tapes, in a file beside the database: who can write the one must also write the other to lie.

A head is the hash of a tape's last entry, and stands for all of the tape. One is written down whenever a round ends:
`{"table", "entry", "head", "time", "before", "signature"}`, a line each, never changed afterwards. `before` is the hash
of the line before, so that none can be left out; the signature is the floor's, whose key is not in the database. A
tape that was rewound, or written anew and sealed again, is not the one whose heads stand here. How far the file went is
in turn written down in the database (`Mark`), so that what is cut off at its end is missed.

Processes of one floor that share a folder append to one file, under the file's lock. Those with folders of their own
each have a file, which is a chain of its own, known by its first line: the database has a mark for each.
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

from pitboss.floor.chance import Sealer, signed
from pitboss.table.tape import START, canonical

FILE = "heads.jsonl"
MARKS, OLD_MARK = "heads:", "heads"
"""The names of marks in the database: one for each chain, and one for all before chains were told apart."""
LONGEST = 1024
"""Bytes of a line, at most."""


@dataclass(frozen=True, slots=True)
class Head:
    """How a tape ended once."""

    table: int
    entry: int
    head: str


def said(table: int, entry: int, head: str) -> bytes:
    """What is signed of a head, here and in receipts."""
    return f"table {table} entry {entry} {head}".encode()


def place_of(path: Path) -> str:
    """The machine and path of a file of heads, as marks name it."""
    return f"{socket.gethostname()}:{path.resolve()}"


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a file of heads went once: its bytes, the hash of the line that ended there, and where the file was."""

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
        """What is wrong with the file, which must still go so far."""
        try:
            with open(path, "rb") as file:
                file.seek(max(0, self.size - LONGEST))
                tail = file.read(min(self.size, LONGEST))
        except FileNotFoundError:
            return f"it is gone; it had {self.size} bytes"
        if (there := path.stat().st_size) < self.size:
            return f"it was cut: it has {there} bytes, and had {self.size}"
        lines = tail.split(b"\n")
        if lines[-1] or len(lines) < 2 or sha256(lines[-2]).hexdigest() != self.last:
            return f"what stands before byte {self.size} is not what stood there"
        return ""


class Heads:
    """The file of a floor's heads."""

    def __init__(self, path: Path, sealer: Sealer) -> None:
        self.path = path
        self._sealer = sealer
        self._lock = threading.Lock()
        self._before: str | None = None
        self._end = -1

    @property
    def mark(self) -> Mark | None:
        """How far this process has written the file; None if it has not."""
        return None if self._before is None else Mark(self._end, self._before, place_of(self.path))

    def add(self, head: Head) -> None:
        """Write a head down. A file that several processes share is read on from where it ends."""
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
    """The chain that a file of heads is, by its first line; empty if there is none."""
    try:
        with open(path, "rb") as file:
            first = file.readline(LONGEST)
    except FileNotFoundError:
        return ""
    return sha256(first).hexdigest()[:32] if first.endswith(b"\n") else ""


def read_heads(path: Path, public: str) -> Iterator[Head | str]:
    """The heads in a file, and what is wrong with it."""
    before = START
    try:
        with open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)  # no line is half written
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
        if not signed(public, signature, canonical(data).encode()):
            yield f"line {number} is not what the floor has signed"
        elif not follows:
            yield f"line {number} does not follow the line before it"
        else:
            yield head
        before = sha256(text).hexdigest()
    if lines[-1]:
        yield f"line {len(lines)} is not whole"


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _last(file: BinaryIO) -> str:
    """The hash of the last line. What a process that died left half written is cut off."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - LONGEST))
    tail = file.read()
    whole = tail.rfind(b"\n") + 1
    if whole < len(tail):
        file.truncate(size - (len(tail) - whole))
    lines = tail[:whole].split(b"\n")[:-1]
    file.seek(0, os.SEEK_END)
    return sha256(lines[-1]).hexdigest() if lines else START
