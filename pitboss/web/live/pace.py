"""How long each moment of a round is looked at before the next one comes.

A moment that brings something onto the felt lasts as long as that takes to come to rest; words last long enough to be
read; what shows nothing takes no time. Whoever prefers less motion sees the end at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

PACES = {"calm": 1.0, "brisk": 0.45, "at once": 0.0}
"""What people may choose between, each with the share of the usual time that it takes."""
MANY = 60
"""If more moments than this come at once, each is looked at for less."""
END = 1.8
"""Seconds more for the end of a round, if another has begun."""

EVENTS = {"spun": 2.4, "thrown": 0.8, "drawn": 3.0, "squeezed": 1.6}
"""What chance decides, by how it comes onto the felt, and the seconds until it lies still: only then is it told."""

_COMES = {"spun": 3.0, "thrown": 1.5, "drawn": 3.4, "squeezed": 2.2, "late": 0.4, "dealt": 0.6}
"Seconds for which what comes onto the felt in such a way is looked at."
_STEPS = {"Settled": 0.75, "Said": 0.8}
_RUN = 5.0
"Seconds that cards which are dealt without a word between them take together at most: 49 of them, too."


def lasts(step: Mapping[str, Any], came: Collection[str]) -> float:
    """Seconds for which a step is looked at; `came` is how new pieces entered with it.

    >>> lasts({"step": "Said", "text": "A card."}, ["dealt"]), lasts({"step": "AskCard"}, [])
    (0.8, 0.0)
    """
    moved = max((_COMES.get(way, 0.0) for way in came), default=0.0)
    told = _STEPS.get(str(step.get("step")), 0.0) if step.get("text") else 0.0
    return max(moved, told)


def shared_out(steps: Sequence[Mapping[str, Any]]) -> list[float]:
    """The share of its time that each step is looked at for, so that many in a row without a word are soon over.

    The last of them has all its time: what is said next is said when its card lies there.

    >>> shared_out([{"step": "AskCard"}] * 2 + [{"step": "Said", "text": "A card."}])
    [1.0, 1.0, 1.0]
    >>> shared_out([{"step": "AskCard"}] * 50)[-2:]
    [0.16666666666666666, 1.0]
    """
    found: list[float] = []
    for told, run in groupby(steps, key=lambda step: bool(step.get("text"))):
        number = len(list(run))
        share = 1.0 if told else min(1.0, _RUN / (number * _COMES["dealt"]))
        found += [*[share] * (number - 1), 1.0]
    return found


def arrives(came: Collection[str]) -> float:
    """Seconds until what chance decides with a step is decided for whoever looks on.

    >>> arrives(["late", "spun"]), arrives(["dealt"])
    (2.4, 0)
    """
    return max((EVENTS.get(way, 0) for way in came), default=0)


def hurried(moments: int) -> float:
    """By how much moments are shortened when so many came together, so that nobody waits for too long.

    >>> hurried(20), hurried(120)
    (1.0, 0.5)
    """
    return min(1.0, MANY / max(moments, 1))


def at_most(seconds_left: float) -> float:
    """The seconds that may be looked on by somebody who has so many to decide: a quarter of them.

    >>> at_most(4.0), at_most(30.0)
    (1.0, 7.5)
    """
    return seconds_left / 4
