"""A chart applied to every hand: which of its letters the rules allow, and so what is done."""

from __future__ import annotations

import numpy as np

from pitboss.families.twenty_one.price.analysis import Analysis, Play
from pitboss.families.twenty_one.price.chart import ROWS, Chart, Kind
from pitboss.families.twenty_one.price.hands import Integers
from pitboss.families.twenty_one.price.kernels import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.families.twenty_one.terms import RANKS

ACTS = {"S": STAND, "H": HIT, "D": DOUBLE, "P": SPLIT, "R": SURRENDER}
LETTER = {act: letter for letter, act in ACTS.items()}

_DOUBLES, _SPLITS, _SURRENDERS = 1, 2, 4


def cell_of(analysis: Analysis) -> Integers:
    """The number of the chart's row that each hand belongs to by its total; -1 for 21 and for less than two cards."""
    table = analysis.hands
    first = {"hard": 0, "soft": len(ROWS["hard"])}
    found = np.full(len(table), -1, dtype=np.int64)
    for h in range(len(table)):
        kind: Kind = "soft" if table.soft[h] else "hard"
        total = int(table.total[h])
        if table.size[h] >= 2 and total in ROWS[kind]:
            found[h] = first[kind] + ROWS[kind].index(total)
    return found


def rows_of() -> list[tuple[Kind, int]]:
    """The rows in the order of `cell_of`."""
    return [*(("hard", row) for row in ROWS["hard"]), *(("soft", row) for row in ROWS["soft"])]


def applied(chart: Chart, analysis: Analysis) -> Play:
    """What a chart does with every hand."""
    table, rules, terms = analysis.hands, analysis.rules, analysis.terms
    cell = cell_of(analysis)
    by_total = np.zeros((len(rows_of()), RANKS, 8), dtype=np.int64)
    for at, (kind, row) in enumerate(rows_of()):
        for up in range(RANKS):
            for allowed in range(8):
                by_total[at, up, allowed] = _resolved(chart[kind, row, up + 1], allowed)
    surrenders = (table.size == 2) & (table.total < 21) if terms.surrender != "none" else np.zeros(len(table), bool)
    allowed = rules.can_double * _DOUBLES + surrenders * _SURRENDERS
    act = np.where(cell[:, None] >= 0, by_total[cell, :, allowed], STAND)
    split = np.zeros((RANKS, RANKS, 2, len(table)), dtype=np.int64)
    for p in range(RANKS):
        doubles = rules.can_double_split[p] * _DOUBLES
        split[p] = np.where(cell[:, None] >= 0, by_total[cell, :, doubles], STAND).T[:, None, :]
        pair = table.to[table.to[0, p], p]
        for up in range(RANKS):
            letters = chart["pair", p + 1, up + 1]
            may = int(allowed[pair]) + _SPLITS * analysis.splits(p, up)
            chosen = _first(letters, may)
            if chosen is not None:
                act[pair, up] = chosen
            chosen = _first(letters, int(doubles[pair]))
            if chosen is not None:
                split[p, up, 1, pair] = chosen
    suited, split_suited = act.copy(), split.copy()
    for (cards, in_suit, up), letters in chart.exceptions.items():
        h = table.index(*cards)
        may = int(allowed[h])
        if len(cards) == 2 and cards[0] == cards[1]:
            may += _SPLITS * analysis.splits(cards[0] - 1, up - 1)
        for plain, at_split in ((suited, split_suited), *([] if in_suit else [(act, split)])):
            chosen = _first(letters, may)
            plain[h, up - 1] = plain[h, up - 1] if chosen is None else chosen
            for p in set(cards):
                chosen = _first(letters, int(rules.can_double_split[p - 1][h]) * _DOUBLES)
                if chosen is not None:
                    at_split[p - 1, up - 1, :, h] = chosen
    return Play(act, suited, split, split_suited)


def _first(letters: str, allowed: int) -> int | None:
    """The first choice of a cell that is allowed; None where none is."""
    for letter in letters.upper():
        need = {"D": _DOUBLES, "P": _SPLITS, "R": _SURRENDERS}.get(letter, 0)
        if need & allowed == need:
            return ACTS[letter]
    return None


def _resolved(letters: str, allowed: int) -> int:
    chosen = _first(letters, allowed)
    return STAND if chosen is None else chosen
