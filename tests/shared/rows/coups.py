"""Baccarat, casino war and red dog: deal every pair of totals, every tie and every spread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from pitboss.equipment import Card
from tests.shared.rows.hands import card_of
from tests.shared.rows.shoes import Wish, dealt_as_wished
from tests.shared.rows.tables import UNKNOWN_ROW, Table

PLAYERS, BANKERS = "Player's Hand", "Banker's Hand"


def coups(rest: Random) -> Iterator[Wish]:
    """Every two-card total against every other, with a random third card; pairs; and particular hands."""
    for mine, theirs in product(range(10), repeat=2):
        yield {PLAYERS: [*_two(mine, rest), _any(rest)], BANKERS: [*_two(theirs, rest), _any(rest)]}
    for rank in range(2, 15):
        yield {PLAYERS: [card_of(rank, 0), card_of(rank, 1)], BANKERS: [card_of(rank, 2), card_of(rank, 2)]}
    # A three-card seven for the banker and eight for the player; a banker's six with two cards and with three.
    yield {
        PLAYERS: [card_of(2, 0), card_of(13, 1), card_of(2, 2)],
        BANKERS: [card_of(2, 0), card_of(12, 0), card_of(5, 1)],
    }
    yield {PLAYERS: [card_of(2, 0), card_of(13, 1), card_of(6, 2)], BANKERS: [card_of(7, 0), card_of(12, 0)]}
    yield {
        PLAYERS: [card_of(2, 0), card_of(13, 1), card_of(2, 2)],
        BANKERS: [card_of(6, 0), card_of(12, 0), card_of(13, 0)],
    }
    yield {
        PLAYERS: [card_of(2, 0), card_of(13, 1), card_of(2, 2)],
        BANKERS: [card_of(2, 0), card_of(12, 0), card_of(4, 0)],
    }
    for mine, theirs in ((9, 0), (8, 0), (9, 1), (7, 0)):
        for one, other, to, against in ((mine, theirs, PLAYERS, BANKERS), (mine, theirs, BANKERS, PLAYERS)):
            yield {to: [card_of(one, 0), card_of(13, 1)], against: [card_of(13, 0), card_of(12, 0), card_of(13, 3)]}
            yield {
                to: [card_of(13, 0), card_of(12, 1), card_of(one, 0)],
                against: [card_of(11, 0), card_of(12, 0), card_of(other + 10 if not other else 14, 3)],
            }


def _two(total: int, rest: Random) -> tuple[Card, Card]:
    one = rest.randrange(10)
    return _worth(one, rest), _worth((total - one) % 10, rest)


def _worth(value: int, rest: Random) -> Card:
    rank = rest.choice((11, 12, 13)) if value == 0 else 14 if value == 1 else value
    return card_of(rank, rest.randrange(4))


def _any(rest: Random) -> Card:
    return _worth(rest.randrange(10), rest)


def wars(rest: Random) -> Iterator[Wish]:
    """Higher, lower and equal cards; after a tie, the same again."""
    for mine, theirs in ((14, 13), (2, 3), (9, 9), (14, 14), (2, 2)):
        for again, against in ((12, 5), (4, 11), (8, 8), (mine, theirs)):
            yield {
                "position 1": [card_of(mine, 0), card_of(again, 1)],
                "dealer": [card_of(theirs, 0), card_of(against, 2)],
            }


def spreads(rest: Random) -> Iterator[Wish]:
    """Every pair of ranks, with a third card between them or equal to either."""
    for low, high in product(range(2, 15), repeat=2):
        thirds = {low, high, *([(low + high) // 2] if abs(high - low) > 1 else [])}
        for third in thirds:
            yield {"left": [card_of(low, 0)], "right": [card_of(high, 1)], "middle": [card_of(third, 2)]}


OF = {"casino-war": wars, "red-dog": spreads}


def reach(table: Table, rest: Random, each: int) -> None:
    make = OF.get(table.layout.rules.game.id, coups)
    for _ in range(each):
        for dealt in dealt_as_wished(table, [[wish] for wish in make(rest)], rest):
            table.reached.update({(one.wager, one.bonus, one.row) for one in dealt.outcomes if one.row != UNKNOWN_ROW})
