"""A known hole card at twenty-one, against a plain recursion over small shoes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

from pitboss.families.twenty_one.price.exposures import Exposures, KnownDealer
from pitboss.library.layouts import layout
from pitboss.library.protection import protect
from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.terms import Terms

Shoe = tuple[int, ...]


def total_of(hand: Sequence[int]) -> tuple[int, bool]:
    hard = sum(hand)
    soft = 1 in hand and hard + 10 <= 21
    return hard + 10 * soft, soft


def drawn(shoe: Shoe) -> list[tuple[int, Fraction, Shoe]]:
    size = sum(shoe)
    return [
        (rank + 1, Fraction(count, size), (*shoe[:rank], count - 1, *shoe[rank + 1 :]))
        for rank, count in enumerate(shoe)
        if count
    ]


def player_against(dealer: tuple[int, int], shoe: Shoe, hits_soft_17: bool) -> Fraction:
    """The expectation of a player who knows both cards of the dealer, with hits and doubles of two cards."""

    @cache
    def dealer_result(hand: tuple[int, ...], left: Shoe, own: int) -> Fraction:
        total, soft = total_of(hand)
        if total > 21:
            return Fraction(1)
        if total < 17 or (total == 17 and soft and hits_soft_17):
            return sum(
                (chance * dealer_result(tuple(sorted((*hand, card))), rest, own) for card, chance, rest in drawn(left)),
                Fraction(),
            )
        return Fraction((own > total) - (own < total))

    @cache
    def best(hand: tuple[int, ...], left: Shoe) -> Fraction:
        total, _ = total_of(hand)
        if total > 21:
            return Fraction(-1)
        values = [dealer_result(dealer, left, total)]
        if total < 21:
            after = [(chance, tuple(sorted((*hand, card))), rest) for card, chance, rest in drawn(left)]
            values.append(sum((chance * best(more, rest) for chance, more, rest in after), Fraction()))
            if len(hand) == 2:
                stood = (
                    chance * (-1 if total_of(more)[0] > 21 else dealer_result(dealer, rest, total_of(more)[0]))
                    for chance, more, rest in after
                )
                values.append(2 * sum(stood, Fraction()))
        return max(values)

    found = Fraction()
    for first, one, left in drawn(shoe):
        for second, other, rest in drawn(left):
            blackjack = {first, second} == {1, 10}
            found += one * other * (Fraction(3, 2) if blackjack else best(tuple(sorted((first, second))), rest))
    return found


@pytest.mark.parametrize("dealer", [(10, 6), (10, 10), (1, 6), (1, 1), (5, 5), (2, 3)])
@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_a_known_hole_card_is_worth_what_a_plain_recursion_finds(dealer: tuple[int, int], hits_soft_17: bool) -> None:
    shoe = [2, 1, 1, 1, 2, 1, 1, 1, 1, 4]
    terms = Terms(blackjack_pays=Fraction(3, 2), hit_soft_17=hits_soft_17, splitting=False, max_split_hands=2)
    left = list(shoe)
    for card in dealer:
        left[card - 1] -= 1
    if min(left) < 0:
        pytest.skip("the shoe does not have these cards")
    known = KnownDealer(Analysis(terms, shoe), dealer[0] - 1, dealer[1] - 1)
    assert known.value == pytest.approx(float(player_against(dealer, tuple(left), hits_soft_17)), abs=1e-12)


def test_first_cards_together_are_worth_the_whole_round() -> None:
    """What the player's first card and the dealer's up card tell adds up to the value of perfect play."""
    table = Exposures(layout("blackjack"))
    for by_up in (False, True):
        signals = table.signals(by_up)
        mean = sum(one.weight * one.values["bet"] for one in signals)
        assert float(mean) == pytest.approx(table.usual, abs=1e-9)


def test_a_hole_card_turns_the_house_edge_into_a_large_advantage_for_the_player() -> None:
    (found,) = protect("blackjack", exposures="dealer_card").exposures
    assert 0.10 < found.edge < 0.14
    assert found.method == "exact"
    assert [each.id for each in found.irregularities] == ["reader_misused_seen"]
