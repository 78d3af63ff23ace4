"""The compiled loop of a game of twenty-one: one box, shoe after shoe, every figure and every decision from tables.

Theory of operation
1. A card is a letter, one byte: its value in the low four bits (0 the ace, 9 a ten), its suit in the next two, and
   which of the tens it is in the highest two. Who needs a value masks it out, who needs the very card has it.
2. A game tells its table as a `Game`: arrays and numbers that Python has made from the layout. There are hands (a class
   for every hand that is told apart, and what follows from each with one card more), what is done with each against
   each up card, and what comes of it in cents. No rule of a game and no strategy stands here.
3. Most hands are never split. For these `Game.first` and `Game.step` are one automaton of the whole rest of the round,
   the dealer's part included: from the first three cards, a card at a time, to an end. This is the usual way; what it
   cannot tell (a split, a shoe that runs out) is dealt again by `_round`, the round written out.
4. `_round` has everything: splits, several dealer hands, wagers that count cards or wait for the dealer's second, a
   double shoe, and a shoe that runs out in mid-round, whose discards are shuffled again. A table with any of these but
   the split is dealt by it alone.
5. Cells come twice: once for rounds that every shoe has, once for those that come only if the shoe lasts. Cards behind
   a point at which a round ends are in as random an order as all were, so round n is worth what round 1 is, as long as
   it is certain that there is a round n. Which shoes last longer hangs on what was dealt: that is the effect of a
   cutting card, and it is in the later rounds only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.shuffles import NUMBERS, shuffle

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""What is done with a hand, in `Game.act`."""
UNSPLIT, SPLIT_AGAIN, SPLIT_LAST, ACES_AGAIN, ACES_LAST = range(5)
"""Hands as `Game.act` tells them apart: not split; split, where another split is allowed or not; the same of aces."""
BUST, EMPTY = 0, 1
"""The classes of a hand over the limit, and of one with no card yet."""
OVER = 22
"""The total of a hand over the limit."""
NO_HOLE, HOLE, READ = range(3)
"""The dealer's second card: dealt after the players; dealt before them; and looked at if it can make a blackjack."""

HOLE_NEXT, ENDS = 0x7800, 0xF000
"""In the automaton: below the first, a card from the shoe is next; below the second, the hole card; else it is an end.
A state is sixteen times its number, so that a value can be added to it."""
BY_ROUND = ENDS
"""The end that leaves it to `_round`."""
RANKS = 10
"""Values that matter to a score; a ten is worth as many."""
VALUES = 16
"""Columns of tables by value; by value and suit there are `FACES`."""
FACES = 64
LETTERS = 256
MOST_HANDS = 4
MOST_CARDS = 32
"""More than a hand can have."""
MOST_COUNTED = 4
"""Cards that a side wager may count."""
MOST_STREAKS = 6
PAD = 64
"""Places after the last card, so that the automaton may read on for a round: it is dealt again if it did."""


class Game(NamedTuple):
    """A table of twenty-one, told to the loop. Amounts are cents, `at_…` are offsets among the cells."""

    # The shoe, of one side or two.
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
    continuous: bool
    sure: int
    "So many rounds every shoe has."
    # Hands and what is done with them.
    to: Any
    "[class, value and suit]: the class with this card more."
    total: Any
    act: Any
    "[variant, class, value of the up card]"
    pays: Any
    "What a winning hand of a class is paid, if it was not doubled."
    beats: Any
    "Whether a split hand of a class beats a dealer's 21."
    most_hands: int
    resplit_aces: bool
    # The dealer.
    dealer: Any
    "[state, value]: the state with this card more; state 0 has none."
    dealer_total: Any
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
    # The main wager.
    stake: int
    win: int
    blackjack: int
    half: int
    low: int
    grain: int
    nets: int
    """Results from `low` on, by steps of `grain`: so many cells to a wager whose results are many. These are the main
    wagers, a double, a hand of a split; and the last two once more, of the circles after the first."""
    # Insurance.
    insured: bool
    insurance: int
    insurance_pays: int
    # Side wagers on the first three cards: the kind of a deal, by class of the player's two and the dealer's first.
    pairs: Any
    kinds: Any
    kinds_worth: Any
    "In even units, and in odd ones: wagers that exclude each other take turns."
    # Side wagers that wait for the dealer's second card.
    waits: bool
    waits_stake: int
    waits_pays: int
    queen: int
    "The letter of which two wait, where that is wagered on; -1 where not."
    queen_worth: Any
    # A side wager that counts cards of one value.
    counted: int
    "Their value; -1 where there is no such wager."
    counted_cards: int
    counted_leading: bool
    counted_guaranteed: bool
    rows: Any
    "[how many were counted, their suits]"
    rows_worth: Any
    meter: int
    "The row that is paid by the meter; -1 where none is. The row after it is for a meter one step higher, and so on."
    # Streaks.
    streaks: Any
    streaks_worth: Any
    "[streak, lost or won]"
    # The automaton.
    fast: bool
    first: Any
    peeked: Any
    "The same as `first` where the dealer has found a blackjack."
    step: Any
    ends_worth: Any
    # Where the cells of each are.
    at_ends: int
    at_nets: int
    at_insurance: int
    at_kinds: int
    at_waits: int
    at_queen: int
    at_rows: int
    at_streaks: int
    half_cells: int
    "So many cells for the rounds that every shoe has, and as many again for the others."

    def packed(self) -> tuple[Any, Any]:
        """As the loop takes it: a number for each field, and the tables one after the other.

        The number of a table is where it begins. Tables of amounts stand behind the numbers, the others among
        themselves. Two arrays, because every array that is handed from one compiled function to another is counted.
        """
        numbers = [0] * len(self._fields)
        amounts: list[Any] = []
        tables: list[Any] = []
        room = {True: len(numbers), False: 0}
        for at, (name, told) in enumerate(zip(self._fields, self, strict=True)):
            if not isinstance(told, np.ndarray):
                numbers[at] = int(told)
                continue
            amount = name in AMOUNTS
            numbers[at] = room[amount]
            room[amount] += told.size
            (amounts if amount else tables).append(told.reshape(-1))
        rules = np.concatenate([np.array(numbers, np.int64), *amounts])
        return rules.astype(np.int64), np.concatenate(tables).astype(np.uint16)


AMOUNTS = ("pays", "kinds_worth", "queen_worth", "rows_worth", "streaks", "streaks_worth", "ends_worth")
"""The tables of `Game` whose entries are amounts or numbers of any size."""


def _field(name: str) -> int:
    return Game._fields.index(name)


# Where each field is among the rules.
CARDS, INDEX, LETTER_TABLE = _field("cards"), _field("index"), _field("letters")
SIDES, RED_SIDE, STOP, BART_CARTER = (_field(name) for name in ("sides", "red_side", "stop", "bart_carter"))
NEED, BURN, CONTINUOUS, SURE = _field("need"), _field("burn"), _field("continuous"), _field("sure")
TO, TOTAL, ACT, PAYS, BEATS = (_field(name) for name in ("to", "total", "act", "pays", "beats"))
MOST, RESPLIT_ACES = _field("most_hands"), _field("resplit_aces")
DEALER_TO, DEALER_TOTAL, COULD = _field("dealer"), _field("dealer_total"), _field("could")
SECOND, EARLY, HELD_BACK, CIRCLES = _field("hole"), _field("early"), _field("held"), _field("circles")
STAKE, WIN, BLACKJACK, HALF = _field("stake"), _field("win"), _field("blackjack"), _field("half")
LOW, GRAIN, NETS = _field("low"), _field("grain"), _field("nets")
INSURED, INSURANCE, INSURANCE_PAYS = _field("insured"), _field("insurance"), _field("insurance_pays")
PAIRS, KINDS, KINDS_WORTH = _field("pairs"), _field("kinds"), _field("kinds_worth")
WAITS, WAITS_STAKE, WAITS_PAYS = _field("waits"), _field("waits_stake"), _field("waits_pays")
QUEEN, QUEEN_WORTH = _field("queen"), _field("queen_worth")
COUNTED, COUNTED_CARDS = _field("counted"), _field("counted_cards")
LEADING, GUARANTEED = _field("counted_leading"), _field("counted_guaranteed")
ROWS, ROWS_WORTH, METER = _field("rows"), _field("rows_worth"), _field("meter")
STREAKS, STREAKS_WORTH = _field("streaks"), _field("streaks_worth")
FAST, FIRST, PEEKED, STEP, ENDS_WORTH = (_field(name) for name in ("fast", "first", "peeked", "step", "ends_worth"))
AT_ENDS, AT_NETS, AT_INSURANCE = _field("at_ends"), _field("at_nets"), _field("at_insurance")
AT_KINDS, AT_WAITS, AT_QUEEN = _field("at_kinds"), _field("at_waits"), _field("at_queen")
AT_ROWS, AT_STREAKS, HALF_CELLS = _field("at_rows"), _field("at_streaks"), _field("half_cells")

# What the loop notes on its desk. Of the side in use: where in the deck its next card is, and where the cards that are
# in order end. Of the other side the same. Of each side: of how many cards it is now, and by which stream in order.
# Then the side in use, the shuffles so far, whether a shuffle is due, and the rounds since the meter was reset.
NEXT, END, OTHER_NEXT, OTHER_END, SIZE, ORDER, SIDE, STREAM, FINISHED, SINCE = 0, 1, 2, 3, 4, 6, 8, 9, 10, 11
# How many cards the box has received, and the first of them; how its hands ended, and how often the wager is on each;
# hands still to be played; the streaks; the cards on the table, a row for each hand and one for the dealer, each with
# its length.
GOT = 12
DONE = GOT + 1 + MOST_COUNTED
TIMES, PENDING, RUNNING = DONE + MOST_HANDS, DONE + 2 * MOST_HANDS, DONE + 3 * MOST_HANDS
LENGTH = RUNNING + MOST_STREAKS
HELD = LENGTH + MOST_HANDS + 1
DEALER = MOST_HANDS
DESK = HELD + (MOST_HANDS + 1) * MOST_CARDS

_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT, _NINE = (np.uint64(number) for number in (0, 1, 2, 3, 4, 8, 9))
_VALUE = np.uint64(VALUES - 1)
_HOLE_NEXT, _ENDS = np.uint64(HOLE_NEXT), np.uint64(ENDS)
VALUE, FACE = VALUES - 1, FACES - 1
ACE, TEN = 0, 9


# ---- Cards


@compiled
def _put_in_order(rules: Cells, tables: Cells, deck: Cells, words: Cells, desk: Cells, need: Whole, at: Whole) -> None:
    """The cards of the side in use, shuffled as far as they will be dealt; `at` is seed and unit."""
    size = rules[INDEX] - rules[CARDS]
    begin = desk[SIDE] * size
    order = deck[begin : begin + size]
    cards = tables[rules[CARDS] : rules[CARDS] + size]
    for place in range(size):
        order[place] = cards[place]
    shuffle(order, need, words, at[0], at[1], np.uint64(desk[ORDER + desk[SIDE]]))
    desk[SIZE + desk[SIDE]] = size
    desk[END] = begin + need


@compiled
def _more(rules: Cells, tables: Cells, deck: Cells, words: Cells, desk: Cells, at: Whole) -> None:
    """The cards in order have come to their end: the rest is put in order, or what is not on the table is shuffled."""
    side = desk[SIDE]
    size = rules[INDEX] - rules[CARDS]
    begin = side * size
    if desk[END] < begin + desk[SIZE + side]:
        # A longer shuffle by the same words begins with the same cards.
        _put_in_order(rules, tables, deck, words, desk, size, at)
        return
    left = np.zeros(LETTERS, np.int64)
    for place in range(size):
        left[tables[rules[INDEX] + tables[rules[CARDS] + place]]] += 1
    for row in range(MOST_HANDS + 1):
        for place in range(desk[LENGTH + row]):
            left[tables[rules[INDEX] + desk[HELD + row * MOST_CARDS + place]]] -= 1
    count = 0
    for kind in range(rules[TO] - rules[LETTER_TABLE]):
        for _ in range(left[kind]):
            deck[begin + count] = tables[rules[LETTER_TABLE] + kind]
            count += 1
    desk[STREAM] += 1
    desk[ORDER + side] = desk[STREAM]
    shuffle(deck[begin : begin + count], count, words, at[0], at[1], np.uint64(desk[STREAM]))
    desk[SIZE + side] = count
    desk[NEXT] = begin + (1 if count > 1 else 0)
    desk[END] = begin + count
    desk[FINISHED] = 1


@compiled
def _turn_to(desk: Cells, side: Whole) -> None:
    """A side of the shoe is in use."""
    if side != desk[SIDE]:
        desk[SIDE] = side
        desk[NEXT], desk[OTHER_NEXT] = desk[OTHER_NEXT], desk[NEXT]
        desk[END], desk[OTHER_END] = desk[OTHER_END], desk[END]


# ---- A round. The next card is taken where it is wanted, not by a function: that would be handed the same arrays each
# time, and Numba would count every one of them up and down, which takes longer than the card.


@compiled
def _variant(letter: Whole, again: bool, resplit_aces: Whole) -> Whole:
    """Which of the variants a split hand is that began with this card."""
    if (letter & VALUE) == ACE:
        return ACES_AGAIN if again and resplit_aces == 1 else ACES_LAST
    return SPLIT_AGAIN if again else SPLIT_LAST


@compiled
def _play_hands(
    rules: Cells, tables: Cells, deck: Cells, words: Cells, desk: Cells, hand: Whole, up: Whole, at: Whole
) -> Whole:
    """The hands of the box are played; returns how many there are, or 0 if the one hand was surrendered."""
    to, total, act = rules[TO], rules[TOTAL], rules[ACT]
    classes = act - total
    done = waiting = row = 0
    made = 1
    variant = UNSPLIT
    while True:
        times = 1
        while tables[total + hand] < OVER - 1:
            # A hand of one card, left by a split, draws.
            does = np.int64(tables[act + (variant * classes + hand) * VALUES + up]) if desk[LENGTH + row] > 1 else HIT
            if does == STAND:
                break
            if does == SURRENDER:
                return 0
            if does == SPLIT:
                first = desk[HELD + row * MOST_CARDS]
                desk[HELD + made * MOST_CARDS] = desk[HELD + row * MOST_CARDS + 1]
                desk[LENGTH + row] = 1
                desk[LENGTH + made] = 1
                desk[PENDING + waiting] = made
                waiting += 1
                made += 1
                variant = _variant(first, made < rules[MOST], rules[RESPLIT_ACES])
                hand = np.int64(tables[to + EMPTY * FACES + (first & FACE)])
                continue
            if desk[NEXT] == desk[END]:
                _more(rules, tables, deck, words, desk, at)
            letter = np.int64(deck[desk[NEXT]])
            desk[NEXT] += 1
            desk[HELD + row * MOST_CARDS + desk[LENGTH + row]] = letter
            desk[LENGTH + row] += 1
            if desk[GOT] < MOST_COUNTED:
                desk[GOT] += 1
                desk[GOT + desk[GOT]] = letter
            hand = np.int64(tables[to + hand * FACES + (letter & FACE)])
            if does == DOUBLE:
                times = 2
                break
        if hand == BUST:
            desk[LENGTH + row] = 0
        desk[DONE + done] = hand
        desk[TIMES + done] = times
        done += 1
        if waiting == 0:
            return done
        waiting -= 1
        row = desk[PENDING + waiting]
        first = desk[HELD + row * MOST_CARDS]
        variant = _variant(first, made < rules[MOST], rules[RESPLIT_ACES])
        hand = np.int64(tables[to + EMPTY * FACES + (first & FACE)])


@compiled
def _count_cards(
    rules: Cells, tables: Cells, deck: Cells, words: Cells, desk: Cells, cells: Cells, base: Whole, at: Whole
) -> Whole:
    """The wager that counts cards, when the box takes no more: the cards that it still needs, and what it comes to."""
    wanted = rules[COUNTED]
    seen = found = suits = 0
    broken = False
    while True:
        while seen < min(desk[GOT], rules[COUNTED_CARDS]):
            seen += 1
            letter = desk[GOT + seen]
            if (letter & VALUE) != wanted:
                broken = True
            elif not (broken and rules[LEADING] == 1):
                suits |= (letter >> 4 & 3) << (2 * found)
                found += 1
        decided = seen == rules[COUNTED_CARDS] or (broken and rules[LEADING] == 1)
        if decided or rules[GUARANTEED] == 0:
            break
        if desk[NEXT] == desk[END]:
            _more(rules, tables, deck, words, desk, at)
        letter = np.int64(deck[desk[NEXT]])
        desk[NEXT] += 1
        desk[GOT] += 1
        desk[GOT + desk[GOT]] = letter
    row = np.int64(tables[rules[ROWS] + found * LETTERS + suits])
    if row == rules[METER]:
        row += min(desk[SINCE], rules[STREAKS] - rules[ROWS_WORTH] - row) - 1
        desk[SINCE] = 0
    cells[base + rules[AT_ROWS] + row] += 1
    return rules[rules[ROWS_WORTH] + row]


@compiled
def _streaks(rules: Cells, desk: Cells, mine: Whole, cells: Cells, base: Whole) -> Whole:
    """The streaks after a round: won, it advances them; lost, it ends them. New ones are made when none runs."""
    many = rules[STREAKS_WORTH] - rules[STREAKS]
    if not _running(rules, desk):
        for number in range(many):
            desk[RUNNING + number] = 0
    net = 0
    for number in range(many):
        if desk[RUNNING + number] < 0 or mine == 0:
            continue
        desk[RUNNING + number] += 1
        won = 1 if mine > 0 else 0
        if won == 0 or desk[RUNNING + number] == rules[rules[STREAKS] + number]:
            cells[base + rules[AT_STREAKS] + 2 * number + won] += 1
            net += rules[rules[STREAKS_WORTH] + 2 * number + won]
            desk[RUNNING + number] = -1
    return net


@compiled
def _running(rules: Cells, desk: Cells) -> bool:
    """Whether a streak runs."""
    running = False
    for number in range(rules[STREAKS_WORTH] - rules[STREAKS]):
        running = running or desk[RUNNING + number] >= 0
    return running


@compiled
def _round(
    rules: Cells, tables: Cells, deck: Cells, words: Cells, desk: Cells, cells: Cells, base: Whole, at: Whole
) -> Whole:
    """One round, from the first card to the last wager; returns what all wagers together come to."""
    for row in range(MOST_HANDS + 1):
        desk[LENGTH + row] = 0
    desk[SINCE] += 1
    # The determinant card of a double shoe, then a card to the box, to the dealer, and once more around.
    one: Whole = 0
    shown: Whole = 0
    two: Whole = 0
    second: Whole = 0
    for place in range(0 if rules[SIDES] > 1 else 1, 4 if rules[SECOND] == NO_HOLE else 5):
        if desk[NEXT] == desk[END]:
            _more(rules, tables, deck, words, desk, at)
        letter = np.int64(deck[desk[NEXT]])
        desk[NEXT] += 1
        if place == 0:
            red = (letter >> 4 & 3) == 1 or (letter >> 4 & 3) == 2
            _turn_to(desk, rules[RED_SIDE] if red else 1 - rules[RED_SIDE])
            continue
        if place == 1:
            one = letter
        elif place == 2:
            shown = letter
        elif place == 3:
            two = letter
        else:
            second = letter
        row = 0 if place == 1 or place == 3 else DEALER
        desk[HELD + row * MOST_CARDS + desk[LENGTH + row]] = letter
        desk[LENGTH + row] += 1
    desk[GOT] = 2
    desk[GOT + 1] = one
    desk[GOT + 2] = two
    up: Whole = shown & VALUE
    hidden: Whole = second & VALUE
    could = tables[rules[COULD] + up] == 1
    net = 0

    # Side wagers on the first cards, and those that wait for the dealer's second.
    if rules[KINDS_WORTH] < rules[QUEEN_WORTH]:
        pair = np.int64(tables[rules[PAIRS] + (one << 8 | two)])
        kind = np.int64(tables[rules[KINDS] + pair * LETTERS + shown])
        kind += (rules[QUEEN_WORTH] - rules[KINDS_WORTH]) // 2 * np.int64(at[1] & _ONE)
        cells[base + rules[AT_KINDS] + kind] += 1
        net += rules[rules[KINDS_WORTH] + kind]
    waits = rules[WAITS] == 1
    if waits and not could:
        cells[base + rules[AT_WAITS]] += 1
        net -= rules[WAITS_STAKE]
        waits = False
    queens = could and one == rules[QUEEN] and two == rules[QUEEN]
    insured = rules[INSURED] == 1 and up == ACE

    hand = np.int64(tables[rules[TO] + EMPTY * FACES + (one & FACE)])
    hand = np.int64(tables[rules[TO] + hand * FACES + (two & FACE)])
    one, two = one & VALUE, two & VALUE
    natural = one + two == ACE + TEN and one * two == 0
    looked = could and rules[SECOND] == READ
    found = looked and up + hidden == ACE + TEN and up * hidden == 0
    surrendered = False
    if looked and rules[EARLY] == 1 and not natural:
        surrendered = tables[rules[ACT] + hand * VALUES + up] == SURRENDER
    if looked:
        net += _second_seen(rules, 0, insured, waits, queens, found, found, cells, base)
        insured = waits = queens = could = False
    paid = natural and not found and not could
    if surrendered or paid:
        desk[LENGTH] = 0
    hands = 0
    if not found and not natural and not surrendered:
        hands = _play_hands(rules, tables, deck, words, desk, hand, up, at)
        surrendered = hands == 0
    waiting = could and (natural or (surrendered and rules[HELD_BACK] == 1))
    if surrendered and not waiting:
        desk[LENGTH] = 0
    if rules[COUNTED] >= 0:
        net += _count_cards(rules, tables, deck, words, desk, cells, base, at)

    # What is decided without the dealer's hand, for each circle alike.
    over = 0
    standing = False
    for number in range(hands):
        if desk[DONE + number] == BUST:
            over += desk[TIMES + number]
        else:
            standing = True
    before = -rules[STAKE] * over
    if paid:
        before = rules[BLACKJACK]
    elif surrendered and not waiting:
        before = -rules[HALF]
    elif found and not natural:
        before = -rules[STAKE]

    mine = 0
    for circle in range(rules[CIRCLES]):
        mine = before
        blackjack = False
        dealer: Whole = 0
        if standing or waiting or insured or waits or queens:
            if rules[SECOND] == NO_HOLE:
                desk[LENGTH + DEALER] = 1
                if desk[NEXT] == desk[END]:
                    _more(rules, tables, deck, words, desk, at)
                letter = np.int64(deck[desk[NEXT]])
                desk[NEXT] += 1
                desk[HELD + DEALER * MOST_CARDS + desk[LENGTH + DEALER]] = letter
                desk[LENGTH + DEALER] += 1
                hidden = letter & VALUE
            blackjack = could and up + hidden == ACE + TEN and up * hidden == 0
            net += _second_seen(rules, circle, insured, waits, queens, hidden == TEN, blackjack, cells, base)
            waits = queens = False
            if blackjack:
                # It takes the original wager and no more; what was lost already counts toward that.
                if not natural and over == 0 and (standing or waiting):
                    mine -= rules[STAKE]
            elif waiting:
                mine = rules[BLACKJACK] if natural else -rules[HALF]
            elif standing:
                state = np.int64(tables[rules[DEALER_TO] + up])
                state = np.int64(tables[rules[DEALER_TO] + state * VALUES + hidden])
                while tables[rules[DEALER_TOTAL] + state] == 0:
                    if desk[NEXT] == desk[END]:
                        _more(rules, tables, deck, words, desk, at)
                    letter = np.int64(deck[desk[NEXT]])
                    desk[NEXT] += 1
                    desk[HELD + DEALER * MOST_CARDS + desk[LENGTH + DEALER]] = letter
                    desk[LENGTH + DEALER] += 1
                    state = np.int64(tables[rules[DEALER_TO] + state * VALUES + (letter & VALUE)])
                dealer = np.int64(tables[rules[DEALER_TOTAL] + state])
        for number in range(hands):
            hand, times = desk[DONE + number], desk[TIMES + number]
            result = -1
            if hand != BUST and blackjack:
                result = 0
            elif hand != BUST:
                total = np.int64(tables[rules[TOTAL] + hand])
                ahead = hands > 1 and tables[rules[BEATS] + hand] == 1
                if dealer == OVER or total > dealer or (ahead and total == dealer):
                    result = 1
                else:
                    result = 0 if total == dealer else -1
                if result < 0:
                    mine -= times * rules[STAKE]
            # What one wager of the hand comes to.
            part = result * rules[STAKE]
            if result > 0:
                part = rules[WIN] if times > 1 else rules[rules[PAYS] + hand]
                mine += times * part
            cell = base + rules[AT_NETS] + rules[CIRCLES] * rules[NETS] + (part - rules[LOW]) // rules[GRAIN]
            cell += 2 * rules[NETS] if circle > 0 else 0
            if hands == 1 and times > 1:
                cells[cell] += 1
            if number > 0:
                cells[cell + rules[NETS]] += 1
        cells[base + rules[AT_NETS] + circle * rules[NETS] + (mine - rules[LOW]) // rules[GRAIN]] += 1
        net += mine
    if rules[STREAKS] < rules[STREAKS_WORTH]:
        net += _streaks(rules, desk, mine, cells, base)
    return net


@compiled
def _second_seen(
    rules: Cells,
    circle: Whole,
    insured: bool,
    waits: bool,
    queens: bool,
    ten: bool,
    blackjack: bool,
    cells: Cells,
    base: Whole,
) -> Whole:
    """What is decided as soon as the dealer's second card is known."""
    net = 0
    if insured:
        cells[base + rules[AT_INSURANCE] + (2 if circle > 0 else 0) + ten] += 1
        net += rules[INSURANCE_PAYS] if ten else -rules[INSURANCE]
    if waits:
        cells[base + rules[AT_WAITS] + blackjack] += 1
        net += rules[WAITS_PAYS] if blackjack else -rules[WAITS_STAKE]
    if queens:
        cells[base + rules[AT_QUEEN] + blackjack] += 1
        net += rules[rules[QUEEN_WORTH] + (1 if blackjack else 0)]
    return net


# ---- Shoes


@compiled
def _due(rules: Cells, desk: Cells) -> bool:
    """Whether the cards are shuffled before the next round."""
    if rules[CONTINUOUS] == 1 or desk[FINISHED] == 1:
        return True
    size = rules[INDEX] - rules[CARDS]
    out, other_out = desk[NEXT] - desk[SIDE] * size, desk[OTHER_NEXT] - (1 - desk[SIDE]) * size
    return bool(out >= rules[STOP] or (rules[SIDES] > 1 and rules[BART_CARTER] == 0 and other_out >= rules[STOP]))


@compiled
def _shuffle_all(rules: Cells, tables: Cells, deck: Cells, words: Cells, desk: Cells, new: bool, at: Whole) -> None:
    """The cards are shuffled for a new shoe; where only some go back into it, those of the side in use."""
    whole = new or desk[FINISHED] == 1 or rules[BART_CARTER] == 0
    for side in range(rules[SIDES] - 1, -1, -1):
        if whole or side == desk[SIDE]:
            _turn_to(desk, side)
            desk[STREAM] += 1
            desk[ORDER + side] = desk[STREAM]
            _put_in_order(rules, tables, deck, words, desk, rules[NEED], at)
            desk[NEXT] = side * (rules[INDEX] - rules[CARDS])
    if whole:
        desk[NEXT] += rules[BURN]
    desk[FINISHED] = 0


@compiled
def deal(rules: Cells, tables: Cells, seed: Whole, first: Whole, count: Whole, cells: Cells, nets: Cells) -> Whole:
    """Deal `count` units from unit `first` on into the cells; or, with room in `nets`, units until it is filled.

    Returns how many units were begun, and how many rounds they had.
    """
    size = rules[INDEX] - rules[CARDS]
    deck = np.zeros(rules[SIDES] * size + PAD, np.uint8)
    words = np.empty(8 if rules[CONTINUOUS] == 1 else rules[NEED] // 12 * 4 + 12, np.uint32)
    desk = np.zeros(DESK, np.int64)
    path = nets.shape[0]
    fast, reads = rules[FAST] == 1, rules[SECOND] == READ
    starts, peeked, step = np.uint64(rules[FIRST]), np.uint64(rules[PEEKED]), np.uint64(rules[STEP])
    pairs, kinds, ends_worth = np.uint64(rules[PAIRS]), np.uint64(rules[KINDS]), np.uint64(rules[ENDS_WORTH])
    kinds_worth = np.uint64(rules[KINDS_WORTH])
    sorts = np.uint64(rules[QUEEN_WORTH]) - kinds_worth
    dealt_first = _THREE if rules[SECOND] == NO_HOLE else _FOUR
    stop = np.uint64(rules[STOP])
    units = rounds = 0
    while units < count or rounds < path:
        at = (seed, first + np.uint64(units))
        units += 1
        desk[STREAM] = NUMBERS
        desk[SINCE] = 0
        for number in range(MOST_STREAKS):
            desk[RUNNING + number] = -1
        new = going = True
        while going:
            _shuffle_all(rules, tables, deck, words, desk, new, at)
            new = False
            base = played = 0
            limit = np.uint64(desk[END])
            place = np.uint64(desk[NEXT])
            due: Whole = False
            while not due and not (path > 0 and rounds + played == path):
                state = _ENDS
                begun = place
                if fast:
                    one = np.uint64(deck[place])
                    shown = np.uint64(deck[place + _ONE])
                    two = np.uint64(deck[place + _TWO])
                    hole = np.uint64(deck[place + _THREE]) & _VALUE
                    up = shown & _VALUE
                    place += dealt_first
                    start = (one & _VALUE) << _EIGHT | (two & _VALUE) << _FOUR | up
                    if reads and up * hole == _ZERO and up + hole == _NINE:
                        state = np.uint64(tables[peeked + start])
                    else:
                        state = np.uint64(tables[starts + start])
                    # To the end of the player's hand, and then of the dealer's.
                    while state < _HOLE_NEXT:
                        state = np.uint64(tables[step + state + (np.uint64(deck[place]) & _VALUE)])
                        place += _ONE
                    if state < _ENDS:
                        state = np.uint64(tables[step + (state - _HOLE_NEXT) + hole])
                        while state < _HOLE_NEXT:
                            state = np.uint64(tables[step + state + (np.uint64(deck[place]) & _VALUE)])
                            place += _ONE
                if state == _ENDS or place > limit:
                    if fast:
                        desk[NEXT] = np.int64(begun)
                    net = _round(rules, tables, deck, words, desk, cells, base, at)
                    due = _due(rules, desk)
                    place = np.uint64(desk[NEXT])
                    limit = np.uint64(desk[END])
                else:
                    cells[np.uint64(base + rules[AT_ENDS]) + (state - _ENDS)] += 1
                    net = rules[ends_worth + (state - _ENDS)]
                    if sorts > _ZERO:
                        pair = np.uint64(tables[pairs + (one << _EIGHT | two)])
                        kind = np.uint64(tables[kinds + (pair << _EIGHT | shown)])
                        kind += sorts // _TWO * (at[1] & _ONE)
                        cells[np.uint64(base + rules[AT_KINDS]) + kind] += 1
                        net += rules[kinds_worth + kind]
                    due = place >= stop
                if path > 0:
                    nets[rounds + played] = net
                played += 1
                if played == rules[SURE]:
                    base = rules[HALF_CELLS]
            rounds += played
            going = _running(rules, desk) and (path == 0 or rounds < path)
    return units, rounds


# ---- The automaton of a round without a split


class End(NamedTuple):
    """What a round comes to: the main wager with its double, a double by itself, and insurance; None where not made."""

    main: int
    double: int | None = None
    insurance: int | None = None

    @property
    def net(self) -> int:
        return self.main + (self.insurance or 0)


class Automaton:
    """The whole of an unsplit round as states, made backward from its ends; states with the same future are one.

    A code is a state, a state that takes the hole card, or an end (see `HOLE_NEXT`).
    """

    def __init__(self, t: Game) -> None:
        self.t = t
        self.ends: list[End] = [End(0)]
        self.rows: list[tuple[int, ...]] = []
        self._ends: dict[End, int] = {}
        self._rows: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[int, ...], int] = {}
        self.first = np.full(VALUES**3, BY_ROUND, np.int64)
        self.peeked = np.full(VALUES**3, BY_ROUND, np.int64)
        for one, two, up in np.ndindex(RANKS, RANKS, RANKS):
            hand = self.after(self.after(EMPTY, one), two)
            natural = is_natural(one, two)
            start = one << 8 | two << 4 | up
            self.first[start] = self.natural(up) if natural else self.hand(hand, up)
            self.peeked[start] = self.found(hand, up, natural)

    @property
    def fits(self) -> bool:
        """Whether the codes have room for all states; a strategy with very many exceptions is dealt by `_round`."""
        return len(self.rows) << 4 < HOLE_NEXT and ENDS + len(self.ends) < 1 << 16

    @property
    def step(self) -> Any:
        padded = [(*row, *[BY_ROUND] * (VALUES - RANKS)) for row in self.rows]
        return np.array(padded, np.uint16).reshape(-1)

    def after(self, hand: int, value: int) -> int:
        return int(self.t.to[hand * FACES + value])

    def state(self, codes: tuple[int, ...]) -> int:
        if codes not in self._rows:
            self._rows[codes] = len(self.rows)
            self.rows.append(codes)
        return self._rows[codes] << 4

    def end(self, main: int, double: int | None, insurance: int | None) -> int:
        found = End(main, double, insurance)
        if found not in self._ends:
            self._ends[found] = len(self.ends)
            self.ends.append(found)
        return ENDS + self._ends[found]

    # ---- The dealer's second card, and the insurance that it decides

    def looked(self, up: int) -> bool:
        return self.t.hole == READ and bool(self.t.could[up])

    def insurance(self, up: int, second: int) -> int | None:
        """What insurance comes to; where the dealer has looked, `second` makes no blackjack."""
        if not self.t.insured or up != ACE:
            return None
        return self.t.insurance_pays if second == TEN and not self.looked(up) else -self.t.insurance

    def second(self, codes: tuple[int, ...]) -> int:
        """The state before the second card, from what each value leads to."""
        state = self.state(codes)
        return state + HOLE_NEXT if self.t.hole != NO_HOLE else state

    def decided(self, up: int, main: int, double: int | None = None) -> int:
        """A hand that needs the second card only for its insurance."""
        if self.looked(up) or not self.t.insured or up != ACE:
            return self.end(main, double, self.insurance(up, ACE))
        return self.second(tuple(self.end(main, double, self.insurance(up, value)) for value in range(RANKS)))

    def waits(self, up: int, main: int, against_blackjack: int) -> int:
        """A hand that is decided by the second card."""
        return self.second(
            tuple(
                self.end(against_blackjack if is_natural(up, value) else main, None, self.insurance(up, value))
                for value in range(RANKS)
            )
        )

    # ---- Hands

    def natural(self, up: int) -> int:
        if self.looked(up) or not self.t.could[up]:
            return self.decided(up, self.t.blackjack)
        return self.waits(up, self.t.blackjack, 0)

    def found(self, hand: int, up: int, natural: bool) -> int:
        """The dealer has looked and found a blackjack."""
        insurance = self.t.insurance_pays if self.t.insured and up == ACE else None
        early = self.t.early and self.act(hand, up) == SURRENDER
        return self.end(0 if natural else -self.t.half if early else -self.t.stake, None, insurance)

    def act(self, hand: int, up: int) -> int:
        return int(self.t.act[hand * VALUES + up]) if self.t.total[hand] < OVER - 1 else STAND

    def hand(self, hand: int, up: int) -> int:
        key = (hand, up)
        if key not in self._known:
            self._known[key] = self._hand(hand, up)
        return self._known[key]

    def _hand(self, hand: int, up: int) -> int:
        t, act = self.t, self.act(hand, up)
        if hand == BUST:
            return self.decided(up, -t.stake)
        if act == STAND:
            return self.stands(hand, up, 1)
        if act == SPLIT:
            return BY_ROUND
        if act == SURRENDER:
            waits = bool(t.could[up]) and not self.looked(up) and t.held
            return self.waits(up, -t.half, -t.stake) if waits else self.decided(up, -t.half)
        if act == HIT:
            return self.state(tuple(self.hand(self.after(hand, value), up) for value in range(RANKS)))
        codes = []
        for value in range(RANKS):
            doubled = self.after(hand, value)
            codes.append(self.decided(up, -2 * t.stake, -t.stake) if doubled == BUST else self.stands(doubled, up, 2))
        return self.state(tuple(codes))

    def stands(self, hand: int, up: int, times: int) -> int:
        """The dealer's second card is next."""
        t = self.t
        codes = []
        for value in range(RANKS):
            insurance = self.insurance(up, value)
            if t.could[up] and is_natural(up, value):
                codes.append(self.end(-t.stake, 0 if times > 1 else None, insurance))
            else:
                state = int(t.dealer[int(t.dealer[up]) * VALUES + value])
                codes.append(self.draws(state, hand, times, insurance))
        return self.second(tuple(codes))

    def draws(self, state: int, hand: int, times: int, insurance: int | None) -> int:
        """The dealer draws, or has ended."""
        t, total = self.t, int(self.t.dealer_total[state])
        key = (state, int(t.total[hand]), int(t.pays[hand]), times, insurance or 0)
        if key not in self._known:
            if total:
                mine = int(t.total[hand])
                result = 1 if total == OVER or mine > total else 0 if mine == total else -1
                part = t.win if result > 0 else result * t.stake
                main = times * part if times > 1 or result <= 0 else int(t.pays[hand])
                self._known[key] = self.end(main, part if times > 1 else None, insurance)
            else:
                next_states = (int(t.dealer[state * VALUES + value]) for value in range(RANKS))
                codes = tuple(self.draws(after, hand, times, insurance) for after in next_states)
                self._known[key] = self.state(codes)
        return self._known[key]


def is_natural(one: int, two: int) -> bool:
    """An ace and a card worth ten."""
    return one + two == ACE + TEN and one * two == 0


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
