"""Baccarat as a compiled loop: shoe after shoe, from the burned cards to the round after the cutting card.

The key idea: the first four cards give two point counts. Together with the next two cards, used or not, they determine
the whole coup and how many cards it takes. A table of 10,000 entries has the answers, so the loop has nothing to
decide. All wagers are read off the counts of coups, which include any pairs in the first cards. Mini-baccarat works the
same way; with a continuous shuffler, a unit is one round dealt from the full shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import composition
from pitboss.equipment.decks import spread
from pitboss.families.baccarat.coup import NO_CARD, Coup, Rules
from pitboss.families.baccarat.round import Baccarat
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.simulation.compiled import Boolean, IntArray, Integer, compiled, inner
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import Counts, Kernel, Slot, choose_wagers
from pitboss.simulation.shuffles import shuffle_new_deck
from pitboss.simulation.sources import UnitSource
from pitboss.simulation.tally import tick
from pitboss.table.game import game_on

FIRST = 4
"""The number of cards in the first deal: two to each hand."""
MOST = 6
"""The number of cards in the longest round."""
PAIRS = tuple(product((False, True), repeat=2))
"""Whether the Banker's and the Player's first two cards are pairs."""
RANK_BITS = 4
AVERAGE_CARDS = 4.94
"""The average number of cards in a round; no result depends on it."""

_VALUE = np.uint8((1 << RANK_BITS) - 1)


# ---- The loop


class Shoe(NamedTuple):
    """The input of the loop, and its buffers. A card is stored as its rank and its value.

    `burn` is where the first round begins, indexed by the rank of the shoe's first card. The round that begins when
    `stop` cards have been dealt is the last. `need` cards are shuffled. `coups` gives the coup for two counts and two
    cards.
    """

    cards: NDArray[np.uint8]
    burn: NDArray[np.int64]
    stop: int
    need: int
    modulus: int
    coups: NDArray[np.uint16]
    deck: NDArray[np.uint8]
    words: NDArray[np.uint32]


@inner
def shuffle_shoe(shoe: Shoe, seed: Integer, unit: Integer) -> Integer:
    """Shuffle a unit's shoe as far as it is dealt; returns the place at which its first round begins."""
    shuffle_new_deck(shoe.deck, shoe.cards, shoe.need, shoe.words, seed, unit)
    return np.int64(shoe.burn[shoe.deck[0] >> RANK_BITS])


@inner
def coup_at(shoe: Shoe, at: Integer) -> Integer:
    """The coup that begins at a card in the deck: its cell times 8, plus the number of cards it takes."""
    deck, modulus = shoe.deck, shoe.modulus
    one, two, three, four = deck[at], deck[at + 1], deck[at + 2], deck[at + 3]
    player = np.int64(one & _VALUE) + np.int64(three & _VALUE)
    banker = np.int64(two & _VALUE) + np.int64(four & _VALUE)
    player -= modulus if player >= modulus else 0
    banker -= modulus if banker >= modulus else 0
    fifth, sixth = np.int64(deck[at + 4] & _VALUE), np.int64(deck[at + 5] & _VALUE)
    found = np.int64(shoe.coups[((player * modulus + banker) * modulus + fifth) * modulus + sixth])
    return found + 8 * (np.int64(one == three) + 2 * np.int64(two == four))


@compiled
def _count(seed: Integer, first: Integer, count: Integer, shoe: Shoe, cells: IntArray) -> Integer:
    """Deal shoes, counting coups in the cells; returns the number of rounds."""
    rounds = 0
    for dealt in range(count):
        at = shuffle_shoe(shoe, seed, first + np.uint64(dealt))
        last: Boolean = False
        while not last:
            last = at >= shoe.stop
            found = coup_at(shoe, at)
            tick(cells, found >> 3)
            at += found & 7
            rounds += 1
    return rounds


@compiled
def _play(seed: Integer, first: Integer, shoe: Shoe, worth: IntArray, nets: IntArray) -> Integer:
    """Deal rounds from unit `first` on and store each round's net, over all wagers."""
    rounds = 0
    unit = first
    while rounds < nets.shape[0]:
        at = shuffle_shoe(shoe, seed, unit)
        last: Boolean = False
        while not last and rounds < nets.shape[0]:
            last = at >= shoe.stop
            found = coup_at(shoe, at)
            nets[rounds] = worth[found >> 3]
            at += found & 7
            rounds += 1
        unit += np.uint64(1)
    return np.int64(unit - first)


# ---- Coups


def coup_of(rules: Rules, player: int, banker: int, fifth: int, sixth: int) -> Coup:
    """The coup with these first counts and these values of the next two cards."""
    if rules.natural(player, 2) or rules.natural(banker, 2):
        return Coup(player, banker, 2, 2)
    if rules.player_draws[player]:
        after = (player + fifth) % rules.modulus
        if rules.banker_draws[banker, fifth]:
            return Coup(after, (banker + sixth) % rules.modulus, 3, 3)
        return Coup(after, banker, 3, 2)
    if rules.banker_draws[banker, NO_CARD]:
        return Coup(player, (banker + fifth) % rules.modulus, 2, 3)
    return Coup(player, banker, 2, 2)


def shoe_maker(game: Baccarat[Any], coups: NDArray[np.uint16]) -> tuple[Callable[[], Shoe], int, int]:
    """A function that makes a table's shoe for each worker, the place that starts its last round, and its number of
    cards.
    """
    rules, continuous = game.rules, game.continuous
    deck = spread(composition(game.decks))
    ranks = list(dict.fromkeys(card.rank for card in deck))
    cards = np.array([ranks.index(card.rank) << RANK_BITS | rules.value(card) for card in deck], np.uint8)
    burned = game.layout.fact("burn")
    burn = np.array([0 if continuous else 1 + burned[rank.letter] for rank in ranks], np.int64)
    size = len(cards)
    stop = 0 if continuous else size - game.cut_card
    need = MOST if continuous else min(size, stop + 2 * MOST)

    def shoe() -> Shoe:
        deck, words = np.empty(size, np.uint8), np.empty(4 if continuous else need // 12 * 4 + 12, np.uint32)
        return Shoe(cards, burn, stop, need, rules.modulus, coups, deck, words)

    return shoe, stop, size


def parse_wagers(layout: Layout, wagers: Sequence[str] | None, game: str, example: str) -> Mapping[str, str]:
    """The requested wagers. Each has only one spot, so it must be named by its id alone."""
    asked = choose_wagers(layout, wagers)
    if placed := next((f"{kind} {spot}" for kind, spot in asked.items() if spot), ""):
        raise ValueError(f"{placed!r}: name a wager at {game} by its id alone, like {example}")
    return asked


def loops(
    make_shoe: Callable[[], Shoe], worth: NDArray[np.int64], counts: Callable[..., Any], plays: Callable[..., Any]
) -> tuple[Callable[[int, int, int, Counts], int], Callable[[int, int, Counts], int]]:
    """Two compiled loops as a kernel calls them, with a new shoe for each call."""

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(counts(np.uint64(seed), np.uint64(first), units, make_shoe(), cells))

    def play(seed: int, first: int, nets: Counts) -> int:
        return int(plays(np.uint64(seed), np.uint64(first), make_shoe(), worth, nets))

    return count, play


def shoes_at_once(size: int) -> int:
    """The number of shoes of this size in one chunk of work."""
    return max(1, (1 << 21) * 5 // size)


def rounds_of_shoe(stop: int) -> float:
    """The approximate number of rounds in a shoe whose last round begins there."""
    return max(1.0, (stop - 4) / AVERAGE_CARDS)


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The kernel for a layout with these wagers made in every round."""
    game = game_on(layout)
    assert isinstance(game, Baccarat)
    asked = parse_wagers(layout, wagers, "baccarat", "banker_hand")
    rules, modulus = game.rules, game.rules.modulus
    continuous = game.continuous
    if not continuous and game.cut_card < 2 * MOST:
        raise ValueError(f"with {game.cut_card} cards behind the cutting card, a shoe can run out during a round")
    every = [coup_of(rules, *counts) for counts in product(range(modulus), repeat=4)]
    known = {coup: number for number, coup in enumerate(dict.fromkeys(every))}
    coups = np.array(
        [known[coup] * len(PAIRS) * 8 + coup.player_cards + coup.banker_cards for coup in every], np.uint16
    )
    make_shoe, stop, size = shoe_maker(game, coups)
    stakes = {kind: usual_stake(game, kind) for kind in asked}
    slots, worth = [], np.zeros(len(known) * len(PAIRS), np.int64)
    for kind, stake in stakes.items():
        results = [
            _net(
                rules,
                kind,
                stake,
                coup,
                frozenset(hand for hand, pair in zip(HANDS, pairs, strict=True) if pair),
            )
            for coup in known
            for pairs in PAIRS
        ]
        worth += np.array(results, np.int64)
        slots.append(Slot.of(kind, game.name(kind), stake, results))

    count, play = loops(make_shoe, worth, _count, _play)
    return Kernel(
        layout=layout,
        unit="round" if continuous else "shoe",
        round="round",
        slots=tuple(slots),
        cells=len(worth),
        chunk=1 << 21 if continuous else shoes_at_once(size),
        rounds_per_unit=1.0 if continuous else rounds_of_shoe(stop),
        at_risk=sum(stakes.values()),
        count=count,
        play=play,
        source=UnitSource,
        standing=simulated_player(stakes),
        functions=(_count,),
        asked=None if wagers is None else tuple(wagers),
    )


HANDS = ("banker", "player")
"""The hands in the order of `PAIRS`."""


def _net(rules: Rules, kind: str, stake: int, coup: Coup, pairs: frozenset[str]) -> int:
    """The net of a wager after a coup, less vigorish even if that is collected later."""
    how, outcome = rules.decide(kind, coup, pairs)
    if how != "wins":
        return -stake if how == "loses" else 0
    return rules.odds[kind][outcome].pays(stake) - rules.vigorish(kind, stake)


SIMULATION = Simulation(kernel)
