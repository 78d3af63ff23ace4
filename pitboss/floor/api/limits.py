"""Rate limits: token buckets that refill over time.

Each rate has a bucket for each person, address or name. `PITBOSS_LIMITS` changes a server's rates, by name and "per
second/at once": `PITBOSS_LIMITS="commands=500/2000 guests=100/1000"`. `off` removes all limits, for benchmarks.
"""

from __future__ import annotations

import ipaddress
import os
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from pitboss.floor.api.problems import ProblemError
from pitboss.floor.people import likeness

KEPT = 20_000
"""The number of buckets kept for each rate. The least recently used are dropped; they would be full again anyway."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A sustained rate per second, and a burst at once."""

    per_second: float
    at_once: float


@dataclass(frozen=True, slots=True)
class Rates:
    """All rates, and what each is counted by."""

    requests: Rate = Rate(300, 1500)
    """All API requests, by address."""
    pages: Rate = Rate(5, 100)
    """Pages, by address. Each takes a megabyte for a minute, until its browser connects or is given up on."""
    commands: Rate = Rate(50, 200)
    "Commands to tables, by person."
    guests: Rate = Rate(0.2, 60)
    "New guests, by address."
    registrations: Rate = Rate(0.02, 10)
    "New members, by address."
    log_ins: Rate = Rate(0.1, 10)
    """Log-in attempts, by address."""
    log_ins_by_name: Rate = Rate(1, 100)
    """Log-in attempts under one name, from addresses that never logged in as it: more than one address can use up."""
    codes: Rate = Rate(1 / 30, 10)
    """Second-factor codes, by person."""
    heavy: Rate = Rate(2, 30)
    """Prices, checks, tapes and audits, by person or address."""
    tables: Rate = Rate(0.05, 20)
    "New tables, by address."
    frames: Rate = Rate(100, 500)
    """Frames that a WebSocket receives, by connection: messages, fragments, pings and pongs."""
    socket_bytes: Rate = Rate(2**17, 2**21)
    """Bytes that a WebSocket receives, by connection."""
    sockets: int = 12
    """Concurrent streams, by person."""
    sockets_here: int = 600
    """Concurrent streams, by address."""

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> Rates:
        """The default rates, with the changes in PITBOSS_LIMITS."""
        return cls().changed(environment.get("PITBOSS_LIMITS", ""))

    def changed(self, text: str) -> Rates:
        """Copy these rates with the changes in `text`.

        >>> Rates().changed("commands=500/2000").commands
        Rate(per_second=500.0, at_once=2000.0)
        """
        if text.strip() == "off":
            return NO_LIMITS
        rates = {field.name for field in fields(self) if isinstance(getattr(self, field.name), Rate)}
        counts = {field.name for field in fields(self)} - rates
        changed = self
        for part in text.split():
            found = re.fullmatch(r"(\w+)=(\d+(?:\.\d+)?)(?:/(\d+))?", part)
            if found is None or found[1] not in (rates if found[3] else counts):
                names = ", ".join([*(f"{name}=PER_SECOND/AT_ONCE" for name in sorted(rates)), *sorted(counts)])
                raise ValueError(f"PITBOSS_LIMITS: {part!r} is invalid; use {names}, or off")
            value: Any = Rate(float(found[2]), float(found[3])) if found[3] else int(float(found[2]))
            changed = replace(changed, **{found[1]: value})
        return changed


_MANY = Rate(1e9, 1e9)
NO_LIMITS = Rates(_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, 10**6, 10**6)


def network_of(host: str) -> str:
    """The address under which a client is counted; for IPv6 the /64 network, whose addresses all belong to one
    customer.

    >>> network_of("203.0.113.5"), network_of("::ffff:203.0.113.5"), network_of("2001:db8:1:2:3::4")
    ('203.0.113.5', '203.0.113.5', '2001:db8:1:2::/64')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


class Limits:
    """All buckets of a server."""

    def __init__(self, rates: Rates | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self.rates = rates or Rates.of_environment()
        self._now = now
        self._buckets: dict[str, OrderedDict[object, tuple[float, float]]] = {}
        self._sockets: dict[object, int] = {}
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def spend(self, rate: str, *whose: object) -> None:
        """Count one request; `ProblemError` if any of the buckets that it draws on is empty."""
        allowed: Rate = getattr(self.rates, rate)
        wait = max(self._wait(rate, allowed, one) for one in whose)
        if wait > 0:
            detail = f"{rate.replace('_', ' ')}: {allowed.at_once:g} at once and {allowed.per_second:g} a second"
            raise ProblemError("too-often", f"{detail} are taken; wait {wait:.1f} s", wait)

    def try_log_in(self, address: str, name: str) -> None:
        """Count a log-in attempt, by address first, so that a guesser there cannot lock out the name's owner."""
        self.spend("log_ins", address)
        if not self.is_known(address, name):
            self.spend("log_ins_by_name", likeness(name))

    def is_known(self, address: str, name: str) -> bool:
        """Whether someone has logged in under this name from this address before."""
        return (address, likeness(name)) in self._known

    def logged_in(self, address: str, name: str) -> None:
        """Note a successful log-in, so that wrong guesses from elsewhere do not lock out this address."""
        self._known[address, likeness(name)] = None
        self._known.move_to_end((address, likeness(name)))
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    def _wait(self, rate: str, allowed: Rate, whose: object) -> float:
        """Take one from a bucket; returns the seconds to wait if it is empty."""
        buckets = self._buckets.setdefault(rate, OrderedDict())
        now = self._now()
        left, at = buckets.pop(whose, (allowed.at_once, now))
        left = min(allowed.at_once, left + (now - at) * allowed.per_second)
        taken = left >= 1
        buckets[whose] = (left - 1 if taken else left, now)
        if len(buckets) > KEPT:
            buckets.popitem(last=False)
        return 0.0 if taken else (1 - left) / allowed.per_second

    def open_stream(self, person: int, address: str) -> None:
        """Count an opened stream; `ProblemError` if there are too many."""
        mine, here = self._sockets.get(person, 0), self._sockets.get(address, 0)
        if mine >= self.rates.sockets or here >= self.rates.sockets_here:
            raise ProblemError("too-often", f"{max(mine, here)} streams are open already; close one first", 5.0)
        self._sockets[person], self._sockets[address] = mine + 1, here + 1

    def close_stream(self, person: int, address: str) -> None:
        """Count a closed stream."""
        for whose in (person, address):
            if (left := self._sockets[whose] - 1) > 0:
                self._sockets[whose] = left
            else:
                del self._sockets[whose]
