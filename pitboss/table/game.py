"""What every game is: a procedure over a layout.

A `Game` is the chapter's procedure as it applies on one layout. It holds nothing that changes: everything that
changes is in the state that goes in and comes out. A game declares three things and gets the rest:

1. `state_type`: what stands on the table.
2. `round(state)`: the procedure, a generator that asks and announces (see `steps`), and does no I/O.
3. `may(state, position, action)`: what only this game asks of an action. What all games ask is in `allowed`.

The other things that a game may declare have an answer already, right for most games: see "what a game declares".
A refused action changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from pitboss.chapter.game_modules import game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, dollars
from pitboss.chapter.rules import AmountAlone, Rules, amount_of
from pitboss.chapter.rules import Irregularity as Rule
from pitboss.equipment import Card
from pitboss.table import allowed, irregularities
from pitboss.table.allowed import YES, Answer, Offer
from pitboss.table.hosting import Hosting
from pitboss.table.speech import Speech
from pitboss.table.state import Position, State, Wager, laid, lost, marked, paid, replace, to_rack
from pitboss.table.steps import (
    Acted,
    Action,
    Ask,
    AskDecision,
    AskWagers,
    Irregularity,
    Pending,
    Reply,
    Round,
    Said,
    Settled,
)

S = TypeVar("S", bound=State)


class Refused(ValueError):
    """An action that is not allowed. Nothing has changed."""

    def __init__(self, answer: Answer, citation: str = "") -> None:
        super().__init__(f"{answer.reason} ({citation or answer.section})" if answer.section else answer.reason)
        self.answer = answer
        self.citation = (citation or answer.section) if answer.section else ""


class Game(ABC, Generic[S]):
    """A game on a layout."""

    state_type: ClassVar[type[State]]
    speech_type: ClassVar[type[Speech[Any]]] = Speech
    "What players' words mean at this game's table."
    hosting_type: ClassVar[type[Hosting[Any]]] = Hosting
    "What a live floor must know to host this game."
    verbs: ClassVar[tuple[str, ...]] = ()
    terms_type: ClassVar[type[BaseModel] | None] = AmountAlone
    "What the terms of a wager may say, strictly; None of a family that reads them itself."
    decisions: ClassVar[Mapping[str, str]] = {}
    "What positions choose between in this game, whether or not they may just now; each with the fact that provides it."
    limits_by_option: ClassVar[bool] = False
    "Whether the game's own options post what may be wagered, as the poker room's do, and no limit of 8.2 binds."
    accounts: ClassVar[tuple[str, ...]] = ("meter",)
    "Fields of the state that are money beside the chips, such as debts. A round ended by hand restores them."
    effects: ClassVar[frozenset[str]] = frozenset({"void", "stands"})
    "What irregularities do that this game does; rules.toml may name no other. A game adds to those of its family."
    fact_kinds: ClassVar[Mapping[str, Any]] = {"match_play": list[str], "no_more_wagers": str}
    "Of what kind each fact is whose value is read; another in rules.toml is an error. A game adds to its family's."
    conditions: ClassVar[Mapping[str, str]] = {}
    "What must be so for an irregularity to be, in the words of `given`; each with what to say where it is not so."
    seats: int = 64

    by_choice: frozenset[str] = frozenset()
    "Wagers that are laid by a choice, and have no other time."

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.speech = self.speech_type(self)
        self.hosting = self.hosting_type(self)
        if self.terms_type is not None:
            layout.terms(self.terms_type)
        self._last_answer: tuple[S, Action, int, Answer] | None = None
        self._steps: dict[tuple[str, tuple[str, ...] | None], int] = {}
        self._best: dict[str, Fraction] = {}
        self.chip = layout.cents("smallest_chip") if "smallest_chip" in layout.options else 1
        self.sections = Sections(layout.rules)
        self.odds: dict[str, dict[str, Odds]] = {kind: layout.odds_table(kind) for kind in layout.permissible}

    # ---- what a game declares

    @abstractmethod
    def round(self, state: S) -> Round[S]:
        """One round of play, step by step."""

    def opening(self) -> S:
        """The table as it opens, with nobody at it."""
        return self._as_mine(self.state_type())

    def may(self, state: S, position: int, action: Action) -> Answer:
        """What only this game asks of an action on a wager."""
        return YES

    @property
    def seats_section(self) -> str:
        """The section that says how many sit at the table, where the rules of the game have one; else nothing."""
        rules = self.layout.rules
        for name in ("positions", "seats"):
            if (option := rules.options.get(name)) is not None:
                return option.beside(self.layout.options).section.split(", ")[0]
            if name in rules.facts:
                return self.sections[name]
        return ""

    def may_sit(self, state: S, position: int) -> Answer:
        """What only this game asks of who sits down."""
        return YES

    def spots(self, state: S, position: int, wager: str) -> tuple[str, ...]:
        """The places of the layout on which a position could make a wager now."""
        return ("",)

    def least_posted(self) -> Mapping[str, int]:
        """Returns the least, in cents, of each limit on winnings that a licensee sets himself.

        Only of options that post such a limit. Where the chapter sets it, as the greater of a figure and what the
        minimum could win (29.11(d)), the option is that figure, and the greater of both holds.
        """
        return {}

    def open_spots(self, wager: str) -> str:
        """How a place of a wager is written, where there are too many to list (numbers of a ticket); else nothing."""
        return ""

    def some_spot(self, state: S, position: int, wager: str, below: Callable[[int], int]) -> str:
        """A lawful place of a wager with open spots, chosen by numbers below what is asked: a quick pick."""
        return ""

    def most(self, state: S, position: int, wager: str, spot: str) -> int | None:
        """The most that this game's rules let a position have on a wager; None for no limit but the posted one."""
        return None

    def least(self, state: S, position: int, wager: str, spot: str) -> int:
        """The least that this game's rules let a position add to a wager; the posted limits are asked apart."""
        return 0

    def can_win(self, state: S, kind: str, spot: str) -> tuple[str, ...] | None:
        """The outcomes on which a wager can still win; None for all of them."""
        return None

    def vigorish_when_made(self, kind: str, amount: int) -> int:
        """The vigorish that a position pays, on top, for having `amount` on a wager."""
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

    def best_odds(self, kind: str) -> Fraction:
        """The best odds that a wager of a kind can win at; 0 where it is paid by no odds."""
        if kind not in self._best:
            self._best[kind] = self._best_odds(kind, ())
        return self._best[kind]

    def _best_odds(self, kind: str, above: tuple[str, ...]) -> Fraction:
        if kind not in self.layout.permissible or kind in above:
            return Fraction(0)
        parts = self.parts(kind)
        whole = sum(parts.values())
        own = (odds.ratio * share / whole for part, share in parts.items() for odds in self.odds[part].values())
        like = (self._best_odds(other, (*above, kind)) for other in self.layout.paid(kind).like)
        return max((*own, *like), default=Fraction(0))

    def payout_limit(self, kind: str) -> int | None:
        """The most, in cents, that a wager of a kind is paid in a round, by a payout limit; None without one."""
        for fact in self.layout.rules.facts.values():
            limit = fact.value
            if not isinstance(limit, Mapping) or kind not in limit.get("wagers", ()):
                continue
            value = limit["dollars"] if "dollars" in limit else self.layout.option(limit.get("option", ""))
            if value in (None, "none"):
                return None
            # Where the posted minimum could win more, that is paid.
            least = self.layout.minimum(limit["minimum"]) if "minimum" in limit else 0
            return max(amount_of(value), int(least * len(limit["wagers"]) * self.best_odds(kind)))
        return None

    def shares(self, kind: str, spot: str) -> int:
        """How many equal wagers one in this place is: the ways of a ticket. Limits and odds are asked of each."""
        return 1

    def runs_on(self, spot: str) -> bool:
        """Whether a wager in this place was made for several rounds, of which one is played already."""
        return False

    def chip_value(self, state: S, position: int) -> int:
        """What each of a position's own non-value chips is worth, in cents; 0 if it has none."""
        return 0

    def at_hand(self, state: S, seat: Position) -> int:
        """What a position can wager: its rack, less what it owes the house."""
        return seat.rack

    def default(self, state: S, ask: AskDecision) -> str:
        """What is done if nobody decides."""
        return ask.default

    def lawful_choices(self, state: S, ask: AskDecision) -> tuple[str, ...]:
        """Which of the choices the position that is asked may take.

        Fewer than all where it must play by a table that its own cards answer: the others then see that it is asked,
        and not on what it holds.
        """
        return ask.choices

    def means(self, state: S, ask: AskDecision) -> Mapping[str, str]:
        """What a choice does with the position's chips, in a few words; a choice that moves none is left out."""
        return {}

    def known(self, state: S, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards on which the position that is asked decides: its own, and those that lie open to all."""
        return (), ()

    def before(self, state: S, ask: AskDecision) -> tuple[str, ...]:
        """What the position chose before in this round, as one text, where its best choice may hang on that."""
        return ()

    def hands_called(self, ask: AskDecision, choice: str) -> tuple[str, ...]:
        """What each of the hands is that a setting makes, in words, for who sets it; nothing where no cards are set."""
        return ()

    def caution(self, ask: AskDecision, choice: str) -> Answer:
        """A no for a choice that nobody wants who knows what he does, with the reason; it may be taken all the same."""
        return YES

    def declined(self, ask: AskDecision, choice: str) -> Answer:
        """Why something is not among the choices of a decision just now."""
        return self.no(f"{choice!r} is not a choice; {ask.question} {' or '.join(ask.choices)}", ask.section)

    def not_asked(self, ask: AskDecision, position: int, choice: str) -> Answer:
        """Why somebody decides nothing while another is asked, under the section that provides for his choice."""
        section = self.sections.get(self.decisions.get(choice, ""), "")
        return self.no(f"position {position} is not asked now: the round waits for position {ask.position}", section)

    def forfeited(self, state: S, position: int) -> tuple[Wager, ...]:
        """The wagers that a position gives up if it leaves, where they would wait for rounds to come."""
        return ()

    def subjects(self, state: S, concerns: str) -> Mapping[str, str]:
        """Whom an irregularity may concern now, each with its name: who has wagers, unless the game has more to say.

        `concerns` is position, hand or card. A name is short and has no space in it.
        """
        there = {wager.position for wager in state.wagers} if concerns != "card" else ()
        return {str(seat.number): seat.name for seat in state.positions if seat.number in there}

    def implied(self, state: S, ask: Ask, concerns: str) -> tuple[str, ...]:
        """Whom an irregularity concerns if nobody says it: who decides just now."""
        return (str(ask.position),) if isinstance(ask, AskDecision) else ()

    def holds(self, state: S, condition: str, about: tuple[str, ...]) -> bool:
        """Whether one of the `conditions` of an irregularity is so."""
        return True

    def holds_at(self, ask: Ask, condition: str, about: tuple[str, ...]) -> bool:
        """The same, where it hangs on what is asked just then: to whom the next card goes."""
        return self.holds(self._as_mine(ask.state), condition, about)

    def closed(self) -> tuple[str, str]:
        """What a person is told who wants to wager too late, and its section."""
        fact = self.layout.rules.facts.get("no_more_wagers")
        return (str(fact.value), fact.section) if fact else ("no wagers now", "")

    def too_late(self, action: Action) -> tuple[str, str]:
        """The same for what somebody wants to do when no wagers are taken: a wager may have another time of its own."""
        said, section = self.closed()
        if action.verb == "leave":
            return "whoever sits at the table leaves between rounds", self.sections.get("seated", section)
        return said, section

    def not_now(self, action: Action, wagers_closed: bool) -> tuple[str, str]:
        """Returns why an action is refused while no wagers are taken, and its section.

        Before wagers are asked for in a round, the closing call has not been made: "no more bets" would be wrong.
        """
        said, section = self.too_late(action)
        early = said == self.closed()[0] and not wagers_closed and not self.hosting.posts_when_due
        return ("no wagers are taken yet" if early else said), section

    def amount_section(self, wager: str) -> str:
        """The section under which a wager of nothing is refused, or of an amount that cannot be paid exactly."""
        return self.sections.get("payable", "")

    def untimely(self, ask: AskDecision, position: int, action: Action) -> Answer | None:
        """Why something is not done while somebody decides, where that is not because it comes too late."""
        return None

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
        answer = allowed.allowed(self, state, position, action)
        self._last_answer = (state, action, position, answer)
        return answer

    def offers(self, state: S, position: int) -> Iterator[Offer]:
        """What a position may wager now, each with the least and the most."""
        return allowed.offers(self, state, position)

    def own_spot(self, state: S, position: int, kind: str) -> str:
        """The place of a wager that belongs to a position, where places do; "" where they belong to nobody."""
        return ""

    def may_close(self, state: S, position: int) -> Answer:
        """Whether a position is ready for the round with the wagers that it has; a no says what is missing."""
        return allowed.YES if state.wagers else allowed.no("nothing lies on the layout: lay a wager first")

    def unit_of(self, state: S, ask: AskDecision) -> int:
        """The cents for which the worth of a choice is told: those of the first wager of who decides."""
        return next((wager.amount for wager in state.of(ask.position)), 0)

    def usual_amounts(self, state: S, ask: AskDecision) -> Mapping[str, int]:
        """Amounts of a wager at a decision that people have a word for, as the pot: each with that word."""
        return {}

    def coupon_alone(self, kind: str) -> bool:
        """Whether a coupon goes under a wager's chips by itself, because these are laid with those of another."""
        return False

    def may_lay_coupon(self, state: S, action: Action) -> Answer:
        """Whether a match play coupon may lie with this wager: on those of the fact `match_play`, and payable."""
        return allowed.may_lay_coupon(self, state, action)

    def step(self, state: S, kind: str, spot: str = "") -> int:
        """The least amount that can be paid exactly; its multiples can, and nothing else can."""
        key = (kind, self.can_win(state, kind, spot))
        if key not in self._steps:
            self._steps[key] = allowed.least_payable(self, *key)
        return self._steps[key] * self.shares(kind, spot)

    def may_call(self, ask: Ask | None, event: str, about: tuple[str, ...] = ()) -> Answer:
        """Whether an irregularity can be now, about these. Asking changes nothing."""
        return irregularities.may_call(self, ask, event, about)

    def no(self, reason: str, section: str = "") -> Answer:
        return allowed.no(reason, section)

    def name(self, kind: str) -> str:
        return self.layout.rules.wagers[kind].name

    # ---- doing it: procedure that all games share

    def play(self, state: S) -> Round[S]:
        """A round as it is driven: an irregularity that voids it unwinds it, and every wager returns."""
        try:
            end = yield from self.round(state)
        except Irregularity as event:
            rule = self.voiding(event)
            yield Said(event.state or state, rule.section, f"{rule.name}: the round is void.")
            end = yield from self.void(self._as_mine(event.state or state), rule.section)
        after = replace(end, rounds=state.rounds + 1)
        return after

    def voiding(self, event: Irregularity) -> Rule:
        """The rule by which an irregularity voids the round; one that does not goes on up."""
        rule = self.layout.irregularities.get(event.id)
        if rule is None or rule.effect != "void":
            raise event
        return rule

    def _as_mine(self, state: State) -> S:
        """The same state: whoever hands it back had it from this game."""
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

    def before_settlement(self, state: S, section: str) -> Round[S]:
        """The last moment at which something that went wrong can be found out."""
        while True:
            try:
                yield Pending(state, section)
            except Irregularity as event:
                state = yield from self.irregular(state, event)
            else:
                return state

    def act(self, state: S, position: int, action: Action) -> Round[S]:
        """An allowed action is carried out and said."""
        if not (answer := self.allowed(state, position, action)):
            raise Refused(answer)
        action = allowed.counted(self, state, position, action)
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
        elif action.verb == "grant":
            state = yield from self._grant(state, position, action)
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

    def _grant(self, state: S, position: int, action: Action) -> Round[S]:
        """A patron's own limits (8.2), or the posted ones again."""
        granted = tuple(
            replace(seat, limits=action.limits) if seat.number == position else seat for seat in state.positions
        )
        state = replace(state, positions=granted)
        between = f"{dollars(action.limits[0])} to {dollars(action.limits[1])}" if action.limits else ""
        text = f"is granted limits of {between}" if between else "plays within the posted limits again"
        yield Acted(state, "8.2", position, action, f"position {position} {text}")
        return state

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
        vig = self.vigorish_when_made(kind, total) - self.vigorish_when_made(kind, held.amount)
        wager = replace(held, amount=total, vig=held.vig + vig, coupon=held.coupon + action.coupon)
        state = to_rack(laid(state, wager), position, -vig)
        what = "made for" if not held.amount else "increased to" if amount else "stays at"
        text = f"{self.name(kind)}{f' ({action.spot})' if action.spot else ''} {what} {dollars(total)}"
        text += f" with a coupon of {dollars(wager.coupon)}" if wager.coupon else ""
        yield Acted(state, self.layout.wagers[action.wager].section, position, action, text, wager, vig)
        return state

    def _take_down(self, state: S, position: int, action: Action, amount: int) -> Round[S]:
        held = self._held(state, position, action)
        left = held.amount - amount
        back = held.vig - (self.vigorish_when_made(held.kind, left) if held.vig else 0)
        wager = replace(held, amount=left, vig=held.vig - back, coupon=held.coupon if left else 0)
        state = to_rack(laid(state, wager), position, back)
        what = f"reduced to {dollars(left)}" if left else "taken down"
        text = f"{self.name(held.kind)}{f' ({held.spot})' if held.spot else ''} {what}"
        yield Acted(state, self.removal(held.kind), position, action, text, wager if left else None, -back)
        return (yield from self.supported(state, position, held, left))

    def removal(self, kind: str) -> str:
        """The section under which a wager is taken down or reduced."""
        return self.sections.get("removal", self.layout.wagers[kind].section)

    def supported(self, state: S, position: int, held: Wager, left: int) -> Round[S]:
        """What follows for wagers that hang on one which was reduced or removed."""
        return state
        yield

    # ---- settlement

    def win(
        self, state: S, wager: Wager, winnings: int, section: str, odds: Odds | None = None, stays: bool = False
    ) -> Round[S]:
        """The house pays. The stake goes back to its owner, or stays up as a new wager."""
        vig = wager.vig or self.vigorish_on_win(wager)
        due = winnings - (0 if wager.vig else vig)
        if stays:
            renewed = self.vigorish_when_made(wager.kind, wager.amount)
            state = to_rack(state, wager.position, due - renewed)
            if renewed != wager.vig or wager.coupon:
                state = marked(state, wager, replace(wager, vig=renewed, coupon=0))
        else:
            state = paid(state, wager, due)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), winnings, odds, vig, stays)
        return state

    def vigorish_on_win(self, wager: Wager) -> int:
        """The vigorish (commission) that is collected only now that the wager has won."""
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

    def restore(self, state: S, wager: Wager, section: str) -> Round[S]:
        """A wager that was collected in this round comes back, and its settlement is taken back with it."""
        state = to_rack(state, wager.position, wager.amount + wager.vig)
        yield Settled(state, section, wager, "restored", self.name(wager.kind), vig=-wager.vig, lost=-wager.amount)
        return state


def game_class(game: str) -> type[Game[Any]]:
    """The procedure of a registered game: the class that its package's `round.py` names `GAME`."""
    module = game_module(game, "round")
    found = getattr(module, "GAME", None)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise TypeError(f"{game}: round.GAME must be a class on pitboss.table.Game")
    return found


class Sections(dict[str, str]):
    """The section of each fact. One that rules.toml does not have is an error that names the file."""

    def __init__(self, rules: Rules) -> None:
        super().__init__({name: fact.section for name, fact in rules.facts.items()})
        self._rules = rules

    def __missing__(self, name: str) -> str:
        return self._rules.known_fact(name).section

    def leading(self) -> Sections:
        """The same with the first section alone of what has several."""
        made = Sections(self._rules)
        made.update({name: section.partition(", ")[0] for name, section in self.items()})
        return made

    def named(self, facts: Iterable[str], choices: Iterable[str]) -> str:
        """The first of these facts that the rules have; of a choice in use (`dealing_shoe`), if that has one."""
        wanted, chosen = tuple(facts), tuple(choices)
        names = (name for fact in wanted for name in (*(f"{fact}_{choice}" for choice in chosen), fact))
        return next((name for name in names if name in self), wanted[0])


def game_on(layout: Layout) -> Game[Any]:
    """The game that is played on a layout."""
    kind = game_class(layout.rules.game.id)
    layout.rules.check_facts(kind.fact_kinds)
    made = kind(layout)
    irregularities.check(made)
    return made


__all__ = ["YES", "Answer", "Ask", "Game", "Offer", "Refused", "game_class", "game_on"]
