"""Each choice moves the chips that `Choices.consequences` states, before anything else is asked."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.chapter.rules import registered_games
from pitboss.equipment import SeededSource
from pitboss.table import Action, Dealer, game_on
from pitboss.table.bots import RandomBot
from pitboss.table.setting import HOUSE_WAY, SET
from pitboss.table.steps import Acted, AskDecision, Settled, Step

ROUNDS = 60
PLAYERS = 2
"""With only one player, a surrender that waits for the others' decisions would go unnoticed."""
MOVING_CHIPS = 0.5
"""The probability of taking a choice that moves chips; among a hundred settings, a surrender is rarely drawn."""


@pytest.mark.parametrize("game", registered_games())
def test_a_choice_moves_the_stated_chips(game: str) -> None:
    dealer = Dealer(game_on(Layout.of(game)), SeededSource(11))
    for position in range(1, max(dealer.game.hosting.least_players, PLAYERS) + 1):
        dealer.act(position, Action("sit", amount=1_000_000_00))
    bot, chance = RandomBot(11), Random(11)
    said, offered = set[str](), set[str]()
    while dealer.state.rounds < ROUNDS:
        ask = dealer.ask
        if not isinstance(ask, AskDecision):
            dealer.next(bot)
            continue
        offered |= set(ask.choices)
        described = dealer.game.choices.consequences(ask.state, ask)
        choice = (
            chance.choice(sorted(described))
            if described and chance.random() < MOVING_CHIPS
            else bot.decide(dealer, ask)
        )
        said |= set(described)
        words = described.get(choice, "")
        steps: list[Step] = []
        dealer.watch = steps.append
        dealer.decide(choice)
        dealer.watch = None
        if words:
            assert did(steps, words), f"{ask.question} {choice}: {words}, but {steps[:3]}"
        else:
            assert not isinstance(steps[0], Acted), f"{ask.question} {choice} laid chips and did not say so"
    # Setting a hand moves no chips, and choices that the licensee has not adopted are not offered.
    moves = (dealer.game.decisions.keys() & offered) - {SET, HOUSE_WAY}
    wanted = "say by means() what a choice does with chips" if moves else "means() tells of choices that move none"
    assert bool(said) == bool(moves), f"{dealer.game.layout.rules.game.id}: {wanted}; available: {sorted(said)}"


def did(steps: list[Step], words: str) -> bool:
    """Whether the steps before the next question do what the words say: "$5 more", "$5 back", "lose $5"."""
    first = steps[0]
    if words.endswith(" more"):
        laid = [step.action.amount for step in steps if isinstance(step, Acted)]
        return isinstance(first, Acted) and cents(words.removesuffix(" more")) in accumulate(laid)
    if words.endswith(" back"):
        back = cents(words.removesuffix(" back"))
        return isinstance(first, Settled) and (first.result, first.wager.amount) == ("returned", back)
    lost = accumulate(-step.net for step in steps if isinstance(step, Settled))
    return words.startswith("lose ") and cents(words.removeprefix("lose ")) in lost
