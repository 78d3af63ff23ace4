"""Hold 'em with a wager at each street: one to stay in before the flop, then one before the fourth and the fifth card.

Theory of operation
1. What a later wager wins or loses hangs on the last cards alone, not on what else was wagered: the net of an end is
   that of staying in and a sum over the later wagers made (`more`, which is checked). So each is decided by itself: it
   is made if it is worth more than nothing, given the cards that are seen then.
2. On every board, up to suits, all holdings are compared once (`pricing/boards`). What a wager comes to there is added
   to the ten flops and the five sets of four that lie on it.
3. A second walk plays such decisions, or any, out, by the class of the holding. A board came in twenty ways that
   matter: five last cards, and of the other four the one that came fourth.
4. What is decided before the flop is read off these counts, and does not change them: so are prices by other tables of
   the wagers that are there from the first.
5. The sums over four cards are of 48 boards, at most 990 x 24 x the amounts each: 32 bits hold them with amounts below
   1,800 units, and amounts are refused above that. All else is in 64 bits.
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
    add,
    add_to,
    boards,
    buffers,
    compare,
    find,
    results,
    showdowns,
    spread_to_images,
    subsets,
    worth_of,
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
from pitboss.pricing.progress import PerThread, Progress, in_parts, parts_of

BOARD, FLOP, FOUR = 5, 3, 4
RESULT_COUNT = len(RESULTS)
WAYS = BOARD * FOUR
DEALS = HOLDINGS * comb(DECK - 2, BOARD) * WAYS * showdowns(BOARD)
"""Holdings, boards with each of the ways that they came, and the dealer's holdings."""
MOST_AMOUNT = 1_800


def _flops_without() -> Bytes:
    """By the four cards that came first, the flops that they may have begun with; all by their rows in `Subsets`."""
    flops, fours = (list(map(set, combinations(range(BOARD), number))) for number in (FLOP, FOUR))
    return np.array([[at for at, flop in enumerate(flops) if flop < four] for four in fours], np.uint8)


_FLOPS_WITHOUT = _flops_without()


@dataclass(frozen=True)
class StreetGame:
    """A hold 'em game with `fold` and `stay` before the flop, and a further wager at two streets.

    `ends` are in this order: the fold; to stay in and no more, with the first of the two, with the second, with both.
    `names` are what each wager, and to do without, is called at its street.
    """

    rows: Rows
    ends: tuple[str, str, str, str, str]
    net: Net
    names: tuple[tuple[str, str], tuple[str, str], tuple[str, str]]

    @cached_property
    def amounts(self) -> UnitAmounts:
        return unit_amounts(self, RESULTS)

    def more(self) -> Amounts:
        """What each of the two later wagers adds, by row and result; it must not hang on the other."""
        _, plain, first, second, both = self.amounts.pays
        found = np.stack([first - plain, second - plain])
        if (both - second != found[0]).any():
            raise ValueError(
                f"what {self.ends[2]!r} adds hangs on what else is wagered: this machine cannot count that"
            )
        if abs(found).max() >= MOST_AMOUNT:
            raise ValueError(f"amounts up to {abs(found).max()} units: below {MOST_AMOUNT} they are sure to fit")
        return found

    def grades(self) -> Bytes:
        return row_numbers(self.rows)


class Later(NamedTuple):
    """By class of flops, and of four cards, and the holding with the representative of it, whether to wager: bits, from
    the lowest of each byte up."""

    at_flop: Bytes
    at_four: Bytes


class Decisions(NamedTuple):
    """What is done: by holding whether to stay in; and what is wagered then."""

    stays: Bytes
    later: Later


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
    """Add what the wagers are worth with each holding on these boards to its flops and sets of four."""
    boards = deals.boards
    compared = buffers(BOARD)
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, each = len(strengths), showdowns(BOARD)
    places = np.empty(held, np.int16)
    gains = np.empty((2, held), np.int64)
    for row in range(first, last):
        weight = deals.weights[row]
        compare(boards[row], deals.made[0], 1, compared)
        for at in range(held):
            strength = strengths[at]
            r, n0, n1, n2, n3 = results(each, strength, 1, counts[0, at], counts[1, at], counts[2, at])
            grade = grade_of[strength]
            places[at] = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
            gains[0, at] = weight * worth_of(more[0, grade], r, n0, n1, n2, n3)
            gains[1, at] = weight * worth_of(more[1, grade], r, n0, n1, n2, n3)
        add_to(at_flop, boards[row], flops, places, gains[0])
        add_to(at_four, boards[row], fours, places, gains[1])


@compiled
def _play(
    deals: Boards,
    flops: Subsets,
    fours: Subsets,
    first: int,
    last: int,
    grade_of: Bytes,
    by: Later,
    class_of_two: Places,
    tally: Counts,
) -> None:
    """Count how these boards end for who stays in, by the class of the holding, the wagers made, grade and result."""
    boards = deals.boards
    compared = buffers(BOARD)
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, each = len(strengths), showdowns(BOARD)
    places = np.empty(held, np.int16)
    wagered = np.empty((len(flops.positions), held), np.uint8)
    ways = np.empty((4, held), np.int64)
    for row in range(first, last):
        weight = deals.weights[row]
        compare(boards[row], deals.made[0], 1, compared)
        for at in range(held):
            places[at] = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
        for way in range(len(flops.positions)):
            kind, renaming = find(boards[row], flops.positions[way], flops)
            renamed, begins = RENAMED[renaming], np.int64(kind) * HOLDINGS
            for at in range(held):
                wagered[way, at] = _bit(by.at_flop, begins + renamed[places[at]])
        ways[:] = 0
        for way in range(len(fours.positions)):
            kind, renaming = find(boards[row], fours.positions[way], fours)
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
            r, n0, n1, n2, n3 = results(each, strength, 1, counts[0, at], counts[1, at], counts[2, at])
            counted = tally[class_of_two[places[at]]]
            for way in range(4):
                if ways[way, at]:
                    add(counted[way, grade], r, weight * ways[way, at], n0, n1, n2, n3)


def solve_later(game: StreetGame, progress: Progress | None = None) -> Later:
    """The best decisions once one stays in."""
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

    in_parts(part, parts_of(len(deals.boards), 64), progress)
    bits = []
    for known, found in zip((three, four), sums.total(), strict=True):
        spread_to_images(known.representatives, found)
        bits.append(packed(found > 0))
    return Later(*bits)


def counts(game: StreetGame, later: Later, progress: Progress | None = None) -> Counts:
    """How all deals end for who stays in: by class of holdings, the wagers made (none, the first, the second, both),
    row and result."""
    deals, flops, fours = boards(BOARD), subsets(BOARD, FLOP), subsets(BOARD, FOUR)
    grade_of, two = game.grades(), classes(2)
    shape = (len(two), 4, len(game.rows.names) + 1, RESULT_COUNT)
    sums = PerThread(lambda: (np.zeros(shape, np.int64),))

    def part(first: int, last: int) -> None:
        _play(deals, flops, fours, first, last, grade_of, later, two.class_of, *sums.mine())

    in_parts(part, parts_of(len(deals.boards), 64), progress)
    (found,) = sums.total()
    if int(found.sum()) != DEALS:
        raise AssertionError(f"{found.sum()} deals")
    return found


def solve_early(game: StreetGame, counted: Counts) -> tuple[Bytes, Amounts]:
    """By holding whether it is best to stay in; and by class of holdings what a fold, and to stay in, are worth."""
    pays = game.amounts.pays
    staying = np.einsum("kwrs,wrs->k", counted, pays[1:])
    folding = counted.sum(axis=(1, 2, 3)) * pays[0].min()
    return (staying > folding)[classes(2).class_of].astype(np.uint8), np.stack([folding, staying], axis=1)


def packed(wagered: NDArray[Any]) -> Bytes:
    """Decisions as bits."""
    return np.packbits(wagered.ravel(), bitorder="little")


def unpacked(bits: Bytes, sets: int) -> Flags:
    """Decisions by set of cards and holding."""
    flat: Bytes = np.unpackbits(bits, bitorder="little")[: sets * HOLDINGS]
    return flat.reshape(sets, HOLDINGS).astype(np.bool_)


def tally(game: StreetGame, stays: Bytes, counted: Counts) -> Tally:
    """How all deals end when those stay in, by what was counted of them."""
    two = classes(2)
    by_class = stays[[place_of(holding) for holding in two.representatives]].astype(np.bool_)
    played, folded = counted[by_class].sum(axis=0), counted[~by_class].sum(axis=(0, 1))
    return tally_of(game, RESULTS, np.stack([folded, *played]), DEALS)


# ---- Holdings with what lies there


class WagerRule(NamedTuple):
    """When to wager by a rule that a person can keep in mind: with a hand of the strength `least` in what is known; if
    `hidden`, with a pair or better that uses a card of one's own; if `suited`, with so many of one suit."""

    least: int
    hidden: bool = False
    suited: int = BOARD + FOUR


@compiled
def _flag(sets: Cards, rule: WagerRule, straight: int, found: Bytes) -> None:
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


def flagged(number: int, rule: WagerRule, order: Order) -> Bytes:
    """What a rule does with every holding beside every three or four cards, as bits."""
    found = np.zeros((len(classes(number)), HOLDINGS), np.uint8)
    _flag(classes(number).representatives, rule, floor(order, "straight"), found)
    return packed(found)


def wagers(decisions: Decisions, own: Cards, lying: Cards) -> bool:
    """Whether the decisions make a wager with these cards."""
    number = len(lying)
    there = np.sort(lying)
    place = place_of(there)
    renamed = np.sort(RENAMINGS[to_representative(number)[place]][own])
    bits = decisions.later.at_flop if number == FLOP else decisions.later.at_four
    at = int(classes(number).class_of[place]) * HOLDINGS + int(place_of(renamed))
    return bool(bits[at >> 3] >> (at & 7) & 1)


def worth(game: StreetGame, own: Cards, lying: Cards) -> float:
    """What the wager of this street comes to on average with these cards, all that is to come dealt in every way."""
    more, units = game.more(), game.amounts.units
    table = more[0 if len(lying) == FLOP else 1]
    gone = (*own, *lying)
    rest = combinations([card for card in range(DECK) if card not in gone], BOARD - len(lying))
    compared, grade_of, held = buffers(BOARD), game.grades(), np.sort(own)
    total, number = 0, 0
    for coming in rest:
        compare(np.array(sorted((*lying, *coming)), np.uint8), BEST_OF_SEVEN[0], 1, compared)
        one, two = np.searchsorted(compared.cards, held)
        at = int(CHOOSE[two, 2] + one)
        strength = int(compared.strengths[at])
        r, *counts = results(showdowns(BOARD), strength, 1, *(int(figure) for figure in compared.counts[:, at]))
        total += worth_of(table[grade_of[strength]], r, *counts)
        number += showdowns(BOARD)
    return total / number / units
