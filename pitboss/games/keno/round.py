"""Keno, Subchapter 15: a game opens, tickets are written, it closes, twenty numbers are drawn, ways are paid.

A wager is all the ways of one number of spots on one set of groups (its `spot`), in one or more games: its amount is
ways times rate times the games left. A ticket is the set of a position's wagers on the same place: `write` makes them
together, `void` cancels them together. So `[1 2][3 4][5 6] 3/2 3/4 1/6 @1.00 x5` is a 2-spot, a 4-spot and a 6-spot
wager on `[1 2][3 4][5 6] x5`; after one game they are on `[1 2][3 4][5 6] x4 of 5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import AmountAlone, table_type
from pitboss.games.keno.prizes import Limit, Prize, counting_sum, limit_prizes, pay_table, prizes_of
from pitboss.games.keno.ticket import (
    BadTicket,
    Group,
    Place,
    Ticket,
    groups_of,
    ordered,
    place_of,
    read_place,
    read_ticket,
    ways_of,
)
from pitboss.table.amounts import Amounts
from pitboss.table.codec import FrozenStruct
from pitboss.table.game import YES, Answer, Game
from pitboss.table.irregularities import Irregularities
from pitboss.table.speech import Speech
from pitboss.table.state import State, Wager, replace, replace_wager, set_wager, split_wager
from pitboss.table.steps import Acted, Action, Ask, AskDraw, AskNumber, Irregularity, Round, Said

_QUICK = re.compile(r"quick[ -]?picks? (\d+)(?:[ -]?spots?)?(?: (?:@|for )?\s*\$?([\d.]+))?(?: x(\d+))?", re.IGNORECASE)
_VOID = re.compile(r"(?:void|cancel)(?: ticket)?\s+(\[.*)", re.IGNORECASE)


class Result(FrozenStruct):
    """A past game: its number and its drawn numbers, empty if it was void."""

    game: int
    numbers: tuple[int, ...]


class Paid(FrozenStruct):
    """A position's payment in the record of the last game."""

    position: int
    amount: int


class Played(FrozenStruct):
    """A ticket of the last game."""

    position: int
    spot: str


class KenoState(State):
    """The state between games: the last drawn numbers, past games, the number of tickets written.

    `closed`: no more tickets for the current game. `played` lists the tickets of the last game, so that their holders
    see the catches on the display even after payment.
    """

    drawn: tuple[int, ...] = ()
    closed: bool = False
    results: tuple[Result, ...] = ()
    tickets: int = 0
    record: tuple[Paid, ...] = ()
    played: tuple[Played, ...] = ()


class Terms(AmountAlone):
    """The terms of a keno wager in rules.toml, beyond those of all games: the number of spots."""

    spots: int


class KenoSpeech(Speech["Keno"]):
    """Parses keno tickets, which are named by their numbers."""

    def parse_wager(self, kind: str, words: str) -> tuple[str, str]:
        """Parse numbers in words: "8 spot 1 2 3 …", with or without brackets."""
        if kind not in self.game.spots_of or not words:
            return super().parse_wager(kind, words)
        try:
            return kind, str(read_place(words if "[" in words else f"[{words}]", self.game.numbers))
        except BadTicket:
            return kind, words

    def parse_line(self, text: str) -> Action | None:
        """Parse a ticket in its notation, a quick pick, or a void slip."""
        said = text.strip()
        if quick := _QUICK.fullmatch(said):
            rate = f" @{quick[2]}" if quick[2] else ""
            return Action("write", spot=f"[?{quick[1]}] 1/{quick[1]}{rate} x{quick[3] or 1}")
        if void := _VOID.fullmatch(said):
            return Action("void", spot=self.game.as_place(void[1]))
        written = said.removeprefix("write ").strip()
        return Action("write", spot=written) if written.startswith("[") else None


class KenoAmounts(Amounts["Keno"]):
    """Amounts for tickets of numbers, ways and games; payouts up to a game's limit."""

    def payout_limit(self, kind: str) -> int | None:
        """The aggregate limit; None if no prize that counts toward it could be reduced."""
        return self.game.limit.most if self.game.limit.least <= self.game.limit.most else None

    def wagers_made_by(self, action: Action) -> Sequence[Action]:
        """The wagers of the ticket that `write` makes; none if the ticket cannot be read, since that is refused
        elsewhere.
        """
        if action.verb != "write":
            return super().wagers_made_by(action)
        try:
            ticket = self.game.example_of(read_ticket(action.spot, self.game.numbers))
        except (BadTicket, StopIteration):
            return ()
        return tuple(self.game.wagers_of_ticket(ticket))

    def shares(self, kind: str, spot: str) -> int:
        """The ways of a wager, times its games."""
        try:
            place = read_place(spot, self.game.numbers)
        except BadTicket:
            return 1
        return max(1, ways_of(tuple(map(len, place.groups)), self.game.spots_of[kind]) * place.left)

    def in_progress(self, spot: str) -> bool:
        try:
            return read_place(spot, self.game.numbers).begun
        except BadTicket:
            return False

    def spots(self, state: KenoState, position: int, wager: str) -> tuple[str, ...]:
        return ()

    def spot_format(self, wager: str) -> str:
        spots = self.game.spots_of[wager]
        return f"{spots} different number{'s' if spots > 1 else ''} from 1 to {self.game.numbers}, in brackets"

    def random_spot(self, state: KenoState, position: int, wager: str, below: Callable[[int], int]) -> str:
        left = list(range(1, self.game.numbers + 1))
        picked = [left.pop(below(len(left))) for _ in range(self.game.spots_of[wager])]
        return groups_of(ordered([picked]))


class KenoIrregularities(Irregularities["Keno"]):
    """Irregularities involving the draw and tickets."""

    effects = Irregularities.effects | {"drawn_on", "repeat_not_counted", "ticket_governs", "not_accepted", "by_record"}
    conditions: ClassVar[Mapping[str, str]] = {
        "closed": "the game is still open; its numbers are not being drawn",
        "several_left": "fewer than two numbers are left to draw",
        "holds_ticket": "that position has no ticket",
        "was_paid": "the record of the last game has no payment to that position",
    }

    def subjects(self, state: KenoState, concerns: str) -> Mapping[str, str]:
        return {str(seat.number): seat.name for seat in state.positions} if concerns != "card" else {}

    def holds(self, state: KenoState, condition: str, about: tuple[str, ...]) -> bool:
        if condition == "closed":
            return state.closed
        if condition == "several_left":
            return self.game.take - len(state.drawn) > 1
        position = int(about[0]) if about else 0
        if condition == "was_paid":
            return any(one.position == position for one in state.record)
        return bool(state.wagers_of(position))


class Keno(Game[KenoState]):
    """Keno on a layout."""

    state_type = KenoState
    speech_type = KenoSpeech
    amounts_type = KenoAmounts
    irregularities_type = KenoIrregularities
    terms_type = Terms
    verbs = ("write", "void")
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **Game.fact_kinds,
        "display": int,
        "drawn": int,
        "numbers": int,
        "slip_keys": table_type(rates=list[int], usual=int, games=list[int], quick=list[int]),
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.numbers: int = layout.fact("numbers")
        self.take: int = layout.fact("drawn")
        self.limit = Limit.of(layout)
        self.games_max = int(layout.options["multi_game_max"])
        self.spots_of = {kind: layout.rules.terms_of(kind, Terms).spots for kind in layout.rules.wagers}
        self.kind_of = {spots: kind for kind, spots in self.spots_of.items()}
        self.tables = {kind: pay_table(layout, kind) for kind in layout.permissible}

    # ---- the round

    def round(self, state: KenoState) -> Round[KenoState]:
        """Play one game, from its opening to the payment of its tickets."""
        game = state.rounds + 1
        yield Said(state, self.sections["game_number"], f"Game {game} is open.")
        state = yield from self.take_wagers(state, self.sections["games"])
        held = dict.fromkeys(Played(wager.position, wager.spot) for wager in state.wagers)
        state = replace(state, closed=True, drawn=(), record=(), played=tuple(held))
        yield Said(state, self.sections["no_more_wagers"], f"Game {game} is closed.")
        state = yield from self.draw(state)
        state = self.noted(state, Result(game, state.drawn))
        yield Said(state, self.sections["drawn"], f"Game {game}: {' '.join(map(str, sorted(state.drawn)))}.")
        state = yield from self.before_settlement(state, self.sections["settlement"])
        state = yield from self.settle(state)
        return replace(state, closed=False)

    def noted(self, state: KenoState, result: Result) -> KenoState:
        """Add a game to the display."""
        return replace(state, results=(result, *state.results)[: self.layout.fact("display")])

    # ---- 15.5: the numbers

    def draw(self, state: KenoState) -> Round[KenoState]:
        """Draw twenty different numbers, with any irregularities."""
        ask: Ask = self.ask_for(state)
        while True:
            try:
                reply = yield ask
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                ask = self.after(event, state)
                continue
            if isinstance(ask, AskNumber):
                ask = self.ask_for(state, int(reply))
                continue
            state = replace(state, drawn=(*state.drawn, *reply))
            if len(state.drawn) == self.take:
                return state
            ask = self.ask_for(state)

    def ask_for(self, state: KenoState, numbers: int = 0) -> AskDraw:
        """The request for this many of the remaining numbers, or for all."""
        left = self.take - len(state.drawn)
        return AskDraw(state, self.sections["drawn"], self.numbers, numbers or left, out=state.drawn)

    def after(self, event: Irregularity, state: KenoState) -> Ask:
        """The request after an interrupted drawing: for the numbers already shown, then for the rest."""
        effect = self.layout.irregularities[event.id].effect
        left = self.take - len(state.drawn)
        if effect == "drawn_on":
            shows = tuple(map(str, range(1, left)))
            section = self.layout.irregularities[event.id].section
            return AskNumber(state, section, left - 1, "count of numbers drawn so far", shows)
        return self.ask_for(state, left - 1 if effect == "repeat_not_counted" else 0)

    # ---- 15.3, 15.6: payment

    def settle(self, state: KenoState) -> Round[KenoState]:
        """Settle each way by its catches under the aggregate limit: losing ways are collected, then the others are
        paid.
        """
        before = {seat.number: seat.rack for seat in state.positions}
        parts: list[tuple[Wager, Prize]] = []
        for wager in state.wagers:
            state, part, place = self.of_this_game(state, wager)
            parts += [(part, prize) for prize in self.prizes(part, place, state.drawn)]
        paid = limit_prizes([prize for _, prize in parts], self.limit)
        state = yield from self.say_limit(state, [prize for _, prize in parts])
        settled = [(part, prize) for (part, _), prize in zip(parts, paid, strict=True)]
        for part, prize in settled:
            if not prize.returned:
                state, apart = self.apart(state, part, prize)
                state = yield from self.lose(state, apart, self.sections["settlement"])
        for part, prize in settled:
            if prize.returned:
                state, apart = self.apart(state, part, prize)
                state = yield from self.pay(state, apart, prize)
        gained = [Paid(seat.number, seat.rack - before[seat.number]) for seat in state.positions]
        return replace(state, record=tuple(one for one in gained if one.amount))

    def of_this_game(self, state: KenoState, wager: Wager) -> tuple[KenoState, Wager, Place]:
        """Separate a wager's part in this game from its part in later games."""
        place = read_place(wager.spot, self.numbers)
        if place.games == 1:
            return state, wager, place
        rest = replace(wager, amount=wager.amount - wager.amount // place.left)
        whole = place_of(place.groups, place.games)
        state, part = split_wager(
            state, wager, wager.amount // place.left, f"{whole} game {place.games - place.left + 1}"
        )
        if rest.amount:
            state = replace_wager(state, rest, replace(rest, spot=place_of(place.groups, place.games, place.left - 1)))
        return state, part, place

    def prizes(self, part: Wager, place: Place, drawn: tuple[int, ...]) -> list[Prize]:
        """The prizes of a wager's ways in one game."""
        spots = self.spots_of[part.kind]
        rate = part.amount // ways_of(tuple(map(len, place.groups)), spots)
        return prizes_of(place.groups, frozenset(drawn), spots, rate, self.tables[part.kind])

    def say_limit(self, state: KenoState, prizes: list[Prize]) -> Round[KenoState]:
        total = counting_sum(prizes, self.limit)
        if total > self.limit.most:
            text = f"prizes of {dollars(self.limit.least)} and more total {dollars(total)}"
            said = f"Aggregate limit: {text}; they share {dollars(self.limit.most)} in proportion."
            yield Said(state, self.sections["aggregate"], said)
        return state

    def apart(self, state: KenoState, part: Wager, prize: Prize) -> tuple[KenoState, Wager]:
        """Separate the ways with the same catch from the others of their wager."""
        held = state.find(part.position, part.kind, part.spot)
        assert held is not None
        if held.amount == prize.stake:
            return state, held
        ways = f"{prize.ways} way{'s' if prize.ways > 1 else ''}"
        return split_wager(state, held, prize.stake, f"{part.spot}, {ways} with {prize.catch}")

    def pay(self, state: KenoState, wager: Wager, prize: Prize) -> Round[KenoState]:
        """Pay the return of some ways; a share of the aggregate limit can be less than their cost."""
        section = self.sections["settlement"]
        winnings = prize.returned - prize.stake
        if winnings < 0:
            return (yield from self.give_up(state, wager, -winnings, section))
        if not winnings:
            return (yield from self.push(state, wager, section))
        odds = self.odds[wager.kind][str(prize.catch)]
        whole = odds.pays(prize.stake) == winnings
        return (yield from self.win(state, wager, winnings, section, odds if whole else None))

    # ---- 15.7: irregularities

    def void(self, state: KenoState, section: str) -> Round[KenoState]:
        """Return the wagers of this game; a ticket for several games keeps the others."""
        for wager in state.wagers:
            state, part, _ = self.of_this_game(state, wager)
            state = yield from self.give_back(state, part, section, result_void=True)
        return self.clear_layout(state)

    def clear_layout(self, state: KenoState) -> KenoState:
        return replace(self.noted(state, Result(state.rounds + 1, ())), drawn=(), closed=False, played=())

    def handle_irregularity(self, state: KenoState, event: Irregularity) -> Round[KenoState]:
        rule = self.layout.irregularities[event.id]
        if rule.effect not in ("ticket_governs", "by_record"):
            return (yield from super().handle_irregularity(state, event))
        position = int(event.about[0])
        if rule.effect == "by_record":
            yield Said(state, rule.section, f"{rule.name}: {self.recorded(state, event.id, position)}", position)
            return state
        fresh = [wager for wager in state.wagers_of(position) if not read_place(wager.spot, self.numbers).begun]
        if state.closed or not fresh:
            yield Said(state, rule.section, f"{rule.name}: the game has closed, and the ticket governs.", position)
            return state
        text = f"{rule.name}: before the game closes it is voided and may be written again as on the slip."
        yield Said(state, rule.section, text, position)
        return (yield from self.void_ticket(state, position, Action("void", spot=fresh[-1].spot)))

    def recorded(self, state: KenoState, event: str, position: int) -> str:
        """The content of the system's record."""
        if event == "overpaid":
            due = next(one.amount for one in state.record if one.position == position)
            return f"corrected to {dollars(due)}, which the record shows for position {position} in the last game."
        held = ", ".join(dict.fromkeys(wager.spot for wager in state.wagers_of(position)))
        return f"it is valid; the record has {held}, and position {position} is paid by it."

    # ---- 15.2, 15.3, 15.4: tickets

    def may(self, state: KenoState, position: int, action: Action) -> Answer:
        """Whether a ticket, or one of its wagers, is allowed."""
        if action.verb == "write":
            return self.may_write(state, position, action)
        if action.verb == "void":
            return self.may_void(state, position, action.spot)
        if not action.wager:
            return YES
        if action.coupon:
            return self.no("keno accepts cash and value chips, but no match play coupons", self.sections["tender"])
        if action.verb in ("on", "off"):
            return self.no("a ticket is on in all of its games; void it instead", self.sections["removal"])
        if action.verb in ("reduce", "remove"):
            return self.may_change(state, position, action)
        return self.may_place(action.wager, action.spot)

    def may_place(self, kind: str, spot: str) -> Answer:
        """Whether a place is in its canonical form, and has ways with the wager's number of spots."""
        spots = self.spots_of[kind]
        try:
            place = read_place(spot, self.numbers)
        except BadTicket as error:
            return self.no(str(error), self.sections[error.rule])
        if place.begun:
            return self.no("a ticket whose games have begun cannot be changed; write another", self.sections["games"])
        if str(place) != spot:
            return self.no(f"{spot} is written {place}", self.sections["groups"])
        if not ways_of(tuple(map(len, place.groups)), spots):
            marked_ = sum(map(len, place.groups))
            text = f"no groups of {groups_of(place.groups)} have {spots} numbers together; it has {marked_}"
            return self.no(text, self.sections["ways"])
        return self.may_games(place.games)

    def may_games(self, games: int) -> Answer:
        if 1 <= games <= self.games_max:
            return YES
        return self.no(f"{games} games; a ticket here may be for 1 to {self.games_max}", self.sections["games"])

    def may_change(self, state: KenoState, position: int, action: Action) -> Answer:
        """Whether a wager may be reduced: only if it is the whole ticket, since a ticket is voided as a whole."""
        if read_place(action.spot, self.numbers).begun:
            text = "a ticket can only be voided as a whole, before its first game closes"
            return self.no(text, self.sections["voided_whole"])
        if action.verb == "reduce" and sum(wager.spot == action.spot for wager in state.wagers_of(position)) > 1:
            text = f"a ticket is voided as a whole: void {action.spot}"
            return self.no(text, self.sections["voided_whole"])
        return YES

    def may_write(self, state: KenoState, position: int, action: Action) -> Answer:
        """Whether a whole ticket may be written: each of its wagers, and its price."""
        if action.amount or action.coupon or action.wager:
            return self.no("a ticket has its own price; write only it, like [1 2 3] 1/3 @1.00", self.sections["rate"])
        try:
            ticket = read_ticket(action.spot, self.numbers)
        except BadTicket as error:
            return self.no(str(error), self.sections[error.rule])
        if ticket.quick and not self.layout.option("quick_pick"):
            return self.no("quick picks are not offered here; mark the numbers", self.sections["quick_picks"])
        if not (answer := self.may_games(ticket.games)):
            return answer
        ticket = self.example_of(ticket)
        for wager in self.wagers_of_ticket(ticket):
            if not (answer := self.allowed(state, position, wager)):
                return answer
        if ticket.price > state.rack(position):
            rack = dollars(state.rack(position))
            return self.no(f"the ticket costs {dollars(ticket.price)}, more than the {rack} available", "15.3")
        return YES

    def wagers_of_ticket(self, ticket: Ticket) -> Iterator[Action]:
        """The wagers of a ticket, one for each of its conditions."""
        for one in ticket.conditions:
            kind = self.kind_of.get(one.spots, f"{one.spots}_spot")
            yield Action("make", kind, one.ways * one.rate * ticket.games, ticket.place)

    def example_of(self, ticket: Ticket) -> Ticket:
        """The ticket with the lowest free numbers for its quick picks."""
        taken = {number for group in ticket.groups for number in group}
        free = iter(number for number in range(1, self.numbers + 1) if number not in taken)
        return ticket.picked([tuple(next(free) for _ in range(size)) for size in ticket.quick])

    def may_void(self, state: KenoState, position: int, spot: str) -> Answer:
        held = [wager for wager in state.wagers_of(position) if wager.spot == spot]
        if not held:
            there = ", ".join(dict.fromkeys(wager.spot for wager in state.wagers_of(position))) or "none"
            return self.no(f"position {position} has no ticket {spot!r}, only {there}", self.sections["removal"])
        if read_place(spot, self.numbers).begun:
            text = "a ticket can only be voided as a whole, before its first game closes"
            return self.no(text, self.sections["voided_whole"])
        return YES

    def do_own_verb(self, state: KenoState, position: int, action: Action) -> Round[KenoState]:
        """Write or void a ticket."""
        if action.verb == "void":
            return (yield from self.void_ticket(state, position, action))
        ticket = read_ticket(action.spot, self.numbers)
        if ticket.quick:
            ticket = yield from self.quick_pick(state, ticket)
        for one in ticket.conditions:
            kind = self.kind_of[one.spots]
            held = state.find(position, kind, ticket.place) or Wager(position, kind, 0, ticket.place)
            state = set_wager(state, replace(held, amount=held.amount + one.ways * one.rate * ticket.games))
        state = replace(state, tickets=state.tickets + 1)
        game = state.rounds + 1
        games = f"games {game} to {game + ticket.games - 1}" if ticket.games > 1 else f"game {game}"
        text = f"ticket {state.tickets} for {games}, station {position}: {ticket}, price {dollars(ticket.price)}"
        yield Acted(state, self.sections["ticket_shows"], position, action, text)
        return state

    def quick_pick(self, state: KenoState, ticket: Ticket) -> Round[Ticket]:  # type: ignore[type-var]
        """Draw the numbers of the ticket's quick picks."""
        taken = tuple(number for group in ticket.groups for number in group)
        chosen: list[Group] = []
        for size in ticket.quick:
            out = (*taken, *(number for group in chosen for number in group))
            numbers = yield AskDraw(state, self.sections["quick_picks"], self.numbers, size, "quick pick", out)
            chosen.append(tuple(numbers))
        return ticket.picked(chosen)

    def after_reduction(self, state: KenoState, position: int, held: Wager, left: int) -> Round[KenoState]:
        """Void the whole ticket when one of its wagers is removed."""
        if not left and any(wager.spot == held.spot for wager in state.wagers_of(position)):
            return (yield from self.void_ticket(state, position, Action("void", spot=held.spot)))
        return state

    def void_ticket(self, state: KenoState, position: int, action: Action) -> Round[KenoState]:
        back = 0
        for wager in [wager for wager in state.wagers_of(position) if wager.spot == action.spot]:
            back += wager.amount
            state = set_wager(state, replace(wager, amount=0))
        text = f"ticket {action.spot} is voided, {dollars(back)} returned"
        yield Acted(state, self.sections["removal"], position, action, text)
        return state

    # ---- places and their names

    def as_place(self, text: str) -> str:
        """The place named by a text: a place, or a whole ticket."""
        try:
            return read_ticket(text, self.numbers).place if "@" in text else str(read_place(text, self.numbers))
        except BadTicket:
            return text

    def status(self, state: KenoState) -> list[str]:
        return [f"game {state.rounds + 1} is {'closed' if state.closed else 'open'}"]


GAME = Keno

__all__ = ["GAME", "Keno", "KenoState", "Paid", "Played", "Result"]
