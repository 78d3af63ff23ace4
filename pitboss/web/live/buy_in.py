"""Where somebody sits down, with how much, and what the limits are."""

from __future__ import annotations

from pitboss.chapter.odds import dollars


def free_seat(seats: int, taken: set[int]) -> int | None:
    """The free seat nearest to the middle of the table.

    >>> free_seat(7, {4}), free_seat(2, {1, 2})
    (3, None)
    """
    free = [number for number in range(1, seats + 1) if number not in taken]
    return min(free, key=lambda number: abs(number - (seats + 1) / 2), default=None)


def limits_told(least: int, most: int | None) -> str:
    """
    >>> limits_told(0, None), limits_told(500, 50000), limits_told(500, None)
    ('none posted', '$5 to $500', '$5 or more')
    """
    if not least and most is None:
        return "none posted"
    return f"{dollars(least)} to {dollars(most)}" if most is not None else f"{dollars(least)} or more"
