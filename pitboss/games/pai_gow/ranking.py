"""The ranking of two tiles: pairs, Wong, Gong, and values from nine to zero with their higher tile (10.2).

A `Ranking` is built once from the facts in force on a table's day. It identifies a tile by its kind's number, in the
order of `equipment.tiles.KINDS`: the two tiles of a kind are interchangeable. `rank[a][b]` is the rank of two kinds;
greater is higher, and equal ranks are copies. There are 102 distinct ranks.

>>> from pitboss.chapter.layout import Layout
>>> from pitboss.equipment import tiles
>>> ranking = ranking_of(Layout.of("pai-gow"))
>>> [ranking.named(*tiles(hand)) for hand in ("2-4 1-2", "6-6 4-5", "1-1 4-4", "2-4 4-4", "1-2 2-5", "5-5 4-6")]
['Gee Joon pair', 'Teen Wong', 'Day Gong', '4, Yun', '3, Seven', '0']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import TILES, Tile
from pitboss.equipment.tiles import KINDS

NUMBER = {kind: number for number, kind in enumerate(KINDS)}
"""The number of each kind."""
SPOTS = tuple({tile.kind: tile.spots for tile in TILES}[kind] for kind in KINDS)
"""The number of spots on a tile of each kind; the facts say what Gee Joon counts."""
PAIR, WONG, GONG, VALUE = "pair", "wong", "gong", "value"
"""The classes of hands, from high to low."""


@dataclass(frozen=True, slots=True)
class TileHand:
    """The hand that two kinds make: its class, its value if it has no other class, and its pair's or higher tile's
    kind.
    """

    sort: str
    value: int
    kind: int

    @property
    def points(self) -> int:
        """The value; a pair, Wong or Gong counts more than nine."""
        return self.value if self.sort == VALUE else len(_DIGITS)

    def __str__(self) -> str:
        name = KINDS[tuple(KINDS)[self.kind]][0]
        if self.sort == VALUE:
            return f"{self.value}, {name}" if self.value else "0"
        return f"{name} {self.sort.capitalize() if self.sort != PAIR else self.sort}"


_DIGITS = "0123456789"


@dataclass(frozen=True, eq=False)
class Ranking:
    """The ranking of all hands of two tiles."""

    made: tuple[tuple[TileHand, ...], ...]
    rank: tuple[tuple[int, ...], ...]
    """Indexed by the numbers of two kinds, in either order; 0 is the lowest."""
    ranks: int
    """The number of distinct ranks."""
    single: tuple[int, ...]
    """The rank of a single tile of each kind; greater is higher."""

    def named(self, one: Tile, other: Tile) -> str:
        """The name of a hand of two tiles."""
        return str(self.made[NUMBER[one.kind]][NUMBER[other.kind]])

    def of(self, one: Tile, other: Tile) -> int:
        """The rank of two tiles."""
        return self.rank[NUMBER[one.kind]][NUMBER[other.kind]]

    def by_rank(self) -> tuple[TileHand, ...]:
        """One hand of each rank, from the lowest up."""
        found = {self.rank[a][b]: self.made[a][b] for a, b in product(range(len(KINDS)), repeat=2)}
        return tuple(found[rank] for rank in range(self.ranks))


def ranking_of(layout: Layout) -> Ranking:
    """The ranking under a table's rules."""
    with_tiles = {sort: {top: frozenset(rule["with"]) for top in rule["of"]} for sort, rule in _rules(layout).items()}
    return _ranking(
        tuple(layout.fact("single_rank")),
        tuple(layout.fact("pair_rank")),
        tuple((sort, top, others) for sort, tops in with_tiles.items() for top, others in tops.items()),
        layout.fact("value"),
        tuple(layout.fact("gee_joon")),
        layout.fact("zero"),
    )


def _rules(layout: Layout) -> dict[str, Any]:
    return {WONG: layout.fact("wong"), GONG: layout.fact("gong")}


@lru_cache(maxsize=4)
def _ranking(
    single: tuple[str, ...],
    pairs: tuple[str, ...],
    named: tuple[tuple[str, str, frozenset[str]], ...],
    tens: int,
    counts: tuple[int, ...],
    zero: bool,
) -> Ranking:
    alone = tuple(len(single) - single.index(kind) for kind in KINDS)
    kinds = range(len(KINDS))

    def made(a: int, b: int) -> TileHand:
        names = {tuple(KINDS)[a], tuple(KINDS)[b]}
        higher = a if alone[a] >= alone[b] else b
        if a == b:
            return TileHand(PAIR, 0, a)
        for sort, top, others in named:
            if top in names and names & others:
                return TileHand(sort, 0, NUMBER[top])
        value = max((x + y) % tens for x in _counts(a, counts) for y in _counts(b, counts))
        return TileHand(VALUE, value, higher)

    def key(hand: TileHand) -> tuple[int, ...]:
        if hand.sort == PAIR:
            return 3, -pairs.index(tuple(KINDS)[hand.kind])
        if hand.sort == VALUE:
            return 0, hand.value, 0 if zero and not hand.value else alone[hand.kind]
        return 2 if hand.sort == WONG else 1, alone[hand.kind]

    table = tuple(tuple(made(a, b) for b in kinds) for a in kinds)
    order: dict[tuple[int, ...], int] = {}
    for one in sorted({key(hand) for row in table for hand in row}):
        order[one] = len(order)
    rank = tuple(tuple(order[key(hand)] for hand in row) for row in table)
    return Ranking(table, rank, len(order), alone)


def _counts(kind: int, gee_joon: Sequence[int]) -> Sequence[int]:
    return gee_joon if tuple(KINDS)[kind] == "gee_joon" else (SPOTS[kind],)


def kinds_of(tiles: Sequence[Any]) -> tuple[int, ...]:
    """The numbers of the tiles' kinds."""
    return tuple(NUMBER[tile.kind] for tile in tiles)
