"""Departures from basic strategy by the count: every decision's index, its worth, and a system's playing efficiency.

Theory of operation
1. A hand's play is a series of yes-or-no decisions: surrender? split? double? stand? Each compares its choice with the
   best of those after it. A cell of the chart makes one decision for all hands it applies to, so the gain from a choice
   is averaged over them, weighted by how often basic strategy reaches each.
2. The gains are computed with the cards that a count leads one to expect (see `CountedShoe`), by the exact analysis.
   The count at a decision includes the hand's cards and the up card.
3. The index is the count from which departing gains, when the gains are summed over all counts that the player cannot
   tell apart. The worth is what that adds to a round.
4. Playing efficiency compares, over all decisions, the gain from departing by the count with the gain from departing by
   perfect knowledge. Both treat the gain from a choice as linear in the cards left and normally distributed. Insurance
   is one of the decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import erfc, exp, pi, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cores import cores
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.pricing.counting.departures import Decision, Departure
from pitboss.pricing.counting.distribution import PER_DECK, CountedShoe
from pitboss.pricing.counting.efficiency import correlation
from pitboss.pricing.removal import DECK, VALUES, Floats, value_letter
from pitboss.pricing.twenty_one.analysis import Analysis, Play
from pitboss.pricing.twenty_one.chart import NAMES, Kind, choices_for, rank_name
from pitboss.pricing.twenty_one.hands import Integers
from pitboss.pricing.twenty_one.kernels import DOUBLE, HIT, NEVER, SPLIT, STAND, SURRENDER, dealt
from pitboss.pricing.twenty_one.play import rows_of
from pitboss.pricing.twenty_one.terms import ACE, RANKS, TEN, Terms

CHOICES = (SURRENDER, SPLIT, DOUBLE, STAND)
LETTERS = {SURRENDER: "R", SPLIT: "P", DOUBLE: "D", STAND: "S"}
STEPS = 21
"""The number of compositions that are analysed."""
LEAST_WORTH = 1e-7
"""The smallest gain per round for which a departure is listed."""
NEGLIGIBLE = 9
"""A loss of more standard deviations than this is never turned into a gain, to the precision of a float."""
RARE = 1e-9
"""Decisions that come up less often than this per round are left out."""


Wagered = Callable[[Floats], Floats] | None
"""The wager by count, or None for one unit at every count."""


class ExpectedCards(Analysis):
    """The analysis of an expected composition, whose counts need not be whole numbers."""

    def __init__(self, terms: Terms, shoe: Floats) -> None:
        super().__init__(terms, [100] * RANKS)
        self.shoe: tuple[Any, ...] = tuple(float(count) for count in shoe)
        self.n = np.array(shoe, dtype=np.float64)


class Gains(NamedTuple):
    """What a choice gains over those after it, by hand and up card, and how often the decision comes up."""

    gain: Floats
    met: Floats


class Departures:
    """The decisions of a table under one counting system."""

    def __init__(self, table: PricedTable, shoe: CountedShoe) -> None:
        self.table, self.shoe, self.terms = table, shoe, table.terms
        self.left = float(shoe.size - shoe.size * shoe.penetration / 2)
        """The number of cards left in an average round."""
        self._made: dict[int, NDArray[np.bool_]] = {}

    # ---- Decisions

    @cached_property
    def full(self) -> Analysis:
        return self.table.analysis

    @cached_property
    def play(self) -> Play:
        """Basic strategy for every hand."""
        return self.table.chart.play(self.full)

    def gains(self, analysis: Analysis, choice: int) -> Gains:
        """What a choice gains with these cards left."""
        rules = analysis.rules
        stand, hit, double, give_up, _ = analysis._perfect_values
        met = self._met(analysis)
        acts = self.play.act
        plain = np.maximum(stand, hit)
        doubled = np.maximum(plain, np.where((rules.can_double > 0)[:, None], double, NEVER))
        parted = np.full_like(stand, NEVER)
        for p, pair in self._pairs:
            parted[pair] = analysis.perfect.split_values[p]
        before = {
            STAND: (stand, hit, (STAND, HIT)),
            DOUBLE: (double, plain, (STAND, HIT, DOUBLE)),
            SPLIT: (parted, doubled, (STAND, HIT, DOUBLE, SPLIT)),
            SURRENDER: (give_up, np.maximum(doubled, parted), (STAND, HIT, DOUBLE, SPLIT, SURRENDER)),
        }
        value, other, among = before[choice]
        open_ = (value > NEVER) & (other > NEVER) & np.isin(acts, among)
        return Gains(np.where(open_, value - other, 0.0), np.where(open_, met, 0.0))

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        to = self.full.hands.to
        return [(p, int(to[to[0, p], p])) for p in range(RANKS)]

    def _met(self, analysis: Analysis) -> Floats:
        """How often basic strategy reaches each hand, when the dealer has no blackjack that ends the round first."""
        units = np.ones((RANKS, RANKS))
        met, _, _ = analysis.reached(dealt(analysis.n, analysis.hands.to, units), self.play)
        return met

    @cached_property
    def places(self) -> dict[int, Integers]:
        """[choice][hand]: the number of the cell that decides it, or -1."""
        rows = len(rows_of())
        plain = self.full.cell
        two = np.where(self.full.hands.size >= 2, plain, -1)
        own = two.copy()
        for p, pair in self._pairs:
            own[pair] = rows + p
        # A pair that is not split plays like its total, unless its own cell says otherwise.
        splits = np.where(own >= rows, own, -1)
        return {STAND: own, DOUBLE: own, SURRENDER: own, SPLIT: splits}

    def cell_of(self, number: int) -> tuple[Kind, int]:
        rows = rows_of()
        return rows[number] if number < len(rows) else ("pair", number - len(rows) + 1)

    # ---- By the count

    @cached_property
    def steps(self) -> Floats:
        """The excesses that are analysed. A hand's cards move the count, so the excesses reach a little further than
        the grid.
        """
        most = float(self.shoe.grid[-1]) * 1.15
        return np.linspace(-most, most, STEPS)

    @cached_property
    def analyses(self) -> list[Analysis]:
        found: list[Analysis] = [ExpectedCards(self.terms, self._by_value(self.left, excess)) for excess in self.steps]
        with ThreadPoolExecutor(min(cores(), 4)) as pool:
            list(pool.map(lambda analysis: analysis._perfect_values, found))
        return found

    def _by_value(self, left: float, excess: float) -> Floats:
        cards = self.shoe.cards_left(left, excess)
        found: Floats = np.bincount(_VALUE, cards, minlength=RANKS).astype(np.float64)
        return found

    def weighted(self, choice: int) -> tuple[Floats, Floats]:
        """[grid, cell, up card]: by count, a choice's gain times its frequency, and the frequency."""
        steps = [self.gains(analysis, choice) for analysis in self.analyses]
        gain, met = (np.stack([getattr(step, name) for step in steps]) for name in ("gain", "met"))
        place, made = self.places[choice], self.made(choice)
        # A departure only changes hands that basic strategy plays like most hands in their cell.
        like_most = (self.play.act == choice) == made[np.maximum(place, 0)]
        met = met * like_most
        hands = np.flatnonzero((place >= 0) & (met.max(axis=(0, 2)) > RARE))
        gain, met = gain[:, hands] * met[:, hands], met[:, hands]
        table, tag = self.full.hands, self._tag_by_value
        size = (table.size[hands] + 1)[:, None]
        seen = (table.cards[hands] @ tag)[:, None] + tag[None, :]
        # The excess before the round that leads to an excess at the decision.
        slope = (self.left - size) / self.left
        offset = PER_DECK * (size * self.shoe.mean - seen) / self.left
        step = self.steps[1] - self.steps[0]
        cells = len(rows_of()) + RANKS
        found = np.zeros((2, len(self.shoe.grid), cells, RANKS))
        rows, ups = np.indices(seen.shape)
        flat = np.maximum(place[hands], 0)[:, None] * RANKS + np.arange(RANKS)
        for at, excess in enumerate(self.shoe.grid):
            where = np.clip((slope * excess + offset - self.steps[0]) / step, 0, len(self.steps) - 1.001)
            low = where.astype(np.int64)
            part = where - low
            for which, values in enumerate((gain, met)):
                here = values[low, rows, ups] * (1 - part) + values[low + 1, rows, ups] * part
                summed = np.bincount(flat.reshape(-1), here.reshape(-1), minlength=cells * RANKS)
                found[which, at] = summed.reshape(cells, RANKS)
        return found[0], found[1]

    @cached_property
    def _tag_by_value(self) -> Floats:
        """The average tag of the cards of each value."""
        shares = self.shoe.shares
        whole = np.bincount(_VALUE, shares, minlength=RANKS)
        summed = np.bincount(_VALUE, shares * self.shoe.system.vector, minlength=RANKS)
        return np.divide(summed, whole, out=np.zeros(RANKS), where=whole > 0)

    # ---- Indices

    def departures(self, wagered: Wagered = None) -> list[Departure]:
        """Every departure, most valuable first. `wagered` is the wager by count, one unit by default."""
        found = list(self._insurance(wagered))
        for choice in CHOICES:
            if choice == SURRENDER and self.terms.surrender == "none":
                continue
            gains, met = self.weighted(choice)
            for cell, up in np.argwhere(met.max(axis=0) > RARE):
                found += self._departure(choice, int(cell), int(up), gains[:, cell, up], wagered)
        return sorted(found, key=lambda one: -one.worth)

    def _departure(self, choice: int, cell: int, up: int, gains: Floats, wagered: Wagered) -> Iterator[Departure]:
        kind, row = self.cell_of(cell)
        basic = bool(self.made(choice)[cell, up])
        made = _best_index(self.shoe, -gains if basic else gains, wagered)
        if made is None or made[2] < LEAST_WORTH:
            return
        at, index, worth = made
        others = self._others(kind, row, up, choice)
        name = NAMES[LETTERS[choice]]
        yield Departure(
            hand=f"{kind} {rank_name(row) if kind == 'pair' else row}",
            up=rank_name(up + 1),
            basic=name if basic else others,
            departure=others if basic else name,
            at=at,
            index=index,
            exact=self._crossing(gains),
            worth=worth,
            decision=Decision(kind, row, up + 1, LETTERS[choice]),
        )

    def made(self, choice: int) -> NDArray[np.bool_]:
        """[cell, up card]: whether basic strategy makes a choice with most of the cell's hands that could."""
        if choice not in self._made:
            met, place, cells = self.gains(self.full, choice).met, self.places[choice], len(rows_of()) + RANKS
            here = place >= 0
            signed = np.where(self.play.act == choice, met, -met)
            ups = [np.bincount(place[here], signed[here, up], minlength=cells) for up in range(RANKS)]
            self._made[choice] = np.array(ups).T > 0
        return self._made[choice]

    def _others(self, kind: Kind, row: int, up: int, choice: int) -> str:
        """What basic strategy does when it does not make a choice."""
        letters = choices_for(self.table.chart[kind, row, up + 1], 2)
        after = {SURRENDER: "PDSH", SPLIT: "DSH", DOUBLE: "SH", STAND: "H"}[choice]
        if choice == STAND:
            return NAMES["H"]
        return NAMES[next((letter for letter in letters if letter in after), self._without_pair(kind, row, up, after))]

    def _without_pair(self, kind: Kind, row: int, up: int, after: str) -> str:
        """The letter for a pair's total, if the pair's own cell only splits it."""
        if kind == "pair":
            kind, row = ("soft", 2 + TEN) if row == ACE else ("hard", 2 * row)
        letters = choices_for(self.table.chart[kind, row, up + 1], 2)
        return next((letter for letter in letters if letter in after), "H")

    def _crossing(self, gains: Floats) -> float | None:
        """The true count at which a gain changes sign, the one nearest to zero on the departure's side."""
        if not self.shoe.system.uses_true_count:
            return None
        grid, unit = self.shoe.grid, float(self.shoe.system.true_count.per_decks)
        signs = np.flatnonzero(np.diff(np.sign(gains)) != 0)
        if not len(signs):
            return None
        crossings = grid[signs] - gains[signs] * (grid[signs + 1] - grid[signs]) / (gains[signs + 1] - gains[signs])
        return (float(crossings[np.argmin(np.abs(crossings))]) - PER_DECK * self.shoe.mean) * unit

    @cached_property
    def _insured(self) -> tuple[float, float] | None:
        """What insurance pays, and its share of the wager; None if it depends on suits or is not offered."""
        layout, kind = self.table.layout, self.table.game.kind_of.get("insurance")
        odds = layout.odds_table(kind) if kind else {}
        if "" not in odds or self.full.shoe[ACE - 1] < 1:
            return None
        return float(odds[""].ratio), float(str(layout.fact("insurance")["share"]))

    def _insurance(self, wagered: Wagered) -> Iterator[Departure]:
        """Insurance, which basic strategy declines."""
        if self._insured is None:
            return
        pays, share = self._insured
        tag = self._tag_by_value[ACE - 1]
        gains = np.zeros(len(self.shoe.grid))
        for at, excess in enumerate(self.shoe.grid):
            before = ((self.left - 1) * excess + PER_DECK * (self.shoe.mean - tag)) / self.left
            cards = self._by_value(self.left, float(before))
            often = cards[ACE - 1] / cards.sum()
            gains[at] = share * ((1 + pays) * cards[TEN - 1] / (cards.sum() - 1) - 1) * often
        made = _best_index(self.shoe, gains, wagered)
        if made is not None and made[2] >= LEAST_WORTH:
            side, index, worth = made
            yield Departure("any", "A", "decline", "insurance", side, index, self._crossing(gains), worth)

    # ---- Playing efficiency

    @cached_property
    def variable(self) -> list[tuple[float, float, Floats]]:
        """For every decision: its frequency, the loss of the other choice, and the effect of each card on that loss."""
        found = []
        without = {}
        for value in range(RANKS):
            if self.full.shoe[value]:
                left = list(self.full.shoe)
                left[value] -= 1
                without[value] = Analysis(self.terms, left)
        for choice in CHOICES:
            if choice == SURRENDER and self.terms.surrender == "none":
                continue
            place, cells = self.places[choice], len(rows_of()) + RANKS

            def summed(values: Floats, place: Integers = place, cells: int = cells) -> Floats:
                held = place >= 0
                ups = [np.bincount(place[held], values[held, up], minlength=cells) for up in range(RANKS)]
                return np.array(ups, dtype=np.float64).T

            full = self.gains(self.full, choice)
            met = summed(full.met)
            gain = np.divide(summed(full.gain * full.met), met, out=np.zeros_like(met), where=met > RARE)
            effects = np.zeros((RANKS, *met.shape))
            for value, analysis in without.items():
                less = self.gains(analysis, choice).gain
                less = np.divide(summed(less * full.met), met, out=np.zeros_like(met), where=met > RARE)
                effects[value] = less - gain
            for cell, up in np.argwhere(met > RARE):
                found.append((float(met[cell, up]), abs(float(gain[cell, up])), effects[:, cell, up]))
        return [*found, *self._insurance_decision()]

    def _insurance_decision(self) -> Iterator[tuple[float, float, Floats]]:
        if self._insured is not None:
            pays, share = self._insured
            shoe = np.array(self.full.shoe, dtype=np.float64)
            size = shoe.sum() - 1

            def gain(cards: Floats) -> float:
                return float(share * ((1 + pays) * cards[TEN - 1] / (cards.sum() - 1) - 1))

            effects = np.array([gain(shoe - np.eye(RANKS)[value]) - gain(shoe) for value in range(RANKS)])
            yield shoe[ACE - 1] / (size + 1), abs(gain(shoe)), effects

    def playing_efficiency(self, tags: Floats) -> float | None:
        """How much of the gain from perfect departures is achieved by departures based on a count."""
        weights = np.array([self.full.shoe[value] for value in range(RANKS)], dtype=np.float64)
        tags = by_value(tags, self.shoe.weights)
        size, by_count, perfect = self.shoe.size, 0.0, 0.0
        for met, loss, effects in self.variable:
            spread = (size - 1) * sqrt(float((weights * effects**2).sum()) / size)
            fit = correlation(tags, effects, weights)
            for left in self.shoe.depths:
                here = spread * sqrt((size - left) / (left * (size - 1)))
                perfect += met * _gain(loss, here)
                by_count += met * _gain(loss, here * abs(fit or 0.0))
        return float(by_count / perfect) if perfect else None


_VALUE = np.array([VALUES.index(value_letter(card)) for card in DECK])


def _gain(loss: float, spread: float) -> float:
    """The average gain from a choice that loses this much on average, with a normal spread, when made only if right."""
    if spread <= loss / NEGLIGIBLE or spread == 0:
        return 0.0
    x = loss / spread
    return spread * (exp(-x * x / 2) / sqrt(2 * pi) - x * erfc(x / sqrt(2)) / 2)


def _best_index(shoe: CountedShoe, gains: Floats, wagered: Wagered) -> tuple[str, float, float] | None:
    """The count from which departing gains most: its side, the index and the gain per round."""
    weights = shoe.densities * gains[None, :]
    if wagered is not None:
        weights = weights * wagered(shoe.counts)
    counts, which = np.unique(shoe.counts, return_inverse=True)
    by_count = np.bincount(which.reshape(-1), weights.reshape(-1), minlength=len(counts))
    up = np.cumsum(by_count[::-1])[::-1]
    down = np.cumsum(by_count)
    best_up, best_down = int(np.argmax(up)), int(np.argmax(down))
    if max(up[best_up], down[best_down]) <= 0:
        return None
    if up[best_up] >= down[best_down]:
        return (">=", float(counts[best_up]), float(up[best_up])) if best_up else None
    return ("<=", float(counts[best_down]), float(down[best_down])) if best_down < len(counts) - 1 else None


def by_value(vector: Floats, weights: Sequence[int]) -> Floats:
    """Average per-card figures by card value."""
    shares = np.array(weights, dtype=np.float64)
    whole = np.bincount(_VALUE, shares, minlength=RANKS)
    return np.divide(np.bincount(_VALUE, shares * vector, minlength=RANKS), whole, out=np.zeros(RANKS), where=whole > 0)
