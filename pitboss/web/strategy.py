"""The best way to play, as a price report tells it: a chart or a few lines, and what it costs to play otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.pricing.report import PriceReport
from pitboss.web.markup import Markup, el

LISTED = 15
"""So many exceptions to a chart are listed, the dearest first."""


_NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
"""A name of the program's own, such as `play_4x`."""


def in_words(text: str) -> str:
    """What a report says, without names of the program's own.

    >>> in_words("at the flop play_2x"), in_words("summed to within `distribution_error`.")
    ('at the flop play 2x', 'summed to within what each price says that it is off by at most.')
    """
    text = text.replace("`distribution_error`", "what each price says that it is off by at most")
    return _NAME.sub(lambda name: name[0].replace("_", " "), text)


def strategy_markup(report: PriceReport) -> Markup | None:
    """The strategy of a report; None for a game without decisions."""
    told: Mapping[str, Any] | None = report.strategy
    if not told:
        return None
    main = report.combinations[0] if report.combinations else report.wagers[0]
    return el(
        "div",
        el("h2", "The best way to play"),
        el("p", f"{main.name} costs {main.house_edge:.4%} when it is played like this.", class_="quiet"),
        _chart(told) if "chart" in told else None,
        el("ul", [el("li", line[:1].upper() + line[1:]) for line in map(in_words, told["summary"])], class_="says")
        if told.get("summary")
        else None,
        _simpler(told["simpler"]) if told.get("simpler") else None,
    )


def _chart(told: Mapping[str, Any]) -> Markup:
    letters: Mapping[str, str] = told["letters"]
    head = el("tr", el("td"), [el("th", column, scope="col") for column in told["columns"]])
    rows = [
        el("tr", el("th", name, scope="row"), [_cell(cell, letters) for cell in cells])
        for name, cells in told["chart"].items()
    ]
    legend = [
        el("li", el("span", letter, class_=f"play play-{letter}"), f" {word}") for letter, word in letters.items()
    ]
    prices = [
        el("div", el("dt", name.replace("_", " ")), el("dd", f"{one['house_edge']:.4%}"))
        for name, one in told["prices"].items()
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
        [el("p", f"{line[:1].upper()}{line[1:]}.", class_="quiet") for line in told.get("reading", ())],
        el("dl", prices, class_="odds-list"),
        _exceptions(told) if told.get("exceptions") else None,
        el("p", in_words(told["assumptions"]), class_="note") if told.get("assumptions") else None,
    )


def _cell(cell: str, letters: Mapping[str, str]) -> Markup:
    parts = (
        letters.get(letter.upper(), letter) + (f" with fewer than {below} cards" if below else "")
        for letter, below in re.findall(r"([A-Za-z])(\d*)", cell)
    )
    means = ", else ".join(parts)
    return el("td", cell, class_=f"play play-{cell[:1]}", title=means)


def _exceptions(told: Mapping[str, Any]) -> Markup:
    rows = [
        el(
            "tr",
            el("th", one["hand"], scope="row"),
            [el("td", one[key]) for key in ("up", "chart", "better")],
            el("td", f"{one['gain']:.5f}"),
            el("td", f"{one['worth']:.7f}"),
        )
        for one in told["exceptions"][:LISTED]
    ]
    head = ("Hand", "Against", "Chart", "Better", "When met", "A round")
    return el(
        "details",
        el(
            "summary",
            f"{_better(told['exceptions_in_all'])} {told['exceptions_worth']:.6f} of a unit a round",
        ),
        el(
            "div",
            el(
                "table",
                el("caption", "The dearest exceptions to the chart", class_="unseen"),
                el("thead", el("tr", [el("th", name, scope="col") for name in head])),
                el("tbody", rows),
                class_="sheet figures outcomes",
            ),
            class_="scrolls",
        ),
    )


def _better(many: int) -> str:
    if many == 1:
        return "1 hand is better played by its cards; that is worth"
    return f"{many} hands are better played by their cards; all together worth"


def _named(one: Mapping[str, Any]) -> list[Markup]:
    """A simpler strategy by its name; one that is named by a choice of the program is told by what it says alone."""
    says = in_words(one["says"])
    if "=" in one["name"]:
        return [el("b", says[:1].upper() + says[1:])]
    return [el("b", in_words(one["name"])), el("p", says, class_="aka")]


def _simpler(rows: Sequence[Mapping[str, Any]]) -> Markup:
    made = [
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
        el("h3", "Simpler, and what that costs"),
        el(
            "table",
            el("caption", "Simpler strategies", class_="unseen"),
            el("thead", el("tr", [el("th", name, scope="col") for name in ("Strategy", "House edge", "Costs")])),
            el("tbody", made),
            class_="sheet figures simpler",
        ),
    )
