"""The results of a simulation as files: pictures, a page of HTML with the figures beside them, the raw histogram."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from math import ceil

from pitboss.chapter.odds import dollars
from pitboss.plots import GREY, Frame, fan, histogram, moved, picture, root_blocks, shortened, text
from pitboss.simulation.report import SimulatedWager, SimulationReport
from pitboss.simulation.sessions import Sessions

_WIDE, _HIGH, _ACROSS, _LEAST_ACROSS = 260, 130, 4, 3
"""The panel of a wager, how many stand side by side at most, and how wide a picture is at least."""
_TOP, _FAN_HIGH = 64, 330


def shares(wager: SimulatedWager) -> list[tuple[Fraction, float]]:
    """How often each net result came, the worst first; results that are the same for a unit are one."""
    found: dict[Fraction, int] = {}
    for one in wager.counts:
        found[Fraction(one.net)] = found.get(Fraction(one.net), 0) + one.count
    return [(net, found[net] / wager.decided) for net in sorted(found)] if wager.decided else []


def distribution(wager: SimulatedWager, width: int = 12) -> str:
    """A wager's results as blocks, the worst first."""
    return root_blocks([share for _, share in shares(wager)][:width])


# ---- Files


def svg(report: SimulationReport) -> str:
    """Every wager's results, and the paths of the sessions if there were any, as one SVG document."""
    wide = _WIDE * min(_ACROSS, max(len(report.wagers), _LEAST_ACROSS))
    parts, high = [], 0
    for one in _each(report):
        drawn, tall = _drawing(one, wide)
        parts.append(moved(0, high, drawn))
        high += tall
    return picture(wide, high, f"{report.game} on {report.on}, simulated", "".join(parts)) + "\n"


def page(report: SimulationReport) -> str:
    """The figures and the pictures as a page that needs nothing else."""
    style = (
        "body{font:14px sans-serif;margin:24px}table{border-collapse:collapse;margin:8px 0 24px}"
        "td,th{padding:2px 10px;text-align:right;border-bottom:1px solid #ddd}"
        "td:first-child,th:first-child{text-align:left}"
    )
    tables = "".join(f"<h2>{escape(_played(one))}</h2>{_figures(one)}" for one in _each(report))
    title = escape(f"{report.game} on {report.on}, simulated")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
        f"</head><body><h1>{title}</h1>{tables}{svg(report)}</body></html>\n"
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
    """One run, and how high it is."""
    above = _FAN_HIGH + 20 if report.sessions else 0
    parts = [
        text(12, 24, f"{report.game} on {report.on}", 16),
        text(12, 44, f"{_played(report)}; bars show the roots of shares, so that what is rare can be seen", 11, GREY),
    ]
    if report.sessions:
        parts.append(_sessions(report.sessions, report.round, wide))
    for number, wager in enumerate(report.wagers):
        x, y = number % _ACROSS * _WIDE, _TOP + above + number // _ACROSS * _HIGH
        parts.append(moved(x, y, _panel(wager)))
    return "".join(parts), _TOP + above + ceil(len(report.wagers) / _ACROSS) * _HIGH


def _panel(wager: SimulatedWager) -> str:
    """One wager: its house edge, and a bar for each result."""
    edge = "nothing was decided" if wager.house_edge is None else f"edge {wager.house_edge:.4%}"
    edge += "" if wager.error is None else f" ± {'~' * wager.doubtful}{wager.error:.4%}"
    z = "" if wager.z is None else f", z {wager.z:+.2f}"
    drawn = histogram([(net, _net(net), share) for net, share in shares(wager)], _WIDE, 100)
    name = shortened(f"{wager.name} {wager.spot}".strip())
    return text(12, 14, name, 12) + text(12, 28, edge + z, 10, GREY) + drawn


def _net(net: Fraction) -> str:
    """A net result in little room.

    >>> _net(Fraction(24_999)), _net(Fraction(-1, 2)), _net(Fraction(0)), _net(Fraction(2, 3))
    ('+24,999', '-0.5', '0', '+0.667')
    """
    if not net:
        return "0"
    return f"{int(net):+,d}" if net.denominator == 1 else f"{float(net):+.3g}"


def _sessions(found: Sessions, round_word: str, wide: int) -> str:
    """Percentiles of the bankroll over the rounds of a session."""
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


def rows(report: SimulationReport) -> Iterable[tuple[str, str, str, str, int, int, str, int]]:
    """The raw histogram, for CSV and Parquet; of two strategies, both."""
    for run in _each(report):
        for wager in run.wagers:
            for one in wager.counts:
                yield run.game, run.plays, wager.id, wager.spot, wager.stake, one.cents, one.net, one.count


COLUMNS = ("game", "plays", "wager", "spot", "stake_cents", "net_cents", "net", "count")
