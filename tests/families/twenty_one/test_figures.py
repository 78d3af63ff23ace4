"""A table's stored best-chart results: they reproduce the same report, and never another table's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.kernel.table import SimulatedTable
from pitboss.families.twenty_one.price.table import PricedTable, _best
from pitboss.pricing import PriceReport, price
from pitboss.pricing.twenty_one import figures
from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.chart import Chart


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty the cache, on disk and in memory."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    _best.cache_clear()
    return tmp_path


def report(layout: Layout) -> PriceReport:
    return price(layout).model_copy(update={"seconds": 0.0})


@pytest.mark.parametrize("game", ["blackjack", "triple-attack-blackjack"])
def test_a_report_from_stored_results_is_the_same_to_the_last_digit(
    game: str, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = Layout.of(game, options={"decks": 6})
    found, chart = report(layout), PricedTable.of(layout, None).chart
    assert list(empty.glob(f"{game}-*.json"))
    _best.cache_clear()
    monkeypatch.setattr(Analysis, "_settled", property(lambda self: pytest.fail("counted again")))
    assert report(layout) == found
    assert PricedTable.of(layout, None).chart == chart


def test_results_of_other_code_are_not_read(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This also applies to the results that a game ships, so tests of its default table run the current code."""
    brought = PricedTable.of(Layout.of("blackjack"), None).best
    monkeypatch.setattr(figures, "_code", lambda: "changed")
    _best.cache_clear()
    counted = PricedTable.of(Layout.of("blackjack"), None).best
    monkeypatch.setattr(Analysis, "_settled", property(lambda self: pytest.fail("counted")))
    assert brought.hand.house_edge > 0
    with pytest.raises(pytest.fail.Exception):
        _ = counted.hand.house_edge
    _best.cache_clear()


def test_one_figure_of_a_table_is_not_kept(empty: Path) -> None:
    """A comparison of a thousand tables needs only one figure from each."""
    layout = Layout.of("blackjack", options={"decks": 6})
    assert PricedTable.of(layout, None).result.house_edge > 0
    assert not list(empty.iterdir())


def test_the_modules_that_compute_results_are_all_in_the_digest() -> None:
    """The other modules only present the results."""
    folder = Path(figures.__file__).parent
    tells = {"__init__", "cell_costs", "compiled", "counts"}
    assert {path.stem for path in folder.glob("*.py")} == tells | {
        name.removesuffix(".py") for name in figures.COUNTED_BY
    }


def test_a_chart_with_the_name_of_the_best_is_played_by_its_cells() -> None:
    layout = Layout.of("triple-attack-blackjack")
    best = PricedTable.of(layout, None).chart
    worse = Chart(dict(best.cells) | {("hard", 20, up): "H" for up in range(1, 11)}, name=best.name)
    first, other = (SimulatedTable(layout, {}, chart) for chart in (best, worse))
    assert first.prices.given is None
    assert other.prices.given is worse
    assert all(np.isin(made, (0, 1)).all() for made in (*first.raise_plans, *other.raise_plans))
