"""Pots: the main pot, side pots, returned chips, the house's part, and how each pot is divided.

All functions work on figures: each player's chips in the pot, who is still in, and the strength of their hands. Amounts
are in cents; odd chips are of the table's smallest value.

>>> back, pots = pots_of({1: 100, 2: 30, 3: 80, 4: 40}, live=(1, 2, 3))
>>> back, pots
({1: 20}, (Pot(amount=120, eligible=(1, 2, 3)), Pot(amount=110, eligible=(1, 3))))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal

from msgspec.structs import replace

from pitboss.table.codec import FrozenStruct


class Pot(FrozenStruct):
    """An amount, and the players who can win it."""

    amount: int
    eligible: tuple[int, ...]


def pots_of(put_in: Mapping[int, int], live: Iterable[int]) -> tuple[dict[int, int], tuple[Pot, ...]]:
    """Return the unmatched chips to give back, and the pots, main pot first.

    The part of the highest bet that no one matched, including folded players, was never in a pot.
    """
    players = tuple(live)
    if len(set(put_in.values())) == 1 and len(players) > 1 and put_in.keys() >= set(players):
        return {}, (Pot(sum(put_in.values()), players),)
    left = dict.fromkeys(players, 0) | dict(put_in)
    totals = sorted((0, *left.values()), reverse=True)
    highest, next_highest = totals[:2]
    back = {who: highest - next_highest for who, total in put_in.items() if total == highest > next_highest}
    for who, amount in back.items():
        left[who] -= amount
    levels = sorted({left[who] for who in players})
    if len(levels) == 1 and levels[0]:
        return back, (Pot(sum(left.values()), players),)
    found: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum([min(total, level) - min(total, below) for total in left.values()])
        eligible = tuple([who for who in players if left[who] >= level])
        if found and found[-1].eligible == eligible:
            found[-1] = Pot(found[-1].amount + amount, eligible)
        elif amount:
            found.append(Pot(amount, eligible))
        below = level
    # Chips of folded players beyond the last one still in belong to the last pot; it is the only pot if no one still in
    # has bet, because the others' hands were dead before that.
    beyond = sum([total - below for total in left.values() if total > below])
    if beyond:
        last = found.pop() if found else Pot(0, players)
        found.append(replace(last, amount=last.amount + beyond))
    return back, tuple(found)


def take_rake(pots: Sequence[Pot], rake: int) -> tuple[tuple[Pot, ...], tuple[int, ...]]:
    """The pots after the rake, and the rake from each: from the main pot first, then from the next.

    >>> take_rake((Pot(3_00, (1, 2, 3)), Pot(50_00, (1, 2))), 4_00)
    ((Pot(amount=0, eligible=(1, 2, 3)), Pot(amount=4900, eligible=(1, 2))), (300, 100))
    """
    left, taken = [], []
    for pot in pots:
        part = min(pot.amount, rake)
        rake -= part
        left.append(Pot(pot.amount - part, pot.eligible) if part else pot)
        taken.append(part)
    return tuple(left), tuple(taken)


def split(amount: int, winners: Sequence[int], chip: int) -> dict[int, int]:
    """Divide an amount equally; odd chips go to the winners one by one, in order.

    >>> split(101_00, (5, 8, 2), 1_00)
    {5: 3400, 8: 3400, 2: 3300}
    """
    each, odd = divmod(amount // chip, len(winners))
    parts = {who: (each + (turn < odd)) * chip for turn, who in enumerate(winners)}
    # An amount below a chip (from a rake in smaller units) goes with the first odd chip.
    parts[winners[0]] += amount - sum(parts.values())
    return parts


def halves(amount: int, chip: int) -> tuple[int, int]:
    """Split a pot in two, with the odd chip in the high half.

    >>> halves(75_00, 1_00)
    (3800, 3700)
    """
    low = amount // chip // 2 * chip
    return amount - low, low


def award_pot(
    pot: Pot,
    chip: int,
    high: Mapping[int, int],
    low: Mapping[int, int] | None,
    in_order: Callable[[Sequence[int], bool], Sequence[int]],
) -> dict[int, int]:
    """Divide a pot among the players in it by the strengths of their hands; a `low` of 0 means no low.

    `in_order(winners, low)` gives the order in which tied hands get odd chips.
    """
    best = max([high[who] for who in pot.eligible])
    first = in_order([who for who in pot.eligible if high[who] == best], False)
    lowest = max([low[who] for who in pot.eligible], default=0) if low is not None else 0
    if low is None or not lowest:
        return split(pot.amount, first, chip) if len(first) > 1 else {first[0]: pot.amount}
    upper, lower = halves(pot.amount, chip)
    found = split(upper, first, chip)
    second = in_order([who for who in pot.eligible if low[who] == lowest], True)
    for who, part in split(lower, second, chip).items():
        found[who] = found.get(who, 0) + part
    return found


# ---- The house's part


def percent_rake(total: int, percent: Decimal | int, cap: int, chip: int) -> int:
    """A percentage of all pots, rounded down to whole chips and limited to the cap.

    >>> percent_rake(63_00, 10, 4_00, 1_00), percent_rake(27_00, 10, 4_00, 1_00)
    (400, 200)
    """
    return min(int(total * percent // 100) // chip * chip, cap)


def scheduled_rake(total: int, steps: Mapping[int, int], percent: int, chip: int) -> int:
    """The rake for the highest step that the pots reach, but never more than a percentage of them.

    >>> scheduled_rake(27_00, {10_00: 1_00, 20_00: 2_00, 30_00: 3_00}, 10, 1_00)
    200
    """
    step = max((rake for at, rake in steps.items() if total >= at), default=0)
    return min(step, total * percent // 100 // chip * chip)


def time_charge(until: int, now: int, fee: int, period: int) -> tuple[int, int]:
    """The charge now due, per period begun, for a player who has paid until a minute, and the minute it then covers.

    >>> time_charge(8 * 60, 8 * 60, 6_00, 30), time_charge(8 * 60 + 30, 9 * 60 + 15, 6_00, 30)
    ((600, 510), (1200, 570))
    """
    periods = max((now - until) // period + 1, 0)
    return fee * periods, until + period * periods
