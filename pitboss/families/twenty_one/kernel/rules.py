"""A twenty-one table's rules as numbers and tables, for the compiled loop."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, NamedTuple, get_type_hints

import numpy as np

from pitboss.simulation.compiled import IntArray

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""The entries of `HandTables.act`."""
UNSPLIT, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST = range(5)
"""The variants of a hand in `HandTables.act`: not split; split, with and without another split allowed; split aces
alike.
"""
BUST, EMPTY = 0, 1
"""The classes for a hand over the limit and a hand without cards."""
OVER = 22
"""The total of every hand over the limit."""
PUSHES = 23
"""The total of a dealer's hand that is over the limit but pushes instead of losing."""
SURRENDERED, GIVEN = 1, 2
"""The fates of a hand that does not stand: surrendered, or given up after a double."""
NO_HOLE, HOLE, READ = range(3)
"""When the dealer's second card is dealt: after play; before play; before play, and checked for a blackjack."""

HOLE_NEXT, ENDS = 0x7800, 0xF000
"""Codes of the automaton. Below HOLE_NEXT are states that take a card from the shoe, below ENDS those that take the
hole card, and the rest are ends. A state's code is sixteen times its number, so that a card's value can be added to it.
"""
BY_ROUND = ENDS
"""The end that leaves the round to `_round`."""
SUIT_ENDS = 0xFE00
"""The first of the ends that depend on suits. Each has a row in `Unsplit.suits`: four ends, and whose suits choose
among them.
"""
OWN_THREE, DEALER_THREE, DEALER_TWO = range(3)
"""The cards whose suits matter: the player's three, the dealer's three, or the dealer's first two."""
MIXED, COLOUR, ONE_SUIT, NAMED_SUIT = range(4)
"""The suits of some cards: mixed, of one colour, of one suit, or of the suit that pays most."""
RANKS = 10
"""The number of card values; ten, jack, queen and king count as one."""
VALUES = 16
"""Columns of a table by value; a table by value and suit has `FACES`."""
FACES = 64
LETTERS = 256
MOST_HANDS = 8
DEALS = RANKS**4
"""Deals of two hands by value. The digits are the first and second card of one hand, then of the other."""
TOTALS = 8
"""The number of dealer totals: none, 17 to 21, over the limit, and over the limit with a push."""
MOST_CARDS = 32
"""More cards than any hand can have."""
MOST_COUNTED = 4
"""The maximum number of cards that a side wager counts."""
MOST_STREAKS = 6
PAD = 64
"""The places after the last card that the automaton may read; a round that reads them is dealt again."""

VALUE, FACE = VALUES - 1, FACES - 1
ACE, TEN = 0, 9


class Cards(NamedTuple):
    """The shoe, with one side or two."""

    cards: Any
    """The letters of a side's cards, in the order of `letters`."""
    index: Any
    """[letter]: the place of a card in `letters`."""
    letters: Any
    per_side: int
    """The number of cards on a side. A field named `size` would be hidden by the `size` of NumPy records."""
    different: int
    """The length of `letters`."""
    sides: int
    red_side: int
    """The side that is used after a red determinant card."""
    stop: int
    """Another round is dealt while fewer cards than this have been dealt."""
    bart_carter: bool
    """Whether only the side in use is checked for `stop` and shuffled, with cards burned only the first time."""
    need: int
    """The number of cards that are shuffled in advance."""
    burn: int
    up_first: bool
    """Whether the dealer's first card is dealt before the players'."""
    continuous: bool
    sure: int
    """The number of rounds that every shoe is certain to have."""


class HandTables(NamedTuple):
    """The classes of hands, and how each is played and paid."""

    to: Any
    """[class, value and suit]: the class after drawing this card."""
    total: Any
    act: Any
    "[variant, class, value of the up card]"
    pays: Any
    """[class]: the payoff of a winning hand that was not doubled."""
    beats: Any
    """[class]: whether a split hand beats a dealer's 21."""
    wins: Any
    """[class]: whether the hand is paid at once, or as soon as the dealer is known to have no blackjack."""
    doubled: Any
    """[class, value of the up card]: STAND or SURRENDER for a doubled hand."""
    classes: int
    award: Any
    """[class]: whether a hand that was not split or doubled wins the super bonus against `Main.award_up`."""
    most: int
    resplit_aces: bool


class DealerTables(NamedTuple):
    """The dealer's hand and its rules."""

    to: Any
    """[state, value]: the state after drawing this card; state 0 has no cards."""
    total: Any
    """[state]: the dealer's final total, or 0 if he draws."""
    could: Any
    """[value of the up card]: whether the dealer may have a blackjack."""
    hole: int
    early: bool
    """Whether a hand is surrendered before the dealer checks the hole card."""
    held: bool
    """Whether a surrendered hand waits for the dealer's second card when that may make a blackjack."""
    circles: int
    """The number of dealer hands in a round, each with a wager against it."""
    rescue: bool
    """Whether giving up a doubled hand costs the original wager at once, instead of half of both wagers."""
    natural_wins: bool
    """Whether a player's blackjack is paid whatever the dealer has."""
    natural_first: bool
    """Whether it is paid before insurance is offered."""


class Main(NamedTuple):
    """The main wager, and its possible results in a round."""

    stake: int
    win: int
    blackjack: int
    half: int
    award: int
    award_up: int
    """The value of the up card against which the super bonus is paid, or -1."""
    units: Any
    "[value of the first card, value of the up card]: the number of wagers on the hand; from bit 4 on, a bit per raise."
    raises: int
    low: int
    grain: int
    nets: int
    """The number of cells for each wager with many results, which go from `low` up in steps of `grain`.

    These wagers are the main ones, a double and a split hand, the same two again for later circles, and the raises. All
    except the main wagers are counted for one unit.
    """


class Insurance(NamedTuple):
    """The insurance wager."""

    taken: bool
    stake: Any
    """[units on the hand]: the amount, like the fields below."""
    pays: Any
    suited: Any


class ThirdCard(NamedTuple):
    """A side wager on the dealer's three cards."""

    laid: bool
    value: int
    worth: Any
    """The net of a loss, of three cards of `value` in one suit and in one colour, then by the value of the third card.
    """


class FirstCards(NamedTuple):
    """Side wagers on the player's first two cards and the dealer's first, by kind of deal."""

    pairs: Any
    kinds: Any
    worth: Any
    """The net of each kind in even units, then in odd ones, because mutually exclusive wagers take turns."""
    sorts: int
    "The length of `worth`."


class SecondCard(NamedTuple):
    """Side wagers that are settled by the dealer's second card."""

    waits: bool
    stake: int
    pays: int
    queen: int
    """The letter of the card that the wager needs two of, or -1 without this wager."""
    queen_worth: Any


class CountedCards(NamedTuple):
    """A side wager that counts cards of one value."""

    value: int
    """The value that is counted, or -1 without this wager."""
    cards: int
    leading: bool
    guaranteed: bool
    rows: Any
    """[number of such cards, their suits]"""
    worth: Any
    steps: int
    "The length of `worth`."
    meter: int
    """The row that the meter pays, or -1. Each row after it is for a meter one step higher."""


class Streaks(NamedTuple):
    """Wagers on winning several rounds in a row."""

    wins: Any
    worth: Any
    "[streak, lost or won]"
    length: int


class Spot(NamedTuple):
    """The two hands dealt to a spot, and the exchange of their second cards."""

    hands: int
    plan: Any
    """[choice, values of the four cards], a bit for each up card. The choices are to exchange the second cards, and to
    surrender the first or the second hand before that.
    """
    gives: bool
    """Whether hands may be surrendered before the exchange."""
    used: bool
    """Whether the automaton deals the rounds without a split."""
    first: Any
    step: Any
    worth: Any
    "[end of a hand, total of the dealer]"
    ends: int
    "The length of `worth`."


class Unsplit(NamedTuple):
    """The automaton of a round without a split."""

    used: bool
    first: Any
    peeked: Any
    """Like `first`, for a dealer who has looked and found a blackjack."""
    step: Any
    suits: Any
    """A row for each end that depends on suits: four ends, and whose suits choose among them."""
    named: int
    """The suit that pays most, or -1."""
    worth: Any

    @classmethod
    def none(cls) -> Unsplit:
        empty = np.zeros(1, np.uint16)
        return cls(False, empty, empty, empty, empty, -1, np.zeros(0, np.int64))


class Offsets(NamedTuple):
    """The first cell of each wager."""

    ends: int
    nets: int
    insurance: int
    kinds: int
    waits: int
    queen: int
    rows: int
    streaks: int
    third: int
    half: int
    """The number of cells for the rounds that every shoe has; the same number follow for the others."""


class LoopRules(NamedTuple):
    """A twenty-one table's rules for the loop; amounts are in cents."""

    cards: Cards
    hands: HandTables
    dealer: DealerTables
    main: Main
    insurance: Insurance
    third_card: ThirdCard
    first_cards: FirstCards
    second_card: SecondCard
    counted: CountedCards
    streaks: Streaks
    spot: Spot
    unsplit: Unsplit
    at: Offsets

    def to_arrays(self) -> LoopArrays:
        """Pack the rules for the compiled loop: a record with every field, and all tables in two arrays.

        A table's field is the index at which it begins in its array. Numba counts references to every array that one
        compiled function passes to another, so there are two arrays instead of one for each table.
        """
        rules = np.zeros(1, RULES).view(np.recarray)
        amounts: list[Any] = [np.zeros(0, np.int64)]
        tables: list[Any] = [np.zeros(0, np.uint16)]
        for name in self._fields:
            for field, value in getattr(self, name)._asdict().items():
                if isinstance(value, np.ndarray):
                    parts = amounts if f"{name}.{field}" in AMOUNTS else tables
                    rules[name][field] = sum(part.size for part in parts)
                    parts.append(value.reshape(-1))
                else:
                    rules[name][field] = int(value)
        return LoopArrays(rules[0], np.concatenate(tables).astype(np.uint16), np.concatenate(amounts).astype(np.int64))


RULES = np.dtype(
    [(name, [(field, np.int64) for field in kind._fields]) for name, kind in get_type_hints(LoopRules).items()]
)
"""The record that compiled code reads as `LoopRules`. A table's field is the index at which it begins."""


class LoopArrays(NamedTuple):
    """The rules as compiled functions take them."""

    rules: LoopRules
    """A `RULES` record."""
    tables: IntArray
    amounts: IntArray


AMOUNTS = (
    "hands.pays",
    "insurance.stake",
    "insurance.pays",
    "insurance.suited",
    "third_card.worth",
    "first_cards.worth",
    "second_card.queen_worth",
    "counted.worth",
    "streaks.wins",
    "streaks.worth",
    "spot.worth",
    "unsplit.worth",
)
"""The tables of amounts, or of numbers that do not fit into 16 bits."""


def sure_rounds(values: Iterable[int], round_value: int, round_more: int, burn: int, stop: int) -> int:
    """The number of rounds that every shoe is certain to have, at least 1; none of them can run out of cards.

    `values` are the values of its cards, with an ace as 1. A round takes cards worth at most `round_value` in total, so
    more of them if they are small, and `round_more` other cards.
    """
    smallest = sorted(values)
    upto = list(accumulate(smallest, initial=0))

    def most(rounds: int) -> int:
        return burn + rounds * round_more + bisect_right(upto, rounds * round_value) - 1

    sure = 1
    while most(sure) < stop and most(sure + 1) < len(smallest):
        sure += 1
    return sure
