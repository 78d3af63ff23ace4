"""Three card poker: exact prices against published figures, and against deals counted one by one."""

from datetime import date
from fractions import Fraction
from importlib.resources import files
from itertools import combinations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, read_rules
from pitboss.equipment import CARDS
from pitboss.games.three_card_poker import price as three_card_poker
from pitboss.hands import THREE_CARD, Hand
from pitboss.pricing import price


def layout(**options: Value) -> Layout:
    rules = read_rules((files(three_card_poker.__package__) / "rules.toml").read_text("utf-8"), "rules.toml")
    return Layout.of(rules, date(2015, 1, 1), options)


@pytest.mark.parametrize(
    ("table", "edge", "risk"),
    [("AB-1", "3.373", "2.015"), ("AB-2", "3.825", "2.285"), ("AB-3", "4.278", "2.555"), ("AB-4", "3.608", "2.155")],
)
def test_ante_and_play(table: str, edge: str, risk: str) -> None:
    report = price(layout(ante_bonus_table=table))
    for row in (report["ante"], report["ante+play"]):
        assert f"{row.house_edge * 100:.3f}" == edge
        assert f"{row.element_of_risk * 100:.3f}" == risk


def test_ante_and_play_to_the_last_deal() -> None:
    row = price(layout())["ante"]
    assert row.space == 22_100 * 18_424
    assert Fraction(row.exact or "") == Fraction(13_733_780, 407_170_400)
    assert row.action == pytest.approx(1.674208)


@pytest.mark.parametrize(
    ("table", "edge"),
    [
        ("PP-1", "2.317"),
        ("PP-2", "7.276"),
        ("PP-3", "3.493"),
        ("PP-4", "4.579"),
        ("PP-5", "2.697"),
        ("PP-6", "5.104"),
        ("PP-7", "7.095"),
        ("PP-8", "5.575"),
    ],
)
def test_pair_plus(table: str, edge: str) -> None:
    row = price(layout(pair_plus_table=table))["pair_plus"]
    assert f"{row.house_edge * 100:.3f}" == edge


def test_pair_plus_is_never_folded_if_it_wins() -> None:
    kept, lost = (price(layout(pair_plus_forfeited_on_fold=forfeited))["pair_plus"] for forfeited in (False, True))
    assert kept.exact == lost.exact


@pytest.mark.parametrize(
    ("table", "edge"),
    [("SCB-1", "15.28"), ("SCB-2", "10.22"), ("SCB-3", "8.56"), ("SCB-4", "19.36"), ("SCB-5", "18.10")],
)
def test_six_card_bonus(table: str, edge: str) -> None:
    row = price(layout(six_card_bonus_table=table, offer_six_card_bonus=True))["six_card_bonus"]
    assert f"{row.house_edge * 100:.2f}" == edge


def test_prizes_in_dollars_do_not_grow_with_the_wager() -> None:
    on = layout(six_card_bonus_table="SCB-5", offer_six_card_bonus=True)
    five, ten = (price(on, stake)["six_card_bonus"] for stake in (500, 1000))
    assert [outcome.net for outcome in five.outcomes][:2] == ["200000", "20000"]
    assert [outcome.net for outcome in ten.outcomes][:2] == ["100000", "10000"]
    assert five.outcomes[0].combinations == 1
    assert five.outcomes[1].combinations == 3


def test_strategy() -> None:
    best = three_card_poker.PRICING.strategy(layout())
    assert best.summary() == ("play with Q-6-4 or better, fold with less",)
    assert best.decide("Qs 6d 4c") == "play"
    assert best.decide("Qs 6d 3c") == "fold"
    assert best.cost("play with Q-6-4 or better") == 0
    assert f"{float(best.house_edge + best.cost('mimic the dealer')):.4f}" == "0.0345"
    assert best.cost("play with Q-6-3 or better") > 0
    assert best.cost("play with Q-6-5 or better") > 0


@pytest.mark.parametrize("hand", ["Qs Qs 4c", "Qs 6d", "Qs 6d 4c 2h", "Qs 6d 4x"])
def test_an_impossible_hand_is_refused(hand: str) -> None:
    with pytest.raises(ValueError, match=r"more than once|3 cards|not a card"):
        three_card_poker.PRICING.strategy(layout()).decide(hand)


def test_q_6_4_is_worth_playing_against_every_hand_of_the_dealer_and_q_6_3_is_not() -> None:
    """With every dealer hand ranked by `Hand`, Q-6-4 is worth more than a fold and Q-6-3 is not."""
    queen = Hand((CARDS[card] for card in (40, 5, 2)), THREE_CARD)  # Q-3-2
    for own, better in (((40, 17, 10), True), ((40, 17, 6), False)):
        mine = Hand((CARDS[card] for card in own), THREE_CARD)
        net = 0
        deck = [card for card in range(52) if card not in own]
        for cards in combinations(deck, 3):
            theirs = Hand((CARDS[card] for card in cards), THREE_CARD)
            if theirs < queen:
                net += 1
            else:
                net += 2 * ((mine > theirs) - (mine < theirs))
        assert (net > -18_424) is better


def test_a_price_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    first = price(layout())
    monkeypatch.setattr(three_card_poker.ThreeCardPoker, "strategy_of", None)
    assert price(layout(dealing_method="hand", positions=5)).wagers == first.wagers
