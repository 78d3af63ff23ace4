"""Caribbean stud as a compiled loop: two strengths, and a look at the dealer's card where the hand asks for it.

Most hands are bet or folded whatever the dealer shows: a table by strength says so. For the others there is a mask by
place, a bit for each card that he may show, since suits count: a flush is less likely in a suit that one holds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kernel import (
    PLAYED_BY,
    RESULTS,
    TOGETHER,
    Cells,
    PokerKernel,
    Room,
    Simulated,
    Simulation,
    Whole,
    compiled,
    deal,
    five_in_order,
    leaving,
    place5,
    result,
)
from pitboss.families.house_poker.price.deals import DECK, RENAMINGS, classes, to_representative
from pitboss.games.caribbean_stud.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength5

OWN = 5
FOLD, BET, DEPENDS = 0, 1, 2
"What is done with a strength: folded or bet against every card, or not."
AT_ONCE = 1 << 17
"So many sets of cards have their masks made at once."

_ONE = np.uint64(1)


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    room: Room,
    order: Cells,
    done: Cells,
    bets: Cells,
    graded: Cells,
    rows: Whole,
    qualifying: Whole,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's five cards and then the dealer's, the one that he shows first, as they leave the deck;
    `done` what is done with each strength, `bets` the cards against which each set is bet where that depends on them,
    `graded` the row of each strength, of so many rows.
    """
    dealt = room.dealt
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    f, g, h, i, j = dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]], dealt[order[9]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), room)
        five_in_order(a, b, c, d, e)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            mine = np.uint64(strength5(key, mask))
            key = KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]] + KEYS[j[at]]
            mask = MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]] | MASKS[j[at]]
            theirs = np.uint64(strength5(key, mask))
            end = np.uint64(done[mine])
            if end == DEPENDS:
                end = (bets[place5(a[at], b[at], c[at], d[at], e[at])] >> np.uint64(f[at])) & _ONE
            cell = (end * rows + np.uint64(graded[mine])) * np.uint64(len(RESULTS))
            events[0, begin + at] = cell + result(mine, theirs, qualifying)


def _tables(at: Simulated) -> tuple[Any, ...]:
    leaves = leaving(at.table)
    shown = leaves.dealer[at.table.up - 1]
    order = np.array([*leaves.own, shown, *(card for card in leaves.dealer if card != shown)], np.int64)
    decided = decision_tables(at.played.decisions.tobytes())
    return order, *decided, at.graded, np.uint64(at.rows), np.uint64(at.best.game.qualifying)


@lru_cache(maxsize=2)
def decision_tables(decided: bytes) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """What is done with each strength; and for each set of five cards against which cards it is bet, if that depends.

    `decided` are the price's decisions: by class of hands, and by the card shown to the hand that stands for the class.
    """
    known = classes(OWN)
    bet = np.frombuffer(decided, np.uint8).reshape(len(known), DECK)
    live = np.ones(bet.shape, np.bool_)
    np.put_along_axis(live, known.representatives.astype(np.int64), False, axis=1)
    strengths = evaluate_batch(known.representatives)
    number = int(strengths.max()) + 1
    some, all_ = np.zeros(number, np.bool_), np.ones(number, np.bool_)
    np.logical_or.at(some, strengths, ((bet == BET) & live).any(axis=1))
    np.logical_and.at(all_, strengths, ((bet == BET) | ~live).all(axis=1))
    done = np.where(all_, BET, np.where(some, DEPENDS, FOLD)).astype(np.uint8)
    bets = np.zeros(len(known.class_of), np.uint64)
    renamings = to_representative(OWN)
    asking = np.flatnonzero((done[strengths] == DEPENDS)[known.class_of])
    for begin in range(0, len(asking), AT_ONCE):
        places = asking[begin : begin + AT_ONCE]
        columns = RENAMINGS[renamings[places]]
        flags = np.zeros((len(places), 64), np.uint8)
        flags[:, :DECK] = bet[known.class_of[places][:, None], columns]
        bets[places] = np.packbits(flags, axis=1, bitorder="little").view(np.uint64)[:, 0]
    return done, bets


kernel = PokerKernel(PRICING, _note, _tables)
SIMULATION = Simulation(kernel, PLAYED_BY)
