"""A double down stud table in a test: people say what they do, the cards come as the test says."""

from datetime import date

from tests.shared.poker_table import PokerTable

GAME = "double-down-stud"
DAY = date(1996, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "original 10"
