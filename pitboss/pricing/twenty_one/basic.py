"""Computed basic strategy: the best chart by totals and pairs, and the hands that should depart from it.

The key idea: a cell of a chart decides for every hand it applies to, so its choices are weighted by how often each of
these hands is reached under the chart itself. Iterating until no cell can be improved gives a chart that no change of a
single cell improves. Splits are judged with the chart's own play of the split hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pitboss.pricing.twenty_one.analysis import NAMED, OTHER, SUITED, Analysis, Evaluation, Play
from pitboss.pricing.twenty_one.chart import (
    DOUBLED,
    DOUBLED_SOFT,
    NAMES,
    UPS,
    Cell,
    Chart,
    Kind,
    choices_for,
    rank_name,
)
from pitboss.pricing.twenty_one.chart import SUITED as SUITED_WORDS
from pitboss.pricing.twenty_one.hands import Acts, Floats, Integers
from pitboss.pricing.twenty_one.kernels import DOUBLE, HIT, NEVER, SPLIT, STAND, SURRENDER, dealt
from pitboss.pricing.twenty_one.play import LETTER, apply_chart, rows_of
from pitboss.pricing.twenty_one.terms import ACE, RANKS

ROUNDS = 12
BASIC = "basic strategy"
PRIOR = 1e-9
"""The weight of hands that a chart never reaches: enough to fill their cells, too little to affect any other."""


def basic_chart(analysis: Analysis) -> Chart:
    """The best chart for a shoe and its rules."""
    cell = analysis.cell
    splits = analysis.perfect.split_values.copy()
    # Until there is a chart, weight hands by how often perfect play reaches them.
    play = analysis.perfect.play
    bettered = _by_number if analysis.terms.by_number else _improved_chart
    chart: Chart | None = None
    seen: set[tuple[tuple[Cell, str], ...]] = set()
    for _ in range(ROUNDS):
        for _ in range(ROUNDS):
            better = bettered(analysis, cell, splits, play)
            if chart is not None and better.cells == chart.cells:
                break
            chart = better
            play = apply_chart(chart, analysis)
        assert chart is not None
        play = apply_chart(chart, analysis)
        known = tuple(sorted(chart.cells.items()))
        if known in seen:
            break
        seen.add(known)
        for p in range(RANKS):
            for up in range(RANKS):
                if analysis.splits(p, up):
                    splits[p, up] = analysis.split_value(p, up, play.of_split(p, up))
    assert chart is not None
    return chart


def _improved_chart(analysis: Analysis, cell: Integers, splits: Floats, play: Play) -> Chart:
    """A chart that makes the best choice in every cell, given the hands that `play` reaches and how it continues."""
    table, rules, act = analysis.hands, analysis.rules, play.act
    stand, hit, double, give_up, _ = analysis._values(splits, False, play)
    met, twice = _met(analysis, play)
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
    return Chart(cells | _doubled_cells(analysis, play, twice), name=BASIC)


# ---- Where the number of cards matters


SIZES = range(2, 8)
"""The numbers of cards that one cell may distinguish; the last stands for that number or more."""


def _by_number(analysis: Analysis, cell: Integers, splits: Floats, play: Play) -> Chart:
    """A chart that makes the best choice in every cell for each number of cards, given `play`."""
    table, rules = analysis.hands, analysis.rules
    stand, hit, double, give_up, _ = analysis._values(splits, False, play)
    met, twice = _met(analysis, play)
    prior = PRIOR * _prior(analysis)
    parted = np.zeros_like(met, dtype=bool)
    for p in range(RANKS):
        pair = table.to[table.to[0, p], p]
        others = np.maximum(np.maximum(stand[pair], hit[pair]), np.maximum(double[pair], give_up[pair]))
        parted[pair] = splits[p] > others
    weight = np.where(parted, 0.0, met) + prior
    rows, sizes = len(rows_of()), len(SIZES)
    at = np.minimum(table.size, SIZES[-1]) - SIZES[0]
    open_ = (cell >= 0) & (at >= 0)
    places = cell[open_] * sizes + at[open_]

    def summed(values: Floats, allowed: Integers | None = None) -> Floats:
        worth = weight * values if allowed is None else np.where(allowed[:, None] > 0, weight * values, 0.0)
        flat = [np.bincount(places, worth[open_, up], minlength=rows * sizes) for up in range(RANKS)]
        found: Floats = np.array(flat, dtype=np.float64).T.reshape(rows, sizes, RANKS)
        return found

    there = summed(np.ones_like(weight)) > 0
    hits = summed(np.where(hit > NEVER, hit - stand, 0.0)) > 0
    drawn = np.where(hits[cell, at], hit, stand)
    doubles = summed(np.where(double > NEVER, double - drawn, 0.0), rules.can_double) > 0
    may = (rules.can_double > 0)[:, None]
    kept = np.where(doubles[cell, at] & may, double, drawn)
    given = summed(np.where(give_up > NEVER, give_up - kept, 0.0), rules.can_give) > 0
    cells: dict[Cell, str] = {}
    for row, (kind, name) in enumerate(rows_of()):
        for up in range(RANKS):
            by_size = [
                ("R" if given[row, z, up] else "") + ("D" if doubles[row, z, up] else "") + "SH"[int(hits[row, z, up])]
                for z in range(sizes)
            ]
            for z in range(1, sizes):
                if not there[row, z, up]:
                    by_size[z] = by_size[z - 1]
            cells[kind, name, up + 1] = format_cell(by_size)
    for p in range(RANKS):
        pair = table.to[table.to[0, p], p]
        kind, name = rows_of()[cell[pair]]
        for up in range(RANKS):
            two = cells[kind, name, up + 1]
            letters, value = _ending(choices_for(two, 2).lstrip("R")), float(kept[pair, up])
            if splits[p, up] > value:
                letters, value = "P", float(splits[p, up])
            if give_up[pair, up] > value:
                letters = "R" + letters
            cells["pair", p + 1, up + 1] = letters
    return Chart(cells | _doubled_cells(analysis, play, twice) | _ace_cells(analysis), name=BASIC)


def _ace_cells(analysis: Analysis) -> dict[Cell, str]:
    """The cells of split aces that take one card but may be doubled or surrendered. Each total is a single hand."""
    table, rules, terms = analysis.hands, analysis.rules, analysis.terms
    if not terms.one_card(ACE) or not (rules.can_double_split[0].any() or rules.can_give_split[0].any()):
        return {}
    best = analysis.perfect.play.split[0]
    hands = [table.index(ACE, card) for card in range(1, RANKS)]
    return {
        ("split ace", int(table.total[h]), up + 1): (
            "S" if best[up, 0, h] in (STAND, HIT) else f"{LETTER[int(best[up, 0, h])]}s"
        )
        for h in hands
        for up in range(RANKS)
    }


def format_cell(by_size: list[str]) -> str:
    """Write the choices for two cards, three cards and so on as one cell.

    A number after a letter means "with fewer cards than this".

    >>> format_cell(["DH", "DH", "H", "H"]), format_cell(["S", "S", "S", "H"]), format_cell(["RH", "H", "H", "S"])
    ('D4h', 'S5h', 'R3h5s')
    >>> format_cell(["DS", "DS", "DH", "H"]), format_cell(["S", "S", "DH", "H"])
    ('D5s4h', 'S4d5h')
    """
    text, sizes = "", len(by_size)
    for letter in "RD":
        has = [letter in one for one in by_size]
        if not all(has[: sum(has)]):
            break
        text += letter + (str(SIZES[0] + sum(has)) if sum(has) < sizes else "") if any(has) else ""
    else:
        plain = [one[-1] for one in by_size]
        turns = [at for at in range(1, sizes) if plain[at] != plain[at - 1]]
        text += "".join(plain[at - 1] + str(SIZES[0] + at) for at in turns) + plain[-1]
        return text[0] + text[1:].lower()
    text = ""
    for at in range(len(by_size) - 1, -1, -1):
        if at + 1 < len(by_size) and by_size[at] == by_size[at + 1]:
            continue
        below = at + SIZES[0] + 1
        segment, after = by_size[at], choices_for(text, SIZES[0])
        kept = next(k for k in range(len(segment) + 1) if after.startswith(segment[k:]))
        text = "".join(letter + (str(below) if at + 1 < len(by_size) else "") for letter in segment[:kept]) + text
    return text[0] + text[1:].lower()


def _ending(letters: str) -> str:
    """The choices up to and including the first that is always allowed."""
    return letters[: min(letters.index(end) for end in "SH" if end in letters) + 1]


def _doubled_cells(analysis: Analysis, play: Play, twice: Floats) -> dict[Cell, str]:
    """The cells, by total, of doubled hands that may still be given up or doubled again."""
    terms, rules = analysis.terms, analysis.rules
    if not terms.rescue and analysis.levels == 1:
        return {}
    by_choice = {"S": play.doubled * 0, "R": play.doubled * 0 + SURRENDER, "D": play.doubled * 0 + DOUBLE}
    if not terms.rescue:
        del by_choice["R"]
    if analysis.levels == 1:
        del by_choice["D"]
    soft = analysis.hands.soft > 0
    mass = twice.sum(axis=0) + PRIOR * (analysis.hands.size > 2)[:, None]
    worth = {letter: _choosing(analysis, play, act) for letter, act in by_choice.items()}
    kinds: tuple[tuple[Kind, tuple[int, ...]], ...] = (("doubled", DOUBLED), ("doubled soft", DOUBLED_SOFT))
    cells: dict[Cell, str] = {}
    for kind, rows in kinds if analysis.levels > 1 else kinds[:1]:
        for total in rows:
            which = (rules.total == total) & (soft == (kind != "doubled") if analysis.levels > 1 else True)
            for up in range(RANKS):
                found = {letter: float((mass[which, up] * value[which, up]).sum()) for letter, value in worth.items()}
                ranked = sorted(found, key=lambda letter: -found[letter])
                cells[kind, total, up + 1] = "".join(ranked[: ranked.index("S") + 1])
    return cells


def _choosing(analysis: Analysis, play: Play, first: Acts) -> Floats:
    """The value of doubled hands that do `first` after the first double and follow `play` after any other."""
    act = play.doubled.copy()
    act[0] = first[0]
    return analysis._doubled(False, act)


def _met(analysis: Analysis, play: Play) -> tuple[Floats, Floats]:
    """The probabilities of reaching each hand and of doubling into it, weighted by the money on the hand."""
    met, _, twice = analysis.reached(dealt(analysis.n, analysis.hands.to, analysis.perfect.units), play)
    return met, twice


@lru_cache(maxsize=4)
def _prior(analysis: Analysis) -> Floats:
    """The probability of reaching each hand if every hand were hit."""
    play = analysis.blank_play()
    play.act[:], play.act_suited[:] = HIT, HIT
    return _met(analysis, play)[0]


@dataclass(frozen=True, slots=True)
class Departure:
    """A hand for which a choice other than the chart's is better."""

    cards: tuple[int, ...]
    up: int
    chart: str
    better: str
    gain: float
    """How much more the better choice is worth, per unit wagered, each time the hand is reached."""
    met: float
    """How often the chart reaches the hand."""
    suited: int = 0

    @property
    def worth(self) -> float:
        """How much it adds to the value of a round."""
        return self.gain * self.met

    def __str__(self) -> str:
        cards = "-".join(map(rank_name, self.cards)) + (f" {SUITED_WORDS[self.suited]}" if self.suited else "")
        return f"{cards} against {rank_name(self.up)}: {self.better}, not {self.chart} ({self.gain:+.6f} per hand)"


def departures(evaluation: Evaluation) -> list[Departure]:
    """Every unsplit hand that perfect play plays differently, most valuable first.

    Their worth adds up to the difference between the two values, except for different play after splits.
    """
    analysis, play = evaluation.analysis, evaluation.play
    table, rules = analysis.hands, analysis.rules
    stand, hit, double, give_up, _ = analysis._perfect_values
    met, _ = _met(analysis, play)
    best = analysis.perfect.play
    found = []
    for suit in (NAMED, SUITED, OTHER):
        suited = OTHER - suit
        acts = play.act_suited[suit] if suited else play.act
        better = best.act_suited[suit] if suited else best.act
        extra = analysis.suit_extra(suit)
        share = rules.suited[suit] if suited else 1 - rules.suited[NAMED] - rules.suited[SUITED]
        for h, up in np.argwhere((acts != better) & (met * share[:, None] > 0) & (rules.total < 21)[:, None]):
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
