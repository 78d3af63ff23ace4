"""The exact price of double down stud: the player's card and three shared ones are known, one more is to come.

The hand is all five cards, so that only which four are known counts: 16,432 classes of them, 48 cards each.

Against the published figures: with a royal flush at 2,000 to 1 and otherwise DDS-2 the price is 2.67 % of the
original wager, as published for this game (2.6678 %); with 3,999, 199 and 49 to 1 on top it is 2.1033 %, as the
Wizard of Odds has it, with the same counts in every line if 5-4-3-2 and A-K-Q-J are doubled, which are worth exactly
nothing. DDS-1, the least that New Jersey permits, is priced nowhere; it comes to 4.741 %, and DDS-2 to 2.976 %. The
original's price is that of both wagers, the second as large as the first; the double down wager's own price is over
the hands that are doubled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.price import kept, layouts, quoted
from pitboss.families.house_poker.price.house import House
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows, floor
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import SHOWING
from pitboss.pricing.contract import Given
from pitboss.pricing.report import PriceReport, report

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.deals import Cards
    from pitboss.families.house_poker.price.ladder import LadderGame
    from pitboss.families.house_poker.price.strategy import Flags, LadderStrategy, Staying
    from pitboss.families.house_poker.price.work import Progress

GAME = "double-down-stud"
MAIN = ("original", "double_down")


def price(
    layout: Layout, stake: int | None = None, progress: Progress | None = None, strategy: str | None = None
) -> PriceReport:
    """The price of both wagers. `stake` (cents) is the original wager: a large one meets the payout limit.

    A `strategy` is told by name, in words or by a file; by default it is the best.
    """
    house = house_on(layout, stake)
    known = known_cards(layout)
    found = kept.solved(GAME, [known, house.plain()], lambda: strategy_of(house, known), strategy)
    facts = quoted.rests_on(layout, "double_down", "payout_limit")
    note = f"With a double down wager as large, by {found.how}."
    first = quoted.whole(layout, "original", house, found.tally, note, facts)
    second = quoted.alone(layout, "double_down", house, found.tally, "", facts)
    name = "Original and double down"
    both = quoted.together(layout, MAIN, house, found.tally, "original wager", name, facts, found.how)
    return report(layout, [first, second], [both], found.strategy)


def house_on(layout: Layout, stake: int | None = None) -> House:
    house = layouts.house_of(Terms.on(layout), MAIN)
    return layouts.limited(Terms.on(layout), house, layouts.stake_for(layout, "original", stake))


def known_cards(layout: Layout) -> int:
    """The player's card, and the shared ones that lie face up."""
    dealt = Terms.on(layout).dealing
    return int(dealt.player) + len(dealt.community_up)


def strategy(layout: Layout, stake: int | None = None, progress: Progress | None = None) -> LadderStrategy:
    """The best strategy: `decide("Js", "Jd 7c 4h")`, `summary()`, `cost("double with a pair of sixes or better")`."""
    return strategy_of(house_on(layout, stake), known_cards(layout))


def strategy_of(house: House, known: int) -> LadderStrategy:
    from pitboss.families.house_poker.price import ladder
    from pitboss.families.house_poker.price.strategy import LadderStrategy, Simple, at_least

    game = game_of(house, known)
    decisions = kept.decided(GAME, [known, house.plain()], lambda: {"": ladder.solve(game)[known, _DEALT]})
    found = {(known, _DEALT): decisions[""]}
    order = SHOWING[known - 1]
    sixes = floor(order, "pair of sixes")
    simpler = (
        Simple("never double", "never double", {known: lambda hands: hands[:, 0] < 0}),
        Simple("sixes or better", "double with a pair of sixes or better", {known: at_least(sixes, order)}),
        Simple("rule of thumb", _THUMB, {known: _thumb(at_least(sixes, order))}),
    )
    return LadderStrategy(game, found, lambda: ladder.play(game, found), simpler)


_DEALT = "dealt"
_THUMB = "double with a pair of sixes or better, four to a flush, or four in a row open at both ends"


def _thumb(made: Staying) -> Staying:
    import numpy as np

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        row = (np.diff(ranks, axis=1) == 1).all(axis=1) & (ranks[:, -1] < 12)
        return np.asarray(made(hands) | suited | row)

    return thumb


def game_of(house: House, known: int) -> LadderGame:
    from pitboss.families.house_poker.price.ladder import LadderGame, Street

    order = next(iter(house.wagers.values())).pays.order
    ends = layouts.cheapest_first(house, house.ends)
    return LadderGame(Rows.of(order, *house.rows()), (Street(known, {_DEALT: {end: end for end in ends}}),), house.net)


class DoubleDownStud(PokerPricing):
    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake, given.progress, given.strategy)

    def strategy(self, layout: Layout, given: Given) -> LadderStrategy:
        return strategy(layout, given.stake, given.progress)


PRICING = DoubleDownStud()
