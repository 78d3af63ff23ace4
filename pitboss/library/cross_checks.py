"""Deals simulated units again by the table's own procedure and compares every wager to the cent.

The compiled loop of a simulation and the round of a table are two implementations of one subchapter. On the same cards,
dice or numbers they must give the same net for every wager.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.library.simulations import dealt_again
from pitboss.simulation.kernel import PLAYER, ROUNDS, Kernel, Slot
from pitboss.table import Game, Settled, State, Step, game_on

Nets = dict[tuple[str, str], int]
"""The net of each of the player's wagers in a round, by wager and spot."""


@dataclass(frozen=True)
class CrossCheck:
    """The rounds that were dealt both ways, the settlements compared, and where the two differ."""

    rounds: int
    settlements: int
    differences: tuple[str, ...]


def deal_both_ways(kernel: Kernel, seed: int, rounds: int) -> CrossCheck:
    """Deal units, from the first on, until this many rounds were dealt both ways."""
    game, unit, dealt, compared = game_on(kernel.layout), 0, 0, 0
    found: list[str] = []
    while dealt < rounds:
        nets, different = compare_unit(kernel, game, seed, unit)
        found += different
        dealt, compared, unit = dealt + len(nets), compared + sum(map(len, nets)), unit + 1
    return CrossCheck(dealt, compared, tuple(found))


def compare_unit(kernel: Kernel, game: Game[Any], seed: int, unit: int) -> tuple[list[Nets], list[str]]:
    """Deal a unit both ways; return its rounds by the table's procedure, and how the compiled loop differs."""
    steps, _ = dealt_again(kernel, game, seed, unit)
    rounds = [settled(one) for one in steps]
    tally = kernel.run(seed, unit, 1)
    where = f"{kernel.layout} seed={seed} unit={unit}"
    if tally[ROUNDS] != len(rounds):
        return rounds, [f"{tally[ROUNDS]} rounds instead of {len(rounds)} in {where}"]
    different = []
    for slot in kernel.slots:
        counted: Counter[int] = Counter()
        for result, count in zip(slot.results, slot.histogram(tally), strict=True):
            counted[result.net] += count
        dealt = Counter(results(kernel, slot, game, rounds))
        if +counted != dealt:
            different.append(f"{slot.id}: {dict(+counted)} instead of {dict(dealt)} in {where}")
    nets = np.zeros(len(rounds), np.int64)
    kernel.play(seed, unit, nets)
    if nets.tolist() != [sum(one.values()) for one in rounds]:
        different.append(f"nets by round in {where}")
    return rounds, different


def net_of(step: Settled, after: State) -> int:
    """Return the net of a settlement, including what the house marked as owed for it."""
    owes = getattr(step.state, "owes", None)
    owes_after = getattr(after, "owes", None)
    return step.net if owes is None or owes_after is None else step.net - (owes_after(PLAYER) - owes(PLAYER))


def settled(steps: list[Step]) -> Nets:
    """Return the net of each of the player's wagers in a round, by wager and spot."""
    found: Nets = {}
    for number, step in enumerate(steps):
        if isinstance(step, Settled) and step.wager.position == PLAYER:
            place = step.wager.kind, step.wager.spot
            if step.stays:
                # Payments in addition to a wager, such as a bonus on the ante, belong to it under any name.
                place = next((other for other in found if other[0] == step.wager.kind), place)
            assert place not in found or step.stays
            after = steps[number + 1].state if number + 1 < len(steps) else step.state
            found[place] = found.get(place, 0) + net_of(step, after)
    return found


def results(kernel: Kernel, slot: Slot, game: Game[Any], rounds: list[Nets]) -> Iterator[int]:
    """Yield a slot's result each time that it was decided."""
    first, *more = slot.wagers
    parts = [part for part, _ in game.amounts.breakdown(first, slot.stake)]
    for found in rounds:
        if kernel.settled is not None:
            yield from kernel.settled(slot.id, [(kind, spot, net) for (kind, spot), net in found.items()])
            continue
        nets = {kind: net for (kind, _), net in found.items()}
        assert len(nets) == len(found)
        if any(part in nets for part in parts):
            yield sum(nets.get(part, 0) for part in (*parts, *more))
