"""Pictures of results: a line of blocks for a terminal, SVG for a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from math import ceil, sqrt

from pitboss.chapter.odds import dollars
from pitboss.simulation.report import SimulatedWager, SimulationReport
from pitboss.simulation.sessions import Sessions

BLOCKS = "▁▂▃▄▅▆▇█"
_WIDE, _HIGH, _ACROSS = 260, 120, 4
_TOP, _FAN_HIGH = 56, 300


def sparkline(figures: Sequence[float]) -> str:
    """Figures as a line of blocks, from the least to the most.

    >>> sparkline([0, 1, 2, 4]), sparkline([5, 5]), sparkline([])
    ('▁▂▄█', '▄▄', '')
    """
    if not figures:
        return ""
    least, most = min(figures), max(figures)
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


def svg(report: SimulationReport) -> str:
    """Every wager's results, and the paths of the sessions if there were any, as one SVG document."""
    rows = ceil(len(report.wagers) / _ACROSS)
    fan = _FAN_HIGH + 30 if report.sessions else 0
    wide = _WIDE * min(_ACROSS, max(len(report.wagers), 3))
    parts = [
        _text(12, 24, f"{report.game} on {report.on}", 16),
        _text(12, 44, f"{report.rounds:,} {report.round}s, seed {report.seed}", 11, "#555"),
    ]
    if report.sessions:
        parts.append(_fan(report.sessions, wide))
    for number, wager in enumerate(report.wagers):
        x, y = number % _ACROSS * _WIDE, _TOP + fan + number // _ACROSS * _HIGH
        parts.append(f'<g transform="translate({x} {y})">{_panel(wager)}</g>')
    high = _TOP + fan + rows * _HIGH
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
    return (
        head + 'font-family="sans-serif"><rect width="100%" height="100%" fill="white"/>' + "".join(parts) + "</svg>\n"
    )


def _panel(wager: SimulatedWager) -> str:
    """One wager: a bar for each result, red for a loss, grey for none, green for a win."""
    found = shares(wager)
    edge = "" if wager.house_edge is None else f"edge {wager.house_edge:.4%}"
    edge += "" if wager.error is None else f" ± {wager.error:.4%}"
    z = "" if wager.z is None else f", z {wager.z:+.2f}"
    parts = [_text(12, 14, wager.name, 12), _text(12, 28, edge + z, 10, "#555")]
    most = max((share for _, share in found), default=1)
    step = (_WIDE - 24) / max(len(found), 1)
    for number, (net, share) in enumerate(found):
        tall = 50 * sqrt(share / most)
        colour = "#c0392b" if net < 0 else "#27ae60" if net > 0 else "#999"
        x = 12 + number * step
        bar = min(step * 0.8, 40)
        parts.append(
            f'<rect x="{x:.1f}" y="{90 - tall:.1f}" width="{bar:.1f}" height="{tall:.1f}" fill="{colour}">'
            f"<title>{net}: {share:.6%}</title></rect>"
        )
        if step > 18:
            parts.append(_text(x, 102, f"{float(net):+.3g}", 9, "#555"))
    return "".join(parts)


def _fan(found: Sessions, wide: int) -> str:
    """Percentiles of the bankroll over the rounds of a session."""
    left, right, top, bottom = 90, wide - 20, _TOP + 30, _TOP + _FAN_HIGH - 20
    paths = {percent: (found.bankroll, *path) for percent, path in found.paths.items()}
    rounds = (0, *found.path_rounds)
    least = min(min(path) for path in paths.values())
    most = max(max(path) for path in paths.values())
    span = (most - least) or 1

    def at(number: int, figure: int) -> str:
        x = left + (right - left) * number / rounds[-1]
        return f"{x:.1f},{bottom - (bottom - top) * (figure - least) / span:.1f}"

    def line(percent: int) -> list[str]:
        return [at(number, figure) for number, figure in zip(rounds, paths[percent], strict=True)]

    def band(low: int, high: int, colour: str) -> str:
        return f'<polygon points="{" ".join(line(low) + line(high)[::-1])}" fill="{colour}"/>'

    title = (
        f"{found.sessions:,} sessions with {dollars(found.bankroll)}: ruined {found.risk_of_ruin:.2%} "
        f"± {found.risk_of_ruin_error:.2%}; bands hold 90 and 50 percent of them"
    )
    low, mid_low, middle, mid_high, high = paths
    return (
        _text(12, _TOP + 14, title, 11)
        + band(low, high, "#dbe9f6")
        + band(mid_low, mid_high, "#9cc3e5")
        + f'<polyline points="{" ".join(line(middle))}" fill="none" stroke="#1f5f99" stroke-width="2"/>'
        + _text(8, top + 4, dollars(most), 10, "#555")
        + _text(8, bottom, dollars(least), 10, "#555")
        + _text(right - 80, bottom + 14, f"{rounds[-1]:,} rounds", 10, "#555")
    )


def _text(x: float, y: float, words: str, size: int, colour: str = "#111") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}">{escape(words)}</text>'


def rows(report: SimulationReport) -> Iterable[tuple[str, str, str, int, int, str, int]]:
    """The raw histogram, for CSV and Parquet."""
    for wager in report.wagers:
        for one in wager.counts:
            yield report.game, wager.id, wager.spot, wager.stake, one.cents, one.net, one.count


COLUMNS = ("game", "wager", "spot", "stake_cents", "net_cents", "net", "count")
