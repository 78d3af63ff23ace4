"""The classes of hands that the loop plays with, and the class that each becomes with one more card.

The key idea: two hands with the same future are one class, whatever their cards. They have the same total, actions and
amounts, and become the same classes with one more card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.families.twenty_one.kernel.letters import SUITS, Array
from pitboss.families.twenty_one.kernel.rules import (
    ACES_AGAIN,
    ACES_LAST,
    BUST,
    DOUBLE,
    EMPTY,
    FACES,
    HIT,
    OVER,
    PUSHES,
    RANKS,
    SPLIT,
    SPLIT_AGAIN,
    SPLIT_LAST,
    STAND,
    SURRENDER,
    UNSPLIT,
    VALUES,
)
from pitboss.families.twenty_one.price.strategies import chart_action, doubled_action, split_ace_action
from pitboss.families.twenty_one.round import Score, TwentyOne
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.pricing.twenty_one.hands import hands
from pitboss.pricing.twenty_one.terms import Bonus

ACTS = {"S": STAND, "H": HIT, "D": DOUBLE, "P": SPLIT, "R": SURRENDER}
"""The loop's numbers for the letters of a chart."""
VARIANTS = (UNSPLIT, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST)
MOST = 9
"""The largest number that a chart can contain."""
MIXED = len(SUITS)
"""Stands for a suit when the cards are of several suits, or when suits do not matter."""


@dataclass(frozen=True)
class ClassTables:
    """The classes of hands in the form of `rules.HandTables`."""

    to: Array
    total: Array
    act: Array
    pays: Array
    beats: Array
    wins: Array
    doubled: Array
    award: Array
    by_suit: Array
    """[class, suits]: a winning hand's payoff in mixed colours, one colour, one suit, or the suit that pays most.
    """
    suits_matter: bool
    """Whether suits affect how hands are played or paid."""
    suits_played: bool


class Classes:
    """The class of every hand, computed from the largest hands down, so that hands with equal futures are merged.

    A hand may have all its cards in one suit if that still matters; otherwise it has the suit `MIXED`.
    """

    def __init__(self, game: TwentyOne[Any], chart: Chart, stake: int, flat: bool = False) -> None:
        """With `flat`, classes ignore suits; the payoffs by suit are in `by_suit` instead."""
        self.game, self.house, self.chart, self.stake = game, game.house, chart, stake
        self.flat = flat
        self.deep = MOST if not self.house.double_cards or self.house.charlie else 3
        table = hands()
        self.to, self.total = table.to.tolist(), table.total.tolist()
        self.values = [tuple(r + 1 for r in range(RANKS) for _ in range(counts[r])) for counts in table.cards.tolist()]
        self.apart = {cards for cards, _, _ in chart.exceptions}
        self.bonuses = [(extra.bonus, extra.odds.pays(stake)) for extra in game.extra]
        self.by_suit = [cards for cards, suited, _ in chart.exceptions if suited]
        self.suits_played = bool(self.by_suit)
        self.by_suit += [bonus.ranks for bonus, _ in self.bonuses if (bonus.suited or bonus.suit) and bonus.ranks]
        self.by_suit += [game.award.ranks] if game.award else []
        self.by_suit = [] if flat else self.by_suit
        named = next((bonus.suit for bonus, _ in self.bonuses if bonus.suit), "")
        self.named = [suit.name.lower() for suit in SUITS].index(named) if named else -1
        self.rows: dict[tuple[Any, ...], int] = {(): BUST, ((),): EMPTY}
        self.known: dict[tuple[int, int], int] = {}
        self.said: dict[tuple[Any, ...], bytes] = {}
        for hand in range(len(self.values) - 1, 0, -1):
            suits = range(MIXED + 1) if any(_part(self.values[hand], of) for of in self.by_suit) else (MIXED,)
            for suit in suits:
                self.known[hand, suit] = self.class_of(hand, suit)

    def after(self, hand: int, suit: int, drawn: int, of: int) -> int:
        """The class that the hand becomes with one more card."""
        to = self.to[hand][drawn]
        if to < 0:
            return BUST
        same = of if hand == 0 or suit == of else MIXED
        return self.known.get((to, same)) or self.known[to, MIXED]

    def class_of(self, hand: int, suit: int) -> int:
        total, values, suited = self.total[hand], self.values[hand], suit < MIXED
        if suited:
            future = tuple(self.after(hand, suit, drawn, of) for of in range(len(SUITS)) for drawn in range(RANKS))
        else:
            future = tuple(self.after(hand, suit, drawn, 0) for drawn in range(RANKS)) * len(SUITS)
        two_card_21 = len(values) == 2 and total == OVER - 1
        beats = two_card_21 and self.game.layout.option("split_21_reading") == "two_card_wins"
        number = self.house.charlie and len(values) >= self.house.charlie
        wins = bool(number or (total == OVER - 1 and self.house.twenty_one_wins))
        total = OVER - 1 if number else total
        how = 0 if not suited else 2 if suit == self.named else 1
        acts, doubled = b"", b""
        if len(values) > 1 and total < OVER - 1:
            acts, doubled = self.acts(hand, how), self.doubled(values)
        award = self.game.award
        has = bool(award and (suited or self.flat) and values == award.ranks)
        paid = tuple(self.pays(values, total, kind) for kind in (0, 0, 1, 2))
        key = (total, acts, doubled, self.pays(values, total, how), beats, wins, has, paid, future)
        return self.rows.setdefault(key, len(self.rows))

    def doubled(self, values: tuple[int, ...]) -> bytes:
        """The action for a doubled hand against each up card."""
        if len(values) < 3 or not self.house.gives_up_doubled:
            return b""
        key = ("doubled", values)
        if key not in self.said:
            self.said[key] = bytes(ACTS[doubled_action(self.chart, values, up, "SR")] for up in range(1, RANKS + 1))
        return self.said[key]

    def pays(self, values: tuple[int, ...], total: int, suited: int) -> int:
        """The payoff for a winning hand that was not doubled, in mixed suits (0), one suit (1) or the suit that pays
        most (2).
        """
        earned = [self.game.main_odds["win"].pays(self.stake)]
        for bonus, paid in self.bonuses:
            if _has(bonus, values, total) and suited >= (2 if bonus.suit else int(bonus.suited)):
                earned.append(paid)
        return max(earned)

    def acts(self, hand: int, suited: int) -> bytes:
        """The action for a hand in each of its variants against each up card."""
        values, total = self.values[hand], self.total[hand]
        pair = values[0] if len(values) == 2 and values[0] == values[1] else 0
        apart = (values, suited) if values in self.apart else ()
        soft = total > sum(values)
        key = (total, soft, min(len(values), self.deep), pair, *apart)
        if key not in self.said:
            self.said[key] = bytes(
                self.act(variant, values, suited, up, self.allowed(variant, values, pair, total, soft))
                for variant in VARIANTS
                for up in range(1, RANKS + 1)
            )
        return self.said[key]

    def act(self, variant: int, values: tuple[int, ...], suited: int, up: int, allowed: str) -> int:
        one_card = variant in (ACES_AGAIN, ACES_LAST) and not self.house.hit_split_aces and "P" not in allowed
        if one_card and 1 in values and len(values) == 2:
            return ACTS[split_ace_action(self.chart, values, up, allowed)]
        return ACTS[chart_action(self.chart, values, suited, up, allowed)]

    def allowed(self, variant: int, values: tuple[int, ...], pair: int, total: int, soft: bool) -> str:
        """The letters of the choices that the rules allow."""
        house = self.house
        aces, split = variant in (ACES_AGAIN, ACES_LAST), variant != UNSPLIT
        doubles = house.doubling is not None and (not house.double_cards or len(values) == house.double_cards)
        doubles = doubles and (not house.doubling or (not soft and total in house.doubling))
        doubles = doubles and (not split or house.double_after_split) and (not aces or house.double_split_aces)
        splits = bool(pair) and house.splitting and variant not in (SPLIT_LAST, ACES_LAST)
        return (
            ("S" if aces and not house.hit_split_aces else "SH")
            + ("D" if doubles else "")
            + ("P" if splits else "")
            + ("R" if self.surrenders(split, len(values)) else "")
        )

    def surrenders(self, split: bool, cards: int) -> bool:
        house = self.house
        if house.surrender == "none" or (split and not house.surrender_split):
            return False
        if house.switching and house.surrender_order == "before_switch":
            return False
        return cards == 2 or house.surrenders_drawn

    def arrays(self) -> ClassTables:
        """The classes as arrays."""
        count = len(self.rows)
        to = np.zeros((count, FACES // VALUES, VALUES), np.uint16)
        total, pays, beats = np.zeros(count, np.uint8), np.zeros(count, np.int64), np.zeros(count, np.uint8)
        act = np.zeros((len(VARIANTS), count, VALUES), np.uint8)
        wins, award = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        doubled, by_suit = np.zeros((count, VALUES), np.uint8), np.zeros((count, 4), np.int64)
        total[BUST] = OVER
        to[EMPTY, :, :RANKS] = [[self.after(0, of, drawn, of) for drawn in range(RANKS)] for of in range(len(SUITS))]
        for (*entries, future), at in ((key, at) for key, at in self.rows.items() if at > EMPTY):
            total[at], acts, given, pays[at], beats[at], wins[at], award[at], by_suit[at] = entries
            if given:
                doubled[at, :RANKS] = np.frombuffer(given, np.uint8)
            to[at, :, :RANKS] = np.array(future).reshape(len(SUITS), RANKS)
            if acts:
                act[:, at, :RANKS] = np.frombuffer(acts, np.uint8).reshape(len(VARIANTS), RANKS)
        apart = (wins, doubled.reshape(-1), award, by_suit, bool(self.by_suit), self.suits_played)
        return ClassTables(to.reshape(-1), total, act.reshape(-1), pays, beats, *apart)


def _has(bonus: Bonus, values: tuple[int, ...], total: int) -> bool:
    """Whether a hand has the cards of a bonus, whatever their suits."""
    counts = [values.count(value) for value in range(1, RANKS + 1)]
    return (bool(bonus.ranks) or total == OVER - 1) and bonus.fits(counts)


def _part(values: tuple[int, ...], of: tuple[int, ...]) -> bool:
    """Whether the cards of one hand are among those of another."""
    return all(values.count(one) <= of.count(one) for one in values)


def dealer_states(game: TwentyOne[Any]) -> tuple[Array, Array]:
    """The dealer's hands: the hand after one more card, and the total where the dealer stands."""
    states = [(0, False)]
    rows: list[list[int]] = []
    totals: list[int] = []
    for hard, ace in states:  # The list grows during iteration.
        soft = ace and hard + RANKS < OVER
        score = Score(hard + RANKS * soft, soft)
        draws = score.total < OVER and game.must_draw(score)
        pushes = score.total in game.house.ties
        totals.append(0 if draws else PUSHES if pushes else min(score.total, OVER))
        rows.append([0] * VALUES)
        for drawn in range(RANKS) if draws else ():
            after = (hard + drawn + 1, ace or drawn == 0)
            if after not in states:
                states.append(after)
            rows[-1][drawn] = states.index(after)
    return np.array(rows, np.uint8).reshape(-1), np.array(totals, np.uint8)
