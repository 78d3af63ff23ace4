"""The best strategy in a price report: a chart or a few lines, and the cost of simpler strategies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.pricing.report import PriceReport
from pitboss.web.markup import Markup, el

LISTED = 15
"""The maximum number of exceptions to a chart to list, most valuable first."""


_NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
"""Matches an identifier, such as `play_4x`."""


def in_words(text: str) -> str:
    """Replace identifiers in a report's text with words.

    >>> in_words("at the flop play_2x"), in_words("summed to within `distribution_error`.")
    ('at the flop play 2x', 'summed to within the maximum error of each price.')
    """
    text = text.replace("`distribution_error`", "the maximum error of each price")
    return _NAME.sub(lambda name: name[0].replace("_", " "), text)


def strategy_markup(report: PriceReport) -> Markup | None:
    """Render a report's strategy; None for a game without decisions."""
    strategy: Mapping[str, Any] | None = report.strategy
    if not strategy:
        return None
    main = report.combinations[0] if report.combinations else report.wagers[0]
    return el(
        "div",
        el("h2", "Best strategy"),
        el("p", f"With this strategy, the house edge of {main.name} is {main.house_edge:.4%}.", class_="quiet"),
        _chart(strategy) if "chart" in strategy else None,
        el("ul", [el("li", line[:1].upper() + line[1:]) for line in map(in_words, strategy["summary"])], class_="says")
        if strategy.get("summary")
        else None,
        _simpler(strategy["simpler"]) if strategy.get("simpler") else None,
    )


def _chart(strategy: Mapping[str, Any]) -> Markup:
    letters: Mapping[str, str] = strategy["letters"]
    head = el("tr", el("td"), [el("th", column, scope="col") for column in strategy["columns"]])
    rows = [
        el("tr", el("th", name, scope="row"), [_cell(cell, letters) for cell in cells])
        for name, cells in strategy["chart"].items()
    ]
    legend = [
        el("li", el("span", letter, class_=f"play play-{letter}"), f" {word}") for letter, word in letters.items()
    ]
    prices = [
        el("div", el("dt", name.replace("_", " ")), el("dd", f"{one['house_edge']:.4%}"))
        for name, one in strategy["prices"].items()
    ]
    return el(
        "div",
        el("ul", legend, class_="legend"),
        el(
            "div",
            el(
                "table",
                el("caption", "What to do with a hand (rows) against the dealer's card (columns)", class_="unseen"),
                el("thead", head),
                el("tbody", rows),
                class_="chart",
            ),
            class_="scrolls",
            tabindex="0",
            role="region",
            aria_label="Strategy chart",
        ),
        [el("p", f"{line[:1].upper()}{line[1:]}.", class_="quiet") for line in strategy.get("reading", ())],
        el("dl", prices, class_="odds-list"),
        _exceptions(strategy) if strategy.get("exceptions") else None,
        el("p", in_words(strategy["assumptions"]), class_="note") if strategy.get("assumptions") else None,
    )


def _cell(cell: str, letters: Mapping[str, str]) -> Markup:
    parts = (
        letters.get(letter.upper(), letter) + (f" with fewer than {below} cards" if below else "")
        for letter, below in re.findall(r"([A-Za-z])(\d*)", cell)
    )
    means = ", otherwise ".join(parts)
    return el("td", cell, class_=f"play play-{cell[:1]}", title=means)


def _exceptions(strategy: Mapping[str, Any]) -> Markup:
    rows = [
        el(
            "tr",
            el("th", one["hand"], scope="row"),
            [el("td", one[key]) for key in ("up", "chart", "better")],
            el("td", f"{one['gain']:.5f}"),
            el("td", f"{one['worth']:.7f}"),
        )
        for one in strategy["exceptions"][:LISTED]
    ]
    head = ("Hand", "Against", "Chart", "Better", "When it occurs", "Per round")
    return el(
        "details",
        el(
            "summary",
            f"{_better(strategy['exceptions_in_all'])} {strategy['exceptions_worth']:.6f} of a unit per round",
        ),
        el(
            "div",
            el(
                "table",
                el("caption", "The most valuable exceptions to the chart", class_="unseen"),
                el("thead", el("tr", [el("th", name, scope="col") for name in head])),
                el("tbody", rows),
                class_="sheet figures outcomes",
            ),
            class_="scrolls",
        ),
    )


def _better(many: int) -> str:
    if many == 1:
        return "1 exception for a particular hand, worth"
    return f"{many} exceptions for particular hands, worth in total"


def _named(one: Mapping[str, Any]) -> list[Markup]:
    """Name a simpler strategy; if its name is an identifier, use only its description."""
    says = in_words(one["says"])
    if "=" in one["name"]:
        return [el("b", says[:1].upper() + says[1:])]
    return [el("b", in_words(one["name"])), el("p", says, class_="aka")]


def _simpler(rows: Sequence[Mapping[str, Any]]) -> Markup:
    strategy_rows = [
        el(
            "tr",
            el("th", _named(one), scope="row"),
            el("td", f"{one['house_edge']:.3%}"),
            el("td", f"{one['cost']:.4%}"),
        )
        for one in rows
    ]
    return el(
        "div",
        el("h3", "Simpler strategies and their cost"),
        el(
            "table",
            el("caption", "Simpler strategies", class_="unseen"),
            el("thead", el("tr", [el("th", name, scope="col") for name in ("Strategy", "House edge", "Cost")])),
            el("tbody", strategy_rows),
            class_="sheet figures simpler",
        ),
    )
