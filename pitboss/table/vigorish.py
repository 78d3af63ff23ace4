"""Vigorish, which players call commission: the house's percentage of what a wager or a bank wins.

1. The amount is defined once in each game, by a function `vigorish` that its round, price and kernel call. Where it is
   rounded up (baccarat, pai gow), that function calls `vigorish_on`; where it is capped (craps), it rounds down.
2. The round decides when it is charged: with the wager (`Amounts.vigorish_when_made`), out of the winnings
   (`Amounts.vigorish_on_win`), or on the net win of a player's bank (`bank.close_bank`). On a tape it is `vig`.
3. A price counts it as a share of the win: `share_of`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Value


def vigorish_on(won: int, percent: Value | None, unit: int = 1) -> int:
    """Return `percent` percent of a win in cents, rounded up to a multiple of `unit`; None means no vigorish.

    >>> vigorish_on(25_00, 5), vigorish_on(25_00, 5, unit=25), vigorish_on(26_00, 5, unit=25)
    (125, 125, 150)
    """
    rate = percent if isinstance(percent, int) else Fraction(str(percent or 0))
    return int(-(-won * rate // (100 * unit)) * unit)


def share_of(vigorish: Callable[[int], int], won: int) -> Fraction:
    """Return the share of a win of `won` cents that a game's vigorish takes, including rounding."""
    if won < 1:
        raise ValueError(f"a stake of {dollars(won)}: it must be above $0")
    return Fraction(vigorish(won), won)


__all__ = ["share_of", "vigorish_on"]
