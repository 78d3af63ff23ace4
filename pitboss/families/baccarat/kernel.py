"""Baccarat as a compiled loop: shoe after shoe, from the burned cards to the round after the cutting card.

The one idea: the first four cards give two point counts; these with the next two cards, used or not, give the whole
coup, and how many cards it took. One table of 10,000 entries says so, and the loop has nothing to decide. All wagers
are read off the counts of the coups, with the pairs among the first cards. Mini-baccarat is the same; with a continuous
shuffler a unit is a round from all the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.equipment import composition
from pitboss.equipment.decks import spread
from pitboss.families.baccarat.coup import NO_CARD, Coup, Rules, vigorish
from pitboss.families.baccarat.round import Baccarat
from pitboss.families.wagering import usual_stake, wagering
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import Counts, Kernel, Slot, chosen
from pitboss.simulation.shuffles import NUMBERS, shuffle
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on

FIRST = 4
"The cards of the first deal: two to each hand."
MOST = 6
"The cards of the longest round."
PAIRS = tuple(product((False, True), repeat=2))
"Whether the Banker's and the Player's first two cards are of one rank."
RANK_BITS = 4

_STREAM = np.uint64(NUMBERS + 1)
_VALUE = np.uint8((1 << RANK_BITS) - 1)


# ---- The loop


@compiled
def _coup(deck: Cells, at: Whole, modulus: Whole, coups: Cells) -> Whole:
    """The coup that begins with a card of the deck: its cell, times 8, and how many cards it takes."""
    one, two, three, four = deck[at], deck[at + 1], deck[at + 2], deck[at + 3]
    player = np.int64(one & _VALUE) + np.int64(three & _VALUE)
    banker = np.int64(two & _VALUE) + np.int64(four & _VALUE)
    player -= modulus if player >= modulus else 0
    banker -= modulus if banker >= modulus else 0
    fifth, sixth = np.int64(deck[at + 4] & _VALUE), np.int64(deck[at + 5] & _VALUE)
    found = np.int64(coups[((player * modulus + banker) * modulus + fifth) * modulus + sixth])
    return found + 8 * (np.int64(one == three) + 2 * np.int64(two == four))


@compiled
def _count(
    seed: Whole,
    first: Whole,
    count: Whole,
    cards: Cells,
    burn: Cells,
    cut: Whole,
    continuous: bool,
    modulus: Whole,
    coups: Cells,
    cells: Cells,
) -> Whole:
    """Deal so many shoes. A card is its rank and its value; `burn` has how many more a first card burns, by rank."""
    size = cards.shape[0]
    deck = np.empty(size, np.uint8)
    stop = size - cut
    need = MOST if continuous else min(size, stop + 2 * MOST)
    words = np.empty(4 if continuous else need // 12 * 4 + 12, np.uint32)
    rounds = 0
    for dealt in range(count):
        unit = first + np.uint64(dealt)
        for place in range(size):
            deck[place] = cards[place]
        shuffle(deck, need, words, seed, unit, _STREAM)
        at = 0 if continuous else 1 + np.int64(burn[deck[0] >> RANK_BITS])
        while True:
            last = at >= stop or continuous
            found = _coup(deck, at, modulus, coups)
            cells[found >> 3] += 1
            at += found & 7
            rounds += 1
            if last:
                break
    return rounds


@compiled
def _play(
    seed: Whole,
    first: Whole,
    cards: Cells,
    burn: Cells,
    cut: Whole,
    continuous: bool,
    modulus: Whole,
    coups: Cells,
    worth: Cells,
    nets: Cells,
) -> Whole:
    """Round after round from unit `first` on: what each comes to, all wagers together."""
    size = cards.shape[0]
    deck = np.empty(size, np.uint8)
    stop = size - cut
    need = MOST if continuous else min(size, stop + 2 * MOST)
    words = np.empty(4 if continuous else need // 12 * 4 + 12, np.uint32)
    rounds = 0
    unit = first
    while rounds < nets.shape[0]:
        for place in range(size):
            deck[place] = cards[place]
        shuffle(deck, need, words, seed, unit, _STREAM)
        at = 0 if continuous else 1 + np.int64(burn[deck[0] >> RANK_BITS])
        last = False
        while not last and rounds < nets.shape[0]:
            last = at >= stop or continuous
            found = _coup(deck, at, modulus, coups)
            nets[rounds] = worth[found >> 3]
            at += found & 7
            rounds += 1
        unit += np.uint64(1)
    return np.int64(unit - first)


# ---- What the coups are


def dealt_out(rules: Rules, player: int, banker: int, fifth: int, sixth: int) -> Coup:
    """The coup of two first counts and the values of the next two cards."""
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


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Shoes on a layout, with these wagers made in every round."""
    game = game_on(layout)
    assert isinstance(game, Baccarat)
    asked = chosen(layout, wagers)
    if placed := next((f"{kind} {spot}" for kind, spot in asked.items() if spot), ""):
        raise ValueError(f"{placed!r}: wagers at baccarat are named by their id alone, like banker_hand")
    rules, modulus = game.rules, game.rules.modulus
    continuous = game.continuous
    if not continuous and game.cut_card < 2 * MOST:
        raise ValueError(f"with {game.cut_card} cards behind the cutting card a shoe can run out in mid-round")
    every = [dealt_out(rules, *counts) for counts in product(range(modulus), repeat=4)]
    known = {coup: number for number, coup in enumerate(dict.fromkeys(every))}
    coups = np.array(
        [known[coup] * len(PAIRS) * 8 + coup.player_cards + coup.banker_cards for coup in every], np.uint16
    )
    deck = spread(composition(game.decks))
    ranks = list(dict.fromkeys(card.rank for card in deck))
    cards = np.array([ranks.index(card.rank) << RANK_BITS | rules.value(card) for card in deck], np.uint8)
    burn = np.array([layout.fact("burn")[rank.letter] for rank in ranks], np.int64)
    stakes = {kind: usual_stake(game, kind) for kind in asked}
    slots, worth = [], np.zeros(len(known) * len(PAIRS), np.int64)
    for kind, stake in stakes.items():
        results = [
            _net(
                layout,
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
    cut = game.cut_card

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        at = np.uint64(seed), np.uint64(first), units
        return int(_count(*at, cards, burn, cut, continuous, modulus, coups, cells))

    def play(seed: int, first: int, nets: Counts) -> int:
        at = np.uint64(seed), np.uint64(first)
        return int(_play(*at, cards, burn, cut, continuous, modulus, coups, worth, nets))

    return Kernel(
        layout=layout,
        unit="round" if continuous else "shoe",
        round="round",
        slots=tuple(slots),
        cells=len(worth),
        chunk=1 << 21 if continuous else max(1, (1 << 21) * 5 // len(deck)),
        rounds_per_unit=1.0 if continuous else max(1.0, (len(deck) - cut - 4) / 4.94),
        at_risk=sum(stakes.values()),
        count=count,
        play=play,
        source=UnitSource,
        standing=wagering(stakes),
        functions=(_count,),
        asked=None if wagers is None else tuple(wagers),
    )


HANDS = ("banker", "player")
"In the order of `PAIRS`."


def _net(layout: Layout, rules: Rules, kind: str, stake: int, coup: Coup, pairs: frozenset[str]) -> int:
    """What a coup comes to for a wager, its vigorish included whenever that is collected."""
    how, outcome = rules.decide(kind, coup, pairs)
    if how != "wins":
        return -stake if how == "loses" else 0
    terms = rules.terms[kind]
    taken = vigorish(layout, stake) if (terms.kind, terms.hand) == ("hand", "banker") else 0
    return rules.odds[kind][outcome].pays(stake) - taken


SIMULATION = Simulation(kernel)
