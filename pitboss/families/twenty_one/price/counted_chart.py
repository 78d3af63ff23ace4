"""A chart with departures by the count, and its file.

The file is a strategy file with two more tables: `[count]` is the counting system, and `[departures]` says, for a cell
of the chart, the count from which a choice is made, or no longer made:

    [departures]
    "hard 16 v 10" = ["stand >= 0"]
    "hard 12 v 4" = ["not stand <= -1"]
    "insurance" = [">= 3"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.pricing.counting.departures import Decision, Departure
from pitboss.pricing.counting.systems import CountingSystem
from pitboss.pricing.twenty_one.chart import NAMES, ROWS, UPS, Chart, Kind, StrategyError, rank_name

COUNT, DEPARTURES, INSURANCE = "count", "departures", "insurance"
LETTER = {name: letter for letter, name in NAMES.items()}
_RULE = re.compile(r"(?:(not )?(stand|double|split|surrender) )?(>=|<=) ([+-]?\d+(?:\.5)?)")
_CELL = re.compile(r"(hard|soft|pair) (\d+|A) v (\d+|A)")


@dataclass(frozen=True, repr=False)
class CountedChart(Chart):
    """A strategy that departs from its chart by the count."""

    system: CountingSystem | None = None
    departures: tuple[Departure, ...] = ()

    @property
    def plain(self) -> Chart:
        """The chart without the departures."""
        return Chart(self.cells, self.exceptions, self.name)

    def to_toml(self) -> str:
        """The strategy in the format that `from_counted_toml` reads."""
        assert self.system is not None
        lines = [self.plain.to_toml(), f"[{COUNT}]"]
        lines += _system_lines(self.system)
        lines.append(f"\n[{DEPARTURES}]")
        by_cell: dict[str, list[str]] = {}
        for one in self.departures:
            by_cell.setdefault(_cell_name(one), []).append(_rule(one))
        lines += [f'"{cell}" = [{", ".join(f"{rule!r}" for rule in rules)}]' for cell, rules in by_cell.items()]
        return "\n".join(lines) + "\n"


def is_counted(text: str) -> bool:
    """Whether a strategy's text has departures by the count."""
    return f"[{DEPARTURES}]" in text


def from_counted_toml(text: str) -> CountedChart:
    """Read a strategy with departures."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StrategyError(f"the strategy is not TOML: {error}") from None
    if COUNT not in data:
        raise StrategyError(f"the strategy has departures, but no [{COUNT}] table with the counting system")
    try:
        system = CountingSystem.model_validate(data[COUNT])
    except ValueError as error:
        raise StrategyError(f"[{COUNT}] is not a counting system: {str(error).splitlines()[2].strip()}") from None
    rest = text[: text.index(f"[{COUNT}]")]
    chart = Chart.from_toml(rest)
    departures = tuple(one for cell, rules in data[DEPARTURES].items() for one in _departures(cell, rules, chart))
    return CountedChart(chart.cells, chart.exceptions, chart.name, system, departures)


def _departures(cell: str, rules: Any, chart: Chart) -> Iterator[Departure]:
    if not isinstance(rules, list):
        raise StrategyError(f'{cell}: write a list of departures, such as ["stand >= 0"]')
    for rule in rules:
        parsed = _RULE.fullmatch(str(rule))
        place = _CELL.fullmatch(cell)
        if parsed is None or (place is None and cell != INSURANCE) or (parsed[2] is None) != (cell == INSURANCE):
            raise StrategyError(
                f'{cell}: {rule!r} is not a departure; write "stand >= 0" or "not double <= -2" for a cell such as '
                f'"hard 16 v 10", and ">= 3" for "{INSURANCE}"'
            )
        at, index = parsed[3], float(parsed[4])
        if place is None:
            yield Departure("any", "A", "decline", INSURANCE, at, index, None, 0.0)
            continue
        kind: Kind = place[1]  # type: ignore[assignment]
        row, up = (1 if part == "A" else int(part) for part in place.groups()[1:])
        if row not in ROWS[kind] or up not in UPS:
            raise StrategyError(f"{cell} is not a cell of a chart: use hard 4 to 20, soft 12 to 20, pair 2 to A")
        choice = LETTER[parsed[2]]
        basic, other = (parsed[2], "") if parsed[1] else ("", parsed[2])
        decision = Decision(kind, row, up, choice)
        yield Departure(f"{kind} {rank_name(row)}", rank_name(up), basic, other, at, index, None, 0.0, decision)


def _cell_name(one: Departure) -> str:
    if one.decision is None:
        return INSURANCE
    kind, row, up, _ = one.decision
    return f"{kind} {rank_name(row) if kind == 'pair' else row} v {rank_name(up)}"


def _rule(one: Departure) -> str:
    where = f"{one.at} {one.index:g}"
    if one.decision is None:
        return where
    name = NAMES[one.decision.choice]
    return f"{'not ' if one.basic == name else ''}{name} {where}"


def _system_lines(system: CountingSystem) -> Iterator[str]:
    plain = system.model_dump(mode="json", include={"name", "balanced", "tags", "initial", "true_count"})
    for name, value in plain.items():
        yield f"{name} = {_inline(value)}"


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f'"{key}" = {_inline(one)}' for key, one in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def counted_chart(chart: Chart, system: CountingSystem, departures: Sequence[Departure]) -> CountedChart:
    """A chart with departures."""
    name = f"{chart.name} with {len(departures)} departures by {system.name}"
    return CountedChart(chart.cells, chart.exceptions, name, system, tuple(departures))


__all__ = ["CountedChart", "counted_chart", "from_counted_toml", "is_counted"]
