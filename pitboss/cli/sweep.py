"""`pitboss price --sweep`: one wager's price under every combination of some choices that the chapter permits."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from pitboss.chapter.layout import Layout
    from pitboss.chapter.rules import Value


class Swept(BaseModel):
    """A combination of choices, and the house edge of the wager under it."""

    options: dict[str, Any]
    house_edge: float
    exact: str | None = None


class Sweep(BaseModel):
    """A wager's house edge under every permitted combination; those that the chapter does not permit are counted."""

    game: str
    on: str
    wager: str
    swept: list[str]
    rows: list[Swept]
    not_permitted: int


def sweep(layout: Layout, asked: str, wager: str, quiet: bool) -> Sweep:
    """Price a wager under every combination of the options asked for: "decks=1/6/8,soft17" or "decks,soft17"."""
    from pitboss.chapter.check import Unlawful
    from pitboss.chapter.layout import Layout
    from pitboss.chapter.rules import shown
    from pitboss.cli.progress import progress_bar

    lists = dict(_values(layout, one.strip()) for one in asked.split(","))
    kind = wager or next(iter(layout.permissible))
    odds = {f"{kind}.{outcome}" if outcome else kind: str(odds) for (kind, outcome), odds in layout.raised.items()}
    rows: list[Swept] = []
    refused = 0
    combinations = list(product(*lists.values()))
    with progress_bar(f"{len(combinations)} combinations", quiet) as done:
        for number, values in enumerate(combinations, 1):
            chosen = dict(zip(lists, values, strict=True))
            try:
                one = Layout.of(layout.rules, layout.on, {**_given(layout), **chosen}, odds, layout.limits)
            except Unlawful:
                refused += 1
            else:
                told = {name: shown(value) for name, value in chosen.items()}
                rows.append(Swept(options=told, **_edge(one, kind)))
            done(number / len(combinations))
    return Sweep(
        game=layout.rules.game.id,
        on=layout.on.isoformat(),
        wager=kind,
        swept=list(lists),
        rows=rows,
        not_permitted=refused,
    )


def _given(layout: Layout) -> dict[str, Value]:
    """The choices of a layout that are not the defaults."""
    from pitboss.chapter.rules import same

    default = {name: option.default for name, option in layout.rules.options.items()}
    return {name: value for name, value in layout.options.items() if not same(value, default[name])}


def _values(layout: Layout, asked: str) -> tuple[str, list[Value]]:
    name, _, listed = asked.partition("=")
    option = layout.rules.options.get(name)
    if option is None or not option.in_force(layout.on):
        known = ", ".join(one.id for one in layout.rules.options.values() if one.in_force(layout.on))
        raise ValueError(
            f"--sweep {name!r}: no such option of {layout.rules.game.id} on {layout.on}; there are: {known}"
        )
    if listed:
        return name, [option.parse(text) for text in listed.split("/")]
    if not option.values:
        raise ValueError(f"--sweep {name}: say which values, like {name}=6/8; permitted: {option.permitted(layout.on)}")
    return name, [choice.value for choice in option.values if choice.in_force(layout.on)]


def _edge(layout: Layout, kind: str) -> dict[str, Any]:
    from pitboss.library.prices import desk
    from pitboss.pricing.entry import pricing_of

    pricing = pricing_of(layout)
    if "main_edge" in pricing.gives and kind == next(iter(layout.permissible)):
        return {"house_edge": pricing.main_edge(layout)}
    found = desk.price(layout)[kind]
    return {"house_edge": found.house_edge, "exact": found.exact}


def as_csv(found: Sweep) -> str:
    """The sweep as CSV."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*found.swept, "house_edge", "exact"])
    for row in found.rows:
        writer.writerow([*(row.options[name] for name in found.swept), repr(row.house_edge), row.exact or ""])
    return out.getvalue()


def show(found: Sweep) -> None:
    """The sweep as a table to look at."""
    from rich.text import Text

    from pitboss.cli.terminal import bar, console, heat, percent, table

    out = console()
    most = max((abs(row.house_edge) for row in found.rows), default=0) or 1
    made = table(*found.swept, "edge", "", "exact", right=["edge", "exact"])
    for row in found.rows:
        edge = heat(row.house_edge)
        made.add_row(
            *(str(row.options[name]) for name in found.swept),
            Text(percent(row.house_edge, 4), edge),
            Text(bar(max(row.house_edge, 0) / most, 10), edge),
            row.exact if row.exact and len(row.exact) <= 14 else "",
        )
    out.print(Text.assemble((found.wager, "bold"), f" of {found.game} on {found.on}"))
    out.print(made)
    if found.not_permitted:
        out.print(f"{found.not_permitted} more combinations are not permitted on {found.on}.", style="dim")
