"""A shuffle that goes only as far as cards are dealt: Fisher and Yates from the front, several draws to a word.

The draws of a word come from one multiplication each: what is left below the point after the first is the fraction that
the second is drawn with. A word whose last fraction is among the few that would favour some order is thrown away.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import Cells, Whole, compiled, inlined, inner
from pitboss.simulation.philox import SPARE, WORD, per_word, thrown_away, unit_block

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
DRAWS = 3
"""How many draws come from a word where shoes have three to nine decks."""
_BITS, _PLACE = np.uint64(10), np.uint64(1023)
"""The bits of a place in such a shoe."""


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


def limits(size: int, need: int) -> NDArray[np.uint32]:
    """For `shuffle_several`: the fractions below which each word of a shoe is thrown away.

    None for other shoes, and for one that is dealt to its last cards: `shuffle` knows how they are drawn.

    >>> limits(312, 4).tolist(), limits(52, 9).tolist(), limits(312, 311).tolist()
    ([23618656, 29167912], [], [])
    """
    if per_word(size) != DRAWS or size - need < DRAWS:
        return np.empty(0, np.uint32)
    spaces = ((left, left - 1, left - 2) for left in range(size, size - need, -DRAWS))
    return np.array([thrown_away(one * two * three) for one, two, three in spaces], np.uint32)


@inner
def shuffle_several(
    decks: Cells, need: Whole, words: Cells, limits: Cells, places: Cells, seed: Whole, first: Whole, stream: Whole
) -> None:
    """`shuffle` of the decks of several units, each a row, side by side.

    Cards of one deck that change places soon after one another wait for one another, those of several decks do not.
    So all places of a deck are drawn first, into its row of `places`: a word for each three.
    """
    number = decks.shape[0]
    if limits.shape[0] == 0:
        for deck in range(number):
            shuffle(decks[deck], need, words, seed, first + np.uint64(deck), stream)
        return
    for deck in range(number):
        draw_places(np.uint64(decks.shape[1]), words, limits, places[deck], seed, first + np.uint64(deck), stream)
    one = np.uint64(0)
    for at in range(np.uint64(0), np.uint64(limits.shape[0])):
        two, three = one + _ONE, one + _TWO
        for deck in range(np.uint64(0), np.uint64(number)):
            word = np.uint64(places[deck, at])
            place = one + (word & _PLACE)
            decks[deck, place], decks[deck, one] = decks[deck, one], decks[deck, place]
            place = two + ((word >> _BITS) & _PLACE)
            decks[deck, place], decks[deck, two] = decks[deck, two], decks[deck, place]
            place = three + (word >> (_BITS + _BITS))
            decks[deck, place], decks[deck, three] = decks[deck, three], decks[deck, place]
        one += _THREE


@inlined
def three_places(word: Whole, left: Whole) -> tuple[Whole, Whole]:
    """Three draws among the cards that are left, one after the other, in one word; and the last fraction."""
    one = word * left
    two = (one & _LOW) * (left - _ONE)
    three = (two & _LOW) * (left - _TWO)
    drawn = (one >> _HALF) | ((two >> _HALF) << _BITS) | ((three >> _HALF) << (_BITS + _BITS))
    return drawn, three & _LOW


@inner
def draw_places(
    size: Whole, words: Cells, limits: Cells, places: Cells, seed: Whole, unit: Whole, stream: Whole
) -> None:
    """The places of a deck; `words` has room for all of them.

    As if no word were thrown away, which most often is so: that is several at once. Else one by one.
    """
    draw_words(words, seed, unit, stream, np.uint64(0))
    thrown = np.uint64(0)
    for at in range(limits.shape[0]):
        left = np.uint64(np.uint32(size) - np.uint32(DRAWS) * np.uint32(at))
        places[at], fraction = three_places(np.uint64(words[at]), left)
        thrown += np.uint64(fraction < np.uint64(limits[at]))
    if thrown == np.uint64(0):
        return
    block, done, word = np.uint64(words.shape[0] // 4), np.uint64(0), np.uint64(0)
    while done < np.uint64(limits.shape[0]):
        if word == np.uint64(words.shape[0]):
            draw_words(words, seed, unit, stream, block)
            block += np.uint64(words.shape[0] // 4)
            word = np.uint64(0)
        places[done], fraction = three_places(np.uint64(words[word]), size - _THREE * done)
        done += np.uint64(fraction >= np.uint64(limits[done]))
        word += _ONE
