"""A live table: what each command does.

How it is committed is in `committed`, who sits there in `seats`, and what goes on by itself in `procedure`. A table
has a clock (`clock`) and notices of changes (`notices`).
"""

from __future__ import annotations

import time
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.floor.changes import Coming, changed, least_minutes, told, unlawful
from pitboss.floor.changes import no as not_by
from pitboss.floor.commands import (
    MOST,
    AcceptWager,
    Act,
    AddBot,
    BuyIn,
    CallIrregularity,
    CancelChange,
    Close,
    CloseTable,
    Command,
    Credit,
    Decide,
    Draw,
    EndRound,
    Fill,
    GrantLimits,
    HandOver,
    Kept,
    Leave,
    NoticeChange,
    Ready,
    RemoveBot,
    SeatEntrant,
    Sit,
)
from pitboss.floor.committed import no
from pitboss.floor.ledger import moved
from pitboss.floor.people import THE_HOUSE, Person, Role
from pitboss.floor.procedure import DealtTable
from pitboss.floor.sight import Standing, TableInfo, has_hand_left
from pitboss.floor.threads import in_thread
from pitboss.library.checks import computed_breaches
from pitboss.table import Action, Answer, Refused, dollars, game_on
from pitboss.table.allowed import SEATING, counted
from pitboss.table.game import YES, Game
from pitboss.table.steps import Acted, AskDecision, AskWagers

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor


LAYS = ("make", "increase", "write")
"""Verbs that put chips on the layout."""


class LiveTable(DealtTable):
    """A table that this process owns."""

    def __init__(
        self,
        floor: Floor,
        info: TableInfo,
        game: Game[Any],
        settings: Kept,
        epoch: int,
        standing: Standing,
    ) -> None:
        super().__init__(floor, info, game, settings, epoch, standing)
        self._outside: dict[int, tuple[tuple[int, int], Action]] = {}
        "Wagers outside the limits that positions offered, each with the round and who offered it."

    # ---- what each command does

    def obey(self, person: Person, command: Command) -> None:
        if self.info.closed and isinstance(command, CloseTable) and self.state.meter:
            self._return_house_money(person.name)  # closed by an earlier version, which left the meter as it was
            return
        if self.info.closed and not isinstance(command, Leave):
            raise no(f"{self.info.name} is closed")
        if self.info.tournament is not None and isinstance(command, (Sit, BuyIn, Leave, AddBot, RemoveBot)):
            raise no("seats and chips of a tournament are given out by the house; enter it on its page")
        if isinstance(command, (Act, Ready)) and isinstance(self.dealer.ask, AskWagers) and self.over:
            raise no(f"the {self.settings.hands} hands of this table are dealt")
        _DOING.dispatch(command.__class__)(self, command, person)
        self._idle[self._seat_of(person)] = time.monotonic()

    @singledispatchmethod
    def _do(self, command: Any, person: Person) -> None:
        raise NotImplementedError(command)

    @_do.register
    def _(self, command: Sit, person: Person) -> None:
        if held := self._seat_of(person):
            raise no(f"you sit at position {held} already")
        self.clock.newcomer_waits()
        self._seat(person.id, person.name, command.position or self._free(), command.amount)

    @_do.register
    def _(self, command: BuyIn, person: Person) -> None:
        self.dealer.act(self._mine(person), Action("buy_in", amount=command.amount))
        self.books.post(f"{person.name} buys in", person.id)

    @_do.register
    def _(self, command: Leave, person: Person) -> None:
        position = self._mine(person)
        if self.game.hosting.posts_when_due and not isinstance(self.dealer.ask, AskWagers):
            self._stand_up(position)
        else:
            self._vacate(position)

    @_do.register
    def _(self, command: Act, person: Person) -> None:
        position = self._mine(person, command.position)
        if command.verb in SEATING:
            raise no(f"{command.verb} is a command of its own, not an act at the layout")
        self.notices.check(position, command.action())
        self._within_terms(position, command.action())
        if self._put_off(position, command.action()):
            return
        try:
            self.dealer.act(position, command.action())
        except Refused as refusal:
            if refusal.answer.section == "8.2":  # the dealer may take it nevertheless
                self._outside[position] = (self.state.rounds, person.id), command.action()
            raise
        self.ready.discard(position)
        self.books.post(f"{command.verb} {command.wager}".strip())

    def _put_off(self, position: int, action: Action) -> bool:
        """What is said in the middle of a round and done after it, or taken back before; whether it was that."""
        verb, waiting = action.verb, self.settings.afterwards.get(position)
        if verb not in self.game.hosting.after_round or isinstance(self.dealer.ask, AskWagers):
            return False
        if waiting is not None and verb == self.game.hosting.after_round[waiting]:
            self._wait_with(position, None)
            return True
        if not (answer := self.game.allowed(self.state, position, action)):
            raise Refused(answer, self.game.layout.cite(answer.section) if answer.section else "")
        self._wait_with(position, verb)
        return True

    @_do.register
    def _(self, command: Decide, person: Person) -> None:
        position = self._mine(person, command.position)
        ask = self.dealer.ask
        mine = ask.of(position) if isinstance(ask, AskDecision) else None
        if isinstance(ask, AskDecision) and mine is None:
            section = self.game.choices.refusal_out_of_turn(
                ask, position, self.game.speech.resolve_choice(command.choice)
            ).section
            answer = Answer(False, f"{_deciding(ask)} now, not position {position}", section)
            raise Refused(answer, self.game.layout.cite(section) if section else "")
        if mine is not None and not command.confirmed:
            self._cautioned(mine, command.choice)
        self.dealer.decide(command.choice, position)
        # How somebody sets his cards is nobody else's to read.
        self.books.post("decision: cards set" if mine is not None and mine.sets else f"decision: {command.choice}")

    def _cautioned(self, ask: AskDecision, said: str) -> None:
        """What nobody wants who knows what he does is refused before it is final, with the reason."""
        try:
            choice = self.game.speech.parse_answer(ask, said)
        except ValueError:
            return  # the dealer says what is wrong with it
        answer = self.game.choices.warning(ask, choice) if choice in ask.choices else YES
        if not answer:
            raise Refused(answer, self.game.layout.cite(answer.section) if answer.section else "")

    @_do.register
    def _(self, command: Ready, person: Person) -> None:
        position = self._mine(person)
        if not isinstance(self.dealer.ask, AskWagers):
            raise no("the wagers are closed already")
        if not (answer := self.game.hosting.is_ready(self.dealer.ask.state, position)):
            raise Refused(answer, self.game.layout.cite(answer.section) if answer.section else "")
        self.ready.add(position)

    @_do.register
    def _(self, command: AddBot, person: Person) -> None:
        of_player = person.role is Role.PLAYER
        if of_player:
            self._mine(person)
            self._may_bring(person)
        amount = command.amount or self._bot_bankroll
        self._not_too_much(amount)
        position = command.position or self._free()
        bot = self.floor.bot_person(self.info.id, position)
        self._seat(bot.id, bot.name, position, amount, command.strategy)
        self._bring(position, person.id if of_player else None)

    @_do.register
    def _(self, command: RemoveBot, person: Person) -> None:
        if person.role is Role.PLAYER:
            self._mine(person)
        seat = self.seats.get(command.position)
        if seat is None or not seat.bot:
            raise no(f"there is no bot at position {command.position}")
        self._may_remove(command.position, person)
        self._send_away(command.position)

    @_do.register
    def _(self, command: Close, person: Person) -> None:
        self._no_more_wagers()

    @_do.register
    def _(self, command: Draw, person: Person) -> None:
        self._draw()
        while command.all and self.dealer.ask is not None and self.dealer.ask.chance:
            self._draw()

    @_do.register
    def _(self, command: CallIrregularity, person: Person) -> None:
        self.dealer.throw(command.irregularity, *command.about)
        self.books.post(" ".join(["irregularity:", command.irregularity, *command.about]))

    @_do.register
    def _(self, command: HandOver, person: Person) -> None:
        self.change_settings(dealer=command.dealer)

    @_do.register
    def _(self, command: AcceptWager, person: Person) -> None:
        when, offered = self._outside.pop(command.position, (None, None))
        seat = self.seats.get(command.position)
        if offered is None or seat is None or when != (self.state.rounds, seat.person):
            raise not_by(f"position {command.position} has offered no wager outside the limits", "8.2")
        if self.info.tournament is not None:
            raise not_by("a tournament's table takes no wager outside its limits", "8.6(e)")
        self.notices.check(command.position, offered)
        self._within_terms(command.position, offered)
        self.dealer.act(command.position, replace(offered, accepted=True))
        self.ready.discard(command.position)
        self.books.post(f"accepted outside the limits: {offered.verb} {offered.wager}")

    @_do.register
    def _(self, command: GrantLimits, person: Person) -> None:
        if self.info.tournament is not None:
            raise not_by("at a tournament's table all play within the same limits", "8.6(e)")
        limits = self.game.layout.limits
        granted = None
        if command.minimum is not None or command.maximum is not None:
            if command.minimum and command.maximum and command.minimum > command.maximum:
                raise not_by(f"the least, {dollars(command.minimum)}, is above the most", "8.2")
            least = command.minimum or limits.minimum or 1
            granted = least, max(command.maximum or limits.maximum or least, least)
        self.dealer.act(command.position, Action("grant", limits=granted))
        self.books.post(f"limits of position {command.position}, by {person.name}")

    @_do.register
    def _(self, command: SeatEntrant, person: Person) -> None:
        if self.info.tournament is None:
            raise no(f"{self.info.name} is no table of a tournament")
        held = next((number for number, seat in self.seats.items() if seat.person == command.person), 0)
        if held:
            if not has_hand_left(self.dealer.ask, self.dealer.state.rounds, self.settings.hands):
                raise no(f"the last of the {self.settings.hands} hands of this table is being dealt, or was")
            self.dealer.act(held, Action("buy_in", amount=command.amount))
            self.books.post(f"{command.name} has more chips", command.person)
        else:
            self._seat(command.person, command.name, command.position, command.amount, command.bot)

    @_do.register
    def _(self, command: NoticeChange, person: Person) -> None:
        if self.notices.coming is not None:
            raise not_by("a change was noticed already; cancel it first", "8.3")
        if self.info.tournament is not None:
            raise not_by("at a tournament's table nothing changes before it closes", "8.6(e)")
        after = self._changed_to(command)
        least = least_minutes(self.game.layout, after)
        minutes = (least if self.seats else 0) if command.minutes is None else command.minutes
        if minutes < least and (self.seats or minutes):
            wrong = f"noticed {minutes} minutes before, but {least} are wanted with players at the table"
            raise not_by(wrong if self.seats else f"{wrong}, and somebody may sit down; or at once, 0", "8.3")
        now = time.time()
        what = told(self.game.layout, after)
        self.notices.post(
            Coming(what=what, effective=now + 60 * minutes, noticed=now, by=person.name, layout=after.plain())
        )

    @_do.register
    def _(self, command: CancelChange, person: Person) -> None:
        if self.notices.coming is None:
            raise not_by("no change was noticed at this table", "8.3")
        if time.time() >= self.notices.coming.effective:
            raise not_by("its hour has come: it is in force as soon as the wagers that stand are decided", "8.3")
        self.notices.cancel(person.name)

    @_do.register
    def _(self, command: Fill, person: Person) -> None:
        self.books.slip(command.amount, person.name, f"fill by {person.name}")

    @_do.register
    def _(self, command: Credit, person: Person) -> None:
        if command.amount > (spare := max(0, self.books.inventory - self._wanted)):
            raise no(
                f"of the table inventory, {dollars(self.books.inventory)}, no more than {dollars(spare)} can go back"
            )
        self.books.slip(-command.amount, person.name, f"credit by {person.name}")

    @_do.register
    def _(self, command: EndRound, person: Person) -> None:
        self._end_round(person)

    def _end_round(self, person: Person, closes: bool = False) -> None:
        """The round in hand is void, and booked step by step; where the table `closes`, everybody leaves with it."""
        before = self.books.posted
        ended = self.dealer.end_round(person.name, sorted(self.seats) if closes else (), closes)
        self.books.forget_coupons()
        for step in ended.steps:
            if isinstance(step, Acted) and step.action.verb == "leave":
                self._has_left(step.position, before, step.state)
            else:
                self.books.note(step)
                self.books.post(f"void: {person.name} ends the round", state=step.state)
            before = step.state
        self.books.post("the next round begins")
        self.ready.clear()
        if ended.anew:
            self.chance.source.finish_all()

    @_do.register
    def _(self, command: CloseTable, person: Person) -> None:
        if self.info.tournament is not None and not self.over:
            if person != THE_HOUSE:
                raise not_by("a tournament's table closes when its hands are dealt", "8.6(e)")
            if self.state.wagers or not isinstance(self.dealer.ask, AskWagers):
                self._limit_hands(self.dealer.state.rounds + 1)  # a round that is begun is finished, and no other
                return
        if not self.state.wagers and all(self.dealer.allowed(position, Action("leave")) for position in self.seats):
            for position in list(self.seats):
                if position in self.seats:  # a bot leaves with the person who brought it
                    self._vacate(position)
        elif person == THE_HOUSE:
            raise no("wagers lie on the layout; the table can be closed when the round is over")
        else:
            self._end_round(person, closes=True)
        self._return_house_money(person.name)
        self.chance.source.finish_all()
        self.info = self.info.model_copy(update={"closed": True})
        self.batch.row["closed"] = time.time()

    def _return_house_money(self, who: str) -> None:
        """What the meter shows becomes inventory again, and all of the inventory goes back to the house."""
        state, held = self.state, self.books.inventory
        if state.meter:
            emptied = replace(state, meter=0)
            self.tape.change(self.game.layout, emptied)
            journal = moved(self.info.id, state, emptied, self.entries, "the meter is emptied: the table closes")
            assert journal is not None
            self.batch.journals.append(journal)
            held += state.meter
            self.reload_after_commit()  # made anew from its tape, with the meter empty
        if held:
            self.books.slip(-held, who, "credit: the table closes")

    def _changed_to(self, command: NoticeChange) -> Layout:
        """The layout after a change; `Refused` for one that the chapter or the house does not permit."""
        try:
            after = changed(self.game.layout, command)
            if self.terms is not None:
                self.terms.check_layout(after)
            game_on(after).opening()
        except Refused:
            raise
        except Unlawful as problem:
            raise unlawful(problem) from None
        except ValueError as problem:
            raise no(f"the table cannot be dealt so: {problem}"[:300]) from None
        return after

    # ---- the bounds of the house

    def _within_terms(self, position: int, action: Action) -> None:
        """`Refused` for a wager beyond the bounds of the house at this table."""
        if self.terms is None or action.verb not in LAYS:
            return
        if self.state.rack(position) > MOST:
            raise no(f"you have more than {dollars(MOST)} in front of you; no table takes wagers from so much")
        lost, most = -self.state.inventory, 100 * self.terms.loss
        if most and lost >= most and isinstance(self.dealer.ask, AskWagers):
            raise no(f"the house has lost {dollars(lost)} at this table, and stakes no more than {dollars(most)} here")
        if action.verb in ("make", "increase") and action.wager in self.game.layout.wagers:
            action = counted(self.game, self.state, position, action)
            held = self.state.find(position, action.wager, action.spot)
            amount = action.amount + (held.amount if held is not None else 0)
            if reason := self.terms.objection_to_wager(self.game, action.wager, amount):
                raise no(reason)

    async def _is_rich(self, person: Person) -> bool:
        """Whether a person has as much as the cage gives, or more."""
        return await self.floor.wealth(person.id) >= 100 * self.floor.policy.cage

    # ---- what a command needs

    def _needs_more(self, command: Command) -> bool:
        return isinstance(command, (NoticeChange, AddBot)) or super()._needs_more(command)

    async def _set_aside(self, person: Person, command: Command) -> list[str]:
        if isinstance(command, NoticeChange):
            after = await in_thread(None, self._changed_to, command)
            if found := await in_thread(None, computed_breaches, after):
                raise unlawful(Unlawful(found))
            await self.floor.uniform(after, self.info.id)
        if isinstance(command, Sit) and self.settings.company and await self._is_rich(person):
            self._rich.add(person.id)
        if isinstance(command, AddBot) and person.role is Role.PLAYER and await self._is_rich(person):
            most = dollars(100 * self.floor.policy.cage)
            raise no(f"bots play with money of the house, and none comes for a player who has {most} or more")
        if isinstance(command, Act) and command.coupon and self.info.tournament is not None:
            raise not_by("a tournament is played with its own chips: a coupon has value, and is not taken", "8.6(e)")
        return await super()._set_aside(person, command)


_DOING = LiveTable.__dict__["_do"].dispatcher
"""What is done for each kind of command: bound by `LiveTable._do`, a method would be made anew for each command."""


def _deciding(ask: AskDecision) -> str:
    """Who decides: one, or several at once."""
    *others, last = (str(one.position) for one in ask.open)
    return f"positions {', '.join(others)} and {last} decide" if others else f"position {last} decides"
