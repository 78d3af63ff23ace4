"""A flop poker table in a test: people say what they do, the cards come as the test says."""

from datetime import date

from tests.shared.poker_table import PokerTable

GAME = "flop-poker"
DAY = date(2012, 6, 1)


class Table(PokerTable):
    game_id = GAME
    day = DAY
    first = "ante 10"
