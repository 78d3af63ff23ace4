"""Counting the frames and bytes of a WebSocket before they are parsed.

An empty frame takes six bytes, and the library answers control frames itself. Neither reaches the application, which
therefore cannot limit them. So this module walks the bytes from header to header as they arrive, and a client that
sends more frames or more bytes than its rates allow is disconnected before the rest is parsed.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pitboss.floor.api.limits import Rate


class FrameMeter:
    """Counts the frames and the bytes of one connection, starting after the opening handshake."""

    def __init__(self, rate: Rate, size: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size = rate, size
        self._now = now
        self._left, self._bytes = rate.at_once, size.at_once
        self._at = now()
        self._unread = b""
        """An incomplete header."""
        self._content = 0
        """The number of bytes of the current frame still to come."""

    def allows(self, data: bytes) -> bool:
        """Whether the rates allow `data` and the frames that begin in it."""
        now = self._now()
        passed, self._at = now - self._at, now
        self._bytes = min(self._size.at_once, self._bytes + passed * self._size.per_second) - len(data)
        if self._bytes < 0:
            return False
        self._left = min(self._rate.at_once, self._left + passed * self._rate.per_second)
        self._left -= self._frames(data, int(self._left) + 1)
        return self._left >= 0

    def _frames(self, data: bytes, enough: int) -> int:
        """The number of complete headers in `data`, counted up to `enough`."""
        if self._unread:
            data, self._unread = self._unread + data, b""
        place, size, found = self._content, len(data), 0
        while found < enough and size - place >= 2:
            length = data[place + 1] & 0x7F
            begins = place + 2 + (0, 2, 8)[max(0, length - 125)] + (4 if data[place + 1] & 0x80 else 0)
            if begins > size:
                break
            if length > 125:
                length = int.from_bytes(data[place + 2 : place + (4 if length == 126 else 10)], "big")
            place, found = begins + length, found + 1
        self._content = max(0, place - size)
        self._unread = data[place:] if found < enough else b""
        return found
