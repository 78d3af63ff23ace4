"""What a person may see. Decided here, and nowhere else.

A card that lies face down is held in the state as `Hidden`; a shoe is seen by its size only. Everything that leaves
the table for a person (a page, an API answer, a log line) goes through `view` or `view_step`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from pitboss.equipment import FACE_DOWN, Hidden, Shoe
from pitboss.table.codec import FrozenStruct, everything, not_default, to_plain
from pitboss.table.state import State
from pitboss.table.steps import AskCard, AskShuffle, Step

SURVEILLANCE = -1
"""Who may see everything."""
PUBLIC = 0
"""Who sits nowhere and sees what lies open."""


def view(state: State, position: int = PUBLIC) -> Any:
    """The state as a position may see it, as plain data."""
    return to_plain(state, _Redaction(position))


class PieceSeen:
    """Something as certain people may see it: as JSON, and as plain data.

    `hides`: a card lies face down in it, which only the positions `known_to` may see.
    """

    def __init__(self, piece: Any, json: msgspec.Raw, hides: bool, known_to: frozenset[int]) -> None:
        self.piece = piece
        self.json = json
        self.hides = hides
        self.known_to = known_to

    def differs(self, eyes: int) -> bool:
        """Whether these eyes see it otherwise than everybody."""
        return self.hides and (eyes == SURVEILLANCE or (eyes != PUBLIC and eyes in self.known_to))

    def by(self, eyes: int) -> PieceSeen:
        """As these eyes see it."""
        if not self.differs(eyes):
            return self
        if eyes not in self._by:
            self._by[eyes] = self._otherwise(eyes)
        return self._by[eyes]

    @cached_property
    def seen(self) -> Any:
        """As plain data."""
        return msgspec.json.decode(self.json)

    @cached_property
    def _by(self) -> dict[int, PieceSeen]:
        return {}

    def _otherwise(self, eyes: int) -> PieceSeen:
        return PieceSeen(self.piece, _json(self.piece, _Redaction(eyes)), False, _NOBODY)


class RowSeen(PieceSeen):
    """Several pieces in a row (wagers, hands): pieces that stay the same are not written again."""

    def __init__(self, piece: Any, pieces: tuple[PieceSeen, ...]) -> None:
        hidden = [one for one in pieces if one.hides]
        json = msgspec.Raw(msgspec.json.encode([one.json for one in pieces]))
        super().__init__(piece, json, bool(hidden), _NOBODY.union(*[one.known_to for one in hidden]))
        self.pieces = pieces

    def _otherwise(self, eyes: int) -> PieceSeen:
        return RowSeen(self.piece, tuple([one.by(eyes) for one in self.pieces]))


class StepSeen(PieceSeen):
    """A step, without its state."""

    def _otherwise(self, eyes: int) -> PieceSeen:
        return StepSeen(self.piece, _json(_step_seen(self.piece), _Redaction(eyes)), False, _NOBODY)


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
    return RowSeen(values, tuple([kept.get(id(value)) or _piece(value) for value in values]))


def _piece(value: Any) -> PieceSeen:
    redact = _Redaction(PUBLIC)
    json = _json(value, redact)
    return PieceSeen(value, json, redact.hid, frozenset(redact.known_to))


def view_step(step: Step, position: int = PUBLIC) -> dict[str, Any]:
    """A step as a position may see it, without its state."""
    seen: dict[str, Any] = to_plain(_step_seen(step), _Redaction(position))
    return seen


def view_step_alike(step: Step) -> StepSeen:
    """A step as everybody may see it, without its state."""
    redact = _Redaction(PUBLIC)
    json = _json(_step_seen(step), redact)
    return StepSeen(step, json, redact.hid, frozenset(redact.known_to))


def _json(value: Any, redact: _Redaction) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value, enc_hook=redact))


def _step_seen(step: Step) -> dict[str, Any]:
    """What a step shows, cards face down included."""
    kind = step.__class__
    seen: dict[str, Any] = {"step": kind.__name__}
    for name in _seen_of(kind):
        value = getattr(step, name)
        seen[name] = str(value) if name == "odds" and value is not None else value
    text = getattr(step, "text", None)
    if isinstance(text, str):
        seen["text"] = text
    return seen


@cache
def _seen_of(kind: type[Step]) -> tuple[str, ...]:
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
