"""Decks and compositions, which say how many of each card there are, in no particular order.

A composition is a tuple of counts by index: `counts[card.index]` is the number of copies of `card`. It has 53 counts
for cards and 21 for pai gow tiles; `pieces` tells them apart by length.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.equipment.cards import CARDS, JOKER, Card, Rank
from pitboss.equipment.tiles import SET, TILES


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that make up one deck.

    >>> STANDARD.size, SPANISH.size, STANDARD.with_jokers(2).size
    (52, 48, 54)
    >>> STANDARD.without(Rank.TWO, Card("As"), name="stripped").size
    47
    """

    name: str
    counts: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Deck({self.name!r}, {self.size} cards)"

    @property
    def size(self) -> int:
        return sum(self.counts)

    def with_jokers(self, jokers: int = 1) -> "Deck":
        return Deck(f"{self.name} + {jokers} joker{'s'[: jokers != 1]}", (*self.counts[: JOKER.index], jokers))

    def without(self, *stripped: Rank | Card, name: str) -> "Deck":
        """Return this deck without the given ranks and without the given single cards."""
        removed = {card for card in CARDS if card in stripped or (not card.is_joker and card.rank in stripped)}
        return Deck(name, tuple(0 if card in removed else n for card, n in zip(CARDS, self.counts, strict=True)))


STANDARD = Deck("standard", (1,) * 52 + (0,))
SPANISH = STANDARD.without(Rank.TEN, name="Spanish")
PAI_GOW = Deck("pai gow", SET)

_PIECES: dict[int, tuple[Card, ...]] = {len(CARDS): CARDS, len(TILES): TILES}


def pieces(counts: Sequence[int]) -> tuple[Card, ...]:
    """Return the cards or tiles that a composition counts, in index order.

    >>> pieces(PAI_GOW.counts)[0], sum(PAI_GOW.counts)
    (Tile('6-6'), 32)
    """
    return _PIECES[len(counts)]


def composition(decks: int = 1, deck: Deck = STANDARD) -> tuple[int, ...]:
    """Return the composition of `decks` decks combined.

    >>> sum(composition(decks=8)), composition(decks=8)[Card("Ah").index]
    (416, 8)
    """
    if decks < 1:
        raise ValueError(f"{decks} decks: at least one is needed")
    return tuple(n * decks for n in deck.counts)


def spread(counts: Sequence[int]) -> list[Card]:
    """List the cards of a composition one by one, in index order.

    >>> [str(card) for card in spread(composition(2, STANDARD.with_jokers()))][-3:]
    ['As', 'Jk', 'Jk']
    """
    check_composition(counts)
    return [card for card, n in zip(pieces(counts), counts, strict=True) for _ in range(n)]


def check_composition(counts: Sequence[int]) -> None:
    if len(counts) not in _PIECES or min(counts) < 0:
        kinds = f"{len(CARDS)} counts by card index, or {len(TILES)} by tile index"
        raise ValueError(f"a composition is {kinds}, none below 0, not {list(counts)}")
