"""Pokette as a loop of spins, hand after hand, with every wager on one spot.

What a section nets for a poker hand wager depends on the standing cards, so the events are the sections with no card
standing, then with each card, then with each two. A unit is a hand, from its first card to its end. Without poker hand
wagers the standing cards do not matter, and a unit is a spin.

Card wagers are made before every spin, poker hand wagers whenever they are allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.families.one_draw.kernel import draw_kernel
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.games.pokette.round import Pokette, PoketteState
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.draws import OVER
from pitboss.simulation.kernel import PLAYER, UNDECIDED, Kernel, Result, Slot, choose_wagers
from pitboss.simulation.runs import FUNCTIONS, Runs
from pitboss.table.state import State

Hand = tuple[str, ...]
Nets = NDArray[np.int64]
NOTHING = np.iinfo(np.int64).min
"""A placeholder for the net of an event that does not affect a wager."""


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The loop for a layout with these wagers standing, each on the spot it names or on one in the middle."""
    game = Pokette(layout)
    asked = choose_wagers(layout, wagers)
    if not any(game.places.terms[kind].standing for kind in asked):
        return draw_kernel(game, wagers, "spin")
    spots = {kind: place_of(game, kind, spot) for kind, spot in asked.items()}
    stakes = {kind: usual_stake(game, kind, spot) for kind, spot in spots.items()}
    hands = list(standing_hands(game))
    events = len(hands) * len(game.outcomes)
    worth = np.zeros(events, np.int64)
    slots = []
    for kind, spot in spots.items():
        nets = nets_of(game, kind, spot, stakes[kind], hands)
        worth += np.where(nets == NOTHING, 0, nets)
        slots.append(slot_of(game, kind, spot, stakes[kind], nets))
    loop = Runs(len(game.outcomes), worth, next_states(game, hands))

    def cannot_be_made(state: State, kind: str) -> bool:
        assert isinstance(state, PoketteState)
        return not game.amounts.spots(state, PLAYER, kind)

    return Kernel(
        layout=layout,
        unit="hand",
        round="spin",
        slots=tuple(slots),
        cells=events,
        chunk=1 << 21,
        rounds_per_unit=float(game.layout.fact("hand")),
        at_risk=sum(stakes.values()),
        count=loop.count,
        play=loop.play,
        source=loop.source,
        standing=simulated_player(stakes, spots, stands=cannot_be_made),
        functions=FUNCTIONS,
        asked=None if wagers is None else tuple(wagers),
        moving=frozenset(kind for kind in asked if game.places.terms[kind].standing),
    )


def place_of(game: Pokette, kind: str, named: str) -> str:
    """A wager's spot: the one named, or one in the middle of the layout; a poker hand wager has only one."""
    there = tuple(game.places.on_layout.get(kind, ("",)))
    if not named:
        return there[len(there) // 2]
    spot = game.speech.parse_wager(kind, named)[1]
    if spot not in there:
        raise ValueError(f"there is no {game.name(kind)} {named!r}; choose from: {', '.join(there)}")
    return spot


def standing_hands(game: Pokette) -> Iterator[Hand]:
    """Every set of standing cards, the empty one first; their order numbers the states of the loop."""
    for number in range(game.layout.fact("hand")):
        yield from product(game.places.cards, repeat=number)


_TABLES: dict[tuple[object, ...], NDArray[Any]] = {}
"""Arrays that depend only on the wheel, cached because many tables share a few wheels."""


def _cached(key: tuple[object, ...], make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    if key not in _TABLES:
        _TABLES[key] = make()
    return _TABLES[key]


def next_states(game: Pokette, hands: Sequence[Hand]) -> NDArray[np.int32]:
    """The state after each event: `OVER` if no card remains."""

    def made() -> NDArray[np.int32]:
        below = len(game.outcomes)
        where = {hand: at * below for at, hand in enumerate(hands)} | {(): OVER}
        return np.array([where[game.hand_after(hand, drawn)[0]] for hand in hands for drawn in game.outcomes], np.int32)

    return _cached(("next_states", game.places.rim, len(hands), game.layout.option("joker_in_hand")), made)


def winning_sections(game: Pokette, kind: str, hands: Sequence[Hand]) -> NDArray[np.bool_]:
    """The sections that win a poker hand wager, by standing hand; none if the wager is not allowed then."""

    def made() -> NDArray[np.bool_]:
        number = {section: at for at, section in enumerate(game.outcomes)}
        wins = np.zeros((len(hands), len(game.outcomes)), np.bool_)
        for at, hand in enumerate(hands):
            wins[at, [number[section] for section in game.places.completing(kind, hand)]] = True
        return wins

    return _cached((game.places.rim, len(hands), game.places.terms[kind].model_dump_json()), made)


def nets_of(game: Pokette, kind: str, spot: str, stake: int, hands: Sequence[Hand]) -> Nets:
    """What each event nets for a wager."""
    won = game.odds[kind][""].pays(stake)
    if not game.places.terms[kind].standing:
        covered = game.places.on_layout[kind][spot]
        one = np.array([won if drawn in covered else -stake for drawn in game.outcomes], np.int64)
        return np.tile(one, len(hands))
    wins = winning_sections(game, kind, hands)
    nets = np.where(wins, won, -stake).astype(np.int64)
    nets[~wins.any(axis=1)] = NOTHING
    return nets.ravel()


def slot_of(game: Pokette, kind: str, spot: str, stake: int, nets: Nets) -> Slot:
    """A wager with its result for each event."""
    results = sorted({int(net) for net in np.unique(nets)} - {int(NOTHING)}, reverse=True)
    bins = np.full(nets.shape, UNDECIDED, np.int32)
    for at, net in enumerate(results):
        bins[nets == net] = at
    return Slot(kind, game.name(kind), stake, tuple(Result(net, stake) for net in results), bins, spot)


SIMULATION = Simulation(kernel)
