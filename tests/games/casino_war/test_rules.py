"""The rules of Subchapter 22, section by section, beyond the worked examples."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import SeededSource
from pitboss.games.casino_war.round import WarState
from pitboss.table import Action, Dealer, Refused, game_on
from pitboss.table.script import play_script
from pitboss.table.steps import AskShuffle, Said
from tests.shared.played_script import in_order

HEAD = "game casino-war\non 2006-06-01\n"
ANN = "1: sit Ann 1000\n1: initial 10\n"
BEFORE = HEAD + ANN + "cards Kc 9d  # a round from a new shoe\n= 1: +10\n"
WAR = "cards 7c 7d\n1: war\n"


def said(script: str) -> list[str]:
    """Return every announcement made while a script is played."""
    lines: list[str] = []
    play_script(script, watch=lambda step: lines.append(step.text) if isinstance(step, Said) else None)
    return lines


@pytest.mark.parametrize("decks", [1, 5, 9])
def test_22_2_only_six_to_eight_decks(decks: int) -> None:
    with pytest.raises(Unlawful, match=r"22\.2"):
        Layout.of("casino-war", options={"decks": decks})


def test_22_2_six_seven_or_eight_decks_and_six_by_default() -> None:
    texts = [said(f"{HEAD}{choice}{ANN}cards Kc 9d\n")[0] for choice in ("", "set decks=7\n", "set decks=8\n")]
    assert texts == [f"The cards are shuffled: {decks} decks." for decks in (6, 7, 8)]


@pytest.mark.parametrize("positions", [0, 10])
def test_22_2_one_to_nine_positions(positions: int) -> None:
    with pytest.raises(Unlawful, match=r"22\.2.*1 to 9"):
        Layout.of("casino-war", options={"positions": positions})


@pytest.mark.parametrize(("positions", "last"), [(7, 7), (9, 9), (1, 1)])
def test_22_2_as_many_play_as_there_are_positions(positions: int, last: int) -> None:
    dealer = Dealer(game_on(Layout.of("casino-war", options={"positions": positions})), SeededSource(1))
    dealer.act(last, Action("sit", amount=100_00))
    with pytest.raises(Refused, match=f"positions 1 to {last}"):
        dealer.act(last + 1, Action("sit", amount=100_00))


@pytest.mark.parametrize(("lower", "higher"), list(pairwise("23456789TJQKA")))
def test_22_3_ranks_from_two_to_ace(lower: str, higher: str) -> None:
    play_script(
        f"{BEFORE}1: initial 10\ncards {higher}c {lower}d\n= 1: +10\n1: initial 10\ncards {lower}c {higher}c\n= 1: -10"
    )


def test_22_5_cards_are_shuffled_then_cut_then_the_cutting_card_goes_in() -> None:
    assert said(BEFORE)[:3] == [
        "The cards are shuffled: 6 decks.",
        "The cards are cut.",
        "The cutting card goes in with 78 cards behind it.",
    ]
    assert sections(BEFORE)["The cards are cut."] == "22.5"


def test_22_5_the_shoe_ends_with_the_round_in_which_the_cutting_card_comes_out() -> None:
    dealer = Dealer(game_on(Layout.of("casino-war")), SeededSource(4))
    dealer.act(1, Action("sit", amount=10**9))
    shuffles: list[WarState] = []
    while len(shuffles) < 2:
        ask = dealer.ask
        assert ask is not None
        if isinstance(ask, AskShuffle):
            assert isinstance(ask.state, WarState)
            shuffles.append(ask.state)
        dealer.next(lambda _, ask: (1, Action("make", "initial", 1000)) if not ask.state.wagers else None)
    shoe = shuffles[1].shoe
    assert shoe is not None
    assert 78 - 10 < shoe.left <= 78
    assert shuffles[1].finished
    assert not shuffles[1].wagers, "the cards are shuffled before wagers are made"


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("22.6", "refused by 22.6 1: tie 5"),
        ("22.6", "refused by 22.6 1: initial 0"),
        ("22.8", "refused by 22.8 1: war 10"),
        ("22.8", "refused by 22.8 1: war_tie 10"),
        ("22.6", "refused by 22.6 1: initial 10.01"),
        ("22.6", "1: initial 10\nrefused by 22.6 1: tie 5 coupon 5"),
        ("22.6", "1: initial 10\nrefused by 22.6 1: off initial"),
        ("22.8", "refused by 22.8 1: surrender"),
        ("22.6", "1: initial 10\ncards 7c 7d\nrefused by 22.6 1: war 5"),
        ("22.8", "1: initial 10\ncards 7c 7d\nrefused by 22.8 1: stand"),
        ("22.6", "1: initial 10\ncards 7c 7d\nrefused by 22.6 1: war_tie 2000"),
        ("22.8", "1: initial 10\ncards 7c 7d\n1: war\nrefused by 22.8 1: surrender"),
    ],
)
def test_22_6_and_8_wagers_out_of_their_time_are_refused(section: str, line: str) -> None:
    play_script(f"{HEAD}1: sit Ann 1000\n{line}\n")


def test_22_6_without_an_initial_wager_the_tie_wager_comes_back() -> None:
    play_script(f"{HEAD}{ANN}1: tie 5\n1: remove initial\n2: sit Bob 100\n2: initial 10\ncards Kc 9d\n= 1: 0\n")


def sections(script: str) -> dict[str, str]:
    """Return the section of each announcement or question."""
    texts: dict[str, str] = {}
    play_script(script, watch=lambda step: texts.update({getattr(step, "text", "") or step.kind: step.section}))
    return texts


def test_22_7_one_card_each_then_burn_cards_and_one_card_of_the_dealer_for_all_wars() -> None:
    war = "cards 2c 3c 4c\ncards 9c 8c\ncards 2d 3d 4d\ncard 9h\n"
    texts = sections(
        f"{HEAD}{ANN}2: sit Bob 100\n2: initial 10\ncards 7c 7h 7d\n1: war\n2: war\n{war}= 1: +20\n= 2: -20\n"
    )
    assert [text for text, section in texts.items() if section == "22.7" and ": " in text] == [
        "Position 1: 7♣.",
        "Position 2: 7♥.",
        "The dealer: 7♦.",
        "Position 1: 9♣.",
        "Position 2: 8♣.",
        "The dealer: 9♥.",
    ]
    assert texts["3 cards are burned."] == "22.7"


def test_22_8_comparison_surrender_and_settlement_cite_their_sections() -> None:
    texts = sections(f"{HEAD}{ANN}cards 7c 7d\n1: surrender\n1: initial 10\ncards 9c 8d\n1: initial 10\n{WAR}")
    assert texts["Position 1 and the dealer: a tie hand."] == "22.8"
    settled = {text: section for text, section in texts.items() if text.startswith("Initial wager $10")}
    assert settled == {"Initial wager $10 gives up $5": "22.8", "Initial wager $10 wins $10 at 1 to 1": "22.8"}
    lost = sections(f"{HEAD}{ANN}{WAR}cards 2c 3c 4c\ncard 8c\ncards 2d 3d 4d\ncard 9h\n= 1: -20\n")
    assert [lost[text] for text in ("War wager $10 loses", "Initial wager $10 loses")] == ["22.8", "22.8"]


def test_22_8_hands_are_compared_from_the_dealers_left_and_the_tie_wager_follows_the_initial_wager() -> None:
    laid = "".join(f"{number}: sit P{number} 1000\n{number}: initial 10\n{number}: tie 5\n" for number in (3, 1, 2))
    wars = "cards 2c 3c 4c\ncards 9c 8c\ncards 2d 3d 4d\ncard 9h\n"
    assert in_order(f"{HEAD}{laid}cards 7c Kc 7h 7d\n1: war\n3: war_with_tie\n{wars}") == [
        "1 tie wins",
        "1 is asked",
        "2 initial wins",
        "2 tie loses",
        "3 tie wins",
        "3 is asked",
        "1 war wins",
        "1 initial returned",
        "3 war loses",
        "3 initial loses",
        "3 war_tie loses",
    ]


def test_22_8_before_each_comparison_a_card_too_many_can_be_found() -> None:
    script = f"{HEAD}{ANN}cards 7c 7d\nthrow card_exposed\ncard Kd\n1: war\n"
    script += "cards 2c 3c 4c\ncard 9c\ncards 2d 3d 4d\ncard 8h\nthrow card_exposed\ncard Qd\n= 1: +10\n"
    assert in_order(script, says="is discarded") == [
        "The king of diamonds is discarded.",
        "1 is asked",
        "The queen of diamonds is discarded.",
        "1 war wins",
        "1 initial returned",
    ]


def test_22_8_chips_for_exactly_the_war_wager_are_enough() -> None:
    war = "cards 2c 3c 4c\ncard 9c\ncards 2d 3d 4d\ncard 8h\n"
    play_script(f"{HEAD}1: sit Ann 20\n1: initial 10\ncards 7c 7d\n1: war\n{war}= 1: +10\n")


@pytest.mark.parametrize(("chips", "usual"), [(30, 10), (28, 5), (25, 5), (24, 0)])
def test_22_6_the_default_tie_wager_at_war_uses_the_chips_left_in_whole_steps_within_the_limits(
    chips: int, usual: int
) -> None:
    layout = Layout.of("casino-war", limits=Limits(minimum=5_00, increment=5_00))
    script = f"{HEAD}1: sit Ann {chips}\n1: initial 10\ncards 7c 7d\n"
    play_script(f"{script}{'' if usual else 'refused by 22.8 '}1: war_with_tie\n", layout=layout)
    if usual:
        war = "cards 2c 3c 4c\ncard 5c\ncards 6c 8c 9c\ncard 4d\n"
        play_script(f"{script}1: war_with_tie\n{war}settles 1: war +10, initial 0, war_tie -{usual}\n", layout=layout)


def test_22_8_a_player_who_cannot_match_the_wager_surrenders() -> None:
    play_script(f"{HEAD}1: sit Ann 15\n1: initial 10\ncards 7c 7d\nrefused by 22.8 1: war\n1: surrender\n= 1: -5\n")


def test_22_8_war_with_a_tie_wager_of_the_usual_amount() -> None:
    play_script(
        f"{HEAD}{ANN}cards 7c 7d\n1: war_with_tie\ncards 2c 3c 4c\ncard 5c\ncards 6c 8c 9c\ncard 5d\n= 1: +120\n"
    )


@pytest.mark.parametrize(
    ("script", "tells"),
    [
        ("1: initial 10\nthrow drawn_in_error\ncards Kc 9d\n= 1: +10", "used as the next card"),
        ("1: initial 10\nthrow cards_face_up\n= 1: 0", "the round is void"),
        ("1: initial 10\ncard Kc\nthrow not_enough_cards\n= 1: 0", "the round is void"),
        ("1: initial 10\nthrow card_exposed\ncards 2c Kc 9d\n= 1: +10", "two of clubs is discarded"),
        ("1: initial 10\nthrow card_face_up\ncards 3c Kc 9d\n= 1: +10", "three of clubs is discarded"),
        ("1: initial 10\nthrow late_wager 1\ncards Kc 9d\n= 1: +10", "not accepted"),
        (f"1: initial 10\n{WAR}throw wrong_burn\ncards Kc\ncards 2c 3c 4c\ncard 9d\n= 1: +10", "0 cards are burned"),
        ("1: initial 10\ncards 7c 7d\ninterrupt war_amount_wrong\n1: surrender\n= 1: -5", "The war wager is $10"),
        ("1: initial 10\ncard 4c\nthrow two_cards 1\ncards Kd 3h\n= 1: +10", "king of diamonds is discarded"),
    ],
)
def test_22_10_announced_irregularities_take_effect(script: str, tells: str) -> None:
    assert any(tells in line for line in said(f"{BEFORE}{script}\n"))


@pytest.mark.parametrize("event", ["wrong_burn", "war_amount_wrong 1", "player_missed 1", "player_missed 2"])
def test_22_10_impossible_irregularities_are_refused(event: str) -> None:
    two = "2: sit Bob 100\n1: initial 10\n"
    play_script(f"{BEFORE}{two}card 4c\nrefused by 22.10 interrupt {event}\ncard 3h\n= 1: +10\n")


def test_22_10_only_the_player_who_decides_can_make_a_wrong_war_wager() -> None:
    play_script(f"{BEFORE}2: sit Bob 100\n1: initial 10\ncards 7c 7d\nrefused by 22.10 interrupt war_amount_wrong 2\n")


@pytest.mark.parametrize("event", ["card_exposed", "two_cards 1", "two_cards dealer"])
def test_22_10_an_extra_card_is_burned_even_after_all_cards_are_dealt(event: str) -> None:
    texts = said(f"{BEFORE}1: initial 10\ncards 4c 3h\nthrow {event}\ncard Kd\n= 1: +10\n")
    assert "The king of diamonds is discarded." in texts


def test_22_10_cards_are_reshuffled_after_a_shuffler_jams() -> None:
    dealer = Dealer(game_on(Layout.of("casino-war")), SeededSource(4))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "initial", 1000))
    dealer.close()
    assert isinstance(dealer.ask, AskShuffle)
    dealer.throw("shuffler_jams")
    assert isinstance(dealer.ask, AskShuffle)
    assert dealer.ask.state.wagers


def test_22_9_raised_odds_are_paid() -> None:
    odds = "odds war.tie=3 to 1\nodds tie=12 to 1\nodds initial=2 to 1\n"
    war = "cards 7c 7d\n1: war\ncards 2c 3c 4c\ncard 5c\ncards 6c 8c 9c\ncard 5d\n"
    play_script(f"{HEAD}{odds}{ANN}1: tie 5\n{war}settles 1: tie +60, war +30, initial 0\n")
    play_script(f"{HEAD}{odds}{ANN}cards Kc 9d\nsettles 1: initial +20\n")
