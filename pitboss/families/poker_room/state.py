"""What stands on a table of the poker room."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.equipment import Card
from pitboss.families.poker_room.betting import Betting
from pitboss.table.cards import CardState
from pitboss.table.view import Hidden

ALL_IN, FORCED_BET, STRADDLE, DECLINE, DISCARD = "all_in", "forced_bet", "straddle", "decline", "discard"
SIT_OUT, COME_BACK = "sit_out", "come_back"
POT, BACK = "pot", "unmatched"
"""The spots of chips that are in the pot, and of those that go back because nobody matched them."""
BLINDS = ("small_blind", "big_blind", "third_blind")
SAID = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}


@dataclass(frozen=True, slots=True)
class Held:
    """A player's cards in this round. `live`: not given up; `shown`: turned up at the showdown."""

    position: int
    down: tuple[Hidden, ...] = ()
    up: tuple[Card, ...] = ()
    live: bool = True
    shown: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand, those face down first."""
        return (*(one.card for one in self.down), *self.up)


@dataclass(frozen=True, slots=True)
class PokerState(CardState):
    """What stands on the table. `hands` are in the order in which cards are dealt, clockwise.

    `muck` are cards given up or discarded, `burned` those burned; `away` sit out, `owing` missed the big blind. After a
    void deal (`redeal`) the button stays. `asked` is what a position is asked beside its turn to bet.
    """

    button: int = 0
    street: int = 0
    hands: tuple[Held, ...] = ()
    board: tuple[Card, ...] = ()
    burned: tuple[Hidden, ...] = ()
    muck: tuple[Hidden, ...] = ()
    betting: Betting | None = None
    away: tuple[int, ...] = ()
    owing: tuple[int, ...] = ()
    redeal: bool = False
    asked: str = ""
    straddled: int = 0

    @property
    def live(self) -> tuple[int, ...]:
        """Who is still in."""
        return tuple([held.position for held in self.hands if held.live])

    @property
    def pot(self) -> int:
        """All that lies on the layout."""
        return sum([wager.amount for wager in self.wagers])

    def hand(self, position: int) -> Held | None:
        return next((held for held in self.hands if held.position == position), None)
