"""Who sits at a live table: people, and bots that keep them company."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pitboss.floor.batch import Seating
from pitboss.floor.bots import STANDS_UP, Bot
from pitboss.floor.commands import Kept
from pitboss.floor.committed import Committed, no
from pitboss.floor.ledger import bought_in
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import Seat, Standing, TableInfo
from pitboss.table import Action, Answer, Dealer, Refused, State, dollars
from pitboss.table.game import Game
from pitboss.table.steps import Acted, AskDecision, AskWagers

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

LEAVING = "leaving"
"""The strategy of a bot that was sent away and waits for the decision of its wagers."""
BOTS = ("best", "random", "cautious")
SHOWN = ("dealer", "hands", "afterwards")
"""Settings that the lobby shows as they are."""
COMPANION = "best"
"""How a bot plays that the house seats for company."""


class SeatedTable(Committed):
    """A table with its seats. `settings` is how it is run."""

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
        self._idle: dict[int, float] = {}
        self._rich: set[int] = set()
        "People who sat down with as much as the cage gives, or more."
        self.opened_by: int | None = None
        "The person who opened the table."

    def take_up(
        self, dealer: Dealer, inventory: int, ready: frozenset[int] = frozenset(), until: float | None = None
    ) -> None:
        acted = (step.position for step in dealer.steps if isinstance(step, Acted) and self._is_bots(step))
        self._bots_played = dict.fromkeys(acted, dealer.state.rounds)
        super().take_up(dealer, inventory, ready, until)

    def change_settings(self, **changed: Any) -> None:
        """Run the table otherwise from here on: in memory, in the lobby and in the database."""
        self.settings = self.settings.model_copy(update=changed)
        shown = {name: value for name, value in changed.items() if name in SHOWN}
        if shown:
            self.info = self.info.model_copy(update=shown)
        self.batch.row["settings"] = self.settings.model_dump_json()

    # ---- people

    def _seat_of(self, person: Person) -> int:
        for number, seat in self.seats.items():
            if seat.person == person.id:
                return number
        return 0

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
            text = f"there is no position {position}; there are positions 1 to {self.info.seats}"
            raise Refused(Answer(False, text, self.dealer.game.hosting.seats_section))
        self.dealer.act(position, Action("sit", amount=amount, name=name))
        if bot and self.info.tournament is None:  # a bot has what the cage gives it, and brings back what is left
            self.batch.journals.append(bought_in(person, amount))
        self.seats[position] = Seat(person, name, bot, self.newest())
        self.batch.seatings.append(Seating(position, person, self.newest(), bot))
        self.books.post(f"{name} sits down", person)

    def _vacate(self, position: int) -> None:
        before, person = self.state, self.seats[position].person
        self.dealer.act(position, Action("leave"))
        self._has_left(position, before, self.state)
        for place in self._brought_by(person):
            self._send_away(place)

    def _has_left(self, position: int, before: State, after: State) -> None:
        """Somebody took their chips and left, between these two states: the seat is free, and the chips are booked."""
        seat = self.seats.pop(position)
        left = before.bought_in - after.bought_in
        self._bots.pop(position, None)
        self._bots_played.pop(position, None)
        self.ready.discard(position)
        if position in self.settings.afterwards:
            self._wait_with(position, None)
        self.batch.seatings.append(Seating(position, None))
        self.books.post(f"{seat.name} leaves", seat.person, after)
        self._bring(position, None)
        if seat.bot and seat.bot != STANDS_UP and left and self.info.tournament is None:
            self.batch.journals.append(bought_in(seat.person, -left))

    def _stand_up(self, position: int) -> None:
        """Who leaves in the middle of a hand gives it up when it is his turn, and has his chips when it is over."""
        seat = self.seats[position]
        self.seats[position] = replace(seat, bot=STANDS_UP)
        self.batch.seatings.append(Seating(position, seat.person, seat.since, STANDS_UP))
        self.ready.discard(position)

    def people(self) -> set[int]:
        """The positions of people, not of bots."""
        return {number for number, seat in self.seats.items() if not seat.bot}

    def leave_idle(self, longest: float) -> None:
        """Free the positions of people who have done nothing for so long.

        Where no clock runs that would see to it, their questions are answered by default, and their wagers are taken
        down, or played out where they must stand.
        """
        now = time.monotonic()
        if self.info.tournament is not None:
            return  # who entered keeps his seat
        for position in self.people():
            if now - self._idle.setdefault(position, now) > longest:
                self.by_itself(lambda position=position: self._vacate_idle(position))  # type: ignore[misc]

    def _vacate_idle(self, position: int) -> None:
        if position not in self.people():
            return
        if not self.state.of(position) and isinstance(self.dealer.ask, AskWagers):
            self._vacate(position)
        elif self.deadline is None and self._is_waited_for(position):
            self._stand_up(position)

    def _is_waited_for(self, position: int) -> bool:
        """Whether a position holds the round up: a dealer who is a person may be late for reasons of their own."""
        ask = self.dealer.ask
        if isinstance(ask, AskDecision):
            return ask.of(position) is not None
        return isinstance(ask, AskWagers) and self.settings.dealer == "automatic"

    def _wait_with(self, position: int, verb: str | None) -> None:
        """A position does something after the round, or does not; whoever takes the table over knows it."""
        others = {who: said for who, said in self.settings.afterwards.items() if who != position}
        said = others if verb is None else {**others, position: verb}
        self.change_settings(afterwards=said)

    # ---- bots

    def _brought_by(self, person: int) -> list[int]:
        """The positions of the bots that a person brought."""
        return [position for position, owner in self.settings.brought.items() if owner == person]

    def _bring(self, position: int, person: int | None) -> None:
        """Note who brought the bot at a position, or (None) that it is gone."""
        if self.settings.brought.get(position) == person:
            return
        others = {place: owner for place, owner in self.settings.brought.items() if place != position}
        brought = others if person is None else {**others, position: person}
        self.change_settings(brought=brought)

    def _may_bring(self, person: Person) -> None:
        """`Refused` for a player who has as many bots here as a player may have."""
        terms = self.floor.policy.bots
        most = terms.at_own_table if person.id == self.opened_by else terms.elsewhere
        if len(self._brought_by(person.id)) >= most:
            raise no(f"you have {most} bots here, the most that a player may have at this table")

    def _may_remove(self, position: int, person: Person) -> None:
        """`Refused` for a player who did not bring the bot at a position."""
        owner = self.settings.brought.get(position, self.opened_by)
        if person.role is Role.PLAYER and owner != person.id:
            raise no(f"the bot at position {position} is not yours to remove; ask who brought it, or a floorperson")

    def _not_too_much(self, amount: int) -> None:
        """`Refused` for more chips than a bot brings, or while a player has won too much for more to be brought."""
        most = 100 * self.floor.policy.bots.highest_bankroll
        if amount > most:
            raise no(f"a bot brings {dollars(most)} at most, not {dollars(amount)}")
        if self._player_is_ahead:
            ahead = dollars(100 * self.floor.policy.bots.ahead)
            raise no(f"bots bring nothing more while a player is ahead by {ahead} or more at this table")

    @property
    def _player_is_ahead(self) -> bool:
        """Whether a player here has won or owns too much for bots to bring more chips to the table."""
        ahead = 100 * self.floor.policy.bots.ahead
        for position in self.people():
            seat = self.state.seat(position)
            wagered = sum(wager.amount for wager in self.state.of(position))
            if seat is not None and seat.rack + wagered - seat.bought_in >= ahead:
                return True
            if self.seats[position].person in self._rich:
                return True
        return False

    def _send_away(self, position: int) -> None:
        """A bot takes down what it may and goes, now or when what is left of its wagers is decided."""
        if position not in self.seats:
            return  # it left with the person who brought it
        for wager in self.state.of(position):
            down = Action("remove", wager.kind, spot=wager.spot)
            if self.dealer.allowed(position, down):
                self.dealer.act(position, down)
                self.books.post("wager of a bot")
        if self.dealer.allowed(position, Action("leave")):
            self._vacate(position)
        elif (seat := self.seats[position]).bot not in (LEAVING, STANDS_UP):
            self._bots.pop(position, None)
            self.seats[position] = replace(seat, bot=LEAVING)
            self.batch.seatings.append(Seating(position, seat.person, seat.since, LEAVING))

    @property
    def _bot_bankroll(self) -> int:
        """What a bot brings: as much as the table asks for at least."""
        layout = self.game.layout
        asked = layout.cents("min_buy_in") if "min_buy_in" in layout.options else 0
        return max(100 * self.floor.policy.bots.bankroll, asked)

    def _keep_company(self) -> None:
        """Where bots keep people company there are always some, and none without chips."""
        if not self.settings.company or not self.people() or self._player_is_ahead:
            return
        if self._bot_bankroll > 100 * self.floor.policy.bots.highest_bankroll:
            return
        for position, seat in sorted(self.seats.items()):
            held = self.state.seat(position)
            if seat.bot in BOTS and held is not None and not held.rack and not self.state.of(position):
                self.dealer.act(position, Action("buy_in", amount=self._bot_bankroll))
                self.batch.journals.append(bought_in(seat.person, self._bot_bankroll))
                self.books.post(f"{seat.name} buys in", seat.person)
        while len(self.seats) < min(self.settings.company, self.info.seats):
            position = self._free()
            bot = self.floor.bot_person(self.info.id, position)
            self._seat(bot.id, bot.name, position, self._bot_bankroll, COMPANION)

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
