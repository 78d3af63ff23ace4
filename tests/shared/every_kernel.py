"""Shared parts of the kernel tests: random tables of a game, and replaying a unit with the real round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

import numpy as np

from pitboss.chapter.check import Unlawful
from pitboss.chapter.game_modules import has_game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.library.simulations import dealt_again
from pitboss.simulation.kernel import PLAYER, ROUNDS, Kernel, Slot, declared_simulation, kernel_of
from pitboss.table import Game, Settled, State, Step, game_on

GAMES = [game for game in registered_games() if has_game_module(game, "kernel")]
WAGERS = 9
"""The maximum number of wagers in a random configuration, since the real round is slow."""


def random_layout(game: str, random: Random) -> Layout:
    """Return a layout with random permitted choices on a random day."""
    rules = rules_of(game)
    while True:
        first, last = rules.game.since or date(1978, 6, 2), rules.game.until or date(2026, 1, 1)
        day = date.fromordinal(random.randint(first.toordinal(), last.toordinal()))
        options: dict[str, Any] = {}
        for name, option in rules.options.items():
            listed: list[Any] = [choice.value for choice in option.values if choice.in_force(day)]
            if option.range is not None and not listed:
                least = option.range.least or 0
                most = option.range.most
                listed = [least, most] if most is not None else [least + random.randint(0, 3), least + 90]
                listed += [Decimal("0.03")] if most is not None and most < 1 else []
            if option.in_force(day) and listed and random.random() < 0.7:
                options[name] = random.choice(listed)
        with suppress(Unlawful):
            return Layout.of(game, day, options)


def everything(game: str) -> Layout:
    """Return a layout of today that offers as many wagers as possible."""
    rules = rules_of(game)
    layout = Layout.of(game)
    for id in layout.permissible:
        wanted = {name: values[0] for name, values in rules.wagers[id].offered.items()}
        if id not in layout.wagers:
            with suppress(Unlawful):
                layout = Layout.of(game, options={**layout.options, **wanted})
    return layout


def simulated(layout: Layout) -> list[str]:
    """Return the wagers of a layout that its kernel can simulate."""
    simulation = declared_simulation(layout.rules.game.id)
    assert simulation is not None
    return [id for id in layout.wagers if id not in simulation.without]


def random_kernel(game: str, random: Random) -> Kernel:
    """Return a kernel of a random table with some wagers, each of them recorded separately."""
    layout = random_layout(game, random)
    table = game_on(layout)
    ids = simulated(layout)
    random.shuffle(ids)
    wagers: list[str] = []
    taken: set[str] = set()
    chosen: dict[tuple[str, ...], str] = {}
    for id in ids[: random.randint(1, WAGERS)]:
        spots = table.amounts.spots(table.opening(), PLAYER, id)
        flat = layout.rules.wagers[id].tied
        parts = {part for kind in filter(None, (id, flat)) for part, _ in table.amounts.breakdown(kind, 10**6)}
        if not spots and not flat:
            continue
        if not parts & taken or flat in wagers:
            # Wagers with the same places, such as a player's boxes at two positions, use the same one.
            spot = chosen.setdefault(spots, random.choice(spots) if len(spots) > 1 else "")
            wagers.append(f"{id} {spot}".strip())
            taken |= parts
    return kernel_of(layout, wagers or None)


def net_of(step: Settled, after: State) -> int:
    """Return the net of a settlement, including what the house marked as owed for it."""
    owes = getattr(step.state, "owes", None)
    return step.net if owes is None else step.net - (after.owes(PLAYER) - owes(PLAYER))


def settled(steps: list[Step]) -> dict[tuple[str, str], int]:
    """Return the net of each of the player's wagers in a round, by wager and spot."""
    found: dict[tuple[str, str], int] = {}
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


def results(kernel: Kernel, slot: Slot, game: Game[Any], rounds: list[dict[tuple[str, str], int]]) -> Iterator[int]:
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


def assert_the_same(kernel: Kernel, game: Game[Any], seed: int, unit: int) -> int:
    """Deal a unit both ways and compare every wager to the cent; return its number of rounds."""
    steps, _ = dealt_again(kernel, game, seed, unit)
    rounds = [settled(one) for one in steps]
    tally = kernel.run(seed, unit, 1)
    where = f"{kernel.layout} seed={seed} unit={unit}"
    assert tally[ROUNDS] == len(rounds), where
    for slot in kernel.slots:
        counted: Counter[int] = Counter()
        for result, count in zip(slot.results, slot.histogram(tally), strict=True):
            counted[result.net] += count
        dealt = Counter(results(kernel, slot, game, rounds))
        assert +counted == dealt, f"{slot.id} in {where}"
    nets = np.zeros(len(rounds), np.int64)
    assert kernel.play(seed, unit, nets) == 1, where
    assert nets.tolist() == [sum(one.values()) for one in rounds], where
    return len(rounds)
