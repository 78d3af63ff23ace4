"""Two rows of community cards that cross in one card: each player has two cards and the better hand of the two rows.

Theory of operation
1. Every hand contains the centre card, so a flush can only be in its suit. Of the other cards, only the rank matters
   and whether it is of that suit: 25 *kinds*, 12 of the suit with one card each, and 13 others with three. Deals that
   are equal in these terms are counted as one: 13 centre cards, 313 rows of two kinds in each direction and 313
   holdings, instead of 8.4e10 crosses with a holding.
2. On a cross, all holdings are ranked by the better of two table entries and sorted once. Moving up through them, the
   loop counts the dealer's holdings below, and how many of those contain a card of each kind. A holding beats all
   holdings below except those that contain one of its own cards (`boards` does the same with single cards).
3. If neither row is of the centre's suit, no flush is possible and only ranks matter: 91 rows and 91 holdings. So every
   cross is first counted by ranks alone, and then the difference made by a row of that suit is added: 66 rows, each
   with 313 others, where across and down are interchangeable. That is a fifth of all crosses.
4. The last decision, before the bottom card, knows the row across and the top card. It is made when summing over the
   bottom cards. Earlier decisions follow from sums over the cards still to come, going back to the centre card.
5. The same walk counts the ends of all deals that are raised to the end. If the player must raise or fold, a second
   walk visits only the crosses on which a hand is raised first and folded later; if the player may check, it visits all
   of them.
6. Sums are over 990 dealer holdings times 46 x 47 x 48 x 49 cards, 5e9, so amounts below 1e9 units fit into 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.arrays import Bytes, UnitAmounts, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.boards import sort_by_strength
from pitboss.pricing.compiled import compiled, inner
from pitboss.pricing.deals import DECK, SUITS, Cards, Counts
from pitboss.pricing.progress import PerThread, Progress, run_in_parts, split_rows

Small = NDArray[np.int16]

RANKS = 13
KINDS = 25
"""The 13 ranks of the other suits, then the 12 remaining ranks of the centre's suit."""
PAIRS = KINDS * (KINDS + 1) // 2
RANK_PAIRS = RANKS * (RANKS + 1) // 2
"""The first pairs have no card of the centre's suit; if no flush is possible, they stand for pairs of ranks."""
MOST_AMOUNT = 1_000_000_000
LIVE = DECK - 5
DEALT = comb(LIVE - 2, 2)
"""The number of holdings that the dealer can have once the player's cards and the cross are known."""
STAGES = 4
TO_COME = (49 * 48 * 47 * 46, 48 * 47 * 46, 47 * 46, 46)
"""The number of ways to deal the rest of the cross at each decision."""
DEALS = DECK * comb(DECK - 1, 2) * TO_COME[0] * DEALT

_PAIRED = [(a, b) for b in range(KINDS) for a in range(b + 1)]
LOW: Bytes = np.array([a for a, _ in _PAIRED], np.uint8)
HIGH: Bytes = np.array([b for _, b in _PAIRED], np.uint8)
HELD: NDArray[np.int64] = np.array([[(a == kind) + (b == kind) for a, b in _PAIRED] for kind in range(KINDS)], np.int64)
"""The number of cards of each kind in each pair of kinds."""
POSSIBLE: NDArray[np.bool_] = np.array([SUITS - 1] * RANKS + [1] * (KINDS - RANKS))[:, None] - HELD > HELD.T[:, :, None]
"""Whether a card of a kind can still be dealt, by the row on the table, the kind and the holding."""


def _kinds() -> tuple[Bytes, Bytes]:
    """The kind of each card relative to each centre card, and the rank of each kind relative to each centre rank."""
    of = np.full((DECK, DECK), 255, np.uint8)
    ranks = np.empty((RANKS, KINDS), np.uint8)
    for centre in range(DECK):
        suited = [rank for rank in range(RANKS) if rank != centre // SUITS]
        ranks[centre // SUITS] = [*range(RANKS), *suited]
        for card in range(DECK):
            if card % SUITS != centre % SUITS:
                of[centre, card] = card // SUITS
            elif card != centre:
                of[centre, card] = RANKS + suited.index(card // SUITS)
    return of, ranks


KIND_OF, RANK_OF = _kinds()
"""The kind of each card relative to each centre card, and the rank of each kind relative to each centre rank."""


@compiled
def pair(one: int, other: int) -> int:
    """The number of a pair of kinds."""
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low


@compiled
def _strengths(ranks: Bytes, found: Small) -> None:
    """Evaluate every holding with every row. Cards of other suits are spread over two suits to avoid flushes."""
    for centre in range(RANKS):
        for row in range(PAIRS):
            for held in range(PAIRS):
                key, mask = KEYS[centre * SUITS], MASKS[centre * SUITS]
                for at in range(4):
                    two = row if at < 2 else held
                    kind = HIGH[two] if at & 1 else LOW[two]
                    suit = 0 if kind >= RANKS else 1 if at < 2 else 2
                    card = SUITS * ranks[centre, kind] + suit
                    key += KEYS[card]
                    mask |= MASKS[card]
                found[centre, row, held] = strength5(key, mask)


class Ranking(NamedTuple):
    """The strengths of two row cards and two held cards, by the rank of the centre card.

    `made` numbers the strengths that occur with each centre rank, starting at 0, and `named` maps these numbers to
    strengths of the order.
    """

    made: Small
    named: Small


@lru_cache(maxsize=1)
def ranking() -> Ranking:
    strengths = np.empty((RANKS, PAIRS, PAIRS), np.int16)
    _strengths(RANK_OF, strengths)
    found = [np.unique(one, return_inverse=True) for one in strengths]
    named = np.zeros((RANKS, max(len(some) for some, _ in found)), np.int16)
    for centre, (some, _) in enumerate(found):
        named[centre, : len(some)] = some
    return Ranking(np.stack([made.reshape(PAIRS, PAIRS) for _, made in found]).astype(np.int16), named)


# ---- All holdings on a cross


class HoldingRanks(NamedTuple):
    """All holdings on a cross, with their strengths and how many dealer holdings are below or equal to each.

    The rest is scratch space for sorting. `ends` has a slot for each strength and is all zeros between calls; `there`
    has a bit for each strength that occurs.
    """

    made: Small
    below: NDArray[np.int32]
    same: NDArray[np.int32]
    order: Small
    ends: Small
    there: NDArray[np.uint64]
    with_card: NDArray[np.int32]


@compiled
def _rank_buffers(strengths: int) -> HoldingRanks:
    return HoldingRanks(
        np.empty(PAIRS, np.int16),
        np.empty(PAIRS, np.int32),
        np.empty(PAIRS, np.int32),
        np.empty(PAIRS, np.int16),
        np.zeros(strengths + 64, np.int16),
        np.zeros((strengths >> 6) + 1, np.uint64),
        np.empty(KINDS, np.int32),
    )


@inner
def _count_ranks(pairs: int, left: Counts, at: HoldingRanks) -> None:
    """Count the holdings below each holding and those equal to it, given `made` and the cards left of each kind.

    `below` counts the dealer's holdings that share no card with the player's. The holding itself is subtracted once for
    each of its two cards, so it is added back.
    """
    made, below, same, order, ends, there, with_card = at
    for two in range(pairs):
        strength = np.uint64(made[two])
        ends[strength] += 1
        there[strength >> np.uint64(6)] |= np.uint64(1) << (strength & np.uint64(63))
    sort_by_strength(pairs, made, order, ends, there)
    with_card[:] = 0
    total = 0
    begin = 0
    while begin < pairs:
        strength = made[order[begin]]
        end = ends[strength]
        ends[strength] = 0
        for place in range(begin, end):
            two = order[place]
            below[two] = total - with_card[LOW[two]] - with_card[HIGH[two]]
        for place in range(begin, end):
            two = order[place]
            one, other = LOW[two], HIGH[two]
            if one == other:
                total += left[one] * (left[one] - 1) // 2
                with_card[one] += left[one] - 1
            else:
                total += left[one] * left[other]
                with_card[one] += left[other]
                with_card[other] += left[one]
        for place in range(begin, end):
            two = order[place]
            same[two] = total - with_card[LOW[two]] - with_card[HIGH[two]] + 1 - below[two]
        begin = end


class RankTables(NamedTuple):
    """The tables for walking over the crosses.

    `made` holds the strengths of holdings, and `ranks` each pair of kinds as a pair of ranks, by the centre. `below`
    and `same` count dealer holdings when no flush is possible, by the ranks of the centre, rows and holding.
    """

    made: Small
    ranks: Small
    below: Small
    same: Small


@compiled
def _count_by_ranks(made: Small, below: Small, same: Small, strengths: int) -> None:
    """Count by ranks alone, with four cards of each; pairs of other suits then stand for pairs of ranks."""
    at = _rank_buffers(strengths)
    left = np.empty(RANKS, np.int64)
    for centre in range(RANKS):
        for one in range(RANK_PAIRS):
            for other in range(one + 1):
                left[:] = SUITS
                left[centre] -= 1
                for rank in (LOW[one], HIGH[one], LOW[other], HIGH[other]):
                    left[rank] -= 1
                if left.min() < 0:
                    continue
                for held in range(RANK_PAIRS):
                    at.made[held] = max(made[centre, one, held], made[centre, other, held])
                _count_ranks(RANK_PAIRS, left, at)
                for held in range(RANK_PAIRS):
                    below[centre, one, other, held] = at.below[held]
                    below[centre, other, one, held] = at.below[held]
                    same[centre, one, other, held] = at.same[held]
                    same[centre, other, one, held] = at.same[held]


@lru_cache(maxsize=1)
def rank_tables() -> RankTables:
    made, named = ranking()
    shape = (RANKS, RANK_PAIRS, RANK_PAIRS, RANK_PAIRS)
    below, same = np.zeros(shape, np.int16), np.zeros(shape, np.int16)
    _count_by_ranks(made, below, same, named.shape[1])
    ranks = np.array([[pair(int(of[a]), int(of[b])) for a, b in _PAIRED] for of in RANK_OF], np.int16)
    return RankTables(made, ranks, below, same)


@inner
def _rank_holdings(centre: int, across: int, down: int, left: Counts, by: RankTables, at: HoldingRanks) -> None:
    """Rank all holdings on a cross; `left` has the cards of each kind that are not on it."""
    one, other = by.made[centre, across], by.made[centre, down]
    for held in range(PAIRS):
        at.made[held] = max(one[held], other[held])
    if LOW[across] >= RANKS or LOW[down] >= RANKS:
        _count_ranks(PAIRS, left, at)
        return
    ranks = by.ranks[centre]
    below = by.below[centre, ranks[across], ranks[down]]
    same = by.same[centre, ranks[across], ranks[down]]
    for held in range(PAIRS):
        at.below[held] = below[ranks[held]]
        at.same[held] = same[ranks[held]]


# ---- The game


@dataclass(frozen=True, eq=False)
class CrossGame:
    """A game of four stages, with an optional raise before each of the four arms of the cross.

    A player who does not raise either folds (`ends` are then a fold at each stage, and staying to the end) or checks
    (`ends` are then all sixteen combinations: a raise at the first stage counts 1, at the second 2, at the third 4, and
    so on).
    """

    rows: Rows
    ends: tuple[str, ...]
    net: Net
    choices: tuple[str, str]
    """The choice without a raise, and the choice with one."""
    folds: bool

    @cached_property
    def amounts(self) -> UnitAmounts:
        return unit_amounts(self, RESULTS[:3], MOST_AMOUNT)

    @property
    def pays(self) -> Counts:
        return self.amounts.pays

    def sums(self) -> tuple[Counts, Counts]:
        """Return the tables to sum over the cards still to come, and the multiples of them that form each final amount.

        The final amounts are those with all raises or, if the player may check, with 0, 1, 2, ... raises.
        """
        if self.folds:
            return self.pays[-1:], np.ones((1, 1), np.int64)
        by_number = self._by_number()
        each = self.each_raise()
        if each is not None:
            return np.stack([by_number[0], each]), np.array([[1, n] for n in range(STAGES + 1)])
        return by_number, np.eye(STAGES + 1, dtype=np.int64)

    def _by_number(self) -> Counts:
        """The amounts after 0, 1, 2, ... raises if the player may check; only the number of raises may matter."""
        by_number = self.pays[[(1 << raises) - 1 for raises in range(STAGES + 1)]]
        for way, end in enumerate(self.ends):
            if (self.pays[way] != by_number[way.bit_count()]).any():
                raise ValueError(f"{end!r} pays a different amount than other ways to make as many raises")
        return by_number

    def each_raise(self) -> Counts | None:
        """The amount that each raise adds, by row and result, if the player may check and no limit applies; else None.

        The best decisions then depend on this amount alone, whatever the ante pays.
        """
        if self.folds:
            return None
        by_number = self._by_number()
        steps = by_number[1:] - by_number[:-1]
        return steps[0] if (steps == steps[0]).all() else None

    def fold_values(self) -> Counts:
        """The value of a fold at each stage, summed over all cards to come; 0 if the player may check."""
        return np.array(
            [self.pays[stage, 0, 0] * TO_COME[stage] * DEALT if self.folds else 0 for stage in range(STAGES)]
        )

    def row_numbers_by_centre(self) -> Bytes:
        """The row number of each strength that occurs, by the rank of the centre."""
        return row_numbers(self.rows)[ranking().named]


SHAPES = ((RANKS, PAIRS), (RANKS, KINDS, PAIRS), (RANKS, PAIRS, PAIRS), (RANKS, PAIRS, KINDS, PAIRS))
"""The shapes of the decisions at each stage."""


class Decisions(NamedTuple):
    """Whether to raise at each stage, indexed by the centre, the holding and the other cards known by then.

    Before the left card, only the centre and the holding are known; before the right card, also the left kind; before
    the top card, the row across; and before the bottom card, also the top kind. The first index is the number of
    earlier raises if that may change the best decision (because a limit applies), else 0.
    """

    left: Bytes
    right: Bytes
    top: Bytes
    bottom: Bytes


@compiled
def _cards_left(centre: int, across: int, left: Counts) -> bool:
    """Count the remaining cards of each kind after a centre card and a row; False if no such row exists."""
    for kind in range(KINDS):
        left[kind] = (SUITS - 1 if kind < RANKS else 1) - HELD[kind, across]
        if left[kind] < 0:
            return False
    return True


@compiled
def _sum_over_bottom_cards(
    centre: int,
    across: int,
    left: Counts,
    by: RankTables,
    graded: Bytes,
    tables: Counts,
    at: HoldingRanks,
    sums: Counts,
) -> None:
    """Sum the values over all bottom cards, by table, top kind and holding."""
    sums[:] = 0
    val = np.empty(PAIRS, np.int64)
    for low in range(KINDS):
        for high in range(low, KINDS):
            left[low] -= 1
            left[high] -= 1
            if left[low] >= 0 and left[high] >= 0:
                _rank_holdings(centre, across, pair(low, high), left, by, at)
                for table in range(len(tables)):
                    for held in range(PAIRS):
                        row = graded[centre, at.made[held]]
                        win, tie, lose = tables[table, row, 0], tables[table, row, 1], tables[table, row, 2]
                        val[held] = lose * DEALT + (win - lose) * at.below[held] + (tie - lose) * at.same[held]
                    # Either card can be on top, with the other at the bottom.
                    more, other = sums[table, low], HELD[high]
                    for held in range(PAIRS):
                        more[held] += max(left[high] + 1 - other[held], 0) * val[held]
                    if high != low:
                        more, other = sums[table, high], HELD[low]
                        for held in range(PAIRS):
                            more[held] += max(left[low] + 1 - other[held], 0) * val[held]
            left[low] += 1
            left[high] += 1


# ---- All crosses around a centre card


class RankOnlyValues(NamedTuple):
    """The values of crosses around a centre card when only ranks matter.

    `worth` is indexed by table and by the ranks across, down and held. `over_bottom` is summed over all bottom cards,
    and indexed by table and by the ranks across, at the top and held. `row` is the row of the holding.
    """

    worth: Counts
    over_bottom: Counts
    row: Bytes


@inner
def _value_of_holding(table: Counts, row: Any, below: Any, same: Any) -> Any:
    """A holding's value against all dealer holdings."""
    win, tie, lose = table[row, 0], table[row, 1], table[row, 2]
    return lose * DEALT + (win - lose) * np.int64(below) + (tie - lose) * np.int64(same)


@inner
def _rank_only_values(centre: int, by: RankTables, graded: Bytes, tables: Counts) -> RankOnlyValues:
    at = RankOnlyValues(
        np.empty((len(tables), RANK_PAIRS, RANK_PAIRS, RANK_PAIRS), np.int64),
        np.zeros((len(tables), RANK_PAIRS, RANKS, RANK_PAIRS), np.int64),
        np.empty((RANK_PAIRS, RANK_PAIRS, RANK_PAIRS), np.uint8),
    )
    for across in range(RANK_PAIRS):
        for down in range(RANK_PAIRS):
            below, same = by.below[centre, across, down], by.same[centre, across, down]
            for held in range(RANK_PAIRS):
                made = max(by.made[centre, across, held], by.made[centre, down, held])
                row = graded[centre, made]
                at.row[across, down, held] = row
                for table in range(len(tables)):
                    at.worth[table, across, down, held] = _value_of_holding(tables[table], row, below[held], same[held])
        for top in range(RANKS):
            for bottom in range(RANKS):
                there = SUITS - (bottom == centre) - (bottom == top) - HELD[bottom, across]
                down = pair(top, bottom)
                for table in range(len(tables)):
                    for held in range(RANK_PAIRS):
                        ways = max(there - HELD[bottom, held], 0)
                        at.over_bottom[table, across, top, held] += ways * at.worth[table, across, down, held]
    return at


@inner
def _orders_of_row(row: int, left: Counts, held: int) -> Any:
    """The number of ways to deal a row, in order, from the cards that are neither on the table nor held."""
    one, other = LOW[row], HIGH[row]
    first = left[one] - HELD[one, held]
    if one == other:
        return max(first, 0) * max(first - 1, 0)
    return 2 * max(first, 0) * max(left[other] - HELD[other, held], 0)


@inner
def _add_results(counted: Counts, many: Any, below: Any, same: Any) -> None:
    counted[0] += many * below
    counted[1] += many * same
    counted[2] += many * (DEALT - below - same)


@inner
def _tally_by_ranks(centre: int, by: RankTables, row: Bytes, tally: Counts) -> None:
    """Tally all deals by ranks alone, by holding, row and result; each holding counts once."""
    left, plain = np.empty(RANKS, np.int64), np.zeros((RANK_PAIRS, tally.shape[1], 3), np.int64)
    for across in range(RANK_PAIRS):
        for held in range(RANK_PAIRS):
            left[:] = SUITS
            left[centre] -= 1
            ways = _orders_of_row(across, left, held)
            left[LOW[across]] -= 1
            left[HIGH[across]] -= 1
            for down in range(RANK_PAIRS if ways else 0):
                below, same = (
                    np.int64(by.below[centre, across, down, held]),
                    np.int64(by.same[centre, across, down, held]),
                )
                _add_results(plain[held, row[across, down, held]], ways * _orders_of_row(down, left, held), below, same)
    for held in range(PAIRS):
        for paid in range(tally.shape[1]):
            for result in range(3):
                tally[held, paid, result] += plain[by.ranks[centre, held], paid, result]


@inner
def _add_suited_row(
    centre: int,
    across: int,
    suited: int,
    left: Counts,
    by: RankTables,
    graded: Bytes,
    tables: Counts,
    plain: RankOnlyValues,
    at: HoldingRanks,
    found: Counts,
    tally: Counts,
) -> None:
    """Add the difference made when one row is of the centre's suit, together with another row.

    The difference is added to the tally, and to the sums over bottom cards by table, row across, top kind and holding,
    with either row as the one across.
    """
    ranks = by.ranks[centre]
    below, same = by.below[centre, ranks[across], ranks[suited]], by.same[centre, ranks[across], ranks[suited]]
    row = plain.row[ranks[across], ranks[suited]]
    _rank_holdings(centre, across, suited, left, by, at)
    one, other, first, second = LOW[across], HIGH[across], LOW[suited], HIGH[suited]
    more = np.empty(PAIRS, np.int64)
    for table in range(len(tables)):
        before = plain.worth[table, ranks[across], ranks[suited]]
        for held in range(PAIRS):
            made = graded[centre, at.made[held]]
            more[held] = _value_of_holding(tables[table], made, at.below[held], at.same[held]) - before[ranks[held]]
        # Either card of a row can be on top, with the other at the bottom; a suit has one of each.
        top, then, held_one, held_other = found[table, across], found[table, suited], HELD[one], HELD[other]
        for held in range(PAIRS):
            top[first, held] += (1 - HELD[second, held]) * more[held]
            top[second, held] += (1 - HELD[first, held]) * more[held]
            then[one, held] += max(left[other] + 1 - held_other[held], 0) * more[held]
        if one != other:
            for held in range(PAIRS):
                then[other, held] += max(left[one] + 1 - held_one[held], 0) * more[held]
    left[one] += 1
    left[other] += 1
    for held in range(PAIRS):
        # Count it twice, because either row can be the horizontal one.
        many = 4 * _orders_of_row(across, left, held) * (1 - HELD[first, held]) * (1 - HELD[second, held])
        if many:
            ranked = ranks[held]
            _add_results(
                tally[held, graded[centre, at.made[held]]], many, np.int64(at.below[held]), np.int64(at.same[held])
            )
            _add_results(tally[held, row[ranked]], -many, np.int64(below[ranked]), np.int64(same[ranked]))
    left[one] -= 1
    left[other] -= 1


@compiled
def _sum_around_centre(
    centre: int, by: RankTables, strengths: int, graded: Bytes, tables: Counts, found: Counts, tally: Counts
) -> None:
    """Sum over all bottom cards around a centre card, by table, row across, top kind and holding.

    `tally` counts the deals that are raised to the end, by holding, row and result.
    """
    at, left = _rank_buffers(strengths), np.empty(KINDS, np.int64)
    plain = _rank_only_values(centre, by, graded, tables)
    found[:] = 0
    _tally_by_ranks(centre, by, plain.row, tally)
    for suited in range(PAIRS):
        if LOW[suited] < RANKS or LOW[suited] == HIGH[suited]:
            continue
        for across in range(PAIRS):
            if LOW[across] >= RANKS and across >= suited:
                continue
            possible = _cards_left(centre, across, left)
            for kind in (LOW[suited], HIGH[suited]):
                left[kind] -= 1
                possible &= left[kind] >= 0
            if possible:
                _add_suited_row(centre, across, suited, left, by, graded, tables, plain, at, found, tally)
    for held in range(PAIRS):
        for paid in range(tally.shape[1]):
            for result in range(3):
                tally[held, paid, result] *= SUITS * _holdings(held)
    ranks = by.ranks[centre]
    for table in range(len(tables)):
        for across in range(PAIRS):
            for kind in range(KINDS):
                more, into = plain.over_bottom[table, ranks[across], RANK_OF[centre, kind]], found[table, across, kind]
                for held in range(PAIRS):
                    into[held] += more[ranks[held]]


@inner
def _holdings(held: int) -> int:
    """The number of holdings with two given kinds, given the centre card."""
    one, other = LOW[held], HIGH[held]
    first, second = SUITS - 1 if one < RANKS else 1, SUITS - 1 if other < RANKS else 1
    return first * (first - 1) // 2 if one == other else first * second


@inner
def _is_available(left: Counts, held: int) -> Any:
    """Whether a holding is possible with the cards already on the table."""
    one, other = LOW[held], HIGH[held]
    return left[one] >= HELD[one, held] and left[other] >= HELD[other, held]


@compiled
def _decide(centre: int, sums: Counts, parts: Counts, given_up: int, top: Counts, bottom: Bytes) -> None:
    """Make the last decision, before the bottom card, and sum the resulting values over the top card."""
    states, folds = len(top), len(parts) == 1
    left = np.empty(KINDS, np.int64)
    worth = np.empty(len(parts), np.int64)
    for across in range(PAIRS):
        if not _cards_left(centre, across, left):
            continue
        for kind in range(KINDS):
            for held in range(PAIRS):
                ways = left[kind] - HELD[kind, held]
                if ways <= 0 or not _is_available(left, held):
                    continue
                for number in range(len(parts)):
                    worth[number] = 0
                    for table in range(len(sums)):
                        worth[number] += parts[number, table] * sums[table, across, kind, held]
                for state in range(states):
                    without = given_up if folds else worth[state]
                    with_ = worth[0] if folds else worth[state + 1]
                    bottom[state, centre, across, kind, held] = with_ > without
                    top[state, centre, across, held] += ways * max(with_, without)


@inner
def _raises_to_the_end(centre: int, across: int, held: int, left: Counts, decided: Decisions) -> bool:
    """Whether a holding raises to the end whatever follows this row across, with its cards in either order."""
    if not (decided.right[0, centre, LOW[across], held] and decided.right[0, centre, HIGH[across], held]):
        return False
    if not decided.top[0, centre, across, held]:
        return False
    for kind in range(KINDS):
        if left[kind] > HELD[kind, held] and not decided.bottom[0, centre, across, kind, held]:
            return False
    return True


@compiled
def _play(
    first: int,
    last: int,
    by: RankTables,
    strengths: int,
    graded: Bytes,
    decided: Decisions,
    folds: bool,
    tally: Counts,
) -> None:
    """Count the ends for some centre cards and rows, by centre, holding, end, row and result.

    If the player must raise or fold, only holdings that are raised first and folded later are visited: their results
    are counted where they fold, and subtracted from those raised to the end.
    """
    at, left = _rank_buffers(strengths), np.empty(KINDS, np.int64)
    coming = np.empty((1 << (STAGES - 1), PAIRS), np.int64)
    several = len(decided.bottom) > 1
    for place in range(first, last):
        centre, across = place // PAIRS, place % PAIRS
        if not _cards_left(centre, across, left):
            continue
        coming[:] = 0
        anybody = False
        one, other = LOW[across], HIGH[across]
        for held in range(PAIRS):
            if not _is_available(left, held):
                continue
            if folds and (not decided.left[0, centre, held] or _raises_to_the_end(centre, across, held, left, decided)):
                continue
            anybody = True
            # The centre has one of four suits; the holding comes before the row, whose cards come in both orders.
            left_one = left[one] + HELD[one, across] - HELD[one, held]
            left_other = left[other] + HELD[other, across] - HELD[other, held]
            ways = SUITS * _holdings(held) * (left_one * (left_one - 1) if one == other else left_one * left_other)
            for turn in range(1 if one == other else 2):
                begun = other if turn else one
                raised = np.int64(decided.left[0, centre, held])
                more = np.int64(decided.right[raised if several else 0, centre, begun, held])
                then = np.int64(decided.top[raised + more if several else 0, centre, across, held])
                if folds:
                    coming[1 if not more else 2 if not then else 3, held] += ways
                else:
                    coming[raised + 2 * more + 4 * then, held] += ways
        if anybody:
            _play_down(centre, across, left, by, graded, decided, folds, coming, at, tally)


@inner
def _play_down(
    centre: int,
    across: int,
    left: Counts,
    by: RankTables,
    graded: Bytes,
    decided: Decisions,
    folds: bool,
    coming: Counts,
    at: HoldingRanks,
    tally: Counts,
) -> None:
    """Count the ends once the row across is known; `coming` is indexed by the stage of a fold, or by the raises."""
    several = len(decided.bottom) > 1
    for low in range(KINDS):
        for high in range(low, KINDS):
            left[low] -= 1
            left[high] -= 1
            if left[low] >= 0 and left[high] >= 0:
                down = pair(low, high)
                _rank_holdings(centre, across, down, left, by, at)
                left[low] += 1
                left[high] += 1
                for held in range(PAIRS):
                    ways = _orders_of_row(down, left, held)
                    if not ways:
                        continue
                    if low != high:
                        ways //= 2
                    row, below, same = graded[centre, at.made[held]], np.int64(at.below[held]), np.int64(at.same[held])
                    for raised in range(STAGES if folds else len(coming)):
                        many = coming[raised, held] * ways
                        if not many:
                            continue
                        turns = 1 if low == high else 2
                        if folds and raised < STAGES - 1:
                            _add_results(tally[centre, held, raised, row], turns * many, below, same)
                            _add_results(tally[centre, held, STAGES, row], -turns * many, below, same)
                            continue
                        number = (raised & 1) + (raised >> 1 & 1) + (raised >> 2) if several and not folds else 0
                        # Either card can be the top card that is known at the decision.
                        by_top = decided.bottom[number, centre, across]
                        with_ = np.int64(by_top[low, held])
                        if low != high:
                            with_ += by_top[high, held]
                        if folds:
                            _add_results(tally[centre, held, raised, row], (turns - with_) * many, below, same)
                            _add_results(tally[centre, held, STAGES, row], (with_ - turns) * many, below, same)
                        else:
                            _add_results(tally[centre, held, raised, row], (turns - with_) * many, below, same)
                            _add_results(tally[centre, held, raised + 8, row], with_ * many, below, same)
                left[low] -= 1
                left[high] -= 1
            left[low] += 1
            left[high] += 1


# ---- Solving and playing


class Values(NamedTuple):
    """The values at the first three stages in units, over all cards still to come, given the best later decisions.

    They are indexed by choice (without a raise, with one), by the number of earlier raises, and then as in `Decisions`.
    """

    left: Counts
    right: Counts
    top: Counts


def _loop_tables(game: CrossGame) -> tuple[RankTables, int, Bytes]:
    return rank_tables(), ranking().named.shape[1], game.row_numbers_by_centre()


def _values_of(
    game: CrossGame, first: int, last: int, progress: Progress | None = None
) -> tuple[Values, Bytes, Counts]:
    """Solve some centre cards with all their rows.

    Returns the values of the choices, the last decisions, and the ends of all deals that are raised to the end, by
    centre, holding, row and result.
    """
    tables, mixed = game.sums()
    states = 1 if game.folds else STAGES
    top = np.zeros((states, RANKS, PAIRS, PAIRS), np.int64)
    bottom = np.zeros((states, RANKS, PAIRS, KINDS, PAIRS), np.uint8)
    ends = np.zeros((RANKS, PAIRS, len(game.rows.names) + 1, 3), np.int64)
    ready, given_up = _loop_tables(game), game.fold_values()
    room = PerThread(lambda: (np.empty((len(tables), PAIRS, KINDS, PAIRS), np.int64),))

    def part(begin: int, end: int) -> None:
        (sums,) = room.mine()
        for centre in range(first + begin, first + end):
            _sum_around_centre(centre, *ready, tables, sums, ends[centre])
            _decide(centre, sums, mixed, int(given_up[3]), top, bottom)

    run_in_parts(part, split_rows(last - first, last - first), progress)
    at_top = _choices(game, 2, top)
    at_right = _choices(game, 1, _back_to_first_card(at_top.max(axis=0)))
    at_left = _choices(game, 0, _back_to_centre(at_right.max(axis=0)))
    return Values(at_left, at_right, at_top), bottom, ends


def _choices(game: CrossGame, stage: int, after: Counts) -> Counts:
    """A stage's values without a raise and with one, from the later values by number of raises."""
    if game.folds:
        return np.stack([np.full_like(after, game.fold_values()[stage]), after])
    return np.stack([after[:-1], after[1:]])


def _cards_to_come(kind: int, gone: int = -1) -> Counts:
    """The number of cards of a kind still to come, by holding, once another card of the cross is gone."""
    found: Counts = np.maximum((SUITS - 1 if kind < RANKS else 1) - (kind == gone) - HELD[kind], 0)
    return found


def _back_to_first_card(top: Counts) -> Counts:
    """Sum over the row across, back to its first card."""
    found = np.zeros((*top.shape[:2], KINDS, PAIRS), np.int64)
    for one, other in product(range(KINDS), repeat=2):
        found[:, :, one] += _cards_to_come(other, one) * top[:, :, pair(one, other)]
    return found


def _back_to_centre(right: Counts) -> Counts:
    """Sum over the row's first card, back to the centre card."""
    found = np.zeros((*right.shape[:2], PAIRS), np.int64)
    for kind in range(KINDS):
        found += _cards_to_come(kind) * right[:, :, kind]
    return found


def solve(game: CrossGame, progress: Progress | None = None) -> Decisions:
    """Return the best decisions; ties go to not raising."""
    values, bottom, ends = _values_of(game, 0, RANKS, progress)
    _store_raised_ends(game, ends)
    found = [(with_ > without).astype(np.uint8) for without, with_ in values]
    alike = all((one == one[:1]).all() for one in (*found, bottom))
    return Decisions(*(one[:1] if alike else one for one in (*found, bottom)))


def counts(
    game: CrossGame, decided: Decisions, progress: Progress | None = None, centres: tuple[int, int] = (0, RANKS)
) -> Counts:
    """Count the ends of all deals, or of those with certain centre ranks, by centre, holding, end, row and result."""
    shape = (RANKS, PAIRS, len(game.ends), len(game.rows.names) + 1, 3)
    sums = PerThread(lambda: (np.zeros(shape, np.int64),))
    ready = _loop_tables(game)

    begins, ends = (PAIRS * centre for centre in centres)

    def part(first: int, last: int) -> None:
        _play(begins + first, begins + last, *ready, decided, game.folds, *sums.mine())

    run_in_parts(part, split_rows(ends - begins, 64), progress)
    (found,) = sums.total()
    if game.folds:
        begin, end = centres
        raised = decided.left[0, begin:end].astype(np.bool_)
        whole = _load_raised_ends(game)[begin:end]
        found[begin:end, :, 0][~raised] += whole[~raised]
        found[begin:end, :, STAGES][raised] += whole[raised]
    return found


_raised_ends: dict[tuple[str, ...], Counts] = {}
"""How all deals end if raised to the end, including hands that would fold; cached by the game's rows."""


def _store_raised_ends(game: CrossGame, ends: Counts) -> None:
    while len(_raised_ends) >= 6:
        del _raised_ends[next(iter(_raised_ends))]
    _raised_ends[tuple(game.rows.names)] = ends


def _load_raised_ends(game: CrossGame) -> Counts:
    rows = tuple(game.rows.names)
    if rows not in _raised_ends:
        _store_raised_ends(game, _values_of(game, 0, RANKS)[2])
    return _raised_ends[rows]


def play(game: CrossGame, decided: Decisions, progress: Progress | None = None) -> Tally:
    """Return the tally of all deals under these decisions."""
    return tally_of(game, RESULTS[:3], counts(game, decided, progress).sum(axis=(0, 1)), DEALS)


def pack(decided: Decisions) -> dict[str, Bytes]:
    """Pack decisions into bits for storage."""
    states = np.array([len(decided.bottom)], np.uint8)
    return {"states": states, **{name: np.packbits(one, axis=None) for name, one in decided._asdict().items()}}


def unpack(kept: dict[str, Bytes]) -> Decisions:
    states = int(kept["states"][0])
    found = []
    for stage, (name, shape) in enumerate(zip(Decisions._fields, SHAPES, strict=True)):
        whole = (states if states == 1 else stage + 1, *shape)
        found.append(np.unpackbits(kept[name], count=prod(whole)).reshape(whole))
    return Decisions(*found)


# ---- One deal


class CrossIndex(NamedTuple):
    """A hand's position in the tables: the centre's rank, the kinds on the cross so far, and the holding."""

    centre: int
    cross: tuple[int, ...]
    held: int

    @classmethod
    def from_cards(cls, own: Cards, shown: Cards) -> CrossIndex:
        """Locate a hand; `shown` is the centre card and the other cards of the cross, in the order in which they were
        turned.
        """
        centre, *cross = (int(card) for card in shown)
        kinds = KIND_OF[centre]
        one, other = (int(kinds[card]) for card in own)
        return cls(centre // SUITS, tuple(int(kinds[card]) for card in cross), pair(one, other))

    @property
    def key(self) -> tuple[int, ...]:
        """The index into this stage's decisions."""
        across = (pair(*self.cross[:2]),) if len(self.cross) > 1 else self.cross
        return self.centre, *across, *self.cross[2:], self.held


def raises(decided: Decisions, place: CrossIndex, before: int) -> bool:
    """Whether the decisions raise at this stage after `before` raises."""
    stage = decided[len(place.cross)]
    return bool(stage[(min(before, len(stage) - 1), *place.key)])


@lru_cache(maxsize=2)
def _values_at_centre(game: CrossGame, centre: int) -> Values:
    return _values_of(game, centre, centre + 1)[0]


def choice_values(game: CrossGame, place: CrossIndex, before: int) -> dict[str, float]:
    """The average net of each choice after `before` raises, with the best later decisions."""
    stage = len(place.cross)
    if stage < STAGES - 1:
        values = _values_at_centre(game, place.centre)[stage]
        found = values[(slice(None), min(before, values.shape[1] - 1), *place.key)]
    else:
        found = (
            _values_at_bottom(game, place)[before : before + 2] if not game.folds else _values_at_bottom(game, place)
        )
    ways = TO_COME[stage] * DEALT * game.amounts.units
    return {choice: int(value) / ways for choice, value in zip(game.choices, found, strict=True)}


def _values_at_bottom(game: CrossGame, place: CrossIndex) -> Counts:
    """The values at the last stage, either of folding and raising or of 0, 1, 2, ... raises in total."""
    (tables, mixed), (by, strengths, graded) = game.sums(), _loop_tables(game)
    left = np.empty(KINDS, np.int64)
    across = pair(*place.cross[:2])
    _cards_left(place.centre, across, left)
    sums = np.empty((len(tables), KINDS, PAIRS), np.int64)
    _sum_over_bottom_cards(place.centre, across, left, by, graded, tables, _rank_buffers(strengths), sums)
    found: Counts = mixed @ sums[:, place.cross[2], place.held]
    return np.array([game.fold_values()[3], *found]) if game.folds else found
