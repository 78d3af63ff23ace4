"""Finds which cards of a table's shuffles were shown, and to whom, from its tape once a round is over.

1. Everyone may verify the cards that were face up at some moment of a round; players may also verify those that only
   their own position saw. Cards that were discarded, burned or never dealt stay closed.
2. A card is identified by its place in the order of its shuffle. It was shown to a person if they saw it being dealt,
   or if at one moment they saw every copy of it in the round. So if one of two equal cards stays face down, the wrong
   one is never opened; if it is unclear which was shown, neither is.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from pitboss.equipment import Card, Hidden
from pitboss.floor import schema
from pitboss.floor.chance import LiveSource
from pitboss.floor.records import game_of, layout_at, opening_entry, sealed_entries
from pitboss.table import Dealer, State
from pitboss.table.codec import FrozenStruct, from_plain
from pitboss.table.steps import AskCard, AskShuffle, Step
from pitboss.table.tape import ROUND_ENDS, Entry

EVERYBODY = ""
"""The viewer of face-up cards; other viewers are identified by their names."""
ViewersByCard = Mapping[int, Mapping[int, frozenset[str]]]
"""The viewers of each card, by the entry of its shuffle and its place in it."""


def rounds_of(connection: Connection, table: int, entries: Sequence[int]) -> dict[int, int]:
    """Map some entries of a tape to their rounds."""
    entry = schema.entry
    rows = select(entry.c.number, entry.c.round).where(entry.c.table == table, entry.c.number.in_(entries))
    return {row.number: row.round for row in connection.execute(rows)}


def shown_cards(connection: Connection, table: int, first: int, last: int) -> ViewersByCard:
    """The cards shown in rounds up to `last`, from shuffles since round `first`; all these rounds must be over."""
    entry = schema.entry
    mine = entry.c.table == table
    over = connection.execute(select(func.max(entry.c.round)).where(mine, entry.c.kind.in_(ROUND_ENDS))).scalar()
    start = opening_entry(connection, table, first) or 1
    rows = select(entry.c.number, entry.c.line).where(mine, entry.c.number >= start)
    upto = min(last, -1 if over is None else over)
    lines = connection.execute(rows.where(entry.c.round <= upto).order_by(entry.c.number)).all()
    watched = _SightTracker()
    if lines:
        game = game_of(layout_at(connection, table, start))
        entries, opening = _from_whole(lines)
        state = from_plain(game.state_type, opening)
        dealer = Dealer.resume(game, LiveSource(), state, (), watched.step)
        watched.round_begins(dealer)
        for one in entries:
            watched.follow(dealer, one)
    return watched.shown


def _from_whole(lines: Sequence[Any]) -> tuple[list[Entry], Any]:
    """The state in the first of these entries, and the entries after it, each checked against its seal."""
    first = json.loads(lines[0].line)
    entries, _ = sealed_entries(lines, first["prev"])
    return entries[1:], first["state"]


VisibleCards = Mapping[str, Counter[Card]]
"""The cards visible at one moment, by viewer."""


@dataclass(slots=True)
class _DealtCard:
    """A card that was dealt in the current round."""

    shuffle: int
    place: int
    card: Card
    there: frozenset[str]
    """The people at the table when it was dealt."""
    shown_to: set[str] = field(default_factory=set)


class _SightTracker:
    """Replays a tape and records what each person sees."""

    def __init__(self) -> None:
        self.shown: dict[int, dict[int, frozenset[str]]] = defaultdict(dict)
        self._in_play: dict[str, tuple[int, int]] = {}
        """The current shuffle of each shoe, by its entry, and the number of cards dealt from it."""
        self._dealt: list[_DealtCard] = []
        self._before: VisibleCards = {}
        """The cards that were visible when the round began."""
        self._most: defaultdict[str, Counter[Card]] = defaultdict(Counter)
        """The largest number of copies of each card that each viewer saw at one moment of the round."""
        self._lately: list[VisibleCards] = []
        """The visible cards at each step since the last entry."""

    def step(self, step: Step) -> None:
        """Record the visible cards at a step."""
        seen = _seen(step)
        self._lately.append(seen)
        for who, cards in seen.items():
            self._most[who] |= cards

    def round_begins(self, dealer: Dealer) -> None:
        """Start a new round."""
        self._dealt, self._most = [], defaultdict(Counter)
        self._before = _seen_in(dealer.state)
        for seen in self._lately[-len(dealer.steps) :]:
            for who, cards in seen.items():
                self._most[who] |= cards

    def follow(self, dealer: Dealer, entry: Entry) -> None:
        """Play one entry."""
        ask, rounds = dealer.ask, dealer.state.rounds
        dealt = None
        if entry.kind == "reply" and isinstance(ask, AskShuffle):
            self._in_play[ask.shoe] = (entry.number, 0)
        elif entry.kind == "reply" and isinstance(ask, AskCard) and ask.shoe in self._in_play:
            dealt = self._note(ask, Card(entry.data["reply"]))
        before = _seen_in(ask.state) if dealt is not None and ask is not None else {}
        self._lately = []
        dealer.apply_entry(entry)
        if dealt is not None:
            for seen in self._lately:
                dealt.shown_to |= {
                    who for who, cards in seen.items() if cards[dealt.card] > _count(before, who, dealt.card)
                }
        if dealer.state.rounds != rounds or entry.kind == "change":
            self._round_ends()
            self.round_begins(dealer)

    def _note(self, ask: AskCard, card: Card) -> _DealtCard:
        shuffle, place = self._in_play[ask.shoe]
        self._in_play[ask.shoe] = (shuffle, place + 1)
        there = frozenset(seat.name for seat in ask.state.positions)
        dealt = _DealtCard(shuffle, place + 1, card, there)
        self._dealt.append(dealt)
        return dealt

    def _round_ends(self) -> None:
        came = Counter(dealt.card for dealt in self._dealt)
        for dealt in self._dealt:
            all_seen = {
                who
                for who, most in self._most.items()
                if most[dealt.card] - _count(self._before, who, dealt.card) >= came[dealt.card]
            }
            saw = (dealt.shown_to | all_seen) & {EVERYBODY, *dealt.there}
            if saw:
                self.shown[dealt.shuffle][dealt.place] = frozenset(saw)


def _count(seen: VisibleCards, who: str, card: Card) -> int:
    """The number of copies of a card that a person sees; someone not seated saw the face-up cards."""
    return seen.get(who, seen.get(EVERYBODY, Counter()))[card]


def _seen(step: Step) -> VisibleCards:
    """The cards that each person sees at a step, on the table or in the announcement."""
    seen = {who: Counter(cards) for who, cards in _seen_in(step.state).items()}
    for name in step.__struct_fields__:
        if name not in ("state", "composition", "others"):
            lying = Counter(card for card, known_to in _cards(getattr(step, name)) if known_to is None)
            for cards in seen.values() if lying else ():
                cards |= lying
    return seen


def _seen_in(state: State) -> VisibleCards:
    """The cards that each person sees on a table."""
    lying: Counter[Card] = Counter()
    known: defaultdict[int, Counter[Card]] = defaultdict(Counter)
    for name in state.__struct_fields__:
        if name not in ("positions", "wagers"):
            for card, known_to in _cards(getattr(state, name)):
                if known_to is None:
                    lying[card] += 1
                for position in known_to or ():
                    known[position][card] += 1
    return {EVERYBODY: lying} | {seat.name: lying + known[seat.number] for seat in state.positions}


def _cards(value: Any) -> Iterator[tuple[Card, tuple[int, ...] | None]]:
    """The cards in part of a state, each with the positions that know it, or None if it is face up."""
    if isinstance(value, Hidden):
        yield value.card, value.known_to
    elif isinstance(value, Card):
        yield value, None
    elif isinstance(value, tuple):
        for one in value:
            yield from _cards(one)
    elif isinstance(value, FrozenStruct):
        for name in value.__struct_fields__:
            yield from _cards(getattr(value, name))
