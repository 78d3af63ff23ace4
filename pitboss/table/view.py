"""Views of a table. This module alone decides what each person may see.

The state holds face-down cards as `Hidden`; only the size of a shoe may be seen. Everything that leaves the table for a
person (a page, an API response, a log line) goes through `view` or `view_step`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from pitboss.equipment import FACE_DOWN, Hidden, Shoe
from pitboss.table.codec import FrozenStruct, non_default_fields, to_plain, write_in_full
from pitboss.table.state import State
from pitboss.table.steps import AskCard, AskShuffle, Step

SURVEILLANCE = -1
"""A viewer who may see everything."""
PUBLIC = 0
"""A viewer without a seat, who sees only what everyone may see."""


def view(state: State, position: int = PUBLIC) -> Any:
    """Return the state as a position may see it, as plain data.

    >>> from pitboss.equipment import Card
    >>> class Dealt(State):
    ...     cards: tuple[Hidden, ...] = ()
    >>> dealt = Dealt(cards=(Hidden(Card("Ah"), known_to=(1,)),))
    >>> view(dealt, 1)["cards"], view(dealt, 2)["cards"]
    (['Ah'], ['??'])
    """
    return to_plain(state, _Redaction(position))


class ViewPiece:
    """Part of a view as certain people may see it, both as JSON and as plain data.

    `hides` says whether it contains a face-down card, which only the positions in `known_to` may see.
    """

    def __init__(self, piece: Any, json: msgspec.Raw, hides: bool, known_to: frozenset[int]) -> None:
        self.piece = piece
        self.json = json
        self.hides = hides
        self.known_to = known_to

    def differs(self, eyes: int) -> bool:
        """Whether this viewer's view of it differs from the public's."""
        return self.hides and (eyes == SURVEILLANCE or (eyes != PUBLIC and eyes in self.known_to))

    def for_viewer(self, eyes: int) -> ViewPiece:
        """Return it as this viewer may see it."""
        if not self.differs(eyes):
            return self
        if eyes not in self._by:
            self._by[eyes] = self._otherwise(eyes)
        return self._by[eyes]

    @cached_property
    def as_plain(self) -> Any:
        """Return it as plain data."""
        return msgspec.json.decode(self.json)

    @cached_property
    def _by(self) -> dict[int, ViewPiece]:
        return {}

    def _otherwise(self, eyes: int) -> ViewPiece:
        return ViewPiece(self.piece, _json(self.piece, _Redaction(eyes)), False, _NOBODY)


class ViewRow(ViewPiece):
    """Several pieces in a row, such as wagers or hands; unchanged pieces are not encoded again."""

    def __init__(self, piece: Any, pieces: tuple[ViewPiece, ...]) -> None:
        hidden = [one for one in pieces if one.hides]
        json = msgspec.Raw(msgspec.json.encode([one.json for one in pieces]))
        super().__init__(piece, json, bool(hidden), _NOBODY.union(*[one.known_to for one in hidden]))
        self.pieces = pieces

    def _otherwise(self, eyes: int) -> ViewPiece:
        return ViewRow(self.piece, tuple([one.for_viewer(eyes) for one in self.pieces]))


class ViewStep(ViewPiece):
    """A step without its state."""

    def _otherwise(self, eyes: int) -> ViewPiece:
        return ViewStep(self.piece, _json(_step_seen(self.piece), _Redaction(eyes)), False, _NOBODY)


_NOBODY: frozenset[int] = frozenset()


def view_in_pieces(state: State, before: Mapping[str, ViewPiece] | None = None) -> dict[str, ViewPiece]:
    """Return the public view of a state, part by part, reusing the parts of `before` that have not changed."""
    parts: dict[str, ViewPiece] = {}
    for name, value in non_default_fields(state):
        known = before.get(name) if before is not None else None
        if known is None or known.piece is not value:
            known = _row(value, known) if _in_pieces(value) else _piece(value)
        parts[name] = known
    return parts


def _in_pieces(value: Any) -> bool:
    return value.__class__ is tuple and bool(value) and isinstance(value[0], FrozenStruct)


def _row(values: tuple[Any, ...], before: ViewPiece | None) -> ViewRow:
    kept = {id(one.piece): one for one in before.pieces} if isinstance(before, ViewRow) else {}
    return ViewRow(values, tuple([kept.get(id(value)) or _piece(value) for value in values]))


def _piece(value: Any) -> ViewPiece:
    redact = _Redaction(PUBLIC)
    json = _json(value, redact)
    return ViewPiece(value, json, redact.hid, frozenset(redact.known_to))


def view_step(step: Step, position: int = PUBLIC) -> dict[str, Any]:
    """Return a step as a position may see it, without its state."""
    seen: dict[str, Any] = to_plain(_step_seen(step), _Redaction(position))
    return seen


def view_step_in_pieces(step: Step) -> ViewStep:
    """Return the public view of a step, without its state."""
    redact = _Redaction(PUBLIC)
    json = _json(_step_seen(step), redact)
    return ViewStep(step, json, redact.hid, frozenset(redact.known_to))


def _json(value: Any, redact: _Redaction) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value, enc_hook=redact))


def _step_seen(step: Step) -> dict[str, Any]:
    """Return what a step shows, including face-down cards."""
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
    """The visible fields of a step: not its state, the questions to others, or the cards it is drawn from."""
    secret = {"state", "composition"} if issubclass(kind, (AskCard, AskShuffle)) else {"state", "others"}
    return tuple(name for name in kind.__struct_fields__ if name not in secret)


class _Redaction:
    """A hook that writes equipment as a position may see it, and notes whether it encountered a face-down card."""

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
        return value.view() if isinstance(value, Shoe) else write_in_full(value)
