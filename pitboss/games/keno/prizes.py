"""What the ways of tickets are paid in one game, and how the aggregate limit is shared (15.3, 15.6).

Ways that cost the same and catch the same are paid the same: they stand together as one `Prize`. The round, the price
and the kernel settle by these functions alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds
from pitboss.games.keno.ticket import Group, ways_by_catch

CatchTable = Mapping[int, Odds]
"""What a wager of some spots is paid, by catches."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The aggregate limit of a game, in cents, and the least prize of a way that counts toward it."""

    most: int
    least: int

    @classmethod
    def of(cls, layout: Layout) -> Limit:
        return cls(layout.cents("aggregate_limit"), layout.cents("aggregate_from"))


@dataclass(frozen=True, slots=True)
class Prize:
    """So many ways of a wager that catch the same: what each cost, and what it returns in all (0: it has lost)."""

    catch: int
    ways: int
    rate: int
    each: int

    @property
    def stake(self) -> int:
        return self.ways * self.rate

    @property
    def returned(self) -> int:
        return self.ways * self.each


def prizes_of(groups: Iterable[Group], drawn: Collection[int], spots: int, rate: int, table: CatchTable) -> list[Prize]:
    """What the ways of a wager return when these numbers are drawn."""
    caught = tuple((len(group), sum(number in drawn for number in group)) for group in groups)
    return list(prizes_by_catch(caught, spots, rate, table))


def prizes_by_catch(caught: tuple[tuple[int, int], ...], spots: int, rate: int, table: CatchTable) -> Iterator[Prize]:
    """The same, from the size and the catch of each group; the most catches first."""
    for catch, ways in sorted(ways_by_catch(caught, spots).items(), reverse=True):
        odds = table.get(catch)
        yield Prize(catch, ways, rate, 0 if odds is None else rate + odds.pays(rate))


def counted(prizes: Iterable[Prize], limit: Limit) -> int:
    """What the prizes come to that count toward the aggregate limit."""
    return sum(prize.returned for prize in prizes if prize.each >= limit.least)


def shared(prizes: Sequence[Prize], limit: Limit) -> list[Prize]:
    """Prizes with the aggregate limit applied: above it each that counts is paid its part, cut down to the cent.

    >>> both = [Prize(9, 2, 200, 4_000_000), Prize(6, 1, 200, 8_600)]
    >>> [prize.each for prize in shared(both, Limit(5_000_000, 100_000))]
    [2500000, 8600]
    """
    total = counted(prizes, limit)
    if total <= limit.most:
        return list(prizes)
    return [
        Prize(one.catch, one.ways, one.rate, limit.most * one.each // total if one.each >= limit.least else one.each)
        for one in prizes
    ]


def pay_table(layout: Layout, wager: str) -> CatchTable:
    """What a wager is paid on this layout, by catches."""
    return {int(catch): odds for catch, odds in layout.odds_table(wager).items()}


__all__ = ["CatchTable", "Limit", "Prize", "counted", "pay_table", "prizes_by_catch", "prizes_of", "shared"]
