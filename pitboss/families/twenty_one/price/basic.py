"""Basic strategy, computed: the best chart by totals and pairs, and what it leaves to who looks at the cards.

The one idea: a cell of a chart decides for all the hands that come to it, so it is weighed over all of them by how
often they do under the chart itself. Going round until no cell can be bettered ends at a chart that no change of one
cell improves. Splits are judged with the chart's own play of the split hands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitboss.families.twenty_one.price.analysis import Analysis, Played
from pitboss.families.twenty_one.price.chart import NAMES, UPS, Cell, Chart, rank_name
from pitboss.families.twenty_one.price.hands import Floats, Integers
from pitboss.families.twenty_one.price.kernels import DOUBLE, HIT, NEVER, SPLIT, STAND, SURRENDER, reach
from pitboss.families.twenty_one.price.play import LETTER, applied, cell_of, rows_of
from pitboss.families.twenty_one.terms import RANKS

ROUNDS = 12
PRIOR = 1e-9
"The weight of hands that a chart never comes to: enough to fill its cells, too little to move any other."


def basic_chart(analysis: Analysis) -> Chart:
    """The best chart for a shoe and its rules."""
    cell = cell_of(analysis)
    splits = analysis.perfect.split_values.copy()
    # Before there is a chart, hands are weighed as perfect play meets them.
    act, suited = analysis.perfect.play.act, analysis.perfect.play.act_suited
    chart: Chart | None = None
    seen: set[tuple[tuple[Cell, str], ...]] = set()
    for _ in range(ROUNDS):
        for _ in range(ROUNDS):
            better = _bettered(analysis, cell, splits, act, suited)
            if chart is not None and better.cells == chart.cells:
                break
            chart = better
            play = applied(chart, analysis)
            act, suited = play.act, play.act_suited
        assert chart is not None
        play = applied(chart, analysis)
        known = tuple(sorted(chart.cells.items()))
        if known in seen:
            break
        seen.add(known)
        for p in range(RANKS):
            for up in range(RANKS):
                if analysis.splits(p, up):
                    splits[p, up] = analysis.split_value(p, up, play.split[p, up], play.split_suited[p, up])
    assert chart is not None
    return chart


def _bettered(analysis: Analysis, cell: Integers, splits: Floats, act: Integers, suited: Integers) -> Chart:
    """A chart, each cell the best against how hands are met and go on under `act`."""
    table, rules = analysis.hands, analysis.rules
    stand, hit, double, give_up, _ = analysis._values(splits, False, act, suited)
    met = _met(analysis, act, suited)
    two = (table.size == 2)[:, None]
    pairs = np.zeros(len(table), dtype=bool)
    for p in range(RANKS):
        pairs[table.to[table.to[0, p], p]] = True
    open_ = cell >= 0
    rows = len(rows_of())

    def summed(weight: Floats) -> Floats:
        return np.array([np.bincount(cell[open_], weight[open_, up], minlength=rows) for up in range(RANKS)]).T

    plain = np.where((act == STAND) | (act == HIT), met, 0.0) + PRIOR * _prior(analysis)
    hits = summed(plain * np.where(hit > NEVER, hit - stand, 0.0)) > 0
    drawn = np.where(hits[cell], hit, stand)
    parted = np.zeros_like(two & (met > 0))
    for p in range(RANKS):
        pair = table.to[table.to[0, p], p]
        kept = np.maximum(np.maximum(stand[pair], hit[pair]), double[pair])
        parted[pair] = splits[p] > kept
    dealt = np.where(two & ~parted, met, 0.0) + np.where(two, PRIOR * _prior(analysis), 0.0)
    may = (rules.can_double > 0)[:, None] & two
    doubles = summed(np.where(may, dealt * (double - drawn), 0.0)) > 0
    kept = np.where(doubles[cell] & may, double, drawn)
    gives = np.where(give_up > NEVER, dealt * (give_up - kept), 0.0)
    gives[pairs] = 0.0
    given = summed(gives) > 0
    cells: dict[Cell, str] = {}
    for at, (kind, row) in enumerate(rows_of()):
        for up in range(RANKS):
            plain_letter = "H" if hits[at, up] else "S"
            letters = ("R" if given[at, up] else "") + ("D" if doubles[at, up] else "") + plain_letter
            cells[kind, row, up + 1] = letters
    for p in range(RANKS):
        pair = table.to[table.to[0, p], p]
        kind, row = rows_of()[cell[pair]]
        for up in range(RANKS):
            letters = cells[kind, row, up + 1].lstrip("R")
            value = kept[pair, up]
            if splits[p, up] > value:
                letters, value = "P", splits[p, up]
            if give_up[pair, up] > value:
                letters = "R" + letters
            cells["pair", p + 1, up + 1] = letters
    return Chart(cells, name="basic strategy")


def _met(analysis: Analysis, act: Integers, suited: Integers) -> Floats:
    table, rules = analysis.hands, analysis.rules
    met, *_ = reach(
        analysis.n,
        table.cards,
        table.size,
        table.total,
        table.to,
        rules.third,
        rules.suited,
        rules.matched,
        act,
        suited,
    )
    return met


def _prior(analysis: Analysis) -> Floats:
    """How often a hand would be met if everybody hit everything."""
    act = np.full((len(analysis.hands), RANKS), HIT, dtype=np.int64)
    return _met(analysis, act, act)


@dataclass(frozen=True, slots=True)
class Departure:
    """A hand that is better played otherwise than the chart says."""

    cards: tuple[int, ...]
    up: int
    chart: str
    better: str
    gain: float
    "What the better choice is worth more when the hand is met, to a unit wagered."
    met: float
    "How often the hand is met under the chart."
    suited: bool = False

    @property
    def worth(self) -> float:
        """What it adds to the value of a round."""
        return self.gain * self.met

    def __str__(self) -> str:
        cards = "-".join(map(rank_name, self.cards)) + (" suited" if self.suited else "")
        return f"{cards} against {rank_name(self.up)}: {self.better}, not {self.chart} ({self.gain:+.6f} when met)"


def departures(played: Played) -> list[Departure]:
    """Every unsplit hand that perfect play treats otherwise than a way to play does, the dearest first.

    What they are worth adds up to the difference of the two values, but for what is played otherwise after splits.
    """
    analysis, play = played.analysis, played.play
    table, rules = analysis.hands, analysis.rules
    stand, hit, double, give_up, _ = analysis._perfect_values
    met = _met(analysis, play.act, play.act_suited)
    best = analysis.perfect.play
    found = []
    for suited in (True, False):
        acts = play.act_suited if suited else play.act
        better = best.act_suited if suited else best.act
        extra = analysis._suit_extra(0 if suited else 1)
        share = rules.suited if suited else 1 - rules.suited
        for h, up in np.argwhere((acts != better) & (met * share[:, None] > 0) & (table.total < 21)[:, None]):
            pair = int(np.argmax(table.cards[h]))

            def worth(choice: int, h: int = h, up: int = up, pair: int = pair, extra: Floats = extra) -> float:
                parted = analysis.perfect.split_values[pair, up]
                by = {STAND: stand[h, up], HIT: hit[h, up] + extra[h, up], DOUBLE: double[h, up], SPLIT: parted}
                return float(by[choice] if choice != SURRENDER else give_up[h, up])

            cards = tuple(r + 1 for r in range(RANKS) for _ in range(table.cards[h, r]))
            found.append(
                Departure(
                    cards,
                    int(up) + 1,
                    NAMES[LETTER[int(acts[h, up])]],
                    NAMES[LETTER[int(better[h, up])]],
                    worth(int(better[h, up])) - worth(int(acts[h, up])),
                    float(met[h, up] * share[h]),
                    suited,
                )
            )
    return sorted(found, key=lambda one: -one.worth)


__all__ = ["UPS", "Departure", "basic_chart", "departures"]
