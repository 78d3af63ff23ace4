"""ECharts options for a price report: horizontal bars, the first on top, each with its figure.

Nothing is animated, and colours only repeat what the figures show.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log10
from typing import Any

from pitboss.pricing.report import PricedWager
from pitboss.web.figures import edge, heat, likely, net
from pitboss.web.theme import COLOURS

LOGARITHMIC = 500
"""A plot is logarithmic if its most likely outcome is at least this many times as likely as the rarest."""
_BAR = 22
_AXIS = 34


def height(bars: int) -> int:
    """Return a plot's height in pixels."""
    return bars * _BAR + _AXIS


def edges_plot(wagers: Sequence[PricedWager], chosen: str) -> dict[str, Any]:
    """Plot house edges, coloured from cheap to expensive, with the selected wager marked."""
    marks = {True: "▸ ", False: ""}
    names = [f"{marks[one.id == chosen]}{one.name}{'' if one.offered else ' ○'}" for one in wagers]
    bars = [
        _bar(one.house_edge * 100, edge(one.house_edge, 2), heat(one.house_edge), one.id == chosen, one.offered)
        for one in wagers
    ]
    return _plot(names, bars, _percents())


def outcomes_plot(one: PricedWager) -> dict[str, Any]:
    """Plot the probability of each result, best first; logarithmic if the rarest would be invisible."""
    shares = [outcome.probability for outcome in one.outcomes]
    lengths = [share * 100 for share in shares]
    axis = _percents()
    if logarithmic(one):
        # Bars of a logarithmic ECharts axis start at 1, so the logarithms are computed here.
        least = min(filter(None, shares))
        lengths = [log10(share / least) + 1 if share else 0 for share in shares]
        axis = {"type": "value", "axisLabel": {"show": False}, "splitLine": {"show": False}}
    bars = [
        _bar(length, likely(outcome.probability), _side(Fraction(outcome.net)))
        for length, outcome in zip(lengths, one.outcomes, strict=True)
    ]
    return _plot([net(outcome.net) for outcome in one.outcomes], bars, axis)


def _percents() -> dict[str, Any]:
    return {"type": "value", "axisLabel": {"color": COLOURS["muted"], "formatter": "{value}%"}}


def logarithmic(one: PricedWager) -> bool:
    """Whether the plot for a wager's results is logarithmic."""
    shares = [outcome.probability for outcome in one.outcomes if outcome.probability > 0]
    return bool(shares) and max(shares) > LOGARITHMIC * min(shares)


def _side(net: Fraction) -> str:
    return "good" if net > 0 else "dear" if net < 0 else "fair"


def _plot(names: list[str], bars: list[dict[str, Any]], axis: dict[str, Any]) -> dict[str, Any]:
    words = {"color": COLOURS["ivory"], "fontFamily": "inherit", "overflow": "truncate", "interval": 0}
    whole = {
        "animation": False,
        "grid": {"left": 4, "right": 84, "top": 4, "bottom": 4, "containLabel": True},
        "tooltip": {"show": False},
        "xAxis": {"splitLine": {"lineStyle": {"color": COLOURS["line"]}}, "splitNumber": 3, **axis},
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": names,
            "axisLabel": {**words, "width": 200},
            "axisTick": {"show": False},
            "axisLine": {"lineStyle": {"color": COLOURS["line"]}},
        },
        "series": [{"type": "bar", "data": bars, "barWidth": 12}],
    }
    narrow = {"yAxis": {"axisLabel": {"width": 130}}, "grid": {"right": 72}, "xAxis": {"splitNumber": 2}}
    return {"baseOption": whole, "media": [{"query": {"maxWidth": 420}, "option": narrow}]}


def _bar(value: float, label: str, colour: str, strong: bool = False, full: bool = True) -> dict[str, Any]:
    return {
        "value": value,
        "itemStyle": {"color": COLOURS[colour]} if full else {"color": "transparent", "borderColor": COLOURS[colour]},
        "label": {
            "show": True,
            "position": "right",
            "formatter": label,
            "color": COLOURS["ivory"],
            "fontWeight": "bold" if strong else "normal",
            "fontFamily": "inherit",
        },
    }
