"""A random source that deals a simulated unit to the real round, using the kernel's own random words.

This repeats the kernel's randomness in plain Python, one draw at a time, so that `round.py` can replay a unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import spread
from pitboss.equipment.dice import Dice, outcomes
from pitboss.equipment.sources import Opening
from pitboss.simulation.philox import WORD, digits, per_word, plain_block, rejection_limit
from pitboss.simulation.shuffles import NUMBERS

FACES = 6
SHARED = WORD - 1
"""The stream shared by units with a single draw; its counter is the group's number."""

OWN = WORD - 2
"""The stream in which each unit has its own word, four units per block; its counter is the block's number."""


class UnitSource:
    """A `RandomSource` that gives the table one unit's random outcomes.

    Numbers below n are the digits of words in base n. With `first_below`, the first number of the unit is a digit of
    words shared with adjacent units; with `own_below`, its first numbers are digits of its own word.

    >>> source = UnitSource(seed=7, unit=1_000_003)
    >>> [str(source.dice()) for _ in range(4)] == [str(dice) for dice in UnitSource(7, 1_000_003).rolls(4)]
    True
    """

    def __init__(self, seed: int, unit: int, first_below: int = 0, own_below: int = 0) -> None:
        self.seed, self.unit = seed, unit
        self._words = _words(seed, unit, NUMBERS)
        self._left: list[int] = [shared_digit(seed, unit, first_below)] if first_below else []
        if own_below:
            self._left = own_digits(seed, unit, own_below)[::-1]
        self._below = first_below or own_below
        self._shuffles = 0
        self._orders: dict[str, list[Card]] = {}
        self._dealt: dict[str, int] = {}
        self._finished: dict[str, Opening] = {}

    def number(self, below: int) -> int:
        """Return a number from 0 to `below` - 1."""
        if not self._left or self._below != below:
            self._below = below
            drawn = next(drawn for word in self._words if (drawn := digits(word, below)))
            self._left = drawn[::-1]
        return self._left.pop()

    def dice(self, number: int = 2) -> Dice:
        """Roll a number of dice."""
        return outcomes(number)[self.number(FACES**number)]

    def draw(self, of: int, take: int, out: Sequence[int] = ()) -> tuple[int, ...]:
        """Draw different numbers from 1 to `of`, leaving out those that are already out."""
        self._shuffles += 1
        left = [number for number in range(1, of + 1) if number not in out]
        for place, other in enumerate(islice(places(len(left), _words(self.seed, self.unit, self._shuffles)), take)):
            left[place], left[other] = left[other], left[place]
        return tuple(left[:take])

    def rolls(self, number: int) -> list[Dice]:
        """Roll two dice several times."""
        return [self.dice() for _ in range(number)]

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        """Shuffle these cards. The order is not secret, since it follows from the seed."""
        if shoe_id in self._orders:
            self.finish(shoe_id)
        self._shuffles += 1
        order = spread(composition)
        for place, other in enumerate(places(len(order), _words(self.seed, self.unit, self._shuffles))):
            order[place], order[other] = order[other], order[place]
        self._orders[shoe_id], self._dealt[shoe_id] = order, 0
        return self._opening(shoe_id).commitment

    def card(self, shoe_id: str) -> Card:
        """Return the next card of a shoe."""
        if shoe_id not in self._orders:
            raise LookupError(f"shoe {shoe_id!r} is not in play: it must first be shuffled")
        self._dealt[shoe_id] += 1
        return self._orders[shoe_id][self._dealt[shoe_id] - 1]

    def finish(self, shoe_id: str) -> None:
        """Take the shoe out of play."""
        self._finished[shoe_id] = self._opening(shoe_id)
        del self._orders[shoe_id]

    def opening(self, shoe_id: str) -> Opening:
        """Return the order of a finished shoe."""
        if shoe_id not in self._finished:
            raise LookupError(f"shoe {shoe_id!r} cannot be opened: it must first be finished or shuffled again")
        return self._finished[shoe_id]

    def _opening(self, shoe_id: str) -> Opening:
        return Opening(f"philox:{self.seed}:{self.unit}:{self._shuffles}", tuple(self._orders[shoe_id]))


def shared_digit(seed: int, unit: int, below: int) -> int:
    """Return the draw of a single-draw unit, which shares its words with adjacent units.

    A rejected word is replaced by the same word of the next block, so that the draws of other units do not change.
    """
    draws = per_word(below)
    group, within = divmod(unit, 4 * draws)
    word, digit = divmod(within, draws)
    block = 0
    while (drawn := digits(plain_block(seed, group, SHARED, block)[word], below)) is None:
        block += 1
    return drawn[digit]


def own_digits(seed: int, unit: int, below: int) -> list[int]:
    """Return the draws from a unit's own word; a rejected word is replaced like a shared one."""
    block = 0
    while (drawn := digits(plain_block(seed, unit // 4, OWN, block)[unit % 4], below)) is None:
        block += 1
    return drawn


def places(size: int, words: Iterator[int]) -> Iterator[int]:
    """Yield the index that each place of a shuffled deck is swapped with, from the front."""
    draws = per_word(size)
    done = 0
    while done < size:
        ranges = [size - place for place in range(done, min(done + draws, size))]
        space = 1
        for outcomes_left in ranges:
            space *= outcomes_left
        drawn, fraction = divmod(next(words) * space, WORD)
        if fraction < rejection_limit(space):
            continue
        # `drawn` is the outcome's number in the mixed radix of the ranges, most significant digit first.
        for outcomes_left in ranges:
            space //= outcomes_left
            digit, drawn = divmod(drawn, space)
            yield done + digit
            done += 1


def _words(seed: int, unit: int, stream: int) -> Iterator[int]:
    block = 0
    while True:
        yield from plain_block(seed, unit, stream, block)
        block += 1
