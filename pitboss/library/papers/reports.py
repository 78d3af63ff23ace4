"""The mathematical report of a table: what a laboratory, a licensee or a petition under 8.4(d) puts on the table.

Every figure is the price's own; the simulation that confirms it is dealt again by the command that stands beside it.
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
    limits_told,
    match_play,
    payout_limits,
    pays_told,
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
"""The numbers of rounds for which the report says within what the hold will be."""
LISTED = 60
"""A distribution of more results is shown by its ends: the best, and the likeliest."""


class Simulated(NamedTuple):
    """How the simulation of a report is asked for; no rounds, no simulation."""

    rounds: int = ROUNDS
    seed: int = 1
    workers: int | None = None


USUAL = Simulated()


def report(table: PaperTable, asked: Simulated = USUAL, progress: Progress | None = None) -> Document:
    """The mathematical report of a table."""
    prices = desk.price(table.layout, progress=progress)
    told = tuple(one for one in (*prices.wagers, *prices.combinations) if one.offered)
    return Document(
        title=f"{table.game}: mathematical report",
        overline=f"{table.casino} · {table.held.name}",
        subtitle=f"{table.citation}, as in force on {table.layout.on}",
        stamp=(*table.stamp(), ("report of", str(date.today()))),
        digest=table.digest,
        foot=table.foot("Mathematical report"),
        blocks=(
            *_summary(table, told),
            *_rules(table),
            *_overview(table, told),
            *_wagers(table, told),
            *_holds(told),
            *_strategy(table, prices),
            *_limits(table, prices),
            *_simulated(table, prices, asked),
            *_provenance(table, told),
            Heading("Signatures"),
            Text("The figures above follow from the table file and the version of Pitboss named on the first page."),
            Signatures(("Prepared by", "Checked by", f"For {table.casino}", f"For the {table.regulator}")),
        ),
    )


def _summary(table: PaperTable, told: Sequence[PricedWager]) -> Iterator[Block]:
    game = table.layout.rules.game
    exact = all(one.exact is not None for one in told)
    yield Text(game.summary, "lead")
    yield Pairs(
        (
            ("game", f"{game.name}, {table.citation}, in the chapter since {game.since}"),
            ("table", f"{table.held.name}, {table.casino}"),
            ("edition", table.edition),
            ("regulator", table.regulator),
            ("wagers offered", str(sum(not one.parts for one in told))),
            ("method", "exact enumeration: every probability is a count over a count" if exact else _approximate(told)),
        )
    )


def _approximate(told: Sequence[PricedWager]) -> str:
    names = ", ".join(one.name for one in told if one.exact is None)
    worst = max((one.error for one in told), default=0)
    return f"exact enumeration but for {names}: computed within {worst:.1g}"


def _rules(table: PaperTable) -> Iterator[Block]:
    layout = table.layout
    yield Heading("Rules in force at this table")
    rows = tuple(
        (one.name, one.value + (" (usual)" if one.usual else ""), one.citation, one.option.provenance)
        for one in chosen(layout)
    )
    if rows:
        yield Heading("Licensee's choices", 2)
        yield Grid(("choice", "at this table", "section", "provenance"), rows, wide=(0, 1))
    yield Heading("Wagers, limits and odds", 2)
    yield Grid(
        ("wager", "limits", "pays", "section", "odds by", "provenance"),
        tuple(
            (
                wager.name,
                limits_told(layout, wager),
                pays_told(layout, wager.id),
                cite(layout, wager.section),
                cite(layout, layout.paid(wager.id).section),
                layout.paid(wager.id).provenance,
            )
            for wager in at_table(layout).values()
        ),
        wide=(0, 1, 2),
        caption="Odds are to one another as won to wagered: 9 to 5 wins nine for five laid, and the five come back.",
    )
    yield Heading("Layout", 2)
    yield Picture(
        felt_of(layout, min(game_class(layout.rules.game.id).seats, 6)).svg(),
        "The layout as drawn from the game's felt.",
        80,
    )


def _overview(table: PaperTable, told: Sequence[PricedWager]) -> Iterator[Block]:
    yield Heading("House advantage")
    yield Grid(
        ("wager", "house edge", "exactly", "at risk", "deviation", "wins", "pushes", "true odds"),
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
            for one in told
        ),
        right=(1, 2, 3, 4, 5, 6, 7),
        caption="House edge: average loss for each unit of what the wager is measured by; at risk: for each unit put "
        "at risk, later wagers counted in. True odds: against winning, pushes left out.",
    )
    notes: dict[str, list[str]] = {}
    for one in told:
        if one.note:
            notes.setdefault(one.note, []).append(one.name)
    for note, names in notes.items():
        yield Text(f"{', '.join(names)}: {note}", "quiet")


def _true_odds(one: PricedWager) -> str:
    decided = 1 - one.push_rate
    return against(one.hit_rate / decided) if decided else "never decided"


def _wagers(table: PaperTable, told: Sequence[PricedWager]) -> Iterator[Block]:
    yield Heading("Each wager's combinations")
    for one in told:
        yield Heading(f"{one.name} ({one.citation})", 2)
        exact = f" = {one.exact}" if one.exact and len(one.exact) <= 2 * LONGEST else ""
        counted = f" Counted over {one.space:,} equally likely outcomes." if one.space else ""
        waits = f" Decided after {one.rounds:.4f} rounds on average." if one.rounds and one.rounds != 1 else ""
        bound = f" Within {one.error:.1g}." if one.error else ""
        figures = f"House edge {percent(one.house_edge, 6)}{exact}, per {one.per}; deviation {one.std_dev:.6f}."
        yield Text(f"{figures}{bound}{counted}{waits}")
        yield combinations(one)


def combinations(one: PricedWager) -> Grid:
    """What a wager can come to: net result, combinations, probability, true odds, and what it adds to the return."""
    shown = one.outcomes if len(one.outcomes) <= LISTED else _telling(one)
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
    counted = "combinations" if one.space else "exact chance"
    sums = f"The last column adds up to {-one.house_edge:+.8f}, the edge with its sign turned."
    return Grid(
        ("pays", counted, "probability", "true odds against", "adds to return"),
        rows,
        right=(1, 2, 3, 4),
        caption=f"{left} rarer results are left out; the JSON of `pitboss price` has all." if left else sums,
    )


def _telling(one: PricedWager) -> list[Any]:
    """Of a long distribution the best results and the likeliest, in their order."""
    best = list(one.outcomes[: LISTED // 3])
    likely = sorted(one.outcomes, key=lambda result: -result.probability)[: LISTED - len(best)]
    kept = {result.net for result in (*best, *likely)}
    return [result for result in one.outcomes if result.net in kept]


def _holds(told: Sequence[PricedWager]) -> Iterator[Block]:
    """The interval of the house's average win, in the unit of the house edge, for several numbers of rounds."""
    yield Heading("Average win of the house by number of rounds")
    rows = []
    for one in told:
        skew = _skewness(one)
        cells = []
        for number in MANY:
            width = WIDTH * one.std_dev / sqrt(number)
            mark = "~" if number < NORMAL * skew**2 else ""
            cells.append(f"{mark}{one.house_edge - width:.2%} to {one.house_edge + width:.2%}")
        rows.append((one.name, one.per, *cells))
    later = any(one.action != 1 for one in told)
    yield Grid(
        ("wager", "for each", *(f"{number:,}" for number in MANY)),
        tuple(rows),
        right=tuple(range(2, len(MANY) + 2)),
        caption="In 95% of runs of that many decided wagers, the average win of the house is in this interval, for "
        "each unit of what the second column names (normal approximation). "
        + ("It is not a share of everything wagered: wagers added later are not divided by. " if later else "")
        + "~: too few for a wager this skewed, so the interval is a guess.",
    )


def _skewness(one: PricedWager) -> float:
    mean = -one.house_edge
    if not one.std_dev:
        return 0.0
    third = sum((float(Fraction(result.net)) - mean) ** 3 * result.probability for result in one.outcomes)
    return third / one.std_dev**3


def _strategy(table: PaperTable, prices: PriceReport) -> Iterator[Block]:
    told = prices.strategy
    if not told:
        return
    yield Heading("Best play, and what errors cost")
    if told.get("summary"):
        yield Listed(tuple(told["summary"]))
    if "chart" in told and "chart" in pricing_of(table.layout).gives:
        yield Picture(pricing_of(table.layout).chart(table.layout).svg(), "The best play, computed for this table.", 75)
    simpler = told.get("simpler", ())
    if simpler:
        yield Grid(
            ("simpler play", "in words", "house edge", "costs"),
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
        yield Text(f"Match play coupons lie on: {coupon[0]} ({coupon[1]}).")


def _meters(table: PaperTable, prices: PriceReport) -> Iterator[Block]:
    """The price of what follows a meter, at several figures, and the one at which it breaks even."""
    if "meter" not in pricing_of(table.layout).hangs_on:
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
            f"It breaks even at {dollars(round(float(even) * 100))}: the edge falls in a straight line as it grows."
        )
        yield Grid(("the meter shows", "house edge"), tuple(rows), right=(0, 1), wide=(1,))


def _edge(one: PricedWager) -> Fraction:
    return Fraction(one.exact) if one.exact else Fraction(one.house_edge)


def _simulated(table: PaperTable, prices: PriceReport, asked: Simulated) -> Iterator[Block]:
    if not asked.rounds:
        return
    yield Heading("Confirmed by simulation")
    game = table.layout.rules.game.id
    if contract_of(game).simulation is None:
        yield Text(f"{game} has no simulation: {contract_of(game).lacks['simulation']}.")
        return
    found = simulate(game, asked.rounds, asked.seed, table=table.held, workers=asked.workers)
    yield Text(
        f"{found.rounds:,} {found.round}s were dealt with seed {found.seed}; the same seed gives the same counts "
        f"everywhere. z is how many standard errors the players' average result lies above the exact one: it is "
        f"positive where the simulated edge is below the exact edge. A z beyond ±4 would indicate an error."
    )
    if told := " ".join((*_played(found), *_staked(found, prices))):
        yield Text(told)
    yield _run(found)
    yield Text(
        f"To repeat: pitboss simulate {game} --table {table.path.name} --rounds {asked.rounds} --seed {asked.seed}",
        "strong",
    )


def _played(found: SimulationReport) -> Iterator[str]:
    """How it was played, and what of it the exact edge is for, where that is not all."""
    if found.plays:
        yield f"Played by {found.plays}."
    if found.compares:
        yield (
            f"The exact edge is that of {found.compares}: z compares it with the simulated edge of these alone, which "
            f"has a column of its own."
        )


def _staked(found: SimulationReport, prices: PriceReport) -> Iterator[str]:
    """For which amounts the exact edge is another than that of the price, which is of no amount."""
    edges = {one.id: one.house_edge for one in (*prices.wagers, *prices.combinations)}
    other = [one for one in found.wagers if one.exact_house_edge != edges.get(one.id, one.exact_house_edge)]
    if other:
        amounts = " and ".join(dict.fromkeys(dollars(one.stake) for one in other))
        names = ", ".join(one.name for one in other)
        yield (
            f"Of {names} the exact edge here is that of a wager of {amounts}, as it was simulated: limits on winnings "
            f"and the rounding of a percentage count in it."
        )


def _run(found: SimulationReport) -> Grid:
    """Simulated and exact edges; the edge that z compares has a column where it is not that of all rounds."""
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


def _provenance(table: PaperTable, told: Sequence[PricedWager]) -> Iterator[Block]:
    yield Heading("How we know the rules")
    used = dict.fromkeys(one.provenance for one in told)
    yield Listed(
        tuple(
            f"{kind}: {PROVENANCE[kind]}. On it rest: {', '.join(one.name for one in told if one.provenance == kind)}."
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
        yield Text("Sources beside the editions held:")
        yield Listed(tuple(named))
