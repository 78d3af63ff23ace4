"""What lies on a table of pai gow: a pile at every place, which becomes a hand that is set, and whose the bank is."""

from __future__ import annotations

from typing import TypeVar

from pitboss.equipment import Card, Hidden
from pitboss.table.cards import CardState
from pitboss.table.codec import FrozenStruct

DEALER = 0
"""The dealer's place."""
DEAD = -1
"""The place of a hand that is dealt and played by nobody, where there is one."""
BETWEEN_ROUNDS = ("button", "banked", "against_dealer", "meter", "deck")
"""What stands between rounds of what this procedure adds to a table; all else is of one round."""


class SetHand(FrozenStruct):
    """The pieces at a place, face up and face down.

    `position` is whose they are, 0 for the house. `parts`: how many pieces each of the hands has into which they were
    set; they lie in that order. `fate`: "void" for a hand that is out of the round, or a word of the game's own.
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
    """A table of pai gow. What is named in `BETWEEN_ROUNDS` stands between rounds, the rest within one.

    `button` is where the button lies, counted counterclockwise from the dealer; `banked` who had the bank in the last
    round, 0 for the dealer; `against_dealer` what each position had against the dealer in the last round that he
    banked; `meter` a figure, not chips; `deck` which of two decks is in play. `banker` is who has the bank of this
    round, with half of it if `co`; `closed`: no more wagers are taken; `starts` is the place of the first pile; `by`
    how it is found, where that is not as the table has it. `to` is where the piece goes that is asked for, `turn` the
    place that decides, about `asking`."""

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
        """The hand that the others play against: the banker's, or the dealer's."""
        return self.hand(self.banker or DEALER)


P = TypeVar("P", bound=PaiGowState)
