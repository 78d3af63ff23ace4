"""Decisions that depend on the dealer's exposed card, in the form that a loop reads.

Most hands are played the same way against all cards of a rank; these are in a table by strength and rank. For the
others, each class of hands has a mask for every choice above the cheapest. It has a bit for each exposed card, as seen
by the representative of the class. Suits matter because the dealer is less likely to have a flush in a suit that the
player holds. The choice's number is the number of masks that contain the card.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import DECK, RENAMINGS, SUITS, classes, to_representative
from pitboss.simulation.compiled import Integer, inline
from pitboss.simulation.dealing import place5

_U = np.uint64
_ZERO, _ONE = _U(0), _U(1)


class UpCardDecisions(NamedTuple):
    """The choice for each hand and exposed card.

    `done` is indexed by strength and by the exposed card's rank. It has the place of the choice in `ends`, or
    `len(ends)` if the choice depends on more. Then `masks` has, for each class of hands and each choice above the
    first, the cards against which it or a more costly one is made. `class_of` and `renaming` are indexed by the place
    of a hand. `ends` are the numbers of the choices that are ever made, cheapest first.
    """

    done: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    class_of: NDArray[np.int32]
    renaming: NDArray[np.uint8]
    ends: NDArray[np.uint8]


@inline
def end_by_up_card(
    by: UpCardDecisions, strength: Integer, a: Integer, b: Integer, c: Integer, d: Integer, e: Integer, up: Integer
) -> Integer:
    """Return the end's number for five sorted cards of a given strength against the exposed card."""
    done = _U(by.done[strength, up >> 2])
    if done == len(by.ends):
        place = place5(a, b, c, d, e)
        shown = _U(RENAMINGS[by.renaming[place], up])
        done = _ZERO
        for choice in range(by.masks.shape[1]):
            done += (by.masks[by.class_of[place], choice] >> shown) & _ONE
    return _U(by.ends[done])


def up_card_decisions(decisions: NDArray[np.uint8], cards: int, order: Order) -> UpCardDecisions:
    """Convert the price's decisions, indexed by class of hands and by the exposed card as renamed with the hand."""
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
    return UpCardDecisions(done, masks, known.class_of, to_representative(cards), ends)
