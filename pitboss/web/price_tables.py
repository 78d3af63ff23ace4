"""The tables of the price page: every wager in a sortable table, and all figures of the selected one.

Pure functions of the report and the request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.chapter.rules import value_text
from pitboss.library.options import options
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.web.citations import badge, citation, rules_at
from pitboss.web.figures import edge, format_value, fraction, heat, net, pays, percent, points
from pitboss.web.markup import Markup, el
from pitboss.web.price_address import PriceQuery

_CAPTION = "Prices; click a name to show its results above, or a heading to sort"
_PRICES = "sheet figures prices"
_FIGURES: dict[str, tuple[str, Callable[[PricedWager], float]]] = {
    "edge": ("House edge", lambda one: one.house_edge),
    "risk": ("Element of risk", lambda one: one.element_of_risk),
    "deviation": ("Std. deviation", lambda one: one.std_dev),
    "hit": ("Wins", lambda one: one.hit_rate),
    "push": ("Pushes", lambda one: one.push_rate),
}
"""The sortable figures: column title and value."""


def next_sort(now: str, asked: str) -> str:
    """Return the sort order after a click: ascending, descending, then as in the rules.

    >>> next_sort("", "edge"), next_sort("edge", "edge"), next_sort("-edge", "edge"), next_sort("edge", "hit")
    ('edge', '-edge', '', 'hit')
    """
    return {asked: f"-{asked}", f"-{asked}": ""}.get(now, asked)


def every_wager(report: PriceReport) -> tuple[PricedWager, ...]:
    """Return the wagers, then the combinations."""
    return (*report.wagers, *report.combinations)


def _groups(report: PriceReport, sort: str) -> dict[str, list[PricedWager]]:
    """Return the rows by group as in the rules, or in a single group if they are sorted."""
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
    """Render every price of the report as a sortable table, with the differences from a default table."""
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
        el("th", "Exact", scope="col", class_="fine"),
        [_sorted_head(key, asked.sort) for key in ("risk", "deviation", "hit", "push")],
        el("th", "Per", scope="col", class_="fine"),
        el("th", "Source", scope="col", class_="fine"),
    )
    exact = all(one.method == "exact" for one in every_wager(report))
    method = "all exact" if exact else "exact except where marked as simulation"
    summary = f"{len(report.wagers)} wagers, {method}, computed in {report.seconds:.2f} s. "
    return el(
        "div",
        el("h2", "Every wager"),
        el(
            "p",
            summary,
            el("a", "As JSON", href=asked.address(f"{asked.path}.json", wager="", sort="")),
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


def rules_markup(asked: PriceQuery) -> Markup:
    """Render every rule in force at the table, changed ones first, each with a link to its section."""
    listed = options(asked.layout()).options
    changed = sum(one.changed for one in listed)
    summary = f"Rules in force: {f'{changed} changed, ' if changed else ''}{len(listed)} in all"
    rows = [
        el(
            "tr",
            el("th", one.name, scope="row"),
            el("td", format_value(one.value), el("span", f" instead of {format_value(one.default)}", class_="quiet"))
            if one.changed
            else el("td", format_value(one.value)),
            el("td", citation(one.section.split(", ")[0], asked.day, asked.link_day), badge(one.provenance)),
            class_="changed" if one.changed else None if one.in_effect else "quiet",
        )
        for one in listed
    ]
    head = el("tr", *(el("th", name, scope="col") for name in ("Rule", "At this table", "Section")))
    caption = el("caption", "Rules in force", class_="unseen")
    sheet = el("table", caption, el("thead", head), el("tbody", rows), class_="sheet")
    return el("details", el("summary", summary), el("div", sheet, class_="broad"), class_="rules-here")


def _sorted_head(key: str, sort: str) -> Markup:
    order = {key: "ascending", f"-{key}": "descending"}.get(sort)
    mark = {"ascending": "▲", "descending": "▼"}.get(order or "", "")
    name, _ = _FIGURES[key]
    button = el("button", name, el("span", mark, class_="mark", aria_hidden="true"), type="button", data_sort=key)
    return el("th", button, scope="col", aria_sort=order or "none", class_=None if key in ("edge", "hit") else "fine")


def _changed(now: float, before: float | None, digits: int = 3) -> Markup | None:
    """Render the difference from a default table's figure, in percentage points."""
    change = points(now, before, digits) if before is not None else ""
    return (
        el("span", f" {change}", class_="change", title="percentage points compared with a default table")
        if change
        else None
    )


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
    """Describe the accuracy of a figure that is not an exact fraction."""
    return f"within {one.error:.1g}" if one.error else "rounded"


def _not_offered(one: PricedWager, asked: PriceQuery) -> Markup:
    """Render a link to the choices that would put a permitted wager on the layout."""
    needs = asked.rules.wagers[one.parts[0] if one.parts else one.id].offered
    query = {f"options.{name}": value_text(values[0]) for name, values in needs.items()}
    needed = " and ".join(
        f"{asked.rules.options[name].name}: {format_value(values[0])}" for name, values in needs.items()
    )
    way = el("a", "with ", needed, href=asked.address(**query))
    return el("p", "not on this layout; ", way, class_="aka")


def chosen_markup(one: PricedWager, asked: PriceQuery, usual: PricedWager | None = None) -> Markup:
    """Render all figures of a wager, each with the default table's figure if it differs."""
    before = {name: figure for name, figure, _ in _figures(usual)} if usual is not None else {}
    cells = [
        el(
            "div",
            el("dt", name),
            el(
                "dd",
                el("b", figure),
                el("span", fraction(exact)) if exact else None,
                el("span", f"usually {before[name]}", class_="change") if before.get(name, figure) != figure else None,
            ),
        )
        for name, figure, exact in _figures(one)
    ]
    return el(
        "div",
        el("h2", one.name),
        el(
            "p",
            f"{pays(one.odds)}; " if one.odds else None,
            f"per {one.per}. ",
            el("a", one.citation.removeprefix("N.J.A.C. "), href=rules_at(one.section.split(", ")[0], asked.link_day)),
            " ",
            badge(one.provenance),
            class_="quiet",
        ),
        el("dl", cells, class_="chosen-figures"),
        el("p", one.note, class_="note") if one.note else None,
    )


def _figures(one: PricedWager) -> Iterator[tuple[str, str, str | None]]:
    """Yield the relevant figures of a wager: name, figure, and exact fraction."""
    yield "rake" if one.is_rake else "house edge", edge(one.house_edge, 4), one.exact
    yield "element of risk", edge(one.element_of_risk, 4), one.element_of_risk_exact
    yield "standard deviation", f"{one.std_dev:.4f}", None
    yield "wins", percent(one.hit_rate, 3), None
    yield "pushes", percent(one.push_rate, 3), None
    if one.rounds is not None and one.rounds != 1:
        yield "rounds until decided", f"{one.rounds:.3f}", one.rounds_exact
        if one.per_round is not None:
            yield "house edge per round", edge(one.per_round, 4), one.per_round_exact
    if one.house_edge_resolved is not None:
        yield "house edge, excluding voids", edge(one.house_edge_resolved, 4), one.house_edge_resolved_exact
    if (counted := one.house_edge_with_percentage) is not None:
        yield "house edge, including the percentage", edge(counted, 4), one.house_edge_with_percentage_exact
    if one.action != 1:
        yield "average amount at risk", f"{one.action:.4f}", one.action_exact
    if one.error:
        yield "maximum error", f"{one.error:.2g}", None


def outcomes_markup(one: PricedWager) -> Markup:
    """Render all results of a wager with exact probabilities."""
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
    head = ["Net", "Probability", "Exact", *([f"Of {one.space:,}"] if counted else [])]
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


def events_markup(one: PricedWager) -> Markup:
    """Render the named outcomes that make up a wager's results and add up to the whole."""
    rows = [
        el(
            "tr",
            el("th", event.event, scope="row"),
            el("td", net(event.net)),
            el("td", "" if event.combinations is None else f"{event.combinations:,}"),
            el("td", percent(event.probability, 4)),
            el("td", f"{event.contribution:+.6f}"),
        )
        for event in one.events
    ]
    whole = f"{one.space:,}" if one.space is not None else ""
    total = [el("th", "All", scope="row"), *(el("td", text) for text in ("", whole, "100%", f"{-one.house_edge:+.6f}"))]
    head = [el("th", name, scope="col") for name in ("Outcome", "Net", "Combinations", "Probability", "Return")]
    caption = el("caption", f"Named outcomes of {one.name}", class_="unseen")
    sheet = el(
        "table",
        caption,
        el("thead", el("tr", head)),
        el("tbody", rows),
        el("tfoot", el("tr", total)),
        class_="sheet figures events",
    )
    return el(
        "details",
        el("summary", "What the results consist of"),
        el("div", sheet, class_="scrolls"),
    )


def edges_in_order(report: PriceReport) -> list[PricedWager]:
    """Return the wagers and combinations, lowest house edge first."""
    return sorted(every_wager(report), key=lambda one: one.house_edge)
