"""The price of red dog: enumerated over every branch, compared with published figures, and computed for other
strategies.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.contract import PriceInputs
from pitboss.equipment import Card, SeededSource, Shoe, cards, composition
from pitboss.games.red_dog.price import PRICING
from pitboss.games.red_dog.round import RedDogState
from pitboss.pricing import price
from pitboss.table import Action, AskDecision, Dealer, Settled, game_on, walk
from pitboss.table.state import replace
from pitboss.table.steps import Ask

SMALL = {"2c": 2, "4d": 3, "7h": 1, "9s": 3, "Kc": 2, "Ac": 3}


@pytest.mark.parametrize("strategy", [None, "never raise", "always raise", "raise on 5 or more"])
def test_walking_every_branch_gives_the_price_on_a_small_shoe(strategy: str | None) -> None:
    layout = Layout.of("red-dog")
    game = game_on(layout)
    counts = [0] * len(composition())
    for card, number in SMALL.items():
        counts[Card(card).index] = number
    shoe = Shoe(6, full=tuple(counts), counts=tuple(counts), shuffles=1)
    dealer = Dealer(game, SeededSource(1))
    dealer.act(1, Action("sit", amount=1000_00))
    dealer.act(1, Action("make", "initial", 1000))
    assert dealer.ask is not None
    assert isinstance(dealer.ask.state, RedDogState)
    best = PRICING.strategy(layout, given(counts))
    play = best.best if strategy is None else best.find(strategy)

    def answer(ask: Ask) -> str | None:
        if not isinstance(ask, AskDecision):
            return None
        assert isinstance(ask.state, RedDogState)
        at = tuple(sorted(best.game.kind(card) for card in ask.state.cards))
        return "raise" if play.adds(at) else "stand"

    total, net, raised, made = Fraction(), Fraction(), Fraction(), Fraction()
    for chance, _, steps in walk(game, replace(dealer.ask.state, shoe=shoe), answer):
        settled = {step.wager.kind: step.net for step in steps if isinstance(step, Settled)}
        total += chance
        net += chance * sum(settled.values())
        if "raise" in settled:
            made += chance
            raised += chance * settled["raise"]
    report = price(layout, shoe=counts, strategy=strategy)
    assert total == 1
    assert -net / 1000 == Fraction(report["initial"].exact or "")
    assert (-raised / made / 1000 if made else 0) == Fraction(report["raise"].exact or "")
    assert 1 + made == Fraction(report["initial"].action_exact or "")


def given(shoe: list[int]) -> PriceInputs:

    return PriceInputs(shoe=shoe)


@pytest.mark.parametrize(
    ("decks", "edge", "digits"), [(1, "3.155%", 3), (2, "3.077%", 3), (4, "2.88%", 2), (6, "2.80%", 2), (8, "2.75%", 2)]
)
def test_6_5_figures_as_published(decks: int, edge: str, digits: int) -> None:
    report = price(Layout.of("red-dog", options={"decks": decks}))
    assert f"{report['initial'].house_edge:.{digits}%}" == edge
    assert report.strategy["summary"] == ["raise with a spread of 7 or more, stand with less"]


def test_6_5_expectation_of_a_raise_by_spread_as_published() -> None:
    worth = PRICING.worth(Layout.of("red-dog"))
    brings = {}
    for spread, high in enumerate("456789TJQKA", 1):
        found = worth((), cards(f"2c{high}d"), ("raise", "stand"))
        brings[spread] = round(found["raise"] - found["stand"], 6)
    assert brings == {
        1: -0.535484,
        2: -0.225806,
        3: -0.303226,
        4: -0.380645,
        5: -0.225806,
        6: -0.070968,
        7: 0.083871,
        8: 0.238710,
        9: 0.393548,
        10: 0.548387,
        11: 0.703226,
    }


def test_6_5_the_raise_is_worth_it_from_a_spread_of_seven() -> None:
    advice = PRICING.advice(Layout.of("red-dog"))
    choices = ("raise", "stand")
    assert [advice((), cards(two), choices) for two in ("3cTd", "3cJd")] == ["stand", "raise"]
    assert advice((), cards("3cJd"), ("leave", "take_back")) == "leave"
    assert advice((), cards("3c4d"), choices) is None


def test_a_shoe_of_another_composition_has_its_own_rule() -> None:
    counts = list(composition(1))
    for card in cards("2c 2d 2h 2s 3c 3d 3h 3s"):
        counts[card.index] = 0
    best = PRICING.strategy(Layout.of("red-dog", options={"decks": 1}), given(counts))
    assert best.summary()[0].startswith("raise with these cards: 4-J")


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ValueError, match="never raise, always raise, or for example: raise on 7 or more"):
        price(Layout.of("red-dog"), strategy="hide")
