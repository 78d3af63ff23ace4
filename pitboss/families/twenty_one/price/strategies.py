"""Ways to play a hand of blackjack, by name or from a file, and how to look up an action in a chart.

A strategy is a `Chart` (see `pitboss.pricing.twenty_one.chart` for the format): what to do with every total and pair
against every up card, in order of preference, and exceptions for particular cards. `price` and `simulate` take the same
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.price.counted_chart import from_counted_toml, is_counted
from pitboss.pricing.twenty_one.basic import BASIC
from pitboss.pricing.twenty_one.chart import ROWS, UPS, Cell, Chart, Kind, StrategyError, choices_for
from pitboss.pricing.twenty_one.terms import ACE, TEN


def basic(layout: Layout) -> Chart:
    """The best chart by totals, as `price` computes it."""
    from pitboss.families.twenty_one.price.table import PricedTable

    return PricedTable.of(layout, None).chart


def mimic_the_dealer(layout: Layout) -> Chart:
    """Draw and stand as the dealer must; never double, split or surrender."""
    stands = layout.fact("dealer_stands")
    draws_to = {"hard": stands, "soft": stands + (layout.option("soft17") == "hit")}
    totals: list[tuple[Kind, int, Kind, int]] = [(kind, row, kind, row) for kind in KINDS for row in ROWS[kind]]
    totals += [("pair", card, *_as_total(card)) for card in ROWS["pair"]]
    cells: dict[Cell, str] = {
        (kind, row, up): "H" if total < draws_to[as_kind] else "S" for kind, row, as_kind, total in totals for up in UPS
    }
    return Chart(cells, name="mimic-the-dealer")


def never_bust(layout: Layout) -> Chart:
    """Basic strategy, except that no card is drawn to a hand that could bust."""
    limit = layout.fact("limit")
    cells = dict(basic(layout).cells)
    for (kind, row, up), letters in cells.items():
        as_kind, total = _as_total(row) if kind == "pair" else (kind, row)
        if as_kind == "hard" and total + TEN > limit:
            cells[kind, row, up] = letters.upper().replace("D", "").replace("H", "S")
    return Chart(cells, name="never-bust")


KINDS: tuple[Kind, Kind] = ("hard", "soft")
NAMED: dict[str, Callable[[Layout], Chart]] = {
    "basic": basic,
    "mimic-the-dealer": mimic_the_dealer,
    "never-bust": never_bust,
}


def _as_total(card: int) -> tuple[Kind, int]:
    """A pair as a total."""
    return ("soft", 2 * ACE + TEN) if card == ACE else ("hard", 2 * card)


def chart_of(layout: Layout, strategy: str | None) -> Chart:
    """A strategy's chart, from its name, a file or a file's text; basic strategy by default."""
    if strategy is None or strategy in NAMED:
        return NAMED[strategy or "basic"](layout)
    if "\n" in strategy:
        return from_counted_toml(strategy) if is_counted(strategy) else Chart.from_toml(strategy)
    path = Path(strategy)
    if not path.is_file():
        names = ", ".join(NAMED)
        raise ValueError(f"unknown strategy {strategy!r}; use {names}, or a TOML or CSV file such as chart.toml")
    try:
        return chart_from(path)
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a strategy: it is not text; give a chart as TOML or CSV") from None
    except StrategyError as error:
        raise ValueError(f"{path} is not a strategy: {error}") from None


def chart_from(path: Path) -> Chart:
    """Read a chart from a file. An exported basic strategy may have been edited, so it is renamed after its file."""
    text = path.read_text("utf-8")
    chart = from_counted_toml(text) if is_counted(text) else Chart.read(path)
    return replace(chart, name=path.stem) if chart.name == BASIC else chart


def split_ace_action(chart: Chart, values: tuple[int, ...], up: int, allowed: Collection[str]) -> str:
    """The action for a split ace that takes one card, from its own cells or else the hand's."""
    letters = chart.cells.get(("split ace", sum(values) + TEN, up))
    if letters is None:
        return chart_action(chart, values, 0, up, allowed)
    return next((letter for letter in choices_for(letters, len(values)) if letter in allowed), "S")


def chart_action(chart: Chart, values: tuple[int, ...], suited: int, up: int, allowed: Collection[str]) -> str:
    """The first allowed action in a chart's order of preference, or "S" if it names none of them.

    `values` are the card values in order, with an ace as 1. `suited` is 1 for one suit and 2 for the suit that pays
    most.
    """
    said = (choices_for(letters, len(values)) for letters in _matching_cells(chart, values, suited, up))
    return next((letter for letters in said for letter in letters if letter in allowed), "S")


def doubled_action(chart: Chart, values: tuple[int, ...], up: int, allowed: Collection[str]) -> str:
    """The action for a doubled hand: stand, give up or double again."""
    hard = sum(values)
    soft = ACE in values and hard + TEN in ROWS["soft"]
    letters = choices_for(chart.doubled(hard + TEN * soft, soft, up), len(values))
    return next((letter for letter in letters if letter in allowed), "S")


def _matching_cells(chart: Chart, values: tuple[int, ...], suited: int, up: int) -> Iterator[str]:
    """The cells of a chart that apply to a hand, the most specific first."""
    for with_suits in range(suited, -1, -1):
        if (values, with_suits, up) in chart.exceptions:
            yield chart.exceptions[values, with_suits, up].upper()
    if len(values) == 2 and values[0] == values[1]:
        yield chart["pair", values[0], up].upper()
    hard = sum(values)
    soft = ACE in values and hard + TEN in ROWS["soft"]
    yield chart["soft", hard + TEN, up].upper() if soft else chart["hard", hard, up].upper()
