"""The rules of blackjack, by section, beyond the worked examples."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import ScriptedSource, SeededSource, cards
from pitboss.table import (
    PUBLIC,
    SURVEILLANCE,
    Action,
    AskCard,
    AskDecision,
    AskShuffle,
    Dealer,
    Hidden,
    Said,
    Step,
    game_on,
    view,
)
from pitboss.table.state import replace

from .table import DAY, deal, game, layout

BURNED = "cards 2c\n"
BET = "1: blackjack 10\n" + BURNED


def unlawful(on: date = DAY, **options: Any) -> list[str]:
    """Return the sections that a table with these choices violates."""
    with pytest.raises(Unlawful) as found:
        layout(on, **options)
    return [finding.section for finding in found.value.findings]


# ---- 2.1


def test_2_1_blackjack_is_an_ace_and_a_ten_in_two_cards_and_never_after_a_split() -> None:
    table = game()
    assert table.is_blackjack(cards("As Td"))
    assert table.is_blackjack(cards("Kd Ac"))
    assert not table.is_blackjack(cards("As Td"), split=True)
    assert not table.is_blackjack(cards("7s 7d 7c"))
    assert not table.is_blackjack(cards("As 9d"))


def test_2_1_hard_total_and_soft_total() -> None:
    score = game().score
    assert (score(cards("As 6d")), score(cards("As 6d Tc"))) == ((17, True), (17, False))
    assert (score(cards("As Ad")), score(cards("As Ad Ac 9h")), score(cards("9h 8d"))) == (
        (12, True),
        (12, False),
        (17, False),
    )


def test_2_1_card_reader_device_answers_only_yes_or_no() -> None:
    dealt = deal(BET + "cards 9s Kd 9h 7d\n")
    assert "The card reader is asked: no blackjack." in dealt.said()
    assert isinstance(dealt.state.hole, Hidden)
    assert dealt.state.hole.known_to == ()
    for who in (PUBLIC, 1, 2):
        assert view(dealt.state, who)["hole"] == "??"
        assert "7d" not in json.dumps(view(dealt.state, who))
    assert view(dealt.state, SURVEILLANCE)["hole"] == "7d"


def test_2_1_determinant_card_decides_the_side_of_the_double_shoe_and_is_burned() -> None:
    dealt = deal(
        BET + "cards Td\ncards 9s 6d 9h 7d\n1: stand\ncards 5c\n1: blackjack 10\ncards Ts\ncards 9s 6d\n",
        "double_shoe=on",
        on=date(2006, 6, 1),
    )
    assert dealt.state.side == "right"
    assert (dealt.state.shoe.left, dealt.state.kept.left) == (206, 200)
    assert dealt.state.kept.discards == 8
    assert "this round is dealt from the left side" in dealt.said()
    assert "this round is dealt from the right side" in dealt.said()


def test_2_1_double_shoe_has_half_of_the_decks_and_a_cutting_card_in_each_side() -> None:
    dealt = deal(BET, "double_shoe=on", "decks=4", on=date(2006, 6, 1))
    assert [shoe.decks for shoe in (dealt.state.shoe, dealt.state.kept)] == [2, 2]
    assert [shoe.cut_card for shoe in (dealt.state.shoe, dealt.state.kept)] == [26, 26]
    assert unlawful(date(2006, 6, 1), double_shoe="on", decks=5) == ["2.2(c)"]
    assert unlawful(date(2012, 6, 1), double_shoe="on") == ["2.1"]


def test_2_1_bart_carter_shuffle_puts_a_dealt_deck_back_without_a_cutting_card() -> None:
    texts: list[str] = []
    table = game(shuffle_method="bart_carter")
    dealer = Dealer(table, SeededSource(11), watch=lambda step: texts.append(getattr(step, "text", "")))
    dealer.act(1, Action("sit", amount=10_000_00))
    for _ in range(40):
        dealer.finish(_bets)
        shoe = dealer.state.shoe
        assert shoe.cut_card is None
        assert shoe.discards < 52 + 20
    assert sum("Bart Carter" in text for text in texts) > 1


# ---- 2.2


@pytest.mark.parametrize(
    ("options", "section"),
    [
        ({"blackjack_pays": "6 to 5", "decks": 6}, "2.2(a)1"),
        ({"twenty_point": "A", "decks": 1}, "2.2(a)2"),
        ({"additional_wager": "sevens", "decks": 2}, "2.2(a)3"),
        ({"progressive": "on", "decks": 3}, "2.2(a)3"),
        ({"match_dealer": "on", "decks": 7}, "2.2(a)4"),
        ({"optional_bonus": "on", "decks": 4}, "2.2(a)4"),
    ],
)
def test_2_2_a_1_to_4_least_numbers_of_decks(options: dict[str, Any], section: str) -> None:
    assert unlawful(**options) == [section]


def test_2_2_a_1_a_silent_table_has_the_options_its_choices_imply() -> None:
    silent = layout(blackjack_pays="6 to 5").options
    assert (silent["decks"], silent["dealt_from"], silent["shuffle_method"]) == (2, "hand", "automated")
    assert silent["wager_multiple"] == 5
    after = layout(date(2012, 6, 1), blackjack_pays="6 to 5").options
    assert (after["decks"], after["dealt_from"], after["wager_multiple"] == 5) == (8, "shoe", False)


def test_2_2_b_1_and_2_cards_count_as_printed_and_pictures_ten() -> None:
    worth = game().count.of_card
    assert [worth(card) for card in cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks")] == [*range(2, 11), 10, 10, 10]


def test_2_2_b_3_i_an_ace_counts_eleven_until_that_passes_21() -> None:
    assert game().score(cards("As 5d 6c")) == (12, False)


def test_2_2_b_3_ii_an_ace_counts_one_for_over_and_under_13() -> None:
    dealt = deal("1: blackjack 10\n1: over_13 1\n" + BURNED + "cards As 6d Kd 7d\n", "additional_wager=over_under")
    assert ("over_13", "2.17(a)1", -100) in dealt.settled()


def test_2_2_d_3_to_5_batches_alternate_shoe_by_shoe() -> None:
    again = "cards Ts 9d 9h 8d\n1: stand\ninterrupt reshuffle_ordered\n1: blackjack 10\n" + BURNED
    dealt = deal(BET + again, "shuffle_method=automated")
    batches = [step for step in dealt.steps if isinstance(step, Said) and "batch is in play" in step.text]
    assert [(step.section, step.text.split()[1]) for step in batches] == [("2.2(d)3", "blue"), ("2.2(d)3", "red")]


@pytest.mark.parametrize(("on", "section"), [(DAY, "2.2(e)"), (date(2012, 3, 19), "2.2(c)")])
def test_2_2_c_decks_of_a_game_from_the_hand_take_turns(on: date, section: str) -> None:
    dealt = deal(BET, "dealt_from=hand", "decks=2", "shuffle_method=automated", on=on)
    batches = [step.section for step in dealt.steps if isinstance(step, Said) and "batch is in play" in step.text]
    assert batches == [section]


def test_2_2_d_1_and_2_decks_are_those_of_the_batch_in_play() -> None:
    assert deal(BET, "shuffle_method=automated", "decks=4").state.shoe.size == 4 * 52
    assert layout(shuffle_method="automated").fact("batches") == len(layout().fact("batch_colours"))


def test_2_2_e_the_6_to_5_variation_has_its_shuffler() -> None:
    assert unlawful(blackjack_pays="6 to 5", shuffle_method="manual") == ["2.2(e)"]
    assert unlawful(blackjack_pays="6 to 5", continuous_shuffler="on") == ["2.2(e)"]


# ---- 2.3


def test_2_3_a_a_side_wager_needs_the_main_wager_and_comes_back_with_it() -> None:
    dealt = deal(
        "refused by 2.3(a) 1: match_dealer 5\n1: blackjack 10\n1: match_dealer 5\n1: remove blackjack\n",
        "match_dealer=on",
    )
    assert dealt.state.wagers == ()
    assert dealt.state.rack(1) == 1000_00


def test_2_3_a_late_entry_may_be_barred_until_the_shuffle() -> None:
    round_ = "cards Ts 9d 9h 8d\n1: stand\n"
    deal(
        BET
        + round_
        + "refused by 2.3(a) 2: blackjack 10\n1: blackjack 10\n"
        + round_
        + "interrupt reshuffle_ordered\n2: blackjack 10\n",
        "mid_shoe_entry=false",
        people=("Ann", "Bob"),
    )


def test_2_3_a_1_2_the_dealer_over_21_and_the_higher_score() -> None:
    dealt = deal(BET + "cards Ts 6d 3h Td\n1: stand\ncards Kd\n1: blackjack 10\ncards Ts 9d 9h 8d\n1: stand\n")
    assert dealt.settled() == [("blackjack", "2.3(a)1", 1000), ("blackjack", "2.3(a)2", 1000)]


def test_2_3_b_a_dealers_blackjack_beats_another_21() -> None:
    dealt = deal(BET + "cards Ts Kd 3h\n1: draw\ncards 8c\ncards Ad\n", "hole_card=none")
    assert dealt.settled() == [("blackjack", "2.3(b)", -1000)]


def test_2_3_c_no_wager_after_the_first_card() -> None:
    deal(BET + "cards Ts 6d 3h Td\nrefused by 2.3(c) 1: blackjack 10\nrefused by 2.3(c) 1: remove blackjack\n")


def test_2_3_d_a_match_play_coupon_counts_as_chips_and_is_taken_or_stays() -> None:
    dealt = deal(
        "1: blackjack 10 coupon 10\n" + BURNED + "cards As 6d Kd Td\n= 1: +30\n"
        "1: blackjack 10 coupon 10\ncards Ts 9d 9h Td\n1: stand\n= 1: 0\n"
        "1: blackjack 10 coupon 10\ncards Ts 9d 8h Td\n1: stand\n= 1: -10\n"
    )
    assert [net for _, _, net in dealt.settled()] == [3000, 0, -1000]
    deal("1: blackjack 10\nrefused by 2.3(d) 1: match_dealer 5 coupon 5\n", "match_dealer=on")


def test_2_3_d_a_spoken_wager_with_cash_is_confirmed_by_dealer_and_supervisor() -> None:
    deal(
        "refused by 2.3(d) 1: blackjack 10 confirmed by dealer\n"
        "1: blackjack 10 confirmed by dealer and casino supervisor\n"
    )


def test_2_3_d_multiples_of_five_bind_doubles_and_insurance_in_the_variation_only() -> None:
    deal(
        "1: blackjack 15\n" + BURNED + "cards 6s 5d 5h Td\nrefused by 2.3(d) 1: double 12\n1: double 10\ncards Tc\n",
        "blackjack_pays=6 to 5",
        on=date(2007, 6, 1),
    )
    deal(
        "refused by 8.2 1: blackjack 12\n1: blackjack 15\n" + BURNED + "cards 6s 5d 5h Td\n1: double 12\n",
        "wager_multiple=5",
        on=date(2009, 6, 1),
    )
    assert unlawful(date(2007, 6, 1), wager_multiple=5, blackjack_pays="3 to 2") == ["2.3(d)"]


def test_2_3_e_an_amount_that_cannot_be_paid_to_the_cent_is_not_taken() -> None:
    deal("refused by 2.3(e) 1: blackjack 10.01\n1: blackjack 10.02\n")


def test_2_3_e_no_extra_payouts_where_blackjack_pays_6_to_5() -> None:
    assert unlawful(blackjack_pays="6 to 5", pay_777="3 to 2") == ["2.3(e)"]
    assert unlawful(blackjack_pays="6 to 5", pay_678_suited="2 to 1") == ["2.3(e)"]


def test_2_3_e_1_and_2_extra_payouts_are_of_three_cards() -> None:
    table = layout()
    for payout in ("extra_payout_straight", "extra_payout_sevens"):
        assert len(table.fact(payout)["ranks"]) == table.fact("bonus_cards")


def test_2_3_e_2_three_sevens_after_a_split_qualify() -> None:
    dealt = deal(
        BET + "cards 7s 9d 7h Td\n1: split\ncards 7c\n1: draw\ncards 7d\ncards Tc\n1: stand\n", "pay_777=3 to 2"
    )
    assert ("blackjack", "2.3(e)2", 1500) in dealt.settled()


# ---- 2.5, 2.6


def announced(steps: list[Step]) -> list[tuple[str, str]]:
    """Return the announcements, each with its section."""
    return [(step.section, step.text) for step in steps if isinstance(step, Said)]


def test_2_5_shuffle_is_before_the_first_deal_and_not_again_before_the_cutting_card() -> None:
    dealt = deal(BET + "cards Ts 9d 9h 8d\n1: stand\n1: blackjack 10\ncards Ts\n")
    assert [step.section for step in dealt.steps if isinstance(step, AskShuffle)] == ["2.5"]
    assert ("2.5", "The cards are shuffled: 8 decks.") in announced(dealt.steps)


def test_2_5_cut_leaves_at_least_a_quarter_behind_the_cutting_card() -> None:
    dealt = deal(BET)
    assert dealt.state.shoe.cut_card == 104
    assert ("2.5", "Position 1 cuts the cards.") in announced(dealt.steps)
    assert deal(BET, "penetration=0.5", "decks=2").state.shoe.cut_card == 52


def test_2_5_who_cuts_a_refusal_passes_on_and_finally_the_dealer_cuts() -> None:
    table = game()
    dealer = Dealer(table, SeededSource(11))
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=100_00))
        dealer.act(position, Action("make", "blackjack", 1000))
    dealer.close()
    assert isinstance(dealer.ask, AskShuffle)
    dealer.draw()
    asked = []
    for _ in range(2):
        asked.append(dealer.ask.position)
        dealer.decide("pass")
    assert asked == [1, 2]
    assert any(isinstance(step, Said) and "the dealer does" in step.text for step in dealer.steps)
    now: Any = dealer.ask
    later = replace(now.state, shoe=now.state.shoe.shuffled())
    for box, cutter in ((1, 1), (0, 2)):  # The cutting card's box, or the far right if it came out on none.
        ask = next(table.cut(replace(later, cut_box=box)))
        assert (ask.position, ask.section) == (cutter, "2.5")


def first_to_cut(body: str, *choices: str) -> list[int]:
    """Return the position offered the first cut after each shuffle, at a one-deck table with three players."""
    dealt = deal(body, "decks=1", *choices, people=("Ann", "Bob", "Cy"))
    offers = [step for step in dealt.steps if isinstance(step, AskDecision) and "yours to cut" in step.question]
    return [step.position for step in offers]


ALL_THREE = "1: blackjack 10\n2: blackjack 10\n3: blackjack 10\n" + BURNED


@pytest.mark.parametrize(("penetration", "cutter"), [("0.1", 1), ("0.16", 3)])
def test_2_5_who_cuts_is_the_box_of_the_cutting_card_or_the_far_right(penetration: str, cutter: int) -> None:
    """The cutting card comes out on the second card of box 1, or on the dealer's."""
    stand = "cards Ts 9s 8s 6d 9h 8h 7h Td\n1: stand\n2: stand\n3: stand\ncards 5d\n"
    assert first_to_cut(ALL_THREE + stand + ALL_THREE, f"penetration={penetration}") == [1, cutter]


def test_2_5_who_cuts_when_the_cutting_card_is_next_but_has_not_come_out() -> None:
    """Box 1 takes the last card in front of it, and a reshuffle is ordered."""
    over = "cards Ts Ad As 6d 9h Kd Kh\n1: draw\ncards 8c\ninterrupt reshuffle_ordered\n"
    assert first_to_cut(ALL_THREE + over + ALL_THREE, "penetration=0.18", "hole_card=none") == [1, 3]


def test_2_5_who_cuts_first_is_the_first_to_come_of_those_still_there() -> None:
    """Seat 3's first player has left, so its next player comes after seat 1."""
    seats = "3: leave\n2: leave\n1: leave\n2: sit Bob 1000\n1: sit Ann 1000\n3: sit Cy 1000\n"
    assert first_to_cut(seats + ALL_THREE) == [2]
    seats = "3: leave\n2: leave\n1: leave\n2: sit Bob 1000\n2: leave\n1: sit Ann 1000\n2: sit Bob 1000\n"
    assert first_to_cut(seats + "1: blackjack 10\n2: blackjack 10\n" + BURNED) == [1]


def test_2_5_last_round_the_round_of_the_cutting_card_is_finished_and_then_the_cards_are_shuffled() -> None:
    dealer = Dealer(game(decks=1), SeededSource(11))
    dealer.act(1, Action("sit", amount=10_000_00))
    shuffled = []
    for _ in range(12):
        before = dealer.state.shoe
        due = before is None or before.left < before.cut_card
        dealer.finish(_bets)
        after = dealer.state.shoe
        shuffled.append(due)
        assert (after.shuffles > (before.shuffles if before else 0)) == due
    assert shuffled.count(True) > 1


def _bets(dealer: Dealer, ask: Any) -> Any:
    return (1, Action("make", "blackjack", 1000)) if ask.kind == "wagers" and not ask.state.wagers else None


def test_2_5_last_round_is_the_one_in_which_the_cutting_card_comes_out_even_if_it_was_next_before() -> None:
    first = BET + "cards Ts 6d 9h\n1: draw\ncards 8c\n"
    second = "1: blackjack 10\ncards Kh 6c 9d\n1: stand\ncards Kd 5c\n1: blackjack 10\n" + BURNED
    dealt = deal(first + second, "hole_card=none", "decks=1", "penetration=0.1")
    shuffled = [step.state.rounds for step in dealt.steps if isinstance(step, Said) and "are shuffled" in step.text]
    assert shuffled == [0, 2]


def test_2_6_deal_goes_around_from_the_dealers_left() -> None:
    dealt = deal(
        "3: blackjack 10\n1: blackjack 10\n" + BURNED + "cards Ts 9s 6d 9h 8h Td\n", people=("Ann", "Bob", "Cy")
    )
    given = [step.text for step in dealt.steps if isinstance(step, Said) and " to box" in step.text]
    assert [text.split(" (")[0].rstrip(".") for text in given] == [
        "T♠ to box 1",
        "9♠ to box 3",
        "9♥ to box 1",
        "8♥ to box 3",
    ]
    assert {step.section for step in dealt.steps if isinstance(step, AskCard)} == {"2.6"}
    assert {section for section, text in announced(dealt.steps) if " to box" in text} == {"2.6"}


def test_2_6_second_card_without_a_hole_card_comes_after_the_players() -> None:
    dealt = deal(BET + "cards Ts 6d 9h\n", "hole_card=none")
    assert dealt.state.hole is None
    assert dealt.ask.choices[0] == "stand"


def test_2_6_second_card_before_1993_there_is_no_card_reader() -> None:
    assert layout(date(1985, 1, 1)).options["hole_card"] == "unpeeked"
    assert unlawful(date(1985, 1, 1), hole_card="reader") == ["2.6"]


def test_2_6a_from_the_hand_cites_its_own_section() -> None:
    dealt = deal(BET + "cards Ts 6d 9h Td\n", "blackjack_pays=6 to 5", on=date(2007, 6, 1))
    assert {step.section for step in dealt.steps if isinstance(step, Said) and " to box" in step.text} == {"2.6A"}


# ---- 2.7 to 2.9


def test_2_7_payment_is_at_once_against_a_two_to_nine() -> None:
    dealt = deal(BET + "cards As 9d Kd Ad\n")
    assert dealt.settled() == [("blackjack", "2.7", 1500)]
    assert dealt.dealer.state.rounds == 1


def test_2_8_surrender_is_the_first_decision_only() -> None:
    dealt = deal(BET + "cards Ts 9d 2h Td\n", "surrender=late")
    assert "surrender" in dealt.ask.choices
    assert dict(zip(dealt.ask.choices, dealt.ask.sections, strict=True))["surrender"] == "2.8"
    drawn = deal(BET + "cards Ts 9d 2h Td\n1: draw\ncards 3c\n", "surrender=late")
    assert drawn.refuses("surrender") == "2.8"
    split = deal(BET + "cards 8s 9d 8h Td\n1: split\ncards 3c\n", "surrender=late")
    assert split.refuses("surrender") == "2.8"
    assert deal(BET + "cards Ts 9d 2h Td\n").refuses("surrender") == "2.8"


def test_2_8_surrender_early_costs_half_even_against_a_blackjack() -> None:
    dealt = deal(
        BET + "cards Ts Kd 6h Ad\n1: surrender\n= 1: -5\n", "surrender=early", "hole_card=unpeeked", on=date(1980, 6, 1)
    )
    assert dealt.settled() == [("blackjack", "2.8", -500)]
    assert unlawful(date(1990, 1, 1), surrender="early") == ["2.8"]


def test_2_8_surrender_early_is_offered_before_the_reader_is_used() -> None:
    table = game_on(Layout.of("blackjack", DAY, {"surrender": "early"}, unlawful=True))
    dealer = Dealer(table, ScriptedSource(cards="2c Ts Kd 6h Ad"))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "blackjack", 1000))
    while dealer.ask.kind != "decision" or dealer.ask.section != "2.8":
        dealer.next()
    dealer.decide("surrender")
    assert dealer.state.rack(1) == 95_00


def test_2_9_insurance_is_offered_on_an_ace_only_and_up_to_half() -> None:
    assert deal(BET + "cards 9s Td 9h 7d\n").ask.section == "2.12"
    ace = deal(BET + "cards 9s Ad 9h 7d\nrefused by 2.9 1: insurance 5.50\nrefused by 2.7 1: even money\n")
    assert (ace.ask.section, ace.ask.choices, ace.ask.wagers) == ("2.9", ("insure", "decline"), ("insurance",))
    deal(BET + "cards 9s Ad 9h 7d\n1: insurance 2\nsettles 1: insurance 1 -2\n")


def test_2_8_surrender_early_is_offered_from_the_dealers_left() -> None:
    table = game_on(Layout.of("blackjack", DAY, {"surrender": "early"}, unlawful=True))
    dealer = Dealer(table, ScriptedSource(cards="2c Ts 9s Kd 6h 7h Td"))
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=100_00))
        dealer.act(position, Action("make", "blackjack", 1000))
    asked: list[int] = []
    while len(asked) < 2:
        if isinstance(dealer.ask, AskDecision) and dealer.ask.section == "2.8":
            asked.append(dealer.ask.position)
        dealer.next()
    assert asked == [1, 2]


def test_2_9_insurance_may_take_the_last_chips() -> None:
    dealt = deal("1: sit Ann 15\n" + BET + "cards 9s Ad 9h 7d\n", people=())
    assert dealt.ask.choices == ("insure", "decline")


def test_2_9_insurance_without_a_spot_is_for_the_box_in_question() -> None:
    two = "1: blackjack 1 10\n1: blackjack 2 20\n" + BURNED + "cards Ts 9s Ad 9h 8s 7d\n"
    deal(two + "1: decline\n1: insurance 8\nsettles 1: insurance 2 -8\n", "boxes_per_player=2")


def test_2_9_insurance_is_no_choice_for_an_empty_rack() -> None:
    dealt = deal("1: blackjack 1000\n" + BURNED + "cards 9s Ad 9h 7d\n")
    assert (dealt.ask.choices, dealt.ask.wagers) == (("decline",), ())


# ---- 2.10 to 2.12


def test_2_10_doubling_for_less_and_never_for_more() -> None:
    deal(
        BET + "cards 6s 5d 5h Td\nrefused by 2.10 1: double 11\n1: double 4\ncards Tc\ncards 9c\n"
        "settles 1: blackjack 1 +10, double 1 +4\n= 1: +14\n"
    )


def test_2_10_doubling_is_on_the_first_two_cards_once() -> None:
    three = deal(BET + "cards 2s 5d 3h Td\n1: draw\ncards 4c\n")
    assert three.refuses("double") == "2.10"
    thrice = deal(
        BET + "cards 4s 5d 4h Td\n1: split\ncards 7c\n1: double\ncards 9c\ncards 7d\n1: double\ncards 8c\n"
        "refused by 2.10 1: double\n"
    )
    assert thrice.dealer.state.rounds == 0


def test_2_10_doubling_with_21_is_refused() -> None:
    dealt = deal(BET + "cards Ts 6d 5h Td\n")
    assert "double" in dealt.ask.choices
    soft = deal(BET + "cards As 6d 6h Td\n")
    assert "double" in soft.ask.choices


def test_2_11_a_cards_of_unlike_value_are_not_split_but_any_two_tens_are() -> None:
    assert deal(BET + "cards 9s 6d Th Td\n").refuses("split") == "2.11(a)"
    assert "split" in deal(BET + "cards Ks 6d Th Td\n").ask.choices


def test_2_11_c_1_and_e_resplitting_up_to_the_permitted_number() -> None:
    once = deal(BET + "cards 8s 6d 8h Td\n1: split\ncards 8c\n")
    assert once.refuses("split") == "2.11(c)1"
    four = "cards 8s 6d 8h Td\n1: split\ncards 8c\n1: split\ncards 8d\n1: split\ncards 8c\n"
    dealt = deal(BET + four, "max_split_hands=4")
    assert dealt.refuses("split") == "2.11(e)"
    assert [hand.spot for hand in dealt.state.hands] == ["1", "1-4", "1-3", "1-2"]
    assert sum(wager.amount for wager in dealt.state.wagers) == 4000
    assert unlawful(max_split_hands=4, boxes=7) == ["2.11(e)"]


def test_2_11_c_2_aces_get_one_card_each_and_are_split_again_where_offered() -> None:
    dealt = deal(BET + "cards As 6d Ah Td\n1: split\ncards Ac Td\ncards 5d\n= 1: -10\n")
    assert dealt.dealer.state.rounds == 1
    again = deal(BET + "cards As 6d Ah Td\n1: split\ncards Ac\n", "max_split_hands=3", "resplit_aces=true")
    assert again.ask.choices == ("stand", "split")
    assert again.refuses("draw") == "2.11(c)2"
    assert unlawful(hit_split_aces=True) == ["2.11(c)2"]
    assert unlawful(hit_split_aces="and_double") == ["2.11(c)2"]
    assert unlawful(resplit_aces=True, max_split_hands=2) == ["2.11(e)"]


def test_2_12_drawing_stops_at_21() -> None:
    dealt = deal(BET + "cards Ts 9d 5h Td\n1: draw\ncards 6c\n")
    assert dealt.settled() == [("blackjack", "2.3(a)2", 1000)]


def test_2_12_a_dealer_with_21_is_not_over_the_limit() -> None:
    assert "The dealer has 21." in deal(BET + "cards Ts 6d 9h 5d\n1: stand\ncards Tc\n").said()


def test_2_12_needless_cards_are_not_drawn() -> None:
    dealt = deal(BET + "cards Ts 6d 5h Td\n1: draw\ncards Kc\n")
    assert dealt.settled() == [("blackjack", "2.12", -1000)]
    assert "does not matter" in dealt.said()
    insured = deal(BET + "cards Ts Ad 5h Td\n1: insure\n1: draw\ncards Kc\n", "hole_card=unpeeked")
    assert [kind for kind, _, _ in insured.settled()] == ["blackjack", "insurance"]


# ---- 2.13, 2.14


def test_2_13_sharing_three_people_with_the_consent_of_the_first() -> None:
    dealt = deal(
        "1: blackjack 10\n2: blackjack 1 20\n1: refuse\n2: blackjack 1 20\n1: consent\n3: blackjack 1 30\n1: consent\n"
        "refused by 2.13 4: blackjack 1 40\n",
        "players_per_box=3",
        people=("Ann", "Bob", "Cy", "Di"),
    )
    assert [wager.position for wager in dealt.state.wagers] == [1, 2, 3]
    deal("1: blackjack 10\nrefused by 2.13 2: blackjack 1 10\n", people=("Ann", "Bob"))


def test_2_13_caller_is_the_seated_player_or_else_the_highest_wager() -> None:
    seated = deal(
        "refused by 2.13 2: blackjack 1 50\n1: blackjack 10\n2: blackjack 1 50\n1: consent\n"
        + BURNED
        + "cards 6s 6d 5h Td\n",
        "players_per_box=2",
        people=("Ann", "Bob"),
    )
    assert seated.ask.position == 1
    nobody = deal(
        "1: blackjack 3 10\n2: blackjack 3 50\n1: consent\n" + BURNED + "cards 6s 6d 5h Td\n",
        "players_per_box=2",
        people=("Ann", "Bob"),
    )
    assert nobody.ask.position == 2


def test_2_13_double_for_less_by_the_other_and_insurance_by_each() -> None:
    deal(
        "1: blackjack 20\n2: blackjack 1 50\n1: consent\n" + BURNED + "cards 6s Ad 5h 9d\n1: decline\n2: insurance 25\n"
        "1: double\n2: double 15\ncards 9c\n"
        "settles 1: blackjack 1 0, double 1 0\nsettles 2: insurance 1 -25, blackjack 1 0, double 1 0\n",
        "players_per_box=2",
        people=("Ann", "Bob"),
    )


def test_2_13_split_the_other_may_join_with_an_equal_wager() -> None:
    deal(
        "1: blackjack 20\n2: blackjack 1 50\n1: consent\n" + BURNED + "cards 8s 6d 8h Td\n1: split\n2: split\n"
        "cards Tc\n1: stand\ncards 2d\n1: draw\ncards Th\n1: stand\ncards 3d\n= 1: 0\n= 2: 0\n",
        "players_per_box=2",
        people=("Ann", "Bob"),
    )


def test_2_13_a_player_with_just_enough_chips_may_join_a_double_or_a_split() -> None:
    """Bob has 20 dollars: 10 on the box and 10 in his rack."""
    shared = "1: sit Ann 1000\n2: sit Bob 20\n1: blackjack 10\n2: blackjack 1 10\n1: consent\n" + BURNED
    doubled = deal(shared + "cards 6s 6d 5h Td\n1: double\n", "players_per_box=2", people=())
    assert (doubled.ask.position, doubled.ask.choices) == (2, ("double", "leave"))
    split = deal(shared + "cards 8s 6d 8h Td\n1: split\n", "players_per_box=2", people=())
    assert (split.ask.position, split.ask.choices) == (2, ("split", "follow"))


def test_2_13_surrender_is_called_for_everybody_on_the_box() -> None:
    deal(
        "1: blackjack 20\n2: blackjack 1 50\n1: consent\n"
        + BURNED
        + "cards Ts 9d 6h Td\n1: surrender\n= 1: -10\n= 2: -25\n",
        "players_per_box=2",
        "surrender=late",
        people=("Ann", "Bob"),
    )


def test_2_14_a_wager_without_a_box_goes_on_the_players_own_box_even_the_last() -> None:
    dealt = deal("6: sit Ann 1000\n6: blackjack 10\n", "boxes=6", people=())
    assert [wager.spot for wager in dealt.state.wagers] == ["6"]


def test_2_14_more_boxes_are_hands_of_their_own() -> None:
    deal("1: blackjack 10\nrefused by 2.14 1: blackjack 2 10\nrefused by 2.14 1: blackjack 9 10\n")
    deal(
        "1: blackjack 10\n1: blackjack 2 20\n"
        + BURNED
        + "cards Ts 9s 6d 9h 2s Td\n1: stand\n1: draw\ncards Kc\ncards 5d\n"
        "settles 1: blackjack 1 -10, blackjack 2 0\n",
        "boxes_per_player=2",
    )


# ---- 2.16 to 2.18


def test_2_16_five_cards_not_where_blackjack_pays_6_to_5() -> None:
    assert unlawful(blackjack_pays="6 to 5", five_card_21="2 to 1") == ["2.16"]


def test_2_17_a_no_additional_wager_together_with_the_progressive_one() -> None:
    assert unlawful(additional_wager="same_suit", progressive="on") == ["2.17(a)"]


@pytest.mark.parametrize(
    ("hand", "table", "net"),
    [
        ("Kh 6d Qh", "default", 25),
        ("2h 6d Qh", "default", "2.50"),
        ("Kh 6d Qd", "default", -1),
        ("Kh 6d Qh", "alternative", 10),
    ],
)
def test_2_17_a_2_same_suit(hand: str, table: str, net: Any) -> None:
    choices = ["additional_wager=same_suit", f"same_suit_table={table}"]
    sign = "" if str(net).startswith("-") else "+"
    deal(f"1: blackjack 10\n1: same_suit 1\n{BURNED}cards {hand} Td\nsettles 1: same_suit 1 {sign}{net}\n", *choices)


@pytest.mark.parametrize(
    ("hand", "third", "net"),
    [
        ("8s 6d 7s", "", "-1"),
        ("7s 6d 8s", "", "+3"),
        ("7s 6d 7d", "8c", "+50"),
        ("7s 6d 7s", "8c", "+100"),
        ("7s 6d 7s", "7d", "+500"),
        ("7s 6d 7s", "7s", "+5000"),
    ],
)
def test_2_17_a_3_sevens_from_the_first_card(hand: str, third: str, net: str) -> None:
    more = f"1: stand\ncards {third}\n" if third else ""
    deal(
        f"1: blackjack 10\n1: sevens 1\n{BURNED}cards {hand} Td\n{more}settles 1: sevens 1 {net}\n",
        "additional_wager=sevens",
    )


def test_2_17_b_4_sevens_in_any_position_and_without_the_guaranteed_card() -> None:
    deal(
        f"1: blackjack 10\n1: sevens 1\n{BURNED}cards As 6d Ks Td\ncards 7d\nsettles 1: blackjack 1 +15, sevens 1 +3\n",
        "additional_wager=sevens",
        "sevens_reading=any_position",
    )
    deal(
        f"1: blackjack 10\n1: sevens 1\n{BURNED}cards 7s 6d 7s Td\n1: stand\ncards 5c\n"
        "settles 1: sevens 1 +100, blackjack 1 -10\n",
        "additional_wager=sevens",
        "third_card_guarantee=false",
    )


def test_2_17_d_and_e_settled_before_any_third_card() -> None:
    dealt = deal("1: blackjack 10\n1: over_13 1\n" + BURNED + "cards 9s 6d 5h Td\n", "additional_wager=over_under")
    assert dealt.settled() == [("over_13", "2.17(a)1", 100)]
    assert dealt.ask.position == 1


def test_2_17_guaranteed_third_cards_come_from_the_dealers_left() -> None:
    """Against a blackjack both boxes stand with two sevens: the first card is for box 1."""
    wagers = "1: blackjack 10\n1: sevens 1\n2: blackjack 10\n2: sevens 1\n" + BURNED
    deal(
        wagers + "cards 7s 7s Kd 7d 7d Ad\ncards 7c 8c\n"
        "settles 1: sevens 1 +500, blackjack 1 -10\nsettles 2: sevens 2 +50, blackjack 2 -10\n",
        "additional_wager=sevens",
        people=("Ann", "Bob"),
    )


def test_2_18_wagers_are_two_or_three_and_equal() -> None:
    dealt = deal(
        "refused by 2.18 1: ma_2 10\n1: ma_1 10\nrefused by 2.18 1: ma_2 20\n1: ma_2 10\n"
        "refused by 2.18 1: increase ma_1 10\n"
        "2: ma_1 10\n" + BURNED + "cards Ts 6d 9h\n",
        "multiple_action=on",
        people=("Ann", "Bob"),
    )
    assert ("ma_1", "2.18", 0) in dealt.settled()
    assert [hand.box for hand in dealt.state.hands] == [1]


def test_2_18_dealer_hands_over_21_loses_every_wager_and_no_dealer_hand_is_dealt() -> None:
    deal(
        "1: ma_1 10\n1: ma_2 10\n" + BURNED + "cards Ts 6d 5h\n1: draw\ncards Kc\nsettles 1: ma_1 1 -10, ma_2 1 -10\n",
        "multiple_action=on",
    )


def test_2_18_dealer_hands_insurance_is_for_each_wager_and_settled_with_its_hand() -> None:
    deal(
        "1: ma_1 10\n1: ma_2 10\n" + BURNED + "cards Ts Ad 9h\n1: insure\n1: decline\n1: stand\ncards Kd\n"
        "settles 1: insurance 1/1 +10, ma_1 1 -10\ncards Qd\n= 1: -10\n",
        "multiple_action=on",
    )


def test_2_18_dealer_hands_a_split_needs_a_wager_for_each_circle() -> None:
    dealt = deal("1: ma_1 10\n1: ma_2 10\n" + BURNED + "cards 8s 6d 8h\n1: split\n", "multiple_action=on")
    assert [wager.spot for wager in dealt.state.wagers if wager.kind == "split"] == ["1-2/1", "1-2/2"]


def test_2_18_not_offered_surrender_and_streaks() -> None:
    assert unlawful(multiple_action="on", surrender="late") == ["2.18"]
    assert unlawful(multiple_action="on", streak="on") == ["2.18"]
    assert layout(multiple_action="on").options["hole_card"] == "none"


# ---- 2.19 to 2.22


@pytest.mark.parametrize(
    ("dealt", "net"),
    [
        ("Ks As", -1),
        ("Ad Ks", 0),
        ("Ad As", 4),
        ("Ad Ah", 9),
        ("Ad Ad", 49),
        ("Ad Ad As", 99),
        ("Ad Ah Ad", 249),
        ("Ad Ad Ad", 2499),
        ("Ad Ah As Ac", 1499),
        ("Ad Ad Ad As", 2499),
    ],
)
def test_2_19_wager_rows_are_the_amounts_received_less_the_wager(dealt: str, net: int) -> None:
    """The hand stands at once; cards that it does not take are dealt only for the wager."""
    first, second, *rest = dealt.split()
    alone = [*rest, "9h"][: 4 - 2] if second[0] == first[0] == "A" else []
    sign = "+" if net > 0 else ""
    more = f"1: stand\ncards {' '.join(alone)}\n" if alone else ""
    body = f"1: blackjack 10\n1: progressive 1\n{BURNED}cards {first} 6d {second} Td\n{more}"
    blackjack = ", blackjack 1 +15" if {first[0], second[0]} == {"A", "K"} else ""
    deal(f"{body}settles 1: progressive 1 {sign}{net}{blackjack}\n", "progressive=on")


def test_2_19_wager_as_drawn_counts_the_hands_own_cards() -> None:
    deal(
        f"1: blackjack 10\n1: progressive 1\n{BURNED}cards Ad 6d As Td\n1: stand\ncards 5c\n"
        "settles 1: progressive 1 +4, blackjack 1 -10\n",
        "progressive=on",
        "progressive_count=as_drawn",
    )


def test_2_19_meter_advances_by_its_rate_and_resets_after_an_award() -> None:
    dealt = deal(
        f"1: blackjack 10\n1: progressive 1\n{BURNED}cards Ks 6d Qs Td\n1: stand\ncards 5c\n",
        "progressive=on",
        "progressive_reset=5000",
        "progressive_rate=0.85",
    )
    assert dealt.state.meter == 5000_85
    assert deal("", "progressive=on").dealer.game.opening().meter == 10_000_00


def test_2_19_shared_meter_between_two_top_awards_of_a_round() -> None:
    deal(
        f"1: blackjack 10\n1: progressive 1\n2: blackjack 10\n2: progressive 1\n{BURNED}cards As Ad 6d As Ad Td\n"
        "1: stand\ncards Ac Ac\n2: stand\ncards Ah Ah\ncards 5c\n"
        "settles 1: progressive 1 +4999.70, blackjack 1 -10\nsettles 2: progressive 2 +4999.70, blackjack 2 -10\n",
        "progressive=on",
        people=("Ann", "Bob"),
    )


def test_2_19_shared_meter_is_divided_in_whole_cents_rounded_down() -> None:
    """$10,001.41 split between two: $5,000.70 each, including the one-dollar wager."""
    deal(
        f"1: blackjack 10\n1: progressive 1\n2: blackjack 10\n2: progressive 1\n{BURNED}cards As Ad 6d As Ad Td\n"
        "1: stand\ncards Ac Ac\n2: stand\ncards Ah Ah\ncards 5c\n"
        "settles 1: progressive 1 +4999.70, blackjack 1 -10\nsettles 2: progressive 2 +4999.70, blackjack 2 -10\n",
        "progressive=on",
        "progressive_reset=10000.01",
        people=("Ann", "Bob"),
    )


def test_2_19_meter_once_won_takes_no_part_in_the_next_round() -> None:
    """Ann's two red aces win 9 to 1 without the meter, and Bob, who has four black ones, need not share it."""
    won = f"1: blackjack 10\n1: progressive 1\n{BURNED}cards As 6d As Td\n1: stand\ncards Ac Ac\ncards 5c\n"
    deal(
        f"{won}1: blackjack 10\n1: progressive 1\n2: blackjack 10\n2: progressive 1\ncards Ad As 6d Ah As Td\n"
        "1: stand\ncards 9h\n2: stand\ncards Ac Ac\ncards 5c\n"
        "settles 1: progressive 1 +9999.70, blackjack 1 -10, progressive 1 +9, blackjack 1 -10\n"
        "settles 2: progressive 2 +10000.40, blackjack 2 -10\n",
        "progressive=on",
        people=("Ann", "Bob"),
    )


def test_2_19_meter_is_as_before_after_a_void_round() -> None:
    dealt = deal(
        f"1: blackjack 10\n1: progressive 1\n{BURNED}cards Ks 6d Qs Td\n1: draw\nthrow two_face_up_in_shoe\n",
        "progressive=on",
    )
    assert dealt.state.meter == 10_000_00
    assert dealt.state.rack(1) == 1000_00


def test_2_20_blackjack_bonus_both_sides_win_on_two_blackjacks() -> None:
    deal(
        f"1: blackjack 10\n1: bj_bonus_player 5\n1: bj_bonus_dealer 5\n{BURNED}cards As Kd Kh Ad\n"
        "settles 1: bj_bonus_player 1 +75, bj_bonus_dealer 1 +75, blackjack 1 0\n",
        "bj_bonus=on",
    )
    deal(
        f"1: blackjack 10\n1: bj_bonus_dealer 5\n{BURNED}cards Ts 9d Kh Ad\nsettles 1: bj_bonus_dealer 1 -5\n",
        "bj_bonus=on",
    )


def test_2_20_blackjack_bonus_shows_the_second_card_though_every_hand_is_over() -> None:
    deal(
        f"1: blackjack 10\n1: bj_bonus_dealer 5\n{BURNED}cards Ts Kd 6h Ad\n1: draw\ncards Tc\n"
        "settles 1: blackjack 1 -10, bj_bonus_dealer 1 +75\n",
        "bj_bonus=on",
        "hole_card=unpeeked",
    )


def test_2_21_continuous_shuffling_is_after_every_round_without_cut_or_burned_card() -> None:
    dealt = deal(
        "1: blackjack 10\ncards Ts 9d 9h 8d\n1: stand\n1: blackjack 10\ncards Ts 9d\n", "continuous_shuffler=on"
    )
    assert dealt.state.shoe.shuffles == 2
    assert dealt.state.shoe.cut_card is None
    assert dealt.state.shoe.burned == 0


def test_2_22_forfeited_by_a_player_who_stops_wagering_on_the_box_or_leaves() -> None:
    start = f"1: blackjack 10\n1: streak_3 5\n{BURNED}cards Ts 9d 9h 8d\n1: stand\n"
    stopped = deal(start + "2: blackjack 10\ncards Ts 9d\n", "streak=on", people=("Ann", "Bob"))
    assert ("streak_3", "2.22", -500) in stopped.settled()
    left = deal(start + "1: leave\n", "streak=on")
    assert left.state.positions == ()
    assert left.state.inventory == 500 - 1000


def test_2_22_streak_counts_a_surrender_as_a_loss_and_leaves_a_dead_hand_out() -> None:
    deal(
        f"1: blackjack 10\n1: streak_2 5\n{BURNED}cards Ts 9d 6h 8d\n1: surrender\n"
        "settles 1: blackjack 1 -5, streak_2 1 -5\n",
        "streak=on",
        "surrender=late",
    )
    dead = deal(f"1: blackjack 10\n1: streak_2 5\n{BURNED}throw no_cards_dealt\n", "streak=on")
    assert [wager.kind for wager in dead.state.wagers] == ["streak_2"]


def test_2_22_a_void_round_leaves_a_streak_unchanged() -> None:
    start = f"1: blackjack 10\n1: streak_3 5\n{BURNED}cards Ts 9d 9h 8d\n1: stand\n"
    dealt = deal(start + "1: blackjack 10\ncards Ts\nthrow two_face_up_in_shoe\n", "streak=on")
    assert [(wager.kind, wager.marks) for wager in dealt.state.wagers] == [("streak_3", (1,))]
    fresh = deal(f"1: blackjack 10\n1: streak_3 5\n{BURNED}throw two_face_up_in_shoe\n", "streak=on")
    assert fresh.state.wagers == ()


# ---- 2.23 to 2.26


@pytest.mark.parametrize(
    ("hand", "net"), [("9c 9c 9c", 28 * 5), ("9h 9c 2c", 3 * 5), ("8h 9c 2c", -5), ("Kh Qc 2c", -5)]
)
def test_2_23_match_the_dealer_with_eight_decks(hand: str, net: int) -> None:
    sign = "" if net < 0 else "+"
    deal(
        f"1: blackjack 10\n1: match_dealer 5\n{BURNED}cards {hand} 7d\nsettles 1: match_dealer 1 {sign}{net}\n",
        "match_dealer=on",
    )


@pytest.mark.parametrize(
    ("table", "hand", "net"),
    [
        ("A", "Qh 8d Qh", 125),
        ("A", "Ks 8d Ks", 19),
        ("A", "Ks 8d Ts", 9),
        ("A", "Ks 8d Td", 4),
        ("B", "Ks 8d Ks", 25),
        ("B", "As 8d 9s", 10),
        ("B", "As 8d Ad", -1),
        ("B", "Ks 8d 9s", -1),
    ],
)
def test_2_24_twenty_point_bonus_rows(table: str, hand: str, net: int) -> None:
    sign = "" if net < 0 else "+"
    deal(
        f"1: blackjack 10\n1: twenty_point 1\n{BURNED}cards {hand} 7d\nsettles 1: twenty_point 1 {sign}{net}\n",
        f"twenty_point={table}",
    )


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("2s 9s 5s", True),
        ("2s 3d 4c", True),
        ("As 2d 3c", True),
        ("Qs Ad Kc", True),
        ("Ks Ad 2c", False),
        ("8s 8d 8c", True),
        ("8s 8d 9c", False),
        ("4s 6d 8c", False),
    ],
)
def test_2_25_optional_bonus_hands(hand: str, wins: bool) -> None:
    first, up, second = hand.split()
    net = "+45" if wins else "-5"
    ace = "1: decline\n" if up[0] == "A" else ""
    body = f"1: blackjack 10\n1: optional_bonus 5\n{BURNED}cards {first} {up} {second} 7h\n"
    deal(f"{body}settles 1: optional_bonus 1 {net}\n{ace}", "optional_bonus=on")


@pytest.mark.parametrize(
    ("table", "hand", "net"),
    [
        ("default", "5c 6d 7h", 60),
        ("alternative", "5c 6d 7h", 50),
        ("default", "5c 6d 8h", 30),
        ("default", "5c 6d 9h", 20),
        ("default", "5c 6d Th", 5),
        ("default", "5c 7d 7h", -5),
        ("default", "6c 6d 6h", 150),
        ("default", "6c 6d 7h", -5),
        ("default", "Kc 6d Ah", -5),
    ],
)
def test_2_26_in_between_rows(table: str, hand: str, net: int) -> None:
    sign = "" if net < 0 else "+"
    body = f"1: blackjack 10\n1: in_between 5\n{BURNED}cards {hand} 7h\nsettles 1: in_between 1 {sign}{net}"
    paid = ", blackjack 1 +15" if hand.startswith("K") else ""
    deal(f"{body}{paid}\n", f"in_between={table}", on=date(2012, 6, 1))


# ---- rules for the whole table


def test_limits_apply_to_the_wager_that_opens_a_hand_and_not_to_those_that_depend_on_it() -> None:
    limits = Limits(minimum=2500, maximum=50000)
    table = game_on(Layout.of("blackjack", DAY, {"additional_wager": "same_suit"}, limits=limits))
    state = replace(table.opening(), positions=())
    dealer = Dealer(table, ScriptedSource(cards="2c 6s Ad 5h 7d"), state=state)
    dealer.act(1, Action("sit", amount=1000_00))
    assert dealer.allowed(1, Action("make", "blackjack", 1000)).section == "8.2"
    dealer.act(1, Action("make", "blackjack", 2500))
    dealer.act(1, Action("make", "same_suit", 100))
    while dealer.ask.kind != "decision" or dealer.ask.section != "2.9":
        dealer.next()
    dealer.act(1, Action("make", "insurance", 500))
    dealer.act(1, Action("make", "double", 1000))


def test_every_choice_has_its_section() -> None:
    ask = deal(BET + "cards 8s 6d 8h Td\n", "surrender=late").ask
    assert dict(zip(ask.choices, ask.sections, strict=True)) == {
        "stand": "2.12",
        "draw": "2.12",
        "double": "2.10",
        "split": "2.11(a)",
        "surrender": "2.8",
    }


def test_ids_are_those_of_the_fact_sheet() -> None:
    options = set(layout(date(2012, 6, 1)).rules.options)
    assert len(options) == 42
    assert {"split_21_reading", "progressive_count", "third_card_guarantee", "boxes_per_player"} <= options
