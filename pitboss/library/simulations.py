"""A simulation run: kernel, rounds, and the exact price next to each result.

A `Run` holds the parameters; `of` runs it with a kernel. Pass a `Watch` to follow its progress.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.table_file import TableFile
from pitboss.library.layouts import layout as layout_named
from pitboss.library.prices import Dollars, desk
from pitboss.pricing.contract import Progress
from pitboss.pricing.entry import price
from pitboss.pricing.report import PriceReport
from pitboss.simulation.checkpoint import load
from pitboss.simulation.first_use import compile_in_background
from pitboss.simulation.kernel import ROUNDS, Counts, Kernel, kernel_of
from pitboss.simulation.report import SimulationReport, Timing, compare_reports, simulation_report
from pitboss.simulation.run import MOST_ROUNDS, check_run, piece_size
from pitboss.simulation.run import simulate as dealt
from pitboss.simulation.runners import Runner, make_runner
from pitboss.simulation.sessions import Sessions
from pitboss.simulation.sessions import sessions as follow
from pitboss.simulation.statistics import ExactPrice
from pitboss.table import Dealer, Game, Step

USUAL_ROUNDS, USUAL_LENGTH = 10**7, 500
LARGEST_BET = 10**9
"""The largest bet that can be simulated, in cents."""
RoundsProgress = Callable[[int, float], object]
"""Called with the rounds dealt so far and the expected total."""


class Watch:
    """Callbacks for the progress of a run. This base class ignores them."""

    def share(self, what: str) -> AbstractContextManager[Progress]:
        """Return a context for a lengthy step; it yields a function to call with the completed fraction."""
        return nullcontext(lambda done: None)

    def rounds(self, before: int, checkpoint: Path | None) -> AbstractContextManager[RoundsProgress]:
        """Return a context for dealing rounds; `before` is how many were already dealt, according to a checkpoint."""
        return nullcontext(lambda done, of: None)

    def compiles(self, game: str) -> None:
        """Called when a game's loop is compiled on first use, which takes seconds; may be called more than once."""

    def on_error(self, error: OSError) -> None:
        """Called when a checkpoint could not be written."""
        raise error


LOOKS_AWAY = Watch()


@dataclass(frozen=True)
class Following:
    """The sessions to simulate: their number, their length in rounds, and the bankroll in cents."""

    sessions: int
    length: int
    bankroll: int


@dataclass(frozen=True)
class Run:
    """The parameters of a run."""

    rounds: int
    seed: int
    runner: Runner
    until: float | None = None
    following: Following | None = None
    watch: Watch = field(default=LOOKS_AWAY)

    def of(
        self,
        kernel: Kernel,
        checkpoint: Path | None = None,
        resume: bool = False,
        size: int | None = None,
        on_piece: Callable[[Counts], object] = lambda part: None,
    ) -> SimulationReport:
        """Run with a kernel and report the results."""
        again = checkpoint is not None and resume and checkpoint.exists()
        before = int(load(checkpoint, kernel, self.seed)[ROUNDS]) if again and checkpoint else 0
        begun = time.perf_counter()
        with self.watch.rounds(before, checkpoint) as progress:
            tally = dealt(
                kernel,
                self.rounds,
                self.seed,
                self.runner,
                checkpoint=checkpoint,
                resume=resume,
                until=self.until,
                size=size,
                progress=progress,
                on_error=self.watch.on_error,
                on_piece=on_piece,
            )
        seconds = time.perf_counter() - begun
        timing = Timing(
            seconds=seconds,
            rounds_per_second=(float(tally[ROUNDS]) - before) / seconds,
            runner=self.runner.name,
            workers=self.runner.workers,
        )
        sessions = self._sessions(kernel)
        with self.watch.share(f"{kernel.layout.rules.game.id}: exact price") as done:
            exact = exact_prices(kernel, done)
        return simulation_report(kernel, self.seed, tally, timing, exact, sessions, self.until)

    def against(self, kernel: Kernel, other: Kernel) -> SimulationReport:
        """Run two kernels on the same units and compare them."""
        size = min(piece_size(one, self.rounds) for one in (kernel, other))
        ours: list[Counts] = []
        theirs: list[Counts] = []
        one = self.of(kernel, size=size, on_piece=ours.append)
        two = self.of(other, size=size, on_piece=theirs.append)
        return compare_reports(one, two, (kernel.slots[0], ours), (other.slots[0], theirs))

    def _sessions(self, kernel: Kernel) -> Sessions | None:
        if self.following is None:
            return None
        wanted = self.following
        with self.watch.share(f"{kernel.layout.rules.game.id}: {wanted.sessions:,} sessions") as done:
            return follow(
                kernel,
                wanted.sessions,
                wanted.length,
                wanted.bankroll,
                self.seed,
                self.runner,
                lambda number: done(number / wanted.sessions),
            )


def kernel_for(
    layout: Layout, wagers: Sequence[str] | None = None, strategy: str | None = None, watch: Watch = LOOKS_AWAY
) -> Kernel:
    """Return the kernel of a run. On first use, its loop is compiled while the strategy and the price are computed."""
    game = layout.rules.game.id
    with compile_in_background(layout, wagers) as beside:
        if beside:
            watch.compiles(game)
        with watch.share(f"{game}: strategy") as done:
            kernel = kernel_of(layout, wagers, strategy, done)
        if beside and not kernel.pricing:
            with watch.share(f"{game}: exact price") as done:
                exact_prices(kernel, done)
    return kernel


def prepare(kernel: Kernel, watch: Watch = LOOKS_AWAY) -> None:
    """Compile whatever is not compiled yet, so that the run's timing does not include it."""
    if not kernel.compiled:
        watch.compiles(kernel.layout.rules.game.id)
    kernel.run(0, 0, 1)


def exact_prices(kernel: Kernel, progress: Progress | None = None) -> dict[str, ExactPrice]:
    """Return the exact price of each slot that has one, for the amount wagered."""
    reports: dict[int, PriceReport] = {}
    found = {}
    for slot in kernel.slots:
        if slot.stake not in reports:
            try:
                if kernel.pricing:
                    reports[slot.stake] = price(kernel.layout, slot.stake, progress=progress, **kernel.pricing)
                else:
                    reports[slot.stake] = desk.price(kernel.layout, slot.stake, progress=progress)
            except ValueError:
                return {}
        rows = {row.id: row for row in (*reports[slot.stake].wagers, *reports[slot.stake].combinations)}
        if slot.id in rows:
            row = rows[slot.id]
            edge = Fraction(row.exact) if row.exact else Fraction(row.house_edge)
            found[slot.id] = ExactPrice(edge, row.std_dev, counted=row.exact is not None)
    return found


def dealt_again(kernel: Kernel, game: Game[Any], seed: int, unit: int) -> tuple[list[list[Step]], Dealer]:
    """Deal the rounds of a simulated unit again by the real procedure, with the same dice, cards and numbers."""
    steps: list[Step] = []
    opening = kernel.opening(game) if kernel.opening is not None else None
    dealer = Dealer(game, kernel.source(seed, unit), opening, watch=steps.append)
    rounds = []
    for _ in range(int(kernel.run(seed, unit, 1)[ROUNDS])):
        dealer.finish(kernel.standing)
        rounds.append(list(steps))
        steps.clear()
    return rounds, dealer


def simulate(
    game: str | Layout,
    rounds: float | None = None,
    seed: int = 1,
    *,
    on: str | date | None = None,
    wagers: str | Sequence[str] | None = None,
    strategy: str | Path | None = None,
    against: str | Path | None = None,
    until: float | None = None,
    sessions: int = 0,
    length: int = USUAL_LENGTH,
    bankroll: Dollars | None = None,
    workers: int | None = None,
    runner: str = "threads",
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    unlawful: bool = False,
    bet: Dollars | None = None,
    **choices: Any,
) -> SimulationReport:
    """Simulate rounds of a game and report each wager's result with its error and its distance from the exact price.

    At least `rounds` (1e8 is fine) are dealt, in whole units; the same `seed` gives the same counts everywhere. With
    `until`, the run stops once every house edge is known to that precision. `wagers` are ids, by default all that are
    offered. `against` is another strategy, dealt the same cards. `sessions` simulates that many sessions with a
    `bankroll` (dollars). `bet` is the amount of every wager in dollars, by default the least from $20 up.

    >>> found = simulate("roulette", rounds=1e5, seed=7, wagers=["red"])
    >>> found.rounds, found["red"].exact
    (100000, '1/38')
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, unlawful=unlawful, **choices)
    layout = with_bet(layout, bet)
    number = (MOST_ROUNDS if until is not None else USUAL_ROUNDS) if rounds is None else _whole(rounds, "rounds")
    seed = _whole(seed, "seed")
    check_run(number, seed, until)
    dealt_by = make_runner(runner, workers)
    chosen = [wagers] if isinstance(wagers, str) else wagers
    kernel = kernel_for(layout, chosen, None if strategy is None else str(strategy))
    other = None if against is None else kernel_of(layout, chosen, str(against))
    kernels = [kernel] if other is None else [kernel, other]
    brought = 20 * max(one.at_risk for one in kernels) if bankroll is None else cents(bankroll)
    run = Run(number, seed, dealt_by, until, Following(sessions, length, brought) if sessions else None)
    for one in kernels:
        prepare(one)
    return run.of(kernel) if other is None else run.against(kernel, other)


def with_bet(layout: Layout, bet: Dollars | None) -> Layout:
    """Return the layout with limits that leave only one amount for the wagers whose amount is free."""
    if bet is None:
        return layout
    amount = cents(bet)
    if not 0 < amount <= LARGEST_BET:
        raise ValueError(f"a bet of {dollars(amount)}: from $0.01 to {dollars(LARGEST_BET)}")
    free = [name for name, rule in layout.permissible.items() if not (rule.tied or rule.amount.fixed)]
    return replace(layout, limits=replace(layout.limits, by_wager=dict.fromkeys(free, (amount, amount))))


def _whole(number: Any, what: str) -> int:
    """Convert a number such as 1e6, or a NumPy number, to an int; raises ValueError if it is not whole."""
    is_number = isinstance(number, Real) and not isinstance(number, bool)
    if is_number and isfinite(number) and number == int(number):
        return int(number)
    raise ValueError(f"{what}: {number!r} is not a whole number such as 7 or 1e6")
