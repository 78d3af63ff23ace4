"""A scripted flop poker table for tests."""

from datetime import date

from tests.shared.poker_table import PokerTable

GAME = "flop-poker"
DAY = date(2012, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "ante 10"
