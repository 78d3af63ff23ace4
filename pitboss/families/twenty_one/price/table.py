"""A layout, its shoe's cards and a way to play, as input to the analysis, and the strategy that a report shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, JOKER, Suit, composition
from pitboss.equipment.decks import check_composition
from pitboss.families.twenty_one.round import TwentyOne
from pitboss.families.twenty_one.round.hands import value_of
from pitboss.families.twenty_one.terms import EXTRA_PAYOUT, House, terms_of
from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.basic import BASIC
from pitboss.pricing.twenty_one.chart import UPS, Chart, rank_name
from pitboss.pricing.twenty_one.exchange import TwoHands
from pitboss.pricing.twenty_one.figures import Best, Figures, Price, SpotFigures
from pitboss.pricing.twenty_one.terms import TEN, Terms
from pitboss.table.game import game_on

LEAST_CARDS = 40
"""Roughly the most cards that a round uses. With fewer, a round might not be finished, so the shoe has no price."""

SHOWN = 60
"""The number of exceptions to the chart that are listed, most valuable first."""


def multiple_action(terms: Terms, hands: int) -> Terms:
    """The same rules on a multiple-action table: no second card before the players, no surrender, no resplit.

    Every dealer hand is drawn from the cards that are left, so by symmetry each is like the first. So a
    wager on the second or third has the same value as one on the first, and the same play is best for all.
    """
    return replace(terms, checks=False, surrender="none", max_split_hands=hands, resplit_aces=False)


class Shares(NamedTuple):
    """The probabilities that a round is won and lost, and a bound on the error of either."""

    won: float
    lost: float
    error: float


@lru_cache(maxsize=4)
def _two_hands(terms: Terms, shoe: tuple[int, ...]) -> TwoHands:
    return TwoHands(terms, shoe)


@lru_cache(maxsize=4)
def _best(game: str, terms: Terms, suits: tuple[tuple[int, ...], ...]) -> Best:
    """The best chart for one hand; if hands are surrendered before an exchange, the best chart for playing them
    afterwards.
    """
    shoe = tuple(sum(row) for row in suits)
    alone = replace(terms, surrender="none") if terms.surrender_first else terms
    return Best(game, terms, Analysis(alone, shoe, suits), lambda chart: _two_hands(terms, shoe).evaluate(chart))


def _cards(layout: Layout, shoe: Sequence[int] | None) -> tuple[int, ...]:
    """The cards to deal from, on one side of a double shoe; raises ValueError if they cannot supply a round."""
    if shoe is None:
        house = House.of(layout)
        return composition(house.decks // house.sides, house.deck)
    check_composition(shoe)
    if shoe[JOKER.index]:
        raise ValueError(f"{layout.rules.game.name} is played without jokers; this shoe has {shoe[JOKER.index]}")
    if sum(shoe) < LEAST_CARDS:
        raise ValueError(f"a round may need {LEAST_CARDS} cards; this shoe has {sum(shoe)}")
    return tuple(shoe)


@dataclass(frozen=True)
class PricedTable:
    """A layout, its cards, and how the hand is played."""

    layout: Layout
    cards: tuple[int, ...]
    given: Chart | None = None
    meter: int | None = None

    @classmethod
    def of(
        cls, layout: Layout, shoe: Sequence[int] | None, given: Chart | None = None, meter: int | None = None
    ) -> PricedTable:
        """A table with these cards left in its shoe, by default all of them."""
        return cls(layout, _cards(layout, shoe), given, meter)

    @cached_property
    def game(self) -> TwentyOne[Any]:
        game = game_on(self.layout)
        assert isinstance(game, TwentyOne)
        return game

    @cached_property
    def terms(self) -> Terms:
        return terms_of(self.layout, self.game.house, self.game.mains[0])

    @cached_property
    def best(self) -> Best:
        """The best chart and its results."""
        return self._best_of(self.terms)

    @property
    def analysis(self) -> Analysis:
        """The analysis of one hand."""
        return self.best.analysis

    @cached_property
    def two(self) -> TwoHands:
        """The analysis of two hands dealt to a spot."""
        return _two_hands(self.terms, self.analysis.shoe)

    @cached_property
    def hand(self) -> Figures:
        """The results of one hand under the chosen play."""
        return self._played(self.best)

    @cached_property
    def spot(self) -> SpotFigures:
        """The results of the two hands of a spot under the chosen play."""
        given = self.given
        return self.best.spot if given is None else SpotFigures(lambda: self.two.evaluate(given))

    @property
    def result(self) -> Figures | SpotFigures:
        """The results of a wager on a hand: the one hand, or either of the two."""
        return self.spot if self.terms.hands > 1 else self.hand

    @cached_property
    def circle(self) -> Figures:
        """The results of a wager on one circle at a multiple-action table."""
        return self._played(self._best_of(self._multiple))

    def circle_edge(self) -> float:
        """The house edge of a wager on one circle."""
        known = self._multiple, self.suits, False
        if known not in _EDGES:
            _EDGES[known] = self.circle.house_edge
        return _EDGES[known]

    @property
    def _multiple(self) -> Terms:
        return multiple_action(self.terms, int(self.layout.fact("split_once")))

    def _best_of(self, terms: Terms) -> Best:
        return _best(self.layout.rules.game.id, terms, self.suits)

    def _played(self, best: Best) -> Figures:
        given = self.given
        return best.hand if given is None else Figures(lambda: best.analysis.evaluate(given))

    def keep(self) -> None:
        """Store the results for the best chart, for the next report on such a table."""
        self.best.keep(spot=SpotFigures.parts if self.terms.hands > 1 else ())
        if any(self.game.terms[wager].circle for wager in self.layout.permissible):
            self._best_of(self._multiple).keep(hand=("price", "spread"))

    @cached_property
    def suits(self) -> tuple[tuple[int, ...], ...]:
        """The number of cards of each value and suit."""
        suits = [[0] * 4 for _ in range(TEN)]
        for card in CARDS:
            if not card.is_joker:
                suits[value_of(card) - 1][list(Suit).index(card.suit)] += self.cards[card.index]
        return tuple(tuple(row) for row in suits)

    # ---- Awards and raises

    def award_chance(self) -> Fraction:
        """The probability of the super bonus for a player who always draws to it: the right cards in one suit, against
        the right up card.
        """
        award = self.terms.award
        assert award is not None
        left, chance = sum(self.cards), Fraction(0)
        for suit in range(len(Suit)):
            ways, held = 1, [list(row) for row in self.suits]
            for rank in award.ranks:
                ways *= held[rank - 1][suit]
                held[rank - 1][suit] -= 1
            chance += Fraction(max(ways, 0) * sum(held[award.up - 1]))
        return chance / perm(left, len(award.ranks) + 1)

    def raises(self) -> dict[str, str]:
        """When each raise is right, in words: by up card, by first card, or by both."""
        found = {}
        for number, kind in enumerate(self.game.raises):
            made, known = self.hand.raises[number].made > 0, self.terms.raises[number]
            if "first" not in known:
                found[kind] = f"against {_describe_ranks(made[0])}"
            elif "up" not in known:
                found[kind] = f"with {_describe_ranks(made[:, 0])}"
            else:
                by_first = {rank_name(first): _describe_ranks(made[first - 1]) for first in UPS}
                same: dict[str, list[str]] = {}
                for first, ups in by_first.items():
                    same.setdefault(ups, []).append(first)
                found[kind] = "; ".join(
                    f"with {', '.join(firsts)} against {ups}" for ups, firsts in same.items() if ups != _NONE
                )
        return found

    @property
    def paid_rows(self) -> tuple[str, ...]:
        """The rows in the main wager's odds that belong to extra payouts."""
        return tuple(extra.fact.removeprefix(EXTRA_PAYOUT) for extra in self.game.extra)

    def draws(self, first: Sequence[int], up: int | None) -> bool:
        """Whether two cards are hit or split, against an up card or, with None, against every up card."""
        known = self._known
        if self.given is None and known not in _DRAWN:
            _DRAWN[known] = self.hand.drawn
        drawn = (_DRAWN[known] if self.given is None else self.hand.drawn)[first[0] - 1, first[1] - 1]
        return bool(drawn.all() if up is None else drawn[up - 1])

    def shares(self) -> Shares:
        """The probabilities that the hand is won and lost under the chosen play."""
        if self.given is None and self._known in _SHARES:
            return _SHARES[self._known]
        spread = self.hand.spread
        found = Shares(spread.share(1), spread.share(-1), spread.error)
        if self.given is None:
            _SHARES[self._known] = found
        return found

    @property
    def _known(self) -> tuple[Terms, Suits]:
        return self.terms, self.suits

    @property
    def chart(self) -> Chart:
        return self.best.chart if self.given is None else self.given

    @property
    def chart_name(self) -> str:
        """The name of the chart, without computing it."""
        return BASIC if self.given is None else self.given.name

    def win_odds(self) -> dict[str, str]:
        """The odds of a double or a split hand: those of the main wager, but never those of a blackjack."""
        return {"win": str(self.game.main_odds["win"])}

    def insurance_advice(self) -> dict[str, Any]:
        odds = self.layout.odds_table(self.game.kind_of["insurance"])
        pays = float(odds[""].ratio) if "" in odds else 0.0
        if "suited" in odds:
            aces, tens = self.suits[0], self.suits[TEN - 1]
            both = sum(aces) * sum(tens)
            share = sum(ace * ten for ace, ten in zip(aces, tens, strict=True)) / both if both else 0.0
            pays = share * float(odds["suited"].ratio) + (1 - share) * float(odds["other"].ratio)
        value = self.analysis.insurance(pays=pays)
        return {"take": value > 0, "value": value}

    def strategy(self) -> dict[str, Any]:
        """The strategy section of the report: the chart, its exceptions, and the values of other ways to play."""
        departures = self.hand.departures
        ways: dict[str, Figures | SpotFigures | Price] = {}
        if self.given is not None:
            ways[BASIC] = self.best.spot if self.terms.hands > 1 else self.best.hand
        ways[self.chart.name or "strategy"] = self.result
        ways["composition_dependent"] = self.result.perfect
        if isinstance(self.result, Figures):
            ways["composition_dependent_as_unsplit"] = self.result.as_unsplit
        check_best_is_cheapest(ways["composition_dependent"], ways)
        return {
            "name": self.chart.name or "strategy",
            "columns": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"],
            "chart": dict(self.chart.rows()),
            "letters": {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"},
            "reading": self.chart.reading() + (["R of a doubled hand: rescue it"] if self.game.house.rescue else []),
            "prices": {name: {"house_edge": one.house_edge, "error": one.error} for name, one in ways.items()},
            "exceptions": [
                {
                    "hand": str(one).split(" against")[0],
                    "up": str(one).split(" against ")[1].split(":")[0],
                    "chart": one.chart,
                    "better": one.better,
                    "gain": one.gain,
                    "met": one.met,
                    "worth": one.worth,
                }
                for one in departures[:SHOWN]
            ],
            "exceptions_in_all": len(departures),
            "exceptions_worth": sum(one.worth for one in departures),
            "insurance": self.insurance_advice(),
            **self.other_decisions(),
            "distribution_error": self.result.spread.error,
            "assumptions": TWO_HANDS if isinstance(self.result, SpotFigures) else ASSUMPTIONS,
        }

    def other_decisions(self) -> dict[str, Any]:
        """The decisions made before a hand is played (raises and the exchange), with descriptions."""
        if isinstance(self.result, SpotFigures):
            exchange = describe_exchange(self.result)
            rate = f"That is right in {self.result.exchanged:.2%} of deals; the exchanges that gain most:"
            return {
                "exchange": exchange,
                "summary": [f"{exchange['rule']} {rate}", *exchange["dearest"]],
                "simpler": exchange["simpler"],
            }
        if not self.terms.raises:
            return {}
        raises = self.raises()
        return {"raises": raises, "summary": [f"{self.game.name(kind)}: {words}" for kind, words in raises.items()]}


def check_best_is_cheapest(
    best: SpotFigures | Figures | Price, ways: Mapping[str, Figures | SpotFigures | Price]
) -> None:
    """Fail if another way to play has a lower edge than the best one, because one of the two must then be wrong."""
    for name, one in ways.items():
        if one.house_edge < best.house_edge - one.error - best.error:
            raise AssertionError(f"{name} has an edge of {one.house_edge}, the best play one of {best.house_edge}")


_NONE = "none"


def _describe_ranks(which: Any) -> str:
    """Card values in words, such as "2 to 8, A"."""
    ranks = [rank for rank in UPS if which[rank - 1]]
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and UPS.index(rank) == UPS.index(runs[-1][-1]) + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    names = [rank_name(run[0]) if len(run) == 1 else f"{rank_name(run[0])} to {rank_name(run[-1])}" for run in runs]
    return ", ".join(names) or _NONE


ASSUMPTIONS = (
    "The first round of the given shoe. A pair that is split is resplit as often as permitted; a split hand is played "
    "by its own cards and the up card. Means of splits are exact; the distribution of a split is summed to within "
    "`distribution_error`. composition_dependent plays split hands in the best way for them; "
    "composition_dependent_as_unsplit plays them as the same cards unsplit, with the choices that a split hand has."
)


TWO_HANDS = (
    "The first round of the given shoe. Both hands are played by the chart after the best exchange for it. That "
    "exchange and composition_dependent use a hand's own cards, the other first cards of the spot and the up card, but "
    "not the cards the other hand draws, so the value of both hands is the sum of their values. The exceptions are "
    "those of one hand dealt alone. Means are exact; the distribution, of one of the two hands, is summed to within "
    "`distribution_error`."
)


def describe_exchange(figures: SpotFigures) -> dict[str, Any]:
    """The exchange in words, with how often it is right and what simpler rules cost."""
    return {
        "rule": "Switch if the two new hands are worth more together against the up card.",
        "rate": figures.exchanged,
        "dearest": figures.dearest,
        "simpler": [asdict(rule) for rule in figures.simpler],
    }


Suits = tuple[tuple[int, ...], ...]
_EDGES: dict[tuple[Terms, Suits, bool], float] = {}
_DRAWN: dict[tuple[Terms, Suits], NDArray[np.bool_]] = {}
_SHARES: dict[tuple[Terms, Suits], Shares] = {}
"""Results by a table's terms, which many tables in a sweep share."""


def main_edge(layout: Layout, shoe: Sequence[int] | None = None, perfect: bool = False) -> float:
    """The house edge of the main wager alone, for sweeps over many rule sets."""
    table = PricedTable.of(layout, shoe)
    # Tables in a sweep that only differ in boxes, chips or shuffles share their terms, and so this entry.
    known = table.terms, table.suits, perfect
    if known not in _EDGES:
        _EDGES[known] = table.result.perfect.house_edge if perfect else table.result.house_edge
    return _EDGES[known]


def analysis_of(layout: Layout, shoe: Sequence[int] | None = None) -> Analysis:
    """The exact analysis of a table: values of every decision, charts, prices of strategies."""
    return PricedTable.of(layout, shoe).analysis
