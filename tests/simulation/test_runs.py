"""Units of several draws match the real round's source, whether counted by last event or event by event."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.simulation.draws import OVER
from pitboss.simulation.runs import FEW, Runs
from pitboss.simulation.sources import UnitSource

BELOW = 5
END = OVER
HAND = [5, 10, END, 15, END, *[END] * 5, 20, END, END, END, END, *[END] * 5, *[END] * 5]
"""0, 1 and 3 each lead to their own state, and 0 after 1 leads to a third draw."""
AGAIN = [5, END, END, END, END, 5, END, END, 5, END]
"""A zero keeps the state any number of times, so the last event does not determine the others."""


def by_hand(follows: list[int], seed: int, unit: int) -> list[int]:
    """Return a unit's events from its source's numbers."""
    source, state, events = UnitSource(seed, unit, own_below=BELOW), 0, []
    while state != END:
        events.append(state + source.number(BELOW))
        state = follows[events[-1]]
    return events


def loop(follows: list[int]) -> Runs:
    return Runs(BELOW, np.arange(len(follows), dtype=np.int64) * 3 - 4, np.array(follows, np.int32))


@pytest.mark.parametrize("follows", [HAND, AGAIN], ids=["ends", "events"])
@pytest.mark.parametrize(("first", "units"), [(0, 1), (3, 2), (2, FEW + 1001), (4, FEW)])
def test_counting_and_playing_match_the_draws_of_the_source(follows: list[int], first: int, units: int) -> None:
    seed, runs = 2**63 + 11, loop(follows)
    events = [event for unit in range(first, first + units) for event in by_hand(follows, seed, unit)]
    cells: NDArray[np.int64] = np.zeros(len(follows), np.int64)
    assert runs.count(seed, first, units, cells) == len(events)
    assert cells.tolist() == np.bincount(events, minlength=len(follows)).tolist()
    nets = np.zeros(len(events), np.int64)
    assert runs.play(seed, first, nets) == units
    assert nets.tolist() == [3 * event - 4 for event in events]
