"""The exact price of Mississippi stud: two cards, a third, a fourth, a fifth, and a wager or a fold before each.

Only the known cards and the amount already wagered matter: a player who has wagered more has more to lose by folding,
so the decisions on later streets depend on the earlier ones.

Against the published figures (casinocitytimes.com and tunicatravel.com, after the Wizard of Odds): 4.91 % of the ante.
Many choices are worth exactly the same. Here the cheapest one is made, so that 3.4836 antes are wagered on average and
1.411 % of them are lost. Making the costliest instead gives the printed 3.59 antes and 1.37 %. Two antes are never the
only best wager. The usual rule of thumb costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.kinds.ladder.price import LadderPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.rows import floor
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import SHOWING

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import SimpleStrategy
    from pitboss.pricing.deals import Cards


class MississippiStud(LadderPricing):
    """Price the ante, and a wager of one to three antes at each of three streets."""

    game = "mississippi-stud"
    main = ("ante", "street3", "street4", "street5")
    combined_name = "Ante and street wagers"
    facts = ("third_street", "fourth_street", "fifth_street", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {"ante": "With the street wagers that follow, under {how}."}

    def known(self, terms: Terms) -> tuple[int, ...]:
        """The number of known cards at each street: the player's own, then with each community card turned."""
        own, each = terms.dealing.player, int(terms.figure("community_cards"))
        return own, own + each, own + 2 * each

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.kinds.ladder.strategy import StateRule
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        two, three, four = self.known(terms)
        return (
            SimpleStrategy("rule of thumb", _THUMB, {two: _two, three: _three, four: StateRule(_four)}),
            SimpleStrategy("points", _POINTS, _by_points),
        )


# ---- The rules of thumb on the usual strategy cards

_POINTS = (
    "count two points for each jack or better and one for each six to ten; bet three times with a pair of sixes or "
    "better, once with a lower pair or at least as many points as known cards; otherwise fold"
)
_THUMB = (
    "count two points for each jack or better, one for each six to ten. Two cards: bet three times with any pair, once "
    "with two points or 6-5 suited. Three: three times with a pair of sixes or better, three to a royal flush, or "
    "three to a straight flush from 5-6-7 on with at least as many high cards as gaps; once with any other three "
    "of a suit, a low pair, three points, three in a row from 4-5-6 on, or one gap and two middle cards. Four: "
    "three times with a pair of sixes or better, four of a suit, or four in a row from 5-6-7-8 on; once with any "
    "other four to a straight, a low pair, four points, or three middle cards after three times at an earlier "
    "street. Otherwise fold"
)
_FOLD, _ONCE, _THREE_TIMES = 0, 1, 3
_FOUR, _FIVE, _SIX, _EIGHT, _TEN, _JACK, _ACE = 2, 3, 4, 6, 8, 9, 12


class _Known:
    """Features of known cards, one row per hand: ranks (the two is 0), points, pairs, suits, spread."""

    def __init__(self, hands: Cards) -> None:
        import numpy as np

        from pitboss.hands.fast import evaluate_batch

        order = SHOWING[hands.shape[1] - 1]
        strengths = evaluate_batch(np.ascontiguousarray(hands), order)
        self.ranks: Any = np.sort(hands >> 2, axis=1).astype(int)
        self.high, middle = self.ranks >= _JACK, (self.ranks >= _SIX) & (self.ranks < _JACK)
        self.highs, self.middles = self.high.sum(axis=1), middle.sum(axis=1)
        self.points = 2 * self.highs + self.middles
        self.made = strengths >= floor(order, "pair of sixes")
        self.paired = strengths >= floor(order, "pair")
        self.suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        self.low, self.top = self.ranks[:, 0], self.ranks[:, -1]
        self.spread = self.top - self.low


def _chosen(thrice: Any, once: Any) -> Any:
    import numpy as np

    return np.where(thrice, _THREE_TIMES, np.where(once, _ONCE, _FOLD))


def _by_points(hands: Cards) -> Any:
    of = _Known(hands)
    return _chosen(of.made, of.paired | (of.points >= hands.shape[1]))


def _two(hands: Cards) -> Any:
    of = _Known(hands)
    six_five = of.suited & (of.low == _FIVE) & (of.top == _SIX)
    return _chosen(of.paired, (of.points >= 2) | six_five)


def _three(hands: Cards) -> Any:
    of = _Known(hands)
    gaps = of.spread - 2
    flush = of.suited & ((of.low >= _TEN) | ((gaps <= 2) & (of.highs >= gaps) & (of.low >= _FIVE)))
    row = ~of.paired & (((gaps == 0) & (of.low >= _FOUR)) | ((gaps == 1) & (of.middles >= 2)))
    return _chosen(of.made | flush, of.suited | of.paired | (of.points >= 3) | row)


def _four(hands: Cards, before: str) -> Any:
    of = _Known(hands)
    open_ended = ~of.paired & (of.spread == 3) & (of.top >= _EIGHT) & (of.top < _ACE)
    wheel = (of.top == _ACE) & (of.ranks[:, -2] <= _FIVE)
    draw = ~of.paired & ((of.spread <= 4) | wheel)
    raised = (of.middles >= 3) & ("bet_3x" in before)
    return _chosen(of.made | of.suited | open_ended, draw | of.paired | (of.points >= 4) | raised)


PRICING = MississippiStud()
