"""How long each moment of a round is shown before the next.

A moment that brings something onto the felt lasts until that has come to rest; text stays long enough to be read;
moments with nothing to see take no time. With reduced motion, the end is shown at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

PACES = {"calm": 1.0, "brisk": 0.45, "at once": 0.0}
"""The available paces, each as a fraction of the usual time."""
MANY = 60
"""If more moments than this arrive together, each is shown more briefly."""
END = 1.8
"""Extra seconds at the end of a round when the next has already begun."""

EVENTS = {"spun": 2.4, "thrown": 0.8, "drawn": 3.0, "squeezed": 1.6}
"""Seconds until a random event comes to rest, by how it enters the felt. Results are shown only then."""

_COMES = {"spun": 3.0, "thrown": 1.5, "drawn": 3.4, "squeezed": 2.2, "late": 0.4, "dealt": 0.6}
"""Seconds for which new pieces are shown, by how they enter the felt."""
_STEPS = {"Settled": 0.75, "Said": 0.8}
_RUN = 5.0
"The maximum seconds for cards dealt in a row without an announcement, even if there are 49."


def lasts(step: Mapping[str, Any], came: Collection[str]) -> float:
    """Return the seconds for which a step is shown; `came` is how new pieces entered with it.

    >>> lasts({"step": "Said", "text": "A card."}, ["dealt"]), lasts({"step": "AskCard"}, [])
    (0.8, 0.0)
    """
    moved = max((_COMES.get(way, 0.0) for way in came), default=0.0)
    read = _STEPS.get(str(step.get("step")), 0.0) if step.get("text") else 0.0
    return max(moved, read)


def shared_out(steps: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the fraction of its full time for which each step is shown, so that long runs without text stay short.

    The last step of a run gets its full time, so that its card is in place before the next announcement.

    >>> shared_out([{"step": "AskCard"}] * 2 + [{"step": "Said", "text": "A card."}])
    [1.0, 1.0, 1.0]
    >>> shared_out([{"step": "AskCard"}] * 50)[-2:]
    [0.16666666666666666, 1.0]
    """
    found: list[float] = []
    for has_text, run in groupby(steps, key=lambda step: bool(step.get("text"))):
        number = len(list(run))
        share = 1.0 if has_text else min(1.0, _RUN / (number * _COMES["dealt"]))
        found += [*[share] * (number - 1), 1.0]
    return found


def arrives(came: Collection[str]) -> float:
    """Return the seconds until the random events of a step have come to rest.

    >>> arrives(["late", "spun"]), arrives(["dealt"])
    (2.4, 0)
    """
    return max((EVENTS.get(way, 0) for way in came), default=0)


def hurried(moments: int) -> float:
    """Return the factor by which many moments at once are shortened.

    >>> hurried(20), hurried(120)
    (1.0, 0.5)
    """
    return min(1.0, MANY / max(moments, 1))


def at_most(seconds_left: float) -> float:
    """Return the seconds of playback allowed to a player with this much time to decide: a quarter.

    >>> at_most(4.0), at_most(30.0)
    (1.0, 7.5)
    """
    return seconds_left / 4
