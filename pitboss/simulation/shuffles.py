"""A Fisher-Yates shuffle that stops at the last card to be dealt and makes several draws per word.

Each draw from a word is one multiplication: the fraction left after one draw is used for the next. A word is rejected
if its last fraction is one of the few that would favour some order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import IntArray, Integer, compiled, inline, inner
from pitboss.simulation.philox import SPARE, WORD, per_word, rejection_limit, unit_block

NUMBERS = 0
"""The stream of dice and wheels. The shuffles of a unit use the streams after it."""
FIRST_SHUFFLE = np.uint64(NUMBERS + 1)

_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_WORD = np.uint64(WORD)
_FITS = np.uint64(WORD // SPARE)
DRAWS = 3
"""The number of draws per word for shoes of three to nine decks."""
_BITS, _PLACE = np.uint64(10), np.uint64(1023)
"""The number of bits for a place in such a shoe, and their mask."""


@inner
def draw_words(words: IntArray, seed: Integer, unit: Integer, stream: Integer, block: Integer) -> None:
    """Fill a buffer, whose length is a multiple of four, with the blocks of a stream starting at `block`."""
    for at in range(words.shape[0] // 4):
        a, b, c, d = unit_block(seed, unit, stream, block + np.uint64(at))
        words[4 * at] = a
        words[4 * at + 1] = b
        words[4 * at + 2] = c
        words[4 * at + 3] = d


@inner
def shuffle_new_deck(
    deck: IntArray, cards: IntArray, need: Integer, words: IntArray, seed: Integer, unit: Integer
) -> None:
    """Copy all cards into a deck and make a unit's first shuffle, as far as the deck is dealt."""
    for place in range(cards.shape[0]):
        deck[place] = cards[place]
    shuffle(deck, need, words, seed, unit, FIRST_SHUFFLE)


@compiled
def shuffle(
    deck: IntArray, need: Integer, words: IntArray, seed: Integer, unit: Integer, stream: Integer, made: bool = False
) -> None:
    """Put the first `need` cards of a deck in random order, using the words of a stream.

    `words` is a scratch buffer; a longer one computes more words at once. More than `need` cards may be moved. With
    `made`, it already holds the first words.
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
    # Places are unsigned, because a signed index would be tested for being negative every time.
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
            # Shoes of three to nine decks: the loop below, unrolled.
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


def rejection_limits(size: int, need: int) -> NDArray[np.uint32]:
    """Return the rejection limit of each word of a shoe, for `shuffle_several`.

    Empty for other shoes and for shoes dealt down to the last cards, which `shuffle` handles.

    >>> [rejection_limits(*shoe).tolist() for shoe in ((312, 4), (52, 9), (312, 311))]
    [[23618656, 29167912], [], []]
    """
    if per_word(size) != DRAWS or size - need < DRAWS:
        return np.empty(0, np.uint32)
    spaces = ((left, left - 1, left - 2) for left in range(size, size - need, -DRAWS))
    return np.array([rejection_limit(one * two * three) for one, two, three in spaces], np.uint32)


@inner
def shuffle_several(
    decks: IntArray,
    need: Integer,
    words: IntArray,
    limits: IntArray,
    places: IntArray,
    seed: Integer,
    first: Integer,
    stream: Integer,
) -> None:
    """Shuffle the decks of several units in parallel, one row each.

    Swaps within one deck depend on each other, but swaps in different decks do not. So all of a deck's places are drawn
    first, three per word, into its row of `places`.
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


@inline
def three_places(word: Integer, left: Integer) -> tuple[Integer, Integer]:
    """Draw three places among the remaining cards from one word; return them packed, with the last fraction."""
    one = word * left
    two = (one & _LOW) * (left - _ONE)
    three = (two & _LOW) * (left - _TWO)
    drawn = (one >> _HALF) | ((two >> _HALF) << _BITS) | ((three >> _HALF) << (_BITS + _BITS))
    return drawn, three & _LOW


@inner
def draw_places(
    size: Integer, words: IntArray, limits: IntArray, places: IntArray, seed: Integer, unit: Integer, stream: Integer
) -> None:
    """Draw a deck's places; `words` has room for all of them.

    Assume at first that no word is rejected, which is usually true and allows drawing several at once; if one is, draw
    one by one.
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
