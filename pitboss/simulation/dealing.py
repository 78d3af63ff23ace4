"""Dealing in compiled loops: the first cards of the deck for many rounds at once, sorted, and numbered as sets.

A round is a unit of its own: one deck, shuffled once. `deal` gives the first cards of the deck for `TOGETHER` units at
a time, a row per card and a column per unit, in the order in which they leave the deck; `UnitSource` gives the real
round the same cards. Each loop here is a function of its own, so that the compiler sees that rows do not overlap. None
allocates memory: they work in `ScratchBuffers`.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import Cells, Whole, compiled, inlined, inner
from pitboss.simulation.philox import SPARE, WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS, shuffle

TOGETHER = 512
"""How many units are dealt side by side: enough for vector instructions, few enough for the first-level cache."""
DECK = 52
JOKERS = 2
"""The most jokers in a deck; as numbers they come after the 52 cards."""
WORDS = 4
"""How many words are in a block."""
MOST = WORDS * per_word(DECK)
"""How many cards can be drawn with one block of words."""

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
    """The buffers of a loop, allocated once before it runs.

    `dealt` has the cards, a row per card and a column per unit, in the order in which they leave the deck. `noted` is
    for a figure per unit that a loop needs again later.
    """

    dealt: NDArray[np.uint8]
    noted: NDArray[np.uint16]
    words: NDArray[np.uint32]
    thrown_away: NDArray[np.uint8]
    deck: NDArray[np.uint8]
    block: NDArray[np.uint32]

    @classmethod
    def of(cls, cards: int, jokers: int = 0) -> ScratchBuffers:
        """Buffers for rounds that use this many cards of a deck with this many jokers."""
        if jokers > JOKERS:
            raise ValueError(f"{jokers} jokers in a deck: at most {JOKERS}")
        return cls.of_pieces(cards, DECK + jokers)

    @classmethod
    def of_pieces(cls, number: int, size: int) -> ScratchBuffers:
        """Buffers for rounds that use this many pieces of a set of another size, such as tiles."""
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
def _blocks(seed: Whole, first: Whole, words: Cells) -> None:
    """The first block of the shuffle of each unit."""
    for at in range(TOGETHER):
        a, b, c, d = unit_block(seed, first + _U(at), _STREAM, _ZERO)
        words[0, at] = a
        words[1, at] = b
        words[2, at] = c
        words[3, at] = d


@compiled
def _draw(fractions: Cells, left: Whole, card: Whole, places: Cells) -> None:
    """One card of those left, at or behind its own place; what is below the point is for the next."""
    for at in range(TOGETHER):
        drawn = _U(fractions[at]) * left
        fractions[at] = drawn & _LOW
        places[at] = (drawn >> _HALF) + card


@compiled
def _skip(fractions: Cells, left: Whole) -> None:
    """A draw of the word that nobody needs."""
    for at in range(TOGETHER):
        fractions[at] = (_U(fractions[at]) * left) & _LOW


@inner
def _find_thrown_away(fractions: Cells, below: Whole, thrown_away: Cells) -> None:
    """Marks the units whose word would favour some order."""
    for at in range(TOGETHER):
        thrown_away[at] |= np.uint8(_U(fractions[at]) < below)


@inner
def _moved(cards: Cells, before: Whole, places: Cells) -> None:
    """Where an earlier draw had taken the card at this place, the card of that draw's own place lies there."""
    for at in range(TOGETHER):
        cards[at] = before if cards[at] == places[at] else cards[at]


@inner
def _deal_slowly(seed: Whole, unit: Whole, buffers: ScratchBuffers, at: Whole) -> None:
    """One unit, a word of which is thrown away."""
    deck, dealt = buffers.deck, buffers.dealt
    for card in range(deck.shape[0]):
        deck[card] = card
    shuffle(deck, dealt.shape[0], buffers.block, seed, unit, _STREAM)
    for card in range(dealt.shape[0]):
        dealt[card, at] = deck[card]


@compiled
def deal(seed: Whole, first: Whole, buffers: ScratchBuffers) -> None:
    """The first cards of the deck in `TOGETHER` units, from unit `first` on, into `buffers.dealt`.

    No deck is shuffled: the place from which a card is drawn is followed back through the draws before it.
    """
    dealt, words, thrown_away = buffers.dealt, buffers.words, buffers.thrown_away
    number, size = dealt.shape[0], buffers.deck.shape[0]
    thrown_away[:] = 0
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
        _find_thrown_away(words[word], _WORD % space, thrown_away)
    # From the last card to the first: the rows before it still hold places.
    for card in range(number - 1, 0, -1):
        for before in range(card - 1, -1, -1):
            _moved(dealt[card], np.uint8(before), dealt[before])
    for at in range(TOGETHER):
        if thrown_away[at]:
            _deal_slowly(seed, first + _U(at), buffers, at)


@compiled
def two_in_order(low: Cells, high: Cells) -> None:
    """Of two rows the lower card of each column in the first, the higher one in the second."""
    for at in range(TOGETHER):
        one, other = low[at], high[at]
        low[at] = min(one, other)
        high[at] = max(one, other)


@compiled
def three_in_order(low: Cells, middle: Cells, high: Cells) -> None:
    """Three rows, from the lowest card of each column up."""
    two_in_order(low, middle)
    two_in_order(middle, high)
    two_in_order(low, middle)


@compiled
def four_in_order(lowest: Cells, low: Cells, high: Cells, highest: Cells) -> None:
    """Four rows, from the lowest card of each column up."""
    two_in_order(lowest, low)
    two_in_order(high, highest)
    two_in_order(lowest, high)
    two_in_order(low, highest)
    two_in_order(low, high)


@compiled
def five_in_order(lowest: Cells, low: Cells, middle: Cells, high: Cells, highest: Cells) -> None:
    """Five rows, from the lowest card of each column up."""
    four_in_order(lowest, low, middle, high)
    two_in_order(high, highest)
    two_in_order(middle, high)
    two_in_order(low, middle)
    two_in_order(lowest, low)


# ---- Sets of cards, and results


@inlined
def place2(a: Whole, b: Whole) -> Whole:
    """The place of two cards, from the lower up."""
    return _U(a) + _U(_TWO_OF[_U(b)])


@inlined
def place3(a: Whole, b: Whole, c: Whole) -> Whole:
    """The place of three cards, from the lowest up."""
    return place2(a, b) + _U(_THREE_OF[_U(c)])


@inlined
def place4(a: Whole, b: Whole, c: Whole, d: Whole) -> Whole:
    """The place of four cards, from the lowest up."""
    return place3(a, b, c) + _U(_FOUR_OF[_U(d)])


@inlined
def place5(a: Whole, b: Whole, c: Whole, d: Whole, e: Whole) -> Whole:
    """The place of five cards, from the lowest up."""
    return place4(a, b, c, d) + _U(_FIVE_OF[_U(e)])
