"""Dice, wheels and keno: every throw, every pocket, every number of catches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from pitboss.equipment import Dice, outcomes
from pitboss.table.steps import AskDice, AskDraw, AskNumber
from tests.shared.chosen_chance import Chance
from tests.shared.rows import hands
from tests.shared.rows.tables import UNKNOWN_ROW, Dealt, Table

POINTS = (4, 5, 6, 8, 9, 10)
ROLLS = outcomes(2)


def note(table: Table, rounds: Sequence[Dealt]) -> None:
    for dealt in rounds:
        table.reached.update({(one.wager, one.bonus, one.row) for one in dealt.outcomes if one.row != UNKNOWN_ROW})


def reach(table: Table, rest: Random, each: int) -> None:
    with Chance(1) as chance:
        steps = [step for dealt in table.deal(chance) for step in dealt.steps]
    first = next(step for step in steps if isinstance(step, (AskDice, AskNumber, AskDraw)))
    if isinstance(first, AskDraw):
        _keno(table, first, rest, each)
    elif table.layout.rules.game.id == "pokette":
        assert isinstance(first, AskNumber)
        _pokette(table, first, rest, each)
    elif isinstance(first, AskDice) and table.kernel.unit == "shooter":
        for throws in shooters(rest, each):
            _draw(table, len(ROLLS), [ROLLS.index(dice) for dice in throws], rest)
    else:
        below = len(outcomes(first.number)) if isinstance(first, AskDice) else first.below
        for number in range(below):
            _draw(table, below, [number], rest)


def _draw(table: Table, below: int, numbers: Sequence[int], rest: Random) -> None:
    with Chance(rest.getrandbits(60)) as chance:
        chance.numbers(below, numbers, table.draws_from)
        note(table, table.deal(chance))


def of(total: int, rest: Random) -> Dice:
    return rest.choice([dice for dice in ROLLS if dice.total == total])


def shooters(rest: Random, each: int) -> Iterator[list[Dice]]:
    """Every throw on the come-out and on every point, with zero to six points made."""
    for number in range(len(POINTS) + 1):
        made = [of(point, rest) for point in POINTS[:number] for _ in (1, 2)]
        yield [*made, of(4, rest), of(7, rest)]
    others = [dice for dice in ROLLS if dice.total != 7]
    for _ in range(each):
        yield [*(dice for dice in ROLLS if dice.total not in POINTS), of(6, rest), of(7, rest)]
        for point in POINTS:
            rest.shuffle(others)
            up = [dice for dice in others if dice.total != point]
            yield [of(point, rest), *up, of(point, rest), of(11, rest), of(point, rest), *up, of(7, rest)]
            for other in POINTS:  # the number of a Come Bet: one loses and one wins
                yield [of(point, rest), of(other, rest), of(7, rest)]
                yield [of(point, rest), of(other, rest), of(other, rest), of(7, rest)]


def _keno(table: Table, ask: AskDraw, rest: Random, each: int) -> None:
    """Draw every number of catches for every ticket."""
    for slot in table.kernel.slots:
        marked = [int(number) for number in re.findall(r"\d+", slot.spot)]
        others = [number for number in range(1, ask.of + 1) if number not in marked]
        for catches in range(max(0, ask.take - len(others)), min(len(marked), ask.take) + 1):
            for _ in range(each):
                drawn = [*rest.sample(marked, catches), *rest.sample(others, ask.take - catches)]
                rest.shuffle(drawn)
                with Chance(rest.getrandbits(60)) as chance:
                    chance.draw(ask.of, drawn, rest)
                    note(table, table.deal(chance))


def _pokette(table: Table, ask: AskNumber, rest: Random, each: int) -> None:
    """Spin every pocket, and every kind of three-card hand, completed or not."""
    pockets = {shown: at for at, shown in enumerate(ask.shows)}
    for number in range(ask.below):
        _draw(table, ask.below, [number], rest)
    for several in hands.built(3).values():
        for held in several:
            for _ in range(each):
                spins = [pockets[str(card).replace("T", "10")] for card in rest.sample(held, len(held))]
                other = rest.randrange(ask.below)
                for three in (spins, [*spins[:2], other], [spins[0], other, spins[1]]):
                    _draw(table, ask.below, three, rest)
