"""Vigorish, which players call commission: the house's percentage of what a wager or a bank wins.

1. How much it is, each game says once, in a function `vigorish` that its round, its price and its kernel call. Where
   it is rounded up (baccarat, pai gow), that function calls `vigorish_on`; where it is capped (craps), it rounds down.
2. When it is charged, the round says: with the wager (`Amounts.vigorish_when_made`), out of the winnings
   (`Amounts.vigorish_on_win`), or on the net win of a player's bank (`bank.close`). On a tape it is `vig`.
3. A price counts it as a share of the win: `share_of`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pitboss.chapter.odds import dollars


def vigorish_on(won: int, percent: int, unit: int = 1) -> int:
    """So many percent of a win in cents, rounded up to a multiple of `unit`.

    >>> vigorish_on(25_00, 5), vigorish_on(25_00, 5, unit=25), vigorish_on(26_00, 5, unit=25)
    (125, 125, 150)
    """
    return -(-won * percent // (100 * unit)) * unit


def share_of(vigorish: Callable[[int], int], won: int) -> Fraction:
    """The share of a win of `won` cents that a game's vigorish takes, rounding included."""
    if won < 1:
        raise ValueError(f"a stake of {dollars(won)}: it must be above $0")
    return Fraction(vigorish(won), won)


__all__ = ["share_of", "vigorish_on"]
