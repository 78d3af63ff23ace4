"""Hold 'em against a dealer in which a single decision ends the betting: before the flop, at the flop or at the river.

The first two decisions either end the betting or go on; the last one always ends it. In ultimate Texas hold 'em, a
raise ends it and a check goes on; in mini-Tex, a fold ends it and a wager pays for the next street.

Theory of operation
1. On each board all holdings are ranked (`pricing/boards`), so each holding's result counts are known, and the river
   decision is the choice with the highest value.
2. For the decision at the flop, each holding's values are summed over all boards that the flop can become. This gives
   how much each choice at the flop gains over going on, by class of flops and holding.
3. The decision before the flop compares the best value from the flop on with the results counted in the same pass.
4. A second pass over the boards plays this strategy, or any other, and counts the ends. All values are counts times
   amounts in whole units. Amounts so large that the sum over every board, holding and dealer holding could overflow 64
   bits are rejected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.arrays import INT64_LIMIT, UnitAmounts, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.price.rows import Rows, floor
from pitboss.families.house_poker.price.strategy_text import RiverRule
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength5, strength6
from pitboss.pricing.boards import (
    BEST_OF_SEVEN,
    FIRST,
    HOLDINGS,
    RENAMED,
    SECOND,
    Amounts,
    Boards,
    Bytes,
    Strengths,
    Subsets,
    add_results,
    add_to_streets,
    amount_of,
    boards,
    dealer_holdings,
    find_class,
    holdings_by_set,
    rank_buffers,
    rank_holdings,
    result_counts,
    spread_to_images,
    subsets,
)
from pitboss.pricing.compiled import compiled, inner
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

Flags = NDArray[np.bool_]

LIVE = DECK - 5
RESULT_COUNT = len(RESULTS)

NO_DECISION = 255
"""Stands for the end while the betting goes on."""
LOW_HALF = 15


BEST = RiverRule()
NO_TABLE: Bytes = np.empty((1, 0), np.uint8)


class PayTables(NamedTuple):
    """The pay tables as arrays: each strength's row, and the amount for each end, row and result.

    `last_choices` and `flop_choices` are the ends that can be chosen at the river and at the flop.
    """

    qualifying: int
    grade_of: Bytes
    pays: Amounts
    last_choices: Bytes
    flop_choices: Bytes


class Policy(NamedTuple):
    """A strategy as arrays: each holding's end before and at the flop, or `NO_DECISION`, and the river rule.

    If `with_flop` is set, the high half of each byte in `at_flop` is the holding's row with the flop.
    """

    preflop: Bytes
    at_flop: Bytes
    rule: RiverRule
    straight: int
    with_flop: bool
    last: Bytes
    """The end of each holding on each class of boards; if it has no columns, `rule` decides."""


@compiled
def _values(
    deals: Boards,
    flops: Subsets,
    first: int,
    last: int,
    paid: PayTables,
    class_of_two: Places,
    at_flop: Amounts,
    before: Counts,
    on: Amounts,
) -> None:
    """Add the values of each holding on these boards to its flops, and count its results before the flop.

    The value of the best river choice is added to `on`, by class of holdings, and the gain of each flop choice over it
    to `at_flop`.
    """
    boards, weights, strength_table = deals
    qualifying, grade_of, pays, last_choices, flop_choices = paid
    compared = rank_buffers(boards.shape[1])
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, each = len(strengths), dealer_holdings(boards.shape[1])
    places = np.empty(held, np.int16)
    more = np.empty((len(flop_choices), held), np.int64)
    for row in range(first, last):
        weight = weights[row]
        rank_holdings(boards[row], strength_table[min(row, len(strength_table) - 1)], qualifying, compared)
        for at in range(held):
            strength = strengths[at]
            r, n0, n1, n2, n3 = result_counts(each, strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
            grade = grade_of[strength]
            place = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
            places[at] = place
            kind = class_of_two[place]
            add_results(before[kind, grade], r, weight, n0, n1, n2, n3)
            best = amount_of(pays[last_choices[0], grade], r, n0, n1, n2, n3)
            for choice in range(1, len(last_choices)):
                best = max(best, amount_of(pays[last_choices[choice], grade], r, n0, n1, n2, n3))
            on[kind] += weight * best
            for choice in range(len(flop_choices)):
                more[choice, at] = weight * (amount_of(pays[flop_choices[choice], grade], r, n0, n1, n2, n3) - best)
        for choice in range(len(flop_choices)):
            add_to_streets(at_flop[choice], boards[row], flops, places, more[choice])


@compiled
def _play(
    deals: Boards,
    flops: Subsets,
    first: int,
    last_row: int,
    paid: PayTables,
    played: Policy,
    class_of_two: Places,
    tally: Counts,
    flop_tally: Counts,
) -> None:
    """Count how these boards end, by class of holdings, end, row of the player's hand, and result.

    If the policy is `with_flop`, `flop_tally` counts the hands that reach the river by their row at the flop.
    """
    boards, weights, strength_table = deals
    qualifying, grade_of, pays, last_choices, flop_choices = paid
    preflop, at_flop, rule, straight, with_flop, listed = played
    compared = rank_buffers(boards.shape[1])
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, ways, each = len(strengths), len(flops.positions), dealer_holdings(boards.shape[1])
    alone = np.empty(LIVE, np.int16)
    places = np.empty(held, np.int16)
    last = np.empty(held, np.uint8)
    ends = np.zeros((len(flop_choices), held), np.uint8)
    for row in range(first, last_row):
        weight = weights[row]
        rank_holdings(boards[row], strength_table[min(row, len(strength_table) - 1)], qualifying, compared)
        for at in range(held):
            places[at] = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
        ends[:] = 0
        for way in range(ways):
            kind, renaming = find_class(boards[row], flops.positions[way], flops)
            renamed, packed = RENAMED[renaming], at_flop[kind]
            for choice in range(len(flop_choices)):
                for at in range(held):
                    ends[choice, at] += packed[renamed[places[at]]] & LOW_HALF == flop_choices[choice]
        on_board, ranks = 0, 0
        if not rule.by_value:
            on_board, ranks = _single_cards(boards[row], cards, alone)
        for at in range(held):
            strength = strengths[at]
            grade = grade_of[strength]
            r, n0, n1, n2, n3 = result_counts(each, strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
            last[at] = NO_DECISION
            early = preflop[places[at]]
            counted = tally[class_of_two[places[at]]]
            if early != NO_DECISION:
                add_results(counted[early, grade], r, weight * ways, n0, n1, n2, n3)
                continue
            on = ways
            for choice in range(len(flop_choices)):
                times = ends[choice, at]
                on -= times
                if times:
                    add_results(counted[flop_choices[choice], grade], r, weight * times, n0, n1, n2, n3)
            if on == 0:
                continue
            if listed.shape[1]:
                chosen = listed[row, places[at]]
            elif rule.by_value:
                chosen = _best_of(last_choices, pays, grade, r, n0, n1, n2, n3)
            else:
                stays = _stays(rule, strength, straight, at, cards, alone, on_board, ranks)
                chosen = last_choices[len(last_choices) - 1] if stays else last_choices[0]
            last[at] = chosen
            add_results(counted[chosen, grade], r, weight * on, n0, n1, n2, n3)
        if with_flop:
            for way in range(ways):
                kind, renaming = find_class(boards[row], flops.positions[way], flops)
                renamed, packed = RENAMED[renaming], at_flop[kind]
                for at in range(held):
                    there = packed[renamed[places[at]]]
                    if last[at] != NO_DECISION and there & LOW_HALF == LOW_HALF:
                        flop_tally[class_of_two[places[at]], last[at], there >> 4] += weight * each


@inner
def _best_of(choices: Bytes, pays: Amounts, grade: int, r: int, one: int, two: int, three: int, four: int) -> int:
    """The choice with the highest value; ties go to the first."""
    chosen: int = choices[0]
    best = amount_of(pays[chosen, grade], r, one, two, three, four)
    for choice in range(1, len(choices)):
        value = amount_of(pays[choices[choice], grade], r, one, two, three, four)
        if value > best:
            best = value
            chosen = choices[choice]
    return chosen


@inner
def _stays(
    rule: RiverRule,
    strength: int,
    straight: int,
    at: int,
    cards: Bytes,
    alone: NDArray[np.int16],
    on_board: int,
    ranks: int,
) -> bool:
    """Whether a rule stays in with a holding, on a board prepared by `_single_cards`."""
    if strength >= rule.least:
        return True
    if rule.hidden:
        one, two = cards[FIRST[at]] >> 2, cards[SECOND[at]] >> 2
        if one == two or ranks >> one & 1 or ranks >> two & 1 or (strength >= straight and strength > on_board):
            return True
    if rule.outs == 0:
        return False
    against = 0
    for card in range(LIVE):
        if alone[card] > strength and card != FIRST[at] and card != SECOND[at]:
            against += 1
    return against < rule.outs


@compiled
def _river_ends(
    boards: Cards, strength_table: Strengths, paid: PayTables, rule: RiverRule, straight: int, found: Bytes
) -> None:
    """Find the end of each holding that reaches the river on these boards."""
    qualifying, grade_of, pays, last_choices, _ = paid
    compared = rank_buffers(boards.shape[1])
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    alone = np.empty(LIVE, np.int16)
    each = dealer_holdings(boards.shape[1])
    for row in range(len(boards)):
        rank_holdings(boards[row], strength_table[min(row, len(strength_table) - 1)], qualifying, compared)
        on_board, ranks = _single_cards(boards[row], cards, alone)
        for at in range(len(strengths)):
            strength = strengths[at]
            if rule.by_value:
                r, n0, n1, n2, n3 = result_counts(
                    each, strength, qualifying, counts[0, at], counts[1, at], counts[2, at]
                )
                found[row, at] = _best_of(last_choices, pays, grade_of[strength], r, n0, n1, n2, n3)
            else:
                stays = _stays(rule, strength, straight, at, cards, alone, on_board, ranks)
                found[row, at] = last_choices[len(last_choices) - 1] if stays else last_choices[0]


@inner
def _single_cards(board: Cards, cards: Bytes, alone: NDArray[np.int16]) -> tuple[int, int]:
    """Fill `alone` with the dealer's strength for each single card; return the board's own strength and rank bits."""
    key, mask = np.uint64(0), np.uint64(0)
    ranks = 0
    for at in range(5):
        key += KEYS[board[at]]
        mask |= MASKS[board[at]]
        ranks |= 1 << (board[at] >> 2)
    for card in range(LIVE):
        alone[card] = strength6(key + KEYS[cards[card]], mask | MASKS[cards[card]])
    return int(strength5(key, mask)), ranks


@dataclass(frozen=True)
class BoardGame:
    """A hold 'em game as the ends that can be chosen before the flop, at the flop and at the river, cheapest first.

    Before and at the flop, the player may also go on. Ties go to going on, then to the cheapest end; with
    `ends_on_ties`, an end is preferred to going on. `streets` gives the number of cards at the flop and after it.
    `strength_table` has the strength of each holding on each class of boards, if a hand is not the best five of seven
    cards.
    """

    rows: Rows
    qualifying: int
    preflop: tuple[str, ...]
    flop: tuple[str, ...]
    river: tuple[str, ...]
    net: Net
    flop_rows: Rows
    streets: tuple[int, int] = (3, 2)
    strength_table: Strengths = field(default_factory=lambda: BEST_OF_SEVEN, compare=False)
    ends_on_ties: bool = False

    @property
    def flop_cards(self) -> int:
        return self.streets[0]

    @property
    def board_cards(self) -> int:
        return sum(self.streets)

    @property
    def boards(self) -> Boards:
        return boards(self.board_cards, self.strength_table)

    @property
    def flops(self) -> Subsets:
        return subsets(self.board_cards, self.flop_cards)

    @property
    def ways(self) -> int:
        """The number of flops that can lead to a board."""
        return comb(self.board_cards, self.flop_cards)

    @property
    def deals(self) -> int:
        """The number of deals, over holdings, boards with all their flops, and dealer holdings."""
        return HOLDINGS * comb(DECK - 2, self.board_cards) * self.ways * dealer_holdings(self.board_cards)

    @property
    def ends(self) -> tuple[str, ...]:
        return (*self.river, *self.flop, *self.preflop)

    def numbers(self, ends: tuple[str, ...]) -> Bytes:
        return np.array([self.ends.index(end) for end in ends], np.uint8)

    def pay_tables(self) -> PayTables:
        grade_of = row_numbers(self.rows)
        return PayTables(
            self.qualifying, grade_of, self.amounts.pays, self.numbers(self.river), self.numbers(self.flop)
        )

    @cached_property
    def amounts(self) -> UnitAmounts:
        return unit_amounts(self, RESULTS, INT64_LIMIT // self.deals)


class Decisions(NamedTuple):
    """The decision for each holding before the river: the number of an end, or `NO_DECISION`."""

    preflop: Bytes
    flop: Bytes
    """Indexed by class of flops, and by the holding as renamed along with the representative of the class."""


class LaterDecisions(NamedTuple):
    """The data for the decision before the flop, once the later decisions are made."""

    flop: Bytes
    """The decisions at the flop."""
    on: Amounts
    """The value of going on by class of holdings, summed over all boards, their flops, and the dealer's holdings."""
    results: Counts
    """How often each row and result occurs by class of holdings, summed over all boards and the dealer's holdings."""
    units: NDArray[np.int64]


class Values(NamedTuple):
    """The values of the choices in units, summed over all cards still to come."""

    preflop: Amounts
    """Indexed by class of holdings and choice, with going on first; over all boards, their flops, and the dealer's
    holdings.
    """
    flop: Amounts
    """The gain over going on by class of flops, choice and holding; over the rest of the board and the dealer's
    holdings.
    """
    units: int


def solve(game: BoardGame, progress: Progress | None = None) -> tuple[Decisions, Values]:
    """Return the best decisions before the flop and at the flop, given the best river decision, and their values."""
    later, more = solve_later(game, progress)
    preflop, values = solve_early(game, later)
    return Decisions(preflop, later.flop), Values(values, more, int(later.units))


def solve_early(game: BoardGame, later: LaterDecisions) -> tuple[Bytes, Amounts]:
    """Return the best decision before the flop for each holding, and the value of each choice by class, going on first.

    `later` may come from a game with other choices before the flop.
    """
    pays, units = game.amounts
    choices = game.numbers(game.preflop)
    # The units of a game with fewer ends divide this game's units.
    going_on = later.on * (units // later.units)
    raised = [game.ways * (later.results * pays[end]).sum(axis=(1, 2)) for end in choices]
    values = np.stack([going_on, *raised], axis=1)
    if game.ends_on_ties:
        best = (np.argmax(values[:, 1:], axis=1) + 1) * (values[:, 1:].max(axis=1) >= values[:, 0])
    else:
        best = values.argmax(axis=1)
    chosen = np.array([NO_DECISION, *choices], np.uint8)[best]
    return chosen[classes(2).class_of], values


def solve_later(game: BoardGame, progress: Progress | None = None) -> tuple[LaterDecisions, Amounts]:
    """Return the best flop decisions with the sums that earlier decisions need, and how much each flop choice gains.

    The gains are laid out as in `Values.flop`.
    """
    two, three = classes(2), classes(game.flop_cards)
    pays, units = game.amounts
    deals, flops, paid, at_flop = game.boards, game.flops, game.pay_tables(), game.numbers(game.flop)
    shape = (len(at_flop), len(three), HOLDINGS)
    grades = (len(two), len(pays[0]), RESULT_COUNT)
    sums = PerThread(lambda: (np.zeros(shape, np.int64), np.zeros(grades, np.int64), np.zeros(len(two), np.int64)))

    def part(first: int, end: int) -> None:
        _values(deals, flops, first, end, paid, two.class_of, *sums.mine())

    run_in_parts(part, split_rows(len(deals.boards), 64), progress)
    more, before, on = sums.total()
    for choice in more:
        spread_to_images(three.representatives, choice)
    best = more.argmax(axis=0)
    gain = np.take_along_axis(more, best[None], axis=0)[0]
    ended = gain >= 0 if game.ends_on_ties else gain > 0
    flop = np.where(ended, at_flop[best], NO_DECISION).astype(np.uint8)
    on *= game.ways
    np.add.at(on, two.class_of, (np.maximum(gain, 0) * three.weights[:, None]).sum(axis=0))
    return LaterDecisions(flop, on, before, np.array(units)), np.moveaxis(more, 0, 1)


def play(
    game: BoardGame,
    decisions: Decisions,
    rule: RiverRule | Bytes = BEST,
    with_flop: bool = False,
    progress: Progress | None = None,
) -> tuple[Tally, Tally]:
    """Return the tally of all deals under these decisions, and the tally of river hands by their row at the flop.

    The second tally is empty unless `with_flop` is set. The river decision follows a rule, or a table of ends by class
    of boards and holding.
    """
    counted, at_flop = _walk_boards(game, decisions, rule, with_flop, np.zeros_like(classes(2).class_of), 1, progress)
    return _tally(game, counted[0]), _flop_tally(game, at_flop[0])


def tally_by_class(game: BoardGame, decisions: Decisions, rule: RiverRule | Bytes) -> Counts:
    """Count the ends of all deals, by class of holdings, end, row and result."""
    two = classes(2)
    return _walk_boards(game, decisions, rule, False, two.class_of, len(two), None)[0]


class PathCounts(NamedTuple):
    """The ends of all holdings that go on before the flop, by class of holdings: `ends` by end, row and result.

    `at_flop` counts those that reach the river by end and by their row at the flop.
    """

    ends: Counts
    at_flop: Counts


def count_from_flop(game: BoardGame, flop: Bytes, progress: Progress | None = None) -> PathCounts:
    """Count how every holding would end if it went on before the flop, with these decisions at the flop.

    One pass over the boards serves all choices before the flop; the game itself must have none.
    """
    two = classes(2)
    decisions = Decisions(np.full(HOLDINGS, NO_DECISION, np.uint8), flop)
    return PathCounts(*_walk_boards(game, decisions, BEST, True, two.class_of, len(two), progress))


def assemble_tallies(game: BoardGame, preflop: Bytes, results: Counts, on: PathCounts) -> tuple[Tally, Tally]:
    """Assemble the tallies of `play` from the counts of holdings that go on and of those that do not.

    The former are in `on`, the latter in `LaterDecisions.results`. All holdings of a class make the same decision
    before the flop.
    """
    two = classes(2)
    chosen = np.empty(len(two), np.uint8)
    chosen[two.class_of] = preflop
    goes_on = chosen == NO_DECISION
    counted = np.zeros((len(game.ends), *results.shape[1:]), np.int64)
    counted[: on.ends.shape[1]] = on.ends[goes_on].sum(axis=0)
    for end in game.numbers(game.preflop):
        counted[end] += game.ways * results[chosen == end].sum(axis=0)
    at_flop = np.zeros((len(game.ends), on.at_flop.shape[2]), np.int64)
    at_flop[: on.at_flop.shape[1]] = on.at_flop[goes_on].sum(axis=0)
    return _tally(game, counted), _flop_tally(game, at_flop)


def _walk_boards(
    game: BoardGame,
    decisions: Decisions,
    rule: RiverRule | Bytes,
    with_flop: bool,
    class_of_two: Places,
    kinds: int,
    progress: Progress | None,
) -> tuple[Counts, Counts]:
    """Go through all boards once; see `_play`."""
    pays, _ = game.amounts
    if len(game.ends) > LOW_HALF or len(game.flop_rows.names) >= LOW_HALF:
        raise ValueError(f"{len(game.ends)} ends and {len(game.flop_rows.names)} rows: at most 15 and 14")
    packed = np.minimum(decisions.flop, LOW_HALF)
    if with_flop:
        packed |= flop_grades(game.flop_rows) << np.uint8(4)
    deals, flops, paid = game.boards, game.flops, game.pay_tables()
    last, rule = (NO_TABLE, rule) if isinstance(rule, RiverRule) else (rule, BEST)
    played = Policy(decisions.preflop, packed, rule, floor(game.rows.order, "straight"), with_flop, last)
    sums = PerThread(
        lambda: (
            np.zeros((kinds, len(game.ends), len(pays[0]), RESULT_COUNT), np.int64),
            np.zeros((kinds, len(game.ends), len(game.flop_rows.names) + 1), np.int64),
        )
    )

    def part(first: int, end: int) -> None:
        _play(deals, flops, first, end, paid, played, class_of_two, *sums.mine())

    run_in_parts(part, split_rows(len(deals.boards), 64), progress)
    counted, at_flop = sums.total()
    return counted, at_flop


def _tally(game: BoardGame, counted: Counts) -> Tally:
    return tally_of(game, RESULTS, counted, game.deals)


def _flop_tally(game: BoardGame, at_flop: Counts) -> Tally:
    rows = (*game.flop_rows.names, "")
    return Tally({(end, row, ""): int(at_flop[e, r]) for e, end in enumerate(game.ends) for r, row in enumerate(rows)})


def flop_grades(rows: Rows) -> Bytes:
    """The row of the five cards that each holding makes with each representative of a flop."""
    grade_of = row_numbers(rows)
    found = np.full((len(classes(3)), HOLDINGS), len(rows.names), np.uint8)
    for some, apart, own, flop in holdings_by_set(3):
        found[some][apart] = grade_of[evaluate_batch(np.concatenate([own, flop], axis=1), rows.order)]
    return found


def river_ends(game: BoardGame, boards: Cards, rule: RiverRule = BEST) -> Bytes:
    """Return the end of each holding that reaches the river on each of these boards.

    The cards of a board are in ascending order. Holdings are numbered among the pairs of cards that are not on the
    board. If the game has a `strength_table`, the boards must be the representatives of all classes.
    """
    found = np.empty((len(boards), comb(DECK - game.board_cards, 2)), np.uint8)
    _river_ends(boards, game.strength_table, game.pay_tables(), rule, floor(game.rows.order, "straight"), found)
    return found


def river_end(game: BoardGame, own: Cards, board: Cards, rule: RiverRule = BEST) -> str:
    """Return the end of a round that reaches the river with these cards."""
    on_board = np.sort(board)
    one, two = np.sort(own) - np.searchsorted(on_board, np.sort(own))
    return game.ends[int(river_ends(game, on_board[None], rule)[0, CHOOSE[two, 2] + one])]


def river_values(game: BoardGame, own: Cards, board: Cards) -> dict[str, int]:
    """Return the value of each river choice with these cards in units, summed over the dealer's holdings."""
    return next(_ends_on(game, own, [np.sort(board)], game.river))


def flop_values(game: BoardGame, own: Cards, flop: Cards) -> dict[str, int]:
    """Return the value of each choice at the flop in units, with going on as "".

    Values are summed over the rest of the board and the dealer's holdings.
    """
    there = (*own, *flop)
    rest = combinations([card for card in range(DECK) if card not in there], game.streets[1])
    boards = (np.array(sorted((*flop, *more)), np.uint8) for more in rest)
    found = dict.fromkeys(("", *game.flop), 0)
    for values in _ends_on(game, own, boards, (*game.river, *game.flop)):
        found[""] += max(values[end] for end in game.river)
        for end in game.flop:
            found[end] += values[end]
    return found


def _ends_on(game: BoardGame, own: Cards, boards: Iterable[Cards], ends: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """Yield the values of these ends on each of these boards, whose cards are in ascending order."""
    pays, _ = game.amounts
    grade_of, each = game.rows.by_strength(), dealer_holdings(game.board_cards)
    compared = rank_buffers(game.board_cards)
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    amounts = {end: pays[game.ends.index(end)] for end in ends}
    for board in boards:
        lying, held, strength_table = board, np.sort(own), game.strength_table[0]
        if game.strength_table is not BEST_OF_SEVEN:
            known, place = classes(game.board_cards), place_of(board)
            renaming = RENAMINGS[to_representative(game.board_cards)[place]]
            lying, held, strength_table = (
                known.representatives[known.class_of[place]],
                np.sort(renaming[own]),
                game.strength_table[known.class_of[place]],
            )
        rank_holdings(lying, strength_table, game.qualifying, compared)
        one, two = np.searchsorted(cards, held)
        at = int(CHOOSE[two, 2] + one)
        r, *numbers = result_counts(
            each, int(strengths[at]), game.qualifying, *(int(figure) for figure in counts[:, at])
        )
        grade = grade_of[strengths[at]]
        yield {end: amount_of(table[grade], r, *numbers) for end, table in amounts.items()}
