"""The loop's encoding of cards as letters of one byte (see `kernel/__init__`)."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from pitboss.equipment import CARDS, Card, Suit
from pitboss.families.twenty_one.kernel.rules import RANKS
from pitboss.families.twenty_one.round import TwentyOne
from pitboss.families.twenty_one.round.hands import value_of

Array = NDArray[Any]

DECK = [card for card in CARDS if not card.is_joker]
SUITS = list(Suit)
RED = [SUITS.index(suit) for suit in SUITS if suit.is_red]


def letter(card: Card) -> int:
    """Encode a card for the loop."""
    value = value_of(card)
    return value - 1 | SUITS.index(card.suit) << 4 | (int(card.rank) - RANKS if value == RANKS else 0) << 6


def could_be_blackjack(game: TwentyOne[Any], up: Card) -> bool:
    """Whether the dealer may have a blackjack with this first card."""
    return game.count.of_card(up) in game.layout.fact("surrender_held")["up_worth"]
