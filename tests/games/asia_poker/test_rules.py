"""The rules of Subchapter 31 at the table, each test named by its section."""

from typing import Any

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import Card
from pitboss.games.asia_poker.house_way import SETTING
from pitboss.table import PUBLIC, AskCard, AskDecision, AskDice, AskNumber, AskShuffle, Dealer, Said, game_on, view
from pitboss.table.setting import HOUSE_WAY
from pitboss.traceability.trace import trace

from .played import AsiaPokerScript, deal, held

GAME = "asia-poker"
SIT = ("1: sit Ann 1000", "2: sit Bob 1000")
WAGER = (SIT[0], "1: wager 10")
BOTH = (*SIT, "1: wager 10", "2: wager 20")
ROLL = "roll 1-1-6"
"A total of 8: the dealer gets the first card."
JACKS, ACES = "Js Jd 6c 5h 8s 8d Kc", "As Ad 4h 2c 7s 7c Qd"
DEAL = (ROLL, deal(p1=JACKS, dealer=ACES))
"J-J-6-5, 8-8, K against A-A-4-2, 7-7, Q: medium and low are higher."
TWO = (ROLL, deal(p1=JACKS, p2="Ks Kd 7h 4c Ah 9c Qs", dealer=ACES))
SET = "1: set Js Jd 6c 5h / 8s 8d"


def test_every_paragraph_is_implemented() -> None:
    found = trace(GAME)
    assert found.gaps == ()
    assert found.dangling == ()


def steps_of(played: AsiaPokerScript, kind: type[Any]) -> list[Any]:
    return [step for step in played.steps if isinstance(step, kind)]


# ---- 31.2 to 31.6: the cards and the ranks of hands


def test_31_2_deck_is_52_cards_and_one_joker() -> None:
    shuffle = steps_of(AsiaPokerScript(*WAGER, *DEAL), AskShuffle)[0]
    assert sum(shuffle.composition) == 53
    assert shuffle.composition[Card("Jk").index] == 1
    assert rules_of(GAME).facts["decks"].value == "52 cards and one joker with the same back"


def game(**options: Any) -> Any:
    return game_on(Layout.of(GAME, options=options))


def ranks(*hands: str, **options: Any) -> tuple[int, ...]:
    found: tuple[int, ...] = game(**options).ranks([held(one) for one in hands])
    return found


def test_31_3_high_hand_from_four_of_a_kind_down_to_high_card() -> None:
    order = ["2c 2d 2h 2s", "Ac Kc Qc Jc", "Kc Qc Jc Tc", "2c 4c 7c 9c", "2c 3d 4h 5s", "2c 2d 2h 9s", "3c 3d 2h 2s",
             "2c 2d 4h 9s", "Ac Kd Qh 9s"]  # fmt: skip
    found = [ranks(one, "3s 2s", "2s")[0] for one in order]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(order)
    said = str(AsiaPokerScript(*WAGER, *DEAL, SET).said)
    assert "high J♠ J♦ 6♣ 5♥, pair of jacks, six-five; medium 8♠ 8♦, pair of eights; low K♣, king" in said
    assert rules_of(GAME).facts["ranking_high"].value.split(", ")[0] == "four of a kind"


@pytest.mark.parametrize(("rank", "net"), [("second_highest", 10_00), ("lowest", -10_00)])
def test_31_3_wheel_is_second_highest_or_lowest(rank: str, net: int) -> None:
    """Always below A-K-Q-J; above K-Q-J-10, or below 5-4-3-2."""
    straights = ("Ac 2d 3h 4s", "Ac Kd Qh Js", "Kc Qd Jh Ts", "5c 4d 3h 2s")
    wheel, top, kings, fives = (ranks(one, "3s 2s", "2s", wheel_rank=rank)[0] for one in straights)
    assert top > wheel
    assert (wheel > kings, wheel > fives) == (rank == "second_highest",) * 2
    cards = deal(p1="As 2d 3c 4h 9s 9d 5c", dealer="Kd Qc Jh Ts 8c 8d 7s")
    assert AsiaPokerScript(*WAGER, ROLL, cards, "1: set As 2d 3c 4h / 9s 9d", wheel_rank=rank).net() == net
    assert "5-4-3-2" in rules_of(GAME).facts["ranking_wheel"].value


def test_31_3_wheel_has_no_other_rank() -> None:
    with pytest.raises(Unlawful, match=r"31\.3"):
        Layout.of(GAME, options={"wheel_rank": "highest"})


def test_31_3_medium_hand_is_a_pair_or_two_singles_and_no_flush() -> None:
    order = ["Ac Ad", "2c 2d", "Ac Kc", "Ac Kd", "Ac Qd", "3c 2c"]
    found = [ranks("2c 2d 2h 2s", one, "2s")[1] for one in order]
    assert found == sorted(found, reverse=True)
    assert found[2] == found[3]
    assert rules_of(GAME).facts["ranking_medium"].value.startswith("pairs")


def test_31_3_low_hand_is_one_card_with_the_ace_first() -> None:
    found = [ranks("2c 2d 2h 2s", "3c 3d", one)[2] for one in ("Jk", "Ac", "Kd", "Th", "2s")]
    assert found == sorted(found, reverse=True)
    assert found[0] == found[1]
    assert rules_of(GAME).facts["ranking_low"].value.startswith("one card")


def test_31_3_joker_is_an_ace_or_completes_a_straight_or_a_flush() -> None:
    def hand_name(hand: str) -> str:
        found: str = game().hand_names([held(hand), held("Kc Jk"), held("Jk")])[0]
        return found

    assert hand_name("Jk Ks Qs Js") == "royal flush"
    assert hand_name("Jk Ac Ad Ah") == "four of a kind, aces"
    assert hand_name("Jk 9s 7s 2s") == "ace-high flush, nine-seven-two"
    assert hand_name("Jk As 7s 2s") == "ace-high flush, king-seven-two"
    assert hand_name("Jk 9s 8d 6c") == "nine-high straight"
    assert hand_name("Jk Ks Kd 6c") == "pair of kings, ace-six"
    assert game().hand_names([held("2c 2d 2h 2s"), held("Kc Jk"), held("Jk")])[1:] == ("ace high, king", "ace")
    fact = rules_of(GAME).facts["joker"]
    assert fact.section == "31.3"
    assert fact.value.startswith("an ace; in the high hand also the card that completes a straight")


def test_31_6_shuffle_comes_before_every_round() -> None:
    played = AsiaPokerScript(*WAGER, *DEAL, SET, "1: wager 10", *DEAL)
    assert [step.section for step in steps_of(played, AskShuffle)] == ["31.6"] * 2


# ---- 31.7: the wager


def test_31_7_wager_is_the_only_one_with_a_coupon_within_the_limits() -> None:
    played = AsiaPokerScript(SIT[0], "refused by 31.7 1: ante 10", "1: wager 10 coupon 10", *DEAL, SET)
    assert "the wagers are: wager" in played.refusals[0]
    assert played.net() == 20_00
    assert len(AsiaPokerScript(SIT[0], *(f"refused 1: wager {amount}" for amount in ("0", "-5", ".005"))).refusals) == 3


def test_31_7_closed_wagers_are_not_made_raised_or_withdrawn() -> None:
    lines = [f"refused by 31.7 1: {what}" for what in ("wager 10", "increase wager 5", "remove wager")]
    played = AsiaPokerScript(*WAGER, ROLL, "cards Ac Qc", *lines)
    assert len(played.refusals) == 3
    assert "No more bets" in played.refusals[0]
    assert ("31.7", "No more bets.") in played.said
    assert AsiaPokerScript(*WAGER, "1: remove wager").state.rack(1) == 1000_00


def test_31_7_seated_players_only_and_they_stay_once_dealt_in() -> None:
    assert "sit down first" in AsiaPokerScript(*WAGER, "refused by 31.7 3: wager 10").refusals[0]
    assert len(AsiaPokerScript(*WAGER, *DEAL, "refused 1: leave").refusals) == 1


# ---- 31.8 to 31.11: the starting place and the deal


@pytest.mark.parametrize(("method", "section"), [("manual_shoe", "31.8"), ("hand", "31.9")])
def test_31_8_manual_shoe_and_31_9_hand_deal_one_card_at_a_time(method: str, section: str) -> None:
    deals_one_at_a_time(method, section)


def deals_one_at_a_time(method: str, section: str) -> None:
    cards = steps_of(AsiaPokerScript(*WAGER, *DEAL, deal_method=method), AskCard)
    around = ["the dealer", *(f"position {number}" for number in range(6, 0, -1))]
    assert [step.to for step in cards] == around * 7
    assert {step.section for step in cards} == {section}


def test_31_9_hand_deals_one_card_at_a_time() -> None:
    deals_one_at_a_time("hand", "31.9")


def test_31_10_a_automated_shoe_is_one_of_three_ways_to_deal() -> None:
    option = rules_of(GAME).options["deal_method"]
    assert (option.section, option.default) == ("31.10(a)", "manual_shoe")
    for method in ("manual_shoe", "hand", "automated_shoe"):
        assert Layout.of(GAME, options={"deal_method": method}).options["deal_method"] == method
    with pytest.raises(Unlawful, match=r"31\.10\(a\)"):
        Layout.of(GAME, options={"deal_method": "wheel"})


def test_31_10_b_2_no_more_bets_before_the_first_stack() -> None:
    played = AsiaPokerScript(*WAGER, ROLL, deal(stacked=True, p1=JACKS, dealer=ACES), deal_method="automated_shoe")
    assert ("31.10(b)2", "No more bets.") in played.said


def test_31_10_d_stacks_of_seven_clockwise_face_down() -> None:
    played = AsiaPokerScript(*WAGER, "roll 4-5-2", deal(3, True, p1=JACKS, dealer=ACES), deal_method="automated_shoe")
    cards = steps_of(played, AskCard)
    around = ["position 3", "position 2", "position 1", "the dealer", "position 6", "position 5", "position 4"]
    assert [step.to for step in cards] == [place for place in around for _ in range(7)]
    assert {step.section for step in cards} == {"31.10(d)"}
    assert "Js" not in str(view(played.state, PUBLIC))
    assert "Js" in str(view(played.state, 1))


def test_31_10_e_hands_without_a_wager_are_collected_unseen() -> None:
    played = AsiaPokerScript(*WAGER, *DEAL)
    assert [hand.box for hand in played.state.hands] == [0, 1]
    assert ("31.10(e)", "Hands without a wager are collected unseen.") in played.said


def test_31_10_e_1_four_cards_are_left_or_all_hands_are_void() -> None:
    played = AsiaPokerScript(*BOTH, *TWO)
    assert ("31.10(e)1", "4 cards are left and go to the discard rack unseen.") in played.said
    void = AsiaPokerScript(*BOTH, *TWO, "interrupt stub_wrong")
    assert void.settled == [("31.10(e)1", 1, "wager", "void"), ("31.10(e)1", 2, "wager", "void")]
    assert game().seats == 6
    with pytest.raises(Unlawful, match=r"31\.10\(e\)1"):
        Layout.of(GAME, options={"positions": 7})


def test_31_11_a_three_ways_to_find_the_start() -> None:
    for method, kind in (("dice", AskDice), ("rng", AskNumber)):
        said = ROLL if method == "dice" else "number 1"
        played = AsiaPokerScript(*WAGER, said, DEAL[1], start_method=method)
        assert len(steps_of(played, kind)) == 1
    assert rules_of(GAME).facts["start"].value == ["dice", "rng", "button"]
    with pytest.raises(Unlawful, match=r"31\.11\(a\)"):
        Layout.of(GAME, options={"start_method": "coin"})


@pytest.mark.parametrize(
    ("dice", "place"),
    [
        ("1-1-1", "position 2"),
        ("1-1-6", "the dealer"),
        ("4-5-2", "position 3"),
        ("3-5-6", "position 6"),
        ("5-5-5", "the dealer"),
    ],
)
def test_31_11_b_and_b_2_and_b_3_the_total_is_counted_from_the_dealer(dice: str, place: str) -> None:
    total = sum(map(int, dice.split("-")))
    played = AsiaPokerScript(*WAGER, f"roll {dice}", "cards Ac")
    expected = f"Dice total {total}, counting the dealer as 1: {place} gets the first card."
    assert ("31.11(b)", expected) in played.said
    assert steps_of(played, AskCard)[0].to == place
    assert (steps_of(played, AskDice)[0].number, steps_of(played, AskDice)[0].closed) == (3, True)


def test_31_11_b_2_total_of_three_dice() -> None:
    assert AsiaPokerScript(*WAGER, "roll 6-6-6", "cards Ac").said[-1][1].startswith("Dice total 18, counting")
    assert "total of the dice" in rules_of(GAME).facts["start_dice"].value


def test_31_11_b_3_every_position_counts_used_or_not() -> None:
    fact = rules_of(GAME).facts["start_dice"]
    assert fact.section.split(", ") == ["31.11(b)", "31.11(b)2", "31.11(b)3"]
    assert fact.value.startswith("counterclockwise with the dealer as 1")
    assert ("31.11(b)", "Dice total 14, counting the dealer as 1: position 6 gets the first card.") in AsiaPokerScript(
        *WAGER, "roll 3-5-6", "cards Ac"
    ).said
    assert steps_of(AsiaPokerScript(*WAGER, "roll 3-5-6", "cards Ac"), AskCard)[0].to == "position 6"


def test_31_4_shaker_has_three_dice() -> None:
    assert rules_of(GAME).facts["dice"].value == steps_of(AsiaPokerScript(*WAGER, ROLL), AskDice)[0].number == 3


def test_31_11_c_generator_is_counted_the_same_way() -> None:
    played = AsiaPokerScript(*WAGER, "number 7", "cards Ac", start_method="rng")
    assert ("31.11(c)", "Number 7, counting the dealer as 1: position 6 gets the first card.") in played.said
    assert steps_of(played, AskNumber)[0].section == "31.11(c)"


def test_31_11_d_button_moves_clockwise() -> None:
    lines = [*WAGER, deal(1, p1=JACKS, dealer=ACES), SET, "1: wager 10", "cards Ac"]
    said = [text for section, text in AsiaPokerScript(*lines, start_method="button").said if section == "31.11(d)"]
    assert said == ["The button is at position 1.", "The button is at the dealer."]


# ---- 31.12: setting


def test_31_12_set_is_four_two_and_one_face_down() -> None:
    played = AsiaPokerScript(*WAGER, *DEAL, SET)
    assert ("31.12", "Position 1 has set its cards, face down.") in played.said
    assert [hand for hand, _ in steps_of(played, AskDecision)[0].sets] == ["high", "medium", "low"]
    assert [size for _, size in steps_of(played, AskDecision)[0].sets] == [4, 2, 1]


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("set Js Jd 6c Qh / 8s 8d", "'qh' is not in this hand"),
        ("set Js Jd 6c / 8s 8d", "name 4 for the high hand / 2 for the medium hand"),
        ("set Js Jd 6c 5h", "name 4 for the high hand"),
        ("set Js Js 6c 5h / 8s 8d", "named too often"),
        ("fold", "not a choice"),
    ],
)
def test_31_12_set_of_anything_but_four_two_and_one_own_cards_is_refused(setting: str, why: str) -> None:
    refusal = AsiaPokerScript(*WAGER, *DEAL).refuses(setting)
    assert why in refusal
    assert "31.12" in refusal


def test_31_12_set_is_not_touched_again() -> None:
    played = AsiaPokerScript(*BOTH, *TWO, SET, "refused by 31.12 1: set Js Jd 8s 8d / 6c 5h", "2: house_way")
    assert "position 1 is not asked now" in played.refusals[0]


def test_31_12_set_is_known_to_its_position_alone_until_hands_are_turned() -> None:
    """Whatever the first player sets, the others see no difference until all have set."""

    def seen(choice: str, eyes: int) -> list[Any]:
        played = AsiaPokerScript(*BOTH, *TWO, f"1: {choice}")
        said = [step.text for step in played.steps if isinstance(step, Said)]
        return [view(played.state, eyes), said, isinstance(played.dealer.ask, AskDecision)]

    for eyes in (PUBLIC, 2):
        shown = [seen(choice, eyes) for choice in ("1-2-3-4/5-6", "1-2-5-6/3-4", HOUSE_WAY)]
        assert all(one == shown[0] for one in shown)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ("7s 7d Kc Qh / 8s 8d / 9c", "the medium hand, pair of eights, ranks above the high hand, pair of sevens"),
        ("Ks Kd 5c 3h / Jk As / 9c", "the medium hand, pair of aces, ranks above the high hand, pair of kings"),
        ("As Kd 9c 3h / Ah Qs / Tc", ""),
        ("As Kd 9c 3h / Ah Ks / Tc", ""),
        ("As Qd 9c 3h / Ah Ks / Tc", "the medium hand, ace high, king, ranks above the high hand, ace high, queen"),
        ("Js Jd 6c 5h / Ks 9d / Ac", "the low hand, ace, ranks above the medium hand, king high, nine"),
        ("Js Jd 6c 5h / Ks 9d / Kc", ""),
        ("Js Jd 6c 5h / 8s 8d / Ac", ""),
        ("Ac Ad 5c 3h / Jk As / 9c", ""),
        ("3c 3d 2c 2h / As Ad / Kc", ""),
        ("2c 2d 5c 3h / As Kd / Kc", ""),
    ],
)
def test_31_12_foul_is_an_order_other_than_high_medium_low(hands: str, why: str) -> None:
    found: str = game().foul([held(one) for one in hands.split(" / ")])
    assert found.startswith(why)
    assert bool(found) == bool(why)


def test_31_12_foul_always_loses_and_is_warned_of_first() -> None:
    played = AsiaPokerScript(*WAGER, *DEAL)
    ask = played.dealer.ask
    assert isinstance(ask, AskDecision)
    table = played.dealer.game
    caution = table.choices.warning(ask, table.speech.parse_answer(ask, "set 8s 8d 6c 5h / Js Jd"))
    assert not caution
    assert caution.section == "31.12"
    assert caution.reason.startswith("a foul, which loses: the medium hand, pair of jacks")
    assert all(table.choices.warning(ask, choice) for choice in (HOUSE_WAY, "surrender", "1-2-3-4/5-6"))
    low = "2s 3d 4h 7h 8h Tc Qd"
    foul = AsiaPokerScript(*WAGER, ROLL, deal(p1=JACKS, dealer=low), "1: set 8s 8d 6c 5h / Js Jd")
    assert foul.settled == [("31.12", 1, "wager", "loses")]
    assert AsiaPokerScript(*WAGER, ROLL, deal(p1=JACKS, dealer=low), SET).net() == 10_00


def test_31_12_surrender_takes_wager_and_cards_unseen_at_once() -> None:
    """The wager is lost, and the cards go to the discard rack, while position 2 is still deciding."""
    before = AsiaPokerScript(*BOTH, *TWO)
    assert before.state.find(1, "wager")
    played = AsiaPokerScript(*BOTH, *TWO, "1: surrender")
    assert isinstance(played.dealer.ask, AskDecision)
    assert played.dealer.ask.position == 2
    assert played.settled == [("31.12", 1, "wager", "loses")]
    assert ("31.12", "Position 1 surrenders: the wager and the cards, unseen, are taken.") in played.said
    assert [(wager.position, wager.amount) for wager in played.state.wagers] == [(2, 20_00)]
    assert played.state.rack(1) == 990_00
    assert played.state.hand(1).all == ()
    assert played.state.shoe.discards == before.state.shoe.discards + 7
    assert not any("J♠" in text for _, text in played.said)
    ask = steps_of(played, AskDecision)[0]
    assert played.dealer.game.choices.consequences(ask.state, ask) == {"surrender": "lose $10"}


def test_31_12_surrender_of_one_player_leaves_the_others_hands_face_down() -> None:
    played = AsiaPokerScript(*BOTH, *TWO)
    played.dealer.decide(HOUSE_WAY, 2)
    played.dealer.decide("surrender", 1)
    assert played.settled[0] == ("31.12", 1, "wager", "loses")
    said = [text for _, text in played.said]
    surrendered = said.index("Position 1 surrenders: the wager and the cards, unseen, are taken.")
    assert said[surrendered + 1] == "Position 2 has set its cards, face down."
    assert [position for _, position, _, _ in played.settled] == [1, 2]


def test_31_12_surrender_is_refused_afterwards_and_if_not_offered() -> None:
    after = AsiaPokerScript(*WAGER, *DEAL, SET, "refused by 31.12 1: surrender")
    assert "no decision now" in after.refusals[0]
    without = AsiaPokerScript(*WAGER, *DEAL, surrender="false")
    assert "surrender" not in steps_of(without, AskDecision)[0].choices
    assert "do not surrender at this table" in without.refuses("surrender")
    assert rules_of(GAME).facts["surrender"].section == "31.12"
    with pytest.raises(Unlawful, match=r"31\.12"):
        Layout.of(GAME, options={"surrender": "half"})


@pytest.mark.parametrize(
    ("own", "high", "medium", "low"),
    [
        ("Js Jd 6c 5h 8s 8d Kc", "Js Jd 6c 5h", "8s 8d", "Kc"),
        ("Ks Kd 7h 4c Ad 9c Qs", "Ks Kd 7h 4c", "Ad 9c", "Qs"),
        ("As Ad Ah Kc Kd 5s 3c", "As Ad 5s 3c", "Kc Kd", "Ah"),
        ("Jk Ks Qs Js 9h 9c 4d", "Jk Ks Qs Js", "9h 9c", "4d"),
    ],
)
def test_31_12_house_way_matches_the_fact_sheet(own: str, high: str, medium: str, low: str) -> None:
    cards = held(own)
    parts = SETTING.parts(game().house_way(cards), cards)
    named = [sorted(map(str, part)) for part in parts]
    as_ranks = [[card[0] for card in part] for part in named]
    assert [sorted(part) for part in as_ranks] == [
        sorted(card[0] for card in one.split()) for one in (high, medium, low)
    ]


def test_31_12_house_way_is_used_by_default_on_request_and_for_an_undefined_custom_way() -> None:
    played = AsiaPokerScript(*WAGER, *DEAL)
    ask = played.dealer.ask
    assert isinstance(ask, AskDecision)
    assert played.dealer.game.choices.default(ask.state, ask) == HOUSE_WAY
    said = "high J♠ J♦ 6♣ 5♥, pair of jacks, six-five; medium 8♠ 8♦"
    for options in ({}, {"house_way": "custom"}):
        assert said in str(AsiaPokerScript(*WAGER, *DEAL, "1: house way", **options).said)
    with pytest.raises(Unlawful, match=r"31\.12"):
        Layout.of(GAME, options={"house_way": "best"})
    assert "highest score" in rules_of(GAME).facts["house_way"].value


def test_31_12_dealer_turns_and_sets_when_all_have_set() -> None:
    said = [text for _, text in AsiaPokerScript(*BOTH, *TWO, SET, "2: house_way").said]
    last = said.index("Position 2 has set its cards, face down.")
    turned = next(at for at, text in enumerate(said) if text.startswith("The dealer has A♠"))
    by_house = next(
        at for at, text in enumerate(said) if text.startswith("The dealer sets by the house way: high A♠ A♦")
    )
    assert last < turned < by_house
    assert rules_of(GAME).facts["dealer_shows"].section == "31.12"


# ---- 31.12: settlement

KINGS = "Kh Kc 7s 4d Ac 9s Qd"
"K-K-7-4, A-9, Q."


@pytest.mark.parametrize(
    ("own", "setting", "higher", "result"),
    [
        ("Ks Kd 7h 4c Ad 9c Qs", "set Ks Kd 7h 4c / Ad 9c", 0, "loses"),
        ("As Ad 7h 4c Jd 9c Ts", "set As Ad 7h 4c / Jd 9c", 1, "loses"),
        ("As Ad 7h 4c Jh Jd Ts", "set As Ad 7h 4c / Jh Jd", 2, "wins"),
        ("As Ad 7h 4c Jh Jd Ks", "set As Ad 7h 4c / Jh Jd", 3, "wins"),
    ],
)
def test_31_12_compare_wins_with_two_or_three_higher_hands_and_loses_with_fewer(
    own: str, setting: str, higher: int, result: str
) -> None:
    played = AsiaPokerScript(*WAGER, ROLL, deal(p1=own, dealer=KINGS), f"1: {setting}")
    assert played.settled == [("31.12", 1, "wager", result)]
    assert any(text.startswith(f"Position 1 beats the bank in {higher} of 3 hands") for _, text in played.said)


def test_31_12_copy_counts_for_the_dealer() -> None:
    """A copied low card with only one higher hand loses; with a king instead of the queen it wins."""
    for low, net in (("Qs", -10_00), ("Kd", 10_00)):
        cards = deal(p1=f"As Ad 7h 4c Ks 9c {low}", dealer=KINGS)
        assert AsiaPokerScript(*WAGER, ROLL, cards, "1: set As Ad 7h 4c / Ks 9c").net() == net
    assert rules_of(GAME).facts["copy"].value is True


def test_31_12_even_money_without_vigorish() -> None:
    assert AsiaPokerScript(SIT[0], "1: wager 25", *DEAL, SET).net() == 25_00
    layout = Layout.of(GAME)
    assert str(layout.odds("wager")) == "1 to 1"
    found = findings(rules_of(GAME), layout.on, {}, {"wager": "2 to 1"}, None)
    assert [one.section for one in found] == ["31.12"]


def test_31_12_order_is_counterclockwise_from_the_dealers_right() -> None:
    played = AsiaPokerScript(*BOTH, *TWO, SET, "2: house_way")
    assert [position for _, position, _, _ in played.settled] == [1, 2]
    assert rules_of(GAME).facts["settlement"].value == "hand_by_hand"


# ---- 31.13: irregularities


def until(kind: type[Any], **options: Any) -> Dealer:
    """A round with one wager, stopped at a request of the given kind."""
    played = AsiaPokerScript(*WAGER, **options)
    while not isinstance(played.dealer.ask, kind):
        played.dealer.next()
    return played.dealer


def test_31_13_no_roll_is_shaken_again() -> None:
    dealer = until(AskDice)
    dealer.throw("no_roll")
    assert isinstance(dealer.ask, AskDice)
    assert dealer.ask.state.wagers


def test_31_13_wrong_start_voids_all_hands_and_is_discovered_at_the_first_card() -> None:
    played = AsiaPokerScript(*BOTH, ROLL, "throw wrong_start")
    assert [one[0::3] for one in played.settled] == [("31.13", "void")] * 2
    AsiaPokerScript(*BOTH, ROLL, "cards Ac", "refused by 31.13 throw wrong_start")


def test_31_13_wrong_count_voids_all_hands() -> None:
    in_the_deal = (ROLL, "cards Ac", "throw wrong_count")
    in_the_setting = (*TWO, "interrupt wrong_count")
    at_the_end = (*TWO, SET, "2: house_way", "throw wrong_count")
    for lines in (in_the_deal, in_the_setting, at_the_end):
        assert [one[0::3] for one in AsiaPokerScript(*BOTH, *lines).settled] == [("31.13", "void")] * 2


def test_31_13_player_card_shown_lets_the_player_play_on_or_void_the_hand() -> None:
    start = (*BOTH, ROLL, f"cards {' '.join(TWO[1].split()[1:9])}", "throw player_card_exposed 1")
    rest = f"cards {' '.join(TWO[1].split()[9:])}"
    void = AsiaPokerScript(*start, "1: void", rest, "2: house_way")
    assert void.settled[0] == ("31.13", 1, "wager", "void")
    assert void.settled[1][1] == 2
    on = AsiaPokerScript(*start, "1: play", rest, SET, "2: house_way")
    assert on.settled[0] == ("31.12", 1, "wager", "wins")
    AsiaPokerScript(*BOTH, ROLL, "refused by 31.13 throw player_card_exposed 1")


def test_31_13_dealer_card_seen_before_all_have_set_voids_all_hands() -> None:
    for lines in ((ROLL, "cards Ac", "throw dealer_card_exposed"), (*TWO, "interrupt dealer_card_exposed")):
        assert [one[0::3] for one in AsiaPokerScript(*BOTH, *lines).settled] == [("31.13", "void")] * 2
    AsiaPokerScript(*BOTH, ROLL, "refused by 31.13 throw dealer_card_exposed")


def test_31_13_face_up_card_voids_all_hands() -> None:
    played = AsiaPokerScript(*BOTH, ROLL, "cards Ac", "throw card_face_up")
    assert [one[0::3] for one in played.settled] == [("31.13", "void")] * 2
    assert played.state.rack(1) == 1000_00


def test_31_13_missets_of_the_dealer_are_set_again_before_settlement() -> None:
    played = AsiaPokerScript(*WAGER, *DEAL, "refused by 31.13 interrupt dealer_missets", SET, "throw dealer_missets")
    again = "The dealer sets by the house way: high A♠ A♦"
    assert [section for section, text in played.said if text.startswith(again)] == ["31.12", "31.13"]
    assert played.net() == 10_00


def test_31_13_foul_hand_is_automatic_and_cannot_be_called() -> None:
    foul = rules_of(GAME).irregularities["foul_hand"]
    assert (foul.at, foul.effect, foul.section) == ((), "stands", "31.13")
    AsiaPokerScript(*WAGER, *DEAL, "refused by 31.13 interrupt foul_hand")


def test_31_13_device_failure_reshuffles_or_voids_and_dice_replace_a_generator() -> None:
    dealer = until(AskShuffle, deal_method="automated_shoe")
    dealer.throw("shoe_jam")
    assert isinstance(dealer.ask, AskShuffle)
    stack = AsiaPokerScript(*WAGER, ROLL, "cards Ac", "throw stack_incomplete", deal_method="automated_shoe")
    assert stack.settled == [("31.13", 1, "wager", "void")]
    AsiaPokerScript(*WAGER, ROLL, "cards Ac", "refused by 31.13 throw stack_incomplete")
    failed = until(AskNumber, start_method="rng")
    failed.throw("generator_failure")
    assert isinstance(failed.ask, AskDice)
    AsiaPokerScript(*WAGER, ROLL, "refused by 31.13 throw generator_failure")
