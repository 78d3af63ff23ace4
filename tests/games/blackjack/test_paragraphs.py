"""One test per paragraph of subchapter 2 that other tests cover only in combination.

`make mutation GAME=blackjack` breaks each paragraph, and a test here must then fail.
"""

import pytest

from pitboss.table import AskCard

from .test_rules import BURNED, deal


@pytest.mark.parametrize(
    ("chosen", "wager", "hand", "net"),
    [
        ("over_under", "over_13", "Kh 6d 4h", "+1"),
        ("over_under", "over_13", "Kh 6d 3h", "-1"),
        ("over_under", "under_13", "Kh 6d 2h", "+1"),
        ("over_under", "under_13", "Kh 6d 3h", "-1"),
        ("same_suit", "same_suit", "Kh 6d Qh", "+25"),
        ("same_suit", "same_suit", "2h 6d Qh", "+2.50"),
        ("sevens", "sevens", "7s 6d 8s", "+3"),
    ],
)
def test_2_17_b_winning_cards_of_the_additional_wagers(chosen: str, wager: str, hand: str, net: str) -> None:
    deal(
        f"1: blackjack 10\n1: {wager} 1\n{BURNED}cards {hand} Td\nsettles 1: {wager} 1 {net}\n",
        f"additional_wager={chosen}",
    )


@pytest.mark.parametrize(("hand", "net"), [("Kh 6d Qh", "+10"), ("2h 6d Qh", "+3")])
def test_2_17_b_the_other_table_of_the_same_suit_wager(hand: str, net: str) -> None:
    text = f"1: blackjack 10\n1: same_suit 1\n{BURNED}cards {hand} Td\nsettles 1: same_suit 1 {net}\n"
    deal(text, "additional_wager=same_suit", "same_suit_table=alternative")


EIGHTS = "1: blackjack 10\n" + BURNED + "cards 8s 6d 8h Td\n1: split\ncards 3s\n"


def test_2_11_c_first_of_two_split_hands_is_completed_before_the_other_gets_a_card() -> None:
    split = deal(EIGHTS)
    assert split.ask.choices == ("stand", "draw", "double")
    both = deal(EIGHTS + "1: double\ncards 2c\ncards 9h\n")
    assert [(step.to, step.section) for step in both.steps if isinstance(step, AskCard)][-3:] == [
        ("box 1, hand 1", "2.11(c)"),
        ("box 1, hand 1", "2.10"),
        ("box 1, hand 2", "2.11(c)"),
    ]
    assert [wager.amount for wager in both.state.wagers] == [10_00, 10_00, 10_00]
