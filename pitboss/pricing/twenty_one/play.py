"""Applies a chart to every hand: the first of its choices that the rules allow."""

from __future__ import annotations

from itertools import product

import numpy as np

from pitboss.pricing.twenty_one.analysis import NAMED, SUITED, Analysis, Play
from pitboss.pricing.twenty_one.chart import DOUBLED, ROWS, Chart, Kind, choices_for
from pitboss.pricing.twenty_one.hands import Acts, HandGraph, Integers
from pitboss.pricing.twenty_one.kernels import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.pricing.twenty_one.terms import ACE, RANKS

ACTS = {"S": STAND, "H": HIT, "D": DOUBLE, "P": SPLIT, "R": SURRENDER}
LETTER = {act: letter for letter, act in ACTS.items()}

_DOUBLES, _SPLITS, _SURRENDERS = 1, 2, 4


def cell_of(table: HandGraph, total_of: Integers) -> Integers:
    """The number of the chart's row for each hand's total; -1 for 21 and for fewer than two cards."""
    first = {"hard": 0, "soft": len(ROWS["hard"])}
    found = np.full(len(table), -1, dtype=np.int64)
    for h in range(len(table)):
        kind: Kind = "soft" if table.soft[h] else "hard"
        total = int(total_of[h])
        if table.size[h] >= 2 and total in ROWS[kind]:
            found[h] = first[kind] + ROWS[kind].index(total)
    return found


def rows_of() -> list[tuple[Kind, int]]:
    """The rows in the order of `cell_of`."""
    return [*(("hard", row) for row in ROWS["hard"]), *(("soft", row) for row in ROWS["soft"])]


MOST = 9
"""Hands with this many cards or more are played the same; no number in a chart is greater."""


def apply_chart(chart: Chart, analysis: Analysis) -> Play:
    """The play that follows a chart for every hand."""
    table, rules = analysis.hands, analysis.rules
    cell, size = analysis.cell, np.minimum(table.size, MOST)
    by_total = _by_total(chart)
    play = analysis.blank_play()
    allowed = rules.can_double * _DOUBLES + rules.can_give * _SURRENDERS
    play.act[:] = np.where(cell[:, None] >= 0, by_total[cell, :, allowed, size], np.int8(STAND))
    for p in range(RANKS):
        may_split = rules.can_double_split[p] * _DOUBLES + rules.can_give_split[p] * _SURRENDERS
        play.split[p] = np.where(cell[:, None] >= 0, by_total[cell, :, may_split, size], np.int8(STAND)).T[:, None, :]
        pair = table.to[table.to[0, p], p]
        for up in range(RANKS):
            letters = chart["pair", p + 1, up + 1]
            may = int(allowed[pair]) + _SPLITS * analysis.splits(p, up)
            chosen = _first(letters, may)
            if chosen is not None:
                play.act[pair, up] = chosen
            chosen = _first(letters, int(may_split[pair]))
            if chosen is not None:
                play.split[p, up, 1, pair] = chosen
    _split_aces(chart, analysis, play)
    play.act_suited[:], play.split_suited[:] = play.act[None], play.split[:, :, None]
    _except(chart, analysis, play, allowed)
    _doubled(chart, analysis, play)
    return play


def _split_aces(chart: Chart, analysis: Analysis, play: Play) -> None:
    """Apply the chart's cells for split aces that take one card."""
    table, rules = analysis.hands, analysis.rules
    if not analysis.terms.one_card(ACE):
        return
    for card, up in product(range(1, RANKS), range(1, RANKS + 1)):
        h = table.index(ACE, card)
        letters = chart.cells.get(("split ace", int(table.total[h]), up))
        may = int(rules.can_double_split[0][h]) * _DOUBLES + int(rules.can_give_split[0][h]) * _SURRENDERS
        if letters is not None:
            play.split[0, up - 1, :, h] = _resolved(letters, may)


def _by_total(chart: Chart) -> Acts:
    """The actions of a chart by [row, up card, what is allowed, number of cards]."""
    found = np.zeros((len(rows_of()), RANKS, 8, MOST + 1), dtype=np.int8)
    known: dict[str, Acts] = {}
    for at, (kind, row) in enumerate(rows_of()):
        for up in range(RANKS):
            letters = chart[kind, row, up + 1]
            if letters not in known:
                actions = [[_resolved(letters, may, cards) for cards in range(MOST + 1)] for may in range(8)]
                known[letters] = np.array(actions, dtype=np.int8)
            found[at, up] = known[letters]
    return found


def _except(chart: Chart, analysis: Analysis, play: Play, allowed: Integers) -> None:
    """Apply the chart's exceptions: for cards of any suits, of one suit, or of the suit that pays most."""
    table, rules = analysis.hands, analysis.rules
    for (cards, in_suit, up), letters in chart.exceptions.items():
        h = table.index(*cards)
        may = int(allowed[h])
        if len(cards) == 2 and cards[0] == cards[1]:
            may += _SPLITS * analysis.splits(cards[0] - 1, up - 1)
        which = [NAMED] if in_suit > 1 else [NAMED, SUITED]
        chosen = _first(letters, may, len(cards))
        if chosen is not None:
            play.act_suited[which, h, up - 1] = chosen
            play.act[h, up - 1] = play.act[h, up - 1] if in_suit else chosen
        for p in set(cards):
            may = int(rules.can_double_split[p - 1][h]) * _DOUBLES + int(rules.can_give_split[p - 1][h]) * _SURRENDERS
            chosen = _first(letters, may, len(cards))
            if chosen is not None:
                play.split_suited[p - 1, up - 1][which, :, h] = chosen
                if not in_suit:
                    play.split[p - 1, up - 1, :, h] = chosen


def _doubled(chart: Chart, analysis: Analysis, play: Play) -> None:
    """Apply the chart's cells for doubled hands, by total."""
    rules, terms, levels = analysis.rules, analysis.terms, analysis.levels
    if not terms.rescue and levels == 1:
        return
    for level in range(levels):
        may = (_SURRENDERS if terms.rescue else 0) + (_DOUBLES if level + 1 < levels else 0)
        for total, soft in product(DOUBLED, (False, True)):
            which = (rules.total == total) & (analysis.hands.soft == soft)
            for up in range(RANKS):
                play.doubled[level, which, up] = _resolved(chart.doubled(total, soft, up + 1), may)
        play.split_doubled[:, :, :, level] = play.doubled[level].T[None, :, None, :]


def _first(letters: str, allowed: int, cards: int = 2) -> int | None:
    """The first choice of a cell that is allowed, or None."""
    for letter in choices_for(letters, cards):
        need = {"D": _DOUBLES, "P": _SPLITS, "R": _SURRENDERS}.get(letter, 0)
        if need & allowed == need:
            return ACTS[letter]
    return None


def _resolved(letters: str, allowed: int, cards: int = 2) -> int:
    chosen = _first(letters, allowed, cards)
    return STAND if chosen is None else chosen
