"""`pitboss price`: the exact price of every wager."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import (
    Game,
    Json,
    Odds,
    On,
    Set,
    Table,
    Unlawful,
    examples,
    layout_of,
    print_json,
    sheet_file,
    write_sheet,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    from pitboss.chapter.layout import Layout
    from pitboss.library.recounts import Recount
    from pitboss.pricing import PricedWager, PriceReport
    from pitboss.pricing.report import Frequency

NAME = "price"
EXAMPLES = examples(
    "pitboss price craps",
    "pitboss price craps --wager pass --wager place_win_6 --json",
    "pitboss price craps --on 2008-06-01 --set vig_timing=on_win --odds field.12='3 to 1'",
    "pitboss price craps --table table-7.toml --stake 20",
    "pitboss price mini-baccarat --set decks=6 --dealt '8c 8d 9h'",
    "pitboss price three-card-poker --unlawful --odds 'pair_plus.flush=3.5 to 1' --rules",
    "pitboss price three-card-poker --wager ante --outcomes",
    "pitboss price blackjack --set progressive=on --wager progressive --meter 400000 --bet 1 --bankroll 5000",
    "pitboss price keno --ticket '[1 2][3 4][5 6] 3/2 3/4 1/6 @1.00'",
    "pitboss price let-it-ride --recount",
    "pitboss price blackjack --sweep decks,soft17,surrender,max_split_hands --csv blackjack.csv",
)
FEW = 3
"""A note that applies to more wagers than this names only the first ones."""
SHORT = 10
"""Longer distributions are summarized by the values below which these shares fall."""
SHARES = (0.5, 0.9, 0.99)
CSV_COLUMNS = (
    *("wager", "name", "group", "citation", "pays", "offered", "exact"),
    *("house_edge", "element_of_risk", "std_dev", "hit_rate", "push_rate"),
)
LONGEST = 12
"""Longer fractions appear only in the JSON output."""


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    stake: Annotated[
        str, typer.Option("--stake", metavar="AMOUNT", help="The amount wagered, if the price depends on it.")
    ] = "",
    wager: Annotated[
        list[str] | None, typer.Option("--wager", metavar="ID", help="Only this wager; may be repeated.")
    ] = None,
    dealt: Annotated[
        str, typer.Option("--dealt", metavar="CARDS", help="Cards already dealt from the shoe; prices the rest.")
    ] = "",
    players: Annotated[
        int | None,
        typer.Option("--players", min=1, metavar="NUMBER", help="Number of players, if the price depends on it."),
    ] = None,
    ticket: Annotated[str, typer.Option("--ticket", metavar="TICKET", help="A ticket in the game's notation.")] = "",
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            "--sweep",
            metavar="OPTIONS",
            help="Price one wager under every combination of these options (decks=1/6/8,soft17), or `all`. May "
            "be repeated.",
        ),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the table to this file as CSV.")
    ] = None,
    recount: Annotated[
        bool,
        typer.Option(
            "--recount",
            metavar="",
            help="Recompute the counts behind the price and compare them with the shipped and cached ones.",
        ),
    ] = False,
    outcomes: Annotated[
        bool,
        typer.Option(
            "--outcomes", metavar="", help="List the named outcomes of each wager: combinations, probability, return."
        ),
    ] = False,
    merge: Annotated[
        bool, typer.Option("--merge", metavar="", help="With --outcomes: merge outcomes that pay the same.")
    ] = False,
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="N", help="Rounds for the interval of the hold.", show_default="10000"),
    ] = None,
    bet: Annotated[str, typer.Option("--bet", metavar="AMOUNT", help="The bet for the risk of ruin, in dollars.")] = "",
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="AMOUNT", help="The bankroll for the risk of ruin and the Kelly bet.")
    ] = "",
    meter: Annotated[str, typer.Option("--meter", metavar="AMOUNT", help="The reading of the progressive meter.")] = "",
    rules: Annotated[
        bool, typer.Option("--rules", metavar="", help="Also list every rule in force, the changed ones first.")
    ] = False,
    unlawful: Unlawful = False,
    json: Json = False,
) -> None:
    """Compute the exact price of every wager.

    The house edge as a fraction, the variance, and how often it wins. Choices that the regulation does not permit are
    refused. With --recount: exit code 1 if a count differs from the shipped or cached one.
    """
    from pitboss.cli.progress import progress_bar
    from pitboss.library.prices import price

    layout = layout_of(game, on, choices, odds, table, unlawful)
    sheet_file(csv)
    if recount:
        recounted(layout, json)
        return
    if sweep:
        swept(layout, ",".join(sweep), wager or [], csv, json, unlawful)
        return
    with progress_bar(f"{game}: exact price", quiet=json) as done:
        report = price(
            layout,
            stake=stake or None,
            meter=meter or None,
            dealt=dealt,
            players=players,
            ticket=ticket or None,
            progress=done,
        )
    if wager:
        report = only(report, layout, wager)
    report = with_risk(report, after, bet, bankroll)
    if csv is not None:
        write_sheet(csv, as_csv(report))
    if json:
        print_report(report, layout, rules)
    if json or csv is not None:
        return
    from pitboss.cli.terminal import console

    show(console(), report, layout)
    every = (*report.wagers, *report.combinations)
    if wager or after or bet or bankroll:
        console().print(risk_table(every))
        for line in risk_notes(every):
            console().print(f"[dim]{line}[/dim]")
    if outcomes:
        for one in every:
            console().print(merged_table(one) if merge else outcomes_table(one))
    if rules:
        show_rules(console(), layout)
    if ticket:
        for one in report.combinations:
            console().print(merged_table(one))


def with_risk(report: PriceReport, after: str | None, bet: str, bankroll: str) -> PriceReport:
    """Add the risk figures of every wager, for the rounds, the bet and the bankroll on the command line."""
    from pitboss.chapter.odds import cents
    from pitboss.cli.simulate import whole
    from pitboss.pricing.risk import MOST_ROUNDS, ROUNDS

    rounds = ROUNDS if after is None else whole(after, "--after", MOST_ROUNDS)
    amounts = [cents(text) / 100 if text else None for text in (bet, bankroll)]
    return report.with_risk(rounds, *amounts)


def print_report(report: PriceReport, layout: Layout, rules: bool) -> None:
    """Print the report as JSON, with every rule in force if asked."""
    if not rules:
        print_json(report)
        return
    import json

    from pitboss.library.options import options

    whole = report.model_dump(mode="json") | {"rules": options(layout).rows()}
    sys.stdout.write(json.dumps(whole, indent=2) + "\n")


def show_rules(out: Console, layout: Layout) -> None:
    """Print every rule in force at a table: the changed ones first, those without effect dim."""
    from pitboss.cli.options import rules_table
    from pitboss.library.options import options

    out.print("[bold]Rules in force[/bold]")
    out.print(rules_table(options(layout).options))


def recounted(layout: Layout, json: bool) -> None:
    """Recompute the shipped and cached counts of a table; exit code 1 if any differs."""
    from contextlib import ExitStack

    from pitboss.cli.progress import progress_bar
    from pitboss.library.recounts import recount

    with ExitStack() as bars:
        found = recount(layout, lambda what: bars.enter_context(progress_bar(what, quiet=json)))
    if json:
        print_json(found)
    else:
        show_recount(found)
    if not found.agrees:
        raise typer.Exit(1)


def show_recount(found: Recount) -> None:
    """Print each count: its source, the program that made it, how it was recomputed, and whether the two agree."""
    from rich.padding import Padding
    from rich.text import Text

    from pitboss.cli.terminal import console

    out = console()
    for one in found.compared:
        mark = ("agrees  ", "green") if one.agrees else ("DIFFERS ", "red")
        out.print(Text.assemble(mark, (one.name, "bold"), f" ({one.source}), {one.figures:,} figures: {one.how}"))
        if one.made_by:
            out.print(Padding(Text(f"made by {one.made_by}", "dim"), (0, 0, 0, 8)))
        if one.difference:
            out.print(Padding(Text(one.difference, "red"), (0, 0, 0, 8)))
    head = f"{found.game} on {found.on}: {found.counted} counts recomputed in {found.seconds} s"
    if not found.counted:
        out.print(f"{found.game} on {found.on}: its price uses no shipped or cached counts")
        return
    if not found.compared:
        out.print(f"{head}; none of them was shipped or cached, so no prices were compared")
        return
    differing = sum(not one.agrees for one in found.compared)
    result = (
        f"{differing} of {len(found.compared)} differ" if differing else f"all {len(found.compared)} compared agree"
    )
    out.print(f"{head}; {result}")


def swept(layout: Layout, asked: str, wagers: list[str], csv: Path | None, json: bool, unlawful: bool) -> None:
    """Price one wager under every combination of some choices."""
    from pitboss.cli.progress import progress_bar
    from pitboss.cli.sweep import as_csv, show
    from pitboss.library.sweeps import sweep

    if len(wagers) > 1 or (wagers and wagers[0] not in layout.permissible):
        raise ValueError(f"--sweep prices one wager, by its id: {', '.join(layout.permissible)}")
    bars = partial(progress_bar, quiet=json)
    found = sweep(layout, asked, wagers[0] if wagers else "", bars, unlawful)
    if csv is not None:
        write_sheet(csv, as_csv(found))
    if json:
        print_json(found)
    elif csv is None:
        show(found)


def as_csv(report: PriceReport) -> str:
    """Return the wagers, then the combinations, as CSV, with exact fractions and numbers."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for one in (*report.wagers, *report.combinations):
        pays = "; ".join(f"{outcome}: {odds}" if outcome else odds for outcome, odds in one.odds.items())
        offered = "yes" if one.offered else "no"
        figures = (one.house_edge, one.element_of_risk, one.std_dev, one.hit_rate, one.push_rate)
        writer.writerow(
            [one.id, one.name, one.group, one.citation, pays, offered, one.exact or "", *map(repr, figures)]
        )
    return out.getvalue()


def only(report: PriceReport, layout: Layout, asked: list[str]) -> PriceReport:
    """Restrict the report to the given wagers, named by id, name, or a common alias."""
    from difflib import get_close_matches

    every = [*report.wagers, *report.combinations]
    names = {one.id: one.id for one in every}
    for id, rule in layout.permissible.items():
        names |= {name.lower(): id for name in (rule.name, *rule.aka) if name.lower() not in names}
    chosen = set()
    for name in asked:
        found = names.get(name) or names.get(name.lower())
        if found is None:
            near = get_close_matches(name, names, 3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"use one of: {', '.join(one.id for one in every)}"
            raise ValueError(f"no wager {name!r} in {report.game} on {report.on}: {hint}")
        chosen.add(found)
    return report.model_copy(
        update={
            "wagers": tuple(one for one in report.wagers if one.id in chosen),
            "combinations": tuple(one for one in report.combinations if one.id in chosen),
            "frequencies": tuple(one for one in report.frequencies if one.wager in chosen),
        }
    )


def show(out: Console, report: PriceReport, layout: Layout) -> None:
    """Print the report as a table."""
    from rich.text import Text

    from pitboss.chapter.advice import how_to_offer
    from pitboss.chapter.contents import prefix
    from pitboss.cli.terminal import legend, print_unlawful

    head = layout.rules.game
    citation = f"N.J.A.C. {prefix(report.on)}-{head.home}"
    out.print(Text.assemble((head.name, "bold"), f" on {report.on}, {citation}"))
    if differs := different(layout):
        out.print(Text(f"with {differs}", "dim"))
    print_unlawful(out, report.unlawful)
    if report.note:
        out.print(Text(report.note, "dim"))
    if report.wagers:
        out.print(price_table(report.wagers, out.width, round_of(layout)))
    if report.combinations:
        out.print(together_table(report.combinations))
    for counted in report.frequencies:
        out.print(Text(how_often(counted)))
    every = (*report.wagers, *report.combinations)
    if note := legend(one.provenance for one in every):
        out.print(note)
    for one in every:
        if not one.offered:
            how = how_to_offer(layout, one.parts[0] if one.parts else one.id)
            out.print(Text(f"○ {one.name}: permitted, not on this layout; {how}", "dim"))
    for missing in report.unpriced:
        out.print(Text(f"– {missing.name} ({missing.citation}): {missing.reason}", "dim"))
    if any(one.house_edge < 0 for one in every):
        out.print(Text(f"{OF_THE_PLAYER}: a negative edge is the player's advantage", "dim"))
    for line in notes(every):
        out.print(Text(line, "dim"))
    if len(every) > len(report.combinations) and any(len(one.exact or "") > LONGEST for one in every):
        out.print(Text("… a long fraction; see --json", "dim"))


OF_THE_PLAYER = "player's"
"""Shown instead of a bar where the edge favours the player."""


def how_often(counted: Frequency) -> str:
    """Summarize a distribution in one line: every figure if there are few, otherwise the values for some shares."""
    if len(counted.chances) <= SHORT:
        rows = ", ".join(f"{one.value} {one.probability:.4%}" for one in counted.chances)
    else:
        rows = ", ".join(f"{share:.0%} end within {_within(counted, share)}" for share in SHARES)
    exact = f" = {counted.mean_exact}" if len(counted.mean_exact) <= LONGEST else ""
    return f"{counted.name} ({counted.citation}): {rows}; mean {counted.mean:.4f}{exact}, std dev {counted.std_dev:.4f}"


def _within(counted: Frequency, share: float) -> str:
    """Return the value that this share of the distribution does not exceed."""
    so_far = 0.0
    for one in counted.chances:
        so_far += one.probability
        if so_far >= share:
            return one.value
    return counted.chances[-1].value


def notes(every: Iterable[PricedWager]) -> Iterator[str]:
    """Yield the notes needed to read the figures, once for all wagers they apply to."""
    found: dict[str, list[str]] = {}
    for one in every:
        if one.note:
            found.setdefault(one.note, []).append(one.name)
    for note, names in found.items():
        few = ", ".join(names[:FEW]) + (f" and {len(names) - FEW} more" if len(names) > FEW else "")
        yield f"{few}: {note}"


def different(layout: Layout) -> str:
    """List the choices that differ from the defaults."""
    from pitboss.chapter.odds import LOSES
    from pitboss.chapter.rules import same_value, value_text

    options = layout.rules.options
    chosen = [
        f"{name} = {value_text(value)}"
        for name, value in layout.options.items()
        if name not in options or not same_value(value, options[name].default)
    ]
    return ", ".join(
        [
            *chosen,
            *(f"{key} {odds}" if odds == LOSES else f"{key} at {odds}" for key, odds in layout.stated_odds.items()),
        ]
    )


def round_of(layout: Layout) -> str:
    """Return what a round of this game is called."""
    from pitboss.families import family_of

    return family_of(layout.rules.game.family).round


def price_table(wagers: tuple[PricedWager, ...], width: int, round_word: str) -> RichTable:
    """Return a table with a row per wager, by group. On narrow terminals, less important figures are left out."""
    from rich.text import Text

    from pitboss.cli.terminal import WIDE, bar, heat, one_line, pays, percent, table

    wide = width >= WIDE
    several = wide and any(one.rounds is not None and one.rounds != 1 for one in wagers)
    fine = ["std dev", "push", *([f"per {round_word}", f"{round_word}s"] if several else [])] if wide else []
    columns = ["wager", "pays", "edge", "", "exact", "hit", *fine]
    prices = table(*columns, right=["edge", "exact", "hit", *fine], padding=(0, 1 if wide else 0, 0, 0))
    for column in prices.columns[1:]:
        column.no_wrap = True  # only names are shortened when space is short
    most = max([one.house_edge for one in wagers if one.offered and one.house_edge > 0], default=1)
    room = 8 if wide else 6
    for group, alike in by_group(wagers).items():
        if group:
            prices.add_row(Text(group, "bold magenta"))
        for one in alike:
            edge = heat(one.house_edge) if one.offered else "dim"
            finer = [
                f"{one.std_dev:.3f}",
                percent(one.push_rate),
                percent(one.per_round, 3) if one.per_round is not None else "",
                "" if one.rounds is None else f"{one.rounds:.2f}",
            ]
            prices.add_row(
                one_line(Text.assemble("  " if group else "", _name(one))),
                pays(one.odds),
                Text(percent(one.house_edge, 3), edge),
                Text(OF_THE_PLAYER[:room] if one.house_edge < 0 else bar(one.house_edge / most, room), edge),
                (one.exact if len(one.exact) <= LONGEST else "…") if one.exact else "≈",
                percent(one.hit_rate, 1),
                *finer[: len(fine)],
                style="" if one.offered else "dim",
            )
    return prices


def _name(one: PricedWager) -> Text:
    from pitboss.cli.terminal import marked

    return marked(one.name, one.provenance).append("" if one.offered else " ○")


def by_group(wagers: tuple[PricedWager, ...]) -> dict[str, list[PricedWager]]:
    """Group the wagers, in the order of the rules."""
    groups: dict[str, list[PricedWager]] = {}
    for one in wagers:
        groups.setdefault(one.group, []).append(one)
    return groups


def risk_table(wagers: tuple[PricedWager, ...]) -> RichTable:
    """Return a table of what the prices mean over many rounds."""
    from rich.text import Text

    from pitboss.cli.terminal import one_line, percent, table

    first = wagers[0].risk if wagers else None
    rounds = f"{first.rounds:,}" if first else ""
    columns = ["volatility", "hit", f"hold of {rounds}", "of all wagered", "losing run", "N0", "ruin", "Kelly"]
    risks = table("wager", *columns, right=columns)
    for column in risks.columns[1:]:
        column.no_wrap = True
    for one in wagers:
        if (risk := one.risk) is None:
            continue
        mark = "~" if risk.doubtful else ""
        risks.add_row(
            one_line(Text(one.name)),
            f"{risk.volatility_index:.3f}",
            percent(risk.hit_frequency, 2),
            f"{mark}{risk.hold.low:.2%} to {risk.hold.high:.2%}",
            f"{mark}{risk.hold_wagered.low:.2%} to {risk.hold_wagered.high:.2%}",
            f"{risk.longest_losing_run:.1f}",
            f"{risk.n0:,.0f}" if risk.n0 is not None else "",
            f"{risk.risk_of_ruin:.4%}" if risk.risk_of_ruin is not None else "",
            f"{risk.kelly:.4%}" if risk.kelly is not None else "",
        )
    return risks


def risk_notes(wagers: tuple[PricedWager, ...]) -> Iterator[str]:
    """Yield the definitions of the figures in the risk table."""
    risks = [one.risk for one in wagers if one.risk is not None]
    if not risks:
        return
    yield "volatility: 1.65 standard deviations of one result, per unit of the wager (90%, as on PAR sheets)"
    yield f"hold: in 95% of runs of {risks[0].rounds:,} decided wagers the house's average win per unit is within this;"
    yield "of all wagered: the same per unit put at risk, later wagers included"
    yield "losing run: the expected longest one; N0: rounds until the expected result is one standard deviation"
    if any(risk.doubtful for risk in risks):
        yield "~ too few rounds for a wager this skewed: a rough interval"
    if any(risk.kelly is not None for risk in risks):
        yield "Kelly: the share of the bankroll that grows fastest; ruin: of ever losing the bankroll at this bet"


def outcomes_table(one: PricedWager) -> RichTable:
    """Return a table of a wager's named outcomes, best first, which add up to the whole."""
    from rich.text import Text

    from pitboss.cli.terminal import table

    figures = ["net", "combinations", "probability", "return"]
    results = table("outcome", *figures, right=figures, title=one.name)
    for event in one.events:
        counted = f"{event.combinations:,}" if event.combinations is not None else (event.exact or "")
        results.add_row(
            Text(event.event),
            _short_net(event.net),
            counted if len(counted) <= 2 * LONGEST else "…",
            f"{event.probability:.6%}",
            f"{event.contribution:+.8f}",
        )
    whole = f"{one.space:,}" if one.space is not None else ""
    results.add_section()
    results.add_row("all", "", whole, "100%", f"{-one.house_edge:+.8f}", style="bold")
    return results


def _short_net(net: str) -> str:
    return net if len(net) <= LONGEST else f"{float(Fraction(net)):+,.4f}"


def merged_table(one: PricedWager) -> RichTable:
    """Return a table of a wager's results, best first: net per unit, probability, and one in how many."""
    from pitboss.cli.terminal import table

    results = table(
        "net", "probability", "one in", "exact", right=["net", "probability", "one in", "exact"], title=one.name
    )
    for result in one.outcomes:
        often = f"{1 / result.probability:,.1f}" if result.probability else ""
        fraction = (result.exact or "") if len(result.exact or "") <= 2 * LONGEST else "…"
        results.add_row(f"{float(Fraction(result.net)):+,.4f}", f"{result.probability:.6%}", often, fraction)
    return results


def together_table(wagers: tuple[PricedWager, ...]) -> RichTable:
    """Return a table of combined wagers; what matters is the loss relative to everything put at risk."""
    from rich.text import Text

    from pitboss.cli.terminal import heat, one_line, percent, table

    per = next((one.per for one in wagers), "")
    figures = [f"edge, {per}", "at risk", "exact", "std dev"]
    combined = table("together", *figures, right=figures)
    for column in combined.columns[1:]:
        column.no_wrap = True
    for one in wagers:
        risk = one.element_of_risk_exact or ""
        combined.add_row(
            one_line(Text.assemble("  ", _name(one))),
            percent(one.house_edge, 3) + ("" if one.per == per else f" ({one.per})"),
            Text(percent(one.element_of_risk, 3), heat(one.element_of_risk)),
            risk if len(risk) <= LONGEST else "…",
            f"{one.std_dev:.3f}",
            style="" if one.offered else "dim",
        )
    return combined
