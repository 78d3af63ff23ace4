"""What the ways on tickets win in one game, and how the aggregate limit is shared (15.3, 15.6).

Ways with the same cost and the same catch are paid the same and form one `Prize`. Round, price and kernel all settle
with these functions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds
from pitboss.games.keno.ticket import Group, ways_by_catch

CatchTable = Mapping[int, Odds]
"""The odds of a wager by catches."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The aggregate limit of a game in cents, and the least prize of a way that counts toward it."""

    most: int
    least: int

    @classmethod
    def of(cls, layout: Layout) -> Limit:
        return cls(layout.cents("aggregate_limit"), layout.cents("aggregate_from"))


@dataclass(frozen=True, slots=True)
class Prize:
    """Ways of a wager with the same catch: their number, what each cost, and what each returns (0 if it lost)."""

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
    """The prizes of a wager's ways for these drawn numbers."""
    caught = tuple((len(group), sum(number in drawn for number in group)) for group in groups)
    return list(prizes_by_catch(caught, spots, rate, table))


def prizes_by_catch(caught: tuple[tuple[int, int], ...], spots: int, rate: int, table: CatchTable) -> Iterator[Prize]:
    """The prizes of a wager's ways, given the size and the catch of each group; the most catches first."""
    for catch, ways in sorted(ways_by_catch(caught, spots).items(), reverse=True):
        odds = table.get(catch)
        yield Prize(catch, ways, rate, 0 if odds is None else rate + odds.pays(rate))


def counting_sum(prizes: Iterable[Prize], limit: Limit) -> int:
    """The sum of the prizes that count toward the aggregate limit."""
    return sum(prize.returned for prize in prizes if prize.each >= limit.least)


def limit_prizes(prizes: Sequence[Prize], limit: Limit) -> list[Prize]:
    """Apply the aggregate limit: above it, each prize that counts is paid its share, rounded down to the cent.

    >>> both = [Prize(9, 2, 200, 4_000_000), Prize(6, 1, 200, 8_600)]
    >>> [prize.each for prize in limit_prizes(both, Limit(5_000_000, 100_000))]
    [2500000, 8600]
    """
    total = counting_sum(prizes, limit)
    if total <= limit.most:
        return list(prizes)
    return [
        Prize(one.catch, one.ways, one.rate, limit.most * one.each // total if one.each >= limit.least else one.each)
        for one in prizes
    ]


def pay_table(layout: Layout, wager: str) -> CatchTable:
    """The odds of a wager on this layout, by catches."""
    return {int(catch): odds for catch, odds in layout.odds_table(wager).items()}
