"""Pokette as a loop of spins, hand after hand, every wager of the layout on one place.

What a section does to a poker hand wager hangs on the cards that stand; so the events are the sections with nothing
standing, then with each card, then with each two. A unit is a hand: the spins from its first card to its end. Without
poker hand wagers nothing hangs on what stands, and a unit is a spin.

How the wagers stand: each card wager is made before every spin, each poker hand wager whenever it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.families.one_draw.kernel import draw_kernel
from pitboss.families.wagering import usual_stake, wagering
from pitboss.games.pokette.round import Pokette, PoketteState
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.draws import OVER
from pitboss.simulation.kernel import PLAYER, UNDECIDED, Kernel, Result, Slot, chosen
from pitboss.simulation.runs import FUNCTIONS, Runs
from pitboss.table.state import State

Hand = tuple[str, ...]
Nets = NDArray[np.int64]
NOTHING = np.iinfo(np.int64).min
"""In place of a net: an event that is nothing to a wager."""


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Spins on a layout with these wagers standing: each on the place that is named, or on one in the middle."""
    game = Pokette(layout)
    asked = chosen(layout, wagers)
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
    loop = Runs(len(game.outcomes), worth, follows(game, hands))

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
        standing=wagering(stakes, spots, stands=cannot_be_made),
        functions=FUNCTIONS,
        asked=None if wagers is None else tuple(wagers),
        moving=frozenset(kind for kind in asked if game.places.terms[kind].standing),
    )


def place_of(game: Pokette, kind: str, named: str) -> str:
    """The place of a wager: as named, or one in the middle of the layout; a poker hand wager has one."""
    there = tuple(game.places.on_layout.get(kind, ("",)))
    if not named:
        return there[len(there) // 2]
    spot = game.speech.parse_wager(kind, named)[1]
    if spot not in there:
        raise ValueError(f"there is no {game.name(kind)} {named!r}; there are: {', '.join(there)}")
    return spot


def standing_hands(game: Pokette) -> Iterator[Hand]:
    """Every hand that can stand, nothing first; their places in this order are the states of the loop."""
    for number in range(game.layout.fact("hand")):
        yield from product(game.places.cards, repeat=number)


_TABLES: dict[tuple[object, ...], NDArray[Any]] = {}
"""What hangs on the wheel alone, made once: there are few wheels, and many tables."""


def _made_once(key: tuple[object, ...], make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    if key not in _TABLES:
        _TABLES[key] = make()
    return _TABLES[key]


def follows(game: Pokette, hands: Sequence[Hand]) -> NDArray[np.int32]:
    """Which state follows an event: over, where no card stands any more."""

    def made() -> NDArray[np.int32]:
        below = len(game.outcomes)
        where = {hand: at * below for at, hand in enumerate(hands)} | {(): OVER}
        return np.array([where[game.hand_after(hand, drawn)[0]] for hand in hands for drawn in game.outcomes], np.int32)

    return _made_once(("follows", game.places.rim, len(hands), game.layout.option("joker_in_hand")), made)


def completed(game: Pokette, kind: str, hands: Sequence[Hand]) -> NDArray[np.bool_]:
    """By the hand that stands, which sections win a poker hand wager; none where it may not be made."""

    def made() -> NDArray[np.bool_]:
        number = {section: at for at, section in enumerate(game.outcomes)}
        wins = np.zeros((len(hands), len(game.outcomes)), np.bool_)
        for at, hand in enumerate(hands):
            wins[at, [number[section] for section in game.places.completing(kind, hand)]] = True
        return wins

    return _made_once((game.places.rim, len(hands), game.places.terms[kind].model_dump_json()), made)


def nets_of(game: Pokette, kind: str, spot: str, stake: int, hands: Sequence[Hand]) -> Nets:
    """What each event comes to for a wager."""
    won = game.odds[kind][""].pays(stake)
    if not game.places.terms[kind].standing:
        covered = game.places.on_layout[kind][spot]
        one = np.array([won if drawn in covered else -stake for drawn in game.outcomes], np.int64)
        return np.tile(one, len(hands))
    wins = completed(game, kind, hands)
    nets = np.where(wins, won, -stake).astype(np.int64)
    nets[~wins.any(axis=1)] = NOTHING
    return nets.ravel()


def slot_of(game: Pokette, kind: str, spot: str, stake: int, nets: Nets) -> Slot:
    """A wager with what each event is to it."""
    results = sorted({int(net) for net in np.unique(nets)} - {int(NOTHING)}, reverse=True)
    bins = np.full(nets.shape, UNDECIDED, np.int32)
    for at, net in enumerate(results):
        bins[nets == net] = at
    return Slot(kind, game.name(kind), stake, tuple(Result(net, stake) for net in results), bins, spot)


SIMULATION = Simulation(kernel)
