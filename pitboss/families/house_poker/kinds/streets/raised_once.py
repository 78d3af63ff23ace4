"""Hold 'em against a dealer: two cards each, five on the board, decisions before, during and after it.

Theory of operation
1. Boards are taken up to suits: 134,459 instead of 2,598,960. On a board all 1,081 holdings are evaluated and sorted
   once; walking up through them, the holdings below and the cards in them are counted. A holding beats all those
   below less those that contain one of its own two cards; no holding below contains both. That is card removal for
   1,081 x 990 pairs of hands in one pass. The same counts at the qualifying hand split them by whether it is reached.
2. The last decision, with the whole board seen, is made there and then.
3. For the decision at the flop the values of each holding are added up over the boards that the flop can become. A
   board has ten flops. Each is renamed to its representative, and the holding with it; so the sums stand in a table
   of 1,755 flops by 1,326 holdings: how much more a wager at the flop is worth than to go on. What the representative
   of a board adds to one holding, its images would add to the holding's images: the sum over the renamings that leave
   the flop as it is makes that good, exactly.
4. Before the flop a decision is between the best that the flop can give, and counts gathered on the way.
5. A second walk over the boards plays the strategy out, or any other, and counts how often what happens. All figures
   are counts times amounts in whole units. The greatest sum, over every board, holding and dealer holding, has 2.8e12
   x 10 terms; with amounts below 3e5 units it stays inside 64 bits, and amounts are refused above that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.price.rows import Rows, floor
from pitboss.families.house_poker.price.tally import Net, Tally, amounts
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength5, strength6, strength7
from pitboss.pricing.compiled import compiled, inner
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
    to_representative,
)
from pitboss.pricing.progress import PerThread, Progress, in_parts, parts_of

Amounts = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

HOLDINGS = comb(DECK, 2)
FLOPS = 1_755
LIVE = DECK - 5
HELD = comb(LIVE, 2)
DEALT = comb(LIVE - 2, 2)
DEALS = HOLDINGS * comb(DECK - 2, 5) * comb(5, 3) * DEALT
"""Holdings, boards with each of their flops, and the dealer's holdings."""
RESULT_COUNT = len(RESULTS)
MOST_AMOUNT = 300_000

Sorted = NDArray[np.int16]
FIRST: Bytes = np.array([a for b in range(LIVE) for a in range(b)], np.uint8)
SECOND: Bytes = np.array([b for b in range(LIVE) for a in range(b)], np.uint8)
_FLOPS_OF: Bytes = np.array(list(combinations(range(5), 3)), np.uint8)
WAYS = len(_FLOPS_OF)


def _renamed_holdings() -> NDArray[np.uint16]:
    pairs = np.array([(a, b) for b in range(DECK) for a in range(b)])
    renamed = np.sort(RENAMINGS[:, pairs].astype(np.int64), axis=2)
    places: NDArray[np.uint16] = (CHOOSE[renamed[:, :, 0], 1] + CHOOSE[renamed[:, :, 1], 2]).astype(np.uint16)
    return places


RENAMED: NDArray[np.uint16] = _renamed_holdings()
"""The place of the holding that each renaming makes of the holding at each place."""

DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
BIT_AT: NDArray[np.int64] = np.array(
    sorted(range(64), key=lambda bit: ((1 << bit) * 0x03F79D71B4CB0A89 % (1 << 64)) >> 58), np.int64
)
"""The place of a single bit, by the highest six of its product with a de Bruijn sequence."""
STRENGTHS = 1 << 13
"""Room for every strength of five cards."""

GOES_ON = 255
"""In the place of an end: nothing is decided yet."""
LOW_HALF = 15


class LastRule(NamedTuple):
    """How the last decision is made: by what the choices are worth, or by a rule that a person can keep in mind.

    By a rule one stays in (the last choice, not the first) with a hand of the strength `least`; if `hidden`, with a
    pair or better that uses a card of one's own; or if fewer than `outs` single cards would have the dealer win.
    """

    by_worth: bool = True
    least: int = STRENGTHS
    hidden: bool = False
    outs: int = 0


BEST = LastRule()


class Compared(NamedTuple):
    """All holdings on a board: the cards that are not on it, and for each holding of them its strength, and how many of
    the dealer's holdings rank below the qualifying hand, below it, and not above it (`counts`).

    `order` and `ends`, a place for each strength, all 0, are there to sort by.
    """

    cards: Bytes
    strengths: NDArray[np.int16]
    order: NDArray[np.int16]
    ends: NDArray[np.int16]
    counts: NDArray[np.int16]


class Suited(NamedTuple):
    """The boards up to suits, how many each stands for; for flops by place, their class and how they are renamed."""

    boards: Cards
    weights: Counts
    flop_class: Places
    flop_renaming: Bytes


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


@compiled
def room() -> Compared:
    return Compared(
        np.empty(LIVE, np.uint8),
        np.empty(HELD, np.int16),
        np.empty(HELD, np.int16),
        np.zeros(STRENGTHS, np.int16),
        np.empty((3, HELD), np.int16),
    )


@inner
def put_in_order(number: int, strengths: Sorted, order: Sorted, ends: Sorted, there: NDArray[np.uint64]) -> None:
    """So many holdings in the order of their strengths, sorted by counting.

    `ends` is how many have each strength, and then where those end; `there` the strengths that there are, a bit each,
    and then none.
    """
    before = 0
    for word in range(len(there)):
        bits = there[word]
        there[word] = 0
        while bits:
            lowest = bits & (~bits + np.uint64(1))
            strength = (word << 6) + BIT_AT[(lowest * DE_BRUIJN) >> np.uint64(58)]
            many = ends[strength]
            ends[strength] = before
            before += many
            bits ^= lowest
    for at in range(number):
        strength = strengths[at]
        order[ends[strength]] = at
        ends[strength] += 1


@compiled
def compare(board: Cards, qualifying: int, at_board: Compared) -> None:
    """Compare all holdings on a board."""
    cards, strengths, order, ends, counts = at_board
    live = 0
    key, mask = np.uint64(0), np.uint64(0)
    on_board = np.uint64(0)
    for at in range(5):
        key += KEYS[board[at]]
        mask |= MASKS[board[at]]
        on_board |= np.uint64(1) << np.uint64(board[at])
    for card in range(DECK):
        if not on_board >> np.uint64(card) & np.uint64(1):
            cards[live] = card
            live += 1
    there = np.zeros(len(ends) >> 6, np.uint64)
    held = 0
    for b in range(LIVE):
        key6 = key + KEYS[cards[b]]
        mask6 = mask | MASKS[cards[b]]
        for a in range(b):
            strength = np.uint64(strength7(key6 + KEYS[cards[a]], mask6 | MASKS[cards[a]]))
            strengths[held] = strength
            ends[strength] += 1
            there[strength >> np.uint64(6)] |= np.uint64(1) << (strength & np.uint64(63))
            held += 1
    put_in_order(HELD, strengths, order, ends, there)

    with_card = np.zeros(LIVE, np.int16)
    at_bar = np.zeros(LIVE, np.int16)
    below_bar = 0
    while below_bar < HELD and strengths[order[below_bar]] < qualifying:
        at = order[below_bar]
        at_bar[FIRST[at]] += 1
        at_bar[SECOND[at]] += 1
        below_bar += 1
    begin = 0
    while begin < HELD:
        strength = strengths[order[begin]]
        end = ends[strength]
        ends[strength] = 0
        itself = 1 if strength < qualifying else 0
        if end == begin + 1:
            at = order[begin]
            a, b = FIRST[at], SECOND[at]
            below = begin - with_card[a] - with_card[b]
            counts[0, at] = below_bar - at_bar[a] - at_bar[b] + itself
            counts[1, at] = below
            counts[2, at] = below
            with_card[a] += 1
            with_card[b] += 1
        else:
            for place in range(begin, end):
                at = order[place]
                a, b = FIRST[at], SECOND[at]
                counts[0, at] = below_bar - at_bar[a] - at_bar[b] + itself
                counts[1, at] = begin - with_card[a] - with_card[b]
            for place in range(begin, end):
                at = order[place]
                with_card[FIRST[at]] += 1
                with_card[SECOND[at]] += 1
            for place in range(begin, end):
                at = order[place]
                counts[2, at] = end - with_card[FIRST[at]] - with_card[SECOND[at]] + 1
        begin = end


@compiled
def results(
    strength: int, qualifying: int, below_bar: int, below: int, not_above: int
) -> tuple[int, int, int, int, int]:
    """The results out of the three counts. Of the six four can be: the first of them, and how often each comes."""
    if strength >= qualifying:
        return 0, below - below_bar, not_above - below, DEALT - not_above, below_bar
    return 2, DEALT - below_bar, below, not_above - below, below_bar - not_above


@compiled
def worth_of(pays: Amounts, at: int, one: int, two: int, three: int, four: int) -> int:
    """What four results in a row come to, by the amounts of an end and a grade."""
    worth: int = pays[at] * one + pays[at + 1] * two + pays[at + 2] * three + pays[at + 3] * four
    return worth


@compiled
def add(into: Counts, at: int, times: int, one: int, two: int, three: int, four: int) -> None:
    into[at] += times * one
    into[at + 1] += times * two
    into[at + 2] += times * three
    into[at + 3] += times * four


@compiled
def _values(
    deals: Suited,
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
    boards, weights, flop_class, flop_renaming = deals
    qualifying, grade_of, pays, last_choices, flop_choices = paid
    compared = room()
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    places = np.empty(HELD, np.int16)
    more = np.empty((len(flop_choices), HELD), np.int64)
    three = np.empty(3, np.uint8)
    for row in range(first, last):
        weight = weights[row]
        compare(boards[row], qualifying, compared)
        for at in range(HELD):
            strength = strengths[at]
            r, n0, n1, n2, n3 = results(strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
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
        for way in range(WAYS):
            for at in range(3):
                three[at] = boards[row, _FLOPS_OF[way, at]]
            place = place_of(three)
            renamed = RENAMED[flop_renaming[place]]
            for choice in range(len(flop_choices)):
                sums = at_flop[flop_class[place], choice]
                for at in range(HELD):
                    sums[renamed[places[at]]] += more[choice, at]


@compiled
def _even_out(flops: Cards, sums: Amounts) -> bool:
    """From the sums over representatives of boards to those over all boards; whether they came out whole."""
    spare = np.empty(HOLDINGS, np.int64)
    renamed = np.empty(3, np.uint8)
    whole = True
    for row in range(len(flops)):
        place = place_of(flops[row])
        for choice in range(sums.shape[1]):
            spare[:] = 0
            for way in range(len(RENAMINGS)):
                for at in range(3):
                    renamed[at] = RENAMINGS[way, flops[row, at]]
                renamed.sort()
                if place_of(renamed) == place:
                    for holding in range(HOLDINGS):
                        spare[holding] += sums[row, choice, RENAMED[way, holding]]
            for holding in range(HOLDINGS):
                whole &= spare[holding] % len(RENAMINGS) == 0
                sums[row, choice, holding] = spare[holding] // len(RENAMINGS)
    return whole


@compiled
def _play(
    deals: Suited,
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
    boards, weights, flop_class, flop_renaming = deals
    qualifying, grade_of, pays, last_choices, flop_choices = paid
    preflop, at_flop, rule, straight, with_flop = played
    compared = room()
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    three = np.empty(3, np.uint8)
    alone = np.empty(LIVE, np.int16)
    places = np.empty(HELD, np.int16)
    last = np.empty(HELD, np.uint8)
    ends = np.zeros((len(flop_choices), HELD), np.uint8)
    for row in range(first, last_row):
        weight = weights[row]
        compare(boards[row], qualifying, compared)
        for at in range(HELD):
            places[at] = CHOOSE[cards[SECOND[at]], 2] + cards[FIRST[at]]
        ends[:] = 0
        for way in range(WAYS):
            for at in range(3):
                three[at] = boards[row, _FLOPS_OF[way, at]]
            place = place_of(three)
            renamed = RENAMED[flop_renaming[place]]
            packed = at_flop[flop_class[place]]
            for choice in range(len(flop_choices)):
                for at in range(HELD):
                    ends[choice, at] += packed[renamed[places[at]]] & LOW_HALF == flop_choices[choice]
        on_board, ranks = 0, 0
        if not rule.by_worth:
            on_board, ranks = _single_cards(boards[row], cards, alone)
        for at in range(HELD):
            strength = strengths[at]
            grade = grade_of[strength]
            r, n0, n1, n2, n3 = results(strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
            last[at] = GOES_ON
            early = preflop[places[at]]
            counted = tally[class_of_two[places[at]]]
            if early != GOES_ON:
                add(counted[early, grade], r, weight * WAYS, n0, n1, n2, n3)
                continue
            on = WAYS
            for choice in range(len(flop_choices)):
                times = ends[choice, at]
                on -= times
                if times:
                    add(counted[flop_choices[choice], grade], r, weight * times, n0, n1, n2, n3)
            if on == 0:
                continue
            if rule.by_worth:
                chosen = _best_of(last_choices, pays, grade, r, n0, n1, n2, n3)
            else:
                stays = _stays(rule, strength, straight, at, cards, alone, on_board, ranks)
                chosen = last_choices[len(last_choices) - 1] if stays else last_choices[0]
            last[at] = chosen
            add(counted[chosen, grade], r, weight * on, n0, n1, n2, n3)
        if with_flop:
            for way in range(WAYS):
                for at in range(3):
                    three[at] = boards[row, _FLOPS_OF[way, at]]
                place = place_of(three)
                renamed = RENAMED[flop_renaming[place]]
                packed = at_flop[flop_class[place]]
                for at in range(HELD):
                    there = packed[renamed[places[at]]]
                    if last[at] != GOES_ON and there & LOW_HALF == LOW_HALF:
                        flop_tally[class_of_two[places[at]], last[at], there >> 4] += weight * DEALT


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
def _last_ends(boards: Cards, paid: Paid, rule: LastRule, straight: int, found: Bytes) -> None:
    """How each holding ends on each of these boards, if it comes to the last decision."""
    qualifying, grade_of, pays, last_choices, _ = paid
    compared = room()
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    alone = np.empty(LIVE, np.int16)
    for row in range(len(boards)):
        compare(boards[row], qualifying, compared)
        on_board, ranks = _single_cards(boards[row], cards, alone)
        for at in range(HELD):
            strength = strengths[at]
            if rule.by_worth:
                r, n0, n1, n2, n3 = results(strength, qualifying, counts[0, at], counts[1, at], counts[2, at])
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
    taken, and to go on before it.
    """

    rows: Rows
    qualifying: int
    preflop: tuple[str, ...]
    flop: tuple[str, ...]
    river: tuple[str, ...]
    net: Net
    flop_rows: Rows

    @property
    def ends(self) -> tuple[str, ...]:
        return (*self.river, *self.flop, *self.preflop)

    def numbers(self, ends: tuple[str, ...]) -> Bytes:
        return np.array([self.ends.index(end) for end in ends], np.uint8)

    def paid(self) -> Paid:
        """What it pays, as the loops read it."""
        grade_of = np.array(self.rows.by_strength(), np.uint8)
        return Paid(self.qualifying, grade_of, self.amounts()[0], self.numbers(self.river), self.numbers(self.flop))

    def amounts(self) -> tuple[Amounts, int]:
        """What every end, row and result comes to in whole units, and how many units make one."""
        return self._amounts

    @cached_property
    def _amounts(self) -> tuple[Amounts, int]:
        table, units = amounts(self.ends, (*self.rows.names, ""), RESULTS, self.net)
        pays = np.array(table, np.int64)
        if abs(pays).max() >= MOST_AMOUNT:
            raise ValueError(f"amounts up to {abs(pays).max()} units: below {MOST_AMOUNT} they are sure to fit")
        return pays, units


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


def suited() -> Suited:
    """The boards and flops up to suits, as the loops read them."""
    three, five = classes(3), classes(5)
    return Suited(five.representatives, five.weights, three.class_of, to_representative(3))


def solve(game: BoardGame, progress: Progress | None = None) -> tuple[Decisions, Values]:
    """The best decisions before the flop and at the flop, the last decision being the best as well."""
    later, more = solve_later(game, progress)
    preflop, values = solve_early(game, later)
    return Decisions(preflop, later.flop), Values(values, more, int(later.units))


def solve_early(game: BoardGame, later: Later) -> tuple[Bytes, Amounts]:
    """The best decision before the flop for each holding; and by class of holding what the choices are worth, to go on
    being the first. What comes later may be that of a game with other choices before the flop."""
    pays, units = game.amounts()
    choices = game.numbers(game.preflop)
    # The units of fewer ends divide those of more.
    going_on = later.on * (units // later.units)
    raised = [WAYS * (later.results * pays[end]).sum(axis=(1, 2)) for end in choices]
    values = np.stack([going_on, *raised], axis=1)
    chosen = np.array([GOES_ON, *choices], np.uint8)[values.argmax(axis=1)]
    return chosen[classes(2).class_of], values


def solve_later(game: BoardGame, progress: Progress | None = None) -> tuple[Later, Amounts]:
    """The best decisions at the flop, and what they leave to be known before it; and how much more each choice at the
    flop is worth than to go on (see `Values`)."""
    two, three, five = classes(2), classes(3), classes(5)
    pays, units = game.amounts()
    deals, paid, at_flop = suited(), game.paid(), game.numbers(game.flop)
    shape = (FLOPS, len(at_flop), HOLDINGS)
    grades = (len(two), len(pays[0]), RESULT_COUNT)
    sums = PerThread(lambda: (np.zeros(shape, np.int64), np.zeros(grades, np.int64), np.zeros(len(two), np.int64)))

    def part(first: int, end: int) -> None:
        _values(deals, first, end, paid, two.class_of, *sums.mine())

    in_parts(part, parts_of(len(five), 64), progress)
    more, before, on = sums.total()
    if not _even_out(three.representatives, more):
        raise AssertionError("a sum over the images of a flop is not whole")
    best = more.argmax(axis=1)
    gain = np.take_along_axis(more, best[:, None], axis=1)[:, 0]
    flop = np.where(gain > 0, at_flop[best], GOES_ON).astype(np.uint8)
    on *= WAYS
    np.add.at(on, two.class_of, (np.maximum(gain, 0) * three.weights[:, None]).sum(axis=0))
    return Later(flop, on, before, np.array(units)), more


def play(
    game: BoardGame,
    decisions: Decisions,
    rule: LastRule = BEST,
    with_flop: bool = False,
    progress: Progress | None = None,
) -> tuple[Tally, Tally]:
    """How all deals end when played so; and, if asked for, those that came to the last decision by the row that they
    had at the flop."""
    counted, at_flop = _played(game, decisions, rule, with_flop, np.zeros_like(classes(2).class_of), 1, progress)
    return _tally(game, counted[0]), _flop_tally(game, at_flop[0])


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


def tally_of(game: BoardGame, preflop: Bytes, results: Counts, on: On) -> tuple[Tally, Tally]:
    """What `play` counts, put together from what every holding comes to when it goes on (`On`), and when it does not
    (`Later.results`). Decisions before the flop are the same for holdings of a class."""
    two = classes(2)
    chosen = np.empty(len(two), np.uint8)
    chosen[two.class_of] = preflop
    goes_on = chosen == GOES_ON
    counted = np.zeros((len(game.ends), *results.shape[1:]), np.int64)
    counted[: on.ends.shape[1]] = on.ends[goes_on].sum(axis=0)
    for end in game.numbers(game.preflop):
        counted[end] += WAYS * results[chosen == end].sum(axis=0)
    at_flop = np.zeros((len(game.ends), on.at_flop.shape[2]), np.int64)
    at_flop[: on.at_flop.shape[1]] = on.at_flop[goes_on].sum(axis=0)
    return _tally(game, counted), _flop_tally(game, at_flop)


def _played(
    game: BoardGame,
    decisions: Decisions,
    rule: LastRule,
    with_flop: bool,
    class_of_two: Places,
    kinds: int,
    progress: Progress | None,
) -> tuple[Counts, Counts]:
    """One walk over all boards: see `_play`."""
    pays, _ = game.amounts()
    if len(game.ends) > LOW_HALF or len(game.flop_rows.names) >= LOW_HALF:
        raise ValueError(f"{len(game.ends)} ends and {len(game.flop_rows.names)} rows: at most 15 and 14")
    packed = np.minimum(decisions.flop, LOW_HALF)
    if with_flop:
        packed |= flop_grades(game.flop_rows) << np.uint8(4)
    deals, paid = suited(), game.paid()
    played = Played(decisions.preflop, packed, rule, floor(game.rows.order, "straight"), with_flop)
    sums = PerThread(
        lambda: (
            np.zeros((kinds, len(game.ends), len(pays[0]), RESULT_COUNT), np.int64),
            np.zeros((kinds, len(game.ends), len(game.flop_rows.names) + 1), np.int64),
        )
    )

    def part(first: int, end: int) -> None:
        _play(deals, first, end, paid, played, class_of_two, *sums.mine())

    in_parts(part, parts_of(len(deals.boards), 64), progress)
    counted, at_flop = sums.total()
    return counted, at_flop


def _tally(game: BoardGame, counted: Counts) -> Tally:
    """Counts by end, row and result, by their names; all deals are among them."""
    tally = Tally(
        {
            (end, row, result): int(counted[e, r, s])
            for e, end in enumerate(game.ends)
            for r, row in enumerate((*game.rows.names, ""))
            for s, result in enumerate(RESULTS)
        }
    )
    if tally.total != DEALS:
        raise AssertionError(f"{tally.total} deals")
    return tally


def _flop_tally(game: BoardGame, at_flop: Counts) -> Tally:
    rows = (*game.flop_rows.names, "")
    return Tally({(end, row, ""): int(at_flop[e, r]) for e, end in enumerate(game.ends) for r, row in enumerate(rows)})


def holdings_beside(number: int, at_once: int = 64) -> Iterator[tuple[slice, Flags, Cards, Cards]]:
    """Every representative of so many cards that lie there with every holding that shares none of them, some sets at a
    time: which sets, which of all holdings go with each, and, for those that do, the holdings and the sets by row."""
    lying, holdings = classes(number).representatives, all_sets(2)
    for first in range(0, len(lying), at_once):
        some = slice(first, min(first + at_once, len(lying)))
        apart = ~(holdings[None, :, :, None] == lying[some, None, None, :]).any(axis=(2, 3))
        which, holding = np.nonzero(apart)
        yield some, apart, holdings[holding], lying[some][which]


def holdings_by_flop() -> Iterator[tuple[slice, Flags, Cards, Cards]]:
    return holdings_beside(3)


def hidden_pairs(own: Cards, shown: Cards) -> Flags:
    """Which holdings are a pair, or have the rank of a card that lies there, row by row."""
    ranks = own >> 2
    there = (ranks[:, :, None] == (shown >> 2)[:, None, :]).any(axis=(1, 2))
    return np.asarray(there | (ranks[:, 0] == ranks[:, 1]))


@compiled
def _kinds(
    sets: Cards, weights: Counts, taken: Flags, there: Flags, kind_of: Bytes, pair: int, seen: Counts, chosen: Counts
) -> None:
    number = sets.shape[1]
    for row in range(len(sets)):
        key, mask, ranks, lying = np.uint64(0), np.uint64(0), 0, np.uint64(0)
        for at in range(number):
            key += KEYS[sets[row, at]]
            mask |= MASKS[sets[row, at]]
            ranks |= 1 << (sets[row, at] >> 2)
            lying |= np.uint64(1) << np.uint64(sets[row, at])
        for b in range(DECK):
            for a in range(b):
                holding = CHOOSE[b, 2] + a
                on_it = (lying >> np.uint64(a) | lying >> np.uint64(b)) & np.uint64(1)
                if on_it or not there[holding]:
                    continue
                key2, mask2 = key + KEYS[a] + KEYS[b], mask | MASKS[a] | MASKS[b]
                kind = kind_of[np.uint64(strength5(key2, mask2) if number == 3 else strength6(key2, mask2))]
                one, two = a >> 2, b >> 2
                if kind == pair and not (one == two or ranks >> one & 1 or ranks >> two & 1):
                    kind = len(seen) - 1
                seen[kind] += weights[row]
                if taken[row, holding]:
                    chosen[kind] += weights[row]


def kinds_beside(number: int, taken: Flags, there: Flags, kind_of: Bytes, pair: int) -> tuple[Counts, Counts]:
    """Of the holdings that are still there, beside all sets of three or four cards: how many make each kind of hand, a
    pair that lies on the board being the last, and how many of these are taken."""
    known = classes(number)
    seen, chosen = (np.zeros(int(kind_of.max()) + 1, np.int64) for _ in range(2))
    _kinds(known.representatives, known.weights, taken, there, kind_of, pair, seen, chosen)
    return seen, chosen


def flop_grades(rows: Rows) -> Bytes:
    """The row of the five cards that each holding makes with each representative of a flop."""
    grade_of = np.array(rows.by_strength(), np.uint8)
    found = np.full((FLOPS, HOLDINGS), len(rows.names), np.uint8)
    for some, apart, own, flop in holdings_by_flop():
        found[some][apart] = grade_of[evaluate_batch(np.concatenate([own, flop], axis=1), rows.order)]
    return found


def last_ends(game: BoardGame, boards: Cards, rule: LastRule = BEST) -> Bytes:
    """How each holding ends, by its number, that comes to the last decision on each of these boards, whose cards go
    from the lowest up. Holdings are by their place among the sets of two of the cards that are not on the board."""
    found = np.empty((len(boards), HELD), np.uint8)
    _last_ends(boards, game.paid(), rule, floor(game.rows.order, "straight"), found)
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
    rest = combinations([card for card in range(DECK) if card not in there], 2)
    boards = (np.array(sorted((*flop, *two)), np.uint8) for two in rest)
    found = dict.fromkeys(("", *game.flop), 0)
    for values in _ends_on(game, own, boards, (*game.river, *game.flop)):
        found[""] += max(values[end] for end in game.river)
        for end in game.flop:
            found[end] += values[end]
    return found


def _ends_on(game: BoardGame, own: Cards, boards: Iterable[Cards], ends: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """What each of these ends comes to on each of these boards, whose cards go from the lowest up."""
    pays, _ = game.amounts()
    grade_of, held = game.rows.by_strength(), np.sort(own)
    compared = room()
    cards, strengths, counts = compared.cards, compared.strengths, compared.counts
    amounts = {end: pays[game.ends.index(end)] for end in ends}
    for board in boards:
        compare(board, game.qualifying, compared)
        one, two = np.searchsorted(cards, held)
        at = int(CHOOSE[two, 2] + one)
        r, *numbers = results(int(strengths[at]), game.qualifying, *(int(figure) for figure in counts[:, at]))
        grade = grade_of[strengths[at]]
        yield {end: worth_of(table[grade], r, *numbers) for end, table in amounts.items()}
