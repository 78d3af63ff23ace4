"""What the rows of pay tables come to on a licensee's layout: by odds, in dollars, as shares of a meter.

What the words of a rules.toml mean is read once, by `Terms`, for the table and for the price.
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
    """The order in which the game's hands rank, with a name for the royal where that is the only difference."""
    return THREE_CARD_ROYAL if terms.order is THREE_CARD else terms.order


def least_qualifying(terms: Terms) -> int:
    """The least strength with which the dealer plays: any, where no rule names one."""
    return floor(ranking(terms), terms.qualifying) if terms.qualifying else 1


def order_for(terms: Terms, wager: str) -> Order:
    """The order in which a wager's cards rank."""
    return terms.orders[wager] if terms.wagers[wager].order else ranking(terms)


def payoffs(terms: Terms, wager: str, otherwise: int = -1) -> Payoffs:
    """What a wager is paid by its table; what is below all rows comes to `otherwise`."""
    odds = {row or "pair_or_less": odds.ratio for row, odds in terms.layout.odds_table(wager).items()}
    return Payoffs(order_for(terms, wager), odds, Fraction(otherwise))


def bonus_payoffs(terms: Terms, wager: str) -> Payoffs:
    """What a hand that stays in is paid on a wager's amount, whoever wins; nothing below the rows."""
    odds = terms.bonus_odds(wager)
    return Payoffs(ranking(terms), {row: one.ratio for row, one in odds.items()}, Fraction(0))


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

    def table(self, stake: int | None = None, meter: int = 0) -> Payoffs:
        return Payoffs(self.order, self.nets(stake, meter))


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


def stake_for(layout: Layout, wager: str, stake: int | None) -> int | None:
    """The amount that a price is for: what was asked, or the posted minimum where there is one."""
    return stake if stake is not None else layout.limits.of(wager)[0] or None
