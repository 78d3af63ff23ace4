"""The showdown: how a wager against the dealer's hand is decided. The round, the price and the loops all use this
module.

1. A *result* compares the player's hand with the dealer's: higher, tie or lower, each against a dealer's hand that
   qualifies or does not. `result_of` numbers it; compiled loops use the same function.
2. A *ruling* applies the terms of a wager in rules.toml to a result: the wager wins, loses, or is returned. If the
   dealer does not qualify, the hands are not compared unless the terms say "compared".
3. A hand that is out of the round takes no part in the showdown. A folded hand loses its wagers.
4. A bonus on a wager's amount (the ante bonus) is only paid to a hand that stayed in, win or lose: see
   `earns_bonus`.

The round (`round/settlement.py`) calls it for the hands on the table, and the price (`price/wagering.py`) for every
end, row and result. A kernel's cells take their nets from the price.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

HIGHER, TIE, LOWER = "win", "tie", "lose"
_UNQUALIFIED = "_unqualified"
RESULTS = (HIGHER, TIE, LOWER, HIGHER + _UNQUALIFIED, TIE + _UNQUALIFIED, LOWER + _UNQUALIFIED)
"""The player's hand is higher, equal or lower; then the same three against a dealer who does not qualify."""
ALONE = ("",)
"""The only result in a game without a dealer's hand."""

Outcome = Literal["wins", "returned", "void", "loses"]
Reason = Literal["folded", "not_qualified", "higher", "tie", "lower"]


class ShowdownTerms(Protocol):
    """How a wager is settled against the dealer's hand, by its terms in rules.toml."""

    @property
    def not_qualified(self) -> Literal["compared", "wins", "returned", "void"]: ...
    @property
    def higher(self) -> Literal["wins", "returned"]: ...
    @property
    def tie(self) -> Literal["returned", "wins", "loses"]: ...


class Ruling(NamedTuple):
    """The outcome of a wager, and the comparison that decided it."""

    outcome: Outcome
    reason: Reason


def result_of(mine: int, dealers: int, least_qualifying: int) -> int:
    """The index in `RESULTS` of a hand's strength against the dealer's.

    >>> RESULTS[result_of(7, 5, 1)], RESULTS[result_of(7, 7, 8)]
    ('win', 'tie_unqualified')
    """
    return 2 - (mine >= dealers) - (mine > dealers) + 3 * (dealers < least_qualifying)


def describe_result(result: str, compared: bool) -> str:
    """Describe a result; if the dealer does not qualify, mention the comparison only if it matters.

    >>> describe_result("tie", compared=False), describe_result("win_unqualified", compared=True)
    ('tie', 'dealer does not qualify, player higher')
    """
    words = {HIGHER: "player higher", TIE: "tie", LOWER: "dealer higher"}[result.removesuffix(_UNQUALIFIED)]
    if not result.endswith(_UNQUALIFIED):
        return words
    return f"dealer does not qualify, {words}" if compared else "dealer does not qualify"


def ruling(terms: ShowdownTerms, result: str, fate: str = "") -> Ruling:
    """Decide a wager on a hand with this result (one of `RESULTS`) and this `Hand.fate`."""
    if fate == "folded":
        return Ruling("loses", "folded")
    if result.endswith(_UNQUALIFIED) and terms.not_qualified != "compared":
        return Ruling(terms.not_qualified, "not_qualified")
    compared = result.removesuffix(_UNQUALIFIED)
    if compared == HIGHER:
        return Ruling(terms.higher, "higher")
    return Ruling(terms.tie, "tie") if compared == TIE else Ruling("loses", "lower")


def earns_bonus(fate: str) -> bool:
    """Whether a hand can be paid an ante bonus, or another bonus on a wager's amount.

    An ante bonus is paid for the cards, win or lose, but only if the player stayed in. It is not paid after a fold,
    because the ante that it would multiply was given up with the hand and collected. Nor is it paid on a hand that is
    void or forfeited, or whose cards were paid immediately.
    """
    return fate == ""
