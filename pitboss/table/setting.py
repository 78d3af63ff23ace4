"""Setting hands: dividing one's cards into several hands, in private.

1. A `Setting` names the hands and the number of cards in each. A choice is written by the places of the cards, like
   every set of cards (`decisions`): those of every hand but the last, which gets the rest: "1-3", or "3-6/1" for three
   hands. So neither the choices nor the tape reveal the cards.
2. Such a decision has its hands in `AskDecision.sets`: terminal, script, API and floor then know that cards are being
   arranged, and `parse` reads the cards or places that a player names.
3. A foul, which no one sets on purpose, is recognised before it counts (`Choices.warning`): the player is warned with
   the reason, and must repeat the choice to make it.
4. The house way of setting is one function of the game; it returns one of these choices.

>>> two = Setting((("high", 2), ("low", 2)))
>>> two.choices
('1-2', '1-3', '1-4', '2-3', '2-4', '3-4')
>>> two.parts("1-4", ("K", "9", "A", "4"))
(('K', '4'), ('9', 'A'))
>>> three = Setting((("low", 2), ("single", 1), ("high", 1)))
>>> three.choices[:3], three.parts("2-4/1", ("K", "9", "A", "4"))
(('1-2/3', '1-2/4', '1-3/2'), (('9', '4'), ('K',), ('A',)))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TypeVar

from pitboss.equipment import Card
from pitboss.table.decisions import parse_card_set

T = TypeVar("T")

HOUSE_WAY = "house_way"
"""The choice to set the cards the way the house sets its own."""
SET = "set"
"""The word before a hand's cards."""


@lru_cache(4096)
def _places(choice: str, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the places of the cards in each hand, from 0. Cached, because a house way tries every choice."""
    named = [tuple(int(place) - 1 for place in hand.split("-")) for hand in choice.split("/")]
    gone = {place for hand in named for place in hand}
    return (*named, tuple(place for place in range(count) if place not in gone))


@dataclass(frozen=True)
class Setting:
    """The hands to be set, each with its name and its number of cards."""

    hands: tuple[tuple[str, int], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.hands)

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(size for _, size in self.hands)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """Every way to divide the cards among the hands, by places from 1."""
        return tuple("/".join("-".join(map(str, hand)) for hand in way) for way in self._ways(self.sizes))

    def _ways(self, sizes: Sequence[int], gone: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(sizes) == 1:
            yield ()
            return
        left = [place for place in range(1, sum(self.sizes) + 1) if place not in gone]
        for hand in combinations(left, sizes[0]):
            yield from ((hand, *rest) for rest in self._ways(sizes[1:], (*gone, *hand)))

    def parts(self, choice: str, held: Sequence[T]) -> tuple[tuple[T, ...], ...]:
        """Return the hands that a choice makes of some cards."""
        return tuple([tuple([held[place] for place in hand]) for hand in _places(choice, len(held))])

    def split(self, held: Sequence[T]) -> tuple[tuple[T, ...], ...]:
        """Split cards that are already ordered by hand."""
        found, begins = [], 0
        for size in self.sizes:
            found.append(tuple(held[begins : begins + size]))
            begins += size
        return tuple(found)

    def describe(self, choice: str, held: Sequence[Card]) -> str:
        """Return a choice in words: the cards of each hand."""
        each = zip(self.names, self.parts(choice, held), strict=True)
        return ", ".join(f"{name} {' '.join(card.pretty for card in part)}" for name, part in each)

    def parse(self, said: str, held: Sequence[Card]) -> str:
        """Return the choice for the cards of each hand but the last; raise ValueError if they are not a valid setting.

        >>> from pitboss.equipment import cards
        >>> Setting((("high", 2), ("low", 2))).parse("set 4d Kd", cards("Kd 9c As 4d"))
        '1-4'
        """
        named = said.strip()
        if named.lower().split()[:1] == [SET]:
            named = named[len(SET) :]
        hands = [hand for hand in named.replace("|", "/").split("/") if hand.strip()]
        choice = "/".join(parse_card_set(hand, held) for hand in hands)
        if choice not in self.choices:
            wanted = " / ".join(f"{size} for the {name} hand" for name, size in self.hands[:-1])
            raise ValueError(f"{named.strip() or 'nothing'!r}: name {wanted}, of {' '.join(map(str, held))}")
        return choice
