"""Bots that follow the best strategy at a real table choose only what the round offers."""

from __future__ import annotations

from collections import Counter

from pitboss.chapter.layout import Layout
from pitboss.contract import contract_of
from pitboss.equipment import SeededSource
from pitboss.pricing.entry import advice
from pitboss.table import Action, Dealer, game_on
from pitboss.table.bots import RandomBot
from tests.shared.every_game import every_family


def played(slug: str, rounds: int) -> Counter[str]:
    """Let bots play by advice; count each decision and check that it is one of the choices."""
    layout = Layout.of(slug)
    best = advice(layout)
    said: Counter[str] = Counter()

    def watched(
        own: tuple[object, ...], shown: tuple[object, ...], choices: tuple[str, ...], *before: str
    ) -> str | None:
        choice = best(own, shown, choices, *before)
        if choice is not None:
            assert choice in choices, f"{choice!r} with {own} and {shown}: {choices}"
            said[choice] += 1
        return choice

    dealer = Dealer(game_on(layout), SeededSource(5))
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=100_000_00))
    bot = RandomBot(5, advice=watched)
    for _ in range(rounds):
        dealer.finish(bot)
    assert dealer.state.chips == dealer.state.bought_in
    return said


@every_family("slug", having=lambda slug: "advice" in contract_of(slug).gives)
def test_the_best_strategy_plays_at_the_table(slug: str) -> None:
    said = played(slug, 30)
    assert said
