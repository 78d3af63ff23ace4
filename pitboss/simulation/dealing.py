"""Dealing in compiled loops: deals the first cards of many rounds at once, sorts them, and numbers sets of cards.

Each round is its own unit: one deck, shuffled once. `deal` gives the first cards of the deck for `TOGETHER` units at a
time, one row per card and one column per unit, in the order in which they leave the deck; `UnitSource` gives the real
round the same cards. Each loop is a separate function, so that the compiler can tell that rows do not overlap. None of
them allocates memory: they work in `ScratchBuffers`.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import IntArray, Integer, compiled, inline, inner
from pitboss.simulation.philox import SPARE, WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS, shuffle

TOGETHER = 512
"""The number of units dealt in parallel: enough for vector instructions, few enough for the L1 cache."""
DECK = 52
JOKERS = 2
"""The maximum number of jokers in a deck; they are numbered after the 52 cards."""
WORDS = 4
"""The number of words in a block."""
MOST = WORDS * per_word(DECK)
"""The maximum number of cards that one block of words can draw."""

_U = np.uint64
_LOW, _HALF = _U(WORD - 1), _U(32)
_ZERO, _ONE = _U(0), _U(1)
_WORD = _U(WORD)
_FITS = WORD // SPARE
_STREAM = _U(NUMBERS + 1)
_TWO_OF, _THREE_OF, _FOUR_OF, _FIVE_OF = (
    np.array([comb(card, number) for card in range(DECK + JOKERS)], np.uint32) for number in (2, 3, 4, 5)
)


class ScratchBuffers(NamedTuple):
    """A loop's buffers, allocated once before it runs.

    `dealt` holds the cards, one row per card and one column per unit, in the order in which they leave the deck.
    `noted` holds one value per unit that a loop needs again later.
    """

    dealt: NDArray[np.uint8]
    noted: NDArray[np.uint16]
    words: NDArray[np.uint32]
    rejected: NDArray[np.uint8]
    deck: NDArray[np.uint8]
    block: NDArray[np.uint32]

    @classmethod
    def of(cls, cards: int, jokers: int = 0) -> ScratchBuffers:
        """Allocate buffers for rounds that use this many cards of a deck with this many jokers."""
        if jokers > JOKERS:
            raise ValueError(f"{jokers} jokers in a deck: at most {JOKERS}")
        return cls.of_pieces(cards, DECK + jokers)

    @classmethod
    def of_pieces(cls, number: int, size: int) -> ScratchBuffers:
        """Allocate buffers for rounds that use this many pieces of a set of another size, such as tiles."""
        if number > (most := WORDS * per_word(size)):
            raise ValueError(f"{number} of {size}: one block of words draws at most {most}")
        return cls(
            np.empty((number, TOGETHER), np.uint8),
            np.empty(TOGETHER, np.uint16),
            np.empty((WORDS, TOGETHER), np.uint32),
            np.empty(TOGETHER, np.uint8),
            np.empty(size, np.uint8),
            np.empty(WORDS, np.uint32),
        )


# ---- The deal


@inner
def _blocks(seed: Integer, first: Integer, words: IntArray) -> None:
    """Compute the first block of each unit's shuffle."""
    for at in range(TOGETHER):
        a, b, c, d = unit_block(seed, first + _U(at), _STREAM, _ZERO)
        words[0, at] = a
        words[1, at] = b
        words[2, at] = c
        words[3, at] = d


@compiled
def _draw(fractions: IntArray, left: Integer, card: Integer, places: IntArray) -> None:
    """Draw one of the remaining cards; the leftover fraction serves the next draw."""
    for at in range(TOGETHER):
        drawn = _U(fractions[at]) * left
        fractions[at] = drawn & _LOW
        places[at] = (drawn >> _HALF) + card


@compiled
def _skip(fractions: IntArray, left: Integer) -> None:
    """Skip an unneeded draw from each word."""
    for at in range(TOGETHER):
        fractions[at] = (_U(fractions[at]) * left) & _LOW


@inner
def _find_rejected(fractions: IntArray, below: Integer, rejected: IntArray) -> None:
    """Mark the units whose word would favour some orders of the cards."""
    for at in range(TOGETHER):
        rejected[at] |= np.uint8(_U(fractions[at]) < below)


@inner
def _replace_taken(cards: IntArray, before: Integer, places: IntArray) -> None:
    """If an earlier draw took from a place, replace it with the place that its new card came from."""
    for at in range(TOGETHER):
        cards[at] = before if cards[at] == places[at] else cards[at]


@inner
def _deal_slowly(seed: Integer, unit: Integer, buffers: ScratchBuffers, at: Integer) -> None:
    """Deal one unit that has a rejected word."""
    deck, dealt = buffers.deck, buffers.dealt
    for card in range(deck.shape[0]):
        deck[card] = card
    shuffle(deck, dealt.shape[0], buffers.block, seed, unit, _STREAM)
    for card in range(dealt.shape[0]):
        dealt[card, at] = deck[card]


@compiled
def deal(seed: Integer, first: Integer, buffers: ScratchBuffers) -> None:
    """Deal the first cards of the deck in `TOGETHER` units, starting at unit `first`, into `buffers.dealt`.

    No deck is shuffled; instead the place from which a card is drawn is traced back through the earlier draws.
    """
    dealt, words, rejected = buffers.dealt, buffers.words, buffers.rejected
    number, size = dealt.shape[0], buffers.deck.shape[0]
    rejected[:] = 0
    _blocks(seed, first, words)
    draws, most = 1, size
    while most * size <= _FITS:
        most *= size
        draws += 1
    for word in range((number + draws - 1) // draws):
        space = _ONE
        for card in range(word * draws, word * draws + draws):
            left = _U(size - card)
            space *= left
            if card < number:
                _draw(words[word], left, _U(card), dealt[card])
            else:
                _skip(words[word], left)
        _find_rejected(words[word], _WORD % space, rejected)
    # Go from the last card to the first, because earlier rows must still hold places.
    for card in range(number - 1, 0, -1):
        for before in range(card - 1, -1, -1):
            _replace_taken(dealt[card], np.uint8(before), dealt[before])
    for at in range(TOGETHER):
        if rejected[at]:
            _deal_slowly(seed, first + _U(at), buffers, at)


@compiled
def sort_two(low: IntArray, high: IntArray) -> None:
    """Sort two rows so that each column is in ascending order."""
    for at in range(TOGETHER):
        one, other = low[at], high[at]
        low[at] = min(one, other)
        high[at] = max(one, other)


@compiled
def sort_three(low: IntArray, middle: IntArray, high: IntArray) -> None:
    """Sort three rows so that each column is in ascending order."""
    sort_two(low, middle)
    sort_two(middle, high)
    sort_two(low, middle)


@compiled
def sort_four(lowest: IntArray, low: IntArray, high: IntArray, highest: IntArray) -> None:
    """Sort four rows so that each column is in ascending order."""
    sort_two(lowest, low)
    sort_two(high, highest)
    sort_two(lowest, high)
    sort_two(low, highest)
    sort_two(low, high)


@compiled
def sort_five(lowest: IntArray, low: IntArray, middle: IntArray, high: IntArray, highest: IntArray) -> None:
    """Sort five rows so that each column is in ascending order."""
    sort_four(lowest, low, middle, high)
    sort_two(high, highest)
    sort_two(middle, high)
    sort_two(low, middle)
    sort_two(lowest, low)


# ---- Sets of cards, and results


@inline
def place2(a: Integer, b: Integer) -> Integer:
    """Return the index of a set of two cards in ascending order."""
    return _U(a) + _U(_TWO_OF[_U(b)])


@inline
def place3(a: Integer, b: Integer, c: Integer) -> Integer:
    """Return the index of a set of three cards in ascending order."""
    return place2(a, b) + _U(_THREE_OF[_U(c)])


@inline
def place4(a: Integer, b: Integer, c: Integer, d: Integer) -> Integer:
    """Return the index of a set of four cards in ascending order."""
    return place3(a, b, c) + _U(_FOUR_OF[_U(d)])


@inline
def place5(a: Integer, b: Integer, c: Integer, d: Integer, e: Integer) -> Integer:
    """Return the index of a set of five cards in ascending order."""
    return place4(a, b, c, d) + _U(_FIVE_OF[_U(e)])
