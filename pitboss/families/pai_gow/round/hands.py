"""The state of a pai gow table: a pile at every place, to be set into hands, and the bank."""

from __future__ import annotations

from typing import TypeVar

from pitboss.equipment import Card, Hidden
from pitboss.table.cards import CardState
from pitboss.table.codec import FrozenStruct

DEALER = 0
"""The dealer's place."""
DEAD = -1
"""The place of a dead hand, which is dealt but not played."""
BETWEEN_ROUNDS = ("button", "banked", "against_dealer", "meter", "deck")
"""State fields that persist between rounds; all others last one round."""


class SetHand(FrozenStruct):
    """The pieces at a place, face up and face down.

    `position` is their owner, 0 for the house. `parts` has the size of each hand they were set into, in order. `fate`
    is "void" for a hand that is out of the round, or a word defined by the game.
    """

    box: int
    position: int
    cards: tuple[Card, ...] = ()
    down: tuple[Hidden, ...] = ()
    parts: tuple[int, ...] = ()
    fate: str = ""

    @property
    def all(self) -> tuple[Card, ...]:
        return (*self.cards, *(held.card for held in self.down))

    @property
    def name(self) -> str:
        return f"Position {self.box}" if self.box > 0 else "The dealer" if self.box == DEALER else "The dead hand"


class PaiGowState(CardState):
    """The state of a pai gow table. The fields in `BETWEEN_ROUNDS` persist between rounds; the others last one round.

    `button` is where the button is, counted counterclockwise from the dealer; `banked` is the last round's banker, 0
    for the dealer; `against_dealer` has each position's wager in the last round that the dealer banked; `meter` is the
    meter's reading, not chips; `deck` says which of two decks is in play. `banker` is the banker of this round, with
    half of the bank if `co`; `closed` means that betting is closed; `starts` is the place that gets the first pile;
    `by` is the method that found it, if it is not the table's usual one. `to` is where the next piece goes, `turn` is
    the place asked to decide, and `asking` is what it is asked.
    """

    button: int = 1
    banked: int = 0
    against_dealer: tuple[tuple[int, int], ...] = ()
    meter: int = 0
    deck: int = 0

    banker: int = 0
    co: bool = False
    closed: bool = False
    by: str = ""
    starts: int | None = None
    hands: tuple[SetHand, ...] = ()
    to: int = 0
    turn: int = 0
    asking: str = ""

    def hand(self, box: int) -> SetHand:
        return next(hand for hand in self.hands if hand.box == box)

    @property
    def against(self) -> SetHand:
        """The hand the others play against: the banker's, or the dealer's."""
        return self.hand(self.banker or DEALER)


P = TypeVar("P", bound=PaiGowState)
