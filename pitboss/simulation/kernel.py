"""What a game's `kernel.py` gives: a compiled loop that counts, and what its counts mean.

A kernel counts into cells. A cell is whatever the game finds handy: a net result of a wager; or, where many wagers hang
on the same event (a roll with a point up, a coup), that event. A `Slot` says what each cell is to one wager: one of its
results, or nothing. So a loop that counts 2,000 kinds of event simulates eighty wagers as fast as one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.advice import how_to_offer
from pitboss.chapter.game_modules import game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, unknown_game_message
from pitboss.equipment.sources import RandomSource
from pitboss.simulation.compiled import is_compiled, sources_of
from pitboss.simulation.contract import Simulation
from pitboss.version import __version__

Counts = NDArray[np.int64]
Bins = NDArray[np.int32]
PLAYER = 1
"""The position whose wagers are simulated, where a unit is dealt again by the real round."""
BANKROLL = 10**12
"""Cents, enough for any unit."""
UNDECIDED = -1
"""The bin of a cell that decides nothing."""
UNITS, ROUNDS, CELLS = 0, 1, 2
"""A tally is one array: how many units and rounds were dealt, and then every cell. Tallies add up."""


@dataclass(frozen=True, order=True)
class Result:
    """What a wager comes to, in cents: the net, and the amount that it is measured by."""

    net: int
    per: int

    @property
    def ratio(self) -> Fraction:
        """The net for each unit of what it is measured by, as `price` has it."""
        return Fraction(self.net, self.per)


@dataclass(frozen=True)
class Slot:
    """A wager as it is simulated, or wagers that belong together (`pass+pass_odds`).

    `bins` has, for each cell of the kernel, which of the `results` it is, or `UNDECIDED`. `spot` is the place of the
    layout on which the wager lies, where it could lie on several. `priced` are the bins of what the exact price speaks
    of, where that is not all: the price of a card game may be that of the first round of a shoe.
    """

    id: str
    name: str
    stake: int
    results: tuple[Result, ...]
    bins: Bins = field(repr=False, compare=False)
    spot: str = ""
    priced: Bins | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, id: str, name: str, stake: int, by_cell: Iterable[Result | int | None], spot: str = "") -> Slot:
        """From what each cell comes to: a net in cents, or a result measured by something else than the stake."""
        cells = [Result(one, stake) if isinstance(one, int) else one for one in by_cell]
        results = sorted({one for one in cells if one is not None}, reverse=True)
        where = {one: number for number, one in enumerate(results)}
        bins = [UNDECIDED if one is None else where[one] for one in cells]
        return cls(id, name, stake, tuple(results), np.array(bins, np.int32), spot)

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ids of the wagers of the chapter that this is made of."""
        return tuple(part.partition(" ")[0] for part in self.id.split("+"))

    def histogram(self, tally: Counts, priced: bool = False) -> tuple[int, ...]:
        """How often each of the results came, exactly; in all, or among what the exact price speaks of."""
        cells = tally[CELLS:]
        bins = self.priced if priced and self.priced is not None else self.bins
        return tuple(int(cells[bins == number].sum()) for number in range(len(self.results)))


Counting = Callable[[int, int, int, Counts], int]
"""(seed, first, count, cells): deal `count` units from unit `first` on, add them to the cells, return the rounds."""
Playing = Callable[[int, int, Counts], int]
"""(seed, first, nets): fill in what each round from unit `first` on comes to, in cents; return the units begun."""
Settlements = Sequence[tuple[str, str, int]]
"""What was settled for `PLAYER` in a round of the real table: wager, spot and net of each."""


@dataclass(frozen=True)
class Kernel:
    """A game's compiled loop, on one layout, with these wagers standing.

    `unit` is what the loop deals on its own (a shooter, a shoe, a spin), `round` what a round of the game is called.
    `chunk` units are dealt at a time; `rounds_per_unit` is about how many rounds a unit has, and no result hangs on it.
    `at_risk` is the most, in cents, that the wagers together can lose at once. `source` gives the replies of a unit to
    the real round; `standing` is how `PLAYER` sits down there and keeps the wagers up, as an answer to what is asked;
    `opening` is the table as a unit finds it there, from the game, where that is not as the game opens. `decided` is
    a digest of the decisions that were read from the `strategy`, or computed: counts hang on them.

    `plays` is how decisions are made, in words. `pricing` is what `price` must be told to price the same play, and
    `compares` says what of the play the price is for, where that is not all of it (see `Slot.priced`). `moving` are
    wagers for which cards are dealt or units go on, so that others come to something else with them. `settled` reads
    the results of a slot off the real round, where they are not just the settlements of its own wagers.
    """

    layout: Layout
    unit: str
    round: str
    slots: tuple[Slot, ...]
    cells: int
    chunk: int
    rounds_per_unit: float
    at_risk: int
    count: Counting = field(repr=False)
    play: Playing = field(repr=False)
    source: Callable[[int, int], RandomSource] = field(repr=False)
    standing: Callable[..., Any] = field(repr=False)
    functions: tuple[Any, ...] = field(default=(), repr=False)
    asked: tuple[str, ...] | None = None
    strategy: str | None = None
    opening: Callable[[Any], Any] | None = field(default=None, repr=False)
    decided: str = field(default="", repr=False)
    plays: str = ""
    pricing: Mapping[str, Any] = field(default_factory=dict, repr=False)
    compares: str = ""
    moving: frozenset[str] = frozenset()
    settled: Callable[[str, Settlements], Iterable[int]] | None = field(default=None, repr=False)

    def run(self, seed: int, first: int, count: int) -> Counts:
        """The tally of so many units from unit `first` on."""
        tally = self.nothing()
        tally[UNITS] = count
        tally[ROUNDS] = self.count(seed, first, count, tally[CELLS:])
        return tally

    def expected(self, rounds: int) -> int:
        """About how many units have so many rounds."""
        return int(rounds / self.rounds_per_unit)

    def nothing(self) -> Counts:
        """The tally of no unit."""
        return np.zeros(CELLS + self.cells, np.int64)

    def histograms(self, tally: Counts, priced: bool = False) -> dict[str, dict[Result, int]]:
        """For each slot, how often each result came; in all, or among what the exact price speaks of."""
        return {slot.id: dict(zip(slot.results, slot.histogram(tally, priced), strict=True)) for slot in self.slots}

    @property
    def compiled(self) -> bool:
        """Whether its machine code is on disk; if not, the first round is seconds away."""
        return all(is_compiled(function) for function in self.functions)

    @property
    def spec(self) -> dict[str, Any]:
        """Plain data from which the same kernel is made anywhere."""
        wagers = None if self.asked is None else list(self.asked)
        return {"layout": self.layout.plain(), "wagers": wagers, "strategy": self.strategy}

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that the counts hang on, apart from the seed: the code is part of it."""
        told = [[slot.id, slot.spot, [[one.net, one.per] for one in slot.results]] for slot in self.slots]
        version = __version__, sources_of(self.functions)
        plain = json.dumps([version, self.spec, self.decided, self.unit, self.chunk, told], sort_keys=True)
        digest = hashlib.sha256(plain.encode())
        for slot in self.slots:
            digest.update(slot.bins.tobytes())
            digest.update(b"" if slot.priced is None else slot.priced.tobytes())
        return digest.hexdigest()


def kernel_of(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> Kernel:
    """The kernel of a layout's game, by the game's own `kernel.py`.

    `wagers` are ids of wagers that stand in every round, each on a place of its own choosing or, as in "straight 17",
    on the one that is named; by default every wager that the layout offers. A `strategy` is the game's to read. Where
    it takes long to find the best one, `progress` is told how much is done, from 0 to 1.

    >>> kernel = kernel_of(Layout.of("craps"), ["pass", "pass_odds"])
    >>> [slot.id for slot in kernel.slots]
    ['pass', 'pass_odds', 'pass+pass_odds']
    """
    game = layout.rules.game.id
    if game not in registered_games():
        raise ValueError(unknown_game_message(game))
    simulation = declared_simulation(game)
    if simulation is None:
        raise ValueError(f"{game} cannot be simulated: the game brings no simulation")
    if strategy is not None and not simulation.strategy:
        raise ValueError(f"{game} has no decisions that a strategy could make; leave it away")
    for asked in wagers or ():
        if reason := simulation.without.get(asked.strip().partition(" ")[0]):
            raise ValueError(f"{asked} is not simulated: {reason}")
    return simulation.kernel(layout, wagers, strategy, progress)


@cache
def declared_simulation(game: str) -> Simulation | None:
    """What the `kernel.py` of a registered game declares; None if it has none."""
    module = game_module(game, "kernel")
    if module is None:
        return None
    found = getattr(module, "SIMULATION", None)
    if not isinstance(found, Simulation):
        raise TypeError(f"{module.__name__} must end with SIMULATION, a pitboss.contract.Simulation")
    return found


def chosen(layout: Layout, wagers: Sequence[str] | None, without: Iterable[str] = ()) -> dict[str, str]:
    """Wagers as asked for, by id, each with the place that was named for it; all that the layout offers by default.

    `without` are those that the game does not simulate (`Simulation.without`).
    """
    if wagers is None:
        return {id: "" for id in layout.wagers if id not in without}
    found: dict[str, str] = {}
    for asked in wagers:
        id, _, spot = asked.strip().partition(" ")
        if id not in layout.wagers:
            known = layout.rules.wagers.get(id)
            if known is None or id not in layout.permissible:
                where = f"no wager {id!r} in {layout.rules.game.id} on {layout.on}"
                near = get_close_matches(id.lower(), layout.wagers, 1)
                meant = f": did you mean {near[0]}?" if near else ";"
                raise ValueError(f"{where}{meant} there are: {', '.join(layout.wagers)}")
            raise ValueError(f"{known.name} is not on this layout; it needs {how_to_offer(layout, id)}")
        if id in found:
            raise ValueError(f"{id} is asked for twice: a wager lies on one place; simulate the places one by one")
        found[id] = spot.strip()
    return found


@lru_cache(maxsize=4)
def _kernel_again(text: str) -> Kernel:
    spec = json.loads(text)
    return kernel_of(Layout.from_plain(spec["layout"]), spec["wagers"], spec["strategy"])


def kernel_again(spec: Mapping[str, Any]) -> Kernel:
    """The kernel that `Kernel.spec` describes; made once in a process."""
    return _kernel_again(json.dumps(spec, sort_keys=True))
