"""What goes on by itself at a live table: chance, bots, custom, the table inventory; until a person is waited for."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from pitboss.floor.bots import STANDS_UP, Bot
from pitboss.floor.clock import Clock
from pitboss.floor.commands import Kept
from pitboss.floor.ledger import LOW, OPENING
from pitboss.floor.notices import Notices
from pitboss.floor.seats import BOTS, LEAVING, SeatedTable
from pitboss.floor.sight import Standing, TableInfo
from pitboss.table import Action, Dealer
from pitboss.table.game import Game
from pitboss.table.state import Position
from pitboss.table.steps import Ask, AskDecision, AskWagers

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

MOST_AT_ONCE = 20_000
"""Replies of chance and bots in a row: more can only be a fault."""


def minute_of_the_day() -> int:
    """The time by the clock on the wall, in minutes."""
    now = time.localtime(time.time())
    return 60 * now.tm_hour + now.tm_min


class DealtTable(SeatedTable):
    """A table that is dealt. It has a clock, and notices of changes."""

    _opened = -1

    def __init__(
        self, floor: Floor, info: TableInfo, game: Game[Any], settings: Kept, epoch: int, standing: Standing
    ) -> None:
        super().__init__(floor, info, game, settings, epoch, standing)
        self.clock = Clock(self)
        self.notices = Notices(self)

    def take_up(
        self, dealer: Dealer, inventory: int, ready: frozenset[int] = frozenset(), until: float | None = None
    ) -> None:
        super().take_up(dealer, inventory, ready, until)
        self.notices.schedule()

    def let_go(self) -> None:
        self.notices.stop()
        self.clock.stop()

    def before_commit(self) -> None:
        self._fill_up()
        self.clock.update()

    def closes_by_itself(self) -> bool:
        """Whether the round may begin with the wagers that lie, without a dealer who says so."""
        return bool(
            self.settings.dealer == "automatic"
            and self.people()
            and not self.over
            and (self.dealer.state.rounds or len(self.seats) >= self.settings.drawn)
            and (self.game.hosting.may_begin(self.state) or self._passed)
        )

    def time_is_up(self) -> None:
        """No more wagers, or what is done by default."""
        ask = self.dealer.ask
        if isinstance(ask, AskDecision):
            for one in ask.open:
                self.dealer.decide(self.game.choices.default(one.state, one), one.position)
                self.books.post("decision by default")
        elif isinstance(ask, AskWagers) and self._passed:
            assert self.settings.hands is not None
            self._limit_hands(self.settings.hands - 1)  # else one whom all have left would never end
        elif isinstance(ask, AskWagers) and self.game.hosting.may_begin(self.state):
            self._no_more_wagers()

    @property
    def _passed(self) -> bool:
        """Whether nobody at a tournament's table has wagered anything: when time is up the hand is over for all."""
        return (
            self.info.tournament is not None and not self.state.wagers and not self.game.hosting.may_begin(self.state)
        )

    def _no_more_wagers(self) -> None:
        self._collect_dues()
        self.dealer.close()
        self.ready.clear()
        self.books.post("no more wagers")

    def _collect_dues(self) -> None:
        """What the house is owed by the clock, a time charge, is collected before the round: on the tape and booked."""
        if self.info.tournament is not None or not isinstance(self.dealer.ask, AskWagers):
            return
        for position, action in list(self.game.hosting.dues(self.dealer.ask.state, minute_of_the_day())):
            self.dealer.act(position, action)
            self.books.post(
                f"due at {action.name}: {action.verb} charge" if action.name else action.verb.replace("_", " ")
            )

    def _draw(self) -> None:
        self.chance.commit()
        self.chance.draw()
        self.books.post("settlement")

    def go_on(self) -> None:
        """Chance, and bots, until the round waits for a person."""
        for _ in range(MOST_AT_ONCE):
            self.chance.commit()
            if self.info.closed or self.notices.apply_due():
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
                self.dealer.decide(self.game.choices.default(ask.state, ask))
                self.books.post("decision by custom")  # what follows from it may settle wagers
            elif isinstance(ask, AskDecision):
                if (ready := next(((one, bot) for one in ask.open if (bot := self._bot(one.position))), None)) is None:
                    return
                one, bot = ready
                bot.answer(self.dealer, one)
                self.books.post("decision of a bot")
            elif self.settings.dealer == "person":
                return
            else:
                self._draw()
        raise RuntimeError("the round does not end")

    def _just_opened(self) -> bool:
        """Whether the first person has come to a table that had nobody: the round begins anew with him."""
        automatic = self.settings.dealer == "automatic" and self.game.hosting.offers_first
        empty = not self.dealer.state.positions and self._opened != self.dealer.state.rounds
        offered = any(isinstance(step, Ask) and not isinstance(step, AskWagers) for step in self.dealer.steps)
        return automatic and empty and not offered and bool(self.people()) and not self.state.wagers

    def _all_ready(self) -> bool:
        """Whether everybody who sits here has said so; in a tournament, everybody who has chips."""
        people = self.people()
        if self.info.tournament is not None:
            people = {seat.number for seat in self.state.positions if seat.number in people and self._has_chips(seat)}
        people = {number for number in people if not self.game.hosting.sits_out(self.state, number)}
        automatic = self.settings.dealer == "automatic"
        anybody = bool(people) or (self.info.tournament is not None and bool(self.state.wagers)) or self._left_wagers()
        return automatic and anybody and people <= self.ready and self.game.hosting.may_begin(self.state)

    def _left_wagers(self) -> bool:
        """Whether wagers lie of somebody who is gone: they are played out."""
        return any(seat.bot == STANDS_UP and self.state.of(number) for number, seat in self.seats.items())

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

    def _bots_wager(self) -> None:
        """Once in a round, each bot wagers as it likes; with nobody there, bots do not play."""
        if not self.people() and self.info.tournament is None:
            return
        for position, seat in sorted(self.seats.items()):
            if seat.bot not in BOTS or self._bots_played.get(position) == self.dealer.state.rounds:
                continue
            self._bots_played[position] = self.dealer.state.rounds
            held = self.state.seat(position)
            if held is not None and not held.rack and not self.state.of(position):
                continue  # it has lost everything, and looks on
            for action in Bot(f"{self.info.id} {position} {self.entries}", position, seat.bot).wagers(self.dealer):
                if not self.notices.holds_back(position, action):
                    self.dealer.act(position, action)
                self.books.post("wager of a bot")

    def _do_afterwards(self) -> None:
        """The round is over: what positions have said that they do then."""
        for position, verb in self.settings.afterwards.items():
            self._wait_with(position, None)
            if self.dealer.allowed(position, Action(verb)):
                self.dealer.act(position, Action(verb))
                self.books.post(verb.replace("_", " "))

    def _limit_hands(self, hands: int) -> None:
        """Deal no more hands than these, however many it was to be."""
        self.change_settings(hands=hands if self.settings.hands is None else min(hands, self.settings.hands))

    # ---- the table inventory

    @property
    def _wanted(self) -> int:
        """So much must be there. A dealer who is a person is told that it runs low, and somebody sees to it."""
        return LOW if self.settings.dealer == "automatic" else 0

    def _fill_up(self) -> None:
        """What a table has not got is brought at once."""
        if self.books.inventory < self._wanted and not self.info.closed:
            self.books.slip(OPENING - self.books.inventory, "the house", "fill by the house")
