"""The automatic part of a live table: it deals, bots play, and the round continues until it waits for a person."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pitboss.floor.people import Person
from pitboss.table import Action
from pitboss.table.state import Position
from pitboss.table.steps import Acted, Ask, AskDecision, AskWagers

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable

MOST_STEPS = 20_000
"""More consecutive replies from chance and bots than any round has; reaching this is a bug."""


def minute_of_the_day() -> int:
    """The local time in minutes since midnight."""
    now = time.localtime(time.time())
    return 60 * now.tm_hour + now.tm_min


class Procedure:
    """Keeps a table's rounds going."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._offered_in = -1
        "The round that began with an offer of the dice or the shoe to the first player."

    def go_on(self) -> None:
        """Let chance and the bots answer until the round waits for a person."""
        table = self._table
        for _ in range(MOST_STEPS):
            table.chance.commit()
            if table.info.closed or table.notices.apply_due() or not self._advance():
                return
        raise RuntimeError("the round does not end")

    def _advance(self) -> bool:
        """Take one step, unless the round waits for a person; returns whether one was taken."""
        table = self._table
        ask = table.dealer.ask
        assert ask is not None
        if isinstance(ask, AskWagers):
            return self._bet()
        if isinstance(ask, AskDecision):
            return self._decide(ask)
        if table.settings.dealer == "person":
            return False
        self.draw()
        return True

    def _bet(self) -> bool:
        """Let bots wager, and close the betting when everyone is ready; returns whether it was closed."""
        table = self._table
        self._do_afterwards()
        table.bots.send_away_leaving()
        table.bots.keep_company()
        if not table.dealer.state.rounds and len(table.seats.taken) < table.settings.drawn:
            return False
        if self.over:
            if not table.state.wagers:
                return False
        else:
            table.bots.wager()
            if self._first_player_came():
                self._offered_in = table.dealer.state.rounds
            elif not self._all_ready():
                return False
        self.close_betting()
        return True

    def _decide(self, ask: AskDecision) -> bool:
        """Take a decision that is a formality or a bot's; returns whether there was one."""
        table = self._table
        if ask.formality and table.settings.formalities == "custom":
            table.dealer.decide(table.game.choices.default(ask.state, ask))
            table.books.post("decision by custom")  # its consequences may settle wagers
            return True
        for question in ask.open_questions:
            if bot := table.bots.at(question.position):
                bot.answer(table.dealer, question)
                table.books.post("decision of a bot")
                return True
        return False

    def act_on_timeout(self) -> None:
        """When time is up, close the betting or take the default decisions."""
        table = self._table
        ask = table.dealer.ask
        if isinstance(ask, AskDecision):
            for question in ask.open_questions:
                table.dealer.decide(table.game.choices.default(question.state, question), question.position)
                table.books.post("decision by default")
        elif isinstance(ask, AskWagers) and self._all_passed:
            assert table.settings.hands is not None
            self.limit_hands(table.settings.hands - 1)  # otherwise a deserted tournament would never end
        elif isinstance(ask, AskWagers) and table.game.hosting.may_begin(table.state):
            self.close_betting()

    def draw(self) -> None:
        """Roll, spin, shuffle or deal."""
        self._table.chance.commit()
        self._table.chance.draw()
        self._table.books.post("settlement")

    # ---- betting

    def closes_betting(self) -> bool:
        """Whether betting may close without a dealer closing it."""
        table = self._table
        return bool(
            table.settings.dealer == "automatic"
            and table.seats.people()
            and not self.over
            and (table.dealer.state.rounds or len(table.seats.taken) >= table.settings.drawn)
            and (table.game.hosting.may_begin(table.state) or self._all_passed)
        )

    def close_betting(self) -> None:
        """Collect any dues and begin the round."""
        self._collect_dues()
        self._table.dealer.close()
        self._table.ready.clear()
        self._table.books.post("no more wagers")

    def _collect_dues(self) -> None:
        """Collect time-based dues, such as a time charge, before the round begins."""
        table = self._table
        if table.info.tournament is not None or not isinstance(table.dealer.ask, AskWagers):
            return
        for position, action in list(table.game.hosting.dues(table.dealer.ask.state, minute_of_the_day())):
            table.dealer.act(position, action)
            table.books.post(
                f"due at {action.name}: {action.verb} charge" if action.name else action.verb.replace("_", " ")
            )

    def _do_afterwards(self) -> None:
        """Carry out the actions that positions postponed until after the round."""
        table = self._table
        for position, verb in table.settings.afterwards.items():
            table.seats.set_afterwards(position, None)
            if table.dealer.allowed(position, Action(verb)):
                table.dealer.act(position, Action(verb))
                table.books.post(verb.replace("_", " "))

    @property
    def _all_passed(self) -> bool:
        """Whether no one at a tournament table has wagered, so that the hand is over for everyone when time is up."""
        table = self._table
        return (
            table.info.tournament is not None
            and not table.state.wagers
            and not table.game.hosting.may_begin(table.state)
        )

    def _first_player_came(self) -> bool:
        """Whether a person has sat down at an empty table, where the dice or the shoe are offered before betting."""
        table = self._table
        automatic = table.settings.dealer == "automatic" and table.game.hosting.offers_first
        empty = not table.dealer.state.positions and self._offered_in != table.dealer.state.rounds
        offered = any(isinstance(step, Ask) and not isinstance(step, AskWagers) for step in table.dealer.steps)
        return automatic and empty and not offered and bool(table.seats.people()) and not table.state.wagers

    def _all_ready(self) -> bool:
        """Whether all people are ready; in a tournament, all who have chips."""
        table = self._table
        people = table.seats.people()
        if table.info.tournament is not None:
            people = {seat.number for seat in table.state.positions if seat.number in people and self._has_chips(seat)}
        people = {number for number in people if not table.game.hosting.sits_out(table.state, number)}
        automatic = table.settings.dealer == "automatic"
        tournament_wagers = table.info.tournament is not None and bool(table.state.wagers)
        anybody = bool(people) or tournament_wagers or table.seats.have_wagers_left_behind()
        return automatic and anybody and people <= table.ready and table.game.hosting.may_begin(table.state)

    def _has_chips(self, seat: Position) -> bool:
        return bool(seat.rack or self._table.state.wagers_of(seat.number))

    # ---- the end of a table

    @property
    def over(self) -> bool:
        """Whether all hands of this table are dealt, or everyone in its tournament has lost all chips."""
        table = self._table
        hands = table.settings.hands
        if hands is None:
            return False
        all_lost = (
            table.info.tournament is not None
            and bool(table.seats.taken)
            and not any(map(self._has_chips, table.state.positions))
        )
        return table.dealer.state.rounds >= hands or all_lost

    def limit_hands(self, hands: int) -> None:
        """Deal at most this many hands."""
        held = self._table.settings.hands
        self._table.change_settings(hands=hands if held is None else min(hands, held))

    def end_round(self, person: Person, closes: bool = False) -> None:
        """Void the round in progress and book each step; if the table `closes`, all players leave with it."""
        table, books = self._table, self._table.books
        before = books.posted
        ended = table.dealer.end_round(person.name, sorted(table.seats.taken) if closes else (), closes)
        books.forget_coupons()
        for step in ended.steps:
            if isinstance(step, Acted) and step.action.verb == "leave":
                table.seats.release(step.position, before, step.state)
            else:
                books.note(step)
                books.post(f"void: {person.name} ends the round", state=step.state)
            before = step.state
        books.post("the next round begins")
        table.tally.end_round(ended.state, void=True)
        table.ready.clear()
        if ended.reset:
            table.chance.source.finish_all()

    def close_table(self, person: Person) -> None:
        """Send everyone away and return the inventory; a round in progress is void."""
        table, seats = self._table, self._table.seats
        if not table.state.wagers and all(table.dealer.allowed(position, Action("leave")) for position in seats.taken):
            for position in list(seats.taken):
                if position in seats.taken:  # a bot leaves with the person who brought it
                    seats.vacate(position)
        else:
            self.end_round(person, closes=True)
        table.books.return_house_money(person.name)
        table.chance.source.finish_all()
        table.info = table.info.model_copy(update={"closed": True})
        table.batch.row["closed"] = time.time()
