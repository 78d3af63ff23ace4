"""The pay tables' payoffs on a licensee's layout: odds, dollar amounts, and shares of a meter.

`Terms` reads a rules.toml's declarations once, for both the table and the price.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.families.house_poker.price.rows import Payoffs, floor
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import THREE_CARD, THREE_CARD_ROYAL, Order


def ranking(terms: Terms) -> Order:
    """The order of the game's hands, in the variant that names the royal if there is one."""
    return THREE_CARD_ROYAL if terms.order is THREE_CARD else terms.order


def least_qualifying(terms: Terms) -> int:
    """The lowest strength with which the dealer qualifies; 1 if every hand does."""
    return floor(ranking(terms), terms.qualifying) if terms.qualifying else 1


def order_for(terms: Terms, wager: str) -> Order:
    """The order that ranks a wager's cards."""
    return terms.orders[wager] if terms.wagers[wager].order else ranking(terms)


def payoffs(terms: Terms, wager: str, otherwise: int = -1) -> Payoffs:
    """A wager's payoffs under its pay table; hands below every row get `otherwise`."""
    odds = {row or "pair_or_less": odds.ratio for row, odds in terms.layout.odds_table(wager).items()}
    return Payoffs(order_for(terms, wager), odds, Fraction(otherwise))


def bonus_payoffs(terms: Terms, wager: str) -> Payoffs:
    """A wager's bonus for hands that stay in, win or lose; hands below the lowest row get nothing."""
    odds = terms.bonus_odds(wager)
    return Payoffs(ranking(terms), {row: one.ratio for row, one in odds.items()}, Fraction(0))


@dataclass(frozen=True)
class Prizes:
    """The prizes for a wager that is not paid by odds alone: net odds by row, meter shares, amounts in cents."""

    order: Order
    odds: Mapping[str, Fraction]
    amount: int
    """The stake in cents: the fixed amount, or the table minimum."""
    fixed: bool = False
    meter: Mapping[str, Fraction] = field(default_factory=dict)
    awards: Mapping[str, int] = field(default_factory=dict)
    envy: Mapping[str, int] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.awards, *self.meter, *self.odds)))

    def nets(self, stake: int | None = None, meter: int = 0) -> dict[str, Fraction]:
        """What each row nets per unit, for a stake and a meter reading in cents.

        A share of the meter is rounded up to the cent and the winning wager is not returned. A fixed prize does not
        depend on the stake, and the wager is returned.
        """
        wagered = self.amount if self.fixed or stake is None else stake
        sums = {row: Fraction(prize, wagered) for row, prize in self.awards.items()}
        shares = {row: Fraction(ceil(share * meter), wagered) - 1 for row, share in self.meter.items()}
        return {**self.odds, **sums, **shares}

    def table(self, stake: int | None = None, meter: int = 0) -> Payoffs:
        return Payoffs(self.order, self.nets(stake, meter))


def prizes(terms: Terms, wager: str) -> Prizes:
    """A wager's prizes on a layout."""
    own, layout = terms.wagers[wager], terms.layout
    meter = {row: Fraction(award.share) for row, award in own.meter.items() if terms.applies(award.when)}
    awards = terms.awards(wager)
    odds = {row: one.ratio for row, one in layout.odds_table(wager).items() if row not in meter and row not in awards}
    least = terms.least(wager) or cents(1)
    amount = least if own.fixed else max(least, layout.limits.of(wager)[0])
    envy = {row: cents(prize) for row, prize in own.envy.items()}
    return Prizes(order_for(terms, wager), odds, amount, bool(own.fixed), meter, awards, envy)


def stake_for(layout: Layout, wager: str, stake: int | None) -> int | None:
    """The stake to price: the one requested, or else the posted minimum, if there is one."""
    return stake if stake is not None else layout.limits.of(wager)[0] or None
