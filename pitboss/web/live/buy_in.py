"""Choosing a seat, and describing table limits."""

from __future__ import annotations

from pitboss.chapter.odds import dollars


def free_seat(seats: int, taken: set[int]) -> int | None:
    """Return the free seat nearest to the middle of the table, or None.

    >>> free_seat(7, {4}), free_seat(2, {1, 2})
    (3, None)
    """
    free = [number for number in range(1, seats + 1) if number not in taken]
    return min(free, key=lambda number: abs(number - (seats + 1) / 2), default=None)


def format_limits(least: int, most: int | None) -> str:
    """
    >>> format_limits(0, None), format_limits(500, 50000), format_limits(500, None)
    ('none posted', '$5 to $500', '$5 or more')
    """
    if not least and most is None:
        return "none posted"
    return f"{dollars(least)} to {dollars(most)}" if most is not None else f"{dollars(least)} or more"
