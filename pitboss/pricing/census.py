"""Counts of the dealer's hands that share no card with the player's and rank below it, without dealing them.

Theory of operation
1. Let N(T, s) be the number of all dealer hands that contain the cards T and rank below s. The number of hands that
   contain the dealer's known card u, rank below s and avoid all of the player's cards P follows by inclusion and
   exclusion:

    sum over the subsets S of P of (-1)^|S| N(S + u, s)

   At Caribbean stud that is 32 look-ups instead of 163,185 hands.
2. N is not stored for every s. The player's hands are taken in ascending order of strength, and the dealer's hands
   enter the census as the player's pass them (`_count_in`).
3. N is the same for all T that differ only in their suits, so T and the dealer's hands are both taken up to suit
   symmetry. A class of weight w adds w to the class of each of its subsets, to be divided by the number of sets in that
   class. A class of weight w has 24 / w renamings that leave it unchanged, so the census holds 24 N, which are whole
   numbers, and the result is divided by 24.
4. 24 N is at most 24 C(52, 6) < 2^29. Partial sums may overflow 32 bits, but they wrap around and the final sum is at
   most 24 C(47, 5).
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
from pitboss.pricing.progress import Progress, run_in_parts

Strengths = NDArray[np.int16]
Census = NDArray[np.int32]

_MOST_CARDS = 6
COUNTS_PER_HAND = len(RENAMINGS)
"""The number that one hand adds to the census of each of its subsets."""


class DealerCounts(NamedTuple):
    """How many of the dealer's hands are below the qualifying hand, below the player's, and not above the player's.

    Rows are the player's hands. Columns are the cards that the dealer may show, or a single column if none is shown.
    """

    below_qualifying: NDArray[np.int32]
    below: NDArray[np.int32]
    not_above: NDArray[np.int32]
    each: int
    """The number of dealer hands against each player hand and exposed card."""


class _SortedHands(NamedTuple):
    """The dealer's hands up to suit symmetry, sorted by strength.

    `order` lists their classes in ascending order of strength, and `ends` is where each strength ends in it. For
    smaller sets of cards, `slots` is the place of each set's class in a census, with the sets of each size starting at
    `offsets`, and `times` is what one hand adds there for each deal in its class.
    """

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
def _count_in(dealer: _SortedHands, begin: int, end: int, census: Census) -> None:
    """Add hands to the census under each of their subsets except the hand itself."""
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
def _avoiding(player: Cards, shown: int, dealer: _SortedHands, limit: int, census: Census, found: Census) -> None:
    """Count the dealer's hands in the census that avoid the player's cards and contain each card the dealer may show.

    The census holds the hands below `limit`. `found` has a slot for each card that may be shown, or one slot if none
    is.
    """
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
                found[0] += sign * COUNTS_PER_HAND
            continue
        # Between two neighbours of the subset, the shown card keeps its position in the set, so only its own term
        # changes.
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
                        found[card] += sign * COUNTS_PER_HAND
    if shown:
        for card in range(held):
            found[player[card]] = 0
    for at in range(len(found)):
        found[at] //= COUNTS_PER_HAND


@compiled
def _sweep(
    players: Cards,
    player_strengths: Strengths,
    first: int,
    last: int,
    shown: int,
    dealer: _SortedHands,
    qualifying: int,
    found: DealerCounts,
) -> None:
    """Count for the player hands from `first` up to `last`, which are in ascending order of strength."""
    ends = dealer.ends
    fixed = np.zeros_like(dealer.times)
    _count_in(dealer, 0, ends[qualifying - 1], fixed)
    census = np.zeros_like(dealer.times)
    counted = 0
    row = first
    while row < last:
        # The same integer width as `qualifying`, so that `_avoiding` is compiled once.
        strength = 0 + player_strengths[row]
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
class DealerHands:
    """All hands that the dealer may hold, up to suit symmetry, with their strengths."""

    known: Classes
    strengths: Strengths


def count_dealer_hands(
    players: Cards,
    player_strengths: Strengths,
    dealer: DealerHands,
    qualifying: int = 1,
    shown: int = 0,
    progress: Progress | None = None,
) -> DealerCounts:
    """Compare the dealer's hands with each player hand, with the player's cards out of the deck.

    `hands` are rows of card indices in ascending order, in any order of rows. `qualifying` is the lowest strength with
    which the dealer qualifies, and `shown` is 1 if one of the dealer's cards is exposed.
    """
    size, held = dealer.known.number, players.shape[1]
    if size > _MOST_CARDS or held > _MOST_CARDS or shown > 1:
        raise ValueError(f"{held} cards against {size} with {shown} shown: at most six, and one shown")
    by_strength = np.argsort(player_strengths, kind="stable")
    columns = DECK if shown else 1
    each = comb(DECK - held - shown, size - shown)
    below_qualifying, below, not_above = (np.zeros((len(players), columns), np.int32) for _ in range(3))
    found = DealerCounts(below_qualifying, below, not_above, each)
    by_rank = _sort_hands(dealer, int(max(dealer.strengths.max(), player_strengths.max())))
    sorted_players = np.ascontiguousarray(players[by_strength])
    sorted_strengths = np.ascontiguousarray(player_strengths[by_strength])

    def part(first: int, last: int) -> None:
        _sweep(sorted_players, sorted_strengths, first, last, shown, by_rank, qualifying, found)

    run_in_parts(part, _census_parts(len(players), len(dealer.known)), progress)
    back = np.empty_like(by_strength)
    back[by_strength] = np.arange(len(by_strength))
    return DealerCounts(found.below_qualifying[back], found.below[back], found.not_above[back], each)


def _sort_hands(dealer: DealerHands, most: int) -> _SortedHands:
    known, strengths = dealer.known, dealer.strengths
    order = np.argsort(strengths, kind="stable")
    ends = np.searchsorted(strengths[order], np.arange(most + 1), side="right")
    smaller = [classes(number) for number in range(1, known.number)]
    offsets = np.cumsum([0, 1, *(len(sets.class_of) for sets in smaller)]).astype(np.int64)
    firsts = np.cumsum([1, *(len(sets) for sets in smaller)])
    slots = [np.zeros(1, np.int32), *(sets.class_of + np.int32(at) for sets, at in zip(smaller, firsts, strict=False))]
    times = [np.array([COUNTS_PER_HAND]), *(COUNTS_PER_HAND // sets.weights for sets in smaller)]
    return _SortedHands(
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


def count_each_dealer_hand(hands: Cards, strengths: Strengths, qualifying: int) -> DealerCounts:
    """Make the same counts for any deck by comparing all pairs of hands; for hands of few cards."""
    apart = ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    theirs = strengths[None, :]
    below_bar, below, not_above = (
        (apart & which).sum(axis=1, dtype=np.int32)[:, None]
        for which in (theirs < qualifying, theirs < strengths[:, None], theirs <= strengths[:, None])
    )
    return DealerCounts(below_bar, below, not_above, int(apart[0].sum()))


def _census_parts(rows: int, hands: int) -> Iterable[tuple[int, int]]:
    """Split the rows into parts. Each part has its own census, so more parts pay off only if there are many rows per
    hand.
    """
    parts = max(2, min(8, 8 * rows // hands))
    bounds = [rows * part // parts for part in range(parts + 1)]
    return list(pairwise(bounds))
