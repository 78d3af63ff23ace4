"""What a person may see. Decided here, and nowhere else.

A card that lies face down is held in the state as `Hidden`; a shoe is seen by its size only. Everything that leaves
the table for a person (a page, an API answer, a log line) goes through `view` or `view_step`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar

from pitboss.equipment import FACE_DOWN, Card, Shoe
from pitboss.table.plain import plain, told
from pitboss.table.state import State
from pitboss.table.steps import AskCard, AskShuffle, Step
from pitboss.values import quick

SURVEILLANCE = -1
"""Who may see everything."""
PUBLIC = 0
"""Who sits nowhere and sees what lies open."""


@quick
@dataclass(frozen=True, slots=True)
class Hidden:
    """A card face down. `known_to` are the positions that may look at it."""

    card: Card
    known_to: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return "Hidden()"


def view(state: State, position: int = PUBLIC) -> Any:
    """The state as a position may see it, as plain data."""
    return plain(state, _Redaction(position))


@quick
@dataclass(frozen=True, slots=True)
class PartSeen:
    """A part of a state as everybody may see it; `hides`: a card lies face down in it, and eyes differ."""

    part: Any
    seen: Any
    hides: bool


def view_alike(state: State, before: Mapping[str, PartSeen] | None = None) -> dict[str, PartSeen]:
    """The state as everybody may see it, part by part; of a part that is the same as `before`, what was seen then."""
    parts: dict[str, PartSeen] = {}
    for name, value in told(state):
        known = before.get(name) if before is not None else None
        if known is None or known.part is not value:
            redact = _Redaction(PUBLIC)
            known = PartSeen(value, plain(value, redact), redact.hid)
        parts[name] = known
    return parts


def view_part(part: Any, position: int) -> Any:
    """A part of a state as a position may see it."""
    return plain(part, _Redaction(position))


def view_step(step: Step, position: int = PUBLIC) -> dict[str, Any]:
    """A step as a position may see it, without its state."""
    return _step_seen(step, _Redaction(position))


def view_step_alike(step: Step) -> tuple[dict[str, Any], bool]:
    """A step as everybody may see it, without its state; and whether a card in it lies face down: then eyes differ."""
    redact = _Redaction(PUBLIC)
    return _step_seen(step, redact), redact.hid


def _step_seen(step: Step, redact: _Redaction) -> dict[str, Any]:
    kind: type = step.__class__
    seen: dict[str, Any] = {"step": kind.__name__}
    for name in _told_of(kind):
        value = getattr(step, name)
        seen[name] = plain(str(value) if name == "odds" and value is not None else value, redact)
    text = getattr(step, "text", None)
    if isinstance(text, str):
        seen["text"] = text
    return seen


@cache
def _told_of(kind: type) -> tuple[str, ...]:
    """The fields of a step that are seen: not its state, nor what others are asked or what is drawn from."""
    secret = {"state", "composition"} if issubclass(kind, (AskCard, AskShuffle)) else {"state", "others"}
    return tuple(field.name for field in fields(kind) if field.name not in secret)


class _Redaction:
    """Replaces what a position may not see; `hid` is whether there was a card face down at all."""

    __slots__ = ("hid", "position")
    open: ClassVar[set[type]] = {tuple}
    "Types of which nothing is hidden, as they were met."

    def __init__(self, position: int) -> None:
        self.position = position
        self.hid = False

    def __call__(self, value: Any) -> Any:
        if isinstance(value, Hidden):
            self.hid = True
            known = self.position == SURVEILLANCE or (self.position != PUBLIC and self.position in value.known_to)
            return value.card if known else FACE_DOWN
        if isinstance(value, Shoe):
            return value.view()
        self.open.add(value.__class__)
        return value
