"""A scripted mini-Tex table for tests."""

from datetime import date
from typing import Any

from tests.shared.poker_rules import Sample
from tests.shared.poker_table import PokerTable

GAME = "mini-tex-3-card-holdem"
DAY = date(2012, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "ante 10"


def play_round(own: str, board: str, dealer: str, *more: str, **options: Any) -> Table:
    """Play a round to the end: an ante of $10, the wagers in `more`, and cards dealt one at a time."""
    (a, b), (c, d), (e, f, g) = own.split(), dealer.split(), board.split()
    table = Table(**options).say("ante 10", *more).deal(f"{a} {c} {b} {d}").decide("flop").deal(f"3d {e} {f}")
    return table.decide("river").deal(f"3h {g}").decide("play")


def _rest(table: PokerTable) -> PokerTable:
    return table.decide("flop").deal("3d 7d 2c").decide("river").deal("3h Kh").decide("play")


STRAIGHT = Sample(Table, "9s Ks 8s 4d", "9s 8s Ks 4d", _rest)
"""A completed round in which a straight meets a pair of kings."""
