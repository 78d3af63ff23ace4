"""How a table's choices differ from the defaults, in words for players.

A price belongs to a table: wherever one is shown next to a table with other rules, the differences are shown too.
The lobby, the table page and the page for opening a table all use this module.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from pitboss.chapter.check import resolve_options
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import rules_of
from pitboss.floor.sight import TableInfo
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.web.addresses import Choices
from pitboss.web.citations import citation
from pitboss.web.figures import edge, format_value, heat, percent, points
from pitboss.web.markup import Markup, el

FEW = 2
"""The number of differences shown where there is little room."""
REMEMBERED = 512
"""The number of table layouts cached between lobby updates."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A choice that differs from the default."""

    name: str
    here: str
    usual: str
    section: str

    def __str__(self) -> str:
        return f"{self.name}: {self.here}"


def differences(layout: Layout) -> list[Difference]:
    """List a table's choices that differ from the defaults, including raised odds.

    >>> [str(one) for one in differences(Layout.of("blackjack", options={"blackjack_pays": "6 to 5", "decks": 1}))]
    ['Decks in play: 1', 'Blackjack pays: 6 to 5']
    >>> differences(Layout.of("craps"))
    []
    """
    usual = resolve_options(layout.rules, layout.on, {}, {})
    chosen = Choices.of(layout).options
    found = [
        Difference(
            option.name,
            format_value(value, layout.rules),
            format_value(usual.get(name, option.default), layout.rules),
            option.section,
        )
        for name, value in sorted(chosen.items(), key=lambda item: list(layout.rules.options).index(item[0]))
        for option in (layout.rules.options[name].beside(layout.options),)
    ]
    plain = Layout.of(layout.rules, layout.on)
    for (kind, outcome), odds in layout.raised.items():
        least = plain.paid_for(kind, outcome) if kind in plain.permissible else None
        rule = layout.rules.wagers[kind]
        name = f"{rule.name}, {outcome.replace('_', ' ')}" if outcome else rule.name
        found.append(Difference(name, str(odds), str(least or "not paid"), layout.paid(kind).section))
    return found


def layout_of_table(info: TableInfo) -> Layout:
    """Return the layout for a table in the lobby."""
    chosen = tuple((name, str(value)) for name, value in info.options.items())
    return _layout(info.game, str(info.on), chosen, tuple(info.odds.items()), info.minimum, info.maximum)


@lru_cache(REMEMBERED)
def _layout(
    game: str,
    on: str,
    chosen: tuple[tuple[str, str], ...],
    odds: tuple[tuple[str, str], ...],
    least: int,
    most: int | None,
) -> Layout:
    rules = rules_of(game)
    options = {name: rules.options[name].parse(text) for name, text in chosen if name in rules.options}
    day = Layout.from_plain(
        {
            "game": game,
            "on": on,
            "options": options,
            "odds": dict(odds),
            "limits": {"minimum": 0, "maximum": None, "increment": 1, "by_wager": {}},
        }
    )
    return replace(day, limits=Limits(least, most))


# ---- a table's price


def main_wager(report: PriceReport) -> PricedWager:
    """Return the main wager: the first on the layout, or its combination if priced differently."""
    first = next((one for one in report.wagers if one.offered), report.wagers[0])
    together = next((one for one in report.combinations if one.offered), first)
    return together if together.house_edge != first.house_edge or report.strategy else first


def best_wager(report: PriceReport) -> PricedWager:
    """Return the wager with the lowest house edge among those that can be made alone against the house.

    Free odds need another wager, and wagers between players have no house edge.
    """
    rules = rules_of(report.game)
    part = {kind for one in report.combinations for kind in one.parts}

    def alone(one: PricedWager) -> bool:
        kinds = one.parts or (one.id,)
        if kinds[0] not in rules.wagers:
            return False  # the same wager under another strategy
        free = one.id in part or not one.house_edge or rules.wagers[kinds[0]].tied
        return one.offered and (bool(one.parts) or not free)

    found = [one for one in (*report.wagers, *report.combinations) if alone(one)]
    return min(found or [main_wager(report)], key=lambda one: one.house_edge)


def edge_markup(one: PricedWager, digits: int = 2) -> Markup:
    """Render a house edge, coloured from cheap to expensive."""
    return el("b", edge(one.house_edge, digits), class_=heat(one.house_edge))


def table_price_markup(report: PriceReport, usual: PriceReport | None, digits: int = 2) -> Markup:
    """Render a table's price beside that of the game's default table."""
    main = main_wager(report)
    before = main_wager(usual).house_edge if usual is not None else main.house_edge
    change = points(main.house_edge, before, digits)
    against = f"{change} compared with the usual {percent(before, digits)}" if change else ""
    return el(
        "span",
        edge_markup(main, digits),
        " rake of the pot" if main.is_rake else " house edge",
        el("span", f", {main.name}", class_="quiet") if not main.is_rake else None,
        el("span", f" ({against})", class_="change") if against else None,
        class_="table-price",
    )


def differences_markup(found: list[Difference], layout: Layout) -> Markup:
    """Render all differences with their defaults and sections."""
    rows = [
        el(
            "li",
            el("span", el("b", one.here), f" {one.name}"),
            el("span", f"usually {one.usual} ", citation(one.section, layout.on, layout.on), class_="quiet"),
        )
        for one in found
    ]
    return el("ul", rows, class_="differences")


def in_short(found: list[Difference], most: int = FEW) -> str:
    """Summarize the first differences, and count the rest.

    >>> one = Difference("Decks in play", "1", "8", "2.2")
    >>> in_short([one]), in_short([one, one, one], 1), in_short([])
    ('Decks in play: 1', 'Decks in play: 1 · and 2 more', '')
    """
    listed = [str(one) for one in found[:most]]
    return " · ".join([*listed, f"and {len(found) - most} more"] if len(found) > most else listed)
