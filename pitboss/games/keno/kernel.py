"""Keno as a compiled loop: game after game, with the same wagers standing in each.

The result of a game is the number of drawn numbers in each *atom*: the numbers that are in the same groups of the same
wagers. Each drawn number adds to the bit field of its atom, so the sum over the twenty is the cell; `prizes` gives the
net of every wager in a cell, including the aggregate limit. The drawn numbers are the same as those of `UnitSource`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.families.wagering import simulated_player
from pitboss.games.keno.prizes import Prize, limit_prizes, prizes_by_catch
from pitboss.games.keno.round import Keno
from pitboss.games.keno.ticket import Place, read_place
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import Counts, Kernel, Settlements, Slot, choose_wagers
from pitboss.simulation.philox import unit_block
from pitboss.simulation.shuffles import shuffle
from pitboss.simulation.sources import UnitSource
from pitboss.simulation.tally import tick

STREAM = np.uint64(1)
"""The first shuffle of a unit: its draw."""
WORDS = 8
"""Random words prepared for a game; a draw of twenty takes five, rarely more."""
TOGETHER = 64
"""The number of games whose words are made at once."""
MOST_BITS = 16
"""The maximum number of bits of a game's cell."""
CHUNK = 1 << 20
RATE = 100
"""In cents: the rate of a way, or the least payable amount above it."""


@compiled
def _words(seed: Integer, first: Integer, words: IntArray) -> None:
    """Make the first words of several games, in a separate loop so that it is vectorised."""
    for block in range(WORDS // 4):
        for at in range(TOGETHER):
            a, b, c, d = unit_block(seed, first + np.uint64(at), STREAM, np.uint64(block))
            words[4 * block, at] = a
            words[4 * block + 1, at] = b
            words[4 * block + 2, at] = c
            words[4 * block + 3, at] = d


class Draw(NamedTuple):
    """The inputs of a loop: the ordered numbers, a buffer to shuffle them, how many are drawn, and random words.

    `weights` is the amount each number adds to the cell of a game.
    """

    deck: NDArray[np.uint8]
    fresh: NDArray[np.uint8]
    words: NDArray[np.uint32]
    weights: NDArray[np.int32]
    take: int


@compiled
def _cell(
    deck: IntArray, fresh: IntArray, words: IntArray, weights: IntArray, seed: Integer, unit: Integer, take: Integer
) -> Integer:
    """The cell of one game, whose first words are given."""
    for at in range(deck.shape[0]):
        deck[at] = fresh[at]
    shuffle(deck, take, words, seed, unit, STREAM, True)
    cell: Integer = 0
    for at in range(take):
        cell += weights[deck[at]]
    return cell


@compiled
def count_games(seed: Integer, first: Integer, count: Integer, draw: Draw, cells: IntArray) -> None:
    """Deal `count` games, from game `first` on, into the cells."""
    deck, fresh, words, weights, take = draw
    for at in range(count):
        if at % TOGETHER == 0:
            _words(seed, first + np.uint64(at), words)
        tick(cells, _cell(deck, fresh, words[:, at % TOGETHER], weights, seed, first + np.uint64(at), take))


@compiled
def play_games(seed: Integer, first: Integer, draw: Draw, worth: IntArray, nets: IntArray) -> None:
    """Write each game's net from game `first` on, over all wagers."""
    deck, fresh, words, weights, take = draw
    for at in range(nets.shape[0]):
        if at % TOGETHER == 0:
            _words(seed, first + np.uint64(at), words)
        nets[at] = worth[_cell(deck, fresh, words[:, at % TOGETHER], weights, seed, first + np.uint64(at), take)]


@dataclass(frozen=True)
class Atoms:
    """Sets of numbers that are in the same groups, with the bits of the cell that count their catch."""

    numbers: tuple[tuple[int, ...], ...]
    shifts: tuple[int, ...]
    bits: int

    @classmethod
    def of(cls, places: Sequence[Place]) -> Atoms:
        """>>> Atoms.of([Place(((1, 2, 3),), 1, 1), Place(((3, 4),), 1, 1)]).numbers
        ((1, 2), (3,), (4,))
        """
        marks: dict[int, list[tuple[int, int]]] = {}
        for wager, place in enumerate(places):
            for group, numbers in enumerate(place.groups):
                for number in numbers:
                    marks.setdefault(number, []).append((wager, group))
        alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for number in sorted(marks):
            alike.setdefault(tuple(marks[number]), []).append(number)
        shifts, bits = [], 0
        for numbers_ in alike.values():
            shifts.append(bits)
            bits += len(numbers_).bit_length()
        if bits > MOST_BITS:
            text = f"these wagers have {len(alike)} different sets of numbers"
            raise ValueError(f"{text}, too many to simulate together; simulate fewer wagers or fewer groups")
        return cls(tuple(map(tuple, alike.values())), tuple(shifts), bits)

    def caught(self, cell: int) -> tuple[int, ...] | None:
        """The number of drawn numbers of each atom in a cell; None for an impossible cell."""
        found = tuple(
            (cell >> shift) & ((1 << len(numbers).bit_length()) - 1)
            for numbers, shift in zip(self.numbers, self.shifts, strict=True)
        )
        return found if all(catch <= len(atom) for catch, atom in zip(found, self.numbers, strict=True)) else None

    def weights(self, numbers: int) -> NDArray[np.int32]:
        """The amount each number of a ticket adds to the cell."""
        made = np.zeros(numbers, np.int32)
        for atom, shift in zip(self.numbers, self.shifts, strict=True):
            made[np.array(atom) - 1] = 1 << shift
        return made


@dataclass(frozen=True)
class Games:
    """The loop on one layout."""

    numbers: int
    take: int
    weights: NDArray[np.int32] = field(repr=False)
    worth: Counts = field(repr=False)

    def _draw(self) -> Draw:
        fresh = np.arange(self.numbers, dtype=np.uint8)
        return Draw(fresh.copy(), fresh, np.empty((WORDS, TOGETHER), np.uint32), self.weights, self.take)

    def count(self, seed: int, first: int, units: int, cells: Counts) -> int:
        count_games(np.uint64(seed), np.uint64(first), units, self._draw(), cells)
        return units

    def play(self, seed: int, first: int, nets: Counts) -> int:
        play_games(np.uint64(seed), np.uint64(first), self._draw(), self.worth, nets)
        return len(nets)


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The loop with these wagers standing, each on the named groups, as in "4_spot [1 2][3 4]", or on numbers from 1
    up.
    """
    game = Keno(layout)
    spots = {kind: _spot(game, kind, named) for kind, named in choose_wagers(layout, wagers).items()}
    stakes = {kind: _stake(game, kind, spot) for kind, spot in spots.items()}
    places = {kind: read_place(spot, game.numbers) for kind, spot in spots.items()}
    atoms = Atoms.of(list(places.values()))
    results = [_nets(game, places, stakes, atoms, cell) for cell in range(1 << atoms.bits)]
    slots = tuple(
        Slot.of(
            kind,
            game.name(kind),
            stakes[kind],
            [nets[kind] if nets is not None else None for nets in results],
            spots[kind],
        )
        for kind in spots
    )
    worth = np.array([sum(nets.values()) if nets else 0 for nets in results], np.int64)
    loop = Games(game.numbers, game.take, atoms.weights(game.numbers), worth)
    return Kernel(
        layout=layout,
        unit="game",
        round="game",
        slots=slots,
        cells=1 << atoms.bits,
        chunk=CHUNK,
        rounds_per_unit=1.0,
        at_risk=sum(stakes.values()),
        count=loop.count,
        play=loop.play,
        source=partial(UnitSource),
        standing=simulated_player(stakes, spots),
        functions=(count_games,),
        asked=None if wagers is None else tuple(wagers),
        compares="each wager alone; the price ignores the aggregate limit, which wagers share here",
        settled=_settled,
    )


def _spot(game: Keno, kind: str, named: str) -> str:
    """A wager's place: the named one, or the lowest numbers."""
    if named:
        spot = game.speech.parse_wager(kind, named)[1]
    else:
        spot = game.amounts.random_spot(game.opening(), 1, kind, lambda below: 0)
    if not (answer := game.may_place(kind, spot)):
        raise ValueError(answer.reason)
    if read_place(spot, game.numbers).games > 1:
        raise ValueError(f"{spot}: games are independent; simulate a ticket for one game")
    return spot


def _stake(game: Keno, kind: str, spot: str) -> int:
    """A dollar a way, or the least amount above it that is within the limits and can be paid exactly."""
    ways = game.amounts.shares(kind, spot)
    least, most = game.layout.limits.of(kind)
    step = lcm(game.amounts.step(game.opening(), kind, spot) // ways, game.layout.limits.increment)
    rate = -(-max(RATE, least) // step) * step
    if most is not None and rate > most:
        rate = most // step * step
    if not rate or rate < least:
        raise ValueError(f"no rate of {game.name(kind)} within the limits can be paid exactly")
    return rate * ways


def _nets(
    game: Keno, places: Mapping[str, Place], stakes: Mapping[str, int], atoms: Atoms, cell: int
) -> dict[str, int] | None:
    """Each wager's net in a cell; None for an impossible cell."""
    caught = atoms.caught(cell)
    if caught is None or sum(caught) > game.take:
        return None
    prizes: list[tuple[str, Prize]] = []
    for kind, place in places.items():
        groups = tuple(
            (len(group), sum(catch for atom, catch in zip(atoms.numbers, caught, strict=True) if atom[0] in group))
            for group in place.groups
        )
        rate = stakes[kind] // game.amounts.shares(kind, str(place))
        prizes += [(kind, one) for one in prizes_by_catch(groups, game.spots_of[kind], rate, game.tables[kind])]
    nets = {kind: -stake for kind, stake in stakes.items()}
    for (kind, _), prize in zip(prizes, limit_prizes([one for _, one in prizes], game.limit), strict=True):
        nets[kind] += prize.returned
    return nets


def _settled(slot: str, settlements: Settlements) -> list[int]:
    """The result of a wager at the real table, with its ways together."""
    own = [net for kind, _, net in settlements if kind == slot]
    return [sum(own)] if own else []


SIMULATION = Simulation(kernel)
