"""One test per paragraph of Subchapter 16 that other tests cover only in combination.

`make mutation GAME=caribbean-stud` breaks each paragraph, and a test here must then fail.
"""

from datetime import date

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.rules import rules_of
from pitboss.table import AskCard, AskDecision, AskShuffle, Said, Settled, view
from tests.shared.played_script import held

from .test_rules import DEALER, FLUSH, LOW, NO_HAND, PAIR, SIT, Played, antes

AROUND = "Th 9c Ac  8d 9d Kd  6c 4s 7c  4h 3d 5s  2c 2d 3s"
"""LOW, PAIR and DEALER, dealt one card at a time to two players and the dealer."""


def by_hand(cards: str = AROUND) -> Played:
    """Return a table at which two players and the dealer have five cards each."""
    played = Played(*SIT[:2], *antes(1, 2), f"cards {cards}", dealing_method="hand")
    assert isinstance(played.dealer.ask, AskDecision)
    return played


def count_cards(played: Played, number: int) -> tuple[int, int, int, int]:
    """Count each player's cards, and the dealer's face up and face down, after `number` cards have been dealt."""
    states = [step.state for step in played.steps if isinstance(step, AskCard)]
    state = states[number] if number < len(states) else played.state
    return len(state.hand(1).all), len(state.hand(2).all), len(state.dealer), len(state.dealer_down)


# ---- 16.2, 16.4: the cards


def test_16_2_deck_is_one_of_52_cards() -> None:
    played = Played(SIT[0], *antes(1), f"cards {LOW} {DEALER}")
    assert (played.state.shoe.size, played.state.shoe.dealt) == (52, 10)


def test_16_2_second_deck_alternates_with_a_shuffler() -> None:
    one = (*antes(1), f"cards {LOW} {DEALER}", "1: fold")
    played = Played(SIT[0], *one, *one, second_deck="true")
    decks = [step.state.deck for step in played.steps if isinstance(step, AskDecision)]
    assert decks == [1, 0]
    assert ("16.2", "The decks change places.") in played.said
    with pytest.raises(ValueError, match="a second deck may be used only with an automated shuffling device"):
        Played(SIT[0], second_deck="true", shuffler="false", dealing_method="manual_shoe")


def test_16_4_shuffle_comes_before_every_round() -> None:
    one = (*antes(1), f"cards {LOW} {DEALER}", "1: fold")
    shuffles = [step for step in Played(SIT[0], *one, *one).steps if isinstance(step, AskShuffle)]
    assert [step.section for step in shuffles] == ["16.4"] * 2


# ---- 16.7: the manual shoe


def test_16_7_manual_shoe_deals_in_the_same_order() -> None:
    played = Played(*SIT[:2], *antes(1, 2), f"cards {AROUND}", dealing_method="manual_shoe")
    asked = [(step.section, step.to) for step in played.steps if isinstance(step, AskCard)]
    assert asked == [("16.7", to) for to in ("position 1", "position 2", "dealer")] * 5


def test_16_7_closing_by_no_more_bets_and_the_lock_out_button() -> None:
    played = Played(SIT[0], *antes(1), "cards Th", "refused by 16.7 1: ante 10", dealing_method="manual_shoe")
    assert ("16.7", "No more bets.") in played.said
    assert ("16.7", "The lock-out button is pressed.") in played.said


def test_16_7_stub_is_counted_in_every_fifth_round_and_a_wrong_count_is_dealt_with() -> None:
    cards = "cards Th Ac 8d Kd 6c 7c 4h 5s 2c 3s"
    played = Played(SIT[0], *([*antes(1), cards, "1: fold"] * 5), dealing_method="manual_shoe")
    stubs = [(section, text.startswith("The stub is counted")) for section, text in played.said if "stub" in text]
    assert stubs == [("16.7", False)] * 4 + [("16.7", True)]
    wrong = Played(SIT[0], *antes(1), cards, "interrupt stub_counts_wrong", dealing_method="manual_shoe")
    assert wrong.settled == [("16.7", 1, "ante", "void")]


# ---- 16.8, 16.9: from the hand, from an automated shoe


def test_16_8_b_dealing_from_the_hand_cites_16_8() -> None:
    assert {step.section for step in by_hand().steps if isinstance(step, AskCard)} == {"16.8(c)"}


def test_16_8_c_1_a_card_face_down_to_each_player() -> None:
    played = by_hand()
    assert count_cards(played, 2) == (1, 1, 0, 0)
    assert view(played.state, 2)["hands"][0]["down"] == ["??"] * 5


def test_16_8_c_2_a_card_face_up_to_the_dealer() -> None:
    played = by_hand()
    assert count_cards(played, 3) == (1, 1, 1, 0)
    assert played.state.dealer == held("Ac")


def test_16_8_c_3_a_second_card_to_each_player() -> None:
    assert count_cards(by_hand(), 5) == (2, 2, 1, 0)


def test_16_8_c_4_the_dealers_next_card_lies_face_down() -> None:
    assert count_cards(by_hand(), 6) == (2, 2, 1, 1)


def test_16_8_c_5_the_third_to_fifth_cards() -> None:
    played = by_hand()
    assert [count_cards(played, number) for number in (9, 12, 15)] == [(3, 3, 1, 2), (4, 4, 1, 3), (5, 5, 1, 4)]
    assert (played.state.hand(1).all, played.state.hand(2).all) == (held(LOW), held(PAIR))


def stub_announcements(method: str) -> list[tuple[str, bool]]:
    one = [*antes(1), "cards Th 8d 6c 4h 2c Ac Kd 7c 5s 3s", "1: fold"]
    played = Played(SIT[0], *(one * 10), dealing_method=method)
    return [(section, "is counted" in text) for section, text in played.said if "stub" in text]


def test_16_8_e_the_stub_is_counted_once_in_five_rounds() -> None:
    assert stub_announcements("hand") == ([("16.8(d)", False)] * 4 + [("16.8(e)", True)]) * 2


def test_16_9_e_the_stub_is_counted_once_in_five_rounds() -> None:
    assert stub_announcements("automated_shoe") == ([("16.9(d)", False)] * 4 + [("16.9(e)", True)]) * 2


def test_16_9_a_an_automated_shoe_deals_stacks_of_five() -> None:
    played = Played(*SIT[:2], *antes(1, 2), f"cards {LOW} {PAIR} {DEALER}")
    asked = [step.to for step in played.steps if isinstance(step, AskCard)]
    assert asked == [to for to in ("position 1", "position 2", "dealer") for _ in range(5)]


def test_16_9_b_dealing_from_an_automated_shoe_cites_16_9() -> None:
    played = Played(SIT[0], *antes(1), f"cards {LOW} {DEALER}", dealing_method="automated_shoe")
    assert {step.section for step in played.steps if isinstance(step, AskCard)} == {"16.9(c)"}


def assert_stub_unseen(method: str, section: str) -> None:
    played = Played(SIT[0], *antes(1), "cards Th 8d 6c 4h 2c Ac Kd 7c 5s 3s", dealing_method=method)
    assert (section, "The stub goes to the discard rack, unseen.") in played.said


def test_16_8_d_the_stub_goes_to_the_rack_unseen() -> None:
    assert_stub_unseen("hand", "16.8(d)")


def test_16_9_d_the_stub_goes_to_the_rack_unseen() -> None:
    assert_stub_unseen("automated_shoe", "16.9(d)")


# ---- 16.10: the showdown


def test_16_10_d_the_hole_cards_are_turned_when_all_have_decided() -> None:
    played = Played(*SIT[:2], *antes(1, 2), f"cards {LOW} {PAIR} {DEALER}", "1: bet")
    assert len(played.state.dealer_down) == 4
    played = Played(*SIT[:2], *antes(1, 2), f"cards {LOW} {PAIR} {DEALER}", "1: bet", "2: bet")
    turned = [step for step in played.steps if isinstance(step, Said) and step.section == "16.10(d)"]
    assert [len(step.state.dealer) for step in turned] == [5]


def test_16_10_f_without_a_qualifying_hand_it_is_called() -> None:
    played = Played(SIT[0], *antes(1), f"cards {PAIR} {NO_HAND}", "1: bet")
    assert ("16.10(f)", "No hand.") in played.said
    assert "No hand." not in dict(Played(SIT[0], *antes(1), f"cards {PAIR} {DEALER}", "1: bet").said).values()


# ---- 16.11, 16.12: the progressive wager


@pytest.fixture
def award() -> list[tuple[str, str]]:
    """Return the announcements and settlements for a flush with a progressive wager, in order."""
    played = Played(SIT[0], *antes(1, progressive=True), f"cards {FLUSH} {DEALER}", "1: bet")
    return [
        (step.section, step.text if isinstance(step, Said) else f"{step.wager.kind} {step.net // 100}")
        for step in played.steps
        if isinstance(step, (Said, Settled))
    ]


def test_16_11_a_the_progressive_wager_is_paid_by_its_own_section(award: list[tuple[str, str]]) -> None:
    assert ("16.11(a)", "progressive 49") in award


def test_16_11_b_1_to_3_hand_light_and_a_supervisor_come_before_the_payment(award: list[tuple[str, str]]) -> None:
    said = ("16.11(b)", "The hand and the light are verified, and a supervisor validates the award.")
    assert award.index(said) < award.index(("16.11(a)", "progressive 49"))
    lost = Played(SIT[0], *antes(1, progressive=True), f"cards {LOW} {DEALER}", "1: bet")
    assert said not in lost.said


def test_16_12_a_odds_are_stated_with_to_or_win_never_for() -> None:
    rules, day = rules_of("caribbean-stud"), date(2005, 6, 1)
    for word in ("to", "win"):
        assert not findings(rules, day, {}, {"bet.flush": f"6 {word} 1"}, None)
    found = findings(rules, day, {}, {"bet.flush": "6 for 1"}, None)
    assert [(one.section, one.kind) for one in found] == [("16.12(a)", "not permitted")]


# ---- 16.6, 16.10(f)


def test_16_6_closing_is_by_the_first_card_and_only_the_listed_wagers_are_taken() -> None:
    assert "no wager 'field'" in Played(SIT[0], "1: ante 10", "refused 1: field 10").refusals[0]
    removed = Played(SIT[0], "1: ante 10", "1: remove ante")
    assert removed.state.wagers == ()
    assert removed.dealer.ask is not None
    assert removed.dealer.ask.section == "16.6"
    late = Played(SIT[0], *antes(1), "cards Th", "refused 1: ante 10", "refused 1: remove ante")
    assert len(late.refusals) == 2
    assert [wager.amount for wager in late.state.wagers] == [10_00]


def test_16_10_f_4_cards_are_collected_when_the_dealer_has_no_hand() -> None:
    collected = "The cards and the rest of the deck go to the discard rack."
    for dealers, section in ((NO_HAND, "16.10(f)4"), (DEALER, "16.10(e)3")):
        played = Played(SIT[0], *antes(1), f"cards {LOW} {dealers}", "1: bet")
        assert [cited for cited, text in played.said if text == collected] == [section]
