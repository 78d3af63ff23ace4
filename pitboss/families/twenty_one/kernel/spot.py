"""A spot's two hands as tables: a few states for each hand against each up card, and the value of each end.

The key idea: hands that are not split draw one after the other, and then the dealer draws once for both. So an
automaton for one hand is enough, and a hand's result only depends on its end and the dealer's total. What the tables
cannot deal (a split, a surrender, a dealer's blackjack) is dealt again by `_spot`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.families.twenty_one.kernel.automaton import End
from pitboss.families.twenty_one.kernel.classes import VARIANTS, ClassTables
from pitboss.families.twenty_one.kernel.rules import (
    BUST,
    BY_ROUND,
    DOUBLE,
    EMPTY,
    ENDS,
    FACES,
    HIT,
    OVER,
    PUSHES,
    RANKS,
    STAND,
    TOTALS,
    UNSPLIT,
    VALUES,
)

LOST, LOST_TWICE, NATURAL, STANDS = range(1, 5)
"""The ends of a hand: busted, busted after a double, a blackjack, then standing hands by total, and the same after a
double.
"""
LOWEST = 16
"""Lower totals count as this one."""
ENDS_OF_A_HAND = STANDS + 2 * (OVER - LOWEST)


@dataclass(frozen=True)
class HandStates:
    """A hand's automaton: its first state by both values and the up card, and the state after one more card."""

    first: Any
    step: Any


def hand_states(hands: ClassTables) -> HandStates:
    """The automaton for hands that are played by values alone."""
    count = len(hands.total)
    to = hands.to.reshape(count, FACES)[:, :VALUES].astype(int)
    act = hands.act.reshape(len(VARIANTS), count, VALUES)[UNSPLIT]
    rows: dict[tuple[int, ...], int] = {}
    known: dict[tuple[int, int], int] = {}

    def end(hand: int, doubled: bool) -> int:
        if hand == BUST:
            return ENDS + (LOST_TWICE if doubled else LOST)
        return ENDS + STANDS + max(int(hands.total[hand]), LOWEST) - LOWEST + (OVER - LOWEST) * doubled

    def code(hand: int, up: int) -> int:
        if (hand, up) not in known:
            does = STAND if hand == BUST or hands.total[hand] >= OVER - 1 else int(act[hand, up])
            if does == STAND:
                known[hand, up] = end(hand, doubled=False)
            elif does in (HIT, DOUBLE):
                after = [to[hand, drawn] for drawn in range(RANKS)]
                row = tuple(end(one, doubled=True) if does == DOUBLE else code(one, up) for one in after)
                known[hand, up] = VALUES * rows.setdefault(row, len(rows))
            else:
                known[hand, up] = BY_ROUND
        return known[hand, up]

    first = np.full((VALUES, VALUES, VALUES), BY_ROUND, np.uint16)
    for a in range(RANKS):
        for b in range(RANKS):
            hand = to[to[EMPTY, a], b]
            first[a, b, :RANKS] = [code(hand, up) for up in range(RANKS)]
    step = np.full((len(rows), VALUES), BY_ROUND, np.uint16)
    for row, at in rows.items():
        step[at, :RANKS] = row
    return HandStates(first.reshape(-1), step.reshape(-1))


def hand_ends(stake: int, win: int, blackjack: int) -> list[End]:
    """The value of a hand's every end against each dealer total, and without one."""
    totals = (0, *range(LOWEST + 1, LOWEST + TOTALS))
    return [_end(end, total, stake, win, blackjack) for end in range(ENDS_OF_A_HAND) for total in totals]


def _end(end: int, dealer: int, stake: int, win: int, blackjack: int) -> End:
    if end in (0, LOST):
        return End(-stake)
    if end == LOST_TWICE:
        return End(-2 * stake, double=-stake)
    if end == NATURAL:
        return End(blackjack)
    doubled, above = divmod(end - STANDS, OVER - LOWEST)
    total = LOWEST + above
    net = 0 if dealer == PUSHES or total == dealer else win if dealer == OVER or total > dealer else -stake
    return End(2 * net, double=net) if doubled else End(net)
