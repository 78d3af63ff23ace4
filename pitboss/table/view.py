"""What a person may see. Decided here, and nowhere else.

A card that lies face down is held in the state as `Hidden`; a shoe is seen by its size only. Everything that leaves
the table for a person (a page, an API answer, a log line) goes through `view` or `view_step`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic_core import to_json

from pitboss.equipment import FACE_DOWN, Hidden, Shoe
from pitboss.table.codec import FrozenStruct, everything, not_default, to_plain
from pitboss.table.state import State
from pitboss.table.steps import AskCard, AskShuffle, Step
from pitboss.values import lasting

SURVEILLANCE = -1
"""Who may see everything."""
PUBLIC = 0
"""Who sits nowhere and sees what lies open."""


def view(state: State, position: int = PUBLIC) -> Any:
    """The state as a position may see it, as plain data."""
    return to_plain(state, _Redaction(position))


@dataclass(eq=False)  # not frozen, which is most of what it costs to make one: they are made by the thousand
class PieceSeen:
    """Something as everybody may see it, and as JSON; `hides`: a card lies face down in it, which these know."""

    piece: Any
    seen: Any
    hides: bool
    known_to: frozenset[int]

    def differs(self, eyes: int) -> bool:
        """Whether these eyes see it otherwise than everybody."""
        return self.hides and (eyes == SURVEILLANCE or (eyes != PUBLIC and eyes in self.known_to))

    def by(self, eyes: int) -> PieceSeen:
        """As these eyes see it."""
        return self._otherwise(eyes) if self.differs(eyes) else self

    @lasting
    def text(self) -> str:
        """As JSON."""
        return to_json(self.seen).decode()

    @lasting
    def _by(self) -> dict[int, PieceSeen]:
        return {}

    def _otherwise(self, eyes: int) -> PieceSeen:
        if (made := self._by.get(eyes)) is None:
            made = self._by[eyes] = PieceSeen(self.piece, to_plain(self.piece, _Redaction(eyes)), False, _NOBODY)
        return made


@dataclass(eq=False)
class RowSeen(PieceSeen):
    """Several pieces in a row (wagers, hands): of those that stay the same, what was seen of them stays too."""

    pieces: tuple[PieceSeen, ...]

    @lasting
    def text(self) -> str:
        return f"[{','.join([one.text for one in self.pieces])}]"

    def _otherwise(self, eyes: int) -> PieceSeen:
        if (made := self._by.get(eyes)) is None:
            pieces = tuple([one.by(eyes) for one in self.pieces])
            made = self._by[eyes] = RowSeen(self.piece, [one.seen for one in pieces], False, _NOBODY, pieces)
        return made


_NOBODY: frozenset[int] = frozenset()


def view_alike(state: State, before: Mapping[str, PieceSeen] | None = None) -> dict[str, PieceSeen]:
    """The state as everybody may see it, part by part; of what is the same as `before`, what was seen then."""
    parts: dict[str, PieceSeen] = {}
    for name, value in not_default(state):
        known = before.get(name) if before is not None else None
        if known is None or known.piece is not value:
            known = _row(value, known) if _in_pieces(value) else _piece(value)
        parts[name] = known
    return parts


def _in_pieces(value: Any) -> bool:
    return value.__class__ is tuple and bool(value) and isinstance(value[0], FrozenStruct)


def _row(values: tuple[Any, ...], before: PieceSeen | None) -> RowSeen:
    kept = {id(one.piece): one for one in before.pieces} if isinstance(before, RowSeen) else {}
    pieces = tuple([kept.get(id(value)) or _piece(value) for value in values])
    known = _NOBODY.union(*[one.known_to for one in pieces if one.hides])
    return RowSeen(values, [one.seen for one in pieces], any(one.hides for one in pieces), known, pieces)


def _piece(value: Any) -> PieceSeen:
    redact = _Redaction(PUBLIC)
    seen = to_plain(value, redact)
    return PieceSeen(value, seen, redact.hid, frozenset(redact.known_to))


def view_step(step: Step, position: int = PUBLIC) -> dict[str, Any]:
    """A step as a position may see it, without its state."""
    return _step_seen(step, _Redaction(position))


def view_step_alike(step: Step) -> StepSeen:
    """A step as everybody may see it, without its state."""
    redact = _Redaction(PUBLIC)
    seen = _step_seen(step, redact)
    return StepSeen(step, seen, redact.hid, frozenset(redact.known_to))


@dataclass(eq=False)
class StepSeen(PieceSeen):
    """A step, without its state."""

    def _otherwise(self, eyes: int) -> PieceSeen:
        if (made := self._by.get(eyes)) is None:
            made = self._by[eyes] = StepSeen(self.piece, view_step(self.piece, eyes), False, _NOBODY)
        return made


def _step_seen(step: Step, redact: _Redaction) -> dict[str, Any]:
    kind = step.__class__
    seen: dict[str, Any] = {"step": kind.__name__}
    for name in _told_of(kind):
        value = getattr(step, name)
        seen[name] = to_plain(str(value) if name == "odds" and value is not None else value, redact)
    text = getattr(step, "text", None)
    if isinstance(text, str):
        seen["text"] = text
    return seen


@cache
def _told_of(kind: type[Step]) -> tuple[str, ...]:
    """The fields of a step that are seen: not its state, nor what others are asked or what is drawn from."""
    secret = {"state", "composition"} if issubclass(kind, (AskCard, AskShuffle)) else {"state", "others"}
    return tuple(name for name in kind.__struct_fields__ if name not in secret)


class _Redaction:
    """Writes equipment as a position may see it; `hid` is whether there was a card face down, which these know."""

    __slots__ = ("hid", "known_to", "position")

    def __init__(self, position: int) -> None:
        self.position = position
        self.hid = False
        self.known_to: set[int] = set()

    def __call__(self, value: Any) -> Any:
        if isinstance(value, Hidden):
            self.hid = True
            self.known_to.update(value.known_to)
            known = self.position == SURVEILLANCE or (self.position != PUBLIC and self.position in value.known_to)
            return str(value.card) if known else FACE_DOWN
        return value.view() if isinstance(value, Shoe) else everything(value)
