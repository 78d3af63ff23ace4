"""Random numbers match published answers, draws are unbiased, and the compiled and plain versions agree."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.equipment import CARDS, RandomSource, composition
from pitboss.simulation.compiled import Integer, compiled
from pitboss.simulation.philox import WORD, Block, digits, per_word, philox, plain_block, plain_philox, unit_block
from pitboss.simulation.shuffles import rejection_limits, shuffle, shuffle_several
from pitboss.simulation.sources import UnitSource, shared_digit

ONES = WORD - 1
KNOWN: list[tuple[Block, tuple[int, int], str]] = [
    ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ((ONES,) * 4, (ONES,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]
"""Known answers published by the authors of Random123."""


@compiled
def whole_philox(c0: Integer, c1: Integer, c2: Integer, c3: Integer, k0: Integer, k1: Integer) -> Any:
    """A wrapper that lets Python call part of a loop."""
    return philox(c0, c1, c2, c3, k0, k1)


@compiled
def whole_block(seed: Integer, unit: Integer, stream: Integer, block: Integer) -> Any:
    return unit_block(seed, unit, stream, block)


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_the_published_answers(counter: Block, key: tuple[int, int], words: str) -> None:
    assert " ".join(f"{word:08x}" for word in plain_philox(counter, key)) == words
    found = whole_philox(*(np.uint64(part) for part in (*counter, *key)))
    assert " ".join(f"{int(word):08x}" for word in found) == words


def test_compiled_and_plain_blocks_are_the_same() -> None:
    random = Random(1)
    for _ in range(300):
        seed, unit = random.getrandbits(64), random.getrandbits(64)
        stream, block = random.getrandbits(32), random.getrandbits(32)
        found = whole_block(np.uint64(seed), np.uint64(unit), np.uint64(stream), np.uint64(block))
        assert tuple(map(int, found)) == plain_block(seed, unit, stream, block)


@pytest.mark.parametrize("base", [2, 6, 36, 37, 38, 52, 216, 1000, 10**6])
def test_every_outcome_of_a_word_has_as_many_words(base: int) -> None:
    draws = per_word(base)
    space = base**draws
    random = Random(base)
    for _ in range(5):
        outcome = random.randrange(space)
        first, end = -(-outcome * WORD // space), -(-(outcome + 1) * WORD // space)
        given = [digits(word, base) for word in islice(range(first, end), 3000)]
        kept = [one for one in given if one is not None]
        expected = [outcome // base ** (draws - 1 - place) % base for place in range(draws)]
        assert all(one == expected for one in kept)
        if end - first <= 3000:
            assert len(kept) == WORD // space
        assert digits(first - 1, base) != expected if outcome else True


def compiled_order(size: int, need: int, seed: int, unit: int, room: int) -> list[int]:
    deck = np.arange(size, dtype=np.int64)
    words = np.empty(room, np.uint32)
    shuffle(deck, need, words, np.uint64(seed), np.uint64(unit), np.uint64(1))
    return [int(card) for card in deck]


@pytest.mark.parametrize(
    ("size", "need"), [(1, 1), (2, 2), (6, 6), (52, 7), (52, 52), (312, 312), (416, 414), (600, 600)]
)
def test_a_compiled_shuffle_is_the_plain_one_as_far_as_it_goes(size: int, need: int) -> None:
    from pitboss.simulation.sources import _words, places

    for unit in range(20):
        whole = list(range(size))
        for place, other in enumerate(places(size, _words(9, unit, 1))):
            whole[place], whole[other] = whole[other], whole[place]
        for room in (4, 16, 160):
            dealt = compiled_order(size, need, 9, unit, room)
            assert dealt[:need] == whole[:need]
            assert sorted(dealt) == list(range(size))


@pytest.mark.parametrize(("size", "need"), [(52, 13), (208, 200), (312, 286), (312, 312), (416, 390)])
def test_decks_shuffled_side_by_side_are_those_shuffled_one_by_one(size: int, need: int) -> None:
    number, room = 30, 4 * (need // 12 + 2)
    words, places = np.empty(room, np.uint32), np.empty((number, room), np.uint32)
    decks = np.tile(np.arange(size, dtype=np.int64), (number, 1))
    found = rejection_limits(size, need)
    shuffle_several(decks, need, words, found, places, np.uint64(9), np.uint64(5), np.uint64(1))
    for unit, deck in enumerate(decks):
        assert deck[:need].tolist() == compiled_order(size, need, 9, 5 + unit, 16)[:need]
        assert sorted(deck) == list(range(size))


def test_every_order_of_a_few_cards_is_equally_frequent() -> None:
    number = 48_000
    orders = Counter(tuple(compiled_order(4, 4, 7, unit, 4)) for unit in range(number))
    expected = number / 24
    assert set(orders) == set(permutations(range(4)))
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 60


def test_the_source_of_a_unit_is_one_for_the_table() -> None:
    source = UnitSource(7, 3)
    assert isinstance(source, RandomSource)
    commitment = source.shuffle("shoe", composition(8))
    dealt = [source.card("shoe") for _ in range(416)]
    assert Counter(dealt) == Counter(dict.fromkeys(CARDS[:52], 8))
    source.finish("shoe")
    assert source.opening("shoe").commitment == commitment
    again = UnitSource(7, 3)
    again.shuffle("shoe", composition(8))
    assert [again.card("shoe") for _ in range(416)] == dealt
    again.shuffle("shoe", composition(8))
    assert [again.card("shoe") for _ in range(416)] != dealt


def test_the_dice_of_a_unit_do_not_depend_on_its_neighbours() -> None:
    rolls = [tuple(map(str, UnitSource(7, unit).rolls(12))) for unit in range(50)]
    assert len(set(rolls)) == 50
    assert UnitSource(7, 41).rolls(12) == UnitSource(7, 41).rolls(12)
    assert UnitSource(8, 41).rolls(12) != UnitSource(7, 41).rolls(12)


def test_shared_numbers_are_in_range_and_all_of_them_occur() -> None:
    drawn = Counter(shared_digit(7, unit, 38) for unit in range(4000))
    assert set(drawn) == set(range(38))
    assert sum((count - 4000 / 38) ** 2 / (4000 / 38) for count in drawn.values()) < 80
