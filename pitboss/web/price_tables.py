"""A price report on a page: every wager in a table that can be put in order, and one of them with all its figures.

Pure functions of the report and of what was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.chapter.rules import shown
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.web.citations import badge, rules_at
from pitboss.web.figures import edge, fraction, heat, net, pays, percent, points, value_told
from pitboss.web.markup import Markup, el
from pitboss.web.price_address import PriceQuery

_CAPTION = "Prices; a name shows its results above, a heading puts the table in order"
_PRICES = "sheet figures prices"
_FIGURES: dict[str, tuple[str, Callable[[PricedWager], float]]] = {
    "edge": ("House edge", lambda one: one.house_edge),
    "risk": ("Element of risk", lambda one: one.element_of_risk),
    "deviation": ("Deviation", lambda one: one.std_dev),
    "hit": ("Wins", lambda one: one.hit_rate),
    "push": ("Pushes", lambda one: one.push_rate),
}
"""The figures by which the table can be put in order: what the column is called, and the figure."""


def next_sort(now: str, asked: str) -> str:
    """The order after a click: up, then down, then as the rules have it.

    >>> next_sort("", "edge"), next_sort("edge", "edge"), next_sort("-edge", "edge"), next_sort("edge", "hit")
    ('edge', '-edge', '', 'hit')
    """
    return {asked: f"-{asked}", f"-{asked}": ""}.get(now, asked)


def every_wager(report: PriceReport) -> tuple[PricedWager, ...]:
    """The wagers, and those that belong together as one."""
    return (*report.wagers, *report.combinations)


def _groups(report: PriceReport, sort: str) -> dict[str, list[PricedWager]]:
    """The rows by group, as the rules have them; in one group where they are ordered by a figure."""
    if sort:
        _, figure = _FIGURES[sort.removeprefix("-")]
        return {"": sorted(every_wager(report), key=figure, reverse=sort.startswith("-"))}
    groups: dict[str, list[PricedWager]] = {}
    for one in report.wagers:
        groups.setdefault(one.group, []).append(one)
    if report.combinations:
        groups["together"] = list(report.combinations)
    return groups


def price_table_markup(report: PriceReport, asked: PriceQuery, chosen: str, usual: PriceReport | None = None) -> Markup:
    """Every price of the report, as a table that can be put in order; beside each how it differs from a usual table."""
    before = {one.id: one for one in every_wager(usual)} if usual is not None else {}
    most = max((one.house_edge for one in every_wager(report) if one.offered), default=0) or 1
    groups = _groups(report, asked.sort)
    bodies = [
        el(
            "tbody",
            el("tr", el("th", name.replace("_", " "), colspan="10", scope="rowgroup"), class_="group")
            if name and len(groups) > 1
            else None,
            [_price_row(one, asked, chosen, most, before.get(one.id)) for one in rows],
        )
        for name, rows in groups.items()
    ]
    head = el(
        "tr",
        el("th", "Wager", scope="col"),
        el("th", "Pays", scope="col", class_="fine"),
        _sorted_head("edge", asked.sort),
        el("th", "Exactly", scope="col", class_="fine"),
        [_sorted_head(key, asked.sort) for key in ("risk", "deviation", "hit", "push")],
        el("th", "Per", scope="col", class_="fine"),
        el("th", "Known by", scope="col", class_="fine"),
    )
    exact = all(one.method == "exact" for one in every_wager(report))
    method = "every one exact" if exact else "exact, but where it says simulation"
    told = f"{len(report.wagers)} wagers, {method}, computed in {report.seconds:.2f} s. "
    return el(
        "div",
        el("h2", "Every wager"),
        el(
            "p",
            told,
            el("a", "The same as JSON", href=asked.address(f"{asked.path}.json", wager="", sort="")),
            class_="quiet",
        ),
        el(
            "div",
            el("table", el("caption", _CAPTION, class_="unseen"), el("thead", head), bodies, class_=_PRICES),
            class_="broad",
            role="region",
            aria_label="Every wager",
            tabindex="0",
        ),
    )


def _sorted_head(key: str, sort: str) -> Markup:
    order = {key: "ascending", f"-{key}": "descending"}.get(sort)
    mark = {"ascending": "▲", "descending": "▼"}.get(order or "", "")
    name, _ = _FIGURES[key]
    button = el("button", name, el("span", mark, class_="mark", aria_hidden="true"), type="button", data_sort=key)
    return el("th", button, scope="col", aria_sort=order or "none", class_=None if key in ("edge", "hit") else "fine")


def _changed(now: float, before: float | None, digits: int = 3) -> Markup | None:
    """How a figure differs from that of a usual table, in points of a percentage."""
    told = points(now, before, digits) if before is not None else ""
    return el("span", f" {told}", class_="change", title="points more or less than at a usual table") if told else None


def _price_row(one: PricedWager, asked: PriceQuery, chosen: str, most: float, usual: PricedWager | None) -> Markup:
    was = usual.house_edge if usual is not None else None
    width = max(0, min(one.house_edge / most, 1)) * 100
    bar = el("span", class_=f"bar {heat(one.house_edge)}", style=f"width: {width:.1f}%")
    return el(
        "tr",
        el(
            "th",
            el("button", one.name, type="button", data_wager=one.id, aria_pressed=str(one.id == chosen).lower()),
            None if one.offered else _not_offered(one, asked),
            scope="row",
        ),
        el("td", pays(one.odds), class_="fine"),
        el(
            "td",
            el("span", edge(one.house_edge), class_="figure"),
            _changed(one.house_edge, was),
            el("span", bar, class_="track"),
            class_="edge",
        ),
        el("td", fraction(one.exact) if one.exact else _within(one), class_="fine"),
        el("td", edge(one.element_of_risk), class_="fine"),
        el("td", f"{one.std_dev:.3f}", class_="fine"),
        el("td", percent(one.hit_rate, 2)),
        el("td", percent(one.push_rate, 2), class_="fine"),
        el("td", one.per, class_="fine words"),
        el("td", badge(one.provenance), " ", one.method if one.method != "exact" else None, class_="fine"),
        class_=" ".join(filter(None, ("picked" if one.id == chosen else "", "" if one.offered else "elsewhere")))
        or None,
        id=f"wager-{one.id}",
    )


def _within(one: PricedWager) -> str:
    """What is said where no exact fraction is: how far off the figure may be, or that it is rounded."""
    return f"within {one.error:.1g}" if one.error else "rounded"


def _not_offered(one: PricedWager, asked: PriceQuery) -> Markup:
    """What puts a permitted wager on the layout, as a way to it."""
    needs = asked.rules.wagers[one.parts[0] if one.parts else one.id].offered
    query = {f"options.{name}": shown(values[0]) for name, values in needs.items()}
    told = " and ".join(f"{asked.rules.options[name].name}: {value_told(values[0])}" for name, values in needs.items())
    way = el("a", "with ", told, href=asked.address(**query))
    return el("p", "not on this layout; ", way, class_="aka")


def chosen_markup(one: PricedWager, asked: PriceQuery, usual: PricedWager | None = None) -> Markup:
    """All figures of a wager, each beside that of a usual table where it differs."""
    before = {name: told for name, told, _ in _figures(usual)} if usual is not None else {}
    cells = [
        el(
            "div",
            el("dt", name),
            el(
                "dd",
                el("b", told),
                el("span", fraction(exact)) if exact else None,
                el("span", f"usually {before[name]}", class_="change") if before.get(name, told) != told else None,
            ),
        )
        for name, told, exact in _figures(one)
    ]
    return el(
        "div",
        el("h2", one.name),
        el(
            "p",
            f"{pays(one.odds)}; " if one.odds else None,
            f"measured per {one.per}. ",
            el("a", one.citation.removeprefix("N.J.A.C. "), href=rules_at(one.section.split(", ")[0], asked.link_day)),
            " ",
            badge(one.provenance),
            class_="quiet",
        ),
        el("dl", cells, class_="chosen-figures"),
        el("p", one.note, class_="note") if one.note else None,
    )


def _figures(one: PricedWager) -> Iterator[tuple[str, str, str | None]]:
    """The figures of a wager that say something: what each is called, the figure, and exactly."""
    yield "rake" if one.is_rake else "house edge", edge(one.house_edge, 4), one.exact
    yield "element of risk", edge(one.element_of_risk, 4), one.element_of_risk_exact
    yield "deviation", f"{one.std_dev:.4f}", None
    yield "wins", percent(one.hit_rate, 3), None
    yield "pushes", percent(one.push_rate, 3), None
    if one.rounds is not None and one.rounds != 1:
        yield "rounds until decided", f"{one.rounds:.3f}", one.rounds_exact
        if one.per_round is not None:
            yield "house edge a round", edge(one.per_round, 4), one.per_round_exact
    if one.house_edge_resolved is not None:
        yield "house edge, voids left out", edge(one.house_edge_resolved, 4), one.house_edge_resolved_exact
    if (counted := one.house_edge_with_percentage) is not None:
        yield "house edge, percentage counted in", edge(counted, 4), one.house_edge_with_percentage_exact
    if one.action != 1:
        yield "put at risk on average", f"{one.action:.4f}", one.action_exact
    if one.error:
        yield "off by at most", f"{one.error:.2g}", None


def outcomes_markup(one: PricedWager) -> Markup:
    """What a wager can come to, exactly."""
    counted = one.space is not None
    rows = [
        el(
            "tr",
            el("th", net(outcome.net), scope="row"),
            el("td", percent(outcome.probability, 4)),
            el("td", fraction(outcome.exact) if outcome.exact else "rounded"),
            el("td", f"{outcome.combinations:,}") if counted and outcome.combinations is not None else None,
        )
        for outcome in one.outcomes
    ]
    head = ["Net", "Probability", "Exactly", *([f"Of {one.space:,}"] if counted else [])]
    return el(
        "details",
        el("summary", "The results as a table"),
        el(
            "div",
            el(
                "table",
                el("caption", f"Results of {one.name}", class_="unseen"),
                el("thead", el("tr", [el("th", name, scope="col") for name in head])),
                el("tbody", rows),
                class_="sheet figures outcomes",
            ),
            class_="scrolls",
        ),
    )


def edges_in_order(report: PriceReport) -> list[PricedWager]:
    """The wagers, and those together, the cheapest first."""
    return sorted(every_wager(report), key=lambda one: one.house_edge)
