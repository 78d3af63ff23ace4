"""Simulation: rounds a second of one core beside PyPI's crapssim, two threads beside one, and cold starts.

`PITBOSS_SIMULATOR` is a command that simulates blackjack through six-deck shoes by basic strategy on one core. It is
given a number of hands, and prints how many it played and the seconds that they took, apart from compiling. For
hhoppe/blackjack that is `monte_carlo_house_edge_cpu(Rules(num_decks=6), Strategy(), hands, parallel=False)` between two
looks at the clock.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from bench import rate
from pitboss.chapter import Layout
from pitboss.simulation import Kernel, Runner, Threads, kernel_of, simulate
from pitboss.simulation.kernel import ROUNDS

SEED = 7
TABLES: tuple[tuple[str, str, list[str] | None, int], ...] = (
    ("craps simulated, pass with odds", "craps", ["pass", "pass_odds"], 3_000_000),
    ("craps simulated, every wager", "craps", None, 3_000_000),
    ("baccarat simulated through 8-deck shoes, every wager", "baccarat-punto-banco", None, 100_000),
    ("roulette simulated, every wager", "roulette", None, 100_000_000),
    ("three card poker simulated, ante, play and pair plus", "three-card-poker", None, 30_000_000),
)
"What is simulated, and how many units of it."
START = "from pitboss.cli import main; main(['simulate', 'craps', '--rounds', '1000', '--wager', 'pass', '--json'])"


def measure() -> list[dict[str, Any]]:
    theirs = rate(_crapssim(), 0.5)
    rows = []
    for what, game, wagers, units in TABLES:
        kernel = kernel_of(Layout.of(game), wagers)
        ours = _compiled_rate(kernel, units)
        ratio = f"{ours / theirs:,.0f}" if theirs and wagers else "-"
        rows.append(
            {"what": what, "who": "pitboss", "figure": ours, "unit": f"{kernel.round}s a second", "ratio": ratio}
        )
    rows.insert(
        1, {"what": TABLES[0][0], "who": "crapssim", "figure": theirs, "unit": "rolls a second", "ratio": "1.0"}
    )
    if theirs is None:
        rows[1]["ratio"] = "-"
    return [*rows, *_blackjack(), *_threads(), *_starts()]


def _compiled_rate(kernel: Kernel, units: int) -> float:
    """The best of five runs, in rounds a second of this core's time."""
    kernel.run(SEED, 0, 1)
    best = 0.0
    for _ in range(5):
        begun = time.process_time()
        rounds = int(kernel.run(SEED, 0, units)[ROUNDS])
        best = max(best, rounds / (time.process_time() - begun))
    return best


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
        kernel = kernel_of(Layout.of("blackjack", options=options), wagers, strategy)
        ours = _compiled_rate(kernel, int(4_000_000 / kernel.rounds_per_unit))
        ratio = f"{ours / theirs:.1f}" if theirs and not rows else "-"
        name = f"blackjack simulated through shoes, {what}"
        rows.append({"what": name, "who": "pitboss", "figure": ours, "unit": "hands a second", "ratio": ratio})
    peer = {"what": rows[0]["what"], "who": SIMULATOR, "figure": theirs, "unit": "hands a second"}
    return [rows[0], {**peer, "ratio": "1.0" if theirs else "-"}, *rows[1:]]


def _simulator(hands: int) -> float | None:
    """Hands a second of the simulator that is given, if any."""
    command = os.environ.get(SIMULATOR)
    if not command:
        return None
    ran = subprocess.run([*shlex.split(command), str(hands)], check=True, capture_output=True, text=True)
    played, seconds = map(float, ran.stdout.split()[-2:])
    return played / seconds


def _threads() -> list[dict[str, Any]]:
    """Seconds of the clock, for whole runs; means nothing on a machine that does other work."""
    kernel = kernel_of(Layout.of("craps"), ["pass", "pass_odds"])
    rates = [max(_run_rate(kernel, runner) for _ in range(5)) for runner in (Threads(1), Threads(2))]
    return [
        {
            "what": f"craps run with {workers} thread{'s' if workers > 1 else ''}",
            "who": "pitboss",
            "figure": rate,
            "unit": "rolls a second",
            "ratio": f"{rate / rates[0]:.2f}",
        }
        for workers, rate in enumerate(rates, 1)
    ]


def _run_rate(kernel: Kernel, runner: Runner, rounds: int = 400_000_000) -> float:
    begun = time.perf_counter()
    simulate(kernel, rounds, SEED, runner)
    return rounds / (time.perf_counter() - begun)


def _starts() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as cache:
        compiling, compiled = _seconds(cache), min(_seconds(cache) for _ in range(3))
    what = "pitboss simulate craps, 1,000 rolls, process and all"
    return [
        {"what": f"{what}, compiled before", "who": "pitboss", "figure": compiled, "unit": "seconds", "ratio": "-"},
        {"what": f"{what}, first use", "who": "pitboss", "figure": compiling, "unit": "seconds", "ratio": "-"},
    ]


def _seconds(cache: str) -> float:
    """Of this core's time."""
    before = os.times()
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", START], env=environment, check=True, capture_output=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


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
