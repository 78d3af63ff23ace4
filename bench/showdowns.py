"""Exact prices of poker against the house: seconds for all wagers, without the cache.

Each price is computed in a separate process with nothing cached except compiled code.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from bench import row
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.cores import cores

FAMILY = "house_poker"
COUNT = """
import sys, time
from pitboss.chapter.layout import Layout
from pitboss.pricing import price
layout = Layout.of(sys.argv[1])
clock, processor = time.perf_counter(), time.process_time()
report = price(layout)
print(len(report.wagers), time.perf_counter() - clock, time.process_time() - processor)
"""


def measure() -> list[dict[str, Any]]:
    games = (game for game in registered_games() if rules_of(game).game.family == FAMILY)
    return [one for game in games for one in rows_of(game)]


def rows_of(game: str) -> list[dict[str, Any]]:
    """Time the second count, by wall clock and CPU; the first one compiles."""
    _counted(game)
    wagers, clock, processor = _counted(game)
    what = f"{game}: exact price of all {wagers:g} wagers, with the strategy"
    return [
        row(what, clock, "seconds", f"pitboss, {cores()} cores"),
        row(what, processor, "processor seconds"),
    ]


def _counted(game: str) -> tuple[float, float, float]:
    ran = subprocess.run(
        [sys.executable, "-c", COUNT, game],
        env=os.environ | {"PITBOSS_CACHE": "off"},
        check=True,
        capture_output=True,
        text=True,
    )
    wagers, clock, processor = map(float, ran.stdout.split())
    return wagers, clock, processor
