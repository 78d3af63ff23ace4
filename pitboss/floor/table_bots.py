"""The bots of a live table, which accompany players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor.bots import STANDS_UP, Advice, Bot
from pitboss.floor.ledger import bot_journal
from pitboss.floor.people import Person, Role
from pitboss.floor.refusals import refusal
from pitboss.table import Action, Dealer, dollars
from pitboss.table.steps import Acted

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable

LEAVING = "leaving"
"""The strategy of a bot that was sent away and is waiting for its wagers to be decided."""
STRATEGIES = ("best", "random", "cautious")
COMPANION = "best"
"""The strategy of the bots that the house seats as company."""


class TableBots:
    """The bots at a table: adding and removing them, and how they play."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._bots: dict[int, Bot] = {}
        self._wagered_in: dict[int, int] = {}
        "The last round in which the bot at a position wagered."
        self.wealthy: set[int] = set()
        "People who sat down although they already had as much as the cage gives."

    def resume(self, dealer: Dealer) -> None:
        """Continue from the state of a dealer: bots that wagered in this round do not wager again."""
        acted = (step.position for step in dealer.steps if isinstance(step, Acted) and self._is_wager(step))
        self._wagered_in = dict.fromkeys(acted, dealer.state.rounds)

    def _is_wager(self, step: Acted) -> bool:
        """Whether this step is a wager by a bot."""
        seat = self._table.seats.taken.get(step.position)
        return seat is not None and bool(seat.bot) and step.action.verb != "sit"

    def forget(self, position: int) -> None:
        """Forget the bot at a position, if there was one."""
        self._bots.pop(position, None)
        self._wagered_in.pop(position, None)

    # ---- adding and removing

    def brought_by(self, person: int) -> list[int]:
        """The positions of the bots that a person brought."""
        return [position for position, owner in self._table.settings.brought.items() if owner == person]

    def set_owner(self, position: int, person: int | None) -> None:
        """Set who brought the bot at a position; None for the house, or when the bot has left."""
        brought = self._table.settings.brought
        if brought.get(position) == person:
            return
        others = {place: owner for place, owner in brought.items() if place != position}
        self._table.change_settings(brought=others if person is None else {**others, position: person})

    def check_may_add(self, person: Person) -> None:
        """`Refused` for a player who already has the maximum number of bots here."""
        terms = self._table.floor.policy.bots
        most = terms.at_own_table if person.id == self._table.opened_by else terms.elsewhere
        if len(self.brought_by(person.id)) >= most:
            raise refusal(f"you already have {most} bots here, the maximum for one player at this table")

    def check_may_remove(self, position: int, person: Person) -> None:
        """`Refused` for a player who did not bring the bot at a position."""
        owner = self._table.settings.brought.get(position, self._table.opened_by)
        if person.role is Role.PLAYER and owner != person.id:
            raise refusal(
                f"the bot at position {position} is not yours to remove; ask the player who brought it, "
                "or a floorperson"
            )

    def check_bankroll(self, amount: int) -> None:
        """`Refused` for more chips than a bot may bring, or while a player is too far ahead."""
        terms = self._table.floor.policy.bots
        most = 100 * terms.highest_bankroll
        if amount > most:
            raise refusal(f"a bot brings at most {dollars(most)}, not {dollars(amount)}")
        if self._player_is_ahead:
            ahead = dollars(100 * terms.ahead)
            raise refusal(f"bots bring no more chips while a player is ahead by {ahead} or more at this table")

    @property
    def bankroll(self) -> int:
        """The chips that a bot brings by default: at least the table's minimum buy-in."""
        layout = self._table.game.layout
        least = layout.cents("min_buy_in") if "min_buy_in" in layout.options else 0
        return max(100 * self._table.floor.policy.bots.bankroll, least)

    @property
    def _player_is_ahead(self) -> bool:
        """Whether a player has won or owns too much for bots to bring more chips to the table."""
        table = self._table
        ahead = 100 * table.floor.policy.bots.ahead
        for position in table.seats.people():
            seat = table.state.seat(position)
            wagered = sum(wager.amount for wager in table.state.wagers_of(position))
            if seat is not None and seat.rack + wagered - seat.bought_in >= ahead:
                return True
            if table.seats.taken[position].person in self.wealthy:
                return True
        return False

    def send_away(self, position: int) -> None:
        """Let a bot take down the wagers it may and leave, now or when its other wagers are decided."""
        table = self._table
        if position not in table.seats.taken:
            return  # it left with the person who brought it
        for wager in table.state.wagers_of(position):
            down = Action("remove", wager.kind, spot=wager.spot)
            if table.dealer.allowed(position, down):
                table.dealer.act(position, down)
                table.books.post("wager of a bot")
        if table.dealer.allowed(position, Action("leave")):
            table.seats.vacate(position)
        elif table.seats.taken[position].bot not in (LEAVING, STANDS_UP):
            self._bots.pop(position, None)
            table.seats.set_bot(position, LEAVING)

    def send_away_leaving(self) -> None:
        """Send away the bots that are waiting to leave."""
        for position in [n for n, seat in self._table.seats.taken.items() if seat.bot in (LEAVING, STANDS_UP)]:
            self.send_away(position)

    def keep_company(self) -> None:
        """Seat enough bots, with chips, at a table where bots keep people company."""
        table, seats = self._table, self._table.seats
        if not table.settings.company or not seats.people() or self._player_is_ahead:
            return
        if self.bankroll > 100 * table.floor.policy.bots.highest_bankroll:
            return
        for position, seat in sorted(seats.taken.items()):
            held = table.state.seat(position)
            if seat.bot in STRATEGIES and held is not None and not held.rack and not table.state.wagers_of(position):
                table.dealer.act(position, Action("buy_in", amount=self.bankroll))
                table.batch.journals.append(bot_journal(seat.person, self.bankroll))
                table.books.post(f"{seat.name} buys in", seat.person)
        while len(seats.taken) < min(table.settings.company, table.info.seats):
            position = seats.first_free()
            bot = table.floor.bot_person(table.info.id, position)
            seats.seat(bot.id, bot.name, position, self.bankroll, COMPANION)

    # ---- playing

    def at(self, position: int) -> Bot | None:
        """The bot that plays a position; None for a person, and until the best strategy is computed."""
        table = self._table
        seat = table.seats.taken.get(position)
        if seat is None or not seat.bot:
            return None
        if position not in self._bots:
            advice = None
            if seat.bot == "best" and table.game.decisions:
                learned = table.floor.advice(table.game.layout, lambda: table.enqueue(lambda: None))
                if learned is None:
                    return None
                advice = learned.advice
            self._bots[position] = self._new(position, seat.bot, advice)
        return self._bots[position]

    def wager(self) -> None:
        """Let each bot wager once in a round; without people, bots play only in tournaments."""
        table = self._table
        if not table.seats.people() and table.info.tournament is None:
            return
        for position, seat in sorted(table.seats.taken.items()):
            if seat.bot not in STRATEGIES or self._wagered_in.get(position) == table.dealer.state.rounds:
                continue
            self._wagered_in[position] = table.dealer.state.rounds
            held = table.state.seat(position)
            if held is not None and not held.rack and not table.state.wagers_of(position):
                continue  # it has lost everything and only watches
            for action in self._new(position, seat.bot).wagers(table.dealer):
                if not table.notices.holds_back(position, action):
                    table.dealer.act(position, action)
                table.books.post("wager of a bot")

    def _new(self, position: int, strategy: str, advice: Advice | None = None) -> Bot:
        return Bot(f"{self._table.info.id} {position} {self._table.entries}", position, strategy, advice)
