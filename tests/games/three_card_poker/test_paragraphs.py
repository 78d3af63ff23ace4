"""One test per paragraph of Subchapter 20 that other tests cover only in combination.

`make mutation GAME=three-card-poker` breaks each paragraph, and a test here must then fail.
"""

import pytest

from pitboss.table import AskCard, AskShuffle, Settled
from pitboss.table.script import BadScript
from tests.shared.played_script import held

from .test_rules import SIT, Played

ONE = ("1: ante 10", "cards Qs 6d 4c Jh Tc 8d", "1: fold")


def assert_dealt_singly(method: str, section: str) -> None:
    played = Played(*SIT[:2], "1: ante 10", "2: ante 10", "cards Qs 8s Jh 6d 8d Tc 4c 3c 8c", dealing_method=method)
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [(section, to) for to in ("position 1", "position 2", "dealer")] * 3
    assert played.state.hand(1).all == held("Qs 6d 4c")


def test_20_2_deck_is_one_of_52_cards() -> None:
    played = Played(SIT[0], *ONE[:2])
    assert (played.state.shoe.size, played.state.shoe.dealt) == (52, 6)


def test_20_5_shuffle_comes_before_every_round() -> None:
    played = Played(SIT[0], *ONE, *ONE)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["20.5"] * 2


def test_20_7_manual_shoe_deals_one_card_at_a_time() -> None:
    assert_dealt_singly("manual_shoe", "20.7")


def test_20_8_hand_deals_the_same_and_its_stub_is_counted_once_in_five_rounds() -> None:
    assert_dealt_singly("hand", "20.8")
    played = Played(SIT[0], *(ONE * 5), dealing_method="hand")
    stubs = [(section, "is counted" in text) for section, text in played.said if "stub" in text]
    assert stubs == [("20.8", False)] * 4 + [("20.8", True)]


def test_20_11_even_money_for_ante_and_play() -> None:
    played = Played(SIT[0], "1: ante 10", "cards Qs Qd 4c Qh Tc 8d", "1: play")
    won = {step.wager.kind: step.net for step in played.steps if isinstance(step, Settled)}
    assert won == {"ante": 10_00, "play": 10_00}


def test_20_12_exposed_dealers_card_voids_all_hands_until_every_player_has_decided() -> None:
    played = Played(
        *SIT[:2], "1: ante 10", "2: ante 10", "cards Qs 6d 4c 8s 8d 3c Jh Tc 8c", "interrupt dealer_card_exposed"
    )
    assert [(section, result) for section, _, _, result in played.settled] == [("20.12", "void")] * 2
    with pytest.raises(BadScript):
        Played(SIT[0], "1: ante 10", "interrupt dealer_card_exposed")
