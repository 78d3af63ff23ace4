"""The exact price of let it ride: three cards, a fourth, a fifth; two wagers that may be taken back on the way.

What counts is which cards are known: 1,755 classes of three, 16,432 of four, 134,459 of five. The decisions are found
by going back from the fifth card; with a payout limit in reach the second hangs on the first, and that is counted
too.

Against the published figures: 3.506 % of one of the three wagers (3.51 % in print), 2.865 % of all that is put at risk
(2.8 % in print), 1.2237 wagers at risk on average. Three-card bonus 7.10 % (TCB-A; 7.09 % where it is cut off), 2.14 %
(TCB-B), 5.57 % (TCB-C). The bonus wager by LIRB-1 costs 24.07 %; what is printed is for other tables, among them 25.5 %
with $20,000 and $2,000 for the two highest hands: the same hands, other sums.

Each of the three wagers is also priced by itself: the first two are kept only when that is good for the player, and
the third pays for it. The usual rule of thumb gives nothing away: where it lets four in a row without a high card ride,
eight of 48 cards at 5 to 1 are worth exactly nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.price import kept, layouts, quoted
from pitboss.families.house_poker.price.house import End, House, side_wager
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.contract import Given
from pitboss.pricing.report import PricedWager, PriceReport, priced, report

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.deals import Cards
    from pitboss.families.house_poker.price.ladder import LadderGame
    from pitboss.families.house_poker.price.strategy import Flags, LadderStrategy
    from pitboss.families.house_poker.price.work import Progress

GAME = "let-it-ride"
MAIN = ("wager1", "wager2", "wager3")
RIDE, BACK = "let_ride", "take_back"


def price(
    layout: Layout, stake: int | None = None, progress: Progress | None = None, strategy: str | None = None
) -> PriceReport:
    """The price of every wager. `stake` (cents) is one of the three equal wagers: large ones meet the payout limit.

    A `strategy` is told by name, in words or by a file; by default it is the best.
    """
    house = house_on(layout, stake)
    known = known_cards(layout)
    found = kept.solved(GAME, [known, house.plain()], lambda: strategy_of(house, known), strategy)
    facts = quoted.rests_on(layout, "first_decision", "second_decision", "payout_limit")

    def one(wager: str) -> PricedWager:
        if wager in MAIN:
            kept_ = found.tally.share(lambda end, _row, _result: wager in house.ends[end].at_risk)
            note = "By itself." if kept_ == 1 else f"By itself; let ride in {float(kept_):.2%} of rounds, else a push."
            return quoted.alone(layout, wager, house, found.tally, note, facts, "initial wager")
        if wager == "bonus":
            note = "On the five cards, whatever was taken back."
            return priced(layout, wager, side_wager(found.tally, layouts.pay_table(Terms.on(layout), wager)), note=note)
        pays = layouts.pay_table(Terms.on(layout), wager)
        return priced(layout, wager, quoted.by_census(GAME, pays, known[0]), note="On the player's own cards.")

    three = quoted.together(
        layout, MAIN, house, found.tally, "one of the three wagers", "The three wagers", facts, found.how
    )
    return report(layout, map(one, layout.permissible), [three], found.strategy)


def house_on(layout: Layout, stake: int | None = None) -> House:
    """The three wagers, and what is left of them at each of the four ends."""
    back = [
        choice.takes_back
        for named in layouts.decisions(Terms.on(layout))
        for choice in named.values()
        if choice.takes_back
    ]
    house = House(
        {wager: layouts.settled(Terms.on(layout), wager) for wager in MAIN},
        {
            _end(one, two): End({wager: 1 for wager in MAIN if wager not in _gone(back, one, two)})
            for one in (BACK, RIDE)
            for two in (BACK, RIDE)
        },
        side_rows=tuple(layout.odds_table("bonus")) if "bonus" in layout.permissible else (),
    )
    return layouts.limited(Terms.on(layout), house, layouts.stake_for(layout, "wager1", stake))


def _end(one: str, two: str) -> str:
    return f"{one}, {two}"


def _gone(back: list[str], one: str, two: str) -> set[str]:
    return {wager for wager, choice in zip(back, (one, two), strict=True) if choice == BACK}


def known_cards(layout: Layout) -> tuple[int, int]:
    """How many cards are known at the two decisions."""
    own = int(Terms.on(layout).dealing.player)
    return own, own + int(layout.fact("community_cards"))


def strategy(layout: Layout, stake: int | None = None, progress: Progress | None = None) -> LadderStrategy:
    """The best strategy: `decide("Th Jh Qh")`, `decide("Th Jh Qh", "9c")`, `summary()`, `cost("rule of thumb")`."""
    return strategy_of(house_on(layout, stake), known_cards(layout))


def strategy_of(house: House, known: tuple[int, int]) -> LadderStrategy:
    from pitboss.families.house_poker.price import ladder
    from pitboss.families.house_poker.price.strategy import LadderStrategy, Simple

    game = game_of(house, known)

    def solve() -> dict[str, Any]:
        return {f"{number} {state}": choices for (number, state), choices in ladder.solve(game).items()}

    decisions = kept.decided(GAME, [list(known), house.plain()], solve)
    found = {(int(key.split(" ", 1)[0]), key.split(" ", 1)[1]): choices for key, choices in decisions.items()}
    made = {known[0]: _made(house), known[1]: _made(house)}
    simpler = (
        Simple("rule of thumb", _THUMB, {known[0]: _thumb_of_three(house), known[1]: _thumb_of_four(house)}),
        Simple("made hands", "let ride only what pays already", made),
        Simple("let all ride", "let every wager ride", dict.fromkeys(known, lambda hands: hands[:, 0] >= 0)),
    )
    return LadderStrategy(game, found, lambda: ladder.play(game, found), simpler)


def game_of(house: House, known: tuple[int, int]) -> LadderGame:
    from pitboss.families.house_poker.price.ladder import LadderGame, Street

    order = next(iter(house.wagers.values())).pays.order
    first = Street(known[0], {"dealt": {BACK: BACK, RIDE: RIDE}})
    second = Street(known[1], {one: {two: _end(one, two) for two in (BACK, RIDE)} for one in (BACK, RIDE)})
    return LadderGame(Rows.of(order, *house.rows()), (first, second), house.net)


# ---- A rule of thumb, as the usual cards for players have it

_THUMB = (
    "let the first ride with a hand that pays, three to a royal flush, three suited in a row (not 2-3-4 nor A-2-3), or "
    "three to a straight flush with as many high cards as gaps; let the second ride with a hand that pays, four to a "
    "flush, or four in a row from 4-5-6-7 on (10-J-Q-K counts)"
)
_TEN = 8


def _made(house: House) -> Any:
    """Whether what is there pays already."""
    import numpy as np

    from pitboss.hands import SHOWING
    from pitboss.hands.fast import evaluate_batch

    def made(hands: Cards) -> Flags:
        order = SHOWING[hands.shape[1] - 1]
        pays = next(iter(house.wagers.values())).pays
        paying = [
            pays.net(_row_of(order.at(strength))) >= 0 if strength else False
            for strength in range(len(order.ladder) + 1)
        ]
        return np.array(paying)[evaluate_batch(np.ascontiguousarray(hands), order)]

    return made


def _row_of(grade: Any) -> str:
    from pitboss.hands import Category
    from pitboss.hands.words import plural

    if grade.category is Category.PAIR:
        return f"pair of {plural(grade.ranks[0])}"
    return str(grade.category) if grade.category is not Category.HIGH_CARD else ""


def _thumb_of_three(house: House) -> Any:
    import numpy as np

    made = _made(house)

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        spread = ranks[:, -1] - ranks[:, 0]
        high = (ranks >= _TEN).sum(axis=1)
        royal = high == 3
        in_a_row = (spread == 2) & (ranks[:, 0] > 0)
        gaps = ((spread == 3) & (high >= 1)) | ((spread == 4) & (high >= 2))
        return np.asarray(made(hands) | (suited & (royal | in_a_row | gaps)))

    return thumb


def _thumb_of_four(house: House) -> Any:
    import numpy as np

    made = _made(house)

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        different = (np.diff(ranks, axis=1) > 0).all(axis=1)
        row = different & (ranks[:, -1] - ranks[:, 0] == 3) & (ranks[:, 0] >= 2) & (ranks[:, -1] < 12)
        return np.asarray(made(hands) | suited | row)

    return thumb


class LetItRide(PokerPricing):
    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake, given.progress, given.strategy)

    def strategy(self, layout: Layout, given: Given) -> LadderStrategy:
        return strategy(layout, given.stake, given.progress)


PRICING = LetItRide()
