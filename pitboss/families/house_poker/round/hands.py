"""The state of a house poker table: hands, the dealer's cards, community cards, the meter."""

from __future__ import annotations

from typing import Literal, TypeVar

from pitboss.equipment import Card, Hidden
from pitboss.table.cards import CardState
from pitboss.table.codec import FrozenStruct
from pitboss.table.state import Wager

BETWEEN_ROUNDS = ("meter", "uncounted", "deck", "by_hand")
"""The fields that persist between rounds; all others belong to a single round."""
Fate = Literal["", "folded", "void", "forfeited", "paid"]


class Hand(FrozenStruct):
    """A box's cards: face up, face down, and discarded.

    `progressive`: the hand takes part in the meter and in envy.
    `jackpot`: the hand has won a share of the meter.
    `parts`: the number of cards in each hand that they were set into; the cards are in that order.
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
        """The cards dealt to the hand, including any since discarded."""
        return (*self.all, *self.aside, *(held.card for held in self.aside_down))

    @property
    def all(self) -> tuple[Card, ...]:
        return (*self.cards, *(held.card for held in self.down))

    @property
    def name(self) -> str:
        return f"Position {self.box}"


class PokerState(CardState):
    """A table of poker against the house. The fields in `BETWEEN_ROUNDS` persist; the others belong to a single round.

    `meter` is a figure, not chips: wagers go to the inventory, and awards come from it. `uncounted` is the number of
    rounds since the stub was counted. `to` is the destination of the next card, `turn` the box whose turn it is,
    `may_make` the wagers that it may make for an amount of its choice, and `share` the amount paid to each hand that
    shares the meter. `taken_back` has the wagers that players took back, `given_up` those collected from folded hands;
    a void returns the latter, but not forfeited ones. `by_hand` is set when the shuffling device has been removed.
    `decided` is the number of decisions that all hands have made. `dealer_parts` is the number of cards in each hand
    that the dealer's were set into.
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
