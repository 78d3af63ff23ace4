"""The exact price of casino war: all orders of the four cards that count, from a shoe of any composition.

Burn cards are not seen, so they do not affect probabilities and are ignored. On a tied original deal the next two cards
are equally likely in either order: a war is won as often as it is lost, and its only gain is the payoff of a tied war.
So war costs less than surrender with any shoe in which a tied war is possible, whatever has been dealt.

These published figures all match ours to the digit. For six decks, i-online-casinos.com (casino-war-odds) prints a
return of -0.023301 with the bonus and -0.028771 without, and for each number of decks the edge in percent (six, seven,
eight: 2.33, 2.34, 2.34 with the bonus; 2.88, 2.89, 2.90 without; 3.70, 3.72, 3.73 with surrender; 18.65, 18.18, 17.83
on the tie wager at 10 to 1). wizardofmacau.com (war) has the 2.33 and the 18.65; the 2.88 that it gives for surrender
is for war without the bonus. The initial wager's price covers the initial and the war wager together, per unit of the
initial wager. The war wager's own price, and that of the tie wager with it, are over the tie hands on which they are
made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.families.shoe.price import At, BestPlay, FollowUpGame, FollowUpPricing, RoundEnd, SimpleStrategy
from pitboss.families.shoe.tree import After, More, Tree
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES
from pitboss.pricing.report import PricedWager, wager_price

TIE_HAND = "tie hand"
"""The place of the choice between war and surrender; the rank of the tie does not matter."""


def follows(ranks: int, burn: int, surrenders: bool = False) -> After:
    """What follows each card; a player who surrenders is dealt no war."""

    def after(state: tuple[int, ...] | None, kind: int) -> More | RoundEnd:
        if state is None:
            return More((kind,))
        if len(state) == 1:
            if kind != state[0]:
                return RoundEnd("higher" if state[0] > kind else "lower")
            return RoundEnd("surrendered", TIE_HAND) if surrenders else More((ranks, ranks), burn)
        if len(state) == 2:
            return More((ranks, ranks, kind), burn)
        mine = state[2]
        return RoundEnd("tie" if mine == kind else "higher" if mine > kind else "lower", TIE_HAND)

    return after


def tree(layout: Layout, surrenders: bool = False) -> Tree:
    ranks = len(layout.fact("card_ranks"))
    return Tree(ranks, follows(ranks, layout.fact("war_burn"), surrenders))


def net_of(layout: Layout, ended: RoundEnd, war: bool) -> Fraction:
    """The combined net of the initial and war wagers, per unit of the initial wager."""
    if ended.at is None:
        return layout.odds("initial").ratio if ended.how == "higher" else Fraction(-1)
    if not war:
        return -Fraction(Decimal(str(layout.fact("surrender"))))
    return Fraction(-2) if ended.how == "lower" else layout.odds_table("war")[ended.how].ratio


class CasinoWarPricing(FollowUpPricing):
    choices = ("war", "surrender")
    first, second = "initial", "war"
    facts = ("card_ranks", "comparison", "war_settled", "surrender")
    beside = ("tie",)
    cards_exposed: ClassVar[Mapping[str, tuple[int, str]]] = {
        "next_card": (0, "The player's card is known before the wagers"),
        "dealer_card": (1, "The dealer's card is known before the wagers"),
        "war_card": (2, "On a tie, the player's next card is known before the choice of war or surrender"),
        "dealer_war_card": (3, "On a tie, the dealer's next card is known before the choice of war or surrender"),
    }

    def rounds(self, layout: Layout) -> FollowUpGame:
        return FollowUpGame(
            layout, tree(layout), layout.fact("card_ranks"), lambda ended, war: net_of(layout, ended, war)
        )

    def simpler(self, layout: Layout) -> tuple[SimpleStrategy, ...]:
        return (SimpleStrategy("surrender", "surrender every tie hand", lambda at: False),)

    def parse_strategy(self, words: str) -> SimpleStrategy | None:
        return SimpleStrategy("war", "go to war on every tie hand", lambda at: True) if words == "war" else None

    other_formats = ", war"

    def in_words(self, layout: Layout, added_at: frozenset[At]) -> tuple[str, ...]:
        return ("go to war on every tie hand",) if added_at else ("surrender every tie hand",)

    def cards_at_choice(self, game: FollowUpGame, own: Sequence[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
        both = (*own, *shown)
        tied = len(both) == 2 and game.kind(both[0]) == game.kind(both[1])
        return both if tied else ()

    def other_prices(self, layout: Layout, best: BestPlay, play: SimpleStrategy) -> Iterator[PricedWager]:
        tied = {ended.how: orders for ended, orders in best.counted.items() if ended.at == TIE_HAND}
        others = sum(orders for ended, orders in best.counted.items() if ended.at is None)
        at_war = sum(tied.values())
        rests_on = self.rests_on(layout)
        for wager in list(layout.permissible)[1:]:
            if wager == "tie":
                events = {("tie hand", layout.odds(wager).ratio): at_war, (LOSES, Fraction(-1)): others}
                yield wager_price(layout, wager, Distribution.from_events(events), rests_on=rests_on)
            elif not at_war:
                yield wager_price(layout, wager, Distribution.certain(0), note="No hand can tie with this shoe.")
            elif wager == "war":
                odds = layout.odds_table(wager)
                nets = {(how, odds[how].ratio): tied.get(how, 0) for how in ("higher", "tie")}
                nets["lower", Fraction(-1)] = tied.get("lower", 0)
                note = "For this wager alone, over the tie hands on which it is made."
                yield self.at_war(layout, wager, nets, note)
            else:
                ties = tied.get("tie", 0)
                nets = {("tie", layout.odds(wager).ratio): ties, (LOSES, Fraction(-1)): at_war - ties}
                yield self.at_war(layout, wager, nets)

    def at_war(self, layout: Layout, wager: str, nets: dict[tuple[str, Fraction], int], note: str = "") -> PricedWager:
        name = layout.rules.wagers[wager].name.lower()
        found = Distribution.from_events(nets)
        return wager_price(layout, wager, found, per=name, rests_on=self.rests_on(layout), note=note)


PRICING = CasinoWarPricing()

__all__ = ["PRICING", "net_of", "tree"]
