"""The compiled loop: the automaton deals the shoes, and `_round` deals whatever the automaton cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pitboss.families.twenty_one.kernel.rules import (
    ACE,
    ACES_AGAIN,
    ACES_LAST,
    BUST,
    DEALER_THREE,
    DEALS,
    DOUBLE,
    EMPTY,
    ENDS,
    FACE,
    FACES,
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
    LoopArrays,
    LoopRules,
)
from pitboss.families.twenty_one.kernel.spot import NATURAL, STANDS
from pitboss.simulation.compiled import Boolean, IntArray, Integer, compiled, rarely_called
from pitboss.simulation.shuffles import NUMBERS, shuffle

_NOTHING = np.int64(0)
"""Counters start from this, because Numba gives a literal 0 its own type and would compile every function that takes it
twice.
"""
_NO: Any = np.bool_(False)
_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT, _NINE = (np.uint64(number) for number in (0, 1, 2, 3, 4, 8, 9))
_VALUE = np.uint64(VALUES - 1)
_HOLE_NEXT, _ENDS, _SUIT_ENDS = np.uint64(HOLE_NEXT), np.uint64(ENDS), np.uint64(SUIT_ENDS)
_TEN, _SIX, _FIVE, _SIXTEEN, _TOTALS = (np.uint64(number) for number in (10, 6, 5, 16, TOTALS))
_STANDS, _NATURAL = np.uint64(ENDS + STANDS), np.uint64(ENDS + NATURAL)
_ROW = np.uint64(5)
"""The length of a row of `Unsplit.suits`: four ends, and which cards' suits choose among them."""


Unit = tuple[Integer, Integer]
"""A seed and a unit number."""

DEALER = MOST_HANDS
"""The row for the dealer's cards on the desk, after the player's hands."""


class Desk:
    """The loop's working state while it deals. In compiled code this is a `DESK` record, changed in place."""

    next: Integer
    "The place of the next card in the deck."
    end: Integer
    """The end of the shuffled cards on the side in use."""
    other_next: Integer
    other_end: Integer
    size: IntArray
    """[side]: the number of cards."""
    order: IntArray
    """[side]: the random stream of its shuffle."""
    side: Integer
    """The side of the shoe in use."""
    stream: Integer
    """The random stream of the latest shuffle."""
    shuffle_due: Integer
    since_reset: Integer
    "Rounds since the meter of a progressive wager was reset."
    count: Integer
    """The number of cards in `first_cards`."""
    first_cards: IntArray
    ended: IntArray
    """The class of each finished hand, in the order of play."""
    wagers: IntArray
    """The number of wagers on each finished hand."""
    fate: IntArray
    """SURRENDERED or GIVEN for each finished hand, or 0."""
    waiting: IntArray
    """The rows of the split hands still to be played."""
    hands: Integer
    """The number of rows of `cards` in use."""
    streaks: IntArray
    """The rounds won in each streak, or -1 for a streak that is not running."""
    length: IntArray
    """[row]: the number of cards."""
    cards: IntArray
    """[row, place]: the cards on the table, one row for each hand and one for the dealer."""
    left: IntArray
    """[letter]: how many cards with this letter are not on the table."""


_SHAPES: dict[str, int | tuple[int, int]] = {
    "size": 2,
    "order": 2,
    "first_cards": MOST_COUNTED,
    "ended": MOST_HANDS,
    "wagers": MOST_HANDS,
    "fate": MOST_HANDS,
    "waiting": MOST_HANDS,
    "streaks": MOST_STREAKS,
    "length": MOST_HANDS + 1,
    "cards": (MOST_HANDS + 1, MOST_CARDS),
    "left": LETTERS,
}
DESK = np.dtype([(name, np.int64, _SHAPES.get(name, ())) for name in Desk.__annotations__])


class Shoe(NamedTuple):
    """The cards being dealt, and working memory."""

    deck: IntArray
    words: IntArray
    """The random words of a shuffle."""
    desk: Desk


class Hole(NamedTuple):
    """The facts about the dealer's second card that settle side wagers."""

    in_suit: Boolean
    """Whether it matches the suit of the dealer's first card."""
    is_ten: Boolean
    blackjack: Boolean


class Awaiting(NamedTuple):
    """Which side wagers are still waiting for the dealer's second card."""

    insurance: Boolean
    blackjack: Boolean
    queens: Boolean


class Dealt(NamedTuple):
    """One of a spot's two hands, with the hands split from it."""

    first: Integer
    """The place of its first hand among the finished ones."""
    hands: Integer
    began: Integer
    """0 if it was played, 1 for a blackjack, 2 if it was surrendered."""


_INSURED = Awaiting(np.bool_(True), _NO, _NO)


# ---- Cards


@rarely_called
def _put_in_order(arrays: LoopArrays, shoe: Shoe, need: Integer, at: Unit) -> None:
    """Shuffle the first `need` cards of the side in use."""
    rules, tables = arrays.rules, arrays.tables
    deck, words, desk = shoe.deck, shoe.words, shoe.desk
    size = rules.cards.per_side
    begin = desk.side * size
    order = deck[begin : begin + size]
    cards = tables[rules.cards.cards : rules.cards.cards + size]
    for place in range(size):
        order[place] = cards[place]
    shuffle(order, need, words, at[0], at[1], np.uint64(desk.order[desk.side]))
    desk.size[desk.side] = size
    desk.end = begin + need


@rarely_called
def _more(arrays: LoopArrays, shoe: Shoe, at: Unit) -> None:
    """Shuffle the rest of the side when the shuffled cards run out, or else every card that is not on the table."""
    rules, tables = arrays.rules, arrays.tables
    deck, words, desk = shoe.deck, shoe.words, shoe.desk
    side = desk.side
    size = rules.cards.per_side
    begin = side * size
    if desk.end < begin + desk.size[side]:
        # A longer shuffle from the same words begins with the same cards.
        _put_in_order(arrays, shoe, size, at)
        return
    for letter in range(LETTERS):
        desk.left[letter] = 0
    for place in range(size):
        desk.left[tables[rules.cards.index + tables[rules.cards.cards + place]]] += 1
    for row in range(MOST_HANDS + 1):
        for place in range(desk.length[row]):
            desk.left[tables[rules.cards.index + desk.cards[row, place]]] -= 1
    count = _NOTHING
    for kind in range(rules.cards.different):
        for _ in range(desk.left[kind]):
            deck[begin + count] = tables[rules.cards.letters + kind]
            count += 1
    desk.stream += 1
    desk.order[side] = desk.stream
    shuffle(deck[begin : begin + count], count, words, at[0], at[1], np.uint64(desk.stream))
    desk.size[side] = count
    desk.next = begin + (1 if count > 1 else 0)
    desk.end = begin + count
    desk.shuffle_due = 1


@rarely_called
def _turn_to(desk: Desk, side: Integer) -> None:
    """Switch to a side of the shoe."""
    if side != desk.side:
        desk.side = side
        desk.next, desk.other_next = desk.other_next, desk.next
        desk.end, desk.other_end = desk.other_end, desk.end


# ---- A round. Drawing a card is written out where it happens. A function would take the same arrays each time, and
# Numba's reference counting for all of them would take longer than the draw.


@rarely_called
def _variant(letter: Integer, again: bool, resplit_aces: Integer) -> Integer:
    """The variant of a split hand that began with this card."""
    if (letter & VALUE) == ACE:
        return ACES_AGAIN if again and resplit_aces == 1 else ACES_LAST
    return SPLIT_AGAIN if again else SPLIT_LAST


@rarely_called
def _play_hands(
    arrays: LoopArrays,
    shoe: Shoe,
    hand: Integer,
    row: Integer,
    before: Integer,
    up: Integer,
    at: Unit,
) -> Integer:
    """Play the hand in `row` and all hands split from it; returns their number, or 0 after a surrender.

    The results are recorded after those of the `before` hands that are already finished.
    """
    rules, tables = arrays.rules, arrays.tables
    deck, desk = shoe.deck, shoe.desk
    to, total, act = rules.hands.to, rules.hands.total, rules.hands.act
    classes = rules.hands.classes
    done = before
    waiting = 0
    made = 1
    variant: Integer = UNSPLIT
    waits = tables[rules.dealer.could + up] == 1 and rules.dealer.hole != READ
    while True:
        times = 1
        fate = 0
        while tables[total + hand] < OVER - 1:
            # A split leaves one card, which always draws.
            does = np.int64(tables[act + (variant * classes + hand) * VALUES + up]) if desk.length[row] > 1 else HIT
            if does == STAND:
                break
            if does == SURRENDER and made == 1:
                return 0
            if does == SURRENDER:
                fate = SURRENDERED
                break
            if does == SPLIT:
                first = desk.cards[row, 0]
                new = desk.hands
                desk.cards[new, 0] = desk.cards[row, 1]
                desk.length[row] = 1
                desk.length[new] = 1
                desk.waiting[waiting] = new
                desk.hands += 1
                waiting += 1
                made += 1
                variant = _variant(first, made < rules.hands.most, rules.hands.resplit_aces)
                hand = np.int64(tables[to + EMPTY * FACES + (first & FACE)])
                continue
            if desk.next == desk.end:
                _more(arrays, shoe, at)
            letter = np.int64(deck[desk.next])
            desk.next += 1
            desk.cards[row, desk.length[row]] = letter
            desk.length[row] += 1
            if desk.count < MOST_COUNTED:
                desk.count += 1
                desk.first_cards[desk.count - 1] = letter
            hand = np.int64(tables[to + hand * FACES + (letter & FACE)])
            if does == DOUBLE:
                times = 2
                if tables[total + hand] < OVER - 1 and tables[rules.hands.doubled + hand * VALUES + up] == SURRENDER:
                    fate = GIVEN
                break
        decided = fate > 0 or tables[rules.hands.wins + hand] == 1
        if hand == BUST or (decided and (not waits or (fate == GIVEN and rules.dealer.rescue == 1))):
            desk.length[row] = 0
        desk.ended[done] = hand
        desk.wagers[done] = times
        desk.fate[done] = fate
        done += 1
        if waiting == 0:
            return done - before
        waiting -= 1
        row = desk.waiting[waiting]
        first = desk.cards[row, 0]
        variant = _variant(first, made < rules.hands.most, rules.hands.resplit_aces)
        hand = np.int64(tables[to + EMPTY * FACES + (first & FACE)])


@rarely_called
def _count_cards(arrays: LoopArrays, shoe: Shoe, cells: IntArray, base: Integer, at: Unit) -> Integer:
    """Settle the wager that counts cards among the box's first, drawing those it still needs; returns its net."""
    rules, tables, amounts = arrays.rules, arrays.tables, arrays.amounts
    deck, desk = shoe.deck, shoe.desk
    wanted = rules.counted.value
    seen = found = suits = 0
    broken = False
    while True:
        while seen < min(desk.count, rules.counted.cards):
            seen += 1
            letter = desk.first_cards[seen - 1]
            if (letter & VALUE) != wanted:
                broken = True
            elif not (broken and rules.counted.leading == 1):
                suits |= (letter >> 4 & 3) << (2 * found)
                found += 1
        decided = seen == rules.counted.cards or (broken and rules.counted.leading == 1)
        if decided or rules.counted.guaranteed == 0:
            break
        if desk.next == desk.end:
            _more(arrays, shoe, at)
        letter = np.int64(deck[desk.next])
        desk.next += 1
        desk.count += 1
        desk.first_cards[desk.count - 1] = letter
    row = np.int64(tables[rules.counted.rows + found * LETTERS + suits])
    if row == rules.counted.meter:
        row += min(desk.since_reset, rules.counted.steps - row) - 1
        desk.since_reset = 0
    cells[base + rules.at.rows + row] += 1
    worth: Integer = amounts[rules.counted.worth + row]
    return worth


@rarely_called
def _streaks(arrays: LoopArrays, desk: Desk, mine: Integer, cells: IntArray, base: Integer) -> Integer:
    """Advance or end the streaks after a round, starting new ones when none is running; returns their net."""
    rules, amounts = arrays.rules, arrays.amounts
    many = rules.streaks.length
    if not _running(arrays, desk):
        for number in range(many):
            desk.streaks[number] = 0
    net: Integer = 0
    for number in range(many):
        if desk.streaks[number] < 0 or mine == 0:
            continue
        desk.streaks[number] += 1
        won = 1 if mine > 0 else 0
        if won == 0 or desk.streaks[number] == amounts[rules.streaks.wins + number]:
            cells[base + rules.at.streaks + 2 * number + won] += 1
            net += amounts[rules.streaks.worth + 2 * number + won]
            desk.streaks[number] = -1
    return net


@rarely_called
def _running(arrays: LoopArrays, desk: Desk) -> bool:
    """Whether any streak is running."""
    rules = arrays.rules
    running = False
    for number in range(rules.streaks.length):
        running = running or desk.streaks[number] >= 0
    return running


@rarely_called
def _round(arrays: LoopArrays, shoe: Shoe, cells: IntArray, base: Integer, at: Unit) -> Integer:
    """Deal one round, from the first card to the last wager; returns the net of all wagers."""
    rules, tables, amounts = arrays.rules, arrays.tables, arrays.amounts
    deck, desk = shoe.deck, shoe.desk
    for row in range(MOST_HANDS + 1):
        desk.length[row] = 0
    desk.since_reset += 1
    # The determinant card of a double shoe, then two cards each to the box and the dealer in turn.
    one: Integer = 0
    shown: Integer = 0
    two: Integer = 0
    second: Integer = 0
    first: Integer = 2 if rules.cards.up_first == 1 else 1
    for place in range(0 if rules.cards.sides > 1 else 1, 4 if rules.dealer.hole == NO_HOLE else 5):
        if desk.next == desk.end:
            _more(arrays, shoe, at)
        letter = np.int64(deck[desk.next])
        desk.next += 1
        if place == 0:
            red = (letter >> 4 & 3) == 1 or (letter >> 4 & 3) == 2
            _turn_to(desk, rules.cards.red_side if red else 1 - rules.cards.red_side)
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
        desk.cards[row, desk.length[row]] = letter
        desk.length[row] += 1
    desk.count = 2
    desk.first_cards[0] = one
    desk.first_cards[1] = two
    up: Integer = shown & VALUE
    hidden: Integer = second & VALUE
    could = tables[rules.dealer.could + up] == 1
    net: Integer = 0

    # Side wagers on the first cards, and those on the dealer's second card.
    if rules.first_cards.sorts > 0:
        pair = np.int64(tables[rules.first_cards.pairs + (one << 8 | two)])
        kind = np.int64(tables[rules.first_cards.kinds + pair * LETTERS + shown])
        kind += rules.first_cards.sorts // 2 * np.int64(at[1] & _ONE)
        cells[base + rules.at.kinds + kind] += 1
        net += amounts[rules.first_cards.worth + kind]
    waits = rules.second_card.waits == 1
    if waits and not could:
        cells[base + rules.at.waits] += 1
        net -= rules.second_card.stake
        waits = False
    queens = could and one == rules.second_card.queen and two == rules.second_card.queen
    third = rules.third_card.laid == 1
    raised = np.int64(tables[rules.main.units + (one & VALUE) * VALUES + up])
    units: Integer = raised & 15
    in_suit = (shown >> 4 & 3) == (second >> 4 & 3)

    hand = np.int64(tables[rules.hands.to + EMPTY * FACES + (one & FACE)])
    hand = np.int64(tables[rules.hands.to + hand * FACES + (two & FACE)])
    one, two = one & VALUE, two & VALUE
    natural = one + two == ACE + TEN and one * two == 0
    insured = rules.insurance.taken == 1 and up == ACE and not (natural and rules.dealer.natural_first == 1)
    looked = could and rules.dealer.hole == READ
    found = looked and up + hidden == ACE + TEN and up * hidden == 0
    surrendered = False
    if looked and rules.dealer.early == 1 and not natural:
        surrendered = tables[rules.hands.act + hand * VALUES + up] == SURRENDER
    if looked:
        awaiting, hole = Awaiting(insured, waits, queens), Hole(in_suit, found, found)
        net += _second_seen(arrays, _NOTHING, units, awaiting, hole, cells, base)
        insured = waits = queens = could = False
        if found and third:
            cells[base + rules.at.third] += 1
            net += amounts[rules.third_card.worth]
            third = False
    paid = natural and (rules.dealer.natural_wins == 1 or (not found and not could))
    if surrendered or paid:
        desk.length[0] = 0
    hands: Integer = 0
    if not found and not natural and not surrendered:
        desk.hands = 1
        hands = _play_hands(arrays, shoe, hand, _NOTHING, _NOTHING, up, at)
        surrendered = hands == 0
    waiting = could and not paid and (natural or (surrendered and rules.dealer.held == 1))
    if surrendered and not waiting:
        desk.length[0] = 0
    if rules.counted.value >= 0:
        net += _count_cards(arrays, shoe, cells, base, at)

    # The part of the result that does not depend on the dealer's hand, the same for each circle.
    over = 0
    standing = held = False
    for number in range(hands):
        if desk.ended[number] == BUST:
            over += desk.wagers[number]
        elif desk.fate[number] == GIVEN and rules.dealer.rescue == 1:
            over += 1
        elif desk.fate[number] > 0 or tables[rules.hands.wins + desk.ended[number]] == 1:
            held = held or could
        else:
            standing = True
    before = -rules.main.stake * over
    if paid:
        before = rules.main.blackjack
    elif surrendered and not waiting:
        before = -rules.main.half
    elif found and not natural:
        before = -rules.main.stake

    mine: Integer = _NOTHING
    for circle in range(rules.dealer.circles):
        mine = before
        blackjack = False
        dealer: Integer = 0
        if standing or held or waiting or insured or waits or queens or third:
            if rules.dealer.hole == NO_HOLE:
                desk.length[DEALER] = 1
                if desk.next == desk.end:
                    _more(arrays, shoe, at)
                letter = np.int64(deck[desk.next])
                desk.next += 1
                desk.cards[DEALER, desk.length[DEALER]] = letter
                desk.length[DEALER] += 1
                hidden = letter & VALUE
                second = letter
                in_suit = (shown >> 4 & 3) == (second >> 4 & 3)
            blackjack = could and up + hidden == ACE + TEN and up * hidden == 0
            awaiting, hole = Awaiting(insured, waits, queens), Hole(in_suit, hidden == TEN, blackjack)
            net += _second_seen(arrays, np.int64(circle), units, awaiting, hole, cells, base)
            waits = queens = False
            if waiting and not blackjack:
                mine = rules.main.blackjack if natural else -rules.main.half
            if blackjack:
                # A dealer's blackjack takes only the original wager, and losses so far already count toward it.
                if not natural and over == 0 and (standing or waiting or held):
                    mine -= rules.main.stake
            elif standing or third:
                dealer = _dealer_draws(arrays, shoe, up, hidden, at)
            if third:
                net += _third_seen(arrays, desk, dealer, cells, base)
                third = False
        for number in range(hands):
            hand, times = desk.ended[number], desk.wagers[number]
            part, beside, more = _settled(arrays, desk, np.int64(number), hands > 1, dealer, blackjack)
            mine += more
            if more > 0 and hands == 1 and times == 1 and up == rules.main.award_up:
                mine += rules.main.award if tables[rules.hands.award + hand] == 1 else 0
            cell = (
                base
                + rules.at.nets
                + rules.dealer.circles * rules.main.nets
                + (part - rules.main.low) // rules.main.grain
            )
            cell += 2 * rules.main.nets if circle > 0 else 0
            if hands == 1 and times > 1:
                cells[cell + (beside - part) // rules.main.grain] += 1
            if number > 0:
                cells[cell + rules.main.nets] += 1
        for number in range(rules.main.raises):
            if raised >> (4 + number) & 1 == 1:
                cell = base + rules.at.nets + (rules.dealer.circles + 4 + number) * rules.main.nets
                cells[cell + (mine - rules.main.low) // rules.main.grain] += 1
        cells[
            base + rules.at.nets + circle * rules.main.nets + (units * mine - rules.main.low) // rules.main.grain
        ] += 1
        net += units * mine
    if rules.streaks.length > 0:
        net += _streaks(arrays, desk, mine, cells, base)
    return net


@rarely_called
def _settled(
    arrays: LoopArrays, desk: Desk, number: Integer, split: Boolean, dealer: Integer, blackjack: Boolean
) -> tuple[Integer, Integer, Integer]:
    """Compare a hand with the dealer's; returns the net of one wager, the net of its double, and the part not yet in
    the total.

    Losses on a hand over the limit or a rescued hand are already in the total.
    """
    rules, tables, amounts = arrays.rules, arrays.tables, arrays.amounts
    hand, times, fate = desk.ended[number], desk.wagers[number], desk.fate[number]
    result = -1
    part: Integer = -rules.main.stake
    beside: Integer = part
    more: Integer = _NOTHING
    if fate == GIVEN and rules.dealer.rescue == 1:
        beside = _NOTHING
    elif hand != BUST and blackjack:
        result = 0
        part = beside = _NOTHING
    elif fate > 0:
        part = beside = -rules.main.half
        more = times * part
    elif hand != BUST and tables[rules.hands.wins + hand] == 1:
        result = 1
    elif hand != BUST:
        total = np.int64(tables[rules.hands.total + hand])
        ahead = split and tables[rules.hands.beats + hand] == 1
        if dealer == OVER or total > dealer or (ahead and total == dealer):
            result = 1
        elif dealer == PUSHES:
            result = 0
        else:
            result = 0 if total == dealer else -1
        part = beside = result * rules.main.stake
        more = times * part
    if result > 0:
        part = rules.main.win if times > 1 else amounts[rules.hands.pays + hand]
        beside = part
        more = times * part
    return part, beside, more


@rarely_called
def _spot(arrays: LoopArrays, shoe: Shoe, cells: IntArray, base: Integer, at: Unit) -> Integer:
    """Deal one round of a spot with two hands that may exchange their second cards; returns the net of all wagers."""
    rules, tables, amounts = arrays.rules, arrays.tables, arrays.amounts
    deck, desk = shoe.deck, shoe.desk
    for row in range(MOST_HANDS + 1):
        desk.length[row] = 0
    # Two cards each to both hands and the dealer in turn.
    for place in range(6):
        if desk.next == desk.end:
            _more(arrays, shoe, at)
        letter = np.int64(deck[desk.next])
        desk.next += 1
        row = DEALER if place % 3 == 2 else place % 3
        desk.cards[row, desk.length[row]] = letter
        desk.length[row] += 1
    a, b, c, d = desk.cards[0, 0], desk.cards[0, 1], desk.cards[1, 0], desk.cards[1, 1]
    shown, second = desk.cards[DEALER, 0], desk.cards[DEALER, 1]
    up: Integer = shown & VALUE
    hidden: Integer = second & VALUE
    could = tables[rules.dealer.could + up] == 1
    in_suit = (shown >> 4 & 3) == (second >> 4 & 3)
    net: Integer = _NOTHING
    if rules.first_cards.sorts > 0:
        mine, others = (
            np.int64(tables[rules.first_cards.pairs + (a << 8 | b)]),
            np.int64(tables[rules.first_cards.pairs + (c << 8 | d)]),
        )
        kind = np.int64(tables[rules.first_cards.kinds + mine * LETTERS + others])
        kind += rules.first_cards.sorts // 2 * np.int64(at[1] & _ONE)
        cells[base + rules.at.kinds + kind] += 1
        net += amounts[rules.first_cards.worth + kind]
    insured = rules.insurance.taken == 1 and up == ACE
    looked = could and rules.dealer.hole == READ
    found = looked and up + hidden == ACE + TEN and up * hidden == 0
    if looked:
        could = False
        if insured:
            hole = Hole(in_suit, found, found)
            for number in range(2):
                net += _second_seen(arrays, np.int64(number), np.int64(1), _INSURED, hole, cells, base)
        insured = False
    # How each hand begins: played (0), a blackjack (1) or surrendered (2). The plan is indexed by the values as dealt.
    av, bv, cv, dv = a & VALUE, b & VALUE, c & VALUE, d & VALUE
    first: Integer = 1 if av + bv == ACE + TEN and av * bv == 0 else 0
    last: Integer = 1 if cv + dv == ACE + TEN and cv * dv == 0 else 0
    row = rules.spot.plan + ((av * 10 + bv) * 10 + cv) * 10 + dv
    deals = DEALS
    if not found:
        if rules.spot.gives == 1:
            first = 2 if tables[row + deals] >> up & 1 == 1 else first
            last = 2 if tables[row + 2 * deals] >> up & 1 == 1 else last
        if tables[row] >> up & 1 == 1:
            desk.cards[0, 1], desk.cards[1, 1] = d, b
            b, d = d, b
            first = last = 0
    hand_1 = np.int64(tables[rules.hands.to + EMPTY * FACES + (a & FACE)])
    hand_1 = np.int64(tables[rules.hands.to + hand_1 * FACES + (b & FACE)])
    hand_2 = np.int64(tables[rules.hands.to + EMPTY * FACES + (c & FACE)])
    hand_2 = np.int64(tables[rules.hands.to + hand_2 * FACES + (d & FACE)])
    if not found and first == 0 and tables[rules.hands.act + hand_1 * VALUES + up] == SURRENDER:
        first = 2
    if not found and last == 0 and tables[rules.hands.act + hand_2 * VALUES + up] == SURRENDER:
        last = 2
    if not could:
        desk.length[0] = desk.length[0] if first == 0 else 0
        desk.length[1] = desk.length[1] if last == 0 else 0
    desk.hands = 2
    many_1 = many_2 = ended = _NOTHING
    for number in range(0 if found else 2):
        if (first if number == 0 else last) == 0:
            hand = hand_1 if number == 0 else hand_2
            ended += _play_hands(arrays, shoe, hand, np.int64(number), ended, up, at)
        many_1 = ended if number == 0 else many_1
    many_2 = ended - many_1
    standing = held = False
    for number in range(many_1 + many_2):
        hand, fate = desk.ended[number], desk.fate[number]
        if hand != BUST and not (fate == GIVEN and rules.dealer.rescue == 1):
            waits = fate > 0 or tables[rules.hands.wins + hand] == 1
            held = held or (waits and could)
            standing = standing or not waits
    waiting = could and (first > 0 or last > 0)
    blackjack = found
    dealer: Integer = 0
    if not found and (standing or held or waiting or insured):
        blackjack = could and up + hidden == ACE + TEN and up * hidden == 0
        if insured:
            hole = Hole(in_suit, hidden == TEN, _NO)
            for number in range(2):
                net += _second_seen(arrays, np.int64(number), np.int64(1), _INSURED, hole, cells, base)
        if standing and not blackjack:
            dealer = _dealer_draws(arrays, shoe, up, hidden, at)
    for number in range(2):
        dealt = Dealt(_NOTHING, many_1, first) if number == 0 else Dealt(many_1, many_2, last)
        net += _hand_of_two(arrays, desk, np.int64(number), dealt, dealer, blackjack, cells, base)
    return net


@rarely_called
def _dealer_draws(arrays: LoopArrays, shoe: Shoe, up: Integer, hidden: Integer, at: Unit) -> Integer:
    """Draw cards for the dealer until he stands or is over the limit; returns his total."""
    rules, tables = arrays.rules, arrays.tables
    deck, desk = shoe.deck, shoe.desk
    state = np.int64(tables[rules.dealer.to + up])
    state = np.int64(tables[rules.dealer.to + state * VALUES + hidden])
    while tables[rules.dealer.total + state] == 0:
        if desk.next == desk.end:
            _more(arrays, shoe, at)
        letter = np.int64(deck[desk.next])
        desk.next += 1
        desk.cards[DEALER, desk.length[DEALER]] = letter
        desk.length[DEALER] += 1
        state = np.int64(tables[rules.dealer.to + state * VALUES + (letter & VALUE)])
    return np.int64(tables[rules.dealer.total + state])


@rarely_called
def _hand_of_two(
    arrays: LoopArrays,
    desk: Desk,
    number: Integer,
    hand: Dealt,
    dealer: Integer,
    blackjack: Boolean,
    cells: IntArray,
    base: Integer,
) -> Integer:
    """The net of one of a spot's two hands, with all hands split from it."""
    rules = arrays.rules
    mine: Integer = _NOTHING
    if hand.began == 1:
        mine = _NOTHING if blackjack and rules.dealer.natural_wins == 0 else rules.main.blackjack
    elif hand.began == 2:
        mine = -rules.main.stake if blackjack else -rules.main.half
    elif hand.hands == 0:
        mine = -rules.main.stake
    lost = _NOTHING
    for at in range(hand.first, hand.first + hand.hands):
        times, fate = desk.wagers[at], desk.fate[at]
        if desk.ended[at] == BUST:
            lost += times
        elif fate == GIVEN and rules.dealer.rescue == 1:
            lost += 1
        part, beside, more = _settled(arrays, desk, np.int64(at), hand.hands > 1, dealer, blackjack)
        mine += more
        cell = base + rules.at.nets + (2 + 2 * number) * rules.main.nets + (part - rules.main.low) // rules.main.grain
        if hand.hands == 1 and times > 1:
            cells[cell + (beside - part) // rules.main.grain] += 1
        if at > hand.first:
            cells[cell + rules.main.nets] += 1
    # A dealer's blackjack takes only the original wager, and losses so far already count toward it.
    mine -= lost * rules.main.stake
    if hand.hands > 0 and blackjack and lost == 0:
        mine -= rules.main.stake
    cells[base + rules.at.nets + number * rules.main.nets + (mine - rules.main.low) // rules.main.grain] += 1
    return mine


@rarely_called
def _third_seen(arrays: LoopArrays, desk: Desk, dealer: Integer, cells: IntArray, base: Integer) -> Integer:
    """Settle the wager on the dealer's three cards once his hand is complete; returns its net."""
    rules, amounts = arrays.rules, arrays.amounts
    row = 0
    if desk.length[DEALER] == 3 and dealer >= OVER:
        one, two, last = desk.cards[DEALER, 0], desk.cards[DEALER, 1], desk.cards[DEALER, 2]
        row = 3 + (last & VALUE)
        value = rules.third_card.value
        if (one & VALUE) == value and (two & VALUE) == value and (last & VALUE) == value:
            pattern = _pattern(one, two, last, rules.unsplit.named)
            row = 1 if pattern > 1 else 2 if pattern == 1 else row
    cells[base + rules.at.third + row] += 1
    found: Integer = amounts[rules.third_card.worth + row]
    return found


@rarely_called
def _pattern(one: Integer, two: Integer, three: Integer, named: Integer) -> Integer:
    """Whether three cards are mixed (0), of one colour (1), of one suit (2) or of the named suit (3)."""
    a, b, c = (one >> 4) & 3, (two >> 4) & 3, (three >> 4) & 3
    if a == b and b == c:
        return 3 if a == named else 2
    red, two_red, three_red = (a + 1) >> 1 & 1, (b + 1) >> 1 & 1, (c + 1) >> 1 & 1
    return 1 if red == two_red and two_red == three_red else 0


@rarely_called
def _second_seen(
    arrays: LoopArrays, circle: Integer, units: Integer, awaiting: Awaiting, hole: Hole, cells: IntArray, base: Integer
) -> Integer:
    """Settle the side wagers that the dealer's second card decides; returns their net."""
    rules, amounts = arrays.rules, arrays.amounts
    net: Integer = 0
    if awaiting.insurance:
        won = 1 if hole.is_ten and not hole.in_suit else 2 if hole.is_ten else 0
        cells[base + rules.at.insurance + (3 if circle > 0 else 0) + won] += 1
        paid = amounts[(rules.insurance.suited if hole.in_suit else rules.insurance.pays) + units]
        net += paid if hole.is_ten else -amounts[rules.insurance.stake + units]
    if awaiting.blackjack:
        cells[base + rules.at.waits + hole.blackjack] += 1
        net += rules.second_card.pays if hole.blackjack else -rules.second_card.stake
    if awaiting.queens:
        cells[base + rules.at.queen + hole.blackjack] += 1
        net += amounts[rules.second_card.queen_worth + (1 if hole.blackjack else 0)]
    return net


# ---- Shoes


@rarely_called
def _due(arrays: LoopArrays, desk: Desk) -> bool:
    """Whether the cards are shuffled before the next round."""
    rules = arrays.rules
    if rules.cards.continuous == 1 or desk.shuffle_due == 1:
        return True
    size = rules.cards.per_side
    out, other_out = desk.next - desk.side * size, desk.other_next - (1 - desk.side) * size
    return bool(
        out >= rules.cards.stop
        or (rules.cards.sides > 1 and rules.cards.bart_carter == 0 and other_out >= rules.cards.stop)
    )


@rarely_called
def _shuffle_all(arrays: LoopArrays, shoe: Shoe, new: bool, at: Unit) -> None:
    """Shuffle the whole shoe, or only the side in use if the other side stays as it is."""
    rules = arrays.rules
    desk = shoe.desk
    whole = new or desk.shuffle_due == 1 or rules.cards.bart_carter == 0
    for side in range(rules.cards.sides - 1, -1, -1):
        if whole or side == desk.side:
            _turn_to(desk, side)
            desk.stream += 1
            desk.order[side] = desk.stream
            _put_in_order(arrays, shoe, rules.cards.need, at)
            desk.next = side * rules.cards.per_side
    if whole:
        desk.next += rules.cards.burn
    desk.shuffle_due = 0


@rarely_called
def _deal(
    arrays: LoopArrays,
    shoe: Shoe,
    spots: Integer | None,
    seed: Integer,
    first: Integer,
    count: Integer,
    cells: IntArray,
    nets: IntArray,
) -> tuple[Integer, Integer]:
    """Deal units to a box with one hand, or with two hands if `spots` is not None.

    Numba compiles the function separately for None and leaves out the branches of the other case.
    """
    rules, tables, amounts = arrays.rules, arrays.tables, arrays.amounts
    deck, desk = shoe.deck, shoe.desk
    path = nets.shape[0]
    fast, reads = rules.unsplit.used == 1, rules.dealer.hole == READ
    both, insures = rules.spot.used == 1, rules.insurance.taken == 1
    plan, hand_first, hand_step = np.uint64(rules.spot.plan), np.uint64(rules.spot.first), np.uint64(rules.spot.step)
    hand_worth, dealer_to = np.uint64(rules.spot.worth), np.uint64(rules.dealer.to)
    dealer_total, many_ends = np.uint64(rules.dealer.total), rules.spot.ends
    starts, peeked, step = (
        np.uint64(rules.unsplit.first),
        np.uint64(rules.unsplit.peeked),
        np.uint64(rules.unsplit.step),
    )
    pairs, kinds, ends_worth = (
        np.uint64(rules.first_cards.pairs),
        np.uint64(rules.first_cards.kinds),
        np.uint64(rules.unsplit.worth),
    )
    kinds_worth = np.uint64(rules.first_cards.worth)
    sorts = np.uint64(rules.first_cards.sorts)
    suits, named = np.uint64(rules.unsplit.suits), rules.unsplit.named
    one_at, up_at = (_ONE, _ZERO) if rules.cards.up_first == 1 else (_ZERO, _ONE)
    dealt_first = _THREE if rules.dealer.hole == NO_HOLE else _FOUR
    stop = np.uint64(rules.cards.stop)
    units = rounds = _NOTHING
    while units < count or rounds < path:
        at = (seed, first + np.uint64(units))
        units += 1
        desk.stream = NUMBERS
        desk.since_reset = 0
        for number in range(MOST_STREAKS):
            desk.streaks[number] = -1
        new = going = True
        while going:
            _shuffle_all(arrays, shoe, new, at)
            new = False
            base: Integer = _NOTHING
            played = _NOTHING
            limit = np.uint64(desk.end)
            place = np.uint64(desk.next)
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
                        # Play to the end of the player's hand, then to the end of the dealer's.
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
                    # `_spot` deals rounds with a dealer's blackjack, one that may still turn up, or insurance.
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
                        desk.next = np.int64(begun)
                    if spots is None:
                        net = _round(arrays, shoe, cells, base, at)
                    else:
                        net = _spot(arrays, shoe, cells, base, at)
                    due = _due(arrays, desk)
                    place = np.uint64(desk.next)
                    limit = np.uint64(desk.end)
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
                    cells[np.uint64(base + rules.at.ends) + (state - _ENDS)] += 1
                    net = amounts[ends_worth + (state - _ENDS)]
                    if sorts > _ZERO:
                        pair = np.uint64(tables[pairs + (one << _EIGHT | two)])
                        kind = np.uint64(tables[kinds + (pair << _EIGHT | shown)])
                        kind += sorts // _TWO * (at[1] & _ONE)
                        cells[np.uint64(base + rules.at.kinds) + kind] += 1
                        net += amounts[kinds_worth + kind]
                    due = place >= stop
                else:
                    one_end = (one_end - _ENDS) * _TOTALS + total
                    two_end = (two_end - _ENDS) * _TOTALS + total
                    cells[np.uint64(base + rules.at.ends) + one_end] += 1
                    cells[np.uint64(base + rules.at.ends + many_ends) + two_end] += 1
                    net = amounts[hand_worth + one_end] + amounts[hand_worth + two_end]
                    if sorts > _ZERO:
                        pair = np.uint64(tables[pairs + (mine << _EIGHT | mine_too)])
                        beside = np.uint64(tables[pairs + (other << _EIGHT | other_too)])
                        kind = np.uint64(tables[kinds + (pair << _EIGHT | beside)])
                        kind += sorts // _TWO * (at[1] & _ONE)
                        cells[np.uint64(base + rules.at.kinds) + kind] += 1
                        net += amounts[kinds_worth + kind]
                    due = place >= stop
                if path > 0:
                    nets[rounds + played] = net
                played += 1
                if played == rules.cards.sure:
                    base = rules.at.half
            rounds += played
            going = _running(arrays, desk) and (path == 0 or rounds < path)
    return units, rounds


@compiled
def deal(
    arrays: LoopArrays,
    shoe: Shoe,
    seed: Integer,
    first: Integer,
    count: Integer,
    cells: IntArray,
    nets: IntArray,
) -> tuple[Integer, Integer]:
    """Deal `count` units from unit `first` on and add them to the cells, or enough units to fill `nets`.

    Returns the number of units begun and the number of rounds dealt.
    """
    return _deal(arrays, shoe, None, seed, first, count, cells, nets)


@compiled
def deal_two(
    arrays: LoopArrays,
    shoe: Shoe,
    seed: Integer,
    first: Integer,
    count: Integer,
    cells: IntArray,
    nets: IntArray,
) -> tuple[Integer, Integer]:
    """Like `deal`, for spots with two hands."""
    return _deal(arrays, shoe, _ONE, seed, first, count, cells, nets)


def shoe_for(rules: LoopRules) -> Shoe:
    """A shoe that `deal` can work in under these rules."""
    words = 8 if rules.cards.continuous else int(rules.cards.need) // 12 * 4 + 12
    deck = np.zeros(int(rules.cards.sides) * int(rules.cards.per_side) + PAD, np.uint8)
    return Shoe(deck, np.empty(words, np.uint32), np.zeros(1, DESK)[0])


def loop_of(rules: LoopRules) -> Callable[..., tuple[Integer, Integer]]:
    """The loop for these rules: `deal` for boxes with one hand, `deal_two` for spots with two."""
    return deal_two if rules.spot.hands > 1 else deal
