"""The mathematical report of a table, for laboratories, licensees and petitions under 8.4(d).

Every figure comes from the price; the simulation that confirms it can be repeated with the command printed beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from pitboss.chapter.odds import dollars
from pitboss.contract import contract_of
from pitboss.documents.document import Block, Document, Grid, Heading, Listed, Pairs, Picture, Signatures, Text
from pitboss.library.felts import felt_of
from pitboss.library.papers.table import PaperTable
from pitboss.library.papers.words import (
    LONGEST,
    PROVENANCE,
    against,
    as_odds,
    at_table,
    chosen,
    cite,
    format_limits,
    format_payoffs,
    match_play,
    payout_limits,
    percent,
    short,
)
from pitboss.library.prices import desk, price
from pitboss.library.simulations import simulate
from pitboss.pricing.contract import Progress
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.simulation.report import SimulationReport
from pitboss.simulation.statistics import NORMAL, WIDTH
from pitboss.table.game import game_class

ROUNDS = 1_000_000
MANY = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The numbers of rounds for which the report gives an interval for the average win."""
LISTED = 60
"""For distributions with more results than this, only the best and the most likely are shown."""


class Simulated(NamedTuple):
    """Parameters of a report's simulation; 0 rounds for none."""

    rounds: int = ROUNDS
    seed: int = 1
    workers: int | None = None


USUAL = Simulated()


def report(table: PaperTable, asked: Simulated = USUAL, progress: Progress | None = None) -> Document:
    """Write the mathematical report of a table."""
    prices = desk.price(table.layout, progress=progress)
    offered = tuple(one for one in (*prices.wagers, *prices.combinations) if one.offered)
    return Document(
        title=f"{table.game}: mathematical report",
        overline=f"{table.casino} · {table.held.name}",
        subtitle=f"{table.citation}, as in force on {table.layout.on}",
        stamp=(*table.stamp(), ("report of", str(date.today()))),
        digest=table.digest,
        foot=table.foot("Mathematical report"),
        blocks=(
            *_summary(table, offered),
            *_rules(table),
            *_overview(table, offered),
            *_wagers(table, offered),
            *_holds(offered),
            *_strategy(table, prices),
            *_limits(table, prices),
            *_simulated(table, prices, asked),
            *_provenance(table, offered),
            Heading("Signatures"),
            Text("The figures above follow from the table file and the version of Pitboss named on the first page."),
            Signatures(("Prepared by", "Checked by", f"For {table.casino}", f"For the {table.regulator}")),
        ),
    )


def _summary(table: PaperTable, offered: Sequence[PricedWager]) -> Iterator[Block]:
    game = table.layout.rules.game
    exact = all(one.exact is not None for one in offered)
    yield Text(game.summary, "lead")
    yield Pairs(
        (
            ("game", f"{game.name}, {table.citation}, in the regulation since {game.since}"),
            ("table", f"{table.held.name}, {table.casino}"),
            ("edition", table.edition),
            ("regulator", table.regulator),
            ("wagers offered", str(sum(not one.parts for one in offered))),
            ("method", "exact enumeration: every probability is a ratio of counts" if exact else _approximate(offered)),
        )
    )


def _approximate(offered: Sequence[PricedWager]) -> str:
    names = ", ".join(one.name for one in offered if one.exact is None)
    worst = max((one.error for one in offered), default=0)
    return f"exact enumeration, except for {names}: computed to within {worst:.1g}"


def _rules(table: PaperTable) -> Iterator[Block]:
    layout = table.layout
    yield Heading("Rules in force at this table")
    rows = tuple(
        (one.name, one.value + (" (default)" if one.usual else ""), one.citation, one.option.provenance)
        for one in chosen(layout)
    )
    if rows:
        yield Heading("Licensee's choices", 2)
        yield Grid(("choice", "at this table", "section", "provenance"), rows, wide=(0, 1))
    yield Heading("Wagers, limits and odds", 2)
    yield Grid(
        ("wager", "limits", "pays", "section", "odds under", "provenance"),
        tuple(
            (
                wager.name,
                format_limits(layout, wager),
                format_payoffs(layout, wager.id),
                cite(layout, wager.section),
                cite(layout, layout.paid(wager.id).section),
                layout.paid(wager.id).provenance,
            )
            for wager in at_table(layout).values()
        ),
        wide=(0, 1, 2),
        caption="At 9 to 5, a winning wager of five receives nine and is returned.",
    )
    yield Heading("Layout", 2)
    yield Picture(
        felt_of(layout, min(game_class(layout.rules.game.id).seats, 6)).svg(),
        "The layout as drawn from the game's felt.",
        80,
    )


def _overview(table: PaperTable, offered: Sequence[PricedWager]) -> Iterator[Block]:
    yield Heading("House advantage")
    yield Grid(
        ("wager", "house edge", "exact", "at risk", "std. deviation", "wins", "pushes", "true odds"),
        tuple(
            (
                one.name,
                percent(one.house_edge),
                short(one.exact) or "≈",
                percent(one.element_of_risk),
                f"{one.std_dev:.4f}",
                percent(one.hit_rate, 3),
                percent(one.push_rate, 3),
                _true_odds(one),
            )
            for one in offered
        ),
        right=(1, 2, 3, 4, 5, 6, 7),
        caption="House edge: average loss per unit of the wager; at risk: per unit put "
        "at risk, including later wagers. True odds: against winning, ignoring pushes.",
    )
    notes: dict[str, list[str]] = {}
    for one in offered:
        if one.note:
            notes.setdefault(one.note, []).append(one.name)
    for note, names in notes.items():
        yield Text(f"{', '.join(names)}: {note}", "quiet")


def _true_odds(one: PricedWager) -> str:
    decided = 1 - one.push_rate
    return against(one.hit_rate / decided) if decided else "never decided"


def _wagers(table: PaperTable, offered: Sequence[PricedWager]) -> Iterator[Block]:
    yield Heading("Each wager's combinations")
    for one in offered:
        yield Heading(f"{one.name} ({one.citation})", 2)
        exact = f" = {one.exact}" if one.exact and len(one.exact) <= 2 * LONGEST else ""
        counted = f" Enumerated over {one.space:,} equally likely outcomes." if one.space else ""
        waits = f" Decided after {one.rounds:.4f} rounds on average." if one.rounds and one.rounds != 1 else ""
        bound = f" Accurate to {one.error:.1g}." if one.error else ""
        figures = (
            f"House edge {percent(one.house_edge, 6)}{exact}, per {one.per}; standard deviation {one.std_dev:.6f}."
        )
        yield Text(f"{figures}{bound}{counted}{waits}")
        yield combinations(one)


def combinations(one: PricedWager) -> Grid:
    """The results of a wager: net, combinations, probability, true odds, and contribution to the return."""
    shown = one.outcomes if len(one.outcomes) <= LISTED else _notable_outcomes(one)
    rows = tuple(
        (
            as_odds(Fraction(result.net)) if len(result.net) <= LONGEST else f"{float(Fraction(result.net)):+,.4f}",
            f"{result.combinations:,}" if result.combinations is not None else short(result.exact),
            f"{result.probability:.8f}",
            against(result.probability),
            f"{float(Fraction(result.net)) * result.probability:+.8f}",
        )
        for result in shown
    )
    left = len(one.outcomes) - len(shown)
    counted = "combinations" if one.space else "exact probability"
    sums = f"The last column adds up to {-one.house_edge:+.8f}, the negative of the house edge."
    return Grid(
        ("pays", counted, "probability", "true odds against", "adds to return"),
        rows,
        right=(1, 2, 3, 4),
        caption=f"{left} rarer results are omitted; `pitboss price --json` lists all." if left else sums,
    )


def _notable_outcomes(one: PricedWager) -> list[Any]:
    """Select the best and the most likely results of a long distribution, in order."""
    best = list(one.outcomes[: LISTED // 3])
    likely = sorted(one.outcomes, key=lambda result: -result.probability)[: LISTED - len(best)]
    selected = {result.net for result in (*best, *likely)}
    return [result for result in one.outcomes if result.net in selected]


def _holds(offered: Sequence[PricedWager]) -> Iterator[Block]:
    """The interval of the house's average win, in units of the house edge, for several numbers of rounds."""
    yield Heading("Average win of the house by number of rounds")
    rows = []
    for one in offered:
        skew = _skewness(one)
        cells = []
        for number in MANY:
            width = WIDTH * one.std_dev / sqrt(number)
            mark = "~" if number < NORMAL * skew**2 else ""
            cells.append(f"{mark}{one.house_edge - width:.2%} to {one.house_edge + width:.2%}")
        rows.append((one.name, one.per, *cells))
    later = any(one.action != 1 for one in offered)
    yield Grid(
        ("wager", "per", *(f"{number:,}" for number in MANY)),
        tuple(rows),
        right=tuple(range(2, len(MANY) + 2)),
        caption="In 95% of runs of that many decided wagers, the average win of the house is in this interval, per "
        "unit named in the second column (normal approximation). "
        + ("It is not a share of everything wagered: wagers added later are not in the divisor. " if later else "")
        + "~: too few rounds for a wager this skewed; the interval is a rough estimate.",
    )


def _skewness(one: PricedWager) -> float:
    mean = -one.house_edge
    if not one.std_dev:
        return 0.0
    third = sum((float(Fraction(result.net)) - mean) ** 3 * result.probability for result in one.outcomes)
    return third / one.std_dev**3


def _strategy(table: PaperTable, prices: PriceReport) -> Iterator[Block]:
    strategy = prices.strategy
    if not strategy:
        return
    yield Heading("Best strategy and the cost of simpler ones")
    if strategy.get("summary"):
        yield Listed(tuple(strategy["summary"]))
    if "chart" in strategy and "chart" in pricing_of(table.layout).gives:
        yield Picture(
            pricing_of(table.layout).chart(table.layout).svg(), "The best strategy, computed for this table.", 75
        )
    simpler = strategy.get("simpler", ())
    if simpler:
        yield Grid(
            ("simpler strategy", "in words", "house edge", "cost"),
            tuple((one["name"], one["says"], percent(one["house_edge"]), percent(one["cost"])) for one in simpler),
            right=(2, 3),
            wide=(1,),
        )


def _limits(table: PaperTable, prices: PriceReport) -> Iterator[Block]:
    layout = table.layout
    limits = payout_limits(layout)
    meters = list(_meters(table, prices))
    coupon = match_play(layout)
    if not limits and not meters and coupon is None:
        return
    yield Heading("Payout limits, meters and coupons")
    for words, section in limits:
        yield Text(f"{words} ({section})")
    yield from meters
    if coupon is not None:
        yield Text(f"Match play coupons may be placed on: {coupon[0]} ({coupon[1]}).")


def _meters(table: PaperTable, prices: PriceReport) -> Iterator[Block]:
    """The prices of wagers with a meter at several values, and the value at which they break even."""
    if "meter" not in pricing_of(table.layout).depends_on:
        return
    at_zero, at_more = (price(table.layout, meter=amount) for amount in (0, 100_000))
    for one in prices.wagers:
        if not one.offered:
            continue
        low, high = _edge(at_zero[one.id]), _edge(at_more[one.id])
        if low == high:
            continue
        even = low / (low - high) * 100_000
        figures = sorted({0, 1_000, 10_000, 100_000, 250_000})
        rows = [(dollars(100 * at), percent(float(low + (high - low) * Fraction(at, 100_000)))) for at in figures]
        yield Heading(f"Meter of the {one.name}", 2)
        yield Text(
            f"It breaks even at {dollars(round(float(even) * 100))}: the edge falls linearly as the meter grows."
        )
        yield Grid(("meter", "house edge"), tuple(rows), right=(0, 1), wide=(1,))


def _edge(one: PricedWager) -> Fraction:
    return Fraction(one.exact) if one.exact else Fraction(one.house_edge)


def _simulated(table: PaperTable, prices: PriceReport, asked: Simulated) -> Iterator[Block]:
    if not asked.rounds:
        return
    yield Heading("Confirmation by simulation")
    game = table.layout.rules.game.id
    if contract_of(game).simulation is None:
        yield Text(f"{game} has no simulation: {contract_of(game).lacks['simulation']}.")
        return
    found = simulate(game, asked.rounds, asked.seed, table=table.held, workers=asked.workers)
    yield Text(
        f"{found.rounds:,} {found.round}s were dealt with seed {found.seed}; the same seed gives the same counts "
        "everywhere. z is the number of standard errors by which the players' average result exceeds the exact "
        "one: it is "
        f"positive when the simulated edge is below the exact edge. A z beyond ±4 would indicate an error."
    )
    if remarks := " ".join((*_played(found), *_staked(found, prices))):
        yield Text(remarks)
    yield _run(found)
    yield Text(
        f"To repeat: pitboss simulate {game} --table {table.path.name} --rounds {asked.rounds} --seed {asked.seed}",
        "strong",
    )


def _played(found: SimulationReport) -> Iterator[str]:
    """How the simulation was played, and which rounds the exact edge applies to if not to all."""
    if found.plays:
        yield f"Strategy: {found.plays}."
    if found.compares:
        yield (
            f"The exact edge applies to {found.compares}: z compares it with the simulated edge of these rounds "
            "only, which "
            f"is in a separate column."
        )


def _staked(found: SimulationReport, prices: PriceReport) -> Iterator[str]:
    """Explain where the exact edge differs from the price because of the amount wagered."""
    edges = {one.id: one.house_edge for one in (*prices.wagers, *prices.combinations)}
    other = [one for one in found.wagers if one.exact_house_edge != edges.get(one.id, one.exact_house_edge)]
    if other:
        amounts = " and ".join(dict.fromkeys(dollars(one.stake) for one in other))
        names = ", ".join(one.name for one in other)
        yield (
            f"For {names}, the exact edge here is for a wager of {amounts}, as simulated: it includes limits on "
            "winnings "
            f"and the rounding of percentages."
        )


def _run(found: SimulationReport) -> Grid:
    """Simulated and exact edges, with an extra column if z compares the edge of only some rounds."""
    apart = any(one.compared != one.decided for one in found.wagers)
    rows = []
    for one in found.wagers:
        error = "" if one.error is None else f"{'~' if one.doubtful else ''}{percent(one.error)}"
        compared = [f"{one.compared:,}", _percent(one.compared_house_edge)] if apart else []
        z = "" if one.z is None else f"{one.z:+.2f}"
        exact = _percent(one.exact_house_edge)
        rows.append((one.name, f"{one.decided:,}", _percent(one.house_edge), error, *compared, exact, z))
    columns = ("decided", "simulated edge", "±", *(("compared", "their edge") if apart else ()), "exact edge", "z")
    return Grid(("wager", *columns), tuple(rows), right=tuple(range(1, len(columns) + 1)))


def _percent(share: float | None) -> str:
    return "" if share is None else percent(share)


def _provenance(table: PaperTable, offered: Sequence[PricedWager]) -> Iterator[Block]:
    yield Heading("Sources of the rules")
    used = dict.fromkeys(one.provenance for one in offered)
    yield Listed(
        tuple(
            f"{kind}: {PROVENANCE[kind]}. Used for: {', '.join(one.name for one in offered if one.provenance == kind)}."
            for kind in used
        )
    )
    sources = {
        source
        for wager in table.layout.wagers.values()
        for source in (wager.source, table.layout.paid(wager.id).source)
    }
    named = [f"{table.layout.rules.sources[one]}." for one in sorted(sources) if one in table.layout.rules.sources]
    if named:
        yield Text("Other sources:")
        yield Listed(tuple(named))
