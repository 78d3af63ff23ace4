"""The simulation report: the typed models behind `pitboss simulate --json`. Only `timing` differs between runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from math import isfinite
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pitboss.exhibit import Catalogue, Exhibit
from pitboss.plots import bars
from pitboss.simulation.difference import difference_error
from pitboss.simulation.kernel import ROUNDS, UNITS, Counts, Kernel, Slot
from pitboss.simulation.run import all_known, statistics_of
from pitboss.simulation.sessions import Sessions
from pitboss.simulation.statistics import CONFIDENCE, ExactPrice, Statistics


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SimulatedResult(_Frozen):
    """A wager's result and its count."""

    net: str = Field(description='Net result per unit of the base amount: "9/5", "-1"')
    cents: int = Field(description="Net result in cents")
    count: int


class SimulatedWager(Exhibit, _Frozen):
    """A simulated wager, or several combined."""

    id: str
    name: str
    section: str
    spot: str = Field(default="", description="The wager's place on the layout, if there are several")
    stake: int = Field(description="The amount wagered in cents; odds are at the limit for this flat wager")
    decided: int
    counts: tuple[SimulatedResult, ...]
    house_edge: float | None = Field(description="Average loss per unit wagered; null if nothing was decided")
    error: float | None = Field(description="Half the width of the confidence interval")
    doubtful: bool = Field(description="Whether the interval is unreliable: too few rounds for such a skewed wager")
    interval: tuple[float, float] | None = Field(description="The confidence interval of the house edge")
    std_dev: float | None
    skewness: float | None
    hit_rate: float | None
    hit_rate_interval: tuple[float, float] | None
    push_rate: float | None
    exact: str | None = Field(description="The exact house edge, from the price; null if the price is a float")
    exact_house_edge: float | None
    compared: int = Field(description="The number of decided wagers that the price covers")
    compared_house_edge: float | None = Field(description="The house edge of those")
    z: float | None = Field(description="How many standard errors their average net result is above the exact one")

    def __repr__(self) -> str:
        if self.house_edge is None:
            return f"SimulatedWager({self.id!r}, nothing decided)"
        error = "" if self.error is None else f" ± {self.error:.4%}"
        z = "" if self.z is None else f", z {self.z:+.2f}"
        return f"SimulatedWager({self.id!r}, house edge {self.house_edge:.4%}{error}{z})"

    def title(self) -> str:
        return f"{self.name}: {repr(self).partition(', ')[2].rstrip(')')}"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per result with its count."""
        return [one.model_dump() for one in self.counts]

    def to_svg(self) -> str:
        all_of_them = self.decided or 1
        shares = [(float(one.cents), one.net, one.count / all_of_them) for one in self.counts]
        return bars(shares, self.name)

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


class Timing(_Frozen):
    """The parts of a report that differ between runs."""

    seconds: float
    rounds_per_second: float
    runner: str
    workers: int


class StrategyDifference(_Frozen):
    """What a strategy costs compared with another one on the same cards."""

    wager: str
    house_edge: float = Field(description="The difference of the house edges")
    error: float | None = Field(description="Half the width of the confidence interval")
    exact: float | None = Field(description="The difference of the exact prices")


class SimulationReport(Catalogue, _Frozen):
    """The results of a simulation."""

    game: str
    on: date
    options: dict[str, bool | int | float | str]
    seed: int
    unit: str = Field(description="The unit that is dealt independently, as a function of (seed, unit number)")
    units: int
    round: str
    rounds: int
    plays: str = Field(default="", description="How decisions were made")
    compares: str = Field(default="", description="The part that the exact price covers, if not everything dealt")
    confidence: float = CONFIDENCE
    until: float | None = Field(default=None, description="The requested error of every house edge, if any")
    known: bool | None = Field(default=None, description="Whether every house edge is known to within `until`")
    wagers: tuple[SimulatedWager, ...]
    unlawful: tuple[str, ...] = Field(default=(), description="The table's breaches of the chapter")
    sessions: Sessions | None = None
    timing: Timing
    against: SimulationReport | None = Field(default=None, description="The results with another strategy")
    difference: StrategyDifference | None = Field(
        default=None, description="The difference between the two, on the first wager"
    )

    def members(self) -> tuple[SimulatedWager, ...]:
        return self.wagers

    def __iter__(self) -> Iterator[SimulatedWager]:  # type: ignore[override]  # pydantic's own goes over fields
        return iter(self.members())

    def __getitem__(self, id: str) -> SimulatedWager:
        found: SimulatedWager = self.get(id)
        return found

    def title(self) -> str:
        plays = f", played by {self.plays}" if self.plays else ""
        return f"{self.game} on {self.on}: {self.rounds:,} {self.round}s, seed {self.seed}{plays}"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per wager with every figure except the individual results."""
        return [one.model_dump(mode="json", exclude={"counts"}) for one in self.wagers]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "wager": one.id,
                "decided": f"{one.decided:,}",
                "edge": _percent(one.house_edge),
                "±": _percent(one.error),
                "exactly": _percent(one.exact_house_edge),
                "z": "" if one.z is None else f"{one.z:+.2f}",
                "wins": _percent(one.hit_rate),
            }
            for one in self.wagers
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.4%}"


def simulation_report(
    kernel: Kernel,
    seed: int,
    tally: Counts,
    timing: Timing,
    exact: Mapping[str, ExactPrice] | None = None,
    sessions: Sessions | None = None,
    until: float | None = None,
) -> SimulationReport:
    """Build a report from a tally; `exact` maps slots to their prices, if known."""
    layout = kernel.layout
    prices = exact or {}
    return SimulationReport(
        game=layout.rules.game.id,
        on=layout.on,
        options={name: _plain(value) for name, value in layout.options.items()},
        seed=seed,
        unit=kernel.unit,
        units=int(tally[UNITS]),
        round=kernel.round,
        rounds=int(tally[ROUNDS]),
        plays=kernel.plays,
        compares=kernel.compares,
        until=until,
        known=None if until is None else all_known(statistics_of(kernel, tally), until),
        wagers=tuple(_wager(kernel, slot, tally, prices.get(slot.id)) for slot in kernel.slots),
        unlawful=tuple(str(one) for one in layout.breaches),
        sessions=sessions,
        timing=timing,
    )


def compare_reports(
    one: SimulationReport,
    other: SimulationReport,
    ours: tuple[Slot, Sequence[Counts]],
    theirs: tuple[Slot, Sequence[Counts]],
) -> SimulationReport:
    """Combine a report with that of another strategy on the same units, and add their difference.

    The first slots of the two runs are compared, using the tallies of their pieces.
    """
    found = one.model_copy(update={"against": other})
    first, second = one.wagers[0], other.wagers[0]
    if first.house_edge is None or second.house_edge is None:
        return found
    prices = first.exact_house_edge, second.exact_house_edge
    apart = StrategyDifference(
        wager=first.id,
        house_edge=first.house_edge - second.house_edge,
        error=difference_error(*ours, *theirs),
        exact=None if prices[0] is None or prices[1] is None else prices[0] - prices[1],
    )
    return found.model_copy(update={"difference": apart})


def _wager(kernel: Kernel, slot: Slot, tally: Counts, exact: ExactPrice | None) -> SimulatedWager:
    histogram = dict(zip(slot.results, slot.histogram(tally), strict=True))
    found = Statistics.of(histogram)
    known = found is not None and isfinite(found.error)
    like = Statistics.of(dict(zip(slot.results, slot.histogram(tally, priced=True), strict=True)))
    return SimulatedWager(
        id=slot.id,
        name=slot.name,
        section=kernel.layout.rules.wagers[slot.wagers[0]].section,
        spot=slot.spot,
        stake=slot.stake,
        decided=found.decided if found else 0,
        counts=tuple(
            SimulatedResult(net=str(result.ratio), cents=result.net, count=count) for result, count in histogram.items()
        ),
        house_edge=found.house_edge if found else None,
        error=found.error if found and known else None,
        doubtful=found is None or found.doubtful,
        interval=found.confidence if found and known else None,
        std_dev=found.std_dev if found else None,
        skewness=found.skewness if found else None,
        hit_rate=found.hit_rate if found else None,
        hit_rate_interval=found.hit_interval if found else None,
        push_rate=found.push_rate if found else None,
        exact=str(exact.house_edge) if exact and exact.counted else None,
        exact_house_edge=float(exact.house_edge) if exact else None,
        compared=like.decided if like else 0,
        compared_house_edge=like.house_edge if like else None,
        z=like.z(exact) if like and exact else None,
    )


def _plain(value: bool | int | str | Decimal) -> bool | int | float | str:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
