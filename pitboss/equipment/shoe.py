"""The shoe as the table knows it: what is left in it, never in which order.

Only the random source knows the order (see `sources`). The shoe stands in the table's state, is stored and sent about,
and nobody can learn the next card from it. Every method returns the next shoe and leaves this one as it was.

A card is in the shoe (`left`, the stub), in the discard rack (`discards`, burned cards too) or on the table, and these
three always add up to `size`.
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
    "The composition of all the cards of this shoe, wherever they are now."
    counts: tuple[int, ...]
    "The composition of what is left to deal."
    dealt: int
    "How many cards are out of the shoe since the shuffle, burned cards included."
    burned: int
    discards: int
    "How many cards are in the discard rack, burned cards included."
    cut_card: int | None
    "How many cards are behind the cutting card."
    shuffles: int
    "The serial number of the shuffle; 0 for a shoe never shuffled."

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
        """Inspected cards, not yet shuffled."""
        return _inspected(decks, deck)

    @classmethod
    def _sound(cls, *values: object) -> "Shoe":
        """A shoe made of a sound one by a step that keeps it sound: it is not checked again."""
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
        """Whether the cutting card is the next to come out, or is out."""
        return self.cut_card is not None and self.left <= self.cut_card

    def count(self, card: Card) -> int:
        """How many such cards are left."""
        return self.counts[card.index]

    def stub_count_correct(self, on_table: int) -> bool:
        """Whether stub, discard rack and the cards counted on the table make the whole shoe."""
        return self.left + on_table + self.discards == self.size

    def shuffled(self, on_table: Iterable[Card] = ()) -> "Shoe":
        """All cards back in the shoe, but for those that stay on the table (a shoe that ran out in mid-round)."""
        fresh = Shoe._sound(self.decks, self.full, self.full, 0, 0, 0, None, self.shuffles + 1)
        for card in on_table:
            fresh = fresh.draw(card)
        return fresh

    def cut(self, behind: int) -> "Shoe":
        """The cutting card put in, with so many cards behind it."""
        if not 0 <= behind <= self.left:
            raise ValueError(f"the cutting card cannot have {behind} cards behind it: {self.left} are in the shoe")
        rest = self.dealt, self.burned, self.discards
        return Shoe(self.decks, self.full, self.counts, *rest, behind, self.shuffles)

    def draw(self, card: Card) -> "Shoe":
        """This card dealt to the table.

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
        """This card dealt to the discard rack."""
        return self.draw(card).burn_from_table()

    def burn_from_table(self) -> "Shoe":
        """A card moved from the table to the discard rack as a burned one."""
        moved = self.burned + 1, self.discards + 1
        return Shoe(self.decks, self.full, self.counts, self.dealt, *moved, self.cut_card, self.shuffles)

    def discard(self, number: int) -> "Shoe":
        """So many cards moved from the table to the discard rack."""
        if not 0 <= number <= self.on_table:
            raise ValueError(f"{number} cards cannot be discarded: {self.on_table} are on the table")
        rest = self.cut_card, self.shuffles
        return Shoe(self.decks, self.full, self.counts, self.dealt, self.burned, self.discards + number, *rest)

    def view(self) -> dict[str, int | bool]:
        """What anyone at the table may see; the composition would tell the cards that lie face down."""
        names = ("decks", "left", "discards", "cut_card_reached", "shuffles")
        return {name: getattr(self, name) for name in names}


@cache
def _inspected(decks: int, deck: Deck) -> Shoe:
    cards = composition(decks, deck)
    return Shoe(decks, full=cards, counts=cards)
