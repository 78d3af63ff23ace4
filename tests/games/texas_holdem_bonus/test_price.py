"""Texas hold 'em bonus poker: exact prices against published figures, and decisions against deals."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import CARDS, cards
from pitboss.games.texas_holdem_bonus.price import PRICING
from pitboss.hands import Hand
from pitboss.pricing import price


def layout(**options: Value) -> Layout:
    return Layout.of("texas-holdem-bonus", options=options)


@pytest.mark.parametrize(
    ("on", "edge", "risk", "exact"),
    [
        ("straight", "2.04%", "0.53%", Fraction(578_107_733, 28_381_438_800)),
        ("flush", "5.59%", "1.47%", Fraction(19_447_087_313, 347_672_625_300)),
    ],
)
def test_ante_flop_turn_and_river(on: str, edge: str, risk: str, exact: Fraction) -> None:
    """From memory, the published figures for the straight rule are 2.04 % and 0.53 %."""
    row = price(layout(ante_pays_on=on))["ante"]
    assert (f"{row.house_edge:.2%}", f"{row.element_of_risk:.2%}") == (edge, risk)
    assert Fraction(row.exact or "") == exact


def test_bonus_is_as_published_and_never_folded_if_it_wins() -> None:
    for rule in ("forfeited", "settles"):
        row = price(layout(bonus_on_fold=rule))["bonus"]
        assert Fraction(row.exact or "") == Fraction(13_873, 162_435)
        assert f"{row.house_edge:.2%}" == "8.54%"


@pytest.mark.slow
def test_bonus_is_lost_with_every_hand_that_another_strategy_folds() -> None:
    assert price(layout(), strategy="never")["bonus"].house_edge == 1


def test_strategy_before_the_flop_and_the_cost_of_the_simple_rule() -> None:
    flush, straight = (PRICING.strategy(layout(ante_pays_on=on)) for on in ("flush", "straight"))
    assert flush.summary()[0] == "before the flop fold with offsuit 72 62 52 42+ 32; flop with all else"
    assert straight.summary()[0] == "before the flop fold with offsuit 72 62 52 42 32; flop with all else"
    assert f"{float(straight.house_edge + straight.cost('rule of thumb')):.3%}" == "4.041%"
    assert (flush.decide("4s 3d"), straight.decide("4s 3d")) == ("fold", "flop")


@pytest.mark.parametrize(
    ("own", "board"), [("Js 9s", "Qs 8h 3s 2c"), ("Kd 4c", "9s 9h 6d 2c"), ("7d 6d", "Ac Kd 9h 4s")]
)
def test_a_river_wager_against_last_cards_and_hands_of_the_dealer(own: str, board: str) -> None:
    """The wager is made if, according to `Hand`, it wins more deals than it loses; every seventh card and ninth hand is
    checked.
    """
    mine, lying = cards(own), cards(board)
    left = [card for card in CARDS[:52] if card not in (*mine, *lying)]
    margin = 0
    for last in left[::7]:
        five = (*lying, last)
        strength = Hand.best((*mine, *five)).strength
        rest = [card for card in left if card != last]
        for two in list(combinations(rest, 2))[::9]:
            theirs = Hand.best((*two, *five)).strength
            margin += (strength > theirs) - (strength < theirs)
    values = PRICING.worth(layout())(mine, lying, ("river", "check"))
    assert (values["river"] > 0) is (margin > 0)
    assert PRICING.strategy(layout()).decide(own, board) == ("river" if margin > 0 else "check")


def test_worth_before_the_flop_and_at_it() -> None:
    found = PRICING.worth(layout())
    early = found(cards("7s 2d"), (), ("flop", "fold"))
    assert early["fold"] == -1 > early["flop"]
    aces = found(cards("As Ad"), (), ("flop", "fold"))
    assert aces["flop"] > 1
    at_flop = found(cards("As Ad"), cards("Kh 7c 2s"), ("turn", "check"))
    assert at_flop["turn"] > 0.5 > at_flop["check"] == 0


def test_a_custom_strategy_can_be_read_from_a_file() -> None:
    best = PRICING.strategy(layout())
    hidden = '"hidden pair or better"'
    strategy = f'flop = ["always"]\nturn = [{hidden}]\nriver = [{hidden}, "Ah Kd on Qc Jd 4s 2h"]\n'
    mine = best.strategy_for(strategy)
    assert mine.decide("7s 2d") == "flop"
    assert (mine.decide("7s 2d", "7h 9c Kd"), mine.decide("8s 2d", "7h 9c Kd")) == ("turn", "check")
    assert (mine.decide("As Kd", "Qh Jd 4c 2s"), mine.decide("As Kd", "Qh Jd 4c 3s")) == ("river", "check")
