"""The compiled loops of the analysis: settling hands, the best play of a hand, split hands, and how often hands are
reached.

Conventions. A card value is 0 (ace) to 9 (ten), and so is an up card. `n` is the shoe before anything is dealt. A hand
h against u is reached with the cards of h and u out of the shoe and nothing known about the dealer's second card, so
every probability below is over all second cards, blackjack included. A value is that of the whole wager; "without
blackjack" is the part of it in which the dealer has none. This holds for a dealer who checks too: the player's choices
matter only in that part, and all of them lose the same in the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.pricing.twenty_one.compiled import compiled, inner
from pitboss.pricing.twenty_one.hands import Acts, Floats, Integers

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""The actions for a hand. For a doubled hand, SURRENDER gives up or rescues it, and DOUBLE doubles again."""
NEVER = -9.0
"""The value of a choice that the rules do not allow."""


class HandTable(NamedTuple):
    """All hands by number (see `hands`), with the rules for each.

    `third[h]` is the card that completes a hand of two cards h to one that is paid by its suits. Of the hands h, the
    share `suited[0, h]` is of the suit that pays most and `suited[1, h]` of another suit. `gain[h]` is what these and
    other completing cards win beyond the average, which is `pay`.
    """

    cards: Integers
    size: Integers
    total: Integers
    to: Integers
    back: Integers
    pay: Floats
    third: Integers
    suited: Floats
    gain: Floats


class Standing(NamedTuple):
    """The probabilities that each standing hand wins or loses against each up card, and of the dealer's blackjack."""

    win: Floats
    lose: Floats
    natural: Floats


class Choices(NamedTuple):
    """The available choices for unsplit hands. With `early`, hands are surrendered before a dealer who `checks` looks.

    With `one_card`, hands are not hit, like split aces that get one card.
    """

    can_double: Integers
    can_give: Integers
    one_card: bool
    checks: bool
    early: bool


class HandPlay(NamedTuple):
    """The actions for every hand, for two cards of one suit where suits matter, and for doubled hands."""

    act: Acts
    suited: Acts
    doubled: Acts


class Pair(NamedTuple):
    """A pair of cards p that is split against an up card.

    `with_pair` are the hands that hold a p. `free_times` and `pair_times` are the multiplicities of a hand (see
    `splits`).
    """

    p: int
    up: int
    with_pair: Integers
    free_times: Floats
    pair_times: Floats


class DealerEnds(NamedTuple):
    """The dealer's final totals against each hand; from `row[h]` on, with more cards of the pair's value out of the
    shoe.
    """

    ends: Floats
    row: Integers
    more: Floats


class SplitRules(NamedTuple):
    """The rules of split hands.

    `cost_1`, `cost_2` and `cost_given` are the losses counted for a hand when the dealer has blackjack: for a busted
    hand, a busted double, and a hand given up after a double.
    """

    beats: Integers
    ties: Integers
    can_double: Integers
    can_give: Integers
    one_card: bool
    gives: bool
    cost_1: float
    cost_2: float
    cost_given: float


@compiled
def hole(up: int) -> int:
    """The second card that makes a blackjack with an up card, or -1."""
    return 9 if up == 0 else 0 if up == 9 else -1


@compiled
def settle(ends: Floats, beats: int, ties: int, blackjack: float) -> tuple[float, float]:
    """The probabilities that a standing hand wins and loses, leaving out the dealer's blackjack."""
    over = 1.0 - blackjack
    win = 0.0
    lose = 0.0
    for d in range(5):
        over -= ends[d]
        if d < beats:
            win += ends[d]
        elif d != ties:
            lose += ends[d]
    if beats > 5:
        return win + over, lose
    return win + (over - ends[5]), lose


@inner
def _cards(n: Floats) -> float:
    """The number of cards in a shoe. (Numba's own sum takes long to compile.)"""
    whole = 0.0
    for r in range(len(n)):
        whole += n[r]
    return whole


def settle_all(n: Floats, ends: Floats, cards: Integers, size: Integers, beats: Integers, ties: Integers) -> Standing:
    """Settle every standing hand against every up card at once."""
    natural = np.zeros((len(size), 10))
    left = n.sum() - size - 1
    for up in range(10):
        if (other := hole(up)) >= 0:
            natural[:, up] = np.where(left > 0, np.maximum(n[other] - cards[:, other], 0.0) / np.maximum(left, 1), 0.0)
    over = 1.0 - natural
    win, lose = np.zeros_like(natural), np.zeros_like(natural)
    for d in range(5):
        over -= ends[:, :, d]
        win += np.where((d < beats)[:, None], ends[:, :, d], 0.0)
        lose += np.where(((d >= beats) & (d != ties))[:, None], ends[:, :, d], 0.0)
    return Standing(np.where((beats > 5)[:, None], win + over, win + (over - ends[:, :, 5])), lose, natural)


@compiled
def doubled(n: Floats, hands: HandTable, standing: Standing, gives: bool, choose: bool, act: Acts) -> Floats:
    """The value of every doubled hand if the dealer has no blackjack, per unit of the wager before the double.

    `act[k]` is the action after k + 1 doubles, each of the whole wager; giving the hand up costs half of that.
    """
    cards, size, total, to = hands.cards, hands.size, hands.total, hands.to
    win, lose, natural = standing.win, standing.lose, standing.natural
    count = len(size)
    levels = act.shape[0]
    whole = _cards(n)
    worth = np.zeros((levels + 1, count, 10))
    for level in range(levels - 1, -1, -1):
        for h in range(count - 1, 0, -1):
            left = whole - size[h] - 1
            if left < 2:
                continue
            for up in range(10):
                best = win[h, up] - lose[h, up]
                given = 0.5 * (natural[h, up] - 1.0)
                again = NEVER
                if level + 1 < levels and total[h] < 21:
                    other = hole(up)
                    again = 0.0
                    for r in range(10):
                        chance = (n[r] - cards[h, r] - (1.0 if r == up else 0.0)) / left
                        if chance <= 0.0:
                            continue
                        if to[h, r] >= 0:
                            again += 2.0 * chance * worth[level + 1, to[h, r], up]
                        else:
                            held = 0.0
                            if other >= 0:
                                held = max(n[other] - cards[h, other] - (1.0 if r == other else 0.0), 0.0)
                            again -= 2.0 * chance * (1.0 - held / (left - 1))
                may_give = gives and total[h] < 21
                if choose:
                    chosen = STAND
                    if may_give and given > best:
                        best, chosen = given, SURRENDER
                    if again > best:
                        best, chosen = again, DOUBLE
                    act[level, h, up] = chosen
                elif act[level, h, up] == SURRENDER and may_give:
                    best = given
                elif act[level, h, up] == DOUBLE and again > NEVER:
                    best = again
                worth[level, h, up] = best
    kept: Floats = 2.0 * worth[0]
    return kept


@compiled
def play(
    n: Floats,
    hands: HandTable,
    standing: Standing,
    may: Choices,
    kept: Floats,
    split: Floats,
    choose: bool,
    done: HandPlay,
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """The values of every choice with every hand, and of the hand itself, under the best choice or the choices in
    `done`.

    `kept` are the values of doubled hands, `split` those of splitting. Every value is for the whole wager, counting the
    dealer's blackjack as -1 where it takes the wager.
    """
    cards, size, total, to = hands.cards, hands.size, hands.total, hands.to
    pay, third, suited, gain = hands.pay, hands.third, hands.suited, hands.gain
    win, lose, natural = standing.win, standing.lose, standing.natural
    can_double, can_give, one_card, checks, early = may.can_double, may.can_give, may.one_card, may.checks, may.early
    act, act_suited = done.act, done.suited
    count = len(size)
    cards_in_shoe = _cards(n)
    stand = np.full((count, 10), NEVER)
    hit = np.full((count, 10), NEVER)
    double = np.full((count, 10), NEVER)
    give_up = np.full((count, 10), NEVER)
    value = np.zeros((count, 10))
    for h in range(count - 1, 0, -1):
        pair = -1
        if size[h] == 2:
            for r in range(10):
                if cards[h, r] == 2:
                    pair = r
        for up in range(10):
            left = cards_in_shoe - size[h] - 1
            if left < 2:
                continue
            stand[h, up] = win[h, up] * pay[h] - lose[h, up] - natural[h, up]
            wins = 0.0
            if total[h] < 21:
                other = hole(up)
                drawn = 0.0
                doubled = 0.0
                busted = 0.0
                busted_natural = 0.0
                for r in range(10):
                    chance = (n[r] - cards[h, r] - (1.0 if r == up else 0.0)) / left
                    if chance <= 0.0:
                        continue
                    after = to[h, r]
                    if after >= 0:
                        drawn += chance * value[after, up]
                        doubled += chance * kept[after, up]
                    else:
                        drawn -= chance
                        busted += chance
                        if other >= 0:
                            held = n[other] - cards[h, other] - (1.0 if r == other else 0.0)
                            busted_natural += chance * max(held, 0.0) / (left - 1)
                if not one_card:
                    hit[h, up] = drawn
                if can_double[h]:
                    double[h, up] = doubled - 2.0 * (busted - busted_natural) - natural[h, up]
                    if not checks:
                        double[h, up] -= busted_natural
                if third[h] >= 0:
                    chance = (n[third[h]] - cards[h, third[h]] - (1.0 if third[h] == up else 0.0)) / left
                    wins = max(chance, 0.0) * win[to[h, third[h]], up]
            if can_give[h]:
                give_up[h, up] = -0.5 if early else -0.5 - 0.5 * natural[h, up]
            parting = split[pair, up] if pair >= 0 else NEVER
            for s in range(3):
                share = suited[s, h] if s < 2 else 1.0 - suited[0, h] - suited[1, h]
                extra = wins * gain[h, s]
                if share == 0.0 and s < 2:
                    continue
                chosen = act_suited[s, h, up] if s < 2 else act[h, up]
                if choose:
                    chosen = STAND
                    best = stand[h, up]
                    if hit[h, up] + extra > best:
                        best, chosen = hit[h, up] + extra, HIT
                    if double[h, up] > best:
                        best, chosen = double[h, up], DOUBLE
                    if parting > best:
                        best, chosen = parting, SPLIT
                    if give_up[h, up] > best:
                        best, chosen = give_up[h, up], SURRENDER
                    if s < 2:
                        act_suited[s, h, up] = chosen
                    else:
                        act[h, up] = chosen
                if chosen == STAND:
                    value[h, up] += share * stand[h, up]
                elif chosen == HIT:
                    value[h, up] += share * (hit[h, up] + extra)
                elif chosen == DOUBLE:
                    value[h, up] += share * double[h, up]
                elif chosen == SPLIT:
                    value[h, up] += share * parting
                else:
                    value[h, up] += share * give_up[h, up]
    return stand, hit, double, give_up, value


@compiled
def split_hand(
    pair: Pair, n: Floats, hands: HandTable, dealer: DealerEnds, rules: SplitRules, choose: bool, done: HandPlay
) -> float:
    """The combined value of all hands split from a pair of p, if the dealer has no blackjack.

    A hand is counted `free_times[e]` times with e further cards of the pair's value known to be elsewhere, and, if its
    second card is another such card, `pair_times[e]` more times (see `splits`). The value of a set of hands is linear
    in these weights, so the best play of the average hand is the best play that considers nothing but the hand. One
    backward pass finds it, weights included. `act[g, h]` is the play, with g = 1 for hands whose second card was of the
    pair's value; `act_doubled[g, k, h]` is that of a hand doubled k + 1 times.
    """
    p, up, with_pair, free_times, pair_times = pair
    cards, size, total, to, back = hands.cards, hands.size, hands.total, hands.to, hands.back
    pay, third, suited, gain = hands.pay, hands.third, hands.suited, hands.gain
    ends, row, more_ends = dealer
    beats, ties, can_double, can_give, one_card, gives, cost_1, cost_2, cost_given = rules
    act, act_suited, act_doubled = done
    count = len(size)
    levels = act_doubled.shape[1]
    kinds = len(free_times)
    whole = _cards(n)
    left = n.copy()
    left[up] -= 1.0
    left[p] -= 2.0
    stub = whole - 3.0
    known = np.zeros(kinds)
    times = np.zeros((2, kinds))
    chance = 1.0
    used = 0
    for e in range(kinds):
        if e > 0:
            chance *= max(left[p] - (e - 1), 0.0) / (stub - (e - 1))
        known[e] = chance
        times[0, e] = free_times[e] * chance
        times[1, e] = (free_times[e] + pair_times[e]) * chance
        if chance > 0.0:
            used = e + 1
    other = hole(up)
    weight = np.zeros((count, kinds))
    at_pay = np.zeros((2, count))
    at_one = np.zeros((2, count))
    at_bust = np.zeros((2, count))
    at_bust_natural = np.zeros((2, count))
    at_win = np.zeros((2, count))
    at_free = np.zeros((2, count))
    at_natural = np.zeros((2, count))
    worth = np.zeros((2, count))
    twice = np.zeros((2, levels + 1, count))
    deepest = 2
    for h in range(count):
        if can_double[h] > 0:
            deepest = 2 + levels
    start = to[0, p]
    weight[start, :] = 1.0
    for at in range(len(with_pair)):
        h = with_pair[at]
        if h == start:
            continue
        if one_card and size[h] > deepest:
            continue
        last = -1
        for r in range(10):
            if cards[h, r] - (1 if r == p else 0) > 0:
                last = r
                break
        held = cards[h, last] - (1 if last == p else 0) - 1
        before = back[h, last]
        draws = size[h] - 2
        for e in range(used):
            many = left[last] - held - (e if last == p else 0)
            bottom = stub - e - draws
            weight[h, e] = weight[before, e] * many / bottom if many > 0.0 and bottom > 0.0 else 0.0
    for at in range(len(with_pair) - 1, -1, -1):
        h = with_pair[at]
        if h == start or (one_card and size[h] > deepest):
            continue
        closed = one_card and size[h] == deepest
        for e in range(used):
            if weight[h, e] == 0.0:
                continue
            # The dealer's totals with h, the other cards of the pair's value and the up card out of the shoe.
            extra = 1 + e
            also = h
            while extra > 0 and to[also, p] >= 0:
                also = to[also, p]
                extra -= 1
            remaining = whole - 1.0 - size[h] - (1 + e)
            blackjack = 0.0
            holes = 0.0
            if other >= 0:
                holes = n[other] - cards[h, other] - (1 + e if other == p else 0)
                blackjack = holes / remaining
            if extra == 0:
                win, lose = settle(ends[also, up], beats[h], ties[h], blackjack)
            else:
                win, lose = settle(more_ends[row[also], extra - 1, up], beats[h], ties[h], blackjack)
            for g in range(2):
                share = times[g, e] * weight[h, e]
                at_pay[g, h] += share * (win * pay[h] - lose)
                at_one[g, h] += share * (win - lose)
                at_win[g, h] += share * win
                at_free[g, h] += share * (1.0 - blackjack)
                at_natural[g, h] += share * blackjack
            if closed or total[h] >= 21:
                continue
            for r in range(10):
                if to[h, r] < 0:
                    many = n[r] - cards[h, r] - (1 + e if r == p else 0) - (1.0 if r == up else 0.0)
                    if many <= 0.0:
                        continue
                    busts = weight[h, e] * many / remaining
                    natural = 0.0
                    if other >= 0:
                        natural = (holes - (1.0 if r == other else 0.0)) / (remaining - 1.0)
                    for g in range(2):
                        at_bust[g, h] += times[g, e] * busts * (1.0 - natural)
                        at_bust_natural[g, h] += times[g, e] * busts * natural
        for g in range(2):
            stand = at_pay[g, h]
            hit = -at_bust[g, h] - cost_1 * at_bust_natural[g, h]
            double = -2.0 * at_bust[g, h] - cost_2 * at_bust_natural[g, h]
            wins = 0.0
            if not closed and total[h] < 21:
                for r in range(10):
                    after = to[h, r]
                    if after >= 0:
                        hit += worth[g, after]
                        double += twice[g, 0, after]
                if third[h] >= 0:
                    wins = at_win[g, to[h, third[h]]]
            # The value of the hand after this many doubles: it stands, is given up, or is doubled again.
            for level in range(levels - 1, -1, -1):
                money = 2.0 ** (level + 1)
                stays = money * at_one[g, h]
                given = -0.5 * money * at_free[g, h] - cost_given * at_natural[g, h]
                again = 0.0
                may_again = level + 1 < levels and total[h] < 21
                if may_again:
                    again = -2.0 * money * at_bust[g, h]
                    for r in range(10):
                        if to[h, r] >= 0:
                            again += twice[g, level + 1, to[h, r]]
                may_give = gives and total[h] < 21
                if choose:
                    chosen = STAND
                    if may_give and given > stays:
                        stays, chosen = given, SURRENDER
                    if may_again and again > stays:
                        stays, chosen = again, DOUBLE
                    act_doubled[g, level, h] = chosen
                elif act_doubled[g, level, h] == SURRENDER and may_give:
                    stays = given
                elif act_doubled[g, level, h] == DOUBLE and may_again:
                    stays = again
                twice[g, level, h] = stays
            allowed = not one_card and total[h] < 21
            doubles = can_double[h] > 0 and not closed and total[h] < 21
            give_up = -0.5 * at_free[g, h]
            for s in range(3):
                share = suited[s, h] if s < 2 else 1.0 - suited[0, h] - suited[1, h]
                extra_pay = wins * gain[h, s]
                if share == 0.0 and s < 2:
                    continue
                chosen = act_suited[s, g, h] if s < 2 else act[g, h]
                if choose:
                    chosen = STAND
                    best = stand
                    if allowed and hit + extra_pay > best:
                        best, chosen = hit + extra_pay, HIT
                    if doubles and double > best:
                        best, chosen = double, DOUBLE
                    if can_give[h] and give_up > best:
                        best, chosen = give_up, SURRENDER
                    if s < 2:
                        act_suited[s, g, h] = chosen
                    else:
                        act[g, h] = chosen
                if chosen == HIT and allowed:
                    worth[g, h] += share * (hit + extra_pay)
                elif chosen == DOUBLE and doubles:
                    worth[g, h] += share * double
                elif chosen == SURRENDER and can_give[h]:
                    worth[g, h] += share * give_up
                else:
                    worth[g, h] += share * stand
    value = 0.0
    for r in range(10):
        h = to[start, r]
        value += worth[1 if r == p else 0, h]
    return value


@compiled
def dealt(n: Floats, to: Integers, start: Floats) -> Floats:
    """The probability that each two-card hand is dealt, against each up card.

    `start[a, u]` is the weight of a first card a against u.
    """
    whole = _cards(n)
    found = np.zeros((len(to), 10))
    for a in range(10):
        for b in range(10):
            h = to[to[0, a], b]
            for up in range(10):
                first = n[up] * n[a] / (whole * (whole - 1.0))
                if a == up:
                    first = n[up] * (n[up] - 1.0) / (whole * (whole - 1.0))
                many = n[b] - (1.0 if b == a else 0.0) - (1.0 if b == up else 0.0)
                found[h, up] += start[a, up] * (first * max(many, 0.0) / (whole - 2.0))
    return found


@compiled
def reach(n: Floats, hands: HandTable, matched: Floats, dealt: Floats, done: HandPlay) -> tuple[Floats, Floats, Floats]:
    """The probability that each unsplit hand is reached against each up card.

    `dealt[h, u]` is the probability of a hand of two cards. Returns the probabilities of reaching a hand, of reaching
    it with suits that pay, by [suit, hand, up card] as in `play`, and of doubling into it, by number of doubles.
    `matched` is the probability that the third card fits the suit of the first two.
    """
    cards, size, total, to = hands.cards, hands.size, hands.total, hands.to
    third, suited = hands.third, hands.suited
    act, act_suited, act_doubled = done
    count = len(size)
    levels = act_doubled.shape[0]
    whole = _cards(n)
    met = dealt.copy()
    paid = np.zeros((2, count, 10))
    twice = np.zeros((levels, count, 10))
    for h in range(1, count):
        if size[h] < 2 or total[h] >= 21:
            continue
        left = whole - size[h] - 1.0
        for up in range(10):
            for s in range(3):
                share = suited[s, h] if s < 2 else 1.0 - suited[0, h] - suited[1, h]
                chosen = act_suited[s, h, up] if s < 2 else act[h, up]
                if met[h, up] == 0.0 or share == 0.0 or (chosen != HIT and chosen != DOUBLE):
                    continue
                for r in range(10):
                    after = to[h, r]
                    many = n[r] - cards[h, r] - (1.0 if r == up else 0.0)
                    if after < 0 or many <= 0.0:
                        continue
                    chance = met[h, up] * share * many / left
                    if chosen == DOUBLE:
                        twice[0, after, up] += chance
                        continue
                    met[after, up] += chance
                    if s < 2 and third[h] == r:
                        paid[s, after, up] += chance * matched[s, h]
            for level in range(levels - 1):
                if twice[level, h, up] == 0.0 or act_doubled[level, h, up] != DOUBLE:
                    continue
                for r in range(10):
                    many = max(n[r] - cards[h, r] - (1.0 if r == up else 0.0), 0.0)
                    chance = twice[level, h, up] * many / left
                    if to[h, r] >= 0:
                        twice[level + 1, to[h, r], up] += chance
    return met, paid, twice
