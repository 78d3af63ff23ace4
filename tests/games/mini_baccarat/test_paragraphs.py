"""One test per paragraph of subchapter 7 that other tests cover only in combination.

`make mutation GAME=mini-baccarat` breaks each paragraph, and a test here must then fail.
"""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, cards
from pitboss.families.baccarat.coup import Rules
from pitboss.table import Settled
from pitboss.table.script import BadScript
from pitboss.table.state import replace
from pitboss.table.steps import AskCard, AskShuffle, Said

from .test_rules import BURNED, SIT, Played

NATURAL = "cards 9c 5d 9h 3c"
"""A tie at 8 with two cards each."""


def test_7_1_decks_are_six_or_more() -> None:
    assert Layout.of("mini-baccarat", options={"decks": 6}).option("decks") == 6
    with pytest.raises(ValueError, match=r"decks is 5; permitted: a whole number, 6 or more"):
        Layout.of("mini-baccarat", options={"decks": 5})
    played = Played(SIT, "1: tie 10", BURNED, "card 6c", decks=6)
    assert played.state.shoe.size == 6 * 52


def test_7_1_values_are_the_number_one_for_the_ace_nothing_for_tens_and_faces() -> None:
    rules = Rules(Layout.of("mini-baccarat"))
    found = {card.rank.letter: rules.value(card) for card in CARDS[:52]}
    assert found == {str(number): number for number in range(2, 10)} | dict.fromkeys("TJQK", 0) | {"A": 1}


def test_7_2_list_of_wagers_is_all_there_is() -> None:
    Played(SIT, "refused by 7.2 1: any_pair 5", "refused by 7.2 1: perfect 5", "1: tie 5")


def test_7_5_shuffle_comes_before_the_first_round_of_a_shoe_and_not_before_the_second() -> None:
    played = Played(SIT, "1: tie 10", BURNED, NATURAL, "1: tie 10", NATURAL)
    assert [step.section for step in played.steps if isinstance(step, AskShuffle)] == ["7.5"]


@pytest.mark.parametrize(
    ("first", "burned"), [("As 2c", 1), ("3s 2c 3c 4c", 3), ("Ks 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", 10)]
)
def test_7_5_burn_is_of_as_many_cards_as_the_first_one_says(first: str, burned: int) -> None:
    played = Played(SIT, "1: tie 10", f"cards {first}", "card 6c")
    asked = [step for step in played.steps if isinstance(step, AskCard) and step.section == "7.5"]
    assert len(asked) == 1 + burned
    assert any(step.section == "7.5" for step in played.steps if isinstance(step, Said))


def test_7_8_third_card_is_at_most_one_to_each_hand_the_players_first() -> None:
    played = Played(SIT, "1: tie 10", BURNED, "cards 4c Ad Kh 2c Ks 3d")
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert len(asked) == 2 + 6
    assert asked[-2:] == [("7.8", "Player's Hand"), ("7.8", "Banker's Hand")]


def test_7_9_natural_is_8_or_9_in_two_cards_and_ends_the_dealing() -> None:
    played = Played(SIT, "1: tie 10", BURNED, NATURAL)
    assert len([step for step in played.steps if isinstance(step, AskCard)]) == 2 + 4
    assert "7.9" in {step.section for step in played.steps}


@pytest.mark.parametrize(("event", "kept"), [("card_on_natural", 1), ("card_on_natural_seen", 0)])
def test_7_11_card_on_a_natural_is_not_used(event: str, kept: int) -> None:
    played = Played(SIT, "1: player 10", BURNED, "cards Kc Kd 9h 6c", f"throw {event}", "card 5s")
    assert [step.net for step in played.steps if isinstance(step, Settled)] == [10_00]
    assert (played.state.results[0].cards, len(played.state.kept)) == (4, kept)
    with pytest.raises(BadScript, match="natural"):
        Played(SIT, "1: player 10", BURNED, "cards Kc Kd 7h 6c", f"throw {event}")


def test_7_11_wrong_call_is_corrected_before_payment() -> None:
    played = Played(SIT, "1: player 10", BURNED, "cards Kc Kd 7h 6c", "throw wrong_call")
    assert played.said("7.11")[-2:] == ["The Player's Hand: K♣ 7♥, 7.", "The Banker's Hand: K♦ 6♣, 6."]
    assert [step.net for step in played.steps if isinstance(step, Settled)] == [10_00]
    with pytest.raises(BadScript):
        Played(SIT, "1: player 10", "interrupt wrong_call")


def test_7_5_cutting_card_is_at_least_fourteen_from_the_end_and_within_the_shoe() -> None:
    for end in (14, 415):
        assert Layout.of("mini-baccarat", options={"cut_card_from_end": end}).option("cut_card_from_end") == end
    for end in (13, 416):
        with pytest.raises(ValueError, match=r"7\.5.*cut_card_from_end"):
            Layout.of("mini-baccarat", options={"cut_card_from_end": end})


def test_7_10_scoreboard_has_six_rows_and_forgets_rounds_older_than_120() -> None:
    played = Played(SIT, "1: tie 10", BURNED, NATURAL)
    game, state = played.dealer.game, played.state
    assert game.scoreboards(state).rows == 6
    old = replace(state, results=state.results * 120, player=cards("9c 5d"), banker=cards("9h 3c"))
    assert len(next(game.settle(old)).state.results) == 120
