"""Finding a lawful amount to offer after a refusal."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pitboss.table import Action
from pitboss.table.game import Game
from pitboss.table.state import State


def nearest(game: Game[Any], state: State, position: int, wanted: Action) -> int | None:
    """Return the lawful amount nearest to the one wanted for the same wager, or None.

    Of two equally near amounts, the smaller is returned. A coupon requires chips of its value with the wager.
    """
    seat = state.seat(position)
    offers = game.offers(state, position) if seat is not None and wanted.verb == "make" else ()
    offer = next((one for one in offers if (one.wager, one.spot) == (wanted.wager, wanted.spot)), None)
    if offer is None or seat is None:
        return None
    step = game.amounts.step(state, wanted.wager, wanted.spot)
    available = game.amounts.available(state, seat)
    most = available if offer.most is None else min(offer.most, available)
    held = state.find(position, wanted.wager, wanted.spot)
    below = max(wanted.amount, wanted.coupon - (held.amount if held else 0)) // step * step
    near = {max(offer.least, min(amount, most // step * step)) for amount in (below, below + step)}
    for amount in sorted(near - {wanted.amount}, key=lambda amount: (abs(amount - wanted.amount), amount)):
        if game.allowed(state, position, replace(wanted, amount=amount)):
            return amount
    return None
