"""Hold 'em in which each street costs a fixed wager and the player may fold at each: mini-Tex.

It is solved by `stopping`: a fold ends the round, and paying continues it. Boards have three cards, two of them at the
flop. A hand is the best three of five cards that include some of the player's own, so strengths come from a table by
class of boards and holding. Ties go to the fold.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pitboss.families.house_poker.kinds.streets.stopping import (
    BoardGame,
    Decisions,
    river_ends,
    solve_early,
    solve_later,
    tally_by_class,
)
from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.boards import FIRST, HOLDINGS, SECOND, Bytes, Strengths
from pitboss.pricing.compiled import compiled
from pitboss.pricing.deals import CHOOSE, DECK, Cards, Counts, all_sets, classes, place_of, sort_few
from pitboss.pricing.progress import Progress

STREETS = (2, 1)
FLOP, BOARD = STREETS[0], sum(STREETS)


@dataclass(frozen=True)
class StayOrFoldGame(BoardGame):
    """Three decisions between a fold and a wager; `stays` has the wagers' names."""

    least_own: int = 0
    fold: str = ""
    stays: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        return (*self.preflop, *self.flop, *self.river)

    @property
    def at_flop(self) -> Strengths:
        """Each holding's strength with each class of flops."""
        return strength_table(FLOP, self.rows.order, self.least_own)


@compiled
def _strengths(boards: Cards, holdings: Cards, least_own: int, ranked: Strengths, found: Strengths) -> None:
    """Find the best three cards for each holding and board, using at least `least_own` cards of the holding."""
    shared = boards.shape[1]
    cards = np.empty(shared + 2, np.uint8)
    three = np.empty(3, np.uint8)
    for row in range(len(boards)):
        for at in range(shared):
            cards[at] = boards[row, at]
        for place in range(len(holdings)):
            cards[shared], cards[shared + 1] = holdings[place, 0], holdings[place, 1]
            clash = False
            for at in range(shared):
                clash |= cards[at] == cards[shared] or cards[at] == cards[shared + 1]
            if clash:
                continue
            best = 0
            for a in range(shared + 2):
                for b in range(a + 1, shared + 2):
                    for c in range(b + 1, shared + 2):
                        if (a >= shared) + (b >= shared) + (c >= shared) < least_own:
                            continue
                        three[0], three[1], three[2] = cards[a], cards[b], cards[c]
                        sort_few(three)
                        best = max(best, ranked[place_of(three)])
            found[row, place] = best


@cache
def strength_table(number: int, order: Order, least_own: int) -> Strengths:
    """Each holding's strength with `number` cards on the board, by class and by place; 0 if they share a card."""
    found = np.zeros((len(classes(number)), HOLDINGS), np.int16)
    ranked = evaluate_batch(all_sets(3), order)
    _strengths(classes(number).representatives, all_sets(2), least_own, ranked, found)
    return found


def solve(game: StayOrFoldGame, progress: Progress | None = None) -> dict[str, Bytes]:
    """Return the best decisions before and at the flop, and the best end by class of boards and holding."""
    later, _ = solve_later(game, progress)
    preflop, _ = solve_early(game, later)
    boards = classes(BOARD).representatives
    by_live = river_ends(game, boards)
    last = np.zeros((len(boards), HOLDINGS), np.uint8)
    for row, board in enumerate(boards):
        live = np.delete(np.arange(DECK), board)
        held = by_live.shape[1]
        last[row, CHOOSE[live[SECOND[:held]], 2] + live[FIRST[:held]]] = by_live[row]
    return {"preflop": preflop, "flop": later.flop, "last": last}


def count_folded_deals(game: StayOrFoldGame, decisions: Decisions, last: Bytes) -> Counts:
    """Count the deals in which each class of holdings folds."""
    counted = tally_by_class(game, decisions, last).sum(axis=(2, 3))
    gone: Counts = counted.sum(axis=1) - counted[:, game.ends.index(game.river[-1])]
    return gone
