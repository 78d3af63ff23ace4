"""Simulation reports on the terminal and in files."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

    from pitboss.simulation import Sessions, SimulationReport
    from pitboss.simulation.sessions import Spread

_SURE, _DOUBTFUL = 3.0, 4.0
"""From so many standard errors on, a figure is shown in yellow, and in red."""
_PICTURES = (".svg", ".html")
USUAL = 80
"""Columns of a terminal; with fewer, tables show the least."""


# ---- Files


@dataclass(frozen=True)
class File:
    """A file that was asked for: written as a whole, beside its place, so that a full disk leaves what was there."""

    path: Path
    written: Callable[[SimulationReport, Path], object]

    def write(self, found: SimulationReport) -> None:
        """The report in its place."""
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            self.written(found, beside)
            os.replace(beside, self.path)
        except OSError as error:
            raise OSError(
                error.errno, f"{os.strerror(error.errno or 0)}: nothing was written", str(self.path)
            ) from error
        finally:
            beside.unlink(missing_ok=True)


def files_of(
    csv: Path | None, parquet: Path | None, plot: Path | None, checkpoint: Path | None, force: bool
) -> list[File]:
    """The files that were asked for. Better refused now than after a night's run."""
    from importlib.util import find_spec

    if parquet is not None and find_spec("pyarrow") is None:
        raise ValueError("--parquet needs pyarrow: pip install 'pitboss[parquet]', or write --csv")
    if plot is not None and plot.suffix.lower() not in _PICTURES:
        raise ValueError(f"--plot {plot}: pictures are SVG or HTML; name a file that ends in {' or '.join(_PICTURES)}")
    named = [path for path in (csv, parquet, plot, checkpoint) if path is not None]
    for path in named:
        folder = path.absolute().parent
        if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
            raise ValueError(f"{path}: cannot be written; name a file in a folder that exists and is yours")
        if path != checkpoint and path.exists() and not force:
            raise ValueError(f"{path} exists already: give another name, or --force to write over it")
    if len({path.absolute() for path in named}) < len(named):
        raise ValueError("the same file is named twice: give each its own")
    picture = _page if plot is not None and plot.suffix.lower() == ".html" else _svg
    asked = ((csv, _csv), (parquet, _parquet), (plot, picture))
    return [File(path, written) for path, written in asked if path is not None]


def _csv(found: SimulationReport, path: Path) -> None:
    from csv import writer

    from pitboss.simulation.plots import COLUMNS, rows

    with path.open("w", encoding="utf-8", newline="") as file:
        lines = writer(file)
        lines.writerow(COLUMNS)
        lines.writerows(rows(found))


def _parquet(found: SimulationReport, path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    from pitboss.simulation.plots import COLUMNS, rows

    columns = dict(zip(COLUMNS, map(list, zip(*rows(found), strict=True)), strict=True))
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def _svg(found: SimulationReport, path: Path) -> None:
    from pitboss.simulation.plots import svg

    path.write_text(svg(found), "utf-8")


def _page(found: SimulationReport, path: Path) -> None:
    from pitboss.simulation.plots import page

    path.write_text(page(found), "utf-8")


# ---- The terminal


def show(out: Console, found: SimulationReport) -> None:
    """The report as a table to look at."""
    from rich.text import Text

    from pitboss.cli.terminal import print_future_note

    units = "" if found.unit == found.round else f" in {found.units:,} {found.unit}s"
    plays = f", played by {found.plays}" if found.plays else ""
    out.print(Text.assemble((found.game, "bold"), f" on {found.on}: {found.rounds:,} {found.round}s{units}{plays}"))
    speed = f"{found.timing.rounds_per_second:,.0f} {found.round}s a second"
    out.print(Text(f"seed {found.seed}; {found.timing.seconds:.2f} s, {speed}", "dim"))
    print_future_note(out, found.on)
    out.print(results_table(found, out.width))
    for line in remarks(found):
        out.print(Text(line, "dim"))
    if found.sessions is not None:
        show_sessions(out, found.sessions, found.round)
    if found.against is not None:
        out.print("")
        show(out, found.against)
        out.print(difference(found))


def remarks(found: SimulationReport) -> list[str]:
    """What must be known to read the table."""
    lines = []
    compared = [wager for wager in found.wagers if wager.z is not None]
    if compared:
        far = max(compared, key=lambda one: abs(one.z or 0))
        lines.append(
            f"± {found.confidence:.0%}; z: standard errors by which players did better than the exact price says, "
            f"farthest {far.z:+.2f} ({far.id})"
        )
    if any(wager.doubtful and wager.error is not None for wager in found.wagers):
        lines.append("~ is a guess: too few rounds for wagers that win so seldom and so much")
    if found.compares:
        first = found.wagers[0]
        share = first.compared / max(first.decided, 1)
        over = "" if first.compared_house_edge is None else f", with an edge of {first.compared_house_edge:.3%}"
        lines.append(
            f"exact and z are of {found.compares}: {share:.0%} of all{over}; edge and ± are of every {found.round}"
        )
    if found.until is not None and not found.known:
        lines.append(f"not every house edge is known to within ±{found.until:g} yet: ask for more --rounds")
    return lines


def difference(found: SimulationReport) -> str:
    """What a strategy is worth against another, on the first wager."""
    apart = found.difference
    if apart is None or found.against is None:
        return ""
    exact = "" if apart.exact is None else f" (exactly {apart.exact:+.4%})"
    error = "" if apart.error is None else f" ± {apart.error:.4%}"
    cost = f"{apart.house_edge:+.4%}{error}{exact}"
    return f"\n{found[apart.wager].name}: {found.plays} costs {cost} against {found.against.plays}"


def results_table(found: SimulationReport, width: int) -> RichTable:
    """A line for each wager, with as many figures as there is room for."""
    from rich.text import Text

    from pitboss.cli.terminal import WIDE, heat, one_line, percent, table
    from pitboss.simulation.plots import distribution

    figures = ["decided", "edge", "±", "exact", "z", "hit", "std dev", "skew", "push", "results"]
    if width < WIDE:
        few = ["edge", "±", "exact", "z"]
        figures = ["decided", *few, "hit", "results"] if width >= USUAL else few
    made = table("wager", *figures, right=set(figures) - {"results"})
    for column in made.columns[1:]:
        column.no_wrap = True
    for one in found.wagers:
        far = abs(one.z or 0)
        hot = "red" if far >= _DOUBTFUL else "yellow" if far >= _SURE else ""
        told: dict[str, str | Text] = {"decided": _short(one.decided)}
        if one.house_edge is not None:
            told |= {
                "edge": Text(percent(one.house_edge, 3), heat(one.house_edge)),
                "±": "" if one.error is None else f"{'~' * one.doubtful}{percent(one.error, 3)}",
                "exact": "" if one.exact_house_edge is None else percent(one.exact_house_edge, 3),
                "z": "" if one.z is None else Text(f"{one.z:+.2f}", hot),
                "hit": percent(one.hit_rate or 0, 1),
                "std dev": f"{one.std_dev:.3f}",
                "skew": "" if one.skewness is None else f"{one.skewness:+.2f}",
                "push": percent(one.push_rate or 0, 1),
                "results": distribution(one),
            }
        made.add_row(one_line(Text(f"{one.name} {one.spot}".strip())), *(told.get(name, "") for name in figures))
    return made


def show_sessions(out: Console, found: Sessions, round_word: str) -> None:
    """The sessions in a few lines."""
    from rich.text import Text

    from pitboss.chapter.odds import dollars
    from pitboss.cli.terminal import table
    from pitboss.simulation.plots import sparkline

    head = f"{found.sessions:,} sessions of up to {found.rounds:,} {round_word}s with {dollars(found.bankroll)}"
    out.print(Text(f"\n{head}", "bold"))
    low, high = found.risk_of_ruin_interval
    risk = f"{found.risk_of_ruin:.2%} (from {low:.2%} to {high:.2%})"
    out.print(f"ruined: {risk}, left with less than the {dollars(found.at_risk)} that the wagers can lose at once")

    def money(figure: float) -> str:
        return dollars(round(figure))

    lines: list[tuple[str, Spread, Callable[[float], str]]] = [
        ("final bankroll", found.final, money),
        ("deepest fall", found.drawdown, money),
        ("winning streak", found.longest_winning_streak, "{:.3g}".format),
        ("losing streak", found.longest_losing_streak, "{:.3g}".format),
    ]
    if found.rounds_to_ruin is not None:
        lines.append((f"{round_word}s to ruin", found.rounds_to_ruin, "{:,.0f}".format))
    few = found.final.percentiles if out.width >= USUAL else (5, 50, 95)
    percents = [f"{percent}%" for percent in few]
    made = table("", "mean", "±", *percents, right=["mean", "±", *percents])
    for name, spread, said in lines:
        error = "" if spread.error is None else said(spread.error)
        made.add_row(name, said(spread.mean), error, *(said(spread.percentiles[percent]) for percent in few))
    out.print(made)
    out.print(Text("streaks are the longest of a session; below, how bankrolls go", "dim"))
    paths = {percent: (found.bankroll, *found.paths[percent]) for percent in (95, 50, 5)}
    least, most = min(map(min, paths.values())), max(map(max, paths.values()))
    for percent, path in paths.items():
        points = path if out.width >= USUAL else path[::3]
        out.print(f"{percent:>3}% {sparkline(points, least, most)} {dollars(path[-1])}")


def _short(number: int) -> str:
    """A count in little room.

    >>> _short(950), _short(25_258_861), _short(3_000_000_000)
    ('950', '25.3M', '3.00G')
    """
    for power, letter in ((10**9, "G"), (10**6, "M")):
        if number >= power:
            return f"{number / power:.3g}{letter}" if number >= 10 * power else f"{number / power:.2f}{letter}"
    return f"{number:,}"
