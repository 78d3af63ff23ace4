"""What information is worth at twenty-one, exactly: the dealer's hole card, and cards known before the wagers.

The key idea: with both of the dealer's cards known, the round is that of a shoe without them and a dealer who draws to
two given cards. The analysis of a shoe knows only up cards, so the two cards take the place of one (`STAND_IN`) that
can make no blackjack. The player then plays perfectly by the cards of the hand and the dealer's two.

Cards known before the wagers need no analysis of their own: `Evaluation` has the value by first card and up card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache, partial

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.pricing.exposures import Exposure, Signal, Worth, after_betting, before_betting, sorted_edges
from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.hands import (
    LIMIT,
    STANDS,
    DealerTrees,
    Floats,
    Integers,
    dealer_ends,
    hands,
)
from pitboss.pricing.twenty_one.terms import ACE, RANKS, TEN, Terms

STAND_IN = 4
"""The column that stands for the dealer's two cards: fives, which make no blackjack with any card."""
LABELS = tuple("A23456789T")
HOLE_FACTS = ("irregularity.reader_misused_seen", "fact.hole_card", "fact.dealing")
SHOE_FACTS = ("irregularity.face_up_in_shoe", "fact.no_more_wagers")


@lru_cache(maxsize=64)
def _tree(up: int, hole: int, hit_soft_17: bool, to_22: bool) -> DealerTrees:
    """The dealer's draws after two cards, in the column of the stand-in; the other columns are empty.

    A hand that is final with the two cards has no draws, so its total is filled in afterwards.
    """
    table = hands(LIMIT + 1 if to_22 else LIMIT)
    totals, softs = table.total.tolist(), table.soft.tolist()
    start = table.index(up + 1, hole + 1)

    def draws(hand: int) -> bool:
        return bool(totals[hand] < STANDS or (hit_soft_17 and totals[hand] == STANDS and softs[hand]))

    # A hand is numbered after all hands that it can be drawn from.
    orders = np.zeros(len(table))
    orders[start] = 1.0
    for hand in range(start, len(table)):
        if orders[hand] and draws(hand):
            for after in table.to[hand]:
                if after >= 0:
                    orders[after] += orders[hand]
    nodes: list[tuple[int, int, int, int, float]] = []

    def walk(hand: int, least: int, depth: int) -> None:
        """Extend a hand by cards in non-decreasing order, as a tree of `hands.DealerTrees`."""
        for rank in range(least, RANKS):
            after = int(table.to[hand, rank])
            if after < 0:
                break
            before = int(table.cards[after, rank] - table.cards[start, rank]) - 1
            final = orders[after] > 0 and not draws(after)
            end = min(totals[after], LIMIT + 1) - STANDS if final else -1
            here = len(nodes)
            nodes.append((depth, rank, before, end, float(orders[after]) if final else 0.0))
            walk(after, rank, depth + 1)
            if not final and len(nodes) == here + 1:
                del nodes[here]

    if draws(start):
        walk(start, 0, 1)
    first = np.array([0] * (STAND_IN + 1) + [len(nodes)] * (RANKS - STAND_IN), np.int64)
    depth, rank, before, end = (np.array([node[part] for node in nodes], np.int64) for part in range(4))
    return DealerTrees(first, depth, rank, before, end, np.array([node[4] for node in nodes], np.float64))


class KnownDealer(Analysis):
    """The analysis of a shoe whose dealer is known to hold two cards that are no blackjack."""

    def __init__(self, table: Analysis, up: int, hole: int) -> None:
        left = list(table.shoe)
        left[up] -= 1
        left[hole] -= 1
        left[STAND_IN] += 1
        super().__init__(table.terms, left, table.suits)
        self.up, self.hole = up, hole

    @cached_property
    def _tree(self) -> tuple[Integers, Integers, Integers, Integers, Integers, Floats]:
        tree = _tree(self.up, self.hole, self.terms.hit_soft_17, self.terms.dealer_22_pushes)
        return tree.first, tree.depth, tree.rank, tree.before, tree.end, tree.orders

    @cached_property
    def ends(self) -> Floats:
        return self._with_pat(dealer_ends(self.n - hands().cards, *self._tree))

    @cached_property
    def _more_ends(self) -> tuple[Integers, Floats]:
        rows, ends = super()._more_ends
        return rows, self._with_pat(ends)

    def _with_pat(self, ends: Floats) -> Floats:
        """The dealer's totals, with that of a dealer who does not draw."""
        if self.pat is not None:
            ends[..., STAND_IN, self.pat] = 1.0
        return ends

    @property
    def pat(self) -> int | None:
        """The class of the dealer's total if the dealer does not draw."""
        table = hands()
        two = int(table.to[table.to[0, self.up], self.hole])
        total, soft = int(table.total[two]), bool(table.soft[two])
        draws = total < STANDS or (total == STANDS and soft and self.terms.hit_soft_17)
        return None if draws else total - STANDS

    @property
    def value(self) -> float:
        """The player's expectation under perfect play."""
        return self.perfect.by_up[STAND_IN]


class Exposures:
    """The exposures of a table with one hand and no raises."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.table = layout, PricedTable.of(layout, None)

    @property
    def analysis(self) -> Analysis:
        return self.table.analysis

    def all(self) -> Iterator[Exposure]:
        """Every exposure."""
        terms = self.table.terms
        if terms.hands > 1 or terms.raises or self.table.game.house.endless:
            return
        yield Exposure(
            "dealer_card",
            "The dealer's hole card is known before the player's decisions",
            self.hole_card,
            HOLE_FACTS,
            ("reader_misused_seen",),
            "no hole card before the players are done, or one that is checked by a reader",
        )
        shown = ("face_up_in_shoe", "drawn_in_error_exposed")
        closed = "wagers closed before a card leaves the shoe; a shoe that shows no part of the next card"
        for id, description, by_up in (
            ("next_card", "The player's first card is known before the wagers", False),
            ("up_card", "The dealer's up card is known before the wagers", True),
        ):
            yield Exposure(id, description, partial(self.before, by_up), SHOE_FACTS, shown, closed)
        yield Exposure(
            "edge_sorted",
            "The backs tell one run of values from the others: of the player's first card",
            lambda: sorted_edges(self.signals(False), self.usual),
            ("fact.shuffle", "fact.no_more_wagers"),
            (),
            "backs without an orientation, half of the cards turned in every shuffle",
        )
        yield Exposure(
            "burned_card", "One burned card is known", self.burned, ("fact.burn",), (), "the cards are burned face down"
        )

    @cached_property
    def usual(self) -> float:
        """The expectation of perfect play by the cards of the hand and the up card."""
        return self.analysis.perfect.value

    def before(self, by_up: bool) -> Worth:
        """The worth of the player's first card, or of the dealer's up card, before the wagers."""
        return before_betting(self.signals(by_up), self.usual)

    def signals(self, by_up: bool) -> list[Signal]:
        """What the first card or the up card tells, by value."""
        met, values = self.analysis.met_first, self.analysis.perfect.by_first
        axis = 0 if by_up else 1
        shares, means = met.sum(axis=axis), (met * values).sum(axis=axis)
        return [
            Signal(LABELS[rank], float(shares[rank]), {"bet": float(means[rank] / shares[rank])})
            for rank in range(RANKS)
            if shares[rank] > 0
        ]

    def burned(self) -> Worth:
        """The worth of one card that is known to be out of the shoe."""
        signals = []
        for rank, count in enumerate(self.analysis.shoe):
            left = [held - (other == rank) for other, held in enumerate(self.analysis.shoe)]
            if count:
                value = Analysis(self.table.terms, left, self.analysis.suits).perfect.value
                signals.append(Signal(LABELS[rank], float(count), {"bet": value}))
        return before_betting(signals, self.usual)

    def hole_card(self) -> Worth:
        """The worth of the hole card: perfect play against every two cards of the dealer's."""
        shoe, signals = self.analysis.shoe, []
        for up in range(RANKS):
            for hole in range(up, RANKS):
                orders = shoe[up] * (shoe[hole] - (up == hole)) * (1 if up == hole else 2)
                if not orders:
                    continue
                natural = (up, hole) == (ACE - 1, TEN - 1)
                value = self._against_blackjack() if natural else KnownDealer(self.analysis, up, hole).value
                signals.append(Signal(LABELS[up] + LABELS[hole], float(orders), {"play": value}))
        return after_betting(signals, self.usual)._replace(
            use="perfect play against the dealer's two cards; insurance exactly when the dealer has blackjack"
        )

    def _against_blackjack(self) -> float:
        """The expectation when the dealer is known to have blackjack; half the time the ace is up."""
        left = list(self.analysis.shoe)
        left[ACE - 1] -= 1
        left[TEN - 1] -= 1
        size = sum(left)
        own = 2 * left[ACE - 1] * left[TEN - 1] / (size * (size - 1))
        terms: Terms = self.table.terms
        saved = -0.5 if terms.surrender == "early" else -1.0
        base = (1 - own) * saved + own * (float(terms.blackjack_pays) if terms.blackjack_wins else 0.0)
        insured = [one for one in self.layout.permissible if self.table.game.terms[one].role == "insurance"]
        # Insurance on half of the wager, at its odds, when the up card is an ace.
        won = float(self.layout.odds(insured[0]).ratio) / 2 if insured else 0.0
        return base + 0.5 * won


__all__ = ["Exposures", "KnownDealer"]
