"""Shared parts of the kernel tests: a game's random tables, and replaying a unit with the real round."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

from pitboss.chapter.check import Unlawful
from pitboss.chapter.game_modules import has_game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.library.cross_checks import compare_unit
from pitboss.simulation.kernel import PLAYER, Kernel, declared_simulation, kernel_of
from pitboss.table import Game, game_on

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
    """Return a layout of today that offers the greatest number of wagers."""
    rules = rules_of(game)
    layout = Layout.of(game)
    for id in layout.permissible:
        wanted = {name: values[0] for name, values in rules.wagers[id].offered.items()}
        if id not in layout.wagers:
            with suppress(Unlawful):
                layout = Layout.of(game, options={**layout.options, **wanted})
    return layout


def simulated(layout: Layout) -> list[str]:
    """Return a layout's wagers that its kernel can simulate."""
    simulation = declared_simulation(layout.rules.game.id)
    assert simulation is not None
    return [id for id in layout.wagers if id not in simulation.without]


def random_kernel(game: str, random: Random) -> Kernel:
    """Return a random table's kernel with some of its wagers, each recorded separately."""
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
            # Wagers that share their places, such as a player's boxes at two positions, use the same one.
            spot = chosen.setdefault(spots, random.choice(spots) if len(spots) > 1 else "")
            wagers.append(f"{id} {spot}".strip())
            taken |= parts
    return kernel_of(layout, wagers or None)


def assert_the_same(kernel: Kernel, game: Game[Any], seed: int, unit: int) -> int:
    """Deal a unit by kernel and by round and compare every wager to the cent; return its number of rounds."""
    rounds, different = compare_unit(kernel, game, seed, unit)
    assert not different
    return len(rounds)
