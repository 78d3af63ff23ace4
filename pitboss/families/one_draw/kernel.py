"""The loop shared by games decided by one draw, with a table of what each outcome nets for each wager."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.one_draw.round import OneDraw
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.draws import FUNCTIONS, Draws
from pitboss.simulation.kernel import Kernel, Slot, choose_wagers
from pitboss.table.game import game_on

CHUNK = 1 << 23
"""The number of draws per chunk."""


def draw_kernel(game: OneDraw[Any], wagers: Sequence[str] | None, unit: str = "draw") -> Kernel:
    """The loop for a layout with these wagers standing, each on the spot it names or on one in the middle."""
    layout = game.layout
    spots = {kind: place_of(game, kind, spot) for kind, spot in choose_wagers(layout, wagers).items()}
    stakes = {kind: usual_stake(game, kind, spot) for kind, spot in spots.items()}
    worth = np.zeros(len(game.outcomes), np.int64)
    slots = []
    for kind, spot in spots.items():
        results = [net_of(game, kind, spot, stakes[kind], drawn) for drawn in game.outcomes]
        worth += np.array([net or 0 for net in results], np.int64)
        slots.append(Slot.of(kind, game.name(kind), stakes[kind], results, spot))
    loop = Draws(len(game.outcomes), worth)
    return Kernel(
        layout=layout,
        unit=unit,
        round=unit,
        slots=tuple(slots),
        cells=len(game.outcomes),
        chunk=CHUNK,
        rounds_per_unit=1.0,
        at_risk=sum(stakes.values()),
        count=loop.count,
        play=loop.play,
        source=loop.source,
        standing=simulated_player(stakes, spots),
        functions=FUNCTIONS,
        asked=None if wagers is None else tuple(wagers),
    )


def place_of(game: OneDraw[Any], kind: str, named: str) -> str:
    """A wager's spot: the one named, or one in the middle of the layout."""
    there = game.amounts.spots(game.opening(), 1, kind)
    if not named:
        return there[len(there) // 2]
    spot = game.speech.parse_wager(kind, named)[1]
    if spot not in there:
        raise ValueError(f"there is no {game.name(kind)} {named!r}; choose from: {', '.join(there)}")
    return spot


def net_of(game: OneDraw[Any], kind: str, spot: str, stake: int, drawn: Any) -> int | None:
    """What a draw nets for a wager; None if the draw does not decide it."""
    fate = game.lands(kind, spot, drawn)
    if fate is None:
        return -stake
    return game.odds[kind][fate].pays(stake) if isinstance(fate, str) else None


def simulation(unit: str = "draw") -> Simulation:
    """Build `SIMULATION` in a game's `kernel.py`, as in `SIMULATION = simulation("spin")`."""

    def kernel(
        layout: Layout,
        wagers: Sequence[str] | None = None,
        strategy: str | None = None,
        progress: Progress | None = None,
    ) -> Kernel:
        game = game_on(layout)
        assert isinstance(game, OneDraw)
        return draw_kernel(game, wagers, unit)

    return Simulation(kernel)
