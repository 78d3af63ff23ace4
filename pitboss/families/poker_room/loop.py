"""Hands of the poker room as a compiled loop, for any variant: each player's share of the pot at the showdown.

If no player folds or draws, the deck position of every card is known in advance. So here, too, a variant is data: the
positions of each player's cards and of the community cards and, for each way to win, the tables of its order. The loop
deals, ranks all hands and counts the *cell* of the simulated position:

    (chips of each player, whether one player wins everything, the first way to win, the second)

where a way is 0 for a beaten hand, and otherwise numbers the pair (how many share it, place in the order of odd chips).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.tables import BUCKET_AT, KEYS, MASKS, RANKS, SUITS_AT
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline, inner, rarely_called
from pitboss.simulation.shuffles import FIRST_SHUFFLE, shuffle
from pitboss.simulation.tally import tick

PASSED = -1
"""Means that no player has opened, so the hand has no cell."""
MOST_PASSED = 64
"""After this many passed hands in a row, a unit ends with its pot undecided."""
BUTTON, HIGHEST, LOWEST, IN_HAND = 0, 1, 2, 3
"""What decides who gets odd chips: the button or, in stud, the highest card, the lowest card with the ace low, or the
highest card of the best hand.
"""
LAST = -64
"""Below any card."""
HAS, WON = 32, 64
"""Flags for a payout: the player has the qualifying hand; the player has beaten it."""
NOBODY = -1

_U = np.uint64
_BUCKET_AT, _REACHED = _U(BUCKET_AT), _U(0x8888 << SUITS_AT)
_SUIT, _SUIT2, _SUIT3, _SUIT4 = _U((1 << RANKS) - 1), _U(16), _U(32), _U(48)
_NONE = _U(0)


class Way(NamedTuple):
    """A way to win: the tables of its order for this many cards, and how a hand is made of own and community cards.

    `own_sets` and `board_sets` are the choices of own cards and board cards, if a fixed number of each is used; if they
    are empty, all cards count. `sums` is a buffer for the keys and masks of the board, or of each choice of it. In
    badugi `flush` is the strength of each set of ranks.
    """

    ranks: NDArray[np.int16]
    moved: NDArray[np.uint16]
    flush: NDArray[np.int16]
    to_flush: np.uint64
    low: bool
    badugi: bool
    own_sets: NDArray[np.int64]
    board_sets: NDArray[np.int64]
    sums: NDArray[np.uint64]


class OddChipRule(NamedTuple):
    """Which of several tied hands gets odd chips first: by the button, or by a card.

    If it is a card of the best hand, `hands` lists all ways to choose a hand, and `ranks` and `moved` are its tables.
    """

    by: int
    hands: NDArray[np.int64]
    ranks: NDArray[np.int16]
    moved: NDArray[np.uint16]


class Deck(NamedTuple):
    """The shuffled cards, the deck positions of each player's own cards in the order of the deal, and of the community
    cards.
    """

    cards: NDArray[np.uint8]
    own: NDArray[np.int64]
    board: NDArray[np.int64]


class Fund(NamedTuple):
    """The requirements for a payout. Without a programme, `dealt_in` is higher than any table can reach.

    `made` is how a hand must use own cards, if there are community cards.
    """

    made: Way
    least: int
    dealt_in: int
    beaten: bool


class LoopBuffers(NamedTuple):
    """The loop's inputs and output buffers.

    `opens` is the least strength to open with. `kill_from` says for each kind of pot whether its winner may kill.
    `shares` has each cell's net.
    """

    fresh: NDArray[np.uint8]
    need: int
    deck: Deck
    high: Way
    low: Way
    odd: OddChipRule
    odd_low: OddChipRule
    split: bool
    button: bool
    opens: int
    kills: bool
    kill_from: NDArray[np.bool_]
    shares: NDArray[np.int64]
    words: NDArray[np.uint32]
    strengths: NDArray[np.int64]


class HandNotes(NamedTuple):
    """Buffers for recording single hands: each one's cell and part in a payout, and the number of hands at each unit's
    end.
    """

    cell: NDArray[np.int64]
    paid: NDArray[np.int64]
    ends: NDArray[np.int64]


# ---- Strengths


@inline
def _score(
    ranks: IntArray, moved: IntArray, flush: IntArray, to_flush: Integer, low: bool, key: Integer, mask: Integer
) -> Integer:
    """The strength of the best hand, from the sum of its cards' keys and the union of their masks."""
    moves = _U(moved[(key >> _BUCKET_AT) & _U(moved.shape[0] - 1)])
    value = np.int64(ranks[(key + moves) & _U(ranks.shape[0] - 1)])
    if (key + to_flush) & _REACHED == _NONE:
        return value
    suited = np.int64(max(flush[mask & _SUIT], flush[(mask >> _SUIT2) & _SUIT]))
    suited = max(suited, np.int64(max(flush[(mask >> _SUIT3) & _SUIT], flush[(mask >> _SUIT4) & _SUIT])))
    return suited if low and suited > 0 else max(value, suited)


@rarely_called
def _badugi(deck: Deck, worth: IntArray, place: Integer) -> Integer:
    """The best cards that all differ in rank and suit; more cards beat fewer."""
    number = deck.own.shape[1]
    best = np.int64(0)
    for some in range(1, 1 << number):
        ranks, suits, fits = np.int64(0), np.int64(0), True
        for card in range(number):
            if (some >> card) & 1:
                index = np.int64(deck.cards[deck.own[place, card]])
                rank, suit = np.int64(1) << (index >> 2), np.int64(1) << (index & 3)
                fits = fits and ranks & rank == 0 and suits & suit == 0
                ranks |= rank
                suits |= suit
        if fits:
            best = max(best, np.int64(worth[ranks]))
    return best


@inner
def _rank_all(deck: Deck, way: Way, strengths: IntArray) -> None:
    """All hands' strengths, by place."""
    cards, own, board, sums = deck.cards, deck.own, deck.board, way.sums
    ranks, moved, flush, to_flush, low = way.ranks, way.moved, way.flush, way.to_flush, way.low
    if way.badugi:
        for place in range(own.shape[0]):
            strengths[place] = _badugi(deck, flush, place)
        return
    if way.own_sets.shape[0] == 0:
        board_key, board_mask = _NONE, _NONE
        for at in range(board.shape[0]):
            board_key += KEYS[cards[board[at]]]
            board_mask |= MASKS[cards[board[at]]]
        for place in range(own.shape[0]):
            key, mask = board_key, board_mask
            for at in range(own.shape[1]):
                card = cards[own[place, at]]
                key += KEYS[card]
                mask |= MASKS[card]
            strengths[place] = _score(ranks, moved, flush, to_flush, low, key, mask)
        return
    for row in range(way.board_sets.shape[0]):
        key, mask = _NONE, _NONE
        for at in range(way.board_sets.shape[1]):
            card = cards[board[way.board_sets[row, at]]]
            key += KEYS[card]
            mask |= MASKS[card]
        sums[0, row] = key
        sums[1, row] = mask
    for place in range(own.shape[0]):
        best: Integer = np.int64(0)
        for row in range(way.own_sets.shape[0]):
            key, mask = _NONE, _NONE
            for at in range(way.own_sets.shape[1]):
                card = cards[own[place, way.own_sets[row, at]]]
                key += KEYS[card]
                mask |= MASKS[card]
            for rest in range(way.board_sets.shape[0]):
                found = _score(ranks, moved, flush, to_flush, low, key + sums[0, rest], mask | sums[1, rest])
                best = max(best, found)
        strengths[place] = best


# ---- Shared pots and odd chips


@rarely_called
def _odd_card(deck: Deck, way: Way, odd: OddChipRule, place: Integer, best: Integer) -> Integer:
    """A hand's priority for odd chips, higher first; the same for all if the button decides."""
    cards, own, board = deck.cards, deck.own, deck.board
    number = own.shape[1]
    found = np.int64(LAST)
    if odd.by == BUTTON:
        return found
    if odd.by != IN_HAND:
        for at in range(number):
            card = np.int64(cards[own[place, at]])
            found = max(found, card if odd.by == HIGHEST else -((card + 4) % 52))
        return found
    for row in range(odd.hands.shape[0]):
        key, mask = _NONE, _NONE
        for at in range(odd.hands.shape[1]):
            card = odd.hands[row, at]
            index = cards[own[place, card]] if card < number else cards[board[card - number]]
            found = max(found, np.int64(index))
            key += KEYS[index]
            mask |= MASKS[index]
        if _score(odd.ranks, odd.moved, way.flush, way.to_flush, way.low, key, mask) == best:
            return found
        found = np.int64(LAST)
    return found


@rarely_called
def _shared(deck: Deck, way: Way, odd: OddChipRule, strengths: IntArray, best: Integer, place: Integer) -> Integer:
    """Number the pair (how many hands tie, this one's place among them), starting at 1."""
    number = 1
    before: Integer = 0
    own = _odd_card(deck, way, odd, place, best)
    for other in range(strengths.shape[0]):
        if other != place and strengths[other] == best:
            number += 1
            theirs = _odd_card(deck, way, odd, other, best)
            before += theirs > own or (theirs == own and other < place)
    return np.int64(1 + number * (number - 1) // 2 + before)


@inline
def _best(strengths: IntArray) -> tuple[Integer, Integer]:
    """The best hand's strength and its place, or `NOBODY` if there is a tie."""
    best, alone = strengths[0], np.int64(0)
    for place in range(1, strengths.shape[0]):
        if strengths[place] > best:
            best, alone = strengths[place], np.int64(place)
        elif strengths[place] == best:
            alone = np.int64(NOBODY)
    return best, alone


@inline
def _seat(button: bool, number: Integer, hand: Integer, seat: Integer) -> Integer:
    """A seat's place in the deal, given the button."""
    return (seat + number - hand % number) % number if button else seat


# ---- The loop


@compiled
def deal_hands(
    seed: Integer, first: Integer, count: Integer, hands: LoopBuffers, fund: Fund, cells: IntArray, noted: HandNotes
) -> Integer:
    """Deal `count` units, count them in the cells, and return their number of hands; with buffers, record each hand
    too.
    """
    # Unpack once, because unpacking for every hand would dominate the loop.
    fresh, need, words, deck, shares = hands.fresh, hands.need, hands.words, hands.deck, hands.shares
    cards, button, split, opens, kills = deck.cards, hands.button, hands.split, hands.opens, hands.kills
    high, low, odd, odd_low, kill_from = hands.high, hands.low, hands.odd, hands.odd_low, hands.kill_from
    strengths, strengths_low, with_own = hands.strengths[0], hands.strengths[1], hands.strengths[2]
    players, uppers, lowers = hands.strengths.shape[1], shares.shape[1], shares.shape[2]
    noted_cell, noted_paid, ends = noted.cell, noted.paid, noted.ends
    notes, pays = noted_cell.shape[0] > 0, fund.dealt_in <= players
    rounds = 0
    for at in range(count):
        unit = first + _U(at)
        leg: Integer = np.int64(NOBODY)
        due: Integer = np.int64(NOBODY)
        carried = carried_killed = dealt = np.int64(0)
        # A unit ends when the button has gone around and no antes are left in the pot.
        while (dealt < players or carried > 0) and carried < MOST_PASSED:
            for card in range(cards.shape[0]):
                cards[card] = fresh[card]
            shuffle(cards, need, words, seed, unit, FIRST_SHUFFLE + _U(dealt))
            _rank_all(deck, high, strengths)
            best, alone = _best(strengths)
            place = _seat(button, players, dealt, 0)
            killed, due = np.int64(due != NOBODY), np.int64(NOBODY)
            cell, kind = np.int64(PASSED), killed
            if opens and (killed or best < opens):
                carried += 1
                carried_killed += killed
            else:
                if opens:
                    kind = 2 * carried + carried_killed
                    carried, carried_killed = np.int64(0), np.int64(0)
                lowest: Integer = np.int64(0)
                alone_low: Integer = np.int64(NOBODY)
                if split:
                    _rank_all(deck, low, strengths_low)
                    lowest, alone_low = _best(strengths_low)
                upper: Integer = np.int64(strengths[place] == best)
                lower: Integer = np.int64(0)
                if upper and alone != place:
                    upper = _shared(deck, high, odd, strengths, best, place)
                if lowest:
                    lower = np.int64(1) + np.int64(strengths_low[place] == lowest)
                    if lower > 1 and alone_low != place:
                        lower = 1 + _shared(deck, low, odd_low, strengths_low, lowest, place)
                whole = np.int64(alone != NOBODY and (lowest == 0 or alone == alone_low))
                cell = ((2 * kind + whole) * uppers + upper) * lowers + lower
                tick(cells, cell)
                if kills:
                    won: Integer = np.int64(NOBODY)
                    if not split and alone != NOBODY and shares[kind, 1, 0] > 0:
                        won = (alone + dealt) % players if button else alone
                    else:
                        won = _won_whole(hands, dealt, kind, best, lowest)
                    if kill_from[kind] and (split or won == leg):
                        due = won
                    leg = won
            if notes:
                noted_cell[rounds] = cell
                noted_paid[rounds] = 0
                if pays and cell != PASSED:
                    noted_paid[rounds] = _paid(deck, fund, strengths, with_own, place)
            rounds += 1
            dealt += 1
        if notes:
            ends[at] = rounds
    return rounds


@rarely_called
def _won_whole(hands: LoopBuffers, hand: Integer, kind: Integer, best: Integer, lowest: Integer) -> Integer:
    """The seat that wins the whole pot, or `NOBODY` if there are several winners."""
    high, low = hands.strengths[0], hands.strengths[1]
    found, winners = np.int64(NOBODY), 0
    for seat in range(high.shape[0]):
        place = _seat(hands.button, high.shape[0], hand, seat)
        upper: Integer = np.int64(0)
        lower: Integer = np.int64(0)
        if high[place] == best:
            upper = _shared(hands.deck, hands.high, hands.odd, high, best, place)
        if lowest:
            lower = np.int64(1)
            if low[place] == lowest:
                lower = 1 + _shared(hands.deck, hands.low, hands.odd_low, low, lowest, place)
        if hands.shares[kind, upper, lower] > 0:
            found = np.int64(seat)
            winners += 1
    return found if winners == 1 else np.int64(NOBODY)


# ---- The fund


@rarely_called
def _paid(deck: Deck, fund: Fund, strengths: IntArray, with_own: IntArray, own: Integer) -> Integer:
    """A place's part in a payout: 0 for none, otherwise the number of winners with the flags `HAS` and `WON`."""
    number = strengths.shape[0]
    best, _ = _best(strengths)
    some = False
    for place in range(number):
        some = some or (strengths[place] >= fund.least and (strengths[place] < best or not fund.beaten))
    if not some:
        return np.int64(0)
    if deck.board.shape[0]:
        _rank_all(deck, fund.made, with_own)
    has, won, wins = np.int64(NOBODY), np.int64(0), False
    for place in range(number):
        rung = strengths[place]
        if deck.board.shape[0] and with_own[place] != rung:
            continue
        if rung == best:
            won += 1
            wins = wins or place == own
        counts = rung >= fund.least and (rung < best or not fund.beaten)
        if counts and (has == NOBODY or rung > strengths[has]):
            has = np.int64(place)
    if has == NOBODY or won == 0:
        return np.int64(0)
    return won + (HAS if has == own else 0) + (WON if wins else 0)
