"""A scripted table of double cross poker for tests."""

from datetime import date
from typing import Any

from tests.shared.poker_rules import Sample
from tests.shared.poker_table import PokerTable

GAME = "double-cross-poker"
DAY = date(2005, 1, 3)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "ante 10"


def deal_table(own: str, cross: str, dealer: str, *more: str, **options: Any) -> Table:
    """Return a table at its first decision, with an ante of $10 and the wagers in `more`; `cross` begins with the
    centre.
    """
    (a, b), (c, d) = own.split(), dealer.split()
    return Table(**options).say("ante 10", *more).deal(f"{a} {c} {b} {d} {cross}")


def play_round(own: str, cross: str, dealer: str, *more: str, **options: Any) -> Table:
    """Return the same table after a raise before each arm."""
    return deal_table(own, cross, dealer, *more, **options).decide(*["raise"] * 4)


QUEENS = Sample(
    Table, "Ks Js Qd Jd Qc 8d 3h 6s 2c", "Ks Qd Js Jd Qc 8d 3h 6s 2c", lambda table: table.decide(*["raise"] * 4)
)
"""A completed round in which a pair of queens meets a pair of jacks."""
