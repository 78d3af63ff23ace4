"""The bank on a felt: a box with the banker's name and the wagers against the bank, and a plate at the banker's place.

Tile and card games draw their own felts; the bank looks the same on both.
"""

from __future__ import annotations

from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.families.pai_gow.round import BANK, DEALER_WAGER
from pitboss.felts.card_table import Seen
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BRASS, INK, IVORY, SHADE, rect, text
from pitboss.felts.lettering import AMBER, fitted
from pitboss.felts.places import Place

_WIDE, _HIGH = 250.0, 44.0


def bank_box(x: float, y: float, scale: float) -> str:
    """The printed box, centered on a point; its title clears the two lines of `bank_text`."""
    wide, high = _WIDE * scale, _HIGH * scale
    how = f'fill="{SHADE}" stroke="{BRASS}" stroke-width="1.6"'
    named = text(x - wide / 2 + 10, y - high / 2 + 7.5 * scale, "THE BANK", 8.5 * scale, BRASS, 700, "start", spacing=2)
    return rect(x - wide / 2, y - high / 2, wide, high, how, 9) + named


def bank_text(seen: Seen, main: str, scale: float) -> str:
    """The contents of the box: the banker, and the amount wagered against the bank."""
    bank: Any = next((one for one in seen.get("wagers", ()) if one["kind"] == BANK and not one.get("spot")), None)
    if bank is None:
        return text(0, 4 * scale, "The dealer has the bank", 13 * scale, IVORY, 700)
    names = {seat["number"]: seat["name"] for seat in seen.get("positions", ())}
    whose = names.get(bank["position"], f"Position {bank['position']}")
    whose += " and the house" if seen.get("co") else ""
    name = f"{whose}: {dollars(bank['amount'])}"
    owner = text(0, 0.5 * scale, name, 13 * scale, AMBER, 800, within=(_WIDE - 20) * scale)
    against = sum(one["amount"] for one in seen["wagers"] if one["kind"] in (main, DEALER_WAGER))
    words = f"{dollars(against)} against it" if against else "nothing against it yet"
    return owner + text(0, 14 * scale, words, 10.5 * scale, IVORY, 600)


def bank_marker(place: Place, shared: bool, x: float, y: float) -> Piece:
    """The plate at the banker's place; if that place is drawn large, the plate goes to this point on it."""
    drawn = fitted("CO-BANK" if shared else "BANK", 60, 9.5, AMBER, INK)
    if place.small:
        return Piece("marker", drawn, place.x, place.y - 2)
    return Piece("marker", drawn, *place.at(x, y))
