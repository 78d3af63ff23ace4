"""The loops of the analysis, compiled: settling hands, the best play of a hand, split hands, who ends where.

Conventions. A card value is 0 (ace) to 9 (ten); an up card too. `n` is the shoe before anything is dealt. A hand h
against u is met with the cards of h and u out of the shoe and nothing known of the dealer's second card, so every
chance below is over all second cards, blackjack included: a value is that of the whole wager, and "without blackjack"
is the part of it in which the dealer has none. This is right for a dealer who checks too: what a player then does
happens in that part alone, and all that he may do loses the same in the other.
"""

from __future__ import annotations

import numpy as np

from pitboss.families.twenty_one.price.compiled import compiled
from pitboss.families.twenty_one.price.hands import Floats, Integers

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
NEVER = -9.0
"The value of what the rules do not allow."


@compiled
def hole(up: int) -> int:
    """The second card that makes a blackjack of an up card; -1 where none does."""
    return 9 if up == 0 else 0 if up == 9 else -1


@compiled
def settle(ends: Floats, beats: int, ties: int, blackjack: float) -> tuple[float, float]:
    """How often a standing hand wins and loses, the dealer's blackjack apart."""
    over = 1.0 - blackjack
    win = 0.0
    lose = 0.0
    for d in range(5):
        over -= ends[d]
        if d < beats:
            win += ends[d]
        elif d != ties:
            lose += ends[d]
    return win + (over - ends[5]), lose


def settle_all(
    n: Floats, ends: Floats, cards: Integers, size: Integers, beats: Integers, ties: Integers
) -> tuple[Floats, Floats, Floats]:
    """Win, loss and dealer's blackjack for every hand standing against every up card: `settle` of all at once."""
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
    return win + (over - ends[:, :, 5]), lose, natural


@compiled
def play(
    n: Floats,
    cards: Integers,
    size: Integers,
    total: Integers,
    to: Integers,
    win: Floats,
    lose: Floats,
    natural: Floats,
    pay: Floats,
    can_double: Integers,
    checks: bool,
    rescue: bool,
    surrender: int,
    third: Integers,
    suited: Floats,
    gain: Floats,
    split: Floats,
    choose: bool,
    act: Integers,
    act_suited: Integers,
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """The value of every choice with every hand, and of the hand: by the best choice, or by those in `act`.

    `third[h]` is the card that would make a hand paid by its suits of two cards h, of which a share `suited[h]` are of
    one suit; `gain[h]` is what suited and other such cards then win beyond `pay`, which is the average. `surrender`:
    0 none, 1 late, 2 early. The values are of the wager: blackjack of the dealer included, -1 where it takes it.
    """
    count = len(size)
    cards_in_shoe = n.sum()
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
            better, other_better = 0.0, 0.0
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
                        won = win[after, up] - lose[after, up]
                        if rescue:
                            doubled += chance * max(2.0 * won, natural[after, up] - 1.0)
                        else:
                            doubled += chance * 2.0 * won
                    else:
                        drawn -= chance
                        busted += chance
                        if other >= 0:
                            held = n[other] - cards[h, other] - (1.0 if r == other else 0.0)
                            busted_natural += chance * max(held, 0.0) / (left - 1)
                hit[h, up] = drawn
                if can_double[h]:
                    double[h, up] = doubled - 2.0 * (busted - busted_natural) - natural[h, up]
                    if not checks:
                        double[h, up] -= busted_natural
                if third[h] >= 0:
                    chance = (n[third[h]] - cards[h, third[h]] - (1.0 if third[h] == up else 0.0)) / left
                    wins = max(chance, 0.0) * win[to[h, third[h]], up]
                    better, other_better = wins * gain[h, 0], wins * gain[h, 1]
            if surrender > 0 and size[h] == 2 and total[h] < 21:
                give_up[h, up] = -0.5 if surrender == 2 else -0.5 - 0.5 * natural[h, up]
            parting = split[pair, up] if pair >= 0 else NEVER
            for s in range(2):
                share = suited[h] if s == 0 else 1.0 - suited[h]
                extra = better if s == 0 else other_better
                if share == 0.0 and s == 0:
                    continue
                chosen = act_suited[h, up] if s == 0 else act[h, up]
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
                    if s == 0:
                        act_suited[h, up] = chosen
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
    p: int,
    up: int,
    n: Floats,
    cards: Integers,
    size: Integers,
    total: Integers,
    to: Integers,
    back: Integers,
    with_pair: Integers,
    ends: Floats,
    row: Integers,
    more_ends: Floats,
    beats: Integers,
    ties: Integers,
    pay: Floats,
    can_double: Integers,
    one_card: bool,
    rescue: bool,
    cost_1: float,
    cost_2: float,
    third: Integers,
    suited: Floats,
    gain: Floats,
    free_times: Floats,
    pair_times: Floats,
    choose: bool,
    act: Integers,
    act_suited: Integers,
) -> float:
    """What all hands split from a pair of p are worth together, while the dealer has no blackjack.

    `free_times[e]` and `pair_times[e]` say how often a hand counts of which e further cards of the pair's value are
    known to lie elsewhere: all hands by the first, those whose second card is again such a card by the second too (see
    `splits`). The value of a set of hands is linear in these, so that the best play of the average hand is the best
    play that looks at nothing but the hand: one backward pass finds it, weights and all. `act[g, h]` is the play, g = 1
    for hands whose second card was of the pair's value.

    `cost_1` and `cost_2` are what a busted hand, single or doubled, counts while the dealer has blackjack.
    """
    count = len(size)
    kinds = len(free_times)
    whole = n.sum()
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
    worth = np.zeros((2, count))
    start = to[0, p]
    weight[start, :] = 1.0
    for at in range(len(with_pair)):
        h = with_pair[at]
        if h == start:
            continue
        if one_card and size[h] > 2:
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
        if h == start or (one_card and size[h] > 2):
            continue
        for e in range(used):
            if weight[h, e] == 0.0:
                continue
            # The dealer's ends with h, the other cards of the pair's value and the up card out of the shoe.
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
            if one_card or total[h] >= 21:
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
            allowed = not one_card and total[h] < 21
            better, other_better = 0.0, 0.0
            if allowed:
                for r in range(10):
                    after = to[h, r]
                    if after >= 0:
                        hit += worth[g, after]
                        if rescue:
                            double += max(2.0 * at_one[g, after], -at_free[g, after])
                        else:
                            double += 2.0 * at_one[g, after]
                if third[h] >= 0:
                    wins = at_win[g, to[h, third[h]]]
                    better, other_better = wins * gain[h, 0], wins * gain[h, 1]
            for s in range(2):
                share = suited[h] if s == 0 else 1.0 - suited[h]
                extra_pay = better if s == 0 else other_better
                if share == 0.0 and s == 0:
                    continue
                chosen = act_suited[g, h] if s == 0 else act[g, h]
                if choose:
                    chosen = STAND
                    best = stand
                    if allowed and hit + extra_pay > best:
                        best, chosen = hit + extra_pay, HIT
                    if allowed and can_double[h] and double > best:
                        best, chosen = double, DOUBLE
                    if s == 0:
                        act_suited[g, h] = chosen
                    else:
                        act[g, h] = chosen
                if not allowed or chosen == STAND:
                    worth[g, h] += share * stand
                elif chosen == HIT:
                    worth[g, h] += share * (hit + extra_pay)
                else:
                    worth[g, h] += share * double
    value = 0.0
    for r in range(10):
        h = to[start, r]
        value += worth[1 if r == p else 0, h]
    return value


@compiled
def reach(
    n: Floats,
    cards: Integers,
    size: Integers,
    total: Integers,
    to: Integers,
    third: Integers,
    suited: Floats,
    matched: Floats,
    act: Integers,
    act_suited: Integers,
) -> tuple[Floats, Floats, Floats, Floats]:
    """How often each unsplit hand is met, against each up card, over both cards and the up card.

    Returns the chance of meeting a hand; of meeting it with suits that are paid; and, for hands of two cards, of
    meeting it suited, where that may be played in another way. `matched[h]` is how often the third card then fits.
    The last is the chance of each hand's being doubled into.
    """
    count = len(size)
    whole = n.sum()
    met = np.zeros((count, 10))
    paid = np.zeros((count, 10))
    in_suit = np.zeros((count, 10))
    doubled = np.zeros((count, 10))
    for a in range(10):
        for b in range(10):
            h = to[to[0, a], b]
            for up in range(10):
                first = n[up] * n[a] / (whole * (whole - 1.0))
                if a == up:
                    first = n[up] * (n[up] - 1.0) / (whole * (whole - 1.0))
                many = n[b] - (1.0 if b == a else 0.0) - (1.0 if b == up else 0.0)
                met[h, up] += first * max(many, 0.0) / (whole - 2.0)
    for h in range(1, count):
        if size[h] < 2 or total[h] >= 21:
            continue
        for up in range(10):
            if met[h, up] == 0.0:
                continue
            left = whole - size[h] - 1.0
            in_suit[h, up] = met[h, up] * suited[h]
            for s in range(2):
                share = suited[h] if s == 0 else 1.0 - suited[h]
                chosen = act_suited[h, up] if s == 0 else act[h, up]
                if share == 0.0 or (chosen != HIT and chosen != DOUBLE):
                    continue
                for r in range(10):
                    after = to[h, r]
                    many = n[r] - cards[h, r] - (1.0 if r == up else 0.0)
                    if after < 0 or many <= 0.0:
                        continue
                    chance = met[h, up] * share * many / left
                    if chosen == DOUBLE:
                        doubled[after, up] += chance
                        continue
                    met[after, up] += chance
                    if s == 0 and third[h] == r:
                        paid[after, up] += chance * matched[h]
    return met, paid, in_suit, doubled
