"""Hold 'em against a dealer where a round ends in one of its decisions: before the flop, at the flop or at the end.

At the first two one ends the round, or goes on; at the last one ends it in any case. In ultimate Texas hold 'em to end
is to raise and to go on is to check; in mini-Tex to end is to fold and to go on is to pay for the next street.

Theory of operation
1. On each board (`pricing/boards`), with all holdings compared, the last decision is made there and then.
2. For the decision at the flop the values of each holding are added up over the boards that the flop can become: how
   much more an end at the flop is worth than to go on, by class of flops and holding.
3. Before the flop a decision is between the best that the flop can give, and counts gathered on the way.
4. A second walk over the boards plays the strategy out, or any other, and counts how often what happens. All figures
   are counts times amounts in whole units; amounts are refused with which the greatest sum, over every board, holding
   and dealer holding, could leave 64 bits.
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
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.price.wording import LastRule
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
    add,
    add_to,
    boards,
    buffers,
    compare,
    find,
    holdings_beside,
    results,
    showdowns,
    spread_to_images,
    subsets,
    worth_of,
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
from pitboss.pricing.progress import PerThread, Progress, in_parts, parts_of

Flags = NDArray[np.bool_]

LIVE = DECK - 5
RESULT_COUNT = len(RESULTS)

GOES_ON = 255
"""In the place of an end: nothing is decided yet."""
LOW_HALF = 15


BEST = LastRule()
NO_TABLE: Bytes = np.empty((1, 0), np.uint8)


class Paid(NamedTuple):
    """What a game pays: the grade of each strength, the amount of each way to end, grade and result; and which ways to
    end are open when the board is seen, and at the flop."""

    qualifying: int
    grade_of: Bytes
    pays: Amounts
    last_choices: Bytes
    flop_choices: Bytes


class Played(NamedTuple):
    """How a game is played: how each holding ends before the flop and at it, or that it goes on; and the last decision.

    In the high half of a byte `at_flop` has the grade of the holding with the flop, if that is asked for (`with_flop`).
    """

    preflop: Bytes
    at_flop: Bytes
    rule: LastRule
    straight: int
    with_flop: bool
    last: Bytes
    """How each holding ends on each class of boards, or no columns: then the rule says it."""


@compiled
def _values(
    deals: Boards,
    flops: Subsets,
    first: int,
    last: int,
    paid: Paid,
    class_of_two: Places,
    at_flop: Amounts,
    before: Counts,
    on: Amounts,
) -> None:
    """Add what each holding is worth on these boards to its flops, and count its results before the flop.

    What the last choices are worth at best goes to `on`, by the class of the holding; and by how much each choice at
    the flop is worth more, or less, to `at_flop`.
    """
    boards, weights, made = deals
    qualifying, grade_of, pays, last_choices, flop_choices = paid
    compared = buffers(boards.shape[1])
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, each = len(strengths), showdowns(boards.shape[1])
    places = np.empty(held, np.int16)
    more = np.empty((len(flop_choices), held), np.int64)
    for row in range(first, last):
        weight = weights[row]
        compare(boards[row], made[min(row, len(made) - 1)], qualifying, compared)
        for at in range(held):
            strength = strengths[at]
            r, n0, n1, n2, n3 = results(each, strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
            grade = grade_of[strength]
            place = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
            places[at] = place
            kind = class_of_two[place]
            add(before[kind, grade], r, weight, n0, n1, n2, n3)
            best = worth_of(pays[last_choices[0], grade], r, n0, n1, n2, n3)
            for choice in range(1, len(last_choices)):
                best = max(best, worth_of(pays[last_choices[choice], grade], r, n0, n1, n2, n3))
            on[kind] += weight * best
            for choice in range(len(flop_choices)):
                more[choice, at] = weight * (worth_of(pays[flop_choices[choice], grade], r, n0, n1, n2, n3) - best)
        for choice in range(len(flop_choices)):
            add_to(at_flop[choice], boards[row], flops, places, more[choice])


@compiled
def _play(
    deals: Boards,
    flops: Subsets,
    first: int,
    last_row: int,
    paid: Paid,
    played: Played,
    class_of_two: Places,
    tally: Counts,
    flop_tally: Counts,
) -> None:
    """Count how these boards end, by the class of the holding, the way to end, the grade of the player's hand and the
    result.

    If the play is `with_flop`, `flop_tally` counts those that end last by the grade that they had at the flop.
    """
    boards, weights, made = deals
    qualifying, grade_of, pays, last_choices, flop_choices = paid
    preflop, at_flop, rule, straight, with_flop, listed = played
    compared = buffers(boards.shape[1])
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    held, ways, each = len(strengths), len(flops.positions), showdowns(boards.shape[1])
    alone = np.empty(LIVE, np.int16)
    places = np.empty(held, np.int16)
    last = np.empty(held, np.uint8)
    ends = np.zeros((len(flop_choices), held), np.uint8)
    for row in range(first, last_row):
        weight = weights[row]
        compare(boards[row], made[min(row, len(made) - 1)], qualifying, compared)
        for at in range(held):
            places[at] = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
        ends[:] = 0
        for way in range(ways):
            kind, renaming = find(boards[row], flops.positions[way], flops)
            renamed, packed = RENAMED[renaming], at_flop[kind]
            for choice in range(len(flop_choices)):
                for at in range(held):
                    ends[choice, at] += packed[renamed[places[at]]] & LOW_HALF == flop_choices[choice]
        on_board, ranks = 0, 0
        if not rule.by_worth:
            on_board, ranks = _single_cards(boards[row], cards, alone)
        for at in range(held):
            strength = strengths[at]
            grade = grade_of[strength]
            r, n0, n1, n2, n3 = results(each, strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
            last[at] = GOES_ON
            early = preflop[places[at]]
            counted = tally[class_of_two[places[at]]]
            if early != GOES_ON:
                add(counted[early, grade], r, weight * ways, n0, n1, n2, n3)
                continue
            on = ways
            for choice in range(len(flop_choices)):
                times = ends[choice, at]
                on -= times
                if times:
                    add(counted[flop_choices[choice], grade], r, weight * times, n0, n1, n2, n3)
            if on == 0:
                continue
            if listed.shape[1]:
                chosen = listed[row, places[at]]
            elif rule.by_worth:
                chosen = _best_of(last_choices, pays, grade, r, n0, n1, n2, n3)
            else:
                stays = _stays(rule, strength, straight, at, cards, alone, on_board, ranks)
                chosen = last_choices[len(last_choices) - 1] if stays else last_choices[0]
            last[at] = chosen
            add(counted[chosen, grade], r, weight * on, n0, n1, n2, n3)
        if with_flop:
            for way in range(ways):
                kind, renaming = find(boards[row], flops.positions[way], flops)
                renamed, packed = RENAMED[renaming], at_flop[kind]
                for at in range(held):
                    there = packed[renamed[places[at]]]
                    if last[at] != GOES_ON and there & LOW_HALF == LOW_HALF:
                        flop_tally[class_of_two[places[at]], last[at], there >> 4] += weight * each


@inner
def _best_of(choices: Bytes, pays: Amounts, grade: int, r: int, one: int, two: int, three: int, four: int) -> int:
    """The choice that is worth most; of equals the first."""
    chosen: int = choices[0]
    best = worth_of(pays[chosen, grade], r, one, two, three, four)
    for choice in range(1, len(choices)):
        value = worth_of(pays[choices[choice], grade], r, one, two, three, four)
        if value > best:
            best = value
            chosen = choices[choice]
    return chosen


@inner
def _stays(
    rule: LastRule,
    strength: int,
    straight: int,
    at: int,
    cards: Bytes,
    alone: NDArray[np.int16],
    on_board: int,
    ranks: int,
) -> bool:
    """Whether a rule stays in with a holding, on a board that `_single_cards` has looked at."""
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
def _last_ends(boards: Cards, made: Strengths, paid: Paid, rule: LastRule, straight: int, found: Bytes) -> None:
    """How each holding ends on each of these boards, if it comes to the last decision."""
    qualifying, grade_of, pays, last_choices, _ = paid
    compared = buffers(boards.shape[1])
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    alone = np.empty(LIVE, np.int16)
    each = showdowns(boards.shape[1])
    for row in range(len(boards)):
        compare(boards[row], made[min(row, len(made) - 1)], qualifying, compared)
        on_board, ranks = _single_cards(boards[row], cards, alone)
        for at in range(len(strengths)):
            strength = strengths[at]
            if rule.by_worth:
                r, n0, n1, n2, n3 = results(each, strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
                found[row, at] = _best_of(last_choices, pays, grade_of[strength], r, n0, n1, n2, n3)
            else:
                stays = _stays(rule, strength, straight, at, cards, alone, on_board, ranks)
                found[row, at] = last_choices[len(last_choices) - 1] if stays else last_choices[0]


@inner
def _single_cards(board: Cards, cards: Bytes, alone: NDArray[np.int16]) -> tuple[int, int]:
    """Fill `alone` with what the dealer has by each single card; the board's own strength, and its ranks as bits."""
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
    """A hold 'em game: the ends that are open before the flop, at the flop and at the end, the cheapest first.

    Before the flop and at the flop it is also possible to go on. Where two choices are worth the same, the first is
    taken, and to go on before it, unless `ends_on_ties`. `streets` are the cards of the flop, and those that come after
    it. `made` is the strength of each holding on each class of boards, where it is not the best of seven cards.
    """

    rows: Rows
    qualifying: int
    preflop: tuple[str, ...]
    flop: tuple[str, ...]
    river: tuple[str, ...]
    net: Net
    flop_rows: Rows
    streets: tuple[int, int] = (3, 2)
    made: Strengths = field(default_factory=lambda: BEST_OF_SEVEN, compare=False)
    ends_on_ties: bool = False

    @property
    def flop_cards(self) -> int:
        return self.streets[0]

    @property
    def board_cards(self) -> int:
        return sum(self.streets)

    @property
    def boards(self) -> Boards:
        return boards(self.board_cards, self.made)

    @property
    def flops(self) -> Subsets:
        return subsets(self.board_cards, self.flop_cards)

    @property
    def ways(self) -> int:
        """How many flops a board has."""
        return comb(self.board_cards, self.flop_cards)

    @property
    def deals(self) -> int:
        """Holdings, boards with each of their flops, and the dealer's holdings."""
        return HOLDINGS * comb(DECK - 2, self.board_cards) * self.ways * showdowns(self.board_cards)

    @property
    def ends(self) -> tuple[str, ...]:
        return (*self.river, *self.flop, *self.preflop)

    def numbers(self, ends: tuple[str, ...]) -> Bytes:
        return np.array([self.ends.index(end) for end in ends], np.uint8)

    def paid(self) -> Paid:
        """What it pays, as the loops read it."""
        grade_of = row_numbers(self.rows)
        return Paid(self.qualifying, grade_of, self.amounts.pays, self.numbers(self.river), self.numbers(self.flop))

    @cached_property
    def amounts(self) -> UnitAmounts:
        return unit_amounts(self, RESULTS, INT64_LIMIT // self.deals)


class Decisions(NamedTuple):
    """How each holding is played, by its place, up to the last decision: the number of an end, or that it goes on."""

    preflop: Bytes
    flop: Bytes
    """By the class of the flop, and the holding that goes with the representative of the class."""


class Later(NamedTuple):
    """All that a decision before the flop follows from, once the later ones are made."""

    flop: Bytes
    """The decisions at the flop."""
    on: Amounts
    """By class of holding, what it is worth to go on; over all boards, their flops, and the dealer's holdings."""
    results: Counts
    """By class of holding, how often each row and result comes; over all boards and the dealer's holdings."""
    units: NDArray[np.int64]


class Values(NamedTuple):
    """What the choices are worth, in units; added up over all that can come."""

    preflop: Amounts
    """By class of holding and choice (the first: to go on); over all boards, their flops, and the dealer's holdings."""
    flop: Amounts
    """By class of flop, choice and holding, how much more than to go on; over the rest of the board and the dealer."""
    units: int


def solve(game: BoardGame, progress: Progress | None = None) -> tuple[Decisions, Values]:
    """The best decisions before the flop and at the flop, the last decision being the best as well."""
    later, more = solve_later(game, progress)
    preflop, values = solve_early(game, later)
    return Decisions(preflop, later.flop), Values(values, more, int(later.units))


def solve_early(game: BoardGame, later: Later) -> tuple[Bytes, Amounts]:
    """The best decision before the flop for each holding; and by class of holding what the choices are worth, to go on
    being the first. What comes later may be that of a game with other choices before the flop."""
    pays, units = game.amounts
    choices = game.numbers(game.preflop)
    # The units of fewer ends divide those of more.
    going_on = later.on * (units // later.units)
    raised = [game.ways * (later.results * pays[end]).sum(axis=(1, 2)) for end in choices]
    values = np.stack([going_on, *raised], axis=1)
    if game.ends_on_ties:
        best = (np.argmax(values[:, 1:], axis=1) + 1) * (values[:, 1:].max(axis=1) >= values[:, 0])
    else:
        best = values.argmax(axis=1)
    chosen = np.array([GOES_ON, *choices], np.uint8)[best]
    return chosen[classes(2).class_of], values


def solve_later(game: BoardGame, progress: Progress | None = None) -> tuple[Later, Amounts]:
    """The best decisions at the flop, and what they leave to be known before it; and how much more each choice at the
    flop is worth than to go on (see `Values`)."""
    two, three = classes(2), classes(game.flop_cards)
    pays, units = game.amounts
    deals, flops, paid, at_flop = game.boards, game.flops, game.paid(), game.numbers(game.flop)
    shape = (len(at_flop), len(three), HOLDINGS)
    grades = (len(two), len(pays[0]), RESULT_COUNT)
    sums = PerThread(lambda: (np.zeros(shape, np.int64), np.zeros(grades, np.int64), np.zeros(len(two), np.int64)))

    def part(first: int, end: int) -> None:
        _values(deals, flops, first, end, paid, two.class_of, *sums.mine())

    in_parts(part, parts_of(len(deals.boards), 64), progress)
    more, before, on = sums.total()
    for choice in more:
        spread_to_images(three.representatives, choice)
    best = more.argmax(axis=0)
    gain = np.take_along_axis(more, best[None], axis=0)[0]
    ended = gain >= 0 if game.ends_on_ties else gain > 0
    flop = np.where(ended, at_flop[best], GOES_ON).astype(np.uint8)
    on *= game.ways
    np.add.at(on, two.class_of, (np.maximum(gain, 0) * three.weights[:, None]).sum(axis=0))
    return Later(flop, on, before, np.array(units)), np.moveaxis(more, 0, 1)


def play(
    game: BoardGame,
    decisions: Decisions,
    rule: LastRule | Bytes = BEST,
    with_flop: bool = False,
    progress: Progress | None = None,
) -> tuple[Tally, Tally]:
    """How all deals end when played so; and, if asked for, those that came to the last decision by the row that they
    had at the flop. The last decision is made by a rule, or by a table: the end by class of boards and holding."""
    counted, at_flop = _played(game, decisions, rule, with_flop, np.zeros_like(classes(2).class_of), 1, progress)
    return _tally(game, counted[0]), _flop_tally(game, at_flop[0])


def played_by_class(game: BoardGame, decisions: Decisions, rule: LastRule | Bytes) -> Counts:
    """How all deals end, by class of holdings, end, row and result."""
    two = classes(2)
    return _played(game, decisions, rule, False, two.class_of, len(two), None)[0]


class On(NamedTuple):
    """How what goes on before the flop ends when played best from there, by class of holding: by end, row and result;
    and what comes to the last decision by end and the row that it had at the flop."""

    ends: Counts
    at_flop: Counts


def play_on(game: BoardGame, flop: Bytes, progress: Progress | None = None) -> On:
    """How every holding would end that goes on before the flop, with these decisions at it: one walk over the boards
    for all that may be chosen before the flop. The game is without choices there."""
    two = classes(2)
    decisions = Decisions(np.full(HOLDINGS, GOES_ON, np.uint8), flop)
    return On(*_played(game, decisions, BEST, True, two.class_of, len(two), progress))


def assemble_tallies(game: BoardGame, preflop: Bytes, results: Counts, on: On) -> tuple[Tally, Tally]:
    """What `play` counts, put together from what every holding comes to when it goes on (`On`), and when it does not
    (`Later.results`). Decisions before the flop are the same for holdings of a class."""
    two = classes(2)
    chosen = np.empty(len(two), np.uint8)
    chosen[two.class_of] = preflop
    goes_on = chosen == GOES_ON
    counted = np.zeros((len(game.ends), *results.shape[1:]), np.int64)
    counted[: on.ends.shape[1]] = on.ends[goes_on].sum(axis=0)
    for end in game.numbers(game.preflop):
        counted[end] += game.ways * results[chosen == end].sum(axis=0)
    at_flop = np.zeros((len(game.ends), on.at_flop.shape[2]), np.int64)
    at_flop[: on.at_flop.shape[1]] = on.at_flop[goes_on].sum(axis=0)
    return _tally(game, counted), _flop_tally(game, at_flop)


def _played(
    game: BoardGame,
    decisions: Decisions,
    rule: LastRule | Bytes,
    with_flop: bool,
    class_of_two: Places,
    kinds: int,
    progress: Progress | None,
) -> tuple[Counts, Counts]:
    """One walk over all boards: see `_play`."""
    pays, _ = game.amounts
    if len(game.ends) > LOW_HALF or len(game.flop_rows.names) >= LOW_HALF:
        raise ValueError(f"{len(game.ends)} ends and {len(game.flop_rows.names)} rows: at most 15 and 14")
    packed = np.minimum(decisions.flop, LOW_HALF)
    if with_flop:
        packed |= flop_grades(game.flop_rows) << np.uint8(4)
    deals, flops, paid = game.boards, game.flops, game.paid()
    last, rule = (NO_TABLE, rule) if isinstance(rule, LastRule) else (rule, BEST)
    played = Played(decisions.preflop, packed, rule, floor(game.rows.order, "straight"), with_flop, last)
    sums = PerThread(
        lambda: (
            np.zeros((kinds, len(game.ends), len(pays[0]), RESULT_COUNT), np.int64),
            np.zeros((kinds, len(game.ends), len(game.flop_rows.names) + 1), np.int64),
        )
    )

    def part(first: int, end: int) -> None:
        _play(deals, flops, first, end, paid, played, class_of_two, *sums.mine())

    in_parts(part, parts_of(len(deals.boards), 64), progress)
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
    for some, apart, own, flop in holdings_beside(3):
        found[some][apart] = grade_of[evaluate_batch(np.concatenate([own, flop], axis=1), rows.order)]
    return found


def last_ends(game: BoardGame, boards: Cards, rule: LastRule = BEST) -> Bytes:
    """How each holding ends, by its number, that comes to the last decision on each of these boards, whose cards go
    from the lowest up. Holdings are by their place among the sets of two of the cards that are not on the board. Where
    hands follow from a table, the boards are the representatives of all classes."""
    found = np.empty((len(boards), comb(DECK - game.board_cards, 2)), np.uint8)
    _last_ends(boards, game.made, game.paid(), rule, floor(game.rows.order, "straight"), found)
    return found


def last_end(game: BoardGame, own: Cards, board: Cards, rule: LastRule = BEST) -> str:
    """How a round ends that comes to the last decision with these cards."""
    on_board = np.sort(board)
    one, two = np.sort(own) - np.searchsorted(on_board, np.sort(own))
    return game.ends[int(last_ends(game, on_board[None], rule)[0, CHOOSE[two, 2] + one])]


def last_values(game: BoardGame, own: Cards, board: Cards) -> dict[str, int]:
    """What the last choices are worth with these cards, in units, added up over the dealer's holdings."""
    return next(_ends_on(game, own, [np.sort(board)], game.river))


def flop_values(game: BoardGame, own: Cards, flop: Cards) -> dict[str, int]:
    """What the choices at the flop are worth with these cards, in units, "" being to go on; added up over the rest of
    the board and the dealer's holdings."""
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
    """What each of these ends comes to on each of these boards, whose cards go from the lowest up."""
    pays, _ = game.amounts
    grade_of, each = game.rows.by_strength(), showdowns(game.board_cards)
    compared = buffers(game.board_cards)
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    amounts = {end: pays[game.ends.index(end)] for end in ends}
    for board in boards:
        lying, held, made = board, np.sort(own), game.made[0]
        if game.made is not BEST_OF_SEVEN:
            known, place = classes(game.board_cards), place_of(board)
            renaming = RENAMINGS[to_representative(game.board_cards)[place]]
            lying, held, made = (
                known.representatives[known.class_of[place]],
                np.sort(renaming[own]),
                game.made[known.class_of[place]],
            )
        compare(lying, made, game.qualifying, compared)
        one, two = np.searchsorted(cards, held)
        at = int(CHOOSE[two, 2] + one)
        r, *numbers = results(each, int(strengths[at]), game.qualifying, *(int(figure) for figure in counts[:, at]))
        grade = grade_of[strengths[at]]
        yield {end: worth_of(table[grade], r, *numbers) for end, table in amounts.items()}
