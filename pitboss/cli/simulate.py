"""`pitboss simulate`: billions of rounds, with errors, compared with the exact price."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Table, Unlawful, examples, layout_of, print_json

if TYPE_CHECKING:
    from pitboss.library.simulations import Following
    from pitboss.simulation.kernel import Kernel

NAME = "simulate"
EXAMPLES = examples(
    "pitboss simulate craps --rounds 1e8 --seed 7",
    "pitboss simulate craps --wager pass --wager pass_odds --until 0.0001",
    "pitboss simulate roulette --wager 'straight 17' --sessions 1000 --bankroll 500 --bet 5",
    "pitboss simulate mini-baccarat --rounds 1e10 --checkpoint night.json --resume",
    "pitboss simulate blackjack --strategy my-chart.toml --against basic",
    "pitboss simulate let-it-ride --plot ride.html --csv ride.csv",
    "pitboss simulate craps --seed 7 --redeal 41",
)
_WHOLE = re.compile(r"[0-9]+|[0-9]{1,3}(?:([_,])[0-9]{3})(?:\1[0-9]{3})*|[0-9]+(?:\.[0-9]+)?[eE]\+?[0-9]{1,3}")


def command(
    game: Game,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds",
            metavar="N",
            help="Minimum number of rounds, in whole units; 1e8 is fine.",
            show_default="1e7; no limit with --until",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed always gives the same counts.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="K", help="Number of parallel workers.", show_default="all cores")
    ] = None,
    runner: Annotated[
        str, typer.Option("--runner", metavar="one|threads|ray", help="How to run the rounds.")
    ] = "threads",
    wager: Annotated[
        list[str] | None,
        typer.Option(
            "--wager",
            metavar="ID",
            help="A wager to place in every round; may be repeated.",
            show_default="all that are offered",
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
    unlawful: Unlawful = False,
    until: Annotated[
        str, typer.Option("--until", metavar="±X", help="Stop when every house edge is known to within X.")
    ] = "",
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="Save the run to this file as it progresses.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", metavar="", help="Continue from the checkpoint, if there is one.")
    ] = False,
    sessions: Annotated[
        str | None, typer.Option("--sessions", metavar="N", help="Also simulate the bankroll over N sessions.")
    ] = None,
    length: Annotated[
        str | None,
        typer.Option("--length", metavar="ROUNDS", help="Rounds per session.", show_default="500"),
    ] = None,
    bankroll: Annotated[
        str,
        typer.Option(
            "--bankroll", metavar="AMOUNT", help="Bankroll of a session.", show_default="20 times the amount at risk"
        ),
    ] = "",
    bet: Annotated[
        str,
        typer.Option(
            "--bet", metavar="AMOUNT", help="The amount of every wager.", show_default="the least from $20 up"
        ),
    ] = "",
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the raw counts as CSV.")] = None,
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="FILE", help="Write the raw counts as Parquet (requires pyarrow)."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Write charts of the results, as .svg or .html.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", metavar="", help="Overwrite existing files.")] = False,
    redeal: Annotated[
        int | None, typer.Option("--redeal", metavar="UNIT", help="Only deal this unit again, with the real procedure.")
    ] = None,
    json: Json = False,
) -> None:
    """Simulate a game, with the same wagers in every round.

    Each result is printed with its error and its distance from the exact price. A run depends only on its seed.
    """
    with _starting():
        from pitboss.cli.run_progress import Bars
        from pitboss.cli.simulation_report import files_of, show
        from pitboss.library.simulations import USUAL_ROUNDS, Run, kernel_for, prepare, with_bet
        from pitboss.simulation.kernel import kernel_of
        from pitboss.simulation.run import MOST_ROUNDS, check_run
        from pitboss.simulation.runners import make_runner

        layout = layout_of(game, on or _begun_on(checkpoint, resume), choices, odds, table, unlawful)
        layout = with_bet(layout, bet or None)
        precision = _until(until)
        most = MOST_ROUNDS if precision is not None else USUAL_ROUNDS
        number = most if rounds is None else whole(rounds, "--rounds", MOST_ROUNDS)
        check_run(number, seed, precision)
        dealt_by = make_runner(runner, workers)
        wagers = tuple(dict.fromkeys(wager)) if wager else None
        watch = Bars()
        kernel = kernel_for(layout, wagers, strategy or None, watch)
        other = kernel_of(layout, wagers, against) if against else None
        if redeal is not None:
            asked = (rounds, until, sessions, length, bankroll, csv, parquet, plot, checkpoint, resume, against)
            if any(asked):
                raise ValueError("--redeal only deals one unit again: omit options for whole runs")
            _deal_again(kernel, seed, redeal, json)
            return
        if other is not None and checkpoint is not None:
            raise ValueError("--checkpoint works for a single run: simulate the strategies one at a time")
        following = _following((kernel,) if other is None else (kernel, other), sessions, length, bankroll)
        files = files_of(csv, parquet, plot, checkpoint, force)
        run = Run(number, seed, dealt_by, precision, following, watch)
        for one in filter(None, (kernel, other)):
            prepare(one, run.watch)
    found = run.against(kernel, other) if other is not None else run.of(kernel, checkpoint, resume)
    if json:
        print_json(found)
    else:
        from pitboss.cli.terminal import console

        show(console(), found)
    for file in files:
        file.write(found)


@contextmanager
def _starting() -> Iterator[None]:
    """Disable garbage collection during start-up, which creates many objects and discards none."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


# ---- arguments


def whole(text: str, name: str, most: int, what: str = "rounds") -> int:
    """Parse a number written as 1000000, 1_000_000, 1,000,000 or 1e6.

    >>> whole("1e6", "--rounds", 10**9), whole("2.5e1", "--rounds", 10**9), whole("10,000", "--rounds", 10**9)
    (1000000, 25, 10000)
    """
    from decimal import Decimal

    plain = text.strip().replace("_", "").replace(",", "")
    value = Decimal(plain) if _WHOLE.fullmatch(text.strip()) else None
    if value is None or value != value.to_integral_value():
        raise ValueError(f"{name} {text!r} is not a number of {what}: write, for example, 1000000 or 1e6")
    if not 1 <= value <= most:
        raise ValueError(f"{name} {text}: must be from 1 to {most:.0e}")
    return int(value)


def _begun_on(checkpoint: Path | None, resume: bool) -> str:
    """Return the date of a resumed run, so that it stays the same run past midnight."""
    from pitboss.simulation.checkpoint import day_of

    return day_of(checkpoint) if checkpoint is not None and resume and checkpoint.is_file() else ""


def _until(text: str) -> float | None:
    """Parse a precision written as 0.0001, ±0.0001 or 0.01%."""
    if not text:
        return None
    plain = text.strip().removeprefix("±").removeprefix("+-")
    try:
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        raise ValueError(f"--until {text!r} is not a precision: write, for example, 0.0001, ±0.0001 or 0.01%") from None


def _following(
    kernels: tuple[Kernel, ...], sessions: str | None, length: str | None, bankroll: str
) -> Following | None:
    from pitboss.chapter.odds import cents
    from pitboss.library import simulations
    from pitboss.simulation.sessions import MOST_LENGTH, MOST_SESSIONS, check_sessions

    if sessions is None:
        for name, given in (("--bankroll", bankroll), ("--length", length)):
            if given:
                raise ValueError(f"{name} applies to sessions: give their number with --sessions")
        return None
    number = whole(sessions, "--sessions", MOST_SESSIONS, "sessions")
    rounds = simulations.USUAL_LENGTH if length is None else whole(length, "--length", MOST_LENGTH)
    brought = cents(bankroll) if bankroll else 20 * max(kernel.at_risk for kernel in kernels)
    for kernel in kernels:
        check_sessions(kernel, number, rounds, brought)
    return simulations.Following(number, rounds, brought)


# ---- dealing a unit again


def _deal_again(kernel: Kernel, seed: int, unit: int, json: bool) -> None:
    from pitboss.cli.run_progress import Bars
    from pitboss.library.record import notable_steps, record_round, record_table
    from pitboss.library.simulations import dealt_again, prepare
    from pitboss.simulation.philox import SEEDS
    from pitboss.table import SURVEILLANCE, game_on

    if not 0 <= unit < SEEDS:
        raise ValueError(f"--redeal {unit}: units are numbered from 0 to {SEEDS - 1}")
    prepare(kernel, Bars())
    rounds, dealer = dealt_again(kernel, game_on(kernel.layout), seed, unit)
    records = [
        record_round(number, list(notable_steps(steps)), steps[-1].state, kernel.layout, SURVEILLANCE)
        for number, steps in enumerate(rounds, 1)
    ]
    if json:
        print_json(record_table(kernel.layout, records, dealer.state))
        return
    from pitboss.cli.terminal import console

    out = console()
    out.print(f"[bold]{kernel.layout.rules.game.name}[/bold], seed {seed}, {kernel.unit} {unit}")
    for one in records:
        out.print(f"\n[bold]{kernel.round.capitalize()} {one.round}[/bold]")
        for step in one.steps:
            out.print(f"  {step.text} [dim]{step.section}[/dim]", highlight=False)
