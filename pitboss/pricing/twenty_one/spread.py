"""The distribution of a round's net result, splits and resplits included.

Theory of operation
1. A hand that is not split ends in a few ways whose probabilities the analysis has, so its distribution is exact.
2. Hands of a split share a shoe and a dealer. With counts n of N cards, the probability of drawing k cards of given
   values is (n1)_k1 (n2)_k2 … / (N)_k, in falling factorials. These are the moments of a Dirichlet distribution of card
   probabilities with parameters -n, as if the probabilities of the ten values were drawn first and the cards were then
   dealt independently. No such distribution exists, but its moments do, and a quadrature needs only moments: points and
   weights (some negative) with the right first moments. Value by value, the share of a value among the remaining ones
   is then independent of the others, and its k-th moment is (n)_k / (N)_k.
3. At every point of the quadrature cards are therefore independent, all hands of a split are alike and independent, the
   number of hands is a simple branching process and the dealer a small Markov chain. Distributions are convolved, and
   the weighted sum over the points restores the dependence between cards.
4. The quadrature is Smolyak's sparse grid over the nine shares. At level L it is exact to order L in 1/n, which means
   for all hands together in which at most L cards repeat a value. Level L - 1 is part of it and is summed at the same
   time; `error` is the distance between the two, summed over all results. That is far more than the actual error of
   level L, which the tests measure against every branch of small shoes: with resplits to four hands it is 1e-8 with six
   decks and 1e-6 with one. The mean needs none of this (see `analysis`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb, isqrt, lcm, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.pricing.twenty_one.compiled import compiled
from pitboss.pricing.twenty_one.hands import Acts, Floats, Integers
from pitboss.pricing.twenty_one.hands import hands as all_hands
from pitboss.pricing.twenty_one.kernels import DOUBLE, HIT, SPLIT, STAND, SURRENDER, HandPlay, HandTable, dealt, hole
from pitboss.pricing.twenty_one.splits import patterns
from pitboss.pricing.twenty_one.terms import ACE, RANKS, TEN, Terms

if TYPE_CHECKING:
    from pitboss.pricing.twenty_one.analysis import Analysis, Evaluation

LEVEL = 3
FEW = 8
"""If fewer cards of a value than this are left, the quadrature goes one level higher."""
BUSTED = 7
KINDS = 8
"""The kinds of standing hands: up to 16, 17, 18, 19, 20, 21, a 21 that beats 21, and over 21."""
ENDS = 8
"""The dealer's results: 17 to 21, 22 where it pushes, over the limit, blackjack."""
LANES = 128
SOFT = 32
"""The first row of the dealer's soft totals, after the hard ones."""


@dataclass(frozen=True)
class Spread:
    """Net results with their probabilities, best first, and a bound on their total error."""

    probabilities: Mapping[Fraction, float]
    error: float
    splits: float
    """How often a pair is split."""
    action: float
    """The average amount put at risk, doubles and splits included."""
    doubled: Mapping[Fraction, float]
    """The results of one unit doubled on an unsplit hand, given that a double is made."""
    parted: Mapping[Fraction, float]
    """The results of one unit on a single split hand, without its double, given that a pair is split."""

    @property
    def mean(self) -> float:
        return sum(float(net) * chance for net, chance in self.probabilities.items())

    @property
    def variance(self) -> float:
        return sum(float(net) ** 2 * chance for net, chance in self.probabilities.items()) - self.mean**2

    @property
    def std_dev(self) -> float:
        return sqrt(self.variance)

    def share(self, sign: int) -> float:
        """The probability that the round is won (1), pushed (0) or lost (-1)."""
        return sum(chance for net, chance in self.probabilities.items() if (net > 0) - (net < 0) == sign)


class _Split(NamedTuple):
    nets: Floats
    """Probabilities at two levels of the quadrature."""
    unit: int
    """The number of `nets` steps in a unit wagered."""
    lowest: int
    single: Floats
    single_nets: Integers
    times: Integers
    """The number of units on a hand that ends this way."""


def spread(evaluation: Evaluation, level: int | None = None) -> Spread:
    """The distribution of the net result under a way to play, per unit of the first wager.

    Deals with the same raises are processed together, because their results are multiples of the same ones.
    """
    units = [(int(many), np.where(evaluation.units == many, 1.0, 0.0)) for many in np.unique(evaluation.units)]
    return to_spread(gather([_deal_group(evaluation, many, start) for many, start in units], level))


def raise_spread(evaluation: Evaluation, number: int) -> Spread | None:
    """The distribution for one unit of a raise with its share of doubles and splits, or None if it is never made.

    `action` is the money put at risk for it.
    """
    made = evaluation.raised[number]
    chance = float((evaluation.analysis.met_first * made).sum())
    if not chance:
        return None
    one = to_spread(gather([_deal_group(evaluation, 1, made)]))
    scaled = {net: share / chance for net, share in one.probabilities.items()}
    return replace(one, probabilities=scaled, error=one.error / chance, action=one.action / chance)


class DealGroup(NamedTuple):
    """Deals under one way to play that are processed together."""

    money: int
    """The number of units on the hand, which multiplies every result."""
    evaluation: Evaluation
    dealt: Floats
    """[two-card hand, up card]: its probability."""
    mass: float
    """The probability of all these deals."""
    naturals: Floats | None = None
    """The share of ace-ten hands that are blackjacks, by up card; None if all are."""


def _deal_group(evaluation: Evaluation, money: int, start: Floats) -> DealGroup:
    """The deals with these weights by first card and up card, as a group."""
    table = evaluation.analysis.hands
    met = dealt(evaluation.analysis.n, table.to, start)
    return DealGroup(money, evaluation, met, 1.0 if start.all() else float(met.sum()))


@dataclass(slots=True)
class Masses:
    """Results and their probabilities as they are being summed."""

    found: dict[Fraction, float] = field(default_factory=dict)
    raised: dict[Fraction, float] = field(default_factory=dict)
    """The results of doubles of unsplit hands."""
    parted: dict[Fraction, float] = field(default_factory=dict)
    """The results of single hands of splits."""
    splits: float = 0.0
    action: float = 0.0
    error: float = 0.0

    def add(self, other: Masses) -> None:
        for mine, more in ((self.found, other.found), (self.raised, other.raised), (self.parted, other.parted)):
            for net, mass in more.items():
                mine[net] = mine.get(net, 0.0) + mass
        self.splits, self.action = self.splits + other.splits, self.action + other.action
        self.error += other.error

    def begun(self, net: Fraction, mass: float) -> None:
        """Add deals that are settled without another card, with a unit at risk."""
        self.found[net] = self.found.get(net, 0.0) + mass
        self.action += mass

    def moved(self, before: Fraction, after: Fraction, mass: float) -> None:
        """Move probability from one result to another."""
        self.found[before] = self.found.get(before, 0.0) - mass
        self.found[after] = self.found.get(after, 0.0) + mass

    def plain(self) -> dict[str, Any]:
        kinds = {"found": self.found, "raised": self.raised, "parted": self.parted}
        by_kind = {name: {str(net): float(mass) for net, mass in masses.items()} for name, masses in kinds.items()}
        return {**by_kind, "splits": float(self.splits), "action": float(self.action), "error": float(self.error)}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Masses:
        def read(name: str) -> dict[Fraction, float]:
            return {Fraction(net): mass for net, mass in plain[name].items()}

        three = (read("found"), read("raised"), read("parted"))
        return cls(*three, splits=plain["splits"], action=plain["action"], error=plain["error"])


def gather(groups: Sequence[DealGroup], level: int | None = None) -> Masses:
    """The results of these groups of deals."""
    whole = Masses()
    splits: dict[tuple[int, int, int], _Split] = {}
    for one in groups:
        analysis, play = one.evaluation.analysis, one.evaluation.play
        deep = level or (LEVEL + (min(filter(None, analysis.shoe)) < FEW))
        unsplit = _unsplit(one)
        whole.action += one.money * unsplit.action
        for net, chance in unsplit.nets.items():
            whole.found[net * one.money] = whole.found.get(net * one.money, 0.0) + chance
        for net, chance in unsplit.doubled.items():
            whole.raised[net] = whole.raised.get(net, 0.0) + chance
        for p, up in np.argwhere(unsplit.split_share > 0):
            key = (id(one.evaluation), int(p), int(up))
            if key not in splits:
                splits[key] = _split_spread(analysis, int(p), int(up), play.of_split(p, up), deep)
            share = float(unsplit.split_share[p, up])
            whole.splits += share
            more = _shared(analysis, splits[key], int(p), int(up), share, one.money, whole.found, whole.parted)
            whole.action, whole.error = whole.action + more[0], whole.error + more[1]
    return whole


def to_spread(whole: Masses) -> Spread:
    """Convert the sums into probabilities, best result first."""
    ordered = {net: float(whole.found[net]) for net in sorted(whole.found, reverse=True)}
    parts = (_scaled(whole.raised), _scaled(whole.parted))
    return Spread(ordered, float(whole.error), float(whole.splits), float(whole.action), *parts)


def _shared(
    analysis: Analysis,
    one: _Split,
    p: int,
    up: int,
    share: float,
    money: int,
    found: dict[Fraction, float],
    parted: dict[Fraction, float],
) -> tuple[float, float]:
    """Add the results of a split, weighted by its probability; returns the added money at risk and error."""
    for at, chance in enumerate(one.nets[0]):
        if abs(chance) > 1e-15:
            net = money * Fraction(at + one.lowest, one.unit)
            found[net] = found.get(net, 0.0) + share * float(chance)
    # If the dealer has checked, nothing is split or doubled against a dealer's blackjack.
    checks = analysis.terms.checks
    ends = slice(0, ENDS - 1) if checks else slice(0, ENDS)
    hands = float(one.single[:-1, ends].sum())
    free = 1 - float(_blackjack(analysis, p, up)) if checks else 1.0
    action = money * share * (hands - free + float(one.single[-1, ends].sum()))
    for k in range(len(one.single) - 1):
        for d in range(ENDS)[ends]:
            # A busted hand loses whatever the dealer has; for other hands, the dealer's blackjack returns the split
            # wager.
            result = Fraction(int(one.single_nets[k, d]), one.unit * int(one.times[k]))
            parted[result] = parted.get(result, 0.0) + share * float(one.single[k, d])
    return action, share * float(np.abs(one.nets[0] - one.nets[1]).sum())


class _Unsplit(NamedTuple):
    nets: Mapping[Fraction, float]
    action: float
    doubled: Mapping[Fraction, float]
    split_share: Floats


def _unsplit(begun: DealGroup) -> _Unsplit:
    """The results of the unsplit hands in these deals."""
    analysis, play = begun.evaluation.analysis, begun.evaluation.play
    table, rules, terms = analysis.hands, analysis.rules, analysis.terms
    met, paid, twice = analysis.reached(begun.dealt, play)
    found: dict[Fraction, float] = {}

    def add(net: Fraction | int, chance: float) -> None:
        if chance > 0:
            found[Fraction(net)] = found.get(Fraction(net), 0.0) + float(chance)

    natural = table.index(ACE, TEN)
    held = met[natural].copy() if begun.naturals is None else begun.naturals
    beaten = 0.0 if terms.blackjack_wins else float((held * analysis.natural[natural]).sum())
    add(terms.blackjack_pays, float(held.sum()) - beaten)
    add(0, beaten)
    met[natural] -= held

    win, lose, bj = analysis.win, analysis.lose, analysis.natural
    lost_1 = lost_2 = pushed = raises = 0.0
    split_share = np.zeros((RANKS, RANKS))
    shares = [*rules.suited, 1 - rules.suited[0] - rules.suited[1]]
    for share, acts in zip(shares, (*play.act_suited, play.act), strict=True):
        if not share.any():
            continue
        mass = met * share[:, None]
        for_21 = (rules.total == 21)[:, None] & (table.size > 1)[:, None]
        standing = np.where((acts == STAND) | for_21, mass, 0.0) * (table.size > 1)[:, None]
        # Suit bonuses are added below; here every 21 is paid as one whose suits do not count.
        for odds in np.unique(rules.pay_other):
            here = standing[rules.pay_other == odds]
            add(_ratio(odds), (here * win[rules.pay_other == odds]).sum())
        lost_1 += float((standing * (lose + bj)).sum())
        pushed += float((standing * (1 - win - lose - bj)).sum())
        given_up = np.where((acts == SURRENDER) & ~for_21, mass, 0.0)
        whole_lost = 0.0 if terms.surrender == "early" else float((given_up * bj).sum())
        lost_1 += whole_lost
        add(Fraction(-1, 2), float(given_up.sum()) - whole_lost)
        for kind in (HIT, DOUBLE):
            moving = np.where((acts == kind) & ~for_21, mass, 0.0)
            busts, busts_natural = _busts(analysis, moving)
            if kind == HIT:
                lost_1 += busts
            else:
                raises += float((moving * (1 - bj)).sum() if terms.checks else moving.sum())
                extra = 0.0 if terms.checks else busts_natural
                lost_2 += busts - busts_natural + extra
                lost_1 += busts_natural - extra
                # `twice` accounts for what a dealer's blackjack takes from doubled hands that did not bust.
        for p in range(RANKS):
            pair = table.to[table.to[0, p], p]
            split_share[p] += np.where(acts[pair] == SPLIT, mass[pair], 0.0)
    _by_suits(analysis, paid, found)
    won = given = kept_lost = 0.0
    action = begun.mass + raises
    for level, doubled in enumerate(twice):
        money = 2 ** (level + 1)
        acts = play.doubled[level]
        below = (rules.total < 21)[:, None]
        give = (acts == SURRENDER) & below & terms.rescue
        again = (acts == DOUBLE) & below & (level + 1 < len(twice))
        kept = np.where(give | again, 0.0, doubled)
        gone = np.where(give, doubled, 0.0)
        won_here, lost_here = float((kept * win).sum()), float((kept * lose).sum())
        pushed += float((kept * (1 - win - lose - bj)).sum())
        if level == 0:
            add(2, won_here)
            lost_2 += lost_here
            lost_1 += float((kept * bj).sum()) + float(gone.sum())
            won, kept_lost, given = won_here, lost_2, float((gone * (1 - bj)).sum() if terms.checks else gone.sum())
        else:
            add(money, won_here)
            add(-money, lost_here)
            add(Fraction(-money, 2), float((gone * (1 - bj)).sum()))
            lost_1 += float((kept * bj).sum()) + float((gone * bj).sum())
        if again.any():
            moving = np.where(again, doubled, 0.0)
            action += money * float((moving * (1 - bj)).sum())
            busts, busts_natural = _busts(analysis, moving)
            add(-2 * money, busts - busts_natural)
            lost_1 += busts_natural
    add(-1, lost_1)
    add(-2, lost_2)
    add(0, pushed)
    half = Fraction(0) if terms.rescue_final else Fraction(-1, 2)
    raised = {Fraction(1): won, Fraction(-1): kept_lost, Fraction(0): raises - won - kept_lost - given}
    raised[half] = raised.get(half, 0.0) + given
    return _Unsplit(found, action, raised, split_share)


def _by_suits(analysis: Analysis, paid: Floats, found: dict[Fraction, float]) -> None:
    """Move the hands that are paid by their suits from the ordinary odds to those for suits."""
    rules, win = analysis.rules, analysis.win
    for suit, share in enumerate(rules.in_suit):
        for odds in np.unique(rules.pay_in[suit][share > 0]):
            which = (share > 0) & (rules.pay_in[suit] == odds)
            won = float((paid[suit][which] * win[which]).sum())
            if won > 0:
                found[_ratio(odds)] = found.get(_ratio(odds), 0.0) + won
            for other in np.unique(rules.pay_other[which]):
                same = which & (rules.pay_other == other)
                found[_ratio(other)] = found.get(_ratio(other), 0.0) - float((paid[suit][same] * win[same]).sum())


def _scaled(masses: Mapping[Fraction, float]) -> dict[Fraction, float]:
    """The masses as probabilities, best first; empty if there is no mass."""
    whole = sum(masses.values())
    return (
        {net: float(masses[net] / whole) for net in sorted(masses, reverse=True) if masses[net] > 0}
        if whole > 0
        else {}
    )


def _blackjack(analysis: Analysis, p: int, up: int) -> float:
    """The probability that the dealer has blackjack when the pair is dealt."""
    other = hole(up)
    left = _left(analysis, p, up)
    return max(float(left[other]), 0.0) / float(left.sum()) if other >= 0 else 0.0


def _ratio(odds: float) -> Fraction:
    return Fraction(float(odds)).limit_denominator(1000)


def _busts(analysis: Analysis, moving: Floats) -> tuple[float, float]:
    """The probabilities that a drawn card busts the hand, overall and with a dealer's blackjack; `moving` has the
    chance of a draw.
    """
    table, n, whole = analysis.hands, analysis.n, analysis.n.sum()
    left = np.maximum(whole - table.size - 1, 1)
    busts = both = 0.0
    for r in range(RANKS):
        out = (table.to[:, r] < 0) & (table.size > 1)
        for up in range(RANKS):
            many = np.maximum(n[r] - table.cards[out, r] - (r == up), 0)
            chance = moving[out, up] * many / left[out]
            busts += float(chance.sum())
            other = hole(up)
            if other >= 0:
                holes = np.maximum(n[other] - table.cards[out, other] - (r == other), 0)
                both += float((chance * holes / np.maximum(left[out] - 1, 1)).sum())
    return busts, both


# ---- The quadrature


@lru_cache(maxsize=4096)
def _rule(n: int, of: int, level: int) -> tuple[float, Any]:
    """Points around the share n/of, a steps away for a = -level … level, and what each level adds to their weights.

    The k-th moment is (n)_k / (of)_k: the probability that k cards drawn from `of` cards all have this value.
    """
    added = np.zeros((2 * level + 1, level + 1))
    added[level, 0] = 1.0
    if n < 1 or n >= of:
        return 0.0, added
    top = 2 * level
    raw = [Fraction(1)]
    for k in range(top):
        raw.append(raw[-1] * Fraction(n - k, of - k) if k < of else Fraction(0))
    mean = Fraction(n, of)
    central = [
        sum((comb(k, i) * raw[i] * (-mean) ** (k - i) for i in range(k + 1)), Fraction(0)) for k in range(top + 1)
    ]
    # A rational step near the square root of three variances keeps the equations for the weights exact. With infinitely
    # many decks it is too small for eight digits.
    steps = (Fraction(isqrt(int(abs(central[2]) * 3 * 10 ** (2 * digits))), 10**digits) for digits in (8, 24))
    step = next(filter(None, steps), Fraction(1))
    before = [Fraction(0)] * (2 * level + 1)
    before[level] = Fraction(1)
    for upto in range(1, level + 1):
        weights = _weights(upto, [central[k] / step**k for k in range(2 * upto + 1)])
        now = [Fraction(0)] * (2 * level + 1)
        for a, weight in enumerate(weights):
            now[a - upto + level] = weight
        added[:, upto] = [float(one - two) for one, two in zip(now, before, strict=True)]
        before = now
    return float(step), added


def _weights(upto: int, moments: list[Fraction]) -> list[Fraction]:
    """The weights at -upto … upto with the given moments: averages of the Lagrange polynomials."""
    points = range(-upto, upto + 1)
    found = []
    for a in points:
        factors = [Fraction(1)]
        below = 1
        for b in points:
            if b != a:
                factors = [
                    (factors[i - 1] if i else Fraction(0)) - b * (factors[i] if i < len(factors) else Fraction(0))
                    for i in range(len(factors) + 1)
                ]
                below *= a - b
        found.append(sum((c * m for c, m in zip(factors, moments, strict=True)), Fraction(0)) / below)
    return found


@lru_cache
def _grid(level: int, sizes: int) -> Integers:
    """The points of the sparse grid, as steps in each direction."""
    rows = [np.zeros(sizes, dtype=np.int64)]
    for moved in range(1, min(level, sizes) + 1):
        steps = [
            one
            for one in product([a for a in range(-level, level + 1) if a], repeat=moved)
            if sum(map(abs, one)) <= level
        ]
        for where in combinations(range(sizes), moved):
            for step in steps:
                row = np.zeros(sizes, dtype=np.int64)
                row[list(where)] = step
                rows.append(row)
    return np.array(rows)


def _points(left: Floats, level: int) -> tuple[Floats, Floats]:
    """The probabilities of the ten values at every point, [value, point], and the weights at this level and the one
    below.
    """
    held = sorted((r for r in range(RANKS) if left[r] > 0), key=lambda r: -left[r])
    counts = [int(left[r]) for r in held]
    shares = [(counts[i], sum(counts[i:])) for i in range(len(counts) - 1)]
    rules = [_rule(n, of, level) for n, of in shares]
    grid = _grid(level, len(shares))
    weights = _grid_weights(grid, np.array([added for _, added in rules]), level)
    theta = np.zeros((RANKS, len(grid)))
    rest = np.ones(len(grid))
    for i, r in enumerate(held):
        share = 1.0 if i == len(shares) else shares[i][0] / shares[i][1] + grid[:, i] * rules[i][0]
        theta[r] = rest * share
        rest = rest * (1 - share)
    return theta, weights


@compiled
def _grid_weights(grid: Integers, added: Floats, level: int) -> Floats:
    points, sizes = grid.shape
    found = np.zeros((2, points))
    series = np.zeros(level + 1)
    after = np.zeros(level + 1)
    for point in range(points):
        for i in range(level + 1):
            series[i] = 0.0 if i else 1.0
        for d in range(sizes):
            for i in range(level + 1):
                after[i] = 0.0
            for i in range(level + 1):
                weight = added[d, grid[point, d] + level, i]
                if weight != 0.0:
                    for j in range(level + 1 - i):
                        after[i + j] += weight * series[j]
            for i in range(level + 1):
                series[i] = after[i]
        for i in range(level + 1):
            found[0, point] += series[i]
            if i < level:
                found[1, point] += series[i]
    return found


# ---- Hands and dealer with independent cards


class _Ends(NamedTuple):
    """The ways in which a split hand can end, and the result of each."""

    nets: Integers
    """[kind, dealer's result], in steps of a unit."""
    times: Integers
    """The number of units on the hand at that point."""
    unit: int
    rows: Integers
    """[number of doubles, hand]: the kind of a hand that stands."""
    busts: Integers
    """[number of doubles]: the kind of a hand that busts."""
    gives: Integers
    """[number of doubles]: the kind of a hand that is given up, or -1."""


class _HandOfSplit(NamedTuple):
    """A hand split from p whose second card is also p (`same` is 1) or not (0), and the hands it can become."""

    p: int
    same: int
    order: Integers
    place: Integers
    """The place of each hand in `order`."""
    one_card: bool
    may_double: bool


class _Paid(NamedTuple):
    """By hand: its kind when it ends, its kinds when paid by suits, and the probability that a card fits."""

    kind: Integers
    paid_kind: Integers
    matched: Floats


class _Nets(NamedTuple):
    """The possible nets of all split hands together: up to `most` hands, each with `span` nets from `low` on."""

    most: int
    low: int
    span: int
    unit: int
    nets: Integers
    kinds: Integers
    needed: Integers


class _Scratch(NamedTuple):
    """Working arrays: nets of one closed or free hand, nets of several such hands, and the sums by net."""

    one_hand: Floats
    powers: Floats
    sums: Floats


@compiled
def _met(
    p: int, same: int, hands: HandTable, with_pair: Integers, one_card: bool, act: Acts, act_suited: Acts
) -> tuple[Integers, Integers]:
    """The hands that a hand split from p can become, in order, and each one's place among them."""
    size, total, to, suited = hands.size, hands.total, hands.to, hands.suited
    alive = np.zeros(len(size), dtype=np.bool_)
    place = np.full(len(size), -1, dtype=np.int64)
    order = np.zeros(len(with_pair), dtype=np.int64)
    count = 0
    start = to[0, p]
    for r in range(10):
        if (r == p) == (same == 1):
            alive[to[start, r]] = True
    for index in range(len(with_pair)):
        h = with_pair[index]
        if not alive[h]:
            continue
        place[h] = count
        order[count] = h
        count += 1
        if one_card or total[h] >= 21:
            continue
        hits = act[h] == HIT
        for s in range(2):
            hits = hits or (suited[s, h] > 0.0 and act_suited[s, h] == HIT)
        if hits:
            for r in range(10):
                if to[h, r] >= 0:
                    alive[to[h, r]] = True
    return order[:count], place


@compiled
def _hand_ends(
    split: _HandOfSplit, theta: Floats, hands: HandTable, kinds: _Paid, ends: _Ends, done: HandPlay, at: Floats
) -> None:
    """The probabilities of each kind of end for a split hand, at many points.

    They are written into the first rows of `at`. The next row is the probability that the hand is doubled; the rows
    after it hold the hands themselves.
    """
    p, same, order, place, one_card, may_double = split
    total, to, third, suited = hands.total, hands.to, hands.third, hands.suited
    kind, paid_kind, matched = kinds
    rows, busts, gives, last = ends.rows, ends.busts, ends.gives, ends.nets.shape[0]
    act, act_suited, act_doubled = done
    start = to[0, p]
    behind = last + 1
    for r in range(10):
        if (r == p) == (same == 1):
            into = behind + place[to[start, r]]
            for b in range(theta.shape[1]):
                at[into, b] = theta[r, b]
    levels = act_doubled.shape[0]
    room = np.zeros((levels, theta.shape[1]))
    for number in range(len(order)):
        h = order[number]
        here = behind + number
        for s in range(3):
            share = suited[s, h] if s < 2 else 1.0 - suited[0, h] - suited[1, h]
            if share == 0.0:
                continue
            chosen = act_suited[s, h] if s < 2 else act[h]
            if total[h] >= 21 or (one_card and (chosen == HIT or (chosen == DOUBLE and not may_double))):
                chosen = STAND
            if chosen != HIT:
                into = kind[h] if chosen == STAND else gives[0] if chosen == SURRENDER else last
                for b in range(theta.shape[1]):
                    at[into, b] += share * at[here, b]
            if chosen != HIT and chosen != DOUBLE:
                continue
            for r in range(10):
                after = to[h, r]
                if chosen == DOUBLE and levels > 1:
                    for b in range(theta.shape[1]):
                        room[0, b] = share * at[here, b] * theta[r, b]
                    _doubled_end(1, after, theta, hands, ends, act_doubled, room, at)
                    continue
                into = BUSTED
                fits = 0.0
                if chosen == DOUBLE:
                    into = busts[1]
                    if after >= 0:
                        given = gives[1] >= 0 and total[after] < 21 and act_doubled[0, after] == SURRENDER
                        into = gives[1] if given else rows[1, after]
                elif after >= 0:
                    into = behind + place[after]
                    fits = matched[s, h] if s < 2 and third[h] == r else 0.0
                # A card that also fits the suit completes a hand that is paid by its suits.
                for paid in range(2 if fits > 0.0 else 1):
                    row = paid_kind[s, after] if paid == 1 else into
                    part = share * fits if paid == 1 else share * (1.0 - fits)
                    for b in range(theta.shape[1]):
                        at[row, b] += part * at[here, b] * theta[r, b]


@compiled
def _doubled_end(
    level: int, hand: int, theta: Floats, hands: HandTable, ends: _Ends, act: Acts, room: Floats, at: Floats
) -> None:
    """Continue a hand after this many doubles from the probabilities in `room`; there are two more doubles at most."""
    total, to = hands.total, hands.to
    rows, busts, gives, last = ends.rows, ends.busts, ends.gives, ends.nets.shape[0]
    levels = act.shape[0]
    for one in range(11):
        two_hand, two_level = hand, level
        if one < 10:
            if hand < 0 or total[hand] >= 21 or level >= levels or act[level - 1, hand] != DOUBLE:
                continue
            two_hand, two_level = to[hand, one], level + 1
            for b in range(theta.shape[1]):
                room[1, b] = room[0, b] * theta[one, b]
                at[last, b] += 2.0 * room[1, b]
        elif hand >= 0 and total[hand] < 21 and level < levels and act[level - 1, hand] == DOUBLE:
            continue
        for two in range(11):
            end, times = two_hand, two_level
            from_ = two_level - level
            if two < 10:
                more = two_hand >= 0 and one < 10 and two_level < levels
                if not more or total[two_hand] >= 21 or act[two_level - 1, two_hand] != DOUBLE:
                    continue
                end, times = to[two_hand, two], two_level + 1
                for b in range(theta.shape[1]):
                    room[2, b] = room[1, b] * theta[two, b]
                    at[last, b] += 4.0 * room[2, b]
                from_ = 2
            elif (
                one < 10
                and two_hand >= 0
                and two_level < levels
                and total[two_hand] < 21
                and act[two_level - 1, two_hand] == DOUBLE
            ):
                continue
            row = busts[times]
            if end >= 0:
                given = total[end] < 21 and act[times - 1, end] == SURRENDER
                row = gives[times] if given and gives[times] >= 0 else rows[times, end]
            for b in range(theta.shape[1]):
                at[row, b] += room[from_, b]


@lru_cache
def _draws(hit_soft_17: bool) -> Integers:
    """The dealer's draws as [from, card, to], ordered so that each total is complete before it is drawn from.

    Totals are rows: hard ones first, and soft ones `SOFT` rows later.
    """
    found = []
    for soft, totals in ((0, range(2, 11)), (SOFT, range(11, 18 if hit_soft_17 else 17)), (0, range(11, 17))):
        for total, r in product(totals, range(RANKS)):
            to = total + r + 1
            if soft:
                to = SOFT + to if to <= 21 else to - 10
            elif r == 0 and total <= 10:
                to = SOFT + total + 11
            found.append((soft + total, r, to))
    return np.array(found, dtype=np.int64)


@compiled
def _drawn(draws: Integers, theta: Floats, at: Floats) -> None:
    """Apply all these draws at many points."""
    for number in range(draws.shape[0]):
        here, r, to = draws[number, 0], draws[number, 1], draws[number, 2]
        for b in range(at.shape[1]):
            at[to, b] += at[here, b] * theta[r, b]


def _dealer(terms: Terms, up: int, theta: Floats) -> Floats:
    """The probabilities of the dealer's results at many points, in the order of `ENDS`."""
    at = np.zeros((2 * SOFT, theta.shape[1]))
    at[SOFT + 11 if up == 0 else up + 1] = 1.0
    _drawn(_draws(terms.hit_soft_17), theta, at)
    ends = np.zeros((ENDS, theta.shape[1]))
    ends[:5] = at[17:22] + at[SOFT + 17 : SOFT + 22]
    if terms.hit_soft_17:
        ends[0] = at[17]
    if (other := hole(up)) >= 0:
        ends[7] = theta[other]
        ends[4] -= theta[other]
    if terms.dealer_22_pushes:
        ends[5] = at[22]
    rest = np.ones(theta.shape[1])
    for d in (0, 1, 2, 3, 4, 5, 7):
        rest -= ends[d]
    ends[6] = rest
    return ends


@compiled
def _against(among: Integers, by: _Nets, pair: Floats, dealer: Floats, by_kind: Floats, room: _Scratch) -> None:
    """Add the results of all split hands against each dealer result, at many points, to `room.sums` by net."""
    most, low, span, unit, nets, kinds, needed = by
    one_hand, powers, sums = room
    for d in among:
        for side in range(2):
            for i in range(span):
                for b in range(pair.shape[0]):
                    one_hand[side, i, b] = 0.0
        for k in range(nets.shape[0]):
            at = nets[k, d] - low
            for b in range(pair.shape[0]):
                one_hand[0, at, b] += by_kind[0, k, b]
                one_hand[1, at, b] += by_kind[0, k, b] + by_kind[1, k, b]
        # Compute each product for several closed and free hands once, from the product with one hand less.
        for hands in range(1, 20):
            if needed[hands] == 0:
                continue
            shut, open_ = hands // 5, hands % 5
            side = 1 if open_ > 0 else 0
            before = hands - 1 if open_ > 0 else hands - 5
            size = (shut + open_ - 1) * (span - 1) + 1
            for i in range(size + span - 1):
                for b in range(pair.shape[0]):
                    powers[hands, i, b] = 0.0
            for i in range(size):
                for j in range(span):
                    for b in range(pair.shape[0]):
                        powers[hands, i + j, b] += powers[before, i, b] * one_hand[side, j, b]
        for one in range(kinds.shape[0]):
            hands = kinds[one, 1] + kinds[one, 2]
            factor = powers.shape[0] - 1
            for b in range(pair.shape[0]):
                powers[factor, 0, b] = float(kinds[one, 3]) * dealer[d, b]
            for _ in range(kinds[one, 0]):
                for b in range(pair.shape[0]):
                    powers[factor, 0, b] *= pair[b]
            made = kinds[one, 1] * 5 + kinds[one, 2]
            for i in range(hands * (span - 1) + 1):
                # If a blackjack would take nothing from the split hands, it still takes the original wager.
                lost = d == 7 and i + hands * low == 0
                at = (-unit if lost else i + hands * low) - most * low
                for b in range(pair.shape[0]):
                    sums[at, b] += powers[factor, 0, b] * powers[made, i, b]


@compiled
def _weighed(
    weights: Floats,
    pair: Floats,
    kinds: Integers,
    sums: Floats,
    by_kind: Floats,
    dealer: Floats,
    found: Floats,
    single: Floats,
) -> None:
    """Sum over the points: all hands together by net, and one hand alone, times the number of hands."""
    for at in range(sums.shape[0]):
        for b in range(pair.shape[0]):
            found[0, at] += weights[0, b] * sums[at, b]
            found[1, at] += weights[1, b] * sums[at, b]
    for b in range(pair.shape[0]):
        shut_times, open_times = 0.0, 0.0
        for one in range(kinds.shape[0]):
            chance = float(kinds[one, 3])
            for _ in range(kinds[one, 0]):
                chance *= pair[b]
            if kinds[one, 1] > 0:
                other_chance = chance * kinds[one, 1]
                for _ in range(kinds[one, 1] - 1):
                    other_chance *= 1.0 - pair[b]
                shut_times += other_chance
            for _ in range(kinds[one, 1]):
                chance *= 1.0 - pair[b]
            open_times += chance * kinds[one, 2]
        for k in range(single.shape[0]):
            times = shut_times * by_kind[0, k, b] + open_times * (by_kind[0, k, b] + by_kind[1, k, b])
            for d in range(ENDS):
                single[k, d] += weights[0, b] * times * dealer[d, b]


@compiled
def _unbroken(begin: int, pair: Floats, weights: Floats, kinds: Integers, by_kind: Floats, found: Floats) -> None:
    """The probability that no hand busts, summed over the points."""
    for b in range(pair.shape[0]):
        shut = 1.0 - pair[b] - by_kind[0, BUSTED, b] - by_kind[0, BUSTED + KINDS, b]
        free = shut + pair[b] - by_kind[1, BUSTED, b] - by_kind[1, BUSTED + KINDS, b]
        for one in range(kinds.shape[0]):
            chance = float(kinds[one, 3])
            for _ in range(kinds[one, 0]):
                chance *= pair[b]
            for _ in range(kinds[one, 1]):
                chance *= shut
            for _ in range(kinds[one, 2]):
                chance *= free
            found[0] += weights[0, begin + b] * chance
            found[1] += weights[1, begin + b] * chance


# ---- The compiled steps, called separately; as one function they would take many times as long to compile


def _hands_at(
    analysis: Analysis, p: int, theta: Floats, play: HandPlay, ends: _Ends
) -> Iterator[tuple[int, Floats, Floats]]:
    """Blocks of points: where each begins, its probabilities, and how hands end, by [second card, kind, point]."""
    rules, terms, kinds = analysis.rules, analysis.terms, len(ends.nets)
    one_card, with_pair = terms.one_card(p + 1), _with_card(p)
    suited = [np.ascontiguousarray(play.suited[:, g]) for g in range(2)]
    met = [_met(p, g, rules.table, with_pair, one_card, play.act[g], suited[g]) for g in range(2)]
    may_double = bool(rules.can_double_split[p].any())
    paid = _Paid(rules.kind, rules.paid_kind, rules.matched)
    for begin in range(0, theta.shape[1], LANES):
        here = np.ascontiguousarray(theta[:, begin : begin + LANES])
        by_kind = np.zeros((2, kinds + 1, here.shape[1]))
        for g, (order, place) in enumerate(met):
            at = np.zeros((kinds + 1 + len(order), here.shape[1]))
            split = _HandOfSplit(p, g, order, place, one_card, may_double)
            done = HandPlay(play.act[g], suited[g], play.doubled[g])
            _hand_ends(split, here, rules.table, paid, ends, done, at)
            by_kind[g] = at[: kinds + 1]
        yield begin, here, by_kind


@lru_cache(maxsize=16)
def _end_kinds(terms: Terms, odds: tuple[Fraction, ...]) -> _Ends:
    """All kinds of ends: standing and busted hands, the same doubled, those paid more, and those that only some games
    have.
    """
    table, limit = all_hands(), 2 * KINDS + len(odds)
    levels, halves = 1 + terms.redouble, terms.surrender_split
    charlie, given = limit, limit + 1
    deeper = limit + 4
    unit = lcm(*(one.denominator for one in odds), 2 if halves else 1)
    nets = np.zeros((deeper + 10 * terms.redouble, ENDS), dtype=np.int64)
    times = np.ones(len(nets), dtype=np.int64)
    total = np.clip(table.total - 16, 0, 5)
    if terms.twenty_one_wins:
        total = np.where(table.total == 21, 6, total)
    won = (table.size == terms.charlie) & (table.size > 0)
    rows = np.zeros((levels + 1, len(table)), dtype=np.int64)
    busts, gives = np.full(levels + 1, BUSTED), np.full(levels + 1, -1)
    for level in range(levels + 1):
        money = 2**level
        first = (0, KINDS)[level] if level < 2 else deeper + 10 * (level - 2)
        by_number, back = (charlie + 2 * level, given + 2 * level) if level < 2 else (first + 8, first + 9)
        for k in range(KINDS):
            for d in range(ENDS):
                taken = d == 7 and k != BUSTED
                nets[first + k, d] = 0 if taken else money * unit * _settled(k, d)
        times[first : first + KINDS] = money
        times[[by_number, back]] = money
        if terms.charlie:
            nets[by_number, : ENDS - 1] = money * unit
        if halves or (level and terms.rescue):
            nets[back, : ENDS - 1] = -money * unit // 2
        rows[level], busts[level] = np.where(won, by_number, first + total), first + BUSTED
        if level == 0 and halves:
            gives[0] = back
        elif level and terms.rescue:
            gives[level] = BUSTED if terms.rescue_final and level == 1 else back
    for at, one in enumerate(odds):
        base = nets[6 if terms.twenty_one_wins else 5]
        nets[2 * KINDS + at] = np.where(base > 0, int(one * unit), base)
    return _Ends(nets, times, unit, rows, busts.astype(np.int64), gives.astype(np.int64))


def _needed(kinds: Integers) -> Integers:
    """The numbers of closed and free hands that are needed, directly or to compute another."""
    needed = np.zeros((4, 5), dtype=np.int64)
    for _, shut, open_, _ in kinds:
        needed[shut, : open_ + 1] = 1
        needed[:shut, 0] = 1
    return needed.reshape(-1)


def none_busts(analysis: Analysis, p: int, up: int, play: HandPlay, hands: int) -> tuple[float, float]:
    """The probability that no split hand busts when the dealer has blackjack, and a bound on its error.

    A rescued hand is lost like a busted one. If `hands` is 1, the probability is for one given hand.
    """
    left = _left(analysis, p, up)
    left[hole(up)] -= 1
    theta, weights = _points(left, LEVEL)
    kinds = np.array([[0, 0, 1, 1]], dtype=np.int64) if hands == 1 else _kinds(hands)
    found = np.zeros(2)
    ends = _end_kinds(analysis.terms, analysis.rules.odds)
    for begin, here, by_kind in _hands_at(analysis, p, theta, play, ends):
        _unbroken(begin, here[p], weights, kinds, by_kind, found)
    return float(found[0]), float(abs(found[0] - found[1]))


def _split_spread(analysis: Analysis, p: int, up: int, play: HandPlay, level: int) -> _Split:
    """The net results of a split."""
    terms = analysis.terms
    most = terms.hands_of(p + 1)
    ends = _end_kinds(terms, analysis.rules.odds)
    nets, unit = ends.nets, ends.unit
    low, high = int(nets.min()), int(nets.max())
    theta, weights = _points(_left(analysis, p, up), level)
    kinds, span = _kinds(most), high - low + 1
    needed, width = _needed(kinds), most * (span - 1) + 1
    by = _Nets(most, low, span, unit, nets, kinds, needed)
    taken_before = terms.checks or hole(up) < 0
    left_out = {7} if taken_before else set()
    left_out |= set() if terms.dealer_22_pushes else {5}
    among = np.array([d for d in range(ENDS) if d not in left_out], dtype=np.int64)
    found, single = np.zeros((2, width)), np.zeros((len(nets) + 1, ENDS))
    for begin, here, by_kind in _hands_at(analysis, p, theta, play, ends):
        lanes = here.shape[1]
        dealer, sums = _dealer(terms, up, here), np.zeros((width, lanes))
        one_hand, powers = np.zeros((2, span, lanes)), np.zeros((len(needed) + 1, width, lanes))
        powers[0, 0] = 1.0
        room = _Scratch(one_hand, powers, sums)
        _against(among, by, here[p], dealer, by_kind, room)
        if taken_before:
            sums[-unit - most * low] += dealer[7]
        weight = np.ascontiguousarray(weights[:, begin : begin + lanes])
        _weighed(weight, here[p], kinds, sums, by_kind, dealer, found, single)
    return _Split(found, unit, most * low, single, nets, ends.times)


def _settled(kind: int, end: int) -> int:
    """1, 0 or -1 for a hand of this kind against this dealer result; a blackjack takes only busted hands."""
    if kind == BUSTED:
        return -1
    if end == 5 or end == 7:
        return 0
    if end == 6:
        return 1
    if kind == 6:
        return 1
    return (kind - 1 > end) - (kind - 1 < end)


def _with_card(p: int) -> Integers:
    from pitboss.pricing.twenty_one.analysis import with_card

    return with_card(p)


def _left(analysis: Analysis, p: int, up: int) -> Floats:
    left = analysis.n.copy()
    left[up] -= 1
    left[p] -= 2
    return left


@lru_cache
def _kinds(most: int) -> Integers:
    return np.array([[one.pairs, one.closed, one.free, one.ways] for one in patterns(most)], dtype=np.int64)
