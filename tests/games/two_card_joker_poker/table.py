"""A scripted table of two card joker poker for tests."""

from datetime import date
from typing import Any

from tests.shared.poker_rules import Sample
from tests.shared.poker_table import PokerTable

GAME = "two-card-joker-poker"
DAY = date(2007, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "ante 10"


def play_call(own: str, dealer: str, *more: str, **options: Any) -> Table:
    """Play a round up to the call: an ante of $10, the wagers in `more`, and cards dealt one at a time."""
    (a, b), (c, d) = own.split(), dealer.split()
    return Table(**options).say("ante 10", *more).deal(f"{a} {c} {b} {d}").decide("call")


PAIR = Sample(Table, "Jk Qd 7c 4s", "Jk 7c Qd 4s", lambda table: table.decide("call"))
"""A round in which a pair with a joker meets queen high and is called."""
