"""Hold 'em on a short board: two cards each, three that all share, the best three with one's own among them.

Theory of operation
1. Boards are taken up to suits: 1,755 instead of 22,100. On each of them all 1,176 holdings are ranked, and those of
   the dealer that rank below a holding are counted by prefix sums, less those that contain one of its cards.
2. The last decision is made there. For the one at the flop the values are added up over the rivers, each board renamed
   to its representative and the holding with it; before the flop they are added up over the flops.
3. Every figure is a count times whole units: at most 1,081 dealer holdings, 48 rivers, 1,225 flops and 12 holdings of
   a class, some 8e8, so that amounts below 1e9 units fit into 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally, amounts
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.compiled import compiled
from pitboss.pricing.deals import (
    CHOOSE,
    DECK,
    RENAMINGS,
    Cards,
    Counts,
    Places,
    all_sets,
    classes,
    place_of,
    sort_few,
    to_representative,
)

Bytes = NDArray[np.uint8]
Strengths = NDArray[np.int16]

OWN, FLOP, BOARD = 2, 2, 3
HOLDINGS = comb(DECK, OWN)
RIVERS = DECK - OWN - FLOP
EACH = comb(DECK - BOARD - OWN, 2)
"""So many holdings the dealer may have, when own cards and board are known."""
DEALS = HOLDINGS * comb(DECK - OWN, FLOP) * RIVERS * EACH


class Around(NamedTuple):
    """What renames a board and a holding with it: classes and renamings of flops and boards by place, and the place of
    each holding under each renaming."""

    flop_class: Places
    flop_renaming: Bytes
    board_class: Places
    board_renaming: Bytes
    renamed: NDArray[np.uint16]


def around() -> Around:
    pairs = all_sets(OWN).astype(np.int64)
    renamed = np.sort(RENAMINGS[:, pairs].astype(np.int64), axis=2)
    places = (CHOOSE[renamed[:, :, 0], 1] + CHOOSE[renamed[:, :, 1], 2]).astype(np.uint16)
    return Around(
        classes(FLOP).class_of,
        to_representative(FLOP),
        classes(BOARD).class_of,
        to_representative(BOARD),
        places,
    )


@dataclass(frozen=True)
class ShortBoardGame:
    """Three decisions, each to go on or to give up: `ends` has what comes of giving up at each, and of going on."""

    order: Order
    least_own: int
    qualifying: int
    rows: Rows
    ends: tuple[str, str, str, str]
    choices: tuple[str, str, str]
    """What going on is called, at each."""
    fold: str
    net: Net

    @cached_property
    def pays(self) -> tuple[Counts, int]:
        table, units = amounts(self.ends, (*self.rows.names, ""), RESULTS, self.net)
        return np.array(table, np.int64), units

    @cached_property
    def strengths(self) -> Strengths:
        """What each holding makes on each board: by class of boards, and place of the holding; 0 where they clash."""
        found = np.zeros((len(classes(BOARD)), HOLDINGS), np.int16)
        ranked = evaluate_batch(all_sets(BOARD), self.order)
        _strengths(classes(BOARD).representatives, all_sets(OWN), self.least_own, ranked, found)
        return found

    @cached_property
    def at_flop(self) -> Strengths:
        """The same on each flop, by its class."""
        found = np.zeros((len(classes(FLOP)), HOLDINGS), np.int16)
        ranked = evaluate_batch(all_sets(BOARD), self.order)
        _strengths(classes(FLOP).representatives, all_sets(OWN), self.least_own, ranked, found)
        return found


class Decisions(NamedTuple):
    """Whether to go on: with each holding, on each class of flops with each holding, and so on boards."""

    before: Bytes
    flop: Bytes
    last: Bytes


class Values(NamedTuple):
    """What going on is worth, in units: over all deals to come; before the flop over all holdings of the class too."""

    before: Counts
    flop: Counts
    last: Counts


@compiled
def _strengths(boards: Cards, holdings: Cards, least_own: int, ranked: Strengths, found: Strengths) -> None:
    """The best three of a holding and a board that use so many cards of the holding at least."""
    shared = boards.shape[1]
    cards = np.empty(shared + 2, np.uint8)
    three = np.empty(3, np.uint8)
    for row in range(len(boards)):
        for at in range(shared):
            cards[at] = boards[row, at]
        for place in range(len(holdings)):
            cards[shared], cards[shared + 1] = holdings[place, 0], holdings[place, 1]
            clash = False
            for at in range(shared):
                clash |= cards[at] == cards[shared] or cards[at] == cards[shared + 1]
            if clash:
                continue
            best = 0
            for a in range(shared + 2):
                for b in range(a + 1, shared + 2):
                    for c in range(b + 1, shared + 2):
                        if (a >= shared) + (b >= shared) + (c >= shared) < least_own:
                            continue
                        three[0], three[1], three[2] = cards[a], cards[b], cards[c]
                        sort_few(three)
                        best = max(best, ranked[place_of(three)])
            found[row, place] = best


@compiled
def _compare(strengths: Strengths, holdings: Cards, qualifying: int, found: Counts) -> None:
    """On one board, for each holding the dealer's below the qualifying hand, below it, and not above it."""
    order = np.argsort(strengths)
    barred = np.zeros(DECK + 1, np.int64)
    below = np.zeros(DECK + 1, np.int64)
    upto = np.zeros(DECK + 1, np.int64)
    # The last place counts all holdings, the others those that contain a card.
    for place in range(len(strengths)):
        if 0 < strengths[place] < qualifying:
            barred[holdings[place, 0]] += 1
            barred[holdings[place, 1]] += 1
            barred[DECK] += 1
    first = 0
    while first < len(order):
        strength = strengths[order[first]]
        last = first
        while last < len(order) and strengths[order[last]] == strength:
            place = order[last]
            if strength:
                upto[holdings[place, 0]] += 1
                upto[holdings[place, 1]] += 1
                upto[DECK] += 1
            last += 1
        for at in range(first, last):
            place = order[at]
            a, b = holdings[place, 0], holdings[place, 1]
            found[place, 0] = barred[DECK] - barred[a] - barred[b] + (strength < qualifying)
            found[place, 1] = below[DECK] - below[a] - below[b]
            found[place, 2] = upto[DECK] - upto[a] - upto[b] + 1
        below[:] = upto
        first = last


@compiled
def _results(strength: int, qualifying: int, counted: Counts, found: Counts) -> None:
    """How often each result comes with a holding."""
    barred, below, upto = counted[0], counted[1], counted[2]
    found[:] = 0
    if strength >= qualifying:
        found[0] = below - barred
        found[1] = upto - below
        found[2] = EACH - upto
        found[3] = barred
    else:
        found[2] = EACH - barred
        found[3] = below
        found[4] = upto - below
        found[5] = barred - upto


@compiled
def _last_values(
    strengths: Strengths, holdings: Cards, qualifying: int, grade_of: Bytes, pays: Counts, found: Counts
) -> None:
    counted = np.zeros((strengths.shape[1], 3), np.int64)
    results = np.zeros(pays.shape[1], np.int64)
    for row in range(len(strengths)):
        _compare(strengths[row], holdings, qualifying, counted)
        for place in range(strengths.shape[1]):
            strength = strengths[row, place]
            if strength:
                _results(strength, qualifying, counted[place], results)
                for result in range(len(results)):
                    found[row, place] += pays[grade_of[strength], result] * results[result]


@compiled
def _flop_values(flops: Cards, holdings: Cards, by: Around, least: int, last: Counts, found: Counts) -> None:
    """The best of going on and giving up at the last decision, summed over the rivers."""
    board = np.empty(3, np.uint8)
    for row in range(len(flops)):
        for place in range(len(holdings)):
            a, b, c, d = holdings[place, 0], holdings[place, 1], flops[row, 0], flops[row, 1]
            if a in (c, d) or b in (c, d):
                continue
            for river in range(DECK):
                if river in (a, b, c, d):
                    continue
                board[0], board[1], board[2] = c, d, river
                sort_few(board)
                there = place_of(board)
                found[row, place] += max(
                    least, last[by.board_class[there], by.renamed[by.board_renaming[there], place]]
                )


@compiled
def _play(
    flops: Cards,
    weights: Counts,
    holdings: Cards,
    by: Around,
    strengths: Strengths,
    counted: Counts,
    qualifying: int,
    grade_of: Bytes,
    decided: Decisions,
    tally: Counts,
) -> None:
    """How all deals end: by end, row and result. `counted` is by class of boards and holding."""
    board = np.empty(3, np.uint8)
    results = np.zeros(tally.shape[2], np.int64)
    for row in range(len(flops)):
        for place in range(len(holdings)):
            a, b, c, d = holdings[place, 0], holdings[place, 1], flops[row, 0], flops[row, 1]
            if a in (c, d) or b in (c, d):
                continue
            for river in range(DECK):
                if river in (a, b, c, d):
                    continue
                board[0], board[1], board[2] = c, d, river
                sort_few(board)
                there = place_of(board)
                kind, own = by.board_class[there], by.renamed[by.board_renaming[there], place]
                end = 0
                if decided.before[place]:
                    end = 1
                    if decided.flop[row, place]:
                        end = 3 if decided.last[kind, own] else 2
                _results(strengths[kind, own], qualifying, counted[kind, own], results)
                for result in range(len(results)):
                    tally[end, grade_of[strengths[kind, own]], result] += weights[row] * results[result]


@compiled
def _all_compared(strengths: Strengths, holdings: Cards, qualifying: int, found: Counts) -> None:
    for row in range(len(strengths)):
        _compare(strengths[row], holdings, qualifying, found[row])


def values(game: ShortBoardGame) -> Values:
    """What going on is worth at each decision, if all that follows is decided best."""
    pays, _ = game.pays
    graded = np.array(game.rows.by_strength(), np.uint8)
    holdings, by = all_sets(OWN), around()
    last = np.zeros(game.strengths.shape, np.int64)
    _last_values(game.strengths, holdings, game.qualifying, graded, pays[3], last)
    flop = np.zeros((len(classes(FLOP)), HOLDINGS), np.int64)
    _flop_values(classes(FLOP).representatives, holdings, by, fold_at(game, 2), last, flop)
    best = np.where(game.at_flop > 0, np.maximum(flop, fold_at(game, 1)), 0)
    before = np.zeros(len(classes(OWN)), np.int64)
    np.add.at(before, classes(OWN).class_of, (best * classes(FLOP).weights[:, None]).sum(axis=0))
    return Values(before, flop, last)


WAYS = (EACH * RIVERS * comb(DECK - OWN, FLOP), EACH * RIVERS, EACH)
"""How many deals are to come at each decision."""


def fold_at(game: ShortBoardGame, decision: int) -> int:
    """What giving up comes to at a decision, over all deals to come."""
    return int(game.pays[0][decision, 0, 0]) * WAYS[decision]


def solve(game: ShortBoardGame) -> Decisions:
    """Whether going on is better; of equals one gives up."""
    found = values(game)
    kinds = classes(OWN)
    before = found.before > fold_at(game, 0) * kinds.weights
    return Decisions(
        before[kinds.class_of].astype(np.uint8),
        (found.flop > fold_at(game, 1)).astype(np.uint8),
        (found.last > fold_at(game, 2)).astype(np.uint8),
    )


def folded(game: ShortBoardGame, decided: Decisions) -> Counts:
    """With each holding, in how many of the flops and rivers that may come it is given up."""
    by, holdings, flops = around(), all_sets(OWN), classes(FLOP)
    stays = np.zeros((len(flops), HOLDINGS), np.int64)
    _flop_values(flops.representatives, holdings, by, 0, decided.last.astype(np.int64), stays)
    # A flop stands for its images: what it is to a holding, they are to the holding's images.
    kinds = classes(OWN)
    kept = np.zeros(len(kinds), np.int64)
    there = decided.before * decided.flop * stays * flops.weights[:, None]
    np.add.at(kept, kinds.class_of, there.sum(axis=0))
    each: Counts = RIVERS * comb(DECK - OWN, FLOP) - kept[kinds.class_of] // kinds.weights[kinds.class_of]
    return each


def play(game: ShortBoardGame, decided: Decisions) -> Tally:
    """How all deals end when played so."""
    graded = np.array(game.rows.by_strength(), np.uint8)
    counted = np.zeros((*game.strengths.shape, 3), np.int64)
    _all_compared(game.strengths, all_sets(OWN), game.qualifying, counted)
    found = np.zeros((len(game.ends), len(game.rows.names) + 1, len(RESULTS)), np.int64)
    flops = classes(FLOP)
    _play(
        flops.representatives,
        flops.weights,
        all_sets(OWN),
        around(),
        game.strengths,
        counted,
        game.qualifying,
        graded,
        decided,
        found,
    )
    named = product(enumerate(game.ends), enumerate((*game.rows.names, "")), enumerate(RESULTS))
    tally = Tally({(end, row, result): int(found[e, r, s]) for (e, end), (r, row), (s, result) in named})
    if tally.total != DEALS:
        raise AssertionError(f"{tally.total} deals")
    return tally
