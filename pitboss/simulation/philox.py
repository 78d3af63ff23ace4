"""Philox 4x32-10, a counter-based random number generator.

A block of four 32-bit words is a function of a counter and a key (Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3", 2011). The key is the seed; the counter identifies the unit of play, the stream within the
unit (numbers, or one of its shuffles), and the block within that stream. No state is passed from one unit to the next,
so units can be dealt in any order, anywhere.

There are two independent implementations: a compiled one for kernels, and a plain one for replaying a unit.
"""

from __future__ import annotations

import numpy as np

from pitboss.simulation.compiled import Integer, inline

ROUNDS = 10
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
STEPS = (0x9E3779B9, 0xBB67AE85)
WORD = 1 << 32
"""Every word is below this."""
SEEDS = 1 << 64
"""Every seed and every unit is below this."""
SPARE = 32
"""A word is at least this many times the number of outcomes it is divided into, so that few words are rejected."""

Block = tuple[int, int, int, int]
_Mixed = tuple[Integer, Integer, Integer, Integer, Integer, Integer]
Words = tuple[Integer, Integer, Integer, Integer]
"""The type of a block in compiled code."""

_M0, _M1 = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
_W0, _W1 = (np.uint64(step) for step in STEPS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)


@inline
def _mixed(c0: Integer, c1: Integer, c2: Integer, c3: Integer, k0: Integer, k1: Integer) -> _Mixed:
    """Compute one of the ten rounds and the next round's keys."""
    one = _M0 * c0
    other = _M1 * c2
    high0, high1 = (other >> _HALF) ^ c1 ^ (k0 & _LOW), (one >> _HALF) ^ c3 ^ (k1 & _LOW)
    return high0, other & _LOW, high1, one & _LOW, k0 + _W0, k1 + _W1


@inline
def philox(c0: Integer, c1: Integer, c2: Integer, c3: Integer, k0: Integer, k1: Integer) -> Words:
    """Return the block of a counter and a key, compiled. Arguments and words are uint64 below 2**32.

    The rounds are unrolled: a loop in here would prevent vectorizing a loop over units around it and make it ten times
    slower. No literal is passed to a round, because Numba would compile it again for each value.
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


@inline
def unit_block(seed: Integer, unit: Integer, stream: Integer, block: Integer) -> Words:
    """Return block number `block` of a stream of a unit, compiled. Every argument is a uint64."""
    return philox(block, stream, unit & _LOW, unit >> _HALF, seed & _LOW, seed >> _HALF)


def plain_philox(counter: Block, key: tuple[int, int]) -> Block:
    """Return the block of a counter and a key, in plain Python.

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
    """Return block number `block` of a stream of a unit, in plain Python."""
    high, low = divmod(unit, WORD)
    return plain_philox((block, stream, low, high), (seed % WORD, seed // WORD))


def per_word(outcomes: int) -> int:
    """Return how many draws of this many outcomes one word is divided into.

    >>> per_word(36), per_word(38), per_word(52), per_word(416), per_word(10**9), per_word(1)
    (5, 5, 4, 3, 1, 1)
    """
    draws = 1
    while outcomes > 1 and outcomes ** (draws + 1) * SPARE <= WORD:
        draws += 1
    return draws


def rejection_limit(space: int) -> int:
    """Return the rejection limit: a word w is rejected if w * `space` mod 2**32 is below it.

    The outcome of a word is w * space // 2**32; after rejection, every outcome has the same number of words.

    >>> rejection_limit(36**5)
    1868800
    """
    return WORD % space


def digits(word: int, base: int) -> list[int] | None:
    """Divide a word into draws among `base` outcomes, or return None if it is rejected.

    The fraction left after each draw is used for the next one.

    >>> digits(2**31 + 1, 36), digits(0, 36)
    ([18, 0, 0, 0, 0], None)
    """
    draws = per_word(base)
    space: int = base**draws
    if word * space % WORD < rejection_limit(space):
        return None
    found = []
    for _ in range(draws):
        digit, word = divmod(word * base, WORD)
        found.append(digit)
    return found
