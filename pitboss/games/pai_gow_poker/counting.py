"""An exact count of all deals of pai gow poker, with both hands set by the house way.

There are 154,143,080 x 53,524,680 pairs of a player's hand A and a bank's hand B without a common card. They are
counted by inclusion and exclusion over sets S of shared cards:

    pairs without a common card = sum over S of (-1)^|S| * (pairs of hands that both contain S)

Sets S are enumerated up to a renaming of suits. For each, the hands that contain it are listed with one lookup each
(`settings`), sorted by their high hands and scanned once; an array of prefix sums over low hands gives the number of
earlier hands with a lower low hand. If few cards are shared, the hands are first tallied in a table of (low, high).

The counts are, over all pairs: A above B in both hands; copies of the low hand, of the high hand and of both; the same
when B is queen high (EZ pai gow); and kinds of A against kinds of B (imperial). All counts are integers; they take two
minutes on two cores. `python -m pitboss.games.pai_gow_poker.counting` writes `counts.toml`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS as EVERY
from pitboss.games.pai_gow_poker import house_way
from pitboss.games.pai_gow_poker.settings import (
    HAND,
    HIGH_BITS,
    JOKER,
    KIND_BITS,
    KINDS,
    QUEEN,
    SUITS,
    Entries,
    entries,
    flush_entry,
    is_flush,
)
from pitboss.games.pai_gow_poker.sevens import three_card_line
from pitboss.hands.tables import BUCKET_AT
from pitboss.pricing.contract import Progress
from pitboss.pricing.time_left import print_time_left
from pitboss.simulation.compiled import compiled, inline, inner

Ints = NDArray[np.int64]
CARDS = JOKER + 1
DEALS = comb(CARDS, HAND) * comb(CARDS - HAND, HAND)
LOWS, HIGHS = 91, 7463
ALL, WINS, LOW_COPIES, HIGH_COPIES, COPIES, QUEEN_WINS, QUEEN_LOSES = range(7)
COUNTED = 7
GRID_UP_TO = 3
"""Up to this many shared cards, hands are first tallied by (low, high)."""


FEW = 64
"""Up to this many hands are compared pairwise."""


class Sets(NamedTuple):
    """Sets of a number of cards up to a renaming of suits, one per row, and how many sets each represents."""

    cards: NDArray[np.uint8]
    ways: Ints


@compiled
def _first_of_kind(cards: Any, size: int, joker: bool, into: Any, ways: Any, write: bool) -> int:
    """List one representative of each set up to a renaming of suits: the one whose suits are in descending order."""
    found, at = 0, np.arange(size)
    masks = np.zeros(SUITS, np.int64)
    while True:
        masks[:] = 0
        for card in at:
            masks[card & 3] |= 1 << (card >> 2)
        if masks[0] >= masks[1] >= masks[2] >= masks[3]:
            if write:
                for place in range(size):
                    into[found, place] = at[place]
                if joker:
                    into[found, size] = JOKER
                same, times, renamings = 1, 1, 24
                for suit in range(1, SUITS):
                    times = times + 1 if masks[suit] == masks[suit - 1] else 1
                    same *= times
                ways[found] = renamings // same
            found += 1
        place = size - 1
        while place >= 0 and at[place] == cards - size + place:
            place -= 1
        if place < 0:
            return found
        at[place] += 1
        for after in range(place + 1, size):
            at[after] = at[after - 1] + 1


def sets_of(size: int) -> Sets:
    """All sets of this size, without the joker and with it."""
    rows, ways = [], []
    for joker in (False, True):
        plain = size - joker
        if plain < 0:
            continue
        if not plain:
            rows.append(np.full((1, size), JOKER, np.uint8))
            ways.append(np.ones(1, np.int64))
            continue
        none = np.empty((0, size), np.uint8), np.empty(0, np.int64)
        number = _first_of_kind(JOKER, plain, joker, *none, False)
        row, way = np.empty((number, size), np.uint8), np.empty(number, np.int64)
        _first_of_kind(JOKER, plain, joker, row, way, True)
        rows.append(row)
        ways.append(way)
    return Sets(np.concatenate(rows), np.concatenate(ways))


class Scratch(NamedTuple):
    """Scratch buffers for one thread."""

    found: NDArray[np.int32]
    ordered: NDArray[np.int32]
    begins: Ints
    grid: NDArray[np.int32]
    queens: NDArray[np.int32]
    below: Ints
    queens_below: Ints
    kinds: Ints

    @classmethod
    def of(cls, shared: int) -> Scratch:
        most = comb(CARDS - shared, HAND - shared) if shared > GRID_UP_TO else 1
        cells = LOWS * HIGHS if shared <= GRID_UP_TO else 1
        return cls(
            np.empty(most, np.int32),
            np.empty(most, np.int32),
            np.empty(HIGHS + 1, np.int64),
            np.empty(cells, np.int32),
            np.empty(cells, np.int32),
            np.empty(LOWS + 1, np.int64),
            np.empty(LOWS + 1, np.int64),
            np.empty(len(KINDS), np.int64),
        )


@inline
def take(entry: Any, number: int, grid: bool, found: Any, table: Any, queens: Any, kinds: Any) -> None:
    """Record a hand in the table or in the list."""
    if grid:
        cell = ((entry >> KIND_BITS) & ((1 << HIGH_BITS) - 1)) * LOWS + (entry >> (KIND_BITS + HIGH_BITS))
        kind = entry & ((1 << KIND_BITS) - 1)
        table[cell] += 1
        kinds[kind] += 1
        if kind == QUEEN:
            queens[cell] += 1
    else:
        found[number] = entry


@inline
def lookup(key: Any, table: Any, moved: Any) -> Any:
    """The entry of some ranks, by the sum of their keys."""
    return table[(key + moved[(key >> BUCKET_AT) & (len(moved) - 1)]) & (len(table) - 1)]


@inner
def list_hands(held: Any, grid: bool, scratch: Scratch, by: Entries) -> int:
    """List every hand that contains the held cards; return their number."""
    shared = len(held)
    missing = HAND - shared
    keys, each, found_in, table, queens, kinds = (
        by.keys,
        by.suits,
        scratch.found,
        scratch.grid,
        scratch.queens,
        scratch.kinds,
    )
    with_joker, joker_moved = by.joker, by.joker_moved
    ranks, moved = by.plain, by.moved
    for at in range(shared):
        if held[at] == JOKER:
            ranks, moved = with_joker, joker_moved
    cards = np.empty(HAND, np.int64)
    others = np.empty(CARDS - shared, np.int64)
    key0, suits0, has_joker = 0, 0, False
    for at in range(shared):
        cards[at] = held[at]
        key0 += keys[held[at]]
        suits0 += each[held[at]]
        has_joker = has_joker or held[at] == JOKER
    number = 0
    for card in range(CARDS):
        there = False
        for at in range(shared):
            there = there or held[at] == card
        if not there:
            others[number] = card
            number += 1
    # If the joker is not held, it is last in the deck, so it is the last card of a hand that has it.
    plain = number if has_joker else number - 1
    free, found = np.arange(missing), 0
    while True:
        key, suits = key0, suits0
        for place in range(missing - 1):
            card = others[free[place]]
            cards[shared + place] = card
            key += keys[card]
            suits += each[card]
        first = free[missing - 2] + 1 if missing > 1 else 0
        for last in range(first, plain):
            card = others[last]
            entry = lookup(key + keys[card], ranks, moved)
            if is_flush(suits + each[card]):
                cards[HAND - 1] = card
                entry = flush_entry(cards, suits + each[card], by)
            take(entry, found, grid, found_in, table, queens, kinds)
            found += 1
        if not has_joker:
            cards[HAND - 1] = JOKER
            entry = lookup(key, with_joker, joker_moved)
            if is_flush(suits + each[JOKER]):
                entry = flush_entry(cards, suits + each[JOKER], by)
            take(entry, found, grid, found_in, table, queens, kinds)
            found += 1
        place = missing - 2
        # All cards but the last exclude the joker.
        most = plain if not has_joker else plain - 1
        while place >= 0 and free[place] == most - (missing - 1) + place:
            place -= 1
        if place < 0:
            return found
        free[place] += 1
        for after in range(place + 1, missing - 1):
            free[after] = free[after - 1] + 1


@inner
def compare_table(scratch: Scratch, counted: Ints) -> None:
    """Compare all pairs of hands tallied in the table."""
    grid, queens, below, queens_below = scratch.grid, scratch.queens, scratch.below, scratch.queens_below
    below[:] = 0
    queens_below[:] = 0
    in_low = np.zeros(LOWS, np.int64)
    queens_in_low = np.zeros(LOWS, np.int64)
    for high in range(HIGHS):
        row, queen_row = grid[high * LOWS : (high + 1) * LOWS], queens[high * LOWS : (high + 1) * LOWS]
        of_high, so_far, queens_so_far = np.int64(0), np.int64(0), np.int64(0)
        for low in range(LOWS):
            of_high += row[low]
        if not of_high:
            continue
        counted[HIGH_COPIES] += of_high * of_high
        for low in range(LOWS):
            number = np.int64(row[low])
            counted[WINS] += number * so_far
            counted[QUEEN_WINS] += number * queens_so_far
            counted[COPIES] += number * number
            so_far += in_low[low]
            queens_so_far += queens_in_low[low]
        upto = np.int64(0)
        for low in range(LOWS):
            in_low[low] += row[low]
            queens_in_low[low] += queen_row[low]
            upto += in_low[low]
            counted[QUEEN_LOSES] += np.int64(queen_row[low]) * upto
    for low in range(LOWS):
        counted[LOW_COPIES] += in_low[low] * in_low[low]


@inner
def compare_list(number: Any, scratch: Scratch, counted: Ints) -> None:
    """Compare all pairs of listed hands, in the order of their high hands; equal high hands are taken together."""
    found, ordered, begins = scratch.found, scratch.ordered, scratch.begins
    below, queens_below, kinds = scratch.below, scratch.queens_below, scratch.kinds
    begins[:] = 0
    for at in range(number):
        begins[((found[at] >> KIND_BITS) & ((1 << HIGH_BITS) - 1)) + 1] += 1
        kinds[found[at] & ((1 << KIND_BITS) - 1)] += 1
    for high in range(HIGHS):
        counted[HIGH_COPIES] += begins[high + 1] * begins[high + 1]
        begins[high + 1] += begins[high]
    for at in range(number):
        high = (found[at] >> KIND_BITS) & ((1 << HIGH_BITS) - 1)
        ordered[begins[high]] = found[at]
        begins[high] += 1
    below[:] = 0
    queens_below[:] = 0
    equal = np.zeros(LOWS, np.int64)
    first = 0
    while first < number:
        high = (ordered[first] >> KIND_BITS) & ((1 << HIGH_BITS) - 1)
        end = begins[high]
        for at in range(first, end):
            low = ordered[at] >> (KIND_BITS + HIGH_BITS)
            counted[WINS] += below[low]
            counted[QUEEN_WINS] += queens_below[low]
        for at in range(first, end):
            low = ordered[at] >> (KIND_BITS + HIGH_BITS)
            for above in range(low + 1, LOWS + 1):
                below[above] += 1
            if ordered[at] & ((1 << KIND_BITS) - 1) == QUEEN:
                for above in range(low + 1, LOWS + 1):
                    queens_below[above] += 1
            equal[low] += 1
            counted[COPIES] += 2 * equal[low] - 1
        for at in range(first, end):
            equal[ordered[at] >> (KIND_BITS + HIGH_BITS)] = 0
            if ordered[at] & ((1 << KIND_BITS) - 1) == QUEEN:
                counted[QUEEN_LOSES] += below[(ordered[at] >> (KIND_BITS + HIGH_BITS)) + 1]
        first = end
    for low in range(LOWS):
        of_low = below[low + 1] - below[low]
        counted[LOW_COPIES] += of_low * of_low


@inner
def compare_each(number: Any, scratch: Scratch, counted: Ints) -> None:
    """Compare a short list pairwise."""
    found, kinds = scratch.found, scratch.kinds
    for at in range(number):
        kinds[found[at] & ((1 << KIND_BITS) - 1)] += 1
        low, high = found[at] >> (KIND_BITS + HIGH_BITS), (found[at] >> KIND_BITS) & ((1 << HIGH_BITS) - 1)
        for other in range(number):
            one = found[other]
            its_low, its_high = one >> (KIND_BITS + HIGH_BITS), (one >> KIND_BITS) & ((1 << HIGH_BITS) - 1)
            queen = one & ((1 << KIND_BITS) - 1) == QUEEN
            wins, loses = low > its_low and high > its_high, low <= its_low and high <= its_high
            counted[WINS] += wins
            counted[LOW_COPIES] += low == its_low
            counted[HIGH_COPIES] += high == its_high
            counted[COPIES] += low == its_low and high == its_high
            counted[QUEEN_WINS] += wins and queen
            counted[QUEEN_LOSES] += loses and queen


@compiled
def count_sets(
    sets: Any, ways: Any, first: int, last: int, by: Entries, scratch: Scratch, totals: Ints, kinds: Ints
) -> None:
    """Add some sets' pairs to the totals, by relation and by the kinds of both hands."""
    counted = np.empty(COUNTED, np.int64)
    for at in range(first, last):
        grid = len(sets[at]) <= GRID_UP_TO
        counted[:] = 0
        scratch.kinds[:] = 0
        if grid:
            scratch.grid[:] = 0
            scratch.queens[:] = 0
        number = np.int64(list_hands(sets[at], grid, scratch, by))
        counted[ALL] = number * number
        if grid:
            compare_table(scratch, counted)
        elif number <= FEW:
            compare_each(number, scratch, counted)
        else:
            compare_list(number, scratch, counted)
        for what in range(COUNTED):
            totals[what] += ways[at] * counted[what]
        for mine in range(len(KINDS)):
            for theirs in range(len(KINDS)):
                kinds[mine, theirs] += ways[at] * scratch.kinds[mine] * scratch.kinds[theirs]


class Counts(NamedTuple):
    """The number of deals by relation, and by the kinds of the player's and the bank's hands."""

    totals: Ints
    kinds: Ints
    hands: Ints


CHUNKS = {0: 1, 1: 14, 2: 91, 3: 200, 4: 200, 5: 200, 6: 200}


def count(classes: bool, workers: int = 2, progress: Progress | None = None) -> Counts:
    """Count every deal by the house way, over all sets of zero to seven shared cards."""
    by = entries(classes)
    totals, kinds = np.zeros(COUNTED, np.int64), np.zeros((len(KINDS), len(KINDS)), np.int64)
    hands = np.zeros(len(KINDS), np.int64)
    work = {shared: comb(CARDS - shared, HAND - shared) for shared in range(HAND)}
    sets = {shared: sets_of(shared) for shared in range(1, HAND)}
    sets[0] = Sets(np.empty((1, 0), np.uint8), np.ones(1, np.int64))
    all_of_it, done = sum(len(sets[shared].ways) * work[shared] for shared in work), 0
    for shared in range(HAND):
        some, ways = sets[shared]
        cuts = np.linspace(0, len(ways), min(len(ways), CHUNKS[shared]) + 1).astype(int)

        def one(at: int, some: Any = some, ways: Any = ways, cuts: Any = cuts, shared: int = shared) -> tuple[Any, Any]:
            mine, theirs = np.zeros(COUNTED, np.int64), np.zeros((len(KINDS), len(KINDS)), np.int64)
            count_sets(some, ways, cuts[at], cuts[at + 1], by, Scratch.of(shared), mine, theirs)
            return mine, theirs

        with ThreadPoolExecutor(workers) as pool:
            for at, (mine, theirs) in enumerate(pool.map(one, range(len(cuts) - 1))):
                totals += (-1) ** shared * mine
                kinds += (-1) ** shared * theirs
                done += int(cuts[at + 1] - cuts[at]) * work[shared]
                if progress is not None:
                    progress(done / all_of_it)
        if not shared:
            hands = np.sqrt(np.diag(kinds)).round().astype(np.int64)
    # All seven cards shared: a hand and itself, which are copies.
    own = np.zeros(COUNTED, np.int64)
    own[[ALL, LOW_COPIES, HIGH_COPIES, COPIES]] = hands.sum()
    own[QUEEN_LOSES] = hands[QUEEN]
    return Counts(totals - own, kinds - np.diag(hands), hands)


HEADING = """\
# All deals of a player's hand and a bank's, both set by the house way: those in which the player's is above the bank's
# in both hands, those with copies, and the same against a queen high of the bank (EZ pai gow). `hands` has all hands by
# class, `beside` the deals with each class against each class of the bank's; then come all sets of three cards.
# Generated by `python -m pitboss.games.pai_gow_poker.counting`; `make slow` counts them again.

[made_by]
house_way = "pitboss.games.pai_gow_poker.counting, on a processor"
best = "scripts/pai_gow_poker/count.cu (CUDA, on a graphics processor), which reads orders \
of hands written by scripts/pai_gow_poker/tables.py; on a \
processor only hands drawn at random are checked, by pitboss.games.pai_gow_poker.recount"
"""

TOTALS = ("deals", "wins", "low_copies", "high_copies", "copies", "queen_wins", "queen_loses")
"""The names of the totals over all deals."""


BEST = "# The best setting of every hand"
"""The first line of the file's last part, which another program counted; it is copied unchanged."""


def format_counts(counted: Sequence[tuple[str, Counts]]) -> str:
    """The counts as the text of counts.toml."""
    lines = HEADING.splitlines()
    for way, found in counted:
        lines += ["", f"[{way}]", *(f'{name} = "{figure}"' for name, figure in zip(TOTALS, found.totals, strict=True))]
    found = counted[0][1]
    lines += ["", "[hands]", *(f'{kind} = "{number}"' for kind, number in zip(KINDS, found.hands, strict=True))]
    lines += ["", "[beside]"]
    for kind, row in zip(KINDS, found.kinds, strict=True):
        listed = ", ".join(f'"{number}"' for number in row)
        lines.append(f"{kind} = [{listed}]")
    lines += ["", "[three_cards]", *(f'{line} = "{number}"' for line, number in three_cards().items())]
    return "\n".join(lines) + "\n"


def three_cards() -> dict[str, int]:
    """All sets of three cards, by line of the three-card bonus."""
    return dict(Counter(three_card_line(three) for three in combinations(EVERY, 3)))


def main() -> None:
    """Count under both house ways and write the file."""
    ways = [name for name in house_way.WAYS if name != "custom"]
    counted = [(name, count(house_way.WAYS[name], progress=print_time_left())) for name in ways]
    file = Path(__file__).with_name("counts.toml")
    best = file.read_text("utf-8").partition(BEST)
    file.write_text(f"{format_counts(counted)}\n{best[1]}{best[2]}", "utf-8")


if __name__ == "__main__":
    main()
