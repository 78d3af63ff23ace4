"""Simulation: rounds per second on one core compared with PyPI's crapssim, two threads compared with one, and cold
starts.

`PITBOSS_SIMULATOR` is a command that simulates six-deck blackjack with basic strategy on one core. It takes a number of
hands and prints how many it played and how many seconds they took, not counting compilation. For hhoppe/blackjack, wrap
a timed `monte_carlo_house_edge_cpu(Rules(num_decks=6), Strategy(), hands, parallel=False)`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench import rate, row
from pitboss.chapter.game_modules import has_game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.simulation.kernel import ROUNDS, Kernel, kernel_of
from pitboss.simulation.run import simulate
from pitboss.simulation.runners import Runner, SingleThread, Threads

SEED = 7
SECONDS = 0.25
"""The approximate duration of a run on one core; the best of five runs counts."""
TWICE = 1.8
"""The target for two threads, as a multiple of one."""


@dataclass(frozen=True)
class Table:
    """The simulations, each with its target in rounds per second."""

    what: str
    game: str
    wagers: list[str] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    target: float | None = None

    def kernel(self) -> Kernel:
        return kernel_of(Layout.of(self.game, options=self.options), self.wagers)


CRAPS = Table("craps simulated, pass with odds", "craps", ["pass", "pass_odds"], target=100e6)
AIMED = (
    CRAPS,
    Table("mini-dice simulated, every wager", "mini-dice", target=300e6),
    Table("sic bo simulated, every wager", "sic-bo", target=300e6),
    Table("big six simulated, every wager", "big-six", target=1000e6),
    Table("pokette simulated, card wagers", "pokette", ["straight_up", "suit", "red", "jacer"], target=1000e6),
    Table("pokette simulated with poker hand wagers", "pokette", target=1000e6),
    Table("baccarat simulated through 8-deck shoes, every wager", "baccarat-punto-banco", target=25e6),
    Table("chemin de fer simulated through 6-deck shoes, the bank passing", "chemin-de-fer", target=25e6),
    Table("pai gow simulated, the house way on both sides", "pai-gow", target=20e6),
    Table("three card poker simulated, every wager", "three-card-poker", target=30e6),
    Table("four card poker simulated, every wager", "four-card-poker", target=20e6),
    Table("Texas hold 'em bonus simulated, every wager", "texas-holdem-bonus", target=20e6),
    Table("Colorado hold 'em simulated, every wager", "colorado-holdem", target=20e6),
    Table("Mississippi stud simulated, every wager", "mississippi-stud", target=20e6),
    Table("mini-Tex simulated, every wager", "mini-tex-3-card-holdem", target=20e6),
    Table("two card joker poker simulated, every wager", "two-card-joker-poker", target=20e6),
    Table("Boston 5 stud simulated, every wager", "boston-5-stud", target=20e6),
    Table("double cross poker simulated, every wager", "double-cross-poker", target=20e6),
    Table("fast action hold 'em simulated through 6-deck shoes", "fast-action-holdem", target=20e6),
    Table("Pai gow poker simulated, both by the house way", "pai-gow-poker", target=5e6),
    Table("Asia poker simulated, both by the house way", "asia-poker", target=5e6),
    Table("blackjack simulated through 6-deck shoes", "blackjack", ["blackjack"], {"decks": 6}, target=12e6),
    Table("blackjack switch simulated, with the match wager", "blackjack-switch", target=5e6),
    Table("Spanish 21 simulated through 6-deck shoes", "spanish-21", ["spanish21"], target=12e6),
    Table("double attack blackjack simulated, with the bonus", "double-attack-blackjack", target=12e6),
    Table("triple attack blackjack simulated", "triple-attack-blackjack", ["first_attack"], target=12e6),
    Table("casino war simulated through 6-deck shoes, every wager", "casino-war", target=80e6),
    Table("red dog simulated through 6-deck shoes, every wager", "red-dog", target=80e6),
    Table("keno simulated, one 8-spot ticket", "keno", ["8_spot"], target=10e6),
)


def measure() -> list[dict[str, Any]]:
    theirs = rate(_crapssim(), 0.5)
    rows = [_rate_row(table, theirs if table is CRAPS else None) for table in AIMED]
    rows.append(row(CRAPS.what, theirs, "rolls a second", "crapssim", "1.0" if theirs else "-"))
    rows += [_rate_row(Table(f"{game} simulated, every wager", game)) for game in _others()]
    threads = [one for table in AIMED for one in _two_threads(table)]
    return [*rows, *_blackjack(), *threads, *_starts()]


def _others() -> list[str]:
    """Return every other game that can be simulated, and craps with all its wagers."""
    aimed = {table.game for table in AIMED[1:]}
    return [game for game in registered_games() if game not in aimed and has_game_module(game, "kernel")]


def _rate_row(table: Table, theirs: float | None = None) -> dict[str, Any]:
    kernel = table.kernel()
    ours = _compiled_rate(kernel)
    ratio = f"{ours / theirs:,.0f}" if theirs else "-"
    return row(table.what, ours, f"{kernel.round}s a second", ratio=ratio, target=table.target)


def _compiled_rate(kernel: Kernel) -> float:
    """Return the best of five runs, in rounds per second of CPU time."""
    kernel.run(SEED, 0, 1)
    units = max(1, int(10_000 / kernel.rounds_per_unit))
    while (took := _timed(kernel, units)[1]) < SECONDS / 4:
        units *= 4
    units = max(1, int(units * SECONDS / took))
    return max(rounds / seconds for rounds, seconds in (_timed(kernel, units) for _ in range(5)))


def _timed(kernel: Kernel, units: int) -> tuple[int, float]:
    begun = time.process_time()
    rounds = int(kernel.run(SEED, 0, units)[ROUNDS])
    return rounds, max(time.process_time() - begun, 1e-9)


SIMULATOR = "PITBOSS_SIMULATOR"
SIDES = {"match_dealer": "on", "optional_bonus": "on", "in_between": "default"}
BLACKJACK: tuple[tuple[str, dict[str, Any], list[str], str | None], ...] = (
    ("basic strategy", {"decks": 6}, ["blackjack"], None),
    ("basic strategy, with three side wagers", {"decks": 6, **SIDES}, ["blackjack", *SIDES], None),
    ("mimic the dealer", {"decks": 6}, ["blackjack"], "mimic-the-dealer"),
    ("basic strategy, one deck", {"decks": 1}, ["blackjack"], None),
    ("basic strategy, multiple action", {"decks": 6, "multiple_action": "on"}, ["ma_1", "ma_2", "ma_3"], None),
)


def _blackjack() -> list[dict[str, Any]]:
    theirs = _simulator(20_000_000)
    rows: list[dict[str, Any]] = []
    for what, options, wagers, strategy in BLACKJACK:
        ours = _compiled_rate(kernel_of(Layout.of("blackjack", options=options), wagers, strategy))
        ratio = f"{ours / theirs:.1f}" if theirs and not rows else "-"
        rows.append(row(f"blackjack simulated through shoes, {what}", ours, "hands a second", ratio=ratio))
    peer = row(rows[0]["what"], theirs, "hands a second", SIMULATOR, "1.0" if theirs else "-")
    return [rows[0], peer, *rows[1:]]


def _simulator(hands: int) -> float | None:
    """Return the given simulator's hands per second, or None."""
    command = os.environ.get(SIMULATOR)
    if not command:
        return None
    ran = subprocess.run([*shlex.split(command), str(hands)], check=True, capture_output=True, text=True)
    played, seconds = map(float, ran.stdout.split()[-2:])
    return played / seconds


def _two_threads(table: Table) -> list[dict[str, Any]]:
    """Compare whole runs, alternating, in wall-clock time and in CPU time.

    CPU time does not show when a thread waits; wall-clock time suffers from every other process.
    """
    kernel = table.kernel()
    rounds = int(4 * SECONDS * _compiled_rate(kernel))
    runs = [[_seconds_of(kernel, runner, rounds) for runner in (SingleThread(), Threads(2))] for _ in range(4)]
    (clock1, processor1), (clock2, processor2) = (
        [min(run[runner][way] for run in runs) for way in (0, 1)] for runner in (0, 1)
    )
    what = f"{table.what}: two threads"
    by_clock, by_processor = clock1 / clock2, 2 * processor1 / processor2
    return [
        row(f"{what}, by the clock", by_clock, "times one thread", ratio=f"{by_clock:.2f}", target=TWICE),
        row(f"{what}, by processor time", by_processor, "times one thread", ratio=f"{by_processor:.2f}", target=TWICE),
    ]


def _seconds_of(kernel: Kernel, runner: Runner, rounds: int) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    simulate(kernel, rounds, SEED, runner)
    return time.perf_counter() - clock, time.process_time() - processor


COLD = 1.5
"""The target in seconds from start to first round, if compiled before."""
STARTED = ("craps", "three-card-poker")


def _starts() -> list[dict[str, Any]]:
    rows = []
    for game in STARTED:
        with tempfile.TemporaryDirectory() as cache:
            compiling = _start(game, cache)
            starts = [_start(game, cache) for _ in range(5)]
        what = f"pitboss simulate {game}, 1,000 rounds, process and all"
        clock, processor = (min(start[way] for start in starts) for way in (0, 1))
        rows += [
            row(f"{what}, compiled before, by the clock", clock, "seconds", target=COLD),
            row(f"{what}, compiled before", processor, "processor seconds", target=COLD),
            row(f"{what}, first use", compiling[1], "processor seconds"),
        ]
    return rows


def _start(game: str, cache: str) -> tuple[float, float]:
    """Return the wall-clock and CPU time of a whole command, including its first round."""
    command = [sys.executable, "-c", f"from pitboss.cli import main; main(['simulate', '{game}', '--rounds', '1000'])"]
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}
    before, begun = os.times(), time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    clock, after = time.perf_counter() - begun, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return clock, used


def _crapssim() -> Callable[[int], None] | None:
    try:
        from crapssim.strategy import BetPassLine, PassLineOddsMultiplier
        from crapssim.table import Table, TableUpdate
    except ImportError:
        return None
    table = Table(seed=SEED)
    table.add_player(bankroll=10**10, strategy=BetPassLine(20) + PassLineOddsMultiplier(1))
    update = TableUpdate()

    def roll(number: int) -> None:
        for _ in range(number):
            update.run(table, verbose=False)

    return roll
