"""The exact price of red dog: all orders of three cards, from a shoe of any composition.

A raise is linear: what is worth raising is worth raising in full. So for each two cards it is asked whether a raise
brings more than nothing, with just the cards that are left; from full decks that is so with a spread of 7 or more.

Against published figures, all the same here to the digit: oddsshark.com (red-dog-odds) prints 3.077 % of the initial
wager from two decks, 2.88 % from four, 2.80 % from six and 2.75 % from eight; casino.online-betting-guide.co.uk 3.155 %
from one (the 2.571 % that it has for eight is a slip of the pen for 2.751 %). webcasinoguide.com (reddog) has, of six
decks, the chance that each spread wins and what each unit brings: 0.541935 and 0.083871 with a spread of 7, the least
that is worth a raise. The price is that of the first round of a full shoe; with a continuous shuffler it is that of
every round.

The initial wager's price is that of initial wager and raise together, for each unit of the initial wager; the raise's
own is over the rounds in which it is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.families.shoe.price import At, BestPlay, Ended, Followed, FollowedPricing, Simple, adds
from pitboss.families.shoe.tree import More, Tree
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, wager_price

_FROM = re.compile(r"raise (?:on|with) (?:a spread of )?(\d+) or more")


def after(state: tuple[int, ...] | None, kind: int) -> More | Ended:
    """What follows on each card. The choice comes up at two cards, the lower first."""
    if state is None:
        return More((kind,))
    if len(state) == 1:
        low, high = sorted((state[0], kind))
        return Ended("push") if high - low == 1 else More((low, high))
    low, high = state
    if low == high:
        return Ended("three_of_a_kind" if kind == low else "push")
    return Ended("wins" if low < kind < high else "loses", (low, high))


def tree(layout: Layout) -> Tree:
    return Tree(len(layout.fact("card_values")), after)


def spread_at(at: Any) -> int:
    """The spread of two kinds of cards."""
    low, high = at
    return int(high - low - 1)


def won(layout: Layout, ended: Ended) -> Fraction:
    """What each unit wagered comes to."""
    if ended.how in ("push", "loses"):
        return Fraction(-1 if ended.how == "loses" else 0)
    row = ended.how if ended.at is None else layout.fact("spread")[str(spread_at(ended.at))]
    return layout.odds_table("initial")[row].ratio


class RedDogPricing(FollowedPricing):
    choices = ("raise", "stand")
    same_as: ClassVar[Mapping[str, str]] = {"leave": "raise", "take_back": "stand"}
    first, second = "initial", "raise"
    facts = ("card_values", "spread", "consecutive", "pair", "raise")
    also_told = ", or such as: raise on 7 or more"

    def rounds(self, layout: Layout) -> Followed:
        return Followed(
            layout,
            tree(layout),
            layout.fact("card_values"),
            lambda ended, raised: won(layout, ended) * (2 if raised and ended.at is not None else 1),
        )

    def simpler(self, layout: Layout) -> tuple[Simple, ...]:
        return (
            Simple("never raise", "stand with every spread", lambda at: False),
            Simple("always raise", "raise with every spread", lambda at: True),
        )

    def told(self, words: str) -> Simple | None:
        found = _FROM.fullmatch(words)
        if found is None:
            return None
        least = int(found[1])
        return Simple(words, f"raise with a spread of {least} or more", lambda at: spread_at(at) >= least)

    def in_words(self, layout: Layout, added_at: frozenset[At]) -> tuple[str, ...]:
        raised = sorted(at for at in added_at if isinstance(at, tuple))
        if not raised:
            return ("stand with every spread",)
        least, kinds = min(map(spread_at, raised)), len(layout.fact("card_values"))
        if raised == [(low, high) for low in range(kinds) for high in range(low + least + 1, kinds)]:
            return (f"raise with a spread of {least} or more, stand with less",)
        letters = list(layout.fact("card_values"))
        listed = ", ".join(f"{letters[low]}-{letters[high]}" for low, high in raised)
        return (f"raise with these cards: {listed}",)

    def asked_at(self, game: Followed, own: Sequence[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
        both = (*own, *shown)
        apart = len(both) == 2 and abs(game.kind(both[0]) - game.kind(both[1])) > 1
        return both if apart else ()

    def other_prices(self, layout: Layout, best: BestPlay, play: Simple) -> Iterator[PricedWager]:
        nets: dict[Fraction, int] = {}
        for ended, orders in best.counted.items():
            if adds(play, ended):
                net = won(layout, ended)
                nets[net] = nets.get(net, 0) + orders
        found = Distribution.from_counts(nets) if nets else Distribution.certain(0)
        note = "Of itself, over the rounds in which it is made." if nets else "So it is never made."
        rows = dict.fromkeys(layout.fact("spread").values())
        odds = {row: str(layout.odds_table("initial")[row]) for row in rows}
        yield wager_price(layout, "raise", found, per="raise", odds=odds, rests_on=self.rests_on(layout), note=note)


PRICING = RedDogPricing()

__all__ = ["PRICING", "spread_at", "tree", "won"]
