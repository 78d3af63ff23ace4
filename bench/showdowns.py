"""Exact prices of poker against the house: seconds for every wager at once, nothing taken from the cache."""

from __future__ import annotations

import os
import time
from importlib import import_module
from importlib.resources import files
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import read_rules
from pitboss.families.house_poker.price import flops, stud
from pitboss.families.house_poker.price.progress import cores

GAMES = (
    "caribbean_stud",
    "double_down_stud",
    "let_it_ride",
    "three_card_poker",
    "flop_poker",
    "ultimate_texas_holdem",
)


def measure() -> list[dict[str, Any]]:
    before = os.environ.get("PITBOSS_CACHE")
    os.environ["PITBOSS_CACHE"] = "off"
    try:
        return [row for game in GAMES for row in _rows(game)]
    finally:
        os.environ.pop("PITBOSS_CACHE")
        if before is not None:
            os.environ["PITBOSS_CACHE"] = before


def _rows(game: str) -> list[dict[str, Any]]:
    """The first price loads or compiles what it needs; the second is measured, on the clock and on the processor."""
    package = f"pitboss.games.{game}"
    price = import_module(f"{package}.price").price
    layout = Layout.of(read_rules((files(package) / "rules.toml").read_text("utf-8"), game))
    price(layout)
    for kept in (stud._kept, flops._kept):
        kept.clear()
    flops.ties_of_two.cache_clear()
    flops.splits.cache_clear()
    clock, processor = time.perf_counter(), time.process_time()
    price(layout)
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    what = f"{game.replace('_', '-')}: exact price of all {len(layout.permissible)} wagers, with the strategy"
    return [
        {"what": what, "who": f"pitboss, {cores()} cores", "figure": clock, "unit": "seconds", "ratio": "-"},
        {"what": what, "who": "pitboss", "figure": processor, "unit": "processor seconds", "ratio": "-"},
    ]
