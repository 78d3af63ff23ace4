"""From a table's layout to what the machinery counts with: pay tables, prizes, choices, limits.

What the words of a rules.toml mean is read once, by `Terms`, for the table and for the price.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.families.house_poker.price.house import End, House, Limit, Settled
from pitboss.families.house_poker.price.rows import PayTable, floor
from pitboss.families.house_poker.terms import Choice, Terms
from pitboss.hands import THREE_CARD, THREE_CARD_ROYAL, Order


def ranking(terms: Terms) -> Order:
    """The order in which the game's hands rank, with a name for the royal where that is the only difference."""
    return THREE_CARD_ROYAL if terms.order is THREE_CARD else terms.order


def qualifying(terms: Terms) -> int:
    """The least strength with which the dealer plays."""
    return floor(ranking(terms), terms.qualifying)


def decisions(terms: Terms) -> list[dict[str, Choice]]:
    """What is decided in a round, in its order: the choices that the licensee's options leave, by name."""
    return [terms.offered(decision) for decision in terms.decisions.values()]


def order_for(terms: Terms, wager: str) -> Order:
    """The order in which a wager's cards rank."""
    return terms.orders[wager] if terms.wagers[wager].order else ranking(terms)


def pay_table(terms: Terms, wager: str, otherwise: int = -1) -> PayTable:
    """The pay table of a wager; what is below all its rows comes to `otherwise`."""
    odds = {row or "pair_or_less": odds.ratio for row, odds in terms.layout.odds_table(wager).items()}
    return PayTable(order_for(terms, wager), odds, Fraction(otherwise))


def bonus_table(terms: Terms, wager: str) -> PayTable:
    """The table by which a hand that stays in is paid on a wager's amount, whoever wins; nothing below its rows."""
    odds = terms.bonus_odds(wager)
    return PayTable(ranking(terms), {row: one.ratio for row, one in odds.items()}, Fraction(0))


@dataclass(frozen=True)
class Prizes:
    """What a wager wins that is not paid by odds alone: net odds by row, shares of a meter, sums in cents."""

    order: Order
    odds: Mapping[str, Fraction]
    amount: int
    """Cents wagered: what the rule fixes, or the least that the table asks for."""
    fixed: bool = False
    meter: Mapping[str, Fraction] = field(default_factory=dict)
    awards: Mapping[str, int] = field(default_factory=dict)
    envy: Mapping[str, int] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.awards, *self.meter, *self.odds)))

    def nets(self, stake: int | None = None, meter: int = 0) -> dict[str, Fraction]:
        """What each row comes to for a unit, with so many cents wagered and on the meter.

        A share of the meter is rounded up to the cent, and the wager that wins it is gone; a sum is paid whatever
        was wagered, and the wager comes back.
        """
        wagered = self.amount if self.fixed or stake is None else stake
        sums = {row: Fraction(prize, wagered) for row, prize in self.awards.items()}
        shares = {row: Fraction(ceil(share * meter), wagered) - 1 for row, share in self.meter.items()}
        return {**self.odds, **sums, **shares}

    def table(self, stake: int | None = None, meter: int = 0) -> PayTable:
        return PayTable(self.order, self.nets(stake, meter))


def prizes(terms: Terms, wager: str) -> Prizes:
    """What a wager wins on a layout."""
    own, layout = terms.wagers[wager], terms.layout
    meter = {row: Fraction(award.share) for row, award in own.meter.items() if terms.under(award.when)}
    awards = terms.awards(wager)
    odds = {row: one.ratio for row, one in layout.odds_table(wager).items() if row not in meter and row not in awards}
    least = terms.least(wager) or cents(1)
    amount = least if own.fixed else max(least, layout.limits.of(wager)[0])
    envy = {row: cents(prize) for row, prize in own.envy.items()}
    return Prizes(order_for(terms, wager), odds, amount, bool(own.fixed), meter, awards, envy)


def settled(terms: Terms, wager: str) -> Settled:
    """How a wager is settled on a layout."""
    own = terms.wagers[wager]
    pays = pay_table(terms, wager, 0 if own.below == "returned" else -1)
    bonus = bonus_table(terms, wager) if own.bonus else None
    return Settled(pays, own.not_qualified, own.higher, own.tie, bonus)


def house_of(terms: Terms, wagers: Iterable[str], side_rows: Iterable[str] = ()) -> House:
    """The wagers of a round that are won and lost together, and the ends that its decisions lead to.

    An end has the name of the choice that leads to it. A choice that lays nothing leads to an end if it is one of the
    last decision.
    """
    main = tuple(wagers)
    asked = decisions(terms)
    later = frozenset(choice.lays for named in asked for choice in named.values() if choice.lays)
    first = {wager: 1 for wager in main if wager not in later}
    ends: dict[str, End] = {}
    for named in asked:
        for name, choice in named.items():
            if choice.lays:
                ends[name] = End({**first, choice.lays: choice.times})
            elif choice.folds or named is asked[-1]:
                ends[name] = End(first, choice.folds)
    return House({wager: settled(terms, wager) for wager in main}, ends, later, None, tuple(side_rows))


def cheapest_first(house: House, named: Iterable[str]) -> tuple[str, ...]:
    """Those of some choices that are ends: to fold, then by what is put at risk."""
    ends = [name for name in named if name in house.ends]
    return tuple(sorted(ends, key=lambda name: (not house.ends[name].folded, sum(house.ends[name].at_risk.values()))))


def limited(terms: Terms, house: House, stake: int | None) -> House:
    """The same with the payout limit, where it is reached by a stake of so many cents."""
    limit = terms.payout_limit
    if limit is None or stake is None or terms.best_win(limit.wagers) * stake <= limit.most:
        return house
    return replace(house, limit=Limit(limit.wagers, Fraction(limit.most, stake)))


def stake_for(layout: Layout, wager: str, stake: int | None) -> int | None:
    """The amount that a price is for: what was asked, or the posted minimum where there is one."""
    return stake if stake is not None else layout.limits.of(wager)[0] or None
