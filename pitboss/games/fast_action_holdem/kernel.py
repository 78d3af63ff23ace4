"""Fast action hold 'em as a compiled loop: shoe after shoe, both sides set by the house way.

What two ranks make on a board is one look into a small table, by the board's ranks and the two. In most rounds nobody
has a flush, so rounds are dealt in batches, and those in which somebody may have one are set apart: these alone look it
up beside the ranks. With a continuous shuffler a unit is a round, else a shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import STANDARD
from pitboss.families.house_poker.standing_wagers import leaving, standing_at
from pitboss.games.fast_action_holdem import house_way
from pitboss.games.fast_action_holdem.boards import BOARD, FLUSH, OWN, RANKS, SUITS
from pitboss.games.fast_action_holdem.round import FastActionHoldem
from pitboss.hands import FIVE_CARD_MANY_DECKS, Category
from pitboss.hands.tables import BUCKET_AT, RANK_KEYS, Tables, displacements, place, tables
from pitboss.pricing.contract import Progress
from pitboss.pricing.set_hands import HOUSE_WAY_NAME, needs_house_way
from pitboss.simulation.compiled import Cells, Whole, compiled, inlined, inner
from pitboss.simulation.contract import Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Counts, Kernel, Slot, chosen
from pitboss.simulation.shuffles import NUMBERS, limits, shuffle_several
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on
from pitboss.table.setting import HOUSE_WAY

ENDS = 3
"""Neither hand higher, one, both."""
UNIT_ROUNDS = 1 << 20
BATCH = 176
"""Rounds that are dealt side by side."""

WITHIN = 7
STRAIGHT = 1 << WITHIN
"""So many bits has the order of flushes. All that two cards can make on one board has no more than a strength has."""
HIGH = (1 << house_way.BITS) - 1
PLACES_5, PLACES_3, PLACES_4 = 1 << 13, 1 << 10, 1 << 12
PLACES = {BOARD: PLACES_5, FLUSH: PLACES_3, FLUSH + 1: PLACES_4}
"""How many places the tables of so many ranks have (`hands.tables`)."""
BUCKETS_5, BUCKETS_3, BUCKETS_4 = (len(displacements(number)) for number in PLACES)
MOVED_3, MOVED_4 = BUCKETS_5, BUCKETS_5 + BUCKETS_3
BEGINS_3, BEGINS_4 = PLACES_5, PLACES_5 + PLACES_3
BEGINS = {BOARD: 0, FLUSH: BEGINS_3, FLUSH + 1: BEGINS_4}
SUITED = np.zeros((BOARD + 1, 4), np.uint64)
SUITED[FLUSH], SUITED[FLUSH + 1] = (BEGINS_3, MOVED_3, BUCKETS_3, PLACES_3), (BEGINS_4, MOVED_4, BUCKETS_4, PLACES_4)
SUITED[BOARD] = (0, 0, BUCKETS_5, PLACES_5)
"""By how many ranks a board has in one suit: where their places begin, and how they are found."""
TO_FLUSH, REACHED = 0x1111 * (8 - FLUSH), 0x8888
"""Four bits count each suit of a board: added up, the highest of them says that there are enough for a flush."""

NUMBER_AT, ROW_AT, SUIT_AT, SUIT_BITS = 20, 32, 48, 4
"""The bits of a word for a round: where it begins, its number, the row of its board, and the count of each suit."""

_U = np.uint64
_NUMBER, _ROW, _SUITS = _U(NUMBER_AT), _U(ROW_AT), _U(SUIT_AT)
_AT, _NUMBERS, _KEY = _U((1 << NUMBER_AT) - 1), _U((1 << ROW_AT - NUMBER_AT) - 1), _U((1 << SUIT_AT) - 1)
_STREAM = _U(NUMBERS + 1)
_ONE, _TWO, _THREE, _BUCKET = _U(1), _U(2), _U(3), _U(BUCKET_AT)

rating: Callable[..., int] = inlined(house_way.rating)


class Shoe(NamedTuple):
    """What the loop reads, and its buffers. A shoe has so many `rounds`; `need` of its cards are shuffled.

    `order` has the player's cards, the dealer's and the community cards, as they leave the shoe; `limits` are those
    of its shuffle. All others are room for the shoes of a batch: `deck` has their cards, `boards` their rounds as words
    in two lists, `ends` how each round ends.
    """

    cards: NDArray[np.uint8]
    order: NDArray[np.uint64]
    rounds: int
    need: int
    limits: NDArray[np.uint32]
    deck: NDArray[np.uint8]
    words: NDArray[np.uint32]
    places: NDArray[np.uint32]
    boards: NDArray[np.uint64]
    ends: NDArray[np.uint8]


class Made(NamedTuple):
    """What two cards make with a board, as small as it can be, so that it stays near the processor.

    Both sides have the same board, so that a strength need not be told from those of other boards: `rows` has the
    places of all pairs of ranks in the order of their strengths on a board, from 1. `flushes` has the same for flushes
    among themselves, by the place of the ranks that the board has in its suit and the number of what two cards add to
    it: a rank each, or `RANKS` for a card of another suit; from `STRAIGHT` on they are straight flushes, and 0 is none.
    `beneath` has for each board how far its rows are beneath a flush, and beneath a straight flush. `moved` finds the
    places of five, three and four ranks, and `suited` says where those in one suit begin.
    """

    rows: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    beneath: NDArray[np.uint16]
    flushes: NDArray[np.uint8]
    added: NDArray[np.uint8]
    moved: NDArray[np.uint16]
    suited: NDArray[np.uint64]
    coded: NDArray[np.uint64]
    suit_keys: NDArray[np.uint64]
    adds: NDArray[np.uint8]


@cache
def made() -> Made:
    """The tables of the loop: every board of five ranks with every two."""
    keys = RANK_KEYS
    twos = np.array(list(combinations_with_replacement(range(RANKS), 2)))
    sums = _sums(BOARD)
    by_ranks = tables(FIVE_CARD_MANY_DECKS, BOARD + 2)
    strengths = by_ranks.ranks[place(BOARD + 2, sums[:, None] + keys[twos].sum(axis=1)[None, :])]
    rows = np.zeros((PLACES[BOARD], len(twos)), np.uint8)
    beneath = np.zeros((PLACES[BOARD], 3), np.uint16)
    rows[place(BOARD, sums)] = ordered = _ordered(strengths)
    for number, category in enumerate((Category.FLUSH, Category.STRAIGHT_FLUSH), 1):
        lower = strengths < FIVE_CARD_MANY_DECKS.floor(category)
        beneath[place(BOARD, sums), number] = np.where(lower, ordered, 0).max(axis=1).astype(np.uint16) << WITHIN
    more = list(combinations_with_replacement(range(RANKS + 1), 2))
    flushes = np.zeros((sum(PLACES.values()), len(more)), np.uint8)
    for suited in range(FLUSH, BOARD + 1):
        flushes[BEGINS[suited] + place(suited, _sums(suited))] = _flushes(by_ranks, suited, more)
    moved = np.concatenate([displacements(number) for number in (BOARD, FLUSH, FLUSH + 1)])
    cards = np.arange(STANDARD.size)
    of_suit = cards % SUITS == np.arange(SUITS)[:, None]
    coded = keys[cards // SUITS] + (1 << SUIT_AT + SUIT_BITS * (cards % SUITS))
    return Made(
        rows,
        _numbered(twos, RANKS),
        beneath,
        flushes,
        _numbered(more, RANKS + 1),
        moved,
        SUITED,
        coded.astype(np.uint64),
        np.where(of_suit, keys[cards // SUITS], 0).astype(np.uint64),
        np.where(of_suit, cards // SUITS, RANKS).astype(np.uint8),
    )


def _ordered(strengths: NDArray[np.int16]) -> NDArray[np.uint8]:
    """The place of each strength in the order of its row, the weakest 1, equals alike."""
    by_strength = np.argsort(strengths, axis=1, kind="stable")
    inside = np.take_along_axis(strengths, by_strength, axis=1)
    places = np.ones(strengths.shape, np.uint8)
    places[:, 1:] += np.cumsum(inside[:, 1:] > inside[:, :-1], axis=1, dtype=np.uint8)
    found = np.empty_like(places)
    np.put_along_axis(found, by_strength, places, axis=1)
    return found


def _flushes(by_ranks: Tables, suited: int, more: Sequence[tuple[int, int]]) -> NDArray[np.uint8]:
    """The flushes of every so many ranks of a board in one suit with what two cards add, in their order.

    What else cards of one suit make (a full house of several decks) they make without it too.
    """
    sums = _sums(suited)
    found = np.zeros((len(sums), len(more)), np.int16)
    for number, two in enumerate(more):
        ranks = [rank for rank in two if rank < RANKS]
        there = suited + len(ranks)
        if there >= BOARD:
            found[:, number] = by_ranks.suited[there][place(there, sums + RANK_KEYS[ranks].sum())]
    floor = FIVE_CARD_MANY_DECKS.floor
    flush = (found >= floor(Category.FLUSH)) & (found < floor(Category.FULL_HOUSE))
    straight = (found >= floor(Category.STRAIGHT_FLUSH)) & (found < floor(Category.FIVE_OF_A_KIND))
    any_flush = flush | straight
    return np.where(any_flush, _ordered(np.where(any_flush, found, 0)), 0).astype(np.uint8) + straight * np.uint8(
        STRAIGHT
    )


def _sums(number: int) -> NDArray[np.int64]:
    """The sums of keys of every so many ranks."""
    sets = np.array(list(combinations_with_replacement(range(RANKS), number)))
    return np.asarray(RANK_KEYS[sets].sum(axis=1))


def _numbered(twos: Any, size: int) -> NDArray[np.uint8]:
    """The number of two, in either order."""
    found = np.zeros((size, size), np.uint8)
    for number, (low, high) in enumerate(twos):
        found[low, high] = found[high, low] = number
    return found


@inlined
def placed(key: Whole, moved: Cells, begins: Whole, buckets: Whole, places: Whole) -> Whole:
    """The place of the ranks with this sum of keys."""
    return (key + _U(moved[begins + ((key >> _BUCKET) & (buckets - _ONE))])) & (places - _ONE)


@inlined
def suited_place(deck: Cells, board: Whole, suit: Whole, there: Whole, made: Made) -> Whole:
    """The place of the ranks that the board has in its suit, among the flushes."""
    part = _U(0)
    for card in range(BOARD):
        part += made.suit_keys[suit, deck[board + _U(card)]]
    suited = made.suited
    found = placed(part, made.moved, suited[there, _ONE], suited[there, _TWO], suited[there, _THREE])
    place: Whole = suited[there, _U(0)] + found
    return place


@inlined
def set_by_house(a: Whole, b: Whole, c: Whole, d: Whole, row: Whole, made: Made) -> Whole:
    """What the house makes of four cards without a flush: the rating of the best of three ways."""
    rows, pairs = made.rows, made.pairs
    e, f, g, h = a >> _TWO, b >> _TWO, c >> _TWO, d >> _TWO
    one = rating(np.int64(rows[row, pairs[e, f]]), np.int64(rows[row, pairs[g, h]]))
    two = rating(np.int64(rows[row, pairs[e, g]]), np.int64(rows[row, pairs[f, h]]))
    three = rating(np.int64(rows[row, pairs[e, h]]), np.int64(rows[row, pairs[f, g]]))
    found: Whole = max(one, max(two, three))
    return found


@inlined
def either(e: Whole, f: Whole, s: Whole, t: Whole, row: Whole, flush: Whole, made: Made) -> Whole:
    """What two cards make, with a flush if they have one.

    The higher of the two is written so that no jump comes of it, which nothing could foresee.
    """
    ranks = _U(made.rows[row, made.pairs[e, f]]) << _U(WITHIN)
    found = _U(made.flushes[flush, made.added[s, t]])
    suited = _U(made.beneath[row, (found + _U(STRAIGHT - 1)) >> _U(WITHIN)]) + (found & _U(STRAIGHT - 1))
    above = ranks + _U(HIGH) - suited
    return np.int64(suited + (above - _U(HIGH)) * (above >> _U(house_way.BITS)))


@inlined
def set_with_flush(a: Whole, b: Whole, c: Whole, d: Whole, suit: Whole, row: Whole, flush: Whole, made: Made) -> Whole:
    """The same where there may be one."""
    e, f, g, h = a >> _TWO, b >> _TWO, c >> _TWO, d >> _TWO
    s, t, u, v = made.adds[suit, a], made.adds[suit, b], made.adds[suit, c], made.adds[suit, d]
    one = rating(either(e, f, s, t, row, flush, made), either(g, h, u, v, row, flush, made))
    two = rating(either(e, g, s, u, row, flush, made), either(f, h, t, v, row, flush, made))
    three = rating(either(e, h, s, v, row, flush, made), either(f, g, t, u, row, flush, made))
    found: Whole = max(one, max(two, three))
    return found


@inlined
def higher(mine: Whole, theirs: Whole) -> Whole:
    """How many hands are higher."""
    return np.int64(mine & HIGH > theirs & HIGH) + np.int64(mine >> house_way.BITS > theirs >> house_way.BITS)


@inlined
def fresh(shoe: Shoe, seed: Whole, first: Whole, units: Whole) -> None:
    """The shoes of so many units, each shuffled as far as it is dealt."""
    size = len(shoe.cards)
    for unit in range(units):
        for card in range(size):
            shoe.deck[unit * size + card] = shoe.cards[card]
    decks = shoe.deck[: units * size].reshape((units, size))
    shuffle_several(decks, shoe.need, shoe.words, shoe.limits, shoe.places, seed, first, _STREAM)


@inlined
def read_boards(shoe: Shoe, units: Whole, made: Made) -> tuple[Whole, Whole]:
    """The rounds of so many shoes by their boards, in two lists: nobody has a flush, and somebody may; how long both.

    A round is one word: where it begins, its number, the row of its board and how often the board has each suit. Which
    list is its own nothing can foresee, so nothing branches on it: it is written to both, and one of them grows.
    """
    deck, board = shoe.deck, shoe.order[2 * OWN]
    without, among = shoe.boards
    plain, flush, number = _U(0), _U(0), _U(0)
    for unit in range(units):
        at = _U(unit * len(shoe.cards))
        for _ in range(shoe.rounds):
            coded = _U(0)
            for card in range(BOARD):
                coded += made.coded[deck[at + board + _U(card)]]
            row = placed(coded & _KEY, made.moved, _U(0), _U(BUCKETS_5), _U(PLACES_5))
            word = (coded >> _SUITS << _SUITS) | (row << _ROW) | (number << _NUMBER) | at
            without[plain] = among[flush] = word
            can = _U(((coded >> _SUITS) + _U(TO_FLUSH)) & _U(REACHED) != _U(0))
            plain += _ONE - can
            flush += can
            number += _ONE
            at += _U(len(shoe.order))
    return set_apart(shoe, plain, flush, made)


@inlined
def set_apart(shoe: Shoe, plain: Whole, flush: Whole, made: Made) -> tuple[Whole, Whole]:
    """Where neither side has the cards for a flush, the round goes to the others too."""
    deck, order = shoe.deck, shoe.order
    without, among = shoe.boards
    left = _U(0)
    for one in range(_U(0), flush):
        word = among[one]
        at = word & _AT
        suit, there = suit_of(word)
        mine, theirs = _U(0), _U(0)
        for card in range(OWN):
            mine += made.coded[deck[at + order[card]]]
            theirs += made.coded[deck[at + order[OWN + card]]]
        most = max((mine >> suit) & _U(15), (theirs >> suit) & _U(15))
        without[plain] = among[left] = word
        can = _U(there + most >= _U(BOARD))
        plain += _ONE - can
        left += can
    return plain, left


@inlined
def suit_of(word: Whole) -> tuple[Whole, Whole]:
    """The bit at which the suit is counted of which a board has most, and how many cards of it."""
    reached = ((word >> _SUITS) + _U(TO_FLUSH)) & _U(REACHED)
    suit = _U(reached > _U(1 << 3)) + _U(reached > _U(1 << 7)) + _U(reached > _U(1 << 11))
    bit = _SUITS + (suit << _TWO)
    return bit, (word >> bit) & _U(15)


@inlined
def deal_plain(shoe: Shoe, number: Whole, made: Made) -> None:
    """How the rounds end in which nobody has a flush."""
    deck, order, boards = shoe.deck, shoe.order, shoe.boards[0]
    for one in range(_U(0), number):
        word = boards[one]
        at, row = word & _AT, (word >> _ROW) & _U(PLACES_5 - 1)
        a, b, c, d = deck[at + order[0]], deck[at + order[1]], deck[at + order[2]], deck[at + order[3]]
        e, f, g, h = deck[at + order[4]], deck[at + order[5]], deck[at + order[6]], deck[at + order[7]]
        mine = set_by_house(_U(a), _U(b), _U(c), _U(d), row, made)
        theirs = set_by_house(_U(e), _U(f), _U(g), _U(h), row, made)
        shoe.ends[(word >> _NUMBER) & _NUMBERS] = higher(mine, theirs)


@inlined
def deal_flushes(shoe: Shoe, number: Whole, made: Made) -> None:
    """How the others end."""
    deck, order, boards = shoe.deck, shoe.order, shoe.boards[1]
    for one in range(_U(0), number):
        word = boards[one]
        at, row = word & _AT, (word >> _ROW) & _U(PLACES_5 - 1)
        bit, there = suit_of(word)
        suit = (bit - _SUITS) >> _TWO
        flush = suited_place(deck, at + order[2 * OWN], suit, there, made)
        a, b, c, d = deck[at + order[0]], deck[at + order[1]], deck[at + order[2]], deck[at + order[3]]
        e, f, g, h = deck[at + order[4]], deck[at + order[5]], deck[at + order[6]], deck[at + order[7]]
        mine = set_with_flush(_U(a), _U(b), _U(c), _U(d), suit, row, flush, made)
        theirs = set_with_flush(_U(e), _U(f), _U(g), _U(h), suit, row, flush, made)
        shoe.ends[(word >> _NUMBER) & _NUMBERS] = higher(mine, theirs)


@inner
def deal_shoes(seed: Whole, first: Whole, units: Whole, shoe: Shoe, made: Made) -> Whole:
    """How the rounds of so many shoes end, in `ends`; how many rounds."""
    fresh(shoe, seed, first, units)
    plain, flush = read_boards(shoe, units, made)
    deal_plain(shoe, plain, made)
    deal_flushes(shoe, flush, made)
    return units * shoe.rounds


@compiled
def count_shoes(seed: Whole, first: Whole, units: Whole, shoe: Shoe, made: Made, cells: Cells) -> Whole:
    """Deal so many shoes into the cells; how many rounds they had."""
    batch = len(shoe.ends) // shoe.rounds
    for unit in range(0, units, batch):
        rounds = deal_shoes(seed, first + _U(unit), min(batch, units - unit), shoe, made)
        for end in range(ENDS):
            found = np.int64(0)
            for number in range(rounds):
                found += np.int64(shoe.ends[number] == end)
            cells[end] += found
    return units * shoe.rounds


@compiled
def play_shoes(seed: Whole, first: Whole, shoe: Shoe, made: Made, worth: Cells, nets: Cells) -> Whole:
    """Round after round from shoe `first` on: what each comes to; how many shoes were begun."""
    rounds, unit = 0, first
    while rounds < len(nets):
        deal_shoes(seed, unit, 1, shoe, made)
        for number in range(min(shoe.rounds, len(nets) - rounds)):
            nets[rounds] = worth[shoe.ends[number]]
            rounds += 1
        unit += _ONE
    return np.int64(unit - first)


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Shoes on a layout with the wager made in every round, set by the house way."""
    needs_house_way(strategy)
    table = game_on(layout)
    assert isinstance(table, FastActionHoldem)
    standing = standing_at(table, chosen(layout, wagers), PLAYER)
    ((wager, stake),) = standing.stakes.items()
    shoe = _shoe(table)
    nets = [-stake, 0, layout.odds(wager).pays(stake)]
    worth = np.array(nets, np.int64)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(count_shoes(_U(seed), _U(first), units, _with_room(shoe), made(), cells))

    def play(seed: int, first: int, into: Counts) -> int:
        return int(play_shoes(_U(seed), _U(first), _with_room(shoe), made(), worth, into))

    return Kernel(
        layout=layout,
        unit="round" if table.continuous else "shoe",
        round="round",
        slots=(Slot.of(wager, table.name(wager), stake, nets, standing.spot),),
        cells=ENDS,
        chunk=max(1, UNIT_ROUNDS // shoe.rounds),
        rounds_per_unit=float(shoe.rounds),
        at_risk=standing.at_risk,
        count=count,
        play=play,
        source=UnitSource,
        standing=standing.answers(lambda *known: HOUSE_WAY, BANKROLL),
        functions=(count_shoes,),
        asked=None if wagers is None else tuple(wagers),
        strategy=strategy,
        plays=HOUSE_WAY_NAME,
    )


def _shoe(table: FastActionHoldem) -> Shoe:
    decks = int(table.figure("decks"))
    size = STANDARD.size * decks
    leaves = leaving(table, ["community_cards"])
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.uint64)
    stop = 1 if table.continuous else size - min(table.behind_the_cut(), size - 1)
    rounds = -(-stop // len(order))
    cards = np.repeat(np.arange(STANDARD.size, dtype=np.uint8), decks)
    need = rounds * len(order)
    return Shoe(cards, order, rounds, need, limits(size, need), *_room(size, rounds, need))


def _with_room(shoe: Shoe) -> Shoe:
    """With buffers of its own, for one thread."""
    return Shoe(*shoe[:5], *_room(len(shoe.cards), shoe.rounds, shoe.need))


def _room(size: int, rounds: int, need: int) -> Any:
    """Buffers for a batch of shoes."""
    batch = max(1, BATCH // rounds)
    words = 4 * (need // 12 + 2)
    return (
        np.empty(batch * size, np.uint8),
        np.empty(words, np.uint32),
        np.empty((batch, words), np.uint32),
        np.empty((2, batch * rounds + 1), np.uint64),
        np.empty(batch * rounds, np.uint8),
    )


SIMULATION: Any = Simulation(kernel, HOUSE_WAY_NAME)
