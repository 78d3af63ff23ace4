"""What every game is: a procedure over a layout.

A `Game` is the chapter's procedure as it applies on one layout. It holds nothing that changes: everything that
changes is in the state that goes in and comes out. A game declares three things and gets the rest:

1. `opening()`: the table as it opens.
2. `round(state)`: the procedure, a generator that asks and announces (see `steps`), and does no I/O.
3. `may(state, position, action)`: what only this game asks of an action. Everything that holds for all games
   (a known wager, an amount in whole chips, payable odds, limits, the bankroll) is asked here.

`allowed` is a pure question, asked before anything is sent into the round; a refused action changes nothing.
"""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from math import lcm
from typing import Any, ClassVar, Generic, TypeVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, dollars
from pitboss.chapter.rules import registered
from pitboss.equipment import Card
from pitboss.table.state import Position, State, Wager, laid, lost, marked, paid, replace, to_rack
from pitboss.table.steps import (
    VERBS,
    Acted,
    Action,
    Ask,
    AskDecision,
    AskWagers,
    Irregularity,
    Reply,
    Round,
    Said,
    Settled,
)

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes, or no with the reason and the section."""

    ok: bool
    reason: str = ""
    section: str = ""

    def __bool__(self) -> bool:
        return self.ok


YES = Answer(True)
MOST = 10**15
"""No amount in cents is larger: more is a slip of the pen."""
LONGEST_NAME = 40


class Refused(ValueError):
    """An action that is not allowed. Nothing has changed."""

    def __init__(self, answer: Answer, citation: str = "") -> None:
        super().__init__(f"{answer.reason} ({citation or answer.section})" if answer.section else answer.reason)
        self.answer = answer
        self.citation = (citation or answer.section) if answer.section else ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager that a position may make now: the least that may be wagered, and the most where there is a limit."""

    wager: str
    spot: str
    least: int
    most: int | None


class Game(ABC, Generic[S]):
    """A game on a layout."""

    state_type: ClassVar[type[State]]
    verbs: ClassVar[tuple[str, ...]] = ()
    decisions: ClassVar[Mapping[str, str]] = {}
    "What positions choose between in this game, whether or not they may just now; each with the fact that provides it."
    offers_first: ClassVar[bool] = False
    "Whether something is offered to those seated before they wager (dice, a shoe): who comes first waits for that."
    seats: int = 64

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        rules = layout.rules
        self._last_answer: tuple[S, Action, int, Answer] | None = None
        self._steps: dict[tuple[str, tuple[str, ...] | None], int] = {}
        self.chip = layout.cents("smallest_chip") if "smallest_chip" in layout.options else 1
        self.sections = {name: fact.section for name, fact in rules.facts.items()}
        self.odds: dict[str, dict[str, Odds]] = {kind: layout.odds_table(kind) for kind in layout.permissible}

    # ---- what a game declares

    @abstractmethod
    def opening(self) -> S:
        """The table as it opens, with nobody at it."""

    @abstractmethod
    def round(self, state: S) -> Round[S]:
        """One round of play, step by step."""

    def may(self, state: S, position: int, action: Action) -> Answer:
        """What only this game asks of an action on a wager."""
        return YES

    def spots(self, state: S, position: int, wager: str) -> tuple[str, ...]:
        """The places of the layout on which a position could make a wager now."""
        return ("",)

    def most(self, state: S, position: int, wager: str, spot: str) -> int | None:
        """The most that this game's rules let a position have on a wager; None for no limit but the posted one."""
        return None

    def least(self, state: S, position: int, wager: str, spot: str) -> int:
        """The least that this game's rules let a position add to a wager; the posted limits are asked apart."""
        return 0

    def percentage(self, kind: str, amount: int) -> int:
        """What a position pays, on top, for having `amount` on a wager."""
        return 0

    def parts(self, kind: str) -> dict[str, int]:
        """A wager's parts and their shares, for one that is paid as if it were several."""
        return {kind: 1}

    def booked(self, kind: str, amount: int) -> list[tuple[str, int]]:
        """The wagers as which the house books an amount: one, or the parts into which it must be broken down."""
        return [(kind, amount)]

    def divided(self, kind: str) -> int:
        """Into how many equal parts a wager may have to be divided, to the cent: 2 where half of it can be lost."""
        return 1

    def chip_value(self, state: S, position: int) -> int:
        """What each of a position's own non-value chips is worth, in cents; 0 if it has none."""
        return 0

    def meant(self, kind: str, words: str) -> tuple[str, str]:
        """The wager and the place that are meant by what a person says: `kind` was named, or "" if no wager was."""
        return (kind, words) if kind else (words.replace(" ", "_"), "")

    def at_hand(self, state: S, seat: Position) -> int:
        """What a position can wager: its rack, less what it owes the house."""
        return seat.rack

    def default(self, state: S, ask: AskDecision) -> str:
        """What is done if nobody decides."""
        return ask.default

    def means(self, state: S, ask: AskDecision) -> Mapping[str, str]:
        """What a choice does with the position's chips, in a few words; a choice that moves none is left out."""
        return {}

    def known(self, state: S, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards on which the position that is asked decides: its own, and those that lie open to all."""
        return (), ()

    def heard(self, choice: str) -> str:
        """The choice that is meant by what a person says: "hit" may mean to draw."""
        return choice

    def declined(self, ask: AskDecision, choice: str) -> Answer:
        """Why something is not among the choices of a decision just now."""
        return self.no(f"{choice!r} is not a choice; {ask.question} {' or '.join(ask.choices)}", ask.section)

    def forfeited(self, state: S, position: int) -> tuple[Wager, ...]:
        """The wagers that a position gives up if it leaves, where they would wait for rounds to come."""
        return ()

    def cleared(self, state: S) -> S:
        """The table with what a void round dealt taken up."""
        return state

    def status(self, state: S) -> list[str]:
        """What a person at the table should be told of it, in a few words."""
        return []

    # ---- may it be done?

    def allowed(self, state: S, position: int, action: Action) -> Answer:
        """Whether a position may do this now. Asking changes nothing."""
        # Asked twice of every action, by whoever drives and by the round itself: the last answer is kept.
        last = self._last_answer
        if last is not None and last[0] is state and last[1] is action and last[2] == position:
            return last[3]
        answer = self._allowed(state, position, action)
        self._last_answer = (state, action, position, answer)
        return answer

    def _allowed(self, state: S, position: int, action: Action) -> Answer:
        if action.verb not in VERBS and action.verb not in self.verbs:
            return self.no(f"{action.verb!r} is not something to do; these are: {', '.join((*VERBS, *self.verbs))}")
        for name in ("amount", "coupon", "chips"):
            amount = getattr(action, name)
            if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST:
                unit = "" if name == "chips" else " of cents"
                return self.no(f"{name} {amount!r} is not a whole number{unit} from 0 to {MOST}")
        if action.verb == "sit":
            return self._may_sit(state, position, action)
        seat = state.seat(position)
        if seat is None:
            return self.no(f"nobody is at position {position}; sit down first")
        if action.chips:
            if not (answer := self._may_count(state, position, action)):
                return answer
            action = self._counted(state, position, action)
        if action.verb in ("buy_in", "leave", *self.verbs):
            return self._may_as_seated(state, position, action)
        if action.wager not in self.layout.wagers:
            return self._unknown_wager(action.wager)
        held = state.find(position, action.wager, action.spot)
        if action.verb in ("reduce", "remove", "on", "off") and held is None:
            where = f" on {action.spot}" if action.spot else ""
            return self.no(f"position {position} has no {self.name(action.wager)}{where}")
        if action.verb in ("reduce", "increase", "make") and not action.amount:
            return self.no(f"how much? {action.verb} wants an amount above $0")
        if action.verb == "increase" and held is None:
            return self.no(f"there is no {self.name(action.wager)} to increase; make one")
        if action.verb == "reduce" and held is not None and action.amount >= held.amount:
            return self.no(f"{dollars(held.amount)} cannot be reduced by {dollars(action.amount)}; remove it instead")
        if not (answer := self.may(state, position, action)):
            return answer
        if action.verb in ("make", "increase", "reduce"):
            return self._may_change(state, seat, action, held)
        return YES

    def _may_count(self, state: S, position: int, action: Action) -> Answer:
        """Whether a position may say an amount in chips of its own."""
        if action.verb not in ("make", "increase", "reduce") or action.amount:
            return self.no("chips are counted to make, increase or reduce a wager, instead of an amount")
        if not self.chip_value(state, position):
            return self.no(f"position {position} has no chips of its own; say the amount in dollars")
        return YES

    def _counted(self, state: S, position: int, action: Action) -> Action:
        """The action with its chips counted in cents."""
        if not action.chips:
            return action
        return replace(action, amount=action.chips * self.chip_value(state, position), chips=0)

    def _may_change(self, state: S, seat: Position, action: Action, held: Wager | None) -> Answer:
        had = held.amount if held else 0
        after = had + (-action.amount if action.verb == "reduce" else action.amount)
        changes = [(action.wager, had, after)]
        if action.verb != "reduce" and (booked := self.booked(action.wager, action.amount)) != [
            (action.wager, action.amount)
        ]:
            there = [(kind, amount, state.find(seat.number, kind, action.spot)) for kind, amount in booked]
            changes = [
                (kind, old.amount if old else 0, amount + (old.amount if old else 0)) for kind, amount, old in there
            ]
        # A wager that is broken down is asked as a whole first: the answer then speaks of what was said.
        if not (answer := self._payable(state, action.wager, action.spot, after)):
            return answer
        for kind, _, total in changes:
            if kind != action.wager and not (answer := self._payable(state, kind, action.spot, total)):
                return answer
        if not (answer := self._within_limits(action, after)):
            return answer
        if action.verb == "reduce":
            return YES
        cost = action.amount + sum(
            self.percentage(kind, new) - self.percentage(kind, old) for kind, old, new in changes
        )
        at_hand = self.at_hand(state, seat)
        if cost > at_hand:
            plus = f" with its percentage, {dollars(cost)}," if cost > action.amount else ""
            return self.no(f"{dollars(action.amount)}{plus} is more than the {dollars(at_hand)} at hand")
        return YES

    def _payable(self, state: S, kind: str, spot: str, amount: int) -> Answer:
        """Whether `amount` can be paid exactly, on each outcome that can win, with the table's smallest chip."""
        step = self.step(state, kind, spot)
        if amount % step == 0:
            return YES
        section = self.sections.get("payable", "")
        if amount % self.chip:
            return self.no(f"{dollars(amount)} is not a whole number of {dollars(self.chip)} chips", section)
        if amount % self.divided(kind):
            parts = f"{dollars(amount)} on {self.name(kind)} cannot be divided by {self.divided(kind)} to the cent"
            return self.no(f"{parts}; wager a multiple of {dollars(step)}", section)
        winning = self._winning(kind, self.can_win(state, kind, spot))
        odds = next(odds for shares, share, odds in winning if not _exactly(amount * share, shares, odds, self.chip))
        return self.no(
            f"{dollars(amount)} on {self.name(kind)} cannot be paid exactly at {odds} with "
            f"{dollars(self.chip)} chips; wager a multiple of {dollars(step)}",
            section,
        )

    def step(self, state: S, kind: str, spot: str = "") -> int:
        """The least amount that can be paid exactly; its multiples can, and nothing else can."""
        key = (kind, self.can_win(state, kind, spot))
        if key not in self._steps:
            winning = self._winning(*key)
            step = self.chip
            while not all(_exactly(step * share, shares, odds, self.chip) for shares, share, odds in winning):
                step += self.chip
            self._steps[key] = lcm(step, self.divided(kind))
        return self._steps[key]

    def _winning(self, kind: str, can_win: tuple[str, ...] | None) -> list[tuple[int, int, Odds]]:
        """The odds that a wager can win at, each with all shares of the wager and the share that wins them."""
        parts = self.parts(kind)
        return [
            (sum(parts.values()), share, odds)
            for part, share in parts.items()
            for outcome, odds in self.odds[part].items()
            if can_win is None or outcome in can_win
        ]

    def can_win(self, state: S, kind: str, spot: str) -> tuple[str, ...] | None:
        """The outcomes on which a wager can still win; None for all of them."""
        return None

    def _within_limits(self, action: Action, after: int) -> Answer:
        if self.layout.wagers[action.wager].tied:
            return YES
        least, most = self.layout.limits.of(action.wager)
        if after < least or (most is not None and after > most):
            upto = f" to {dollars(most)}" if most is not None else " or more"
            return self.no(f"{dollars(after)} is outside the posted limits, {dollars(least)}{upto}", "8.2")
        if after % self.layout.limits.increment:
            return self.no(f"wagers are in steps of {dollars(self.layout.limits.increment)} here", "8.2")
        return YES

    def _may_sit(self, state: S, position: int, action: Action) -> Answer:
        if state.seat(position) is not None:
            return self.no(f"position {position} is taken")
        if not 1 <= position <= self.seats:
            return self.no(f"there is no position {position}; there are positions 1 to {self.seats}")
        if len(action.name) > LONGEST_NAME or not action.name.isprintable():
            return self.no(f"a name is printable and at most {LONGEST_NAME} characters long")
        return YES

    def _may_as_seated(self, state: S, position: int, action: Action) -> Answer:
        if action.verb == "buy_in" and not action.amount:
            return self.no("how much? a buy-in wants an amount above $0")
        if not (answer := self.may(state, position, action)):
            return answer
        if action.verb == "leave" and len(state.of(position)) > len(self.forfeited(state, position)):
            return self.no(f"position {position} has wagers on the layout; take them down or wait for their decision")
        return YES

    def _unknown_wager(self, name: str) -> Answer:
        section = self.sections.get("only_listed", "")
        known = self.layout.rules.wagers.get(name)
        if known is not None and name not in self.layout.permissible:
            when = f"since {known.since}" if known.since and known.since > self.layout.on else f"until {known.until}"
            return self.no(f"{known.name} is permitted only {when}, not on {self.layout.on}", known.section)
        if known is not None:
            needs = ", ".join(
                f"{key} = {' or '.join(map(str, values))}".lower() for key, values in known.offered.items()
            )
            return self.no(f"{known.name} is not offered at this table (it needs {needs})", known.section)
        near = difflib.get_close_matches(name, self.layout.wagers, 3, 0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; the wagers are: {', '.join(self.layout.wagers)}"
        return self.no(f"there is no wager {name!r}{hint}", section)

    def may_lay_coupon(self, state: S, action: Action) -> Answer:
        """Whether a match play coupon may lie with this wager: on those of the fact `match_play`, and payable."""
        if not action.coupon:
            return YES
        listed = self.layout.fact("match_play")
        if action.wager not in listed:
            taken = ", ".join(self.name(kind) for kind in listed)
            return self.no(f"a match play coupon is taken on these only: {taken}", self.sections["match_play"])
        step = self.step(state, action.wager, action.spot)
        if action.coupon % step:
            what = f"a match play coupon of {dollars(action.coupon)} on {self.name(action.wager)}"
            text = f"{what} cannot be paid exactly; it must be a multiple of {dollars(step)}"
            return self.no(text, self.sections.get("payable", ""))
        return YES

    def no(self, reason: str, section: str = "") -> Answer:
        return Answer(False, reason, section)

    def name(self, kind: str) -> str:
        return self.layout.rules.wagers[kind].name

    def offers(self, state: S, position: int) -> Iterator[Offer]:
        """What a position may wager now, each with the least and the most."""
        for kind in self.layout.wagers:
            for spot in self.spots(state, position, kind):
                held = state.find(position, kind, spot)
                had = held.amount if held else 0
                posted_least, posted_most = self.layout.limits.of(kind)
                tied = bool(self.layout.wagers[kind].tied)
                step = self.step(state, kind, spot)
                floor = max(self.least(state, position, kind, spot), 0 if tied or had else posted_least)
                least = max(step, -(-floor // step) * step)
                caps = [
                    cap
                    for cap in (self.most(state, position, kind, spot), None if tied else posted_most)
                    if cap is not None
                ]
                most = min(caps) // step * step - had if caps else None
                if self.allowed(state, position, Action("make", kind, least, spot)):
                    yield Offer(kind, spot, least, most)

    # ---- doing it: procedure that all games share

    def play(self, state: S) -> Round[S]:
        """A round as it is driven: an irregularity that voids it unwinds it, and every wager returns."""
        try:
            end = yield from self.round(state)
        except Irregularity as event:
            rule = self.layout.irregularities.get(event.id)
            if rule is None or rule.effect != "void":
                raise
            yield Said(event.state or state, rule.section, f"{rule.name}: the round is void.")
            end = yield from self.void(self._as_mine(event.state or state), rule.section)
        return replace(end, rounds=state.rounds + 1)

    def _as_mine(self, state: State) -> S:
        return state  # type: ignore[return-value]

    def void(self, state: S, section: str) -> Round[S]:
        """Every wager returns to its position, with the percentage paid for it."""
        for wager in state.wagers:
            state = yield from self.give_back(state, wager, section, result_void=True)
        return self.cleared(state)

    def take_wagers(self, state: S, section: str) -> Round[S]:
        """Wagers are made, changed and taken down, until there are no more."""
        while True:
            try:
                reply: Reply = yield AskWagers(state, section)
            except Irregularity as event:
                state = yield from self.irregular(state, event)
                continue
            if reply is None:
                return state
            state = yield from self.act(state, *reply)

    def irregular(self, state: S, event: Irregularity) -> Round[S]:
        """An irregularity that leaves the round standing is said; one that voids it goes on up to `play`."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise event
        yield Said(state, rule.section, f"{rule.name}: {rule.effect.replace('_', ' ')}. {rule.says}".strip())
        return state

    def act(self, state: S, position: int, action: Action) -> Round[S]:
        """An allowed action is carried out and said."""
        if not (answer := self.allowed(state, position, action)):
            raise Refused(answer)
        action = self._counted(state, position, action)
        if action.verb == "sit":
            seat = Position(position, action.name or f"Position {position}", action.amount, action.amount)
            seats = tuple(sorted((*state.positions, seat), key=lambda seat: seat.number))
            state = replace(state, positions=seats, bought_in=state.bought_in + action.amount)
            text = f"{seat.name} sits down at position {position} with {dollars(action.amount)}"
            yield Acted(state, "", position, action, text)
        elif action.verb == "buy_in":
            positions = tuple(
                replace(seat, rack=seat.rack + action.amount, bought_in=seat.bought_in + action.amount)
                if seat.number == position
                else seat
                for seat in state.positions
            )
            state = replace(state, positions=positions, bought_in=state.bought_in + action.amount)
            yield Acted(state, "", position, action, f"position {position} buys in for {dollars(action.amount)}")
        elif action.verb == "leave":
            state = yield from self._leave(state, position, action)
        elif action.verb in ("on", "off"):
            held = self._held(state, position, action)
            changed = replace(held, on=action.verb == "on")
            state = marked(state, held, changed)
            section = self.sections.get("on_button", self.layout.wagers[action.wager].section)
            yield Acted(state, section, position, action, f"{self.name(action.wager)} is {action.verb}", changed)
        elif action.verb in ("make", "increase"):
            for kind, amount in self.booked(action.wager, action.amount):
                state = yield from self._lay(state, position, action, kind, amount)
        elif action.verb == "reduce":
            state = yield from self._take_down(state, position, action, action.amount)
        elif action.verb == "remove":
            state = yield from self._take_down(state, position, action, self._held(state, position, action).amount)
        else:
            state = yield from self.do(state, position, action)
        return state

    def do(self, state: S, position: int, action: Action) -> Round[S]:
        """What a verb of this game's own does."""
        return state
        yield

    def _leave(self, state: S, position: int, action: Action) -> Round[S]:
        for wager in self.forfeited(state, position):
            state = yield from self.lose(state, wager, self.layout.rules.wagers[wager.kind].section)
        state = yield from self.leaving(state, position)
        seat = state.seat(position)
        assert seat is not None
        others = tuple(other for other in state.positions if other.number != position)
        state = replace(state, positions=others, bought_in=state.bought_in - seat.rack)
        state = yield from self.left(state, position)
        yield Acted(state, "", position, action, f"{seat.name} leaves with {dollars(seat.rack)}")
        return state

    def leaving(self, state: S, position: int) -> Round[S]:
        """What a position settles before it leaves: what it owes the house."""
        return state
        yield

    def left(self, state: S, position: int) -> Round[S]:
        """What follows for the game when a position has left."""
        return state
        yield

    def _held(self, state: S, position: int, action: Action) -> Wager:
        held = state.find(position, action.wager, action.spot)
        assert held is not None
        return held

    def _lay(self, state: S, position: int, action: Action, kind: str, amount: int) -> Round[S]:
        held = state.find(position, kind, action.spot) or Wager(position, kind, 0, action.spot)
        total = held.amount + amount
        vig = self.percentage(kind, total) - self.percentage(kind, held.amount)
        wager = replace(held, amount=total, vig=held.vig + vig, coupon=held.coupon + action.coupon)
        state = to_rack(laid(state, wager), position, -vig)
        what = "increased to" if held.amount else "made for"
        text = f"{self.name(kind)}{f' ({action.spot})' if action.spot else ''} {what} {dollars(total)}"
        text += f" with a coupon of {dollars(wager.coupon)}" if wager.coupon else ""
        yield Acted(state, self.layout.wagers[action.wager].section, position, action, text, wager, vig)
        return state

    def _take_down(self, state: S, position: int, action: Action, amount: int) -> Round[S]:
        held = self._held(state, position, action)
        left = held.amount - amount
        back = held.vig - (self.percentage(held.kind, left) if held.vig else 0)
        wager = replace(held, amount=left, vig=held.vig - back, coupon=held.coupon if left else 0)
        state = to_rack(laid(state, wager), position, back)
        what = f"reduced to {dollars(left)}" if left else "taken down"
        text = f"{self.name(held.kind)}{f' ({held.spot})' if held.spot else ''} {what}"
        section = self.sections.get("removal", self.layout.wagers[action.wager].section)
        yield Acted(state, section, position, action, text, wager if left else None, -back)
        return (yield from self.supported(state, position, held, left))

    def supported(self, state: S, position: int, held: Wager, left: int) -> Round[S]:
        """What follows for wagers that hang on one which was reduced or removed."""
        return state
        yield

    # ---- settlement

    def win(
        self, state: S, wager: Wager, winnings: int, section: str, odds: Odds | None = None, stays: bool = False
    ) -> Round[S]:
        """The house pays. The stake goes back to its owner, or stays up as a new wager."""
        vig = wager.vig or self.percentage_on_win(wager)
        due = winnings - (0 if wager.vig else vig)
        if stays:
            renewed = self.percentage(wager.kind, wager.amount)
            state = to_rack(state, wager.position, due - renewed)
            if renewed != wager.vig or wager.coupon:
                state = marked(state, wager, replace(wager, vig=renewed, coupon=0))
        else:
            state = paid(state, wager, due)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), winnings, odds, vig, stays)
        return state

    def percentage_on_win(self, wager: Wager) -> int:
        """The percentage that is collected only now that the wager has won."""
        return 0

    def lose(self, state: S, wager: Wager, section: str) -> Round[S]:
        """The house collects."""
        state = lost(state, wager)
        yield Settled(state, section, wager, "loses", self.name(wager.kind), vig=wager.vig)
        return state

    def give_up(self, state: S, wager: Wager, amount: int, section: str) -> Round[S]:
        """A part of the wager is lost (surrender), and the rest goes back to its owner."""
        state = to_rack(laid(state, replace(wager, amount=0)), wager.position, -amount)
        yield Settled(state, section, wager, "surrenders", self.name(wager.kind), vig=wager.vig, lost=amount)
        return state

    def give_back(self, state: S, wager: Wager, section: str, result_void: bool = False) -> Round[S]:
        """The wager goes back to its owner undecided, with its percentage."""
        state = to_rack(laid(state, replace(wager, amount=0)), wager.position, wager.vig)
        yield Settled(state, section, wager, "void" if result_void else "returned", self.name(wager.kind))
        return state


def _exactly(amount: int, shares: int, odds: Odds, chip: int) -> bool:
    """Whether a share of an amount is whole chips, and so are its winnings."""
    return amount % (shares * chip) == 0 and odds.payable(amount // shares, chip)


def game_on(layout: Layout) -> Game[Any]:
    """The game that is played on a layout: the class that its package's `round.py` names `GAME`."""
    made = import_module(f"{registered()[layout.rules.game.id]}.round").GAME(layout)
    if not isinstance(made, Game):
        raise TypeError(f"{layout.rules.game.id}: round.GAME must be a Game")
    return made


__all__ = ["YES", "Answer", "Ask", "Game", "Offer", "Refused", "game_on"]
