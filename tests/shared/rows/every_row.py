"""Reaches every row of every pay table on purpose, with the real round and with the compiled loop.

`make rows` prints what was reached; `GAMES="…"` limits it to some games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from tests.shared.chosen_chance import chosen_chance
from tests.shared.every_kernel import GAMES
from tests.shared.rows import coups, draws, pai_gow, poker, room, twenty_one
from tests.shared.rows.offers import LOSES, TODAY, Group, Offer, groups
from tests.shared.rows.tables import Table, standing_together, with_distinct_odds

HERE = Path(__file__).parent
BY_FAMILY = {
    "house_poker": poker,
    "pai_gow": pai_gow,
    "twenty_one": twenty_one,
    "baccarat": coups,
    "shoe": coups,
    "dice": draws,
    "wheel": draws,
    "lottery": draws,
    "poker_room": room,
}
OURS = [game for game in GAMES if registered_games()[game].startswith("pitboss.")]
"""A third-party game brings its own tests."""
OTHER_WAYS = {"house_poker": ("always",), "twenty_one": ("mimic-the-dealer",)}
"""Strategies besides the best one, for rows that good play does not reach."""


@cache
def known() -> dict[str, list[dict[str, Any]]]:
    """The exceptions in `rows.toml`."""
    return tomllib.loads((HERE / "rows.toml").read_text())


@dataclass
class Paid:
    """An offer and which of its rows were reached; `pairs` are rows that one hand satisfied, the paid one first."""

    offer: Offer
    layout: Layout
    reached: set[str] = field(default_factory=set)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    simulated: bool = False

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows to be reached; a simulated wager must also lose."""
        lost = self.simulated and not self.offer.bonus
        return (*self.offer.rows, LOSES) if lost else self.offer.rows

    @property
    def missing(self) -> list[str]:
        return [row for row in self.rows if row not in self.reached]

    @property
    def wanted(self) -> list[str]:
        """The missing rows that are not listed as exceptions."""
        return [row for row in self.missing if not exception(self.offer, row)]


def exception(offer: Offer, row: str) -> dict[str, Any]:
    """The entry in `rows.toml` for a row that need not be reached; {} for one that must be."""
    for one in known()["unreached"]:
        if (offer.game, row) == (one["game"], one["row"]) and offer.wager in one["wagers"]:
            return one
    return {}


def layouts(game: str) -> Iterator[Group]:
    """Layouts with all of a game's pay tables, and further ones that individual rows need."""
    needs = [need for need in known()["needs"] if need["game"] == game]
    elsewhere = {(need["wager"], row) for need in needs for row in need["rows"]}
    for group in groups(game):
        group.offers = [
            replace(one, rows=tuple(row for row in one.rows if (one.wager, row) not in elsewhere))
            for one in group.offers
        ]
        yield group
    for need in needs:
        bonus = bool(need.get("bonus"))
        offer = Offer(game, need["wager"], tuple(need["rows"]), bonus=bonus)
        yield Group(Layout.of(game, TODAY, need["options"]), need["options"], [offer])


def every_row(game: str, each: int = 1, seed: int = 1) -> list[Paid]:
    """Reach all rows in a game; it is an error if round and loop disagree."""
    rest = Random(f"{game} {seed}")
    found: list[Paid] = []
    with chosen_chance([game]):
        for group in layouts(game):
            here = [Paid(offer, group.layout) for offer in group.offers]
            found += here
            _reach(here, group, None, rest, each)
            for way in OTHER_WAYS.get(rules_of(game).game.family, ()):
                if any(one.wanted and one.simulated for one in here):
                    _reach(here, group, way, rest, each)
    return found


def _reach(here: Sequence[Paid], group: Group, way: str | None, rest: Random, each: int) -> None:
    layout = with_distinct_odds(group.layout)
    asked = list(dict.fromkeys(one.offer.wager for one in here if one.wanted or not one.simulated))
    for lot in standing_together(layout, asked):
        table = Table(layout, lot, way)
        if layout is not group.layout:
            table.as_posted = Table(group.layout, lot, way)
        BY_FAMILY[layout.rules.game.family].reach(table, rest, each)
        for one in here:
            key = one.offer.wager, one.offer.bonus
            one.simulated |= one.offer.wager in table.kernel_wagers
            one.reached |= {row for wager, bonus, row in table.reached if (wager, bonus) == key}
            one.pairs |= {(row, other) for wager, bonus, row, other in table.pairs if (wager, bonus) == key}


# ---- The table


COLUMNS = ("pay tables", "rows", "by round", "by loop", "two at once")


def counts(found: Sequence[Paid]) -> tuple[int, ...]:
    """The columns of the table for some offers."""
    tables = len({(one.offer.wager, one.offer.bonus, one.offer.paid_by) for one in found})
    by_loop = sum(len(one.rows) - len(one.missing) for one in found)
    by_script = sum(bool(exception(one.offer, row).get("script")) for one in found for row in one.missing)
    pairs = sum(len(one.pairs) for one in found)
    return tables, sum(len(one.rows) for one in found), by_loop + by_script, by_loop, pairs


def line(game: str, shown: Sequence[object]) -> str:
    return f"{game:24}" + "".join(f"{one:>12}" for one in shown)


def main(games: Sequence[str]) -> None:
    """Print the table, with the reason for each row that the loop does not reach."""
    whole: list[Paid] = []
    print(line("", COLUMNS))
    for game in games or OURS:
        found = every_row(game)
        whole += found
        print(line(game, counts(found)), flush=True)
        for one in found:
            for row in one.missing:
                why = exception(one.offer, row).get("reason", "NOT REACHED")
                print(f"    {one.offer.wager}, {one.offer.paid_by}, {row or 'wins'}: {why}")
    print(line("all", counts(whole)))
