"""`pitboss simulate`: billions of rounds, with their errors, beside the exact price."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Table, examples, layout_of, print_json

if TYPE_CHECKING:
    from pitboss.simulation import Exact, Kernel, Runner, Sessions, SimulationReport
    from pitboss.simulation.kernel import Counts
    from pitboss.table import Dealer, Step
    from pitboss.table import Game as TableGame

NAME = "simulate"
EXAMPLES = examples(
    "pitboss simulate craps --rounds 1e8 --seed 7",
    "pitboss simulate craps --wager pass --wager pass_odds --until 0.0001",
    "pitboss simulate roulette --wager 'straight 17' --sessions 1000 --bankroll 500",
    "pitboss simulate mini-baccarat --rounds 1e10 --checkpoint night.json --resume",
    "pitboss simulate blackjack --strategy my-chart.toml --against basic",
    "pitboss simulate let-it-ride --plot ride.html --csv ride.csv",
    "pitboss simulate craps --seed 7 --redeal 41",
)
USUAL_ROUNDS, USUAL_LENGTH = 10**7, 500
_WHOLE = re.compile(r"[0-9]+|[0-9]{1,3}(?:([_,])[0-9]{3})(?:\1[0-9]{3})*|[0-9]+(?:\.[0-9]+)?[eE]\+?[0-9]{1,3}")


def command(
    game: Game,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds",
            metavar="N",
            help="At least so many rounds, in whole units; 1e8 is fine.",
            show_default="1e7; with --until as many as it takes",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same counts.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="K", help="How many work at once.", show_default="all cores")
    ] = None,
    runner: Annotated[str, typer.Option("--runner", metavar="one|threads|ray", help="Who deals.")] = "threads",
    wager: Annotated[
        list[str] | None,
        typer.Option(
            "--wager", metavar="ID", help="A wager that stands; may be repeated.", show_default="all that are offered"
        ),
    ] = None,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME|FILE", help="How decisions are made.", show_default="the best")
    ] = "",
    against: Annotated[
        str, typer.Option("--against", metavar="NAME|FILE", help="Another strategy, simulated with the same cards.")
    ] = "",
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    until: Annotated[
        str, typer.Option("--until", metavar="±X", help="Stop when every house edge is known to within X.")
    ] = "",
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="Keep the run here as it goes on.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", metavar="", help="Go on from the checkpoint, if there is one.")
    ] = False,
    sessions: Annotated[
        str | None, typer.Option("--sessions", metavar="N", help="Follow the bankroll of so many sessions, too.")
    ] = None,
    length: Annotated[
        str | None,
        typer.Option("--length", metavar="ROUNDS", help="Rounds of a session.", show_default=str(USUAL_LENGTH)),
    ] = None,
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="AMOUNT", help="Of a session.", show_default="20 times all at risk")
    ] = "",
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="The raw counts as CSV.")] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="The raw counts as Parquet (needs pyarrow).")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Pictures of the results: .svg, or .html.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", metavar="", help="Write over files that exist.")] = False,
    redeal: Annotated[
        int | None, typer.Option("--redeal", metavar="UNIT", help="Only deal this unit again, by the real round.")
    ] = None,
    json: Json = False,
) -> None:
    """Simulate a game, with its wagers standing.

    Each result comes with its error and its distance from the exact price. A run is a function of its seed alone.
    """
    with _starting():
        from pitboss.cli.simulated import files_of, show
        from pitboss.cli.working import working
        from pitboss.simulation import kernel_of, runner_named
        from pitboss.simulation.run import MOST_ROUNDS, check

        layout = layout_of(game, on or _begun_on(checkpoint, resume), choices, odds, table)
        precision = _until(until)
        most = MOST_ROUNDS if precision is not None else USUAL_ROUNDS
        number = most if rounds is None else whole(rounds, "--rounds", MOST_ROUNDS)
        check(number, seed, precision)
        dealt_by = runner_named(runner, workers)
        wagers = tuple(dict.fromkeys(wager)) if wager else None
        with working(f"{game}: how it is played") as done:
            kernel = kernel_of(layout, wagers, strategy or None, done)
        other = kernel_of(layout, wagers, against) if against else None
        if redeal is not None:
            asked = (rounds, until, sessions, length, bankroll, csv, parquet, plot, checkpoint, resume, against)
            if any(asked):
                raise ValueError("--redeal only deals one unit again: leave away what is of whole runs")
            _deal_again(kernel, seed, redeal, json)
            return
        if other is not None and checkpoint is not None:
            raise ValueError("--checkpoint is of one run: simulate the strategies one by one")
        followed = _followed((kernel,) if other is None else (kernel, other), sessions, length, bankroll)
        files = files_of(csv, parquet, plot, checkpoint, force)
        run = _Run(number, seed, dealt_by, precision, followed)
        for one in filter(None, (kernel, other)):
            _prepare(one)
    found = run.against(kernel, other) if other is not None else run.of(kernel, checkpoint, resume)
    if json:
        print_json(found)
    else:
        from pitboss.cli.paper import console

        show(console(), found)
    for file in files:
        file.write(found)


@contextmanager
def _starting() -> Iterator[None]:
    """A start makes much and throws nothing away: the collector of garbage would only look through it all again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@dataclass(frozen=True)
class _Followed:
    """Sessions as they were asked for."""

    sessions: int
    length: int
    bankroll: int


@dataclass(frozen=True)
class _Run:
    """A run as it was asked for."""

    rounds: int
    seed: int
    runner: Runner
    until: float | None
    followed: _Followed | None
    troubles: list[OSError] = field(default_factory=list)

    def of(
        self,
        kernel: Kernel,
        checkpoint: Path | None = None,
        resume: bool = False,
        size: int | None = None,
        noted: Callable[[Counts], object] = lambda part: None,
    ) -> SimulationReport:
        """What it comes to with a kernel."""
        import time

        from pitboss.simulation import Timing, report, simulate
        from pitboss.simulation.checkpoint import load
        from pitboss.simulation.kernel import ROUNDS

        again = checkpoint is not None and resume and checkpoint.exists()
        before = int(load(checkpoint, kernel, self.seed)[ROUNDS]) if again and checkpoint else 0
        begun = time.perf_counter()
        with _progress(before, checkpoint) as told:
            tally = simulate(
                kernel,
                self.rounds,
                self.seed,
                self.runner,
                checkpoint=checkpoint,
                resume=resume,
                until=self.until,
                size=size,
                progress=told,
                troubled=self._troubled,
                noted=noted,
            )
        seconds = time.perf_counter() - begun
        timing = Timing(
            seconds=seconds,
            rounds_per_second=(float(tally[ROUNDS]) - before) / seconds,
            runner=self.runner.name,
            workers=self.runner.workers,
        )
        sessions = self._sessions(kernel)
        return report(kernel, self.seed, tally, timing, exact_prices(kernel), sessions, self.until)

    def against(self, kernel: Kernel, other: Kernel) -> SimulationReport:
        """What it comes to with a kernel and, on the same units, with another."""
        from pitboss.simulation.report import compared
        from pitboss.simulation.run import piece

        size = min(piece(one, self.rounds) for one in (kernel, other))
        ours: list[Counts] = []
        theirs: list[Counts] = []
        one = self.of(kernel, size=size, noted=ours.append)
        two = self.of(other, size=size, noted=theirs.append)
        return compared(one, two, (kernel.slots[0], ours), (other.slots[0], theirs))

    def _sessions(self, kernel: Kernel) -> Sessions | None:
        from pitboss.cli.working import working
        from pitboss.simulation import sessions

        if self.followed is None:
            return None
        asked = self.followed
        with working(f"{kernel.layout.rules.game.id}: {asked.sessions:,} sessions") as done:
            return sessions(
                kernel,
                asked.sessions,
                asked.length,
                asked.bankroll,
                self.seed,
                self.runner,
                lambda number: done(number / asked.sessions),
            )

    def _troubled(self, error: OSError) -> None:
        """The disk may be full for a night: the run goes on, and says so once."""
        if not self.troubles:
            said = f"{error.filename}: {error.strerror}; the run goes on"
            print(f"pitboss: {said}", file=sys.stderr, flush=True)
        self.troubles.append(error)


# ---- what was typed


def whole(text: str, name: str, most: int, what: str = "rounds") -> int:
    """A number as people write it: 1000000, 1_000_000, 1,000,000, 1e6.

    >>> whole("1e6", "--rounds", 10**9), whole("2.5e1", "--rounds", 10**9), whole("10,000", "--rounds", 10**9)
    (1000000, 25, 10000)
    """
    from decimal import Decimal

    plain = text.strip().replace("_", "").replace(",", "")
    value = Decimal(plain) if _WHOLE.fullmatch(text.strip()) else None
    if value is None or value != value.to_integral_value():
        raise ValueError(f"{name} {text!r} is not a number of {what}: write 1000000 or 1e6")
    if not 1 <= value <= most:
        raise ValueError(f"{name} {text}: from 1 to {most:.0e} can be simulated")
    return int(value)


def _begun_on(checkpoint: Path | None, resume: bool) -> str:
    """The day of a run that goes on; midnight does not make another run of it."""
    from pitboss.simulation.checkpoint import day_of

    return day_of(checkpoint) if checkpoint is not None and resume and checkpoint.is_file() else ""


def _until(text: str) -> float | None:
    """A precision as people write it: 0.0001, ±0.0001, 0.01%."""
    if not text:
        return None
    plain = text.strip().removeprefix("±").removeprefix("+-")
    try:
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        raise ValueError(f"--until {text!r} is not a precision: write one like 0.0001, ±0.0001 or 0.01%") from None


def _followed(kernels: tuple[Kernel, ...], sessions: str | None, length: str | None, bankroll: str) -> _Followed | None:
    from pitboss.chapter.odds import cents
    from pitboss.simulation.sessions import MOST_LENGTH, MOST_SESSIONS, check

    if sessions is None:
        for name, given in (("--bankroll", bankroll), ("--length", length)):
            if given:
                raise ValueError(f"{name} is that of sessions: say how many with --sessions")
        return None
    number = whole(sessions, "--sessions", MOST_SESSIONS, "sessions")
    rounds = USUAL_LENGTH if length is None else whole(length, "--length", MOST_LENGTH)
    brought = cents(bankroll) if bankroll else 20 * max(kernel.at_risk for kernel in kernels)
    for kernel in kernels:
        check(kernel, number, rounds, brought)
    return _Followed(number, rounds, brought)


# ---- running


def _prepare(kernel: Kernel) -> None:
    """The first use compiles, and says so."""
    if not kernel.compiled:
        game = kernel.layout.rules.game.id
        print(f"First use: compiling {game} for this machine, which takes some seconds …", file=sys.stderr, flush=True)
    kernel.run(0, 0, 1)


Told = Callable[[int, float], object]
"""Of the rounds so far, and of how many there will be."""


@contextmanager
def _progress(before: int, checkpoint: Path | None) -> Iterator[Told]:
    """A bar; and what to do about a run that is broken off."""
    last = before
    try:
        with _bar(before) as shown:

            def told(done: int, of: float) -> None:
                nonlocal last
                last = done
                shown(done, of)

            yield told
    except KeyboardInterrupt:
        kept = f"they are in {checkpoint}, --resume goes on" if checkpoint else "without --checkpoint none are kept"
        print(f"pitboss: stopped after {last:,} rounds; {kept}", file=sys.stderr)
        raise


@contextmanager
def _bar(before: int) -> Iterator[Told]:
    """A bar on the terminal, with rounds a second and the time left."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    import time

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from pitboss.simulation.run import MOST_ROUNDS

    words = TextColumn("{task.fields[said]}")
    with Progress(BarColumn(), words, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, completed=before, said="")
        begun = time.perf_counter()

        def shown(done: int, of: float) -> None:
            total = of if of < MOST_ROUNDS else None
            upto = f" of {int(total):,}" if total else ""
            speed = (done - before) / max(time.perf_counter() - begun, 1e-9)
            bar.update(task, completed=done, total=total, said=f"{done:,}{upto} rounds, {speed:,.0f} a second")

        yield shown


def exact_prices(kernel: Kernel) -> dict[str, Exact]:
    """The exact price of each slot, where there is one, for the amount that was wagered."""
    from pitboss.cli.working import working

    with working(f"{kernel.layout.rules.game.id}: the exact price") as done:
        return _exact_prices(kernel, done)


def _exact_prices(kernel: Kernel, progress: Callable[[float], None]) -> dict[str, Exact]:
    from fractions import Fraction

    from pitboss.pricing import PriceReport, price
    from pitboss.simulation import Exact

    reports: dict[int, PriceReport] = {}
    found = {}
    for slot in kernel.slots:
        if slot.stake not in reports:
            try:
                reports[slot.stake] = price(kernel.layout, slot.stake, progress=progress, **kernel.pricing)
            except ValueError:
                return {}
        rows = {row.id: row for row in (*reports[slot.stake].wagers, *reports[slot.stake].combinations)}
        if slot.id in rows:
            row = rows[slot.id]
            edge = Fraction(row.exact) if row.exact else Fraction(row.house_edge)
            found[slot.id] = Exact(edge, row.std_dev, counted=row.exact is not None)
    return found


# ---- a unit dealt again


def dealt_again(kernel: Kernel, game: TableGame[Any], seed: int, unit: int) -> tuple[list[list[Step]], Dealer]:
    """The rounds of a simulated unit, dealt by the real procedure with the same dice, cards and numbers."""
    from pitboss.simulation.kernel import ROUNDS
    from pitboss.table import Dealer

    steps: list[Step] = []
    opening = kernel.opening(game) if kernel.opening is not None else None
    dealer = Dealer(game, kernel.source(seed, unit), opening, watch=steps.append)
    rounds = []
    for _ in range(int(kernel.run(seed, unit, 1)[ROUNDS])):
        dealer.finish(kernel.standing)
        rounds.append(list(steps))
        steps.clear()
    return rounds, dealer


def _deal_again(kernel: Kernel, seed: int, unit: int, json: bool) -> None:
    from pitboss.cli.told import tell_round, tell_table, worth_telling
    from pitboss.simulation.philox import SEEDS
    from pitboss.table import SURVEILLANCE, game_on

    if not 0 <= unit < SEEDS:
        raise ValueError(f"--redeal {unit}: units are numbered from 0 to {SEEDS - 1}")
    _prepare(kernel)
    rounds, dealer = dealt_again(kernel, game_on(kernel.layout), seed, unit)
    told = [
        tell_round(number, list(worth_telling(steps)), steps[-1].state, kernel.layout, SURVEILLANCE)
        for number, steps in enumerate(rounds, 1)
    ]
    if json:
        print_json(tell_table(kernel.layout, told, dealer.state))
        return
    from pitboss.cli.paper import console

    out = console()
    out.print(f"[bold]{kernel.layout.rules.game.name}[/bold], seed {seed}, {kernel.unit} {unit}")
    for one in told:
        out.print(f"\n[bold]{kernel.round.capitalize()} {one.round}[/bold]")
        for step in one.steps:
            out.print(f"  {step.text} [dim]{step.section}[/dim]", highlight=False)
