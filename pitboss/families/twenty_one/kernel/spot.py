"""Two hands of a spot as tables: every hand a few states against each up card, and what its end is worth.

The one idea: hands that are not split go on a card at a time, one after the other, and then the dealer's once for both.
So an automaton of one hand is enough, and what a hand comes to hangs on its end and the dealer's total alone. What the
tables cannot tell (a split, a surrender, a dealer's blackjack) is dealt again by the round written out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.families.twenty_one.kernel.automaton import End
from pitboss.families.twenty_one.kernel.classes import VARIANTS, ClassTables
from pitboss.families.twenty_one.kernel.game import (
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
"Ends of a hand: over the limit, the same doubled, a blackjack; then those that stand, by total, and again doubled."
LOWEST = 16
"Totals below this stand as this does."
ENDS_OF_A_HAND = STANDS + 2 * (OVER - LOWEST)


@dataclass(frozen=True)
class HandStates:
    """The automaton of a hand: where it begins, by both values and the up card; and each state with a card more."""

    first: Any
    step: Any


def hand_states(hands: ClassTables) -> HandStates:
    """Of every hand that is played by values alone."""
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
    """What every end of a hand is worth against every total of the dealer; without one, where none is needed."""
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
