"""Views of a table for each person. Pages, the API and messages get nothing else.

`WatchableTable` only shows committed data: cards that are dealt but not on the tape yet are shown to no one. Parts that
look the same to several people are built and encoded once for all of them (`WatchableTable.view_json`), because most
events at a table are public.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Raw
from pydantic import BaseModel, Field
from pydantic_core import to_json

from pitboss.floor.changes import PendingChange
from pitboss.floor.ledger import LOW_INVENTORY, inventory_of
from pitboss.floor.people import Person, Role
from pitboss.floor.policy import TableTerms
from pitboss.table import PUBLIC, SURVEILLANCE, Dealer, State, view, view_step
from pitboss.table.codec import FrozenStruct
from pitboss.table.game import Game, Offer
from pitboss.table.irregularities import callable_now
from pitboss.table.steps import Ask, AskDecision, AskDice, AskWagers, Step
from pitboss.table.view import ViewPiece, view_in_pieces, view_step_in_pieces

RECENT_STEPS = 400
"""The number of recent steps kept in memory for viewers."""
CACHED_VIEWS = 64
"""The number of states whose public view is cached."""
STEPS_PER_ROUND = 1_000_000
"""A step's serial number is its round times this number plus its place in the round; no round has this many steps.
"""


class TableInfo(BaseModel):
    """A table in the lobby."""

    id: int
    name: str
    game: str
    title: str = Field(description="The name of the game")
    on: date = Field(description="The date whose chapter applies")
    dealer: str
    seats: int
    closed: bool = False
    minimum: int = 0
    maximum: int | None = None
    increment: int = Field(1, description="Wagers must be multiples of this amount in cents")
    limits: dict[str, tuple[int, int | None]] = Field(
        {}, description="Minimum and maximum of wagers that have their own"
    )
    options: dict[str, Any] = {}
    odds: dict[str, str] = Field({}, description="Odds that differ from the default, by wager or wager.outcome")
    tournament: int | None = Field(None, description="The tournament of the table, whose chips have no cash value")
    coming: PendingChange | None = Field(None, description="An announced change that is not in force yet")
    changed: PendingChange | None = Field(None, description="The most recent change that came into force")
    hands: int | None = Field(None, description="The number of rounds to deal, if limited")
    afterwards: dict[int, str] = Field(
        {}, description="What positions will do after the current round, such as sitting out"
    )


class SeatView(BaseModel):
    """An occupied seat."""

    position: int
    name: str
    bot: str = ""


class OfferView(BaseModel):
    """A wager that may be made now; `written` shows the notation of its spot if there are too many spots to list."""

    wager: str
    spot: str = ""
    least: int
    most: int | None = None
    written: str = ""


class CallView(BaseModel):
    """An irregularity that can be called now, and its possible subjects: their names by id."""

    irregularity: str
    subjects: dict[str, str] = {}
    several: bool = False


class MomentView(BaseModel):
    """An announced step, and the state of the table at that moment."""

    seq: int
    step: dict[str, Any]
    state: dict[str, Any] | None = None
    citation: str = ""


class VisibleTable(BaseModel):
    """A table as one person may see it."""

    table: TableInfo
    entry: int = Field(description="The number of the last entry on the tape")
    seq: int = Field(description="The serial number of the last step")
    round: int
    you: int = Field(description="Your position, or 0")
    rack: int = 0
    state: dict[str, Any]
    status: list[str] = []
    ask: dict[str, Any] | None = None
    offers: list[OfferView] | None = None
    moments: list[MomentView] = []
    deadline: float | None = Field(None, description="Seconds left to bet or to decide")
    ready: list[int] = []
    players_missing: int = Field(0, description="How many more players with chips the next round needs")
    lacking: str = Field("", description="What your position must do before the round can begin, if anything")
    seats: list[SeatView] = []
    inventory: int | None = Field(None, description="For staff: the table inventory in cents")
    low: bool = Field(False, description="For staff: whether the table needs a fill")
    calls: list[CallView] | None = Field(
        None, description="For floorpersons: the irregularities that can be called now"
    )
    commitment: str = Field("", description="The commitment to the shoe in play, published before its first card")
    commitments: dict[str, str] = Field(
        {},
        description="The commitments to the next seeds, of rolls and of shuffles, on the tape before any wager",
    )


SEES_CALLS = (Role.FLOORPERSON, Role.ADMIN)
"""The roles that see which irregularities can be called."""


@dataclass(frozen=True, slots=True)
class Seat:
    """An occupied seat, and the step at which it was taken. `bot` is a bot's strategy."""

    person: int
    name: str
    bot: str = ""
    since: int = 0


class Moment(FrozenStruct):
    """A step with its serial number."""

    seq: int
    step: Step


def number_step(dealer: Dealer, step: Step) -> Moment:
    """A step that the dealer has just taken, with its serial number, which is the same in every replay of the tape."""
    return Moment(dealer.state.rounds * STEPS_PER_ROUND + len(dealer.steps), step)


@dataclass(slots=True)
class TableSnapshot:
    """The committed state of a table."""

    state: State
    ask: Ask | None
    round: int
    entries: int
    seats: dict[int, Seat] = field(default_factory=dict)
    ready: frozenset[int] = frozenset()
    deadline: float | None = None
    """The deadline by this process's monotonic clock, which no one can set."""
    fills: int = 0
    """The chips that the house has added to the table inventory."""
    commitments: dict[str, str] = field(default_factory=dict)
    """The commitments to the next outcomes of chance, by kind."""


def has_hand_left(ask: Ask | None, dealt: int, hands: int | None) -> bool:
    """Whether a table with a limited number of hands still takes wagers for another hand."""
    dealing = not isinstance(ask, AskWagers)
    return hands is None or dealt + dealing < hands


@dataclass(eq=False)
class _StateView:
    """A state as someone sees it, part by part."""

    state: State
    parts: dict[str, ViewPiece]

    def differs(self, eyes: int) -> bool:
        """Whether this viewer sees more than the public."""
        return any(part.differs(eyes) for part in self.parts.values() if part.hides)

    def by(self, eyes: int) -> _StateView:
        """The state as this viewer sees it."""
        if eyes == PUBLIC or not self.differs(eyes):
            return self
        return _StateView(self.state, {name: part.for_viewer(eyes) for name, part in self.parts.items()})

    @cached_property
    def seen(self) -> dict[str, Any]:
        return {name: part.as_plain for name, part in self.parts.items()}

    @cached_property
    def json(self) -> Raw:
        return _json({name: part.json for name, part in self.parts.items()})


@dataclass(eq=False)
class _MomentParts:
    """A moment as someone sees it: the step, and the state of the table."""

    moment: Moment
    step: ViewPiece
    state: _StateView | None
    citation: str

    def differs(self, eyes: int) -> bool:
        """Whether this viewer sees more than the public."""
        return self.step.differs(eyes) or (self.state is not None and self.state.differs(eyes))

    def by(self, eyes: int) -> _MomentParts:
        """The moment as this viewer sees it."""
        state = None if self.state is None else self.state.by(eyes)
        return _MomentParts(self.moment, self.step.for_viewer(eyes), state, self.citation)

    @cached_property
    def seen(self) -> MomentView:
        state = None if self.state is None else self.state.seen
        return MomentView.model_construct(
            seq=self.moment.seq, step=self.step.as_plain, state=state, citation=self.citation
        )

    @cached_property
    def json(self) -> Raw:
        state = None if self.state is None else self.state.json
        return _json({"seq": self.moment.seq, "step": self.step.json, "state": state, "citation": self.citation})


@dataclass(eq=False)
class _RecentMoments:
    """The recent moments as a viewer sees them; `newest` is the last one."""

    newest: Moment | None
    parts: list[_MomentParts]

    def differs(self, eyes: int) -> bool:
        """Whether this viewer sees more than the public in any of them."""
        return any(one.differs(eyes) for one in self.parts)

    @cached_property
    def moments(self) -> list[MomentView]:
        return [one.seen for one in self.parts]

    @cached_property
    def json(self) -> Raw:
        return _json([one.json for one in self.parts])


@dataclass(frozen=True, slots=True)
class _ViewParts:
    """The parts of a person's view: their own data, the question, the state, and the recent moments."""

    own: dict[str, Any]
    ask: ViewPiece | None
    state: _StateView
    lately: _RecentMoments


class WatchableTable:
    """A table that people can watch: its committed state and its recent steps."""

    def __init__(self, info: TableInfo, game: Game[Any], snapshot: TableSnapshot) -> None:
        self.info = info
        self.game = game
        self.snapshot = snapshot
        self.terms: TableTerms | None = None
        """The house's limits for this table."""
        self.gone = False
        """Whether this object is outdated: the table was discarded here, or another process took it over."""
        self.moments: deque[Moment] = deque(maxlen=RECENT_STEPS)
        self._changed: dict[float, set[asyncio.Event]] = {}
        """The viewers' events, grouped by the seconds for which changes are collected."""
        self._gathering: set[float] = set()
        self._made: dict[tuple[int | None, bool], tuple[TableSnapshot, VisibleTable]] = {}
        self._written: dict[tuple[int | None, bool], tuple[TableSnapshot, str]] = {}
        """Public views, built and encoded once for everyone."""
        self._offered: dict[int, tuple[Ask, list[OfferView]]] = {}
        self._views: OrderedDict[int, _StateView] = OrderedDict()
        self._moment_parts: OrderedDict[tuple[int, int, bool], _MomentParts] = OrderedDict()
        self._lately: OrderedDict[tuple[int, int, int, int, bool], _RecentMoments] = OrderedDict()
        """Cached moments and sequences of moments, by viewer."""
        self._common: tuple[TableSnapshot, TableInfo, dict[str, Any]] | None = None
        self._seats: tuple[dict[int, Seat], list[SeatView]] | None = None
        self._parts_json: dict[str, tuple[Any, Raw]] = {}
        self._asks: dict[int, ViewPiece] = {}
        """The current question, by viewer."""

    @property
    def last(self) -> int:
        """The serial number of the last step."""
        return self.moments[-1].seq if self.moments else 0

    @property
    def joinable(self) -> bool:
        """Whether new chips can still be played for a hand."""
        return not self.info.closed and has_hand_left(self.snapshot.ask, self.snapshot.round, self.info.hands)

    def position_of(self, person: Person | None) -> int:
        """The position of a person; 0 if they are not seated."""
        if person is not None:
            for number, seat in self.snapshot.seats.items():
                if seat.person == person.id:
                    return number
        return 0

    def eyes_of(self, person: Person | None) -> int:
        """A person's viewer number: everything for surveillance, the position for a player, the public for others."""
        return _eyes(person, self.position_of(person))

    def view(
        self, person: Person | None, since: int | None = None, offers: bool = False, states: bool = True
    ) -> VisibleTable:
        """The table as a person may see it, with the steps after `since`; by default the recent ones.

        `offers` adds the wagers that they may make now, `states` the state of the table at each step.
        """
        now, position = self.snapshot, self.position_of(person)
        alike = not offers and _sees_what_all_see(person, position)
        if alike and (made := self._made.get((since, states))) is not None and made[0] is now:
            return made[1] if now.deadline is None else made[1].model_copy(update={"deadline": _left(now.deadline)})
        picture = self._picture(person, position, since, offers, states)
        state, lately = picture.state, picture.lately
        seen = VisibleTable.model_construct(
            **self._alike(),
            **picture.own,
            ask=None if picture.ask is None else picture.ask.as_plain,
            state=state.seen,
            moments=lately.moments,
        )
        if alike:
            if len(self._made) >= CACHED_VIEWS:
                self._made.clear()
            self._made[since, states] = (now, seen)
        return seen

    def view_json(
        self, person: Person | None, since: int | None = None, offers: bool = False, states: bool = True
    ) -> tuple[int, str]:
        """The number of the last step, and the view as JSON; parts that viewers share are encoded once."""
        now, position = self.snapshot, self.position_of(person)
        alike = not offers and now.deadline is None and _sees_what_all_see(person, position)
        if alike and (written := self._written.get((since, states))) is not None and written[0] is now:
            return self.last, written[1]
        picture = self._picture(person, position, since, offers, states)
        seen = {
            "ask": None if picture.ask is None else picture.ask.json,
            "state": picture.state.json,
            "moments": picture.lately.json,
        }
        text = bytes(_json(self._alike() | self._alike_json() | picture.own | seen)).decode()
        if alike:
            if len(self._written) >= CACHED_VIEWS:
                self._written.clear()
            self._written[since, states] = (now, text)
        return self.last, text

    def _picture(
        self, person: Person | None, position: int, since: int | None, offers: bool, states: bool
    ) -> _ViewParts:
        now, eyes = self.snapshot, _eyes(person, position)
        held = inventory_of(now.state, now.fills) if person is not None and person.role is not Role.PLAYER else None
        first = (now.round - 1) * STEPS_PER_ROUND if since is None else since + 1
        own = {
            "you": position,
            "rack": now.state.rack(position) if position else 0,
            "offers": list(self.offers(position)) if offers else None,
            "deadline": _left(now.deadline),
            "players_missing": self._players_missing(),
            "lacking": self._lacking(position),
            "inventory": held,
            "low": held is not None and held < LOW_INVENTORY and not self.info.closed,
            "calls": list(self._calls(now.ask)) if person is not None and person.role in SEES_CALLS else None,
        }
        lately = self._heard(first, eyes, states)  # first: the current state is usually the last step's
        return _ViewParts(own, self._asked(now.ask, eyes), self._view(now.state).by(eyes), lately)

    def _alike(self) -> dict[str, Any]:
        """The public data of the current state."""
        now = self.snapshot
        if self._common is None or self._common[0] is not now or self._common[1] is not self.info:
            common = {
                "table": self.info,
                "seats": self._seated(now.seats),
                "entry": now.entries,
                "seq": self.last,
                "round": now.round,
                "status": self.game.status(now.state),
                "ready": sorted(now.ready),
                "commitment": now.state.commitment,
                "commitments": now.commitments,
            }
            self._common = (now, self.info, common)
        return self._common[2]

    def _seated(self, seats: dict[int, Seat]) -> list[SeatView]:
        """The occupied seats, rebuilt only when someone sits down or leaves."""
        if self._seats is None or self._seats[0] != seats:
            made = [SeatView(position=at, name=seat.name, bot=seat.bot) for at, seat in sorted(seats.items())]
            self._seats = (seats, made)
        return self._seats[1]

    def _alike_json(self) -> dict[str, Raw]:
        """The larger parts of the public data as JSON; each is encoded again only when it has changed."""
        common = self._alike()
        for name in ("table", "seats"):
            part, kept = common[name], self._parts_json.get(name)
            if kept is None or kept[0] is not part:
                self._parts_json[name] = (part, _json(part))
        return {name: json for name, (_, json) in self._parts_json.items()}

    def _heard(self, first: int, eyes: int, states: bool) -> _RecentMoments:
        """The moments from a step on, built once for all viewers who see the same."""
        if eyes != PUBLIC and not (public := self._heard(first, PUBLIC, states)).differs(eyes):
            return public
        # No one sees what a position was dealt before they sat down there.
        since = 0 if eyes in (PUBLIC, SURVEILLANCE) else self.snapshot.seats[eyes].since
        key = first, self.last, eyes, since, states
        newest = self.moments[-1] if self.moments else None
        if (kept := self._lately.get(key)) is None or kept.newest is not newest:
            heard = list(takewhile(lambda moment: moment.seq >= first, reversed(self.moments)))[::-1]
            made = [self._moment(moment, eyes if moment.seq >= since else PUBLIC, states) for moment in heard]
            kept = self._lately[key] = _RecentMoments(newest, made)
            if len(self._lately) > CACHED_VIEWS:
                self._lately.popitem(last=False)
        return kept

    def _players_missing(self) -> int:
        """How many more players the next round needs, while the table waits for wagers."""
        ask = self.snapshot.ask
        return self.game.hosting.players_missing(ask.state) if isinstance(ask, AskWagers) else 0

    def _lacking(self, position: int) -> str:
        """Why a position is not ready yet, with the section; "" if nothing is missing."""
        ask = self.snapshot.ask
        if not position or not isinstance(ask, AskWagers) or ask.state.seat(position) is None:
            return ""
        answer = self.game.hosting.is_ready(ask.state, position)
        cited = f" ({self.game.layout.cite(answer.section)})" if answer.section else ""
        return "" if answer else f"{answer.reason}{cited}"

    def _calls(self, ask: Ask | None) -> Iterator[CallView]:
        """The irregularities that can happen or be discovered at this step."""
        for call in callable_now(self.game, ask):
            yield CallView(irregularity=call.rule.id, subjects=dict(call.subjects), several=call.several)

    def _asked(self, ask: Ask | None, eyes: int) -> ViewPiece | None:
        """The current question; for a decision, also the effect of each choice in chips."""
        if ask is None:
            return None
        # Choices that depend on a position's own cards are shown to that position only, and so is a question put to
        # several positions.
        public = self._asked_by(ask, PUBLIC)
        mine = (ask.for_position(eyes) or ask) if isinstance(ask, AskDecision) else ask
        own = isinstance(mine, AskDecision) and eyes in (mine.position, SURVEILLANCE)
        asked = self._asked_by(mine, eyes) if own or public.hides else public
        if isinstance(ask, AskDecision) and ask.others:
            together = asked.as_plain | {"positions": sorted(one.position for one in ask.open_questions)}
            return ViewPiece(mine, _json(together), asked.hides, asked.known_to)
        return asked

    def _asked_by(self, ask: Ask, eyes: int) -> ViewPiece:
        """The question as this viewer sees it, built once."""
        kept = self._asks.get(eyes)
        if kept is None or kept.piece is not ask:
            step = view_step_in_pieces(ask)
            asked = step.for_viewer(eyes).as_plain | {"kind": ask.kind}
            if isinstance(ask, AskDecision):
                if eyes in (ask.position, SURVEILLANCE):
                    asked["choices"] = list(self.game.choices.lawful(ask.state, ask))
                asked["means"] = dict(self.game.choices.consequences(ask.state, ask))
            kept = self._asks[eyes] = ViewPiece(ask, _json(asked), step.hides, step.known_to)
        return kept

    def _moment(self, moment: Moment, eyes: int, states: bool) -> _MomentParts:
        public = self._made_for(moment, PUBLIC, states)
        return self._made_for(moment, eyes, states) if eyes != PUBLIC and public.differs(eyes) else public

    def _made_for(self, moment: Moment, eyes: int, states: bool) -> _MomentParts:
        """The moment as this viewer sees it, built once."""
        known = self._moment_parts.get((moment.seq, eyes, states))
        if known is not None and known.moment is moment:
            return known
        if eyes != PUBLIC:
            kept = self._made_for(moment, PUBLIC, states).by(eyes)
        else:
            cited = self.game.layout.cite(moment.step.section) if moment.step.section else ""
            state = self._view(moment.step.state) if states else None
            kept = _MomentParts(moment, view_step_in_pieces(moment.step), state, cited)
        self._moment_parts[moment.seq, eyes, states] = kept
        if len(self._moment_parts) > RECENT_STEPS:
            self._moment_parts.popitem(last=False)
        return kept

    def _view(self, state: State) -> _StateView:
        """The public view of a state, built once; unchanged parts are reused."""
        kept = self._views.get(id(state))
        if kept is None or kept.state is not state:
            before = next(reversed(self._views.values())).parts if self._views else None
            kept = self._views[id(state)] = _StateView(state, view_in_pieces(state, before))
            if len(self._views) > CACHED_VIEWS:
                self._views.popitem(last=False)
        return kept

    def offers(self, position: int) -> Iterator[OfferView]:
        """The wagers that a position may make now, computed once for the current question."""
        ask = self.snapshot.ask
        if isinstance(ask, AskDecision):
            ask = ask.for_position(position) or ask
        if not position or ask is None or ask.state.seat(position) is None:
            return iter(())
        kept = self._offered.get(position)
        if kept is None or kept[0] is not ask:
            kept = self._offered[position] = (ask, list(self._offers(ask, position)))
        return iter(kept[1])

    def _offers(self, ask: Ask, position: int) -> Iterator[OfferView]:
        if isinstance(ask, AskWagers) or (isinstance(ask, AskDice) and not ask.closed):
            for offer in self.game.offers(ask.state, position):
                most = self._most(ask.state, position, offer)
                if most is None or most >= offer.least:
                    yield OfferView(
                        wager=offer.wager, spot=offer.spot, least=offer.least, most=most, written=offer.written
                    )
        elif isinstance(ask, AskDecision) and ask.position == position:
            for wager in ask.wagers:
                least = max(
                    self.game.amounts.step(ask.state, wager), self.game.amounts.least(ask.state, position, wager, "")
                )
                yield OfferView(wager=wager, least=least, most=self.game.amounts.most(ask.state, position, wager, ""))

    def _most(self, state: State, position: int, offer: Offer) -> int | None:
        """The largest amount that the rules and the house allow for an offer."""
        if self.terms is None:
            return offer.most
        held = state.find(position, offer.wager, offer.spot)
        step = self.game.amounts.step(state, offer.wager, offer.spot)
        most = self.terms.most_of(self.game, offer.wager) // step * step - (held.amount if held else 0)
        if offer.most is None:
            return most if most < state.rack(position) else None
        return min(offer.most, most)

    # ---- viewers

    def watch(self, pause: float = 0.0) -> asyncio.Event:
        """An event that is set whenever the table changes; with a `pause`, that many seconds later.

        All changes within the pause are collected for all viewers with the same pause.
        """
        changed = asyncio.Event()
        self._changed.setdefault(pause, set()).add(changed)
        return changed

    def unwatch(self, changed: asyncio.Event) -> None:
        """Stop watching."""
        for watching in self._changed.values():
            watching.discard(changed)

    @property
    def watched(self) -> bool:
        """Whether the table has viewers."""
        return any(self._changed.values())

    @property
    def viewers(self) -> int:
        """How many views of the table are open."""
        return sum(map(len, self._changed.values()))

    def notify_viewers(self) -> None:
        """Notify the viewers of a change."""
        for pause, watching in self._changed.items():
            if not pause:
                _set_all(watching)
            elif watching and pause not in self._gathering:
                self._gathering.add(pause)
                asyncio.get_running_loop().call_later(pause, self._notify_gathered, pause)

    def _notify_gathered(self, pause: float) -> None:
        self._gathering.discard(pause)
        _set_all(self._changed[pause])


def _json(value: Any) -> Raw:
    """The value as JSON that can be embedded in a larger value."""
    return Raw(msgspec.json.encode(value, enc_hook=_model_json))


def _model_json(model: Any) -> Raw:
    return Raw(to_json(model))


def _eyes(person: Person | None, position: int) -> int:
    """The viewer number of a person at a position, or without one (0)."""
    if person is None:
        return PUBLIC
    if person.role is Role.SURVEILLANCE:
        return SURVEILLANCE
    return position or PUBLIC if person.role is Role.PLAYER else PUBLIC


def _sees_what_all_see(person: Person | None, position: int) -> bool:
    return person is None or (person.role is Role.PLAYER and _eyes(person, position) == PUBLIC)


def _set_all(watching: set[asyncio.Event]) -> None:
    for changed in watching:
        changed.set()


def _left(deadline: float | None) -> float | None:
    """The seconds left until the deadline."""
    return None if deadline is None else round(max(0.0, deadline - time.monotonic()), 2)


def moment_view(game: Game[Any], moment: Moment, eyes: int, states: bool = True) -> MomentView:
    """A moment as a viewer may see it."""
    step = moment.step
    return MomentView(
        seq=moment.seq,
        step=view_step(step, eyes),
        state=view(step.state, eyes) if states else None,
        citation=game.layout.cite(step.section) if step.section else "",
    )
