"""A layout, the cards of its shoe and a way to play, told to the mathematics; and the strategy that a report shows."""

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
"A round may take about so many; a shoe with fewer might not finish it, and its price would not be one."

SHOWN = 60
"So many exceptions to the chart are told, the dearest first."


def multiple_action(terms: Terms, hands: int) -> Terms:
    """The same rules on a multiple-action table: no second card before the players, no surrender, no resplit.

    Every dealer hand is drawn from the cards that are left, which by symmetry makes each of them like the first: a
    wager on the second or third is worth what one on the first is, and the same play is best for all.
    """
    return replace(terms, checks=False, surrender="none", max_split_hands=hands, resplit_aces=False)


class Shares(NamedTuple):
    """How often a round is won and how often lost, and a bound on the error of either."""

    won: float
    lost: float
    error: float


@lru_cache(maxsize=4)
def _two_hands(terms: Terms, shoe: tuple[int, ...]) -> TwoHands:
    return TwoHands(terms, shoe)


@lru_cache(maxsize=4)
def _best(game: str, terms: Terms, suits: tuple[tuple[int, ...], ...]) -> Best:
    """Of one hand; where hands are surrendered before an exchange, of how they are played after it."""
    shoe = tuple(sum(row) for row in suits)
    alone = replace(terms, surrender="none") if terms.surrender_first else terms
    return Best(game, terms, Analysis(alone, shoe, suits), lambda chart: _two_hands(terms, shoe).played(chart))


def _cards(layout: Layout, shoe: Sequence[int] | None) -> tuple[int, ...]:
    """The composition to be dealt from, or why it cannot be; a round is dealt from one side of a double shoe."""
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
class Table:
    """A layout, its cards, and how the hand is played."""

    layout: Layout
    cards: tuple[int, ...]
    given: Chart | None = None
    meter: int | None = None

    @classmethod
    def of(
        cls, layout: Layout, shoe: Sequence[int] | None, given: Chart | None = None, meter: int | None = None
    ) -> Table:
        """A table with these cards left in its shoe; by default all of them."""
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
        """The best chart, and what it comes to."""
        return self._best_of(self.terms)

    @property
    def analysis(self) -> Analysis:
        """Of one hand."""
        return self.best.analysis

    @cached_property
    def two(self) -> TwoHands:
        """Of two hands dealt to a spot."""
        return _two_hands(self.terms, self.analysis.shoe)

    @cached_property
    def hand(self) -> Figures:
        """What one hand comes to as it is played."""
        return self._played(self.best)

    @cached_property
    def spot(self) -> SpotFigures:
        """What two hands of a spot come to as they are played."""
        given = self.given
        return self.best.spot if given is None else SpotFigures(lambda: self.two.played(given))

    @property
    def result(self) -> Figures | SpotFigures:
        """What a wager on a hand comes to: the one hand, or either of the two."""
        return self.spot if self.terms.hands > 1 else self.hand

    @cached_property
    def circle(self) -> Figures:
        """What a wager on a circle of a multiple-action table comes to."""
        return self._played(self._best_of(self._multiple))

    def circle_edge(self) -> float:
        """The house edge of a wager on a circle alone."""
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
        return best.hand if given is None else Figures(lambda: best.analysis.played(given))

    def keep(self) -> None:
        """What the best chart comes to is kept, for the next who asks for a report of such a table."""
        self.best.keep(spot=SpotFigures.parts if self.terms.hands > 1 else ())
        if any(self.game.terms[wager].circle for wager in self.layout.permissible):
            self._best_of(self._multiple).keep(hand=("price", "spread"))

    @cached_property
    def suits(self) -> tuple[tuple[int, ...], ...]:
        """How many cards of each value and suit there are."""
        suits = [[0] * 4 for _ in range(TEN)]
        for card in CARDS:
            if not card.is_joker:
                suits[value_of(card) - 1][list(Suit).index(card.suit)] += self.cards[card.index]
        return tuple(tuple(row) for row in suits)

    # ---- Awards and raises

    def award_chance(self) -> Fraction:
        """How often who always draws for it has the hand of the super bonus: its cards of one suit, its up card."""
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
        """When each raise is right, in words: the up cards, the first cards, or the up cards to each first card."""
        found = {}
        for number, kind in enumerate(self.game.raises):
            made, known = self.hand.raises[number].made > 0, self.terms.raises[number]
            if "first" not in known:
                found[kind] = f"against {_named(made[0])}"
            elif "up" not in known:
                found[kind] = f"with {_named(made[:, 0])}"
            else:
                told = {rank_name(first): _named(made[first - 1]) for first in UPS}
                same: dict[str, list[str]] = {}
                for first, ups in told.items():
                    same.setdefault(ups, []).append(first)
                found[kind] = "; ".join(
                    f"with {', '.join(firsts)} against {ups}" for ups, firsts in same.items() if ups != _NONE
                )
        return found

    @property
    def paid_rows(self) -> tuple[str, ...]:
        """The rows of the main wager's odds that extra payouts name."""
        return tuple(extra.fact.removeprefix(EXTRA_PAYOUT) for extra in self.game.extra)

    def draws(self, first: Sequence[int], up: int | None) -> bool:
        """Whether two cards take another or are split, against an up card or, with None, against every one."""
        known = self._known
        if self.given is None and known not in _DRAWN:
            _DRAWN[known] = self.hand.drawn
        drawn = (_DRAWN[known] if self.given is None else self.hand.drawn)[first[0] - 1, first[1] - 1]
        return bool(drawn.all() if up is None else drawn[up - 1])

    def shares(self) -> Shares:
        """How often the hand is won and lost as it is played."""
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
        """How the chart is called, which need not be computed for it."""
        return BASIC if self.given is None else self.given.name

    def win_odds(self) -> dict[str, str]:
        """What a double or a split hand is paid: as the main wager, but never as a blackjack."""
        return {"win": str(self.game.main_odds["win"])}

    def insurance_told(self) -> dict[str, Any]:
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
        """The strategy of the report: the chart, its exceptions, and what other ways to play are worth."""
        told = self.hand.departures
        ways: dict[str, Figures | SpotFigures | Price] = {}
        if self.given is not None:
            ways[BASIC] = self.best.spot if self.terms.hands > 1 else self.best.hand
        ways[self.chart.name or "strategy"] = self.result
        ways["composition_dependent"] = self.result.perfect
        if isinstance(self.result, Figures):
            ways["composition_dependent_as_unsplit"] = self.result.as_unsplit
        none_is_cheaper(ways["composition_dependent"], ways)
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
                for one in told[:SHOWN]
            ],
            "exceptions_in_all": len(told),
            "exceptions_worth": sum(one.worth for one in told),
            "insurance": self.insurance_told(),
            **self.beside_the_chart(),
            "distribution_error": self.result.spread.error,
            "assumptions": TWO_HANDS if isinstance(self.result, SpotFigures) else ASSUMPTIONS,
        }

    def beside_the_chart(self) -> dict[str, Any]:
        """What is decided before a hand is played: raises and the exchange, each in words too."""
        if isinstance(self.result, SpotFigures):
            told = exchange_told(self.result)
            rate = f"That is {self.result.exchanged:.2%} of deals; what gains most:"
            return {
                "exchange": told,
                "summary": [f"{told['rule']} {rate}", *told["dearest"]],
                "simpler": told["simpler"],
            }
        if not self.terms.raises:
            return {}
        raises = self.raises()
        return {"raises": raises, "summary": [f"{self.game.name(kind)}: {words}" for kind, words in raises.items()]}


def none_is_cheaper(best: SpotFigures | Figures | Price, ways: Mapping[str, Figures | SpotFigures | Price]) -> None:
    """Fail if a coarser way to play has a lower edge than the best: one of the two is then computed wrongly."""
    for name, one in ways.items():
        if one.house_edge < best.house_edge - one.error - best.error:
            raise AssertionError(f"{name} has an edge of {one.house_edge}, the best play one of {best.house_edge}")


_NONE = "none"


def _named(which: Any) -> str:
    """Cards as they are said: 2 to 8, A."""
    ranks = [rank for rank in UPS if which[rank - 1]]
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and UPS.index(rank) == UPS.index(runs[-1][-1]) + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    told = [rank_name(run[0]) if len(run) == 1 else f"{rank_name(run[0])} to {rank_name(run[-1])}" for run in runs]
    return ", ".join(told) or _NONE


ASSUMPTIONS = (
    "First round of the shoe as given. A pair that is split is resplit as often as is permitted; a split hand is "
    "played by its own cards and the up card. Means of splits are exact; the distribution of a split is summed to "
    "within `distribution_error`. composition_dependent plays split hands by what is best for them, "
    "composition_dependent_as_unsplit as the same cards unsplit, with the choices that the split hand has."
)


TWO_HANDS = (
    "First round of the shoe as given. Both hands are played by the chart after the exchange that is best for it; that "
    "exchange and composition_dependent look at a hand's own cards, the other first cards of the spot and the up card, "
    "not at what the other hand drew: so the two hands are worth the sum of what each is. The exceptions are those "
    "of one hand dealt alone. Means are exact; the distribution, of one hand of the two, is summed to within "
    "`distribution_error`."
)


def exchange_told(played: SpotFigures) -> dict[str, Any]:
    """The exchange in words, how often it is right, and what simpler rules cost."""
    return {
        "rule": "Switch where the two hands that it makes are worth more together against the up card.",
        "rate": played.exchanged,
        "dearest": played.dearest,
        "simpler": [asdict(rule) for rule in played.simpler],
    }


Suits = tuple[tuple[int, ...], ...]
_EDGES: dict[tuple[Terms, Suits, bool], float] = {}
_DRAWN: dict[tuple[Terms, Suits], NDArray[np.bool_]] = {}
_SHARES: dict[tuple[Terms, Suits], Shares] = {}
"What was found for the terms of a table: in a sweep many tables differ in nothing else that a figure hangs on."


def main_edge(layout: Layout, shoe: Sequence[int] | None = None, perfect: bool = False) -> float:
    """The house edge of the main wager alone, for sweeps over many rule sets."""
    table = Table.of(layout, shoe)
    # Many tables of a sweep are one to the hand: boxes, chips and shuffles are not among its terms.
    known = table.terms, table.suits, perfect
    if known not in _EDGES:
        _EDGES[known] = table.result.perfect.house_edge if perfect else table.result.house_edge
    return _EDGES[known]


def analysis_of(layout: Layout, shoe: Sequence[int] | None = None) -> Analysis:
    """The exact analysis of a table: values of every decision, charts, prices of strategies."""
    return Table.of(layout, shoe).analysis
