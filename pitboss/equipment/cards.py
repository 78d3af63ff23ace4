"""Playing cards: `Card("Ah")`, `Card("10d")`, `Card("A♥")`.

There are 53 of them, created once: `CARDS[card.index] is card`. They are ordered by rank from deuce to ace and within
a rank by suit: clubs, diamonds, hearts, spades (2c = 0, 2d = 1, … As = 51), then the joker (52). The order is only for
sorting and counting: the regulation ranks no suits, and each game decides what an ace is worth.
"""

import re
from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import total_ordering
from typing import TYPE_CHECKING, NoReturn

from pitboss.equipment.notation import Written


class Suit(Enum):
    """One of the four suits, with its letter as the value.

    >>> Suit("h"), Suit.HEARTS.symbol, Suit.HEARTS.is_red
    (<Suit.HEARTS: 'h'>, '♥', True)
    """

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def symbol(self) -> str:
        return {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[self.value]

    @property
    def is_red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(IntEnum):
    """A rank as a number, from 2 (deuce) to 14 (ace).

    >>> Rank.ACE > Rank.KING, Rank(10).letter
    (True, 'T')
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]


@total_ordering
class Card(Written):
    """A playing card.

    >>> card = Card("10♥")
    >>> card, str(card), card.pretty, card.name, card.index
    (Card('Th'), 'Th', 'T♥', 'ten of hearts', 34)
    >>> card.rank, card.suit, Card.of(Rank.TEN, Suit.HEARTS) is card
    (<Rank.TEN: 10>, <Suit.HEARTS: 'h'>, True)
    >>> Card("1h")
    Traceback (most recent call last):
    ValueError: '1h' is not a card: write a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣, ♦, ♥, ♠),
    such as Ah or 10♦; or Joker

    The joker has no rank and no suit: check `is_joker` first.
    """

    __slots__ = ("index", "is_joker", "name", "pretty", "rank", "suit")
    index: int
    rank: Rank
    suit: Suit
    pretty: str
    name: str
    is_joker: bool

    def __new__(cls, text: str) -> "Card":
        card = _NOTATIONS.get(text) or _NOTATIONS.get(text.strip())
        return card if isinstance(card, cls) else _not_a_card(text)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card with this notation, like `Card(text)`."""
        return cls(text)

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> "Card":
        return _NOTATIONS[rank.letter + suit.value]

    if not TYPE_CHECKING:  # only for a clearer message; mypy must still know the attributes

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(f"{self!r} has no {name}")

    def __hash__(self) -> int:  # not the address, so that a set of cards iterates in the same order in every process
        return self.index

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def _repr_html_(self) -> str:
        colour = "#c00" if not self.is_joker and self.suit.is_red else "#000"
        return f'<span style="color:{colour}" title="{self.name}">{self.pretty}</span>'


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces, commas or nothing.

    >>> cards("Ah Td, 5c") == cards("AhTd5c") == (Card("Ah"), Card("Td"), Card("5c"))
    True
    >>> cards("Ah Tx")
    Traceback (most recent call last):
    ValueError: 'Tx' is not a card: write a rank ...
    """
    found = []
    for part in re.split(r"[\s,]+", text):
        at = 0
        while at < len(part):
            match = _ONE_CARD.match(part, at) or _not_a_card(part[at:])
            found.append(_NOTATIONS[match.group()])
            at = match.end()
    return tuple(found)


def distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards as a tuple, or raise ValueError if one appears twice.

    >>> distinct(cards("Ah Td Ah"))
    Traceback (most recent call last):
    ValueError: the ace of hearts (Ah) appears more than once
    """
    given = tuple(cards)
    seen = set()
    for card in given:
        if card in seen:
            raise ValueError(f"the {card.name} ({card}) appears more than once")
        seen.add(card)
    return given


def also_read(notations: dict[str, Card]) -> None:
    """Let `Card` and `cards` also parse pieces that are dealt like cards, such as pai gow tiles."""
    global _ONE_CARD
    _NOTATIONS.update(notations)
    _ONE_CARD = _pattern()


def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_NOTATIONS, key=len, reverse=True)))


def _not_a_card(text: str) -> NoReturn:
    if _LIKE_A_TILE.fullmatch(text.strip()):
        raise ValueError(
            f"{text!r} is not a pai gow tile: write the spots of its two ends, 1 to 6 each, such as 6-6 or 1-3"
        )
    raise ValueError(
        f"{text!r} is not a card: write a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣, ♦, ♥, ♠), "
        "such as Ah or 10♦; or Joker"
    )


def _make(index: int, text: str, pretty: str, name: str, **rank_and_suit: Rank | Suit) -> Card:
    card = object.__new__(Card)
    card._write(_text=text, index=index, pretty=pretty, name=name, is_joker=not rank_and_suit, **rank_and_suit)
    return card


def _make_all() -> dict[str, Card]:
    """Return every card under each of its notations, in index order."""
    notations: dict[str, Card] = {}
    outlines = {"♣": "♧", "♦": "♢", "♥": "♡", "♠": "♤"}
    for index, (rank, suit) in enumerate((rank, suit) for rank in Rank for suit in Suit):
        text, pretty = rank.letter + suit.value, rank.letter + suit.symbol
        card = _make(index, text, pretty, f"{rank.name} of {suit.name}".lower(), rank=rank, suit=suit)
        ranks = {rank.letter, rank.letter.lower(), str(rank.value) if rank <= Rank.TEN else rank.letter}
        # A heart pasted from a phone may carry U+FE0F, the emoji variation selector.
        suits = (suit.value, suit.value.upper(), suit.symbol + "\ufe0f", suit.symbol, outlines[suit.symbol])
        notations |= {r + s: card for r in ranks for s in suits}
    joker = _make(52, "Jk", "🃏", "joker")
    return notations | dict.fromkeys(("Jk", "JK", "jk", "Jo", "Joker", "JOKER", "joker", "🃏"), joker)


_NOTATIONS = _make_all()
_ONE_CARD = _pattern()
_LIKE_A_TILE = re.compile(r"\d+-\d+")
CARDS: tuple[Card, ...] = tuple(dict.fromkeys(_NOTATIONS.values()))
JOKER = CARDS[52]
FACE_DOWN = "??"
"""The notation of a face-down card."""
