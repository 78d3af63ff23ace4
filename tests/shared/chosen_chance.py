"""Deals chosen cards, dice and numbers to a compiled loop and to the real round, through the random words they share.

Every simulated unit is made of blocks of random words, a function of (seed, unit, stream, block). A test that wants
particular cards chooses the words that deal them (`Chance`). The loop is then recompiled from its own source, with
`unit_block` replaced by a function that reads words from memory; the seed is the address of that memory. The production
code needs no hook, and everything except the random words runs as in production: the batched deal, the hand evaluation,
the cells and their payoffs. The plain source of the real round reads the same words.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any, cast
from unittest.mock import patch

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic

from pitboss import compiled as house
from pitboss.compiler import Dispatcher, dispatcher
from pitboss.equipment import Card
from pitboss.equipment.decks import spread
from pitboss.simulation import philox, sources
from pitboss.simulation.compiled import Integer, inline
from pitboss.simulation.kernel import declared_simulation
from pitboss.simulation.philox import WORD, per_word
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import OWN, SHARED

# The memory of a `Chance`, as 64-bit integers: the number of units, streams and blocks, the salt of the words that were
# not chosen, then four words per block. NOT_CHOSEN marks a word that is derived from the salt instead.
UNITS, STREAMS, BLOCKS, SALT, WORDS = range(5)
NOT_CHOSEN = WORD
ROOM = (16, 12, 48)
_MULTIPLIERS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
_A, _B, _C = (np.uint64(number) for number in _MULTIPLIERS)
_SHARED, _OWN = np.uint64(SHARED), np.uint64(OWN)
_ONE, _TWO, _THREE, _FOUR = (np.uint64(number) for number in (1, 2, 3, 4))
_HEAD, _HALF, _SHIFT = np.uint64(WORDS), np.uint64(32), np.uint64(29)
_NOT_CHOSEN = np.uint64(NOT_CHOSEN)


@intrinsic
def _memory(context: Any, address: Any) -> Any:
    """A pointer from an address, for `carray`."""

    def make(target: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.inttoptr(given[0], target.get_value_type(signature.return_type))

    return types.CPointer(types.uint64)(types.uint64), make


@inline
def _mixed(salt: Integer, unit: Integer, stream: Integer, block: Integer, word: Integer) -> Integer:
    """Return a word that was not chosen: a hash of its position."""
    x = salt + unit * _A + stream * _B + (block * _FOUR + word) * _C
    x = (x ^ (x >> _SHIFT)) * _B
    x = (x ^ (x >> _HALF)) * _C
    return x >> _HALF


@inline
def chosen_block(seed: Integer, unit: Integer, stream: Integer, block: Integer) -> Integer:
    """Return a block of words from the memory at address `seed`."""
    head = numba.carray(_memory(seed), WORDS, np.uint64)  # type: ignore[call-arg] # an intrinsic, as Numba calls it
    row = stream
    if stream == _SHARED:
        row = head[STREAMS] - _ONE
    elif stream == _OWN:
        row = head[STREAMS] - _TWO
    zero = np.uint64(0)
    a, b, c, d = (
        _mixed(head[SALT], unit, stream, block, zero),
        _mixed(head[SALT], unit, stream, block, _ONE),
        _mixed(head[SALT], unit, stream, block, _TWO),
        _mixed(head[SALT], unit, stream, block, _THREE),
    )
    if unit < head[UNITS] and row < head[STREAMS] and block < head[BLOCKS]:
        at = _HEAD + ((unit * head[STREAMS] + row) * head[BLOCKS] + block) * _FOUR
        book = numba.carray(_memory(seed), np.int64(at + _FOUR), np.uint64)
        a = book[at] if book[at] < _NOT_CHOSEN else a
        b = book[at + _ONE] if book[at + _ONE] < _NOT_CHOSEN else b
        c = book[at + _TWO] if book[at + _TWO] < _NOT_CHOSEN else c
        d = book[at + _THREE] if book[at + _THREE] < _NOT_CHOSEN else d
    return a, b, c, d


def _plainly_mixed(salt: int, unit: int, stream: int, block: int, word: int) -> int:
    a, b, c = _MULTIPLIERS
    most = (1 << 64) - 1
    x = (salt + unit * a + stream * b + (block * 4 + word) * c) & most
    x = (x ^ (x >> 29)) * b & most
    x = (x ^ (x >> 32)) * c & most
    return x >> 32


# ---- Words for desired outcomes


def word_of(drawn: Sequence[int], ranges: Sequence[int]) -> int:
    """Return a word that yields these draws, each from its range, and is not rejected.

    >>> from pitboss.simulation.philox import digits
    >>> digits(word_of([3, 0, 35, 35, 1], [36] * 5), 36)
    [3, 0, 35, 35, 1]
    """
    space, number = 1, 0
    for digit, below in zip(drawn, ranges, strict=True):
        if not 0 <= digit < below:
            raise ValueError(f"{digit} is not below {below}")
        space, number = space * below, number * below + digit
    # The second of the words that yield these draws; its fraction is above the rejected ones.
    return -(-number * WORD // space) + 1


def words_of_numbers(below: int, numbers: Sequence[int]) -> list[int]:
    """Return words that yield these numbers below `below`, in order."""
    each = per_word(below)
    groups = [list(numbers[at : at + each]) for at in range(0, len(numbers), each)]
    return [word_of([*group, *[0] * (each - len(group))], [below] * each) for group in groups]


def words_of_shuffle(deck: Sequence[Card | int], wanted: Sequence[Card | int | None], rest: Any) -> list[int]:
    """Return words that shuffle a deck so that these cards come first, in this order.

    None stands for any card not needed later; `rest`, a `Random`, picks it.
    """
    order, each, size = list(deck), per_word(len(deck)), len(deck)
    kept = [card for card in wanted if card is not None]
    words, drawn = [], []
    for place in range(-(-len(wanted) // each) * each):
        if place >= size:
            break
        card = wanted[place] if place < len(wanted) else None
        if card is None:
            free = list(order[place:])
            for other in kept:
                free.remove(other)
            card = rest.choice(free or order[place:])
        else:
            kept.remove(card)
        other = order.index(card, place)
        order[place], order[other] = order[other], order[place]
        drawn.append(other - place)
        if len(drawn) == min(each, size - place - 1 + len(drawn)) and (len(drawn) == each or place == size - 1):
            first = place - len(drawn) + 1
            words.append(word_of(drawn, [size - first - at for at in range(len(drawn))]))
            drawn = []
    return words


@dataclass
class Chance:
    """The random words of one unit, some of them chosen. Pass `seed` and `unit` to the kernel and to the round's
    source.
    """

    salt: int = 0
    unit: int = 0
    book: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        units, streams, blocks = ROOM
        self.book = np.full(WORDS + units * streams * blocks * 4, NOT_CHOSEN, np.uint64)
        self.book[:WORDS] = units, streams, blocks, self.salt
        _OPEN[self.seed] = self

    @property
    def seed(self) -> int:
        """The memory address of the words."""
        return int(self.book.ctypes.data)

    def __enter__(self) -> Chance:
        return self

    def __exit__(self, *_: object) -> None:
        _OPEN.pop(self.seed, None)

    def _at(self, unit: int, stream: int, block: int) -> int | None:
        units, streams, blocks = ROOM
        row = {SHARED: streams - 1, OWN: streams - 2}.get(stream, stream)
        if unit < units and row < streams and block < blocks:
            return WORDS + ((unit * streams + row) * blocks + block) * 4
        return None

    def choose(self, stream: int, words: Sequence[int], counter: int | None = None, first: int = 0) -> None:
        """Set the words of a stream, starting at word `first`."""
        for number, word in enumerate(words, first):
            at = self._at(self.unit if counter is None else counter, stream, number // 4)
            if at is None:
                raise ValueError(f"no room for word {number} of stream {stream}")
            self.book[at + number % 4] = word

    def block(self, unit: int, stream: int, block: int) -> tuple[int, int, int, int]:
        """A block of words, in plain Python."""
        found = [_plainly_mixed(self.salt, unit, stream, block, word) for word in range(4)]
        at = self._at(unit, stream, block)
        if at is not None:
            chosen = self.book[at : at + 4].tolist()
            found = [mine if mine < NOT_CHOSEN else other for mine, other in zip(chosen, found, strict=True)]
        return found[0], found[1], found[2], found[3]

    # The kinds that can be chosen

    def cards(self, composition: Sequence[int], wanted: Sequence[Card | None], rest: Any, shuffle: int = 1) -> None:
        """Choose the first cards of a shuffle."""
        self.choose(NUMBERS + shuffle, words_of_shuffle(spread(composition), wanted, rest))

    def draw(self, of: int, wanted: Sequence[int | None], rest: Any, shuffle: int = 1) -> None:
        """Choose the first numbers of a draw from 1 to `of`."""
        self.choose(NUMBERS + shuffle, words_of_shuffle(range(1, of + 1), wanted, rest))

    def numbers(self, below: int, wanted: Sequence[int], source: Mapping[str, Any]) -> None:
        """Choose the first numbers below `below`.

        `source` has the keywords of the unit's source: its first numbers may come from a shared word or one of its own.
        """
        each, wanted = per_word(below), list(wanted)
        if source.get("first_below"):
            self.choose(SHARED, words_of_numbers(below, wanted[:1]), counter=self.unit // (4 * each))
            wanted = wanted[1:]
        elif source.get("own_below"):
            self.choose(OWN, words_of_numbers(below, wanted[:each])[:1], counter=self.unit // 4)
            wanted = wanted[each:]
        self.choose(NUMBERS, words_of_numbers(below, wanted))


_OPEN: dict[int, Chance] = {}
_philox_block = sources.plain_block


def _plain_block(seed: int, unit: int, stream: int, block: int) -> tuple[int, int, int, int]:
    chance = _OPEN.get(seed)
    return _philox_block(seed, unit, stream, block) if chance is None else chance.block(unit, stream, block)


# ---- Loops compiled to read chosen words


def _callees(function: Any) -> dict[str, Dispatcher]:
    """Return the compiled functions that a function calls, by name."""
    there = ((name, function.__globals__.get(name)) for name in house._names(function.__code__))
    return {name: value for name, value in there if isinstance(value, Dispatcher)}


@cache
def _reads_words(function: Dispatcher) -> bool:
    return function is philox.unit_block or any(map(_reads_words, _callees(function.py_func).values()))


@cache
def _twin(function: Dispatcher) -> Dispatcher:
    """Compile a function from its source to read chosen words; it is cached on disk like any other."""
    if function is philox.unit_block:
        found: Any = chosen_block
        return found
    plain = function.py_func
    replaced = {name: _twin(one) for name, one in _callees(plain).items() if _reads_words(one)}
    again = FunctionType(
        plain.__code__, {**plain.__globals__, **replaced}, plain.__name__, plain.__defaults__, plain.__closure__
    )
    again.__kwdefaults__, again.__module__ = plain.__kwdefaults__, plain.__module__
    again.__qualname__ = f"chosen_{plain.__qualname__}"
    made = dispatcher(type(function), again, function.targetoptions, function._compiler.pipeline_class)
    return cast(Dispatcher, house._with_cache(made))


@contextmanager
def chosen_chance(games: Sequence[str]) -> Iterator[None]:
    """Make these games' loops, and their rounds' sources, read the words of a `Chance`."""
    simulations = [one for one in map(declared_simulation, games) if one is not None]
    changed: list[tuple[Any, str, Any]] = []

    def change(owner: Any, name: str, value: Any) -> None:
        changed.append((owner, name, getattr(owner, name)))
        object.__setattr__(owner, name, value)

    try:
        for module in [module for name, module in sys.modules.items() if name.startswith("pitboss.")]:
            for name, value in list(vars(module).items()):
                if isinstance(value, Dispatcher) and _reads_words(value):
                    change(module, name, _twin(value))
        for simulation in simulations:
            loop = getattr(simulation.kernel, "loop", None)
            if isinstance(loop, Dispatcher) and _reads_words(loop):
                change(simulation.kernel, "loop", _twin(loop))
        with patch.object(sources, "plain_block", _plain_block):
            yield
    finally:
        for owner, name, value in reversed(changed):
            object.__setattr__(owner, name, value)
