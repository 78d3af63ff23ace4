"""The range of the house edge between the best and the worst lawful table: the figures in `docs/data/ranges.json`.

`python -m docs.generator.ranges` computes them again, the last column for today.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from docs.generator.markdown import table
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.rules import rules_of
from pitboss.library.ranges import lawful_range

FILE = Path(__file__).parents[1] / "data" / "ranges.json"
ROWS = (
    ("blackjack", "blackjack", "blackjack"),
    ("craps, pass", "craps", "pass"),
    ("roulette, straight", "roulette", "straight"),
    ("baccarat, banker", "baccarat-punto-banco", "banker_hand"),
    ("three card poker, ante and play", "three-card-poker", "ante+play"),
)
"""The title of each row, with its game and wager."""
DAYS = (date(1996, 3, 11), date(2008, 4, 21))
Ranges = dict[str, dict[str, str]]


def cell(game: str, wager: str, day: date) -> str:
    """Return a wager's range on a day."""
    if not game_in_force(rules_of(game), day):
        return "not in the chapter"
    found = lawful_range(game, day)[wager]
    return " to ".join(dict.fromkeys(f"{end.house_edge:.4%}" for end in (found.best, found.worst)))


def computed(days: tuple[date, ...]) -> Ranges:
    """Return the ranges on the given days, by row and day."""
    return {title: {str(day): cell(game, wager, day) for day in days} for title, game, wager in ROWS}


def read() -> Ranges:
    found: Ranges = json.loads(FILE.read_text("utf-8"))
    return found


def as_table() -> str:
    """Return the cached ranges as a table."""
    found = read()
    days = list(next(iter(found.values())))
    return table(["the hand", *days], ([title, *cells.values()] for title, cells in found.items()))


if __name__ == "__main__":
    FILE.write_text(json.dumps(computed((*DAYS, date.today())), indent=1) + "\n", "utf-8")
