"""A twenty-one table's values: scores, hands, boxes, and the state."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from pitboss.equipment import CARDS, Card, Hidden, Rank, Shoe
from pitboss.pricing.twenty_one.terms import ACE, TEN
from pitboss.table.cards import CardState
from pitboss.table.codec import FrozenStruct

Fate = Literal["", "waits", "stands", "held", "out"]
"""The fate of a hand: to be played, a waiting blackjack, standing, surrendered and waiting, or settled and picked up.
"""

_SPOT = re.compile(r"(\d+)(?:-(\d+))?(?:/(\d+))?")


# ---- Scores


class Score(NamedTuple):
    """The total of a hand, which is soft if an ace in it counts its high value.

    >>> Score(17, True)
    soft 17
    """

    total: int
    soft: bool = False

    def __repr__(self) -> str:
        return f"soft {self.total}" if self.soft else str(self.total)


@dataclass(frozen=True, slots=True)
class Count:
    """How cards are counted: each card's value, with an ace at its high value, and the limit.

    >>> from pitboss.equipment import cards
    >>> count = Count.of(picture=10, ace=(11, 1), limit=21)
    >>> count.score(cards("Ah 6d")), count.score(cards("Ah 6d Tc")), count.score(cards("Ah Ad 9c"))
    (soft 17, 17, soft 21)
    """

    worth: tuple[int, ...]
    ace: tuple[int, int]
    limit: int

    @classmethod
    def of(cls, picture: int, ace: Iterable[int], limit: int) -> Count:
        high, low = ace
        special = {Rank.JACK: picture, Rank.QUEEN: picture, Rank.KING: picture, Rank.ACE: high}
        return cls(
            tuple(0 if card.is_joker else special.get(card.rank, int(card.rank)) for card in CARDS), (high, low), limit
        )

    def of_card(self, card: Card) -> int:
        """The value of a card, with an ace at its high value."""
        return self.worth[card.index]

    def score(self, cards: Iterable[Card]) -> Score:
        """The score, with aces counted high unless that would exceed the limit."""
        high, low = self.ace
        total = aces = 0
        for card in cards:
            worth = self.worth[card.index]
            aces += worth == high
            total += worth
        while total > self.limit and aces:
            total, aces = total - high + low, aces - 1
        return Score(total, aces > 0)


def value_of(card: Card) -> int:
    """The value of a card in charts and shoes, where an ace is 1."""
    return ACE if card.rank == Rank.ACE else min(int(card.rank), TEN)


# ---- The state of the table


class Hand(FrozenStruct):
    """A box's cards, or those of one part after a split. `owed`: a card was asked for and missed.

    `dealt` is the number of the hand dealt to the spot that it is or was split from; 0 where a box has one hand.
    `exchanged`: its second card came from the spot's other hand.
    """

    box: int
    number: int = 1
    cards: tuple[Card, ...] = ()
    split: bool = False
    doubled: bool = False
    fate: Fate = ""
    owed: bool = False
    dealt: int = 0
    exchanged: bool = False

    @property
    def spot(self) -> str:
        return f"{self.box}-{self.number}" if self.number > 1 else str(self.box)

    @property
    def name(self) -> str:
        if self.dealt:
            return f"spot {self.box}, hand {self.number}"
        return f"box {self.box}, hand {self.number}" if self.split else f"box {self.box}"


class Box(FrozenStruct):
    """A box in play: the players with wagers on it, starting with the caller of its decisions, and the cards it
    received, in order.
    """

    number: int
    people: tuple[int, ...]
    received: tuple[Card, ...] = ()
    dead: bool = False

    @property
    def caller(self) -> int:
        return self.people[0]


class Result(FrozenStruct):
    """The result of a player's stake on a box, or on one of the hands dealt to it."""

    position: int
    box: int
    circle: int
    net: int
    dealt: int = 0


class TwentyOneState(CardState):
    """A twenty-one table. The first block of fields persists between rounds, the rest only within one.

    `kept` is the other compartment of a double shoe, `side` the one in use. `played` are the positions that wagered in
    the last round. `asked`, `turn` and `phase` are the position that decides, the spot it decides on, and the decision.
    `refused` are the positions that did not accept an exposed card, `misses` what can go wrong with the card that is
    due.

    `meter` is what the house owes the next winner of a progressive award, in cents. It is a figure, not chips: wagers
    go to the inventory, and awards come from it. `top` are the progressive wagers that have won it in this round. A
    streak wager carries the rounds won so far as its mark, and is on once it is running. `first` is the position that
    came first to the empty table and has the first cut; 0 stands for the first place.
    """

    kept: Shoe | None = None
    side: str = ""
    batch: int = 0
    reshuffle: bool = False
    burns: int = 0
    cut_box: int = 0
    played: tuple[int, ...] = ()
    reader_down: bool = False
    first: int = 0

    boxes: tuple[Box, ...] = ()
    hands: tuple[Hand, ...] = ()
    dealer: tuple[Card, ...] = ()
    hole: Hidden | None = None
    initial: bool = False
    checked: bool = False
    exposed: tuple[Card, ...] = ()
    refused: tuple[int, ...] = ()
    misses: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    """The wagers made during the deal that have been offered already."""
    face_up: int = 0
    overdraws: bool = False
    dealer_skipped: bool = False
    results: tuple[Result, ...] = ()
    asked: int = 0
    turn: str = ""
    phase: str = ""
    by_hand: bool = False
    """Whether the shuffler was taken off the table."""
    meter: int = 0
    top: tuple[tuple[int, str], ...] = ()

    def box(self, number: int) -> Box:
        return next(box for box in self.boxes if box.number == number)

    def hand(self, spot: str) -> Hand:
        return next(hand for hand in self.hands if hand.spot == spot)

    def hands_of(self, box: int) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.hands if hand.box == box)


T = TypeVar("T", bound=TwentyOneState)


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of a spot."""

    box: int
    hand: int = 0
    circle: int = 0


@lru_cache(maxsize=4096)
def place_of(spot: str) -> Place | None:
    match = _SPOT.fullmatch(spot)
    return Place(int(match[1]), int(match[2] or 0), int(match[3] or 0)) if match else None


def spot_of(hand: str, circle: int) -> str:
    return f"{hand}/{circle}" if circle else hand
