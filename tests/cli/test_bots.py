"""Bots play lawfully and reproducibly, in any game."""

from __future__ import annotations

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.table import Acted, Action, AskWagers, Dealer, Settled, Step, Tape, game_on, replay
from pitboss.table.bots import RandomBot
from tests.shared.every_game import every_family, every_game

ROUNDS = 25


def evening(slug: str, seed: int, rounds: int = ROUNDS) -> tuple[list[str], list[Step]]:
    lines: list[str] = []
    steps: list[Step] = []
    dealer = Dealer(game_on(Layout.of(slug)), SeededSource(seed), tape=Tape(lines.append), watch=steps.append)
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=500_00))
    bot = RandomBot(seed)
    for _ in range(rounds):
        dealer.finish(bot)
    return lines, steps


@every_game("slug")
def test_bots_of_every_game_wager_and_the_tape_is_valid(slug: str) -> None:
    lines, steps = evening(slug, 11)
    assert replay(lines).states[-1].rounds == ROUNDS
    assert sum(isinstance(step, Settled) for step in steps) >= 20


@every_family("slug")
def test_the_same_seed_makes_the_same_choices(slug: str) -> None:
    once = evening(slug, 3)
    assert once == evening(slug, 3)
    assert once[0] != evening(slug, 4)[0]


def test_a_bot_plays_for_its_own_position_only() -> None:
    steps: list[Step] = []
    dealer = Dealer(game_on(Layout.of("craps")), SeededSource(1), watch=steps.append)
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=500_00))
    for _ in range(20):
        dealer.finish(RandomBot(1, position=2))
    assert {step.position for step in steps if isinstance(step, Acted) and step.action.verb == "make"} == {2}


def test_restless_bots_take_down_reduce_and_turn_wagers() -> None:
    verbs = {step.action.verb for step in evening("craps", 5, 200)[1] if isinstance(step, Acted)}
    assert {"make", "remove", "reduce", "on"} <= verbs


def test_a_bot_that_does_not_wander_plays_only_its_own_box() -> None:
    """In blackjack every box has an offer; the bot must first wager on its own seat, and never on another's."""
    steps: list[Step] = []
    dealer = Dealer(game_on(Layout.of("blackjack")), SeededSource(1), watch=steps.append)
    for position in (2, 5, 6):
        dealer.act(position, Action("sit", amount=5_000_00))
    for number in range(30):
        for position in (5, 6):
            bot = RandomBot(number, position=position, wanders=False)
            while isinstance(ask := dealer.ask, AskWagers) and (reply := bot(dealer, ask)):
                assert isinstance(reply, tuple)
                if not ask.state.wagers_of(position):
                    assert reply[1].spot == str(position)
                dealer.act(*reply)
        dealer.finish()
    laid = {(step.position, step.action.spot) for step in steps if isinstance(step, Acted) and step.action.wager}
    assert {(5, "5"), (6, "6")} <= laid
    assert not {(5, "6"), (5, "2"), (6, "5"), (6, "2")} & laid
