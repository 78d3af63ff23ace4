"""What an error in each cell of a chart costs: the loss from the second-best choice, and how often the cell is met.

The loss is that of playing one cell differently in every round while the rest of the chart is kept. A hand never comes
back to a cell that it has left, so the figure is exact for unsplit hands; hands of a split are not counted in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitboss.pricing.twenty_one.analysis import Evaluation
from pitboss.pricing.twenty_one.basic import _met
from pitboss.pricing.twenty_one.chart import NAMES, rank_name, row_name
from pitboss.pricing.twenty_one.hands import Floats
from pitboss.pricing.twenty_one.kernels import DOUBLE, HIT, NEVER, SPLIT, STAND, SURRENDER
from pitboss.pricing.twenty_one.play import LETTER, rows_of
from pitboss.pricing.twenty_one.terms import RANKS

RARE = 1e-12
"""Cells met less often than this are left out: no hand reaches them."""


@dataclass(frozen=True, slots=True)
class CellCost:
    """A cell of a chart for hands with the same choice, and the cost of its second-best choice."""

    hand: str
    up: str
    choice: str
    second: str
    met: float
    """The probability of meeting it in a round, weighted by the money on the hand."""
    loss: float
    """The average loss from the second-best choice when it is met, per unit of the first wager."""

    @property
    def cost(self) -> float:
        """The loss per round."""
        return self.met * self.loss

    def __str__(self) -> str:
        return f"{self.hand} against {self.up}: {self.second} instead of {self.choice}"


def cell_costs(evaluation: Evaluation) -> list[CellCost]:
    """Return the cost of the second-best choice in every cell of a chart, the most costly first."""
    analysis, play = evaluation.analysis, evaluation.play
    table, splits = analysis.hands, evaluation.split_values
    met, _ = _met(analysis, play)
    stand, hit, double, give_up, _ = analysis._values(splits, False, play)
    values = {STAND: stand, HIT: hit, DOUBLE: double, SURRENDER: give_up}
    pairs = {table.to[table.to[0, p], p]: p for p in range(RANKS)}
    unpaired = np.ones(len(table), dtype=bool)
    unpaired[list(pairs)] = False
    found = []
    for up in range(RANKS):
        for row, (kind, total) in enumerate(rows_of()):
            inside = (analysis.cell == row) & unpaired & (analysis.rules.total < 21)
            for act in np.unique(play.act[inside, up]):
                which = np.flatnonzero(inside & (play.act[:, up] == act) & (met[:, up] > 0))
                by_choice = {choice: _mean(worth[which, up], met[which, up]) for choice, worth in values.items()}
                found.append(_cell(row_name(kind, total), up, int(act), float(met[which, up].sum()), by_choice))
        for hand, p in pairs.items():
            by_choice = {choice: float(worth[hand, up]) for choice, worth in values.items()}
            by_choice[SPLIT] = float(splits[p, up]) if analysis.splits(p, up) else NEVER
            found.append(_cell(row_name("pair", p + 1), up, int(play.act[hand, up]), float(met[hand, up]), by_choice))
    return sorted((one for one in found if one is not None), key=lambda one: -one.cost)


def _mean(worth: Floats, weight: Floats) -> float:
    """The average of a choice over some hands, or `NEVER` if one of them does not have it."""
    if not len(worth) or worth.min() <= NEVER or not weight.sum():
        return float(NEVER)
    return float((worth * weight).sum() / weight.sum())


def _cell(hand: str, up: int, act: int, met: float, by_choice: dict[int, float]) -> CellCost | None:
    others = {choice: worth for choice, worth in by_choice.items() if choice != act and worth > NEVER}
    if met < RARE or not others or by_choice.get(act, NEVER) <= NEVER:
        return None
    second = max(others, key=lambda choice: others[choice])
    loss = by_choice[act] - others[second]
    return CellCost(hand, rank_name(up + 1), NAMES[LETTER[act]], NAMES[LETTER[second]], met, loss)
