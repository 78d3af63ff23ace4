"""Craps as a compiled loop: shooter after shooter, with every wager on the layout always in place.

The effect of a roll on any wager depends on the come-out point, on the number the Come Bets have moved to, and on the
roll. So the loop only steps through these states and counts each roll in each state; every wager's net is read off
afterwards. Only the fire bet needs to remember more: the points made so far.

Every wager is made again as soon as it has been decided and the rules allow it. Odds are taken or laid to the layout's
limit whenever their flat wager has a point, and are called On when they would otherwise be off. A unit is a shooter,
from the first come-out roll to the loser seven, which decides everything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import lcm
from typing import Any

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment.dice import Dice, outcomes
from pitboss.families.dice.round import CrapsState, CrapsTable
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Counts, Kernel, Result, Slot, choose_wagers
from pitboss.simulation.philox import WORD, per_word, rejection_limit, unit_block
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

USUAL_STAKE = 2000
"""In cents. As in the price, the stake is the least payable amount not below this."""

ROLLS = len(outcomes(2))
TOGETHER = 256
"""The number of shooters rolled in parallel, because sevens are branches that a processor cannot predict."""

_PER_WORD = per_word(ROLLS)
_SPACE = np.uint64(ROLLS**_PER_WORD)
_THROWN_AWAY = np.uint64(rejection_limit(ROLLS**_PER_WORD))
_ROLLS = np.uint64(ROLLS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_STREAM = np.uint64(NUMBERS)
_ZERO = np.uint64(0)


# ---- The loop


@compiled
def _count(
    seed: Integer,
    first: Integer,
    count: Integer,
    end: Integer,
    follows: IntArray,
    makes: IntArray,
    fire: bool,
    cells: IntArray,
) -> Integer:
    """Roll for `count` shooters. `follows` is the state after each event, `makes` the mark it adds for fire bets.

    A state is the number of its first event; an event is state + roll. `end` is the state after the loser seven, in
    which the remaining rolls of a word are ignored.
    """
    words = np.empty((TOGETHER, 4), np.uint32)
    state = np.empty(TOGETHER, np.int64)
    row = np.empty(TOGETHER, np.int64)
    shooter = np.empty(TOGETHER, np.int64)
    marks = np.zeros(TOGETHER, np.uint8)
    before = cells[:end].sum()
    dealt = 0
    while dealt < count:
        group = min(TOGETHER, count - dealt)
        for at in range(group):
            state[at] = 0
            shooter[at] = at
            marks[at] = 0
        left = group
        block = _ZERO
        while left:
            for at in range(left):
                unit = first + np.uint64(dealt + shooter[at])
                a, b, c, d = unit_block(seed, unit, _STREAM, block)
                words[at, 0] = a
                words[at, 1] = b
                words[at, 2] = c
                words[at, 3] = d
                row[at] = at
            for column in range(4):
                kept = 0
                for at in range(left):
                    here = row[at]
                    word = np.uint64(words[here, column])
                    now = state[at]
                    if (word * _SPACE) & _LOW >= _THROWN_AWAY:
                        if fire:
                            mark = marks[shooter[here]]
                            for _ in range(_PER_WORD):
                                word *= _ROLLS
                                event = now + np.int64(word >> _HALF)
                                word &= _LOW
                                cells[event] += 1
                                mark |= makes[event]
                                now = np.int64(follows[event])
                            marks[shooter[here]] = mark
                        else:
                            for _ in range(_PER_WORD):
                                word *= _ROLLS
                                event = now + np.int64(word >> _HALF)
                                word &= _LOW
                                cells[event] += 1
                                now = np.int64(follows[event])
                    state[kept] = now
                    row[kept] = here
                    kept += now != end
                left = kept
            for at in range(left):
                shooter[at] = shooter[row[at]]
            block += np.uint64(1)
        if fire:
            for at in range(group):
                cells[end + ROLLS + marks[at]] += 1
        dealt += group
    rolls: Integer = cells[:end].sum() - before
    return rolls


@compiled
def _play(
    seed: Integer,
    first: Integer,
    end: Integer,
    follows: IntArray,
    makes: IntArray,
    worth: IntArray,
    fire_worth: IntArray,
    nets: IntArray,
) -> Integer:
    """Write each shooter's net from `first` on, over all wagers."""
    every = fire_worth.shape[0] - 1
    rolls = 0
    unit = first
    while rolls < nets.shape[0]:
        now: Integer = 0
        mark: Integer = 0
        block = _ZERO
        while now != end and rolls < nets.shape[0]:
            for word in unit_block(seed, unit, _STREAM, block):
                if (word * _SPACE) & _LOW < _THROWN_AWAY:
                    continue
                for _ in range(_PER_WORD):
                    if now == end or rolls == nets.shape[0]:
                        break
                    word *= _ROLLS
                    event = now + np.int64(word >> _HALF)
                    word &= _LOW
                    nets[rolls] = worth[event]
                    now = np.int64(follows[event])
                    had = mark
                    mark |= np.int64(makes[event])
                    if (mark == every) != (had == every) or (now == end and mark != every):
                        nets[rolls] += fire_worth[mark]
                    rolls += 1
            block += np.uint64(1)
        unit += np.uint64(1)
    return np.int64(unit - first)


# ---- The events


def _table(layout: Layout) -> CrapsTable:
    game = game_on(layout)
    assert isinstance(game, CrapsTable)
    return game


@dataclass(frozen=True, slots=True)
class Event:
    """A roll with these points on; 0 for none. `on` is the number the Come Bets are on."""

    on: int
    point: int
    dice: Dice


class Table:
    """The states of a craps table with standing wagers, and what each event nets for each wager."""

    def __init__(self, layout: Layout, wagers: Sequence[str]) -> None:
        self.layout = layout
        self.game = _table(layout)
        self.comes = any(self.game.kinds[kind] == "come" for kind in wagers)
        self.points = (0, *self.game.points)
        rolls = outcomes(layout.fact("dice"))
        if len(rolls) != ROLLS:
            raise ValueError(f"the loop rolls two dice, not {layout.fact('dice')}")
        self.events = [Event(*event) for event in product(self.points, self.points, rolls)]
        self.end = len(self.events)
        self.marks = 1 << len(self.game.points)
        self.cells = self.end + ROLLS + self.marks
        self.follows = np.full(self.end + ROLLS, self.end, np.uint16)
        self.makes = np.zeros(self.end + ROLLS, np.uint8)
        for number, event in enumerate(self.events):
            self.follows[number] = self.after(event)
            if event.point and event.dice.total == event.point:
                self.makes[number] = 1 << self.game.points.index(event.point)

    def after(self, event: Event) -> int:
        """The state after an event, as the number of its first event."""
        total = event.dice.total
        if event.point and total == self.game.seven:
            return self.end
        reached = total if total in self.points else 0
        point = event.point or reached
        if event.point == total:
            point = 0
        on = event.on
        if event.on:
            on = 0 if total in (event.on, self.game.seven) else event.on
        elif event.point and self.comes:
            on = reached
        return (self.points.index(on) * len(self.points) + self.points.index(point)) * ROLLS

    # ---- Stakes

    def stake(self, kind: str, odds: str = "") -> int:
        """The least payable amount within the limits; for a flat wager with full odds, the odds must be payable too."""
        least, most = self.layout.limits.of(kind)
        state = self.game.opening()
        step = lcm(self.game.amounts.step(state, kind), self.layout.limits.increment)
        first = -(-max(USUAL_STAKE, least) // step) * step
        for amount in range(first, first + 1000 * step, step):
            if most is not None and amount > most:
                break
            if not odds or all(
                limit and limit % self.game.amounts.step(state, odds, str(point)) == 0
                for point in self.game.points
                for limit in [self.game.odds_limit(odds, str(point), amount)]
            ):
                return amount
        full = " with full odds" if odds else ""
        upto = f"{dollars(least)} to {dollars(most)}" if most is not None else f"from {dollars(least)}"
        raise ValueError(f"no amount of {self.game.name(kind)}{full} within the limits, {upto}, can be paid exactly")

    # ---- The net of each event for each wager

    def results(self, kind: str, stake: int) -> list[Result | int | None]:
        """One wager's result in each cell; an odds wager is measured by its own amount."""
        if self.game.kinds[kind] == "fire":
            nothing = [None] * (self.end + ROLLS)
            return [*nothing, *(self.fire(kind, stake, mark) for mark in range(self.marks))]
        decide = _DECIDE[self.game.kinds[kind]]
        return [*(decide(self, kind, stake, event) for event in self.events), *[None] * (self.cells - self.end)]

    def line(self, kind: str, stake: int, event: Event) -> int | None:
        if event.point:
            return self.on_point(kind, stake, "", event.point, event.dice)
        return self.first_roll(kind, stake, event.dice)

    def come(self, kind: str, stake: int, event: Event) -> int | None:
        if event.on:
            return self.on_point(kind, stake, "", event.on, event.dice)
        return self.first_roll(kind, stake, event.dice) if event.point else None

    def odds(self, kind: str, stake: int, event: Event) -> Result | None:
        flat = self.game.kinds[self.layout.rules.wagers[kind].tied]
        point = event.on if flat == "come" else event.point
        if not point:
            return None
        amount = self.game.odds_limit(kind, str(point), stake)
        net = self.on_point(kind, amount, str(point), point, event.dice)
        return None if net is None else Result(net, amount)

    def first_roll(self, kind: str, stake: int, dice: Dice) -> int | None:
        terms = self.game.terms[kind]
        if dice.total in terms.wins.totals:
            return self.pays(kind, "", stake)
        if dice.total in terms.loses.totals:
            return -stake
        return 0 if dice.total in terms.void.totals else None

    def on_point(self, kind: str, stake: int, outcome: str, point: int, dice: Dice) -> int | None:
        if dice.total not in (point, self.game.seven):
            return None
        wins = (dice.total == point) == (self.game.terms[kind].side == "right")
        return self.pays(kind, outcome, stake) if wins else -stake

    def number(self, kind: str, stake: int, event: Event) -> int | None:
        terms, dice = self.game.terms[kind], event.dice
        off = terms.off_on_come_out and not event.point
        if off or dice.total not in (terms.number, self.game.seven):
            return None
        paid = self.game.amounts.vigorish_when_made(kind, stake)
        thrown = dice.total == terms.number and (terms.kind == "number" or dice.is_hard)
        if thrown != (terms.side == "right"):
            return -stake - paid
        return self.pays(kind, "", stake) - self.game.vigorish(kind, stake)

    def one_roll(self, kind: str, stake: int, event: Event) -> int:
        outcome = self.game.lands[kind][event.dice]
        return -stake if outcome is None else self.pays(kind, outcome, stake)

    def in_parts(self, kind: str, stake: int, event: Event) -> int:
        parts = self.game.terms[kind].parts
        unit = stake // sum(parts.values())
        return sum(self.one_roll(part, unit * share, event) for part, share in parts.items())

    def fire(self, kind: str, stake: int, mark: int) -> int:
        """A fire bet's net for a shooter who has made these points."""
        reached = [step for step in self.game.odds[kind] if int(step) <= mark.bit_count()]
        return self.pays(kind, max(reached, key=int), stake) if reached else -stake

    def pays(self, kind: str, outcome: str, stake: int) -> int:
        return self.game.odds[kind][outcome].pays(stake)


_DECIDE: dict[str, Callable[[Table, str, int, Event], Result | int | None]] = {
    "line": Table.line,
    "come": Table.come,
    "odds": Table.odds,
    "number": Table.number,
    "hardway": Table.number,
    "one_roll": Table.one_roll,
    "parts": Table.in_parts,
}


# ---- The kernel


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The loop for a layout with these wagers standing; odds include their flat wager."""
    asked = choose_wagers(layout, wagers)
    if placed := next((f"{kind} {spot}" for kind, spot in asked.items() if spot), ""):
        raise ValueError(f"{placed!r}: craps wagers are named by their id only, like place_win_6")
    beside = {layout.rules.wagers[kind].tied for kind in asked} | shooters_own(_table(layout), asked)
    kinds = [kind for kind in layout.wagers if kind in asked or kind in beside]
    table = Table(layout, kinds)
    tied = {layout.rules.wagers[kind].tied: kind for kind in kinds if layout.rules.wagers[kind].tied}
    stakes = {kind: table.stake(kind, tied.get(kind, "")) for kind in kinds if kind not in tied.values()}
    stakes |= {odds: stakes[flat] for flat, odds in tied.items()}
    results = {kind: table.results(kind, stakes[kind]) for kind in kinds}
    slots = [Slot.of(kind, table.game.name(kind), stakes[kind], results[kind]) for kind in kinds]
    fire = [kind for kind in kinds if table.game.kinds[kind] == "fire"]
    worth = np.zeros(table.end + ROLLS, np.int64)
    fire_worth = np.zeros(table.marks, np.int64)
    for kind in kinds:
        nets = np.array([_net(one) for one in results[kind]], np.int64)
        worth[: table.end] += nets[: table.end]
        fire_worth += nets[table.end + ROLLS :]
    for flat, odds in tied.items():
        name = f"{table.game.name(flat)} with full odds"
        together = [_both(one, other) for one, other in zip(results[flat], results[odds], strict=True)]
        slots.append(Slot.of(f"{flat}+{odds}", name, stakes[flat], together))

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        at = np.uint64(seed), np.uint64(first), units
        return int(_count(*at, table.end, table.follows, table.makes, bool(fire), cells))

    def play(seed: int, first: int, nets: Counts) -> int:
        at = np.uint64(seed), np.uint64(first), table.end
        return int(_play(*at, table.follows, table.makes, worth, fire_worth, nets))

    return Kernel(
        layout=layout,
        unit="shooter",
        round="roll",
        slots=tuple(slots),
        cells=table.cells,
        chunk=1 << 20,
        rounds_per_unit=8.5,
        at_risk=sum(-min(one.net for one in slot.results) for slot in slots if "+" not in slot.id),
        count=count,
        play=play,
        source=UnitSource,
        standing=_standing(table.game, stakes),
        functions=(_count,),
        asked=None if wagers is None else tuple(wagers),
    )


def shooters_own(game: CrapsTable, asked: Collection[str]) -> set[str]:
    """The wager added at a single-seat table, where the player must shoot and needs one of the shooter's wagers."""
    wagers: list[str] = game.layout.fact("shooter_wagers")
    return {wagers[0]} if game.seats == 1 and not any(kind in asked for kind in wagers) else set()


def _net(result: Result | int | None) -> int:
    return result.net if isinstance(result, Result) else result or 0


def _both(flat: Result | int | None, odds: Result | int | None) -> int | None:
    """The combined net of a flat wager and its odds, decided when the flat wager is."""
    return None if flat is None else _net(flat) + _net(odds)


# ---- The same wagers at the real table


def _standing(game: CrapsTable, stakes: dict[str, int]) -> Callable[[Any, Ask], Reply]:
    """Replies that keep the wagers standing. If there is a second seat, another player shoots, so that the player may
    make any wagers.
    """
    shooter = PLAYER + 1 if game.seats > 1 else PLAYER
    stake = max(game.amounts.step(game.opening(), "pass"), game.layout.limits.of("pass")[0])

    def answer(dealer: Any, ask: Ask) -> Reply:
        if isinstance(ask, AskDecision):
            return "accept" if ask.position == shooter else "decline"
        state = ask.state
        if not isinstance(ask, AskWagers) or not isinstance(state, CrapsState):
            return None
        for position in (PLAYER, shooter):
            if state.seat(position) is None:
                return position, Action("sit", amount=BANKROLL)
        if shooter != PLAYER and not state.point and state.find(shooter, "pass") is None:
            return shooter, Action("make", "pass", stake)
        action = next(_wanted(game, stakes, state), None)
        return None if action is None else (PLAYER, action)

    return answer


def _wanted(game: CrapsTable, stakes: dict[str, int], state: CrapsState) -> Iterator[Action]:
    held = {wager.kind for wager in state.wagers_of(PLAYER)}
    closed = {"line": bool(state.point), "come": not state.point, "fire": state.came_out or bool(state.point)}
    for kind, stake in stakes.items():
        what = game.kinds[kind]
        if what == "odds":
            yield from _wanted_odds(game, kind, state)
        elif (
            kind not in held
            and not closed.get(what, False)
            and not (held & {part for part, _ in game.amounts.breakdown(kind, stake)})
        ):
            yield Action("make", kind, stake)


def _wanted_odds(game: CrapsTable, kind: str, state: CrapsState) -> Iterator[Action]:
    flat = game.layout.rules.wagers[kind].tied
    for wager in state.wagers_of(PLAYER):
        point = wager.spot if game.kinds[flat] == "come" else str(state.point or "")
        if wager.kind != flat or not point:
            continue
        odds = state.find(PLAYER, kind, wager.spot)
        if odds is None:
            yield Action("make", kind, game.odds_limit(kind, point, wager.amount), wager.spot)
        elif not game.working(state, odds):
            yield Action("on", kind, spot=wager.spot)


SIMULATION = Simulation(kernel)
