"""Hands that share no card with yours and rank below it, counted without dealing them.

The one idea: let N(T, s) be how many of all dealer hands contain the cards T and rank below s. Then the hands that
contain the dealer's known card u, rank below s and avoid all of the player's cards P are, by inclusion and exclusion,

    sum over the subsets S of P of (-1)^|S| N(S + u, s)

32 look-ups instead of 163,185 hands at Caribbean stud. N need not be kept for every s: player hands are taken from
the weakest up, and the dealer hands below are put into the census as the player hands pass them (`_count_in` below).
Nor for every T, or hand by hand: N is the same for all T that differ by suits alone, so both are taken up to suits. A
class of hands of weight w adds w for each of its subsets to the class of that subset; by how many sets share that class
it is then divided. Since a class has 24 / its weight renamings that change nothing, the census holds 24 N, which are
whole numbers, and 24 is taken out at the end. 24 N is at most 24 C(52, 6) < 2^29; partial sums of them may leave 32
bits and come back, since these wrap around and the last is at most 24 C(47, 5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.pricing.compiled import compiled, inner
from pitboss.pricing.deals import CHOOSE, DECK, RENAMINGS, Cards, Classes, Counts, Places, classes
from pitboss.pricing.progress import Progress, in_parts

Strengths = NDArray[np.int16]
Census = NDArray[np.int32]

_MOST_CARDS = 6
EACH = len(RENAMINGS)
"""What a single hand adds to the census of each of its subsets."""


class Against(NamedTuple):
    """For each player hand (a row) and each card that the dealer may show (a column; one column if he shows none), how
    many of the dealer's hands rank below the qualifying hand, below the player's, and not above the player's."""

    below_qualifying: NDArray[np.int32]
    below: NDArray[np.int32]
    not_above: NDArray[np.int32]
    each: int
    """How many dealer hands there are against each player hand and card shown."""


class _Sorted(NamedTuple):
    """The dealer's hands up to suits, by strength: `order` has their classes from the weakest up, `ends` where each
    strength ends in it. For sets of fewer cards, `slots` has the place of each one's class in a census, beginning at
    `offsets` for those of each size, and `times` how much a hand adds there for each deal that it stands for."""

    hands: Cards
    weights: Counts
    strengths: Strengths
    class_of: Places
    order: NDArray[np.int64]
    ends: Counts
    offsets: Counts
    slots: Places
    times: Census


@inner
def _count_in(dealer: _Sorted, begin: int, end: int, census: Census) -> None:
    """Put hands into the census: under each of their subsets, but for the hand itself."""
    hands, order, offsets = dealer.hands, dealer.order, dealer.offsets
    number = hands.shape[1]
    for at in range(begin, end):
        hand = hands[order[at]]
        weight = np.int32(dealer.weights[order[at]])
        for some in range((1 << number) - 1):
            place = 0
            size = 0
            for card in range(number):
                if some >> card & 1:
                    size += 1
                    place += CHOOSE[hand[card], size]
            slot = dealer.slots[offsets[size] + place]
            census[slot] += weight * dealer.times[slot]


@inner
def _avoiding(player: Cards, shown: int, dealer: _Sorted, limit: int, census: Census, found: Census) -> None:
    """The dealer's hands that avoid the player's, have been counted in (those below `limit`), and contain each card
    that may be shown; `found` has a place for each of them, or one if none is shown."""
    size, offsets, slots = dealer.hands.shape[1], dealer.offsets, dealer.slots
    strengths, class_of = dealer.strengths, dealer.class_of
    held = len(player)
    found[:] = 0
    chosen = np.empty(held, np.int64)
    for some in range(1 << held):
        number = 0
        for card in range(held):
            if some >> card & 1:
                chosen[number] = player[card]
                number += 1
        if number + shown > size:
            continue
        sign = -1 if number & 1 else 1
        if shown == 0:
            place = 0
            for card in range(number):
                place += CHOOSE[chosen[card], card + 1]
            if number < size:
                found[0] += sign * census[slots[offsets[number] + place]]
            elif strengths[class_of[place]] < limit:
                found[0] += sign * EACH
            continue
        # Between two neighbours of the subset the shown card has the same rank in the set: only its own term changes.
        for gap in range(number + 1):
            place = 0
            for card in range(gap):
                place += CHOOSE[chosen[card], card + 1]
            for card in range(gap, number):
                place += CHOOSE[chosen[card], card + 2]
            begin = chosen[gap - 1] + 1 if gap else 0
            end = chosen[gap] if gap < number else DECK
            if number + 1 < size:
                start = offsets[number + 1] + place
                for card in range(begin, end):
                    found[card] += sign * census[slots[start + CHOOSE[card, gap + 1]]]
            else:
                for card in range(begin, end):
                    if strengths[class_of[place + CHOOSE[card, gap + 1]]] < limit:
                        found[card] += sign * EACH
    if shown:
        for card in range(held):
            found[player[card]] = 0
    for at in range(len(found)):
        found[at] //= EACH


@compiled
def _sweep(
    players: Cards,
    player_strengths: Strengths,
    first: int,
    last: int,
    shown: int,
    dealer: _Sorted,
    qualifying: int,
    found: Against,
) -> None:
    """The player hands from `first` to before `last`, which are in the order of their strengths."""
    ends = dealer.ends
    fixed = np.zeros_like(dealer.times)
    _count_in(dealer, 0, ends[qualifying - 1], fixed)
    census = np.zeros_like(dealer.times)
    counted = 0
    row = first
    while row < last:
        strength = 0 + player_strengths[row]  # as wide as `qualifying` is: what it is given to is compiled once
        upto = ends[strength - 1]
        _count_in(dealer, counted, upto, census)
        counted = upto
        end = row
        while end < last and player_strengths[end] == strength:
            if qualifying > 1:
                _avoiding(players[end], shown, dealer, qualifying, fixed, found.below_qualifying[end])
            _avoiding(players[end], shown, dealer, strength, census, found.below[end])
            end += 1
        upto = ends[strength]
        _count_in(dealer, counted, upto, census)
        counted = upto
        for same in range(row, end):
            _avoiding(players[same], shown, dealer, strength + 1, census, found.not_above[same])
        row = end


@dataclass(frozen=True, eq=False)
class Dealer:
    """All hands that the dealer may hold, up to suits, and what each class of them is worth."""

    known: Classes
    strengths: Strengths


def against(
    players: Cards,
    player_strengths: Strengths,
    dealer: Dealer,
    qualifying: int = 1,
    shown: int = 0,
    progress: Progress | None = None,
) -> Against:
    """How the dealer's hands compare with each player hand, the player's cards being out of the deck.

    Player hands are rows of card indices from the lowest up, in any order; `qualifying` is the least strength with
    which the dealer qualifies; `shown` is 1 if one of the dealer's cards is seen.
    """
    size, held = dealer.known.number, players.shape[1]
    if size > _MOST_CARDS or held > _MOST_CARDS or shown > 1:
        raise ValueError(f"{held} cards against {size} with {shown} shown: at most six, and one shown")
    by_strength = np.argsort(player_strengths, kind="stable")
    columns = DECK if shown else 1
    each = comb(DECK - held - shown, size - shown)
    below_qualifying, below, not_above = (np.zeros((len(players), columns), np.int32) for _ in range(3))
    found = Against(below_qualifying, below, not_above, each)
    by_rank = _sorted(dealer, int(max(dealer.strengths.max(), player_strengths.max())))
    sorted_players = np.ascontiguousarray(players[by_strength])
    sorted_strengths = np.ascontiguousarray(player_strengths[by_strength])

    def part(first: int, last: int) -> None:
        _sweep(sorted_players, sorted_strengths, first, last, shown, by_rank, qualifying, found)

    in_parts(part, _parts(len(players), len(dealer.known)), progress)
    back = np.empty_like(by_strength)
    back[by_strength] = np.arange(len(by_strength))
    return Against(found.below_qualifying[back], found.below[back], found.not_above[back], each)


def _sorted(dealer: Dealer, most: int) -> _Sorted:
    known, strengths = dealer.known, dealer.strengths
    order = np.argsort(strengths, kind="stable")
    ends = np.searchsorted(strengths[order], np.arange(most + 1), side="right")
    smaller = [classes(number) for number in range(1, known.number)]
    offsets = np.cumsum([0, 1, *(len(sets.class_of) for sets in smaller)]).astype(np.int64)
    firsts = np.cumsum([1, *(len(sets) for sets in smaller)])
    slots = [np.zeros(1, np.int32), *(sets.class_of + np.int32(at) for sets, at in zip(smaller, firsts, strict=False))]
    times = [np.array([EACH]), *(EACH // sets.weights for sets in smaller)]
    return _Sorted(
        known.representatives,
        known.weights,
        strengths,
        known.class_of,
        order,
        ends,
        offsets,
        np.concatenate(slots),
        np.concatenate(times).astype(np.int32),
    )


def against_each(hands: Cards, strengths: Strengths, qualifying: int) -> Against:
    """The same by comparing every two sets of a deck, whatever cards it has; for hands of few cards."""
    apart = ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    theirs = strengths[None, :]
    below_bar, below, not_above = (
        (apart & which).sum(axis=1, dtype=np.int32)[:, None]
        for which in (theirs < qualifying, theirs < strengths[:, None], theirs <= strengths[:, None])
    )
    return Against(below_bar, below, not_above, int(apart[0].sum()))


def _parts(rows: int, hands: int) -> Iterable[tuple[int, int]]:
    """A part has a census of its own, so there are few of them: the more rows a hand has to serve the more parts."""
    parts = max(2, min(8, 8 * rows // hands))
    bounds = [rows * part // parts for part in range(parts + 1)]
    return list(pairwise(bounds))
