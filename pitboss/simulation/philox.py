"""Philox 4x32-10: random numbers that are a function, not a sequence.

A block of four 32-bit words is a function of a counter and a key (Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3", 2011). The key is the seed; the counter says which unit of play the block is for, which
stream within the unit (numbers, or one of its shuffles), and which block of that stream. So nothing is handed on from
one unit to the next, and units can be dealt in any order, anywhere.

There are two versions: compiled for kernels, plain for whoever deals a unit again. They know nothing of each other.
"""

from __future__ import annotations

import numpy as np

from pitboss.simulation.compiled import Whole, inlined

ROUNDS = 10
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
STEPS = (0x9E3779B9, 0xBB67AE85)
WORD = 1 << 32
"""A word is a number below this."""
SEEDS = 1 << 64
"""A seed is a number below this, and so is a unit."""
SPARE = 32
"""At least so many times the outcomes that one word is divided into fit into it: few words are thrown away."""

Block = tuple[int, int, int, int]
_Mixed = tuple[Whole, Whole, Whole, Whole, Whole, Whole]
Words = tuple[Whole, Whole, Whole, Whole]
"""A block in compiled code."""

_M0, _M1 = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
_W0, _W1 = (np.uint64(step) for step in STEPS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)


@inlined
def _mixed(c0: Whole, c1: Whole, c2: Whole, c3: Whole, k0: Whole, k1: Whole) -> _Mixed:
    """One round of the ten, and the keys of the next."""
    one = _M0 * c0
    other = _M1 * c2
    high0, high1 = (other >> _HALF) ^ c1 ^ (k0 & _LOW), (one >> _HALF) ^ c3 ^ (k1 & _LOW)
    return high0, other & _LOW, high1, one & _LOW, k0 + _W0, k1 + _W1


@inlined
def philox(c0: Whole, c1: Whole, c2: Whole, c3: Whole, k0: Whole, k1: Whole) -> Words:
    """The block of a counter and a key, compiled. Every argument is a uint64 below 2**32, and so is every word.

    The rounds are written out: a loop in here would keep a loop over units around it from being vectorised, and make it
    ten times slower. What a round is given has no number in it: Numba would compile it anew for each.
    """
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _mixed(c0, c1, c2, c3, k0, k1)
    return c0, c1, c2, c3


@inlined
def unit_block(seed: Whole, unit: Whole, stream: Whole, block: Whole) -> Words:
    """Block number `block` of a stream of a unit, compiled. Every argument is a uint64."""
    return philox(block, stream, unit & _LOW, unit >> _HALF, seed & _LOW, seed >> _HALF)


def plain_philox(counter: Block, key: tuple[int, int]) -> Block:
    """The block of a counter and a key, in plain Python.

    >>> [f"{word:08x}" for word in plain_philox((0, 0, 0, 0), (0, 0))]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        high0, low0 = divmod(MULTIPLIERS[0] * c0, WORD)
        high1, low1 = divmod(MULTIPLIERS[1] * c2, WORD)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = (k0 + STEPS[0]) % WORD, (k1 + STEPS[1]) % WORD
    return c0, c1, c2, c3


def plain_block(seed: int, unit: int, stream: int, block: int) -> Block:
    """Block number `block` of a stream of a unit, in plain Python."""
    high, low = divmod(unit, WORD)
    return plain_philox((block, stream, low, high), (seed % WORD, seed // WORD))


def per_word(outcomes: int) -> int:
    """How many draws among so many outcomes one word is divided into.

    >>> per_word(36), per_word(38), per_word(52), per_word(416), per_word(10**9), per_word(1)
    (5, 5, 4, 3, 1, 1)
    """
    draws = 1
    while outcomes > 1 and outcomes ** (draws + 1) * SPARE <= WORD:
        draws += 1
    return draws


def thrown_away(space: int) -> int:
    """A word w is thrown away if w times `space`, less all whole words, is below this.

    The outcome of a word is w * space // 2**32; of each outcome that many words are left, so all are equally likely.

    >>> thrown_away(36**5)
    1868800
    """
    return WORD % space


def digits(word: int, base: int) -> list[int] | None:
    """A word as so many draws among `base` outcomes; None if it is thrown away.

    What is left below the point after one draw is the fraction that the next is made with.

    >>> digits(2**31 + 1, 36), digits(0, 36)
    ([18, 0, 0, 0, 0], None)
    """
    draws = per_word(base)
    space: int = base**draws
    if word * space % WORD < thrown_away(space):
        return None
    found = []
    for _ in range(draws):
        digit, word = divmod(word * base, WORD)
        found.append(digit)
    return found
