"""Writes simulation results to files: pictures, an HTML page, and the raw histogram."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from math import ceil

from pitboss.chapter.odds import dollars
from pitboss.plots import GREY, Frame, fan, histogram, picture, root_blocks, shorten, text, translate
from pitboss.simulation.report import SimulatedWager, SimulationReport
from pitboss.simulation.sessions import Sessions

_WIDE, _HIGH, _ACROSS, _LEAST_ACROSS = 260, 130, 4, 3
"""The size of a wager's panel, the maximum number of panels per row, and the minimum width in panels."""
_TOP, _FAN_HIGH = 64, 330


def result_shares(wager: SimulatedWager) -> list[tuple[Fraction, float]]:
    """Return the share of each net result in ascending order, merging results that are equal per unit."""
    found: dict[Fraction, int] = {}
    for one in wager.counts:
        found[Fraction(one.net)] = found.get(Fraction(one.net), 0) + one.count
    return [(net, found[net] / wager.decided) for net in sorted(found)] if wager.decided else []


def histogram_text(wager: SimulatedWager, width: int = 12) -> str:
    """Draw a wager's results as block characters in ascending order."""
    return root_blocks([share for _, share in result_shares(wager)][:width])


# ---- Files


def report_svg(report: SimulationReport) -> str:
    """Draw every wager's results, and any sessions' paths, as one SVG document."""
    wide = _WIDE * min(_ACROSS, max(len(report.wagers), _LEAST_ACROSS))
    parts, high = [], 0
    for one in _each(report):
        drawn, tall = _drawing(one, wide)
        parts.append(translate(0, high, drawn))
        high += tall
    return picture(wide, high, f"{report.game} on {report.on}, simulated", "".join(parts)) + "\n"


def report_page(report: SimulationReport) -> str:
    """Return a self-contained HTML page with the tables and pictures."""
    style = (
        "body{font:14px sans-serif;margin:24px}table{border-collapse:collapse;margin:8px 0 24px}"
        "td,th{padding:2px 10px;text-align:right;border-bottom:1px solid #ddd}"
        "td:first-child,th:first-child{text-align:left}"
    )
    tables = "".join(f"<h2>{escape(_played(one))}</h2>{_figures(one)}" for one in _each(report))
    title = escape(f"{report.game} on {report.on}, simulated")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
        f"</head><body><h1>{title}</h1>{tables}{report_svg(report)}</body></html>\n"
    )


def _each(report: SimulationReport) -> Iterator[SimulationReport]:
    yield report
    if report.against is not None:
        yield report.against


def _played(report: SimulationReport) -> str:
    plays = f", played by {report.plays}" if report.plays else ""
    return f"{report.rounds:,} {report.round}s, seed {report.seed}{plays}"


def _figures(report: SimulationReport) -> str:
    heads = (
        "wager",
        "decided",
        "house edge",
        f"± {report.confidence:.0%}",
        "exact",
        "z",
        "hit rate",
        "std dev",
        "skew",
    )
    lines = []
    for one in report.wagers:
        error = "" if one.error is None else f"{'~' * one.doubtful}{one.error:.4%}"
        rates = [one.house_edge, one.exact_house_edge, one.hit_rate]
        edge, exact, hit = ("" if rate is None else f"{rate:.4%}" for rate in rates)
        z = "" if one.z is None else f"{one.z:+.2f}"
        others = ("" if figure is None else f"{figure:,.3f}" for figure in (one.std_dev, one.skewness))
        cells = (f"{one.name} {one.spot}".strip(), f"{one.decided:,}", edge, error, exact, z, hit, *others)
        lines.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    head = "".join(f"<th>{cell}</th>" for cell in heads)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


# ---- Drawing


def _drawing(report: SimulationReport, wide: int) -> tuple[str, int]:
    """Draw one run; return the drawing and its height."""
    above = _FAN_HIGH + 20 if report.sessions else 0
    parts = [
        text(12, 24, f"{report.game} on {report.on}", 16),
        text(
            12, 44, f"{_played(report)}; bars show square roots of shares, so that rare results are visible", 11, GREY
        ),
    ]
    if report.sessions:
        parts.append(_sessions(report.sessions, report.round, wide))
    for number, wager in enumerate(report.wagers):
        x, y = number % _ACROSS * _WIDE, _TOP + above + number // _ACROSS * _HIGH
        parts.append(translate(x, y, _panel(wager)))
    return "".join(parts), _TOP + above + ceil(len(report.wagers) / _ACROSS) * _HIGH


def _panel(wager: SimulatedWager) -> str:
    """Draw one wager: its house edge and a bar for each result."""
    edge = "nothing was decided" if wager.house_edge is None else f"edge {wager.house_edge:.4%}"
    edge += "" if wager.error is None else f" ± {'~' * wager.doubtful}{wager.error:.4%}"
    z = "" if wager.z is None else f", z {wager.z:+.2f}"
    drawn = histogram([(net, _net(net), share) for net, share in result_shares(wager)], _WIDE, 100)
    name = shorten(f"{wager.name} {wager.spot}".strip())
    return text(12, 14, name, 12) + text(12, 28, edge + z, 10, GREY) + drawn


def _net(net: Fraction) -> str:
    """Format a net result compactly.

    >>> _net(Fraction(24_999)), _net(Fraction(-1, 2)), _net(Fraction(0)), _net(Fraction(2, 3))
    ('+24,999', '-0.5', '0', '+0.667')
    """
    if not net:
        return "0"
    return f"{int(net):+,d}" if net.denominator == 1 else f"{float(net):+.3g}"


def _sessions(found: Sessions, round_word: str, wide: int) -> str:
    """Draw percentiles of the bankroll over the rounds of a session."""
    frame = Frame(90, _TOP + 30, wide - 40, _TOP + _FAN_HIGH - 30)
    paths = [(found.bankroll, *path) for path in found.paths.values()]
    least, most = min(0, *map(min, paths)), max(map(max, paths))
    low, high = found.risk_of_ruin_interval
    title = (
        f"{found.sessions:,} sessions with {dollars(found.bankroll)}: ruined {found.risk_of_ruin:.2%} "
        f"({low:.2%} to {high:.2%}), below {dollars(found.at_risk)}; bands hold 90 and 50 percent of the bankrolls"
    )
    levels = {figure: dollars(figure) for figure in sorted({least, found.bankroll, most})}
    return (
        text(12, _TOP + 14, title, 11)
        + fan((0, *found.path_rounds), paths, levels, frame)
        + text(frame.left, frame.bottom + 30, f"{round_word}s of a session", 10, GREY)
    )


# ---- The raw histogram


def histogram_rows(report: SimulationReport) -> Iterable[tuple[str, str, str, str, int, int, str, int]]:
    """Yield the rows of the raw histogram for CSV and Parquet, for both strategies of a comparison."""
    for run in _each(report):
        for wager in run.wagers:
            for one in wager.counts:
                yield run.game, run.plays, wager.id, wager.spot, wager.stake, one.cents, one.net, one.count


COLUMNS = ("game", "plays", "wager", "spot", "stake_cents", "net_cents", "net", "count")
