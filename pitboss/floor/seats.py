"""The seats of a live table."""

from __future__ import annotations

import time
from collections.abc import Set
from dataclasses import replace
from typing import TYPE_CHECKING

from pitboss.floor.batch import SeatChange
from pitboss.floor.bots import STANDS_UP
from pitboss.floor.ledger import bot_journal
from pitboss.floor.people import Person
from pitboss.floor.refusals import refusal
from pitboss.floor.sight import Seat
from pitboss.table import Action, State
from pitboss.table.steps import AskDecision, AskWagers

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable


class Seats:
    """The occupied seats of a table, committed or not."""

    def __init__(self, table: LiveTable, taken: dict[int, Seat]) -> None:
        self._table = table
        self.taken = taken
        self._last_active: dict[int, float] = {}

    # ---- lookup

    def position_of(self, person: Person) -> int:
        """The position of a person; 0 if they are not seated."""
        for number, seat in self.taken.items():
            if seat.person == person.id:
                return number
        return 0

    def own_position(self, person: Person, claimed: int | None = None) -> int:
        """The position of a seated person; `Refused` if they have none, or `claimed` another one."""
        if not (position := self.position_of(person)):
            raise refusal("you do not sit at this table; sit down first")
        if claimed is not None and claimed != position:
            raise refusal(f"position {claimed} is not yours; you sit at position {position}")
        return position

    def first_free(self) -> int:
        """The first free position; `Refused` if the table is full."""
        seats = self._table.info.seats
        free = next((number for number in range(1, seats + 1) if number not in self.taken), 0)
        if not free:
            raise refusal(f"all {seats} positions are taken")
        return free

    def people(self) -> set[int]:
        """The positions of people, without bots."""
        return {number for number, seat in self.taken.items() if not seat.bot}

    def have_wagers_left_behind(self) -> bool:
        """Whether a player who stood up has left wagers behind, which are played out."""
        return any(seat.bot == STANDS_UP and self._table.state.wagers_of(number) for number, seat in self.taken.items())

    # ---- sitting down and leaving

    def seat(self, person: int, name: str, position: int, amount: int, bot: str = "") -> None:
        """Seat a person, or a bot that plays the strategy `bot`, with chips."""
        table = self._table
        if not 1 <= position <= table.info.seats:
            text = f"there is no position {position}; there are positions 1 to {table.info.seats}"
            raise refusal(text, table.dealer.game.hosting.seats_section)
        table.dealer.act(position, Action("sit", amount=amount, name=name))
        if bot and table.info.tournament is None:  # the house lends a bot its chips, and takes back what is left
            table.batch.journals.append(bot_journal(person, amount))
        self._take(position, Seat(person, name, bot, table.newest()))
        table.books.post(f"{name} sits down", person)

    def vacate(self, position: int) -> None:
        """Let a player, and the bots they brought, take their chips and leave."""
        table = self._table
        before, person = table.state, self.taken[position].person
        table.dealer.act(position, Action("leave"))
        self.release(position, before, table.state)
        for place in table.bots.brought_by(person):
            table.bots.send_away(place)

    def release(self, position: int, before: State, after: State) -> None:
        """Free the seat of a player who left between two states, and book their chips."""
        table = self._table
        seat = self.taken.pop(position)
        left = before.bought_in - after.bought_in
        table.bots.forget(position)
        table.ready.discard(position)
        if position in table.settings.afterwards:
            self.set_afterwards(position, None)
        table.batch.seatings.append(SeatChange(position, None))
        table.books.post(f"{seat.name} leaves", seat.person, after)
        table.bots.set_owner(position, None)
        if seat.bot and seat.bot != STANDS_UP and left and table.info.tournament is None:
            table.batch.journals.append(bot_journal(seat.person, -left))

    def stand_up(self, position: int) -> None:
        """Let a player leave in the middle of a hand: they fold on their turn, and get their chips after the hand."""
        self.set_bot(position, STANDS_UP)
        self._table.ready.discard(position)

    def set_bot(self, position: int, strategy: str) -> None:
        """Let a bot with this strategy play a position from now on."""
        self._take(position, replace(self.taken[position], bot=strategy))

    def _take(self, position: int, seat: Seat) -> None:
        self.taken[position] = seat
        self._table.batch.seatings.append(SeatChange(position, seat.person, seat.since, seat.bot))

    def set_afterwards(self, position: int, verb: str | None) -> None:
        """Record what a position will do after the round (None for nothing), in the settings so that another owner
        knows it.
        """
        others = {other: later for other, later in self._table.settings.afterwards.items() if other != position}
        self._table.change_settings(afterwards=others if verb is None else {**others, position: verb})

    # ---- idle players

    def note_activity(self, person: Person) -> None:
        """Remember that a person has just done something."""
        self._last_active[self.position_of(person)] = time.monotonic()

    def vacate_idle(self, longest: float) -> None:
        """Free the positions of people who have been inactive for more than `longest` seconds.

        At a table without a clock, they get the default decisions. Their wagers are taken down if the rules allow it,
        and otherwise played out.
        """
        if self._table.info.tournament is not None:
            return  # entrants keep their seats
        now = time.monotonic()
        for position in self.people():
            if now - self._last_active.setdefault(position, now) > longest:
                self._table.enqueue(lambda position=position: self._vacate_if_possible(position))  # type: ignore[misc]

    def vacate_people(self, who: Set[int]) -> None:
        """Free the positions of these people as soon as their wagers allow it; entrants keep their seats."""
        if self._table.info.tournament is None:
            for position in self.people():
                if self.taken[position].person in who:
                    self._table.enqueue(lambda position=position: self._vacate_if_possible(position))  # type: ignore[misc]

    def _vacate_if_possible(self, position: int) -> None:
        table = self._table
        if position not in self.people():
            return
        if not table.state.wagers_of(position) and isinstance(table.dealer.ask, AskWagers):
            self.vacate(position)
        elif table.deadline is None and self._is_waited_for(position):
            self.stand_up(position)

    def _is_waited_for(self, position: int) -> bool:
        """Whether a position holds up the round; a human dealer may be slow for other reasons."""
        ask = self._table.dealer.ask
        if isinstance(ask, AskDecision):
            return ask.for_position(position) is not None
        return isinstance(ask, AskWagers) and self._table.settings.dealer == "automatic"
