"""A scripted table of Boston 5 stud for tests."""

from datetime import date
from typing import Any

from tests.shared.poker_rules import Sample
from tests.shared.poker_table import PokerTable

GAME = "boston-5-stud"
DAY = date(2004, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "ante 5"


def play_round(own: str, dealer: str, *more: str, **options: Any) -> Table:
    """Play a round up to the second wager: an ante of $5, the wagers in `more`, and cards dealt in stacks."""
    mine, theirs = own.split(), dealer.split()
    table = Table(**options).say("ante 5", *more).deal(" ".join([*mine[:3], *theirs[:3]])).decide("second")
    return table.deal(" ".join([*mine[3:], *theirs[3:]]))


def _rest(table: PokerTable) -> PokerTable:
    stacked = table.game.layout.options["dealing_method"] == "automated_shoe"
    return table.decide("second").deal("4h 2c 6h 3s" if stacked else "4h 6h 2c 3s")


SEVENS = Sample(Table, "7c As 7d Qd Ks 9c", "7c 7d Ks As Qd 9c", _rest)
"""A completed round in which a pair of sevens meets ace high."""
