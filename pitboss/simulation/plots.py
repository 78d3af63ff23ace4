"""Pictures of results: a line of blocks for a terminal, SVG for a file, a page of HTML with the figures beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from math import ceil, sqrt

from pitboss.chapter.odds import dollars
from pitboss.simulation.report import SimulatedWager, SimulationReport
from pitboss.simulation.sessions import Sessions

BLOCKS = "▁▂▃▄▅▆▇█"
_WIDE, _HIGH, _ACROSS, _LEAST_ACROSS = 260, 130, 4, 3
_TOP, _FAN_HIGH = 64, 330
_BAR, _BARS_AT = 50, 100
"Of a panel: how high the highest bar is, and where bars stand."
_ROOM = 32
"Shares are written over bars that are so far apart."
_GREY = "#555"


def sparkline(figures: Sequence[float], least: float | None = None, most: float | None = None) -> str:
    """Figures as a line of blocks, from the least to the most; lines beside each other are given the same two.

    >>> sparkline([0, 1, 2, 4]), sparkline([5, 5]), sparkline([])
    ('▁▂▄█', '▄▄', '')
    >>> sparkline([0, 1], 0, 7)
    '▁▂'
    """
    if not figures:
        return ""
    least = min(figures) if least is None else least
    most = max(figures) if most is None else most
    if least == most:
        return BLOCKS[3] * len(figures)
    return "".join(BLOCKS[int((figure - least) / (most - least) * (len(BLOCKS) - 1))] for figure in figures)


def shares(wager: SimulatedWager) -> list[tuple[Fraction, float]]:
    """How often each net result came, the worst first; results that are the same for a unit are one."""
    found: dict[Fraction, int] = {}
    for one in wager.counts:
        found[Fraction(one.net)] = found.get(Fraction(one.net), 0) + one.count
    return [(net, found[net] / wager.decided) for net in sorted(found)] if wager.decided else []


def distribution(wager: SimulatedWager, width: int = 12) -> str:
    """A wager's results as blocks, the worst first. Roots of shares: what is rare can still be seen."""
    bars = [sqrt(share) for _, share in shares(wager)][:width]
    return "".join(BLOCKS[ceil(bar * len(BLOCKS)) - 1] if bar else " " for bar in bars)


# ---- Files


def svg(report: SimulationReport) -> str:
    """Every wager's results, and the paths of the sessions if there were any, as one SVG document."""
    wide = _WIDE * min(_ACROSS, max(len(report.wagers), _LEAST_ACROSS))
    parts, high = [], 0
    for one in _each(report):
        drawn, tall = _drawing(one, wide)
        parts.append(f'<g transform="translate(0 {high})">{drawn}</g>')
        high += tall
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
    return (
        head + 'font-family="sans-serif"><rect width="100%" height="100%" fill="white"/>' + "".join(parts) + "</svg>\n"
    )


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
    fan = _FAN_HIGH + 20 if report.sessions else 0
    parts = [
        _text(12, 24, f"{report.game} on {report.on}", 16),
        _text(12, 44, f"{_played(report)}; bars show the roots of shares, so that what is rare can be seen", 11, _GREY),
    ]
    if report.sessions:
        parts.append(_fan(report.sessions, report.round, wide))
    for number, wager in enumerate(report.wagers):
        x, y = number % _ACROSS * _WIDE, _TOP + fan + number // _ACROSS * _HIGH
        parts.append(f'<g transform="translate({x} {y})">{_panel(wager)}</g>')
    return "".join(parts), _TOP + fan + ceil(len(report.wagers) / _ACROSS) * _HIGH


def _panel(wager: SimulatedWager) -> str:
    """One wager: a bar for each result, red for a loss, grey for none, green for a win."""
    found = shares(wager)
    edge = "nothing was decided" if wager.house_edge is None else f"edge {wager.house_edge:.4%}"
    edge += "" if wager.error is None else f" ± {'~' * wager.doubtful}{wager.error:.4%}"
    z = "" if wager.z is None else f", z {wager.z:+.2f}"
    name = f"{wager.name} {wager.spot}".strip()
    parts = [_text(12, 14, name if len(name) <= 38 else f"{name[:37]}…", 12), _text(12, 28, edge + z, 10, _GREY)]
    most = max((share for _, share in found), default=1)
    step = (_WIDE - 24) / max(len(found), 1)
    bar = min(step * 0.8, 40)
    end = 0.0
    for number, (net, share) in enumerate(found):
        tall = _BAR * sqrt(share / most)
        colour = "#c0392b" if net < 0 else "#27ae60" if net > 0 else "#999"
        middle = 12 + (number + 0.5) * step
        parts.append(
            f'<rect x="{middle - bar / 2:.1f}" y="{_BARS_AT - tall:.1f}" width="{bar:.1f}" height="{tall:.1f}" '
            f'fill="{colour}"><title>{net}: {share:.6%}</title></rect>'
        )
        if step >= _ROOM:
            parts.append(_text(middle, _BARS_AT - tall - 3, _share(share), 9, _GREY, middle=True))
        half = 2.9 * len(_net(net))
        if middle - half > end + 2 and middle + half < _WIDE:
            parts.append(_text(middle, _BARS_AT + 12, _net(net), 9, _GREY, middle=True))
            end = middle + half
    return "".join(parts)


def _net(net: Fraction) -> str:
    """A net result in little room.

    >>> _net(Fraction(24_999)), _net(Fraction(-1, 2)), _net(Fraction(0)), _net(Fraction(2, 3))
    ('+24,999', '-0.5', '0', '+0.667')
    """
    if not net:
        return "0"
    return f"{int(net):+,d}" if net.denominator == 1 else f"{float(net):+.3g}"


def _share(share: float) -> str:
    """A share in little room.

    >>> _share(0.4573), _share(0.00002), _share(0)
    ('45.7%', '<0.1%', '0')
    """
    return f"{share:.1%}" if share >= 0.0005 else "<0.1%" if share else "0"


def _fan(found: Sessions, round_word: str, wide: int) -> str:
    """Percentiles of the bankroll over the rounds of a session."""
    left, right, top, bottom = 90, wide - 40, _TOP + 30, _TOP + _FAN_HIGH - 30
    paths = {percent: (found.bankroll, *path) for percent, path in found.paths.items()}
    rounds = (0, *found.path_rounds)
    least = min(0, *(min(path) for path in paths.values()))
    most = max(max(path) for path in paths.values())

    def across(number: float) -> float:
        return left + (right - left) * number / rounds[-1]

    def up(figure: float) -> float:
        return bottom - (bottom - top) * (figure - least) / (most - least)

    def line(percent: int) -> list[str]:
        return [f"{across(x):.1f},{up(y):.1f}" for x, y in zip(rounds, paths[percent], strict=True)]

    def band(low: int, high: int, colour: str) -> str:
        return f'<polygon points="{" ".join(line(low) + line(high)[::-1])}" fill="{colour}"/>'

    low, high = found.risk_of_ruin_interval
    title = (
        f"{found.sessions:,} sessions with {dollars(found.bankroll)}: ruined {found.risk_of_ruin:.2%} "
        f"({low:.2%} to {high:.2%}), below {dollars(found.at_risk)}; bands hold 90 and 50 percent of the bankrolls"
    )
    levels = {figure: dollars(figure) for figure in sorted({least, found.bankroll, most})}
    marks = sorted({round(rounds[-1] * part / 4) for part in range(5)})
    lowest, mid_low, middle, mid_high, highest = paths
    return (
        _text(12, _TOP + 14, title, 11)
        + band(lowest, highest, "#dbe9f6")
        + band(mid_low, mid_high, "#9cc3e5")
        + "".join(
            f'<line x1="{left}" y1="{up(figure):.1f}" x2="{right}" y2="{up(figure):.1f}" stroke="#bbb" '
            f'stroke-dasharray="3 3"/>{_text(left - 6, up(figure) + 4, said, 10, _GREY, end=True)}'
            for figure, said in levels.items()
        )
        + f'<polyline points="{" ".join(line(middle))}" fill="none" stroke="#1f5f99" stroke-width="2"/>'
        + "".join(_text(across(mark), bottom + 16, f"{mark:,}", 10, _GREY, middle=True) for mark in marks)
        + _text(left, bottom + 30, f"{round_word}s of a session", 10, _GREY)
    )


def _text(
    x: float, y: float, words: str, size: int, colour: str = "#111", middle: bool = False, end: bool = False
) -> str:
    anchor = ' text-anchor="middle"' if middle else ' text-anchor="end"' if end else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{anchor}>{escape(words)}</text>'


# ---- The raw histogram


def rows(report: SimulationReport) -> Iterable[tuple[str, str, str, str, int, int, str, int]]:
    """The raw histogram, for CSV and Parquet; of two strategies, both."""
    for run in _each(report):
        for wager in run.wagers:
            for one in wager.counts:
                yield run.game, run.plays, wager.id, wager.spot, wager.stake, one.cents, one.net, one.count


COLUMNS = ("game", "plays", "wager", "spot", "stake_cents", "net_cents", "net", "count")
