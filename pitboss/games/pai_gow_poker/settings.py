"""A table with the house's setting of any seven cards, read with one lookup.

If no suit can make a flush, a hand is determined by its ranks and whether it has the joker: 50,000 multisets, and
18,000 with the joker. If one can, the hand is determined by the ranks in that suit and those of the other cards. So all
154,143,080 hands reduce to a quarter of a million entries, which fit in a processor's cache.

An entry packs the low hand (0 to 90), the high hand (0 to 7,462) and the class of the seven cards regardless of their
setting (`KINDS`), so loops read everything at once.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS, Rank
from pitboss.games.pai_gow_poker import house_way
from pitboss.hands import PAI_GOW_HIGH, Category
from pitboss.hands.tables import BUCKET_AT, RANK_KEYS, SUITS_AT, displacements, place, tables
from pitboss.simulation.compiled import compiled, inline, inner

RANKS, SUITS, HAND, LOW, HIGH = len(Rank), 4, 7, 2, 5
SETTINGS = HAND * (HAND - 1) // 2
KINDS = (
    "nine_high",
    "ten_high",
    "jack_high",
    "queen_high",
    "king_high",
    "ace_high",
    "nothing",
    "three_pairs",
    "three_of_a_kind",
    "straight",
    "straight_and_three_of_a_kind",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_aces",
)
"""The classes of seven cards, however they are set: pai gows by their highest card, then made hands."""
QUEEN = KINDS.index("queen_high")
KIND_BITS, HIGH_BITS = 5, 13
JOKER_AT = 4 * SUITS
"""The bit of the joker, above the counts of the suits."""
JOKER = RANKS * SUITS
"""The joker's card index."""
NOT_HELD = -1
"""Stands for no rank, for the joker or no card."""

_FLOOR = {category: PAI_GOW_HIGH.floor(category) for category in PAI_GOW_HIGH.categories}
STRAIGHT, FLUSH, FULL, SUITED, FIVE = (
    _FLOOR[one]
    for one in (
        Category.STRAIGHT,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.STRAIGHT_FLUSH,
        Category.FIVE_OF_A_KIND,
    )
)
ROYAL, FOUR, TRIPS, PAIR = (
    _FLOOR[one] for one in (Category.ROYAL_FLUSH, Category.FOUR_OF_A_KIND, Category.THREE_OF_A_KIND, Category.PAIR)
)
TWOS = tuple(combinations(range(HAND), LOW))
_PLACES = np.array(TWOS, np.int64)
_REST = np.array([[at for at in range(HAND) if at not in two] for two in TWOS], np.int64)


class Fives(NamedTuple):
    """The strength of five cards: by their ranks, by four ranks and the joker, and in one suit."""

    ranks: NDArray[np.int16]
    moved: NDArray[np.uint16]
    joker_ranks: NDArray[np.int16]
    joker_moved: NDArray[np.uint16]
    flush: NDArray[np.int16]
    joker_flush: NDArray[np.int16]
    keys: NDArray[np.int64]


@cache
def fives() -> Fives:
    by = tables(PAI_GOW_HIGH, HIGH)
    return Fives(
        by.ranks, displacements(HIGH), by.joker_ranks, displacements(HIGH - 1), by.flush, by.joker_flush, RANK_KEYS
    )


@inner
def five_strength(ranks: Any, suited: Any, setting: int, by: Fives) -> Any:
    """The strength of a setting's five cards in a hand with some `suited` cards; the joker has no rank."""
    key, mask, number, joker = 0, 0, 0, False
    for at in range(HIGH):
        one = _REST[setting, at]
        if ranks[one] < 0:
            joker = True
        else:
            key += by.keys[ranks[one]]
            if suited[one]:
                mask |= 1 << ranks[one]
                number += 1
    if joker:
        found = by.joker_ranks[
            (key + by.joker_moved[(key >> BUCKET_AT) & (len(by.joker_moved) - 1)]) & (len(by.joker_ranks) - 1)
        ]
        return max(found, by.joker_flush[mask]) if number == HIGH - 1 else found
    found = by.ranks[(key + by.moved[(key >> BUCKET_AT) & (len(by.moved) - 1)]) & (len(by.ranks) - 1)]
    return max(found, by.flush[mask]) if number == HIGH else found


low_by = inner(house_way.low_by)
best_complete = inner(house_way.best_complete)
setting_with_low = inner(house_way.setting_with_low)
low_hand = inner(house_way.low_hand)


@inner
def all_settings(ranks: Any, suited: Any, by: Fives, lows: Any, highs: Any, complete: Any) -> None:
    """The low and the high hand of every setting, and whether the high hand is a straight or a flush."""
    for setting in range(SETTINGS):
        one, other = ranks[_PLACES[setting, 0]], ranks[_PLACES[setting, 1]]
        lows[setting] = low_hand(house_way.ACE if one < 0 else one, house_way.ACE if other < 0 else other)
        high = five_strength(ranks, suited, setting, by)
        highs[setting] = high
        complete[setting] = STRAIGHT <= high < FULL or SUITED <= high < FIVE


@inner
def kind_of(best: int, held: Any, top: int) -> int:
    """The class of seven cards with this best high hand; `held` counts each rank, and `top` is the highest."""
    if best >= FIVE:
        return 16
    if best >= SUITED:
        return 15 if best >= ROYAL else 14
    if best >= FOUR:
        return 13
    if best >= FULL:
        return 12
    if best >= FLUSH:
        return 11
    pairs, three = 0, False
    for rank in range(RANKS):
        pairs += held[rank] == 2
        three = three or held[rank] > 2
    if best >= STRAIGHT:
        return 10 if three else 9
    if best >= TRIPS:
        return 8
    if best >= PAIR:
        return 7 if pairs == 3 else 6
    return top - SEVEN_HIGH


SEVEN_HIGH = 7
"""The rank of a nine, the lowest high card of seven cards without a pair, straight or flush."""


@compiled
def set_all(ranks: Any, suited: Any, classes: bool, by: Fives, into: Any) -> None:
    """The entries of many hands by the house way."""
    lows, highs = np.empty(SETTINGS, np.int64), np.empty(SETTINGS, np.int64)
    complete, held = np.empty(SETTINGS, np.bool_), np.empty(RANKS, np.int64)
    for at in range(len(ranks)):
        all_settings(ranks[at], suited[at], by, lows, highs, complete)
        held[:] = 0
        top = 0
        for card in range(HAND):
            rank = house_way.ACE if ranks[at, card] < 0 else ranks[at, card]
            held[rank] += 1
            top = max(top, rank)
        way = setting_with_low(low_by(held, best_complete(lows, complete), classes), lows, highs)
        kind = kind_of(highs.max(), held, top)
        into[at] = (((lows[way] << HIGH_BITS) + highs[way] - 1) << KIND_BITS) + kind


class Entries(NamedTuple):
    """The table: `plain` indexed by seven ranks, `joker` by six ranks and the joker, for hands that cannot be a flush.

    `suited` holds hands with a flush, indexed by the ranks of the suit (`begins`) and the number of the other ranks: by
    both (`others`), or by the count of the others and their ranks as bits (`rests`). For each card, `keys` has its
    rank's key, `suits` its suit, and `both` combines these with a joker bit.
    """

    plain: NDArray[np.int32]
    moved: NDArray[np.uint16]
    joker: NDArray[np.int32]
    joker_moved: NDArray[np.uint16]
    suited: NDArray[np.int32]
    begins: NDArray[np.int32]
    others: NDArray[np.int16]
    rests: NDArray[np.int16]
    keys: NDArray[np.int64]
    suits: NDArray[np.int64]
    both: NDArray[np.int64]


def _multisets(number: int) -> NDArray[np.int64]:
    """All multisets of `number` ranks with at most four of each."""
    every = np.array(list(combinations_with_replacement(range(RANKS), number)), np.int64)
    ok = np.ones(len(every), bool)
    for at in range(number - SUITS):
        ok &= every[:, at] != every[:, at + SUITS]
    return every[ok]


@cache
def entries(classes: bool) -> Entries:
    """A house way's table."""
    plain, joker = _plain(HAND, classes), _plain(HAND - 1, classes)
    suited, begins = _suited(classes)
    others = np.full((RANKS + 1, RANKS + 1), NOT_HELD, np.int16)
    for number, (low, high) in enumerate(combinations_with_replacement(range(RANKS), LOW)):
        others[low, high] = others[high, low] = number
    others[RANKS, :RANKS] = others[:RANKS, RANKS] = np.arange(RANKS)
    others[RANKS, RANKS] = 0
    rests = np.zeros((LOW + 1, 1 << RANKS), np.int16)
    for low, high in combinations_with_replacement(range(RANKS), LOW):
        rests[1, 1 << low] = others[low, RANKS]
        rests[2, 1 << low | 1 << high] = others[low, high]
    rests[1, 1 << (RANKS - 1)] = others[RANKS - 1, RANKS]
    keys = np.append(np.repeat(RANK_KEYS, SUITS), 0).astype(np.int64)
    each = np.append(np.tile(1 << (4 * np.arange(SUITS)), RANKS), 0x1111)
    suits = each.astype(np.int64)
    both = keys + (suits << SUITS_AT)
    both[JOKER] += 1 << (SUITS_AT + JOKER_AT)
    moved, joker_moved = displacements(HAND), displacements(HAND - 1)
    return Entries(plain, moved, joker, joker_moved, suited, begins, others, rests.ravel(), keys, suits, both)


def _plain(number: int, classes: bool) -> NDArray[np.int32]:
    """The entries of hands without a flush, indexed by their ranks."""
    every = _multisets(number)
    sums = RANK_KEYS[every].sum(axis=1)
    size = 1 << int(place(number, sums).max()).bit_length()
    into = np.empty(len(every), np.int32)
    ranks = every if number == HAND else np.column_stack([every, np.full(len(every), NOT_HELD)])
    set_all(ranks, np.zeros(ranks.shape, bool), classes, fives(), into)
    found = np.zeros(size, np.int32)
    found[place(number, sums)] = into
    return found


def _suited(classes: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The entries of hands with five cards of a suit, counting the joker, and the offset of each set of ranks.

    `begins` is indexed by the set of that suit's ranks as bits, with a second half for hands with the joker.
    """
    begins = np.full(2 << RANKS, NOT_HELD, np.int32)
    rows: list[NDArray[np.int64]] = []
    flags: list[NDArray[np.bool_]] = []
    at = 0
    for jokers in (0, 1):
        for size in range(HIGH - jokers, HAND - jokers + 1):
            rest = np.array(list(combinations_with_replacement(range(RANKS), HAND - jokers - size)), np.int64)
            beside = np.column_stack([rest, np.full((len(rest), jokers), NOT_HELD)])
            flag = np.zeros((len(rest), HAND), bool)
            flag[:, :size] = True
            for own in combinations(range(RANKS), size):
                begins[(jokers << RANKS) + sum(1 << rank for rank in own)] = at
                rows.append(np.column_stack([np.tile(own, (len(rest), 1)), beside]))
                flags.append(flag)
                at += len(rest)
    into = np.empty(at, np.int32)
    set_all(np.concatenate(rows), np.concatenate(flags), classes, fives(), into)
    return into, begins


@inline
def is_flush(suits: Any) -> Any:
    """Whether there are five cards of a suit, counting the joker for every suit."""
    return (suits + 0x3333) & 0x8888


@inline
def plain_entry(key: Any, by: Entries) -> Any:
    """The entry for seven cards without joker or flush, by the sum of their keys."""
    return by.plain[(key + by.moved[(key >> BUCKET_AT) & (len(by.moved) - 1)]) & (len(by.plain) - 1)]


@inline
def joker_entry(key: Any, by: Entries) -> Any:
    """The entry for the joker and six other cards without a flush."""
    return by.joker[(key + by.joker_moved[(key >> BUCKET_AT) & (len(by.joker_moved) - 1)]) & (len(by.joker) - 1)]


@inner
def flush_entry(cards: Any, suits: Any, by: Entries) -> Any:
    """The entry of seven cards that may have a flush."""
    suit = 0
    while (suits >> (4 * suit)) & 15 < HIGH:
        suit += 1
    mask, joker, one, other = 0, 0, RANKS, RANKS
    for at in range(HAND):
        card: Any = np.int64(cards[at])
        if card == JOKER:
            joker = 1
        elif card & 3 == suit:
            mask |= 1 << (card >> 2)
        else:
            one, other = card >> 2, one
    return by.suited[by.begins[(joker << RANKS) + mask] + by.others[one, other]]


@inline
def suited_entry(suits: Any, mask: Any, by: Entries) -> Any:
    """The entry for a flush, by the number of cards in each suit and a mask of the cards with sixteen bits per suit and
    no joker.
    """
    reached = is_flush(suits)
    suit = 0 if reached & 0x8 else 1 if reached & 0x80 else 2 if reached & 0x800 else 3
    own = (mask >> (16 * suit)) & ((1 << RANKS) - 1)
    rest = mask ^ (own << (16 * suit))
    rest |= rest >> 32
    rest = (rest | rest >> 16) & ((1 << RANKS) - 1)
    beside = HAND - ((suits >> (4 * suit)) & 15)
    return by.suited[by.begins[((suits >> JOKER_AT) << RANKS) + own] + by.rests[(beside << RANKS) + rest]]


@inline
def entry_of(cards: Any, by: Entries) -> Any:
    """The entry of seven cards."""
    total = np.int64(0)
    for at in range(HAND):
        total += by.both[cards[at]]
    suits = total >> SUITS_AT
    if is_flush(suits):
        return flush_entry(cards, suits, by)
    return joker_entry(total, by) if suits >> JOKER_AT else plain_entry(total, by)


@compiled
def entries_of(hands: Any, by: Entries, into: Any) -> None:
    """The entries of many hands, one row of card indices each."""
    for at in range(len(hands)):
        into[at] = entry_of(hands[at], by)


def unpack(entry: int) -> tuple[int, int, str]:
    """The strengths of an entry's low and high hand, and its class."""
    low, high = entry >> (KIND_BITS + HIGH_BITS), (entry >> KIND_BITS) & ((1 << HIGH_BITS) - 1)
    return low + 1, high + 1, KINDS[entry & ((1 << KIND_BITS) - 1)]


assert len(CARDS) == JOKER + 1
