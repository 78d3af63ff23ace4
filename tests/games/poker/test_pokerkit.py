"""Hands at random, played here and by PokerKit from the hand history written here: the same to the chip.

Where the two differ by rule, random players keep away from it, and tests of their own assert the difference: odd chips
(PokerKit gives the whole remainder to one), the cap of raises, half-bet all-ins.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.chapter import Layout
from pitboss.equipment import SeededSource
from pitboss.families.poker_room.betting import FIXED
from pitboss.families.poker_room.phh import VARIANTS, dealt_again, game_of, read, written
from pitboss.families.poker_room.round import PokerRoom
from pitboss.table import Action, Ask, AskDecision, AskWagers, Dealer, Step, game_on

pokerkit = pytest.importorskip("pokerkit")

KINDS = list(VARIANTS)
PLAYERS = {"draw_triple_27": 4, "stud7_high": 5, "stud7_hilo8": 5, "stud7_low": 5}
"""So few that no deck runs out: PokerKit then fills it otherwise."""


class Random_:
    """A player who does anything lawful on which both agree."""

    def __init__(self, random: Random, game: PokerRoom) -> None:
        self.random, self.game = random, game

    def __call__(self, dealer: Dealer, ask: Ask) -> Any:
        state: Any = ask.state
        if isinstance(ask, AskWagers) or not isinstance(ask, AskDecision):
            return None
        if state.asked == "discard":
            return self.random.choice(ask.choices)
        betting = state.betting
        choices = [one for one in ask.choices if one != "fold" or "call" in ask.choices]
        fixed = self.game.stakes.structure == FIXED
        if fixed and (betting.raises > 3 or betting.bet > betting.level > 0):
            choices = [one for one in choices if one not in ("bet", "raise", "all_in")]
        if not fixed and ask.wagers and self.random.random() < 0.25:
            least, most = (
                self.game.least(state, ask.position, "raise", ""),
                self.game.most(state, ask.position, "raise", ""),
            )
            assert most is not None
            return ask.position, Action("make", ask.wagers[0], self.random.randrange(least, most + 1, 100))
        weights = [1 if one in ("fold", "all_in") else 4 for one in choices]
        return self.random.choices(choices, weights)[0]


def hand(variant: str, structure: str, seed: int) -> tuple[PokerRoom, list[Step], dict[int, int]]:
    """One hand at random: its steps, and what everybody had when it was over."""
    random = Random(f"{variant} {structure} {seed}")
    options = {"variant": variant, "structure": structure, "rake_percent": 0, "min_buy_in": 1}
    if structure != FIXED:
        options |= {"small_blind": 1, "big_blind": 2, "lower_limit": 2, "upper_limit": 2}
    game = game_on(Layout.of("poker", None, options))
    assert isinstance(game, PokerRoom)
    steps: list[Step] = []
    dealer = Dealer(game, SeededSource(seed), watch=steps.append)
    for position in range(1, random.randint(2, PLAYERS.get(variant, 6)) + 1):
        dealer.act(
            position, Action("sit", amount=random.choice((5, 12, 20, 33, 60, 150, 400)) * 100, name=f"P{position}")
        )
    steps.clear()
    dealer.close()
    rounds = dealer.state.rounds
    player = Random_(random, game)
    while dealer.state.rounds == rounds:
        dealer.next(player)
    last = next(place for place, step in enumerate(steps) if isinstance(step, AskWagers))
    return game, steps[:last], {seat.number: seat.rack for seat in dealer.state.positions}


def theirs(text: str) -> list[Fraction]:
    """What PokerKit makes of the hand: everybody's chips at its end."""
    history = pokerkit.HandHistory.loads(text, divmod=lambda amount, number: (Fraction(amount) / number, 0))
    state = None
    for state in history:
        pass
    assert state is not None
    assert not state.status, f"the hand is not over: {text}"
    return [Fraction(stack) for stack in state.stacks]


def compared(variant: str, structure: str, seed: int) -> None:
    game, steps, racks = hand(variant, structure, seed)
    text = written(game, steps)
    seats = read(text)
    ours = [racks[position] for position in map(int, text.split("seats = [")[1].split("]")[0].split(","))]
    for own, other in zip(ours, theirs(text), strict=True):
        assert abs(own - other * 100) < 100 * 2, f"{variant} {structure} {seed}: {own} and {other}\n{text}"
    assert sum(ours) == sum(seats.stacks)


@pytest.mark.parametrize(("variant", "structure"), KINDS)
def test_14_15_pots_come_out_as_pokerkit_has_them(variant: str, structure: str) -> None:
    for seed in range(56):
        compared(variant, structure, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "structure"), KINDS)
def test_thousands_of_hands_come_out_as_pokerkit_has_them(variant: str, structure: str) -> None:
    for seed in range(56, 56 + 2223):
        compared(variant, structure, seed)


@pytest.mark.parametrize(("variant", "structure"), KINDS)
def test_what_is_written_is_read_and_dealt_again_to_the_chip(variant: str, structure: str) -> None:
    for seed in range(12):
        game, steps, _ = hand(variant, structure, seed)
        history = read(written(game, steps))
        again = dealt_again(game_of(history, "poker"), history)
        assert tuple(again.state.rack(position) for position in history.seats) == history.finishing
