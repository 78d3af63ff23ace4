"""The exact analysis of a shoe: the value of every choice with every hand, the best play, and any strategy's price.

Theory of operation
1. `hands` numbers all hands and walks the dealer's draws. One pass gives the dealer's results against every up card
   with the cards of every hand out of the shoe (and, for splits, with more cards of the pair's value out too).
2. Going backward over the hands, `kernels.play` gives the value of stand, hit, double and surrender;
   `kernels.split_hand` gives the value of a split (see `splits`). Taking the best choice for each hand is perfect play;
   taking the choices of a strategy prices the strategy.
3. `basic` is the best chart by totals. It is found by iterating until no cell can be improved, with each cell weighted
   over all the hands it applies to. Nothing in it is typed in.
4. After a split, a hand is played by its own cards, the up card and the pair it came from ("own hand"), or for
   comparison as the same cards unsplit would be ("as unsplit"). The box's other hands are ignored. Remembering them too
   can gain another 9e-6 of a unit with one deck and one split, 4e-7 with six decks.
5. Where the dealer checks for blackjack, or cannot have it, means of splits are exact. Elsewhere the loss of several
   hands to a dealer's blackjack is not a sum over hands, because a busted hand counts towards the original wager. The
   probability that no hand busts then comes from `spread`, like the distribution of every split.

Accuracy. All counts are integers below 2**53, so they are exact in a float; sums of some 10**4 products of size 1 or
less are then right to about 1e-13. `ROUNDING` is the bound that the reports state. The tests compare the analysis with
exact fractions on small shoes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.equipment import Suit
from pitboss.pricing.twenty_one import kernels
from pitboss.pricing.twenty_one.hands import (
    CLASSES,
    LIMIT,
    Acts,
    Floats,
    HandGraph,
    Integers,
    dealer_ends,
    dealer_trees,
    hands,
)
from pitboss.pricing.twenty_one.kernels import (
    DOUBLE,
    HIT,
    NEVER,
    SPLIT,
    SURRENDER,
    Choices,
    DealerEnds,
    HandPlay,
    HandTable,
    Pair,
    SplitRules,
    Standing,
)
from pitboss.pricing.twenty_one.splits import times
from pitboss.pricing.twenty_one.terms import ACE, RANKS, TEN, Terms

if TYPE_CHECKING:
    from pitboss.pricing.twenty_one.chart import Chart
    from pitboss.pricing.twenty_one.spread import Spread

ROUNDING = 1e-12
"""A bound on the rounding error of a mean."""

SUIT_NAMES = [suit.name.lower() for suit in Suit]
NAMED, SUITED, OTHER = range(3)
"""The suits of two cards that a third may complete to a bonus: the suit that pays most, another single suit, or mixed.
"""


class Values(NamedTuple):
    """The value of each choice for a wager of one unit, or None where it is not allowed."""

    stand: float
    hit: float | None
    double: float | None
    split: float | None
    surrender: float | None

    @property
    def best(self) -> str:
        """The choice with the greatest value."""
        allowed = {name: value for name, value in self._asdict().items() if value is not None}
        return max(allowed, key=lambda name: allowed[name])


@dataclass(frozen=True, eq=False)
class Play:
    """The action for every hand, unsplit by [hand, up card] and split by [pair, up card, second pair card, hand].

    Two cards of one suit, where suits matter, are by [suit, hand, up card] and [pair, up card, suit, …]. Doubled hands
    are by [number of doubles - 1, hand, up card] and [pair, up card, second pair card, number of doubles - 1, hand].
    """

    act: Acts
    act_suited: Acts
    split: Acts
    split_suited: Acts
    doubled: Acts
    split_doubled: Acts

    @classmethod
    def blank(cls, hands: int, levels: int) -> Play:
        """A play that always stands, ready to be filled in."""
        pairs = (RANKS, RANKS)
        return cls(
            np.zeros((hands, RANKS), dtype=np.int8),
            np.zeros((2, hands, RANKS), dtype=np.int8),
            np.zeros((*pairs, 2, hands), dtype=np.int8),
            np.zeros((*pairs, 2, 2, hands), dtype=np.int8),
            np.zeros((levels, hands, RANKS), dtype=np.int8),
            np.zeros((*pairs, 2, levels, hands), dtype=np.int8),
        )

    def of_split(self, p: int, up: int) -> HandPlay:
        """The actions for the hands of one split, as a view into the arrays."""
        return HandPlay(self.split[p, up], self.split_suited[p, up], self.split_doubled[p, up])

    @property
    def unsplit(self) -> HandPlay:
        """The actions for unsplit hands, as a view into the arrays."""
        return HandPlay(self.act, self.act_suited, self.doubled)


class Rights(NamedTuple):
    """The hands that may be doubled or surrendered, and whether each hand gets one card at most."""

    double: Integers
    give_up: Integers
    one_card: bool = False


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The value of a way to play, per unit of the original wager."""

    analysis: Analysis
    play: Play
    value: float
    by_up: tuple[float, ...]
    """The value by up card, ace first, without weighting by how often each is dealt."""
    split_values: Floats
    hand_values: Floats
    by_first: Floats
    """[first card, up card]: the value of the hands that begin this way."""

    @property
    def house_edge(self) -> float:
        """The house edge per unit of the first wager, including raises."""
        if not self.analysis.terms.raises:
            return -self.value
        return -float((self.analysis.met_first * self.units * self.by_first).sum())

    @cached_property
    def units(self) -> Floats:
        """The number of units on a hand, by [first card, up card]: one, and one more for each raise made.

        A raise adds a unit to the same hand. It is made when the cards known at that moment promise a gain.
        """
        found: Floats = np.ones((RANKS, RANKS)) + sum(self.raised)
        return found

    @cached_property
    def raised(self) -> tuple[Floats, ...]:
        """Where each raise is made, as 1 or 0 by [first card, up card]."""
        raising = self.analysis.terms.raising
        fixed = {"never": np.zeros((RANKS, RANKS)), "always": np.ones((RANKS, RANKS))}
        worths = [self.raise_worth(number) > 0 for number in range(len(self.analysis.terms.raises))]
        return tuple(fixed.get(raising, worth.astype(np.float64)) for worth in worths)

    def raise_worth(self, number: int) -> Floats:
        """The value of a unit of a raise by [first card, up card], given what is known when it is offered."""
        known, met = self.analysis.terms.raises[number], self.analysis.met_first
        worth = met * self.by_first
        if "first" not in known:
            worth, met = np.broadcast_to(worth.sum(axis=0), met.shape), np.broadcast_to(met.sum(axis=0), met.shape)
        elif "up" not in known:
            worth = np.broadcast_to(worth.sum(axis=1)[:, None], worth.shape)
            met = np.broadcast_to(met.sum(axis=1)[:, None], met.shape)
        found: Floats = worth / np.where(met > 0, met, 1.0)
        return found

    @property
    def error(self) -> float:
        """A bound on the error of `value`."""
        return ROUNDING + self.analysis.doubt(self.play)

    def draws(self, cards: Sequence[int], up: int | None) -> bool:
        """Whether a hand draws or is split, against an up card or, with None, against every up card."""
        h = self.analysis.hands.index(*cards)
        acts = self.play.act[h] if up is None else self.play.act[h, up - 1 : up]
        return bool(np.isin(acts, (HIT, DOUBLE, SPLIT)).all())

    @cached_property
    def spread(self) -> Spread:
        """The distribution of the net result."""
        from pitboss.pricing.twenty_one.spread import spread

        return spread(self)


class Analysis:
    """The exact analysis of one set of rules and one shoe.

    `shoe` is the number of cards of each value, ace first and ten last. `suits[r][s]` is the same by suit, for odds
    that depend on suits; by default all suits are equal.
    """

    def __init__(self, terms: Terms, shoe: Sequence[int], suits: Sequence[Sequence[int]] | None = None) -> None:
        if len(shoe) != RANKS or min(shoe) < 0 or sum(shoe) < 4:
            raise ValueError(f"a shoe is {RANKS} counts, ace first and ten last, of 4 cards or more; not {list(shoe)}")
        self.terms = terms
        self.shoe = tuple(int(count) for count in shoe)
        self.suits = tuple(tuple(row) for row in suits) if suits is not None else ((1, 1, 1, 1),) * RANKS
        self.n = np.array(shoe, dtype=np.float64)
        self.levels = 1 + terms.redouble
        self._doubts: dict[tuple[int, int], float] = {}

    @cached_property
    def _tree(self) -> tuple[Integers, Integers, Integers, Integers, Integers, Floats]:
        tree = dealer_trees(self.terms.hit_soft_17, self.terms.dealer_22_pushes)
        return tree.first, tree.depth, tree.rank, tree.before, tree.end, tree.orders

    @cached_property
    def ends(self) -> Floats:
        """The probabilities of the dealer's final totals, by [hand out of the shoe, up card, total]."""
        return _ends(self.shoe, self.terms.hit_soft_17, self.terms.dealer_22_pushes)

    @cached_property
    def _settled(self) -> Standing:
        table, rules = self.hands, self.rules
        return kernels.settle_all(self.n, self.ends, table.cards, table.size, rules.beats, rules.ties)

    @property
    def win(self) -> Floats:
        """The probability that a standing hand wins, by [hand, up card]."""
        return self._settled[0]

    @property
    def lose(self) -> Floats:
        """The probability that a standing hand loses, other than to a blackjack."""
        return self._settled[1]

    @property
    def natural(self) -> Floats:
        """The probability that the dealer has blackjack."""
        return self._settled[2]

    @property
    def hands(self) -> HandGraph:
        return hands()

    @cached_property
    def rules(self) -> _Rules:
        return _rules(self.terms, self.suits)

    @cached_property
    def met_first(self) -> Floats:
        """The probability of each first card with each up card."""
        whole = self.n.sum()
        found: Floats = self.n[:, None] * (self.n[None, :] - np.eye(RANKS)) / (whole * (whole - 1))
        return found

    @cached_property
    def cell(self) -> Integers:
        """The number of the chart's row for each hand's total, or -1."""
        from pitboss.pricing.twenty_one.play import cell_of

        return cell_of(self.hands, self.rules.total)

    # ---- Ways to play

    @cached_property
    def perfect(self) -> Evaluation:
        """The best play by the cards of each hand, with split hands played by their own cards."""
        return self._best(own=True)

    @cached_property
    def as_unsplit(self) -> Evaluation:
        """The best play by the cards of each hand, with split hands played like unsplit ones."""
        return self._best(own=False)

    @cached_property
    def basic(self) -> Evaluation:
        """The best chart by totals, applied to every hand."""
        return self.evaluate(self.basic_chart)

    @cached_property
    def basic_chart(self) -> Chart:
        """The best strategy by totals, pairs and up card."""
        from pitboss.pricing.twenty_one.basic import basic_chart

        return basic_chart(self)

    def evaluate(self, chart: Chart) -> Evaluation:
        """Evaluate a strategy."""
        return self.price(chart.play(self))

    def price(self, play: Play) -> Evaluation:
        """Evaluate a way to play."""
        splits = np.full((RANKS, RANKS), NEVER)
        for p in range(RANKS):
            pair = self.hands.to[self.hands.to[0, p], p]
            for up in range(RANKS):
                if play.act[pair, up] == SPLIT and self.splits(p, up):
                    splits[p, up] = self.split_value(p, up, play.of_split(p, up))
        *_, value = self._values(splits, False, play)
        return self._summed(play, splits, value)

    # ---- The value of choices

    def values(self, cards: Sequence[int], up: int) -> Values:
        """The value of each choice with these cards (1 for an ace, 10 for a ten) against an up card, then perfect play.

        Where the dealer checks, the values are those after no blackjack was found.
        """
        h, u = self.hands.index(*cards), up - 1
        pair = cards[0] - 1 if len(cards) == 2 and cards[0] == cards[1] else -1
        blackjack = float(self.natural[h, u]) if self.terms.checks else 0.0

        def given_no_blackjack(value: float) -> float | None:
            if value == NEVER:
                return None
            return float(value + blackjack) / (1 - blackjack) if blackjack < 1 else None

        stand, hit, double, give_up, _ = self._perfect_values
        if tuple(sorted(cards)) == (ACE, TEN):
            pays = float(self.terms.blackjack_pays)
            beaten = 0.0 if self.terms.checks or self.terms.blackjack_wins else float(self.natural[h, u])
            return Values(pays * (1 - beaten), None, None, None, None)
        surrender = given_no_blackjack(give_up[h, u]) if self.terms.surrender != "early" else _if_any(give_up[h, u])
        stands = given_no_blackjack(stand[h, u])
        return Values(
            stands if stands is not None else 0.0,
            given_no_blackjack(hit[h, u]),
            given_no_blackjack(double[h, u]),
            given_no_blackjack(self.perfect.split_values[pair, u]) if pair >= 0 else None,
            surrender,
        )

    def doubled_values(self, cards: Sequence[int], up: int) -> tuple[float, float | None]:
        """The values of standing with a doubled hand and of giving it up, per unit of the wager before the double."""
        h, u = self.hands.index(*cards), up - 1
        blackjack = float(self.natural[h, u])
        if blackjack >= 1:
            return -1.0, None
        stands = 2.0 * float(self.win[h, u] - self.lose[h, u])
        free = 1.0 - blackjack
        if not self.terms.checks:
            stands, free = stands - blackjack, 1.0
        gives = self.terms.rescue and self.rules.total[h] < LIMIT
        return stands / free, -1.0 if gives else None

    def insurance(self, cards: Sequence[int] = (), pays: float = 2) -> float:
        """The value of a unit of insurance against an ace, paid at `pays` to 1, given these other known cards."""
        tens = self.shoe[TEN - 1] - sum(card == TEN for card in cards)
        left = sum(self.shoe) - 1 - len(cards)
        return (1 + pays) * tens / left - 1

    # ---- Implementation

    def splits(self, p: int, up: int) -> bool:
        """Whether a pair of this value can be dealt against this up card, and may be split."""
        needs = 2 + (p == up)
        return self.terms.hands_of(p + 1) > 1 and self.shoe[p] >= needs and self.shoe[up] >= 1

    def _values(self, splits: Floats, choose: bool, play: Play, may: Rights | None = None) -> tuple[Floats, ...]:
        """The values of stand, hit, double, surrender and the hand; `choose` stores the best actions in `play`."""
        rules, terms = self.rules, self.terms
        may = may or Rights(rules.can_double, rules.can_give)
        choices = Choices(may.double, may.give_up, may.one_card, terms.checks, terms.surrender == "early")
        kept = self._doubled(choose, play.doubled)
        found: tuple[Floats, ...] = kernels.play(
            self.n, rules.table, self._settled, choices, kept, splits, choose, play.unsplit
        )
        return found

    def _doubled(self, choose: bool, act: Acts) -> Floats:
        return kernels.doubled(self.n, self.rules.table, self._settled, self.terms.rescue, choose, act)

    def reached(self, dealt: Floats, play: Play) -> tuple[Floats, Floats, Floats]:
        """The probabilities of reaching each hand, reaching it with suits that pay, and doubling into it, from these
        deals.
        """
        return kernels.reach(self.n, self.rules.table, self.rules.matched, dealt, play.unsplit)

    def blank_play(self) -> Play:
        return Play.blank(len(self.hands), self.levels)

    @cached_property
    def _perfect_values(self) -> tuple[Floats, ...]:
        return self._values(self.perfect.split_values, False, self.perfect.play)

    def as_unsplit_acts(self) -> Play:
        """The play that treats a split hand like the same cards unsplit, limited to the choices that a split hand has.

        The pair it came from matters for the cards that are gone, and the rules for this split decide its choices.
        Split aces that get one card cannot be hit, so doubling or surrendering them is compared with standing alone.
        """
        found = self.blank_play()
        plays: dict[tuple[bool, bool], Play] = {}
        for p in range(RANKS):
            rights = self.terms.doubles_after_split(p + 1), self.terms.one_card(p + 1)
            best = plays[rights] = plays.get(rights) or self._best_as_split_from(p)
            found.split[p] = best.act.T[:, None]
            found.split_suited[p] = best.act_suited.transpose(2, 0, 1)[:, :, None]
            found.split_doubled[p] = best.doubled.transpose(2, 0, 1)[:, None]
        return found

    def _best_as_split_from(self, p: int) -> Play:
        """The best play of unsplit hands under the restrictions of hands split from this pair."""
        play, rules = self.blank_play(), self.rules
        may = Rights(rules.can_double_split[p], rules.can_give_split[p], self.terms.one_card(p + 1))
        self._values(np.full((RANKS, RANKS), NEVER), True, play, may)
        return play

    def suit_extra(self, suit: int) -> Floats:
        """The gain of a hit from the suits of the first two cards: NAMED, SUITED or OTHER."""
        extra = np.zeros((len(self.hands), RANKS))
        for h in np.nonzero(self.rules.third >= 0)[0]:
            r = self.rules.third[h]
            for up in range(RANKS):
                left = self.n.sum() - self.hands.size[h] - 1
                chance = max(self.n[r] - self.hands.cards[h, r] - (r == up), 0) / left
                extra[h, up] = chance * self.win[self.hands.to[h, r], up] * self.rules.gain[h, suit]
        return extra

    def _best(self, own: bool) -> Evaluation:
        play = self.as_unsplit_acts()
        splits = np.full((RANKS, RANKS), NEVER)
        for p in range(RANKS):
            for up in range(RANKS):
                if self.splits(p, up):
                    splits[p, up] = self.split_value(p, up, play.of_split(p, up), choose=own)
        *_, value = self._values(splits, True, play)
        return self._summed(play, splits, value)

    def _summed(self, play: Play, splits: Floats, value: Floats) -> Evaluation:
        n, whole, table = self.n, self.n.sum(), self.hands
        by_up = []
        by_first = np.zeros((RANKS, RANKS))
        blackjack = table.index(ACE, TEN)
        for up in range(RANKS):
            if not n[up]:
                by_up.append(0.0)
                continue
            left = n.copy()
            left[up] -= 1
            size = whole - 1
            total = 0.0
            for a in range(RANKS):
                for b in range(a, RANKS):
                    h = table.to[table.to[0, a], b]
                    orders = left[a] * (left[a] - 1) if a == b else 2 * left[a] * left[b]
                    if orders > 0:
                        worth = self.blackjack_value(up) if h == blackjack else value[h, up]
                        total += orders / (size * (size - 1)) * worth
                        by_first[a, up] += orders / left[a] / (size - 1) / (1 if a == b else 2) * worth
                        by_first[b, up] += orders / left[b] / (size - 1) / 2 * worth if a != b else 0.0
            by_up.append(float(total))
        mean = float(sum(count * one for count, one in zip(self.shoe, by_up, strict=True)) / whole)
        return Evaluation(self, play, mean, tuple(by_up), splits, value, by_first)

    def blackjack_value(self, up: int) -> float:
        """The value of a player's blackjack against an up card."""
        pays = float(self.terms.blackjack_pays)
        h = self.hands.index(ACE, TEN)
        return pays if self.terms.blackjack_wins else pays * (1 - float(self.natural[h, up]))

    def split_value(self, p: int, up: int, play: HandPlay, choose: bool = False) -> float:
        """The total value of splitting a pair; with `choose`, the best actions for the split hands are stored in
        `play`.
        """
        hole = kernels.hole(up)
        left, size = self.n.copy(), self.n.sum() - 3
        left[up] -= 1
        left[p] -= 2
        blackjack = max(float(left[hole]), 0.0) / size if hole >= 0 else 0.0
        if self.terms.checks or not blackjack:
            return self._split_hands(p, up, play, 0, 0, choose) - blackjack
        from pitboss.pricing.twenty_one.spread import none_busts

        if choose:
            self._split_hands(p, up, play, 0, 1, True)
            spared, _ = none_busts(self, p, up, play, hands=1)
            self._split_hands(p, up, play, 1 - spared, 2 - spared, True)
        added = self._split_hands(p, up, play, 1, 2, False)
        spared, error = none_busts(self, p, up, play, hands=self.terms.hands_of(p + 1))
        self._doubts[p, up] = blackjack * error
        return added - blackjack * spared

    def doubt(self, play: Play) -> float:
        """A bound on the error of all splits, weighted by how often they occur (see `spread`)."""
        found, whole = 0.0, sum(self.shoe)
        for (p, up), error in self._doubts.items():
            if play.act[self.hands.to[self.hands.to[0, p], p], up] == SPLIT:
                found += error * 3 * (self.shoe[p] / whole) ** 2 * self.shoe[up] / whole
        return found

    def _split_hands(self, p: int, up: int, play: HandPlay, cost_1: float, cost_2: float, choose: bool) -> float:
        rules, terms = self.rules, self.terms
        free, paired = (np.array(one, dtype=np.float64) for one in times(terms.hands_of(p + 1)))
        rows, ends = self._more_ends
        split_rules = SplitRules(
            rules.beats_split,
            rules.ties_split,
            rules.can_double_split[p],
            rules.can_give_split[p],
            terms.one_card(p + 1),
            terms.rescue,
            float(cost_1),
            float(cost_2),
            cost_given=float(cost_1) if terms.rescue_final else 0.0,
        )
        pair, dealer = Pair(p, up, with_card(p), free, paired), DealerEnds(self.ends, rows[p], ends)
        return kernels.split_hand(pair, self.n, rules.table, dealer, split_rules, choose, play)

    @cached_property
    def _more_ends(self) -> tuple[Integers, Floats]:
        """The dealer's totals with a hand, plus more cards of the pair's value than it can hold, out of the shoe."""
        rows = np.full((RANKS, len(self.hands)), -1, dtype=np.int64)
        kinds = max((len(times(self.terms.hands_of(p + 1))[0]) for p in range(RANKS) if self._drawn_to(p)), default=0)
        out: list[Integers] = []
        for p in range(RANKS):
            if not self._drawn_to(p):
                continue
            full = _full(p)
            rows[p, full] = np.arange(len(full)) + sum(map(len, out)) // max(kinds, 1)
            for_each = np.repeat(self.hands.cards[full], kinds, axis=0)
            for_each[:, p] += np.tile(np.arange(1, kinds + 1), len(full))
            out.append(for_each)
        if not out:
            return rows, np.zeros((0, 1, RANKS, CLASSES))
        ends = dealer_ends(self.n - np.concatenate(out), *self._tree)
        return rows, ends.reshape(-1, kinds, RANKS, CLASSES)

    def _drawn_to(self, p: int) -> bool:
        closed = self.terms.one_card(p + 1) and not self.rules.can_double_split[p].any()
        return self.terms.hands_of(p + 1) > 1 and not closed and self.shoe[p] >= 2


class _Rules:
    """The terms, applied to every hand."""

    def __init__(self, terms: Terms, suits: Sequence[Sequence[int]]) -> None:
        table = hands()
        count = len(table)
        won = (table.size == terms.charlie) & (table.size > 0)
        self.total = np.where(won, LIMIT, table.total)
        """The total. A hand that wins by its number of cards counts as 21, so it takes no more cards."""
        self.beats = np.clip(table.total - 17, 0, 5)
        self.ties = np.where(table.total >= 17, table.total - 17, -1)
        if terms.twenty_one_wins:
            self.beats[table.total == LIMIT], self.ties[table.total == LIMIT] = 5, -1
        self.beats[won], self.ties[won] = 6, -1
        self.beats_split, self.ties_split = self.beats.copy(), self.ties.copy()
        if terms.two_card_21_wins:
            at = table.index(ACE, TEN)
            self.beats_split[at], self.ties_split[at] = 5, -1
        kinds = list(zip(self.total.tolist(), table.soft.tolist(), table.size.tolist(), strict=True))
        self.can_double = np.array([terms.may_double(t, bool(s), z) for t, s, z in kinds], dtype=np.int64)
        after = np.array([terms.doubles_after_split(p + 1) for p in range(RANKS)], dtype=np.int64)
        self.can_double_split = np.outer(after, self.can_double)
        self.can_give = np.array([terms.may_surrender(t, z) for t, _, z in kinds], dtype=np.int64)
        gives = self.can_give if terms.surrender_split else np.zeros(count, dtype=np.int64)
        self.can_give_split = np.tile(gives, (RANKS, 1))
        self._pays(terms, suits)
        self.odds = tuple(sorted({Fraction(one.odds) for one in terms.bonuses if one.odds > 1}))
        """The odds better than 1 to 1 that a hand may be paid."""
        self.kind = np.where(self.beats == 5, 6, np.clip(table.total - 16, 0, 5))
        if terms.two_card_21_wins:
            self.kind[table.index(ACE, TEN)] = 6
        self.paid_kind = np.stack([self.kind, self.kind])
        for at, one in enumerate(self.odds):
            self.kind[self.pay_other == float(one)] = 16 + at
            for suit in (NAMED, SUITED):
                self.paid_kind[suit, self.pay_in[suit] == float(one)] = 16 + at
        self.kind[won] = 16 + len(self.odds)
        self.table = HandTable(
            table.cards,
            table.size,
            self.total,
            table.to,
            table.back,
            self.pay,
            self.third,
            self.suited,
            self.gain,
        )
        """The hands in the form that compiled code reads."""

    def _pays(self, terms: Terms, suits: Sequence[Sequence[int]]) -> None:
        """Compute the payoffs of winning hands by suit and on average, and what two cards reveal about them."""
        table = hands()
        count = len(table)
        named = next((one.suit for one in terms.bonuses if one.suit), "")
        of_suit = [SUIT_NAMES.index(named)] if named else []
        others = [s for s in range(len(SUIT_NAMES)) if s not in of_suit]
        self.pay_other = np.ones(count)
        self.pay_in = np.ones((2, count))
        """The payoff of a hand in the suit that pays most, and in another suit."""
        self.in_suit = np.zeros((2, count))
        """The share of such hands that are in the suit that pays most, and in another suit."""
        self.third = np.full(count, -1, dtype=np.int64)
        self.suited = np.zeros((2, count))
        self.matched = np.zeros((2, count))
        self.gain = np.zeros((count, 3))
        for h in np.nonzero(table.total == LIMIT)[0]:
            counts = table.cards[h].tolist()
            fitting = [bonus for bonus in terms.bonuses if bonus.fits(counts)]
            plain = [float(one.odds) for one in fitting if not one.suited and not one.suit]
            self.pay_other[h] = max([1.0, *plain])
            self.pay_in[SUITED, h] = max([self.pay_other[h], *(float(one.odds) for one in fitting if not one.suit)])
            self.pay_in[NAMED, h] = max([self.pay_in[SUITED, h], *(float(one.odds) for one in fitting)])
            for suit, which in ((NAMED, of_suit), (SUITED, others)):
                if self.pay_in[suit, h] > self.pay_other[h]:
                    self.in_suit[suit, h] = _one_suit(suits, counts, which)
        self.pay = self.pay_other.copy()
        for suit in (SUITED, NAMED):
            self.pay = self.pay + self.in_suit[suit] * (self.pay_in[suit] - self.pay_other)
        for h in np.nonzero(self.in_suit.any(axis=0))[0]:
            for r in np.nonzero(table.cards[h])[0]:
                two = table.back[h, r]
                self.third[two] = r
                self.gain[two, OTHER] = self.pay_other[h] - self.pay[h]
                for suit, which in ((NAMED, of_suit), (SUITED, others)):
                    share = _one_suit(suits, table.cards[two].tolist(), which)
                    if share > 0:
                        self.suited[suit, two] = share
                        self.matched[suit, two] = self.in_suit[suit, h] / share
                        extra = self.pay_in[suit, h] - self.pay_other[h]
                        self.gain[two, suit] = self.pay_other[h] + self.matched[suit, two] * extra - self.pay[h]


@lru_cache(maxsize=16)
def _rules(terms: Terms, suits: tuple[tuple[int, ...], ...]) -> _Rules:
    return _Rules(terms, suits)


def _one_suit(suits: Sequence[Sequence[int]], counts: Sequence[int], which: Sequence[int]) -> float:
    """The probability that cards of these values are all of one of these suits.

    Nothing else is known about them: cards of one value are interchangeable until they are seen.
    """
    share = 0.0
    for s in which:
        chance = 1.0
        for r, count in enumerate(counts):
            of_suit, all_ = suits[r][s], sum(suits[r])
            for drawn in range(count):
                chance *= max(of_suit - drawn, 0) / max(all_ - drawn, 1)
        share += chance
    return share


def _if_any(value: float) -> float | None:
    return None if value == NEVER else float(value)


@lru_cache(maxsize=8)
def _ends(shoe: tuple[int, ...], hit_soft_17: bool, dealer_22_pushes: bool) -> Floats:
    """The dealer's final totals against every hand; cached by shoe and by the only rules they depend on."""
    tree = dealer_trees(hit_soft_17, dealer_22_pushes)
    left = np.array(shoe, dtype=np.float64) - hands().cards
    return dealer_ends(left, tree.first, tree.depth, tree.rank, tree.before, tree.end, tree.orders)


@lru_cache
def with_card(p: int) -> Integers:
    """The hands that hold a card of value p."""
    return np.nonzero(hands().cards[:, p] > 0)[0]


@lru_cache
def _full(p: int) -> Integers:
    """The hands that hold a card of value p and would be over the limit with one more."""
    table = hands()
    return np.nonzero((table.cards[:, p] > 0) & (table.to[:, p] < 0))[0]


__all__ = ["ROUNDING", "SURRENDER", "Analysis", "Evaluation", "Play", "Values", "with_card"]
