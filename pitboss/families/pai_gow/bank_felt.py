"""The bank on a felt: a box that says whose it is and what lies against it, and the plate at the place that has it.

Tiles and cards lie on felts of their own; how the bank is told is the same on both.
"""

from __future__ import annotations

from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.families.pai_gow.round import BANK, DEALER_WAGER
from pitboss.felts.card_table import Seen
from pitboss.felts.felt import Piece
from pitboss.felts.ink import INK, IVORY, text
from pitboss.felts.lettering import AMBER, fitted
from pitboss.felts.places import Place


def bank_told(seen: Seen, main: str, scale: float, size: float, within: float) -> str:
    """Whose the bank is, and how much is wagered against it; the name in letters of a `size`, `within` a width."""
    bank: Any = next((one for one in seen.get("wagers", ()) if one["kind"] == BANK and not one.get("spot")), None)
    if bank is None:
        return text(0, 6 * scale, "The dealer has the bank", 13 * scale, IVORY, 700)
    names = {seat["number"]: seat["name"] for seat in seen.get("positions", ())}
    whose = names.get(bank["position"], f"Position {bank['position']}")
    whose += " and the house" if seen.get("co") else ""
    told = text(0, -2 * scale, f"{whose}: {dollars(bank['amount'])}", size * scale, AMBER, 800, within=within * scale)
    against = sum(one["amount"] for one in seen["wagers"] if one["kind"] in (main, DEALER_WAGER))
    words = f"{dollars(against)} against it" if against else "nothing against it yet"
    return told + text(0, 13 * scale, words, 10.5 * scale, IVORY, 600)


def bank_marker(place: Place, shared: bool, x: float, y: float) -> Piece:
    """The plate of who has the bank; where a place is drawn large, at this point of it."""
    drawn = fitted("CO-BANK" if shared else "BANK", 60, 9.5, AMBER, INK)
    if place.small:
        return Piece("marker", drawn, place.x, place.y - 2)
    return Piece("marker", drawn, *place.at(x, y))


__all__ = ["bank_marker", "bank_told"]
