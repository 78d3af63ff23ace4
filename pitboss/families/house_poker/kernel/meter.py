"""A progressive meter in a simulation: counts use the price's fixed reading, while paths let it move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np

from pitboss.families.house_poker.kernel.cells import Events, Key, Net, whole_cents
from pitboss.families.house_poker.price.payoffs import prizes
from pitboss.families.house_poker.price.rows import Rows, floor
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.simulation.kernel import Counts


@dataclass(frozen=True)
class Prize:
    """A cell's prize: a share of the meter, or an amount. `resets` is True if the meter starts over afterwards."""

    share: Fraction | None = None
    amount: int = 0
    resets: bool = False

    def amount_at(self, meter: int) -> int:
        """The prize at a meter reading, rounded up to the cent."""
        return self.amount if self.share is None else ceil(self.share * meter)


@dataclass(frozen=True)
class Meter:
    """A progressive meter fed by a single player: its reading when betting closes, and what moves it.

    `prizes` are indexed by the cells of one part. If `fixed_come_off`, fixed prizes are deducted from the meter as
    well.
    """

    reading: int
    contribution: int
    reset: int
    prizes: Mapping[int, Prize]
    fixed_come_off: bool
    part: int = 0

    @property
    def reading_before(self) -> int:
        """The reading before the round's own contribution."""
        return self.reading - self.contribution

    def nets(self, amount: int, cells: range) -> list[Net]:
        """Each cell's net for a wager of `amount` cents at the current reading."""
        paid = {cell: prize.amount_at(self.reading) for cell, prize in self.prizes.items()}
        return [paid.get(cell, 0) - amount for cell in cells]

    def follow(self, events: Events, nets: Counts, shows: int) -> int:
        """Correct the nets of rounds paid at the fixed reading, and return the meter as it is afterwards.

        `shows` is the meter in the first of these rounds.
        """
        for at in np.flatnonzero(np.isin(events, list(self.prizes))):
            prize = self.prizes[int(events[at])]
            now = shows + self.contribution * int(at)
            paid = prize.amount_at(now)
            nets[at] += paid - prize.amount_at(self.reading)
            left = self.reset if prize.resets else now - paid
            if prize.share is None:
                left = max(0, left) if self.fixed_come_off else now
            shows += left - now
        return shows + self.contribution * len(nets)


def meter_on(terms: Terms, wager: str, prizes_by_cell: Mapping[int, Prize], part: int = 0) -> Meter:
    """The layout's meter for a progressive wager with these prizes."""
    return Meter(
        reading=terms.cents("progressive_meter"),
        contribution=terms.contribution(wager, prizes(terms, wager).amount),
        reset=terms.cents("progressive_reset"),
        prizes=prizes_by_cell,
        fixed_come_off=bool(terms.figure("fixed_prizes_from_meter")),
        part=part,
    )


def prizes_by_row(terms: Terms, wager: str) -> dict[str, Prize]:
    """The prize for each row of a progressive wager: a share of the meter, or an amount from odds."""
    won, awards = prizes(terms, wager), terms.wagers[wager].meter
    found = {row: Prize(share, resets=awards[row].shared) for row, share in won.meter.items()}
    return found | {row: Prize(amount=whole_cents(net + 1, won.amount)) for row, net in won.odds.items()}


def prizes_on_hand(terms: Terms, wager: str, wagering: Wagering, main: Sequence[Key]) -> dict[int, Prize]:
    """The prize in each main cell for a progressive wager on the hand in play; a fold may lose it."""
    won, by_row = prizes(terms, wager), prizes_by_row(terms, wager)
    rows = Rows.of(won.order, won.rows)
    wins = {row: rows.name_at(floor(won.order, row)) if row else "" for _, row, _ in main}
    lost = terms.lost_on_fold(wager)
    return {
        cell: by_row[wins[row]]
        for cell, (end, row, _) in enumerate(main)
        if wins[row] and not (lost and wagering.ends[end].folded)
    }
