"""The best strategy for a game under a licensee's rules, and the cost of simpler ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.table_file import TableFile
from pitboss.contract import Advice, Chart, PriceInputs, Pricing, Progress, contract_of
from pitboss.contract import Strategy as Decides
from pitboss.equipment import Card, cards
from pitboss.exhibit import Exhibit, html_table, text_table
from pitboss.library.layouts import layout as layout_named
from pitboss.library.prices import desk, parse_strategy
from pitboss.pricing.entry import price, pricing_of
from pitboss.table.game import game_class


@dataclass(frozen=True, repr=False, eq=False)
class StrategyReport(Exhibit):
    """The best strategy. `data` holds it as plain data; methods decide hands and price other strategies."""

    layout: Layout = field(repr=False)
    data: Mapping[str, Any]

    @property
    def house_edge(self) -> float:
        return float(self.data["house_edge"])

    @property
    def summary(self) -> tuple[str, ...]:
        """The strategy in a few lines, if it can be put into words."""
        return tuple(self.data.get("summary", ()))

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = (), choices: Sequence[str] = ()) -> str:
        """Return the best choice, given the player's own cards and the face-up cards.

        `choices` are the ones available now, if the cards alone do not determine them.
        """
        mine = cards(own) if isinstance(own, str) else tuple(own)
        seen = cards(shown) if isinstance(shown, str) else tuple(shown)
        every = choices or tuple(game_decisions(self.layout))
        found = self._advice(mine, seen, every)
        if found is None:
            raise ValueError(f"the strategy does not cover {own!r} with {shown!r}")
        return found

    def cost(self, other: str) -> float:
        """Return how much more another strategy loses, per unit by which the house edge is measured."""
        return float(cost_of(self._best, other)["cost"])

    @cached_property
    def _advice(self) -> Advice:
        return pricing_of(self.layout).advice(self.layout)

    @cached_property
    def _best(self) -> Decides:
        return pricing_of(self.layout).strategy(self.layout, PriceInputs())

    def title(self) -> str:
        edge = f"{self.house_edge:.4%}"
        return f"{self.layout.rules.game.name} on {self.layout.on}: house edge {edge} with this strategy"

    def rows(self) -> list[dict[str, Any]]:
        """List the chart row by row; for a strategy in words, list the simpler ones with their cost."""
        if "chart" in self.data:
            columns = self.data["columns"]
            return [
                {"hand": name, **dict(zip(columns, cells, strict=True))} for name, cells in self.data["chart"].items()
            ]
        return [dict(one) for one in (*self.data.get("simpler", ()), *self.data.get("asked", ()))]

    def display_rows(self) -> list[dict[str, Any]]:
        if "chart" in self.data:
            return self.rows()
        return [
            {"simpler": one["name"], "in words": one["says"], "edge": _percent(one["house_edge"]), "costs": _cost(one)}
            for one in self.rows()
        ]

    def svg(self) -> str:
        """Draw the chart as SVG, for a game played by one."""
        return chart_of(self.layout).svg()

    def __repr__(self) -> str:
        lines = [f"  {line}" for line in self.summary]
        return "\n".join([self.title(), *lines, *text_table(self.display_rows())])

    def _repr_html_(self) -> str:
        head = f"<p><b>{escape(self.title())}</b></p>"
        if "chart" in self.data:
            return head + self.svg()
        listed = "".join(f"<li>{escape(line)}</li>" for line in self.summary)
        return f"{head}<ul>{listed}</ul>{html_table(self.display_rows())}"

    def to_json(self) -> str:
        return json.dumps(dict(self.data), indent=2, ensure_ascii=False)


def strategy(
    game: str | Layout,
    on: str | date | None = None,
    *,
    simple: str | Sequence[str] = (),
    play: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    unlawful: bool = False,
    progress: Progress | None = None,
    **choices: Any,
) -> StrategyReport:
    """Return the best strategy for a game, computed from the rules of the table.

    `simple` lists simpler strategies to compare with it, by name or in words. `play` is a strategy file to price
    instead of the best strategy.

    >>> strategy("three-card-poker").summary
    ('play with Q-6-4 or better, fold with less',)
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, unlawful=unlawful, **choices)
    pricing, id = pricing_of(layout), layout.rules.game.id
    if play is not None:
        needs_chart(pricing, id)
    played = parse_strategy(pricing, play)
    usual = played is None
    report = desk.price(layout, progress=progress) if usual else price(layout, strategy=played, progress=progress)
    if report.strategy is None:
        lacks = contract_of(id).lacks
        why = lacks.get("strategy") or lacks.get("advice") or "it has no decisions"
        raise ValueError(f"{id} has no strategy: {why}")
    main = report.combinations[0] if report.combinations else report.wagers[0]
    data = dict(report.strategy) | {
        "game": id,
        "wager": main.id,
        "per": main.per,
        "house_edge": main.house_edge,
        "exact": main.exact,
        "provenance": main.provenance,
        "citation": main.citation,
    }
    rules = [simple] if isinstance(simple, str) else list(simple)
    if rules:
        if "strategy" not in pricing.gives:
            raise ValueError(f"{id} is played by a chart: give a chart's file to play (--play FILE)")
        best = pricing.strategy(layout, PriceInputs(progress=progress))
        data["asked"] = [cost_of(best, rule) for rule in rules]
    return StrategyReport(layout, data)


def cost_of(best: Decides, rule: str) -> dict[str, Any]:
    """Return the cost of a simpler strategy compared with the best."""
    named = best.named(rule)
    cost = best.cost(named or rule)
    return {
        "name": rule,
        "says": named.says if named else rule,
        "house_edge": float(best.house_edge + cost),
        "cost": float(cost),
        "cost_exact": str(cost),
    }


def chart_of(layout: Layout) -> Chart:
    """Return the best strategy as a chart, for a game played by one."""
    pricing = pricing_of(layout)
    needs_chart(pricing, layout.rules.game.id)
    return pricing.chart(layout)


def needs_chart(pricing: Pricing, game: str) -> None:
    """Raise ValueError for a game that is not played by a chart."""
    if "chart" not in pricing.gives:
        raise ValueError(f"{game} is not played by a chart; name a simpler strategy (--simple)")


def game_decisions(layout: Layout) -> Mapping[str, str]:
    """Return the decisions that players make in a game."""
    return game_class(layout.rules.game.id).decisions


def _percent(share: float) -> str:
    return f"{share:.3%}"


def _cost(one: Mapping[str, Any]) -> str:
    return f"{one['cost']:.4%}"
