"""Counts for twenty-one's side wagers: how many equally likely orders of the first cards give each outcome.

The key idea: with two, three or four cards of 52 kinds and a count for each kind, all orders can be counted as arrays
of integers. An outcome is named as in the rules; a loss is every order without an outcome. Cards are given as counts by
index (2 of clubs 0 … ace of spades 51: rank by rank; within a rank, clubs, diamonds, hearts, spades).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES, WINS

Integers = NDArray[np.int64]
Counts = dict[str, int]
"""The number of orders for each outcome; losses are under LOST."""

LOST = "lost"
KINDS = 52
SUITS = 4
LOW, ACE = 2, 14
RANK: Integers = np.arange(KINDS) // SUITS + LOW
SUIT: Integers = np.arange(KINDS) % SUITS
VALUE: Integers = np.where(RANK == ACE, 1, np.minimum(RANK, 10))
"""The value of each card, with an ace as 1."""
RED = np.isin(SUIT, (1, 2))


def distribution(counts: Counts, nets: Mapping[str, Fraction]) -> Distribution:
    """The distribution of the net result, given what each outcome wins."""
    return Distribution.from_events(
        {
            (LOSES if outcome == LOST else outcome or WINS, nets.get(outcome, Fraction(-1))): count
            for outcome, count in counts.items()
        }
    )


_WORD = 1 << 63


def orders(cards: Sequence[int], drawn: int) -> Integers:
    """The number of orders in which the first cards are of given kinds: an array with one index per card drawn.

    >>> int(orders([1] * 52, 2).sum()) == 52 * 51
    True
    """
    # A large shoe exceeds machine integers, because the number of decks has no limit.
    n = np.array(cards, dtype=np.int64 if sum(cards) ** drawn < _WORD else object)
    found = n
    for more in range(1, drawn):
        shape = [1] * more + [len(n)]
        left = n.reshape(shape)
        for before in range(more):
            alike = np.identity(len(n), dtype=n.dtype)
            place = [1] * (more + 1)
            place[before], place[more] = len(n), len(n)
            left = left - alike.reshape(place)
        found = found[..., None] * left
    counted: Integers = np.maximum(found, 0)
    return counted


def _counted(ways: Integers, outcomes: Sequence[tuple[str, NDArray[np.bool_]]]) -> Counts:
    """Count the orders for each outcome; an order counts for the first outcome that it fits."""
    left = ways
    found: Counts = {}
    for name, fits in outcomes:
        found[name] = found.get(name, 0) + int((left * fits).sum())
        left = left * ~np.broadcast_to(fits, left.shape)
    found[LOST] = int(left.sum())
    return found


def _pair(values: Integers) -> tuple[Integers, Integers]:
    return values[:, None], values[None, :]


def over_under(cards: Sequence[int], number: int) -> tuple[Counts, Counts]:
    """Count two cards that total over, and under, a number, with an ace as 1."""
    one, two = _pair(VALUE)
    ways = orders(cards, 2)
    return _counted(ways, [("", one + two > number)]), _counted(ways, [("", one + two < number)])


def same_suit(cards: Sequence[int]) -> Counts:
    """Count two cards of one suit, with a king and queen as a separate outcome."""
    one, two = _pair(SUIT)
    suited = one == two
    king, queen = ACE - 1, ACE - 2
    a, b = _pair(RANK)
    royal = suited & (((a == king) & (b == queen)) | ((a == queen) & (b == king)))
    return _counted(orders(cards, 2), [("royal", royal), ("suited", suited)])


def blackjack(cards: Sequence[int]) -> Counts:
    """Count an ace and a card worth ten as the first two cards."""
    one, two = _pair(VALUE)
    return _counted(orders(cards, 2), [("", ((one == 1) & (two == 10)) | ((one == 10) & (two == 1)))])


def match_dealer(cards: Sequence[int]) -> dict[tuple[int, int], int]:
    """Count orders by how many of two cards match only the dealer's rank, and how many match rank and suit."""
    ways = orders(cards, 3)  # player, player, dealer
    unsuited = (RANK[:, None] == RANK[None, :]) & (SUIT[:, None] != SUIT[None, :])
    suited = np.identity(KINDS, dtype=bool)
    plain = unsuited[:, None, :].astype(int) + unsuited[None, :, :]
    exact = suited[:, None, :].astype(int) + suited[None, :, :]
    return {(u, s): int(ways[(plain == u) & (exact == s)].sum()) for u in range(3) for s in range(3 - u)}


def twenty_point(cards: Sequence[int], number: int, queen: int) -> Counts:
    """Count two cards that total 20, and first a pair of a certain queen with a dealer's blackjack (four cards)."""
    one, two = _pair(VALUE)
    total = one + two + 10 * ((one == 1) | (two == 1))
    twenty = (total == number) & ~((one == 1) & (two == 1))
    suited = SUIT[:, None] == SUIT[None, :]
    identical = np.identity(KINDS, dtype=bool)
    queens = np.zeros((KINDS, KINDS), dtype=bool)
    queens[queen, queen] = True
    found = _counted(
        orders(cards, 2),
        [("queens", queens), ("identical", twenty & identical), ("suited", twenty & suited), ("any", twenty)],
    )
    left = sum(cards) - 2
    found = {name: count * left * (left - 1) for name, count in found.items()}
    aces = sum(cards[i] for i in range(KINDS) if RANK[i] == ACE)
    tens = sum(cards[i] for i in range(KINDS) if VALUE[i] == 10)
    both = cards[queen] * (cards[queen] - 1) * 2 * aces * max(tens - 2, 0) if cards[queen] > 1 else 0
    found["queens"] -= both
    return {"queens_dealer_blackjack": both, **found}


def three_card(cards: Sequence[int]) -> Counts:
    """Count three cards that make a flush, a straight, three of a kind or a straight flush."""
    a, b, c = RANK[:, None, None], RANK[None, :, None], RANK[None, None, :]
    s, t, u = SUIT[:, None, None], SUIT[None, :, None], SUIT[None, None, :]
    flush = (s == t) & (t == u)
    trips = (a == b) & (b == c)
    return _counted(orders(cards, 3), [("", flush | trips | _straight(a, b, c))])


def _straight(a: Integers, b: Integers, c: Integers) -> NDArray[np.bool_]:
    """Whether three ranks are consecutive, with the ace high or low."""

    def in_a_row(x: Integers, y: Integers, z: Integers) -> NDArray[np.bool_]:
        different = (x != y) & (y != z) & (x != z)
        spread = np.maximum(np.maximum(x, y), z) - np.minimum(np.minimum(x, y), z)
        found: NDArray[np.bool_] = different & (spread == 2)
        return found

    low = [np.where(one == ACE, 1, one) for one in (a, b, c)]
    return in_a_row(a, b, c) | in_a_row(low[0], low[1], low[2])


def four_ranks(cards: Sequence[int], rows: Mapping[tuple[int, ...], str]) -> Counts:
    """Count four cards by how often each rank repeats; `rows` names the paying patterns, such as (2, 2), in descending
    order.
    """
    held = [sum(cards[i] for i in range(KINDS) if RANK[i] == rank) for rank in range(LOW, ACE + 1)]
    ways: dict[tuple[int, ...], int] = {(): 1}
    for count in held:
        more: dict[tuple[int, ...], int] = {}
        for alike, before in ways.items():
            for taken in range(5 - sum(alike)):
                key = tuple(sorted((*alike, *([taken] if taken else [])), reverse=True))
                more[key] = more.get(key, 0) + before * comb(count, taken)
        ways = more
    found: Counts = {}
    for alike, count in ways.items():
        if sum(alike) == 4:
            name = rows.get(alike, LOST)
            found[name] = found.get(name, 0) + count
    return found


def dealer_third(cards: Sequence[int], number: int, stands: int, limit: int) -> Counts:
    """Count dealer busts on the third card: three cards of the number in one suit or colour, else by that card.

    Only a hard total on which the dealer draws can bust this way: a soft hand does not bust on its third card.
    """
    a, b, c = VALUE[:, None, None], VALUE[None, :, None], VALUE[None, None, :]
    s, t, u = SUIT[:, None, None], SUIT[None, :, None], SUIT[None, None, :]
    red = (RED[:, None, None], RED[None, :, None], RED[None, None, :])
    busts = (a > 1) & (b > 1) & (c > 1) & (a + b < stands) & (a + b + c > limit)
    three = busts & (a == number) & (b == number) & (c == number)
    one_suit, one_colour = (s == t) & (t == u), (red[0] == red[1]) & (red[1] == red[2])
    rows = [("suited", three & one_suit), ("colour", three & one_colour)]
    rows += [(f"third_{value}", busts & (c == value)) for value in range(2, 11)]
    found = _counted(orders(cards, 3), rows)
    return {row: count for row, count in found.items() if count or row == LOST}


def in_between(cards: Sequence[int], rows: Sequence[str]) -> Counts:
    """Count dealer cards strictly between two cards, by the number of ranks between these, and three of a rank.

    `rows` names the outcomes: all three alike, then a spread of 1, 2, …, with the last one for that spread or more.
    """
    a, b, up = RANK[:, None, None], RANK[None, :, None], RANK[None, None, :]
    low, high = np.minimum(a, b), np.maximum(a, b)
    spread = high - low - 1
    inside = (low < up) & (up < high)
    outcomes = [(rows[0], (a == b) & (b == up))]
    for number, name in enumerate(rows[1:], start=1):
        wide = spread >= number if number == len(rows) - 1 else spread == number
        outcomes.append((name, inside & wide))
    return _counted(orders(cards, 3), outcomes)


# ---- Wagers on cards that may not be dealt, depending on the play of the hand

Draws = Callable[[tuple[int, int], int], bool]
"""Whether two card values (ace 1) draw a third card, or are split, against an up card."""


def sevens(
    cards: Sequence[int], number: int, any_position: bool, guaranteed: bool, draws: Draws, checks: bool
) -> Counts:
    """Count how many of the first three cards have one rank, in a row from the first card or in any position.

    Unless a third card is guaranteed, a hand that stands, surrenders or faces a checked blackjack has only two.
    """
    # Only these kinds matter: the four suits of this number, and every other value as a single kind.
    values = [value for value in range(1, 11) if value != number]
    kinds = [(number, suit) for suit in range(SUITS)] + [(value, -1) for value in values]
    held = [sum(cards[i] for i in range(KINDS) if VALUE[i] == v and s in (-1, SUIT[i])) for v, s in kinds]
    drawn = 3 if guaranteed else 5
    # Player, player, third card; or with the dealer's two cards before the third.
    ways = orders(held, drawn)
    found: Counter[str] = Counter()
    span = range(len(kinds))
    # Where the dealer checks, a hand does not draw against an ace and a ten.
    plays = np.array([[not (checks and {up, hole} == {1, 10}) for hole, _ in kinds] for up, _ in kinds])
    for one, two in product(span, span):
        here = ways[one, two]
        if not any_position and one >= SUITS:
            found[LOST] += int(here.sum())
            continue
        if not guaranteed:
            takes = plays & np.array([draws((kinds[one][0], kinds[two][0]), up) for up, _ in kinds])[:, None]
            found[_sevens_row([one, two], any_position)] += int(here[~takes].sum())
            here = here[takes].sum(axis=0)
        for third in span:
            found[_sevens_row([one, two, third], any_position)] += int(here[third])
    return dict(found)


def _sevens_row(kinds: Sequence[int], any_position: bool) -> str:
    """The pay table row, by the number of matching cards and whether they share a suit."""
    hits: list[int] = []
    for kind in kinds:
        if kind < SUITS:
            hits.append(kind)
        elif not any_position:
            break
    if not hits:
        return LOST
    row = ("one", "two", "three")[len(hits) - 1]
    return row + "_suited" if len(hits) > 1 and len(set(hits)) == 1 else row


def aces(cards: Sequence[int], completed: bool, draws: bool, checks: bool) -> Counts:
    """Count consecutive aces from the first card on, up to four, by suits and colours.

    Unless cards are dealt to complete the wager, it stops at two aces if the hand does not draw (`draws` is false) or
    if a dealer who checks has blackjack.
    """
    ace = [sum(cards[i] for i in range(KINDS) if RANK[i] == ACE and SUIT[i] == suit) for suit in range(SUITS)]
    size, tens = sum(cards), sum(cards[i] for i in range(KINDS) if VALUE[i] == 10)
    space = perm(size, 6)
    found: Counter[str] = Counter()

    def ways(suits: Sequence[int]) -> int:
        count = 1
        left = list(ace)
        for suit in suits:
            count *= max(left[suit], 0)
            left[suit] -= 1
        return count

    stop = SUITS
    for length in range(stop + 1):
        for suits in product(range(SUITS), repeat=length):
            count = ways(suits) * perm(size - length, 6 - length)
            if length < stop:  # The next card is not an ace.
                count = ways(suits) * (size - sum(ace)) * perm(size - length - 1, 5 - length)
            found[_aces_row(suits)] += count
    if completed:
        return dict(found)
    # Take out the aces that would have followed the first two where counting stops there.
    for suits in product(range(SUITS), repeat=2):
        stopped = ways(suits) * perm(size - 2, 4)
        if draws:
            if not checks:
                continue
            left = sum(ace) - 2
            stopped = ways(suits) * 2 * max(left, 0) * tens * perm(size - 4, 2)
        if not stopped:
            continue
        # In these orders the next two cards, dealt only for the wager, would have had this many aces.
        for more in range(3):
            for then in product(range(SUITS), repeat=more):
                gone = _after_stop(ace, size, tens, suits, then, draws)
                found[_aces_row((*suits, *then))] -= gone
                found[_aces_row(suits)] += gone
    assert sum(found.values()) == space
    return dict(found)


def _after_stop(
    ace: Sequence[int], size: int, tens: int, suits: Sequence[int], then: Sequence[int], draws: bool
) -> int:
    """Count orders in which counting stops after two aces: these, the dealer's two cards, and two more, with `then`
    aces.

    If the hand `draws`, it stops only at a dealer's blackjack; otherwise it always stops.
    """
    left = list(ace)
    count = 1
    for suit in (*suits, *then):
        count *= max(left[suit], 0)
        left[suit] -= 1
    used = len(suits) + len(then)
    others = size - sum(ace)
    closing = 1 if len(then) < 2 else 0
    if not draws:
        count *= others if closing else 1
        return count * perm(size - used - closing, 6 - used - closing)
    # The dealer's ace and ten may come in either order; the card that ends the run is not an ace.
    dealer_ace = max(sum(left), 0)
    ends = 1
    if closing:
        ends = others - 1
    return count * 2 * dealer_ace * tens * ends * perm(size - used - 2 - closing, 6 - used - 2 - closing)


def _aces_row(suits: Sequence[int]) -> str:
    """The pay table row for consecutive aces."""
    colours = {suit in (1, 2) for suit in suits}
    if not suits:
        return LOST
    if len(suits) == 1:
        return "one"
    if len(suits) == 4:
        return "four_colour" if len(colours) == 1 else "four"
    row = "two" if len(suits) == 2 else "three"
    if len(set(suits)) == 1:
        return row + "_suited"
    return row + "_colour" if len(colours) == 1 else row
