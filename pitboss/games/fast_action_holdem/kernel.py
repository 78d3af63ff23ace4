"""Fast action hold 'em as a compiled loop over shoes; both sides are set by the house way.

The strength of two ranks with a board is one lookup in a small table, by the board's ranks and the two. A flush is
rare, so rounds are dealt in batches and those in which a flush is possible are put on a list of their own: only these
look up flushes too. With a continuous shuffler a unit of simulation is one round, otherwise one shoe.
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
from pitboss.families.house_poker.standing_wagers import deal_order, standing_wagers_for
from pitboss.games.fast_action_holdem import house_way
from pitboss.games.fast_action_holdem.boards import BOARD, FLUSH, OWN, RANKS, SUITS
from pitboss.games.fast_action_holdem.round import FastActionHoldem
from pitboss.hands import FIVE_CARD_MANY_DECKS, Category
from pitboss.hands.tables import BUCKET_AT, RANK_KEYS, Tables, displacements, place, tables
from pitboss.pricing.contract import Progress
from pitboss.pricing.set_hands import HOUSE_WAY_NAME, require_house_way
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline, inner
from pitboss.simulation.contract import Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Counts, Kernel, Slot, choose_wagers
from pitboss.simulation.shuffles import NUMBERS, rejection_limits, shuffle_several
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on
from pitboss.table.setting import HOUSE_WAY

ENDS = 3
"""The ends of a round: neither hand is higher, one is, or both are."""
UNIT_ROUNDS = 1 << 20
BATCH = 176
"""The number of rounds dealt in one batch."""

WITHIN = 7
STRAIGHT = 1 << WITHIN
"""The rank of a flush on one board takes `WITHIN` bits; this bit marks a straight flush. Both fit in a strength."""
HIGH = (1 << house_way.BITS) - 1
PLACES_5, PLACES_3, PLACES_4 = 1 << 13, 1 << 10, 1 << 12
PLACES = {BOARD: PLACES_5, FLUSH: PLACES_3, FLUSH + 1: PLACES_4}
"""The size of the table for each number of ranks (`hands.tables`)."""
BUCKETS_5, BUCKETS_3, BUCKETS_4 = (len(displacements(number)) for number in PLACES)
MOVED_3, MOVED_4 = BUCKETS_5, BUCKETS_5 + BUCKETS_3
BEGINS_3, BEGINS_4 = PLACES_5, PLACES_5 + PLACES_3
BEGINS = {BOARD: 0, FLUSH: BEGINS_3, FLUSH + 1: BEGINS_4}
SUITED = np.zeros((BOARD + 1, 4), np.uint64)
SUITED[FLUSH], SUITED[FLUSH + 1] = (BEGINS_3, MOVED_3, BUCKETS_3, PLACES_3), (BEGINS_4, MOVED_4, BUCKETS_4, PLACES_4)
SUITED[BOARD] = (0, 0, BUCKETS_5, PLACES_5)
"""By the number of suited ranks on a board: where their places and displacements begin, and how many there are of each.
"""
TO_FLUSH, REACHED = 0x1111 * (8 - FLUSH), 0x8888
"""Four bits count each suit of a board. Adding `TO_FLUSH` sets the highest of them if a flush is possible."""

NUMBER_AT, ROW_AT, SUIT_AT, SUIT_BITS = 20, 32, 48, 4
"""The bits of a round's word: where its cards begin, its number, the row of its board, and the count of each suit."""

_U = np.uint64
_NUMBER, _ROW, _SUITS = _U(NUMBER_AT), _U(ROW_AT), _U(SUIT_AT)
_AT, _NUMBERS, _KEY = _U((1 << NUMBER_AT) - 1), _U((1 << ROW_AT - NUMBER_AT) - 1), _U((1 << SUIT_AT) - 1)
_STREAM = _U(NUMBERS + 1)
_ONE, _TWO, _THREE, _BUCKET = _U(1), _U(2), _U(3), _U(BUCKET_AT)

rating: Callable[..., int] = inline(house_way.rating)


class Shoe(NamedTuple):
    """The loop's input and its buffers. A shoe has `rounds` rounds, for which `need` cards are shuffled.

    `order` has the places of the player's cards, the dealer's and the community cards, in the order in which they leave
    the shoe; `limits` are those of its shuffle. The rest are buffers for a batch of shoes: `deck` holds their cards,
    `boards` two lists of rounds as words, and `ends` the end of each round.
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


class PairTables(NamedTuple):
    """The strengths of two cards with a board, in tables small enough for the processor's cache.

    Both sides share the board, so strengths only need to be ordered within one board. `rows` has the rank, from 1, of
    each pair of ranks on each board. `flushes` does the same for flushes, by the place of the board's suited ranks and
    the number of the ranks that the two cards add (`RANKS` for a card of another suit); 0 is no flush, and straight
    flushes start at `STRAIGHT`. `beneath` has for each board the highest of its `rows` that is below a flush, and below
    a straight flush. `moved` has the displacements of five, three and four ranks, and `suited` says where those of one
    suit begin.
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
def pair_tables() -> PairTables:
    """Return the tables of the loop, for every board of five ranks with every two."""
    keys = RANK_KEYS
    twos = np.array(list(combinations_with_replacement(range(RANKS), 2)))
    sums = _key_sums(BOARD)
    by_ranks = tables(FIVE_CARD_MANY_DECKS, BOARD + 2)
    strengths = by_ranks.ranks[place(BOARD + 2, sums[:, None] + keys[twos].sum(axis=1)[None, :])]
    rows = np.zeros((PLACES[BOARD], len(twos)), np.uint8)
    beneath = np.zeros((PLACES[BOARD], 3), np.uint16)
    rows[place(BOARD, sums)] = ordered = _dense_ranks(strengths)
    for number, category in enumerate((Category.FLUSH, Category.STRAIGHT_FLUSH), 1):
        lower = strengths < FIVE_CARD_MANY_DECKS.floor(category)
        beneath[place(BOARD, sums), number] = np.where(lower, ordered, 0).max(axis=1).astype(np.uint16) << WITHIN
    more = list(combinations_with_replacement(range(RANKS + 1), 2))
    flushes = np.zeros((sum(PLACES.values()), len(more)), np.uint8)
    for suited in range(FLUSH, BOARD + 1):
        flushes[BEGINS[suited] + place(suited, _key_sums(suited))] = _flushes(by_ranks, suited, more)
    moved = np.concatenate([displacements(number) for number in (BOARD, FLUSH, FLUSH + 1)])
    cards = np.arange(STANDARD.size)
    of_suit = cards % SUITS == np.arange(SUITS)[:, None]
    coded = keys[cards // SUITS] + (1 << SUIT_AT + SUIT_BITS * (cards % SUITS))
    return PairTables(
        rows,
        _pair_numbers(twos, RANKS),
        beneath,
        flushes,
        _pair_numbers(more, RANKS + 1),
        moved,
        SUITED,
        coded.astype(np.uint64),
        np.where(of_suit, keys[cards // SUITS], 0).astype(np.uint64),
        np.where(of_suit, cards // SUITS, RANKS).astype(np.uint8),
    )


def _dense_ranks(strengths: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Rank the strengths of each row: the weakest is 1, and equal strengths share a rank."""
    by_strength = np.argsort(strengths, axis=1, kind="stable")
    inside = np.take_along_axis(strengths, by_strength, axis=1)
    places = np.ones(strengths.shape, np.uint8)
    places[:, 1:] += np.cumsum(inside[:, 1:] > inside[:, :-1], axis=1, dtype=np.uint8)
    found = np.empty_like(places)
    np.put_along_axis(found, by_strength, places, axis=1)
    return found


def _flushes(by_ranks: Tables, suited: int, more: Sequence[tuple[int, int]]) -> NDArray[np.uint8]:
    """Rank the flushes that each set of `suited` ranks in the board's suit makes with each two cards.

    Other hands of the same cards, such as a full house from several decks, are found without regard to suits.
    """
    sums = _key_sums(suited)
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
    return np.where(any_flush, _dense_ranks(np.where(any_flush, found, 0)), 0).astype(np.uint8) + straight * np.uint8(
        STRAIGHT
    )


def _key_sums(number: int) -> NDArray[np.int64]:
    """Return the sum of keys of every multiset of `number` ranks."""
    sets = np.array(list(combinations_with_replacement(range(RANKS), number)))
    return np.asarray(RANK_KEYS[sets].sum(axis=1))


def _pair_numbers(twos: Any, size: int) -> NDArray[np.uint8]:
    """Return a table that numbers each pair, in either order."""
    found = np.zeros((size, size), np.uint8)
    for number, (low, high) in enumerate(twos):
        found[low, high] = found[high, low] = number
    return found


@inline
def place_of(key: Integer, moved: IntArray, begins: Integer, buckets: Integer, places: Integer) -> Integer:
    """Return the place of the ranks with this sum of keys."""
    return (key + _U(moved[begins + ((key >> _BUCKET) & (buckets - _ONE))])) & (places - _ONE)


@inline
def suited_place(deck: IntArray, board: Integer, suit: Integer, there: Integer, by: PairTables) -> Integer:
    """Return the place in `flushes` for the board's ranks in its suit."""
    part = _U(0)
    for card in range(BOARD):
        part += by.suit_keys[suit, deck[board + _U(card)]]
    suited = by.suited
    found = place_of(part, by.moved, suited[there, _ONE], suited[there, _TWO], suited[there, _THREE])
    place: Integer = suited[there, _U(0)] + found
    return place


@inline
def house_rating(a: Integer, b: Integer, c: Integer, d: Integer, row: Integer, by: PairTables) -> Integer:
    """Return the rating of four cards set by the house way, if a flush is impossible."""
    rows, pairs = by.rows, by.pairs
    e, f, g, h = a >> _TWO, b >> _TWO, c >> _TWO, d >> _TWO
    one = rating(np.int64(rows[row, pairs[e, f]]), np.int64(rows[row, pairs[g, h]]))
    two = rating(np.int64(rows[row, pairs[e, g]]), np.int64(rows[row, pairs[f, h]]))
    three = rating(np.int64(rows[row, pairs[e, h]]), np.int64(rows[row, pairs[f, g]]))
    found: Integer = max(one, max(two, three))
    return found


@inline
def strength_with_flush(
    e: Integer, f: Integer, s: Integer, t: Integer, row: Integer, flush: Integer, by: PairTables
) -> Integer:
    """Return the strength of two cards, with a flush if they make one.

    The maximum is computed without a branch, because the processor could not predict it.
    """
    ranks = _U(by.rows[row, by.pairs[e, f]]) << _U(WITHIN)
    found = _U(by.flushes[flush, by.added[s, t]])
    suited = _U(by.beneath[row, (found + _U(STRAIGHT - 1)) >> _U(WITHIN)]) + (found & _U(STRAIGHT - 1))
    above = ranks + _U(HIGH) - suited
    return np.int64(suited + (above - _U(HIGH)) * (above >> _U(house_way.BITS)))


@inline
def house_rating_with_flush(
    a: Integer, b: Integer, c: Integer, d: Integer, suit: Integer, row: Integer, flush: Integer, by: PairTables
) -> Integer:
    """Return the rating of four cards set by the house way, if a flush is possible."""
    e, f, g, h = a >> _TWO, b >> _TWO, c >> _TWO, d >> _TWO
    s, t, u, v = by.adds[suit, a], by.adds[suit, b], by.adds[suit, c], by.adds[suit, d]
    one = rating(strength_with_flush(e, f, s, t, row, flush, by), strength_with_flush(g, h, u, v, row, flush, by))
    two = rating(strength_with_flush(e, g, s, u, row, flush, by), strength_with_flush(f, h, t, v, row, flush, by))
    three = rating(strength_with_flush(e, h, s, v, row, flush, by), strength_with_flush(f, g, t, u, row, flush, by))
    found: Integer = max(one, max(two, three))
    return found


@inline
def hands_higher(mine: Integer, theirs: Integer) -> Integer:
    """Return how many of the player's two hands are higher."""
    return np.int64(mine & HIGH > theirs & HIGH) + np.int64(mine >> house_way.BITS > theirs >> house_way.BITS)


@inline
def shuffle_shoes(shoe: Shoe, seed: Integer, first: Integer, units: Integer) -> None:
    """Shuffle the shoes of `units` units, each as far as it will be dealt."""
    size = len(shoe.cards)
    for unit in range(units):
        for card in range(size):
            shoe.deck[unit * size + card] = shoe.cards[card]
    decks = shoe.deck[: units * size].reshape((units, size))
    shuffle_several(decks, shoe.need, shoe.words, shoe.limits, shoe.places, seed, first, _STREAM)


@inline
def read_boards(shoe: Shoe, units: Integer, by: PairTables) -> tuple[Integer, Integer]:
    """Sort the rounds of `units` shoes into two lists by whether a flush is possible, and return their lengths.

    A round is written as one word. Which list it belongs to cannot be predicted, so instead of a branch the word is
    written to both lists and only one of them grows.
    """
    deck, board = shoe.deck, shoe.order[2 * OWN]
    without, among = shoe.boards
    plain, flush, number = _U(0), _U(0), _U(0)
    for unit in range(units):
        at = _U(unit * len(shoe.cards))
        for _ in range(shoe.rounds):
            coded = _U(0)
            for card in range(BOARD):
                coded += by.coded[deck[at + board + _U(card)]]
            row = place_of(coded & _KEY, by.moved, _U(0), _U(BUCKETS_5), _U(PLACES_5))
            word = (coded >> _SUITS << _SUITS) | (row << _ROW) | (number << _NUMBER) | at
            without[plain] = among[flush] = word
            can = _U(((coded >> _SUITS) + _U(TO_FLUSH)) & _U(REACHED) != _U(0))
            plain += _ONE - can
            flush += can
            number += _ONE
            at += _U(len(shoe.order))
    return move_plain_rounds(shoe, plain, flush, by)


@inline
def move_plain_rounds(shoe: Shoe, plain: Integer, flush: Integer, by: PairTables) -> tuple[Integer, Integer]:
    """Move the rounds in which neither side has the cards for a flush to the other list. Return both lengths."""
    deck, order = shoe.deck, shoe.order
    without, among = shoe.boards
    left = _U(0)
    for one in range(_U(0), flush):
        word = among[one]
        at = word & _AT
        suit, there = suit_of(word)
        mine, theirs = _U(0), _U(0)
        for card in range(OWN):
            mine += by.coded[deck[at + order[card]]]
            theirs += by.coded[deck[at + order[OWN + card]]]
        most = max((mine >> suit) & _U(15), (theirs >> suit) & _U(15))
        without[plain] = among[left] = word
        can = _U(there + most >= _U(BOARD))
        plain += _ONE - can
        left += can
    return plain, left


@inline
def suit_of(word: Integer) -> tuple[Integer, Integer]:
    """Return the bit at which the count of the board's most frequent suit begins, and that count."""
    reached = ((word >> _SUITS) + _U(TO_FLUSH)) & _U(REACHED)
    suit = _U(reached > _U(1 << 3)) + _U(reached > _U(1 << 7)) + _U(reached > _U(1 << 11))
    bit = _SUITS + (suit << _TWO)
    return bit, (word >> bit) & _U(15)


@inline
def settle_plain(shoe: Shoe, number: Integer, by: PairTables) -> None:
    """Record how the rounds without a possible flush end."""
    deck, order, boards = shoe.deck, shoe.order, shoe.boards[0]
    for one in range(_U(0), number):
        word = boards[one]
        at, row = word & _AT, (word >> _ROW) & _U(PLACES_5 - 1)
        a, b, c, d = deck[at + order[0]], deck[at + order[1]], deck[at + order[2]], deck[at + order[3]]
        e, f, g, h = deck[at + order[4]], deck[at + order[5]], deck[at + order[6]], deck[at + order[7]]
        mine = house_rating(_U(a), _U(b), _U(c), _U(d), row, by)
        theirs = house_rating(_U(e), _U(f), _U(g), _U(h), row, by)
        shoe.ends[(word >> _NUMBER) & _NUMBERS] = hands_higher(mine, theirs)


@inline
def settle_flushes(shoe: Shoe, number: Integer, by: PairTables) -> None:
    """Record how the rounds with a possible flush end."""
    deck, order, boards = shoe.deck, shoe.order, shoe.boards[1]
    for one in range(_U(0), number):
        word = boards[one]
        at, row = word & _AT, (word >> _ROW) & _U(PLACES_5 - 1)
        bit, there = suit_of(word)
        suit = (bit - _SUITS) >> _TWO
        flush = suited_place(deck, at + order[2 * OWN], suit, there, by)
        a, b, c, d = deck[at + order[0]], deck[at + order[1]], deck[at + order[2]], deck[at + order[3]]
        e, f, g, h = deck[at + order[4]], deck[at + order[5]], deck[at + order[6]], deck[at + order[7]]
        mine = house_rating_with_flush(_U(a), _U(b), _U(c), _U(d), suit, row, flush, by)
        theirs = house_rating_with_flush(_U(e), _U(f), _U(g), _U(h), suit, row, flush, by)
        shoe.ends[(word >> _NUMBER) & _NUMBERS] = hands_higher(mine, theirs)


@inner
def end_rounds(seed: Integer, first: Integer, units: Integer, shoe: Shoe, by: PairTables) -> Integer:
    """Deal the rounds of `units` shoes, record their ends in `ends`, and return the number of rounds."""
    shuffle_shoes(shoe, seed, first, units)
    plain, flush = read_boards(shoe, units, by)
    settle_plain(shoe, plain, by)
    settle_flushes(shoe, flush, by)
    return units * shoe.rounds


@compiled
def count_shoes(seed: Integer, first: Integer, units: Integer, shoe: Shoe, by: PairTables, cells: IntArray) -> Integer:
    """Deal `units` shoes, count their ends in `cells`, and return the number of rounds."""
    batch = len(shoe.ends) // shoe.rounds
    for unit in range(0, units, batch):
        rounds = end_rounds(seed, first + _U(unit), min(batch, units - unit), shoe, by)
        for end in range(ENDS):
            found = np.int64(0)
            for number in range(rounds):
                found += np.int64(shoe.ends[number] == end)
            cells[end] += found
    return units * shoe.rounds


@compiled
def play_shoes(seed: Integer, first: Integer, shoe: Shoe, by: PairTables, worth: IntArray, nets: IntArray) -> Integer:
    """Write the net result of each round, from shoe `first` on, and return the number of shoes begun."""
    rounds, unit = 0, first
    while rounds < len(nets):
        end_rounds(seed, unit, 1, shoe, by)
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
    """The kernel for shoes in which the wager is made every round and set by the house way."""
    require_house_way(strategy)
    table = game_on(layout)
    assert isinstance(table, FastActionHoldem)
    standing = standing_wagers_for(table, choose_wagers(layout, wagers), PLAYER)
    ((wager, stake),) = standing.stakes.items()
    shoe = _shoe(table)
    nets = [-stake, 0, layout.odds(wager).pays(stake)]
    worth = np.array(nets, np.int64)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(count_shoes(_U(seed), _U(first), units, _with_buffers(shoe), pair_tables(), cells))

    def play(seed: int, first: int, into: Counts) -> int:
        return int(play_shoes(_U(seed), _U(first), _with_buffers(shoe), pair_tables(), worth, into))

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
        standing=standing.player_replies(lambda *known: HOUSE_WAY, BANKROLL),
        functions=(count_shoes,),
        asked=None if wagers is None else tuple(wagers),
        strategy=strategy,
        plays=HOUSE_WAY_NAME,
    )


def _shoe(table: FastActionHoldem) -> Shoe:
    decks = int(table.figure("decks"))
    size = STANDARD.size * decks
    leaves = deal_order(table, ["community_cards"])
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.uint64)
    stop = 1 if table.continuous else size - min(table.cards_behind_cut(), size - 1)
    rounds = -(-stop // len(order))
    cards = np.repeat(np.arange(STANDARD.size, dtype=np.uint8), decks)
    need = rounds * len(order)
    return Shoe(cards, order, rounds, need, rejection_limits(size, need), *_buffers(size, rounds, need))


def _with_buffers(shoe: Shoe) -> Shoe:
    """Return the shoe with its own buffers, for one thread."""
    return Shoe(*shoe[:5], *_buffers(len(shoe.cards), shoe.rounds, shoe.need))


def _buffers(size: int, rounds: int, need: int) -> Any:
    """Allocate the buffers for a batch of shoes."""
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
