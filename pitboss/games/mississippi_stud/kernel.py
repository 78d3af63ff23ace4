"""Mississippi stud as a compiled loop: two, three and four known cards say what is wagered, all five what is paid.

What is decided hangs on what was decided before, so that each street's table has a row for every state in which one can
come to it; a fold leads to an end at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.kernels import PokerKernel, Simulated
from pitboss.families.house_poker.showdown import ALONE
from pitboss.families.house_poker.standing_wagers import leaving
from pitboss.games.mississippi_stud.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.deals import classes
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place2, place3, place4, two_in_order

_U = np.uint64


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    buffers: ScratchBuffers,
    order: Cells,
    third: Cells,
    fourth: Cells,
    fifth: Cells,
    ends: Whole,
    graded: Cells,
    rows: Whole,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's two cards and then the community cards, as they leave the deck. `third`, `fourth` and
    `fifth` say where each state leads with each set of known cards: a number below `ends` is an end, those above are
    the states of the next street. `graded` is the row of each strength, of so many rows.
    """
    dealt, led = buffers.dealt, buffers.noted
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        two_in_order(a, b)
        for at in range(TOGETHER):
            led[at] = third[place2(a[at], b[at])]
        two_in_order(b, c)
        two_in_order(a, b)
        for at in range(TOGETHER):
            if led[at] >= ends:
                led[at] = fourth[_U(led[at]) - ends, place3(a[at], b[at], c[at])]
        two_in_order(c, d)
        two_in_order(b, c)
        two_in_order(a, b)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            end = _U(led[at])
            if end >= ends:
                end = _U(fifth[end - ends, place4(a[at], b[at], c[at], d[at])])
            events[0, begin + at] = end * rows + _U(graded[_U(strength5(key, mask))])


def _tables(at: Simulated) -> tuple[Any, ...]:
    game = at.best.game
    numbers = {end: number for number, end in enumerate(game.ends)}
    led = []
    for street, following in zip(game.streets, (*game.streets[1:], None), strict=True):
        states = {} if following is None else {state: len(numbers) + n for n, state in enumerate(following.choices)}
        rows = []
        for state, choices in street.choices.items():
            to = np.array([(numbers | states)[one] for one in choices.values()], np.uint8)
            rows.append(to[at.played.decisions[street.known, state]][classes(street.known).class_of])
        led.append(np.stack(rows))
    leaves = leaving(at.table)
    order = np.array([*leaves.own, *leaves.community], np.int64)
    third, fourth, fifth = led
    return order, third[0], fourth, fifth, _U(len(numbers)), at.graded, _U(at.rows)


SIMULATION = PokerKernel(PRICING, _note, _tables, ALONE).simulation
