"""How the house sets four tiles: one function for each way a licensee may file, each giving exactly one setting.

The table, bots, price and loop all call `HouseWay.split`. It works on kinds: the three ways to divide four tiles
(`PARTED`), each a `Split` with the full rank of its high and low hand. If two settings have equal ranks, the first is
taken. Every figure is a fact in rules.toml (10.7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import Tile
from pitboss.equipment.tiles import KINDS
from pitboss.games.pai_gow.ranking import GONG, NUMBER, SPOTS, VALUE, WONG, Ranking, TileHand, kinds_of, ranking_of

PARTED = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The three ways to divide four tiles into two hands, by index."""


@dataclass(frozen=True, slots=True)
class Split:
    """Four tiles divided into two hands: `at` is the index in `PARTED`, `high_at` says which of the two hands is
    higher.
    """

    at: int
    high_at: int
    high: int
    low: int
    """The ranks of the two hands."""
    top: TileHand
    under: TileHand

    @property
    def by_high(self) -> tuple[int, int]:
        return self.high, self.low

    @property
    def by_low(self) -> tuple[int, int]:
        return self.low, self.high

    @property
    def places(self) -> tuple[int, int]:
        """The indices of the high hand's tiles."""
        return PARTED[self.at][self.high_at]


@dataclass(frozen=True)
class Holding:
    """Four kinds and their three splits."""

    kinds: tuple[int, ...]
    splits: tuple[Split, ...]

    @property
    def pairs(self) -> tuple[int, ...]:
        """The kinds that are present twice."""
        return tuple(kind for kind, number in Counter(self.kinds).items() if number > 1)

    def keeping(self, pair: int) -> Split:
        """The split that keeps a pair together."""
        return next(one for one in self.splits if any(self._is(pair, hand) for hand in PARTED[one.at]))

    def splitting(self, pair: int) -> Split:
        """A split that breaks up a pair; there are two, but they are equivalent, since the pair's tiles are."""
        return next(one for one in self.splits if not any(self._is(pair, hand) for hand in PARTED[one.at]))

    def _is(self, pair: int, hand: Sequence[int]) -> bool:
        return all(self.kinds[place] == pair for place in hand)

    def others(self, pair: int) -> tuple[int, ...]:
        """The other two tiles."""
        return tuple(kind for kind in self.kinds if kind != pair)


@lru_cache(maxsize=1 << 12)
def holding(kinds: tuple[int, ...], ranking: Ranking) -> Holding:
    """The splits of four kinds, cached because pricing asks several house ways about the same 3,620 hands."""
    splits = []
    for at, hands in enumerate(PARTED):
        ranks = [ranking.rank[kinds[a]][kinds[b]] for a, b in hands]
        made = [ranking.made[kinds[a]][kinds[b]] for a, b in hands]
        first = 0 if ranks[0] >= ranks[1] else 1
        splits.append(Split(at, first, ranks[first], ranks[1 - first], made[first], made[1 - first]))
    return Holding(kinds, tuple(splits))


@dataclass(frozen=True)
class HouseWay:
    """A house way on one layout."""

    name: str
    ranking: Ranking
    facts: Mapping[str, Any]

    def split(self, kinds: Sequence[int]) -> Split:
        """The house's split of four kinds."""
        return _WAYS[self.name](self, holding(tuple(kinds), self.ranking))

    def setting(self, held: Sequence[Tile]) -> str:
        """The house's setting of four tiles, written as the positions of its high hand."""
        return "-".join(str(place + 1) for place in self.split(kinds_of(held)).places)

    def strong(self, made: TileHand) -> bool:
        """Whether a hand is a Wong, a Gong, or a nine whose higher tile is Teen or Day."""
        rule = self.facts["strong"]
        nine = made.sort == VALUE and made.value == rule["value"] and _name(made.kind) in rule["of"]
        return made.sort in (WONG, GONG) or nine


def house_way_of(layout: Layout, name: str = "") -> HouseWay:
    """A table's house way, or the one with this name."""
    facts = {fact: layout.fact(fact) for fact in ("strong", "balanced_strong", "statute_basic", "custom")}
    return HouseWay(name or str(layout.option("house_way")), ranking_of(layout), facts)


def _name(kind: int) -> str:
    return tuple(KINDS)[kind]


def _highest(held: Holding) -> Split:
    """The split with the highest high hand; among equals, the one with the higher low hand."""
    return max(held.splits, key=lambda one: one.by_high)


# ---- max_high_hand


def _max_high_hand(way: HouseWay, held: Holding) -> Split:
    return _highest(held)


# ---- statute_basic


def _statute_basic(way: HouseWay, held: Holding) -> Split:
    """The highest high hand if it is good enough; otherwise the highest and the lowest tile together."""
    best = _highest(held)
    if best.top.points >= way.facts["statute_basic"]["plays"]:
        return best
    order = sorted(range(len(held.kinds)), key=lambda place: way.ranking.single[held.kinds[place]])
    ends = {order[0], order[-1]}
    return next(one for one in held.splits if any(set(hand) == ends for hand in PARTED[one.at]))


# ---- balanced_strong


def _balanced_strong(way: HouseWay, held: Holding) -> Split:
    pairs = held.pairs
    if len(pairs) > 1:
        return held.keeping(pairs[0])
    return _balanced_pair(way, held, pairs[0]) if pairs else _balanced_without_pair(way, held)


def _balanced_pair(way: HouseWay, held: Holding, pair: int) -> Split:
    """Keep a pair unless splitting it gives two good hands."""
    rule = way.facts["balanced_strong"]
    kept, apart = held.keeping(pair), held.splitting(pair)
    if way.strong(apart.top) and way.strong(apart.under):
        return apart
    if _name(pair) in way.facts["strong"]["of"]:
        least = rule["teen_or_day_low"]
        return apart if kept.under.points < least <= apart.under.points else kept
    good = apart.under.points >= rule["split_low"] and apart.top.points >= rule["split_high"]
    if kept.under.points <= rule["keep_low"] and good:
        return apart
    tens = sorted(_name(kind) for kind in held.others(pair))
    return apart if _name(pair) in rule["eights"] and tens == sorted(rule["eights_with"]) else kept


def _balanced_without_pair(way: HouseWay, held: Holding) -> Split:
    """The best low hand, with a strong high hand if there is one; if it is too low, the highest high hand."""
    rule = way.facts["balanced_strong"]
    strong = [one for one in held.splits if way.strong(one.top) or way.strong(one.under)]
    best = max(strong or held.splits, key=lambda one: one.by_low)
    highest = _highest(held)
    below_chong = way.ranking.single[best.under.kind] < way.ranking.single[NUMBER[rule["weak_three_below"]]]
    weak_three = best.under.points == rule["weak_three"] and below_chong
    if best.under.points < rule["low_under"] and highest.top.points >= rule["then_high"]:
        return highest
    return highest if weak_three and highest.top.points >= rule["then_nine"] else best


# ---- custom: the known part of the Taj Mahal's way


def _custom(way: HouseWay, held: Holding) -> Split:
    pairs = held.pairs
    if len(pairs) > 1:
        return held.keeping(pairs[0])
    if pairs:
        return held.splitting(pairs[0]) if _splits(way.facts["custom"], held, pairs[0]) else held.keeping(pairs[0])
    for top in way.facts["strong"]["of"]:
        for wanted in (_nine, _gong, _wong):
            if found := [one for one in held.splits if wanted(way, one, NUMBER[top])]:
                return max(found, key=lambda one: one.by_low)
    return max(held.splits, key=lambda one: one.by_low)


def _splits(rule: Mapping[str, Any], held: Holding, pair: int) -> bool:
    """Whether a pair is split, depending on the spots of the other two tiles."""
    name, others = _name(pair), sorted(SPOTS[kind] for kind in held.others(pair))
    if name == "gee_joon":
        return others in [sorted(two) for two in rule["gee_joon"]]
    if name in ("teen", "day"):
        apart, makes = held.splitting(pair), rule["two_or_twelve"]
        good = apart.under.points >= makes["low"] and apart.top.points >= makes["high"]
        return good or others in makes["with"]
    if name == "nine":
        return all(spots in rule["nines"] for spots in others)
    if name in ("yun", "eight"):
        return all(spots in rule["eights"] for spots in others) or others in rule["eights_with"]
    if name in ("tit", "seven"):
        return all(spots in rule["sevens"] for spots in others) and any(one in rule["sevens_need"] for one in others)
    return False


def _nine(way: HouseWay, one: Split, top: int) -> bool:
    value = way.facts["strong"]["value"]
    return any((made.sort, made.value, made.kind) == (VALUE, value, top) for made in (one.top, one.under))


def _gong(way: HouseWay, one: Split, top: int) -> bool:
    return any((made.sort, made.kind) == (GONG, top) for made in (one.top, one.under))


def _wong(way: HouseWay, one: Split, top: int) -> bool:
    return any((made.sort, made.kind) == (WONG, top) for made in (one.top, one.under))


_WAYS: Mapping[str, Callable[[HouseWay, Holding], Split]] = {
    "balanced_strong": _balanced_strong,
    "statute_basic": _statute_basic,
    "max_high_hand": _max_high_hand,
    "custom": _custom,
}
