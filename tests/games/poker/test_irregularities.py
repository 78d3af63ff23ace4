"""Irregularities at a poker table and their remedies."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.families.poker_room.state import PokerState
from pitboss.table import Action, AskCard, AskDecision, AskNumber, AskShuffle, Dealer, Refused, game_on
from pitboss.table.view import view


def table(players: int = 3, **options: Any) -> Dealer:
    """Return a table with cards dealt, stopped at the first decision."""
    dealer = Dealer(game_on(Layout.of("poker", None, options)), SeededSource(9))
    for position in range(1, players + 1):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    return on(dealer)


def on(dealer: Dealer) -> Dealer:
    while dealer.ask is not None and dealer.ask.chance:
        dealer.next()
    return dealer


def drawn(dealer: Dealer, number: int) -> Dealer:
    """Deal this many cards."""
    for _ in range(number):
        assert isinstance(dealer.ask, AskCard)
        dealer.draw()
    return dealer


def dealing(players: int = 3, **options: Any) -> Dealer:
    """Return a table that waits for the first card."""
    dealer = Dealer(game_on(Layout.of("poker", None, options)), SeededSource(9), halts=True)
    for position in range(1, players + 1):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    while not isinstance(dealer.ask, AskCard):
        dealer.next()
    return dealer


def asked(dealer: Dealer) -> AskDecision:
    assert isinstance(dealer.ask, AskDecision)
    return dealer.ask


def state(dealer: Dealer) -> PokerState:
    assert dealer.ask is not None
    assert isinstance(dealer.ask.state, PokerState)
    return dealer.ask.state


def through(dealer: Dealer, street: int) -> Dealer:
    """Let all players check or call until this street is about to be dealt."""
    while state(dealer).street < street:
        ask = dealer.ask
        if isinstance(ask, AskDecision):
            free = [choice for choice in ("forced_bet", "check", "none", "call") if choice in ask.choices]
            dealer.decide(free[0])
        else:
            dealer.next()
    return dealer


def racks(dealer: Dealer) -> list[int]:
    assert dealer.ask is not None
    return [seat.rack for seat in dealer.ask.state.positions]


def test_14_15_misdeal_before_action_returns_everything_and_the_button_stays() -> None:
    dealer = table()
    button = dealer.ask.state.button
    dealer.throw("misdeal")
    assert racks(dealer) == [100_00] * 3
    dealer.close()
    assert on(dealer).ask.state.button == button


def test_14_15_misdeal_after_two_checks_and_not_after_three() -> None:
    dealer = table(4, small_blind=0, big_blind=0, ante=1)
    for number in (1, 2, 3):
        dealer.decide("check")
        assert bool(dealer.game.irregularities.may_call(dealer.ask, "misdeal")) == (number < 3)


def test_14_15_misdeal_in_stud_is_too_late_after_two_folds() -> None:
    dealer = table(4, variant="stud7_high")
    dealer.decide("forced_bet")
    for folds in (1, 2):
        dealer.decide("fold")
        assert bool(dealer.game.irregularities.may_call(dealer.ask, "misdeal")) == (folds < 2)


def test_14_15_misdeal_in_a_game_with_blinds_is_too_late_after_a_fold_and_a_call() -> None:
    dealer = table(4)
    for number, choice in enumerate(("fold", "call"), 1):
        dealer.decide(choice)
        assert bool(dealer.game.irregularities.may_call(dealer.ask, "misdeal")) == (number < 2)


def test_14_15_misdeal_is_too_late_after_action() -> None:
    dealer = table()
    for _ in range(2):
        dealer.decide("call")
    with pytest.raises(Refused, match="there has been action"):
        dealer.throw("misdeal")
    dealer.throw("misdeal_late", "1")
    assert isinstance(dealer.ask, AskDecision)
    assert 1 not in dealer.ask.state.live
    assert racks(dealer)[0] == 97_00, "its chips stay"


@pytest.mark.parametrize("event", ["misdeal_late", "wrong_number_late"])
def test_14_15_misdeal_found_before_any_action_kills_no_single_hand(event: str) -> None:
    dealer = table()
    with pytest.raises(Refused, match="there has been no action yet: it is a misdeal"):
        dealer.throw(event, "1")


def test_14_15_fouled_deck_is_not_found_before_a_card_is_dealt() -> None:
    dealer = table(players=4, straddle=True)
    assert asked(dealer).choices == ("decline", "straddle")
    with pytest.raises(Refused, match="no card has been dealt"):
        dealer.throw("fouled_deck")


def test_14_15_misread_hand_needs_a_showdown() -> None:
    dealer = dealing()
    while dealer.ask is not None and dealer.ask.kind != "settlement":
        dealer.next(lambda _, ask: "fold" if isinstance(ask, AskDecision) else None)
    with pytest.raises(Refused, match="there is no showdown"):
        dealer.throw("misread_hand")


def test_14_15_wrong_push_cannot_be_corrected_before_the_first_pot_is_pushed() -> None:
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(9))
    with pytest.raises(Refused, match="no pot has been pushed yet"):
        dealer.throw("wrong_push")


def test_14_15_fouled_deck_voids_all_action() -> None:
    dealer = table()
    dealer.decide("raise")
    dealer.throw("fouled_deck")
    assert racks(dealer) == [100_00] * 3


def test_14_15_absent_player_is_folded_at_that_turn_only() -> None:
    dealer = table()
    with pytest.raises(Refused, match="not that player's turn"):
        dealer.throw("absent", "1")
    dealer.throw("absent", "3")
    assert isinstance(dealer.ask, AskDecision)
    assert (dealer.ask.position, dealer.ask.state.live) == (1, (1, 2))


def test_14_15_dead_hands_an_unprotected_hand_leaves_the_pot_to_the_last() -> None:
    dealer = table(players=2)
    rounds = dealer.state.rounds
    dealer.throw("unprotected_hand", "2")
    assert dealer.state.rounds == rounds + 1
    assert racks(dealer) == [101_00, 99_00]


def test_14_15_boxed_card_is_set_aside_and_the_next_takes_its_place() -> None:
    dealer = table()
    for choice in ("call", "call", "check"):
        dealer.decide(choice)
    assert isinstance(dealer.ask, AskCard)
    left = dealer.ask.state.shoe.left
    dealer.throw("boxed_card")
    dealer.draw()
    assert isinstance(dealer.ask, AskCard)
    assert dealer.ask.to == "burn"
    assert dealer.ask.state.shoe.left == left - 1


def test_14_15_boxed_card_a_second_before_action_is_a_misdeal() -> None:
    dealer = dealing()
    dealer.throw("boxed_card")
    drawn(dealer, 2)
    with pytest.raises(Refused, match="two are a misdeal"):
        dealer.throw("boxed_card")
    dealer.throw("misdeal")
    assert racks(dealer) == [100_00] * 3


def test_14_15_fouled_deck_can_be_discovered_until_the_pot_is_pushed() -> None:
    dealer = dealing()
    while dealer.ask is not None and dealer.ask.kind != "settlement":
        dealer.next(lambda _, ask: "call" if isinstance(ask, AskDecision) and "call" in ask.choices else None)
    assert racks(dealer) != [100_00] * 3
    dealer.throw("fouled_deck")
    assert racks(dealer) == [100_00] * 3


def test_14_15_joker_is_a_scrap_and_takes_no_card_of_the_deck_with_it() -> None:
    dealer = dealing()
    left = state(dealer).shoe
    dealer.throw("joker")
    assert state(dealer).shoe == left
    assert isinstance(dealer.ask, AskCard)


def test_14_15_joker_in_a_hand_is_replaced_and_kills_it_once_it_was_played() -> None:
    dealer = table()
    hand = state(dealer).hands[2]
    dealer.throw("joker_in_hand", "3")
    drawn(dealer, 1)
    new = state(dealer).hands[2]
    assert (new.down[0], len(new.down)) == (hand.down[0], 2)
    assert new.down[1].card != hand.down[1].card
    dealer.decide("call")
    dealer.throw("joker_in_hand", "3")
    assert state(dealer).live == (1, 2)
    assert racks(dealer)[2] == 97_00


def test_14_15_exposed_on_the_draw_is_replaced_when_all_have_drawn_and_burned_next() -> None:
    dealer = through(dealing(players=2, variant="badugi"), 2)
    drawn(dealer, 1)
    dealer.decide("1")
    dealer.throw("exposed_draw")
    drawn(dealer, 1)
    (seen,) = state(dealer).amiss.aside
    assert len(state(dealer).hands[0].down) == 3
    dealer.decide("none")
    drawn(dealer, 1)
    assert len(state(dealer).hands[0].down) == 4
    through(dealer, 3)
    assert state(dealer).burned[-1].card == seen
    assert isinstance(dealer.ask, AskDecision), "nothing is drawn for the burn"


def test_14_15_exposed_on_the_draw_for_two_players_is_replaced_in_the_order_of_the_deal() -> None:
    dealer = through(dealing(players=2, variant="badugi"), 2)
    drawn(dealer, 1)
    for _ in range(2):
        dealer.decide("1")
        dealer.throw("exposed_draw")
        drawn(dealer, 1)
    assert [len(hand.down) for hand in state(dealer).hands] == [3, 3]
    drawn(dealer, 1)
    assert [len(hand.down) for hand in state(dealer).hands] == [4, 3]
    drawn(dealer, 1)
    assert [len(hand.down) for hand in state(dealer).hands] == [4, 4]


def test_14_15_exposed_card_of_a_button_game_may_be_the_third_of_the_deal_and_not_the_second() -> None:
    dealer = drawn(dealing(), 1)
    with pytest.raises(Refused, match="first or second card of the deal: it is a misdeal"):
        dealer.throw("exposed_button_game")
    drawn(dealer, 1).throw("exposed_button_game")
    drawn(dealer, 1)
    assert len(state(dealer).amiss.aside) == 1


def test_14_15_exposed_stud_down_card_is_not_the_third_which_is_dealt_up() -> None:
    dealer = drawn(dealing(players=2, variant="stud7_high"), 4)
    with pytest.raises(Refused, match="not one that stud deals face down first"):
        dealer.throw("exposed_stud_down")


def test_14_15_exposed_stud_all_three_cards_of_a_hand_are_a_misdeal() -> None:
    dealer = dealing(players=2, variant="stud7_high")
    for _ in range(2):
        dealer.throw("exposed_stud_down")
        drawn(dealer, 2)
    assert len(state(dealer).hands[0].up) == 2
    with pytest.raises(Refused, match="would show: it is a misdeal"):
        dealer.throw("exposed_stud_down")
    drawn(dealer, 2)
    assert [(len(hand.down), len(hand.up)) for hand in state(dealer).hands] == [(1, 2), (2, 1)]


def test_14_15_exposed_by_a_player_a_card_plays_and_all_players_have_seen_it() -> None:
    dealer = table()
    dealer.throw("exposed_by_player", "1")
    hand = state(dealer).hands[0]
    assert hand.seen == (hand.down[0].card,)
    assert view(state(dealer), 2)["hands"][0]["seen"] == [str(hand.down[0].card)]
    dealer.throw("exposed_by_player", "1")
    with pytest.raises(Refused, match="has no card that others have not seen"):
        dealer.throw("exposed_by_player", "1")


def test_14_15_last_card_turned_up_for_the_first_player_makes_all_face_up() -> None:
    dealer = through(dealing(variant="stud7_high"), 5)
    drawn(dealer, 1)
    dealer.throw("exposed_last_stud_card")
    drawn(dealer, 3)
    assert [(len(hand.down), len(hand.up)) for hand in state(dealer).hands] == [(2, 5)] * 3
    assert "check" in asked(dealer).choices


def test_14_15_last_card_turned_up_for_another_player_allows_all_in_for_the_pot_so_far() -> None:
    dealer = through(dealing(variant="stud7_high", rake_percent=0), 5)
    before = racks(dealer)
    drawn(dealer, 2)
    dealer.throw("exposed_last_stud_card")
    drawn(dealer, 2)
    assert (asked(dealer).position, asked(dealer).choices) == (2, ("play_on", "all_in"))
    dealer.decide("all_in")
    while isinstance(dealer.ask, AskDecision):
        assert dealer.ask.position != 2, "he is in for nothing more"
        dealer.decide("bet" if "bet" in dealer.ask.choices else "call")
    assert dealer.ask is not None
    assert dealer.ask.kind == "settlement"
    assert racks(dealer)[1] == before[1]
    dealer.draw()
    assert racks(dealer)[1] in (before[1], before[1] + 9_00), (
        "further bets of the other two are not in the first player's pots"
    )


def test_14_15_last_card_turned_up_for_two_others_asks_them_in_the_order_of_the_deal() -> None:
    dealer = through(dealing(variant="stud7_high"), 5)
    drawn(dealer, 2)
    dealer.throw("exposed_last_stud_card")
    drawn(dealer, 1)
    dealer.throw("exposed_last_stud_card")
    drawn(dealer, 1)
    assert asked(dealer).position == 2
    dealer.decide("play_on")
    assert asked(dealer).position == 3
    assert asked(dealer).choices == ("play_on", "all_in")


def test_14_15_too_early_does_not_apply_to_the_board_on_the_river() -> None:
    dealer = on(through(dealing(), 4))
    assert len(state(dealer).board) == 5
    with pytest.raises(Refused, match="community cards are not next"):
        dealer.throw("early_board_card")


def test_14_15_too_early_a_street_of_stud_goes_back_and_its_burn_stays() -> None:
    dealer = through(dealing(variant="stud7_high"), 2)
    on(dealer)
    dealer.throw("early_stud_card")
    drawn(dealer, 2)
    assert isinstance(dealer.ask, AskShuffle)
    dealer.draw()
    left, burned = state(dealer).shoe, state(dealer).burned
    assert left is not None
    assert (left.left, len(burned)) == (52 - 12 - 2, 2)
    through(dealer, 3)
    assert isinstance(dealer.ask, AskCard)
    assert dealer.ask.to == "position 1", "no second burn"


def test_14_15_flop_of_four_one_is_the_next_burn() -> None:
    dealer = through(dealing(), 2)
    drawn(dealer, 1)
    dealer.throw("flop_of_four")
    drawn(dealer, 4)
    assert isinstance(dealer.ask, AskNumber)
    dealer.draw()
    (seen,) = state(dealer).amiss.aside
    assert len(state(dealer).board) == 3
    assert seen not in state(dealer).board
    through(dealer, 3)
    assert isinstance(dealer.ask, AskCard)
    assert (dealer.ask.to, state(dealer).burned[-1].card) == ("community cards", seen)


def test_14_15_flop_of_five_is_dealt_again_from_a_reshuffled_stub() -> None:
    dealer = through(dealing(), 2)
    drawn(dealer, 1)
    dealer.throw("flop_of_five")
    drawn(dealer, 5)
    assert isinstance(dealer.ask, AskShuffle)
    dealer.draw()
    drawn(dealer, 3)
    shoe = state(dealer).shoe
    assert shoe is not None
    assert (len(state(dealer).board), shoe.left) == (3, 52 - 6 - 1 - 3)


def test_14_15_burn_error_is_corrected_and_the_same_cards_come() -> None:
    plain, wrong = (through(dealing(), 2) for _ in range(2))
    wrong.throw("burn_error")
    boards = [state(drawn(dealer, 4)).board for dealer in (plain, wrong)]
    assert boards[0] == boards[1]
    with pytest.raises(Refused, match="at card"):
        wrong.throw("burn_error")


def test_14_15_wrong_forced_bet_is_corrected_or_accepted() -> None:
    dealer = on(dealing(variant="stud7_high"))
    owes = asked(dealer).position
    wrong = owes % 3 + 1
    with pytest.raises(Refused, match="that player owes it"):
        dealer.throw("wrong_forced_bet", str(owes))
    dealer.throw("wrong_forced_bet", str(wrong))
    assert (asked(dealer).position, racks(dealer)) == (owes, [99_00] * 3)
    dealer.throw("wrong_forced_bet_late", str(wrong))
    assert asked(dealer).position == wrong % 3 + 1
    assert racks(dealer)[wrong - 1] == 97_00
    with pytest.raises(Refused, match="no player is asked for the forced bet"):
        dealer.throw("wrong_forced_bet_late", str(wrong))


def test_14_15_short_wager_is_completed() -> None:
    dealer = table()
    dealer.throw("short_wager", "3")
    assert (asked(dealer).position, racks(dealer)[2]) == (1, 97_00)
    on(through(dealer, 2))
    dealer.throw("short_wager", "1")
    assert racks(dealer)[0] == 94_00, "a bet too small is the least bet"


@pytest.mark.parametrize("event", ["string_bet", "larger_chip"])
def test_14_7_declared_by_no_one_a_raise_is_a_call(event: str) -> None:
    dealer = table()
    dealer.throw(event, "3")
    assert (asked(dealer).position, racks(dealer)[2]) == (1, 97_00)
    betting = state(dealer).betting
    assert betting is not None
    assert betting.bet == 3_00
    on(through(dealer, 2))
    with pytest.raises(Refused, match="no bet to face"):
        dealer.throw(event, "1")


def test_14_7_declared_out_of_turn_is_binding_unless_the_bet_changes() -> None:
    dealer = table()
    with pytest.raises(Refused, match="not waiting to act after another"):
        dealer.throw("fold_out_of_turn", "3")
    dealer.throw("fold_out_of_turn", "1")
    assert asked(dealer).position == 3
    dealer.decide("call")
    assert (asked(dealer).position, state(dealer).live) == (2, (2, 3)), "folded when his turn came"
    dealer = table()
    dealer.throw("call_out_of_turn", "1")
    dealer.decide("raise")
    assert asked(dealer).position == 1, "he faces another bet, and is asked"
    dealer = table()
    dealer.throw("raise_out_of_turn", "1")
    dealer.decide("call")
    assert (asked(dealer).position, racks(dealer)[0]) == (2, 94_00)
    dealer = table()
    dealer.throw("call_out_of_turn", "1")
    dealer.decide("call")
    assert (asked(dealer).position, racks(dealer)[0]) == (2, 97_00)


def test_14_7_declared_out_of_turn_a_check_is_a_check_when_the_turn_comes() -> None:
    dealer = through(dealing(), 2)
    on(dealer)
    assert asked(dealer).position == 1
    dealer.throw("call_out_of_turn", "2")
    said: list[str] = []
    dealer.watch = lambda step: said.append(getattr(step, "text", ""))
    dealer.decide("check")
    assert "Position 2 checks." in said
    assert asked(dealer).position == 3


def test_14_15_one_card_short_lives_at_the_end_of_stud() -> None:
    dealer = through(dealing(variant="stud7_high"), 5)
    drawn(dealer, 1)
    dealer.throw("one_card_short")
    drawn(dealer, 2)
    assert [len(hand.cards) for hand in state(dealer).hands] == [6, 7, 7]
    assert state(dealer).live == (1, 2, 3)
    while dealer.ask is not None and dealer.ask.kind != "settlement":
        dealer.decide("check")
    dealer.draw()
    assert sum(racks(dealer)) == 300_00


def test_14_15_dead_hands_a_hand_taken_while_cards_are_dealt_gets_no_more() -> None:
    dealer = drawn(dealing(), 4)
    dealer.throw("unprotected_hand", "2")
    drawn(dealer, 1)
    assert [len(hand.cards) for hand in state(dealer).hands] == [2, 0, 2]
    assert asked(dealer).position == 3


def test_14_15_misread_hand_and_a_wrong_push_do_not_override_the_cards() -> None:
    dealer = dealing()
    with pytest.raises(Refused, match="at settlement"):
        dealer.throw("misread_hand")
    while dealer.ask is not None and dealer.ask.kind != "settlement":
        dealer.next(lambda _, ask: "call" if isinstance(ask, AskDecision) and "call" in ask.choices else None)
    dealer.throw("misread_hand")
    dealer.draw()
    after = racks(dealer)
    dealer.throw("wrong_push")
    dealer.throw("dispute")
    assert racks(dealer) == after


def test_14_15_dispute_is_decided_by_the_supervisor_and_the_round_continues() -> None:
    dealer = table()
    before = asked(dealer).position
    dealer.throw("dispute")
    assert asked(dealer).position == before


def test_14_7_raises_a_fold_with_nothing_to_call_leaves_a_seat_of_stud_its_cards_until_a_bet() -> None:
    dealer = on(through(dealing(variant="stud7_high"), 2))
    first = asked(dealer).position
    dealer.decide("fold")
    assert state(dealer).passed == (first,)
    on(through(dealer, 3))
    assert len(state(dealer).hands[first - 1].cards) == 1, "so that the others get their own"
    dealer.decide("bet")
    assert (state(dealer).passed, state(dealer).hands[first - 1].cards) == ((), ())


def test_14_15_absent_at_the_draw_and_at_the_forced_bet_is_folded() -> None:
    draws = table(variant="draw5_high")
    for choice in ("call", "call", "check"):
        draws.decide(choice)
        on(draws)
    who = asked(draws).position
    draws.throw("absent", str(who))
    assert who not in state(draws).live
    assert asked(on(draws)).position != who
    stud = table(variant="stud7_high")
    owes = asked(stud).position
    assert "forced_bet" in asked(stud).choices
    other = next(position for position in (1, 2, 3) if position != owes)
    with pytest.raises(Refused, match="it is not that player's turn"):
        stud.throw("absent", str(other))
    stud.throw("absent", str(owes))
    assert "forced_bet" in asked(stud).choices
    assert asked(stud).position == owes % 3 + 1


def test_14_15_unprotected_hand_needs_a_card() -> None:
    dealer = dealing()
    with pytest.raises(Refused, match="that player has no card yet"):
        dealer.throw("unprotected_hand", "1")
    dealer.next()
    first = next(held.position for held in state(dealer).hands if held.cards)
    dealer.throw("unprotected_hand", str(first))
    assert first not in state(dealer).live
