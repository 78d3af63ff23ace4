"""Sweeps: prices under every permitted combination of some choices.

By default the game's first wager is swept; if some choice does not affect its price, the wagers that it does affect
are shown too, with identical ones merged. `--sweep all` varies, one at a time, every choice that the price depends
on.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from decimal import Decimal
from itertools import product
from typing import Any

from pydantic import BaseModel

from pitboss.chapter.finding import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Range, Value, same_value, value_text
from pitboss.library.prices import desk
from pitboss.pricing.contract import Progress
from pitboss.pricing.entry import pricing_of

Bars = Callable[[str], AbstractContextManager[Progress]]
"""Opens a progress bar for a step that is named."""


def no_bar(what: str) -> AbstractContextManager[Progress]:
    """Show no progress."""
    return nullcontext(lambda share: None)


class Swept(BaseModel):
    """A combination of choices, and the wager's house edge under it."""

    options: dict[str, Any]
    house_edge: float
    exact: str | None = None


class Moved(BaseModel):
    """Wagers with the same prices under every combination."""

    wagers: list[str]
    rows: list[Swept]


class Sweep(BaseModel):
    """A wager's house edge under every permitted combination, and the number of combinations not permitted.

    `also` lists other wagers, affected by choices that do not affect the first; `still` lists choices that affect no
    wager.
    """

    game: str
    on: str
    wager: str
    swept: list[str]
    rows: list[Swept]
    not_permitted: int
    alike: list[str] = []
    also: list[Moved] = []
    still: list[str] = []


Combination = tuple[dict[str, Any], "Layout"]
"""The choices as shown, and the table with them."""


ALL = "all"
"""The argument for varying every choice that affects the price, one at a time."""


def sweep(layout: Layout, asked: str, wager: str = "", bars: Bars = no_bar, unlawful: bool = False) -> Sweep:
    """Price a wager under every combination of options, such as "decks=1/6/8,soft17" or "decks,soft17".

    With `unlawful`, combinations that the regulation does not permit are included.
    """
    if asked.strip() == ALL:
        return _one_at_a_time(layout, wager, bars, unlawful)
    lists: dict[str, list[Any]] = {}
    for one in asked.split(","):
        name, values = _values(layout, one.strip())
        if name in lists:
            raise ValueError(f"--sweep {name}: given twice; list all its values at once, such as {name}=…/…")
        lists[name] = values
    combinations = list(_permitted(layout, lists, unlawful))
    if not combinations:
        raise ValueError(f"--sweep {asked}: {_none_permitted(layout, lists)}")
    kind = wager or next(iter(layout.permissible))
    shown = [Moved(wagers=[kind], rows=_rows(combinations, kind, bars))]
    still: list[str] = []
    if not wager and (unmoved := _options_without_effect(shown, lists)):
        more = _moved_by(unmoved, lists, combinations, bars)
        shown = [*more] if len(unmoved) == len(lists) and more else [*shown, *(one for one in more if one != shown[0])]
        still = _options_without_effect(shown, unmoved)
    first, *also = shown
    return Sweep(
        game=layout.rules.game.id,
        on=layout.on.isoformat(),
        wager=first.wagers[0],
        swept=list(lists),
        rows=first.rows,
        not_permitted=_count(lists) - len(combinations),
        alike=first.wagers[1:],
        also=also,
        still=still,
    )


def _one_at_a_time(layout: Layout, wager: str, bars: Bars, unlawful: bool) -> Sweep:
    """Vary every choice that the price depends on, one at a time, and collect the wagers that each affects."""
    asked = desk.asked(layout)
    names = [name for name, option in layout.rules.options.items() if name in asked and option.in_force(layout.on)]
    found: dict[tuple[str, ...], list[Swept]] = {}
    still, not_permitted = [], 0
    for name in names:
        one = sweep(layout, name, wager, bars, unlawful)
        not_permitted += one.not_permitted
        moving = [moved for moved in every_wager(one) if _moves(moved.rows, name)]
        if not moving:
            still.append(name)
        for moved in moving:
            rows = [
                row.model_copy(update={"options": {"option": name, "value": row.options[name]}}) for row in moved.rows
            ]
            found.setdefault(tuple(moved.wagers), []).extend(rows)
    kind = wager or next(iter(layout.permissible))
    first = next((wagers for wagers in found if kind in wagers), next(iter(found), (kind,)))
    return Sweep(
        game=layout.rules.game.id,
        on=layout.on.isoformat(),
        wager=first[0],
        swept=["option", "value"],
        rows=found.pop(first, []),
        not_permitted=not_permitted,
        alike=list(first[1:]),
        also=[Moved(wagers=list(wagers), rows=rows) for wagers, rows in found.items()],
        still=still,
    )


def _count(lists: dict[str, list[Value]]) -> int:
    return len(list(product(*lists.values())))


def _permitted(layout: Layout, lists: dict[str, list[Value]], unlawful: bool) -> Iterator[Combination]:
    """Yield the permitted combinations; with `unlawful`, all that make sense."""
    for values in product(*lists.values()):
        chosen = dict(zip(lists, values, strict=True))
        try:
            one = _changed(layout, chosen, unlawful)
        except Unlawful:
            continue
        yield {name: value_text(value) for name, value in chosen.items()}, one


def _changed(layout: Layout, chosen: Mapping[str, Value], unlawful: bool) -> Layout:
    """Return the layout with some choices changed."""
    given = {**_given(layout), **chosen}
    return Layout.of(layout.rules, layout.on, given, layout.stated_odds, layout.limits, unlawful)


def _none_permitted(layout: Layout, lists: Mapping[str, list[Value]]) -> str:
    """Say that no combination is permitted, and what is wrong with the first."""
    first = {name: values[0] for name, values in lists.items()}
    try:
        _changed(layout, first, unlawful=False)
    except Unlawful as error:
        return f"none of {_count(dict(lists))} combinations is permitted; the first: {error}"
    return "there are no combinations of these"


def _rows(combinations: list[Combination], kind: str, bars: Bars) -> list[Swept]:
    """Price one wager under each combination."""
    rows = []
    with bars(f"{len(combinations)} combinations") as done:
        for number, (options, layout) in enumerate(combinations, 1):
            rows.append(Swept(options=options, **_edge(layout, kind)))
            done(number / len(combinations))
    return rows


def _options_without_effect(shown: list[Moved], options: Iterable[str]) -> list[str]:
    """Return the options that affect none of the prices shown, all else being equal."""
    return [option for option in options if not any(_moves(one.rows, option) for one in shown)]


def _moves(rows: list[Swept], option: str) -> bool:
    edges: dict[tuple[Any, ...], set[float]] = {}
    for row in rows:
        others = tuple(value for name, value in row.options.items() if name != option)
        edges.setdefault(others, set()).add(row.house_edge)
    return any(len(found) > 1 for found in edges.values())


def _moved_by(unmoved: list[str], lists: Iterable[str], combinations: list[Combination], bars: Bars) -> list[Moved]:
    """Return every wager affected by at least one of these options, with identical ones merged.

    They are found with all other options fixed, so that options without effect cost few prices.
    """
    still = {name: value for name, value in combinations[0][0].items() if name not in unmoved} if combinations else {}
    few = [one for one in combinations if all(one[0][name] == value for name, value in still.items())]
    wanted = {
        kind
        for moved in _priced(few, bars)
        if not set(_options_without_effect([moved], unmoved)) >= set(unmoved)
        for kind in moved.wagers
    }
    if not wanted:
        return []
    return [moved for moved in _priced(combinations, bars) if wanted & set(moved.wagers)]


def _priced(combinations: list[Combination], bars: Bars) -> list[Moved]:
    """Price every wager under each combination that offers it, merging identical ones."""
    rows: dict[str, list[Swept]] = {}
    with bars(f"every wager, {len(combinations)} combinations") as done:
        for number, (options, layout) in enumerate(combinations, 1):
            for one in desk.price(layout).wagers:
                rows.setdefault(one.id, []).append(Swept(options=options, house_edge=one.house_edge, exact=one.exact))
            done(number / len(combinations))
    alike: dict[str, Moved] = {}
    for kind, found in rows.items():
        key = repr([(row.options, row.house_edge) for row in found])
        alike.setdefault(key, Moved(wagers=[], rows=found)).wagers.append(kind)
    return list(alike.values())


def _given(layout: Layout) -> dict[str, Value]:
    """Return the choices of a layout that differ from the defaults."""
    default = {name: option.default for name, option in layout.rules.options.items()}
    return {name: value for name, value in layout.options.items() if not same_value(value, default[name])}


def _values(layout: Layout, asked: str) -> tuple[str, list[Value]]:
    name, _, listed = asked.partition("=")
    option = layout.rules.options.get(name)
    if option is None or not option.in_force(layout.on):
        known = ", ".join(one.id for one in layout.rules.options.values() if one.in_force(layout.on))
        raise ValueError(
            f"--sweep {name!r}: no such option in {layout.rules.game.id} on {layout.on}; use one of: {known}"
        )
    if listed:
        return name, [option.parse(text) for text in listed.split("/")]
    values = [choice.value for choice in option.values if choice.in_force(layout.on)]
    if not values and option.range is not None:
        values = steps(option.range, layout.options.get(name, option.default), option.unit == "dollars")
    if not values:
        example = value_text(option.default)
        raise ValueError(
            f"--sweep {name}: give values, such as {name}={example}; permitted: {option.permitted(layout.on)}"
        )
    return name, values


def steps(range: Range, usual: Value, dollars: bool = False) -> list[Value]:
    """Choose a few values that show how a price varies over a range: from end to end, or around the default.

    >>> from decimal import Decimal
    >>> from pitboss.chapter.rules import Range
    >>> steps(Range(least=0, most=Decimal("0.05")), Decimal("0.05"))
    [0, Decimal('0.01'), Decimal('0.02'), Decimal('0.03'), Decimal('0.04'), Decimal('0.05')]
    >>> steps(Range(least=6, whole=True), 8), steps(Range(least=1, most=7, whole=True), 7)
    ([6, 8, 16, 32], [1, 2, 3, 4, 5, 6, 7])
    >>> steps(Range(least=0), 10000, dollars=True)
    [0, 5000, 10000, 20000, 50000, 100000]
    """
    least, most, now = range.least, range.most, Decimal(str(usual))
    if least is not None and most is not None:
        width = Decimal(most) - Decimal(least)
        parts = int(width) if range.whole and width <= _MOST_STEPS else _STEPS
        found = [Decimal(least) + width * part / parts for part in builtins.range(parts + 1)]
    else:
        times = ("0.5", "1", "2", "5", "10") if dollars else ("1", "2", "4")
        ends = [Decimal(end) for end in (least, most) if end is not None]
        found = sorted({*ends, now, *(now * Decimal(time) for time in times)})
    if range.whole:
        found = [one.to_integral_value() for one in found]
    exact = [one.quantize(Decimal("0.0001")).normalize() for one in found]
    values: list[Value] = [int(one) if one == one.to_integral_value() else one for one in exact]
    return [one for one in dict.fromkeys(values) if range.holds(one)]


_STEPS, _MOST_STEPS = 5, 12
"""The number of steps for a bounded range; a short range of integers is swept in full."""


def _edge(layout: Layout, kind: str) -> dict[str, Any]:
    pricing = pricing_of(layout)
    if "main_edge" in pricing.gives and kind == next(iter(layout.permissible)):
        return {"house_edge": pricing.main_edge(layout)}
    found = desk.price(layout)[kind]
    return {"house_edge": found.house_edge, "exact": found.exact}


def every_wager(found: Sweep) -> list[Moved]:
    """Return the first wager with those identical to it, then the others."""
    return [Moved(wagers=[found.wager, *found.alike], rows=found.rows), *found.also]
