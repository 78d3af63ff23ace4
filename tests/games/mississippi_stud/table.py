"""A scripted Mississippi stud table for tests."""

from datetime import date
from typing import Any

from tests.shared.poker_rules import Sample
from tests.shared.poker_table import PokerTable

GAME = "mississippi-stud"
DAY = date(2012, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "ante 10"


def deal_table(own: str, shared: str, *players: int, bankroll: int = 1_000_00, **options: Any) -> Table:
    """Return a table with a $10 ante, the player's cards, and community cards to be turned, dealt one at a time."""
    (a, b), (c, d, e) = own.split(), shared.split()
    return Table(*players, bankroll=bankroll, **options).say("ante 10").deal(f"{a} {c} {b} {d} {e}")


JACKS = Sample(Table, "Js Jh 4d 8c 2s", "Js 4d Jh 8c 2s", lambda table: table.decide("bet_1x", "bet_2x", "bet_3x"))
"""A round played to the end with a pair of jacks."""
