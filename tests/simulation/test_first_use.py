"""On first use, code that does not depend on decisions is compiled by another process."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation import first_use
from pitboss.simulation.first_use import compile_in_background
from pitboss.simulation.kernel import declared_simulation, kernel_of


def test_no_process_is_started_if_everything_is_compiled_or_nothing_can_be_precompiled() -> None:
    layout = Layout.of("three-card-poker")
    kernel_of(layout).run(1, 0, 1)
    for one in (layout, Layout.of("roulette")):
        with compile_in_background(one, None) as beside:
            assert not beside


def test_the_deal_of_a_poker_game_is_compiled_before_its_best_play_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(first_use, "is_compiled", lambda loop: False)
    monkeypatch.setattr(first_use, "cores", lambda: 2)
    with compile_in_background(Layout.of("three-card-poker"), ["ante"]) as beside:
        assert beside
    assert {"dealing.deal", "cells.count_cells"} <= {path.name.partition("-")[0] for path in tmp_path.rglob("*.nbi")}


@pytest.mark.parametrize("game", ["blackjack", "blackjack-switch"])
def test_the_loop_of_twenty_one_that_is_compiled_for_no_table_deals_every_table(game: str) -> None:
    simulation = declared_simulation(game)
    assert simulation is not None
    assert simulation.ahead is not None
    loop, layout = simulation.ahead.loop, Layout.of(game)
    simulation.ahead.make(layout, None)
    made = set(loop.signatures)
    kernel_of(layout).run(1, 0, 1)
    assert set(loop.signatures) == made


def test_an_interruption_ends_the_other_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(first_use, "is_compiled", lambda loop: False)
    monkeypatch.setattr(first_use, "cores", lambda: 2)
    with pytest.raises(KeyboardInterrupt), compile_in_background(Layout.of("blackjack"), None):
        raise KeyboardInterrupt
    assert not list(tmp_path.rglob("*.nbi"))
