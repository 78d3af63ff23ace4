"""A scripted let it ride table for tests."""

from datetime import date

from tests.shared.poker_table import PokerTable

GAME = "let-it-ride"
DAY = date(2012, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "wager1 10"
