"""How the house sets four tiles: a function for each way that a licensee may file, which gives exactly one setting.

Table, bots, price and loop all call `HouseWay.split`. It looks at kinds only: the three ways to part four tiles
(`PARTED`), each as a `Split` with its high hand and its low hand by full rank. Where two settings are the same in rank,
the first is taken. Every figure is a fact of rules.toml (10.7).
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
from pitboss.games.pai_gow.ranking import GONG, NUMBER, SPOTS, VALUE, WONG, Made, Ranking, kinds_of, ranking_of

PARTED = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The ways to part four tiles, by their places from 0."""


@dataclass(frozen=True, slots=True)
class Split:
    """Four tiles parted into two hands; `at` is which of the three ways, `high_at` which hand is the high one."""

    at: int
    high_at: int
    high: int
    low: int
    "The ranks of the two hands."
    top: Made
    under: Made

    @property
    def by_high(self) -> tuple[int, int]:
        return self.high, self.low

    @property
    def by_low(self) -> tuple[int, int]:
        return self.low, self.high

    @property
    def places(self) -> tuple[int, int]:
        """The places of the high hand, from 0."""
        return PARTED[self.at][self.high_at]


@dataclass(frozen=True)
class Holding:
    """Four kinds, with the three ways to part them."""

    kinds: tuple[int, ...]
    splits: tuple[Split, ...]

    @property
    def pairs(self) -> tuple[int, ...]:
        """The kinds that are there twice."""
        return tuple(kind for kind, number in Counter(self.kinds).items() if number > 1)

    def keeping(self, pair: int) -> Split:
        """The way that keeps a pair together."""
        return next(one for one in self.splits if any(self._is(pair, hand) for hand in PARTED[one.at]))

    def splitting(self, pair: int) -> Split:
        """The way that splits it; the two such ways are the same, because its tiles are."""
        return next(one for one in self.splits if not any(self._is(pair, hand) for hand in PARTED[one.at]))

    def _is(self, pair: int, hand: Sequence[int]) -> bool:
        return all(self.kinds[place] == pair for place in hand)

    def beside(self, pair: int) -> tuple[int, ...]:
        """The other two tiles."""
        return tuple(kind for kind in self.kinds if kind != pair)


@lru_cache(maxsize=1 << 12)
def holding(kinds: tuple[int, ...], ranking: Ranking) -> Holding:
    """Four kinds and how they can be parted. A price asks several ways about the same 3,620."""
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
        """How the house parts four kinds."""
        return _WAYS[self.name](self, holding(tuple(kinds), self.ranking))

    def setting(self, held: Sequence[Tile]) -> str:
        """The setting of four tiles, by the places of its high hand."""
        return "-".join(str(place + 1) for place in self.split(kinds_of(held)).places)

    def strong(self, made: Made) -> bool:
        """Wong, Gong, or a nine whose higher tile is Teen or Day."""
        rule = self.facts["strong"]
        nine = made.sort == VALUE and made.value == rule["value"] and _name(made.kind) in rule["of"]
        return made.sort in (WONG, GONG) or nine


def house_way_of(layout: Layout, name: str = "") -> HouseWay:
    """The house way of a table, or the one of that name."""
    facts = {fact: layout.fact(fact) for fact in ("strong", "balanced_strong", "statute_basic", "custom")}
    return HouseWay(name or str(layout.option("house_way")), ranking_of(layout), facts)


def _name(kind: int) -> str:
    return tuple(KINDS)[kind]


def _highest(held: Holding) -> Split:
    """The highest high hand; of equals the higher low hand."""
    return max(held.splits, key=lambda one: one.by_high)


# ---- max_high_hand


def _max_high_hand(way: HouseWay, held: Holding) -> Split:
    return _highest(held)


# ---- statute_basic


def _statute_basic(way: HouseWay, held: Holding) -> Split:
    """The highest high hand if it is good enough; else the highest tile with the lowest."""
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
    """A pair is kept unless it splits well."""
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
    tens = sorted(_name(kind) for kind in held.beside(pair))
    return apart if _name(pair) in rule["eights"] and tens == sorted(rule["eights_with"]) else kept


def _balanced_without_pair(way: HouseWay, held: Holding) -> Split:
    """The best low hand, with a strong hand where there is one; unless it is so low that the high hand counts more."""
    rule = way.facts["balanced_strong"]
    strong = [one for one in held.splits if way.strong(one.top) or way.strong(one.under)]
    best = max(strong or held.splits, key=lambda one: one.by_low)
    highest = _highest(held)
    below_chong = way.ranking.single[best.under.kind] < way.ranking.single[NUMBER[rule["weak_three_below"]]]
    weak_three = best.under.points == rule["weak_three"] and below_chong
    if best.under.points < rule["low_under"] and highest.top.points >= rule["then_high"]:
        return highest
    return highest if weak_three and highest.top.points >= rule["then_nine"] else best


# ---- custom: what is known of the Taj Mahal's


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
    """Whether a pair is split, by the spots of the other two tiles."""
    name, others = _name(pair), sorted(SPOTS[kind] for kind in held.beside(pair))
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

__all__ = ["PARTED", "Holding", "HouseWay", "Split", "holding", "house_way_of"]
