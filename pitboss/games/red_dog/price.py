"""The exact price of red dog: all orders of three cards, from a shoe of any composition.

A raise is linear: if it is worth making, it is worth making in full. So for every two cards the price checks whether a
raise has a positive expectation with the remaining cards. From full decks it does with a spread of 7 or more.

These published figures all match ours to the digit. oddsshark.com (red-dog-odds) prints 3.077 % of the initial wager
for two decks, 2.88 % for four, 2.80 % for six and 2.75 % for eight; casino.online-betting-guide.co.uk 3.155 % for one
(its 2.571 % for eight is a misprint of 2.751 %). webcasinoguide.com (reddog) has, for six decks, the probability that
each spread wins and the expectation of a unit: 0.541935 and 0.083871 with a spread of 7, the smallest that is worth a
raise. The price is for the first round of a full shoe; with a continuous shuffler it applies to every round. The
initial wager's price covers the initial wager and the raise together, per unit of the initial wager. The raise's own
price is over the rounds in which it is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.families.shoe.price import At, BestPlay, FollowUpGame, FollowUpPricing, RoundEnd, SimpleStrategy, adds
from pitboss.families.shoe.tree import More, Tree
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, wager_price

_FROM = re.compile(r"raise (?:on|with) (?:a spread of )?(\d+) or more")


def after(state: tuple[int, ...] | None, kind: int) -> More | RoundEnd:
    """What follows each card. The choice comes up after two cards, the lower one first."""
    if state is None:
        return More((kind,))
    if len(state) == 1:
        low, high = sorted((state[0], kind))
        return RoundEnd("push") if high - low == 1 else More((low, high))
    low, high = state
    if low == high:
        return RoundEnd("three_of_a_kind" if kind == low else "push")
    return RoundEnd("wins" if low < kind < high else "loses", (low, high))


def tree(layout: Layout) -> Tree:
    return Tree(len(layout.fact("card_values")), after)


def spread_at(at: Any) -> int:
    """The spread of two kinds of cards."""
    low, high = at
    return int(high - low - 1)


def won(layout: Layout, ended: RoundEnd) -> Fraction:
    """The net per unit wagered."""
    if ended.how in ("push", "loses"):
        return Fraction(-1 if ended.how == "loses" else 0)
    row = ended.how if ended.at is None else layout.fact("spread")[str(spread_at(ended.at))]
    return layout.odds_table("initial")[row].ratio


class RedDogPricing(FollowUpPricing):
    choices = ("raise", "stand")
    same_as: ClassVar[Mapping[str, str]] = {"leave": "raise", "take_back": "stand"}
    first, second = "initial", "raise"
    facts = ("card_values", "spread", "consecutive", "pair", "raise")
    other_formats = ", or for example: raise on 7 or more"
    cards_exposed: ClassVar[Mapping[str, tuple[int, str]]] = {
        "next_card": (0, "The first card is known before the wagers"),
        "third_card": (2, "The third card is known before the raise"),
    }

    def rounds(self, layout: Layout) -> FollowUpGame:
        return FollowUpGame(
            layout,
            tree(layout),
            layout.fact("card_values"),
            lambda ended, raised: won(layout, ended) * (2 if raised and ended.at is not None else 1),
        )

    def simpler(self, layout: Layout) -> tuple[SimpleStrategy, ...]:
        return (
            SimpleStrategy("never raise", "stand with every spread", lambda at: False),
            SimpleStrategy("always raise", "raise with every spread", lambda at: True),
        )

    def event_place(self, layout: Layout, at: At) -> str:
        letters = list(layout.fact("card_values"))
        assert isinstance(at, tuple)
        return f"{letters[at[0]]}-{letters[at[1]]}, spread of {spread_at(at)}"

    def event(self, layout: Layout, ended: RoundEnd, added: bool) -> str:
        if ended.at is None:
            return ended.how
        spread = spread_at(ended.at)
        return f"{'raise, ' if added else ''}spread of {spread}, {ended.how}"

    def parse_strategy(self, words: str) -> SimpleStrategy | None:
        found = _FROM.fullmatch(words)
        if found is None:
            return None
        least = int(found[1])
        return SimpleStrategy(words, f"raise with a spread of {least} or more", lambda at: spread_at(at) >= least)

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

    def cards_at_choice(self, game: FollowUpGame, own: Sequence[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
        both = (*own, *shown)
        apart = len(both) == 2 and abs(game.kind(both[0]) - game.kind(both[1])) > 1
        return both if apart else ()

    def other_prices(self, layout: Layout, best: BestPlay, play: SimpleStrategy) -> Iterator[PricedWager]:
        nets: dict[tuple[str, Fraction], int] = {}
        for ended, orders in best.counted.items():
            if adds(play, ended):
                at = self.event(layout, ended, False), won(layout, ended)
                nets[at] = nets.get(at, 0) + orders
        found = Distribution.from_events(nets) if nets else Distribution.certain(0)
        note = "For this wager alone, over the rounds in which it is made." if nets else "This strategy never makes it."
        rows = dict.fromkeys(layout.fact("spread").values())
        odds = {row: str(layout.odds_table("initial")[row]) for row in rows}
        yield wager_price(layout, "raise", found, per="raise", odds=odds, rests_on=self.rests_on(layout), note=note)


PRICING = RedDogPricing()

__all__ = ["PRICING", "spread_at", "tree", "won"]
