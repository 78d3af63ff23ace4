"""Twenty-one with infinitely many decks, for analysis only: no card affects the next. Checked by plain recursion."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.price.table import analysis_of
from pitboss.pricing import price
from pitboss.simulation.kernel import kernel_of
from pitboss.table import game_on

CHANCE = dict.fromkeys(range(1, 10), 1 / 13) | {10: 4 / 13}
"""The probability of each card value, whatever has been dealt."""
OVER = 22


def layout(**options: Any) -> Layout:
    return Layout.of("blackjack", date(2008, 6, 1), {"decks": "infinite"} | options, unlawful=True)


def drawn(total: int, soft: bool, card: int) -> tuple[int, bool]:
    """Return the total after one more card; an ace counts as 11 where possible."""
    total += card
    if card == 1 and not soft and total + 10 < OVER:
        return total + 10, True
    return (total - 10, False) if soft and total >= OVER else (total, soft)


@lru_cache
def dealer(up: int, hits_soft_17: bool = False) -> dict[int, float]:
    """The probabilities of the dealer's totals without a blackjack; 22 stands for everything above 21."""
    ends: dict[int, float] = defaultdict(float)

    def draws(total: int, soft: bool, chance: float, first: bool = False) -> None:
        for card, one in CHANCE.items():
            if first and {up, card} == {1, 10}:
                continue
            then, still = drawn(total, soft, card)
            if then < 17 or (then == 17 and still and hits_soft_17):
                draws(then, still, chance * one)
            else:
                ends[min(then, OVER)] += chance * one

    draws(*drawn(0, False, up), 1.0, first=True)
    return ends


@lru_cache
def stand(total: int, up: int) -> float:
    if total >= OVER:
        return -1.0
    ends = dealer(up)
    won = sum(chance for end, chance in ends.items() if end == OVER or end < total)
    lost = sum(chance for end, chance in ends.items() if total < end < OVER)
    return (won - lost) / sum(ends.values())


@lru_cache
def hit(total: int, soft: bool, up: int) -> float:
    return sum(chance * best(*drawn(total, soft, card), up) for card, chance in CHANCE.items())


def best(total: int, soft: bool, up: int) -> float:
    return stand(total, up) if total >= 21 else max(stand(total, up), hit(total, soft, up))


def double(total: int, soft: bool, up: int) -> float:
    return 2 * sum(chance * stand(drawn(total, soft, card)[0], up) for card, chance in CHANCE.items())


def two(one: int, other: int) -> tuple[int, bool]:
    return drawn(*drawn(0, False, one), other)


def test_the_dealer_goes_over_as_often_as_books_say() -> None:
    """28.16% when the dealer stands on every 17; the analysis has the same probabilities for every up card."""
    ends = analysis_of(layout()).ends
    over = {up: dealer(up)[OVER] for up in CHANCE}
    assert sum(CHANCE[up] * over[up] for up in CHANCE) == pytest.approx(0.2816, abs=5e-5)
    for soft17, up in product(("stand", "hit"), CHANCE):
        ends = analysis_of(layout(soft17=soft17)).ends[0, up - 1]
        plain = dealer(up, soft17 == "hit")
        assert [float(one) for one in ends[:5]] == pytest.approx([plain[end] for end in range(17, 22)], abs=1e-11)


def test_every_two_cards_have_the_value_of_plain_recursion() -> None:
    analysis = analysis_of(layout())
    for one, other, up in product(CHANCE, CHANCE, CHANCE):
        if one >= other or {one, other} == {1, 10}:
            continue
        found, held = analysis.values((one, other), up), two(one, other)
        plain = (stand(held[0], up), hit(*held, up), double(*held, up))
        assert (found.stand, found.hit, found.double) == pytest.approx(plain, abs=1e-11), (one, other, up)


def split(pair: int, up: int, aces: object) -> float:
    """The value of the two hands of a split pair, which are independent because no card changes the shoe."""
    worth = 0.0
    for card, chance in CHANCE.items():
        held = two(pair, card)
        choices = [stand(held[0], up)]
        if held[0] < 21 and (pair > 1 or aces):
            choices.append(hit(*held, up))
        if held[0] < 21 and (pair > 1 or aces == "and_double"):
            choices.append(double(*held, up))
        worth += chance * max(choices)
    return 2 * worth


@pytest.mark.parametrize("aces", [False, True, "and_double"])
def test_a_split_is_twice_one_hand(aces: object) -> None:
    analysis = analysis_of(layout(hit_split_aces=aces))
    for pair, up in product(CHANCE, CHANCE):
        assert analysis.values((pair, pair), up).split == pytest.approx(split(pair, up, aces), abs=1e-10), (pair, up)


def test_2_2_a_the_report_says_that_it_is_analysis_only() -> None:
    report = price(layout())
    row = report["blackjack"]
    assert "for analysis only" in row.note
    assert row.house_edge > price(layout(decks=8))["blackjack"].house_edge
    assert sum(one.probability for one in row.outcomes) == pytest.approx(1)
    mean = sum(float(Fraction(one.net)) * one.probability for one in row.outcomes)
    assert mean == pytest.approx(-row.house_edge, abs=1e-9)
    assert report["insurance"].exact == "1/13"
    assert "match_dealer" not in {one.id for one in report.wagers}


def test_2_2_a_infinite_decks_are_neither_permitted_nor_dealt_nor_simulated() -> None:
    with pytest.raises(Unlawful, match=r"2\.2\(a\).*decks is infinite"):
        Layout.of("blackjack", options={"decks": "infinite"})
    with pytest.raises(ValueError, match=r"infinite decks can be priced but not dealt.*2\.2\(a\)"):
        game_on(layout()).opening()
    with pytest.raises(ValueError, match=r"infinite decks can be priced but not simulated.*2\.2\(a\)"):
        kernel_of(layout())
