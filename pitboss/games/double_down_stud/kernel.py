"""Double down stud as a compiled loop: the four known cards say whether to double, all five what is paid."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.kernels import PokerKernel, Simulated
from pitboss.families.house_poker.showdown import ALONE
from pitboss.families.house_poker.standing_wagers import leaving
from pitboss.games.double_down_stud.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.deals import classes
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, four_in_order, place4


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    buffers: ScratchBuffers,
    order: Cells,
    ends: Cells,
    graded: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the four known cards and then the hole card, as they leave the deck; `ends` the first cell of the end to
    which each set of known cards is played, `graded` the row of each strength.
    """
    dealt = buffers.dealt
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        four_in_order(a, b, c, d)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            end = np.int64(ends[place4(a[at], b[at], c[at], d[at])])
            events[0, begin + at] = end + np.int64(graded[np.uint64(strength5(key, mask))])


def _tables(at: Simulated) -> tuple[Any, ...]:
    ((known, decided),) = ((number, choices) for (number, _), choices in at.played.decisions.items())
    ends = decided[classes(known).class_of].astype(np.uint16) * at.rows
    leaves, hole = leaving(at.table), int(at.terms.figure("hole_card"))
    order = np.array([*leaves.own, *leaves.community[hole:], *leaves.community[:hole]], np.int64)
    return order, ends, at.graded


SIMULATION = PokerKernel(PRICING, _note, _tables, ALONE).simulation
