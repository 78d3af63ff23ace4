"""The shoe as the table knows it: which cards are left, but not in what order.

Only the random source knows the order (see `sources`), so the shoe can be part of the table's state, stored and sent
to clients without revealing the next card. Methods return a new shoe and leave this one unchanged.

A card is in the shoe (`left`, the stub), in the discard rack (`discards`, which includes burned cards) or on the table;
the three counts always add up to `size`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from operator import gt

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import STANDARD, Deck, check_composition, composition
from pitboss.equipment.opaque import Opaque


class Shoe(Opaque):
    """A dealing shoe with its discard rack.

    >>> shoe = Shoe.new(decks=6).shuffled().cut(78).burn(Card("Ah")).draw(Card("Td"))
    >>> shoe
    Shoe(decks=6, left=310, discards=1, cut_card_reached=False, shuffles=1)
    >>> shoe.count(Card("Td")), shoe.on_table, shoe.discard(1).on_table
    (5, 1, 0)
    """

    __slots__ = ("decks", "full", "counts", "dealt", "burned", "discards", "cut_card", "shuffles")  # noqa: RUF023
    decks: int
    full: tuple[int, ...]
    "The composition of the whole shoe, wherever the cards are now."
    counts: tuple[int, ...]
    "The composition of the cards left to deal."
    dealt: int
    "The number of cards dealt since the shuffle, including burned cards."
    burned: int
    discards: int
    "The number of cards in the discard rack, including burned cards."
    cut_card: int | None
    "The number of cards behind the cutting card."
    shuffles: int
    "The serial number of the shuffle; 0 before the first."

    def __init__(
        self,
        decks: int,
        full: Sequence[int],
        counts: Sequence[int],
        dealt: int = 0,
        burned: int = 0,
        discards: int = 0,
        cut_card: int | None = None,
        shuffles: int = 0,
    ) -> None:
        for cards in (full, counts):
            check_composition(cards)
        self._fill(decks, tuple(full), tuple(counts), dealt, burned, discards, cut_card, shuffles)
        if any(map(gt, self.counts, self.full)) or self.left + self.dealt != self.size:
            raise ValueError(f"{self.left} cards left and {self.dealt} dealt are not the {self.size} cards of the shoe")
        if not 0 <= self.burned <= self.discards <= self.dealt:
            raise ValueError(f"{self.burned} burned, {self.discards} discarded, {self.dealt} dealt: impossible")

    @classmethod
    def new(cls, decks: int, deck: Deck = STANDARD) -> "Shoe":
        """Return a shoe of inspected cards, not yet shuffled."""
        return _inspected(decks, deck)

    @classmethod
    def _sound(cls, *values: object) -> "Shoe":
        """Create a shoe without validation, for operations that cannot make a valid shoe invalid."""
        shoe = object.__new__(cls)
        shoe._fill(*values)
        return shoe

    def __repr__(self) -> str:
        return f"Shoe({', '.join(f'{name}={value}' for name, value in self.view().items())})"

    @property
    def size(self) -> int:
        return sum(self.full)

    @property
    def left(self) -> int:
        return sum(self.counts)

    @property
    def on_table(self) -> int:
        return self.dealt - self.discards

    @property
    def cut_card_reached(self) -> bool:
        """Whether the cutting card has come out or is next."""
        return self.cut_card is not None and self.left <= self.cut_card

    def count(self, card: Card) -> int:
        """Return how many copies of a card are left."""
        return self.counts[card.index]

    def stub_count_correct(self, on_table: int) -> bool:
        """Whether the stub, the discard rack and the cards counted on the table add up to the whole shoe."""
        return self.left + on_table + self.discards == self.size

    def shuffled(self, on_table: Iterable[Card] = ()) -> "Shoe":
        """Shuffle all cards except those on the table (when a shoe runs out in the middle of a round)."""
        fresh = Shoe._sound(self.decks, self.full, self.full, 0, 0, 0, None, self.shuffles + 1)
        for card in on_table:
            fresh = fresh.draw(card)
        return fresh

    def cut(self, behind: int) -> "Shoe":
        """Insert the cutting card so that `behind` cards are behind it."""
        if not 0 <= behind <= self.left:
            raise ValueError(f"the cutting card cannot have {behind} cards behind it: {self.left} are in the shoe")
        rest = self.dealt, self.burned, self.discards
        return Shoe(self.decks, self.full, self.counts, *rest, behind, self.shuffles)

    def draw(self, card: Card) -> "Shoe":
        """Deal a card to the table.

        >>> Shoe.new(decks=1).shuffled().draw(Card("Ah")).draw(Card("Ah"))
        Traceback (most recent call last):
        ValueError: no ace of hearts (Ah) can come from this shoe: it had 1, and 0 are left
        """
        if self.shuffles == 0:
            raise ValueError(f"{card} cannot be drawn: the shoe has not been shuffled")
        at, left = card.index, self.counts[card.index]
        if left == 0:
            raise ValueError(f"no {card.name} ({card}) can come from this shoe: it had {self.full[at]}, and 0 are left")
        counts = list(self.counts)
        counts[at] = left - 1
        rest = self.burned, self.discards, self.cut_card, self.shuffles
        return Shoe._sound(self.decks, self.full, tuple(counts), self.dealt + 1, *rest)

    def burn(self, card: Card) -> "Shoe":
        """Deal a card to the discard rack."""
        return self.draw(card).burn_from_table()

    def burn_from_table(self) -> "Shoe":
        """Move a card from the table to the discard rack as burned."""
        moved = self.burned + 1, self.discards + 1
        return Shoe(self.decks, self.full, self.counts, self.dealt, *moved, self.cut_card, self.shuffles)

    def discard(self, number: int) -> "Shoe":
        """Move cards from the table to the discard rack."""
        if not 0 <= number <= self.on_table:
            raise ValueError(f"{number} cards cannot be discarded: {self.on_table} are on the table")
        rest = self.cut_card, self.shuffles
        return Shoe(self.decks, self.full, self.counts, self.dealt, self.burned, self.discards + number, *rest)

    def view(self) -> dict[str, int | bool]:
        """Return what anyone at the table may see. The composition is left out, because it would give away face-down
        cards.
        """
        names = ("decks", "left", "discards", "cut_card_reached", "shuffles")
        return {name: getattr(self, name) for name in names}


@cache
def _inspected(decks: int, deck: Deck) -> Shoe:
    cards = composition(decks, deck)
    return Shoe(decks, full=cards, counts=cards)
