"""Places that a player may have beside his own: a second box, where the rules let him wager on two."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pitboss.table.state import State, Wager

S = TypeVar("S", bound=State)


def adjacent_spots(state: S, position: int, seats: int, box: Callable[[Wager], int]) -> tuple[str, ...]:
    """One's own position, and an adjacent one that nobody has: only the one in use, where one is.

    `box` says at which position a wager lies.
    """
    used = {held.spot for held in state.of(position) if held.spot}
    taken = {box(held) for held in state.wagers if held.position != position}
    seated = {seat.number for seat in state.positions}
    beside = [number for number in (position - 1, position + 1) if 1 <= number <= seats]
    free = [str(number) for number in beside if number not in taken | seated and (not used or str(number) in used)]
    return ("", *free)


__all__ = ["adjacent_spots"]
