"""The compiled loop: shoe after shoe, by the automaton where it can tell the round, else by `_round`, written out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pitboss.families.twenty_one.kernel.game import (
    ACE,
    ACES_AGAIN,
    ACES_LAST,
    BUST,
    DEALER_THREE,
    DOUBLE,
    EMPTY,
    ENDS,
    FACE,
    FACES,
    FIELDS,
    GIVEN,
    HIT,
    HOLE_NEXT,
    LETTERS,
    MOST_CARDS,
    MOST_COUNTED,
    MOST_HANDS,
    MOST_STREAKS,
    NO_HOLE,
    OVER,
    OWN_THREE,
    PAD,
    PUSHES,
    READ,
    SPLIT,
    SPLIT_AGAIN,
    SPLIT_LAST,
    STAND,
    SUIT_ENDS,
    SURRENDER,
    SURRENDERED,
    TEN,
    TOTALS,
    UNSPLIT,
    VALUE,
    VALUES,
)
from pitboss.families.twenty_one.kernel.spot import NATURAL, STANDS
from pitboss.simulation.compiled import Boolean, IntArray, Integer, compiled, rarely_called
from pitboss.simulation.shuffles import NUMBERS, shuffle


def _fields(record: str, names: str) -> Iterator[int]:
    """Where fields of a record are among the rules."""
    return (FIELDS.index(f"{record}.{name}") for name in names.split())


CARDS, INDEX, LETTER_TABLE, SIDES, RED_SIDE, STOP = _fields("cards", "cards index letters sides red_side stop")
BART_CARTER, NEED, BURN, UP_FIRST, CONTINUOUS = _fields("cards", "bart_carter need burn up_first continuous")
(SURE,) = _fields("cards", "sure")
TO, TOTAL, ACT, PAYS, BEATS, MOST, RESPLIT_ACES = _fields("hands", "to total act pays beats most resplit_aces")
WINS, DOUBLED_ACT, HAS_AWARD = _fields("hands", "wins doubled award")
DEALER_TO, DEALER_TOTAL, COULD = _fields("dealer", "to total could")
SECOND, EARLY, HELD_BACK, CIRCLES = _fields("dealer", "hole early held circles")
RESCUE, NATURAL_WINS, NATURAL_FIRST = _fields("dealer", "rescue natural_wins natural_first")
STAKE, WIN, BLACKJACK, HALF, LOW, GRAIN, NETS = _fields("main", "stake win blackjack half low grain nets")
AWARD, AWARD_UP, UNITS, RAISES = _fields("main", "award award_up units raises")
INSURED, INSURANCE, INSURANCE_PAYS, INSURANCE_SUITED = _fields("insurance", "taken stake pays suited")
THIRD, THIRD_VALUE, THIRD_WORTH = _fields("third_card", "laid value worth")
PAIRS, KINDS, KINDS_WORTH = _fields("first_cards", "pairs kinds worth")
WAITS, WAITS_STAKE, WAITS_PAYS, QUEEN, QUEEN_WORTH = _fields("second_card", "waits stake pays queen queen_worth")
COUNTED, COUNTED_CARDS, LEADING, GUARANTEED = _fields("counted", "value cards leading guaranteed")
ROWS, ROWS_WORTH, METER = _fields("counted", "rows worth meter")
STREAKS, STREAKS_WORTH = _fields("streaks", "wins worth")
DEALT, PLAN, GIVES_FIRST, BOTH_FAST = _fields("spot", "hands plan gives used")
HAND_FIRST, HAND_STEP, HAND_WORTH = _fields("spot", "first step worth")
FAST, FIRST, PEEKED, STEP, ENDS_WORTH = _fields("unsplit", "used first peeked step worth")
SUITS, NAMED_SUIT = _fields("unsplit", "suits named")
AT_ENDS, AT_NETS, AT_INSURANCE, AT_KINDS = _fields("at", "ends nets insurance kinds")
AT_WAITS, AT_QUEEN, AT_ROWS, AT_STREAKS, AT_THIRD = _fields("at", "waits queen rows streaks third")
(HALF_CELLS,) = _fields("at", "half")

# What the loop notes on its desk. Of the side in use: where in the deck its next card is, and where the cards that are
# in order end. Of the other side the same. Of each side: of how many cards it is now, and by which stream in order.
# Then the side in use, the shuffles so far, whether a shuffle is due, and the rounds since the meter was reset.
NEXT, END, OTHER_NEXT, OTHER_END, SIZE, ORDER, SIDE, STREAM, FINISHED, SINCE = 0, 1, 2, 3, 4, 6, 8, 9, 10, 11
# How many cards the box has received, and the first of them; how its hands ended, how often the wager is on each, and
# what became of it; hands still to be played; how many there are; the streaks; the cards on the table, a row for each
# hand and one for the dealer, each with its length; and how many cards of each letter are left, when they are counted.
GOT = 12
DONE = GOT + 1 + MOST_COUNTED
TIMES, PENDING, FATES = DONE + MOST_HANDS, DONE + 2 * MOST_HANDS, DONE + 3 * MOST_HANDS
MADE = FATES + MOST_HANDS
RUNNING = MADE + 1
LENGTH = RUNNING + MOST_STREAKS
HELD = LENGTH + MOST_HANDS + 1
DEALER = MOST_HANDS
LEFT = HELD + (MOST_HANDS + 1) * MOST_CARDS
DESK = LEFT + LETTERS

_NOTHING = np.int64(0)
"A count begins so: a plain 0 is a type of its own to Numba, and every function that takes it would be made twice."
_NO: Any = np.bool_(False)
_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT, _NINE = (np.uint64(number) for number in (0, 1, 2, 3, 4, 8, 9))
_VALUE = np.uint64(VALUES - 1)
_HOLE_NEXT, _ENDS, _SUIT_ENDS = np.uint64(HOLE_NEXT), np.uint64(ENDS), np.uint64(SUIT_ENDS)
_TEN, _SIX, _FIVE, _SIXTEEN, _TOTALS = (np.uint64(number) for number in (10, 6, 5, 16, TOTALS))
_STANDS, _NATURAL = np.uint64(ENDS + STANDS), np.uint64(ENDS + NATURAL)
_ROW = np.uint64(5)
"An end that hangs on suits has a row of so many: four ends, and which cards are asked."


Unit = tuple[Integer, Integer]
"""The seed, and the number of a unit."""

# ---- Cards


@rarely_called
def _put_in_order(
    rules: IntArray, tables: IntArray, deck: IntArray, words: IntArray, desk: IntArray, need: Integer, at: Unit
) -> None:
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


@rarely_called
def _more(rules: IntArray, tables: IntArray, deck: IntArray, words: IntArray, desk: IntArray, at: Unit) -> None:
    """The cards in order have come to their end: the rest is put in order, or what is not on the table is shuffled."""
    side = desk[SIDE]
    size = rules[INDEX] - rules[CARDS]
    begin = side * size
    if desk[END] < begin + desk[SIZE + side]:
        # A longer shuffle by the same words begins with the same cards.
        _put_in_order(rules, tables, deck, words, desk, size, at)
        return
    for letter in range(LETTERS):
        desk[LEFT + letter] = 0
    for place in range(size):
        desk[LEFT + tables[rules[INDEX] + tables[rules[CARDS] + place]]] += 1
    for row in range(MOST_HANDS + 1):
        for place in range(desk[LENGTH + row]):
            desk[LEFT + tables[rules[INDEX] + desk[HELD + row * MOST_CARDS + place]]] -= 1
    count = _NOTHING
    for kind in range(rules[TO] - rules[LETTER_TABLE]):
        for _ in range(desk[LEFT + kind]):
            deck[begin + count] = tables[rules[LETTER_TABLE] + kind]
            count += 1
    desk[STREAM] += 1
    desk[ORDER + side] = desk[STREAM]
    shuffle(deck[begin : begin + count], count, words, at[0], at[1], np.uint64(desk[STREAM]))
    desk[SIZE + side] = count
    desk[NEXT] = begin + (1 if count > 1 else 0)
    desk[END] = begin + count
    desk[FINISHED] = 1


@rarely_called
def _turn_to(desk: IntArray, side: Integer) -> None:
    """A side of the shoe is in use."""
    if side != desk[SIDE]:
        desk[SIDE] = side
        desk[NEXT], desk[OTHER_NEXT] = desk[OTHER_NEXT], desk[NEXT]
        desk[END], desk[OTHER_END] = desk[OTHER_END], desk[END]


# ---- A round. The next card is taken where it is wanted, not by a function: that would be handed the same arrays each
# time, and Numba would count every one of them up and down, which takes longer than the card.


@rarely_called
def _variant(letter: Integer, again: bool, resplit_aces: Integer) -> Integer:
    """Which of the variants a split hand is that began with this card."""
    if (letter & VALUE) == ACE:
        return ACES_AGAIN if again and resplit_aces == 1 else ACES_LAST
    return SPLIT_AGAIN if again else SPLIT_LAST


@rarely_called
def _play_hands(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    hand: Integer,
    row: Integer,
    before: Integer,
    up: Integer,
    at: Unit,
) -> Integer:
    """A hand and all that is split from it are played; returns how many there are, or 0 if it was surrendered.

    Its cards are in `row`. How the hands ended is noted behind those that ended `before`.
    """
    to, total, act = rules[TO], rules[TOTAL], rules[ACT]
    classes = act - total
    done = before
    waiting = 0
    made = 1
    variant: Integer = UNSPLIT
    waits = tables[rules[COULD] + up] == 1 and rules[SECOND] != READ
    while True:
        times = 1
        fate = 0
        while tables[total + hand] < OVER - 1:
            # A hand of one card, left by a split, draws.
            does = np.int64(tables[act + (variant * classes + hand) * VALUES + up]) if desk[LENGTH + row] > 1 else HIT
            if does == STAND:
                break
            if does == SURRENDER and made == 1:
                return 0
            if does == SURRENDER:
                fate = SURRENDERED
                break
            if does == SPLIT:
                first = desk[HELD + row * MOST_CARDS]
                new = desk[MADE]
                desk[HELD + new * MOST_CARDS] = desk[HELD + row * MOST_CARDS + 1]
                desk[LENGTH + row] = 1
                desk[LENGTH + new] = 1
                desk[PENDING + waiting] = new
                desk[MADE] += 1
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
                if tables[total + hand] < OVER - 1 and tables[rules[DOUBLED_ACT] + hand * VALUES + up] == SURRENDER:
                    fate = GIVEN
                break
        decided = fate > 0 or tables[rules[WINS] + hand] == 1
        if hand == BUST or (decided and (not waits or (fate == GIVEN and rules[RESCUE] == 1))):
            desk[LENGTH + row] = 0
        desk[DONE + done] = hand
        desk[TIMES + done] = times
        desk[FATES + done] = fate
        done += 1
        if waiting == 0:
            return done - before
        waiting -= 1
        row = desk[PENDING + waiting]
        first = desk[HELD + row * MOST_CARDS]
        variant = _variant(first, made < rules[MOST], rules[RESPLIT_ACES])
        hand = np.int64(tables[to + EMPTY * FACES + (first & FACE)])


@rarely_called
def _count_cards(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    cells: IntArray,
    base: Integer,
    at: Unit,
) -> Integer:
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
    worth: Integer = rules[rules[ROWS_WORTH] + row]
    return worth


@rarely_called
def _streaks(rules: IntArray, desk: IntArray, mine: Integer, cells: IntArray, base: Integer) -> Integer:
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


@rarely_called
def _running(rules: IntArray, desk: IntArray) -> bool:
    """Whether a streak runs."""
    running = False
    for number in range(rules[STREAKS_WORTH] - rules[STREAKS]):
        running = running or desk[RUNNING + number] >= 0
    return running


@rarely_called
def _round(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    cells: IntArray,
    base: Integer,
    at: Unit,
) -> Integer:
    """One round, from the first card to the last wager; returns what all wagers together come to."""
    for row in range(MOST_HANDS + 1):
        desk[LENGTH + row] = 0
    desk[SINCE] += 1
    # The determinant card of a double shoe, then a card to the box, to the dealer, and once more around.
    one: Integer = 0
    shown: Integer = 0
    two: Integer = 0
    second: Integer = 0
    first: Integer = 2 if rules[UP_FIRST] == 1 else 1
    for place in range(0 if rules[SIDES] > 1 else 1, 4 if rules[SECOND] == NO_HOLE else 5):
        if desk[NEXT] == desk[END]:
            _more(rules, tables, deck, words, desk, at)
        letter = np.int64(deck[desk[NEXT]])
        desk[NEXT] += 1
        if place == 0:
            red = (letter >> 4 & 3) == 1 or (letter >> 4 & 3) == 2
            _turn_to(desk, rules[RED_SIDE] if red else 1 - rules[RED_SIDE])
            continue
        if place == first:
            one = letter
        elif place < 3:
            shown = letter
        elif place == 3:
            two = letter
        else:
            second = letter
        row = 0 if place == first or place == 3 else DEALER
        desk[HELD + row * MOST_CARDS + desk[LENGTH + row]] = letter
        desk[LENGTH + row] += 1
    desk[GOT] = 2
    desk[GOT + 1] = one
    desk[GOT + 2] = two
    up: Integer = shown & VALUE
    hidden: Integer = second & VALUE
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
    third = rules[THIRD] == 1
    raised = np.int64(tables[rules[UNITS] + (one & VALUE) * VALUES + up])
    units: Integer = raised & 15
    in_suit = (shown >> 4 & 3) == (second >> 4 & 3)

    hand = np.int64(tables[rules[TO] + EMPTY * FACES + (one & FACE)])
    hand = np.int64(tables[rules[TO] + hand * FACES + (two & FACE)])
    one, two = one & VALUE, two & VALUE
    natural = one + two == ACE + TEN and one * two == 0
    insured = rules[INSURED] == 1 and up == ACE and not (natural and rules[NATURAL_FIRST] == 1)
    looked = could and rules[SECOND] == READ
    found = looked and up + hidden == ACE + TEN and up * hidden == 0
    surrendered = False
    if looked and rules[EARLY] == 1 and not natural:
        surrendered = tables[rules[ACT] + hand * VALUES + up] == SURRENDER
    if looked:
        net += _second_seen(rules, _NOTHING, units, insured, in_suit, waits, queens, found, found, cells, base)
        insured = waits = queens = could = False
        if found and third:
            cells[base + rules[AT_THIRD]] += 1
            net += rules[rules[THIRD_WORTH]]
            third = False
    paid = natural and (rules[NATURAL_WINS] == 1 or (not found and not could))
    if surrendered or paid:
        desk[LENGTH] = 0
    hands: Integer = 0
    if not found and not natural and not surrendered:
        desk[MADE] = 1
        hands = _play_hands(rules, tables, deck, words, desk, hand, _NOTHING, _NOTHING, up, at)
        surrendered = hands == 0
    waiting = could and not paid and (natural or (surrendered and rules[HELD_BACK] == 1))
    if surrendered and not waiting:
        desk[LENGTH] = 0
    if rules[COUNTED] >= 0:
        net += _count_cards(rules, tables, deck, words, desk, cells, base, at)

    # What is decided without the dealer's hand, for each circle alike.
    over = 0
    standing = held = False
    for number in range(hands):
        if desk[DONE + number] == BUST:
            over += desk[TIMES + number]
        elif desk[FATES + number] == GIVEN and rules[RESCUE] == 1:
            over += 1
        elif desk[FATES + number] > 0 or tables[rules[WINS] + desk[DONE + number]] == 1:
            held = held or could
        else:
            standing = True
    before = -rules[STAKE] * over
    if paid:
        before = rules[BLACKJACK]
    elif surrendered and not waiting:
        before = -rules[HALF]
    elif found and not natural:
        before = -rules[STAKE]

    mine = _NOTHING
    for circle in range(rules[CIRCLES]):
        mine = before
        blackjack = False
        dealer: Integer = 0
        if standing or held or waiting or insured or waits or queens or third:
            if rules[SECOND] == NO_HOLE:
                desk[LENGTH + DEALER] = 1
                if desk[NEXT] == desk[END]:
                    _more(rules, tables, deck, words, desk, at)
                letter = np.int64(deck[desk[NEXT]])
                desk[NEXT] += 1
                desk[HELD + DEALER * MOST_CARDS + desk[LENGTH + DEALER]] = letter
                desk[LENGTH + DEALER] += 1
                hidden = letter & VALUE
                second = letter
                in_suit = (shown >> 4 & 3) == (second >> 4 & 3)
            blackjack = could and up + hidden == ACE + TEN and up * hidden == 0
            ten = hidden == TEN
            net += _second_seen(
                rules, np.int64(circle), units, insured, in_suit, waits, queens, ten, blackjack, cells, base
            )
            waits = queens = False
            if waiting and not blackjack:
                mine = rules[BLACKJACK] if natural else -rules[HALF]
            if blackjack:
                # It takes the original wager and no more; what was lost already counts toward that.
                if not natural and over == 0 and (standing or waiting or held):
                    mine -= rules[STAKE]
            elif standing or third:
                dealer = _dealer_draws(rules, tables, deck, words, desk, up, hidden, at)
            if third:
                net += _third_seen(rules, desk, dealer, cells, base)
                third = False
        for number in range(hands):
            hand, times = desk[DONE + number], desk[TIMES + number]
            part, beside, more = _settled(rules, tables, desk, np.int64(number), hands > 1, dealer, blackjack)
            mine += more
            if more > 0 and hands == 1 and times == 1 and up == rules[AWARD_UP]:
                mine += rules[AWARD] if tables[rules[HAS_AWARD] + hand] == 1 else 0
            cell = base + rules[AT_NETS] + rules[CIRCLES] * rules[NETS] + (part - rules[LOW]) // rules[GRAIN]
            cell += 2 * rules[NETS] if circle > 0 else 0
            if hands == 1 and times > 1:
                cells[cell + (beside - part) // rules[GRAIN]] += 1
            if number > 0:
                cells[cell + rules[NETS]] += 1
        for number in range(rules[RAISES]):
            if raised >> (4 + number) & 1 == 1:
                cell = base + rules[AT_NETS] + (rules[CIRCLES] + 4 + number) * rules[NETS]
                cells[cell + (mine - rules[LOW]) // rules[GRAIN]] += 1
        cells[base + rules[AT_NETS] + circle * rules[NETS] + (units * mine - rules[LOW]) // rules[GRAIN]] += 1
        net += units * mine
    if rules[STREAKS] < rules[STREAKS_WORTH]:
        net += _streaks(rules, desk, mine, cells, base)
    return net


@rarely_called
def _settled(
    rules: IntArray,
    tables: IntArray,
    desk: IntArray,
    number: Integer,
    split: Boolean,
    dealer: Integer,
    blackjack: Boolean,
) -> tuple[Integer, Integer, Integer]:
    """A hand against the dealer's: what one wager on it comes to, what its double does, and what is still to be added.

    What a hand over the limit or a rescued one lost has been added before.
    """
    hand, times, fate = desk[DONE + number], desk[TIMES + number], desk[FATES + number]
    result = -1
    part = -rules[STAKE]
    beside = part
    more = _NOTHING
    if fate == GIVEN and rules[RESCUE] == 1:
        beside = _NOTHING
    elif hand != BUST and blackjack:
        result = 0
        part = beside = _NOTHING
    elif fate > 0:
        part = beside = -rules[HALF]
        more = times * part
    elif hand != BUST and tables[rules[WINS] + hand] == 1:
        result = 1
    elif hand != BUST:
        total = np.int64(tables[rules[TOTAL] + hand])
        ahead = split and tables[rules[BEATS] + hand] == 1
        if dealer == OVER or total > dealer or (ahead and total == dealer):
            result = 1
        elif dealer == PUSHES:
            result = 0
        else:
            result = 0 if total == dealer else -1
        part = beside = result * rules[STAKE]
        more = times * part
    if result > 0:
        part = rules[WIN] if times > 1 else rules[rules[PAYS] + hand]
        beside = part
        more = times * part
    return part, beside, more


@rarely_called
def _spot(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    cells: IntArray,
    base: Integer,
    at: Unit,
) -> Integer:
    """One round of a spot with two hands, whose second cards are exchanged by the plan; returns what all comes to."""
    for row in range(MOST_HANDS + 1):
        desk[LENGTH + row] = 0
    # A card to each hand and to the dealer, and once more around.
    for place in range(6):
        if desk[NEXT] == desk[END]:
            _more(rules, tables, deck, words, desk, at)
        letter = np.int64(deck[desk[NEXT]])
        desk[NEXT] += 1
        row = DEALER if place % 3 == 2 else place % 3
        desk[HELD + row * MOST_CARDS + desk[LENGTH + row]] = letter
        desk[LENGTH + row] += 1
    other = HELD + MOST_CARDS
    a, b, c, d = desk[HELD], desk[HELD + 1], desk[other], desk[other + 1]
    shown, second = desk[HELD + DEALER * MOST_CARDS], desk[HELD + DEALER * MOST_CARDS + 1]
    up: Integer = shown & VALUE
    hidden: Integer = second & VALUE
    could = tables[rules[COULD] + up] == 1
    in_suit = (shown >> 4 & 3) == (second >> 4 & 3)
    net = _NOTHING
    if rules[KINDS_WORTH] < rules[QUEEN_WORTH]:
        mine, others = np.int64(tables[rules[PAIRS] + (a << 8 | b)]), np.int64(tables[rules[PAIRS] + (c << 8 | d)])
        kind = np.int64(tables[rules[KINDS] + mine * LETTERS + others])
        kind += (rules[QUEEN_WORTH] - rules[KINDS_WORTH]) // 2 * np.int64(at[1] & _ONE)
        cells[base + rules[AT_KINDS] + kind] += 1
        net += rules[rules[KINDS_WORTH] + kind]
    insured = rules[INSURED] == 1 and up == ACE
    looked = could and rules[SECOND] == READ
    found = looked and up + hidden == ACE + TEN and up * hidden == 0
    if looked:
        could = False
        if insured:
            for number in range(2):
                net += _second_seen(
                    rules, np.int64(number), np.int64(1), insured, in_suit, _NO, _NO, found, found, cells, base
                )
        insured = False
    # What a hand is: to be played (0), a blackjack (1), surrendered (2). What is done is by the values that were dealt.
    av, bv, cv, dv = a & VALUE, b & VALUE, c & VALUE, d & VALUE
    first: Integer = 1 if av + bv == ACE + TEN and av * bv == 0 else 0
    last: Integer = 1 if cv + dv == ACE + TEN and cv * dv == 0 else 0
    row = rules[PLAN] + ((av * 10 + bv) * 10 + cv) * 10 + dv
    deals = (rules[HAND_FIRST] - rules[PLAN]) // 3
    if not found:
        if rules[GIVES_FIRST] == 1:
            first = 2 if tables[row + deals] >> up & 1 == 1 else first
            last = 2 if tables[row + 2 * deals] >> up & 1 == 1 else last
        if tables[row] >> up & 1 == 1:
            desk[HELD + 1], desk[other + 1] = d, b
            b, d = d, b
            first = last = 0
    hand_1 = np.int64(tables[rules[TO] + EMPTY * FACES + (a & FACE)])
    hand_1 = np.int64(tables[rules[TO] + hand_1 * FACES + (b & FACE)])
    hand_2 = np.int64(tables[rules[TO] + EMPTY * FACES + (c & FACE)])
    hand_2 = np.int64(tables[rules[TO] + hand_2 * FACES + (d & FACE)])
    if not found and first == 0 and tables[rules[ACT] + hand_1 * VALUES + up] == SURRENDER:
        first = 2
    if not found and last == 0 and tables[rules[ACT] + hand_2 * VALUES + up] == SURRENDER:
        last = 2
    if not could:
        desk[LENGTH] = desk[LENGTH] if first == 0 else 0
        desk[LENGTH + 1] = desk[LENGTH + 1] if last == 0 else 0
    desk[MADE] = 2
    many_1 = many_2 = ended = _NOTHING
    for number in range(0 if found else 2):
        if (first if number == 0 else last) == 0:
            hand = hand_1 if number == 0 else hand_2
            ended += _play_hands(rules, tables, deck, words, desk, hand, np.int64(number), ended, up, at)
        many_1 = ended if number == 0 else many_1
    many_2 = ended - many_1
    standing = held = False
    for number in range(many_1 + many_2):
        hand, fate = desk[DONE + number], desk[FATES + number]
        if hand != BUST and not (fate == GIVEN and rules[RESCUE] == 1):
            waits = fate > 0 or tables[rules[WINS] + hand] == 1
            held = held or (waits and could)
            standing = standing or not waits
    waiting = could and (first > 0 or last > 0)
    blackjack = found
    dealer: Integer = 0
    if not found and (standing or held or waiting or insured):
        blackjack = could and up + hidden == ACE + TEN and up * hidden == 0
        if insured:
            for number in range(2):
                net += _second_seen(
                    rules, np.int64(number), np.int64(1), insured, in_suit, _NO, _NO, hidden == TEN, _NO, cells, base
                )
        if standing and not blackjack:
            dealer = _dealer_draws(rules, tables, deck, words, desk, up, hidden, at)
    for number in range(2):
        begin, many, what = (_NOTHING, many_1, first) if number == 0 else (many_1, many_2, last)
        net += _hand_of_two(rules, tables, desk, np.int64(number), begin, many, what, dealer, blackjack, cells, base)
    return net


@rarely_called
def _dealer_draws(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    up: Integer,
    hidden: Integer,
    at: Unit,
) -> Integer:
    """The dealer takes cards until his total is one that he stands on, or is over; gives that total."""
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
    return np.int64(tables[rules[DEALER_TOTAL] + state])


@rarely_called
def _hand_of_two(
    rules: IntArray,
    tables: IntArray,
    desk: IntArray,
    number: Integer,
    begin: Integer,
    many: Integer,
    what: Integer,
    dealer: Integer,
    blackjack: Boolean,
    cells: IntArray,
    base: Integer,
) -> Integer:
    """What one of two hands comes to, with all that was split from it."""
    mine: Integer = _NOTHING
    if what == 1:
        mine = _NOTHING if blackjack and rules[NATURAL_WINS] == 0 else rules[BLACKJACK]
    elif what == 2:
        mine = -rules[STAKE] if blackjack else -rules[HALF]
    elif many == 0:
        mine = -rules[STAKE]
    lost = _NOTHING
    for at in range(begin, begin + many):
        hand, times, fate = desk[DONE + at], desk[TIMES + at], desk[FATES + at]
        if hand == BUST:
            lost += times
        elif fate == GIVEN and rules[RESCUE] == 1:
            lost += 1
        part, beside, more = _settled(rules, tables, desk, np.int64(at), many > 1, dealer, blackjack)
        mine += more
        cell = base + rules[AT_NETS] + (2 + 2 * number) * rules[NETS] + (part - rules[LOW]) // rules[GRAIN]
        if many == 1 and times > 1:
            cells[cell + (beside - part) // rules[GRAIN]] += 1
        if at > begin:
            cells[cell + rules[NETS]] += 1
    # A dealer's blackjack takes the original wager and no more; what was lost already counts toward that.
    mine -= lost * rules[STAKE]
    if many > 0 and blackjack and lost == 0:
        mine -= rules[STAKE]
    cells[base + rules[AT_NETS] + number * rules[NETS] + (mine - rules[LOW]) // rules[GRAIN]] += 1
    return mine


@rarely_called
def _third_seen(rules: IntArray, desk: IntArray, dealer: Integer, cells: IntArray, base: Integer) -> Integer:
    """The wager on the dealer's three cards, when his hand is complete."""
    row = 0
    if desk[LENGTH + DEALER] == 3 and dealer >= OVER:
        at = HELD + DEALER * MOST_CARDS
        one, two, last = desk[at], desk[at + 1], desk[at + 2]
        row = 3 + (last & VALUE)
        value = rules[THIRD_VALUE]
        if (one & VALUE) == value and (two & VALUE) == value and (last & VALUE) == value:
            pattern = _pattern(one, two, last, rules[NAMED_SUIT])
            row = 1 if pattern > 1 else 2 if pattern == 1 else row
    cells[base + rules[AT_THIRD] + row] += 1
    found: Integer = rules[rules[THIRD_WORTH] + row]
    return found


@rarely_called
def _pattern(one: Integer, two: Integer, three: Integer, named: Integer) -> Integer:
    """Three letters: of several colours (0), of one (1), of one suit (2), of the suit that is named (3)."""
    a, b, c = (one >> 4) & 3, (two >> 4) & 3, (three >> 4) & 3
    if a == b and b == c:
        return 3 if a == named else 2
    red, two_red, three_red = (a + 1) >> 1 & 1, (b + 1) >> 1 & 1, (c + 1) >> 1 & 1
    return 1 if red == two_red and two_red == three_red else 0


@rarely_called
def _second_seen(
    rules: IntArray,
    circle: Integer,
    units: Integer,
    insured: bool,
    in_suit: bool,
    waits: bool,
    queens: bool,
    ten: bool,
    blackjack: Boolean,
    cells: IntArray,
    base: Integer,
) -> Integer:
    """What is decided as soon as the dealer's second card is known."""
    net = 0
    if insured:
        won = 1 if ten and not in_suit else 2 if ten else 0
        cells[base + rules[AT_INSURANCE] + (3 if circle > 0 else 0) + won] += 1
        paid = rules[rules[INSURANCE_SUITED if in_suit else INSURANCE_PAYS] + units]
        net += paid if ten else -rules[rules[INSURANCE] + units]
    if waits:
        cells[base + rules[AT_WAITS] + blackjack] += 1
        net += rules[WAITS_PAYS] if blackjack else -rules[WAITS_STAKE]
    if queens:
        cells[base + rules[AT_QUEEN] + blackjack] += 1
        net += rules[rules[QUEEN_WORTH] + (1 if blackjack else 0)]
    return net


# ---- Shoes


@rarely_called
def _due(rules: IntArray, desk: IntArray) -> bool:
    """Whether the cards are shuffled before the next round."""
    if rules[CONTINUOUS] == 1 or desk[FINISHED] == 1:
        return True
    size = rules[INDEX] - rules[CARDS]
    out, other_out = desk[NEXT] - desk[SIDE] * size, desk[OTHER_NEXT] - (1 - desk[SIDE]) * size
    return bool(out >= rules[STOP] or (rules[SIDES] > 1 and rules[BART_CARTER] == 0 and other_out >= rules[STOP]))


@rarely_called
def _shuffle_all(
    rules: IntArray, tables: IntArray, deck: IntArray, words: IntArray, desk: IntArray, new: bool, at: Unit
) -> None:
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


@rarely_called
def _deal(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    spots: Integer | None,
    seed: Integer,
    first: Integer,
    count: Integer,
    cells: IntArray,
    nets: IntArray,
) -> tuple[Integer, Integer]:
    """Units of a box with one hand, or of `spots` with two: Numba leaves out what is done for the other, by None."""
    path = nets.shape[0]
    fast, reads = rules[FAST] == 1, rules[SECOND] == READ
    both, insures = rules[BOTH_FAST] == 1, rules[INSURED] == 1
    plan, hand_first, hand_step = np.uint64(rules[PLAN]), np.uint64(rules[HAND_FIRST]), np.uint64(rules[HAND_STEP])
    hand_worth, dealer_to = np.uint64(rules[HAND_WORTH]), np.uint64(rules[DEALER_TO])
    dealer_total, many_ends = np.uint64(rules[DEALER_TOTAL]), rules[ENDS_WORTH] - rules[HAND_WORTH]
    starts, peeked, step = np.uint64(rules[FIRST]), np.uint64(rules[PEEKED]), np.uint64(rules[STEP])
    pairs, kinds, ends_worth = np.uint64(rules[PAIRS]), np.uint64(rules[KINDS]), np.uint64(rules[ENDS_WORTH])
    kinds_worth = np.uint64(rules[KINDS_WORTH])
    sorts = np.uint64(rules[QUEEN_WORTH]) - kinds_worth
    suits, named = np.uint64(rules[SUITS]), rules[NAMED_SUIT]
    one_at, up_at = (_ONE, _ZERO) if rules[UP_FIRST] == 1 else (_ZERO, _ONE)
    dealt_first = _THREE if rules[SECOND] == NO_HOLE else _FOUR
    stop = np.uint64(rules[STOP])
    units = rounds = _NOTHING
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
            base = played = _NOTHING
            limit = np.uint64(desk[END])
            place = np.uint64(desk[NEXT])
            due: Boolean = False
            while not due and not (path > 0 and rounds + played == path):
                state = _ENDS
                begun = place
                one_end = two_end = _ENDS
                total = _ZERO
                if spots is None:
                    if fast:
                        one = np.uint64(deck[place + one_at])
                        shown = np.uint64(deck[place + up_at])
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
                elif both:
                    mine, mine_too = np.uint64(deck[place]), np.uint64(deck[place + _THREE])
                    other, other_too = np.uint64(deck[place + _ONE]), np.uint64(deck[place + _FOUR])
                    up = np.uint64(deck[place + _TWO]) & _VALUE
                    hole = np.uint64(deck[place + _FIVE]) & _VALUE
                    place += _SIX
                    av, bv, cv, dv = mine & _VALUE, mine_too & _VALUE, other & _VALUE, other_too & _VALUE
                    # A dealer's blackjack, or one that nobody has looked for, and insurance are for the round itself.
                    found = up * hole == _ZERO and up + hole == _NINE
                    could_be = up * (_NINE - up) == _ZERO
                    if found or (could_be and not reads) or (insures and up == _ZERO):
                        one_end = _ENDS
                    else:
                        dealt = ((av * _TEN + bv) * _TEN + cv) * _TEN + dv
                        switched = np.uint64(tables[plan + dealt]) >> up & _ONE == _ONE
                        if switched:
                            bv, dv = dv, bv
                        one_end = np.uint64(tables[hand_first + ((av << _FOUR | bv) << _FOUR | up)])
                        two_end = np.uint64(tables[hand_first + ((cv << _FOUR | dv) << _FOUR | up)])
                        if not switched and av * bv == _ZERO and av + bv == _NINE:
                            one_end = _NATURAL
                        if not switched and cv * dv == _ZERO and cv + dv == _NINE:
                            two_end = _NATURAL
                        while one_end < _ENDS:
                            one_end = np.uint64(tables[hand_step + one_end + (np.uint64(deck[place]) & _VALUE)])
                            place += _ONE
                        while two_end < _ENDS:
                            two_end = np.uint64(tables[hand_step + two_end + (np.uint64(deck[place]) & _VALUE)])
                            place += _ONE
                        if one_end != _ENDS and two_end != _ENDS:
                            state = _ENDS + _ONE
                            if one_end >= _STANDS or two_end >= _STANDS:
                                dealer = np.uint64(tables[dealer_to + up])
                                dealer = np.uint64(tables[dealer_to + (dealer << _FOUR) + hole])
                                total = np.uint64(tables[dealer_total + dealer])
                                while total == _ZERO:
                                    card = np.uint64(deck[place]) & _VALUE
                                    dealer = np.uint64(tables[dealer_to + (dealer << _FOUR) + card])
                                    total = np.uint64(tables[dealer_total + dealer])
                                    place += _ONE
                                total -= _SIXTEEN
                if state == _ENDS or place > limit:
                    if fast or both:
                        desk[NEXT] = np.int64(begun)
                    if spots is None:
                        net = _round(rules, tables, deck, words, desk, cells, base, at)
                    else:
                        net = _spot(rules, tables, deck, words, desk, cells, base, at)
                    due = _due(rules, desk)
                    place = np.uint64(desk[NEXT])
                    limit = np.uint64(desk[END])
                elif spots is None:
                    if state >= _SUIT_ENDS:
                        row = suits + (state - _SUIT_ENDS) * _ROW
                        asked = np.int64(tables[row + _FOUR])
                        a, b = np.int64(shown), np.int64(deck[begun + _THREE])
                        c = b
                        if asked == OWN_THREE:
                            a, b, c = np.int64(one), np.int64(two), np.int64(deck[begun + dealt_first])
                        elif asked == DEALER_THREE:
                            c = np.int64(deck[place - _ONE])
                        state = np.uint64(tables[row + np.uint64(_pattern(a, b, c, named))])
                    cells[np.uint64(base + rules[AT_ENDS]) + (state - _ENDS)] += 1
                    net = rules[ends_worth + (state - _ENDS)]
                    if sorts > _ZERO:
                        pair = np.uint64(tables[pairs + (one << _EIGHT | two)])
                        kind = np.uint64(tables[kinds + (pair << _EIGHT | shown)])
                        kind += sorts // _TWO * (at[1] & _ONE)
                        cells[np.uint64(base + rules[AT_KINDS]) + kind] += 1
                        net += rules[kinds_worth + kind]
                    due = place >= stop
                else:
                    one_end = (one_end - _ENDS) * _TOTALS + total
                    two_end = (two_end - _ENDS) * _TOTALS + total
                    cells[np.uint64(base + rules[AT_ENDS]) + one_end] += 1
                    cells[np.uint64(base + rules[AT_ENDS] + many_ends) + two_end] += 1
                    net = rules[hand_worth + one_end] + rules[hand_worth + two_end]
                    if sorts > _ZERO:
                        pair = np.uint64(tables[pairs + (mine << _EIGHT | mine_too)])
                        beside = np.uint64(tables[pairs + (other << _EIGHT | other_too)])
                        kind = np.uint64(tables[kinds + (pair << _EIGHT | beside)])
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


@compiled
def deal(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    seed: Integer,
    first: Integer,
    count: Integer,
    cells: IntArray,
    nets: IntArray,
) -> tuple[Integer, Integer]:
    """Deal `count` units from unit `first` on into the cells; or, with room in `nets`, units until it is filled.

    Returns how many units were begun, and how many rounds they had. `deck`, `words` and `desk` are `room` to work in.
    """
    return _deal(rules, tables, deck, words, desk, None, seed, first, count, cells, nets)


@compiled
def deal_two(
    rules: IntArray,
    tables: IntArray,
    deck: IntArray,
    words: IntArray,
    desk: IntArray,
    seed: Integer,
    first: Integer,
    count: Integer,
    cells: IntArray,
    nets: IntArray,
) -> tuple[Integer, Integer]:
    """The same for spots with two hands."""
    return _deal(rules, tables, deck, words, desk, _ONE, seed, first, count, cells, nets)


def room(rules: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """What the loop works in by these rules: the deck, the random words of a shuffle, and the desk."""
    size = int(rules[INDEX] - rules[CARDS])
    words = 8 if rules[CONTINUOUS] == 1 else int(rules[NEED]) // 12 * 4 + 12
    deck = np.zeros(int(rules[SIDES]) * size + PAD, np.uint8)
    return deck, np.empty(words, np.uint32), np.zeros(DESK, np.int64)


def loop_of(rules: IntArray) -> Callable[..., tuple[Integer, Integer]]:
    """The loop for these rules: of boxes with one hand, or of spots with two."""
    return deal_two if rules[DEALT] > 1 else deal
