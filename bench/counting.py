"""Simulation by count: rounds per second on one core with integer tallies by count and depth, compared with the plain
loop and with the simulator in `PITBOSS_SIMULATOR` (see `bench.simulation`), and the time to evaluate another ramp.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bench import row
from bench.simulation import SECONDS, SEED, SIMULATOR, _compiled_rate, _simulator
from pitboss.families.twenty_one.kernel.counting import CountedLoop
from pitboss.library.counts import USUAL_DEPARTURES, CountedTable, CountRun
from pitboss.library.layouts import layout
from pitboss.pricing.counting.moments import Ramp
from pitboss.pricing.counting.systems import builtin
from pitboss.simulation.contract import Simulation
from pitboss.simulation.kernel import declared_simulation, kernel_of

SHARE = 0.6
"""The target for tallies by count, as a share of the plain loop's speed."""
WHAT = "blackjack simulated through 6-deck shoes"
RAMPS = ("1-8", "1-12", "-1:0,0:1,1:2,2:4,3:8", "0:1,2:2,4:6")


def measure() -> list[dict[str, Any]]:
    table = layout("blackjack", options={"decks": "6"})
    counted, system = CountedTable.of(table), builtin("hi-lo")
    decisions = counted.decisions(system)
    best = decisions.departures()[:USUAL_DEPARTURES] if decisions is not None else ()
    simulation = declared_simulation("blackjack")
    assert isinstance(simulation, Simulation)
    assert simulation.counted is not None
    plain = _compiled_rate(kernel_of(table, ("blackjack",)))
    theirs = _simulator(20_000_000)
    rows = [row(f"{WHAT}, without counting", plain, "hands a second", ratio="1.0")]
    for what, made in (("tallies by count", ()), (f"tallies by count, {len(best)} departures", best)):
        ours = _counted_rate(simulation.counted(table, counted.shoe(system), made))
        rows.append(row(f"{WHAT}, {what}", ours, "hands a second", ratio=f"{ours / plain:.2f}", target=SHARE * plain))
    rows.append(row(f"{WHAT}, without counting", theirs, "hands a second", SIMULATOR, f"{(theirs or 0) / plain:.2f}"))
    betting = CountRun(counted, system, best, rounds=10**6).betting()
    for ramp in RAMPS:
        seconds = _best(lambda ramp=ramp: betting.figures(Ramp.parse(ramp)))
        rows.append(row(f"another ramp on the same run: {ramp}", seconds, "seconds", target=None))
    return rows


def _counted_rate(loop: CountedLoop) -> float:
    """The best of five runs, in rounds per second of CPU time."""
    loop.run(SEED, 0, 1)
    shoes = max(1, int(SECONDS * 2e7 / loop.rounds_per_shoe))
    found = []
    for _ in range(5):
        begun = time.process_time()
        rounds = int(loop.run(SEED, 0, shoes)[..., 0].sum())
        found.append(rounds / (time.process_time() - begun))
    return max(found)


def _best(work: Callable[[], object]) -> float:
    def once() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return min(once() for _ in range(5))
