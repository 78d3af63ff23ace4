"""Second boxes: places that a player may use besides their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pitboss.table.state import State, Wager

S = TypeVar("S", bound=State)


def adjacent_spots(state: S, position: int, seats: int, box: Callable[[Wager], int]) -> tuple[str, ...]:
    """Return a position's own place and a free adjacent one, or only the adjacent one already in use.

    `box` gives the position at which a wager lies.
    """
    used = {held.spot for held in state.wagers_of(position) if held.spot}
    taken = {box(held) for held in state.wagers if held.position != position}
    seated = {seat.number for seat in state.positions}
    beside = [number for number in (position - 1, position + 1) if 1 <= number <= seats]
    free = [str(number) for number in beside if number not in taken | seated and (not used or str(number) in used)]
    return ("", *free)
