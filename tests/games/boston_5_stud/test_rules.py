"""The rules of Subchapter 24, each test named by its section."""

from datetime import date

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import SeededSource
from pitboss.table import Action, AskDecision, Dealer, Refused, game_on
from pitboss.table.steps import AskSettlement
from pitboss.traceability.trace import trace
from tests.shared import poker_rules

from .table import DAY, GAME, SEVENS, Table, play_round

ACE_HIGH = "As Qd 9c 6h 3s"
EIGHTS = "8s 8d 8c Ah 2d"


def test_the_game_is_in_the_chapter_since_june_2003() -> None:
    with pytest.raises(ValueError, match="boston-5-stud since 2003-06-16"):
        Layout.of(GAME, date(2003, 6, 15))


def test_24_2_deck_of_52_cards() -> None:
    poker_rules.one_deck(SEVENS, 52)


def test_24_2_second_deck_alternates_with_a_shuffler() -> None:
    poker_rules.second_deck_alternates(SEVENS)


def test_24_4_shuffle_before_every_round() -> None:
    poker_rules.shuffled_before_every_round(SEVENS)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Ac Kd Jh 9s 2c", "2h 2d 5c 6s 7h"),
        ("Ac Ad Kh 9s 2c", "2h 2d 3c 3s 7h"),
        ("Ac Kd Qh Js Tc", "2h 4h 5h 6h 9h"),
        ("Ac Kc Jc 9c 2c", "2h 2d 2s 3s 3h"),
        ("5c 4d 3h 2s Ac", "6h 5d 4c 3s 2h"),
    ],
)
def test_24_5_five_cards_in_the_usual_order(lower: str, higher: str) -> None:
    assert play_round(higher, lower).nets()[1, "first"] == 10_00
    assert play_round(lower, higher).nets()[1, "first"] == -10_00


def test_24_6_ante_comes_with_a_first_wager_of_twice_its_amount() -> None:
    table = Table().say("ante 5")
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {"ante": 5_00, "first": 10_00}
    table.say("increase ante 10")
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {"ante": 15_00, "first": 30_00}
    with pytest.raises(Refused, match="made with Ante wager"):
        table.say("first 20")
    with pytest.raises(Refused, match=r"\$400 with \$800 for First wager"):
        Table().say("ante 400")
    with pytest.raises(Refused, match="outside the posted limits"):
        Table(limits=Limits(maximum=50_00)).say("ante 55")


def test_24_6_bonus_is_optional_and_needs_the_ante() -> None:
    with pytest.raises(Refused, match="needs Ante wager first"):
        Table().say("three card bonus 5")
    with pytest.raises(Refused, match="not offered"):
        Table(offer_three_card_bonus=False).say("ante 5", "three card bonus 5")
    assert not Table().say("ante 5", "three card bonus 5", "remove ante").state.wagers


def test_24_6_form_allows_only_listed_wagers() -> None:
    poker_rules.only_listed(SEVENS, "24.6")
    poker_rules.no_more_positions_than(SEVENS, 7)
    with pytest.raises(ValueError, match="positions"):
        Layout.of(GAME, DAY, {"positions": 8})


def test_24_6_form_a_coupon_is_accepted_with_the_first_wager_and_paid_with_it() -> None:
    """The coupon follows its wager: raised with the ante, and returned when the ante is removed."""
    hands = (EIGHTS, ACE_HIGH)
    assert play_round(*hands).nets()[1, "first"] == 10_00
    assert play_round(*hands, "first coupon 10").nets()[1, "first"] == 20_00
    assert play_round(*reversed(hands), "first coupon 10").nets()[1, "first"] == -10_00
    table = Table().say("ante 5", "first coupon 10", "increase ante 5")
    assert table.state.find(1, "first").coupon == 10_00
    with pytest.raises(Refused, match=r"coupon of \$10 is on First wager.*24\.6"):
        Table().say("ante 5", "first coupon 10", "reduce ante 1")
    assert not table.say("remove ante").state.wagers


def test_24_10_decision_a_coupon_is_accepted_with_the_second_wager_and_paid_with_it() -> None:
    def table(*more: str) -> Table:
        return Table().say("ante 5", *more).deal("8s 8d 8c As Qd 9c")

    assert table().say("second 10 coupon 10").deal("Ah 2d 6h 3s").nets()[1, "second"] == 20_00
    with pytest.raises(Refused, match=r"Second wager must be exactly \$10 here"):
        table().say("second 5 coupon 5")
    with pytest.raises(Refused, match=r"one match play coupon per round.*24\.6"):
        table("first coupon 10").say("second 10 coupon 10")


@pytest.mark.parametrize("said", ["ante 10 coupon 5", "three card bonus 5 coupon 5"])
def test_24_6_form_a_coupon_is_accepted_on_no_wager_but_the_first_and_second(said: str) -> None:
    with pytest.raises(Refused, match=r"only on: First wager, Second wager.*24\.6"):
        Table().say("ante 5", said)
    with pytest.raises(Refused, match=r"needs chips of at least its value.*24\.6"):
        Table().say("ante 5", "first coupon 15")
    with pytest.raises(Refused, match="no First wager to put a coupon on"):
        Table().say("first coupon 5")


def test_24_6_closed_after_the_call() -> None:
    poker_rules.closed_after_the_call(SEVENS, "24.6")
    poker_rules.taken_down_before_the_call(SEVENS)


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_24_7_manual_shoe_and_24_8_hand_deal_three_then_two_one_at_a_time(method: str) -> None:
    table = Table(2, 5, dealing_method=method).all_say().deal("7c 2h As 7d 3h Qd Ks 4h 9c")
    assert table.order() == ["position 2", "position 5", "dealer"] * 3
    table.decide("second", "second").deal("4s 5h 6h 2c 6d 3s")
    assert table.order()[9:] == ["position 2", "position 5", "dealer"] * 2


def test_24_7_stub_is_counted_every_fifth_round() -> None:
    assert poker_rules.stub_counted(SEVENS, "manual_shoe", "24.7") == 2


def test_24_8_hand_and_its_stub() -> None:
    assert poker_rules.stub_counted(SEVENS, "hand", "24.8") == 2


def test_24_9_automated_shoe_deals_stacks_and_its_shuffler_may_count() -> None:
    table = Table(2, 5).all_say().deal("7c 7d Ks 2h 3h 4h As Qd 9c")
    assert table.order() == [*["position 2"] * 3, *["position 5"] * 3, *["dealer"] * 3]
    table.decide("second", "second").deal("4s 2c 5h 6d 6h 3s")
    assert table.order()[9:] == [*["position 2"] * 2, *["position 5"] * 2, *["dealer"] * 2]
    assert poker_rules.stub_counted(SEVENS, "automated_shoe", "24.9") == 2
    assert poker_rules.stub_counted(SEVENS, "automated_shoe", "24.9", shuffler_counts=True) == 0
    with pytest.raises(ValueError, match="counted only by an automated shuffling device"):
        Layout.of(GAME, DAY, {"shuffler_counts": True, "shuffler": False})


def test_24_10_bonus_paid_on_three_cards_before_the_decision() -> None:
    table = Table(1, 3).all_say().say("three card bonus 5").say("three card bonus 5", by=3)
    table.deal("7c 7d Ks 2h 3d 9h As Qd 9c")
    assert table.settled() == [(3, "three_card_bonus", "loses", -5_00), (1, "three_card_bonus", "wins", 5_00)]
    assert poker_rules.question(table).choices == ("second", "fold")
    assert table.said("24.10") == ["Position 1 shows 7♣ 7♦ K♠."]


def test_24_10_second_or_fold_is_for_the_amount_of_the_first() -> None:
    table = SEVENS.dealt()
    ask = poker_rules.question(table)
    assert table.game.choices.consequences(table.state, ask) == {"second": "$10 more", "fold": "lose $15"}
    with pytest.raises(Refused, match=r"'check' is not a choice.*24\.10"):
        table.decide("check")
    assert table.decide("fold").nets() == {(1, "ante"): -5_00, (1, "first"): -10_00}
    poor = Table(bankroll=20_00).say("ante 5").deal(SEVENS.stacked)
    assert poker_rules.question(poor).choices == ("fold",)


def test_24_10_two_more_cards_go_only_to_remaining_hands() -> None:
    table = Table(1, 3).all_say().deal("7c 7d Ks 2h 3d 9h As Qd 9c").decide("fold", "second").deal("4h 2c 6h 3s")
    assert table.order()[9:] == [*["position 3"] * 2, *["dealer"] * 2]
    alone = SEVENS.dealt().decide("fold")
    assert len(alone.order()) == 6
    assert not any("The dealer has" in text for text in alone.said("24.10"))


def test_24_10_compare_higher_lower_and_equal() -> None:
    assert play_round("7c 7d Ks 4h 2c", ACE_HIGH).nets() == {(1, "ante"): 0, (1, "first"): 10_00, (1, "second"): 10_00}
    assert play_round("7c 7d Ks 4h 2c", EIGHTS).up() == -25_00
    assert play_round("Ah Qh 9d 6s 3d", ACE_HIGH).up() == 0
    table = Table(1, 3).all_say().deal("2h 3d 9h 7c 7d Ks As Qd 9c").decide("second", "second")
    table.deal("5s 8d 4h 2c 6h 3s")
    assert [(position, net > 0) for position, kind, _, net in table.settled() if kind != "ante"] == [
        *[(3, True)] * 2,
        *[(1, False)] * 2,
    ], "hand by hand from the dealer's right, not the losers first"


def test_24_10_ante_bonus_pays_whichever_hand_wins_but_not_after_a_fold() -> None:
    two_pair = "9s 4c Kd 9d 4h"
    assert play_round(two_pair, EIGHTS).up() == -25_00 + 15_00
    assert play_round(two_pair, ACE_HIGH).up() == 20_00 + 15_00
    assert play_round("8h 8c 5c 5h Kd", "8s 8d 5s 5d Ks").up() == 15_00
    folded = Table().say("ante 5").deal("9s 9d 9c As Qd Kc").decide("fold")
    assert folded.up() == -15_00


def test_24_10_collect_the_cards_in_order() -> None:
    table = play_round("7c 7d Ks 4h 2c", ACE_HIGH)
    assert poker_rules.last_said(table) == "The cards go to the discard rack in order."


BONUS = {
    "royal_flush": ("As Ks Qs Js Ts", 1000, 1000),
    "straight_flush": ("9s Ks Qs Js Ts", 200, 200),
    "four_of_a_kind": ("5s 5h 5d 5c Ts", 50, 50),
    "full_house": ("5s 5h 5d Tc Ts", 20, 20),
    "flush": ("2s Ks Qs Js Ts", 15, 15),
    "straight": ("9h Ks Qs Js Ts", 10, 10),
    "three_of_a_kind": ("5s 5h 5d Tc Js", 5, 5),
    "two_pair": ("5s 5h Td Tc Js", 3, 2),
}


@pytest.mark.parametrize("row", BONUS)
@pytest.mark.parametrize("table", ["ABX-1", "ABX-2"])
def test_24_11_ante_bonus_every_row(row: str, table: str) -> None:
    own, first, second = BONUS[row]
    found = play_round(own, "2h 2c 4d 6h 8d", ante_bonus_table=table)
    assert found.up() == 20_00 + (first if table == "ABX-1" else second) * 5_00
    assert (found.nets()[1, "first"], found.nets()[1, "second"]) == (10_00, 10_00)


def test_24_11_even_money_on_first_and_second_and_nothing_on_the_ante() -> None:
    found = play_round("7c 7d Ks 4h 2c", ACE_HIGH)
    assert [net for _, _, _, net in found.settled()] == [0, 10_00, 10_00]


THREE = {
    "straight_flush": ("2c 3c 4c", 40, 40),
    "three_of_a_kind": ("6s 6d 6c", 30, 30),
    "straight": ("As 2d 3c", 6, 6),
    "flush": ("As Js 8s", 4, 3),
    "pair": ("7c 7d Ks", 1, 1),
    "": ("As Kd Jc", -1, -1),
}


@pytest.mark.parametrize("row", THREE)
@pytest.mark.parametrize("table", ["TB-1", "TB-2"])
def test_24_11_three_card_bonus_every_row(row: str, table: str) -> None:
    own, first, second = THREE[row]
    found = Table(three_card_bonus_table=table).say("ante 5", "three card bonus 5").deal(f"{own} 9h Td 2h")
    assert found.nets() == {(1, "three_card_bonus"): (first if table == "TB-1" else second) * 5_00}


def test_24_11_to_is_the_word_of_odds_which_may_be_raised_but_not_lowered() -> None:
    poker_rules.odds_with_to(SEVENS, "three_card_bonus.pair", "2 to 1", "1 to 2", "24.11")


def test_24_12_exposed_card_of_the_dealer_voids_all_hands() -> None:
    poker_rules.all_is_void(SEVENS, "dealer_card_exposed")


def test_24_12_exposed_card_leaves_a_settled_bonus() -> None:
    table = Table().say("ante 5", "three card bonus 5").deal(SEVENS.stacked).throw("dealer_card_exposed")
    assert table.up() == 5_00


def test_24_12_face_up_card_is_discarded_and_a_second_one_voids() -> None:
    poker_rules.one_face_up_is_discarded(SEVENS)
    poker_rules.several_face_up_void_all(SEVENS)


def test_24_12_drawn_in_error() -> None:
    poker_rules.drawn_in_error_is_the_next_card(SEVENS)


def test_24_12_wrong_number_of_cards_to_a_player_or_the_dealer() -> None:
    poker_rules.hand_is_void(SEVENS)
    poker_rules.all_is_void(SEVENS, "dealer_wrong_number")
    table = SEVENS.dealt().throw("dealer_one_short")
    assert table.said("24.12")[1:] == ["The dealer has 2 cards.", "He deals himself one more."]
    assert table.decide("second").deal("4h 2c 6h 3s").up() == 20_00


def test_24_12_devices() -> None:
    poker_rules.devices(SEVENS)


def test_24_12_information_exchanged_forfeits() -> None:
    poker_rules.information_forfeits(SEVENS)


def test_trace_has_no_gaps_and_every_paragraph_is_tested() -> None:
    traced = trace(GAME)
    assert (traced.gaps, traced.dangling) == ((), ())
    assert [one.id for one in traced.paragraphs if not one.tests and not one.nothing] == []


def test_24_12_when_irregularities_may_be_called() -> None:
    game = game_on(Layout.of(GAME, DAY))
    dealer = Dealer(game, SeededSource(3), halts=True)
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=1000_00))
        dealer.act(position, Action("make", "ante", 5_00))
    dealer.close()
    seen: list[tuple[str, bool, bool]] = []
    while not isinstance(dealer.ask, AskSettlement):
        assert dealer.ask is not None
        exposed = bool(game.irregularities.may_call(dealer.ask, "dealer_card_exposed"))
        seen.append(
            (
                dealer.ask.kind,
                exposed,
                bool(game.irregularities.may_call(dealer.ask, "information_exchanged", ("1", "2"))),
            )
        )
        dealer.decide("second") if isinstance(dealer.ask, AskDecision) else dealer.next()
    # Stacks of three to both players and the dealer, two decisions, then stacks of two.
    at = {kind: [one[1:] for one in seen if one[0] == kind] for kind in ("card", "decision")}
    assert at["card"] == [(False, False)] * 4 + [(False, True)] * 3 + [(True, True)] * 2 + [(False, True)] * 6
    assert at["decision"] == [(True, True)] * 2


def test_24_11_odds_of_the_ante_do_not_exist_and_the_finding_says_so() -> None:
    layout = Layout.of(GAME, DAY)
    (found,) = findings(layout.rules, DAY, {}, {"ante": "1 to 1"}, None)
    assert (found.section, found.wrong, found.permitted) == (
        "24.11",
        "ante is not paid at odds",
        "no odds for ante",
    )


def test_24_9_a_shuffler_count_has_no_effect_without_an_automated_shoe() -> None:
    rules = Layout.of(GAME, DAY).rules
    assert not findings(rules, DAY, {"shuffler_counts": True}, {}, None)
    (found,) = findings(rules, DAY, {"shuffler_counts": True, "dealing_method": "hand"}, {}, None)
    assert not found.stops()
    assert found.section == "24.9"
