"""How the house sets seven cards: a rule with exactly one setting, shared by table, bots, price and loop.

The rule looks at the number of cards of each rank, with the joker as an ace, and at the best low hand that keeps a
straight or a flush, and returns the low hand to set (`low_by`, 11.9). If several cards make that low hand, the setting
with the highest high hand is taken (`setting_with_low`), and the first of any equals. Input and output are integers, so
that loops can compile the same functions.

Ranks are 0 for a deuce to 12 for an ace. Low hands are numbered: first those without a pair, from 3-2 to A-K, then the
pairs. The lines of the Foxwoods way are numbered as in the fact sheet; `tiered` differs in lines 9 to 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

SIX, SEVEN, TEN, JACK, KING, ACE = 4, 5, 8, 9, 11, 12
PAIRS = ACE * (ACE + 1) // 2
"""The number of low hands without a pair; the pairs rank above them."""
NONE = -1
"""Means that no low hand keeps a straight or a flush, or that there is no such rank."""

WAYS = {"foxwoods": False, "tiered": True, "custom": False}
"""The house ways by option value: whether two pairs are set according to classes of pairs. A licensee's own way is
played, priced and simulated as the default until its lines are written here.
"""


def low_by(held: Any, complete: int, classes: bool) -> int:
    """The low hand to set, given the number of cards of each rank and the best low hand that keeps a complete high
    hand.

    >>> low_by((0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1), NONE, False) == low_hand(JACK + 1, JACK)  # A-Q-J-8-6-3
    True
    """
    four, three, lower_three, pair, second, third = NONE, NONE, NONE, NONE, NONE, NONE
    one, two, last = NONE, NONE, NONE
    for rank in range(ACE, -1, -1):
        number = held[rank]
        if number >= 4:
            four = rank
        elif number == 3:
            three, lower_three = (rank, lower_three) if three < 0 else (three, rank)
        elif number == 2:
            pair, second, third = (
                (rank, second, third) if pair < 0 else (pair, rank, third) if second < 0 else (pair, second, rank)
            )
        elif number == 1:
            one, two, last = (
                (rank, two, last) if one < 0 else (one, rank, last) if two < 0 else (one, two, max(last, rank))
            )
    singles = one * (one - 1) // 2 + two
    if held[ACE] == 5:  # 1
        return PAIRS + (KING if held[KING] == 2 else ACE)
    if four >= 0:
        if pair >= 0 or three >= 0:  # 2
            return PAIRS + max(pair, three)
        return PAIRS + four if four >= JACK or (four >= SEVEN and one < KING) else singles  # 3 to 5
    if three >= 0:
        if lower_three >= 0 or pair >= 0:  # 6, 7
            return PAIRS + (three if lower_three >= 0 else pair)
        if complete >= 0:  # 12
            return complete
        return ACE * (ACE - 1) // 2 + one if three == ACE else singles  # 13, 14
    if second >= 0:
        if third >= 0:  # 8
            return PAIRS + pair
        if classes:  # 9 to 11, by classes
            apart = one == ACE or (pair <= SIX and one == KING)
            strong_pair = pair == ACE or (pair >= JACK and second >= SEVEN)
            return singles if apart and not strong_pair else PAIRS + second
        apart = (pair < JACK and one == ACE) or (pair < SEVEN and one == KING)
        return singles if apart else PAIRS + second  # 9 to 11
    if pair >= 0:
        if complete < 0:  # 16
            return singles
        return max(singles, complete) if one == ACE and TEN <= pair <= KING else complete  # 15
    return complete if complete >= 0 else two * (two - 1) // 2 + last  # 17, 18


def low_hand(one: int, other: int) -> int:
    """The number of the low hand with these two ranks.

    >>> low_hand(0, 1), low_hand(12, 11), low_hand(0, 0), low_hand(12, 12)
    (0, 77, 78, 90)
    """
    if one == other:
        return PAIRS + one
    high, low = max(one, other), min(one, other)
    return high * (high - 1) // 2 + low


def best_complete(lows: Any, complete: Any) -> int:
    """The best low hand among settings that keep a straight or a flush; `NONE` if none does."""
    found = NONE
    for setting in range(len(lows)):
        if complete[setting] and lows[setting] > found:
            found = lows[setting]
    return found


def setting_with_low(wanted: int, lows: Any, highs: Any) -> int:
    """The setting that has this low hand and the highest high hand."""
    found, best = NONE, NONE
    for setting in range(len(lows)):
        if lows[setting] == wanted and highs[setting] > best:
            found, best = setting, highs[setting]
    return found


def set_by(way: str, held: Sequence[int], lows: Sequence[int], highs: Sequence[int], complete: Sequence[bool]) -> int:
    """The index of the setting that a house way gives."""
    return setting_with_low(low_by(held, best_complete(lows, complete), WAYS[way]), lows, highs)
