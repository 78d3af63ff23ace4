"""Fast action hold 'em as a compiled loop: shoe after shoe, both sides set by the house way.

What two ranks make on a board without three of a suit is one look into a small table, by the board's ranks and the two;
a flush, where it can be, is looked up beside it. With a continuous shuffler a unit is a round, else a shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import STANDARD
from pitboss.families.house_poker.kernel import Simulation, leaving, standing_at
from pitboss.games.fast_action_holdem import house_way
from pitboss.games.fast_action_holdem.boards import BOARD, FLUSH, OWN, RANKS
from pitboss.games.fast_action_holdem.round import FastActionHoldem
from pitboss.hands import FIVE_CARD_MANY_DECKS
from pitboss.hands.tables import BUCKET_AT, RANK_KEYS, displacements, place, tables
from pitboss.pricing.contract import Progress
from pitboss.pricing.set_hands import HOUSE_WAY_NAME, played
from pitboss.simulation.compiled import Cells, Whole, compiled, inlined
from pitboss.simulation.kernel import BANKROLL, PLAYER, Counts, Kernel, Slot, chosen
from pitboss.simulation.shuffles import NUMBERS, shuffle
from pitboss.simulation.sources import UnitSource
from pitboss.simulation.tally import tick
from pitboss.table.game import game_on
from pitboss.table.setting import HOUSE_WAY

ENDS = 3
"""Neither hand higher, one, both."""
UNIT_ROUNDS = 1 << 20

HIGH = (1 << house_way.BITS) - 1
PLACES_5, PLACES_3, PLACES_4 = 1 << 13, 1 << 10, 1 << 12
PLACES = {BOARD: PLACES_5, FLUSH: PLACES_3, FLUSH + 1: PLACES_4}
"""How many places the tables of so many ranks have (`hands.tables`)."""
BUCKETS_5, BUCKETS_3, BUCKETS_4 = (len(displacements(number)) for number in PLACES)
MOVED_3, MOVED_4 = BUCKETS_5, BUCKETS_5 + BUCKETS_3
BEGINS_3, BEGINS_4 = PLACES_5, PLACES_5 + PLACES_3
BEGINS = {BOARD: 0, FLUSH: BEGINS_3, FLUSH + 1: BEGINS_4}
TO_FLUSH, REACHED = 0x1111 * (8 - FLUSH), 0x8888
"""Four bits count each suit of a board: added up, the highest of them says that there are enough for a flush."""

_U = np.uint64
_STREAM = _U(NUMBERS + 1)
_ONE, _TWO, _THREE, _BUCKET, _FLUSH, _RANKS = _U(1), _U(2), _U(3), _U(BUCKET_AT), _U(FLUSH), _U(RANKS)

rating: Any = inlined(house_way.rating)


class Shoe(NamedTuple):
    """What the loop reads, and its buffers. A round begins before `stop` cards are out; `need` cards are shuffled.

    `order` has the player's cards, the dealer's and the community cards, as they leave the shoe.
    """

    cards: NDArray[np.uint8]
    order: NDArray[np.int64]
    stop: int
    need: int
    deck: NDArray[np.uint8]
    words: NDArray[np.uint32]


class Made(NamedTuple):
    """What two cards make with a board: `rows` by the place of the board's ranks and the number of a pair of ranks.

    `flushes` by the place of the ranks that the board has in its suit, and the number of what two cards add to it: a
    rank each, or `RANKS` for a card of another suit; 0 where that is no flush. `moved` finds the places of five, three
    and four ranks.
    """

    rows: NDArray[np.int16]
    pairs: NDArray[np.uint8]
    flushes: NDArray[np.int16]
    added: NDArray[np.uint8]
    moved: NDArray[np.uint16]
    keys: NDArray[np.uint64]


@cache
def made() -> Made:
    """The tables of the loop: every board of five ranks with every two."""
    keys = RANK_KEYS
    twos = np.array(list(combinations_with_replacement(range(RANKS), 2)))
    sums = _sums(BOARD)
    rows = np.zeros((PLACES[BOARD], len(twos)), np.int16)
    by_ranks = tables(FIVE_CARD_MANY_DECKS, BOARD + 2)
    rows[place(BOARD, sums)] = by_ranks.ranks[place(BOARD + 2, sums[:, None] + keys[twos].sum(axis=1)[None, :])]
    more = list(combinations_with_replacement(range(RANKS + 1), 2))
    flushes = np.zeros((sum(PLACES.values()), len(more)), np.int16)
    for suited in range(FLUSH, BOARD + 1):
        sums = _sums(suited)
        for number, two in enumerate(more):
            ranks = [rank for rank in two if rank < RANKS]
            if suited + len(ranks) >= BOARD:
                there = suited + len(ranks)
                found = by_ranks.suited[there][place(there, sums + keys[ranks].sum())]
                flushes[BEGINS[suited] + place(suited, sums), number] = found
    moved = np.concatenate([displacements(number) for number in (BOARD, FLUSH, FLUSH + 1)])
    return Made(rows, _numbered(twos, RANKS), flushes, _numbered(more, RANKS + 1), moved, keys.astype(np.uint64))


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
def suited_place(cards: Cells, at: Whole, suit: Whole, there: Whole, made: Made) -> Whole:
    """The place of the ranks that the board has in its suit, among the flushes."""
    part = _U(0)
    for card in range(BOARD):
        one = _U(cards[at + card])
        part += made.keys[one >> _TWO] if one & _THREE == suit else _U(0)
    if there == _FLUSH:
        return _U(BEGINS_3) + placed(part, made.moved, _U(MOVED_3), _U(BUCKETS_3), _U(PLACES_3))
    if there == _FLUSH + _ONE:
        return _U(BEGINS_4) + placed(part, made.moved, _U(MOVED_4), _U(BUCKETS_4), _U(PLACES_4))
    return placed(part, made.moved, _U(0), _U(BUCKETS_5), _U(PLACES_5))


@inlined
def set_by_house(a: Whole, b: Whole, c: Whole, d: Whole, row: Whole, made: Made) -> Whole:
    """What the house makes of four cards without a flush: the rating of the best of three ways."""
    rows, pairs = made.rows, made.pairs
    e, f, g, h = a >> _TWO, b >> _TWO, c >> _TWO, d >> _TWO
    one = rating(np.int64(rows[row, pairs[e, f]]), np.int64(rows[row, pairs[g, h]]))
    two = rating(np.int64(rows[row, pairs[e, g]]), np.int64(rows[row, pairs[f, h]]))
    three = rating(np.int64(rows[row, pairs[e, h]]), np.int64(rows[row, pairs[f, g]]))
    return max(one, max(two, three))


@inlined
def either(e: Whole, f: Whole, s: Whole, t: Whole, row: Whole, flush: Whole, made: Made) -> Whole:
    """What two cards make, with a flush if they have one."""
    return max(np.int64(made.rows[row, made.pairs[e, f]]), np.int64(made.flushes[flush, made.added[s, t]]))


@inlined
def set_with_flush(a: Whole, b: Whole, c: Whole, d: Whole, suit: Whole, row: Whole, flush: Whole, made: Made) -> Whole:
    """The same where there may be one."""
    e, f, g, h = a >> _TWO, b >> _TWO, c >> _TWO, d >> _TWO
    s, t = e if a & _THREE == suit else _RANKS, f if b & _THREE == suit else _RANKS
    u, v = g if c & _THREE == suit else _RANKS, h if d & _THREE == suit else _RANKS
    one = rating(either(e, f, s, t, row, flush, made), either(g, h, u, v, row, flush, made))
    two = rating(either(e, g, s, u, row, flush, made), either(f, h, t, v, row, flush, made))
    three = rating(either(e, h, s, v, row, flush, made), either(f, g, t, u, row, flush, made))
    return max(one, max(two, three))


@inlined
def deal_round(deck: Cells, order: Cells, made: Made, at: Whole) -> Whole:
    """How many hands are higher in the round that begins with a card of the deck."""
    board = at + order[2 * OWN]
    key, suits = _U(0), _U(0)
    for card in range(BOARD):
        one = _U(deck[board + card])
        key += made.keys[one >> _TWO]
        suits += _ONE << ((one & _THREE) << _TWO)
    row = placed(key, made.moved, _U(0), _U(BUCKETS_5), _U(PLACES_5))
    a, b, c, d = deck[at + order[0]], deck[at + order[1]], deck[at + order[2]], deck[at + order[3]]
    e, f, g, h = deck[at + order[4]], deck[at + order[5]], deck[at + order[6]], deck[at + order[7]]
    a, b, c, d, e, f, g, h = _U(a), _U(b), _U(c), _U(d), _U(e), _U(f), _U(g), _U(h)
    if (suits + _U(TO_FLUSH)) & _U(REACHED):
        suit = _U(0)
        while (suits >> (suit << _TWO)) & _U(15) < _FLUSH:
            suit += _ONE
        flush = suited_place(deck, board, suit, (suits >> (suit << _TWO)) & _U(15), made)
        mine = set_with_flush(a, b, c, d, suit, row, flush, made)
        theirs = set_with_flush(e, f, g, h, suit, row, flush, made)
    else:
        mine = set_by_house(a, b, c, d, row, made)
        theirs = set_by_house(e, f, g, h, row, made)
    return np.int64(mine & HIGH > theirs & HIGH) + np.int64(mine >> house_way.BITS > theirs >> house_way.BITS)


@inlined
def fresh(shoe: Shoe, seed: Whole, unit: Whole) -> None:
    """The shoe of a unit, shuffled as far as it is dealt."""
    for card in range(len(shoe.cards)):
        shoe.deck[card] = shoe.cards[card]
    shuffle(shoe.deck, shoe.need, shoe.words, seed, unit, _STREAM)


@compiled
def count_shoes(seed: Whole, first: Whole, units: Whole, shoe: Shoe, made: Made, cells: Cells) -> Whole:
    """Deal so many shoes into the cells; how many rounds they had."""
    rounds = 0
    for unit in range(units):
        fresh(shoe, seed, first + _U(unit))
        at = 0
        while at < shoe.stop:
            tick(cells, deal_round(shoe.deck, shoe.order, made, at))
            at += len(shoe.order)
            rounds += 1
    return rounds


@compiled
def play_shoes(seed: Whole, first: Whole, shoe: Shoe, made: Made, worth: Cells, nets: Cells) -> Whole:
    """Round after round from shoe `first` on: what each comes to; how many shoes were begun."""
    rounds, unit = 0, first
    while rounds < len(nets):
        fresh(shoe, seed, unit)
        at = 0
        while at < shoe.stop and rounds < len(nets):
            nets[rounds] = worth[deal_round(shoe.deck, shoe.order, made, at)]
            at += len(shoe.order)
            rounds += 1
        unit += _U(1)
    return np.int64(unit - first)


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Shoes on a layout with the wager made in every round, set by the house way."""
    if played(strategy) != HOUSE_WAY_NAME:
        raise ValueError(
            f"{strategy!r} is not simulated: the cards are set by the {HOUSE_WAY_NAME}; `price` knows the best"
        )
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

    rounds = -(-shoe.stop // len(shoe.order))
    return Kernel(
        layout=layout,
        unit="round" if table.continuous else "shoe",
        round="round",
        slots=(Slot.of(wager, table.name(wager), stake, nets, standing.spot),),
        cells=ENDS,
        chunk=max(1, UNIT_ROUNDS // rounds),
        rounds_per_unit=float(rounds),
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
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.int64)
    stop = 1 if table.continuous else size - min(table.behind_the_cut(), size - 1)
    need = -(-stop // len(order)) * len(order)
    cards = np.repeat(np.arange(STANDARD.size, dtype=np.uint8), decks)
    return Shoe(cards, order, stop, need, cards, np.empty(0, np.uint32))


def _with_room(shoe: Shoe) -> Shoe:
    """With buffers of its own, for one thread."""
    words = np.empty(max(4, shoe.need // 12 * 4 + 8), np.uint32)
    return shoe._replace(deck=shoe.cards.copy(), words=words)


SIMULATION: Any = Simulation(kernel, HOUSE_WAY_NAME)
