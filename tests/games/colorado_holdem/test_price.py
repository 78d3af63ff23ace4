"""Colorado hold 'em: exact prices, compared with deals counted one by one, since no figures were published."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import CARDS, cards
from pitboss.games.colorado_holdem.price import PRICING
from pitboss.hands import Hand
from pitboss.pricing import price

REQUIRED, PERMITTED = "required_bet", "permissible_bet"


def layout(**options: Value) -> Layout:
    return Layout.of("colorado-holdem", options={"offer_bonus": True, **options})


@pytest.mark.parametrize(
    ("version", "exact"), [(REQUIRED, Fraction(420_016, 12_724_075)), (PERMITTED, Fraction(2_028_651, 50_896_300))]
)
def test_ante_and_bet_are_exact_and_marked_as_reconstructed(version: str, exact: Fraction) -> None:
    row = price(layout(version=version))["ante"]
    assert Fraction(row.exact or "") == exact
    assert row.provenance == "reconstructed"


def test_bonus() -> None:
    """100, 50, 25, 6, 3 and 1 to 1 for 4, 44, 52, 720, 1,096 and 3,744 of 22,100 deals."""
    paid = 100 * 4 + 50 * 44 + 25 * 52 + 6 * 720 + 3 * 1_096 + 3_744
    lost = 22_100 - 4 - 44 - 52 - 720 - 1_096 - 3_744
    assert Fraction(price(layout())["bonus"].exact or "") == Fraction(lost - paid, 22_100) == Fraction(297, 5_525)


@pytest.mark.parametrize(("hand", "out"), [("6h 6d As", 3), ("Ks 3d 9s", 2)])
def test_a_discard_is_best_against_every_set_of_community_cards(hand: str, out: int) -> None:
    """For each of the 18,424 ways to deal the community cards, the table pays the hand that `Hand` names."""
    pays = {row.replace("_", " "): odds.ratio for row, odds in layout().odds_table("ante").items()}
    own = cards(hand)
    kept = [card for at, card in enumerate(own, 1) if at != out]
    total = Fraction()
    for community in combinations([card for card in CARDS[:52] if card not in own], 3):
        found = Hand((*kept, *community))
        high = found.describe().endswith(("jacks", "queens", "kings", "aces"))
        total += (1 if high else -1) if str(found.category) == "pair" else pays.get(str(found.category), Fraction(-1))
    worth = PRICING.worth(layout())(own, (), (f"discard_{out}",))
    assert worth[f"discard_{out}"] == pytest.approx(float(2 * total / comb(49, 3)))


def test_strategy_and_the_cost_of_simple_rules() -> None:
    required, permitted = (PRICING.strategy(layout(version=version)) for version in (REQUIRED, PERMITTED))
    assert (
        f"{float(required.cost('rule of thumb')):.3%} {float(permitted.cost('rule of thumb')):.3%}" == "2.264% 1.250%"
    )
    assert required.decide("Jh Jc 4s") == "bet"
    assert required.decide("4s Jh Jc", (), "bet") == "discard_1"
    assert required.decide("9c 5d 2h") == "fold"
    assert permitted.decide("Jh 4s Jc") == "discard_2"
    assert permitted.decide("Jh Jc 4s", (), "discard_2") == "bet"
    assert permitted.decide("Jh 4s Jc", (), "discard_3") == "no_bet"


def test_of_equal_discards_the_first_dealt_is_chosen() -> None:
    """If two cards of equal rank are equally useless, it does not matter which is discarded."""
    best = PRICING.strategy(layout())
    for hand in ("Ah 2c 2d", "Kd 3c 3h"):
        assert best.decide(hand, (), "bet") == "discard_1"


def test_all_deals_are_counted() -> None:
    assert PRICING.strategy(layout()).tally.total == comb(52, 3) * comb(49, 3)


@pytest.mark.parametrize("version", ["required_bet", "permissible_bet"])
def test_the_strategy_in_words_omits_hands_that_are_paid_at_once(version: str) -> None:
    layout = Layout.of("colorado-holdem", None, {"version": version})
    always = PRICING.strategy(layout).summary()[0]
    assert always.startswith("bet always with: pair of twos or better")
    assert "three of a kind" not in always
    # A suited A-K-Q needs no bet: it has already won.
    assert not any("AKQ" in line for line in PRICING.strategy(layout).summary())
