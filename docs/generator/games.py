"""A page for each game, made from its rules, prices, strategy, history and trace."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from docs.generator import options, published
from docs.generator.installed import our_games
from docs.generator.markdown import code, codes, plain, sentence, table
from pitboss import price
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, all_games, rules_of, value_text
from pitboss.library.felts import felt_of
from pitboss.library.histories import history
from pitboss.library.listing import ListedGame
from pitboss.library.strategies import strategy
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.traceability.trace import trace

SEATS = 6
FAMILIES = {
    "dice": "Dice",
    "wheel": "Wheels",
    "lottery": "Keno",
    "baccarat": "Baccarat",
    "shoe": "Dealt from a shoe",
    "twenty_one": "Twenty-one",
    "house_poker": "Poker against the house",
    "pai_gow": "Pai gow",
    "poker_room": "The poker room",
}
"""The families in the order in which the site lists them. Other families come last."""
PROVENANCE = {
    "text": "New Jersey's own text",
    "sister": "another regulator's rule for the same game",
    "published": "a published rule card or textbook",
    "reconstructed": "our best reading, because no text was found",
}
RESTS_ON = {
    "sister": "rules of other regulators",
    "published": "rule cards and textbooks",
    "reconstructed": "our best reading",
}
MOST_TESTS = 3
"""The maximum number of tests listed for one paragraph."""
LONG = 24
"""Exact fractions longer than this are left out of tables."""


@cache
def games() -> tuple[ListedGame, ...]:
    """The games that come with the package, by family."""
    order = {family: place for place, family in enumerate(FAMILIES)}
    return tuple(sorted(our_games(), key=lambda game: (order.get(game.family, len(order)), game.name)))


def family_name(family: str) -> str:
    return FAMILIES.get(family, family.replace("_", " ").capitalize())


def write(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Write the pages of all games and their index; return the titles and paths of each family's pages."""
    folder.mkdir(parents=True, exist_ok=True)
    nav: dict[str, list[tuple[str, str]]] = {}
    reports = {}
    for game in games():
        reports[game.id] = price(game.id)
        (folder / f"{game.id}.svg").write_text(felt_of(Layout.of(game.id), SEATS).svg(), "utf-8")
        (folder / f"{game.id}.md").write_text(_page(game, reports[game.id], folder), "utf-8")
        nav.setdefault(family_name(game.family), []).append((game.name, f"games/{game.id}.md"))
    (folder / "index.md").write_text(_index(reports), "utf-8")
    return nav


def _index(reports: dict[str, PriceReport]) -> str:
    parts = [
        "# Games\n\n"
        f"{len(games())} games are built. Each page below is generated from the game's rules, prices and tests, "
        "for a table that a licensee opens without choosing any option. "
        "Lowest and highest are the house edges of the wagers on that table, alone or with the wagers that follow.\n"
    ]
    families: dict[str, list[ListedGame]] = {}
    for game in games():
        families.setdefault(game.family, []).append(game)
    for family, members in families.items():
        rows = []
        for game in members:
            edges = [one.house_edge for one in reports[game.id].wagers if one.offered and not one.is_rake]
            low, high = (f"{min(edges):.2%}", f"{max(edges):.2%}") if edges else ("–", "–")
            rows.append((f"[{game.name}]({game.id}.md)", game.citation, game.since.year, low, high))
        parts.append(
            f"## {family_name(family)}\n\n" + table(["game", "subchapter", "since", "lowest", "highest"], rows)
        )
    return "\n".join(parts)


def _page(game: ListedGame, report: PriceReport, folder: Path) -> str:
    rules = rules_of(game.id)
    layout = Layout.of(game.id)
    parts = [
        f"# {game.name}\n",
        f"{sentence(game.summary)}\n",
        _facts(game, rules),
        f"![The layout of {game.name}]({game.id}.svg)\n",
        _commands(game),
        _wagers(report),
        _options(game, rules.on(layout.on), layout),
        _strategy(game, folder),
        _irregularities(rules.on(layout.on), layout),
        _history(game, folder),
        published.of_game(game.id),
        _sources(rules),
        _paragraphs(game),
    ]
    return "\n".join(part for part in parts if part)


def _facts(game: ListedGame, rules: Rules) -> str:
    until = f", until {game.until}" if game.until else ""
    lines = [f"{game.citation}, in the chapter since {game.since}{until}."]
    if game.provenance == "reconstructed":
        warning = (
            "No text of this game's rules was found: they are our best reading. Treat its figures as an illustration."
        )
        return f"{lines[0]}\n\n!!! warning\n\n    {warning}\n"
    counts = _provenances(rules)
    weaker = [f"{counts[name]} on {meaning}" for name, meaning in RESTS_ON.items() if counts.get(name)]
    lines.append(f"Of its {sum(counts.values())} provisions, {counts.get('text', 0)} rest on New Jersey's own text")
    return " ".join([lines[0], ", ".join([lines[1], *weaker])]) + ".\n"


def _provenances(rules: Rules) -> dict[str, int]:
    """Count a game's provisions by provenance."""
    provisions = [
        *rules.wagers.values(),
        *rules.options.values(),
        *rules.facts.values(),
        *rules.irregularities.values(),
        *(one for tables in rules.pay_tables.values() for one in tables.values()),
    ]
    return dict(Counter(one.provenance for one in provisions))


def _commands(game: ListedGame) -> str:
    listed = [f"pitboss deal {game.id}", f"pitboss price {game.id}"]
    if {"strategy", "chart"} & set(game.gives):
        listed.append(f"pitboss strategy {game.id}")
    if "simulated" in game.can:
        listed.append(f"pitboss simulate {game.id} --rounds 1e6")
    listed.append(f"pitboss trace {game.id}")
    return "```sh\n" + "\n".join(listed) + "\n```\n"


# ---- wagers


def _wagers(report: PriceReport) -> str:
    rows = [*report.wagers, *report.combinations]
    lead = (
        "## Wagers\n\nThe house edge is the average loss per unit of the first wager, unless a note says otherwise. "
        "A wager marked * is permitted but not on the usual table.\n\n"
    )
    if any(one.is_rake for one in rows):
        lead = "## What the house takes\n\nPlayers wager against one another; the house takes a part of the pot.\n\n"
    shown_rows = [
        (
            plain(one.name) + ("" if one.offered else " \\*"),
            _odds(one),
            f"{one.house_edge:.4%}",
            code(one.exact) if one.exact and len(one.exact) <= LONG else "",
            f"{one.hit_rate:.2%}",
            f"{one.std_dev:.3f}",
            one.section,
        )
        for one in rows
    ]
    head = ["wager", "odds", "house edge", "exactly", "wins", "deviation", "section"]
    return lead + table(head, shown_rows) + _notes(rows) + _unpriced(report)


def _odds(one: PricedWager) -> str:
    if not one.odds:
        return ""
    if len(one.odds) == 1:
        return next(iter(one.odds.values()))
    rows = [f"{plain(outcome.replace('_', ' '))}: {odds}" for outcome, odds in one.odds.items()]
    return "<br>".join(rows) if len(rows) <= 12 else "<br>".join([*rows[:11], f"and {len(rows) - 11} more"])


def _notes(rows: Sequence[PricedWager]) -> str:
    notes: dict[str, list[str]] = {}
    for one in rows:
        if one.note:
            notes.setdefault(one.note, []).append(one.name)
    lines = [
        f"- {plain(', '.join(names[:6]))}{' and others' if len(names) > 6 else ''}: {plain(note)}"
        for note, names in notes.items()
    ]
    return "\nNotes:\n\n" + "\n".join(lines) + "\n" if lines else ""


def _unpriced(report: PriceReport) -> str:
    lines = [f"- {plain(one.name)} ({one.citation}): {plain(one.reason)}" for one in report.unpriced]
    return "\nNot priced:\n\n" + "\n".join(lines) + "\n" if lines else ""


# ---- options


def _options(game: ListedGame, rules: Rules, layout: Layout) -> str:
    found = [
        option
        for option in rules.options.values()
        if option.in_force(layout.on) and option.id not in all_games().options
    ]
    if not found:
        return ""
    worth = options.of_game(game.id)
    rows = [
        (
            code(option.id),
            plain(option.name),
            code(value_text(option.default)),
            plain(option.permitted(layout.on)),
            worth.get(option.id, ""),
            option.section,
        )
        for option in found
    ]
    lead = (
        "## Options\n\nWhat a licensee may choose. *Worth* is the range of the house edge over the permitted values "
        "of this option, all others left at their defaults, apart from those that the value requires. "
        "To see every value, run "
        f"`pitboss price {game.id} --sweep OPTION`.\n\n"
    )
    return lead + table(["option", "meaning", "default", "permitted", "worth", "section"], rows)


# ---- strategy


def _strategy(game: ListedGame, folder: Path) -> str:
    if not {"strategy", "chart"} & set(game.gives):
        reason = game.lacks.get("strategy", "")
        return f"## Strategy\n\nNone: {plain(reason)}.\n" if reason else ""
    report = strategy(game.id)
    data = json.loads(report.to_json())
    parts = [
        "## Strategy\n",
        f"The best strategy for the usual table has a house edge of {data['house_edge']:.4%} per {data['per']}.\n",
    ]
    if "chart" in data:
        (folder / f"{game.id}-chart.svg").write_text(report.svg(), "utf-8")
        parts.append(f"![The strategy chart of {game.name}]({game.id}-chart.svg)\n")
        parts += _exceptions(data)
    lines = data.get("summary", [])
    if lines:
        parts.append("\n".join(f"- {plain(line)}" for line in lines[:30]) + "\n")
    simpler = [one for one in data.get("simpler", []) if one.get("cost", 0) > 0]
    if simpler:
        rows = [
            (plain(one["name"]), plain(one["says"]), f"{one['house_edge']:.4%}", f"{one['cost']:.4%}")
            for one in simpler
        ]
        parts.append("Simpler strategies, and what they cost:\n")
        parts.append(table(["strategy", "rule", "house edge", "cost"], rows))
    return "\n".join(parts)


def _exceptions(data: dict[str, Any]) -> Iterator[str]:
    in_all = data.get("exceptions_in_all")
    if in_all:
        yield (
            f"The chart decides by total. {in_all} hands are played better by their exact cards; "
            f"`pitboss strategy {data['game']}` lists those that are worth most.\n"
        )


# ---- irregularities


def _irregularities(rules: Rules, layout: Layout) -> str:
    rows = [
        (
            code(one.id),
            plain(one.says or one.name),
            plain(", ".join(one.at)),
            plain(one.effect.replace("_", " ")),
            one.section,
        )
        for one in rules.irregularities.values()
        if one.in_force(layout.on)
    ]
    if not rows:
        return ""
    lead = "## Irregularities\n\nWhat can go wrong in a round, when it can be called, and what is then done.\n\n"
    return lead + table(["irregularity", "what happened", "found out at", "effect", "section"], rows)


# ---- history


def _history(game: ListedGame, folder: Path) -> str:
    found = history(game.id)
    if not found.moves:
        spans = [span for span in found.spans if span.wagers]
        if not spans:
            return ""
        return f"## History\n\nNo price of the usual table has changed since {found.first}.\n"
    (folder / f"{game.id}-history.svg").write_text(found.to_svg(), "utf-8")
    rows = [
        (
            move.date,
            plain(move.name),
            plain(move.summary()),
            plain("; ".join(dict.fromkeys(rule.rule or rule.citation for rule in move.rules))),
        )
        for move in found.moves
    ]
    return "\n".join(
        [
            "## History\n",
            f"The price of the usual table since {found.first}, and the amendment behind each change.\n",
            f"![House edges of {game.name} over the years]({game.id}-history.svg)\n",
            table(["date", "wager", "house edge", "amendment"], rows),
        ]
    )


# ---- sources and paragraphs


def _sources(rules: Rules) -> str:
    counts = _provenances(rules)
    shares = table(
        ["provisions", "provenance", "meaning"],
        [(counts[name], code(name), meaning) for name, meaning in PROVENANCE.items() if name in counts],
    )
    named = "\n".join(f"- {code(id)}: {plain(says)}" for id, says in rules.sources.items())
    return f"## Sources and provenance\n\n{shares}\n{named}\n"


def _paragraphs(game: ListedGame) -> str:
    found = trace(game.id)
    marks = {"shown": "✓", "playthrough only": "◐", "data only": "○", "nothing": "–", "gap": "✗"}
    rows = [
        (
            one.citation.removeprefix("N.J.A.C. "),
            plain(one.gist),
            marks[one.standing] if one.standing else "",
            plain(one.nothing) if one.nothing else _tests(one.tests or ()),
        )
        for one in found.paragraphs
    ]
    if not rows:
        return ""
    return (
        "## Paragraphs and their tests\n\n"
        "✓ a test fails when the paragraph is broken; ◐ only the golden playthrough changes; ○ implemented, but no "
        "test is proven to notice; – no task for software. "
        f"`pitboss trace {game.id}` also names the data and the code.\n\n"
        + table(["paragraph", "in our words", "", "tests"], rows)
    )


def _tests(tests: Iterable[str]) -> str:
    names = [test.rpartition("/")[2].removesuffix(".script").rpartition("::")[2] for test in dict.fromkeys(tests)]
    more = f" and {len(names) - MOST_TESTS} more" if len(names) > MOST_TESTS else ""
    return codes(names[:MOST_TESTS]) + more
