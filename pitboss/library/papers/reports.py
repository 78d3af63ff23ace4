"""The mathematical report of a table, for laboratories, licensees and petitions under 8.4(d).

Every figure comes from the price; the simulation that confirms it can be repeated with the command printed beside it.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from pitboss.chapter.contents import contents
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Provision, value_text
from pitboss.contract import contract_of
from pitboss.documents.document import Block, Document, Grid, Heading, Listed, Pairs, Picture, Signatures, Text
from pitboss.library.cross_checks import deal_both_ways
from pitboss.library.felts import felt_of
from pitboss.library.options import TableOption, options
from pitboss.library.papers.decisions import decision_costs
from pitboss.library.papers.derivations import code_digest, cross_sums, rules_digest, theories
from pitboss.library.papers.table import PaperTable
from pitboss.library.papers.words import (
    LONGEST,
    PROVENANCE,
    against,
    as_odds,
    at_table,
    cite,
    format_limits,
    format_payoffs,
    match_play,
    payout_limits,
    percent,
    plain,
    short,
)
from pitboss.library.prices import desk, price
from pitboss.library.simulations import kernel_for, simulate
from pitboss.pricing.contract import Progress
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.events import PricedEvent
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.pricing.risk import NORMAL, hold_interval
from pitboss.simulation.report import SimulationReport
from pitboss.table.game import game_class
from pitboss.version import __version__

ROUNDS = 1_000_000
MANY = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The numbers of rounds for which the report gives an interval for the average win."""
RUN = 10_000
"""The number of rounds for which the report gives the longest losing run."""
BOTH_WAYS = 2_000
"""The number of simulated rounds that are dealt again by the table's procedure."""
LISTED = 60
"""For wagers with more outcomes than this, only the best and the most likely are shown one by one."""


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
            *_derivation(table, offered),
            *_holds(offered),
            *_strategy(table, prices),
            *_sensitivity(table),
            *_limits(table, prices),
            *_simulated(table, prices, asked),
            *_provenance(table, offered),
            *_reproduction(table, asked),
            Heading("Signatures"),
            Text("The figures above follow from the table file and the version of Pitboss named on the first page."),
            Signatures(("Prepared by", "Checked by", f"For {table.casino}", f"For the {table.regulator}")),
        ),
    )


def _summary(table: PaperTable, offered: Sequence[PricedWager]) -> Iterator[Block]:
    game = table.layout.rules.game
    exact = all(one.exact is not None for one in offered)
    yield Text(game.summary, "lead")
    if table.layout.breaches:
        yield Text("This is not a lawful table. The chapter does not permit:", "warning")
        yield Listed(tuple(str(one).removeprefix("breach: ") for one in table.layout.breaches))
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
    every = options(layout).options
    here = [one for one in every if one.in_effect or one.changed]
    if here:
        yield Heading("Licensee's choices", 2)
        yield Grid(("choice", "at this table", "section", "provenance"), tuple(map(_rule_row, here)), wide=(0, 1))
    if idle := [one for one in every if one not in here]:
        yield Text(f"Without effect at this table: {', '.join(f'{one.name} ({plain(one.value)})' for one in idle)}.")
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


def _rule_row(one: TableOption) -> tuple[str, ...]:
    value = f"{plain(one.value)} instead of {plain(one.default)}" if one.changed else f"{plain(one.value)} (default)"
    return one.name, value, one.citation.removeprefix("N.J.A.C. "), one.provenance


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
    yield Heading("Each wager's outcomes")
    yield Text(
        "Every outcome is listed by what happened, also where several pay the same. The net is what the wager wins or "
        "loses per unit; the return is net times probability, and the returns add up to the negative of the house edge."
    )
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
    """The named outcomes of a wager: combinations, probability, true odds, and contribution to the return."""
    shown = one.events if len(one.events) <= LISTED else _notable_outcomes(one)
    rows = [
        (
            event.event,
            as_odds(Fraction(event.net)) if len(event.net) <= LONGEST else f"{float(Fraction(event.net)):+,.4f}",
            f"{event.combinations:,}" if event.combinations is not None else short(event.exact),
            f"{event.probability:.8f}",
            against(event.probability),
            f"{event.contribution:+.8f}",
        )
        for event in shown
    ]
    if left := len(one.events) - len(shown):
        others = [event for event in one.events if event not in shown]
        rest = sum(event.combinations for event in others if event.combinations is not None)
        chance, adds = sum(event.probability for event in others), sum(event.contribution for event in others)
        count = f"{rest:,}" if one.space else ""
        rows.append((f"{left} rarer outcomes", "", count, f"{chance:.8f}", against(chance), f"{adds:+.8f}"))
    whole = f"{one.space:,}" if one.space else ""
    total = sum(event.contribution for event in one.events)
    rows.append(("all", "", whole, "1.00000000", "", f"{total:+.8f}"))
    counted = "combinations" if one.space else "exact probability" if one.exact else ""
    more = f"`pitboss price --json` lists the {left} rarer outcomes one by one." if left else ""
    return Grid(
        ("outcome", "pays", counted, "probability", "true odds against", "return"),
        tuple(rows),
        right=(1, 2, 3, 4, 5),
        caption=more,
    )


def _notable_outcomes(one: PricedWager) -> list[PricedEvent]:
    """Select the best and the most likely outcomes of a long list, in order."""
    best = list(one.events[: LISTED // 3])
    likely = sorted(one.events, key=lambda event: -event.probability)[: LISTED - len(best)]
    selected = {(event.event, event.net) for event in (*best, *likely)}
    return [event for event in one.events if (event.event, event.net) in selected]


def _derivation(table: PaperTable, offered: Sequence[PricedWager]) -> Iterator[Block]:
    """How the figures are derived, and the cross-sums of what was counted."""
    yield Heading("Derivation")
    yield Text(
        "States, symmetries and counts, as the code that computed these figures explains them. Each part names its "
        "module, whose text is part of the program."
    )
    for theory in theories(table.layout):
        yield Heading(theory.subject, 2)
        yield from (Text(paragraph) for paragraph in theory.paragraphs)
        if theory.points:
            yield Listed(theory.points, numbered=True)
        yield Text(theory.module, "quiet")
    yield Heading("Cross-sums", 2)
    rows, wrong = [], 0
    for one in offered:
        sums = cross_sums(table.layout, one)
        wrong += not sums.agrees
        space = f"{sums.space:,}" + (f" = {sums.space_as}" if sums.space_as else "") if sums.space else ""
        counted = f"{sums.combinations:,}" if sums.combinations is not None else ""
        rows.append((one.name, counted, space, sums.probability, sums.contribution, sums.edge))
    columns = ("wager", "combinations of all outcomes", "must be", "probabilities", "returns", "minus the house edge")
    checked = "all sums agree" if not wrong else f"{wrong} sums disagree"
    yield Grid(columns, tuple(rows), right=(1, 2, 3, 4, 5), caption=f"{checked.capitalize()}.")


def _holds(offered: Sequence[PricedWager]) -> Iterator[Block]:
    """Volatility, and the interval of the house's win for several numbers of rounds, per wager and per unit wagered."""
    yield Heading("Volatility and hold")
    yield Grid(
        (
            "wager",
            "volatility index",
            "hits",
            "hold",
            "per",
            "hold of all wagered",
            "N0",
            "losing run",
        ),
        tuple(
            (
                one.name,
                f"{risk.volatility_index:.4f}",
                percent(risk.hit_frequency, 3),
                percent(one.house_edge),
                one.per,
                percent(one.element_of_risk),
                f"{risk.n0:,.0f}" if risk.n0 is not None else "",
                f"{risk.longest_losing_run:.1f}",
            )
            for one in offered
            for risk in [one.risk_over(RUN)]
        ),
        right=(1, 2, 3, 5, 6, 7),
        caption=f"Volatility index: 1.65 standard deviations of one result, per unit of the wager (90%, as on PAR "
        f"sheets). N0: decided wagers until the expected result equals one standard deviation. Longest losing run: "
        f"expected in {RUN:,} decided wagers; pushes do not end a run.",
    )
    later = any(one.action != 1 for one in offered)
    yield from _hold_grid(offered, "per unit of the wager", lambda one: (one.per, one.house_edge, one.std_dev))
    if later:
        yield from _hold_grid(
            offered,
            "per unit wagered, later wagers included",
            lambda one: ("unit wagered", one.element_of_risk, one.std_dev / (one.action or 1)),
        )


def _hold_grid(
    offered: Sequence[PricedWager], title: str, figures: Callable[[PricedWager], tuple[str, float, float]]
) -> Iterator[Block]:
    yield Heading(f"Hold by number of decided wagers, {title}", 2)
    rows = []
    for one in offered:
        per, mean, std_dev = figures(one)
        skew = one.risk_over(1).skewness
        cells = []
        for number in MANY:
            hold = hold_interval(per, mean, std_dev, number)
            mark = "~" if number < NORMAL * skew**2 else ""
            cells.append(f"{mark}{hold.low:.2%} to {hold.high:.2%}")
        rows.append((one.name, per, *cells))
    yield Grid(
        ("wager", "per", *(f"{number:,}" for number in MANY)),
        tuple(rows),
        right=tuple(range(2, len(MANY) + 2)),
        caption="In 95% of runs of that many decided wagers, the house's average win is in this interval (normal "
        "approximation). ~: too few for a wager this skewed; a rough estimate.",
    )


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
    yield from _errors(table)


def _errors(table: PaperTable) -> Iterator[Block]:
    """The cost of an error in every cell of the strategy, and of common mistakes."""
    found = decision_costs(table.layout)
    if found is None:
        return
    yield Heading("Cost of an error in each cell", 2)
    yield Text(found.says)
    if found.matrix:
        yield Grid(found.columns, found.matrix, right=tuple(range(1, len(found.columns))))
        yield Text(f"The {len(found.cells)} most costly, with both choices:")
    yield Grid(
        ("cell", "best", "second best", "met in", "loss per occurrence", "loss per round"),
        tuple(
            (one.cell, one.best, one.second, f"{one.met:.4%}", f"{one.loss:.5f}", f"{one.cost:.6%}")
            for one in found.cells
        ),
        right=(3, 4, 5),
    )
    if found.mistakes:
        yield Heading("Ten common mistakes", 2)
        yield Text(found.mistakes_says)
        yield Grid(
            ("mistake", "costs"),
            tuple((one, percent(cost)) for one, cost in found.mistakes[:10]),
            right=(1,),
            wide=(0,),
        )


def _sensitivity(table: PaperTable) -> Iterator[Block]:
    """The effect of each option alone on the price."""
    yield Heading("Sensitivity to each option")
    listed = options(table.layout)
    moving = [one for one in listed if one.effects]
    if moving:
        yield Grid(
            ("option", "here", "wagers moved", "lowest edge", "highest edge", "section"),
            tuple(
                (
                    one.name,
                    plain(one.value),
                    _few(effect.wagers),
                    percent(effect.least),
                    percent(effect.most),
                    one.citation.removeprefix("N.J.A.C. "),
                )
                for one in moving
                for effect in one.effects
            ),
            right=(3, 4),
            wide=(0, 2),
            caption=f"The house edge over all listed values of the option alone, at {listed.effects_of}.",
        )
    still = [one.name for one in listed if one.moves is False]
    if still:
        yield Text(f"Without effect on any price: {', '.join(still)}.", "quiet")
    if unknown := [one.name for one in listed if one.moves is None]:
        yield Text(f"No price reads these, or their effect was not computed: {', '.join(unknown)}.", "quiet")


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


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
    yield Heading("Second method: dealt instead of counted")
    game = table.layout.rules.game.id
    if contract_of(game).simulation is None:
        yield Text(f"{game} has no simulation: {contract_of(game).lacks['simulation']}.")
        return
    found = simulate(table.layout, asked.rounds, asked.seed, workers=asked.workers)
    yield Text(
        "The figures above are counted. Here the game is dealt: a compiled loop plays the round with random cards, "
        "dice or numbers, and shares with the price only the data of the rules and the strategy. Whole "
        f"{found.unit}s are dealt, to the end."
    )
    yield Text(
        f"{found.rounds:,} {found.round}s were dealt with seed {found.seed}; the same seed gives the same counts "
        "everywhere. z is the number of standard errors by which the players' average result exceeds the exact "
        "one: it is "
        f"positive when the simulated edge is below the exact edge. A z beyond ±4 would indicate an error."
    )
    if remarks := " ".join((*_played(found), *_staked(found, prices))):
        yield Text(remarks)
    yield _run(found)
    yield _dealt_both_ways(table, asked)
    unlawful = " --unlawful" if table.layout.breaches else ""
    yield Text(
        f"To repeat: pitboss simulate {game} --table {table.path.name} --rounds {asked.rounds} --seed {asked.seed}"
        f"{unlawful}",
        "strong",
    )


def _dealt_both_ways(table: PaperTable, asked: Simulated) -> Text:
    """The rounds of the simulation that were dealt again by the table's own procedure."""
    checked = deal_both_ways(kernel_for(table.layout), asked.seed, min(asked.rounds, BOTH_WAYS))
    agree = "every one agrees to the cent" if not checked.differences else f"{len(checked.differences)} units differ"
    return Text(
        f"{checked.rounds:,} of these rounds were dealt again by the procedure that deals the game at a table, step by "
        f"step as the subchapter orders them: {checked.settlements:,} settlements were compared with the loop's, and "
        f"{agree}."
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
    yield Heading("Authorities")
    used = dict.fromkeys(one.provenance for one in offered)
    yield Listed(
        tuple(
            f"{kind}: {PROVENANCE[kind]}. Used for: {', '.join(one.name for one in offered if one.provenance == kind)}."
            for kind in used
        )
    )
    yield Grid(("rule", "section", "kind", "authority"), tuple(_authorities(table.layout)), wide=(0, 3))


def _authorities(layout: Layout) -> Iterator[tuple[str, ...]]:
    """Every rule that a price of this table rests on, with its section, its kind, and the text it was taken from."""
    rules = layout.rules
    edition = contents().edition_on(layout.on)
    text = f"the {edition.id} edition" if edition else "the regulation"
    named: list[tuple[str, Provision]] = []
    for wager in at_table(layout).values():
        named += [(wager.name, wager), (f"{wager.name}: odds", layout.paid(wager.id))]
        if (table := layout.paid(wager.id).table) is not None:
            value = value_text(layout.options[table])
            named.append((f"{rules.options[table].name} {value}", rules.pay_tables[table][value]))
    named += [(rules.options[one.id].name, rules.options[one.id]) for one in options(layout) if one.id in rules.options]
    named += [(name.replace("_", " "), fact) for name, fact in rules.facts.items() if fact.in_force(layout.on)]
    for name, provision in dict(named).items():
        source = rules.sources.get(provision.source, "") or text
        yield name, cite(layout, provision.section), provision.provenance, source


def _reproduction(table: PaperTable, asked: Simulated) -> Iterator[Block]:
    """The inputs of the report, and the commands that reproduce it and its figures."""
    yield Heading("Reproduction")
    game, file = table.layout.rules.game.id, table.path.name
    unlawful = " --unlawful" if table.layout.breaches else ""
    yield Pairs(
        (
            ("Pitboss", __version__),
            ("Python", f"{platform.python_version()} on {platform.machine()}"),
            ("table file, SHA-256", table.digest),
            ("rules of the game, SHA-256", rules_digest(game)),
            ("code of the price, SHA-256", code_digest(game)),
        )
    )
    commands = (
        f"pitboss report {file} --rounds {asked.rounds} --seed {asked.seed} --out report.pdf{unlawful}",
        f"pitboss price {game} --table {file} --outcomes --rules{unlawful}",
        f"pitboss price {game} --table {file} --json{unlawful}",
        f"pitboss price {game} --table {file} --recount{unlawful}",
        f"pitboss options {game} --table {file} --priced{unlawful}",
    )
    yield Listed(commands)
