"""Textual strategies: in words and in files."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.kinds.stud.strategy import StudStrategy
from pitboss.families.house_poker.price import strategy_text
from pitboss.games.caribbean_stud import price as caribbean
from pitboss.games.let_it_ride import price as let_it_ride
from pitboss.games.three_card_poker import price as three_card
from pitboss.hands import THREE_CARD
from pitboss.pricing import price
from pitboss.pricing.deals import classes

TABLE = Layout.of("three-card-poker")


@pytest.fixture(scope="module")
def best() -> StudStrategy:
    found = three_card.PRICING.strategy(TABLE)
    assert isinstance(found, StudStrategy)
    return found


def test_always_and_never_are_the_two_ends_of_the_ladder() -> None:
    assert (
        strategy_text.least_strength("always", THREE_CARD)
        == strategy_text.least_strength("play with every hand", THREE_CARD)
        == 1
    )
    assert strategy_text.least_strength("never", THREE_CARD) == len(THREE_CARD.ladder) + 1
    assert strategy_text.least_strength("play with nothing", THREE_CARD) == len(THREE_CARD.ladder) + 1


@pytest.mark.parametrize("name", ["mimic the dealer", "play everything", "never", "play with a pair or better"])
def test_another_strategy_decides_and_has_its_price(best: StudStrategy, name: str) -> None:
    other = best.strategy_for(name)
    report = price(TABLE, strategy=name)
    assert Fraction(report["ante+play"].exact or 0) == other.house_edge == best.house_edge + best.cost(name)
    assert f"under the strategy {name!r}." in report["ante"].note
    assert "under the best strategy." in price(TABLE)["ante"].note


def test_a_strategy_that_never_plays_loses_the_ante(best: StudStrategy) -> None:
    report = price(TABLE, strategy="never")
    assert report["ante"].exact == "1"
    assert report["play"].note == "Never made by this strategy."
    assert report["pair_plus"].exact == "1"
    assert best.strategy_for("never").decide("As Ad Ac") == "fold"


def test_pair_plus_notes_whether_a_strategy_folds_winning_hands() -> None:
    assert "never folds a hand that this wager pays" in price(TABLE)["pair_plus"].note
    assert price(TABLE, strategy="play with a pair of tens or better")["pair_plus"].note == ""


# ---- Files


def file(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_a_file_lists_hands_in_words_and_by_cards(best: StudStrategy, tmp_path: Path) -> None:
    mine = best.strategy_for(file(tmp_path, 'name = "mine"\nplay = ["Q-7-2 or better", "Qh 6d 5c"]'))
    assert [mine.decide(hand) for hand in ("Qs 7d 2c", "Qs 6h 5d", "Qs 6s 5d", "Qs 6h 4d")] == [
        "play",
        "play",
        "fold",
        "fold",
    ]
    assert int((mine.decisions != best.strategy_for("Q-7-2").decisions).sum()) == 1


def test_a_file_and_its_contents_are_the_same_strategy(best: StudStrategy, tmp_path: Path) -> None:
    path = file(tmp_path, 'name = "mine"\nplay = ["Q-7-2"]')
    text = strategy_text.full_text(path)
    assert strategy_text.full_text(text) == text
    assert (best.strategy_for(path).decisions == best.strategy_for(text).decisions).all()
    assert strategy_text.strategy_name(path) == strategy_text.strategy_name(text) == "mine"
    assert strategy_text.full_text("always") == strategy_text.strategy_name("always") == "always"


def test_each_decision_has_its_list() -> None:
    best = let_it_ride.PRICING.strategy(Layout.of("let-it-ride"))
    mine = best.strategy_for('[let_ride]\n3 = ["pair of tens"]\n4 = ["pair of kings", "9h Th Jh Qh"]\n')
    assert mine.decide("Ts Td 2c") == "let_ride"
    assert mine.decide("9s Ts Js", "Qs") == "let_ride"
    assert mine.decide("Ts Td 2c", "3h") == mine.decide("9s Ts Js", "Qd") == "take_back"
    only_later = best.strategy_for('[let_ride]\n4 = ["always"]\n')
    assert (only_later.decide("As Ad Ac"), only_later.decide("2s 3d 4c", "7h")) == ("take_back", "let_ride")


def test_a_line_can_name_the_dealers_exposed_card() -> None:
    best = caribbean.PRICING.strategy(Layout.of("caribbean-stud"))
    mine = best.strategy_for('bet = ["pair or better", "ace-king high v A 10", "Ah Kd Js 8c 3h v Jd 2"]\n')
    assert mine.decide("Ah Kd 7s 6c 2h", "As") == mine.decide("Ah Kd 7s 6c 2h", "Tc") == "bet"
    assert mine.decide("Ah Kd 7s 6c 2h", "Qc") == "fold"
    # Jd has the king's suit; for a king of clubs it becomes Jc.
    assert mine.decide("As Kc Jh 8d 3s", "Jc") == mine.decide("As Kc Jh 8d 3s", "2c") == "bet"
    assert mine.decide("As Kc Jh 8d 3s", "Jd") == "fold"


def test_listed_flags_are_by_class_and_by_card() -> None:
    flags = strategy_text.StrategyFile("x", {3: ("pair",)}).stays(3, THREE_CARD)
    assert flags.shape == (len(classes(3)), 1)
    share = classes(3).weights[flags[:, 0]].sum() / classes(3).weights.sum()
    assert np.isclose(share, (3744 + 1096 + 720 + 52 + 48) / 22100)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('fold = ["pair"]\n', "unknown key 'fold'; the keys are name, play"),
        ("name = 'x'\n", "does not list the hands under 'play'"),
        ("play = [1]\n", "play is a list of hands"),
        ('play = "pair"\n', "play is a list of hands"),
        ('play = ["pair"\n', "is not TOML"),
        ('play = ["four of a kind"]\n', "'four of a kind': 'four of a kind' is not a hand of the order three-card"),
        ('play = ["As Ks"]\n', "'As Ks': 2 cards, where 3 are known"),
        ('play = ["As As Ks"]\n', "the ace of spades"),
        ('play = ["pair v A"]\n', "the dealer shows no card here"),
        ('[play]\n4 = ["pair"]\n', "this choice is made with 3 cards known"),
    ],
)
def test_a_bad_strategy_file_is_refused_in_one_line(best: StudStrategy, tmp_path: Path, text: str, said: str) -> None:
    path = file(tmp_path, text)
    with pytest.raises(ValueError, match=re.escape(said)) as refused:
        best.strategy_for(path)
    assert str(refused.value).startswith(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [("pair v Kd", "goes with ranks that the dealer shows"), ("pair v 1", "'1' is neither a card nor a rank")],
)
def test_the_dealers_exposed_card_is_a_rank_or_a_card(line: str, said: str) -> None:
    best = caribbean.PRICING.strategy(Layout.of("caribbean-stud"))
    with pytest.raises(ValueError, match=said):
        best.strategy_for(f'bet = ["{line}"]\n')


def test_two_decisions_need_two_lists() -> None:
    best = let_it_ride.PRICING.strategy(Layout.of("let-it-ride"))
    with pytest.raises(ValueError, match="let_ride has a list for each of 3 and 4 cards known"):
        best.strategy_for('let_ride = ["pair"]\n')
