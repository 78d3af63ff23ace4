"""A table of twenty-one as it is told to the loop: numbers and arrays, and where each is among them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""What is done with a hand, in `Game.act`."""
UNSPLIT, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST = range(5)
"""Hands as `Game.act` tells them apart: not split; split, where another split is allowed or not; the same of aces."""
BUST, EMPTY = 0, 1
"""The classes of a hand over the limit, and of one with no card yet."""
OVER = 22
"""The total of a hand over the limit."""
PUSHES = 23
"""The total of a dealer's hand that is over it and no bust, but a push."""
SURRENDERED, GIVEN = 1, 2
"""What became of a hand that does not stand: surrendered, or given up after a double."""
NO_HOLE, HOLE, READ = range(3)
"""The dealer's second card: dealt after the players; dealt before them; and looked at if it can make a blackjack."""

HOLE_NEXT, ENDS = 0x7800, 0xF000
"""In the automaton: below the first, a card from the shoe is next; below the second, the hole card; else it is an end.
A state is sixteen times its number, so that a value can be added to it."""
BY_ROUND = ENDS
"""The end that leaves it to `_round`."""
SUIT_ENDS = 0xFE00
"""From here on ends that hang on suits: a row of `Unsplit.suits` has the four that they may be, and whose suits."""
OWN_THREE, DEALER_THREE, DEALER_TWO = range(3)
"""The cards whose suits matter: the player's three, the dealer's three, his first two."""
MIXED, COLOUR, ONE_SUIT, NAMED_SUIT = range(4)
"""Of several colours; of one; of one suit; of the suit that is paid most."""
RANKS = 10
"""Values that matter to a score; a ten is worth as many."""
VALUES = 16
"""Columns of tables by value; by value and suit there are `FACES`."""
FACES = 64
LETTERS = 256
MOST_HANDS = 8
DEALS = RANKS**4
"""Deals of two hands by value; the digits are the first and second card of one, and of the other."""
TOTALS = 8
"""Totals of the dealer that are told apart: none, 17 to 21, over, and over that pushes."""
MOST_CARDS = 32
"""More than a hand can have."""
MOST_COUNTED = 4
"""Cards that a side wager may count."""
MOST_STREAKS = 6
PAD = 64
"""Places after the last card, so that the automaton may read on for a round: it is dealt again if it did."""

VALUE, FACE = VALUES - 1, FACES - 1
ACE, TEN = 0, 9


class Cards(NamedTuple):
    """The shoe, of one side or two."""

    cards: Any
    "The letters of a side, in the order of the index."
    index: Any
    "By letter: the place of a card among the different ones, which `letters` has in the order of the index."
    letters: Any
    sides: int
    red_side: int
    "The side that a red determinant card means."
    stop: int
    "A round is dealt while fewer cards than this are out."
    bart_carter: bool
    "Only the side in use is asked for this, and shuffled; no card is burned but the first time."
    need: int
    "So many cards are put in order at first."
    burn: int
    up_first: bool
    "The dealer's first card comes before the players'."
    continuous: bool
    sure: int
    "So many rounds every shoe has."


class Hands(NamedTuple):
    """The hands that are told apart, and what is done with them."""

    to: Any
    "[class, value and suit]: the class with this card more."
    total: Any
    act: Any
    "[variant, class, value of the up card]"
    pays: Any
    "What a winning hand of a class is paid, if it was not doubled."
    beats: Any
    "Whether a split hand of a class beats a dealer's 21."
    wins: Any
    "Whether a hand of a class is paid at once, or as soon as the dealer is known to have no blackjack."
    doubled: Any
    "[class, value of the up card]: what is done with a doubled hand, STAND or SURRENDER."
    award: Any
    "Whether a hand of a class, not split or doubled, has the super bonus against its up card."
    most: int
    resplit_aces: bool


class Dealer(NamedTuple):
    """The dealer's hand, and what waits for it."""

    to: Any
    "[state, value]: the state with this card more; state 0 has none."
    total: Any
    "0 where the dealer draws."
    could: Any
    "By the value of the up card: whether there may be a blackjack."
    hole: int
    early: bool
    "A hand is surrendered before the hole card is looked at."
    held: bool
    "A surrendered hand waits for the dealer's second card, where that may make a blackjack."
    circles: int
    "So many dealer hands, one after the other, each with a wager against it."
    rescue: bool
    "A doubled hand that is given up loses the wager before the double, at once; else a half of all, as a surrender."
    natural_wins: bool
    "A player's blackjack is paid whatever the dealer has."
    natural_first: bool
    "And before insurance is offered."


class Main(NamedTuple):
    """The main wager, and what a round of it can come to."""

    stake: int
    win: int
    blackjack: int
    half: int
    award: int
    award_up: int
    "The value of the up card against which the super bonus is paid; -1 where there is none."
    units: Any
    "[value of the first card, value of the up card]: how many wagers are on the hand, and which raises, from bit 4 on."
    raises: int
    low: int
    grain: int
    nets: int
    """Results from `low` on, by steps of `grain`: so many cells to a wager whose results are many. These are the main
    wagers, a double, a hand of a split; the last two once more, of the circles after the first; and the raises. But for
    the main wagers they are told for one unit."""


class Insurance(NamedTuple):
    """Insurance, where it is taken."""

    taken: bool
    stake: Any
    "By how many units are on the hand; so the others."
    pays: Any
    suited: Any


class ThirdCard(NamedTuple):
    """A side wager on the dealer's three cards: lost, three of its value in one suit or colour, or by the third."""

    laid: bool
    value: int
    worth: Any
    "Lost, one suit, one colour, and then by the value of the third card."


class FirstCards(NamedTuple):
    """Side wagers on the first three cards: the kind of a deal, by class of the player's two and the dealer's first."""

    pairs: Any
    kinds: Any
    worth: Any
    "In even units, and in odd ones: wagers that exclude each other take turns."


class SecondCard(NamedTuple):
    """Side wagers that wait for the dealer's second card."""

    waits: bool
    stake: int
    pays: int
    queen: int
    "The letter of which two wait, where that is wagered on; -1 where not."
    queen_worth: Any


class CountedCards(NamedTuple):
    """A side wager that counts cards of one value."""

    value: int
    "Their value; -1 where there is no such wager."
    cards: int
    leading: bool
    guaranteed: bool
    rows: Any
    "[how many were counted, their suits]"
    worth: Any
    meter: int
    "The row that is paid by the meter; -1 where none is. The row after it is for a meter one step higher, and so on."


class Streaks(NamedTuple):
    """Wagers on so many rounds in a row."""

    wins: Any
    worth: Any
    "[streak, lost or won]"


class Spot(NamedTuple):
    """Hands that are dealt to a spot together, and the exchange of their second cards."""

    hands: int
    plan: Any
    """[what is done, the four cards by value], a bit for each up card: the second cards are exchanged; the first hand,
    and the second, is surrendered before that."""
    gives: bool
    "Hands may be surrendered before the exchange."
    used: bool
    "Rounds without a split are dealt by the automaton of a hand."
    first: Any
    step: Any
    worth: Any
    "[end of a hand, total of the dealer]"


class Unsplit(NamedTuple):
    """The automaton of a round without a split, if it is `used`."""

    used: bool
    first: Any
    peeked: Any
    "The same as `first` where the dealer has found a blackjack."
    step: Any
    suits: Any
    "Of each end that hangs on suits: the four ends, and of which cards."
    named: int
    "The suit that is paid most; -1 where none is."
    worth: Any

    @classmethod
    def none(cls) -> Unsplit:
        empty = np.zeros(1, np.uint16)
        return cls(False, empty, empty, empty, empty, -1, np.zeros(0, np.int64))


class Offsets(NamedTuple):
    """Where the cells of each wager begin."""

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
    "So many cells for the rounds that every shoe has, and as many again for the others."


class Game(NamedTuple):
    """A table of twenty-one, told to the loop. Amounts are cents.

    The order of records and fields is that of their tables when `packed`: the loop takes the length of one from where
    the next begins.
    """

    cards: Cards
    hands: Hands
    dealer: Dealer
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

    def packed(self) -> tuple[Any, Any]:
        """As the loop takes it: a number for each field, and the tables one after the other.

        The number of a table is where it begins. Tables of amounts stand behind the numbers, the others among
        themselves. Two arrays, because every array that is handed from one compiled function to another is counted.
        """
        numbers = [0] * len(FIELDS)
        amounts: list[Any] = []
        tables: list[Any] = []
        room = {True: len(numbers), False: 0}
        for at, (name, told) in enumerate(zip(FIELDS, (told for record in self for told in record), strict=True)):
            if not isinstance(told, np.ndarray):
                numbers[at] = int(told)
                continue
            amount = name in AMOUNTS
            numbers[at] = room[amount]
            room[amount] += told.size
            (amounts if amount else tables).append(told.reshape(-1))
        rules = np.concatenate([np.array(numbers, np.int64), *amounts])
        return rules.astype(np.int64), np.concatenate(tables).astype(np.uint16)


_RECORDS: tuple[Any, ...] = (
    Cards,
    Hands,
    Dealer,
    Main,
    Insurance,
    ThirdCard,
    FirstCards,
    SecondCard,
    CountedCards,
    Streaks,
    Spot,
    Unsplit,
    Offsets,
)
FIELDS = tuple(f"{name}.{field}" for name, kind in zip(Game._fields, _RECORDS, strict=True) for field in kind._fields)
"""Every number that the loop is told, in the order in which it is."""
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
"""The tables whose entries are amounts or numbers of any size."""


def sure_rounds(values: Iterable[int], round_value: int, round_more: int, burn: int, stop: int) -> int:
    """How many rounds every shoe has, whatever comes, none of which can run out of cards; 1 at least.

    `values` are those of its cards, an ace as 1. A round takes cards worth at most `round_value` together, and
    `round_more` besides: the more of them the smaller they are.
    """
    smallest = sorted(values)
    upto = list(accumulate(smallest, initial=0))

    def most(rounds: int) -> int:
        return burn + rounds * round_more + bisect_right(upto, rounds * round_value) - 1

    sure = 1
    while most(sure) < stop and most(sure + 1) < len(smallest):
        sure += 1
    return sure
