"""Decks and compositions: how many of each card there are, and nothing about their order.

A composition is a tuple of counts by index: `counts[card.index]` cards such as `card`. Of cards there are 53 counts, of
pai gow tiles 21, and by their number `pieces` knows which they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.equipment.cards import CARDS, JOKER, Card, Rank
from pitboss.equipment.tiles import SET, TILES


@dataclass(frozen=True, slots=True)
class Deck:
    """What one deck is made of.

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
        """This deck with all cards of some ranks, or some single cards, taken out."""
        gone = {card for card in CARDS if card in stripped or (not card.is_joker and card.rank in stripped)}
        return Deck(name, tuple(0 if card in gone else n for card, n in zip(CARDS, self.counts, strict=True)))


STANDARD = Deck("standard", (1,) * 52 + (0,))
SPANISH = STANDARD.without(Rank.TEN, name="Spanish")
PAI_GOW = Deck("pai gow", SET)

_PIECES: dict[int, tuple[Card, ...]] = {len(CARDS): CARDS, len(TILES): TILES}


def pieces(counts: Sequence[int]) -> tuple[Card, ...]:
    """What a composition counts, in the order of the index: cards, or tiles.

    >>> pieces(PAI_GOW.counts)[0], sum(PAI_GOW.counts)
    (Tile('6-6'), 32)
    """
    return _PIECES[len(counts)]


def composition(decks: int = 1, deck: Deck = STANDARD) -> tuple[int, ...]:
    """The counts of so many decks put together.

    >>> sum(composition(decks=8)), composition(decks=8)[Card("Ah").index]
    (416, 8)
    """
    if decks < 1:
        raise ValueError(f"{decks} decks: at least one is needed")
    return tuple(n * decks for n in deck.counts)


def spread(counts: Sequence[int]) -> list[Card]:
    """The cards of a composition laid out one by one, in the order of the index.

    >>> [str(card) for card in spread(composition(2, STANDARD.with_jokers()))][-3:]
    ['As', 'Jk', 'Jk']
    """
    check_composition(counts)
    return [card for card, n in zip(pieces(counts), counts, strict=True) for _ in range(n)]


def check_composition(counts: Sequence[int]) -> None:
    if len(counts) not in _PIECES or min(counts) < 0:
        kinds = f"{len(CARDS)} counts by card index, or {len(TILES)} by tile index"
        raise ValueError(f"a composition is {kinds}, none below 0, not {list(counts)}")
