"""The exact price of three card poker: 407,170,400 deals, counted by 1,755 hands and a census of the dealer's.

Against the published figures, for the same tables
- Ante and play with the bonus 1-4-5: 3.373 % of the ante, 2.01 % of all that is at risk; with 1-3-5 2.16 % of all. The
  same here.
- Pair plus, as found in print: 2.3 % (PP-1; 2.316 % where it is cut off, since it is 2.3167), 7.28 % (PP-2), 3.5 %
  (PP-3), 4.6 % (PP-4), 7.1 % (PP-7). The same here.
- Six-card bonus: one page prints 10.23 % for SCB-2; it is 10.2248 %. For SCB-1 (15.28 %), SCB-3 (8.56 %) and pair plus
  by PP-8 (5.57 %) the figures are as remembered of the Wizard of Odds.
- Q-6-4 is the least hand to play. To play any queen, as the dealer does, costs 0.076 % of the ante: 3.45 %.

The ante's price is that of ante and play together, for each unit of the ante, as it is published; the play wager's own
price is over the hands in which it is made. The ante bonus counts with the ante.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.chapter.layout import Layout
from pitboss.equipment import Suit, cards
from pitboss.families.house_poker.price import kept, layouts, quoted
from pitboss.families.house_poker.price.house import House, side_wager
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import FIVE_CARD
from pitboss.pricing.contract import Given
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, PriceReport, priced, report

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import StudStrategy
    from pitboss.families.house_poker.price.stud import StudGame
    from pitboss.families.house_poker.price.work import Progress

GAME = "three-card-poker"
SIMPLER = {
    "Q-6-4": ("Q-6-4", "play with Q-6-4 or better"),
    "mimic the dealer": ("queen high", "play with any queen or better"),
    "play everything": ("everything", "play every hand"),
}


def price(
    layout: Layout, stake: int | None = None, progress: Progress | None = None, strategy: str | None = None
) -> PriceReport:
    """The price of every wager that the chapter permits. `stake` (cents) matters to six-card bonuses in dollars.

    A `strategy` is told by name, in words or by a file; by default it is the best.
    """
    house = house_on(layout)
    found = solved(layout, house, progress, strategy)
    note = f"With the play wager that follows and the ante bonus, by {found.how}."
    wagers = {
        "ante": lambda: quoted.whole(layout, "ante", house, found.tally, note, _facts(layout)),
        "play": lambda: quoted.alone(layout, "play", house, found.tally, "", _facts(layout)),
        "pair_plus": lambda: _pair_plus(layout, house, found),
        "six_card_bonus": lambda: _six_card_bonus(layout, stake),
    }
    main = quoted.together(
        layout, ("ante", "play"), house, found.tally, "ante", "Ante and play", _facts(layout), found.how
    )
    return report(layout, [wagers[wager]() for wager in layout.permissible], [main], found.strategy)


def _facts(layout: Layout) -> quoted.Rests:
    return quoted.rests_on(layout, "qualifying", "play_or_fold", "bonus")


def house_on(layout: Layout) -> House:
    """Ante and play on a layout; the rows of pair plus are told apart too."""
    return layouts.house_of(Terms.on(layout), ("ante", "play"), layout.odds_table("pair_plus"))


def game_on(layout: Layout, house: House) -> StudGame:
    from pitboss.families.house_poker.price.stud import StudGame

    order, dealt = layouts.ranking(Terms.on(layout)), Terms.on(layout).dealing
    return StudGame(
        order,
        dealt.player,
        dealt.dealer,
        0,
        layouts.qualifying(Terms.on(layout)),
        Rows.of(order, *house.rows()),
        layouts.cheapest_first(house, house.ends),
        house.net,
    )


def strategy(layout: Layout, stake: int | None = None, progress: Progress | None = None) -> StudStrategy:
    """The best strategy on a layout: `decide("Qs 6d 4c")`, `summary()`, `cost("play with Q-7-2 or better")`."""
    house = house_on(layout)
    return strategy_of(game_on(layout, house), house, progress)


def strategy_of(game: StudGame, house: House, progress: Progress | None = None) -> StudStrategy:
    from pitboss.families.house_poker.price import stud
    from pitboss.families.house_poker.price.strategy import Simple, StudStrategy

    configuration = [*game.key, house.plain()]
    decisions = kept.decided(GAME, configuration, lambda: {"decisions": stud.solve(game, progress)})["decisions"]
    simpler = tuple(Simple(name, says, rule) for name, (rule, says) in SIMPLER.items())
    return StudStrategy(game, decisions, lambda: stud.play(game, decisions, progress), simpler)


def solved(layout: Layout, house: House, progress: Progress | None = None, strategy: str | None = None) -> kept.Solved:
    dealt = Terms.on(layout).dealing
    configuration = [house.plain(), dealt.player, dealt.dealer, str(layout.fact("qualifying"))]
    return kept.solved(GAME, configuration, lambda: strategy_of(game_on(layout, house), house, progress), strategy)


def _pair_plus(layout: Layout, house: House, found: kept.Solved) -> PricedWager:
    """20.6: on the player's own three cards; a fold may take it, and no hand that it pays for is folded."""
    folds = [name for name, end in house.ends.items() if end.folded and Terms.on(layout).lost_on_fold("pair_plus")]
    pays = layouts.pay_table(Terms.on(layout), "pair_plus")
    paid = found.tally.share(lambda end, row, _: end in folds and pays.net(row) > 0)
    note = f"Lost on a fold too, but {found.how} folds nothing that it pays for." if folds and not paid else ""
    return priced(layout, "pair_plus", side_wager(found.tally, pays, folds), note=note)


def _six_card_bonus(layout: Layout, stake: int | None) -> PricedWager:
    """20.11: the best five of the player's and the dealer's cards; the six-card royal has rows of its own."""
    prizes = layouts.prizes(Terms.on(layout), "six_card_bonus")
    nets = prizes.nets(max(stake, prizes.amount) if stake is not None else None)
    distribution = six_cards(nets, len(cards(str(layout.fact("six_card_royal")))))
    wagered = max(stake or 0, prizes.amount)
    note = f"With {wagered / 100:,.2f} dollars wagered: the prizes in dollars do not grow." if prizes.awards else ""
    return priced(layout, "six_card_bonus", distribution, note=note, rests_on=quoted.rests_on(layout, "six_card_royal"))


def six_cards(nets: dict[str, Fraction], number: int = 6) -> Distribution:
    """The net of a wager on the best five of six cards. A royal of six cards is one set in each suit."""
    special = {"six_card_royal_diamonds": 1, "six_card_royal": len(Suit) - 1}
    rows = Rows.of(FIVE_CARD, [row for row in nets if row not in special])
    counts = dict(zip((*rows.names, ""), kept.counted(GAME, FIVE_CARD.id, number, rows.floors), strict=True))
    for row, count in special.items():
        if row in nets:
            counts[row] = count
            counts["royal_flush"] -= count
    return quoted.by_counts(counts, nets)


class ThreeCardPoker(PokerPricing):
    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake, given.progress, given.strategy)

    def strategy(self, layout: Layout, given: Given) -> StudStrategy:
        return strategy(layout, given.stake, given.progress)


PRICING = ThreeCardPoker()
