"""Roulette as a compiled loop: spin after spin, every wager of the layout standing on one place.

What a number does to any wager hangs on the number and on whether even-chance wagers are held en prison; so the loop
counts numbers, in and out of prison. A unit is a spin, and where it imprisons wagers, the spins that follow until they
are decided. Units need one number each, almost always: twenty of them share a block of random words.

How the wagers stand: each is made before every spin; one that is held en prison is made again when it is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import lcm
from typing import Any

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.games.roulette.round import Roulette
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Counts, Kernel, Slot, chosen
from pitboss.simulation.philox import WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import SHARED, UnitSource
from pitboss.table.state import State, Wager
from pitboss.table.steps import Action, Ask, AskWagers, Reply

USUAL_STAKE = 2000
"Cents: the least payable amount from this upwards is wagered."

TOGETHER = 256
"So many blocks of random words are made at once."

_SHARED = np.uint64(SHARED)
_STREAM = np.uint64(NUMBERS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_WORD = np.uint64(WORD)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


# ---- The loop


@compiled
def _accepted(word: Whole, below: Whole, draws: Whole) -> bool:
    """Whether a word is not thrown away."""
    space = _ONE
    for _ in range(draws):
        space *= below
    return bool((word * space) & _LOW >= _WORD % space)


@compiled
def _word(seed: Whole, group: Whole, column: Whole, below: Whole, draws: Whole) -> Whole:
    """A word that a group of units shares; thrown away, it is the same word of the next block."""
    block = _ZERO
    while True:
        word = unit_block(seed, group, _SHARED, block)[column]
        if _accepted(word, below, draws):
            return word
        block += _ONE


@compiled
def _from_prison(seed: Whole, unit: Whole, below: Whole, draws: Whole, free: Cells, cells: Cells) -> Whole:
    """The spins that follow one which imprisoned wagers, until they are decided; how many they were."""
    spins = 0
    block = _ZERO
    while True:
        for word in unit_block(seed, unit, _STREAM, block):
            if not _accepted(word, below, draws):
                continue
            for _ in range(draws):
                word *= below
                event = np.int64(word >> _HALF) + np.int64(below)
                word &= _LOW
                cells[event] += 1
                spins += 1
                if free[event]:
                    return spins
        block += _ONE


@compiled
def _blocks(seed: Whole, first: Whole, words: Cells) -> None:
    """The first block of each group: a loop of its own, so that it is vectorised."""
    for at in range(TOGETHER):
        a, b, c, d = unit_block(seed, first + np.uint64(at), _SHARED, _ZERO)
        words[0, at] = a
        words[1, at] = b
        words[2, at] = c
        words[3, at] = d


@compiled
def _draw(words: Cells, below: Whole, numbers: Cells) -> None:
    """The next number of each word; what is below the point is for the one after."""
    for at in range(TOGETHER):
        drawn = np.uint64(words[at]) * below
        words[at] = drawn & _LOW
        numbers[at] = drawn >> _HALF


@compiled
def _count_groups(seed: Whole, first: Whole, last: Whole, below: Whole, draws: Whole, cells: Cells) -> None:
    """Whole groups of units, where no wager is imprisoned. Neighbours count apart, or they would wait in line."""
    words = np.empty((4, TOGETHER), np.uint32)
    numbers = np.empty(TOGETHER, np.uint8)
    counted = np.zeros((4, below), np.int64)
    space = _ONE
    for _ in range(draws):
        space *= below
    thrown_away = _WORD % space
    group = first
    while group < last:
        _blocks(seed, group, words)
        groups: Whole = min(TOGETHER, np.int64(last - group))
        for column in range(4):
            row = words[column]
            for at in range(groups):
                if (np.uint64(row[at]) * space) & _LOW < thrown_away:
                    row[at] = _word(seed, group + np.uint64(at), column, below, draws)
            for _ in range(draws):
                _draw(row, below, numbers)
                for at in range(groups):
                    counted[at & 3, np.uint64(numbers[at])] += 1
        group += np.uint64(groups)
    for lane in range(4):
        for number in range(counted.shape[1]):
            cells[number] += counted[lane, number]


@compiled
def _count_some(seed: Whole, first: Whole, last: Whole, below: Whole, draws: Whole, free: Cells, cells: Cells) -> Whole:
    """Units one by one; how many spins they took."""
    size = np.uint64(4 * draws)
    spins = 0
    group = first // size
    while group * size < last:
        for column in range(4):
            begins = group * size + np.uint64(column * draws)
            if begins >= last or begins + np.uint64(draws) <= first:
                continue
            word = _word(seed, group, column, below, draws)
            for at in range(draws):
                word *= below
                number = np.int64(word >> _HALF)
                word &= _LOW
                unit = begins + np.uint64(at)
                if first <= unit < last:
                    cells[number] += 1
                    spins += 1
                    if not free[number]:
                        spins += _from_prison(seed, unit, below, draws, free, cells)
        group += _ONE
    return spins


@compiled
def _imprisons(below: Whole, free: Cells) -> bool:
    """Whether some number out of prison imprisons wagers."""
    for number in range(np.int64(below)):  # noqa: SIM110
        if not free[number]:
            return True
    return False


@compiled
def _count(seed: Whole, first: Whole, count: Whole, below: Whole, draws: Whole, free: Cells, cells: Cells) -> Whole:
    """Deal so many units. Events are the numbers out of prison, then those in it; `free`: none is held after it."""
    size = np.uint64(4 * draws)
    last = first + np.uint64(count)
    whole, end = (first + size - _ONE) // size, last // size
    if whole >= end or _imprisons(below, free):
        return _count_some(seed, first, last, below, draws, free, cells)
    _count_some(seed, first, whole * size, below, draws, free, cells)
    _count_groups(seed, whole, end, below, draws, cells)
    _count_some(seed, end * size, last, below, draws, free, cells)
    return count


@compiled
def _play(seed: Whole, first: Whole, below: Whole, draws: Whole, free: Cells, worth: Cells, nets: Cells) -> Whole:
    """Spin after spin from unit `first` on: what each comes to, all wagers together."""
    spins = 0
    unit = first
    while spins < nets.shape[0]:
        within = np.int64(unit % np.uint64(4 * draws))
        word = _word(seed, unit // np.uint64(4 * draws), within // draws, below, draws)
        for _ in range(within % draws):
            word = (word * below) & _LOW
        event = np.int64((word * below) >> _HALF)
        block = _ZERO
        column = 4
        left = 0
        while True:
            nets[spins] = worth[event]
            spins += 1
            if free[event] or spins == nets.shape[0]:
                break
            while not left:
                if column == 4:
                    words = unit_block(seed, unit, _STREAM, block)
                    block += _ONE
                    column = 0
                word = words[column]
                column += 1
                left = draws if _accepted(word, below, draws) else 0
            word *= below
            event = np.int64(word >> _HALF) + np.int64(below)
            word &= _LOW
            left -= 1
        unit += _ONE
    return np.int64(unit - first)


# ---- The kernel


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Spins on a layout with these wagers standing: each on the place that is named, or on one in the middle."""
    game = Roulette(layout)
    asked = chosen(layout, wagers)
    spots = {kind: _place(game, kind, spot) for kind, spot in asked.items() if game.offered[kind]}
    stakes = {kind: _stake(game, kind) for kind in spots}
    below = len(game.wheel)
    holds = {kind for kind in spots if _held(game, kind)}
    free = np.ones(2 * below, np.bool_)
    for event in range(2 * below):
        number = game.wheel[event % below]
        spot = game.prison if event >= below else ""
        void = number not in game.numbers
        stays = any(game.fate(Wager(1, kind, 1, spot), number) in ("imprisoned", "held") for kind in holds)
        free[event] = not ((void and event >= below) or (not void and stays))
    slots, worth = [], np.zeros(2 * below, np.int64)
    for kind, spot in spots.items():
        results = [_net(game, kind, spot, stakes[kind], event, kind in holds) for event in range(2 * below)]
        worth += np.array([net or 0 for net in results], np.int64)
        slots.append(Slot.of(kind, game.name(kind), stakes[kind], results, spot))
    draws = per_word(below)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(_count(np.uint64(seed), np.uint64(first), units, np.uint64(below), draws, free, cells))

    def play(seed: int, first: int, nets: Counts) -> int:
        return int(_play(np.uint64(seed), np.uint64(first), np.uint64(below), draws, free, worth, nets))

    return Kernel(
        layout=layout,
        unit="spin",
        round="spin",
        slots=tuple(slots),
        cells=2 * below,
        chunk=1 << 23,
        rounds_per_unit=1.0,
        at_risk=sum(stakes.values()),
        count=count,
        play=play,
        source=partial(UnitSource, first_below=below),
        standing=_standing(game, spots, stakes),
        functions=(_count,),
        asked=None if wagers is None else tuple(wagers),
    )


def _place(game: Roulette, kind: str, named: str) -> str:
    """The place of a wager: as named, or one in the middle of the layout."""
    there = game.offered[kind]
    if not named:
        return there[len(there) // 2]
    spot = game.meant(kind, named)[1]
    if not (answer := game.may_place(kind, spot)):
        raise ValueError(answer.reason)
    return spot


def _stake(game: Roulette, kind: str) -> int:
    least, most = game.layout.limits.of(kind)
    step = lcm(game.step(game.opening(), kind), game.layout.limits.increment)
    amount = -(-max(USUAL_STAKE, least) // step) * step
    if most is not None and amount > most:
        amount = most // step * step
    if not amount or amount < least:
        raise ValueError(f"no amount of {game.name(kind)} is payable within the limits, {dollars(least)} and up")
    return amount


def _held(game: Roulette, kind: str) -> bool:
    """Whether a wager can be held en prison."""
    return game.terms[kind].even_chance and game.on_zero == "imprisoned"


def _net(game: Roulette, kind: str, spot: str, stake: int, event: int, holds: bool) -> int | None:
    """What a number comes to, out of prison or (the second half of the events) in it."""
    number = game.wheel[event % len(game.wheel)]
    if number not in game.numbers:
        return None
    imprisoned = holds and event >= len(game.wheel)
    fate = game.fate(Wager(1, kind, stake, game.prison if imprisoned else spot), number)
    if fate in ("imprisoned", "held"):
        return None
    if fate == "won":
        return game.odds[kind][""].pays(stake)
    if fate == "half":
        return -(stake // int(game.layout.fact("surrendered_part")))
    return 0 if fate == "released" else -stake


# ---- The same at the real table


def _standing(game: Roulette, spots: dict[str, str], stakes: dict[str, int]) -> Callable[[Any, Ask], Reply]:
    """How the wagers are kept up."""

    def wanted(state: State) -> Iterator[Action]:
        down = {(wager.kind, wager.spot) for wager in state.of(PLAYER)}
        held = {kind for kind, spot in down if game.is_imprisoned(spot)}
        for kind, spot in spots.items():
            if (kind, spot) not in down and kind not in held:
                yield Action("make", kind, stakes[kind], spot)

    def answer(dealer: Any, ask: Ask) -> Reply:
        if not isinstance(ask, AskWagers):
            return None
        if ask.state.seat(PLAYER) is None:
            return PLAYER, Action("sit", amount=BANKROLL)
        action = next(wanted(ask.state), None)
        return None if action is None else (PLAYER, action)

    return answer


SIMULATION = Simulation(kernel)
