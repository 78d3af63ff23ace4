"""A progress line shows what is happening during long computations, including compilation, which has no percentage."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from threading import Event
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.cli import progress
from pitboss.library import prices
from pitboss.library.simulations import exact_prices
from pitboss.library.strategies import strategy
from pitboss.library.sweeps import sweep
from pitboss.simulation.kernel import kernel_of


class Bar:
    task_ids = (0,)

    def __init__(self) -> None:
        self.updates: list[dict[str, Any]] = []

    def update(self, task: int, **update: Any) -> None:
        self.updates.append(update)


def shown_while(monkeypatch: pytest.MonkeyPatch, terminal: bool, quiet: bool = False) -> tuple[Bar, list[str]]:
    """Return the updates that a progress bar receives from work that reports once, after the bar has appeared."""
    bar, said, there = Bar(), list[str](), Event()

    def made(what: str) -> Any:
        said.append(what)
        there.set()
        return nullcontext(bar)

    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "_bar", made)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with progress.progress_bar("the price", quiet) as done:
        if terminal and not quiet:
            assert there.wait(60)
        done(0.0)
        done(0.5)
    return bar, said


def test_a_line_comes_up_before_any_progress_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    bar, said = shown_while(monkeypatch, terminal=True)
    assert said == [f"the price ({progress.COMPILING})"]
    assert [(one["total"], one["completed"], one["share"]) for one in bar.updates] == [
        (None, 0.0, ""),
        (1.0, 0.5, "50%"),
    ]
    assert bar.updates[0]["description"] == "the price"


def test_no_percentage_is_drawn_before_anything_is_done() -> None:
    bar = progress._bar("the price")
    drawn = "".join(str(column(bar.tasks[0])) for column in bar.columns if not isinstance(column, str))
    assert "%" not in drawn


@pytest.mark.parametrize(("terminal", "quiet"), [(False, False), (True, True)])
def test_no_progress_bar_appears_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, quiet: bool
) -> None:
    assert shown_while(monkeypatch, terminal, quiet)[1] == []


def test_sweep_strategy_and_simulation_share_one_pricing_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    whole = prices.desk.price

    def price(layout: Layout, *given: Any, **more: Any) -> Any:
        asked.append(layout.rules.game.id)
        return whole(layout, *given, **more)

    monkeypatch.setattr(prices.desk, "price", price)
    sweep(Layout.of("craps"), "field_12", "field")
    strategy("three-card-poker")
    exact_prices(kernel_of(Layout.of("roulette")))
    assert set(asked) == {"craps", "three-card-poker", "roulette"}
