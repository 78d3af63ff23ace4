"""The price of casino war: enumerated over every branch, compared with published figures, and computed for other
strategies.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, SeededSource, Shoe, cards, composition
from pitboss.games.casino_war.price import PRICING
from pitboss.pricing import price
from pitboss.simulation.kernel import kernel_of
from pitboss.table import Action, Dealer, Settled, game_on, walk
from pitboss.table.state import replace

SMALL = {"2c": 5, "9d": 4, "Kh": 1}


def small_shoe() -> tuple[int, ...]:
    counts = [0] * len(composition())
    for card, number in SMALL.items():
        counts[Card(card).index] = number
    return tuple(counts)


@pytest.mark.parametrize("choice", ["war", "surrender"])
@pytest.mark.parametrize("bonus", [0, 1])
def test_walking_every_branch_gives_the_price_on_a_small_shoe(choice: str, bonus: int) -> None:
    layout = Layout.of("casino-war", options={"war_tie_bonus": bonus})
    game, counts = game_on(layout), small_shoe()
    dealer = Dealer(game, SeededSource(1))
    for action in (Action("sit", amount=1000_00), Action("make", "initial", 1000), Action("make", "tie", 1000)):
        dealer.act(1, action)
    assert dealer.ask is not None
    shoe = Shoe(6, full=counts, counts=counts, shuffles=1)
    state = replace(dealer.ask.state, shoe=shoe)
    both, tie, total = Fraction(), Fraction(), Fraction()
    for chance, end, steps in walk(game, state, lambda ask: choice if ask.kind == "decision" else None):
        settled = {step.wager.kind: step.net for step in steps if isinstance(step, Settled)}
        total += chance
        tie += chance * settled["tie"]
        both += chance * (settled["initial"] + settled.get("war", 0))
        assert end.chips == end.bought_in
    report = price(layout, shoe=counts, strategy=choice)
    assert total == 1
    assert -both / 1000 == Fraction(report["initial"].exact or "")
    assert -tie / 1000 == Fraction(report["tie"].exact or "")


@pytest.mark.parametrize(
    ("options", "wager", "strategy", "edge"),
    [
        ({}, "initial", None, "2.330%"),
        ({"war_tie_bonus": 0}, "initial", None, "2.877%"),
        ({}, "initial", "surrender", "3.698%"),
        ({}, "tie", None, "18.650%"),
        ({"tie_payout": "11 to 1"}, "tie", None, "11.254%"),
    ],
)
def test_22_9_figures_of_six_decks(options: dict[str, Any], wager: str, strategy: str | None, edge: str) -> None:
    report = price(Layout.of("casino-war", options=options), strategy=strategy)
    assert f"{report[wager].house_edge:.3%}" == edge


@pytest.mark.parametrize(
    ("decks", "bonus", "without", "surrender", "tie"),
    [
        (6, "2.33%", "2.88%", "3.70%", "18.65%"),
        (7, "2.34%", "2.89%", "3.72%", "18.18%"),
        (8, "2.34%", "2.90%", "3.73%", "17.83%"),
    ],
)
def test_22_9_figures_as_published(decks: int, bonus: str, without: str, surrender: str, tie: str) -> None:
    table = Layout.of("casino-war", options={"decks": decks})
    report = price(table)
    assert (f"{report['initial'].house_edge:.2%}", f"{report['tie'].house_edge:.2%}") == (bonus, tie)
    assert f"{price(table, strategy='surrender')['initial'].house_edge:.2%}" == surrender
    plain = price(Layout.of("casino-war", options={"decks": decks, "war_tie_bonus": 0}))["initial"].house_edge
    assert f"{plain:.2%}" == without
    if decks == 6:
        assert (f"{report['initial'].house_edge:.6f}", f"{plain:.6f}") == ("0.023301", "0.028771")


def test_a_tie_wager_loses_where_no_rank_is_left_twice() -> None:
    counts = [0] * len(composition())
    for card in cards("2c 3c 4c 5c 6c"):
        counts[card.index] = 1
    report = price(Layout.of("casino-war"), shoe=counts)
    assert report["tie"].house_edge == 1
    assert report["initial"].house_edge == 0


def test_22_8_cost_of_surrender_on_a_tie_hand() -> None:
    layout = Layout.of("casino-war")
    worth = PRICING.worth(layout)(cards("7c"), cards("7d"), ("war", "war_with_tie", "surrender"))
    # Of the 310 cards left, 22 are sevens; a tied war is worth 2.5 initial wagers more than surrender, which loses half
    # of one.
    tied = Fraction(12 * 24 * 23 + 22 * 21, 310 * 309)
    assert worth == pytest.approx({"war": float(Fraction(-1, 2) + Fraction(5, 2) * tied), "surrender": -0.5})
    assert PRICING.advice(layout)(cards("7c"), cards("7d"), ("war", "surrender")) == "war"
    assert PRICING.advice(layout)(cards("7c"), cards("8d"), ("war", "surrender")) is None


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ValueError, match="use surrender, war"):
        price(Layout.of("casino-war"), strategy="hide")
    with pytest.raises(ValueError, match="makes no such wager"):
        kernel_of(Layout.of("casino-war"), ["war"], "surrender")


def test_a_surrendering_player_is_simulated_at_the_price_of_surrender() -> None:
    kernel = kernel_of(Layout.of("casino-war"), None, "surrender")
    assert [slot.id for slot in kernel.slots] == ["initial", "tie"]
    assert kernel.pricing == {"strategy": "surrender"}
