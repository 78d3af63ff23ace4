"""Three own cards and a flop of three, of which two are used: flop poker.

With the own cards fixed, any two cards of the flop make a hand: 1,176 strengths. A flop of three is as strong as the
best of its three pairs, so each of the 18,424 flops takes three look-ups instead of three evaluations.

The players contest the pot among themselves and are all dealt alike, so the house edge is 0 for any number of
players. How often two players split it is counted exactly: all holdings with a flop are sorted, and among those of
equal strength, the pairs that share no card are counted by inclusion and exclusion. For more players the frequency is
estimated from random deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from pitboss.families.house_poker.kinds.arrays import Bytes, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import ALONE
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.compiled import compiled, inner
from pitboss.pricing.deals import DECK, Cards, Counts, classes
from pitboss.pricing.progress import Progress, run_in_parts, split_rows

OWN, FLOP = 3, 3
LIVE = DECK - OWN
MOST_PLAYERS = 8


@inner
def _other_cards(own: Cards, live: Cards) -> None:
    at, mine = 0, 0
    for card in range(DECK):
        if mine < len(own) and own[mine] == card:
            mine += 1
        else:
            live[at] = card
            at += 1


@compiled
def _count_rows(hands: Cards, first: int, last: int, grade_of: Bytes, counts: Counts) -> None:
    live = np.empty(LIVE, np.uint8)
    pair = np.empty((LIVE, LIVE), np.int16)
    for row in range(first, last):
        _other_cards(hands[row], live)
        key, mask = np.uint64(0), np.uint64(0)
        for card in hands[row]:
            key += KEYS[card]
            mask |= MASKS[card]
        for b in range(LIVE):
            for a in range(b):
                strength = strength5(key + KEYS[live[a]] + KEYS[live[b]], mask | MASKS[live[a]] | MASKS[live[b]])
                pair[a, b] = strength
                pair[b, a] = strength
        for c in range(LIVE):
            for b in range(c):
                for a in range(b):
                    counts[row, grade_of[max(pair[a, b], max(pair[c, a], pair[c, b]))]] += 1


@dataclass(frozen=True)
class FlopGame:
    """One decision on three cards between `ends`, cheapest first; ties go to the first."""

    rows: Rows
    ends: tuple[str, ...]
    net: Net


_counts_cache: dict[Rows, Counts] = {}


def count_flop_rows(rows: Rows, progress: Progress | None = None) -> Counts:
    """Count the flops that give each row, for each class of three own cards."""
    if rows not in _counts_cache:
        held = classes(OWN)
        counts = np.zeros((len(held), len(rows.names) + 1), np.int64)
        grade_of = row_numbers(rows)
        run_in_parts(
            lambda first, last: _count_rows(held.representatives, first, last, grade_of, counts),
            split_rows(len(held), 8),
            progress,
        )
        _counts_cache[rows] = counts
    return _counts_cache[rows]


def solve(game: FlopGame, progress: Progress | None = None) -> Bytes:
    """Return the number of the best end for each class of three cards."""
    values = unit_amounts(game, ALONE).pays[:, :, 0] @ count_flop_rows(game.rows, progress).T
    best: Bytes = values.argmax(axis=0).astype(np.uint8)
    return best


def play(game: FlopGame, decisions: Bytes) -> Tally:
    """Return the tally of all deals under these decisions."""
    counts = count_flop_rows(game.rows) * classes(OWN).weights[:, None]
    by_end = np.stack([counts[decisions == number].sum(axis=0) for number in range(len(game.ends))])
    return tally_of(game, ALONE, by_end, comb(DECK, OWN) * comb(LIVE, FLOP))


# ---- The pot


@inner
def _strength(key: np.uint64, mask: np.uint64, flop: Cards) -> int:
    best = 0
    for out in range(3):
        a, b = flop[(out + 1) % 3], flop[(out + 2) % 3]
        best = max(best, int(strength5(key + KEYS[a] + KEYS[b], mask | MASKS[a] | MASKS[b])))
    return best


@compiled
def _ties(flops: Cards, weights: Counts, first: int, last: int) -> int:
    """Count the ordered pairs of equally strong holdings that share no card, over these flops and their suit images."""
    live = np.empty(LIVE, np.uint8)
    holdings = comb3(LIVE)
    strengths = np.empty(holdings, np.int16)
    cards = np.empty((holdings, 3), np.uint8)
    order = np.empty(holdings, np.int32)
    starts = np.empty(1 << 13, np.int32)
    one = np.zeros(LIVE, np.int64)
    two = np.zeros((LIVE, LIVE), np.int64)
    found = 0
    for row in range(first, last):
        _other_cards(flops[row], live)
        at = 0
        for c in range(LIVE):
            for b in range(c):
                for a in range(b):
                    key = KEYS[live[a]] + KEYS[live[b]] + KEYS[live[c]]
                    mask = MASKS[live[a]] | MASKS[live[b]] | MASKS[live[c]]
                    strengths[at] = _strength(key, mask, flops[row])
                    cards[at, 0], cards[at, 1], cards[at, 2] = a, b, c
                    at += 1
        starts[:] = 0
        for at in range(holdings):
            starts[strengths[at] + 1] += 1
        for strength in range(len(starts) - 1):
            starts[strength + 1] += starts[strength]
        for at in range(holdings):
            order[starts[strengths[at]]] = at
            starts[strengths[at]] += 1
        begin = 0
        while begin < holdings:
            end = begin
            while end < holdings and strengths[order[end]] == strengths[order[begin]]:
                a, b, c = cards[order[end]]
                one[a] += 1
                one[b] += 1
                one[c] += 1
                two[a, b] += 1
                two[a, c] += 1
                two[b, c] += 1
                end += 1
            equal = 0
            for place in range(begin, end):
                a, b, c = cards[order[place]]
                equal += (end - begin) - one[a] - one[b] - one[c] + two[a, b] + two[a, c] + two[b, c] - 1
            found += weights[row] * equal
            for place in range(begin, end):
                a, b, c = cards[order[place]]
                one[a] = one[b] = one[c] = 0
                two[a, b] = two[a, c] = two[b, c] = 0
            begin = end
    return found


@inner
def comb3(number: int) -> int:
    return number * (number - 1) * (number - 2) // 6


@cache
def count_ties() -> tuple[int, int]:
    """Return the number of ties among all deals of a flop and two hands, and the number of deals."""
    held = classes(FLOP)
    found: list[int] = []
    run_in_parts(
        lambda first, last: found.append(_ties(held.representatives, held.weights, first, last)),
        split_rows(len(held), 16),
    )
    return sum(found), comb(DECK, FLOP) * comb(LIVE, OWN) * comb(LIVE - OWN, OWN)


@inner
def _random_number(number: np.uint64) -> np.uint64:
    """SplitMix64: the random number with this index."""
    state = number * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@compiled
def _sample(first: int, last: int, most: int, counts: Counts) -> None:
    """Deal rounds by number; `counts[n, k]` counts those in which k of n players have the best hand."""
    deck = np.arange(DECK).astype(np.uint8)
    flop = np.empty(3, np.uint8)
    for number in range(first, last):
        for at in range(FLOP + OWN * most):
            draw = _random_number(np.uint64(number * 64 + at + 1)) >> np.uint64(11)
            other = at + int(draw % np.uint64(DECK - at))
            deck[at], deck[other] = deck[other], deck[at]
        for at in range(3):
            flop[at] = deck[at]
        best, held = 0, 0
        for player in range(most):
            key, mask = np.uint64(0), np.uint64(0)
            for card in deck[FLOP + OWN * player : FLOP + OWN * (player + 1)]:
                key += KEYS[card]
                mask |= MASKS[card]
            strength = _strength(key, mask, flop)
            if strength > best:
                best, held = strength, 1
            elif strength == best:
                held += 1
            counts[player + 1, held] += 1


SAMPLE = 1_000_000


@cache
def count_pot_splits(rounds: int = SAMPLE) -> tuple[tuple[int, ...], ...]:
    """For each number of players, count the random rounds in which 0, 1, 2, ... of them have the best hand."""
    counts = np.zeros((MOST_PLAYERS + 1, MOST_PLAYERS + 1), np.int64)
    parts = [counts.copy() for _ in range(8)]

    def part(first: int, last: int) -> None:
        _sample(first, last, MOST_PLAYERS, parts[first * 8 // rounds])

    run_in_parts(part, split_rows(rounds, 8))
    return tuple(tuple(int(count) for count in row) for row in sum(parts, counts))
