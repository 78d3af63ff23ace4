"""One test per paragraph of subchapter 3 that other tests cover only in combination.

`make mutation GAME=baccarat-punto-banco` breaks each paragraph, and a test here must then fail.
"""

from pitboss.equipment import cards
from pitboss.families.baccarat.coup import Rules
from pitboss.table.steps import AskShuffle

from .table import BURNED, Played, everything

SIT = "1: sit Ann 1000"
TIE = "cards 9c 5d 9h 3c"


def test_3_1_c_a_hand_counts_the_right_digit_of_its_total_never_ten_or_more() -> None:
    rules = Rules(everything())
    counts = {text: rules.point_count(list(cards(text))) for text in ("9c 9d", "5c 5d", "9c 9d 9h", "Kc 4d 3h")}
    assert counts == {"9c 9d": 8, "5c 5d": 0, "9c 9d 9h": 7, "Kc 4d 3h": 7}


def test_3_2_a_list_of_wagers_is_all_there_is() -> None:
    refused = Played(SIT, "refused by 3.2(a) 1: any_pair 5", "1: tie 5", "1: player 5", "1: banker 5").refused
    assert len(refused) == 1


def test_3_5_shuffle_is_of_a_new_shoe_and_not_of_every_round() -> None:
    played = Played(SIT, "1: tie 10", BURNED, TIE, "1: tie 10", TIE)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["3.5"]
    assert played.said("3.5")[0].startswith("The cards are shuffled")
