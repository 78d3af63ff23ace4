"""Roulette in the loop shared by games decided by one draw, with every wager on one spot.

A spin's net depends on the number and on whether even-chance wagers are held en prison, so the events are the numbers
outside prison, then those in it. A unit is a spin plus, if it imprisons wagers, the spins until they are decided.

Every wager is made before every spin; one held en prison is made again once it has been decided.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.games.roulette.round import Roulette
from pitboss.games.roulette.zero_rule import UNDECIDED
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.draws import FUNCTIONS, OVER, Draws
from pitboss.simulation.kernel import PLAYER, Kernel, Slot, choose_wagers
from pitboss.table.state import State, Wager


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The loop for a layout with these wagers standing, each on the spot it names or on one in the middle."""
    game = Roulette(layout)
    asked = choose_wagers(layout, wagers)
    spots = {kind: _place(game, kind, spot) for kind, spot in asked.items() if game.offered[kind]}
    stakes = {kind: usual_stake(game, kind) for kind in spots}
    below = len(game.wheel)
    holds = {kind for kind in spots if _held(game, kind)}
    follows = np.full(2 * below, OVER, np.int32)
    for event in range(2 * below):
        number = game.wheel[event % below]
        spot = game.prison if event >= below else ""
        void = number not in game.numbers
        stays = any(game.fate(Wager(1, kind, 1, spot), number) in UNDECIDED for kind in holds)
        if (void and event >= below) or (not void and stays):
            follows[event] = below
    slots, worth = [], np.zeros(2 * below, np.int64)
    for kind, spot in spots.items():
        results = [_net(game, kind, spot, stakes[kind], event, kind in holds) for event in range(2 * below)]
        worth += np.array([net or 0 for net in results], np.int64)
        slots.append(Slot.of(kind, game.name(kind), stakes[kind], results, spot))
    loop = Draws(below, worth, follows)

    def in_prison(state: State, kind: str) -> bool:
        return any(wager.kind == kind and game.is_imprisoned(wager.spot) for wager in state.wagers_of(PLAYER))

    return Kernel(
        layout=layout,
        unit="spin",
        round="spin",
        slots=tuple(slots),
        cells=2 * below,
        chunk=1 << 23,
        rounds_per_unit=1.0,
        at_risk=sum(stakes.values()),
        count=loop.count,
        play=loop.play,
        source=loop.source,
        standing=simulated_player(stakes, spots, stands=in_prison),
        functions=FUNCTIONS,
        asked=None if wagers is None else tuple(wagers),
    )


def _place(game: Roulette, kind: str, named: str) -> str:
    """A wager's spot: the one named, or one in the middle of the layout."""
    there = game.offered[kind]
    if not named:
        return there[len(there) // 2]
    spot = game.speech.parse_wager(kind, named)[1]
    if not (answer := game.may_place(kind, spot)):
        raise ValueError(answer.reason)
    return spot


def _held(game: Roulette, kind: str) -> bool:
    """Whether a wager can be held en prison."""
    return game.terms[kind].even_chance and game.zero_rule.on_zero == "imprisoned"


def _net(game: Roulette, kind: str, spot: str, stake: int, event: int, holds: bool) -> int | None:
    """A number's net outside prison or, in the second half of the events, in it."""
    number = game.wheel[event % len(game.wheel)]
    if number not in game.numbers:
        return None
    imprisoned = holds and event >= len(game.wheel)
    fate = game.fate(Wager(1, kind, stake, game.prison if imprisoned else spot), number)
    if fate in UNDECIDED:
        return None
    if fate == "won":
        return game.odds[kind][""].pays(stake)
    return -game.zero_rule.loss(fate, stake)


SIMULATION = Simulation(kernel)
