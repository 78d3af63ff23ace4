"""Cards, written as people write them: `Card("Ah")`, `Card("10d")`, `Card("A♥")`.

There are 53 of them, made once: `CARDS[card.index] is card`. The order is rank by rank from the deuce to the ace and
within a rank clubs, diamonds, hearts, spades (2c = 0, 2d = 1, … As = 51), then the joker (52). It is an order for
sorting and counting: no game of the chapter ranks suits, and what an ace is worth is a matter for the game.
"""

import re
from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import total_ordering
from typing import TYPE_CHECKING, NoReturn

from pitboss.equipment.notation import Written


class Suit(Enum):
    """One of the four suits; the value is its letter.

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
    """A rank as a number, the deuce 2 to the ace 14.

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

    The joker has neither rank nor suit: ask `is_joker` first.
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
        """The card that is written so; the same as `Card(text)`."""
        return cls(text)

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> "Card":
        return _NOTATIONS[rank.letter + suit.value]

    if not TYPE_CHECKING:  # only for the message: mypy must still know which attributes there are

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(f"{self!r} has no {name}")

    def __hash__(self) -> int:  # not the address: a set of cards has the same order in every process
        return self.index

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def _repr_html_(self) -> str:
        colour = "#c00" if not self.is_joker and self.suit.is_red else "#000"
        return f'<span style="color:{colour}" title="{self.name}">{self.pretty}</span>'


def cards(text: str) -> tuple[Card, ...]:
    """Many cards in one text, with spaces or commas between them or none.

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
    """The same cards, once it is sure that none is there twice.

    >>> distinct(cards("Ah Td Ah"))
    Traceback (most recent call last):
    ValueError: the ace of hearts (Ah) is there more than once
    """
    given = tuple(cards)
    seen = set()
    for card in given:
        if card in seen:
            raise ValueError(f"the {card.name} ({card}) is there more than once")
        seen.add(card)
    return given


def also_read(notations: dict[str, Card]) -> None:
    """Pieces of another set that are dealt as cards are (`tiles`): read from now on wherever a card is."""
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


def _make(index: int, text: str, pretty: str, name: str, **of: Rank | Suit) -> Card:
    card = object.__new__(Card)
    card._write(_text=text, index=index, pretty=pretty, name=name, is_joker=not of, **of)
    return card


def _make_all() -> dict[str, Card]:
    """Every card under every way to write it, in the order of the index."""
    notations: dict[str, Card] = {}
    outlines = {"♣": "♧", "♦": "♢", "♥": "♡", "♠": "♤"}
    for index, (rank, suit) in enumerate((rank, suit) for rank in Rank for suit in Suit):
        text, pretty = rank.letter + suit.value, rank.letter + suit.symbol
        card = _make(index, text, pretty, f"{rank.name} of {suit.name}".lower(), rank=rank, suit=suit)
        ranks = {rank.letter, rank.letter.lower(), str(rank.value) if rank <= Rank.TEN else rank.letter}
        # A heart pasted from a telephone carries U+FE0F, "show me as a picture".
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
"""How a card is written whose face is not seen."""
