"""A live table: what each command does, what goes on by itself, and the clocks.

How it is committed is in `committed`. Clocks run in the process that owns the table. Until when they run is on the
tape, as is what they cause (no more wagers, a decision by default): who takes the table over goes on with them.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from pitboss.chapter import Layout
from pitboss.chapter.check import Unlawful
from pitboss.floor.batch import Seating
from pitboss.floor.bots import STANDS_UP, Bot
from pitboss.floor.changes import Coming, carried, changed, concerned, least_minutes, told, unlawful
from pitboss.floor.changes import no as not_by
from pitboss.floor.commands import (
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
from pitboss.floor.committed import Committed, no
from pitboss.floor.ledger import LOW, OPENING, bought_in, inventory_of
from pitboss.floor.people import THE_HOUSE, Person, Role
from pitboss.floor.sight import Seat, Standing, TableInfo
from pitboss.table import Action, Answer, Dealer, Refused, dollars, game_on
from pitboss.table.allowed import SEATING
from pitboss.table.dealer import between_rounds
from pitboss.table.game import YES, Game
from pitboss.table.state import Position, Wager
from pitboss.table.steps import Acted, Ask, AskDecision, AskWagers, Step
from pitboss.table.tape import canonical

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

BOT_BANKROLL = 1_000_00
BETWEEN_HANDS = 8.0
"""Seconds after which the next hand is dealt where players play one another: time to see what the last one was."""
LEAVING = "leaving"
"""The strategy of a bot that was sent away and waits for the decision of its wagers."""
BOTS = ("best", "random", "cautious")
COMPANION = "best"
"""How a bot plays that the house seats for company."""
MOST_AT_ONCE = 20_000
"""Replies of chance and bots in a row: more can only be a fault."""


def minute_of_the_day() -> int:
    """The time by the clock on the wall, in minutes."""
    now = time.localtime(time.time())
    return 60 * now.tm_hour + now.tm_min


class LiveTable(Committed):
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
        super().__init__(floor, info, game, epoch, standing)
        self.settings = settings
        self._bots: dict[int, Bot] = {}
        self._bots_played: dict[int, int] = {}
        self._opened = -1
        self._clock: tuple[int, int] | None = None
        self._kept: tuple[tuple[int, int], float] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._change_timer: asyncio.TimerHandle | None = None
        self._idle: dict[int, float] = {}
        self._outside: dict[int, tuple[tuple[int, int], Action]] = {}
        "Wagers outside the limits that positions offered, each with the round and who offered it."

    def take_up(
        self, dealer: Dealer, inventory: int, ready: frozenset[int] = frozenset(), until: float | None = None
    ) -> None:
        acted = (step.position for step in dealer.steps if isinstance(step, Acted) and self._is_bots(step))
        self._bots_played = dict.fromkeys(acted, dealer.state.rounds)
        super().take_up(dealer, inventory, ready, until)
        self._kept = None if until is None else (self._asked_now(), until)
        self._mind_change()

    # ---- what each command does

    def obey(self, person: Person, command: Command) -> None:
        if self.info.closed and not isinstance(command, Leave):
            raise no(f"{self.info.name} is closed")
        if self.info.tournament is not None and isinstance(command, (Sit, BuyIn, Leave, AddBot, RemoveBot)):
            raise no("seats and chips of a tournament are given out by the house; enter it on its page")
        if isinstance(command, (Act, Ready)) and isinstance(self.dealer.ask, AskWagers) and self.over:
            raise no(f"the {self.settings.hands} hands of this table are dealt")
        self._do(command, person)
        self._idle[self._seat_of(person)] = time.monotonic()

    @singledispatchmethod
    def _do(self, command: Any, person: Person) -> None:
        raise NotImplementedError(command)

    @_do.register
    def _(self, command: Sit, person: Person) -> None:
        if held := self._seat_of(person):
            raise no(f"you sit at position {held} already")
        self._seat(person.id, person.name, command.position or self._free(), command.amount)

    @_do.register
    def _(self, command: BuyIn, person: Person) -> None:
        self.dealer.act(self._mine(person), Action("buy_in", amount=command.amount))
        self.book(f"{person.name} buys in", person.id)

    @_do.register
    def _(self, command: Leave, person: Person) -> None:
        position = self._mine(person)
        if self.game.posts_when_due and not isinstance(self.dealer.ask, AskWagers):
            self._stand_up(position)
        else:
            self._vacate(position)

    @_do.register
    def _(self, command: Act, person: Person) -> None:
        position = self._mine(person, command.position)
        if command.verb in SEATING:
            raise no(f"{command.verb} is a command of its own, not an act at the layout")
        self._not_changing(position, command.action())
        if self._put_off(position, command.action()):
            return
        try:
            self.dealer.act(position, command.action())
        except Refused as refusal:
            if refusal.answer.section == "8.2":  # the dealer may take it nevertheless
                self._outside[position] = (self.state.rounds, person.id), command.action()
            raise
        self.ready.discard(position)
        self.book(f"{command.verb} {command.wager}".strip())

    def _put_off(self, position: int, action: Action) -> bool:
        """What is said in the middle of a round and done after it, or taken back before; whether it was that."""
        verb, waiting = action.verb, self.settings.afterwards.get(position)
        if verb not in self.game.after_round or isinstance(self.dealer.ask, AskWagers):
            return False
        if waiting is not None and verb == self.game.after_round[waiting]:
            self._wait_with(position, None)
            return True
        if not (answer := self.game.allowed(self.state, position, action)):
            raise Refused(answer, self.game.layout.cite(answer.section) if answer.section else "")
        self._wait_with(position, verb)
        return True

    def _wait_with(self, position: int, verb: str | None) -> None:
        """A position does something after the round, or does not; whoever takes the table over knows it."""
        others = {who: said for who, said in self.settings.afterwards.items() if who != position}
        said = others if verb is None else {**others, position: verb}
        self.settings = self.settings.model_copy(update={"afterwards": said})
        self.info = self.info.model_copy(update={"afterwards": said})
        self.batch.row["settings"] = self.settings.model_dump_json()

    def _do_afterwards(self) -> None:
        """The round is over: what positions have said that they do then."""
        for position, verb in self.settings.afterwards.items():
            self._wait_with(position, None)
            if self.dealer.allowed(position, Action(verb)):
                self.dealer.act(position, Action(verb))
                self.book(verb.replace("_", " "))

    @_do.register
    def _(self, command: Decide, person: Person) -> None:
        position = self._mine(person, command.position)
        ask = self.dealer.ask
        mine = ask.of(position) if isinstance(ask, AskDecision) else None
        if isinstance(ask, AskDecision) and mine is None:
            section = self.game.not_asked(ask, position, self.game.decided(command.choice)).section
            answer = Answer(False, f"{_deciding(ask)} now, not position {position}", section)
            raise Refused(answer, self.game.layout.cite(section) if section else "")
        if mine is not None and not command.confirmed:
            self._cautioned(mine, command.choice)
        self.dealer.decide(command.choice, position)
        # How somebody sets his cards is nobody else's to read.
        self.book("decision: cards set" if mine is not None and mine.sets else f"decision: {command.choice}")

    def _cautioned(self, ask: AskDecision, said: str) -> None:
        """What nobody wants who knows what he does is refused before it is final, with the reason."""
        try:
            choice = self.game.meant_at(ask, said)
        except ValueError:
            return  # the dealer says what is wrong with it
        answer = self.game.caution(ask, choice) if choice in ask.choices else YES
        if not answer:
            raise Refused(answer, self.game.layout.cite(answer.section) if answer.section else "")

    @_do.register
    def _(self, command: Ready, person: Person) -> None:
        position = self._mine(person)
        if not isinstance(self.dealer.ask, AskWagers):
            raise no("the wagers are closed already")
        if not (answer := self.game.may_close(self.dealer.ask.state, position)):
            raise Refused(answer, self.game.layout.cite(answer.section) if answer.section else "")
        self.ready.add(position)

    @_do.register
    def _(self, command: AddBot, person: Person) -> None:
        if person.role is Role.PLAYER:
            self._mine(person)
        strategy = command.strategy
        position = command.position or self._free()
        bot = self.floor.bot_person(self.info.id, position)
        self._seat(bot.id, bot.name, position, command.amount or self._bot_bankroll, strategy)

    @_do.register
    def _(self, command: RemoveBot, person: Person) -> None:
        if person.role is Role.PLAYER:
            self._mine(person)
        seat = self.seats.get(command.position)
        if seat is None or not seat.bot:
            raise no(f"there is no bot at position {command.position}")
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
        self.book(" ".join(["irregularity:", command.irregularity, *command.about]))

    @_do.register
    def _(self, command: HandOver, person: Person) -> None:
        self.settings = self.settings.model_copy(update={"dealer": command.dealer})
        self.info = self.info.model_copy(update={"dealer": command.dealer})
        self.batch.row["settings"] = self.settings.model_dump_json()

    @_do.register
    def _(self, command: AcceptWager, person: Person) -> None:
        when, offered = self._outside.pop(command.position, (None, None))
        seat = self.seats.get(command.position)
        if offered is None or seat is None or when != (self.state.rounds, seat.person):
            raise not_by(f"position {command.position} has offered no wager outside the limits", "8.2")
        if self.info.tournament is not None:
            raise not_by("a tournament's table takes no wager outside its limits", "8.6(e)")
        self._not_changing(command.position, offered)
        self.dealer.act(command.position, replace(offered, accepted=True))
        self.ready.discard(command.position)
        self.book(f"accepted outside the limits: {offered.verb} {offered.wager}")

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
        self.book(f"limits of position {command.position}, by {person.name}")

    @_do.register
    def _(self, command: SeatEntrant, person: Person) -> None:
        if self.info.tournament is None:
            raise no(f"{self.info.name} is no table of a tournament")
        held = next((number for number, seat in self.seats.items() if seat.person == command.person), 0)
        if held:
            self.dealer.act(held, Action("buy_in", amount=command.amount))
            self.book(f"{command.name} has more chips", command.person)
        else:
            self._seat(command.person, command.name, command.position, command.amount, command.bot)

    @_do.register
    def _(self, command: NoticeChange, person: Person) -> None:
        if self._coming is not None:
            raise not_by("a change was noticed already; cancel it first", "8.3")
        if self.info.tournament is not None:
            raise not_by("at a tournament's table nothing changes before it closes", "8.6(e)")
        try:
            after = changed(self.game.layout, command)
        except Unlawful as problem:
            raise unlawful(problem) from None
        least = least_minutes(self.game.layout, after)
        minutes = (least if self.seats else 0) if command.minutes is None else command.minutes
        if minutes < least and (self.seats or minutes):
            wrong = f"noticed {minutes} minutes before, but {least} are wanted with players at the table"
            raise not_by(wrong if self.seats else f"{wrong}, and somebody may sit down; or at once, 0", "8.3")
        now = time.time()
        what = told(self.game.layout, after)
        self._come(Coming(what=what, effective=now + 60 * minutes, noticed=now, by=person.name, layout=after.plain()))

    @_do.register
    def _(self, command: CancelChange, person: Person) -> None:
        if self._coming is None:
            raise not_by("no change was noticed at this table", "8.3")
        if time.time() >= self._coming.effective:
            raise not_by("its hour has come: it is in force as soon as the wagers that stand are decided", "8.3")
        self._come(None, person.name)

    def _come(self, coming: Coming | None, who: str = "") -> None:
        """A change is to come, or does not: the sign says so, and the tape."""
        assert self.dealer.tape is not None
        plain = None if coming is None else coming.model_dump()
        self.settings = self.settings.model_copy(update={"coming": plain})
        self.info = self.info.model_copy(update={"coming": coming})
        self.batch.row["settings"] = self.settings.model_dump_json()
        if coming is None:
            self.dealer.tape.notice((), None, who)
        else:
            self.dealer.tape.notice(coming.what, round(coming.effective * 1000), coming.by)
        self._mind_change()

    @_do.register
    def _(self, command: Fill, person: Person) -> None:
        self.slip(command.amount, person.name, f"fill by {person.name}")

    @_do.register
    def _(self, command: Credit, person: Person) -> None:
        if command.amount > (spare := max(0, self._inventory - self._wanted)):
            raise no(f"of the table inventory, {dollars(self._inventory)}, no more than {dollars(spare)} can go back")
        self.slip(-command.amount, person.name, f"credit by {person.name}")

    @_do.register
    def _(self, command: CloseTable, person: Person) -> None:
        if self.info.tournament is not None and not self.over:
            if person != THE_HOUSE:
                raise not_by("a tournament's table closes when its hands are dealt", "8.6(e)")
            if self.state.wagers or not isinstance(self.dealer.ask, AskWagers):
                self._so_many_hands(self.dealer.state.rounds + 1)  # a round that is begun is finished, and no other
                return
        if self.state.wagers or not isinstance(self.dealer.ask, AskWagers):
            raise no("wagers lie on the layout; the table can be closed when the round is over")
        for position in self.seats:
            if not (answer := self.dealer.allowed(position, Action("leave"))):
                raise Refused(answer)
        for position in list(self.seats):
            self._vacate(position)
        if held := self._inventory:
            self.slip(-held, person.name, "credit: the table closes")
        self.source.finish_all()
        self.info = self.info.model_copy(update={"closed": True})
        self.batch.row["closed"] = time.time()

    def _so_many_hands(self, hands: int) -> None:
        """No more than so many are dealt, however many it was to be."""
        fewer = hands if self.settings.hands is None else min(hands, self.settings.hands)
        self.settings = self.settings.model_copy(update={"hands": fewer})
        self.info = self.info.model_copy(update={"hands": fewer})
        self.batch.row["settings"] = self.settings.model_dump_json()

    # ---- changes

    async def _set_aside(self, person: Person, command: Command) -> list[str]:
        if isinstance(command, NoticeChange):
            try:
                after = changed(self.game.layout, command)
            except Unlawful as problem:
                raise unlawful(problem) from None
            await self.floor.uniform(after, self.info.id)
        if isinstance(command, Act) and command.coupon and self.info.tournament is not None:
            raise not_by("a tournament is played with its own chips: a coupon has value, and is not taken", "8.6(e)")
        return await super()._set_aside(person, command)

    @property
    def _coming(self) -> Coming | None:
        return self.info.coming

    def _mind_change(self) -> None:
        """Look again when a change is due."""
        if self._change_timer is not None:
            self._change_timer.cancel()
            self._change_timer = None
        if self._coming is not None:
            wait = max(0.0, self._coming.effective - time.time())
            look = lambda: self.by_itself(lambda: None)  # noqa: E731
            self._change_timer = asyncio.get_running_loop().call_later(wait, look)

    def _held_back(self, position: int, action: Action) -> bool:
        """From the hour on no wager is added that a change concerns: those that stand keep their odds and their rules
        until they are decided, with what hangs on them. One without which the round cannot go on is taken."""
        coming, layout = self._coming, self.game.layout
        if coming is None or time.time() < coming.effective or action.verb not in ("make", "increase"):
            return False
        if action.wager not in concerned(layout, Layout.from_plain(coming.layout)) or layout.wagers[action.wager].tied:
            return False
        with_it = (*self.state.wagers, Wager(position, action.wager, action.amount, action.spot))
        before, after = self.state, replace(self.state, wagers=with_it)
        return bool(self.game.may_close(before, position)) or not self.game.may_close(after, position)

    def _not_changing(self, position: int, action: Action) -> None:
        if self._held_back(position, action):
            name = self.game.name(action.wager)
            raise not_by(f"{name} goes by the new rule as soon as those that lie are decided; none is added now", "8.3")

    def _renew(self) -> bool:
        """Between two rounds, a change that is due comes into force; whether it has."""
        coming = self._coming
        if coming is None or time.time() < coming.effective or not between_rounds(self.dealer):
            return False
        after = Layout.from_plain(coming.layout)
        differ = concerned(self.game.layout, after)
        state = self.dealer.state if not self.dealer.replies else self.state
        if any(wager.kind in differ for wager in state.wagers):
            return False
        going_on = carried(state, self.game.opening(), game_on(after).opening())
        if going_on is None:
            return False
        assert self.dealer.tape is not None
        self.dealer.tape.change(after, going_on)
        if going_on is not state:
            self.source.finish_all()
        self.settings = self.settings.model_copy(update={"coming": None})
        self.batch.row |= {"settings": self.settings.model_dump_json(), "layout": canonical(after.plain())}
        self.renewed = True
        return True

    # ---- seats

    def _seat_of(self, person: Person) -> int:
        return next((number for number, seat in self.seats.items() if seat.person == person.id), 0)

    def _mine(self, person: Person, said: int | None = None) -> int:
        if not (position := self._seat_of(person)):
            raise no("you do not sit at this table; sit down first")
        if said is not None and said != position:
            raise no(f"position {said} is not yours; you sit at position {position}")
        return position

    def _free(self) -> int:
        free = next((number for number in range(1, self.info.seats + 1) if number not in self.seats), 0)
        if not free:
            raise no(f"all {self.info.seats} positions are taken")
        return free

    def _seat(self, person: int, name: str, position: int, amount: int, bot: str = "") -> None:
        if not 1 <= position <= self.info.seats:
            raise no(f"there is no position {position}; there are positions 1 to {self.info.seats}")
        self.dealer.act(position, Action("sit", amount=amount, name=name))
        if bot and self.info.tournament is None:  # a bot has what the cage gives it, and brings back what is left
            self.batch.journals.append(bought_in(person, amount))
        self.seats[position] = Seat(person, name, bot, self.newest())
        self.batch.seatings.append(Seating(position, person, self.newest(), bot))
        self.book(f"{name} sits down", person)

    def _vacate(self, position: int) -> None:
        seat = self.seats[position]
        left = self.state.bought_in
        self.dealer.act(position, Action("leave"))
        left -= self.state.bought_in
        del self.seats[position]
        self._bots.pop(position, None)
        self._bots_played.pop(position, None)
        self.ready.discard(position)
        if position in self.settings.afterwards:
            self._wait_with(position, None)
        self.batch.seatings.append(Seating(position, None))
        self.book(f"{seat.name} leaves", seat.person)
        if seat.bot and seat.bot != STANDS_UP and left and self.info.tournament is None:
            self.batch.journals.append(bought_in(seat.person, -left))

    def _send_away(self, position: int) -> None:
        """A bot takes down what it may and goes, now or when what is left of its wagers is decided."""
        for wager in self.state.of(position):
            down = Action("remove", wager.kind, spot=wager.spot)
            if self.dealer.allowed(position, down):
                self.dealer.act(position, down)
                self.book("wager of a bot")
        if self.dealer.allowed(position, Action("leave")):
            self._vacate(position)
        elif (seat := self.seats[position]).bot not in (LEAVING, STANDS_UP):
            self._bots.pop(position, None)
            self.seats[position] = replace(seat, bot=LEAVING)
            self.batch.seatings.append(Seating(position, seat.person, seat.since, LEAVING))

    def _stand_up(self, position: int) -> None:
        """Who leaves in the middle of a hand gives it up when it is his turn, and has his chips when it is over."""
        seat = self.seats[position]
        self.seats[position] = replace(seat, bot=STANDS_UP)
        self.batch.seatings.append(Seating(position, seat.person, seat.since, STANDS_UP))
        self.ready.discard(position)

    @property
    def _bot_bankroll(self) -> int:
        """What a bot brings: as much as the table asks for at least."""
        layout = self.game.layout
        return max(BOT_BANKROLL, layout.cents("min_buy_in") if "min_buy_in" in layout.options else 0)

    def _keep_company(self) -> None:
        """Where bots keep people company there are always some, and none without chips."""
        if not self.settings.company or not self._people():
            return
        for position, seat in sorted(self.seats.items()):
            held = self.state.seat(position)
            if seat.bot in BOTS and held is not None and not held.rack and not self.state.of(position):
                self.dealer.act(position, Action("buy_in", amount=self._bot_bankroll))
                self.batch.journals.append(bought_in(seat.person, self._bot_bankroll))
                self.book(f"{seat.name} buys in", seat.person)
        while len(self.seats) < min(self.settings.company, self.info.seats):
            position = self._free()
            bot = self.floor.bot_person(self.info.id, position)
            self._seat(bot.id, bot.name, position, self._bot_bankroll, COMPANION)

    def _people(self) -> set[int]:
        return {number for number, seat in self.seats.items() if not seat.bot}

    def leave_idle(self, longest: float) -> None:
        """Positions of people who have done nothing for so long, and have no wagers, become free."""
        now = time.monotonic()
        if self.info.tournament is not None:
            return  # who entered keeps his seat
        for position in self._people():
            if now - self._idle.setdefault(position, now) > longest and not self.state.of(position):
                self.by_itself(lambda position=position: self._vacate_idle(position))  # type: ignore[misc]

    def _vacate_idle(self, position: int) -> None:
        if position in self._people():
            self._vacate(position)

    # ---- going on by itself

    def _no_more_wagers(self) -> None:
        self._collect_dues()
        self.dealer.close()
        self.ready.clear()
        self.book("no more wagers")

    def _collect_dues(self) -> None:
        """What the house is owed by the clock, a time charge, is collected before the round: on the tape and booked."""
        if self.info.tournament is not None or not isinstance(self.dealer.ask, AskWagers):
            return
        for position, action in list(self.game.dues(self.dealer.ask.state, minute_of_the_day())):
            self.dealer.act(position, action)
            self.book(f"due at {action.name}: {action.verb} charge" if action.name else action.verb.replace("_", " "))

    def _draw(self) -> None:
        self.commit_to_chance()
        source = self.source
        before = len(source.shuffles)
        entry = self.entries + 1
        assert self.dealer.tape is not None
        source.stand(self.dealer.tape.head, self.dealer.state.rounds)
        self.dealer.draw()
        for shuffled in source.shuffles[before:]:
            shuffled.entry = entry
        self.book("settlement")

    def go_on(self) -> None:
        """Chance, and bots, until the round waits for a person."""
        for _ in range(MOST_AT_ONCE):
            self.commit_to_chance()
            if self._renew():
                return
            ask = self.dealer.ask
            assert ask is not None
            if isinstance(ask, AskWagers):
                self._do_afterwards()
                for position in [n for n, seat in self.seats.items() if seat.bot in (LEAVING, STANDS_UP)]:
                    self._send_away(position)
                self._keep_company()
                if not self.dealer.state.rounds and len(self.seats) < self.settings.drawn:
                    return
                if self.over:
                    if not self.state.wagers:
                        return
                    self._no_more_wagers()
                    continue
                self._bots_wager()
                if self._just_opened():
                    self._opened = self.dealer.state.rounds
                elif not self._all_ready():
                    return
                self._no_more_wagers()
            elif isinstance(ask, AskDecision) and ask.formality and self.settings.formalities == "custom":
                self.dealer.decide(self.game.default(ask.state, ask))
                self.book("decision by custom")  # what follows from it may settle wagers
            elif isinstance(ask, AskDecision):
                if (ready := next(((one, bot) for one in ask.open if (bot := self._bot(one.position))), None)) is None:
                    return
                one, bot = ready
                bot.answer(self.dealer, one)
                self.book("decision of a bot")
            elif self.settings.dealer == "person":
                return
            else:
                self._draw()
        raise RuntimeError("the round does not end")

    def _just_opened(self) -> bool:
        """Whether the first person has come to a table that had nobody: the round begins anew with him."""
        automatic = self.settings.dealer == "automatic" and self.game.offers_first
        empty = not self.dealer.state.positions and self._opened != self.dealer.state.rounds
        offered = any(isinstance(step, Ask) and not isinstance(step, AskWagers) for step in self.dealer.steps)
        return automatic and empty and not offered and bool(self._people()) and not self.state.wagers

    def _all_ready(self) -> bool:
        """Whether everybody who sits here has said so; in a tournament, everybody who has chips."""
        people = self._people()
        if self.info.tournament is not None:
            people = {seat.number for seat in self.state.positions if seat.number in people and self._has_chips(seat)}
        people = {number for number in people if not self.game.sits_out(self.state, number)}
        automatic = self.settings.dealer == "automatic"
        anybody = bool(people) or (self.info.tournament is not None and bool(self.state.wagers))
        return automatic and anybody and people <= self.ready and self.game.may_begin(self.state)

    def _has_chips(self, seat: Position) -> bool:
        return bool(seat.rack or self.state.of(seat.number))

    @property
    def over(self) -> bool:
        """Whether all hands of this table are dealt, or nobody of its tournament has anything left."""
        hands = self.settings.hands
        if hands is None:
            return False
        lost = (
            self.info.tournament is not None
            and bool(self.seats)
            and not any(map(self._has_chips, self.state.positions))
        )
        return self.dealer.state.rounds >= hands or lost

    def _bot(self, position: int) -> Bot | None:
        """The bot that plays a position; None while it still has to learn the game, and for people."""
        seat = self.seats.get(position)
        if seat is None or not seat.bot:
            return None
        if position not in self._bots:
            advice = None
            if seat.bot == "best" and self.game.decisions:
                learned = self.floor.advice(self.game.layout, lambda: self.by_itself(lambda: None))
                if learned is None:
                    return None
                advice = learned.advice
            self._bots[position] = Bot(f"{self.info.id} {position} {self.entries}", position, seat.bot, advice)
        return self._bots[position]

    def _is_bots(self, step: Acted) -> bool:
        """Whether it was a bot that did something with its chips."""
        seat = self.seats.get(step.position)
        return seat is not None and bool(seat.bot) and step.action.verb != "sit"

    def _bots_wager(self) -> None:
        """Once in a round, each bot wagers as it likes; with nobody there, bots do not play."""
        if not self._people() and self.info.tournament is None:
            return
        for position, seat in sorted(self.seats.items()):
            if seat.bot not in BOTS or self._bots_played.get(position) == self.dealer.state.rounds:
                continue
            self._bots_played[position] = self.dealer.state.rounds
            held = self.state.seat(position)
            if held is not None and not held.rack and not self.state.of(position):
                continue  # it has lost everything, and looks on
            for action in Bot(f"{self.info.id} {position} {self.entries}", position, seat.bot).wagers(self.dealer):
                if not self._held_back(position, action):
                    self.dealer.act(position, action)
                self.book("wager of a bot")

    # ---- the table inventory

    @property
    def _inventory(self) -> int:
        return inventory_of(self.state, self.fills)

    @property
    def _wanted(self) -> int:
        """So much must be there. A dealer who is a person is told that it runs low, and somebody sees to it."""
        return LOW if self.settings.dealer == "automatic" else 0

    def _fill_up(self) -> None:
        """What a table has not got is brought at once."""
        if self._inventory < self._wanted and not self.info.closed:
            self.slip(OPENING - self._inventory, "the house", "fill by the house")

    # ---- clocks

    def before_commit(self) -> None:
        self._fill_up()
        self._set_clock()

    def _set_clock(self) -> None:
        """The clock of what is asked now; it runs on while the same is asked."""
        seconds = self._seconds(self.dealer.ask)
        clock = self._asked_now() if seconds else None
        if clock is not None and clock == self._clock:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._clock = clock
        kept, self._kept = self._kept, None
        if clock is None:
            self.deadline = None
            return
        now = time.time()
        until = round(now + seconds, 3)  # as the tape has it
        if (
            kept is not None and kept[0] == clock
        ):  # it ran when the table was made again, and runs on; no longer, though
            until = min(until, kept[1])
        self.deadline = until
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, until - now), lambda: self.by_itself(lambda: self._time_is_up(clock)))

    def _asked_now(self) -> tuple[int, int]:
        """What is asked, by its round and its place in it; all wagers of a round are one thing.

        So is what several are asked at once: who is slow has no longer because another was quick.
        """
        steps, ask = self.dealer.steps, self.dealer.ask
        place = 0 if isinstance(ask, AskWagers) else len(steps)
        while place > 1 and isinstance(ask, AskDecision) and _was_open(steps[place - 2], ask):
            place -= 1
        return self.dealer.state.rounds, place

    def let_go(self) -> None:
        if self._change_timer is not None:
            self._change_timer.cancel()
        if self._timer is not None:
            self._timer.cancel()

    def _seconds(self, ask: Ask | None) -> float:
        people = self._people()
        follows = self.game.posts_when_due and isinstance(ask, AskWagers)
        alone = self.settings.clock == "company" and len(people) < 2 and not follows
        if self.settings.clock == "never" or alone:
            return 0.0
        if follows and all(self.game.sits_out(self.state, number) for number in people):
            return 0.0  # bots do not play among themselves
        if isinstance(ask, AskDecision):
            return self.settings.decision_seconds if any(one.position in people for one in ask.open) else 0.0
        if (
            isinstance(ask, AskWagers)
            and self.settings.dealer == "automatic"
            and people
            and not self.over
            and (self.dealer.state.rounds or len(self.seats) >= self.settings.drawn)
            and (self.game.may_begin(self.state) or self._passed)
        ):
            return min(self.settings.betting_seconds, BETWEEN_HANDS if follows else self.settings.betting_seconds)
        return 0.0

    def _time_is_up(self, clock: tuple[int, int] | None) -> None:
        """No more wagers, or what is done by default; unless something else is asked by now."""
        ask = self.dealer.ask
        if clock != self._clock:
            return
        self._clock = None
        if isinstance(ask, AskDecision):
            for one in ask.open:
                self.dealer.decide(self.game.default(one.state, one), one.position)
                self.book("decision by default")
        elif isinstance(ask, AskWagers) and self._passed:
            assert self.settings.hands is not None
            self._so_many_hands(self.settings.hands - 1)  # else one whom all have left would never end
        elif isinstance(ask, AskWagers) and self.game.may_begin(self.state):
            self._no_more_wagers()

    @property
    def _passed(self) -> bool:
        """Whether nobody at a tournament's table has wagered anything: when time is up the hand is over for all."""
        return self.info.tournament is not None and not self.state.wagers and not self.game.may_begin(self.state)


def _deciding(ask: AskDecision) -> str:
    """Who decides: one, or several at once."""
    *others, last = (str(one.position) for one in ask.open)
    return f"positions {', '.join(others)} and {last} decide" if others else f"position {last} decides"


def _was_open(step: Step, ask: AskDecision) -> bool:
    """Whether this was one of several questions that were open at an earlier step."""
    if not isinstance(step, AskDecision) or not step.others:
        return False
    return any((one.position, one.question) == (ask.position, ask.question) for one in step.open)
