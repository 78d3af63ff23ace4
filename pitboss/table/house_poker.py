"""The procedure of poker against the house, or against a pay table: deal, decisions, showdown, pay tables, the meter.

Theory of operation:

1. A game declares, and this procedure does. `Terms` of a wager (rules.toml) say how it is made and settled, `Deal` what
   a dealing procedure deals, `Decision` what is asked and what each choice does. `round.py` puts the steps in order.
2. A box is a betting position of the layout. A `Hand` is the cards of a box; those face down are known to its position
   only. Boxes are dealt to from 1, at the dealer's left, clockwise, and settled from the last, counterclockwise.
3. A wager is *open* (made before "No more bets"), laid *beside* another (the blind with the ante) or laid by a
   *decision* (the play wager). Chips come out of the rack; a choice that needs more than there is is not offered.
4. Settlement is a list of `Verdict`s, one a wager, made before any chip moves, so that a payout limit can cut their
   sum. What comes off the meter is settled last, as the meter stands at that hand's turn.
5. A row of a pay table is a floor: `flush`, `pair_of_jacks_or_better`, `pair_or_less`. A hand has the first row that it
   reaches. A row at 0 to 1 is a push. A row that no rank makes is the game's own (`special_row`). Where a stake is gone
   although it won ("$500 for $1"), the odds are still what the wager is up: 499 to 1, with `stake_taken`.
6. An irregularity does its `effect`: `void` goes back to the moment when the wagers were complete and returns them all;
   `not_used`, `hand_void`, `forfeited`, `dealer_completes` are done here; every other is said, and changes nothing.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from math import ceil, lcm
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.chapter.rules import Irregularity as Rule
from pitboss.chapter.rules import Value, read_terms, same, shown
from pitboss.equipment import STANDARD, Card, Deck, Rank
from pitboss.hands import Category, Order, order_of
from pitboss.hands import Hand as Poker
from pitboss.hands.words import plural
from pitboss.table.cards import CardState, draw, shuffle, take_up
from pitboss.table.game import YES, Answer, Game
from pitboss.table.state import Wager, laid, lost, replace, to_rack
from pitboss.table.steps import Acted, Action, AskDecision, Irregularity, Reply, Round, Said, Settled, Step
from pitboss.table.view import Hidden

R = TypeVar("R")
Part = Generator[Step, Reply, R]
"""A part of a round, and what it comes to."""
Under = dict[str, tuple[Value, ...]]
"""Choices of the licensee under which something holds: each option with the values that do."""
DEALER, COMMUNITY = 0, -1
"""Where cards go that go to no box."""
BETWEEN_ROUNDS = ("meter", "uncounted", "deck")
"""What stands between rounds of what this procedure adds to a table; all else is of one round."""
SEVERAL_FACE_UP = "cards_face_up"
"""The irregularity that a second card face up makes, in the deal of one round."""


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MeterAward(_Declared):
    """A row that is paid out of the meter. `shared`: among all who have it, and the meter is then reset."""

    share: Decimal
    shared: bool = False
    when: Under = {}


class Terms(_Declared):
    """What rules.toml says of a wager beyond what all games say."""

    # Not `made` in the code too: that is a section in the terms of other games, and the trace reads it as a citation.
    how_made: Literal["open", "beside", "decision"] = Field("open", alias="made")
    beside: str = ""
    "The wager with which it is laid, for `times` its amount, or for the dollars of the option `amount`."
    times: int = 1
    amount: str = ""
    fixed: int = 0
    "Its amount in dollars, where the rule fixes it."
    minimum: str = ""
    "The option that posts its least amount, in dollars."
    least: dict[str, int] = {}
    "The least dollars that it may be, by the pay table in use."
    needs: tuple[str, ...] = ()
    "A wager that must be there first, any of these; under `needs_when` only, if that is given."
    needs_when: Under = {}
    lost_on_fold: bool | Under = True

    settles: Literal["dealer", "table"] = "table"
    "Against the dealer's hand, or by the cards that it `sees` and a pay table."
    side: bool = False
    "Settled after the wagers that the hand is played for."
    not_qualified: Literal["compared", "wins", "returned", "void"] = "compared"
    "What becomes of it when the dealer's hand does not count."
    higher: Literal["wins", "returned"] = "wins"
    tie: Literal["returned", "wins", "loses"] = "returned"
    below: Literal["loses", "returned"] = "loses"
    "What becomes of it with a winning hand, or cards, below every row of its table."
    sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    community: int = 0
    "How many of the community cards it sees; 0 for all."
    order: str = ""
    "The order in which its cards rank, if not that of the game."
    bonus: str = ""
    "The pay table by which a hand that stayed is paid on this wager's amount, whoever wins."
    bonus_sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    stake_taken: bool = False
    "The wager is gone also when it wins. Its odds are what it is up: $500 for a wager of $1 are 499 to 1."
    awards: dict[str, dict[str, int]] = {}
    "Rows paid in dollars whatever the amount, by the pay table in use."
    meter: dict[str, MeterAward] = {}
    envy: dict[str, int] = {}
    "What each other position with this wager is paid, in dollars, when one has such a row."


class Deal(_Declared):
    """What a dealing procedure deals: how many cards to each, which of them face up (from 1), singly or in stacks.

    >>> list(Deal(player=2, dealer=2, dealer_up=(1,)).order([1, 3])) == [
    ...     (1, 1), (3, 1), (DEALER, 1), (1, 2), (3, 2), (DEALER, 2)]
    True
    >>> list(Deal(player=2, community=1, stacks=True).order([1, 3])) == [
    ...     (1, 1), (1, 2), (3, 1), (3, 2), (COMMUNITY, 1)]
    True
    """

    player: int
    dealer: int = 0
    community: int = 0
    player_up: tuple[int, ...] = ()
    dealer_up: tuple[int, ...] = ()
    community_up: tuple[int, ...] = ()
    stacks: bool = False
    spare: int = 0
    "How many cards of the community's stack go to the discard rack unseen."

    def number(self, to: int) -> int:
        """How many cards go to a place."""
        return self.dealer if to == DEALER else self.community + self.spare if to == COMMUNITY else self.player

    def face_up(self, to: int, number: int) -> bool:
        return number in (self.dealer_up if to == DEALER else self.community_up if to == COMMUNITY else self.player_up)

    def order(self, boxes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Where each card goes, and the how manieth it is there."""
        places = [*boxes, DEALER, COMMUNITY]
        if self.stacks:
            yield from ((to, number) for to in places for number in range(1, self.number(to) + 1))
        else:
            most = max(map(self.number, places))
            yield from ((to, number) for number in range(1, most + 1) for to in places if number <= self.number(to))


class Choice(_Declared):
    """What a choice does. `times` is of the wager `of`, or of that of the hands which are asked."""

    lays: str = ""
    times: int = 1
    of: str = ""
    or_less: bool = False
    "The wager may be made for an amount of the position's own, up to that."
    takes_back: str = ""
    folds: bool = False
    when: Under = {}


class Decision(_Declared):
    """What each hand with the wager `asks` decides, unless it has the wager `unless` already."""

    asks: str
    unless: str = ""
    question: str
    choices: dict[str, Choice]
    default: str


class PayoutLimit(_Declared):
    """What one hand may win on these wagers together: dollars, or those of an option.

    With `minimum`, the option with the posted minimum: or the most one could win with that, if it is more.
    """

    wagers: tuple[str, ...]
    dollars: int = 0
    option: str = ""
    minimum: str = ""


Fate = Literal["", "folded", "void", "forfeited"]


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a box, face up and face down. `progressive`: it has its part in the meter and in envy."""

    box: int
    position: int
    cards: tuple[Card, ...] = ()
    down: tuple[Hidden, ...] = ()
    fate: str = ""
    progressive: bool = False

    @property
    def all(self) -> tuple[Card, ...]:
        return (*self.cards, *(held.card for held in self.down))

    @property
    def name(self) -> str:
        return f"Position {self.box}"


@dataclass(frozen=True, slots=True)
class PokerState(CardState):
    """A table of poker against the house. `meter`, `uncounted` and `deck` stand between rounds, the rest within one.

    `meter` is a figure, not chips: wagers go to the inventory, awards come from it. `uncounted` are the rounds since
    the stub was counted. `to` is where the card goes that is asked for, `turn` the box that decides, `may_make` the
    wagers that it may make for an amount of its own, `share` what each is paid who shares the meter,
    `taken_back` the wagers that went back to their position by its own choice.
    """

    meter: int = 0
    uncounted: int = 0
    deck: int = 0

    hands: tuple[Hand, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_down: tuple[Hidden, ...] = ()
    community: tuple[Card, ...] = ()
    community_down: tuple[Hidden, ...] = ()
    to: int = 0
    turn: int = 0
    may_make: tuple[str, ...] = ()
    face_up: int = 0
    dealer_short: bool = False
    share: int = 0
    taken_back: tuple[Wager, ...] = ()

    def hand(self, box: int) -> Hand:
        return next(hand for hand in self.hands if hand.box == box)


P = TypeVar("P", bound=PokerState)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a wager. `cut` is what a payout limit took from its winnings."""

    wager: Wager
    result: Literal["wins", "loses", "returned", "void"]
    section: str
    winnings: int = 0
    odds: Odds | None = None
    taken: bool = False
    cut: int = 0


class HousePoker(Game[P], Generic[P]):
    """A poker game against the house on one layout."""

    deck: ClassVar[Deck] = STANDARD
    words: ClassVar[Mapping[str, str]] = {}
    "Other words for choices."
    terms_type: ClassVar[type[Terms]] = Terms
    folding: ClassVar[str] = "folds"
    "What a hand does that gives up, as the game says it."

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.method = str(layout.options["dealing_method"])
        # A provision that rests on several paragraphs is cited by the first of them.
        self.sections = {name: section.partition(", ")[0] for name, section in self.sections.items()}
        self.terms = {kind: read_terms(rule, self.terms_type) for kind, rule in layout.permissible.items()}
        self.order: Order = order_of(layout.fact("ranking"))
        self.orders = {kind: order_of(terms.order) if terms.order else self.order for kind, terms in self.terms.items()}
        self.dealing = Deal.model_validate(layout.fact(f"dealing_{self.method}"))
        self.asked = {
            fact: Decision.model_validate(layout.fact(fact)) for fact in dict.fromkeys(self.decisions.values())
        }
        self.seats = int(self.figure("positions"))
        self.beside = {
            base: [kind for kind in layout.wagers if self.terms[kind].beside == base] for base in layout.wagers
        }
        self.progressive = [kind for kind in layout.wagers if self.terms[kind].meter]
        stands = {field.name for field in fields(CardState)} | set(BETWEEN_ROUNDS)
        blank = self.opening()
        self._between = {field.name: getattr(blank, field.name) for field in fields(blank) if field.name not in stands}
        self._floors: dict[tuple[str, str], int | None] = {}
        named = layout.fact("qualifying") if "qualifying" in self.sections else None
        self.least_qualifying = self.floor(named, self.order) or 0 if named else 0
        self.limit, self.limit_wagers = self._payout_limit()

    def opening(self) -> P:
        meter = cents(self.figure("progressive_meter")) if self.progressive else 0
        return self.state_type(meter=meter)  # type: ignore[call-arg, return-value]

    # ---- What the data says

    def figure(self, name: str) -> Any:
        """A figure that the licensee chooses, or that is a fact where there is nothing to choose."""
        return self.layout.options[name] if name in self.layout.options else self.layout.fact(name)

    def under(self, when: bool | Under) -> bool:
        """Whether the licensee's choices are such."""
        if isinstance(when, bool):
            return when
        options = self.layout.options
        return all(
            name in options and any(same(options[name], value) for value in values) for name, values in when.items()
        )

    def section(self, *facts: str) -> str:
        """The section of the first of these facts that the rules have; of the dealing method in use, if it has one."""
        names = [name for fact in facts for name in (f"{fact}_{self.method}", fact)]
        return next(self.sections[name] for name in names if name in self.sections)

    def table_of(self, kind: str) -> str:
        """The name of the pay table that a wager is paid by."""
        option = self.layout.paid(kind).table
        return shown(self.layout.options[option]) if option else ""

    def bonus_table(self, kind: str) -> Mapping[str, Odds]:
        """What a bonus on a wager's amount pays."""
        option = self.terms[kind].bonus
        return self.layout.rules.pay_tables[option][shown(self.layout.options[option])].odds

    def floor(self, row: str, order: Order) -> int | None:
        """The least strength that reaches a row; None for a row that no rank makes."""
        if (row, order.id) not in self._floors:
            self._floors[row, order.id] = floor_of(row, order)
        return self._floors[row, order.id]

    def row(self, table: Iterable[str], hand: Poker) -> str | None:
        """The row of a pay table that a hand has; None if it reaches none."""
        for row in table:
            floor = 0 if row == "" else self.floor(row, hand.order)
            if floor is not None and hand.strength >= floor:
                return row
        return None

    def _payout_limit(self) -> tuple[int | None, tuple[str, ...]]:
        """What a hand may win, in cents, and on which wagers."""
        fact = self.layout.rules.facts.get("payout_limit")
        if fact is None or not fact.in_force(self.layout.on):
            return None, ()
        limit = PayoutLimit.model_validate(fact.value)
        chosen = self.layout.options[limit.option] if limit.option else limit.dollars
        if chosen == "none":
            return None, ()
        most = cents(Decimal(str(chosen)))
        if limit.minimum:
            least = cents(Decimal(str(self.figure(limit.minimum))))
            best = {kind: max(odds.ratio for odds in self.odds[kind].values()) for kind in limit.wagers}
            most = max(most, ceil(least * sum(self.units(kind) * best[kind] for kind in limit.wagers)))
        return most, limit.wagers

    def units(self, kind: str) -> int:
        """The most that may be on a wager, for one unit on the wager that opens the hand."""
        terms = self.terms[kind]
        if terms.how_made != "decision":
            return terms.times if terms.how_made == "beside" else 1
        laying = [choice.times for one in self.asked.values() for choice in one.choices.values() if choice.lays == kind]
        offered = [
            choice.times
            for one in self.asked.values()
            for choice in one.choices.values()
            if choice.lays == kind and self.under(choice.when)
        ]
        return max(offered or laying)

    # ---- Boxes

    def box(self, wager: Wager) -> int:
        """The betting position on which a wager lies: the person's own, or the one that its spot names."""
        return int(wager.spot) if wager.spot else wager.position

    def on_box(self, state: P, box: int) -> list[Wager]:
        """The wagers on a box, in the order of the layout."""
        there = [wager for wager in state.wagers if self.box(wager) == box]
        return sorted(there, key=lambda wager: list(self.layout.wagers).index(wager.kind))

    def find_on(self, state: P, box: int, kind: str) -> Wager | None:
        return next((wager for wager in self.on_box(state, box) if wager.kind == kind), None)

    def spots(self, state: P, position: int, wager: str) -> tuple[str, ...]:
        """One's own position; where two may be wagered on, an adjacent one that nobody has."""
        if not self.under({"two_positions": (True,)}):
            return ("",)
        used = {held.spot for held in state.of(position) if held.spot}
        taken = {self.box(held) for held in state.wagers if held.position != position}
        seated = {seat.number for seat in state.positions}
        beside = [box for box in (position - 1, position + 1) if 1 <= box <= self.seats]
        free = [str(box) for box in beside if box not in taken | seated and (not used or str(box) in used)]
        return ("", *free)

    def _may_sit(self, state: P, position: int, action: Action) -> Answer:
        if any(self.box(wager) == position for wager in state.wagers):
            return self.no(f"another player wagers on position {position}; wait until the round is over")
        return super()._may_sit(state, position, action)

    # ---- May it be done?

    def may(self, state: P, position: int, action: Action) -> Answer:
        if action.verb in ("leave", "buy_in"):
            return YES
        rule, terms = self.layout.wagers[action.wager], self.terms[action.wager]
        if action.verb in ("on", "off"):
            return self.no(f"{rule.name} cannot be turned {action.verb}: it stands until it is decided", rule.section)
        if terms.how_made == "decision":
            mine = state.turn and state.hand(state.turn).position == position
            if mine and action.wager in state.may_make and action.verb == "make" and not action.coupon:
                return self._may_decide(state, action)
            return self.no(f"{rule.name} is made when its position decides, after the deal", rule.section)
        if state.hands:
            closed = self.section("no_more_wagers")
            return self.no(f"{self.layout.fact('no_more_wagers')}: no wager is made or taken back now", closed)
        if terms.how_made == "beside":
            what = self.name(terms.beside)
            return self.no(f"{rule.name} is laid with {what} and changes with it; say the amount of that", rule.section)
        if action.coupon and "match_play" not in self.sections:
            return self.no("a match play coupon is not taken here", self.section("only_listed", "wagers"))
        if not (answer := self.may_lay_coupon(state, action)):
            return answer
        if action.verb in ("make", "increase"):
            return self._may_make(state, position, action)
        held = state.find(position, action.wager, action.spot)
        least = self.least(state, position, action.wager, action.spot)
        if action.verb == "reduce" and held is not None and held.amount - action.amount < least:
            section = "8.2" if terms.minimum else rule.section
            return self.no(f"{rule.name} is at least {dollars(least)} at this table; remove it", section)
        return YES

    def _may_make(self, state: P, position: int, action: Action) -> Answer:
        rule, terms = self.layout.wagers[action.wager], self.terms[action.wager]
        spots = self.spots(state, position, action.wager)
        if action.spot not in spots:
            where = " or ".join(spot for spot in spots if spot)
            also = f", or position {where}" if where else ""
            return self.no(f"{rule.name} is made on one's own position{also}", self.section("two_positions", "wagers"))
        held = state.find(position, action.wager, action.spot)
        after = action.amount + (held.amount if held else 0)
        if terms.fixed and after != cents(terms.fixed):
            return self.no(f"{rule.name} is {dollars(cents(terms.fixed))}, no more and no less", rule.section)
        if after < (least := self.least(state, position, action.wager, action.spot)):
            text = f"{rule.name} is at least {dollars(least)} at this table"
            return self.no(text, "8.2" if terms.minimum else rule.section)
        if self.lacks_support(state, position, action.wager, action.spot):
            wanted = " or ".join(self.name(kind) for kind in terms.needs)
            return self.no(f"{rule.name} needs {wanted} first", rule.section)
        return self._may_lay_beside(state, position, action, after)

    def _may_lay_beside(self, state: P, position: int, action: Action, after: int) -> Answer:
        """Whether what is laid with this wager can be laid too."""
        more = 0
        for kind in self.beside[action.wager]:
            amount = self.amount_beside(kind, after)
            there = state.find(position, kind, action.spot)
            more += amount - (there.amount if there else 0)
            if not (answer := self._payable(state, kind, action.spot, amount)):
                return answer
        seat = state.seat(position)
        if more and seat is not None and action.amount + more > self.at_hand(state, seat):
            names = " and ".join(self.name(kind) for kind in self.beside[action.wager])
            what = f"{dollars(action.amount)} with {dollars(more)} for {names}"
            section = self.layout.wagers[action.wager].section
            return self.no(f"{what} is more than the {dollars(seat.rack)} at hand", section)
        return YES

    def _may_decide(self, state: P, action: Action) -> Answer:
        """A wager for an amount of one's own, when one decides."""
        most = self.most(state, state.hand(state.turn).position, action.wager, action.spot)
        rule = self.layout.wagers[action.wager]
        if action.spot != self.spot_of(state.hand(state.turn)):
            return self.no(f"{rule.name} is made for the hand that decides", rule.section)
        if most is not None and action.amount > most:
            return self.no(f"{rule.name} is at most {dollars(most)} here", rule.section)
        return YES

    def lacks_support(self, state: P, position: int, kind: str, spot: str) -> bool:
        """Whether a wager is missing that this one needs."""
        terms = self.terms[kind]
        return (
            bool(terms.needs)
            and self.under(terms.needs_when)
            and not any(state.find(position, needed, spot) for needed in terms.needs)
        )

    def amount_beside(self, kind: str, base: int) -> int:
        """How much is laid of a wager beside one of `base` cents."""
        terms = self.terms[kind]
        if not base:
            return 0
        return cents(Decimal(str(self.figure(terms.amount)))) if terms.amount else base * terms.times

    def most(self, state: P, position: int, wager: str, spot: str) -> int | None:
        if self.terms[wager].fixed:
            return cents(self.terms[wager].fixed)
        if wager not in state.may_make:
            return None
        return max(
            self.amount_of(state, state.turn, one, choice)
            for one in self.asked.values()
            for choice in one.choices.values()
            if choice.lays == wager
        )

    def least(self, state: P, position: int, wager: str, spot: str) -> int:
        terms = self.terms[wager]
        if terms.minimum:
            return cents(Decimal(str(self.figure(terms.minimum))))
        return cents(terms.fixed or terms.least.get(self.table_of(wager), 0))

    def step(self, state: P, kind: str, spot: str = "") -> int:
        """What is laid with a wager must be payable too."""
        step = super().step(state, kind, spot)
        multiples = [other for other in self.beside.get(kind, ()) if not self.terms[other].amount]
        return lcm(step, *(super(HousePoker, self).step(state, other, spot) for other in multiples))

    # ---- Wagers

    def act(self, state: P, position: int, action: Action) -> Round[P]:
        state = yield from super().act(state, position, action)
        if action.verb in ("make", "increase") and self.beside.get(action.wager):
            state = yield from self.lay_beside(state, position, action.wager, action.spot)
        return state

    def lay_beside(self, state: P, position: int, base: str, spot: str) -> Round[P]:
        """What goes with a wager is laid, raised, lowered or taken back with it."""
        held = state.find(position, base, spot)
        for kind in self.beside[base]:
            amount = self.amount_beside(kind, held.amount if held else 0)
            before = state.find(position, kind, spot)
            if amount != (before.amount if before else 0):
                wager = Wager(position, kind, amount, spot)
                state = laid(state, wager)
                action = Action("make" if amount else "remove", kind, amount, spot)
                said = f"goes with it for {dollars(amount)}" if amount else "comes back with it"
                text = f"{self.told(wager)} {said}"
                yield Acted(state, self.layout.wagers[kind].section, position, action, text, wager if amount else None)
        return state

    def supported(self, state: P, position: int, held: Wager, left: int) -> Round[P]:
        """What was laid with a wager follows it, and what needs one that is gone comes back."""
        if self.beside.get(held.kind):
            state = yield from self.lay_beside(state, position, held.kind, held.spot)
        for wager in [one for one in state.of(position) if one.spot == held.spot]:
            if self.lacks_support(state, position, wager.kind, wager.spot):
                state = laid(state, replace(wager, amount=0))
                section = self.layout.wagers[wager.kind].section
                action = Action("remove", wager.kind, spot=wager.spot)
                yield Acted(state, section, position, action, f"{self.name(wager.kind)} comes back with it")
        return state

    # ---- The round

    def round(self, state: P) -> Round[P]:
        """One round, from the wagers to the last settlement."""
        state = yield from self.take_wagers(state, self.section("wagers", "no_more_wagers"))
        if not state.wagers:
            return state
        opened = state
        try:
            state = yield from self.ready_the_cards(state)
            state = yield from self.close_wagers(state)
            state = yield from self.deal_and_settle(state)
        except Irregularity as event:
            rule = self.layout.irregularities[event.id]
            if rule.effect != "void":
                raise
            return (yield from self.unwind(opened, self._as_mine(event.state or state), rule))
        return self.cleared(state)

    @abstractmethod
    def deal_and_settle(self, state: P) -> Round[P]:
        """From the first card to the last wager: what the game's own sections say."""

    def ready_the_cards(self, state: P) -> Round[P]:
        """A deck is shuffled for every round; of two decks, one is played while the other is shuffled."""
        if self.under({"second_deck": (True,)}):
            state = replace(state, deck=1 - state.deck)
            yield Said(state, self.section("second_deck", "shuffle"), "The decks change places.")
        while True:
            try:
                return (yield from shuffle(state, self.sections["shuffle"], self.layout.fact("decks"), self.deck))
            except Irregularity as event:
                state = yield from self.irregular(state, event)

    def close_wagers(self, state: P) -> Round[P]:
        """No more bets. The meter takes its share of each progressive wager; every box with a wager has a hand."""
        yield Said(state, self.section("no_more_wagers"), f"{self.layout.fact('no_more_wagers')}.")
        boxes = {self.box(wager): wager.position for wager in state.wagers}
        played = {self.box(wager) for wager in state.wagers if wager.kind in self.progressive}
        hands = tuple(Hand(box, boxes[box], progressive=box in played) for box in sorted(boxes))
        state = replace(state, hands=hands)
        if played:
            meter = state.meter + sum(map(self.contribution, state.wagers))
            state = replace(state, meter=meter)
            text = f"The lock-out button is pressed. The meter stands at {dollars(meter)}."
            yield Said(state, self.section("lock_out", "no_more_wagers"), text)
        return state

    def contribution(self, wager: Wager) -> int:
        """What a wager adds to the meter; no less than the rate, so rounded up to the cent."""
        if wager.kind not in self.progressive:
            return 0
        return ceil(wager.amount * Fraction(Decimal(str(self.figure("progressive_rate")))))

    def unwind(self, opened: P, now: P, rule: Rule) -> Round[P]:
        """The round is void: all is as when the wagers were complete, and every wager returns that did not already."""
        yield Said(now, rule.section, f"{rule.name}: all hands are void. {rule.says}".strip())
        for wager in now.taken_back:
            opened = laid(opened, replace(wager, amount=0))
        places = {wager.place for wager in opened.wagers}
        for wager in [wager for wager in now.wagers if wager.place not in places]:
            now = yield from self.give_back(now, wager, rule.section, result_void=True)
        positions, wagers, inventory = opened.positions, opened.wagers, opened.inventory
        now = replace(now, positions=positions, wagers=wagers, inventory=inventory, meter=opened.meter)
        return (yield from self.void(now, rule.section))

    def cleared(self, state: P) -> P:
        """The table between rounds: all cards in the discard rack."""
        state = take_up(state, state.shoe.on_table) if state.shoe is not None else state
        return replace(state, **self._between)

    # ---- Dealing

    def deal(self, state: P, what: Deal | None = None, section: str = "") -> Round[P]:
        """Cards from the dealer's left, clockwise: by the procedure of this table, or what a later street deals."""
        dealing = what or self.dealing
        section = section or self.section("dealing")
        for to, number in dealing.order([hand.box for hand in state.hands]):
            state = yield from self.deal_one(state, dealing, to, number, section)
        while state.dealer_short:
            state = replace(state, dealer_short=False)
            said = "The dealer has one card too few, and deals himself one more."
            yield Said(state, self.section("dealer_completes", "dealing"), said)
            state = yield from self.deal_one(state, dealing, DEALER, dealing.dealer, section)
        return state

    def deal_one(self, state: P, dealing: Deal, to: int, number: int, section: str) -> Round[P]:
        """One card to its place, unless the hand there is out of the round."""
        last = to == DEALER and number == dealing.dealer
        state = replace(state, to=to)
        while not (self.is_out(state, to) or (last and state.dealer_short)):
            try:
                state, card = yield from draw(state, section, place(to))
            except Irregularity as event:
                state = yield from self.irregular(state, event)
                continue
            return self.put(state, dealing, to, number, card)
        return state

    def is_out(self, state: P, to: int) -> bool:
        """Whether no card goes to a place any more."""
        return to > 0 and bool(state.hand(to).fate)

    def put(self, state: P, dealing: Deal, to: int, number: int, card: Card) -> P:
        """A card in its place, face up or down."""
        up = dealing.face_up(to, number)
        if to == COMMUNITY and number <= dealing.spare:
            return take_up(state, 1)
        if to == COMMUNITY:
            if up:
                return replace(state, community=(*state.community, card))
            return replace(state, community_down=(*state.community_down, Hidden(card)))
        if to == DEALER:
            if up:
                return replace(state, dealer=(*state.dealer, card))
            return replace(state, dealer_down=(*state.dealer_down, Hidden(card)))
        hand = state.hand(to)
        if up:
            return self.with_hand(state, replace(hand, cards=(*hand.cards, card)))
        return self.with_hand(state, replace(hand, down=(*hand.down, Hidden(card, (hand.position,)))))

    def with_hand(self, state: P, hand: Hand) -> P:
        return replace(state, hands=tuple(hand if hand.box == other.box else other for other in state.hands))

    def expose_dealer(self, state: P, number: int, section: str) -> Round[P]:
        """One of the dealer's cards, counted from the first dealt, is turned up."""
        held = state.dealer_down[number - 1]
        left = (*state.dealer_down[: number - 1], *state.dealer_down[number:])
        state = replace(state, dealer=(*state.dealer, held.card), dealer_down=left)
        yield Said(state, section, f"The dealer shows {held.card.pretty}.")
        return state

    def show_community(self, state: P, number: int, section: str, burns: int = 0) -> Round[P]:
        """Community cards are turned up; where they do not lie there yet, they are dealt, after a burn."""
        lying = state.community_down[:number]
        burned = "" if lying or not burns else "burns a card and " if burns == 1 else f"burns {burns} cards and "
        if lying:
            turned = tuple(held.card for held in lying)
            state = replace(state, community=(*state.community, *turned), community_down=state.community_down[number:])
        else:
            for _ in range(burns):
                state = yield from self.burn(state, section)
            there = len(state.community)
            dealing = Deal(player=0, community=number, community_up=tuple(range(1, number + 1)))
            for at in range(1, number + 1):
                state = yield from self.deal_one(state, dealing, COMMUNITY, at, section)
            turned = state.community[there:]
        yield Said(state, section, f"The dealer {burned}turns {_row_of(turned)}.")
        return state

    def burn(self, state: P, section: str) -> Round[P]:
        """A card face down into the discard rack."""
        state, _ = yield from self.next_card(replace(state, to=COMMUNITY), section, "discard rack")
        return take_up(state, 1)

    def next_card(self, state: P, section: str, to: str) -> Part[tuple[P, Card]]:
        """The next card of the deck, through whatever irregularity."""
        while True:
            try:
                return (yield from draw(state, section, to))
            except Irregularity as event:
                state = yield from self.irregular(state, event)

    def put_stub_away(self, state: P) -> Round[P]:
        """What is left goes to the discard rack unseen. Every few rounds it is counted first."""
        every = self.layout.fact("stub_count")
        shoe = state.shoe
        assert shoe is not None
        counts_itself = self.method == "automated_shoe" and self.under({"shuffler_counts": (True,)})
        state = replace(state, uncounted=0 if counts_itself else (state.uncounted + 1) % every)
        if counts_itself or state.uncounted:
            text = "The stub goes to the discard rack, unseen."
            yield Said(state, self.section("stub_away", "stub_count"), text)
        else:
            counted = f"{shoe.left} cards with {shoe.dealt} dealt make {shoe.size}"
            text = f"The stub is counted: {counted}. It goes to the discard rack."
            yield Said(state, self.section("stub_count"), text)
        return state

    # ---- Decisions

    def decide(self, state: P, fact: str) -> Round[P]:
        """Each hand that is asked decides, from the dealer's left."""
        decision = self.asked[fact]
        for box in [hand.box for hand in state.hands]:
            hand = state.hand(box)
            done = decision.unless and self.find_on(state, box, decision.unless)
            if not hand.fate and not done and self.find_on(state, box, decision.asks):
                state = replace(state, turn=box)
                state = yield from self.ask(state, box, decision, self.sections[fact])
                state = replace(state, turn=0, may_make=())
        return state

    def ask(self, state: P, box: int, decision: Decision, section: str) -> Round[P]:
        """One hand decides, and what it chose is done."""
        while not state.hand(box).fate:
            choices = self.choices(state, box, decision)
            own = tuple(choice.lays for choice in choices.values() if choice.lays and choice.or_less)
            state = replace(state, may_make=own)
            question = f"{state.hand(box).name}: {decision.question}"
            position = state.hand(box).position
            try:
                reply = yield AskDecision(
                    state, section, position, question, tuple(choices), self.silent(choices, decision), wagers=own
                )
            except Irregularity as event:
                state = yield from self.irregular(state, event)
                continue
            if isinstance(reply, tuple):
                return (yield from self.act(state, *reply))
            return (yield from self.choose(state, box, decision, reply, section))
        return state

    def silent(self, choices: Mapping[str, Choice], decision: Decision) -> str:
        """What is taken to be decided by whoever says nothing."""
        return decision.default if decision.default in choices else next(iter(choices))

    def choices(self, state: P, box: int, decision: Decision) -> dict[str, Choice]:
        """What a hand may choose: what the table offers, and what its chips suffice for."""
        rack = state.rack(state.hand(box).position)
        return {
            name: choice
            for name, choice in decision.choices.items()
            if self.under(choice.when)
            and (not choice.lays or choice.or_less or self.amount_of(state, box, decision, choice) <= rack)
            and (not choice.or_less or rack >= self.chip)
        }

    def amount_of(self, state: P, box: int, decision: Decision, choice: Choice) -> int:
        """What a choice costs."""
        base = self.find_on(state, box, choice.of or decision.asks)
        full = base.amount * choice.times if base else 0
        return min(full, state.rack(state.hand(box).position)) if choice.or_less else full

    def choose(self, state: P, box: int, decision: Decision, chosen: str, section: str) -> Round[P]:
        """What was chosen is done."""
        choice = decision.choices[chosen]
        hand = state.hand(box)
        if choice.lays:
            amount = self.amount_of(state, box, decision, choice)
            wager = Wager(hand.position, choice.lays, amount, self.spot_of(hand))
            state = laid(state, wager)
            action = Action("make", choice.lays, amount, wager.spot)
            text = f"{self.told(wager)} made for {dollars(amount)}"
            yield Acted(state, self.layout.wagers[choice.lays].section, hand.position, action, text, wager)
            return state
        if choice.takes_back:
            held = self.find_on(state, box, choice.takes_back)
            assert held is not None
            state = replace(state, taken_back=(*state.taken_back, held))
            return (yield from self.give_back(state, held, section))
        if choice.folds:
            return (yield from self.fold(state, box, section))
        yield Said(state, section, f"{hand.name}: {chosen.replace('_', ' ')}.", hand.position)
        return state

    def told(self, wager: Wager) -> str:
        """A wager with its place, as it is announced."""
        return f"{self.name(wager.kind)} ({wager.spot})" if wager.spot else self.name(wager.kind)

    def spot_of(self, hand: Hand) -> str:
        return "" if hand.box == hand.position else str(hand.box)

    def fold(self, state: P, box: int, section: str) -> Round[P]:
        """What a fold gives up is collected. The cards go, unless a wager still rests on them."""
        state = self.with_hand(state, replace(state.hand(box), fate="folded"))
        yield Said(state, section, f"{state.hand(box).name} {self.folding}.", state.hand(box).position)
        for wager in self.on_box(state, box):
            if self.under(self.terms[wager.kind].lost_on_fold):
                state = yield from self.lose(state, wager, section)
                if wager.kind in self.progressive:
                    state = self.with_hand(state, replace(state.hand(box), progressive=False))
        return state if self.on_box(state, box) else self.collect(state, box)

    def collect(self, state: P, box: int) -> P:
        """The cards of a box into the discard rack."""
        hand = state.hand(box)
        state = take_up(state, len(hand.all))
        return self.with_hand(state, replace(hand, cards=(), down=()))

    def known(self, state: P, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The hand that decides; what the dealer shows, and the community cards that are turned."""
        own = next((hand.all for hand in state.hands if hand.box == state.turn), ())
        return own, (*state.dealer, *state.community)

    def means(self, state: P, ask: AskDecision) -> Mapping[str, str]:
        box = state.turn
        decision = next((one for one in self.asked.values() if box and ask.question.endswith(one.question)), None)
        if decision is None:
            return {}
        said = {}
        for name, choice in decision.choices.items():
            if choice.lays:
                said[name] = f"{dollars(self.amount_of(state, box, decision, choice))} more"
            elif choice.takes_back:
                held = self.find_on(state, box, choice.takes_back)
                said[name] = f"{dollars(held.amount)} back" if held else ""
            elif choice.folds:
                given = [wager for wager in self.on_box(state, box) if self.under(self.terms[wager.kind].lost_on_fold)]
                said[name] = f"lose {dollars(sum(wager.amount for wager in given))}"
        return {name: words for name, words in said.items() if words and name in ask.choices}

    def heard(self, choice: str) -> str:
        said = choice.lower().replace(" ", "_")
        return self.words.get(said, said)

    def declined(self, ask: AskDecision, choice: str) -> Answer:
        """Why a choice is not there: too few chips, or not at this table."""
        state = self._as_mine(ask.state)
        for decision in self.asked.values():
            known = decision.choices.get(choice)
            if known is None or not state.turn or not ask.question.endswith(decision.question):
                continue
            if not self.under(known.when):
                return self.no(f"{choice} is not offered at this table; {' or '.join(ask.choices)}", ask.section)
            if known.lays:
                amount = dollars(self.amount_of(state, state.turn, decision, known))
                if choice in ask.choices:
                    text = f"{self.name(known.lays)} is {amount} here, no more and no less; say {choice}"
                    return self.no(text, ask.section)
                has = dollars(state.rack(ask.position))
                return self.no(f"{self.name(known.lays)} of {amount} is more than the {has} at hand", ask.section)
        return super().declined(ask, choice)

    # ---- Irregularities

    def irregular(self, state: P, event: Irregularity) -> Round[P]:
        """What each event does is its `effect` in rules.toml."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise Irregularity(event.id, state)
        yield Said(state, rule.section, f"{rule.name}. {rule.says}".strip())
        if rule.effect == "not_used":
            state = yield from self.not_used(state, rule)
        elif rule.effect == "dealer_completes":
            state = replace(state, dealer_short=True)
        elif rule.effect in ("hand_void", "forfeited") and (box := self.concerned(state)):
            undo = self.void_hand if rule.effect == "hand_void" else self.forfeit
            state = yield from undo(state, box, rule.section)
        return state

    def concerned(self, state: P) -> int:
        """The box of an irregularity: that which decides, or gets a card, or the last that still plays; 0 for none."""
        if state.turn or (state.to > 0 and not state.hand(state.to).fate):
            return state.turn or state.to
        return next((hand.box for hand in reversed(state.hands) if not hand.fate), 0)

    def not_used(self, state: P, rule: Rule) -> Round[P]:
        """A card found face up is discarded; a second one in the same deal voids all hands."""
        state = replace(state, face_up=state.face_up + 1)
        if state.face_up > 1 and SEVERAL_FACE_UP in self.layout.irregularities:
            raise Irregularity(SEVERAL_FACE_UP, state)
        if state.shoe is not None and state.shoe.left:
            state, card = yield from self.next_card(state, rule.section, "discard rack")
            state = take_up(state, 1)
            yield Said(state, rule.section, f"{card.pretty} goes to the discard rack.")
        return state

    def void_hand(self, state: P, box: int, section: str) -> Round[P]:
        """One hand is void: its wagers return, what it gave to the meter comes off again, and the others play on."""
        for wager in self.on_box(state, box):
            state = replace(state, meter=state.meter - self.contribution(wager))
            state = yield from self.give_back(state, wager, section, result_void=True)
        return self.out(state, box, "void")

    def forfeit(self, state: P, box: int, section: str) -> Round[P]:
        """All wagers of a hand are collected, and it is out of the round."""
        for wager in self.on_box(state, box):
            state = yield from self.lose(state, wager, section)
        return self.out(state, box, "forfeited")

    def out(self, state: P, box: int, fate: Fate) -> P:
        state = self.collect(state, box)
        return self.with_hand(state, replace(state.hand(box), fate=fate, progressive=False))

    # ---- Hands

    def best(self, state: P, hand: Hand) -> Poker:
        """The hand that a box plays."""
        return Poker.best((*hand.all, *state.community), self.order)

    def best_of_dealer(self, state: P) -> Poker:
        """The hand that the dealer plays."""
        return Poker.best((*state.dealer, *state.community), self.order)

    def qualifies(self, dealer: Poker) -> bool:
        """Whether the dealer's hand is one that counts."""
        return dealer.strength >= self.least_qualifying

    def seen(self, state: P, hand: Hand, sees: Sequence[str], community: int = 0) -> tuple[Card, ...]:
        """The cards that a wager looks at."""
        shared = state.community[:community] if community else state.community
        cards = {"own": hand.all, "dealer": state.dealer, "community": shared}
        return tuple(card for part in sees for card in cards[part])

    def reveal_dealer(self, state: P, section: str) -> Round[P]:
        """The dealer turns what lies face down, and calls the hand."""
        turned = (*state.dealer, *(held.card for held in state.dealer_down))
        state = replace(state, dealer=turned, dealer_down=())
        hand = self.best_of_dealer(state)
        text = f"The dealer has {_row_of(state.dealer)}: {hand.describe(full=True)}"
        yield Said(state, section, f"{text}." if self.qualifies(hand) else f"{text}, which does not qualify.")
        return state

    def show(self, state: P, box: int, section: str) -> Round[P]:
        """A hand is turned over and called."""
        hand = state.hand(box)
        state = self.with_hand(state, replace(hand, cards=hand.all, down=()))
        text = f"{hand.name} has {_row_of(hand.all)}: {self.best(state, hand).describe(full=True)}."
        yield Said(state, section, text, hand.position)
        return state

    # ---- Settlement

    def settle(self, state: P) -> Round[P]:
        """From the dealer's right, counterclockwise: hand by hand, or first all that lose, then ties, then winners."""
        boxes = [hand.box for hand in reversed(state.hands) if self.on_box(state, hand.box)]
        if self.layout.fact("settlement") == "losers_first":
            now = state
            boxes.sort(key=lambda box: self.place_in_settlement(now, box))
        for box in boxes:
            state = yield from self.settle_hand(state, box)
        return state

    def place_in_settlement(self, state: P, box: int) -> int:
        """0 for a hand that loses, 1 for one that ties, 2 for one that wins."""
        results = {verdict.result for verdict in self.verdicts(state, box) if not self.terms[verdict.wager.kind].side}
        return 2 if "wins" in results else 0 if "loses" in results else 1

    def turns_up(self, state: P, box: int) -> bool:
        """Whether a hand is turned over to be settled."""
        return True

    def settle_hand(self, state: P, box: int) -> Round[P]:
        """What the hand is played for; then bonuses, side wagers, and what comes off the meter. The cards go last."""
        if self.turns_up(state, box):
            state = yield from self.show(state, box, self.section("showdown", "settlement"))
        hand = state.hand(box)
        verdicts = self.verdicts(state, box)
        bonuses = [] if hand.fate else self.bonuses(state, hand)
        for verdict in [one for one in verdicts if not self.terms[one.wager.kind].side]:
            state = yield from self.carry_out(state, verdict)
        for wager, odds in bonuses:
            winnings = odds.pays(wager.amount)
            state = yield from self.pay_extra(state, wager, "bonus", winnings, self.sections["bonus"], odds)
        for verdict in [one for one in verdicts if self.terms[one.wager.kind].side]:
            state = yield from self.carry_out(state, verdict)
        for wager in [one for one in self.on_box(state, box) if one.kind in self.progressive]:
            state = yield from self.settle_progressive(state, box, wager)
        return state if self.on_box(state, box) else self.collect(state, box)

    def apart(self, kind: str) -> bool:
        """Whether a wager is settled apart from the others of its hand: by the meter, or among the players."""
        return kind in self.progressive

    def verdicts(self, state: P, box: int) -> list[Verdict]:
        """What becomes of each wager on a box that is not settled apart, once the payout limit has cut them."""
        hand = state.hand(box)
        wagers = [wager for wager in self.on_box(state, box) if not self.apart(wager.kind)]
        return self.limited([self.verdict(state, hand, wager) for wager in wagers])

    def verdict(self, state: P, hand: Hand, wager: Wager) -> Verdict:
        """What becomes of one wager."""
        terms = self.terms[wager.kind]
        if terms.settles == "dealer":
            return self.against_dealer(wager, self.best(state, hand), self.best_of_dealer(state))
        if terms.side:
            cards = self.seen(state, hand, terms.sees, terms.community)
            order = self.orders[wager.kind]
            row = self.special_row(wager.kind, cards)
            return self.by_table(wager, Poker.best(cards, order), row)
        return self.by_table(wager, self.best(state, hand))

    def against_dealer(self, wager: Wager, mine: Poker, dealers: Poker) -> Verdict:
        """A wager on the player's hand against the dealer's."""
        terms = self.terms[wager.kind]
        if not self.qualifies(dealers) and terms.not_qualified != "compared":
            if terms.not_qualified == "wins":
                return self.by_table(wager, mine, section=self.section("no_hand_wins", "wins", "settlement"))
            return Verdict(wager, terms.not_qualified, self.section("no_hand_returned", "ties", "settlement"))
        result = terms.higher if mine > dealers else terms.tie if mine == dealers else "loses"
        if result == "wins":
            return self.by_table(wager, mine)
        if result == "returned":
            return Verdict(wager, "returned", self.section("ties", "settlement"))
        return Verdict(wager, "loses", self.section("loses", "settlement"))

    def by_table(self, wager: Wager, hand: Poker, row: str | None = None, section: str = "") -> Verdict:
        """A wager paid for the row that its hand has."""
        terms = self.terms[wager.kind]
        odds = self.odds[wager.kind]
        wins = section or self.section(f"{wager.kind}_wins", "wins", "settlement")
        awards = terms.awards.get(self.table_of(wager.kind), {})
        if row in awards:
            return Verdict(wager, "wins", wins, cents(awards[row]))
        found = row if row in odds else self.row(odds, hand)
        if found is None or not odds[found].win:
            if found is None and terms.below == "loses":
                return Verdict(wager, "loses", self.section(f"{wager.kind}_loses", "loses", "settlement"))
            return Verdict(wager, "returned", self.section("ties", "settlement"))
        winnings = odds[found].pays(wager.amount + wager.coupon)
        if terms.stake_taken:
            return Verdict(wager, "wins", wins, winnings + wager.amount, taken=True)
        return Verdict(wager, "wins", wins, winnings, odds[found])

    def special_row(self, kind: str, cards: tuple[Card, ...]) -> str | None:
        """A row that these cards have by more than their rank."""
        return None

    def limited(self, verdicts: list[Verdict]) -> list[Verdict]:
        """The payout limit cuts the sum of what the wagers under it win, the last listed first."""
        if self.limit is None:
            return verdicts
        over = sum(one.winnings for one in verdicts if one.wager.kind in self.limit_wagers) - self.limit
        for at in range(len(verdicts) - 1, -1, -1):
            one = verdicts[at]
            if over > 0 and one.wager.kind in self.limit_wagers and one.winnings:
                cut = min(over, one.winnings)
                verdicts[at] = replace(one, winnings=one.winnings - cut, cut=cut)
                over -= cut
        return verdicts

    def carry_out(self, state: P, verdict: Verdict) -> Round[P]:
        """Chips go where a verdict says."""
        wager, section = verdict.wager, verdict.section
        if verdict.result == "loses":
            return (yield from self.lose(state, wager, section))
        if verdict.result != "wins":
            return (yield from self.give_back(state, wager, section, result_void=verdict.result == "void"))
        if verdict.taken:
            return (yield from self.award(state, wager, verdict.winnings, section))
        if verdict.cut:
            full, most = dollars(verdict.winnings + verdict.cut), dollars(verdict.winnings)
            text = f"The payout limit of {dollars(self.limit or 0)} a hand: {most} instead of {full}."
            yield Said(state, self.sections["payout_limit"], text, wager.position)
        return (yield from self.win(state, wager, verdict.winnings, section, None if verdict.cut else verdict.odds))

    def award(self, state: P, wager: Wager, prize: int, section: str) -> Round[P]:
        """A prize is paid, and the wager that won it is gone."""
        state = to_rack(lost(state, wager), wager.position, prize)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), prize, lost=wager.amount)
        return state

    def bonuses(self, state: P, hand: Hand) -> list[tuple[Wager, Odds]]:
        """The wagers on whose amount a hand that stayed earns a bonus, whoever wins."""
        earned: list[tuple[Wager, Odds]] = []
        for wager in self.on_box(state, hand.box):
            if self.terms[wager.kind].bonus:
                table = self.bonus_table(wager.kind)
                cards = self.seen(state, hand, self.terms[wager.kind].bonus_sees)
                row = self.row(table, Poker.best(cards, self.order))
                earned += [] if row is None else [(wager, table[row])]
        return earned

    def pay_extra(
        self, state: P, wager: Wager, what: str, amount: int, section: str, odds: Odds | None = None
    ) -> Round[P]:
        """Something is paid on a wager beside what becomes of the wager itself."""
        state = to_rack(state, wager.position, amount)
        told = replace(wager, spot=f"{wager.spot} {what}".strip(), coupon=0)
        yield Settled(state, section, told, "wins", self.name(wager.kind), amount, odds, stays=True)
        return state

    # ---- The meter

    def progressive_row(self, state: P, hand: Hand, kind: str) -> str | None:
        """The row of a progressive wager."""
        terms = self.terms[kind]
        cards = self.seen(state, hand, terms.sees, terms.community)
        rows = dict.fromkeys((*terms.meter, *self.odds[kind]))
        return self.row(rows, Poker.best(cards, self.orders[kind]))

    def settle_progressive(self, state: P, box: int, wager: Wager) -> Round[P]:
        """A progressive wager is paid by the meter as it stands now; then those who envy it."""
        hand = state.hand(box)
        row = self.progressive_row(state, hand, wager.kind)
        section = self.section("progressive", "settlement")
        if row is None:
            return (yield from self.lose(state, wager, section))
        award = self.terms[wager.kind].meter.get(row)
        if award is not None and self.under(award.when):
            state, prize = self.out_of_meter(state, wager.kind, row, award)
            section = self.section("meter", "progressive", "settlement")
        else:
            prize = self.odds[wager.kind][row].pays(wager.amount) + wager.amount
            if self.figure("fixed_prizes_from_meter"):
                state = replace(state, meter=max(0, state.meter - prize))
        if "progressive_verified" in self.sections:
            text = "The hand and the light are verified, and a supervisor validates the award."
            yield Said(state, self.sections["progressive_verified"], text, hand.position)
        state = yield from self.award(state, wager, prize, section)
        yield Said(state, section, f"The meter stands at {dollars(state.meter)}.")
        return (yield from self.pay_envy(state, hand, wager, row))

    def out_of_meter(self, state: P, kind: str, row: str, award: MeterAward) -> tuple[P, int]:
        """A share of the meter, rounded up to the cent; whoever has the same shared row is paid as much."""
        if not award.shared:
            prize = ceil(state.meter * Fraction(award.share))
            return replace(state, meter=state.meter - prize), prize
        if not state.share:
            holding = sum(
                self.progressive_row(state, hand, kind) == row
                for hand in state.hands
                if self.find_on(state, hand.box, kind) is not None
            )
            share = ceil(state.meter * Fraction(award.share) / holding)
            state = replace(state, share=share, meter=cents(Decimal(str(self.figure("progressive_reset")))))
        return state, state.share

    def pay_envy(self, state: P, winner: Hand, wager: Wager, row: str) -> Round[P]:
        """Each other position with a progressive wager is paid for another's hand."""
        envy = self.terms[wager.kind].envy.get(row, 0)
        if envy:
            for hand in reversed(state.hands):
                if hand.progressive and hand.position != winner.position:
                    told = Wager(hand.position, wager.kind, wager.amount, self.spot_of(hand))
                    state = yield from self.pay_extra(state, told, "envy", cents(envy), self.sections["envy"])
        return state

    def status(self, state: P) -> list[str]:
        return [f"the meter stands at {dollars(state.meter)}"] if self.progressive else []


# ---- Rows of pay tables

_RANKED = re.compile(r"(?:pair_of_)?([a-z]+?)(?:_or_better|_to_[a-z]+)?")
_CATEGORIES = {category.value.replace(" ", "_").replace("-", "_"): category for category in Category}
_SINGULAR = {rank.name.lower(): int(rank) for rank in Rank}
_PLURAL = {plural(rank): int(rank) for rank in Rank}


def floor_of(row: str, order: Order) -> int | None:
    """The least strength that reaches a row of a pay table; None for a row that no rank of this order makes.

    >>> from pitboss.hands import FIVE_CARD
    >>> rows = ("flush", "pair_of_jacks_or_better", "tens_or_better", "pair_of_sixes_to_tens", "pair_or_less")
    >>> [FIVE_CARD.describe(floor_of(row, FIVE_CARD)) for row in rows]
    ['seven-high flush', 'pair of jacks', 'pair of tens', 'pair of sixes', 'seven high']
    >>> FIVE_CARD.describe(floor_of("ace_king_high", FIVE_CARD), full=True)
    'ace high, king-four-three-two'
    >>> floor_of("six_card_royal", FIVE_CARD)
    """
    row = re.sub(r"[\s-]+", "_", row.lower())
    if row.endswith("_or_less"):
        return 1
    if row in _CATEGORIES:
        return order.floor(_CATEGORIES[row]) if _CATEGORIES[row] in order.categories else None
    if (ranked := _RANKED.fullmatch(row)) and ranked[1] in _PLURAL:
        return order.floor(Category.PAIR, _PLURAL[ranked[1]])
    words = row.removesuffix("_high").split("_")
    if row.endswith("_high") and all(word in _SINGULAR for word in words):
        ranks = tuple(_SINGULAR[word] for word in words)
        return next(
            strength
            for strength, grade in enumerate(order.ladder, 1)
            if grade.category is Category.HIGH_CARD and grade.ranks >= ranks
        )
    return None


def place(to: int) -> str:
    """Where a card goes, in words."""
    return "dealer" if to == DEALER else "community cards" if to == COMMUNITY else f"position {to}"


def _row_of(cards: Iterable[Card]) -> str:
    return " ".join(card.pretty for card in cards)


__all__ = [
    "COMMUNITY",
    "DEALER",
    "Choice",
    "Deal",
    "Decision",
    "Hand",
    "HousePoker",
    "MeterAward",
    "PayoutLimit",
    "PokerState",
    "Terms",
    "Verdict",
    "floor_of",
]
