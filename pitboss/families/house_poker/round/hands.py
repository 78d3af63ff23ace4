"""What lies on a table of house poker: the hands, the dealer's cards, the community cards, the meter."""

from __future__ import annotations

from typing import Literal, TypeVar

from pitboss.equipment import Card, Hidden
from pitboss.table.cards import CardState
from pitboss.table.codec import FrozenStruct
from pitboss.table.state import Wager

BETWEEN_ROUNDS = ("meter", "uncounted", "deck", "by_hand")
"""What stands between rounds of what this procedure adds to a table; all else is of one round."""
Fate = Literal["", "folded", "void", "forfeited", "paid"]


class Hand(FrozenStruct):
    """The cards of a box, face up and face down, and those put aside.

    `progressive`: it has its part in the meter and in envy.
    `jackpot`: it has won a share of the meter.
    `parts`: how many cards each of the hands has into which it was set; they lie in that order.
    """

    box: int
    position: int
    cards: tuple[Card, ...] = ()
    down: tuple[Hidden, ...] = ()
    fate: str = ""
    progressive: bool = False
    jackpot: bool = False
    aside: tuple[Card, ...] = ()
    aside_down: tuple[Hidden, ...] = ()
    parts: tuple[int, ...] = ()

    @property
    def dealt(self) -> tuple[Card, ...]:
        """What was dealt to it, also what it has put aside since."""
        return (*self.all, *self.aside, *(held.card for held in self.aside_down))

    @property
    def all(self) -> tuple[Card, ...]:
        return (*self.cards, *(held.card for held in self.down))

    @property
    def name(self) -> str:
        return f"Position {self.box}"


class PokerState(CardState):
    """A table of poker against the house. What is named in `BETWEEN_ROUNDS` stands between rounds, the rest within one.

    `meter` is a figure, not chips: wagers go to the inventory, awards come from it. `uncounted` are the rounds since
    the stub was counted. `to` is where the card goes that is asked for, `turn` the box that decides, `may_make` the
    wagers that it may make for an amount of its own, `share` what each is paid who shares the meter,
    `taken_back` the wagers that went back to their position by its own choice, `given_up` those that were collected
    from hands which folded: a void brings them back, but not what was forfeited. `by_hand`: the shuffling device was
    taken off the table. `decided`: how many of the round's decisions all have made. `dealer_parts`: how many cards
    each of the hands has into which the dealer's were set.
    """

    meter: int = 0
    uncounted: int = 0
    deck: int = 0
    by_hand: bool = False

    hands: tuple[Hand, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_down: tuple[Hidden, ...] = ()
    community: tuple[Card, ...] = ()
    community_down: tuple[Hidden, ...] = ()
    to: int = 0
    turn: int = 0
    decided: int = 0
    may_make: tuple[str, ...] = ()
    face_up: int = 0
    dealer_short: bool = False
    share: int = 0
    taken_back: tuple[Wager, ...] = ()
    given_up: tuple[Wager, ...] = ()
    dealer_parts: tuple[int, ...] = ()

    def hand(self, box: int) -> Hand:
        return next(hand for hand in self.hands if hand.box == box)


P = TypeVar("P", bound=PokerState)
