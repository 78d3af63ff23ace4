"""The price of blackjack switch, compared with brute force on a small shoe and with published figures."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS
from pitboss.families.twenty_one.price.table import PricedTable, main_edge
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.twenty_one.exchange import SWITCH, TwoHands
from pitboss.pricing.twenty_one.terms import Terms

SMALL = (2, 0, 3, 0, 0, 3, 0, 0, 2, 5)
"A shoe of 15 cards: aces, threes, sixes, nines and tens."
BASE = {"blackjack_pays": Fraction(1), "hit_soft_17": True, "dealer_22_pushes": True, "splitting": False}


def score(cards: tuple[int, ...]) -> tuple[int, bool]:
    total = sum(cards)
    soft = 1 in cards and total + 10 <= 21
    return total + 10 * soft, soft


def less(shoe: tuple[int, ...], *cards: int) -> tuple[int, ...]:
    left = list(shoe)
    for card in cards:
        left[card - 1] -= 1
    return tuple(left)


def drawn(shoe: tuple[int, ...]) -> Mapping[int, Fraction]:
    whole = sum(shoe)
    return {card: Fraction(count, whole) for card, count in enumerate(shoe, 1) if count > 0}


@cache
def dealer_ends(cards: tuple[int, ...], shoe: tuple[int, ...]) -> dict[int, Fraction]:
    """The probabilities of the dealer's totals: 22 counts as a total, and 23 stands for anything greater."""
    total, soft = score(cards)
    if total > 17 or (total == 17 and not soft):
        return {min(total, 23): Fraction(1)}
    found: dict[int, Fraction] = {}
    for card, chance in drawn(shoe).items():
        for end, share in dealer_ends(tuple(sorted((*cards, card))), less(shoe, card)).items():
            found[end] = found.get(end, Fraction(0)) + chance * share
    return found


def stands(mine: int, up: int, shoe: tuple[int, ...]) -> Fraction:
    """The value of standing against every hole card; the caller accounts for a dealer's blackjack."""
    value = Fraction(0)
    for hole, chance in drawn(shoe).items():
        if {up, hole} == {1, 10}:
            continue
        for end, share in dealer_ends(tuple(sorted((up, hole))), less(shoe, hole)).items():
            result = 1 if end == 23 else 0 if end == 22 else (mine > end) - (mine < end)
            value += chance * share * result
    return value


def blackjack_chance(up: int, shoe: tuple[int, ...]) -> Fraction:
    return drawn(shoe).get({1: 10, 10: 1}.get(up, 0), Fraction(0))


@cache
def best(cards: tuple[int, ...], up: int, shoe: tuple[int, ...], checks: bool) -> Fraction:
    """The value of a hand's best play over every hole card, computed without using any table from the analysis."""
    total, _ = score(cards)
    if total > 21:
        return Fraction(-1)
    natural = blackjack_chance(up, shoe)
    value = stands(total, up, shoe) - natural
    if total == 21:
        return value
    hits = sum(
        (
            chance * best(tuple(sorted((*cards, card))), up, less(shoe, card), checks)
            for card, chance in drawn(shoe).items()
        ),
        Fraction(0),
    )
    options = [value, hits]
    if len(cards) == 2:
        double = Fraction(0)
        for card, chance in drawn(shoe).items():
            left = less(shoe, card)
            beaten = blackjack_chance(up, left)
            after, _ = score((*cards, card))
            if after > 21:
                double += chance * (-2 * (1 - beaten) - (1 if checks else 2) * beaten)
            else:
                double += chance * (2 * stands(after, up, left) - beaten)
        options.append(double)
    return max(options)


def brute_force(checks: bool, switching: bool) -> Fraction:
    """The house edge of two hands over every deal from the small shoe, exchanging whenever that is worth more."""
    value = Fraction(0)
    whole = sum(SMALL)
    for a, b, c, d, up in product(drawn(SMALL), repeat=5):
        left, chance = SMALL, Fraction(1)
        for at, card in enumerate((a, b, c, d, up)):
            chance *= Fraction(max(left[card - 1], 0), whole - at)
            left = less(left, card)
        if chance:
            value += chance * deal_worth((a, b), (c, d), up, left, checks, switching)
    return -value / 2


@cache
def deal_worth(
    one: tuple[int, int], two: tuple[int, int], up: int, left: tuple[int, ...], checks: bool, switching: bool
) -> Fraction:
    natural = blackjack_chance(up, left)
    naturals = [set(hand) == {1, 10} for hand in (one, two)]
    kept = sum(
        ((1 - natural) if dealt else best(tuple(sorted(hand)), up, left, checks))
        for hand, dealt in zip((one, two), naturals, strict=True)
    )
    made = ((one[0], two[1]), (two[0], one[1]))
    switched = sum(best(tuple(sorted(hand)), up, left, checks) for hand in made)
    switched += sum(naturals) * natural if checks else 0
    return max(Fraction(kept), Fraction(switched)) if switching else Fraction(kept)


@pytest.mark.parametrize(("checks", "switching"), [(True, True), (False, True), (True, False)])
def test_2a_7_the_exchange_and_22_match_brute_force_on_a_small_shoe(checks: bool, switching: bool) -> None:
    terms = Terms(**BASE, checks=checks, hands=2, switching=switching)
    found = TwoHands(terms, SMALL).evaluate(None).house_edge
    assert found == pytest.approx(float(brute_force(checks, switching)), abs=1e-12)


OFF = {"switching": False, "dealer_22": "over", "blackjack_pays": "3 to 2"}


def special_rules_off() -> tuple[Layout, Layout]:
    """Compare two hands that cannot be exchanged, with a losing dealer's 22 and 3 to 2, with blackjack on the same
    decks.
    """
    special = Layout.of("blackjack-switch", date(2013, 6, 1), OFF, unlawful=True)
    same = {"decks": 6, "hole_card": "reader", "soft17": "hit", "max_split_hands": 2, "surrender": "none"}
    return special, Layout.of("blackjack", date(2013, 6, 1), same)


def test_2a_5_without_the_special_rules_the_game_is_blackjack() -> None:
    """Each of the two hands is then dealt like a single hand, so the same chart has the same price, to the last digit.

    Only the aces, fives, sixes, eights and kings of six decks are left, so that there are fewer pairs to count.
    """
    shoe = [6 if str(card)[0] in "A568K" else 0 for card in CARDS]
    special, plain = (PricedTable.of(layout, shoe).result.house_edge for layout in special_rules_off())
    assert special == pytest.approx(plain, abs=1e-12)


@pytest.mark.slow
def test_2a_5_without_the_special_rules_and_with_all_cards_the_game_is_blackjack() -> None:
    special, plain = special_rules_off()
    assert main_edge(special) == pytest.approx(main_edge(plain), abs=1e-12)


def test_2a_6_match_is_an_exact_fraction_over_sets_of_four_cards() -> None:
    layout = Layout.of("blackjack-switch")
    found = pricing_of(layout).single(layout, "match")
    four, three = 13 * comb(24, 4), 13 * comb(24, 3) * 288
    two_pair, pair = comb(13, 2) * comb(24, 2) ** 2, 13 * comb(24, 2) * comb(12, 2) * 24**2
    sets = comb(312, 4)
    won = 40 * four + 8 * two_pair + 5 * three + pair
    lost = sets - four - three - two_pair - pair
    assert Fraction(found.exact or "") == Fraction(lost - won, sets)


def test_2a_7_published_edges_and_how_often_a_switch_is_right() -> None:
    """Published for six or eight decks, a dealer who checks, and resplitting to four hands: 0.58 %."""
    table = PricedTable.of(Layout.of("blackjack-switch"), None)
    played = table.two.evaluate(table.chart)
    assert round(played.house_edge, 4) == 0.0057
    assert played.two.evaluate(None).house_edge < played.house_edge
    assert played.exchanged == pytest.approx(0.3542, abs=5e-5)
    # The default table's stored results, which ship with the game, match a new computation.
    assert (table.spot.plan == played.plan).all()
    assert (table.spot.house_edge, table.spot.exchanged) == (played.house_edge, played.exchanged)
    # By symmetry, the order of the hands makes no difference.
    assert (played.plan == np.transpose(played.plan, (2, 3, 0, 1, 4))).all()
    # 10-5 and 6-10 against a 9: the fact sheet's first example, which exchanges.
    assert played.plan[9, 4, 5, 9, 8] == SWITCH
    # A blackjack and a soft 16 against a 6: the ninth example, which keeps them.
    assert played.plan[0, 9, 0, 4, 5] != SWITCH


def test_2a_7_the_distribution_of_a_hand_has_the_mean_of_the_price() -> None:
    table = PricedTable.of(Layout.of("blackjack-switch"), None)
    spread = table.result.spread
    assert sum(spread.probabilities.values()) == pytest.approx(1, abs=1e-9)
    assert spread.mean == pytest.approx(-table.result.house_edge, abs=1e-8)


def test_2a_7_simpler_rules_cost_more_the_simpler_they_are() -> None:
    rules = PricedTable.of(Layout.of("blackjack-switch"), None).strategy()["exchange"]["simpler"]
    assert [rule["name"] for rule in rules] == ["values", "points", "good-hands", "never"]
    costs = [rule["cost"] for rule in rules]
    assert 0 < costs[0] < 1e-5
    assert costs == sorted(costs)
