"""The exact price of flop poker: 407,170,400 deals of three own cards and a flop, of which two are used.

Against the published figures: with FP-2 (straight 11 to 1) ante and flop cost 5.4237 % of the ante, every digit as
published (888casino's blog). With FP-1, the lowest table that New Jersey permits, they cost 6.485 %, which is not
published. The pot has no house edge, as published. The three-card bonus by FP3-1 costs 5.376 %. The ante's price covers
ante and flop wager together, per unit of the ante; the flop wager is also priced over the hands in which it is made.
The pot wager's price is 0 whatever a player does, because a surrendered hand still competes and all players are dealt
alike. How often it is won and split is exact for two players, and counted in random deals for more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.flop.price import FlopPricing
from pitboss.families.house_poker.price.pricing import Figures, Note
from pitboss.families.house_poker.price.solutions import ALGORITHM
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.cache import Entry
from pitboss.pricing.contract import Input
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES
from pitboss.pricing.report import PricedWager, wager_price

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import SimpleStrategy


class FlopPoker(FlopPricing):
    """Price the ante and flop wager against a pay table, and a pot in which the house has no share."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"stake", "strategy", "players"})
    game = "flop-poker"
    main = ("ante", "flop")
    combined_name = "Ante and flop wager"
    facts = ("flop_or_surrender", "own_cards", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the flop wager that follows, under {how}.",
        "three_card_bonus": "On the player's own cards; not affected by a surrender.",
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        return (
            SimpleStrategy("pair or better", "make a flop wager with a pair or better", "pair"),
            SimpleStrategy("jack high", "make a flop wager with jack high or better", "jack high"),
            SimpleStrategy("always", "make a flop wager with every hand", "everything"),
        )

    def quote(self, figures: Figures, wager: str) -> PricedWager:
        return self.quote_pot(figures) if wager == "pot" else super().quote(figures, wager)

    def quote_pot(self, figures: Figures) -> PricedWager:
        """29.10(d): price the pot for the given number of players, by default one at every position."""
        layout, players = figures.layout, figures.given.players
        players = int(str(layout.options["positions"])) if players is None else players
        distribution, exact = pot(players)
        note = f"With {players} players. The house edge is 0 by symmetry."
        if not exact:
            rounds = sum(stored_splits()[players])
            note += f" Wins and splits are estimated from {rounds:,} random deals; with two players they are exact."
        note = note if players > 1 else "A single player gets it back."
        row = wager_price(layout, "pot", distribution, note=note, rests_on=self.rests_on(layout, "pot", "surrender"))
        return row if exact else row.model_copy(update={"method": "simulation"})


# ---- The pot: 29.10(d)


def pot(players: int) -> tuple[Distribution, bool]:
    """Return the distribution of the pot wager's net result if each player makes one, and whether it is exact.

    The mean is exactly 0 in either case, since some players win what the others lose.
    """
    if players == 1:
        return Distribution.certain(0), True
    if players == 2:
        ties, deals = stored_ties()
        return Distribution.from_events(
            {
                ("wins the pot", Fraction(1)): deals - ties,
                ("splits the pot", Fraction(0)): 2 * ties,
                ("loses", Fraction(-1)): deals - ties,
            }
        ), True
    found: dict[tuple[str, Fraction], int] = {}
    for holders, rounds in enumerate(stored_splits()[players]):
        if rounds:
            won = f"splits the pot with {holders - 1}" if holders > 1 else "wins the pot"
            found[won, Fraction(players, holders) - 1] = rounds * holders
            lost = LOSES, Fraction(-1)
            found[lost] = found.get(lost, 0) + rounds * (players - holders)
    return Distribution.from_events(found), False


def stored_ties() -> tuple[int, int]:
    def make() -> list[int]:
        from pitboss.families.house_poker.kinds.flop.solver import count_ties

        return list(count_ties())

    ties, deals = Entry(FlopPoker.game, ALGORITHM, "ties of two").get(make)
    return ties, deals


def stored_splits() -> list[list[int]]:
    def make() -> list[list[int]]:
        from pitboss.families.house_poker.kinds.flop.solver import count_pot_splits

        return [list(row) for row in count_pot_splits()]

    found: list[list[int]] = Entry(FlopPoker.game, ALGORITHM, "splits").get(make)
    return found


PRICING = FlopPoker()
