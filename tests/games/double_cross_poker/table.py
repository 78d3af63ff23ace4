"""A table of double cross poker in a test: people say what they do, the cards come as the test says."""

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


def dealt(own: str, cross: str, dealer: str, *more: str, **options: Any) -> Table:
    """A player with an ante of $10 and what else is said, at the first decision; the cross from the centre on."""
    (a, b), (c, d) = own.split(), dealer.split()
    return Table(**options).say("ante 10", *more).deal(f"{a} {c} {b} {d} {cross}")


def played(own: str, cross: str, dealer: str, *more: str, **options: Any) -> Table:
    """The same, with a raise before every arm."""
    return dealt(own, cross, dealer, *more, **options).decide(*["raise"] * 4)


QUEENS = Sample(
    Table, "Ks Js Qd Jd Qc 8d 3h 6s 2c", "Ks Qd Js Jd Qc 8d 3h 6s 2c", lambda table: table.decide(*["raise"] * 4)
)
"A pair of queens against a pair of jacks, played to the end."
