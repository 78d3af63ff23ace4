"""The rules of Subchapter 6, section by section, beyond the worked examples."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.games.red_dog.round import RedDogState
from pitboss.table import Action, Dealer, Refused, game_on
from pitboss.table.script import play_script
from pitboss.table.steps import AskCard, AskShuffle, Said
from tests.shared.played_script import in_order

HEAD = "game red-dog\non 2012-06-01\n"
ANN = "1: sit Ann 1000\n1: initial 10\n"
BEFORE = HEAD + ANN + "card 2s  # burned\ncards Qc Kd  # a push from a new shoe\n= 1: 0\n"


def said(script: str) -> list[str]:
    """Return every announcement made while a script is played."""
    lines: list[str] = []
    play_script(script, watch=lambda step: lines.append(step.text) if isinstance(step, Said) else None)
    return lines


@pytest.mark.parametrize("decks", [0, 9])
def test_6_1_one_to_eight_decks(decks: int) -> None:
    with pytest.raises(Unlawful, match=r"6\.1"):
        Layout.of("red-dog", options={"decks": decks})


@pytest.mark.parametrize("decks", [1, 8])
def test_6_1_one_deck_and_eight_are_lawful(decks: int) -> None:
    texts = said(f"{HEAD}set decks={decks}\n{ANN}card 2s\ncards Qc Kd\n")
    assert texts[0] == f"The cards are shuffled: {decks} deck{'s' if decks > 1 else ''}."


@pytest.mark.parametrize("two", list(pairwise("23456789TJQKA")))
def test_6_1_and_5_neighbouring_ranks_are_consecutive(two: tuple[str, str]) -> None:
    assert any(
        "consecutive, a push" in line for line in said(f"{BEFORE}1: initial 10\ncards {two[0]}c {two[1]}d\n= 1: 0\n")
    )


@pytest.mark.parametrize(("two", "spread"), [("2c Ad", 11), ("Kc Jd", 1), ("9c 4d", 4), ("Ac Td", 3)])
def test_6_1_and_5_the_spread_counts_the_ranks_between_with_the_ace_high(two: str, spread: int) -> None:
    assert any(f"a spread of {spread}," in line for line in said(f"{BEFORE}1: initial 10\ncards {two}\n"))


def test_6_3_the_shoe_ends_with_the_round_in_which_the_cutting_card_comes_out() -> None:
    dealer = Dealer(game_on(Layout.of("red-dog", options={"decks": 1})), SeededSource(4))
    dealer.act(1, Action("sit", amount=10**9))
    shuffles: list[RedDogState] = []
    while len(shuffles) < 2:
        ask = dealer.ask
        assert ask is not None
        if isinstance(ask, AskShuffle):
            assert isinstance(ask.state, RedDogState)
            shuffles.append(ask.state)
        dealer.next(lambda _, ask: (1, Action("make", "initial", 1000)) if not ask.state.wagers else None)
    shoe = shuffles[1].shoe
    assert shoe is not None
    assert 13 - 3 <= shoe.left <= 13
    assert not shuffles[1].wagers, "the cards are shuffled before wagers are made"


def test_6_3_cards_are_shuffled_then_cut_then_the_cutting_card_goes_in_and_one_is_burned() -> None:
    assert said(BEFORE)[:4] == [
        "The cards are shuffled: 6 decks.",
        "The cards are cut.",
        "The cutting card goes in with 78 cards behind it.",
        "1 card is burned.",
    ]
    assert sections(BEFORE)["The cards are cut."] == "6.3"


def test_6_4_the_first_card_of_a_shoe_is_burned_and_two_are_dealt_apart() -> None:
    texts = said(f"{HEAD}{ANN}card 2s\ncards 4c 6d\n1: stand\ncard 5h\n= 1: +50\n")
    assert "1 card is burned." in texts
    assert "4♣ 6♦: a spread of 1, which pays 5 to 1." in texts


def test_6_4_the_first_card_is_on_the_left_and_the_third_in_the_middle() -> None:
    places: list[str] = []
    script = f"{BEFORE}1: initial 10\ncards 5c 8d\n1: stand\ncard 6h\n"
    play_script(script, watch=lambda step: places.append(step.to) if isinstance(step, AskCard) else None)
    assert places[-3:] == ["the left", "the right", "the middle"]


def sections(script: str) -> dict[str, str]:
    """Return the section of each announcement, question or settlement."""
    texts: dict[str, str] = {}
    play_script(script, watch=lambda step: texts.update({getattr(step, "text", "") or step.kind: step.section}))
    return texts


def test_6_4_and_5_the_cards_are_dealt_and_the_wagers_settled_under_their_sections() -> None:
    texts = sections(f"{BEFORE}1: initial 10\ncards 5c 8d\n1: raise 5\ncard 6h\n")
    assert texts["card"] == texts["The third card: 6♥."] == "6.4"
    spread = "5♣ 8♦: a spread of 2, which pays 4 to 1."
    assert (
        texts[spread] == texts["Initial wager $10 wins $40 at 4 to 1"] == texts["Raise $5 wins $20 at 4 to 1"] == "6.5"
    )
    pair = sections(f"{BEFORE}1: initial 10\ncards 9c 9d\ncard 8h\n")
    assert pair["9♣ 9♦: a pair."] == pair["Initial wager $10 is returned"] == "6.5"


@pytest.mark.parametrize("positions", [0, 8])
def test_6_5_one_to_seven_betting_areas(positions: int) -> None:
    with pytest.raises(Unlawful, match=r"6\.5.*1 to 7"):
        Layout.of("red-dog", options={"positions": positions})


@pytest.mark.parametrize("areas", [0, 8])
def test_6_7_a_player_has_one_area_to_seven(areas: int) -> None:
    with pytest.raises(Unlawful, match=r"6\.7.*1 to 7"):
        Layout.of("red-dog", options={"multiple_areas": areas})


@pytest.mark.parametrize(
    "line",
    [
        "refused by 6.5 1: raise 10",
        "refused by 6.5 1: stand",
        "refused by 6.5 1: initial 0",
        "1: initial 10\nrefused by 6.5 1: raise 10",
        "1: initial 10\nrefused by 6.5 1: off initial",
        "1: initial 10\ncards 5c Td\nrefused by 6.5 1: raise 10.01",
        "1: initial 10\ncards 5c Td\nrefused by 6.5 1: raise 0",
        "1: initial 10\ncards 5c Td\nrefused by 6.5 1: fold",
        "1: initial 10\ncards 5c Td\nrefused by 6.5 1: initial 10",
        "1: initial 10\ncards 5c Td\n1: raise 10\nrefused by 6.5 1: raise 10",
        "1: initial 10\ncards 9c 9d\nrefused by 6.5 1: raise 10",
    ],
)
def test_6_5_wagers_out_of_their_time_are_refused(line: str) -> None:
    play_script(f"{BEFORE}{line}\n")


@pytest.mark.parametrize(("third", "net"), [("7h", 110), ("Kh", -20)])
def test_6_5_a_coupon_is_paid_at_the_odds_of_the_spread_and_does_not_count_for_the_raise(third: str, net: int) -> None:
    # 5 to 1 on 20 with the coupon, and on a raise of 2; a loss takes only the chips.
    script = f"1: initial 10 coupon 10\ncards 6c 8d\n1: raise {2 if net > 0 else 10}\ncard {third}\n= 1: {net:+}\n"
    play_script(f"{BEFORE}{script}")


def test_6_5_players_raise_and_are_settled_from_the_dealers_left_area_by_area() -> None:
    seated = "2: sit Bob 1000\n2: initial 10\n1: sit Ann 1000\n1: initial 10\n"
    assert in_order(f"{HEAD}{seated}card 2s\ncards 7c Jd\n1: raise 10\n2: raise 5\ncard 9h\n") == [
        "1 is asked",
        "2 is asked",
        "1 initial wins",
        "1 raise wins",
        "2 initial wins",
        "2 raise wins",
    ]


def test_6_6_a_wrong_spread_is_corrected_before_anything_is_settled() -> None:
    script = f"{BEFORE}1: initial 10\ncards 5c 8d\n1: raise 10\ncard 6h\nthrow wrong_spread\n= 1: +80\n"
    spread = "5♣ 8♦: a spread of 2, which pays 4 to 1."
    events = in_order(script, says="a spread of")
    assert events[-4:] == ["1 is asked", spread, "1 initial wins", "1 raise wins"]


def test_6_6_a_wrong_spread_lets_those_who_raised_reconsider_in_order() -> None:
    seated = "".join(f"{n}: sit P{n} 1000\n{n}: initial 10\n" for n in (1, 2, 3))
    raised = "card 2s\ncards 7c Jd\n1: raise 10\n2: raise 5\ninterrupt wrong_spread\n1: leave\n2: leave\n3: stand\n"
    asked = in_order(f"{HEAD}{seated}{raised}card 9h\n")[:6]
    assert asked == [f"{position} is asked" for position in (1, 2, 3, 1, 2, 3)]


@pytest.mark.parametrize(("chips", "net"), [(20, 40), (19, 20)])
def test_6_5_a_raise_that_must_equal_the_initial_wager_cannot_be_less(chips: int, net: int) -> None:
    line = "1: raise" if chips == 20 else "refused by 6.5 1: raise\n1: stand"
    script = f"set raise_amount=equal_only\n1: sit Ann {chips}\n1: initial 10\ncard 2s\ncards 7c Jd\n{line}\ncard 9h\n"
    play_script(f"{HEAD}{script}= 1: {net:+}\n")


def test_6_5_a_player_with_fewer_chips_than_the_initial_wager_raises_by_what_is_left() -> None:
    play_script(f"{HEAD}1: sit Ann 14\n1: initial 10\ncard 2s\ncards 3c Ad\n1: raise\ncard 7h\n= 1: +14\n")


@pytest.mark.parametrize(
    ("script", "tells"),
    [
        ("1: initial 10\nthrow card_face_up\ncards 2c 6c 8d\n1: stand\ncard 7h\n= 1: +50", "two of clubs is discarded"),
        ("1: initial 10\nthrow cards_face_up\n= 1: 0", "the round is void"),
        ("1: initial 10\nthrow drawn_in_error\ncards 6c 8d\n1: stand\ncard 7h\n= 1: +50", "used as the next card"),
        ("1: initial 10\ncard 6c\nthrow not_enough_cards\n= 1: 0", "the round is void"),
        ("1: initial 10\nthrow late_wager 1\ncards 6c 7d\n= 1: 0", "not accepted"),
        ("1: initial 10\ncards 9c 9d\nthrow raise_not_allowed 1\ncard 2d\n= 1: 0", "not accepted"),
        ("1: initial 10\ncards 5c 8d\n1: raise 10\nthrow wrong_spread\n1: take_back\ncard 6h\n= 1: +40", "spread of 2"),
    ],
)
def test_6_6_announced_irregularities_take_effect(script: str, tells: str) -> None:
    assert any(tells in line for line in said(f"{BEFORE}{script}\n"))


def test_6_6_a_third_card_that_is_not_due_voids_nothing() -> None:
    texts = said(f"{BEFORE}1: initial 10\ncards Qh Kc\nthrow third_card_not_due\ncard 5h\n= 1: 0\n")
    assert "The five of hearts is discarded." in texts
    assert not any("void" in line for line in texts)


def test_6_6_a_raise_that_is_not_allowed_may_be_noticed_before_the_settlement() -> None:
    raised = "1: initial 10\ncards 9c 9d\ncard 8h\nthrow raise_not_allowed 1\n= 1: 0\n"
    assert any("not accepted" in line for line in said(BEFORE + raised))
    play_script(f"{BEFORE}1: initial 10\ncard 9c\nrefused by 6.6 interrupt raise_not_allowed 1\n")


def test_6_6_and_8_a_shuffler_that_fails_before_the_first_card_voids_nothing() -> None:
    dealer = Dealer(game_on(Layout.of("red-dog", options={"shuffler": "continuous"})), SeededSource(4))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "initial", 1000))
    dealer.close()
    assert isinstance(dealer.ask, AskShuffle)
    assert dealer.ask.section == "6.8"
    dealer.throw("shuffler_fails")
    assert isinstance(dealer.ask, AskShuffle)
    assert dealer.ask.state.wagers


def test_6_6_a_wrong_spread_noticed_after_the_third_card_leaves_the_raises() -> None:
    texts = said(f"{BEFORE}1: initial 10\ncards 5c 8d\n1: raise 10\ncard 6h\nthrow wrong_spread\n= 1: +80\n")
    assert sum("a spread of 2, which pays 4 to 1" in line for line in texts) == 2


@pytest.mark.parametrize("event", ["third_card_not_due", "wrong_spread", "shuffler_fails"])
def test_6_6_impossible_irregularities_are_refused(event: str) -> None:
    play_script(f"{BEFORE}1: initial 10\ncards 9c 9d\nrefused by 6.6 interrupt {event}\ncard 9h\n= 1: +110\n")


def test_6_7_areas_are_ones_own_or_free_and_no_more_than_permitted() -> None:
    layout = Layout.of("red-dog", options={"multiple_areas": 2})
    dealer = Dealer(game_on(layout), SeededSource(1))
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=1000_00))
    dealer.act(1, Action("make", "initial", 1000))
    with pytest.raises(Refused, match=r"6\.7"):
        dealer.act(1, Action("make", "initial", 1000, "2"))
    dealer.act(1, Action("make", "initial", 1000, "3"))
    with pytest.raises(Refused, match="at most 2 betting areas"):
        dealer.act(1, Action("make", "initial", 1000, "4"))
    with pytest.raises(Refused, match="another player on area 3"):
        dealer.act(3, Action("sit", amount=100_00))


def test_6_8_a_continuous_shuffler_deals_every_round_from_all_the_cards() -> None:
    dealer = Dealer(game_on(Layout.of("red-dog", options={"shuffler": "continuous", "decks": 2})), SeededSource(3))
    dealer.act(1, Action("sit", amount=10**9))
    rounds = 0
    while rounds < 5:
        ask = dealer.ask
        assert ask is not None
        if ask.kind == "card":
            state = ask.state
            assert isinstance(state, RedDogState)
            assert state.shoe is not None
            if not state.cards:
                assert state.shoe.left == 2 * 52
                rounds += 1
        dealer.next(lambda _, ask: (1, Action("make", "initial", 1000)) if not ask.state.wagers else None)


def test_6_8_a_failing_shuffler_voids_a_round_that_was_begun() -> None:
    play_script(f"{HEAD}set shuffler=continuous\n{ANN}card 6c\nthrow shuffler_fails\n= 1: 0\n")


@pytest.mark.parametrize(
    ("day", "cited"),
    [(date(2001, 6, 1), "19:47-6.7"), (date(2007, 1, 1), "19:47-6.6"), (date(2012, 6, 1), "13:69F-6.6")],
)
def test_6_6_irregularities_have_the_number_of_the_day(day: date, cited: str) -> None:
    layout = Layout.of("red-dog", day)
    assert layout.cite(layout.irregularities["card_face_up"].section).endswith(cited)
