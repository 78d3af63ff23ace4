"""A scripted table of double down stud for tests."""

from datetime import date

from tests.shared.poker_table import PokerTable

GAME = "double-down-stud"
DAY = date(1996, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "original 10"
