"""Decisions against a card that the dealer shows, as a loop reads them.

Most hands are played the same way against all cards of a rank: a table by strength and rank says so. For the others
there is, by class of hands, a mask for each choice above the cheapest, with a bit for each card that he may show to the
hand that stands for the class: suits count, since a flush is less likely in a suit that one holds. As many bits as are
set, so dear is the choice. The card shown is renamed as the hand is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import DECK, RENAMINGS, SUITS, classes, to_representative
from pitboss.simulation.compiled import Whole, inlined
from pitboss.simulation.dealing import place5

_U = np.uint64
_ZERO, _ONE = _U(0), _U(1)


class AgainstShown(NamedTuple):
    """`done` has for each strength and rank shown the place of its choice in `ends`, or their number where it depends.

    Then `masks` has for each class of hands, choice by choice above the first of `ends`, the cards against which it is
    that or a dearer one. `class_of` and `renaming` are by the place of a hand. `ends` are the numbers of the choices
    that are ever taken, the cheapest first.
    """

    done: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    class_of: NDArray[np.int32]
    renaming: NDArray[np.uint8]
    ends: NDArray[np.uint8]


@inlined
def end_against(
    by: AgainstShown, strength: Whole, a: Whole, b: Whole, c: Whole, d: Whole, e: Whole, up: Whole
) -> Whole:
    """The number of the end to which five cards, in order, of a strength are played against the card that is up."""
    done = _U(by.done[strength, up >> 2])
    if done == len(by.ends):
        place = place5(a, b, c, d, e)
        shown = _U(RENAMINGS[by.renaming[place], up])
        done = _ZERO
        for choice in range(by.masks.shape[1]):
            done += (by.masks[by.class_of[place], choice] >> shown) & _ONE
    return _U(by.ends[done])


def against_shown(decisions: NDArray[np.uint8], cards: int, order: Order) -> AgainstShown:
    """The price's decisions: by class of hands, and by the card shown to the hand that stands for the class."""
    known = classes(cards)
    live = np.ones(decisions.shape, np.bool_)
    np.put_along_axis(live, known.representatives.astype(np.int64), False, axis=1)
    ends = np.unique(np.append(decisions[live], 0)).astype(np.uint8)
    at = np.searchsorted(ends, decisions).astype(np.uint8)
    strengths = evaluate_batch(known.representatives, order)
    weakest_up = np.argsort(strengths, kind="stable")
    there, begins = np.unique(strengths[weakest_up], return_index=True)
    by_rank = (len(known), DECK // SUITS, SUITS)
    least = np.where(live, at, len(ends)).reshape(by_rank).min(axis=2)[weakest_up]
    most = np.where(live, at, 0).reshape(by_rank).max(axis=2)[weakest_up]
    low, high = np.minimum.reduceat(least, begins), np.maximum.reduceat(most, begins)
    done = np.zeros((len(order.ladder) + 1, DECK // SUITS), np.uint8)
    done[there] = np.where(low == high, high, len(ends))
    masks = np.zeros((len(known), max(1, len(ends) - 1)), np.uint64)
    for choice in range(1, len(ends)):
        flags = np.zeros((len(known), 64), np.uint8)
        flags[:, :DECK] = at >= choice
        masks[:, choice - 1] = np.packbits(flags, axis=1, bitorder="little").view(np.uint64)[:, 0]
    return AgainstShown(done, masks, known.class_of, to_representative(cards), ends)
