"""The exact value of exchanging the second cards of two hands dealt to one spot (2A.7).

Theory of operation
1. A decision uses the hand's own cards, the other first cards of the spot and the up card, but not the cards the other
   hand draws. Unseen cards are exchangeable, so a hand is worth what it would be worth alone, dealt from the shoe
   without the other hand's two cards, and the value of both hands is the sum. No joint distribution is needed.
2. There are 55 pairs of card values. One `Analysis` for each, of the shoe without that pair, gives the value of every
   first hand against every up card: 55 x 55 x 10 values, from which all deals of two hands follow.
3. A plan decides for each of the 10**5 deals (four cards in the order dealt, and the up card) whether the second cards
   are exchanged. The best plan takes the greater value; any other is weighed by the same values.
4. An exchange never makes a blackjack. If the dealer has checked before the exchange, a dealer's blackjack has already
   settled the hands as dealt, so a blackjack that is exchanged away never faces one.
5. The distribution is that of one of the two hands, which are alike by symmetry. It takes a second pass over the 55
   analyses, each with the hands that the plan leaves next to its pair.
6. Where hands are surrendered before the exchange, the plan decides that too: neither, one or both.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.cores import cores
from pitboss.pricing.cache import Entry
from pitboss.pricing.twenty_one.analysis import ROUNDING, Analysis, Evaluation
from pitboss.pricing.twenty_one.chart import UPS, Chart, rank_name
from pitboss.pricing.twenty_one.hands import Floats, hands
from pitboss.pricing.twenty_one.spread import DealGroup, Masses, Spread, gather, to_spread
from pitboss.pricing.twenty_one.terms import ACE, RANKS, TEN, Terms

ALGORITHM = 1
"""Increase this when a change affects the stored values."""
PAIRS = [(a, b) for a in range(RANKS) for b in range(a, RANKS)]
NUMBER = np.array([[PAIRS.index((min(a, b), max(a, b))) for b in range(RANKS)] for a in range(RANKS)])
"""The number of each pair of values."""
NATURAL = int(NUMBER[ACE - 1, TEN - 1])
KEEP, SWITCH, GIVE_1, GIVE_2 = 0, 1, 2, 4
"""The decisions of a plan. GIVE_1 and GIVE_2 are bits for the hands that are surrendered first."""
CACHED = 12
"""The number of analyses to keep in memory."""
SLIGHT = 1e-12
"""Exchanges that gain less than this are not made, because rounding may account for the gain."""

Plan = NDArray[np.uint8]
Result = TypeVar("Result")

_A, _B, _C, _D, _U = np.meshgrid(*[np.arange(RANKS)] * 5, indexing="ij", sparse=True)
"""The first and second card of the first hand, those of the second hand, and the up card."""


@dataclass(frozen=True, eq=False)
class HandValues:
    """The value of one hand by [its pair, the other's pair, up card], with ace and ten as a plain 21."""

    value: Floats
    natural: Floats
    """The probability that the dealer has blackjack."""
    error: float = ROUNDING


@dataclass(frozen=True)
class Rule:
    """A rule for the exchange that a player can remember, and its cost."""

    name: str
    says: str
    house_edge: float
    cost: float


class TwoHands:
    """The exact analysis of two hands dealt to a spot, for one shoe and one set of rules."""

    def __init__(self, terms: Terms, shoe: Sequence[int]) -> None:
        self.terms, self.shoe = terms, tuple(int(count) for count in shoe)
        self.hand_terms = replace(terms, surrender="none") if terms.surrender_first else terms
        self._known: dict[str, HandValues] = {}
        self._beside: dict[tuple[int, ...], Analysis] = {}

    def beside(self, *pair: int) -> Analysis:
        """The analysis of one hand when two or more other cards are known; the latest ones are cached."""
        key = tuple(sorted(pair))
        if key not in self._beside:
            while len(self._beside) >= CACHED:
                self._beside.pop(next(iter(self._beside)))
            found = self.without(key)
            assert found is not None
            self._beside[key] = found
        return self._beside[key]

    def worth(self, cards: Sequence[int], other: Sequence[int], up: int, exchanged: bool = False) -> float:
        """The value of a first hand next to another under the best play, given no blackjack where the dealer has
        checked.

        Card values are those of charts: 1 for an ace, 10 for a ten.
        """
        analysis = self.beside(*(card - 1 for card in other))
        h, pays = analysis.hands.index(*cards), float(self.terms.blackjack_pays)
        blackjack = float(analysis.natural[h, up - 1])
        if sorted(cards) == [ACE, TEN] and not exchanged:
            return pays if self.terms.checks else pays * (1 - blackjack)
        value = float(analysis.perfect.hand_values[h, up - 1])
        return (value + blackjack) / (1 - blackjack) if self.terms.checks and blackjack < 1 else value

    def half(self, cards: Sequence[int], other: Sequence[int], up: int) -> float:
        """The value of a surrendered hand."""
        if self.terms.checks:
            return -0.5
        analysis = self.beside(*(card - 1 for card in other))
        return -0.5 - 0.5 * float(analysis.natural[analysis.hands.index(*cards), up - 1])

    @cached_property
    def alone(self) -> Analysis:
        """The analysis of one hand when the other is unknown."""
        return Analysis(self.hand_terms, self.shoe)

    def without(self, pair: Sequence[int]) -> Analysis | None:
        """The analysis of one hand next to two cards of these values, or None if the shoe does not have them."""
        left = list(self.shoe)
        for card in pair:
            left[card] -= 1
        return Analysis(self.hand_terms, left) if min(left) >= 0 else None

    # ---- Frequencies and values

    @cached_property
    def weight(self) -> Floats:
        """The probability of each deal: [first hand's cards, second hand's cards, up card]."""
        n, size = np.array(self.shoe, dtype=np.float64), float(sum(self.shoe))
        found: Floats = np.ones(())
        before: list[NDArray[np.int64]] = []
        for at, card in enumerate((_A, _B, _C, _D, _U)):
            many = n[card] - sum(((card == other).astype(np.float64) for other in before), np.zeros(()))
            found = found * np.maximum(many, 0.0) / (size - at)
            before.append(card)
        return np.broadcast_to(found, (RANKS,) * 5).copy()

    def values(self, chart: Chart | None) -> HandValues:
        """The value of every first hand next to every other, under a chart, or under the best play if it is None.

        This takes seconds and everything else follows from it, so it is stored on disk.
        """
        key = chart.to_toml() if chart else "best"
        if key not in self._known:
            entry = Entry("two-hands", ALGORITHM, ["values", repr(self.terms), self.shoe, key])
            found = entry.get(lambda: self._counted(chart))
            value, natural = (_unpacked(found[name], (len(PAIRS), len(PAIRS), RANKS)) for name in ("value", "natural"))
            self._known[key] = HandValues(value, natural, found["error"])
        return self._known[key]

    def _counted(self, chart: Chart | None) -> dict[str, object]:
        table = hands()
        two = [int(table.to[table.to[0, a], b]) for a, b in PAIRS]
        value = np.zeros((len(PAIRS), len(PAIRS), RANKS))
        natural, errors = np.zeros_like(value), [0.0] * len(PAIRS)

        def of(other: int) -> None:
            analysis = self.without(PAIRS[other])
            if analysis is None:
                return
            evaluation = analysis.evaluate(chart) if chart else analysis.perfect
            value[:, other], natural[:, other] = evaluation.hand_values[two], analysis.natural[two]
            errors[other] = evaluation.error

        _together(of, range(len(PAIRS)))
        return {"value": _packed(value), "natural": _packed(natural), "error": max(errors)}

    # ---- Plans

    def sums(self, values: HandValues) -> tuple[Floats, Floats]:
        """The combined value of both hands in each deal, as dealt and with their second cards exchanged."""
        value, natural = values.value, values.natural
        kept = value.copy()
        kept[NATURAL] = float(self.terms.blackjack_pays) * (1.0 - natural[NATURAL])
        first, second = NUMBER[_A, _B], NUMBER[_C, _D]
        keep = kept[first, second, _U] + kept[second, first, _U]
        mine, other = NUMBER[_A, _D], NUMBER[_C, _B]
        switch = value[mine, other, _U] + value[other, mine, _U]
        if self.terms.checks:
            dealt = (first == NATURAL).astype(np.float64) + (second == NATURAL)
            switch = switch + dealt * natural[first, second, _U]
        return keep, switch

    def best(self, values: HandValues) -> Plan:
        """The best plan for hands with these values."""
        keep, switch = self.sums(values)
        if not self.terms.switching:
            switch = keep
        plan = np.where(switch > keep + SLIGHT, SWITCH, KEEP).astype(np.uint8)
        if self.terms.surrender_first:
            worth = np.maximum(keep, switch)
            for given in (GIVE_1, GIVE_2, GIVE_1 | GIVE_2):
                other = self.given(values, given)
                plan, worth = np.where(other > worth + SLIGHT, given, plan), np.maximum(worth, other)
        return np.broadcast_to(plan, (RANKS,) * 5).astype(np.uint8)

    def given(self, values: HandValues, which: int) -> Floats:
        """The value of both hands if some are surrendered before the exchange; a blackjack never is."""
        kept = values.value.copy()
        kept[NATURAL] = float(self.terms.blackjack_pays) * (1.0 - values.natural[NATURAL])
        half = -0.5 - 0.5 * values.natural
        half[NATURAL] = -np.inf
        first, second = NUMBER[_A, _B], NUMBER[_C, _D]
        one, two = (half if which & bit else kept for bit in (GIVE_1, GIVE_2))
        found: Floats = one[first, second, _U] + two[second, first, _U]
        return found

    def edge(self, values: HandValues, plan: Plan) -> float:
        """The house edge of a plan, per unit of the two wagers together."""
        keep, switch = self.sums(values)
        worth = np.where(plan == SWITCH, switch, keep)
        if self.terms.surrender_first:
            for given in (GIVE_1, GIVE_2, GIVE_1 | GIVE_2):
                worth = np.where(plan == given, self.given(values, given), worth)
        return -float(np.where(self.weight > 0, self.weight * worth, 0.0).sum()) / 2

    def evaluate(self, chart: Chart | None) -> TwoHandEvaluation:
        """Evaluate a chart on both hands after the best exchange for it, or the best play if the chart is None."""
        values = self.values(chart)
        return TwoHandEvaluation(self, chart, values, self.best(values))


@dataclass(frozen=True, eq=False)
class TwoHandEvaluation:
    """The value of a way to play two hands, per unit of the two wagers."""

    two: TwoHands
    chart: Chart | None
    values: HandValues
    plan: Plan

    @property
    def house_edge(self) -> float:
        return self.two.edge(self.values, self.plan)

    @property
    def error(self) -> float:
        return self.values.error

    @property
    def exchanged(self) -> float:
        """How often the second cards are exchanged."""
        return float(self.two.weight[self.plan == SWITCH].sum())

    # ---- The distribution of one hand

    @cached_property
    def spread(self) -> Spread:
        """The distribution of the result of one of the two hands. It takes seconds, so it is stored on disk."""
        key = self.chart.to_toml() if self.chart else "best"
        entry = Entry("two-hands", ALGORITHM, ["spread", repr(self.two.terms), self.two.shoe, key])
        return to_spread(Masses.from_plain(entry.get(lambda: self._masses().plain())))

    def _masses(self) -> Masses:
        found: list[Masses] = [Masses() for _ in PAIRS]

        def of(other: int) -> None:
            if (analysis := self.two.without(PAIRS[other])) is None:
                return
            evaluation = analysis.evaluate(self.chart) if self.chart else analysis.perfect
            found[other] = gather([self._deal_group(evaluation, other)])

        _together(of, range(len(PAIRS)))
        whole = Masses()
        for one in found:
            whole.add(one)
        self._looked_at_before(whole)
        self._given_first(whole)
        return whole

    def _deal_group(self, evaluation: Evaluation, other: int) -> DealGroup:
        """The first hands that are played next to a pair, against each up card, without naturals."""
        table = hands()
        met, naturals = np.zeros((len(table), RANKS)), np.zeros(RANKS)
        beside = NUMBER[_C, _D] == other
        kept = self._mass((self.plan == KEEP) | (self.plan == GIVE_2), beside, NUMBER[_A, _B])
        switched = self._mass(self.plan == SWITCH, NUMBER[_C, _B] == other, NUMBER[_A, _D])
        for number, (a, b) in enumerate(PAIRS):
            met[table.to[table.to[0, a], b]] += kept[number] + switched[number]
        naturals += kept[NATURAL]
        return DealGroup(1, evaluation, met, float(met.sum()), naturals)

    def _mass(self, planned: NDArray[np.bool_], beside: NDArray[np.bool_], mine: NDArray[np.int64]) -> Floats:
        """The probability that the first hand becomes each pair, by [pair, up card], in the deals planned so beside a
        pair.
        """
        weight = np.where(planned & beside, self.two.weight, 0.0)
        at = np.broadcast_to(mine, weight.shape)
        ups = [np.bincount(at[..., up].ravel(), weight[..., up].ravel(), len(PAIRS)) for up in range(RANKS)]
        found: Floats = np.array(ups, dtype=np.float64).T
        return found

    def _looked_at_before(self, whole: Masses) -> None:
        """Count a blackjack that was exchanged away as a push if, as dealt, it faced the dealer's blackjack."""
        if self.two.terms.checks:
            first = NUMBER[_A, _B]
            spared = (self.plan == SWITCH) & (first == NATURAL)
            met = self.values.natural[first, NUMBER[_C, _D], _U]
            mass = float(np.where(spared, self.two.weight * met, 0.0).sum())
            whole.moved(Fraction(-1), Fraction(0), mass)

    def _given_first(self, whole: Masses) -> None:
        """Count a hand surrendered before the exchange as a loss of half the wager, or of all of it to a blackjack."""
        given = (self.plan & GIVE_1) > 0
        lost = self.values.natural[NUMBER[_A, _B], NUMBER[_C, _D], _U]
        all_, to_blackjack = (float(np.where(given, self.two.weight * part, 0.0).sum()) for part in (1.0, lost))
        whole.begun(Fraction(-1, 2), all_ - to_blackjack)
        whole.begun(Fraction(-1), to_blackjack)


# ---- Rules that a player can remember


def simple_rules(evaluation: TwoHandEvaluation) -> list[Rule]:
    """Rules for the exchange, from the closest to the best plan down to never exchanging, each with its cost."""
    two = evaluation.two
    points = _points(two, evaluation.chart)
    by_total = _by_total(two, points)
    good = by_total > 0
    named = [
        (
            "values",
            "add the values of both hands alone against the up card; keep the two hands with the greater sum",
            points,
        ),
        (
            "points",
            f"add points for the two totals, whatever the up card: {_points_in_words(by_total * 100)}",
            by_total[:, None],
        ),
        (
            "good-hands",
            f"switch if that makes more good hands: {_totals_in_words(good)}",
            good[:, None].astype(np.float64),
        ),
    ]
    found = [_rule(evaluation, name, says, _summed(worth)) for name, says, worth in named]
    return [*found, _rule(evaluation, "never", "never switch", np.zeros((RANKS,) * 5, dtype=np.uint8))]


def _rule(evaluation: TwoHandEvaluation, name: str, says: str, plan: Plan) -> Rule:
    edge = evaluation.two.edge(evaluation.values, plan)
    return Rule(name, says, edge, edge - evaluation.house_edge)


def _points(two: TwoHands, chart: Chart | None) -> Floats:
    """The value of each first hand alone, by [pair, up card]: ace and ten as a plain 21, and a blackjack in the last
    row.
    """
    table = hands()
    evaluation = two.alone.evaluate(chart) if chart else two.alone.perfect
    rows = [evaluation.hand_values[int(table.to[table.to[0, a], b])] for a, b in PAIRS]
    natural = [two.alone.blackjack_value(up) for up in range(RANKS)]
    return np.array([*rows, natural])


def _by_total(two: TwoHands, points: Floats) -> Floats:
    """Average these values over all up cards, by total, to a hundredth, with pairs of aces and eights kept separate."""
    shoe = np.array(two.shoe) / sum(two.shoe)
    alone = points @ shoe
    names = [_total(pair) for pair in PAIRS] + ["blackjack"]
    found = np.zeros(len(names))
    for name in set(names):
        which = [at for at, one in enumerate(names) if one == name]
        weight = np.array([_often(two.shoe, at) for at in which])
        found[which] = round(float((alone[which] * weight).sum() / max(weight.sum(), 1)), 2)
    return found


def _often(shoe: Sequence[int], at: int) -> float:
    a, b = PAIRS[min(at, NATURAL)] if at == len(PAIRS) else PAIRS[at]
    return float(shoe[a] * (shoe[b] - (a == b)) * (1 if a == b else 2))


def _total(pair: tuple[int, int]) -> str:
    a, b = pair[0] + 1, pair[1] + 1
    if a == b and a in (ACE, 8):
        return f"{rank_name(a)}-{rank_name(b)}"
    return f"soft {a + b + TEN}" if a == ACE else str(a + b)


def _summed(worth: Floats) -> Plan:
    """The plan that takes the greater sum of the hands' values, given by [pair or blackjack, up card]."""
    up = np.minimum(_U, worth.shape[1] - 1)
    first, second = (np.where(one == NATURAL, len(PAIRS), one) for one in (NUMBER[_A, _B], NUMBER[_C, _D]))
    keep = worth[first, up] + worth[second, up]
    switch = worth[NUMBER[_A, _D], up] + worth[NUMBER[_C, _B], up]
    plan: Plan = np.broadcast_to(switch > keep + SLIGHT, (RANKS,) * 5).astype(np.uint8)
    return plan


def _named_totals(keys: Sequence[bool] | NDArray[np.bool_]) -> Iterator[str]:
    names = [_total(pair) for pair in PAIRS] + ["blackjack"]
    for name in dict.fromkeys(sorted(names, key=_order)):
        if keys[names.index(name)]:
            yield name


def _order(name: str) -> tuple[int, int]:
    kinds = ("blackjack", "soft")
    kind = 0 if name in kinds else 1 if name.startswith("soft") else 2 if "-" in name else 3
    number = int(name.split()[-1]) if name.split()[-1].isdecimal() else 0
    return kind, -number


def _totals_in_words(good: NDArray[np.bool_]) -> str:
    return ", ".join(_named_totals(good))


def _points_in_words(points: Floats) -> str:
    names = [_total(pair) for pair in PAIRS] + ["blackjack"]
    every = list(_named_totals([True] * len(names)))
    return ", ".join(f"{name} {round(points[names.index(name)]):+d}" for name in every)


def best_exchanges_in_words(evaluation: TwoHandEvaluation) -> list[str]:
    """The exchanges that gain the most against each up card, most valuable first."""
    keep, switch = evaluation.two.sums(evaluation.values)
    weight = evaluation.two.weight
    gain = np.where((evaluation.plan == SWITCH) & (weight > 0), (switch - keep) * weight, 0.0)
    lines = []
    for up in UPS:
        shares: dict[str, float] = {}
        for a, b, c, d in product(range(RANKS), repeat=4):
            if gain[a, b, c, d, up - 1] > 0:
                name = f"{_both(a, b, c, d)} into {_both(a, d, c, b)}"
                shares[name] = shares.get(name, 0.0) + float(gain[a, b, c, d, up - 1])
        dearest = sorted(shares, key=lambda name: -shares[name])[:4]
        lines.append(f"against {rank_name(up)}: {'; '.join(dearest)}")
    return lines


def _both(a: int, b: int, c: int, d: int) -> str:
    """The totals of two hands, the greater first."""
    pairs = (_total((min(a, b), max(a, b))), _total((min(c, d), max(c, d))))
    return " and ".join(sorted(pairs, key=_order))


# ---- Parallel work, and arrays as text


def _together(of: Callable[[int], None], numbers: Sequence[int]) -> None:
    """Call a function with each number, on all available cores."""
    with ThreadPoolExecutor(min(4, cores())) as pool:
        list(pool.map(of, numbers))


def _packed(array: Floats) -> str:
    return base64.b85encode(np.ascontiguousarray(array, dtype="<f8").tobytes()).decode("ascii")


def _unpacked(text: str, shape: tuple[int, ...]) -> Floats:
    return np.frombuffer(base64.b85decode(text), dtype="<f8").reshape(shape)


__all__ = ["KEEP", "SWITCH", "Rule", "TwoHandEvaluation", "TwoHands", "best_exchanges_in_words", "simple_rules"]
