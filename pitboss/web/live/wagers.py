"""The layout's wagers with odds and prices, preceded by the player's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.floor.sight import VisibleTable
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.web.citations import citation
from pitboss.web.figures import heat, pays, percent
from pitboss.web.live.buttons import button
from pitboss.web.markup import Markup, el
from pitboss.web.theme import written

Act = Callable[[str, str, str], Awaitable[None]]
"""Performs a verb on a wager at a spot."""


class Wagers:
    """The player's wagers, and the prices of all wagers."""

    def __init__(self, layout: Layout, act: Act) -> None:
        self.layout = layout
        self._act = act
        self._report: PriceReport | None = None
        self._key: Any = None
        self._mine = ui.element("div").classes("mine")
        self._list = ui.element("div").classes("price-list")
        with self._list:
            written(price_list(layout, None))

    def priced(self, report: PriceReport | None) -> None:
        """Show prices once they are known."""
        self._report, self._key = report, None
        self._list.clear()
        with self._list:
            written(price_list(self.layout, report))

    def show(self, seen: VisibleTable, may: Callable[[str, str, str], bool]) -> None:
        """Show the player's wagers with the possible actions: `may` answers for a verb, a wager and its spot."""
        mine = [wager for wager in seen.state.get("wagers", ()) if wager["position"] == seen.you]
        verbs = [
            [verb for verb in ("on", "off", "remove") if may(verb, wager["kind"], wager.get("spot", ""))]
            for wager in mine
        ]
        key = (mine, verbs)
        if key == self._key:
            return
        self._key = key
        self._mine.clear()
        if not mine:
            return
        with self._mine:
            ui.label("Your wagers").classes("side-title")
            with ui.element("ul").classes("own"):
                for wager, allowed in zip(mine, verbs, strict=True):
                    self._own(wager, allowed)

    def _own(self, wager: Mapping[str, Any], verbs: list[str]) -> None:
        kind, spot = wager["kind"], wager.get("spot", "")
        rule = self.layout.rules.wagers[kind]
        with ui.element("li"):
            with ui.element("div").classes("own-summary"):
                ui.label(rule.name + (f" ({spot})" if spot else "") + (", on" if wager.get("on") else ""))
                price = price_of(self._report, kind)
                coupon = f" with a {dollars(wager['coupon'])} coupon" if wager.get("coupon") else ""
                ui.label(dollars(wager["amount"]) + coupon + (f" · {price}" if price else "")).classes("quiet")
            for verb in verbs:
                if (verb == "on" and wager.get("on")) or (verb == "off" and not wager.get("on")):
                    continue
                name = {"remove": "Take down", "on": "Turn on", "off": "Turn off"}[verb]
                button(name, _bound(self._act, verb, kind, spot), classes="small")


def _bound(act: Act, verb: str, kind: str, spot: str) -> Callable[[], Awaitable[None]]:
    return lambda: act(verb, kind, spot)


def price_of(report: PriceReport | None, kind: str) -> str:
    """Describe what a wager costs; "" if that is not known."""
    one = priced_with(report, kind)
    if one is None:
        return ""
    return f"{_edge(one)} {'rake' if one.is_rake else 'player edge' if one.house_edge < 0 else 'house edge'}"


def _edge(one: PricedWager) -> str:
    return percent(abs(one.house_edge), 2)


def priced_with(report: PriceReport | None, kind: str) -> PricedWager | None:
    """Return a wager's price, or that of the combination it begins if they are priced together."""
    if report is None:
        return None
    together = next((one for one in report.combinations if one.parts and one.parts[0] == kind), None)
    return together or next((one for one in report.wagers if one.id == kind), None)


def price_list(layout: Layout, report: PriceReport | None) -> Markup:
    """Render every wager of the layout by group, with odds, and prices once known."""
    groups: dict[str, list[str]] = {}
    for kind, rule in layout.wagers.items():
        groups.setdefault(rule.group, []).append(kind)
    return el("div", [_group(layout, report, name, kinds) for name, kinds in groups.items()])


def _group(layout: Layout, report: PriceReport | None, name: str, kinds: list[str]) -> Markup:
    rows = []
    for kind in kinds:
        rule, one = layout.wagers[kind], priced_with(report, kind)
        odds = {outcome: str(odds) for outcome, odds in layout.odds_table(kind).items()}
        edge = el("b", _edge(one), class_=heat(one.house_edge)) if one is not None else None
        rows.append(
            el(
                "li",
                el("span", el("b", rule.name), el("span", pays(odds), class_="quiet")),
                el("span", edge, citation(rule.section, layout.on), class_="price-edge"),
            )
        )
    title = el("p", name.replace("_", " ").capitalize(), class_="side-title") if name else None
    return el("section", title, el("ul", rows))
