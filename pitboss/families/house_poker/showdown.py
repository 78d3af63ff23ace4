"""The showdown: what becomes of a wager against the dealer's hand. The one place where that is decided.

1. A *result* compares the player's hand with the dealer's: higher, tie or lower, each with or without a dealer's hand
   that qualifies. `result_of` numbers it; compiled loops use the same function.
2. A *ruling* is what a wager makes of a result by its terms in rules.toml: it wins, loses, or is returned. A dealer's
   hand that does not qualify decides before the hands are compared, unless the terms say "compared".
3. A hand that is out of the round takes no part in the showdown. A hand that folded loses what lies on it.
4. A bonus on the amount of a wager (the ante bonus) rewards a hand that stayed in, whoever wins: see `earns_bonus`.

The round (`round/settlement.py`) asks for the hands on the table, the price (`price/wagering.py`) for every end, row
and result; the nets of a kernel's cells are the price's.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

HIGHER, TIE, LOWER = "win", "tie", "lose"
_UNQUALIFIED = "_unqualified"
RESULTS = (HIGHER, TIE, LOWER, HIGHER + _UNQUALIFIED, TIE + _UNQUALIFIED, LOWER + _UNQUALIFIED)
"""The player's hand is higher, equal or lower; then the same against a dealer who does not qualify."""
ALONE = ("",)
"""The one result where there is no dealer's hand."""

Outcome = Literal["wins", "returned", "void", "loses"]
Reason = Literal["folded", "not_qualified", "higher", "tie", "lower"]


class Terms(Protocol):
    """How a wager is settled against the dealer's hand, as its terms in rules.toml say."""

    @property
    def not_qualified(self) -> Literal["compared", "wins", "returned", "void"]: ...
    @property
    def higher(self) -> Literal["wins", "returned"]: ...
    @property
    def tie(self) -> Literal["returned", "wins", "loses"]: ...


class Ruling(NamedTuple):
    """What becomes of a wager, and the comparison that decided it."""

    outcome: Outcome
    reason: Reason


def result_of(mine: int, dealers: int, least_qualifying: int) -> int:
    """The place among `RESULTS` of a hand's strength against the dealer's.

    >>> RESULTS[result_of(7, 5, 1)], RESULTS[result_of(7, 7, 8)]
    ('win', 'tie_unqualified')
    """
    return 2 - (mine >= dealers) - (mine > dealers) + 3 * (dealers < least_qualifying)


def ruling(terms: Terms, result: str, fate: str = "") -> Ruling:
    """What becomes of a wager on a hand with this result, one of `RESULTS`, and this `Hand.fate`."""
    if fate == "folded":
        return Ruling("loses", "folded")
    if result.endswith(_UNQUALIFIED) and terms.not_qualified != "compared":
        return Ruling(terms.not_qualified, "not_qualified")
    compared = result.removesuffix(_UNQUALIFIED)
    if compared == HIGHER:
        return Ruling(terms.higher, "higher")
    return Ruling(terms.tie, "tie") if compared == TIE else Ruling("loses", "lower")


def earns_bonus(fate: str) -> bool:
    """Whether a hand can be paid an ante bonus, or another bonus on the amount of a wager.

    An ante bonus is paid for the cards, whoever wins, but only to a player who stayed in. After a fold it is not paid:
    the ante on whose amount it is reckoned was given up with the hand, and the dealer has collected it. Nor is it paid
    on a hand that is void or forfeited, or one whose cards were paid at once.
    """
    return fate == ""
