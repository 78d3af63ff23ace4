"""Compiles and counts once before a test run's workers start, so that they find the results on disk.

Otherwise each worker would compile the same loops and count the same prices at the same time. This makes what every
game's first use needs: its loops, its price, and its strategy.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import perf_counter

import pytest


def pytest_sessionstart(session: pytest.Session) -> None:
    """Warm up before xdist starts its workers, but not within a worker, for only a file or two, or for crash tests
    alone.
    """
    config = session.config
    workers = getattr(config.option, "numprocesses", None)
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and config.option.markexpr != "crash"
    if workers and whole and not hasattr(config, "workerinput"):
        began = perf_counter()
        seconds = warm(min(workers, os.cpu_count() or 1))
        says = f"warmed {len(seconds)} games in {perf_counter() - began:.0f} s: {_dearest(seconds)}"
        config.get_terminal_writer().line(says)


def warm(workers: int) -> dict[str, float]:
    """Compile and count every game in parallel; return the processor seconds of each."""
    from tests.shared.every_game import GAMES, has_decisions

    # Games with decisions take longest, so they go first, and no worker is left with a long one at the end.
    order = sorted(GAMES, key=lambda game: not has_decisions(game))
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_find, initargs=(sys.path,)) as pool:
        made = {pool.submit(_first_use, game): game for game in order}
        # The tests report games that cannot be priced or simulated.
        return {made[one]: one.result() for one in as_completed(made) if one.exception() is None}


def _find(path: list[str]) -> None:
    sys.path[:] = path


def _first_use(game: str) -> float:
    import numpy as np

    from pitboss.chapter.layout import Layout
    from pitboss.pricing import price
    from pitboss.simulation.kernel import kernel_of
    from tests.shared.every_kernel import GAMES, everything

    used = sum(os.times()[:2])
    price(Layout.of(game))
    price(everything(game))
    if game in GAMES:
        kernel = kernel_of(everything(game))
        kernel.run(1, 0, 1)
        kernel.play(1, 0, np.zeros(3, np.int64))
    return sum(os.times()[:2]) - used


def _dearest(seconds: dict[str, float]) -> str:
    first = sorted(seconds.items(), key=lambda one: -one[1])[:5]
    return ", ".join(f"{game} {taken:.0f} s" for game, taken in first)
