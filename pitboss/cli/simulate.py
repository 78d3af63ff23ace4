"""`pitboss simulate`: billions of rounds, with their errors, beside the exact price."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Table, examples, layout_of, print_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

    from pitboss.simulation import Exact, Kernel, Runner, Sessions, SimulationReport
    from pitboss.table import Dealer, Step
    from pitboss.table import Game as TableGame

NAME = "simulate"
EXAMPLES = examples(
    "pitboss simulate craps --rounds 1e8 --seed 7",
    "pitboss simulate craps --wager pass --wager pass_odds --set max_odds_pass=3-4-5x --until 0.0001",
    "pitboss simulate roulette --wager 'straight 17' --wager red --sessions 1000 --bankroll 500",
    "pitboss simulate baccarat-punto-banco --rounds 1e10 --checkpoint night.json --resume",
    "pitboss simulate blackjack --set decks=6 --strategy my-chart.toml --against basic",
    "pitboss simulate craps --seed 7 --redeal 41",
)
_WHOLE = re.compile(r"\d[\d_,]*|\d+(?:\.\d+)?[eE]\+?\d{1,3}")
_SURE, _DOUBTFUL = 3.0, 4.0
"""From so many standard errors on, a figure is shown in yellow, and in red."""


def command(
    game: Game,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="At least so many rounds, in whole units; 1e8 is fine.")
    ] = "",
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same counts.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="K", help="How many work at once.", show_default="all cores")
    ] = None,
    runner: Annotated[str, typer.Option("--runner", metavar="one|threads|ray", help="Who deals.")] = "threads",
    wager: Annotated[
        list[str] | None, typer.Option("--wager", metavar="ID", help="A wager that stands; may be repeated.")
    ] = None,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME|FILE", help="How decisions are made.", show_default="the best")
    ] = "",
    against: Annotated[
        str, typer.Option("--against", metavar="NAME|FILE", help="Another strategy, simulated beside it.")
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
        int, typer.Option("--sessions", metavar="N", help="Follow the bankroll of so many sessions, too.")
    ] = 0,
    length: Annotated[int, typer.Option("--length", metavar="ROUNDS", help="Rounds of a session.")] = 500,
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="AMOUNT", help="Of a session.", show_default="20 times all at risk")
    ] = "",
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="The raw counts as CSV.")] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="The raw counts as Parquet (needs pyarrow).")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="Pictures of the results.")] = None,
    redeal: Annotated[
        int | None, typer.Option("--redeal", metavar="UNIT", help="Only deal this unit again, by the real round.")
    ] = None,
    json: Json = False,
) -> None:
    """Simulate a game, with its wagers standing.

    Each result comes with its error and its distance from the exact price. A run is a function of its seed alone.
    """
    from pitboss.cli.working import working
    from pitboss.simulation import kernel_of, runner_named
    from pitboss.simulation.run import check

    layout = layout_of(game, on, choices, odds, table)
    precision = _until(until)
    number = _rounds(rounds, precision is not None)
    check(number, seed, precision)
    dealt_by = runner_named(runner, workers)
    wagers = tuple(dict.fromkeys(wager)) if wager else None
    with working(f"{game}: how it is played") as done:
        kernel = kernel_of(layout, wagers, strategy or None, done)
    other = kernel_of(layout, wagers, against) if against else None
    if redeal is not None:
        _deal_again(kernel, seed, redeal, json)
        return
    if other is not None and checkpoint is not None:
        raise ValueError("--checkpoint is of one run: simulate the strategies one by one")
    brought = _bankroll(kernel, sessions, length, bankroll)
    _writable(csv, parquet, plot, checkpoint)
    run = _Run(number, seed, dealt_by, precision, bool(rounds) or precision is None, sessions, length, brought)
    found = run.of(kernel, checkpoint, resume)
    if other is not None:
        found = found.model_copy(update={"against": run.of(other)})
    _write(found, csv, parquet, plot)
    if json:
        print_json(found)
        return
    from pitboss.cli.paper import console

    show(console(), found)


@dataclass(frozen=True)
class _Run:
    """A run as it was asked for; `bounded` if the rounds were, and not only the precision."""

    rounds: int
    seed: int
    runner: Runner
    until: float | None
    bounded: bool
    sessions: int
    length: int
    bankroll: int

    def of(self, kernel: Kernel, checkpoint: Path | None = None, resume: bool = False) -> SimulationReport:
        """What it comes to with a kernel."""
        import time

        from pitboss.simulation import Timing, report, simulate
        from pitboss.simulation import sessions as follow

        _prepare(kernel)
        begun = time.perf_counter()
        with _progress(self.rounds if self.bounded else None) as told:
            tally = simulate(
                kernel,
                self.rounds,
                self.seed,
                self.runner,
                checkpoint=checkpoint,
                resume=resume,
                until=self.until,
                progress=told,
            )
        seconds = time.perf_counter() - begun
        timing = Timing(
            seconds=seconds,
            rounds_per_second=float(tally[1]) / seconds,
            runner=self.runner.name,
            workers=self.runner.workers,
        )
        followed = (
            follow(kernel, self.sessions, self.length, max(self.bankroll, kernel.at_risk), self.seed, self.runner)
            if self.sessions
            else None
        )
        return report(kernel, self.seed, tally, timing, exact_prices(kernel), followed)


# ---- what was typed


def _rounds(text: str, until: bool) -> int:
    """A number of rounds as people write it: 1000000, 1_000_000, 1e6."""
    from pitboss.simulation.run import MOST_ROUNDS

    if not text:
        return MOST_ROUNDS if until else 10**7
    from decimal import Decimal

    plain = text.strip().replace("_", "").replace(",", "")
    value = Decimal(plain) if _WHOLE.fullmatch(text.strip()) else None
    if value is None or value != value.to_integral_value():
        raise ValueError(f"--rounds {text!r} is not a number of rounds: write 1000000 or 1e6")
    if not 1 <= value <= MOST_ROUNDS:
        raise ValueError(f"--rounds {text}: from 1 to {MOST_ROUNDS:.0e} can be simulated")
    return int(value)


def _until(text: str) -> float | None:
    if not text:
        return None
    try:
        return float(text.strip().removeprefix("±").removeprefix("+-"))
    except ValueError:
        raise ValueError(f"--until {text!r} is not a precision: write one like 0.0001 or ±0.0001") from None


def _bankroll(kernel: Kernel, sessions: int, length: int, text: str) -> int:
    from pitboss.chapter.odds import cents
    from pitboss.simulation.sessions import check

    brought = cents(text) if text else 20 * kernel.at_risk
    if sessions:
        check(kernel, sessions, length, brought)
    elif text:
        raise ValueError("--bankroll is that of sessions: say how many with --sessions")
    return brought


def _writable(csv: Path | None, parquet: Path | None, plot: Path | None, checkpoint: Path | None) -> None:
    """Better refused now than after a night's run."""
    from importlib.util import find_spec

    if parquet is not None and find_spec("pyarrow") is None:
        raise ValueError("--parquet needs pyarrow: pip install 'pitboss[parquet]', or write --csv")
    if plot is not None and plot.suffix.lower() != ".svg":
        raise ValueError(f"--plot {plot}: pictures are SVG; name a file that ends in .svg")
    for path in (csv, parquet, plot, checkpoint):
        if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
            raise ValueError(f"{path}: cannot be written; name a file in a folder that exists")


# ---- running


def _prepare(kernel: Kernel) -> None:
    """The first use compiles, and says so."""
    if not kernel.compiled:
        game = kernel.layout.rules.game.id
        print(f"First use: compiling {game} for this machine, which takes some seconds …", file=sys.stderr, flush=True)
    kernel.run(0, 0, 1)


@contextmanager
def _progress(rounds: int | None) -> Iterator[Callable[[int], object]]:
    """A bar on the terminal, with rounds a second and the time left."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    import time

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    shown = TextColumn("{task.fields[said]}")
    with Progress(BarColumn(), shown, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rounds, said="")
        begun, before = time.perf_counter(), 0

        def told(done: int) -> None:
            nonlocal begun, before
            if not before:
                begun, before = time.perf_counter(), done
            speed = (done - before) / max(time.perf_counter() - begun, 1e-9)
            upto = f" of {rounds:,}" if rounds else ""
            bar.update(task, completed=done, said=f"{done:,}{upto} rounds, {speed:,.0f} a second")

        yield told


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


# ---- results


def _write(found: SimulationReport, csv: Path | None, parquet: Path | None, plot: Path | None) -> None:
    from pitboss.simulation.plots import COLUMNS, rows, svg

    if csv is not None:
        from csv import writer

        with csv.open("w", encoding="utf-8", newline="") as file:
            lines = writer(file)
            lines.writerow(COLUMNS)
            lines.writerows(rows(found))
    if parquet is not None:
        from importlib import import_module

        columns = dict(zip(COLUMNS, map(list, zip(*rows(found), strict=True)), strict=True))
        import_module("pyarrow.parquet").write_table(import_module("pyarrow").table(columns), parquet)
    if plot is not None:
        plot.write_text(svg(found), "utf-8")


def show(out: Console, found: SimulationReport) -> None:
    """The report as a table to look at."""
    from rich.text import Text

    units = "" if found.unit == found.round else f" in {found.units:,} {found.unit}s"
    plays = f", played by {found.plays}" if found.plays else ""
    out.print(Text.assemble((found.game, "bold"), f" on {found.on}: {found.rounds:,} {found.round}s{units}{plays}"))
    speed = f"{found.timing.rounds_per_second:,.0f} {found.round}s a second"
    out.print(Text(f"seed {found.seed}; {found.timing.seconds:.2f} s, {speed}", "dim"))
    out.print(results_table(found, out.width))
    if any(wager.z is not None for wager in found.wagers):
        far = max((wager for wager in found.wagers if wager.z is not None), key=lambda one: abs(one.z or 0))
        said = f"± {found.confidence:.0%}; z: standard errors from the exact price, farthest {far.z:+.2f} ({far.id})"
        out.print(Text(said, "dim"))
    if found.compares:
        share = found.wagers[0].compared / max(found.wagers[0].decided, 1)
        said = f"exact and z are of {found.compares}: {share:.0%} of all; edge and ± are of every {found.round}"
        out.print(Text(said, "dim"))
    if found.sessions is not None:
        show_sessions(out, found.sessions, found.round)
    if found.against is not None:
        out.print("")
        show(out, found.against)
        out.print(difference(found, found.against))


def difference(found: SimulationReport, other: SimulationReport) -> str:
    """What a strategy is worth against another, on the first wager."""
    one, two = found.wagers[0], other.wagers[0]
    if one.house_edge is None or two.house_edge is None or one.error is None or two.error is None:
        return ""
    error = (one.error**2 + two.error**2) ** 0.5
    exact = ""
    if one.exact_house_edge is not None and two.exact_house_edge is not None:
        exact = f" (exactly {one.exact_house_edge - two.exact_house_edge:+.4%})"
    cost = f"{one.house_edge - two.house_edge:+.4%} ± {error:.4%}{exact}"
    return f"\n{one.name}: {found.plays} costs {cost} against {other.plays}"


def results_table(found: SimulationReport, width: int) -> RichTable:
    from rich.text import Text

    from pitboss.cli.paper import WIDE, heat, one_line, percent, table
    from pitboss.simulation.plots import distribution

    wide = width >= WIDE
    fine = ["std dev", "skew", "push"] if wide else []
    figures = ["decided", "edge", "±", "exact", "z", "hit", *fine]
    made = table("wager", *figures, "results", right=figures)
    for column in made.columns[1:]:
        column.no_wrap = True
    for one in found.wagers:
        name = f"{one.name} {one.spot}".strip()
        if one.house_edge is None:
            made.add_row(one_line(Text(name)), "0", *[""] * (len(figures) - 1), "")
            continue
        z = abs(one.z or 0)
        made.add_row(
            one_line(Text(name)),
            _short(one.decided),
            Text(percent(one.house_edge, 3), heat(one.house_edge)),
            "" if one.error is None else percent(one.error, 3),
            "" if one.exact_house_edge is None else percent(one.exact_house_edge, 3),
            "" if one.z is None else Text(f"{one.z:+.2f}", "red" if z >= _DOUBTFUL else "yellow" if z >= _SURE else ""),
            percent(one.hit_rate or 0, 1),
            *([f"{one.std_dev:.3f}", f"{one.skewness or 0:+.2f}", percent(one.push_rate or 0, 1)] if wide else []),
            distribution(one),
        )
    return made


def show_sessions(out: Console, found: Sessions, round_word: str) -> None:
    """The sessions in a few lines."""
    from rich.text import Text

    from pitboss.chapter.odds import dollars
    from pitboss.cli.paper import table
    from pitboss.simulation.plots import sparkline

    head = f"{found.sessions:,} sessions of up to {found.rounds:,} {round_word}s with {dollars(found.bankroll)}"
    out.print(Text(f"\n{head}", "bold"))
    risk = f"{found.risk_of_ruin:.2%} ± {found.risk_of_ruin_error:.2%}"
    out.print(f"ruined: {risk} (less than the {dollars(found.at_risk)} that the wagers can lose at once)")
    lines: list[tuple[str, Any, Callable[[int], str]]] = [
        ("bankroll at the end", found.final, dollars),
        ("deepest fall", found.drawdown, dollars),
        ("longest winning streak", found.longest_winning_streak, str),
        ("longest losing streak", found.longest_losing_streak, str),
    ]
    if found.rounds_to_ruin is not None:
        lines.append((f"{round_word}s to ruin", found.rounds_to_ruin, str))
    made = table("", "mean", *(f"{percent}%" for percent in found.final.percentiles), right=["mean"])
    for name, spread, said in lines:
        made.add_row(name, said(round(spread.mean)), *(said(figure) for figure in spread.percentiles.values()))
    out.print(made)
    for percent in (95, 50, 5):
        path = (found.bankroll, *found.paths[percent])
        out.print(f"{percent:>3}% {sparkline(path)} {dollars(path[-1])}")


def _short(number: int) -> str:
    """A count in little room.

    >>> _short(950), _short(25_258_861), _short(3_000_000_000)
    ('950', '25.3M', '3.00G')
    """
    for power, letter in ((10**9, "G"), (10**6, "M")):
        if number >= power:
            return f"{number / power:.3g}{letter}" if number >= 10 * power else f"{number / power:.2f}{letter}"
    return f"{number:,}"
