"""A shuffle that goes only as far as cards are dealt: Fisher and Yates from the front, several draws to a word.

The draws of a word come from one multiplication each: what is left below the point after the first is the fraction that
the second is drawn with. A word whose last fraction is among the few that would favour some order is thrown away.
"""

from __future__ import annotations

import numpy as np

from pitboss.simulation.compiled import Cells, Whole, compiled, inner
from pitboss.simulation.philox import SPARE, WORD, unit_block

NUMBERS = 0
"""The stream of dice and wheels. The shuffles of a unit have the streams after it."""
FIRST_SHUFFLE = np.uint64(NUMBERS + 1)

_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_WORD = np.uint64(WORD)
_FITS = np.uint64(WORD // SPARE)


@inner
def draw_words(words: Cells, seed: Whole, unit: Whole, stream: Whole, block: Whole) -> None:
    """A buffer of words, whose length is a multiple of four, filled with the blocks of a stream from `block` on."""
    for at in range(words.shape[0] // 4):
        a, b, c, d = unit_block(seed, unit, stream, block + np.uint64(at))
        words[4 * at] = a
        words[4 * at + 1] = b
        words[4 * at + 2] = c
        words[4 * at + 3] = d


@inner
def lay_out(deck: Cells, cards: Cells, need: Whole, words: Cells, seed: Whole, unit: Whole) -> None:
    """All cards laid into a deck, and shuffled as far as they are dealt, by the first shuffle of a unit."""
    for place in range(cards.shape[0]):
        deck[place] = cards[place]
    shuffle(deck, need, words, seed, unit, FIRST_SHUFFLE)


@compiled
def shuffle(
    deck: Cells, need: Whole, words: Cells, seed: Whole, unit: Whole, stream: Whole, made: bool = False
) -> None:
    """The first `need` cards of a deck put in random order, by the words of a stream.

    `words` is room to work in: the longer it is, the more words are made at once. More than `need` cards may be moved.
    With `made`, the first words are in it already.
    """
    size = np.uint64(deck.shape[0])
    draws = 1
    most = size
    while size > _ONE and most * size <= _FITS:
        most *= size
        draws += 1
    if not made:
        draw_words(words, seed, unit, stream, np.uint64(0))
    blocks = np.uint64(words.shape[0] // 4)
    block = blocks
    at = 0
    # Places are unsigned: a signed index would be asked, each time, whether it counts from the end.
    done = np.uint64(0)
    while done < np.uint64(need):
        if at == words.shape[0]:
            draw_words(words, seed, unit, stream, block)
            block += blocks
            at = 0
        left = size - done
        fraction = np.uint64(words[at])
        at += 1
        if draws == 3 and left >= _THREE:
            # Shoes of three to nine decks: the same as below, written out.
            one = fraction * left
            two = (one & _LOW) * (left - _ONE)
            three = (two & _LOW) * (left - _TWO)
            fraction = three & _LOW
            space = left * (left - _ONE) * (left - _TWO)
            if fraction < space and fraction < (_WORD - space) % space:
                continue
            place = done + (one >> _HALF)
            card = deck[place]
            deck[place] = deck[done]
            deck[done] = card
            done += _ONE
            place = done + (two >> _HALF)
            card = deck[place]
            deck[place] = deck[done]
            deck[done] = card
            done += _ONE
            place = done + (three >> _HALF)
            card = deck[place]
            deck[place] = deck[done]
            deck[done] = card
            done += _ONE
            continue
        group = min(np.uint64(draws), left)
        word = fraction
        space = _ONE
        for ahead in range(group):
            space *= left - np.uint64(ahead)
        lowest = (fraction * space) & _LOW
        if lowest < space and lowest < (_WORD - space) % space:
            continue
        for ahead in range(group):
            drawn = word * (left - np.uint64(ahead))
            word = drawn & _LOW
            place = done + (drawn >> _HALF)
            card = deck[place]
            deck[place] = deck[done]
            deck[done] = card
            done += _ONE
