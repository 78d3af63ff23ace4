"""Pay table rows, by name."""

import pytest

from pitboss.hands import (
    BADUGI,
    DEUCE_TO_SEVEN,
    FIVE_CARD,
    FOUR_CARD,
    ONE_CARD,
    THREE_CARD,
    THREE_CARD_ROYAL,
    Order,
    floor_of,
)


@pytest.mark.parametrize(
    ("row", "order", "least"),
    [
        ("royal_flush", FIVE_CARD, "royal flush"),
        ("straight_flush", FIVE_CARD, "five-high straight flush"),
        ("pair_of_jacks_or_better", FIVE_CARD, "pair of jacks, four-three-two"),
        ("jacks_or_better", FIVE_CARD, "pair of jacks, four-three-two"),
        ("pair_of_sixes_to_tens", FIVE_CARD, "pair of sixes, four-three-two"),
        ("pair_of_aces", FOUR_CARD, "pair of aces, three-two"),
        ("ace_king_high", FIVE_CARD, "ace high, king-four-three-two"),
        ("queen high", THREE_CARD, "queen high, three-two"),
        ("mini_royal", THREE_CARD_ROYAL, "mini-royal"),
        ("high_card", THREE_CARD, "five high, three-two"),
        ("pair_or_less", THREE_CARD, "five high, three-two"),
        ("a full house", FIVE_CARD, "full house, twos over threes"),
        ("flush or better", FIVE_CARD, "seven-high flush, five-four-three-two"),
        ("A-K-J-8-3", FIVE_CARD, "ace high, king-jack-eight-three"),
        ("Q-6-4 or better", THREE_CARD, "queen high, six-four"),
        ("10-7 high", FIVE_CARD, "ten high, seven-four-three-two"),
        ("eight_high", DEUCE_TO_SEVEN, "eight-seven low, six-five-three"),
    ],
)
def test_a_row_of_a_pay_table_is_a_floor(row: str, order: Order, least: str) -> None:
    floor = floor_of(row, order)
    assert floor is not None
    assert order.describe(floor, full=True) == least


@pytest.mark.parametrize(
    ("row", "order"),
    [
        ("mini_royal", THREE_CARD),
        ("six_card_royal", THREE_CARD),
        ("bad_beat", FIVE_CARD),
        ("purples_or_better", FIVE_CARD),
        ("queen", FIVE_CARD),
        ("2-2", FIVE_CARD),
        ("ace_king_high", ONE_CARD),
        ("pair_of_aces", BADUGI),
        ("", FIVE_CARD),
    ],
)
def test_a_row_that_no_rank_makes_has_no_floor(row: str, order: Order) -> None:
    assert floor_of(row, order) is None
