"""The exact price of flop poker: 407,170,400 deals of three own cards and a flop, of which two are used.

Against the published figures: with FP-2 (straight 11 to 1) ante and flop cost 5.4237 % of the ante, as published
(888casino's blog; no digit differs). With FP-1, the least that New Jersey permits, it is 6.485 %; nobody prints it.
The pot has no house edge, as published. The three-card bonus by FP3-1 costs 5.376 %. The ante's price is that of ante
and flop wager together, for each unit of the ante; the flop wager's own is over the hands in which it is made. The
pot wager's price is 0 whatever a player does: a surrendered hand still competes, and all players are dealt alike. How
often it is won and split is exact for two players, and counted in random deals for more.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.price import kept, layouts, quoted
from pitboss.families.house_poker.price.house import House
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import THREE_CARD
from pitboss.pricing.cache import Entry
from pitboss.pricing.contract import Given, Input
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, PriceReport, priced, report

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.flops import FlopGame
    from pitboss.families.house_poker.price.strategy import FlopStrategy
    from pitboss.families.house_poker.price.work import Progress

GAME = "flop-poker"
MAIN = ("ante", "flop")


def price(
    layout: Layout,
    stake: int | None = None,
    progress: Progress | None = None,
    strategy: str | None = None,
    players: int | None = None,
) -> PriceReport:
    """The price of every wager. `stake` (cents) is the ante: a large one meets the payout limit.

    A `strategy` is told by name, in words or by a file; by default it is the best. So many `players` have their part in
    the pot; by default there is one at every position.
    """
    house = house_on(layout, stake)
    found = kept.solved(GAME, house.plain(), lambda: strategy_of(house, progress), strategy)
    facts = quoted.rests_on(layout, "flop_or_surrender", "own_cards", "payout_limit")
    own = int(layout.fact("own_cards"))
    wagers: dict[str, Callable[[], PricedWager]] = {
        "ante": lambda: quoted.whole(
            layout, "ante", house, found.tally, f"With the flop wager that follows, by {found.how}.", facts
        ),
        "pot": lambda: _pot_row(layout, players),
        "flop": lambda: quoted.alone(layout, "flop", house, found.tally, "", facts),
        "three_card_bonus": lambda: priced(
            layout,
            "three_card_bonus",
            quoted.by_census(GAME, layouts.pay_table(Terms.on(layout), "three_card_bonus"), own),
            note="On the player's own cards; a surrender does not touch it.",
        ),
    }
    both = quoted.together(layout, MAIN, house, found.tally, "ante", "Ante and flop wager", facts, found.how)
    return report(layout, [wagers[wager]() for wager in layout.permissible], [both], found.strategy)


def house_on(layout: Layout, stake: int | None = None) -> House:
    house = layouts.house_of(Terms.on(layout), MAIN)
    return layouts.limited(Terms.on(layout), house, layouts.stake_for(layout, "ante", stake))


def game_of(house: House) -> FlopGame:
    from pitboss.families.house_poker.price.flops import FlopGame

    order = next(iter(house.wagers.values())).pays.order
    return FlopGame(Rows.of(order, *house.rows()), layouts.cheapest_first(house, house.ends), house.net)


def strategy(layout: Layout, stake: int | None = None, progress: Progress | None = None) -> FlopStrategy:
    """The best strategy: `decide("Ks Kd 4c")`, `summary()`, `cost("make a flop wager with a pair or better")`."""
    return strategy_of(house_on(layout, stake), progress)


def strategy_of(house: House, progress: Progress | None = None) -> FlopStrategy:
    from pitboss.families.house_poker.price import flops
    from pitboss.families.house_poker.price.strategy import FlopStrategy, Simple

    game = game_of(house)
    decisions = kept.decided(GAME, house.plain(), lambda: {"": flops.solve(game, progress)})[""]
    simpler = (
        Simple("pair or better", "make a flop wager with a pair or better", "pair"),
        Simple("jack high", "make a flop wager with jack high or better", "jack high"),
        Simple("always", "make a flop wager with every hand", "everything"),
    )
    return FlopStrategy(game, decisions, lambda: flops.play(game, decisions), THREE_CARD, simpler)


# ---- The pot: 29.10(d)


def pot(players: int) -> tuple[Distribution, bool]:
    """What a unit of the pot wager comes to with so many players, each with one; and whether that is exact.

    The mean is 0 exactly in either case: what one wins the others lose.
    """
    if players == 1:
        return Distribution.certain(0), True
    if players == 2:
        ties, deals = _kept_ties()
        return Distribution.from_counts(
            {Fraction(1): deals - ties, Fraction(0): 2 * ties, Fraction(-1): deals - ties}
        ), True
    found: dict[Fraction, int] = {}
    for holders, rounds in enumerate(_kept_splits()[players]):
        if rounds:
            won = Fraction(players, holders) - 1
            found[won] = found.get(won, 0) + rounds * holders
            found[Fraction(-1)] = found.get(Fraction(-1), 0) + rounds * (players - holders)
    return Distribution.from_counts(found), False


def _kept_ties() -> tuple[int, int]:
    def make() -> list[int]:
        from pitboss.families.house_poker.price.flops import ties_of_two

        return list(ties_of_two())

    ties, deals = Entry(GAME, kept.ALGORITHM, "ties of two").get(make)
    return ties, deals


def _kept_splits() -> list[list[int]]:
    def make() -> list[list[int]]:
        from pitboss.families.house_poker.price.flops import splits

        return [list(row) for row in splits()]

    found: list[list[int]] = Entry(GAME, kept.ALGORITHM, "splits").get(make)
    return found


def _pot_row(layout: Layout, playing: int | None = None) -> PricedWager:
    players = int(str(layout.options["positions"])) if playing is None else playing
    distribution, exact = pot(players)
    note = (
        f"With {players} players. The house edge is 0 by symmetry." if players > 1 else "It returns to a single player."
    )
    if not exact:
        rounds = sum(_kept_splits()[players])
        note += f" How often it is won and split is from {rounds:,} random deals; with two players it is exact."
    row = priced(layout, "pot", distribution, note=note, rests_on=quoted.rests_on(layout, "pot", "surrender"))
    return row if exact else row.model_copy(update={"method": "simulation"})


class FlopPoker(PokerPricing):
    hangs_on: ClassVar[frozenset[Input]] = frozenset({"stake", "strategy", "players"})

    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake, given.progress, given.strategy, given.players)

    def strategy(self, layout: Layout, given: Given) -> FlopStrategy:
        return strategy(layout, given.stake, given.progress)


PRICING = FlopPoker()
