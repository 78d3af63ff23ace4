"""Hold 'em with a wager on each street: one to stay in before the flop, and an optional one before each later card.

Theory of operation
1. The net of a later wager depends only on the final cards, not on the other wagers: the net of an end is the
   net of staying in plus a sum over the later wagers made (`more`, which checks this). So each wager is decided on its
   own: it is made if its value is positive given the cards seen so far.
2. On every board, up to suit symmetry, all holdings are ranked once (`pricing/boards`). A wager's value there is
   added to the ten flops and the five sets of four cards that the board contains.
3. A second pass plays these decisions, or any others, by class of holdings. A board can be dealt in twenty different
   ways: five choices of the last card, and four of the card before it.
4. The decision before the flop follows from these counts and does not change them, so prices under other pay tables for
   the first wagers use the same counts.
5. A sum over four cards has 48 boards, each with at most 990 x 24 times the amount. 32 bits hold it for amounts below
   1,800 units; larger amounts are rejected. All other sums are in 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.arrays import UnitAmounts, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.price.rows import Rows, floor
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands import Order
from pitboss.hands.fast import KEYS, MASKS, strength5, strength6
from pitboss.pricing.boards import (
    BEST_OF_SEVEN,
    FIRST,
    HOLDINGS,
    RENAMED,
    SECOND,
    Amounts,
    Boards,
    Bytes,
    Flags,
    Subsets,
    add_results,
    add_to_streets,
    amount_of,
    boards,
    dealer_holdings,
    find_class,
    rank_buffers,
    rank_holdings,
    result_counts,
    spread_to_images,
    subsets,
)
from pitboss.pricing.compiled import compiled
from pitboss.pricing.deals import (
    CHOOSE,
    DECK,
    RENAMINGS,
    Cards,
    Counts,
    Places,
    classes,
    place_of,
    to_representative,
)
from pitboss.pricing.progress import PerThread, Progress, run_in_parts, split_rows

BOARD, FLOP, FOUR = 5, 3, 4
RESULT_COUNT = len(RESULTS)
WAYS = BOARD * FOUR
DEALS = HOLDINGS * comb(DECK - 2, BOARD) * WAYS * dealer_holdings(BOARD)
"""The number of deals, over holdings, boards with all the ways to deal them, and dealer holdings."""
MOST_AMOUNT = 1_800


def _flops_without() -> Bytes:
    """The flops with which each set of the first four cards may have begun, as rows of `Subsets`."""
    flops, fours = (list(map(set, combinations(range(BOARD), number))) for number in (FLOP, FOUR))
    return np.array([[at for at, flop in enumerate(flops) if flop < four] for four in fours], np.uint8)


_FLOPS_WITHOUT = _flops_without()


@dataclass(frozen=True)
class StreetGame:
    """A hold 'em game with a fold or a wager to stay in before the flop, and a further wager on two streets.

    `ends` are, in this order: the fold; staying in without a later wager, with the first, with the second, with both.
    `names` has each street's choices, without its wager and with it.
    """

    rows: Rows
    ends: tuple[str, str, str, str, str]
    net: Net
    names: tuple[tuple[str, str], tuple[str, str], tuple[str, str]]

    @cached_property
    def amounts(self) -> UnitAmounts:
        return unit_amounts(self, RESULTS)

    def more(self) -> Amounts:
        """The amounts that the two later wagers add, by row and result; neither may depend on the other."""
        _, plain, first, second, both = self.amounts.pays
        found = np.stack([first - plain, second - plain])
        if (both - second != found[0]).any():
            raise ValueError(
                f"the amount that {self.ends[2]!r} adds depends on other wagers, which this solver does not support"
            )
        if abs(found).max() >= MOST_AMOUNT:
            raise ValueError(f"amounts up to {abs(found).max()} units could overflow; they must be below {MOST_AMOUNT}")
        return found

    def grades(self) -> Bytes:
        return row_numbers(self.rows)


class LaterDecisions(NamedTuple):
    """Whether to make each later wager, as bits (lowest first), by class of flops or of four cards and by holding."""

    at_flop: Bytes
    at_four: Bytes


class Decisions(NamedTuple):
    """The holdings that stay in, and the later decisions."""

    stays: Bytes
    later: LaterDecisions


@compiled
def _bit(bits: Bytes, at: int) -> int:
    bit: int = bits[at >> 3] >> (at & 7) & 1
    return bit


@compiled
def _values(
    deals: Boards,
    flops: Subsets,
    fours: Subsets,
    first: int,
    last: int,
    grade_of: Bytes,
    more: Amounts,
    at_flop: Amounts,
    at_four: NDArray[Any],
) -> None:
    """Add the values of the wagers on these boards to their flops and sets of four cards, by holding."""
    boards = deals.boards
    compared = rank_buffers(BOARD)
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, each = len(strengths), dealer_holdings(BOARD)
    places = np.empty(held, np.int16)
    gains = np.empty((2, held), np.int64)
    for row in range(first, last):
        weight = deals.weights[row]
        rank_holdings(boards[row], deals.strength_table[0], 1, compared)
        for at in range(held):
            strength = strengths[at]
            r, n0, n1, n2, n3 = result_counts(each, strength, 1, counts[0, at], counts[1, at], counts[2, at])
            grade = grade_of[strength]
            places[at] = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
            gains[0, at] = weight * amount_of(more[0, grade], r, n0, n1, n2, n3)
            gains[1, at] = weight * amount_of(more[1, grade], r, n0, n1, n2, n3)
        add_to_streets(at_flop, boards[row], flops, places, gains[0])
        add_to_streets(at_four, boards[row], fours, places, gains[1])


@compiled
def _play(
    deals: Boards,
    flops: Subsets,
    fours: Subsets,
    first: int,
    last: int,
    grade_of: Bytes,
    by: LaterDecisions,
    class_of_two: Places,
    tally: Counts,
) -> None:
    """Count how these boards end for holdings that stay in, by class, wagers made, row and result."""
    boards = deals.boards
    compared = rank_buffers(BOARD)
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, each = len(strengths), dealer_holdings(BOARD)
    places = np.empty(held, np.int16)
    wagered = np.empty((len(flops.positions), held), np.uint8)
    ways = np.empty((4, held), np.int64)
    for row in range(first, last):
        weight = deals.weights[row]
        rank_holdings(boards[row], deals.strength_table[0], 1, compared)
        for at in range(held):
            places[at] = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
        for way in range(len(flops.positions)):
            kind, renaming = find_class(boards[row], flops.positions[way], flops)
            renamed, begins = RENAMED[renaming], np.int64(kind) * HOLDINGS
            for at in range(held):
                wagered[way, at] = _bit(by.at_flop, begins + renamed[places[at]])
        ways[:] = 0
        for way in range(len(fours.positions)):
            kind, renaming = find_class(boards[row], fours.positions[way], fours)
            renamed, begins = RENAMED[renaming], np.int64(kind) * HOLDINGS
            a, b, c, d = _FLOPS_WITHOUT[way]
            for at in range(held):
                before = wagered[a, at] + wagered[b, at] + wagered[c, at] + wagered[d, at]
                then = 2 * _bit(by.at_four, begins + renamed[places[at]])
                ways[then, at] += FOUR - before
                ways[then + 1, at] += before
        for at in range(held):
            strength = strengths[at]
            grade = grade_of[strength]
            r, n0, n1, n2, n3 = result_counts(each, strength, 1, counts[0, at], counts[1, at], counts[2, at])
            counted = tally[class_of_two[places[at]]]
            for way in range(4):
                if ways[way, at]:
                    add_results(counted[way, grade], r, weight * ways[way, at], n0, n1, n2, n3)


def solve_later(game: StreetGame, progress: Progress | None = None) -> LaterDecisions:
    """Return the best decisions after staying in."""
    deals, flops, fours = boards(BOARD), subsets(BOARD, FLOP), subsets(BOARD, FOUR)
    three, four = classes(FLOP), classes(FOUR)
    grade_of, more = game.grades(), game.more()
    sums = PerThread(
        lambda: (
            np.zeros((len(three), HOLDINGS), np.int64),
            np.zeros((len(four), HOLDINGS), np.int32),
        )
    )

    def part(first: int, last: int) -> None:
        _values(deals, flops, fours, first, last, grade_of, more, *sums.mine())

    run_in_parts(part, split_rows(len(deals.boards), 64), progress)
    bits = []
    for known, found in zip((three, four), sums.total(), strict=True):
        spread_to_images(known.representatives, found)
        bits.append(pack(found > 0))
    return LaterDecisions(*bits)


def counts(game: StreetGame, later: LaterDecisions, progress: Progress | None = None) -> Counts:
    """Count how all deals end when the player stays in, by class of holdings, wagers made, row and result.

    The wagers made are: none, the first, the second, both.
    """
    deals, flops, fours = boards(BOARD), subsets(BOARD, FLOP), subsets(BOARD, FOUR)
    grade_of, two = game.grades(), classes(2)
    shape = (len(two), 4, len(game.rows.names) + 1, RESULT_COUNT)
    sums = PerThread(lambda: (np.zeros(shape, np.int64),))

    def part(first: int, last: int) -> None:
        _play(deals, flops, fours, first, last, grade_of, later, two.class_of, *sums.mine())

    run_in_parts(part, split_rows(len(deals.boards), 64), progress)
    (found,) = sums.total()
    if int(found.sum()) != DEALS:
        raise AssertionError(f"{found.sum()} deals")
    return found


def solve_early(game: StreetGame, counted: Counts) -> tuple[Bytes, Amounts]:
    """Return the best decision for each holding before the flop, and the values of folding and staying in by class."""
    pays = game.amounts.pays
    staying = np.einsum("kwrs,wrs->k", counted, pays[1:])
    folding = counted.sum(axis=(1, 2, 3)) * pays[0].min()
    return (staying > folding)[classes(2).class_of].astype(np.uint8), np.stack([folding, staying], axis=1)


def pack(wagered: NDArray[Any]) -> Bytes:
    """Pack decisions into bits."""
    return np.packbits(wagered.ravel(), bitorder="little")


def unpack(bits: Bytes, sets: int) -> Flags:
    """Unpack decisions by set of cards and holding."""
    flat: Bytes = np.unpackbits(bits, bitorder="little")[: sets * HOLDINGS]
    return flat.reshape(sets, HOLDINGS).astype(np.bool_)


def tally(game: StreetGame, stays: Bytes, counted: Counts) -> Tally:
    """Return the tally if only these holdings stay in, from the counts of all holdings."""
    two = classes(2)
    by_class = stays[[place_of(holding) for holding in two.representatives]].astype(np.bool_)
    played, folded = counted[by_class].sum(axis=0), counted[~by_class].sum(axis=(0, 1))
    return tally_of(game, RESULTS, np.stack([folded, *played]), DEALS)


# ---- Holdings with a flop or four cards


class WagerRule(NamedTuple):
    """A rule of thumb for a wager: make it with any of three kinds of hands.

    The kinds are a known hand with at least the strength `least`; with `hidden`, a pair or better that uses one of the
    player's own cards; and `suited` cards of one suit.
    """

    least: int
    hidden: bool = False
    suited: int = BOARD + FOUR


@compiled
def _apply_rule(sets: Cards, rule: WagerRule, straight: int, found: Bytes) -> None:
    number = sets.shape[1]
    for row in range(len(sets)):
        key, mask, ranks, there = np.uint64(0), np.uint64(0), 0, np.uint64(0)
        for at in range(number):
            key += KEYS[sets[row, at]]
            mask |= MASKS[sets[row, at]]
            ranks |= 1 << (sets[row, at] >> 2)
            there |= np.uint64(1) << np.uint64(sets[row, at])
        for b in range(DECK):
            if there >> np.uint64(b) & np.uint64(1):
                continue
            for a in range(b):
                if there >> np.uint64(a) & np.uint64(1):
                    continue
                key2, mask2 = key + KEYS[a] + KEYS[b], mask | MASKS[a] | MASKS[b]
                strength = strength5(key2, mask2) if number == FLOP else strength6(key2, mask2)
                one, two = a >> 2, b >> 2
                own = one == two or ranks >> one & 1 or ranks >> two & 1 or strength >= straight
                wagered = strength >= rule.least or (rule.hidden and own)
                if not wagered and rule.suited <= number + 2:
                    for suit in range(4):
                        same = (a & 3 == suit) + (b & 3 == suit)
                        for at in range(number):
                            same += sets[row, at] & 3 == suit
                        wagered |= same >= rule.suited
                found[row, CHOOSE[b, 2] + a] = wagered


def rule_decisions(number: int, rule: WagerRule, order: Order) -> Bytes:
    """Return the decisions of a rule for every holding with all sets of three or four cards, as bits."""
    found = np.zeros((len(classes(number)), HOLDINGS), np.uint8)
    _apply_rule(classes(number).representatives, rule, floor(order, "straight"), found)
    return pack(found)


def makes_wager(decisions: Decisions, own: Cards, lying: Cards) -> bool:
    """Whether the wager is made with these cards."""
    number = len(lying)
    there = np.sort(lying)
    place = place_of(there)
    renamed = np.sort(RENAMINGS[to_representative(number)[place]][own])
    bits = decisions.later.at_flop if number == FLOP else decisions.later.at_four
    at = int(classes(number).class_of[place]) * HOLDINGS + int(place_of(renamed))
    return bool(bits[at >> 3] >> (at & 7) & 1)


def wager_value(game: StreetGame, own: Cards, lying: Cards) -> float:
    """The average net of this street's wager with these cards, over all deals of the remaining cards."""
    more, units = game.more(), game.amounts.units
    table = more[0 if len(lying) == FLOP else 1]
    gone = (*own, *lying)
    rest = combinations([card for card in range(DECK) if card not in gone], BOARD - len(lying))
    compared, grade_of, held = rank_buffers(BOARD), game.grades(), np.sort(own)
    total, number = 0, 0
    for coming in rest:
        rank_holdings(np.array(sorted((*lying, *coming)), np.uint8), BEST_OF_SEVEN[0], 1, compared)
        one, two = np.searchsorted(compared.cards, held)
        at = int(CHOOSE[two, 2] + one)
        strength = int(compared.strengths[at])
        r, *counts = result_counts(
            dealer_holdings(BOARD), strength, 1, *(int(figure) for figure in compared.counts[:, at])
        )
        total += amount_of(table[grade_of[strength]], r, *counts)
        number += dealer_holdings(BOARD)
    return total / number / units
