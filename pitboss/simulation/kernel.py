"""A game's compiled simulation loop and the meaning of its counts.

A kernel counts into cells. A cell is whatever suits the game: a wager's net result or, if many wagers depend on the
same event (a roll with a point up, a coup), that event. A `Slot` maps each cell to a result of one wager, or to none.
So a loop that counts 2,000 kinds of events simulates eighty wagers as fast as one.
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
from pitboss.simulation.compiled import combined_digest, is_compiled
from pitboss.simulation.contract import Simulation
from pitboss.version import __version__

Counts = NDArray[np.int64]
Bins = NDArray[np.int32]
PLAYER = 1
"""The position whose wagers are simulated when the real round replays a unit."""
BANKROLL = 10**12
"""The simulated bankroll in cents, enough for any unit."""
UNDECIDED = -1
"""The bin of a cell in which the wager is not decided."""
UNITS, ROUNDS, CELLS = 0, 1, 2
"""A tally is one array: the number of units, the number of rounds, and then every cell. Tallies can be added."""


@dataclass(frozen=True, order=True)
class Result:
    """A wager's result in cents: the net and the base amount."""

    net: int
    per: int

    @property
    def ratio(self) -> Fraction:
        """The net per unit of the base amount, as in a price."""
        return Fraction(self.net, self.per)


@dataclass(frozen=True)
class Slot:
    """A simulated wager, or several combined (`pass+pass_odds`).

    `bins` maps each cell of the kernel to an index into `results`, or `UNDECIDED`. `spot` is the wager's place on the
    layout, if there are several. `priced` lists the bins covered by the exact price, if not all of them: a card game's
    price may only be for the first round of a shoe.
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
        """Create a slot from the result of each cell: a net in cents, or a `Result` with a different base amount."""
        cells = [Result(one, stake) if isinstance(one, int) else one for one in by_cell]
        results = sorted({one for one in cells if one is not None}, reverse=True)
        where = {one: number for number, one in enumerate(results)}
        bins = [UNDECIDED if one is None else where[one] for one in cells]
        return cls(id, name, stake, tuple(results), np.array(bins, np.int32), spot)

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ids of the chapter's wagers in this slot."""
        return tuple(part.partition(" ")[0] for part in self.id.split("+"))

    def histogram(self, tally: Counts, priced: bool = False) -> tuple[int, ...]:
        """Return the exact count of each result, overall or only for what the exact price covers."""
        cells = tally[CELLS:]
        bins = self.priced if priced and self.priced is not None else self.bins
        return tuple(int(cells[bins == number].sum()) for number in range(len(self.results)))


CountFunction = Callable[[int, int, int, Counts], int]
"""(seed, first, count, cells): deal `count` units from unit `first` on, add them to the cells, and return the number of
rounds.
"""
PlayFunction = Callable[[int, int, Counts], int]
"""(seed, first, nets): fill in the net of each round in cents, from unit `first` on, and return the number of units
begun.
"""
Settlements = Sequence[tuple[str, str, int]]
"""The settlements of `PLAYER` in a round at the real table, each as wager, spot and net."""


@dataclass(frozen=True)
class Kernel:
    """A game's compiled loop on one layout, with a fixed set of wagers.

    - `unit` is what the loop deals independently (a shooter, a shoe, a spin), and `round` is the game's word for a
    round.
    - `chunk` units are dealt at a time. `rounds_per_unit` is an estimate that affects no result.
    - `at_risk` is the most, in cents, that the wagers together can lose at once.
    - `source` feeds a unit's outcomes to the real round, `standing` seats `PLAYER` there and repeats the wagers, and
      `opening` creates the table's state at the start of a unit, if that is not the game's usual opening.
    - `decided` is a digest of the decisions that were read from the `strategy` or computed, since counts depend on
      them.
    - `plays` describes how decisions are made. `pricing` has the arguments with which `price` prices the same play, and
      `compares` says which part of the play the price covers, if not all (see `Slot.priced`).
    - `moving` lists the wagers that cause cards to be dealt or units to go on, which changes other wagers' results.
    - `settled` reads a slot's results from the real round, if they are not simply the settlements of its own wagers.
    """

    layout: Layout
    unit: str
    round: str
    slots: tuple[Slot, ...]
    cells: int
    chunk: int
    rounds_per_unit: float
    at_risk: int
    count: CountFunction = field(repr=False)
    play: PlayFunction = field(repr=False)
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
        """Return the tally of `count` units, starting at unit `first`."""
        tally = self.nothing()
        tally[UNITS] = count
        tally[ROUNDS] = self.count(seed, first, count, tally[CELLS:])
        return tally

    def expected(self, rounds: int) -> int:
        """Estimate how many units it takes to contain this number of rounds."""
        return int(rounds / self.rounds_per_unit)

    def nothing(self) -> Counts:
        """Return the tally of zero units."""
        return np.zeros(CELLS + self.cells, np.int64)

    def histograms(self, tally: Counts, priced: bool = False) -> dict[str, dict[Result, int]]:
        """Return the count of each result by slot, overall or only for what the exact price covers."""
        return {slot.id: dict(zip(slot.results, slot.histogram(tally, priced), strict=True)) for slot in self.slots}

    @property
    def compiled(self) -> bool:
        """Whether the loop's machine code is on disk; otherwise the first round takes seconds."""
        return all(is_compiled(function) for function in self.functions)

    @property
    def spec(self) -> dict[str, Any]:
        """Plain data from which another process can recreate the kernel."""
        wagers = None if self.asked is None else list(self.asked)
        return {"layout": self.layout.plain(), "wagers": wagers, "strategy": self.strategy}

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that the counts depend on, including the code but not the seed."""
        slots = [[slot.id, slot.spot, [[one.net, one.per] for one in slot.results]] for slot in self.slots]
        version = __version__, combined_digest(self.functions)
        plain = json.dumps([version, self.spec, self.decided, self.unit, self.chunk, slots], sort_keys=True)
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
    """Return the kernel of a layout's game.

    `wagers` are ids of wagers made in every round, each on a spot of the kernel's choice or, as in "straight 17", on
    the given one; by default every wager that the layout offers. `strategy` is interpreted by the game. `progress`
    receives the fraction done, from 0 to 1, if the best strategy takes long to find.

    >>> kernel = kernel_of(Layout.of("craps"), ["pass", "pass_odds"])
    >>> [slot.id for slot in kernel.slots]
    ['pass', 'pass_odds', 'pass+pass_odds']
    """
    game = layout.rules.game.id
    if game not in registered_games():
        raise ValueError(unknown_game_message(game))
    simulation = declared_simulation(game)
    if simulation is None:
        raise ValueError(f"{game} cannot be simulated: it has no kernel")
    if strategy is not None and not simulation.strategy:
        raise ValueError(f"{game} has no decisions, so it takes no strategy")
    for asked in wagers or ():
        if reason := simulation.without.get(asked.strip().partition(" ")[0]):
            raise ValueError(f"{asked} is not simulated: {reason}")
    return simulation.kernel(layout, wagers, strategy, progress)


@cache
def declared_simulation(game: str) -> Simulation | None:
    """Return the `SIMULATION` of a registered game, or None if it has no `kernel.py`."""
    module = game_module(game, "kernel")
    if module is None:
        return None
    found = getattr(module, "SIMULATION", None)
    if not isinstance(found, Simulation):
        raise TypeError(f"{module.__name__} must end with SIMULATION, a pitboss.contract.Simulation")
    return found


def choose_wagers(layout: Layout, wagers: Sequence[str] | None, without: Iterable[str] = ()) -> dict[str, str]:
    """Map the requested wagers to their named spots; by default all wagers that the layout offers.

    `without` lists wagers that the game does not simulate (`Simulation.without`).
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
                hint = f": did you mean {near[0]}?" if near else ";"
                raise ValueError(f"{where}{hint} use one of: {', '.join(layout.wagers)}")
            raise ValueError(f"{known.name} is not on this layout; it needs {how_to_offer(layout, id)}")
        if id in found:
            raise ValueError(f"{id} is given twice: simulate its places one at a time")
        found[id] = spot.strip()
    return found


@lru_cache(maxsize=4)
def _remake_kernel(text: str) -> Kernel:
    spec = json.loads(text)
    return kernel_of(Layout.from_plain(spec["layout"]), spec["wagers"], spec["strategy"])


def remake_kernel(spec: Mapping[str, Any]) -> Kernel:
    """Return the kernel described by `Kernel.spec`, cached per process."""
    return _remake_kernel(json.dumps(spec, sort_keys=True))
