"""Chemin de fer as a compiled loop: the family's shoe, with a bank that passes.

There are three participants. The player has the bank first and keeps it until the Player's Hand wins; then the next
seat has it until it loses. The player covers the other's bank or calls banco on it; if both wagers are simulated, the
player calls banco in every second round of the shoe. A third participant makes the wagers that are not simulated in the
player's place, so that the cards do not depend on what is simulated. All follow one way to draw, which by default draws
whenever there is a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.families.baccarat.coup import NO_CARD, Coup, Rules, vigorish
from pitboss.families.baccarat.kernel import (
    PAIRS,
    Shoe,
    coup_at,
    loops,
    parse_wagers,
    rounds_of_shoe,
    shoe_maker,
    shoes_at_once,
    shuffle_shoe,
)
from pitboss.families.baccarat.price import vigorish_share
from pitboss.families.wagering import Answer, usual_stake
from pitboss.games.chemin_de_fer.drawing import ON_5, Drawing, SequenceCounts, parse_drawing
from pitboss.games.chemin_de_fer.price import hands_of
from pitboss.games.chemin_de_fer.round import (
    AGAINST,
    BANCO,
    BANKER,
    DRAW,
    PASS,
    STAND,
    THIRD,
    CheminDeFer,
    CheminDeFerState,
)
from pitboss.games.chemin_de_fer.round import PLAYER as PLAYERS_HAND
from pitboss.simulation.compiled import Boolean, IntArray, Integer, compiled, inner
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Kernel, Slot
from pitboss.simulation.sources import UnitSource
from pitboss.simulation.tally import tick
from pitboss.table.bank import BANK
from pitboss.table.game import game_on
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

PARTNER, THIRD_SEAT = 2, 3
"""The other seats: one takes turns with the bank, the other makes the wagers that the player does not."""
WINNERS = ("banker", "player", "tie")
ENDS = len(WINNERS) * len(PAIRS)
"""The cells of a coup: the winner and, as in the family's loop, the pairs."""
ROLES = (BANK, BANCO, AGAINST)
"""The player's possible roles in a round; each coup has a cell for each of them."""
USUAL = f"{ON_5}={DRAW}"


@inner
def _role(others: Integer, rounds: Integer) -> Integer:
    """The player's role: the bank, or one of the two ways to play against the other's."""
    return 0 if others == 0 else 1 + (rounds & 1)


@inner
def _passes(found: Integer) -> Integer:
    """Whether the bank passes after a coup, because the Player's Hand won."""
    return np.int64((found >> 3) // len(PAIRS) == 1)


@compiled
def _count(seed: Integer, first: Integer, count: Integer, shoe: Shoe, cells: IntArray) -> Integer:
    """Deal shoes into the cells; returns the number of rounds."""
    all_rounds = 0
    for dealt in range(count):
        at = shuffle_shoe(shoe, seed, first + np.uint64(dealt))
        last: Boolean = False
        others: Integer = 0
        rounds = 0
        while not last:
            last = at >= shoe.stop
            found = coup_at(shoe, at)
            tick(cells, _role(others, rounds) * ENDS + (found >> 3))
            others ^= _passes(found)
            at += found & 7
            rounds += 1
        all_rounds += rounds
    return all_rounds


@compiled
def _play(seed: Integer, first: Integer, shoe: Shoe, worth: IntArray, nets: IntArray) -> Integer:
    """Deal rounds from unit `first` on and store the player's net in each."""
    played = 0
    unit = first
    while played < nets.shape[0]:
        at = shuffle_shoe(shoe, seed, unit)
        last: Boolean = False
        others: Integer = 0
        rounds = 0
        while not last and played < nets.shape[0]:
            last = at >= shoe.stop
            found = coup_at(shoe, at)
            nets[played] = worth[_role(others, rounds) * ENDS + (found >> 3)]
            others ^= _passes(found)
            at += found & 7
            rounds += 1
            played += 1
        unit += np.uint64(1)
    return np.int64(unit - first)


# ---- Coups


def coup_of(rules: Rules, hands: SequenceCounts, way: Drawing, counts: tuple[int, ...]) -> Coup:
    """The coup with these first counts and next two values, under one way to draw."""
    player, banker, fifth, sixth = counts
    if rules.natural(player, 2) or rules.natural(banker, 2):
        return Coup(player, banker, 2, 2)
    draws = bool(way.on_5) if player in hands.optional else rules.player_draws[player]
    final, third, next_card, taken = (
        ((player + fifth) % rules.modulus, fifth, sixth, 3) if draws else (player, NO_CARD, fifth, 2)
    )
    if hands.draws((banker, third), way):
        return Coup(final, (banker + next_card) % rules.modulus, taken, 3)
    return Coup(final, banker, taken, 2)


def parse_way(layout: Layout, words: str | None) -> tuple[SequenceCounts, Drawing]:
    """Parse the way to draw. It must be pure, because the loop draws no random numbers for decisions."""
    hands = hands_of(layout)
    way = parse_drawing(hands, USUAL if words is None else words, 1 - vigorish_share(layout)[0])
    if any(often not in (0, 1) for often in (way.on_5, *way.banker.values())):
        raise ValueError("a mixed strategy can be priced but not simulated; name an action, such as player_on_5=stand")
    return hands, way


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The kernel for a layout with these wagers made whenever possible."""
    game = game_on(layout)
    assert isinstance(game, CheminDeFer)
    asked = parse_wagers(layout, wagers, "chemin de fer", "against_bank")
    hands, way = parse_way(layout, strategy)
    stake = usual_stake(game, BANK)
    make_shoe, stop, size = shoe_maker(game, _coups(game.rules, hands, way))
    slots = tuple(Slot.of(kind, game.name(kind), stake, _results(layout, kind, stake, asked)) for kind in asked)
    worth = sum((_net_of(slot) for slot in slots), np.zeros(len(ROLES) * ENDS, np.int64))

    count, play = loops(make_shoe, worth, _count, _play)
    words = USUAL if strategy is None else strategy
    return Kernel(
        layout=layout,
        unit="shoe",
        round="round",
        slots=slots,
        cells=len(worth),
        chunk=shoes_at_once(size),
        rounds_per_unit=rounds_of_shoe(stop),
        at_risk=stake,
        count=count,
        play=play,
        source=UnitSource,
        standing=_standing(game, hands, way, frozenset(asked), stake),
        functions=(_count,),
        asked=None if wagers is None else tuple(wagers),
        strategy=strategy,
        decided=words,
        plays=f"every player draws like this: {words}",
        pricing={"strategy": words},
        moving=frozenset({BANCO}),
    )


def _coups(rules: Rules, hands: SequenceCounts, way: Drawing) -> NDArray[np.uint16]:
    """The winner and the number of cards for every two counts and two cards."""
    coups = [coup_of(rules, hands, way, counts) for counts in product(range(rules.modulus), repeat=4)]
    return np.array(
        [WINNERS.index(one.winner) * len(PAIRS) * 8 + one.player_cards + one.banker_cards for one in coups], np.uint16
    )


def _results(layout: Layout, kind: str, stake: int, asked: Any) -> list[int | None]:
    """A wager's net by cell; None in rounds in which the player does not make it."""
    bank = {"banker": stake - vigorish(layout, stake), "player": -stake, "tie": 0}
    nets = bank if kind == BANK else {"banker": -stake, "player": stake, "tie": 0}
    made = {kind} if kind == BANK or (BANCO in asked and AGAINST in asked) else {BANCO, AGAINST}
    return [nets[winner] if role in made else None for role in ROLES for winner in WINNERS for _ in PAIRS]


def _net_of(slot: Slot) -> NDArray[np.int64]:
    """Each cell's net, 0 if it decides nothing."""
    return np.array([slot.results[number].net if number >= 0 else 0 for number in slot.bins], np.int64)


# ---- The same at the real table


def _standing(game: CheminDeFer, hands: SequenceCounts, way: Drawing, asked: frozenset[str], stake: int) -> Answer:
    """The three participants at the table: the banker, the opponent, and how each draws."""
    first = PLAYER if BANK in asked else THIRD_SEAT

    def role(state: CheminDeFerState) -> str:
        return ROLES[1 + (state.rounds & 1)] if {BANCO, AGAINST} <= asked else next(iter(asked - {BANK}), "")

    def banks(state: CheminDeFerState) -> int:
        """The seat that puts up the bank: the one that has it or, after a loss, the other."""
        if state.due:
            return 0
        if state.offered_from and state.just_lost != state.offered_from:
            return state.offered_from
        return first if state.offered_from in (0, PARTNER) else PARTNER

    def covers(state: CheminDeFerState) -> int:
        """The seat that plays against the bank."""
        if state.curator != PARTNER:
            return PARTNER
        return PLAYER if asked - {BANK} else THIRD_SEAT

    def answer(dealer: Any, ask: Ask) -> Reply:
        state = ask.state
        assert isinstance(state, CheminDeFerState)
        if isinstance(ask, AskWagers):
            free = next((seat for seat in (PLAYER, PARTNER, THIRD_SEAT) if state.seat(seat) is None), 0)
            return (free, Action("sit", amount=BANKROLL)) if free else None
        if not isinstance(ask, AskDecision):
            return None
        if state.asking == BANK:
            # A banker who must leave the bank whole passes it, and gets it back at the usual stake if no one else takes
            # it.
            return (ask.position, Action("make", BANK, stake)) if ask.position == banks(state) else PASS
        if ask.choices == THIRD:
            return _drawn(game, hands, way, state)
        if state.asking == BANCO:
            return BANCO if ask.position == PLAYER == covers(state) and role(state) == BANCO else PASS
        if state.asking == AGAINST:
            return (ask.position, Action("make", AGAINST, stake)) if ask.position == covers(state) else PASS
        return None

    return answer


def _drawn(game: CheminDeFer, hands: SequenceCounts, way: Drawing, state: CheminDeFerState) -> str:
    """The choice made by the seat that is asked whether to draw."""
    count = game.held(state, state.asking)
    if state.asking == PLAYERS_HAND:
        often = way.on_5 if count in hands.optional else Fraction(game.rules.player_draws[count])
    else:
        assert state.asking == BANKER
        often = hands.draws((count, game.rules.value(state.player[-1]) if state.player else NO_CARD), way)
    return DRAW if often else STAND


SIMULATION = Simulation(kernel, "player_on_5, banker_option_3_9, banker_option_5_4, each =draw or =stand; banker=best")
