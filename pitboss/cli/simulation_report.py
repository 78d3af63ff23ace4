"""Simulation reports on the terminal and in files."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

    from pitboss.simulation.report import SimulationReport
    from pitboss.simulation.sessions import Sessions, ValueSpread

_SURE, _DOUBTFUL = 3.0, 4.0
"""Figures this many standard errors off are shown in yellow, or in red."""
_PICTURES = (".svg", ".html")
USUAL = 80
"""Columns of a standard terminal; on narrower ones, tables show only the essentials."""


# ---- Files


@dataclass(frozen=True)
class File:
    """An output file. It is written beside its place and then moved, so that a full disk leaves the old one intact."""

    path: Path
    written: Callable[[SimulationReport, Path], object]

    def write(self, found: SimulationReport) -> None:
        """Write the report."""
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
    """Return the files to write; invalid paths are refused now rather than after a night's run."""
    if parquet is not None and find_spec("pyarrow") is None:
        raise ValueError("--parquet needs pyarrow: pip install 'pitboss[parquet]', or write --csv")
    if plot is not None and plot.suffix.lower() not in _PICTURES:
        raise ValueError(f"--plot {plot}: charts are SVG or HTML; the file name must end in {' or '.join(_PICTURES)}")
    named = [path for path in (csv, parquet, plot, checkpoint) if path is not None]
    for path in named:
        folder = path.absolute().parent
        if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
            raise ValueError(f"{path}: cannot be written; choose an existing folder with write permission")
        if path != checkpoint and path.exists() and not force:
            raise ValueError(f"{path} already exists: choose another name, or use --force to overwrite it")
    if len({path.absolute() for path in named}) < len(named):
        raise ValueError("the same file is named twice: use different files")
    picture = _page if plot is not None and plot.suffix.lower() == ".html" else _svg
    requested = ((csv, _csv), (parquet, _parquet), (plot, picture))
    return [File(path, written) for path, written in requested if path is not None]


def _csv(found: SimulationReport, path: Path) -> None:
    from csv import writer

    from pitboss.simulation.files import COLUMNS, histogram_rows

    with path.open("w", encoding="utf-8", newline="") as file:
        lines = writer(file)
        lines.writerow(COLUMNS)
        lines.writerows(histogram_rows(found))


def _parquet(found: SimulationReport, path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    from pitboss.simulation.files import COLUMNS, histogram_rows

    columns = dict(zip(COLUMNS, map(list, zip(*histogram_rows(found), strict=True)), strict=True))
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def _svg(found: SimulationReport, path: Path) -> None:
    from pitboss.simulation.files import report_svg

    path.write_text(report_svg(found), "utf-8")


def _page(found: SimulationReport, path: Path) -> None:
    from pitboss.simulation.files import report_page

    path.write_text(report_page(found), "utf-8")


# ---- The terminal


def show(out: Console, found: SimulationReport) -> None:
    """Print the report as a table."""
    from rich.text import Text

    from pitboss.cli.terminal import print_future_note, print_unlawful

    units = "" if found.unit == found.round else f" in {found.units:,} {found.unit}s"
    plays = f", strategy: {found.plays}" if found.plays else ""
    out.print(Text.assemble((found.game, "bold"), f" on {found.on}: {found.rounds:,} {found.round}s{units}{plays}"))
    speed = f"{found.timing.rounds_per_second:,.0f} {found.round}s per second"
    out.print(Text(f"seed {found.seed}; {found.timing.seconds:.2f} s, {speed}", "dim"))
    print_future_note(out, found.on)
    print_unlawful(out, found.unlawful)
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
    """Return notes for reading the table."""
    lines = []
    compared = [wager for wager in found.wagers if wager.z is not None]
    if compared:
        far = max(compared, key=lambda one: abs(one.z or 0))
        lines.append(
            f"± {found.confidence:.0%}; z: standard errors by which players did better than the exact price, "
            f"largest {far.z:+.2f} ({far.id})"
        )
    if any(wager.doubtful and wager.error is not None for wager in found.wagers):
        lines.append("~ is a rough estimate: too few rounds for wagers with such rare, large wins")
    if found.compares:
        first = found.wagers[0]
        share = first.compared / max(first.decided, 1)
        over = "" if first.compared_house_edge is None else f", with an edge of {first.compared_house_edge:.3%}"
        lines.append(
            f"exact and z apply to {found.compares}: {share:.0%} of all{over}; edge and ± apply to every {found.round}"
        )
    if found.until is not None and not found.known:
        lines.append(f"not every house edge is known to within ±{found.until:g} yet: ask for more --rounds")
    return lines


def difference(found: SimulationReport) -> str:
    """Describe the cost of one strategy against another on the first wager."""
    apart = found.difference
    if apart is None or found.against is None:
        return ""
    exact = "" if apart.exact is None else f" (exactly {apart.exact:+.4%})"
    error = "" if apart.error is None else f" ± {apart.error:.4%}"
    cost = f"{apart.house_edge:+.4%}{error}{exact}"
    return f"\n{found[apart.wager].name}: {found.plays} costs {cost} against {found.against.plays}"


def results_table(found: SimulationReport, width: int) -> RichTable:
    """Return a table with a row per wager, and the columns that fit."""
    from rich.text import Text

    from pitboss.cli.terminal import WIDE, heat, one_line, percent, table
    from pitboss.simulation.files import histogram_text

    figures = ["decided", "edge", "±", "exact", "z", "hit", "std dev", "skew", "push", "results"]
    if width < WIDE:
        few = ["edge", "±", "exact", "z"]
        figures = ["decided", *few, "hit", "results"] if width >= USUAL else few
    results = table("wager", *figures, right=set(figures) - {"results"})
    for column in results.columns[1:]:
        column.no_wrap = True
    for one in found.wagers:
        far = abs(one.z or 0)
        hot = "red" if far >= _DOUBTFUL else "yellow" if far >= _SURE else ""
        cells: dict[str, str | Text] = {"decided": _short(one.decided)}
        if one.house_edge is not None:
            cells |= {
                "edge": Text(percent(one.house_edge, 3), heat(one.house_edge)),
                "±": "" if one.error is None else f"{'~' * one.doubtful}{percent(one.error, 3)}",
                "exact": "" if one.exact_house_edge is None else percent(one.exact_house_edge, 3),
                "z": "" if one.z is None else Text(f"{one.z:+.2f}", hot),
                "hit": percent(one.hit_rate or 0, 1),
                "std dev": f"{one.std_dev:.3f}",
                "skew": "" if one.skewness is None else f"{one.skewness:+.2f}",
                "push": percent(one.push_rate or 0, 1),
                "results": histogram_text(one),
            }
        results.add_row(one_line(Text(f"{one.name} {one.spot}".strip())), *(cells.get(name, "") for name in figures))
    return results


def show_sessions(out: Console, found: Sessions, round_word: str) -> None:
    """Print the sessions in a few lines."""
    from rich.text import Text

    from pitboss.chapter.odds import dollars
    from pitboss.cli.terminal import table
    from pitboss.plots import sparkline

    head = f"{found.sessions:,} sessions of up to {found.rounds:,} {round_word}s with {dollars(found.bankroll)}"
    out.print(Text(f"\n{head}", "bold"))
    low, high = found.risk_of_ruin_interval
    risk = f"{found.risk_of_ruin:.2%} (from {low:.2%} to {high:.2%})"
    out.print(f"ruined: {risk}, left with less than the {dollars(found.at_risk)} at risk in a round")

    def money(figure: float) -> str:
        return dollars(round(figure))

    lines: list[tuple[str, ValueSpread, Callable[[float], str]]] = [
        ("final bankroll", found.final, money),
        ("largest drawdown", found.drawdown, money),
        ("winning streak", found.longest_winning_streak, "{:.3g}".format),
        ("losing streak", found.longest_losing_streak, "{:.3g}".format),
    ]
    if found.rounds_to_ruin is not None:
        lines.append((f"{round_word}s to ruin", found.rounds_to_ruin, "{:,.0f}".format))
    few = found.final.percentiles if out.width >= USUAL else (5, 50, 95)
    percents = [f"{percent}%" for percent in few]
    spreads = table("", "mean", "±", *percents, right=["mean", "±", *percents])
    for name, spread, formatted in lines:
        error = "" if spread.error is None else formatted(spread.error)
        spreads.add_row(
            name, formatted(spread.mean), error, *(formatted(spread.percentiles[percent]) for percent in few)
        )
    out.print(spreads)
    out.print(Text("streaks are the longest in a session; below, bankrolls over time", "dim"))
    paths = {percent: (found.bankroll, *found.paths[percent]) for percent in (95, 50, 5)}
    least, most = min(map(min, paths.values())), max(map(max, paths.values()))
    for percent, path in paths.items():
        points = path if out.width >= USUAL else path[::3]
        out.print(f"{percent:>3}% {sparkline(points, least, most)} {dollars(path[-1])}")


def _short(number: int) -> str:
    """Abbreviate a count.

    >>> _short(950), _short(25_258_861), _short(3_000_000_000)
    ('950', '25.3M', '3.00G')
    """
    for power, letter in ((10**9, "G"), (10**6, "M")):
        if number >= power:
            return f"{number / power:.3g}{letter}" if number >= 10 * power else f"{number / power:.2f}{letter}"
    return f"{number:,}"
